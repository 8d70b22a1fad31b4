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


def test_reasons_name_the_words_as_they_stand_in_the_passage() -> None:
    assert reasons("warrant search", passage(1, "They searched; no Warrant, no search.")) == (
        "Contains “searched” and “warrant”",
    )


def test_reasons_say_operators_in_words_and_leave_their_words_out_of_those_that_rank() -> None:
    result = reasons("stop /5 car NOT bus “was” lawful", passage(1, "The stop of a car was lawful."))
    assert result[0] == "Holds what was asked for: “stop” and “car” within 5 words; without “bus”; “was”"
    assert result[1] == "Contains “lawful”"


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


def test_required_parts_are_highlighted_with_the_ranking_words() -> None:
    parsed = parse("stop /5 car NOT bus “was” lawful", no_citations)
    known = passage(1, "The stop of a car was lawful.")
    marked = [known.text[start:end] for start, end in presentation.marks(known, parsed, match_ranges)]
    assert marked == ["stop", "car", "was", "lawful"]


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


def test_reasons_name_the_innermost_heading_with_a_word_of_the_query() -> None:
    known = passage(1, "Nothing here.", headings=("POINT I", "The search was unlawful", "Remedy"))
    assert "Heading: The search was unlawful" in reasons("unlawful search", known)


@pytest.mark.parametrize(
    ("cosine", "expected"), [(0.7, "Very similar in meaning"), (0.5, "Similar in meaning")]
)
def test_semantic_similarity_is_described_in_words(cosine: float, expected: str) -> None:
    assert expected in reasons("warrant", passage(1, "no such thing"), cosine)


def test_copies_and_missing_dates_are_mentioned() -> None:
    result = reasons("thing", passage(1, "thing"), copies=2, filed=None)
    assert result[1:] == (
        "2 more passages have the same or nearly the same text",
        "No filing date is known, so it stands last",
    )


def test_many_words_are_counted_not_listed() -> None:
    words = "alpha bravo charlie delta echoes foxtrot golf hotel"
    assert reasons(words, passage(1, words))[0].endswith("“foxtrot” and 2 more")


def cite(known: Document, label: str = "12", page: int = 14) -> str:
    return reference(known, passage(1, "text", label=label, page=page))


def test_a_citation_without_a_printed_label_names_the_page_of_the_file() -> None:
    assert cite(document(1, title="State v. Doe"), label="") == "Brief, file page 15, State v. Doe"


def test_a_citation_leaves_out_what_is_not_known() -> None:
    assert cite(document(1, title="", file_name="motion.pdf")) == "Brief at 12, motion.pdf"
    assert cite(document(1, court="N.J.")) == "Brief at 12, State v. Doe (N.J.)"
    assert cite(document(1, date(2020, 5, 1))) == "Brief at 12, State v. Doe (filed May 1, 2020)"


def test_several_dockets_and_dockets_with_their_own_no_are_written_once() -> None:
    assert "Nos. A-1, A-2" in cite(document(1, docket="A-1; A-2"))
    assert cite(document(1, docket="No. 22-5")).count("No.") == 1


def test_a_title_that_says_what_it_is_and_a_statute_are_not_called_brief() -> None:
    assert cite(document(1, title="Reply Brief of Appellant")) == "Reply Brief of Appellant at 12"
    assert cite(document(1, title="Rule 404", kind=Kind.RULE)) == "Rule 404 at 12"


DOE = document(
    1, date(2015, 3, 3), docket="A-1234-19", court="Superior Court of New Jersey, Appellate Division"
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


def test_a_citation_abbreviates_its_court_and_says_whose_brief_it_is() -> None:
    cited = reference(replace(DOE, side="Appellant"), passage(1, "text", label="12"))
    assert cited == (
        "Brief for Appellant at 12, State v. Doe, No. A-1234-19 "
        "(N.J. Super. Ct. App. Div. filed Mar. 3, 2015)"
    )


def test_a_passage_over_the_end_of_a_page_is_cited_by_both() -> None:
    for labels, pages in EXAMPLES.pairs("Labels of the first and the last page, and the cited pages"):
        first, last = labels.split(" | ")
        assert f"Brief {pages}, State" in reference(DOE, passage_over_pages(3, 4, first), last)
    assert "Brief at 12, State" in reference(DOE, passage_over_pages(3, 4, "12"), "")


def test_pages_without_labels_are_pages_of_the_file() -> None:
    assert "Brief, file pages 4–5, State" in reference(DOE, passage_over_pages(3, 4, ""))


def test_a_decision_is_cited_as_a_slip_opinion_by_its_day() -> None:
    cited = reference(replace(DOE, kind=Kind.OPINION), passage(1, "text", label="12"))
    assert cited == "State v. Doe, No. A-1234-19, slip op. at 12 (N.J. Super. Ct. App. Div. Mar. 3, 2015)"


def test_a_title_with_the_documents_own_name_is_turned_round() -> None:
    cited = reference(replace(DOE, title="State v. Doe, Reply Brief"), passage(1, "text", label="12"))
    assert cited.startswith("Reply Brief at 12, State v. Doe, No.")


def test_a_title_is_parted_into_the_case_and_the_documents_own_name() -> None:
    for title, parts in EXAMPLES.pairs("Titles, with the case and the own name of the document"):
        assert " | ".join(parted(title)).rstrip() == parts


@pytest.mark.parametrize(
    ("paper", "side", "start"),
    [
        ("Reply Brief", "Appellant", "Reply Brief for Appellant at 12, State v. Doe, No."),
        ("Reply Brief", "", "Reply Brief at 12, State v. Doe, No."),
        ("Petition for Writ of Certiorari", "Petitioner", "Petition for Writ of Certiorari at 12, State v."),
        ("Verified Petition", "Petitioner", "Verified Petition at 12, State v. Doe, No."),
    ],
)
def test_a_paper_is_cited_by_the_name_that_it_gives_itself(paper: str, side: str, start: str) -> None:
    cited = reference(replace(DOE, paper=paper, side=side), passage(1, "text", label="12"))
    assert cited.startswith(start)


def test_persons_are_cited_by_their_surnames_in_briefs_and_decisions() -> None:
    named = replace(DOE, title="Jane Roe v. Henry Wade")
    assert "at 12, Roe v. Wade, No." in reference(named, passage(1, "text", label="12"))
    decided = reference(replace(named, kind=Kind.OPINION), passage(1, "text", label="12"))
    assert decided.startswith("Roe v. Wade, No.")


def test_a_title_that_a_person_typed_is_cited_as_it_was_typed() -> None:
    typed = replace(DOE, title="State v. John Smith", corrected=frozenset({CaptionField.TITLE}))
    assert "at 12, State v. John Smith, No." in reference(typed, passage(1, "text", label="12"))
