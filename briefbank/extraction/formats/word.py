"""Recognises Word files and reads their text as a list of blocks, in reading order, including list numbers.

python-docx opens the package. The text is taken from the XML itself, because python-docx leaves out features
that are frequent in lawyers' files: inserted (tracked) text, content controls, text boxes and footnotes.
Deleted text is left out. python-docx is imported inside the functions because it is slow to load.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from briefbank.domain.ingest import LeftOut
from briefbank.errors import Damaged, TooLarge, UnknownFormat
from briefbank.extraction.formats.format import CELL_GAP, MAX_BLOCKS, FileHead, TextBlock
from briefbank.extraction.list_numbers import figure
from briefbank.sandbox.workspace import Source

MAX_UNPACKED_BYTES = 1_000_000_000
"""The maximum bytes of all parts of a Word file, as its directory states them."""

MAX_XML_BYTES = 150_000_000
"""The maximum bytes of one XML part of a Word file; it is parsed as a whole."""

MAX_PARTS = 20_000
"""The maximum number of files in one Word file."""

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_WORD_PART = "word/document.xml"
_TYPES_PART = "[Content_Types].xml"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_LEFT_OUT = frozenset(
    {f"{_W}del", f"{_W}moveFrom", f"{_W}instrText", f"{_MC}Fallback", f"{_W}pPr", f"{_W}rPr"}
)
_STORY = re.compile(r"word/(?:document|footnotes|endnotes|header\d*|footer\d*)\.xml")
_COMMENTS = re.compile(r"word/comments\w*\.xml")
_DELETION = re.compile(rb"<w:(?:del|moveFrom)\s")
_VANISH = re.compile(rb"<w:vanish(?:\s*/>|\s+w:val=\"(?:1|true|on)\")")
_PROPERTIES_PART = "docProps/core.xml"
_NAMES = re.compile(rb"<(?:\w+:)?(?:creator|lastModifiedBy)(?:\s[^>]*)?>[^<]")
_HEADING = re.compile(r"(?i)^(?:heading|title|subtitle|überschrift)\s*(\d?)")


class Docx:
    """Word since 2007 (Office Open XML)."""

    suffix = ".docx"
    paged = False
    max_bytes = 300_000_000

    def recognises(self, head: FileHead) -> bool:
        """Refuse any other ZIP file. Raises TooLarge and UnknownFormat."""
        if not head.data.startswith(_ZIP):
            return False
        head.check_size(self.max_bytes)
        check_parts(head.source)
        return True

    def read_blocks(self, path: Path) -> list[TextBlock]:
        """Return all blocks of the file, footnotes last. Raises UnknownFormat, TooLarge or Damaged."""
        import docx
        from docx.opc.exceptions import PackageNotFoundError
        from lxml.etree import LxmlError  # type: ignore[import-untyped]

        check_parts(path)
        try:
            document = docx.Document(str(path))
            found = list(_Reader(document).blocks())
        except (
            *(PackageNotFoundError, LxmlError, zipfile.BadZipFile, zlib.error),
            *(KeyError, ValueError, AttributeError, OSError, EOFError),
        ) as error:
            title = "The Word file is damaged and could not be read."
            raise Damaged(title, detail=type(error).__name__) from error
        if len(found) > MAX_BLOCKS:
            raise Damaged(detail="too many paragraphs")
        return found

    def left_out(self, path: Path) -> tuple[LeftOut, ...]:
        """Return what the file hides, by the marks in its parts. Raises nothing for a file that was read."""
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            text = b"".join(archive.read(name) for name in sorted(names) if _STORY.fullmatch(name))
            properties = archive.read(_PROPERTIES_PART) if _PROPERTIES_PART in names else b""
        found = {
            LeftOut.DELETIONS: _DELETION.search(text),
            LeftOut.COMMENTS: any(_COMMENTS.fullmatch(name) for name in names),
            LeftOut.HIDDEN_TEXT: _VANISH.search(text),
            LeftOut.NAMES: _NAMES.search(properties),
        }
        return tuple(each for each, is_there in found.items() if is_there)


def check_parts(path: Source) -> None:
    """Refuse a Word file that would unpack to more than can be read. Raises UnknownFormat or TooLarge."""
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as archive:
            parts = archive.infolist()
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise UnknownFormat(detail=type(error).__name__) from error
    names = {part.filename for part in parts}
    if _WORD_PART not in names or _TYPES_PART not in names:
        raise UnknownFormat(detail="zip without a Word document")
    xml = max((p.file_size for p in parts if p.filename.endswith((".xml", ".rels"))), default=0)
    if len(parts) > MAX_PARTS or xml > MAX_XML_BYTES or sum(p.file_size for p in parts) > MAX_UNPACKED_BYTES:
        raise TooLarge(detail=f"{len(parts)} parts, largest XML {xml}")


class _Reader:
    """Reads the blocks of one document."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._styles = {style.style_id: style for style in document.styles}
        self._numbering = _Numbering(document)

    def blocks(self) -> Iterator[TextBlock]:
        yield from self._blocks_below(self._document.element.body)
        notes = [*self._note_texts("footnotes"), *self._note_texts("endnotes")]
        if notes:
            yield TextBlock("Footnotes", heading=True)
            yield from (TextBlock(note) for note in notes)

    def _blocks_below(self, parent: Any) -> Iterator[TextBlock]:
        """Yield paragraphs and table rows below ``parent``, inside any wrapper."""
        for child in parent:
            if child.tag in _LEFT_OUT:
                continue
            if child.tag == f"{_W}p":
                yield from self._paragraph(child)
            elif child.tag == f"{_W}tbl":
                yield from self._table(child)
            else:
                yield from self._blocks_below(child)

    def _table(self, table: Any) -> Iterator[TextBlock]:
        for row in table.iter(f"{_W}tr"):
            if next(row.iterancestors(f"{_W}tbl")) is not table:
                continue
            cells = [
                " ".join(b.text for b in self._blocks_below(cell) if b.text)
                for cell in row.findall(f".//{_W}tc")
            ]
            text = CELL_GAP.join(cell for cell in cells if cell)
            if text:
                yield TextBlock(text)

    def _paragraph(self, paragraph: Any) -> Iterator[TextBlock]:
        """Yield one block, or several where a line or page break stands inside; text boxes follow."""
        style = self._style(paragraph)
        heading = _HEADING.match(style.name or "") is not None if style is not None else False
        heading = heading or _all_bold(paragraph)
        centred = _centred(paragraph, style)
        text = self._numbering.label(paragraph, style) + _text(paragraph)
        if not text.strip():
            yield TextBlock("", page_break="\f" in text)
        for i, part in enumerate(text.split("\f") if text.strip() else ()):
            yield from (
                TextBlock(line.strip(), heading, centred, page_break=i > 0 and j == 0)
                for j, line in enumerate(part.split("\n"))
                if line.strip() or (i > 0 and j == 0)
            )
        for box in _text_boxes(paragraph):
            yield from self._blocks_below(box)

    def _style(self, paragraph: Any) -> Any:
        found = paragraph.find(f"{_W}pPr/{_W}pStyle")
        return self._styles.get(found.get(f"{_W}val")) if found is not None else None

    def _note_texts(self, kind: str) -> Iterator[str]:
        for note in _note_elements(self._document, kind):
            number = note.get(f"{_W}id", "")
            text = " ".join(_text(p).strip() for p in note.iter(f"{_W}p")).strip()
            if text and note.get(f"{_W}type") is None:
                yield f"{number} {text}"


