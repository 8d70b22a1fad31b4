"""Documents that cite the same authorities, found by bibliographic coupling with term weights.

Bibliographic coupling is from Kessler, "Bibliographic coupling between scientific papers", American
Documentation 14, 1963. An authority weighs more the rarer it is, log(1 + N / n) for n of N documents (Spärck
Jones, 1972), so that the Fourth Amendment joins no two documents. The score is the cosine of the two
documents' authorities: it is 1 for the same authorities, and a document that cites everything is close to
none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import log, sqrt

CANDIDATES = 300
"""The number of documents for which the cosine is computed: those that share the most weight."""

Pair = tuple[int, int]
"""The ids of a document and of an authority that it cites."""


@dataclass(frozen=True, slots=True)
class CoupledDocument:
    """A document that cites the same authorities, with the shared ones, rarest first."""

    document_id: int
    score: float
    shared: tuple[int, ...]


def weights(spread: Mapping[int, int], documents: int) -> dict[int, float]:
    """Return the weight of each authority. ``spread`` is how many of ``documents`` cite it."""
    return {id_: log(1 + documents / count) for id_, count in spread.items()}


def sharing(pairs: Iterable[Pair], weight: Mapping[int, float], without: Collection[int]) -> list[int]:
    """Return the documents of ``pairs`` that share the most weight, best first."""
    total: dict[int, float] = defaultdict(float)
    for document_id, authority_id in pairs:
        if document_id not in without:
            total[document_id] += weight[authority_id] ** 2
    return sorted(total, key=lambda id_: (-total[id_], id_))[:CANDIDATES]


def nearest(
    own: Collection[int], pairs: Iterable[Pair], weight: Mapping[int, float]
) -> list[CoupledDocument]:
    """Return the documents of ``pairs``, which hold all that each cites, by their cosine with ``own``."""
    cited: dict[int, set[int]] = defaultdict(set)
    for document_id, authority_id in pairs:
        cited[document_id].add(authority_id)
    length = _norm(own, weight)
    found = []
    for document_id, theirs in cited.items():
        shared = sorted(theirs.intersection(own), key=lambda id_: (-weight[id_], id_))
        if shared:
            product = sum(weight[id_] ** 2 for id_ in shared)
            found.append(
                CoupledDocument(document_id, product / (length * _norm(theirs, weight)), tuple(shared))
            )
    return sorted(found, key=lambda each: (-each.score, each.document_id))


def _norm(ids: Iterable[int], weight: Mapping[int, float]) -> float:
    return sqrt(sum(weight[id_] ** 2 for id_ in sorted(ids)))
