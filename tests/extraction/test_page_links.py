"""Tests that links are reported and inactive, and that no active content of a PDF runs."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from briefbank.domain.pages import OcrSetting, RecognisedPage
from briefbank.extraction.page_server import PageServer
from briefbank.extraction.repair import repair, unlock
from briefbank.ocr.reading_copy import compose
from briefbank.sandbox.pdf_sanitizer import sanitize
from tests.extraction.active import SECRET, WEB, active_pdf
from tests.extraction.pdfs import change, write

GONE = (
    b"/JavaScript",
    b"/Launch",
    b"/SubmitForm",
    b"/GoToR",
    b"/EmbeddedFile",
    b"/XFA",
    b"/RichMedia",
    b"/OpenAction",
    b"/AA",
    b"collector.example",
    SECRET,
)


@pytest.fixture
def marker(tmp_path: Path) -> Path:
    return tmp_path / "it acted"


@pytest.fixture
def active(tmp_path: Path, marker: Path) -> Path:
    return active_pdf(tmp_path / "active.pdf", marker)


def unpacked(path: Path, folder: Path) -> bytes:
    """Return a PDF's bytes with all streams unpacked."""
    with pikepdf.open(path) as pdf:
        pdf.save(
            folder / "unpacked.pdf",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            stream_decode_level=pikepdf.StreamDecodeLevel.generalized,
            compress_streams=False,
        )
    return (folder / "unpacked.pdf").read_bytes()


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


def test_a_searchable_copy_keeps_links_and_nothing_that_acts(active: Path, tmp_path: Path) -> None:
    page = RecognisedPage(1, "Tesseract", OcrSetting.STANDARD, ())
    compose(active, [page], tmp_path / "copy.pdf")
    assert_inert(tmp_path / "copy.pdf", tmp_path)


def test_unlocked_and_repaired_copies_keep_links_and_no_active_content(active: Path, tmp_path: Path) -> None:
    locked = tmp_path / "locked.pdf"
    with pikepdf.open(active) as pdf:
        pdf.save(locked, encryption=pikepdf.Encryption(user="secret", owner="secret"))
    unlock(locked, tmp_path / "unlocked.pdf", "secret")
    assert_inert(tmp_path / "unlocked.pdf", tmp_path)
    repair(active, tmp_path / "mended.pdf")
    assert_inert(tmp_path / "mended.pdf", tmp_path)


def assert_inert(path: Path, folder: Path) -> None:
    data = unpacked(path, folder)
    assert [word for word in GONE if word in data] == []
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
