"""Asks the Linux kernel to let this process open only the files that it was named.

Landlock (https://docs.kernel.org/userspace-api/landlock.html) has rules for files since Linux 5.13. They hold
for a folder with all that is in it, by whichever path it is reached, cannot be taken off, and are inherited.
What a rule does not name can still be asked about (whether it is there, how large it is), not opened, listed,
made, renamed or removed. Signals and abstract sockets to programs outside are refused since Linux 6.12.
"""

from __future__ import annotations

import ctypes
import os
import stat
import sys
from collections.abc import Iterable

# The numbers are the same on all processors (the common table of system calls since Linux 5.1).
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION = 1
_RULE_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38

_EXECUTE, _WRITE, _READ, _LIST = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_REMOVE = 1 << 4 | 1 << 5
_MAKE_FOLDER, _MAKE_FILE = 1 << 7, 1 << 8
_REFER, _TRUNCATE, _DEVICE_CONTROL = 1 << 13, 1 << 14, 1 << 15
_ALL_FIRST = (1 << 13) - 1
_SINCE = {2: _REFER, 3: _TRUNCATE, 5: _DEVICE_CONTROL}
"""What later versions of Landlock can refuse beside the first."""
_SCOPES_SINCE, _ABSTRACT_SOCKETS, _SIGNALS = 6, 1, 2

_OF_A_FILE = _EXECUTE | _WRITE | _READ | _TRUNCATE | _DEVICE_CONTROL
_READING = _READ | _LIST
_WORKING = _READING | _WRITE | _TRUNCATE | _REMOVE | _MAKE_FOLDER | _MAKE_FILE
"""No links, pipes, sockets or devices are made: whoever takes a file from there would follow them. Nothing
is moved from one folder to another, nor given a second name there: a rule would go with it."""


class _Ruleset(ctypes.Structure):
    """struct landlock_ruleset_attr"""

    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    """struct landlock_path_beneath_attr"""

    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """Of the kernel's Landlock; 0 where it has none, or it is switched off, and on other systems."""
    if sys.platform != "linux" or sys.maxsize < 2**32:
        return 0
    return max(0, int(_libc().syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_VERSION)))


def open_only(*, read: Iterable[str], run: Iterable[str], work: Iterable[str]) -> bool:
    """Whether this thread, and threads and programs that it starts from now on, can open no other files.

    ``read`` and ``work`` are files and folders, ``run`` files that may be read and started as programs. What
    does not exist is passed over. Call it before a second thread is started. Never raises.
    """
    known = version()
    if not known:
        return False
    handled = _ALL_FIRST | sum(right for since, right in _SINCE.items() if known >= since)
    scoped = _ABSTRACT_SOCKETS | _SIGNALS if known >= _SCOPES_SINCE else 0
    attributes = _Ruleset(handled, 0, scoped)
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    rules = _libc().syscall(_CREATE_RULESET, ctypes.byref(attributes), size, 0)
    if rules < 0:
        return False
    try:
        for paths, rights in ((read, _READING), (run, _READ | _EXECUTE), (work, _WORKING)):
            for path in paths:
                _allow(rules, path, rights & handled)
        if _libc().prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
            return False
        return bool(_libc().syscall(_RESTRICT_SELF, rules, 0) == 0)
    finally:
        os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    """A path that is not there, or a right that the kernel does not take, allows nothing."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        is_folder = stat.S_ISDIR(os.fstat(place).st_mode)
        rule = _PathBeneath(rights if is_folder else rights & _OF_A_FILE, place)
        _libc().syscall(_ADD_RULE, rules, _RULE_PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(place)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
