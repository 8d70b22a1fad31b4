"""Provisions with their versions and periods in force, and the office's list of what still holds.

Provisions of one canonical name are versions of one another. A text whose code is unknown has only its number
as a name. It is matched with the one code that has that number in this library, and with none where there are
several. In the same way a rule of evidence that is cited without its book is matched with the only such book.

Windows are as a person entered, or else as was read; ``citator.provision_versions`` derives what other
versions imply.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from briefbank.catalogue.authority_rows import ensure
from briefbank.catalogue.columns import (
    GIVEN_IDS,
    GIVEN_TEXTS,
    given_ids,
    given_texts,
    pack_headings,
    unpack_headings,
)
from briefbank.catalogue.database import reading, replacing, upsert, writing
from briefbank.catalogue.library_facts import VersionCounter
from briefbank.catalogue.tables import (
    AuthorityNameRow,
    AuthorityRow,
    CitedRow,
    DismissedRow,
    DocumentRow,
    GoodLawRow,
    PassageRow,
    ProvisionRow,
    WindowRow,
)
from briefbank.domain.authorities import CODIFIED, Authority, GoodLawEntry, Provision, ReadProvision, Window
from briefbank.domain.caption_fields import Kind
from briefbank.errors import NotInLibrary
from briefbank.text.messages import Message

_WITHOUT_BOOK = "Evid. R. "
_BOOK_OF_EVIDENCE = re.compile(r"N\.J\.R\.E\. |.* R\. Evid\. ")
_COLUMNS = (
    *(ProvisionRow.id, ProvisionRow.document_id, ProvisionRow.first, ProvisionRow.last),
    *(ProvisionRow.path, ProvisionRow.number, ProvisionRow.catchline),
    *(ProvisionRow.valid_from, ProvisionRow.valid_to, DocumentRow.kind, DocumentRow.filed),
    *(AuthorityRow.id, AuthorityRow.canonical, AuthorityRow.sort, AuthorityRow.name),
)
_JOINED = (
    select(*_COLUMNS)
    .join(AuthorityRow, AuthorityRow.id == ProvisionRow.authority_id)
    .join(DocumentRow, DocumentRow.id == ProvisionRow.document_id)
    .order_by(ProvisionRow.document_id, ProvisionRow.first)
)
_BY_AUTHORITY = _JOINED.where(ProvisionRow.authority_id.in_(GIVEN_IDS))
_WITH_NUMBER = (
    select(ProvisionRow.number, AuthorityRow.id, AuthorityRow.canonical, AuthorityRow.sort)
    .join(AuthorityRow, AuthorityRow.id == ProvisionRow.authority_id)
    .where(ProvisionRow.number.in_(GIVEN_TEXTS))
    .distinct()
    .order_by(AuthorityRow.id)
)
_NAMES = select(AuthorityRow.id, AuthorityRow.canonical, AuthorityRow.sort).where(
    AuthorityRow.id.in_(GIVEN_IDS)
)
_CODIFIED_NAMES = select(AuthorityRow.canonical).where(AuthorityRow.sort.in_(sorted(CODIFIED)))
_AUTHORITY_OF = select(ProvisionRow.authority_id).where(ProvisionRow.id == bindparam("which"))
_WINDOWS = select(WindowRow.document_id, WindowRow.canonical, WindowRow.valid_from, WindowRow.valid_to).where(
    WindowRow.document_id.in_(GIVEN_IDS)
)
_OTHER = ProvisionRow.__table__.alias()
_NEAREST = (
    select(func.max(_OTHER.c.first))
    .where((_OTHER.c.document_id == PassageRow.document_id) & (_OTHER.c.first <= PassageRow.ordinal))
    .scalar_subquery()
)
"""The provision of a passage's document that begins last at or before the passage; one step in an index."""
_OF_PASSAGES = (
    select(PassageRow.id, ProvisionRow.id, ProvisionRow.authority_id)
    .select_from(PassageRow)
    .join(
        ProvisionRow,
        (ProvisionRow.document_id == PassageRow.document_id)
        & (ProvisionRow.first == _NEAREST)
        & (ProvisionRow.last >= PassageRow.ordinal),
    )
    .where(PassageRow.id.in_(GIVEN_IDS))
)
_ANY = select(ProvisionRow.id).limit(1)
_INSERT = insert(ProvisionRow)
_path = lru_cache(maxsize=4096)(unpack_headings)


