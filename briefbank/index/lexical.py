"""The lexical index of a library: passages in Tantivy, and the queries that it is asked.

Tantivy's own query parser is never used: its syntax is not a lawyer's, and '2C:44-1' is an error to it. Words
rank by BM25 over the text, the headings above it and the document's title; identifiers rank as exact phrases,
above words, and docket numbers in any of their forms; related words rank below the words themselves; filters
do not rank.

The index can be thrown away and rebuilt from the catalogue at any time. Passages of the roles CONTENTS,
AUTHORITIES and SERVICE are not indexed, because lists of points, cases and addressees match everything and
argue nothing.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from math import log1p
from pathlib import Path

import tantivy

from briefbank.catalogue.passage_rows import IdTotals
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.errors import BriefBankError, IndexFault
from briefbank.index import analyzer, segments
from briefbank.index.analyzer import TermPhrase, Terms
from briefbank.index.occurrences import citation_key, name_term
from briefbank.index.operator_matching import Candidates
from briefbank.index.segments import SCHEMA, Groups, IndexChange, Rows, Segment, day
from briefbank.storage.generations import Generations, stamp, translate_errors
from briefbank.text.file_names import has_words
from briefbank.text.language import TextLanguage

RANKED = {segments.TEXT: 1.0, segments.HEADINGS: 0.6, segments.TITLE: 0.3}
"""The weights of the fields' BM25 scores. A heading is short, so that one word in it already scores near the
field's best, and it stands above a whole point. A title says less still."""
COVERAGE = 0.7
"""The share of a word's rarity that is added for having it in the text at all, however often and however long
the passage. BM25 lets a passage that repeats one word overtake one that has all of them; on two sets 0.5 to 1
gains 1.5 to 2 points of recall@5 on short queries. (Fang, Tao and Zhai 2004.)"""
NEIGHBOURS = 0.15
"""The weight of the BM25 score of two words that follow one another in the query, as a phrase of a text with
at most APART words between them: "excited utterance" is a term of its own. On statutes for wills it lifts
recall@1 from 42.6 to 44.1 %; 0.3 gained less, and 0.6 lost. (Metzler and Croft 2005, sequential
dependence.)"""
APART = 1
MOST_NEIGHBOURS = 12
"""The most words of a text, each as often as typed, whose pairs count. A longer one was pasted, and a pair
costs as much time as several words."""
IDENTIFIER_BOOST = 4.0  # The weight of an identifier: one rule or docket number says more than several words
MOST_TERMS = 48
"""The most words of a query that are searched, the rarest of a pasted page; the time of a search grows with
each."""
MOST_AUTHORITIES = 64
"""The most authorities of a query. The first results of a search may cite hundreds; those that only the last
of them cite, or that everybody cites, say least."""

_SHOULD, _MUST, _MUST_NOT = tantivy.Occur.Should, tantivy.Occur.Must, tantivy.Occur.MustNot


