"""The messages between the program and its egress worker over two pipes: a head of fixed size and a body."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import BinaryIO

MAX_BODY = 64 * 2**20
"""The size limit in bytes; the picture of a page in a request takes about 3 MB."""

_REQUEST = struct.Struct(">QdHI")
_REPLY = struct.Struct(">QHI")


@dataclass(frozen=True, slots=True)
class Request:
    """A page for the server; ``path`` is added to the address's own."""

    number: int
    seconds: float
    path: str
    body: bytes


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
    pipe.write(_REQUEST.pack(request.number, request.seconds, len(path), len(request.body)))
    pipe.write(path + request.body)
    pipe.flush()


def read_request(pipe: BinaryIO) -> Request:
    """Read a request. Blocks. Raises EOFError when the other side is gone."""
    number, seconds, path_size, body_size = _REQUEST.unpack(_exactly(pipe, _REQUEST.size))
    return Request(number, seconds, _exactly(pipe, path_size).decode(), _exactly(pipe, body_size))


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
