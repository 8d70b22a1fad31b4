"""Recognises saved web pages and reads them as a list of blocks, in reading order: statutes and rules come in
this form.

lxml's HTML parser (libxml2) calls back for each tag and piece of text, and no tree is built: a page that is
nested a million deep costs no more than its bytes until it is refused. Nothing is fetched and no script runs.
Entities that a page defines itself are not expanded, because HTML has none. Content that a browser would not
show is left out. lxml is imported inside the function: only a worker process needs it.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from pathlib import Path

from briefbank.domain.ingest import LeftOut
from briefbank.errors import Damaged, FileRefused, TooLarge
from briefbank.extraction.decoding import as_shown, decode
from briefbank.extraction.formats.format import CELL_GAP, MAX_BLOCKS, FileHead, TextBlock, bytes_of
from briefbank.extraction.formats.word_parts import figure, whole_number
from briefbank.text.messages import Message

MAX_DEPTH = 5_000  # The maximum depth of nested elements; pages written by people stay below a hundred
_FIRST_TAG = re.compile(
    r"<(?:!doctype\s+html|html|head|body|title|meta|table|div|section|article|main|header|h[1-6]|p|center|span"
    r"|font|ul|ol|dl|pre|blockquote|style|link)(?=[\s/>])",
    re.IGNORECASE,
)
_XML_HEADER = re.compile(r"\s*<\?xml[^>]{0,200}\?>")
_CHARSET_BYTES = 4096
"""The number of first bytes in which a page declares its encoding; the HTML standard asks for 1024."""
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s{0,4}=\s{0,4}[\"']?\s{0,4}([\w:.-]{1,40})", re.IGNORECASE)
_AS_WINDOWS = frozenset({"ascii", "iso8859-1"})
"""Encodings that browsers read as Windows-1252 (WHATWG Encoding Standard)."""
_HIDDEN_TAGS = frozenset(
    str.split(
        "head title script style noscript template nav svg math iframe object embed audio video canvas select"
        " button textarea datalist dialog map"
    )
)
_SHADOW = frozenset(("shadowrootmode", "shadowmode"))
"""The attributes of a template that a browser shows in place of the element around it."""
_BLOCKS = frozenset(
    str.split(
        "address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure"
        " footer form h1 h2 h3 h4 h5 h6 header hr html legend li main ol p pre section summary table tbody td"
        " tfoot th thead tr ul"
    )
)
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_IN_ROWS = frozenset(("td", "th"))
_BOLD = frozenset((*_HEADINGS, "b", "strong", "th"))
_HIDDEN = re.compile(r"display\s{0,4}:\s{0,4}none|visibility\s{0,4}:\s{0,4}hidden", re.IGNORECASE)
_CENTRED = re.compile(r"text-align\s{0,4}:\s{0,4}center", re.IGNORECASE)
_LIST_STYLE = re.compile(r"list-style(?:-type)?\s{0,4}:\s{0,4}([a-z-]{1,20})", re.IGNORECASE)
_LIST_KINDS = {
    **dict.fromkeys(("a", "lower-alpha", "lower-latin"), "lowerLetter"),
    **dict.fromkeys(("A", "upper-alpha", "upper-latin"), "upperLetter"),
    **dict.fromkeys(("i", "lower-roman"), "lowerRoman"),
    **dict.fromkeys(("I", "upper-roman"), "upperRoman"),
    "none": "",
}
_SPACES = re.compile(r"[ \t\r\n\f]+")


class Html:
    suffix = ".html"
    paged = False
    max_bytes = 60_000_000  # The same as for a text

    def recognises(self, head: FileHead) -> bool:
        return head.text is not None and _begins_as_page(head.text)

    def read_blocks(self, path: Path) -> tuple[list[TextBlock], tuple[LeftOut, ...]]:
        """Return all blocks of the page. Raises NotReadable, TooLarge, Damaged, and FileRefused where it
        shows no text."""
        return shown(blocks_of(_text(path))), ()


def shown(blocks: list[TextBlock]) -> list[TextBlock]:
    """Return the blocks of a page. Raises FileRefused where they have no text."""
    if not any(block.text for block in blocks):
        raise FileRefused(
            Message("This web page shows no text."),
            Message("Open it in a browser, print it to PDF and add that."),
        )
    return blocks


def blocks_of(text: str) -> list[TextBlock]:
    """Return all blocks of a page or a part of one. Raises TooLarge and Damaged."""
    from lxml import etree  # type: ignore[import-untyped]

    parser = etree.HTMLParser(target=_Page(), encoding="utf-8", huge_tree=True, no_network=True)
    try:
        parser.feed(text.encode("utf-8", "replace"))
        blocks: list[TextBlock] = parser.close()
    except (etree.LxmlError, AssertionError) as error:
        title = Message("The web page is damaged and could not be read.")
        raise Damaged(title, detail=type(error).__name__) from error
    return blocks


def _begins_as_page(text: str) -> bool:
    """Tell whether the first tag, after comments, is one that a web page or a part of one begins with."""
    header = _XML_HEADER.match(text.removeprefix("\ufeff"))
    rest = text.removeprefix("\ufeff")[header.end() if header else 0 :].lstrip()
    while rest.startswith("<!--"):
        _, _, rest = rest.partition("-->")
        rest = rest.lstrip()
    return _FIRST_TAG.match(rest) is not None


def _text(path: Path) -> str:
    data = bytes_of(path)
    text = declared_text(data) or decode(data)
    if text is None:
        raise Damaged(Message("The web page is damaged and could not be read."), detail="not text")
    return text.removeprefix("\ufeff")


def declared_text(data: bytes) -> str | None:
    """Return the text in the encoding that the page declares; None without a declaration, or where a byte
    order mark takes precedence."""
    match = _CHARSET.search(data[:_CHARSET_BYTES])
    if match is None or data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return None
    try:
        name = codecs.lookup(match.group(1).decode("ascii")).name
        if name == "utf-8":
            return None
        return as_shown(data.decode("cp1252" if name in _AS_WINDOWS else name, "replace"))
    except (LookupError, ValueError, UnicodeError):  # no encoding, or not a text encoding
        return None


class _Page:
    """Receives the parser's calls and makes blocks of them. The end of a block only notes that the next text
    begins a new one, so that a cell with one paragraph stays in its row."""

    def __init__(self) -> None:
        self._blocks: list[TextBlock] = []
        self._open: list[tuple[str, bool, bool, bool]] = []
        """The name of each open element, and whether it hides, centres or makes bold its content."""
        self._hidden = self._centres = self._bolds = self._pre = 0
        self._line: list[str] = []
        self._ended = False
        self._row_broken = False
        """The row's cells hold several paragraphs, so it is no row of a table of figures."""
        self._cell_begins = False
        """The cell has no text yet, so that a paragraph in it stays in the row."""
        self._heading = self._centred = False
        self._all_bold = True
        self._lists: list[tuple[str, int]] = []
        self._label = ""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise TooLarge(Message("The web page is nested deeper than BriefBank can read."), detail="depth")
        style = attributes.get("style", "")[:500]
        hides = (
            (tag in _HIDDEN_TAGS and not _SHADOW & attributes.keys())
            or "hidden" in attributes
            or _HIDDEN.search(style) is not None
        )
        centres = (
            tag == "center"
            or attributes.get("align", "").lower() == "center"
            or _CENTRED.search(style) is not None
        )
        self._open.append((tag, hides, centres, tag in _BOLD))
        self._count(self._open[-1], 1)
        if not self._hidden:
            self._begin(tag, attributes, style)

    def end(self, tag: str) -> None:
        if not self._open:
            return
        element = self._open.pop()
        if not self._hidden:
            self._finish(element[0])
        self._count(element, -1)

    def data(self, text: str) -> None:
        if self._hidden:
            return
        if self._pre:
            for at, line in enumerate(text.replace("\r\n", "\n").split("\n")):
                if at:
                    self._break()
                self._add_text(line)
            return
        self._add_text(_SPACES.sub(" ", text))

    def close(self) -> list[TextBlock]:
        self._break()
        return self._blocks

    def _count(self, element: tuple[str, bool, bool, bool], step: int) -> None:
        tag, hides, centres, bold = element
        self._hidden += step * hides
        self._centres += step * centres
        self._bolds += step * bold
        self._pre += step * (tag == "pre")

    def _begin(self, tag: str, attributes: Mapping[str, str], style: str) -> None:
        if tag == "br":
            self._break()
        elif tag == "tr":
            self._break()
            self._row_broken = False
        elif tag in _IN_ROWS:
            self._cell_begins = True
            same_line = bool(self._line) and not self._row_broken and self._in_row()
            if same_line:  # unless a cell of the row had more than one paragraph
                self._line.append(CELL_GAP)
            self._ended = not same_line
        elif tag in _BLOCKS and not self._cell_begins:
            self._ended = True
        if tag in ("ol", "ul"):
            self._lists.append(
                (_list_kind(tag, attributes, style), whole_number(attributes.get("start", ""), 1))
            )
        elif tag == "li":
            self._label = ""
            if self._lists:
                kind, number = self._lists[-1]
                number = whole_number(attributes.get("value", ""), number)
                self._lists[-1] = (kind, number + 1)
                self._label = "• " if kind == "bullet" else f"{figure(kind, number)}. " if kind else ""
        elif tag == "sup":
            self._line.append("\0")

    def _finish(self, tag: str) -> None:
        if tag in ("ol", "ul") and self._lists:
            self._lists.pop()
        elif tag == "sup" and "\0" in self._line:  # a raised number in brackets is the mark of a note
            at = max(n for n, part in enumerate(self._line) if part == "\0")
            raised = "".join(self._line[at + 1 :]).strip()
            self._line[at:] = [f"[{raised}]" if raised.isdecimal() else raised]
        if tag in _BLOCKS:
            self._ended = True

    def _in_row(self) -> bool:
        return any(tag == "tr" for tag, *_ in self._open[-3:])

    def _add_text(self, text: str) -> None:
        if not text.strip():
            if text and self._line and not self._ended:
                self._line.append(text)
            return
        self._cell_begins = False
        if self._ended:
            self._break(paragraph=True)
        if not self._line:
            self._heading = any(tag in _HEADINGS for tag, *_ in self._open)
            self._centred, self._all_bold = self._centres > 0, True
            self._line.append(self._label)
            self._label = ""
        self._all_bold = self._all_bold and self._bolds > 0
        self._line.append(text)

    def _break(self, *, paragraph: bool = False) -> None:
        line = "".join(self._line).replace("\0", "")
        text = line.rstrip() if self._pre else " ".join(line.split(" ")).strip()
        self._row_broken = self._row_broken or (bool(text) and self._in_row())
        if text:
            self._add(TextBlock(text, self._heading or self._all_bold, self._centred))
        if paragraph and self._blocks and self._blocks[-1].text:
            self._add(TextBlock(""))
        self._line, self._ended = [], False

    def _add(self, block: TextBlock) -> None:
        if len(self._blocks) >= MAX_BLOCKS:
            raise TooLarge(
                Message("The web page has more paragraphs than BriefBank can read."), detail="blocks"
            )
        self._blocks.append(block)


def _list_kind(tag: str, attributes: Mapping[str, str], style: str) -> str:
    """Return the kind of list as Word calls it; 'bullet' for one without numbers, empty without marks."""
    styled = _LIST_STYLE.search(style)
    named = styled.group(1).lower() if styled else attributes.get("type", "")
    if named in _LIST_KINDS:
        return _LIST_KINDS[named]
    return "bullet" if tag == "ul" else "decimal"
