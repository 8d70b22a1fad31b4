"""``python -m tests.benchmarks [NAME …] [--model FILE] [--passages N,N]``: run benchmarks, print them, and
keep them in results.json.

Each is a ratio against a bare baseline measured in the same run, so that figures from different machines can
be compared. Needs the development data beside the project. Exits with 1 where the window of the walkthrough
stalled.
"""

from __future__ import annotations

import argparse
import importlib
import json
from datetime import date
from pathlib import Path

from briefbank.sandbox import guard
from tests.benchmarks.machine import SHARED, description

RESULTS = Path(__file__).with_name("results.json")
NAMES = (
    *("reading", "recoll", "recognition", "pictures", "old_formats", "embedding", "indexing", "memory"),
    *("window", "searching", "starting", "graph", "authority", "narrowing", "correcting", "removing"),
    *(
        "generating",
        "opening",
        "commands",
        "lists",
        "library_page",
        "first_day",
        "walkthrough",
        "scale",
        "vector_tables",
        "office",
        "office_hour",
        "paging",
        "moving",
        "offline",
        "walls",
        "cluster",
    ),
)
CONNECT = frozenset({"office", "office_hour", "paging", "cluster", "offline"})
"""The benchmarks that open connections, and are run without the others."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; default: all")
    parser.add_argument("--model", type=Path, metavar="FILE", help="another model for generating")
    parser.add_argument("--passages", type=_sizes, metavar="N,N", help="other sizes of scale, vector_tables")
    options = parser.parse_args()
    names = options.names or [name for name in NAMES if name not in CONNECT]
    expected = {"generating": (options.model,)}
    if options.passages:
        expected["scale"] = expected["vector_tables"] = (options.passages,)
    if not SHARED.is_dir():
        parser.exit(1, f"The development data is not at {SHARED}.\n")
    if not CONNECT.issuperset(names):
        guard.engage()
    kept = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for name in names:
        figures = importlib.import_module(f"tests.benchmarks.{name}").measure(*expected.get(name, ()))
        print(name, json.dumps(figures, indent=2))
        kept[name] = {"measured": date.today().isoformat(), "machine": description(), **figures}
        RESULTS.write_text(json.dumps(kept, indent=2) + "\n")
    if any(kept[name].get("stalls") for name in names):
        parser.exit(1, "The window's event loop stalled.\n")


def _sizes(text: str) -> list[int]:
    return [int(word) for word in text.split(",")]


if __name__ == "__main__":
    main()
