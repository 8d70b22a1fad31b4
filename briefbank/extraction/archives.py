"""ZIP archives: lists the files in one and unpacks one of them; and names for the files in any container.

An archive is untrusted, so these functions run in a worker process with limits of time and memory. The
archive's directory is not believed: bytes are counted as they are unpacked, and a name in the archive is
never used as a path on the disk. Features that an attack needs and an office's archive does not have are
refused: overlapping files (Fifield 2019, "A better zip bomb"), a hundredfold expansion, archives inside
archives (they may contain themselves), and links.

Names in a container (an archive, a mail, a mailbox, a PDF) may be absolute, contain "..", use Windows
separators, contain bidirectional control characters, be missing, or be the same for several files.
"""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import IO, TypeVar
from zipfile import ZipInfo

from briefbank.errors import BriefBankError, Damaged, Encrypted, FileRefused, NotReadable, TooLarge
from briefbank.extraction.formats.format import foreign_error_by_mark
from briefbank.files import store_error
from briefbank.sandbox.confinement import Source
from briefbank.text.file_names import is_left_behind, is_system_name
from briefbank.text.messages import Message

T = TypeVar("T")

UNNAMED = "unnamed"
_LONGEST_PART = 150  # The maximum number of characters of a folder's or file's name; the last ones are kept

MAX_FILES = 10_000
"""The maximum number of files in one archive. Each is unpacked by itself, and the directory is read again for
it: 10 ms for 1,000."""
MAX_FILE_BYTES = 1_500_000_000  # The maximum size of one unpacked file; the same as for a PDF
MAX_TOTAL_BYTES = 50_000_000_000
"""The maximum size of all unpacked files, as the directory states them; they are unpacked one at a time."""
MAX_GROWTH = 200
"""The maximum ratio of unpacked to packed size; a text's is 4, a PDF's hardly over 1, that of zeros 1,000."""
GROWTH_FROM = 50_000_000
"""The number of bytes from which the ratio is checked: a blank page stored as an image may well exceed it."""

