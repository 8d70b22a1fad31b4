"""Opens a PDF in the system's own viewer at a page, where that viewer is known to take one.

The system says which program opens PDF files: on Linux by the desktop's lists of applications (the XDG
specifications of MIME applications and desktop entries), on Windows by the registry. Only a program that is
known by its name gets a page; for any other there is no command, and the system opens the file as usual.
Commands are lists of arguments and never pass a shell.

What a system does with a file depends on the end of its name: it shows a PDF, and runs a desktop entry. Names
come from documents and libraries of strangers, so files of a few kinds alone are handed over.
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
"""The ends of names of files that the system may open."""
PROGID = "ProgId"
USER_CHOICE = r"HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion\Explorer\FileExts\.pdf\UserChoice"
CLASSES = "HKEY_CLASSES_ROOT"

Registry = Callable[[str, str], str]
"""The text of a value (empty name: the default one) of a key of the Windows registry; empty without it."""
Arguments = Callable[[Path, int], list[str]]
"""What follows the program's name, for a file and a page counted from 1."""


def _index(pdf: Path, page: int) -> list[str]:
    return ["-i", str(page), str(pdf)]


def _page(pdf: Path, page: int) -> list[str]:
    return ["-p", str(page), str(pdf)]


def _zathura(pdf: Path, page: int) -> list[str]:
    return ["-P", str(page), str(pdf)]


def _behind(pdf: Path, page: int) -> list[str]:
    return [str(pdf), str(page)]


def _hash(pdf: Path, page: int) -> list[str]:
    return [f"{pdf}#{page}"]


def _browser(pdf: Path, page: int) -> list[str]:
    return [f"{pdf.as_uri()}#page={page}"]


def _sumatra(pdf: Path, page: int) -> list[str]:
    return ["-page", str(page), str(pdf)]


def _acrobat(pdf: Path, page: int) -> list[str]:
    return ["/A", f"page={page}", str(pdf)]


BROWSERS = (
    *("firefox", "firefox-esr", "google-chrome", "google-chrome-stable", "chromium", "chromium-browser"),
    *("microsoft-edge", "microsoft-edge-stable", "brave-browser"),
)
KNOWN: dict[str, Arguments] = {
    **dict.fromkeys(("evince", "papers", "atril", "xreader"), _index),
    "okular": _page,
    "zathura": _zathura,
    "mupdf": _behind,
    "qpdfview": _hash,
    **dict.fromkeys(BROWSERS, _browser),
}
"""By the manuals of these programs. Their page labels are not used: what stands in the file as a label and
what is printed on the page need not agree."""
KNOWN_ON_WINDOWS: dict[str, Arguments] = {
    "sumatrapdf": _sumatra,
    **dict.fromkeys(("acrobat", "acrord32"), _acrobat),
    **dict.fromkeys(("msedge", "chrome", "firefox"), _browser),
}
"""By the name of the program without its ending, in lower case."""


def refuse_unfit(path: Path) -> None:
    """Raise OutsideRefused for a file that the system is not to open: of another kind, a link, a folder.

    Files that may be run are not told apart: on many sticks and shares every file may.
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
    """How to open a file of this computer at a page (0-based); empty where no way is known.

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


# --- Linux and other desktops by XDG -----------------------------------------------------------------


def _desktop_program(environment: Mapping[str, str]) -> str:
    """The program of the first installed application for PDF files, by its whole path; empty without one."""
    for name in _defaults(environment):
        for folder in _data_folders(environment):
            entry = folder / "applications" / name
            if entry.is_file():
                return _program(entry, environment)
    return ""


def _defaults(environment: Mapping[str, str]) -> Iterator[str]:
    """Names of desktop entries for PDF files, the one to be used first."""
    desktops = [name.lower() for name in environment.get("XDG_CURRENT_DESKTOP", "").split(":") if name]
    files = [*(f"{name}-mimeapps.list" for name in desktops), "mimeapps.list"]
    lists = [folder / file for folder in _list_folders(environment) for file in files]
    for group in ("Default Applications", "Added Associations"):
        for path in lists:
            yield from _listed(path, group)
    for folder in _data_folders(environment):
        yield from _listed(folder / "applications" / "mimeinfo.cache", "MIME Cache")


def _list_folders(environment: Mapping[str, str]) -> list[Path]:
    home = environment.get("HOME", "")
    config = environment.get("XDG_CONFIG_HOME") or f"{home}/.config"
    shared = environment.get("XDG_CONFIG_DIRS") or "/etc/xdg"
    folders = [Path(each) for each in (config, *shared.split(":")) if each]
    return [*folders, *(folder / "applications" for folder in _data_folders(environment))]


def _data_folders(environment: Mapping[str, str]) -> list[Path]:
    home = environment.get("XDG_DATA_HOME") or f"{environment.get('HOME', '')}/.local/share"
    shared = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return [Path(each) for each in (home, *shared.split(":")) if each]


def _listed(path: Path, group: str) -> list[str]:
    names = _read(path).get(group, PDF, fallback="")
    return [name for name in names.split(";") if name.endswith(".desktop") and "/" not in name]


def _program(entry: Path, environment: Mapping[str, str]) -> str:
    """What a desktop entry runs, where it is a program of that name on the path and not a wrapper."""
    try:
        words = shlex.split(_read(entry).get("Desktop Entry", "Exec", fallback=""))
    except ValueError:
        return ""
    return shutil.which(words[0], path=environment.get("PATH", "")) or "" if words else ""


def _read(path: Path) -> ConfigParser:
    """A file of groups and keys; empty where it is missing or not understood."""
    parser = ConfigParser(interpolation=None, strict=False, delimiters=("=",), comment_prefixes=("#",))
    try:
        parser.read(path, encoding="utf-8")
    except (OSError, Error, UnicodeError):
        return ConfigParser()
    return parser


# --- Windows -------------------------------------------------------------------------------------------


def _windows_program(registry: Registry) -> str:
    """The program that opens PDF files, as the registry has it; empty without one."""
    kind = registry(USER_CHOICE, PROGID) or registry(rf"{CLASSES}\.pdf", "")
    command = registry(rf"{CLASSES}\{kind}\shell\open\command", "") if kind else ""
    first = command.split('"')[1] if command.startswith('"') and command.count('"') > 1 else ""
    return first or command.split(" ")[0]


def read_registry(key: str, name: str) -> str:
    """See Registry; empty on other systems."""
    if sys.platform != "win32":
        return ""
    import winreg

    hive, _, rest = key.partition("\\")
    try:
        with winreg.OpenKey(getattr(winreg, hive), rest) as opened:
            return str(winreg.QueryValueEx(opened, name)[0])
    except OSError:
        return ""
