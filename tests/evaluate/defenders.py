"""What the program finds for 150 searches as defenders type them, with the passages that answer them.

The passages were judged by hand from the texts, before any search of the program was run on this library, by
somebody who does not change the search. ``--sealed`` asks the half that is not measured while something is
changed: it shows at the end whether what helped the open half helps other searches, too. It was first
measured on 24 November 2026; one choice was made after it, that of *nothing close* in ``search.selection``.

*The library.* 157 documents: 102 amicus briefs of one pair of cases without their star pages, 19 filings, the
eight sample briefs, and 28 memos. A memo is a run of neighbouring case notes on one subject out of 17,860, so
that the passages that answer stand among many that nearly do. Every document has a date of filing: the real
one where it is known (``gold/defenders/documents.json``); else a day that its name decides, for a memo within
the thousand days after the year of the newest decision that it cites. The library is made once and kept under
``--cache``; after a change of reading that folder is to be removed.

*The kinds.* A field or a date beside words; raw facts; terms that lawyers make of ordinary words, three of
them as typed for Westlaw; numbers of rules and sections; names of cases; subjects that the library does not
have; whole questions and single words; misspelt words, some of which are other words. Within each kind the
searches stand in the order of a hash of "defenders" and their id; the first half is open.

*The judgements.* A search has the passages that answer it, ``right``, and the others that a lawyer with this
question would want to see, ``also``; one for an absent subject has none. What its field or date shuts out is
not relevant. The candidates were found by reading all memos, the sample and the short filings, and by going
through the long texts for the words of each search and their synonyms. A passage is kept as eight to fifteen
of its words; one of the program is the judged one when it holds them, or the greater part of them where it
ends amid.

*The measures.* A result is right when it shows a judged passage, itself or folded behind it. *@k*: the share
of the searches with a right one among the first k results, newest first and best first. *Missing*: searches
with a right one among the first ten of best first, and none at all in newest first. *Short*: searches that
list fewer than ten documents. *Precision*: the share of the close passages that is judged, averaged over the
searches that have some. *Size*: the median number of close passages. *Nothing close*: the share of the
searches for an absent subject that are rightly told so.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.searches import Order, SearchRequest
from briefbank.errors import QueryError
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.sample import write_sample
from installer.sample_briefs import read_all
from tests.support.measuring import SHARED, print_table, rows

GOLD = Path(__file__).parent / "gold" / "defenders"
ABSENT = "absent"
ALL = 5_000  # The most results that are looked at: more than any search of so few documents has
FIRST = 10
FIGURES = (
    *("searches", "newest @1", "@5", "@10", "best @1", "@5", "@10"),
    *("missing", "short", "precision", "size", "nothing close"),
)
_WORD, _STAR_PAGE = re.compile(r"[^\W_]+"), re.compile(r"\s*\[\*\d+\]\s*")
_DECIDED = re.compile(r"\((?:Alaska|N\.D\.)[^()]*?(\d{4})\)")  # The year of a decision as the notes cite it


class Judged(msgspec.Struct, frozen=True):
    """A passage: its document, and words enough to find it there."""

    document: str
    quote: str


class Search(msgspec.Struct, frozen=True):
    """A search as somebody types it, with its relevant passages."""

    id: str
    kind: str
    query: str
    right: tuple[Judged, ...]
    also: tuple[Judged, ...]
    note: str


@dataclass(frozen=True, slots=True)
class JudgedDocument:
    kind: Kind
    filed: date
    path: Path


@dataclass(frozen=True, slots=True)
class Shown:
    """The results of a search in one order."""

    results: Sequence[
        set[int]
    ] = ()  # The passages that each result shows: its own, and those folded behind it
    total: int = 0  # The number of results that are close, which come first
    documents: int = 0
    titles: Sequence[str] = ()

    @property
    def close(self) -> set[int]:
        return set().union(*self.results[: self.total])

    def rank(self, right: set[int]) -> int:
        """Return the place of the first right result, from 1; ``ALL`` where there is none."""
        return next((at for at, result in enumerate(self.results, 1) if result & right), ALL)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search finds in both orders."""

    search: Search
    right: set[int]  # The ids of the judged passages
    shown: Mapping[Order, Shown]

    def rank(self, order: Order) -> int:
        return self.shown[order].rank(self.right)

    @property
    def precision(self) -> float | None:
        close = self.shown[Order.NEWEST].close
        return len(close & self.right) / len(close) if close else None

    @property
    def badness(self) -> tuple[int, int]:
        """A key by which the search with the latest right result is the greatest."""
        shown = self.shown[Order.NEWEST]
        absent = self.search.kind == ABSENT
        return (ALL if shown.total else 1) if absent else self.rank(Order.NEWEST), len(
            shown.close - self.right
        )


