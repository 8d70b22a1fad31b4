"""Opens the package of a Word file: its parts, and the relationships that say what each part is.

Two forms have the same parts: a ZIP file (Open Packaging Conventions, ISO/IEC 29500-2) and one XML file with
all parts inside ("flat OPC"). The relationships name the parts; their own names mean nothing. Names are
compared as the standard says, without capitals and percent signs, and with the backslashes that some programs
write. Elements are known by their local names (``name``), which the transitional and the strict standard
share, as the last words of the kinds of relationships are.

lxml is imported inside the functions because only a worker process needs it.
"""

from __future__ import annotations

import base64
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from briefbank.errors import TooLarge, UnknownFormat
from briefbank.sandbox.workspace import Source

MAX_UNPACKED_BYTES = 1_000_000_000
"""The maximum bytes of all parts of a Word file, as its directory states them."""

MAX_XML_BYTES = 150_000_000
"""The maximum bytes of one XML part of a Word file; it is parsed as a whole."""

MAX_PARTS = 20_000
"""The maximum number of files in one Word file."""

FLAT_MARK = "http://schemas.microsoft.com/office/2006/xmlPackage"
"""The namespace of a package in one XML file."""

UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, KeyError, ValueError, OSError),
    *(EOFError, RuntimeError, NotImplementedError),
)
"""What a damaged part raises; lxml's errors are SyntaxErrors beside."""

_TYPES_PART = "[content_types].xml"
_WORD_PART = "word/document.xml"
_WORD_TYPE = re.compile(rb"(?:wordprocessingml\.|ms-word\.)[\w.]{1,60}main\+xml")
_TYPES_BYTES = 1_000_000
_MAIN = "officeDocument"


@dataclass(frozen=True, slots=True)
class Relation:
    """A relationship of a part."""

    id: str
    kind: str
    """The last word of its type, such as "header"."""
    target: str
    """The target's name in the package."""


class Package:
    """The parts of a Word file."""

    def __init__(self, path: Path) -> None:
        """Raises one of UNREADABLE or SyntaxError for a file that is no package."""
        self._path = path
        self._flat: dict[str, Any] = {}
        self._types: dict[str, str] = {}
        if not zipfile.is_zipfile(path):
            self._read_flat()
            self._names = {part_name: part_name for part_name in self._flat}
            return
        with zipfile.ZipFile(path) as archive:
            self._names = {normal_name(entry): entry for entry in reversed(archive.namelist())}
        self._read_types()

    @property
    def main(self) -> str:
        """The name of the part with the text of the document."""
        named = (relation.target for relation in self.relations("") if relation.kind == _MAIN)
        return next((target for target in named if target in self._names), _WORD_PART)

    def data(self, part: str) -> bytes:
        """Return the bytes of a part. Raises one of UNREADABLE."""
        if part in self._flat:
            return _flat_data(self._flat[part])
        with zipfile.ZipFile(self._path) as archive:
            return archive.read(self._names[part])

    def root(self, part: str) -> Any:
        """Return the outermost element of a part. Raises one of UNREADABLE, or SyntaxError."""
        if part in self._flat:
            inner = next((child for child in self._flat[part] if name(child) == "xmlData"), None)
            if inner is not None and len(inner):
                return inner[0]
        return parsed(self.data(part))

    def content_type(self, part: str) -> str:
        """Return the media type of a part, in lower case; empty where it is not stated."""
        return self._types.get(part) or self._types.get(part.rpartition(".")[2], "")

    def relations(self, part: str) -> list[Relation]:
        """Return the relationships of a part to other parts; "" is the whole file."""
        folder, _, last = part.rpartition("/")
        own = f"{folder}/_rels/{last}.rels".removeprefix("/")
        if own not in self._names:
            return []
        return [
            Relation(
                attribute(child, "Id"),
                attribute(child, "Type").rpartition("/")[2],
                _resolved(folder, attribute(child, "Target")),
            )
            for child in self.root(own)
            if attribute(child, "TargetMode") != "External"
        ]

    def _read_types(self) -> None:
        if _TYPES_PART not in self._names:
            return
        for child in self.root(_TYPES_PART):
            key = attribute(child, "Extension").casefold() or normal_name(attribute(child, "PartName"))
            self._types[key] = attribute(child, "ContentType").casefold()

    def _read_flat(self) -> None:
        for part in parsed(self._path.read_bytes(), huge=True):
            key = normal_name(attribute(part, "name"))
            self._flat[key] = part
            self._types[key] = attribute(part, "contentType").casefold()


