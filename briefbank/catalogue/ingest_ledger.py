"""The ingest ledger: each queued file, its progress and its outcome.

The ledger is also the queue of the ingest. A row without a status waits or is being processed. Its stage
tells with which step the work continues, in this program or, after any interruption, in the next one.
Functions that store a row's progress raise Withdrawn once the row was closed or deleted with its document.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from os import sep
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    tuple_,
    update,
)

from briefbank.catalogue import checksums, document_rows, intake_notes, library_facts
from briefbank.catalogue.columns import GIVEN_TEXTS, given_texts
from briefbank.catalogue.database import Database, reading, replacing, writing
from briefbank.catalogue.document_rows import StoredFile
from briefbank.catalogue.intake_notes import Drop
from briefbank.catalogue.sqlite_database import Withdrawn
from briefbank.catalogue.tables import IntakeRow, OcrOrderRow, RecognisedRow, WatchedRow
from briefbank.domain.documents import Document, Reading
from briefbank.domain.ingest import (
    NAMES_IN_PROPERTIES,
    TAKEN_OFF,
    FileGroup,
    FileOutcome,
    FileStatus,
    IngestState,
    Refusal,
    Stage,
)
from briefbank.domain.pages import PageOrder, Passage
from briefbank.storage.secrets import is_keyed_hash, keyed_hash
from briefbank.text.messages import NO_MESSAGE, Message

WAITED_FOR = 0  # The turn of files that a person waits for
ANY_TURN = 1 << 40  # The latest turn


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file for the ledger: single, in an archive or mailbox, or attached to a document of the library.

    ``size`` is None where it is unknown. See ``tables.IntakeRow`` for the other fields.
    """

    path: Path
    archive: str = ""
    member: str = ""
    size: int | None = None
    folder: str = ""
    container: str = ""
    depth: int = 0
    turn: int = WAITED_FOR
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class Closing:
    """The result with which the row of a file that became a document is closed; ``complete`` unless the file
    itself lacks pages, or its reading copy characters."""

    row: int
    reason: Message = NO_MESSAGE
    complete: bool = True
    attached: tuple[NewFile, ...] = ()
    """The files attached to the document, which are queued in the same transaction."""

    def status(self, document: Document) -> FileStatus:
        return FileStatus.ADDED if self.complete and not document.gaps else FileStatus.ADDED_WITH_GAPS


@dataclass(frozen=True, slots=True)
class Need:
    waiting: bool  # True when an open row of the ledger needs them
    stored: bool  # True when a document needs them


@dataclass(frozen=True, slots=True)
class OpenFile:
    """An unfinished row. ``sha256`` is empty until the library has a copy; ``suffix`` and ``size`` are then
    those of the copy, and before that what was seen when the file was queued."""

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
    document_id: int | None  # the document that is being read again
    folder: str
    container: str  # the SHA-256 of the library's document to which the file is attached; empty for none
    depth: int
    turn: int
    base_state: str


_Query: TypeAlias = Select[*tuple[Any, ...]]
_COLUMNS = (IntakeRow.id, *(getattr(IntakeRow, field.name) for field in fields(OpenFile)[1:]))
OPEN = IntakeRow.status.is_(None)
_later = IntakeRow.__table__.alias("later")
LATEST = ~exists().where((_later.c.path == IntakeRow.path) & (_later.c.id > IntakeRow.id))
"""The last attempt to add a file: its earlier rows count no more."""
REFUSED = IntakeRow.status == FileStatus.REFUSED.value
READ_STAGES = (Stage.WAITING.value, Stage.COPYING.value, Stage.READING.value)
"""The stages from which a file is read from its beginning."""

_THIS_ROW = IntakeRow.id == bindparam("row")
_CONTENTS = IntakeRow.sha256 == bindparam("contents")
_FILES = select(*_COLUMNS).order_by(IntakeRow.turn, IntakeRow.id)
_WAITING = _FILES.where(OPEN)
_NEXT = _WAITING.where(IntakeRow.id.not_in(bindparam("busy", expanding=True))).limit(1)
_NEXT_TO_READ = _NEXT.where(IntakeRow.stage.in_(READ_STAGES))
_NEXT_TO_RECOGNISE = _NEXT.where(IntakeRow.stage.not_in(READ_STAGES))
_ROW = _FILES.where(_THIS_ROW)
_STILL_OPEN = select(IntakeRow.id).where(OPEN & _THIS_ROW)
_WAITING_FOR_CONTENTS = select(IntakeRow.id).where(OPEN & _CONTENTS)
_BEFORE = tuple_(IntakeRow.turn, IntakeRow.id) < tuple_(bindparam("turn"), bindparam("row"))
_EARLIER = _WAITING_FOR_CONTENTS.where(_BEFORE)
_COUNT_ATTEMPT = update(IntakeRow).where(_THIS_ROW).values(attempts=IntakeRow.attempts + 1)
_RESET_ATTEMPTS = update(IntakeRow).where(_THIS_ROW).values(attempts=0)
"""Statements that every file needs are built once: building one takes longer than running it."""


