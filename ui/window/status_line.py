"""The line at the foot of the window: remarks, the state of adding files, the library's size, alerts."""

from __future__ import annotations

from urllib.parse import urlsplit

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMainWindow, QProgressBar, QWidget

from ui.features.library.adding import State
from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, label, link_button
from ui.kit.keyboard import announce
from ui.kit.layout import row

REMARK_MS = 8000  # The time for which a passing remark stays
BAR_WIDTH = 90
GAP = 18
READ = 44  # The letters of a remark that have room before anything else


class StatusLine(QWidget):
    """The contents of a window's status bar. Where there is not room for all, the library's size goes first,
    then the office, then the words on embedding."""

    def __init__(self, window: QMainWindow, bell: QWidget, let_through: str) -> None:
        super().__init__()
        host = urlsplit(let_through).hostname or ""
        self.text, self.server = ElidedLabel(), label(tr("Server: {server}").format(server=host))
        self.office, self.extent, self.embedding = label(""), label(""), label("")
        self.embedding_bar = QProgressBar()
        self.embedding_bar.setTextVisible(False)
        self.embedding_bar.setFixedWidth(BAR_WIDTH)
        self.embedding_bar.setRange(0, BAR_WIDTH)
        self.embedding_bar.setAccessibleName(tr("Preparing search by meaning"))
        self.pause = link_button(tr("Pause adding"))
        words = tr("Text recognition server let through: {server}")
        self.server.setToolTip(words.format(server=let_through))
        self.server.setAccessibleName(self.server.toolTip())
        self._bell = bell
        self._parts = (self.pause, self.server, self.office, self.embedding, self.embedding_bar, self.extent)
        self._has_news: set[QWidget] = {self.extent, *((self.server,) if let_through else ())}
        row((self.text, 1), *self._parts, bell, on=self, margins=(14, 0), spacing=GAP)
        self._state = State.IDLE
        self._line = self._ended_with = ""
        self._remark_timer = QTimer(self, singleShot=True, interval=REMARK_MS)
        self._remark_timer.timeout.connect(lambda: self._say(self._line))
        window.statusBar().addWidget(self, 1)
        self._fit()

    # --- what is shown ---

    def tell(self, text: str) -> None:
        """Show a passing remark; the state of the intake comes back after it."""
        self._say(text or self._line)
        if text:
            self._remark_timer.start()
        else:
            self._remark_timer.stop()

    def _say(self, text: str) -> None:
        self.text.set_whole(text)
        self._fit()

    def show_extent(self, text: str) -> None:
        self.extent.setText(text)
        self._fit()

    def show_office(self, text: str) -> None:
        self.office.setText(text)
        self._has_news.add(self.office)
        self._fit()

    def show_intake_progress(self, line: str) -> None:
        """Show the state of adding files, after any remark that is shown. The final state is a remark
        itself."""
        if self._state is State.IDLE:
            if line and line != self._ended_with:  # no line is no news: it would wipe out a remark
                self.tell(line)
                announce(self.text, line)
            self._ended_with = line
            return
        self._line = line
        if not self._remark_timer.isActive():
            self._say(line)

    def show_embedding_progress(self, text: str, share: float) -> None:
        """Show the state of embedding and the share that is done, in place of the library's size."""
        self.embedding.setText(text)
        self.embedding_bar.setValue(round(share * BAR_WIDTH))
        embedding, extent = {self.embedding, self.embedding_bar}, {self.extent}
        shown, hidden = (embedding, extent) if text else (extent, embedding)
        self._has_news = self._has_news - hidden | shown
        self._fit()

    def show_state(self, state: State) -> None:
        """Show whether files are added, and the link that pauses or resumes that."""
        resting = state in (State.PAUSED, State.HELD)
        self.pause.setEnabled(state is not State.PAUSING)
        self.pause.setText(tr("Resume adding") if resting else tr("Pause adding"))
        self.pause.setAccessibleName(self.pause.text())
        self._has_news = self._has_news - {self.pause} | ({self.pause} if state is not State.IDLE else set())
        if self._state is State.IDLE:
            self._remark_timer.stop()
        self._state = state
        self._line = self._ended_with = ""
        self._fit()

    # --- room ---

    def _fit(self) -> None:
        """Show what has news, as far as there is room beside the first words of the remark."""
        metrics = self.text.fontMetrics()
        words = min(metrics.horizontalAdvance(self.text.whole()), READ * metrics.averageCharWidth())
        given_up: set[QWidget] = set()
        for part in (self.extent, self.office, self.embedding):
            shown = [item for item in self._parts if item in self._has_news - given_up]
            widths = sum(item.sizeHint().width() + GAP for item in (*shown, self._bell))
            if words + widths + 2 * GAP <= self.width():
                break
            given_up.add(part)
        for item in self._parts:
            item.setVisible(item in self._has_news - given_up)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
