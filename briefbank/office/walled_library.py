"""The library as it is read by a person from whom documents are hidden (README.md, "Ethical walls").

Both databases take a name in a query for a temporary view before they take it for a table
(https://sqlite.org/lang_naming.html; PostgreSQL on ``search_path``), so every query reads what is left, and
none can forget to. The hidden documents are determined again inside the transaction that follows a change of
the catalogue. Rarity, lengths and the words that exist are Tantivy's own sums over its segments, so an index
of those segments alone that hold no hidden document is that of a library without them.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import tantivy
from numpy.typing import NDArray
from sqlalchemy import Connection, Row, Select, String, Table, event, or_, select, text, union

from briefbank import files
from briefbank.catalogue import checksums, document_rows, graph_rows
from briefbank.catalogue.caption_rows import folded
from briefbank.catalogue.columns import GIVEN_IDS, given_ids, or_none
from briefbank.catalogue.database import Database, Topic, given, reading
from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.catalogue.tables import (
    AttachmentRow,
    AuthorityNameRow,
    AuthorityRow,
    Base,
    CitedRow,
    DocumentRow,
    FeedbackRow,
    FormRow,
    GoodLawRow,
    IdentityRow,
    ProvisionRow,
    RelationRow,
    SharedCollectionRow,
    SharedEntryRow,
)
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.embedding.dense import DenseIndex
from briefbank.embedding.encoders import Encoder
from briefbank.errors import IndexFault, StoreReadOnly
from briefbank.index import segments
from briefbank.index.lexical import ATTEMPTS, LexicalIndex, LexicalReader, Snapshot
from briefbank.index.segments import Segment
from briefbank.office.postgres_database import PostgresDatabase
from briefbank.storage.generations import translate_errors
from briefbank.text.docket_numbers import DocketNumber, find, visible

_FOUND = (DocumentRow.id, DocumentRow.sha256)
_NAMED = select(*_FOUND).where(
    or_(
        DocumentRow.sha256.in_(given("hashes", String())),
        DocumentRow.docket_key.in_(given("dockets", String())),
    )
)
_DOCKET_KEYS = select(DocumentRow.id, DocumentRow.docket_key).where(DocumentRow.docket_key != "")
_DOCKETS = select(*_FOUND, DocumentRow.docket).where(DocumentRow.id.in_(GIVEN_IDS))
_NUMBER = re.compile(r"[1-9]\d*")
FEW = 5_000
"""The hidden passages up to which all are searched for so many more, and the hidden ones dropped. With more,
only the vectors of documents that are seen are read."""
MOST_NEAR = 10
MOST_NUMBERS = 12  # The numbers of an unknown form that are compared
FEWEST_DIGITS = 3  # With fewer, too many dockets are near
_DIGITS = re.compile(r"\d{1,9}")
_ATTACHED = (
    select(*_FOUND)
    .join(AttachmentRow, AttachmentRow.document_id == DocumentRow.id)
    .where(AttachmentRow.container.in_(given("hashes", String())))
)
_INNER = DocumentRow.__table__.alias()
_AROUND = (
    select(*_FOUND)
    .join(AttachmentRow, AttachmentRow.container == DocumentRow.sha256)
    .join(_INNER, _INNER.c.id == AttachmentRow.document_id)
    .where(_INNER.c.sha256.in_(given("hashes", String())))
)


@dataclass(frozen=True, slots=True)
class HidingRules:
    """What hides documents from somebody: what is named, what is attached to it, and the mails and PDFs in
    whose own bytes one of these stands."""

    hashes: frozenset[str] = frozenset()  # The SHA-256 of documents
    dockets: frozenset[str] = frozenset()
    """Docket numbers as ``caption_rows.folded`` returns them, in any of their forms
    (``text.docket_numbers``). One without letters hides those of all kinds; a document may have several."""

    @classmethod
    def of(cls, hashes: Iterable[str], dockets: Iterable[str]) -> HidingRules:
        """Return the rules for docket numbers as people write them, several in one text, too."""
        both = (visible(docket, soft) for docket in dockets for soft in ("-", ""))
        written = (number.strip() for docket in both for number in docket.split(";"))
        return cls(frozenset(hashes), frozenset(folded(number) for number in written if number))

    def __bool__(self) -> bool:
        return bool(self.hashes or self.dockets)

    def __or__(self, other: HidingRules) -> HidingRules:
        return HidingRules(self.hashes | other.hashes, self.dockets | other.dockets)


class Dockets:
    """The docket numbers of documents, so that many rules can be compared with them."""

    def __init__(self, rows: Iterable[Row[int, str, str]]) -> None:
        """``rows`` have the id, the hash and the docket numbers of each document."""
        self._documents = defaultdict[str, dict[int, str]](dict)
        self._near = defaultdict[str, dict[int, str]](dict)
        for id_, sha256, numbered in rows:
            for part in map(str.strip, folded(numbered).split(";")):
                for value in (part, *_keys(part, asked=False)):
                    self._documents[value][id_] = sha256
            for written in map(str.strip, numbered.split(";")):
                for form in _without_one(written):
                    self._near[form][id_] = written

    def matching(self, written: Iterable[str]) -> dict[int, str]:
        """Return the documents with a docket number in any of its forms, or as it is written."""
        values = (value for number in written for value in (number, *_keys(number, asked=True)))
        return {id_: sha256 for value in values for id_, sha256 in self._documents.get(value, {}).items()}

    def near(self, written: Iterable[str], hidden: Collection[int]) -> tuple[str, ...]:
        """Return docket numbers of documents that are not hidden, each of which has the digits of one of
        these, or differs by one digit; at most MOST_NEAR."""
        forms = (form for number in written for form in _without_one(number))
        found = (pair for form in forms for pair in self._near.get(form, {}).items())
        return tuple(sorted({docket for id_, docket in found if id_ not in hidden})[:MOST_NEAR])


@reading
def all_dockets(connection: Connection) -> Dockets:
    numbered = select(*_FOUND, DocumentRow.docket).where(DocumentRow.docket != "")
    return Dockets(connection.execute(numbered))


@reading
def documents(connection: Connection, rules: HidingRules, dockets: Dockets | None = None) -> dict[int, str]:
    """Return the documents that rules hide, among those that the connection sees, with their hashes.
    ``dockets`` are those of all these documents, where they were read before."""
    hashes = with_attached(connection, rules, dockets)
    return _followed(connection, _AROUND, hashes, hashes.values())


@reading
def with_attached(
    connection: Connection, rules: HidingRules, dockets: Dockets | None = None
) -> dict[int, str]:
    """Return the documents that rules name, and what is attached to these, with their hashes."""
    values = {"hashes": json.dumps(sorted(rules.hashes)), "dockets": json.dumps(sorted(rules.dockets))}
    hashes: dict[int, str] = dict(connection.execute(_NAMED, values).all())
    if rules.dockets:
        dockets = dockets or Dockets(_near_rows(connection, rules.dockets))
        hashes |= dockets.matching(rules.dockets)
    return _followed(connection, _ATTACHED, hashes, {*rules.hashes, *hashes.values()})


def _followed(
    connection: Connection, step: Select[int, str], hashes: dict[int, str], new: Collection[str]
) -> dict[int, str]:
    """Return ``hashes`` with what ``step`` finds from ``new``, and from what that finds, to the end."""
    while new:
        rows = connection.execute(step, {"hashes": json.dumps(sorted(new))}).all()
        more = {id_: sha256 for id_, sha256 in rows if id_ not in hashes}
        hashes, new = hashes | more, more.values()
    return hashes


def _near_rows(connection: Connection, written: frozenset[str]) -> Iterable[Row[int, str, str]]:
    """Return the rows of the documents that may have one of these docket numbers.

    Of all documents only the key of the docket is read, from an index; those with the last or greatest
    number of a docket, or with several dockets, are compared.
    """
    dockets = (docket for number in written for docket in _dockets_in(number))
    greatest = {max(docket.numbers) for docket in dockets}
    numbers = {form for number in greatest for form in (f"{number}", f"19{number:02}", f"20{number:02}")}
    rows: Any = connection.execute(_DOCKET_KEYS).cursor  # SQLAlchemy's own rows take twice as long
    near = [
        id_
        for id_, key in rows
        if ";" in key or not key.isascii() or not numbers.isdisjoint(_NUMBER.findall(key))
    ]
    return connection.execute(_DOCKETS, given_ids(near))


def _dockets_in(text: str) -> Iterator[DocketNumber]:
    """Yield the docket numbers in a text, and two numbers that follow one another in a form that is not
    known ("A 5555 20", "A-5554/5555-20"): rather too much is hidden than too little."""
    for part in re.split(r"[;,&]|\band\b", text):
        known = list(find(part, typed=True))
        yield from known
        if any(docket.end - docket.announced_from >= len(part.strip()) for docket in known):
            continue
        numbers = list(map(int, _DIGITS.findall(part)))[:MOST_NUMBERS]
        pairs = combinations(numbers, 2) if "/" in part else pairwise(numbers)
        yield from (DocketNumber(part, "", "", pair, 0, 0, 0) for pair in pairs)


@lru_cache(maxsize=8192)
def _keys(text: str, *, asked: bool) -> frozenset[str]:
    """Return the keys of the docket numbers that are asked for, or that a document has; a year of four digits
    at the end counts as one of two."""
    keys = set[str]()
    for docket in _dockets_in(text):
        *others, last = docket.numbers
        is_long = bool(others) and last // 100 in (19, 20)
        for form in (docket, replace(docket, numbers=(*others, last % 100))) if is_long else (docket,):
            keys.update(form.query_keys() if asked else form.document_keys())
    return frozenset(keys)


def _without_one(docket: str) -> set[str]:
    """Return the digits of a docket number, and these without each of them in turn: two numbers that differ
    by a wrong, missing, additional or exchanged digit have one of them in common."""
    digits = "-".join(str(int(number)) for number in _DIGITS.findall(docket))
    if len(digits) <= FEWEST_DIGITS:
        return set()
    return {digits, *(digits[:at] + digits[at + 1 :] for at in range(len(digits)))}


_SEEN = [
    select(table).order_by(*table.primary_key)
    for table in (row.__table__ for row in (GoodLawRow, FeedbackRow, SharedCollectionRow, SharedEntryRow))
]


@reading
def digest(connection: Connection) -> int:
    """Return a number of 40 bits of all that the connection sees of documents, the list of good law, marks
    and shared collections."""
    stamps = checksums.stamps(connection, list(connection.scalars(select(DocumentRow.id))))
    state = hashlib.sha256(repr(sorted(stamps.items())).encode())
    for query in _SEEN:
        for row in connection.execute(query):
            state.update(repr(tuple(row)).encode("utf-8", "surrogatepass"))
    return int.from_bytes(state.digest()[:5])


WITHOUT_DOCUMENTS = frozenset({"state", "watched", "seen", "good_law", "dismissed"})
"""The tables whose rows belong to no document."""

_OWN_TABLES = {
    "hidden": "id BIGINT PRIMARY KEY",
    "hidden_hash": "sha256 TEXT PRIMARY KEY",
    "regrouped": "document_id BIGINT PRIMARY KEY, family BIGINT NOT NULL",
    "unnamed": "canonical TEXT PRIMARY KEY",
    "unused": "id BIGINT PRIMARY KEY",
    "renamed": "id BIGINT PRIMARY KEY, name TEXT NOT NULL",
    "as_of": "version BIGINT NOT NULL",
}
"""The temporary tables of a connection, which are filled after each change of the catalogue."""
_DOCUMENTS = "SELECT id FROM hidden"
_HASHES = "SELECT sha256 FROM hidden_hash"
_MENTIONED = union(
    *(
        select(or_none(column)).where(document.in_(GIVEN_IDS))
        for column, document in (
            *((table.authority_id, table.document_id) for table in (CitedRow, IdentityRow, ProvisionRow)),
            *((column, RelationRow.document_id) for column in (RelationRow.source_id, RelationRow.target_id)),
        )
    ),
    select(AuthorityNameRow.authority_id)
    .join(FormRow, FormRow.canonical == AuthorityNameRow.canonical)
    .where(FormRow.document_id.in_(GIVEN_IDS)),
)
"""Finds the authorities of which documents have rows."""
_FAMILIES = select(DocumentRow.family).where(DocumentRow.id.in_(GIVEN_IDS), DocumentRow.family != 0)
_MEMBERS = select(DocumentRow.id).where(DocumentRow.family.in_(_FAMILIES), DocumentRow.id.not_in(GIVEN_IDS))


class Visible(Database):
    """What is left of one catalogue. It is only read: a change raises StoreReadOnly."""

    _whole = ""  # The name of the schema of the tables themselves

    def hide(self, rules: HidingRules, version: Callable[[Collection[Topic]], int]) -> None:
        self._rules, self._version_of_whole = rules, version
        self._known_ids: dict[str, tuple[int, frozenset[int]]] = {}
        event.listen(self._reader.pool, "connect", self._make_views)

    def version(self, topics: Collection[Topic] = tuple(Topic)) -> int:
        """Return the number of the whole catalogue, which needs no connection of one's own."""
        return self._version_of_whole(topics)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with super().reading() as connection:
            self._find_hidden(connection)
            yield connection

    def hidden(self) -> frozenset[int]:
        return self._ids(_DOCUMENTS)

    def hidden_passages(self) -> frozenset[int]:
        return self._ids(f"SELECT id FROM {self._whole}.passage WHERE document_id IN ({_DOCUMENTS})")

    def _ids(self, query: str) -> frozenset[int]:
        """Return the ids that a query finds, asked once for each state of the documents."""
        version = self.version([Topic.DOCUMENTS])
        known = self._known_ids.get(query)
        if known is None or known[0] != version:
            with self.reading() as connection:
                known = version, frozenset(connection.scalars(text(query)))
            self._known_ids[query] = known
        return known[1]

    def _make_views(self, connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for name, columns in _OWN_TABLES.items():
            cursor.execute(f"CREATE TEMP TABLE {name} ({columns})")
        for table in Base.metadata.sorted_tables:
            if table.name not in WITHOUT_DOCUMENTS:
                cursor.execute(_view(table, self._whole))
        cursor.close()
        connection.commit()

    def _find_hidden(self, connection: Connection) -> None:
        """Find the hidden documents of this moment, unless the connection has them.

        What it has is in the transaction, too: where that is undone, they are found again.
        """
        version = self.version_seen(connection, [Topic.DOCUMENTS])
        if connection.scalar(text("SELECT version FROM as_of")) == version:
            return
        for name in _OWN_TABLES:
            connection.execute(text(f"DELETE FROM {name}"))
        # Nothing is hidden at this point: these see all documents.
        hidden = documents(connection, self._rules)
        left = list(connection.scalars(_MEMBERS, given_ids(hidden)))
        mentioned = set(connection.scalars(_MENTIONED, given_ids(hidden))) - {None}
        _insert(connection, "hidden", "id", hidden)
        _insert(connection, "hidden_hash", "sha256", {*self._rules.hashes, *hidden.values()})
        # And these see what is left.
        families = dict.fromkeys(left, 0) | self._families(connection, left)
        _insert(connection, "regrouped", "document_id, family", families.items())
        changes = graph_rows.changes_needed(connection, mentioned)
        _insert(connection, "unnamed", "canonical", changes.unused_names)
        _insert(connection, "unused", "id", changes.unused)
        _insert(connection, "renamed", "id, name", changes.renamed.items())
        _insert(connection, "as_of", "version", [version])

    def _families(self, connection: Connection, left: list[int]) -> dict[int, int]:
        from briefbank.ingest import families

        signatures = document_rows.signatures(connection, families.SCHEME, left)
        return dict(families.grouped(signatures))


class VisibleFile(Visible, SqliteDatabase):
    _whole = "main"


class VisibleOffice(Visible, PostgresDatabase):
    _whole = "public"


def without_hidden(whole: Database, rules: HidingRules) -> Visible:
    visible: Visible
    if isinstance(whole, PostgresDatabase):
        visible = VisibleOffice(whole.place, _refuse)
    else:
        assert isinstance(whole, SqliteDatabase)
        visible = VisibleFile(whole.path, _refuse)
    visible.hide(rules, whole.version)
    return visible


def _view(table: Table, whole: str) -> str:
    """Return the statement that makes the view in place of a table. Raises KeyError for a table of which
    nobody decided how its rows are hidden."""
    columns = {column.name: f'"{column.name}"' for column in table.columns}
    hidden_by = {
        "document_id": _DOCUMENTS,
        "passage_id": f"SELECT id FROM {whole}.passage WHERE document_id IN ({_DOCUMENTS})",
        **dict.fromkeys(("document_sha256", "sha256", "container"), _HASHES),
    }
    if table is DocumentRow.__table__:
        known = f"id NOT IN ({_DOCUMENTS})"
        columns["family"] = (
            "CASE WHEN id IN (SELECT document_id FROM regrouped) THEN"
            " (SELECT regrouped.family FROM regrouped WHERE document_id = id) ELSE family END AS family"
        )
    elif table is AuthorityRow.__table__:
        known = "id NOT IN (SELECT id FROM unused)"
        renamed = "SELECT renamed.name FROM renamed WHERE renamed.id = authority.id"
        columns["name"] = f"coalesce(({renamed}), name) AS name"
    elif table is AuthorityNameRow.__table__:
        is_named = "canonical NOT IN (SELECT canonical FROM unnamed)"
        known = f"{is_named} AND authority_id NOT IN (SELECT id FROM unused)"
    elif table is SharedCollectionRow.__table__:
        # the name of a mixed one, too, could tell of the hidden matter
        entries = f"SELECT collection_id FROM {whole}.shared_entry"
        hidden = f"{entries} WHERE document_sha256 IN ({_HASHES})"
        known = f"id IN ({entries}) AND id NOT IN ({hidden})"
    else:
        hiding_columns = [name for name in hidden_by if name in columns]
        if not hiding_columns:
            raise KeyError(table.name)
        tests = (f'("{name}" IS NULL OR "{name}" NOT IN ({hidden_by[name]}))' for name in hiding_columns)
        known = " AND ".join(tests)
    shown = ", ".join(columns.values())
    return f'CREATE TEMP VIEW "{table.name}" AS SELECT {shown} FROM {whole}."{table.name}" WHERE {known}'


def _insert(connection: Connection, table: str, columns: str, rows: Iterable[Any]) -> None:
    """Insert rows, or the single values of a table of one column."""
    names = columns.split(", ")
    values = [dict(zip(names, row if len(names) > 1 else (row,), strict=True)) for row in rows]
    if values:
        given = ", ".join(f":{name}" for name in names)
        connection.execute(text(f"INSERT INTO {table} ({columns}) VALUES ({given})"), values)


def _refuse() -> None:
    raise StoreReadOnly(detail="a part of a catalogue")


class VisibleLexicalIndex(LexicalReader):
    """The segments of a lexical index without hidden documents. Any thread."""

    def __init__(
        self,
        index: LexicalIndex,
        folder: Path,
        hidden: Callable[[], frozenset[int]],
        separate: Callable[[], None],
    ) -> None:
        """``folder`` is an empty one for the links. ``hidden`` returns the hidden documents of this moment;
        ``separate`` gives them segments of their own, where they share some with others."""
        super().__init__()
        self._whole, self._folder = index, folder
        self._hidden, self._separate = hidden, separate
        self._opening = threading.Lock()
        self._index: tantivy.Index | None = None
        self._seen: object = None

    def stamp(self) -> object:
        return self._whole.stamp(), self._hidden()

    def close(self) -> None:
        """Release the files. Not while another call runs."""
        self._index = None

    def _newest(self) -> tantivy.Searcher:
        with self._opening:
            for attempt in range(ATTEMPTS):
                whole, hidden = self._whole.snapshot(), self._hidden()
                if self._index is not None and self._seen == (whole.stamp, hidden):
                    return self._index.searcher()
                seen, mixed = _seen(whole, hidden)
                if mixed:
                    self._separate()
                    continue
                try:
                    with translate_errors("open"):
                        self._index = self._opened(whole, seen)
                except IndexFault:  # a change deletes files of the former list
                    if attempt == ATTEMPTS - 1 or whole.stamp == self._whole.stamp():
                        raise
                    continue
                self._seen = whole.stamp, hidden
                return self._index.searcher()
        raise IndexFault(detail="hidden documents share segments")

    def _opened(self, whole: Snapshot, seen: list[Segment]) -> tantivy.Index:
        """Link the files of these segments, list them, and open them. Raises OSError, ValueError."""
        linked = {path.name: path for path in segments.files_of(whole.folder, seen)}
        for name, path in linked.items():
            link = self._folder / name
            if not link.is_symlink():
                link.symlink_to(path.resolve())
        listed = segments.read_list(whole.folder) | {"segments": seen}
        files.write_out(self._folder / segments.LIST, segments.packed(listed))
        for link in self._folder.iterdir():
            if link.is_symlink() and link.name not in linked:
                link.unlink()
        return segments.open_index(self._folder)


def _seen(whole: Snapshot, hidden: frozenset[int]) -> tuple[list[Segment], bool]:
    """Return the segments without hidden documents, and whether some hold others beside hidden ones."""
    counts: Counter[int] = Counter()
    if hidden and (most := whole.searcher.num_docs):
        hits = whole.searcher.search(segments.of_documents(hidden), most, count=False).hits
        counts.update(address.segment_ord for _, address in hits)
    seen = [segment for at, segment in enumerate(whole.segments) if not counts[at]]
    mixed = any(count < segments.count_passages(whole.segments[at]) for at, count in counts.items())
    return seen, mixed


@dataclass(frozen=True, slots=True)
class VisibleVectors:
    """The vectors of an index without those of hidden documents. Any thread."""

    index: DenseIndex
    visible: Visible
    seen_documents: Callable[[], Collection[int]]  # Returns all documents that are not hidden

    def search(
        self, vector: NDArray[np.float32], document_ids: Collection[int] | None, limit: int
    ) -> list[tuple[int, float]]:
        if document_ids is not None:
            return self.index.search(vector, set(document_ids) - self.visible.hidden(), limit)
        hidden = self.visible.hidden_passages()
        if len(hidden) > FEW:
            return self.index.search(vector, self.seen_documents(), limit)
        hits = self.index.search(vector, None, limit + len(hidden))
        return [hit for hit in hits if hit[0] not in hidden][:limit]

    def vector_of(self, passage_id: int) -> NDArray[np.float32] | None:
        return None if passage_id in self.visible.hidden_passages() else self.index.vector_of(passage_id)

    def stamp(self) -> object:
        return self.index.stamp(), self.visible.hidden()


@dataclass(frozen=True, slots=True)
class VisibleModel:
    encoder: Encoder
    dense: VisibleVectors


@dataclass(frozen=True, slots=True)
class VisibleEmbedding:
    """The models of a library with the vectors that are seen. Any thread."""

    whole: EmbeddingIndexer
    visible: Visible
    seen_documents: Callable[[], Collection[int]]

    def ready(self) -> VisibleModel | None:
        """Return the model that answers now; None while none is loaded."""
        active = self.whole.ready()
        if active is None:
            return None
        return VisibleModel(active.encoder, VisibleVectors(active.dense, self.visible, self.seen_documents))

    def encoder(self) -> Encoder:
        """Return the chosen encoder, loaded on the first call (seconds). Raises BriefBankError."""
        return self.whole.encoder()

    def encoder_if_ready(self) -> Encoder | None:
        return self.whole.encoder_if_ready()

    def vectors_of(self, document_ids: Sequence[int], encoder_name: str) -> dict[str, NDArray[np.float32]]:
        """Return what ``EmbeddingIndexer.vectors_of`` does, of those of the documents that are seen."""
        hidden = self.visible.hidden()
        return self.whole.vectors_of([id_ for id_ in document_ids if id_ not in hidden], encoder_name)
