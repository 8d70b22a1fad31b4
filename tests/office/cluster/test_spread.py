"""Work that other computers do: equal to this one's, and done here where they cannot do it or lie."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from briefbank.domain.ingest import Stage
from briefbank.domain.office import ClusterReport, ComputerState, UnitKind
from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.errors import Cancelled, ComputersStopped, Damaged, NotReadable
from briefbank.ingest.file_reading import FileMetadata, FileReading, read_file, read_in_child
from briefbank.ingest.progress import PdfReader, Progress
from briefbank.jobs import QuietReporter
from briefbank.ocr.tesseract import UNREADABLE
from briefbank.office import dispatcher, units, worker
from briefbank.office.dispatcher import CRASHES, READING, RECOGNISING, ClusterSpread
from briefbank.office.units import (
    InvitationUsedTwice,
    RecognisePages,
    UnitFile,
    UnitOutcome,
    UnitProgress,
    UnknownUnit,
    WorkerRefused,
    WorkOrder,
    pack,
)
from briefbank.office.wire import decode, encode
from tests import scan_factory
from tests.office.cluster.in_process import COMPUTER, DONE, UNIT, LentComputer, replace_presence

METADATA = FileMetadata("brief.pdf", converted=False)


class Local:
    """A reader of this computer that notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def __call__(self, path: Path, progress: Progress, function: Any, /, *args: Any) -> Any:
        self.asked.append(path)
        return FileReading(None)


def progress(path: Path, check: Callable[[], None] = lambda: None) -> Progress:
    return Progress(path, QuietReporter(), check)


def reader(lent: LentComputer, local: PdfReader) -> PdfReader:
    return ClusterSpread(lent.dispatcher).reader(local)


