"""Draws on a terminal with rich: lines, tables, differences and progress. Text is never read as markup.

To import rich takes longer than many a command, so this module is imported only when something is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from briefbank.cli.output import STATUS_WORDS, CollectingReporter
from briefbank.domain.ingest import FileProgress, Stage
from briefbank.text.characters import escape_hidden
from briefbank.text.messages import Message

_UNWRAPPED = 1_000_000
"""The width for output to a file or a program, whose lines end only where the text does."""
_NARROWEST = 20
"""The least width of indented text."""
_STYLES = {"same": "", "removed": "strike red", "added": "underline green"}
STAGE_WORDS = {
    Stage.WAITING: "waiting",
    Stage.COPYING: "copying",
    Stage.READING: "reading",
    Stage.OCR: "recognising scanned pages",
    Stage.CUTTING: "cutting into passages",
    Stage.INDEXING: "indexing",
    Stage.DONE: "done",
}


def console(stream: IO[str]) -> Console:
    """Return the console that draws on a stream."""
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
        drawn = Text(text, style=style)
        for start, end in marks:
            drawn.stylize("bold yellow", start, end)
        if gap:
            self._console.print()
        self._wrapped(drawn, indent)

    def lines(self, texts: Sequence[str], style: str = "", indent: int = 0) -> None:
        """Draw each text on lines of its own."""
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
        self.line(title, "bold", gap=True)
        table = Table(box=None, pad_edge=False, show_header=header)
        columns = [column for column in zip(headings, *rows, strict=True) if any(column[1:])]
        for heading, *_ in columns:
            right = heading.startswith(">")
            table.add_column(
                heading.removeprefix(">"),
                justify="right" if right else "left",
                no_wrap=right,
                overflow="fold",
            )
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
        """Draw the runs of words of two texts, with signs around those removed and added for terminals
        without colours. Trailing spaces stay outside the signs; ``between`` follows each run."""
        text, signs = Text(), {"removed": removed, "added": added}
        for run in runs:
            before, after = signs.get(run.change, ("", ""))
            words = run.text.rstrip()
            rest = run.text[len(words) :]
            text.append(f"{before}{words}{after}{rest}{between}", style=_STYLES[run.change])
        self._wrapped(text, indent)

    def _wrapped(self, text: Text, indent: int) -> None:
        for line in text.wrap(self._console, max(self._console.width - indent, _NARROWEST)):
            self._console.print(Text(" " * indent).append_text(line), soft_wrap=True)


@contextmanager
def drawing_reporter(console: Console) -> Iterator[CollectingReporter]:
    """Yield a reporter that draws one progress bar for the current file or stage."""
    count = TextColumn("{task.completed:.0f} of {task.total:.0f}")
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), count, TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        yield _DrawingReporter(bars)


class _DrawingReporter(CollectingReporter):
    """Draws a progress bar, and a line for each file that is done."""

    def __init__(self, bars: Progress) -> None:
        super().__init__()
        self._bars = bars
        self._task: TaskID = bars.add_task("", total=1, visible=False)

    def progress(self, stage: Message, done: int, total: int) -> None:
        shown = escape_hidden(stage)
        self._bars.update(self._task, description=shown, completed=done, total=max(total, 1), visible=True)

    def file(self, event: FileProgress) -> None:
        super().file(event)
        if event.outcome is not None:
            status = STATUS_WORDS[event.outcome.status.value]
            self._bars.console.print(f"{status}: {escape_hidden(event.path.name)}")
        elif event.stage is not Stage.WAITING:
            self.progress(
                Message("{name}: {stage_words}", name=event.path.name, stage_words=STAGE_WORDS[event.stage]),
                event.done,
                event.total,
            )
