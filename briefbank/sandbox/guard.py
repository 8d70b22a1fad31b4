"""Refuses the network to this process and to all that it starts, keeps its memory private, and starts parts.

The network is refused in several layers. The environment tells libraries that know how to stay offline to do
so and to send no telemetry. An audit hook, which Python cannot take off again, refuses what Python code tries
and names it. On Linux a system call filter (``kernel``) refuses the same to native code and to child
programs, which inherit it; Landlock (``kernel``) refuses TCP also to sockets that are there already; and
native code resolves names from this computer's own list alone. Sockets inside this machine's own file system
(AF_UNIX), which the desktop needs, stay open. So another program of this computer that offers a service at
such a socket, and has a network, can still be spoken to, and could hand over a socket that is connected
already; nothing here asks for either.

An image of the memory of a program that failed ("core dump") would be brief text in a folder of the system's.
A limit of 0 keeps the kernel from writing one, but not from handing it to a program that gathers them; a
process that is "not dumpable" (prctl(2)) is handed to nobody, and no other program of the user can look into
its memory either. The limit is inherited by all programs that are started; each of ours asks for the
last anew, since the system takes it back when a program starts. On Windows folders take their rights from the
user's own folder, where the data is, and error reports with memory are the system's to make; see the guide.

Only this module knows whether BriefBank runs from a checkout or from a package. In a checkout there is an
interpreter that can be given a module. A packed BriefBank (``installer/briefbank.spec``) has none: its own
program is called again, with a first argument that no command has. What a packed program changes in the
environment so that its own libraries are found is taken back here, because other programs, such as Tesseract
and the system's viewers, have libraries of their own.
"""

from __future__ import annotations

import ctypes
import errno
import logging
import os
import socket
import stat
import sys
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import CodeType
from typing import Any

from briefbank.errors import NetworkRefused
from briefbank.sandbox import kernel, windows
from briefbank.text.messages import NO_MESSAGE, Message

_NICENESS = 10
"""The increment of the niceness. Half-way to the lowest priority: on a busy computer about a tenth of what an
ordinary program gets."""
_BELOW_NORMAL = 0x4000  # The priority BELOW_NORMAL_PRIORITY_CLASS of Windows' SetPriorityClass
PRIVATE_UMASK = 0o077
"""The umask that keeps every new file the user's alone, whichever library makes it. Exports and backups are
included, because they hold the words of briefs wherever they are written. Sharing one is a deliberate act."""
_PR_SET_DUMPABLE = 4

PARTS = frozenset({"briefbank.office.directory", "briefbank.network.egress_worker"})
"""The modules that may be started as programs. Each has a ``main`` and takes its arguments from
``sys.argv``."""

NO_WINDOW = 0x08000000 if os.name == "nt" else 0
"""The creation flag of programs of the command line, for which Windows would open a window of its own."""
FOLDER = os.path.abspath(os.sep)  # noqa: PTH100
"""The working folder of our programs, and of those they call. A person's working folder may hold anybody's
files, and some systems look for libraries there."""
_PART = "--part"
_PACKAGE_PARENT = Path(__file__).resolve().parents[2]
_LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


def lower_priority() -> None:
    """Lower the priority of this process and of those it starts, below the window and other programs. An idle
    computer works for them as fast as before. On Linux the disk serves them later, too: without a priority of
    its own for the disk a process has that of its niceness."""
    if sys.platform == "win32":
        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _BELOW_NORMAL)
    else:
        os.nice(_NICENESS)