def test_a_file_is_read_elsewhere_as_it_is_read_here(lent: LentComputer, brief_pdf: Path) -> None:
    local = Local()
    result = reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    here = read_in_child(lent.runner._processes, brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert result == here
    assert result.reading is not None and result.reading.passages
    assert (local.asked, len(lent.broker.tokens)) == ([], 1)


def test_a_file_that_another_computer_cannot_read_is_tried_here(lent: LentComputer, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\nnothing")
    local = partial(read_in_child, lent.runner._processes)
    with pytest.raises(Damaged):
        reader(lent, local)(broken, progress(broken), read_file, METADATA, False)
    assert len(lent.broker.tokens) == 1


def test_pages_are_recognised_elsewhere_as_they_are_here(lent: LentComputer, tmp_path: Path) -> None:
    scan = scan_factory.pdf(tmp_path / "scan.pdf", "heron", "badger")
    orders = [PageOrder(0), PageOrder(1)]
    engine = lent.runner._tesseract
    here: list[RecognisedPage] = []
    engine.recognise(scan, orders, tmp_path, on_page=here.append, check=lambda: None)
    results: list[RecognisedPage] = []
    spread = ClusterSpread(lent.dispatcher).engine(engine)
    spread.recognise(scan, orders, tmp_path, on_page=results.append, check=lambda: None)
    assert sorted(results, key=lambda page: page.index) == sorted(here, key=lambda page: page.index)
    assert results[0].words
    assert len(lent.broker.tokens) == 1


def test_a_file_that_is_too_large_for_a_worker_is_read_here_and_not_refused(
    lent: LentComputer, brief_pdf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(units, "LARGEST_ANSWER", brief_pdf.stat().st_size - 1)
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert (local.asked, lent.broker.tokens) == ([brief_pdf], [])


def test_work_is_done_here_while_no_computer_is_there(lent: LentComputer, brief_pdf: Path) -> None:
    lent.present(works=False)
    lent.await_places(0)
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert (local.asked, lent.broker.tokens) == ([brief_pdf], [])
    assert ClusterSpread(lent.dispatcher).places(3) == 3


def test_a_unit_that_a_computer_began_is_left_to_it_although_it_rests_from_then_on(
    lent: LentComputer, brief_pdf: Path
) -> None:
    def begin_and_rest(token: str) -> None:
        lent.link.order(token)
        lent.present(works=False)
        lent.runner.do(token)

    lent.broker.work = begin_and_rest
    local = Local()
    reading = reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert reading.reading is not None
    assert (local.asked, len(lent.broker.tokens)) == ([], 1)


def test_a_unit_that_a_computer_does_not_fetch_goes_to_another_and_that_one_gets_none_for_a_while(
    lent: LentComputer, brief_pdf: Path, monkeypatch: pytest.MonkeyPatch
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
    local = Local()
    for _ in range(2):
        reading = reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
        assert reading.reading is not None
    assert local.asked == []
    assert [number for number, _ in lent.broker.sent] == [deaf, lent.number, lent.number]
    states = {computer.name: computer.state for computer in lent.dispatcher.report().computers}
    assert states == {COMPUTER: ComputerState.WORKS, "deaf": ComputerState.NO_MESSAGES}


def test_a_unit_that_no_computer_fetches_is_done_here(
    lent: LentComputer, brief_pdf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher, "BEGIN_S", 0.1)
    lent.broker.work = lambda token: None
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert local.asked == [brief_pdf]


def test_a_unit_whose_message_the_broker_does_not_take_is_done_here(
    lent: LentComputer, brief_pdf: Path
) -> None:
    lent.broker.is_away = True
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert local.asked == [brief_pdf]
    assert "Start the broker" in lent.dispatcher.report().trouble


def test_a_unit_that_a_computer_gave_up_without_an_outcome_is_given_out_again(
    lent: LentComputer, brief_pdf: Path
) -> None:
    def give_up(token: str) -> None:
        lent.broker.work = lent.runner.do
        lent.link.order(token)
        for _ in range(2):
            lent.present(units=())

    lent.broker.work = give_up
    local = Local()
    reading = reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert reading.reading is not None
    assert (local.asked, len(set(lent.broker.tokens))) == ([], 2)


def crashing(lent: LentComputer, times: int, computers: int = 3) -> None:
    """Have the next units, so many of them, fetched by workers that then start anew; there are as many
    computers."""
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
            lent.runner._link = links[number]
            lent.runner.do(token)
            return
        links[number].order(token)
        links[number].present(replace_presence(lent.presence, run=f"run-after-{left.pop()}"))

    lent.broker.work = work


def test_a_file_that_crashed_several_computers_is_refused_and_tried_nowhere_else(
    lent: LentComputer, brief_pdf: Path
) -> None:
    crashing(lent, CRASHES)
    local = Local()
    with pytest.raises(ComputersStopped):
        reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert local.asked == []


def test_a_file_during_which_computers_were_switched_off_by_chance_is_tried_once_more(
    lent: LentComputer, brief_pdf: Path
) -> None:
    crashing(lent, CRASHES - 1)
    local = Local()
    reading = reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert reading.reading is not None
    assert local.asked == []


def test_one_computer_that_crashes_with_each_unit_has_no_file_refused(
    lent: LentComputer, brief_pdf: Path
) -> None:
    crashing(lent, 100, computers=1)
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert (local.asked, len(lent.broker.tokens)) == ([brief_pdf], 2)


def test_a_computer_that_falls_silent_counts_as_crashed_and_its_unit_goes_to_another(
    lent: LentComputer, brief_pdf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, _ = lent.invited()
    other = replace_presence(lent.presence, name="lent-2", places=1)
    done = threading.Event()

    def fetch_and_fall_silent(token: str) -> None:
        lent.link.order(token)
        monkeypatch.setattr(dispatcher, "GONE_S", 0.5)
        lent.broker.work = do_as_other
        while not done.wait(0.05):
            link.present(replace_presence(other, units=tuple(map(UnitProgress, lent.broker.tokens[1:]))))

    def do_as_other(token: str) -> None:
        lent.runner._link = link
        lent.runner.do(token)

    lent.broker.work = fetch_and_fall_silent
    local = Local()
    reading = reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    done.set()
    assert reading.reading is not None
    assert local.asked == []


def test_pages_that_crashed_several_computers_are_gaps_and_do_not_cost_the_file(
    lent: LentComputer, tmp_path: Path
) -> None:
    scan = scan_factory.pdf(tmp_path / "scan.pdf", "heron", "badger")
    crashing(lent, CRASHES)
    results: list[RecognisedPage] = []
    spread = ClusterSpread(lent.dispatcher).engine(lent.runner._tesseract)
    spread.recognise(scan, [PageOrder(0), PageOrder(1)], tmp_path, on_page=results.append, check=lambda: None)
    assert {page.index: page.problem for page in results} == {0: UNREADABLE, 1: UNREADABLE}


def test_what_is_searchable_sooner_is_done_first(lent: LentComputer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "BEGIN_S", 300.0)
    lent.present(places=1)
    lent.await_places(1)
    begun, go_on = threading.Event(), threading.Event()
    done: list[str] = []

    def work(token: str) -> None:
        unit = units.unpack_order(lent.ask("GET", f"/v1/unit/{token}")[1]).unit
        begun.set()
        go_on.wait()
        done.append(unit.engine)
        lent.answering(pack(UnitOutcome(value=DONE)))(token)

    lent.broker.work = work

    def start(text: str, priority: int) -> threading.Thread:
        waits = len(lent.dispatcher._waiting) + 1
        unit = RecognisePages((PageOrder(0),), text)
        thread = threading.Thread(
            target=lent.dispatcher.do, args=(unit, lent.scan, lambda: None), kwargs={"priority": priority}
        )
        thread.start()
        while begun.is_set() and len(lent.dispatcher._waiting) < waits:
            threading.Event().wait(0.01)
        return thread

    first = start("first", RECOGNISING)
    begun.wait()
    waiting = [start("of scans", RECOGNISING), start("of texts", READING)]
    go_on.set()
    for thread in (first, *waiting):
        thread.join()
    assert done == ["first", "of texts", "of scans"]


def test_a_worker_that_was_revoked_gets_nothing_from_then_on(lent: LentComputer, brief_pdf: Path) -> None:
    asked: list[tuple[int, bytes]] = []

    def work(token: str) -> None:
        lent.accounts.revoke(lent.number)
        asked.extend(lent.ask("GET", f"/v1/unit/{token}{what}") for what in ("", "/file"))
        with pytest.raises(WorkerRefused):
            lent.link.present(lent.presence)

    lent.broker.work = work
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert local.asked == [brief_pdf]
    assert asked == [(401, b""), (401, b"")]
    assert lent.dispatcher.report().computers == ()


def test_a_worker_cannot_fetch_or_answer_the_unit_of_another(lent: LentComputer) -> None:
    _, other = lent.invited()
    statuses: list[int] = []

    def work(token: str) -> None:
        path = f"/v1/unit/{token}"
        for method, place in (("GET", path), ("GET", f"{path}/file"), ("POST", f"{path}/outcome")):
            statuses.append(lent.exchange(method, place, b"", other)[0])
        lent.answering(pack(UnitOutcome(value=DONE)))(token)

    lent.broker.work = work
    assert lent.recognise() == DONE
    assert statuses == [404, 404, 404]


def test_of_two_computers_with_one_invitation_the_later_one_works(lent: LentComputer) -> None:
    second = replace_presence(lent.presence, run="run-2", name="copy")
    lent.link.present(second)
    with pytest.raises(InvitationUsedTwice):
        lent.present()
    lent.link.present(second)
    assert [computer.name for computer in lent.dispatcher.report().computers] == ["copy"]


def test_a_mistake_on_a_computer_costs_no_file_and_is_reported(
    lent: LentComputer, brief_pdf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "read_in_child", partial(_raise, OSError("mistake")))
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert local.asked == [brief_pdf]
    (computer,) = lent.dispatcher.report().computers
    assert computer.state == ComputerState.FAULT


def test_what_one_computer_cannot_do_is_done_by_another(lent: LentComputer, brief_pdf: Path) -> None:
    link, headers = lent.invited()
    link.present(replace_presence(lent.presence, name="unable", places=4))
    lent.await_places(6)
    unable = pack(UnitOutcome(unable=ComputerState.NO_ROOM))

    def work(token: str) -> None:
        if (lent.number, token) in lent.broker.sent:
            lent.runner.do(token)
        else:
            lent.exchange("POST", f"/v1/unit/{token}/outcome", unable, headers)

    lent.broker.work = work
    local = Local()
    reading = reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert reading.reading is not None
    assert (local.asked, len(lent.broker.tokens)) == ([], 2)
    states = {computer.name: computer.state for computer in lent.dispatcher.report().computers}
    assert states == {COMPUTER: ComputerState.WORKS, "unable": ComputerState.NO_ROOM}


def test_a_computer_of_another_release_is_given_nothing(lent: LentComputer, brief_pdf: Path) -> None:
    lent.present(release="0.0.1")
    lent.await_places(0)
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert (local.asked, lent.broker.tokens) == ([brief_pdf], [])
    (computer,) = lent.dispatcher.report().computers
    assert computer.state == ComputerState.OTHER_RELEASE


def test_a_file_that_disappears_from_a_computer_is_read_here_and_not_refused(
    lent: LentComputer, brief_pdf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lent.link, "fetch", lambda token, file, target: None)
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert local.asked == [brief_pdf]
    assert [computer.state for computer in lent.dispatcher.report().computers] == [ComputerState.FAULT]


def test_a_file_that_disappears_from_the_server_is_refused_as_by_itself(
    lent: LentComputer, tmp_path: Path
) -> None:
    missing = tmp_path / "missing.pdf"
    processes = lent.runner._processes
    with pytest.raises(NotReadable):
        reader(lent, partial(read_in_child, processes))(
            missing, progress(missing), read_file, METADATA, False
        )


def _raise(error: Exception, *_: object) -> None:
    raise error


def test_a_computer_with_another_tesseract_recognises_nothing(lent: LentComputer, tmp_path: Path) -> None:
    scan = scan_factory.pdf(tmp_path / "scan.pdf", "heron")
    vars(lent.runner)["_engine"] = "tesseract 3.0 0000"
    result: list[RecognisedPage] = []
    spread = ClusterSpread(lent.dispatcher).engine(lent.runner._tesseract)
    spread.recognise(scan, [PageOrder(0)], tmp_path, on_page=result.append, check=lambda: None)
    assert result[0].words
    (computer,) = lent.dispatcher.report().computers
    assert computer.state == ComputerState.OTHER_ENGINE


LIES = {
    "no answer": b"nothing",
    "another kind": pack(UnitOutcome(value="a text")),
    "an order": pack(WorkOrder(UNIT, UnitFile("a" * 64, 1, ".pdf"))),
    "nothing in it": pack(UnitOutcome()),
    "a value and a refusal": pack(UnitOutcome(value=b"", refused=True)),
    "no reason": pack(UnitOutcome(unable=ComputerState.WORKS)),
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES.keys())
def test_a_file_about_which_a_computer_lies_is_read_here_and_no_report_is_spoiled(
    lent: LentComputer, brief_pdf: Path, lie: bytes
) -> None:
    lent.broker.work = lent.answering(lie)
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert local.asked == [brief_pdf]
    assert [computer.state for computer in lent.dispatcher.report().computers] == [ComputerState.WORKS]


def test_a_computer_that_refuses_everything_keeps_nothing_from_being_read(
    lent: LentComputer, brief_pdf: Path
) -> None:
    lent.broker.work = lent.answering(pack(UnitOutcome(refused=True)))
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert (local.asked, len(lent.broker.tokens)) == ([brief_pdf], 1)


def test_a_reading_that_is_not_sound_is_made_here(lent: LentComputer, brief_pdf: Path) -> None:
    sound = read_in_child(lent.runner._processes, brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert sound.reading is not None
    twice = replace(sound, reading=replace(sound.reading, pages=sound.reading.pages[:1] * 2))
    lent.broker.work = lent.answering(pack(UnitOutcome(value=twice)))
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert local.asked == [brief_pdf]


def do_twelve_at_once(lent: LentComputer) -> None:
    """Have twelve units done, each in a thread of its own, and wait until all of them are."""
    threads = [threading.Thread(target=lent.recognise) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30.0)
    assert not any(thread.is_alive() for thread in threads)


def test_a_computer_that_answers_nothing_holds_up_few_units_and_not_for_ever(
    lent: LentComputer, brief_pdf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher, "STALLED_S", 0.5)
    link, headers = lent.invited()
    idle = headers[units.SECRET].partition(".")[0]
    link.present(replace_presence(lent.presence, name="idle", places=256))
    lent.await_places(258)
    taken: list[str] = []

    def work(token: str) -> None:
        if (idle, token) in lent.broker.sent:
            link.order(token)
            taken.append(token)
            link.present(
                replace_presence(
                    lent.presence, name="idle", places=256, units=tuple(map(UnitProgress, taken))
                )
            )
        else:
            lent.answering(pack(UnitOutcome(value=DONE)))(token)

    lent.broker.work = work
    do_twelve_at_once(lent)
    assert 0 < len(taken) <= dispatcher.FIRST_UNITS
    states = {computer.name: computer.state for computer in lent.dispatcher.report().computers}
    assert states == {COMPUTER: ComputerState.WORKS, "idle": ComputerState.FAULT}


def test_pages_that_were_not_ordered_are_not_stored(lent: LentComputer, tmp_path: Path) -> None:
    scan = scan_factory.pdf(tmp_path / "scan.pdf", "heron")
    other = RecognisedPage(7, "Tesseract", PageOrder(0).setting, ())
    lent.broker.work = lent.answering(pack(UnitOutcome(value=(other,))))
    results: list[RecognisedPage] = []
    spread = ClusterSpread(lent.dispatcher).engine(lent.runner._tesseract)
    spread.recognise(scan, [PageOrder(0)], tmp_path, on_page=results.append, check=lambda: None)
    assert [page.index for page in results] == [0]
    assert results[0].words


def test_cancelling_ends_the_wait_and_the_worker_learns_that_nobody_waits(
    lent: LentComputer, brief_pdf: Path
) -> None:
    def cancelled() -> None:
        if lent.broker.tokens:
            raise Cancelled

    lent.broker.work = lambda token: None
    with pytest.raises(Cancelled):
        reader(lent, Local())(brief_pdf, progress(brief_pdf, cancelled), read_file, METADATA, False)
    (token,) = lent.broker.tokens
    assert lent.link.present(replace_presence(lent.presence, units=(UnitProgress(token),))) == [token]
    with pytest.raises(UnknownUnit):
        lent.link.order(token)


def test_a_server_that_ends_waits_for_no_computer_and_does_not_begin_the_work_itself(
    lent: LentComputer, brief_pdf: Path
) -> None:
    def ending() -> None:
        if lent.broker.tokens:
            lent.dispatcher.close()

    lent.broker.work = lambda token: None
    local = Local()
    with pytest.raises(Cancelled):
        reader(lent, local)(brief_pdf, progress(brief_pdf, ending), read_file, METADATA, False)
    assert local.asked == []


def test_a_second_answer_to_a_unit_changes_nothing(lent: LentComputer) -> None:
    first = lent.answering(pack(UnitOutcome(value=DONE)))
    statuses: list[int] = []

    def work(token: str) -> None:
        first(token)
        statuses.append(lent.ask("POST", f"/v1/unit/{token}/outcome", pack(UnitOutcome(refused=True)))[0])

    lent.broker.work = work
    assert lent.recognise() == DONE


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", ""), ("GET", "/file"), ("POST", "/outcome")],
)
def test_nobody_without_the_token_of_a_unit_gets_or_gives_anything(
    lent: LentComputer, method: str, path: str
) -> None:
    assert lent.ask(method, f"/v1/unit/made-up{path}") == (404, b"")
    assert lent.exchange(method, f"/v1/unit/made-up{path}", b"", {}) == (401, b"")


def test_no_computer_is_given_more_units_at_once_than_it_has_places(lent: LentComputer) -> None:
    most = 0

    def work(token: str) -> None:
        nonlocal most
        most = max(most, len(lent.dispatcher._works))
        lent.answering(pack(UnitOutcome(value=DONE)))(token)

    lent.broker.work = work
    do_twelve_at_once(lent)
    assert most == 2


def test_the_report_says_what_a_computer_does_and_did(
    lent: LentComputer, brief_pdf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    doing, fetch = [], lent.link.fetch

    def fetched(token: str, file: UnitFile, target: Path) -> None:
        doing.append(lent.dispatcher.report().computers[0].doing)
        fetch(token, file, target)

    monkeypatch.setattr(lent.link, "fetch", fetched)
    result = reader(lent, Local())(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    (computer,) = lent.dispatcher.report().computers
    assert (computer.name, computer.slots, computer.state) == (COMPUTER, 2, ComputerState.WORKS)
    assert result.reading is not None
    assert (doing, computer.doing) == ([(UnitKind.READING,)], ())


@pytest.mark.parametrize(
    "progress",
    [("reading", 1, 10**30), ("reading", 3, 2), ("reading", 1.5, 2), ("done", 0, 0)],
    ids=["too many for the wire", "more than all", "no number", "an end without an outcome"],
)
def test_a_computer_that_lies_about_how_far_it_is_changes_nothing_that_is_shown(
    lent: LentComputer, progress: tuple[object, ...]
) -> None:
    seen: list[object] = []

    def work(token: str) -> None:
        presence = msgspec.to_builtins(lent.presence) | {"units": [(token, *progress)]}
        status, _ = lent.ask("POST", "/v1/worker", msgspec.json.encode(presence))
        seen.extend((status, lent.dispatcher._works[token].progress))
        lent.answering(pack(UnitOutcome(value=DONE)))(token)

    lent.broker.work = work
    assert lent.recognise() == DONE
    assert seen[0] in (200, 400)
    assert seen[1] is None


def test_how_far_a_unit_is_is_told_with_the_presence_of_its_computer(lent: LentComputer) -> None:
    steps: list[tuple[Stage, int, int]] = []

    def work(token: str) -> None:
        lent.link.present(replace_presence(lent.presence, units=(UnitProgress(token, Stage.OCR, 1, 2),)))
        while not steps:
            threading.Event().wait(0.01)
        lent.answering(pack(UnitOutcome(value=DONE)))(token)

    lent.broker.work = work
    assert lent.recognise(report=lambda *step: steps.append(step)) == DONE
    assert steps == [(Stage.OCR, 1, 2)]


def test_a_computer_with_a_name_that_is_none_and_places_without_end_spoils_no_report(
    lent: LentComputer,
) -> None:
    lent.present(name="two\nlines " + "x" * 200, places=2**62)
    report = lent.dispatcher.report()
    assert decode(encode(report), ClusterReport) == report
    assert [(computer.name, computer.slots) for computer in report.computers] == [
        ("twolines " + "x" * 91, dispatcher.MOST_PLACES)
    ]


@pytest.mark.parametrize("lie", [b"", b"[]", b"{", b'{"run": 1}', b'{"places": 1e999}', b"\xff" * 100])
def test_a_presence_that_is_none_changes_nothing(lent: LentComputer, lie: bytes) -> None:
    before = lent.dispatcher.report()
    assert lent.ask("POST", "/v1/worker", lie)[0] == 400
    assert lent.dispatcher.report() == before
