"""Counts what Word numbers by itself: the items of lists, and footnotes and endnotes.

Word stores no number. It counts in reading order, by the formats of a list's levels (``Lists``) or of a
section's notes (``Notes``). The ids in the file are internal and appear on no page.
"""

from __future__ import annotations

import base64
import posixpath
import re
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from briefbank.errors import TooLarge, UnknownFormat
from briefbank.sandbox.confinement import Source
from briefbank.text.dates import roman_numeral

_BULLET = "• "
_LEVELS = 9


class Lists:
    """Counts list items: lists of one definition go on with its count, and deeper levels restart below a
    higher one."""

    def __init__(self, root: Any) -> None:
        """``root`` is that of the numbering part, or None where there is none."""
        self._levels: dict[tuple[str, int], Any] = {}
        self._lists: dict[str, str] = {}
        self._restarts: dict[tuple[str, int], int] = {}
        self._begun: set[str] = set()
        self._own: dict[tuple[str, int], Any] = {}
        self._counts: dict[str, list[int]] = defaultdict(lambda: [0] * _LEVELS)
        if root is not None:
            self._read(root)

    def label(self, number: str, level: int) -> str:
        """Count an item of the list ``number`` at a level from 0 to 8. Return "IV. " or the like, a bullet
        for bullets, and nothing for a list that has no numbers."""
        definition = self._lists.get(number, "")
        layout = self._layout(number, level)
        kind = value(layout, "numFmt") or "decimal" if layout is not None else "none"
        if not definition or kind == "none":
            return ""
        counts = self._counts[definition]
        if number not in self._begun:
            self._begun.add(number)
            restarted = [at for at in range(_LEVELS) if (number, at) in self._restarts]
            counts[min(restarted, default=_LEVELS) :] = [0] * (_LEVELS - min(restarted, default=_LEVELS))
        counts[level] = counts[level] + 1 if counts[level] else self._start(number, level)
        counts[level + 1 :] = [0] * (_LEVELS - 1 - level)
        if kind == "bullet":
            return _BULLET
        legal = child_of(layout, "isLgl") is not None
        text = value(layout, "lvlText")
        label = re.sub(r"%([1-9])", lambda m: self._figure(number, counts, int(m[1]) - 1, legal=legal), text)
        return f"{label} " if label else ""

    def _layout(self, number: str, level: int) -> Any:
        own = self._own.get((number, level))
        return own if own is not None else self._levels.get((self._lists.get(number, ""), level))

    def _figure(self, number: str, counts: list[int], level: int, *, legal: bool) -> str:
        layout = self._layout(number, level)
        kind = value(layout, "numFmt") if layout is not None and not legal else "decimal"
        return figure(kind or "decimal", counts[level] or self._start(number, level))

    def _start(self, number: str, level: int) -> int:
        if (number, level) in self._restarts:
            return self._restarts[number, level]
        layout = self._layout(number, level)
        return whole_number(value(layout, "start"), 1) if layout is not None else 1

    def _read(self, root: Any) -> None:
        linked: dict[str, str] = {}
        styles: dict[str, str] = {}
        for definition in (child for child in root if name(child) == "abstractNum"):
            key = attribute(definition, "abstractNumId")
            if style := value(definition, "styleLink"):
                styles[style] = key
            if style := value(definition, "numStyleLink"):
                linked[key] = style
            for layout in (child for child in definition if name(child) == "lvl"):
                self._levels[key, _level(layout)] = layout
        for number in (child for child in root if name(child) == "num"):
            key, definition = attribute(number, "numId"), value(number, "abstractNumId")
            self._lists[key] = styles.get(linked.get(definition, ""), definition)
            for override in descendants(number, "lvlOverride"):
                if child_of(override, "startOverride") is not None:
                    self._restarts[key, _level(override)] = whole_number(value(override, "startOverride"), 1)
                if (layout := child_of(override, "lvl")) is not None:
                    self._own[key, _level(override)] = layout


