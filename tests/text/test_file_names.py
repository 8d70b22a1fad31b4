"""Tests of the folder of a document, and of patterns that leave files out."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.text.file_names import (
    LONGEST,
    MOST_PATTERNS,
    LeaveOut,
    folder_of,
    has_words,
    levels,
    telling_levels,
)
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "file_names.txt")


HOME = Path("/home/anna")
DROPPED = HOME / "Office" / "Appeals"


@pytest.mark.parametrize(
    ("file", "roots", "expected"),
    [
        (DROPPED / "2010" / "Smith, John" / "x.wpd", {DROPPED}, "Appeals/2010/Smith, John"),
        (DROPPED / "x.wpd", {DROPPED}, "Appeals"),
        (DROPPED / "2010" / "x.wpd", {DROPPED / "2010" / "x.wpd"}, "2010"),
        (DROPPED / "2010" / "x.wpd", {DROPPED, DROPPED / "2010"}, "Appeals/2010"),
        (HOME / "x.wpd", {HOME / "x.wpd"}, ""),
        (HOME / "Briefs" / "x.wpd", {HOME}, "Briefs"),
        (Path("/x.wpd"), {Path("/x.wpd")}, ""),
        (DROPPED / "old.zip" / "Doe" / "x.wpd", {DROPPED}, "Appeals/old.zip/Doe"),
        (DROPPED / "old.zip" / "Doe" / "x.wpd", {DROPPED / "old.zip"}, "old.zip/Doe"),
    ],
)
def test_only_what_lies_beneath_the_dropped_folder_is_kept(
    file: Path, roots: set[Path], expected: str
) -> None:
    assert folder_of(file, roots, HOME) == expected


def test_the_end_of_a_very_deep_folder_is_kept() -> None:
    deep = Path("/a").joinpath(*["folder"] * 300)
    kept = folder_of(deep / "x.wpd", {Path("/a")})
    assert len(kept) <= LONGEST and kept.startswith("folder/") and kept.endswith("/folder")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        *((text, True) for text in ("appeals/2010", "2010", "Smith, John", "smith john", "müller")),
        *((text, True) for text in ("Appeals/2010/Smith, John", "john / muller", "APPEALS\\2010")),
        *((text, False) for text in ("appeal", "2010/appeals", "john smith", "201", "", "/", "appeals/john")),
    ],
)
def test_typed_words_must_stand_side_by_side_and_be_whole(typed: str, expected: bool) -> None:
    assert has_words("Appeals/2010/Smith, John/Müller", typed) is expected


NAMES = st.lists(st.text("ab /", min_size=1, max_size=3), max_size=4).map("/".join)


@given(folder=NAMES)
def test_every_folder_lies_in_each_of_its_levels(folder: str) -> None:
    assert all(f"{folder}/".startswith(f"{level}/") for level in levels(folder))
    assert not folder or levels(folder)[-1] == folder


def test_a_folder_with_one_folder_only_tells_nothing() -> None:
    counts = {"office": 5, "office/appeals": 5, "office/appeals/2010": 2, "office/appeals/2011": 3}
    assert telling_levels(counts, 6) == {"office/appeals", "office/appeals/2010", "office/appeals/2011"}
    assert telling_levels(counts, 5) == {"office/appeals/2010", "office/appeals/2011"}


def test_a_pattern_leaves_out_what_people_mean_by_it_and_no_other_file() -> None:
    for pattern, path in EXAMPLES.pairs("Patterns that leave out a path"):
        assert LeaveOut([pattern]).match(path) == pattern
    for pattern, path in EXAMPLES.pairs("Patterns that leave a path alone"):
        assert LeaveOut([pattern]).match(path) == "", pattern
    assert LeaveOut(["Appeals"]).match("Appeals/2010/b.pdf") == "", "a person has chosen the folder itself"


def test_the_first_matching_pattern_is_returned_and_empty_ones_are_dropped() -> None:
    rules = LeaveOut(["", "  ", "*.tmp", "*.tmp", "Old"])
    assert rules.patterns == ("*.tmp", "Old")
    assert rules.match("A/Old/x.tmp") == "*.tmp"
    assert not LeaveOut(["  "]) and LeaveOut([]).match("A/x.tmp") == ""


def test_no_list_is_too_long_and_no_pattern_takes_long() -> None:
    assert len(LeaveOut(f"*.{n}" for n in range(10_000)).patterns) == MOST_PATTERNS
    assert LeaveOut(["x" * (LONGEST + 1)]).patterns == ()
    nasty = LeaveOut(["*a*a*a*a*a*a*a*a*a*a*a*b", "*/" + "*a" * 60 + "/b"])
    assert nasty.match("A/" + "a" * 4000) == ""  # a star that is tried twice takes years
