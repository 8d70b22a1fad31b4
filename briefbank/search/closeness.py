"""Tells whether anything in the library is close to a search.

Every search has nearest passages, also one for a subject that the library does not have. The closeness of a
passage is its cosine plus the share of the query that it has, with its headings and title: the share of the
words' rarity (IDF), so that a rare word that is missing counts most. A word that the thesaurus puts beside
one of the query counts for that one. Where none of the first candidates and not the nearest in meaning
reaches CLOSE, nothing is close.

It is not asked where the answer is certain (operators, numbers and cases that were found), of pasted text,
which shares few of its words with any passage, and while only words are searched.

CLOSE by measure (``python -m tests.evaluate.absent``), with 17,860 case notes that are searched by their
headings: of the searches in one half one in forty has nothing closer. Of the other half 2.4 % are then told
that nothing is close, and 0.6 % of those that find their note among the first five. Where each search lacks
its notes and all on their subject, 12 % are told so: the others find passages on neighbouring subjects that
are as near as an answer.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from briefbank.domain.searches import LexicalQuery
from briefbank.search.candidate import Candidate
from briefbank.search.channels.identifiers import NUMBERS
from briefbank.search.dependencies import MatchRanges
from briefbank.search.query import ParsedQuery
from briefbank.search.search_types import Ranking, SearchDependencies

FIRST = 3
CLOSE = 0.75
TYPED_WORDS = 12
"""The most words of a typed text."""


def nothing_close(ranking: Ranking, parts: SearchDependencies) -> bool:
    """Tell whether nothing in the library is close to the search. Raises StoreError."""
    parsed, candidates = ranking.parsed, ranking.candidates
    certain = parsed.required is not None or any(each.shares.get(NUMBERS.name) for each in candidates)
    typed = 0 < len(parsed.words) <= TYPED_WORDS
    compared = any(each.cosine is not None for each in candidates)
    if certain or ranking.like or not (typed and compared):
        return False
    return greatest_closeness(ranking, parts) < CLOSE


def greatest_closeness(ranking: Ranking, parts: SearchDependencies) -> float:
    """Return the closeness of the closest of the first candidates and the nearest in meaning, 0 to 2; 0 where
    there are none. Raises StoreError."""
    nearest = max(ranking.candidates, key=_cosine, default=None)
    judged = {
        each.passage_id: each for each in (*ranking.candidates[:FIRST], *([nearest] if nearest else []))
    }
    passages = parts.store.passages_by_id(judged)
    documents = parts.store.documents_by_id({each.document_id for each in passages.values()})
    rarity, greatest = _rarity(ranking.parsed, parts), 0.0
    for passage in passages.values():
        if document := documents.get(passage.document_id):
            text = "\n".join((*passage.heading_path, document.title, passage.text))
            share = _share(text, ranking.parsed, rarity, parts.match_ranges)
            greatest = max(greatest, _cosine(judged[passage.id]) + share)
    return greatest


def _cosine(candidate: Candidate) -> float:
    return max(candidate.cosine or 0.0, 0.0)


def _rarity(parsed: ParsedQuery, parts: SearchDependencies) -> Mapping[str, float]:
    """Return the IDF of each word of the query."""
    passages = parts.lexical.size()
    counts = (min(count, passages) for count in parts.lexical.frequencies(parsed.words))
    known = zip(parsed.words, counts, strict=True)
    return {word: math.log1p((passages - count + 0.5) / (count + 0.5)) for word, count in known}


def _share(text: str, parsed: ParsedQuery, rarity: Mapping[str, float], match_ranges: MatchRanges) -> float:
    """Return the share of the query's rarity that stands in a text."""
    held = {word for word in rarity if match_ranges(text, LexicalQuery((word,)))}
    related = (each for each in parsed.related if match_ranges(text, LexicalQuery(related=(each,))))
    held.update(word for each in related for word in each.of.casefold().split() if word in rarity)
    return sum(rarity[word] for word in held) / sum(rarity.values())
