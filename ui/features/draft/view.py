"""The page on which a draft is checked: its start, progress and report."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from briefbank.errors import BriefBankError
from briefbank.text.messages import NO_MESSAGE, Message
from ui.features.draft import texts
from ui.features.draft.model import CheckedDraft
from ui.features.draft.report_view import DraftReportView
from ui.features.draft.start_view import DraftStart
from ui.i18n.translate import tr
from ui.kit.controls import ElidedLabel, Notice, label, push_button
from ui.kit.page_parts import page_body, page_head
from ui.shared.message_pane import MessagePane

BAR_WIDTH = 320


class DraftView(QWidget):
    """A view whose buttons request what is to be done."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.about = ElidedLabel()
        self.about.setProperty("role", "muted")
        self.notice = Notice()
        self.open_draft = push_button(
            tr("Open the draft"), tip=tr("In the program that this computer has for it")
        )
        self.clear = push_button(tr("Clear"), tip=tr("Forget the draft and all that was found"))
        self.cancel = push_button(tr("Cancel"))
        self.start, self.report = DraftStart(), DraftReportView()
        self.message, self.bar = MessagePane(), QProgressBar()
        self._lay_out()
        self.show_start()

    def _lay_out(self) -> None:
        head, inside = page_head()
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(label(tr("Draft check"), scale=1.5, bold=True), 1)
        row.addWidget(self.open_draft)
        row.addWidget(self.clear)
        inside.addLayout(row)
        inside.addWidget(self.about)
        self._states = page_body(self, head, self.start, self._running(), self.report, notice=self.notice)

    def _running(self) -> QWidget:
        """Return the page with the present step, a progress bar and a way to cancel, in the middle."""
        below, page = QWidget(), QWidget()
        column, outer = QVBoxLayout(below), QVBoxLayout(page)
        column.setSpacing(16)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress of the check"))
        self.bar.setFixedWidth(BAR_WIDTH)
        column.addWidget(self.bar, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.cancel, 0, Qt.AlignmentFlag.AlignHCenter)
        self.message.add_below(below)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.message)
        return page

    # --- states ---

    def show_start(self, said: str = "", *, bad: bool = False) -> None:
        """Show the start page, with a remark on the draft before."""
        has_focus = self.isAncestorOf(self.window().focusWidget() or self.window())
        self.notice.say(said, bad=bad)
        self.report.clear()
        self._show(self.start, "")  # the page itself says that nothing is kept
        if has_focus:
            self.start.choose.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_failure(self, error: BriefBankError) -> None:
        self.show_start(str(error), bad=True)

    def show_running(self, name: str) -> None:
        """Show that a check runs; ``name`` is the file's, empty for pasted text."""
        self.notice.say("")
        self.message.say(
            "waiting",
            tr("Checking “{name}”").format(name=name) if name else tr("Checking the pasted text"),
            "",
        )
        self.show_progress(NO_MESSAGE, 0, 0)
        self._show(self.message.parentWidget() or self.message, texts.NOTHING_KEPT)
        self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_progress(self, stage: Message, done: int, total: int) -> None:
        """Show the progress. A stage without a total gets an indefinite bar."""
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        if stage:
            self.message.go_on(texts.stage(stage, done, total))

    def show_report(self, checked: CheckedDraft, *, is_file: bool) -> None:
        """Show the report in place of everything else; it gets the keyboard if the page had it."""
        has_focus = self.isAncestorOf(self.window().focusWidget() or self.window())
        self.notice.say("")
        self.report.show_report(checked)
        report = checked.report
        self._show(self.report, f"{report.title}: {texts.size(report)}. {texts.NOTHING_KEPT}")
        self.open_draft.setVisible(is_file)
        if has_focus:
            self.report.parts.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, state: QWidget, about: str) -> None:
        self._states.setCurrentWidget(state)
        self.about.set_whole(about)
        self.about.setVisible(bool(about))
        self.open_draft.hide()
        self.clear.setVisible(state is self.report)

    def first(self) -> QWidget:
        """Return the widget that gets the keyboard when the page is shown."""
        shown = self._states.currentWidget()
        if shown is self.report:
            return self.report.parts
        return self.start.choose if shown is self.start else self.cancel
