"""Tests that the office server reveals nothing of a matter to a person behind its wall."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from briefbank.api.library import WallsApi
from briefbank.domain.authorities import Window
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import ALL
from briefbank.domain.ingest import FileProgress, FileStatus
from briefbank.domain.office import Matter, OfficeRole, Person
from briefbank.domain.searches import SearchRequest, Verdict
from briefbank.domain.userdata import CollectionEntry, Reference
from briefbank.errors import BriefBankError, KeptFromYou, ListFileError, NotAllowed, NotInLibrary, WallRefused
from briefbank.jobs import QuietReporter
from briefbank.office import library as office_library
from briefbank.office import performer
from briefbank.office.library import OfficeLibrary
from briefbank.office.link import Link, call, service
from briefbank.office.postgres_database import PostgresDatabase
from briefbank.office.remote_library import RemoteLibrary
from briefbank.office.wire import OPERATIONS, AddUpload, Operation
from tests.office.conftest import PASSWORD, Office
from tests.stand_ins.encoders import Buckets
from tests.support.mail_factory import mail

MOMENT = datetime(2026, 11, 3, tzinfo=UTC)
HIDDEN, NOWHERE = 2, 99_999  # A document that is kept from the editor, and the number of none


@dataclass
class RecordingExchange:
    """An exchange that keeps all that was answered."""

    exchange: Callable[..., tuple[int, bytes]]
    answered: bytes = b""

    def __call__(self, *values: Any, **named: Any) -> tuple[int, bytes]:
        status, body = self.exchange(*values, **named)
        self.answered += body
        return status, body


def matter_of(
    office: Office, *, persons: tuple[str, ...] = ("editor",), groups: tuple[str, ...] = ()
) -> Matter:
    sha256 = office.library.documents.get(HIDDEN).sha256
    return Matter("State v. Client", documents=(sha256,), persons=persons, groups=groups)


def outcome(link: Link, operation: Operation, named: Mapping[str, Any]) -> Any:
    try:
        return link.perform(operation, dict(named))
    except BriefBankError as error:
        return type(error), error.title, error.remedy


def arguments(library: OfficeLibrary, document_id: int) -> dict[str, Any]:
    """Return a value for each argument that names a document or a part of one, and for the others."""
    passages = [passage.id for passage in library.documents.passages(document_id)] or [NOWHERE]
    document = library.documents.some([document_id]).get(document_id)
    return {
        "document_id": document_id,
        "document_ids": [document_id],
        "passage_id": passages[0],
        "passage_ids": passages,
        "ids": passages,
        "provision_id": NOWHERE,
        "key": "no proposal",
        "keys": [proposal.key for proposal in library.feedback.all() if proposal.passage_id in passages],
        "sha256": document.sha256 if document else "0" * 64,
        "field": CaptionField.COURT,
        "value": "Elsewhere",
        "query": "a query",
        "verdict": Verdict.UP,
        "window": Window(),
        "pages": None,
        "reporter": QuietReporter(),
    }


NAMING = frozenset(("document_id", "document_ids", "passage_id", "passage_ids", "ids", "keys", "sha256"))
OF_LAW = "records.authorities_by_id"
TRIED = [
    operation
    for name, operation in OPERATIONS.items()
    if not NAMING.isdisjoint(operation.signature.parameters) and name != OF_LAW
]


def test_a_hidden_document_is_answered_as_one_that_does_not_exist(office: Office) -> None:
    passage = office.library.documents.passages(HIDDEN)[0]
    office.library.feedback.give(passage.id, "a query", Verdict.UP)
    office.accounts.set_person("editor", OfficeRole.ADMINISTRATOR, PASSWORD)
    office.walls.put(matter_of(office), QuietReporter())
    link = office.client()
    link.sign_in("editor", PASSWORD)
    before = [office.library.documents.get(HIDDEN), office.library.feedback.all()]
    for operation in TRIED:
        outcomes = []
        for document_id in (HIDDEN, NOWHERE):
            known = arguments(office.library, document_id)
            named = {name: known[name] for name in operation.signature.parameters if name in known}
            outcomes.append(outcome(link, operation, named))
        if operation.name == "documents.correct_many":
            assert outcomes == [[HIDDEN], [NOWHERE]]
        else:
            assert outcomes[0] == outcomes[1], operation.name
        assert [office.library.documents.get(HIDDEN), office.library.feedback.all()] == before, operation.name


def test_a_request_to_remove_a_hidden_document_changes_nothing_visible(office: Office) -> None:
    office.library.documents.correct(HIDDEN, CaptionField.DOCKET, "A-1-20")
    office.walls.put(Matter("Client", dockets=("A-1-20",), persons=("records officer",)), QuietReporter())
    link = office.signed_in(OfficeRole.RECORDS_OFFICER)
    before = call(link, "revision")
    for document_id in (HIDDEN, NOWHERE):
        named = {"document_id": document_id, "reporter": QuietReporter()}
        assert outcome(link, OPERATIONS["documents.remove"], named)[0] is NotInLibrary
        assert call(link, "revision") == before


def test_the_revision_of_somebody_behind_a_wall_tells_nothing_of_what_it_hides(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office_library, "DIGEST_S", 0.0)
    office.walls.put(matter_of(office), QuietReporter())
    link = office.signed_in()
    before = call(link, "revision")
    office.library.documents.correct(HIDDEN, CaptionField.TITLE, "Another title")
    office.library.feedback.give(office.library.documents.passages(HIDDEN)[0].id, "a query", Verdict.UP)
    office.walls.put(Matter("Another", documents=("0" * 64,), persons=("reader",)), QuietReporter())
    assert call(link, "revision") == before
    office.library.documents.correct(1, CaptionField.TITLE, "Another title")
    assert call(link, "revision") != before


def test_the_progress_of_a_sent_file_does_not_tell_whether_a_hidden_document_was_there(
    office: Office, tmp_path: Path
) -> None:
    known, new = tmp_path / "known.txt", tmp_path / "new.txt"
    for file, animal in ((known, "okapi"), (new, "tapir")):
        file.write_text(f"POINT I\n\nThe {animal} stood in the wagon.\n")
    hashes = tuple(hashlib.sha256(file.read_bytes()).hexdigest() for file in (known, new))
    office.signed_in(OfficeRole.RECORDS_OFFICER).add(known, AddUpload(), QuietReporter())
    office.walls.put(Matter("Client", documents=hashes, persons=("editor",)), QuietReporter())
    link, recording = office.signed_in(), Recording()
    for file in (known, new):
        link.add(file, AddUpload(), recording)
    assert recording.stages[known] == recording.stages[new]


def test_a_user_behind_a_wall_reads_no_audit_entry_of_hidden_documents(office: Office) -> None:
    office.walls.put(matter_of(office, persons=("auditor",)), QuietReporter())
    link = office.signed_in(OfficeRole.AUDITOR)
    for name in ("audit.entries", "audit.verify", "audit.head"):
        with pytest.raises(KeptFromYou):
            call(link, name)


def test_a_wall_warns_of_unknown_names_and_of_similar_dockets(office: Office) -> None:
    for document_id, docket in ((1, "A-5556-20"), (HIDDEN, "A-005555-20T4"), (3, "A-9999-12")):
        office.library.documents.correct(document_id, CaptionField.DOCKET, docket)
    matter = Matter("Client", ("A-5555-20",), persons=("EDITOR", "Edtor"), groups=("cn=nobody, dc=office",))
    office.walls.put(matter, QuietReporter())
    (walled,) = office.walls.matters()
    assert walled.documents == 1
    assert walled.unknown == ("Edtor", "cn=nobody, dc=office")
    assert walled.near == ("A-5556-20",)


def test_a_list_of_matters_counts_nothing_that_is_hidden_from_the_reader(office: Office) -> None:
    for document_id, docket in ((1, "A-5556-20"), (HIDDEN, "A-005555-20T4")):
        office.library.documents.correct(document_id, CaptionField.DOCKET, docket)
    office.walls.put(Matter("Own", ("A-5555-20", "A-5556-20"), persons=("administrator",)), QuietReporter())
    office.walls.put(Matter("Client", ("A-5555-20",), persons=("editor",)), QuietReporter())
    (walled,) = call(office.signed_in(OfficeRole.ADMINISTRATOR), "walls.matters")
    assert (walled.documents, walled.near) == (0, ())


def test_the_record_names_the_matter_and_those_from_whom_it_is_kept(office: Office) -> None:
    office.walls.put(Matter("Client", ("A-5555-20",), persons=("editor", "reader")), QuietReporter())
    office.walls.remove("Client", QuietReporter())
    removed, put = office.library.audit.entries(limit=2)
    assert put.text == "“Client” (A-5555-20) is kept from editor; reader."
    assert removed.text == "“Client” (A-5555-20) was opened to everybody again."


def test_every_operation_declares_what_it_reveals_of_hidden_documents() -> None:
    decided = performer.OF_ALL | performer.OF_NONE
    decided |= {"documents.correct_many", "feedback.forget", "shared_collections.share"}
    undecided = [
        name
        for name, operation in OPERATIONS.items()
        if not (
            operation.reads
            or name in decided
            or performer.NAMED.keys() & operation.signature.parameters.keys()
        )
    ]
    assert undecided == []


def test_no_answer_holds_a_name_or_word_of_a_hidden_document(office: Office) -> None:
    hidden = office.library.documents.get(HIDDEN)
    texts = " ".join(passage.text for passage in office.library.documents.passages(HIDDEN))
    others = " ".join(passage.text for id_ in (1, 3) for passage in office.library.documents.passages(id_))
    own_words = sorted(
        {word for word in texts.split() if word.isalpha() and len(word) > 6} - set(others.split())
    )[:20]
    assert own_words
    office.walls.put(matter_of(office), QuietReporter())
    link = office.signed_in()
    link.exchange = exchange = RecordingExchange(link.exchange)
    for name in ("documents.ids", "documents.totals", "documents.folders", "feedback.all"):
        call(link, name, *{"documents.ids": [ALL], "documents.folders": [9]}.get(name, []))
    call(link, "documents.listed", [1, 2, 3])
    call(link, "authorities.find", "", 500)
    call(link, "good_law.proposals")
    call(link, "maintenance.alerts")
    for word in own_words:
        request = SearchRequest(f"{word} xylophone")
        answer = call(link, "search", request)
        call(link, "breakdown", request)
        assert HIDDEN not in {hit.document.id for hit in answer.hits}
    for secret in (hidden.sha256, hidden.file_name, hidden.title):
        assert secret.encode() not in exchange.answered


def test_a_wall_applies_from_the_next_request_until_it_is_removed(office: Office) -> None:
    link, other = office.signed_in(), office.signed_in(OfficeRole.READER)
    everything = call(link, "documents.totals")
    revision = call(link, "revision")
    office.walls.put(matter_of(office), QuietReporter())
    assert call(link, "documents.totals")[0] == everything[0] - 1
    assert call(link, "revision") != revision
    assert call(other, "documents.totals") == everything
    with pytest.raises(NotInLibrary):
        link.stored_pdf(HIDDEN)
    assert other.stored_pdf(HIDDEN).size
    office.walls.remove("State v. Client", QuietReporter())
    assert call(link, "documents.totals") == everything
    assert link.stored_pdf(HIDDEN).size


def test_cached_pages_are_deleted_from_the_client_once_their_matter_is_behind_a_wall(
    office: Office, tmp_path: Path
) -> None:
    here = OfficeLibrary.open(tmp_path / "desk", encoder=Buckets())
    with closing(RemoteLibrary(office.signed_in(), here, tmp_path / "cache")) as client:
        for id_ in (1, HIDDEN):
            client.reader.readable_pdf_path(id_)
        client.revision()
        assert len(list((tmp_path / "cache").iterdir())) == 2
        office.walls.put(matter_of(office), QuietReporter())
        client.revision()
        assert [path.name.partition("-")[0] for path in (tmp_path / "cache").iterdir()] == ["1"]


def test_a_name_is_behind_its_wall_however_it_is_spelled(office: Office) -> None:
    link = office.signed_in()
    for name in ("EDITOR", "  editor ", "éditor"):
        office.walls.put(matter_of(office, persons=(name,)), QuietReporter())
        assert call(link, "documents.totals")[0] == 2, name


def test_a_matter_is_kept_from_the_members_of_a_group(office: Office) -> None:
    office.walls.put(matter_of(office, persons=(), groups=("CN=Interns, DC=office",)), QuietReporter())
    intern = Person("anybody", OfficeRole.READER, groups=("cn=interns, dc=office",))
    assert office.walls.rules_for(intern)
    assert not office.walls.rules_for(replace(intern, groups=("cn=interns of old, dc=office",)))


def test_a_removed_document_leaves_no_feedback_that_its_wall_does_not_hide(office: Office) -> None:
    office.library.documents.correct(HIDDEN, CaptionField.DOCKET, "A-1-20")
    passage = office.library.documents.passages(HIDDEN)[0]
    office.library.feedback.give(passage.id, "the name of a client", Verdict.UP)
    office.walls.put(Matter("Client", dockets=("a-1-20",), persons=("editor",)), QuietReporter())
    assert call(office.signed_in(), "feedback.all") == []
    administrator = office.signed_in(OfficeRole.ADMINISTRATOR)
    administrator.perform(
        OPERATIONS["documents.remove"], {"document_id": HIDDEN, "reporter": QuietReporter()}
    )
    assert [item.query for item in call(administrator, "feedback.all")] == ["the name of a client"]
    assert call(office.signed_in(), "feedback.all") == []


def test_a_mail_with_a_hidden_attachment_is_hidden_and_its_other_attachments_are_not(
    office: Office, tmp_path: Path
) -> None:
    letter = tmp_path / "letter.eml"
    attached = [("brief.txt", b"The okapi stood in the wagon."), ("note.txt", b"The tapir lay in the barn.")]
    letter.write_bytes(mail(attached).as_bytes())
    office.signed_in().add(letter, AddUpload(), QuietReporter())
    by_name = {document.file_name: document for document in office.library.documents.each()}
    carrier, brief, note = (
        next(stored for name, stored in by_name.items() if name.endswith(end))
        for end in ("letter.eml", "brief.txt", "note.txt")
    )
    kept = Matter("Client", documents=(brief.sha256,), persons=("editor",))
    office.walls.put(kept, QuietReporter())

    def seen() -> set[int]:
        return set(call(office.signed_in(), "documents.some", [carrier.id, brief.id, note.id]))

    assert seen() == {note.id}
    administrator = office.signed_in(OfficeRole.ADMINISTRATOR)
    administrator.perform(
        OPERATIONS["documents.remove"], {"document_id": brief.id, "reporter": QuietReporter()}
    )
    assert carrier.id not in seen(), "its file still holds it"


def test_a_shared_collection_tells_nothing_of_a_hidden_document(office: Office) -> None:
    references = [Reference(office.library.documents.get(id_).sha256, "0" * 32, 0) for id_ in (1, HIDDEN)]
    seen, hidden = (CollectionEntry(0, reference, f"A note on {reference.words}") for reference in references)
    owner = office.signed_in(OfficeRole.READER)
    both = call(owner, "shared_collections.share", "Both", None, [hidden, seen])
    client = call(owner, "shared_collections.share", "A client’s name", None, [hidden])
    office.walls.put(matter_of(office), QuietReporter())
    link = office.signed_in()
    assert call(link, "shared_collections.all") == []
    for name in ("get", "entries", "withdraw"):
        operation = OPERATIONS[f"shared_collections.{name}"]
        numbers = both.id, client.id, NOWHERE
        outcomes = [outcome(link, operation, {"shared_id": number}) for number in numbers]
        assert outcomes[0] == outcomes[1] == outcomes[2]
    assert {item.id for item in call(owner, "shared_collections.all")} == {both.id, client.id}


def test_a_user_behind_a_wall_cannot_share_hidden_passages(office: Office) -> None:
    hidden = Reference(office.library.documents.get(HIDDEN).sha256, "0" * 32, 0)
    seen = Reference(office.library.documents.get(1).sha256, "0" * 32, 0)
    nowhere = Reference("0" * 64, "0" * 32, 0)
    office.walls.put(matter_of(office), QuietReporter())
    link, share = office.signed_in(), OPERATIONS["shared_collections.share"]
    uploads = []
    for item in (hidden, nowhere):
        for name, entries in (("Mixed", [item, seen]), ("Alone", [item])):
            named = {"name": name, "hearing": None, "entries": [CollectionEntry(0, one) for one in entries]}
            result = outcome(link, share, named)
            uploads.append(replace(result, shared_at=MOMENT) if name == "Mixed" else result)
    assert uploads[:2] == uploads[2:]
    (shared,) = office.library.shared_collections.all()
    assert [entry.reference for entry in office.library.shared_collections.entries(shared.id)] == [seen]


@pytest.mark.parametrize("is_new", [True, False])
def test_a_sender_behind_a_wall_gets_the_same_answer_for_a_new_and_a_known_file(
    office: Office, tmp_path: Path, is_new: bool
) -> None:
    path = tmp_path / "client.txt"
    path.write_text("SUPERIOR COURT OF NEW JERSEY\nDOCKET NO. A-1-20\n\nPOINT I\n\nThe zebra stood there.\n")
    office.walls.put(Matter("Client", dockets=("A-1-20",), persons=("editor",)), QuietReporter())
    if not is_new:
        (known,) = office.signed_in(OfficeRole.RECORDS_OFFICER).add(path, AddUpload(), QuietReporter())
        assert known.status is FileStatus.ADDED
    (reply,) = office.signed_in().add(path, AddUpload(), QuietReporter())
    assert (reply.status, reply.document, reply.reason) == (FileStatus.REFUSED, None, performer.KEPT)
    (hidden_document,) = [
        document for document in office.library.documents.each() if document.docket == "A-1-20"
    ]
    assert call(office.signed_in(OfficeRole.READER), "documents.get", hidden_document.id) == hidden_document


def test_operations_on_the_whole_library_are_refused_behind_a_wall(office: Office) -> None:
    office.walls.put(matter_of(office, persons=("administrator",)), QuietReporter())
    link = office.signed_in(OfficeRole.ADMINISTRATOR)
    with pytest.raises(KeptFromYou):
        call(link, "maintenance.sizes")
    assert call(office.signed_in(), "maintenance.sizes").documents == 3


def test_an_administrator_of_walls_does_not_see_their_own_wall(office: Office, tmp_path: Path) -> None:
    office.walls.put(matter_of(office, persons=("administrator",)), QuietReporter())
    link = office.signed_in(OfficeRole.ADMINISTRATOR)
    walls = service(WallsApi, "walls", link)
    assert walls.matters() == []
    assert walls.export(tmp_path / "walls.csv") == 0
    for matter in (
        matter_of(office, persons=("reader",)),
        Matter("New", ("A-9-20",), persons=("administrator",)),
    ):
        with pytest.raises(WallRefused):
            walls.put(matter, QuietReporter())
    with pytest.raises(NotInLibrary):
        walls.remove("State v. Client", QuietReporter())
    assert call(office.signed_in(OfficeRole.RECORDS_OFFICER), "walls.matters")[0].documents == 1
    with pytest.raises(NotAllowed):
        call(office.signed_in(), "walls.matters")


def test_walls_that_are_exported_are_imported_as_they_were(office: Office, tmp_path: Path) -> None:
    matters = [
        Matter("=A formula", ("A-1-20", "A-2-20"), persons=("Ann, the elder", "Böb")),
        Matter("Zebra; yak", documents=("0" * 64,), persons=("editor",), groups=("cn=interns,dc=office",)),
    ]
    for matter in matters:
        office.walls.put(matter, QuietReporter())
    assert office.walls.export(tmp_path / "walls.csv") == 2
    for matter in matters:
        office.walls.remove(matter.name, QuietReporter())
    assert office.walls.import_from(tmp_path / "walls.csv", QuietReporter()) == 2
    assert [matter.matter for matter in office.walls.matters()] == matters


def test_a_list_with_a_mistake_is_refused_completely_with_the_reason(office: Office, tmp_path: Path) -> None:
    office.walls.put(matter_of(office), QuietReporter())
    before = office.walls.matters()
    path = tmp_path / "walls.csv"
    for content, expected in (
        (b"matter,what,value\nA,docket,A-1-20\nA,lawyer,Ann\n", "Row 3"),
        (b"A,docket\n", "Row 1"),
        (b"A,document,abc\n", "Row 1"),
        (b"A,person," + b"x" * 500 + b"\n", "Row 1"),
        (b"\xff\xfe", "UTF-8"),
        (b'"A,docket', "CSV"),
        (b"A,docket,A-1-20\n", "somebody from whom"),
    ):
        path.write_bytes(content)
        with pytest.raises((ListFileError, WallRefused), match=expected):
            office.walls.import_from(path, QuietReporter())
        assert office.walls.matters() == before, content


def test_walls_apply_after_a_restart_of_the_server_and_any_change_of_the_library(
    office: Office, tmp_path: Path
) -> None:
    office.walls.put(matter_of(office), QuietReporter())
    link = office.signed_in()
    words = " ".join(office.library.documents.passages(HIDDEN)[3].text.split()[:6])
    expected = replace(call(link, "search", SearchRequest(words)), took_ms=0.0)
    database = office.library.catalogue
    postgres_database = database.place if isinstance(database, PostgresDatabase) else None
    with OfficeLibrary.open(
        office.library.folder, encoder=Buckets(), database=postgres_database
    ) as other:  # knows of no walls
        other.maintenance.rebuild(QuietReporter())
    assert replace(call(link, "search", SearchRequest(words)), took_ms=0.0) == expected


def test_docket_numbers_in_one_line_as_the_library_shows_them_keep_the_documents_of_each(
    office: Office,
) -> None:
    office.library.documents.correct(1, CaptionField.DOCKET, "A-1-20")
    office.library.documents.correct(2, CaptionField.DOCKET, "A-2-20; A-3-20")
    matter = Matter("Client", dockets=("A-2-20; A-1-20",), persons=("editor",))
    office.walls.put(matter, QuietReporter())
    assert [item.documents for item in office.walls.matters()] == [2]
    assert call(office.signed_in(), "documents.totals")[0] == 1


def test_a_wall_hides_a_docket_number_in_any_of_its_forms_and_no_other(office: Office) -> None:
    link = office.signed_in()
    for walled, written, hidden in (
        ("A-5555-20", "A-5555-20T4", True),
        ("A-5555-20T4", "A-005555-20", True),
        ("Docket No. A–5555–20", "A-5555-20T4", True),
        ("17-11696", "1:17-cr-11696-ADB", True),
        ("1:17-cr-11696-ADB", "17-11696", True),
        ("A-5555-20", "A-1-20; A-005555-20T4", True),
        ("A-5555-20", "A 5555 20", True),
        ("A-5555-20", "A\u20155555\u201520", True),
        ("A-5555-20", "\u0410-5555-20", True),  # a Cyrillic letter
        ("A-5555-20", "A-\u0665\u0665\u0665\u0665-\u0662\u0660", True),  # digits of Arabic
        ("A-5555-20", "A-5555\u3164-20", True),  # a letter that nobody sees
        ("A-5555-20", "A-5555-2020", True),
        ("A-5555-20", "A-1-20 and A-5555-20", True),
        ("A-5554-20", "A-5554/5555-20", True),
        ("A/5555/20", "A-5555-20", True),
        ("A-1-20, A-5555-20", "A-005555-20", True),
        ("A-5555-20 (consolidated)", "A-5555-20", True),
        ("A-5555-20", "A-55\u00ad55-20", True),  # a hyphen that few fonts draw
        ("A-5555-20", "A\u00ad5555\u00ad20", True),
        ("A-5555-20", "AM-5555-20", False),
        ("A-5555-20", "A-5555-2120", False),
        ("A-5555-20", "A-20-5555", False),
        ("A-5555-20", "A-5555-21", False),
        ("A-5555-20", "A-15555-20", False),
        ("A-55-20", "A-5555-20", False),
    ):
        office.library.documents.correct(1, CaptionField.DOCKET, written)
        office.walls.put(Matter("Client", dockets=(walled,), persons=("editor",)), QuietReporter())
        assert [matter.documents for matter in office.walls.matters()] == [int(hidden)], (walled, written)
        assert call(link, "documents.totals")[0] == (2 if hidden else 3), (walled, written)


class Recording(QuietReporter):
    def __init__(self) -> None:
        super().__init__()
        self.stages = dict[Path, list[object]]()

    def file(self, event: FileProgress) -> None:
        outcome = event.outcome and (event.outcome.status, event.outcome.reason)
        self.stages.setdefault(event.path, []).append((event.stage, outcome))


def test_a_sent_mail_tells_by_its_attachments_neither_that_it_was_there_nor_that_it_is_new(
    office: Office, tmp_path: Path
) -> None:
    attached = [("brief.txt", b"The okapi stood in the wagon."), ("broken.pdf", b"%PDF-1.4")]
    known, new = tmp_path / "known.eml", tmp_path / "new.eml"
    for file in (known, new):
        file.write_bytes(mail(attached, subject=file.stem).as_bytes())
    hashes = tuple(hashlib.sha256(file.read_bytes()).hexdigest() for file in (known, new))
    office.signed_in(OfficeRole.RECORDS_OFFICER).add(known, AddUpload(), QuietReporter())
    office.walls.put(Matter("Client", documents=hashes, persons=("editor",)), QuietReporter())
    replies, link = [], office.signed_in()
    for file in (known, new):
        recording = Recording()
        outcomes = link.add(file, AddUpload(), recording)
        replies.append(([(item.status, item.reason) for item in outcomes], list(recording.stages.values())))
    assert replies[0] == replies[1]


def test_nobody_notes_that_a_document_was_opened_that_they_do_not_see(office: Office) -> None:
    office.walls.put(matter_of(office), QuietReporter())
    link = office.signed_in()
    before = office.library.audit.head().number
    for document_id in (HIDDEN, NOWHERE):
        with pytest.raises(NotInLibrary):
            call(link, "summaries.opened", document_id)
    call(link, "summaries.opened", 1)
    assert office.library.audit.head().number == before + 1


INVISIBLE = "\u200b", "\ufeff", "\u2060", "\u200e"
"""A zero-width space, a byte order mark, a word joiner and a mark of direction."""


def test_an_invisible_letter_in_a_docket_number_keeps_no_wall_from_hiding(office: Office) -> None:
    link, plain = office.signed_in(), "A-3890-20"
    walled = [(f"A-38{sign}90-20", plain) for sign in (*INVISIBLE, "\u00ad")]
    stored = [(plain, form) for form in (*(f"A-38{sign}90-20" for sign in INVISIBLE), "A\u00ad3890-20")]
    kept = ""
    for wall, docket in walled + stored:
        if docket != kept:
            office.library.documents.correct(HIDDEN, CaptionField.DOCKET, docket)
            kept = docket
        office.walls.put(Matter("Client", dockets=(wall,), persons=("editor",)), QuietReporter())
        assert HIDDEN not in call(link, "documents.some", [HIDDEN]), (wall, docket)
        assert office.walls.matters()[0].empty == ()


def test_a_wall_warns_of_docket_numbers_that_no_document_has(office: Office) -> None:
    office.library.documents.correct(HIDDEN, CaptionField.DOCKET, "A-3890-20")
    dockets = ("A-3890-20", "A-38O0-20")  # the second has a letter in the place of a digit
    office.walls.put(Matter("Client", dockets=dockets, persons=("editor",)), QuietReporter())
    assert office.walls.matters()[0].empty == dockets[1:]


def test_a_document_in_a_wall_is_named_by_its_hash_alone(office: Office) -> None:
    for sha256 in ("a\0b", "abc", "\ud800", "0" * 65):
        with pytest.raises(WallRefused):
            office.walls.put(Matter("Client", documents=(sha256,), persons=("editor",)), QuietReporter())
        assert call(office.signed_in(), "documents.totals")[0] == 3


def test_a_matter_with_a_very_long_name_is_refused_in_words(office: Office) -> None:
    for matter in (
        Matter("x" * 10_000, dockets=("A-1-20",), persons=("editor",)),
        Matter("Client", dockets=("A-1-20",), persons=("x" * 10_000,)),
    ):
        with pytest.raises(WallRefused, match="longer than 400 characters"):
            office.walls.put(matter, QuietReporter())
