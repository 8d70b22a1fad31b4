"""Reads a document's entries for the graph of authorities. Pure; does not use the catalogue.

Citations in tables of contents and of authorities support no point. Only the names of cases are taken from
there.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from briefbank.catalogue.authority_rows import JOINED_KINDS
from briefbank.catalogue.graph_rows import CanonicalForm, Cited, DocumentGraph, StatedRelation
from briefbank.citations import cases
from briefbank.citations.case_names import case_name
from briefbank.citations.citations import own_citations
from briefbank.citations.provisions import whole_of
from briefbank.citations.treatments import TreatmentStatement, statements
from briefbank.domain.authorities import (
    TREATED_AS,
    Citation,
    CitationForm,
    CitationKind,
    ReadProvision,
    RelationKind,
)
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Annotation, AnnotationGaps, Document
from briefbank.domain.pages import UNSEARCHED_ROLES, Passage
from briefbank.index.occurrences import citation_key
from briefbank.text.language import sentence_ends

_OPINION_SPEAKS = re.compile(
    r"\b(?:[Ww]e|[Hh]ereby|[Tt]oday|[Tt]his [Cc]ourt|[Tt]his opinion)\b|\b(?:is|are) (?:now )?\w+ed\b"
)
"""Words of an opinion that treats an authority itself, in a sentence that names no other source."""
_LONGEST_WORDS = 200
"""The most characters of a treatment's words that are kept."""


def entries_of(
    document: Document,
    passages: Sequence[Passage],
    provisions: Sequence[ReadProvision],
    gaps: AnnotationGaps | None = None,
) -> DocumentGraph:
    """Return a document's entries for the graph.

    ``passages`` are the whole document in order, with their ids. ``provisions`` are those that it contains.
    What cannot be read of one passage is left out, and is among ``gaps``. Any thread; linear time.
    """
    reader = _Reader(document, passages, provisions, gaps or AnnotationGaps())
    for passage in passages:
        reader.read(passage)
    return reader.entries()


