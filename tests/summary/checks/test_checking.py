"""Tests of all checks together, of the good-law list, and of a check that is added to the registry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pytest

from briefbank.citations.citations import find
from briefbank.domain.authorities import CitationKind
from briefbank.domain.summaries import CitedAuthority, ClaimFault, ClaimFinding, SourceKind
from briefbank.jobs import QuietReporter
from briefbank.summary.checks import checking
from briefbank.summary.checks.checking import ClaimChecker
from briefbank.summary.checks.plain_form import ComparedClaim
from briefbank.summary.summaries import SummaryWriter
from tests.summary import model
from tests.summary.checks.factory import CLAIMS, checks, claim, material

STOP = "Officer Ortega stopped the grey sedan on Ferry Street and asked the driver for consent to search."
CITED = "In State v. Carty, 170 N.J. 632 (2002), the Court required suspicion before a consent search."
SHORT = "Carty forbids a request for consent without suspicion."
SAID = {"170 N.J. 632": ["overruled since 2019."]}


def test_a_claim_that_says_what_its_source_says_has_no_finding() -> None:
    assert checks().check(claim(STOP, 1), material(STOP)) == ()


def test_a_claim_that_names_no_sentence_is_unsupported() -> None:
    for numbers in ((), (9,)):
        (finding,) = checks().check(claim(STOP, *numbers), material(STOP))
        assert finding.fault is ClaimFault.UNSUPPORTED


def test_a_claim_is_checked_against_the_sentences_that_it_names_only() -> None:
    report = checks().check(
        claim("Officer Ortega stopped the sedan.", 2), material(STOP, "The car was grey.")
    )
    assert "The name Ortega does not stand in the source." in {finding.words for finding in report}


def test_a_name_of_the_title_is_no_invention() -> None:
    report = checks().check(
        claim("Delaney's sedan was stopped.", 1), material("The sedan was stopped.", title="State v. Delaney")
    )
    assert not [finding for finding in report if "Delaney" in finding.words]


@pytest.mark.parametrize(
    ("text", "number"),
    (
        (CITED, 1),
        ("The Court required suspicion before a consent search.", 1),
        (SHORT, 2),
        ("A request for consent without suspicion is forbidden.", 2),
    ),
)
def test_a_claim_resting_on_an_overruled_authority_is_found(text: str, number: int) -> None:
    report = checks(SAID).check(claim(text, number), material(CITED, SHORT))
    (outdated,) = [finding for finding in report if finding.fault is ClaimFault.OUTDATED]
    assert outdated.words == "Your good-law list says of 170 N.J. 632: overruled since 2019."


CARTY = CitedAuthority("170 N.J. 632", CitationKind.CASE, ("carty",), (3,))
"""A case as the whole document cites it: by name elsewhere, and in a short form by the third sentence."""
SHORT_FORMS = (
    ("The stop was unlawful under State v. Carty.", 1),
    ("THE STOP WAS UNLAWFUL UNDER STATE V. CARTY.", 1),
    ("The consent rule of Carty was ignored.", 1),
    ("Carty's rule was ignored.", 1),
    ("The stop was unlawful under Carty, supra, 170 N.J. at 640.", 1),
    ("The stop was unlawful. Id. at 640.", 3),
)


@pytest.mark.parametrize(("source", "number"), SHORT_FORMS)
def test_an_authority_cited_in_a_short_form_is_known_from_the_whole_document(
    source: str, number: int
) -> None:
    sources = ["The car was grey.", "It was dark.", "Rain fell."]
    sources[number - 1] = source
    given = replace(material(*sources), cited=(CARTY,))
    for text in (source, "The brief argues that the stop was unlawful."):
        report = checks(SAID).check(claim(text, number), given)
        assert [finding.words for finding in report if finding.fault is ClaimFault.OUTDATED] == [
            "Your good-law list says of 170 N.J. 632: overruled since 2019."
        ]


def test_a_bad_authority_elsewhere_in_the_document_is_no_fault_of_a_claim() -> None:
    given = replace(material("THE STOP OF THE CAR WAS UNLAWFUL.", STOP), cited=(CARTY,))
    for number in (1, 2):
        report = checks(SAID).check(claim(STOP, number), given)
        assert ClaimFault.OUTDATED not in {item.fault for item in report}


def test_a_word_in_capitals_that_the_document_has_in_lower_case_names_no_case() -> None:
    cited = (CitedAuthority("1 U.S. 1", CitationKind.CASE, ("police", "long"), ()),)
    given = replace(material("THE POLICE MADE A LONG STOP.", "The police made a long stop."), cited=cited)
    report = checks({"1 U.S. 1": ["overruled."]}).check(claim("The brief argues that it was long.", 1), given)
    assert ClaimFault.OUTDATED not in {item.fault for item in report}


def test_each_finding_names_the_check_that_made_it() -> None:
    results = list(
        checks().findings_by_check(claim("Officer Kowalski stopped the sedan.", 1), material(STOP))
    )
    assert "names" in {check for check, _ in results}
    assert [name for name, _ in checks().findings_by_check(claim(STOP, 9), material(STOP))] == ["sources"]


def test_nothing_is_outdated_of_which_the_list_says_nothing() -> None:
    report = checks().check(claim(CITED, 1), material(CITED))
    assert ClaimFault.OUTDATED not in {finding.fault for finding in report}


def test_an_error_of_the_list_is_not_swallowed() -> None:
    def broken(named: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
        raise OSError("the list cannot be read")

    with pytest.raises(OSError, match="cannot be read"):
        ClaimChecker(find, broken, None).check(claim(CITED, 1), material(CITED))


def test_the_same_finding_is_reported_once() -> None:
    report = checks().check(claim("Kowalski met Kowalski.", 1), material(STOP))
    assert len({finding.words for finding in report}) == len(report)


def judged(source: str, text: str) -> object:
    """Return the findings of all checks on a claim about a sentence, whose kind its form tells."""
    question = source.startswith("Whether ") or source.endswith("?")
    kind = SourceKind.QUESTION if question else SourceKind.POINT if source.isupper() else SourceKind.FACT
    return checks().check(claim(text, 1), material(source, kind=kind))


def test_right_claims_in_other_words_pass_all_checks_and_wrong_ones_do_not() -> None:
    assert [case for case in CLAIMS.pairs("Right claims in other words") if judged(*case)] == []
    assert [case for case in CLAIMS.pairs("Wrong claims in other words") if not judged(*case)] == []


DARKNESS = "It was dark, and the street was empty."
RAIN = "It was raining hard."


def find_weather(compared: ComparedClaim) -> Iterator[ClaimFinding]:
    """Yield a finding for a claim about the weather."""
    if "raining" in compared.claim and any("raining" in source for source in compared.sources):
        yield ClaimFinding(ClaimFault.UNSUPPORTED, "It speaks of the weather.", "Leave out the weather.")


@pytest.fixture
def weather(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check for the test, after all others."""
    monkeypatch.setattr(checking, "CHECKS", {**checking.CHECKS, "weather": find_weather})


