"""What a command prints: its result on standard output, progress and messages on standard error.

A result is a JSON document, or what a *view* draws of that document for a person. A view is a function that
gets the page to draw on and the document, whose fields are attributes there.
rich draws it, and never reads text as markup. To import it takes longer than many a command, so that it is
imported only when something is drawn.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from briefbank.cli.json_values import Json, builtins, encoded, error_json
from briefbank.domain.ingest import FileOutcome, FileProgress, Stage
from briefbank.errors import BriefBankError, QueryError
from briefbank.jobs import QuietReporter
from briefbank.text.characters import escape_hidden, is_hidden
from briefbank.text.dates import format_date
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from briefbank.api.library import LibraryApi

DONE, NOTHING, WRONG_USE, FAULT = 0, 1, 2, 3
"""The exit statuses: success; refusals or no results; wrong use; our fault."""
PLAIN = "\n\t\u00ad"  # Invisible characters that a text may contain: line ends, tabs, soft hyphens
_SINGLE_LINE_KEYS = frozenset(
    str.split(
        "path title distinction file_name name folder folders files page_label court docket parties side "
        "office judge version value headings citation"
    )
)
"""Keys of single-line values, in which a line end could forge another line."""
_CONTROL_PICTURES = 0x2400
"""The start of Unicode's pictures of the control characters, which are in the same order."""


class JsonObject(dict[str, Any]):
    """A JSON object whose fields are attributes."""

    def __getattr__(self, name: str) -> Any:
        return self[name]


View = Callable[["TerminalPage", JsonObject], None]


def sentence_view(template: str) -> View:
    """Return the view of a document that is told in one sentence, with its fields in braces."""
    return lambda page, shown: page.line(template.format_map(shown))


def printable(value: Any, key: str = "") -> Any:
    """Replace control characters in all strings of a value, which a terminal would obey; objects become rows.

    Each string keeps its length, because highlights are positions in it.
    """
    match value:
        case str():
            plain = "" if key in _SINGLE_LINE_KEYS else PLAIN
            pictures = {
                ord(sign): chr(_CONTROL_PICTURES + ord(sign)) if sign < " " else "\ufffd"
                for sign in set(value)
                if sign not in plain and is_hidden(sign)
            }
            return value.translate(pictures)
        case dict():
            return JsonObject({name: printable(content, name) for name, content in value.items()})
        case list() | tuple():
            return [printable(item, key) for item in value]
    return value


class Output:
    """The output of a command. ``show`` is called once."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # Names of files have letters that an encoding lacks, such as that of a pipe on Windows.
                stream.reconfigure(encoding="utf-8" if os.name == "nt" else None, errors="replace")

    @cached_property
    def _err(self) -> Console:
        return console(sys.stderr)

    def show(self, document: Json, view: View, *, success: object = True) -> int:
        """Print the result as JSON, or for a person as ``view`` draws it; return the exit status, which is
        NOTHING where ``success`` is false or empty."""
        if self._as_json:
            sys.stdout.write(encoded(document) + "\n")
        else:
            view(TerminalPage(console(sys.stdout)), printable(builtins(document)))
        return DONE if success else NOTHING

    def say(self, sentence: str) -> None:
        self._err.print(escape_hidden(sentence, PLAIN))

    def error(self, error: BriefBankError) -> None:
        """Print an error in place of a result."""
        if self._as_json:
            sys.stdout.write(encoded({"error": error_json(error)}) + "\n")
        self.say(str(error))
        if isinstance(error, QueryError) and error.position > 0:
            self.say(f"It is at character {error.position + 1}.")

    @contextmanager
    def progress(self) -> Iterator[CollectingReporter]:
        """Yield a reporter that draws on a terminal's standard error. Ctrl+C stops at a safe point."""
        draws = sys.stderr.isatty()
        with _drawing_reporter(self._err) if draws else nullcontext(CollectingReporter()) as reporter:
            before = signal.signal(signal.SIGINT, lambda *_: reporter.cancel())
            try:
                yield reporter
            finally:
                signal.signal(signal.SIGINT, before)


class CollectingReporter(QuietReporter):
    """A reporter that keeps each file's outcome, to be shown even if the work ends early."""

    def __init__(self) -> None:
        super().__init__()
        self._order: dict[Path, int] = {}
        self._outcomes: dict[Path, FileOutcome] = {}

    @property
    def outcomes(self) -> list[FileOutcome]:
        """The outcomes in the order in which the files were added, those of earlier sessions first."""
        return sorted(self._outcomes.values(), key=lambda outcome: self._order.get(outcome.path, -1))

    def file(self, event: FileProgress) -> None:
        if event.outcome is not None:
            self._outcomes[event.path] = event.outcome
        elif event.stage is Stage.WAITING:
            self._order.setdefault(event.path, len(self._order))


def warm(library: LibraryApi, output: Output) -> None:
    """Load the models for one search. A failure is only explained: words can be searched without them."""
    try:
        library.warm_search()
    except BriefBankError as error:
        output.say(str(error))


def spelled(value: str) -> str:
    """Return a value of the JSON in words: 'Added with gaps' for 'added_with_gaps'."""
    return value.replace("_", " ").capitalize()


def day_words(iso: str | None, otherwise: str = "") -> str:
    """Return a day, or that of a moment, as 'March 3, 2015', or else the words for none."""
    return format_date(date.fromisoformat(iso[:10])) if iso else otherwise


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: '1 passage', '1,200 passages'."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"


