"""A desktop's library comes into an office's whole: nothing is read or embedded again, nothing is lost."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import update

from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.catalogue.tables import DocumentRow
from briefbank.domain.authorities import Standing
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Document
from briefbank.domain.ingest import FileStatus
from briefbank.domain.office import OfficeRole, Person, acting_for
from briefbank.domain.searches import SearchRequest, Verdict
from briefbank.domain.userdata import CollectionEntry, Reference
from briefbank.errors import Cancelled, NotALibrary, StoreBusy, StoreDamaged, StoreError
from briefbank.jobs import QuietReporter
from briefbank.office.library import OfficeLibrary
from briefbank.office.postgres_database import PostgresPlace
from briefbank.paths import LibraryPaths
from briefbank.text.messages import Message
from tests.stand_ins.encoders import Buckets
from tests.support import scan_factory
from tests.support.library_contents import document_contents
from tests.support.profile import sample

QUIET = QuietReporter()
QUERY = "reasonable doubt"


@pytest.fixture(scope="module")
def filled(text_files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed library of three briefs with corrections, feedback, a good-law list and a thesaurus."""
    folder = tmp_path_factory.mktemp("desk") / "library"
    with OfficeLibrary.open(folder, encoder=Buckets()) as library:
        for item in text_files[:3]:
            (outcome,) = library.ingest.add([item], QUIET)
            assert outcome.status is FileStatus.ADDED
        library.embedding.embed_pending(QUIET)
        library.documents.correct(2, CaptionField.TITLE, "State v. Zebra")
        library.feedback.give(library.documents.passages(2)[3].id, QUERY, Verdict.UP)
        library.good_law.enter("384 U.S. 436", Standing.OVERRULED, by="1 U.S. 1", entered_by="Ada")
        (folder / "thesaurus.txt").write_text("zebra, heron\n")
    return folder


@pytest.fixture
def client(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(filled, tmp_path / "desk"))


@pytest.fixture
def new_office(new_database: PostgresPlace | None, tmp_path: Path) -> Iterator[OfficeLibrary]:
    """The library of a new office, which is empty."""
    with OfficeLibrary.open(tmp_path / "office", encoder=Buckets(), database=new_database) as library:
        yield library


@pytest.fixture
def office(new_office: OfficeLibrary, tmp_path: Path, text_files: list[Path]) -> OfficeLibrary:
    """The library of an office that already has one of the briefs, and another one."""
    own = tmp_path / "own.txt"
    own.write_text("POINT I\n\nTHE HERON\n\nThe heron stood in the wagon and looked out.\n")
    new_office.ingest.add([own], QUIET)
    new_office.ingest.add(text_files[:1], QUIET)
    new_office.embedding.embed_pending(QUIET)
    return new_office


class Stopping(QuietReporter):
    """Stops at the given check."""

    def __init__(self, at: int) -> None:
        self.left = at

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


class Meanwhile(QuietReporter):
    """Does something else once the move has begun, and keeps what it was refused with."""

    def __init__(self, act: Callable[[], object]) -> None:
        super().__init__()
        self.act: Callable[[], object] | None = act
        self.refused: StoreError | None = None

    def progress(self, stage: Message, done: int, total: int) -> None:
        act, self.act = self.act, None
        if act is not None:
            try:
                act()
            except StoreError as error:
                self.refused = error


def test_all_of_it_comes_in_and_can_be_found(client: Path, office: OfficeLibrary, filled: Path) -> None:
    report = office.bring_in(client, QUIET)
    assert (report.documents, report.already_here, report.problems) == (2, 1, ())
    assert (report.marks, report.lines) == (1, 1)
    with OfficeLibrary.open(filled, encoder=Buckets(), tidy=False) as before:
        theirs, here = document_contents(before), document_contents(office)
        brought = {document.sha256 for document in before.documents.each() if document.id != 1}
        assert {key: here[key] for key in brought} == {key: theirs[key] for key in brought}
        assert [item.query for item in office.feedback.all()] == [QUERY]
        assert [entry.canonical for entry in office.good_law.entries()] == ["384 U.S. 436"]
    assert office.embedding.embed_pending(QUIET) == 0, "no vector was lost"
    assert office.maintenance.check(thorough=True).problems == ()
    again = office.bring_in(client, QUIET)
    assert (again.documents, again.already_here, again.marks, again.lines) == (0, 3, 0, 0)
    with OfficeLibrary.open(client, encoder=Buckets(), tidy=False) as moved:
        assert document_contents(moved) == theirs, "what is moved in stays as it was"
    results = office.search(SearchRequest(QUERY))
    assert {hit.document.title for hit in results.hits} >= {"State v. Zebra"}
    assert not office.has_unread_authorities()
    assert (office.folder / "thesaurus.txt").read_text() == "zebra, heron\n"


