"""Tests that forms of one docket number share a key and that other dockets do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.text.docket_numbers import find, joined, keys_in, keys_of, query_keys, typed_docket

ONE_DOCKET = (
    ("A-3890-17", "A-3890-17T2", "a-3890-17t4f", "A–3890–17", "A‑003890‑17T2", "A-3890-17-T2", "No. 3890-17"),
    ("A-123-20", "A-0123-20", "A-000123-20T1", "App. Div. Docket No. A-0123-20T1"),
    (
        "1:17-cr-11696-ADB",
        "1:17-CR-11696",
        "1:2017-cr-11696-ADB-2",
        "Crim. No. 17-11696",
        "17 Cr. 11696 (ADB)",
    ),
    ("17-cv-00123", "Civil Action No. 17-123", "C.A. No. 17-123-ADB", "17-cv-123 (ADB)"),
    ("CR 17-123", "CR-17-00123", "17-cr-123"),
    ("14-06-1234-I", "14-06-01234-I", "Indictment No. 14-06-1234"),
    ("A-12-19", "A-12-19"),
    ("No. 083456", "Docket No. 83456"),
    ("2019-KA-0123", "2019 KA 0123", "2019-KA-123"),
    ("2019-P-0456", "2019-P-456", "19-P-456"),
    ("SJC-12345", "SJC–12345", "sjc-12345"),
    ("CR-19-123", "CR-19-0123"),
    ("COA19-123", "coa19-123", "COA19-0123"),
    ("2017-cr-5", "17-cr-5", "1:17-cr-00005-ADB", "2017-CR-00005"),
    ("2019-P-12", "19-P-12", "2019-P-0012"),
    ("CR-2019-7", "CR-19-7", "CR-2019-0007"),
)
OTHER_DOCKETS = (
    ("A-3890-17", "A-3890-18T2"),
    ("A-3890-17", "A-38-17"),
    ("A-3890-17", "A-13890-17"),
    ("A-3890-17", "A-38901-7"),
    ("A-3890-17", "AM-3890-17"),
    ("A-2017-18", "A-17-18"),
    ("17-11696", "17-cv-1169"),
    ("17-11696", "18-cr-11696"),
    ("17-cr-11696", "1:17-cv-11696"),
    ("17-cv-11696", "Crim. No. 17-11696"),
    ("1:17-cr-11696", "2:17-cr-11696"),
    ("14-06-1234-I", "14-06-1234-A"),
    ("14-06-1234", "No. 06-1234"),
    ("2019-P-0456", "2019-SJ-0456"),
    ("SJC-12345", "No. 12345"),
    ("CR-19-123", "CR-123-19"),
    ("A-2017-05", "A-17-05"),
)
NO_DOCKETS = (
    ("3890-17", "see pages 3890-17"),
    ("17-123", "pp. 17-123"),
    ("10-123", "10 to 123"),
    ("A-12-15", "a 12-15 month term"),
    ("12-115", "Da12-115"),
    ("15-2009", "on 12-Mar-2009"),
    ("35-10", "N.J.S.A. 2C:35-10"),
)


def shares_a_key(typed: str, text: str) -> bool:
    return not query_keys(typed).isdisjoint(keys_in(text))


@pytest.mark.parametrize("forms", ONE_DOCKET, ids=lambda forms: forms[0])
def test_each_form_of_a_docket_finds_every_other_form(forms: tuple[str, ...]) -> None:
    missed = [
        (typed, text) for typed in forms for text in forms if not shares_a_key(typed, f"see {text}, and")
    ]
    assert not missed


@pytest.mark.parametrize("forms", ONE_DOCKET, ids=lambda forms: forms[0])
def test_the_quick_expression_of_a_docket_finds_every_form(forms: tuple[str, ...]) -> None:
    dockets = [docket for typed in forms if (docket := typed_docket(typed))]
    assert len(dockets) == len(forms)
    assert all(docket.near().search(text) for docket in dockets for text in forms)


@pytest.mark.parametrize(("one", "other"), OTHER_DOCKETS)
def test_a_docket_never_finds_another_docket(one: str, other: str) -> None:
    assert query_keys(one) and query_keys(other)
    assert not shares_a_key(one, other) and not shares_a_key(other, one)


@pytest.mark.parametrize(("typed", "text"), NO_DOCKETS)
def test_pages_dates_and_sections_in_a_text_are_no_dockets(typed: str, text: str) -> None:
    assert not shares_a_key(typed, text)


@pytest.mark.parametrize(
    "typed", ["2C:44-1", "3:5-7", "10:5-12", "803(c)(27)", "1983", "2015-03-01", "555-1234"]
)
def test_a_rule_a_section_a_date_or_a_telephone_number_is_no_docket(typed: str) -> None:
    assert not query_keys(typed)


@pytest.mark.parametrize("typed", ["3890-17", "17-11696", "17-123"])
def test_a_number_without_letters_finds_dockets_with_any(typed: str) -> None:
    text = {"3890-17": "A-3890-17T2", "17-11696": "1:17-cr-11696-ADB", "17-123": "2:17-cv-00123"}[typed]
    assert shares_a_key(typed, text)


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
