"""Measures the choice of the one governing provision among the first candidates; run by hand.

    python -m tests.evaluate.provisions ../shared/data/eval/wills-tn

Prints recall@1 and MRR of the search alone and of the rule in ``search.law`` over the same
candidates, for each half of the queries and for all, how many queries each wins, the p of a paired
randomisation test, and what the choice costs. Then, for each half of the statements, how often a first that
leads less clearly than by a share is wrong, so that ``CLEAR_SHARE`` can be chosen on one half and measured on
the other.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Collection, Sequence
from pathlib import Path

import numpy as np

from briefbank.citator.provision_finder import CANDIDATES, DEPTH
from briefbank.domain.searches import Order, SearchRequest
from briefbank.embedding.encoders import load_encoder
from briefbank.evaluate import data_sets
from briefbank.evaluate.data_sets import IndexedCollection as Made
from briefbank.evaluate.data_sets import SearchParts, collection
from briefbank.evaluate.metrics import randomised
from briefbank.jobs import QuietReporter
from briefbank.search.law import CLEAR_SHARE, best_first, closeness, worths


def main(folder: Path) -> None:
    data = data_sets.load(folder)
    texts = {row.id: row.text for row in data.rows}
    encoder = load_encoder()
    result: list[tuple[float, float]] = []
    seconds = []
    leads: list[tuple[float, bool]] = []
    with collection(data, SearchParts(), QuietReporter()) as indexed:
        queries = data.judged_queries()
        for query, text in queries.items():
            rows, relevances, point = _candidates(indexed, text)
            started = time.perf_counter()
            worth = worths(relevances, [texts[row] for row in rows], point, encoder)
            order = best_first(worth)
            seconds.append(time.perf_counter() - started)
            right = data.judgements[query]
            near = closeness(worth, order[0])
            leads.append((max(near[at] for at in order[1:]), rows[order[0]] in right))
            result.append((_reciprocal(rows, right), _reciprocal([rows[at] for at in order], right)))
    values = np.array(result)
    print(f"{len(queries)} queries, {CANDIDATES} candidates each")
    for name, part in (("odd", values[::2]), ("even", values[1::2]), ("all", values)):
        for way, column in (("search", part[:, 0]), ("rule", part[:, 1])):
            print(f"  {name:5} {way:7} recall@1 {(column == 1).mean():.3f}  MRR {column.mean():.3f}")
    first = (values == 1).astype(float)
    won, lost = int((first[:, 1] > first[:, 0]).sum()), int((first[:, 1] < first[:, 0]).sum())
    print(f"the rule is right where the search was not: {won}; the other way round: {lost};", end=" ")
    print(f"p {randomised(first[:, 1] - first[:, 0]):.4f}")
    print(f"milliseconds of the choice: median {1000 * float(np.median(seconds)):.0f}, ", end="")
    print(f"p95 {1000 * float(np.quantile(seconds, 0.95)):.0f}")
    _print_leads(list(queries.values()), leads)


def _print_leads(queries: Sequence[str], leads: Sequence[tuple[float, bool]]) -> None:
    """Print, for each half of the statements, what a share of the first's worth says of the first."""
    statements: dict[str, int] = {}
    half = [statements.setdefault(text.split("\n\n")[0], len(statements)) % 2 for text in queries]
    for percent in range(80, 96):
        share = percent / 100
        print(f"{'*' if share == CLEAR_SHARE else ' '} the next at {share:.2f} of the first or more:")
        for name, number in (("chosen on", 0), ("measured on", 1)):
            own = [lead for lead, at in zip(leads, half, strict=True) if at == number]
            flagged = [right for near, right in own if near >= share]
            firm = [right for near, right in own if near < share]
            wrong = len(flagged) - sum(flagged)
            print(f"  {name:11} wrong firsts flagged {wrong} of {wrong + len(firm) - sum(firm)},", end=" ")
            print(f"right firsts not flagged {sum(firm)} of {sum(firm) + sum(flagged)};", end=" ")
            print(f"right {sum(firm)} of {len(firm)} not flagged, {sum(flagged)} of {len(flagged)} flagged")


def _candidates(indexed: Made, text: str) -> tuple[list[str], list[float], list[str]]:
    """The first rows, their relevances, and the sentences that ask."""
    request = SearchRequest(text, order=Order.BEST)
    ranked = indexed.searcher.rank(request, DEPTH)
    best: dict[str, float] = {}
    for candidate in ranked.candidates:
        best.setdefault(indexed.ids[candidate.passage_id], candidate.relevance)
    rows = list(best)[:CANDIDATES]
    return rows, [best[row] for row in rows], [part.sentence for part in ranked.parsed.parts]


def _reciprocal(rows: Sequence[str], right: Collection[str]) -> float:
    places = [at for at, row in enumerate(rows, start=1) if row in right]
    return 1 / places[0] if places else 0.0


if __name__ == "__main__":
    main(Path(sys.argv[1]))
