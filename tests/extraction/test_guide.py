"""Tests of the outline of a document, built from the heading paths of its passages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.authorities import Span
from briefbank.domain.pages import Passage, Role
from briefbank.extraction.sections import outline


def passage(number: int, path: tuple[str, ...], page: int, *, role: Role = Role.BODY) -> Passage:
    return Passage(number, "words", role, path, (Span(page, 10, 15, 0, 5),), str(page + 1))


def test_each_heading_is_named_once_where_its_first_passage_begins() -> None:
    path = ("ARGUMENT", "POINT I")
    results = outline([passage(0, (), 0), passage(1, path, 2), passage(2, path, 3), passage(3, ("END",), 5)])
    assert [(entry.text, entry.level, entry.page, entry.label) for entry in results] == [
        ("ARGUMENT", 0, 2, "3"),
        ("POINT I", 1, 2, "3"),
        ("END", 0, 5, "6"),
    ]
    assert (results[0].start, results[0].end) == (10, 15)


def test_footnotes_do_not_name_their_section_again() -> None:
    note = passage(2, ("POINT I",), 2, role=Role.FOOTNOTE)
    assert len(outline([passage(0, ("POINT I",), 1), passage(1, ("POINT II",), 2), note])) == 2


def test_a_document_without_headings_or_passages_has_no_outline() -> None:
    assert outline([]) == outline([passage(0, (), 0)]) == ()


paths = st.lists(st.lists(st.sampled_from("ABC"), max_size=3).map(tuple), max_size=12)


@given(paths)
def test_walking_the_outline_gives_back_every_heading_path(heading_paths: list[tuple[str, ...]]) -> None:
    passages = [passage(number, path, number) for number, path in enumerate(heading_paths)]
    path_by_page: dict[int, list[str]] = {}
    path: list[str] = []
    for entry in outline(passages):
        path = [*path[: entry.level], entry.text]
        path_by_page[entry.page] = path
    for number in path_by_page:
        assert tuple(path_by_page[number]) == heading_paths[number]
