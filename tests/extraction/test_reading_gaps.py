"""Tests that a programming mistake in caption or headings costs nothing else."""

from __future__ import annotations

from itertools import count
from types import ModuleType
from typing import Any

import pytest

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Annotation, Reading
from briefbank.extraction import document, sections
from tests.extraction.brief_factory import PROSE, stacked
from tests.extraction.page_factory import PlacedLine, centred, page_of
from tests.support.annotation_mistakes import always_fails

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
    return {entry.field: entry.value for entry in reading.caption.entries}


def gaps(reading: Reading) -> dict[Annotation, int]:
    return {gap.annotation: gap.count for gap in reading.gaps}


WHOLE = read()


@pytest.mark.forces_mistakes
@pytest.mark.parametrize(
    ("module", "part"),
    [
        *(
            (document, part)
            for part in ("court", "case_names", "parties", "read_caption", "kind_of", "memo_head")
        )
    ],
)
def test_a_document_without_a_readable_caption_keeps_all_its_words_and_headings(
    module: ModuleType, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, part, always_fails)
    reading = read()
    assert gaps(reading) == {Annotation.CAPTION: 1} and reading.passages == WHOLE.passages
    assert reading.caption.entries, "its kind at least"


@pytest.mark.forces_mistakes
@pytest.mark.parametrize("part", ["provisions", "style_of", "contents_of"])
def test_a_document_that_cannot_be_divided_keeps_every_word_and_its_caption(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sections, part, always_fails)
    result = read()
    assert words(result) == words(WHOLE) and gaps(result) == {Annotation.HEADINGS: 1}
    assert fields(result).items() >= {(CaptionField.DOCKET, fields(WHOLE)[CaptionField.DOCKET])}


@pytest.mark.forces_mistakes
@pytest.mark.parametrize("calls", [0, 1, 3])
def test_a_division_that_fails_on_the_way_leaves_every_word_once(
    calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, numbers = sections.signs, count()

    def fails_later(block: Any, following: Any) -> bool:
        if next(numbers) == calls:
            raise KeyError("zebra")
        return real(block, following)

    monkeypatch.setattr(sections, "signs", fails_later)
    result = read()
    assert words(result) == words(WHOLE) and gaps(result) == {Annotation.HEADINGS: 1}
