"""What is kept of a document's pages: texts of a selection, and no more pictures than there is memory for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from briefbank.api.documents import PageView
from briefbank.domain.pages import Box
from ui.features.reader import reader as reader_module
from ui.features.reader.canvas import PageCanvas
from ui.features.reader.page_cache import BYTES_KEPT, TEXTS_KEPT, PageCache, Part, picture_bytes
from ui.features.reader.reader import Reader
from ui.features.reader.text import PagePoint, TextSelector
from ui.page import Page

LETTER = (612.0, 792.0)
COUNT = 60
WORDS = "abc"


class Lines:
    """A view of pages with one line of three letters."""

    def characters(self, _page: int) -> list[Box]:
        return [Box(10.0 * at, 0, 10.0 * at + 10, 10) for at in range(len(WORDS))]


class Runner(QObject):
    """Keeps work until the test lets it be done."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[Callable[[object], object], Callable[[Any], object]]] = []

    def run(
        self, work: Callable[[object], object], *, then: Callable[[Any], object], **_options: object
    ) -> None:
        self.waiting.append((work, then))

    def finish(self) -> None:
        waiting, self.waiting = self.waiting, []
        for work, then in waiting:
            then(work(None))


@pytest.fixture
def runner(qtbot: QtBot) -> Runner:
    return Runner()


def cache_of(runner: Runner) -> PageCache:
    view, page = cast(PageView, Lines()), cast(Page, runner)
    return PageCache(page, view, [LETTER] * COUNT, [WORDS] * COUNT)


def test_the_texts_of_a_selection_are_kept_while_others_come(runner: Runner) -> None:
    cache, selector = cache_of(runner), TextSelector(runner)
    selector.use(cache)
    selector.press(PagePoint(0, -1.0, 5.0))
    selector.drag(PagePoint(2, 100.0, 5.0))
    runner.finish()
    whole = selector.text()
    assert len(selector.ranges()) == 3
    for page in range(3, 3 + TEXTS_KEPT + 5):
        cache.want_text(page)
        runner.finish()
        assert not selector.lacks_text(), "it is marked on the page, which uses its text"
    assert selector.text() == whole


@pytest.mark.parametrize(("zoom", "near"), [(0.75, True), (4.0, False)])
def test_pages_beside_the_view_are_drawn_only_while_there_is_memory_for_them(
    qtbot: QtBot, runner: Runner, monkeypatch: pytest.MonkeyPatch, zoom: float, near: bool
) -> None:
    canvas, requests = PageCanvas(), []
    qtbot.addWidget(canvas)
    canvas.resize(600, 400)
    cache = cache_of(runner)
    canvas.show_pages(cache, [LETTER] * COUNT, {}, None)
    monkeypatch.setattr(cache, "want", lambda part, pages, scales: requests.append((part, pages, scales)))
    canvas.set_zoom(zoom)
    canvas.jump(10)
    canvas.verticalScrollBar().setValue(canvas.verticalScrollBar().value() - 100)
    part, pages, scales = requests[-1]
    assert part is Part.PICTURE and {9, 10} <= set(pages)
    assert ({8, 11} <= set(pages)) is near
    assert sum(picture_bytes(scale, *LETTER) for scale in scales) <= BYTES_KEPT


@pytest.mark.parametrize("focused", [True, False])
def test_the_page_in_view_is_read_aloud_only_to_a_person_who_is_on_it(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, focused: bool
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(reader_module, "announce", lambda _about, text: spoken.append(text))
    monkeypatch.setattr(reader.canvas, "hasFocus", lambda: focused)
    reader.canvas.setAccessibleDescription("Page 3 of 9")
    reader.speak_timer.timeout.emit()
    assert spoken == (["Page 3 of 9"] if focused else [])
