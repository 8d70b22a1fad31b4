"""Do headings and turns of meaning make better passages than windows of a fixed size? By retrieval.

Every brief of the shared data that has text is read by the application's own code. A query is the words of a
heading, without its outline mark, unless they are a title that any brief has ("ARGUMENT"); relevant are the
passages under that heading, those under its subheadings included. The headings themselves are left out of
what is indexed. The same clean text, cut into windows of as many words as the passages have in the mean,
without regard to headings, is the baseline: a window is relevant when at least half of its words stand under
the heading. A third way keeps to the headings and cuts inside them by size alone, not where the matter turns.
Each way becomes a set in BEIR's layout, which is searched as ``briefbank evaluate`` searches one: by words,
and with ``--meaning`` also by vectors and by both.

Printed are means over the queries that have a relevant text in every way of cutting, and the differences with
their 95 % interval and p (see ``evaluate.metrics``).
"""

from __future__ import annotations

import argparse
import re
import statistics
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from briefbank.domain.caption_fields import Kind
from briefbank.domain.pages import UNSEARCHED_ROLES, PageSource, RawPage
from briefbank.evaluate import metrics
from briefbank.evaluate.data_sets import SearchParts
from briefbank.evaluate.runs import FUSED, Run, evaluate
from briefbank.extraction import document, pdf
from briefbank.extraction.clean import clean
from briefbank.extraction.convert import to_pdf
from briefbank.extraction.headings import known_title
from briefbank.extraction.layout import MARKER, Section
from briefbank.extraction.passages import Segmenter, by_words, divide_sections
from briefbank.extraction.pdf import read_page
from briefbank.extraction.pdfium import opened
from briefbank.extraction.sections import structure_of
from briefbank.extraction.text import Vocabulary
from briefbank.jobs import QuietReporter
from briefbank.sandbox.guard import processors
from tests.evaluate import sets
from tests.stand_ins.encoders import Buckets
from tests.support.measuring import SHARED, print_table, rows

SHOWN = ("recall@1", "recall@5", "recall@10")
PASSAGES = "passages"
LEAST_QUERY_WORDS = 2
_STAR_PAGE = re.compile(r"\[\*\d+\]")
"""The mark of a new page of the reporter in briefs that come as bare text."""

HeadingPath = tuple[str, ...]


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
    under: Mapping[HeadingPath, int]

    def belongs(self, brief: str, path: HeadingPath) -> bool:
        """Tell whether at least half of the text is under the heading or one beneath it."""
        inside = sum(count for own, count in self.under.items() if own[: len(path)] == path)
        return brief == self.brief and inside > 0 and 2 * inside >= sum(self.under.values())


@dataclass(frozen=True, slots=True)
class Query:
    """A heading of a brief."""

    text: str
    brief: str
    path: HeadingPath


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", type=int, help="the first so many PDFs and texts only")
    parser.add_argument("--meaning", action="store_true", help="search by vectors and by both, too")


def main(options: argparse.Namespace) -> None:
    briefs = list(read_briefs(options.limit))
    units = {PASSAGES: [unit for brief in briefs for unit in passages_of(brief, by_words)]}
    size = round(statistics.fmean(len(unit.text.split()) for unit in units[PASSAGES]))
    units["by size in sections"] = [unit for brief in briefs for unit in passages_of(brief, _by_size)]
    units["windows"] = windows_of(units[PASSAGES], size)
    headings = [query for brief in briefs for query in queries_of(brief)]
    relevant = {way: relevant_of(headings, texts) for way, texts in units.items()}
    queries = [at for at in range(len(headings)) if all(judged[at] for judged in relevant.values())]
    print(f"{len(briefs)} briefs, {len(headings)} headings, {len(queries)} with relevant texts in every way")
    channels = ("words", "meaning", FUSED) if options.meaning else ("words",)
    runs: dict[str, Run] = {}
    for way, texts in units.items():
        words = [len(unit.text.split()) for unit in texts]
        print(f"{way}: {len(texts)} of {statistics.fmean(words):.0f} words in the mean")
        with tempfile.TemporaryDirectory() as folder:
            sets.write(
                Path(folder),
                [{"_id": f"u{at}", "text": unit.text} for at, unit in enumerate(texts)],
                [{"_id": f"q{at}", "text": headings[at].text} for at in queries],
                [f"q{query}\tu{unit}\t1" for query in queries for unit in relevant[way][query]],
            )
            # An encoder of the tests is enough where nothing is searched by meaning.
            parts = SearchParts() if options.meaning else SearchParts(Buckets())
            runs[way] = evaluate(Path(folder), parts, channels=channels, reporter=QuietReporter())
    columns = [metrics.NAMES.index(name) for name in SHOWN]
    lines = []
    for channel in channels:
        ours = runs[PASSAGES].by_channel[channel].values[:, columns]
        for way in list(units)[1:]:
            theirs = runs[way].by_channel[channel].values[:, columns]
            for at, apart in enumerate(metrics.paired(theirs, ours)):
                interval = f"{apart.mean:+.3f} [{apart.low:+.3f}, {apart.high:+.3f}]"
                means = float(ours[:, at].mean()), float(theirs[:, at].mean())
                lines.append((f"{channel}, {way}", SHOWN[at], *means, interval, apart.p))
    print_table(("beside", "", PASSAGES, "the other", "difference", "p"), lines)


