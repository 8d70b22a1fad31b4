"""Tests that sentences are checked, corrected once or withheld, and none is shown unchecked."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations import citations
from briefbank.domain.summaries import (
    Claim,
    ClaimFault,
    ClaimFinding,
    ClaimOutcome,
    GeneratedSummary,
    SourceKind,
    SourceSentence,
    SummaryPart,
    SummarySource,
)
from briefbank.errors import BriefBankError, Cancelled, ModelFault, ModelRefused
from briefbank.jobs import QuietReporter
from briefbank.summary.cache import NOT_IN_FORM, PROMPT_VERSION
from briefbank.summary.checks.checking import ClaimChecker
from briefbank.summary.prompt import CORRECTION, INSTRUCTIONS
from briefbank.summary.summaries import CHECK_FAILED, SummaryWriter
from tests.stand_ins.models import FINGERPRINT
from tests.stand_ins.reporters import RecordingReporter
from tests.summary.model import AnsweringModel, corrected, written

TEXTS = [
    (
        "Whether the stop of the car was lawful under State v. Carty, 170 N.J. 632 (2002)?",
        SourceKind.QUESTION,
    ),
    ("The police stopped the car at night in Newark.", SourceKind.FACT),
    ("The defendant was sentenced to 5 years in prison.", SourceKind.FACT),
    ("Nobody saw a gun in the car.", SourceKind.FACT),
]
SOURCE = SummarySource(
    7,
    "State v. Doe",
    tuple(SourceSentence(at, text, kind, 0, 1, 0, 0) for at, (text, kind) in enumerate(TEXTS, 1)),
)
STOPPED, SENTENCED, NOBODY = (text for text, _ in TEXTS[1:])
WRONG = "The defendant was sentenced to 9 years in prison."
QUIET = QuietReporter()


def nothing_listed(named: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
    return {}


CHECKS = ClaimChecker(citations.find, nothing_listed, None)


class ScriptedChecks(ClaimChecker):
    """Checks of which a test says what they find: claims that have the word 'wrong' fail."""

    def __init__(self, find: Callable[[Claim], tuple[ClaimFinding, ...]] | None = None) -> None:
        super().__init__(citations.find, nothing_listed, None)
        self._find = find

    def check(self, claim: Claim, material: SummarySource) -> tuple[ClaimFinding, ...]:
        if self._find:
            return self._find(claim)
        finding = ClaimFinding(ClaimFault.UNSUPPORTED, "'wrong' is not in the source.", "Leave out 'wrong'.")
        return (finding,) if "wrong" in claim.text else ()


def write(model: AnsweringModel, checks: ClaimChecker = CHECKS) -> GeneratedSummary:
    return SummaryWriter(checks).write(SOURCE, model, QUIET)


def a_reply(*facts: str) -> str:
    return written(facts=[([2, 3, 4], text) for text in facts])


def texts(summary: GeneratedSummary) -> list[str]:
    return [sentence.claim.text for sentence in summary.shown]


def test_a_verbatim_sentence_is_shown_with_its_source() -> None:
    summary = write(AnsweringModel(written(facts=[([2], STOPPED), ([4], NOBODY)])))
    assert texts(summary) == [STOPPED, NOBODY]
    assert [sentence.number for sentence in summary.sources] == [2, 4]
    assert summary.withheld == 0 and not summary.withheld_whole
    assert (summary.model, summary.fingerprint) == ("Scripted", FINGERPRINT)
    assert (summary.document_id, summary.prompt_version) == (7, PROMPT_VERSION)


def test_a_failed_sentence_is_corrected_once_and_marked_as_corrected() -> None:
    model = AnsweringModel(written(facts=[([2], STOPPED), ([3], WRONG)]), corrected(SENTENCED))
    summary = write(model)
    assert texts(summary) == [STOPPED, SENTENCED]
    assert [claim.outcome for claim in summary.claims] == [ClaimOutcome.SHOWN, ClaimOutcome.CORRECTED]
    assert [message.instructions for message in model.asked] == [INSTRUCTIONS, CORRECTION]


def test_all_failed_sentences_are_put_right_by_one_question_if_its_answer_passes() -> None:
    model = AnsweringModel(a_reply("One wrong.", "Two is fine.", "Three wrong."), corrected("One.", "Three."))
    summary = write(model, ScriptedChecks())
    assert texts(summary) == ["One.", "Two is fine.", "Three."]
    assert len(model.asked) == 2
    garbled = AnsweringModel(a_reply("One.", "Two.", "Three wrong."), "no JSON")
    assert texts(write(garbled, ScriptedChecks())) == ["One.", "Two."], (
        "a garbled correction corrects nothing"
    )
    faulty = AnsweringModel(a_reply("One.", "Two.", "Three wrong."), corrected("Visit www.example.org now."))
    assert texts(write(faulty, ScriptedChecks())) == ["One.", "Two."], (
        "a correction is checked like the claim"
    )
    no_repair = AnsweringModel(a_reply("One.", "Two.", "Three **wrong**."))
    assert write(no_repair, ScriptedChecks()).withheld == 1 and len(no_repair.asked) == 1


def test_a_sentence_that_fails_twice_is_withheld_without_its_text() -> None:
    model = AnsweringModel(a_reply("One.", "Two.", "Three wrong."), corrected("Three is wrong."))
    summary = write(model, ScriptedChecks())
    assert texts(summary) == ["One.", "Two."]
    assert summary.withheld == 1
    withheld = summary.claims[2]
    assert withheld.claim.text == "" and withheld.claim.sources == (2, 3, 4)
    assert [finding.fault for finding in withheld.findings] == [ClaimFault.UNSUPPORTED]


@given(st.lists(st.booleans(), min_size=1, max_size=4))
def test_failed_sentences_are_never_shown_and_a_summary_with_over_a_third_is_withheld(
    good: list[bool],
) -> None:
    sentences = [f"Number {at} is {'right' if fine else 'wrong'}." for at, fine in enumerate(good)]
    summary = write(
        AnsweringModel(a_reply(*sentences), corrected(*[""] * good.count(False))), ScriptedChecks()
    )
    assert bool(summary.withheld_whole) == (3 * good.count(False) > len(good))
    assert not any("wrong" in text for text in texts(summary))


@pytest.mark.parametrize("answer", ["", "garbage", "{}", written(), "\ufffd" * 4_000])
def test_an_answer_in_no_such_form_withholds_the_whole(answer: str) -> None:
    summary = write(AnsweringModel(answer))
    assert summary.withheld_whole == NOT_IN_FORM and summary.claims == ()


@pytest.mark.parametrize("error", [ValueError("Carter"), RuntimeError(), MemoryError(), BriefBankError()])
def test_when_a_check_itself_fails_nothing_is_shown(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(claim: Claim) -> tuple[ClaimFinding, ...]:
        if "Two" in claim.text:
            raise error
        return ()

    with caplog.at_level(logging.DEBUG):
        summary = write(AnsweringModel(a_reply("One.", "Two.", "Three.")), ScriptedChecks(broken))
    later = again(kept(), ScriptedChecks(broken))
    for checked in (summary, later):
        assert checked.withheld_whole == CHECK_FAILED and checked.claims == () and checked.sources == ()
    assert type(error).__name__ in caplog.text and "Carter" not in caplog.text and "Two" not in caplog.text


def test_when_the_encoder_fails_nothing_is_shown() -> None:
    def embed(texts: Sequence[str]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        raise RuntimeError

    claim = "The car was halted by officers in Newark."
    summary = write(
        AnsweringModel(written(facts=[([2], claim)])), ClaimChecker(citations.find, nothing_listed, embed)
    )
    assert summary.withheld_whole == CHECK_FAILED


@pytest.mark.parametrize("error", [ModelFault(), ModelRefused(), Cancelled()])
@pytest.mark.parametrize("before", [(), (a_reply("One.", "Two wrong."),)], ids=["asking", "correcting"])
def test_a_model_that_stops_is_no_summary_and_no_value(error: Exception, before: tuple[str, ...]) -> None:
    with pytest.raises(type(error)):
        write(AnsweringModel(*before, error), ScriptedChecks())


def test_progress_tells_of_writing_and_checking_and_nothing_of_the_text() -> None:
    reporter = RecordingReporter()
    SummaryWriter(ScriptedChecks()).write(
        SOURCE, AnsweringModel(a_reply("One wrong."), corrected("One.")), reporter
    )
    assert all(0 <= done <= total for _, done, total in reporter.reported) and not reporter.events
    assert [stage for stage, _ in groupby(reporter.stages)] == ["Writing", "Checking", "Writing", "Checking"]


def test_a_cancellation_between_two_checks_is_obeyed() -> None:
    reporter = QuietReporter()

    def stop(claim: Claim) -> tuple[ClaimFinding, ...]:
        reporter.cancel()
        return ()

    with pytest.raises(Cancelled):
        SummaryWriter(ScriptedChecks(stop)).write(SOURCE, AnsweringModel(a_reply("One.", "Two.")), reporter)


def again(summary: GeneratedSummary, checks: ClaimChecker) -> GeneratedSummary:
    return SummaryWriter(checks).again(summary, SOURCE, QUIET)


def kept() -> GeneratedSummary:
    model = AnsweringModel(
        a_reply("One.", "Two is fine.", "Three wrong.", "Four wrong."), corrected("Three.", "")
    )
    return write(model, ScriptedChecks())


def test_sentences_that_still_pass_stay_unchanged() -> None:
    summary = kept()
    assert again(summary, ScriptedChecks()) == summary


def test_an_authority_that_was_overruled_since_takes_its_claim_with_it() -> None:
    claim = "The brief asks whether the stop of the car was lawful under State v. Carty, 170 N.J. 632 (2002)."
    answer = written([([1], claim)], [([2], STOPPED), ([3], SENTENCED), ([4], NOBODY)])
    summary = write(AnsweringModel(answer, corrected("")))
    assert [item.claim.part for item in summary.shown].count(SummaryPart.ISSUE) == 1, summary.claims

    def listed(named: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
        return {name: ["It was overruled."] for name in named if "170 N.J. 632" in name}

    later = again(summary, ClaimChecker(citations.find, listed, None))
    assert texts(later) == [STOPPED, SENTENCED, NOBODY]
    assert later.claims[0].findings[0].fault is ClaimFault.OUTDATED
    assert [sentence.number for sentence in later.sources] == [2, 3, 4]
