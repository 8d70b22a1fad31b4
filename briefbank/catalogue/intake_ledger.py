"""The ledger of the intake as the rest of BriefBank sees it: each method is one short transaction.

Any thread. Errors are those of ``store.Catalogue``, which has one of these.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from briefbank.catalogue import documents, ledger, recognition
from briefbank.catalogue.database import Database
from briefbank.catalogue.ledger import NewFile, OpenFile
from briefbank.models import FileOutcome, PageOrder, Stage


@dataclass(frozen=True, slots=True)
class Closed:
    """The contents of a file whose row was closed, and whether a document or another row needs them."""

    sha256: str
    suffix: str
    needed: bool


class IntakeLedger:
    """What was dropped and how far it came."""

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

    def next_to_read(self, busy: Collection[int]) -> OpenFile | None:
        """The next file that is to be read from its beginning and is not among ``busy`` rows."""
        with self._database.reading() as connection:
            return ledger.next_to_read(connection, busy)

    def next_to_recognise(self, busy: Collection[int]) -> OpenFile | None:
        """The next file that goes on with the recognition of its pages, or with what follows it."""
        with self._database.reading() as connection:
            return ledger.next_to_recognise(connection, busy)

    def begin(self, row: int) -> None:
        """Work on a file starts."""
        with self._database.writing() as connection:
            ledger.begin(connection, row)

    def copied_in(self, row: int, sha256: str, suffix: str, size: int) -> None:
        """The library has a copy of the file."""
        with self._database.writing() as connection:
            ledger.copied(connection, row, sha256, suffix, size)

    def finish(self, row: int, outcome: FileOutcome) -> Closed | None:
        """A file ended without becoming a document, or as one that was there; what it leaves, if anything.

        No page of it waits any more, and what was recognised of it goes unless something needs its contents.
        """
        with self._database.writing() as connection:
            file = ledger.file(connection, row)
            ledger.finish(connection, row, outcome)
            if file is None or not file.sha256:
                return None
            recognition.withdraw(connection, file.sha256)
            needed = ledger.is_needed(connection, file.sha256)
            if not needed:
                recognition.forget(connection, file.sha256)
            return Closed(file.sha256, file.suffix, needed)

    def cancel(self, reason: str, paths: Collection[Path] | None = None) -> list[FileOutcome]:
        """Take files that have not ended off the ledger, or (None) all of them; how each ended.

        What was copied and recognised of them goes at the next opening of the library.
        """
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
            return known | ledger.hashes_in_use(connection)

    def waiting_hashes(self) -> set[str]:
        """The contents that files of the ledger still need."""
        with self._database.reading() as connection:
            return ledger.hashes_in_use(connection)

    # --- recognised pages --------------------------------------------------------------------

    def order_pages(self, row: int, sha256: str, orders: Sequence[PageOrder]) -> None:
        """A file of the ledger goes on with the recognition of these pages."""
        with self._database.writing() as connection:
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
