"""The word index of a library: passages in Tantivy, searchable as soon as a document is added.

It can be thrown away and rebuilt from the catalogue at any time. Passages of the roles CONTENTS, AUTHORITIES
and SERVICE are not indexed, because lists of points, cases and addressees match everything and argue nothing.
``analyzer`` defines the terms of a text, ``lexical_query`` the queries, ``generations`` the files on disk.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import tantivy

from briefbank.catalogue.consistency import IdTotals
from briefbank.domain.documents import Document
from briefbank.domain.passages import Passage
from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.errors import BriefBankError, IndexFault
from briefbank.index import analyzer, file_sums, segments
from briefbank.index import lexical_fields as fields
from briefbank.index.field_matching import citation_key
from briefbank.index.lexical_query import QueryBuilder
from briefbank.index.segments import SCHEMA, Change, Rows
from briefbank.storage.generations import Generations, stamp, translate_errors
from briefbank.text.language import Language

SCHEMA_VERSION = 4
"""The version of the fields and of the segments' size. Raise it with every change of them: older indexes are
then rebuilt."""
ATTEMPTS = 5
"""The most attempts to open an index that another program changes at that moment."""


class LexicalIndex:
    """The word index in one folder, made when there is none.

    Any thread may search while one writes; writers wait for each other, in other programs up to ten seconds,
    then StoreBusy. A change by another program is seen by the next search. Raises IndexFault for an index
    that is damaged: delete the folder, open, and ``rebuild``; and BuiltOtherwise for one that was built with
    another schema or analysis: make it ``anew``.
    """

    def __init__(self, folder: Path) -> None:
        self._generations = _generations(folder)
        self._opening = threading.Lock()
        self._index: tantivy.Index | None = None
        self._change: Change | None = None
        self._stamps: tuple[bytes, bytes] | None = None
        self._path = folder
        self._generations.create(lambda path: _fill(path, (), lambda: None))
        self._generations.clear_leftovers_if_free()
        self._searcher()

    @classmethod
    def anew(
        cls, folder: Path, rows: Iterable[tuple[Document, Sequence[Passage]]], check: Callable[[], None]
    ) -> LexicalIndex:
        """Build the index of ``rows`` beside one that was built otherwise, then swap them in one step.

        If anything raises, the old one stays, and the program that wrote it can use it. Raises as ``add``.
        """
        generations = _generations(folder)
        with generations.writing():
            generations.replace(lambda path: _fill(path, rows, check))
        return cls(folder)

    def close(self) -> None:
        """Release the files; calls after it open them again. Not while another call runs."""
        with self._opening:
            self._index, self._stamps = None, None

    # --- changing --------------------------------------------------------------------------------

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

    @contextmanager
    def batch(self) -> Iterator[Change]:
        """Publish once, at the end of the block, for many calls; discard all changes if the block raises."""
        with self._generations.writing():
            if self._change is not None:
                yield self._change
                return
            with translate_errors("writer"):
                _refuse_unreadable(searcher := self._searcher())
            try:
                with Change(self._path, searcher) as self._change:
                    yield self._change
            finally:
                self._change = None

    def rebuild(self, rows: Iterable[tuple[Document, Sequence[Passage]]], check: Callable[[], None]) -> None:
        """Build a new index of ``rows`` beside this one, then put it in its place in one step.

        Searches go on in the old one meanwhile; if anything raises, the old one stays. ``check`` is called
        for each document and may raise Cancelled. Not inside a batch.
        """
        with self._generations.writing():
            self._generations.replace(lambda path: _fill(path, rows, check))
            self._searcher()
            self._generations.clear_leftovers()

    # --- searching -------------------------------------------------------------------------------

    def search(self, query: LexicalQuery, filters: Filters, limit: int) -> list[tuple[int, float]]:
        """Return up to ``limit`` passage ids with their BM25 scores (over 0), best first, ties by id.

        A passage matches any of the words, identifiers and related words, and all of the phrases (in text or
        headings). The required part only gives candidates: ``operator_matching`` must confirm them. Without a
        word that can be searched and anything required, the list is empty. Any thread. Raises IndexFault,
        QueryError (see ``Candidates``).
        """
        with translate_errors("search"):
            searcher = self._searcher()
            return _best(searcher, QueryBuilder(SCHEMA, searcher).build(query, filters), limit)

    def citing(self, keys: Mapping[str, float], filters: Filters, limit: int) -> list[tuple[int, float]]:
        """Return up to ``limit`` ids of passages that cite any of these authorities, scored, best first, ties
        by id.

        The score is the sum, over those that are cited, of rarity (above 0) times weight. ``keys`` are names
        of authorities in any spelling, or ``named.citation_key`` of them, each with a weight above 0; of
        spellings of one authority the heaviest counts. Any thread. Raises IndexFault.
        """
        with translate_errors("citing"):
            searcher = self._searcher()
            return _best(searcher, QueryBuilder(SCHEMA, searcher).citing(keys, filters), limit)

    def citation_frequency(self, key: str) -> int:
        """Return about how many passages cite an authority, by its name or key."""
        with translate_errors("citing"):
            return QueryBuilder(SCHEMA, self._searcher()).citations(citation_key(key))

    def newest(self, query: LexicalQuery, filters: Filters, limit: int) -> list[int]:
        """Return up to ``limit`` passage ids that ``search`` would find, the last filed first, then by id;
        those without a date last. Which of equally new ones the limit keeps is not defined. Raises as
        ``search``."""
        with translate_errors("newest"):
            searcher = self._searcher()
            built = QueryBuilder(SCHEMA, searcher).build(query, filters)
            if built is None or limit < 1 or searcher.num_docs == 0:
                return []
            most = min(limit, searcher.num_docs)
            hits = searcher.search(built, most, count=False, order_by_field=fields.FILED).hits
            addresses = [address for _, address in hits]
            ids = searcher.fast_field_values(fields.PASSAGE, addresses)
            days = searcher.fast_field_values(fields.FILED, addresses)
        found = sorted(zip(ids, days, strict=True), key=lambda each: (-(each[1] or 0), each[0]))
        return [int(id_) for id_, _ in found]

    def count(self, query: LexicalQuery, filters: Filters) -> int:
        """Return how many passages ``search`` would find without a limit. Raises as ``search``."""
        with translate_errors("count"):
            searcher = self._searcher()
            built = QueryBuilder(SCHEMA, searcher).build(query, filters)
            return 0 if built is None else int(searcher.search(built, 1, count=True).count)

    def size(self) -> int:
        """Return how many passages are indexed."""
        with translate_errors("size"):
            return int(self._searcher().num_docs)

    def frequencies(
        self, words: Sequence[str], beside: str = "", language: Language | None = None
    ) -> list[int]:
        """Return about how many passages hold a form of each word; of a word with parts, of its rarest.

        With ``beside`` only passages count whose text also holds a form of that word; with ``language`` only
        those in that language.
        """
        stems = [analyzer.word_stems(word, language) for word in words]
        required = analyzer.word_stems(beside) if beside else []
        with translate_errors("frequencies"):
            searcher = self._searcher()
            builder = QueryBuilder(SCHEMA, searcher)
            if not beside:
                return [
                    min((sum(map(builder.frequency, part)) for part in each), default=0) for each in stems
                ]
            queries = [builder.all_of((*each, *required)) for each in stems]
            return [int(searcher.search(query, 1, count=True).count) for query in queries]

    def words_beginning(self, prefix: str) -> dict[str, int]:
        """Return the words of texts that begin so, in lower case and unstemmed, with how many passages have
        each; a millisecond for 2,000 words."""
        with translate_errors("words"):
            return dict(self._searcher().terms_with_prefix(fields.EXACT, prefix))

    def ids(self) -> set[int]:
        """Return the ids of the indexed passages."""
        with translate_errors("ids"):
            searcher = self._searcher()
            if searcher.num_docs == 0:
                return set()
            hits = searcher.search(tantivy.Query.all_query(), searcher.num_docs, count=False).hits
            found = searcher.fast_field_values(fields.PASSAGE, [address for _, address in hits])
            return {int(value) for value in found}

    def id_totals(self) -> IdTotals:
        """Return the number, sum and largest of the indexed ids; a millisecond for 200,000."""
        with translate_errors("id_totals"):
            asked = {"ids": {"stats": {"field": fields.PASSAGE}}}
            found = self._searcher().aggregate(tantivy.Query.all_query(), asked)["ids"]
            return IdTotals(int(found["count"]), int(found["sum"] or 0), int(found["max"] or 0))

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
            return file_sums.intact(self._path, [each["segment_id"] for each in self._segments()])

    def holds_deleted(self) -> bool:
        """Tell whether words of removed passages are still in the files; ``purge`` leaves those of a document
        of more passages than Tantivy merges, ``rebuild`` none. Takes under a millisecond."""
        with translate_errors("deleted"):
            return any(segment["deletes"] for segment in self._segments())

    # --- internals -------------------------------------------------------------------------------

    def _segments(self) -> list[segments.Segment]:
        """Read the list of segments. Raises OSError, ValueError."""
        return list(segments.read_list(self._generations.current())["segments"])

    def _opened(self) -> tantivy.Index:
        if self._index is None:
            raise IndexFault(detail="not open")
        return self._index

    def _searcher(self) -> tantivy.Searcher:
        with self._opening, translate_errors("open"):
            self._refresh()
            return self._opened().searcher()

    def _refresh(self) -> None:
        """Open, or open anew after a rebuild, or reload after a change, by this program or another.

        A change deletes files that an opening of the former list, at that moment, would need.
        """
        for attempt in range(ATTEMPTS):
            state = self._current_stamps()
            try:
                self._load(state)
                return
            except (OSError, ValueError, BriefBankError):
                self._index = self._stamps = None
                if attempt == ATTEMPTS - 1 or state == self._current_stamps():
                    raise

    def _current_stamps(self) -> tuple[bytes, bytes]:
        generation = self._generations.stamp()
        self._path = self._generations.current()
        return generation, stamp(self._path / segments.LIST)

    def _load(self, state: tuple[bytes, bytes]) -> None:
        if self._index is None or self._stamps is None or self._stamps[0] != state[0]:
            self._index = segments.open_index(self._path)
        if state != self._stamps:
            self._index.reload()
            self._stamps = state


def _generations(folder: Path) -> Generations:
    return Generations(
        folder,
        {"schema": SCHEMA_VERSION, "analyzer": analyzer.ANALYZER_VERSION, "tantivy": _tantivy_format()},
    )


def _best(searcher: tantivy.Searcher, query: tantivy.Query | None, limit: int) -> list[tuple[int, float]]:
    """Return the ids of the hits with their scores, best first."""
    if query is None or limit < 1 or searcher.num_docs == 0:
        return []
    hits = searcher.search(query, min(limit, searcher.num_docs), count=False).hits
    ids = searcher.fast_field_values(fields.PASSAGE, [address for _, address in hits])
    found = zip(ids, (score for score, _ in hits), strict=True)
    return sorted(((int(id_), float(score)) for id_, score in found), key=lambda hit: (-hit[1], hit[0]))


def _tantivy_format() -> str:
    """Return the version of Tantivy's file format: its files are good for one minor version."""
    return ".".join(tantivy.__version__.split(".")[:2])


def _fill(path: Path, rows: Iterable[tuple[Document, Sequence[Passage]]], check: Callable[[], None]) -> None:
    """Make an index of ``rows`` in an empty folder."""
    with translate_errors("fill"):
        searcher = segments.create(path)
    with Change(path, searcher) as change:
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
