"""Work that other computers do: equal to this one's, and done here where they cannot do it or lie."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from briefbank.cluster import fetched_files, unit_runner
from briefbank.cluster.client import Ending
from briefbank.cluster.dispatcher import NotDone
from briefbank.cluster.spread import EMBEDDING, READING, RECOGNISING, ClusterSpread
from briefbank.cluster.unit_link import UnitLink
from briefbank.cluster.unit_runner import Ended
from briefbank.cluster.units import EmbedTexts, Outcome, UnitFile, pack
from briefbank.domain.cluster import ClusterReport, ComputerState, UnitKind
from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.errors import Cancelled, ComputersStopped, Crashed, Damaged, NotReadable, StoreError
from briefbank.ingest.child_reading import PAGE_SILENCE_S, read_in_child
from briefbank.ingest.file_reading import FileMetadata, FileReading, read_file
from briefbank.ingest.progress import Progress
from briefbank.ingest.work_spread import PdfReader
from briefbank.jobs import QuietReporter
from briefbank.network.worker_client import NoAnswer
from briefbank.ocr.tesseract import UNREADABLE
from briefbank.wire.encoding import decode, encode
from tests import made_scans
from tests.cluster.in_process import COMPUTER, LentComputer, answering
from tests.stand_ins.encoders import Buckets

METADATA = FileMetadata("brief.pdf", converted=False)


class Local:
    """A reader, an engine and an encoder of this computer that note what they were asked."""

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
    found = reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    here = read_in_child(lent.runner._processes, brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert found == here
    assert found.reading is not None and found.reading.passages
    assert (local.asked, lent.ended, lent.scheduler.priorities) == ([], [Ended.ANSWERED], [READING])


def test_a_file_that_cannot_be_read_is_refused_in_the_same_words(lent: LentComputer, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\nnothing")
    with pytest.raises(Damaged) as elsewhere:
        reader(lent, Local())(broken, progress(broken), read_file, METADATA, False)
    with pytest.raises(Damaged) as here:
        read_in_child(lent.runner._processes, broken, progress(broken), read_file, METADATA, False)
    assert str(elsewhere.value) == str(here.value)


def test_pages_are_recognised_elsewhere_as_they_are_here(lent: LentComputer, tmp_path: Path) -> None:
    scan = made_scans.pdf(tmp_path / "scan.pdf", "heron", "badger")
    orders = [PageOrder(0), PageOrder(1)]
    engine = lent.runner._tesseract
    here: list[RecognisedPage] = []
    engine.recognise(scan, orders, tmp_path, on_page=here.append, check=lambda: None)
    found: list[RecognisedPage] = []
    spread = ClusterSpread(lent.dispatcher).engine(engine)
    spread.recognise(scan, orders, tmp_path, on_page=found.append, check=lambda: None)
    assert sorted(found, key=lambda page: page.index) == sorted(here, key=lambda page: page.index)
    assert found[0].words
    assert (lent.ended, lent.scheduler.priorities) == ([Ended.ANSWERED], [RECOGNISING])


def test_texts_are_embedded_elsewhere_in_the_order_of_the_texts(
    lent: LentComputer, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = Buckets()
    monkeypatch.setattr(unit_runner, "load_encoder", lambda **_: encoder)
    texts = [f"The heron stood in wagon number {number}." for number in range(150)]
    found = ClusterSpread(lent.dispatcher).embedding(encoder).encode_passages(texts)
    assert np.array_equal(found, encoder.encode_passages(texts))
    assert [each.state for each in lent.dispatcher.report().computers] == [ComputerState.WORKS]
    assert lent.ended == [Ended.ANSWERED] * 3
    assert lent.scheduler.priorities == [EMBEDDING] * 3


def test_texts_that_come_back_together_are_embedded_here_one_part_after_the_other(lent: LentComputer) -> None:
    class Counting(Buckets):
        under_way = most = 0

        def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
            self.under_way += 1
            self.most = max(self.most, self.under_way)
            threading.Event().wait(0.05)
            self.under_way -= 1
            return super().encode_passages(texts)

    encoder = Counting()
    lent.scheduler.ends = [Ending.LOST] * 8
    texts = [f"The heron stood in wagon number {number}." for number in range(500)]
    found = ClusterSpread(lent.dispatcher).embedding(encoder).encode_passages(texts)
    assert np.array_equal(found, Buckets().encode_passages(texts))
    assert (encoder.passages, encoder.most) == (500, 1)


def test_a_file_that_is_too_large_for_a_worker_is_read_here_and_not_refused(
    lent: LentComputer, brief_pdf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetched_files, "LARGEST", brief_pdf.stat().st_size - 1)
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert (local.asked, lent.scheduler.submitted_tokens) == ([brief_pdf], [])


def test_work_is_done_here_while_no_computer_is_there(lent: LentComputer, brief_pdf: Path) -> None:
    lent.scheduler.works = False
    while lent.dispatcher.places():
        lent.dispatcher._closing.wait(0.01)
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert (local.asked, lent.scheduler.submitted_tokens) == ([brief_pdf], [])
    assert ClusterSpread(lent.dispatcher).places(3) == 3


def test_a_unit_that_no_computer_began_is_done_here_once_all_of_them_rest(
    lent: LentComputer, brief_pdf: Path
) -> None:
    def rest(token: str) -> None:
        lent.scheduler.works = False
        threading.Event().wait()

    lent.scheduler.work = rest
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert local.asked == [brief_pdf]


def test_a_unit_that_waits_at_a_computer_that_rests_is_handed_to_another(
    lent: LentComputer, brief_pdf: Path
) -> None:
    others = lent.scheduler.others

    def rest(token: str) -> None:
        lent.scheduler.work = lent._do
        others["lent-2"] = False
        threading.Event().wait()

    others["lent-2"] = True
    while lent.dispatcher.places() < 4:
        threading.Event().wait(0.01)
    lent.scheduler.work = rest
    local = Local()
    found = reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert found.reading is not None
    assert (local.asked, len(set(lent.scheduler.submitted_tokens))) == ([], 2)


def test_a_unit_that_a_computer_began_is_left_to_it_although_it_rests_from_then_on(
    lent: LentComputer, brief_pdf: Path
) -> None:
    def begin_and_rest(token: str) -> None:
        lent.link.order(token)
        lent.scheduler.works = False
        while lent.dispatcher.places():
            threading.Event().wait(0.01)
        lent._do(token)

    lent.scheduler.work = begin_and_rest
    local = Local()
    found = reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert found.reading is not None
    assert (local.asked, len(lent.scheduler.submitted_tokens)) == ([], 1)


def test_a_unit_that_comes_back_without_an_answer_is_handed_out_again(
    lent: LentComputer, brief_pdf: Path
) -> None:
    lent.scheduler.ends = [Ending.ENDED, Ending.ENDED]
    local = Local()
    found = reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert found.reading is not None
    assert (local.asked, len(set(lent.scheduler.submitted_tokens))) == ([], 3)


@pytest.mark.parametrize(
    "ends", [[Ending.LOST], [Ending.ENDED] * 3], ids=["scheduler gone", "never answered"]
)
def test_a_unit_that_the_cluster_does_not_do_is_done_here(
    lent: LentComputer, brief_pdf: Path, ends: list[Ending]
) -> None:
    lent.scheduler.ends = ends
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert local.asked == [brief_pdf]


def test_a_file_that_ended_several_computers_is_refused_and_tried_nowhere_else(
    lent: LentComputer, brief_pdf: Path
) -> None:
    lent.scheduler.ends = [Ending.KILLED, Ending.KILLED]
    local = Local()
    with pytest.raises(ComputersStopped):
        reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert local.asked == []


def test_a_file_during_which_several_computers_were_switched_off_is_tried_once_more(
    lent: LentComputer, brief_pdf: Path
) -> None:
    lent.scheduler.ends = [Ending.KILLED]
    local = Local()
    found = reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert found.reading is not None
    assert local.asked == []


def test_pages_that_ended_several_computers_are_gaps_and_do_not_cost_the_file(
    lent: LentComputer, tmp_path: Path
) -> None:
    scan = made_scans.pdf(tmp_path / "scan.pdf", "heron", "badger")
    lent.scheduler.ends = [Ending.KILLED] * 2
    found: list[RecognisedPage] = []
    spread = ClusterSpread(lent.dispatcher).engine(lent.runner._tesseract)
    spread.recognise(scan, [PageOrder(0), PageOrder(1)], tmp_path, on_page=found.append, check=lambda: None)
    assert {page.index: page.problem for page in found} == {0: UNREADABLE, 1: UNREADABLE}


@pytest.mark.parametrize(
    ("change", "state"),
    [
        (lambda patch: patch.setattr(unit_runner, "__version__", "0.0.1"), ComputerState.OTHER_RELEASE),
        (
            lambda patch: patch.setattr(unit_runner, "read_in_child", partial(_raise, OSError("mistake"))),
            ComputerState.FAULT,
        ),
    ],
    ids=["other release", "fault"],
)
def test_what_a_computer_cannot_do_is_done_here_and_reported(
    lent: LentComputer,
    brief_pdf: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[pytest.MonkeyPatch], None],
    state: ComputerState,
) -> None:
    change(monkeypatch)
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert local.asked == [brief_pdf]
    (computer,) = lent.dispatcher.report().computers
    assert (computer.state, computer.pages_last_hour) == (state, 0)


def test_what_one_computer_cannot_do_is_done_by_another(lent: LentComputer, brief_pdf: Path) -> None:
    unable = answering(lent.exchange, pack(Outcome(unable=ComputerState.OTHER_RELEASE)))

    def work(token: str) -> None:
        lent.scheduler.work = lent._do
        unable(token)

    lent.scheduler.work = work
    local = Local()
    found = reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert found.reading is not None
    assert (local.asked, len(lent.scheduler.submitted_tokens)) == ([], 2)


def test_a_file_that_disappears_from_a_computer_is_read_here_and_not_refused(
    lent: LentComputer, brief_pdf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lent.link, "fetch", lambda token, file, target: None)
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert local.asked == [brief_pdf]
    assert [each.state for each in lent.dispatcher.report().computers] == [ComputerState.FAULT]


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
    scan = made_scans.pdf(tmp_path / "scan.pdf", "heron")
    vars(lent.runner)["_engine"] = "tesseract 3.0 0000"
    found: list[RecognisedPage] = []
    spread = ClusterSpread(lent.dispatcher).engine(lent.runner._tesseract)
    spread.recognise(scan, [PageOrder(0)], tmp_path, on_page=found.append, check=lambda: None)
    assert found[0].words
    (computer,) = lent.dispatcher.report().computers
    assert (computer.state, computer.pages_last_hour) == (ComputerState.OTHER_ENGINE, 0)


LIES = {
    "no answer": b"nothing",
    "another kind": pack(Outcome("a text")),
    "an order": pack(EmbedTexts("", ())),
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES.keys())
def test_a_computer_that_lies_about_a_file_has_nothing_stored(
    lent: LentComputer, brief_pdf: Path, lie: bytes
) -> None:
    lent.scheduler.work = answering(lent.exchange, lie)
    local = Local()
    try:
        found = reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    except Crashed:
        return
    assert found == FileReading(None)
    assert local.asked == [brief_pdf]


@pytest.mark.parametrize(
    "lie",
    [Cancelled(), StoreError(), KeyError("no refusal"), "no error"],
    ids=["as if the server ended", "as if its disk were full", "an error of Python", "a text"],
)
def test_a_computer_ends_nothing_but_its_unit_by_what_it_claims_to_have_raised(
    lent: LentComputer, brief_pdf: Path, lie: Any
) -> None:
    lent.scheduler.work = answering(lent.exchange, pack(Outcome(error=lie)))
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert local.asked == [brief_pdf]


@pytest.mark.parametrize(
    "lie",
    [
        pack(Outcome(unable=cast(Any, "fault"))),
        pack(Outcome(unable=cast(Any, ["none"]))),
        pack(Outcome(unable=ComputerState.WORKS)),
        zlib.compress(b"\x80\x04cbriefbank.cluster.units\nOutcome\n)\x81."),
    ],
    ids=["a text", "a list", "no reason", "nothing in it"],
)
def test_a_computer_that_lies_about_why_it_does_nothing_spoils_no_report(
    lent: LentComputer, lie: bytes
) -> None:
    lent.scheduler.work = answering(lent.exchange, lie)
    lent.scheduler.others["strange"] = True
    with pytest.raises(NotDone):
        lent.dispatcher.do(EmbedTexts("m", ("a",)), None, lambda: None)
    while len(lent.dispatcher.report().computers) < 2:
        threading.Event().wait(0.01)
    assert {each.state for each in lent.dispatcher.report().computers} == {ComputerState.WORKS}


def test_a_computer_that_refuses_texts_does_not_keep_them_from_being_embedded(lent: LentComputer) -> None:
    lent.scheduler.work = answering(lent.exchange, pack(Outcome(error=Damaged())))
    encoder = Buckets()
    found = ClusterSpread(lent.dispatcher).embedding(encoder).encode_passages(["The heron stood."])
    assert np.array_equal(found, encoder.encode_passages(["The heron stood."]))


@pytest.mark.parametrize(
    "lie",
    [
        b"",
        b"\0" * 4 * Buckets.dimensions,
        np.full(Buckets.dimensions, np.nan, "<f4").tobytes(),
        np.ones(2 * Buckets.dimensions, "<f4").tobytes(),
        "text",
    ],
    ids=["none", "zeros", "no numbers", "too many", "a text"],
)
def test_vectors_that_are_none_are_not_stored(lent: LentComputer, lie: object) -> None:
    lent.scheduler.work = answering(lent.exchange, pack(Outcome(lie)))
    encoder = Buckets()
    found = ClusterSpread(lent.dispatcher).embedding(encoder).encode_passages(["The heron stood."])
    assert np.array_equal(found, encoder.encode_passages(["The heron stood."]))


def test_pages_that_were_not_ordered_are_not_stored(lent: LentComputer, tmp_path: Path) -> None:
    scan = made_scans.pdf(tmp_path / "scan.pdf", "heron")
    other = RecognisedPage(7, "Tesseract", PageOrder(0).setting, ())
    lent.scheduler.work = answering(lent.exchange, pack(Outcome((other,))))
    found: list[RecognisedPage] = []
    spread = ClusterSpread(lent.dispatcher).engine(lent.runner._tesseract)
    spread.recognise(scan, [PageOrder(0)], tmp_path, on_page=found.append, check=lambda: None)
    assert [page.index for page in found] == [0]
    assert found[0].words


def test_cancelling_ends_the_wait_and_the_worker_learns_that_nobody_waits(
    lent: LentComputer, brief_pdf: Path
) -> None:
    def cancelled() -> None:
        if lent.scheduler.submitted_tokens:
            raise Cancelled

    lent.scheduler.work = lambda token: None
    with pytest.raises(Cancelled):
        reader(lent, Local())(brief_pdf, progress(brief_pdf, cancelled), read_file, METADATA, False)
    (token,) = lent.scheduler.submitted_tokens
    assert lent.runner.do(token) is Ended.UNKNOWN


def test_a_server_that_ends_waits_for_no_computer_and_does_not_begin_the_work_itself(
    lent: LentComputer, brief_pdf: Path
) -> None:
    def ending() -> None:
        if lent.scheduler.submitted_tokens:
            lent.dispatcher.close()

    lent.scheduler.work = lambda token: None
    local = Local()
    with pytest.raises(Cancelled):
        reader(lent, local)(brief_pdf, progress(brief_pdf, ending), read_file, METADATA, False)
    assert local.asked == []


def test_a_second_answer_to_a_unit_changes_nothing(lent: LentComputer) -> None:
    first = answering(lent.exchange, pack(Outcome(b"first")))
    statuses: list[int] = []

    def work(token: str) -> None:
        first(token)
        again = lent.exchange("PUT", f"/v1/unit/{token}/outcome/0", pack(Outcome(b"second")), {})
        statuses.append(again[0])

    lent.scheduler.work = work
    assert lent.dispatcher.do(EmbedTexts("m", ("a",)), None, lambda: None) == b"first"


def test_a_piece_that_does_not_follow_is_refused_and_one_sent_twice_is_taken_once(lent: LentComputer) -> None:
    packed = pack(Outcome(b"whole"))
    seen: list[int] = []

    def work(token: str) -> None:
        path = f"/v1/unit/{token}/outcome"
        for offset, piece in ((5, b"later"), (0, packed[:10]), (0, packed[:10]), (10, packed[10:])):
            seen.append(lent.exchange("PUT", f"{path}/{offset}", piece, {})[0])
        seen.append(lent.exchange("POST", f"{path}/{len(packed) + 1}", b"", {})[0])
        seen.append(lent.exchange("POST", f"{path}/{len(packed)}", b"", {})[0])

    lent.scheduler.work = work
    assert lent.dispatcher.do(EmbedTexts("m", ("a",)), None, lambda: None) == b"whole"
    assert seen == [404, 200, 200, 200, 404, 200]


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", ""), ("GET", "/file"), ("POST", "/progress"), ("PUT", "/outcome/0"), ("POST", "/outcome/0")],
)
def test_nobody_without_the_token_of_a_unit_gets_or_gives_anything(
    lent: LentComputer, method: str, path: str
) -> None:
    body = b'{"stage": "reading", "done": 1, "total": 2}'
    assert lent.exchange(method, f"/v1/unit/made-up{path}", body, {}) == (404, b"")


def test_no_more_units_are_under_way_than_the_computers_can_begin_soon(lent: LentComputer) -> None:
    lent.scheduler.work = lambda token: None
    lent.scheduler.ends = [Ending.ENDED] * 30
    under_way: list[int] = []

    def check() -> None:
        under_way.append(len(lent.dispatcher._works))

    with pytest.raises(NotDone):
        lent.dispatcher.do(EmbedTexts("m", ("a",)), None, check)
    assert max(under_way) <= 2 * lent.scheduler.threads


def test_the_report_says_what_a_computer_does_and_did(
    lent: LentComputer, brief_pdf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    doing, fetch = [], lent.link.fetch

    def fetched(token: str, file: UnitFile, target: Path) -> None:
        doing.append(lent.dispatcher.report().computers[0].doing)
        fetch(token, file, target)

    monkeypatch.setattr(lent.link, "fetch", fetched)
    found = reader(lent, Local())(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    (computer,) = lent.dispatcher.report().computers
    assert (computer.name, computer.places, computer.state) == (COMPUTER, 2, ComputerState.WORKS)
    assert found.reading is not None
    assert computer.pages_last_hour == len(found.reading.pages) > 1
    assert (doing, computer.doing) == ([(UnitKind.READING,)], ())


def test_a_unit_goes_on_while_the_server_cannot_be_told_how_far_it_is(
    lent: LentComputer, brief_pdf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: list[float] = []

    def exchange(method: str, path: str, body: bytes, headers: Mapping[str, str], seconds: float) -> Any:
        if path.endswith("/progress"):
            times.append(seconds)
            raise NoAnswer("too slow")
        return lent.exchange(method, path, body, headers, seconds)

    monkeypatch.setattr(unit_runner, "TELL_S", 0.0)
    monkeypatch.setattr(lent.runner, "_link", UnitLink(exchange, COMPUTER))
    local = Local()
    reader(lent, local)(brief_pdf, progress(brief_pdf), read_file, METADATA, False)
    assert (local.asked, lent.ended) == ([], [Ended.ANSWERED])
    assert max(times) < PAGE_SILENCE_S, "no page counts as hung because of it"


@pytest.mark.parametrize(
    "told",
    [
        f'{{"stage": "reading", "done": 1, "total": {10**30}}}',
        '{"stage": "reading", "done": 3, "total": 2}',
        '{"stage": "reading", "done": 1e999, "total": 2}',
        '{"stage": "done", "done": 0, "total": 0}',
    ],
    ids=["too many for the wire", "more than all", "no number", "an end without an outcome"],
)
def test_a_computer_that_lies_about_how_far_it_is_changes_nothing_that_is_shown(
    lent: LentComputer, told: str
) -> None:
    seen: list[object] = []

    def work(token: str) -> None:
        status, _ = lent.exchange("POST", f"/v1/unit/{token}/progress", told.encode(), {})
        seen.extend((status, lent.dispatcher._works[token].told))
        answering(lent.exchange, pack(Outcome(b"done")))(token)

    lent.scheduler.work = work
    assert lent.dispatcher.do(EmbedTexts("m", ("a",)), None, lambda: None) == b"done"
    assert seen[0] in (200, 400)
    assert seen[1] is None


def test_a_computer_with_a_name_that_is_none_and_threads_without_end_spoils_no_report(
    lent: LentComputer,
) -> None:
    lent.scheduler.threads = 2**70
    lent.scheduler.others["two\nlines \ud800" + "x" * 200] = True
    while len(lent.dispatcher.report().computers) < 2:
        threading.Event().wait(0.01)
    report = lent.dispatcher.report()
    assert decode(encode(report), ClusterReport) == report
    assert "twolines " + "x" * 91 in [each.name for each in report.computers]
