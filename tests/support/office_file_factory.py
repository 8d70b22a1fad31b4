"""Makes documents of other word processors for tests: with LibreOffice from a Word file, and WordPerfect by
hand."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from briefbank.extraction import convert

needs_libreoffice = pytest.mark.skipif(convert.installed() is None, reason="LibreOffice is not installed")

_SCRIPT = "libreoffice/convert.bas"
SHOWN = ("unreasonable", "stop", "INSERTEDWORD", "Ελληνικά", "кириллица", "1.", "official", "Cell one")
HIDDEN = ("DELETEDWORD", "SECRETWORD", "COMMENTWORD", "Anna Author")


def word_file(path: Path) -> Path:
    """Write a Word file with what others show, and what they hide."""
    document: Any = docx.Document()
    document.core_properties.author = "Anna Author"
    document.add_heading("POINT I", 1)
    document.add_paragraph("The stop of the car was unreasonable; the official flow of traffic was light.")
    _append(
        document,
        '<w:p><w:r><w:t xml:space="preserve">Before </w:t></w:r><w:ins w:id="1" w:author="A">'
        '<w:r><w:t>INSERTEDWORD</w:t></w:r></w:ins><w:del w:id="2" w:author="B"><w:r>'
        "<w:delText>DELETEDWORD</w:delText></w:r></w:del><w:r><w:t> after.</w:t></w:r></w:p>",
    )
    _append(
        document,
        "<w:p><w:r><w:t>Shown</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>SECRETWORD</w:t></w:r></w:p>",
    )
    for number in ("first", "second"):
        document.add_paragraph(f"The {number} reason is that no crime was seen.", style="List Number")
    table = document.add_table(1, 2)
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "Cell one", "Cell two"
    document.add_paragraph("Ελληνικά кириллица ñandú “quotes” § 12")
    document.add_comment(document.paragraphs[1].runs, text="COMMENTWORD", author="C", initials="C")
    document.save(str(path))
    return path


def _append(document: Any, xml: str) -> None:
    body = document.element.body
    body.insert(len(body) - 1, parse_xml(xml.replace("<w:p>", f"<w:p {nsdecls('w')}>", 1)))


def saved_as(source: Path, extension: str, profile: Path) -> Path:
    """Return the file saved by LibreOffice in another format."""
    folder = convert.installed()
    assert folder is not None
    subprocess.run(
        [
            str(folder / "soffice"),
            f"-env:UserInstallation={profile.as_uri()}",
            *("--headless", "--convert-to", extension, "--outdir", str(source.parent), str(source)),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return source.with_suffix(f".{extension}")


def open_document(path: Path, body: str) -> Path:
    """Write a flat OpenDocument file, whose pages have Roman numbers at their foot."""
    spaces = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
        for name, space in (
            ("office", "office"),
            ("style", "style"),
            ("text", "text"),
            ("fo", "xsl-fo-compatible"),
        )
    )
    path.write_text(
        f'<?xml version="1.0" encoding="UTF-8"?><office:document{spaces} office:version="1.2" '
        'office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles>'
        '<style:page-layout style:name="roman"><style:page-layout-properties style:num-format="i" '
        'fo:page-width="8.5in" fo:page-height="11in" fo:margin="1in"/></style:page-layout>'
        "</office:automatic-styles><office:master-styles>"
        '<style:master-page style:name="Standard" style:page-layout-name="roman"><style:footer><text:p>'
        '<text:page-number text:select-page="current">i</text:page-number></text:p></style:footer>'
        "</style:master-page></office:master-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document>",
        "utf-8",
    )
    return path


def note(text: str, number: int = 1) -> str:
    """Return a footnote of a flat OpenDocument file."""
    return (
        f'<text:note text:id="ftn{number}" text:note-class="footnote">'
        f"<text:note-citation>{number}</text:note-citation>"
        f'<text:note-body><text:p text:style-name="Footnote">{text}</text:p></text:note-body></text:note>'
    )


def brief_body(points: Sequence[str], paragraphs: int) -> str:
    """Return the body of a flat OpenDocument file: full pages with headings, every other paragraph with a
    footnote."""
    holders = ("Carty", "Roe", "Elders", "Pineiro", "Maryland", "Witt", "Nishina", "Privott", "Mann", "Davis")
    sentence = "The officer stopped the car although no crime was seen and no law was broken by its driver. "
    body, count = "<text:p>State of New Jersey v. John Doe, Docket No. A-1234-20</text:p>", 0
    for point in points:
        body += f'<text:h text:style-name="Heading_20_1" text:outline-level="1">{point}</text:h>'
        for number in range(paragraphs):
            footnote = ""
            if number % 2 == 0:
                count += 1
                footnote = note(f"See State v. {holders[count % 10]}, which the note cites.", count)
            body += f"<text:p>{sentence * 5}{footnote} And so it was.</text:p>"
    return body


def with_macro(document: Path) -> Path:
    """Return an OpenDocument file with a macro bound to its opening that writes ZEBRAMACRO into it."""
    target = document.with_name("macro.odt")
    libraries = 'xmlns:library="http://openoffice.org/2000/library"'
    macro = (
        "Sub Run\n ThisComponent.Text.insertString(ThisComponent.Text.getStart(), "
        "&quot;ZEBRAMACRO &quot;, False)\nEnd Sub"
    )
    parts = {
        "Basic/script-lc.xml": f'<library:libraries {libraries}><library:library library:name="Standard" '
        'library:link="false"/></library:libraries>',
        "Basic/Standard/script-lb.xml": f'<library:library {libraries} library:name="Standard" '
        'library:readonly="false" library:passwordprotected="false">'
        '<library:element library:name="Made"/></library:library>',
        "Basic/Standard/Made.xml": '<script:module xmlns:script="http://openoffice.org/2000/script" '
        f'script:name="Made" script:language="StarBasic">{macro}</script:module>',
    }
    bound = (
        '<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" '
        'script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.Made.Run?language=Basic&amp;'
        'location=document" xlink:type="simple"/></office:event-listeners></office:scripts>'
    )
    with zipfile.ZipFile(document) as whole, zipfile.ZipFile(target, "w") as archive:
        for name in whole.namelist():
            data = whole.read(name).decode("latin-1")
            if name == "content.xml":
                data = re.sub(r"<office:scripts/>|<office:scripts>.*?</office:scripts>", "", data, flags=re.S)
                data = re.sub(r"(<office:document-content[^>]*>)", lambda result: result[1] + bound, data)
            if name == "META-INF/manifest.xml":
                entry = '<manifest:file-entry manifest:full-path="{}" manifest:media-type="text/xml"/>'
                listed = "".join(map(entry.format, parts))
                data = data.replace("</manifest:manifest>", f"{listed}</manifest:manifest>")
            archive.writestr(name, data.encode("latin-1"))
        for name, text in parts.items():
            archive.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>\n{text}')
    return target


def saved_with_password(source: Path, target: Path, kind: str, password: str) -> Path:
    """Save a document with a password in the named format of LibreOffice."""
    return _converted_otherwise(
        source,
        target,
        {
            '"writer_pdf_Export"': f'"{kind}"',
            'Named("FilterData", PdfOptions())': f'Named("Password", "{password}")',
        },
    )


def to_pdf_saying_whether_macros_may_run(source: Path, target: Path, *, let: bool) -> Path:
    """Convert a document as BriefBank does, or let its macros run; where they may run the text begins with
    ZEBRAALLOWED."""
    macro = (
        "    If document.AllowMacroExecution Then "
        'document.Text.insertString(document.Text.getStart(), "ZEBRAALLOWED ", False)\n'
        "    Prepare document\n"
    )
    changes = {"    Prepare document\n": macro}
    return _converted_otherwise(source, target, {**changes, "NEVER = 0": "NEVER = 4"} if let else changes)


def _converted_otherwise(source: Path, target: Path, changes: dict[str, str]) -> Path:
    """Convert with a changed script, in a separate process."""
    script = (convert.resources_folder() / _SCRIPT).read_text("utf-8")
    for old, new in changes.items():
        assert old in script
        script = script.replace(old, new)
    with tempfile.TemporaryDirectory() as folder:
        changed = Path(folder, _SCRIPT)
        changed.parent.mkdir()
        changed.write_text(script, "utf-8")
        subprocess.run(
            [sys.executable, "-c", _CONVERT, *map(str, (source, target, folder))],
            check=True,
            timeout=120,
            env={**os.environ, "TMPDIR": folder},
        )
    return target


_CONVERT = """
import sys
from pathlib import Path
from briefbank.extraction import convert
source, target, resources = sys.argv[1:]
convert.resources_folder = lambda: Path(resources)
convert.convert(Path(source), Path(target), None)
"""


def wordperfect_file(path: Path, *paragraphs: str) -> Path:
    """Write a WordPerfect 5.1 file of paragraphs in Latin-1, double spaced; each break is a hard return.
    What stands between ^ and ^ is a footnote, single spaced."""
    body = b"\n".join(paragraph.encode("latin-1") for paragraph in paragraphs)
    parts = body.split(b"^")
    for number in range(1, len(parts), 2):
        parts[number] = _wordperfect_note(parts[number], (number + 1) // 2)
    header = b"\xffWPC" + struct.pack("<IBBBBHH", 16, 1, 0x0A, 0, 1, 0, 0)
    path.write_bytes(header + _DOUBLE_SPACED + b"".join(parts))
    return path


def _wordperfect_function(code: int, part: int, content: bytes) -> bytes:
    """Return a function of variable length, as libwpd reads it (WP5VariableLengthGroup.cpp)."""
    size = struct.pack("<H", len(content) + 4)
    return bytes((code, part)) + size + content + size + bytes((part, code))


def _wordperfect_note(text: bytes, number: int) -> bytes:
    """Return a footnote."""
    return _wordperfect_function(0xD6, 0, struct.pack("<BHB", 0, number, 0) + bytes(11) + text)


_DOUBLE_SPACED = _wordperfect_function(0xD0, 2, struct.pack("<HH", 0x100, 0x200))


def with_macros_allowed(source: Path) -> Path:
    """Return a Word file as one that may have macros (.docm)."""
    target = source.with_suffix(".docm")
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(target, "w") as archive:
        for name in whole.namelist():
            data = whole.read(name)
            if name == "[Content_Types].xml":
                plain = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
                data = data.replace(plain, b"application/vnd.ms-word.document.macroEnabled.main+xml")
            archive.writestr(name, data)
    return target
