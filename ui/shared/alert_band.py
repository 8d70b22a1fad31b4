"""A quiet amber band of warnings about a text: the first sentence, and a link to the others."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from briefbank.text.messages import Message
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import ElidedLabel, IconLabel, label, link_button

ICON = 16
MOST = 8  # The number of sentences that are shown; the others are counted


class AlertBand(QFrame):
    """A band that is hidden while there is no warning."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("alert")
        self._alerts: tuple[Message, ...] = ()
        self._opened = False
        self._icon = IconLabel(ICON, "warning", "warn")
        self._icon.setFixedWidth(ICON)
        self._first = ElidedLabel(lines=2)
        self._first.setProperty("role", "warn")
        self._all = label("", role="warn", wrap=True)
        self.more = link_button("")
        self.more.clicked.connect(self._toggle)
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        row, column = QHBoxLayout(self), QVBoxLayout()
        row.setContentsMargins(10, 6, 8, 6)
        row.setSpacing(8)
        column.setContentsMargins(0, 1, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._first)
        column.addWidget(self._all)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        row.addWidget(self.more, 0, Qt.AlignmentFlag.AlignTop)

    def show_alerts(self, alerts: Sequence[Message]) -> None:
        """Show the first of these; the same ones stay as open as they are."""
        if tuple(alerts) != self._alerts:
            self._alerts, self._opened = tuple(alerts), False
        self._show()

    def alerts(self) -> tuple[Message, ...]:
        return self._alerts

    def _show(self) -> None:
        many, said = len(self._alerts) > 1, [translate_core(alert) for alert in self._alerts]
        hidden = len(self._alerts) - MOST
        rest = (_more(hidden),) if hidden > 0 else ()
        self._first.set_whole(said[0] if said else "")
        self._all.setText("\n".join((*said[:MOST], *rest)))
        self._first.setVisible(not self._opened)
        self._all.setVisible(self._opened)
        others = len(self._alerts) - 1
        fewer = tr("Show fewer")
        self.more.setText(fewer if self._opened else _more(others))
        spoken = tr("Show {number} more warnings").format(number=translate.number(others))
        self.more.setAccessibleName(fewer if self._opened else spoken)
        self.more.setVisible(many)
        self.setAccessibleName(" ".join(said))
        self.setVisible(bool(self._alerts))

    def _toggle(self) -> None:
        self._opened = not self._opened
        self._show()


def _more(number: int) -> str:
    return tr("and {number} more").format(number=translate.number(number))
