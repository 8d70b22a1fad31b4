"""Each page is routed right: good text is kept, scans and garbage are recognised, empty pages left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from briefbank.models import Box, PageSource, RawLine, RawPage
from briefbank.reading.pdf import extract
from briefbank.reading.textlayer import assess
from tests.reading.pdfs import PROSE, SHARED, needs, scan, stamped, unmapped, write


def page(text: str, cover: float = 0.0) -> RawPage:
    lines, at = [], 0
    for i, line in enumerate(text.split("\n")):
        lines.append(RawLine(at, at + len(line), Box(72, 200 + 15 * i, 500, 212 + 15 * i), 12.0, False))
        at += len(line) + 1
    return RawPage(0, text, tuple(lines), 612.0, 792.0, image_cover=cover)


NAMES = ("McKnight", "Gonzalez", "O'Brien", "Ramseur", "Hernandez", "DeLuca", "Smith", "Czachor")
CITES = "\n".join(
    f"State v. {NAMES[n % 8]}, {n} N.J. {n * 3} ({1980 + n}) .................... {n}, {n + 2}"
    for n in range(1, 30)
)
OLD_OCR = (
    "Tbe Co1nt lVa8hington re~eives tl1e rnotion 2f tbe CoURT <>n appea.l annnm. Mi88is8ippi t|e fi+ing "
)


@pytest.mark.parametrize("cover", [0.0, 1.0])
def test_prose_and_tables_of_authorities_are_good(cover: float) -> None:
    assert assess(page(PROSE, cover)).verdict == "good"
    assert assess(page(CITES, cover)).verdict == "good"


def test_a_foreign_language_is_good() -> None:
    text = "El tribunal denegó la moción porque los agentes tenían una orden de registro para la casa. " * 4
    assert assess(page(text)).verdict == "good"


def test_old_recognition_full_of_errors_is_bad_on_a_scan_only() -> None:
    assert assess(page(OLD_OCR * 4, cover=1.0)).verdict == "bad"
    assert assess(page(PROSE * 3 + OLD_OCR, cover=0.0)).verdict == "good"


def test_unmapped_characters_are_bad() -> None:
    assert assess(page("\ufffd\ufffd \ue001\ue002 " * 20 + PROSE)).verdict == "bad"


def test_letters_in_a_shifted_mapping_are_bad() -> None:
    shifted = "".join(chr((ord(c) - 97 + 9) % 26 + 97) if c.isalpha() else c for c in PROSE.lower())
    consonants = "".join("bcdfgh"["aeiouy".index(c)] if c in "aeiouy" else c for c in shifted)
    assert assess(page(consonants * 2)).verdict == "bad"


def test_a_font_without_a_mapping_is_bad(tmp_path: Path) -> None:
    lines = [PROSE[i : i + 60] for i in range(0, 180, 60)]
    assert assess(extract(unmapped(tmp_path / "a.pdf", lines))[0]).verdict == "bad"


def test_a_scan_is_missing_its_text_with_and_without_a_filing_stamp(tmp_path: Path) -> None:
    plain = scan(tmp_path / "a.pdf", [[PROSE[:60]]])
    header = "Case 2:15-md-02641-DGC Document 18079 Filed 05/31/19 Page 1 of 32 PageID 1234"
    assert assess(extract(plain)[0]).verdict == "missing"
    assert assess(extract(stamped(plain, tmp_path / "b.pdf", header))[0]).verdict == "missing"


def test_a_short_written_page_is_good_and_an_empty_one_blank(tmp_path: Path) -> None:
    short, empty = extract(write(tmp_path / "a.pdf", [["CONCLUSION"], []]))
    assert (assess(short).verdict, assess(empty).verdict) == ("good", "blank")


def test_text_drawn_as_outlines_is_missing(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(612, 792))
    for pages in range(2):
        for i in range(400):
            canvas.circle(30 + (i % 20) * 28, 740 - (i // 20) * 35, 3)
        if pages:
            canvas.drawString(60, 778, "Case 1:20-cv-1 Document 5")
        canvas.showPage()
    canvas.save()
    assert [assess(p).verdict for p in extract(tmp_path / "a.pdf")] == ["missing", "missing"]


def test_a_page_that_could_not_be_read_is_missing() -> None:
    assert assess(RawPage(0, "", (), 0.0, 0.0, PageSource.GAP)).verdict == "missing"


@pytest.mark.parametrize(
    ("name", "verdicts"),
    [
        ("petition-tardy-v-corecivic", {"good"}),
        ("respondents-brief-pleading-paper", {"good"}),
        ("judicial-conference-2007-09", {"good"}),
        ("ca8-brief", {"good"}),
        ("judicial-conference-1995-09", {"missing"}),
        ("scan-only-written-opinions-memo", {"missing"}),
        ("ca4-filing", {"missing"}),
    ],
)
def test_real_filings_are_routed_right(name: str, verdicts: set[str]) -> None:
    assert {assess(p).verdict for p in extract(needs(SHARED / "pdf" / f"{name}.pdf"))} == verdicts


@pytest.mark.parametrize("text", ['"7+%-', "<+= #%\n&7 ~"])
def test_a_few_marks_with_hardly_a_letter_are_bad(text: str) -> None:
    assert assess(page(text)).verdict == "bad"


@pytest.mark.parametrize(
    "text",
    ["EXHIBIT A", "12", "- 12 -", "* * *", "[ 3 ]", "$1,200.00 (50%)", "Da-12", "/s/ ____", "§ 2:10-2"],
)
def test_a_short_written_page_of_any_sort_is_good(text: str) -> None:
    assert assess(page(text)).verdict == "good"


@pytest.mark.parametrize("text", ["䋴䋮䋶糫 Ǎ蒭鍍伴俘緌鍍伴俘u勢渡袱糫", "糫蒭鍍伴俘緌勢渡袱" * 8])
def test_chinese_characters_that_no_text_has_are_bad(text: str) -> None:
    assert assess(page(text)).verdict == "bad"


@pytest.mark.parametrize(
    "text",
    [
        "附件一",
        "本院认为,被告人在未经同意的情况下搜查车辆,其行为违反了法律的规定。" * 4,
        "證人在法庭上表示,他當時並沒有看到被告人進入該房屋,也不知道是誰報的警。" * 4,
        "裁判所は、被告人の同意なく車内を捜索したことは違法であると判断した。" * 4,
        "Суд признал обыск незаконным, поскольку согласия на него не было. " * 4,
        "龚䶮",
    ],
)
def test_text_in_another_script_is_good(text: str) -> None:
    assert assess(page(text)).verdict == "good"


@pytest.mark.parametrize("name", ["ocr-truetype_font_nomapping", "js-issue2884_reduced"])
def test_garbage_of_real_fonts_is_bad(name: str) -> None:
    assert assess(extract(needs(SHARED / "hostile" / f"{name}.pdf"))[0]).verdict == "bad"
