"""How a child process ended: whether it went wrong by itself, over a file, or was ended from outside."""

from __future__ import annotations

import signal

_CRASHES = frozenset(
    -int(getattr(signal, name))
    for name in ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE")
    if hasattr(signal, name)
)
_LARGEST_CHOSEN = 255
"""Exit codes of Windows' own are larger than any that a program gives itself."""
OTHER_PROCESSOR = frozenset({-int(signal.SIGILL), 0xC000001D})
"""Exit codes of instructions that this processor does not have: what ran was built elsewhere."""


def crashed(exit_code: int | None) -> bool:
    """Whether a process with this code, negative for a signal, went wrong by itself: not where a person or
    the system, for want of memory, ended it, and not where that is not known."""
    return exit_code is not None and (exit_code in _CRASHES or exit_code > _LARGEST_CHOSEN)
