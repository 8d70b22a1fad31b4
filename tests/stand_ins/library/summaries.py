"""The stand-in library's summaries: extracts, and what a made-up local model wrote."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from briefbank.api.law import SummariesApi
from briefbank.domain.pages import PageHighlight
from briefbank.domain.summaries import (
    CheckedClaim,
    Claim,
    ClaimFault,
    ClaimFinding,
    ClaimOutcome,
    GeneratedSummary,
    SourceKind,
    SourceSentence,
    Summary,
    SummaryPart,
    SummarySentence,
)
from briefbank.errors import SummaryError
from briefbank.jobs import Reporter
from briefbank.settings import Settings, save
from briefbank.text.messages import NO_MESSAGE, Message, as_message
from tests.stand_ins.library.calls import StubCalls

DISCLAIMER = (
    "This summary was put together by a program. It may be incomplete or wrong. "
    "Read the brief before you rely on it."
)
MODEL = "Made-up Instruct 1B"
MODEL_FILE = Path("/made-up/made-up-1b.gguf")
EXTRACT = (
    ("The stop was prolonged beyond its mission without reasonable suspicion.", 14, "issue"),
    ("Consent given during an unlawful detention is not voluntary.", 17, "issue"),
    ("On the evening of 4 May the defendant was stopped for a broken tail light.", 5, "facts"),
    ("The trooper wrote a warning, handed back the papers, and then told him to wait.", 6, "facts"),
    ("Nineteen minutes later a dog was led around the car.", 6, "facts"),
)
SOURCES = tuple(
    SourceSentence(number, text, SourceKind.POINT if part == "issue" else SourceKind.FACT, page, 1, 0, 40)
    for number, (text, page, part) in enumerate(EXTRACT, start=1)
)
ISSUE = "Whether a trooper may hold a driver for a dog sniff once a warning has been written."
WRITTEN = (
    CheckedClaim(Claim(ISSUE, (1, 2), SummaryPart.ISSUE), ClaimOutcome.SHOWN),
    CheckedClaim(
        Claim(
            "The brief argues that agreeing to a search meanwhile was no free choice.",
            (2,),
            SummaryPart.ISSUE,
        ),
        ClaimOutcome.CORRECTED,
    ),
    CheckedClaim(
        Claim("A motorist pulled over for a faulty lamp got his papers back.", (3, 4), SummaryPart.FACTS),
        ClaimOutcome.SHOWN,
    ),
    CheckedClaim(
        Claim("He was then kept at the roadside until a dog arrived.", (5,), SummaryPart.FACTS),
        ClaimOutcome.SHOWN,
    ),
)
WITHHELD = CheckedClaim(
    Claim("", (5,), SummaryPart.FACTS),
    ClaimOutcome.WITHHELD,
    (ClaimFinding(ClaimFault.UNSUPPORTED, "The number 45 does not stand in the source."),),
)
WHOLE = "More than a third of it failed the checks. The document’s own sentences are above."


def choose_model(*, spoken: bool = True) -> None:
    """The office has chosen a model; the settings are those of this test's home."""
    save(Settings(local_model=MODEL_FILE, summaries_spoken=spoken))


def written(
    document_id: int, claims: Sequence[CheckedClaim] = WRITTEN, *, whole: str = "", model: str = MODEL
) -> GeneratedSummary:
    shown = () if whole else tuple(claims)
    return GeneratedSummary(document_id, model, "ab" * 32, 1, shown, as_message(whole), 12.0, SOURCES)


class StubSummaries(SummariesApi):
    """The stand-in for ``summaries``; ``claims`` and ``whole`` are what the model is going to write."""

    def __init__(self, library: StubCalls) -> None:
        self._library = library
        self.extracts: dict[int, Summary] = {}
        self.store: dict[int, GeneratedSummary] = {}
        """Summaries written before, by document."""
        self.claims: tuple[CheckedClaim, ...] = WRITTEN
        self.whole = ""
        self.progress: tuple[tuple[Message, int, int], ...] = ()
        """Told while the gate ``write_summary`` holds."""

    def extractive(self, document_id: int) -> Summary:
        self._library._call("summary", document_id)
        if document_id == 5:
            raise SummaryError()
        sentences = tuple(SummarySentence(text, page, True, part) for text, page, part in EXTRACT)
        return self.extracts.get(document_id, Summary("extractive", as_message(DISCLAIMER), sentences, 1))

    def opened(self, document_id: int) -> None:
        self._library._call("summary_opened", document_id)

    def unavailable(self) -> Message:
        self._library._call("unavailable")
        return NO_MESSAGE

    def kept(self, document_id: int) -> GeneratedSummary | None:
        self._library._call("kept_summary", document_id)
        return self.store.get(document_id)

    def write(self, document_id: int, reporter: Reporter) -> GeneratedSummary:
        """While a gate holds it, it keeps checking for cancellation, as the model's process does."""
        gate = self._library.gates.pop("write_summary", None)
        self._library._call("write_summary", document_id)
        for step in self.progress:
            reporter.progress(*step)
        while gate is not None and not gate.wait(0.005):
            try:
                reporter.check()
            except BaseException:
                self._library._call("write_stopped", document_id)
                raise
        self.store[document_id] = written(document_id, self.claims, whole=self.whole)
        return self.store[document_id]

    def highlights(self, document_id: int, sources: Sequence[SourceSentence]) -> list[PageHighlight]:
        self._library._call("summary_highlights", tuple(source.number for source in sources))
        pages = sorted({source.page for source in sources})
        return [PageHighlight(page, ((0, 30),), ((0, 30),)) for page in pages]
