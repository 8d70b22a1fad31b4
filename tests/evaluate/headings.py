"""Do headings and turns of meaning make better passages than windows of a fixed size? By retrieval.

    python -m tests.evaluate.headings [--limit N] [--meaning]

Every brief of ../shared/data that has text is read by the application's own code. A query is the words of a
heading, without its outline mark, unless they are a title that any brief has ("ARGUMENT"); relevant are the
passages under that heading, those under its subheadings included. The headings themselves are left out of
what is indexed. The same clean text, cut into windows of as many words as the passages have in the mean,
without regard to headings, is the baseline: a window is relevant when at least half of its words stand under
the heading. A third way keeps to the headings and cuts inside them by size alone, not where the matter turns.
All briefs are searched at once, by the application's search: words, and with ``--meaning`` also vectors and
both. A minute; with ``--meaning`` some minutes the first time (``--limit 25``: a third of it).

Printed are means over the queries that have a relevant unit in every way of cutting (a heading over few words
has none among the windows), and the differences with a 95 % interval from a paired bootstrap over queries
(Efron's percentile interval). The method is that of issue 4.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import statistics
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from briefbank import paths as places
from briefbank.assembly import searcher_of
from briefbank.catalogue import ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.catalogue.document_rows import StoredFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Caption, Reading
from briefbank.domain.pages import UNSEARCHED_ROLES, Passage, Role
from briefbank.domain.searches import SearchRequest
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.embedding.encoders import load_encoder
from briefbank.errors import QueryError
from briefbank.evaluate import metrics
from briefbank.evaluate.data_sets import CachedEncoder
from briefbank.evaluate.runs import DEPTH, ways
from briefbank.extraction import document
from briefbank.extraction.clean import clean
from briefbank.extraction.headings import known_title
from briefbank.extraction.layout import MARKER, Section
from briefbank.extraction.passages import Segmenter, by_words, divide_sections
from briefbank.extraction.sections import structure_of
from briefbank.extraction.text import Vocabulary
from briefbank.index.lexical import LexicalIndex
from briefbank.jobs import QuietReporter
from briefbank.paths import LibraryPaths
from briefbank.search.searcher import Searcher
from briefbank.search.thesaurus import ThesaurusFiles
from briefbank.storage.lease import ProcessLock
from tests.evaluate.filings import Filing, with_text

DRAWS = 10_000
SHOWN = (1, 5, 10)
LEAST_QUERY_WORDS = 2
_STAR_PAGE = re.compile(r"\[\*\d+\]")
"""The mark of a new page of the reporter in briefs that come as bare text."""

Path_ = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Brief:
    """A brief without its headings: its sections, and the words that joined broken lines need."""

    name: str
    sections: tuple[Section, ...]
    words: Vocabulary


@dataclass(frozen=True, slots=True)
class SearchUnit:
    """A searched text, and for each heading path the number of words directly under it."""

    brief: str
    text: str
    under: Mapping[Path_, int]

    def belongs(self, brief: str, path: Path_) -> bool:
        """Tell whether at least half of the text is under the heading or one beneath it."""
        inside = sum(count for own, count in self.under.items() if own[: len(path)] == path)
        return brief == self.brief and inside > 0 and 2 * inside >= sum(self.under.values())


@dataclass(frozen=True, slots=True)
class Query:
    """A heading of a brief."""

    text: str
    brief: str
    path: Path_


def briefs(limit: int | None) -> list[Brief]:
    """Return all documents that are read as briefs.

    Bare text has no caption to recognise a brief by; it is in the collection because it is one.
    """
    return [_brief(metadata) for metadata in with_text(limit) if metadata.converted or _is_brief(metadata)]


def _is_brief(filing: Filing) -> bool:
    return document.read(filing.pages, file_name=filing.name, converted=False).kind is Kind.BRIEF


def _brief(filing: Filing) -> Brief:
    structure = structure_of(clean(filing.pages))
    kept = [
        Section(section.role, section.path, [], section.blocks, section.notes)
        for section in structure.sections
    ]
    return Brief(
        filing.name, tuple(item for item in kept if item.role not in UNSEARCHED_ROLES), structure.words
    )


class SizeSegmenter:
    """Takes every place for like any other, so that only sizes and ends of paragraphs decide."""

    def __call__(self, texts: Sequence[str]) -> Sequence[float]:
        return [0.5] * (len(texts) - 1)


def passages_of(brief: Brief, segmenter: Segmenter = by_words) -> list[SearchUnit]:
    """The application's own passages, or as another segmenter would have them."""
    return [
        SearchUnit(brief.name, passage.text, {passage.heading_path: len(passage.text.split())})
        for passage in divide_sections(brief.sections, [], brief.words, segmenter)
    ]


