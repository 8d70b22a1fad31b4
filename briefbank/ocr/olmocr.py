"""olmOCR, the better engine for old scans: a language model on a server of the office.

Every page is first read by Tesseract, for the positions of the words and as a fallback: a page without a
credible answer of the server stays as Tesseract read it.
"""

from __future__ import annotations

import importlib.util
import shutil
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.ocr.engine import OcrEngine
from briefbank.ocr.olmocr_exchange import ENGINE, PageExchange, Server, ServerSettings
from briefbank.ocr.tesseract import MEMORY_BYTES, Tesseract
from briefbank.ocr.time_budget import TimeBudget
from briefbank.ocr.worker import OcrWorker, WorkError
from briefbank.ocr.worker_pool import OcrWorkerPool
from briefbank.sandbox.workspace import WorkspacePlace

IN_FLIGHT = 4
"""The maximum number of concurrent requests to the server."""

AWAY_S = 60.0
"""The time in seconds for which an absent server is not asked again."""

PAUSES_S = (1.0, 4.0)
"""The pauses in seconds before the second and the third attempt."""

_BATCH = 8
_NO_POPPLER = (
    "pdftoppm, which draws pages for the text recognition server, was not found on this computer. "
    "Install it (on Debian and Ubuntu the package is called poppler-utils) and start BriefBank again."
)
_NO_PACKAGE = "A part of BriefBank is missing (olmocr). Install BriefBank again."


class OlmOcr(OcrEngine):
    """Asks ``server`` for the model called ``model``; ``pauses_s`` has one entry for each further attempt.

    ``tesseract`` is shared with others and not closed here; ``initializer`` and ``place`` are as for
    Tesseract.
    """

    name = ENGINE

    def __init__(
        self,
        server: Server,
        model: str,
        tesseract: Tesseract,
        initializer: Callable[[], None] | None = None,
        pauses_s: Sequence[float] = PAUSES_S,
        place: WorkspacePlace | None = None,
    ) -> None:
        self._office, self._tesseract = ServerSettings(server, model, pauses_s), tesseract
        self._pool = OcrWorkerPool(IN_FLIGHT, partial(OcrWorker, MEMORY_BYTES, initializer, place))
        self._away_until = 0.0

    def problem(self) -> str:
        """See OcrEngine.problem."""
        if importlib.util.find_spec("olmocr") is None:
            return _NO_PACKAGE
        if not (shutil.which("pdftoppm") and shutil.which("pdfinfo")):
            return _NO_POPPLER
        return self._tesseract.problem() or self._office.server.problem()

    def recognise(
        self,
        source: Path,
        orders: Sequence[PageOrder],
        work: Path,
        *,
        on_page: Callable[[RecognisedPage], None],
        check: Callable[[], None],
    ) -> None:
        """See OcrEngine.recognise."""
        by_index, patience = {order.index: order for order in orders}, TimeBudget()
        for start in range(0, len(orders), _BATCH):
            read: list[RecognisedPage] = []
            batch = orders[start : start + _BATCH]
            self._tesseract.recognise(
                source, batch, work, on_page=read.append, check=check, patience=patience
            )
            pairs = [(by_index[page.index], page) for page in read]
            self._pool.work(partial(self._page, source), pairs, on_page, check)

    def close(self) -> None:
        """See OcrEngine.close."""
        self._pool.close()

    def _page(
        self,
        source: Path,
        worker: OcrWorker,
        pair: tuple[PageOrder, RecognisedPage],
        check: Callable[[], None],
    ) -> RecognisedPage:
        """Return the page as the server reads it, or as Tesseract did."""
        order, page = pair
        if page.problem or order.stamps_only or time.monotonic() < self._away_until:
            return page
        conversation = PageExchange(self._office, worker, source, order, page, check)
        try:
            return conversation.result()
        except WorkError:
            return page
        finally:
            if conversation.absent:
                self._away_until = time.monotonic() + AWAY_S
