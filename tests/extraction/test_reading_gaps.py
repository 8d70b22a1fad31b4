"""A heading or a field of the caption that a mistake of ours keeps from being read costs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Annotation, Reading
from briefbank.extraction import caption, document, structure
from tests.annotation_mistakes import always_fails, failing
from tests.extraction.made_briefs import PROSE, stacked
from tests.extraction.made_pages import PlacedLine, centred, page_of

CAPTION = stacked(
    centred("SUPERIOR COURT OF NEW JERSEY", 0),
    centred("APPELLATE DIVISION", 0),
    centred("DOCKET NO. A-1234-19", 0),
    centred("STATE OF NEW JERSEY,", 0),
    centred("Plaintiff-Respondent,", 0),
    centred("v.", 0),
    centred("JOHN ZEBRA,", 0),
    centred("Defendant-Appellant.", 0),
    centred("BRIEF ON BEHALF OF DEFENDANT-APPELLANT", 0),
    centred("Sat Below: Hon. Jane A. Doe, J.S.C.", 0),
)
SIGNERS = (
    "JOSEPH E. KRAKORA",
    "Public Defender",
    "Office of the Public Defender",
    "31 Clinton Street",
    "Newark, New Jersey 07101",
)
COVER = [
    PlacedLine("FILED, Clerk of the Appellate Division, March 05, 2021, A-001234-19", 100, 14),
    *CAPTION,
    *(PlacedLine(line, 320, 500 + 14 * at) for at, line in enumerate(SIGNERS)),
]
BODY = stacked(
    centred("STATEMENT OF FACTS", 0),
    PROSE,
    centred("LEGAL ARGUMENT", 0),
    centred("POINT I", 0),
    centred("THE ZEBRA WAS STOPPED WITHOUT SUSPICION.", 0),
    PROSE,
    centred("POINT II", 0),
    centred("THE SENTENCE IS EXCESSIVE.", 0),
    PROSE,
)


def read() -> Reading:
    pages = [page_of(COVER, 0), page_of(BODY, 1)]
    return document.read(pages, file_name="x.pdf", converted=False)


def words(reading: Reading) -> list[str]:
    return sorted(word for passage in reading.passages for word in passage.text.split())


def fields(reading: Reading) -> dict[CaptionField, str]:
    return {each.field: each.value for each in reading.caption.entries}


def gaps(reading: Reading) -> dict[Annotation, int]:
    return {gap.annotation: gap.places for gap in reading.gaps}


WHOLE = read()


def test_the_brief_of_these_tests_has_all_that_they_take_away() -> None:
    by_name = {CaptionField.CLIENT, CaptionField.VERSION, CaptionField.YEAR}
    assert set(CaptionField) - fields(WHOLE).keys() <= {CaptionField.PAPER, *by_name}
    assert any("POINT II" in " ".join(each.heading_path) for each in WHOLE.passages)
    assert WHOLE.gaps == ()


@pytest.mark.forces_mistakes
@pytest.mark.parametrize(
    ("finder", "lost"),
    [
        ("court", {CaptionField.COURT}),
        ("dockets", {CaptionField.DOCKET}),
        ("_side", {CaptionField.SIDE}),
        ("_office", {CaptionField.OFFICE}),
        ("parties", {CaptionField.PARTIES}),
        ("find_filing_date", {CaptionField.FILED}),
    ],
)
def test_a_field_of_the_caption_that_fails_is_empty_and_the_others_are_read(
    finder: str, lost: set[CaptionField], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caption, finder, always_fails)
    found = read()
    assert fields(found) == {name: value for name, value in fields(WHOLE).items() if name not in lost}
    assert gaps(found) == {Annotation.CAPTION: 1} and found.passages == WHOLE.passages


@pytest.mark.forces_mistakes
def test_each_finder_of_a_field_of_its_own_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = next(each for each in caption.FINDERS if each.__module__.endswith("judge"))
    finders: Sequence[Any] = [always_fails if each is judge else each for each in caption.FINDERS]
    monkeypatch.setattr(caption, "FINDERS", tuple(finders))
    found = read()
    assert fields(WHOLE).items() - fields(found).items() == {(CaptionField.JUDGE, "Jane A. Doe")}
    assert gaps(found) == {Annotation.CAPTION: 1}


@pytest.mark.forces_mistakes
@pytest.mark.parametrize("part", ["_title", "read_caption", "kind_of", "memo_head", "_case_words"])
def test_a_document_without_a_readable_caption_keeps_all_its_words_and_headings(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        caption if hasattr(caption, part) and part == "_title" else document, part, always_fails
    )
    found = read()
    assert gaps(found) == {Annotation.CAPTION: 1} and found.passages == WHOLE.passages
    assert found.caption.entries, "its kind at least"


@pytest.mark.forces_mistakes
def test_a_heading_that_fails_is_text_and_the_other_headings_are_headings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(structure._Reader, "_heading", failing(structure._Reader._heading))
    found = read()
    assert words(found) == words(WHOLE)
    paths = {heading for each in found.passages for heading in each.heading_path}
    assert "POINT II THE SENTENCE IS EXCESSIVE." in paths and not any("ZEBRA" in each for each in paths)
    assert Annotation.HEADINGS in gaps(found)


@pytest.mark.forces_mistakes
@pytest.mark.parametrize("part", ["_open", "_append", "_is_over", "finish"])
def test_a_division_that_fails_on_the_way_leaves_every_word_once(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = getattr(structure._Reader, part), iter(range(100))

    def fails_later(self: Any, *args: Any) -> Any:
        if next(calls) == 3 or part == "finish":
            raise KeyError("zebra")
        return real(self, *args)

    monkeypatch.setattr(structure._Reader, part, fails_later)
    found = read()
    assert words(found) == words(WHOLE) and gaps(found)[Annotation.HEADINGS] == 1


@pytest.mark.forces_mistakes
def test_a_document_that_cannot_be_tried_as_a_code_is_read_as_a_paper(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(structure, "provisions", always_fails)
    found = read()
    assert gaps(found) == {Annotation.HEADINGS: 1} and found.passages == WHOLE.passages
