"""Connects the signals of the main window's parts to each other, and does nothing else."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ui.features.search.hit_pages import ResultPageMarker
from ui.features.settings.encoder_panel import EncoderController
from ui.features.settings.local_model_controller import LocalModelController
from ui.shared.pages import SEARCH

if TYPE_CHECKING:
    from ui.features.reader.view import Reader
    from ui.main_window import MainWindow


def connect(window: MainWindow) -> None:
    """Connect all parts, once they are made and before anything is asked of the library."""
    results = window.search_page.results
    window.rail.chosen.connect(window.show_page)
    changing = window.correcting, window.removing, window.model_aids
    for part in (window.search_page, window.help, window.aids, *changing):
        part.told.connect(window.tell)
    window.search_page.bar.understood.help_wanted.connect(window.help.searching)
    window.aids.marks_changed.connect(window.search_page.search_again)
    window.documents.open_wanted.connect(window.open_document)
    for part in changing:
        part.library_changed.connect(window.refresh)
        part.library_changed.connect(window.search_page.search_again)
    window.authority_work.told.connect(window.tell)
    window.authority_work.document_wanted.connect(window.open_document)
    window.authority_work.hit_found.connect(window.open_hit)
    window.authority_work.list_changed.connect(window.search_page.search_again)
    window.search_page.readers.join(partial(_join_reader, window))
    window.governing.told.connect(window.tell)
    window.governing.hit_found.connect(window.open_hit)
    _connect_draft(window)
    window.law_aids.join(window)
    window.personal.join(window)
    window.correcting.reader_wanted.connect(lambda: window.show_page(SEARCH))
    window.preferences.of(EncoderController).encoder_changed.connect(window.meaning.want)
    local_model = window.preferences.of(LocalModelController)
    local_model.model_changed.connect(window.model_aids.refresh)
    local_model.aids_changed.connect(window.model_aids.refresh)
    window.model_aids.library_changed.connect(window.meaning.want)
    window.meaning.said.connect(window.status.say_meaning)
    window.meaning.failed.connect(results.meaning_failed)
    window.meaning.ready.connect(results.meaning_is_ready)
    window.care.library_changed.connect(window.refresh)
    window.others.changed.connect(window.refresh)
    window.care.library_changed.connect(window.meaning.want)
    window.care.restored.connect(window.restored)
    window.care_page.record_wanted.connect(window.record.show_dialog)
    window.care_page.self_test_wanted.connect(window.help.self_test)


def _join_reader(window: MainWindow, reader: Reader) -> None:
    window.authority_work.list_changed.connect(reader.summaries.check_again)
    window.preferences.of(LocalModelController).model_changed.connect(reader.summaries.look_again)
    reader.search_wanted.connect(window.search_page.search_again)
    ResultPageMarker(window.search_page.results.model, reader)


def _connect_draft(window: MainWindow) -> None:
    report = window.draft.report
    window.draft_work.told.connect(window.tell)
    window.draft_work.finished.connect(window.draft_checked)
    report.hit_wanted.connect(window.open_hit)
    report.spot_wanted.connect(window.authority_work.open)
    report.authority_wanted.connect(window.open_authority)