class QueryBuilder:
    """Builds queries against one searcher, whose term statistics and courts it reads."""

    def __init__(self, searcher: tantivy.Searcher) -> None:
        self._searcher = searcher
        self._candidates = Candidates(SCHEMA, searcher)

    def build(self, query: LexicalQuery, filters: Filters) -> tantivy.Query | None:
        """Build the query; None when nothing can match: no words, or filters that no document passes.

        The required part only gives candidates and does not rank.
        """
        terms = analyzer.query_terms(query)
        conditions = self._conditions(filters)
        if conditions is None or (terms.empty and query.required is None):
            return None
        parts = [*self._ranking(terms, query.context_weight), *self._neighbours(query)]
        ranking = [(_SHOULD, part) for part in parts]
        required: list[tuple[tantivy.Occur, tantivy.Query]] = []
        if query.required is not None:
            required.append((_MUST, _unscored(self._candidates.of(query.required))))
        if not required and not ranking:
            return None
        if not required and conditions:
            required = [(_MUST, tantivy.Query.boolean_query(ranking))]
            ranking = []
        filtering = [(_MUST, _unscored(condition)) for condition in conditions]
        return tantivy.Query.boolean_query(required + ranking + filtering)

    def citing(self, keys: Mapping[str, float], filters: Filters) -> tantivy.Query | None:
        """Build the query for passages that cite any of the authorities. An authority counts by its weight,
        and more the fewer passages cite it; of very many authorities only those that count most are used.
        None when nothing can match."""
        weights: dict[str, float] = {}
        for name, weight in keys.items():
            key = citation_key(name)
            weights[key] = max(weight, weights.get(key, 0.0))
        counted = ((self.citations(key), key, weight) for key, weight in weights.items())
        worth = [(weight * self._rarity(count), key) for count, key, weight in counted if count]
        most = sorted(worth, key=lambda scored: (-scored[0], scored[1]))[:MOST_AUTHORITIES]
        conditions = self._conditions(filters)
        if conditions is None or not most:
            return None
        parts = [
            (_SHOULD, tantivy.Query.const_score_query(self._term(segments.CITES, key, "basic"), score))
            for score, key in most
        ]
        cited = tantivy.Query.boolean_query(parts)
        return tantivy.Query.boolean_query(
            [(_MUST, cited), *((_MUST, _unscored(condition)) for condition in conditions)]
        )

    def citations(self, key: str) -> int:
        """Return how many passages cite an authority, with some that were removed lately."""
        return int(self._searcher.doc_freq(segments.CITES, key))

    def frequency(self, stem: str) -> int:
        """Return how many passages have a word with this stem in their text, with some that were removed
        lately; of a word that no text has, those that have it in a title or heading."""
        return int(self._searcher.doc_freq(segments.TEXT, stem)) or max(
            int(self._searcher.doc_freq(name, stem)) for name in (segments.HEADINGS, segments.TITLE)
        )

    def all_of(self, words: Iterable[Sequence[str]]) -> tantivy.Query:
        """Build the query for passages whose text has each of these words, given by its stems."""
        parts = []
        for stems in words:
            known = [stem for stem in stems if self._searcher.doc_freq(segments.TEXT, stem)]
            either = [(_SHOULD, self._term(segments.TEXT, stem, "basic")) for stem in known]
            parts.append((_MUST, tantivy.Query.boolean_query(either)))
        return tantivy.Query.boolean_query(parts)

    def _ranking(self, terms: Terms, context_weight: float) -> Iterable[tantivy.Query]:
        weights = {**dict.fromkeys(terms.context, context_weight), **dict.fromkeys(terms.stems, 1.0)}
        known = [(count, stem) for stem in weights if (count := self.frequency(stem))]
        for count, stem in sorted(known)[:MOST_TERMS] if len(known) > MOST_TERMS else known:
            for name, weight in RANKED.items():
                yield _boosted(self._term(name, stem, "freq"), weight * weights[stem])
            covered = COVERAGE * self._rarity(count) * weights[stem]
            yield tantivy.Query.const_score_query(self._term(segments.TEXT, stem, "basic"), covered)
        for phrase in terms.identifiers:
            for name in (segments.EXACT, segments.EXACT_HEADINGS, segments.DOCKET):
                yield _boosted(self._phrase(name, phrase), IDENTIFIER_BOOST)
        for key in terms.dockets:
            for name in (segments.DOCKET_KEYS, segments.NAMED_DOCKETS):
                yield _boosted(self._term(name, key, "basic"), IDENTIFIER_BOOST)
        for key in terms.pages:
            yield _boosted(self._term(segments.PAGES, key, "basic"), IDENTIFIER_BOOST)
        for phrase, weight in terms.related:  # a word ranks as words do, a phrase by the text
            if len(phrase.terms) > 1:
                yield _boosted(self._phrase(segments.EXACT, phrase), weight)
            else:
                for name, usual in RANKED.items():
                    yield _boosted(self._term(name, phrase.terms[0][1], "freq"), usual * weight)

    def _neighbours(self, query: LexicalQuery) -> Iterable[tantivy.Query]:
        """Yield a phrase for each two words that follow one another in the query, once; the ranking parts
        find all that these find."""
        weights = dict(_pairs(query.context_sequence, query.context_weight))
        for sequence in query.sequences:
            weights |= _pairs(sequence, 1.0)
        for pair, weight in weights.items():
            phrase = tantivy.Query.phrase_query(SCHEMA, segments.EXACT, list(pair), APART)
            yield _boosted(phrase, NEIGHBOURS * weight)

    def _rarity(self, count: int) -> float:
        """Return BM25's inverse document frequency of a word that ``count`` passages have."""
        return log1p((self._searcher.num_docs - count + 0.5) / (count + 0.5))

    def _phrase(self, name: str, phrase: TermPhrase) -> tantivy.Query:
        """A phrase of one word must be asked as a term: Tantivy's phrase query aborts on it."""
        if len(phrase.terms) == 1:
            return self._term(name, phrase.terms[0][1], "position")
        return tantivy.Query.phrase_query(SCHEMA, name, list(phrase.terms))

    def _term(self, name: str, term: str, option: str) -> tantivy.Query:
        return tantivy.Query.term_query(SCHEMA, name, term, option)

    def _conditions(self, filters: Filters) -> list[tantivy.Query] | None:
        """Return a query for each filter; None when no document can pass. Whole names of courts, offices and
        authorities are known to the catalogue alone: the caller turns them into ``among``."""
        conditions: list[tantivy.Query] = []
        if filters.among is not None:
            if not filters.among:
                return None
            conditions.append(tantivy.Query.term_set_query(SCHEMA, segments.DOCUMENT, sorted(filters.among)))
        if filters.kinds:
            conditions.append(self._any_of(segments.KIND, sorted(filters.kinds)))
        if filters.filed_from or filters.filed_to:
            first, last = day(filters.filed_from or date.min), day(filters.filed_to or date.max)
            kind, name = tantivy.FieldType.Integer, segments.FILED
            filed = tantivy.Query.range_query(SCHEMA, name, kind, lower_bound=first, upper_bound=last)
            conditions.append(filed)
        if typed_court := name_term(filters.court.strip()):
            indexed = self._searcher.terms_with_prefix(segments.COURT, "")
            courts = [name for name, _ in indexed if typed_court in name]
            if not courts:
                return None
            conditions.append(self._any_of(segments.COURT, courts))
        if filters.paths:
            names = [name for name, _ in self._searcher.terms_with_prefix(segments.FOLDER, "")]
            fitting = [name for name in names if all(has_words(name, typed) for typed in filters.paths)]
            if not fitting:
                return None
            conditions.append(self._any_of(segments.FOLDER, fitting))
        return conditions

    def _any_of(self, name: str, values: Sequence[str]) -> tantivy.Query:
        return tantivy.Query.term_set_query(SCHEMA, name, [str(value) for value in values])