@reading
def versions_of_authorities(connection: Connection, ids: Collection[int]) -> dict[int, list[Provision]]:
    """Return the versions of each of these authorities that has any, in order of document and place."""
    same = _versions_of(connection, ids)
    by_authority = _by_authorities(connection, {id_ for group in same.values() for id_ in group})
    versions = {
        id_: [provision for other in group for provision in by_authority[other]]
        for id_, group in same.items()
    }
    return {id_: group for id_, group in versions.items() if group}


@reading
def provisions_of_passages(connection: Connection, ids: Collection[int]) -> dict[int, Provision]:
    rows = connection.execute(_OF_PASSAGES, given_ids(ids)).all()
    by_authority = _by_authorities(connection, {authority_id for _, _, authority_id in rows})
    by_id = {provision.id: provision for group in by_authority.values() for provision in group}
    return {passage_id: by_id[provision_id] for passage_id, provision_id, _ in rows}


@reading
def has_provisions(connection: Connection) -> bool:
    return connection.execute(_ANY).first() is not None


@reading
def with_number(connection: Connection, number: str) -> list[int]:
    """Return the authorities with this number of which the library has a text, in order."""
    return [row.id for row in connection.execute(_WITH_NUMBER, given_texts([number]))]


@writing
def set_window(connection: Connection, provision_id: int, window: Window) -> None:
    """Store a person's window permanently. Raises NotInLibrary."""
    name = _window_key_of(connection, get_provision(connection, provision_id))
    values = {"valid_from": window.first, "valid_to": window.last}
    connection.execute(replacing(WindowRow), {"document_id": name[0], "canonical": name[1], **values})


@writing
def clear_window(connection: Connection, provision_id: int) -> None:
    """Delete a person's window, so that the one read applies. Raises NotInLibrary."""
    document_id, name = _window_key_of(connection, get_provision(connection, provision_id))
    this = (WindowRow.document_id == document_id) & (WindowRow.canonical == name)
    connection.execute(delete(WindowRow).where(this))


def put_provisions(
    connection: Connection,
    document_id: int,
    provisions: Sequence[ReadProvision],
    key_of: Callable[[str], str],
) -> list[int]:
    """Replace the provisions of a document; return the ids of their authorities, in order.

    ``key_of`` is ``index.occurrences.citation_key``. Windows that a person entered stay.
    """
    connection.execute(delete(ProvisionRow).where(ProvisionRow.document_id == document_id))
    ids = [ensure(connection, p.canonical, p.kind, p.catchline, key_of(p.canonical)) for p in provisions]
    rows = [
        {
            **{"document_id": document_id, "authority_id": id_, "first": read.first, "last": read.last},
            **{"path": pack_headings(read.path), "number": read.number, "catchline": read.catchline},
            **{"valid_from": read.window.first, "valid_to": read.window.last},
        }
        for id_, read in zip(ids, provisions, strict=True)
    ]
    if rows:
        connection.execute(_INSERT, rows)
    return ids


@reading
def get_provision(connection: Connection, provision_id: int) -> Provision:
    authority_id = connection.execute(_AUTHORITY_OF, {"which": provision_id}).scalar()
    known = {} if authority_id is None else _by_authorities(connection, [authority_id])
    for version in (version for versions in known.values() for version in versions):
        if version.id == provision_id:
            return version
    raise NotInLibrary(
        Message("There is no such provision in this library."), detail=f"provision {provision_id}"
    )


def _by_authorities(connection: Connection, ids: Iterable[int]) -> defaultdict[int, list[Provision]]:
    rows = connection.execute(_BY_AUTHORITY, given_ids(ids)).all()
    windows = connection.execute(_WINDOWS, given_ids({row[1] for row in rows}))
    entered = {(document_id, name): Window(first, last) for document_id, name, first, last in windows}
    counted: Counter[tuple[int, int]] = Counter()
    provisions: defaultdict[int, list[Provision]] = defaultdict(list)
    for row in rows:
        provision = _provision(row, entered.get(_window_key(counted, row)))
        provisions[provision.authority.id].append(provision)
    return provisions


def _window_key(counted: Counter[tuple[int, int]], row: Sequence[Any]) -> tuple[int, str]:
    """Return the key of a person's window: the document and canonical name, and, where the document has
    several versions, the number of the version."""
    document_id, authority_id, canonical = row[1], row[11], row[12]
    counted[document_id, authority_id] += 1
    number = counted[document_id, authority_id]
    return document_id, canonical if number == 1 else f"{canonical} [{number}]"


