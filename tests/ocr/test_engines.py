"""Tests of recognised pages: kept as they were, in bounded time, and levelled."""

from __future__ import annotations

import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from briefbank.domain.pages import Box, OcrSetting, OcrWord, RecognisedPage
from briefbank.ocr import engines
from briefbank.ocr.engines import FIRST_S, PER_READ_SECOND, TimeBudget
from briefbank.ocr.picture import skew_degrees
from briefbank.text.messages import as_message

points = st.floats(-50, 20_000)
boxes = st.builds(Box, points, points, points, points)
words = st.builds(OcrWord, st.text(min_size=1), boxes, st.floats(0, 1), st.integers(0, 9999))
pages = st.builds(
    RecognisedPage,
    index=st.integers(0, 4999),
    engine=st.sampled_from(["Tesseract", "olmOCR"]),
    setting=st.sampled_from(OcrSetting),
    words=st.lists(words, max_size=20).map(tuple),
    turn=st.sampled_from([0, 90, 180, 270]),
    redraw=st.booleans(),
    skew=st.floats(-6, 6),
    problem=st.text().map(as_message),
)


def close(a: Box, b: Box) -> bool:
    return all(abs(getattr(a, edge) - getattr(b, edge)) <= 0.051 for edge in ("x0", "y0", "x1", "y1"))


@given(pages)
def test_a_page_comes_back_as_it_was(page: RecognisedPage) -> None:
    again = engines.unpack(engines.pack(page))
    whole = ("index", "engine", "setting", "turn", "redraw", "skew", "problem")
    assert [getattr(again, name) for name in whole] == [getattr(page, name) for name in whole]
    assert [(w.text, w.line) for w in again.words] == [(w.text, w.line) for w in page.words]
    assert all(close(a.box, b.box) for a, b in zip(again.words, page.words, strict=True))
    assert all(
        abs(a.confidence - b.confidence) <= 0.0051 for a, b in zip(again.words, page.words, strict=True)
    )


@pytest.mark.parametrize(
    "rubbish",
    [
        b"rubbish",
        zlib.compress(b'{"layout": 99}'),
        zlib.compress(b'{"layout": 1, "page": [], "texts": [], "boxes": [], "confidences": [], "lines": []}'),
        engines.pack(RecognisedPage(0, "Tesseract", OcrSetting.STANDARD, ()))[:-5],
    ],
)
def test_rubbish_is_refused(rubbish: bytes) -> None:
    with pytest.raises(ValueError):
        engines.unpack(rubbish)


PAGES = st.lists(st.tuples(st.floats(0, 50), st.booleans()), max_size=60)


@given(PAGES)
def test_time_in_vain_is_bounded_by_the_time_of_the_pages_that_were_read(
    pages: list[tuple[float, bool]],
) -> None:
    patience, in_vain, well = TimeBudget(), 0.0, 0.0
    for seconds, was_read in pages:
        if patience.is_out:
            break
        patience.record_page(seconds, was_read=was_read)
        in_vain, well = (in_vain, well + seconds) if was_read else (in_vain + seconds, well)
    assert in_vain <= FIRST_S + PER_READ_SECOND * well + 50 + 1e-6


def test_a_thousand_pages_that_fail_at_once_are_all_tried() -> None:
    patience = TimeBudget()
    for _ in range(1000):
        patience.record_page(0.02, was_read=False)
    assert not patience.is_out


def test_three_hopeless_pages_in_a_long_scan_are_all_tried_and_the_pages_after_them() -> None:
    patience = TimeBudget()
    for _ in range(30):
        patience.record_page(3.0, was_read=True)
    for _ in range(3):
        patience.record_page(43.0, was_read=False)
        assert not patience.is_out


def lines(turn: float, *, sideways: bool = False) -> np.ndarray:
    image = Image.new("L", (540, 700), 255)
    draw = ImageDraw.Draw(image)
    for y in range(80, 620, 14):
        for x in range(60, 470, 9):
            draw.rectangle((x, y, x + 5 + (x * y) % 3, y + 6), fill=0)
    if sideways:
        image = image.transpose(Image.Transpose.ROTATE_90)
    return np.asarray(image.rotate(turn, fillcolor=255, resample=Image.Resampling.BILINEAR))


@pytest.mark.parametrize("turn", [-4.0, 0.0, 2.0])
@pytest.mark.parametrize("sideways", [False, True])
def test_the_angle_is_found(turn: float, sideways: bool) -> None:
    assert abs(skew_degrees(lines(turn, sideways=sideways))) == pytest.approx(abs(turn), abs=0.5)


def test_blank_and_noisy_pages_are_level() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (500, 400)).astype(np.uint8)
    assert skew_degrees(np.full((500, 400), 255, np.uint8)) == 0.0
    assert skew_degrees(noise) == 0.0
