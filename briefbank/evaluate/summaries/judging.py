"""Judges made-up summaries as the application judges generated ones: by the same checks and the same rule.

Every claim goes through ``Writer.again``, which checks what was written before and decides what of it may
be shown. Nothing is asked of a model: a sentence that fails is withheld, never corrected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from briefbank.claims import CheckedClaim, Claim, Finding, GeneratedSummary, Material, Outcome
from briefbank.evaluate.summaries.values import FindCitations, MadeSummary, Statement
from briefbank.jobs import Reporter
from briefbank.summary import reply
from briefbank.summary.checks.checking import Checks
from briefbank.summary.checks.types import Embed
from briefbank.summary.writing import Writer

CHECK_FAILED = "check failed"
"""Stands for a fault where a check itself failed."""
AGAINST = "Your office’s list says that this no longer holds."

_Key = tuple[int, Claim, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """What the checks found in one statement."""

    statement: Statement
    faults: tuple[str, ...]
    """Values of ``claims.Fault``, or CHECK_FAILED, each once; empty: nothing was found."""

    @property
    def caught(self) -> bool:
        return bool(self.faults)


@dataclass(frozen=True, slots=True)
class JudgedSummary:
    """A made-up summary with what would be shown of it."""

    made: MadeSummary
    statements: tuple[JudgedStatement, ...]
    withheld_whole: bool

    @property
    def shown(self) -> tuple[JudgedStatement, ...]:
        """The statements that a reader would see."""
        return () if self.withheld_whole else tuple(each for each in self.statements if not each.caught)


class Bench(Checks):
    """The real checks, which keep what they found, so that a sentence of two summaries is checked once."""

    def __init__(self, find: FindCitations, embed: Embed | None) -> None:
        super().__init__(find, self._said_against, embed)
        self._spoken_against: tuple[str, ...] = ()
        self._kept_findings: dict[_Key, tuple[Finding, ...]] = {}

    def check(self, claim: Claim, material: Material) -> tuple[Finding, ...]:
        key = material.document_id, claim, self._spoken_against
        if key not in self._kept_findings:
            self._kept_findings[key] = super().check(claim, material)
        return self._kept_findings[key]

    def judge(self, made: MadeSummary, reporter: Reporter) -> JudgedSummary:
        """What is found in a summary and shown of it. Raises Cancelled."""
        material = made.brief.material
        self._spoken_against = made.edited.against if made.edited else ()
        claims = tuple(CheckedClaim(each.claim, Outcome.SHOWN) for each in made.statements)
        written = GeneratedSummary(material.document_id, "", "", 0, claims)
        decided = Writer(self, None).again(written, material, reporter)
        judged = tuple(JudgedStatement(each, self._faults(each, material)) for each in made.statements)
        return JudgedSummary(made, judged, bool(decided.withheld_whole))

    def _faults(self, statement: Statement, material: Material) -> tuple[str, ...]:
        """What was found when the summary was checked; a claim without any record had a check that failed."""
        unlike_prose = tuple(reply.out_of_form(statement.claim))
        known = unlike_prose or self._kept_findings.get(
            (material.document_id, statement.claim, self._spoken_against)
        )
        if known is None:
            return (CHECK_FAILED,)
        return tuple(dict.fromkeys(each.fault.value for each in known))

    def _said_against(self, named: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
        """The office's list while one summary is checked: it speaks against some authorities, or none."""
        return {canonical: (AGAINST,) for canonical in named if canonical in self._spoken_against}
