"""The choice of the one provision that governs a statement, among the first candidates, over statements of
wills.

Printed are recall@1 and MRR of the search alone and of the rule in ``search.law`` over the same candidates,
for each half of the queries and for all; how many queries each wins, and the p of a paired randomisation
test. Then, for each half of the statements, how often a wrong first comes with the warning that the next one
is as good as it (``CLEAR_SHARE``, which was chosen on one half and is measured on the other).
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence

import numpy as np

from briefbank.citator.provision_finder import CANDIDATES, DEPTH
from briefbank.domain.searches import Order, SearchRequest
from briefbank.embedding.encoders import load_encoder
from briefbank.evaluate import data_sets
from briefbank.evaluate.data_sets import IndexedCollection, SearchParts, collection
from briefbank.evaluate.metrics import randomised
from briefbank.jobs import QuietReporter
from briefbank.search.law import CLEAR_SHARE, best_first, closeness, worths
from tests.support.measuring import SHARED, print_table, share


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", type=int, help="the first so many statements only")


def main(options: argparse.Namespace) -> None:
    data, encoder = data_sets.load(SHARED / "eval" / "wills-tn"), load_encoder()
    texts = {row.id: row.text for row in data.rows}
    queries = data.judged_queries(options.limit)
    values, leads = [], []
    with collection(data, SearchParts(encoder), QuietReporter()) as indexed:
        for query, text in queries.items():
            rows, relevances, point = _candidates(indexed, text)
            worth = worths(relevances, [texts[row] for row in rows], point, encoder)
            order, right = best_first(worth), data.judgements[query]
            near = closeness(worth, order[0])
            leads.append((max(near[at] for at in order[1:]) >= CLEAR_SHARE, rows[order[0]] in right))
            values.append((_reciprocal(rows, right), _reciprocal([rows[at] for at in order], right)))
    ranks = np.array(values)
    print_table(
        (f"{len(queries)} statements", "recall@1", "MRR"),
        [
            (f"{half}, {way}", float((column == 1).mean()), float(column.mean()))
            for half, part in (("odd", ranks[::2]), ("even", ranks[1::2]), ("all", ranks))
            for way, column in (("search", part[:, 0]), ("rule", part[:, 1]))
        ],
    )
    won = (ranks[:, 1] == 1).astype(float) - (ranks[:, 0] == 1)
    print(f"right by the rule alone {(won > 0).sum()}, by the search alone {(won < 0).sum()}", end=", ")
    print(f"p {randomised(won):.4f}")
    known: dict[str, int] = {}  # A statement is asked with several conditions
    halves = [known.setdefault(text.split("\n\n")[0], len(known)) % 2 for text in queries.values()]
    lines = []
    for name, number in (("chosen on", 0), ("measured on", 1)):
        own = [lead for lead, half in zip(leads, halves, strict=True) if half == number]
        warned = [flagged for flagged, right in own if not right]
        unwarned = [right for flagged, right in own if not flagged]
        lines.append((name, share(sum(warned), len(warned)), share(sum(unwarned), len(unwarned))))
    print_table(("", "wrong firsts with a warning", "firsts without one that are right"), lines)


def _candidates(indexed: IndexedCollection, text: str) -> tuple[list[str], list[float], list[str]]:
    """Return the first rows, their relevances, and the sentences that ask."""
    ranked = indexed.searcher.rank(SearchRequest(text, order=Order.BEST), DEPTH)
    best: dict[str, float] = {}
    for candidate in ranked.candidates:
        best.setdefault(indexed.ids[candidate.passage_id], candidate.relevance)
    rows = list(best)[:CANDIDATES]
    return rows, [best[row] for row in rows], [part.sentence for part in ranked.parsed.parts]


def _reciprocal(rows: Sequence[str], right: Collection[str]) -> float:
    return next((1 / at for at, row in enumerate(rows, start=1) if row in right), 0.0)
