"""Tests of the formats: how they are recognised, registered and converted."""

from __future__ import annotations

import base64
import re
import zipfile
from pathlib import Path

import docx
import pytest
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK
from hypothesis import given
from hypothesis import strategies as st

from briefbank import paths
from briefbank.domain.ingest import LeftOut
from briefbank.domain.pages import RawPage
from briefbank.errors import Damaged, FileRefused, TooLarge, UnknownFormat
from briefbank.extraction import sniff
from briefbank.extraction.convert import to_pdf
from briefbank.extraction.formats.format import FileHead, Format, OfficeFormat, TextBlock
from briefbank.extraction.formats.plain import PlainText
from briefbank.extraction.formats.word_parts import MAX_XML_BYTES
from briefbank.extraction.page_server import PageServer
from briefbank.extraction.sniff import file_type
from tests.extraction.pdfs import SHARED, extract, needs
from tests.support.word_factory import paragraph, word_package

_MARK = b"\0\1\2\3{\\made1"
RICH_TEXT = _MARK + (
    rb"\ansi{\b POINT I}\par The officer saw a zebra in the wagon, and a hunch is not reasonable"
    rb" suspicion.\par The order below should be reversed.\par}"
)


class SampleFormat:
    """A format for the test."""

    suffix = ".made"
    max_bytes = 1_000_000
    paged = False

    def recognises(self, head: FileHead) -> bool:
        return head.data.startswith(_MARK)

    def read_blocks(self, path: Path) -> tuple[list[TextBlock], tuple[LeftOut, ...]]:
        paragraphs = path.read_text(encoding="ascii").split("\\par")
        plain = [re.sub(r"\\[a-z]+\d? ?|[{}\0-\3]", "", paragraph).strip() for paragraph in paragraphs]
        blocks = [
            TextBlock(text, heading="\\b " in paragraph)
            for text, paragraph in zip(plain, paragraphs, strict=True)
            if text
        ]
        return blocks, ()


@pytest.mark.parametrize("format_", sniff.FORMATS, ids=lambda item: item.suffix)
def test_formats_have_a_stored_suffix_that_says_how_their_files_become_pages(format_: Format) -> None:
    assert format_.suffix.removeprefix(".") in paths.STORED
    alike = [other for other in sniff.FORMATS if other.suffix == format_.suffix]
    assert {(other.paged, isinstance(other, OfficeFormat)) for other in alike} == {
        (format_.paged, isinstance(format_, OfficeFormat))
    }


def test_a_registered_format_is_recognised_by_content_and_converted_and_the_others_still_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sniff, "FORMATS", (SampleFormat(), *sniff.FORMATS))
    source = write_file(tmp_path, "brief.xyz", RICH_TEXT)
    text = write_file(tmp_path, "a.made", b"A plain text.")
    assert (file_type(source), file_type(text)) == (".made", ".txt")
    to_pdf(source, tmp_path / "copy.pdf")
    (page,) = extract(tmp_path / "copy.pdf")
    assert page.raw.split()[:6] == ["POINT", "I", "The", "officer", "saw", "a"]
    assert page.raw.split()[-2:] == ["reversed.", "1"]
    assert "made" not in page.raw


def write_file(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\n...", ".pdf"),
        (b"\x00junk" * 100 + b"%PDF-1.4\n", ".pdf"),
        (b"\n1 0 obj\n<<>>\nendobj\n", ".pdf"),
        (b"A plain text.\n", ".txt"),
        ("§ 2C:44-1 – “ü”".encode(), ".txt"),
        ("§ 2C:44-1".encode("utf-16"), ".txt"),
        ("“Smart” § quotes".encode("cp1252"), ".txt"),
        (b"page one\x0cpage two", ".txt"),
    ],
)
def test_type_follows_content_not_name(tmp_path: Path, data: bytes, kind: str) -> None:
    assert sniff.file_type(write_file(tmp_path, "brief.xyz", data)) == kind


@pytest.mark.parametrize(
    "data",
    [
        b"\x7fELF\x02\x01\x01\x00\x00\x00\x00",
        bytes(range(256)) * 20,
        b"<?xml version='1.0'?><data/>",
        b"[ver]\r\n\t4\r\n[sty]\r\n",
        b"begin 644 brief.wpd\nM5)!$1BTQ+C0K\n",
        b"(This file must be converted with BinHex 4.0)\n:#(YZ",
        base64.encodebytes(bytes(range(256))),
    ],
)
def test_foreign_formats_are_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(UnknownFormat):
        sniff.file_type(write_file(tmp_path, "brief.pdf", data))


def test_a_broken_zip_file_is_damaged(tmp_path: Path) -> None:
    with pytest.raises(Damaged):
        sniff.file_type(write_file(tmp_path, "brief.docx", b"PK\x03\x04" + b"\x00" * 500))
    whole = word_package(tmp_path / "b.docx", paragraph("text")).read_bytes()
    with pytest.raises(Damaged):
        sniff.file_type(write_file(tmp_path, "brief.docx", whole[: len(whole) // 2]))


def test_a_word_file_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    bomb = tmp_path / "b.docx"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", bytes(MAX_XML_BYTES + 1))
    assert bomb.stat().st_size < 1_000_000
    with pytest.raises(TooLarge):
        sniff.file_type(bomb)


def test_an_empty_file_and_one_past_its_size_limit_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(FileRefused, match="empty"):
        sniff.file_type(write_file(tmp_path, "brief.pdf", b""))
    monkeypatch.setattr(PlainText, "max_bytes", 10)
    with pytest.raises(TooLarge):
        sniff.file_type(write_file(tmp_path, "a.txt", b"more than ten bytes"))


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


OTHER_SCRIPTS = str.split(
    "The rule, in Hebrew: סעיף 123 (א) לחוק, and twice (שלום עולם), he said.|"
    'שָׁלוֹם עֲלֵיכֶם, "ציטוט" [12-345/20] של דוד.|المادة 5 (أ) من القانون: «آمن» والله أعلم، 12٪|'
    "中华人民共和国宪法 第一条。 日本語のテスト 한국어|Статья 5 — Ελληνικά; नमस्ते दुनिया; ግዕዝ; ქართული; ไทย|"
    "a sign 📄 that few fonts have, and 𠀀 beyond them; עברית 📄 סוף",
    "|",
)


def test_text_in_any_script_is_read_back_exactly(tmp_path: Path) -> None:
    pages = read(text_file(tmp_path, "\n".join(OTHER_SCRIPTS)))
    lines = [pages[0].raw[line.start : line.end] for line in pages[0].lines]
    assert [without_invisible(line) for line in lines[: len(OTHER_SCRIPTS)]] == OTHER_SCRIPTS
    assert without_invisible(pages[0].raw).split()[-1] == "1"


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
    document.save(str(tmp_path / "a.docx"))
    first, second = read(tmp_path / "a.docx")
    assert body([first]).split() == f"POINT I {WORDS} left right in the middle".split()
    assert body([second]) == "on the next page"
    assert [line.bold for line in first.lines][:2] == [True, False]
    middle = next(x for x in first.lines if first.raw[x.start : x.end] == "in the middle")
    assert (middle.box.x0 + middle.box.x1) / 2 == pytest.approx(306, abs=3)


def test_the_real_word_file_reads_back(tmp_path: Path) -> None:
    source = needs(SHARED / "pdf" / "sample.docx")
    to_pdf(source, tmp_path / "a.pdf")
    words = body(extract(tmp_path / "a.pdf")).split()
    expected = " ".join(p.text for p in docx.Document(str(source)).paragraphs).split()
    assert len(set(expected) - set(words)) <= 0.01 * len(set(expected))
