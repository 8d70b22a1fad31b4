"""Tests that work of other computers equals local work, and is done here if they fail or lie."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from briefbank.domain.office import ComputerState
from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.errors import Cancelled
from briefbank.ocr.engines import OcrEngine
from briefbank.ocr.tesseract import UNREADABLE
from briefbank.office import dispatcher, units
from briefbank.office.dispatcher import CRASHES, ClusterSpread
from briefbank.office.units import InvitationUsedTwice, Outcome, UnknownUnit, WorkerRefused, pack
from tests.office.cluster.in_process import COMPUTER, DONE, UNIT, LentComputer, replace_presence
from tests.stand_ins.ocr import NamedEngine
from tests.support import scan_factory


def recognise(
    lent: LentComputer, local: OcrEngine, check: Callable[[], None] = lambda: None
) -> list[RecognisedPage]:
    """Have the only page of a scan recognised, elsewhere or by ``local``."""
    pages: list[RecognisedPage] = []
    spread = ClusterSpread(lent.dispatcher).engine(local)
    spread.recognise(lent.scan, [PageOrder(0)], lent.scan.parent, on_page=pages.append, check=check)
    return pages


@pytest.mark.nightly
def test_pages_are_recognised_elsewhere_as_they_are_here(lent: LentComputer, tmp_path: Path) -> None:
    scan = scan_factory.pdf(tmp_path / "scan.pdf", "heron", "badger")
    orders = [PageOrder(0), PageOrder(1)]
    engine = lent.runner.tesseract
    here: list[RecognisedPage] = []
    engine.recognise(scan, orders, tmp_path, on_page=here.append, check=lambda: None)
    results: list[RecognisedPage] = []
    spread = ClusterSpread(lent.dispatcher).engine(engine)
    spread.recognise(scan, orders, tmp_path, on_page=results.append, check=lambda: None)
    assert sorted(results, key=lambda page: page.index) == sorted(here, key=lambda page: page.index)
    assert results[0].words
    assert len(lent.broker.tokens) == 1


def test_a_file_that_is_too_large_for_a_worker_is_recognised_here(
    lent: LentComputer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(units, "LARGEST_FILE", lent.scan.stat().st_size - 1)
    local = NamedEngine("Tesseract")
    recognise(lent, local)
    assert (local.sources, lent.broker.tokens) == ([lent.scan], [])


def test_work_is_done_here_while_no_computer_is_there(lent: LentComputer) -> None:
    lent.present(works=False)
    lent.await_places(0)
    local = NamedEngine("Tesseract")
    recognise(lent, local)
    assert (local.sources, lent.broker.tokens) == ([lent.scan], [])
    assert ClusterSpread(lent.dispatcher).places(3) == 3


def test_a_unit_that_a_computer_began_is_left_to_it_although_it_rests_from_then_on(
    lent: LentComputer,
) -> None:
    def begin_and_rest(token: str) -> None:
        lent.link.unit(token)
        lent.present(works=False)
        lent.runner.do(token)

    lent.broker.work = begin_and_rest
    local = NamedEngine("Tesseract")
    pages = recognise(lent, local)
    assert pages[0].words
    assert (local.sources, len(lent.broker.tokens)) == ([], 1)


def test_a_task_that_a_computer_does_not_fetch_goes_to_another_computer(
    lent: LentComputer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher, "BEGIN_S", 0.1)
    link, headers = lent.invited()
    deaf = headers[units.SECRET].partition(".")[0]
    link.present(replace_presence(lent.presence, name="deaf", places=4))
    lent.await_places(6)

    def work(token: str) -> None:
        if (lent.number, token) in lent.broker.sent:
            lent.runner.do(token)

    lent.broker.work = work
    local = NamedEngine("Tesseract")
    for _ in range(2):
        pages = recognise(lent, local)
        assert pages[0].words
    assert local.sources == []
    assert [number for number, _ in lent.broker.sent] == [deaf, lent.number, lent.number]
    states = {computer.name: computer.state for computer in lent.dispatcher.report().computers}
    assert states == {COMPUTER: ComputerState.WORKS, "deaf": ComputerState.NO_MESSAGES}


def test_a_unit_whose_message_the_broker_does_not_take_is_done_here(lent: LentComputer) -> None:
    lent.broker.is_away = True
    local = NamedEngine("Tesseract")
    recognise(lent, local)
    assert local.sources == [lent.scan]
    assert "Start the broker" in lent.dispatcher.report().trouble


def crashing(lent: LentComputer, times: int, computers: int = 3) -> None:
    """Have so many tasks fetched by workers that then restart; there are as many computers."""
    links = {lent.number: lent.link}
    for _ in range(computers - 1):
        link, headers = lent.invited()
        link.present(lent.presence)
        links[headers[units.SECRET].partition(".")[0]] = link
    lent.await_places(2 * computers)
    left = list(range(times))

    def work(token: str) -> None:
        (number,) = (number for number, sent in lent.broker.sent if sent == token)
        if not left:
            lent.runner.link = links[number]
            lent.runner.do(token)
            return
        links[number].unit(token)
        links[number].present(replace_presence(lent.presence, run=f"run-after-{left.pop()}"))

    lent.broker.work = work


@pytest.mark.nightly
def test_a_file_during_which_computers_were_switched_off_is_retried_once(lent: LentComputer) -> None:
    crashing(lent, CRASHES - 1)
    local = NamedEngine("Tesseract")
    pages = recognise(lent, local)
    assert pages[0].words
    assert local.sources == []


def test_a_computer_that_crashes_on_every_task_causes_no_refused_file(lent: LentComputer) -> None:
    crashing(lent, 100, computers=1)
    local = NamedEngine("Tesseract")
    recognise(lent, local)
    assert (local.sources, len(lent.broker.tokens)) == ([lent.scan], 2)


@pytest.mark.nightly
def test_a_silent_computer_counts_as_crashed_and_its_task_goes_to_another(
    lent: LentComputer, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, _ = lent.invited()
    other = replace_presence(lent.presence, name="lent-2", places=1)
    done = threading.Event()

    def fetch_and_fall_silent(token: str) -> None:
        lent.link.unit(token)
        monkeypatch.setattr(dispatcher, "GONE_S", 0.5)
        lent.broker.work = do_as_other
        while not done.wait(0.05):
            link.present(replace_presence(other, units=tuple(lent.broker.tokens[1:])))

    def do_as_other(token: str) -> None:
        lent.runner.link = link
        lent.runner.do(token)

    lent.broker.work = fetch_and_fall_silent
    local = NamedEngine("Tesseract")
    pages = recognise(lent, local)
    done.set()
    assert pages[0].words
    assert local.sources == []


def test_pages_that_crashed_several_computers_are_gaps_and_the_file_is_added(
    lent: LentComputer, tmp_path: Path
) -> None:
    scan = scan_factory.pdf(tmp_path / "scan.pdf", "heron", "badger")
    crashing(lent, CRASHES)
    results: list[RecognisedPage] = []
    spread = ClusterSpread(lent.dispatcher).engine(lent.runner.tesseract)
    spread.recognise(scan, [PageOrder(0), PageOrder(1)], tmp_path, on_page=results.append, check=lambda: None)
    assert {page.index: page.problem for page in results} == {0: UNREADABLE, 1: UNREADABLE}


@pytest.mark.nightly
def test_a_worker_that_was_revoked_gets_nothing_from_then_on(lent: LentComputer) -> None:
    answers: list[tuple[int, bytes]] = []

    def work(token: str) -> None:
        lent.accounts.revoke(lent.number)
        answers.extend(lent.ask("GET", f"/v1/unit/{token}{what}") for what in ("", "/file"))
        with pytest.raises(WorkerRefused):
            lent.link.present(lent.presence)

    lent.broker.work = work
    local = NamedEngine("Tesseract")
    recognise(lent, local)
    assert local.sources == [lent.scan]
    assert answers == [(401, b""), (401, b"")]
    assert lent.dispatcher.report().computers == ()


def test_a_worker_cannot_fetch_or_answer_the_unit_of_another(lent: LentComputer) -> None:
    _, other = lent.invited()
    statuses: list[int] = []

    def work(token: str) -> None:
        path = f"/v1/unit/{token}"
        for method, target in (("GET", path), ("GET", f"{path}/file"), ("POST", f"{path}/outcome")):
            statuses.append(lent.exchange(method, target, b"", other)[0])
        lent.answering(pack(Outcome(DONE)))(token)

    lent.broker.work = work
    assert lent.recognise() == DONE
    assert statuses == [404, 404, 404]


def test_the_later_of_two_computers_with_one_invitation_works(lent: LentComputer) -> None:
    second = replace_presence(lent.presence, run="run-2", name="copy")
    lent.link.present(second)
    with pytest.raises(InvitationUsedTwice):
        lent.present()
    lent.link.present(second)
    assert [computer.name for computer in lent.dispatcher.report().computers] == ["copy"]


@pytest.mark.nightly
def test_a_task_that_one_computer_cannot_do_is_done_by_another(lent: LentComputer) -> None:
    link, headers = lent.invited()
    link.present(replace_presence(lent.presence, name="unable", places=4))
    lent.await_places(6)
    unable = pack(Outcome(unable=ComputerState.NO_ROOM))

    def work(token: str) -> None:
        if (lent.number, token) in lent.broker.sent:
            lent.runner.do(token)
        else:
            lent.exchange("POST", f"/v1/unit/{token}/outcome", unable, headers)

    lent.broker.work = work
    local = NamedEngine("Tesseract")
    pages = recognise(lent, local)
    assert pages[0].words
    assert (local.sources, len(lent.broker.tokens)) == ([], 2)
    states = {computer.name: computer.state for computer in lent.dispatcher.report().computers}
    assert states == {COMPUTER: ComputerState.WORKS, "unable": ComputerState.NO_ROOM}


def test_a_computer_of_another_release_is_given_nothing(lent: LentComputer) -> None:
    lent.present(release="0.0.1")
    lent.await_places(0)
    local = NamedEngine("Tesseract")
    recognise(lent, local)
    assert (local.sources, lent.broker.tokens) == ([lent.scan], [])
    (computer,) = lent.dispatcher.report().computers
    assert computer.state == ComputerState.OTHER_RELEASE


LIES = {
    "no answer": b"nothing",
    "another kind": zlib.compress(msgspec.msgpack.encode({"pages": "a text"})),
    "a unit": pack(UNIT),
    "nothing in it": pack(Outcome()),
    "pages and a reason": pack(Outcome(DONE, ComputerState.FAULT)),
    "no reason": pack(Outcome(unable=ComputerState.WORKS)),
    "a page that is not sound": pack(Outcome((replace(DONE[0], turn=17),))),
}


def test_a_file_with_a_false_outcome_is_recognised_here_and_reports_stay_intact(lent: LentComputer) -> None:
    for name, lie in LIES.items():
        lent.broker.work = lent.answering(lie)
        local = NamedEngine("Tesseract")
        recognise(lent, local)
        assert local.sources == [lent.scan], name
        states = [computer.state for computer in lent.dispatcher.report().computers]
        assert states == [ComputerState.WORKS], name


def do_twelve_at_once(lent: LentComputer) -> None:
    """Run twelve tasks in a thread each, and wait for all."""
    threads = [threading.Thread(target=lent.recognise) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30.0)
    assert not any(thread.is_alive() for thread in threads)


def test_a_computer_that_never_answers_delays_few_tasks_for_a_bounded_time(
    lent: LentComputer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher, "UNIT_S", 0.5)
    link, headers = lent.invited()
    idle = headers[units.SECRET].partition(".")[0]
    link.present(replace_presence(lent.presence, name="idle", places=256))
    lent.await_places(258)
    taken: list[str] = []

    def work(token: str) -> None:
        if (idle, token) in lent.broker.sent:
            link.unit(token)
            taken.append(token)
            link.present(replace_presence(lent.presence, name="idle", places=256, units=tuple(taken)))
        else:
            lent.answering(pack(Outcome(DONE)))(token)

    lent.broker.work = work
    do_twelve_at_once(lent)
    assert 0 < len(taken) <= dispatcher.FIRST_UNITS
    states = {computer.name: computer.state for computer in lent.dispatcher.report().computers}
    assert states == {COMPUTER: ComputerState.WORKS, "idle": ComputerState.FAULT}


def test_pages_that_were_not_ordered_are_not_stored(lent: LentComputer, tmp_path: Path) -> None:
    scan = scan_factory.pdf(tmp_path / "scan.pdf", "heron")
    other = RecognisedPage(7, "Tesseract", PageOrder(0).setting, ())
    lent.broker.work = lent.answering(pack(Outcome((other,))))
    results: list[RecognisedPage] = []
    spread = ClusterSpread(lent.dispatcher).engine(lent.runner.tesseract)
    spread.recognise(scan, [PageOrder(0)], tmp_path, on_page=results.append, check=lambda: None)
    assert [page.index for page in results] == [0]
    assert results[0].words


def test_cancelling_ends_the_wait_and_the_worker_is_notified(lent: LentComputer) -> None:
    def cancelled() -> None:
        if lent.broker.tokens:
            raise Cancelled

    lent.broker.work = lambda token: None
    with pytest.raises(Cancelled):
        recognise(lent, NamedEngine("Tesseract"), cancelled)
    (token,) = lent.broker.tokens
    assert lent.link.present(replace_presence(lent.presence, units=(token,))) == [token]
    with pytest.raises(UnknownUnit):
        lent.link.unit(token)


def test_a_server_that_ends_waits_for_no_computer_and_does_not_begin_the_work_itself(
    lent: LentComputer,
) -> None:
    def ending() -> None:
        if lent.broker.tokens:
            lent.dispatcher.close()

    lent.broker.work = lambda token: None
    local = NamedEngine("Tesseract")
    with pytest.raises(Cancelled):
        recognise(lent, local, ending)
    assert local.sources == []


def test_the_token_of_a_task_is_required_to_fetch_or_answer_it(lent: LentComputer) -> None:
    for method, path in (("GET", ""), ("GET", "/file"), ("POST", "/outcome")):
        assert lent.ask(method, f"/v1/unit/made-up{path}") == (404, b"")
        assert lent.exchange(method, f"/v1/unit/made-up{path}", b"", {}) == (401, b"")


def test_no_computer_gets_more_tasks_at_once_than_it_has_slots(lent: LentComputer) -> None:
    both, answered, most = threading.Barrier(2), list[str](), 0

    def work(token: str) -> None:
        nonlocal most
        both.wait(20.0)
        most = max(most, len(lent.broker.tokens) - len(answered))
        answered.append(token)
        lent.answering(pack(Outcome(DONE)))(token)

    lent.broker.work = work
    do_twelve_at_once(lent)
    assert most == 2


def test_a_presence_that_is_none_changes_nothing(lent: LentComputer) -> None:
    before = lent.dispatcher.report()
    for lie in (b"", b"[]", b"{", b'{"run": 1}', b'{"places": 1e999}', b"\xff" * 100):
        assert lent.ask("POST", "/v1/worker", lie)[0] == 400
    assert lent.dispatcher.report() == before
