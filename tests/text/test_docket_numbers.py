"""Tests that forms of one docket number share a key and that other dockets do not."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from briefbank.text.docket_numbers import find, joined, keys_in, keys_of, query_keys, typed_docket
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "docket_numbers.txt")


ONE_DOCKET = [line.split(" | ") for line in EXAMPLES.texts("Forms of one docket")]


def shares_a_key(typed: str, text: str) -> bool:
    return not query_keys(typed).isdisjoint(keys_in(text))


def test_each_form_of_a_docket_finds_every_other_form() -> None:
    for forms in ONE_DOCKET:
        missed = [(one, text) for one in forms for text in forms if not shares_a_key(one, f"see {text}, and")]
        assert not missed
        dockets = [docket for typed in forms if (docket := typed_docket(typed))]
        assert len(dockets) == len(forms)
        assert all(docket.near().search(text) for docket in dockets for text in forms), forms


def test_a_docket_never_finds_another_docket_or_other_numbers() -> None:
    for one, other in EXAMPLES.pairs("Two dockets"):
        assert query_keys(one) and query_keys(other)
        assert not shares_a_key(one, other) and not shares_a_key(other, one), one
    for typed, text in EXAMPLES.pairs("A docket, and a text with other numbers"):
        assert not shares_a_key(typed, text), text


def test_a_rule_a_section_a_date_or_a_telephone_number_is_no_docket() -> None:
    for typed in EXAMPLES.texts("Numbers that are no docket"):
        assert not query_keys(typed), typed


def test_a_number_without_letters_finds_dockets_with_any() -> None:
    for typed, text in (
        ("3890-17", "A-3890-17T2"),
        ("17-11696", "1:17-cr-11696-ADB"),
        ("17-123", "2:17-cv-00123"),
    ):
        assert shares_a_key(typed, text), typed


def test_a_field_has_the_keys_of_all_its_dockets_also_of_bare_ones() -> None:
    keys = keys_of("A-3890-17T2; 17-123")
    assert not query_keys("A-3890-17").isdisjoint(keys) and not query_keys("17-cr-123").isdisjoint(keys)


def test_the_range_in_a_text_covers_the_number_with_its_suffix_alone() -> None:
    text = "See Docket No. A-3890-17T2, and 1:17-cr-11696-ADB."
    assert [text[docket.start : docket.end] for docket in find(text)] == ["A-3890-17T2", "1:17-cr-11696-ADB"]


def test_typed_pieces_of_one_docket_become_its_number() -> None:
    def merged(text: str) -> list[str]:
        return [piece for piece in joined(text.split()) if piece]

    assert merged("consent App. Div. Docket No. A-3890-17 search") == ["consent", "A-3890-17", "search"]
    assert merged("17 Cr. 11696 (ADB) wiretap") == ["17-Cr-11696", "wiretap"]
    assert merged("Crim. No. 17-11696") == ["17-cr-11696"]
    assert merged("Rule No. 12345 no docket") == ["Rule", "No.", "12345", "no", "docket"]


@given(
    st.lists(
        st.sampled_from(["A-", "17", "-cr-", "no. ", "(ADB)", ":", "–", "T2", "1", " ", "civ. a", "é", "\n"]),
        max_size=40,
    ).map("".join)
)
def test_ranges_of_any_text_lie_in_it_in_order(text: str) -> None:
    for typed in (False, True):
        dockets = list(find(text, typed=typed))
        ends = [0, *(docket.end for docket in dockets)]
        assert all(end <= d.start < d.end <= len(text) for end, d in zip(ends, dockets, strict=False))
        assert all(0 <= docket.announced_from <= docket.start for docket in dockets)
