"""Unpickles the answers of a child that opened an untrusted file: values, and nothing that runs code.

A pickle can name any function and have it called, so a child that a document took over could leave its
confinement. Its messages are therefore unpacked with the kinds of values that our children answer with, and
no others (https://docs.python.org/3/library/pickle.html#restricting-globals).

A pickle can also change what it names: set an attribute of a class, or the value behind a member of an
enumeration, which all of this program shares. Such a change is noticed and taken back.
"""

from __future__ import annotations

import builtins
import io
import pickle
import sys
from dataclasses import is_dataclass
from enum import Enum
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from briefbank import errors

LARGEST_BYTES = 1 << 30
"""The size limit of one answer. The picture of a page has 160 MB at most."""

_PLAIN = {
    "builtins": {"slice"},
    "datetime": {"date", "datetime", "timedelta", "timezone"},
    "pathlib": {"PosixPath", "WindowsPath", "PurePosixPath", "PureWindowsPath"},
}
"""Plain types that an answer may hold. ``bytearray`` is not among them, nor a set made of a ``range``: a few
bytes of an answer would take all memory."""
_REBUILT, _GETATTR = (errors.__name__, "_rebuilt"), ("builtins", "getattr")

_NO_ANSWER = (
    *(pickle.UnpicklingError, ArithmeticError, AttributeError, ImportError, LookupError, MemoryError),
    *(RuntimeError, TypeError, ValueError),
)
"""Errors that unpacking raises for bytes that are no answer of ours."""


class UntrustedAnswerError(Exception):
    """Raised when the child sent what none of ours sends."""


def received(pipe: Connection) -> Any:
    """Return the next answer, in the parent. Raises UntrustedAnswerError, and EOFError and OSError as pipes
    do."""
    return loads(pipe.recv_bytes(LARGEST_BYTES))


def loads(untrusted: bytes) -> Any:
    """Return the value in a pickle. Raises UntrustedAnswerError."""
    values = _Values(io.BytesIO(untrusted))
    try:
        answer = values.load()
    except _NO_ANSWER as error:
        raise UntrustedAnswerError(type(error).__name__) from error
    finally:
        is_changed = values.take_back()
    if is_changed:
        raise UntrustedAnswerError("it changes what it names")
    return answer


def sendable(error: Exception) -> Exception:
    """Return an error that the parent can unpack, in the child. Of a library's own kind only the name is
    left."""
    module = type(error).__module__
    known = module == "builtins" or module.startswith("briefbank.")
    return error if known else RuntimeError(type(error).__qualname__)


class _Values(pickle.Unpickler):
    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self._named: dict[type, _Snapshot] = {}

    def find_class(self, module: str, name: str) -> Any:
        """Find a class among the modules that are imported. Importing another one would run its code."""
        if (module, name) == _REBUILT:
            return partial(errors._rebuilt)  # a new object: an answer could change the function itself
        if (module, name) == _GETATTR:
            return partial(_member)
        found = builtins if module == "builtins" else sys.modules.get(module)
        kind = getattr(found, name, None)
        if isinstance(kind, type) and (name in _PLAIN.get(module, ()) or _is_value(kind, module)):
            self._named.setdefault(kind, _Snapshot(kind))
            return kind
        raise pickle.UnpicklingError("not a value")

    def take_back(self) -> bool:
        """Restore all kinds that the answer named; return whether it changed any."""
        return sum(snapshot.take_back() for snapshot in self._named.values()) > 0


class _Snapshot:
    """A snapshot of a class, and of each member of an enumeration, from before an answer is unpacked."""

    def __init__(self, kind: type) -> None:
        self._kind, self._bases, self._names = kind, kind.__bases__, (kind.__name__, kind.__qualname__)
        self._attributes = dict(vars(kind))
        members = kind if issubclass(kind, Enum) else ()
        self._members = [(member, dict(vars(member))) for member in members]

    def take_back(self) -> bool:
        """Restore the class; return whether it had changed. Uses ``type``'s methods: enumerations refuse
        theirs."""
        kind, changed = self._kind, False
        if (kind.__bases__, kind.__name__, kind.__qualname__) != (self._bases, *self._names):
            kind.__bases__, (kind.__name__, kind.__qualname__) = self._bases, self._names
            changed = True
        for name in _differing(self._attributes, dict(vars(kind))):
            changed = True
            if name in self._attributes:
                type.__setattr__(kind, name, self._attributes[name])
            else:
                type.__delattr__(kind, name)
        for member, before in self._members:
            if _differing(before, vars(member)):
                changed = True
                vars(member).clear()
                vars(member).update(before)
        return changed


def _differing(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Compare by identity, because an answer might bring a comparison of its own."""
    nothing = object()
    names = before.keys() | after.keys()
    return [each for each in names if before.get(each, nothing) is not after.get(each, nothing)]


def _is_value(kind: type, module: str) -> bool:
    if module == "builtins":
        return issubclass(kind, Exception)
    if not module.startswith("briefbank."):
        return False
    return is_dataclass(kind) or issubclass(kind, Enum | Exception)


def _member(kind: object, name: object) -> Enum:
    """Return a member of an enumeration. Python 3.11.0 to 3.11.3, Debian 12's among them, pack a member by
    ``getattr``, which takes any attribute of anything. They get this function instead."""
    if isinstance(kind, type) and issubclass(kind, Enum) and isinstance(name, str):
        return kind[name]
    raise pickle.UnpicklingError("not a member")
