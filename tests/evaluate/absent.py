"""``python -m tests.evaluate.absent``: how often a search is rightly told that nothing in a library is close.

The searches are headings of 17,860 case notes, each asked twice: of all notes, and of those that are left
when its notes are taken out and all on their subject: their neighbours, notes with the same citations, and
those near in meaning. It prints for either half of the searches which share is told that nothing is close
(``search.selection``). It needs the shared data beside the repository.
"""

from __future__ import annotations

import argparse
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from briefbank.catalogue import passage_rows
from briefbank.domain.searches import Order, SearchRequest
from briefbank.errors import QueryError
from briefbank.evaluate import data_sets
from briefbank.evaluate.data_sets import DataSet, IndexedCollection, SearchParts, collection
from briefbank.jobs import QuietReporter
from briefbank.text.characters import text_hash

NOTES = Path(__file__).parents[3] / "shared" / "data" / "eval" / "annotations-ak-nd"
NEIGHBOURS = 60  # The notes before and after a relevant one that are on its subject
NEAR = 0.5  # The cosine to a relevant note from which a note is on its subject
DEEP = 3_000  # The candidates of a search of what is left: more than any subject has notes
FOUND = 5  # The first candidates among which a search finds its note


@dataclass(frozen=True, slots=True)
class Measured:
    """One search of a library."""

    relevant_listed: bool  # Whether a relevant note is among the first candidates
    nothing_close: bool  # Whether it is told that nothing is close


class Subjects:
    """The notes on the subjects of others."""

    def __init__(self, data: DataSet, indexed: IndexedCollection) -> None:
        self._made, self._rows = indexed, [row.id for row in data.rows]
        self._places = {row_id: position for position, row_id in enumerate(self._rows)}
        self._passages: dict[str, list[int]] = defaultdict(list)
        self._citing: dict[str, set[str]] = defaultdict(set)
        self._cited: dict[str, set[str]] = defaultdict(set)
        self._documents: dict[str, int] = {}
        for passage in passage_rows.by_ids(indexed.searcher._services.store, indexed.ids).values():
            row_id = indexed.ids[passage.id]
            self._passages[row_id].append(passage.id)
            self._documents[row_id] = passage.document_id
            for citation in passage.citations:
                self._citing[citation.canonical].add(row_id)
                self._cited[row_id].add(citation.canonical)

    def documents(self, relevant: Iterable[str]) -> frozenset[int]:
        """Return the documents of notes and of all notes on their subjects."""
        rows = {item for row_id in relevant for item in self._on_subject(row_id)}
        return frozenset(self._documents[row] for row in rows if row in self._documents)

    def _on_subject(self, row_id: str) -> set[str]:
        position = self._places[row_id]
        beside = self._rows[max(0, position - NEIGHBOURS) : position + NEIGHBOURS + 1]
        return {*beside, *self._with_its_citations(row_id), *self._near(row_id)}

    def _with_its_citations(self, row_id: str) -> set[str]:
        return set().union(*(self._citing[canonical] for canonical in self._cited[row_id]))

    def _near(self, row_id: str) -> set[str]:
        embedding = self._made.searcher._services.embedding()
        assert embedding is not None
        vectors = map(embedding.dense.vector_of, self._passages[row_id])
        searchs = (embedding.dense.search(vector, None, DEEP) for vector in vectors if vector is not None)
        return {self._made.ids[number] for item in searchs for number, cosine in item if cosine > NEAR}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, default=1000, metavar="N", help="the searches that are asked")
    limit = parser.parse_args(arguments).limit
    if not NOTES.is_dir():
        parser.exit(1, f"The development data is not at {NOTES}.\n")
    data = data_sets.load(NOTES)
    drawn = sorted(data.judged_queries(), key=text_hash)[:limit]
    with collection(data, SearchParts(), QuietReporter()) as indexed:
        subjects = Subjects(data, indexed)
        relevant = {
            name: {row for row, score in data.judgements[name].items() if score > 0} for name in drawn
        }
        there = {name: _measured(indexed, data.queries[name], relevant[name]) for name in drawn}
        gone = {
            name: _measured(indexed, data.queries[name], (), subjects.documents(relevant[name]))
            for name in drawn
        }
    for title, names in (("first half", drawn[::2]), ("second half", drawn[1::2])):
        _print(title, [there[name] for name in names], [gone[name] for name in names])


def _measured(
    indexed: IndexedCollection, text: str, relevant: Iterable[str], without: frozenset[int] = frozenset()
) -> Measured | None:
    """Return what a search finds ``without`` some documents; None for a text that is no query."""
    request = SearchRequest(text, order=Order.BEST, excluded_documents=without)
    try:
        ranking = indexed.searcher.rank(request, depth=DEEP if without else 0)
    except QueryError:
        return None
    results = {indexed.ids[candidate.passage_id] for candidate in ranking.candidates[:FOUND]}
    return Measured(not results.isdisjoint(relevant), not indexed.searcher.results(ranking, Order.BEST).total)


def _print(title: str, there: Sequence[Measured | None], gone: Sequence[Measured | None]) -> None:
    windows = [item for item in there if item is not None]
    answered = [window for window in windows if window.relevant_listed]
    groups: Mapping[str, Sequence[Measured]] = {
        "that find their note": answered,
        "all": windows,
        "without their subject": [item for item in gone if item is not None],
    }
    print(title)
    for name, group in groups.items():
        told_share = statistics.fmean(item.nothing_close for item in group)
        print(f"  {name.ljust(24)}{len(group):5} searches, told that nothing is close: {told_share:.3f}")


if __name__ == "__main__":
    main()
