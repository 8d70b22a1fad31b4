"""The co-citation channel: passages that cite the authorities that the first results cite.

An authority counts by the places of the results that cite it (1 for the first, 1/2 for the second), and by
its rarity, which the lexical index knows; a passage counts for all that it cites. That is co-citation (Small
1973, "Co-citation in the Scientific Literature") from several sources at once. On case notes it gains two to
three times as much as every authority alike, and Personalised PageRank (Haveliwala 2002) next to nothing
(``python -m tests.evaluate.walking``).

A first result without citations counts as if it cited one authority that nothing else cites: otherwise a
statute's text or a statement of facts would fall behind passages that cite a case. The channel changes the
order alone (``fusion.levelled``): the first few results have so much more of it than all others that fewer
would be relevant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from briefbank.catalogue import passage_rows
from briefbank.search.channels.channel import Channel
from briefbank.search.query import Parameters
from briefbank.search.search_types import Query, Scored
from briefbank.text.messages import Message

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