def _note_elements(document: Any, kind: str) -> list[Any]:
    """Return the notes of a part that python-docx keeps as plain bytes."""
    from lxml import etree  # type: ignore[import-untyped]

    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    for relation in document.part.rels.values():
        if relation.reltype.endswith(f"/{kind}") and not relation.is_external:
            return list(etree.fromstring(relation.target_part.blob, parser))
    return []


def _text(paragraph: Any) -> str:
    """Return a paragraph's visible characters; line breaks as \\n, page breaks as \\f, note marks as [n]."""
    return "".join(_pieces(paragraph))


def _pieces(parent: Any) -> Iterator[str]:
    for child in parent:
        tag = child.tag
        if tag in _LEFT_OUT or tag == f"{_W}txbxContent" or _is_hidden(child):
            continue
        if tag == f"{_W}t":
            yield child.text or ""
        elif tag == f"{_W}br":
            yield "\f" if child.get(f"{_W}type") == "page" else "\n"
        elif tag in _MARKS:
            yield _MARKS[tag]
        elif tag in (f"{_W}footnoteReference", f"{_W}endnoteReference"):
            yield f"[{child.get(f'{_W}id', '')}]"
        else:
            yield from _pieces(child)


def _is_hidden(element: Any) -> bool:
    return element.tag == f"{_W}r" and _is_on(element.find(f"{_W}rPr/{_W}vanish"))


