"""Applies Landlock, rules of the Linux kernel by which a process restricts itself.

See https://docs.kernel.org/userspace-api/landlock.html. The rules hold for the calling thread and for the
threads and programs that it starts later, and cannot be taken off. What is refused is up to
``landlock_files`` and ``landlock_ports``.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable

from briefbank.sandbox.seccomp import promise_no_new_privileges

# The numbers are the same on all processors (the common table of system calls since Linux 5.1).
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION = 1

Allow = Callable[[int, ctypes.Structure], bool]
"""Adds a rule of a kind, LANDLOCK_RULE_…, to the ruleset in the making; returns whether the kernel took
it."""


class _Handled(ctypes.Structure):
    """struct landlock_ruleset_attr. An older kernel accepts it while the members it does not know are 0."""

    _fields_ = (("files", ctypes.c_uint64), ("ports", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


def version() -> int:
    """Return the kernel's Landlock version; 0 where there is none or it is off, and on other systems."""
    if sys.platform != "linux" or sys.maxsize < 2**32:
        return 0
    return max(0, int(_libc().syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_VERSION)))


def restrict(allowing: Callable[[Allow], bool], *, files: int = 0, ports: int = 0, scopes: int = 0) -> bool:
    """Refuse this thread what ``files``, ``ports`` and ``scopes`` name, except what ``allowing`` allows.

    Returns whether that holds. ``version`` must know all bits. Nothing is refused when ``allowing`` returns
    False. Never raises.
    """
    handled = _Handled(files, ports, scopes)
    size = ctypes.c_size_t(ctypes.sizeof(handled))
    rules = _libc().syscall(_CREATE_RULESET, ctypes.byref(handled), size, 0)
    if rules < 0:
        return False

    def allow(kind: int, rule: ctypes.Structure) -> bool:
        return bool(_libc().syscall(_ADD_RULE, rules, kind, ctypes.byref(rule), 0) == 0)

    try:
        held = allowing(allow) and promise_no_new_privileges()
        return held and bool(_libc().syscall(_RESTRICT_SELF, rules, 0) == 0)
    finally:
        os.close(rules)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
