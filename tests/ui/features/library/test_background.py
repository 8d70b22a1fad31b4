"""While meaning is prepared the window says how much is done, how long it will take, and when it is done."""

from __future__ import annotations

from queue import Queue

import pytest
from pytestqt.qtbot import QtBot

from briefbank.jobs import Reporter
from tests.stand_ins.hooked_library import HookedLibrary
from ui.features.library import background
from ui.features.library.background import Embedding
from ui.jobs import Jobs


def test_how_long_it_will_take_is_said_once_that_can_be_known_and_the_end_of_long_work(
    qtbot: QtBot, empty_library: HookedLibrary
) -> None:
    jobs, steps, now = Jobs(), Queue[int](), 0.0

    def embed(reporter: Reporter) -> int:
        while (done := steps.get()) < 1300:
            reporter.progress("meaning", done, 1300)
        return done

    empty_library.instead("embedding.embed_pending", embed)
    controller = Embedding(empty_library, jobs, clock=lambda: now)
    controller.schedule()
    for done, seconds, left in (
        (0, 0.0, ""),
        (50, 5.0, ""),
        (100, 5.0, "  ·  about 2 minutes left"),
        (1000, 20.0, "  ·  a few seconds left"),
    ):
        now += seconds
        with qtbot.waitSignal(controller.progressed) as progress:
            steps.put(done)
        assert progress.args == [f"Preparing search by meaning: {done:,} of 1,300{left}", done / 1300]
    with qtbot.waitSignal(controller.finished) as finished:
        steps.put(1300)
    assert finished.args == ["All passages can be found by meaning now."]
    assert jobs.close()


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
