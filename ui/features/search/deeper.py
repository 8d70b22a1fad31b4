"""The local model's deeper search, which runs only when a person asks for it and can be stopped at any time.

The model's words are painted as its summaries are: no text to the system, not to be selected or copied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QWidget

from briefbank import settings
from briefbank.domain.searches import AidedAnswer
from ui.features.reader.summary_pieces import NOT_READ_ALOUD
from ui.features.settings.local_model import AIDS, duration
from ui.i18n.translate import tr, translate_core
from ui.jobs import Lane
from ui.kit.controls import label, link_button, scroll_area
from ui.kit.dialogs import ReadingDialog
from ui.kit.layout import STRETCH, column, row
from ui.kit.painted_text import PaintedText, Piece, PieceStyle, ScreenShield
from ui.shared import wording
from ui.style.theme import restyle

if TYPE_CHECKING:
    from ui.features.search.page import SearchPage

TOPIC = "look deeper"
STOPPED = tr("Stopped. The results are those of the search itself.")
TITLE = tr("What the language model did")
MEANING = tr(
    "These are words that the model searched with and steps that it took. None of it is an answer, and none "
    "of it was checked. What was found are passages of your own library; those near enough to your question "
    "are shown."
)


class DeeperBar(QFrame):
    """The offer of a deeper search and its run; hidden unless the model can help with the search shown."""

    def __init__(self, page: SearchPage) -> None:
        super().__init__()
        self.setObjectName("notice")
        self._page, self._possible = page, False
        self._aided: AidedAnswer | None = None
        self.message = label("", wrap=True)
        words = tr("Look deeper"), tr("Stop"), tr("What it did"), tr("Results without it")
        self._buttons = [link_button(text, flush=True) for text in words]
        self.look, self.stop, self.steps, self.plain = self._buttons
        buttons = row(*self._buttons, STRETCH, spacing=16)
        column(self.message, buttons, on=self, margins=(18, 4, 12, 4), spacing=3)
        actions = self._start, self._stop, self.show_steps, page.search_again
        for button, action in zip(self._buttons, actions, strict=True):
            button.clicked.connect(action)
        page.answered.connect(self._offer)
        self.hide()

    def refresh(self) -> None:
        """Ask again whether the model can help: a model was chosen or removed, or a setting changed."""
        expansion = self._page.library.query_expansion
        self._page.run(lambda _reporter: expansion.unavailable(), then=self._set_help, topic="help")

    def _set_help(self, unavailable: str) -> None:
        self._possible = not unavailable
        if self._aided is None and not self._page.jobs.busy(TOPIC, self._page):
            self._offer()

    def _offer(self, _question: object = None) -> None:
        """Offer a search where there is one; drop what belongs to the answer that was on the screen."""
        self._page.jobs.drop(TOPIC, self._page)
        question, self._aided = self._page.answering, None
        if self._possible and question is not None and question.request.text:
            self._show(tr("The language model can look for more."), self.look)
        else:
            self.hide()

    def _start(self) -> None:
        question, expansion = self._page.answering, self._page.library.query_expansion
        assert question is not None
        self._show(tr("The language model is being started."), self.stop)
        self._page.run(
            lambda reporter: expansion.search(question.request, reporter),
            then=self._show_answer,
            failed=lambda error: self._show(str(error), self.look, role="bad"),
            progress=lambda stage, _done, _total: self._show(translate_core(stage), self.stop),
            stopped=self._stop,
            lane=Lane.MODEL,
            topic=TOPIC,
        )

    def _stop(self) -> None:
        self._offer()
        self._page.status.emit(STOPPED)

    def _show_answer(self, aided: AidedAnswer) -> None:
        """Show the results found with the model's help, and say how many these are."""
        self._aided = aided
        self._page.show_aided(aided.answer)
        more = tr("found {count} more").format(count=wording.passages(aided.more))
        more = more if aided.more else tr("found nothing more")
        steps = wording.count(len(aided.steps), tr("step"), tr("steps"))
        text = tr("The language model took {count} and {more}.").format(count=steps, more=more)
        if failed := sum(bool(step.failed) for step in aided.steps):
            one, many = tr("{number} step did not help."), tr("{number} steps did not help.")
            text += " " + wording.counted(failed, one, many)
        self._show(text, self.steps, self.plain)

    def show_steps(self) -> None:
        if self._aided is not None:
            aloud = settings.load().summaries_spoken
            DeeperStepsDialog(self._aided, aloud=aloud, parent=self.window()).open()

    def _show(self, text: str, *buttons: QWidget, role: str = "") -> None:
        self.message.setText(text)
        restyle(self.message, role=role)
        self.setAccessibleName(text)
        for button in self._buttons:
            button.setVisible(button in buttons)
        self.show()


class DeeperStepsDialog(ReadingDialog):
    """Shows the steps of the model. With ``aloud`` a screen reader may read the model's words."""

    def __init__(self, aided: AidedAnswer, *, aloud: bool, parent: QWidget | None = None) -> None:
        super().__init__(TITLE, QSize(520, 320), QSize(680, 560), parent)
        self.column.addWidget(label(MEANING, wrap=True))
        self.painted = PaintedText(TITLE, pad=14.0)
        pieces = steps_of(aided)
        own_words = [piece.spoken for piece in pieces if piece.look is not PieceStyle.WITHHELD]
        spoken = None if aloud else " ".join([*own_words, NOT_READ_ALOUD])
        self.painted.show_pieces(pieces, spoken=spoken)
        area = scroll_area(self.painted)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.column.addWidget(area, 1)
        self.end(label(tr("Model: {model}").format(model=aided.model), role="muted"))
        shield = ScreenShield()
        self.painted.on_screen.connect(lambda: shield.cover(self, self.painted.isVisible()))


def steps_of(aided: AidedAnswer) -> list[Piece]:
    pieces: list[Piece] = []
    for number, step in enumerate(aided.steps, start=1):
        name, _meaning = AIDS[step.aid]
        searches = wording.count(len(step.wrote), tr("search"), tr("searches")) if step.wrote else ""
        one, many = tr("{number} passage not found before"), tr("{number} passages not found before")
        new = wording.counted(step.new, one, many) if step.new else ""
        cost = filter(None, (searches, new, duration(step.seconds)))
        pieces.append(Piece(f"{number}. {name}", PieceStyle.HEADING))
        pieces += [Piece(translate_core(m), PieceStyle.SENTENCE) for m in (step.said, step.failed) if m]
        pieces += [Piece(f"“{text}”", PieceStyle.WITHHELD) for text in step.wrote]
        pieces.append(Piece(", ".join(cost), PieceStyle.SMALL))
    return pieces
