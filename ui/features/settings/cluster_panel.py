"""The panel of the settings page on the computers that work on an office's files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QListWidget, QWidget

from briefbank.domain.office import Action, ClusterStatus, ComputerReport, ComputerState
from briefbank.errors import BriefBankError
from ui.features.settings.settings_panel import PanelContext, PanelController
from ui.i18n.translate import tr, translate_core
from ui.jobs import Lane
from ui.kit.controls import label
from ui.kit.page_parts import Panel
from ui.kit.restyle import restyle
from ui.shared.wording import count

MEANING = tr(
    "These computers recognise the text of the office’s scans while nobody needs them. Whoever looks after "
    "the server invites more of them."
)
ALONE = tr("The office’s server works on files by itself.")
NONE_HERE = tr("No computer works for the office now. The server works on files by itself meanwhile.")
NOTHING_WAITS = tr("No file waits.")
LOOK_MS = 5_000  # The time between two looks while the panel can be seen
_ROWS = 8

STATES: Mapping[ComputerState, str] = {
    ComputerState.WORKS: tr("ready"),
    ComputerState.RESTS: tr("rests: somebody uses it"),
    ComputerState.OTHER_RELEASE: tr("does nothing: it has another release of BriefBank than the server"),
    ComputerState.OTHER_ENGINE: tr("recognises nothing: it has no Tesseract, or another one than the server"),
    ComputerState.NO_MESSAGES: tr("does nothing: the broker’s messages do not reach it"),
    ComputerState.NO_ROOM: tr("does nothing: its disk or memory is full"),
    ComputerState.FAULT: tr("does nothing: BriefBank made a mistake there, of which its log has the details"),
}


class ClusterPanel(Panel):
    """A panel that shows what it is told. It is hidden from all who do not look after the server."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Computers that work on files"), parent)
        self.computers = QListWidget()
        self.computers.setAccessibleName(tr("Computers"))
        self.computers.setObjectName("plain_list")
        self.computers.setWordWrap(True)
        self.progress = label("", wrap=True)
        self.message = label("", wrap=True)
        self.timer = QTimer(self)
        self.timer.setInterval(LOOK_MS)
        self.inside.addWidget(label(MEANING, role="muted", wrap=True))
        for widget in (self.computers, self.message, self.progress):
            self.inside.addWidget(widget)
        self.show_status(ClusterStatus(None, 0))
        self.hide()

    def show_status(self, status: ClusterStatus) -> None:
        computers = status.report.computers if status.report else ()
        row = self.computers.currentRow()
        self.computers.clear()
        self.computers.addItems([_described(computer) for computer in computers])
        self.computers.setCurrentRow(row)
        self.computers.setVisible(bool(computers))
        rows = min(max(len(computers), 1), _ROWS)
        self.computers.setFixedHeight(rows * (2 * self.fontMetrics().lineSpacing() + 14) + 6)
        waiting = tr("{files} waiting").format(files=count(status.files_waiting, tr("file"), tr("files")))
        self.progress.setText(waiting if status.files_waiting else NOTHING_WAITS)
        if status.report is None:
            self.say(ALONE)
        elif status.report.trouble:
            self.say(translate_core(status.report.trouble), bad=True)
        else:
            self.say("" if computers else NONE_HERE)

    def say(self, text: str, *, bad: bool = False) -> None:
        restyle(self.message, role="bad" if bad else "")
        self.message.setText(text)
        self.message.setVisible(bool(text))

    def showEvent(self, event: QShowEvent) -> None:
        self.timer.start()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.timer.stop()
        super().hideEvent(event)


class ClusterController(PanelController):
    """The controller of the panel, which asks the server as long as the panel can be seen."""

    def __init__(self, panel: ClusterPanel, context: PanelContext) -> None:
        super().__init__(panel, context)
        self.panel, self._office, self._asking = panel, context.library.office, False
        panel.timer.timeout.connect(self.refresh)

    def refresh(self) -> None:
        """Ask anew, for a person who looks after the server."""
        office = self._office
        person = office.person if office is not None else None
        self.panel.setVisible(person is not None and person.may(Action.ADMINISTER))
        if office is None or self.panel.isHidden() or self._asking:
            return
        self._asking = True
        job = self._jobs.start(Lane.NOTES, lambda _reporter: office.cluster.status())
        job.done.connect(self._show)
        job.failed.connect(self._fail)

    def _show(self, status: Any) -> None:
        self._asking = False
        self.panel.show_status(status)

    def _fail(self, error: BriefBankError) -> None:
        self._asking = False
        self.panel.say(translate_core(error.message), bad=True)


def _described(computer: ComputerReport) -> str:
    """Return what the list says of a computer, in two lines."""
    state = STATES[computer.state]
    if computer.doing:
        state = tr("recognises text")
    if computer.doing > 1:
        state += f" ({computer.doing})"
    return f"{computer.name}\n{state}"
