"""The parts of a Word file (ISO/IEC 29500): the package, lists that Word numbers by itself, styles and
drawings.

Elements and attributes are named by their local names alone: ``Package.root`` takes the namespaces off, so
that the strict and the transitional standard are one, and lxml's own ``find``, ``iter`` and ``get`` reach
everything.

Word stores no number of a list item. It counts in reading order, by the formats of the list's levels
(``Lists``). The ids in the file are internal and appear on no page.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from briefbank.errors import TooLarge, UnknownFormat
from briefbank.sandbox.confinement import Source
from briefbank.text.dates import roman_numeral

ZIP = (b"PK\x03\x04", b"PK\x05\x06")
MAX_UNPACKED_BYTES = 1_000_000_000
"""The maximum bytes of all parts of a Word file, as its directory states them."""
MAX_XML_BYTES = 150_000_000  # The maximum bytes of one XML part of a Word file; it is parsed as a whole
MAX_PARTS = 20_000  # The maximum number of files in one Word file
UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, KeyError, ValueError, OSError),
    *(EOFError, RuntimeError, NotImplementedError),
)
"""What a damaged part raises; lxml's errors are SyntaxErrors beside."""
BOXES = frozenset(("txbxContent", "txBody"))
EMBEDDED = ("contentPart", "control", "OLEObject")
_TYPES_PART = "[content_types].xml"
_WORD_PART = "word/document.xml"
_WORD_TYPE = re.compile(rb"(?:wordprocessingml\.|ms-word\.)[\w.]{1,60}main\+xml")
_TYPES_BYTES = 1_000_000
_LEVELS = 9
_MAX_STYLES = 20  # The maximum number of styles of which one is based on another
_POINTS = re.compile(r"(?:^|;)\s*(width|height)\s*:\s*([\d.]{1,8})(pt|in)")
_EMU_PER_POINT = 12_700


def _parsed(data: bytes) -> Any:
    """Return the outermost element of an XML text without namespaces; of two attributes with one local name
    the first counts. Raises SyntaxError."""
    from lxml import etree  # type: ignore[import-untyped]

    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    root = etree.fromstring(data, parser)
    for element in root.iter("*"):
        if element.tag[0] == "{":
            element.tag = element.tag.rpartition("}")[2]
        if any(key[0] == "{" for key in element.attrib):
            attributes: dict[str, str] = {}
            for key, text in element.items():
                attributes.setdefault(key.rpartition("}")[2], text)
            element.attrib.clear()
            element.attrib.update(attributes)
    return root


def value(element: Any, path: str = ".") -> str:
    """Return the ``val`` of the first element at a path; empty where there is none, also for None."""
    target = None if element is None else element.find(path)
    return "" if target is None else str(target.get("val", ""))


def is_on(toggle: Any) -> bool:
    return toggle is not None and (toggle.get("val") or "1") not in ("0", "false", "off")


def whole_number(text: str, otherwise: int) -> int:
    """Return a number of at most nine digits, or ``otherwise`` where the text is none."""
    return int(text) if text.isdecimal() and len(text) < 10 else otherwise


@dataclass(frozen=True, slots=True)
class PartRelation:
    id: str
    kind: str  # The last word of its type, such as "header"
    target: str  # The target's name in the package


class Package:
    def __init__(self, path: Path) -> None:
        """Raises one of UNREADABLE for a file that is no package."""
        self._path = path
        with zipfile.ZipFile(path) as archive:
            self._names = {_normal_name(entry): entry for entry in reversed(archive.namelist())}

    @property
    def main(self) -> str:
        """The name of the part with the text of the document."""
        named = (relation.target for relation in self.relations("") if relation.kind == "officeDocument")
        return next((target for target in named if target in self._names), _WORD_PART)

    def root(self, part: str) -> Any:
        """Return a part's outermost element, with local names. Raises one of UNREADABLE, or SyntaxError."""
        with zipfile.ZipFile(self._path) as archive:
            return _parsed(archive.read(self._names[part]))

    def relations(self, part: str) -> list[PartRelation]:
        """Return the relationships of a part to other parts; "" is the whole file."""
        folder, _, last = part.rpartition("/")
        own = f"{folder}/_rels/{last}.rels".removeprefix("/")
        relations = []
        for child in self.root(own) if own in self._names else ():
            if child.get("TargetMode") != "External":
                target = child.get("Target", "").partition("#")[0].replace("\\", "/")
                name = _normal_name(target if target.startswith("/") else f"{folder}/{target}")
                relations.append(
                    PartRelation(child.get("Id", ""), child.get("Type", "").rpartition("/")[2], name)
                )
        return relations


