"""Judges made-up summaries as the application judges generated ones: by the same checks and the same rule.

Every claim goes through ``SummaryWriter.again``, which checks an existing summary and decides what of it may
be shown. No model is asked: a sentence that fails is withheld, never corrected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from briefbank.domain.summaries import (
    CheckedClaim,
    Claim,
    ClaimFinding,
    ClaimOutcome,
    GeneratedSummary,
    SummarySource,
)
from briefbank.jobs import Reporter
from briefbank.summary import prompt
from briefbank.summary.checks.checking import ClaimChecker
from briefbank.summary.checks.plain_form import Embed, FindCitations
from briefbank.summary.summaries import SummaryWriter
from tests.evaluate.summaries.values import WrittenStatement, WrittenSummary

CHECK_FAILED = "check failed"  # The value in place of a fault where a check itself failed
AGAINST = "Your office’s list says that this no longer holds."

_Key = tuple[int, Claim, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """The findings of the checks about one statement."""

    statement: WrittenStatement
    faults: tuple[str, ...]
    """The values of ``claims.ClaimFault``, or CHECK_FAILED, each once; empty without a finding."""

    @property
    def caught(self) -> bool:
        return bool(self.faults)


@dataclass(frozen=True, slots=True)
class JudgedSummary:
    """An edited or clean summary with the result of its check."""

    written: WrittenSummary
    statements: tuple[JudgedStatement, ...]
    withheld_whole: bool

    @property
    def shown(self) -> tuple[JudgedStatement, ...]:
        """The statements that a reader would see."""
        return (
            ()
            if self.withheld_whole
            else tuple(statement for statement in self.statements if not statement.caught)
        )


class CachingChecks(ClaimChecker):
    """The real checks with cached findings, so that a sentence of two summaries is checked once."""

    def __init__(self, find: FindCitations, embed: Embed | None) -> None:
        super().__init__(find, self._adverse_lines, embed)
        self._authorities_against: tuple[str, ...] = ()
        self._cached_findings: dict[_Key, tuple[ClaimFinding, ...]] = {}

    def check(self, claim: Claim, material: SummarySource) -> tuple[ClaimFinding, ...]:
        key = material.document_id, claim, self._authorities_against
        if key not in self._cached_findings:
            self._cached_findings[key] = super().check(claim, material)
        return self._cached_findings[key]

    def judge(self, written: WrittenSummary, reporter: Reporter) -> JudgedSummary:
        """Check a summary and decide which sentences are shown. Raises Cancelled."""
        material = written.brief.material
        self._authorities_against = written.edited.against if written.edited else ()
        claims = tuple(CheckedClaim(statement.claim, ClaimOutcome.SHOWN) for statement in written.statements)
        generated = GeneratedSummary(material.document_id, "", "", 0, claims)
        decided = SummaryWriter(self).again(generated, material, reporter)
        judged = tuple(
            JudgedStatement(statement, self._faults(statement, material)) for statement in written.statements
        )
        return JudgedSummary(written, judged, bool(decided.withheld_whole))

    def _faults(self, statement: WrittenStatement, material: SummarySource) -> tuple[str, ...]:
        """Return the faults found when the summary was checked; a claim without a record had a check that
        failed."""
        unlike_prose = tuple(prompt.find_form_faults(statement.claim))
        known = unlike_prose or self._cached_findings.get(
            (material.document_id, statement.claim, self._authorities_against)
        )
        if known is None:
            return (CHECK_FAILED,)
        return tuple(dict.fromkeys(item.fault.value for item in known))

    def _adverse_lines(self, named: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
        """Return the good-law list for one summary: it speaks against some authorities, or none."""
        return {canonical: (AGAINST,) for canonical in named if canonical in self._authorities_against}
