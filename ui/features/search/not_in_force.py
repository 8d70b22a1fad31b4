"""The passages found that were not the law at the time asked for, below the results and folded away at
first."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from briefbank.domain.searches import Hit, OutsideHit, SearchAnswer
from briefbank.text.messages import NO_MESSAGE
from ui.features.search.model import NOTHING, HitModel
from ui.features.search.result_list import ResultList
from ui.i18n.translate import tr
from ui.kit.controls import label
from ui.shared import law_texts
from ui.style.icons import icon
from ui.style.theme import colours

LOWEST = 190  # The least height of the opened list, in pixels


class NotInForceBlock(QFrame):
    """A line that unfolds to cards, separate from the results; hidden while nothing is set apart."""

    opened = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("outside")
        self.model = HitModel(self)
        self.list = ResultList(self.model)
        self.list.setAccessibleName(tr("Set apart: not the law at that time"))
        self.list.setMinimumHeight(LOWEST)
        self.extent = label("", role="muted")
        self.extent.setContentsMargins(18, 6, 12, 6)
        self.toggle = QToolButton()
        self.toggle.setCheckable(True)
        self.toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggle.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.toggle.toggled.connect(self._open)
        self.list.left_upwards.connect(self.toggle.setFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.toggle)
        column.addWidget(self.extent)
        column.addWidget(self.list, 1)
        self._open(False)
        self.hide()

    def show_answer(self, answer: SearchAnswer) -> None:
        """Show what an answer sets apart, folded away unless it is the same as before."""
        hits = tuple(with_reason(outside) for outside in answer.outside)
        alone = SearchAnswer(NO_MESSAGE, 0.0, len(hits), hits)
        if not hits or not self.model.better(alone):
            self.toggle.setChecked(False)
            self.model.show(alone)
            self.list.scrollToTop()
        text, shown = law_texts.outside(answer), len(answer.outside)
        self.extent.setText(
            tr("The first {shown:,} of them").format(shown=shown) if shown < answer.outside_total else ""
        )
        self.toggle.setText(text)
        self.toggle.setAccessibleName(text)
        self.setVisible(bool(answer.outside))

    def clear(self) -> None:
        self.model.show(NOTHING)
        self.toggle.setChecked(False)
        self.hide()

    def _open(self, on: bool) -> None:
        self.list.setVisible(on)
        self.extent.setVisible(on and bool(self.extent.text()))
        self._tint()
        self.toggle.setAccessibleDescription(tr("Shown below") if on else tr("Folded away"))
        self.opened.emit(on)
        if on and self.toggle.hasFocus():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tint(self) -> None:
        c = colours()
        self.toggle.setIcon(icon("open" if self.toggle.isChecked() else "closed", c.text, c.text, 16))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "toggle"):
            self._tint()


def with_reason(outside: OutsideHit) -> Hit:
    """Return the hit with the reason why it is set apart as its first alert, wherever it is shown or
    copied."""
    others = tuple(alert for alert in outside.hit.alerts if alert != outside.text)
    return replace(outside.hit, alerts=(outside.text, *others) if outside.text else others)
