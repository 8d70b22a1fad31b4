"""The segments of a word index, none of which grows beyond a bound.

Tantivy merges eight segments of like size into one, without end, and its Python interface has no say in that.
A removal would then write most of a large index anew. Therefore no writer works in the folder that is
searched: each change is made beside it, in an index of the few segments concerned, which are copied there,
and what Tantivy makes of them takes their place in its list of segments (``meta.json``) in one step. Files
that the list does not name are leftovers. Of Tantivy's formats only this list is read and written.

Removed passages are only marked as deleted, which takes milliseconds; ``Change.purge`` leaves no byte of
them.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import tantivy

from briefbank import files
from briefbank.domain.documents import Document
from briefbank.domain.passages import Passage
from briefbank.errors import IndexFault
from briefbank.index import analyzer
from briefbank.index import lexical_fields as fields
from briefbank.storage.generations import translate_errors
from briefbank.storage.memory import WRITING_BYTES, refuse_small_address_space

SCHEMA = fields.schema()
WRITER_BYTES = 64_000_000
"""The memory for terms before a segment is written; one thread, to keep a document's passages together."""
MOST_PASSAGES = 16_000
"""The passages from which a segment takes no further document. Tantivy counts all segments of up to 16,800 as
of like size."""
MERGED = 8
"""The number of segments of like size that Tantivy merges into one."""
LIST = "meta.json"
_WORK = "change"
_LARGEST_LIST_BYTES = 1 << 24
_FILE = re.compile(r"([0-9a-f]{32})\.[\w.]+")
"""The names of a segment's files."""

Rows = Callable[[Collection[int]], Iterable[tuple[Document, Sequence[Passage]]]]
"""Finds documents with all their passages by their ids."""
Segment = dict[str, Any]
"""An entry of Tantivy's list: ``segment_id``, ``max_doc``, and ``deletes``, None where nothing is deleted."""


def read_list(folder: Path) -> dict[str, Any]:
    """Return Tantivy's list of the segments in a folder, with all else that it holds. Raises OSError,
    ValueError."""
    found = files.read_json(folder / LIST, _LARGEST_LIST_BYTES)
    if not isinstance(found, dict) or not isinstance(found.get("segments"), list):
        raise ValueError("no list of segments")
    return found


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


class Change:
    """One change of the index in a folder: a context that publishes it as a whole at its end, or, when the
    block raises, nothing. One thread, and one change at a time in all programs.

    Raises what ``translate_errors`` does.
    """

    def __init__(self, folder: Path, searcher: tantivy.Searcher) -> None:
        """``searcher`` searches the folder as it is."""
        self._folder, self._work, self._searcher = folder, folder / _WORK, searcher
        self._stack, self._writer = ExitStack(), None
        self._room = 0
        """The passages that the segment being written still takes."""
        self._removed: set[int] = set()
        self._new: set[int] = set()
        """The documents in the segments that this change makes."""

    def __enter__(self) -> Change:
        with translate_errors("change"):
            self._list = read_list(self._folder)
            self._before: list[Segment] = self._list["segments"]
            self._segments = list(self._before)
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
        writer = self._open_writer()
        for row in fields.rows(document, passages):
            writer.add_document(row)
            self._room -= 1

    def remove(self, document_id: int) -> None:
        """Mark a document's passages as deleted."""
        self._removed.add(document_id)
        if document_id in self._new:
            self._end_writing()
            known = [segment["segment_id"] for segment in self._before]
            for segment in [each for each in self._segments if each["segment_id"] not in known]:
                self._mark(segment, [document_id])

    def purge(self, rows: Rows) -> None:
        """Write the segments that hold deleted passages anew, by Tantivy's own merge: 0.3 s for a full one.

        Tantivy merges no segment alone. Some of its documents are therefore moved to new ones, a segment
        each, until there are enough. Deleted passages stay in a segment with too many others to be of like
        size, and where ``rows`` does not find the documents.
        """
        for segment in [each for each in self._segments if each["deletes"]]:
            with self._writing([segment]) as (index, writer):
                held = _held(index)
                moved = sorted(held, key=lambda document_id: len(held[document_id]))[: MERGED - 1]
                writer.delete_documents_by_query(_of_documents(moved))
                for document, passages in rows(moved):
                    for row in fields.rows(document, passages, held[document.id]):
                        writer.add_document(row)
                    writer.commit()

    # --- internals -------------------------------------------------------------------------------

    def _open_writer(self) -> tantivy.IndexWriter:
        """Return the writer of new passages, of another segment where the last one is full."""
        if self._room <= 0:
            self._end_writing()
        if self._writer is None:
            _, self._writer = self._stack.enter_context(self._writing())
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
                files.write_out(self._folder / LIST, _packed(self._list | {"segments": self._segments}))

    def _holding(self, document_ids: Collection[int]) -> list[Segment]:
        """Return the segments of before that hold some of these documents."""
        if not document_ids or not (most := self._searcher.num_docs):
            return []
        found = self._searcher.search(_of_documents(document_ids), most, count=False).hits
        return [self._before[at] for at in sorted({address.segment_ord for _, address in found})]

    def _mark(self, segment: Segment, document_ids: Collection[int]) -> None:
        with self._writing([segment]) as (_, writer):
            writer.delete_documents_by_query(_of_documents(document_ids))

    def _merge_small(self) -> None:
        """Have Tantivy merge the smallest segments while they fit into one."""
        while True:
            small = sorted(self._segments, key=_passages)[:MERGED]
            if len(small) < MERGED or sum(map(_passages, small)) > MOST_PASSAGES:
                return
            with self._writing(small):
                pass

    @contextmanager
    def _writing(
        self, segments: Sequence[Segment] = ()
    ) -> Iterator[tuple[tantivy.Index, tantivy.IndexWriter]]:
        """Open an index of these segments alone, beside the others; what it then has takes their place."""
        with translate_errors("writer"):
            self._work.mkdir(mode=0o700)
            for path in _files_of(self._folder, segments):
                shutil.copyfile(path, self._work / path.name)
            (self._work / LIST).write_bytes(_packed(self._list | {"segments": list(segments)}))
            index = open_index(self._work)
            refuse_small_address_space(WRITING_BYTES)
            writer = index.writer(WRITER_BYTES, 1)
        with _committed(writer):
            yield index, writer
        with translate_errors("take over"):
            made = read_list(self._work)
            for path in _files_of(self._work, made["segments"]):
                path.replace(self._folder / path.name)
            files.delete_tree(self._work)
        self._list |= {"opstamp": max(self._list["opstamp"], made["opstamp"])}
        self._segments = [each for each in self._segments if each not in segments] + made["segments"]

    def _clear(self) -> None:
        """Delete what the list does not name. A file that another program has open on Windows stays."""
        files.delete(self._work)
        listed = {path.name for path in _files_of(self._folder, read_list(self._folder)["segments"])}
        for path in self._folder.iterdir():
            if _FILE.fullmatch(path.name) and path.name not in listed:
                files.delete(path)


