"""Typed text cut into blank-separated pieces; and the words of a question that are not its subject.

It knows characters, not law: it removes what cannot be typed on purpose (control characters, invisible marks,
lone surrogates), pairs quotation marks, and finds the blank lines. Every expression runs in linear time.

"Find me briefs about consent searches" is about consent searches. The opening is taken off word by word, with
a short list for each place in the sentence. When in doubt a word stays: "search of a car" and "opinion of an
expert" open with words that are content.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

WORD_LIMIT = 60
"""The longest word; longer runs of letters are none."""

_UNTYPEABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe0e\ufe0f\ufeff]")
_LINE_ENDS = re.compile(r"\r\n|[\r\x0b\x0c\x85\u2028]")
BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_PIECE = re.compile(r"\S+")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_QUOTE = re.compile(r'["“”„‟]')


@dataclass(frozen=True, slots=True)
class TextToken:
    """A run without blanks."""

    text: str
    start: int
    """The index of its first character in the cleaned text."""
    paragraph: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def clean(untrusted_text: str) -> str:
    """Return the text without characters that no one types on purpose; line ends are line feeds."""
    text = _LINE_ENDS.sub("\n", untrusted_text.replace("\u2029", "\n\n"))
    return _INVISIBLE.sub("", _UNTYPEABLE.sub(" ", text))


def split(text: str, ranges: Sequence[tuple[int, int]]) -> list[TextToken]:
    """Return the pieces of a cleaned text that stand in these ranges, in order."""
    breaks = [match.end() for match in BLANK_LINE.finditer(text)]
    return [
        TextToken(match.group(), match.start(), bisect_right(breaks, match.start()))
        for start, end in ranges
        for match in _PIECE.finditer(text, start, end)
    ]


def without_punctuation(text: str) -> str:
    """Return a piece in lower case without the punctuation around it."""
    return text.lower().replace("’", "'").strip(".,;:?!()")


def shortened(text: str, letters: int) -> str:
    """Return the text, or of a longer one its beginning, cut between words."""
    if len(text) <= letters:
        return text
    return text[:letters].rsplit(" ", 1)[0].rstrip(" ,.;:") + "…"


def paragraphs(pieces: Sequence[TextToken], limit: int) -> list[list[TextToken]]:
    """Return the pieces by paragraph; beyond ``limit`` paragraphs, neighbours are merged evenly."""
    groups = [list(group) for _, group in groupby(pieces, key=lambda piece: piece.paragraph)]
    if len(groups) <= limit:
        return groups
    merged: list[list[TextToken]] = [[] for _ in range(limit)]
    for at, group in enumerate(groups):
        merged[at * limit // len(groups)] += group
    return merged


def words_in(text: str) -> Iterator[str]:
    """Yield the words of a piece in lower case, without possessive endings and single letters."""
    for match in _WORD.finditer(text):
        word = match.group().lower().replace("’", "'").removesuffix("'s")
        if len(word) <= WORD_LIMIT and (len(word) > 1 or word.isdigit()):
            yield word


def quoted_spans(text: str) -> tuple[list[tuple[int, int]], bool]:
    """Return the positions of the two marks of each pair, and whether a mark has no partner.

    A straight mark opens and closes, a curly one only as drawn.
    """
    spans: list[tuple[int, int]] = []
    opened, unpaired = -1, False
    for match in _QUOTE.finditer(text):
        mark, at = match.group(), match.start()
        if opened < 0:
            if mark == "”":
                unpaired = True
            else:
                opened = at
        elif mark in "“„":
            opened, unpaired = at, True
        else:
            spans.append((opened, at))
            opened = -1
    return spans, unpaired or opened >= 0


Phrases = frozenset[tuple[str, ...]]


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


def _phrases(text: str) -> Phrases:
    return frozenset(tuple(phrase.split()) for phrase in text.split(","))


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
    find me, find us, show me, show us, give me, get me, pull up, look for, looking for, i need, i want,
    i would like, i'd like, i am looking for, i'm looking for, we need, we are looking for,
    we're looking for, do we have, do you have, do we already have, have we got, has anyone filed,
    has anyone written, has anyone argued, have we ever argued, does anyone have, does anybody have,
    anyone have, anybody have, what do we have, what have we got
    """
)
_WEAK_VERBS = _phrases(
    """
    find, show, search for, pull, need, is there, are there
    """
)
"""Verbs that open ordinary sentences too ("need for a warrant"), so they count only before an object."""
_SECOND_VERBS = _phrases("to find, to see, to look for")
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
    about, on, where, in which, that argue, that discuss, that address, that deal with, that mention,
    regarding, concerning, dealing with, addressing, discussing, mentioning, involving, citing, whether
    """
)
_CONNECTORS = _BARE_CONNECTORS | _phrases(
    """
    that argues, that discusses, that addresses, that says, that say, that, which, arguing, saying,
    holding, with, for the proposition, for the proposition that, for, of, related to, relating to,
    to support, when
    """
)
_BEFORE_A_WILL = word_set("a the his her their my our last this that said of joint living mutual reciprocal")
_GOOD_LAW = _phrases("still good law, good law, been overruled, still valid")
_GOOD_LAW_OPENERS = word_set("is are has have was were does do did")
_GOOD_LAW_OF_A_NAME = _GOOD_LAW | _phrases(
    """
    good law anymore, still valid law, still the law, still binding, still controlling, still in force,
    still in effect, in force, in effect, still hold, still stand, still apply, still control,
    been reversed, been abrogated, been superseded, been amended, been repealed, been limited,
    been questioned, overruled, reversed, abrogated, superseded, amended, repealed
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
    start = next((at for at, word in enumerate(words) if word not in _COURTESY), len(words))
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
    connector = _longest(words, after_object, _BARE_CONNECTORS)
    named = after_object > 0 and words[after_object - 1] in _BARE_OBJECTS | _PRONOUNS
    return after_object + connector if connector and named else 0


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
