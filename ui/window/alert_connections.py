"""Connects the page of alerts to the parts of the window that change alerts, and to those that settle
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from briefbank.domain.ingest import WatchedFolder
from briefbank.domain.userdata import SavedSearch
from briefbank.text.messages import Message
from ui.features.alerts.controller import document_ids
from ui.features.alerts.texts import Alert, Goal, summary
from ui.features.authorities.view import LIST, PROPOSALS
from ui.features.intake.file_rows import FileFilterChoice
from ui.kit.tab_order import set_tab_order_of_parts
from ui.shared.pages import ALERTS, AUTHORITIES, CARE, INTAKE, SETTINGS

if TYPE_CHECKING:
    from ui.main_window import MainWindow


class AlertConnections(QObject):
    """The connections of the alerts, made when all other parts of the window are."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._troubles: list[Message] = []
        self._insert_bar()
        self._connect()
        window.alert_controller.schedule()

    def _connect(self) -> None:
        window, alerts, review = self._window, self._window.alert_controller, self._window.review
        window.alerts.settle_wanted.connect(self._settle)
        alerts.counted.connect(
            lambda number: window.rail.buttons[ALERTS].show_number(number, summary(number))
        )
        window.intake.review.acted.connect(
            lambda: review.begin(list(window.intake_controller.progress.doubtful))
        )
        review.document_wanted.connect(lambda document: window.open_document(document, True))
        review.status.connect(window.tell)
        for part in (
            window.intake_controller,
            window.maintenance_controller,
            window.correction,
            window.removal,
            window.recutting,
        ):
            part.library_changed.connect(alerts.schedule)
        window.authority_controller.list_changed.connect(alerts.schedule)
        window.folder_watch.folders_changed.connect(self._show_folder_alerts)
        window.userdata.news.counted.connect(alerts.schedule)
        window.embedding.failed.connect(lambda: alerts.set_embedding_failed(True))
        window.embedding.ready.connect(lambda: alerts.set_embedding_failed(False))

    def _insert_bar(self) -> None:
        """Put the bar of the review queue between the search bar and the parts below it."""
        page, bar = self._window.search_page, self._window.review.bar
        layout = page.layout()
        if layout is not None:
            layout.insertWidget(1, bar)  # type: ignore[attr-defined]
            set_tab_order_of_parts(page.bar, bar, page.splitter)

    def _show_folder_alerts(self, folders: Sequence[WatchedFolder]) -> None:
        """Collect alerts when a folder went away or came back; this is called every half minute."""
        troubles = [folder.trouble for folder in folders]
        if troubles != self._troubles:
            self._troubles = troubles
            self._window.alert_controller.schedule()

    def _settle(self, alert: Alert) -> None:
        window = self._window
        if alert.goal in (Goal.LIST, Goal.PROPOSALS):
            window.show_page(AUTHORITIES)
            window.authorities.switch.choose(LIST if alert.goal is Goal.LIST else PROPOSALS)
        elif alert.goal is Goal.PAGES:
            window.review.begin(document_ids(alert))
        elif alert.goal is Goal.REFUSED:
            window.show_page(INTAKE)
            window.intake.filter.switch.choose(FileFilterChoice.REFUSED)
        elif alert.goal is Goal.SAVED and isinstance(alert.target, SavedSearch):
            window.userdata.open_saved(alert.target)
        else:
            window.show_page(SETTINGS if alert.goal is Goal.SETTINGS else CARE)
