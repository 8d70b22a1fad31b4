"""Tests of the form of citations to passages."""

from dataclasses import replace
from datetime import date

import pytest

from briefbank.domain.authorities import Span
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.pages import Passage, Role
from briefbank.search.passage_citation import abbreviated, reference
from briefbank.text.case_names import names_itself, parted
from tests.search.fakes import document, passage

DOE = document(
    1, date(2015, 3, 3), docket="A-1234-19", court="Superior Court of New Jersey, Appellate Division"
)


def passage_over_pages(first: int, last: int, label: str) -> Passage:
    """A passage from one page to another, the first of which is labelled."""
    spans = tuple(Span(page, 0, 4, 0, 4) for page in (first, last))
    return Passage(0, "text", Role.BODY, (), spans, label)


@pytest.mark.parametrize(
    ("court", "short"),
    [
        ("Superior Court of New Jersey, Appellate Division", "N.J. Super. Ct. App. Div."),
        ("Superior Court of New Jersey, Law Division, Essex County", "N.J. Super. Ct. Law Div."),
        ("Supreme Court of New Jersey", "N.J."),
        ("Florida Supreme Court", "Fla."),
        ("Court of Appeals of the State of New York", "N.Y."),
        ("Supreme Court of the State of New York, Appellate Division", "N.Y. App. Div."),
        ("West Virginia Supreme Court of Appeals", "W. Va."),
        ("Court of Criminal Appeals of Texas", "Tex. Crim. App."),
        ("Court of Appeals of Indiana", "Ind. Ct. App."),
        ("District Court of Appeal of Florida, Fourth District", "Fla. Dist. Ct. App."),
        ("Supreme Court of the United States", "U.S."),
        ("United States Court of Appeals for the Third Circuit", "3d Cir."),
        ("United States Court of Appeals for the Eleventh Circuit", "11th Cir."),
        ("United States Court of Appeals for the District of Columbia Circuit", "D.C. Cir."),
        ("United States District Court for the District of New Jersey", "D.N.J."),
        ("United States District Court for the Southern District of New York", "S.D.N.Y."),
        ("United States District Court for the Eastern District of Pennsylvania", "E.D. Pa."),
        ("United States District Court for the District of Columbia", "D.D.C."),
        ("United States Bankruptcy Court for the District of New Jersey", "Bankr. D.N.J."),
    ],
)
def test_a_known_court_is_abbreviated_as_the_bluebook_does(court: str, short: str) -> None:
    assert abbreviated(court) == short
    assert abbreviated(court.upper()) == short


@pytest.mark.parametrize(
    "court",
    [
        "",
        "Court of Appeals",
        "N.J. Super. Ct. App. Div.",
        "Office of the Public Defender",
        "Washington County Court",
        "United States Court of Federal Claims",
        "المحكمة العليا",
    ],
)
def test_a_court_that_is_not_known_keeps_its_name(court: str) -> None:
    assert abbreviated(court) == court


def test_a_citation_abbreviates_its_court_and_says_whose_brief_it_is() -> None:
    cited = reference(replace(DOE, side="Appellant"), passage(1, "text", label="12"))
    assert cited == (
        "Brief for Appellant at 12, State v. Doe, No. A-1234-19 "
        "(N.J. Super. Ct. App. Div. filed Mar. 3, 2015)"
    )


@pytest.mark.parametrize(
    ("first", "last", "pages"),
    [
        ("12", "13", "at 12–13"),
        ("1045", "1046", "at 1045–46"),
        ("199", "200", "at 199–200"),
        ("99", "100", "at 99–100"),
        ("iv", "v", "at iv–v"),
        ("Da45", "Da46", "at Da45–Da46"),
        ("12", "", "at 12"),
        ("12", "12", "at 12"),
    ],
)
def test_a_passage_over_the_end_of_a_page_is_cited_by_both(first: str, last: str, pages: str) -> None:
    assert f"Brief {pages}, State" in reference(DOE, passage_over_pages(3, 4, first), last)


def test_pages_without_labels_are_pages_of_the_file() -> None:
    assert "Brief, file pages 4–5, State" in reference(DOE, passage_over_pages(3, 4, ""))


def test_the_label_of_a_passage_on_one_page_is_not_repeated() -> None:
    assert "Brief at 12, State" in reference(DOE, passage(1, "text", label="12"), "13")


def test_a_decision_is_cited_as_a_slip_opinion_by_its_day() -> None:
    cited = reference(replace(DOE, kind=Kind.OPINION), passage(1, "text", label="12"))
    assert cited == "State v. Doe, No. A-1234-19, slip op. at 12 (N.J. Super. Ct. App. Div. Mar. 3, 2015)"


def test_a_title_with_the_documents_own_name_is_turned_round() -> None:
    cited = reference(replace(DOE, title="State v. Doe, Reply Brief"), passage(1, "text", label="12"))
    assert cited.startswith("Reply Brief at 12, State v. Doe, No.")


@pytest.mark.parametrize(
    ("title", "case", "own"),
    [
        ("State v. Doe", "State v. Doe", ""),
        ("State vs. Doe", "State vs. Doe", ""),
        ("In re J.D.", "In re J.D.", ""),
        (
            "In the Matter of the Civil Commitment of R.F.",
            "In the Matter of the Civil Commitment of R.F.",
            "",
        ),
        (
            "State v. Quill, Brief and Appendix for Appellant",
            "State v. Quill",
            "Brief and Appendix for Appellant",
        ),
        ("State v. Doe, Roe, and Poe", "State v. Doe, Roe, and Poe", ""),
        ("Reply Brief of State v. Doe", "", "Reply Brief of State v. Doe"),
        ("Rule 404", "", "Rule 404"),
        ("", "", ""),
    ],
)
def test_a_title_is_parted_into_the_case_and_the_documents_own_name(title: str, case: str, own: str) -> None:
    assert parted(title) == (case, own)


def test_only_a_title_that_begins_with_a_documents_name_names_itself() -> None:
    assert names_itself("Memorandum of law")
    assert not names_itself("Memorandi v. State")
    assert not names_itself("State v. Brief")


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


def test_a_paper_of_no_known_kind_is_cited_by_its_name_and_its_case() -> None:
    cited = reference(
        replace(DOE, kind=Kind.OTHER, paper="Verified Petition"), passage(1, "text", label="12")
    )
    assert cited.startswith("Verified Petition at 12, State v. Doe, No.")


def test_persons_are_cited_by_their_surnames_in_briefs_and_decisions() -> None:
    named = replace(DOE, title="Jane Roe v. Henry Wade")
    assert "at 12, Roe v. Wade, No." in reference(named, passage(1, "text", label="12"))
    decided = reference(replace(named, kind=Kind.OPINION), passage(1, "text", label="12"))
    assert decided.startswith("Roe v. Wade, No.")


def test_a_title_that_a_person_typed_is_cited_as_it_was_typed() -> None:
    typed = replace(DOE, title="State v. John Smith", corrected=frozenset({CaptionField.TITLE}))
    assert "at 12, State v. John Smith, No." in reference(typed, passage(1, "text", label="12"))
