"""The intake ledger: what was dropped, how far it came, how it ended. Works inside an open transaction.

It is the queue of the intake as well: a row without a status waits or is being worked on, and its stage says
with which step the work on it goes on, in this program or, after any kind of stop, in the next one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import Connection, Select, bindparam, delete, insert, select, update

from briefbank.catalogue import agreed, documents
from briefbank.catalogue.faults import Withdrawn
from briefbank.catalogue.tables import IntakeRow
from briefbank.models import Document, FileOutcome, FileStatus, Stage


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file for the ledger, of its own or in an archive; ``size`` is None where it is unknown."""

    path: Path
    archive: str = ""
    member: str = ""
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Closing:
    """How a row is closed whose file became a document; ``whole`` unless the file itself lacks pages."""

    row: int
    reason: str = ""
    whole: bool = True

    def status(self, document: Document) -> FileStatus:
        """With gaps, or without."""
        return FileStatus.ADDED if self.whole and not document.gaps else FileStatus.ADDED_WITH_GAPS


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A row that has not ended. ``sha256`` is empty until the library has a copy."""

    row: int
    path: Path
    archive: str
    member: str
    stage: Stage
    sha256: str
    suffix: str
    size: int
    sample: bool
    attempts: int
    document_id: int | None
    """The document that is being read again."""


_Query: TypeAlias = Select[*tuple[Any, ...]]
_COLUMNS = (
    *(IntakeRow.id, IntakeRow.path, IntakeRow.archive, IntakeRow.member, IntakeRow.stage),
    *(IntakeRow.sha256, IntakeRow.suffix, IntakeRow.size),
    *(IntakeRow.sample, IntakeRow.attempts, IntakeRow.document_id),
)
_OPEN = IntakeRow.status.is_(None)
_READ = (Stage.WAITING.value, Stage.COPYING.value, Stage.READING.value)
"""The stages from which a file is read from its beginning."""

_THIS = IntakeRow.id == bindparam("row")
_CONTENTS = IntakeRow.sha256 == bindparam("contents")
_FILES = select(*_COLUMNS).order_by(IntakeRow.id)
_WAITING = _FILES.where(_OPEN)
_NEXT = _WAITING.where(IntakeRow.id.not_in(bindparam("busy", expanding=True))).limit(1)
_NEXT_TO_READ = _NEXT.where(IntakeRow.stage.in_(_READ))
_NEXT_TO_RECOGNISE = _NEXT.where(IntakeRow.stage.not_in(_READ))
_ROW = _FILES.where(_THIS)
_STILL_OPEN = select(IntakeRow.id).where(_OPEN & _THIS)
_WAITED_FOR = select(IntakeRow.id).where(_OPEN & _CONTENTS)
_EARLIER = _WAITED_FOR.where(IntakeRow.id < bindparam("row"))
_BEGIN = update(IntakeRow).where(_THIS).values(attempts=IntakeRow.attempts + 1)
_MOVED_ON = update(IntakeRow).where(_THIS).values(attempts=0)
"""Statements that every file needs are built once: building one takes longer than running it."""


def start(connection: Connection, files: Iterable[NewFile], sample: bool) -> int:
    """Open a row for each file that does not wait already; how many wait now that did not before.

    One that has another size than when it was copied has changed since, and gets another row. One that
    somebody else let wait is confirmed, if it is of the same archive: the path is only what is shown.
    """
    files = list(files)
    named = {_source(file): file for file in files}
    columns = (IntakeRow.path, IntakeRow.archive, IntakeRow.member, IntakeRow.sha256, IntakeRow.size)
    query = select(*columns).where(_OPEN).order_by(IntakeRow.id)
    waiting = {tuple(source): size if sha256 else None for *source, sha256, size in connection.execute(query)}
    new = [
        file
        for source, file in named.items()
        if source not in waiting or _changed(file.size, waiting[source])
    ]
    if new:
        connection.execute(insert(IntakeRow), [_values(file, sample) for file in new])
    again = [file for file in unconfirmed(connection) if _source(file) in named]
    confirm(connection, again)
    return len(new) + len(again)


def _source(file: NewFile | OpenFile) -> tuple[str, str, str]:
    return str(file.path), file.archive, file.member


def _changed(now: int | None, when_copied: int | None) -> bool:
    return None not in (now, when_copied) and now != when_copied


def start_again(connection: Connection, document_id: int) -> None:
    """Open a row for reading a document again; an open one is enough."""
    again = _OPEN & (IntakeRow.document_id == document_id)
    if connection.execute(select(IntakeRow.id).where(again)).first():
        return
    document = documents.by_id(connection, document_id)
    known = {"sha256": document.sha256, "suffix": document.suffix, "size": document.size}
    values = _values(NewFile(Path(document.file_name)), document.sample)
    connection.execute(insert(IntakeRow).values(values | known | {"document_id": document_id}))


def waiting(connection: Connection) -> list[OpenFile]:
    """All open rows in the order in which they came."""
    return _open_files(connection, _WAITING, {})


def unconfirmed(connection: Connection) -> list[OpenFile]:
    """Open rows that this user did not make: another user's, or a backup's. What is read again from the
    library's own copy is none of them."""
    columns = (IntakeRow.id, IntakeRow.path, IntakeRow.archive, IntakeRow.member, IntakeRow.agreed)
    query = select(*columns).where(_OPEN & IntakeRow.document_id.is_(None))
    unmarked = {
        row.id
        for row in connection.execute(query)
        if not agreed.is_file(row.agreed, row.path, row.archive, row.member)
    }
    return [file for file in waiting(connection) if file.row in unmarked] if unmarked else []