class Notes:
    """Counts the notes of one kind."""

    def __init__(self, kind: str, default_format: str) -> None:
        """``kind`` is "footnote" or "endnote"."""
        self._kind, self._default = kind, default_format
        self._format, self._restart, self._start = default_format, "", 1
        self._count = 0
        self._first = True

    def begin_section(self, section: Any, settings: Any) -> None:
        """Take the format of a section, or else that of the whole document; both may be None."""
        holders = [child_of(part, f"{self._kind}Pr") for part in (section, settings) if part is not None]
        properties = [holder for holder in holders if holder is not None]

        def first(local: str) -> str:
            return next((text for holder in properties if (text := value(holder, local))), "")

        self._format = first("numFmt") or self._default
        self._restart = first("numRestart")
        self._start = whole_number(first("numStart"), 1)
        if self._first or self._restart == "eachSect":
            self._count = self._start - 1
        self._first = False

    def begin_page(self) -> None:
        """Restart the count where it restarts on each page."""
        if self._restart == "eachPage":
            self._count = self._start - 1

    def next(self) -> str:
        """Return the mark of the next note."""
        self._count += 1
        return figure(self._format, self._count)


def _level(element: Any) -> int:
    return min(_LEVELS - 1, whole_number(attribute(element, "ilvl"), 0))


def whole_number(text: str, otherwise: int) -> int:
    """Return a number of at most nine digits, or ``otherwise`` where the text is none."""
    return int(text) if text.isdecimal() and len(text) < 10 else otherwise


