"""Reading a query: what is content, what is required, what is a number, and what is said of the rest."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.errors import QueryError
from briefbank.models import Citation
from briefbank.search.query import PHRASES_LIMIT, TEXT_LIMIT, WORDS_LIMIT, ParsedQuery, parse
from tests.search.fakes import no_citations


def read(text: str) -> ParsedQuery:
    return parse(text, no_citations)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("find me briefs about consent to search a car", ("consent", "search", "car")),
        ("Show me cases where the prosecutor commented on silence", ("prosecutor", "commented", "silence")),
        ("do we have anything on suppression of a phone?", ("suppression", "phone")),
        ("I need authority for a stop of a car", ("stop", "car")),
        ("we’re looking for arguments that the sentence is excessive", ("sentence", "excessive")),
        ("Please find briefs on hearsay", ("hearsay",)),
        ("briefs on hearsay", ("hearsay",)),
        ("has anyone argued that NERA is unconstitutional", ("nera", "unconstitutional")),
        ("anything on shackles", ("shackles",)),
        ("is State v. Cotto still good law?", ("state", "cotto")),
        ("What is the standard for plain error?", ("standard", "plain", "error")),
    ],
)
def test_words_that_only_ask_are_not_content(text: str, words: tuple[str, ...]) -> None:
    assert read(text).words == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("search of a car without a warrant", ("search", "car", "warrant")),
        ("opinion of an expert witness", ("opinion", "expert", "witness")),
        ("need for a warrant", ("need", "warrant")),
        ("find that the defendant waived", ("find", "defendant", "waived")),
        ("motion to suppress", ("motion", "suppress")),
        ("section heading", ("section", "heading")),
        ("case of mistaken identity", ("case", "mistaken", "identity")),
        ("law", ("law",)),
        ("find me briefs", ("find", "briefs")),
    ],
)
def test_content_that_resembles_a_question_stays(text: str, words: tuple[str, ...]) -> None:
    assert read(text).words == words
    assert read(text).set_aside == ""


def test_the_sentence_for_meaning_keeps_small_words_and_loses_only_the_question() -> None:
    parsed = read("find me briefs about a search without consent of the “sole owner”")
    assert parsed.parts[0].meaning == "a search without consent of the sole owner"
    assert parsed.set_aside == "find me briefs about"


@pytest.mark.parametrize(
    "text", ['"plain view" car', "“plain view” car", '“plain view" car', "car “plain  view”"]
)
def test_quoted_text_is_a_required_phrase_with_straight_and_curly_marks(text: str) -> None:
    assert read(text).phrases == ("plain view",)
    assert read(text).words == ("car",)


@pytest.mark.parametrize("text", ['stop "and frisk', "stop and frisk”", "“stop and “frisk"])
def test_a_quotation_mark_without_a_partner_is_noted_and_its_words_are_searched(text: str) -> None:
    parsed = read(text)
    assert parsed.unpaired_quote
    assert parsed.phrases == ()
    assert parsed.words == ("stop", "frisk")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("803(c)(27)", ("803(c)(27)",)),
        ("2C:44-1", ("2C:44-1",)),
        ("N.J.S.A. 2C:44-1(a)(9).", ("2C:44-1(a)(9)",)),
        ("R. 3:5-7", ("3:5-7",)),
        ("Rule 404 (b)", ("404(b)",)),
        ("(see 404(b))", ("404(b)",)),
        ("§ 1983", ("1983",)),
        ("§1983", ("1983",)),
        ("section 922", ("922",)),
        ("A-1234-19", ("A-1234-19",)),
        ("a-1234-19T4", ("a-1234-19T4",)),
        ("1:19-cv-01234-ABC", ("1:19-cv-01234-ABC",)),
        ("12.1-20-03", ("12.1-20-03",)),
        ("K-9", ("K-9",)),
        ("404(b) and 803(c)(27)", ("404(b)", "803(c)(27)")),
    ],
)
def test_numbers_of_rules_statutes_and_dockets_are_kept_whole(text: str, numbers: tuple[str, ...]) -> None:
    assert read(text).identifiers == numbers


def test_a_number_alone_is_an_exact_question_and_a_number_with_words_is_not() -> None:
    assert read("Rule 404(b)").exact_only
    assert read("“plain view”").exact_only
    assert not read("404(b) prior bad acts").exact_only
    assert not read("§ 1983").exact_only


@pytest.mark.parametrize(
    "text", ["37 years old", "two of 3 officers", "in 1999", "3/15/2015 hearing", "2010-2015 data"]
)
def test_plain_numbers_and_dates_are_no_identifiers(text: str) -> None:
    assert read(text).identifiers == ()


def test_dates_are_noted_and_not_searched_as_words() -> None:
    parsed = read("jury charge in 2015 given March 3, 2016")
    assert parsed.words == ("jury", "charge", "given")
    assert parsed.dates == ("2015", "March", "3", "2016")


def test_a_date_alone_is_searched_as_a_word() -> None:
    assert read("in 2015").words == ("2015",)


def test_a_case_citation_is_kept_whole_in_both_spellings() -> None:
    text = "is 170 NJ 632 about hearsay"
    cited = Citation(3, 13, "170 N.J. 632", "case")
    parsed = parse(text, lambda _: (cited,))
    assert parsed.identifiers == ("170 N.J. 632",)
    assert parsed.words == ("hearsay",)


def test_a_statute_citation_is_searched_by_its_number_alone() -> None:
    text = "under N.J.S.A. 2C:35-5 sentence"
    cited = Citation(6, 22, "N.J.S.A. 2C:35-5", "statute")
    assert parse(text, lambda _: (cited,)).identifiers == ("2C:35-5",)


def test_operators_are_left_out_and_named() -> None:
    parsed = read("(consent! AND search) w/5 car /p warrant NOT roadblock")
    assert parsed.operators == ("!", "AND", "w/5", "/p", "NOT")
    assert parsed.words == ("consent", "search", "car", "warrant", "roadblock")


def test_small_letters_and_all_capitals_are_not_taken_for_operators() -> None:
    assert read("search and seizure").operators == ()
    assert read("SEARCH AND SEIZURE").operators == ()


def test_paragraphs_become_parts_and_many_paragraphs_are_put_together() -> None:
    parts = read("the debts\n\nof a witness\n \nboth minors").parts
    assert [part.words for part in parts] == [("debts",), ("witness",), ("minors",)]
    assert [part.meaning for part in parts] == ["the debts", "of a witness", "both minors"]
    assert len(read("\n\n".join(f"word{n} thing" for n in range(100))).parts) == 8


def test_a_correction_changes_words_and_sentence() -> None:
    parsed = read("a sentance of years").corrected({"sentance": "sentence"})
    assert parsed.words == ("sentence", "years")
    assert parsed.parts[0].meaning == "a sentence of years"


@pytest.mark.parametrize(
    "text", ["", "   ", "the of and", "?!...", "🙂🙃", "“”", '""', "\x00\x07", "AND OR", "!"]
)
def test_text_without_anything_to_search_for_is_an_error_with_its_position(text: str) -> None:
    with pytest.raises(QueryError) as caught:
        read(text)
    assert caught.value.position == 0


def test_too_many_quotations_are_an_error_at_the_first_too_many() -> None:
    text = " ".join(f'"number {n}"' for n in range(PHRASES_LIMIT + 5))
    with pytest.raises(QueryError) as caught:
        read(text)
    assert text[caught.value.position :].startswith(f'"number {PHRASES_LIMIT}"')


def test_text_beyond_the_limit_is_an_error_at_the_limit() -> None:
    with pytest.raises(QueryError) as caught:
        read("a" * (TEXT_LIMIT + 1))
    assert caught.value.position == TEXT_LIMIT


def test_ten_thousand_words_are_answered_with_those_repeated_most() -> None:
    parsed = read(" ".join(["confession"] * 3 + [f"word{n}" for n in range(10_000)]))
    assert len(parsed.words) == WORDS_LIMIT
    assert parsed.words[0] == "confession"
    assert parsed.words_dropped == 10_001 - WORDS_LIMIT


@pytest.mark.parametrize(
    "unit",
    [
        "(a)",
        '"',
        "1-",
        "\n",
        "\n \n",
        "1:",
        "'",
        "“a",
        "w/",
        "é\u0301",
        "a.",
        "§ ",
        "404 (b) ",
        "!*",
        "find me ",
    ],
)
def test_no_repetition_makes_reading_slow(unit: str) -> None:
    text = (unit * TEXT_LIMIT)[:100_000]
    started = time.process_time()
    try:
        read(text)
    except QueryError:
        pass
    assert time.process_time() - started < 3


@given(st.text(max_size=300))
def test_any_text_is_a_query_or_a_query_error(text: str) -> None:
    try:
        parsed = read(text)
    except QueryError as error:
        assert -1 <= error.position <= len(text)
    else:
        assert parsed.words or parsed.phrases or parsed.identifiers


KNOWN = ["find", "me", "briefs", "about", "the", "search", "is", "good", "law", '"', "404(b)", "\n\n", "AND"]


@given(st.lists(st.sampled_from([*KNOWN, "2015", "in", "§", "w/5", "“", "”", "(b)"]), max_size=14))
def test_any_mixture_of_what_the_reader_knows_is_a_query_or_a_query_error(tokens: list[str]) -> None:
    try:
        read(" ".join(tokens))
    except QueryError:
        pass