def windows_of(brief: str, units: Sequence[SearchUnit], size: int) -> list[SearchUnit]:
    """The same words in the same order, ``size`` at a time."""
    words = [(word, path) for unit in units for path in unit.under for word in unit.text.split()]
    uploads = []
    for start in range(0, len(words), size):
        some = words[start : start + size]
        under: dict[Path_, int] = {}
        for _, path in some:
            under[path] = under.get(path, 0) + 1
        uploads.append(SearchUnit(brief, " ".join(word for word, _ in some), under))
    return uploads


def queries_of(brief: Brief) -> list[Query]:
    """Each heading that says something of its own, once."""
    result = {}
    for path in dict.fromkeys(p[:n] for s in brief.sections for p in [s.path] for n in range(1, len(p) + 1)):
        heading = _STAR_PAGE.sub(" ", path[-1]).strip()
        marker = MARKER.match(heading)
        text = heading[marker.end() :] if marker else heading
        if len(text.split()) >= LEAST_QUERY_WORDS and not known_title(text)[1]:
            result[path] = Query(text, brief.name, path)
    return list(result.values())


@contextmanager
def searcher(
    units: Mapping[str, Sequence[SearchUnit]], *, meaning: bool
) -> Iterator[tuple[Searcher, dict[int, SearchUnit]]]:
    """A library of one document for each brief, and the unit of each passage in it."""
    with ExitStack() as stack:
        root = LibraryPaths(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="briefbank-"))))
        root.create()
        catalogue = stack.enter_context(closing(open_catalogue(root.catalogue)))
        lexical = stack.enter_context(closing(LexicalIndex(root.lexical)))
        ids = _fill(units, catalogue, lexical)
        lock = ProcessLock(root.lock, wait_s=0.0)
        cache = places.models_folder() / "cache"
        vectors = EmbeddingIndexer(root, catalogue, lock, lambda: CachedEncoder(load_encoder(), cache))
        stack.enter_context(closing(vectors))
        if meaning:
            vectors.embed_pending(QuietReporter())
            vectors.warm()
        yield searcher_of(catalogue, lexical, vectors, ThesaurusFiles(root.thesaurus)), ids


def _fill(
    units: Mapping[str, Sequence[SearchUnit]], catalogue: Database, lexical: LexicalIndex
) -> dict[int, SearchUnit]:
    ids: dict[int, SearchUnit] = {}
    with lexical.batch():
        for name, some in units.items():
            bare = [Passage(at, unit.text, Role.BODY, (), (), "") for at, unit in enumerate(some)]
            sha256 = hashlib.sha256(name.encode()).hexdigest()
            file = StoredFile(sha256, ".txt", name, 0, copy_sha256="", sample=False)
            added, passages = ingest_ledger.add_document(
                catalogue, Reading(Kind.BRIEF, Caption(), (), tuple(bare)), file
            )
            lexical.add(added, passages)
            ids.update((passage.id, unit) for passage, unit in zip(passages, some, strict=True))
    return ids


def recalls(
    units: Mapping[str, Sequence[SearchUnit]], queries: Sequence[Query], channels: Sequence[str]
) -> dict[str, list[dict[int, float]]]:
    """Return each channel's recall at each of SHOWN for every query; each must have a relevant unit."""
    result: dict[str, list[dict[int, float]]] = {}
    with searcher(units, meaning=channels != ("words",)) as (search, ids):
        for channel in channels:
            result[channel] = [_recall(search, ids, query, channel) for query in queries]
    return result


