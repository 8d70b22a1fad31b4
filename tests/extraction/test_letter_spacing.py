"""Tests that headings with spaced letters are read as words, and lists of letters stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from briefbank.extraction.document import read
from briefbank.extraction.find_text import FindableText, highlights
from tests.extraction.pdfs import PROSE, extract, write

TEXT = [PROSE[:90], PROSE[91:]]


def texts(path: Path) -> list[str]:
    reading = read(extract(path), file_name=path.name, converted=False)
    return [line for passage in reading.passages for line in passage.text.split("\n")]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("C O N C L U S I O N", "CONCLUSION"),
        ("P O I N T   I I", "POINT II"),
        ("I.  A R G U M E N T", "I. ARGUMENT"),
        ("A P P E L L A N T ’ S  B R I E F", "APPELLANT’S BRIEF"),
        ("D E C L A R A C I Ó N  D E  H E C H O S", "DECLARACIÓN DE HECHOS"),
        ("A B C D E F G H", "A B C D E F G H"),
        ("J. F. K.", "J. F. K."),
        ("42 U S C A 1983", "42 U S C A 1983"),
        ("X O X O X O", "X O X O X O"),
        ("The answers were Y N E A N in each case", "The answers were Y N E A N in each case"),
    ],
)
def test_letters_with_blanks_between_them(tmp_path: Path, typed: str, words: str) -> None:
    path = write(tmp_path / "spaced.pdf", [[*TEXT, typed, *TEXT]], font="Serif")
    assert words in " ".join(texts(path))


@pytest.mark.parametrize("font", ["Helvetica", "Times-Roman"])
@pytest.mark.parametrize("words", ["NOTED BY CLERK", "Statement of the Case", "MAMMOTH AVATAR WAY"])
def test_two_blanks_separate_words_whatever_the_shape_of_their_letters(
    tmp_path: Path, font: str, words: str
) -> None:
    canvas = Canvas(str(tmp_path / "heading.pdf"), pagesize=(612, 792))
    canvas.setFont(font, 12)
    canvas.drawString(72, 700, "  ".join(map(" ".join, words.split())))
    canvas.save()
    assert words in texts(tmp_path / "heading.pdf")


def test_a_spaced_heading_opens_its_section(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "headings.pdf"), pagesize=(612, 792))
    for row, heading in enumerate(("P O I N T  I", "C O N C L U S I O N")):
        top = 700 - 200 * row
        canvas.setFont("Times-Bold", 12)
        canvas.drawCentredString(306, top, heading)
        canvas.setFont("Times-Roman", 12)
        for number, line in enumerate(TEXT):
            canvas.drawString(72, top - 30 - 14 * number, line)
    canvas.save()
    passages = read(extract(tmp_path / "headings.pdf"), file_name="a.pdf", converted=False).passages
    assert [passage.heading_path[-1] for passage in passages] == ["POINT I", "CONCLUSION"]


def test_a_spaced_word_is_marked_and_found_on_its_page(tmp_path: Path) -> None:
    pages = extract(write(tmp_path / "spaced.pdf", [[*TEXT, "C O N C L U S I O N", *TEXT]]))
    passages = read(pages, file_name="spaced.pdf", converted=False).passages
    passage = next(item for item in passages if "CONCLUSION" in item.text)
    at = passage.text.index("CONCLUSION")
    (page,) = highlights(passage, [(at, at + 10)])
    marked = pages[0].raw[page.words[0][0] : page.words[-1][1]]
    assert marked[0] == "C" and marked[-1] == "N" and len(marked) == 19
    assert len(FindableText([pages[0].raw], passages).find("conclusion").matches) == 1
