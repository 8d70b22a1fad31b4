"""PDFs for tests, whose words and positions are known exactly."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from briefbank.domain.pages import RawPage
from briefbank.extraction.pdf import read_page
from briefbank.extraction.pdfium import has_layers, opened

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "data"
SERIF = ROOT / "resources" / "fonts" / "DejaVuSerifCondensed.ttf"
PROSE = (
    "The trial court denied the motion to suppress because the officers had a warrant for the house and "
    "the statement was made after the warnings were given to the defendant in a language that he knew."
)


def shared(folder: str) -> list[Path]:
    """The files of a folder of the shared test data, or none."""
    result = SHARED / folder
    return sorted(p for p in result.iterdir() if p.is_file()) if result.is_dir() else []


def needs(path: Path) -> Path:
    if not path.exists():
        pytest.skip(f"the shared test data is not here ({path.name})")
    return path


def extract(path: Path, pages: Sequence[int] | None = None) -> list[RawPage]:
    """Return these pages of a PDF, or all."""
    with opened(path) as document:
        layered = has_layers(path)
        indexes = range(len(document)) if pages is None else pages
        return [read_page(document, index, layered=layered) for index in indexes]


@cache
def extracted(path: Path) -> list[RawPage]:
    """The pages of a real filing, read once for all tests that only look at them."""
    return extract(path)


def write(path: Path, pages: Sequence[Sequence[str]], font: str = "Times-Roman", size: float = 12) -> Path:
    """One line of text per string, from the top left corner downwards, 20 points apart."""
    if font == "Serif":
        pdfmetrics.registerFont(TTFont("Serif", str(SERIF)))
    canvas = Canvas(str(path), pagesize=(612, 792))
    for lines in pages:
        for i, line in enumerate(lines):
            canvas.setFont(font, size)
            canvas.drawString(72, 720 - 20 * i, line)
        canvas.showPage()
    canvas.save()
    return path


def scan(path: Path, pages: Sequence[Sequence[str]], dpi: int = 150, turn: float = 0.0) -> Path:
    """The same pages as pictures only; ``turn`` degrees off level."""
    plain = write(path.with_suffix(".plain.pdf"), pages, size=14)
    document = pypdfium2.PdfDocument(plain)
    pictures = [document[i].render(scale=dpi / 72, grayscale=True).to_pil() for i in range(len(document))]
    document.close()
    pictures = [p.rotate(turn, fillcolor=255) for p in pictures] if turn else pictures
    pictures[0].save(path, "PDF", resolution=dpi, save_all=True, append_images=pictures[1:])
    return path


def change(path: Path, target: Path, **page_entries: object) -> Path:
    """A copy with entries of its first page set."""
    with pikepdf.open(path) as pdf:
        for name, value in page_entries.items():
            pdf.pages[0].obj[f"/{name}"] = value
        pdf.save(target)
    return target


def unmapped(path: Path, lines: Sequence[str]) -> Path:
    """A page set in a font that shows the lines but does not say which letters its glyphs are."""
    glyphs = TTFont("Serif", str(SERIF)).face.charToGlyph
    shown = [b"".join(glyphs[ord(c)].to_bytes(2, "big") for c in line).hex() for line in lines]
    content = "BT /F 14 Tf 1 0 0 1 72 720 Tm " + " ".join(f"<{line}> Tj 0 -20 Td" for line in shown) + " ET"
    with pikepdf.new() as pdf:
        name = pikepdf.Name
        descriptor = pdf.make_indirect(
            pikepdf.Dictionary(
                Type=name.FontDescriptor, FontName=name.AAAAAA, Flags=4, FontBBox=[0, -200, 1000, 900],
                ItalicAngle=0, Ascent=900, Descent=-200, CapHeight=700, StemV=80,
                FontFile2=pdf.make_stream(SERIF.read_bytes()),
            )
        )  # fmt: skip
        descendant = pikepdf.Dictionary(
            Type=name.Font, Subtype=name.CIDFontType2, BaseFont=name.AAAAAA,
            FontDescriptor=descriptor, DW=500,
            CIDSystemInfo=pikepdf.Dictionary(Registry="Adobe", Ordering="Identity", Supplement=0),
            CIDToGIDMap=name.Identity,
        )  # fmt: skip
        font = pikepdf.Dictionary(
            Type=name.Font, Subtype=name.Type0, BaseFont=name.AAAAAA, Encoding=name("/Identity-H"),
            DescendantFonts=[pdf.make_indirect(descendant)],
        )  # fmt: skip
        pdf.add_blank_page(page_size=(612, 792))
        pdf.pages[0].obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=pdf.make_indirect(font)))
        pdf.pages[0].obj.Contents = pdf.make_stream(content.encode())
        pdf.save(path)
    return path


def stamped(path: Path, target: Path, line: str) -> Path:
    """A copy with a filing header across the top of every page, as real text."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(612, 792))
    canvas.setFont("Helvetica", 9)
    canvas.drawString(60, 778, line)
    canvas.save()
    buffer.seek(0)
    with pikepdf.open(path) as pdf, pikepdf.open(buffer) as stamp:
        for page in pdf.pages:
            page.add_overlay(stamp.pages[0])
        pdf.save(target)
    return target
