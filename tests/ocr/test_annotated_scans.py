"""Tests that what annotations draw on a scan is read once: text as text, pictures by recognition."""

from __future__ import annotations

from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from briefbank.domain.pages import PageOrder
from tests.extraction.pdfs import scan, write
from tests.ocr.pages import recognised, recognised_text, tesseract, texts

LINES = ["The officers had a warrant for the house", "and the jury heard evidence of the search"]


def annotated(path: Path, target: Path, *, picture: Path | None = None) -> Path:
    """A copy of a scan with a filled in field, a note, and a stamp, of text or of a picture."""
    with pikepdf.open(path) as pdf:
        page = pdf.pages[0].obj
        font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
        resources = Dictionary(Font=Dictionary(F1=font))

        def appearance(content: str, size: tuple[int, int]) -> Dictionary:
            form = pdf.make_stream(
                content.encode(),
                Type=Name.XObject,
                Subtype=Name.Form,
                BBox=[0, 0, *size],
                Resources=resources,
            )
            return Dictionary(N=form)

        def note(kind: str, rect: list[int], content: str, **entries: object) -> pikepdf.Object:
            drawn = appearance(content, (rect[2] - rect[0], rect[3] - rect[1]))
            return pdf.make_indirect(
                Dictionary(Type=Name.Annot, Subtype=Name(f"/{kind}"), Rect=rect, F=4, AP=drawn, **entries)
            )

        words = "BT /F1 14 Tf 2 5 Td ({}) Tj ET"
        field = note(
            "Widget", [100, 400, 400, 420], words.format("Marguerite Oxblood"), FT=Name.Tx, T=String("a")
        )
        notes = [field, note("FreeText", [100, 300, 400, 320], words.format("Amended by the clerk"))]
        if picture is not None:
            with pikepdf.open(picture) as drawn:
                resources.XObject = Dictionary(
                    Im=pdf.copy_foreign(next(iter(drawn.pages[0].obj.Resources.XObject.values())))
                )
            notes.append(note("Stamp", [100, 100, 500, 200], "q 612 0 0 792 -60 -660 cm /Im Do Q"))
        page.Annots = Array(notes)
        pdf.Root.AcroForm = Dictionary(Fields=Array([field]), DR=resources, DA=String("/F1 14 Tf 0 g"))
        pdf.save(target)
    return target


def test_fields_and_notes_over_a_scan_are_read_once(tmp_path: Path) -> None:
    source = annotated(scan(tmp_path / "a.pdf", [LINES]), tmp_path / "b.pdf")
    with tesseract() as engine:
        (page,) = recognised(engine, source, [PageOrder(0)])
    assert "warrant" in recognised_text(page)
    assert "Oxblood" not in recognised_text(page) and "Amended" not in recognised_text(page)
    (text,) = texts(source, [page])
    for words in (*LINES, "Marguerite Oxblood", "Amended by the clerk"):
        assert text.count(words) == 1


def test_a_page_replaced_by_its_picture_has_its_notes_once(tmp_path: Path) -> None:
    """Also where it was scanned off level."""
    source = annotated(scan(tmp_path / "a.pdf", [LINES * 6], turn=1.5), tmp_path / "b.pdf")
    with tesseract() as engine:
        (page,) = recognised(engine, source, [PageOrder(0, replace_text=True)])
    assert page.redraw
    (text,) = texts(source, [page])
    assert text.count("Marguerite Oxblood") == text.count("Amended by the clerk") == 1
    assert text.count("warrant") == 6


def test_the_picture_of_a_stamp_is_all_that_is_recognised_on_a_page_with_text(tmp_path: Path) -> None:
    stamp = scan(tmp_path / "stamp.pdf", [["FILED March 5, 2019"]])
    source = annotated(write(tmp_path / "a.pdf", [LINES * 10]), tmp_path / "b.pdf", picture=stamp)
    with tesseract() as engine:
        (page,) = recognised(engine, source, [PageOrder(0, stamps_only=True)])
    assert recognised_text(page) == "FILED March 5, 2019"
    (text,) = texts(source, [page])
    assert text.count("FILED March 5, 2019") == text.count("Marguerite Oxblood") == 1
    assert text.count("warrant") == 10
