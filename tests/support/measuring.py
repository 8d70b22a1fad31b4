"""What benchmarks and evaluations share: the data beside the repository, times, shares and tables."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"


def rows(name: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a .jsonl or .jsonl.gz file of the shared data."""
    path = SHARED / name
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def paragraphs(count: int, fewest_words: int = 0) -> list[str]:
    """Return the first ``count`` of the 200,000 paragraphs; with ``fewest_words`` distinct ones as long as
    that."""
    texts = (str(row["text"]) for row in rows("eval/paragraphs-200k.jsonl.gz"))
    if fewest_words:
        seen: set[str] = set()
        texts = (
            text
            for text in texts
            if len(text.split()) >= fewest_words and not (text in seen or seen.add(text))  # type: ignore[func-returns-value]
        )
    return list(islice(texts, count))


def timed(work: Callable[[], object], digits: int = 2) -> tuple[float, float]:
    """Return the seconds that something takes, by the clock and of this process's processor time."""
    started, worked = time.perf_counter(), time.process_time()
    work()
    return round(time.perf_counter() - started, digits), round(time.process_time() - worked, digits)


def percentiles(times: Sequence[float]) -> dict[str, float]:
    """Return median and 95th percentile; zeros where nothing was timed."""
    middle, high = np.percentile(times, [50, 95]) if times else (0.0, 0.0)
    return {"p50": round(float(middle), 2), "p95": round(float(high), 2)}


def share(part: int, whole: int) -> str:
    """Return a share with its 95 % score interval (E. B. Wilson 1927) and its counts."""
    if not whole:
        return "-"
    from scipy.stats import binomtest  # takes a second, and few of the tests that import this ask for shares

    ends = binomtest(part, whole).proportion_ci(method="wilson")
    return f"{part / whole:.3f} [{ends.low:.3f}, {ends.high:.3f}] ({part}/{whole})"


@dataclass(slots=True)
class Score:
    """Counts of what was reported and of what was marked by hand, and what went wrong."""

    right: int = 0  # The reported ones that are marked
    reported: int = 0
    met: int = 0  # The marked ones that are reported
    marked: int = 0
    mistakes: list[str] = field(default_factory=list)

    def report(self, is_right: bool, mistake: str = "") -> None:
        self.reported += 1
        self.right += is_right
        self.mistakes += [] if is_right else [f"not one: {mistake}"]

    def mark(self, is_met: bool, mistake: str = "") -> None:
        self.marked += 1
        self.met += is_met
        self.mistakes += [] if is_met else [f"missed: {mistake}"]


def print_scores(scores: dict[str, Score], misses: bool) -> None:
    """Print precision and recall of each score, and with ``misses`` every mistake."""
    values = [(name, share(s.right, s.reported), share(s.met, s.marked)) for name, s in scores.items()]
    print_table(("", "precision", "recall"), values)
    for name, score in scores.items() if misses else ():
        print(f"{name}:", *score.mistakes, sep="\n    ")


def print_table(head: Sequence[str], lines: Iterable[Sequence[object]]) -> None:
    """Print columns as wide as their widest cell, the first one to the left and numbers to the right."""
    cells = [tuple(map(_cell, line)) for line in (head, *lines)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for first, *others in cells:
        numbers = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        print(first.ljust(widths[0]), *numbers, sep="  ", flush=True)


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
