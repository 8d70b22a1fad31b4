"""The ledger of the intake as the rest of BriefBank sees it: each method is one short transaction.

Any thread. Errors are those of ``store.Catalogue``, which has one of these.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from briefbank.catalogue import checksums, documents, ledger, recognition
from briefbank.catalogue.database import Database
from briefbank.catalogue.ledger import NewFile, OpenFile
from briefbank.models import FileOutcome, PageOrder, Stage


@dataclass(frozen=True, slots=True)
class Need:
    """Who needs the contents of a file."""

    waiting: bool
    """An open row of the ledger."""
    stored: bool
    """A document."""


class IntakeLedger:
    """What was dropped and how far it came.

    What is kept of a row's work raises Withdrawn once the row was closed or went with its document.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- intake ------------------------------------------------------------------------------

    def start(self, files: Sequence[NewFile], sample: bool = False) -> int:
        """Note that files wait to be read, but for those that wait already; how many are new."""
        with self._database.writing() as connection:
            return ledger.start(connection, files, sample)

    def start_again(self, document_id: int, orders: Sequence[PageOrder]) -> None:
        """Note that pages of a document wait to be recognised again. Raises NotInLibrary."""
        with self._database.writing() as connection:
            sha256 = documents.by_id(connection, document_id).sha256
            ledger.start_again(connection, document_id)
            recognition.order(connection, sha256, orders)

    def waiting(self) -> list[OpenFile]:
        """The files that have not ended, in the order in which they came."""
        with self._database.reading() as connection:
            return ledger.waiting(connection)

    def unconfirmed(self) -> list[OpenFile]:
        """Files that wait and that this user did not let wait: they are not read before ``confirm``."""
        with self._database.reading() as connection:
            return ledger.unconfirmed(connection)

    def confirm(self) -> None:
        """Let the ``unconfirmed`` files be added."""
        with self._database.writing() as connection:
            ledger.confirm(connection, ledger.unconfirmed(connection))

    def next_to_read(self, busy: Collection[int], document_id: int | None = None) -> OpenFile | None:
        """The next file that is to be read from its beginning and is not among ``busy`` rows; with
        ``document_id`` only where this document is read again."""
        with self._database.reading() as connection:
            return ledger.next_to_read(connection, busy, document_id)

    def next_to_recognise(self, busy: Collection[int], document_id: int | None = None) -> OpenFile | None:
        """The next file that goes on with the recognition of its pages, or with what follows it."""
        with self._database.reading() as connection:
            return ledger.next_to_recognise(connection, busy, document_id)

    def file(self, row: int) -> OpenFile | None:
        """A row as it is now, open or not; None for one that is gone."""
        with self._database.reading() as connection:
            return ledger.file(connection, row)

    def has_earlier(self, row: int, sha256: str) -> bool:
        """Whether another file with the same contents is to be worked on first."""
        with self._database.reading() as connection:
            return ledger.has_earlier(connection, row, sha256)

    def require_open(self, row: int) -> None:
        """Raises Withdrawn when the row was closed or is gone."""
        with self._database.reading() as connection:
            ledger.require_open(connection, row)

    def begin(self, row: int) -> None:
        """Work on a file starts."""
        with self._database.writing() as connection:
            ledger.begin(connection, row)

    def copied_in(self, row: int, sha256: str, suffix: str, size: int) -> None:
        """The library has a copy of the file."""
        with self._database.writing() as connection:
            ledger.require_open(connection, row)
            ledger.copied(connection, row, sha256, suffix, size)

    def moved_on(self, row: int) -> None:
        """The work on a file was stopped in good order, and not by a fault."""
        with self._database.writing() as connection:
            ledger.moved_on(connection, row)

    def finish(self, row: int, outcome: FileOutcome) -> None:
        """A file ended without becoming a document, or as one that was there."""
        with self._database.writing() as connection:
            ledger.finish(connection, row, outcome)

    def tidy(self, sha256: str) -> Need:
        """Forget what is kept of a file's contents and nobody needs any more: orders that no open row waits
        for, and recognised pages of what is no document either. Who still needs the contents."""
        with self._database.writing() as connection:
            stored = documents.is_stored(connection, sha256)
            need = Need(ledger.is_waited_for(connection, sha256), stored)
            if not need.waiting:
                recognition.withdraw(connection, sha256)
                if not stored:
                    recognition.forget(connection, sha256)
            return need

    def cancel(self, reason: str, paths: Collection[Path] | None = None) -> list[OpenFile]:
        """Take files that have not ended off the ledger, or (None) all of them; which they were."""
        with self._database.writing() as connection:
            return ledger.cancel(connection, reason, paths)

    def forget_unused(self) -> None:
        """Delete the recognised pages that neither a document nor a waiting file needs."""
        with self._database.writing() as connection:
            recognition.forget_unused(connection)

    def history(self, limit: int = 500) -> list[FileOutcome]:
        """How the last files ended, the newest first."""
        with self._database.reading() as connection:
            return ledger.history(connection, limit)

    def hashes_in_use(self) -> set[str]:
        """The contents that documents and files of the ledger still need."""
        with self._database.reading() as connection:
            known = {document.sha256 for document in documents.everything(connection)}
            return known | checksums.disputed_hashes(connection) | ledger.hashes_in_use(connection)

    def waiting_hashes(self) -> set[str]:
        """The contents that files of the ledger still need."""
        with self._database.reading() as connection:
            return ledger.hashes_in_use(connection)

    # --- recognised pages --------------------------------------------------------------------

    def order_pages(self, row: int, sha256: str, orders: Sequence[PageOrder]) -> None:
        """A file of the ledger goes on with the recognition of these pages."""
        with self._database.writing() as connection:
            ledger.require_open(connection, row)
            recognition.order(connection, sha256, orders)
            ledger.enter_stage(connection, row, Stage.OCR)
            ledger.moved_on(connection, row)

    def page_orders(self, sha256: str) -> list[PageOrder]:
        """The pages of a file that wait to be recognised, in order."""
        with self._database.reading() as connection:
            return recognition.orders(connection, sha256)

    def keep_page(self, row: int, sha256: str, page: int, packed: bytes | None) -> None:
        """A page is finished; None leaves what was kept of it before as it is."""
        with self._database.writing() as connection:
            ledger.require_open(connection, row)
            recognition.keep(connection, sha256, page, packed)
            ledger.moved_on(connection, row)

    def pages_kept(self, sha256: str) -> dict[int, bytes]:
        """What was kept of each recognised page of a file."""
        with self._database.reading() as connection:
            return recognition.recognised(connection, sha256)

    def withdraw_orders(self, sha256: str) -> None:
        """No page of the file waits to be recognised any more."""
        with self._database.writing() as connection:
            recognition.withdraw(connection, sha256)
