"""What a child that opened an untrusted file may answer: values, and nothing that acts while it is unpacked.

A pickle can name any function and have it called. A child that a document took over would leave its
confinement so; what it sends is therefore unpacked with the kinds of values that our children answer with,
and no others (https://docs.python.org/3/library/pickle.html#restricting-globals).
"""

from __future__ import annotations

import builtins
import io
import pickle
import sys
from dataclasses import is_dataclass
from enum import Enum
from multiprocessing.connection import Connection
from typing import Any

from briefbank import errors

LARGEST_BYTES = 1 << 30
"""Of one answer. The picture of a page has 160 MB at most."""

_PLAIN = {
    "builtins": {"bytearray", "complex", "frozenset", "set", "slice", "range"},
    "datetime": {"date", "datetime", "timedelta", "timezone"},
    "pathlib": {"PosixPath", "WindowsPath", "PurePosixPath", "PureWindowsPath"},
    "collections": {"OrderedDict"},
    errors.__name__: {"_rebuilt"},
}


class UntrustedAnswerError(Exception):
    """The child sent what none of ours sends."""


def received(pipe: Connection) -> Any:
    """In the parent: the next answer. Raises UntrustedAnswerError, and EOFError and OSError as pipes do."""
    data = pipe.recv_bytes(LARGEST_BYTES)
    try:
        return _Values(io.BytesIO(data)).load()
    except (pickle.UnpicklingError, AttributeError, ImportError, LookupError, TypeError, ValueError) as error:
        raise UntrustedAnswerError(type(error).__name__) from error


def sendable(error: Exception) -> Exception:
    """In the child: an error that the parent unpacks; of a library's own kind only its name is left."""
    module = type(error).__module__
    known = module == "builtins" or module.startswith("briefbank.")
    return error if known else RuntimeError(type(error).__qualname__)


class _Values(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        """A module that was not imported is not imported now: that would run what stands in it."""
        if name in _PLAIN.get(module, ()):
            return super().find_class(module, name)
        if module == "builtins":
            found = getattr(builtins, name, None)
        else:
            found = getattr(sys.modules.get(module), name, None)
        if isinstance(found, type) and _is_value(found, module):
            return found
        raise pickle.UnpicklingError("not a value")


def _is_value(kind: type, module: str) -> bool:
    if module == "builtins":
        return issubclass(kind, Exception)
    if not module.startswith("briefbank."):
        return False
    return is_dataclass(kind) or issubclass(kind, Enum | Exception)
