"""Tests of the search processes: they see every change at once, and a dead one costs no request."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import psutil
import pytest

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.office import Matter, OfficeRole, Person
from briefbank.domain.searches import SearchRequest
from briefbank.jobs import QuietReporter
from briefbank.office.library import OfficeLibrary
from briefbank.office.link import Link, call
from briefbank.office.performer import Performer
from briefbank.office.search_processes import SearchProcesses, is_answered
from briefbank.office.wire import OPERATIONS, UNEXPECTED, answer_of, encode
from tests.office.conftest import Office
from tests.office.program import ServerProgram
from tests.stand_ins.encoders import Buckets

PATIENCE_S = 60.0
REQUEST = SearchRequest("reasonable doubt")
FORKED = "--multiprocessing-fork"
TOTALS = OPERATIONS["documents.totals"]


class OtherBuckets(Buckets):
    name = "other"


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(int(PATIENCE_S / 0.02)):
        if condition():
            return
        threading.Event().wait(0.02)
    pytest.fail("it did not happen in time")


def searches_of(office: Office) -> SearchProcesses:
    assert office.server.searches is not None
    return office.server.searches


def in_processes_only(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the server's own process answer nothing that a search process can."""
    perform = Performer.perform

    def refusing(self: Performer, person: Person, operation: Any, *values: Any) -> bytes:
        assert not is_answered(operation), operation.name
        return perform(self, person, operation, *values)

    monkeypatch.setattr(Performer, "perform", refusing)


def search_answer(link: Link) -> object:
    return replace(call(link, "search", REQUEST), took_ms=0.0)


@pytest.mark.parametrize("office", [1], indirect=True)
def test_a_process_sees_changes_and_walls_at_the_next_request(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_processes_only(office, monkeypatch)
    link, other = office.signed_in(), office.signed_in(OfficeRole.READER)
    before = search_answer(link)
    assert search_answer(other) == before
    everything = call(link, "documents.totals")
    hidden = call(link, "search", REQUEST).hits[0].document
    office.walls.put(
        Matter("State v. Client", documents=(hidden.sha256,), persons=("editor",)), QuietReporter()
    )
    assert call(link, "documents.totals")[0] == everything[0] - 1
    assert hidden.id not in {hit.document.id for hit in call(link, "search", REQUEST).hits}
    assert search_answer(other) == before
    office.walls.remove("State v. Client", QuietReporter())
    assert search_answer(link) == before
    office.library.documents.correct(hidden.id, CaptionField.TITLE, "Another title")
    assert call(link, "search", REQUEST).hits[0].document.title == "Another title"
    office.library.maintenance.rebuild(QuietReporter())
    assert call(link, "search", REQUEST).hits[0].document.title == "Another title"


@pytest.mark.nightly
@pytest.mark.parametrize("office", [2], indirect=True)
def test_killed_search_processes_fail_no_request_and_are_replaced(office: Office) -> None:
    link, searches = office.signed_in(), searches_of(office)
    before, killed = search_answer(link), searches.pids()
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    wait_for(lambda: not set(searches.pids()) & set(killed))
    assert [search_answer(link) for _ in range(4)] == [before] * 4
    wait_for(lambda: len(set(searches.pids()) - set(killed)) == 2)
    assert search_answer(link) == before


class End:
    """Documents that end the process that asks for them."""

    def __getattr__(self, _name: str) -> NoReturn:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Deadly(OfficeLibrary):
    """A library that ends the process that asks for its documents, once it is warm."""

    def warm(self) -> None:
        super().warm()
        vars(self)["documents"] = End()


def test_a_request_that_ends_its_process_is_given_up_and_ends_no_other(
    office: Office, tmp_path: Path
) -> None:
    opened = partial(Deadly.open, office.library.folder, encoder=Buckets(), tidy=False)
    searches = SearchProcesses(office.library, opened, tmp_path / "walls.sqlite", 1)
    searches.start()
    wait_for(lambda: bool(searches.pids()))
    person = Person("editor", OfficeRole.EDITOR)
    assert searches.ask(person, TOTALS, encode({})).result(PATIENCE_S) == answer_of(UNEXPECTED, 500)
    wait_for(lambda: bool(searches.pids()))
    assert searches.ask(person, OPERATIONS["feedback.all"], encode({})).result(PATIENCE_S) == answer_of([])
    searches.close()
    assert searches.pids() == []


class Waiting:
    """Documents that are counted once a file is there."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def totals(self) -> tuple[int, int]:
        while not self._file.exists():
            threading.Event().wait(0.02)
        return 3, 37


class Slow(OfficeLibrary):
    def warm(self) -> None:
        super().warm()
        vars(self)["documents"] = Waiting(self.folder.parent / "go on")


@pytest.mark.nightly
def test_the_slow_requests_of_one_person_leave_a_process_to_all_others(
    office: Office, tmp_path: Path
) -> None:
    opened = partial(Slow.open, office.library.folder, encoder=Buckets(), tidy=False)
    searches = SearchProcesses(office.library, opened, tmp_path / "walls.sqlite", 2)
    searches.start()
    wait_for(lambda: len(searches.pids()) == 2)
    one, other = (Person(name, OfficeRole.EDITOR) for name in ("one", "other"))
    slow = [searches.ask(one, TOTALS, encode({})) for _ in range(3)]
    marks = searches.ask(other, OPERATIONS["feedback.all"], encode({}))
    assert marks.result(PATIENCE_S) == answer_of([])
    assert not any(answer.done() for answer in slow)
    (office.library.folder.parent / "go on").touch()
    assert [answer.result(PATIENCE_S) for answer in slow] == [answer_of((3, 37))] * 3
    searches.close()


@pytest.mark.parametrize("office", [1], indirect=True)
@pytest.mark.nightly
def test_a_process_is_replaced_when_the_server_searches_with_another_model(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, searches, embedding = office.signed_in(), searches_of(office), office.library.embedding
    before, pids, active = search_answer(link), searches.pids(), embedding.ready()
    assert active is not None
    monkeypatch.setattr(embedding, "ready", lambda: replace(active, encoder=OtherBuckets()))
    assert search_answer(link) == before
    wait_for(lambda: len(searches.pids()) == 1 and searches.pids() != pids)


@pytest.mark.nightly
def test_processes_end_with_a_server_that_was_killed(server: ServerProgram, tmp_path: Path) -> None:
    assert server.process is not None
    program = psutil.Process(server.process.pid)
    wait_for(lambda: sum(FORKED in child.cmdline() for child in program.children()) >= 2)
    children = program.children(recursive=True)
    server.stop(signal.SIGKILL)
    gone, alive = psutil.wait_procs(children, timeout=PATIENCE_S)
    assert gone and not alive
