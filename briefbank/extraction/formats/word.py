"""Word files since 2007, with macros and without.

The text is taken from the XML (``word_parts``), by the local names of elements, so that the strict and the
transitional standard are one. This table says what becomes of each element that can carry text. What is
*read* stands in the text where a reader of the page sees it. What is *reported* is left out, and the file's
message says so: as hidden text, comments or deletions (nobody sees them on the page), or as something that
BriefBank cannot read (a person sees it; the file is added with gaps). The table is the parametrisation of
tests/extraction/test_word_elements.py.

==============================  =====================================================================
paragraph, tab, break           read; a page break starts a page; a large initial stands by itself
table, nested table             read; one block for a row, nested rows inside their cell
header, footer                  read once: the header of the first page before the text, all others after it;
                                never shown ones: hidden text; a paragraph with little more than a page
                                number is left out
footnote, endnote               read at the end, numbered through, with the mark [n] in place
comment                         reported as comments
text box (VML, DrawingML)       read after its paragraph; of mc:AlternateContent one choice alone
WordArt                         read (v:textpath)
content control                 read, in a block, line, row or cell; one that shows its placeholder or
                                nothing, and that Word fills in from custom XML, is reported
field                           its result is read, its code is not; SYMBOL, check boxes and lists of forms,
                                which have no result, are read as they show; EQ and buttons are reported
hyperlink, smart tag, w:dir     read
w:ins, w:moveTo                 read
w:del, w:moveFrom               reported as deletions
w:sym, symbol fonts             read by the font's table (``extraction.fonts``); unknown signs are □ and
                                reported
w:noBreakHyphen, w:softHyphen   a hyphen; nothing
list number                     read (``word_parts.Lists``)
formula (m:oMath)               read in one line: a/b, x^2, x_1, √(x)
ruby                            its reading, then the base
altChunk, chart, SmartArt,      reported
subdocument, embedded object
(OLE, ActiveX, ink)
picture                         reported where it is large enough to be a page or an exhibit
alternative text                reported as hidden text
w:vanish, also by a style;      reported as hidden text
white or one-point print
building blocks (glossary)      reported as hidden text
==============================  =====================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from briefbank.domain.ingest import LeftOut
from briefbank.errors import Damaged
from briefbank.extraction.fonts import UNKNOWN, shown_text, sign
from briefbank.extraction.formats.format import CELL_GAP, MAX_BLOCKS, FileHead, TextBlock
from briefbank.extraction.formats.word_parts import (
    BOXES,
    EMBEDDED,
    UNREADABLE,
    ZIP,
    Lists,
    Package,
    Styles,
    WordRun,
    area_of,
    check_parts,
    choice_of,
    figure,
    form_field,
    is_on,
    outside_fallbacks,
    value,
    whole_number,
)
from briefbank.text.messages import Message

_SKIPPED = frozenset(
    str.split(
        "pPr rPr sectPr tblPr tblPrEx tblGrid trPr tcPr sdtPr sdtEndPr rubyPr instrText delText delInstrText"
        " fldData txbxContent txBody drawing pict object ctrlPr sSubPr sSupPr"
    )
)
"""Elements without text of their own, and those whose text is taken elsewhere."""
_DELETIONS = frozenset(("del", "moveFrom"))
_DRAWINGS = frozenset(("drawing", "pict", "object"))
_AROUND = {
    **{"num": ("", "/"), "rad": ("√(", ")"), "d": ("(", ")")},
    **{"sub": ("_", ""), "sup": ("^", ""), "nary": ("∑", "")},
}
"""What stands before and after a part of a formula in one line."""
_MARKS = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-", "softHyphen": ""}
_HEADING = re.compile(r"(?i)^(?:heading|title|subtitle|überschrift)\s*(\d?)")
_PAGE_FIELD = re.compile(r"\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b", re.IGNORECASE)
_SYMBOL_FIELD = re.compile(r"\s*SYMBOL\s+(\d{1,5}|0x[0-9a-f]{1,4})\b", re.IGNORECASE)
_SHOWN_CODE = re.compile(r"\s*(?:EQ|MACROBUTTON|GOTOBUTTON)\b", re.IGNORECASE)  # Fields that have no result
_FIELD_FONT = re.compile(r'\\f\s+"?([^"\\]{1,60})')
_PROPERTIES = ("{6c3c8bc8-f283-45ae-878a-bab7291924a1}", "{55af091b-3c7a-41e3-b477-f2fdaa23cfda}")
"""The ids of a file's own properties among the XML to which controls are bound."""
_MAX_PAGE_WORDS = 8
"""The letters beside a page number of a header or footer up to which they say no more than the number."""
_INVISIBLE_HALF_POINTS = 2
_LARGE_PICTURE = 0.1 * 612 * 792
"""The area of a picture, in square points, from which it can be a page or an exhibit; logos are smaller."""


