"""Lets a local model write a summary, and shows only the sentences that passed every check.

The model's answer is split into claims and each is checked. Failed claims are corrected once and checked
again; those that still fail are withheld. When more than a third is withheld, the rest says too little of the
brief to be shown. When a check itself fails, nothing is shown: an unchecked sentence is not better than one
that failed.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from briefbank.domain.summaries import (
    CheckedClaim,
    Claim,
    ClaimFinding,
    ClaimOutcome,
    GeneratedSummary,
    Generator,
    Prompt,
    SummarySource,
)
from briefbank.errors import Cancelled, ModelFault, ModelRefused
from briefbank.jobs import Reporter
from briefbank.llm.questions import T, ask
from briefbank.llm.refusals import NoHelp, TookTooLong
from briefbank.summary import prompt
from briefbank.summary.cache import NOT_IN_FORM, PROMPT_VERSION, TOO_MUCH_WITHHELD
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.summary.checks.checking import ClaimChecker
    from briefbank.summary.checks.second_reader import SecondReader

log = logging.getLogger(__name__)

WRITING, CHECKING = Message("Writing"), Message("Checking")
MOST_WITHHELD = Fraction(1, 3)
"""The share of the sentences above which the whole summary is withheld."""
CHECK_FAILED = Message(
    "A check could not be carried out, so nothing that the local model wrote is shown. "
    "The brief’s own sentences are above."
)
TOO_SLOW = Message(
    "The local model did not finish in time, so nothing of it is shown. The brief’s own sentences are above. "
    "Try again when the computer has less to do, or choose a smaller model."
)
_Judged = list[tuple[Claim, tuple[ClaimFinding, ...]]]


class _CheckFailedError(Exception):
    """Raised when a check itself failed, so that its result is not known."""


class SummaryWriter:
    """Writes and checks summaries. Any thread; one summary at a time."""

    def __init__(self, checks: ClaimChecker, second_reader: SecondReader | None) -> None:
        """``second_reader`` is the model asked once more of each sentence; it can withhold one, never rescue
        it."""
        self._checks, self._second_reader = checks, second_reader

    def write(self, material: SummarySource, generator: Generator, reporter: Reporter) -> GeneratedSummary:
        """Write and check a summary: seconds to minutes. Raises ModelFault, ModelRefused and Cancelled; any
        other failure is part of the value."""
        started = time.monotonic()
        empty = GeneratedSummary(
            material.document_id, generator.name, generator.fingerprint, PROMPT_VERSION, ()
        )
        try:
            claims = _ask(
                generator,
                prompt.message(material),
                lambda text: prompt.read_claims(text, material),
                reporter,
            )
            summary = _decided(empty, self._checked(claims, material, generator, reporter), material)
        except TookTooLong:
            summary = replace(empty, withheld_whole=TOO_SLOW)
        except NoHelp:
            summary = replace(empty, withheld_whole=NOT_IN_FORM)
        except _CheckFailedError:
            summary = replace(empty, withheld_whole=CHECK_FAILED)
        return replace(summary, seconds=time.monotonic() - started)

    def again(
        self, summary: GeneratedSummary, material: SummarySource, reporter: Reporter
    ) -> GeneratedSummary:
        """Check a cached summary as things stand today; what no longer passes is withheld."""
        try:
            judged = self._judged([checked.claim for checked in summary.shown], material, reporter)
        except _CheckFailedError:
            return replace(summary, claims=(), sources=(), withheld_whole=CHECK_FAILED)
        results = iter(judged)
        checked_again = []
        for checked in summary.claims:
            if checked.outcome is not ClaimOutcome.WITHHELD:
                claim, findings = next(results)
                checked = _withheld(claim, findings) if findings else checked
            checked_again.append(checked)
        return _decided(summary, checked_again, material)

    def _checked(
        self, claims: Sequence[Claim], material: SummarySource, generator: Generator, reporter: Reporter
    ) -> list[CheckedClaim]:
        """Return each claim with its outcome, after one correction."""
        judged = self._judged(claims, material, reporter)
        corrected = self._corrected(judged, material, generator, reporter)
        return [
            CheckedClaim(claim, ClaimOutcome.SHOWN)
            if not findings
            else corrected.get(at) or _withheld(claim, findings)
            for at, (claim, findings) in enumerate(judged)
        ]

    def _corrected(
        self, judged: _Judged, material: SummarySource, generator: Generator, reporter: Reporter
    ) -> dict[int, CheckedClaim]:
        """Return, by position, the claims corrected by asking once more for all that failed and can be
        corrected."""
        failed = {
            at: (claim, findings)
            for at, (claim, findings) in enumerate(judged)
            if findings and claim.sources and all(finding.repair for finding in findings)
        }
        if not failed:
            return {}
        claims = [claim for claim, _ in failed.values()]
        room = prompt.MOST_WORDS - prompt.words_of(claim for claim, findings in judged if not findings)
        try:
            written = _ask(
                generator,
                prompt.correction(material, list(failed.values())),
                lambda text: prompt.read_corrections(text, claims, room),
                reporter,
            )
        except NoHelp:  # all of them stay failed
            return {}
        corrected = {at: claim for at, claim in zip(failed, written, strict=True) if claim}
        second = self._judged(list(corrected.values()), material, reporter)
        return {
            at: CheckedClaim(claim, ClaimOutcome.CORRECTED)
            for at, (claim, findings) in zip(corrected, second, strict=True)
            if not findings
        }

    def _judged(self, claims: Sequence[Claim], material: SummarySource, reporter: Reporter) -> _Judged:
        """Return all claims with their findings. Raises _CheckFailedError: these checks fail closed."""
        judged: _Judged = []
        try:
            for number, claim in enumerate(claims):
                reporter.check()
                reporter.progress(CHECKING, number, len(claims))
                findings = tuple(prompt.find_form_faults(claim)) or self._checks.check(claim, material)
                if not findings and self._second_reader is not None:
                    sources = material.named(claim.sources)
                    findings = tuple(self._second_reader.doubts(claim, sources, reporter.check))
                judged.append((claim, findings))
        except (Cancelled, ModelFault, ModelRefused):
            raise
        except Exception as error:  # noqa: BLE001 - whatever went wrong, nothing unchecked is shown
            log.error("check of a summary failed: %s", type(error).__name__)
            raise _CheckFailedError from None
        return judged


def _ask(generator: Generator, message: Prompt, read: Callable[[str], T], reporter: Reporter) -> T:
    def on_written(tokens: int) -> None:
        reporter.progress(WRITING, tokens, message.most_tokens)

    return ask(generator, message, read, reporter.check, on_written)


def _withheld(claim: Claim, findings: tuple[ClaimFinding, ...]) -> CheckedClaim:
    return CheckedClaim(replace(claim, text=""), ClaimOutcome.WITHHELD, findings)


def _decided(
    summary: GeneratedSummary, checked: Sequence[CheckedClaim], material: SummarySource
) -> GeneratedSummary:
    """Return the summary of these claims, or one that is withheld as a whole."""
    if summary.withheld_whole:
        return summary
    whole = replace(summary, claims=tuple(checked))
    if whole.withheld > MOST_WITHHELD * len(checked):
        return replace(summary, claims=(), sources=(), withheld_whole=TOO_MUCH_WITHHELD)
    named = [number for claim in whole.shown for number in claim.claim.sources]
    return replace(whole, sources=material.named(named))
