"""What a search finds in the sets in BEIR's layout, in both orders, beside words and vectors alone.

*Bare words* is BM25 without what BriefBank adds to it. ``briefbank evaluate`` measures a set of one's own.
"""

from __future__ import annotations

import argparse

from briefbank.domain.searches import Order
from briefbank.evaluate import metrics
from briefbank.evaluate.data_sets import SearchParts
from briefbank.evaluate.runs import FUSED, evaluate
from briefbank.jobs import QuietReporter
from briefbank.search import channels
from tests.support.measuring import SHARED, print_table

SETS = ("wills-tn", "annotations-ak-nd")
SHOWN = ("recall@1", "recall@5", "recall@10", "recall@20", "recall@40", "ndcg@10", "success@5", "precision")
ALONE = ("words", "meaning")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS, metavar="SET", help=", ".join(SETS))
    parser.add_argument("--limit", type=int, help="the first so many queries only")


def main(options: argparse.Namespace) -> None:
    parts, added = SearchParts(), [part for part in channels.part_names() if part not in channels.names()]
    for name in options.sets:
        lines = []
        for order, ways, without in (
            (Order.BEST, ALONE, ()),
            (Order.BEST, ("words",), added),
            (Order.NEWEST, (), ()),
        ):
            run = evaluate(
                SHARED / "eval" / name,
                parts,
                order=order,
                channels=ways,
                without=without,
                limit=options.limit,
                reporter=QuietReporter(),
            )
            for way in ways if without else (FUSED, *ways):
                means = metrics.means(run.by_channel[way].values)
                title = f"{'bare ' if without else ''}{way}, {order.value}"
                lines.append((title, *(means[measure] for measure in SHOWN)))
        print(f"{name}: {len(run.fused.queries)} queries, {run.documents} documents")
        print_table(("", *SHOWN), lines)
