"""The messages between the program and its egress worker over two pipes: a head of fixed size and a body."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import BinaryIO

MAX_BODY = 64 * 2**20
"""The size limit in bytes; the picture of a page in a request takes about 3 MB."""

_REQUEST = struct.Struct(">QdHHI")
_REPLY = struct.Struct(">QHI")


@dataclass(frozen=True, slots=True)
class Request:
    """A request for the server; ``path`` is added to the address's own. The headers are added to the
    worker's own."""

    number: int
    seconds: float
    path: str
    body: bytes
    method: str = "POST"
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply. ``status`` is the server's, or 0 when there was no answer; then ``body`` is the kind of
    failure."""

    number: int
    status: int
    body: bytes


def write_request(pipe: BinaryIO, request: Request) -> None:
    """Write a request. Raises OSError when the other side is gone."""
    path = request.path.encode()
    head = json.dumps([request.method, *request.headers]).encode()
    sizes = len(path), len(head), len(request.body)
    pipe.write(_REQUEST.pack(request.number, request.seconds, *sizes) + path + head + request.body)
    pipe.flush()


def read_request(pipe: BinaryIO) -> Request:
    """Read a request. Blocks. Raises EOFError when the other side is gone."""
    number, seconds, path_size, head_size, body_size = _REQUEST.unpack(_exactly(pipe, _REQUEST.size))
    path, head = _exactly(pipe, path_size).decode(), _exactly(pipe, head_size)
    method, *headers = json.loads(head)
    body = _exactly(pipe, body_size)
    return Request(number, seconds, path, body, method, tuple((name, value) for name, value in headers))


def write_reply(pipe: BinaryIO, reply: Reply) -> None:
    """Write a reply. Raises OSError when the other side is gone."""
    pipe.write(_REPLY.pack(reply.number, reply.status, len(reply.body)) + reply.body)
    pipe.flush()


def read_reply(pipe: BinaryIO) -> Reply:
    """Read a reply. Blocks. Raises EOFError when the other side is gone."""
    number, status, size = _REPLY.unpack(_exactly(pipe, _REPLY.size))
    return Reply(number, status, _exactly(pipe, size))


def _exactly(pipe: BinaryIO, size: int) -> bytes:
    if size > MAX_BODY:
        raise EOFError("a frame that is too large")
    data = pipe.read(size)
    if len(data) < size:
        raise EOFError
    return data
