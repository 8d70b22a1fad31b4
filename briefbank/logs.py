"""The log: events for maintainers, without brief text, queries, names and paths.

Three rules keep these out. Of an exception, the log has its class, the ``detail`` of a BriefBankError (which
by contract holds none of them) and its stack frames, but never its message. Of a record from another
library's logger, it has name, level and position, but never the message. Our own messages have numbers, class
names and details only; an exception or path that is passed as an argument is reduced here all the same.
"""

from __future__ import annotations

import logging
import logging.handlers
import os
import traceback
from io import TextIOWrapper
from pathlib import Path

from briefbank.errors import BriefBankError, ChildMistake
from briefbank.paths import log_folder

FILE_NAME = "briefbank.log"
_MAX_BYTES = 1_000_000
_BACKUP_FILES = 3
_OURS = ("briefbank", "ui")
_SILENCED = ("eyecite", "pdfminer", "fontTools", "ocrmypdf", "pikepdf", "PIL", "img2pdf", "transformers")
"""Loggers of libraries that handle brief text; eyecite's prints party names."""
_PROGRAM_FOLDER = Path(__file__).resolve().parent.parent
_LONGEST_CHAIN = 10


def start(folder: Path | None = None) -> Path:
    """Log into ``folder`` (default: this user's) from now on; return the file. Call once, at program start.

    Files are readable by this user only. Where they cannot be written, nothing is logged and nothing fails.
    """
    silence()
    # With the default, a message that cannot be formatted is printed to the terminal with its arguments.
    logging.raiseExceptions = False
    path = (folder or log_folder()) / FILE_NAME
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.parent.chmod(0o700)
        handler: logging.Handler = _PrivateFile(
            path, maxBytes=_MAX_BYTES, backupCount=_BACKUP_FILES, encoding="utf-8"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(DiscreetFormatter())
    handler.addFilter(lambda record: _is_ours(record) or record.levelno >= logging.WARNING)
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    root.addHandler(handler)
    return path


def silence() -> None:
    """Silence the loggers that would print brief text. Child processes, which do not log, need only this."""
    for name in _SILENCED:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


class _PrivateFile(logging.handlers.RotatingFileHandler):
    """A rotating log file that only this user may read, from its first byte."""

    def _open(self) -> TextIOWrapper:
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        return super()._open()


class DiscreetFormatter(logging.Formatter):
    """Formats a record by the rules of this module."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(process)d %(threadName)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        kept = logging.makeLogRecord(record.__dict__)
        kept.exc_text = kept.stack_info = None
        if _is_ours(record):
            kept.args = _reduced_arguments(record.args)
        else:
            kept.msg, kept.args = f"(at {Path(record.pathname).name}:{record.lineno})", None
        return super().format(kept).replace("\n", "\n  ")

    def formatException(self, ei: object) -> str:
        error = ei[1] if isinstance(ei, tuple) else None
        return describe(error) if isinstance(error, BaseException) else ""


def describe(error: BaseException) -> str:
    """Describe an exception and its causes: classes, details and stack frames, without any message."""
    parts: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen and len(parts) < _LONGEST_CHAIN:
        seen.add(id(current))
        parts.append("\n".join([_name(current), *_frames(current)]))
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return "\ncaused by ".join(parts)


def _name(error: BaseException) -> str:
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    if isinstance(error, BriefBankError | ChildMistake) and error.detail:
        return f"{name} [{error.detail}]"
    if isinstance(error, OSError) and error.errno is not None:
        return f"{name} [errno {error.errno}]"
    return name


def _frames(error: BaseException) -> list[str]:
    frames = traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__), lookup_lines=False)
    return [f"  {_short_path(Path(frame.filename))}:{frame.lineno} {frame.name}" for frame in frames]


def _short_path(file: Path) -> str:
    """Return our files by their path in the program, and others by name, since folders may name the user."""
    return file.relative_to(_PROGRAM_FOLDER).as_posix() if file.is_relative_to(_PROGRAM_FOLDER) else file.name


def _is_ours(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] in _OURS


def _reduced_arguments(args: object) -> tuple[object, ...] | dict[str, object] | None:
    if isinstance(args, dict):
        return {key: _reduced_value(value) for key, value in args.items()}
    return tuple(_reduced_value(value) for value in args) if isinstance(args, tuple) else None


def _reduced_value(value: object) -> object:
    if isinstance(value, BaseException):
        return _name(value)
    return "(path)" if isinstance(value, Path) else value