def read_briefs(limit: int | None) -> Iterator[Brief]:
    """Yield the PDFs that are read as briefs, and all briefs that are there as text: bare text has no caption
    to recognise a brief by."""
    texts = [(str(row["_id"]), str(row["text"])) for row in rows("text/amicus-briefs.jsonl.gz")][:limit]
    with ProcessPoolExecutor(processors()) as pool:
        for path, pages in pool.map(_pages, sorted((SHARED / "pdf").glob("*.pdf"))[:limit]):
            readable = [page for page in pages if pdf.assess(page).verdict not in ("missing", "bad")]
            if 2 * len(readable) > len(pages) and _is_brief(path, readable):
                yield _brief(path.name, readable)
        for name, pages in pool.map(_pages_of_text, texts, chunksize=4):
            yield _brief(name, pages)


def _pages(path: Path) -> tuple[Path, list[RawPage]]:
    with opened(path) as source:
        pages = [read_page(source, index, layered=True) for index in range(len(source))]
    return path, [page for page in pages if page.source is not PageSource.GAP]


def _pages_of_text(brief: tuple[str, str]) -> tuple[str, list[RawPage]]:
    """Read a text the way of any text file."""
    with tempfile.TemporaryDirectory(prefix="briefbank-") as folder:
        source, copy = Path(folder, "brief.txt"), Path(folder, "brief.pdf")
        source.write_text(brief[1], encoding="utf-8")
        to_pdf(source, copy)
        return brief[0], _pages(copy)[1]


def _is_brief(path: Path, pages: Sequence[RawPage]) -> bool:
    return document.read(tuple(pages), file_name=path.name, converted=False).kind is Kind.BRIEF


def _brief(name: str, pages: Sequence[RawPage]) -> Brief:
    structure = structure_of(clean(tuple(pages)))
    sections = (
        Section(section.role, section.path, [], section.blocks, section.notes)
        for section in structure.sections
        if section.role not in UNSEARCHED_ROLES
    )
    return Brief(name, tuple(sections), structure.words)


def _by_size(texts: Sequence[str]) -> Sequence[float]:
    """Take every border for like any other, so that only sizes and ends of paragraphs decide."""
    return [0.5] * (len(texts) - 1)


def passages_of(brief: Brief, segmenter: Segmenter) -> list[SearchUnit]:
    return [
        SearchUnit(brief.name, passage.text, {passage.heading_path: len(passage.text.split())})
        for passage in divide_sections(brief.sections, [], brief.words, segmenter)
    ]


def windows_of(units: Sequence[SearchUnit], size: int) -> list[SearchUnit]:
    """Return the same words of each brief in the same order, ``size`` at a time."""
    words: dict[str, list[tuple[str, HeadingPath]]] = {}
    for unit in units:
        (path,) = unit.under
        words.setdefault(unit.brief, []).extend((word, path) for word in unit.text.split())
    return [
        SearchUnit(
            brief,
            " ".join(word for word, _ in own[start : start + size]),
            Counter(path for _, path in own[start : start + size]),
        )
        for brief, own in words.items()
        for start in range(0, len(own), size)
    ]


def queries_of(brief: Brief) -> list[Query]:
    """Return each heading that says something of its own, once."""
    queries = {}
    for path in dict.fromkeys(s.path[:n] for s in brief.sections for n in range(1, len(s.path) + 1)):
        heading = _STAR_PAGE.sub(" ", path[-1]).strip()
        marker = MARKER.match(heading)
        text = heading[marker.end() :] if marker else heading
        if len(text.split()) >= LEAST_QUERY_WORDS and not known_title(text)[1]:
            queries[path] = Query(text, brief.name, path)
    return list(queries.values())


def relevant_of(queries: Sequence[Query], units: Sequence[SearchUnit]) -> list[list[int]]:
    """Return the numbers of the texts that are relevant to each query."""
    own: dict[str, list[tuple[int, SearchUnit]]] = {}
    for at, unit in enumerate(units):
        own.setdefault(unit.brief, []).append((at, unit))
    return [[at for at, unit in own[q.brief] if unit.belongs(q.brief, q.path)] for q in queries]
