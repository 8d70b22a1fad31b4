"""Checks whether memory suffices for the large components, and recognises errors from a lack of it."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator

from briefbank.errors import ShortOfMemory

MEANING_BYTES, WRITING_BYTES = 2_500_000_000, 1_000_000_000
"""The address space that semantic search (LanceDB and ONNX Runtime) and changes of the word index (Tantivy)
need, of which some 300 MB are memory in use. With less they may end the whole process instead of raising an
error."""
_MESSAGES = (
    *("cannot allocate memory", "failed to map segment", "can't start new thread", "std::bad_alloc"),
    *("bad allocation", "memory allocation of"),
)
"""Messages of loaders and libraries, in lower case, that lack memory and raise errors of any type."""


def refuse_small_address_space(needed_bytes: int) -> None:
    """Raise ShortOfMemory where a limit allows this process less address space than ``needed_bytes``."""
    if sys.platform == "win32":
        return
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY and limit < needed_bytes:
        allowed, needed = f"{limit // 10**6:,} MB", f"{needed_bytes // 10**6:,} MB"
        raise ShortOfMemory(
            f"BriefBank was started with a limit of {allowed} of memory addresses, and this needs {needed}.",
            "Start it without that limit. Nothing that was added before is lost.",
            detail="address space",
        )


def lacks_memory(error: BaseException) -> bool:
    """Tell whether a lack of memory caused an error from outside BriefBank's own tree."""
    return any(
        isinstance(each, MemoryError)
        or (isinstance(each, OSError) and each.errno == errno.ENOMEM)
        or any(message in str(each).lower() for message in _MESSAGES)
        for each in _with_causes(error)
    )


def _with_causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    following: BaseException | None = error
    while following is not None and id(following) not in seen:
        yield following
        seen.add(id(following))
        following = following.__cause__ or following.__context__
