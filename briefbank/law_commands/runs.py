"""How two texts differ, run by run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.text import Text

from briefbank.contract import Json
from briefbank.law_reports import Difference

SIGNS = {"removed": ("[-", "-]"), "added": ("{+", "+}")}
"""Around what went and what came, for terminals without colours (as ``wdiff`` writes them)."""
_STYLES = {"same": "", "removed": "strike red", "added": "underline green"}


def runs_json(differences: Iterable[Difference]) -> list[Json]:
    """``change`` is "same", "removed" or "added"."""
    return [{"change": each.change, "text": each.text} for each in differences]


def marked(runs: Iterable[Json], signs: Mapping[str, tuple[str, str]] = SIGNS, between: str = "") -> Text:
    """The runs as one text, ``between`` after each; spaces at a run's end stay outside its signs."""
    said = Text()
    for run in runs:
        before, after = signs.get(run["change"], ("", ""))
        words = run["text"].rstrip()
        rest = run["text"][len(words) :]
        said.append(f"{before}{words}{after}{rest}{between}", style=_STYLES[run["change"]])
    return said
