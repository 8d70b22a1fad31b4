"""The command that opens a PDF at a page in the system's own viewer, if that viewer is known.

The program for PDF files is found by the desktop's lists of applications on Linux (the XDG specifications of
MIME applications and desktop entries), and by the registry on Windows. Only a program known by name gets a
page. For any other there is no command, and the system opens the file as usual. Commands are lists of
arguments and never pass through a shell.

A system acts on a file by its suffix: it shows a PDF, but runs a desktop entry. File names come from
untrusted documents and libraries, so only files of a few kinds are handed to the system.
"""

from __future__ import annotations

import shlex
import shutil
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from configparser import ConfigParser, Error
from pathlib import Path, PureWindowsPath

from briefbank.errors import OutsideRefused
from briefbank.paths import STORED

PDF = "application/pdf"
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

    Reads small files, or the registry. Any thread.
    """
    if platform == "darwin":
        return ()  # Preview takes no page
    if platform == "win32":
        program = _windows_program(registry or read_registry)
        arguments = KNOWN_ON_WINDOWS.get(PureWindowsPath(program).stem.lower())
    else:
        program = _desktop_program(environment)
        arguments = KNOWN.get(Path(program).name)
    return (program, *arguments(pdf.absolute(), page + 1)) if program and arguments else ()


def _desktop_program(environment: Mapping[str, str]) -> str:
    """Return the full path of the first installed application for PDF files; empty for none."""
    entries = [folder / "applications" for folder in _data_folders(environment)]
    for name in _defaults(environment):
        for entry in (folder / name for folder in entries):
            if entry.is_file():
                try:
                    words = shlex.split(_read(entry).get("Desktop Entry", "Exec", fallback=""))
                except ValueError:
                    return ""
                return shutil.which(words[0], path=environment.get("PATH", "")) or "" if words else ""
    return ""


def _defaults(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the names of desktop entries for PDF files, the preferred one first."""
    config = environment.get("XDG_CONFIG_HOME") or f"{environment.get('HOME', '')}/.config"
    shared = environment.get("XDG_CONFIG_DIRS") or "/etc/xdg"
    applications = [folder / "applications" for folder in _data_folders(environment)]
    folders = [*(Path(path) for path in (config, *shared.split(":")) if path), *applications]
    desktops = [name.lower() for name in environment.get("XDG_CURRENT_DESKTOP", "").split(":") if name]
    names = [*(f"{name}-mimeapps.list" for name in desktops), "mimeapps.list"]
    for group in ("Default Applications", "Added Associations"):
        for folder in folders:
            for name in names:
                yield from _listed(folder / name, group)
    for folder in applications:
        yield from _listed(folder / "mimeinfo.cache", "MIME Cache")


def _data_folders(environment: Mapping[str, str]) -> list[Path]:
    home = environment.get("XDG_DATA_HOME") or f"{environment.get('HOME', '')}/.local/share"
    shared = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return [Path(path) for path in (home, *shared.split(":")) if path]


def _listed(path: Path, group: str) -> list[str]:
    names = _read(path).get(group, PDF, fallback="")
    return [name for name in names.split(";") if name.endswith(".desktop") and "/" not in name]


def _read(path: Path) -> ConfigParser:
    """Return a file of groups and keys; empty if it is missing or malformed."""
    parser = ConfigParser(interpolation=None, strict=False, delimiters=("=",), comment_prefixes=("#",))
    try:
        parser.read(path, encoding="utf-8")
    except (OSError, Error, UnicodeError):
        return ConfigParser()
    return parser


def _windows_program(registry: Registry) -> str:
    """Return the registry's program for PDF files; empty for none."""
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
