"""Makes documents of other word processors for tests: with LibreOffice from a Word file, and WordPerfect by
hand."""

from __future__ import annotations

import re
import struct
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from briefbank.extraction import libreoffice

needs_libreoffice = pytest.mark.skipif(libreoffice.installed() is None, reason="LibreOffice is not installed")

SHOWN = ("unreasonable", "stop", "INSERTEDWORD", "Ελληνικά", "кириллица", "1.", "official", "Cell one")
HIDDEN = ("DELETEDWORD", "SECRETWORD", "COMMENTWORD", "Anna Author")


def word_file(path: Path) -> Path:
    """Write a Word file with what others show, and what they hide."""
    made: Any = docx.Document()
    made.core_properties.author = "Anna Author"
    made.add_heading("POINT I", 1)
    made.add_paragraph("The stop of the car was unreasonable; the official flow of traffic was light.")
    _append(
        made,
        '<w:p><w:r><w:t xml:space="preserve">Before </w:t></w:r><w:ins w:id="1" w:author="A">'
        '<w:r><w:t>INSERTEDWORD</w:t></w:r></w:ins><w:del w:id="2" w:author="B"><w:r>'
        "<w:delText>DELETEDWORD</w:delText></w:r></w:del><w:r><w:t> after.</w:t></w:r></w:p>",
    )
    _append(
        made,
        "<w:p><w:r><w:t>Shown</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>SECRETWORD</w:t></w:r></w:p>",
    )
    for number in ("first", "second"):
        made.add_paragraph(f"The {number} reason is that no crime was seen.", style="List Number")
    table = made.add_table(1, 2)
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "Cell one", "Cell two"
    made.add_paragraph("Ελληνικά кириллица ñandú “quotes” § 12")
    made.add_comment(made.paragraphs[1].runs, text="COMMENTWORD", author="C", initials="C")
    made.save(str(path))
    return path


def _append(made: Any, xml: str) -> None:
    body = made.element.body
    body.insert(len(body) - 1, parse_xml(xml.replace("<w:p>", f"<w:p {nsdecls('w')}>", 1)))


def saved_as(source: Path, extension: str, profile: Path) -> Path:
    """Return the file saved by LibreOffice in another format."""
    folder = libreoffice.installed()
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
    with zipfile.ZipFile(document) as whole, zipfile.ZipFile(target, "w") as made:
        for name in whole.namelist():
            data = whole.read(name).decode("latin-1")
            if name == "content.xml":
                data = re.sub(r"<office:scripts/>|<office:scripts>.*?</office:scripts>", "", data, flags=re.S)
                data = re.sub(r"(<office:document-content[^>]*>)", lambda found: found[1] + bound, data)
            if name == "META-INF/manifest.xml":
                entry = '<manifest:file-entry manifest:full-path="{}" manifest:media-type="text/xml"/>'
                listed = "".join(map(entry.format, parts))
                data = data.replace("</manifest:manifest>", f"{listed}</manifest:manifest>")
            made.writestr(name, data.encode("latin-1"))
        for name, text in parts.items():
            made.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>\n{text}')
    return target


def saved_with_password(source: Path, target: Path, kind: str, password: str) -> Path:
    """Save a document with a password in the named format of LibreOffice, which runs in a process of its
    own."""
    subprocess.run(
        [sys.executable, "-c", _SAVE, *map(str, (source, target)), kind, password], check=True, timeout=120
    )
    return target


_SAVE = """
import sys, tempfile
from pathlib import Path
from briefbank.extraction import libreoffice
source, target, kind, password = sys.argv[1:]
script = (libreoffice.resources_folder() / libreoffice._SCRIPT).read_text("utf-8")
script = script.replace('"writer_pdf_Export"', f'"{kind}"').replace(
    'Named("FilterData", PdfOptions())', f'Named("Password", "{password}")')
made = Path(tempfile.mkdtemp())
(made / libreoffice._SCRIPT).parent.mkdir()
(made / libreoffice._SCRIPT).write_text(script, "utf-8")
libreoffice.resources_folder = lambda: made
libreoffice.convert(Path(source), Path(target), None)
"""


def wordperfect_file(path: Path, *paragraphs: str) -> Path:
    """Write a WordPerfect 5.1 file of paragraphs in Latin-1; each break is a hard return."""
    body = b"\n".join(each.encode("latin-1") for each in paragraphs)
    header = b"\xffWPC" + struct.pack("<IBBBBHH", 16, 1, 0x0A, 0, 1, 0, 0)
    path.write_bytes(header + body)
    return path


def with_macros_allowed(source: Path) -> Path:
    """Return a Word file as one that may have macros (.docm)."""
    target = source.with_suffix(".docm")
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(target, "w") as made:
        for name in whole.namelist():
            data = whole.read(name)
            if name == "[Content_Types].xml":
                plain = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
                data = data.replace(plain, b"application/vnd.ms-word.document.macroEnabled.main+xml")
            made.writestr(name, data)
    return target
