"""Asks the system to leave a window out of screenshots while text by a model is shown on it.

Windows and macOS can; elsewhere nothing is asked. It is a deterrent: a camera sees every screen, and newer
macOS lets some recorders see the window all the same. A system that refuses changes nothing else in the
window.

Sources: SetWindowDisplayAffinity in Microsoft's winuser.h (WDA_EXCLUDEFROMCAPTURE since Windows 10 2004,
before that WDA_MONITOR, which leaves a black window); NSWindow.sharingType in Apple's AppKit.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import logging
import sys
from collections.abc import Callable
from typing import Protocol
from weakref import WeakKeyDictionary

from PySide6.QtWidgets import QWidget

log = logging.getLogger(__name__)

WDA_NONE, WDA_MONITOR, WDA_EXCLUDEFROMCAPTURE = 0x00, 0x01, 0x11
SHARING_NONE, SHARING_READ_ONLY = 0, 1
"""NSWindowSharingNone, and NSWindowSharingReadOnly, the initial value of windows."""
SYSTEM_FAULTS = (OSError, AttributeError, ValueError, ctypes.ArgumentError)
"""The exceptions of a call into a system's library: no such library, no such function, no such window."""


class System(Protocol):
    """The interface of a system. Handles are those of ``QWidget.winId``."""

    def cover(self, handle: int, on: bool) -> bool:
        """Keep a window out of screenshots, or let it be seen again; return False where the system
        refuses."""


class Windows:
    """Windows; ``set_affinity(window, affinity)`` is SetWindowDisplayAffinity, which returns 0 when it
    fails."""

    def __init__(self, set_affinity: Callable[[int, int], int]) -> None:
        self._set = set_affinity

    def cover(self, handle: int, on: bool) -> bool:
        affinities = (WDA_EXCLUDEFROMCAPTURE, WDA_MONITOR) if on else (WDA_NONE,)
        return any(self._set(handle, affinity) for affinity in affinities)


class Mac:
    """macOS; ``window_of(view)`` is the message ``window``, ``set_sharing(window, type)`` is
    ``setSharingType:``."""

    def __init__(self, window_of: Callable[[int], int], set_sharing: Callable[[int, int], None]) -> None:
        self._window_of, self._set_sharing = window_of, set_sharing

    def cover(self, handle: int, on: bool) -> bool:
        window = self._window_of(handle)
        if window:
            self._set_sharing(window, SHARING_NONE if on else SHARING_READ_ONLY)
        return bool(window)


def this_system(platform: str = sys.platform) -> System | None:
    """Return the interface of this system; None where screenshots cannot be refused."""
    try:
        return {"win32": _windows, "darwin": _mac}[platform]()
    except KeyError:
        return None
    except SYSTEM_FAULTS as error:
        log.info("Screenshots cannot be refused here: %s", type(error).__name__)
        return None


_wanted_by: WeakKeyDictionary[QWidget, set[int]] = WeakKeyDictionary()
"""The shields that want each window covered: there may be two readers with a summary each."""


class ScreenShield:
    """Covers one window at a time, which stays covered while any other shield wants it. GUI thread."""

    def __init__(self, system: System | None = None) -> None:
        self._system = system or this_system()

    def cover(self, window: QWidget, on: bool) -> None:
        """Cover or uncover a window. Never raises: a summary that cannot be kept out of screenshots is still
        shown."""
        wanting = _wanted_by.setdefault(window, set())
        (wanting.add if on else wanting.discard)(id(self))
        if self._system is None:
            return
        try:
            if not self._system.cover(int(window.winId()), bool(wanting)):
                log.info("The system did not take the wish about screenshots")
        except SYSTEM_FAULTS as error:
            log.info("The system did not take the wish about screenshots: %s", type(error).__name__)


def _windows() -> System:
    """Return the interface of Windows. 64-bit Windows, the only one that Qt 6 supports, has one calling
    convention."""
    library = ctypes.CDLL("user32")
    function = library.SetWindowDisplayAffinity
    function.argtypes, function.restype = [ctypes.c_void_p, ctypes.c_uint32], ctypes.c_int
    return Windows(function)


def _mac() -> System:
    """Return the interface of macOS, through the Objective-C runtime. On Apple's processors each message
    needs a prototype of its own."""
    library = ctypes.CDLL(ctypes.util.find_library("objc") or "libobjc.A.dylib")
    library.sel_registerName.argtypes, library.sel_registerName.restype = [ctypes.c_char_p], ctypes.c_void_p
    window, sharing = (library.sel_registerName(name) for name in (b"window", b"setSharingType:"))
    pointer = ctypes.c_void_p
    ask = ctypes.CFUNCTYPE(pointer, pointer, pointer)(("objc_msgSend", library))
    tell = ctypes.CFUNCTYPE(None, pointer, pointer, ctypes.c_ulong)(("objc_msgSend", library))
    return Mac(lambda view: ask(view, window) or 0, lambda of, kind: tell(of, sharing, kind))
