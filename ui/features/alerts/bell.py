"""Alerts: the bell in the status bar and the panel of alerts that it opens above itself.

Alerts are collected in a lane after every change that may make or settle one. While files are being added the
number at the bell stands still: it is brought up to date when they are done. An alert that a person left for
later comes back when its number has grown.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShortcut
from PySide6.QtWidgets import QApplication, QFrame, QMainWindow, QWidget

from briefbank.domain.documents import Annotation
from briefbank.domain.maintenance import AlertKind, LibraryAlert
from briefbank.domain.userdata import SavedSearch
from briefbank.errors import BriefBankError
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Jobs
from ui.kit.controls import IconButton, IconLabel, label, link_button, scroll_area
from ui.kit.layout import STRETCH, TOP, clear_layout, column, holder, row
from ui.shared import wording
from ui.shared.notices import MessagePane
from ui.shared.window_state import window_settings

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

log = logging.getLogger(__name__)

REST_MS = 2000  # The pause after a change, in which more changes usually come
LETTERS = 62  # The width of the panel in average letters
MOST = 0.75  # The largest share of the window's height that the panel takes
WITHIN = Qt.ShortcutContext.WidgetWithChildrenShortcut
NOTHING = (
    "done",
    tr("Nothing needs a look."),
    tr("Pages that were hard to read, refused files or a backup that is due would be listed here."),
)


# --- the texts ---


class Goal(Enum):
    """The place where an alert is settled."""

    LIST = auto()  # The office's list of good law
    PROPOSALS = auto()
    PAGES = auto()  # The reader, at the pages themselves, one document after the other
    REFUSED = auto()  # The list of files, narrowed to those that were refused
    ROOM = auto()  # What the library takes up, in Settings
    CARE = auto()  # Backup and repair, in Settings
    FOLDERS = auto()  # The watched folders, in Settings
    SAVED = auto()  # A saved search


GOAL_WORDS = {
    Goal.LIST: tr("Open the list"),
    Goal.PROPOSALS: tr("Decide"),
    Goal.PAGES: tr("Look at them"),
    Goal.REFUSED: tr("Show them"),
    Goal.ROOM: tr("Show what takes up room"),
    Goal.CARE: tr("Open backup and repair"),
    Goal.FOLDERS: tr("Open the watched folders"),
    Goal.SAVED: tr("Show them"),
}

_ANNOTATION_WORDS = {
    Annotation.CAPTION: tr("caption"),
    Annotation.HEADINGS: tr("headings"),
    Annotation.CITATIONS: tr("citations"),
    Annotation.TREATMENTS: tr("names and treatment of authorities"),
    Annotation.DATES: tr("dates in force"),
}


@dataclass(frozen=True)
class Alert:
    """One row of the panel."""

    key: str  # The key, the same for the same matter, whatever its number
    title: str
    detail: str
    goal: Goal
    icon: str
    tint: str  # The name of a colour of the theme
    weight: int = 0
    """The number by which a dismissed alert comes back when it has grown; 0: it cannot be dismissed."""
    documents: tuple[int, ...] = ()
    saved: SavedSearch | None = None


_LOOKS = {
    AlertKind.DISK: (Goal.ROOM, "warning", "bad"),
    AlertKind.WORDS: (Goal.CARE, "warning", "bad"),
    AlertKind.RELYING: (Goal.LIST, "questioned", "warn"),
    AlertKind.PROPOSED: (Goal.PROPOSALS, "authorities", "accent"),
    AlertKind.FOLDERS: (Goal.FOLDERS, "folder", "warn"),
    AlertKind.REFUSED: (Goal.REFUSED, "refused", "bad"),
    AlertKind.HIDDEN: (Goal.PAGES, "hidden", "bad"),
    AlertKind.GAPS: (Goal.PAGES, "warning", "warn"),
    AlertKind.DOUBTFUL: (Goal.PAGES, "doubtful", "warn"),
    AlertKind.FUTURE: (Goal.PAGES, "warning", "warn"),
    AlertKind.ANNOTATIONS: (Goal.PAGES, "warning", "warn"),
    AlertKind.BACKUP: (Goal.CARE, "care", "warn"),
}
"""The place where each kind is settled, its icon, and the name of the icon's colour."""

