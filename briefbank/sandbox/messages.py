"""The messages between this program and its children: frames of MessagePack, each of a declared type.

A child that reads untrusted files may be taken over by one, so its bytes are decoded against the type of the
answer that was asked for. Decoding makes values of that type and nothing else: it runs no code, checks every
type, and takes memory only for what the frame holds. An error of ours crosses by its name; any other
exception crosses as its kind and place, without its text, which may quote a document.

Why msgspec: it encodes the existing dataclasses, enumerations and tuples, and is faster than pickle, which
can call any function when it is read.
"""

from __future__ import annotations

import os
import struct
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, BinaryIO, Generic, TypeVar

import msgspec

from briefbank.errors import BriefBankError, Cancelled, ChildMistake
from briefbank.text.messages import NO_MESSAGE, Message, pack, unpack

T = TypeVar("T")

LARGEST_BYTES = 1 << 30  # The size limit of one message of a child. The picture of a page has 160 MB at most.
LARGEST_STREAMED = 64 << 20
"""The size limit of one message to or from a worker program; an answer of the office server has at most
48 MB."""
_SIZE = struct.Struct(">I")


class MalformedMessageError(Exception):
    """Raised for bytes that are no message of the expected type. Its text names no value."""


class Answer(msgspec.Struct, Generic[T], frozen=True, tag=True):
    value: T


class Part(msgspec.Struct, Generic[T], frozen=True, tag=True):
    """A part of an answer, sent before the answer. Each one is a sign of life."""

    value: T


class Failure(msgspec.Struct, frozen=True, tag=True):
    """An exception in a child, in place of an answer."""

    kind: str = ""  # The full name of a subclass of BriefBankError; empty for any other exception
    title: Message = NO_MESSAGE
    remedy: Message = NO_MESSAGE
    detail: str = ""
    number: int = 0  # The ``errno`` of an OSError, or 0


def encode(message: object) -> bytes:
    """Encode a message. Raises TypeError for a value that no message may have. Halves of surrogate pairs,
    which some file names and passwords have, become question marks, except in paths."""
    try:
        return _ENCODER.encode(message)
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(message, builtin_types=(bytes,), enc_hook=encode_other)
        return _ENCODER.encode(_encodable(plain))


def decode(untrusted: bytes, kind: Any) -> Any:
    """Decode a message of a type. Raises MalformedMessageError."""
    try:
        return _decoder(kind).decode(untrusted)
    except Exception as error:  # the checks of a dataclass may raise anything
        raise MalformedMessageError(type(error).__name__) from error


def encode_other(value: object) -> object:
    """Encode a value that msgspec does not know."""
    if isinstance(value, Message):
        return pack(value)
    if isinstance(value, Path):
        return os.fsencode(value)
    raise TypeError(f"a {type(value).__name__} cannot be sent")


def decode_other(kind: type, untrusted: object) -> object:
    """Decode a value of a type that msgspec does not know. Raises ValueError."""
    if kind is Message:
        return unpack(untrusted)
    if issubclass(kind, Path) and isinstance(untrusted, bytes):
        return Path(os.fsdecode(untrusted))
    raise ValueError(kind.__name__)


def _encodable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {_encodable(key): _encodable(part) for key, part in value.items()}
    return [_encodable(part) for part in value] if isinstance(value, list | tuple) else value


_ENCODER = msgspec.msgpack.Encoder(enc_hook=encode_other)


