"""Tests that raw text agrees with PDFium at every index and that a bad page fails alone."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from briefbank.domain.pages import HIDDEN_MARK, PageSource, RawPage
from briefbank.errors import Damaged, Encrypted, NotReadable, TooLarge
from tests.extraction.pdfs import SHARED, change, extract, needs, write


def assert_lines_tile(page: RawPage) -> None:
    at = 0
    for line in page.lines:
        assert at <= line.start < line.end <= len(page.raw)
        assert not page.raw[at : line.start].replace(HIDDEN_MARK, "").strip()
        at = line.end
    assert not page.raw[at:].replace(HIDDEN_MARK, "").strip()


def assert_same_index(path: Path) -> None:
    document = pypdfium2.PdfDocument(path)
    for page in extract(path):
        textpage = document[page.index].get_textpage()
        codes = [pdfium.FPDFText_GetUnicode(textpage, i) for i in range(max(0, textpage.count_chars()))]
        assert len(page.raw) == len(codes)
        for character, code in zip(page.raw, codes, strict=True):
            if code == 2:
                assert character == "-"
            elif code in (0, 0xFFFE) or 0xD800 <= code < 0xE000:
                assert character == "\ufffd"
            else:
                assert ord(character) == code or character == HIDDEN_MARK
        assert_lines_tile(page)
        textpage.close()
    document.close()


def test_every_raw_character_has_its_pdfium_index(tmp_path: Path) -> None:
    lines = ["§ 2C:44-1 – “ü”, ﬁnal eﬃcient", "a hyphen at the end of a fol-", "lowing line", "", "  last "]
    assert_same_index(write(tmp_path / "a.pdf", [lines, ["second page"]], font="Serif"))


@pytest.mark.parametrize("name", ["pdf/amicus-nvlsp-v-united-states.pdf"])
def test_every_raw_character_of_real_filings_has_its_pdfium_index(name: str) -> None:
    assert_same_index(needs(SHARED / name))


def test_characters_beyond_the_basic_plane_do_not_shift_the_index(tmp_path: Path) -> None:
    plain = write(tmp_path / "a.pdf", [["abcdef"]], font="Serif")
    with pikepdf.open(plain) as document:
        for font in document.pages[0].Resources.Font.values():
            if "/ToUnicode" in font:
                table = (
                    font.ToUnicode.read_bytes()
                    .replace(b"<0063>", b"<D83DDCC4>")
                    .replace(b"<63>", b"<D83DDCC4>")
                )
                font.ToUnicode = document.make_stream(table)
        document.save(tmp_path / "b.pdf")
    (page,) = extract(tmp_path / "b.pdf")
    assert "def" in page.raw
    assert_same_index(tmp_path / "b.pdf")


def test_lines_carry_their_place_size_and_weight(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(612, 792))
    canvas.setFont("Times-Bold", 16)
    canvas.drawString(100, 700, "POINT ONE")
    canvas.setFont("Times-Roman", 10)
    canvas.drawString(72, 650, "plain words")
    canvas.save()
    (page,) = extract(tmp_path / "a.pdf")
    heading, plain = page.lines
    assert (heading.bold, heading.font_size) == (True, 16.0)
    assert (plain.bold, plain.font_size) == (False, 10.0)
    assert heading.box.x0 == pytest.approx(100, abs=2)
    assert heading.box.y0 < 792 - 700 < heading.box.y1
    assert plain.box.y0 < 792 - 650 < plain.box.y1


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_sizes_and_lines_are_those_of_a_turned_and_cropped_page_with_upright_text(
    tmp_path: Path, turn: int
) -> None:
    plain = write(tmp_path / "a.pdf", [["word"]])
    crop = pikepdf.Array([50, 100, 600, 780])
    (page,) = extract(change(plain, tmp_path / "b.pdf", Rotate=turn, CropBox=crop))
    assert (page.width, page.height) == (550, 680)
    box = page.lines[0].box
    assert 0 <= box.x0 < box.x1 <= page.width and 0 <= box.y0 < box.y1 <= page.height


def test_page_labels_of_the_file_are_read(tmp_path: Path) -> None:
    with pikepdf.open(write(tmp_path / "a.pdf", [["i"], ["ii"], ["1"]])) as document:
        labels = [0, pikepdf.Dictionary(S=pikepdf.Name.r), 2, pikepdf.Dictionary(S=pikepdf.Name.D, P="Da")]
        document.Root.PageLabels = pikepdf.Dictionary(Nums=pikepdf.Array(labels))
        document.save(tmp_path / "b.pdf")
    assert [page.pdf_label for page in extract(tmp_path / "b.pdf")] == ["i", "ii", "Da1"]


def test_a_page_that_cannot_be_loaded_is_a_gap_and_the_others_are_read(tmp_path: Path) -> None:
    whole = write(tmp_path / "a.pdf", [["one"], ["two"], ["three"]]).read_bytes()
    kids = re.search(rb"/Kids \[ \d+ 0 R (\d) 0 R", whole)
    assert kids is not None
    (tmp_path / "b.pdf").write_bytes(whole[: kids.start(1)] + b"2" + whole[kids.end(1) :])
    pages = extract(tmp_path / "b.pdf")
    assert [page.source for page in pages] == [PageSource.TEXT, PageSource.GAP, PageSource.TEXT]
    assert "damaged" in pages[1].gap_reason and pages[2].raw == "three"


def test_a_password_is_reported(tmp_path: Path) -> None:
    with pikepdf.open(write(tmp_path / "a.pdf", [["secret"]])) as document:
        document.save(tmp_path / "b.pdf", encryption=pikepdf.Encryption(user="abc", owner="def"))
    with pytest.raises(Encrypted):
        extract(tmp_path / "b.pdf")


def test_a_file_protected_against_changes_only_is_read(tmp_path: Path) -> None:
    with pikepdf.open(write(tmp_path / "a.pdf", [["open"]])) as document:
        document.save(tmp_path / "b.pdf", encryption=pikepdf.Encryption(user="", owner="def"))
    assert extract(tmp_path / "b.pdf")[0].raw == "open"


def test_a_file_that_is_no_pdf_is_damaged_and_a_missing_one_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7\nnothing else")
    with pytest.raises(Damaged):
        extract(tmp_path / "a.pdf")
    with pytest.raises(NotReadable):
        extract(tmp_path / "b.pdf")


def test_too_many_pages_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("briefbank.extraction.pdfium.MAX_PAGES", 2)
    with pytest.raises(TooLarge):
        extract(write(tmp_path / "a.pdf", [["1"], ["2"], ["3"]]))
