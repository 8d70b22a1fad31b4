"""ZIP archives: which of their files are briefs, and unpacking one of them.

An archive is untrusted: these functions run in a reading process, with its limits of time and memory. Nothing
that its directory says is believed: bytes are counted as they come out, and a name inside it is never a path
on the disk. What no office's archive has, and an attack needs, is refused: files that lie over each other
(Fifield 2019, "A better zip bomb"), a hundredfold growth, archives inside archives (they may hold
themselves), links.
"""

from __future__ import annotations

import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from briefbank.desk import Source
from briefbank.errors import (
    BriefBankError,
    Damaged,
    Encrypted,
    FileRefused,
    NotReadable,
    TooLarge,
    UnknownFormat,
)
from briefbank.files import store_error
from briefbank.reading.archive_names import named

MAX_FILES = 10_000
"""In one archive; each is unpacked by itself and the directory read again for it, 10 ms for 1,000."""
MAX_FILE_BYTES = 1_500_000_000
"""Of one file unpacked: the limit for a PDF."""
MAX_TOTAL_BYTES = 50_000_000_000
"""Of all files unpacked, as the directory states them; they are unpacked one at a time."""
MAX_GROWTH = 200
"""Times its packed size. A text grows fourfold, a PDF hardly at all, zeros a thousandfold."""
GROWTH_FROM = 50_000_000
"""Bytes from which growth matters: a blank page drawn as a picture may well grow more."""