ZIP = (b"PK\x03\x04", b"PK\x05\x06")
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
class PartRelation:
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

    def relations(self, part: str) -> list[PartRelation]:
        """Return the relationships of a part to other parts; "" is the whole file."""
        folder, _, last = part.rpartition("/")
        own = f"{folder}/_rels/{last}.rels".removeprefix("/")
        if own not in self._names:
            return []
        return [
            PartRelation(
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
            part = next(p for p in archive.infolist() if normal_name(p.filename) == _TYPES_PART)
            return _beginning(archive, part)
    except (*UNREADABLE, StopIteration):
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
    """Return the first descendant along a path of local names, or None; ``element`` may be None."""
    for local in path:
        for child in element if element is not None else ():
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


_MAX_STYLES = 20
"""The maximum number of styles of which one is based on another."""


@dataclass(frozen=True, slots=True)
class WordRun:
    """What formats the text of a run."""

    paragraph_style: str = ""
    properties: Mapping[str, Any] = field(default_factory=dict)
    """The elements of the run's own properties by their local names."""

    @property
    def style(self) -> str:
        """The id of its character style, or empty."""
        return attribute(self.properties["rStyle"], "val") if "rStyle" in self.properties else ""


class Styles:
    """The styles of a document by id; none where the part is missing."""

    def __init__(self, root: Any) -> None:
        styles = [] if root is None else [child for child in root if name(child) == "style"]
        self._styles = {attribute(style, "styleId"): style for style in styles}
        defaults = (
            key
            for key, style in self._styles.items()
            if attribute(style, "default") in ("1", "true", "on") and attribute(style, "type") == "paragraph"
        )
        self._default = next(defaults, "")
        self._hiding: dict[str, bool] = {}
        self._fonts: dict[tuple[str, str], str] = {}

    def chain(self, style_id: str) -> list[Any]:
        """Return a style and those that it is based on."""
        styles: list[Any] = []
        while style_id in self._styles and len(styles) < _MAX_STYLES:
            styles.append(self._styles[style_id])
            style_id = value(styles[-1], "basedOn")
        return styles

    def of_paragraph(self, paragraph: Any) -> str:
        return value(paragraph, "pPr", "pStyle") or self._default

    def hides(self, style_id: str) -> bool:
        """Tell whether a style hides its text."""
        if style_id not in self._hiding:
            toggles = (child_of(style, "rPr", "vanish") for style in self.chain(style_id))
            self._hiding[style_id] = is_on(next((toggle for toggle in toggles if toggle is not None), None))
        return self._hiding[style_id]

    def font(self, run: WordRun, kind: str) -> str:
        """Return the font of a run for characters of a kind, "ascii" or "hAnsi"; empty if none is named."""
        own = attribute(run.properties["rFonts"], kind) if "rFonts" in run.properties else ""
        return own or self._font_of(run.style, kind) or self._font_of(run.paragraph_style, kind)

    def _font_of(self, style_id: str, kind: str) -> str:
        if (style_id, kind) not in self._fonts:
            fonts = (child_of(style, "rPr", "rFonts") for style in self.chain(style_id))
            named = (attribute(font, kind) for font in fonts if font is not None)
            self._fonts[style_id, kind] = next(filter(None, named), "")
        return self._fonts[style_id, kind]


def is_on(toggle: Any) -> bool:
    return toggle is not None and (attribute(toggle, "val") or "1") not in ("0", "false", "off")


@dataclass(frozen=True, slots=True)
class WordSection:
    """A section's properties, and its headers and footers with those that it takes from earlier sections."""

    properties: Any
    references: dict[tuple[str, str], str]

    @property
    def first_kind(self) -> str:
        """The kind of the headers on the section's first page."""
        return "first" if is_on(child_of(self.properties, "titlePg")) else "default"

    def header(self, kind: str) -> str:
        return self.references.get(("headerReference", kind), "")

    def footer(self, kind: str) -> str:
        return self.references.get(("footerReference", kind), "")


def sections_of(root: Any) -> list[WordSection]:
    """Return the sections of a document in order."""
    sections: list[WordSection] = []
    references: dict[tuple[str, str], str] = {}
    for properties in descendants(root, "sectPr"):
        if name(properties.getparent()) == "sectPrChange":
            continue
        own = [child for child in properties if name(child) in ("headerReference", "footerReference")]
        references = references | {
            (name(child), attribute(child, "type") or "default"): attribute(child, "id") for child in own
        }
        sections.append(WordSection(properties, references))
    return sections


_POINTS = re.compile(r"(?:^|;)\s*(width|height)\s*:\s*([\d.]{1,8})(pt|in)")
_EMU_PER_POINT = 12_700
BOXES = frozenset(("txbxContent", "txBody"))
EMBEDDED = frozenset(str.split("contentPart control OLEObject"))


def choice_of(alternatives: Any) -> Any:
    """Return the first alternative that has something to show."""
    shown = str.split("t sym txbxContent txBody blip imagedata chart relIds textpath")
    for choice in alternatives:
        showing = next(descendants(choice, *shown, *EMBEDDED), None)
        if name(choice) in ("Choice", "Fallback") and showing is not None:
            return choice
    return ()


def outside_fallbacks(drawing: Any) -> Iterator[Any]:
    """Yield the elements of a drawing outside the text of its boxes, of alternatives one alone."""
    for child in drawing:
        if name(child) == "AlternateContent":
            yield from outside_fallbacks(choice_of(child))
            continue
        yield child
        if name(child) not in BOXES:
            yield from outside_fallbacks(child)


def area_of(picture: Any) -> float:
    """Return the area of a picture in square points, by what is around it; 0 where it is not stated."""
    for around in picture.iterancestors():
        if name(around) in ("inline", "anchor") and (extent := child_of(around, "extent")) is not None:
            width, height = (whole_number(attribute(extent, side), 0) for side in ("cx", "cy"))
            return width / _EMU_PER_POINT * height / _EMU_PER_POINT
        if name(around) == "shape":
            sides = {
                side: float(size) * (72 if unit == "in" else 1)
                for side, size, unit in _POINTS.findall(attribute(around, "style")[:1000])
                if size.count(".") <= 1 and size.strip(".")
            }
            return sides.get("width", 0.0) * sides.get("height", 0.0)
    return 0.0


def form_field(data: Any) -> str:
    """Return what a check box or a list of an old form shows; a text field has a result."""
    if (box := child_of(data, "checkBox")) is not None:
        checked = child_of(box, "checked")
        return "☒" if is_on(checked if checked is not None else child_of(box, "default")) else "☐"
    if (choices := child_of(data, "ddList")) is not None:
        entries = [attribute(entry, "val") for entry in choices if name(entry) == "listEntry"]
        chosen = whole_number(value(choices, "result") or value(choices, "default"), 0)
        return entries[chosen] if chosen < len(entries) else ""
    return ""


def figure(kind: str, number: int) -> str:
    """Return a number in one of Word's formats: 'upperRoman', 'lowerLetter', 'chicago' (*, †, ‡, §, **), …;
    digits for all others."""
    if kind in ("upperRoman", "lowerRoman"):
        roman = roman_numeral(number)
        return roman if kind == "upperRoman" else roman.lower()
    if kind in ("upperLetter", "lowerLetter"):
        letter = chr(ord("A") + (number - 1) % 26) * ((number - 1) // 26 % 50 + 1)
        return letter if kind == "upperLetter" else letter.lower()
    if kind == "chicago" and number > 0:
        return "*†‡§"[(number - 1) % 4] * ((number - 1) // 4 % 50 + 1)
    return f"{number:02}" if kind == "decimalZero" else str(number)
