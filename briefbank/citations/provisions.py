"""Provisions: their whole, as a person types them, the windows in which they are in force, and those in a
document.

*Windows.* Codes state them in a few places: brackets after the section's name ("[Effective until January 1,
2016.]"), a line of its own ("Effective: July 1, 2013"), a sentence on the provision itself ("This section is
repealed on January 1, 2020"), and the history at the end ("L.2013, c.111, s.3, eff. Aug. 8, 2013"; "amended
to be effective September 1, 1994"). A date anywhere else is about something else, and a year alone is no
window.

*Sections of a document.* A section is recognized by the heading path that extraction gave its passages
("N.J.S.A.", "Title 2C …", "2C:44-1. Criteria …", "a.(3)"), and is named as ``citations.find`` names it where
it is cited. If the document never names its code, the number alone is the name ("30-1-101");
``law_rows`` matches that to the citations of the only code with the number.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from briefbank.citations.case_names import case_name
from briefbank.citations.cases import leaders, reporter_of
from briefbank.citations.citations import find
from briefbank.citations.codes import code_at_end
from briefbank.citations.mentions import plain_number
from briefbank.citations.statutes import of_code
from briefbank.domain.authorities import ALWAYS, CODIFIED, CitationKind, ReadProvision, Window
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Annotation, AnnotationGaps, Document
from briefbank.domain.pages import Passage, Role
from briefbank.errors import EntryRefused
from briefbank.text.dates import dates_in
from briefbank.text.messages import Message

_BELOW = re.compile(r"(?: ?\([A-Za-z0-9]{1,5}\))+$")  # subsections, as all citation finders write them


@lru_cache(maxsize=8192)
def whole_of(canonical: str, kind: CitationKind) -> str:
    """Return a provision's canonical name without subsections, "et seq." and "note"; other names unchanged.
    "N.J.S.A. 2C:44-1(a)(3)" becomes "N.J.S.A. 2C:44-1", and "§§ 1983 et seq." the section that it begins
    with. Cached, because every search asks for much the same names. Any thread; never raises; linear time."""
    if kind not in CODIFIED:
        return canonical
    name = canonical.removesuffix(" et seq.").removesuffix(" note")
    if name != canonical and "§§ " in name:
        prefix, _, number = name.partition("§§ ")
        name = of_code(f"{prefix}§", number)
    return _BELOW.sub("", name).rstrip() or canonical


_CONTINUED_LIST = re.compile(r"\s*(?:,|;|&|-|–|and\b|to\b|through\b)\s*(?:§+\s*)?[-–]?\d")
"""The continuation of a list, as in 'N.J.S.A. 2C:44-1 to -3', whose first item alone is a citation."""


@dataclass(frozen=True, slots=True)
class TypedAuthority:
    canonical: str
    """The canonical form with subsections, because a line may be about 'N.J.S.A. 2C:44-1(a)' alone, and
    without 'et seq.' and the like."""
    kind: CitationKind
    name: str = ""  # The name of a case, if it was typed
    also: tuple[str, ...] = ()  # The parallel citations typed with it, in their order

    @property
    def forms(self) -> tuple[str, ...]:
        """The canonical forms of every citation that was typed."""
        return self.canonical, *self.also


def parse_authority(text: str) -> TypedAuthority | None:
    """Return the authority that a person types for the office's list, with or without a case's name; None for
    a text without a citation. Parallel citations of one case are one authority, and all of them are kept. Any
    thread; linear time. Raises EntryRefused for more than one authority, because such a line would not tell
    which of them is meant."""
    citations = find(text)
    if not citations:
        return None
    first = citations[0]
    # of parallel citations no two are in the same reporter
    parallel = leaders(text, citations)
    distinct = len({reporter_of(citation.canonical) for citation in citations}) == len(citations)
    if not distinct or any(parallel.get(at) != 0 for at in range(1, len(citations))):
        title = Message("This names more than one authority.")
        raise EntryRefused(title, Message("Give each authority a line of its own."), detail="several")
    if first.kind is not CitationKind.CASE and _CONTINUED_LIST.match(text, first.end):
        title = Message("This names more than one provision.")
        raise EntryRefused(title, Message("Give each provision a line of its own."), detail="several")
    name = case_name(text, first.start) if first.kind is CitationKind.CASE else ""
    below = subsection_levels(first.canonical, first.kind)[-1]
    also = tuple(citation.canonical for citation in citations[1:])
    return TypedAuthority(f"{whole_of(first.canonical, first.kind)}{below}", first.kind, name, also)


def as_typed(forms: Sequence[str]) -> str:
    """Return an authority's forms as a line for ``parse_authority``: '170 N.J. 632, 790 A.2d 903'."""
    return ", ".join(forms)


