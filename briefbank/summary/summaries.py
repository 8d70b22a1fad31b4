"""Summaries of documents: extractive ones, made at once, and generated ones, of which only the sentences that
passed every check are shown.

A model's answer is split into claims and each is checked. Failed claims are corrected once and checked again;
those that still fail are withheld. When more than a third is withheld, the rest says too little of the brief
to be shown. When a check itself fails, nothing is shown: an unchecked sentence is not better than one that
failed.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from briefbank.api.law import SummariesApi
from briefbank.catalogue import document_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.citations import citations
from briefbank.citator.good_law import GoodLaw
from briefbank.domain.authorities import CitationKind
from briefbank.domain.documents import Document
from briefbank.domain.maintenance import AuditEvent, AuditWriter, record_nothing
from briefbank.domain.pages import PageHighlight
from briefbank.domain.summaries import (
    CheckedClaim,
    Claim,
    ClaimFinding,
    ClaimOutcome,
    GeneratedSummary,
    Generator,
    Prompt,
    SourceSentence,
    Summary,
    SummarySource,
)
from briefbank.embedding.encoders import Encoder
from briefbank.errors import (
    BriefBankError,
    Cancelled,
    ModelFault,
    ModelRefused,
    NotInLibrary,
    StoreError,
    SummaryError,
)
from briefbank.extraction.find_text import highlights
from briefbank.jobs import QuietReporter, Reporter
from briefbank.llm.questions import NoHelp, T, TookTooLong, ask
from briefbank.paths import LibraryPaths
from briefbank.summary import cache, prompt
from briefbank.summary.cache import LASTING, NOT_IN_FORM, PROMPT_VERSION, TOO_MUCH_WITHHELD
from briefbank.summary.extractive import heading_ranges, select_material, summarise
from briefbank.summary.local_model_manager import LocalModelManager
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.summary.checks.checking import ClaimChecker

log = logging.getLogger(__name__)


class Summaries(SummariesApi):
    """Makes, caches and locates summaries of documents. Any thread."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Database,
        good_law: GoodLaw,
        generating: LocalModelManager,
        encoder: Callable[[], Encoder],
        note: AuditWriter = record_nothing,
    ) -> None:
        """``encoder`` may take seconds to load, and raise BriefBankError."""
        self._paths, self._catalogue, self._good_law = paths, catalogue, good_law
        self._generating, self._encoder, self._note = generating, encoder, note

    def extractive(self, document_id: int) -> Summary:
        document = document_rows.get(self._catalogue, document_id)
        summary = summarise(document, passage_rows.of_document(self._catalogue, document_id))
        self._note(AuditEvent.SUMMARY, document=document_id, summary="extractive")
        return summary

    def opened(self, document_id: int) -> None:
        document_rows.get(self._catalogue, document_id)  # nobody notes what they do not see
        self._note(AuditEvent.SUMMARY, document=document_id, summary="generated")

    def unavailable(self) -> Message:
        return self._generating.trouble()

    def kept(self, document_id: int) -> GeneratedSummary | None:
        document = document_rows.get(self._catalogue, document_id)
        generator = self._generating.if_ready()
        if generator is None:
            return None
        try:
            source = self._material(document)
        except SummaryError:
            return None
        model, version = generator.fingerprint, self._good_law.version()
        summary = cache.read(self._paths, document.sha256, model, source, list_version=version)
        if summary is None:
            return None
        return SummaryWriter(self._checks()).again(summary, source, QuietReporter())

    def write(self, document_id: int, reporter: Reporter) -> GeneratedSummary:
        document, generator = document_rows.get(self._catalogue, document_id), self._generating.if_ready()
        source = self._material(document)
        if generator is None:
            raise ModelRefused(Message("No local model is ready."), Message("Choose one in Settings."))
        list_version = self._good_law.version()
        summary = SummaryWriter(self._checks()).write(source, generator, reporter)
        if not summary.withheld_whole or summary.withheld_whole in LASTING:
            self._keep(document, summary, source, list_version)
        return summary

    def highlights(self, document_id: int, sources: Sequence[SourceSentence]) -> list[PageHighlight]:
        document_rows.get(self._catalogue, document_id)
        passages = passage_rows.by_ids(self._catalogue, [sentence.passage_id for sentence in sources])
        by_page: dict[int, list[PageHighlight]] = {}
        for passage in passages.values():
            spans: list[tuple[int, int]] = []
            for sentence in sources:
                if sentence.passage_id == passage.id:
                    own = [(sentence.start, sentence.end)]
                    spans += own if sentence.end else heading_ranges(passage, sentence.text)
            for mark in highlights(passage, spans):
                if mark.words:
                    by_page.setdefault(mark.page, []).append(mark)
        return [
            PageHighlight(
                page,
                tuple(sorted(span for mark in marks for span in mark.passage)),
                tuple(sorted(span for mark in marks for span in mark.words)),
            )
            for page, marks in sorted(by_page.items())
        ]

    def _material(self, document: Document) -> SummarySource:
        return select_material(document, passage_rows.of_document(self._catalogue, document.id))

    def _checks(self) -> ClaimChecker:
        """Return the checks, with the encoder once it has loaded: what is shown must not depend on how long
        the program has been running. Without an encoder words alone decide.

        Imported here because the patterns of all checks take as long to load as a window takes to open.
        """
        from briefbank.summary.checks.checking import ClaimChecker

        try:
            embed = self._encoder().encode_passages
        except BriefBankError as error:
            log.warning("summaries are checked by words alone: %s", type(error).__name__)
            embed = None
        return ClaimChecker(citations.find, self._adverse_lines, embed)

    def _adverse_lines(self, named: Mapping[str, CitationKind]) -> Mapping[str, Sequence[str]]:
        """Return what the office's list says today against authorities."""
        said = self._good_law.statements(named)
        against = {name: [str(line.text) for line in lines if line.against] for name, lines in said.items()}
        return {name: texts for name, texts in against.items() if texts}

    def _keep(
        self, document: Document, summary: GeneratedSummary, source: SummarySource, list_version: int
    ) -> None:
        """Cache a summary; when the disk is full it is still shown, and written anew the next time. Raises
        NotInLibrary for a document that was removed meanwhile: nothing of it may stay on the disk."""
        document_rows.get(self._catalogue, document.id)
        try:
            cache.write(self._paths, document.sha256, summary, source, list_version=list_version)
        except StoreError as error:
            log.warning("summary not kept: %s", error.detail)
        try:
            document_rows.get(self._catalogue, document.id)
        except NotInLibrary:
            cache.delete_cached(self._paths, document.sha256)
            raise


