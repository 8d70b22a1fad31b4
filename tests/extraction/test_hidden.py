"""Tests that text hidden under a dark box is not extracted and that visible text is never removed."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageDraw
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from briefbank.domain.pages import HIDDEN_MARK
from briefbank.extraction.document import read
from tests.extraction.pdfs import PROSE, SHARED, change, extract, needs, shared

NAME = "Marlene Quist"
BEFORE, AFTER = "The witness was ", ", who lives next door."
TOP = 700.0  # The height of the line's box, in points from the foot of the page


LEFT = 72 + stringWidth(BEFORE, "Times-Roman", 12)
WIDTH = stringWidth(NAME, "Times-Roman", 12)
BOX = (LEFT - 0.5, TOP - 3, WIDTH + 1, 13)  # The box over the name: x, y, width, height


def page_with(path: Path, draw: Callable[[Canvas], None], *, below: bool = False) -> Path:
    """A page of three lines, the name in the second, and something drawn over it, or below it."""
    canvas = Canvas(str(path), pagesize=(612, 792))
    if below:
        draw(canvas)
        canvas.setFillGray(0)
    canvas.setFont("Times-Roman", 12)
    for number, line in enumerate([PROSE[:70], BEFORE + NAME + AFTER, PROSE[70:140]]):
        canvas.drawString(72, TOP + 20 - 20 * number, line)
    if not below:
        draw(canvas)
    canvas.save()
    return path


def box(grey: float = 0.0, alpha: float = 1.0) -> Callable[[Canvas], None]:
    def draw(canvas: Canvas) -> None:
        canvas.setFillGray(grey)
        canvas.setFillAlpha(alpha)
        canvas.rect(*BOX, stroke=0, fill=1)

    return draw


def bar(canvas: Canvas) -> None:
    x, y, width, height = BOX
    canvas.setLineWidth(height)
    canvas.line(x, y + height / 2, x + width, y + height / 2)


def form(canvas: Canvas) -> None:
    canvas.beginForm("box")
    canvas.rect(0, 0, 100, 100, stroke=0, fill=1)
    canvas.endForm()
    canvas.translate(BOX[0], BOX[1])
    canvas.scale(BOX[2] / 100, BOX[3] / 100)
    canvas.doForm("box")


def picture(canvas: Canvas) -> None:
    x, y, width, height = BOX
    canvas.drawInlineImage(Image.new("RGB", (40, 8), "black"), x, y, width, height)


def labelled(canvas: Canvas) -> None:
    box()(canvas)
    canvas.setFillGray(1)
    canvas.setFont("Helvetica", 8)
    canvas.drawCentredString(BOX[0] + BOX[2] / 2, BOX[1] + 3, "SEALED INFO")


def outline(canvas: Canvas) -> None:
    x, y, width, height = BOX
    shape = canvas.beginPath()
    shape.moveTo(x, y)
    for px, py in ((x + width, y), (x + width + 1, y + height), (x, y + height)):
        shape.lineTo(px, py)
    canvas.setFillColorRGB(0.2, 0, 0)
    canvas.drawPath(shape, fill=1, stroke=0)


def assert_name_is_hidden(path: Path) -> None:
    (page,) = extract(path)
    assert f"{BEFORE}{HIDDEN_MARK * 7} {HIDDEN_MARK * 5}{AFTER}" in page.raw
    marked = {i for i, c in enumerate(page.raw) if c == HIDDEN_MARK}
    ranged = {i for a, b in page.hidden for i in range(a, b) if not page.raw[i].isspace()}
    assert marked == ranged and len(marked) == 12


@pytest.mark.parametrize("draw", [box(), box(0.2), box(0.85), bar, form, picture, labelled, outline])
def test_words_under_a_dark_box_are_not_read(tmp_path: Path, draw: Callable[[Canvas], None]) -> None:
    assert_name_is_hidden(page_with(tmp_path / "a.pdf", draw))


@pytest.mark.parametrize("turn", [90, 270])
def test_words_under_a_box_on_a_turned_and_cropped_page_are_not_read(tmp_path: Path, turn: int) -> None:
    plain = page_with(tmp_path / "a.pdf", box())
    crop = pikepdf.Array([50, 300, 600, 780])
    assert_name_is_hidden(change(plain, tmp_path / "b.pdf", Rotate=turn, CropBox=crop))


def test_the_words_beside_a_box_are_read(tmp_path: Path) -> None:
    with_box, without = (
        extract(page_with(tmp_path / name, draw))[0]
        for name, draw in (("a.pdf", box()), ("b.pdf", lambda canvas: None))
    )
    assert len(with_box.raw) == len(without.raw)
    assert with_box.raw.replace(HIDDEN_MARK, "") == "".join(
        c for i, c in enumerate(without.raw) if with_box.raw[i] != HIDDEN_MARK
    )
    assert with_box.lines == without.lines


@pytest.mark.parametrize(
    ("draw", "below"),
    [
        (box(0.85), True),
        (box(0.85, alpha=0.3), False),
        (box(0.0, alpha=0.3), False),
        (box(0.0, alpha=0.6), True),
    ],
)
def test_clear_marks_and_light_backgrounds_hide_nothing(
    tmp_path: Path, draw: Callable[[Canvas], None], below: bool
) -> None:
    (page,) = extract(page_with(tmp_path / "a.pdf", draw, below=below))
    assert (page.hidden, NAME in page.raw) == ((), True)


def test_light_words_on_a_dark_heading_bar_are_read(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(612, 792))
    canvas.setFillGray(0.1)
    canvas.rect(60, 690, 500, 24, stroke=0, fill=1)
    canvas.setFillGray(1)
    canvas.setFont("Times-Roman", 11)
    canvas.drawString(72, 698, "II. U.S. v. Lill, 5-4: i.e., - . | l ' the bar")
    canvas.save()
    (page,) = extract(tmp_path / "a.pdf")
    assert (page.hidden, page.raw) == ((), "II. U.S. v. Lill, 5-4: i.e., - . | l ' the bar")


def test_rules_frames_and_clipped_boxes_hide_nothing(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        x, y, width, height = BOX
        canvas.setLineWidth(1)
        canvas.rect(x, y, width, height)
        canvas.line(x, y + 5, x + width, y + 5)
        canvas.setLineWidth(4)
        canvas.rect(60, 600, 490, 140)
        clip = canvas.beginPath()
        clip.rect(0, 0, 10, 10)
        canvas.clipPath(clip, stroke=0)
        canvas.rect(0, 0, 612, 792, stroke=0, fill=1)

    (page,) = extract(page_with(tmp_path / "a.pdf", draw))
    assert (page.hidden, NAME in page.raw) == ((), True)


def annotated(source: Path, target: Path, **entries: object) -> Path:
    x, y, width, height = BOX
    with pikepdf.open(source) as document:
        mark = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Rect=[x, y, x + width, y + height], F=4, **entries)
        if "AP" not in entries and entries.get("Subtype") in (pikepdf.Name.Redact, pikepdf.Name.Stamp):
            drawn = document.make_stream(f"0 g 0 0 {width} {height} re f".encode())
            drawn.Type, drawn.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
            drawn.BBox = [0, 0, width, height]
            mark.AP = pikepdf.Dictionary(N=drawn)
        document.pages[0].obj.Annots = document.make_indirect(pikepdf.Array([mark]))
        document.save(target)
    return target


@pytest.mark.parametrize("subtype", ["Square", "Redact", "Stamp"])
def test_words_under_an_opaque_mark_are_not_read(tmp_path: Path, subtype: str) -> None:
    plain = page_with(tmp_path / "a.pdf", lambda canvas: None)
    black = pikepdf.Array([0, 0, 0])
    assert_name_is_hidden(
        annotated(plain, tmp_path / "b.pdf", Subtype=pikepdf.Name(f"/{subtype}"), C=black, IC=black)
    )


def test_words_under_a_yellow_highlight_or_a_link_are_read(tmp_path: Path) -> None:
    plain = page_with(tmp_path / "a.pdf", lambda canvas: None)
    x, y, width, height = BOX
    corners = pikepdf.Array([x, y + height, x + width, y + height, x, y, x + width, y])
    yellow = pikepdf.Array([1, 1, 0])
    lit = annotated(plain, tmp_path / "b.pdf", Subtype=pikepdf.Name.Highlight, C=yellow, QuadPoints=corners)
    link = annotated(plain, tmp_path / "c.pdf", Subtype=pikepdf.Name.Link, C=pikepdf.Array([0, 0, 0]))
    for path in (lit, link):
        (page,) = extract(path)
        assert (page.hidden, NAME in page.raw) == ((), True)


def recognised_scan(path: Path, edit: Callable[[ImageDraw.ImageDraw], None], dpi: int = 150) -> Path:
    """A page's picture, changed, with the page's words as invisible text over it."""
    plain = page_with(path.with_suffix(".plain.pdf"), lambda canvas: None)
    document = pypdfium2.PdfDocument(plain)
    image = document[0].render(scale=dpi / 72, grayscale=True).to_pil()
    document.close()
    edit(ImageDraw.Draw(image))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    canvas = Canvas(str(path), pagesize=(612, 792))
    canvas.drawInlineImage(Image.open(buffer), 0, 0, 612, 792)
    for number, line in enumerate([PROSE[:70], BEFORE + NAME + AFTER, PROSE[70:140]]):
        text = canvas.beginText(72, TOP + 20 - 20 * number)
        text.setFont("Times-Roman", 12)
        text.setTextRenderMode(3)
        text.textLine(line)
        canvas.drawText(text)
    canvas.save()
    return path


def test_a_box_burned_into_a_scan_hides_its_words_and_dirt_hides_none(tmp_path: Path) -> None:
    def burned(draw: ImageDraw.ImageDraw) -> None:
        x, y, width, height = (side * 150 / 72 for side in BOX)
        top = 1650 - y - height
        draw.rectangle((x, top, x + width, top + height), fill=12)

    def dirt(draw: ImageDraw.ImageDraw) -> None:
        draw.rectangle((0, 0, 60, 1650), fill=0)
        draw.line((140, 205, 900, 205), fill=0, width=4)
        draw.ellipse((330, 180, 342, 192), fill=0)

    assert_name_is_hidden(recognised_scan(tmp_path / "a.pdf", burned))
    (page,) = extract(recognised_scan(tmp_path / "b.pdf", dirt))
    assert (page.hidden, NAME in page.raw) == ((), True)


def test_hidden_characters_are_counted_and_never_become_searchable_words(tmp_path: Path) -> None:
    pages = extract(page_with(tmp_path / "a.pdf", box()))
    reading = read(pages, file_name="a.pdf", converted=False)
    assert [page.hidden for page in reading.pages] == [12]
    everything = " ".join([*(p.text for p in reading.passages), *(p.raw for p in reading.pages)])
    assert "The witness was" in everything
    assert "Marlene" not in everything and "Quist" not in everything


def test_failed_redactions_of_a_real_filing_are_found() -> None:
    (page,) = extract(needs(SHARED / "hostile" / "redaction-rectangles_yes.pdf"))
    assert len(page.hidden) == 3
    assert page.raw.count("She answered █") == 3


@pytest.mark.nightly
def test_no_real_filing_is_suspected_wrongly() -> None:
    files = [path for path in shared("pdf") if path.suffix == ".pdf"]
    if not files:
        pytest.skip("the shared test data is not here")
    hiding = [path.stem for path in files if any(page.hidden for page in extract(path, range(3)))]
    # Its cover was made from that of another brief, whose caption is still there behind a clip path.
    assert hiding == ["amicus-nvlsp-v-united-states"]
