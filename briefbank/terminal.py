"""How the command line speaks: JSON or plain sentences on standard output, progress on standard error."""

from __future__ import annotations

import getpass
import io
import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.text import Text

from briefbank import contract
from briefbank.errors import BriefBankError, QueryError
from briefbank.jobs import QuietReporter
from briefbank.links import is_hidden, readable
from briefbank.models import FileOutcome, FileProgress, Stage

if TYPE_CHECKING:
    from briefbank.library import Library

Json = dict[str, Any]

STAGE_WORDS = {
    Stage.WAITING: "waiting",
    Stage.COPYING: "copying",
    Stage.READING: "reading",
    Stage.OCR: "recognising scanned pages",
    Stage.CUTTING: "cutting into passages",
    Stage.INDEXING: "indexing",
    Stage.DONE: "done",
}
STATUS_WORDS = {
    "added": "Added",
    "added_with_gaps": "Added with gaps",
    "already_here": "Already here",
    "refused": "Refused",
}


PLAIN = "\n\t\u00ad"
"""What may stand in a text although it is not seen: ends of lines, tabs, soft hyphens."""


_NAMES = frozenset(
    {
        *("path", "title", "file_name", "name", "folder", "folders", "files", "page_label"),
        *("court", "docket", "parties", "side", "office", "judge", "value", "headings", "citation"),
    }
)
"""Keys of values that stand on one line: an end of a line in them would begin a line of somebody else's."""
_CONTROL_PICTURES = 0x2400
"""In Unicode a picture of each control character stands here, in their order."""


def _harmless(value: Any, key: str = "") -> Any:
    """What is printed for people: names and texts come from strangers, and a terminal obeys what stands in
    them. Of lists and objects all strings; each keeps its length, since marks count its characters."""
    match value:
        case str():
            plain = "" if key in _NAMES else PLAIN
            return "".join(each if each in plain or not is_hidden(each) else _sign(each) for each in value)
        case dict():
            return {name: _harmless(each, name) for name, each in value.items()}
        case list() | tuple():
            return [_harmless(each, key) for each in value]
    return value


def _sign(hidden: str) -> str:
    return chr(_CONTROL_PICTURES + ord(hidden)) if hidden < " " else "\ufffd"


class Output:
    """Where a command's result goes. ``show`` is called once."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # a terminal may not know every letter of a file name
        self._out = Console(highlight=False)
        self._err = Console(stderr=True, highlight=False)

    def show(self, document: Json, human: Callable[[Console, Json], None]) -> None:
        """The result: JSON in ASCII, which any terminal and any file name survives, or plain sentences."""
        if self._as_json:
            sys.stdout.write(json.dumps(document) + "\n")
        else:
            human(self._out, _harmless(document))

    def say(self, sentence: str) -> None:
        """Something that a person should know beside the result."""
        self._err.print(Text(readable(sentence, PLAIN)))

    def explain(self, error: BriefBankError) -> None:
        """Say what went wrong beside a result that is shown as well."""
        self.say(str(error))

    def ask_passwords(self, paths: Sequence[Path]) -> dict[Path, str]:
        """Ask a person at the terminal for the passwords of files, once for each; none for those left empty.

        Nobody is asked where the result goes to a program.
        """
        if self._as_json or not sys.stdin.isatty():
            return {}
        typed = {
            path: getpass.getpass(f"Password of {readable(path.name)} (Enter to leave it out): ")
            for path in paths
        }
        return {path: password for path, password in typed.items() if password}

    def error(self, error: BriefBankError) -> None:
        """Say what went wrong in place of a result."""
        if self._as_json:
            sys.stdout.write(json.dumps({"error": contract.error_json(error)}) + "\n")
        self.explain(error)
        if isinstance(error, QueryError) and error.position > 0:
            self.say(f"It is at character {error.position + 1}.")

    @contextmanager
    def progress(self) -> Iterator[CollectingReporter]:
        """A reporter that draws where standard error is a terminal. Ctrl+C stops the work in good order."""
        if not self._err.is_terminal:
            with _stopped_by_keyboard(quiet := CollectingReporter()):
                yield quiet
            return
        count = TextColumn("{task.completed:.0f} of {task.total:.0f}")
        columns = (TextColumn("{task.description}", markup=False), BarColumn(), count, TimeRemainingColumn())
        with (
            Progress(*columns, console=self._err, transient=True) as bars,
            _stopped_by_keyboard(drawing := _DrawingReporter(bars)),
        ):
            yield drawing


def warm(library: Library, output: Output) -> None:
    """Load the model for meaning; words can be searched without it, so a failure is only said."""
    try:
        library.warm()
    except BriefBankError as error:
        output.explain(error)


class CollectingReporter(QuietReporter):
    """Keeps how each file ended, so that a result can be shown even when the work ends early."""

    def __init__(self) -> None:
        super().__init__()
        self._places: dict[Path, int] = {}
        self._ended: dict[Path, FileOutcome] = {}
        self._asked: set[Path] = set()

    @property
    def outcomes(self) -> list[FileOutcome]:
        """In the order in which the files were dropped; those of earlier times first."""
        return sorted(self._ended.values(), key=lambda outcome: self._places.get(outcome.path, -1))

    def file(self, event: FileProgress) -> None:
        if event.outcome is not None:
            self._ended[event.path] = event.outcome
        elif event.stage is Stage.WAITING:
            self._places.setdefault(event.path, len(self._places))

    def without_password(self) -> list[Path]:
        """The files that were refused for want of a password, each told once."""
        wanted = [path for path, outcome in self._ended.items() if outcome.needs_password]
        new = [path for path in wanted if path not in self._asked]
        self._asked.update(new)
        return new


class _DrawingReporter(CollectingReporter):
    """One bar for the file or stage at hand."""

    def __init__(self, bars: Progress) -> None:
        super().__init__()
        self._bars = bars
        self._task: TaskID = bars.add_task("", total=1, visible=False)

    def progress(self, stage: str, done: int, total: int) -> None:
        shown = readable(stage)
        self._bars.update(self._task, description=shown, completed=done, total=max(total, 1), visible=True)

    def file(self, event: FileProgress) -> None:
        super().file(event)
        if event.outcome is not None:
            status = STATUS_WORDS[event.outcome.status.value]
            self._bars.console.print(Text(f"{status}: {readable(event.path.name)}"))
        elif event.stage is not Stage.WAITING:
            self.progress(f"{event.path.name}: {STAGE_WORDS[event.stage]}", event.done, event.total)


@contextmanager
def _stopped_by_keyboard(reporter: QuietReporter) -> Iterator[None]:
    """Ctrl+C lets the work end at its next safe point instead of anywhere."""
    before = signal.signal(signal.SIGINT, lambda *_: reporter.cancel())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
