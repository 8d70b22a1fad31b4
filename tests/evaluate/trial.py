"""The trial behind the choices in ``search.fusion`` and ``search.ranking``; run it by hand.

    python -m tests.evaluate.trial ../shared/data/eval/wills-tn ../shared/data/eval/annotations-ak-nd

For each data set and each half of its queries it prints recall and MRR of every way of fusing the two
channels. Then, for each way of cutting the relevant set, its median size, the share of the relevant
documents in it, and the share of them among the newest five of it when the documents' dates are drawn at
random.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from briefbank.evaluate import beir, metrics
from briefbank.evaluate.run import CHANNELS, DEPTH, library
from briefbank.jobs import QuietReporter
from briefbank.models import SearchRequest
from briefbank.search.fusion import fuse

Scored = list[tuple[str, float]]
Fusion = Callable[[Scored, Scored], Scored]
DRAWS = 5
NEWEST = 5


def convex(weight: float) -> Fusion:
    """The form that the application uses, with any weight."""

    def fused(words: Scored, meaning: Scored) -> Scored:
        names = sorted({name for name, _ in (*words, *meaning)})
        number = {name: at for at, name in enumerate(names)}
        lists = [[(number[name], score) for name, score in scored] for scored in (words, meaning)]
        found = fuse(lists[0], lists[1], DEPTH, weight)
        return [(names[candidate.passage_id], candidate.relevance) for candidate in found]

    return fused


def stretched(weight: float) -> Fusion:
    """Scores between each list's minimum and maximum; 0 where a list lacks a passage."""

    def fused(words: Scored, meaning: Scored) -> Scored:
        return _summed([_stretch(words, 1 - weight), _stretch(meaning, weight)])

    return fused


def reciprocal(k: int) -> Fusion:
    def fused(words: Scored, meaning: Scored) -> Scored:
        return _summed([{n: 1 / (k + at + 1) for at, (n, _) in enumerate(s)} for s in (words, meaning)])

    return fused


FUSIONS: Mapping[str, Fusion] = {
    "words": lambda words, _: words,
    "meaning": lambda _, meaning: meaning,
    "reciprocal rank, K 60": reciprocal(60),
    **{f"min-max, weight {w}": stretched(w) for w in (0.3, 0.4, 0.5)},
    **{f"relative, weight {w}": convex(w) for w in (0.2, 0.3, 0.4, 0.5, 0.6)},
}
CUTS: Mapping[str, Callable[[Scored], int]] = {
    "first 5": lambda scored: 5,
    "first 10": lambda scored: 10,
    **{
        f"{share} of the best": lambda scored, share=share: sum(v >= share * scored[0][1] for _, v in scored)
        for share in (0.6, 0.7, 0.75, 0.8)
    },
    **{
        f"{share} of the first three": lambda scored, share=share: sum(
            v >= share * statistics.fmean(s for _, s in scored[:3]) for _, v in scored
        )
        for share in (0.8, 0.85)
    },
}


def main(folders: Sequence[str]) -> None:
    for folder in folders:
        data = beir.load(Path(folder))
        lists = _lists(data)
        for half in (0, 1):
            print(f"\n{Path(folder).name}, queries {half + 1}, {half + 3}, …")
            queries = list(lists)[half::2]
            for name, fusion in FUSIONS.items():
                ranked = {query: [n for n, _ in fusion(*lists[query])[:100]] for query in queries}
                values = metrics.mean(ranked, {query: data.judgements[query] for query in queries})
                shown = ("recall@1", "recall@5", "recall@10", "recall@40", "mrr@10")
                print(f"  {name:24}", *(f"{key} {values[key]:.3f}" for key in shown))
        _print_cuts(data, {query: convex(0.4)(*pair) for query, pair in lists.items()})


def _lists(data: beir.DataSet) -> dict[str, tuple[Scored, Scored]]:
    """Each judged query's list by words and by meaning, with scores relative to the best."""
    found: dict[str, tuple[Scored, Scored]] = {}
    with library(data, None, QuietReporter()) as (searcher, ids):
        for query, text in data.judged_queries().items():
            ranked = [
                searcher.rank(SearchRequest(text), DEPTH, CHANNELS[name]) for name in ("words", "meaning")
            ]
            pair = [[(ids[c.passage_id], c.relevance) for c in ranking.candidates] for ranking in ranked]
            found[query] = (pair[0], pair[1])
    return found


def _print_cuts(data: beir.DataSet, fused: Mapping[str, Scored]) -> None:
    chance = random.Random(1)
    for name, cut in CUTS.items():
        sizes, held, newest = [], [], []
        for query, scored in fused.items():
            wanted = {document for document, score in data.judgements[query].items() if score > 0}
            kept = [document for document, _ in scored[: cut(scored)]] if scored else []
            sizes.append(len(kept))
            held.append(len(wanted & set(kept)) / len(wanted))
            for _ in range(DRAWS):
                shown = chance.sample(kept, min(NEWEST, len(kept)))
                newest.append(len(wanted & set(shown)) / len(wanted))
        means = f"held {statistics.fmean(held):.3f}  newest five {statistics.fmean(newest):.3f}"
        print(f"  cut: {name:24} median size {statistics.median(sizes):5.0f}  {means}")


def _stretch(scored: Scored, weight: float) -> dict[str, float]:
    if not scored:
        return {}
    low, span = scored[-1][1], max(scored[0][1] - scored[-1][1], 1e-9)
    return {name: weight * (score - low) / span for name, score in scored}


def _summed(parts: Sequence[Mapping[str, float]]) -> Scored:
    total: dict[str, float] = {}
    for part in parts:
        for name, score in part.items():
            total[name] = total.get(name, 0.0) + score
    return sorted(total.items(), key=lambda item: -item[1])


if __name__ == "__main__":
    main(sys.argv[1:])
