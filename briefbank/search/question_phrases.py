"""Recognises the words of a question that are not its subject: stop words, and the phrases with which people
ask.

"Find me briefs about consent searches" is about consent searches. The opening is taken off word by word, with
a short list for each place in the sentence, never by an expression over the whole text. When in doubt a word
stays: "search of a car" and "opinion of an expert" open with words that are content.
"""

from __future__ import annotations

from collections.abc import Sequence

Phrases = frozenset[tuple[str, ...]]


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


def _phrases(text: str) -> Phrases:
    return frozenset(tuple(line.split()) for line in text.strip().splitlines())


STOP_WORDS = word_set(
    """
    a about above after again against all also am an and any are as at be because been before being below
    between both but by can cannot could did do does doing don't during each either else even ever every few
    for from further get gets had has have having he her here hers him his how however i i'm if in into is
    isn't it it's its itself just let like may me might more most much must my neither no nor not of off
    often on once only onto or other our ours out over own per please rather said same shall she should since
    so some such than that that's the their theirs them then there these they this those though through thus
    to too under until up upon us very via was wasn't we were what what's when where whether which while who
    whom whose why will with within without would yet you your
    """
)
"""Words without a subject of their own; the sentence as a whole keeps what they add to the sense."""

_COURTESY = word_set("please hi hello hey can could would will you kindly just")
_VERBS = _phrases(
    """
    find me
    find us
    show me
    show us
    give me
    get me
    pull up
    look for
    looking for
    i need
    i want
    i would like
    i'd like
    i am looking for
    i'm looking for
    we need
    we are looking for
    we're looking for
    do we have
    do you have
    do we already have
    have we got
    has anyone filed
    has anyone written
    has anyone argued
    have we ever argued
    does anyone have
    does anybody have
    anyone have
    anybody have
    what do we have
    what have we got
    """
)
_WEAK_VERBS = _phrases(
    """
    find
    show
    search for
    pull
    need
    is there
    are there
    """
)
"""Verbs that open ordinary sentences too ("need for a warrant"), so they count only before an object."""
_SECOND_VERBS = _phrases("to find\nto see\nto look for")
_PRONOUNS = word_set("anything something everything")
_DETERMINERS = _PRONOUNS | word_set("any some a an the all our other more good recent")
_ADJECTIVES = word_set("case appellate appellant's reply defense previous past old sample")
_OBJECTS = word_set(
    """
    brief briefs case cases caselaw law document documents passage passages argument arguments example
    examples samples memo memos authority authorities material materials paragraph paragraphs section sections
    language filing filings opinion opinions decision decisions directive directives
    """
)
_BARE_OBJECTS = word_set("brief briefs case cases caselaw law memo memos passages authorities filings")
"""Objects that open a request without a verb ("briefs on hearsay")."""
_BARE_CONNECTORS = _phrases(
    """
    about
    on
    where
    in which
    that argue
    that discuss
    that address
    that deal with
    that mention
    regarding
    concerning
    dealing with
    addressing
    discussing
    mentioning
    involving
    citing
    whether
    """
)
_CONNECTORS = _BARE_CONNECTORS | _phrases(
    """
    that argues
    that discusses
    that addresses
    that says
    that say
    that
    which
    arguing
    saying
    holding
    with
    for the proposition
    for the proposition that
    for
    of
    related to
    relating to
    to support
    when
    """
)
_BEFORE_A_WILL = word_set("a the his her their my our last this that said of joint living mutual reciprocal")
_GOOD_LAW = _phrases("still good law\ngood law\nbeen overruled\nstill valid")
_GOOD_LAW_OPENERS = word_set("is are has have was were does do did")
_GOOD_LAW_OF_A_NAME = _GOOD_LAW | _phrases(
    """
    good law anymore
    still valid law
    still the law
    still binding
    still controlling
    still in force
    still in effect
    in force
    in effect
    still hold
    still stand
    still apply
    still control
    been reversed
    been abrogated
    been superseded
    been amended
    been repealed
    been limited
    been questioned
    overruled
    reversed
    abrogated
    superseded
    amended
    repealed
    """
)
"""Phrases that ask for an authority only where one is named: an objection was overruled too."""


def is_noun(word: str, before: str) -> bool:
    """Tell whether a small word is a subject: the "will" of "a will" and "last will", not of "will he"."""
    return word == "will" and before.lower().strip(".,") in _BEFORE_A_WILL


def opening_length(words: Sequence[str]) -> int:
    """Return how many of the first words only ask ("find me any briefs about" is 5); 0 when none.

    ``words`` are lower case without punctuation around them. Never all of them.
    """
    length = _opening(words)
    return length if length < len(words) else 0


def good_law_length(words: Sequence[str], *, named: bool) -> int:
    """Return how many of the last words ask whether something is still good law; 0 if none.

    ``named``: the words name an authority, which may stand alone before "still good law".
    """
    phrases = _GOOD_LAW_OF_A_NAME if named else _GOOD_LAW
    length = max((len(p) for p in phrases if tuple(words[-len(p) :]) == p), default=0)
    asks = len(words) > 1 and words[0] in _GOOD_LAW_OPENERS
    return length if asks or (named and length > 1 and words[-length] == "still") else 0


def _opening(words: Sequence[str]) -> int:
    start = _skip_courtesy(words)
    verb = _longest(words, start, _VERBS)
    weak = 0 if verb else _longest(words, start, _WEAK_VERBS)
    after_verb = start + verb + weak
    after_verb += _longest(words, after_verb, _SECOND_VERBS) if verb else 0
    after_object = _skip_object(words, after_verb)
    connector = _longest(words, after_object, _CONNECTORS)
    if verb:
        return after_object + connector
    if weak:
        return after_object + connector if connector and after_object > after_verb else 0
    return _bare_opening(words, after_object)


def _bare_opening(words: Sequence[str], after_object: int) -> int:
    connector = _longest(words, after_object, _BARE_CONNECTORS)
    named = after_object > 0 and words[after_object - 1] in _BARE_OBJECTS | _PRONOUNS
    return after_object + connector if connector and named else 0


def _skip_courtesy(words: Sequence[str]) -> int:
    at = 0
    while at < len(words) and words[at] in _COURTESY:
        at += 1
    return at


def _skip_object(words: Sequence[str], start: int) -> int:
    """Return the place after determiners and object ("any briefs", "anything"); ``start`` without one."""
    at = start
    while at < len(words) and words[at] in _DETERMINERS:
        at += 1
    pronoun = at > start and words[at - 1] in _PRONOUNS
    noun = at
    while noun < len(words) and words[noun] in _ADJECTIVES and words[noun] not in _PRONOUNS:
        noun += 1
    for end in (noun, at):
        if end < len(words) and words[end] in _OBJECTS:
            return end + 1
    return at if pronoun else start


def _longest(words: Sequence[str], at: int, phrases: Phrases) -> int:
    fitting = range(1, min(5, len(words) - at) + 1)
    return max((n for n in fitting if tuple(words[at : at + n]) in phrases), default=0)
