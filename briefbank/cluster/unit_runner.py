"""Does units of work on a worker, in the same sandbox in which an office server opens files itself."""

from __future__ import annotations

import logging
import time
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, assert_never

import numpy as np

from briefbank import assembly
from briefbank.cluster.server_link import FetchedFiles, ServerLink, UnknownUnit
from briefbank.cluster.units import (
    BadOutcome,
    EmbedTexts,
    Outcome,
    ReadFile,
    ReadRecognised,
    RecognisePages,
    Unit,
    WorkOrder,
)
from briefbank.domain.cluster import ComputerState
from briefbank.domain.ingest import FileProgress, Stage
from briefbank.domain.pages import RecognisedPage
from briefbank.embedding.encoders import Encoder, load_encoder
from briefbank.errors import (
    BriefBankError,
    Cancelled,
    FileRefused,
    NotReadable,
    OcrError,
    OutOfMemory,
    StoreError,
)
from briefbank.ingest.child_reading import read_in_child
from briefbank.ingest.file_reading import read_file, read_recognised
from briefbank.ingest.progress import Progress
from briefbank.jobs import QuietReporter
from briefbank.network.worker_client import NoAnswer
from briefbank.ocr import tesseract_program

log = logging.getLogger(__name__)

REPORT_S = 2.0
"""The time between two reports of how far a unit is."""


class UnitRunner:
    """Does the units of one office server. Any thread, several at once."""

    def __init__(self, link: ServerLink, folder: Path, at_once: int) -> None:
        """``folder`` is for files on their way, and for nothing else; ``at_once`` is the number of children
        that read, of those that recognise, and of threads that embed. Raises StoreError."""
        self._link, self._at_once = link, at_once
        self._files = FetchedFiles(folder / "files")
        self._work = folder / "work"
        self._work.mkdir(mode=0o700, exist_ok=True)
        self._processes = assembly.reading_processes(self._work, at_once)
        self._tesseract = assembly.tesseract(self._work, at_once)
        self._loading = Lock()
        self._tokens: dict[str, None] = {}

    def close(self) -> None:
        """End all children, and delete the files."""
        self._processes.close()
        self._tesseract.close()
        self._files.clear()

    def tokens(self) -> tuple[str, ...]:
        """Return the tokens of the units that have begun here and are not answered."""
        return tuple(self._tokens)

    def do(self, token: str) -> None:
        """Do a unit, and send the server the outcome. Never raises."""
        self._tokens[token] = None
        try:
            self._link.answer(token, self._outcome(token, self._link.order(token)))
        except (UnknownUnit, Cancelled, BadOutcome) as error:
            log.info("a unit was given up: %s", type(error).__name__)
        except NoAnswer as error:
            log.warning("the server was not reached: %s", error)
        finally:
            del self._tokens[token]

    def _outcome(self, token: str, order: WorkOrder) -> Outcome[Any]:
        try:
            return Outcome(value=self._value(token, order))
        except (StoreError, OutOfMemory) as error:
            log.warning("no room for a unit: %s", error.detail)
            return Outcome(unable=ComputerState.NO_ROOM)
        except (_OtherEngine, OcrError):
            return Outcome(unable=ComputerState.OTHER_ENGINE)
        except _OtherModel:
            return Outcome(unable=ComputerState.OTHER_MODEL)
        except NotReadable as error:  # the server's file was to be judged, not the copy here
            log.warning("a fetched file was lost: %s", error.detail)
            return Outcome(unable=ComputerState.FAULT)
        except FileRefused as error:
            log.info("a file cannot be read: %s %s", type(error).__name__, error.detail)
            return Outcome(refused=True)
        except (UnknownUnit, Cancelled, NoAnswer):
            raise
        except Exception:
            log.exception("fault while a unit was done")
            return Outcome(unable=ComputerState.FAULT)

    def _value(self, token: str, order: WorkOrder) -> Any:
        unit, file = order.unit, order.file
        if isinstance(unit, EmbedTexts):
            return self._vectors(unit)
        if file is None:
            raise UnknownUnit(detail="no file")
        with self._files.kept(file, lambda path: self._link.fetch(token, file, path)) as path:
            return self._of_file(token, unit, path)

    def _of_file(self, token: str, unit: Unit, path: Path) -> Any:
        reporter = _UnitReporter(self._link, token)
        progress = Progress(path, reporter, reporter.check)
        match unit:
            case ReadFile(metadata, recognise, patience):
                progress.patience = patience
                return read_in_child(self._processes, path, progress, read_file, metadata, recognise)
            case ReadRecognised(metadata, recognised, patience):
                progress.patience = patience
                return read_in_child(self._processes, path, progress, read_recognised, metadata, recognised)
            case RecognisePages(orders, engine):
                if engine != self._engine:
                    raise _OtherEngine
                pages: list[RecognisedPage] = []

                def keep(page: RecognisedPage) -> None:
                    pages.append(page)
                    reporter.file(FileProgress(path, Stage.OCR, len(pages), len(orders)))

                self._tesseract.recognise(path, orders, self._work, on_page=keep, check=reporter.check)
                return tuple(sorted(pages, key=lambda page: page.index))
            case EmbedTexts():
                raise UnknownUnit(detail="texts are in no file")
            case _:
                assert_never(unit)

    def _vectors(self, unit: EmbedTexts) -> bytes:
        with self._loading:
            encoder = self._encoder
        if encoder is None or encoder.name != unit.encoder:
            raise _OtherModel
        return np.ascontiguousarray(encoder.encode_passages(unit.texts), "<f4").tobytes()

    @cached_property
    def _encoder(self) -> Encoder | None:
        """The model that comes with BriefBank; None where it cannot be loaded here."""
        try:
            return load_encoder(threads=self._at_once)
        except BriefBankError as error:
            log.warning("no model: %s", error.detail)
            return None

    @cached_property
    def _engine(self) -> str:
        return tesseract_program.fingerprint()


class _OtherEngine(Exception):
    """Raised where Tesseract, or its language data, differs from the server's."""


class _OtherModel(Exception):
    """Raised where the model differs from the server's."""


class _UnitReporter(QuietReporter):
    """Reports to the server how far a unit is, now and then."""

    def __init__(self, link: ServerLink, token: str) -> None:
        super().__init__()
        self._link, self._token = link, token
        self._lock = Lock()
        self._last, self._due = (Stage.WAITING, 0, 0), time.monotonic() + REPORT_S

    def file(self, event: FileProgress) -> None:
        self._last = event.stage, event.done, event.total

    def check(self) -> None:
        """Report where it is time. Raises UnknownUnit where nobody waits for the unit any more, and
        Cancelled."""
        with self._lock:
            if time.monotonic() < self._due:
                return
            self._due = time.monotonic() + REPORT_S
        self._link.report(self._token, *self._last)
