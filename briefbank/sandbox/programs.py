"""Starts a part of BriefBank as a program of its own, from a checkout or from a package.

Only this module knows which it is. In a checkout there is an interpreter that can be given a module. A packed
BriefBank (``installer/briefbank.spec``) has none: its own program is called again, with a first argument that
no command has. What a packed program changes in the environment so that its own libraries are found is taken
back here, because other programs, such as Tesseract and the system's viewers, have libraries of their own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

PARTS = frozenset(
    {
        "briefbank.network.directory_worker",
        "briefbank.network.egress_worker",
    }
)
"""The modules that may be started as programs. Each has a ``main`` and takes its arguments from
``sys.argv``."""

FOLDER = os.path.abspath(os.sep)  # noqa: PTH100
"""The working folder of our programs, and of those they call. A person's working folder may hold anybody's
files, and some systems look for libraries there."""
_PART = "--part"
_PACKAGE_PARENT = Path(__file__).resolve().parents[2]
_LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


def command(part: str, *arguments: str) -> list[str]:
    """Return the command line that runs one of ``PARTS``. Raises ValueError for any other module."""
    if part not in PARTS:
        raise ValueError(part)
    call = [_PART] if is_packed() else ["-P", "-m"]
    return [sys.executable, *call, part, *arguments]


def environment() -> dict[str, str]:
    """Return the environment for such a program: in a checkout it must find our modules as this one does."""
    if is_packed():
        return dict(os.environ)
    path = os.pathsep.join(filter(None, (str(_PACKAGE_PARENT), *sys.path)))
    return {**os.environ, "PYTHONPATH": path}


def is_packed() -> bool:
    """Tell whether this is the program of a package, and not Python on our modules."""
    return bool(getattr(sys, "frozen", False))


def begin(main: Callable[[], int | None]) -> int:
    """Start a packed program and return its exit status. A child process of ours is served here and does not
    return; then a part that was asked for; else ``main``."""
    # Imported here, because every program of ours imports this module, and few start a child process.
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
