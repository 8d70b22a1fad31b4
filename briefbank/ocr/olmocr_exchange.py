"""The exchange of one page with the olmOCR server: limited attempts, in limited time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from briefbank.domain.pages import OcrWord, PageOrder, RecognisedPage
from briefbank.jobs import POLL_S
from briefbank.ocr import olmocr_request
from briefbank.ocr.olmocr_request import ServerReading
from briefbank.ocr.worker import OcrWorker
from briefbank.sandbox.workspace import InputFile

ENGINE = "olmOCR"

REQUEST_S = 60.0
PAGE_S = 90.0
"""The time limit of all attempts of one page together."""

TEMPERATURES = (0.1, 0.2, 0.5)
"""The temperature of each attempt: a model that repeats itself needs a higher one (TEMPERATURE_BY_ATTEMPT of
``olmocr``)."""

_CHILD_S = 30.0
_OK = 200
_RETRY_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})
_RETRY, _GIVE_UP = ServerReading(None), ServerReading(None, final=True)


class Server(Protocol):
    """The connection to the office's server. Any thread."""

    def problem(self) -> str:
        """Return an empty text, or a sentence that says why the server cannot be used."""

    def post(self, path: str, body: bytes, timeout_s: float, check: Callable[[], None]) -> tuple[int, bytes]:
        """Return the status and the answer.

        Raises ConnectionError when no server responds, another OSError for other failures, and what ``check``
        raises.
        """


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server, a model on it, and the pauses before each further attempt."""

    server: Server
    model: str
    pauses_s: Sequence[float]


class PageExchange:
    """The attempts for one page.

    ``page`` is Tesseract's reading of the page of ``order``; ``worker`` opens the file.
    """

    def __init__(
        self,
        office: ServerSettings,
        worker: OcrWorker,
        source: Path,
        order: PageOrder,
        page: RecognisedPage,
        check: Callable[[], None],
    ) -> None:
        self._office, self._worker, self._check = office, worker, check
        self._source, self._order, self._page = source, order, page
        self._deadline = time.monotonic() + PAGE_S
        self.absent = False
        """The last attempt found no server at the address."""

    def result(self) -> RecognisedPage:
        """Return the page as the server reads it, or as Tesseract did. Raises WorkError, and what ``check``
        does."""
        best, rotation = self._page, (360 - self._page.turn) % 360
        for attempt, pause in enumerate((*self._office.pauses_s, None)):
            reading = self._attempt(attempt, rotation)
            if reading.words is not None:
                best = self._with_words(reading.words, rotation)
            if pause is None or reading.settled or time.monotonic() > self._deadline:
                break
            rotation = (rotation + reading.correction) % 360
            if reading.words is None and not reading.correction:
                _wait(pause, self._check)
        return best

    def _attempt(self, attempt: int, rotation: int) -> ServerReading:
        body = self._worker.run(
            olmocr_request.build_request,
            InputFile(self._source),
            self._order.index,
            rotation,
            self._office.model,
            TEMPERATURES[min(attempt, len(TEMPERATURES) - 1)],
            limit_s=_CHILD_S,
            check=self._check,
        )
        seconds = min(REQUEST_S, max(1.0, self._deadline - time.monotonic()))
        try:
            status, answer = self._office.server.post("/chat/completions", body, seconds, self._check)
        except OSError as error:
            self.absent = isinstance(error, ConnectionError)
            return _RETRY
        self.absent = False
        if status != _OK:
            return _RETRY if status in _RETRY_STATUSES else _GIVE_UP
        before = self._with_words((), rotation) if not self._page.words else self._page
        return self._worker.run(
            olmocr_request.read_answer,
            InputFile(self._source),
            self._order,
            before,
            answer,
            limit_s=_CHILD_S,
            check=self._check,
        )

    def _with_words(self, words: tuple[OcrWord, ...], rotation: int) -> RecognisedPage:
        """Return the page with the server's words.

        Tesseract determines the orientation where it found words, because their positions are its own.
        """
        turn = self._page.turn if self._page.words else (360 - rotation) % 360
        return replace(self._page, engine=ENGINE, words=words, turn=turn)


def _wait(seconds: float, check: Callable[[], None]) -> None:
    ends, never = time.monotonic() + seconds, threading.Event()
    while (left := ends - time.monotonic()) > 0:
        check()
        never.wait(min(POLL_S, left))