def check_parts(path: Source) -> bytes:
    """Return the beginning of the part that lists the media types. Raises UnknownFormat for what is no Word
    file, and TooLarge for one that would unpack to more than can be read."""
    types = b""
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as archive:
            parts = archive.infolist()
            names = {_normal_name(part.filename): part for part in parts}
            if _TYPES_PART in names:
                try:
                    with archive.open(names[_TYPES_PART]) as opened:
                        types = opened.read(_TYPES_BYTES)
                except UNREADABLE:
                    pass
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise UnknownFormat(detail=type(error).__name__) from error
    if _TYPES_PART not in names or not (_WORD_PART in names or _WORD_TYPE.search(types)):
        raise UnknownFormat(detail="zip without a Word document")
    xml = max((p.file_size for p in parts if p.filename.endswith((".xml", ".rels"))), default=0)
    if len(parts) > MAX_PARTS or xml > MAX_XML_BYTES or sum(p.file_size for p in parts) > MAX_UNPACKED_BYTES:
        raise TooLarge(detail=f"{len(parts)} parts, largest XML {xml}")
    return types


def _normal_name(part: str) -> str:
    """Return a part's name as names are compared."""
    return posixpath.normpath("/" + unquote(part.replace("\\", "/"))).lstrip("/").casefold()


