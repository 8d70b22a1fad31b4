"""Tests that each element of a Word file that can have text is read in place or reported.

The rows follow the table in ``briefbank.extraction.formats.word``.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from briefbank.domain.ingest import LeftOut
from briefbank.errors import Damaged
from briefbank.extraction.formats.word import Docx
from briefbank.extraction.sniff import recognise
from tests.support.profile import sample
from tests.support.word_factory import STRICT, TRANSITIONAL, element, paragraph, run, word_package

WORD = Docx()


def read(path: Path) -> str:
    """Return the blocks of a file, one a line."""
    return "\n".join(block.text for block in WORD.read_blocks(path)[0] if block.text)


@dataclass(frozen=True)
class Row:
    """The body of a document, its other parts, the expected text, and the reported omissions."""

    name: str
    body: str
    text: str
    parts: dict[str, str | bytes] = field(default_factory=dict)
    reported: tuple[LeftOut, ...] = ()


BOX = f"<w:txbxContent>{paragraph('in a box')}</w:txbxContent>"
VML = f"<w:pict><v:shape><v:textbox>{BOX}</v:textbox></v:shape></w:pict>"
SHAPE = f"<w:drawing><wp:inline><wps:wsp><wps:txbx>{BOX}</wps:txbx></wps:wsp></wp:inline></w:drawing>"
INSIDE = paragraph("inside")
CELL = f"<w:tc>{paragraph('cell')}</w:tc>"
DELETED = "<w:r><w:delText>deleted</w:delText></w:r>"
INNER = f"<w:tbl><w:tr>{CELL}{CELL}</w:tr></w:tbl>"
HEADER = "<w:headerReference w:type='{}' r:id='{}'/>"
FOOTER = "<w:footerReference w:type='{}' r:id='{}'/>"
HEADERS = {
    f"{kind[:6]}:{kind}.xml": element("w:hdr", paragraph(f"{kind} text"))
    for kind in ("header1", "header2", "header3", "footer1", "footer2", "footer3")
}
SECTION = "".join(
    form.format(kind, f"{form[3:9]}{number}")
    for form in (HEADER, FOOTER)
    for number, kind in enumerate(("first", "default", "even"), 1)
)
EVEN = {"settings:settings.xml": element("w:settings", "<w:evenAndOddHeaders/>")}


def code(*parts: str) -> str:
    """Return a complex field of its parts: code, separator and result."""
    return "".join(
        f'<w:r><w:fldChar w:fldCharType="{part}"/></w:r>'
        if part in ("begin", "separate", "end")
        else part
        if part.startswith("<")
        else f"<w:r><w:instrText>{part}</w:instrText></w:r>"
        for part in parts
    )


def form(data: str) -> str:
    return (
        f'<w:r><w:fldChar w:fldCharType="begin"><w:ffData>{data}</w:ffData></w:fldChar></w:r>'
        f"{code('FORM', 'end')}"
    )


def notes(kind: str, *listed: str) -> dict[str, str | bytes]:
    return {f"{kind}s:{kind}s.xml": element(f"w:{kind}s", "".join(listed))}


def note(kind: str, number: int, text: str, mark: bool = True) -> str:
    return (
        f'<w:{kind} w:id="{number}">'
        + paragraph((f"<w:r><w:{kind}Ref/></w:r>" if mark else "") + run(text))
        + f"</w:{kind}>"
    )


def call(kind: str, number: int, more: str = "") -> str:
    return f'<w:r><w:{kind}Reference w:id="{number}" {more}/></w:r>'


def sym(font: str, char: str) -> str:
    return f'<w:r><w:sym w:font="{font}" w:char="{char}"/></w:r>'


def drawing(inner: str, size: int = 0) -> str:
    return (
        f'<w:r><w:drawing><wp:inline><wp:extent cx="{size}" cy="{size}"/><a:graphic>{inner}</a:graphic>'
        "</wp:inline></w:drawing></w:r>"
    )


def fonts(font: str) -> str:
    return f'<w:rFonts w:ascii="{font}" w:hAnsi="{font}"/>'


NUMBERING = {
    "numbering:numbering.xml": element(
        "w:numbering",
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/>'
        '<w:numFmt w:val="upperRoman"/>'
        '<w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/>'
        '<w:lvlText w:val="%1.%2"/><w:isLgl/></w:lvl></w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
        '<w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>'
        '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">'
        '<w:startOverride w:val="4"/>'
        "</w:lvlOverride></w:num>",
    )
}


def item(text: str, number: int, level: int = 0) -> str:
    return paragraph(text, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>')


STYLES = {
    "styles:styles.xml": element(
        "w:styles",
        '<w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="character" w:styleId="Signs"><w:rPr>' + fonts("Wingdings") + "</w:rPr></w:style>"
        '<w:style w:type="paragraph" w:styleId="Deep"><w:basedOn w:val="Deeper"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Deeper"><w:rPr><w:vanish/></w:rPr></w:style>',
    )
}
BOUND = (
    "<w:sdtPr><w:showingPlcHdr/><w:dataBinding w:prefixMappings=\"xmlns:n='urn:c'\" "
    'w:xpath="/n:case[1]/n:docket[1]" w:storeItemID="{ab}"/></w:sdtPr>'
)
WHITE = '<w:color w:val="FFFFFF"/>'
LARGE = 3 * 914_400 * 2
OTHERWISE = f"<mc:Fallback>{VML}</mc:Fallback></mc:AlternateContent></w:r>"
FALLBACK = f"<w:r><mc:AlternateContent><mc:Choice>{SHAPE}</mc:Choice>{OTHERWISE}"


def maths(inner: str) -> str:
    return f"<m:oMath>{inner}</m:oMath>"


def mr(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


BEFORE = paragraph("before")

ROWS = (
    Row(
        "tab, line break and hyphens",
        paragraph(
            "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t>"
            "<w:softHyphen/><w:t>e</w:t></w:r>"
        ),
        "a\tb\nc-de",
    ),
    Row("table", f"<w:tbl><w:tr>{CELL}{CELL}</w:tr></w:tbl>", "cell    cell"),
    Row(
        "nested table",
        f"<w:tbl><w:tr><w:tc>{INNER}{paragraph('after')}</w:tc>{CELL}</w:tr></w:tbl>",
        "cell    cell after    cell",
    ),
    Row(
        "first page's header",
        BEFORE + f"<w:sectPr>{SECTION}<w:titlePg/></w:sectPr>",
        "header1 text\nbefore\nheader2 text\nfooter1 text\nfooter2 text",
        HEADERS,
        (LeftOut.HIDDEN_TEXT,),
    ),
    Row(
        "headers of even pages",
        BEFORE + f"<w:sectPr>{SECTION}<w:titlePg/></w:sectPr>",
        "header1 text\nbefore\nheader2 text\nheader3 text\nfooter1 text\nfooter2 text\nfooter3 text",
        HEADERS | EVEN,
    ),
    Row(
        "headers of a document without a first page of its own",
        BEFORE + f"<w:sectPr>{HEADER.format('default', 'header2')}</w:sectPr>",
        "header2 text\nbefore",
        HEADERS,
    ),
    Row(
        "header taken from the section before",
        paragraph("one", f"<w:sectPr>{SECTION}</w:sectPr>")
        + paragraph("two")
        + "<w:sectPr><w:titlePg/></w:sectPr>",
        "header2 text\none\ntwo\nheader1 text\nfooter1 text\nfooter2 text",
        HEADERS,
        (LeftOut.HIDDEN_TEXT,),
    ),
    Row(
        "page number",
        BEFORE + f"<w:sectPr>{FOOTER.format('default', 'footer1')}</w:sectPr>",
        "before",
        {
            "footer:footer1.xml": element(
                "w:ftr", paragraph(run("Page ") + code("begin", " PAGE ", "separate", run("7"), "end"))
            )
        },
    ),
    Row(
        "footnotes by order",
        paragraph(run("a") + call("footnote", 5) + run("b") + call("footnote", 2)),
        "a[1]b[2]\nFootnotes\n1 five\n2 two",
        notes("footnote", note("footnote", 2, " two"), note("footnote", 5, " five")),
    ),
    Row("footnote that nothing calls", BEFORE, "before", notes("footnote", note("footnote", 2, "two"))),
    Row(
        "footnote with a mark of its own",
        paragraph(run("a") + call("footnote", 5, 'w:customMarkFollows="1"') + run("*") + call("footnote", 6)),
        "a*[1]\nFootnotes\n* five\n1 six",
        notes("footnote", note("footnote", 5, "* five", mark=False), note("footnote", 6, "six")),
    ),
    Row(
        "endnote",
        paragraph(run("a") + call("endnote", 5)),
        "a[i]\nFootnotes\ni five",
        notes("endnote", note("endnote", 5, "five")),
    ),
    Row(
        "comment",
        BEFORE,
        "before",
        {"comments:comments.xml": element("w:comments", paragraph("remark"))},
        (LeftOut.COMMENTS,),
    ),
    Row("text box of VML", paragraph(run("before") + f"<w:r>{VML}</w:r>"), "before\nin a box"),
    Row("text box with its fallback", paragraph(run("before") + FALLBACK), "before\nin a box"),
    Row(
        "WordArt",
        paragraph('<w:r><w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>'),
        "DRAFT",
    ),
    Row("block content control", f"<w:sdt><w:sdtPr/><w:sdtContent>{INSIDE}</w:sdtContent></w:sdt>", "inside"),
    Row(
        "inline content control",
        paragraph(f"<w:sdt><w:sdtPr/><w:sdtContent>{run('inside')}</w:sdtContent></w:sdt>"),
        "inside",
    ),
    Row(
        "row content control",
        f"<w:tbl><w:sdt><w:sdtContent><w:tr>{CELL}</w:tr></w:sdtContent></w:sdt></w:tbl>",
        "cell",
    ),
    Row(
        "content control that Word fills in from custom XML",
        f"<w:sdt>{BOUND}<w:sdtContent>{paragraph('Click here')}</w:sdtContent></w:sdt>",
        "Click here",
        reported=(LeftOut.OBJECTS,),
    ),
    Row("simple field", paragraph(f'<w:fldSimple w:instr="REF x">{run("result")}</w:fldSimple>'), "result"),
    Row("complex field", paragraph(code("begin", " REF x ", "separate", run("result"), "end")), "result"),
    Row(
        "field in a field's code",
        paragraph(
            code(
                "begin",
                " IF ",
                "begin",
                " PAGE ",
                "separate",
                run("1"),
                "end",
                run(" = 2 no"),
                "separate",
                run("yes"),
                "end",
            )
        ),
        "yes",
    ),
    Row(
        "field of a symbol",
        paragraph(
            run("defendant")
            + code("begin", ' SYMBOL 61 \\f "WP TypographicSymbols" \\s 12', "end")
            + run("s")
        ),
        "defendant’s",
    ),
    Row(
        "fields that show their code",
        BEFORE + paragraph(code("begin", " EQ \\f(1,2)", "end")),
        "before",
        reported=(LeftOut.OBJECTS,),
    ),
    Row(
        "check box of a form",
        paragraph(form('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>') + run(" guilty")),
        "☒ guilty",
    ),
    Row(
        "list of a form",
        paragraph(
            form(
                '<w:ddList><w:result w:val="1"/><w:listEntry w:val="no"/><w:listEntry w:val="yes"/>'
                "</w:ddList>"
            )
        ),
        "yes",
    ),
    Row(
        "hyperlink and smart tag",
        paragraph(f"<w:hyperlink>{run('link ')}</w:hyperlink><w:smartTag>{run('tag')}</w:smartTag>"),
        "link tag",
    ),
    Row("insertion", paragraph(f"<w:ins>{run('in ')}</w:ins><w:moveTo>{run('to')}</w:moveTo>"), "in to"),
    Row(
        "deletion", paragraph(f"{run('kept')}<w:del>{DELETED}</w:del>"), "kept", reported=(LeftOut.DELETIONS,)
    ),
    Row(
        "deleted row",
        f"<w:tbl><w:tr>{CELL}</w:tr><w:tr><w:trPr><w:del/></w:trPr>{CELL}</w:tr></w:tbl>",
        "cell",
        reported=(LeftOut.DELETIONS,),
    ),
    Row(
        "symbol",
        paragraph(
            run("pages 12")
            + sym("WP TypographicSymbols", "F042")
            + run("14 ")
            + sym("Symbol", "F0B7")
            + sym("Wingdings", "F0FC")
        ),
        "pages 12–14 •✓",
    ),
    Row(
        "unknown symbol",
        paragraph(run("a ") + sym("Wingdings 3", "F07D")),
        "a □",
        reported=(LeftOut.SYMBOLS,),
    ),
    Row(
        "text in a symbol font",
        paragraph(run("a", fonts("Symbol")) + run(" \uf0a7", fonts("Wingdings"))),
        "α ▪",
    ),
    Row(
        "private sign of an unknown font",
        paragraph(run("\uf0b7 \uf041", fonts("Odd Font"))),
        "• □",
        reported=(LeftOut.SYMBOLS,),
    ),
    Row(
        "list numbers",
        item("a", 1) + item("b", 1, 1) + item("c", 2) + item("d", 3),
        "I. a\n1.1 b\nII. c\nIV. d",
        NUMBERING,
    ),
    Row(
        "fraction",
        paragraph(run("about ") + maths(f"<m:f><m:num>{mr('1')}</m:num><m:den>{mr('2')}</m:den></m:f>")),
        "about 1/2",
    ),
    Row(
        "root and brackets",
        paragraph(maths(f"<m:rad><m:e>{mr('a+b')}</m:e></m:rad><m:d><m:e>{mr('c')}</m:e></m:d>")),
        "√(a+b)(c)",
    ),
    Row(
        "sum",
        paragraph(
            maths(
                f"<m:nary><m:naryPr><m:chr m:val='∑'/></m:naryPr><m:sub>{mr('i')}</m:sub>"
                f"<m:sup>{mr('n')}</m:sup><m:e>{mr('x')}</m:e></m:nary>"
            )
        ),
        "∑_i^nx",
    ),
    Row(
        "ruby",
        paragraph(
            f"<w:r><w:ruby><w:rubyPr/><w:rt>{run('kan')}</w:rt><w:rubyBase>{run('漢')}</w:rubyBase>"
            "</w:ruby></w:r>"
        ),
        "kan漢",
    ),
    Row("file inside", BEFORE + '<w:altChunk r:id="chunk"/>', "before", reported=(LeftOut.OBJECTS,)),
    Row(
        "chart",
        BEFORE + paragraph(drawing('<c:chart r:id="chart1"/>')),
        "before",
        reported=(LeftOut.OBJECTS,),
    ),
    Row(
        "large picture",
        paragraph(run("before") + drawing("<a:blip/>", LARGE)),
        "before",
        reported=(LeftOut.OBJECTS,),
    ),
    Row("logo", paragraph(run("before") + drawing("<a:blip/>", 914_400)), "before"),
    Row(
        "embedded object",
        paragraph(run("before") + "<w:r><w:object><o:OLEObject/></w:object></w:r>"),
        "before",
        reported=(LeftOut.OBJECTS,),
    ),
    Row(
        "alternative text",
        paragraph(run("before") + drawing('<wp:docPr descr="a seal"/>')),
        "before",
        reported=(LeftOut.HIDDEN_TEXT,),
    ),
    Row(
        "hidden text",
        paragraph(run("before") + run("secret", "<w:vanish/>")),
        "before",
        reported=(LeftOut.HIDDEN_TEXT,),
    ),
    Row(
        "white and tiny text",
        paragraph(run("before") + run("white", WHITE) + run("tiny", '<w:sz w:val="2"/>')),
        "before",
        reported=(LeftOut.HIDDEN_TEXT,),
    ),
    Row(
        "white text on a colour",
        f"<w:tbl><w:tr><w:tc>{paragraph(run('cell', WHITE))}</w:tc></w:tr></w:tbl>"
        + paragraph(run("marked", WHITE + '<w:highlight w:val="black"/>'))
        + paragraph(run("shaded", WHITE), '<w:shd w:fill="000000"/>'),
        "cell\nmarked\nshaded",
    ),
    Row(
        "text that a style hides",
        paragraph(run("before") + run("secret", '<w:rStyle w:val="Secret"/>'))
        + paragraph("deep", '<w:pStyle w:val="Deep"/>'),
        "before",
        STYLES,
        (LeftOut.HIDDEN_TEXT,),
    ),
    Row(
        "text that is shown against its style",
        paragraph(run("shown", '<w:rStyle w:val="Secret"/><w:vanish w:val="false"/>')),
        "shown",
        STYLES,
    ),
    Row(
        "building blocks",
        BEFORE,
        "before",
        {"glossaryDocument:glossary.xml": element("w:glossaryDocument", paragraph("block"))},
        (LeftOut.HIDDEN_TEXT,),
    ),
)


@pytest.mark.parametrize(
    ("row", "standard"),
    [*((row, TRANSITIONAL) for row in ROWS), *((row, STRICT) for row in ROWS[:: sample(8, 1)])],
    ids=lambda value: value.name if isinstance(value, Row) else "",
)
def test_an_element_is_read_where_it_is_seen_or_reported(tmp_path: Path, row: Row, standard: str) -> None:
    path = word_package(tmp_path / "a.docx", row.body, row.parts, standard=standard)
    assert recognise(path).suffix == ".docx"
    assert WORD.read_blocks(path)[1] == row.reported
    assert read(path) == row.text


@pytest.mark.parametrize(
    "target", ["/other/text.xml", "other/text.xml", "Other\\TEXT.xml", "other/%74ext.xml"]
)
def test_relationships_name_the_parts(tmp_path: Path, target: str) -> None:
    body = BEFORE + f"<w:sectPr>{HEADER.format('default', 'top')}</w:sectPr>"
    header: dict[str, str | bytes] = {"header:./top.xml": element("w:hdr", paragraph("top"))}
    path = word_package(tmp_path / "a.docx", body, header, main="other/text.xml", root_target=target)
    assert recognise(path).suffix == ".docx"
    assert read(path) == "top\nbefore"


def test_backslashes_in_the_names_of_a_zip_file_are_folders(tmp_path: Path) -> None:
    whole = word_package(tmp_path / "a.docx", BEFORE)
    written = tmp_path / "b.docx"
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(written, "w") as new:
        for part in old.namelist():
            new.writestr(part.replace("/", "\\"), old.read(part))
    assert read(written) == "before"


def test_a_damaged_part_beside_the_text_costs_that_part_alone(tmp_path: Path) -> None:
    body = BEFORE + f"<w:sectPr>{HEADER.format('default', 'header1')}</w:sectPr>"
    parts: dict[str, str | bytes] = {"header:header1.xml": "<w:hdr", "styles:styles.xml": b"\0"}
    path = word_package(tmp_path / "a.docx", body, parts)
    assert (read(path), WORD.read_blocks(path)[1]) == ("before", (LeftOut.OBJECTS,))


def test_elements_nested_without_end_are_refused(tmp_path: Path) -> None:
    depth = 20_000
    body = "<w:p>" + "<w:smartTag>" * depth + run("x") + "</w:smartTag>" * depth + "</w:p>"
    with pytest.raises(Damaged):
        WORD.read_blocks(word_package(tmp_path / "a.docx", body))
