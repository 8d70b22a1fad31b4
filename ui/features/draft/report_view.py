"""The report of a draft check: its parts at the left, the chosen part's rows at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from briefbank.domain.authorities import Authority
from briefbank.domain.searches import Hit
from ui.features.draft import texts
from ui.features.draft.model import CheckedDraft, ReportPart, parts
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import ElidedLabel, Notice, label
from ui.shared.authority_rows import PassageTarget
from ui.shared.message_pane import MessagePane
from ui.shared.row_list import RowList

LEFT, RIGHT = 300, 640


class DraftReportView(QFrame):
    """A view of a report until it is cleared."""

    hit_wanted = Signal(object)  # The Hit to read
    spot_wanted = Signal(object)  # The PassageTarget to read
    authority_wanted = Signal(int)  # The authority whose page to open
    copy_wanted = Signal(object)  # The Hit to copy with its citation

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.notice = Notice()
        self.parts = RowList(tr("Parts of the report"))
        self.title = ElidedLabel(lines=2)
        self.title.setFont(label("", scale=1.15, bold=True).font())
        self.remark = label("", role="muted", wrap=True)
        self.list = RowList(tr("What was found"))
        self.message = MessagePane()
        self._lay_out()
        self.parts.moved.connect(self._show_part)
        self.parts.opened.connect(lambda _part: self._enter())
        self.list.opened.connect(self._open)
        copying = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.list)
        copying.setContext(Qt.ShortcutContext.WidgetShortcut)
        copying.activated.connect(self._copy)

    def _lay_out(self) -> None:
        left, right, top = QFrame(), QFrame(), QFrame()
        for side in (left, right):
            side.setObjectName("results")
        top.setObjectName("listHead")
        head, inside, beside = QVBoxLayout(top), QVBoxLayout(right), QVBoxLayout(left)
        head.setContentsMargins(14, 12, 14, 10)
        head.setSpacing(5)
        head.addWidget(self.title)
        head.addWidget(self.remark)
        self._states = QStackedWidget()
        self._states.addWidget(self.message)
        self._states.addWidget(self.list)
        inside.addWidget(top)
        inside.addWidget(self._states, 1)
        beside.addWidget(self.parts)
        for layout in (inside, beside):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(left)
        splitter.addWidget(right)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)
        splitter.setStretchFactor(0, 1)
        splitter.setStretchFactor(1, 3)
        splitter.setSizes([LEFT, RIGHT])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addWidget(splitter, 1)

    # --- display ---

    def show_report(self, checked: CheckedDraft) -> None:
        """Show a report, beginning with the first part that has rows."""
        notes = map(translate_core, checked.report.notes)
        said = (texts.uncompared(checked.report), *notes, checked.without_meaning)
        self.notice.say(" ".join(sentence for sentence in said if sentence))
        made = parts(checked.report)
        self.parts.show_rows([part.row for part in made])
        self.parts.choose(next((n for n, part in enumerate(made) if part.rows), 0))

    def clear(self) -> None:
        self.notice.say("")
        self.parts.show_rows([])
        self.list.show_rows([])

    def _show_part(self, part: ReportPart | None) -> None:
        if part is None:
            return
        self.title.set_whole(part.title)
        self.remark.setText(part.remark if part.rows else "")
        self.remark.setVisible(bool(part.rows and part.remark))
        self.list.setAccessibleName(part.title)
        self.list.setAccessibleDescription(part.remark)
        self.list.show_rows(part.rows)
        self.list.scrollToTop()
        if not part.rows:
            icon, title = ("search", part.gap) if part.gap else ("done", tr("Nothing to report."))
            self.message.say(icon, title, part.nothing)
        self._states.setCurrentWidget(self.list if part.rows else self.message)

    # --- requests ---

    def _enter(self) -> None:
        """Move the keyboard from a part into its rows."""
        if self.list.row_model.rowCount():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
            if not self.list.currentIndex().isValid():  # the list had the focus already
                self.list.choose(0)

    def _open(self, target: object) -> None:
        if isinstance(target, Hit):
            self.hit_wanted.emit(target)
        elif isinstance(target, PassageTarget):
            self.spot_wanted.emit(target)
        elif isinstance(target, Authority):
            self.authority_wanted.emit(target.id)
        elif isinstance(target, ReportPart):
            self.parts.choose(self.parts.row_model.place_of(lambda part: part is target))
            self._enter()

    def _copy(self) -> None:
        if isinstance(target := self.list.current(), Hit):
            self.copy_wanted.emit(target)
