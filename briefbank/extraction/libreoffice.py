"""Converts documents of other word processors to PDF with LibreOffice, inside a confined child.

LibreOffice is loaded as a library into the child (LibreOfficeKit,
https://docs.libreoffice.org/libreofficekit.html), so that no program is started and no socket is made. It
starts once in a process, in about a second, and cannot be started a second time there. Each document is
converted by ``resources/libreoffice/convert.bas``: a script in LibreOffice reaches what the library's own
calls do not, such as comments, which must be taken out before LibreOffice without a display may draw.

The kit's functions are in structures that are only ever appended to, so a place keeps its meaning.
"""

from __future__ import annotations

import ctypes
import os
import signal
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from briefbank.domain.ingest import LeftOut
from briefbank.errors import Damaged, NeedsLibreOffice, UnknownFormat
from briefbank.extraction import fonts
from briefbank.paths import resources_folder
from briefbank.text.messages import Message

PLACES = (
    *("/usr/lib/libreoffice/program", "/usr/lib64/libreoffice/program"),
    "/usr/local/lib/libreoffice/program",
)
"""The folders where systems put LibreOffice, and that a confined child may read."""
_LIBRARIES = ("libmergedlo.so", "libsofficeapp.so")
_SCRIPT = "libreoffice/convert.bas"
_CALL = b"macro:///Standard.BriefBank.Convert()"

_FATAL = (signal.SIGSEGV, signal.SIGABRT, signal.SIGILL, signal.SIGFPE)
_NO_START = Message("This file needs LibreOffice, which does not start on this computer.")
_MEND = Message("It waits. Install LibreOffice Writer again, and BriefBank adds it the next time.")

_DONE, _OTHER = "done", "other"
_LEFT_OUT = {
    "deletions": LeftOut.DELETIONS,
    "comments": LeftOut.COMMENTS,
    "hidden": LeftOut.HIDDEN_TEXT,
    "names": LeftOut.NAMES,
    "symbols": LeftOut.SYMBOLS,
    "objects": LeftOut.OBJECTS,
}


def installed() -> Path | None:
    """Return the folder of the LibreOffice that is used, or None where there is none."""
    places = map(Path, PLACES)
    return next((folder for folder in places if any((folder / name).is_file() for name in _LIBRARIES)), None)


def convert(source: Path, target: Path, password: str | None) -> tuple[LeftOut, ...]:
    """Write a PDF of a document at ``target``; return what it leaves out. Call it in a child alone.

    Raises Damaged for what LibreOffice does not open, UnknownFormat for what is no text, and NeedsLibreOffice
    where LibreOffice cannot start.
    """
    office = _office()
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "notes"
        office.run(
            BRIEFBANK_SOURCE=source.as_uri(),
            BRIEFBANK_TARGET=target.as_uri(),
            BRIEFBANK_NOTES=str(notes),
            BRIEFBANK_PASSWORD=password or "",
            BRIEFBANK_SIGNS=_signs(),
        )
        noted = notes.read_text("utf-8", "replace").split() if notes.is_file() else []
    if _OTHER in noted:
        raise UnknownFormat(detail="LibreOffice took it for no text")
    if _DONE not in noted or not target.is_file():
        raise Damaged(
            Message("The file is damaged, and LibreOffice could not open it."),
            detail="not opened by LibreOffice",
        )
    return tuple(meaning for word, meaning in _LEFT_OUT.items() if word in noted)


@lru_cache(maxsize=1)
def _signs() -> str:
    """Return the signs of all symbol fonts as the script reads them."""
    return "".join(
        f"|{font}:{code:x}={ord(character):04x}"
        for font, table in fonts.tables().items()
        for code, character in table.items()
    )


@lru_cache(maxsize=1)
def _office() -> _Office:
    folder = installed()
    if folder is None:
        raise NeedsLibreOffice(detail="LibreOffice disappeared")
    return _Office(folder, Path(tempfile.mkdtemp(prefix="libreoffice-")))