def add_options(parser: argparse.ArgumentParser) -> None:
    cache = Path(platformdirs.user_cache_dir("briefbank-tests")) / "defenders"
    parser.add_argument("--sealed", action="store_true", help="ask the sealed half")
    parser.add_argument("--limit", type=int, help="the first so many searches only")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="print the N worst searches")
    parser.add_argument("--cache", type=Path, default=cache, metavar="FOLDER")


def main(options: argparse.Namespace) -> None:
    searches = read("sealed" if options.sealed else "open")[: options.limit]
    options.cache.mkdir(parents=True, exist_ok=True)
    with Library.open(options.cache / "library") as library:
        ids = prepare(library, documents(options.cache))
        texts = {name: texts_of(library, id_) for name, id_ in ids.items()}
        outcomes = [outcome(library, texts, search) for search in searches]
    kinds = dict.fromkeys(search.kind for search in searches)
    groups = {kind: [item for item in outcomes if item.search.kind == kind] for kind in kinds}
    lines = [(name, *figures(group)) for name, group in {**groups, "all": outcomes}.items()]
    print_table(("", *FIGURES), lines)
    for search in searches:
        for judged in (*search.right, *search.also):
            if not holding(texts[judged.document], judged.quote):
                print(f"{search.id}: no passage of {judged.document} holds “{judged.quote}”")
    for item in sorted(outcomes, key=lambda one: one.badness, reverse=True)[: options.worst]:
        ranks = ", ".join(f"{order.value} {item.rank(order)}" for order in Order)
        print(f"\n{item.search.id}: {item.search.query}\n  first right: {ranks}; precision {item.precision}")
        print("", *item.shown[Order.NEWEST].titles[:3], sep="\n  ")


def read(half: str) -> tuple[Search, ...]:
    """Return the searches of one half, "open" or "sealed"."""
    lines = (GOLD / f"searches-{half}.jsonl").read_bytes().splitlines()
    return tuple(msgspec.json.decode(line, type=Search) for line in lines)


def documents(cache: Path) -> dict[str, JudgedDocument]:
    """Return all documents by their ids; those that are no files of the shared data are written beside the
    library."""
    folder = cache / "files"
    folder.mkdir(exist_ok=True)
    known: dict[str, Any] = json.loads((GOLD / "documents.json").read_text("utf-8"))
    result: dict[str, JudgedDocument] = {}
    for name, kind, filed, text in (*_memos(known["memos"]), *_amicus_briefs(known["petitioners"])):
        result[name] = JudgedDocument(kind, filed, folder / f"{name}.txt")
        result[name].path.write_text(text, "utf-8")
    for name, (kind, day) in known["filings"].items():
        filed = date.fromisoformat(day) if isinstance(day, str) else _day(name, day, days=365)
        result[name] = JudgedDocument(Kind(kind), filed, SHARED / "pdf" / f"{name}.pdf")
    filed_days = {brief.name: brief.filed for brief in read_all()}
    for path in write_sample(folder):
        result[path.stem] = JudgedDocument(Kind.BRIEF, filed_days[path.stem], path)
    return result


def _memos(memos: Sequence[tuple[str, str, int, int]]) -> Iterator[tuple[str, Kind, date, str]]:
    notes = {str(row["_id"]): str(row["text"]) for row in rows("eval/annotations-ak-nd/corpus.jsonl")}
    for number, (subject, state, first, last) in enumerate(memos, 1):
        name = f"memo-{number:02}"
        body = "\n\n".join(notes[f"{state}-{note}"] for note in range(first, last + 1))
        filed = _day(name, max(int(year) for year in _DECIDED.findall(body)) + 1, days=1000)
        head = ("MEMORANDUM", "TO: All trial attorneys", f"DATE: {filed:%B} {filed.day}, {filed.year}")
        yield name, Kind.MEMO, filed, "\n\n".join((*head, f"RE: {subject}", body, ""))


