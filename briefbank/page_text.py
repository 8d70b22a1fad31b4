"""The pages of one original: set as a PDF if it is none, read, and recognised where the text is no good.

All of it runs in child processes with limits (``reading.isolated``, ``ocr``).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from briefbank.errors import OcrError
from briefbank.models import PageSource, RawPage, Stage
from briefbank.ocr.engine import OcrEngine
from briefbank.reading import convert, textlayer
from briefbank.reading.isolated import ReadingProcesses, extract_pages
from briefbank.stages import Stages

log = logging.getLogger(__name__)

UNREADABLE = ("missing", "bad")
"""The verdicts on a text layer that send a page to text recognition."""

NOTHING_RECOGNISED = "No words were recognised on this page. Look at the page itself."
NOT_RECOGNISED = "This page is a scan and could not be read. Look at the page itself."


@dataclass(frozen=True, slots=True)
class PageText:
    """What was read of an original."""

    pages: tuple[RawPage, ...]
    reading_copy: Path | None
    """A PDF to show in place of the original; None when the original is what was read."""
    trouble: OcrError | None = None
    """Why scanned pages could not be read."""


class PageReader:
    """Reads originals. Any thread; the children decide how many calls run at once."""

    def __init__(self, processes: ReadingProcesses, ocr: OcrEngine) -> None:
        self._processes = processes
        self._ocr = ocr

    def can_recognise(self) -> bool:
        """Whether scanned pages can be read on this computer."""
        return not self._ocr.problem()

    def read(self, original: Path, suffix: str, work: Path, stages: Stages) -> PageText:
        """All pages; a reading copy, where one is needed, is left in ``work``. Raises FileRefused."""
        source, copy = original, None
        stages.enter(Stage.READING)
        if suffix != ".pdf":
            source = copy = work / "converted.pdf"
            self._processes.call(convert.to_pdf, original, copy)
        pages = self._extract(source, stages)
        verdicts = [textlayer.assess(page).verdict for page in pages]
        wanted = [page.index for page, verdict in zip(pages, verdicts, strict=True) if verdict in UNREADABLE]
        if not wanted:
            return PageText(tuple(pages), copy)
        recognised = work / "recognised.pdf"
        try:
            failed = self._recognise(source, recognised, wanted, "bad" in verdicts, stages)
        except OcrError as error:
            log.info("recognition failed: %s", error.detail)
            return PageText(tuple(map(_not_recognised, pages, verdicts)), copy, error)
        again = self._extract(recognised, stages)
        return PageText(tuple(map(partial(_marked, failed), verdicts, again)), recognised)

    def _extract(self, source: Path, stages: Stages) -> list[RawPage]:
        stages.enter(Stage.READING)
        return extract_pages(self._processes, source, on_pages=stages.step, check=stages.reporter.check)

    def _recognise(
        self, source: Path, target: Path, pages: Sequence[int], replace_text: bool, stages: Stages
    ) -> tuple[int, ...]:
        """Write a copy with the pages recognised; returns those that failed."""
        if problem := self._ocr.problem():
            raise OcrError(problem, detail="not available")
        stages.enter(Stage.OCR, len(pages))
        return self._ocr.recognise(
            source,
            target,
            pages,
            replace_text=replace_text,
            on_page=stages.step,
            check=stages.reporter.check,
        )


def _not_recognised(page: RawPage, verdict: str) -> RawPage:
    """Without text recognition a page without text is a gap; a poor text layer is better than none."""
    if verdict == "missing" and page.source is not PageSource.GAP:
        return replace(page, source=PageSource.GAP, gap_reason=NOT_RECOGNISED)
    return page


def _marked(failed: tuple[int, ...], verdict: str, page: RawPage) -> RawPage:
    """A page of the reading copy, marked with its text's source; ``verdict`` is the original page's."""
    if verdict not in UNREADABLE or page.source is PageSource.GAP:
        return page
    if page.index in failed:
        return _not_recognised(page, verdict)
    if not page.raw.strip():
        return replace(page, source=PageSource.GAP, gap_reason=NOTHING_RECOGNISED)
    return replace(page, source=PageSource.OCR)
