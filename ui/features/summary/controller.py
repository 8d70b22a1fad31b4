"""Connects the summary panel to the library: the extract first, then what a local model may add.

The model works for the one document that is in view: only once its panel was opened, in a lane of its
own, and no longer when another document is opened or the panel stays closed, or out of sight, for more than a
moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank import settings
from briefbank.domain.pages import PageHighlight
from briefbank.domain.summaries import GeneratedSummary, SourceSentence, Summary
from briefbank.errors import BriefBankError, Cancelled
from briefbank.text.messages import as_message
from ui.features.summary.view import SummaryPanel
from ui.i18n.translate import tr, translate_core
from ui.jobs import JobReporter, Lane
from ui.shared import summary_texts
from ui.shared.scoped_jobs import Lanes

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

EXTRACT, ADDITION, WRITTEN, SOURCE = (
    "summary",
    "summary addition",
    "summary by a model",
    "summary source",
)
LINGER_MS = 4000
"""The time for which the model goes on for a panel that was closed or left: it may have been to look
something up."""


@dataclass(frozen=True)
class GeneratedAddition:
    """The addition to the extract: a summary that was kept, or why there is none and none is written."""

    kept: GeneratedSummary | None = None
    why_none: str = ""
    aloud: bool = True  # True when a screen reader may read what a model wrote


class SummaryController(QObject):
    """The controller of the panel. Everything slow runs in lanes; answers for a document that was left are
    dropped."""

    status = Signal(str)
    page_chosen = Signal(int)
    marked = Signal(object, int)
    """PageHighlights of the sentences that a generated one rests on, and the first of their pages."""

    def __init__(self, library: LibraryApi, jobs: Lanes, panel: SummaryPanel) -> None:
        super().__init__(panel)
        self._library, self._jobs, self._panel = library, jobs, panel
        self._document_id = 0
        self._labels: list[str] | None = None
        self._has_extract = False
        self._list_changed = False
        """True when the list of good law changed since the model began to write."""
        self.linger = QTimer(self)
        self.linger.setSingleShot(True)
        self.linger.setInterval(LINGER_MS)
        self.linger.timeout.connect(self._give_up)
        panel.unfolded.connect(self._unfolded)
        panel.folded.connect(self._folded)
        panel.page_chosen.connect(self.page_chosen)
        panel.generated.stop_wanted.connect(self._stop)
        panel.generated.again_wanted.connect(lambda: self._look_for_generated(anew=True))
        panel.generated.source_chosen.connect(self._find_source)
        panel.generated.opened.connect(self._note_opened)

    # --- the document ---

    def begin(self, document_id: int) -> None:
        """Prepare for another document, or (0) none: the panel is closed and empty, the model is free."""
        for topic in (EXTRACT, ADDITION, WRITTEN, SOURCE):
            self._jobs.drop(topic)
        self._document_id, self._labels, self._has_extract = document_id, None, False
        self._panel.close_and_forget()
        self.linger.stop()

    def name_pages(self, labels: Sequence[str]) -> None:
        """Note that the document's pages are there, with these printed labels."""
        self._labels = list(labels)
        if self._panel.is_open:
            self._unfolded()

    def restart(self) -> None:
        """Remove and renew what is shown, because the model or the choice for screen readers changed."""
        self._jobs.drop(WRITTEN)
        self._renew()

    def check_again(self) -> None:
        """Check what is shown, or about to be, against the changed list of good law."""
        if self._jobs.busy(WRITTEN):
            self._list_changed = True
        else:
            self._renew()

    def _renew(self) -> None:
        self._jobs.drop(ADDITION)
        self._panel.generated.clear()
        if self._is_in_view():
            self._unfolded()

    # --- the panel ---

    def _is_in_view(self) -> bool:
        """Tell whether the panel is seen. An open panel may be on a page of the window that was left."""
        return self._panel.isVisible() and self._panel.is_open

    def _unfolded(self) -> None:
        self.linger.stop()
        if not self._has_extract:
            self._panel.show_searching()
            self._fetch()
        elif not self._panel.generated.has_answer:
            self._look_for_generated()

    def _folded(self) -> None:
        if self._jobs.busy(WRITTEN):
            self.linger.start()

    def _give_up(self) -> None:
        """Forget what was being written, because nobody came back to the panel. It begins again on return."""
        if self._jobs.busy(WRITTEN):
            self._jobs.drop(WRITTEN)
            self._panel.generated.clear()

    # --- the extract ---

    def _fetch(self) -> None:
        if self._labels is None:
            return  # the extract is fetched once its pages can be named
        library, document_id = self._library, self._document_id
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.summaries.extractive(document_id), topic=EXTRACT
        )
        job.done.connect(self._show_extract)
        job.failed.connect(self._panel.show_error)

    def _show_extract(self, summary: Summary) -> None:
        self._has_extract = True
        self._panel.show_extract(summary, self._labels or [])
        if self._panel.is_open:
            self._look_for_generated()

    # --- what a model adds ---

    def _look_for_generated(self, *, anew: bool = False) -> None:
        """Look for a kept summary. With ``anew`` the model writes once more, whatever was kept."""
        job = self._jobs.start(
            Lane.READER, partial(_addition, self._library, self._document_id, anew), topic=ADDITION
        )
        job.done.connect(self._show_addition)
        job.failed.connect(self._failed)

    def _show_addition(self, addition: GeneratedAddition) -> None:
        if addition.kept is not None:
            self._show_generated(addition.kept, addition.aloud)
        elif addition.why_none:
            self._panel.generated.show_quiet(addition.why_none)
        elif self._is_in_view():
            self._write()

    def _write(self) -> None:
        self._list_changed = False
        if self._jobs.engaged(Lane.MODEL):
            self._panel.show_waiting()
        else:
            self._panel.generated.show_writing()
        work = partial(_write, self._library, self._document_id)
        job = self._jobs.start(Lane.MODEL, work, topic=WRITTEN)
        job.progressed.connect(self._panel.generated.show_progress)
        job.done.connect(self._written)
        job.failed.connect(self._failed)

    def _written(self, written: tuple[GeneratedSummary, bool]) -> None:
        summary, aloud = written
        if self._list_changed and summary.shown:
            self._look_for_generated()
        else:
            self._show_generated(summary, aloud)

    def _show_generated(self, summary: GeneratedSummary, aloud: bool) -> None:
        if summary.document_id == self._document_id:
            self._panel.generated.show_summary(summary, self._labels or [], aloud=aloud)

    def _note_opened(self) -> None:
        library, document_id = self._library, self._document_id
        self._jobs.start(Lane.NOTES, lambda _reporter: library.summaries.opened(document_id))

    def _failed(self, error: BriefBankError) -> None:
        """Show an error. The model may also have been unloaded by another part of the program."""
        if isinstance(error, Cancelled):
            self._panel.generated.show_stopped()
        else:
            self._panel.generated.show_failure(error)

    def _stop(self) -> None:
        self._jobs.drop(WRITTEN)
        self._panel.generated.show_stopped()

    # --- sources ---

    def _find_source(self, sources: tuple[SourceSentence, ...]) -> None:
        library, document_id = self._library, self._document_id
        page = min(source.page for source in sources)
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.summaries.highlights(document_id, sources), topic=SOURCE
        )
        job.done.connect(partial(self._mark, page))
        job.failed.connect(lambda error: self._not_marked(page, error))

    def _mark(self, page: int, highlights: list[PageHighlight]) -> None:
        """Show the highlights. None are found where the document was cut again since the summary was
        written."""
        if highlights:
            self.marked.emit(highlights, page)
        else:
            self._show_page_alone(page)

    def _not_marked(self, page: int, error: BriefBankError) -> None:
        if not isinstance(error, Cancelled):
            self._show_page_alone(page)

    def _show_page_alone(self, page: int) -> None:
        self.page_chosen.emit(page)
        self.status.emit(summary_texts.NOT_MARKED)


def _addition(library: LibraryApi, document_id: int, anew: bool, _reporter: JobReporter) -> GeneratedAddition:
    chosen = settings.load()
    if chosen.local_model is None:
        return GeneratedAddition(why_none=summary_texts.NO_MODEL)
    kept = None if anew else library.summaries.kept(document_id)
    why_none = "" if kept else translate_core(library.summaries.unavailable())
    return GeneratedAddition(kept, why_none, chosen.summaries_spoken)


def _write(library: LibraryApi, document_id: int, reporter: JobReporter) -> tuple[GeneratedSummary, bool]:
    """Return the summary, and whether the settings, when it is done, let it be read aloud. The beginning is
    reported first: the job may have waited for something else that the model did."""
    reporter.progress(as_message(tr("Reading")), 0, 0)
    written = library.summaries.write(document_id, reporter)
    return written, settings.load().summaries_spoken
