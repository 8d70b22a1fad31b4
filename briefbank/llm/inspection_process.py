"""Inspects a model's file in a child process with limits on time and memory: the file is untrusted."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from briefbank.domain.local_models import ModelFile
from briefbank.errors import ModelRefused
from briefbank.files import hash_blocks
from briefbank.jobs import Reporter
from briefbank.llm.exits import crashed
from briefbank.llm.header import DAMAGED, FETCH_AGAIN, LOOK_FOR_IT, NOT_OPENED
from briefbank.llm.refusals import ModelShortOfMemory, NotNow
from briefbank.sandbox.child import Child, ChildEndedError, ChildSilentError, Tell
from briefbank.sandbox.limits import be_quiet, limit_memory, lower_priority
from briefbank.sandbox.messages import ParentPipe

MEMORY_BYTES = 2 << 30
"""The child's limit of addresses: a header of 96 MiB twice, and the measurement of memory speed, over the
program itself."""
SILENCE_S = 60.0
"""The longest time without news: a slow disk still gives a mebibyte, and a busy computer still starts a
program."""
NOT_SEEN = "The model’s file could not be looked at."
ONCE_MORE = "Try again. If it happens each time, copy or fetch the file again, whole."
NO_MEMORY = "There was not enough memory to look at the model’s file."
CLOSE_OTHERS = "Close other programs and try again."
_BLOCK = 1 << 20

Initializer = Callable[[], None]
"""A function that runs first in a child, before anything untrusted is touched; picklable."""


ToOneFile = Callable[[Path], Initializer]
"""Makes the initializer that confines a child to one file from its first moment on."""


@dataclass(frozen=True, slots=True)
class InspectionRequest:
    """A file to be inspected, and its SHA-256 where that is known."""

    path: Path
    known_sha256: str


def inspect(
    path: Path,
    reporter: Reporter,
    *,
    initializer: Initializer,
    confine: ToOneFile | None = None,
    known_sha256: str = "",
) -> ModelFile:
    """Return what the file is; ``known_sha256`` spares the hash where the file was inspected before.

    Calls ``reporter.progress("Looking at the model", mebibytes, all)`` while it is hashed. Raises
    ModelRefused, NotNow where the file itself may be in order (it could not be read, memory was short, the
    child was ended), and what ``reporter.check`` raises.
    """
    child = Child(_serve, initializer, confine=confine(path) if confine is not None else None)
    try:
        return _ask_child(child, path, known_sha256, reporter)
    finally:
        child.stop()


def _ask_child(child: Child, path: Path, known: str, reporter: Reporter) -> ModelFile:
    def on_told(done: int, total: int) -> None:
        reporter.progress("Looking at the model", done, total)

    try:
        request = InspectionRequest(path, known)
        file: ModelFile = child.ask(
            request, ModelFile, SILENCE_S, errors=(ModelRefused,), on_told=on_told, check=reporter.check
        )
        return file
    except ChildEndedError as ended:
        raise _refusal_for_exit(ended.exit_code) from ended
    except ChildSilentError as error:
        raise NotNow(NOT_SEEN, ONCE_MORE, detail="inspection: silent") from error


def _refusal_for_exit(exit_code: int | None) -> ModelRefused:
    """Return the refusal for a child that ended. The file is blamed only where the child was not ended from
    outside, as for want of memory."""
    detail = f"inspection ended with {exit_code}"
    if crashed(exit_code):
        return ModelRefused(DAMAGED, FETCH_AGAIN, detail=detail)
    return NotNow(NOT_SEEN, ONCE_MORE, detail=detail)


def _serve(pipe: ParentPipe, tell: Tell, initializer: Initializer) -> None:
    """Inspect files in the child. An unforeseen error ends the child."""
    initializer()
    be_quiet()
    lower_priority()
    limit_memory(MEMORY_BYTES)
    pipe.answer_all(InspectionRequest, lambda request: _answer(request, tell))


def _answer(request: InspectionRequest, tell: Tell) -> ModelFile:
    """Raises ModelRefused."""
    from briefbank.llm.inspection_rules import look

    path = request.path
    try:
        if not path.is_file():  # a pipe or a folder under a model's name
            raise FileNotFoundError
        return look(path, lambda: request.known_sha256 or _sha256(path, tell))
    except ImportError as error:
        raise ModelRefused(
            NOT_INSTALLED, SET_UP_AGAIN, detail=f"inspection: {type(error).__name__}"
        ) from error
    except OSError as error:
        raise NotNow(NOT_OPENED, LOOK_FOR_IT, detail=f"errno {error.errno}") from error
    except MemoryError as error:
        raise ModelShortOfMemory(NO_MEMORY, CLOSE_OTHERS, detail="inspection") from error
    except (struct.error, ValueError, ArithmeticError, LookupError, TypeError) as error:
        raise ModelRefused(DAMAGED, FETCH_AGAIN, detail=f"inspection: {type(error).__name__}") from error


NOT_INSTALLED = "What runs local models is not installed."
SET_UP_AGAIN = (
    "Set BriefBank up again on a computer that has a C++ compiler: that adds it. Everything else works "
    "without."
)


def _sha256(path: Path, tell: Tell) -> str:
    total, done = max(1, path.stat().st_size // _BLOCK), count(1)
    with path.open("rb") as file:
        return hash_blocks(partial(file.read, _BLOCK), lambda _block: tell(min(next(done), total), total))