@lru_cache(maxsize=8192)
def subsection_levels(canonical: str, kind: CitationKind) -> tuple[str, ...]:
    """Return the levels of a provision below its whole, from the whole down to itself. For '2C:44-1(a)(3)'
    these are '', '(a)' and '(a)(3)'; for anything but a provision only ''. Cached as ``whole_of`` is."""
    whole = whole_of(canonical, kind)
    if not canonical.startswith(whole):
        return ("",)
    below = canonical[len(whole) :]
    return ("", *(below[: at + 1] for at, sign in enumerate(below) if sign == ")"))


_WINDOW_WORDS = re.compile(
    r"\b(?:eff\b|effective|(?:in)?operative|in force|in effect|repeal|expir|sunset"
    r"|tak\w{1,3} effect|took effect)",
    re.IGNORECASE,
)
"""Words of which every text with a window holds one."""
_BACK = 240  # characters before a date that may tell its meaning
_DAY = timedelta(days=1)
_HISTORY_RANK = 2
_ON = r"(?: (?:only|date|dates|on|as of|from(?: and after)?))*[:.]? ?(?:midnight (?:on|of) )?$"
_UNTIL = re.compile(
    rf"\b(?:effective|operative|in force|in effect|remains? effective)(?: only)? (?:until|before){_ON}"
    rf"|\binoperative{_ON}",
    re.IGNORECASE,
)
"""Words before the day after the last one."""
_THROUGH = re.compile(
    rf"\b(?:effective|operative|in force|in effect|remains? effective)(?: only)? through{_ON}"
    r"|\b(?:expires?|expired|sunsets?|sunset date|expiration date|(?:shall|will) (?:expire|sunset))"
    rf"(?: at midnight)?{_ON}",
    re.IGNORECASE,
)
"""Words before the last day itself."""
_PAIR = re.compile(r",? (?:and )?(?:(?P<until>until|ending before)|to|through|thru|ending(?: on)?|[-–—]) ?")
"""Words between the first day and the last one, or (``until``) the day after the last one."""
_FROM = re.compile(
    r"\b(?:eff\.?|effective(?: dates?)?|operative(?: date)?|(?:takes?|took|taking) effect|in effect)"
    rf"{_ON}|\beffective dates?[.:] [^\[\]]{{0,60}}?\. ?$",
    re.IGNORECASE,
)
_REPEALED = re.compile(r"\brepealed\b(?! and (?:re|super))|\b(?:shall be|is) repealed\b", re.IGNORECASE)
_REPEALED_ON = re.compile(rf"\brepealed,?(?: effective| eff\.)?{_ON}", re.IGNORECASE)
_PART = re.compile(
    r"\b(?:sub(?:section|division|chapter|s?\.)s?|paragraphs?|clauses?|par\.) ?\S{0,12}", re.IGNORECASE
)
_OTHER_VERSION = re.compile(r"\b(?:see|versions?|texts?|provisions?)\b[^\[\]]{0,60}$", re.IGNORECASE)
_SELF = re.compile(
    r"(?:^|[.;\n]\s?|\) ?)(?:This|The provisions of this) (?:section|act|chapter|article|title|rule"
    r"|directive|part|order|policy)[ ,][^.;\n]{0,60}?\b(?:shall|will|is|was|takes?|took|becomes?|became"
    r"|expires?|expired|remains?|sunsets?)\b(?![^.;\n]{0,100}\bthe \w+ (?:effective|in effect))"
    r"[^.;\n]{0,100}$",
    re.IGNORECASE,
)
"""A sentence about the provision that contains it."""
_HISTORY = re.compile(
    r"\b(?:L\. ?\d{4}|P\.L\. ?\d{4}|Pub\. L\.|Acts,? \d{4}|Stats?\.,? \d{4}|Laws,? \d{4})"
    r"|(?:^|[;,.\[(\n:] ?|\bas )(?:added|amended|enacted|adopted|renumbered|repealed|history|source"
    r"|credits)\b"
    r"|\beff\.? ?$|\bto be effective ?$",
    re.IGNORECASE,
)
_STARTS_LINE = re.compile(
    r"(?:^|\n|[.\])] ?)(?:effective(?: dates?)?|operative(?: date)?|expir(?:es|ed|ation date)"
    r"|sunset(?: date)?|repealed(?:,? effective)?|in effect)\b[^\n.;]{0,40}$",
    re.IGNORECASE,
)
_BEGINS_BRACKET = re.compile(r"\W?(?:effective|repealed|expire|operative|in effect)", re.IGNORECASE)
_ENDS_LINE = re.compile(rf"(?:{_PAIR.pattern}.{{6,20}}?\d{{4}})?[.;]?\s*(?:$|\n|[\])])")
_CLAUSE = re.compile(r"[;\[(\n]|\.\s+(?=[A-Z][a-z]{2,})")


