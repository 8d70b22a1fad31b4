"""Looks at a model's file in a child process with limits on time and memory: the file is untrusted."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from briefbank.child import Child, ChildEndedError, ChildSilentError, Tell
from briefbank.errors import BriefBankError, ModelRefused
from briefbank.jobs import Reporter
from briefbank.limits import be_quiet, limit_memory, stand_back
from briefbank.local_model.exits import crashed
from briefbank.local_model.header import DAMAGED, FETCH_AGAIN, LOOK_FOR_IT, NOT_OPENED
from briefbank.local_model.refusals import NotNow, ShortOfMemory
from briefbank.local_models import ModelFile

MEMORY_BYTES = 2 << 30
"""Of addresses: a header of 96 MiB twice, and what measures the speed of memory, over the program itself."""
SILENCE_S = 60.0
"""Without news: a slow disk still gives a mebibyte, a computer that is busy still starts a program."""
NOT_SEEN = "The model’s file could not be looked at."
ONCE_MORE = "Try again. If it happens each time, copy or fetch the file again, whole."
NO_MEMORY = "There was not enough memory to look at the model’s file."
CLOSE_OTHERS = "Close other programs and try again."
_BLOCK = 1 << 20

Initializer = Callable[[], None]
"""Runs first in a child, before anything untrusted is touched; picklable."""


ToOneFile = Callable[[Path], Initializer]
"""What holds a child to one file, from its first moment on."""


def inspect(
    path: Path,
    reporter: Reporter,
    *,
    initializer: Initializer,
    confine: ToOneFile | None = None,
    known_sha256: str = "",
) -> ModelFile:
    """What the file is; ``known_sha256`` spares the hash where the file was seen before.

    ``reporter.progress("Looking at the model", mebibytes, all)`` while it is hashed. Raises ModelRefused,
    NotNow where the file may be as it should (it could not be read, memory was short, the child was ended),
    and what ``reporter.check`` raises.
    """
    child = Child(_serve, initializer, confine=confine(path) if confine is not None else None)
    try:
        return _asked(child, path, known_sha256, reporter)
    finally:
        child.stop()


def _asked(child: Child, path: Path, known: str, reporter: Reporter) -> ModelFile:
    def on_told(done: int, total: int) -> None:
        reporter.progress("Looking at the model", done, total)

    try:
        answer = child.ask((path, known), SILENCE_S, on_told=on_told, check=reporter.check)
    except ChildEndedError as ended:
        raise _blamed(ended.exit_code) from ended
    except ChildSilentError as error:
        raise NotNow(NOT_SEEN, ONCE_MORE, detail="inspection: silent") from error
    if isinstance(answer, BriefBankError):
        raise answer
    assert isinstance(answer, ModelFile)
    return answer


def _blamed(exit_code: int | None) -> ModelRefused:
    """For a child that ended: the file only where it was not ended from outside, as for want of memory."""
    detail = f"inspection ended with {exit_code}"
    if crashed(exit_code):
        return ModelRefused(DAMAGED, FETCH_AGAIN, detail=detail)
    return NotNow(NOT_SEEN, ONCE_MORE, detail=detail)


def _serve(pipe: Connection, tell: Tell, initializer: Initializer) -> None:
    """In the child: one file. What is not foreseen ends it."""
    initializer()
    be_quiet()
    stand_back()
    limit_memory(MEMORY_BYTES)
    path, known = pipe.recv()
    pipe.send(_answer(path, known, tell))


def _answer(path: Path, known: str, tell: Tell) -> ModelFile | ModelRefused:
    from briefbank.local_model.looking import look

    try:
        if not path.is_file():  # a pipe or a folder under a model's name
            raise FileNotFoundError
        return look(path, lambda: known or _sha256(path, tell))
    except ModelRefused as refused:
        return refused
    except ImportError as error:
        return ModelRefused(NOT_INSTALLED, SET_UP_AGAIN, detail=f"inspection: {type(error).__name__}")
    except OSError as error:
        return NotNow(NOT_OPENED, LOOK_FOR_IT, detail=f"errno {error.errno}")
    except MemoryError:
        return ShortOfMemory(NO_MEMORY, CLOSE_OTHERS, detail="inspection")
    except (struct.error, ValueError, ArithmeticError, LookupError, TypeError) as error:
        return ModelRefused(DAMAGED, FETCH_AGAIN, detail=f"inspection: {type(error).__name__}")


NOT_INSTALLED = "What runs local models is not installed."
SET_UP_AGAIN = (
    "Set BriefBank up again on a computer that has a C++ compiler: that adds it. Everything else works "
    "without."
)


def _sha256(path: Path, tell: Tell) -> str:
    total, hashed = max(1, path.stat().st_size // _BLOCK), hashlib.sha256()
    with path.open("rb") as file:
        for done in range(1, 1 << 30):
            block = file.read(_BLOCK)
            if not block:
                break
            hashed.update(block)
            tell(min(done, total), total)
    return hashed.hexdigest()
