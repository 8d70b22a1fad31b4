"""Summaries of documents: extractive ones, made at once, and generated ones, shown after their check."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from briefbank.api.law import SummariesApi
from briefbank.catalogue import document_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.citations import citations
from briefbank.citator.good_law import GoodLaw
from briefbank.domain.authorities import CitationKind
from briefbank.domain.documents import Document
from briefbank.domain.maintenance import AuditEvent, AuditWriter, record_nothing
from briefbank.domain.pages import PageHighlight
from briefbank.domain.summaries import GeneratedSummary, SourceSentence, Summary, SummarySource
from briefbank.embedding.encoders import Encoder
from briefbank.errors import BriefBankError, ModelFault, ModelRefused, NotInLibrary, StoreError, SummaryError
from briefbank.extraction.find_text import highlights
from briefbank.jobs import QuietReporter, Reporter
from briefbank.paths import LibraryPaths
from briefbank.summary import cache
from briefbank.summary.cache import LASTING, PROMPT_VERSION
from briefbank.summary.extractive import heading_ranges, select_material, summarise
from briefbank.summary.local_model_manager import LocalModelManager
from briefbank.summary.summary_writer import SummaryWriter
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.summary.checks.checking import ClaimChecker

log = logging.getLogger(__name__)


class Summaries(SummariesApi):
    """Makes, caches and locates summaries of documents. Any thread."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Database,
        good_law: GoodLaw,
        generating: LocalModelManager,
        encoder: Callable[[], Encoder],
        note: AuditWriter = record_nothing,
    ) -> None:
        """``encoder`` may take seconds to load, and raise BriefBankError."""
        self._note = note
        self._paths, self._catalogue, self._good_law = paths, catalogue, good_law
        self._generating, self._encoder = generating, encoder

    def extractive(self, document_id: int) -> Summary:
        summary = summarise(
            document_rows.get(self._catalogue, document_id),
            passage_rows.of_document(self._catalogue, document_id),
        )
        self._note(AuditEvent.SUMMARY, document=document_id, summary="extractive")
        return summary

    def opened(self, document_id: int) -> None:
        self._note(AuditEvent.SUMMARY, document=document_id, summary="generated")

    def unavailable(self) -> Message:
        return self._generating.trouble()

    def kept(self, document_id: int) -> GeneratedSummary | None:
        document, generator = (
            document_rows.get(self._catalogue, document_id),
            self._generating.inspected_model(),
        )
        if generator is None:
            return None
        try:
            source = self._material(document)
            model = generator.name, generator.fingerprint
        except (SummaryError, ModelRefused, ModelFault):
            return None
        basis = cache.CacheKey(*model, PROMPT_VERSION, self._good_law.version())
        summary = cache.read(self._paths, document.sha256, basis, source)
        if summary is None:
            return None
        return SummaryWriter(self._checks(), second_reader=None).again(summary, source, QuietReporter())

    def write(self, document_id: int, reporter: Reporter) -> GeneratedSummary:
        from briefbank.summary.checks.second_reader import SecondReader

        document, generator = document_rows.get(self._catalogue, document_id), self._generating.if_ready()
        source = self._material(document)
        if generator is None:
            raise ModelRefused(Message("No local model is ready."), Message("Choose one in Settings."))
        list_version = self._good_law.version()
        second_reader = SecondReader(generator, self._generating.fitness)
        summary = SummaryWriter(self._checks(), second_reader).write(source, generator, reporter)
        if not summary.withheld_whole or summary.withheld_whole in LASTING:
            self._keep(document, summary, source, list_version)
        return summary

    def highlights(self, document_id: int, sources: Sequence[SourceSentence]) -> list[PageHighlight]:
        document_rows.get(self._catalogue, document_id)
        passages = passage_rows.by_ids(self._catalogue, [sentence.passage_id for sentence in sources])
        by_page: dict[int, list[PageHighlight]] = {}
        for passage in passages.values():
            spans = [
                span
                for sentence in sources
                if sentence.passage_id == passage.id
                for span in (
                    [(sentence.start, sentence.end)]
                    if sentence.end
                    else heading_ranges(passage, sentence.text)
                )
            ]
            for mark in highlights(passage, spans):
                if mark.words:
                    by_page.setdefault(mark.page, []).append(mark)
        return [
            PageHighlight(
                page,
                tuple(sorted(span for mark in marks for span in mark.passage)),
                tuple(sorted(span for mark in marks for span in mark.words)),
            )
            for page, marks in sorted(by_page.items())
        ]

    def _material(self, document: Document) -> SummarySource:
        return select_material(document, passage_rows.of_document(self._catalogue, document.id))

    def _checks(self) -> ClaimChecker:
        """Return the checks, with the encoder once it has loaded: what is shown must not depend on how long
        the program has been running. Without an encoder words alone decide.

        Imported here because the patterns of all checks take as long to load as a window takes to open.
        """
        from briefbank.summary.checks.checking import ClaimChecker

        try:
            embed = self._encoder().encode_passages
        except BriefBankError as error:
            log.warning("summaries are checked by words alone: %s", type(error).__name__)
            embed = None
        return ClaimChecker(citations.find, self._adverse_lines, embed)

    def _adverse_lines(self, named: Mapping[str, CitationKind]) -> Mapping[str, Sequence[str]]:
        """Return what the office's list says today against authorities."""
        said = self._good_law.statements(named)
        against = {name: [str(line.text) for line in lines if line.against] for name, lines in said.items()}
        return {name: texts for name, texts in against.items() if texts}

    def _keep(
        self, document: Document, summary: GeneratedSummary, source: SummarySource, list_version: int
    ) -> None:
        """Cache a summary; when the disk is full it is still shown, and written anew the next time. Raises
        NotInLibrary for a document that was removed meanwhile: nothing of it may stay on the disk."""
        document_rows.get(self._catalogue, document.id)
        try:
            cache.write(self._paths, document.sha256, summary, source, list_version=list_version)
        except StoreError as error:
            log.warning("summary not kept: %s", error.detail)
        try:
            document_rows.get(self._catalogue, document.id)
        except NotInLibrary:
            cache.delete_cached(self._paths, document.sha256)
            raise