def test_a_moved_library_cannot_name_the_owner_of_a_shared_collection(
    client: Path, new_office: OfficeLibrary
) -> None:
    with (
        OfficeLibrary.open(client, encoder=Buckets()) as library,
        acting_for(Person("Ada", OfficeRole.READER, "desk")),
    ):
        sha256 = library.documents.get(1).sha256
        library.shared_collections.share("Forged", None, [CollectionEntry(0, Reference(sha256, "0" * 32, 0))])
    new_office.bring_in(client, QUIET)
    assert new_office.documents.totals()[0] == 3
    assert new_office.shared_collections.all() == []


def test_a_new_office_answers_as_the_library_that_it_took_in(
    client: Path, new_office: OfficeLibrary, filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Buckets, "encode_passages", pytest.fail)
    report = new_office.bring_in(client, QUIET)
    assert (report.documents, report.already_here, report.marks, report.lines) == (3, 0, 1, 1)
    with OfficeLibrary.open(filled, encoder=Buckets(), tidy=False) as before:
        assert list(new_office.documents.each()) == list(before.documents.each())
        assert document_contents(new_office) == document_contents(before)
        for library in (before, new_office):
            library.warm()
        assert new_office.search(SearchRequest(QUERY)).hits == before.search(SearchRequest(QUERY)).hits
        assert new_office.authorities.find("") == before.authorities.find("")
        assert new_office.good_law.entries() == before.good_law.entries()
    assert new_office.embedding.embed_pending(QUIET) == 0, "no vector was lost"
    assert new_office.maintenance.check(thorough=True).problems == ()
    assert new_office.ingest.history() == [], "the queue is the desk's own"
    assert new_office.bring_in(client, QUIET).documents == 0


@pytest.mark.parametrize("at", [5, 14, 2, 9, 20, 30][: sample(2, 6)])
def test_an_interrupted_move_into_a_new_office_is_continued(
    client: Path, new_office: OfficeLibrary, at: int
) -> None:
    try:
        new_office.bring_in(client, Stopping(at))
    except Cancelled:
        new_office.bring_in(client, QUIET)
    assert new_office.documents.totals()[0] == 3
    assert len(new_office.feedback.all()) == len(new_office.good_law.entries()) == 1
    assert new_office.maintenance.check(thorough=True).problems == ()
    assert new_office.embedding.embed_pending(QUIET) == 0


@pytest.mark.parametrize("at", [7, 1, 4, 12, 20][: sample(1, 5)])
def test_a_move_that_was_stopped_is_gone_on_with(client: Path, office: OfficeLibrary, at: int) -> None:
    try:
        office.bring_in(client, Stopping(at))
    except Cancelled:
        office.bring_in(client, QUIET)
    assert office.documents.totals()[0] == 4
    assert office.maintenance.check(thorough=True).problems == ()
    assert office.embedding.embed_pending(QUIET) == 0


def test_intact_files_of_an_interrupted_move_are_kept(client: Path, new_office: OfficeLibrary) -> None:
    kept, spoilt, *_ = sorted((client / "files").iterdir())
    stored_files = new_office.folder / "files"
    shutil.copyfile(kept, stored_files / kept.name)
    (stored_files / spoilt.name).write_bytes(bytes(spoilt.stat().st_size))
    before = (stored_files / kept.name).stat().st_ino
    assert new_office.bring_in(client, QUIET).documents == 3
    assert (stored_files / kept.name).stat().st_ino == before
    assert (stored_files / spoilt.name).read_bytes() == spoilt.read_bytes()
    assert not list((new_office.folder / "work").iterdir())


def test_altered_documents_are_left_out_and_named(client: Path, office: OfficeLibrary) -> None:
    database = SqliteDatabase(client / "catalogue.sqlite")
    with database.writing() as connection:
        connection.execute(update(DocumentRow).values(pages=99).where(DocumentRow.id == 2))
        gone: Document = connection.execute(DocumentRow.__table__.select().where(DocumentRow.id == 3)).one()
    database.close()
    (client / "files" / f"{gone.sha256}{gone.suffix}").write_bytes(b"%PDF-1.7 another")
    report = office.bring_in(client, QUIET)
    assert report.documents == 0 and len(report.problems) == 2
    assert "State v. Zebra" in report.problems[0] and gone.title in report.problems[1]
    assert office.documents.totals()[0] == 2
    assert office.maintenance.check(thorough=True).problems == ()


def test_the_record_keeps_that_of_the_library_that_came(client: Path, office: OfficeLibrary) -> None:
    office.bring_in(client, QUIET)
    office.bring_in(client, QUIET)
    entries = [entry.text for entry in office.audit.entries() if "was brought in" in entry.text]
    assert len(entries) == 1 and "2 documents" in entries[0] and "activity log" in entries[0]
    assert office.audit.verify() == []


