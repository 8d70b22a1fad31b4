"""An offline copy is a library of the chosen documents alone, and what is done in it comes back to the
office."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from briefbank import paths, settings
from briefbank.catalogue.schema import BY_NAME
from briefbank.cli import commands
from briefbank.cli.output import DONE, FAULT
from briefbank.domain.authorities import Standing
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.maintenance import AuditEvent, DiskEncryption, EncryptionState
from briefbank.domain.office import KEPT_AFTER, LEASE, Matter, OfficeRole, OfflineChoice, Person, acting_for
from briefbank.domain.searches import Order, SearchRequest, Verdict
from briefbank.errors import (
    NotEnrolled,
    NothingOffline,
    OfflineEnded,
    OfflineNotSent,
    OfflineOfAnother,
    OfflineRefused,
    OfflineStays,
    OtherRelease,
    ServerAway,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    TooMuchOffline,
)
from briefbank.network import membership
from briefbank.network.egress_client import NoAnswer, TooLongAnswer
from briefbank.office import offline_feed, offline_matters, remote_library, server_settings
from briefbank.office.library import OfficeLibrary
from briefbank.office.link import Credentials, Link, call
from briefbank.office.offline_feed import OfflineGrants
from briefbank.office.offline_matters import OfflineMatters
from briefbank.office.remote_library import RemoteLibrary
from briefbank.office.wire import AddUpload
from briefbank.storage import library_folder, secrets
from tests.office.asgi import AsgiExchange
from tests.office.conftest import Office
from tests.office.offline_laptops import QUIET, all_of, laptop, offline_of, opened
from tests.office.program import PASSWORD
from tests.stand_ins.encoders import Buckets
from tests.support.library_contents import document_contents
from tests.support.profile import sample


@pytest.mark.parametrize("office", [1], indirect=True)
def test_an_offline_copy_has_the_chosen_documents_without_reading_or_embedding_them(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("done again")

    office.library.embedding.embed_pending(QUIET)
    monkeypatch.setattr("briefbank.extraction.worker_pool.WorkerPool.call", refuse)
    monkeypatch.setattr("tests.stand_ins.encoders.Buckets.encode_passages", refuse)
    offline = laptop(office, tmp_path / "offline")
    report = offline.take(all_of(office, 3), QUIET)
    assert (report.documents, report.brought, report.removed, report.sent) == (2, 2, 0, 0)
    assert report.problems == ()
    with opened(tmp_path / "offline") as library:
        theirs = document_contents(office.library)
        assert document_contents(library) == {
            document: theirs[document] for document in all_of(office, 3).documents
        }
        assert library.embedding.waiting() == 0
        assert library.maintenance.check(thorough=True).problems == ()
    again = offline.sync(QUIET)
    assert (again.documents, again.brought, again.removed, again.sent) == (2, 0, 0, 0)


SEARCHES = [
    SearchRequest("plain error in summation"),
    SearchRequest("Find me briefs about inevitable discovery", order=Order.BEST),
    SearchRequest('"reasonable doubt" /p jury!', order=Order.BEST),
    SearchRequest("supression of evidense"),
    SearchRequest("search of a car", as_of=date(2015, 1, 1)),
]


def heron_brief(path: Path) -> Path:
    path.write_text("POINT I\n\nTHE HERON\n\nThe heron stood in the wagon and looked out.\n")
    return path


def without_numbers(library: OfficeLibrary, request: SearchRequest) -> list[tuple[object, ...]]:
    """The results of a search, by what they are rather than by the numbers of a library."""
    results = library.search(request)
    return [
        (hit.document.sha256, hit.passage.text, hit.passage.ordinal, round(hit.score, 6), hit.reasons)
        for hit in results.hits
    ]


@pytest.mark.nightly
def test_an_offline_copy_searches_like_a_library_of_only_these_documents(
    office: Office, tmp_path: Path, sample_files: list[Path]
) -> None:
    laptop(office, tmp_path / "offline").take(all_of(office, 3), QUIET)
    names = {document.file_name for document in office.library.documents.each() if document.id != 3}
    with (
        OfficeLibrary.open(tmp_path / "alone", encoder=Buckets()) as alone,
        opened(tmp_path / "offline") as library,
    ):
        for file in (item for item in sample_files if item.name in names):
            alone.ingest.add([file], QUIET)
        alone.embedding.embed_pending(QUIET)
        for item in (alone, library):
            item.warm()
        for request in SEARCHES:
            assert without_numbers(library, request) == without_numbers(alone, request), request
        cited = [item.authority.canonical for item in alone.authorities.find("")]
        assert [item.authority.canonical for item in library.authorities.find("")] == cited


@pytest.mark.nightly
def test_a_matter_includes_all_documents_of_its_docket_number_and_their_attachments(
    office: Office, tmp_path: Path
) -> None:
    office.library.documents.correct(1, CaptionField.DOCKET, "A-1234-12; A-1235-12")
    office.library.documents.correct(2, CaptionField.DOCKET, "A-9999-12")
    report = laptop(office, tmp_path / "offline").take(OfflineChoice(matters=("a-1235-12",)), QUIET)
    assert report.documents == 1
    both = laptop(office, tmp_path / "both").take(OfflineChoice(matters=("A-1235-12; A-9999-12",)), QUIET)
    assert both.documents == 2, "as the Library shows them"
    with opened(tmp_path / "offline") as library:
        assert [document.docket for document in library.documents.each()] == ["A-1234-12; A-1235-12"]


def test_the_reading_copy_of_a_document_that_is_no_pdf_is_taken_offline(
    office: Office, tmp_path: Path
) -> None:
    path = heron_brief(tmp_path / "note.txt")
    (outcome,) = office.signed_in().add(path, AddUpload(), QUIET)
    assert outcome.document is not None and outcome.document.has_reading_copy
    office.library.embedding.embed_pending(QUIET)
    offline = laptop(office, tmp_path / "offline")
    assert offline.take(OfflineChoice(documents=(outcome.document.sha256,)), QUIET).problems == ()
    with opened(tmp_path / "offline") as library:
        assert document_contents(library).items() <= document_contents(office.library).items()
        assert not list((tmp_path / "offline" / "files").iterdir())
        assert library.maintenance.check(thorough=True).problems == ()
    link = office.signed_in()
    for lie in ("another hash of the PDF", "a number as hash of the PDF", "no PDF"):
        liar = lying(office, link, tmp_path / "lied to", "feed.portion", lie_about_documents(lie))
        report = liar.take(OfflineChoice(documents=(outcome.document.sha256,)), QUIET)
        assert (report.documents, len(report.problems)) == (0, 1), lie


@pytest.mark.nightly
def test_changes_at_the_office_reach_the_offline_copy_and_its_search(office: Office, tmp_path: Path) -> None:
    offline = laptop(office, tmp_path / "offline")
    offline.take(all_of(office), QUIET)
    office.library.documents.correct(2, CaptionField.TITLE, "State v. Zebra")
    office.library.documents.remove(3)
    report = offline.sync(QUIET)
    assert (report.documents, report.brought, report.removed, report.problems) == (2, 1, 1, ())
    with opened(tmp_path / "offline") as library:
        assert document_contents(library) == document_contents(office.library)
        assert library.maintenance.check(thorough=True).problems == ()
        assert [hit.document.title for hit in library.search(SearchRequest("zebra")).hits[:1]] == [
            "State v. Zebra"
        ]
        assert library.embedding.waiting() == 0


def test_the_good_law_list_and_thesaurus_are_taken_offline_and_own_lines_stay(
    office: Office, tmp_path: Path
) -> None:
    entered = office.library.good_law.enter("384 U.S. 436", Standing.OVERRULED, entered_by="Ada")
    (office.library.folder / "thesaurus.txt").write_text("zebra, heron\n")
    offline = laptop(office, tmp_path / "offline")
    offline.take(all_of(office, 2, 3), QUIET)
    with opened(tmp_path / "offline") as library:
        assert [entry.canonical for entry in library.good_law.entries()] == ["384 U.S. 436"]
        assert (tmp_path / "offline" / "thesaurus.txt").read_text() == "zebra, heron\n"
        library.good_law.enter("410 U.S. 113", Standing.OVERRULED)
    office.library.good_law.remove([entered.id])
    (office.library.folder / "thesaurus.txt").unlink()
    offline.sync(QUIET)
    assert not (tmp_path / "offline" / "thesaurus.txt").exists()
    with opened(tmp_path / "offline") as library:
        assert [entry.canonical for entry in library.good_law.entries()] == ["410 U.S. 113"]
    (tmp_path / "offline" / "thesaurus.txt").write_text("stork, crane\n")
    offline.sync(QUIET)
    assert (tmp_path / "offline" / "thesaurus.txt").read_text() == "stork, crane\n", "what is its own stays"


def test_feedback_corrections_and_new_files_return_to_the_office(office: Office, tmp_path: Path) -> None:
    offline = laptop(office, tmp_path / "offline")
    offline.take(all_of(office, 3), QUIET)
    new = heron_brief(tmp_path / "Motion of the hearing.txt")
    with opened(tmp_path / "offline") as library:
        (outcome,) = library.ingest.add([new], QUIET)
        assert outcome.document is not None
        library.documents.correct(outcome.document.id, CaptionField.DOCKET, "A-1-26")
        first = next(iter(library.documents.each()))
        library.documents.correct(first.id, CaptionField.TITLE, "State v. Zebra")
        passage = library.documents.passages(first.id)[3]
        library.feedback.give(passage.id, "reasonable doubt", Verdict.UP)
        assert library.offline.unsent() == 3
    report = offline.sync(QUIET)
    assert (report.sent, report.problems) == (4, ())
    there = {document.sha256: document for document in office.library.documents.each()}
    assert there[first.sha256].title == "State v. Zebra"
    assert there[outcome.document.sha256].docket == "A-1-26"
    assert there[outcome.document.sha256].file_name == "Motion of the hearing.txt"
    (mark,) = office.library.feedback.all()
    assert (mark.query, mark.verdict, mark.text) == ("reasonable doubt", Verdict.UP, passage.text[:200])
    with opened(tmp_path / "offline") as library:
        assert library.offline.unsent() == 0
        assert len(library.offline.stamps()) == 3, "what was added stays in the offline copy"
        again = next(document for document in library.documents.each() if document.sha256 == first.sha256)
        passage = library.documents.passages(again.id)[3]
        library.feedback.give(passage.id, "reasonable doubt", None)
        library.documents.correct(again.id, CaptionField.TITLE, None)
    assert offline.sync(QUIET).sent == 2
    assert office.library.feedback.all() == []
    assert office.library.documents.get(there[first.sha256].id).title != "State v. Zebra"


def test_offline_changes_of_one_user_are_not_sent_as_those_of_another(office: Office, tmp_path: Path) -> None:
    link = office.signed_in()
    offline = offline_of(link, tmp_path / "offline")
    offline.take(all_of(office, 3), QUIET)
    with opened(tmp_path / "offline") as library:
        library.feedback.give(library.documents.passages(1)[3].id, "reasonable doubt", Verdict.UP)
    colleague = Link(office.exchange, Credentials(link.credentials.device))
    colleague.sign_in("contributor", PASSWORD)
    others = offline_of(colleague, tmp_path / "offline")
    for exchange in (others.sync, partial(others.take, all_of(office))):
        with pytest.raises(OfflineOfAnother, match="by editor"):
            exchange(QUIET)
    assert office.library.feedback.all() == []
    assert offline.sync(QUIET).sent == 1
    others.leave(QUIET)
    assert others.take(all_of(office), QUIET).lease.person == "contributor"


def test_an_offline_copy_of_another_office_is_not_exchanged_with_this_one(
    office: Office, tmp_path: Path
) -> None:
    offline = laptop(office, tmp_path / "offline")
    offline.take(all_of(office, 3), QUIET)
    worked_in(tmp_path / "offline", tmp_path)
    lease, documents = offline.lease(), office.library.documents.totals()
    assert lease is not None and lease.library == office.library.records.library_id()
    (device,) = office.accounts.devices()
    theirs = replace(lease, library="f" * 16, office="The other office")
    theirs = replace(theirs, signature=theirs.signed(office.accounts.secret_hash(device.name)))
    library_folder.keep_offline_lease(tmp_path / "offline", theirs)
    for exchange in (offline.sync, partial(offline.take, all_of(office))):
        with pytest.raises(OfflineOfAnother, match="The other office"):
            exchange(QUIET)
    assert offline.lease() == theirs and office.library.documents.totals() == documents


@pytest.mark.nightly
def test_changes_that_the_office_refuses_are_named_and_kept(office: Office, tmp_path: Path) -> None:
    offline = laptop(office, tmp_path / "offline", OfficeRole.READER)
    offline.take(all_of(office, 2, 3), QUIET)
    new = heron_brief(tmp_path / "note.txt")
    with opened(tmp_path / "offline") as library:
        library.ingest.add([new], QUIET)
        library.documents.correct(1, CaptionField.TITLE, "State v. Zebra")
        library.feedback.give(library.documents.passages(1)[3].id, "reasonable doubt", Verdict.UP)
    for _ in range(2):
        report = offline.sync(QUIET)
        refused = [problem.partition(" was not taken")[0] for problem in report.problems]
        assert refused == ["“note”", "The correction of “State v. Zebra”"]
        office.library.documents.correct(1, CaptionField.COURT, "Court of Herons")
    assert report.documents == 1
    with opened(tmp_path / "offline") as library:
        kept = next(document for document in library.documents.each() if document.title == "State v. Zebra")
        assert kept.court == "Court of Herons", "the office's own changes come all the same"
        assert library.offline.unsent() == 2
        assert library.documents.totals()[0] == 2
    assert office.library.documents.totals()[0] == 3


def test_marks_of_others_that_count_for_the_person_come_along(office: Office, tmp_path: Path) -> None:
    passage = office.library.documents.passages(1)[3]
    office.library.feedback.give(passage.id, "reasonable doubt", Verdict.UP)
    with acting_for(Person("reader", OfficeRole.READER)):
        office.library.feedback.give(passage.id, "fair trial", Verdict.DOWN)
    with acting_for(Person("other", OfficeRole.READER)):
        office.library.feedback.give(passage.id, "own", Verdict.DOWN)
    offline = laptop(office, tmp_path / "offline", OfficeRole.READER)
    offline.take(all_of(office, 2, 3), QUIET)
    with opened(tmp_path / "offline") as library:
        marks = {vote.query: vote.verdict for vote in library.feedback.all()}
        assert marks == {"reasonable doubt": Verdict.UP, "fair trial": Verdict.DOWN}
        assert library.offline.unsent() == 0
    office.library.feedback.give(passage.id, "reasonable doubt", None)
    offline.sync(QUIET)
    with opened(tmp_path / "offline") as library:
        assert [item.query for item in library.feedback.all()] == ["fair trial"]


def test_a_wall_takes_the_documents_out_at_the_next_exchange_without_a_trace(
    office: Office, tmp_path: Path
) -> None:
    offline = laptop(office, tmp_path / "offline", OfficeRole.READER)
    offline.take(all_of(office), QUIET)
    document = office.library.documents.get(2)
    with opened(tmp_path / "offline") as library:
        library.feedback.give(library.documents.passages(2)[3].id, "walled query", Verdict.UP)
    office.walls.put(Matter("Doe", documents=(document.sha256,), persons=("reader",)), QUIET)
    report = offline.sync(QUIET)
    assert (report.documents, report.removed, report.sent, report.problems) == (2, 1, 0, ())
    with opened(tmp_path / "offline") as library:
        assert library.feedback.all() == []
        assert document.sha256 not in {item.sha256 for item in library.documents.each()}
        assert library.maintenance.check(thorough=True).problems == ()
    stored = b"".join(path.read_bytes() for path in (tmp_path / "offline").rglob("*") if path.is_file())
    assert b"walled query" not in stored and document.sha256.encode() not in stored.replace(
        offline_lease_of(tmp_path / "offline"), b""
    )


def offline_lease_of(folder: Path) -> bytes:
    """Return the content of the lease file, which names the choice."""
    return (folder / library_folder.OFFLINE_LEASE).read_bytes()


def test_nothing_of_a_walled_matter_is_given_from_the_beginning(office: Office, tmp_path: Path) -> None:
    office.library.documents.correct(1, CaptionField.DOCKET, "A-1234-12")
    office.library.documents.correct(2, CaptionField.DOCKET, "A-1234-12")
    sha256 = office.library.documents.get(2).sha256
    office.walls.put(Matter("Doe", documents=(sha256,), persons=("reader",)), QUIET)
    offline = laptop(office, tmp_path / "offline", OfficeRole.READER)
    assert offline.take(OfflineChoice(("A-1234-12",), (sha256,)), QUIET).documents == 1
    (given,) = call(office.signed_in(OfficeRole.ADMINISTRATOR), "offline.given")
    assert (given.person, given.device, given.documents) == ("reader", "desk", 1)
    link = office.signed_in(OfficeRole.READER)
    portion = call(link, "feed.portion", [2], Buckets().name)
    assert (portion.documents, portion.vectors) == ((), {})
    assert call(link, "feed.marks", [2]) == []


def at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    """Have leases be judged at another moment."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return moment.astimezone(tz)

    for module in ("domain.office", "office.offline_feed"):
        monkeypatch.setattr(f"briefbank.{module}.datetime", Clock)