def phrase(template: str, value: Any) -> str:
    """Return a template with a value in place of its braces; nothing for an empty value."""
    return template.format(value) if value not in (None, "", []) else ""


def titled(row: JsonObject) -> str:
    """Return a title with what distinguishes the document from others with it."""
    return f"{row.title or ''}{phrase(' · {}', row.distinction)}"


def filed(row: JsonObject) -> str:
    return day_words(row.filed, "no date found")


def page_of(row: JsonObject) -> str:
    """Return the printed label of a page, or else its number in the file; pasted text has neither."""
    if row.page is None:
        return "pasted text"
    return f"page {row.page_label}" if row.page_label else f"file page {row.page}"


def named(authority: JsonObject) -> str:
    """Return an authority as 'State v. Carty, 170 N.J. 632', or a section with its catchline."""
    name, canonical = authority.name, str(authority.authority)
    if not name:
        return canonical
    return f"{name}, {canonical}" if authority.sort == "case" else f"{canonical} ({name})"


_UNWRAPPED = 1_000_000
"""The width for output to a file or a program, whose lines end only where the text does."""
_NARROWEST = 20  # The least width of indented text


def console(stream: IO[str]) -> Console:
    from rich.console import Console

    drawing = Console(file=stream, markup=False, emoji=False, highlight=False)
    if not drawing.is_terminal:
        drawing.width = _UNWRAPPED
    return drawing


class TerminalPage:
    """The page on which a view draws a document, from top to bottom."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def line(
        self,
        text: Any,
        style: str = "",
        indent: int = 0,
        *,
        gap: bool = False,
        marks: Sequence[Sequence[int]] = (),
    ) -> None:
        """Draw a text on lines of its own, wrapped with an indent; nothing where the text is empty, or no
        text. With ``gap`` an empty line is put before; ``marks`` are the spans to highlight."""
        if not isinstance(text, str) or not text:
            return
        if gap:
            self._console.print()
        from rich.text import Text

        drawn = Text(text, style)
        for start, end in marks:
            drawn.stylize("bold yellow", start, end)
        for line in drawn.wrap(self._console, max(self._console.width - indent, _NARROWEST)):
            self._console.print(Text(" " * indent).append_text(line), soft_wrap=True)

    def lines(self, texts: Sequence[str], style: str = "", indent: int = 0) -> None:
        for text in texts:
            self.line(text, style, indent)

    def listed(self, rows: Sequence[Any], title: str = "", empty: str = "") -> Sequence[Any]:
        """Draw the title of a list, or what is said of an empty one; return the rows, to be drawn next."""
        if rows:
            self.line(title, "bold", gap=True)
        else:
            self.line(empty)
        return rows

    def table(
        self, headings: Sequence[str], rows: Sequence[Sequence[str]], *, header: bool = True, title: str = ""
    ) -> None:
        """Draw a table, and nothing without rows. A column without any text is left out; one whose heading
        begins with ">" is aligned to the right and never wrapped."""
        if not rows:
            return
        from rich.table import Table
        from rich.text import Text

        self.line(title, "bold", gap=True)
        table = Table(box=None, pad_edge=False, show_header=header)
        columns = [column for column in zip(headings, *rows, strict=True) if any(column[1:])]
        for heading, *_ in columns:
            right = heading.startswith(">")
            name = heading.removeprefix(">")
            table.add_column(name, justify="right" if right else "left", no_wrap=right, overflow="fold")
        for cells in zip(*(column[1:] for column in columns), strict=True):
            table.add_row(*map(Text, cells))
        self._console.print(table)

    def differences(
        self,
        runs: Sequence[Any],
        removed: tuple[str, str],
        added: tuple[str, str],
        *,
        between: str = "",
        indent: int = 0,
    ) -> None:
        """Draw the runs of words of two texts, with signs around those removed and added. Trailing spaces
        stay outside the signs; ``between`` follows each run."""
        text, signs = "", {"removed": removed, "added": added}
        for run in runs:
            before, after = signs.get(run.change, ("", ""))
            words = run.text.rstrip()
            text += f"{before}{words}{after}{run.text[len(words) :]}{between}"
        self.line(text, indent=indent)


@contextmanager
def _drawing_reporter(console: Console) -> Iterator[CollectingReporter]:
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    count = TextColumn("{task.completed:.0f} of {task.total:.0f}")
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), count, TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        yield _DrawingReporter(bars)


class _DrawingReporter(CollectingReporter):
    """Draws a progress bar, and a line for each file that is done."""

    def __init__(self, bars: Progress) -> None:
        super().__init__()
        self._bars = bars
        self._task = bars.add_task("", total=1, visible=False)

    def progress(self, stage: Message, done: int, total: int) -> None:
        shown = escape_hidden(stage)
        self._bars.update(self._task, description=shown, completed=done, total=max(total, 1), visible=True)

    def file(self, event: FileProgress) -> None:
        super().file(event)
        if event.outcome is not None:
            status = spelled(event.outcome.status.value)
            self._bars.console.print(f"{status}: {escape_hidden(event.path.name)}")
        elif event.stage is not Stage.WAITING:
            stage = Message("{name}: {stage}", name=event.path.name, stage=event.stage.value)
            self.progress(stage, event.done, event.total)
