"""The terminal: JSON or plain sentences on standard output, progress on standard error."""

from __future__ import annotations

import getpass
import io
import json
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from briefbank.cli import json_schema
from briefbank.cli.json_schema import Json
from briefbank.cli.layout import Layout
from briefbank.domain.ingest import FileOutcome, FileProgress, Stage
from briefbank.errors import BriefBankError, QueryError
from briefbank.jobs import QuietReporter
from briefbank.text.hidden_characters import escape_hidden, is_hidden

if TYPE_CHECKING:
    from rich.console import Console

    from briefbank.api.library import LibraryApi

PLAIN = "\n\t\u00ad"
"""Invisible characters that a text may contain: line ends, tabs, soft hyphens."""


_SINGLE_LINE_KEYS = frozenset(
    {
        *("path", "title", "distinction", "file_name", "name", "folder", "folders", "files", "page_label"),
        *(
            "court",
            "docket",
            "parties",
            "side",
            "office",
            "judge",
            "version",
            "value",
            "headings",
            "citation",
        ),
    }
)
"""Keys of single-line values, in which a line end could forge another line."""
_CONTROL_PICTURES = 0x2400
"""The start of Unicode's pictures of the control characters, which are in the same order."""


def _printable(value: Any, key: str = "") -> Any:
    """Replace control characters in all strings of a value, which a terminal would obey.

    Each string keeps its length, because highlights are positions in it.
    """
    match value:
        case str():
            plain = "" if key in _SINGLE_LINE_KEYS else PLAIN
            return "".join(
                each if each in plain or not is_hidden(each) else _visible_sign(each) for each in value
            )
        case dict():
            return {name: _printable(each, name) for name, each in value.items()}
        case list() | tuple():
            return [_printable(each, key) for each in value]
    return value


def _visible_sign(hidden: str) -> str:
    return chr(_CONTROL_PICTURES + ord(hidden)) if hidden < " " else "\ufffd"


class Output:
    """The output of a command. ``show`` is called once."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # names of files have letters that an encoding lacks

    @cached_property
    def _err(self) -> Console:
        from briefbank.cli import renderer

        return renderer.console(sys.stderr)

    def show(self, document: Json, layout: Layout) -> None:
        """Print the result as JSON in ASCII, which survives every terminal, or for a person by its layout."""
        if self._as_json:
            sys.stdout.write(json.dumps(document) + "\n")
            return
        from briefbank.cli import renderer

        console = renderer.console(sys.stdout)
        renderer.draw(console, layout, _printable(document))

    def show_list(self, name: str, rows: Iterable[Json], layout: Layout) -> int:
        """Print what ``show`` prints of a document with one list, ``name``; return the number of its rows.

        Each row becomes text as it is made, so that a long list is in memory once. Nothing is printed before
        the last row is there: an error in between is a JSON document by itself.
        """
        if not self._as_json:
            shown = list(rows)
            self.show({name: shown}, layout)
            return len(shown)
        texts = [json.dumps(row) for row in rows]
        output = sys.stdout
        output.write(f"{{{json.dumps(name)}: [")
        output.writelines(f"{', ' * (place > 0)}{text}" for place, text in enumerate(texts))
        output.write("]}\n")
        return len(texts)

    def say(self, sentence: str) -> None:
        """Print a message for a person on standard error."""
        self._err.print(escape_hidden(sentence, PLAIN))

    def explain(self, error: BriefBankError) -> None:
        """Print an error in addition to a result."""
        self.say(str(error))

    def ask_passwords(self, paths: Sequence[Path]) -> dict[Path, str]:
        """Ask at the terminal for the passwords of files, once each; empty ones are left out.

        Nobody is asked if the result goes to a program.
        """
        if self._as_json or not sys.stdin.isatty():
            return {}
        typed = {
            path: getpass.getpass(f"Password of {escape_hidden(path.name)} (Enter to leave it out): ")
            for path in paths
        }
        return {path: password for path, password in typed.items() if password}

    def error(self, error: BriefBankError) -> None:
        """Print an error in place of a result."""
        if self._as_json:
            sys.stdout.write(json.dumps({"error": json_schema.error_json(error)}) + "\n")
        self.explain(error)
        if isinstance(error, QueryError) and error.position > 0:
            self.say(f"It is at character {error.position + 1}.")

    @contextmanager
    def progress(self) -> Iterator[CollectingReporter]:
        """Yield a reporter that draws on a terminal's standard error. Ctrl+C stops at a safe point."""
        if sys.stderr.isatty():
            from briefbank.cli.progress import drawing_reporter

            drawn: AbstractContextManager[CollectingReporter] = drawing_reporter(self._err)
        else:
            drawn = nullcontext(CollectingReporter())
        with drawn as reporter, _stopped_by_keyboard(reporter):
            yield reporter


def warm(library: LibraryApi, output: Output) -> None:
    """Load the models for one search. A failure is only explained, because words can be searched without
    them."""
    try:
        library.warm_search()
    except BriefBankError as error:
        output.explain(error)


class CollectingReporter(QuietReporter):
    """A reporter that keeps each file's outcome, to be shown even if the work ends early."""

    def __init__(self) -> None:
        super().__init__()
        self._places: dict[Path, int] = {}
        self._ended: dict[Path, FileOutcome] = {}
        self._asked: set[Path] = set()

    @property
    def outcomes(self) -> list[FileOutcome]:
        """The outcomes in the order in which the files were added, those of earlier sessions first."""
        return sorted(self._ended.values(), key=lambda outcome: self._places.get(outcome.path, -1))

    def file(self, event: FileProgress) -> None:
        if event.outcome is not None:
            self._ended[event.path] = event.outcome
        elif event.stage is Stage.WAITING:
            self._places.setdefault(event.path, len(self._places))

    def without_password(self) -> list[Path]:
        """Return the files that were refused for lack of a password, each reported once."""
        wanted = [path for path, outcome in self._ended.items() if outcome.needs_password]
        new = [path for path in wanted if path not in self._asked]
        self._asked.update(new)
        return new


@contextmanager
def _stopped_by_keyboard(reporter: QuietReporter) -> Iterator[None]:
    """Let Ctrl+C end the work at its next safe point instead of anywhere."""
    before = signal.signal(signal.SIGINT, lambda *_: reporter.cancel())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
