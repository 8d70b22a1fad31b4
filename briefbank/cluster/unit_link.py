"""Fetches units and files from the office server, and sends it what became of them, over its own HTTPS."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path

from briefbank import files
from briefbank.cluster.units import Outcome, UnitFile, WorkOrder, pack, unpack
from briefbank.domain.ingest import Stage
from briefbank.errors import BriefBankError
from briefbank.network.egress_client import EndedCertificate, Exchange, OtherServer
from briefbank.network.worker_client import NoAnswer

PATH = "/v1/unit"
COMPUTER = "x-computer"
"""The header with the name of the computer that asks."""
PIECE = 4 * 2**20
"""The bytes of a file or an answer that cross at once."""
_WITHIN_S, _TELL_WITHIN_S = 60.0, 5.0
AWAY_S = 90.0
"""The time for which a server may be away, as long as it takes to start again, before a unit is given up."""
_AGAIN_S = 1.0
_TRANSIENT = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


class UnknownUnit(BriefBankError):
    """Raised when the server does not have the unit any more, or its file is not what it was."""


class UnitLink:
    """The connection of one worker to one office server. Any thread. All methods raise UnknownUnit, and
    NoAnswer where the server stays away; each request can be sent twice without harm."""

    def __init__(self, exchange: Exchange, computer: str, *, away_s: float = AWAY_S) -> None:
        """``computer``: its name, for people."""
        self._exchange, self._away_s = exchange, away_s
        self._headers = {COMPUTER: computer, "Content-Type": "application/octet-stream"}

    def order(self, token: str) -> WorkOrder:
        """Return the unit of a token. Raises UntrustedAnswerError too."""
        return unpack(self._ask("GET", f"{PATH}/{token}"), WorkOrder)

    def fetch(self, token: str, file: UnitFile, target: Path) -> None:
        """Write the file of a unit, whole and checked, to ``target``. Raises StoreError too."""
        part = target.with_suffix(".part")
        try:
            with part.open("wb") as written:
                while written.tell() < file.size:
                    first = written.tell()
                    last = min(file.size, first + PIECE) - 1
                    piece = self._ask(
                        "GET", f"{PATH}/{token}/file", headers={"Range": f"bytes={first}-{last}"}
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

    def tell(self, token: str, stage: Stage, done: int, total: int) -> None:
        """Tell how far a unit is, or leave it where the server cannot be told now: a file would count as slow
        while one waits. Raises UnknownUnit."""
        told = {"stage": stage.value, "done": done, "total": total}
        with suppress(NoAnswer):
            self._ask_once("POST", f"{PATH}/{token}/progress", json.dumps(told).encode(), {}, _TELL_WITHIN_S)

    def answer(self, token: str, outcome: Outcome) -> None:
        """Send what became of a unit."""
        packed = pack(outcome)
        last = (len(packed) - 1) // PIECE * PIECE
        for first in range(0, last, PIECE):
            self._ask("PUT", f"{PATH}/{token}/outcome/{first}", packed[first : first + PIECE])
        self._ask("POST", f"{PATH}/{token}/outcome/{last}", packed[last:])

    def _ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> bytes:
        """Return the server's answer, asked again while it is away."""
        ends = time.monotonic() + self._away_s
        while True:
            try:
                return self._ask_once(method, path, body, headers or {}, _WITHIN_S)
            except (OtherServer, EndedCertificate):  # no time makes it the server that was named
                raise
            except NoAnswer:
                if time.monotonic() > ends:
                    raise
            time.sleep(_AGAIN_S)

    def _ask_once(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str], within_s: float
    ) -> bytes:
        status, answer = self._exchange(method, path, body, self._headers | dict(headers), within_s)
        if status in (HTTPStatus.OK, HTTPStatus.PARTIAL_CONTENT):
            return answer
        if status in _TRANSIENT:
            raise NoAnswer("busy")
        raise UnknownUnit(detail=str(status))