def turn_by_age(modified: int) -> int:
    """Return the turn in a large drop of a file last changed at this time, in seconds since 1970."""
    return ANY_TURN - min(max(0, modified), ANY_TURN - 1)


@writing
def start(
    connection: Connection, files: Sequence[NewFile], sample: bool = False, drop: Drop | None = None
) -> int:
    """Queue files to be read, except those that wait already; return how many are new.

    With a ``drop`` its files that have ended are left alone, too. Raises Withdrawn when it was cancelled, or
    another program has queued all of it.
    """
    if drop is not None and not intake_notes.is_drop_open(connection, drop):
        raise Withdrawn
    return _queue(connection, files, sample, drop.after if drop else None)


_Place: TypeAlias = tuple[str, str, str, str]  # Path, archive, member and container of a file
_PLACE = (IntakeRow.path, IntakeRow.archive, IntakeRow.member, IntakeRow.container)


def _queue(connection: Connection, files: Iterable[NewFile], sample: bool, after: int | None = None) -> int:
    """Open a row for each file that does not wait already; return how many files newly wait.

    A file whose size differs from that of its copy has changed since, and gets another row. A waiting file
    that somebody else queued is confirmed, if it is of the same archive: the path is only for display. With
    ``after`` a file that has ended counts as waiting when its row is later than this one.
    """
    counted = OPEN if after is None else OPEN | (IntakeRow.id > after)
    columns = (IntakeRow.sha256, IntakeRow.size, IntakeRow.id, IntakeRow.agreed)
    known = select(*_PLACE, *columns, IntakeRow.document_id, IntakeRow.status).order_by(IntakeRow.id)
    refused = select(*_PLACE, IntakeRow.folder).where(REFUSED).order_by(IntakeRow.id)
    places = {(str(file.path), file.archive, file.member, file.container): file for file in files}
    same_path, paths = IntakeRow.path.in_(GIVEN_TEXTS), given_texts({path for path, *_ in places})
    copied: dict[_Place, int | None] = {}
    unconfirmed: list[tuple[int, _Place]] = []
    for row in connection.execute(known.where(counted, same_path), paths):
        place = (row.path, row.archive, row.member, row.container)
        copied[place] = row.size if row.sha256 else None
        agreed = row.document_id is not None or is_keyed_hash(row.agreed, library_facts.FILE, *place[:3])
        if place in places and row.status is None and not agreed:
            unconfirmed.append((row.id, place))
    new = [
        place
        for place, file in places.items()
        if place not in copied or (copied[place] is not None and file.size not in (None, copied[place]))
    ]
    if new:
        # A refused file that is tried again by itself keeps the folder that it was found in.
        rows = connection.execute(refused.where(same_path), paths)
        folders: dict[tuple[Any, ...], str] = {tuple(place): folder for *place, folder in rows}
        placed = [
            replace(places[place], folder=max(places[place].folder, folders.get(place, ""), key=len))
            for place in new
        ]
        connection.execute(insert(IntakeRow), [_new_row(file, sample) for file in placed])
        leave_out(connection, left_out(connection) & {file.path for file in placed}, skip=False)
    for row_id, place in unconfirmed:
        _agree(connection, row_id, *place[:3])
    return len(new) + len(unconfirmed)


@writing
def start_again(connection: Connection, document_id: int, orders: Sequence[PageOrder]) -> None:
    """Queue a document to be read again, unless it waits already, and pages of it to be recognised again.
    Raises NotInLibrary."""
    document = document_rows.by_id(connection, document_id)
    intake_notes.order_pages(connection, document.sha256, orders)
    again = OPEN & (IntakeRow.document_id == document_id)
    if connection.execute(select(IntakeRow.id).where(again)).first():
        return
    path = path_of(connection, document_id) or Path(document.file_name)
    known = {"sha256": document.sha256, "suffix": document.suffix, "size": document.size}
    values = _new_row(NewFile(path, folder=document.folder), document.sample)
    connection.execute(insert(IntakeRow).values(values | known | {"document_id": document_id}))


