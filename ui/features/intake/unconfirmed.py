"""Asks whether to read folders and files of this computer that a library from elsewhere, or a backup,
names.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from briefbank.domain.ingest import UnconfirmedPaths
from briefbank.text.characters import escape_hidden
from ui.i18n.translate import tr
from ui.kit.confirmation import confirmed

NAMED_AT_MOST = 6


def is_confirmed(parent: QWidget, unconfirmed: UnconfirmedPaths) -> bool:
    """Show the folders and files and ask. Blocks. Without a yes they stay unread, and are asked about again
    at the next start."""
    named = [
        *_listed(tr("Folders to be watched:"), unconfirmed.folders),
        *_listed(tr("Files to be added:"), unconfirmed.files),
    ]
    meaning = tr(
        "BriefBank reads none of them before you agree. If you do not know them, leave them unread. "
        "You are asked again at the next start."
    )
    return confirmed(
        parent,
        tr("Read what this library names?"),
        tr("This library was made on another computer or comes from a backup. It names files of this one."),
        "\n".join([*named, "", meaning]),
        yes=tr("Read them"),
        no=tr("Leave them unread"),
    )


def _listed(heading: str, paths: Sequence[Path]) -> list[str]:
    if not paths:
        return []
    beyond = len(paths) - NAMED_AT_MOST
    more = [tr("and {count} more").format(count=beyond)] if beyond > 0 else []
    return [heading, *(escape_hidden(str(path)) for path in paths[:NAMED_AT_MOST]), *more]
