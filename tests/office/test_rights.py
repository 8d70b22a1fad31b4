"""The rights of each role at the office server, and what the activity log records of persons."""

from __future__ import annotations

import resource
from collections import Counter
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from briefbank.domain.authorities import Standing
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.maintenance import AuditEvent
from briefbank.domain.office import ALLOWED, OfficeRole
from briefbank.domain.searches import SearchRequest
from briefbank.domain.userdata import CollectionEntry, Reference
from briefbank.errors import (
    AccountRefused,
    BriefBankError,
    ListFileError,
    NotAllowed,
    NotEnrolled,
    NotSignedIn,
    SignInLocked,
    SignInRefused,
    StoreError,
)
from briefbank.jobs import QuietReporter
from briefbank.office import accounts as accounts_module
from briefbank.office.accounts import Accounts
from briefbank.office.link import Credentials, Link, call
from briefbank.office.wire import OPERATIONS, AddUpload, Operation
from tests.office.conftest import Office
from tests.office.program import PASSWORD
from tests.support.database_files import content

NOTHING = b"\x80"


def refusal(office: Office, link: Link, operation: Operation) -> str:
    """Return the class of the error with which an operation without arguments is answered."""
    way = "job" if operation.reporter else "call"
    with pytest.raises(BriefBankError) as raised:
        link.ask("POST", f"/v1/{way}/{operation.name}", NOTHING)
        raise BriefBankError
    return type(raised.value).__name__


@pytest.mark.parametrize("role", OfficeRole)
def test_each_operation_is_refused_to_a_role_that_does_not_include_it(
    office: Office, role: OfficeRole
) -> None:
    link = office.signed_in(role)
    for operation in OPERATIONS.values():
        is_refused = refusal(office, link, operation) == NotAllowed.__name__
        assert is_refused is (operation.action not in ALLOWED[role]), operation.name


@pytest.mark.parametrize("state", ["no computer", "nobody signed in", "signed out", "another's session"])
def test_each_operation_is_refused_to_one_who_is_not_signed_in(office: Office, state: str) -> None:
    link, other = office.signed_in(), office.client()
    expected = NotSignedIn
    if state == "no computer":
        link.credentials.device, expected = "forged", NotEnrolled
    elif state == "nobody signed in":
        link.credentials.session = ""
    elif state == "signed out":
        token = link.credentials.session
        link.sign_out()
        link.credentials.session = token
    else:
        link.credentials.device = other.credentials.device
    for operation in OPERATIONS.values():
        assert refusal(office, link, operation) == expected.__name__, operation.name


def test_a_line_of_the_good_law_list_names_who_entered_it_whatever_the_client_says(office: Office) -> None:
    link = office.signed_in()
    named = {"authority": "384 U.S. 436", "standing": Standing.OVERRULED, "entered_by": "somebody else"}
    entered = link.perform(OPERATIONS["good_law.enter"], named)
    assert entered.entered_by == OfficeRole.EDITOR.value
    changed = link.perform(
        OPERATIONS["good_law.change"],
        {
            "entry_id": entered.id,
            "standing": Standing.VACATED,
            "by": "",
            "since": None,
            "note": "",
            "entered_by": "x",
        },
    )
    assert changed.entered_by == OfficeRole.EDITOR.value


def test_changing_a_password_signs_the_user_out_elsewhere(office: Office) -> None:
    here, elsewhere = office.signed_in(), office.signed_in()
    with pytest.raises(SignInRefused):
        here.change_password("wrong", "another long password")
    with pytest.raises(AccountRefused):
        here.change_password(PASSWORD, "short")
    here.change_password(PASSWORD, "another long password")
    assert here.signed_in().name == "editor"
    with pytest.raises(NotSignedIn):
        elsewhere.signed_in()
    with pytest.raises(SignInRefused):
        elsewhere.sign_in("editor", PASSWORD)


