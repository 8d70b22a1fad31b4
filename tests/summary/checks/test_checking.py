"""All checks together, and what the office's list says against what a claim rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from briefbank.authority.citations import find
from briefbank.claims import Fault
from briefbank.summary.checks.checking import Checks
from tests.summary.checks.made import checks, claim, material

STOP = "Officer Ortega stopped the grey sedan on Ferry Street and asked the driver for consent to search."
CITED = "In State v. Carty, 170 N.J. 632 (2002), the Court required suspicion before a consent search."
SHORT = "Carty forbids a request for consent without suspicion."
SAID = {"170 N.J. 632": ["overruled since 2019."]}


def test_a_claim_that_says_what_its_source_says_has_no_finding() -> None:
    assert checks().check(claim(STOP, 1), material(STOP)) == ()


def test_a_claim_that_names_no_sentence_is_unsupported() -> None:
    for numbers in ((), (9,)):
        (finding,) = checks().check(claim(STOP, *numbers), material(STOP))
        assert finding.fault is Fault.UNSUPPORTED


def test_a_claim_is_checked_against_the_sentences_that_it_names_only() -> None:
    found = checks().check(claim("Officer Ortega stopped the sedan.", 2), material(STOP, "The car was grey."))
    assert "The name Ortega does not stand in the source." in {finding.words for finding in found}


def test_a_name_of_the_title_is_no_invention() -> None:
    found = checks().check(
        claim("Delaney's sedan was stopped.", 1), material("The sedan was stopped.", title="State v. Delaney")
    )
    assert not [finding for finding in found if "Delaney" in finding.words]


@pytest.mark.parametrize(
    ("text", "number"),
    (
        (CITED, 1),
        ("The Court required suspicion before a consent search.", 1),
        (SHORT, 2),
        ("A request for consent without suspicion is forbidden.", 2),
    ),
)
def test_what_rests_on_an_authority_that_no_longer_holds_is_found(text: str, number: int) -> None:
    found = checks(SAID).check(claim(text, number), material(CITED, SHORT))
    (outdated,) = [finding for finding in found if finding.fault is Fault.OUTDATED]
    assert outdated.words == "The office's list says of 170 N.J. 632: overruled since 2019."


def test_nothing_is_outdated_of_which_the_list_says_nothing() -> None:
    found = checks().check(claim(CITED, 1), material(CITED))
    assert Fault.OUTDATED not in {finding.fault for finding in found}


def test_an_error_of_the_list_is_not_swallowed() -> None:
    def broken(named: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
        raise OSError("the list cannot be read")

    with pytest.raises(OSError, match="cannot be read"):
        Checks(find, broken, None).check(claim(CITED, 1), material(CITED))


def test_the_same_thing_is_said_once() -> None:
    found = checks().check(claim("Kowalski met Kowalski.", 1), material(STOP))
    assert len({finding.words for finding in found}) == len(found)