@pytest.mark.nightly
def test_a_library_cannot_be_changed_while_it_is_moved_in(
    client: Path, new_office: OfficeLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("briefbank.assembly.WRITER_WAIT_S", 0.1)
    (tmp_path / "late.txt").write_text("POINT I\n\nTHE IBIS\n\nThe ibis came late to the wagon.\n")
    with OfficeLibrary.open(client, encoder=Buckets()) as window:
        adding = Meanwhile(lambda: window.ingest.add([tmp_path / "late.txt"], QUIET))
        assert new_office.bring_in(client, adding).documents == 3
        assert isinstance(adding.refused, StoreBusy)
        assert new_office.maintenance.check(thorough=True).problems == ()
        window.ingest.add([tmp_path / "late.txt"], QUIET)
        removing = Meanwhile(lambda: window.documents.remove(4))
        assert new_office.bring_in(client, removing).documents == 1
        assert isinstance(removing.refused, StoreBusy)
    assert new_office.maintenance.check(thorough=True).problems == ()


def test_personal_feedback_is_not_moved_from_another_library(client: Path, new_office: OfficeLibrary) -> None:
    with closing(sqlite3.connect(client / "catalogue.sqlite")) as connection, connection:
        connection.execute("UPDATE feedback SET person = 'Ada'")
    assert new_office.bring_in(client, QUIET).marks == 0
    with acting_for(Person("Ada", OfficeRole.READER, "desk")):
        assert new_office.feedback.all() == []


@pytest.mark.parametrize("change", ["feedback SET given_at = 'soon'", "good_law SET entered_at = 'soon'"])
def test_unreadable_values_are_reported_before_anything_is_moved(
    client: Path, new_office: OfficeLibrary, change: str
) -> None:
    with closing(sqlite3.connect(client / "catalogue.sqlite")) as connection, connection:
        connection.execute(f"UPDATE {change}")
    with pytest.raises(StoreDamaged):
        new_office.bring_in(client, QUIET)
    assert new_office.feedback.all() == new_office.good_law.entries() == []
    assert new_office.documents.totals()[0] == 0


def test_documents_of_the_office_are_linked_to_arriving_mails_that_attach_them(
    new_office: OfficeLibrary, tmp_path: Path
) -> None:
    words = b"POINT I\n\nTHE IBIS\n\nThe ibis stood in the wagon and looked out at the sea.\n"
    (tmp_path / "ibis.txt").write_bytes(words)
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = "The ibis", "ada@example.org", "bea@example.org"
    mail.set_content("Here is the ibis.\n")
    mail.add_attachment(words, maintype="text", subtype="plain", filename="ibis.txt")
    (tmp_path / "ibis.eml").write_bytes(bytes(mail))
    with OfficeLibrary.open(tmp_path / "mails", encoder=Buckets()) as library:
        library.ingest.add([tmp_path / "ibis.eml"], QUIET)
        assert library.documents.totals()[0] == 2
    new_office.ingest.add([tmp_path / "ibis.txt"], QUIET)
    (ibis,) = list(new_office.documents.each())
    for documents in (1, 0):
        assert new_office.bring_in(tmp_path / "mails", QUIET).documents == documents
        (around,) = new_office.documents.attachments(ibis.id).attached_to
        assert around.title == "The ibis"
        assert new_office.documents.attachments(around.id).files == (new_office.documents.get(ibis.id),)
        assert new_office.maintenance.check(thorough=True).problems == ()


def test_an_unreadable_audit_log_is_left_behind_and_reported(client: Path, office: OfficeLibrary) -> None:
    (client / "audit.log").write_bytes(b"\n" * 300_000)
    report = office.bring_in(client, QUIET)
    assert report.documents == 2 and len(report.problems) == 1 and "activity log" in report.problems[0]
    assert office.audit.verify() == []


def test_only_another_library_can_be_moved_in(office: OfficeLibrary, tmp_path: Path) -> None:
    for folder in (office.folder, tmp_path / "nothing"):
        with pytest.raises(NotALibrary):
            office.bring_in(folder, QUIET)


@pytest.mark.nightly
def test_a_scan_comes_with_its_original_and_its_searchable_copy(
    new_office: OfficeLibrary, tmp_path: Path
) -> None:
    with OfficeLibrary.open(tmp_path / "scans", encoder=Buckets()) as library:
        (outcome,) = library.ingest.add([scan_factory.pdf(tmp_path / "scan.pdf", "heron")], QUIET)
        assert outcome.document is not None and outcome.document.has_reading_copy
    report = new_office.bring_in(tmp_path / "scans", QUIET)
    assert (report.documents, report.problems) == (1, ())
    theirs, ours = LibraryPaths(tmp_path / "scans"), LibraryPaths(new_office.folder)
    for before, after in ((theirs.files, ours.files), (theirs.reading, ours.reading)):
        contents = {path.name: path.read_bytes() for path in before.iterdir()}
        assert contents and {path.name: path.read_bytes() for path in after.iterdir()} == contents
    assert new_office.maintenance.check(thorough=True).problems == ()
