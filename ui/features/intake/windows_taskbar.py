"""Shows progress on the window's button in the Windows taskbar, by ITaskbarList3 (shobjidl_core.h).

The interface is called through its table of functions, so no package for COM is needed. Whatever is missing
(an old Windows, a shell of another maker) leaves the taskbar as it is. Main thread, in which Qt has made COM
ready. Not tried on the machines that BriefBank was made on, which are no Windows machines.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any

from PySide6.QtWidgets import QWidget

_CLASS = "{56FDF344-FD6D-11D0-958A-006097C9A090}"
_INTERFACE = "{EA1AFB91-9E28-4B86-90E9-9E9F8A5EEFAF}"
_IN_PROCESS = 1
"""The constant CLSCTX_INPROC_SERVER."""
_HR_INIT, _SET_VALUE, _SET_STATE = 3, 9, 10
"""Places in the table: IUnknown has three functions, ITaskbarList five, ITaskbarList2 one."""
_NO_PROGRESS, _NORMAL, _PAUSED = 0, 2, 8
"""Values of TBPFLAG."""
_WHOLE = 1000


class WindowsTaskbar:
    """One window's button."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._list = _taskbar_list()

    def show(self, part: float, left: int, *, held: bool) -> None:
        self._set_state(_PAUSED if held else _NORMAL)
        value = ctypes.c_ulonglong(round(part * _WHOLE))
        self._call(_SET_VALUE, self._handle(), value, ctypes.c_ulonglong(_WHOLE))

    def clear(self) -> None:
        self._set_state(_NO_PROGRESS)

    def _set_state(self, state: int) -> None:
        self._call(_SET_STATE, self._handle(), ctypes.c_int(state))

    def _handle(self) -> ctypes.c_void_p:
        return ctypes.c_void_p(int(self._window.winId()))

    def _call(self, place: int, *values: Any) -> None:
        if self._list is not None:
            _function(self._list, place, *values)(self._list, *values)


def _taskbar_list() -> ctypes.c_void_p | None:
    """Return the shell's object, ready for use; None where there is none."""
    if sys.platform != "win32":
        return None
    ole, made = ctypes.windll.ole32, ctypes.c_void_p()
    class_, interface = (ctypes.c_byte * 16)(), (ctypes.c_byte * 16)()
    ole.CLSIDFromString(ctypes.c_wchar_p(_CLASS), class_)
    ole.CLSIDFromString(ctypes.c_wchar_p(_INTERFACE), interface)
    if ole.CoCreateInstance(class_, None, _IN_PROCESS, interface, ctypes.byref(made)) != 0:
        return None
    return made if _function(made, _HR_INIT)(made) == 0 else None


def _function(object_: ctypes.c_void_p, place: int, *values: Any) -> Any:
    """Return a function of a COM object, whose first member points to the table of its functions."""
    table = ctypes.cast(object_, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p))).contents
    kinds = (ctypes.c_void_p, *(type(value) for value in values))
    return ctypes.WINFUNCTYPE(ctypes.c_long, *kinds)(table[place])  # type: ignore[attr-defined,unused-ignore]
