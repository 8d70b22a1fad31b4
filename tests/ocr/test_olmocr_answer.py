"""Tests that the answer of a server is untrusted and that its markup is removed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.ocr.olmocr import WrongAnswer, parse
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
