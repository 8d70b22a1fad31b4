"""The segments of a lexical index, none of which grows beyond a bound; the index's fields, and how a passage
becomes a row of them.

*Fields.* TEXT ranks. It, HEADINGS and TITLE have stems of the passage's language. EXACT has every word of the
passage at its position. DOCKET_KEYS and NAMED_DOCKETS have the keys of the docket numbers of the document and
of the text (``text.docket_numbers``), PAGES those of the labels of its pages (``text.page_numbers``). Only
numbers can be read back; the texts are in the catalogue.

*Segments.* Tantivy merges eight segments of like size into one, without end, and its Python interface has no
say in that. A removal would then write most of a large index anew. Therefore no writer works in the folder
that is searched: each change is made beside it, in an index of the few segments concerned, which are copied
there, and what Tantivy makes of them takes their place in its list of segments (``meta.json``) in one step.
Files that the list does not name are leftovers. Of Tantivy's formats only this list is read and written.
Removed passages are only marked as deleted, which takes milliseconds; ``IndexChange.purge`` leaves no byte of
them.

Documents of different groups share no segment, so that an index of some segments alone is one of the
documents of some groups alone, with its own statistics (``office.walled_library``).

Each of Tantivy's files ends with a footer: JSON with the CRC-32 of all before it, the length of that JSON and
a magic number. Its Rust side compares them (``Index::validate_checksum``), its Python side does not;
``are_intact`` does.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import struct
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Any

import tantivy

from briefbank import files
from briefbank.domain.documents import Document
from briefbank.domain.pages import UNSEARCHED_ROLES, Passage
from briefbank.errors import IndexFault
from briefbank.index import analyzer
from briefbank.index.occurrences import citation_key, name_term
from briefbank.storage.generations import translate_errors
from briefbank.text import page_numbers
from briefbank.text.docket_numbers import keys_in, keys_of
from briefbank.text.language import TextLanguage, language_of

PASSAGE, DOCUMENT, FILED = "passage", "document", "filed"
TEXT, HEADINGS, TITLE = "text", "headings", "title"
EXACT, EXACT_HEADINGS, DOCKET = "exact", "exact_headings", "docket"
DOCKET_KEYS, NAMED_DOCKETS = "docket_keys", "named_dockets"
PAGES = "pages"
KIND, COURT, JUDGE, FOLDER, CITES = "kind", "court", "judge", "folder", "cites"
NUMBERS = (DOCUMENT, FILED)
INDEXED = (
    *(*NUMBERS, TEXT, HEADINGS, TITLE, EXACT, EXACT_HEADINGS, DOCKET, DOCKET_KEYS, NAMED_DOCKETS),
    *(PAGES, KIND, COURT, JUDGE, FOLDER, CITES),
)
"""The fields by which passages are found."""


def schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field(PASSAGE, fast=True)
    builder.add_unsigned_field(DOCUMENT, indexed=True, fast=True)
    builder.add_integer_field(FILED, indexed=True, fast=True)
    for name in (TEXT, HEADINGS, TITLE):
        builder.add_text_field(name, tokenizer_name=analyzer.STEMMED, index_option="freq")
    for name in (EXACT, EXACT_HEADINGS, DOCKET):
        builder.add_text_field(name, tokenizer_name=analyzer.PLAIN, index_option="position")
    for name in (KIND, COURT, JUDGE, FOLDER, CITES, DOCKET_KEYS, NAMED_DOCKETS, PAGES):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    return builder.build()


def day(moment: date) -> int:
    """Return a date as FILED stores it."""
    return moment.toordinal()


def index_rows(
    document: Document, passages: Sequence[Passage], ids: Collection[int] | None = None
) -> Iterator[tantivy.Document]:
    """Yield a row for each passage that is searched; with ``ids``, only of these."""
    for passage in passages:
        if passage.role not in UNSEARCHED_ROLES and (ids is None or passage.id in ids):
            yield _row(document, passage)


def _row(document: Document, passage: Passage) -> tantivy.Document:
    row = tantivy.Document()
    row.add_unsigned(PASSAGE, passage.id)
    row.add_unsigned(DOCUMENT, document.id)
    if document.filed is not None:
        row.add_integer(FILED, day(document.filed))
    language = language_of(passage.text)
    _add_stemmed(row, TEXT, passage.text, language)
    row.add_text(EXACT, analyzer.prepare(passage.text))
    for heading in passage.heading_path:
        _add_stemmed(row, HEADINGS, heading, language)
        row.add_text(EXACT_HEADINGS, analyzer.prepare(heading))
    _add_stemmed(row, TITLE, document.title, language)
    row.add_text(DOCKET, analyzer.prepare(document.docket))
    for field, keys in (
        (DOCKET_KEYS, keys_of(document.docket)),
        (NAMED_DOCKETS, keys_in("\n".join((*passage.heading_path, passage.text)))),
        (PAGES, page_numbers.keys(passage.labels)),
    ):
        for key in keys:
            row.add_text(field, key)
    row.add_text(KIND, str(document.kind))
    for field, name in ((COURT, document.court), (JUDGE, document.judge), (FOLDER, document.folder)):
        if name:
            row.add_text(field, name_term(name))
    for key in authorities(passage):
        row.add_text(CITES, key)
    return row


def _add_stemmed(row: tantivy.Document, name: str, text: str, language: TextLanguage) -> None:
    stemmed = analyzer.stemmed_text(text, language)
    if isinstance(stemmed, str):
        row.add_text(name, stemmed)
    else:
        row.add_pre_tokenized_text(name, stemmed)


def authorities(passage: Passage) -> list[str]:
    """Return the keys of the authorities that a passage cites, each once."""
    keys = (citation_key(citation.canonical) for citation in passage.citations)
    return list(dict.fromkeys(filter(None, keys)))


SCHEMA = schema()
WRITER_BYTES = 64_000_000
"""The memory for terms before a segment is written; one thread, to keep a document's passages together."""
MOST_PASSAGES = 16_000  # The passages from which a segment takes no further document
MOST_MERGED = 16_800  # The passages up to which Tantivy counts all segments as of like size
MERGED = 8  # The number of segments of like size that Tantivy merges into one
LIST = "meta.json"
_WORK = "change"
_LARGEST_LIST_BYTES = 1 << 24
_FILE = re.compile(r"([0-9a-f]{32})\.[\w.]+")  # The names of a segment's files

