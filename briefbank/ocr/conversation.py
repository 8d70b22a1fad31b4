"""One page's exchange with the olmOCR server: bounded attempts, in bounded time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from briefbank.desk import Reads
from briefbank.models import OcrWord, PageOrder, RecognisedPage
from briefbank.ocr import server_page
from briefbank.ocr.server_page import ServerReading
from briefbank.ocr.worker import POLL_S, Worker

ENGINE = "olmOCR"

REQUEST_S = 60.0
PAGE_S = 90.0
"""All attempts of one page together."""

TEMPERATURES = (0.1, 0.2, 0.5)
"""By attempt: a model that repeats itself needs a higher one (TEMPERATURE_BY_ATTEMPT of ``olmocr``)."""

_CHILD_S = 30.0
_OK = 200
_TRY_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
_AGAIN, _NEVER = ServerReading(None), ServerReading(None, final=True)


class Server(Protocol):
    """The way to the office's server. Any thread."""

    def problem(self) -> str:
        """Empty, or a sentence why it cannot be used."""

    def post(self, path: str, body: bytes, timeout_s: float, check: Callable[[], None]) -> tuple[int, bytes]:
        """The status and the answer. Raises ConnectionError when nothing is there, another OSError when it
        fails otherwise, and what ``check`` raises."""


@dataclass(frozen=True, slots=True)
class Office:
    """Whom to ask for what, and how long to wait before each further attempt."""

    server: Server
    model: str
    pauses_s: Sequence[float]


class Conversation:
    """``page`` is how Tesseract read the page of ``order``; ``worker`` opens the file."""

    def __init__(
        self,
        office: Office,
        worker: Worker,
        source: Path,
        order: PageOrder,
        page: RecognisedPage,
        check: Callable[[], None],
    ) -> None:
        self._office, self._worker, self._check = office, worker, check
        self._source, self._order, self._page = source, order, page
        self._ends = time.monotonic() + PAGE_S
        self.absent = False
        """Whether nothing was at the server's address, the last time."""

    def result(self) -> RecognisedPage:
        """The page as the server reads it, or as Tesseract did. Raises WorkError, and what ``check`` does."""
        best, rotation = self._page, (360 - self._page.turn) % 360
        for attempt, pause in enumerate((*self._office.pauses_s, None)):
            reading = self._attempt(attempt, rotation)
            if reading.words is not None:
                best = self._read(reading.words, rotation)
            if pause is None or reading.settled or time.monotonic() > self._ends:
                break
            rotation = (rotation + reading.correction) % 360
            if reading.words is None and not reading.correction:
                _wait(pause, self._check)
        return best

    def _attempt(self, attempt: int, rotation: int) -> ServerReading:
        body = self._worker.run(
            server_page.question,
            Reads(self._source),
            self._order.index,
            rotation,
            self._office.model,
            TEMPERATURES[min(attempt, len(TEMPERATURES) - 1)],
            limit_s=_CHILD_S,
            check=self._check,
        )
        seconds = min(REQUEST_S, max(1.0, self._ends - time.monotonic()))
        try:
            status, answer = self._office.server.post("/chat/completions", body, seconds, self._check)
        except OSError as error:
            self.absent = isinstance(error, ConnectionError)
            return _AGAIN
        self.absent = False
        if status != _OK:
            return _AGAIN if status in _TRY_AGAIN else _NEVER
        before = self._read((), rotation) if not self._page.words else self._page
        return self._worker.run(
            server_page.read,
            Reads(self._source),
            self._order,
            before,
            answer,
            limit_s=_CHILD_S,
            check=self._check,
        )

    def _read(self, words: tuple[OcrWord, ...], rotation: int) -> RecognisedPage:
        """Which way is up is Tesseract's to say where it found words, since their places are its own."""
        turn = self._page.turn if self._page.words else (360 - rotation) % 360
        return replace(self._page, engine=ENGINE, words=words, turn=turn)


def _wait(seconds: float, check: Callable[[], None]) -> None:
    ends, never = time.monotonic() + seconds, threading.Event()
    while (left := ends - time.monotonic()) > 0:
        check()
        never.wait(min(POLL_S, left))