class _Reader:
    """A reader of one document's passages that collects its entries."""

    def __init__(
        self,
        document: Document,
        passages: Sequence[Passage],
        provisions: Sequence[ReadProvision],
        gaps: AnnotationGaps,
    ) -> None:
        self._document, self._gaps = document, gaps
        self._own = gaps.attempt(Annotation.TREATMENTS, [], own_citations, document, passages)
        self._provisions = sorted(provisions, key=lambda provision: provision.first)
        self._begins = [provision.first for provision in self._provisions]
        self._kinds: dict[str, CitationKind] = dict(self._own)
        self._names: dict[str, Counter[str]] = defaultdict(Counter)
        self._parallel: dict[str, str] = {}
        self._cited: list[Cited] = []
        self._relations: list[StatedRelation] = []

    def entries(self) -> DocumentGraph:
        identities = [canonical for canonical, _ in self._own]
        title = f"{self._document.title}, "
        for canonical in identities:  # the title may be the case's name
            name = self._gaps.attempt(Annotation.TREATMENTS, "", case_name, title, len(title))
            self._names[canonical].update([name] if name else [])
        if self._document.kind is Kind.DIRECTIVE:
            identities = [provision.canonical for provision in self._provisions]
        return DocumentGraph(list(self._forms()), self._cited, self._relations, identities)

    def read(self, passage: Passage) -> None:
        cited = [(at, citation) for at, citation in enumerate(passage.citations) if _is_authority(citation)]
        if not cited:
            return
        self._gaps.attempt(Annotation.TREATMENTS, None, self._count_names, passage)
        if passage.role in UNSEARCHED_ROLES:
            return
        self._gaps.attempt(Annotation.TREATMENTS, None, self._join_parallel, passage)
        stated = self._gaps.attempt(Annotation.TREATMENTS, [], statements, passage.text, passage.citations)
        treated: dict[int, str] = {}
        for statement in stated:
            treated.setdefault(statement.target, statement.words[:_LONGEST_WORDS])
        for at, citation in cited:
            self._kinds.setdefault(citation.canonical, citation.kind)
            self._cited.append(Cited(passage.id, at, citation.canonical, treated.get(at, "")))
        self._add_citing(passage, [citation for _, citation in cited])
        for statement in stated:
            self._add_statement(passage, statement)

    def _count_names(self, passage: Passage) -> None:
        floor = 0
        for citation in passage.citations:
            canonical, kind = citation.canonical, citation.kind
            # an annotation has no name of its own
            if citation.form is CitationForm.FULL and kind in JOINED_KINDS and canonical:
                annotation = cases.rank(canonical, kind) is cases.Rank.ANNOTATION
                if not annotation and (name := case_name(passage.text, citation.start, floor)):
                    self._names[canonical][name] += 1
            floor = citation.end

    def _join_parallel(self, passage: Passage) -> None:
        for at, first in cases.leaders(passage.text, passage.citations).items():
            form, parallel_to = passage.citations[at].canonical, passage.citations[first].canonical
            if form != parallel_to and self._parallel.get(parallel_to) != form:
                self._parallel.setdefault(form, parallel_to)

    def _add_citing(self, passage: Passage, citations: Sequence[Citation]) -> None:
        """Add a relation for each citation if the passage is the text of an authority."""
        source = self._speaker(passage)
        if not source:
            return
        ends = [0, *sentence_ends(passage.text), len(passage.text)]
        for citation in citations:
            start = ends[max(0, bisect_right(ends, citation.start) - 1)]
            end = next((end for end in ends if end >= citation.end), citation.end)
            words = passage.text[citation.start : citation.end][:_LONGEST_WORDS]
            cites = RelationKind.CITES
            self._relations.append(
                StatedRelation(cites, source, citation.canonical, passage.id, start, end, words)
            )

    def _add_statement(self, passage: Passage, statement: TreatmentStatement) -> None:
        target = passage.citations[statement.target]
        if not _is_authority(target):
            return
        if statement.source is not None:
            citation = passage.citations[statement.source]
            source = citation.canonical if _is_authority(citation) else ""
        else:
            sentence = passage.text[statement.start : statement.end]
            itself = statement.kind not in TREATED_AS or _OPINION_SPEAKS.search(sentence)
            source = self._speaker(passage) if itself else ""
        span = (passage.id, statement.start, statement.end, statement.words[:_LONGEST_WORDS])
        self._relations.append(StatedRelation(statement.kind, source, target.canonical, *span))

    def _speaker(self, passage: Passage) -> str:
        """Return the authority whose text a passage is; empty for none."""
        if self._own:
            return self._own[0][0]
        at = bisect_right(self._begins, passage.ordinal) - 1
        if at < 0 or passage.ordinal > self._provisions[at].last:
            return ""
        return self._provisions[at].canonical

    def _forms(self) -> Iterator[CanonicalForm]:
        """Yield every form that is named, with the form that it belongs to."""
        wholes: dict[str, CitationKind] = {}
        for canonical, kind in self._kinds.items():
            parallel_to = self._parallel.get(canonical, "") if kind in JOINED_KINDS else ""
            whole = whole_of(canonical, kind)
            names = self._names.get(canonical, Counter())
            if whole != canonical:
                parallel_to = whole
                if whole not in self._kinds:
                    wholes[whole] = kind
            yield CanonicalForm(
                canonical,
                citation_key(canonical),
                kind,
                cases.rank(canonical, kind) if kind in JOINED_KINDS else 0,
                parallel_to if parallel_to in self._kinds or parallel_to == whole else "",
                min(names, key=lambda name: (-names[name], name), default=""),
            )
        for whole, kind in wholes.items():
            yield CanonicalForm(whole, citation_key(whole), kind)


def _is_authority(citation: Citation) -> bool:
    return bool(citation.canonical) and citation.kind is not CitationKind.RECORD
