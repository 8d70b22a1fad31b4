"""Waiting in Qt's event loop, for programs that act as a person at the real window."""

from __future__ import annotations

import time
from collections.abc import Callable


def wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    """Run an event loop until a condition holds, and tell whether it did in time.

    QTest's waiting keeps all other threads from running. Qt is imported only here: some programs must confine
    themselves before they load it.
    """
    from PySide6.QtCore import QEventLoop, QTimer

    loop, ends = QEventLoop(), time.monotonic() + seconds
    timer = QTimer(interval=20)
    timer.timeout.connect(lambda: loop.quit() if condition() or time.monotonic() > ends else None)
    timer.start()
    loop.exec()
    timer.stop()
    return condition()
