"""Spreads work on files over the computers of the cluster, and does it here while there is none.

While a computer works for the office, the server leaves this work to it; to have the server's own processors
work, too, a worker is started there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.ingest import Stage
from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.embedding.encoders import Encoder
from briefbank.errors import ComputersStopped
from briefbank.ingest.file_reading import read_recognised
from briefbank.ingest.progress import PdfReader, Progress, WorkSpread
from briefbank.jobs import work_in_threads
from briefbank.ocr import tesseract
from briefbank.ocr.engines import OcrEngine
from briefbank.ocr.tesseract import ENGINE, UNREADABLE
from briefbank.office.dispatcher import Dispatcher, NotDone
from briefbank.office.units import (
    PAGES_OF_UNIT,
    TEXTS_OF_UNIT,
    EmbedTexts,
    ReadFile,
    ReadRecognised,
    RecognisePages,
)
from briefbank.text.messages import Message

READING, RECOGNISING, EMBEDDING = 2, 1, 0
"""Priorities: a file is searchable first by its own text, then by that of its scans, then by meaning."""
UNITS_OF_FILE = 4
"""The units of one file under way at once, so that a long scan leaves room for others."""


class ClusterSpread(WorkSpread):
    """The cluster of one office server. Any thread."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher

    def places(self, here: int) -> int:
        return self._dispatcher.places() or here

    def reader(self, local: PdfReader) -> PdfReader:
        return _SpreadReader(self._dispatcher, local)

    def engine(self, local: OcrEngine) -> OcrEngine:
        return _SpreadEngine(self._dispatcher, local)

    def embedding(self, local: Encoder) -> Encoder:
        return _SpreadEncoder(self._dispatcher, local)


class _SpreadReader(PdfReader):
    """Reads PDFs elsewhere, or with ``local``."""

    def __init__(self, dispatcher: Dispatcher, local: PdfReader) -> None:
        self._dispatcher, self._local = dispatcher, local

    def __call__(self, path: Path, progress: Progress, function: Callable[..., Any], /, *args: Any) -> Any:
        metadata, how = args
        unit = (
            ReadRecognised(metadata, how, progress.patience)
            if function is read_recognised
            else ReadFile(metadata, how, progress.patience)
        )

        def report(stage: Stage, done: int, total: int) -> None:
            progress.enter(stage, total)
            progress.step(done, total)

        progress.enter(Stage.READING)
        try:
            return self._dispatcher.do(unit, path, progress.check, report, READING)
        except NotDone:
            return self._local(path, progress, function, *args)


class _SpreadEngine(OcrEngine):
    """Recognises pages elsewhere, a few in each unit, or with ``local``."""

    def __init__(self, dispatcher: Dispatcher, local: OcrEngine) -> None:
        self._dispatcher, self._local = dispatcher, local
        self.name = local.name
        self._fingerprint = ""

    def problem(self) -> Message:
        """See OcrEngine.problem. Workers have the same engine as this computer, or none is used."""
        return self._local.problem()

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
        if not self._dispatcher.places() or self.problem():
            self._local.recognise(source, orders, work, on_page=on_page, check=check)
            return
        self._fingerprint = self._fingerprint or tesseract.fingerprint()
        units = [orders[at : at + PAGES_OF_UNIT] for at in range(0, len(orders), PAGES_OF_UNIT)]

        def recognised(some: Sequence[PageOrder], check_unit: Callable[[], None]) -> list[RecognisedPage]:
            unit = RecognisePages(tuple(some), self._fingerprint)
            try:
                return _pages_of(some, self._dispatcher.do(unit, source, check_unit, priority=RECOGNISING))
            except NotDone:
                pages: list[RecognisedPage] = []
                self._local.recognise(source, some, work, on_page=pages.append, check=check_unit)
                return pages
            except ComputersStopped:
                return [_without_words(order) for order in some]

        def keep(pages: list[RecognisedPage]) -> None:
            for page in pages:
                on_page(page)

        at_once = min(len(units), UNITS_OF_FILE)
        with ThreadPoolExecutor(max(1, at_once), thread_name_prefix="cluster") as threads:
            work_in_threads(threads, at_once, recognised, units, keep, check)

    def close(self) -> None:
        """See OcrEngine.close."""
        self._local.close()


class _SpreadEncoder(Encoder):
    """Embeds passages elsewhere, or with ``local``; queries always here."""

    def __init__(self, dispatcher: Dispatcher, local: Encoder) -> None:
        self._dispatcher, self._local = dispatcher, local
        self._here = Lock()
        """All parts may come back at once, and each takes memory, a graphics card's at most."""

    @property
    def name(self) -> str:
        return self._local.name

    @property
    def dimensions(self) -> int:
        return self._local.dimensions

    def encode_query(self, text: str) -> NDArray[np.float32]:
        return self._local.encode_query(text)

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See ``Encoder``."""
        if not self._dispatcher.places() or not texts:
            return self._local.encode_passages(texts)
        vectors = np.empty((len(texts), self.dimensions), np.float32)

        def embed(at: int, check: Callable[[], None]) -> tuple[int, NDArray[np.float32]]:
            some = texts[at : at + TEXTS_OF_UNIT]
            unit = EmbedTexts(self.name, tuple(some))
            try:
                return at, self._vectors(
                    self._dispatcher.do(unit, None, check, priority=EMBEDDING), len(some)
                )
            except NotDone:
                with self._here:
                    check()
                    return at, self._local.encode_passages(some)

        def keep(part: tuple[int, NDArray[np.float32]]) -> None:
            vectors[part[0] : part[0] + len(part[1])] = part[1]

        parts = range(0, len(texts), TEXTS_OF_UNIT)
        with ThreadPoolExecutor(len(parts), thread_name_prefix="cluster") as threads:
            work_in_threads(threads, len(parts), embed, parts, keep, lambda: None)
        return vectors

    def _vectors(self, untrusted: bytes, count: int) -> NDArray[np.float32]:
        """Return vectors that a worker sent. Raises NotDone where they are none."""
        size = count * self.dimensions * 4
        if len(untrusted) != size:
            raise NotDone
        vectors = np.frombuffer(untrusted, "<f4").reshape(count, self.dimensions)
        if not np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-3):
            raise NotDone
        return vectors


def _pages_of(orders: Sequence[PageOrder], untrusted: Sequence[RecognisedPage]) -> list[RecognisedPage]:
    """Return the pages that a worker sent, where they are those that were ordered. Raises NotDone."""
    if sorted(page.index for page in untrusted) != sorted(order.index for order in orders):
        raise NotDone
    return list(untrusted)


def _without_words(order: PageOrder) -> RecognisedPage:
    return RecognisedPage(order.index, ENGINE, order.setting, (), problem=UNREADABLE)
