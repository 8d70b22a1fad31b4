"""Errors of files written for other programs, with a remedy each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from briefbank import files
from briefbank.errors import BriefBankError, StoreError, StoreFull, StoreReadOnly
from briefbank.text.messages import NO_MESSAGE, Message


class ExportRefused(BriefBankError):
    """Raised when a file cannot be written; an existing file is left unchanged."""

    default_title = Message("The file could not be written there.")
    default_remedy = Message("Choose another folder.")


_WORDS: dict[type[StoreError], tuple[Message, Message]] = {
    StoreFull: (
        Message("The disk is full, so the file was not written."),
        Message("Free some space, or choose another disk."),
    ),
    StoreReadOnly: (
        Message("BriefBank may not write this file."),
        Message(
            "If it is open in another program, close it there. Otherwise choose another folder or "
            "another name."
        ),
    ),
}


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, replacing an existing one. Raises ExportRefused."""
    with _as_export_refused():
        _require_folder(path)
        files.write_out(path, content)


def require_writable(path: Path) -> None:
    """Check, before long work, that its result can be written. Raises ExportRefused."""
    with _as_export_refused():
        _require_folder(path)
        files.try_folder(path.parent)
    if path.is_dir():
        raise ExportRefused(
            Message("This is a folder, not the name of a file."), Message("Add a name for the file.")
        )


def _require_folder(path: Path) -> None:
    try:
        there = path.parent.is_dir()
    except OSError as error:
        raise files.store_error(error) from error
    if not there:
        raise ExportRefused(Message("The folder for this file is not there."))


@contextmanager
def _as_export_refused() -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        title, remedy = _WORDS.get(type(error), (NO_MESSAGE, NO_MESSAGE))
        raise ExportRefused(title, remedy, detail=error.detail) from error
