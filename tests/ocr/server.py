"""A server of olmOCR's kind on this machine that answers as a test says."""

from __future__ import annotations

import base64
import io
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from PIL import Image

FRONT = (
    "---\nprimary_language: en\nis_rotation_valid: {valid}\nrotation_correction: {correction}\n"
    "is_table: False\nis_diagram: False\n---\n"
)


def answer(text: str, *, correction: int = 0, finished: str = "stop") -> bytes:
    """A chat completion with a page as olmOCR writes it."""
    content = FRONT.format(valid=correction == 0, correction=correction) + text
    choice = {"finish_reason": finished, "message": {"role": "assistant", "content": content}}
    return json.dumps({"choices": [choice]}).encode()


class OfficeServer(ThreadingHTTPServer):
    """``say(handler, number)`` answers request ``number``, from 1; ``bodies`` are the requests' bodies."""

    daemon_threads = True

    def __init__(self, say: Callable[[BaseHTTPRequestHandler, int], None]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.say, self.bodies, self.paths = say, list[dict[str, Any]](), list[str]()
        self.stopping = threading.Event()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def picture(self, request: int) -> Image.Image:
        """The picture that a request carried."""
        (_, picture) = self.bodies[request]["messages"][0]["content"]
        return Image.open(io.BytesIO(base64.b64decode(picture["image_url"]["url"].partition(",")[2])))

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is what some tests are about."""


class _Handler(BaseHTTPRequestHandler):
    server: OfficeServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.bodies.append(json.loads(body))
        self.server.paths.append(self.path)
        self.server.say(self, len(self.server.bodies))

    def log_message(self, *_: object) -> None:
        return


def send(handler: BaseHTTPRequestHandler, body: bytes, status: int = 200, length: int | None = None) -> None:
    handler.send_response(status)
    handler.send_header("Content-Length", str(len(body) if length is None else length))
    handler.end_headers()
    handler.wfile.write(body)


@contextmanager
def office(say: Callable[[BaseHTTPRequestHandler, int], None]) -> Iterator[OfficeServer]:
    server = OfficeServer(say)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.stopping.set()
        server.shutdown()
        server.server_close()
        thread.join()
