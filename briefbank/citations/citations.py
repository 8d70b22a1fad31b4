"""Citations that span a border between passages, such as a page break above footnotes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from briefbank.citations import cases
from briefbank.citations.case_names import case_name
from briefbank.citations.cases import find_cases, find_leaning
from briefbank.citations.codes import find_constitutions
from briefbank.citations.mentions import AUTHORITY_KINDS, Finder, Mention, single_spaced
from briefbank.citations.record_cites import find_dockets, find_record
from briefbank.citations.resolver import resolve
from briefbank.citations.statutes import find_numbered, find_sections
from briefbank.domain.authorities import Citation, CitationForm, CitationKind
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Annotation, AnnotationGaps, Document
from briefbank.domain.pages import Passage, Role

# --- across passages -------------------------------------------------------------------------------------

_REACH = 90
"""The number of characters read on either side of a border."""
_UNFINISHED = re.compile(r"(?:\d|§|,|\b[A-Z][\w’']{0,8}\.?(?:\d?d|th)?|\b[a-z]{1,4}\.|at|Const\.)$")
"""The end of a text that may break off within a citation."""


def across(
    texts: Sequence[str], streams: Sequence[str], find: Callable[[str], Iterable[Mention]]
) -> Iterator[tuple[int, Mention]]:
    """Find the citations that begin in a text and end in the next text of the same stream. Linear time.

    Yields the index of the first text and the mention. The mention's range ends with that text.
    """
    following: dict[str, int] = {}
    for at in range(len(texts) - 1, -1, -1):
        after = following.get(streams[at])
        following[streams[at]] = at
        if after is not None and _UNFINISHED.search(texts[at][-12:].rstrip()):
            for mention in _spanning_mentions(texts[at].rstrip(), texts[after][:_REACH].lstrip(), find):
                yield at, mention


def _spanning_mentions(text: str, head: str, find: Callable[[str], Iterable[Mention]]) -> Iterator[Mention]:
    tail = text[-_REACH:]
    shift = len(text) - len(tail)
    for mention in find(f"{tail} {head}"):
        if mention.start < len(tail) < mention.end - 1 and (mention.start > 0 or not shift):
            mention.start, mention.end = mention.start + shift, len(text)
            yield mention


# --- citations -------------------------------------------------------------------------------------------
# Finds the citations of a text and gives each authority one canonical form, however it is written.
#
# Each finder looks for one kind of citation in a text with single spaces. Of overlapping mentions the
# earliest stays, and the longest of those that begin together. Every range is mapped back to the original
# text. ``of_document`` also finds citations that only the rest of the document explains: short forms, "id."
# and record cites.

_NAMED: tuple[Finder, ...] = (find_numbered, find_constitutions, find_sections, find_cases)
_ALL: tuple[Finder, ...] = (*_NAMED, find_dockets, find_record, find_leaning)
_AMBIGUOUS_SHORT_FORMS = frozenset((CitationKind.RULE, CitationKind.STATUTE))
"""Kinds whose short forms ("Rule 8", "section 5 of the Act") count only if the book or act is known."""


_ROLES_WITH_OWN_NUMBERS = frozenset((Role.CAPTION, Role.SERVICE, Role.SIGNATURE, Role.CONTENTS))
"""Parts of a document in which a docket number is the document's own."""


def find(text: str) -> tuple[Citation, ...]:
    """Find the authorities that a text names in full, in order and without overlaps.

    Meant for a query or a single passage: short forms, dockets and record cites are left out. Any thread;
    never raises; linear time.
    """
    plain, back = single_spaced(text)
    found = [
        m
        for m in _without_overlaps(_run_finders(plain, _NAMED))
        if m.form is CitationForm.FULL and m.kind in AUTHORITY_KINDS
    ]
    return _citations(plain, back, found)


def of_document(
    texts: Sequence[str], roles: Sequence[Role] = (), gaps: AnnotationGaps | None = None
) -> list[tuple[Citation, ...]]:
    """Find the citations of a document's passages, which are given in order, with their roles if known.

    Returns one tuple for each text. Short forms carry the canonical form of the authority that they refer to.
    A citation that spans the end of a text belongs to that text. The document's own docket numbers, as in its
    caption, are left out. A text in which finding them fails has none, and is among ``gaps``. Any thread;
    linear time.
    """
    gaps = gaps or AnnotationGaps()
    spaced = [single_spaced(text) for text in texts]
    plain = [text for text, _ in spaced]
    parts = list(roles) or [Role.BODY] * len(texts)
    streams = [_stream(role) for role in parts]
    tried = [gaps.attempt(Annotation.CITATIONS, None, _find_all, text) for text in plain]
    readable = [text if each is not None else "" for text, each in zip(plain, tried, strict=True)]
    found = [each or [] for each in tried]
    for at, mention in across(
        readable, streams, lambda text: gaps.attempt(Annotation.CITATIONS, [], _find_all, text)
    ):
        found[at] = [*(each for each in found[at] if each.end <= mention.start), mention]
    found = [_without_own_numbers(mentions, role) for mentions, role in zip(found, parts, strict=True)]
    gaps.attempt(Annotation.CITATIONS, None, resolve, readable, found, streams, gaps)
    for text, (joined, back), mentions, role in zip(texts, spaced, found, parts, strict=True):
        if role is Role.AUTHORITIES:
            _cut_table_headings(text, joined, back, mentions)
    known = [[m for m in each if m.canonical or m.kind not in _AMBIGUOUS_SHORT_FORMS] for each in found]
    return [
        gaps.attempt(Annotation.CITATIONS, (), _citations, text, back, mentions)
        for (text, back), mentions in zip(spaced, known, strict=True)
    ]


