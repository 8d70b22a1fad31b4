"""The page of alerts, each with the button that leads to the place where it is settled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from briefbank.errors import BriefBankError
from ui.features.alerts.texts import GOAL_WORDS, Alert, summary
from ui.i18n.translate import tr
from ui.kit.controls import IconLabel, label, link_button, push_button
from ui.kit.page_parts import PANEL_WIDTH, clear_layout, page_body, page_head, scroll_area
from ui.shared.message_pane import MessagePane

ICON = 24
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
NOTHING = (
    "done",
    tr("Nothing needs a look."),
    tr(
        "Briefs that rely on what no longer holds, pages that were hard to read, files that were refused and "
        "a backup that is due would stand here."
    ),
)
LOOKING = ("waiting", tr("Looking …"), "")


class AlertRow(QFrame):
    """One alert: Enter on its button settles it, Delete dismisses it."""

    settle_wanted = Signal(object)
    dismissed = Signal(object)
    step_wanted = Signal(int)  # The step to another row: 1 to the row below, -1 to the one above

    def __init__(self, alert: Alert) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.alert = alert
        self._icon = IconLabel(ICON, alert.icon, alert.tint)
        self._icon.setFixedWidth(ICON)
        self.settle: QPushButton = push_button(GOAL_WORDS[alert.goal], tip=alert.title)
        self.settle.setAccessibleName(f"{GOAL_WORDS[alert.goal]}: {alert.title}")
        self.settle.setAccessibleDescription(alert.detail)
        self.later = link_button(tr("Not now"))
        self.later.setToolTip(tr("Leave it until there is more of it (Delete)"))
        self.later.setAccessibleName(tr("Not now: {what}").format(what=alert.title))
        if not alert.weight:  # not shown yet: without a parent it would be a window of its own
            self.later.hide()
        self._lay_out()
        self.settle.clicked.connect(lambda: self.settle_wanted.emit(self.alert))
        self.later.clicked.connect(lambda: self.dismissed.emit(self.alert))
        for button in (self.settle, self.later):
            button.installEventFilter(self)

    def _lay_out(self) -> None:
        row, text = QHBoxLayout(self), QVBoxLayout()
        row.setContentsMargins(18, 14, 14, 14)
        row.setSpacing(14)
        text.setSpacing(3)
        text.addWidget(label(self.alert.title, bold=True, wrap=True))
        text.addWidget(label(self.alert.detail, role="muted", wrap=True))
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(text, 1)
        row.addWidget(self.later)
        row.addWidget(self.settle)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the row's keys before the area around the rows would scroll by them."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if step := STEPS.get(Qt.Key(event.key()), 0):
                self.step_wanted.emit(step)
                return True
            if event.key() == Qt.Key.Key_Delete and self.alert.weight:
                self.dismissed.emit(self.alert)
                return True
        return super().eventFilter(watched, event)


class AlertsView(QWidget):
    """Rows, the gravest first; Up and Down move between their buttons."""

    settle_wanted = Signal(object)  # The Alert that is to be settled
    dismissed = Signal(object)  # The Alert that is dismissed

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.rows: list[AlertRow] = []
        self.extent = label("", role="muted")
        self.message = MessagePane()
        self.message.say(*LOOKING)
        self.show_dismissed = link_button("")
        self.show_dismissed.hide()
        self._lay_out()

    def _lay_out(self) -> None:
        head, inside = page_head()
        line = QHBoxLayout()
        line.addWidget(label(tr("What to look at"), scale=1.5, bold=True), 1)
        line.addWidget(self.show_dismissed)
        inside.addLayout(line)
        inside.addWidget(self.extent)
        body = QWidget()
        body.setObjectName("page")
        outer = QVBoxLayout(body)
        outer.setContentsMargins(20, 18, 20, 18)
        self._column = QVBoxLayout()
        self._column.setSpacing(10)
        outer.addLayout(self._column)
        outer.addStretch(1)
        body.setMaximumWidth(PANEL_WIDTH + 40)
        area = scroll_area(body)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._pages = page_body(self, head, self.message, area)

    def first(self) -> QWidget:
        """Return the widget that gets the keyboard first."""
        return self.rows[0].settle if self.rows else self

    # --- display ---

    def show_alerts(self, alerts: Sequence[Alert], dismissed: int) -> None:
        """Show alerts, and how many were dismissed. Rows that are the same as before stay."""
        self.extent.setText(f"{summary(len(alerts))}." if alerts else "")
        self.show_dismissed.setVisible(dismissed > 0)
        text = tr("Show what was left for later ({number})").format(number=dismissed)
        self.show_dismissed.setText(text)
        self.show_dismissed.setAccessibleName(text)
        if list(alerts) != [row.alert for row in self.rows]:
            self._replace(alerts)
        self.message.say(*NOTHING)
        self._pages.setCurrentIndex(1 if alerts else 0)

    def show_failure(self, error: BriefBankError) -> None:
        """Show an error in place of the alerts."""
        self._replace(())
        self.extent.setText("")
        self.message.say("warning", error.title, error.remedy)
        self._pages.setCurrentIndex(0)

    def _replace(self, alerts: Sequence[Alert]) -> None:
        """Replace the rows. The keyboard focus stays at its row, or at its place."""
        focused_row = next((n for n, row in enumerate(self.rows) if row.isAncestorOf(self._focused())), -1)
        key = self.rows[focused_row].alert.key if focused_row >= 0 else ""
        clear_layout(self._column)
        self.rows = [AlertRow(alert) for alert in alerts]
        for row in self.rows:
            row.settle_wanted.connect(self.settle_wanted)
            row.dismissed.connect(self.dismissed)
            row.step_wanted.connect(partial(self._step, row))
            self._column.addWidget(row)
        widest = max((row.settle.sizeHint().width() for row in self.rows), default=0)
        for row in self.rows:
            row.settle.setMinimumWidth(widest)
        if focused_row >= 0 and self.rows:
            again = next((row for row in self.rows if row.alert.key == key), None)
            (again or self.rows[min(focused_row, len(self.rows) - 1)]).settle.setFocus()

    def _focused(self) -> QWidget:
        return self.focusWidget() or self

    def _step(self, row: AlertRow, by: int) -> None:
        number = self.rows.index(row) + by
        if 0 <= number < len(self.rows):
            self.rows[number].settle.setFocus(Qt.FocusReason.TabFocusReason)
