"""Tests of a server with a wall through backups, kills and restarts."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from briefbank.domain.ingest import FileStatus
from briefbank.domain.office import Matter
from briefbank.domain.searches import SearchRequest
from briefbank.jobs import QuietReporter
from briefbank.office.remote_library import RemoteLibrary
from tests.office.program import PASSWORD, ServerProgram

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
