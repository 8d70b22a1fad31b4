"""Tests that a page that crashes the reader costs itself alone, and that only sound readings are stored."""

from __future__ import annotations

import ctypes
import math
import time
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from briefbank.domain.authorities import Citation, CitationKind, Span
from briefbank.domain.documents import Annotation, AnnotationGap
from briefbank.domain.pages import Box, OcrSetting, OcrWord, PageOrder, RecognisedPage
from briefbank.errors import Cancelled, Crashed, TooSlow
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest import file_reading
from briefbank.ingest.file_reading import (
    LONGEST_FIELD,
    LONGEST_PAGE,
    FileMetadata,
    FileReading,
    read_file,
    read_in_child,
    require_sound,
    require_sound_page,
)
from briefbank.ingest.progress import Progress
from briefbank.jobs import QuietReporter
from briefbank.sandbox.child import Tell


def reader(tell: Tell, path: Path, skipped: AbstractSet[int], bad: frozenset[int], how: str) -> FileReading:
    """Stands for the reading of six pages; names the pages that it got through."""
    for page in range(6):
        tell(page, 6)
        if page in bad - skipped:
            ctypes.string_at(0) if how == "crash" else time.sleep(600)
    return FileReading(None, tuple(PageOrder(page) for page in range(6) if page not in skipped))


def dying_at_the_end(tell: Tell, path: Path, skipped: AbstractSet[int]) -> FileReading:
    tell(0, 1)
    tell(1, 1)
    ctypes.string_at(0)
    return FileReading(None)


@pytest.fixture
def read() -> Iterator[Callable[..., FileReading]]:
    with WorkerPool(1, 0, 30.0) as processes:
        progress = Progress(Path("a.pdf"), QuietReporter(), lambda: None)
        yield lambda function, *args: read_in_child(processes, Path("a.pdf"), progress, function, *args)


def test_pages_that_crash_the_reader_are_left_out_and_the_others_are_read(
    read: Callable[..., FileReading],
) -> None:
    result = read(reader, frozenset({1, 4}), "crash")
    assert [order.index for order in result.orders] == [0, 2, 3, 5]


@pytest.mark.nightly
def test_a_page_that_hangs_is_left_out(
    read: Callable[..., FileReading], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_reading, "PAGE_SILENCE_S", 6.0)  # a new child needs a second to come up
    assert [order.index for order in read(reader, frozenset({2}), "hang").orders] == [0, 1, 3, 4, 5]


def test_a_file_whose_pages_go_on_hanging_is_refused_in_time(
    read: Callable[..., FileReading], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_reading, "PAGE_SILENCE_S", 0.5)
    monkeypatch.setattr(file_reading, "TROUBLE_S", 1.0)
    with pytest.raises(TooSlow):
        read(reader, frozenset(range(6)), "hang")


def test_a_crash_that_no_page_is_to_blame_for_refuses_the_file(read: Callable[..., FileReading]) -> None:
    with pytest.raises(Crashed):
        read(dying_at_the_end)


def test_reading_ends_at_once_when_the_file_is_cancelled() -> None:
    def stop() -> None:
        raise Cancelled()

    with WorkerPool(1, 0, 30.0) as processes, pytest.raises(Cancelled):
        progress = Progress(Path("a.pdf"), QuietReporter(), stop)
        read_in_child(processes, Path("a.pdf"), progress, reader, frozenset({0}), "hang")


@pytest.fixture(scope="module")
def sound(sample_files: list[Path]) -> FileReading:
    path = next(file for file in sample_files if file.suffix == ".pdf" and "Ravenel" not in file.name)
    answer = read_file(lambda *_: None, path, frozenset(), FileMetadata(path.name, converted=False), False)
    assert answer.reading is not None and len(answer.reading.pages) > 1 and answer.reading.caption.entries
    return answer