def confirm(connection: Connection, files: Iterable[OpenFile]) -> None:
    """Mark rows as this user's own wish."""
    for each in files:
        mark = agreed.file(str(each.path), each.archive, each.member)
        connection.execute(_update(each.row).values(agreed=mark))


def next_to_read(connection: Connection, busy: Collection[int], document_id: int | None) -> OpenFile | None:
    """The first file that is to be read from its beginning and is not among ``busy`` rows; with
    ``document_id`` of the rows that read this document again only."""
    return _first(connection, _NEXT_TO_READ, busy, document_id)


def next_to_recognise(
    connection: Connection, busy: Collection[int], document_id: int | None
) -> OpenFile | None:
    """The first file that goes on with the recognition of its pages; otherwise as ``next_to_read``."""
    return _first(connection, _NEXT_TO_RECOGNISE, busy, document_id)


def _first(
    connection: Connection, query: _Query, busy: Collection[int], document_id: int | None
) -> OpenFile | None:
    if document_id is not None:
        query = query.where(IntakeRow.document_id == document_id)
    return next(iter(_open_files(connection, query, {"busy": list(busy)})), None)


def file(connection: Connection, row: int) -> OpenFile | None:
    """A row as it is now, open or not; None for one that is gone."""
    return next(iter(_open_files(connection, _ROW, {"row": row})), None)


def is_waited_for(connection: Connection, sha256: str) -> bool:
    """Whether an open row has these contents."""
    return connection.execute(_WAITED_FOR, {"contents": sha256}).first() is not None


def has_earlier(connection: Connection, row: int, sha256: str) -> bool:
    """Whether an open row with the same contents came before this one."""
    return connection.execute(_EARLIER, {"contents": sha256, "row": row}).first() is not None


def require_open(connection: Connection, row: int) -> None:
    """Raises Withdrawn for a row that was closed or is gone."""
    if connection.execute(_STILL_OPEN, {"row": row}).first() is None:
        raise Withdrawn


def begin(connection: Connection, row: int) -> None:
    """Work on a row starts, once more."""
    connection.execute(_BEGIN, {"row": row})


def enter_stage(connection: Connection, row: int, stage: Stage) -> None:
    connection.execute(_update(row).values(stage=stage.value))


def moved_on(connection: Connection, row: int) -> None:
    """Something of the row's work was finished and kept."""
    connection.execute(_MOVED_ON, {"row": row})