def _amicus_briefs(petitioners: Sequence[int]) -> Iterator[tuple[str, Kind, date, str]]:
    for number, row in enumerate(rows("text/amicus-briefs.jsonl.gz")):
        filed = date(2003, 1, 16) if number in petitioners else date(2003, 2, 18)
        yield str(row["_id"]), Kind.BRIEF, filed, _STAR_PAGE.sub(" ", str(row["text"]))


def _day(name: str, year: int, days: int) -> date:
    """Return one of the first so many days from the beginning of ``year`` on, as the name alone decides."""
    drawn = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big")
    return date(year, 1, 1) + timedelta(days=drawn % days)


def prepare(library: Library, documents: Mapping[str, JudgedDocument]) -> dict[str, int]:
    """Add what the library lacks, put kinds and days right, and return the id of each document."""
    quiet = QuietReporter()
    there = {Path(document.file_name).stem for document in library.documents.each()}
    if missing := sorted(documents.keys() - there):
        library.ingest.add([documents[name].path for name in missing], quiet)
    ids = {}
    for document in library.documents.each():
        name = Path(document.file_name).stem
        ids[name], known = document.id, documents[name]
        if document.kind is not known.kind:
            library.documents.correct(document.id, CaptionField.KIND, known.kind.value)
        if document.filed != known.filed:
            library.documents.correct(document.id, CaptionField.FILED, known.filed.isoformat())
    library.embedding.embed_pending(quiet)
    library.warm()
    return ids


def texts_of(library: Library, document_id: int) -> dict[int, str]:
    return {passage.id: plain(passage.text) for passage in library.documents.passages(document_id)}


def plain(text: str) -> str:
    """Return the words of a text without case, marks and lines, each between blanks."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def holding(texts: Mapping[int, str], quote: str) -> set[int]:
    """Return the passages that hold the words of a quote, or begin or end with more than half of them."""
    whole, quoted = plain(quote), plain(quote).split()
    parts = range(len(quoted) // 2 + 1, len(quoted))

    def holds(text: str) -> bool:
        words = text.split()
        return whole in text or any(
            words[-size:] == quoted[:size] or words[:size] == quoted[-size:] for size in parts
        )

    return {id_ for id_, text in texts.items() if holds(text)}


def outcome(library: Library, texts: Mapping[str, Mapping[int, str]], search: Search) -> Outcome:
    """Ask a search in both orders."""
    judged = (holding(texts[item.document], item.quote) for item in (*search.right, *search.also))
    right = set().union(*judged)
    return Outcome(search, right, {order: ask(library, search.query, order) for order in Order})


def ask(library: Library, query: str, order: Order) -> Shown:
    """Return everything that a search finds; nothing for a text that is no query."""
    try:
        answer = library.search(SearchRequest(query, limit=ALL, order=order))
    except QueryError:
        return Shown()
    results = [
        {hit.passage.id, *(other.passage_id for other in (*hit.versions, *hit.copies))} for hit in answer.hits
    ]
    named = {hit.document.id for hit in answer.hits}
    return Shown(results, answer.total, len(named), [hit.document.title for hit in answer.hits])


def figures(outcomes: Sequence[Outcome]) -> list[float | int | None]:
    """Return ``FIGURES``; those of absent subjects count for size and nothing close alone."""
    there = [item for item in outcomes if item.search.kind != ABSENT]
    absent = [item for item in outcomes if item.search.kind == ABSENT]
    missing = [item for item in there if item.rank(Order.BEST) <= FIRST and item.rank(Order.NEWEST) == ALL]
    return [
        len(outcomes),
        *(
            _mean([o.rank(order) <= k for o in there])
            for order in (Order.NEWEST, Order.BEST)
            for k in (1, 5, 10)
        ),
        len(missing),
        sum(item.shown[Order.NEWEST].documents < FIRST for item in there),
        _mean([value for item in there if (value := item.precision) is not None]),
        int(statistics.median(len(item.shown[Order.NEWEST].close) for item in outcomes)),
        _mean([not item.shown[Order.NEWEST].total for item in absent]),
    ]


def _mean(values: Sequence[float]) -> float | None:
    return statistics.fmean(values) if values else None