def _recall(search: Searcher, ids: Mapping[int, SearchUnit], query: Query, channel: str) -> dict[int, float]:
    own = ((id_, unit) for id_, unit in ids.items() if unit.brief == query.brief)
    relevant = {str(id_): 1 for id_, unit in own if unit.belongs(query.brief, query.path)}
    ranked: list[str] = []
    with suppress(QueryError):
        candidates = search.rank(SearchRequest(query.text), DEPTH, ways()[channel]).candidates
        ranked = [str(candidate.passage_id) for candidate in candidates]
    return {k: metrics.recall(ranked, relevant, k) for k in SHOWN}


def answerable(queries: Sequence[Query], *ways: Mapping[str, Sequence[SearchUnit]]) -> list[Query]:
    """The queries with a relevant unit in every way of cutting."""
    return [
        query
        for query in queries
        if all(any(unit.belongs(query.brief, query.path) for unit in way[query.brief]) for way in ways)
    ]


def interval(differences: Sequence[float]) -> tuple[float, float]:
    """The 95 % percentile interval of the mean, by drawing queries with replacement; the same every time."""
    values = np.asarray(differences, np.float64)
    drawn = np.random.default_rng(1).integers(0, len(values), (DRAWS, len(values)))
    low, high = np.percentile(values[drawn].mean(axis=1), [2.5, 97.5])
    return float(low), float(high)


def main() -> None:
    parser = argparse.ArgumentParser(description="Passages against fixed windows, by their headings.")
    parser.add_argument("--limit", type=int, help="the first so many PDFs and texts")
    parser.add_argument("--meaning", action="store_true", help="search by meaning and by both, too")
    options = parser.parse_args()
    read = briefs(options.limit)
    if not read:
        raise SystemExit("There are no briefs in ../shared/data.")
    channels = ("words", "meaning", "fused") if options.meaning else ("words",)
    ways = _cuttings(read)
    every = [query for brief in read for query in queries_of(brief)]
    queries = answerable(every, *ways.values())
    print(f"{len(read)} briefs, {len(every)} headings, {len(queries)} of them with relevant units in all")
    for name, way in ways.items():
        sizes = [len(unit.text.split()) for some in way.values() for unit in some]
        print(f"{name}: {len(sizes)}, {statistics.fmean(sizes):.0f} words in the mean")
    result = {name: recalls(way, queries, channels) for name, way in ways.items()}
    for name in list(ways)[1:]:
        _compare(result["passages"], name, result[name])


def _cuttings(read: Sequence[Brief]) -> dict[str, dict[str, list[SearchUnit]]]:
    """Each way of cutting by its name: the units of each brief."""
    passages = {brief.name: passages_of(brief) for brief in read}
    size = round(statistics.fmean(len(u.text.split()) for some in passages.values() for u in some))
    return {
        "passages": passages,
        "by size in sections": {brief.name: passages_of(brief, SizeSegmenter()) for brief in read},
        "windows": {name: windows_of(name, some, size) for name, some in passages.items()},
    }


def _compare(
    ours: Mapping[str, Sequence[Mapping[int, float]]],
    name: str,
    theirs: Mapping[str, Sequence[Mapping[int, float]]],
) -> None:
    for channel in ours:
        for k in SHOWN:
            a, b = [row[k] for row in ours[channel]], [row[k] for row in theirs[channel]]
            low, high = interval([x - y for x, y in zip(a, b, strict=True)])
            means = statistics.fmean(a), statistics.fmean(b)
            print(
                f"{channel:8} recall@{k:<3} passages {means[0]:.3f}  {name} {means[1]:.3f}  "
                f"difference {means[0] - means[1]:+.3f} [{low:+.3f}, {high:+.3f}]"
            )


if __name__ == "__main__":
    main()
