"""The law that documents cite: authorities, the office's good-law list, versions in force, drafts."""

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
from briefbank.domain.passages import Passage
from briefbank.domain.searches import Filters
from briefbank.jobs import Reporter


class AuthoritiesApi(Protocol):
    """The authorities that the documents cite."""

    def find(self, text: str, limit: int = 50) -> list[AuthorityCount]:
        """Find authorities by citation or name, most cited first; for empty text, the most cited."""

    def page(self, authority_id: int) -> AuthorityPage:
        """Return an authority's page. Raises NotInLibrary.

        Treatments by and of the authority are listed as such; mere citations are listed as documents.
        """

    def same(self, document_id: int, limit: int = 20) -> list[SameAuthorities]:
        """Find documents that cite the same authorities, nearest first, without versions of the same one.

        Raises NotInLibrary.
        """

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
        """Return the authority that a person means: its name here, with the subsection that was typed.

        Its id is 0 if the library does not know it. Raises EntryRefused.
        """

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

    def undismiss(self, key: str) -> None:
        """Restore a dismissed proposal. Raises NotInLibrary."""

    def alerts(self, passages: Iterable[Passage], as_of: date | None = None) -> dict[int, tuple[str, ...]]:
        """Return the warnings on listed authorities that passages rely on, by passage id, the gravest first.

        Passages without a warning are left out. ``as_of`` ignores what happened later; None means today.
        """

    def relying(self, authority: str) -> list[Reliance]:
        """Find the documents that rely on an authority, newest first.

        Tables of authorities and the like count only in documents that cite it nowhere else. Raises
        EntryRefused for text that names no authority.
        """

    def export_relying(self, authority: str, path: Path) -> int:
        """Write the report on what relies on an authority as CSV, and return the number of rows.

        Each row is a passage. Raises BriefBankError.
        """


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
        """Set the window of a version for good; None restores the one that was read.

        Raises WindowRefused for a window that ends before it begins, and NotInLibrary.
        """

    def problems(self, authority: int | str) -> list[str]:
        """Return a sentence for each problem with the versions' windows: overlaps, gaps, missing days."""

    def law_of(self, document: Document) -> LawAsOf:
        """Return the day whose law a document argues, and the changes since then in the law that it cites."""


class ProvisionFinderApi(Protocol):
    """The finder of the provision that governs a statement."""

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
    """The checks of drafts."""

    def check(self, draft: Path | str, reporter: Reporter) -> DraftReport:
        """Check a draft: a PDF, Word, text or HTML file, or pasted text.

        Raises FileRefused (not readable, no text), QueryError (pasted text without words, or too much of it),
        StoreError and Cancelled.
        """