def _pairs(sequence: Sequence[str], weight: float) -> Mapping[tuple[str, str], float]:
    """Return the weight of each two different terms that follow one another in a short sequence of words.

    A term beside itself would be found where it stands alone.
    """
    if len(sequence) > MOST_NEIGHBOURS:
        return {}
    terms = [token.term for word in sequence for token in analyzer.plain_tokens(word)]
    return {pair: weight for pair in pairwise(terms) if pair[0] != pair[1]}


def _unscored(query: tantivy.Query) -> tantivy.Query:
    return tantivy.Query.const_score_query(query, 0.0)


def _boosted(query: tantivy.Query, weight: float) -> tantivy.Query:
    return query if weight == 1.0 else tantivy.Query.boost_query(query, weight)


class LexicalReader:
    """The searches of a lexical index. Any thread."""

    def __init__(self) -> None:
        self._together = threading.local()

    @contextmanager
    def reading_together(self) -> Iterator[None]:
        """Answer all that this thread asks inside from the passages as they are now: a search asks a dozen
        times, and each time the files would be looked at for changes. Raises IndexFault and StoreError."""
        self._together.searcher = self._newest()
        try:
            yield
        finally:
            del self._together.searcher

    def _searcher(self) -> tantivy.Searcher:
        return getattr(self._together, "searcher", None) or self._newest()

    def _newest(self) -> tantivy.Searcher:
        """Return a searcher of the passages as they are now. Raises IndexFault and StoreError."""
        raise NotImplementedError

    def search(self, query: LexicalQuery, filters: Filters, limit: int) -> list[tuple[int, float]]:
        """Return up to ``limit`` passage ids with their BM25 scores (over 0), best first, ties by id.

        A passage matches any of the words, identifiers and related words, and all of the phrases (in text or
        headings). The required part only gives candidates, which ``operator_matching`` must confirm unless
        it says ``decided_by_index``. Without a word that can be searched and anything required, the list is
        empty. Any thread. Raises IndexFault.
        """
        with translate_errors("search"):
            searcher = self._searcher()
            return _best(searcher, QueryBuilder(searcher).build(query, filters), limit)

    def citing(self, keys: Mapping[str, float], filters: Filters, limit: int) -> list[tuple[int, float]]:
        """Return up to ``limit`` ids of passages that cite any of these authorities, scored, best first, ties
        by id.

        The score is the sum, over those that are cited, of rarity (above 0) times weight. ``keys`` are names
        of authorities in any spelling, or ``citation_key`` of them, each with a weight above 0; of
        spellings of one authority the heaviest counts. Any thread. Raises IndexFault.
        """
        with translate_errors("citing"):
            searcher = self._searcher()
            return _best(searcher, QueryBuilder(searcher).citing(keys, filters), limit)

    def newest(self, query: LexicalQuery, filters: Filters, limit: int) -> list[int]:
        """Return up to ``limit`` passage ids that ``search`` would find, the last filed first, then by id;
        those without a date last. Which of equally new ones the limit keeps is not defined. Raises as
        ``search``."""
        with translate_errors("newest"):
            searcher = self._searcher()
            built = QueryBuilder(searcher).build(query, filters)
            if built is None or limit < 1 or searcher.num_docs == 0:
                return []
            most = min(limit, searcher.num_docs)
            hits = searcher.search(built, most, count=False, order_by_field=segments.FILED).hits
            addresses = [address for _, address in hits]
            ids = searcher.fast_field_values(segments.PASSAGE, addresses)
            days = searcher.fast_field_values(segments.FILED, addresses)
        newest = sorted(zip(ids, days, strict=True), key=lambda dated: (-(dated[1] or 0), dated[0]))
        return [int(id_) for id_, _ in newest]

    def size(self) -> int:
        with translate_errors("size"):
            return int(self._searcher().num_docs)

    def frequencies(
        self, words: Sequence[str], beside: str = "", language: TextLanguage | None = None
    ) -> list[int]:
        """Return about how many passages hold a form of each word; of a word with parts, of its rarest.

        With ``beside`` only passages count whose text also holds a form of that word; with ``language`` only
        those in that language.
        """
        stems = [analyzer.word_stems(word, language) for word in words]
        required = analyzer.word_stems(beside) if beside else []
        with translate_errors("frequencies"):
            searcher = self._searcher()
            builder = QueryBuilder(searcher)
            if not beside:
                return [
                    min((sum(map(builder.frequency, part)) for part in parts), default=0) for parts in stems
                ]
            queries = [builder.all_of((*parts, *required)) for parts in stems]
            return [int(searcher.search(query, 1, count=True).count) for query in queries]

    def known_pages(self, keys: Collection[str]) -> set[str]:
        """Return those of the keys of labels (``text.page_numbers``) that the page of some passage has."""
        with translate_errors("pages"):
            searcher = self._searcher()
            return {key for key in keys if searcher.doc_freq(segments.PAGES, key)}

    def words_beginning(self, prefix: str) -> dict[str, int]:
        """Return the words of texts that begin so, in lower case and unstemmed, with how many passages have
        each; a millisecond for 2,000 words."""
        with translate_errors("words"):
            return dict(self._searcher().terms_with_prefix(segments.EXACT, prefix))

    def ids(self) -> set[int]:
        with translate_errors("ids"):
            searcher = self._searcher()
            if searcher.num_docs == 0:
                return set()
            hits = searcher.search(tantivy.Query.all_query(), searcher.num_docs, count=False).hits
            addresses = [address for _, address in hits]
            return set(map(int, searcher.fast_field_values(segments.PASSAGE, addresses)))

    def id_totals(self) -> IdTotals:
        """Return the number, sum and largest of the indexed ids; a millisecond for 200,000."""
        with translate_errors("id_totals"):
            statistics = {"ids": {"stats": {"field": segments.PASSAGE}}}
            stats = self._searcher().aggregate(tantivy.Query.all_query(), statistics)["ids"]
            return IdTotals(int(stats["count"]), int(stats["sum"] or 0), int(stats["max"] or 0))


