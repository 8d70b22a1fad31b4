"""The differences between two texts as runs of words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.text import Text

from briefbank.cli.json_schema import Json
from briefbank.domain.authority_reports import Difference

SIGNS = {"removed": ("[-", "-]"), "added": ("{+", "+}")}
"""The signs around removed and added words for terminals without colours, as ``wdiff`` writes them."""
_STYLES = {"same": "", "removed": "strike red", "added": "underline green"}


def runs_json(differences: Iterable[Difference]) -> list[Json]:
    """Return the runs; ``change`` is "same", "removed" or "added"."""
    return [{"change": each.change, "text": each.text} for each in differences]


def differences_text(
    runs: Iterable[Json], signs: Mapping[str, tuple[str, str]] = SIGNS, between: str = ""
) -> Text:
    """Return the runs as one text, with ``between`` after each; trailing spaces stay outside the signs."""
    marked_text = Text()
    for run in runs:
        before, after = signs.get(run["change"], ("", ""))
        words = run["text"].rstrip()
        rest = run["text"][len(words) :]
        marked_text.append(f"{before}{words}{after}{rest}{between}", style=_STYLES[run["change"]])
    return marked_text
