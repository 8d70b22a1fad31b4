"""Lanes: when jobs start, whose answers arrive, and what becomes of errors."""

from __future__ import annotations

import ast
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

import ui
from briefbank.domain.ingest import FileProgress, Stage
from briefbank.errors import Cancelled, StoreFull
from ui.features.intake.file_events import FILES_AT_ONCE, FileInbox
from ui.jobs import Fault, JobReporter, Jobs, Lane

STARTS = "start", "_start", "_store"  # The methods that take a job's work


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.close()


def test_a_job_starts_only_after_its_signals_could_be_connected(qtbot: QtBot, jobs: Jobs) -> None:
    started = threading.Event()
    job = jobs.start(Lane.READER, lambda _reporter: started.set())
    assert not started.wait(0.2)
    with qtbot.waitSignal(job.done):
        pass
    assert started.is_set()


def test_answers_arrive_in_the_windows_thread(qtbot: QtBot, jobs: Jobs) -> None:
    seen: list[Any] = []
    here = QThread.currentThread()
    job = jobs.start(Lane.READER, lambda _reporter: threading.current_thread())
    job.done.connect(lambda thread: seen.append((thread, QThread.currentThread() is here)))
    qtbot.waitUntil(lambda: bool(seen))
    assert seen[0][0] is not threading.current_thread()
    assert seen[0][1]


def test_a_newer_job_of_the_topic_makes_the_older_answer_stale_and_discards_it(
    qtbot: QtBot, jobs: Jobs
) -> None:
    begun, gate, discarded, answers = threading.Event(), threading.Event(), [], []

    def slow(_reporter: JobReporter) -> str:
        begun.set()
        gate.wait(20)
        return "old"

    old = jobs.start(Lane.READER, slow, topic="search", discard=discarded.append)
    old.done.connect(answers.append)
    qtbot.waitUntil(begun.is_set)
    new = jobs.start(Lane.READER, lambda _reporter: "new", topic="search")
    new.done.connect(answers.append)
    qtbot.waitUntil(lambda: answers == ["new"])
    gate.set()
    qtbot.waitUntil(lambda: discarded == ["old"])
    assert answers == ["new"]


def test_a_lane_with_one_thread_keeps_the_order(qtbot: QtBot, jobs: Jobs) -> None:
    order: list[int] = []
    last = None
    for number in range(20):
        last = jobs.start(Lane.WRITER, lambda _reporter, n=number: order.append(n))
    assert last is not None
    with qtbot.waitSignal(last.done):
        pass
    assert order == list(range(20))


def test_an_error_of_the_tree_is_delivered_as_a_value(qtbot: QtBot, jobs: Jobs) -> None:
    def fail(_reporter: JobReporter) -> None:
        raise StoreFull()

    job = jobs.start(Lane.READER, fail)
    with qtbot.waitSignal(job.failed) as caught:
        pass
    assert isinstance(caught.args[0], StoreFull)


def test_any_other_error_is_logged_and_told_in_one_sentence(
    qtbot: QtBot, jobs: Jobs, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_reporter: JobReporter) -> None:
        raise ZeroDivisionError

    with caplog.at_level(logging.ERROR):
        job = jobs.start(Lane.READER, fail)
        with qtbot.waitSignal(job.failed) as caught:
            pass
    assert isinstance(caught.args[0], Fault)
    assert "ZeroDivisionError" in caplog.text


def test_cancelling_stops_the_work_at_its_next_check(qtbot: QtBot, jobs: Jobs) -> None:
    running, cancelled = threading.Event(), threading.Event()

    def work(reporter: JobReporter) -> None:
        running.set()
        cancelled.wait(20)
        reporter.check()

    job = jobs.start(Lane.WRITER, work)
    job.cancelled.connect(cancelled.set)
    qtbot.waitUntil(running.is_set)
    with qtbot.waitSignal(job.failed) as caught:
        job.cancel()
    assert isinstance(caught.args[0], Cancelled)


def held(jobs: Jobs, lane: Lane) -> threading.Event:
    """A lane of one thread is at work until the gate that is returned is opened."""
    gate = threading.Event()
    jobs.start(lane, lambda _reporter: gate.wait(20))
    return gate


def test_a_job_that_is_cancelled_while_it_waits_for_its_lane_ends_at_once_and_is_never_begun(
    qtbot: QtBot, jobs: Jobs
) -> None:
    gate, begun = held(jobs, Lane.WRITER), []
    waiting = jobs.start(Lane.WRITER, lambda _reporter: begun.append("cancelled"))
    ends: list[object] = []
    waiting.failed.connect(ends.append)
    with qtbot.waitSignal(waiting.ended):
        waiting.cancel()
    assert isinstance(ends[0], Cancelled) and not gate.is_set()
    after = jobs.start(Lane.WRITER, lambda _reporter: begun.append("after"))
    gate.set()
    with qtbot.waitSignal(after.done):
        pass
    assert begun == ["after"] and len(ends) == 1


def test_a_job_that_waits_in_the_queue_of_a_busy_lane_is_withdrawn_from_it(qtbot: QtBot, jobs: Jobs) -> None:
    gate = held(jobs, Lane.WRITER)
    waiting = jobs.start(Lane.WRITER, lambda _reporter: "never")
    passed = jobs.start(Lane.READER, lambda _reporter: None)
    with qtbot.waitSignal(passed.done):
        pass  # so many turns of the loop later it is in the queue
    with qtbot.waitSignal(waiting.failed):
        waiting.cancel()
    assert not gate.is_set()
    gate.set()


