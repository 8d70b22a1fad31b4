"""The lexical index as it is searched by somebody from whom documents are hidden.

Rarity, lengths and the words that exist are Tantivy's own sums over its segments. An index of those segments
alone that hold no hidden document is therefore the index of a library without them: the same order, scores,
counts and corrections of spelling. It takes no room: a folder of links to the files, and a list of its own.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import tantivy

from briefbank import files
from briefbank.errors import IndexFault
from briefbank.index import segments
from briefbank.index.lexical import ATTEMPTS, LexicalIndex, Snapshot
from briefbank.index.lexical_query import LexicalReader
from briefbank.index.segments import Segment
from briefbank.storage.generations import translate_errors


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
        self._whole, self._folder = index, folder
        self._hidden, self._separate = hidden, separate
        self._opening = threading.Lock()
        self._index: tantivy.Index | None = None
        self._seen: object = None

    def stamp(self) -> object:
        """Return a value that changes with every change of what is seen."""
        return self._whole.stamp(), self._hidden()

    def close(self) -> None:
        """Release the files. Not while another call runs."""
        self._index = None

    def _searcher(self) -> tantivy.Searcher:
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
