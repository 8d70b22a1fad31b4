"""Tests that columns are read alike in any drawing order, and text that resembles columns stays."""

from __future__ import annotations

import random
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from briefbank.domain.documents import Reading
from briefbank.domain.pages import Role
from briefbank.extraction.document import read
from briefbank.extraction.find_text import FindableText
from tests.extraction.column_factory import Placed, down, drawn, in_order, prose, wrapped
from tests.extraction.pdfs import extract

ORDERS = ("columns", "rows", "random")


def reading(path: Path) -> Reading:
    return read(extract(path), file_name=path.name, converted=False)


def words(path: Path) -> list[str]:
    return [word for passage in reading(path).passages for word in passage.text.split()]


def opinion(count: int, gutter: float, seed: int) -> tuple[list[Placed], list[str]]:
    """A heading, columns and a line below across the page, and their words in reading order."""
    width = (468 - gutter * (count - 1)) / count
    texts = [prose(60 + 90 // count, seed + column) for column in range(count)]
    placed: list[Placed] = [(170, 740, "OPINION OF THE COURT IN STATE V. GREBE")]
    for column, text in enumerate(texts):
        placed += down(wrapped(text, width), 72 + column * (width + gutter), 700)
    last = f"A footnote across the page says that {prose(40, seed + 9)}"
    placed += down(wrapped(last, 468), 72, 90)
    return placed, " ".join([placed[0][2], *texts, last]).split()


@given(
    count=st.sampled_from([2, 3]),
    gutter=st.sampled_from([14.0, 18.0, 36.0]),
    seed=st.integers(0, 10_000),
    order=st.sampled_from(ORDERS),
)
def test_columns_read_the_same_in_every_drawing_order(
    tmp_path: Path, count: int, gutter: float, seed: int, order: str
) -> None:
    placed, expected = opinion(count, gutter, seed)
    assert words(drawn(tmp_path / "opinion.pdf", [in_order(placed, order, seed)])) == expected


def transcript_page(number: int, x: float, y: float, *, apart: bool) -> tuple[list[Placed], list[str]]:
    """Page ``number`` of a transcript with 25 numbered lines, and its words without these numbers."""
    chosen = random.Random(number)
    lines: list[str] = []
    while len(lines) < 25:
        lines += wrapped(f"Q {prose(chosen.randint(3, 14), chosen.randint(0, 999))}", 180, size=8)
        lines += wrapped(f"A {prose(chosen.randint(2, 16), chosen.randint(0, 999))}", 180, size=8)
    head = f"Page {number}"
    placed: list[Placed] = [(x + 70, y + 14, head)]
    for count, (_, level, line) in enumerate(down(lines[:25], x, y, 11), 1):
        if apart:
            placed += [(x - 4 * (count > 9), level, str(count)), (x + 16, level, line)]
        else:
            placed.append((x, level, f"{count} {line}"))
    return placed, [*head.split(), *" ".join(lines[:25]).split()]


@pytest.mark.parametrize("order", ["rows", "random"])
@pytest.mark.parametrize("apart", [True, False], ids=["numbers apart", "numbers in the lines"])
@pytest.mark.parametrize("across", [True, False], ids=["row by row", "column by column"])
def test_pages_of_a_condensed_transcript_follow_their_numbers(
    tmp_path: Path, order: str, apart: bool, across: bool
) -> None:
    numbers = [14, 15, 16, 17] if across else [14, 16, 15, 17]
    corners = [(60, 720), (320, 720), (60, 390), (320, 390)]
    pages = {n: transcript_page(n, *corner, apart=apart) for n, corner in zip(numbers, corners, strict=True)}
    placed = [line for n in (numbers[0], numbers[2], numbers[1], numbers[3]) for line in pages[n][0]]
    path = drawn(tmp_path / "transcript.pdf", [in_order(placed, order)], size=8)
    assert words(path) == [word for n in sorted(numbers) for word in pages[n][1]]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("rows", [4, 6])
def test_few_rows_of_running_text_are_enough_for_columns(tmp_path: Path, order: str, rows: int) -> None:
    left, right = (wrapped(prose(200, seed), 225)[:rows] for seed in (9, 10))
    placed = [*down(left, 72, 700), *down(right, 315, 700)]
    assert words(drawn(tmp_path / "few.pdf", [in_order(placed, order)])) == " ".join([*left, *right]).split()


@pytest.mark.parametrize("rotation", [90, 270])
def test_columns_of_a_page_that_lies_on_its_side_are_columns(tmp_path: Path, rotation: int) -> None:
    placed, expected = opinion(2, 18, 8)
    drawn(tmp_path / "opinion.pdf", [in_order(placed, "rows")])
    with pikepdf.open(tmp_path / "opinion.pdf", allow_overwriting_input=True) as file:
        file.pages[0].rotate(rotation, relative=False)
        file.save()
    assert words(tmp_path / "opinion.pdf") == expected


@pytest.mark.parametrize("order", ORDERS)
def test_justified_words_drawn_one_by_one_are_columns_too(tmp_path: Path, order: str) -> None:
    sides = [(72.0, wrapped(prose(150, 51), 225)), (313.0, wrapped(prose(150, 52), 225))]
    placed: list[Placed] = []
    for x, lines in sides:
        for at, y, line in down(lines, x, 700):
            gap = (225 - stringWidth(line.replace(" ", ""), "Times-Roman", 11)) / max(1, line.count(" "))
            for word in line.split():
                placed.append((at, y, word))
                at += stringWidth(word, "Times-Roman", 11) + (gap if line != lines[-1] else 3)
    path = drawn(tmp_path / "words.pdf", [in_order(placed, order)])
    assert words(path) == " ".join([*sides[0][1], *sides[1][1]]).split()


def test_rows_drawn_as_one_string_are_cut_at_the_gutter(tmp_path: Path) -> None:
    left, right = (wrapped(prose(120, seed), 34 * 6.6, "Courier") for seed in (1, 2))
    rows = [f"{a:<38}{b}" for a, b in zip(left, right, strict=False)]
    path = drawn(tmp_path / "rows.pdf", [down(rows, 40, 700)], "Courier", 11)
    count = len(rows)
    assert words(path) == " ".join([*left[:count], *right[:count]]).split()


def test_footnotes_in_a_column_and_below_both_are_footnotes(tmp_path: Path) -> None:
    body = [*down(wrapped(prose(190, 5), 225), 72, 700), *down(wrapped(prose(190, 6), 225), 315, 700)]
    below = f"2 The ferry had sailed. {prose(50, 8)}"
    notes = down(wrapped("1 The lantern was never found by anyone at all.", 220, size=8), 72, 120, 10)
    notes += down(wrapped(below, 468, size=8), 72, 80, 10)
    canvas = Canvas(str(tmp_path / "notes.pdf"), pagesize=(612, 792))
    for size, lines in ((11, in_order(body, "rows")), (8, notes)):
        canvas.setFont("Times-Roman", size)
        for x, y, line in lines:
            canvas.drawString(x, y, line)
    canvas.save()
    passages = reading(tmp_path / "notes.pdf").passages
    footnotes = " ".join(passage.text for passage in passages if passage.role is Role.FOOTNOTE)
    assert "The lantern was never found" in footnotes and "The ferry had sailed" in footnotes
    assert not any("lantern" in passage.text for passage in passages if passage.role is not Role.FOOTNOTE)


def test_a_phrase_over_two_lines_of_a_column_is_found_on_the_page(tmp_path: Path) -> None:
    placed, text_words = opinion(2, 18, 7)
    pages = extract(drawn(tmp_path / "opinion.pdf", [in_order(placed, "rows")]))
    passages = read(pages, file_name="opinion.pdf", converted=False).passages
    findable = FindableText([page.raw for page in pages], passages)
    for start in range(10, 200, 17):
        assert findable.find(" ".join(text_words[start : start + 12])).matches


def caption() -> list[Placed]:
    left = str.split(
        "STATE OF NEW JERSEY,|Plaintiff-Respondent,|v.|ELMER PINE, also known as|"
        "the Ferryman of the Lower Bay,|Defendant-Appellant.",
        "|",
    )
    right = str.split(
        "Superior Court of New Jersey|Appellate Division, on appeal|from a final judgment of the|"
        "Law Division, Essex County,|entered after a trial by jury|Sat below: Hon. Ada Quill, J.S.C.",
        "|",
    )
    signs: list[Placed] = [(300.0, y, ")") for _, y, _ in down(left, 72, 700)]
    return [*down(left, 72, 700), *signs, *down(right, 320, 700), *down(wrapped(prose(120, 3), 468), 72, 560)]


def contents() -> list[Placed]:
    points = [*wrapped(prose(90, 11), 320), *wrapped(prose(80, 12), 320)]
    leaders = [f"{line} ......................" for line in points]
    return [
        *down(leaders, 72, 700),
        *((520, y, str(n + 3)) for n, (_, y, _) in enumerate(down(points, 0, 700))),
    ]


def pleading() -> list[Placed]:
    lines = wrapped(prose(320, 13), 420)[:28]
    return [
        *((50, y, str(n)) for n, (_, y, _) in enumerate(down(lines, 0, 700, 22), 1)),
        *down(lines, 90, 700, 22),
    ]


def signatures() -> list[Placed]:
    left = ["Respectfully submitted,", "JANE ROE, Public Defender", "By: Ada Quill", "Assistant Deputy"]
    right = ["Dated: May 9, 2014", "31 Clinton Street, Newark", "Attorney for Appellant", "Elmer Pine"]
    return [
        *down(wrapped(prose(150, 14), 468), 72, 700),
        *down(left * 2, 72, 400),
        *down(right * 2, 320, 400),
    ]


def table() -> list[Placed]:
    chosen = random.Random(5)
    rows = [(f"Exhibit {n}", f"$ {chosen.randint(100, 900)}.00", f"May {n}, 2014") for n in range(1, 15)]
    return [(72 + 170 * at, y, cell) for row, (_, y, _) in zip(rows, down([""] * 14, 0, 700), strict=True)
            for at, cell in enumerate(row)]  # fmt: skip


def word_index() -> list[Placed]:
    entries = [f"{word} {page}:{page % 25}" for page, word in enumerate(prose(160, 15).lower().split(), 1)]
    return [line for at in range(4) for line in down(entries[40 * at : 40 * at + 40], 60 + 130 * at, 720)]


@pytest.mark.parametrize(
    "page", [caption, contents, pleading, signatures, table, word_index], ids=lambda f: f.__name__
)
@pytest.mark.parametrize("order", ["columns", "rows"])
def test_text_that_only_resembles_columns_keeps_its_order(tmp_path: Path, page: object, order: str) -> None:
    assert callable(page)
    (only,) = extract(drawn(tmp_path / "page.pdf", [in_order(page(), order)]))
    assert not any(line.column for line in only.lines)
    assert [line.start for line in only.lines] == sorted(line.start for line in only.lines)


def test_columns_below_a_caption_do_not_divide_the_caption(tmp_path: Path) -> None:
    placed, _ = opinion(2, 18, 31)
    lowered = [(x, y - 150, line) for x, y, line in placed if y > 400]
    path = drawn(tmp_path / "opinion.pdf", [in_order([*caption()[:18], *lowered], "rows")])
    assert "Plaintiff-Respondent, ) Appellate Division, on appeal" in " ".join(words(path))