@reading
def waiting(connection: Connection) -> list[OpenFile]:
    return _open_files(connection, _WAITING, {})


@reading
def unconfirmed(connection: Connection) -> list[OpenFile]:
    """Return the open rows that another user or a backup queued, except those that read the library's own
    copies: a document that is read again, or what is attached to one."""
    columns = (IntakeRow.id, IntakeRow.agreed, IntakeRow.path, IntakeRow.archive, IntakeRow.member)
    query = select(*columns).where(OPEN & IntakeRow.document_id.is_(None) & (IntakeRow.container == ""))
    rows = connection.execute(query)
    unmarked = {row for row, mark, *named in rows if not is_keyed_hash(mark, library_facts.FILE, *named)}
    return [file for file in waiting(connection) if file.row in unmarked] if unmarked else []


@writing
def confirm(connection: Connection) -> None:
    for file in unconfirmed(connection):
        _agree(connection, file.row, str(file.path), file.archive, file.member)


def _agree(connection: Connection, row: int, path: str, archive: str, member: str) -> None:
    connection.execute(_update(row).values(agreed=keyed_hash(library_facts.FILE, path, archive, member)))


@reading
def next_file(
    connection: Connection, busy: Collection[int], document_id: int | None, *, is_read: bool
) -> OpenFile | None:
    """Return the first file outside the ``busy`` rows that is to be read from its beginning, or whose page
    recognition is to continue; with ``document_id`` only from the rows that read this document again."""
    query = _NEXT_TO_RECOGNISE if is_read else _NEXT_TO_READ
    if document_id is not None:
        query = query.where(IntakeRow.document_id == document_id)
    return next(iter(_open_files(connection, query, {"busy": list(busy)})), None)


@reading
def file(connection: Connection, row: int) -> OpenFile | None:
    """Return a row as it is now, open or not; None for one that is gone."""
    return next(iter(_open_files(connection, _ROW, {"row": row})), None)


@reading
def has_earlier(connection: Connection, file: OpenFile, sha256: str) -> bool:
    values = {"contents": sha256, "row": file.row, "turn": file.turn}
    return connection.execute(_EARLIER, values).first() is not None


@reading
def require_open(connection: Connection, row: int) -> None:
    """Raise Withdrawn for a row that was closed or is gone."""
    if connection.execute(_STILL_OPEN, {"row": row}).first() is None:
        raise Withdrawn


@writing
def begin(connection: Connection, row: int) -> None:
    connection.execute(_COUNT_ATTEMPT, {"row": row})


@writing
def copied_in(connection: Connection, row: int, sha256: str, suffix: str, size: int) -> None:
    require_open(connection, row)
    connection.execute(_update(row).values(sha256=sha256, suffix=suffix, size=size))


@writing
def set_base_state(connection: Connection, row: int, state: str) -> None:
    require_open(connection, row)
    connection.execute(_update(row).values(base_state=state))


@writing
def reset_attempts(connection: Connection, row: int) -> None:
    """Record that a part of the row's work was finished and stored, or stopped in good order."""
    connection.execute(_RESET_ATTEMPTS, {"row": row})


@writing
def finish(connection: Connection, row: int, outcome: FileOutcome, attached: Iterable[NewFile] = ()) -> None:
    """Close a row, note what its document is attached to, and queue the files attached to it. If the document
    was removed meanwhile, the row is deleted."""
    values = _outcome_values(outcome)
    if outcome.document is not None:
        if not document_rows.is_stored(connection, outcome.document.sha256):
            connection.execute(delete(IntakeRow).where(IntakeRow.id == row))
            return
        values["document_id"] = outcome.document.id
        ended = file(connection, row)
        if ended and ended.container:
            document_rows.note_attached(connection, outcome.document.id, ended.container)
        _queue(connection, attached, sample=bool(ended and ended.sample))
    connection.execute(_update(row).values(values))


