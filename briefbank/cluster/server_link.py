"""A worker's connection to the office server, over the server's own HTTPS, and the files fetched by it."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from briefbank import files
from briefbank.cluster.units import Outcome, UnitFile, WorkOrder, pack, unpack_order
from briefbank.domain.ingest import Stage
from briefbank.errors import BriefBankError, Cancelled, TooLarge
from briefbank.network.egress_client import EndedCertificate, Exchange, OtherServer
from briefbank.network.worker_client import NoAnswer
from briefbank.storage.locks import clear_left, private_folder

WORKER_PATH, UNIT_PATH = "/v1/worker", "/v1/unit"
SECRET = "x-worker"
"""The header with the worker's secret."""
PIECE = 4 * 2**20
"""The bytes of a file or an outcome that cross at once."""
AWAY_S = 90.0
"""The time for which a server may be away, as long as it takes to start again, before a unit is given up."""
_WITHIN_S, _REPORT_WITHIN_S = 60.0, 5.0
_AGAIN_S = 1.0
_TRANSIENT = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
KEPT = 2 * 2**30
"""The bytes of fetched files that are kept although no unit needs them now; the oldest go first."""
LARGEST = 2 * 2**30
"""The size limit of one file in bytes, as of an upload."""
_FOLDER = "briefbank-worker-"


class UnknownUnit(BriefBankError):
    """Raised when the server does not have the unit any more, or its file is not what it was."""


class WorkerRefused(BriefBankError):
    """Raised where the office server does not let this worker in."""

    default_title = "The office does not let this computer work on its files any more."
    default_remedy = "Ask whoever looks after the server for a new invitation, and start the worker with it."


class InvitationUsedTwice(WorkerRefused):
    """Raised where another computer works by the same invitation."""

    default_title = "Another computer works for the office by the same invitation."
    default_remedy = "Ask whoever looks after the server for an invitation of this computer’s own."


class Presence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a worker says of itself every few seconds."""

    run: str
    """A random name of this run of the worker's program."""
    name: str
    """The name of the computer, for people."""
    release: str
    """BriefBank's release there: another one might read files differently."""
    places: int
    """The number of units that it does at once."""
    works: bool
    """It takes units now."""
    units: tuple[str, ...] = ()
    """The tokens of the units that it has begun and not answered."""