def _window_key_of(connection: Connection, provision: Provision) -> tuple[int, str]:
    counted: Counter[tuple[int, int]] = Counter()
    rows = connection.execute(_BY_AUTHORITY, given_ids([provision.authority.id]))
    return next(name for row in rows for name in [_window_key(counted, row)] if row[0] == provision.id)


def _provision(row: Sequence[Any], entered: Window | None) -> Provision:
    id_, document_id, first, last, path, number, catchline, begins, ends, kind, filed, *authority = row
    window, source = Window(begins, ends), "text" if begins or ends else ""
    if entered is not None:
        window, source = entered, "person"
    elif kind == Kind.DIRECTIVE and begins is None and filed is not None and (ends is None or filed <= ends):
        window, source = Window(filed, ends), source or "date"
    return Provision(
        id_, Authority(*authority), document_id, first, last, _path(path), number, catchline, window, source
    )


def _versions_of(connection: Connection, ids: Collection[int]) -> dict[int, list[int]]:
    """Return, for each authority, those whose texts are its versions: itself and those matched by number."""
    named = connection.execute(_NAMES, given_ids(ids)).all()
    numbers = {row.canonical: row.canonical.rpartition(" ")[2] for row in named}
    texts: defaultdict[str, list[Any]] = defaultdict(list)
    for row in connection.execute(_WITH_NUMBER, given_texts(set(numbers.values()))):
        texts[row.number].append(row)
    with_others = {
        number
        for row in named
        for number in [numbers[row.canonical]]
        if {t.id for t in texts[number]} - {row.id}
    }
    alone = {number for number in with_others if any(text.canonical == number for text in texts[number])}
    cited = _codes_citing(connection, alone)
    return {row.id: _matching(row, texts[numbers[row.canonical]], cited) for row in named}


def _matching(authority: Any, texts: Sequence[Any], cited: Mapping[str, set[str]]) -> list[int]:
    """Return the authority itself if it has a text, and those with the same number that can only mean it."""
    own = [text.id for text in texts if text.id == authority.id]
    others = [text for text in texts if text.id != authority.id and text.sort == authority.sort]
    if authority.canonical.startswith(_WITHOUT_BOOK):
        books = [text.id for text in others if _BOOK_OF_EVIDENCE.match(text.canonical)]
        return own or (books if len(books) == 1 else [])
    number = authority.canonical.rpartition(" ")[2]
    named = cited.get(number, set()) - {number}
    if len(named) != 1 or not ({authority.canonical} == named or authority.canonical == number):
        return own
    return sorted({*own, *(text.id for text in others if text.canonical in (number, *named))})


def _codes_citing(connection: Connection, numbers: Collection[str]) -> dict[str, set[str]]:
    """Return the provisions of any code in the library or its citations, by number. It scans every name, and
    is only used for numbers that are a name by themselves."""
    codes: dict[str, set[str]] = {number: set() for number in numbers}
    if codes:
        for name in connection.execute(_CODIFIED_NAMES).scalars():
            number = name.rpartition(" ")[2]
            if number in codes:
                codes[number].add(name)
    return codes


GOOD_LAW = VersionCounter("good law")
_ENTRIES = select(
    GoodLawRow.id,
    GoodLawRow.canonical,
    GoodLawRow.name,
    GoodLawRow.standing,
    GoodLawRow.by,
    GoodLawRow.since,
    GoodLawRow.note,
    GoodLawRow.entered_by,
    GoodLawRow.entered_at,
    GoodLawRow.also,
).order_by(GoodLawRow.id)
_OTHER_NAME = AuthorityNameRow.__table__.alias()
_ALSO_NAMED = (
    select(AuthorityNameRow.canonical, _OTHER_NAME.c.canonical)
    .join(_OTHER_NAME, _OTHER_NAME.c.authority_id == AuthorityNameRow.authority_id)
    .where(
        AuthorityNameRow.canonical.in_(GIVEN_TEXTS),
        _OTHER_NAME.c.canonical != AuthorityNameRow.canonical,
        _OTHER_NAME.c.canonical.not_like("%)"),  # parts of provisions
    )
)
"""Every search runs this statement, so it is built once."""
_NEWEST = select(func.coalesce(func.max(GoodLawRow.id), 0))
_UPDATE = update(GoodLawRow).where(GoodLawRow.id == bindparam("line"))
_DISMISS = upsert(DismissedRow).on_conflict_do_nothing()


