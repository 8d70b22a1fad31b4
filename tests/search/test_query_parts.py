"""Tests of showing how a query was read, part by part, and of taking out one part without changing others."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from briefbank.citations import citations
from briefbank.domain.searches import Not, PartRole, Related, conjuncts
from briefbank.errors import QueryError
from briefbank.search.interpretation import CUT_LETTERS, MOST_PARTS, parts_of
from briefbank.search.operators.lexing import written
from briefbank.search.parsing import parse
from briefbank.search.query import Correction, ParsedQuery
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "queries.txt")
REQUIRED, EXCLUDED, RANKED, NUMBER = PartRole.REQUIRED, PartRole.EXCLUDED, PartRole.RANKED, PartRole.NUMBER


def read(text: str) -> ParsedQuery:
    return parse(text, citations.find)


def part_rows(text: str) -> list[tuple[PartRole, str, str]]:
    return [(part.role, part.text, part.without) for part in parts_of(read(text))]


def test_required_parts_come_first_then_words_and_numbers_as_typed() -> None:
    assert part_rows("car “plain error” NOT bail 404(b) trunk") == [
        (REQUIRED, "“plain error”", "car 404(b) trunk"),
        (EXCLUDED, "“bail”", "car “plain error” 404(b) trunk"),
        (RANKED, "car", "“plain error” NOT bail 404(b) trunk"),
        (NUMBER, "404(b)", "car “plain error” NOT bail trunk"),
        (RANKED, "trunk", "car “plain error” NOT bail 404(b)"),
    ]
    assert (NUMBER, "State v. Carty", "") in part_rows("State v. Carty consent")


def test_a_number_is_taken_out_with_all_that_belongs_to_it() -> None:
    for text, expected in EXAMPLES.pairs("A number in a query, and the query without it"):
        number, without = expected.split(" ⇒ ")
        assert [part for part in part_rows(text) if part[0] is NUMBER] == [(NUMBER, number, without)]
        assert not read(without).identifiers
        assert set(read(without).words) == set(read(text).words)


def test_the_only_part_of_a_query_cannot_be_removed() -> None:
    for text in ("consent", "“plain error”", "404(b)", "find me briefs about consent", "the consent"):
        (part,) = [part for part in part_rows(text) if part[0] in (REQUIRED, RANKED, NUMBER)]
        assert part[2] == "", text


def test_words_that_only_ask_and_dates_are_shown_as_set_aside() -> None:
    rows = part_rows("find me briefs about consent as of 2015")
    assert [text for role, text, _ in rows if role is PartRole.ASIDE] == ["find me briefs about"]
    assert (PartRole.LAW, "2015", "find me briefs about consent") in rows
    rows = part_rows("find me briefs about a search in 2015 for drugs")
    assert [text for role, text, _ in rows if role is PartRole.ASIDE] == ["find me briefs about", "2015"]


def test_a_colon_and_a_blank_line_stay_when_the_word_before_them_is_removed() -> None:
    assert (RANKED, "mind", "state of : intent") in part_rows("state of mind: intent")
    assert read("state of : intent").context is not None
    assert (RANKED, "witness", "of a\n\nboth minors") in part_rows("of a witness\n\nboth minors")


def test_a_word_whose_removal_would_give_a_broken_search_operators_cannot_be_removed() -> None:
    without = {part.text: part.without for part in parts_of(read("kind:foo bail AND stop"))}
    assert without == {"kind foo": "", "bail": "kind:foo AND stop", "stop": "kind:foo bail AND"}


def test_a_pasted_text_is_one_part() -> None:
    text = " ".join(f"word{number}" for number in range(MOST_PARTS + 1))
    assert part_rows(f"{text} 404(b)") == [(NUMBER, "404(b)", text), (RANKED, f"{MOST_PARTS + 1} words", "")]
    assert len(part_rows(" ".join(text.split()[:MOST_PARTS]))) == MOST_PARTS


def test_many_numbers_are_one_part_and_a_long_text_is_not_copied_for_each() -> None:
    numbers = " ".join(f"2C:44-{number}" for number in range(1, MOST_PARTS + 2))
    assert part_rows(f"{numbers} consent") == [
        (RANKED, "consent", numbers),
        (NUMBER, f"{MOST_PARTS + 1} numbers", ""),
    ]
    long = f"consent car {'— ' * CUT_LETTERS}"
    assert part_rows(long) == [(RANKED, "consent", ""), (RANKED, "car", "")]


def test_the_remainder_of_a_long_query_keeps_its_operators() -> None:
    """OR between bare words is an operator in so long a text only beside a field."""
    plain = " ".join(f"word{number}" for number in range(MOST_PARTS + 4))
    part = part_rows(f"{plain} kind:brief (bail OR bond)")[0]
    assert part == (REQUIRED, "of the kind “brief”", f"(“bail” OR “bond”) {plain}")
    required = read(part[2]).required
    assert required is not None and written(required) == "(“bail” OR “bond”)"


def test_a_corrected_word_can_be_kept_as_typed_by_quoting_it() -> None:
    parsed = read("the sentance, years").corrected((Correction("sentance", "sentence"),))
    (part,) = [part for part in parts_of(parsed) if part.role is PartRole.CORRECTED]
    assert part.text == "“sentence” for “sentance”"
    kept = read(part.without)
    assert kept.required is not None and written(kept.required) == "“sentance”"
    assert kept.words == ("years",)


def test_related_words_are_shown_with_their_source_word_and_quoting_it_leaves_them_out() -> None:
    texts = ("auto", "automobile", "motor vehicle", "van", "truck", "sedan")
    related = (*(Related(text, 0.3, "car") for text in texts), Related("odor", 0.3, "smell"))
    parts = [p for p in parts_of(replace(read("car smell"), related=related)) if p.role is PartRole.RELATED]
    assert [(part.text, part.without) for part in parts] == [
        ("“auto”, “automobile”, “motor vehicle”, “van” and 2 more for “car”", "“car” smell"),
        ("“odor” for “smell”", "car “smell”"),
    ]


TOKENS = (
    *("consent", "car’s", "jury", "the", "404(b)", "Rule 803(c)(27)", "2C:44-1", "803 (c)(27)", "court:"),
    *("170 N.J. 632", "“plain error”", "“jury”", "kind:brief", "stop /5 frisk", "(bail OR bond)", "summat!"),
    "\n\n",
)
QUERIES = st.lists(st.sampled_from(TOKENS), min_size=1, max_size=7).map(" ".join)


def count_parts(parsed: ParsedQuery) -> Counter[tuple[str, str]]:
    """Count the parts of a query."""
    must = conjuncts(parsed.required)
    conditions = [("excluded" if isinstance(item, Not) else "required", written(item)) for item in must]
    typed = [("number" if e.number else "ranked", e.number or " ".join(e.words)) for e in parsed.typed]
    return Counter([*conditions, *typed])


@given(QUERIES)
@example("“plain error” \n\n consent kind:brief")
def test_removing_a_part_leaves_the_rest_of_the_query(text: str) -> None:
    try:
        parsed = read(text)
    except QueryError:
        return
    before = count_parts(parsed)
    for part in parts_of(parsed):
        if part.without:
            gone = before - count_parts(read(part.without))
            assert count_parts(read(part.without)) == before - gone
            assert sum(gone.values()) == 1
            assert {role for role, _ in gone} == {part.role.value}
            if part.role in (RANKED, NUMBER):
                assert {what for _, what in gone} == {part.text}
