"""Tests of the figures over hand-marked pages and of their files, which hold no text."""

from __future__ import annotations

import json

import pytest

from briefbank.domain.authorities import Citation, CitationForm, CitationKind, Span
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Caption, Reading
from briefbank.domain.pages import Page, PageSource, Passage, Role
from tests.evaluate import gold

RAW = "ARGUMENT See 5 U.S. 1. Then Id. at 2."
TEXT = "See 5 U.S. 1. Then Id. at 2."


def filing(citations: tuple[Citation, ...], label: str = "3") -> gold.Filing:
    """One page whose words from 9 on are the passage; the hand marked the heading, a case and an id."""
    passage = Passage(0, TEXT, Role.BODY, ("ARGUMENT",), (Span(0, 9, 37, 0, 28),), "3", citations)
    page = Page(0, label, RAW, PageSource.TEXT)
    marks = {
        "page": 0,
        "label": "3",
        "headings": [{"start": 0, "end": 8, "level": 1}],
        "citations": [
            {"start": 13, "end": 21, "sort": "case", "canonical": "5 U. S. 1"},
            {"start": 28, "end": 36, "sort": "id", "canonical": "5 U.S. 1"},
        ],
        "borders": [{"at": 0, "strict": True}, {"at": 9, "strict": False}],
    }
    reading = Reading(Kind.BRIEF, Caption(), (page,), (passage,))
    return gold.Filing({"file": "made-up.pdf", "pages": [marks]}, reading, ((0, 0, 8),))


CASE = Citation(4, 12, "5 U.S. 1", CitationKind.CASE)
ID = Citation(19, 27, "5 U.S. 1", CitationKind.CASE, form=CitationForm.ID)


def test_citations_that_are_right_are_counted_right_with_their_canonical_form() -> None:
    score, canonical = gold.Score(), gold.Score()
    gold.score_citations(filing((CASE, ID)), score, canonical)
    assert (score.right, score.retrieved, score.met, score.marked) == (2, 2, 2, 2)
    assert (canonical.right, canonical.marked) == (2, 2)
    assert score.mistakes == canonical.mistakes == []


def test_a_missed_and_an_invented_citation_are_both_mistakes() -> None:
    score, canonical = gold.Score(), gold.Score()
    gold.score_citations(filing((CASE, Citation(13, 18, "Then", CitationKind.STATUTE))), score, canonical)
    assert (score.right, score.retrieved, score.met, score.marked) == (1, 2, 1, 2)
    assert [mistake.split(":")[0] for mistake in score.mistakes] == ["not one", "missed"]


def test_a_short_form_read_as_a_full_citation_is_a_mistake() -> None:
    score = gold.Score()
    gold.score_citations(filing((CASE, Citation(19, 27, "5 U.S. 1", CitationKind.CASE))), score, gold.Score())
    assert (score.right, score.met) == (1, 1)


def test_headings_labels_and_borders_are_compared_with_the_marked_ones() -> None:
    marked_filing = filing((CASE,), label="4")
    headings, labels, units, strict = (gold.Score() for _ in range(4))
    gold.score_headings(marked_filing, headings)
    gold.score_labels(marked_filing, labels)
    gold.score_borders(marked_filing, units, strict)
    assert (headings.right, headings.met) == (1, 1)
    assert (labels.right, labels.retrieved, labels.marked) == (0, 1, 1)
    assert (units.right, units.retrieved) == (1, 1)
    assert (strict.met, strict.marked) == (0, 1)


@pytest.mark.parametrize("path", sorted(gold.GOLD.glob("*.json")), ids=lambda path: path.stem)
def test_the_marks_are_places_within_pages_and_not_text(path: gold.Path) -> None:
    marks = json.loads(path.read_text(encoding="utf-8"))
    for page in marks["pages"]:
        assert set(page) == {"page", "label", "headings", "citations", "borders", "regions"}
        for item in [*page["headings"], *page["citations"]]:
            assert 0 <= item["start"] < item["end"]
            assert set(item) <= {"start", "end", "level", "sort", "canonical"}