@dataclass(frozen=True, slots=True)
class ListChange:
    """A change of the list that is made as a whole or not at all."""

    put: tuple[GoodLawEntry, ...] = ()  # the lines to write; id 0 means a new line
    remove: tuple[int, ...] = ()
    decided: tuple[str, ...] = ()  # the keys of proposals that are not to be made again
    undecided: tuple[str, ...] = ()  # the keys of proposals that may be made again


@dataclass(frozen=True, slots=True)
class CitationCounts:
    passages: int
    documents: int
    last_cited: date | None  # the filing date of the newest of these documents


@reading
def list_version(connection: Connection) -> int:
    """Return a number that grows with every change of the list by any program."""
    return GOOD_LAW.current(connection)


@reading
def list_entries(connection: Connection) -> list[GoodLawEntry]:
    return [_entry(row) for row in connection.execute(_ENTRIES)]


@writing
def change_list(
    connection: Connection, decide: Callable[[list[GoodLawEntry]], ListChange]
) -> list[GoodLawEntry]:
    """Change the list as ``decide`` says, given the current lines, and return the written lines with
    their ids.

    Nobody else changes the list meanwhile. An exception from ``decide`` leaves it as it was.
    """
    change = decide(list_entries(connection))
    connection.execute(delete(GoodLawRow).where(GoodLawRow.id.in_(GIVEN_IDS)), given_ids(change.remove))
    put = _put(connection, change.put)
    if change.decided:
        connection.execute(_DISMISS, [{"key": key} for key in change.decided])
    undecided = delete(DismissedRow).where(DismissedRow.key.in_(GIVEN_TEXTS))
    connection.execute(undecided, given_texts(change.undecided))
    if change.put or change.remove:
        GOOD_LAW.increment(connection)
    return put


@reading
def decided_proposals(connection: Connection) -> set[str]:
    return set(connection.execute(select(DismissedRow.key)).scalars())


@reading
def also_named(connection: Connection, names: Iterable[str]) -> dict[str, list[str]]:
    """Return the other names of the authorities with these names, such as parallel citations, in order.
    Parts of provisions, and names without others, are left out."""
    others_by_name: dict[str, list[str]] = {}
    for name, other in sorted(connection.execute(_ALSO_NAMED, given_texts(names)).all()):
        others_by_name.setdefault(name, []).append(other)
    return others_by_name


@reading
def reach(connection: Connection, authority_ids: Collection[int]) -> dict[int, CitationCounts]:
    """Return the reach of each of these authorities that is cited."""
    query = (
        select(
            CitedRow.authority_id,
            func.count(CitedRow.passage_id.distinct()),
            func.count(CitedRow.document_id.distinct()),
            func.max(DocumentRow.filed),
        )
        .join(DocumentRow, DocumentRow.id == CitedRow.document_id)
        .where(CitedRow.authority_id.in_(sorted(authority_ids)))
        .group_by(CitedRow.authority_id)
    )
    rows = connection.execute(query)
    return {id_: CitationCounts(passages, documents, last) for id_, passages, documents, last in rows}


def _entry(row: Sequence[Any]) -> GoodLawEntry:
    id_, canonical, name, standing, by, since, note, entered_by, entered_at, also = row
    also = unpack_headings(also)
    return GoodLawEntry(id_, canonical, name, standing, by, since, note, entered_by, entered_at, also)


def _put(connection: Connection, entries: Sequence[GoodLawEntry]) -> list[GoodLawEntry]:
    """Add or change lines, and return them with their ids, which increase with every added line."""
    new = [_entry_values(entry) for entry in entries if not entry.id]
    known = [{"line": entry.id, **_entry_values(entry)} for entry in entries if entry.id]
    newest = connection.execute(_NEWEST).scalar_one()
    if known:
        connection.execute(_UPDATE, known)
    if new:
        connection.execute(insert(GoodLawRow), new)
    added = select(GoodLawRow.id).where(GoodLawRow.id > newest).order_by(GoodLawRow.id)
    ids = iter(connection.execute(added).scalars().all())
    return [entry if entry.id else replace(entry, id=next(ids)) for entry in entries]


def _entry_values(entry: GoodLawEntry) -> dict[str, Any]:
    values = {field.name: getattr(entry, field.name) for field in fields(entry) if field.name != "id"}
    return values | {"also": pack_headings(entry.also)}
