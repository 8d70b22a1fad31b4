"""Messages about a page or a list: warnings above it, words in its place, the progress of a job, findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QProgressDialog, QStackedWidget, QWidget

from briefbank.domain.maintenance import CheckResult
from briefbank.errors import BriefBankError
from briefbank.text.messages import Message
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core
from ui.jobs import Job
from ui.kit.controls import ElidedLabel, IconLabel, label, link_button, push_button, scroll_area
from ui.kit.dialogs import ReadingDialog
from ui.kit.layout import CENTRE, TOP, Stretch, add, column, grid, holder, row
from ui.shared import wording
from ui.shared.row_list import Row, RowList
from ui.style.theme import colours


class AlertBand(QFrame):
    """A band with the first of some warnings, or all of them; hidden while there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("alert")
        self._alerts: tuple[Message, ...] = ()
        self._first = ElidedLabel(lines=2)
        self._first.setProperty("role", "warn")
        self._all = label("", role="warn", wrap=True)
        self.more = link_button("")
        self.more.setCheckable(True)
        self.more.toggled.connect(lambda _opened: self._show())
        icon = IconLabel(16, "warning", "warn")
        words = column(self._first, self._all, margins=(0, 1, 0, 0), spacing=2)
        row((icon, TOP), (words, 1), (self.more, TOP), on=self, margins=(10, 6, 8, 6), spacing=8)
        self.hide()

    def show_alerts(self, alerts: Sequence[Message]) -> None:
        """Show the first of these; the same ones stay as open as they are."""
        if tuple(alerts) != self._alerts:
            self._alerts = tuple(alerts)
            self.more.setChecked(False)
        self._show()

    def alerts(self) -> tuple[Message, ...]:
        return self._alerts

    def _show(self) -> None:
        texts, opened = [translate_core(alert) for alert in self._alerts], self.more.isChecked()
        self._first.set_whole(texts[0] if texts else "")
        self._all.setText("\n".join(texts))
        self._first.setVisible(not opened)
        self._all.setVisible(opened)
        more = tr("and {number} more").format(number=translate.number(len(texts) - 1))
        self.more.setText(tr("Show fewer") if opened else more)
        self.more.setAccessibleName(self.more.text())
        self.more.setVisible(len(texts) > 1)
        self.setAccessibleName(" ".join(texts))
        self.setVisible(bool(texts))


LINE = 100  # The most letters of a line that is easy to read, however wide the place is


