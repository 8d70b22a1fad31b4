"""The command ``provision``, which finds the provision that governs a statement."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from briefbank.cli import json_schema
from briefbank.cli.exit_status import DONE, NOTHING
from briefbank.cli.json_schema import Json
from briefbank.cli.layout import Each, Paragraph
from briefbank.cli.layouts import TITLE
from briefbank.cli.option_values import day, positive
from briefbank.cli.terminal import Output, warm

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from briefbank.domain.authority_reports import ProvisionAnswer, ProvisionCandidate


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    command.add_argument("statement", metavar="STATEMENT", help="what was said or done")
    command.add_argument("condition", nargs="?", default="", metavar="CONDITION", help="what must be decided")
    command.add_argument("--as-of", type=day, metavar="DATE", help="the law of this day; otherwise today's")
    command.add_argument("--limit", type=positive, default=5, help="provisions to show")


def run(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Run the command and show the likeliest provision first. Raises BriefBankError."""
    warm(library, output)
    answer = library.provision_finder.find(options.statement, options.condition, day=options.as_of)
    output.show(answer_json(answer, options.limit), _ANSWER)
    return DONE if answer.chosen else NOTHING


def answer_json(answer: ProvisionAnswer, limit: int) -> Json:
    """Return the answer, the likeliest provision first; ``chosen_by`` is "rule" or "model"."""
    shown = answer.candidates[:limit]
    return {
        "chosen_by": answer.chosen_by,
        "reason": answer.reason,
        "doubt": answer.doubt,
        "advice": answer.advice,
        "total": len(answer.candidates),
        "results": [_candidate_json(rank, each) for rank, each in enumerate(shown, start=1)],
    }


def _candidate_json(rank: int, candidate: ProvisionCandidate) -> Json:
    provision, passage = candidate.provision, candidate.passage
    return {
        "rank": rank,
        "provision_id": provision.id if provision else None,
        "authority": provision.authority.canonical if provision else None,
        "number": provision.number if provision else None,
        "path": list(candidate.path),
        "passage_id": passage.id,
        "document_id": candidate.document.id,
        **json_schema.title_json(candidate.document),
        "page": passage.first_page + 1,
        "page_label": passage.page_label,
        "text": passage.text,
        "citation": candidate.citation,
        "score": round(candidate.score, 4),
        "closeness": None if candidate.closeness is None else round(candidate.closeness, 4),
    }


def _apart(result: Json) -> str:
    """Return how near a provision comes to the first."""
    if result["rank"] == 1 or result["closeness"] is None:
        return ""
    return f" ({result['closeness']:.0%} of the first)"


_ANSWER = (
    Paragraph("{doubt}", style="bold"),
    Paragraph("{reason}", style="dim", when="results"),
    Each(
        "results",
        (
            Paragraph(("{rank}. ", "{path: > }", _apart), style="bold", gap=True),
            Paragraph((TITLE, "  [passage {passage_id}]"), style="dim", indent=3),
            Paragraph("{text}", indent=3),
            Paragraph("Cite: {citation}", style="dim", indent=3),
        ),
    ),
    Paragraph("{advice}"),
)
