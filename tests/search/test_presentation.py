"""Tests of the reasons, highlights and citations of a result."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from briefbank.domain.authorities import Citation, CitationKind, Span
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Document, Version
from briefbank.domain.pages import Passage, Role
from briefbank.domain.searches import Order, Related
from briefbank.search import presentation
from briefbank.search.parsing import parse
from briefbank.search.passage_citation import abbreviated, reference
from briefbank.search.search_types import Candidate, Result
from briefbank.text.case_names import parted
from tests.search.fakes import document, match_ranges, no_citations, passage
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "citations.txt")


def reasons(
    query: str,
    known: Passage,
    cosine: float | None = None,
    copies: int = 0,
    filed: date | None = date(2020, 1, 2),
    related: tuple[Related, ...] = (),
) -> tuple[str, ...]:
    parsed = replace(parse(query, no_citations), related=related)
    named = tuple(Version(number, number, "State v. Roe", None) for number in range(2, 2 + copies))
    item = Result(Candidate(known.id, 1.0, True, cosine), known, document(1, filed), named)
    marked = presentation.marks(known, parsed, match_ranges)
    return presentation.reasons(item, parsed, marked, Order.NEWEST, match_ranges)


def test_reasons_name_words_headings_likeness_copies_and_missing_dates() -> None:
    searched = passage(1, "They searched; no Warrant, no search.")
    assert reasons("warrant search", searched) == ("Contains “searched” and “warrant”",)
    words = "alpha bravo charlie delta echoes foxtrot golf hotel"
    assert reasons(words, passage(1, words))[0].endswith("“foxtrot” and 2 more")
    headed = passage(1, "Nothing here.", headings=("POINT I", "The search was unlawful", "Remedy"))
    assert "Heading: The search was unlawful" in reasons("unlawful search", headed), "the innermost"
    for cosine, likeness in ((0.7, "Very similar in meaning"), (0.5, "Similar in meaning")):
        assert likeness in reasons("warrant", passage(1, "no such thing"), cosine)
    assert reasons("thing", passage(1, "thing"), copies=2, filed=None)[1:] == (
        "2 more passages have the same or nearly the same text",
        "No filing date is known, so it stands last",
    )


def test_reasons_say_operators_in_words_and_highlights_are_of_required_and_of_ranking_words() -> None:
    query, known = "stop /5 car NOT bus “was” lawful", passage(1, "The stop of a car was lawful.")
    assert reasons(query, known)[:2] == (
        "Holds what was asked for: “stop” and “car” within 5 words; without “bus”; “was”",
        "Contains “lawful”",
    )
    marks = presentation.marks(known, parse(query, no_citations), match_ranges)
    assert [known.text[start:end] for start, end in marks] == ["stop", "car", "was", "lawful"]


def test_reasons_name_a_case_as_written_and_only_where_it_occurs() -> None:
    assert "Cites State v. Carty" in reasons("State v. Carty consent", passage(1, "As State v Carty held."))
    elsewhere = reasons("State v. Carty consent", passage(1, "The State had consent."))
    assert not any("Cites" in line for line in elsewhere)


def test_reasons_name_thesaurus_words_with_their_source_word() -> None:
    related = tuple(Related(text, 0.3, "car") for text in ("automobile", "motor vehicle", "van"))
    known = passage(1, "The automobile, a motor vehicle.")
    assert reasons("car", known, related=related) == (
        "Contains “automobile” (for “car”) and “motor vehicle” (for “car”)",
    )
    assert reasons("car", passage(1, "A car."), related=related) == ("Contains “car”",)


def test_a_searched_citation_is_highlighted_in_any_form() -> None:
    text = "Id. at 640. See also N.J.S.A. 2C:44-1(b)(2), and State v. Doe, 1 N.J. 2."
    cited = ("170 N.J. 632", "N.J.S.A. 2C:44-1(b)(2)", "1 N.J. 2")
    places = ((0, 10), (21, 43), (49, 71))
    known = replace(
        passage(1, text),
        citations=tuple(
            Citation(start, end, name, CitationKind.CASE)
            for name, (start, end) in zip(cited, places, strict=True)
        ),
    )
    parsed = replace(parse("consent", no_citations), cited=("170 N.J. 632", "N.J.S.A. 2C:44-1"))
    marked = [text[start:end] for start, end in presentation.marks(known, parsed, match_ranges)]
    assert marked == ["Id. at 640", "N.J.S.A. 2C:44-1(b)(2)"]


NAMED = document(1)
DOE = replace(
    NAMED,
    filed=date(2015, 3, 3),
    docket="A-1234-19",
    court="Superior Court of New Jersey, Appellate Division",
)


def passage_over_pages(first: int, last: int, label: str) -> Passage:
    """A passage from one page to another, the first of which is labelled."""
    spans = tuple(Span(page, 0, 4, 0, 4) for page in (first, last))
    return Passage(0, "text", Role.BODY, (), spans, label)


def test_a_known_court_is_abbreviated_as_the_bluebook_does_and_others_keep_their_names() -> None:
    for court, short in EXAMPLES.pairs("Courts as the Bluebook abbreviates them"):
        assert abbreviated(court) == abbreviated(court.upper()) == short
    for court in ("", *EXAMPLES.texts("Courts that are not known")):
        assert abbreviated(court) == court


@pytest.mark.parametrize(
    ("known", "heading"),
    [
        (DOE, "Fields of a document, and how its page 12 is cited"),
        (NAMED, "Fields of a document of which little else is known"),
    ],
)
def test_a_citation_says_what_is_known_of_the_document(known: Document, heading: str) -> None:
    for fields, expected in EXAMPLES.pairs(heading):
        values: dict[str, object] = {}
        for field in fields.split(" | "):
            name, _, value = field.partition(":")
            typed = {"filed": date.fromisoformat, "kind": Kind}.get(name, str)
            values[name] = typed(value.strip())
        cited = reference(replace(known, **values), passage(1, "text", label="12"))  # type: ignore[arg-type]
        assert cited == expected, fields
    assert reference(NAMED, passage(1, "text", page=14)) == "Brief, file page 15, State v. Doe"


def test_a_passage_over_the_end_of_a_page_is_cited_by_both() -> None:
    for labels, pages in EXAMPLES.pairs("Labels of the first and the last page, and the cited pages"):
        first, last = labels.split(" | ")
        assert f"Brief {pages}, State" in reference(DOE, passage_over_pages(3, 4, first), last)
    assert "Brief at 12, State" in reference(DOE, passage_over_pages(3, 4, "12"), "")


def test_pages_without_labels_are_pages_of_the_file() -> None:
    assert "Brief, file pages 4–5, State" in reference(DOE, passage_over_pages(3, 4, ""))


def test_a_title_is_parted_into_the_case_and_the_documents_own_name() -> None:
    for title, parts in EXAMPLES.pairs("Titles, with the case and the own name of the document"):
        assert " | ".join(parted(title)).rstrip() == parts


def test_a_title_that_a_person_typed_is_cited_as_it_was_typed() -> None:
    typed = replace(DOE, title="State v. John Smith", corrected=frozenset({CaptionField.TITLE}))
    assert "at 12, State v. John Smith, No." in reference(typed, passage(1, "text", label="12"))