_BLOCK = 1 << 20
_STARTS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_HEADER_BYTES = 30
_NAME_SIZE_AT = 26
_LOCKED = 0x1
_UNREADABLE = 0x20 | 0x40
"""Flags of patched data and of strong encryption, which ``zipfile`` does not know."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_WANTED = (".pdf", ".docx", ".txt", ".html", ".htm", "")
_PACKED = (".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".cab", ".iso")
_DOCUMENT_PARTS = frozenset({"[content_types].xml", "mimetype", "meta-inf/manifest.mf", "index/document.iwa"})
"""What is in the directory of a document or program that is itself a ZIP file: Office, OpenDocument and EPUB,
Java, Pages."""
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    ValueError,
    OverflowError,
    NotImplementedError,
    IndexError,
)
"""What ``zipfile`` raises over files that are damaged or made to break it."""

_EXTENSION = re.compile(r"\.(?=\d*[a-z])[a-z0-9]{1,5}$")

_ELSEWHERE = "Unpack the archive with another program and add its files."
_DAMAGED = "The archive is damaged and cannot be unpacked."
_BOMB = "The archive was made to unpack to far more than it holds."
_SENDER = "Ask who sent it for the files themselves."


def is_archive(path: Source) -> bool:
    """Whether a file is a ZIP archive and not a Word, Excel, OpenDocument or EPUB file, which are ZIPs too.

    A damaged one is told by the first name in it. Raises NotReadable.
    """
    head = _head(path)
    if not head.startswith(_STARTS):
        return False
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as archive:
            names = [info.filename.lower() for info in archive.infolist()]
    except (*_BROKEN, OSError):
        names = [_first_name(head).lower()]
    return _DOCUMENT_PARTS.isdisjoint(names)


def entries(path: Source) -> list[str]:
    """The names of the files in an archive, in its order, each one once; none for what is no archive.

    Folders, hidden files and what systems leave behind are left out. What is not taken from an archive is
    among them: ``extract`` says why. Raises Damaged, TooLarge, NotReadable, and FileRefused for an empty one.
    """
    if not is_archive(path):
        return []
    with _opened(path) as archive:
        found = [name for name, _ in named(archive.infolist())]
    if not found:
        raise FileRefused("The archive holds no files.", "Ask for a new copy and add that.")
    return found


def extract(path: Source, name: str, target: Path, password: str | None = None) -> None:
    """Unpack the file of this name (``entries``) to ``target``, which must not exist; a part is never left.

    Raises Encrypted (a password is needed, or this one is wrong), Damaged, TooLarge, UnknownFormat or
    FileRefused for what is not taken from an archive, NotReadable when the archive or the file in it is gone,
    and StoreError when the target cannot be written.
    """
    with _opened(path) as archive:
        info = dict(named(archive.infolist())).get(name)
        if info is None:
            raise NotReadable("The file is no longer in the archive.", "Add the archive again.")
        if refusal := _refusal(name, info):
            raise refusal
        if not info.flag_bits & _LOCKED:
            _unpack(archive, info, target, None)
        elif password is None:
            raise Encrypted("The file in the archive is protected by a password.")
        else:
            _unlock(archive, info, target, password)


# --- the directory -------------------------------------------------------------------------------


@contextmanager
def _opened(path: Source) -> Iterator[zipfile.ZipFile]:
    """The archive, once its directory was looked over; whatever goes wrong with it comes out as ours."""
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as archive:
            _look_over(archive)
            yield archive
    except BriefBankError:
        raise
    except _BROKEN as error:
        raise Damaged(_DAMAGED, detail=type(error).__name__) from error
    except OSError as error:
        raise NotReadable(detail=f"archive: errno {error.errno}") from error


def _look_over(archive: zipfile.ZipFile) -> None:
    """Refuse an archive as a whole for what its directory says. Raises TooLarge and Damaged."""
    infos = archive.infolist()
    if len(infos) > MAX_FILES:
        raise TooLarge(f"The archive holds more than {MAX_FILES:,} files.", _ELSEWHERE)
    if sum(info.file_size for info in infos) > MAX_TOTAL_BYTES:
        raise TooLarge("The archive holds more than BriefBank can unpack at once.", _ELSEWHERE)
    end = 0
    for info in sorted(infos, key=lambda each: each.header_offset):
        if info.header_offset < end:
            raise Damaged(_BOMB, _SENDER, detail="overlap")
        end = info.header_offset + _HEADER_BYTES + info.compress_size
    if end > archive.start_dir:
        raise Damaged(_DAMAGED, detail="beyond the directory")


def _refusal(name: str, info: zipfile.ZipInfo) -> FileRefused | None:
    """Why a member is not unpacked, as far as the directory tells."""
    match = _EXTENSION.search(name.lower())
    extension = match.group() if match else ""
    if stat.S_ISLNK(info.external_attr >> 16):
        return FileRefused("This is a link to another file, not a file.", "Add the file itself.")
    if extension in _PACKED:
        return FileRefused(
            "An archive inside an archive is not opened.", "Unpack it with another program and add its files."
        )
    if extension not in _WANTED:
        title = "Only PDF, Word (.docx), HTML and text files are taken from an archive."
        return UnknownFormat(title, "Save or print it as PDF and add that.")
    if info.compress_type not in _METHODS or info.flag_bits & _UNREADABLE:
        return FileRefused("It is packed or locked in a way that BriefBank cannot open.", _ELSEWHERE)
    return _too_large(info, info.file_size)


# --- one member ----------------------------------------------------------------------------------


def _too_large(info: zipfile.ZipInfo, size: int) -> TooLarge | None:
    """Whether so many bytes are more than a member may have."""
    if size > MAX_FILE_BYTES:
        return TooLarge(detail=f"{size} bytes in an archive")
    if size > GROWTH_FROM and size > MAX_GROWTH * info.compress_size:
        return TooLarge("The file unpacks to far more than a document holds.", _SENDER, detail="growth")
    return None


def _unpack(archive: zipfile.ZipFile, info: zipfile.ZipInfo, target: Path, password: bytes | None) -> None:
    """``zipfile`` compares the checksum when the last byte was read."""
    with archive.open(info, pwd=password) as source:
        try:
            made = target.open("xb")
        except OSError as error:
            raise store_error(error) from error
        try:
            with made:
                size = 0
                while block := source.read(_BLOCK):
                    size += len(block)
                    if refusal := _too_large(info, size):
                        raise refusal
                    _write(made, block)
        except BaseException:
            target.unlink(missing_ok=True)
            raise


def _unlock(archive: zipfile.ZipFile, info: zipfile.ZipInfo, target: Path, password: str) -> None:
    """Try a password in the spellings of its letters that programs use; RuntimeError says that one is wrong.

    One wrong password in 256 is only found out by what comes out of it.
    """
    for spelling in _spellings(password):
        try:
            return _unpack(archive, info, target, spelling)
        except (*_BROKEN, RuntimeError):
            continue
    raise Encrypted("The password does not open the file in the archive.", "Add it again with the right one.")


def _spellings(password: str) -> list[bytes]:
    spelled: list[bytes] = []
    for encoding in ("utf-8", "cp1252", "cp437"):
        try:
            spelled.append(password.encode(encoding))
        except UnicodeEncodeError:
            continue
    return list(dict.fromkeys(spelled))


def _write(made: BinaryIO, block: bytes) -> None:
    try:
        made.write(block)
    except OSError as error:
        raise store_error(error) from error


# --- what a file is ------------------------------------------------------------------------------


def _head(path: Source) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_BLOCK)
    except OSError as error:
        raise NotReadable(detail=f"archive: errno {error.errno}") from error


def _first_name(head: bytes) -> str:
    size = int.from_bytes(head[_NAME_SIZE_AT : _HEADER_BYTES - 2], "little")
    return head[_HEADER_BYTES : _HEADER_BYTES + size].decode("cp437")