def _best(searcher: tantivy.Searcher, query: tantivy.Query | None, limit: int) -> list[tuple[int, float]]:
    if query is None or limit < 1 or searcher.num_docs == 0:
        return []
    hits = searcher.search(query, min(limit, searcher.num_docs), count=False).hits
    ids = searcher.fast_field_values(segments.PASSAGE, [address for _, address in hits])
    scored = ((int(id_), float(score)) for id_, (score, _) in zip(ids, hits, strict=True))
    return sorted(scored, key=lambda hit: (-hit[1], hit[0]))


SCHEMA_VERSION = 7
"""The version of the fields and of the segments' size. Raise it with every change of them: older indexes are
then rebuilt."""
ATTEMPTS = 5  # The most attempts to open an index that another program changes at that moment


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A lexical index at one moment."""

    searcher: tantivy.Searcher
    folder: Path
    segments: tuple[Segment, ...]  # The segments in the order in which the searcher numbers them
    stamp: tuple[bytes, bytes] | None


class LexicalIndex(LexicalReader):
    """The lexical index in one folder, made when there is none.

    Any thread may search while one writes; writers wait for each other, in other programs up to ten seconds,
    then StoreBusy. A change by another program is seen by the next search. Raises IndexFault for an index
    that is damaged, or was built with another schema or analysis: delete the folder, open, and ``rebuild``.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
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
        self._newest()

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
            try:  # no name here for the searcher, which would keep files open to the end
                with IndexChange(self._path, _readable(self._newest()), self.groups) as self._change:
                    yield self._change
            finally:
                self._change = None
            if os.name == "nt":  # what this program had open then could not be deleted
                self._newest()
                self.clear_leftovers()

    def rebuild(self, rows: Iterable[tuple[Document, Sequence[Passage]]], check: Callable[[], None]) -> None:
        """Build a new index of ``rows`` beside this one, then put it in its place in one step.

        Searches go on in the old one meanwhile; if anything raises, the old one stays. ``check`` is called
        for each document and may raise Cancelled. Not inside a batch.
        """
        with self._generations.writing():
            self._generations.replace(lambda path: _fill(path, rows, check, self.groups))
            self._newest()
            self._generations.clear_leftovers()

    def stamp(self) -> tuple[bytes, bytes] | None:
        """Return a value that changes with every change of the index, by this or another program."""
        self._newest()
        return self._stamps

    def intact(self) -> bool:
        """Verify the checksums of the files; a second for a gigabyte. Waits for writers.

        Only damage is found: the index keeps no text that could be compared with the catalogue's.
        """
        with self._generations.writing(), translate_errors("whole"):
            self._newest()
            return segments.are_intact(self._path, [segment["segment_id"] for segment in self._segments()])

    def clear_leftovers(self) -> bool:
        """Delete the files of former states; tell whether all went. On Windows those stay that a search, here
        or in another program, still has open."""
        with self._generations.writing(), translate_errors("clear"):
            self._generations.clear_leftovers()
            return segments.clear_leftovers(self._path) and not self._generations.leftovers()

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
        return list(segments.read_list(self._generations.current())["segments"])

    def _newest(self) -> tantivy.Searcher:
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
        if self._stamps is None or self._stamps[0] != generation:
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
    with translate_errors("fill"):
        searcher = segments.create(path)
    with IndexChange(path, searcher, groups) as change:
        for document, passages in rows:
            check()
            with translate_errors("fill"):
                change.add(document, passages)


def _readable(searcher: tantivy.Searcher) -> tantivy.Searcher:
    """Open each field of each segment, and return the searcher. Raises IndexFault where a file belongs to
    another index: Tantivy's own merge threads end the whole program there. Under a millisecond for 200,000
    passages."""
    with translate_errors("writer"):
        for name in segments.INDEXED:
            searcher.doc_freq(name, 0 if name in segments.NUMBERS else "")
        if searcher.num_docs:
            searcher.fast_field_values(segments.PASSAGE, [tantivy.DocAddress(0, 0)])
    return searcher