_TEXTS = {
    AlertKind.DISK: (
        tr("The disk that holds the library is nearly full: {left} left."),
        tr("Free some space. When it is full, adding files stops; nothing that was added is lost."),
    ),
    AlertKind.WORDS: (
        tr("The index of words does not open."),
        tr("“Rebuild indexes” makes it anew from the library. No document is lost by it."),
    ),
    AlertKind.RELYING: (
        tr("1 brief relies on an authority that, by your good-law list, does not hold as it did."),
        tr("{number:,} briefs rely on authorities that, by your good-law list, do not hold as they did."),
        tr("Searches and the reader warn of them. The list says what happened and names the briefs."),
    ),
    AlertKind.PROPOSED: (
        tr("1 sentence of your library seems to say that an authority no longer holds."),
        tr("{number:,} sentences of your library seem to say that an authority no longer holds."),
        tr("It counts only when somebody confirms it."),
    ),
    AlertKind.FOLDERS: (
        tr("1 watched folder cannot be looked at."),
        tr("{number:,} watched folders cannot be looked at."),
        tr("What comes into it is not added meanwhile. Check that its drive or share is connected."),
    ),
    AlertKind.REFUSED: (
        tr("1 file was refused."),
        tr("{number:,} files were refused."),
        tr("The list of files says why, and what to do about it."),
    ),
    AlertKind.HIDDEN: (
        tr("There is text that cannot be seen: {where}."),
        tr("BriefBank left it out, but whoever has the file can copy it: do not pass it on as it is."),
    ),
    AlertKind.GAPS: (
        tr("There is no text that can be searched: {where}."),
        tr("Look at the pages themselves. “Read again” may do better with another setting."),
    ),
    AlertKind.DOUBTFUL: (
        tr("The text could not be read with certainty: {where}."),
        tr("Compare the words with the page before you rely on them."),
    ),
    AlertKind.FUTURE: (
        tr("1 document has no filing date: the date it gives lies in the future."),
        tr("{number:,} documents have no filing date: the dates they give lie in the future."),
        tr("Correct the filing date in the caption. Without one, a document comes after all others."),
    ),
    AlertKind.ANNOTATIONS: (
        tr("{number} document was read with a gap in: {what}."),
        tr("{number} documents were read with a gap in: {what}."),
        tr(
            "BriefBank made a mistake there. The pages and all their words are kept and can be searched. A "
            "later version can read them again."
        ),
    ),
    AlertKind.BACKUP: (
        tr("The last backup was made {days} ago."),
        tr("A later backup in the same folder copies only what is new."),
    ),
}
"""The title for one and for several, where they differ, and the consequence."""