def copied(connection: Connection, row: int, sha256: str, suffix: str, size: int) -> None:
    connection.execute(_update(row).values(sha256=sha256, suffix=suffix, size=size))


def finish(connection: Connection, row: int, outcome: FileOutcome) -> None:
    """Close a row. A document that was removed meanwhile takes its row with it."""
    values = _ended(outcome)
    if outcome.document is not None:
        if not documents.is_stored(connection, outcome.document.sha256):
            connection.execute(delete(IntakeRow).where(IntakeRow.id == row))
            return
        values["document_id"] = outcome.document.id
    connection.execute(_update(row).values(values))


def cancel(connection: Connection, reason: str, paths: Collection[Path] | None) -> list[OpenFile]:
    """Close open rows as refused, of these files or (None) all; which they were. What was to be read again
    keeps its document and loses its row."""
    wanted = None if paths is None else {str(path) for path in paths}
    ended = [file for file in waiting(connection) if wanted is None or str(file.path) in wanted]
    for file in ended:
        if file.document_id is not None:
            connection.execute(delete(IntakeRow).where(IntakeRow.id == file.row))
        else:
            outcome = FileOutcome(file.path, FileStatus.REFUSED, reason=reason)
            connection.execute(_update(file.row).values(_ended(outcome)))
    return ended


def forget_attempts(connection: Connection, document_id: int, sha256: str) -> None:
    """Before a document is removed: what its files came to at other times goes as well, since their names
    stand there; a file that was refused once and added later has two rows. What is open stays."""
    own = select(IntakeRow.path).where(IntakeRow.document_id == document_id)
    same = IntakeRow.path.in_(own) | (IntakeRow.sha256 == sha256)
    ended = IntakeRow.document_id.is_(None) & IntakeRow.status.is_not(None)
    connection.execute(delete(IntakeRow).where(ended, same))


def history(connection: Connection, limit: int) -> list[FileOutcome]:
    """What the last files ended with, the newest first."""
    columns = (
        *(IntakeRow.path, IntakeRow.status, IntakeRow.reason),
        *(IntakeRow.document_id, IntakeRow.needs_password),
    )
    query = select(*columns).where(IntakeRow.status.is_not(None)).order_by(IntakeRow.id.desc()).limit(limit)
    rows: Sequence[Any] = connection.execute(query).all()
    known = documents.by_ids(connection, {row.document_id for row in rows if row.document_id})
    return [
        FileOutcome(Path(path), FileStatus(status), known.get(document_id), reason, needs_password)
        for path, status, reason, document_id, needs_password in rows
    ]


def hashes_in_use(connection: Connection) -> set[str]:
    """The contents that open rows still need."""
    return set(connection.execute(select(IntakeRow.sha256).where(_OPEN & (IntakeRow.sha256 != ""))).scalars())


def _open_files(connection: Connection, query: _Query, values: Mapping[str, Any]) -> list[OpenFile]:
    return [
        OpenFile(row, Path(path), archive, member, Stage(stage), *rest)
        for row, path, archive, member, stage, *rest in connection.execute(query, values)
    ]


def _values(file: NewFile, sample: bool) -> dict[str, Any]:
    return {
        "path": str(file.path),
        "archive": file.archive,
        "member": file.member,
        "started_at": datetime.now(UTC),
        "stage": Stage.WAITING.value,
        "reason": "",
        "sha256": "",
        "suffix": "",
        "size": 0,
        "attempts": 0,
        "sample": sample,
        "needs_password": False,
        "agreed": agreed.file(str(file.path), file.archive, file.member),
    }


def _ended(outcome: FileOutcome) -> dict[str, Any]:
    return {
        "stage": Stage.DONE.value,
        "status": outcome.status.value,
        "reason": outcome.reason,
        "needs_password": outcome.needs_password,
        "finished_at": datetime.now(UTC),
    }


def _update(row: int) -> Any:
    return update(IntakeRow).where(IntakeRow.id == row)
