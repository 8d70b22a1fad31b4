"""Tests that a client of an office gets the answers of the library itself."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import docx
import pytest

from briefbank.api.library import LibraryApi
from briefbank.domain.authorities import Standing
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import ALL
from briefbank.domain.ingest import FileProgress, FileStatus, Stage
from briefbank.domain.maintenance import DiskEncryption, EncryptionState
from briefbank.domain.office import OfficeRole
from briefbank.domain.searches import Filters, Order, SearchAnswer, SearchRequest, Verdict
from briefbank.domain.userdata import MOST_SHARED, CollectionEntry, EntryState, Reference
from briefbank.errors import BriefBankError, NotAllowed, NotFromHere, ServerAway, SharingRefused
from briefbank.jobs import QuietReporter
from briefbank.network.egress_client import NoAnswer
from briefbank.office.library import OfficeLibrary
from briefbank.office.link import call
from briefbank.office.remote_library import RemoteLibrary
from briefbank.office.wire import OPERATIONS
from tests.office.conftest import Office
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.reporters import RecordingReporter

SEARCHES = [
    SearchRequest("plain error in summation"),
    SearchRequest("Find me briefs about inevitable discovery", order=Order.BEST),
    SearchRequest('"reasonable doubt" /p jury!', order=Order.BEST),
    SearchRequest("803(c)(27)"),
    SearchRequest("suppression of evidence", filters=Filters(kinds=frozenset({Kind.BRIEF}))),
    SearchRequest("the court", limit=3, start=2),
    SearchRequest("search of a car", as_of=date(2015, 1, 1)),
    SearchRequest("supression of evidense"),
    SearchRequest("xylophone zeppelin"),
    SearchRequest("identification", words_only=True),
    SearchRequest("identification", order=Order.BEST),
]
READINGS: dict[str, Callable[[LibraryApi], Any]] = {
    "documents": lambda library: list(library.documents.each()),
    "ids": lambda library: list(library.documents.ids(ALL)),
    "listed": lambda library: library.documents.listed([1, 2, 99]),
    "folders": lambda library: library.documents.folders(5),
    "totals": lambda library: library.documents.totals(),
    "state": lambda library: library.documents.state(),
    "change": lambda library: library.documents.change_since(
        replace(library.documents.state(), documents=9, newest_document=1)
    ),
    "some documents": lambda library: library.documents.some(iter([1, 2, 99])),
    "one document": lambda library: library.documents.get(1),
    "pages": lambda library: library.documents.pages(1),
    "passages": lambda library: library.documents.passages(2),
    "section": lambda library: library.documents.surroundings(library.documents.passages(1)[3].id),
    "caption": lambda library: library.documents.caption(1),
    "attachments": lambda library: library.documents.attachments(1),
    "outline": lambda library: library.reader.outline(1),
    "citation": lambda library: library.reader.citation(1, 0, 1),
    "findable": lambda library: library.reader.findable(1).find("court"),
    "page sizes": lambda library: page_sizes(library),
    "feedback": lambda library: library.feedback.all(),
    "thesaurus": lambda library: (library.thesaurus.state(), library.thesaurus.added_to("car stop")),
    "authorities": lambda library: library.authorities.find(""),
    "an authority": lambda library: library.authorities.page(library.authorities.find("")[0].authority.id),
    "near": lambda library: library.authorities.near("384 U.S. 437"),
    "cited": lambda library: library.authorities.of_document(1),
    "mentions": lambda library: library.authorities.mentions(library.authorities.find("")[0].authority.id),
    "places": lambda library: library.authorities.places(iter([1, 2, 9_999])),
    "same authorities": lambda library: library.authorities.same(1),
    "good law": lambda library: (library.good_law.entries(), library.good_law.proposals()),
    "dismissed": lambda library: library.good_law.dismissed(),
    "understood": lambda library: library.good_law.understood("384 U.S. 436"),
    "notes": lambda library: library.good_law.notes(["384 U.S. 436"], ["state v carty"]),
    "relying": lambda library: library.good_law.relying("384 U.S. 436"),
    "alerts of passages": lambda library: library.good_law.alerts(library.documents.passages(1)),
    "law of": lambda library: library.validity.law_of(library.documents.get(1)),
    "versions": lambda library: library.validity.versions("N.J.S.A. 2C:44-3"),
    "windows": lambda library: library.validity.of_passages([1, 2, 3]),
    "provision": lambda library: library.provision_finder.find("a witness signed the will"),
    "draft": lambda library: library.drafts.check("The stop was unlawful. 384 U.S. 436.", QuietReporter()),
    "extract": lambda library: library.summaries.extractive(1),
    "why no summary": lambda library: library.summaries.unavailable(),
    "kept summary": lambda library: library.summaries.kept(1),
    "alerts": lambda library: library.maintenance.alerts(),
    # Other programs take up the disk, and PostgreSQL tidies its files, between two readings.
    "sizes": lambda library: replace(library.maintenance.sizes(), free=0, catalogue=0),
    "shared collections": lambda library: library.shared_collections.all(),
    "searchable": lambda library: library.ingest.searchable(),
}
MISTAKES: dict[str, Callable[[LibraryApi], Any]] = {
    "no query": lambda library: library.search(SearchRequest("")),
    "nothing like it": lambda library: library.search(SearchRequest("", like=99_999)),
    "no document": lambda library: library.documents.get(99),
    "no line": lambda library: library.good_law.entry(99),
    "no passage": lambda library: library.documents.surroundings(9_999),
    "no PDF": lambda library: library.reader.readable_pdf_path(99),
    "no shared collection": lambda library: library.shared_collections.get(99),
    "no shared entries": lambda library: library.shared_collections.entries(99),
    "nothing to stop sharing": lambda library: library.shared_collections.withdraw(99),
    "nothing to share": lambda library: library.shared_collections.share("Hearing", None, []),
    "no authority": lambda library: library.good_law.enter("nothing at all", Standing.OVERRULED),
    "a wrong day": lambda library: library.documents.correct(1, CaptionField.FILED, "soon"),
}


alone_and_with_processes = pytest.mark.parametrize("office", [0, 1], indirect=True)


def page_sizes(library: LibraryApi) -> list[tuple[float, float]]:
    pages = library.reader.open_pages(1)
    try:
        return pages.sizes()
    finally:
        pages.close()


@pytest.fixture
def client(office: Office, tmp_path: Path) -> Iterator[RemoteLibrary]:
    here = OfficeLibrary.open(tmp_path / "desk", encoder=Buckets())
    library = RemoteLibrary(office.signed_in(), here, tmp_path / "cache")
    yield library
    library.close()


def answered(library: LibraryApi, request: SearchRequest) -> SearchAnswer:
    return replace(library.search(request), took_ms=0.0)


@alone_and_with_processes
def test_searches_have_the_answers_of_the_library(office: Office, client: RemoteLibrary) -> None:
    for request in SEARCHES:
        assert answered(client, request) == answered(office.library, request), request
        assert client.breakdown(request) == office.library.breakdown(request), request
        assert client.relevant_keys(request) == office.library.relevant_keys(request), request


@alone_and_with_processes
def test_reads_return_what_the_library_has(office: Office, client: RemoteLibrary) -> None:
    for name, reading in READINGS.items():
        before, there = reading(office.library), reading(client)
        # The record of an opening may be written in between, which the sizes show.
        assert there in (before, reading(office.library)), name


def test_the_revision_differs_after_each_change_of_the_library(office: Office, client: RemoteLibrary) -> None:
    seen = [client.revision()]
    assert client.revision() == seen[0]
    for turn in range(3):
        office.library.documents.correct(1, CaptionField.TITLE, f"Title {turn}")
        seen.append(client.revision())
    assert len(set(seen)) == 4


def test_the_readings_and_searches_tried_are_of_all_that_a_reader_may_ask() -> None:
    """An operation that is added is compared here too, or named."""
    operations = {f"{service}.{method}" for service, method in _asked()}
    elsewhere = {
        *("summaries.opened", "summaries.write", "summaries.highlights"),  # need a model; see tests/summary
        *("validity.text", "validity.differences", "validity.problems", "query_expansion.search"),
        *("query_expansion.unavailable", "good_law.export", "good_law.export_relying"),
        *("feed.entries", "feed.portion", "feed.marks", "feed.lists"),  # see test_offline
    }
    reading = {name for name, operation in OPERATIONS.items() if operation.action == "read" and "." in name}
    assert {name for name in reading if not name.startswith("records.")} - operations - elsewhere == set()


def _asked() -> set[tuple[str, str]]:
    from inspect import getsource
    from re import findall

    return set(findall(r"library\.(\w+)\.(\w+)\(", getsource(__import__(__name__, fromlist=["x"]))))


@alone_and_with_processes
def test_a_mistake_is_the_same_error_in_the_same_words(office: Office, client: RemoteLibrary) -> None:
    for name, mistake in MISTAKES.items():
        errors = []
        for library in (office.library, client):
            with pytest.raises(BriefBankError) as raised:
                mistake(library)
            at = getattr(raised.value, "position", None)
            errors.append((type(raised.value), raised.value.title, raised.value.remedy, at))
        assert errors[0] == errors[1], name


def test_highlights_are_those_of_the_library(office: Office, client: RemoteLibrary) -> None:
    hits = client.search(SearchRequest("reasonable doubt")).hits
    assert hits
    for hit in hits:
        assert client.reader.highlights(hit) == office.library.reader.highlights(hit) != []


def test_changes_of_an_editor_are_in_the_library(office: Office, client: RemoteLibrary) -> None:
    client.documents.correct(1, CaptionField.TITLE, "A better title")
    assert office.library.documents.get(1).title == "A better title"
    passage = client.documents.passages(1)[0]
    client.feedback.give(passage.id, "a question", Verdict.UP)
    assert [item.verdict for item in office.library.feedback.all()] == [Verdict.UP]
    entry = client.good_law.enter("384 U.S. 436", Standing.OVERRULED, by="State v. Made Up", entered_by="Ada")
    assert office.library.good_law.entries() == [entry]
    assert client.good_law.remove([entry.id]) == 1


def test_files_that_are_written_and_read_stay_on_the_client(
    office: Office, client: RemoteLibrary, tmp_path: Path
) -> None:
    client.good_law.enter("384 U.S. 436", Standing.OVERRULED, by="State v. Made Up", entered_by="Ada")
    here, there = tmp_path / "here.csv", tmp_path / "there.csv"
    assert client.good_law.export(here) == office.library.good_law.export(there) == 1
    assert here.read_bytes() == there.read_bytes()
    assert client.good_law.import_from(here, "Ada") == office.library.good_law.import_from(there, "Ada")
    assert client.exports.results(SearchRequest("the court"), tmp_path / "results.csv", QuietReporter()) > 0


def test_personal_lists_stay_on_the_client_and_find_what_they_name(
    office: Office, client: RemoteLibrary
) -> None:
    hit = client.search(SearchRequest("the court")).hits[0]
    collection = client.userdata.collections.make("Hearing")
    client.collection_resolver.add_passages(collection.id, [hit.passage.id])
    (resolved,) = client.collection_resolver.show(collection.id)
    assert resolved.hit is not None and resolved.hit.passage.id == hit.passage.id
    assert client.userdata.saved.save("mine", SearchRequest("the court")).name == "mine"
    assert client.userdata.recent.opened(hit.document.sha256, 2)
    assert [recent.document.id for recent in client.userdata.recent.newest()] == [hit.document.id]


def test_a_collection_that_is_shared_is_read_exported_and_copied_by_a_colleague(
    office: Office, client: RemoteLibrary, tmp_path: Path
) -> None:
    own = client.userdata.collections.make("Hearing")
    client.userdata.collections.set_hearing(own.id, date(2026, 12, 4))
    hit = client.search(SearchRequest("the court")).hits[0]
    entries = client.collection_resolver.add_passages(own.id, [hit.passage.id])
    entries += client.collection_resolver.add_selection(own.id, 1, ((0, 3, 40), (1, 0, 20)))
    client.userdata.collections.write_note(entries[0].id, "Lead with this.")
    shared = client.collection_resolver.share(own.id)
    client.userdata.collections.delete(own.id)
    with OfficeLibrary.open(tmp_path / "other desk", encoder=Buckets()) as here:
        colleague = RemoteLibrary(office.signed_in(OfficeRole.READER), here, tmp_path / "other cache")
        for library in (colleague, client, office.library):
            may_withdraw = library is not colleague
            assert library.shared_collections.all() == [replace(shared, may_withdraw=may_withdraw)]
            assert library.shared_collections.get(shared.id).shared_by == OfficeRole.EDITOR
            known = library.shared_collections.entries(shared.id)
            assert [item.reference for item in known] == [item.reference for item in entries]
        resolved = colleague.collection_resolver.show_shared(shared.id)
        assert [entry.state for entry in resolved] == [EntryState.AS_IT_WAS] * 2
        assert resolved[0].hit is not None and resolved[0].hit.passage.id == hit.passage.id
        file = tmp_path / "hearing.docx"
        assert colleague.exports.shared_collection(shared.id, file, QuietReporter()) == 2
        assert "Lead with this." in [paragraph.text for paragraph in docx.Document(str(file)).paragraphs]
        copied = colleague.collection_resolver.copy_shared(shared.id)
        assert (copied.name, copied.hearing) == ("Hearing", date(2026, 12, 4))
        mine = colleague.userdata.collections.entries(copied.id)
        assert [(item.reference, item.note) for item in mine] == [
            (item.reference, item.note) for item in known
        ]
        colleague.userdata.close()


def test_backups_that_still_hold_removed_documents_are_listed_for_those_who_may_remove(
    office: Office, tmp_path: Path
) -> None:
    office.library.maintenance.backup(tmp_path / "backups", QuietReporter(), keep_days=30)
    officer = office.signed_in(OfficeRole.RECORDS_OFFICER)
    assert call(officer, "maintenance.backups") == office.library.maintenance.backups()
    assert call(officer, "maintenance.backups_with", 1) == office.library.maintenance.backups_with(1) != ()
    with pytest.raises(NotAllowed):
        call(office.signed_in(), "maintenance.backups")


def test_a_collection_that_is_too_large_to_share_is_refused_before_it_is_sent(
    office: Office, client: RemoteLibrary
) -> None:
    own = client.userdata.collections
    many = [Reference(f"{number:064x}", "0" * 32, 0) for number in range(MOST_SHARED + 1)]
    large = own.copy("Everything", None, [CollectionEntry(0, item) for item in many])
    office.exchange.away = NoAnswer("refused")
    with pytest.raises(SharingRefused, match="1,000 passages"):
        client.collection_resolver.share(large.id)


def test_a_dropped_file_is_added_to_the_office_under_its_own_name(
    office: Office, client: RemoteLibrary, tmp_path: Path
) -> None:
    path = tmp_path / "zebra brief.txt"
    path.write_text(
        "STATE v. HYPOTHETICAL\n\nPOINT I\n\nTHE ZEBRA WAS SEEN\n\nThe zebra stood in the wagon.\n"
    )
    reporter = RecordingReporter()
    (outcome,) = client.ingest.add([path], reporter)
    assert (outcome.path, outcome.status) == (path, FileStatus.ADDED)
    assert {event.path for event in reporter.events if isinstance(event, FileProgress)} == {path}
    assert office.library.documents.get(outcome.document.id).file_name == path.name
    assert [hit.document.id for hit in client.search(SearchRequest("zebra")).close] == [outcome.document.id]
    (again,) = client.ingest.add([path], reporter)
    assert again.status is FileStatus.ALREADY_HERE


def test_a_file_that_is_cancelled_when_it_is_on_its_way_has_one_end(
    office: Office, client: RemoteLibrary, tmp_path: Path
) -> None:
    path = tmp_path / "zebra.txt"
    path.write_text("POINT I\n\nTHE ZEBRA\n\nThe zebra stood there alone.\n")

    def cancel(event: FileProgress) -> None:
        if event.stage is Stage.READING:
            client.ingest.cancel([path])

    (outcome,) = client.ingest.add([path], RecordingReporter(on_file=cancel))
    assert outcome.status is FileStatus.ADDED, "the server has it already"
    assert client.ingest.history() == [outcome]
    assert [file.status for file in client.ingest.reported_files()] == [FileStatus.ADDED]


def test_an_unavailable_server_is_reported_and_cached_pages_open(
    office: Office, client: RemoteLibrary
) -> None:
    sizes = page_sizes(client)
    office.exchange.away = NoAnswer("refused")
    with pytest.raises(ServerAway):
        client.search(SearchRequest("the court"))
    assert page_sizes(client) == sizes
    with pytest.raises(ServerAway):
        client.reader.open_pages(2)
    office.exchange.away = None
    assert client.search(SearchRequest("the court")).total


def test_files_wait_while_the_server_is_away(office: Office, client: RemoteLibrary, tmp_path: Path) -> None:
    path = tmp_path / "zebra.txt"
    path.write_text("POINT I\n\nTHE ZEBRA\n\nThe zebra stood in the wagon and looked out.\n")
    office.exchange.away = NoAnswer("refused")
    with pytest.raises(ServerAway):
        client.ingest.add([path], QuietReporter())
    assert [file.path for file in client.ingest.waiting()] == [path]
    office.exchange.away = None
    assert [file.status for file in client.ingest.run(QuietReporter())] == [FileStatus.ADDED]
    assert client.ingest.waiting() == []


def test_signing_out_deletes_cached_pages_where_the_disk_is_not_encrypted(
    client: RemoteLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = client.reader.readable_pdf_path(1)
    unknown = DiskEncryption(EncryptionState.UNKNOWN, EncryptionState.UNKNOWN)
    monkeypatch.setattr(client.installation, "disk_encryption", lambda: unknown)
    client.office.sign_out()
    assert not path.exists()


def test_a_reader_is_refused_what_changes_the_library(office: Office, tmp_path: Path) -> None:
    with OfficeLibrary.open(tmp_path / "desk", encoder=Buckets()) as here:
        library = RemoteLibrary(office.signed_in(OfficeRole.READER), here, tmp_path / "cache")
        for change in (
            lambda: library.documents.correct(1, CaptionField.TITLE, "mine"),
            lambda: library.documents.remove(1),
            lambda: library.feedback.import_from(Path(__file__)),
            lambda: library.ingest.run(QuietReporter()) or library.maintenance.check(),
        ):
            with pytest.raises(BriefBankError):
                change()
        assert office.library.documents.get(1).title != "mine"


def test_operations_of_the_server_alone_are_refused_with_a_reason(
    client: RemoteLibrary, tmp_path: Path
) -> None:
    for ask in (
        lambda: client.maintenance.backup(tmp_path / "backup", QuietReporter()),
        lambda: client.watched.watch(tmp_path),
        lambda: client.thesaurus.path(),
    ):
        with pytest.raises(NotFromHere):
            ask()


def test_the_files_of_a_folder_are_added_in_their_folders_with_all_members_or_refused_with_the_reason(
    office: Office, client: RemoteLibrary, tmp_path: Path
) -> None:
    dropped = tmp_path / "Appeals"
    (dropped / "2019").mkdir(parents=True)
    (tmp_path / "members").mkdir()
    for folder, word in (
        (dropped / "2019", "heron"),
        (tmp_path / "members", "zebra"),
        (tmp_path / "members", "yak"),
    ):
        point = f"POINT I\n\nTHE {word.upper()}\n\nThe {word} stood there alone.\n"
        (folder / f"{word}.txt").write_text(point)
    name = "old files" + " and older" * 20  # the server keeps another
    archive = Path(shutil.make_archive(str(dropped / name), "zip", tmp_path / "members"))
    (dropped / "not.pdf").write_bytes(b"%PDF-1.7 nothing of the kind")
    outcomes = {
        outcome.path: outcome
        for outcome in client.ingest.add([tmp_path / "gone.pdf", dropped], QuietReporter())
    }
    refused = {tmp_path / "gone.pdf", dropped / "not.pdf"}
    added = {archive / "yak.txt", archive / "zebra.txt", dropped / "2019" / "heron.txt"}
    assert {path for path, item in outcomes.items() if item.status is FileStatus.REFUSED} == refused
    assert {path for path, item in outcomes.items() if item.status is FileStatus.ADDED} == added
    heron = outcomes[dropped / "2019" / "heron.txt"].document
    assert heron is not None and heron.folder == "Appeals/2019"
    assert outcomes[dropped / "not.pdf"].reason
    assert outcomes[dropped / "not.pdf"] in client.ingest.history()