class MessagePane(QWidget):
    """An icon, a sentence and advice, in the middle of an otherwise empty place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = IconLabel(44)
        self._title = label("", scale=1.2, bold=True, wrap=True)
        self._text = label("", role="muted", wrap=True)
        self._piece = label("", wrap=True)
        self._piece.setTextFormat(Qt.TextFormat.RichText)
        self._piece.hide()
        parts = self._icon, self._title, self._text, self._piece
        for part in parts:
            part.setAlignment(CENTRE)
        self._column = column(Stretch(2), *parts, Stretch(3))
        middle = holder(self._column)
        middle.setMaximumWidth(LINE * self.fontMetrics().averageCharWidth())
        row(Stretch(0), (middle, 1), Stretch(0), on=self, margins=(36, 30, 36, 60))

    def add_below(self, widget: QWidget, *, narrow: bool = False) -> None:
        """Add a widget under the words; ``narrow`` keeps it no wider than it has to be."""
        self._column.insertWidget(self._column.count() - 1, widget)
        if narrow:
            self._column.setAlignment(widget, CENTRE)

    def say(self, icon_name: str, title: str, text: str) -> None:
        self._piece.hide()
        self._icon.show_icon(icon_name, "edge")
        self._title.setText(title)
        self._text.setText(text)
        self._name_title()

    def go_on(self, text: str) -> None:
        """Replace the words below the title."""
        self._text.setText(text)
        self._name_title()

    def retitle(self, title: str) -> None:
        """Replace the title above the words."""
        self._title.setText(title)
        self._name_title()

    def _name_title(self) -> None:
        self._title.setAccessibleName(self.words())

    def point_at(self, query: str, position: int) -> None:
        """Show the part of a query at a position, with its surroundings."""
        before, at, after = wording.piece(query, position)
        c = colours()
        look = f"background:{c.mark}; color:{c.on_mark}; font-weight:600;"
        marked = f"<span style='{look}'>&nbsp;{escape(at)}&nbsp;</span>"
        self._piece.setText(f"{escape(before)}{marked}{escape(after)}")
        self._piece.setAccessibleName(tr("At: {place}").format(place=at or tr("the end")))
        self._piece.show()

    def piece(self) -> str:
        return self._piece.accessibleName() if not self._piece.isHidden() else ""

    def words(self) -> str:
        return f"{self._title.text()} {self._text.text()}"


SHOWN_AFTER_MS = 600  # The duration below which no progress is shown


class JobProgress(QProgressDialog):
    """A modeless dialog that is deleted when its job has ended."""

    def __init__(
        self, job: Job, title: str, waiting: str, say: Callable[[Message, int, int], str], parent: QWidget
    ) -> None:
        """``waiting`` is shown until there is progress, of which ``say`` makes a text."""
        super().__init__(waiting, tr("Stop"), 0, 0, parent)
        self._say = say
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.setMinimumDuration(SHOWN_AFTER_MS)
        self.setAutoClose(False)
        self.setAutoReset(False)
        self.canceled.connect(job.cancel)
        job.progressed.connect(self._show_progress)
        job.ended.connect(self._end)

    def _show_progress(self, stage: Message, done: int, total: int) -> None:
        self.setLabelText(self._say(stage, done, total))
        self.setMaximum(total)
        self.setValue(done)

    def _end(self) -> None:
        self.canceled.disconnect()
        self.close()
        self.deleteLater()


class ListState(QStackedWidget):
    """A stack of ``content`` and ``message``; ``extent`` is a line for the head above."""

    def __init__(self, content: QWidget, waiting: str) -> None:
        """Show ``waiting`` until the contents are known."""
        super().__init__()
        self._content = content
        self.message, self.extent = MessagePane(), label("", role="muted")
        self.addWidget(self.message)
        self.addWidget(content)
        self.message.say("waiting", waiting, "")

    def show_extent(
        self, shown: int, total: int, nouns: tuple[str, str, str], none_yet: tuple[str, str, str]
    ) -> None:
        """Show how many rows of the total are listed, or a message. ``nouns``: 'line', 'lines', 'No line has
        these words.'; ``none_yet``: icon, sentence and advice where there is none."""
        one, many, not_found = nouns
        counted = wording.count(total, one, many)
        part = tr("{shown} of {counted}").format(shown=translate.number(shown), counted=counted)
        self.extent.setText((counted if shown == total else part) if total else "")
        if not total:
            self.message.say(*none_yet)
        elif not shown:
            self.message.say("search", not_found, tr("Try fewer words."))
        self.setCurrentWidget(self._content if shown else self.message)

    def fail(self, error: BriefBankError) -> None:
        """Report that the list could not be read."""
        self.extent.setText("")
        self.message.say("warning", error.title, error.remedy)
        self.setCurrentWidget(self.message)


