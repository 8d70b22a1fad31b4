"""A progress bar on a terminal's standard error, and a line for each file that is done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from briefbank.cli.layouts import STATUS_WORDS
from briefbank.cli.terminal import CollectingReporter
from briefbank.domain.ingest import FileProgress, Stage
from briefbank.text.hidden_characters import escape_hidden

STAGE_WORDS = {
    Stage.WAITING: "waiting",
    Stage.COPYING: "copying",
    Stage.READING: "reading",
    Stage.OCR: "recognising scanned pages",
    Stage.CUTTING: "cutting into passages",
    Stage.INDEXING: "indexing",
    Stage.DONE: "done",
}


@contextmanager
def drawing_reporter(console: Console) -> Iterator[CollectingReporter]:
    """Yield a reporter that draws one progress bar for the current file or stage."""
    count = TextColumn("{task.completed:.0f} of {task.total:.0f}")
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), count, TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        yield _DrawingReporter(bars)


class _DrawingReporter(CollectingReporter):
    def __init__(self, bars: Progress) -> None:
        super().__init__()
        self._bars = bars
        self._task: TaskID = bars.add_task("", total=1, visible=False)

    def progress(self, stage: str, done: int, total: int) -> None:
        shown = escape_hidden(stage)
        self._bars.update(self._task, description=shown, completed=done, total=max(total, 1), visible=True)

    def file(self, event: FileProgress) -> None:
        super().file(event)
        if event.outcome is not None:
            status = STATUS_WORDS[event.outcome.status.value]
            self._bars.console.print(f"{status}: {escape_hidden(event.path.name)}")
        elif event.stage is not Stage.WAITING:
            self.progress(f"{event.path.name}: {STAGE_WORDS[event.stage]}", event.done, event.total)
