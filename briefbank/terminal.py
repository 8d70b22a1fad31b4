"""How the command line speaks: JSON or plain sentences on standard output, progress on standard error."""

from __future__ import annotations

import io
import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.text import Text

from briefbank import contract
from briefbank.errors import BriefBankError
from briefbank.jobs import QuietReporter
from briefbank.models import FileOutcome, FileProgress, Stage

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
            human(self._out, document)

    def explain(self, error: BriefBankError) -> None:
        """Say what went wrong beside a result that is shown as well."""
        self._err.print(Text(str(error)))

    def error(self, error: BriefBankError) -> None:
        """Say what went wrong in place of a result."""
        if self._as_json:
            sys.stdout.write(json.dumps({"error": contract.error_json(error)}) + "\n")
        self.explain(error)

    @contextmanager
    def progress(self) -> Iterator[CollectingReporter]:
        """A reporter that draws where standard error is a terminal. Ctrl+C stops the work in good order."""
        if not self._err.is_terminal:
            with _stopped_by_keyboard(quiet := CollectingReporter()):
                yield quiet
            return
        count = TextColumn("{task.completed:.0f} of {task.total:.0f}")
        columns = (TextColumn("{task.description}"), BarColumn(), count, TimeRemainingColumn())
        with (
            Progress(*columns, console=self._err, transient=True) as bars,
            _stopped_by_keyboard(drawing := _DrawingReporter(bars)),
        ):
            yield drawing


class CollectingReporter(QuietReporter):
    """Keeps how each file ended, so that a result can be shown even when the work ends early."""

    def __init__(self) -> None:
        super().__init__()
        self.outcomes: list[FileOutcome] = []

    def file(self, event: FileProgress) -> None:
        if event.outcome is not None:
            self.outcomes.append(event.outcome)


class _DrawingReporter(CollectingReporter):
    """One bar for the file or stage at hand."""

    def __init__(self, bars: Progress) -> None:
        super().__init__()
        self._bars = bars
        self._task: TaskID = bars.add_task("", total=1, visible=False)

    def progress(self, stage: str, done: int, total: int) -> None:
        self._bars.update(self._task, description=stage, completed=done, total=max(total, 1), visible=True)

    def file(self, event: FileProgress) -> None:
        super().file(event)
        if event.outcome is not None:
            status = STATUS_WORDS[event.outcome.status.value]
            self._bars.console.print(Text(f"{status}: {event.path.name}"))
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


# --- plain words for each command ----------------------------------------------------------------


def day_words(iso: str | None) -> str:
    """'3 March 2015', or what stands for no date."""
    if not iso:
        return "no date found"
    day = date.fromisoformat(iso)
    return f"{day.day} {day:%B %Y}"


def added(console: Console, document: Json) -> None:
    if not document["files"]:
        console.print(Text("There was nothing to add: the folder holds no files."))
    for file in document["files"]:
        line = Text(f"{STATUS_WORDS[file['status']]}: ", style="bold").append(file["path"], style="not bold")
        console.print(line)
        if file["document_id"]:
            console.print(Text(f"  {file['title']}, {day_words(file['filed'])}, {file['pages']} pages"))
        if file["reason"]:
            console.print(Text(f"  {file['reason']}"))


def answer(console: Console, document: Json) -> None:
    console.print(Text(document["interpretation"], style="dim"))
    for hit in document["results"]:
        place = f"page {hit['page_label']}" if hit["page_label"] else f"file page {hit['page']}"
        origin = ", ".join(part for part in (hit["kind"], hit["court"], hit["docket"]) if part)
        console.print()
        console.print(Text(f"{hit['rank']}. {hit['title']}", style="bold"))
        console.print(
            Text(f"   {day_words(hit['filed'])}, {place}  [passage {hit['passage_id']}]", style="dim")
        )
        console.print(Text(f"   {origin}", style="dim"))
        if hit["headings"]:
            console.print(Text("   " + " > ".join(hit["headings"]), style="italic"))
        text = Text(hit["text"])
        for start, end in hit["marks"]:
            text.stylize("bold yellow", start, end)
        console.print(text)
        console.print(Text("   Why: " + "; ".join(hit["reasons"]), style="dim"))
        console.print(Text("   Cite: " + hit["citation"], style="dim"))
        for alert in hit["alerts"]:
            console.print(Text("   Note: " + alert, style="bold"))
    if document["advice"]:
        console.print()
        console.print(Text(document["advice"]))


def summary(console: Console, document: Json) -> None:
    console.print(Text(document["disclaimer"], style="bold"))
    for name, title in (("issue", "Issue"), ("facts", "Facts"), ("opening", "How the document begins")):
        sentences = [s for s in document["sentences"] if s["part"] == name]
        if sentences:
            console.print()
            console.print(Text(title, style="bold"))
        for sentence in sentences:
            console.print(Text(f"  {sentence['text']} (file page {sentence['page']})"))


def feedback(console: Console, document: Json) -> None:
    words = {"up": "marked as helpful", "down": "marked as not helpful", "clear": "no longer marked"}
    console.print(Text(f"Passage {document['passage_id']} is {words[document['verdict']]} for this query."))


def documents(console: Console, document: Json) -> None:
    if not document["documents"]:
        console.print(Text("The library is empty. Add files with: briefbank add PATH"))
    for one in document["documents"]:
        facts = f"{one['kind']}, {day_words(one['filed'])}, {one['pages']} pages"
        console.print(Text(f"{one['document_id']:>5}  {one['title']}  ({facts})"))


def shown(console: Console, document: Json) -> None:
    documents(console, {"documents": [document]})
    console.print(Text(f"File: {document['file_name']}. Court: {document['court'] or 'not found'}."))
    console.print(Text(f"Docket: {document['docket'] or 'not found'}. Passages: {document['passages']}."))
    for gap in document["gap_pages"]:
        console.print(Text(f"Page {gap['page']} of the file: {gap['reason']}"))
    for passage in document["passage_list"]:
        console.print()
        console.print(
            Text(f"[passage {passage['passage_id']}] " + " > ".join(passage["headings"]), style="italic")
        )
        console.print(Text(passage["text"]))


def removed(console: Console, document: Json) -> None:
    console.print(Text(f"Removed: {document['title']}. Your own file outside the library was not touched."))


def health(console: Console, document: Json) -> None:
    console.print(Text(f"{document['documents']} documents, {document['passages']} passages."))
    for line in (*document["problems"], *document["repaired"]):
        console.print(Text(line))
    if document["waiting_for_meaning"]:
        console.print(
            Text(f"{document['waiting_for_meaning']} passages are waiting to be searchable by meaning.")
        )
    if document["healthy"]:
        console.print(Text("Both indexes agree with the catalogue."))


def checks(console: Console, document: Json) -> None:
    for check in document["checks"]:
        mark = "passed" if check["passed"] else "FAILED"
        console.print(Text(f"{mark}  {check['name']}: {check['detail']}"))


def evaluation(console: Console, document: Json) -> None:
    console.print_json(data=document)
