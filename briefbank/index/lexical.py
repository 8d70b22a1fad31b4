"""The lexical index of a library: passages in Tantivy, searchable as soon as a document is added.

It can be thrown away and rebuilt from the catalogue at any time. Passages of the roles CONTENTS, AUTHORITIES
and SERVICE are not indexed, because lists of points, cases and addressees match everything and argue nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import tantivy

from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.errors import BriefBankError, IndexFault
from briefbank.index import analyzer, segments
from briefbank.index import lexical_fields as fields
from briefbank.index.lexical_query import LexicalReader
from briefbank.index.segments import Groups, IndexChange, Rows, Segment
from briefbank.storage.generations import Generations, stamp, translate_errors

SCHEMA_VERSION = 7
"""The version of the fields and of the segments' size. Raise it with every change of them: older indexes are
then rebuilt."""
ATTEMPTS = 5
"""The most attempts to open an index that another program changes at that moment."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A lexical index at one moment."""

    searcher: tantivy.Searcher
    folder: Path
    segments: tuple[Segment, ...]
    """The segments in the order in which the searcher numbers them."""
    stamp: tuple[bytes, bytes] | None


class LexicalIndex(LexicalReader):
    """The lexical index in one folder, made when there is none.

    Any thread may search while one writes; writers wait for each other, in other programs up to ten seconds,
    then StoreBusy. A change by another program is seen by the next search. Raises IndexFault for an index
    that is damaged, or was built with another schema or analysis: delete the folder, open, and ``rebuild``.
    """

    def __init__(self, folder: Path) -> None:
        self._generations = Generations(
            folder,
            {"schema": SCHEMA_VERSION, "analyzer": analyzer.ANALYZER_VERSION, "tantivy": _tantivy_format()},
        )
        self._opening = threading.Lock()
        self._index: tantivy.Index | None = None
        self._change: IndexChange | None = None
        self._stamps: tuple[bytes, bytes] | None = None
        self._path = folder
        self.groups: Groups = dict
        """The groups of documents that share no segment with others; for the next change on."""
        self._generations.create(lambda path: _fill(path, (), lambda: None))
        self._generations.clear_leftovers_if_free()
        self._searcher()

    def close(self) -> None:
        """Release the files; calls after it open them again. Not while another call runs."""
        with self._opening:
            self._index, self._stamps = None, None

    def add(self, document: Document, passages: Sequence[Passage]) -> None:
        """Index a document's passages in place of what it had; searchable on return, or after a batch.

        Raises StoreBusy, StoreFull, StoreReadOnly, IndexFault.
        """
        with self.batch() as change, translate_errors("add"):
            change.add(document, passages)

    def remove(self, *document_ids: int) -> None:
        """Remove all passages of documents; nothing happens where there are none. Raises as ``add``.

        No search finds them, but their words may stay in the files: see ``holds_deleted``.
        """
        with self.batch() as change, translate_errors("remove"):
            for document_id in document_ids:
                change.remove(document_id)

    def purge(self, rows: Rows) -> None:
        """Rewrite the segments that hold words of removed passages: 0.3 s for each.

        ``rows`` finds the documents that the index has. See ``holds_deleted`` for what may stay. Raises as
        ``add``.
        """
        with self.batch() as change, translate_errors("purge"):
            change.purge(rows)

    def separate(self, rows: Rows) -> None:
        """Rewrite the segments that hold documents of several groups: half a second for each. ``rows`` finds
        the documents that the index has. Raises as ``add``."""
        with self.batch() as change, translate_errors("separate"):
            change.separate(rows)

    @contextmanager
    def batch(self) -> Iterator[IndexChange]:
        """Publish once, at the end of the block, for many calls; discard all changes if the block raises."""
        with self._generations.writing():
            if self._change is not None:
                yield self._change
                return
            with translate_errors("writer"):
                _refuse_unreadable(searcher := self._searcher())
            try:
                with IndexChange(self._path, searcher, self.groups) as self._change:
                    yield self._change
            finally:
                self._change = None

    def rebuild(self, rows: Iterable[tuple[Document, Sequence[Passage]]], check: Callable[[], None]) -> None:
        """Build a new index of ``rows`` beside this one, then put it in its place in one step.

        Searches go on in the old one meanwhile; if anything raises, the old one stays. ``check`` is called
        for each document and may raise Cancelled. Not inside a batch.
        """
        with self._generations.writing():
            self._generations.replace(lambda path: _fill(path, rows, check, self.groups))
            self._searcher()
            self._generations.clear_leftovers()

    def stamp(self) -> tuple[bytes, bytes] | None:
        """Return a value that changes with every change of the index, by this or another program."""
        self._searcher()
        return self._stamps

    def intact(self) -> bool:
        """Verify the checksums of the files; a second for a gigabyte. Waits for writers.

        Only damage is found: the index keeps no text that could be compared with the catalogue's.
        """
        with self._generations.writing(), translate_errors("whole"):
            self._searcher()
            return segments.are_intact(self._path, [segment["segment_id"] for segment in self._segments()])

    def holds_deleted(self) -> bool:
        """Tell whether words of removed passages are still in the files; ``purge`` leaves those beside
        documents that its ``rows`` does not find, ``rebuild`` none. Takes under a millisecond."""
        with translate_errors("deleted"):
            return any(segment["deletes"] for segment in self._segments())

    def snapshot(self) -> Snapshot:
        """Return the index as it is now. Raises IndexFault."""
        for _ in range(ATTEMPTS):
            with self._opening, translate_errors("list"):
                searcher = self._newest_searcher()  # under one lock: other threads open changes, too
                snapshot = Snapshot(searcher, self._path, tuple(self._segments()), self._stamps)
                if self._stamps == self._current_stamps():
                    return snapshot
        raise IndexFault(detail="index keeps changing")

    def _segments(self) -> list[Segment]:
        """Read the list of segments. Raises OSError, ValueError."""
        return list(segments.read_list(self._generations.current())["segments"])

    def _searcher(self) -> tantivy.Searcher:
        with self._opening, translate_errors("open"):
            return self._newest_searcher()

    def _newest_searcher(self) -> tantivy.Searcher:
        """Return a searcher of the index as it is now, for a caller that holds ``_opening``."""
        for attempt in range(ATTEMPTS):
            state = self._current_stamps()
            try:
                return self._loaded(state).searcher()
            except (OSError, ValueError, BriefBankError):
                # A change deletes files that an opening of the former list, at that moment, would need.
                self._index = self._stamps = None
                if attempt == ATTEMPTS - 1 or state == self._current_stamps():
                    raise
        raise IndexFault(detail="not open")

    def _current_stamps(self) -> tuple[bytes, bytes]:
        generation = self._generations.stamp()
        self._path = self._generations.current()
        return generation, stamp(self._path / segments.LIST)

    def _loaded(self, state: tuple[bytes, bytes]) -> tantivy.Index:
        """Open the index, or open it anew after a rebuild, or reload it after a change, by any program."""
        if self._index is None or self._stamps is None or self._stamps[0] != state[0]:
            self._index = segments.open_index(self._path)
        if state != self._stamps:
            self._index.reload()
            self._stamps = state
        return self._index


def _tantivy_format() -> str:
    """Return the version of Tantivy's file format: its files are good for one minor version."""
    return ".".join(tantivy.__version__.split(".")[:2])


def _fill(
    path: Path,
    rows: Iterable[tuple[Document, Sequence[Passage]]],
    check: Callable[[], None],
    groups: Groups = dict,
) -> None:
    """Make an index of ``rows`` in an empty folder."""
    with translate_errors("fill"):
        searcher = segments.create(path)
    with IndexChange(path, searcher, groups) as change:
        for document, passages in rows:
            check()
            with translate_errors("fill"):
                change.add(document, passages)


def _refuse_unreadable(searcher: tantivy.Searcher) -> None:
    """Open each field of each segment, which raises where a file belongs to another index: Tantivy's own
    merge threads end the whole program there. Under a millisecond for 200,000 passages."""
    for name in fields.INDEXED:
        searcher.doc_freq(name, 0 if name in fields.NUMBERS else "")
    if searcher.num_docs:
        searcher.fast_field_values(fields.PASSAGE, [tantivy.DocAddress(0, 0)])