class Docx:
    """Word since 2007 (Office Open XML, ISO/IEC 29500)."""

    paged = False
    max_bytes = 300_000_000

    def __init__(self, suffix: str = ".docx", media_type: bytes = b"") -> None:
        """``media_type`` is that of the main part; empty for any."""
        self.suffix, self._type = suffix, media_type

    def recognises(self, head: FileHead) -> bool:
        """Refuse any other ZIP file. Raises TooLarge and UnknownFormat."""
        if not head.data.startswith(ZIP):
            return False
        head.check_size(self.max_bytes)
        return self._type in check_parts(head.source)

    def read_blocks(self, path: Path) -> tuple[list[TextBlock], tuple[LeftOut, ...]]:
        """Return all blocks, notes last, and what they omit. Raises UnknownFormat, TooLarge or Damaged."""
        check_parts(path)
        try:
            reader = _Reader(Package(path))
            blocks = list(islice(reader.blocks(), MAX_BLOCKS + 1))
        except (*UNREADABLE, SyntaxError) as error:
            title = Message("The Word file is damaged and could not be read.")
            raise Damaged(title, detail=type(error).__name__) from error
        if len(blocks) > MAX_BLOCKS:
            raise Damaged(detail="too many paragraphs")
        return blocks, tuple(content for content in LeftOut if content in reader.left_out)


WORD = (
    Docx(".docm", b"application/vnd.ms-word.document.macroEnabled.main+xml"),
    Docx(".dotx", b"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml"),
    Docx(".dotm", b"application/vnd.ms-word.template.macroEnabledTemplate.main+xml"),
    Docx(),
)
"""All formats of Word since 2007 in the order in which they are tried. LibreOffice would show less of a file
with macros: it passes over the fields of old forms, formulas and inserted web pages."""


@dataclass(slots=True)
class _Field:
    code: str = ""
    in_code: bool = True  # True before its separator


