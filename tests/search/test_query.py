"""Tests of parsing a query: its words, required parts, numbers, class, and the day whose law it asks for."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations import citations
from briefbank.domain.authorities import Citation, CitationKind
from briefbank.domain.searches import LexicalQuery, PartRole
from briefbank.errors import QueryError
from briefbank.search.interpretation import interpretation, parts_of, period
from briefbank.search.operators.lexing import written
from briefbank.search.parsing import PASTED_WORDS, QUESTION_WORDS, QUOTES, TEXT_LIMIT, WORDS_LIMIT, parse
from briefbank.search.query import FACTS_WORDS, PARAMETERS, Correction, ParsedQuery, QueryClass
from briefbank.search.typed_text import law_day
from tests.search.fakes import no_citations
from tests.support.annotation_mistakes import failing
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "queries.txt")


def read(text: str) -> ParsedQuery:
    return parse(text, no_citations)


def required(parsed: ParsedQuery) -> str:
    """Return the required part of a query, written out; empty for none."""
    return written(parsed.required) if parsed.required is not None else ""


def test_words_that_only_ask_are_not_content_and_others_are() -> None:
    for text, words in EXAMPLES.pairs("Words that only ask are not content"):
        assert read(text).words == tuple(words.split()), text
    for text, words in EXAMPLES.pairs("Content that resembles a question"):
        assert (read(text).words, read(text).set_aside) == (tuple(words.split()), ""), text
    for text, words in EXAMPLES.pairs("A will is a subject, and will as a verb is not"):
        assert set(read(text).words) == set(words.split()), text


def test_small_words_of_both_languages_are_no_content_of_a_question_in_spanish() -> None:
    mixed = read("¿Puede la policía registrar el carro sin una orden de la corte and the judge?")
    assert mixed.words == ("policía", "registrar", "carro", "orden", "corte", "judge")


def test_the_sentence_for_meaning_keeps_small_words_and_loses_only_the_question() -> None:
    parsed = read("find me briefs about a search without consent of the “sole owner”")
    assert parsed.parts[0].sentence == "a search without consent of the"
    assert parsed.set_aside == "find me briefs about"


def test_words_that_only_ask_are_set_aside_before_operators_too() -> None:
    heading = "What is set aside, the plain words and what is required"
    for text, expected in EXAMPLES.pairs(heading):
        parsed = read(text)
        read_as = " | ".join([parsed.set_aside, " ".join(parsed.words), required(parsed)])
        assert read_as.strip() == expected, text


def test_quoted_text_must_hold_with_straight_and_curly_marks() -> None:
    for text in ('"plain view" car', "“plain view” car", '“plain view" car', "car “plain  view”"):
        assert (required(read(text)), read(text).words) == ("“plain view”", ("car",)), text


def test_numbers_of_rules_statutes_and_dockets_are_kept_whole_and_others_are_none() -> None:
    for text, numbers in EXAMPLES.pairs("Numbers of rules, statutes and dockets"):
        assert read(text).identifiers == tuple(numbers.split(" | ")), text
    for text in ("37 years old", "two of 3 officers", "in 1999", "3/15/2015 hearing", "2010-2015 data"):
        assert read(text).identifiers == (), text


def test_a_number_is_the_same_identifier_with_any_dash() -> None:
    for number in ("2C:44-1", "A-1234-19", "40-35-113", "3:19-cv-00123", "30:4-123.51"):
        for dash in "-‐‑‒–—―−﹘﹣－":
            assert read(number.replace("-", dash)).identifiers == (number,), dash


def test_a_number_alone_is_an_exact_question_and_a_number_with_words_is_not() -> None:
    assert read("Rule 404(b)").exact_only and read("“plain view”").exact_only
    assert not read("404(b) prior bad acts").exact_only and not read("§ 1983").exact_only


def test_dates_are_noted_and_not_searched_as_words() -> None:
    parsed = read("jury charge in 2015 given March 3, 2016")
    assert parsed.words == ("jury", "charge", "given")
    assert parsed.dates == ("2015", "March", "3", "2016")
    assert read("in 2015").words == ("2015",), "a date alone is a word"


def test_a_case_citation_is_kept_whole_in_both_spellings() -> None:
    text = "is 170 NJ 632 about hearsay"
    cited = Citation(3, 13, "170 N.J. 632", CitationKind.CASE)
    parsed = parse(text, lambda _: (cited,))
    assert parsed.identifiers == ("170 N.J. 632",)
    assert parsed.words == ("hearsay",)


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
    assert parse(text, no_citations, splitting=False).context is None


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


def test_text_without_anything_to_search_for_or_beyond_the_limit_is_an_error_with_its_position() -> None:
    empty = ("", "   ", "the of and", "?!...", "🙂🙃", "“”", '""', "\x00\x07", "AND OR", "!")
    for text, position in (*((text, 0) for text in empty), ("a" * (TEXT_LIMIT + 1), TEXT_LIMIT)):
        with pytest.raises(QueryError) as caught:
            read(text)
        assert caught.value.position == position
    with pytest.raises(QueryError, match="A parenthesis is not closed"):
        read("(a OR b")


def test_ten_thousand_words_are_answered_with_those_repeated_most() -> None:
    parsed = read(" ".join(["confession"] * 3 + [f"word{n}" for n in range(10_000)]))
    assert len(parsed.words) == WORDS_LIMIT
    assert parsed.words[0] == "confession"
    assert parsed.words_dropped == 10_001 - WORDS_LIMIT


def test_a_case_is_named_without_a_reporter() -> None:
    assert read("what did State v. Carty hold").cases == ("state v carty",)
    assert read("State vs. O’Neill, consent").cases == ("state v o’neill",)
    assert read("v. Carty").cases == ()
    carty = parse("State v. Carty, 170 N.J. 632", citations.find)
    assert carty.cases == () and carty.cited == ("170 N.J. 632",)


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


MANY = " ".join(f"fact{number}" for number in range(FACTS_WORDS))


def test_each_query_has_the_class_of_what_it_asks_for() -> None:
    for text, kind in EXAMPLES.pairs("Classes of queries"):
        assert read(text).query_class is QueryClass(kind), text
    assert read(f"the stop was unlawful {MANY}").query_class is QueryClass.FACTS


def test_every_class_has_parameters_within_their_ranges() -> None:
    for chosen in PARAMETERS.values():
        semantic = (chosen.semantic, chosen.semantic_alone)
        shares = (*semantic, chosen.context, chosen.context_semantic, chosen.neighbours)
        assert all(0.0 <= share < 1.0 for share in shares)
        assert chosen.depth >= 100
    assert set(PARAMETERS) == set(QueryClass)
    for kind in (QueryClass.IDENTIFIER, QueryClass.GOOD_LAW):  # asks for all that cite an authority
        assert PARAMETERS[kind].depth == max(parameter.depth for parameter in PARAMETERS.values())
        assert PARAMETERS[kind].neighbours == 0.0


def test_clear_words_ask_for_the_law_of_a_time() -> None:
    for text, expected in EXAMPLES.pairs("Words that ask for the law of a time"):
        day = law_day(text, [(0, len(text))], citations.find(text))
        assert day is not None, text
        assert f"{day.first} {day.last} {text[day.start : day.end]}" == expected


def test_years_that_say_something_else_ask_for_no_law() -> None:
    long = "He owed, as of 2015, " + "and again owed money to all sorts of people " * 5
    for text in (long, *EXAMPLES.texts("Years that say something else")):
        assert law_day(text, [(0, len(text))], citations.find(text)) is None, text


def test_a_pasted_passage_and_quoted_words_ask_for_no_law() -> None:
    assert parse("bail as of 2015", citations.find, literal=True).law_day is None
    assert parse("bail “as of 2015”", citations.find).law_day is None


def test_the_words_of_the_day_are_not_searched_and_are_a_removable_part() -> None:
    parsed = parse("what were the aggravating factors as of March 2015?", citations.find)
    assert parsed.words == ("aggravating", "factors")
    (part,) = [item for item in parts_of(parsed) if item.role is PartRole.LAW]
    assert (part.text, part.without) == ("March 2015", "what were the aggravating factors ?")
    assert parse(part.without, citations.find).law_day is None


def test_a_text_that_names_only_a_time_is_searched_as_it_stands() -> None:
    for text in ("in 2015", "as of 2015"):
        parsed = parse(text, citations.find)
        assert parsed.law_day is None and "2015" in (*parsed.identifiers, *parsed.words)


def test_days_are_written_as_short_as_they_can_be() -> None:
    for days, words in EXAMPLES.pairs("Days, and how they are written"):
        assert period(*map(date.fromisoformat, days.split())) == words


@given(st.text(st.sampled_from("as of in the 2015/-., March,law(version)\n"), max_size=300))
def test_any_text_has_a_day_inside_it_or_none(text: str) -> None:
    day = law_day(text, [(0, len(text))], ())
    if day is not None:
        assert 0 <= day.start < day.end <= len(text)
        assert day.first <= day.last