def check_parts(path: Source) -> None:
    """Refuse a Word file that would unpack to more than can be read. Raises UnknownFormat or TooLarge."""
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as archive:
            parts = archive.infolist()
            names = {normal_name(part.filename): part for part in parts}
            types = _beginning(archive, names[_TYPES_PART]) if _TYPES_PART in names else b""
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise UnknownFormat(detail=type(error).__name__) from error
    if _TYPES_PART not in names or not (_WORD_PART in names or _WORD_TYPE.search(types)):
        raise UnknownFormat(detail="zip without a Word document")
    xml = max((p.file_size for p in parts if p.filename.endswith((".xml", ".rels"))), default=0)
    if len(parts) > MAX_PARTS or xml > MAX_XML_BYTES or sum(p.file_size for p in parts) > MAX_UNPACKED_BYTES:
        raise TooLarge(detail=f"{len(parts)} parts, largest XML {xml}")


def content_types(source: Source) -> bytes:
    """Return the beginning of the part that lists the media types; empty for a file without one."""
    try:
        with source.open("rb") as file, zipfile.ZipFile(file) as archive:
            part = next((p for p in archive.infolist() if normal_name(p.filename) == _TYPES_PART), None)
            return _beginning(archive, part) if part else b""
    except UNREADABLE:
        return b""


def _beginning(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes:
    try:
        with archive.open(part) as opened:
            return opened.read(_TYPES_BYTES)
    except UNREADABLE:
        return b""


def parsed(data: bytes, *, huge: bool = False) -> Any:
    """Return the outermost element of an XML text. ``huge`` allows a text of more than 10 MB in one element.
    Raises SyntaxError."""
    from lxml import etree  # type: ignore[import-untyped]

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, huge_tree=huge, remove_comments=True, remove_pis=True
    )
    return etree.fromstring(data, parser)


def name(element: Any) -> str:
    """Return the local name of an element."""
    return _local(element.tag)


@lru_cache(maxsize=4096)
def _local(tag: object) -> str:
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: Any, local: str) -> str:
    """Return the attribute with a local name, whatever its namespace; empty where there is none."""
    for key, text in element.items():
        if _local(key) == local:
            return str(text)
    return ""


def child_of(element: Any, *path: str) -> Any:
    """Return the first descendant along a path of local names, or None."""
    for local in path:
        for child in element:
            if _local(child.tag) == local:
                element = child
                break
        else:
            return None
    return element


def value(element: Any, *path: str) -> str:
    """Return the attribute ``val`` of the descendant along a path; empty where there is none."""
    target = child_of(element, *path)
    return "" if target is None else attribute(target, "val")


def descendants(element: Any, *locals_: str) -> Iterator[Any]:
    """Yield all elements below one that have one of the local names, in document order."""
    return (child for child in element.iter() if name(child) in locals_)


def normal_name(part: str) -> str:
    """Return a part's name as names are compared."""
    return posixpath.normpath("/" + unquote(part.replace("\\", "/"))).lstrip("/").casefold()


def _resolved(folder: str, target: str) -> str:
    path = target.partition("#")[0].replace("\\", "/")
    return normal_name(path if path.startswith("/") else f"{folder}/{path}")


def _flat_data(part: Any) -> bytes:
    from lxml import etree

    for child in part:
        if name(child) == "binaryData":
            return base64.b64decode(child.text or "")
        if name(child) == "xmlData" and len(child):
            return bytes(etree.tostring(child[0]))
    return b""
