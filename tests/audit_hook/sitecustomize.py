"""Notes where a program opens a file of an SQLite database that it has open through SQLite.

When it closes such a file, POSIX drops all locks of the process on it, and the next program that closes the
database deletes the log that is in use (``briefbank.files``). Python imports this module in every program
that has its folder on PYTHONPATH (https://docs.python.org/3/library/site.html), so the rule holds in the
programs that tests start, too. It imports nothing that Python does not load by itself, hence no ``pathlib``.
"""

from __future__ import annotations

import os
import sys

REPORT = "BRIEFBANK_TESTS_OPENED_DATABASES"  # The variable with the file to which each fault is added
FOLDER = os.path.dirname(os.path.abspath(__file__))
_INSTALLED = "briefbank_tests_database_hook"
_SIDE_FILES = ("-wal", "-shm")
_DESCRIPTORS = "/proc/self/fd"
_O_PATH = getattr(os, "O_PATH", 0)


def install() -> None:
    """Install the hook, once. It stays until the interpreter ends."""
    if hasattr(sys, _INSTALLED):
        return
    setattr(sys, _INSTALLED, True)
    connected: set[str] = set()
    """The absolute paths of the databases to which this process has ever connected."""
    state = {"without PYTHONPATH": False}

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            path, _mode, flags = arguments
            if isinstance(path, (str, bytes, os.PathLike)) and not (
                isinstance(flags, int) and flags & _O_PATH
            ):
                _note(_absolute(path))
        elif event == "sqlite3.connect":
            connected.add(_absolute(arguments[0]))
        elif event == "os.unsetenv" and arguments[0] == b"PYTHONPATH":
            state["without PYTHONPATH"] = True
        elif state["without PYTHONPATH"]:
            # Programs of ours remove the variable. Here the environment that multiprocessing's children
            # inherit gets it back, and ``os.environ`` stays without it.
            state["without PYTHONPATH"] = False
            os.putenv("PYTHONPATH", FOLDER)

    def _note(path: str) -> None:
        base = path[:-4] if path.endswith(_SIDE_FILES) else path
        if base in connected and _is_open(path):
            _write(path)

    sys.addaudithook(hook)


def _absolute(path: object) -> str:
    name = os.fsdecode(path)  # type: ignore[arg-type]
    if name.startswith("file:"):
        name = name.removeprefix("file:").removeprefix("//").partition("?")[0]
    return os.path.realpath(name) if ".sqlite" in name or os.path.islink(name) else os.path.abspath(name)


def _is_open(path: str) -> bool:
    """Tell whether this process has the file open. Systems without ``/proc`` are not checked."""
    try:
        status = os.stat(path)
        descriptors = os.listdir(_DESCRIPTORS)
    except OSError:
        return False
    for descriptor in descriptors:
        try:
            if os.path.samestat(status, os.stat(f"{_DESCRIPTORS}/{descriptor}")):
                return True
        except OSError:  # closed meanwhile
            continue
    return False


def _write(path: str) -> None:
    lines, frame = [f"{path} is opened in {sys.argv}"], sys._getframe(3)
    while frame is not None and len(lines) < 30:
        lines.append(f"  {frame.f_code.co_filename}:{frame.f_lineno} {frame.f_code.co_name}")
        frame = frame.f_back  # type: ignore[assignment]
    descriptor = os.open(os.environ[REPORT], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.write(descriptor, "\n".join([*lines, ""]).encode("utf-8", "replace"))
    os.close(descriptor)


if REPORT in os.environ:
    install()
