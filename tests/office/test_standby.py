"""A second computer takes over when the server's is lost, as the guide says (``office/postgresql.md``):
PostgreSQL's standby, the last night's backup and the files of the day."""

from __future__ import annotations

import json
import shutil
import signal
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from briefbank.domain.searches import SearchAnswer, SearchRequest
from briefbank.network import membership
from briefbank.network.egress_client import EgressClient
from briefbank.office.link import Credentials, Link, call
from tests.network.programs import need_a_network
from tests.office.program import ADDRESS, PASSWORD, ServerProgram
from tests.support.postgres import running_server, running_standby

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
    sample_files: list[Path], tmp_path: Path
) -> None:
    need_a_network()
    invitation, library, copy = (tmp_path / name for name in ("invitation.json", "library", "copy"))
    first, second = ServerProgram(tmp_path / "first", library), ServerProgram(tmp_path / "second", copy)
    with ExitStack() as stack:
        database = stack.enter_context(running_server())
        primary_database = database.new_catalogue()
        first.prepare(invitation, primary_database)
        first.run("add", *map(str, sample_files[:2]))
        standby = stack.enter_context(running_standby(database))
        # each night
        first.run("backup", str(tmp_path / "backups"), "--keep-days", "30")
        (night,) = (tmp_path / "backups").iterdir()
        second.run("restore", str(night))
        # the day after
        first.run("add", str(sample_files[2]))
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
