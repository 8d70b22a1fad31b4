"""The provisions that a document contains: the sections of a code, rules of court, a directive.

A section is recognized by the heading path that extraction gave its passages ("N.J.S.A.", "Title 2C …",
"2C:44-1. Criteria …", "a.(3)"), and is named as ``citations.find`` names it where it is cited. If the
document never names its code, the number alone is the name ("30-1-101"); ``catalogue.provisions`` matches
that to the citations of the only code with the number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from briefbank.citations import validity_windows
from briefbank.citations.citations import find
from briefbank.citations.code_names import code_at_end
from briefbank.citations.mention import plain_number
from briefbank.domain.annotations import Annotation, AnnotationGaps
from briefbank.domain.authorities import ALWAYS, ReadProvision, Window
from briefbank.domain.citations import CitationKind
from briefbank.domain.documents import Document
from briefbank.domain.kinds import Kind
from briefbank.domain.passages import Passage, Role

_OUTSIDE = frozenset({Role.CONTENTS, Role.AUTHORITIES, Role.SERVICE, Role.FOOTNOTE})
_OPENING = 3
"""The number of passages at the start that may name the code."""
_LINES = 40
_LONGEST_LINE = 120
_CATCHLINE = 300
"""The most characters of a catchline that are kept."""

_DIVISION = re.compile(
    r"(?:SUB)?(?:TITLE|CHAPTER|PART)\b|(?:ARTICLE|DIVISION)\b",
    re.IGNORECASE,
)
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
_WITHOUT_BOOK = "Evid. R. "
"""The name of a rule of evidence without a book of rules."""


def provisions_of(
    document: Document, passages: Sequence[Passage], gaps: AnnotationGaps | None = None
) -> list[ReadProvision]:
    """Return the provisions that a statute, rule or directive contains, in order; none for other kinds.

    ``passages`` are the whole document in order. A section that cannot be read is left out, and is among
    ``gaps``. Any thread; linear time.
    """
    gaps = gaps or AnnotationGaps()
    if document.kind is Kind.DIRECTIVE:
        return _directive(document, passages, gaps)
    if document.kind not in (Kind.STATUTE, Kind.RULE):
        return []
    sections = _sections(passages)
    naming = _SectionNamer(document, passages, gaps)
    alone = len(sections) == 1
    tried = (gaps.attempt(Annotation.TREATMENTS, None, naming.read, each, alone=alone) for each in sections)
    return [each for each in tried if each is not None]


# --- sections --------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Section:
    """A run of passages of one section."""

    above: tuple[str, ...]
    """The heading path down to the section's own heading."""
    heading: str
    passages: list[Passage] = field(default_factory=list)


def _sections(passages: Sequence[Passage]) -> list[_Section]:
    """Return the runs of passages under one section's heading. A repeated heading begins another version."""
    found: list[_Section] = []
    for passage in passages:
        at = None if passage.role in _OUTSIDE else _heading_at(passage.heading_path)
        if at is None:
            continue
        above, heading = passage.heading_path[:at], passage.heading_path[at]
        last = found[-1] if found else None
        if last is None or (last.above, last.heading) != (above, heading) or _repeats_heading(last, passage):
            found.append(_Section(above, heading, []))
        found[-1].passages.append(passage)
    return found


def _heading_at(path: tuple[str, ...]) -> int | None:
    """Return the index of the innermost section in a heading path."""
    return next((at for at in range(len(path) - 1, -1, -1) if _section_head(path[at])), None)


def _section_head(heading: str) -> re.Match[str] | None:
    match = _SECTION_HEAD.match(heading[:160])
    if match is None or _DIVISION.match(heading):
        return None
    signed = bool(match.group("sign")) or _SECTION_WORD.search(match.group("before")) is not None
    return match if signed or any(mark in match.group("number") for mark in ":-–") else None


def _repeats_heading(section: _Section, passage: Passage) -> bool:
    """Tell whether the passage repeats the section's heading."""
    anew = section.passages and section.passages[-1].section != passage.section
    return bool(anew) and f"\n{section.heading}" in f"\n{passage.text}"


# --- names -----------------------------------------------------------------------------------------


class _SectionNamer:
    """A namer of one document's sections."""

    def __init__(self, document: Document, passages: Sequence[Passage], gaps: AnnotationGaps) -> None:
        self._kind, self._gaps = document.kind, gaps
        self._possible_books = list(_possible_books(document, passages))

    def read(self, section: _Section, *, alone: bool) -> ReadProvision:
        """Return a section as a provision.

        ``alone`` says that it is the document's only section, so that the text above its heading belongs to
        it too.
        """
        head = _section_head(section.heading)
        assert head is not None, "a section has a heading with its number"
        number = plain_number(head.group("number"))
        canonical, kind = self._named(section, number)
        catchline = section.heading[head.end() :].strip(_STOP)
        text = "\n".join(passage.text for passage in section.passages)
        begins = 0 if alone else max(0, text.find(section.heading))
        return ReadProvision(
            canonical,
            kind,
            tuple(part for part in section.above if _DIVISION.match(part) or _section_head(part)),
            number,
            catchline[:_CATCHLINE],
            section.passages[0].ordinal,
            section.passages[-1].ordinal,
            _window(text[begins:], self._gaps),
        )

    def _named(self, section: _Section, number: str) -> tuple[str, CitationKind]:
        """Return the canonical name and kind, from the heading itself or with the code of the document."""
        written = section.heading[:160]
        named = _citation_of(written, number)
        if named is None or named[0].startswith(_WITHOUT_BOOK):
            books = [*section.above[:1], *self._possible_books]
            named = next(filter(None, (_in_book(book, number) for book in books)), named)
        if named is None and self._kind is Kind.RULE and ":" in number:
            named = _citation_of(f"R. {number}", number)
        return named or (number, CitationKind.RULE if self._kind is Kind.RULE else CitationKind.STATUTE)


def _in_book(book: str, number: str) -> tuple[str, CitationKind] | None:
    """Return the section of the code or book of rules that a line names."""
    if code := code_at_end(book):
        return f"{code.prefix} {number}", code.kind
    for text in (f"{book} {number}", f"{book} § {number}"):
        if named := _citation_of(text, number):
            return named
    return None


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
    words = text.lower().split()
    return " ".join(word if word in _SMALL else _capitalised(word) for word in words)


def _capitalised(word: str) -> str:
    return word.upper() if word.count(".") > 1 else word.capitalize()


# --- directives ------------------------------------------------------------------------------------


def _directive(document: Document, passages: Sequence[Passage], gaps: AnnotationGaps) -> list[ReadProvision]:
    """Return a directive as one provision; nothing if it gives no number."""
    opening = "\n".join(passage.text[:800] for passage in passages[:_OPENING])
    for line in (*opening.split("\n")[:_LINES], document.docket, document.title):
        for citation in find(_without_capitals(line)):
            if citation.kind is CitationKind.DIRECTIVE:
                return [_whole(document, passages, citation.canonical, gaps)]
    return []


def _whole(
    document: Document, passages: Sequence[Passage], canonical: str, gaps: AnnotationGaps
) -> ReadProvision:
    window = _window("\n".join(passage.text for passage in passages), gaps)
    number = canonical.removeprefix("Directive ")
    last = passages[-1].ordinal if passages else 0
    catchline = document.title[:_CATCHLINE]
    return ReadProvision(canonical, CitationKind.DIRECTIVE, (), number, catchline, 0, last, window)


def _window(text: str, gaps: AnnotationGaps) -> Window:
    return gaps.attempt(Annotation.DATES, ALWAYS, validity_windows.read, text)