class ListDialog(ReadingDialog):
    """A modeless dialog, so that a row's target can be read beside it."""

    def __init__(self, title: str, about: str, rows: str, parent: QWidget | None = None) -> None:
        """Name the subject of the list ``about``, and the list ``rows`` for screen readers."""
        super().__init__(title, QSize(480, 360), QSize(720, 540), parent)
        self.list = RowList(rows)
        self._states = ListState(self.list, tr("Looking …"))
        self.extent, self.message = self._states.extent, self._states.message
        self.extent.setWordWrap(True)
        add(self.column, ElidedLabel(about, lines=3), self.extent, (self._states, 1))
        self.end()

    def add_above(self, widget: QWidget) -> None:
        """Add a widget over the list."""
        self.column.insertWidget(self.column.indexOf(self._states), widget)

    def add_below(self, widget: QWidget) -> None:
        """Add a widget under the list."""
        self.column.insertWidget(self.column.indexOf(self._states) + 1, widget)

    def show_list(self, rows: Sequence[Row], extent: str, nothing: str = "", advice: str = "") -> None:
        """Show rows, or the text ``nothing`` where there are none."""
        self.list.show_rows(rows)
        self.extent.setText(extent if rows else "")
        if rows:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.message.say("done", nothing, advice)
        self._states.setCurrentWidget(self.list if rows else self.message)

    def show_failure(self, error: BriefBankError) -> None:
        self._states.fail(error)


WIDTH = 720  # The least width of the dialog: most findings take one line
TO_MEND = tr("To repair")  # The name of a finding that itself says what failed


@dataclass(frozen=True)
class Finding:
    """One line: whether it is well (None: neither), what was examined, and a sentence about it."""

    well: bool | None
    name: str
    detail: str


def of_self_test(results: Sequence[CheckResult]) -> list[Finding]:
    """Return findings of the self-test: failures first, then remarks, which have no mark, because among many
    rows these are to be read."""
    findings = []
    for result in sorted(results, key=lambda result: (result.passed, not result.remark)):
        well = None if result.passed and result.remark else result.passed
        findings.append(Finding(well, translate_core(result.name), translate_core(result.detail)))
    return findings


class FindingsList(QWidget):
    """A line for each finding: a mark, what was examined, and a sentence."""

    def __init__(self, findings: Sequence[Finding], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Findings"))
        self.findings = list(findings)
        rows, margins = map(_cells, findings), (0, 8, 12, 8)
        layout = grid(rows, on=self, margins=margins, spacing=(14, 12), wide=2, aligned=TOP)
        layout.setRowStretch(len(self.findings), 1)


def _cells(finding: Finding) -> tuple[QWidget | None, QWidget, QWidget]:
    mark, detail = None, finding.detail
    if finding.well is not None:
        mark = IconLabel(18, *(("done", "good") if finding.well else ("warning", "bad")))
        mark.setAccessibleName(tr("Passed") if finding.well else tr("Failed"))
    if finding.well is False and finding.name != TO_MEND:
        detail = tr("Failed. {detail}").format(detail=detail)
    return mark, label(finding.name, bold=True), label(detail, wrap=True)


class FindingsDialog(ReadingDialog):
    """A heading, a sentence, and the findings; of the self-test, also buttons for its report."""

    def __init__(
        self, title: str, intro: str, findings: Sequence[Finding], parent: QWidget | None = None
    ) -> None:
        super().__init__(title, QSize(WIDTH, 0), QSize(WIDTH, 0), parent)
        self.list = FindingsList(findings)
        self.list.setObjectName("findings")
        self.list.setContentsMargins(12, 2, 0, 2)
        area = scroll_area(self.list)
        area.setMinimumHeight(min(self.list.heightForWidth(WIDTH - 60) + 10, 440))
        area.setAccessibleName(tr("Findings"))
        add(self.column, label(intro, role="muted", wrap=True), (area, 1))
        self.closing.setDefault(True)
        self.end()

    def offer_report(self, copy: Callable[[], None], save: Callable[[], None]) -> None:
        """Offer to copy and to save a report of the findings."""
        self.copy = push_button(tr("Copy"), tip=tr("Copy the report for the ethics file"))
        self.save = push_button(tr("Save…"), tip=tr("Save the report for the ethics file as a text"))
        for button, act in ((self.copy, copy), (self.save, save)):
            button.clicked.connect(act)
            self.add_button(button)
