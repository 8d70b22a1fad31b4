"""Tests that a page is recognised in its own language."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.domain.pages import OcrWord, PageOrder
from briefbank.ocr import tesseract
from briefbank.ocr.tesseract import Tesseract
from tests.extraction.pdfs import scan
from tests.ocr import pages
from tests.ocr.pages import recognised, recognised_text
from tests.support.spanish_briefs import CONFESSION, ENGLISH, SEARCH

pytestmark = [
    pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed"),
    pytest.mark.skipif(
        tesseract.SPANISH not in (tesseract.installed_languages() or ()),
        reason="Tesseract's Spanish is not installed",
    ),
]


@pytest.fixture(scope="module")
def engine() -> Iterator[Tesseract]:
    with pages.tesseract() as tesseract:
        yield tesseract


def lines(text: str) -> list[str]:
    return [line for part in text.split("\n") for line in textwrap.wrap(part, 68)]


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.nightly
def test_a_spanish_page_is_read_with_its_accents(engine: Tesseract, tmp_path: Path) -> None:
    (result,) = recognised(engine, scan(tmp_path / "a.pdf", [lines(CONFESSION)]), [PageOrder(0)])
    assert recognised_text(result) == plain(CONFESSION)


@pytest.mark.nightly
def test_a_page_in_both_languages_is_read_in_both(engine: Tesseract, tmp_path: Path) -> None:
    text = f"{ENGLISH.split(chr(10) * 2)[1]}\n{SEARCH.split(chr(10) * 2)[1]}"
    (result,) = recognised(engine, scan(tmp_path / "a.pdf", [lines(text)]), [PageOrder(0)])
    assert recognised_text(result) == plain(text)


@pytest.mark.nightly
def test_an_english_page_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    languages: list[tuple[str, ...]] = []
    read = tesseract.words

    def noted(
        picture: Path, dpi: float, mode: int, seconds: float, spoken: tuple[str, ...] = ("eng",)
    ) -> list[OcrWord]:
        languages.append(tuple(spoken))
        return read(picture, dpi, mode, seconds, spoken)

    monkeypatch.setattr(tesseract, "words", noted)
    limits = tesseract.PageLimits(seconds=60)
    source = scan(tmp_path / "a.pdf", [lines(ENGLISH), lines(SEARCH)])
    tesseract.recognise(source, PageOrder(0), tmp_path, limits)
    assert languages == [("eng",)]
    tesseract.recognise(source, PageOrder(1), tmp_path, limits)
    assert languages[1:] == [("eng",), ("spa", "eng")]