def _without_own_numbers(found: Iterable[Mention], role: Role) -> list[Mention]:
    """Return the mentions without dockets and record cites where those are the document's own numbers."""
    return [m for m in found if m.kind in AUTHORITY_KINDS or role not in _ROLES_WITH_OWN_NUMBERS]


def _cut_table_headings(text: str, joined: str, back: Callable[[int], int], found: Iterable[Mention]) -> None:
    """Cut a code's name off a mention where that name is a heading in a table of authorities.

    Such a heading stands over all the sections below it and is no part of the first one.
    """
    for mention in found:
        sign = joined.find("§", mention.start, mention.end) if mention.prefix else -1
        if sign > 0 and text[back(sign) - 1 : back(sign)] == "\n":
            mention.start = sign


def _stream(role: Role) -> str:
    """Return the stream of a role. Each stream of passages is read by itself.

    Footnotes, contents and tables of authorities are streams of their own.
    """
    if role in (Role.FOOTNOTE, Role.CONTENTS, Role.AUTHORITIES):
        return role.value
    return "text"


def _find_all(text: str) -> list[Mention]:
    return list(_without_overlaps(_run_finders(text, _ALL)))


def _run_finders(text: str, finders: Iterable[Finder]) -> Iterator[Mention]:
    for finder in finders:
        yield from finder(text)


def _without_overlaps(found: Iterable[Mention]) -> Iterator[Mention]:
    """Drop overlaps: the earliest mention stays, and the longest of those that begin together.

    A section that only the document can name gives way to a provision whose number names it.
    """
    last: Mention | None = None
    for mention in sorted(found, key=lambda m: (m.start, -m.end)):
        if mention.end <= mention.start:
            continue
        if last is None or mention.start >= last.end:
            if last:
                yield last
            last = mention
        elif _is_bare_section(last) and mention.prefix and mention.canonical:
            last = mention
    if last:
        yield last


def _is_bare_section(mention: Mention) -> bool:
    return (
        mention.kind is CitationKind.STATUTE and mention.form is CitationForm.SHORT and not mention.canonical
    )


def _citations(text: str, back: Callable[[int], int], found: Sequence[Mention]) -> tuple[Citation, ...]:
    """Return the mentions as citations with pin and signal, at their original places."""
    made: list[Citation] = []
    floor = 0
    for mention in found:
        pin = cases.pin(text, mention)
        made.append(
            Citation(
                back(mention.start),
                back(mention.end - 1) + 1,
                mention.canonical,
                mention.kind,
                mention.form,
                pin,
                cases.signal(text, mention.start, floor),
                mention.certain,
            )
        )
        floor = mention.end
    return tuple(made)


# --- own citations ---------------------------------------------------------------------------------------
# The authority that a document is: the citation that an opinion bears on its first page.
#
# Opinions circulate with their citation on a line of its own or after the case's name ("Cite as 170 N.J. 632
# (2002)"). A slip opinion has only its docket number, by which Bluebook rule 10.8.1 has it cited.

_HEAD_LENGTH = 1_500
"""The number of characters of the first page that are searched."""
_ALLOWED_REST = re.compile(
    r"(?:\W|\b(?:1[6-9]|20)\d\d\b|\b(?:cite|cited|reported|as|at|in|also)\b|\b(?:App|Div|Super|Ct|Sup|N\.?J|Law"
    r"|Ch|Cir|\d{1,2}(?:st|d|nd|rd|th)|D\.C|Fed|Pa|Del|Supreme|Court)\b\.?){0,40}",
    re.IGNORECASE,
)
"""Text that the line may hold besides the citation: "Cite as", court and date."""


def own_citations(document: Document, passages: Sequence[Passage]) -> list[tuple[str, CitationKind]]:
    """Return an opinion's citations as (canonical name, kind), or else its docket numbers.

    Empty for documents of other kinds. The first pair is the main one. Any thread; never raises; linear time.
    """
    if document.kind is not Kind.OPINION:
        return []
    reported = [citation.canonical for citation in find(document.title) if citation.kind is CitationKind.CASE]
    for line in _first_lines(passages):
        reported += _on_line(line, document.title)
    if reported:
        return [(canonical, CitationKind.CASE) for canonical in dict.fromkeys(reported)]
    dockets = find_dockets(
        " ".join(f"No. {each.strip()}" for each in document.docket.split(";") if each.strip())
    )
    return [(each.canonical, CitationKind.DOCKET) for each in dockets if each.canonical]


def _first_lines(passages: Sequence[Passage]) -> Iterator[str]:
    left = _HEAD_LENGTH
    for passage in passages:
        if passage.first_page or left <= 0:
            return
        yield from passage.text[:left].split("\n")
        left -= len(passage.text)


def _on_line(line: str, title: str) -> list[str]:
    """Return the citations of a line that holds nothing else but the case's name, court and date."""
    cases = [citation for citation in find(line) if citation.kind is CitationKind.CASE]
    if not cases:
        return []
    name = case_name(line, cases[0].start)
    before = line[: cases[0].start]
    if name and _words(name) == _words(title):
        before = ""
    rest = before + " " + " ".join(_between(line, cases))
    return [citation.canonical for citation in cases] if _ALLOWED_REST.fullmatch(rest) else []


def _between(line: str, cases: Sequence[Citation]) -> Iterator[str]:
    ends = [*(citation.start for citation in cases[1:]), len(line)]
    for citation, end in zip(cases, ends, strict=True):
        yield line[citation.end : end]


def _words(name: str) -> list[str]:
    return re.findall(r"\w+", name.casefold())
