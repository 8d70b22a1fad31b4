"""The office server as a program of its own, spoken to through the egress worker over HTTPS."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from briefbank.cli.output import DONE, FAULT
from briefbank.domain.ingest import FileStatus
from briefbank.domain.office import OfficeRole
from briefbank.domain.searches import SearchRequest
from briefbank.errors import DirectoryAway, NotSignedIn, OtherServer, ServerAway
from briefbank.jobs import QuietReporter
from briefbank.network import membership
from briefbank.network.egress_client import EgressClient
from briefbank.office.link import Credentials, Link
from briefbank.office.remote_library import RemoteLibrary
from tests.network.programs import PROJECT
from tests.office import slapd
from tests.office.program import PASSWORD, ServerProgram
from tests.office.slapd import ADA_PASSWORD, GROUPS, PEOPLE, READER, READER_PASSWORD
from tests.support.database_files import content


@pytest.mark.nightly
@pytest.mark.parametrize(
    "office_place", ["file", pytest.param("postgresql", marks=pytest.mark.nightly)], indirect=True
)
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
@pytest.mark.parametrize(
    "office_place", ["file", pytest.param("postgresql", marks=pytest.mark.nightly)], indirect=True
)
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