@writing
def cancel(
    connection: Connection, paths: Collection[Path] | None = None
) -> list[tuple[OpenFile, FileOutcome]]:
    """Close open rows as taken off the list, of these files, or (None) of all, and then forget the open
    drops; return them with their outcomes. A file whose document is in the library was to be read or added
    again: it ends as before."""
    if paths is None:
        intake_notes.forget_drops(connection)
    chosen = None if paths is None else {str(path) for path in paths}
    ended = [file for file in waiting(connection) if chosen is None or str(file.path) in chosen]
    stopped: list[tuple[OpenFile, FileOutcome]] = []
    for file in ended:
        outcome = FileOutcome(file.path, FileStatus.REFUSED, reason=TAKEN_OFF, refusal=Refusal.OTHER)
        before = next(iter(_outcomes(connection, (IntakeRow.path == str(file.path)) & ~OPEN)), None)
        if file.document_id is not None or (before and before.document):
            connection.execute(delete(IntakeRow).where(IntakeRow.id == file.row))
            outcome = before or outcome
        else:
            connection.execute(_update(file.row).values(_outcome_values(outcome)))
        stopped.append((file, outcome))
    return stopped


def forget_attempts(connection: Connection, document_id: int, sha256: str) -> None:
    """Delete closed rows of a document's files that did not become it, and all rows of what is attached to
    it, because they hold file names; what waits cannot be taken out of it any more. Other open rows stay.
    Call it before a document is removed."""
    own = select(IntakeRow.path).where(IntakeRow.document_id == document_id)
    for path in connection.execute(own).scalars().all():
        begins = literal(f"{path}{sep}", IntakeRow.path.type)
        inside = func.substr(IntakeRow.path, 1, func.length(begins)) == begins
        connection.execute(delete(IntakeRow).where(inside, IntakeRow.container != ""))
    connection.execute(delete(IntakeRow).where(IntakeRow.container == sha256))
    same = IntakeRow.path.in_(own) | (IntakeRow.sha256 == sha256)
    ended = IntakeRow.document_id.is_(None) & IntakeRow.status.is_not(None)
    connection.execute(delete(IntakeRow).where(ended, same))


@reading
def path_of(connection: Connection, document_id: int) -> Path | None:
    """Return the path under which a document was added first; None where no row has it."""
    files = _open_files(connection, _FILES.where(IntakeRow.document_id == document_id), {})
    return next((file.path for file in files), None)


@reading
def attached_as(connection: Connection, path: Path) -> NewFile | None:
    """Return how the file that was last shown under this path is found, where it is in another file."""
    query = _FILES.where((IntakeRow.path == str(path)) & (IntakeRow.member != ""))
    files = _open_files(connection, query, {})
    if not files:
        return None
    last = files[-1]
    return NewFile(path, last.archive, last.member, None, last.folder, last.container, last.depth)


@writing
def forget_refused(connection: Connection) -> None:
    connection.execute(delete(IntakeRow).where(REFUSED, IntakeRow.left_out.is_(False)))


@reading
def ended_since(connection: Connection, drop: Drop, paths: Sequence[Path]) -> set[Path]:
    """Return those of the paths whose files have ended since the drop was begun."""
    ended = ~OPEN & (IntakeRow.id > drop.after) & IntakeRow.path.in_(GIVEN_TEXTS)
    rows = connection.scalars(select(IntakeRow.path).where(ended), given_texts(map(str, paths)))
    return set(map(Path, rows))


@writing
def leave_out(connection: Connection, paths: Collection[Path], *, skip: bool) -> None:
    change = update(IntakeRow).where(REFUSED, IntakeRow.path == bindparam("file"))
    if paths:
        connection.execute(change.values(left_out=skip), [{"file": str(path)} for path in paths])


@reading
def left_out(connection: Connection) -> set[Path]:
    query = select(IntakeRow.path).where(IntakeRow.left_out.is_(True))
    return {Path(path) for path in connection.execute(query).scalars()}


_NO_REMARK = IntakeRow.reason.in_([NO_MESSAGE, NAMES_IN_PROPERTIES])
_group = case(
    (OPEN, FileGroup.OPEN.value),
    (
        ~REFUSED
        & ((IntakeRow.status == FileStatus.ADDED_WITH_GAPS.value) | ~_NO_REMARK)
        & (IntakeRow.status != FileStatus.ALREADY_HERE.value),
        FileGroup.CHECK.value,
    ),
    (~REFUSED, FileGroup.ADDED.value),
    (IntakeRow.reason == TAKEN_OFF, FileGroup.NOT_ADDED.value),
    (IntakeRow.left_out.is_(True), FileGroup.LEFT_OUT.value),
    (IntakeRow.refusal == Refusal.PROTECTED.value, FileGroup.PROTECTED.value),
    else_=FileGroup.REFUSED.value,
)


