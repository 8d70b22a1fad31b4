"""Tests that a passage whose citations fail to be extracted costs no citation of another."""

from __future__ import annotations

import pytest

from briefbank.citations import citations
from briefbank.domain.documents import Annotation, AnnotationGaps
from tests.support.annotation_mistakes import failing

pytestmark = pytest.mark.forces_mistakes
TEXTS = (
    "Consent needs suspicion. State v. Carty, 170 N.J. 632 (2002).",
    "The zebra was stopped. State v. Doe, 200 N.J. 1 (2009).",
    "Id. at 3. See also State v. Carty, 170 N.J. at 640.",
)


def read_names_and_gaps() -> tuple[list[list[str]], int]:
    """The canonical names of each text, and the number of texts that could not be read."""
    gaps = AnnotationGaps()
    names = [[item.canonical for item in some] for some in citations.of_document(TEXTS, gaps=gaps)]
    assert {gap.annotation for gap in gaps.all()} <= {Annotation.CITATIONS}
    return names, sum(gap.count for gap in gaps.all())


def test_id_refers_to_the_passage_before_when_nothing_fails() -> None:
    assert read_names_and_gaps() == ([["170 N.J. 632"], ["200 N.J. 1"], ["200 N.J. 1", "170 N.J. 632"]], 0)


def test_a_passage_whose_citations_fail_is_one_gap_that_id_does_not_cross(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(citations, "_find_with", failing(citations._find_with))
    assert read_names_and_gaps() == ([["170 N.J. 632"], [], ["", "170 N.J. 632"]], 1)


def test_short_forms_that_cannot_be_resolved_in_a_passage_are_those_of_that_passage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(citations._Resolver, "read", failing(citations._Resolver.read))
    assert read_names_and_gaps() == ([["170 N.J. 632"], ["200 N.J. 1"], ["", "170 N.J. 632"]], 1)


def test_unreadable_pins_and_signals_cost_the_citations_of_their_passage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(citations, "_citations", failing(citations._citations))
    assert read_names_and_gaps() == ([["170 N.J. 632"], [], ["200 N.J. 1", "170 N.J. 632"]], 1)


def test_citations_keep_their_full_forms_where_short_forms_cannot_be_resolved_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(citations, "resolve", failing(citations.resolve))
    assert read_names_and_gaps() == ([["170 N.J. 632"], ["200 N.J. 1"], ["", ""]], 1)
