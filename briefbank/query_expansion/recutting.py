"""Cuts the long sections of a document of the library anew at the topic shifts that a local model finds.

The model is shown the beginnings of the paragraphs or sentences, numbered, and names those with which a new
topic begins. Its answer outweighs the word statistics (``extraction.passages``), and cutting goes on weighing
sizes and paragraphs, so that a model that names every number, or none, makes no passages that could not have
been cut without it.

Reading happens in a child process, which cannot ask the model. So a child first notes what it would ask; the
model is asked here; then the document is read again, by the same steps as any file, with the answers. OCR
results, corrections and feedback stay, as whenever a document is read again. The cuts last until the document
is read again in another run of the program; then words cut it as before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from briefbank.catalogue import document_rows
from briefbank.catalogue.database import Database
from briefbank.domain.documents import Document
from briefbank.domain.ingest import FileOutcome, FileStatus
from briefbank.domain.searches import Aid, AidStep
from briefbank.domain.summaries import Generator, Prompt
from briefbank.errors import StoreBusy
from briefbank.extraction.passages import BY_WORDS, PrecomputedSegmenter, key_of
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest.file_reading import segmenter_queries
from briefbank.jobs import Reporter
from briefbank.llm.questions import DATA_RULE, Check, choices, fence_lines
from briefbank.llm.refusals import NoHelp
from briefbank.paths import LibraryPaths
from briefbank.query_expansion.vetting import ask
from briefbank.sandbox.confinement import InputFile
from briefbank.storage.lease import ProcessLock, hold
from briefbank.text.messages import NO_MESSAGE, Message

SILENCE_S = 60.0
"""The longest silence of a child. A page takes milliseconds; a child that is silent for longer hangs."""
VAIN_IN_A_ROW = 3
"""The number of sections in a row without an answer after which the model is asked no more."""

NO_LONG_SECTION = Message("The document has no section long enough to be cut in another way.")
BUSY = Message("Files are being added to this library.")
BUSY_REMEDY = Message("Have the sections cut when that is done.")
NOT_READ = Message("The document could not be read again, so it stays as it was.")


CutAgain = Callable[[Document, PrecomputedSegmenter, Reporter], Sequence[FileOutcome]]
"""Reads a document of the library again with another segmenter."""


class SectionRecutter:
    """Recuts documents, from any thread; one document at a time."""

    def __init__(
        self, catalogue: Database, paths: LibraryPaths, processes: WorkerPool, cut_again: CutAgain
    ) -> None:
        self._catalogue, self._paths, self._processes = catalogue, paths, processes
        self._cut_again = cut_again

    def recut(self, document_id: int, model: Generator, reporter: Reporter) -> AidStep:
        """Recut a document: minutes for a long brief. A model that fails leaves the document as it is.

        Raises NotInLibrary, FileRefused, StoreError (StoreBusy while files are added, before the model is
        asked), ModelRefused and Cancelled.
        """
        started = time.perf_counter()
        document = document_rows.get(self._catalogue, document_id)
        # answers that take the model minutes could not be stored
        with hold(ProcessLock(self._paths.intake_lock, wait_s=0.0)(), StoreBusy(BUSY, BUSY_REMEDY)):
            pass
        original = self._paths.original(document.sha256, document.suffix)
        path = self._paths.reading_copy(document.sha256) if document.has_reading_copy else original
        report = partial(reporter.progress, Message("Reading"))
        sections: Sequence[Sequence[str]] = self._processes.call_with_progress(
            segmenter_queries, report, reporter.check, SILENCE_S, InputFile(path)
        )
        said, failed = NO_LONG_SECTION, NO_MESSAGE
        if long_sections := [texts for texts in sections if is_long(texts)]:
            said, failed = self._cut(document, long_sections, model, reporter)
        return AidStep(Aid.SEGMENTING, said, seconds=time.perf_counter() - started, failed=failed)

    def _cut(
        self, document: Document, sections: Sequence[Sequence[str]], model: Generator, reporter: Reporter
    ) -> tuple[Message, Message]:
        """Return what was done, or why nothing was."""
        try:
            answers = topic_shifts(sections, model, reporter)
        except NoHelp as reason:
            return NO_MESSAGE, reason.message
        outcomes = self._cut_again(document, PrecomputedSegmenter(answers), reporter)
        if any(outcome.status is FileStatus.REFUSED for outcome in outcomes):
            return NO_MESSAGE, NOT_READ
        done = Message(
            "Cut {answers} of {sections} long sections where the local model finds that the matter turns.",
            answers=len(answers),
            sections=len(sections),
        )
        return done, NO_MESSAGE


def topic_shifts(
    sections: Sequence[Sequence[str]], model: Generator, reporter: Reporter
) -> dict[str, list[float]]:
    """Return the topic shifts of each section; sections without an answer are left out.

    Raises NoHelp when the model answers for none, or was asked in vain too often.
    """
    shifts: dict[str, list[float]] = {}
    vain = 0
    for done, texts in enumerate(sections):
        reporter.check()
        reporter.progress(Message("The local model reads the long sections"), done, len(sections))
        try:
            shifts[key_of(texts)] = turns(texts, model, reporter.check)
            vain = 0
        except NoHelp:
            vain += 1
            if vain == VAIN_IN_A_ROW or (done == len(sections) - 1 and not shifts):
                raise
    return shifts


LONG_WORDS = 600
"""The words from which a section is long: it is cut into three passages or more. Of shorter ones only one
border is open."""
SHOWN_AT_ONCE = 24
BEGINNING_WORDS = 30
"""The words of each beginning that are shown: about 1,000 tokens at once."""
MOST_TURNS = 6
"""The most topic shifts among the beginnings shown at once; more would separate nothing."""
LIMIT_S = 60.0
_BY_WORDS_SHARE = 0.5
"""The weight of the word statistics where the model sees no topic shift; where it sees one the value is 1."""
_PROMPT = f"""You are shown the numbered beginnings of the parts of one section of a legal brief.
{DATA_RULE}
Answer with the numbers of the parts with which a new subject begins, separated by commas, or with: none"""


def is_long(texts: Sequence[str]) -> bool:
    """Tell whether a section is worth a question."""
    return len(texts) > 2 and sum(len(text.split()) for text in texts) > LONG_WORDS


def turns(texts: Sequence[str], model: Generator, check: Check) -> list[float]:
    """Return how strongly the topic shifts at each place between the texts of a long section, 0 to 1; see
    ``Segmenter``.

    Raises NoHelp, ModelRefused and what ``check`` raises.
    """
    shifts = [_BY_WORDS_SHARE * value for value in BY_WORDS.topic_changes(texts)]
    borders = [*range(0, len(texts) - 1, SHOWN_AT_ONCE - 1), len(texts) - 1]
    for first, last in pairwise(borders):
        beginnings = [" ".join(text.split()[:BEGINNING_WORDS]) for text in texts[first : last + 1]]
        data = fence_lines(f"{number}. {beginning}" for number, beginning in enumerate(beginnings, start=1))
        message = Prompt(_PROMPT, data, most_tokens=40, limit_s=LIMIT_S)
        numbers = [str(number) for number in range(2, len(beginnings) + 1)]
        for number in ask(model, message, choices(numbers, MOST_TURNS), check):
            shifts[first + int(number) - 2] = 1.0
    return shifts
