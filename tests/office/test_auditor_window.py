"""The auditor's window on a real office server."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from briefbank.domain.maintenance import AuditEvent
from briefbank.domain.office import OfficeRole
from briefbank.network.membership import INVITATION
from briefbank.office.library import OfficeLibrary
from briefbank.office.link import Credentials, Link
from briefbank.office.remote_library import RemoteLibrary
from briefbank.storage import secrets
from tests.office.conftest import Office
from tests.office.program import PASSWORD
from tests.stand_ins.encoders import Buckets
from ui.window.office import AuditorWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")


def test_an_auditor_reads_and_exports_who_opened_what_and_leaves_no_refusal_on_record(
    qtbot: QtBot, office: Office, tmp_path: Path
) -> None:
    office.signed_in().stored_pdf(1)
    docket = office.library.documents.get(1).docket
    secrets.keep(INVITATION, office.accounts.invite())
    here = OfficeLibrary.open(tmp_path / "desk", encoder=Buckets())
    library = RemoteLibrary.join(Link(office.exchange, Credentials()), here, tmp_path / "cache")
    library.office.sign_in(OfficeRole.AUDITOR.value, PASSWORD)
    window = AuditorWindow(library)
    try:
        window.show()
        sentence = f"The pages of document 1 ({docket}) were opened."
        qtbot.waitUntil(lambda: any(sentence in row.text for row in window.list.row_model.rows()))
        window.write(tmp_path / "record.csv")
        qtbot.waitUntil(lambda: "record.csv" in window.state.text())
        window.refresh.click()
        qtbot.waitUntil(lambda: "complete" in window.state.text())
    finally:
        window.close()
        window.deleteLater()
        library.close()
    with (tmp_path / "record.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["Act"]: row for row in csv.DictReader(file)}
    opened = rows[AuditEvent.OPENED]
    assert (opened["Person"], opened["Computer"]) == ("editor", "desk")
    assert (opened["Document"], opened["Matter"]) == ("1", docket)
    assert AuditEvent.DENIED not in {entry.act for entry in office.library.audit.entries()}
