"""``python -m tests.benchmarks [NAME …] [--sizes N,N]``: run benchmarks, print their figures, keep them in
results.json.

Each stands beside a bare baseline in the same run, so that figures of different machines can be compared.
Needs the development data beside the project. Exits with 1 where the window of the walkthrough stalled.
"""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from briefbank.sandbox import guard
from tests.benchmarks.processes import description
from tests.support.measuring import SHARED

RESULTS = Path(__file__).with_name("results.json")


@dataclass(frozen=True, slots=True)
class Measure:
    """A function that returns figures, and what these are."""

    function: str  # Of the module before the colon
    sizes: tuple[int, ...]  # Its arguments
    sizes_are: str
    what: str
    baseline: str
    connects: bool = False  # Opens connections; runs without the others

    @property
    def name(self) -> str:
        return self.function.partition(":")[2]

    def run(self, sizes: tuple[int, ...]) -> dict[str, Any]:
        module, _, name = self.function.partition(":")
        work: Callable[..., dict[str, Any]] = getattr(
            importlib.import_module(f"tests.benchmarks.{module}"), name
        )
        return work(*sizes or self.sizes)


MEASURES = {
    measure.name: measure
    for measure in (
        Measure(
            *("files:reading", (6,), "copies of the filings"),
            *("text PDFs, from drop to searchable words", "text extraction by PDFium in as many processes"),
        ),
        Measure(
            *("files:recognition", (20,), "pages of each scan"),
            *("scanned pages, from the file to words", "plain Tesseract in parallel on the pictures"),
        ),
        Measure(
            *("files:embedding", (102,), "briefs"),
            *("words and vectors made searchable", "the encoder alone"),
        ),
        Measure(
            *("files:memory", (100, 1_000), "files"),
            *("memory at its highest while files are added", "that of the first number of files"),
        ),
        Measure(
            *("files:opening", (900,), "pages"),
            *("a page far into a PDF, from opening to the picture", "PDFium alone"),
        ),
        Measure(
            *("searching:searching", (20_000, 200_000), "passages"),
            *("searches: whole, by words, with operators", "encoder, Tantivy and an exact scan alone"),
        ),
        Measure(
            *("window:starting", (5,), "starts"),
            *("from the start to window, library and answer", "an empty window"),
        ),
        Measure(
            *("window:pauses", (300,), "files"),
            *("longest pause of the window while files are added", "an idle window beside busy processes"),
        ),
        Measure(
            *("walkthrough:walkthrough", (200_000,), "passages"),
            *("longest turn of the window on a walk through it", "that search alone"),
        ),
        Measure(
            *("scale:scale", (200_000, 1_000_000), "passages"),
            *(
                "disk, changes, removal, check, backup, restore",
                "a copy of the indexes, and that of searching",
            ),
        ),
        Measure(
            *("office:office_hour", (200_000, 3_600), "passages, seconds"),
            *("memory of an office's server while fifty clients use it", "its own at the start"),
            connects=True,
        ),
        Measure(
            *("office:offline", (1_000,), "files"),
            *("documents taken along into an offline copy", "adding them"),
            connects=True,
        ),
    )
}


def main(arguments: list[str] | None = None, results: Path = RESULTS) -> None:
    listed = "\n".join(
        f"  {name}: {one.what}; beside {one.baseline} ({one.sizes_are}: {', '.join(map(str, one.sizes))})"
        for name, one in MEASURES.items()
    )
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks",
        description=__doc__,
        epilog=listed,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all that open no connections")
    parser.add_argument(
        "--sizes", type=_sizes, default=(), metavar="N,N", help="other sizes; these are not kept"
    )
    options = parser.parse_args(arguments)
    names = options.names or [name for name, one in MEASURES.items() if not one.connects]
    if unknown := [name for name in names if name not in MEASURES]:
        parser.error(f"no benchmark is called {', '.join(unknown)}")
    if not SHARED.is_dir():
        parser.exit(1, f"The development data is not at {SHARED}.\n")
    if not any(MEASURES[name].connects for name in names):
        guard.engage()
    stalls = []
    for name in names:
        figures = MEASURES[name].run(options.sizes)
        print(name, json.dumps(figures, indent=2))
        stalls += figures.get("stalls", [])
        if not options.sizes:
            keep(name, figures, results)
    if stalls:
        parser.exit(1, f"The window's event loop stalled: {', '.join(stalls)}.\n")


def keep(name: str, figures: dict[str, Any], results: Path = RESULTS) -> None:
    """Write figures into results.json, with the day and the computer."""
    known = json.loads(results.read_text()) if results.exists() else {}
    known[name] = {"measured": date.today().isoformat(), "machine": description(), **figures}
    results.write_text(json.dumps(known, indent=2) + "\n")


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split(","))


if __name__ == "__main__":
    main()
