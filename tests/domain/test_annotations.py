"""Tests of the guard of annotations: which errors it catches, counts and logs."""

from __future__ import annotations

import logging

import pytest

from briefbank.domain.documents import Annotation, AnnotationGaps
from briefbank.errors import BriefBankError, Cancelled, TooSlow

pytestmark = pytest.mark.forces_mistakes
SECRET = "the witness Jane Roe"


def fail(error: BaseException) -> str:
    raise error


def test_a_mistake_costs_its_own_place_alone_and_is_counted() -> None:
    gaps = AnnotationGaps()
    assert [gaps.attempt(Annotation.CITATIONS, -1, int, text) for text in ("1", "x", "3", "y")] == [
        1,
        -1,
        3,
        -1,
    ]
    gaps.attempt(Annotation.HEADINGS, "", fail, KeyError(1))
    assert [(gap.annotation, gap.count) for gap in gaps.all()] == [
        (Annotation.CITATIONS, 2),
        (Annotation.HEADINGS, 1),
    ]


@pytest.mark.parametrize(
    "error",
    [
        BriefBankError(),
        Cancelled(),
        TooSlow(),
        MemoryError(),
        OSError(28, ""),
        ImportError(),
        KeyboardInterrupt(),
    ],
)
def test_an_error_that_is_no_programming_mistake_reaches_the_caller(error: BaseException) -> None:
    gaps = AnnotationGaps()
    with pytest.raises(type(error)):
        gaps.attempt(Annotation.CAPTION, "", fail, error)
    assert gaps.all() == ()


def test_the_log_has_the_kind_and_location_of_a_mistake_once_and_no_text(
    caplog: pytest.LogCaptureFixture,
) -> None:
    gaps = AnnotationGaps()
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            gaps.attempt(Annotation.CITATIONS, "", fail, KeyError(SECRET))
    (record,) = caplog.records
    message = record.getMessage()
    assert (
        "citations" in message
        and "KeyError" in message
        and "test_annotations.py" in message
        and " fail" in message
    )
    assert SECRET not in message and record.exc_info is None
