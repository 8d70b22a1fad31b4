"""Tests that a recognised page is stored and read back, and that garbage is detected."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.pages import Box, OcrSetting, OcrWord, RecognisedPage
from briefbank.ocr import engines
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
