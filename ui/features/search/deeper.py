"""The local model's deeper search: its offer above the results, its run, and the steps that it took.

It runs only when a person asks for it, in its own lane, and can be stopped at any time. The model's words are
painted as its summaries are: they are no text to the system, so that they cannot be selected or copied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QWidget

from briefbank import settings
from briefbank.domain.searches import AidedAnswer
from briefbank.errors import BriefBankError, Cancelled
from briefbank.text.messages import Message, as_message
from ui.features.search.navigation_history import Question
from ui.i18n.translate import tr, translate_core
from ui.jobs import Jobs, Lane
from ui.kit.controls import label, link_button
from ui.kit.page_parts import scroll_area
from ui.kit.painted_layout import Piece, PieceStyle
from ui.kit.painted_text import PaintedText
from ui.kit.reading_dialog import ReadingDialog
from ui.kit.restyle import restyle
from ui.kit.screen_shield import ScreenShield
from ui.shared import model_texts, summary_texts, wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.features.search.controller import SearchController

TOPIC = "look deeper"
STOPPED = tr("Stopped. The results are those of the search itself.")
OFFER = tr("The language model can look for more.")
BEGINNING = as_message(tr("The language model is being started."))
TITLE = tr("What the language model did")
MEANING = tr(
    "These are words that the model searched with and steps that it took. None of it is an answer, and none "
    "of it was checked. What was found are passages of your own library; those near enough to your question "
    "are shown."
)


class DeeperBar(QFrame):
    """The offer of a deeper search and its run; hidden unless the model can help and something was searched
    for."""

    status = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._possible = False
        self._question: Question | None = None
        self._aided: AidedAnswer | None = None
        self.said = label("", wrap=True)
        self.look = link_button(tr("Look deeper"), flush=True)
        self.stop = link_button(tr("Stop"), flush=True)
        self.steps = link_button(tr("What it did"), flush=True)
        self.plain = link_button(tr("Results without it"), flush=True)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._parts.setContentsMargins(18, 4, 12, 4)
        self._parts.setSpacing(3)
        row = QHBoxLayout()
        row.setSpacing(16)
        self._parts.addWidget(self.said, 1)
        self._parts.addLayout(row)
        for button in (self.look, self.stop, self.steps, self.plain):
            row.addWidget(button)
        row.addStretch(1)
        self.hide()

    def join(self, library: LibraryApi, jobs: Jobs, search: SearchController) -> None:
        """Connect the bar with the search and with the library's query expansion."""
        self._library, self._jobs, self._results = library, jobs, search.view.results
        self.look.clicked.connect(self._start)
        self.stop.clicked.connect(self._stop)
        self.steps.clicked.connect(self.show_steps)
        self.plain.clicked.connect(search.search_again)
        search.answered.connect(self._answered)

    def refresh(self) -> None:
        """Ask again whether the model can help: a model was chosen or removed, or a setting changed."""
        library = self._library
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.query_expansion.unavailable(), topic="aids"
        )
        job.done.connect(self._availability_known)

    def _availability_known(self, unavailable: str) -> None:
        self._possible = not unavailable
        if self._aided is None and not self._jobs.busy(TOPIC):
            self._offer()

    def _answered(self, question: Question | None) -> None:
        """Drop the work that belongs to the answer that was on the screen before."""
        self._jobs.drop(TOPIC)
        self._question, self._aided = question, None
        self._offer()

    def _offer(self) -> None:
        self.offer(self._possible and self._question is not None and bool(self._question.request.text))

    def _start(self) -> None:
        if self._question is None or self._jobs.busy(TOPIC):
            return
        self._working()
        library, request = self._library, self._question.request
        job = self._jobs.start(
            Lane.MODEL, lambda reporter: library.query_expansion.search(request, reporter), topic=TOPIC
        )
        job.progressed.connect(lambda stage, _done, _total: self._working(stage))
        job.done.connect(self._show_answer)
        job.failed.connect(self._failed)

    def _show_answer(self, aided: AidedAnswer) -> None:
        if self._question is not None:
            self._aided = aided
            self._results.show_answer(aided.answer, self._question.request.order)
            self.done(aided)

    def _stop(self) -> None:
        self._jobs.drop(TOPIC)
        self._offer()
        self.status.emit(STOPPED)

    def _failed(self, error: BriefBankError) -> None:
        """Report a failure. Another part of the window may also have released the model, which counts as
        stopped."""
        if isinstance(error, Cancelled):
            self._stop()
        else:
            self._show(str(error), "bad", self.look)

    def show_steps(self) -> None:
        if self._aided is not None:
            aloud = settings.load().summaries_spoken
            DeeperStepsDialog(self._aided, aloud=aloud, parent=self.window()).open()

    def offer(self, possible: bool) -> None:
        """Offer a deeper search after an answer of the plain search, or hide."""
        if possible:
            self._show(OFFER, "", self.look)
        else:
            self.hide()

    def _working(self, stage: Message = BEGINNING) -> None:
        self._show(translate_core(stage), "", self.stop)

    def done(self, aided: AidedAnswer) -> None:
        """Say that the results below were found with the model's help, and how."""
        more = wording.count(aided.more, tr("passage"), tr("passages"))
        result = tr("found {count} more").format(count=more) if aided.more else tr("found nothing more")
        steps = wording.count(len(aided.steps), tr("step"), tr("steps"))
        text = tr("The language model took {count} and {found}.").format(count=steps, found=result)
        if failed := sum(bool(step.failed) for step in aided.steps):
            one, many = tr("{number} step did not help."), tr("{number} steps did not help.")
            text += " " + wording.counted(failed, one, many)
        self._show(text, "", self.steps, self.plain)

    def _show(self, text: str, role: str, *buttons: QWidget) -> None:
        self.said.setText(text)
        restyle(self.said, role=role)
        self.setAccessibleName(text)
        for button in (self.look, self.stop, self.steps, self.plain):
            button.setVisible(button in buttons)
        stacked = len(buttons) > 1  # the text would have little room beside two links
        direction = QBoxLayout.Direction
        self._parts.setDirection(direction.TopToBottom if stacked else direction.LeftToRight)
        self.show()