@cache
def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind, dec_hook=decode_other)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a child may send after a request; anything else is malformed."""

    answer: Any  # The type of the answer
    part: Any = None  # The type of the parts before the answer; None for none
    errors: tuple[type[Exception], ...] = ()  # The classes of exceptions in place of an answer


def receive(pipe: Connection, reply: Reply) -> Answer[Any] | Part[Any] | Exception:
    """Return the next message of a child, a failure as its exception. Raises MalformedMessageError, and
    EOFError and OSError as pipes do."""
    untrusted = pipe.recv_bytes(LARGEST_BYTES)
    message: Answer[Any] | Part[Any] | Failure = decode(untrusted, _type_of(reply))
    if not isinstance(message, Failure):
        return message
    error = error_of(message)
    if not isinstance(error, reply.errors):
        raise MalformedMessageError(type(error).__name__)
    return error


@cache
def _type_of(reply: Reply) -> Any:
    answer = Answer[reply.answer]  # type: ignore[name-defined]
    return answer | Failure if reply.part is None else answer | Part[reply.part] | Failure  # type: ignore[name-defined]


class ParentPipe:
    """A child's end of the pipe to its parent. Its methods raise EOFError and OSError once the parent has
    closed the other end."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def receive(self, kind: Any) -> Any:
        return decode(self.connection.recv_bytes(), kind)

    def send(self, value: object) -> None:
        """Send an answer. Raises TypeError for a value that cannot be sent; nothing was sent then."""
        self.connection.send_bytes(encode(Answer(value)))

    def send_part(self, value: object) -> None:
        self.connection.send_bytes(encode(Part(value)))

    def send_failure(self, error: Exception) -> None:
        self.connection.send_bytes(encode(failure_of(error)))

    def answer_all(self, kind: Any, answer: Callable[[Any], object]) -> None:
        """Answer requests of a type until the parent closes the pipe. An error of ours is sent in place of
        an answer; any other ends the child."""
        while True:
            try:
                self.send(answer(self.receive(kind)))
            except BriefBankError as error:
                self.send_failure(error)
            except (EOFError, OSError):
                return


def failure_of(error: Exception) -> Failure:
    """Return an exception as it crosses."""
    if isinstance(error, BriefBankError):
        return Failure(_name(type(error)), error.title, error.remedy, error.detail)
    if isinstance(error, ChildMistake):
        return Failure(detail=error.detail)
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    number = error.errno if isinstance(error, OSError) else None
    return Failure(detail=type(error).__name__ + where, number=number or 0)


def error_of(failure: Failure) -> Exception:
    """Return the exception: an error of ours of the same class, an OSError, or ChildMistake. Raises
    MalformedMessageError for the name of another class, and for Cancelled: only a person cancels a job."""
    if not failure.kind:
        return OSError(failure.number, failure.detail) if failure.number else ChildMistake(failure.detail)
    kind = _error_classes(BriefBankError).get(failure.kind)
    if kind is None or issubclass(kind, Cancelled):
        raise MalformedMessageError("no error of ours")
    return kind(failure.title, failure.remedy, detail=failure.detail)


def _name(kind: type[BriefBankError]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _error_classes(root: type[BriefBankError]) -> dict[str, type[BriefBankError]]:
    """Return the class and its subclasses in the modules that are imported, by full name."""
    classes = {_name(root): root}
    for kind in root.__subclasses__():
        classes |= _error_classes(kind)
    return classes


class Numbered(msgspec.Struct, Generic[T], frozen=True):
    """A request to a worker program, which answers several at once, or the answer with the same number."""

    number: int
    content: T


def write(stream: BinaryIO, message: object) -> None:
    """Write a message with its size before it. Raises OSError when the other side is gone."""
    content = encode(message)
    stream.write(_SIZE.pack(len(content)) + content)
    stream.flush()


def read(stream: BinaryIO, kind: Any) -> Any:
    """Read a message of a type. Blocks. Raises EOFError when the other side is gone, and
    MalformedMessageError."""
    (size,) = _SIZE.unpack(_exactly(stream, _SIZE.size))
    if size > LARGEST_STREAMED:
        raise MalformedMessageError("too large")
    return decode(_exactly(stream, size), kind)


def _exactly(stream: BinaryIO, size: int) -> bytes:
    content = stream.read(size)
    if len(content) < size:
        raise EOFError
    return content