class Lists:
    """Counts list items: lists of one definition share a count; deeper levels restart below a higher one."""

    def __init__(self, root: Any) -> None:
        """``root`` is that of the numbering part, or None where there is none."""
        self._levels: dict[tuple[str, int], Any] = {}
        self._lists: dict[str, str] = {}
        self._restarts: dict[tuple[str, int], int] = {}
        self._own: dict[tuple[str, int], Any] = {}
        self._begun: set[str] = set()
        self._counts: dict[str, list[int]] = defaultdict(lambda: [0] * _LEVELS)
        linked: dict[str, str] = {}
        styles: dict[str, str] = {}
        for definition in root.findall("abstractNum") if root is not None else ():
            key = definition.get("abstractNumId", "")
            linked[key] = value(definition, "numStyleLink")
            styles[value(definition, "styleLink")] = key
            self._levels |= {(key, _level(layout)): layout for layout in definition.findall("lvl")}
        styles.pop("", None)
        for number in root.findall("num") if root is not None else ():
            key, name = number.get("numId", ""), value(number, "abstractNumId")
            self._lists[key] = styles.get(linked.get(name, ""), name)
            for override in number.iter("lvlOverride"):
                if override.find("startOverride") is not None:
                    self._restarts[key, _level(override)] = whole_number(value(override, "startOverride"), 1)
                if (layout := override.find("lvl")) is not None:
                    self._own[key, _level(override)] = layout

    def label(self, number: str, level: int) -> str:
        """Count an item of the list ``number`` at a level from 0 to 8. Return "IV. " or the like, a bullet
        for bullets, and nothing for a list that has no numbers."""
        definition, layout = self._lists.get(number, ""), self._layout(number, level)
        kind = value(layout, "numFmt") or "decimal"
        if not definition or layout is None or kind == "none":
            return ""
        counts = self._counts[definition]
        if number not in self._begun:
            self._begun.add(number)
            first = min((at for at in range(_LEVELS) if (number, at) in self._restarts), default=_LEVELS)
            counts[first:] = [0] * (_LEVELS - first)
        counts[level] = counts[level] + 1 if counts[level] else self._start(number, level)
        counts[level + 1 :] = [0] * (_LEVELS - 1 - level)
        if kind == "bullet":
            return "• "

        def counted(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            legal = layout.find("isLgl") is not None
            kind = "decimal" if legal else value(self._layout(number, at), "numFmt") or "decimal"
            return figure(kind, counts[at] or self._start(number, at))

        label = re.sub(r"%([1-9])", counted, value(layout, "lvlText"))
        return f"{label} " if label else ""

    def _layout(self, number: str, level: int) -> Any:
        own = self._own.get((number, level))
        return own if own is not None else self._levels.get((self._lists.get(number, ""), level))

    def _start(self, number: str, level: int) -> int:
        stated = whole_number(value(self._layout(number, level), "start"), 1)
        return self._restarts.get((number, level), stated)


def _level(element: Any) -> int:
    return min(_LEVELS - 1, whole_number(element.get("ilvl", ""), 0))


@dataclass(frozen=True, slots=True)
class WordRun:
    paragraph_style: str = ""
    properties: Any = None  # The element of the run's own properties, or None

    def own(self, name: str) -> Any:
        return None if self.properties is None else self.properties.find(name)

    @property
    def style(self) -> str:
        return value(self.properties, "rStyle")


class Styles:
    """The styles of a document by id; none where the part is missing."""

    def __init__(self, root: Any) -> None:
        styles = [] if root is None else root.findall("style")
        self._styles = {style.get("styleId", ""): style for style in styles}
        defaults = (
            key
            for key, style in self._styles.items()
            if style.get("default") in ("1", "true", "on") and style.get("type") == "paragraph"
        )
        self._default = next(defaults, "")
        self._known: dict[tuple[str, str], Any] = {}

    def chain(self, style_id: str) -> list[Any]:
        """Return a style and those that it is based on."""
        styles: list[Any] = []
        while style_id in self._styles and len(styles) < _MAX_STYLES:
            styles.append(self._styles[style_id])
            style_id = value(styles[-1], "basedOn")
        return styles

    def of_paragraph(self, paragraph: Any) -> str:
        return value(paragraph, "pPr/pStyle") or self._default

    def find(self, style_id: str, path: str) -> Any:
        """Return the element at a path of a style, or of the nearest one that it is based on, or None."""
        if (style_id, path) not in self._known:
            elements = (style.find(path) for style in self.chain(style_id))
            self._known[style_id, path] = next((e for e in elements if e is not None), None)
        return self._known[style_id, path]

    def font(self, run: WordRun) -> str:
        styled = (self.find(style, "rPr/rFonts") for style in (run.style, run.paragraph_style))
        fonts = (fonts for fonts in (run.own("rFonts"), *styled) if fonts is not None)
        return next(filter(None, (str(f.get("ascii") or f.get("hAnsi", "")) for f in fonts)), "")


def choice_of(alternatives: Any) -> Any:
    """Return the first alternative that has something to show."""
    shown = ("t", "sym", *BOXES, "blip", "imagedata", "chart", "relIds", "textpath", *EMBEDDED)
    choices = alternatives.iterchildren("Choice", "Fallback")
    return next((choice for choice in choices if next(choice.iter(*shown), None) is not None), ())


def outside_fallbacks(drawing: Any) -> Iterator[Any]:
    """Yield the elements of a drawing outside the text of its boxes, of alternatives one alone."""
    for child in drawing:
        if child.tag == "AlternateContent":
            yield from outside_fallbacks(choice_of(child))
            continue
        yield child
        if child.tag not in BOXES:
            yield from outside_fallbacks(child)


def area_of(picture: Any) -> float:
    """Return the area of a picture in square points, by what is around it; 0 where it is not stated."""
    for around in picture.iterancestors("inline", "anchor", "shape"):
        if around.tag == "shape":
            sides = {
                side: float(size) * (72 if unit == "in" else 1)
                for side, size, unit in _POINTS.findall(around.get("style", "")[:1000])
                if size.count(".") <= 1 and size.strip(".")
            }
            return sides.get("width", 0.0) * sides.get("height", 0.0)
        if (extent := around.find("extent")) is not None:
            width, height = (whole_number(extent.get(side, ""), 0) for side in ("cx", "cy"))
            return width / _EMU_PER_POINT * height / _EMU_PER_POINT
    return 0.0


def form_field(data: Any) -> str:
    """Return what a check box or a list of an old form shows; a text field has a result."""
    if (box := data.find("checkBox")) is not None:
        checked = box.find("checked")
        return "☒" if is_on(checked if checked is not None else box.find("default")) else "☐"
    if (choices := data.find("ddList")) is not None:
        entries = [str(entry.get("val", "")) for entry in choices.findall("listEntry")]
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