def test_a_sentence_passes_when_its_check_is_not_registered() -> None:
    assert checks().check(claim(RAIN, 1), material(RAIN)) == ()


@pytest.mark.usefixtures("weather")
def test_a_check_is_made_of_each_claim_and_named() -> None:
    findings = list(checks().findings_by_check(claim(RAIN, 1), material(RAIN, STOP)))
    assert [(name, finding.words) for name, finding in findings] == [("weather", "It speaks of the weather.")]
    assert checks().check(claim(RAIN, 1), material(RAIN)) == (findings[0][1],)
    assert checks().check(claim(STOP, 2), material(RAIN, STOP)) == ()


@pytest.mark.usefixtures("weather")
def test_a_sentence_that_a_check_finds_twice_is_withheld_and_the_others_are_shown() -> None:
    replies = [model.written(facts=[([1], STOP), ([2], DARKNESS), ([3], RAIN)]), model.corrected(RAIN)]
    answering = model.AnsweringModel(*replies)
    summary = SummaryWriter(checks()).write(material(STOP, DARKNESS, RAIN), answering, QuietReporter())
    assert [sentence.claim.text for sentence in summary.shown] == [STOP, DARKNESS]
    assert summary.withheld == 1 and summary.claims[2].claim.text == ""
    assert [finding.words for finding in summary.claims[2].findings] == ["It speaks of the weather."]
    assert "Leave out the weather." in answering.asked[1].data
