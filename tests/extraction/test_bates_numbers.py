"""Tests of Bates numbers: each style, at any edge of a page, beside the label of the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from briefbank.domain.documents import Reading
from briefbank.extraction.document import read
from tests.extraction.column_factory import down, prose, wrapped
from tests.extraction.pdfs import extract

STYLES = ["PINE-DISC{:07d}", "ABC {:06d}", "PINE DISC {:07d}", "SMITH {}"]
PLACES = ["foot", "corner", "upwards"]


def papers(
    path: Path, text: str, position: str, *, label: str = "", first: int = 1207, pages: int = 3
) -> Path:
    canvas = Canvas(str(path), pagesize=(612, 792))
    for number in range(pages):
        canvas.setFont("Times-Roman", 12)
        for x, y, line in down(wrapped(prose(560, number), 468, size=12), 72, 700, 16):
            canvas.drawString(x, y, line)
        canvas.setFont("Helvetica", 8)
        printed = text.format(first + number)
        canvas.saveState()
        if position == "upwards":
            canvas.translate(20, 300)
            canvas.rotate(90)
        elif position == "downwards":
            canvas.translate(595, 500)
            canvas.rotate(-90)
        else:
            canvas.translate(*{"foot": (440, 30), "head": (480, 775), "corner": (10, 10)}[position])
        canvas.drawString(0, 0, printed)
        canvas.restoreState()
        canvas.drawCentredString(306, 30, label.format(number + 1))
        canvas.showPage()
    canvas.save()
    return path


def reading(path: Path) -> Reading:
    return read(extract(path), file_name=path.name, converted=False)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("position", PLACES)
@pytest.mark.parametrize("label", ["", "Da{}"], ids=["alone", "beside a label"])
def test_a_bates_number_is_a_label_of_its_page_and_no_text(
    tmp_path: Path, style: str, position: str, label: str
) -> None:
    text = reading(papers(tmp_path / "papers.pdf", style, position, label=label))
    numbers = [style.format(1207 + page) for page in range(3)]
    own = [f"Da{page + 1}, " if label else "" for page in range(3)]
    assert [page.label for page in text.pages] == [a + b for a, b in zip(own, numbers, strict=True)]
    assert not any(number in passage.text for number in numbers for passage in text.passages)


@pytest.mark.parametrize(
    "text", ["CONFIDENTIAL ABC{:06d}", "State v. Pine ABC{:06d}", "Page 3 of 9 ABC{:06d}"]
)
def test_other_words_in_its_line_are_no_part_of_a_bates_number(tmp_path: Path, text: str) -> None:
    labels = [page.label for page in reading(papers(tmp_path / "papers.pdf", text, "foot", first=7)).pages]
    assert [label.rpartition(", ")[2] for label in labels] == ["ABC000007", "ABC000008", "ABC000009"]


def test_an_own_label_of_a_row_with_a_bates_number_is_kept(tmp_path: Path) -> None:
    text = reading(papers(tmp_path / "papers.pdf", "Da99 DOJ_{:06d}", "foot", pages=1))
    assert text.pages[0].label == "Da99, DOJ_001207"
    canvas = Canvas(str(tmp_path / "row.pdf"), pagesize=(612, 792))
    for number in range(98, 103):
        for x, y, line in down(wrapped(prose(200, number), 468, size=12), 72, 700, 16):
            canvas.drawString(x, y, line)
        canvas.drawString(380, 30, f"Da{number}      PINE-DISC{4000 + number:07d}")
        canvas.showPage()
    canvas.save()
    labels = [page.label for page in reading(tmp_path / "row.pdf").pages]
    assert labels == [f"Da{number}, PINE-DISC{4000 + number:07d}" for number in range(98, 103)]


@pytest.mark.parametrize("style", ["PINE-DISC{}", "DEFENDANTS_{}"])
@pytest.mark.parametrize("first", [98, 998])
def test_numbers_without_zeros_in_front_gain_digits_from_page_to_page(
    tmp_path: Path, style: str, first: int
) -> None:
    text = reading(papers(tmp_path / "papers.pdf", style, "foot", first=first, pages=4))
    assert [page.label for page in text.pages] == [style.format(first + page) for page in range(4)]


@pytest.mark.parametrize("heading", ["Point {}", "COUNT {}", "Exhibit {}"])
def test_numbered_headings_are_no_bates_numbers(tmp_path: Path, heading: str) -> None:
    text = reading(papers(tmp_path / "papers.pdf", heading, "head", first=1))
    assert not any("," in page.label for page in text.pages)


@pytest.mark.parametrize(
    "text", ["Docket ESX 001234", "Newark, NJ 07102", "June 2014", "Exhibit 014", "No. 08412{}"]
)
def test_a_number_equal_on_all_pages_or_of_another_form_is_no_label(tmp_path: Path, text: str) -> None:
    assert not any(page.label for page in reading(papers(tmp_path / "papers.pdf", text, "foot")).pages)


def test_a_page_with_nothing_but_its_labels_has_a_passage_that_says_them(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "photo.pdf"), pagesize=(612, 792))
    for number in range(1, 5):
        canvas.setFont("Times-Roman", 12)
        if number != 3:
            for x, y, line in down(wrapped(prose(203, number), 468, size=12), 72, 700, 16):
                canvas.drawString(x, y, line)
        canvas.drawString(380, 30, f"Da{number}      ABC {number:06d}")
        canvas.showPage()
    canvas.save()
    text = reading(tmp_path / "photo.pdf")
    assert [page.label for page in text.pages] == [f"Da{n}, ABC {n:06d}" for n in range(1, 5)]
    assert any("ABC 000003" in p.text.split("\n")[-1] or "Da3 ABC 000003" in p.text for p in text.passages)
    assert any(span.page == 2 for passage in text.passages for span in passage.spans)
    assert not any("ABC 000002" in passage.text for passage in text.passages)


@pytest.mark.parametrize("text", ["DOCKET NO. 084120", "Case No. 002345"])
def test_a_docket_or_another_number_of_an_only_page_is_no_label(tmp_path: Path, text: str) -> None:
    for position in ("head", "foot"):
        result = reading(papers(tmp_path / f"{position}.pdf", text, position, pages=1))
        assert result.pages[0].label == ""
        assert any(text in passage.text for passage in result.passages)
