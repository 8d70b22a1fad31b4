"""Tests of the window of a client while colleagues change the library of the office."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.ingest import FileStatus
from briefbank.jobs import QuietReporter
from briefbank.office.library import OfficeLibrary
from briefbank.office.remote_library import RemoteLibrary
from tests.office.conftest import Office
from tests.stand_ins.encoders import Buckets
from ui.app import build_window

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
PATIENCE_MS = 20_000
TEXT = "State v. Zoo\n\nPOINT I\n\nTHE GIRAFFE\n\nThe police seized a giraffe without a warrant.\n"


def test_a_client_offers_to_search_again_when_a_colleague_added_a_document(
    qtbot: QtBot, office: Office, tmp_path: Path
) -> None:
    here = OfficeLibrary.open(tmp_path / "desk", encoder=Buckets())
    client = RemoteLibrary(office.signed_in(), here, tmp_path / "cache")
    window = build_window(client)
    try:
        window.show()
        notice, field = window.search_page.results.notice, window.search_page.bar.field
        field.setText("giraffe")
        qtbot.keyClick(field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: window.search_page.searched_state is not None, timeout=PATIENCE_MS)
        (tmp_path / "giraffe.txt").write_text(TEXT, encoding="utf-8")
        (outcome,) = office.library.ingest.add([tmp_path / "giraffe.txt"], QuietReporter())
        assert outcome.status is FileStatus.ADDED
        window.look_for_changes()
        qtbot.waitUntil(lambda: notice.text() == "1 document was added since.", timeout=PATIENCE_MS)
        qtbot.keyClick(field, Qt.Key.Key_Return)
        hits = window.search_page.results.model.hits
        qtbot.waitUntil(lambda: any("giraffe" in hit.passage.text for hit in hits()), timeout=PATIENCE_MS)
    finally:
        window.close()
        window.deleteLater()
        client.close()
