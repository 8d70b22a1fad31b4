"""Makes documents of other word processors for tests: with LibreOffice from a Word file, and WordPerfect by
hand."""

from __future__ import annotations

import struct
import subprocess
import zipfile
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


def wordperfect_file(path: Path, *paragraphs: str) -> Path:
    """Write a WordPerfect 5.1 file of plain paragraphs; each break is a hard return."""
    body = b"\n".join(each.encode("ascii") for each in paragraphs)
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
