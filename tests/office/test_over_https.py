"""The office server as a program of its own, spoken to over HTTPS, and a standby that takes over."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from briefbank.cli.output import DONE, FAULT
from briefbank.domain.ingest import FileStatus
from briefbank.domain.office import Matter, OfficeRole
from briefbank.domain.searches import SearchAnswer, SearchRequest
from briefbank.errors import DirectoryAway, NotSignedIn, OtherServer, ServerAway
from briefbank.jobs import QuietReporter
from briefbank.network import membership
from briefbank.network.egress_client import EgressClient
from briefbank.office.link import Credentials, Link, call
from briefbank.office.remote_library import RemoteLibrary
from tests.network.programs import PROJECT, need_a_network
from tests.office import slapd
from tests.office.program import ADDRESS, PASSWORD, ServerProgram
from tests.office.slapd import ADA_PASSWORD, GROUPS, PEOPLE, READER, READER_PASSWORD
from tests.support.database_files import content
from tests.support.postgres import running_server, running_standby


@pytest.mark.nightly
def test_a_client_joins_adds_searches_and_continues_after_a_kill_of_the_server(
    server: ServerProgram, client: Callable[[], RemoteLibrary], tmp_path: Path
) -> None:
    library = client()
    assert library.office.sign_in("Ada", PASSWORD).name == "Ada"
    path = tmp_path / "zebra.txt"
    path.write_text("POINT I\n\nTHE ZEBRA\n\nThe zebra stood in the wagon and looked out.\n")
    assert [item.status for item in library.ingest.add([path], QuietReporter())] == [FileStatus.ADDED]
    results = library.search(SearchRequest("zebra", words_only=True))
    assert results.total == 1
    assert library.reader.readable_pdf_path(results.hits[0].document.id).read_bytes()[:5] == b"%PDF-"

    with ThreadPoolExecutor(4) as at_once:  # several connections are kept
        assert len(set(at_once.map(lambda _: library.documents.totals(), range(8)))) == 1
    server.stop(signal.SIGKILL)
    with pytest.raises(ServerAway):
        library.search(SearchRequest("zebra", words_only=True))
    server.start()
    for _ in range(6):
        assert library.search(SearchRequest("zebra", words_only=True)).total == 1
    assert server.stop() == 0


@pytest.mark.nightly
def test_the_library_is_backed_up_and_listed_while_the_server_answers(
    server: ServerProgram, client: Callable[[], RemoteLibrary], tmp_path: Path
) -> None:
    library = client()
    library.office.sign_in("Ada", PASSWORD)
    backup = json.loads(server.run("backup", str(tmp_path / "backups"), "--keep-days", "30", "--json"))
    assert backup["documents"] == library.documents.totals()[0] > 0
    newest = json.loads(server.run("backups", "--json"))["backups"][0]
    assert newest["folder"] == backup["folder"]
    assert library.search(SearchRequest("the jury", words_only=True)).hits
    drilled = json.loads(server.run("drill", backup["folder"], "--place", str(tmp_path), "--json"))
    assert (drilled["equal"], drilled["documents"]) == (True, backup["documents"]), drilled["problems"]


@pytest.mark.nightly
def test_the_commands_of_a_computer_of_the_office_ask_its_server(
    server: ServerProgram, client: Callable[[], RemoteLibrary], tmp_path: Path
) -> None:
    def command(*typed: str) -> tuple[int, dict[str, Any]]:
        program = [sys.executable, "-m", "briefbank", *typed, "--json"]
        completed = subprocess.run(program, cwd=PROJECT, capture_output=True, text=True)
        return completed.returncode, json.loads(completed.stdout)

    status, refused = command("list")
    assert status == FAULT and refused["error"]["title"] == NotSignedIn.default_title
    library = client()
    library.office.sign_in("Ada", PASSWORD)
    status, answer = command("search", "the jury")
    hits = library.search(SearchRequest("the jury")).hits
    assert status == DONE and [result["passage_id"] for result in answer["results"]] == [
        hit.passage.id for hit in hits
    ]
    path = tmp_path / "zebra.txt"
    path.write_text("POINT I\n\nTHE ZEBRA\n\nThe zebra stood in the wagon and looked out.\n")
    status, added = command("add", str(path))
    assert status == DONE and added["files"][0]["status"] == "added"
    assert library.search(SearchRequest("zebra", words_only=True)).total == 1
    status, cited = command("authority", "--document", "1")
    assert status == DONE and cited["total"] == len(library.authorities.of_document(1))
    status, refused = command("move-to-office", str(tmp_path))
    assert status == FAULT and "--library DIR" in refused["error"]["remedy"]
    server.stop()
    status, refused = command("list")
    assert status == FAULT and refused["error"]["title"] == ServerAway.default_title


def test_nothing_is_sent_to_a_server_with_another_certificate(server: ServerProgram, tmp_path: Path) -> None:
    invitation = membership.read_invitation(tmp_path / "invitation.json")
    client = EgressClient(invitation.address, "0" * 64)
    try:
        with pytest.raises(OtherServer):
            Link(client.exchange, Credentials("secret")).greet()
    finally:
        client.close()


@pytest.mark.nightly
def test_persons_of_the_directory_sign_in_and_their_passwords_stay_nowhere(
    server: ServerProgram, client: Callable[[], RemoteLibrary], tmp_path: Path
) -> None:
    server.stop()
    with slapd.running(tmp_path / "slapd") as directory:
        where = ("--persons", PEOPLE, "--groups", GROUPS, "--reader", READER)
        vouching = ("--authority", str(directory.folder / "own.pem"))
        server.command("directory", directory.address, *where, *vouching, typed=f"{READER_PASSWORD}\n")
        server.command("group", f"cn=Defenders,{GROUPS}", "--role", "contributor")
        server.start()
        library = client()
        person = library.office.sign_in("Ada", PASSWORD)  # on the server's own list, in another spelling
        assert person.role is OfficeRole.EDITOR
        person = library.office.sign_in("ADA", ADA_PASSWORD)
        assert (person.name, person.role) == ("ada", OfficeRole.CONTRIBUTOR)
        assert library.documents.totals()[0] == 3
    with pytest.raises(DirectoryAway):
        library.office.sign_in("ADA", ADA_PASSWORD)
    assert library.office.sign_in("Ada", PASSWORD).role is OfficeRole.EDITOR
    written = [path for path in tmp_path.rglob("*") if path.is_file() and "slapd" not in path.parts]
    assert [path for path in written if ADA_PASSWORD.encode() in content(path)] == []
    readable = [path for path in (tmp_path / "server").rglob("*") if path.stat().st_mode & 0o077]
    assert readable == []


SEARCHES = [
    SearchRequest("reasonable doubt"),
    SearchRequest("search of a car without a warrant"),
    SearchRequest('"ineffective assistance"', words_only=True),
]


def answers(server: ServerProgram, invitation: Path, device: str = "") -> tuple[str, list[SearchAnswer]]:
    """Search from a new or known computer of the office; return its secret and the hits."""
    read = membership.read_invitation(invitation)
    with ExitStack() as stack:
        client = EgressClient(read.address, read.pin)
        stack.callback(client.close)
        link = Link(client.exchange, Credentials())
        link.credentials.device = device or link.enrol(read.code, "desk")
        link.sign_in("Ada", PASSWORD)
        while not call(link, "search", SEARCHES[0]).meaning_used:
            pass  # the server is loading its model
        return link.credentials.device, [
            replace(call(link, "search", request), took_ms=0.0) for request in SEARCHES
        ]


@pytest.mark.nightly
@pytest.mark.timeout(240)
def test_a_standby_takes_over_with_every_document_and_the_same_answers(
    text_files: list[Path], tmp_path: Path
) -> None:
    need_a_network()
    invitation, library, copy = (tmp_path / name for name in ("invitation.json", "library", "copy"))
    first, second = ServerProgram(tmp_path / "first", library), ServerProgram(tmp_path / "second", copy)
    with ExitStack() as stack:
        database = stack.enter_context(running_server())
        primary_database = database.new_catalogue()
        first.prepare(invitation, primary_database)
        first.run("add", *map(str, text_files[:2]))
        standby = stack.enter_context(running_standby(database))
        # each night
        first.run("backup", str(tmp_path / "backups"), "--keep-days", "30")
        (night,) = (tmp_path / "backups").iterdir()
        second.run("restore", str(night))
        # the day after
        first.run("add", str(text_files[2]))
        first.start()
        stack.callback(end, first)
        device, before = answers(first, invitation)
        for name in ("files", "reading"):
            shutil.copytree(library / name, copy / name, dirs_exist_ok=True)
        shutil.copy2(library / "audit.log", copy)
        shutil.copytree(first.home / "office-server", second.home / "office-server")
        standby.follow(database)
        # the first computer is lost
        end(first)
        database.crash()
        standby.promote()
        (copy / "catalogue.sqlite").unlink()
        where = ("--host", ADDRESS, "--port", str(first.port))
        moved = ("--database", primary_database.name, "--database-socket", str(standby.folder))
        second.command("prepare", *where, "--office", "Test office", *moved)
        second.run("check", "--repair")
        second.start()
        stack.callback(end, second)
        assert answers(second, invitation, device)[1] == before
        end(second)
        checked = json.loads(second.run("check", "--thorough", "--json"))
        assert (checked["problems"], checked["documents"]) == ([], 3)
        second.run("audit", "--verify")


def end(server: ServerProgram) -> None:
    if server.process is not None and server.process.poll() is None:
        server.stop(signal.SIGKILL)


QUIET = QuietReporter()
ROUNDS, PORTION = 3, 10  # In each round a portion of files is added before a backup, and another after it


def holders(server: ServerProgram) -> set[int]:
    """Return the processes that hold a lock on the catalogue, by their numbers (proc_locks(5))."""
    inode = (server.library / "catalogue.sqlite").stat().st_ino
    lines = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
    return {int(line[4]) for line in lines if line[1] == "POSIX" and line[5].endswith(f":{inode}")}


@pytest.mark.nightly
def test_documents_reported_as_added_survive_kills_and_backups_beside_a_walled_user(
    server: ServerProgram, client: Callable[[], RemoteLibrary], tmp_path: Path
) -> None:
    server.command("person", "Clerk", "--role", "administrator", typed=f"{PASSWORD}\n")
    server.command("person", "Bob", "--role", "reader", typed=f"{PASSWORD}\n")
    ada, bob, clerk = client(), client(), client()
    for library, name in ((ada, "Ada"), (bob, "Bob"), (clerk, "Clerk")):
        library.office.sign_in(name, PASSWORD)
    hidden, *_ = ada.documents.each()
    clerk.office.walls.put(Matter("Doe", documents=(hidden.sha256,), persons=("Bob",)), QUIET)
    added = {document.sha256 for document in ada.documents.each()}

    def add(number: int) -> None:
        files = [tmp_path / f"brief-{number}-{index}.txt" for index in range(PORTION)]
        for index, file in enumerate(files):
            point = f"The zebra numbered {number} and {index} stood in the wagon and looked out."
            file.write_text(f"POINT I\n\nTHE ZEBRA\n\n{point}\n")
        for outcome in ada.ingest.add(files, QUIET):
            assert outcome.status is FileStatus.ADDED and outcome.document is not None
            added.add(outcome.document.sha256)

    backup = str(tmp_path / "backup")
    for number in range(ROUNDS):
        add(2 * number)
        before = holders(server)
        assert before
        assert bob.documents.totals()[0] == len(added) - 1  # answered by the server's own process
        with ThreadPoolExecutor(8) as at_once:  # and by all of its search processes
            list(at_once.map(lambda _: bob.search(SearchRequest("zebra", words_only=True)), range(24)))
        assert before <= holders(server)
        report = json.loads(server.run("backup", backup, "--json"))
        assert (report["documents"], report["problems"]) == (len(added), [])
        add(2 * number + 1)
        server.stop(signal.SIGTERM if number == 1 else signal.SIGKILL)
        server.start()
        assert {document.sha256 for document in ada.documents.each()} == added
    report = json.loads(server.run("backup", backup, "--json"))
    assert (report["documents"], report["problems"]) == (len(added), [])
    assert server.stop() == 0
    checked = json.loads(server.run("check", "--thorough", "--json"))
    assert (checked["documents"], checked["healthy"], checked["problems"]) == (len(added), True, [])
    drilled = json.loads(server.run("drill", backup, "--place", str(tmp_path), "--json"))
    assert (drilled["equal"], drilled["documents"]) == (True, len(added)), drilled["problems"]
