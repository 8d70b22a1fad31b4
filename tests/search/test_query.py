"""Tests of parsing a query: content words, required parts, numbers, and notes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations import citations
from briefbank.domain.authorities import Citation, CitationKind
from briefbank.domain.searches import LexicalQuery
from briefbank.errors import QueryError
from briefbank.search.interpretation import interpretation
from briefbank.search.operators.lexing import written
from briefbank.search.parsing import PASTED_WORDS, QUESTION_WORDS, QUOTES, TEXT_LIMIT, WORDS_LIMIT, parse
from briefbank.search.query import Correction, ParsedQuery
from briefbank.search.typed_text import law_day
from tests.search.fakes import no_citations
from tests.support.annotation_mistakes import failing
from tests.support.complexity import grows_linearly, repeated


def read(text: str) -> ParsedQuery:
    return parse(text, no_citations)


def required(parsed: ParsedQuery) -> str:
    """Return the required part of a query, written out; empty for none."""
    return written(parsed.required) if parsed.required is not None else ""


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
    assert parsed.parts[0].sentence == "a search without consent of the"
    assert parsed.set_aside == "find me briefs about"


@pytest.mark.parametrize(
    ("text", "aside", "words", "required_text"),
    [
        (
            "find me briefs about “plain error” /p summation!",
            "find me briefs about",
            (),
            "(“plain error” w/p “summation*”)",
        ),
        ("  find me briefs about “plain error”", "find me briefs about", (), "“plain error”"),
        ("briefs on “plain error” in summation", "briefs on", ("summation",), "“plain error”"),
        ("law “plain error” about car", "", ("law", "car"), "“plain error”"),
        ("“plain error” is good law", "", ("good", "law"), "“plain error”"),
    ],
)
def test_words_that_only_ask_are_set_aside_before_operators_too(
    text: str, aside: str, words: tuple[str, ...], required_text: str
) -> None:
    parsed = read(text)
    assert (parsed.set_aside, parsed.words, required(parsed)) == (aside, words, required_text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a will", ("will",)),
        ("his last will and testament", ("will", "last", "testament")),
        ("construction of the will.", ("construction", "will")),
        ("will he testify", ("testify",)),
        ("the court will affirm", ("court", "affirm")),
    ],
)
def test_a_will_is_a_subject_and_will_as_a_verb_is_not(text: str, words: tuple[str, ...]) -> None:
    assert set(read(text).words) == set(words)


@pytest.mark.parametrize(
    "text", ['"plain view" car', "“plain view” car", '“plain view" car', "car “plain  view”"]
)
def test_quoted_text_must_hold_with_straight_and_curly_marks(text: str) -> None:
    assert required(read(text)) == "“plain view”"
    assert read(text).words == ("car",)


@pytest.mark.parametrize("text", ['stop "and frisk', "stop and frisk”", "“stop and “frisk"])
def test_a_quotation_mark_without_a_partner_is_noted_and_its_words_are_searched(text: str) -> None:
    parsed = read(text)
    assert "A quotation mark has no partner and was not used." in parsed.read.notes
    assert parsed.required is None
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


@pytest.mark.parametrize("dash", "‐‑‒–—―−﹘﹣－")
@pytest.mark.parametrize("number", ["2C:44-1", "A-1234-19", "40-35-113", "3:19-cv-00123", "30:4-123.51"])
def test_a_number_is_the_same_identifier_with_any_dash(number: str, dash: str) -> None:
    assert read(number.replace("-", dash)).identifiers == read(number).identifiers == (number,)


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
    cited = Citation(3, 13, "170 N.J. 632", CitationKind.CASE)
    parsed = parse(text, lambda _: (cited,))
    assert parsed.identifiers == ("170 N.J. 632",)
    assert parsed.words == ("hearsay",)


def test_a_statute_citation_is_searched_by_its_number_alone() -> None:
    text = "under N.J.S.A. 2C:35-5 sentence"
    cited = Citation(6, 22, "N.J.S.A. 2C:35-5", CitationKind.STATUTE)
    assert parse(text, lambda _: (cited,)).identifiers == ("2C:35-5",)


def test_operators_take_the_words_beside_them_and_the_plain_rest_ranks() -> None:
    parsed = read("trunk (consent! OR search) /p warrant NOT roadblock passenger")
    typed = "(((“consent*” OR “search”) w/p “warrant”) NOT “roadblock”)"
    assert required(parsed) == typed
    assert parsed.words == ("trunk", "passenger")
    assert parsed.lexical().required is parsed.required


def test_required_words_rank_too_except_for_excluded_words_and_wildcards() -> None:
    parsed = read("“the plain error” AND summat! NOT harmless")
    assert parsed.words == ()
    assert parsed.lexical().words == ("plain", "error")


def test_lower_case_and_all_capitals_are_not_read_as_operators() -> None:
    assert read("search and seizure").required is None
    assert read("SEARCH AND SEIZURE").required is None


# --- texts from elsewhere ----------------------------------------------------------------------------


def test_text_from_a_document_has_no_operators_or_requests() -> None:
    text = "find me briefs about “plain error” AND summat! kind:brief"
    parsed = parse(text, no_citations, literal=True)
    assert parsed.required is None
    assert parsed.set_aside == ""
    assert {"find", "briefs", "plain", "error", "summat", "kind", "brief"} == set(parsed.words)
    assert parse("state of mind: intent", no_citations, literal=True).context is None


LONG = " ".join(f"word{number}" for number in range(PASTED_WORDS))


@pytest.mark.parametrize(
    "text", [f"He said “stop now” {LONG}", "He said “stop now” to me.\n\nWas it lawful?"]
)
def test_quotation_marks_in_a_pasted_text_do_not_restrict_the_search_and_a_note_says_so(text: str) -> None:
    parsed = read(text)
    assert parsed.required is None
    assert {"stop", "now"} <= set(parsed.words)
    assert QUOTES in parsed.read.notes


@pytest.mark.parametrize(
    "text", [f"“stop now” /p summat! {LONG}", "“stop now” {}".format(" ".join(LONG.split()[:40]))]
)
def test_quotation_marks_limit_beside_another_operator_and_in_a_shorter_text(text: str) -> None:
    assert required(read(text)).startswith(("“stop now”", "(“stop now”"))
    assert QUOTES not in read(text).read.notes


# --- scene and point -------------------------------------------------------------------------------


def context_and_question(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of the scene and of the point."""
    parsed = read(text)
    assert len(parsed.parts) == 1
    return (parsed.context.words if parsed.context else ()), parsed.parts[0].words


