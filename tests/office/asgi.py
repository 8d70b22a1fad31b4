"""Asks an office server in this process, without a network: the requests and answers are the real ones."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette


@dataclass
class AsgiExchange:
    """An exchange for a Link. ``away`` makes the server silent."""

    application: Starlette
    away: Exception | None = None
    taken: int = 0  # The bytes of bodies that the server took

    def __call__(
        self,
        method: str,
        path: str,
        body: bytes,
        headers: Mapping[str, str],
        timeout_s: float = 0.0,
        check: Callable[[], None] = lambda: None,
    ) -> tuple[int, bytes]:
        check()
        if self.away is not None:
            raise self.away
        return asyncio.run(self.exchanged(method, path, body, headers))

    async def exchanged(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> tuple[int, bytes]:
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "https",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [
                (name.lower().encode(), value.encode())
                for name, value in {**headers, "Content-Length": str(len(body))}.items()
            ],
        }
        incoming = [{"type": "http.request", "body": body, "more_body": False}]
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            if not incoming:
                await asyncio.Event().wait()  # until the answer is sent: the client stays connected
            self.taken += len(body)
            return incoming.pop()

        async def send(message: Any) -> None:
            sent.append(message)

        await self.application(scope, receive, send)
        start = next(item for item in sent if item["type"] == "http.response.start")
        parts = (item.get("body", b"") for item in sent if item["type"] == "http.response.body")
        return int(start["status"]), b"".join(parts)