def limit_memory(memory_bytes: int) -> None:
    """Cap this process's address space, on Windows what it commits; 0 means no cap."""
    if memory_bytes <= 0:
        return
    if sys.platform == "win32":
        windows.join_job(memory_bytes=memory_bytes)
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = memory_bytes if hard == resource.RLIM_INFINITY else min(memory_bytes, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_files(largest_bytes: int, open_at_once: int) -> None:
    """Cap what this process, and those it starts, may write into one file and have open at once. No core dump
    is left when they crash. The limits can only be lowered afterwards. Does nothing on Windows."""
    if sys.platform == "win32":
        return
    import resource

    for kind, most in (
        (resource.RLIMIT_FSIZE, largest_bytes),
        (resource.RLIMIT_NOFILE, open_at_once),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (limit, limit))


def processors() -> int:
    """Return the number of processors that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def be_quiet() -> None:
    """Silence this process's output and logging, native code included, and take the terminal from it. Its
    messages would be about a file and hold words of it; into a terminal it could type."""
    logging.disable(logging.CRITICAL)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def give_back_memory() -> None:
    """Return freed memory to the system. glibc keeps it: after loading a large table of vectors 240 MiB of
    620. Takes milliseconds; nothing happens where the C library has no such call."""
    if sys.platform != "linux":
        return
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)


def keep_private() -> None:
    """Set umask and core dumps so, for this process and what it starts. Never raises. Any thread."""
    if sys.platform == "win32":
        return
    import resource

    os.umask(PRIVATE_UMASK)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


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


OFFLINE = {
    # huggingface_hub, transformers, datasets: never ask the hub.
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_DATASETS_OFFLINE": "1",
    # Their telemetry; the last is a common convention (https://consoledonottrack.com).
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_UPDATE_CHECK": "1",
    "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
    "DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "1",
    # ONNX Runtime 1.29 and later sends usage data from native code unless this is set before it is loaded
    # (https://github.com/microsoft/onnxruntime/pull/27379).
    "ORT_DISABLE_TELEMETRY": "1",
    # The AWS clients inside LanceDB and Arrow must not look for cloud credentials at 169.254.169.254.
    "AWS_EC2_METADATA_DISABLED": "true",
    # LanceDB can send measurements where its user asks for it by the environment (OpenTelemetry).
    "OTEL_SDK_DISABLED": "true",
}
"""Environment variables that keep libraries offline, and their values."""

_LOCAL = frozenset(
    int(family) for family in (getattr(socket, name, None) for name in ("AF_UNIX", "AF_NETLINK")) if family
)
"""Address families that cannot leave the machine; netlink asks the kernel about itself."""
_LOOPBACK = ("127.0.0.1", "::1")
_lock = threading.Lock()
_level = "off"
_LISTS = {"linux": "/proc/self/fd", "darwin": "/dev/fd"}
_STANDARD = 2  # The last standard descriptor. A socket at a standard number is replaced by the null device.


class RefusedByGuardError(NetworkRefused, PermissionError):
    """Raised for a refused connection. It is an OSError too, so that libraries treat it as having no
    network."""

    def __init__(
        self, title: Message = NO_MESSAGE, remedy: Message = NO_MESSAGE, *, detail: str = ""
    ) -> None:
        super().__init__(title, remedy, detail=detail)
        self.errno = errno.EACCES


def engage() -> None:
    """Refuse the network, for ever. Call first in every program, before other threads start. Calling it again
    does nothing, so that it can be the initialiser of any child process. Takes milliseconds."""
    global _level
    with _lock:
        os.environ.update(OFFLINE)
        if _level == "off":
            keep_private()
            install_hook()
            own_list_only()
            kernel.allow_tcp()
            _level = "kernel" if kernel.refuse_network() else "interpreter"


def level() -> str:
    """Return 'off', 'interpreter' (Python code is refused) or 'kernel' (native code and children too)."""
    return _level


def install_hook() -> None:
    """Install the audit hook alone. It stays until the interpreter ends; ``engage`` installs it once."""
    checks = dict(_CHECKS)

    def hook(event: str, args: tuple[Any, ...]) -> None:
        # Called for every audited event of the program (imports, opened files), so it does next to nothing.
        check = checks.get(event)
        if check is not None:
            check(event, args)

    sys.addaudithook(hook)


def _refuse(event: str, _args: tuple[Any, ...] = ()) -> None:
    raise RefusedByGuardError(detail=event)


def _check_new_socket(event: str, args: tuple[Any, ...]) -> None:
    """Check an event with the arguments (socket, family, type, protocol). The family is -1 for a socket made
    from a file descriptor."""
    family = int(args[1])
    if family not in _LOCAL and family != -1 and not _is_called_by(_ACCEPT | _SOCKET_PAIR):
        _refuse(event)


def _check_socket_use(event: str, args: tuple[Any, ...]) -> None:
    """Check an event with the arguments (socket, address)."""
    if int(args[0].family) in _LOCAL:
        return
    address = args[1]
    if _is_called_by(_SOCKET_PAIR) and isinstance(address, tuple) and address[0] in _LOOPBACK:
        return
    _refuse(event)


def _is_called_by(functions: Collection[CodeType]) -> bool:
    """Tell whether one of these functions of the standard library's ``socket`` called what called this."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename in _FILES:
        if frame.f_code in functions:
            return True
        frame = frame.f_back  # type: ignore[assignment]
    return False


_ACCEPT = frozenset({socket.socket.accept.__code__})
"""Takes a connection at a socket that listens. Only the office server has one: it was made before the guard,
and nothing can begin to listen afterwards."""
_SOCKET_PAIR = frozenset(
    getattr(socket, name).__code__ for name in ("socketpair", "_fallback_socketpair") if hasattr(socket, name)
)
"""Make a pair of sockets within this process. Windows has no socketpair; Python connects two sockets over the
loopback there, and asyncio needs one."""
_FILES = frozenset(function.__code__.co_filename for function in (_is_called_by, socket.socket.accept))
"""This file and that of ``socket``, as frames name them: in a packed program that is not their place."""
_CHECKS: dict[str, Callable[[str, tuple[Any, ...]], None]] = {
    "socket.__new__": _check_new_socket,
    **{f"socket.{name}": _check_socket_use for name in ("connect", "bind", "sendto", "sendmsg")},
    **{
        f"socket.{name}": _refuse for name in ("getaddrinfo", "gethostbyname", "gethostbyaddr", "getnameinfo")
    },
}
"""Python's audit events of sockets (https://docs.python.org/3/library/audit_events.html)."""


def own_list_only() -> bool:
    """Make native code of this process resolve names from /etc/hosts alone; return whether that holds. Linux
    with the GNU C library; never raises. Other programs do not inherit it.

    On many Linux systems a name is looked up by another program (systemd-resolved, nscd), which is asked over
    a local socket and then asks the network itself. No rule about sockets stops that.
    """
    if sys.platform != "linux":
        return False
    configure = getattr(ctypes.CDLL(None), "__nss_configure_lookup", None)
    return configure is not None and configure(b"hosts", b"files") == 0


def close_network_sockets() -> int:
    """Close the network sockets that this program was started with, and return how many there were. Call it
    before anything here has a socket of its own. Never raises.

    A connected socket could be written to although nothing here may make one, and neither the system call
    filter nor Landlock looks at that. Local sockets stay: a desktop gives its programs their outputs as such.
    """
    try:
        descriptors = sorted(int(entry.name) for entry in Path(_LISTS[sys.platform]).iterdir())
    except (KeyError, OSError):  # on Windows Python's programs are given only the standard ones
        return 0
    sockets = [descriptor for descriptor in descriptors if _is_network_socket(descriptor)]
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in sockets:
        if descriptor > _STANDARD:
            os.close(descriptor)
        else:
            os.dup2(nothing, descriptor)
    os.close(nothing)
    return len(sockets)


def _is_network_socket(descriptor: int) -> bool:
    """Tell whether it is one. A socket that does not tell its family, as those for raw frames (AF_XDP),
    is."""
    try:
        if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
            return False
    except OSError:
        return False
    copy = os.dup(descriptor)
    try:
        with socket.socket(fileno=copy) as known:
            return known.family != socket.AF_UNIX
    except OSError:
        os.close(copy)
        return True