@pytest.mark.parametrize(
    "text",
    [
        "Search of a vehicle: consent by passenger",
        "Search of a vehicle.\n\nConsent by passenger",
        "Search of a vehicle.\n\nWhat of consent by passenger?",
    ],
)
def test_text_before_a_colon_or_a_last_short_paragraph_is_context_only(text: str) -> None:
    assert context_and_question(text) == (("search", "vehicle"), ("consent", "passenger"))


def test_the_scene_ranks_as_context_without_words_of_the_point() -> None:
    parsed = read("Search of a vehicle: consent to search by passenger")
    assert parsed.lexical() == LexicalQuery(
        ("consent", "search", "passenger"),
        context=("vehicle",),
        sequences=(("consent", "search", "passenger"),),
        context_sequence=("search", "vehicle"),
    )
    assert parsed.words == ("search", "vehicle", "consent", "passenger")
    assert [part.sentence for part in parsed.all_parts] == [
        "Search of a vehicle:",
        "consent to search by passenger",
    ]


def test_words_keep_the_order_in_which_they_follow_one_another_however_often_they_are_typed() -> None:
    parsed = read("none was shown before the death of the testator, and the testator died at home")
    query = parsed.lexical()
    assert query.words[0] == "testator"
    assert query.sequences == (("none", "shown", "death", "testator", "testator", "died", "home"),)


@pytest.mark.parametrize(
    "text", ["vehicle search:", ": vehicle search", "of the: vehicle search", "2C:44-1 search"]
)
def test_a_colon_without_content_on_both_sides_ends_no_scene(text: str) -> None:
    assert context_and_question(text)[0] == ()


def test_a_last_question_is_the_point_at_any_length_and_long_paragraphs_are_equals() -> None:
    long = " ".join(f"fact{number}" for number in range(QUESTION_WORDS + 1))
    assert read(f"the stop\n\n{long}").context is None
    assert len(read(f"the stop\n\n{long}").parts) == 2
    query = read(f"the stop\n\n{long}?")
    assert query.context is not None and query.context.words == ("stop",)


def test_a_point_without_a_distinct_word_includes_the_scene() -> None:
    assert context_and_question("Search of a vehicle.\n\nWas that so?") == ((), ("search", "vehicle"))


def test_without_splitting_a_text_is_one_paragraph_without_context() -> None:
    parsed = parse("Search of a vehicle: consent\n\nby passenger", no_citations, splitting=False)
    assert parsed.context is None
    assert [part.words for part in parsed.parts] == [("search", "vehicle", "consent", "passenger")]


def paragraph(*words: str) -> str:
    """Long enough to be no point of those before it."""
    return " ".join([*words, *["filler"] * QUESTION_WORDS])


def test_paragraphs_become_parts_and_many_paragraphs_are_put_together() -> None:
    parsed = read(f"the debts\n\nof a witness\n \n{paragraph('both', 'minors')}")
    assert [part.words for part in parsed.parts] == [("debts",), ("witness",), ("filler", "minors")]
    assert [part.sentence for part in parsed.parts][:2] == ["the debts", "of a witness"]
    assert parsed.lexical(parsed.parts[1]).words == ("witness",)
    many = [f"word{n} thing" for n in range(100)]
    assert len(read("\n\n".join([*many, paragraph("last")])).parts) == 8


