"""The left half of the search page: the number found, notices, the cards, and what to do without any."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from briefbank.errors import BriefBankError
from briefbank.models import Order, SearchAnswer
from ui import words
from ui.icons import pixmap
from ui.models.hits import HitModel
from ui.theme import colours
from ui.widgets.controls import Notice, label, link_button
from ui.widgets.result_list import ResultList

WORDS_ONLY = "Searching by words; meaning is being prepared."
WORDS_ALONE = "Searching by words only: meaning could not be prepared. Help, Self-test says why."
MEANING_READY = "Meaning is ready now."


class ResultsView(QFrame):
    """Shows an answer, a failure or how to begin."""

    more_wanted = Signal()
    again_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("results")
        self.setMinimumWidth(340)
        self.model = HitModel(self)
        self.list = ResultList(self.model)
        self.count = label("", bold=True)
        self.more = link_button("Show more")
        self.more.clicked.connect(self.more_wanted)
        self.notice = Notice()
        self.notice.acted.connect(self.again_wanted)
        self.message = MessagePane()
        self._without_meaning = WORDS_ONLY
        self._pages = QStackedWidget()
        self._pages.addWidget(self.message)
        self._pages.addWidget(self.list)
        self._lay_out()

    def _lay_out(self) -> None:
        self._head = QFrame()
        self._head.setObjectName("listHead")
        row = QHBoxLayout(self._head)
        row.setContentsMargins(18, 7, 12, 7)
        row.addWidget(self.count, 1)
        row.addWidget(self.more)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self.notice)
        column.addWidget(self._pages, 1)
        self.more.hide()
        self._head.hide()

    def begin(self, title: str, text: str) -> None:
        """Nothing was asked yet."""
        self.model.show(())
        self._head.hide()
        self.notice.say("")
        self.message.say("search", title, text)
        self._pages.setCurrentWidget(self.message)

    def searching(self) -> None:
        """A search has taken long enough to say so; what was found before stays."""
        self._head.show()
        self.count.setText("Searching …")
        self.more.hide()

    def show_answer(self, answer: SearchAnswer, order: Order, *, keep_place: bool = False) -> None:
        """With ``keep_place`` the chosen card, the cards shown whole and the scrolling stay as they are."""
        place = self.list.place() if keep_place else None
        self.model.show(answer.hits, keep_expanded=keep_place)
        self._head.show()
        self.count.setText(words.found(len(answer.hits), answer.total, order))
        self.more.setVisible(len(answer.hits) < answer.total)
        self.notice.say("" if answer.meaning_used else self._without_meaning)
        if answer.hits:
            self._pages.setCurrentWidget(self.list)
            self.list.go_to(place)
        else:
            self.message.say("search", "Nothing in the library matches this search.", answer.advice)
            self._pages.setCurrentWidget(self.message)
        self._announce(self.count.text() + ("" if answer.hits else ". " + answer.advice))

    def show_failure(self, error: BriefBankError) -> None:
        self.model.show(())
        self._head.hide()
        self.notice.say("")
        self.message.say("warning", error.title, error.remedy)
        self._pages.setCurrentWidget(self.message)
        self._announce(f"{error.title} {error.remedy}")

    def meaning_is_ready(self) -> None:
        """Offer the better search; what is on the screen does not move by itself."""
        self._without_meaning = WORDS_ONLY
        if self.notice.text() in (WORDS_ONLY, WORDS_ALONE) and not self.notice.isHidden():
            self.notice.say(MEANING_READY, "Search again")

    def meaning_failed(self) -> None:
        """Say from now on that only words are searched, and no longer that this will pass."""
        self._without_meaning = WORDS_ALONE
        if self.notice.text() == WORDS_ONLY:
            self.notice.say(WORDS_ALONE)

    def _announce(self, text: str) -> None:
        """Let a screen reader say what came."""
        self.count.setAccessibleName(text)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))


class MessagePane(QWidget):
    """An icon, a sentence and what to do, in the middle of an otherwise empty place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = ""
        self._icon = label("")
        self._title = label("", scale=1.2, bold=True, wrap=True)
        self._text = label("", role="muted", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(36, 30, 36, 60)
        column.setSpacing(10)
        column.addStretch(2)
        for widget in (self._icon, self._title, self._text):
            widget.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(widget)
        column.addStretch(3)

    def say(self, icon_name: str, title: str, text: str) -> None:
        self._icon_name = icon_name
        self._title.setText(title)
        self._text.setText(text)
        self._title.setAccessibleName(f"{title} {text}")
        self._tint()

    def words(self) -> str:
        return f"{self._title.text()} {self._text.text()}"

    def _tint(self) -> None:
        if self._icon_name:
            self._icon.setPixmap(pixmap(self._icon_name, colours().edge, 44, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()