def test_persons_of_a_list_sign_in_all_or_none(office: Office, tmp_path: Path) -> None:
    file = tmp_path / "persons.csv"
    file.write_text("name;role;password\nAda Nyberg;editor;a long password of hers\nBen;;\n", "utf-8")
    ada, ben = accounts_module.read_persons(file)
    office.accounts.set_persons([ada, ben])
    for person, role in ((ada, OfficeRole.EDITOR), (ben, OfficeRole.READER)):
        assert office.client().sign_in(person.name, person.password or "").role is role
    assert (ada.is_new_password, ben.is_new_password) == (False, True)
    with pytest.raises(AccountRefused):
        office.accounts.set_persons([replace(ada, name="Cleo"), replace(ben, name="Dan", password="short")])
    assert {"Cleo", "Dan"}.isdisjoint(person.name for person in office.accounts.persons())


@pytest.mark.parametrize(
    "content",
    [
        b"Ada,judge,a long password of hers",
        b",reader,",
        b"\xff\xfe\x00",
        b"Ada\nAda,reader",
        b'"Ada"x,reader',
    ],
)
def test_a_wrong_list_of_persons_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "persons.csv"
    file.write_bytes(content)
    with pytest.raises(ListFileError):
        accounts_module.read_persons(file)


def guess(link: Link, name: str = OfficeRole.EDITOR.value) -> type[BriefBankError]:
    """Return the class of the refusal of a wrong password."""
    with pytest.raises(SignInRefused) as raised:
        link.sign_in(name, "wrong password")
    return type(raised.value)


def test_wrong_passwords_lock_a_name_at_their_computer_and_no_other(office: Office) -> None:
    link, own = office.client(), office.signed_in()
    refusals = [guess(link) for _ in range(accounts_module.FAILURES)]
    assert refusals == [SignInRefused] * (accounts_module.FAILURES - 1) + [SignInLocked]
    with pytest.raises(SignInLocked):
        link.sign_in(OfficeRole.EDITOR.value, PASSWORD)
    assert link.sign_in(OfficeRole.READER.value, PASSWORD).role is OfficeRole.READER
    assert own.sign_in(OfficeRole.EDITOR.value, PASSWORD).role is OfficeRole.EDITOR


def test_a_name_that_is_guessed_at_many_computers_has_one_try_at_each_new_one_and_all_at_its_owners_own(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts_module, "FAILURES_ELSEWHERE", 2 * accounts_module.FAILURES)
    own, thieves, newcomer = office.signed_in(), [office.client(), office.client()], office.client()
    for thief in thieves:
        for _ in range(accounts_module.FAILURES):
            guess(thief)
    first = office.client()
    assert first.sign_in(OfficeRole.EDITOR.value, PASSWORD).role is OfficeRole.EDITOR
    assert guess(newcomer) is SignInLocked
    with pytest.raises(SignInLocked):
        newcomer.sign_in(OfficeRole.EDITOR.value, PASSWORD)
    assert own.sign_in(OfficeRole.EDITOR.value, PASSWORD).role is OfficeRole.EDITOR
    office.accounts.set_person(OfficeRole.EDITOR.value, None, PASSWORD)
    assert newcomer.sign_in(OfficeRole.EDITOR.value, PASSWORD).role is OfficeRole.EDITOR


def test_a_right_password_at_many_new_computers_locks_nobody(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts_module, "FAILURES_ELSEWHERE", 1)
    for _ in range(3):
        assert office.signed_in().signed_in().name == OfficeRole.EDITOR.value


def test_who_signs_in_again_and_again_fills_neither_the_accounts_nor_the_log(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts_module, "MOST_SESSIONS", 2)
    link = office.signed_in()
    before = office.library.audit.head().number
    for _ in range(9):
        link.sign_in(OfficeRole.EDITOR.value, PASSWORD)
        link.stored_pdf(2)
    assert office.accounts.signed_in() == 3
    assert link.signed_in().name == OfficeRole.EDITOR.value
    assert office.library.audit.head().number == before + 1  # the document that was opened


