"""Finds the citations of a text and gives each authority one canonical form, however it is written.

Each finder looks for one kind of citation in a text with single spaces. Of overlapping mentions the earliest
stays, and the longest of those that begin together. Every range is mapped back to the original text.
``of_document`` also finds citations that span a border between passages, such as a page break above
footnotes, and those that only the rest of the document explains: short forms, "id." and record cites.
"""

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

_NAMED: tuple[Finder, ...] = (find_numbered, find_constitutions, find_sections, find_cases)
_ALL: tuple[Finder, ...] = (*_NAMED, find_dockets, find_record, find_leaning)
_AMBIGUOUS_SHORT_FORMS = frozenset((CitationKind.RULE, CitationKind.STATUTE))
"""Kinds whose short forms ("Rule 8", "section 5 of the Act") count only if the book or act is known."""
_ROLES_WITH_OWN_NUMBERS = frozenset((Role.CAPTION, Role.SERVICE, Role.SIGNATURE, Role.CONTENTS))
"""Parts of a document in which a docket number is the document's own."""
_OWN_STREAMS = frozenset((Role.FOOTNOTE, Role.CONTENTS, Role.AUTHORITIES))
"""Parts that are read apart from the running text."""
_REACH = 90
"""The number of characters read on either side of a border between passages."""
_UNFINISHED = re.compile(r"(?:\d|§|,|\b[A-Z][\w’']{0,8}\.?(?:\d?d|th)?|\b[a-z]{1,4}\.|at|Const\.)$")
"""The end of a text that may break off within a citation."""
_HEAD_LENGTH = 1_500
"""The number of characters of a first page that are searched for a document's own citation."""
_ALLOWED_REST = re.compile(
    r"(?:\W|\b(?:1[6-9]|20)\d\d\b|\b(?:cite|cited|reported|as|at|in|also)\b|\b(?:App|Div|Super|Ct|Sup|N\.?J|Law"
    r"|Ch|Cir|\d{1,2}(?:st|d|nd|rd|th)|D\.C|Fed|Pa|Del|Supreme|Court)\b\.?){0,40}",
    re.IGNORECASE,
)
"""Text that the line with a document's own citation may also hold: "Cite as", court and date."""


def find(text: str) -> tuple[Citation, ...]:
    """Find the authorities that a text names in full, in order and without overlaps.

    Meant for a query or a single passage: short forms, dockets and record cites are left out. Any thread;
    never raises; linear time.
    """
    plain, back = single_spaced(text)
    mentions = [
        mention
        for mention in _find_with(_NAMED, plain)
        if mention.form is CitationForm.FULL and mention.kind in AUTHORITY_KINDS
    ]
    return _citations(plain, back, mentions)


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
    roles = list(roles) or [Role.BODY] * len(texts)
    streams = [role.value if role in _OWN_STREAMS else "text" for role in roles]

    def attempt(text: str) -> list[Mention] | None:
        return gaps.attempt(Annotation.CITATIONS, None, _find_with, _ALL, text)

    attempts = [attempt(text) for text, _ in spaced]
    readable = [
        text if result is not None else "" for (text, _), result in zip(spaced, attempts, strict=True)
    ]
    mentions = [result or [] for result in attempts]
    for at, spanning in _spanning_mentions(readable, streams, lambda text: attempt(text) or []):
        mentions[at] = [*(mention for mention in mentions[at] if mention.end <= spanning.start), spanning]
    for at, role in enumerate(roles):
        if role in _ROLES_WITH_OWN_NUMBERS:
            mentions[at] = [mention for mention in mentions[at] if mention.kind in AUTHORITY_KINDS]
    gaps.attempt(Annotation.CITATIONS, None, resolve, readable, mentions, streams, gaps)
    citations = []
    for text, (plain, back), own, role in zip(texts, spaced, mentions, roles, strict=True):
        if role is Role.AUTHORITIES:
            _cut_table_headings(text, plain, back, own)
        known = [m for m in own if m.canonical or m.kind not in _AMBIGUOUS_SHORT_FORMS]
        citations.append(gaps.attempt(Annotation.CITATIONS, (), _citations, plain, back, known))
    return citations


