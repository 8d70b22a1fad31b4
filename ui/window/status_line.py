"""The line at the foot of the window: passing remarks, the state of adding files, the library's size."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QMainWindow, QProgressBar

from ui.features.intake.controller import State
from ui.i18n.translate import tr
from ui.kit.announce import announce
from ui.kit.controls import ElidedLabel, label, link_button

REMARK_MS = 8000  # The time for which a passing remark stays
BAR_WIDTH = 90


class StatusLine(QObject):
    """The contents of a window's status bar."""

    def __init__(self, window: QMainWindow, let_through: str) -> None:
        super().__init__(window)
        self.text = ElidedLabel()
        self.embedding, self.embedding_bar = label(""), QProgressBar()
        self.embedding_bar.setTextVisible(False)
        self.embedding_bar.setFixedWidth(BAR_WIDTH)
        self.embedding_bar.setRange(0, BAR_WIDTH)
        self.embedding_bar.setAccessibleName(tr("Preparing meaning"))
        self.office = label("")
        self.office.setContentsMargins(18, 0, 0, 0)
        self.size = label("")
        self.size.setContentsMargins(18, 0, 0, 0)
        self.server = label(tr("Text recognition server let through: {server}").format(server=let_through))
        self.server.setContentsMargins(18, 0, 0, 0)
        self.pause = link_button(tr("Pause adding"))
        self._state = State.IDLE
        self._line = self._ended_with = ""
        self._remark_timer = QTimer(self)
        self._remark_timer.setSingleShot(True)
        self._remark_timer.setInterval(REMARK_MS)
        self._remark_timer.timeout.connect(lambda: self.text.set_whole(self._line))
        bar = window.statusBar()
        bar.setContentsMargins(14, 0, 14, 0)
        bar.addWidget(self.text, 1)
        for widget in (self.pause, self.server, self.office, self.embedding, self.embedding_bar, self.size):
            bar.addPermanentWidget(widget)
        self.pause.hide()
        self.embedding.hide()
        self.embedding_bar.hide()
        self.office.hide()
        self.server.setVisible(bool(let_through))

    def tell(self, text: str) -> None:
        """Show a passing remark; the state of the intake comes back after it."""
        self.text.set_whole(text or self._line)
        if text:
            self._remark_timer.start()
        else:
            self._remark_timer.stop()

    def show_office(self, text: str) -> None:
        """Show the office whose library this is, and who is signed in."""
        self.office.setText(text)
        self.office.show()

    def show_intake_progress(self, line: str) -> None:
        """Show the state of adding files, after any remark that is shown. The final state is a remark
        itself."""
        if self._state is State.IDLE:
            if line != self._ended_with:
                self.tell(line)
                announce(self.text, line)
            self._ended_with = line
            return
        self._line = line
        if not self._remark_timer.isActive():
            self.text.set_whole(line)

    def show_embedding_progress(self, text: str, share: float) -> None:
        """Show the state of embedding and the share that is done, in place of the library's size: there is
        not room for both."""
        self.embedding.setText(text)
        self.embedding_bar.setValue(round(share * BAR_WIDTH))
        for shown in (self.embedding, self.embedding_bar):
            shown.setVisible(bool(text))
        self.size.setVisible(not text)

    def show_state(self, state: State) -> None:
        self.pause.setVisible(state is not State.IDLE)
        self.pause.setEnabled(state is not State.PAUSING)
        resting = state in (State.PAUSED, State.HELD)
        self.pause.setText(tr("Resume adding") if resting else tr("Pause adding"))
        self.pause.setAccessibleName(self.pause.text())
        if self._state is State.IDLE:
            self._remark_timer.stop()
        self._state = state
        self._line = self._ended_with = ""
