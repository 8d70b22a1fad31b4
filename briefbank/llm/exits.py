"""Exit codes of a child process: whether it crashed by itself, over a file, or was ended from outside."""

from __future__ import annotations

import signal

_CRASHES = frozenset(
    -int(getattr(signal, name))
    for name in ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE")
    if hasattr(signal, name)
)
_LARGEST_CHOSEN = 255
"""The largest exit code that a program gives itself; Windows' own codes are larger."""
OTHER_PROCESSOR = frozenset({-int(signal.SIGILL), 0xC000001D})
"""Exit codes for instructions that this processor does not have: the native code was built elsewhere."""


def crashed(exit_code: int | None) -> bool:
    """Tell whether a process with this exit code, negative for a signal, crashed by itself. False where a
    person or the system, for want of memory, ended it, and where that is not known."""
    return exit_code is not None and (exit_code in _CRASHES or exit_code > _LARGEST_CHOSEN)