class _DatedBound(NamedTuple):
    """A first or last day that a date gives. The lowest ``rank`` prevails: 0 for a bracket, 1 for a sentence,
    2 for the history."""

    rank: int
    first: date | None
    last: date | None


def read(text: str) -> Window:
    """Return the window in which the provision with this text is in force, as far as the text tells. Any
    thread; never raises; linear time."""
    bounds = list(_dated_bounds(text)) if _WINDOW_WORDS.search(text) else []
    first, first_rank = _latest((bound.rank, bound.first) for bound in bounds)
    last, last_rank = _latest((bound.rank, bound.last) for bound in bounds)
    if first and last and last < first:
        if first_rank == last_rank:
            return ALWAYS
        first, last = (None, last) if last_rank < first_rank else (first, None)
    return Window(first, last)


def _latest(bounds: Iterator[tuple[int, date | None]]) -> tuple[date | None, int]:
    """Return the latest day of the lowest rank, and the rank: a history ends with the last change."""
    days = [(rank, day) for rank, day in bounds if day is not None]
    if not days:
        return None, -1
    rank = min(rank for rank, _ in days)
    return max(day for own, day in days if own == rank), rank


def _dated_bounds(text: str) -> Iterator[_DatedBound]:
    first_day: tuple[int, int] | None = None
    """The end and the rank of a first day right before, which a last day may follow."""
    for day, start, end in dates_in(text):
        pair = _PAIR.fullmatch(text, first_day[0], start) if first_day else None
        if first_day and pair:
            yield _DatedBound(first_day[1], None, _before(day) if pair["until"] else day)
            first_day = None
            continue
        before = text[max(0, start - _BACK) : start]
        rank = _rank(before, text, end)
        bound = None if rank is None else _bound_of(before, day, rank)
        first_day = (end, bound.rank) if bound and bound.first else None
        if bound:
            yield bound


def _rank(before: str, text: str, end: int) -> int | None:
    """Return the rank of a date by its introduction; None for a date that is not the provision's own."""
    opening = max(before.rfind("["), before.rfind("("))
    inside = before[opening + 1 :]
    if opening >= 0 and not ("]" in inside or ")" in inside) and _BEGINS_BRACKET.match(inside):
        return None if _OTHER_VERSION.search(inside) else 0
    if _SELF.search(before):
        return 1
    if _HISTORY.search(before[before.rfind("\n") + 1 :]):
        return _HISTORY_RANK
    return 1 if _STARTS_LINE.search(before) and _ENDS_LINE.match(text, end) else None


def _bound_of(before: str, day: date, rank: int) -> _DatedBound | None:
    """Return the first or last day that the words before a date make of it; None for neither."""
    tail = before[-90:]
    clause = before[max((m.end() for m in _CLAUSE.finditer(before)), default=0) :]
    repealed = _REPEALED.search(clause) is not None
    if repealed and rank == _HISTORY_RANK and _PART.search(clause):
        return None
    if _UNTIL.search(tail):
        return _DatedBound(rank, None, _before(day))
    if _THROUGH.search(tail):
        return _DatedBound(rank, None, day)
    if _REPEALED_ON.search(tail) or (repealed and _FROM.search(tail)):
        return _DatedBound(min(rank, 1), None, _before(day))
    return _DatedBound(rank, day, None) if _FROM.search(tail) else None


