"""Measures what each aid of a local model gains or loses, and what it costs; run by hand.

    python -m tests.evaluate.aids MODEL.gguf [--queries N] [--only AID …] [--data ../shared/data/eval]

For each search aid by itself, over the same sample of queries on criminal law (annotations): recall@5,
recall@10 and nDCG@10 of the ranking without and with it, the mean difference with its 95 % interval and the p
of a paired randomisation test, for how many queries it did not help and why, and seconds a query. One case
note in seven is long enough to be taken apart: DECOMPOSITION has samples of those alone, and of such
statements about wills. For CHOOSING, over a sample of the statements about wills: how often the first of 20
candidates is right by the search, by the rule in ``search.law`` and by the model. For SEGMENTING,
over a few briefs: the share of the ends of paragraphs near the end of a section at which the matter turns
less (``tests.evaluate.turns``), by words and by the model.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from briefbank.citations import citations
from briefbank.citator.provision_finder import CANDIDATES, COMPARING_S, DEPTH
from briefbank.domain.searches import Aid, Order, SearchRequest
from briefbank.domain.summaries import Generator
from briefbank.embedding.encoders import load_encoder
from briefbank.evaluate import data_sets, metrics
from briefbank.evaluate.data_sets import IndexedCollection, SearchParts, collection
from briefbank.evaluate.metrics import Values, paired, randomised
from briefbank.extraction.passages import by_words
from briefbank.jobs import QuietReporter
from briefbank.llm.questions import NoHelp
from briefbank.query_expansion.aided_search import AidedSearch
from briefbank.query_expansion.expansion import SEARCH_AIDS, ProvisionChooser, help_along, is_complex, turns
from briefbank.search.law import best_first, worths
from briefbank.search.parsing import parse
from briefbank.summary.local_model_manager import LocalModelManager
from tests.evaluate.headings import briefs
from tests.evaluate.turns import join_sections, places_of_borders

MEASURES = ("recall@5", "recall@10", "ndcg@10")
SEED = 7
BRIEFS = 3


@dataclass
class ModelSegmenter:
    """A segmenter that asks the model at once, and words where it does not help."""

    model: Generator
    vain: int = 0

    def __call__(self, texts: Sequence[str]) -> Sequence[float]:
        try:
            return turns(texts, self.model, lambda: None)
        except NoHelp:
            self.vain += 1
            return by_words(texts)


def search_aids(model: Generator, folder: Path, queries: int, aids: Sequence[Aid]) -> None:
    data = data_sets.load(folder)
    with collection(data, SearchParts(), QuietReporter()) as indexed:
        sample = _sample(_concerned_queries(data.judged_queries(), aids), queries)
        judgements = {name: data.judgements[name] for name, _ in sample}
        plain = dict(_plain(indexed, sample))
        print(f"{len(plain)} queries of {folder.name}, {model.name}")
        _, before = metrics.table(plain, judgements)
        for aid in aids:
            after, outcomes = {}, Counter[str]()
            started = time.perf_counter()
            for name, text in sample:
                course = AidedSearch(indexed.searcher, SearchRequest(text, order=Order.BEST), QuietReporter())
                help_along(course, {aid}, model)
                after[name] = _rows(
                    indexed, [candidate.passage_id for candidate in course.ranking().candidates]
                )
                outcomes.update(step.failed for step in course.steps if step.failed)
                outcomes["steps"] += len(course.steps)
            seconds = (time.perf_counter() - started) / len(sample)
            _print_comparison(aid, before, metrics.table(after, judgements)[1], seconds, outcomes)


def _plain(
    indexed: IndexedCollection, sample: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, metrics.Found]]:
    for name, text in sample:
        ranked = indexed.searcher.rank(SearchRequest(text, order=Order.BEST))
        yield name, _rows(indexed, [candidate.passage_id for candidate in ranked.candidates])


def _rows(indexed: IndexedCollection, passages: Sequence[int]) -> metrics.Found:
    return metrics.Found.without_cut(list(dict.fromkeys(indexed.ids[passage] for passage in passages)))


def _concerned_queries(queries: Mapping[str, str], aids: Sequence[Aid]) -> Mapping[str, str]:
    """Queries that the wanted aids do something about."""
    if list(aids) != [Aid.DECOMPOSITION]:
        return queries
    return {name: text for name, text in queries.items() if is_complex(parse(text, citations.find))}


def _sample(queries: Mapping[str, str], count: int) -> list[tuple[str, str]]:
    """Queries that can be asked, always the same ones."""
    names = sorted(queries)
    return [
        (name, queries[name]) for name in sorted(random.Random(SEED).sample(names, min(count, len(names))))
    ]


def _print_comparison(
    aid: Aid,
    before: Values,
    after: Values,
    seconds: float,
    outcomes: Counter[str],
) -> None:
    columns = [metrics.NAMES.index(name) for name in MEASURES]
    differences = paired(before[:, columns], after[:, columns])
    print(f"{aid.value}: {seconds:.1f} s a query, {outcomes.pop('steps')} steps")
    for name, column, difference in zip(MEASURES, columns, differences, strict=True):
        means = f"{before[:, column].mean():.3f} -> {after[:, column].mean():.3f}"
        interval = f"[{difference.low:+.3f}, {difference.high:+.3f}]"
        print(f"  {name:10} {means}  {difference.mean:+.3f} {interval} p {difference.p:.3f}")
    for reason, times in outcomes.most_common():
        print(f"  {times} times: {reason}")


def choosing(model: Generator, folder: Path, queries: int) -> None:
    data = data_sets.load(folder)
    texts = {row.id: row.text for row in data.rows}
    encoder, chooser = load_encoder(), ProvisionChooser(model)
    result, vain, seconds = [], 0, 0.0
    with collection(data, SearchParts(), QuietReporter()) as indexed:
        for name, text in _sample(data.judged_queries(), queries):
            ranked = indexed.searcher.rank(SearchRequest(text, order=Order.BEST), DEPTH)
            relevances: dict[str, float] = {}
            for candidate in ranked.candidates:
                relevances.setdefault(indexed.ids[candidate.passage_id], candidate.relevance)
            rows = list(relevances)[:CANDIDATES]
            point = [part.sentence for part in ranked.parsed.parts]
            shown = [texts[row] for row in rows]
            rule = best_first(worths([relevances[row] for row in rows], shown, point, encoder))
            started = time.perf_counter()
            scores = chooser.score(" ".join(point), shown, limit_s=COMPARING_S)
            seconds += time.perf_counter() - started
            vain += bool(np.isnan(scores).any())
            chosen = rule[0] if np.isnan(scores).any() else int(np.argmax(scores))
            right = data.judgements[name]
            result.append([float(rows[at] in right) for at in (0, rule[0], chosen)])
    values = np.array(result)
    print(f"choosing: {len(values)} statements of {folder.name}, {seconds / len(values):.1f} s each")
    for at, way in enumerate(("search", "rule", "model")):
        print(f"  {way:7} first is right {values[:, at].mean():.3f}")
    p = randomised(values[:, 2] - values[:, 1])
    print(f"  model against rule p {p:.3f}; by the rule because the model chose none: {vain}")


def segments(model: Generator, limit: int) -> None:
    by_model = ModelSegmenter(model)
    documents = [item for item in map(join_sections, briefs(limit)) if item.section_ends]
    for name, segmenter in (("words", by_words), ("model", by_model)):
        started = time.perf_counter()
        places = [position for document in documents for position in places_of_borders(document, segmenter)]
        seconds = time.perf_counter() - started
        print(f"segmenting by {name}: {np.mean(places):.3f} of {len(places)} ends, {seconds:.0f} s in all")
    print(f"  {len(documents)} briefs; by words because the model's answer was of no use: {by_model.vain}")


def main() -> None:
    parser = argparse.ArgumentParser(description="What each aid of a local model gains or loses.")
    parser.add_argument("model", type=Path)
    parser.add_argument("--queries", type=int, default=40)
    parser.add_argument("--only", nargs="*", type=Aid, default=list(Aid), metavar="AID")
    parser.add_argument("--data", type=Path, default=Path("../shared/data/eval"))
    options = parser.parse_args()
    with closing(LocalModelManager(lambda: options.model)) as generating:
        model = generating.if_ready()
        if model is None:
            raise SystemExit(generating.trouble())
        measure(model, options.data, options.queries, options.only)


def measure(model: Generator, data: Path, queries: int, aids: Sequence[Aid]) -> None:
    if search := [aid for aid in SEARCH_AIDS if aid in aids and aid is not Aid.DECOMPOSITION]:
        search_aids(model, data / "annotations-ak-nd", queries, search)
    if Aid.DECOMPOSITION in aids:
        for name in ("wills-tn", "annotations-ak-nd"):
            search_aids(model, data / name, queries, [Aid.DECOMPOSITION])
    if Aid.CHOOSING in aids:
        choosing(model, data / "wills-tn", queries)
    if Aid.SEGMENTING in aids:
        segments(model, BRIEFS)


if __name__ == "__main__":
    main()