def test_an_offline_copy_closes_with_its_lease_opens_when_renewed_and_is_empty_a_week_later(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offline, folder = laptop(office, tmp_path / "offline"), tmp_path / "offline"
    lease = offline.take(all_of(office, 3), QUIET).lease
    assert timedelta(days=29) < lease.until - datetime.now(UTC) <= LEASE
    new = heron_brief(tmp_path / "own.txt")
    with opened(folder) as library:
        library.ingest.add([new], QUIET)
    at(monkeypatch, lease.until + timedelta(hours=1))
    with pytest.raises(OfflineEnded):
        OfficeLibrary.open(folder, encoder=Buckets())
    state = offline.state()
    assert state is not None and state.lease.is_over() and state.documents == 0
    assert offline.sync(QUIET).documents == 3, "it is renewed, and what was added in it went to the office"
    with opened(folder) as library:
        library.ingest.add([new.rename(tmp_path / "again.txt")], QUIET)
        (tmp_path / "more.txt").write_text("POINT I\n\nTHE STORK\n\nThe stork stood in the wagon.\n")
        library.ingest.add([tmp_path / "more.txt"], QUIET)
    renewed = library_folder.offline_lease(folder)
    assert renewed is not None
    at(monkeypatch, renewed.until + KEPT_AFTER)
    with opened(folder) as library:
        assert [document.file_name for document in library.documents.each()] == ["more.txt"], (
            "what is not sent stays"
        )
        assert library.maintenance.check(thorough=True).problems == ()
    offline_matters.delete_forfeited(folder, opened)
    assert folder.exists()


@pytest.mark.nightly
def test_a_long_expired_offline_copy_without_own_data_is_deleted_when_the_client_starts(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lease = laptop(office, tmp_path / "offline").take(all_of(office, 3), QUIET).lease
    offline_matters.delete_forfeited(tmp_path / "offline", opened)
    assert (tmp_path / "offline").exists()
    at(monkeypatch, lease.until + KEPT_AFTER)
    offline_matters.delete_forfeited(tmp_path / "offline", opened)
    assert not (tmp_path / "offline").exists()


@pytest.mark.parametrize("disk", [EncryptionState.NO, EncryptionState.UNKNOWN])
def test_a_disk_that_is_not_encrypted_gets_nothing_unless_the_office_allows_it(
    office: Office, tmp_path: Path, disk: EncryptionState
) -> None:
    offline = offline_of(office.signed_in(), tmp_path / "offline", disk)
    with pytest.raises(OfflineRefused):
        offline.take(all_of(office), QUIET)
    assert not (tmp_path / "offline").exists()
    assert call(office.signed_in(OfficeRole.ADMINISTRATOR), "offline.given") == []
    office.server.grants.any_disk = True
    assert offline.take(all_of(office, 2, 3), QUIET).documents == 1


def test_an_edited_lease_is_expired_and_the_next_exchange_renews_it(office: Office, tmp_path: Path) -> None:
    offline, folder = laptop(office, tmp_path / "offline"), tmp_path / "offline"
    until = offline.take(all_of(office), QUIET).lease.until
    file = folder / library_folder.OFFLINE_LEASE
    file.write_text(file.read_text().replace(f"{until.year}-", "2099-", 1))
    lease = library_folder.offline_lease(folder)
    assert lease is not None and lease.is_over() and not lease.is_forfeited()
    with pytest.raises(OfflineEnded):
        opened(folder)
    offline.sync(QUIET)
    with opened(folder) as library:
        assert library.documents.totals()[0] > 0


def test_a_lease_is_over_while_the_clock_is_put_back(office: Office, tmp_path: Path) -> None:
    offline, folder = laptop(office, tmp_path / "offline"), tmp_path / "offline"
    offline.take(all_of(office), QUIET)
    later = time.time() + 2 * 24 * 3600  # the folder was used the day after tomorrow
    os.utime(folder, (later, later))
    with pytest.raises(OfflineEnded):
        opened(folder)
    offline.sync(QUIET)
    opened(folder).close()


def test_an_offline_copy_without_its_lease_is_empty(office: Office, tmp_path: Path) -> None:
    offline, folder = laptop(office, tmp_path / "offline"), tmp_path / "offline"
    offline.take(all_of(office), QUIET)
    (folder / library_folder.OFFLINE_LEASE).unlink()
    with opened(folder) as library:
        assert library.documents.totals()[0] == 0
    assert list((folder / "files").iterdir()) == []


def test_the_matters_that_are_taken_along_again_and_again_do_not_fill_the_log(
    office: Office, tmp_path: Path
) -> None:
    link, disk = office.signed_in(), EncryptionState.YES
    choice = OfflineChoice(matters=tuple(f"A-{number}-12" for number in range(100)))
    before = office.library.audit.head().number
    for _ in range(offline_feed.MOST_AN_HOUR):
        call(link, "offline.take", choice, disk)
    assert office.library.audit.head().number - before == 12 * offline_feed.MOST_AN_HOUR
    with pytest.raises(TooMuchOffline):
        call(link, "offline.take", choice, disk)


def test_a_lease_is_good_at_the_computer_alone_to_which_it_was_given(office: Office, tmp_path: Path) -> None:
    laptop(office, tmp_path / "offline").take(all_of(office), QUIET)
    for other in (office.client().credentials.device, ""):
        secrets.keep(secrets.DEVICE, other)
        lease = library_folder.offline_lease(tmp_path / "offline")
        assert lease is not None and lease.is_over()


def test_a_revoked_computer_loses_what_it_has_of_the_office_at_its_next_request(
    office: Office, tmp_path: Path
) -> None:
    link, pdfs = office.client(), tmp_path / "pdfs"
    secrets.keep(secrets.DEVICE, link.credentials.device)
    with closing(RemoteLibrary.join(link, OfficeLibrary.open(tmp_path / "desk"), pdfs)) as client:
        assert client.office is not None
        client.office.sign_in("editor", PASSWORD)
        client.reader.open_pages(1).close()
        assert any(pdfs.iterdir())
        offline_of(link, paths.offline_folder()).take(all_of(office), QUIET)
        office.accounts.revoke(office.accounts.devices()[0].id)
        with pytest.raises(NotEnrolled, match="deleted"):
            client.documents.totals()
    assert not pdfs.exists() and not paths.offline_folder().exists()
    assert secrets.kept(secrets.DEVICE) == ""


def taken_along(office: Office, tmp_path: Path) -> Link:
    """Return the link of a computer that belongs to the office, took documents along and has cached pages."""
    link = office.signed_in()
    offline_of(link, paths.offline_folder()).take(all_of(office), QUIET)
    (tmp_path / "pdfs").mkdir()
    return link


def rejoined(link: Link, tmp_path: Path) -> None:
    """Start the client anew."""
    anew = Link(link.exchange, Credentials())
    with closing(OfficeLibrary.open(tmp_path / "desk")) as here:
        RemoteLibrary.join(anew, here, tmp_path / "pdfs").userdata.close()


def test_a_computer_that_joins_another_office_has_no_pages_and_no_session_of_the_first(
    office: Office, tmp_path: Path
) -> None:
    taken_along(office, tmp_path)
    (tmp_path / "pdfs" / "1-first").write_bytes(b"%PDF-1.7 of the first office")
    secrets.keep(membership.SESSION, "a session of the first office")
    membership.join(
        membership.Invitation("https://second.example", "0" * 64, office.accounts.invite(), "Second")
    )
    assert secrets.kept(membership.SESSION) == ""
    rejoined(office.client(), tmp_path)
    assert list((tmp_path / "pdfs").iterdir()) == []
    lease = library_folder.offline_lease(paths.offline_folder())
    assert lease is not None and lease.is_over()


def test_a_locked_key_ring_deletes_nothing_of_what_was_taken_along(office: Office, tmp_path: Path) -> None:
    link = taken_along(office, tmp_path)
    secrets.forget(secrets.DEVICE)  # as one that cannot be read
    with pytest.raises(NotEnrolled, match="key ring"):
        rejoined(link, tmp_path)
    assert (tmp_path / "pdfs").exists()
    lease = library_folder.offline_lease(paths.offline_folder())
    assert lease is not None and not lease.is_forfeited()


@pytest.mark.nightly
def test_a_deletion_that_was_interrupted_is_finished_by_the_next_start(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = taken_along(office, tmp_path)

    def stop(_folder: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(offline_matters, "forfeit", stop)
        with pytest.raises(KeyboardInterrupt):
            remote_library.forget_office(tmp_path / "pdfs")
    assert paths.offline_folder().exists()
    with pytest.raises(NotEnrolled):
        rejoined(link, tmp_path)
    assert not paths.offline_folder().exists()


def test_leaving_the_office_deletes_what_it_gave_and_keeps_files_that_were_added_since(
    office: Office, tmp_path: Path
) -> None:
    folder = paths.offline_folder()
    laptop(office, folder).take(all_of(office), QUIET)
    own = heron_brief(tmp_path / "own.txt")
    with opened(folder) as library:
        library.ingest.add([own], QUIET)
    pdfs = remote_library.pdfs_folder()
    pdfs.mkdir(parents=True)
    (pdfs / "1-a.pdf").write_bytes(b"%PDF")
    with pytest.raises(OfflineNotSent):
        remote_library.leave_office()
    assert pdfs.exists() and secrets.kept(secrets.DEVICE)
    remote_library.leave_office(unsent_too=True)
    assert not pdfs.exists() and not settings.load().office_address
    with opened(folder) as library:
        assert [document.file_name for document in library.documents.each()] == ["own.txt"]


def test_an_offline_copy_is_left_only_when_the_office_has_what_was_done_in_it(
    office: Office, tmp_path: Path
) -> None:
    offline = laptop(office, tmp_path / "offline")
    with pytest.raises(NothingOffline):
        offline.leave(QUIET)
    offline.take(all_of(office, 2, 3), QUIET)
    with opened(tmp_path / "offline") as library:
        library.documents.correct(1, CaptionField.TITLE, "State v. Zebra")
    with pytest.raises(OfflineNotSent):
        offline.leave(QUIET)
    offline.leave(QUIET, unsent_too=True)
    assert not (tmp_path / "offline").exists()
    assert offline.state() is None
    assert call(office.signed_in(OfficeRole.ADMINISTRATOR), "offline.given") == []


def test_two_exchanges_at_once_of_one_offline_copy_are_refused(office: Office, tmp_path: Path) -> None:
    offline = laptop(office, tmp_path / "offline")
    offline.take(all_of(office, 2, 3), QUIET)
    with (
        opened(tmp_path / "offline") as library,
        library.offline.exchange(),
        pytest.raises(StoreBusy, match="Another BriefBank is exchanging"),
    ):
        offline.sync(QUIET)
    assert offline.sync(QUIET).problems == ()


def test_a_damaged_offline_copy_is_deleted_only_with_what_was_not_sent(
    office: Office, tmp_path: Path
) -> None:
    offline = laptop(office, tmp_path / "offline")
    offline.take(all_of(office, 2, 3), QUIET)
    for path in (tmp_path / "offline").glob("catalogue.sqlite*"):
        path.write_bytes(b"no catalogue" * 999)
    with pytest.raises(StoreError):
        offline.leave(QUIET)
    offline.leave(QUIET, unsent_too=True)
    assert not (tmp_path / "offline").exists()


def test_an_offline_copy_cannot_be_backed_up_moved_or_restored(office: Office, tmp_path: Path) -> None:
    laptop(office, tmp_path / "offline").take(all_of(office, 2, 3), QUIET)
    with opened(tmp_path / "offline") as library, pytest.raises(OfflineStays):
        library.maintenance.backup(tmp_path / "backup", QUIET)
    with pytest.raises(OfflineStays):
        office.library.bring_in(tmp_path / "offline", QUIET)
    office.library.maintenance.backup(tmp_path / "backup", QUIET)
    with opened(tmp_path / "offline") as library, pytest.raises(OfflineStays):
        library.maintenance.restore(tmp_path / "backup", QUIET)
    with pytest.raises(OfflineStays):
        OfficeLibrary.make_room_for(tmp_path / "backup", tmp_path / "offline")
    assert not [*(tmp_path / "offline").glob("before-restore-*"), *(tmp_path / "offline").glob("damaged-*")]


def test_the_record_says_who_took_which_matter_along(office: Office, tmp_path: Path) -> None:
    office.library.documents.correct(1, CaptionField.DOCKET, "A-1234-12")
    offline = laptop(office, tmp_path / "offline")
    offline.take(OfflineChoice(matters=("A-1234-12", "a name of somebody")), QUIET)
    offline.leave(QUIET)
    acts = [entry for entry in office.library.audit.entries() if entry.act is AuditEvent.TAKEN_ALONG]
    assert [act.text for act in reversed(acts)] == [
        "Taken along on the computer: 1 document, A-1234-12.",
        "Documents that were taken along were deleted from the computer.",
    ]
    assert {act.who for act in acts} == {"editor (desk)"}


class Breaking:
    """An exchange that breaks off at the given request, on its way there or back."""

    def __init__(self, exchange: AsgiExchange, at: int, *, after: bool) -> None:
        self._exchange, self._left, self._after = exchange, at, after

    def __call__(self, *request: Any) -> tuple[int, bytes]:
        self._left -= 1
        if self._left < 0 and not self._after:
            raise NoAnswer("lost")
        answer = self._exchange(*request)
        if self._left < 0:
            raise NoAnswer("lost")
        return answer


def worked_in(offline_folder: Path, folder: Path) -> None:
    """Make changes in an offline copy that return to the office."""
    new = folder / "own.txt"
    new.write_text("POINT I\n\nTHE HERON\n\nThe heron stood in the wagon and looked out.\n")
    with opened(offline_folder) as library:
        library.ingest.add([new], QUIET)
        first = next(iter(library.documents.each()))
        library.documents.correct(first.id, CaptionField.TITLE, "State v. Zebra")
        library.feedback.give(library.documents.passages(first.id)[3].id, "doubt", Verdict.UP)


@pytest.mark.parametrize(
    ("at", "after"), [(1, True), (3, False), (5, True), (8, True), (11, False), (15, True)][:: sample(3, 1)]
)
@pytest.mark.nightly
def test_a_connection_that_breaks_at_any_request_is_gone_on_with(
    office: Office, tmp_path: Path, at: int, after: bool
) -> None:
    folder, link = tmp_path / "offline", office.signed_in()
    broken = offline_of(Link(Breaking(office.exchange, at, after=after), link.credentials), folder)
    choice = all_of(office)
    offline_of(link, folder).take(all_of(office, 2, 3), QUIET)
    worked_in(folder, tmp_path)
    with suppress(ServerAway):
        broken.take(choice, QUIET)
    offline_of(link, folder).take(choice, QUIET)
    office.library.embedding.embed_pending(QUIET)
    assert offline_of(link, folder).sync(QUIET).problems == ()
    assert office.library.documents.totals()[0] == 4
    assert [item.query for item in office.library.feedback.all()] == ["doubt"]
    with opened(folder) as library:
        assert document_contents(library) == document_contents(office.library)
        assert library.offline.unsent() == 0
        assert library.embedding.waiting() == 0
        assert library.maintenance.check(thorough=True).problems == ()


@pytest.mark.parametrize("stop", ["maintenance.documents.remove", "catalogue.library_facts.forget_offline"])
@pytest.mark.nightly
def test_a_document_whose_removal_stopped_is_removed_by_the_next_exchange_and_never_sent_back(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: str
) -> None:
    offline = laptop(office, tmp_path / "offline")
    offline.take(all_of(office), QUIET)
    with opened(tmp_path / "offline") as library:
        library.feedback.give(library.documents.passages(2)[3].id, "removed query", Verdict.UP)
        removed = library.documents.get(2).sha256
    office.library.documents.remove(2)

    def full(*_: Any) -> None:
        raise StoreFull

    with monkeypatch.context() as patch, pytest.raises(StoreFull):
        patch.setattr(f"briefbank.{stop}", full)
        offline.sync(QUIET)
    report = offline.sync(QUIET)
    assert (report.documents, report.sent, report.problems) == (2, 0, ())
    assert office.library.documents.totals()[0] == 2
    with opened(tmp_path / "offline") as library:
        assert library.documents.totals()[0] == 2
        assert library.feedback.all() == []
        assert library.maintenance.check(thorough=True).problems == ()
    stored = b"".join(path.read_bytes() for path in (tmp_path / "offline").rglob("*.sqlite*"))
    assert b"removed query" not in stored and removed.encode() not in stored


@pytest.mark.nightly
def test_a_document_too_large_for_one_answer_is_named_and_the_others_are_taken_offline(
    office: Office, tmp_path: Path
) -> None:
    link = office.signed_in()
    largest = {"/v1/call/feed.portion": 0}

    def measured(*request: Any) -> tuple[int, bytes]:
        status, body = office.exchange(*request)
        ids = msgspec.msgpack.decode(request[2]).get("document_ids") if request[1] in largest else []
        if len(ids) == 1:
            largest[request[1]] = max(largest[request[1]], len(body))
        return status, body

    def limited(*request: Any) -> tuple[int, bytes]:
        status, body = office.exchange(*request)
        if len(body) >= largest.get(request[1], 2**62):
            raise TooLongAnswer("too long")
        return status, body

    for number in (1, 2, 3):  # each by itself
        folder = tmp_path / f"measured {number}"
        offline_of(Link(measured, link.credentials), folder).take(
            all_of(office, *{1, 2, 3} - {number}), QUIET
        )
    report = offline_of(Link(limited, link.credentials), tmp_path / "offline").take(all_of(office), QUIET)
    assert report.documents == 2
    assert report.problems[0] == "A document was not taken along: it is too large."
    with opened(tmp_path / "offline") as library:
        assert library.maintenance.check(thorough=True).problems == ()
    assert offline_of(link, tmp_path / "offline").sync(QUIET).problems == ()


def lying(
    office: Office, link: Link, folder: Path, operation: str, change: Callable[[dict[str, Any]], object]
) -> OfflineMatters:
    """Return the offline copy of a computer to which the answers to an operation come changed."""

    def exchange(*request: Any) -> tuple[int, bytes]:
        status, body = office.exchange(*request)
        if request[1] == f"/v1/call/{operation}":
            answer = msgspec.msgpack.decode(body)
            change(answer)
            body = msgspec.msgpack.encode(answer)
        return status, body

    return offline_of(Link(exchange, link.credentials), folder)


def lie_about_documents(lie: str) -> Callable[[dict[str, Any]], object]:
    """A change of all documents of a portion."""
    return lambda portion: [LIES[lie](document) for document in portion["documents"]]


def put(table: str, column: str, value: object) -> Callable[[dict[str, Any]], None]:
    """A change of one value of the first row of a table."""
    names = [item.name for item in BY_NAME[table].columns if item.name not in ("id", "document_id")]

    def change(document: dict[str, Any]) -> None:
        document["rows"][table][0][names.index(column)] = value

    return change


LIES: dict[str, Callable[[dict[str, Any]], None]] = {
    "a path as hash": put("document", "sha256", "../../../../tmp/lie"),
    "another document": put("document", "sha256", "0" * 64),
    "a path as suffix": put("document", "suffix", "/../../lie"),
    "a program as suffix": put("document", "suffix", ".exe"),
    "no number": put("document", "pages", "many"),
    "a negative number": put("document", "size", -1),
    "a number too large for the column": put("document", "size", 2**63 - 1),
    "no kind": put("document", "kind", "spell"),
    "no day": put("document", "filed", "soon"),
    "another title than was read": put("document", "title", "State v. Liar"),
    "another text": put("passage", "text", "The liar lied."),
    "spans that are none": put("passage", "spans", b"123"),
    "citations that are none": put("passage", "citations", '[["a"]]'),
    "a page that unpacks to nothing": put("page", "raw", b"no zlib"),
    "a nested value": put("page", "label", [["a"]]),
    "nothing where something must be": put("page", "source", None),
    "another hash of the PDF": put("checksum", "copy", "0" * 64),
    "a number as hash of the PDF": put("checksum", "copy", 17),
    "another table": lambda document: document["rows"].update(state=[["a", "b"]]),
    "two documents": lambda document: document["rows"]["document"].append(document["rows"]["document"][0]),
    "no document": lambda document: document["rows"].update(document=[]),
    "a row that is too short": lambda document: document["rows"]["page"][0].pop(),
    "no PDF": lambda document: document.update(pdf_bytes=0),
}


@pytest.mark.nightly
def test_invalid_documents_are_left_out_and_named(office: Office, tmp_path: Path) -> None:
    link, choice = office.signed_in(), all_of(office, 2, 3)
    folder, outside = tmp_path / "home" / "offline", tmp_path / "library"
    before = {path for path in outside.rglob("*") if "audit" not in path.name}
    for lie in LIES:
        liar = lying(office, link, folder, "feed.portion", lie_about_documents(lie))
        report = liar.take(choice, QUIET)
        assert (report.documents, report.brought, len(report.problems)) == (0, 0, 1), lie
    with opened(folder) as library:
        assert library.documents.totals() == (0, 0)
        assert library.maintenance.check(thorough=True).problems == ()
    assert {path for path in outside.rglob("*") if "audit" not in path.name} == before
    honest = offline_of(link, folder).sync(QUIET)
    assert (honest.documents, honest.problems) == (1, ())


@pytest.mark.nightly
def test_a_portion_of_another_release_is_refused(office: Office, tmp_path: Path) -> None:
    change = partial(dict.update, revision="another")
    liar = lying(office, office.signed_in(), tmp_path / "offline", "feed.portion", change)
    with pytest.raises(OtherRelease):
        liar.take(all_of(office), QUIET)


@pytest.mark.nightly
def test_a_time_that_no_office_gives_leaves_the_offline_copy_as_it_was(
    office: Office, tmp_path: Path
) -> None:
    link, folder = office.signed_in(), tmp_path / "offline"
    known = offline_of(link, folder).take(all_of(office), QUIET).lease
    for until in ("2030-01-01T00:00:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"):
        liar = lying(office, link, folder, "offline.take", partial(dict.update, until=until))
        with pytest.raises(OtherRelease):
            liar.sync(QUIET)
    assert library_folder.offline_lease(folder) == known


@pytest.mark.nightly
def test_vectors_that_no_model_makes_are_not_taken(office: Office, tmp_path: Path) -> None:
    link = office.signed_in()

    def replace_vectors(vector: bytes, portion: dict[str, Any]) -> None:
        portion["vectors"] = dict.fromkeys(portion["vectors"], vector)

    vectors = (b"1", np.full(64, np.nan, "<f4").tobytes(), np.full(64, 9, "<f4").tobytes())
    for number, vector in enumerate(vectors):
        change = partial(replace_vectors, vector)
        liar = lying(office, link, tmp_path / f"offline {number}", "feed.portion", change)
        with pytest.raises(StoreDamaged):
            liar.take(all_of(office), QUIET)


def test_a_client_cannot_ask_for_more_at_once_than_is_good(office: Office) -> None:
    link = office.signed_in()
    for name, argument in (
        ("feed.entries", (OfflineChoice(documents=("0" * 64,) * 1_001),)),
        ("feed.entries", (OfflineChoice(matters=("A-1",) * 101),)),
        ("feed.portion", (list(range(101)), "model")),
    ):
        with pytest.raises(TooMuchOffline):
            call(link, name, *argument)
    assert call(link, "feed.entries", OfflineChoice(documents=("0" * 64,) * 1_000)) is not None


@pytest.fixture
def terminal(
    office: Office, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Callable[..., tuple[int, Any]]:
    """Runs a command of a laptop of the office, and returns its exit status and its JSON document."""
    link = office.signed_in()
    secrets.keep(secrets.DEVICE, link.credentials.device)

    def joined() -> RemoteLibrary:
        if office.exchange.away:
            raise ServerAway
        here = OfficeLibrary.open(tmp_path / "desk", encoder=Buckets())
        return RemoteLibrary(link, here, tmp_path / "cache")

    settings.save(replace(settings.load(), office_address="https://127.0.0.1:1", office_pin="0" * 64))
    monkeypatch.setattr(RemoteLibrary, "open", joined)
    monkeypatch.setattr("briefbank.embedding.encoders.load_encoder", lambda *_: Buckets())
    monkeypatch.setattr("briefbank.office.offline_matters.encryption_of", lambda _: encrypted)
    encrypted = DiskEncryption(EncryptionState.YES, EncryptionState.YES)

    def run(*arguments: str) -> tuple[int, Any]:
        capsys.readouterr()
        status = commands.run(["--json", *arguments])
        return status, json.loads(capsys.readouterr().out)

    return run


def test_the_commands_take_documents_offline_search_return_and_leave(
    office: Office, terminal: Callable[..., tuple[int, Any]]
) -> None:
    office.library.documents.correct(1, CaptionField.DOCKET, "A-1234-12")
    assert terminal("offline", "list")[1]["error"]["title"] == NothingOffline.default_title
    assert terminal("--offline", "search", "court")[1]["error"]["title"] == NothingOffline.default_title
    status, report = terminal("offline", "take", "A-1234-12")
    assert (status, report["documents"], report["matters"]) == (DONE, 1, ["A-1234-12"])
    assert terminal("offline", "take", "--document", "2")[1]["documents"] == 2
    office.exchange.away = NoAnswer("away")
    status, result = terminal("--offline", "search", "the court")
    assert status == DONE and result["results"]
    assert len(terminal("list", "--offline")[1]["documents"]) == 2
    assert terminal("--offline", "correct", "1", "--title", "State v. Zebra")[0] == DONE
    status, listed = terminal("offline", "list")
    assert (status, listed["documents"], listed["unsent"], listed["office"]) == (DONE, 2, 1, "Test office")
    assert terminal("offline", "sync")[0] == FAULT
    assert terminal("offline", "leave")[1]["error"]["title"] == OfflineNotSent.default_title
    office.exchange.away = None
    assert terminal("offline", "sync")[1]["sent"] == 1
    assert office.library.documents.get(1).title == "State v. Zebra"
    assert terminal("offline", "leave")[0] == DONE
    assert call(office.signed_in(OfficeRole.ADMINISTRATOR), "offline.given") == []


def test_an_administrator_can_list_all_offline_copies_at_the_server(
    office: Office, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    grants = OfflineGrants(server_settings.grants(), "Test office", office.accounts.secret_hash)
    grants.give(Person("Ada", OfficeRole.EDITOR, "laptop"), OfflineChoice(("A-1234-12",)), 7)
    grants.close()
    assert commands.run(["office", "prepare", "--host", "127.0.0.1", "--offline-on-any-disk"]) == DONE
    result = server_settings.load()
    assert result is not None and result.offline_on_any_disk
    capsys.readouterr()
    assert commands.run(["--json", "office", "accounts"]) == DONE
    (taken,) = json.loads(capsys.readouterr().out)["offline"]
    row = (taken["person"], taken["computer"], taken["documents"], taken["matters"])
    assert row == ("Ada", "laptop", 7, ["A-1234-12"])