_TRAILER = struct.Struct("<II")
_MAGIC = 1337
_SUFFIXES = frozenset({".del", ".fast", ".fieldnorm", ".idx", ".pos", ".store", ".term"})
_FOOTER_BYTES = 1024  # The largest JSON of a footer: a version and a number take some 80 bytes
_BLOCK = 1 << 20

Rows = Callable[[Collection[int]], Iterable[tuple[Document, Sequence[Passage]]]]
"""Finds documents with all their passages by their ids."""
Groups = Callable[[], Mapping[int, str]]
"""Returns the group of each document that is in one; all others are one group without a name."""
Segment = dict[str, Any]
"""An entry of Tantivy's list: ``segment_id``, ``max_doc``, and ``deletes``, None where nothing is deleted."""


def read_list(folder: Path) -> dict[str, Any]:
    """Return Tantivy's list of the segments in a folder, with all else that it holds. Raises OSError,
    ValueError."""
    content = files.read_json(folder / LIST, _LARGEST_LIST_BYTES)
    if not isinstance(content, dict) or not isinstance(content.get("segments"), list):
        raise ValueError("no list of segments")
    return content


def open_index(folder: Path) -> tantivy.Index:
    """Open the index in a folder, for reading or for one change. Raises IndexFault, OSError, ValueError."""
    index = tantivy.Index.open(str(folder))
    if index.schema != SCHEMA:
        raise IndexFault(detail="other fields")
    analyzer.register(index)
    index.config_reader("manual")
    return index


def create(folder: Path) -> tantivy.Searcher:
    """Make an index without passages in an empty folder."""
    return tantivy.Index(SCHEMA, str(folder)).searcher()


