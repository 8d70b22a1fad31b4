"""The ingest ledger as the rest of BriefBank sees it. Each method is one short transaction.

Any thread. Errors are those of ``store.Catalogue``, which has one of these.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from briefbank.catalogue import (
    checksums,
    documents,
    ingest_report,
    ledger_statements,
    open_drops,
    recognised_pages,
)
from briefbank.catalogue.database import Database
from briefbank.catalogue.faults import Withdrawn
from briefbank.catalogue.ledger_statements import ANY_TURN, NewFile, OpenFile
from briefbank.catalogue.open_drops import Drop
from briefbank.domain.ingest import FileOutcome, Stage
from briefbank.domain.ingest_report import IngestReport, ReportedFile, Searchable
from briefbank.domain.pages import PageOrder

HISTORY_FILES = 500
"""The number of latest outcomes that the history holds unless more are asked for."""


@dataclass(frozen=True, slots=True)
class Need:
    """The users of a file's contents."""

    waiting: bool
    """True when an open row of the ledger needs them."""
    stored: bool
    """True when a document needs them."""


class IngestLedger:
    """The files that were added to the queue, and their progress.

    Methods that store a row's progress raise Withdrawn once the row was closed or deleted with its document.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- ingest ------------------------------------------------------------------------------

    def start(self, files: Sequence[NewFile], sample: bool = False, drop: Drop | None = None) -> int:
        """Queue files to be read, except those that wait already; return how many are new.

        With a ``drop`` its files that have ended are left alone, too. Raises Withdrawn when it was cancelled,
        or another program has queued all of it.
        """
        with self._database.writing() as connection:
            if drop is not None and not open_drops.is_open(connection, drop):
                raise Withdrawn
            return ledger_statements.start(connection, files, sample, drop.after if drop else None)

    def begin_drop(
        self, paths: Sequence[Path], leave_out: Sequence[str], sample: bool, watched: Sequence[Path] = ()
    ) -> Drop:
        """Note a drop whose files are about to be queued in batches."""
        with self._database.writing() as connection:
            after = ledger_statements.last_row(connection)
            return open_drops.begin(connection, paths, leave_out, sample, after, watched)

    def end_drop(self, drop: Drop) -> None:
        """Forget a drop: all its files are queued."""
        with self._database.writing() as connection:
            open_drops.end(connection, drop)

    def ended_since(self, drop: Drop, paths: Sequence[Path]) -> set[Path]:
        """Return those of the paths whose files have ended since the drop was begun."""
        with self._database.reading() as connection:
            return ledger_statements.ended_since(connection, drop.after, paths)

    def open_drops(self) -> list[Drop]:
        """Return the drops whose files are not all queued."""
        with self._database.reading() as connection:
            return open_drops.read(connection)

    def start_again(self, document_id: int, orders: Sequence[PageOrder]) -> None:
        """Queue pages of a document to be recognised again. Raises NotInLibrary."""
        with self._database.writing() as connection:
            sha256 = documents.by_id(connection, document_id).sha256
            ledger_statements.start_again(connection, document_id)
            recognised_pages.order(connection, sha256, orders)

    def waiting(self) -> list[OpenFile]:
        """Return the unfinished files in the order in which they are to be read."""
        with self._database.reading() as connection:
            return ledger_statements.waiting(connection)

    def unconfirmed(self) -> list[OpenFile]:
        """Return the waiting files that this user did not queue; they are not read before ``confirm``."""
        with self._database.reading() as connection:
            return ledger_statements.unconfirmed(connection)

    def confirm(self) -> None:
        """Mark the ``unconfirmed`` files as this user's wish."""
        with self._database.writing() as connection:
            ledger_statements.confirm(connection, ledger_statements.unconfirmed(connection))

    def next_to_read(self, busy: Collection[int], document_id: int | None = None) -> OpenFile | None:
        """Return the next file that is to be read from its beginning and is not among ``busy`` rows; with
        ``document_id`` only where this document is read again."""
        with self._database.reading() as connection:
            return ledger_statements.next_to_read(connection, busy, document_id)

    def next_to_recognise(
        self, busy: Collection[int], document_id: int | None = None, last: int = ANY_TURN
    ) -> OpenFile | None:
        """Return the next file, of this turn at the latest, whose page recognition, or a later step, is to
        continue."""
        with self._database.reading() as connection:
            return ledger_statements.next_to_recognise(connection, busy, document_id, last)

    def file(self, row: int) -> OpenFile | None:
        """Return a row as it is now, open or not; None for one that is gone."""
        with self._database.reading() as connection:
            return ledger_statements.file(connection, row)

    def has_earlier(self, file: OpenFile, sha256: str) -> bool:
        """Tell whether another file with the same contents is to be processed first."""
        with self._database.reading() as connection:
            return ledger_statements.has_earlier(connection, file, sha256)

    def require_open(self, row: int) -> None:
        """Raise Withdrawn when the row was closed or is gone."""
        with self._database.reading() as connection:
            ledger_statements.require_open(connection, row)

    def begin(self, row: int) -> None:
        """Record that work on a file starts."""
        with self._database.writing() as connection:
            ledger_statements.begin(connection, row)

    def copied_in(self, row: int, sha256: str, suffix: str, size: int) -> None:
        """Record the library's copy of the file."""
        with self._database.writing() as connection:
            ledger_statements.require_open(connection, row)
            ledger_statements.copied(connection, row, sha256, suffix, size)

    def reset_attempts(self, row: int) -> None:
        """Record that work on a file was stopped in good order, not by a fault."""
        with self._database.writing() as connection:
            ledger_statements.reset_attempts(connection, row)

    def finish(self, row: int, outcome: FileOutcome, attached: Sequence[NewFile] = ()) -> None:
        """Close the row of a file that did not become a document, or became an existing one, to which these
        files are ``attached``."""
        with self._database.writing() as connection:
            ledger_statements.finish(connection, row, outcome, attached)

    def path_of(self, document_id: int) -> Path | None:
        """Return the path under which a document was added first; None where the ledger forgot it."""
        with self._database.reading() as connection:
            return ledger_statements.path_of(connection, document_id)

    def attached_as(self, path: Path) -> NewFile | None:
        """Return how the file that was last shown under this path is found, where it is in another file."""
        with self._database.reading() as connection:
            return ledger_statements.attached_as(connection, path)

    def tidy(self, sha256: str) -> Need:
        """Delete what is stored of a file's contents and no longer needed, and return who still needs the
        contents.

        Orders are deleted when no open row waits for them, and recognised pages when there is no document
        either.
        """
        with self._database.writing() as connection:
            stored = documents.is_stored(connection, sha256)
            need = Need(ledger_statements.is_waited_for(connection, sha256), stored)
            if not need.waiting:
                recognised_pages.withdraw(connection, sha256)
                if not stored:
                    recognised_pages.forget(connection, sha256)
            return need

    def cancel(self, paths: Collection[Path] | None = None) -> list[tuple[OpenFile, FileOutcome]]:
        """Close the rows of unfinished files, or (None) of all, and forget the open drops; return them with
        their outcomes."""
        with self._database.writing() as connection:
            if paths is None:
                open_drops.forget(connection)
            return ledger_statements.cancel(connection, paths)

    def forget_unused(self) -> None:
        """Delete the recognised pages that neither a document nor a waiting file needs."""
        with self._database.writing() as connection:
            recognised_pages.forget_unused(connection)

    def forget_refused(self) -> None:
        """Delete the outcomes of refused files that are not left out."""
        with self._database.writing() as connection:
            ledger_statements.forget_refused(connection)

    def leave_out(self, paths: Collection[Path], *, wanted: bool) -> None:
        """Record that refused files are left out, or no longer."""
        with self._database.writing() as connection:
            ledger_statements.leave_out(connection, paths, wanted=wanted)

    def left_out(self) -> set[Path]:
        """Return the files that are left out."""
        with self._database.reading() as connection:
            return ledger_statements.left_out(connection)

    def history(self, limit: int = HISTORY_FILES) -> list[FileOutcome]:
        """Return the outcomes of the last files, and of all that were refused, newest first."""
        with self._database.reading() as connection:
            return ledger_statements.history(connection, limit)

    def report(self) -> IngestReport:
        """Return the counts of all files that were ever queued, each by its last attempt."""
        with self._database.reading() as connection:
            return ingest_report.report(connection)

    def reported_files(self) -> list[ReportedFile]:
        """Return all files that were ever queued, in that order."""
        with self._database.reading() as connection:
            return list(ingest_report.files(connection))

    def new_files_left(self) -> int:
        """Return the number of files that wait to become documents."""
        with self._database.reading() as connection:
            return ingest_report.new_files_left(connection)

    def searchable(self) -> Searchable:
        """Return how many files can be searched."""
        with self._database.reading() as connection:
            return ingest_report.searchable(connection)

    def hashes_in_use(self) -> set[str]:
        """Return the hashes of contents that documents and files of the ledger still need."""
        with self._database.reading() as connection:
            known = documents.hashes(connection)
            return known | checksums.disputed_hashes(connection) | ledger_statements.hashes_in_use(connection)

    def waiting_hashes(self) -> set[str]:
        """Return the hashes of contents that files of the ledger still need."""
        with self._database.reading() as connection:
            return ledger_statements.hashes_in_use(connection)

    # --- recognised pages --------------------------------------------------------------------

    def order_pages(self, row: int, sha256: str, orders: Sequence[PageOrder]) -> None:
        """Queue these pages of a file for recognition."""
        with self._database.writing() as connection:
            ledger_statements.require_open(connection, row)
            recognised_pages.order(connection, sha256, orders)
            ledger_statements.enter_stage(connection, row, Stage.OCR)
            ledger_statements.reset_attempts(connection, row)

    def page_orders(self, sha256: str) -> list[PageOrder]:
        """Return the pages of a file that wait to be recognised, in order."""
        with self._database.reading() as connection:
            return recognised_pages.orders(connection, sha256)

    def keep_page(self, row: int, sha256: str, page: int, packed: bytes | None) -> None:
        """Store a finished page; None leaves an earlier result as it is."""
        with self._database.writing() as connection:
            ledger_statements.require_open(connection, row)
            recognised_pages.keep(connection, sha256, page, packed)
            ledger_statements.reset_attempts(connection, row)

    def recognised_pages(self, sha256: str) -> dict[int, bytes]:
        """Return the stored result of each recognised page of a file."""
        with self._database.reading() as connection:
            return recognised_pages.recognised(connection, sha256)

    def withdraw_orders(self, sha256: str) -> None:
        """Cancel the recognition of all waiting pages of a file."""
        with self._database.writing() as connection:
            recognised_pages.withdraw(connection, sha256)
