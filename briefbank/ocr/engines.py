"""Text recognition engines: their interface, the form in which pages are stored, and the child processes that
engines use.

On POSIX each child leads a process group with the Tesseract that it starts, so that neither cancelling nor
the end of the whole program leaves a process behind. Nothing is logged.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any, Protocol, TypeVar

import msgspec

from briefbank import settings
from briefbank.domain.pages import Box, PageOrder, RecognisedPage
from briefbank.errors import ChildMistake, Crashed, OutOfMemory, StoreError, TooSlow
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.files import SHORT_OF_MEMORY, disk_error, store_error
from briefbank.jobs import work_in_threads
from briefbank.sandbox import confinement, messages
from briefbank.text.messages import Message


class OcrEngine(Protocol):
    """Recognises words and their positions on pages without good text. Any thread, several at once."""

    name: str
    """The name ('Tesseract') for people, the record of how a page was read and ``PageOrder.engine``."""

    @property
    def names(self) -> tuple[str, ...]:
        """The engines that a page can be ordered from, the usual one first."""
        return (self.name,)

    def problem(self) -> Message:
        """Return a sentence with the problem and the remedy; empty when the engine can be used."""

    def recognise(
        self,
        source: Path,
        orders: Sequence[PageOrder],
        work: Path,
        *,
        on_page: Callable[[RecognisedPage], None],
        check: Callable[[], None],
    ) -> None:
        """Recognise pages of the PDF ``source``, each by itself; blocks.

        ``on_page`` is called in this thread as soon as a page is finished, once for each order and in any
        order. An unreadable page comes with ``problem`` set, and so do the remaining pages when such pages
        take too long. ``check`` is called a few times a second; an exception from it or ``on_page`` ends the
        work at once. Temporary files are in the folder ``work`` and are deleted afterwards. Raises OcrError
        only when the engine cannot run at all, and StoreError when the disk is full or cannot be written to,
        or the computer starts no more programs: the pages without a result are then still to be read.
        """

    def close(self) -> None:
        """End the engine's processes once no call is in progress. May be called twice."""


FIRST_S = 45.0
"""The initial seconds for such pages, before any page was read: enough for one that takes the maximum time of
a page, so that a file of only unreadable pages ends after two."""

PER_READ_SECOND = 3.0
"""The seconds added for each in which pages were read: a few bad pages in a long scan are all tried."""


class TimeBudget:
    """The time budget of one file, which grows again when pages of it are read. Any thread.

    Only seconds count: pages that fail at once, however many, use almost nothing.
    """

    def __init__(self) -> None:
        self._left, self._lock = FIRST_S, Lock()

    @property
    def is_out(self) -> bool:
        """The budget is used up, so that the remaining pages should not be tried."""
        return self._left < 0

    def record_page(self, seconds: float, *, was_read: bool) -> None:
        with self._lock:
            self._left += PER_READ_SECOND * seconds if was_read else -seconds


def default_engine(work: Path, spread: Callable[[OcrEngine], OcrEngine]) -> OcrEngine:
    """Return the engine of the office's own server, if there is one, otherwise Tesseract: on this computer,
    or where ``spread`` takes it. Their children's workspaces are in the library's folder ``work``."""
    from briefbank.network import close_network
    from briefbank.ocr.tesseract import Tesseract

    local, server = Tesseract(work=work), close_network.opened.server
    usual = spread(local)
    if server is None:
        return usual
    from briefbank.ocr.olmocr import OlmOcr

    return OlmOcr(server, settings.load().ocr_model, local, usual, work=work)


MAX_BYTES = 64 * 2**20  # The maximum bytes of one unpacked page; a full page has about 60,000


def pack(page: RecognisedPage) -> bytes:
    """Return the page in a few kilobytes for the catalogue: compressed JSON. Boxes are to a tenth of a point
    and confidences to a hundredth."""
    words = []
    for word in page.words:
        edges = (word.box.x0, word.box.y0, word.box.x1, word.box.y1)
        box = Box(*(round(edge, 1) for edge in edges))
        words.append(replace(word, box=box, confidence=round(word.confidence, 2)))
    rounded = replace(page, words=tuple(words))
    return zlib.compress(msgspec.json.encode(rounded, enc_hook=messages.encode_other))


def unpack(packed: bytes) -> RecognisedPage:
    """Return the page that ``pack`` was given. Raises ValueError for any other bytes."""
    inflating = zlib.decompressobj()
    try:
        content = inflating.decompress(packed, MAX_BYTES)
        if not inflating.eof:
            raise ValueError("not a packed page: cut short or too long")
        return msgspec.json.decode(content, type=RecognisedPage, dec_hook=messages.decode_other)
    except (zlib.error, msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(f"not a packed page: {type(error).__name__}") from error


S = TypeVar("S")
T = TypeVar("T")

MEMORY_BYTES = 2 * 2**30
"""The limit of one child and of each Tesseract process; a page of MAX_PIXELS takes about a quarter of it."""


class WorkError(Exception):
    """Raised when the function raised, the child died, or it did not answer in time; the text says which."""


class OcrWorkers:
    """At most ``size`` children for text recognition, and as many threads that wait for them. Any thread.

    All documents in progress share them. Every caller has only a few tasks waiting at a time, and the tasks
    of all callers share one queue, so that a document of a thousand pages does not delay a letter. The
    address space of a child and of each program it starts is limited to ``memory_bytes``. Each child is
    confined to a workspace of its own in the folder ``work``; for None none is.
    """

    def __init__(self, size: int, work: Path | None = None, memory_bytes: int = MEMORY_BYTES) -> None:
        self._size, initializer = size, confinement.begin_recognising if work else None
        self._children = WorkerPool(
            size,
            memory_bytes,
            0.0,
            initializer=initializer,
            place=confinement.workspace_place(work, confinement.confine_recognition) if work else None,
            leads_group=True,
            errors=(StoreError, OutOfMemory, ChildMistake, OSError),
        )
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="ocr")

    def run(self, function: Callable[..., T], *args: Any, limit_s: float, check: Callable[[], None]) -> T:
        """Run ``function(*args)`` in a child; blocks, and calls ``check`` a few times a second.

        Raises WorkError; StoreError when the disk is full or cannot be written to, and when the system starts
        no child, for which the function is not to blame; and what ``check`` raises. Unless the function
        itself raised, the child and its processes are then gone.
        """
        try:
            return self._children.call(function, *args, timeout_s=limit_s, check=check)
        except (Crashed, OutOfMemory, TooSlow, ChildMistake) as error:
            raise WorkError(error.detail) from error
        except OSError as error:
            if disk_error(error) is None and error.errno not in SHORT_OF_MEMORY:
                raise WorkError(f"errno {error.errno}") from error
            raise store_error(error) from error

    def work(
        self,
        task: Callable[[S, Callable[[], None]], T],
        pieces: Iterable[S],
        on_result: Callable[[T], None],
        check: Callable[[], None],
    ) -> None:
        """Run ``task`` for each piece, several at once; it calls its second argument, which raises to stop
        it. ``on_result`` gets the results in this thread.

        An exception from ``task``, ``on_result`` or ``check`` ends the work and is raised once every task of
        this call has ended.
        """
        # One more than can run is submitted, so that no child waits for this thread.
        work_in_threads(self._threads, self._size + 1, task, pieces, on_result, check)

    def close(self) -> None:
        """End the children; call when no work is in progress. May be called twice."""
        self._threads.shutdown(cancel_futures=True)
        self._children.close()
