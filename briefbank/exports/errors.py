"""What can go wrong with a file that is written for another program, in sentences with something to do."""

from __future__ import annotations

from pathlib import Path

from briefbank import files
from briefbank.errors import BriefBankError, StoreError, StoreFull, StoreReadOnly


class ExportRefused(BriefBankError):
    """A file that could not be written; what was there before is as it was."""

    default_title = "The file could not be written there."
    default_remedy = "Choose another folder."


_WORDS: dict[type[StoreError], tuple[str, str]] = {
    StoreFull: ("The disk is full, so the file was not written.", "Free some space, or choose another disk."),
    StoreReadOnly: (
        "BriefBank may not write this file.",
        "If it is open in another program, close it there. Otherwise choose another folder or another name.",
    ),
}


def put(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, in place of what is there. Raises ExportRefused."""
    if not path.parent.is_dir():
        raise ExportRefused("The folder for this file is not there.")
    try:
        files.write_atomically(path, content)
    except StoreError as error:
        title, remedy = _WORDS.get(type(error), ("", ""))
        raise ExportRefused(title, remedy, detail=error.detail) from error