@contextmanager
def _committed(writer: tantivy.IndexWriter) -> Iterator[None]:
    """Commit at the end or roll everything back, and in any case release the writer with its merges done.

    ``wait_merging_threads`` consumes the writer, so that its lock ends even while a traceback refers to it.
    """
    try:
        yield
        with translate_errors("commit"):
            writer.commit()
    except BaseException:
        with translate_errors("rollback"):
            writer.rollback()
        raise
    finally:
        with translate_errors("merge"):
            writer.wait_merging_threads()


def _packed(content: dict[str, Any]) -> bytes:
    return json.dumps(content).encode()


def _files_of(folder: Path, segments: Iterable[Segment]) -> list[Path]:
    """Return the files of these segments in a folder. Of the files that say what is deleted only the last one
    counts."""
    deletes = {_stem(each): each["deletes"] for each in segments}

    def belongs(name: str) -> bool:
        found = _FILE.fullmatch(name)
        if found is None or (stem := found[1]) not in deletes:
            return False
        said = deletes[stem]
        return not name.endswith(".del") or bool(said and name == f"{stem}.{said['opstamp']}.del")

    return [path for path in folder.iterdir() if belongs(path.name)]


def _stem(segment: Segment) -> str:
    return str(segment["segment_id"]).replace("-", "")


def _passages(segment: Segment) -> int:
    """Return how many passages of a segment are not deleted."""
    deletes = segment["deletes"]
    return int(segment["max_doc"]) - (int(deletes["num_deleted_docs"]) if deletes else 0)


def _of_documents(document_ids: Collection[int]) -> tantivy.Query:
    """Find the passages of documents. tantivy-py's delete by term takes the number for a signed one and finds
    nothing."""
    return tantivy.Query.term_set_query(SCHEMA, fields.DOCUMENT, list(document_ids))


def _held(index: tantivy.Index) -> dict[int, set[int]]:
    """Return the passages of each document in an index."""
    held: dict[int, set[int]] = {}
    searcher = index.searcher()
    if searcher.num_docs:
        hits = searcher.search(tantivy.Query.all_query(), searcher.num_docs, count=False).hits
        addresses = [address for _, address in hits]
        values = (searcher.fast_field_values(name, addresses) for name in (fields.DOCUMENT, fields.PASSAGE))
        for document_id, passage_id in zip(*values, strict=True):
            held.setdefault(int(document_id), set()).add(int(passage_id))
    return held
