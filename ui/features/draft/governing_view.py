"""The dialog that finds the governing provision: statement, condition, the provisions that may govern with
how near each comes to the first, and the words of the one that is selected.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from briefbank.domain.authority_reports import ProvisionAnswer, ProvisionCandidate
from briefbank.errors import BriefBankError
from ui.features.draft import texts
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import ElidedLabel, Notice, label, push_button
from ui.shared.caption_fields import WordsField
from ui.shared.message_pane import MessagePane
from ui.shared.row_list import RowList
from ui.shared.row_model import Row

SIZE = 780, 720
TEXT_HEIGHT = 120


@dataclass(frozen=True, slots=True)
class Governing:
    """An answer with all words of each candidate."""

    answer: ProvisionAnswer
    words: tuple[str, ...]


class GoverningDialog(QDialog):
    """A modeless dialog, so that a provision can be read beside it."""

    find_wanted = Signal(str, str)  # The statement and the condition
    opened = Signal(object)  # The ProvisionCandidate to read
    copy_wanted = Signal(object, str)  # The ProvisionCandidate to copy with its citation, and its words

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Find the governing provision"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.shown: Governing | None = None
        self.statement = WordsField(texts.STATEMENT_EXAMPLE)
        self.condition = WordsField(texts.CONDITION_EXAMPLE)
        self.ask = push_button(tr("Find"), main=True)
        self.message = MessagePane()
        self.path = ElidedLabel(lines=3)
        self.path.setFont(label("", scale=1.1, bold=True).font())
        self.doubt = Notice(inset=True)
        self.detail, self.why = ElidedLabel(lines=2), label("", role="muted", wrap=True)
        self.text = _Words()
        self.read, self.copy = push_button(tr("Open in the reader")), push_button(tr("Copy with citation"))
        self.list = RowList(tr("Provisions that may govern, the likeliest first"))
        self.closing = push_button(tr("Close"))
        self._lay_out()
        self._connect()
        self.message.say("authorities", tr("Nothing was asked yet."), texts.GOVERNING_ABOUT)
        self.resize(*SIZE)

    # --- parts ---

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 16)
        column.setSpacing(10)
        column.addWidget(label(tr("Find the governing provision"), scale=1.3, bold=True))
        column.addLayout(self._fields())
        self._states = QStackedWidget()
        self._states.addWidget(self.message)
        self._states.addWidget(self._answer())
        column.addWidget(self._states, 1)
        column.addWidget(self.closing, 0, Qt.AlignmentFlag.AlignRight)
        for button in (self.read, self.copy, self.closing):
            button.setAutoDefault(False)
        self.ask.setDefault(True)

    def _fields(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        lines = ((tr("Statement"), self.statement), (tr("Condition"), self.condition))
        for row, (name, field) in enumerate(lines):
            caption = label(name)
            caption.setBuddy(field)
            caption.setContentsMargins(0, 5, 0, 0)
            field.setAccessibleName(name)
            grid.addWidget(caption, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(field, row, 1)
        grid.addWidget(self.ask, 1, 2, Qt.AlignmentFlag.AlignBottom)
        return grid

    def _answer(self) -> QWidget:
        made, chosen, buttons = QWidget(), QFrame(), QHBoxLayout()
        chosen.setObjectName("panel")
        inside, outer = QVBoxLayout(chosen), QVBoxLayout(made)
        inside.setContentsMargins(16, 12, 16, 12)
        inside.setSpacing(6)
        for part in (self.path, self.detail):
            inside.addWidget(part)
        inside.addWidget(self.text, 1)
        buttons.setSpacing(10)
        buttons.addWidget(self.read)
        buttons.addWidget(self.copy)
        buttons.addStretch(1)
        inside.addLayout(buttons)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(8)
        outer.addWidget(self.doubt)
        outer.addWidget(self.why)
        outer.addWidget(self.list, 1)
        outer.addWidget(chosen, 1)
        return made

    def _connect(self) -> None:
        self.ask.clicked.connect(self._ask)
        self.closing.clicked.connect(self.accept)
        self.list.moved.connect(self._show_candidate)
        self.list.opened.connect(self.opened)
        self.read.clicked.connect(self._open_selected)
        self.copy.clicked.connect(self._copy_selected)

    # --- display ---

    def show_searching(self) -> None:
        self.shown = None
        self.message.say("waiting", tr("Looking …"), "")
        self._states.setCurrentIndex(0)

    def show_answer(self, governing: Governing) -> None:
        self.shown, answer = governing, governing.answer
        if answer.chosen is None:
            self.message.say("search", tr("No provision was found."), translate_core(answer.advice))
            self._states.setCurrentIndex(0)
            return
        self.doubt.say(translate_core(answer.doubt))
        self.why.setText(texts.chosen(answer))
        self.list.show_rows(
            [_row(candidate, first=candidate is answer.chosen) for candidate in answer.candidates]
        )
        self.list.choose(0)
        self._states.setCurrentIndex(1)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_candidate(self, candidate: ProvisionCandidate | None) -> None:
        if candidate is not None:
            self.path.set_whole(texts.provision_path(candidate))
            self.detail.set_whole(texts.provision_detail(candidate))
            self.text.setPlainText(self._words_of(candidate))

    def show_failure(self, error: BriefBankError) -> None:
        self.shown = None
        self.message.say("warning", error.title, error.remedy)
        self._states.setCurrentIndex(0)

    # --- requests ---

    def _ask(self) -> None:
        statement, condition = self.statement.value(), self.condition.value()
        if statement or condition:
            self.find_wanted.emit(statement, condition)
        else:
            self.message.say("warning", texts.NO_STATEMENT, "")
            self._states.setCurrentIndex(0)
            self.statement.setFocus(Qt.FocusReason.OtherFocusReason)

    def _words_of(self, candidate: ProvisionCandidate) -> str:
        return self.shown.words[self.shown.answer.candidates.index(candidate)] if self.shown else ""

    def _open_selected(self) -> None:
        if isinstance(selected := self.list.current(), ProvisionCandidate):
            self.opened.emit(selected)

    def _copy_selected(self) -> None:
        if isinstance(selected := self.list.current(), ProvisionCandidate):
            self.copy_wanted.emit(selected, self._words_of(selected))


class _Words(QPlainTextEdit):
    """The words of a provision, which can be selected and copied by mouse and keyboard, but not changed."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Words of the provision"))
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setMinimumHeight(TEXT_HEIGHT)


def _row(candidate: ProvisionCandidate, *, first: bool) -> Row:
    return Row(
        texts.provision_path(candidate),
        detail=texts.provision_detail(candidate),
        side=texts.closeness(candidate, first=first),
        target=candidate,
    )