_MARKS = {
    f"{_W}tab": "\t",
    f"{_W}cr": "\n",
    f"{_W}noBreakHyphen": "-",
    f"{_W}softHyphen": "",
    f"{_W}lastRenderedPageBreak": "",
}


def _text_boxes(paragraph: Any) -> list[Any]:
    """Return the outermost text boxes in the paragraph, without the copies kept for old versions of Word."""
    return [
        box
        for box in paragraph.iter(f"{_W}txbxContent")
        if not any(a.tag == f"{_MC}Fallback" for a in box.iterancestors())
        and next(box.iterancestors(f"{_W}p"), None) is paragraph
    ]


def _all_bold(paragraph: Any) -> bool:
    runs = [run for run in paragraph.iter(f"{_W}r") if _has_text(run)]
    return bool(runs) and all(_is_on(run.find(f"{_W}rPr/{_W}b")) for run in runs)


def _has_text(run: Any) -> bool:
    return any((text.text or "").strip() for text in run.iter(f"{_W}t"))


def _is_on(toggle: Any) -> bool:
    return toggle is not None and toggle.get(f"{_W}val", "1") not in ("0", "false", "off")


def _centred(paragraph: Any, style: Any) -> bool:
    own = paragraph.find(f"{_W}pPr/{_W}jc")
    if own is None and style is not None:
        own = style.element.find(f"{_W}pPr/{_W}jc")
    return own is not None and own.get(f"{_W}val") == "center"


class _Numbering:
    """Counts list items as Word does: per list, deeper levels restart below a higher one."""

    def __init__(self, document: Any) -> None:
        self._levels: dict[tuple[str, int], tuple[str, str, int]] = {}
        self._lists: dict[str, str] = {}
        self._counts: dict[str, list[int]] = defaultdict(lambda: [0] * 9)
        root = _numbering_element(document)
        if root is not None:
            self._read(root)

    def label(self, paragraph: Any, style: Any) -> str:
        """Return 'IV. ' or the like; empty for a paragraph outside lists, a bullet for bullets."""
        number, level = _number_and_level(paragraph, style)
        abstract = self._lists.get(number, "")
        kind, template, _ = self._levels.get((abstract, level), ("none", "", 1))
        if not abstract or kind == "none":
            return ""
        counts = self._counts[number]
        counts[level] = counts[level] + 1 if counts[level] else self._start(abstract, level)
        counts[level + 1 :] = [0] * (8 - level)
        if kind == "bullet":
            return "• "
        return re.sub(r"%(\d)", lambda m: self._figure(abstract, counts, int(m[1]) - 1), template) + " "

    def _figure(self, abstract: str, counts: list[int], level: int) -> str:
        if not 0 <= level < 9:
            return ""
        kind = self._levels.get((abstract, level), ("decimal", "", 1))[0]
        return figure(kind, counts[level] or self._start(abstract, level))

    def _start(self, abstract: str, level: int) -> int:
        return self._levels.get((abstract, level), ("", "", 1))[2]

    def _read(self, root: Any) -> None:
        for abstract in root.findall(f"{_W}abstractNum"):
            key = abstract.get(f"{_W}abstractNumId", "")
            for level in abstract.findall(f"{_W}lvl"):
                values = [_value(level, name) for name in ("numFmt", "lvlText", "start")]
                place = (key, _whole_number(level.get(f"{_W}ilvl"), 0))
                self._levels[place] = values[0] or "decimal", values[1], _whole_number(values[2], 1)
        for number in root.findall(f"{_W}num"):
            self._lists[number.get(f"{_W}numId", "")] = _value(number, "abstractNumId")


def _numbering_element(document: Any) -> Any:
    for relation in document.part.rels.values():
        if relation.reltype.endswith("/numbering") and not relation.is_external:
            return relation.target_part.element
    return None


def _number_and_level(paragraph: Any, style: Any) -> tuple[str, int]:
    """Return the list and level of the paragraph itself, or else of its style and that style's bases."""
    holder, levels = paragraph, []
    for _ in range(10):
        found = holder.find(f"{_W}pPr/{_W}numPr")
        if found is not None:
            levels.append(_value(found, "ilvl"))
            if number := _value(found, "numId"):
                return number, min(8, max(0, _whole_number(next((x for x in levels if x), "0"), 0)))
        if style is None:
            break
        holder, style = style.element, style.base_style
    return "", 0


def _value(parent: Any, name: str) -> str:
    found = parent.find(f"{_W}{name}")
    return "" if found is None else str(found.get(f"{_W}val") or "")


def _whole_number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() else otherwise
