"""While meaning is prepared the window says how much is done, how long it will take, and when it is done."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Semaphore

import pytest
from pytestqt.qtbot import QtBot

from briefbank.errors import Cancelled
from briefbank.jobs import Reporter
from tests.stand_ins.hooked_library import HookedLibrary
from ui.features.library import background
from ui.features.library.background import Embedding
from ui.jobs import Jobs

DONE = "All passages can be found by meaning now."


class Passages:
    """Embeds 1,300 passages, a step of this test at a time, while the clock stands still between them."""

    def __init__(self, library: HookedLibrary) -> None:
        self.now, self.done = 0.0, 0
        self._steps, self._waits = Semaphore(0), True
        self.last: int | None = None
        library.embedding.embed_pending = self._embed  # type: ignore[method-assign]

    def clock(self) -> float:
        return self.now

    def step(self, done: int, seconds: float) -> None:
        """Let so many passages be done by now, ``seconds`` after the step before."""
        self.now, self.done = self.now + seconds, done
        self._steps.release()

    def end(self, passages: int | None) -> None:
        """Let the job end with this number of passages, or be stopped."""
        self.last, self._waits = passages, False
        self._steps.release()

    def _embed(self, reporter: Reporter) -> int:
        while True:
            self._steps.acquire()
            if not self._waits:
                break
            reporter.progress("meaning", self.done, 1300)
        if self.last is None:
            raise Cancelled
        return self.last


@pytest.fixture
def work(empty_library: HookedLibrary) -> Passages:
    return Passages(empty_library)


@pytest.fixture
def controller(qtbot: QtBot, empty_library: HookedLibrary, work: Passages) -> Iterator[Embedding]:
    jobs = Jobs()
    made = Embedding(empty_library, jobs, clock=work.clock)
    made.schedule()
    yield made
    work.end(None)
    assert jobs.close()


def said(qtbot: QtBot, controller: Embedding, work: Passages, done: int, seconds: float) -> str:
    """The line after a step."""
    with qtbot.waitSignal(controller.progressed, timeout=20_000) as told:
        work.step(done, seconds)
    text, share = told.args or ("", 0.0)
    assert share == done / 1300
    return str(text)


def test_how_long_it_will_take_is_said_once_that_can_be_known(
    qtbot: QtBot, controller: Embedding, work: Passages
) -> None:
    assert said(qtbot, controller, work, 0, 0.0) == "Preparing meaning: 0 of 1,300"
    assert said(qtbot, controller, work, 50, 5.0) == "Preparing meaning: 50 of 1,300"
    assert (
        said(qtbot, controller, work, 100, 5.0) == "Preparing meaning: 100 of 1,300  ·  about 2 minutes left"
    )
    assert (
        said(qtbot, controller, work, 1000, 20.0)
        == "Preparing meaning: 1,000 of 1,300  ·  a few seconds left"
    )


def test_the_end_of_long_work_is_said(qtbot: QtBot, controller: Embedding, work: Passages) -> None:
    said(qtbot, controller, work, 0, 0.0)
    said(qtbot, controller, work, 1000, 30.0)
    with qtbot.waitSignal(controller.finished, timeout=20_000) as told:
        work.end(1300)
    assert told.args == [DONE]


def test_meaning_is_prepared_after_each_change_but_not_more_often_than_the_interval(
    qtbot: QtBot, sample_library: HookedLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "RESTART_MS", 1500)
    jobs = Jobs()
    embedding = Embedding(sample_library, jobs)
    embedding.schedule()
    qtbot.waitUntil(lambda: len(sample_library.called("embedding.embed_pending")) == 1)
    for _ in range(3):
        embedding.schedule()
    qtbot.waitUntil(lambda: not embedding.busy)
    assert len(sample_library.called("embedding.embed_pending")) == 1
    qtbot.waitUntil(lambda: len(sample_library.called("embedding.embed_pending")) == 2)
    assert jobs.close()