@reading
def state(connection: Connection, since: int | None, passed_over: Collection[int]) -> IngestState:
    """Return the counts of an IngestState. ``passed_over`` are the rows that wait for a later run."""
    newest = connection.execute(select(func.coalesce(func.max(IntakeRow.id), 0))).scalar_one()
    if since is None:
        first = select(func.coalesce(func.min(IntakeRow.id), newest + 1)).where(OPEN)
        since = connection.execute(first).scalar_one() - 1
    files = (
        select(_group.label("kind"), IntakeRow.status.label("status"), (IntakeRow.id > since).label("now"))
        .where(LATEST)
        .subquery()
    )
    ended: Counter[FileStatus] = Counter()
    groups, round_ = Counter[FileGroup](), Counter[FileGroup]()
    columns = files.c.kind, files.c.status, files.c.now
    for name, status, now, number in connection.execute(select(*columns, func.count()).group_by(*columns)):
        group = FileGroup(name)
        groups[group] += number
        if now:
            round_[group] += number
            if status is not None and group not in (FileGroup.NOT_ADDED, FileGroup.LEFT_OUT):
                ended[FileStatus(status)] += number
    later = sum(row > since for row in passed_over)
    return IngestState(
        since,
        newest,
        max(0, round_[FileGroup.OPEN] - later),
        len(passed_over),
        ended,
        round_[FileGroup.NOT_ADDED],
        round_[FileGroup.LEFT_OUT],
        groups,
    )


@reading
def files(
    connection: Connection,
    group: FileGroup,
    start: int,
    most: int,
    reason: Message | None,
    waits_for: Mapping[int, Message],
) -> list[FileOutcome]:
    """Return a part of a group. ``waits_for``: why open rows were left for a later run."""
    chosen = LATEST & (OPEN if group is FileGroup.OPEN else ~OPEN & (_group == group.value))
    if reason is not None:
        chosen &= IntakeRow.reason == reason
    if group is FileGroup.OPEN:
        query = _FILES.where(chosen).offset(start).limit(most)
        return [
            FileOutcome(file.path, FileStatus.WAITING, None, waits_for.get(file.row, NO_MESSAGE))
            for file in _open_files(connection, query, {})
        ]
    order: list[Any] = [IntakeRow.id.desc()]
    if group in (FileGroup.REFUSED, FileGroup.PROTECTED):
        alike = func.count().over(partition_by=IntakeRow.reason)
        order = [alike.desc(), IntakeRow.reason, *order]
    ids = connection.scalars(
        select(IntakeRow.id).where(chosen).order_by(*order).offset(start).limit(most)
    ).all()
    return _outcomes(connection, IntakeRow.id.in_(ids), ids)


@reading
def history(connection: Connection, limit: int = 500) -> list[FileOutcome]:
    newest = select(IntakeRow.id).where(~OPEN & LATEST).order_by(IntakeRow.id.desc()).limit(limit)
    return _outcomes(connection, IntakeRow.id.in_(newest) | (REFUSED & LATEST))


def _outcomes(
    connection: Connection, condition: ColumnElement[bool], order: Sequence[int] = ()
) -> list[FileOutcome]:
    """Return the outcomes of rows, the newest first, or in the ``order`` of their ids."""
    columns = (
        IntakeRow.id,
        *(IntakeRow.path, IntakeRow.status, IntakeRow.reason),
        *(IntakeRow.document_id, IntakeRow.refusal, IntakeRow.left_out),
    )
    query = select(*columns).where(condition).order_by(IntakeRow.id.desc())
    rows: list[Any] = list(connection.execute(query).all())
    if order:
        places = {row: place for place, row in enumerate(order)}
        rows.sort(key=lambda row: places[row.id])
    shown = document_rows.by_ids(connection, {row.document_id for row in rows if row.document_id})
    known = document_rows.named(connection, shown)
    return [
        FileOutcome(Path(path), status, known.get(document_id), reason, *refused)
        for _id, path, status, reason, document_id, *refused in rows
    ]


@reading
def hashes_in_use(connection: Connection) -> set[str]:
    """Return the hashes of contents that documents and files of the ledger still need."""
    stored = document_rows.hashes(connection) | checksums.disputed_hashes(connection)
    return stored | waiting_hashes(connection)


@reading
def waiting_hashes(connection: Connection) -> set[str]:
    return set(connection.execute(select(IntakeRow.sha256).where(OPEN & (IntakeRow.sha256 != ""))).scalars())


def _open_files(connection: Connection, query: _Query, values: Mapping[str, Any]) -> list[OpenFile]:
    return [OpenFile(row, Path(path), *rest) for row, path, *rest in connection.execute(query, values)]


