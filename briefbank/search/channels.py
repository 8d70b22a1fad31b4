"""The search channels, and the parts of searching that can be turned off.

*Words*: BM25 over text, headings and title. Several paragraphs without a final question are ranked one by
one, and the relative scores are averaged, so that a long paragraph does not drown a short one. *Meaning*: the
passages whose vectors are nearest to that of the query. *Numbers*: rules, statutes, dockets, and citations in
any of their forms.

*Citations*: passages that cite the authorities that the first results cite. An authority counts by the places
of the results that cite it (1 for the first, 1/2 for the second), and by its rarity, which the lexical index
knows; a passage counts for all that it cites. That is co-citation (Small 1973) from several sources at once;
on case notes it gains two to three times as much as every authority alike (see
``tests/evaluate/README.md``). A first result without citations counts as if it cited one authority that
nothing else cites: otherwise a statute's text would fall behind passages that cite a case. The channel
changes the order alone (``retrieval.fuse``).

The application never turns a part off. ``briefbank evaluate --without …`` and ``--ablations`` do, so that
every part has to show by figures that it belongs there.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from briefbank.catalogue import passage_rows
from briefbank.domain.searches import LexicalQuery
from briefbank.errors import IndexFault
from briefbank.search.channel import Channel, ExplainedResult, average
from briefbank.search.interpretation import quoted
from briefbank.search.query import Parameters, ParsedQuery
from briefbank.search.search_types import Query, Scored
from briefbank.search.typed_text import written_case
from briefbank.text.messages import Message, listed

if TYPE_CHECKING:
    from briefbank.embedding.encoders import Encoder

FORMS_SHOWN = 6
RELATED_SHOWN = 3
SHORTEST_STEM = 4


def _average(lists: Sequence[Scored], query: Query) -> Scored:
    outside = query.law.outside({passage_id for scored in lists for passage_id, _ in scored})
    return query.cut(average(lists, outside), query.depth)


class Lexical(Channel):
    """The channel of words. Exact search for quoted text and operators is apart from it."""

    name = "words"
    factor = Message("Words of the search")
    verbatim = True
    graded = True

    def weight(self, parameters: Parameters) -> float:
        return 1.0 - parameters.semantic

    def applies(self, query: Query) -> bool:
        return bool(query.parsed.words)

    def ask(self, query: Query) -> Scored:
        paragraphs = query.parsed.parts if len(query.parsed.parts) > 1 else (None,)
        return _average([query.search(query.lexical(part)) for part in paragraphs], query)

    def reasons(self, result: ExplainedResult) -> list[Message]:
        """Return reasons for the typed words in the forms in which they stand in the text, for words of the
        thesaurus, and for the innermost heading with a word of the query."""
        passage, parsed, match_ranges = result.passage, result.parsed, result.match_ranges
        lines = []
        is_exact = parsed.required is not None or parsed.asks_numbers or parsed.related
        ranges = match_ranges(passage.text, LexicalQuery(parsed.words)) if is_exact else result.marked
        if forms := word_forms(passage.text, ranges):
            unnamed = len(forms) - FORMS_SHOWN
            more: list[str] = [Message("{forms} more", forms=unnamed)] if unnamed > 0 else []
            lines.append(Message("Contains {value}", value=listed([*quoted(forms[:FORMS_SHOWN]), *more])))
        if parsed.related:
            forms = word_forms(passage.text, match_ranges(passage.text, LexicalQuery(related=parsed.related)))
            present = [r for r in parsed.related if any(same_word(form, r.text) for form in forms)]
            named = [Message("“{text}” (for “{of}”)", text=r.text, of=r.of) for r in present[:RELATED_SHOWN]]
            lines += [Message("Contains {named}", named=listed(named))] if named else []
        query = parsed.lexical()
        matching = [heading for heading in passage.heading_path if match_ranges(heading, query)]
        return [*lines, Message("Heading: {matching}", matching=matching[-1])] if matching else lines


LEXICAL = Lexical()


def word_forms(text: str, ranges: Sequence[tuple[int, int]]) -> list[str]:
    """Return the words at the ranges, each once, in small letters; "searches" not beside "search"."""
    forms: list[str] = []
    for start, end in ranges:
        form = text[start:end].lower()
        if not any(same_word(form, known) for known in forms):
            forms.append(form)
    return forms


def same_word(one: str, other: str) -> bool:
    """Tell whether two words seem to be forms of one: more than three quarters of their beginnings agree."""
    least = max(SHORTEST_STEM, 3 * min(len(one), len(other)) // 4 + 1)
    return one[:least] == other[:least]


log = logging.getLogger(__name__)

Vector = NDArray[np.float32]

SIMILAR = 0.40  # The cosine from which a passage is called similar; see ``selection``
VERY_SIMILAR = 0.60  # The cosine from which a passage is called very similar; the median of relevant passages


class Semantic(Channel):
    """The channel of sentence vectors."""

    name = "meaning"
    factor = Message("Nearness in meaning")
    graded = True

    def weight(self, parameters: Parameters) -> float:
        return parameters.semantic

    def applies(self, query: Query) -> bool:
        return query.embedding is not None and not query.parsed.exact_only

    def ask(self, query: Query) -> Scored | None:
        embedding, like = query.embedding, query.like
        if embedding is None:
            return None
        vector = embedding.dense.vector_of(like.id) if like else None
        if vector is None:
            vector = query_vector(query.parsed, embedding.encoder, query.parameters)
        try:
            return query.nearest(vector)
        except IndexFault as fault:
            log.warning("searching without embeddings: %s", fault.detail)
            return None

    def reasons(self, result: ExplainedResult) -> list[Message]:
        cosine = result.candidate.cosine
        if cosine is None or cosine < SIMILAR:
            return []
        very = cosine >= VERY_SIMILAR
        return [Message("Very similar in meaning") if very else Message("Similar in meaning")]


SEMANTIC = Semantic()


def query_vector(parsed: ParsedQuery, encoder: Encoder, parameters: Parameters) -> Vector:
    """Return the query's vector, of length one: its paragraphs' mean, and the context with its share."""
    total = _mean([encoder.encode_query(part.sentence) for part in parsed.parts])
    if parsed.context is not None:
        context, share = encoder.encode_query(parsed.context.sentence), parameters.context_semantic
        total = _mean([(1.0 - share) * total, share * context])
    return total


def _mean(vectors: Sequence[Vector]) -> Vector:
    total = np.sum(vectors, axis=0, dtype=np.float32)
    length = float(np.linalg.norm(total))
    return np.asarray(total / length if length else total, dtype=np.float32)


NUMBERS_WEIGHT = 0.6
"""The weight of passages with a rule, docket or citation that was asked for, where the lexical and the
semantic channel together have 1: more than all that words alone can give."""


class Numbers(Channel):
    """The channel of exact identifiers."""

    name = "numbers"
    factor = Message("Numbers and citations asked for")
    verbatim = True

    def weight(self, parameters: Parameters) -> float:
        return NUMBERS_WEIGHT

    def applies(self, query: Query) -> bool:
        return query.parsed.asks_numbers and query.like is None

    def ask(self, query: Query) -> Scored:
        """Return passages with the numbers or cases word for word, or the citations in any form."""
        parsed, lists = query.parsed, []
        if names := (*parsed.identifiers, *parsed.cases):
            lists.append(query.search(LexicalQuery(identifiers=names)))
        if parsed.cited:
            lists.append(query.citing_any(dict.fromkeys(parsed.cited, 1.0)))
        return _average([scored for scored in lists if scored] or [[]], query)

    def reasons(self, result: ExplainedResult) -> list[Message]:
        """Return reasons for the numbers, cases and citations that the text has."""
        present = [
            name
            for name in (*result.parsed.identifiers, *result.parsed.cases)
            if result.match_ranges(result.passage.text, LexicalQuery(identifiers=(name,)))
        ]
        numbers = [name for name in present if " " not in name]
        cited = [written_case(name) for name in present if " " in name]
        lines = []
        if numbers:
            lines.append(
                Message("Contains the numbers {listed}", listed=listed(numbers))
                if len(numbers) > 1
                else Message("Contains the number {listed}", listed=listed(numbers))
            )
        return [*lines, Message("Cites {cited}", cited=listed(cited))] if cited else lines


NUMBERS = Numbers()


Cited = Mapping[int, Sequence[str]]
"""The names of the authorities that each passage cites, each once; empty for one that cites none."""


class CoCitation(Channel):
    """The channel of neighbours in the citation graph."""

    name = "citations"
    factor = Message("Cites what the first results cite")
    follows = True

    def weight(self, parameters: Parameters) -> float:
        return parameters.neighbours

    def ask(self, query: Query) -> Scored:
        """Return passages that cite the authorities that the query and the first results cite."""
        cited = {}
        for number, passage in passage_rows.by_ids(query.store, query.first).items():
            names = (citation.canonical for citation in passage.citations if citation.canonical)
            cited[number] = list(dict.fromkeys(names))
        weights = authorities(query.first, cited, query.parsed.cited)
        near = query.citing_any(weights) if weights else []
        return with_bare(near, query.first, cited, weights)


CITATIONS = CoCitation()


def authorities(first: Sequence[int], cited: Cited, named: Iterable[str]) -> dict[str, float]:
    """Return the weights of the authorities to search for, each above 0.

    ``first``: passage ids, best first; ``named``: what the query itself cites, as if the first result did.
    """
    weights = dict.fromkeys(named, 1.0)
    for rank, passage_id in enumerate(first, start=1):
        for name in cited.get(passage_id, ()):
            weights[name] = weights.get(name, 0.0) + 1.0 / rank
    return weights


def with_bare(near: Scored, first: Sequence[int], cited: Cited, weights: Mapping[str, float]) -> Scored:
    """Return the neighbours found by ``weights`` and those of the ``first`` that cite nothing, best first.

    These count by their places, as one authority does of the rarity that the first results' have on average.
    """
    scores = dict(near)
    citing = [passage_id for passage_id in first if cited.get(passage_id) and passage_id in scores]
    if not citing:
        return near
    weight = sum(weights[name] for passage_id in citing for name in cited[passage_id])
    rarity = sum(scores[passage_id] for passage_id in citing) / weight
    bare = (
        (passage_id, rarity / rank)
        for rank, passage_id in enumerate(first, start=1)
        if passage_id in cited and not cited[passage_id]
    )
    return sorted([*near, *bare], key=lambda scored: (-scored[1], scored[0]))


CHANNELS: tuple[Channel, ...] = (LEXICAL, SEMANTIC, NUMBERS, CITATIONS)
"""All channels, in the order in which evaluations name them. Read it through this module at each use, so that
a channel that is added takes part everywhere."""


class SearchPart(StrEnum):
    """A part of searching beside the channels."""

    THESAURUS = "thesaurus"  # Related words beside those typed
    SPLITTING = "splitting"  # Long queries searched part by part
    ADAPTIVE = "adaptive"  # Weights, depths and cuts by the class of the query; otherwise the same for all
    FEEDBACK = "feedback"  # The effect of feedback on earlier searches
    SPELLING = "spelling"  # Spelling correction


def names() -> tuple[str, ...]:
    return tuple(channel.name for channel in CHANNELS)


def part_names() -> tuple[str, ...]:
    return (*names(), *(part.value for part in SearchPart))


def known_parts(parts: Iterable[str]) -> frozenset[str]:
    """Return the names of parts as a set. Raises ValueError for an unknown one."""
    given = frozenset(parts)
    if unknown := given.difference(part_names()):
        raise ValueError(f"unknown parts of search: {', '.join(sorted(unknown))}")
    return given
