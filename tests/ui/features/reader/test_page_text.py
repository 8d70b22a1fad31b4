"""The text of a page: what is nearest to a point, and what a stretch of it covers and says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.pages import Box
from ui.features.reader.text import PageTextLayer, joined

WIDE, HIGH = 6.0, 10.0


def page(*rows: str, left: float = 50.0, leading: float = 20.0) -> PageTextLayer:
    """Rows of characters of one width; between two rows stands a line feed that is nowhere on the page."""
    boxes: list[Box | None] = []
    for number, row in enumerate(rows):
        y = 100 + leading * number
        for at, character in enumerate(row):
            x = left + WIDE * at
            boxes.append(None if character.isspace() else Box(x, y, x + WIDE, y + HIGH))
        boxes.append(None)
    return PageTextLayer("\n".join(rows), boxes[:-1])


lines = st.lists(
    st.text(alphabet="abc x", min_size=1, max_size=30).filter(lambda row: row.strip()), min_size=1, max_size=8
)


@given(lines, st.data())
def test_the_middle_of_a_characters_left_half_is_the_place_before_it(
    rows: list[str], data: st.DataObject
) -> None:
    text = page(*rows)
    seen = [n for n, character in enumerate(text.raw) if not character.isspace()]
    index = data.draw(st.sampled_from(seen))
    box = text.characters[index]
    assert box is not None
    middle = (box.y0 + box.y1) / 2
    assert text.at(box.x0 + 0.2 * WIDE, middle) == index
    assert text.over(box.x0 + 0.2 * WIDE, middle)


@given(lines, st.floats(-1e3, 1e3), st.floats(-1e3, 1e3))
def test_every_point_has_a_place_in_the_text(rows: list[str], x: float, y: float) -> None:
    assert 0 <= page(*rows).at(x, y) <= len("\n".join(rows))


def test_columns_are_lines_of_their_own() -> None:
    left, right = page("left one", "left two"), page("right one", "right two", left=320)
    text = PageTextLayer(left.raw + "\n" + right.raw, [*left.characters, None, *right.characters])
    first = text.at(320, 105)
    assert text.raw[first:].startswith("right one")
    assert text.text(0, first) == "left one left two"


def test_a_page_without_text_or_with_fewer_characters_than_boxes_is_no_fault() -> None:
    empty = PageTextLayer("", [Box(0, 0, 1, 1)])
    assert empty.at(5, 5) == 0 and empty.boxes(0, 9) == [] and empty.text(0, 9) == ""
    assert PageTextLayer("abcdef", [Box(0, 0, 1, 1)]).raw == "a"


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["the suspi-", "cion arose"], "the suspicion arose"),
        (["against self-", "incrimination"], "against self-incrimination"),
        (["State v. Smith-", "Jones"], "State v. Smith- Jones"),
        (["pages 12-", "14 and"], "pages 12- 14 and"),
        (["a dash -", "then more"], "a dash - then more"),
        ([], ""),
    ],
)
def test_words_that_a_lines_end_divided_are_put_together(rows: list[str], words: str) -> None:
    assert joined(rows) == words
