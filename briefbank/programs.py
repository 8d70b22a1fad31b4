"""How a part of BriefBank is started as a program of its own, from a checkout or from a package.

This is the one place that knows which. In a checkout there is an interpreter that can be given a module. A
packed BriefBank (``installer/briefbank.spec``) has none: its own program is called again, with a word in
front that no command has. What a packed program changes in the environment so that its own libraries are
found is taken back here, because other programs, Tesseract and the system's viewers among them, have
libraries of their own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

PARTS = frozenset({"briefbank.closed.carrier"})
"""The modules that may be started so. Each has a ``main`` and takes its arguments from ``sys.argv``."""

FOLDER = os.path.abspath(os.sep)  # noqa: PTH100
"""Where programs of ours stand, and those that they call: the folder that a person stands in may hold
anybody's files, and some systems look for libraries there."""
_PART = "--part"
_PACKAGE_PARENT = Path(__file__).resolve().parents[1]
_LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


def command(part: str, *arguments: str) -> list[str]:
    """The command line that runs one of ``PARTS``. Raises ValueError for any other module."""
    if part not in PARTS:
        raise ValueError(part)
    call = [_PART] if is_packed() else ["-P", "-m"]
    return [sys.executable, *call, part, *arguments]


def environment() -> dict[str, str]:
    """The environment for such a program: in a checkout it must find our modules as this one does."""
    if is_packed():
        return dict(os.environ)
    path = os.pathsep.join(filter(None, (str(_PACKAGE_PARENT), *sys.path)))
    return {**os.environ, "PYTHONPATH": path}


def is_packed() -> bool:
    """Whether this is the program of a package, and not Python on our modules."""
    return bool(getattr(sys, "frozen", False))


def begin(main: Callable[[], int | None]) -> int:
    """What a packed program does first; returns its exit status.

    A child process of ours is served here and does not return; then a part that was asked for; else ``main``.
    """
    # Here, because every program of ours imports this module, and few start a child process.
    from multiprocessing import freeze_support

    freeze_support()
    give_back(os.environ)
    match sys.argv:
        case [_, word, part, *_] if word == _PART and part in PARTS:
            del sys.argv[1:3]
            main = import_module(part).main
    return main() or 0


def give_back(environment: os._Environ[str] | dict[str, str]) -> None:
    """Set the search path for libraries to what it was before the packed program was started.

    PyInstaller keeps it under the name with ``_ORIG``
    (https://pyinstaller.org/en/stable/runtime-information.html#ld-library-path-libpath-considerations).
    """
    for name in _LIBRARIES:
        before = environment.pop(f"{name}_ORIG", None)
        if before is not None:
            environment[name] = before
        elif is_packed():
            environment.pop(name, None)
