"""Tests of clean text: running heads, divided and spaced words, labels and Bates numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from briefbank.domain.documents import Reading
from briefbank.domain.pages import Box, RawLine, RawPage
from briefbank.extraction.clean import clean
from briefbank.extraction.document import read
from briefbank.extraction.text import Text, Vocabulary, join_lines, lines_of
from tests.extraction.column_factory import down, prose, wrapped
from tests.extraction.page_factory import HEIGHT, PlacedLine, centred, flowing, page_of
from tests.extraction.pdfs import PROSE, extract, write
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "clean.txt")

HEARD_TWICE = (
    "The trial court admitted the statement over objection and the jury heard it twice before it deliberated."
)


@pytest.mark.parametrize(
    ("lines", "text"),
    EXAMPLES.pairs(
        "Words broken at the ends of lines",
        "Hyphen marks of PDFium join or become a hyphen",
        "Ligatures are written out and control characters dropped",
        "Missing glyphs are mended only where one ligature fits",
    ),
)
def test_lines_are_joined_to_the_words_that_a_person_reads(lines: str, text: str) -> None:
    page = page_of([PlacedLine(line, y=100 + 24 * n) for n, line in enumerate(lines.split(" / "))])
    (cleaned,) = clean([page])
    assert join_lines(cleaned.lines, Vocabulary(cleaned.lines)).text == text


PAGES = ("one page", "the second", "what follows", "the very last")


def numbered(index: int, *, glued: bool = False) -> RawPage:
    puts = []
    for n in range(1, 29):
        y = 60 + 24 * n
        words = f"line {n} of {PAGES[index]} says something about the evidence"
        if glued:
            puts.append(PlacedLine(f"{n} {words}", 80, y))
        else:
            puts += [PlacedLine(str(n), 84, y, right=94), PlacedLine(words, 108, y)]
    return page_of([*puts, centred(str(index + 1), 760)], index)


@pytest.mark.parametrize("glued", [False, True])
def test_pleading_line_numbers_go_and_page_labels_stay(glued: bool) -> None:
    cleaned = clean([numbered(n, glued=glued) for n in range(4)])
    assert [page.label for page in cleaned] == ["1", "2", "3", "4"]
    assert [line.text for line in cleaned[2].lines] == [
        f"line {n} of {PAGES[2]} says something about the evidence" for n in range(1, 29)
    ]


def test_misread_line_numbers_of_a_scan_go_with_their_column() -> None:
    page = numbered(0)
    raw = page.raw.replace("12\r\n", "l2\r\n").replace("16\r\n", "t6\r\n").replace("\r\n3\r\n", "\r\nJ\r\n")
    cleaned = clean([RawPage(0, raw, page.lines, page.width, page.height)])
    assert not [line.text for line in cleaned[0].lines if len(line.text) < 5 and line.text != "1"]


def test_a_numbered_list_is_not_taken_for_line_numbers() -> None:
    puts = [
        PlacedLine(f"{n} exhibits were admitted on day {n} of the trial", 72, 100 + 24 * row)
        for row, n in enumerate((3, 1, 7, 2, 9, 4, 4, 6, 8))
    ]
    assert len([line for line in clean([page_of(puts)])[0].lines if line.text[0].isdigit()]) == 9


def test_running_heads_and_feet_go_even_with_changing_numbers() -> None:
    pages = [
        page_of(
            [
                PlacedLine("Petitioners’ Reply Brief", 200, 20),
                *flowing(f"{'So ' * (n + 1)}{HEARD_TWICE} This is what page {n} adds to it.", 80),
                PlacedLine(f"State v. Doe, A-1234-19 Page {n + 1}", 200, 760),
            ],
            n,
        )
        for n in range(5)
    ]
    cleaned = clean(pages)
    for n, page in enumerate(cleaned):
        text = " ".join(line.text for line in page.lines)
        assert "Reply Brief" not in text and "State v. Doe" not in text
        assert f"page {n} adds" in text
        assert page.label == str(n + 1)


def test_pages_that_say_one_numbered_line_each_keep_it() -> None:
    pages = [page_of([PlacedLine(f"Exhibit {n}", y=60)], n) for n in range(12)]
    assert [line.text for page in clean(pages) for line in page.lines] == [f"Exhibit {n}" for n in range(12)]


def test_a_line_that_comes_back_in_the_middle_of_pages_stays() -> None:
    pages = [
        page_of(
            [
                *flowing("So " * (n + 1) + HEARD_TWICE, 80),
                PlacedLine("He was not warned.", y=400),
                *flowing("No " * n + HEARD_TWICE, 500),
            ],
            n,
        )
        for n in range(5)
    ]
    assert all(any(line.text == "He was not warned." for line in page.lines) for page in clean(pages))


@pytest.mark.parametrize(
    "stamp",
    [
        "Case 2:15-md-02641-DGC Document 1 Filed 01/02/20 Page 3 of 10",
        "FILED, Clerk of the Appellate Division, March 05, 2021, A-001234-19",
    ],
)
def test_filing_stamps_are_set_apart(stamp: str) -> None:
    page = clean([page_of([PlacedLine(stamp, 100, 14), *flowing(HEARD_TWICE, 80)])])[0]
    assert [line.text for line in page.stamps] == [stamp]
    assert all("Filed" not in line.text for line in page.lines)


def assert_exact(text: Text, raws: dict[int, str]) -> None:
    at = 0
    for span in text.spans:
        assert span.at >= at and span.size > 0
        assert text.text[at : span.at] in ("", " ", "\n")
        if span.size == span.end - span.start:
            assert text.text[span.at : span.at + span.size] == raws[span.page][span.start : span.end]
        at = span.at + span.size
    assert at == len(text.text)


NASTY = st.text(
    alphabet=st.sampled_from("ab-\x02\ufffe\xad \t\x00\ufb01\ufb03\ufffd.—Z9\u200b\ud800\r\n"), max_size=60
)


@given(st.lists(NASTY, max_size=8))
def test_every_character_of_joined_lines_can_be_found_on_its_page(parts: list[str]) -> None:
    raw, lines = "", []
    for number, part in enumerate(parts):
        lines.append(
            RawLine(len(raw), len(raw) + len(part), Box(72, 20 * number, 500, 20 * number + 10), 12.0, False)
        )
        raw += part + "\n"
    page = RawPage(0, raw, tuple(lines), 612, HEIGHT)
    result = lines_of(page, frozenset({"aff"}))
    text = join_lines(result, Vocabulary(result))
    assert_exact(text, {0: raw})
    assert not set(text.text) & set("\x02\ufffe\xad\x00\ud800\u200b\t\n\ufb01")


def labels(printed: list[str], pdf: list[str] | None = None, *, y: float = 750) -> list[str]:
    pages = []
    for index, text in enumerate(printed):
        puts = flowing(f"{HEARD_TWICE} {'And so on. ' * index}", 90)
        if text:
            puts.append(centred(text, y))
        pages.append(page_of(puts, index, pdf_label=pdf[index] if pdf else ""))
    return [page.label for page in clean(pages)]


@pytest.mark.parametrize(("printed", "expected"), EXAMPLES.pairs("Printed labels of pages"))
def test_printed_labels(printed: str, expected: str) -> None:
    assert labels(split_labels(printed)) == split_labels(expected)


def split_labels(line: str) -> list[str]:
    return [label.strip() for label in line.split("|")]


def test_the_files_own_labels_count_where_they_do_not_contradict_what_is_printed() -> None:
    assert labels(["1", "2", "3"], y=40) == ["1", "2", "3"], "at the top of the page too"
    assert labels(["", "", ""], ["i", "ii", "1"]) == ["i", "ii", "1"]
    assert labels(["", "1", "2", "3"], ["1", "2", "3", "4"]) == ["", "1", "2", "3"]
    assert labels(["", "1", "2", "3"], ["Cover", "1", "2", "3"]) == ["Cover", "1", "2", "3"]


def test_a_courts_stamp_numbers_the_pages_only_where_the_document_does_not() -> None:
    def pages(own: bool) -> list[str]:
        raw_pages = []
        for n in range(4):
            puts = [
                PlacedLine(f"Case: 19-1 Document: 31 Page: {n + 1} Filed: 01/23/2019", 100, 14),
                *flowing(HEARD_TWICE + " Yes." * n, 80),
            ]
            if own and n:
                puts.append(centred(str(n), 750))
            raw_pages.append(page_of(puts, n))
        return [page.label for page in clean(raw_pages)]

    assert pages(False) == ["1", "2", "3", "4"]
    assert pages(True) == ["", "1", "2", "3"]


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


@pytest.mark.parametrize("style", ["PINE-DISC{:07d}", "ABC {:06d}", "PINE DISC {:07d}", "SMITH {}"])
@pytest.mark.parametrize("position", ["foot", "corner", "upwards"])
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


@pytest.mark.parametrize("style", ["PINE-DISC{}", "DEFENDANTS_{}"])
@pytest.mark.parametrize("first", [98, 998])
def test_numbers_without_zeros_in_front_gain_digits_from_page_to_page(
    tmp_path: Path, style: str, first: int
) -> None:
    text = reading(papers(tmp_path / "papers.pdf", style, "foot", first=first, pages=4))
    assert [page.label for page in text.pages] == [style.format(first + page) for page in range(4)]


@pytest.mark.parametrize(
    ("text", "position"),
    [
        *((heading, "head") for heading in ("Point {}", "COUNT {}", "Exhibit {}")),
        *((text, "foot") for text in ("Docket ESX 001234", "Newark, NJ 07102", "June 2014", "Exhibit 014")),
        ("No. 08412{}", "foot"),
    ],
)
def test_numbered_headings_and_numbers_of_another_form_are_no_bates_numbers(
    tmp_path: Path, text: str, position: str
) -> None:
    labels = [page.label for page in reading(papers(tmp_path / "papers.pdf", text, position, first=1)).pages]
    assert not any("," in label for label in labels)
    assert position == "head" or not any(labels)


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


TEXT = [PROSE[:90], PROSE[91:]]


def text_lines(path: Path) -> list[str]:
    return [line for passage in reading(path).passages for line in passage.text.split("\n")]


@pytest.mark.parametrize(("typed", "words"), EXAMPLES.pairs("Letters with blanks between them"))
def test_letters_with_blanks_between_them(tmp_path: Path, typed: str, words: str) -> None:
    path = write(tmp_path / "spaced.pdf", [[*TEXT, typed, *TEXT]], font="Serif")
    assert words in " ".join(text_lines(path))


@pytest.mark.parametrize("font", ["Helvetica", "Times-Roman"])
@pytest.mark.parametrize("words", ["NOTED BY CLERK", "Statement of the Case", "MAMMOTH AVATAR WAY"])
def test_two_blanks_separate_words_whatever_the_shape_of_their_letters(
    tmp_path: Path, font: str, words: str
) -> None:
    canvas = Canvas(str(tmp_path / "heading.pdf"), pagesize=(612, 792))
    canvas.setFont(font, 12)
    canvas.drawString(72, 700, "  ".join(map(" ".join, words.split())))
    canvas.save()
    assert words in text_lines(tmp_path / "heading.pdf")


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
    passages = reading(tmp_path / "headings.pdf").passages
    assert [passage.heading_path[-1] for passage in passages] == ["POINT I", "CONCLUSION"]
