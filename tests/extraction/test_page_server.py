"""Tests of the pages that a person sees: drawn, with boxes and links, and without active content."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image, ImageChops

from briefbank.domain.pages import Box, OcrSetting, PageImage, RecognisedPage
from briefbank.errors import BriefBankError, Damaged
from briefbank.extraction import page_server
from briefbank.extraction.page_server import PageServer, PageServerFactory
from briefbank.extraction.repair import repair, unlock
from briefbank.ocr.reading_copy import compose
from briefbank.sandbox.child import Child
from briefbank.sandbox.pdf_sanitizer import sanitize
from tests.extraction.active import SECRET, WEB, active_pdf
from tests.extraction.pdfs import change, extract, write


def picture(image: PageImage) -> Image.Image:
    assert len(image.pixels) == 4 * image.width * image.height
    return Image.frombytes("RGB", (image.width, image.height), image.pixels, "raw", "BGRX").convert("L")


def ink(image: Image.Image) -> tuple[int, int, int, int]:
    box = ImageChops.invert(image).point(lambda v: 255 if v > 60 else 0).getbbox()
    assert box is not None
    return box


def assert_covers(boxes: list[Box], image: Image.Image, scale: float) -> None:
    """Check that the boxes hold all ink, up to a pixel of smoothing, and end near it across the line."""
    sides = [(box.x0, box.y0, box.x1, box.y1) for box in boxes]
    left, top, right, bottom = (list(side) for side in zip(*sides, strict=True))
    want, have = ink(image), [scale * side for side in (min(left), min(top), max(right), max(bottom))]
    assert have[0] <= want[0] + 1.5 and have[1] <= want[1] + 1.5
    assert have[2] >= want[2] - 1.5 and have[3] >= want[3] - 1.5
    assert all(abs(a - b) < 12 * scale for a, b in zip(have, want, strict=True))


@pytest.mark.parametrize(
    ("turn", "crop"), [(0, None), *((turn, [40, 300, 500, 760]) for turn in (0, 90, 180, 270))]
)
def test_the_box_of_a_word_covers_its_ink(tmp_path: Path, turn: int, crop: list[int] | None) -> None:
    plain = write(tmp_path / "a.pdf", [["Judgment"]], size=18)
    entries: dict[str, object] = {"Rotate": turn}
    if crop:
        entries["CropBox"] = pikepdf.Array(crop)
    path = change(plain, tmp_path / "b.pdf", **entries)
    with PageServer(path) as server:
        image = picture(server.render(0, 2.0))
        boxes = server.boxes(0, [(0, 8)])
        assert server.sizes() == [(image.width / 2, image.height / 2)]
    assert len(boxes) == 1
    assert_covers(boxes, image, 2.0)


def test_a_range_over_lines_gives_one_box_per_line(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdf", [["first line of text", "second line", "third"]])
    (page,) = extract(path)
    with PageServer(path) as server:
        boxes = server.boxes(0, [(0, len(page.raw))])
    assert len(boxes) == 3
    assert all(a.y1 <= b.y0 + 2 for a, b in pairwise(boxes))


def test_text_that_runs_upwards_is_one_box(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(612, 792))
    canvas.translate(100, 300)
    canvas.rotate(90)
    canvas.setFont("Times-Roman", 18)
    canvas.drawString(0, 0, "received")
    canvas.save()
    with PageServer(tmp_path / "a.pdf") as server:
        boxes = server.boxes(0, [(0, 8)])
        image = picture(server.render(0, 2.0))
    assert len(boxes) == 1 and boxes[0].y1 - boxes[0].y0 > 2 * (boxes[0].x1 - boxes[0].x0)
    assert_covers(boxes, image, 2.0)


def test_each_character_has_its_own_box_and_white_space_has_none(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdf", [["first line of text", "second line"], []])
    page, empty = extract(path)
    with PageServer(path) as server:
        characters = server.characters(0)
        alone = [server.boxes(0, [(at, at + 1)]) for at in range(len(page.raw))]
        assert server.characters(1) == [] and empty.raw == ""
    assert len(characters) == len(page.raw)
    assert alone == [[box] if box is not None else [] for box in characters]
    assert [at for at, box in enumerate(characters) if box is None] == [
        at for at, character in enumerate(page.raw) if character.isspace()
    ]


def test_a_picture_never_passes_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = change(
        write(tmp_path / "a.pdf", [["w"]]), tmp_path / "b.pdf", MediaBox=pikepdf.Array([0, 0, 9000, 9000])
    )
    with PageServer(path) as server:
        image = server.render(0, 50.0)
    assert 0.9 * page_server.MAX_PIXELS < image.width * image.height <= page_server.MAX_PIXELS * 1.01


def test_a_page_that_is_not_there_fails_alone_and_a_damaged_file_every_time(tmp_path: Path) -> None:
    with PageServer(write(tmp_path / "a.pdf", [["word"]])) as server:
        with pytest.raises(BriefBankError, match="could not be shown"):
            server.render(7, 1.0)
        assert server.render(0, 1.0).width == 612
    (tmp_path / "b.pdf").write_bytes(b"%PDF-1.7 no more")
    with PageServer(tmp_path / "b.pdf") as server:
        for _ in range(2):
            with pytest.raises(Damaged):
                server.sizes()


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[Child]:
    """The started children, in order."""
    started_children: list[Child] = []

    def started(*arguments: Any, **options: Any) -> Child:
        started_children.append(Child(*arguments, **options))
        return started_children[-1]

    monkeypatch.setattr(page_server, "Child", started)
    return started_children


def test_a_file_is_opened_by_the_ready_child_and_the_next_child_starts_after_drawing(
    tmp_path: Path, children: list[Child]
) -> None:
    path = write(tmp_path / "a.pdf", [["Judgment"]], size=18)
    spare = PageServerFactory()
    spare.prepare()
    with spare.open(path) as first:
        assert len(first.sizes()) == 1 and len(children) == 1
        first.render(0, 1.0)
        assert len(children) == 2
        with spare.open(path) as second:
            assert len(second.sizes()) == 1 and len(children) == 2
            assert children[0].pid != children[1].pid
    spare.close()
    assert not any(child.is_running() for child in children)


@pytest.fixture
def marker(tmp_path: Path) -> Path:
    return tmp_path / "it acted"


@pytest.fixture
def active(tmp_path: Path, marker: Path) -> Path:
    return active_pdf(tmp_path / "active.pdf", marker)


def test_each_link_says_where_it_leads_and_what_would_act_has_no_address(active: Path, marker: Path) -> None:
    with PageServer(active) as server:
        results = [(link.page, link.address) for link in server.links(0)]
        assert server.attached() == 1 and server.has_active_content()
        assert server.links(1) == []
        server.render(0, 1.0)
    assert results == [
        (None, WEB),
        (1, ""),
        (None, ""),
        (None, ""),
        (None, "file:///etc/passwd"),
        (None, ""),
        (1, ""),
    ]
    assert not marker.exists()


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_link_s_box_lies_on_the_page_as_it_is_displayed(tmp_path: Path, turn: int, active: Path) -> None:
    path = change(active, tmp_path / "turned.pdf", Rotate=turn)
    with PageServer(path) as server:
        box, (width, height) = server.links(0)[0].box, server.sizes()[0]
    upright = (72.0, 72.0, 200.0, 92.0)  # from the top left corner of 612 by 792
    x0, y0, x1, y1 = upright
    expected = {
        0: upright,
        90: (792 - y1, x0, 792 - y0, x1),
        180: (612 - x1, 792 - y1, 612 - x0, 792 - y0),
        270: (y0, 612 - x1, y1, 612 - x0),
    }[turn]
    assert (box.x0, box.y0, box.x1, box.y1) == pytest.approx(expected, abs=0.01)
    assert box.x1 <= width and box.y1 <= height


def test_a_link_that_is_not_on_the_page_or_broken_is_left_out(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdf", [["word"]])
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        outside = pikepdf.Dictionary(Subtype=pikepdf.Name.Link, Rect=pikepdf.Array([5000, 5000, 5100, 5100]))
        pdf.pages[0].Annots = pikepdf.Array([outside, pikepdf.Dictionary(), 7])
        pdf.save(path)
    with PageServer(path) as server:
        assert server.links(0) == [] and not server.has_active_content()


def test_searchable_unlocked_and_repaired_copies_keep_links_and_nothing_that_acts(
    active: Path, tmp_path: Path
) -> None:
    recognised = RecognisedPage(1, "Tesseract", OcrSetting.STANDARD, ())
    compose(active, [recognised], tmp_path / "copy.pdf")
    with pikepdf.open(active) as pdf:
        pdf.save(tmp_path / "locked.pdf", encryption=pikepdf.Encryption(user="secret", owner="secret"))
    unlock(tmp_path / "locked.pdf", tmp_path / "unlocked.pdf", "secret")
    repair(active, tmp_path / "mended.pdf")
    for name in ("copy.pdf", "unlocked.pdf", "mended.pdf"):
        assert_inert(tmp_path / name, tmp_path)


def assert_inert(path: Path, folder: Path) -> None:
    with pikepdf.open(path) as pdf:
        pdf.save(
            folder / "unpacked.pdf",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            stream_decode_level=pikepdf.StreamDecodeLevel.generalized,
            compress_streams=False,
        )
    data = (folder / "unpacked.pdf").read_bytes()
    gone = [b"/JavaScript", b"/Launch", b"/SubmitForm", b"/GoToR", b"/EmbeddedFile", b"/XFA", b"/RichMedia"]
    gone += [b"/OpenAction", b"/AA", b"collector.example", SECRET]
    assert [word for word in gone if word in data] == []
    with PageServer(path) as server:
        kept = [(link.page, link.address) for link in server.links(0)]
        assert server.attached() == 0 and not server.has_active_content()
    assert (None, WEB) in kept and kept.count((1, "")) == 2


def test_a_tree_of_fields_and_bookmarks_that_leads_into_itself_ends() -> None:
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        field = pdf.make_indirect(pikepdf.Dictionary(T=pikepdf.String("x")))
        field.Kids = pikepdf.Array([field])
        item = pdf.make_indirect(pikepdf.Dictionary(Title=pikepdf.String("x")))
        item.First = item.Next = item
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([field, field]))
        pdf.Root.Outlines = pdf.make_indirect(pikepdf.Dictionary(First=item))
        assert not sanitize(pdf)


@pytest.mark.parametrize(
    ("address", "stays"),
    [
        ("https://courts.example/", True),
        ("mailto:clerk@courts.example", True),
        ("file:///C:/Windows/System32/calc.exe", False),
        ("smb://host/share", False),
        (r"\\host\share\x.pdf", False),
        ("javascript:app.alert(1)", False),
    ],
)
def test_a_copy_keeps_addresses_of_web_and_mail_alone(address: str, stays: bool) -> None:
    with one_page() as pdf:
        action = pikepdf.Dictionary(S=pikepdf.Name.URI, URI=pikepdf.String(address))
        pdf.pages[0].Annots = pikepdf.Array([pikepdf.Dictionary(Subtype=pikepdf.Name.Link, A=action)])
        assert sanitize(pdf) is not stays
        assert ("/A" in pdf.pages[0].Annots[0]) is stays


def test_opening_or_paging_a_copy_contacts_no_address() -> None:
    with one_page() as pdf:
        beacon = pikepdf.Dictionary(S=pikepdf.Name.URI, URI=pikepdf.String(WEB))
        pdf.Root.OpenAction = beacon
        pdf.pages[0].obj.PresSteps = pikepdf.Dictionary(Type=pikepdf.Name.NavNode, NA=beacon)
        assert sanitize(pdf)
        assert "/OpenAction" not in pdf.Root and "/PresSteps" not in pdf.pages[0].obj


def test_a_copy_fetches_no_part_of_itself_from_elsewhere() -> None:
    with one_page() as pdf:
        stream = pdf.make_stream(b"q Q")
        stream.F = pikepdf.Dictionary(FS=pikepdf.Name.URL, F=pikepdf.String("https://collector.example/"))
        stream.Ref = pikepdf.Dictionary(F=pikepdf.String("//host/share/x.pdf"), Page=0)
        pdf.pages[0].Contents = stream
        assert sanitize(pdf)
        assert "/F" not in stream and "/Ref" not in stream and stream.read_bytes() == b"q Q"


def one_page() -> pikepdf.Pdf:
    pdf = pikepdf.new()
    pdf.add_blank_page()
    return pdf