class IndexChange:
    """One change of the index in a folder: a context that publishes it as a whole at its end, or, when the
    block raises, nothing. One thread, and one change at a time in all programs.

    Raises what ``translate_errors`` does.
    """

    def __init__(self, folder: Path, searcher: tantivy.Searcher, groups: Groups = dict) -> None:
        """``searcher`` searches the folder as it is."""
        self._folder, self._work, self._searcher = folder, folder / _WORK, searcher
        self._groups, self._writing_group = groups, ""
        self._stack, self._writer = ExitStack(), None
        self._room = 0
        """The passages that the segment being written still takes."""
        self._removed: set[int] = set()
        self._new: set[int] = set()
        """The documents in the segments that this change makes."""

    def __enter__(self) -> IndexChange:
        with translate_errors("change"):
            self._list = read_list(self._folder)
            self._before: list[Segment] = self._list["segments"]
            self._segments = list(self._before)
            self._grouped = self._documents_by_group()
            self._clear()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._stack.__exit__(kind, error, trace)
            if kind is None:
                self._publish()
        finally:
            with translate_errors("clear"):
                self._clear()

    def add(self, document: Document, passages: Sequence[Passage]) -> None:
        """Add a document's passages in place of those that the index has of it."""
        self.remove(document.id)
        self._new.add(document.id)
        self._write(document, passages)

    def remove(self, document_id: int) -> None:
        """Mark a document's passages as deleted."""
        self._removed.add(document_id)
        if document_id in self._new:
            self._end_writing()
            known = [segment["segment_id"] for segment in self._before]
            for segment in [segment for segment in self._segments if segment["segment_id"] not in known]:
                self._mark(segment, [document_id])

    def purge(self, rows: Rows) -> None:
        """Write the segments that hold deleted passages anew, by Tantivy's own merge: 0.3 s for a full one.

        Tantivy merges no segment alone. Some of its documents are therefore moved to new ones, a segment
        each, until there are enough; all of them from a segment too large to be merged with these. Deleted
        passages stay where ``rows`` does not find the documents.
        """
        self._purge([segment for segment in self._segments if segment["deletes"]], rows)

    def _purge(self, segments: Iterable[Segment], rows: Rows) -> None:
        for segment in segments:
            with self._writing([segment]) as opened:
                passages_of, is_merged = _passages_of(opened.index), count_passages(segment) <= MOST_MERGED
                moved = sorted(passages_of, key=lambda document_id: len(passages_of[document_id]))
                moved = moved[: MERGED - 1] if is_merged else moved
                opened.writer.delete_documents_by_query(of_documents(moved))
                for document, passages in rows(moved):
                    for row in index_rows(document, passages, passages_of[document.id]):
                        opened.writer.add_document(row)
                    if is_merged:
                        opened.writer.commit()

    def separate(self, rows: Rows) -> None:
        """Give documents of different groups segments of their own, and ``purge`` those that they were in. Of
        each segment those move that are not of the group with most documents in it.

        ``rows`` finds the documents that the index has.
        """
        ids = [segment["segment_id"] for segment in self._before]
        mixed = [segment_id for segment_id in ids if len(self._grouped[segment_id]) > 1]
        moved: dict[int, set[int]] = {}
        documents = self._documents_by_group(all_of_them=True) if mixed else {}
        for segment in [segment for segment in self._before if segment["segment_id"] in mixed]:
            groups = documents[segment["segment_id"]]
            most = max(groups, key=lambda name: (len(groups[name]), name))
            elsewhere = set().union(*(some for name, some in groups.items() if name != most))
            with self._writing([segment]) as opened:
                for document_id, passages in _passages_of(opened.index).items():
                    if document_id in elsewhere:  # other segments may have more of its passages
                        moved.setdefault(document_id, set()).update(passages)
                opened.writer.delete_documents_by_query(of_documents(elsewhere))
            self._grouped[segment["segment_id"]] = {most: groups[most]}
        self._purge([segment for segment in self._segments if segment["segment_id"] in mixed], rows)
        for document, all_passages in rows(moved):
            self._new.add(document.id)
            self._write(document, all_passages, moved[document.id])

    def _documents_by_group(self, *, all_of_them: bool = False) -> dict[str, dict[str, set[int]]]:
        """Return the groups of which each segment has documents, and these; of the group without a name only
        with ``all_of_them``, which takes a second for a million passages."""
        groups_of: dict[str, dict[str, set[int]]] = {segment["segment_id"]: {} for segment in self._before}
        groups, known = self._groups(), [0] * len(self._before)
        if groups and (most := self._searcher.num_docs):
            query = tantivy.Query.all_query() if all_of_them else of_documents(groups)
            hits = self._searcher.search(query, most, count=False).hits
            addresses = [address for _, address in hits]
            document_ids = self._searcher.fast_field_values(DOCUMENT, addresses)
            for address, document_id in zip(addresses, map(int, document_ids), strict=True):
                known[address.segment_ord] += 1
                here = groups_of[self._before[address.segment_ord]["segment_id"]]
                here.setdefault(groups.get(document_id, ""), set()).add(document_id)
        for segment, passages in zip(self._before, known, strict=True):
            if passages < count_passages(segment):
                groups_of[segment["segment_id"]][""] = set()
        return groups_of

    def _write(
        self, document: Document, passages: Sequence[Passage], ids: Collection[int] | None = None
    ) -> None:
        writer = self._open_writer(self._groups().get(document.id, ""))
        for row in index_rows(document, passages, ids):
            writer.add_document(row)
            self._room -= 1

    def _open_writer(self, group: str) -> tantivy.IndexWriter:
        """Return the writer of new passages, of another segment where the last one is full or of another
        group."""
        if self._room <= 0 or group != self._writing_group:
            self._end_writing()
        if self._writer is None:
            self._writing_group = group
            self._writer = self._stack.enter_context(self._writing()).writer
            self._room = MOST_PASSAGES
        return self._writer

    def _end_writing(self) -> None:
        self._writer, self._room = None, 0
        self._stack.close()

    def _publish(self) -> None:
        with translate_errors("publish"):
            for segment in self._holding(self._removed):
                self._mark(segment, self._removed)
            self._merge_small()
            if self._segments != self._before:
                files.sync_folder(self._folder)
                files.write_out(self._folder / LIST, packed(self._list | {"segments": self._segments}))

    def _holding(self, document_ids: Collection[int]) -> list[Segment]:
        """Return the segments of before that hold some of these documents."""
        if not document_ids or not (most := self._searcher.num_docs):
            return []
        hits = self._searcher.search(of_documents(document_ids), most, count=False).hits
        return [self._before[at] for at in sorted({address.segment_ord for _, address in hits})]

    def _mark(self, segment: Segment, document_ids: Collection[int]) -> None:
        with self._writing([segment]) as opened:
            opened.writer.delete_documents_by_query(of_documents(document_ids))

    def _merge_small(self) -> None:
        """Have Tantivy merge the smallest segments of a group while they fit into one."""
        names = {name for groups in self._grouped.values() for name in groups}
        for name in sorted(names):
            while len(small := self._smallest(name)) == MERGED:
                with self._writing(small):
                    pass

    def _smallest(self, group: str) -> list[Segment]:
        """Return the smallest segments of a group alone that fit into one, as many as Tantivy merges."""
        alone = [segment for segment in self._segments if [*self._grouped[segment["segment_id"]]] == [group]]
        small = sorted(alone, key=count_passages)[:MERGED]
        return small if sum(map(count_passages, small)) <= MOST_PASSAGES else []

    @contextmanager
    def _writing(self, segments: Sequence[Segment] = ()) -> Iterator[_Opened]:
        """Open an index of these segments alone, beside the others; what it then has takes their place."""
        with translate_errors("writer"):
            self._work.mkdir(mode=0o700)
            for path in files_of(self._folder, segments):
                shutil.copyfile(path, self._work / path.name)
            (self._work / LIST).write_bytes(packed(self._list | {"segments": list(segments)}))
            opened = _Opened(index := open_index(self._work), index.writer(WRITER_BYTES, 1))
            del index
        with _committed(opened):
            yield opened
        with translate_errors("take over"):
            made = read_list(self._work)
            for path in files_of(self._work, made["segments"]):
                if not (target := self._folder / path.name).exists():  # or it is that of which this is a copy
                    files.move(path, target)
            files.delete_tree(self._work)
        self._list |= {"opstamp": max(self._list["opstamp"], made["opstamp"])}
        of_made = self._grouped[segments[0]["segment_id"]] if segments else {self._writing_group: set()}
        self._grouped |= {segment["segment_id"]: of_made for segment in made["segments"]}
        self._segments = [segment for segment in self._segments if segment not in segments] + made["segments"]

    def _clear(self) -> None:
        files.delete(self._work)
        clear_leftovers(self._folder)


