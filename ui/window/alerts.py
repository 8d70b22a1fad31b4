"""Connects the page of alerts to the parts of the window that change alerts, and to those that settle
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from briefbank.domain.ingest import WatchedFolder
from briefbank.domain.userdata import SavedSearch
from ui.features.alerts.controller import AlertController, document_ids
from ui.features.alerts.texts import Alert, Goal, summary
from ui.features.authorities.view import LIST, PROPOSALS
from ui.features.documents.review_bar import ReviewBar
from ui.features.documents.review_queue import ReviewQueue
from ui.features.intake.file_rows import FileFilterChoice
from ui.kit.tab_order import set_tab_order_of_parts
from ui.shared.pages import ALERTS, AUTHORITIES, CARE, INTAKE, SETTINGS

if TYPE_CHECKING:
    from briefbank.library import Library
    from ui.features.search.view import SearchPage
    from ui.jobs import Jobs
    from ui.main_window import MainWindow


class AlertConnections(QObject):
    """The connections of the alerts, made when all other parts of the window are."""

    def __init__(self, library: Library, jobs: Jobs, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._troubles: list[str] = []
        self.work = AlertController(library, jobs, window.alerts)
        self.bar = ReviewBar()
        self.looking = ReviewQueue(library, jobs, self.bar)
        _insert(self.bar, window.search_page)
        self._connect()
        self.work.want()

    def _connect(self) -> None:
        window, work = self._window, self.work
        work.wanted.connect(self._settle)
        work.counted.connect(lambda number: window.rail.show_number(ALERTS, number, summary(number)))
        window.intake.look_wanted.connect(lambda: self.looking.begin(list(window.work.tally.doubtful)))
        self.looking.document_wanted.connect(lambda document: window.open_document(document, True))
        self.looking.told.connect(window.tell)
        for part in (window.work, window.care, window.correcting, window.removing, window.model_aids):
            part.library_changed.connect(work.want)
        window.authority_work.list_changed.connect(work.want)
        window.watching.folders_changed.connect(self._folders_looked_at)
        window.personal.news.counted.connect(work.want)
        window.meaning.failed.connect(lambda: work.meaning_fails(True))
        window.meaning.ready.connect(lambda: work.meaning_fails(False))

    def _folders_looked_at(self, folders: Sequence[WatchedFolder]) -> None:
        """Collect alerts when a folder went away or came back; this is called every half minute."""
        troubles = [folder.trouble for folder in folders]
        if troubles != self._troubles:
            self._troubles = troubles
            self.work.want()

    def _settle(self, alert: Alert) -> None:
        window = self._window
        if alert.goal in (Goal.LIST, Goal.PROPOSALS):
            window.show_page(AUTHORITIES)
            window.authorities.switch.choose(LIST if alert.goal is Goal.LIST else PROPOSALS)
        elif alert.goal is Goal.PAGES:
            self.looking.begin(document_ids(alert))
        elif alert.goal is Goal.REFUSED:
            window.show_page(INTAKE)
            window.intake.filter.choose(FileFilterChoice.REFUSED)
        elif alert.goal is Goal.AGAIN:
            window.show_page(INTAKE)
            window.work.read_older_again()
        elif alert.goal is Goal.SAVED and isinstance(alert.target, SavedSearch):
            window.personal.open_saved(alert.target)
        else:
            window.show_page(SETTINGS if alert.goal is Goal.SETTINGS else CARE)


def _insert(bar: ReviewBar, page: SearchPage) -> None:
    """Put the bar between the search bar and the parts below it."""
    layout = page.layout()
    if layout is not None:
        layout.insertWidget(1, bar)  # type: ignore[attr-defined]
        set_tab_order_of_parts(page.bar, bar, page.splitter)
