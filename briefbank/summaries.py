"""Summaries of documents: the extracts, there at once, and what a local model writes, once it is checked."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from briefbank.acts import Act, Note, unnoted
from briefbank.authority import citations
from briefbank.catalogue.store import Catalogue
from briefbank.citator.good_law import GoodLaw
from briefbank.claims import GeneratedSummary, Material, SourceSentence
from briefbank.errors import (
    BriefBankError,
    ModelFault,
    ModelRefused,
    NotInLibrary,
    StoreError,
    SummaryError,
)
from briefbank.generating import Generating
from briefbank.index.embedding import Encoder
from briefbank.jobs import QuietReporter, Reporter
from briefbank.models import Document, PageHighlight, Passage, Summary
from briefbank.paths import LibraryPaths
from briefbank.reading.highlight import highlights
from briefbank.summary import kept, structure
from briefbank.summary.extractive import summarise
from briefbank.summary.material import material
from briefbank.summary.prompt import PROMPT_VERSION
from briefbank.summary.writing import LASTING, Writer

if TYPE_CHECKING:
    from briefbank.summary.checks.checking import Checks

log = logging.getLogger(__name__)


class Summaries:
    """Any thread."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Catalogue,
        good_law: GoodLaw,
        generating: Generating,
        encoder: Callable[[], Encoder],
        note: Note = unnoted,
    ) -> None:
        """``encoder`` may take seconds to load, and raise BriefBankError."""
        self._note = note
        self._paths, self._catalogue, self._good_law = paths, catalogue, good_law
        self._generating, self._encoder = generating, encoder

    def extractive(self, document_id: int) -> Summary:
        """The document's own sentences, for a person who opens them. Raises NotInLibrary and SummaryError."""
        found = summarise(self._catalogue.document(document_id), self._catalogue.passages_of(document_id))
        self._note(Act.SUMMARY, document=document_id, summary="extractive")
        return found

    def opened(self, document_id: int) -> None:
        """A person opened what a local model wrote of this document."""
        self._note(Act.SUMMARY, document=document_id, summary="generated")

    def unavailable(self) -> str:
        """Why no generated summary can be written, sentences; empty when one can. Milliseconds."""
        return self._generating.trouble()

    def kept(self, document_id: int) -> GeneratedSummary | None:
        """What was written before for this text, by this model and prompt, checked against today's list of
        good law; None when nothing was, or the model's file was never looked at on this computer.

        Milliseconds, the first time of a program a second or two. Raises NotInLibrary."""
        document, generator = self._catalogue.document(document_id), self._generating.if_known()
        if generator is None:
            return None
        try:
            source = self._material(document)
            model = generator.name, generator.fingerprint
        except (SummaryError, ModelRefused, ModelFault):
            return None
        basis = kept.Basis(*model, PROMPT_VERSION, self._good_law.version())
        summary = kept.read(self._paths, document.sha256, basis, source)
        if summary is None:
            return None
        return Writer(self._checks(), second_reader=None).again(summary, source, QuietReporter())

    def write(self, document_id: int, reporter: Reporter) -> GeneratedSummary:
        """Let the local model write, check all of it, and keep what came of it: seconds to minutes.

        ``reporter.progress("Writing", tokens, most)`` while it writes, ``("Checking", claims, all)`` after;
        once more each where sentences are put right. Raises NotInLibrary, SummaryError (nothing to
        summarise), ModelRefused, ModelFault and Cancelled; then nothing is kept. A summary of which nothing
        may be shown is a value, not an error.
        """
        from briefbank.summary.checks.second_reader import SecondReader

        document, generator = self._catalogue.document(document_id), self._generating.if_ready()
        source = self._material(document)
        if generator is None:
            raise ModelRefused("No local model is ready.", "Choose one in Settings.")
        list_version = self._good_law.version()
        second_reader = SecondReader(generator, self._generating.fitness)
        summary = Writer(self._checks(), second_reader).write(source, generator, reporter)
        if not summary.withheld_whole or summary.withheld_whole in LASTING:
            self._keep(document, summary, source, list_version)
        return summary

    def highlights(self, document_id: int, sources: Sequence[SourceSentence]) -> list[PageHighlight]:
        """Where the sentences stand on the pages, pages in order. Raises NotInLibrary."""
        self._catalogue.document(document_id)
        passages = self._catalogue.passages_by_id([sentence.passage_id for sentence in sources])
        marks = [
            page
            for passage in passages.values()
            for page in highlights(passage, [each for some in sources for each in _ranges(some, passage)])
            if page.words
        ]
        return [
            _joined([mark for mark in marks if mark.page == page]) for page in sorted({m.page for m in marks})
        ]

    def _material(self, document: Document) -> Material:
        return material(document, self._catalogue.passages_of(document.id))

    def _checks(self) -> Checks:
        """With the encoder, whose loading is waited for: what may be shown must not hang on how long the
        program has been running. Without one, as everywhere, words alone decide.

        Imported here: the patterns of all checks take as long to load as a window takes to be made.
        """
        from briefbank.summary.checks.checking import Checks

        try:
            embed = self._encoder().encode_passages
        except BriefBankError as error:
            log.warning("summaries are checked by words alone: %s", type(error).__name__)
            embed = None
        return Checks(citations.find, self._against, embed)

    def _against(self, named: Mapping[str, str]) -> dict[str, list[str]]:
        """What the office's list says today against authorities."""
        said = self._good_law.said(named)
        against = {name: [each.text for each in lines if each.against] for name, lines in said.items()}
        return {name: texts for name, texts in against.items() if texts}

    def _keep(
        self, document: Document, summary: GeneratedSummary, source: Material, list_version: int
    ) -> None:
        """A disk that is full costs the next wait, not this summary. Raises NotInLibrary for a document that
        was removed meanwhile: nothing of it may come to lie on the disk again."""
        self._catalogue.document(document.id)
        try:
            kept.write(self._paths, document.sha256, summary, source, list_version=list_version)
        except StoreError as error:
            log.warning("summary not kept: %s", error.detail)
        try:
            self._catalogue.document(document.id)
        except NotInLibrary:
            kept.forget(self._paths, document.sha256)
            raise


def _ranges(sentence: SourceSentence, passage: Passage) -> list[tuple[int, int]]:
    """Where a sentence, or a heading, stands in a passage's text."""
    if sentence.passage_id != passage.id:
        return []
    if sentence.end:
        return [(sentence.start, sentence.end)]
    return structure.heading_ranges(passage, sentence.text)


def _joined(marks: Sequence[PageHighlight]) -> PageHighlight:
    """All marks of one page."""
    whole = sorted(each for mark in marks for each in mark.passage)
    words = sorted(each for mark in marks for each in mark.words)
    return PageHighlight(marks[0].page, tuple(whole), tuple(words))
