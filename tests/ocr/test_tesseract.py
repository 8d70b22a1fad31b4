"""Tests of text recognition on pages in any orientation."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image, ImageDraw, ImageFont

from briefbank.domain.pages import OcrSetting, PageOrder, RecognisedPage
from briefbank.errors import Cancelled, OcrError, StoreError, StoreFull
from briefbank.ocr import engines, picture, tesseract
from briefbank.ocr.tesseract import PageLimits, Tesseract
from tests.extraction.pdfs import SERIF, SHARED, needs, scan, stamped, unmapped
from tests.ocr import pages
from tests.ocr.pages import hang_on_page, recognised, recognised_text, tesseract_processes

pytestmark = pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed")

SENTENCE = "The officers had a warrant for the house"
OTHER = "The jury heard evidence of another crime"
BODY = [SENTENCE, OTHER, "and the court denied the motion to suppress", "because the search was lawful."] * 3


@pytest.fixture(scope="module")
def engine() -> Iterator[Tesseract]:
    with pages.tesseract() as tesseract:
        yield tesseract


def test_each_page_is_reported_with_words_positions_and_confidence(engine: Tesseract, tmp_path: Path) -> None:
    source = scan(tmp_path / "a.pdf", [[SENTENCE, OTHER], [OTHER], [SENTENCE]])
    first, last = recognised(engine, source, [PageOrder(2), PageOrder(0)])
    assert (first.index, last.index) == (0, 2)
    assert recognised_text(first) == f"{SENTENCE} {OTHER}" and recognised_text(last) == SENTENCE
    assert [word.line for word in first.words] == [0] * 8 + [1] * 7
    assert first.engine == engine.name and first.confidence is not None and first.confidence > 0.85
    # The first line is set at 72 points from the left and its baseline at 72 points from the top.
    box = first.words[0].box
    assert box.x0 == pytest.approx(72, abs=2) and box.y1 == pytest.approx(72, abs=2)


@pytest.mark.parametrize("turn", [90, 180])
def test_pages_on_their_side_and_on_their_head_are_turned(
    engine: Tesseract, tmp_path: Path, turn: int
) -> None:
    with pypdfium2.PdfDocument(scan(tmp_path / "a.pdf", [BODY])) as document:
        upright = document[0].render(scale=150 / 72, grayscale=True).to_pil()
    upright.rotate(turn, expand=True).save(tmp_path / "b.pdf", resolution=150)
    (result,) = recognised(engine, tmp_path / "b.pdf", [PageOrder(0)])
    assert result.turn == turn and recognised_text(result) == " ".join(BODY)
    assert result.words[0].box.y1 == pytest.approx(72, abs=3)


def test_a_skewed_page_is_straightened(engine: Tesseract, tmp_path: Path) -> None:
    (result,) = recognised(engine, scan(tmp_path / "a.pdf", [BODY], turn=3.0), [PageOrder(0)])
    assert result.redraw and result.skew == pytest.approx(-3.0, abs=0.5)
    assert recognised_text(result) == " ".join(BODY)
    assert all(word.box.y1 - word.box.y0 < 16 for word in result.words)


def test_text_that_the_page_shows_is_not_recognised_again(engine: Tesseract, tmp_path: Path) -> None:
    source = stamped(scan(tmp_path / "a.pdf", [[SENTENCE]]), tmp_path / "b.pdf", "Document 18 Filed 05/31/19")
    kept, replaced = (recognised(engine, source, [PageOrder(0, replace_text=r)])[0] for r in (False, True))
    assert recognised_text(kept) == SENTENCE and not kept.redraw
    assert recognised_text(replaced) == f"Document 18 Filed 05/31/19 {SENTENCE}" and replaced.redraw


def test_bad_text_is_read_from_the_picture_of_the_page(engine: Tesseract, tmp_path: Path) -> None:
    (result,) = recognised(
        engine, unmapped(tmp_path / "a.pdf", [SENTENCE]), [PageOrder(0, replace_text=True)]
    )
    assert recognised_text(result) == SENTENCE and result.redraw


def test_an_empty_page_and_a_page_that_is_not_there(engine: Tesseract, tmp_path: Path) -> None:
    empty, missing = recognised(engine, scan(tmp_path / "a.pdf", [[]]), [PageOrder(0), PageOrder(7)])
    assert empty.words == () and not empty.problem and empty.confidence is None
    assert missing.words == () and missing.problem == tesseract.UNREADABLE


def share_read(page: RecognisedPage, lines: list[str]) -> float:
    counter = Counter(" ".join(lines).split())
    return (counter & Counter(recognised_text(page).split())).total() / counter.total()


def faint(path: Path) -> Path:
    """Small grey print on paper that is dark on one side, at 200 dpi."""
    picture = Image.new("L", (1700, 1100), 255)
    pencil, font = ImageDraw.Draw(picture), ImageFont.truetype(str(SERIF), 19)
    for row, line in enumerate(BODY):
        pencil.text((100, 100 + 60 * row), line, font=font, fill=150)
        pencil.text((900, 100 + 60 * row), line, font=font, fill=150)
    shade = np.linspace(1.0, 0.25, 1700, dtype=np.float32)
    noise = np.random.default_rng(1).normal(0, 6, (1100, 1700))
    Image.fromarray(np.clip(np.asarray(picture) * shade + noise, 0, 255).astype(np.uint8)).save(
        path, resolution=200
    )
    return path


def test_the_careful_setting_reads_faint_small_print(engine: Tesseract, tmp_path: Path) -> None:
    source = faint(tmp_path / "a.pdf")
    standard, careful = (
        recognised(engine, source, [PageOrder(0, setting=setting)])[0]
        for setting in (OcrSetting.STANDARD, OcrSetting.CAREFUL)
    )
    assert careful.setting is OcrSetting.CAREFUL
    assert share_read(careful, BODY * 2) > 0.9 and share_read(standard, BODY * 2) < 0.7


def form(path: Path) -> Path:
    """Names on the left, values far to the right."""
    rows = [("Docket number", "4071"), ("Filed on", "31 May 2019"), ("Judge", "Alice Brown")]
    picture = Image.new("L", (1700, 1100), 255)
    pencil, font = ImageDraw.Draw(picture), ImageFont.truetype(str(SERIF), 36)
    for i, (name, value) in enumerate(rows * 4):
        pencil.text((100, 100 + 70 * i), name, font=font, fill=0)
        pencil.text((1200, 100 + 70 * i), value, font=font, fill=0)
    picture.save(path, resolution=200)
    return path


def test_the_one_column_setting_reads_across_the_page(engine: Tesseract, tmp_path: Path) -> None:
    source = form(tmp_path / "a.pdf")
    standard, across = (
        recognised(engine, source, [PageOrder(0, setting=setting)])[0]
        for setting in (OcrSetting.STANDARD, OcrSetting.ONE_COLUMN)
    )
    row = "Docket number 4071 Filed on 31 May 2019 Judge Alice Brown"
    assert recognised_text(across) == " ".join([row] * 4)
    assert row not in recognised_text(standard)


real_recognise = tesseract.recognise


def crash_on_second(source: Path, order: PageOrder, folder: Path, limits: PageLimits) -> RecognisedPage:
    """Stands for a page that crashes PDFium however it is drawn."""
    if order.index == 1:
        os._exit(11)
    return real_recognise(source, order, folder, limits)


def crash_at_full_size(source: Path, order: PageOrder, folder: Path, limits: PageLimits) -> RecognisedPage:
    if not limits.dpi:
        os._exit(11)
    return real_recognise(source, order, folder, limits)


def test_a_page_that_crashes_costs_only_itself(
    engine: Tesseract, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tesseract, "recognise", crash_on_second)
    source = scan(tmp_path / "a.pdf", [[SENTENCE], [OTHER], [SENTENCE]])
    recognised_page = recognised(engine, source, [PageOrder(i) for i in range(3)])
    assert [recognised_text(item) for item in recognised_page] == [SENTENCE, "", SENTENCE]
    assert [item.problem for item in recognised_page] == ["", tesseract.UNREADABLE, ""]


def test_a_page_that_is_too_much_is_read_from_a_coarser_picture(
    engine: Tesseract, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tesseract, "recognise", crash_at_full_size)
    (result,) = recognised(engine, scan(tmp_path / "a.pdf", [[SENTENCE]]), [PageOrder(0)])
    assert recognised_text(result) == SENTENCE


@pytest.mark.nightly
def test_a_page_that_hangs_is_given_up(
    engine: Tesseract, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tesseract, "recognise", hang_on_page)
    monkeypatch.setattr(tesseract, "ATTEMPTS", (PageLimits(0.2), PageLimits(0.2, 150.0)))
    monkeypatch.setattr(tesseract, "GRACE_S", 0.2)
    (result,) = recognised(engine, scan(tmp_path / "a.pdf", [[SENTENCE]]), [PageOrder(0)])
    assert result.problem == tesseract.UNREADABLE


def test_tesseract_itself_is_stopped_at_its_time_limit(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (3000, 2400)).astype(np.uint8)
    Image.fromarray(noise).save(tmp_path / "a.pgm")
    with pytest.raises(TimeoutError):
        tesseract.words(tmp_path / "a.pgm", 300, tesseract.COLUMNS, 0.2)
    assert tesseract_processes() == []


def on_full_disk(source: Path, order: PageOrder, folder: Path, limits: PageLimits) -> RecognisedPage:
    (folder / f"{order.index}.pnm").symlink_to("/dev/full")
    return real_recognise(source, order, folder, limits)


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
def test_a_full_disk_ends_the_work_and_costs_no_page(
    engine: Tesseract, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = scan(tmp_path / "a.pdf", [[SENTENCE]])
    with monkeypatch.context() as patch, pytest.raises(StoreFull):
        patch.setattr(tesseract, "recognise", on_full_disk)
        recognised(engine, source, [PageOrder(0)])
    (result,) = recognised(engine, source, [PageOrder(0)])
    assert recognised_text(result) == SENTENCE


def raising(number: int) -> Callable[..., str]:
    def fail(*_: object, **__: object) -> str:
        raise OSError(number, "secret path")

    return fail


def test_a_program_that_the_system_does_not_start_is_not_the_pages_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tesseract.subprocess, "Popen", raising(errno.ENOMEM))
    with pytest.raises(StoreError, match="memory"):
        tesseract.words(tmp_path / "a.pgm", 300, tesseract.COLUMNS, 1)
    with pytest.raises(StoreError, match="memory"):
        tesseract.turn_to_upright(tmp_path / "a.pgm", 300, 1)


def test_a_page_takes_less_than_a_minute_and_unreadable_pages_delay_a_file_for_ninety_seconds() -> None:
    page_s = sum(attempt.seconds + tesseract.GRACE_S for attempt in tesseract.ATTEMPTS)
    assert page_s <= 45 and engines.FIRST_S + page_s <= 90


@pytest.mark.nightly
def test_cancelling_stops_at_once_and_leaves_nothing_running(engine: Tesseract, tmp_path: Path) -> None:
    source = scan(tmp_path / "a.pdf", [BODY] * 6)

    def check() -> None:
        if tesseract_processes():
            raise Cancelled()

    with pytest.raises(Cancelled):
        recognised(engine, source, [PageOrder(i) for i in range(6)], check)
    assert tesseract_processes() == []


def test_a_missing_program_is_reported_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pages.tesseract() as fresh:
        monkeypatch.setattr(tesseract.shutil, "which", lambda _: None)
        assert "Tesseract" in fresh.problem()
        with pytest.raises(OcrError, match="cannot be read"):
            recognised(fresh, scan(tmp_path / "a.pdf", [[SENTENCE]]), [PageOrder(0)])
        monkeypatch.undo()
        assert fresh.problem() == ""


def test_a_real_stamped_scan_is_read_below_its_stamp(engine: Tesseract, tmp_path: Path) -> None:
    shutil.copy(needs(SHARED / "pdf" / "ca4-filing.pdf"), tmp_path / "a.pdf")
    recognised_page = recognised(engine, tmp_path / "a.pdf", [PageOrder(0)])
    assert "APPEARANCE OF COUNSEL" in recognised_text(recognised_page[0]).upper()


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["ocr-rotated_skew", "ocr-poster"])
def test_real_skewed_and_huge_pages_are_read(engine: Tesseract, tmp_path: Path, name: str) -> None:
    shutil.copy(needs(SHARED / "hostile" / f"{name}.pdf"), tmp_path / "a.pdf")
    with pypdfium2.PdfDocument(tmp_path / "a.pdf") as document:
        orders = [PageOrder(i) for i in range(len(document))]
    for result in recognised(engine, tmp_path / "a.pdf", orders):
        assert recognised_text(result).startswith("The LinnSequencer 32 Track MIDI Sequence Recorder")
        assert result.confidence is not None and result.confidence > 0.9


@pytest.mark.nightly
def test_a_picture_of_black_and_white_alone_is_read_the_same_with_one_bit_a_pixel(tmp_path: Path) -> None:
    with pypdfium2.PdfDocument(scan(tmp_path / "a.pdf", [BODY])) as document:
        drawn = document[0].render(scale=300 / 72, grayscale=True).to_pil()
    black_and_white = drawn.point(lambda value: 255 * (value > 127))
    bilevel = picture.bilevel_if_possible(black_and_white)
    assert bilevel.mode == "1" and picture.bilevel_if_possible(drawn) is drawn
    black_and_white.save(tmp_path / "grey.pgm")
    bilevel.save(tmp_path / "bilevel.pbm")
    grey_words, words = (
        tesseract.words(tmp_path / name, 300, tesseract.COLUMNS, 60) for name in ("grey.pgm", "bilevel.pbm")
    )
    assert words == grey_words and len(words) > 50
