"""``python -m tests.evaluate.defenders``: what the program finds for the judged searches, by their kinds.

It asks the open half in both orders; with ``--sealed`` the other, which is for the end (see the package). It
needs the shared data beside the repository. The library is made once and kept under ``--cache``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import platformdirs

from briefbank.domain.searches import Order
from briefbank.jobs import QuietReporter
from tests.evaluate.defenders.collection import documents
from tests.evaluate.defenders.judged import OPEN, SEALED, SearchKind, read
from tests.evaluate.defenders.library import judged_library
from tests.evaluate.defenders.measures import JudgedPassages, Outcome, figures, outcomes, worst

SHARED = Path(__file__).parents[4] / "shared" / "data"
CACHE = Path(platformdirs.user_cache_dir("briefbank-tests")) / "defenders"
ALL_KINDS = "all"
TITLES = 3  # The first titles that are printed of a bad search


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sealed", action="store_true", help="ask the sealed half")
    parser.add_argument("--order", type=Order, choices=list(Order), default=Order.NEWEST)
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="print the N worst searches")
    parser.add_argument("--cache", type=Path, default=CACHE, metavar="FOLDER")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the figures as JSON")
    options = parser.parse_args(arguments)
    if not SHARED.is_dir():
        parser.exit(1, f"The development data is not at {SHARED}.\n")
    searches = read(SEALED if options.sealed else OPEN)
    with judged_library(documents(SHARED), options.cache, QuietReporter()) as (library, ids):
        passages = JudgedPassages(library, ids)
        measured = outcomes(library, passages, searches)
        lacking = [(search.id, item) for search in searches for item in passages.lacking(search.relevant)]
    by_kind = _by_kind(measured, options.order)
    _print_table(by_kind, options.order)
    for name, judged in lacking:
        print(f"{name}: no passage of {judged.document} holds “{judged.quote}”")
    for item in worst(measured, options.order)[: options.worst]:
        _print_outcome(item, options.order)
    if options.save:
        document = {"sealed": options.sealed, "order": options.order, "by_kind": by_kind}
        document["searches"] = {item.search.id: _row(item) for item in measured}
        options.save.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def _by_kind(measured: Sequence[Outcome], order: Order) -> dict[str, dict[str, Any]]:
    """Return the figures of each measured kind, and those of all."""
    groups = {kind: [item for item in measured if item.search.kind is kind] for kind in SearchKind}
    by_kind = {kind.value: figures(group, order) for kind, group in groups.items() if group}
    return {**by_kind, ALL_KINDS: figures(measured, order)}


def _row(measured: Outcome) -> dict[str, Any]:
    """Return what one search found: the places of its first right result, precision and size, by order."""
    return {
        order.value: {
            "place": measured.first_right_rank(order),
            "precision": measured.precision(order),
            "close": len(shown.close),
            "documents": shown.documents,
        }
        for order, shown in measured.shown.items()
    }


def _print_table(by_kind: Mapping[str, Mapping[str, Any]], order: Order) -> None:
    names = list(by_kind[ALL_KINDS])
    print(f"{order.value} first".ljust(14), *(name.rjust(max(8, len(name))) for name in names))
    for kind, result in by_kind.items():
        print(kind.ljust(14), *(_number(result[name]).rjust(max(8, len(name))) for name in names))


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _print_outcome(measured: Outcome, order: Order) -> None:
    search, shown = measured.search, measured.shown[order]
    places = ", ".join(f"{item.value} {measured.first_right_rank(item) or '-'}" for item in Order)
    precision = _number(measured.precision(order))
    print(f"\n{search.id}: {search.query}")
    print(f"  first right: {places}; close: {len(shown.close)}, precision {precision}")
    for title in shown.titles[:TITLES]:
        print(f"  {title}")


if __name__ == "__main__":
    main()
