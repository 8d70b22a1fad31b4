"""Searches passages by their words in Tantivy, in whatever segments are given."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import tantivy

from briefbank.catalogue.consistency import IdTotals
from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.index import analyzer
from briefbank.index import lexical_fields as fields
from briefbank.index.field_matching import citation_key
from briefbank.index.lexical_query import QueryBuilder
from briefbank.index.segments import SCHEMA
from briefbank.storage.generations import translate_errors
from briefbank.text.language import Language


class WordReader:
    """The searches of a word index. Any thread."""

    def _searcher(self) -> tantivy.Searcher:
        """Return a searcher of the passages as they are now. Raises IndexFault and StoreError."""
        raise NotImplementedError

    def search(self, query: LexicalQuery, filters: Filters, limit: int) -> list[tuple[int, float]]:
        """Return up to ``limit`` passage ids with their BM25 scores (over 0), best first, ties by id.

        A passage matches any of the words, identifiers and related words, and all of the phrases (in text or
        headings). The required part only gives candidates: ``operator_matching`` must confirm them. Without a
        word that can be searched and anything required, the list is empty. Any thread. Raises IndexFault.
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

    def known_pages(self, keys: Collection[str]) -> set[str]:
        """Return those of the keys of labels (``text.page_numbers``) that the page of some passage has."""
        with translate_errors("pages"):
            searcher = self._searcher()
            return {key for key in keys if searcher.doc_freq(fields.PAGES, key)}

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

    def passages(self) -> int:
        """Return the number of indexed passages. Microseconds."""
        with translate_errors("passages"):
            return int(self._searcher().num_docs)

    def id_totals(self) -> IdTotals:
        """Return the number, sum and largest of the indexed ids; a millisecond for 200,000."""
        with translate_errors("id_totals"):
            asked = {"ids": {"stats": {"field": fields.PASSAGE}}}
            found = self._searcher().aggregate(tantivy.Query.all_query(), asked)["ids"]
            return IdTotals(int(found["count"]), int(found["sum"] or 0), int(found["max"] or 0))


def _best(searcher: tantivy.Searcher, query: tantivy.Query | None, limit: int) -> list[tuple[int, float]]:
    """Return the ids of the hits with their scores, best first."""
    if query is None or limit < 1 or searcher.num_docs == 0:
        return []
    hits = searcher.search(query, min(limit, searcher.num_docs), count=False).hits
    ids = searcher.fast_field_values(fields.PASSAGE, [address for _, address in hits])
    found = zip(ids, (score for score, _ in hits), strict=True)
    return sorted(((int(id_), float(score)) for id_, score in found), key=lambda hit: (-hit[1], hit[0]))
