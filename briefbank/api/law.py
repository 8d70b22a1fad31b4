"""The law that documents cite, drafts, what a local model writes, feedback and the thesaurus."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Protocol

from briefbank.domain.authorities import (
    Authority,
    AuthorityNote,
    GoodLawEntry,
    LawAsOf,
    Provision,
    Standing,
    Window,
)
from briefbank.domain.authority_reports import (
    AuthorityCount,
    AuthorityPage,
    CitingPassage,
    Difference,
    DraftReport,
    ImportReport,
    Proposal,
    ProvisionAnswer,
    Reliance,
    SameAuthorities,
)
from briefbank.domain.documents import Document
from briefbank.domain.pages import PageHighlight, Passage
from briefbank.domain.searches import (
    AidedAnswer,
    AidStep,
    Feedback,
    Filters,
    Related,
    SearchRequest,
    ThesaurusState,
    Verdict,
)
from briefbank.domain.summaries import GeneratedSummary, ModelFile, ModelTrial, SourceSentence, Summary
from briefbank.jobs import Reporter
from briefbank.text.messages import Message


class AuthoritiesApi(Protocol):
    def find(self, text: str, limit: int = 50) -> list[AuthorityCount]:
        """Find authorities by citation or name, most cited first; for empty text, the most cited."""

    def page(self, authority_id: int) -> AuthorityPage:
        """Return an authority's page. Raises NotInLibrary.

        Treatments by and of the authority are listed as such; mere citations are listed as documents.
        """

    def same(self, document_id: int, limit: int = 20) -> list[SameAuthorities]:
        """Find documents that cite the same authorities, nearest first, without versions of the same one.
        Raises NotInLibrary."""

    def near(self, text: str, limit: int = 5) -> list[AuthorityCount]:
        """Return what may have been meant if ``find`` finds nothing, the likeliest first."""

    def of_document(self, document_id: int) -> list[AuthorityCount]:
        """Return what a document cites, most cited in it first. The counts are those of the whole library."""

    def mentions(self, authority_id: int, limit: int = 50, offset: int = 0) -> list[CitingPassage]:
        """Return where the authority is cited, newest document first, then in document order."""

    def places(self, passage_ids: Iterable[int]) -> dict[int, tuple[Passage, Document]]:
        """Return the passages that a page names, with their documents, as far as they still exist."""


class GoodLawApi(Protocol):
    """The office's list of what still holds."""

    def entries(self) -> list[GoodLawEntry]:
        """Return all lines by name and citation, the newest of an authority first."""

    def entry(self, entry_id: int) -> GoodLawEntry:
        """Return a line. Raises NotInLibrary."""

    def understood(self, authority: str) -> Authority:
        """Return the authority that a person means: its name here, with the subsection that was typed. Its id
        is 0 if the library does not know it. Raises EntryRefused."""

    def notes(self, canonicals: Sequence[str], names: Sequence[str] = ()) -> list[AuthorityNote]:
        """Return notes on authorities that a query names, by citation or by case name ("state v carty")."""

    def enter(
        self,
        authority: str,
        standing: Standing,
        *,
        by: str = "",
        since: date | None = None,
        note: str = "",
        entered_by: str = "",
    ) -> GoodLawEntry:
        """Add a line.

        ``authority`` is a citation as people write it, with or without the case's name. The line covers every
        parallel citation typed with it. Without ``entered_by`` the computer's user name is kept. Raises
        EntryRefused for text without a citation and for a line that contradicts another one.
        """

    def change(
        self, entry_id: int, standing: Standing, *, by: str, since: date | None, note: str, entered_by: str
    ) -> GoodLawEntry:
        """Change a line. Raises EntryRefused and NotInLibrary."""

    def remove(self, entry_ids: Collection[int]) -> int:
        """Remove lines, and return how many there were."""

    def export(self, path: Path) -> int:
        """Write the list as CSV over any existing file; return its line count. Raises BriefBankError."""

    def import_from(self, path: Path, entered_by: str = "") -> ImportReport:
        """Import a CSV file whole or not at all. Raises ListFileError, which names row and column.

        Only rows that cannot be read by a mistake of BriefBank are left out, and named by the report.

        A row with the authority and the day ("since") of a line changes that line, and any other row adds
        one. No line is removed. Values that the file does not have stay. ``entered_by`` is used for lines for
        which the file does not tell who entered them. Every file that ``export`` wrote can be imported.
        """

    def proposals(self, authority_id: int = 0) -> list[Proposal]:
        """Return the undecided proposals: sentences of the library against authorities, or against one."""

    def dismissed(self) -> list[Proposal]:
        """Return the proposals that are not made again although the list does not contain them.

        They were dismissed, confirmed with another standing, or their line was removed since.
        """

    def confirm(
        self,
        key: str,
        *,
        entered_by: str = "",
        standing: Standing | None = None,
        by: str | None = None,
        since: date | None = None,
        note: str = "",
    ) -> GoodLawEntry:
        """Add a proposal to the list as a line.

        Without ``standing`` and ``by`` the proposal's own are kept. Raises NotInLibrary and EntryRefused.
        """

    def dismiss(self, key: str) -> None:
        """Dismiss a proposal for good. Raises NotInLibrary."""

    def undismiss(self, key: str) -> None: ...

    def alerts(
        self, passages: Iterable[Passage], as_of: date | None = None
    ) -> dict[int, tuple[Message, ...]]:
        """Return the warnings on listed authorities that passages rely on, by passage id, the gravest first.

        Passages without a warning are left out. ``as_of`` ignores what happened later; None means today.
        """

    def relying(self, authority: str) -> list[Reliance]:
        """Find the documents that rely on an authority, newest first.

        Tables of authorities and the like count only in documents that cite it nowhere else. Raises
        EntryRefused for text that names no authority.
        """

    def export_relying(self, authority: str, path: Path) -> int:
        """Write the report on what relies on an authority as CSV, and return the number of rows. Each row is
        a passage. Raises BriefBankError."""


