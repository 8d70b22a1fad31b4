"""The command that opens a PDF at a page in the system's own viewer, if that viewer is known.

The program for PDF files is told by xdg-mime on Linux, and by the registry on Windows. Only a program known
by name gets a page. For any other there is no command, and the system opens the file as usual. Commands are
lists of arguments and never pass through a shell.

A system acts on a file by its suffix: it shows a PDF, but runs a desktop entry. File names come from
untrusted documents and libraries, so only files of a few kinds are handed to the system.
"""

from __future__ import annotations

import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path, PureWindowsPath

from briefbank.errors import OutsideRefused
from briefbank.paths import STORED

PDF = "application/pdf"
_ASKING_S = 2.0
HANDED_OVER = frozenset({".htm", *(f".{kind}" for kind in STORED)})
"""The suffixes of files that the system may open."""
PROGID = "ProgId"
USER_CHOICE = r"HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion\Explorer\FileExts\.pdf\UserChoice"
CLASSES = "HKEY_CLASSES_ROOT"

Registry = Callable[[str, str], str]
"""A function that returns a registry value by key and name; an empty name is the default value.

Returns an empty text if the value is missing.
"""
Arguments = Callable[[Path, int], list[str]]
"""A function that returns a program's arguments for a file and a page counted from 1."""


def _browser(pdf: Path, page: int) -> list[str]:
    return [f"{pdf.as_uri()}#page={page}"]


BROWSERS = (
    *("firefox", "firefox-esr", "google-chrome", "google-chrome-stable", "chromium", "chromium-browser"),
    *("microsoft-edge", "microsoft-edge-stable", "brave-browser"),
)
KNOWN: dict[str, Arguments] = {
    **dict.fromkeys(("evince", "papers", "atril", "xreader"), lambda pdf, page: ["-i", str(page), str(pdf)]),
    "okular": lambda pdf, page: ["-p", str(page), str(pdf)],
    "zathura": lambda pdf, page: ["-P", str(page), str(pdf)],
    "mupdf": lambda pdf, page: [str(pdf), str(page)],
    "qpdfview": lambda pdf, page: [f"{pdf}#{page}"],
    **dict.fromkeys(BROWSERS, _browser),
}
"""The arguments by program, after these programs' manuals. Options for page labels are not used, because a
label in the file and the printed number may differ."""
KNOWN_ON_WINDOWS: dict[str, Arguments] = {
    "sumatrapdf": lambda pdf, page: ["-page", str(page), str(pdf)],
    **dict.fromkeys(("acrobat", "acrord32"), lambda pdf, page: ["/A", f"page={page}", str(pdf)]),
    **dict.fromkeys(("msedge", "chrome", "firefox"), _browser),
}
"""The arguments by program, named in lower case without its suffix."""


def refuse_unfit(path: Path) -> None:
    """Raise OutsideRefused for a file that the system must not open: another kind, a link or a folder.

    The executable bit is ignored, because every file on many memory sticks and network shares has it.
    """
    try:
        is_file = stat.S_ISREG(path.lstat().st_mode)
    except OSError as error:
        raise OutsideRefused(detail=f"errno {error.errno}") from error
    if path.suffix.lower() not in HANDED_OVER or not is_file:
        raise OutsideRefused(detail="kind" if is_file else "no file")


def page_command(
    pdf: Path,
    page: int,
    environment: Mapping[str, str],
    *,
    platform: str = sys.platform,
    registry: Registry | None = None,
) -> tuple[str, ...]:
    """Return the command that opens a local file at a page (0-based); empty if none is known.

    Reads the registry, or runs a program of the desktop, at most two seconds. Any thread.
    """
    if platform == "win32":
        program = _windows_program(registry or read_registry)
        arguments = KNOWN_ON_WINDOWS.get(PureWindowsPath(program).stem.lower())
    else:
        program = _desktop_program(environment)
        arguments = KNOWN.get(Path(program).name)
    return (program, *arguments(pdf.absolute(), page + 1)) if program and arguments else ()


def _desktop_program(environment: Mapping[str, str]) -> str:
    """Return the full path of the known program whose desktop entry (``org.gnome.Evince.desktop``) opens PDF
    files; empty for none."""
    path = environment.get("PATH", "")
    if (program := shutil.which("xdg-mime", path=path)) is None:
        return ""
    arguments = [program, "query", "default", PDF]
    try:
        answer = subprocess.run(arguments, env=dict(environment), capture_output=True, timeout=_ASKING_S)
    except (OSError, subprocess.SubprocessError):
        return ""
    entry = answer.stdout.decode("utf-8", "replace").lower()
    name = max((name for name in KNOWN if name in entry), key=len, default="")
    return shutil.which(name, path=path) or "" if name else ""


def _windows_program(registry: Registry) -> str:
    kind = registry(USER_CHOICE, PROGID) or registry(rf"{CLASSES}\.pdf", "")
    command = registry(rf"{CLASSES}\{kind}\shell\open\command", "") if kind else ""
    first = command.split('"')[1] if command.startswith('"') and command.count('"') > 1 else ""
    return first or command.split(" ")[0]


def read_registry(key: str, name: str) -> str:
    """Return a value as in Registry; empty on other systems."""
    if sys.platform != "win32":
        return ""
    import winreg

    hive, _, rest = key.partition("\\")
    try:
        with winreg.OpenKey(getattr(winreg, hive), rest) as opened:
            return str(winreg.QueryValueEx(opened, name)[0])
    except OSError:
        return ""
