"""Tests of the answer of a server: untrusted, without its markup, and set where the words stand."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.pages import Box, OcrWord
from briefbank.ocr.olmocr import AGREED, SERVER_ALONE, Disagreement, WrongAnswer, aligned, parse
from tests.ocr.server import answer


@pytest.mark.parametrize(
    ("markdown", "lines"),
    [
        ("# POINT I\n\nThe **court** *erred*.", ["POINT I", "The court erred."]),
        ("A note.\\(^{12}\\) See 5\\% and \\$40", ["A note.12 See 5% and $40"]),
        (
            "<table><tr><th>On</th><td>May &amp; June</td></tr><tr><td>x</td></tr></table>",
            ["On May & June", "x"],
        ),
        ("| a | b |\n|---|---|\n| c | d |", ["a b", "--- ---", "c d"]),
        ("![A seal](page_1_2_3_4.png)\nIt is so ordered.", ["It is so ordered."]),
        ("Id. at 5 < 6 and R.S. 2:11-3(a)(1)", ["Id. at 5 < 6 and R.S. 2:11-3(a)(1)"]),
        ("snake_case is _set_ off", ["snake_case is set off"]),
    ],
)
def test_marks_are_taken_off(markdown: str, lines: list[str]) -> None:
    assert [" ".join(line) for line in parse(answer(markdown))] == lines


def content(text: object) -> bytes:
    return json.dumps({"choices": [{"finish_reason": "stop", "message": {"content": text}}]}).encode()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe",
        b'{"choices": {}}',
        b"[" * 100_000,
        content("no front matter"),
        content("---\nprimary_language: en\n---\nx"),
        content("---\n" + "[" * 5_000 + "\n---\nx"),
        answer("x" * 70_000),
        answer("x", finished="length"),
    ],
)
def test_anything_else_is_refused(body: bytes) -> None:
    with pytest.raises(WrongAnswer):
        parse(body)


@given(st.text())
def test_any_text_is_split_into_words(text: str) -> None:
    for line in parse(answer(text)):
        assert line and all(word and word.isprintable() and " " not in word for word in line)


SIZE = (612.0, 792.0)
LINES = str.split(
    "IN THE SUPREME COURT OF THIS STATE|The officers had a warrant for the house|"
    "and the jury heard evidence of another crime|while the court denied the motion to suppress|12",
    "|",
)


def words(lines: list[str], confidence: float = 0.95) -> list[OcrWord]:
    """One line every 20 points, letters 6 points wide."""
    ocr_words = []
    for number, line in enumerate(lines):
        left = 72.0
        for text in line.split():
            box = Box(left, 72.0 + 20 * number, left + 6 * len(text), 84.0 + 20 * number)
            ocr_words.append(OcrWord(text, box, confidence, number))
            left += 6 * len(text) + 4
    return ocr_words


def text(ocr_words: list[OcrWord]) -> list[str]:
    """The lines that the words make."""
    numbers = sorted({word.line for word in ocr_words})
    return [" ".join(word.text for word in ocr_words if word.line == number) for number in numbers]


def align(ocr_words: list[OcrWord], lines: list[str], shown: str = "") -> list[OcrWord]:
    return aligned(ocr_words, [line.split() for line in lines], shown.split(), SIZE)


def test_agreed_words_keep_their_places_and_are_sure() -> None:
    results = words(LINES)
    merged = align(results, LINES)
    assert [word.box for word in merged] == [word.box for word in results]
    assert {word.confidence for word in merged} == {AGREED}


def test_the_servers_line_ends_do_not_matter_and_its_spelling_does() -> None:
    merged = align(words(LINES), [" ".join(LINES).replace("officers", "“Officers,”")])
    assert text(merged) == [line.replace("officers", "“Officers,”") for line in LINES]
    assert {word.confidence for word in merged} == {AGREED}


def test_a_word_read_differently_keeps_its_position_and_is_doubtful() -> None:
    misread = [line.replace("warrant", "wan ant") for line in LINES]
    merged = align(words(misread), LINES)
    (word,) = [word for word in merged if word.text == "warrant"]
    places = [item.box for item in words(misread) if item.text in ("wan", "ant")]
    assert text(merged) == LINES and word.confidence == SERVER_ALONE
    assert places[0].x0 <= word.box.x0 < word.box.x1 <= places[1].x1


def test_a_word_that_tesseract_missed_is_placed_between_its_neighbours() -> None:
    results = [word for word in words(LINES) if word.text != "warrant"]
    merged = align(results, LINES)
    before, word, after = (merged[i] for i in range(10, 13))
    assert (before.text, word.text, after.text) == ("a", "warrant", "for")
    assert before.box.x1 <= word.box.x0 < word.box.x1 <= after.box.x0 and word.line == before.line


def test_head_and_page_number_that_the_server_drops_are_kept_and_specks_are_not() -> None:
    specks = words(["", "", "", "", "", "~ .; |"], 0.3)
    assert text(align([*words(LINES), *specks], LINES[1:4])) == LINES


def test_columns_in_another_order_are_not_doubled() -> None:
    merged = align(words(LINES), [LINES[3], LINES[0], LINES[1], LINES[2], LINES[4]])
    assert text(merged) == LINES


@pytest.mark.parametrize(
    "invented",
    [
        ["Once upon a time there was a king who had three sons"] * 3,
        [],
        [*LINES, *["The defendant is plainly guilty of murder beyond any doubt whatever"] * 6],
    ],
)
def test_an_invented_or_empty_text_is_refused_where_tesseract_is_sure(invented: list[str]) -> None:
    with pytest.raises(Disagreement):
        align(words(LINES), invented)


def test_words_of_the_server_are_used_and_marked_doubtful_where_tesseract_is_unsure() -> None:
    rubbish = words(["Tho offlcors hxd x wxrrxnt fxr thx hxuse", "xnd thx jxry hexrd xvidxnce"], 0.3)
    merged = align(rubbish, LINES[1:3])
    assert " ".join(text(merged)) == " ".join(LINES[1:3])
    assert sum(word.confidence for word in merged) / len(merged) <= SERVER_ALONE


def test_a_page_on_which_tesseract_read_nothing_is_laid_out_in_lines() -> None:
    merged = align([], LINES)
    assert text(merged) == LINES
    tops = [word.box.y0 for word in merged]
    assert tops == sorted(tops) and all(0 <= word.box.x0 < word.box.x1 <= SIZE[0] for word in merged)


@given(
    st.lists(st.text("abc", min_size=1, max_size=3), max_size=12),
    st.lists(st.lists(st.text("abc", min_size=1, max_size=3), max_size=5), max_size=4),
)
def test_every_word_of_the_server_is_kept_once_whatever_tesseract_read(
    ours: list[str], theirs: list[list[str]]
) -> None:
    merged = aligned(words([" ".join(ours)], 0.1), theirs, [], SIZE)
    assert sorted(word.text for word in merged) == sorted(text for line in theirs for text in line)
    assert [word.line for word in merged] == sorted(word.line for word in merged)