class ServerLink:
    """The connection of one worker. Any thread.

    All methods about units raise UnknownUnit, NoAnswer where the server stays away, and Cancelled after
    ``cancel``. Each request can be sent twice without harm.
    """

    def __init__(self, exchange: Exchange, secret: str, *, away_s: float = AWAY_S) -> None:
        self._exchange, self._away_s = exchange, away_s
        self._headers = {SECRET: secret, "Content-Type": "application/octet-stream"}
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        """Give up all requests, now and later."""
        self._cancelled.set()

    def present(self, presence: Presence) -> None:
        """Say that this worker is there. Raises WorkerRefused, InvitationUsedTwice and NoAnswer."""
        status, _ = self._exchange(
            "POST", WORKER_PATH, msgspec.json.encode(presence), self._headers, _REPORT_WITHIN_S
        )
        if status == HTTPStatus.UNAUTHORIZED:
            raise WorkerRefused
        if status == HTTPStatus.CONFLICT:
            raise InvitationUsedTwice
        if status != HTTPStatus.OK:
            raise NoAnswer(str(status))

    def order(self, token: str) -> WorkOrder:
        """Return the unit of a token. Raises BadOutcome too."""
        return unpack_order(self._ask("GET", f"{UNIT_PATH}/{token}"))

    def fetch(self, token: str, file: UnitFile, target: Path) -> None:
        """Write the file of a unit, whole and checked, to ``target``. Raises StoreError too."""
        part = target.with_suffix(".part")
        try:
            with part.open("wb") as written:
                while written.tell() < file.size:
                    first = written.tell()
                    last = min(file.size, first + PIECE) - 1
                    piece = self._ask(
                        "GET", f"{UNIT_PATH}/{token}/file", headers={"Range": f"bytes={first}-{last}"}
                    )
                    if not 0 < len(piece) <= last + 1 - first:
                        raise UnknownUnit(detail="the file ended early")
                    written.write(piece)
            if files.hash_file(part) != file.sha256:
                raise UnknownUnit(detail="another file")
            part.replace(target)
        except OSError as error:
            if isinstance(error, NoAnswer):
                raise
            raise files.store_error(error) from error

    def report(self, token: str, stage: Stage, done: int, total: int) -> None:
        """Report how far a unit is, or skip it where the server does not answer now: a file would count as
        slow while this waits. Raises UnknownUnit."""
        progress = {"stage": stage.value, "done": done, "total": total}
        with suppress(NoAnswer):
            path = f"{UNIT_PATH}/{token}/progress"
            self._ask_once("POST", path, json.dumps(progress).encode(), {}, _REPORT_WITHIN_S)

    def answer(self, token: str, outcome: Outcome[Any]) -> None:
        """Send the outcome of a unit."""
        packed = pack(outcome)
        last = (len(packed) - 1) // PIECE * PIECE
        for first in range(0, last, PIECE):
            self._ask("PUT", f"{UNIT_PATH}/{token}/outcome/{first}", packed[first : first + PIECE])
        self._ask("POST", f"{UNIT_PATH}/{token}/outcome/{last}", packed[last:])

    def _ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> bytes:
        """Return the server's answer; while the server is away, ask again."""
        ends = time.monotonic() + self._away_s
        while True:
            try:
                return self._ask_once(method, path, body, headers or {}, _WITHIN_S)
            except (OtherServer, EndedCertificate):  # waiting does not make it the server that was named
                raise
            except NoAnswer:
                if time.monotonic() > ends:
                    raise
            self._cancelled.wait(_AGAIN_S)

    def _ask_once(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str], within_s: float
    ) -> bytes:
        if self._cancelled.is_set():
            raise Cancelled
        status, answer = self._exchange(method, path, body, self._headers | dict(headers), within_s)
        if status in (HTTPStatus.OK, HTTPStatus.PARTIAL_CONTENT):
            return answer
        if status in _TRANSIENT:
            raise NoAnswer("busy")
        raise UnknownUnit(detail=str(status))


@dataclass
class _InUse:
    """A file that units need now."""

    units: int = 0
    fetching: Lock = field(default_factory=Lock)


class FetchedFiles:
    """The fetched files in one folder, which is emptied at the start and the end. Any thread."""

    def __init__(self, folder: Path) -> None:
        """Raises StoreError."""
        self._folder, self._lock = folder, Lock()
        self._in_use: dict[str, _InUse] = {}
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise files.store_error(error) from error
        self.clear()

    def clear(self) -> None:
        """Delete all files."""
        for path in self._folder.iterdir():
            files.delete(path)

    @contextmanager
    def kept(self, file: UnitFile, fetch: Callable[[Path], None]) -> Iterator[Path]:
        """Return the path of a file for as long as a unit needs it; ``fetch`` writes it where it is missing.
        Raises TooLarge, and what ``fetch`` raises."""
        if not re.fullmatch(r"[0-9a-f]{64}", file.sha256) or not re.fullmatch(
            r"\.[a-z0-9]{1,8}", file.suffix
        ):
            raise TooLarge(detail="no name of a file")
        if not 0 < file.size <= LARGEST:
            raise TooLarge
        path = self._folder / f"{file.sha256}{file.suffix}"
        with self._lock:
            use = self._in_use.setdefault(path.name, _InUse())
            use.units += 1
        try:
            with use.fetching:
                if path.is_file():
                    path.touch()
                else:
                    fetch(path)
            yield path
        finally:
            with self._lock:
                use.units -= 1
                if not use.units:
                    del self._in_use[path.name]
                self._make_room()

    def _make_room(self) -> None:
        in_use = {Path(name).stem for name in self._in_use}
        unused = [path for path in self._folder.iterdir() if path.stem not in in_use]
        total = 0
        for path in sorted(unused, key=lambda path: path.stat().st_mtime, reverse=True):
            total += path.stat().st_size
            if total > KEPT:
                path.unlink(missing_ok=True)


@contextmanager
def own_folder(place: Path) -> Iterator[Path]:
    """Create a folder in ``place`` for files on their way, and delete it afterwards. Folders that killed
    workers left are deleted first, since documents lie there. Raises StoreError."""
    clear_left(place, _FOLDER)
    with private_folder(place, _FOLDER) as folder:
        yield folder