def alert_of(alert: LibraryAlert) -> Alert:
    (*titles, detail), number = _TEXTS[alert.kind], alert.number
    pages, documents = wording.pages(alert.pages), wording.documents(number)
    title = titles[0 if number == 1 else -1].format(
        number=number,
        left=wording.size(alert.size),
        where=tr("{pages} in {documents}").format(pages=pages, documents=documents),
        what=", ".join(_ANNOTATION_WORDS[annotation] for annotation in alert.annotations),
        days=wording.count(number, tr("day"), tr("days")),
    )
    weight = alert.pages or number
    if alert.kind is AlertKind.BACKUP:
        weight = max(1, number // 7)  # a dismissed alert comes back in a week
        title = title if number else tr("This library was never backed up.")
    elif alert.kind in (AlertKind.DISK, AlertKind.WORDS):
        weight = 0
    elif alert.earlier:
        one = tr("1 of them was filed before it happened.")
        many = tr("{number:,} of them were filed before it happened.")
        detail = f"{(one if alert.earlier == 1 else many).format(number=alert.earlier)} {detail}"
    return Alert(alert.kind.value, title, detail, *_LOOKS[alert.kind], weight, alert.documents)


def meaning_alert() -> Alert:
    """Return the alert that the model cannot be used, or its index does not open."""
    return Alert(
        "meaning",
        tr("Search by meaning is not ready."),
        tr("Until it is, searches look for words alone. “Check” in Settings says why."),
        Goal.CARE,
        "warning",
        "warn",
    )


def saved_alert(saved: SavedSearch) -> Alert:
    """Return the alert that a saved search has results that were not there when it was last looked at."""
    count = wording.count(saved.news, tr("new result"), tr("new results"))
    title = tr("“{name}” has {results}.").format(name=wording.beginning(saved.name, 60), results=count)
    detail = tr("A search that you saved. Opening it counts them as seen.")
    return Alert(f"saved {saved.id}", title, detail, Goal.SAVED, "search", "accent", saved=saved)


# --- the bell and its panel ---


class Bell(IconButton):
    """The button in the status bar, with the number of alerts beside the bell."""

    def __init__(self) -> None:
        super().__init__("alerts", "", size=18, tint="muted")
        self.setObjectName("bell")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.show_number(0)

    def show_number(self, number: int | None) -> None:
        """Show how many alerts there are; None: nobody knows."""
        name = tr("No alerts")
        if number is None:
            name = tr("The alerts could not be read.")
        elif number:
            name = wording.count(number, tr("alert"), tr("alerts"))
        self.setText("?" if number is None else str(number or ""))
        self.setAccessibleName(name)
        self.setToolTip(name)


class AlertRow(QFrame):
    """One alert with its next step as a link, and another that leaves it for later."""

    settle_wanted = Signal(object)
    dismissed = Signal(object)

    def __init__(self, alert: Alert) -> None:
        super().__init__()
        self.setObjectName("alertRow")
        self.alert = alert
        self.settle = link_button(GOAL_WORDS[alert.goal], flush=True)
        self.settle.setAccessibleName(f"{GOAL_WORDS[alert.goal]}: {alert.title}")
        self.settle.setAccessibleDescription(alert.detail)
        self.later = link_button(tr("Not now"))
        self.later.setToolTip(tr("Leave it until there is more of it"))
        self.later.setAccessibleName(tr("Not now: {what}").format(what=alert.title))
        words = column(
            label(alert.title, bold=True, wrap=True),
            label(alert.detail, role="muted", wrap=True),
            row(self.settle, self.later, STRETCH),
            spacing=3,
        )
        row((IconLabel(20, alert.icon, alert.tint), TOP), (words, 1), on=self, margins=(16, 12), spacing=12)
        self.later.setVisible(bool(alert.weight))
        self.settle.clicked.connect(lambda: self.settle_wanted.emit(self.alert))
        self.later.clicked.connect(lambda: self.dismissed.emit(self.alert))
        if alert.weight:
            QShortcut("Del", self, context=WITHIN, autoRepeat=False).activated.connect(self.later.click)


class AlertsPanel(QFrame):
    """The panel, which closes on Escape, on a click outside, and when the keyboard leaves it."""

    settle_wanted = Signal(object)  # The Alert whose next step is to be taken

    def __init__(self, library: LibraryApi, jobs: Jobs, window: QMainWindow) -> None:
        super().__init__(window)
        self.setObjectName("alerts")
        self.setAccessibleName(tr("Alerts"))
        self._library, self._jobs, self._window = library, jobs, window
        self._dismissed = DismissedAlerts(library.folder)
        self._alerts: Sequence[Alert] = ()
        self._meaning_failed = self._adding = False
        self.rows: list[AlertRow] = []
        self.bell = Bell()
        self.message = MessagePane()
        self.message.say("waiting", tr("Looking …"), "")
        self.show_dismissed = link_button("", flush=True)
        self.close_button = IconButton("clear", tr("Close the alerts"))
        self._column = column(spacing=0)
        self._inside = column(self._column, STRETCH)
        self._area = scroll_area(holder(self._inside, "alertRows"))
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setProperty("reads", False)
        head = row(label(tr("Alerts"), bold=True, scale=1.2), STRETCH, self.close_button)
        foot = row(self.show_dismissed, STRETCH, margins=(16, 6))
        head.setContentsMargins(16, 10, 8, 6)
        self._whole = column(head, (self.message, 1), (self._area, 1), foot, on=self, margins=1, spacing=0)
        self._pause = QTimer(self, singleShot=True, interval=REST_MS)
        self._pause.timeout.connect(self.refresh)
        self.show_dismissed.hide()
        self._area.hide()
        self.hide()
        self.bell.clicked.connect(self.toggle)
        self.close_button.clicked.connect(self._close)
        self.show_dismissed.clicked.connect(self._restore_dismissed)
        for keys, by in (("Down", 1), ("Up", -1)):
            QShortcut(keys, self, context=WITHIN).activated.connect(partial(self._step, by))

    # --- collecting ---

    def schedule(self) -> None:
        """Collect the alerts soon, because something changed; not before files are added."""
        if not self._adding and not self._pause.isActive():
            self._pause.start()

    def set_adding(self, adding: bool) -> None:
        """Let the number stand still while files are being added."""
        if adding:
            self._pause.stop()
        elif self._adding:
            self._pause.start()
        self._adding = adding

    def refresh(self) -> None:
        """Collect the alerts now."""
        work = partial(_collect, self._library)
        self._jobs.run(self, work, then=self._collected, failed=self._failed, topic="alerts")

    def set_embedding_failed(self, failed: bool) -> None:
        """Note whether passages cannot be embedded or searched by meaning; those who try report it."""
        if failed is not self._meaning_failed:
            self._meaning_failed = failed
            self._show()

    def _collected(self, alerts: Sequence[Alert]) -> None:
        self._alerts = alerts
        self._show()

    def _show(self) -> None:
        meaning = [meaning_alert()] if self._meaning_failed else []
        shown, dismissed = self._dismissed.divide((*meaning, *self._alerts))
        text = tr("Show what was left for later ({number})").format(number=len(dismissed))
        self.show_dismissed.setVisible(bool(dismissed))
        self.show_dismissed.setText(text)
        self.show_dismissed.setAccessibleName(text)
        self.message.say(*NOTHING)
        self._show_rows(shown)

    def _failed(self, error: BriefBankError) -> None:
        self.message.say("warning", error.title, error.remedy)
        self._show_rows(())
        self.bell.show_number(None)

    def _dismiss(self, alert: Alert) -> None:
        self._dismissed.dismiss(alert)
        self._show()

    def _restore_dismissed(self) -> None:
        self._dismissed.forget()
        self._show()

    def _show_rows(self, alerts: Sequence[Alert]) -> None:
        """Show alerts; the keyboard stays at the number of its row."""
        self.bell.show_number(len(alerts))
        if list(alerts) != [row.alert for row in self.rows]:
            focused = QApplication.focusWidget()
            has_focus, at = focused is not None and self.isAncestorOf(focused), max(0, self._focused_row())
            if has_focus:
                self.close_button.setFocus()  # rows that go would give the keyboard to another part
            clear_layout(self._column)
            self.rows = [AlertRow(alert) for alert in alerts]
            for row_ in self.rows:
                row_.settle_wanted.connect(self._settle)
                row_.dismissed.connect(self._dismiss)
                self._column.addWidget(row_)
                row_.show()  # at once, since its height counts below
            if self.rows and has_focus:
                self.rows[min(at, len(self.rows) - 1)].settle.setFocus()
        self._area.setVisible(bool(alerts))
        self.message.setVisible(not alerts)
        if self.isVisible():
            self._fit()

    def _focused_row(self) -> int:
        """Return the number of the row that has the keyboard; -1 where none has."""
        focused = QApplication.focusWidget()
        return next((n for n, row in enumerate(self.rows) if focused and row.isAncestorOf(focused)), -1)

    def _step(self, by: int) -> None:
        """Move the keyboard to the row below (1) or above (-1)."""
        if self.rows:
            row_ = self.rows[max(0, min(self._focused_row() + by, len(self.rows) - 1))]
            row_.settle.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._area.ensureWidgetVisible(row_)

    def _settle(self, alert: Alert) -> None:
        self.hide()
        self.settle_wanted.emit(alert)

    # --- opening and closing ---

    def toggle(self) -> None:
        """Open the panel with the keyboard in it, or close it."""
        if self.isVisible():
            self._close()
            return
        self._fit()
        self.show()
        self.raise_()
        (self.rows[0].settle if self.rows else self.close_button).setFocus(Qt.FocusReason.PopupFocusReason)
        self.refresh()

    def _close(self) -> None:
        self.hide()
        self.bell.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fit(self) -> None:
        """Stand above the bell, as high as the rows need."""
        window = self._window
        corner = self.bell.mapTo(window, QPoint(self.bell.width(), 0))
        width = min(self.fontMetrics().averageCharWidth() * LETTERS, window.width() - 40)
        around = self._whole.minimumSize().height() - self._area.minimumSizeHint().height()
        rows = self._inside.totalHeightForWidth(width - 4) if self.rows else self.message.sizeHint().height()
        height = min(rows + around, round(window.height() * MOST))
        self.setGeometry(min(corner.x(), window.width() - 10) - width, corner.y() - height - 4, width, height)

    def setVisible(self, visible: bool) -> None:
        """Watch, only while the panel is open, for what closes it."""
        app = QApplication.instance()
        assert app is not None
        (app.installEventFilter if visible else app.removeEventFilter)(self)
        super().setVisible(visible)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        clicked = kind in (QEvent.Type.MouseButtonPress, QEvent.Type.FocusIn)
        resized = kind == QEvent.Type.Resize and watched is self._window
        outside = (
            isinstance(watched, QWidget)
            and watched not in (self, self.bell)
            and not self.isAncestorOf(watched)
        )
        if outside and (clicked or resized):
            self.hide()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._close()
        else:
            super().keyPressEvent(event)


def _collect(library: LibraryApi, reporter: JobReporter) -> list[Alert]:
    alerts = [alert_of(alert) for alert in library.maintenance.alerts()]
    reporter.check()
    try:
        alerts += [saved_alert(saved) for saved in library.userdata.saved.all() if saved.news]
    except BriefBankError as error:
        log.info("saved searches not asked for: %s", type(error).__name__)
    return alerts


class DismissedAlerts:
    """The alerts of one library that were left for later. GUI thread.

    Numbers alone are kept, with the sizes of the window, for each library by a hash of its folder.
    """

    def __init__(self, library: Path) -> None:
        self._settings = window_settings()
        self._group = f"left-{hashlib.sha256(str(library).encode()).hexdigest()[:12]}"

    def dismiss(self, alert: Alert) -> None:
        self._settings.setValue(f"{self._group}/{alert.key}", alert.weight)

    def forget(self) -> None:
        """Show everything again."""
        self._settings.remove(self._group)

    def divide(self, alerts: Iterable[Alert]) -> tuple[list[Alert], list[Alert]]:
        """Return the alerts to show, and the dismissed ones. The number of a dismissed alert that has shrunk
        is remembered, so that the next increase is reported."""
        shown: list[Alert] = []
        dismissed: list[Alert] = []
        for alert in alerts:
            kept = str(self._settings.value(f"{self._group}/{alert.key}", 0))
            weight = int(kept) if kept.isdecimal() else 0  # the file can be edited
            (dismissed if 0 < alert.weight <= weight else shown).append(alert)
            if 0 < alert.weight < weight:
                self.dismiss(alert)
        return shown, dismissed