def test_a_job_that_is_dropped_while_it_waits_tells_nobody(qtbot: QtBot, jobs: Jobs) -> None:
    gate, told = held(jobs, Lane.WRITER), []
    waiting = jobs.start(Lane.WRITER, lambda _reporter: "never", topic="search")
    waiting.failed.connect(told.append)
    waiting.ended.connect(lambda: told.append("ended"))
    with qtbot.waitSignal(waiting.destroyed):
        jobs.drop("search")
    assert not told and not gate.is_set()
    gate.set()


def test_a_lane_is_engaged_while_a_job_is_in_it_that_nobody_has_stopped(qtbot: QtBot, jobs: Jobs) -> None:
    gate = threading.Event()
    job = jobs.start(Lane.MODEL, lambda _reporter: gate.wait(20))
    assert jobs.engaged(Lane.MODEL) and not jobs.engaged(Lane.MODEL_FILE)
    with qtbot.waitSignal(job.ended):
        gate.set()
    assert not jobs.engaged(Lane.MODEL)
    gate = held(jobs, Lane.MODEL)
    waiting = jobs.start(Lane.MODEL, lambda _reporter: None)
    waiting.cancel()
    assert jobs.engaged(Lane.MODEL)
    gate.set()


def test_progress_comes_at_most_fifteen_times_a_second_and_the_last_file_event_is_never_lost(
    qtbot: QtBot, jobs: Jobs
) -> None:
    path = Path("brief.pdf")

    def work(reporter: JobReporter) -> None:
        for page in range(5000):
            reporter.progress("reading", page, 5000)
            reporter.file(FileProgress(path, Stage.READING, page, 5000))
        reporter.file(FileProgress(path, Stage.DONE))

    progress: list[int] = []
    events: list[FileProgress] = []
    inbox = FileInbox()
    inbox.delivered.connect(events.extend)
    job = jobs.start(Lane.WRITER, work, files=inbox.put)
    inbox.watch(job)
    job.progressed.connect(lambda _stage, done, _total: progress.append(done))
    with qtbot.waitSignal(job.ended):
        pass
    assert progress[-1] == 4999
    assert events[-1].stage is Stage.DONE
    assert len(progress) < 60 and len(events) < 60


def test_what_one_job_says_of_a_file_last_counts_whichever_job_it_is(qtbot: QtBot, jobs: Jobs) -> None:
    path, inbox = Path("brief.pdf"), FileInbox()
    events: list[FileProgress] = []
    inbox.delivered.connect(events.extend)
    first_said, second_said = threading.Event(), threading.Event()

    def waits(reporter: JobReporter) -> None:
        reporter.file(FileProgress(path, Stage.WAITING))
        first_said.set()
        second_said.wait(20)

    def works(reporter: JobReporter) -> None:
        first_said.wait(20)
        reporter.file(FileProgress(path, Stage.DONE))
        second_said.set()

    for lane, work in ((Lane.QUEUE, waits), (Lane.INTAKE, works)):
        inbox.watch(jobs.start(lane, work, files=inbox.put))
    qtbot.waitUntil(lambda: second_said.is_set() and bool(events) and events[-1].stage is Stage.DONE)


def test_twenty_thousand_events_come_in_small_portions_and_all_of_them_come(qtbot: QtBot, jobs: Jobs) -> None:
    inbox, portions = FileInbox(), []
    inbox.delivered.connect(lambda events: portions.append(len(events)))

    def work(reporter: JobReporter) -> None:
        for number in range(20_000):
            reporter.file(FileProgress(Path(f"{number}.pdf"), Stage.WAITING))

    inbox.watch(jobs.start(Lane.QUEUE, work, files=inbox.put))
    qtbot.waitUntil(lambda: sum(portions) == 20_000, timeout=20_000)
    assert max(portions) <= FILES_AT_ONCE


def test_closing_ends_every_thread(qtbot: QtBot) -> None:
    jobs, running, cancelled = Jobs(), threading.Event(), threading.Event()

    def work(reporter: JobReporter) -> None:
        running.set()
        cancelled.wait(20)
        reporter.check()

    started = jobs.start(Lane.WRITER, work)
    started.cancelled.connect(cancelled.set)
    qtbot.waitUntil(running.is_set)
    assert jobs.close()
    assert started.stale
    assert not any(thread.name == "writer lane" and thread.is_alive() for thread in threading.enumerate())


def test_closing_says_when_a_call_does_not_end_in_time(qtbot: QtBot) -> None:
    jobs, running, gate = Jobs(), threading.Event(), threading.Event()

    def work(_reporter: JobReporter) -> None:
        running.set()
        gate.wait(20)

    jobs.start(Lane.READY, work)
    qtbot.waitUntil(running.is_set)
    assert not jobs.close(0.05)
    gate.set()
    assert jobs.close()


def test_lanes_whose_last_holder_is_a_job_that_ended_go_away_without_a_crash() -> None:
    """The test runs in a process of its own, which the crash would end."""
    script = """
import gc
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop
from ui.jobs import Jobs, Lane
gc.disable()
app = QCoreApplication([])
for _ in range(20):
    jobs, loop = Jobs(), QEventLoop()
    jobs.start(Lane.NOTES, lambda reporter: 1).ended.connect(loop.quit)
    loop.exec()
    jobs.close()
    del jobs
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_no_work_written_as_a_lambda_holds_the_object_that_starts_it() -> None:
    """Whoever starts a job may be deleted before its work ends; the last reference must not be a thread's."""
    works = [
        (path, work)
        for path in Path(ui.__file__).parent.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in STARTS
        for work in call.args
        if isinstance(work, ast.Lambda)
    ]
    names = [(path, work.lineno, item) for path, work in works for item in ast.walk(work)]
    holding = [(path, line) for path, line, each in names if isinstance(each, ast.Name) and each.id == "self"]
    assert len(works) > 30 and holding == []