_BLOCK = 1 << 20
_MARKED = 65_536  # The number of first bytes by which a file is recognised
_SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_HEADER_BYTES = 30
_NAME_SIZE_AT = 26
_ENCRYPTED_FLAG = 0x1
_UNSUPPORTED_FLAGS = 0x20 | 0x40
"""The flags of patched data and of strong encryption, which ``zipfile`` does not support."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_PACKAGE_MARKERS = frozenset(
    str.split(
        "[content_types].xml mimetype meta-inf/manifest.mf index/document.iwa buildversionhistory.plist"
    )
)
"""Names in a document's or program's own ZIP directory: Office, OpenDocument and EPUB, Java, Pages."""
_ZIP_ERRORS = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError),
    *(ValueError, OverflowError, NotImplementedError, IndexError),
)
"""The exceptions that ``zipfile`` raises for damaged or malicious files."""

_UNPACK_ADVICE = Message("Unpack the archive with another program and add its files.")
_DAMAGED = Message("The archive is damaged and cannot be unpacked.")
_BOMB = Message("The archive was made to unpack to far more than it holds.")
_SENDER_ADVICE = Message("Ask who sent it for the files themselves.")
_UTF8 = 0x800  # The flag of a name in UTF-8 (APPNOTE.TXT 6.3.10, 4.4.4)


def is_archive(path: Source) -> bool:
    """Tell whether a file is a ZIP archive and not a Word, Excel, OpenDocument or EPUB file, which are ZIPs
    too. A damaged one is recognised by the first name in it. Raises NotReadable."""
    try:
        with path.open("rb") as file:
            head = file.read(_MARKED)
    except OSError as error:
        raise NotReadable(detail=f"archive: errno {error.errno}") from error
    if not head.startswith(_SIGNATURES):
        return False
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as archive:
            names = [info.filename.lower() for info in archive.infolist()]
    except (*_ZIP_ERRORS, OSError):
        size = int.from_bytes(head[_NAME_SIZE_AT : _HEADER_BYTES - 2], "little")
        names = [head[_HEADER_BYTES : _HEADER_BYTES + size].decode("cp437").lower()]
    return _PACKAGE_MARKERS.isdisjoint(names)


def list_entries(path: Source) -> list[str]:
    """Return the unique names of the files in an archive, in its order; an empty list for any other file.

    Folders, hidden files and clutter of operating systems are left out. Files that ``extract`` refuses are
    included. Raises Damaged, TooLarge, NotReadable, and FileRefused for an empty archive.
    """
    if not is_archive(path):
        return []
    with _opened(path) as archive:
        names = [name for name, _ in unique_names(archive.infolist())]
    if not names:
        raise FileRefused(Message("The archive holds no files."), Message("Ask for a new copy and add that."))
    return names


def extract(path: Source, name: str, target: Path, password: str | None = None) -> None:
    """Unpack the file of this name (``list_entries``) to ``target``, which must not exist; no partial file is
    left.

    Raises Encrypted (a password is needed, or this one is wrong), Damaged, TooLarge, UnknownFormat or
    FileRefused for a file that is not taken from an archive, NotReadable when the archive or the file in it
    is gone, and StoreError when the target cannot be written.
    """
    with _opened(path) as archive:
        info = dict(unique_names(archive.infolist())).get(name)
        if info is None:
            raise NotReadable(
                Message("The file is no longer in the archive."), Message("Add the archive again.")
            )
        if stat.S_ISLNK(info.external_attr >> 16):
            raise FileRefused(
                Message("This is a link to another file, not a file."), Message("Add the file itself.")
            )
        if info.compress_type not in _METHODS or info.flag_bits & _UNSUPPORTED_FLAGS:
            raise FileRefused(
                Message("It is packed or locked in a way that BriefBank cannot open."), _UNPACK_ADVICE
            )
        if too_large := _too_large(info, info.file_size):
            raise too_large
        if not info.flag_bits & _ENCRYPTED_FLAG:
            return _unpack(archive, info, target, None)
        if password is None:
            raise Encrypted(Message("The file in the archive is protected by a password."))
        # A password in the encodings that programs use; one wrong in 256 is only detected by damaged output.
        encodings = ("utf-8", "cp1252", "cp437")
        for spelling in dict.fromkeys(password.encode(encoding, "replace") for encoding in encodings):
            with suppress(*_ZIP_ERRORS, RuntimeError):
                return _unpack(archive, info, target, spelling)
        raise Encrypted(
            Message("The password does not open the file in the archive."),
            Message("Add it again with the right one."),
        )


@contextmanager
def _opened(path: Source) -> Iterator[zipfile.ZipFile]:
    """Open the archive and check its directory; other errors are raised as BriefBank errors."""
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as archive:
            infos = archive.infolist()
            if len(infos) > MAX_FILES:
                raise TooLarge(
                    Message("The archive holds more than {max_files:,} files.", max_files=MAX_FILES),
                    _UNPACK_ADVICE,
                )
            if sum(info.file_size for info in infos) > MAX_TOTAL_BYTES:
                raise TooLarge(
                    Message("The archive holds more than BriefBank can unpack at once."), _UNPACK_ADVICE
                )
            end = 0
            for info in sorted(infos, key=lambda info: info.header_offset):
                if info.header_offset < end:
                    raise Damaged(_BOMB, _SENDER_ADVICE, detail="overlap")
                end = info.header_offset + _HEADER_BYTES + info.compress_size
            if end > archive.start_dir:
                raise Damaged(_DAMAGED, detail="beyond the directory")
            yield archive
    except BriefBankError:
        raise
    except _ZIP_ERRORS as error:
        raise Damaged(_DAMAGED, detail=type(error).__name__) from error
    except OSError as error:
        raise NotReadable(detail=f"archive: errno {error.errno}") from error


def _too_large(info: zipfile.ZipInfo, size: int) -> TooLarge | None:
    """Return the error for a member of so many bytes, or None where the size is allowed."""
    if size > MAX_FILE_BYTES:
        return TooLarge(detail=f"{size} bytes in an archive")
    if size > GROWTH_FROM and size > MAX_GROWTH * info.compress_size:
        return TooLarge(
            Message("The file unpacks to far more than a document holds."), _SENDER_ADVICE, detail="growth"
        )
    return None


def _unpack(archive: zipfile.ZipFile, info: zipfile.ZipInfo, target: Path, password: bytes | None) -> None:
    """Unpack one member; ``zipfile`` compares the checksum after the last byte."""
    with archive.open(info, pwd=password) as source:
        write_new(target, _blocks(source, info))
    if is_archive(target):  # it may contain itself
        target.unlink()
        raise FileRefused(
            Message("An archive inside an archive is not opened."),
            Message("Unpack it with another program and add its files."),
        )


def _blocks(source: IO[bytes], info: zipfile.ZipInfo) -> Iterator[bytes]:
    size = 0
    while block := source.read(_BLOCK):
        size += len(block)
        too_large = _too_large(info, size)
        # a long film is not unpacked to be refused
        if refusal := too_large or (foreign_error_by_mark(block[:_MARKED]) if size == len(block) else None):
            raise refusal
        yield block


def write_new(target: Path, content: Iterable[bytes]) -> None:
    """Write a member to ``target``, which must not exist; no partial file is left. Raises StoreError."""
    try:
        file = target.open("xb")
    except OSError as error:
        raise store_error(error) from error
    try:
        with file:
            for block in content:
                try:
                    file.write(block)
                except OSError as error:
                    raise store_error(error) from error
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def unique_names(infos: Iterable[ZipInfo]) -> Iterator[tuple[str, ZipInfo]]:
    """Yield each file that is no clutter, in order, with a unique name that has "/" between folders."""

    def named() -> Iterator[tuple[str, ZipInfo]]:
        for info in infos:
            name = info.filename
            # Many programs write UTF-8 without setting the flag; ``zipfile`` then decodes code page 437.
            if not info.flag_bits & _UTF8:
                with suppress(UnicodeError):
                    name = name.encode("cp437").decode("utf-8")
            *folders, last = clean_path(name).split("/")
            hidden = any(part.startswith(".") or is_system_name(part) for part in folders)
            is_clutter = hidden or last.startswith(".") or is_left_behind(last)
            if not (info.filename.endswith(("/", "\\")) or is_clutter):
                yield clean_path(name), info

    return distinct(named())


def clean_path(name: str) -> str:
    """Return a name that has "/" between folders, none that leads elsewhere, and nothing that a file system
    or a screen interprets."""
    shown = "".join(letter for letter in name if letter.isprintable()).replace(":", "-").replace("\\", "/")
    parts = [part.strip()[-_LONGEST_PART:] for part in shown.split("/")]
    return "/".join(part for part in parts if part not in ("", ".", "..")) or UNNAMED


def clean_name(name: str) -> str:
    """Return the name of a file without its folders."""
    return clean_path(name).rpartition("/")[2]


def distinct(named: Iterable[tuple[str, T]]) -> Iterator[tuple[str, T]]:
    """Yield the pairs in order, with a number in each name that came before."""
    taken: dict[str, int] = {}
    for name, value in named:
        taken[name] = taken.get(name, 0) + 1
        while taken[name] > 1:
            path = PurePosixPath(name)
            name = str(path.with_name(f"{path.stem} ({taken[name]}){path.suffix}"))
            taken[name] = taken.get(name, 0) + 1
        yield name, value
