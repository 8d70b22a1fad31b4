"""The pieces of a typed text: its words, its numbers, the words that only ask, and the day whose law it asks
for.

Cleaning removes what cannot be typed on purpose (control characters, invisible marks, lone surrogates). Every
expression runs in linear time.

"Find me briefs about consent searches" is about consent searches. The opening is taken off word by word, with
a short list for each place in the sentence. When in doubt a word stays: "search of a car" and "opinion of an
expert" open with words that are content.

*Numbers* must be found exactly or not at all: rules, statutes, sections and dockets. They are recognised in
one blank-separated piece at a time, with the one before it.

*The day of the law* ("as of March 2015", "the 2012 version"). A query has many years that ask for no law: of
a citation, a docket, an event. So a date counts only in words that say so ("in force in", "before the 2014
amendment"), in a short paragraph. A year means all its days; what was law on any of them was the law of then.
A day that is read wrongly can be removed, because it is shown as a part of the query.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby

from briefbank.domain.authorities import Citation
from briefbank.text import docket_numbers
from briefbank.text.dates import MONTH, typed_days

WORD_LIMIT = 60  # The longest word; longer runs of letters are none

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
    start: int  # The index of its first character in the cleaned text
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
    return frozenset(text.split())


def _phrases(text: str) -> Phrases:
    return frozenset(tuple(phrase.split()) for phrase in text.split(","))


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
_WEAK_VERBS = _phrases("find, show, search for, pull, need, is there, are there")
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


PIECE_LIMIT = 40  # The longest piece; a longer one is no number that anyone cites

_NUMBER = r"\d{1,5}[A-Za-z]{0,2}"
_STRUCTURED = re.compile(rf"{_NUMBER}(?:[:.\-]{_NUMBER}){{0,6}}(?:\([A-Za-z0-9]{{1,6}}\)){{0,6}}")
_CODE = re.compile(
    r"[A-Za-z]{1,4}-\d{1,7}[A-Za-z]?(?:-\d{1,4}[A-Za-z]{0,2}\d?){0,2}(?:\([A-Za-z0-9]{1,6}\)){0,6}"
)
_PARENTHESES = re.compile(r"(?:\([A-Za-z0-9]{1,6}\)){1,6}")
_PLAIN = re.compile(r"\d{1,6}[A-Za-z]?")
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_YEARS = re.compile(r"(?:1[6-9]|20)\d\d-(?:1[6-9]|20)?\d\d")
_DAY = re.compile(r"\d{1,2}[-/.]\d{1,2}[-/.](?:\d{2}|(?:1[6-9]|20)\d{2})|\d{4}-\d{2}-\d{2}")
_VERSUS = frozenset({"v", "v.", "vs", "vs."})
_NAME = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SEPARATORS = frozenset(":.-(")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"))

_MARKERS = word_set(
    """
    § §§ rule rules r section sections sec ss art article title no nos number njsa n.j.s.a n.j.s njre n.j.r.e
    docket dkt fre f.r.e u.s.c usc c.f.r directive statute chapter ch evid crim civ app
    """
)
_MONTH = re.compile(MONTH, re.IGNORECASE)
_BEFORE_YEAR = word_set("in since after before from until till during of to by between and through")
MOST_WORDS = 30
"""The most words of a typed paragraph; a longer one was pasted, and its dates are those of events."""

LONGEST_MARKER = 20  # The characters in which the word before a number is searched

_B = r"\s{1,3}"
_AS_OF_YEAR = r"(?:1[6-9]|20)\d\d"
_AS_OF_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = (
    rf"(?P<date>{MONTH}\.?,?{_B}(?:{_AS_OF_DAY},?{_B})?{_AS_OF_YEAR}|{_AS_OF_DAY}{_B}{MONTH}\.?,?{_B}{_AS_OF_YEAR}"
    rf"|\d{{1,2}}[/-](?:\d{{1,2}}[/-])?{_AS_OF_YEAR}|{_AS_OF_YEAR}-\d\d(?:-\d\d)?|{_AS_OF_YEAR})"
    r"(?![\w(§]|[-–:./,][\w(])"
)
_NOUN = r"(?:laws?|statutes?|rules?|codes?|versions?|texts?|provisions?|directives?|wording)"
_WORDING = r"(?:versions?|editions?|texts?|wording|language)"
_SURE = (
    rf"(?<![\w-])(?P<asks>as{_B}(?:of|at){_B}(?:the{_B}year{_B})?{_DATE})",
    rf"(?<![\w-])(?P<asks>(?:as{_B}it{_B}stood|in{_B}(?:force|effect)|applicable){_B}"
    rf"(?:on|in|at|during|as{_B}of){_B}(?:the{_B}year{_B})?{_DATE})",
    rf"\A(?P<asks>in{_B}{_DATE})(?=,?{_B}(?:what|which|how|when|is|are|was|were|did|does)\b)",
    rf"(?<![\w-]){_NOUN}{_B}(?P<asks>(?:in|of|on|from|during){_B}(?:the{_B}year{_B})?{_DATE})",
    rf"(?<![\w.:§/–-])(?P<asks>(?:(?:under|in|by){_B})?(?:the{_B})?(?P<date>{_AS_OF_YEAR}){_B}{_WORDING}(?:{_B}of)?)(?!\w)",
    rf"(?<![\w-])(?P<asks>(?:under|in|by){_B}(?:the{_B})?(?P<date>{_AS_OF_YEAR}){_B}(?:laws?|statutes?|codes?|rules?))"
    r"(?![\w-]|\s{1,3}(?:firms?|schools?|reviews?|journals?|enforcement|division|clerks?|students?)\b)",
)
_BEFORE = (
    rf"(?<![\w-])(?P<asks>(?:before|prior{_B}to|preceding){_B}(?:the{_B})?{_DATE}{_B}"
    rf"(?:amendments?|revisions?|reforms?|changes?)(?:{_B}(?:to|of|in)(?!\w))?)(?!\w)",
    rf"(?<![\w-])(?P<asks>(?:before|prior{_B}to|preceding){_B}(?:the{_B})?"
    rf"(?:amendments?|revisions?|reforms?){_B}(?:of|in){_B}{_DATE})",
    rf"(?<![\w-])(?P<asks>pre-(?P<date>{_AS_OF_YEAR}){_B}(?:{_NOUN}|amendments?)(?:{_B}of)?)(?!\w)",
)


def _compiled(patterns: Sequence[str]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


_SURE_FORMS, _BEFORE_FORMS = _compiled(_SURE), _compiled(_BEFORE)


def joined(pieces: Sequence[str]) -> list[str]:
    """Return the same pieces, with "404" and a following "(b)" made one, and a docket number and what
    announces it; the pieces after the first are left empty."""
    result = docket_numbers.joined(pieces)
    for at in range(1, len(result)):
        follows = _PARENTHESES.fullmatch(result[at][:PIECE_LIMIT].rstrip(".,;:?"))
        if follows and _PLAIN.fullmatch(result[at - 1]):
            result[at - 1], result[at] = result[at - 1] + result[at], ""
    return result


def is_versus(piece: str) -> bool:
    return piece.lower() in _VERSUS


def case_names(texts: Sequence[str]) -> list[str]:
    """Return cases named without a reporter, as "state v carty": a word on each side of the "v."."""
    names = []
    for at, text in enumerate(texts[1:-1], start=1):
        if is_versus(text):
            sides = (_NAME.findall(texts[at - 1]), _NAME.findall(texts[at + 1]))
            if all(sides):
                names.append(f"{sides[0][-1]} v {sides[1][0]}".lower())
    return names


def written_case(name: str) -> str:
    """Return a case as it is written, "State v. Carty"; citations are returned as typed."""
    if " v " not in name:
        return name
    left, right = (party.capitalize() for party in name.split(" v ", 1))
    return f"{left} v. {right}"


def bare(piece: str) -> str:
    """Return a piece without the punctuation around it, its section sign and unmatched parentheses.

    Every dash in a piece with a digit is a plain hyphen.
    """
    core = piece.translate(_DASHES) if any(map(str.isdigit, piece)) else piece
    core = core.strip(".,;:?!'’‘…[]{}<>§")
    if core.startswith("(") and core.count("(") >= core.count(")"):
        core = core[1:]
    while core.endswith(")") and core.count(")") > core.count("("):
        core = core[:-1]
    return core.strip(".,;:?!'’‘…")


def is_identifier(piece: str, before: str) -> bool:
    """Tell whether a bare piece names a rule, statute, section or docket; ``before`` precedes it."""
    if not piece or len(piece) > PIECE_LIMIT or _DAY.fullmatch(piece) or _YEARS.fullmatch(piece):
        return False
    if _STRUCTURED.fullmatch(piece):
        return not _SEPARATORS.isdisjoint(piece) or is_marker(before)
    return bool(_CODE.fullmatch(piece) or docket_numbers.typed_docket(piece))


def announces(piece: str, after: str) -> bool:
    """Tell whether a piece is the "Rule" of "Rule 404(b)", where the number says enough."""
    core = bare(after)
    return is_marker(piece) and not _SEPARATORS.isdisjoint(core) and is_identifier(core, "")


def is_marker(piece: str) -> bool:
    """Tell whether a piece announces a number: "§", "Rule", "N.J.S.A."."""
    core = piece.lower().strip(",;:")
    return core in _MARKERS or core.rstrip(".") in _MARKERS


def is_date(piece: str, before: str, after: str) -> bool:
    """Tell whether a bare piece is a date or part of one: "3/15/2015", "March 3, 2015", "in 2015"."""
    if _DAY.fullmatch(piece) or _YEARS.fullmatch(piece):
        return True
    previous = before.lower().strip(".,")
    if _YEAR.fullmatch(piece):
        return previous in _BEFORE_YEAR or _MONTH.fullmatch(previous) is not None or previous.isdigit()
    is_day = _MONTH.fullmatch(previous) and piece.isdigit() and len(piece) <= 2
    return bool(is_day and _YEAR.fullmatch(bare(after)))


def is_month(piece: str, after: str) -> bool:
    """Tell whether a piece is a month that a day or a year follows ("may" alone is a verb)."""
    follower = bare(after)
    named = _MONTH.fullmatch(piece.strip(".,")) is not None
    return named and follower.isdigit() and len(follower) in (1, 2, 4)


@dataclass(frozen=True, slots=True)
class LawDay:
    """The days whose law is asked for, both inclusive, and the range of the text that says so."""

    first: date
    last: date
    start: int
    end: int


def law_day(text: str, rest: Sequence[tuple[int, int]], cited: Sequence[Citation]) -> LawDay | None:
    """Return the first day whose law the plain parts (``rest``) of a cleaned text ask for; None for most
    texts. Linear in the text. Any thread."""
    ranges = _paragraphs(text, rest)
    short = [(start, end) for start, end in ranges if len(text[start:end].split()) <= MOST_WORDS]
    forms = [*((form, False) for form in _SURE_FORMS), *((form, True) for form in _BEFORE_FORMS)]
    days = [day for form, before in forms for range_ in short for day in _days_in(text, range_, form, before)]
    # The year of "as of 2015 WL 12345" is that of a citation.
    days = [day for day in days if not any(c.start < day.end and day.start < c.end for c in cited)]
    return min(days, key=lambda day: (day.start, -day.end), default=None)


def _paragraphs(text: str, rest: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for start, end in rest:
        for blank in BLANK_LINE.finditer(text, start, end):
            yield start, blank.start()
            start = blank.end()
        yield start, end


def _days_in(text: str, range_: tuple[int, int], form: re.Pattern[str], before: bool) -> Iterator[LawDay]:
    """Yield the days of dates that some calendar has, or with ``before`` the day before each. The number of
    "Rule 2012" is none."""
    for match in form.finditer(text, *range_):
        at, days = match.start("date"), typed_days(match.group("date"))
        words_before = text[max(0, at - LONGEST_MARKER) : at].split()
        if days is None or (words_before and is_marker(words_before[-1])):
            continue
        first, last = (days[0] - timedelta(days=1),) * 2 if before else days
        yield LawDay(first, last, *match.span("asks"))
