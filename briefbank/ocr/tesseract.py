"""The Tesseract engine, page by page, in child processes that can be cancelled.

A page that crashes, hangs or fills the memory of its child is tried once more with a lower resolution, and
then given up. It costs no other page, and its own time is limited. So is the time of all such pages of a file
together (``TimeBudget``). A problem of the computer itself, such as a full disk, ends the call.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.errors import OcrError
from briefbank.files import store_error
from briefbank.ocr import tesseract_page, tesseract_program
from briefbank.ocr.engine import OcrEngine
from briefbank.ocr.tesseract_page import PageLimits
from briefbank.ocr.time_budget import TimeBudget
from briefbank.ocr.worker import OcrWorker, WorkError
from briefbank.ocr.worker_pool import OcrWorkerPool
from briefbank.sandbox.workspace import InputFile, ScratchFolder, WorkspacePlace

ATTEMPTS = (PageLimits(seconds=25.0), PageLimits(seconds=12.0, dpi=150.0))
"""The limits of each attempt: a page of small print takes about three seconds; the second attempt has a
quarter of the pixels."""

GRACE_S = 3.0
"""The seconds beyond its limit in which a child may report the timeout; after that it is killed."""

MEMORY_BYTES = 2 * 2**30
"""The limit of one child and of each Tesseract process; a page of MAX_PIXELS takes about a quarter of it."""

UNREADABLE = "This page is a scan and could not be read. Look at the page itself."
GIVEN_UP = (
    "This page is a scan and was not read, because other pages of the file took too long. "
    "Look at the page itself, or have it read again."
)

_MISSING = (
    "Tesseract, the program that reads scanned pages, was not found on this computer. "
    "Install it (on Debian and Ubuntu the package is called tesseract-ocr) and start BriefBank again."
)
_NO_ENGLISH = (
    "Tesseract has no English language data. "
    "Install it (on Debian and Ubuntu the package is called tesseract-ocr-eng) and start BriefBank again."
)


class Tesseract(OcrEngine):
    """The default engine.

    At most ``jobs`` pages are read at a time over all calls (None: one per processor). ``initializer`` is a
    picklable callable that runs first in each child process. With a ``place`` each child is confined to a
    workspace of its own there.
    """

    name = tesseract_page.ENGINE

    def __init__(
        self,
        jobs: int | None = None,
        initializer: Callable[[], None] | None = None,
        place: WorkspacePlace | None = None,
    ) -> None:
        self._pool = OcrWorkerPool(
            jobs or os.cpu_count() or 1, partial(OcrWorker, MEMORY_BYTES, initializer, place)
        )
        self._available = False

    def problem(self) -> str:
        """See OcrEngine.problem. Tesseract is looked for at each call until it is found."""
        if self._available:
            return ""
        languages = tesseract_program.languages()
        if languages is None:
            return _MISSING
        self._available = tesseract_program.ENGLISH in languages
        return "" if self._available else _NO_ENGLISH

    def recognise(
        self,
        source: Path,
        orders: Sequence[PageOrder],
        work: Path,
        *,
        on_page: Callable[[RecognisedPage], None],
        check: Callable[[], None],
        patience: TimeBudget | None = None,
    ) -> None:
        """See OcrEngine.recognise. ``patience`` is the whole file's where these are some of its pages."""
        if problem := self.problem():
            raise OcrError("Scanned pages cannot be read yet.", problem)
        with _temporary_folder(work) as made:
            self._pool.work(
                partial(_page, source, Path(made), patience or TimeBudget()), orders, on_page, check
            )

    def close(self) -> None:
        """See OcrEngine.close."""
        self._pool.close()


def _temporary_folder(work: Path) -> tempfile.TemporaryDirectory[str]:
    try:
        return tempfile.TemporaryDirectory(dir=work, prefix="ocr-", ignore_cleanup_errors=True)
    except OSError as error:
        raise store_error(error) from error


def _page(
    source: Path,
    folder: Path,
    patience: TimeBudget,
    worker: OcrWorker,
    order: PageOrder,
    check: Callable[[], None],
) -> RecognisedPage:
    """Return the page, read or given up; it is not tried when the time budget is used up."""
    if patience.is_out:
        return _without_words(order, GIVEN_UP)
    started = time.monotonic()
    found = _recognise_page(source, folder, worker, order, check)
    patience.record_page(time.monotonic() - started, was_read=not found.problem)
    return found


def _recognise_page(
    source: Path, folder: Path, worker: OcrWorker, order: PageOrder, check: Callable[[], None]
) -> RecognisedPage:
    """Return the page from the first attempt that succeeds, or with a problem."""
    for limits in ATTEMPTS:
        try:
            return worker.run(
                tesseract_page.recognise,
                InputFile(source),
                order,
                ScratchFolder(folder),
                limits,
                limit_s=limits.seconds + GRACE_S,
                check=check,
            )
        except WorkError:
            continue
    return _without_words(order, UNREADABLE)


def _without_words(order: PageOrder, problem: str) -> RecognisedPage:
    return RecognisedPage(order.index, tesseract_page.ENGINE, order.setting, (), problem=problem)