def _before(day: date) -> date:
    return day - _DAY if day > date.min else day


def settled(windows: Sequence[Window]) -> list[Window]:
    """Complete the windows of one provision's versions. A window without an end ends the day before the next
    one begins. Stated overlaps stay, and a window without a beginning ends no other. O(n log n)."""
    begins = sorted({window.first for window in windows if window.first is not None})
    complete = []
    for window in windows:
        if window.first is not None and window.last is None:
            after = bisect_right(begins, window.first)
            window = Window(window.first, begins[after] - _DAY) if after < len(begins) else window
        complete.append(window)
    return complete


_OUTSIDE = frozenset({Role.CONTENTS, Role.AUTHORITIES, Role.SERVICE, Role.FOOTNOTE})
_OPENING = 3  # passages at the start that may name the code
_LINES = 40
_LONGEST_LINE = 120
_CATCHLINE = 300  # the most characters of a catchline that are kept

_DIVISION = re.compile(r"(?:SUB)?(?:TITLE|CHAPTER|PART)\b|(?:ARTICLE|DIVISION)\b", re.IGNORECASE)
_NUMBER = r"\d{1,6}[A-Za-z]{0,3}(?:[.:\-–]\d{1,6}[A-Za-z]{0,3}){0,5}"
_SECTION_HEAD = re.compile(
    r"\W{0,3}(?P<before>(?:\d{1,2} )?(?:[A-Z][A-Za-z.’']{0,15} ?){0,6})(?P<sign>§{0,2}) ?"
    rf"(?P<number>{_NUMBER})(?![\w(])(?:(?:,| (?:to|through|and|&|[-–—])) {_NUMBER}){{0,8}}"
)
_SECTION_WORD = re.compile(
    r"(?:Rule|RULE|Section|SECTION|Sec\.|SEC\.|R\. ?E\.|C\. ?A?\.?|Code|Ann\.|Stat\.|P\.) ?$"
)
"""Words that make a plain number after them a section's number."""
_STOP = " .:;,-–—"
_SMALL = frozenset({"of", "the", "and"})
_WITHOUT_BOOK = "Evid. R. "  # the name of a rule of evidence without a book of rules


def provisions_of(
    document: Document, passages: Sequence[Passage], gaps: AnnotationGaps | None = None
) -> list[ReadProvision]:
    """Return the provisions that a statute, rule or directive contains, in order; none for other kinds.
    ``passages`` are the whole document in order. A section that cannot be read is left out, and is among
    ``gaps``. Any thread; linear time."""
    gaps = gaps or AnnotationGaps()
    if document.kind is Kind.DIRECTIVE:
        return _directive(document, passages, gaps)
    if document.kind not in (Kind.STATUTE, Kind.RULE):
        return []
    sections, books = _sections(passages), list(_possible_books(document, passages))
    context = document.kind, books, gaps, len(sections) == 1
    attempts = (gaps.attempt(Annotation.TREATMENTS, None, _read_section, own, *context) for own in sections)
    return [provision for provision in attempts if provision is not None]


@dataclass(slots=True)
class _Section:
    """A run of passages of one section."""

    above: tuple[str, ...]  # The heading path down to the section's own heading
    heading: str
    passages: list[Passage] = field(default_factory=list)


def _sections(passages: Sequence[Passage]) -> list[_Section]:
    """Return the runs of passages under one section's heading. A repeated heading begins another version."""
    sections: list[_Section] = []
    for passage in passages:
        path = () if passage.role in _OUTSIDE else passage.heading_path
        at = next((at for at in range(len(path) - 1, -1, -1) if _section_head(path[at])), None)
        if at is None:
            continue
        above, heading = path[:at], path[at]
        same = bool(sections) and (sections[-1].above, sections[-1].heading) == (above, heading)
        if same and sections[-1].passages[-1].section != passage.section:
            same = f"\n{heading}" not in f"\n{passage.text}"
        if not same:
            sections.append(_Section(above, heading))
        sections[-1].passages.append(passage)
    return sections