MOST_WITHHELD = Fraction(1, 3)  # The share of the sentences above which the whole summary is withheld
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

    def __init__(self, checks: ClaimChecker) -> None:
        self._checks = checks

    def write(self, material: SummarySource, generator: Generator, reporter: Reporter) -> GeneratedSummary:
        """Write and check a summary: seconds to minutes. Raises ModelFault, ModelRefused and Cancelled; any
        other failure is part of the value."""
        started = time.monotonic()
        model = generator.name, generator.fingerprint
        empty = GeneratedSummary(material.document_id, *model, PROMPT_VERSION, ())
        try:
            message = prompt.message(material)
            claims = _ask(generator, message, lambda text: prompt.read_claims(text, material), reporter)
            judged = self._judged(claims, material, reporter)
            corrected = self._corrected(judged, material, generator, reporter)
            checked = [
                corrected.get(at) or _checked(claim, findings) for at, (claim, findings) in enumerate(judged)
            ]
            summary = _decided(empty, checked, material)
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
            judged = iter(self._judged([checked.claim for checked in summary.shown], material, reporter))
        except _CheckFailedError:
            return replace(summary, claims=(), sources=(), withheld_whole=CHECK_FAILED)
        checked_again = []
        for checked in summary.claims:
            if checked.outcome is not ClaimOutcome.WITHHELD:
                checked = _checked(*next(judged), outcome=checked.outcome)
            checked_again.append(checked)
        return _decided(summary, checked_again, material)

    def _corrected(
        self, judged: _Judged, material: SummarySource, generator: Generator, reporter: Reporter
    ) -> dict[int, CheckedClaim]:
        """Return, by position, claims corrected by asking once more for all correctable ones that failed."""
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
            message = prompt.correction(material, list(failed.values()))
            written = _ask(
                generator, message, lambda text: prompt.read_corrections(text, claims, room), reporter
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
                reporter.progress(Message("Checking"), number, len(claims))
                findings = tuple(prompt.find_form_faults(claim)) or self._checks.check(claim, material)
                judged.append((claim, findings))
        except (Cancelled, ModelFault, ModelRefused):
            raise
        except Exception as error:  # noqa: BLE001 - whatever went wrong, nothing unchecked is shown
            log.error("check of a summary failed: %s", type(error).__name__)
            raise _CheckFailedError from None
        return judged


def _ask(generator: Generator, message: Prompt, read: Callable[[str], T], reporter: Reporter) -> T:
    def on_written(tokens: int) -> None:
        reporter.progress(Message("Writing"), tokens, message.most_tokens)

    return ask(generator, message, read, reporter.check, on_written)


def _checked(
    claim: Claim, findings: tuple[ClaimFinding, ...], outcome: ClaimOutcome = ClaimOutcome.SHOWN
) -> CheckedClaim:
    """Return a claim with this outcome, or withheld and without its text where there are findings."""
    if findings:
        return CheckedClaim(replace(claim, text=""), ClaimOutcome.WITHHELD, findings)
    return CheckedClaim(claim, outcome)


def _decided(
    summary: GeneratedSummary, checked: Sequence[CheckedClaim], material: SummarySource
) -> GeneratedSummary:
    if summary.withheld_whole:
        return summary
    whole = replace(summary, claims=tuple(checked))
    if whole.withheld > MOST_WITHHELD * len(checked):
        return replace(summary, claims=(), sources=(), withheld_whole=TOO_MUCH_WITHHELD)
    return whole.with_sources(material)