class DeeperStepsDialog(ReadingDialog):
    """A dialog for reading only; it changes nothing."""

    def __init__(self, aided: AidedAnswer, *, aloud: bool, parent: QWidget | None = None) -> None:
        """``aloud``: a screen reader may read the model's words."""
        super().__init__(TITLE, QSize(520, 320), QSize(680, 560), parent)
        self.column.addWidget(label(MEANING, wrap=True))
        self.painted = PaintedText(TITLE, pad=14.0)
        shown = pieces(aided)
        own_words = [piece.spoken for piece in shown if piece.look is not PieceStyle.WITHHELD]
        spoken = None if aloud else " ".join([*own_words, summary_texts.NOT_READ_ALOUD])
        self.painted.show_pieces(shown, spoken=spoken)
        area = scroll_area(self.painted)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.column.addWidget(area, 1)
        self.end(label(tr("Model: {model}").format(model=aided.model), role="muted"))
        shield = ScreenShield()
        self.painted.on_screen.connect(lambda: shield.cover(self, self.painted.isVisible()))


def pieces(aided: AidedAnswer) -> list[Piece]:
    """Return each step with its name, what was done, what the model wrote, and its cost."""
    shown: list[Piece] = []
    for number, step in enumerate(aided.steps, start=1):
        name, _meaning = model_texts.AIDS[step.aid]
        cost = [wording.count(len(step.wrote), tr("search"), tr("searches"))] if step.wrote else []
        one, many = tr("{number} passage not found before"), tr("{number} passages not found before")
        cost += [wording.counted(step.new, one, many)] if step.new else []
        cost.append(model_texts.duration(step.seconds))
        shown += [
            Piece(f"{number}. {name}", PieceStyle.HEADING),
            *(Piece(translate_core(text), PieceStyle.SENTENCE) for text in (step.said, step.failed) if text),
            *(Piece(f"“{text}”", PieceStyle.WITHHELD) for text in step.wrote),
            Piece(", ".join(cost), PieceStyle.SMALL),
        ]
    return shown