class ValidityApi(Protocol):
    """The versions of provisions and their windows in force."""

    def versions(self, authority: int | str) -> list[Provision]:
        """Return all versions of a provision, given by id or as people cite it, the newest window first."""

    def of_passages(self, passage_ids: Collection[int]) -> dict[int, Provision]:
        """Return the provision that each passage is part of, by passage id. Other passages are left out."""

    def text(self, provision_id: int) -> str:
        """Return the text of a version, its passages joined by line ends. Raises NotInLibrary."""

    def differences(self, before: int, after: int) -> list[Difference]:
        """Return the differences between the words of two versions, in order. Raises NotInLibrary."""

    def set_window(self, provision_id: int, window: Window | None) -> Provision:
        """Set the window of a version for good; None restores the one that was read. Raises WindowRefused for
        a window that ends before it begins, and NotInLibrary."""

    def problems(self, authority: int | str) -> list[Message]:
        """Return a sentence for each problem with the versions' windows: overlaps, gaps, missing days."""

    def law_of(self, document: Document) -> LawAsOf:
        """Return the day whose law a document argues, and the changes since then in the law that it cites."""


class ProvisionFinderApi(Protocol):
    def find(
        self,
        statement: str,
        condition: str = "",
        filters: Filters | None = None,
        day: date | None = None,
        reporter: Reporter | None = None,
    ) -> ProvisionAnswer:
        """Find the provision that governs ``statement`` under ``condition``, and the other candidates.

        ``condition`` may also follow the statement after an empty line. ``day`` is the day whose law applies;
        None means today. The ``reporter`` may stop a model that chooses. Raises Cancelled,
        QueryError, IndexFault and StoreError.
        """


