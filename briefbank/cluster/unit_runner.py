"""Does units of work on a worker, in the same sandbox in which an office server opens files itself."""

from __future__ import annotations

import atexit
import logging
import multiprocessing
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, assert_never

import numpy as np

from briefbank import __version__, assembly
from briefbank.cluster.fetched_files import FetchedFiles, own_folder
from briefbank.cluster.unit_link import UnitLink, UnknownUnit
from briefbank.cluster.units import (
    EmbedTexts,
    Outcome,
    ReadFile,
    ReadingFunction,
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
from briefbank.network.egress_client import EgressClient
from briefbank.network.worker_client import NoAnswer
from briefbank.ocr import tesseract_program
from briefbank.sandbox.limits import processors
from briefbank.sandbox.restricted_unpickler import UntrustedAnswerError, sendable

log = logging.getLogger(__name__)

FUNCTIONS: dict[ReadingFunction, Callable[..., Any]] = {
    ReadingFunction.READ_FILE: read_file,
    ReadingFunction.READ_RECOGNISED: read_recognised,
}
TELL_S = 2.0
"""The time between two reports of how far a unit is."""


class Ended(StrEnum):
    """How a worker ended with a unit."""

    ANSWERED = "answered"
    UNKNOWN = "unknown"
    """The server has it no more, or took it back."""
    AWAY = "away"
    """The server could not be reached."""
    OTHER_OFFICE = "other office"


class UnitRunner:
    """Does the units of one office server. Any thread, several at once."""

    def __init__(self, link: UnitLink, folder: Path, at_once: int) -> None:
        """``folder`` is for files on their way, and for nothing else; ``at_once`` is the number of children
        that read, of those that recognise, and of threads that embed. Raises StoreError."""
        self._link, self._at_once = link, at_once
        self._files = FetchedFiles(folder / "files")
        work = folder / "work"
        work.mkdir(mode=0o700, exist_ok=True)
        self._work = work
        self._processes = assembly.reading_processes(work, at_once)
        self._tesseract = assembly.tesseract(work, at_once)
        self._loading = Lock()

    def close(self) -> None:
        """End all children, and delete the files."""
        self._processes.close()
        self._tesseract.close()
        self._files.clear()

    def do(self, token: str) -> Ended:
        """Do a unit, and tell the server what became of it."""
        try:
            outcome = self._outcome(token, self._link.order(token))
            self._link.answer(token, outcome)
        except (UnknownUnit, Cancelled, UntrustedAnswerError):
            return Ended.UNKNOWN
        except NoAnswer as error:
            log.warning("the server was not reached: %s", error)
            return Ended.AWAY
        return Ended.ANSWERED

    def _outcome(self, token: str, order: WorkOrder) -> Outcome:
        if order.release != __version__:
            return Outcome(unable=ComputerState.OTHER_RELEASE)
        try:
            return Outcome(self._value(token, order))
        except (StoreError, OutOfMemory) as error:
            log.warning("no room for a unit: %s", error.detail)
            return Outcome(unable=ComputerState.NO_ROOM)
        except (_OtherEngine, OcrError):
            return Outcome(unable=ComputerState.OTHER_ENGINE)
        except _OtherModel:
            return Outcome(unable=ComputerState.OTHER_MODEL)
        except NotReadable as error:  # it is the server's file that was to be judged, not the one here
            log.warning("a fetched file was lost: %s", error.detail)
            return Outcome(unable=ComputerState.FAULT)
        except FileRefused as error:
            return Outcome(error=sendable(error))
        except (UnknownUnit, Cancelled, NoAnswer):
            raise
        except Exception:
            log.exception("fault while a unit was done")
            return Outcome(unable=ComputerState.FAULT)

    def _value(self, token: str, order: WorkOrder) -> Any:
        unit = order.unit
        if isinstance(unit, EmbedTexts):
            return self._embedded(unit)
        if order.file is None:
            raise UnknownUnit(detail="no file")
        file = order.file
        with self._files.held(file, lambda path: self._link.fetch(token, file, path)) as path:
            return self._of_file(token, unit, path)

    def _of_file(self, token: str, unit: Unit, path: Path) -> Any:
        teller = _Teller(self._link, token)
        match unit:
            case ReadFile(function, arguments, patience):
                progress = Progress(path, teller, teller.check)
                progress.patience = patience
                return read_in_child(self._processes, path, progress, FUNCTIONS[function], *arguments)
            case RecognisePages(orders, engine):
                if engine != self._engine:
                    raise _OtherEngine
                found: list[RecognisedPage] = []

                def keep(page: RecognisedPage) -> None:
                    found.append(page)
                    teller.file(FileProgress(path, Stage.OCR, len(found), len(orders)))

                self._tesseract.recognise(path, orders, self._work, on_page=keep, check=teller.check)
                return tuple(sorted(found, key=lambda page: page.index))
            case EmbedTexts():
                return self._embedded(unit)
            case _:
                assert_never(unit)

    def _embedded(self, unit: EmbedTexts) -> bytes:
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


class _Teller(QuietReporter):
    """Tells the server how far a unit is, now and then."""

    def __init__(self, link: UnitLink, token: str) -> None:
        super().__init__()
        self._link, self._token = link, token
        self._lock = Lock()
        self._last, self._due = (Stage.WAITING, 0, 0), time.monotonic() + TELL_S

    def file(self, event: FileProgress) -> None:
        self._last = event.stage, event.done, event.total

    def check(self) -> None:
        """Tell it where it is time. Raises UnknownUnit where nobody waits for it any more."""
        with self._lock:
            if time.monotonic() < self._due:
                return
            self._due = time.monotonic() + TELL_S
        self._link.tell(self._token, *self._last)


_runners: dict[tuple[str, str], UnitRunner] = {}
_only: tuple[str, str] | None = None
_lock = Lock()
_until_exit = ExitStack()


@atexit.register
def _clear_up() -> None:
    """Delete the runners' folders at the end of the process."""
    with suppress(RuntimeError):  # each lock is of the thread that had the first unit, and ends with it
        _until_exit.close()


def use_only(server: str, pin: str, runner: UnitRunner) -> None:
    """Have this process do units of one office server alone. Call before the first unit."""
    global _only
    _only = server, pin
    _runners[_only] = runner


def runner_for(server: str, pin: str) -> UnitRunner | _OtherOffice:
    """Return what does the units of an office server: made when it is first asked for, in a cluster that is
    not BriefBank's own. Call it in a thread of Dask's worker. Raises BriefBankError."""
    with _lock:
        if _only is not None and (server, pin) != _only:
            return _OtherOffice()
        if (server, pin) not in _runners:
            from distributed import get_worker

            _may_have_children()
            # The scheduler's name for it, by which the server counts what it does.
            link = UnitLink(EgressClient(server, pin).exchange, str(get_worker().name))
            folder = _until_exit.enter_context(own_folder(Path(tempfile.gettempdir())))
            _runners[server, pin] = UnitRunner(link, folder, processors())
        return _runners[server, pin]


def _may_have_children() -> None:
    """Let this process start children, which multiprocessing refuses to a daemon: Dask's nanny makes workers
    of other clusters such. Our children end with their parent by themselves."""
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]


class _OtherOffice:
    """Does no unit: this worker is another office's."""

    def do(self, token: str) -> Ended:
        return Ended.OTHER_OFFICE
