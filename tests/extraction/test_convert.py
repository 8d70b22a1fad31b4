"""Tests that reading copies of Word and text files have the same words in the same order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import docx
import pypdfium2
import pytest
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.pages import RawPage
from briefbank.extraction import fonts
from briefbank.extraction.convert import _printable_character, to_pdf
from briefbank.extraction.page_server import PageServer
from tests.extraction.pdfs import SHARED, extract, needs


def read(source: Path) -> list[RawPage]:
    target = source.with_suffix(".copy.pdf")
    to_pdf(source, target)
    return extract(target)


def body(pages: list[RawPage]) -> str:
    """Return all text without the page numbers that end each page."""
    return " ".join(" ".join(page.raw.split()[:-1]) for page in pages)


def text_file(folder: Path, text: str) -> Path:
    path = folder / "a.txt"
    path.write_text(text, encoding="utf-8", newline="")
    return path


WORDS = "N.J.S.A. 2C:44-1(b) § 12 – the officer’s “search” — Müller’s final office efficient co-defendant ¶ 3"


def test_words_of_a_text_file_come_back_exactly(tmp_path: Path) -> None:
    text = "\n".join([WORDS] * 3 + [f"{n}. line {n}" for n in range(200)])
    pages = read(text_file(tmp_path, text))
    assert body(pages).split() == text.split()
    assert [page.raw.split()[-1] for page in pages] == [str(n + 1) for n in range(len(pages))]


def test_a_form_feed_starts_a_page(tmp_path: Path) -> None:
    assert [p.raw.split()[0] for p in read(text_file(tmp_path, "one\r\n\fthree\r\n"))] == ["one", "three"]


def without_invisible(text: str) -> str:
    """Return the text without invisible characters, as ``clean`` does."""
    return re.sub("[\u200e\u2060]", "", text)


OTHER_SCRIPTS = [
    "The rule, in Hebrew: סעיף 123 (א) לחוק, and twice (שלום עולם), he said.",
    'שָׁלוֹם עֲלֵיכֶם, "ציטוט" [12-345/20] של דוד.',
    "المادة 5 (أ) من القانون: «آمن» والله أعلم، 12٪",
    "中华人民共和国宪法 第一条。 日本語のテスト 한국어",
    "Статья 5 — Ελληνικά; नमस्ते दुनिया; ግዕዝ; ქართული; ไทย",
    "a sign \U0001f4c4 that few fonts have, and \U00020000 beyond them; עברית \U0001f4c4 סוף",
]


@pytest.mark.parametrize("installed", [True, False])
def test_text_in_any_script_is_read_back_exactly_whatever_fonts_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    with fresh_fonts(monkeypatch, fonts._FOLDERS if installed else ()):
        pages = read(text_file(tmp_path, "\n".join(OTHER_SCRIPTS)))
    lines = [pages[0].raw[line.start : line.end] for line in pages[0].lines]
    assert [without_invisible(line) for line in lines[: len(OTHER_SCRIPTS)]] == OTHER_SCRIPTS
    assert without_invisible(pages[0].raw).split()[-1] == "1"


@contextmanager
def fresh_fonts(monkeypatch: pytest.MonkeyPatch, folders: tuple[str, ...]) -> Iterator[None]:
    """Look for fonts in these folders only, as on another computer."""
    caches = (fonts._font_for, fonts._candidates, fonts._system_fonts, _printable_character)
    monkeypatch.setattr(fonts, "_FOLDERS", folders)
    for cache in caches:
        cache.cache_clear()
    yield
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()


def test_a_character_without_a_font_is_shown_as_a_placeholder_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = text_file(tmp_path, "plain\n\fשלום 中文 \U0001f4c4\n")
    with fresh_fonts(monkeypatch, ()):
        assert fonts.undrawn(source.read_text("utf-8")) == ("CJK", "Hebrew", "U+1F4C4")
        plain, other = read(source)
    assert (plain.raw.split(), without_invisible(other.raw).split()) == (
        ["plain", "1"],
        ["שלום", "中文", "\U0001f4c4", "2"],
    )
    assert [note_height(source.with_suffix(".copy.pdf"), page) > 0 for page in (0, 1)] == [False, True]


def note_height(copy: Path, page: int) -> int:
    """Return how many rows of pixels below the page number are not white."""
    opened = pypdfium2.PdfDocument(copy)
    picture = opened[page].render(scale=1, grayscale=True).to_numpy()
    opened.close()
    return int((picture[760:] < 128).any(axis=1).sum())


pieces = st.sampled_from(
    ["שלום", "דבר", "قانون", "word", "State", "12", "(", ")", "«", "»", ",", ".", "§", "<"]
)


@given(st.lists(pieces, min_size=1, max_size=12))
def test_directions_mixed_at_will_come_back_in_logical_order(tmp_path: Path, parts: list[str]) -> None:
    text = f"x {' '.join(parts)} x"
    (page,) = read(text_file(tmp_path, text))
    assert without_invisible(page.raw).split("\r\n")[0].strip() == text


def test_words_of_other_scripts_are_highlighted_at_their_position(tmp_path: Path) -> None:
    source = text_file(tmp_path, f"{OTHER_SCRIPTS[0]}\n{OTHER_SCRIPTS[3]}")
    (page,) = read(source)
    with PageServer(source.with_suffix(".copy.pdf")) as server:
        for word, line in (("סעיף", 0), ("עולם", 0), ("中华", 1), ("한국어", 1)):
            at = page.raw.index(word)
            (box,) = server.boxes(0, [(at, at + len(word))])
            whole = page.lines[line].box
            assert whole.x0 <= box.x0 < box.x1 <= whole.x1 + 1 and whole.y0 - 2 < box.y0 < whole.y1


def saved(document: object, folder: Path) -> Path:
    path = folder / "a.docx"
    document.save(str(path))  # type: ignore[attr-defined]
    return path


def test_a_word_file_keeps_order_headings_tables_and_page_breaks(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("POINT I", 1)
    document.add_paragraph(WORDS)
    document.add_table(1, 2).rows[0].cells[0].text = "left"
    document.tables[0].rows[0].cells[1].text = "right"
    centred = document.add_paragraph("in the middle")
    centred.alignment = WD_ALIGN_PARAGRAPH.CENTER
    document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
    document.add_paragraph("on the next page")
    first, second = read(saved(document, tmp_path))
    assert body([first]).split() == f"POINT I {WORDS} left right in the middle".split()
    assert body([second]) == "on the next page"
    assert [line.bold for line in first.lines][:2] == [True, False]
    middle = next(x for x in first.lines if first.raw[x.start : x.end] == "in the middle")
    assert (middle.box.x0 + middle.box.x1) / 2 == pytest.approx(306, abs=3)


def test_numbered_paragraphs_carry_their_numbers(tmp_path: Path) -> None:
    document = docx.Document()
    for text in ("first", "second", "third"):
        document.add_paragraph(text, style="List Number")
    document.add_paragraph("loose", style="List Bullet")
    assert body(read(saved(document, tmp_path))) == "1. first 2. second 3. third • loose"


def test_the_real_word_file_reads_back(tmp_path: Path) -> None:
    source = needs(SHARED / "pdf" / "sample.docx")
    to_pdf(source, tmp_path / "a.pdf")
    words = body(extract(tmp_path / "a.pdf")).split()
    expected = " ".join(p.text for p in docx.Document(str(source)).paragraphs).split()
    assert len(set(expected) - set(words)) <= 0.01 * len(set(expected))
