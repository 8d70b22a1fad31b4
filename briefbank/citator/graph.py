"""The graph of authorities: what each document cites, is and says of others, in step with the library.

Citations in tables of contents and of authorities support no point. Only the names of cases are taken from
there. A document is read into the graph right after it was stored or its caption was corrected. ``graphed``
records which were read, so that ``catch_up`` can add those that an interruption left out, some in each
transaction.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import islice

from briefbank.catalogue import document_rows, graph_rows, law_rows
from briefbank.catalogue.authority_rows import JOINED_KINDS
from briefbank.catalogue.database import Database
from briefbank.catalogue.graph_rows import CanonicalForm, Cited, DocumentGraph, StatedRelation
from briefbank.citations import cases
from briefbank.citations.case_names import case_name
from briefbank.citations.citations import own_citations
from briefbank.citations.provisions import provisions_of, whole_of
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
from briefbank.errors import StoreDamaged
from briefbank.index.occurrences import citation_key
from briefbank.text.language import sentence_ends

_OPINION_SPEAKS = re.compile(
    r"\b(?:[Ww]e|[Hh]ereby|[Tt]oday|[Tt]his [Cc]ourt|[Tt]his opinion)\b|\b(?:is|are) (?:now )?\w+ed\b"
)
"""Words of an opinion that treats an authority itself, in a sentence that names no other source."""
_LONGEST_WORDS = 200  # the most characters of a treatment's words that are kept


def entries_of(
    document: Document,
    passages: Sequence[Passage],
    provisions: Sequence[ReadProvision],
    gaps: AnnotationGaps | None = None,
) -> DocumentGraph:
    """Return a document's entries for the graph. ``passages`` are the whole document in order, with their
    ids. ``provisions`` are those that it contains. What cannot be read of one passage is left out, and is
    among ``gaps``. Any thread; linear time."""
    gaps = gaps or AnnotationGaps()
    reader = _Reader(document, passages, provisions, gaps)
    for passage in passages:
        reader.read(passage)
    title = f"{document.title}, "
    for canonical, _ in reader.own:  # the title may be the case's name
        if name := gaps.attempt(Annotation.TREATMENTS, "", case_name, title, len(title)):
            reader.names[canonical][name] += 1
    identities = [canonical for canonical, _ in reader.own]
    if document.kind is Kind.DIRECTIVE:
        identities = [provision.canonical for provision in reader.provisions]
    return DocumentGraph(list(reader.forms()), reader.cited, reader.relations, identities)


class _Reader:
    """A reader of one document's passages that collects its entries."""

    def __init__(
        self,
        document: Document,
        passages: Sequence[Passage],
        provisions: Sequence[ReadProvision],
        gaps: AnnotationGaps,
    ) -> None:
        self._gaps = gaps
        self.own = gaps.attempt(Annotation.TREATMENTS, [], own_citations, document, passages)
        self.provisions = sorted(provisions, key=lambda provision: provision.first)
        self.names: dict[str, Counter[str]] = defaultdict(Counter)
        self.cited: list[Cited] = []
        self.relations: list[StatedRelation] = []
        self._kinds: dict[str, CitationKind] = dict(self.own)
        self._parallel: dict[str, str] = {}

    def read(self, passage: Passage) -> None:
        cited = [(at, citation) for at, citation in enumerate(passage.citations) if _is_authority(citation)]
        if not cited:
            return
        self._gaps.attempt(Annotation.TREATMENTS, None, self._count_names, passage)
        if passage.role in UNSEARCHED_ROLES:
            return
        from briefbank.citations.treatments import statements  # its patterns take 0.3 s to compile

        self._gaps.attempt(Annotation.TREATMENTS, None, self._join_parallel, passage)
        stated = self._gaps.attempt(Annotation.TREATMENTS, [], statements, passage.text, passage.citations)
        treated: dict[int, str] = {}
        for statement in stated:
            treated.setdefault(statement.target, statement.words[:_LONGEST_WORDS])
        speaker = self._speaker(passage)
        ends = [0, *sentence_ends(passage.text), len(passage.text)] if speaker else []
        for at, citation in cited:
            canonical = citation.canonical
            self._kinds.setdefault(canonical, citation.kind)
            self.cited.append(Cited(passage.id, at, canonical, treated.get(at, "")))
            if speaker:
                start = ends[max(0, bisect_right(ends, citation.start) - 1)]
                end = next((end for end in ends if end >= citation.end), citation.end)
                span = passage.id, start, end, passage.text[citation.start : citation.end][:_LONGEST_WORDS]
                self.relations.append(StatedRelation(RelationKind.CITES, speaker, canonical, *span))
        for statement in stated:
            target = passage.citations[statement.target]
            if not _is_authority(target):
                continue
            if statement.source is not None:
                citation = passage.citations[statement.source]
                source = citation.canonical if _is_authority(citation) else ""
            else:
                sentence = passage.text[statement.start : statement.end]
                itself = statement.kind not in TREATED_AS or _OPINION_SPEAKS.search(sentence)
                source = speaker if itself else ""
            span = passage.id, statement.start, statement.end, statement.words[:_LONGEST_WORDS]
            self.relations.append(StatedRelation(statement.kind, source, target.canonical, *span))

    def _count_names(self, passage: Passage) -> None:
        floor = 0
        for citation in passage.citations:
            canonical, kind = citation.canonical, citation.kind
            # an annotation has no name of its own
            if citation.form is CitationForm.FULL and kind in JOINED_KINDS and canonical:
                annotation = cases.rank(canonical, kind) is cases.Rank.ANNOTATION
                if not annotation and (name := case_name(passage.text, citation.start, floor)):
                    self.names[canonical][name] += 1
            floor = citation.end

    def _join_parallel(self, passage: Passage) -> None:
        for at, first in cases.leaders(passage.text, passage.citations).items():
            form, parallel_to = passage.citations[at].canonical, passage.citations[first].canonical
            if form != parallel_to and self._parallel.get(parallel_to) != form:
                self._parallel.setdefault(form, parallel_to)

    def _speaker(self, passage: Passage) -> str:
        """Return the authority whose text a passage is; empty for none."""
        if self.own:
            return self.own[0][0]
        at = bisect_right(self.provisions, passage.ordinal, key=lambda provision: provision.first) - 1
        inside = at >= 0 and passage.ordinal <= self.provisions[at].last
        return self.provisions[at].canonical if inside else ""

    def forms(self) -> Iterator[CanonicalForm]:
        """Yield every form that is named, with the form that it belongs to."""
        wholes: dict[str, CitationKind] = {}
        for canonical, kind in self._kinds.items():
            parallel_to = self._parallel.get(canonical, "") if kind in JOINED_KINDS else ""
            whole = whole_of(canonical, kind)
            names = self.names.get(canonical, Counter())
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