def test_real_readings_are_sound(sample_files: list[Path]) -> None:
    for path in sample_files:
        if path.suffix == ".pdf":
            name = FileMetadata(path.name, converted=False)
            require_sound(read_file(lambda *_: None, path, frozenset(), name, False))
    require_sound(FileReading(None, (PageOrder(0), PageOrder(7))))


def reading(**changes: Any) -> Callable[[FileReading], FileReading]:
    return lambda answer: replace(answer, reading=replace(answer.reading, **changes))


def first(what: str, **changes: Any) -> Callable[[FileReading], FileReading]:
    """Return what changes the first page or passage."""

    def change(answer: FileReading) -> FileReading:
        one, *rest = getattr(answer.reading, what)
        return reading(**{what: (replace(one, **changes), *rest)})(answer)

    return change


def entry(**changes: Any) -> Callable[[FileReading], FileReading]:
    def change(answer: FileReading) -> FileReading:
        assert answer.reading is not None
        one, *rest = answer.reading.caption.entries
        entries = (replace(one, **changes), *rest)
        return reading(caption=replace(answer.reading.caption, entries=entries))(answer)

    return change


def twice(what: str) -> Callable[[FileReading], FileReading]:
    return lambda answer: reading(**{what: getattr(answer.reading, what)[:1] * 2})(answer)


CITATION = Citation(0, 10**9, "", CitationKind.CASE)
WRONG: dict[str, Callable[[FileReading], FileReading]] = {
    "neither pages nor orders": lambda answer: FileReading(None),
    "pages and orders": lambda answer: replace(answer, orders=(PageOrder(0),)),
    "an order twice": lambda answer: FileReading(None, (PageOrder(3), PageOrder(3))),
    "an order beyond all pages": lambda answer: FileReading(None, (PageOrder(10**18),)),
    "no signature": lambda answer: replace(answer, signature=b""),
    "no pages": reading(pages=(), passages=()),
    "a page twice": twice("pages"),
    "a negative page": first("pages", index=-5),
    "an endless page": first("pages", raw="x" * (LONGEST_PAGE + 1)),
    "a page without a number as confidence": first("pages", confidence=math.nan),
    "an ordinal twice": first("passages", ordinal=1),
    "a span on no page": first("passages", spans=(Span(10**6, 0, 1, 0, 1),)),
    "a span beyond its page": first("passages", spans=(Span(0, 0, 10**9, 0, 1),)),
    "a citation beyond its text": first("passages", citations=(CITATION,)),
    "an endless heading": first("passages", heading_path=("x" * (LONGEST_FIELD + 1),)),
    "confidence that is no number": entry(confidence=math.nan),
    "an endless title": lambda answer: reading(
        caption=replace(answer.reading.caption, title="x" * 20_000_000)  # type: ignore[union-attr]
    )(answer),
    "gaps in no place": reading(gaps=(AnnotationGap(Annotation.CAPTION, -1),)),
    "characters of no page": lambda answer: replace(answer, undrawn=((10**6, ("x",)),)),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG.keys())
def test_an_answer_that_no_reading_gives_is_refused(
    sound: FileReading, change: Callable[[FileReading], FileReading]
) -> None:
    with pytest.raises(Crashed):
        require_sound(change(sound))


WORD = OcrWord("brief", Box(0, 0, 1, 1), 0.9, 0)
PAGE = RecognisedPage(0, "Tesseract", OcrSetting.STANDARD, (WORD,))


@pytest.mark.parametrize(
    "page",
    [
        replace(PAGE, index=-1),
        replace(PAGE, turn=45),
        replace(PAGE, words=(WORD,) * 100_000),
        replace(PAGE, words=(replace(WORD, confidence=math.nan),)),
        replace(PAGE, words=(replace(WORD, text="x" * 10**6),)),
    ],
    ids=["no page", "half a turn", "too many", "no confidence", "no word"],
)
def test_a_page_that_no_recognition_gives_is_refused(page: RecognisedPage) -> None:
    require_sound_page(PAGE)
    with pytest.raises(Crashed):
        require_sound_page(page)