class DraftsApi(Protocol):
    def check(self, draft: Path | str, reporter: Reporter) -> DraftReport:
        """Check a draft: a PDF, Word, text or HTML file, or pasted text. Raises FileRefused (not readable, no
        text), QueryError (pasted text without words, or too much of it), StoreError and Cancelled."""


class SummariesApi(Protocol):
    def extractive(self, document_id: int) -> Summary:
        """Return a document's own sentences for whoever opens them. Raises NotInLibrary and SummaryError."""

    def opened(self, document_id: int) -> None:
        """Record that a person opened the generated summary of this document."""

    def unavailable(self) -> Message:
        """Say why no generated summary can be written, in sentences; empty when one can. Milliseconds."""

    def kept(self, document_id: int) -> GeneratedSummary | None:
        """Return the cached summary of this text by this model and prompt, checked against today's list of
        good law.

        None when there is none. Takes milliseconds, the first time a second or two. Raises NotInLibrary.
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

    def missing(self) -> Message:
        """Say in sentences what local models need that is not installed, and what to do; else empty."""

    def trouble(self) -> Message:
        """Say why no summaries can be written now, in sentences; empty when they can be or none was tried
        yet.

        Takes milliseconds. The reason is that no model is chosen, that its file is gone, that nothing is
        installed to run it, or the result of the last inspection or the last start. A file that could not be
        read and a lack of memory are not remembered, because they may pass.
        """

    def inspect(self, path: Path, reporter: Reporter) -> ModelFile:
        """Inspect a model's file without loading it: about a second.

        Runs in a child process. Raises ModelRefused (damaged, vocabulary only, unknown architecture, too
        large for this computer's memory, nothing installed to run it; NotNow where the next inspection may
        succeed) and Cancelled.
        """

    def try_out(self, path: Path, reporter: Reporter) -> ModelTrial:
        """Load a model and let it write a little: up to a minute or two.

        Raises ModelRefused, ModelFault and Cancelled. The chosen model is unloaded first, so that memory has
        to hold only one; a question to that model is Cancelled.
        """

    def changed(self) -> None:
        """Unload the former model because the settings name another file."""


class QueryExpansionApi(Protocol):
    """What the local model adds to a search."""

    def unavailable(self) -> Message:
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


class FeedbackApi(Protocol):
    """The verdicts of people on results.

    In an office's library they count for all where an editor gave them, and else for whoever gave them alone.
    """

    def give(self, passage_id: int, query: str, verdict: Verdict | None) -> None:
        """Store, change or (None) withdraw a verdict on a result. Raises NotInLibrary."""

    def all(self) -> list[Feedback]:
        """Return all feedback that counts for whoever asks, newest first, including that on passages that are
        not in the library now."""

    def forget(self, keys: Collection[str] | None) -> int:
        """Withdraw the feedback with these keys (``Feedback.key``), or (None) all, as far as whoever asks may
        give it; return how many.

        Takes half a second in a large library, whose catalogue keeps no byte of the words of their queries.
        """

    def export(self, path: Path) -> int:
        """Write all feedback that counts for all to a file, replacing an existing one; return how many.
        Raises BriefBankError."""

    def import_from(self, path: Path) -> tuple[int, int]:
        """Merge the feedback of a file in; the newer of two verdicts wins. Return how many were merged, and
        how many of these are on passages that are not here and count once their file is added. Raises
        BriefBankError."""


class ThesaurusApi(Protocol):
    """The words that are searched beside those that a person types."""

    def path(self) -> Path:
        """Return the office's own thesaurus file, creating it with an explanation when there is none. Changes
        in it apply from the next search. Raises StoreError and OutsideRefused."""

    def state(self) -> ThesaurusState:
        """Return the numbers of groups of words, and a sentence for each unusable line of the office's file,
        or for the file itself."""

    def added_to(self, text: str) -> tuple[Related, ...]:
        """Return what the thesaurus adds to a word or a phrase, in the order typed."""
