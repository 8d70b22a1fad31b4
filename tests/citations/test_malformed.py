"""Malformed citations: each kind is reported, and correct ones are not."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations import citations
from briefbank.citations.malformed import MOST, find_faults
from briefbank.domain.authorities import Citation
from briefbank.domain.pages import Role
from tests.support.complexity import grows_linearly
from tests.support.examples import Examples

TODAY = date(2026, 11, 21)
EXAMPLES = Examples(Path(__file__).with_name("examples") / "faults.txt")


def fault_words(*texts: str, roles: tuple[Role, ...] = (), whole: bool = True) -> list[str]:
    cited = citations.of_document(texts, roles)
    return [fault.words for fault in find_faults(texts, cited, TODAY, roles, whole=whole)]


@pytest.mark.parametrize(("text", "fault"), EXAMPLES.pairs("A malformed citation and its fault"))
def test_a_malformed_citation_is_named_with_its_fault(text: str, fault: str) -> None:
    assert any(fault in words for words in fault_words(text)), fault_words(text)


@pytest.mark.parametrize("text", EXAMPLES.texts("Correct citations"))
def test_a_correct_citation_has_no_fault(text: str) -> None:
    assert fault_words(text) == []


def test_the_place_is_the_citation_with_its_pin() -> None:
    text = "As said before, State v. Carty, 170 N.J. 632, 530 (2002), decides this."
    [only] = find_faults([text], citations.of_document([text]), TODAY)
    assert text[only.start : only.end] == "170 N.J. 632, 530"


def test_a_slip_that_is_made_again_and_again_is_named_once() -> None:
    assert len(fault_words(*["It is governed by N.J.S.A. 2C:44:1 alone."] * 30)) == 1
    assert (
        len(fault_words(*[f"The stop was bad. Carty, 170 N.J. at {page}." for page in range(640, 660)])) == 1
    )


def test_short_forms_in_a_pasted_paragraph_may_refer_to_text_before_it() -> None:
    text = "The stop was bad. Carty, 170 N.J. at 640."
    assert fault_words(text) and not fault_words(text, whole=False)


@given(st.lists(st.text(alphabet="()[]., 0123456789§vUSNJFd:-—Cir\ud800I“”at"), max_size=4))
def test_no_text_makes_it_raise(texts: list[str]) -> None:
    for fault in find_faults(texts, citations.of_document(texts), TODAY):
        assert 0 <= fault.start <= fault.end <= len(texts[fault.text]) and fault.words


@pytest.mark.parametrize("piece", ("170 N.J. 632, 1, 2, 3, 4, ", "Carty, supra, ", "U.S.C. § 1 "))
def test_a_document_of_one_thing_takes_linear_time(piece: str) -> None:
    def build(texts: int) -> tuple[list[str], list[tuple[Citation, ...]]]:
        of_one_thing = [piece * (1000 // len(piece))] * texts
        return of_one_thing, citations.of_document(of_one_thing)

    def faults(document: tuple[list[str], list[tuple[Citation, ...]]]) -> None:
        assert len(find_faults(*document, TODAY)) <= MOST

    assert grows_linearly(faults, build, 160)
