"""Connects the signals of the main window's parts to each other, and does nothing else."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from ui.features.search.result_page_marker import ResultPageMarker
from ui.features.settings.encoder_panel import EncoderController
from ui.features.settings.local_model_controller import LocalModelController
from ui.shared.pages import INTAKE, SEARCH

if TYPE_CHECKING:
    from ui.features.reader.controller import ReaderController
    from ui.main_window import MainWindow


def connect(window: MainWindow) -> None:
    """Connect all parts, once they are made and before anything is asked of the library."""
    results = window.search_page.results
    window.rail.chosen.connect(window.show_page)
    changing = window.correction, window.many_correction, window.removal, window.recutting
    for part in (
        *(window.search, window.feedback, window.thesaurus, window.deeper),
        *(window.authority_controller, window.draft_controller, window.governing, window.help),
        *(window.library_list, window.keeping_apart, window.taking_along),
        *changing,
    ):
        part.status.connect(window.tell)
    window.search_page.bar.understood.help_wanted.connect(window.help.show_search_help)
    window.feedback.changed.connect(window.search.search_again)
    window.library_list.open_wanted.connect(window.open_document)
    window.library_list.contents_read.connect(window.follow)
    window.library_list.contents_read.connect(lambda _contents: window.staleness.look())
    results.show_files.clicked.connect(lambda: window.show_page(INTAKE))
    for part in changing:
        part.library_changed.connect(window.library_list.refresh)
        part.library_changed.connect(window.search.search_again)
    window.authority_controller.document_wanted.connect(window.open_document)
    window.authority_controller.hit_found.connect(window.open_hit)
    window.authority_controller.list_changed.connect(window.search.search_again)
    window.search.readers.join(partial(_join_reader, window))
    window.governing.hit_found.connect(window.open_hit)
    _connect_draft(window)
    _connect_exports(window)
    window.law.join(window)
    window.userdata.join(window)
    window.correction.reader_wanted.connect(lambda: window.show_page(SEARCH))
    window.settings_controller.of(EncoderController).encoder_changed.connect(window.embedding.schedule)
    local_model = window.settings_controller.of(LocalModelController)
    for aid in (window.deeper, window.recutting):
        local_model.model_changed.connect(aid.refresh)
        local_model.aids_changed.connect(aid.refresh)
        QTimer.singleShot(0, aid, aid.refresh)  # it loads what the window is shown without
    window.recutting.library_changed.connect(window.embedding.schedule)
    window.embedding.progressed.connect(window.status.show_embedding_progress)
    window.embedding.finished.connect(window.tell)
    window.embedding.failed.connect(results.meaning_failed)
    window.embedding.ready.connect(results.meaning_is_ready)
    window.embedding.ready.connect(window.staleness.more_by_meaning)
    window.maintenance_controller.library_changed.connect(window.library_list.refresh)
    window.revision.changed.connect(window.library_list.refresh)
    window.office.came_back.connect(window.library_list.refresh)
    window.office.came_back.connect(window.search.search_again)
    window.office.came_back.connect(window.collection_controller.refresh)
    window.maintenance_controller.library_changed.connect(window.embedding.schedule)
    window.maintenance_controller.restored.connect(window.restored)
    window.maintenance.record.clicked.connect(window.record.show_dialog)
    window.maintenance.self_test.clicked.connect(window.help.self_test)


def _join_reader(window: MainWindow, reader: ReaderController) -> None:
    window.authority_controller.list_changed.connect(reader.summaries.check_again)
    window.settings_controller.of(LocalModelController).model_changed.connect(reader.summaries.restart)
    reader.attachments.add_wanted.connect(window.intake_controller.add_attached)
    ResultPageMarker(window.search_page.results.model, reader)


def _connect_draft(window: MainWindow) -> None:
    report = window.draft.report
    window.draft_controller.finished.connect(window.draft_checked)
    report.hit_wanted.connect(window.open_hit)
    report.spot_wanted.connect(window.authority_controller.open)
    report.authority_wanted.connect(window.open_authority)


def _connect_exports(window: MainWindow) -> None:
    collecting = window.collection_chooser, window.collection_controller
    for part in (window.copying, window.exporting, *collecting):
        part.status.connect(window.tell)
    window.search.answered.connect(window.exporting.follow)
    window.collections.export_wanted.connect(window.exporting.export_collection)
    window.collections.opened.connect(window.open_hit)
    window.collection_chooser.changed.connect(window.collection_controller.show)