def _section_head(heading: str) -> re.Match[str] | None:
    match = _SECTION_HEAD.match(heading[:160])
    if match is None or _DIVISION.match(heading):
        return None
    signed = bool(match["sign"]) or _SECTION_WORD.search(match["before"]) is not None
    return match if signed or any(mark in match["number"] for mark in ":-–") else None


def _read_section(
    section: _Section, kind: Kind, books: Sequence[str], gaps: AnnotationGaps, alone: bool
) -> ReadProvision:
    """Return a section as a provision, named by its heading or else with the code that a line names. The text
    above the heading of a document's only section, ``alone``, belongs to it too."""
    head = _section_head(section.heading)
    assert head is not None, "a section has a heading with its number"
    number = plain_number(head["number"])
    named = _citation_of(section.heading[:160], number)
    if named is None or named[0].startswith(_WITHOUT_BOOK):
        for book in (*section.above[:1], *books):
            if code := code_at_end(book):
                named = f"{code.prefix} {number}", code.kind
                break
            plain, signed = f"{book} {number}", f"{book} § {number}"
            if of_book := _citation_of(plain, number) or _citation_of(signed, number):
                named = of_book
                break
    if named is None and kind is Kind.RULE and ":" in number:
        named = _citation_of(f"R. {number}", number)
    canonical, own_kind = named or (number, CitationKind.RULE if kind is Kind.RULE else CitationKind.STATUTE)
    text = "\n".join(passage.text for passage in section.passages)
    begins = 0 if alone else max(0, text.find(section.heading))
    path = tuple(part for part in section.above if _DIVISION.match(part) or _section_head(part))
    catchline = section.heading[head.end() :].strip(_STOP)[:_CATCHLINE]
    first, last = section.passages[0].ordinal, section.passages[-1].ordinal
    window = gaps.attempt(Annotation.DATES, ALWAYS, read, text[begins:])
    return ReadProvision(canonical, own_kind, path, number, catchline, first, last, window)


def _citation_of(text: str, number: str) -> tuple[str, CitationKind] | None:
    """Return the first citation of a text if it cites the section with this number."""
    for citation in find(text)[:1]:
        if citation.canonical.endswith(f" {number}"):
            return citation.canonical, citation.kind
    return None


def _possible_books(document: Document, passages: Sequence[Passage]) -> Iterator[str]:
    """Yield the lines that may name the code: the title and short lines before the first section."""
    yield _without_capitals(document.title[:_LONGEST_LINE])
    lines = "\n".join(passage.text[:2000] for passage in passages[:_OPENING]).split("\n")
    for line in lines[:_LINES]:
        if _section_head(line):
            return
        if len(line) <= _LONGEST_LINE:
            yield _without_capitals(line).strip(_STOP)


def _without_capitals(text: str) -> str:
    """Turn capitals into title case: "TENNESSEE CODE ANNOTATED" becomes "Tennessee Code Annotated"."""
    if not text.isupper():
        return text
    words = (
        word if word in _SMALL else word.upper() if word.count(".") > 1 else word.capitalize()
        for word in text.lower().split()
    )
    return " ".join(words)


def _directive(document: Document, passages: Sequence[Passage], gaps: AnnotationGaps) -> list[ReadProvision]:
    """Return a directive as one provision; nothing if it gives no number."""
    opening = "\n".join(passage.text[:800] for passage in passages[:_OPENING])
    lines = map(_without_capitals, (*opening.split("\n")[:_LINES], document.docket, document.title))
    for citation in (citation for line in lines for citation in find(line)):
        if citation.kind is CitationKind.DIRECTIVE:
            name, title = citation.canonical, document.title[:_CATCHLINE]
            number, last = name.removeprefix("Directive "), passages[-1].ordinal if passages else 0
            text = "\n".join(passage.text for passage in passages)
            window = gaps.attempt(Annotation.DATES, ALWAYS, read, text)
            return [ReadProvision(name, CitationKind.DIRECTIVE, (), number, title, 0, last, window)]
    return []
