"""Tesseract through OCRmyPDF, in a child process that can be cancelled.

The pages are recognised in small parts. A part that fails is done again page by page, then from a plain
picture of the page, so that only the pages that no way can read stay without text.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from briefbank.errors import OcrError
from briefbank.ocr import parts
from briefbank.ocr.engine import OcrEngine
from briefbank.ocr.parts import Part, Treatment
from briefbank.ocr.worker import Worker, WorkError

PART_PAGES = 16
"""Pages per part: what a failure may cost, and often enough for every processor to have work."""

SILENCE_S = 300.0
"""A child that finishes no page for so long hangs; a page may take Tesseract's limit twice."""

_ASK_S = 20.0
_LANGUAGE = "eng"
_MISSING = (
    "Tesseract, the program that reads scanned pages, was not found on this computer. "
    "Install it (on Debian and Ubuntu the package is called tesseract-ocr) and start BriefBank again."
)
_NO_ENGLISH = (
    "Tesseract has no English language data. "
    "Install it (on Debian and Ubuntu the package is called tesseract-ocr-eng) and start BriefBank again."
)


class Tesseract(OcrEngine):
    """The default engine. ``jobs`` pages at a time (None: one per processor); ``initializer`` is a picklable
    callable that runs first in the child process."""

    name = "Tesseract"

    def __init__(self, jobs: int | None = None, initializer: Callable[[], None] | None = None) -> None:
        self._jobs = jobs or os.cpu_count() or 1
        self._initializer = initializer

    def problem(self) -> str:
        program = shutil.which("tesseract")
        if program is None:
            return _MISSING
        try:
            answer = subprocess.run(
                [program, "--list-langs"], capture_output=True, timeout=_ASK_S, check=False, text=True
            )
        except (OSError, subprocess.TimeoutExpired):
            return _MISSING
        return "" if _LANGUAGE in answer.stdout.split() else _NO_ENGLISH

    def recognise(
        self,
        source: Path,
        target: Path,
        pages: Sequence[int],
        *,
        replace_text: bool,
        on_page: Callable[[int, int], None],
        check: Callable[[], None],
    ) -> tuple[int, ...]:
        if problem := self.problem():
            raise OcrError("Scanned pages cannot be read yet.", problem)
        wanted = sorted(set(pages))
        with tempfile.TemporaryDirectory(
            dir=target.parent, prefix="ocr-", ignore_cleanup_errors=True
        ) as made:
            worker = Worker(Path(made), self._initializer)
            try:
                job = _Job(Path(made), worker, self._jobs, len(wanted), on_page, check)
                return job.run(source, target, wanted, replace_text)
            finally:
                worker.stop()


class _Job:
    """One document."""

    def __init__(
        self,
        folder: Path,
        worker: Worker,
        jobs: int,
        total: int,
        on_page: Callable[[int, int], None],
        check: Callable[[], None],
    ) -> None:
        self._worker, self._folder, self._jobs, self._total = worker, folder, jobs, total
        self._tell, self._check = on_page, check
        self._finished = self._counted = self._told = self._files = 0

    def run(self, source: Path, target: Path, pages: list[int], replace: bool) -> tuple[int, ...]:
        """See OcrEngine.recognise."""
        try:
            copy = self._new_file()
            count = self._do(parts.whole, source, copy)
            wanted = [page for page in pages if 0 <= page < count]
            planned = self._parts(copy, wanted, replace)
            recognised = [done for part in planned for done in self._recognised(copy, part)]
            if not recognised:
                raise OcrError(detail=f"{len(wanted)} pages, all failed")
            result = self._new_file()
            self._do(parts.put_back, copy, recognised, result)
        except WorkError as error:
            raise OcrError(detail=str(error)) from error
        result.replace(target)
        good = {page for _, numbers in recognised for page in numbers}
        return tuple(page for page in pages if page not in good)

    def _parts(self, copy: Path, pages: list[int], replace: bool) -> Iterator[Part]:
        """Parts of pages that are treated alike, in page order within each treatment."""
        treated = zip(pages, self._treatments(copy, pages, replace), strict=True)
        in_order = sorted(treated, key=lambda pair: (pair[1], pair[0]))
        for treatment, group in groupby(in_order, key=lambda pair: pair[1]):
            alike = [page for page, _ in group]
            for start in range(0, len(alike), PART_PAGES):
                yield Part(self._new_file(), tuple(alike[start : start + PART_PAGES]), treatment)

    def _treatments(self, copy: Path, pages: list[int], replace: bool) -> list[Treatment]:
        """Page by page when looking at all of them at once kills the child."""
        try:
            return list(self._do(parts.treatments, copy, pages, replace))
        except WorkError:
            if len(pages) == 1:
                return [Treatment.KEEP]
        return [treatment for page in pages for treatment in self._treatments(copy, [page], replace)]

    def _recognised(self, copy: Path, part: Part) -> list[tuple[Path, tuple[int, ...]]]:
        """The recognised files of a part: one, or one for each page that could be had on its own."""
        self._counted = self._finished
        try:
            return [self._attempt(copy, part)]
        except WorkError:
            if len(part.pages) > 1:
                alone = [Part(self._new_file(), (page,), part.treatment) for page in part.pages]
                return [done for single in alone for done in self._recognised(copy, single)]
        try:
            return [self._from_picture(copy, part.pages[0])]
        except WorkError:
            return []
        finally:
            self._finish(part)

    def _attempt(self, copy: Path, part: Part) -> tuple[Path, tuple[int, ...]]:
        self._do(parts.cut, copy, part.pages, part.file)
        result = self._new_file()
        self._do(parts.recognise, part, result, self._jobs)
        self._finish(part)
        return result, part.pages

    def _from_picture(self, copy: Path, page: int) -> tuple[Path, tuple[int, ...]]:
        part = Part(self._new_file(), (page,), Treatment.REDRAW)
        self._do(parts.picture, copy, page, part.file)
        result = self._new_file()
        self._do(parts.recognise, part, result, self._jobs)
        return result, part.pages

    def _do(self, function: Callable[..., Any], *args: object) -> Any:
        return self._worker.run(
            function, *args, silence_s=SILENCE_S, check=self._check, on_page=self._on_page
        )

    def _on_page(self) -> None:
        """One more page of the part in hand is done."""
        self._counted += 1
        self._report(self._counted)

    def _finish(self, part: Part) -> None:
        self._finished += len(part.pages)
        self._counted = self._finished
        self._report(self._finished)

    def _report(self, done: int) -> None:
        """Never backwards: pages that are tried a second time were told of before."""
        if done > self._told:
            self._told = min(done, self._total)
            self._tell(self._told, self._total)

    def _new_file(self) -> Path:
        self._files += 1
        return self._folder / f"{self._files}.pdf"