def clear_leftovers(folder: Path) -> bool:
    """Delete what the list does not name; tell whether all of it went. What a searcher has open on Windows
    stays. For the writer alone. Raises OSError, ValueError."""
    listed = {path.name for path in files_of(folder, read_list(folder)["segments"])}
    leftovers = [path for path in folder.iterdir() if _FILE.fullmatch(path.name) and path.name not in listed]
    for path in leftovers:
        files.delete(path)
    return not any(path.exists() for path in leftovers)


@dataclass(slots=True)
class _Opened:
    """An index in which a change is made. Callers hold nothing else of it: Windows moves no open file."""

    index: tantivy.Index
    writer: tantivy.IndexWriter


@contextmanager
def _committed(opened: _Opened) -> Iterator[None]:
    """Commit at the end or roll everything back, and in any case release the files with all merges done.

    ``wait_merging_threads`` consumes the writer, so that its lock ends even while a traceback refers to it.
    """
    try:
        yield
        with translate_errors("commit"):
            opened.writer.commit()
    except BaseException:
        with translate_errors("rollback"):
            opened.writer.rollback()
        raise
    finally:
        with translate_errors("merge"):
            opened.writer.wait_merging_threads()
        del opened.index, opened.writer


def packed(content: dict[str, Any]) -> bytes:
    return json.dumps(content).encode()