def test_a_disk_that_takes_nothing_more_is_told_of_as_such(office: Office) -> None:
    link = office.signed_in()
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, limit[1]))
    try:
        with pytest.raises(StoreError):
            link.sign_in(OfficeRole.EDITOR.value, PASSWORD)
        assert call(link, "documents.totals")[0] == 3
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert link.sign_in(OfficeRole.EDITOR.value, PASSWORD).role is OfficeRole.EDITOR


def test_nothing_that_is_kept_of_passwords_and_secrets_is_one(office: Office) -> None:
    link, code = office.signed_in(), office.accounts.invite()
    files = list(office.library.folder.parent.glob("accounts.sqlite*"))
    kept = b"".join(map(content, files))
    secrets = (PASSWORD, code, link.credentials.device, link.credentials.session)
    assert files and [secret for secret in secrets if secret.encode() in kept] == []
    assert {path.stat().st_mode & 0o077 for path in files if path.suffix == ".sqlite"} == {0}


def test_a_password_is_hashed_so_that_each_guess_takes_64_mib_and_three_rounds(tmp_path: Path) -> None:
    with closing(Accounts(tmp_path / "accounts.sqlite")) as accounts:
        accounts.set_person("Ada", OfficeRole.READER, PASSWORD)
    assert b"$argon2id$v=19$m=65536,t=3," in content(tmp_path / "accounts.sqlite")


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
    entries = office.library.audit.entries(limit=7)
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


def test_a_session_ends_with_its_computer_its_person_their_role_and_its_time(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = office.signed_in(OfficeRole.READER)
    office.accounts.set_person("reader", OfficeRole.AUDITOR, PASSWORD)
    with pytest.raises(NotSignedIn):  # a changed person signs in again
        call(link, "documents.totals")
    link.sign_in("reader", PASSWORD)
    with pytest.raises(NotAllowed):
        call(link, "documents.totals")
    office.accounts.remove_person("reader")
    with pytest.raises(NotSignedIn):
        call(link, "audit.entries")
    revoked = office.signed_in()
    call(revoked, "documents.totals")
    for device in office.accounts.devices():
        office.accounts.revoke(device.id)
    with pytest.raises(NotEnrolled):
        call(revoked, "documents.totals")
    monkeypatch.setattr(accounts_module, "SESSION", timedelta(seconds=-1))
    with pytest.raises(NotSignedIn):
        call(office.signed_in(), "documents.totals")


def test_an_invitation_enrols_one_computer_in_time(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    code = office.accounts.invite()
    link = Link(office.exchange, Credentials())
    link.enrol(code, "first")
    with pytest.raises(NotEnrolled):
        link.enrol(code, "second")
    monkeypatch.setattr(accounts_module, "INVITATION", timedelta(seconds=-1))
    with pytest.raises(NotEnrolled):
        link.enrol(office.accounts.invite(), "late")
    assert [device.name for device in office.accounts.devices()] == ["first"]


def test_a_person_with_a_very_long_name_is_refused_in_words(office: Office) -> None:
    with pytest.raises(AccountRefused, match="at most 100 characters"):
        office.accounts.set_person("x" * 10_000, None, PASSWORD)


def test_what_is_refused_again_and_again_does_not_fill_the_record(office: Office) -> None:
    link = office.signed_in(OfficeRole.READER)
    for _ in range(3):
        with pytest.raises(NotAllowed):
            call(link, "audit.head")
        with pytest.raises(SignInRefused):
            office.client().sign_in("nobody", "wrong")
    acts = Counter(entry.act for entry in office.library.audit.entries())
    assert acts[AuditEvent.DENIED] == 1
    with pytest.raises(NotAllowed):
        call(link, "walls.matters")
    assert [entry.act for entry in office.library.audit.entries(limit=1)] == [AuditEvent.DENIED]