class _Reader:
    """Reads the blocks of one document, and notes what it leaves out."""

    def __init__(self, package: Package) -> None:
        self.left_out: set[LeftOut] = set()
        self._package = package
        self._main = self._part = package.main
        """The part with the text of the document, and the part that is being read."""
        self._root = package.root(self._main)
        relations = package.relations(self._main)
        self._targets = {relation.id: relation.target for relation in relations}
        kinds = {relation.kind: relation.target for relation in relations}
        self._styles = Styles(self._optional(kinds.get("styles")))
        self._lists = Lists(self._optional(kinds.get("numbering")))
        self._settings = self._optional(kinds.get("settings"))
        self._note_parts = {kind: kinds.get(f"{kind}s", "") for kind in ("footnote", "endnote")}
        self._note_elements = {
            (kind, note.get("id", "")): note
            for kind, part in self._note_parts.items()
            for note in self._optional(part, ())
        }
        self._counts: dict[str, int] = {}
        self._called: dict[tuple[str, str], str] = {}
        """The marks of the notes that the text calls, by kind and id."""
        self._sections = [p for p in self._root.iter("sectPr") if p.getparent().tag != "sectPrChange"]
        if any(kind.startswith("comments") for kind in kinds):
            self.left_out.add(LeftOut.COMMENTS)
        self._note_hidden(self._optional(kinds.get("glossaryDocument")))
        for control in self._root.iter("sdtPr"):
            bound = control.find("dataBinding")
            is_own = bound is not None and bound.get("storeItemID", "").casefold() not in _PROPERTIES
            content = control.getparent().find("sdtContent")
            is_empty = content is None or next(content.iter("t", "sym", *_DRAWINGS), None) is None
            if is_own and (is_empty or is_on(control.find("showingPlcHdr"))):
                self.left_out.add(LeftOut.OBJECTS)
        for relation in package.relations(""):
            if relation.kind in ("core-properties", "coreProperties"):
                properties = self._optional(relation.target, ())
                if any(child.text for child in properties if child.tag in ("creator", "lastModifiedBy")):
                    self.left_out.add(LeftOut.NAMES)

    def blocks(self) -> Iterator[TextBlock]:
        body = self._root.find("body")
        if body is None:
            raise ValueError("no body")
        first, others = self._headers()
        yield from self._story(first, self._optional(first, ()))
        yield from self._blocks_below(body)
        for part in others:
            yield from self._story(part, self._optional(part, ()))
        notes = [text for kind in self._note_parts for text in self._note_texts(kind)]
        if notes:
            yield TextBlock("Footnotes", heading=True)
            yield from map(TextBlock, notes)

    def _optional(self, part: str | None, otherwise: Any = None) -> Any:
        """Return the outermost element of a part without which the text can still be read."""
        if not part:
            return otherwise
        try:
            return self._package.root(part)
        except (*UNREADABLE, SyntaxError):
            self.left_out.add(LeftOut.OBJECTS)
            return otherwise

    def _headers(self) -> tuple[str, list[str]]:
        """Return the part of the first page's header, empty for none, and those of all other headers and
        footers that are shown."""
        sections = self._sections
        first = "first" if sections and is_on(sections[0].find("titlePg")) else "default"
        kinds = ["default", *("first" for section in sections if is_on(section.find("titlePg")))]
        if self._settings is not None and is_on(self._settings.find("evenAndOddHeaders")):
            kinds.append("even")
        header, others = "", dict[str, None]()
        for section in sections:
            for reference in section.iterchildren("headerReference", "footerReference"):
                kind = reference.get("type") or "default"
                part = self._targets.get(reference.get("id"), "")
                if kind not in kinds:
                    self._note_hidden(self._optional(part))
                elif section is sections[0] and kind == first and reference.tag == "headerReference":
                    header = part
                else:
                    others[part] = None
        return header, [part for part in others if part != header]

    def _story(self, part: str, root: Iterable[Any]) -> list[TextBlock]:
        """Return the blocks of elements of another part."""
        around, self._part = self._part, part
        blocks = list(self._blocks_below(root))
        self._part = around
        return [block for block in blocks if block.text]

    def _note_hidden(self, element: Any) -> None:
        if element is not None and _has_text(element):
            self.left_out.add(LeftOut.HIDDEN_TEXT)

    def _blocks_below(self, parent: Iterable[Any]) -> Iterator[TextBlock]:
        """Yield paragraphs and table rows below ``parent``, inside any wrapper."""
        for child in parent:
            local = child.tag
            if local == "p":
                yield from self._paragraph(child)
            elif local == "tbl":
                for row in self._inside(child, "tr"):
                    cells = (
                        " ".join(block.text for block in self._blocks_below(cell) if block.text)
                        for cell in self._inside(row, "tc")
                    )
                    if text := CELL_GAP.join(filter(None, cells)):
                        yield TextBlock(text)
            elif local in ("subDoc", "altChunk"):
                self.left_out.add(LeftOut.OBJECTS)
            elif local == "AlternateContent":
                yield from self._blocks_below(choice_of(child))
            elif local in ("oMathPara", "oMath"):
                yield TextBlock("".join(self._pieces(child, WordRun(), [], [])).strip(), centred=True)
            elif local in _DELETIONS:
                self._note_deletion(child)
            elif local not in _SKIPPED:
                yield from self._blocks_below(child)

    def _inside(self, parent: Any, local: str) -> Iterator[Any]:
        """Yield the rows of a table or the cells of a row, inside any wrapper."""
        for child in parent:
            if child.tag in _DELETIONS:
                self._note_deletion(child)
            elif child.tag == local:
                if child.find("trPr/del") is not None or child.find("tcPr/cellDel") is not None:
                    self._note_deletion(child)
                else:
                    yield child
            elif child.tag not in _SKIPPED:
                yield from self._inside(choice_of(child) if child.tag == "AlternateContent" else child, local)

    def _paragraph(self, paragraph: Any) -> Iterator[TextBlock]:
        """Yield one block, or several where a line or page break stands inside; text boxes follow."""
        style_id = self._styles.of_paragraph(paragraph)
        styles = self._styles.chain(style_id)
        bold = [is_on(run.find("rPr/b")) for run in paragraph.iter("r") if _has_text(run)]
        heading = (bool(bold) and all(bold)) or bool(styles and _HEADING.match(value(styles[0], "name")))
        settings = [value(holder, "pPr/jc") for holder in (paragraph, *styles[:1])]
        centred = next(filter(None, settings), "") == "center"
        boxes: list[Any] = []
        text = "".join(self._pieces(paragraph, WordRun(style_id), boxes, []))
        number, level = _number_and_level(paragraph, styles)
        text = (self._lists.label(number, level) if number else "") + text
        if self._part != self._main and sum(map(str.isalpha, text)) <= _MAX_PAGE_WORDS:
            codes = [simple.get("instr", "") for simple in paragraph.iter("fldSimple")]
            codes += [code.text or "" for code in paragraph.iter("instrText")]
            if any(map(_PAGE_FIELD.match, codes)):  # little more than a page number
                text = ""
        if not text.strip():
            yield TextBlock("", page_break="\f" in text)
        for i, part in enumerate(text.split("\f") if text.strip() else ()):
            for j, line in enumerate(part.split("\n")):
                page_break = i > 0 and j == 0
                if line.strip() or page_break:
                    yield TextBlock(line.strip(), heading, centred, page_break=page_break)
        for box in boxes:
            yield from [box] if isinstance(box, TextBlock) else self._blocks_below(box)

    def _pieces(self, parent: Any, run: WordRun, boxes: list[Any], fields: list[_Field]) -> Iterator[str]:
        """Yield a paragraph's visible characters: line breaks as \\n, page breaks as \\f, note marks as [n].

        Text boxes and drawings are added to ``boxes``. ``fields`` are the open fields, the innermost last;
        what stands in the code of one is no text.
        """
        for child in parent:
            local = child.tag
            if local == "r":
                yield from self._run(child, run, boxes, fields)
            elif local == "instrText" and fields:
                fields[-1].code += child.text or ""
            elif local == "fldChar":
                yield from self._field(child, run, fields)
            elif local in _DELETIONS:
                self._note_deletion(child)
            elif local == "AlternateContent":
                yield from self._pieces(choice_of(child), run, boxes, fields)
            elif local in BOXES:
                boxes.append(child)
            elif local in _DRAWINGS:
                self._drawing(child, boxes)
            elif any(opened.in_code for opened in fields):
                yield from self._pieces(child, run, boxes, fields)
            elif local == "t":
                yield self._shown(child.text or "", run)
            elif local == "sym":
                yield self._symbol(child.get("char", ""), child.get("font", ""))
            elif local == "br":
                yield "\f" if child.get("type") == "page" else "\n"
            elif local in _MARKS:
                yield _MARKS[local]
            elif local in ("footnoteReference", "endnoteReference"):
                # The mark of a note; one of the author's own is the text that follows.
                kind = local.removesuffix("Reference")
                own = child.get("customMarkFollows") in ("1", "true", "on")
                mark = "" if own else self._next_mark(kind)
                self._called.setdefault((kind, child.get("id", "")), mark)
                yield f"[{mark}]" if mark else ""
            elif local not in _SKIPPED:
                before, after = _AROUND.get(local, ("", ""))
                yield before
                yield from self._pieces(child, run, boxes, fields)
                yield after

    def _run(self, element: Any, around: WordRun, boxes: list[Any], fields: list[_Field]) -> Iterator[str]:
        run = WordRun(around.paragraph_style, element.find("rPr"))
        if (vanish := run.own("vanish")) is not None:
            is_hidden = is_on(vanish)
        else:
            styles = run.style, run.paragraph_style
            is_hidden = any(is_on(self._styles.find(style, "rPr/vanish")) for style in styles)
        if is_hidden or self._is_invisible(element, run):
            self._note_hidden(element)
            for mark in element.findall("fldChar"):  # it can begin or end a field whose result is shown
                list(self._field(mark, run, fields))
            return
        yield from self._pieces(element, run, boxes, fields)

    def _is_invisible(self, element: Any, run: WordRun) -> bool:
        """Tell whether a run is printed in white on nothing else, or too small for anyone to read."""
        if 0 < whole_number(value(run.properties, "sz"), 0) <= _INVISIBLE_HALF_POINTS:
            return True
        if value(run.properties, "color").upper() != "FFFFFF":
            return False
        around = list(element.iterancestors())
        styled = [*around, *self._styles.chain(run.paragraph_style)]
        return (
            run.own("shd") is None
            and run.own("highlight") is None
            and self._root.find("background") is None
            and not any(outer.tag in ("tc", *BOXES) for outer in around)
            and all(outer.find("pPr/shd") is None for outer in styled)
        )

    def _field(self, mark: Any, run: WordRun, fields: list[_Field]) -> Iterator[str]:
        """Follow the beginning, separator or end of a field, and yield what a field without result shows."""
        kind = mark.get("fldCharType")
        if kind == "begin":
            data = mark.find("ffData")
            if data is not None and not any(opened.in_code for opened in fields):
                yield form_field(data)
            fields.append(_Field())
        elif kind == "separate" and fields:
            fields[-1].in_code = False
        elif kind == "end" and fields:
            ended = fields.pop()
            if ended.in_code and not any(opened.in_code for opened in fields):
                yield self._without_result(ended.code, run)

    def _without_result(self, code: str, run: WordRun) -> str:
        """Return what a field shows that has no result."""
        if symbol := _SYMBOL_FIELD.match(code):
            font = _FIELD_FONT.search(code)
            number = int(symbol[1], 16 if symbol[1].startswith("0x") else 10)
            return self._symbol(f"{number:x}", font[1].strip() if font else self._styles.font(run))
        if _SHOWN_CODE.match(code):
            self.left_out.add(LeftOut.OBJECTS)
        return ""

    def _shown(self, text: str, run: WordRun) -> str:
        if not text or text.isspace():
            return text
        shown = shown_text(text, self._styles.font(run))
        if shown.count(UNKNOWN) > text.count(UNKNOWN):
            self.left_out.add(LeftOut.SYMBOLS)
        return shown

    def _symbol(self, code: str, font: str) -> str:
        """Return a sign by its code in hexadecimal digits."""
        try:
            number = int(code, 16)
        except ValueError:
            number = 0xFFFF
        shown = sign(font, number)
        if shown == UNKNOWN and 0x100 <= number < 0xD800:
            return chr(number)
        if shown == UNKNOWN:
            self.left_out.add(LeftOut.SYMBOLS)
        return shown

    def _note_deletion(self, element: Any) -> None:
        if len(element):
            self.left_out.add(LeftOut.DELETIONS)

    def _next_mark(self, kind: str) -> str:
        """Count a note. Return its number as the first section or the whole document writes it."""
        holders = (*self._sections[:1], self._settings)
        formats = (value(holder, f"{kind}Pr/numFmt") for holder in holders)
        usual = "decimal" if kind == "footnote" else "lowerRoman"
        self._counts[kind] = self._counts.get(kind, 0) + 1
        return figure(next(filter(None, formats), usual), self._counts[kind])

    def _note_texts(self, kind: str) -> Iterator[str]:
        """Yield the notes that the text calls, in the order of their calls."""
        for call, mark in list(self._called.items()):
            if call[0] == kind and call in self._note_elements:
                blocks = self._story(self._note_parts[kind], self._note_elements[call])
                if text := " ".join(block.text for block in blocks):
                    yield f"{mark} {text}".strip()

    def _drawing(self, drawing: Any, boxes: list[Any]) -> None:
        """Add the text boxes of a drawing to ``boxes``; note what cannot be read."""
        for element in outside_fallbacks(drawing):
            local = element.tag
            if local in BOXES:
                boxes.append(element)
            elif local == "textpath" and (text := element.get("string")):
                boxes.append(TextBlock(text))
            elif local in ("chart", "relIds", *EMBEDDED):
                self.left_out.add(LeftOut.OBJECTS)
            elif local in ("docPr", "cNvPr", "shape") and (element.get("descr") or element.get("alt")):
                self.left_out.add(LeftOut.HIDDEN_TEXT)
            elif local in ("blip", "imagedata") and area_of(element) >= _LARGE_PICTURE:
                self.left_out.add(LeftOut.OBJECTS)


def _has_text(element: Any) -> bool:
    return any((text.text or "").strip() for text in element.iter("t"))


def _number_and_level(paragraph: Any, styles: Sequence[Any]) -> tuple[str, int]:
    """Return the list and level of the paragraph itself, or else of its styles."""
    level = ""
    for holder in (paragraph, *styles):
        properties = holder.find("pPr/numPr")
        level = level or value(properties, "ilvl")
        if number := value(properties, "numId"):
            return number, min(8, whole_number(level, 0))
    return "", 0
