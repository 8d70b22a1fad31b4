"""The ingest ledger as the rest of BriefBank sees it. Each method is one short transaction.

Any thread. Errors are those of ``store.Catalogue``, which has one of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, delete, exists, func, select

from briefbank.catalogue import checksums, documents, ledger_statements, passages, state_rows
from briefbank.catalogue.database import Database, total, upsert
from briefbank.catalogue.ledger_statements import (
    ANY_TURN,
    LATEST,
    READ_STAGES,
    WAITED_FOR,
    Drop,
    NewFile,
    OpenFile,
)
from briefbank.catalogue.sqlite_database import Withdrawn
from briefbank.catalogue.tables import DocumentRow, EmbeddedRow, IntakeRow, PassageRow, SeenRow, WatchedRow
from briefbank.domain.ingest import (
    TAKEN_OFF,
    FileOutcome,
    FileStatus,
    IngestReport,
    ReportedFile,
    Searchable,
    Stage,
)
from briefbank.domain.pages import PageOrder
from briefbank.text.characters import text_hash
from briefbank.text.messages import Message

# --- ingest ledger ---------------------------------------------------------------------------------------

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
            if drop is not None and not ledger_statements.is_open(connection, drop):
                raise Withdrawn
            return ledger_statements.start(connection, files, sample, drop.after if drop else None)

    def begin_drop(
        self, paths: Sequence[Path], leave_out: Sequence[str], sample: bool, watched: Sequence[Path] = ()
    ) -> Drop:
        """Note a drop whose files are about to be queued in batches."""
        with self._database.writing() as connection:
            after = ledger_statements.last_row(connection)
            return ledger_statements.begin_drop(connection, paths, leave_out, sample, after, watched)

    def end_drop(self, drop: Drop) -> None:
        """Forget a drop: all its files are queued."""
        with self._database.writing() as connection:
            ledger_statements.end(connection, drop)

    def ended_since(self, drop: Drop, paths: Sequence[Path]) -> set[Path]:
        """Return those of the paths whose files have ended since the drop was begun."""
        with self._database.reading() as connection:
            return ledger_statements.ended_since(connection, drop.after, paths)

    def open_drops(self) -> list[Drop]:
        """Return the drops whose files are not all queued."""
        with self._database.reading() as connection:
            return ledger_statements.read(connection)

    def start_again(self, document_id: int, orders: Sequence[PageOrder]) -> None:
        """Queue pages of a document to be recognised again. Raises NotInLibrary."""
        with self._database.writing() as connection:
            sha256 = documents.by_id(connection, document_id).sha256
            ledger_statements.start_again(connection, document_id)
            passages.order(connection, sha256, orders)

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

    def set_base_state(self, row: int, state: str) -> None:
        """Record what is known of the PDF that is read in place of the file."""
        with self._database.writing() as connection:
            ledger_statements.require_open(connection, row)
            ledger_statements.set_base_state(connection, row, state)

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
                passages.withdraw(connection, sha256)
                if not stored:
                    passages.forget(connection, sha256)
            return need

    def cancel(self, paths: Collection[Path] | None = None) -> list[tuple[OpenFile, FileOutcome]]:
        """Close the rows of unfinished files, or (None) of all, and forget the open drops; return them with
        their outcomes."""
        with self._database.writing() as connection:
            if paths is None:
                ledger_statements.forget(connection)
            return ledger_statements.cancel(connection, paths)

    def forget_unused(self) -> None:
        """Delete the recognised pages that neither a document nor a waiting file needs."""
        with self._database.writing() as connection:
            passages.forget_unused(connection)

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
            return report(connection)

    def reported_files(self) -> list[ReportedFile]:
        """Return all files that were ever queued, in that order."""
        with self._database.reading() as connection:
            return list(files(connection))

    def new_files_left(self) -> int:
        """Return the number of files that wait to become documents."""
        with self._database.reading() as connection:
            return new_files_left(connection)

    def searchable(self) -> Searchable:
        """Return how many files can be searched."""
        with self._database.reading() as connection:
            return searchable(connection)

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
            passages.order(connection, sha256, orders)
            ledger_statements.enter_stage(connection, row, Stage.OCR)
            ledger_statements.reset_attempts(connection, row)

    def page_orders(self, sha256: str) -> list[PageOrder]:
        """Return the pages of a file that wait to be recognised, in order."""
        with self._database.reading() as connection:
            return passages.orders(connection, sha256)

    def keep_page(self, row: int, sha256: str, page: int, packed: bytes | None) -> None:
        """Store a finished page; None leaves an earlier result as it is."""
        with self._database.writing() as connection:
            ledger_statements.require_open(connection, row)
            passages.keep(connection, sha256, page, packed)
            ledger_statements.reset_attempts(connection, row)

    def recognised_pages(self, sha256: str) -> dict[int, bytes]:
        """Return the stored result of each recognised page of a file."""
        with self._database.reading() as connection:
            return passages.recognised(connection, sha256)

    def withdraw_orders(self, sha256: str) -> None:
        """Cancel the recognition of all waiting pages of a file."""
        with self._database.writing() as connection:
            passages.withdraw(connection, sha256)


# --- ingest report ---------------------------------------------------------------------------------------
# What became of the files of the ledger, counted by the database, inside an open transaction.

_MOST_REASONS = 50
_FETCHED = 1000
_OPEN = IntakeRow.status.is_(None)
_READ = IntakeRow.stage.not_in(READ_STAGES)
_MADE = IntakeRow.document_id == DocumentRow.id
_ADDED = IntakeRow.status.in_([FileStatus.ADDED.value, FileStatus.ADDED_WITH_GAPS.value])
_LAST_MOMENT = 253_402_300_799
"""The last second of the year 9999."""


def report(connection: Connection) -> IngestReport:
    """Return the counts of all files, each by its last attempt."""
    refused = IntakeRow.status == FileStatus.REFUSED.value
    reason = case((refused, IntakeRow.reason), else_="")
    groups = (IntakeRow.status, _READ, IntakeRow.left_out, IntakeRow.refusal, reason)
    ended: Counter[FileStatus] = Counter()
    open_, apart = Counter[bool](), Counter[str]()
    reasons, kinds = Counter[Message](), Counter[str]()
    for status, is_read, left_out, kind, why, number in connection.execute(
        select(*groups, func.count()).where(LATEST).group_by(*groups)
    ):
        if status is None:
            open_[bool(is_read)] += number
        elif status is FileStatus.REFUSED and (why == TAKEN_OFF or left_out):
            apart["taken off" if why == TAKEN_OFF else "left out"] += number
        else:
            ended[status] += number
            if status is FileStatus.REFUSED:
                reasons[why] += number
                kinds.update({kind.value: number} if kind is not None else {})
    documents = select(DocumentRow.id).where(exists().where(_ADDED & _MADE)).scalar_subquery()
    added = DocumentRow.id.in_(documents)
    pages = select(total(DocumentRow.pages)).where(added)
    gaps = select(func.count(), total(DocumentRow.gaps)).where(added & (DocumentRow.gaps > 0))
    files_with_gaps, missing = connection.execute(gaps).one()
    return IngestReport(
        ended,
        open_[False],
        open_[True],
        tuple(sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))[:_MOST_REASONS]),
        files_with_gaps,
        missing,
        connection.execute(pages).scalar_one(),
        kinds,
        taken_off=apart["taken off"],
        left_out=apart["left out"],
    )


def files(connection: Connection) -> Iterator[ReportedFile]:
    """Yield all files in the order in which they were last queued."""
    columns: tuple[Any, ...] = (
        *(IntakeRow.path, IntakeRow.status, IntakeRow.reason, IntakeRow.stage),
        *(IntakeRow.started_at, IntakeRow.finished_at),
        *(IntakeRow.left_out, func.coalesce(DocumentRow.title, ""), DocumentRow.filed),
        *(func.coalesce(each, 0) for each in (DocumentRow.pages, DocumentRow.ocr_pages, DocumentRow.gaps)),
    )
    query = select(*columns).select_from(IntakeRow).outerjoin(DocumentRow, _MADE)
    query = query.where(LATEST).order_by(IntakeRow.id)
    for row in connection.execute(query.execution_options(yield_per=_FETCHED)):
        path, status, reason, stage, queued, ended, left_out, title, filed, pages, ocr_pages, gaps = row
        waits_for_scans = status is None and stage.value not in READ_STAGES
        yield ReportedFile(
            Path(path),
            status,
            reason,
            waits_for_scans,
            title,
            filed,
            pages,
            ocr_pages,
            gaps,
            queued,
            ended,
            left_out,
        )


def new_files_left(connection: Connection) -> int:
    """Return the number of files that wait to become documents."""
    return _count(connection, _OPEN & IntakeRow.document_id.is_(None))


def searchable(connection: Connection) -> Searchable:
    """Return how many files can be searched; some milliseconds for 200,000 passages."""
    documents = connection.execute(select(func.count()).select_from(DocumentRow)).scalar_one()
    embedded = exists().where(EmbeddedRow.passage_id == PassageRow.id)
    is_searchable = PassageRow.searchable == True  # noqa: E712 (an SQL comparison that uses the index)
    lacking = select(func.count(PassageRow.document_id.distinct())).where(is_searchable, ~embedded)
    by_meaning = documents - connection.execute(lacking).scalar_one()
    mass = _OPEN & ~_READ & (IntakeRow.turn > WAITED_FOR)
    first = select(func.coalesce(func.min(IntakeRow.turn), ANY_TURN)).where(mass)
    turn = connection.execute(first).scalar_one()
    return Searchable(documents + new_files_left(connection), documents, by_meaning, _moment(turn))


def _count(connection: Connection, condition: ColumnElement[bool]) -> int:
    return connection.execute(select(func.count()).select_from(IntakeRow).where(condition)).scalar_one()


def _moment(turn: int) -> datetime | None:
    """Return when the file of a turn was last changed; None where that is not known."""
    seconds = ANY_TURN - turn
    return datetime.fromtimestamp(seconds, UTC) if 0 < seconds <= _LAST_MOMENT else None


# --- watched ---------------------------------------------------------------------------------------------
# Watched folders, and the files in them that were already queued. Each method is one short transaction.
#
# A file is recognised by a hash of its path with its size and time, so that no name of a removed document
# stays here. The hash is not keyed by the user's secret: otherwise the next user of the library, or a new
# computer, would be offered every file again, and removed documents would come back. Guessing a name from
# the hash requires its size and nanosecond, too.
#
# Any thread. Errors are those of ``store.Catalogue``, which has one of these.

State = tuple[int, int]
"""The size in bytes and the time of the last change in nanoseconds, as the system gives them."""


def key(path: str, state: State) -> str:
    """Return the key by which a file in this state is recognised."""
    size, modified_ns = state
    return text_hash(f"{size} {modified_ns} {path}")


class WatchedTable:
    """The watched folders, and the files that were queued from them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def folders(self) -> list[Path]:
        """Return the folders in the order in which they were added."""
        return list(self.confirmed())

    def confirmed(self) -> dict[Path, bool]:
        """Return the folders in the order in which they were added, each with whether this user added it."""
        columns = (WatchedRow.path, WatchedRow.agreed)
        query = select(*columns).order_by(WatchedRow.since, WatchedRow.path)
        with self._database.reading() as connection:
            return {Path(path): state_rows.is_folder(mark, path) for path, mark in connection.execute(query)}

    def watch(self, folder: Path) -> None:
        """Watch a folder for this user. The records of a folder that is watched already stay."""
        mark = state_rows.folder(str(folder))
        statement = upsert(WatchedRow).values(path=str(folder), since=datetime.now(UTC), agreed=mark)
        with self._database.writing() as connection:
            connection.execute(statement.on_conflict_do_update(["path"], set_={"agreed": mark}))

    def unwatch(self, folder: Path) -> None:
        """Forget a folder and the files queued from it; documents stay. A folder that is not watched is no
        error."""
        with self._database.writing() as connection:
            connection.execute(delete(WatchedRow).where(WatchedRow.path == str(folder)))

    def seen(self, folder: Path) -> set[str]:
        """Return the ``key`` of each file of a folder, in each state in which it was queued."""
        query = select(SeenRow.key).where(SeenRow.folder == str(folder))
        with self._database.reading() as connection:
            return set(connection.execute(query).scalars())

    def note(self, folder: Path, files: Mapping[str, State]) -> None:
        """Record files of a folder, by path, as queued; does nothing when the folder is no longer watched."""
        rows = [{"key": key(path, state), "folder": str(folder)} for path, state in files.items()]
        statement = upsert(SeenRow)
        new = {"folder": statement.excluded.folder}
        with self._database.writing() as connection:
            watched = select(WatchedRow.path).where(WatchedRow.path == str(folder))
            if rows and connection.execute(watched).first():
                connection.execute(statement.on_conflict_do_update(["key"], set_=new), rows)
