"""The line above the results that offers a deeper search by the local model and reports its outcome."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QWidget

from briefbank.domain.searches import AidedAnswer
from briefbank.text.messages import Message, as_message
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import label, link_button
from ui.kit.restyle import restyle
from ui.shared import wording

OFFER = tr("The language model can look for more.")
BEGINNING = as_message(tr("The language model is being started."))


class DeeperBar(QFrame):
    """The offer of a deeper search; hidden unless the model can help and something was searched for."""

    wanted = Signal()
    stopped = Signal()
    steps_wanted = Signal()
    plain_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
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
        for button, signal in (
            (self.look, self.wanted),
            (self.stop, self.stopped),
            (self.steps, self.steps_wanted),
            (self.plain, self.plain_wanted),
        ):
            button.clicked.connect(signal)
            row.addWidget(button)
        row.addStretch(1)
        self.hide()

    def offer(self, possible: bool) -> None:
        """Offer a deeper search after an answer of the plain search, or hide."""
        if possible:
            self._show(OFFER, "", self.look)
        else:
            self.hide()

    def working(self, text: Message = BEGINNING) -> None:
        self._show(translate_core(text), "", self.stop)

    def done(self, aided: AidedAnswer) -> None:
        """Say that the results below were found with the model's help, and how."""
        failed = sum(bool(step.failed) for step in aided.steps)
        result = (
            tr("found {count} more").format(count=wording.count(aided.more, tr("passage"), tr("passages")))
            if aided.more
            else tr("found nothing more")
        )
        text = tr("The language model took {count} and {found}.").format(
            count=wording.count(len(aided.steps), tr("step"), tr("steps")), found=result
        )
        if aided.gone:
            one = tr("{number} passage shown before is further down.")
            many = tr("{number} passages shown before are further down.")
            text += " " + wording.counted(aided.gone, one, many)
        if failed:
            text += " " + wording.counted(
                failed, tr("{number} step did not help."), tr("{number} steps did not help.")
            )
        self._show(text, "", self.steps, self.plain)

    def failed(self, text: str) -> None:
        """Show the failure; the results stay as they were."""
        self._show(text, "bad", self.look)

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
