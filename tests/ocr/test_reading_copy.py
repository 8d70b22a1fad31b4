"""Tests that the searchable copy has each word once and in place, and all else of the document."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from pikepdf import Array, Dictionary, Name, String

from briefbank.domain.pages import Box, OcrSetting, OcrWord, PageOrder, RecognisedPage
from briefbank.extraction.pdfium import Characters, bounding_box, display, opened
from briefbank.ocr.reading_copy import compose
from tests.extraction.pdfs import SHARED, change, extract, needs, scan, stamped, unmapped, write
from tests.ocr.pages import recognised, recognised_text, tesseract, texts

SENTENCE = "The officers had a warrant for the house"
OTHER = "The jury heard evidence of another crime"


def page(index: int, *lines: str, top: float = 100.0, **fields: object) -> RecognisedPage:
    """A page with these lines of 12-point words, 40 points from the left and 20 points apart."""
    words = []
    for number, line in enumerate(lines):
        left = 40.0
        for text in line.split():
            box = Box(left, top + 20 * number, left + 6 * len(text), top + 20 * number + 9)
            words.append(OcrWord(text, box, 0.9, number))
            left += 6 * len(text) + 4
    recognised = RecognisedPage(index, "Tesseract", OcrSetting.STANDARD, tuple(words))
    return replace(recognised, **fields)  # type: ignore[arg-type]


def places(copy: Path, index: int) -> list[tuple[str, Box]]:
    """Each word that the reader finds on a page, and where."""
    (read,) = extract(copy, [index])
    with opened(copy) as document:
        shown = document[index]
        textpage = shown.get_textpage()
        characters = Characters(textpage, display(shown))
        result, at = [], 0
        for word in read.raw.split():
            at = read.raw.index(word, at)
            boxes = [box for i in range(at, at + len(word)) if (box := characters.box(i))]
            whole = bounding_box(boxes)
            result.append((word, whole))
            at += len(word)
    return result


def assert_placed(copy: Path, expected: RecognisedPage) -> None:
    results = places(copy, expected.index)
    assert [word for word, _ in results] == [word.text for word in expected.words]
    for (_, box), word in zip(results, expected.words, strict=True):
        assert box.x0 == pytest.approx(word.box.x0, abs=1) and box.x1 == pytest.approx(word.box.x1, abs=1)
        # A character's box is as high as its font, so it reaches further down than letters do.
        assert box.y0 == pytest.approx(word.box.y0, abs=2) and box.y1 == pytest.approx(word.box.y1, abs=3)


def drawn(path: Path, index: int = 0) -> bytes:
    with pypdfium2.PdfDocument(path) as document:
        return bytes(document[index].render(scale=0.5, grayscale=True).buffer)


def test_words_are_at_their_boxes_in_lines_and_the_page_looks_unchanged(tmp_path: Path) -> None:
    source, expected = scan(tmp_path / "a.pdf", [[SENTENCE], [OTHER]]), page(1, SENTENCE, OTHER)
    compose(source, [expected], tmp_path / "b.pdf")
    assert_placed(tmp_path / "b.pdf", expected)
    first, second = extract(tmp_path / "b.pdf")
    assert first.raw == ""
    assert [second.raw[line.start : line.end].strip() for line in second.lines] == [SENTENCE, OTHER]
    assert drawn(tmp_path / "b.pdf", 1) == drawn(source, 1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pdf", "a.plain.pdf", "b.pdf"]


@pytest.mark.parametrize(("rotate", "turn"), [(0, 90), (90, 0), (180, 270), (270, 180)])
def test_words_are_upright_on_turned_and_cropped_pages(tmp_path: Path, rotate: int, turn: int) -> None:
    scan(tmp_path / "a.pdf", [[SENTENCE]])
    source = change(tmp_path / "a.pdf", tmp_path / "b.pdf", Rotate=rotate, CropBox=[20, 10, 520, 620])
    expected = page(0, SENTENCE, OTHER, turn=turn)
    compose(source, [expected], tmp_path / "c.pdf")
    assert_placed(tmp_path / "c.pdf", expected)
    with pypdfium2.PdfDocument(tmp_path / "c.pdf") as document:
        assert document[0].get_rotation() == (rotate + turn) % 360


@pytest.mark.parametrize("rotate", [0, 90])
def test_a_redrawn_page_looks_unchanged_and_has_none_of_its_text(tmp_path: Path, rotate: int) -> None:
    source = change(unmapped(tmp_path / "a.pdf", [OTHER]), tmp_path / "b.pdf", Rotate=rotate)
    expected = page(0, SENTENCE, redraw=True)
    compose(source, [expected], tmp_path / "c.pdf")
    assert_placed(tmp_path / "c.pdf", expected)
    before, after = drawn(source), drawn(tmp_path / "c.pdf")
    assert sum(abs(a - b) > 64 for a, b in zip(before, after, strict=True)) < 0.01 * len(before)


def test_a_straightened_page_is_shown_level(tmp_path: Path) -> None:
    source = scan(tmp_path / "a.pdf", [[SENTENCE] * 20], turn=3.0)
    compose(source, [page(0, SENTENCE, redraw=True, skew=-3.0)], tmp_path / "b.pdf")
    level = scan(tmp_path / "c.pdf", [[SENTENCE] * 20])
    copy, expected, crooked = drawn(tmp_path / "b.pdf"), drawn(level), drawn(source)

    def differing(a: bytes, b: bytes) -> int:
        return sum(abs(x - y) > 96 for x, y in zip(a, b, strict=True))

    assert differing(copy, expected) < 0.3 * differing(crooked, expected)


def test_old_invisible_text_goes_and_a_stamp_stays(tmp_path: Path) -> None:
    scan(tmp_path / "a.pdf", [[SENTENCE]])
    compose(tmp_path / "a.pdf", [page(0, "old rubbish")], tmp_path / "old.pdf")
    source = stamped(tmp_path / "old.pdf", tmp_path / "b.pdf", "Document 18 Filed 05/31/19")
    (text,) = texts(source, [page(0, SENTENCE)])
    assert SENTENCE in text and "Document 18 Filed 05/31/19" in text and "rubbish" not in text


def test_labels_bookmarks_and_links_survive(tmp_path: Path) -> None:
    with pikepdf.open(scan(tmp_path / "a.pdf", [[SENTENCE], [OTHER]])) as document:
        document.Root.PageLabels = pikepdf.Dictionary(
            Nums=pikepdf.Array([0, pikepdf.Dictionary(S=pikepdf.Name.r)])
        )
        with document.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem("Point I", 1))
        link = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[72, 700, 200, 720],
            Dest=pikepdf.Array([document.pages[1].obj, pikepdf.Name.Fit]),
        )  # fmt: skip
        document.pages[0].obj.Annots = pikepdf.Array([document.make_indirect(link)])
        document.save(tmp_path / "b.pdf")
    pages = [page(0, SENTENCE, redraw=True), page(1, OTHER)]
    assert texts(tmp_path / "b.pdf", pages, tmp_path / "c.pdf") == [SENTENCE, OTHER]
    assert [item.pdf_label for item in extract(tmp_path / "c.pdf")] == ["i", "ii"]
    with pikepdf.open(tmp_path / "c.pdf") as copy, copy.open_outline() as outline:
        destination = outline.root[0].destination or outline.root[0].action.D
        assert destination[0].objgen == copy.pages[1].obj.objgen
        assert copy.pages[0].obj.Annots[0].Dest[0].objgen == copy.pages[1].obj.objgen


def test_a_file_that_only_pdfium_opens_is_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """qpdf mends nearly everything, so the file that it does not open is forced."""
    source, real = scan(tmp_path / "a.pdf", [[SENTENCE]]), pikepdf.open

    def refusing(path: Path) -> pikepdf.Pdf:
        if path == source:
            raise pikepdf.PdfError("damaged")
        return real(path)

    monkeypatch.setattr(pikepdf, "open", refusing)
    assert texts(source, [page(0, SENTENCE)]) == [SENTENCE]


def test_a_page_whose_content_is_broken_is_redrawn(tmp_path: Path) -> None:
    """The old invisible text of such a page cannot be removed, so the page becomes a picture of itself."""
    scan(tmp_path / "a.pdf", [[OTHER]])
    compose(tmp_path / "a.pdf", [page(0, "old rubbish")], tmp_path / "old.pdf")
    with pikepdf.open(tmp_path / "old.pdf") as pdf:
        pdf.pages[0].contents_add(b"\nq (never ended", prepend=False)
        pdf.save(tmp_path / "b.pdf")
    assert texts(tmp_path / "b.pdf", [page(0, SENTENCE)]) == [SENTENCE]


@pytest.mark.parametrize("name", ["js-encrypted-attachment", "js-bomb_giant"])
def test_real_files_that_only_pdfium_reads_get_a_copy(tmp_path: Path, name: str) -> None:
    """One asks qpdf for a password; the content of the other is packed as no content should be."""
    shutil.copy(needs(SHARED / "hostile" / f"{name}.pdf"), tmp_path / "a.pdf")
    (text,) = texts(tmp_path / "a.pdf", [page(0, SENTENCE, top=20)])
    assert SENTENCE in text


def test_letters_of_other_languages_and_odd_words_survive(tmp_path: Path) -> None:
    line = "Müller’s § 12(b)(6) “quoted” naïve — Žižek"
    assert texts(scan(tmp_path / "a.pdf", [[SENTENCE]]), [page(0, line)]) == [line]


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


@pytest.mark.nightly
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