def own_citations(document: Document, passages: Sequence[Passage]) -> list[tuple[str, CitationKind]]:
    """Return an opinion's own citations as (canonical name, kind), or else its docket numbers.

    Opinions circulate with their citation on a line of its own or after the case's name ("Cite as 170 N.J.
    632 (2002)"). A slip opinion has only its docket number, by which Bluebook rule 10.8.1 has it cited. Empty
    for documents of other kinds. The first pair is the main one. Any thread; never raises; linear time.
    """
    if document.kind is not Kind.OPINION:
        return []
    reported = [citation.canonical for citation in find(document.title) if citation.kind is CitationKind.CASE]
    left = _HEAD_LENGTH
    for passage in passages:
        if passage.first_page or left <= 0:
            break
        for line in passage.text[:left].split("\n"):
            reported += _citations_alone_on(line, document.title)
        left -= len(passage.text)
    if reported:
        return [(canonical, CitationKind.CASE) for canonical in dict.fromkeys(reported)]
    numbers = " ".join(f"No. {number.strip()}" for number in document.docket.split(";") if number.strip())
    return [
        (mention.canonical, CitationKind.DOCKET) for mention in find_dockets(numbers) if mention.canonical
    ]


def _citations_alone_on(line: str, title: str) -> list[str]:
    """Return the citations of a line that holds nothing else but the case's name, court and date."""
    own = [citation for citation in find(line) if citation.kind is CitationKind.CASE]
    if not own:
        return []
    rest = line[: own[0].start]
    name = case_name(line, own[0].start)
    if name and re.findall(r"\w+", name.casefold()) == re.findall(r"\w+", title.casefold()):
        rest = ""
    ends = [*(citation.start for citation in own[1:]), len(line)]
    rest += " " + " ".join(line[citation.end : end] for citation, end in zip(own, ends, strict=True))
    return [citation.canonical for citation in own] if _ALLOWED_REST.fullmatch(rest) else []


def _spanning_mentions(
    texts: Sequence[str], streams: Sequence[str], find_mentions: Callable[[str], Iterable[Mention]]
) -> Iterator[tuple[int, Mention]]:
    """Find the citations that begin in a text and end in the next text of the same stream. Linear time.

    Yields the index of the first text and the mention, whose range ends with that text.
    """
    following: dict[str, int] = {}
    for at in range(len(texts) - 1, -1, -1):
        after = following.get(streams[at])
        following[streams[at]] = at
        if after is None or not _UNFINISHED.search(texts[at][-12:].rstrip()):
            continue
        text, head = texts[at].rstrip(), texts[after][:_REACH].lstrip()
        tail = text[-_REACH:]
        shift = len(text) - len(tail)
        for mention in find_mentions(f"{tail} {head}"):
            if mention.start < len(tail) < mention.end - 1 and (mention.start > 0 or not shift):
                mention.start, mention.end = mention.start + shift, len(text)
                yield at, mention


def _cut_table_headings(
    text: str, plain: str, back: Callable[[int], int], mentions: Iterable[Mention]
) -> None:
    """Cut a code's name off a mention where that name is a heading in a table of authorities: it stands over
    all the sections below it and is no part of the first one."""
    for mention in mentions:
        sign = plain.find("§", mention.start, mention.end) if mention.prefix else -1
        if sign > 0 and text[back(sign) - 1 : back(sign)] == "\n":
            mention.start = sign


def _find_with(finders: Iterable[Finder], text: str) -> list[Mention]:
    """Return what the finders find, without overlaps: the earliest mention stays, and the longest of those
    that begin together.

    A section that only the document can name gives way to a provision whose number names it.
    """
    mentions = [mention for finder in finders for mention in finder(text) if mention.end > mention.start]
    kept: list[Mention] = []
    for mention in sorted(mentions, key=lambda mention: (mention.start, -mention.end)):
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
            continue
        last = kept[-1]
        bare_section = (
            last.kind is CitationKind.STATUTE and last.form is CitationForm.SHORT and not last.canonical
        )
        if bare_section and mention.prefix and mention.canonical:
            kept[-1] = mention
    return kept


def _citations(text: str, back: Callable[[int], int], mentions: Sequence[Mention]) -> tuple[Citation, ...]:
    """Return the mentions as citations with pin and signal, at their original places."""
    citations: list[Citation] = []
    floor = 0
    for mention in mentions:
        pin = cases.pin(text, mention)
        citations.append(
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
    return tuple(citations)
