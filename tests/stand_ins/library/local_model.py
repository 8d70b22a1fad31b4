"""The local model and what it may do, of the stand-in library: made-up values; calls are noted and held."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.api.law import LocalModelApi, QueryExpansionApi
from briefbank.domain.searches import Aid, AidedAnswer, AidStep, SearchRequest
from briefbank.domain.summaries import ModelFile, ModelTrial
from briefbank.jobs import Reporter
from briefbank.text.messages import NO_MESSAGE, Message, as_message
from tests.stand_ins.library.calls import StubCalls

if TYPE_CHECKING:
    from tests.stand_ins.library import StubLibrary

GIB = 1024**3
MODEL = ModelFile(
    path=Path("/models/phi-3.5-mini.Q4_K_M.gguf"),
    name="Phi 3.5 Mini Instruct",
    parameters=3_821_079_552,
    precision="Q4_K - Medium",
    context=131072,
    licence="mit",
    file_bytes=2_393_232_608,
    memory_bytes=round(3.4 * GIB),
    memory_free=round(9.2 * GIB),
)
TRIAL = ModelTrial(2.4, 8.1, round(3.3 * GIB), True, 71.0)
STEPS = (
    AidStep(
        Aid.REWRITING,
        Message("Searched your question in 2 other wordings."),
        ("prolonged detention after a traffic warning", "dog sniff after the mission of a stop has ended"),
        new=1,
        seconds=4.2,
    ),
    AidStep(
        Aid.SCORING,
        Message("Read the first 2 passages and weighed how well each answers."),
        seconds=21.0,
    ),
    AidStep(Aid.IRAC, NO_MESSAGE, failed=Message("The model wrote nothing that could be searched for.")),
)


class StubModel(LocalModelApi):
    """``library.local_model``."""

    def __init__(self, library: StubCalls) -> None:
        self._library = library
        self.lacks = self.troubled = NO_MESSAGE
        self.file, self.trial = MODEL, TRIAL

    def missing(self) -> Message:
        self._library._call("missing")
        return self.lacks

    def trouble(self) -> Message:
        self._library._call("trouble")
        return self.troubled

    def inspect(self, path: Path, reporter: Reporter) -> ModelFile:
        self._library._call("inspect", path)
        reporter.check()
        return replace(self.file, path=path)

    def try_out(self, path: Path, reporter: Reporter) -> ModelTrial:
        reporter.progress(Message("Trying the model"), 7, 120)
        self._library._call("try_out", path)
        reporter.check()
        return self.trial

    def changed(self) -> None:
        self._library._call("model changed")


class StubQueryExpansion(QueryExpansionApi):
    """``library.query_expansion``: the search's own hits in another order, with steps."""

    def __init__(self, library: StubLibrary) -> None:
        self._library = library
        self.why_not = "No model is used."
        self.steps: tuple[AidStep, ...] = STEPS
        self.more = 1
        self.cuts = False

    def unavailable(self) -> Message:
        return as_message(self.why_not)

    def may_cut(self) -> bool:
        return self.cuts

    def recut(self, document_id: int, reporter: Reporter) -> AidStep:
        reporter.progress(Message("The local model reads the long sections"), 1, 4)
        self._library._call("recut", document_id)
        reporter.check()
        return AidStep(
            Aid.SEGMENTING, Message("Cut 4 of 4 long sections where the local model finds a turn.")
        )

    def search(self, request: SearchRequest, reporter: Reporter) -> AidedAnswer:
        reporter.progress(Message("The language model reads what was found."), 1, 3)
        self._library._call("look deeper", request.text)
        reporter.check()
        answer = self._library.search(request)
        turned = tuple(replace(hit, rank=at) for at, hit in enumerate(reversed(answer.hits), start=1))
        return AidedAnswer(replace(answer, hits=turned), self.steps, MODEL.name, self.more)
