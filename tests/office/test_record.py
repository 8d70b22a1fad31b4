"""Tests of what the audit log of an office's library records, and what it never does."""

from __future__ import annotations

from pathlib import Path

import pytest

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.maintenance import AuditEvent
from briefbank.domain.office import OfficeRole
from briefbank.domain.searches import SearchRequest
from briefbank.domain.userdata import CollectionEntry, Reference
from briefbank.errors import NotAllowed, SignInRefused
from briefbank.jobs import QuietReporter
from briefbank.office.link import call
from briefbank.office.wire import AddUpload
from tests.office.conftest import Office
from tests.support.database_files import content


def test_each_act_names_the_person_and_the_computer(office: Office, tmp_path: Path) -> None:
    link = office.signed_in()
    call(link, "documents.correct", 1, CaptionField.TITLE, "Another title")
    link.stored_pdf(2)
    path = tmp_path / "zebra.txt"
    path.write_text("POINT I\n\nTHE ZEBRA\n\nThe zebra stood in the wagon and looked out.\n")
    (outcome,) = link.add(path, AddUpload(), QuietReporter())
    with pytest.raises(NotAllowed):
        call(office.signed_in(OfficeRole.READER), "documents.remove", 1)
    done = {
        (entry.act, entry.details.get("document"), entry.details.get("person"), entry.details.get("device"))
        for entry in office.library.audit.entries()
    }
    assert outcome.document is not None
    assert {
        (AuditEvent.SIGNED_IN, None, "editor", "desk"),
        (AuditEvent.CORRECTED, 1, "editor", "desk"),
        (AuditEvent.OPENED, 2, "editor", "desk"),
        (AuditEvent.SENT, outcome.document.id, "editor", "desk"),
        (AuditEvent.SIGNED_IN, None, "reader", "desk (2)"),
        (AuditEvent.DENIED, None, "reader", "desk (2)"),
    } <= done
    assert office.library.audit.verify() == []


@pytest.mark.parametrize(
    ("docket", "ending"),
    [
        ("A-2211-18; 3:21-cv-01234", "document 2 (A-2211-18; 3:21-cv-01234) were opened."),
        ("The name of a client", "document 2 were opened."),
        ("A-1 of Kowalski", "document 2 were opened."),
        ("", "document 2 were opened."),
    ],
)
def test_an_opening_names_the_matter_by_its_docket_number_and_by_nothing_else(
    office: Office, docket: str, ending: str
) -> None:
    office.library.documents.correct(2, CaptionField.DOCKET, docket)
    office.signed_in().stored_pdf(2)
    assert office.library.audit.entries(limit=1)[0].text.endswith(ending)


def test_the_audit_log_names_who_shared_and_withdrew_a_collection_without_its_content(office: Office) -> None:
    link = office.signed_in(OfficeRole.READER)
    sha256 = office.library.documents.get(1).sha256
    entries = [CollectionEntry(0, Reference(sha256, "0" * 32, 0), "secretnote")]
    shared = call(link, "shared_collections.share", "Secretname", None, entries)
    call(link, "shared_collections.share", "Secretname", None, entries)
    call(link, "shared_collections.withdraw", shared.id)
    newest = office.library.audit.entries(limit=3)
    assert [item.who for item in newest] == ["reader (desk)"] * 3
    assert [item.text for item in reversed(newest)] == [
        f"A collection was shared with the office, number {shared.id}: 1 passage.",
        f"Shared collection {shared.id} was replaced: 1 passage.",
        f"Shared collection {shared.id} was withdrawn.",
    ]
    assert b"secret" not in (office.library.folder / "audit.log").read_bytes().lower()


def test_failed_sign_ins_and_locks_are_in_the_record_and_what_was_typed_is_not(office: Office) -> None:
    link = office.client()
    for name in ("editor", "my secret password"):
        for _ in range(6):
            with pytest.raises(SignInRefused):
                link.sign_in(name, "wrong")
    entries = office.library.audit.entries(limit=10)
    acts = [entry.act for entry in entries if entry.who.startswith("editor")]
    assert acts == [AuditEvent.LOCKED, *[AuditEvent.SIGN_IN_FAILED] * 4]
    assert {entry.who for entry in entries} == {"editor (desk)", "unknown (desk)"}


def test_no_word_of_a_search_is_in_the_record_or_the_log(office: Office, home: Path) -> None:
    call(office.signed_in(), "search", SearchRequest("xylophone zeppelin"))
    written = [path for path in (office.library.folder, home) for path in path.rglob("*") if path.is_file()]
    assert [path for path in written if b"xylophone" in content(path).lower()] == []


def test_an_auditor_reads_the_record_and_no_brief(office: Office) -> None:
    link = office.signed_in(OfficeRole.AUDITOR)
    assert call(link, "audit.entries")[0].act is AuditEvent.SIGNED_IN
    assert call(link, "audit.verify") == []
    with pytest.raises(NotAllowed):
        call(link, "documents.get", 1)
