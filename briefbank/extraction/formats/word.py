"""Word files since 2007: packages, packages with macros, and packages in one XML file.

The text is taken from the XML (``word_parts``), by the local names of elements, so that the strict and the
transitional standard are one. This table says what becomes of each element that can carry text. What is
*read* stands in the text where a reader of the page sees it. What is *reported* is left out, and the file's
message says so: as hidden text, comments or deletions (nobody sees them on the page), or as something that
BriefBank cannot read (a person sees it; the file is added with gaps). The table is the parametrisation of
tests/extraction/test_word_elements.py.

==============================  =====================================================================
paragraph, tab, break           read; a page break starts a page, and a large initial is part of its word
table, nested table             read; one block for a row, nested rows inside their cell
header, footer                  read once: those of a section's first page where they stand, the others
                                (default, even) at the section's end; never shown ones: hidden text;
                                a paragraph with little more than a page number is left out
footnote, endnote               read at the end, numbered as Word numbers them, with the mark [n] in place
comment                         reported as comments
text box (VML, DrawingML)       read after its paragraph; of mc:AlternateContent one choice alone
WordArt                         read (v:textpath)
content control                 read, in a block, line, row or cell; one that is bound to custom XML and
                                shows its placeholder has the text of that XML, as Word fills it in
field                           its result is read, its code is not; SYMBOL, EQ, MACROBUTTON, check boxes
                                and lists of forms, which have no result, are read as they show
hyperlink, smart tag, w:dir     read
w:ins, w:moveTo                 read
w:del, w:moveFrom               reported as deletions
w:sym, symbol fonts             read by the font's table (``extraction.fonts``); unknown signs are □ and
                                reported
w:noBreakHyphen, w:softHyphen   a hyphen; nothing
list number                     read (``word_parts.Lists``)
formula (m:oMath)               read in one line: a/b, x^2, x_1, √(x)
ruby                            base, then its reading in parentheses
altChunk                        read: HTML, plain text, RTF, Word; any other is reported
chart, SmartArt                 the text of the part is read after its paragraph
picture                         reported where it is large enough to be a page or an exhibit
embedded object (OLE, ActiveX,  reported
ink), subdocument
alternative text                reported as hidden text
w:vanish, also by a style;      reported as hidden text
white or one-point print
building blocks (glossary)      reported as hidden text
==============================  =====================================================================
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from briefbank.domain.ingest import LeftOut
from briefbank.errors import Damaged
from briefbank.extraction.decoding import decode
from briefbank.extraction.fonts import UNKNOWN, shown_text, sign
from briefbank.extraction.formats import html
from briefbank.extraction.formats.format import CELL_GAP, MAX_BLOCKS, FileHead, TextBlock
from briefbank.extraction.formats.word_parts import (
    BOXES,
    EMBEDDED,
    MAX_XML_BYTES,
    UNREADABLE,
    ZIP,
    Lists,
    Notes,
    Package,
    Styles,
    WordRun,
    area_of,
    check_parts,
    choice_of,
    form_field,
    is_on,
    outside_fallbacks,
    sections_of,
    value,
    whole_number,
)
from briefbank.text.messages import Message

_FLAT_MARK = "http://schemas.microsoft.com/office/2006/xmlPackage"
"""The namespace of a package in one XML file."""
_SKIPPED = frozenset(
    str.split(
        "pPr rPr sectPr tblPr tblPrEx tblGrid trPr tcPr sdtPr sdtEndPr rubyPr instrText delText delInstrText"
        " fldData rt den sup sub txbxContent txBody drawing pict object ctrlPr sSubPr sSupPr"
    )
)
"""Elements without text of their own, and those whose text is taken elsewhere."""
_DELETIONS = frozenset(("del", "moveFrom"))
_DRAWINGS = frozenset(("drawing", "pict", "object"))
_MATHS = frozenset(str.split("f rad d nary sSub sSup sSubSup sPre func limLow limUpp"))
_MARKS = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-", "softHyphen": ""}
_HEADING = re.compile(r"(?i)^(?:heading|title|subtitle|überschrift)\s*(\d?)")
_PAGE_FIELD = re.compile(r"\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b", re.IGNORECASE)
_SYMBOL_FIELD = re.compile(r"\s*SYMBOL\s+(\d{1,5}|0x[0-9a-f]{1,4})\b", re.IGNORECASE)
_BUTTON_FIELD = re.compile(r"\s*(?:MACRO|GOTO)BUTTON\s+\S+\s(.*)", re.IGNORECASE | re.DOTALL)
_EQUATION_FIELD = re.compile(r"\s*EQ\s(.*)", re.IGNORECASE | re.DOTALL)
_SWITCH = re.compile(r"\\[a-z]{1,2}\d{0,3}")
_FIELD_FONT = re.compile(r'\\f\s+"?([^"\\]{1,60})')
_PREFIX = re.compile(r"xmlns:([\w.-]{1,60})=[\"']([^\"']{1,300})[\"']")
_PATH = re.compile(r"(?:/(?:[\w.-]+:)?[\w.-]+(?:\[\d{1,4}\])?)+(?:/@(?:[\w.-]+:)?[\w.-]+)?")
"""A path to one element or attribute; an expression of any other form could take any time."""
_MAX_PATH = 500
_MAX_PAGE_WORDS = 8
"""The letters beside a page number of a header or footer up to which they say no more than the number."""
_MAX_CHUNK_DEPTH = 2
_INVISIBLE_HALF_POINTS = 2
_LARGE_PICTURE = 0.1 * 612 * 792
"""The area of a picture, in square points, from which it can be a page or an exhibit; logos are smaller."""


class Docx:
    """Word since 2007 (Office Open XML, ISO/IEC 29500)."""

    suffix = ".docx"
    paged = False
    max_bytes = 300_000_000

    def recognises(self, head: FileHead) -> bool:
        """Refuse any other ZIP file. Raises TooLarge and UnknownFormat."""
        if not head.data.startswith(ZIP):
            return False
        head.check_size(self.max_bytes)
        return self._is_main(check_parts(head.source))

    def _is_main(self, media_types: bytes) -> bool:
        return True

    def read_blocks(self, path: Path) -> list[TextBlock]:
        """Return all blocks of the file, notes last. Raises UnknownFormat, TooLarge or Damaged."""
        return self.read_all(path)[0]

    def read_all(self, path: Path) -> tuple[list[TextBlock], tuple[LeftOut, ...]]:
        """Return all blocks of the file, and what they leave out. Raises as ``read_blocks``."""
        blocks, left_out = read(path)
        return blocks, tuple(content for content in LeftOut if content in left_out)


class MacroWord(Docx):
    """A Word file that may have macros, or a template, by the media type of its main part. LibreOffice would
    show less of it: it passes over the fields of old forms, formulas and inserted web pages."""

    def __init__(self, suffix: str, media_type: bytes) -> None:
        self.suffix, self._type = suffix, media_type

    def _is_main(self, media_types: bytes) -> bool:
        return self._type in media_types


class FlatWord(Docx):
    """A Word file in one XML file (flat OPC)."""

    suffix = ".xml"
    max_bytes = MAX_XML_BYTES

    def recognises(self, head: FileHead) -> bool:
        """Tell it by the namespace of its first element, and by the media type of its main part or, where
        other parts come first, the name of its program."""
        return (
            head.text is not None
            and _FLAT_MARK in head.text[:4000]
            and ("wordprocessingml" in head.text or 'progid="Word.Document"' in head.text[:4000])
        )


WORD = (
    MacroWord(".docm", b"application/vnd.ms-word.document.macroEnabled.main+xml"),
    MacroWord(".dotx", b"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml"),
    MacroWord(".dotm", b"application/vnd.ms-word.template.macroEnabledTemplate.main+xml"),
    Docx(),
    FlatWord(),
)
"""All formats of Word since 2007 in the order in which they are tried."""


def read(path: Path, depth: int = 0) -> tuple[list[TextBlock], set[LeftOut]]:
    """Return the blocks of a file and what it leaves out. ``depth`` is the number of files around it."""
    if zipfile.is_zipfile(path):
        check_parts(path)
    try:
        reader = _Reader(Package(path), depth)
        blocks: list[TextBlock] = []
        for block in reader.blocks():
            blocks.append(block)
            if len(blocks) > MAX_BLOCKS:
                raise Damaged(detail="too many paragraphs")
    except (*UNREADABLE, SyntaxError) as error:
        title = Message("The Word file is damaged and could not be read.")
        raise Damaged(title, detail=type(error).__name__) from error
    return blocks, reader.left_out


@dataclass(slots=True)
class _Field:
    """A field that has begun in a paragraph."""

    code: str = ""
    in_code: bool = True  # True before its separator


class _Reader:
    """Reads the blocks of one document, and notes what it leaves out."""

    def __init__(self, package: Package, depth: int) -> None:
        self.left_out: set[LeftOut] = set()
        self._package, self._depth = package, depth
        self._main = self._part = package.main
        """The part with the text of the document, and the part that is being read."""
        self._root = package.root(self._main)
        self._targets = {self._main: {r.id: r.target for r in package.relations(self._main)}}
        kinds = {r.kind: r.target for r in package.relations(self._main)}
        self._styles = Styles(self._optional(kinds.get("styles")))
        self._lists = Lists(self._optional(kinds.get("numbering")))
        self._settings = self._optional(kinds.get("settings"))
        self._notes = {"footnote": Notes("footnote", "decimal"), "endnote": Notes("endnote", "lowerRoman")}
        self._note_parts = {kind: kinds.get(f"{kind}s", "") for kind in self._notes}
        self._note_elements = {
            (kind, note.get("id", "")): note
            for kind, part in self._note_parts.items()
            for note in self._optional(part, ())
        }
        self._called: dict[tuple[str, str], str] = {}
        """The marks of the notes that the text calls, by kind and id."""
        self._shown_headers: set[str] = set()
        self._initial = ""
        self._custom: dict[str, Any] | None = None
        self._sections = sections_of(self._root)
        if any(kind.startswith("comments") for kind in kinds):
            self.left_out.add(LeftOut.COMMENTS)
        self._note_hidden(self._optional(kinds.get("glossaryDocument")))
        for relation in package.relations(""):
            if relation.kind in ("core-properties", "coreProperties"):
                properties = self._optional(relation.target, ())
                if any(child.text for child in properties if child.tag in ("creator", "lastModifiedBy")):
                    self.left_out.add(LeftOut.NAMES)

    def blocks(self) -> Iterator[TextBlock]:
        body = self._root.find("body")
        if body is None:
            raise ValueError("no body")
        yield from self._begin_section()
        yield from self._blocks_below(body)
        while self._sections:
            yield from self._end_section()
        notes = [text for kind in self._notes for text in self._note_texts(kind)]
        if notes:
            yield TextBlock("Footnotes", heading=True)
            yield from map(TextBlock, notes)

    def _optional(self, part: str | None, otherwise: Any = None, *, namespaces: bool = False) -> Any:
        """Return the outermost element of a part without which the text can still be read."""
        if not part:
            return otherwise
        try:
            return self._package.root(part, namespaces=namespaces)
        except (*UNREADABLE, SyntaxError):
            self.left_out.add(LeftOut.OBJECTS)
            return otherwise

    def _target(self, element: Any, attribute: str = "id") -> str:
        """Return the name of the part that an element of the part being read refers to; empty where there is
        none."""
        return self._target_of(element.get(attribute, ""))

    def _target_of(self, relation_id: str) -> str:
        if self._part not in self._targets:
            try:
                relations = self._package.relations(self._part)
            except (*UNREADABLE, SyntaxError):
                relations = []
            self._targets[self._part] = {relation.id: relation.target for relation in relations}
        return self._targets[self._part].get(relation_id, "")

    def _story(self, part: str, root: Iterable[Any]) -> list[TextBlock]:
        """Return the blocks of elements of another part, whose relationships are its own."""
        around, self._part = self._part, part
        blocks = list(self._blocks_below(root))
        self._part = around
        return [block for block in blocks if block.text]

    def _note_hidden(self, element: Any) -> None:
        if element is not None and _has_text(element):
            self.left_out.add(LeftOut.HIDDEN_TEXT)

    def _bound_text(self, control: Any) -> str:
        """Return the custom XML's text for a control without text of its own; empty for any other."""
        from lxml.etree import LxmlError  # type: ignore[import-untyped]

        binding, content = control.find("sdtPr/dataBinding"), control.find("sdtContent")
        own_text = content is not None and _has_text(content)
        if binding is None or (own_text and not is_on(control.find("sdtPr/showingPlcHdr"))):
            return ""
        path = binding.get("xpath", "")
        spaces = dict(_PREFIX.findall(binding.get("prefixMappings", "")[:2000]))
        root = self._custom_xml().get(binding.get("storeItemID", "").casefold())
        if root is None or len(path) > _MAX_PATH or not _PATH.fullmatch(path):
            return ""
        try:
            nodes = root.xpath(path, namespaces=spaces)
        except (LxmlError, ValueError, TypeError):  # a prefix without a namespace, or an empty one
            return ""
        texts = (node if isinstance(node, str) else "".join(node.itertext()) for node in nodes)
        return next(texts, "").strip()

    def _custom_xml(self) -> dict[str, Any]:
        """Return the outermost elements of the custom XML parts by their ids, in lower case."""
        if self._custom is None:
            self._custom = {}
            for relation in self._package.relations(self._main):
                if relation.kind == "customXml":
                    root = self._optional(relation.target, namespaces=True)
                    for inner in self._package.relations(relation.target):
                        properties = self._optional(inner.target)
                        if root is not None and properties is not None:
                            self._custom[properties.get("itemID", "").casefold()] = root
        return self._custom

    def _begin_section(self) -> Iterator[TextBlock]:
        """Count notes as the section does, and yield the header of its first page."""
        section = self._sections[0] if self._sections else None
        for notes in self._notes.values():
            notes.begin_section(section.properties if section else None, self._settings)
        if section:
            yield from self._header(section.header(section.first_kind))

    def _end_section(self) -> Iterator[TextBlock]:
        """Yield the first page's footer and the headers and footers of the other pages."""
        section = self._sections.pop(0)
        evens = self._settings is not None and is_on(self._settings.find("evenAndOddHeaders"))
        kinds = ["default", "even"] if evens else ["default"]
        yield from self._header(section.footer(section.first_kind))
        for kind in kinds:
            yield from self._header(section.header(kind))
            yield from self._header(section.footer(kind))
        for kind in {"first", "even"} - {section.first_kind, *kinds}:
            for relation_id in (section.header(kind), section.footer(kind)):
                self._note_hidden(self._optional(self._target_of(relation_id)))

    def _header(self, relation_id: str) -> Iterator[TextBlock]:
        part = self._target_of(relation_id)
        if part and part not in self._shown_headers:
            self._shown_headers.add(part)
            yield from self._story(part, self._optional(part, ()))

    def _blocks_below(self, parent: Iterable[Any]) -> Iterator[TextBlock]:
        """Yield paragraphs and table rows below ``parent``, inside any wrapper."""
        for child in parent:
            local = child.tag
            if local == "p":
                yield from self._paragraph(child)
                if self._sections and self._part == self._main and child.find("pPr/sectPr") is not None:
                    yield from self._end_section()
                    yield from self._begin_section()
            elif local == "tbl":
                for row in self._inside(child, "tr"):
                    cells = (
                        " ".join(block.text for block in self._blocks_below(cell) if block.text)
                        for cell in self._inside(row, "tc")
                    )
                    if text := CELL_GAP.join(filter(None, cells)):
                        yield TextBlock(text)
            elif local == "sdt" and (text := self._bound_text(child)):
                yield TextBlock(text)
            elif local == "subDoc":
                self.left_out.add(LeftOut.OBJECTS)
            elif local == "altChunk":
                try:
                    yield from self._chunk(self._target(child))
                except Exception:  # noqa: BLE001 - readers of other formats raise anything for malformed bytes
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
        text, self._initial = self._initial + text, ""
        frame = paragraph.find("pPr/framePr")
        if frame is not None and frame.get("dropCap") in ("drop", "margin"):
            self._initial = text.strip()
            return
        if not text.strip():
            yield TextBlock("", page_break="\f" in text)
        for i, part in enumerate(text.split("\f") if text.strip() else ()):
            for j, line in enumerate(part.split("\n")):
                page_break = i > 0 and j == 0
                if line.strip() or page_break:
                    yield TextBlock(line.strip(), heading, centred, page_break=page_break)
        for box in boxes:
            yield from [box] if isinstance(box, TextBlock) else self._blocks_below(box)

    def _chunk(self, part: str) -> list[TextBlock]:
        """Return the blocks of a whole file that Word shows as part of the text. Raises anything."""
        data, kind = self._package.data(part), self._package.content_type(part)
        if "wordprocessingml" in kind or data.startswith(ZIP):
            if self._depth >= _MAX_CHUNK_DEPTH:
                raise ValueError("too many files in one another")
            import tempfile

            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, "inner.docx")
                path.write_bytes(data)
                blocks, left_out = read(path, self._depth + 1)
            self.left_out |= left_out
            return blocks
        text = decode(data)
        if text is None:
            raise ValueError("neither text nor Word")
        if "html" in kind or "xml" in kind:
            return html.blocks_of(text)
        if text.startswith("{\\rtf"):
            from striprtf.striprtf import rtf_to_text

            text = rtf_to_text(text, errors="replace")
        elif kind.startswith("message/"):  # a web archive (MHTML)
            import email
            from email import policy

            message = email.message_from_bytes(data, policy=policy.default)
            body = message.get_body(("html", "plain"))
            if body is None:
                raise ValueError("no text in the web archive")
            return html.blocks_of(str(body.get_content()))
        return [TextBlock(line.strip()) for line in text.splitlines()]

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
            elif local == "sdt" and (text := self._bound_text(child)):
                yield text
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
                if child.get("type") == "page":
                    self._begin_page()
                yield "\f" if child.get("type") == "page" else "\n"
            elif local == "lastRenderedPageBreak":
                self._begin_page()
            elif local in _MARKS:
                yield _MARKS[local]
            elif local in ("footnoteReference", "endnoteReference"):
                # The mark of a note; one of the author's own is the text that follows.
                kind = local.removesuffix("Reference")
                own = child.get("customMarkFollows") in ("1", "true", "on")
                mark = "" if own else self._notes[kind].next()
                self._called.setdefault((kind, child.get("id", "")), mark)
                yield f"[{mark}]" if mark else ""
            elif local in _MATHS:
                yield from self._maths(child, run, boxes)
            elif local == "ruby":
                yield from self._pieces(_or_empty(child.find("rubyBase")), run, boxes, fields)
                if (reading := child.find("rt")) is not None:
                    yield f"({''.join(self._pieces(reading, run, boxes, fields))})"
            elif local not in _SKIPPED:
                yield from self._pieces(child, run, boxes, fields)

    def _run(self, element: Any, around: WordRun, boxes: list[Any], fields: list[_Field]) -> Iterator[str]:
        run = WordRun(around.paragraph_style, element.find("rPr"))
        if (vanish := run.own("vanish")) is not None:
            is_hidden = is_on(vanish)
        else:
            is_hidden = self._styles.hides(run.style) or self._styles.hides(run.paragraph_style)
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
            return self._symbol(f"{number:x}", font[1].strip() if font else self._styles.font(run, "ascii"))
        if button := _BUTTON_FIELD.match(code):
            return button[1].strip()
        if equation := _EQUATION_FIELD.match(code):
            return _SWITCH.sub("", equation[1]).strip()
        return ""

    def _shown(self, text: str, run: WordRun) -> str:
        if not text or text.isspace():
            return text
        ascii_font, other_font = (self._styles.font(run, kind) for kind in ("ascii", "hAnsi"))
        if ascii_font == other_font:
            shown = shown_text(text, ascii_font)
        else:
            either = ascii_font or other_font
            fonts = ((letter, ascii_font if letter < "\x80" else other_font) for letter in text)
            shown = "".join(shown_text(letter, font or either) for letter, font in fonts)
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

    def _begin_page(self) -> None:
        for notes in self._notes.values():
            notes.begin_page()

    def _note_texts(self, kind: str) -> Iterator[str]:
        """Yield the notes that the text calls, in the order of their calls."""
        for call, mark in list(self._called.items()):
            if call[0] == kind and call in self._note_elements:
                blocks = self._story(self._note_parts[kind], self._note_elements[call])
                if text := " ".join(block.text for block in blocks):
                    yield f"{mark} {text}".strip()

    def _maths(self, element: Any, run: WordRun, boxes: list[Any]) -> Iterator[str]:
        """Yield a formula's element in one line."""

        def inner(part: str) -> str:
            return "".join(self._pieces(_or_empty(element.find(part)), run, boxes, []))

        kind = element.tag
        if kind == "f":
            yield f"{_grouped(inner('num'))}/{_grouped(inner('den'))}"
        elif kind == "rad":
            yield f"{inner('deg')}√{_grouped(inner('e'))}"
        elif kind == "d":
            marks = {"begChr": "(", "endChr": ")"}
            for mark in element.iterfind("dPr/*"):
                marks[mark.tag] = mark.get("val", "")
            parts = ("".join(self._pieces(e, run, boxes, [])) for e in element.findall("e"))
            yield f"{marks['begChr']}{'|'.join(parts)}{marks['endChr']}"
        else:
            is_sum = kind == "nary"
            lower, upper = inner("sub") or inner("lim"), inner("sup")
            yield (value(element, "naryPr/chr") or "∫") if is_sum else inner("e") + inner("fName")
            yield (f"_{_grouped(lower)}" if lower else "") + (f"^{_grouped(upper)}" if upper else "")
            yield inner("e") if is_sum else ""

    def _drawing(self, drawing: Any, boxes: list[Any]) -> None:
        """Add the text boxes of a drawing and the texts of charts and diagrams to ``boxes``; note what cannot
        be read."""
        for element in outside_fallbacks(drawing):
            local = element.tag
            if local in BOXES:
                boxes.append(element)
            elif local == "textpath" and (text := element.get("string")):
                boxes.append(TextBlock(text))
            elif local in ("chart", "relIds"):
                root = self._optional(self._target(element, "id" if local == "chart" else "dm"))
                if root is None:
                    self.left_out.add(LeftOut.OBJECTS)
                    continue
                texts = ["".join(t.itertext()).strip() for t in root.iter("t", "v")]
                boxes += [TextBlock(text) for text in dict.fromkeys(texts) if text]
            elif local in EMBEDDED:
                self.left_out.add(LeftOut.OBJECTS)
            elif local in ("docPr", "cNvPr", "shape") and (element.get("descr") or element.get("alt")):
                self.left_out.add(LeftOut.HIDDEN_TEXT)
            elif local in ("blip", "imagedata") and area_of(element) >= _LARGE_PICTURE:
                self.left_out.add(LeftOut.OBJECTS)


def _or_empty(element: Any) -> Any:
    return () if element is None else element


def _grouped(text: str) -> str:
    return text if len(text) <= 1 or text.isalnum() else f"({text})"


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