def _new_row(file: NewFile, sample: bool) -> dict[str, Any]:
    return {
        **asdict(file),
        "path": str(file.path),
        "started_at": datetime.now(UTC),
        "stage": Stage.WAITING.value,
        "reason": "",
        "sha256": "",
        "size": file.size or 0,
        "attempts": 0,
        "sample": sample,
        "left_out": False,
        "agreed": keyed_hash(library_facts.FILE, str(file.path), file.archive, file.member),
    }


def _outcome_values(outcome: FileOutcome) -> dict[str, Any]:
    return {
        "stage": Stage.DONE.value,
        "status": outcome.status.value,
        "reason": outcome.reason,
        "refusal": outcome.refusal.value if outcome.refusal else None,
        "finished_at": datetime.now(UTC),
    }


def _update(row: int) -> Any:
    return update(IntakeRow).where(IntakeRow.id == row)


@writing
def tidy(connection: Connection, sha256: str) -> Need:
    """Delete what is stored of a file's contents and no longer needed: orders that no open row waits for, and
    then recognised pages without a document. Return who still needs the contents."""
    waited_for = connection.execute(_WAITING_FOR_CONTENTS, {"contents": sha256}).first() is not None
    need = Need(waited_for, document_rows.is_stored(connection, sha256))
    if not need.waiting:
        intake_notes.withdraw_orders(connection, sha256)
        if not need.stored:
            intake_notes.forget_pages(connection, sha256)
    return need


@writing
def order_pages(connection: Connection, row: int, sha256: str, orders: Sequence[PageOrder]) -> None:
    require_open(connection, row)
    intake_notes.order_pages(connection, sha256, orders)
    connection.execute(_update(row).values(stage=Stage.OCR.value))
    reset_attempts(connection, row)


@writing
def keep_page(connection: Connection, row: int, sha256: str, page: int, packed: bytes | None) -> None:
    require_open(connection, row)
    ordered = (OcrOrderRow.sha256 == sha256) & (OcrOrderRow.page == page)
    connection.execute(delete(OcrOrderRow).where(ordered))
    if packed is not None:
        connection.execute(replacing(RecognisedRow), {"sha256": sha256, "page": page, "packed": packed})
    reset_attempts(connection, row)


@writing
def add_document(
    connection: Connection,
    reading: Reading,
    file: StoredFile,
    closing: Closing | None = None,
    *,
    replacing: int | None = None,
) -> tuple[Document, list[Passage]]:
    """Add a document with all its pages and passages, or nothing; return the passages with their ids.

    ``closing`` names the row of the ledger that is closed in the same transaction. ``replacing`` is a
    document of which this is a better reading; it keeps its id. Raises AlreadyInLibrary when another document
    has the same contents, and Withdrawn when the row was closed before.
    """
    if closing is not None:
        require_open(connection, closing.row)
    if replacing is not None and document_rows.by_ids(connection, [replacing]):
        document, passages = document_rows.replace_document(connection, replacing, reading, file)
        library_facts.note_deleted(connection)
    else:
        document, passages = document_rows.add(connection, reading, file)
    if closing is not None:
        outcome = FileOutcome(Path(), closing.status(document), document, closing.reason)
        finish(connection, closing.row, outcome, closing.attached)
    return document, passages


def remove_documents(catalogue: Database, *document_ids: int) -> None:
    """Delete documents and all that was read from them, or none; feedback stays. Raises NotInLibrary.

    The deleted words of a file are overwritten on the disk, in it at once and in its log as soon as no search
    is reading it. Copies that a database made elsewhere remain until ``library_facts.erase``.
    """
    with catalogue.writing() as connection:
        for document_id in document_ids:
            sha256 = document_rows.by_id(connection, document_id).sha256
            forget_attempts(connection, document_id, sha256)
            document_rows.remove(connection, document_id)
            intake_notes.forget_pages(connection, sha256)
        library_facts.note_deleted(connection, *document_ids)
    catalogue.empty_log()


@writing
def forget_agreements(connection: Connection) -> None:
    """Require a new confirmation of all folders and files, for a catalogue from a backup."""
    connection.execute(update(WatchedRow).values(agreed=""))
    connection.execute(update(IntakeRow).values(agreed=""))
    intake_notes.forget_drops(connection)


@reading
def new_files_left(connection: Connection) -> int:
    new = OPEN & IntakeRow.document_id.is_(None)
    return connection.execute(select(func.count()).select_from(IntakeRow).where(new)).scalar_one()
