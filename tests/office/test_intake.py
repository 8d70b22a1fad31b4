"""What a client sent is added by the office server, whatever becomes of the client, the queue or the
server."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from email.message import EmailMessage
from pathlib import Path
from types import SimpleNamespace

import pytest

from briefbank.domain.ingest import FileOutcome, FileProgress, FileStatus, Stage
from briefbank.domain.maintenance import AuditEvent
from briefbank.domain.office import OfficeRole, Person
from briefbank.errors import BriefBankError, Cancelled, StoreBusy, StoreFull
from briefbank.jobs import QuietReporter, Reporter
from briefbank.office import performer, uploads
from briefbank.office.application import OfficeServer
from briefbank.office.link import Link
from briefbank.office.offline_feed import OfflineGrants
from briefbank.office.performer import ServerJobs
from briefbank.office.wire import AddUpload, FileNews, TooBusy, UploadBegun, UploadState, decode, encode
from tests.office.asgi import AsgiExchange
from tests.office.conftest import Office

ZEBRA = "POINT I\n\nTHE ZEBRA\n\nThe zebra stood in the wagon and looked out at {}.\n"


class Impatient(QuietReporter):
    """A person who gives up when the server has answered a few times."""

    def __init__(self) -> None:
        super().__init__()
        self._left = 3

    def check(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise Cancelled


def brief(folder: Path, name: str) -> Path:
    path = folder / f"{name}.txt"
    path.write_text(ZEBRA.format(name))
    return path


@contextmanager
def adding_is_held(office: Office) -> Iterator[None]:
    """Hold the lock of adding, once the server has finished what an earlier start left."""
    with ExitStack() as stack:
        while True:
            try:
                stack.enter_context(office.library.offline.exchange())
                break
            except StoreBusy:
                threading.Event().wait(0.02)
        yield


@contextmanager
def next_server(office: Office, folder: Path) -> Iterator[Link]:
    """Stop the server, start the next one, and yield the link of a client that is signed in."""
    office.server.close()
    grants = OfflineGrants(folder / "next-offline.sqlite", "Test office", office.accounts.secret_hash)
    server = OfficeServer(office.library, office.accounts, office.walls, grants, folder / "uploads")
    server.start()
    with closing(server):
        office.exchange = AsgiExchange(server.application())
        yield office.signed_in()


def wait_until_nothing_waits(office: Office) -> None:
    while office.library.ingest.waiting():
        threading.Event().wait(0.02)


def test_the_client_learns_why_the_queue_stopped(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreFull

    link = office.signed_in()
    monkeypatch.setattr(office.library.ingest, "run", full)
    with pytest.raises(StoreFull):
        link.add(brief(tmp_path, "maine"), AddUpload(), QuietReporter())


def test_a_file_waits_while_the_library_is_locked_and_is_added_afterwards(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(uploads, "BUSY_S", 0.05)
    link, outcomes = office.signed_in(), list[FileOutcome]()

    def add() -> None:
        outcomes.extend(link.add(brief(tmp_path, "maine"), AddUpload(), QuietReporter()))

    adding = threading.Thread(target=add)
    with caplog.at_level("INFO"), adding_is_held(office):  # which holds the lock of adding
        adding.start()
        while "adding waits" not in caplog.text:
            threading.Event().wait(0.02)
    adding.join()
    assert [outcome.status for outcome in outcomes] == [FileStatus.ADDED]


def test_a_file_is_found_by_meaning_while_a_later_one_is_still_being_read(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, turn, run = office.library, threading.Event(), office.library.ingest.run

    def run_and_go_on(reporter: Reporter) -> list[FileOutcome]:
        outcomes = run(reporter)
        assert turn.wait(60)  # as long as a large file takes
        return outcomes

    monkeypatch.setattr(library.ingest, "run", run_and_go_on)
    link = office.signed_in()
    adding = threading.Thread(target=lambda: link.add(brief(tmp_path, "maine"), AddUpload(), QuietReporter()))
    adding.start()
    while library.documents.totals()[0] < 4 or library.embedding.waiting():
        threading.Event().wait(0.02)
    assert not turn.is_set()
    turn.set()
    adding.join()


def failing_once(work: Callable[[Reporter], object], failed: threading.Event) -> Callable[[Reporter], object]:
    """Return the work with a mistake in its first run, after which the event is set."""

    def run(reporter: Reporter) -> object:
        if failed.is_set():
            return work(reporter)
        failed.set()
        raise ValueError

    return run


def test_a_mistake_in_embedding_ends_the_embedding_of_no_later_file(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "BUSY_S", 0.05)
    library, link, failed = office.library, office.signed_in(), threading.Event()
    embed = failing_once(library.embedding.embed_pending, failed)
    monkeypatch.setattr(library.embedding, "embed_pending", embed)
    link.add(brief(tmp_path, "maine"), AddUpload(), QuietReporter())
    assert failed.wait(30)
    link.add(brief(tmp_path, "ohio"), AddUpload(), QuietReporter())
    deadline = time.monotonic() + 30
    while library.embedding.waiting() and time.monotonic() < deadline:
        threading.Event().wait(0.02)
    assert not library.embedding.waiting()


def test_each_outcome_of_a_large_mail_reaches_a_client_that_asks_rarely() -> None:
    paths = [Path("large.eml", f"{number}.txt") for number in range(3 * performer.MOST_EVENTS)]
    running, somebody = ServerJobs(), Person("somebody", OfficeRole.EDITOR)

    def work(reporter: Reporter) -> bytes:
        for path in paths:
            refused = FileOutcome(path, FileStatus.REFUSED, reason="damaged")
            reporter.file(FileProgress(path, Stage.READING))
            reporter.file(FileProgress(path, Stage.DONE, outcome=refused))
        return b""

    name = running.start(somebody, work)
    with closing(running):
        while not running.news(somebody, name, 4 * len(paths)).ended:
            continue
        events = [
            event.event for event in running.news(somebody, name, 0).events if isinstance(event, FileNews)
        ]
        later = running.news(somebody, name, 2 * len(paths) - 1)
    assert [event.path for event in events if event.outcome] == paths
    assert len(events) == len(paths) + performer.MOST_EVENTS
    assert [event.event.path for event in later.events if isinstance(event, FileNews)] == [paths[-1]]


def test_a_file_that_waits_when_the_server_stops_is_added_by_its_next_start(
    office: Office, tmp_path: Path
) -> None:
    link = office.signed_in()
    with adding_is_held(office), suppress(BriefBankError):
        link.add(brief(tmp_path, "maine"), AddUpload(), Impatient())
    with next_server(office, tmp_path):
        wait_until_nothing_waits(office)
        assert office.library.documents.totals()[0] == 4


def test_a_file_is_added_although_its_client_gave_up_and_nothing_is_left_of_it(
    office: Office, tmp_path: Path
) -> None:
    link = office.signed_in()
    with adding_is_held(office), suppress(BriefBankError):
        link.add(brief(tmp_path, "maine"), AddUpload(), Impatient())
    link.add(brief(tmp_path, "ohio"), AddUpload(), QuietReporter())
    wait_until_nothing_waits(office)
    assert office.library.documents.totals()[0] == 5
    link.add(brief(tmp_path, "utah"), AddUpload(), QuietReporter())
    assert list((tmp_path / "uploads").iterdir()) == []


def test_the_sender_of_a_mail_learns_the_outcome_of_each_attachment(office: Office, tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.org", "b@example.org", "The zebra"
    mail.set_content("Please find the brief on the zebra attached, as we said on the telephone.")
    mail.add_attachment(ZEBRA.format("maine"), filename="maine.txt")
    path = tmp_path / "zebra.eml"
    path.write_bytes(bytes(mail))
    outcomes = office.signed_in().add(path, AddUpload(), QuietReporter())
    assert [outcome.path.name for outcome in outcomes] == ["zebra.eml", "maine.txt"]
    sent = [entry for entry in office.library.audit.entries() if entry.act is AuditEvent.SENT]
    assert len(sent) == 2


def test_an_upload_that_the_server_had_no_time_for_takes_no_room(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, path = office.signed_in(), brief(tmp_path, "maine")
    with monkeypatch.context() as patch:
        patch.setattr(performer, "MOST_WAITING", 0)
        with pytest.raises(TooBusy):
            link.add(path, AddUpload(), QuietReporter())
    assert list((tmp_path / "uploads").iterdir()) == []
    assert link.add(path, AddUpload(), QuietReporter())[0].document is not None


@pytest.fixture
def left_by_a_killed_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file from a client, as a server that was killed leaves it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left = tmp_path / f"briefbank-crossing-{'0' * 32}"
    left.mkdir()
    (left / "file.docx").write_bytes(b"a client's draft")
    return left


def test_uploads_of_a_killed_server_are_removed_at_its_next_start(
    left_by_a_killed_server: Path, office: Office
) -> None:
    assert not left_by_a_killed_server.exists()


def test_running_uploads_count_as_used_disk_space(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = SimpleNamespace(free=uploads.SPARE + 15)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)
    link = office.signed_in()

    def begin(number: int) -> UploadState:
        begun = UploadBegun("brief.txt", 10, f"{number:064x}")
        return decode(link.ask("POST", "/v1/upload", encode(begun)), UploadState)

    first = begin(1)
    with pytest.raises(StoreFull):
        begin(2)
    link.ask("PUT", f"/v1/upload/{first.upload}/0", b"0123456789")  # of the 15 that are free five are left
    usage.free -= 10
    with pytest.raises(StoreFull):
        begin(2)
    usage.free += 5
    begin(2)
