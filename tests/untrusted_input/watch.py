"""Watches a process from inside: what it imports, opens, writes and starts, and who opens the canary."""

from __future__ import annotations

import ctypes
import os
import socket
import struct
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.untrusted_input.factory import Workspace

_OPENED = 0x20 | 0x2 | 0x4 | 0x100 | 0x200 | 0x400 | 0x40 | 0x80
"""inotify's IN_OPEN, IN_MODIFY, IN_ATTRIB, IN_CREATE, IN_DELETE, IN_DELETE_SELF and both IN_MOVED."""
_FOLDER_OPENED = 0x40000020
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_PATHS = {
    "os.remove": ((0, 1),),
    "os.rmdir": ((0, 1),),
    "os.mkdir": ((0, 2),),
    "os.rename": ((0, 2), (1, 3)),
    "os.link": ((1, 3),),
    "os.symlink": ((1, 2),),
    "os.chmod": ((0, 2),),
    "os.chown": ((0, 3),),
    "os.utime": ((0, 3),),
    "os.truncate": ((0, None),),
    "shutil.rmtree": ((0, 1),),
}
"""Audit events that change something, with the number of the path's argument and of the folder it is seen
from.

See https://docs.python.org/3/library/audit_events.html.
"""
_STARTED = ("subprocess.Popen", "os.posix_spawn", "os.exec", "os.spawn")
_NEVER = ("os.system", "os.startfile", "sqlite3.enable_load_extension", "sqlite3.load_extension", "os.fork")
_NETWORK = ("socket.connect", "socket.getaddrinfo", "socket.sendto")
_PROGRAMS = ("python", "tesseract", "soffice", "findmnt", "lsblk", "lsattr", "xdg-mime")


class Watch:
    """One for a process, for ever; it notes only between ``begin`` and ``end``."""

    def __init__(self, workspace: Workspace) -> None:
        self._own = tuple(
            str(item.resolve()) for item in (workspace.cases, workspace.home, workspace.temporary)
        )
        self._root = str(workspace.root.resolve())
        self._canary = str(workspace.canary.resolve())
        self._seen: list[str] = []
        self._on = False
        self._inside = threading.local()
        self._reads = _Reads(workspace.canary)
        sys.addaudithook(self._hook)

    def begin(self) -> None:
        self._seen, self._on = [], True
        self._reads.take()

    def end(self) -> list[str]:
        """Stop watching and return what must not have happened."""
        self._on = False
        mapped = [
            f"module {name} from {file}"
            for name, file in _modules()
            if str(Path(file).resolve()).startswith(self._root)
        ]
        return list(
            dict.fromkeys([*self._seen, *mapped, *(f"canary: {item}" for item in self._reads.take())])
        )

    def _hook(self, event: str, args: tuple[Any, ...]) -> None:
        if not self._on or getattr(self._inside, "it", False):
            return
        self._inside.it = True
        try:
            self._look(event, args)
        except (OSError, ValueError, RuntimeError):  # of a name that is none: what looks at it finds out
            return
        finally:
            self._inside.it = False

    def _look(self, event: str, args: tuple[Any, ...]) -> None:
        if event == "open":
            self._opened(*args)
        elif event in _PATHS:
            for at, seen_from in _PATHS[event]:
                self._require_own(event, args[at], args[seen_from] if seen_from is not None else -1)
        elif event == "exec":
            self._loaded(event, args[0].co_filename)
        elif event in ("compile", "ctypes.dlopen", "import"):
            self._loaded(event, args[1] if event != "ctypes.dlopen" else args[0])
        elif event == "pickle.find_class" and args == ("posix", "mkdir"):
            self._seen.append("an untrusted pickle was loaded")
        elif event == "sqlite3.connect":
            self._connected(args[0])
        elif event in _STARTED:
            self._started(event, args)
        elif event in (*_NEVER, *_NETWORK) or (event == "socket.__new__" and args[1] == socket.AF_INET):
            self._seen.append(f"{event} {args!r}"[:200])

    def _opened(self, path: object, mode: object, flags: object) -> None:
        if isinstance(path, (str, bytes, os.PathLike)):
            name = str(Path(os.fsdecode(path)).resolve())
            if name.startswith(self._canary):
                self._seen.append(f"opened {name}")
            elif isinstance(flags, int) and flags & _WRITES:
                self._require_own("open", path, -1)

    def _require_own(self, event: str, path: object, seen_from: object) -> None:
        if not isinstance(path, (str, bytes, os.PathLike)):
            return
        name = os.fsdecode(path)
        if not Path(name).is_absolute() and isinstance(seen_from, int) and seen_from >= 0:
            name = str(Path(f"/proc/self/fd/{seen_from}").readlink() / name)
        resolved = str(Path(name).parent.resolve() / Path(name).name)
        if not resolved.startswith((*self._own, "/dev/", "/proc/self/")):
            self._seen.append(f"{event} {resolved}")

    def _connected(self, path: object) -> None:
        name = os.fsdecode(path) if isinstance(path, (str, bytes, os.PathLike)) else ""
        if Path(name).is_absolute() and not str(Path(name).resolve()).startswith(self._own):
            self._seen.append(f"sqlite3.connect {name}")

    def _loaded(self, event: str, file: object) -> None:
        """Code that is made in memory has a name without a folder."""
        name = os.fsdecode(file) if isinstance(file, (str, bytes)) else ""
        if os.sep in name and str(Path(name).resolve()).startswith(self._root):
            self._seen.append(f"{event} of {name}")

    def _started(self, event: str, args: tuple[Any, ...]) -> None:
        program = Path(os.fsdecode(args[0])).name
        if not program.startswith(_PROGRAMS):
            self._seen.append(f"{event} {program}")


def _modules() -> list[tuple[str, str]]:
    return [
        (name, file)
        for name, module in list(sys.modules.items())
        if isinstance(file := getattr(module, "__file__", None), str) and Path(file).is_absolute()
    ]


class _Reads:
    """The accesses of all processes to a folder, including those of native code; on Linux alone."""

    def __init__(self, folder: Path) -> None:
        self._read: Callable[[], bytes] = bytes
        if sys.platform != "linux":
            return
        libc = ctypes.CDLL(None, use_errno=True)
        watching = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        for item in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
            if libc.inotify_add_watch(watching, os.fsencode(item), _OPENED) < 0:
                raise OSError(ctypes.get_errno(), "inotify")
        self._read = lambda: os.read(watching, 1 << 16)

    def take(self) -> list[str]:
        """Return the accesses since the last call, by name."""
        try:
            content = self._read()
        except BlockingIOError:
            return []
        uploads = []
        while content:
            kind, _, size = struct.unpack_from("III", content, 4)
            name = content[16 : 16 + size].rstrip(b"\0").decode()
            if kind & _FOLDER_OPENED != _FOLDER_OPENED:  # anybody may list a folder of all users
                uploads.append(f"{name or 'folder'} event {kind & 0xFFF:#x}")
            content = content[16 + size :]
        return list(dict.fromkeys(uploads))
