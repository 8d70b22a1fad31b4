"""Tests of quotations and of the citations that they belong to."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations import citations
from briefbank.citations.quotations import quotations
from briefbank.domain.authorities import Citation, CitationKind
from tests.support.complexity import grows_linearly

CARTY = "State v. Carty, 170 N.J. 632, 640 (2002)"
ROE = "State v. Roe, 100 N.J. 1 (1990)"
WORDS = "a reasonable and articulable suspicion of wrongdoing"


def quoted(text: str) -> list[tuple[str, str]]:
    """The quoted words and what they are quoted from."""
    cited = citations.of_document([text])[0]
    return [(text[start:end], cited[owner].canonical) for start, end, owner in quotations(text, cited)]


@pytest.mark.parametrize(
    "text",
    [
        f"There must be “{WORDS}.” {CARTY}.",
        f"There must be “{WORDS}” before consent is asked for. See {CARTY}; {ROE}.",
        f"There must be “{WORDS}.” Ibid. See {ROE}. {CARTY} (requiring “{WORDS}”).",
        f"In {CARTY}, the Court asked for “{WORDS}” before a search. The officer had none.",
        f"The officer needs more. {CARTY} (“{WORDS}”). {ROE}, is not on point.",
        f"The rule, “{WORDS},” {CARTY}, is settled; {ROE} follows it.",
        f'There must be "{WORDS}." {CARTY}.',
        f"There must be ‘‘{WORDS}.’’ {CARTY}.",
        f"{ROE}, says nothing of this. There must be “{WORDS}” (see {CARTY}).",
    ],
)
def test_quoted_words_belong_to_the_citation_that_gives_their_source(text: str) -> None:
    assert (WORDS, "170 N.J. 632") in [(words.rstrip(".,"), of) for words, of in quoted(text)]
    assert "100 N.J. 1" not in [of for _, of in quoted(text)]


def test_a_short_citation_after_a_quotation_refers_to_its_authority() -> None:
    text = f"{CARTY}, is the leading case. An officer must have “{WORDS}.” Id. at 647. We agree with {ROE}."
    assert quoted(text) == [(f"{WORDS}.", "170 N.J. 632")]


def test_a_sentence_that_argues_from_the_next_case_does_not_take_the_words_before_it() -> None:
    text = f"In {CARTY}, the Court asked for “{WORDS}.” In State v. Roe, 100 N.J. 1 (1990), it did not."
    assert quoted(text) == [(f"{WORDS}.", "170 N.J. 632")]


def test_testimony_with_a_citation_of_the_record_belongs_to_no_authority() -> None:
    text = f"Under {ROE}, this is error. He said “I never saw the man before that night” (2T15-3 to 6)."
    assert quoted(text) == []


def test_a_quotation_in_the_parenthesis_of_an_unknown_citation_has_no_source() -> None:
    text = f"See the committee’s report (“{WORDS}”). See generally {CARTY}."
    assert quoted(text) == []


def test_terms_of_few_words_are_no_quotations() -> None:
    assert quoted(f"The “plain error” rule. {CARTY}.") == []
    assert quoted(f"The “rule of plain error review” holds. {CARTY}.")


def test_the_closed_paragraph_of_a_two_paragraph_quotation_is_found() -> None:
    text = f"“First a paragraph that nobody closes here.\n“Then {WORDS}.”\n{CARTY}."
    assert quoted(text) == [(f"Then {WORDS}.", "170 N.J. 632")]


@pytest.mark.parametrize("citation", [f"[{CARTY}.]", f"{CARTY}.", f"[{CARTY} (citation omitted).]"])
def test_a_paragraph_that_a_colon_announces_and_a_citation_follows_is_quoted(citation: str) -> None:
    block = "Consent searches of cars must rest on suspicion that a person can put in words."
    assert quoted(f"The Court said:\n{block}\n{citation}\nThat is the law.") == [(block, "170 N.J. 632")]


def test_a_paragraph_with_its_citation_in_brackets_at_its_end_is_quoted_without_it() -> None:
    block = "Consent searches of cars must rest on suspicion that a person can put in words."
    assert quoted(f"The Court said:\n{block} [{CARTY}.]\nThat is the law.") == [(block, "170 N.J. 632")]


def test_items_of_a_list_that_a_colon_announces_are_no_quotation() -> None:
    text = f"The factors are:\n(1) the length of the stop and of the search of the car.\n{CARTY}."
    assert quoted(text) == []


def test_marks_that_nobody_closes_or_opens_quote_nothing() -> None:
    assert quoted(f"There must be “{WORDS}. {CARTY}.") == []
    assert quoted(f"There must be {WORDS}.” {CARTY}.") == []


def test_quotations_of_a_long_text_take_time_in_proportion_to_its_length() -> None:
    piece = f"There must be “{WORDS}.” {CARTY} (“{WORDS}”). (((( “ "

    def build(pieces: int) -> tuple[str, tuple[Citation, ...]]:
        return piece * pieces, citations.of_document([piece * pieces])[0]

    assert grows_linearly(lambda given: quotations(*given), build, 480)


@given(st.text(alphabet="“”\"'’‘()[]:\n. ,Aab1\ud800", max_size=120), st.data())
def test_ranges_are_ordered_and_inside_any_text(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True)))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    cited = [Citation(start, end, "1 N.J. 1", CitationKind.CASE) for start, end in pairs]
    results = quotations(text, cited)
    assert results == sorted(results)
    assert all(0 <= start < end <= len(text) and 0 <= owner < len(cited) for start, end, owner in results)
    assert all(a[1] <= b[0] for a, b in pairwise(results))
