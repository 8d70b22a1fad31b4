"""Tests that characters of symbol fonts in a text layer are those that a reader sees."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from tests.extraction.pdfs import SERIF, extract


def pdf_with_signs(path: Path, font: str, pieces: list[tuple[bool, bytes]], *, private: bool) -> Path:
    """Write a page of pieces, in the symbol font or in Times. ``private`` maps the symbol font's codes to
    private-use characters, as Word does; otherwise they are not mapped."""
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(612, 792))
    file = pdf.make_stream(SERIF.read_bytes())
    name = pikepdf.Name("/ABCDEF+" + font.replace(" ", ""))
    symbol = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.TrueType,
        BaseFont=name,
        FirstChar=0,
        LastChar=255,
        Widths=pikepdf.Array([600] * 256),
        FontDescriptor=pdf.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.FontDescriptor,
                FontName=name,
                Flags=4 if private else 32,
                FontBBox=pikepdf.Array([0, -200, 1000, 900]),
                ItalicAngle=0,
                Ascent=900,
                Descent=-200,
                CapHeight=700,
                StemV=80,
                FontFile2=file,
            )
        ),
    )
    if private:
        codes = b"".join(b"<%02X> <F0%02X>\n" % (code, code) for code in range(0x21, 0x80))
        symbol.ToUnicode = pdf.make_stream(
            b"/CIDInit /ProcSet findresource begin begincmap "
            b"1 begincodespacerange <00> <FF> endcodespacerange 95 beginbfchar\n"
            + codes
            + b"endbfchar endcmap end"
        )
    times = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.Type1,
        BaseFont=pikepdf.Name("/Times-Roman"),
        Encoding=pikepdf.Name.WinAnsiEncoding,
    )
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(S=symbol, T=times))
    shown = b"".join(b"/%s 12 Tf (%s) Tj " % (b"S" if signs else b"T", text) for signs, text in pieces)
    page.Contents = pdf.make_stream(b"BT 72 700 Td " + shown + b"ET")
    pdf.save(path)
    return path


@pytest.mark.parametrize("private", [True, False])
def test_signs_of_wordperfect_are_apostrophes_and_dashes(tmp_path: Path, private: bool) -> None:
    pieces = [
        (False, b"defendant"),
        (True, b"="),
        (False, b"s brief, pages 12"),
        (True, b"B"),
        (False, b"14"),
    ]
    path = pdf_with_signs(tmp_path / "a.pdf", "WP TypographicSymbols", pieces, private=private)
    assert extract(path)[0].raw.split("\r")[0] == "defendant’s brief, pages 12–14"


def test_signs_of_symbol_are_those_of_adobes_encoding(tmp_path: Path) -> None:
    path = pdf_with_signs(tmp_path / "a.pdf", "Symbol", [(True, b"a"), (False, b" particle")], private=True)
    assert extract(path)[0].raw == "α particle"


def test_an_equals_sign_of_any_other_font_stays(tmp_path: Path) -> None:
    path = pdf_with_signs(tmp_path / "a.pdf", "Times", [(False, b"x=y B A")], private=False)
    assert extract(path)[0].raw == "x=y B A"


def test_a_private_sign_of_a_font_that_is_not_known_is_not_guessed(tmp_path: Path) -> None:
    path = pdf_with_signs(tmp_path / "a.pdf", "Odd Font", [(True, b"a"), (False, b" particle")], private=True)
    assert extract(path)[0].raw == "\uf061 particle"