def test_a_correction_changes_words_and_sentence() -> None:
    parsed = read("a sentance of years").corrected((Correction("sentance", "sentence"),))
    assert parsed.words == ("sentence", "years")
    assert parsed.parts[0].sentence == "a sentence of years"
    framed = read("sentance: of years").corrected((Correction("sentance", "sentence"),))
    assert framed.context is not None and framed.context.words == ("sentence",)


@pytest.mark.parametrize(
    "text", ["", "   ", "the of and", "?!...", "🙂🙃", "“”", '""', "\x00\x07", "AND OR", "!"]
)
def test_text_without_anything_to_search_for_is_an_error_with_its_position(text: str) -> None:
    with pytest.raises(QueryError) as caught:
        read(text)
    assert caught.value.position == 0


def test_contradictory_operators_are_explained_where_no_word_is_left() -> None:
    with pytest.raises(QueryError, match="A parenthesis is not closed"):
        read("(a OR b")


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
def test_a_repetition_is_read_in_linear_time(unit: str) -> None:
    def read_or_refuse(text: str) -> None:
        try:
            read(text)
        except QueryError:
            pass

    assert grows_linearly(read_or_refuse, repeated(unit), 100_000)


@given(st.text(max_size=300))
def test_any_text_is_a_query_or_a_query_error(text: str) -> None:
    try:
        parsed = read(text)
    except QueryError as error:
        assert error.position is not None and -1 <= error.position <= len(text)
    else:
        assert parsed.words or parsed.required is not None or parsed.identifiers
        assert parsed.parts


KNOWN = ["find", "me", "briefs", "about", "the", "search", "is", "good", "law", '"', "404(b)", "\n\n", "AND"]

MIXED = [*KNOWN, "2015", "in", "§", "w/5", "“", "”", "(b)", "(", ")", "NOT", "/p", "stop!", "kind:", ":", "!"]


@given(st.lists(st.sampled_from(MIXED), max_size=14).map(" ".join))
def test_any_mixture_of_what_the_reader_knows_is_a_query_or_a_query_error_with_its_place(text: str) -> None:
    try:
        read(text)
    except QueryError as error:
        assert error.position is not None and 0 <= error.position <= len(text)


@pytest.mark.parametrize(
    ("text", "words", "numbers", "required_text"),
    [
        ("2C:44-1", (), ("2C:44-1",), ""),
        ("R. 3:5-7", (), ("3:5-7",), ""),
        ("§ 1983", (), ("1983",), ""),
        ("search !", ("search",), (), ""),
        ("search “seizure", ("search", "seizure"), (), ""),
        ("((search", ("search",), (), ""),
        ("🙂 search 🙃", ("search",), (), ""),
        ("sea\u200brch\x00car\ud800", ("search", "car"), (), ""),
        ("to be or not to be “the”", (), (), "“the”"),
    ],
)
def test_odd_but_readable_input_is_answered(
    text: str, words: tuple[str, ...], numbers: tuple[str, ...], required_text: str
) -> None:
    parsed = read(text)
    assert (parsed.words, parsed.identifiers, required(parsed)) == (words, numbers, required_text)


def test_a_case_is_named_without_a_reporter() -> None:
    assert read("what did State v. Carty hold").cases == ("state v carty",)
    assert read("State vs. O’Neill, consent").cases == ("state v o’neill",)
    assert read("v. Carty").cases == ()
    carty = parse("State v. Carty, 170 N.J. 632", citations.find)
    assert carty.cases == () and carty.cited == ("170 N.J. 632",)


def test_a_question_about_good_law_searches_for_the_authority_alone() -> None:
    parsed = read("Is State v. Carty still good law?")
    assert (parsed.set_aside, parsed.cases) == ("still good law", ("state v carty",))
    assert parsed.query_class.value == "good-law"
    assert read("is the will still valid").set_aside == "still valid"
    assert read("police still good law").set_aside == ""


def test_a_citation_that_an_operator_takes_is_no_number_of_the_plain_rest() -> None:
    parsed = parse("cites:“170 N.J. 632” hearsay 2C:44-1", citations.find)
    assert parsed.identifiers == ("2C:44-1",)
    assert "170 N.J. 632" not in parsed.cited


@pytest.mark.forces_mistakes
def test_a_day_that_cannot_be_parsed_is_reported_and_its_words_are_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("briefbank.search.parsing.law_day", failing(law_day))
    parsed = read("stop of a zebra as of March 2015")
    assert {"stop", "zebra"} <= set(parsed.words) and parsed.law_day is None
    assert "the dates in the text could not be read" in interpretation(parsed, semantic_used=False)
