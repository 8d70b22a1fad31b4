"""What a local model writes or helps with: summaries of documents, and aids of a search."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from briefbank.domain.claims import GeneratedSummary, SourceSentence
from briefbank.domain.local_models import ModelFile, ModelTrial
from briefbank.domain.pages import PageHighlight
from briefbank.domain.query_expansion import AidedAnswer, AidStep
from briefbank.domain.searches import SearchRequest
from briefbank.domain.summaries import Summary
from briefbank.jobs import Reporter


class SummariesApi(Protocol):
    """The summaries of documents, extractive ones and those by a local model."""

    def extractive(self, document_id: int) -> Summary:
        """Return the document's own sentences, for a person who opens them. Raises NotInLibrary and
        SummaryError."""

    def opened(self, document_id: int) -> None:
        """Record that a person opened the generated summary of this document."""

    def unavailable(self) -> str:
        """Say why no generated summary can be written, in sentences; empty when one can. Milliseconds."""

    def kept(self, document_id: int) -> GeneratedSummary | None:
        """Return the cached summary of this text by this model and prompt, checked against today's list of
        good law.

        None when there is none, or the model's file was never inspected on this computer. Takes milliseconds,
        the first time a second or two. Raises NotInLibrary.
        """

    def write(self, document_id: int, reporter: Reporter) -> GeneratedSummary:
        """Let the local model write a summary, check all of it, and cache the result: seconds to minutes.

        Calls ``reporter.progress("Writing", tokens, most)`` while it writes and ``("Checking", claims, all)``
        afterwards; once more each where sentences are corrected. Raises NotInLibrary, SummaryError (nothing
        to summarise), ModelRefused, ModelFault and Cancelled; then nothing is cached. A summary of which
        nothing may be shown is a value, not an error.
        """

    def highlights(self, document_id: int, sources: Sequence[SourceSentence]) -> list[PageHighlight]:
        """Return the highlights of the sentences on the pages, in page order. Raises NotInLibrary."""


class LocalModelApi(Protocol):
    """The language model on this computer, where the office has chosen one."""

    def missing(self) -> str:
        """Say what is not installed that local models need, and what to do, in sentences; empty when nothing
        is."""

    def trouble(self) -> str:
        """Say why no summaries can be written now, in sentences; empty when they can be or none was tried
        yet.

        Takes milliseconds. The reason is that no model is chosen, that its file is gone, that nothing is
        installed to run it, or the result of the last inspection or the last start. A file that could not be
        read and a lack of memory are not remembered, because they may pass.
        """

    def inspect(self, path: Path, reporter: Reporter) -> ModelFile:
        """Inspect a model's file without loading it: seconds to a minute, most of it for the hash.

        Runs in a child process. Raises ModelRefused (damaged, vocabulary only, unknown architecture, too
        large for this computer's memory, nothing installed to run it; NotNow where the next inspection may
        succeed) and Cancelled.
        """

    def try_out(self, path: Path, reporter: Reporter) -> ModelTrial:
        """Load a model, let it write a little, and find out once whether it is fit as a second reader.

        Takes up to some minutes. Raises ModelRefused, ModelFault and Cancelled. The chosen model is unloaded
        first, so that memory has to hold only one; a question to that model is Cancelled. A stop during the
        examination as a second reader ends only the examination: the measurements made before are returned.
        """

    def changed(self) -> None:
        """Unload the former model because the settings name another file."""

    def memory_total(self) -> int:
        """Return the memory of this computer, in bytes."""


class QueryExpansionApi(Protocol):
    """What the local model adds to a search."""

    def unavailable(self) -> str:
        """Return why ``search`` cannot help now, in sentences; empty when it can. Takes milliseconds."""

    def search(self, request: SearchRequest, reporter: Reporter) -> AidedAnswer:
        """Search with every search aid that is switched on: seconds to minutes.

        An aid that fails is a step that says so, and the search goes on without it. Raises what
        ``Searcher.search`` raises, ModelRefused (the model cannot be started at all) and Cancelled.
        """

    def may_cut(self) -> bool:
        """Tell whether ``recut`` can do anything now. Takes milliseconds."""

    def recut(self, document_id: int, reporter: Reporter) -> AidStep:
        """Cut the long sections of a document at the topic shifts that the local model finds: minutes.

        Returns a step that says so where SEGMENTING is off or no model is ready. Raises as
        ``SectionRecutter.recut``.
        """