SCHEME = "3"  # the version of the reading scheme. Documents read by another one are read again.
_TOGETHER = 50  # the documents that are read in one transaction, a quarter of a second


class Graph:
    """The writer of the graph. Any thread. ``update`` and ``update_all`` are called under the library's
    writer lock; the other methods take it themselves."""

    def __init__(self, catalogue: Database) -> None:
        self._catalogue = catalogue
        self._groups: Callable[[], Mapping[int, str]] | None = None

    def update(self, document: Document, passages: Sequence[Passage]) -> None:
        """Replace a document's entries in the graph, and its gaps in them. Raises StoreError."""
        self.update_all([(document, passages)])

    def update_all(self, documents: Iterable[tuple[Document, Sequence[Passage]]]) -> None:
        """Do what ``update`` does for several documents, some in each transaction. Raises StoreError."""
        self._forget_kept_apart()
        remaining = iter(documents)
        while some := list(islice(remaining, _TOGETHER)):
            self._read(some)

    def _read(self, documents: Iterable[tuple[Document, Sequence[Passage]]]) -> None:
        """Replace the entries of documents in one transaction."""
        graphs, provisions = dict[int, DocumentGraph](), dict[int, Sequence[ReadProvision]]()
        for document, passages in documents:
            gaps, nothing = AnnotationGaps(), DocumentGraph()
            own = gaps.attempt(Annotation.TREATMENTS, [], provisions_of, document, passages, gaps)
            entries = gaps.attempt(Annotation.TREATMENTS, nothing, entries_of, document, passages, own, gaps)
            graphs[document.id], provisions[document.id] = replace(entries, gaps=gaps.all()), own
        graph_rows.put(
            self._catalogue,
            graphs,
            SCHEME,
            lambda connection, id_: law_rows.put_provisions(connection, id_, provisions[id_], citation_key),
        )

    def keep_apart(
        self, groups: Callable[[], Mapping[int, str]], lock: Callable[[], AbstractContextManager[None]]
    ) -> None:
        """From now on learn from no document in a group which citations are one case, and forget what was
        learned from those in one now. 10 ms for each document that must be read again. Raises StoreError."""
        self._groups = groups
        self.catch_up(lock, lambda: None)

    def _forget_kept_apart(self) -> None:
        if self._groups is not None:
            graph_rows.keep_apart(self._catalogue, self._groups())

    def unread(self) -> list[int]:
        """Return the documents whose current state is not in the graph. Raises StoreError."""
        return graph_rows.unread(self._catalogue, SCHEME)

    def catch_up(self, lock: Callable[[], AbstractContextManager[None]], check: Callable[[], None]) -> int:
        """Read the documents that are not in the graph yet, and return how many. ``check`` may raise to stop.
        ``lock`` is held for some documents, 5 ms for each; to learn that none is left takes less than 1 ms.
        Raises StoreError."""

        def checked(ids: Sequence[int]) -> Iterator[tuple[Document, Sequence[Passage]]]:
            for document_and_passages in document_rows.iterate_with_passages(self._catalogue, ids):
                check()
                yield document_and_passages

        count = 0
        if self._groups is not None:
            with lock():
                self._forget_kept_apart()
        while unread := self.unread():  # parallel citations found in one may mark others as unread
            for start in range(0, len(unread), _TOGETHER):
                with lock():  # one may have been removed meanwhile
                    self._read(checked(unread[start : start + _TOGETHER]))
            count += len(unread)
        return count

    def rebuild(self, lock: Callable[[], AbstractContextManager[None]], check: Callable[[], None]) -> int:
        """Read all documents anew while searches continue. Raises StoreError, and what ``check`` raises. If a
        document's old entries conflict with another's new ones, the whole graph is cleared first."""
        with lock():
            graph_rows.mark_all_unread(self._catalogue)
        try:
            return self.catch_up(lock, check)
        except StoreDamaged:
            with lock():
                graph_rows.clear(self._catalogue)
            return self.catch_up(lock, check)
