"""Lanes: when jobs start, whose answers arrive, and what becomes of errors."""

from __future__ import annotations

import ast
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QObject, QThread
from pytestqt.qtbot import QtBot

import ui
from briefbank.domain.ingest import FileProgress, Stage
from briefbank.errors import StoreFull
from ui.jobs import Fault, JobReporter, Jobs, Lane

STARTS = "run", "start", "_start", "_store"  # The methods that take a job's work


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.close()


def test_answers_arrive_in_the_windows_thread(qtbot: QtBot, jobs: Jobs) -> None:
    seen: list[Any] = []
    here = QThread.currentThread()
    job = jobs.run(jobs, lambda _reporter: threading.current_thread())
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

    old = jobs.run(jobs, slow, topic="search", discard=discarded.append)
    old.done.connect(answers.append)
    qtbot.waitUntil(begun.is_set)
    new = jobs.run(jobs, lambda _reporter: "new", topic="search")
    new.done.connect(answers.append)
    qtbot.waitUntil(lambda: answers == ["new"])
    gate.set()
    qtbot.waitUntil(lambda: discarded == ["old"])
    assert answers == ["new"]


def test_a_lane_with_one_thread_keeps_the_order(qtbot: QtBot, jobs: Jobs) -> None:
    order: list[int] = []
    last = None
    for number in range(20):
        last = jobs.run(jobs, lambda _reporter, n=number: order.append(n), lane=Lane.WRITER)
    assert last is not None
    with qtbot.waitSignal(last.done):
        pass
    assert order == list(range(20))


@pytest.mark.parametrize(("error", "told"), [(StoreFull(), StoreFull), (ZeroDivisionError(), Fault)])
def test_an_error_of_the_tree_is_delivered_and_any_other_is_logged_and_told_in_one_sentence(
    qtbot: QtBot, jobs: Jobs, caplog: pytest.LogCaptureFixture, error: Exception, told: type[Exception]
) -> None:
    def fail(_reporter: JobReporter) -> None:
        raise error

    with caplog.at_level(logging.ERROR):
        job = jobs.run(jobs, fail)
        with qtbot.waitSignal(job.failed) as failure:
            pass
    assert isinstance(failure.args[0], told)
    assert ("ZeroDivisionError" in caplog.text) is (told is Fault)


def test_cancelling_stops_the_work_at_its_next_check(qtbot: QtBot, jobs: Jobs) -> None:
    running, cancelled = threading.Event(), threading.Event()

    def work(reporter: JobReporter) -> None:
        running.set()
        cancelled.wait(20)
        reporter.check()

    job = jobs.run(jobs, work, lane=Lane.WRITER)
    job.cancelled.connect(cancelled.set)
    qtbot.waitUntil(running.is_set)
    failures: list[object] = []
    job.failed.connect(failures.append)
    with qtbot.waitSignal(job.stopped):
        job.cancel()
    assert not failures


def held(jobs: Jobs, lane: Lane) -> threading.Event:
    """A lane of one thread is at work until the gate that is returned is opened."""
    gate = threading.Event()
    jobs.run(jobs, lambda _reporter: gate.wait(20), lane=lane)
    return gate


def test_a_job_that_is_cancelled_while_it_waits_for_its_lane_ends_at_once_and_is_never_begun(
    qtbot: QtBot, jobs: Jobs
) -> None:
    gate, begun = held(jobs, Lane.WRITER), []
    waiting = jobs.run(jobs, lambda _reporter: begun.append("cancelled"), lane=Lane.WRITER)
    ends: list[object] = []
    waiting.stopped.connect(lambda: ends.append("stopped"))
    with qtbot.waitSignal(waiting.ended):
        waiting.cancel()
    assert ends == ["stopped"] and not gate.is_set()
    after = jobs.run(jobs, lambda _reporter: begun.append("after"), lane=Lane.WRITER)
    gate.set()
    with qtbot.waitSignal(after.done):
        pass
    assert begun == ["after"] and ends == ["stopped"]


def test_jobs_of_one_topic_and_two_owners_do_not_replace_each_other(qtbot: QtBot, jobs: Jobs) -> None:
    gate, answers = held(jobs, Lane.WRITER), list[str]()
    owners = QObject(), QObject()
    for owner, answer in ((owners[0], "old"), (owners[1], "other"), (owners[0], "new")):
        work = partial(_return, answer)
        last = jobs.run(owner, work, then=answers.append, lane=Lane.WRITER, topic="page")
    assert jobs.busy("page", owners[1])
    with qtbot.waitSignal(last.done):
        gate.set()
    assert answers == ["other", "new"]


def test_an_answer_for_an_owner_that_was_deleted_goes_to_nobody(qtbot: QtBot, jobs: Jobs) -> None:
    owner, answers = QObject(), list[str]()
    job = jobs.run(owner, partial(_return, "late"), then=lambda answer: answers.append(answer))
    with qtbot.waitSignal(job.ended):
        shiboken6.delete(owner)
    assert not answers


def _return(answer: str, _reporter: JobReporter) -> str:
    return answer


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
    job = jobs.run(jobs, work, lane=Lane.WRITER)
    job.progressed.connect(lambda _stage, done, _total: progress.append(done))
    with qtbot.waitSignal(job.ended):
        pass
    assert progress[-1] == 4999
    assert len(progress) < 60


def test_closing_ends_every_thread(qtbot: QtBot) -> None:
    jobs, running, cancelled = Jobs(), threading.Event(), threading.Event()

    def work(reporter: JobReporter) -> None:
        running.set()
        cancelled.wait(20)
        reporter.check()

    started = jobs.run(jobs, work, lane=Lane.WRITER)
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

    jobs.run(jobs, work, lane=Lane.READY)
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
    jobs.run(jobs, lambda reporter: 1, lane=Lane.NOTES).ended.connect(loop.quit)
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
        if isinstance(work, ast.Lambda) and [name.arg.strip("_") for name in work.args.args] == ["reporter"]
    ]
    names = [(path, work.lineno, item) for path, work in works for item in ast.walk(work)]
    holding = [(path, line) for path, line, each in names if isinstance(each, ast.Name) and each.id == "self"]
    assert len(works) > 30 and holding == []
