"""The summary of the open document: closed by default, behind its disclaimer, painted and never selectable.

The document's own sentences come first and stay; below them, in a frame and behind a gate of its own, stands
what a local model wrote. Text that a program wrote must stay out of the clipboard, drags and prints.
Therefore it is painted and is no text to the system, and the keys that copy, cut or select do nothing here.

The model works for the one document that is in view: only once the panel was opened, in a lane of its own,
until the panel is closed or another document is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QToolButton, QWidget

from briefbank import settings
from briefbank.domain.pages import PageHighlight
from briefbank.domain.summaries import GeneratedSummary, SourceSentence, Summary
from briefbank.errors import BriefBankError, SummaryError
from briefbank.text.messages import Message, as_message
from ui.features.reader import summary_pieces as pieces
from ui.i18n.translate import tr, translate_core
from ui.jobs import JobReporter, Lane
from ui.kit.controls import push_button
from ui.kit.layout import LEFT, STRETCH, column, holder
from ui.kit.painted_text import PAD, PaintedText, Piece, ScreenShield
from ui.page import Page

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

REFUSED = (
    QKeySequence.StandardKey.Copy,
    QKeySequence.StandardKey.Cut,
    QKeySequence.StandardKey.SelectAll,
    QKeySequence.StandardKey.Print,
)
"""Keys that take text out of a window: the panel swallows them, whichever part has the focus."""
LEAST_ROOM = 140
WAITING = tr("The local model is busy with something else. It comes to this document after that.")
EXTRACT, ADDITION, WRITTEN, SOURCE = "summary", "summary addition", "summary by a model", "summary source"


INSET = 14.0  # The space around the sentences of a model, in pixels
BORDER = 2  # The pixels that the painted ground keeps off the frame and its round corners


class GateAction(StrEnum):
    """The action of the button; the values are its words."""

    NOTHING = ""
    SHOW = tr("Show it")
    HIDE = tr("Hide it")
    STOP = tr("Stop")
    AGAIN = tr("Try again")


class GeneratedPart(QFrame):
    """What a local model wrote, behind its gate until a person opens it, for this document alone.

    At any time it shows one thing: nothing, the model's progress, why there is nothing to show, the gate, or
    the sentences behind the gate. All of its text is painted; its one button has fixed words.
    """

    stop_wanted = Signal()
    again_wanted = Signal()
    source_chosen = Signal(object)  # The SourceSentences that a sentence rests on
    opened = Signal()  # Emitted when the gate was opened
    revealed = Signal(bool)  # Emitted when a model's text came onto the screen, or went from it

    def __init__(self) -> None:
        super().__init__()
        self._summary: GeneratedSummary | None = None
        self._labels: Sequence[str] = ()
        self._was_revealed = False
        self.act = GateAction.NOTHING
        self.setObjectName("panel")
        self.text = PaintedText(tr("Summary by a model"), pad=INSET)
        self.button = push_button("")
        margins = round(INSET), 0, round(INSET), round(INSET)
        self._below = holder(column((self.button, LEFT), margins=margins))
        column(self.text, self._below, on=self, margins=BORDER, spacing=0)
        self.text.chosen.connect(self.source_chosen)
        self.text.on_screen.connect(self._report_revealed)
        self.button.clicked.connect(self._acted)
        self.clear()

    # --- display ---

    @property
    def is_revealed(self) -> bool:
        """True while sentences of a model are on the screen."""
        return self.act is GateAction.HIDE and self.text.isVisible()

    def clear(self) -> None:
        self._show((), GateAction.NOTHING)

    def show_writing(self, text: str) -> None:
        """Show what the model is doing, or waits for, until its first progress; it can be stopped."""
        self._show(pieces.under_way(text), GateAction.STOP)

    def show_progress(self, stage: Message, done: int, total: int) -> None:
        if self.act is GateAction.STOP:
            self.show_writing(pieces.progress(stage, done, total))

    def show_stopped(self) -> None:
        self._show(pieces.under_way(pieces.NOTHING_KEPT), GateAction.AGAIN)

    def show_failure(self, error: BriefBankError) -> None:
        """Show an error, with a button to try again unless the document has nothing to summarise."""
        act = GateAction.NOTHING if isinstance(error, SummaryError) else GateAction.AGAIN
        self._show(pieces.under_way(str(error)), act)

    def show_summary(self, summary: GeneratedSummary, labels: Sequence[str]) -> None:
        """Show a summary behind the gate. ``labels`` are the printed page labels."""
        self._summary, self._labels = summary, labels
        if summary.withheld_whole or not summary.shown:
            text = translate_core(summary.withheld_whole) or pieces.NOT_BORNE_OUT
            self._show(pieces.under_way(text), GateAction.AGAIN)
        else:
            self._close_gate()

    def _close_gate(self) -> None:
        self._show(pieces.gate(), GateAction.SHOW)

    def _open_gate(self) -> None:
        assert self._summary is not None
        shown = pieces.generated(self._summary, self._labels)
        silent = f"{pieces.DISCLAIMER} {pieces.NOT_READ_ALOUD}"
        self._show(shown, GateAction.HIDE, None if settings.load().summaries_spoken else silent)
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        self.opened.emit()

    def _show(self, shown: Sequence[Piece], act: GateAction, aloud: str | None = None) -> None:
        self.act = act
        self.text.show_pieces(shown, spoken=aloud)
        self.button.setText(act)
        self.button.setAccessibleName(tr("{act}: the summary by a model").format(act=act) if act else "")
        self._below.setVisible(act is not GateAction.NOTHING)
        self.setVisible(bool(shown))
        self._report_revealed()

    def _report_revealed(self) -> None:
        if self._was_revealed != self.is_revealed:
            self._was_revealed = self.is_revealed
            self.revealed.emit(self._was_revealed)

    def _acted(self) -> None:
        act = {
            GateAction.SHOW: self._open_gate,
            GateAction.HIDE: self._close_gate,
            GateAction.STOP: self.stop_wanted.emit,
            GateAction.AGAIN: self.again_wanted.emit,
        }[self.act]
        act()


class SummaryPanel(QFrame):
    """The summaries below the reader's tools, and the jobs that fetch and write them."""

    def __init__(
        self,
        page: Page,
        toggle: QToolButton,
        go_to_page: Callable[[int], object],
        mark: Callable[[Sequence[PageHighlight], int], object],
    ) -> None:
        """``page`` runs the jobs, ``toggle`` opens and closes the panel. ``mark`` shows the sentences that a
        generated one rests on, from the first of their pages on."""
        super().__init__()
        self._page, self._go_to_page, self._mark_sentences = page, go_to_page, mark
        self._document_id = 0
        self._labels: list[str] | None = None
        self._extract: list[Piece] = []
        self._outdated = False  # The list of good law changed since the model began to write
        self.shield = ScreenShield()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.toggle = toggle
        self.painted = PaintedText(tr("Summary in the document’s own words"))
        self.generated = GeneratedPart()
        self.body = _Body(self.painted, self.generated)
        self.body.hide()
        column(self.body, on=self, spacing=0)
        toggle.setAccessibleName(tr("Summary of this document, closed"))
        toggle.setToolTip(tr("Open or close the summary (Ctrl+I). A program put it together."))
        toggle.toggled.connect(self._toggled)
        generated = self.generated
        self.painted.chosen.connect(self._go_to_page)
        generated.revealed.connect(lambda on: self.shield.cover(self.window(), on))
        generated.stop_wanted.connect(self._stop_writing)
        generated.stop_wanted.connect(generated.show_stopped)
        generated.again_wanted.connect(lambda: self._look_for_generated(anew=True))
        generated.source_chosen.connect(self._find_source)
        generated.opened.connect(self._note_opened)

    # --- the document ---

    def begin(self, document_id: int) -> None:
        """Prepare for another document, or (0) none: the panel is closed and empty, the model is free."""
        for topic in (EXTRACT, ADDITION, WRITTEN, SOURCE):
            self._page.jobs.drop(topic, self._page)
        self._document_id, self._labels, self._extract = document_id, None, []
        self.toggle.setChecked(False)
        self.painted.clear()
        self.generated.clear()

    def name_pages(self, labels: Sequence[str]) -> None:
        """Note that the document's pages are there, with these printed labels."""
        self._labels = list(labels)
        if self.is_open:
            self._unfolded()

    def renew_for_law(self) -> None:
        """Renew what a model wrote, because the list of good law changed; what it writes now is finished
        first."""
        self._outdated = self._page.jobs.busy(WRITTEN, self._page)
        if not self._outdated:
            self.renew()

    def renew(self) -> None:
        """Remove and renew what a model wrote, because the model, the choice for screen readers or the list
        of good law changed."""
        self._stop_writing()
        self._page.jobs.drop(ADDITION, self._page)
        self.generated.clear()
        self._show_extract()
        if self._is_in_view():
            self._unfolded()

    # --- open and closed ---

    @property
    def is_open(self) -> bool:
        return self.toggle.isChecked()

    def _is_in_view(self) -> bool:
        """Tell whether the panel is seen. An open panel may be on a page of the window that was left."""
        return self.isVisible() and self.is_open

    def set_room(self, height: int) -> None:
        """Set how high the open body may become."""
        self.body.room = max(LEAST_ROOM, height)
        self.body.fit()

    def _toggled(self, on: bool) -> None:
        self.body.setVisible(on)
        self.toggle.setAccessibleName(
            tr("Summary of this document, open") if on else tr("Summary of this document, closed")
        )
        if on:
            self._unfolded()
        elif self._page.jobs.busy(WRITTEN, self._page):
            self._stop_writing()
            self.generated.clear()
        self.body.fit()

    def _unfolded(self) -> None:
        """Fetch what is missing: the panel is open before a person, just now or again."""
        if not self._extract:
            self.painted.show_pieces(pieces.note(pieces.LOOKING))
            self._fetch()
        elif self.generated.isHidden():
            self._look_for_generated()

    # --- the extract ---

    def _fetch(self) -> None:
        if self._labels is None:
            return  # the extract is fetched once its pages can be named
        library, document_id = self._page.library, self._document_id
        self._page.run(
            lambda _reporter: library.summaries.extractive(document_id),
            then=self._take_extract,
            failed=lambda error: self.painted.show_pieces(pieces.note(str(error))),
            topic=EXTRACT,
        )

    def _take_extract(self, summary: Summary) -> None:
        self._extract = pieces.extract(summary, self._labels or [])
        self._show_extract()
        if self.is_open:
            self._look_for_generated()

    def _show_extract(self, note: str = "") -> None:
        """Show the document's own sentences, and why there is no other summary."""
        if self._extract:
            self.painted.show_pieces([*self._extract, *(pieces.note(note) if note else ())])

    # --- what a model adds ---

    def _look_for_generated(self, *, anew: bool = False) -> None:
        """Look for a kept summary. With ``anew`` the model writes once more, whatever was kept."""
        job = self._page.run(
            partial(_addition, self._page.library, self._document_id, anew),
            then=self._show_addition,
            failed=self.generated.show_failure,
            topic=ADDITION,
        )
        job.stopped.connect(self.generated.show_stopped)  # perhaps the model was unloaded

    def _show_addition(self, addition: tuple[GeneratedSummary | None, str]) -> None:
        kept, why_none = addition
        if kept is not None:
            self._show_generated(kept)
        elif why_none:
            self._show_extract(why_none)
        elif self._is_in_view():
            self._write()

    def _write(self) -> None:
        self._outdated = False
        self.generated.show_writing(WAITING if self._page.jobs.engaged(Lane.MODEL) else pieces.READING)
        job = self._page.run(
            partial(_write, self._page.library, self._document_id),
            then=self._show_written,
            failed=self.generated.show_failure,
            progress=self.generated.show_progress,
            lane=Lane.MODEL,
            topic=WRITTEN,
        )
        job.stopped.connect(self.generated.show_stopped)

    def _show_generated(self, summary: GeneratedSummary) -> None:
        self.generated.show_summary(summary, self._labels or [])

    def _show_written(self, summary: GeneratedSummary) -> None:
        self._show_generated(summary)
        if self._outdated:
            self.renew()

    def _note_opened(self) -> None:
        library, document_id = self._page.library, self._document_id
        self._page.run(
            lambda _reporter: library.summaries.opened(document_id), failed=_pass_over, lane=Lane.NOTES
        )

    def _stop_writing(self) -> None:
        self._page.jobs.drop(WRITTEN, self._page)

    # --- sources ---

    def _find_source(self, sources: tuple[SourceSentence, ...]) -> None:
        library, document_id = self._page.library, self._document_id
        page = min(source.page for source in sources)
        self._page.run(
            lambda _reporter: library.summaries.highlights(document_id, sources),
            then=partial(self._mark, page),
            failed=lambda _error: self._mark(page, []),
            topic=SOURCE,
        )

    def _mark(self, page: int, highlights: Sequence[PageHighlight]) -> None:
        """Show the highlights. None are found where the document was cut again since the summary was
        written."""
        if highlights:
            self._mark_sentences(highlights, page)
        else:
            self._go_to_page(page)
            self._page.status.emit(pieces.NOT_MARKED)

    # --- events ---

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.is_open and not event.spontaneous():
            self._unfolded()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Swallow keys that copy, if no part of the panel has taken them."""
        if any(event.matches(key) for key in REFUSED):
            event.accept()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()


class _Body(QScrollArea):
    """A scroll area of both summaries, as high as it needs within its room."""

    def __init__(self, painted: PaintedText, generated: GeneratedPart) -> None:
        super().__init__()
        self.room = 240
        self.setObjectName("summaryBody")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._inside = QWidget()
        self._inside.setBackgroundRole(QPalette.ColorRole.Base)
        self._inside.setAutoFillBackground(True)
        frame = column(generated, margins=(round(PAD), 0, round(PAD), round(PAD)))
        self._column = column(painted, frame, STRETCH, on=self._inside, spacing=0)
        self.setWidget(self._inside)
        self._generated = generated
        once, bar = Qt.ConnectionType.SingleShotConnection, self.verticalScrollBar()
        generated.opened.connect(lambda: bar.rangeChanged.connect(self._show_gate, once))
        for part in (painted, generated.text):
            part.sentence_focused.connect(lambda y, part=part: self._follow(part, y))

    def _show_gate(self) -> None:
        """Go to the beginning of what was behind the gate, disclaimer first, as soon as it is laid out."""
        self.verticalScrollBar().setValue(self._generated.y())

    def _follow(self, part: PaintedText, y: int) -> None:
        self.ensureVisible(0, part.mapTo(self._inside, part.rect().topLeft()).y() + y, 0, 60)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit again when a part inside needs another height. A scroll area already listens for that."""
        stop = super().eventFilter(watched, event)
        if event.type() == QEvent.Type.LayoutRequest and watched is self._inside:
            self.fit()
        return stop

    def fit(self) -> None:
        width = self.viewport().width()
        self.setFixedHeight(min(self.room, self._column.heightForWidth(width) + 2 * self.frameWidth() + 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()


def _addition(
    library: LibraryApi, document_id: int, anew: bool, _reporter: JobReporter
) -> tuple[GeneratedSummary | None, str]:
    """Return a summary that was kept, or else why none can be written; empty where one can."""
    if settings.load().local_model is None:
        return None, pieces.NO_MODEL
    kept = None if anew else library.summaries.kept(document_id)
    return kept, "" if kept else translate_core(library.summaries.unavailable())


def _write(library: LibraryApi, document_id: int, reporter: JobReporter) -> GeneratedSummary:
    """Write a summary. The beginning is reported first: the job may have waited for something else that the
    model did."""
    reporter.progress(as_message(tr("Reading")), 0, 0)
    return library.summaries.write(document_id, reporter)


def _pass_over(_error: BriefBankError) -> None:
    """Say nothing where it could not be noted that the gate was opened."""
