"""Lets this process open only named files; by ``landlock``, since Linux 5.13.

A rule holds for a folder with all that is in it, by whichever path it is reached. A path that no rule names
can still be asked about (whether it exists, how large it is), but not opened, listed, made, renamed or
removed. Signals and abstract sockets to programs outside are refused since Linux 6.12.
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable

from briefbank.sandbox import landlock
from briefbank.sandbox.landlock import Allow

_RULE_PATH_BENEATH = 1

_EXECUTE, _WRITE, _READ, _LIST = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_REMOVE = 1 << 4 | 1 << 5
_MAKE_FOLDER, _MAKE_FILE = 1 << 7, 1 << 8
_REFER, _TRUNCATE, _DEVICE_CONTROL = 1 << 13, 1 << 14, 1 << 15
_ALL_FIRST = (1 << 13) - 1
_SINCE = {2: _REFER, 3: _TRUNCATE, 5: _DEVICE_CONTROL}
"""Access rights that later versions of Landlock can refuse, by version."""
_SCOPES_SINCE, _ABSTRACT_SOCKETS, _SIGNALS = 6, 1, 2

_FILE_RIGHTS = _EXECUTE | _WRITE | _READ | _TRUNCATE | _DEVICE_CONTROL
_READING = _READ | _LIST
_WORKING = _READING | _WRITE | _TRUNCATE | _REMOVE | _MAKE_FOLDER | _MAKE_FILE
"""The rights in a folder to work in. No links, pipes, sockets or devices are made: whoever takes a file from
there would follow them. Nothing is moved from one folder to another, nor given a second name there: a rule
would go with it."""


class _PathBeneath(ctypes.Structure):
    """struct landlock_path_beneath_attr"""

    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def open_only(*, read: Iterable[str], run: Iterable[str], work: Iterable[str]) -> bool:
    """Restrict this thread, and threads and programs it starts from now on, to these files.

    Returns whether that holds. ``read`` and ``work`` are files and folders, ``run`` files that may be read
    and started as programs. Paths that do not exist are passed over. Call it before a second thread is
    started. Never raises.
    """
    known = landlock.version()
    if not known:
        return False
    handled = _ALL_FIRST | sum(right for since, right in _SINCE.items() if known >= since)
    scopes = _ABSTRACT_SOCKETS | _SIGNALS if known >= _SCOPES_SINCE else 0

    def allowing(allow: Allow) -> bool:
        for paths, rights in ((read, _READING), (run, _READ | _EXECUTE), (work, _WORKING)):
            for path in paths:
                _allow(allow, path, rights & handled)
        return True

    return landlock.restrict(allowing, files=handled, scopes=scopes)


def _allow(allow: Allow, path: str, rights: int) -> None:
    """Add a rule for a path. A path that does not exist, or a right that the kernel refuses, allows
    nothing."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        is_folder = stat.S_ISDIR(os.fstat(place).st_mode)
        allow(_RULE_PATH_BENEATH, _PathBeneath(rights if is_folder else rights & _FILE_RIGHTS, place))
    finally:
        os.close(place)