class _Class(ctypes.Structure):
    """struct _LibreOfficeKitClass up to ``runMacro``; what is not called here is left as addresses."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("before", ctypes.c_void_p * 10),
        ("run_macro", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)),
    )


class _Kit(ctypes.Structure):
    _fields_ = (("functions", ctypes.POINTER(_Class)),)


class _Office:
    """The LibreOffice of this process, with a profile of its own."""

    def __init__(self, program: Path, profile: Path) -> None:
        _write_profile(profile)
        _clear_environment(profile)
        library = next(program / name for name in _LIBRARIES if (program / name).is_file())
        try:
            hook = ctypes.CDLL(str(library)).libreofficekit_hook_2
        except (OSError, AttributeError) as error:
            raise NeedsLibreOffice(_NO_START, _MEND, detail="not loaded") from error
        hook.restype, hook.argtypes = ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_char_p]
        self._kit = hook(os.fsencode(program), profile.as_uri().encode())
        if not self._kit:
            raise NeedsLibreOffice(_NO_START, _MEND, detail="LibreOffice did not start")
        functions: Any = ctypes.cast(self._kit, ctypes.POINTER(_Kit)).contents.functions.contents
        if functions.size < ctypes.sizeof(_Class):
            raise NeedsLibreOffice(_NO_START, _MEND, detail="a LibreOffice without scripts")
        self._run_macro = functions.run_macro
        for number in _FATAL:  # LibreOffice would try to save documents, and can hang in it
            signal.signal(number, signal.SIG_DFL)

    def run(self, **variables: str) -> None:
        """Run the script on the files that the variables name."""
        os.environ.update(variables)
        try:
            self._run_macro(self._kit, _CALL)
        finally:
            for name in variables:
                del os.environ[name]


_SETTINGS = (
    ("Setup/Office", "ooSetupInstCompleted", "true"),
    ("Office.Common/Misc", "FirstRun", "false"),
    ("Office.Common/Misc", "UseLocking", "false"),
    ("Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("Office.Common/Security/Scripting", "DisableActiveContent", "true"),
    ("Office.Common/Save/Document", "CreateBackup", "false"),
    ("Office.Recovery/AutoSave", "Enabled", "false"),
    ("Office.Recovery/RecoveryInfo", "Enabled", "false"),
    ("Office.Writer/Content/Update", "Link", "0"),
    ("Office.Writer/Content/NonprintingCharacter", "HiddenText", "false"),
    ("Office.Writer/Print/Content", "HiddenText", "false"),
)
"""The settings of the profile: node, property and value. None is fatal where a version does not know it."""
_ITEM = (
    '<item oor:path="/org.openoffice.{}"><prop oor:name="{}" oor:op="fuse"><value>{}</value></prop></item>'
)
_REGISTRY = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry">{}</oor:items>'
)
_LIBRARIES_XML = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<library:libraries xmlns:library="http://openoffice.org/2000/library">'
    '<library:library library:name="Standard" library:link="false"/></library:libraries>'
)
_LIBRARY_XML = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard"'
    ' library:readonly="false" library:passwordprotected="false">'
    '<library:element library:name="BriefBank"/></library:library>'
)
_MODULE_XML = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<script:module xmlns:script="http://openoffice.org/2000/script" script:name="BriefBank"'
    ' script:language="StarBasic">{}</script:module>'
)


def _write_profile(profile: Path) -> None:
    standard = profile / "user/basic/Standard"
    standard.mkdir(parents=True)
    script = (resources_folder() / _SCRIPT).read_text("utf-8")
    items = "".join(_ITEM.format(*setting) for setting in _SETTINGS)
    (profile / "user/registrymodifications.xcu").write_text(_REGISTRY.format(items), "utf-8")
    (standard.parent / "script.xlc").write_text(_LIBRARIES_XML, "utf-8")
    (standard / "script.xlb").write_text(_LIBRARY_XML, "utf-8")
    (standard / "BriefBank.xba").write_text(_MODULE_XML.format(escape(script)), "utf-8")


def _clear_environment(profile: Path) -> None:
    """Leave no variable by which LibreOffice would take code or settings from elsewhere."""
    os.environ.clear()
    os.environ.update(
        HOME=str(profile), TMPDIR=tempfile.gettempdir(), LC_ALL="C.UTF-8", SAL_USE_VCLPLUGIN="svp"
    )