def files_of(folder: Path, segments: Iterable[Segment]) -> list[Path]:
    """Return the files of these segments in a folder. Of the files that say what is deleted only the last one
    counts."""
    deletes = {str(segment["segment_id"]).replace("-", ""): segment["deletes"] for segment in segments}

    def belongs(name: str) -> bool:
        match = _FILE.fullmatch(name)
        if match is None or (stem := match[1]) not in deletes:
            return False
        said = deletes[stem]
        return not name.endswith(".del") or bool(said and name == f"{stem}.{said['opstamp']}.del")

    return [path for path in folder.iterdir() if belongs(path.name)]


def count_passages(segment: Segment) -> int:
    """Return how many passages of a segment are not deleted."""
    deletes = segment["deletes"]
    return int(segment["max_doc"]) - (int(deletes["num_deleted_docs"]) if deletes else 0)


def of_documents(document_ids: Collection[int]) -> tantivy.Query:
    """Find the passages of documents. tantivy-py's delete by term takes the number for a signed one and finds
    nothing."""
    return tantivy.Query.term_set_query(SCHEMA, DOCUMENT, list(document_ids))


def _passages_of(index: tantivy.Index) -> dict[int, set[int]]:
    passages_of: dict[int, set[int]] = {}
    searcher = index.searcher()
    if searcher.num_docs:
        hits = searcher.search(tantivy.Query.all_query(), searcher.num_docs, count=False).hits
        addresses = [address for _, address in hits]
        values = (searcher.fast_field_values(name, addresses) for name in (DOCUMENT, PASSAGE))
        for document_id, passage_id in zip(*values, strict=True):
            passages_of.setdefault(int(document_id), set()).add(int(passage_id))
    return passages_of


def are_intact(folder: Path, segments: Collection[str]) -> bool:
    """Tell whether all files of these segments match their checksums. Nobody may write to them meanwhile.

    Files that a stop left of other segments are ignored. A gigabyte takes a second. Raises OSError.
    """
    stems = {segment.replace("-", "") for segment in segments}
    paths = (path for path in folder.iterdir() if path.suffix in _SUFFIXES)
    return all(_is_whole(path) for path in paths if path.name.partition(".")[0] in stems)


def _is_whole(path: Path) -> bool:
    with files.open_regular(path) as file:
        size = file.seek(0, os.SEEK_END)
        if size < _TRAILER.size:
            return False
        file.seek(size - _TRAILER.size)
        length, magic = _TRAILER.unpack(file.read(_TRAILER.size))
        body = size - _TRAILER.size - length
        if magic != _MAGIC or length > _FOOTER_BYTES or body < 0:
            return False
        file.seek(body)
        try:
            said = json.loads(file.read(length))["crc"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return False
        file.seek(0)
        crc = 0
        while body and (block := file.read(min(body, _BLOCK))):
            crc = zlib.crc32(block, crc)
            body -= len(block)
        return body == 0 and bool(said == crc)
