"""Pictures of pages become PDFs with an image on each page, in its true size, upright, and as whole as they
are."""

from __future__ import annotations

import random
import resource
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from PIL import Image, ImageDraw

from briefbank.errors import FileRefused, TooLarge, UnknownFormat
from briefbank.extraction.convert import to_pdf
from briefbank.extraction.formats import picture
from briefbank.extraction.sniff import file_type
from tests.extraction.pdfs import extract
from tests.support.profile import sample

SIZE = (850, 1100)
DPI = 100


def page(mark: int = 0) -> Image.Image:
    """A page with bars like lines, a black corner at the upper left, a red one at the lower right, and as
    many boxes as its mark says."""
    image = Image.new("RGB", SIZE, "white")
    pencil = ImageDraw.Draw(image)
    for top in range(180, 880, 40):
        pencil.rectangle((100, top, 700, top + 12), fill=(40, 40, 40))
    pencil.rectangle((0, 0, 200, 100), fill="black")
    pencil.rectangle((600, 950, 849, 1099), fill=(200, 0, 0))
    for number in range(mark):
        pencil.rectangle((300 + 40 * number, 40, 320 + 40 * number, 80), fill="black")
    return image


def saved(image: Image.Image, path: Path, *others: Image.Image, **options: Any) -> Path:
    extra: dict[str, Any] = {"save_all": True, "append_images": list(others)} if others else {}
    image.save(path, **{"dpi": (DPI, DPI), **options, **extra})
    return path


def drawn(pdf: Path, index: int = 0) -> Image.Image:
    """The page as a reader draws it, in the size of the pictures here."""
    with pypdfium2.PdfDocument(pdf) as document:
        return document[index].render(scale=2).to_pil().convert("RGB").resize(SIZE)


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures, of 255."""
    first, second = (np.asarray(item.convert("L"), np.float32) for item in (one, other))
    return float(np.abs(first - second).mean())


def sizes(pdf: Path) -> list[tuple[int, int]]:
    """Return width and height of all pages in points."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [(round(width), round(height)) for width, height in (page.get_size() for page in document)]


def converted(source: Path) -> Path:
    target = source.with_suffix(".made.pdf")
    assert to_pdf(source, target).whole
    return target


@pytest.mark.parametrize(
    ("name", "suffix"),
    [
        *[("a.tif", ".tif"), ("a.tiff", ".tif"), ("a.jpg", ".jpg"), ("a.jpeg", ".jpg"), ("a.png", ".png")],
        *[("a.gif", ".gif"), ("a.bmp", ".bmp"), ("a.webp", ".webp"), ("a.avif", ".avif")],
        ("big.tif", ".tif"),
    ],
)
def test_a_picture_of_any_format_is_recognised_by_its_content_and_set_as_it_looks(
    tmp_path: Path, name: str, suffix: str
) -> None:
    options = {"big_tiff": True} if name == "big.tif" else {}
    source = saved(page(), tmp_path / name, **options).rename(tmp_path / "a.doc")
    assert file_type(source) == suffix
    assert difference(drawn(converted(source)), page()) < 6


@pytest.mark.parametrize("brand", [b"heic", b"mif1"])
def test_a_photograph_in_heic_is_refused_with_what_to_do(tmp_path: Path, brand: bytes) -> None:
    source = tmp_path / "IMG_0001.jpg"
    source.write_bytes(b"\0\0\0\x18ftyp" + brand + b"\0\0\0\0mif1heic" + b"\0" * 200)
    with pytest.raises(UnknownFormat, match="Save it as JPEG"):
        file_type(source)


MODES: dict[str, Any] = {
    "black and white": ("a.tif", lambda: page().convert("1"), {"compression": "group4"}),
    "fax, group 3": ("a.tif", lambda: page().convert("1"), {"compression": "group3"}),
    "grey, LZW": ("a.tif", lambda: page().convert("L"), {"compression": "tiff_lzw"}),
    "colours, JPEG in TIFF": ("a.tif", page, {"compression": "jpeg"}),
    "CMYK in JPEG": ("a.jpg", lambda: page().convert("CMYK"), {}),
    "progressive JPEG": ("a.jpg", page, {"progressive": True}),
    "palette of two in PNG": ("a.png", lambda: page().convert("L").quantize(2), {"bits": 1}),
    "16 bits": ("a.tif", lambda: sixteen_bits(257), {}),
    "16 bits in PNG": ("a.png", lambda: sixteen_bits(257), {}),
    "fractions": ("a.tif", lambda: Image.fromarray(np.asarray(page().convert("L"), np.float32) / 255), {}),
    "opaque layer": ("a.png", lambda: page().convert("RGBA"), {}),
}


def sixteen_bits(factor: int) -> Image.Image:
    return Image.fromarray(np.asarray(page().convert("L")).astype(np.uint16) * factor)


@pytest.mark.parametrize("name", MODES)
def test_a_page_looks_as_it_was_whatever_its_colours_and_compression(tmp_path: Path, name: str) -> None:
    file, draw, options = MODES[name]
    target = converted(saved(draw(), tmp_path / file, **options))
    assert sizes(target) == [(612, 792)]
    assert difference(drawn(target), page()) < 9  # a blank or inverted page differs by 45


def test_pages_in_black_and_white_keep_every_pixel(tmp_path: Path) -> None:
    noise = Image.fromarray(np.random.default_rng(7).integers(0, 256, (300, 200), np.uint8)).convert("1")
    source = saved(noise, tmp_path / "a.tif", compression="tiff_lzw")
    with pypdfium2.PdfDocument(converted(source)) as document:
        (image,) = document[0].get_objects()
        result = image.get_bitmap().to_pil().convert("L")
        assert np.array_equal(np.asarray(result), np.asarray(noise.convert("L")))


def test_a_jpeg_file_is_in_the_pdf_as_it_is(tmp_path: Path) -> None:
    source = saved(page(), tmp_path / "a.jpg")
    assert source.read_bytes() in converted(source).read_bytes()


def test_transparent_areas_become_white_and_print_on_them_is_visible(tmp_path: Path) -> None:
    shown = page().convert("RGBA")
    values = np.array(shown)
    values[values[:, :, 0] == 255] = (0, 0, 0, 0)  # a transparent black, as programs export it
    target = converted(saved(Image.fromarray(values), tmp_path / "a.png"))
    assert difference(drawn(target), page()) < 6


def test_each_frame_is_a_page_in_order_and_previews_are_none(tmp_path: Path) -> None:
    preview = page(9).resize((85, 110))
    preview.encoderinfo = {"tiffinfo": {254: 1}}
    source = saved(page(1), tmp_path / "a.tif", preview, page(2), page(3))
    target = converted(source)
    assert len(sizes(target)) == 3
    for index in range(3):
        shown = [difference(drawn(target, index), page(mark)) for mark in (1, 2, 3)]
        assert shown.index(min(shown)) == index


def test_a_fax_has_all_its_pages_in_their_true_size(tmp_path: Path) -> None:
    fax = page().convert("1").resize((1728, 1078))
    target = converted(saved(fax, tmp_path / "a.tif", *[fax] * 39, compression="group3", dpi=(204, 98)))
    assert sizes(target) == [(round(1728 / 204 * 72), round(1078 / 98 * 72))] * 40


@pytest.mark.parametrize(
    ("pixels", "dpi", "expected"),
    [
        ((1700, 2200), (200, 200), (612, 792)),
        ((1728, 1078), (204, 98), (610, 792)),
        ((1700, 2200), None, (612, 792)),
        ((1700, 2200), (99999, 99999), (612, 792)),
        ((3024, 4032), (72, 72), (594, 792)),
        ((3024, 4032), None, (594, 792)),
        ((7200, 10800), (300, 300), (1728, 2592)),
    ],
    ids=[*("stated", "fax", "none", "absurd"), *("photograph", "photograph without any", "plan")],
)
def test_the_page_has_its_true_size_or_one_that_a_page_can_have(
    tmp_path: Path, pixels: tuple[int, int], dpi: tuple[int, int] | None, expected: tuple[int, int]
) -> None:
    source = tmp_path / "a.tif"
    Image.new("1", pixels, 1).save(source, compression="group4", **({"dpi": dpi} if dpi else {}))
    assert sizes(converted(source)) == [expected]


STORED_AS: dict[int, Image.Transpose | None] = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


@pytest.mark.parametrize(
    ("name", "orientation"),
    [*(("a.jpg", orientation) for orientation in STORED_AS), ("a.png", 6), ("a.tif", 6)],
)
def test_a_turned_or_mirrored_picture_stands_upright(tmp_path: Path, name: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    turn = STORED_AS[orientation]
    stored = page(3) if turn is None else page(3).transpose(turn)
    target = converted(saved(stored, tmp_path / name, exif=exif))
    assert sizes(target) == [(612, 792)]
    assert difference(drawn(target), page(3)) < 4


@pytest.mark.parametrize("share", [0.5, 0.99])
def test_a_truncated_jpeg_shows_its_upper_part_and_reports_the_damage(tmp_path: Path, share: float) -> None:
    source = saved(page(), tmp_path / "a.jpg")
    data = source.read_bytes()
    source.write_bytes(data[: int(share * len(data))])
    assert not to_pdf(source, tmp_path / "a.pdf").whole
    half = (0, 0, SIZE[0], 300)
    assert difference(drawn(tmp_path / "a.pdf").crop(half), page().crop(half)) < 6


def test_pages_behind_a_damaged_one_are_read_and_it_is_blank_in_its_place(tmp_path: Path) -> None:
    source = saved(page(1), tmp_path / "a.tif", page(2), page(3), compression="tiff_adobe_deflate")
    with Image.open(source) as known:
        known.seek(1)
        start = known.tag_v2[273][0]
    data = bytearray(source.read_bytes())
    data[start : start + 40] = b"\xff" * 40
    source.write_bytes(data)
    assert not to_pdf(source, tmp_path / "a.pdf").whole
    assert len(sizes(tmp_path / "a.pdf")) == 3
    assert difference(drawn(tmp_path / "a.pdf", 0), page(1)) < 6
    assert difference(drawn(tmp_path / "a.pdf", 2), page(3)) < 6


SOURCES: list[tuple[str, str, dict[str, Any]]] = [
    ("a.tif", "1", {"compression": "group3"}),
    ("a.tif", "L", {"compression": "tiff_lzw"}),
    ("a.tif", "RGB", {"compression": "jpeg"}),
    ("a.tif", "L", {}),
    ("a.jpg", "RGB", {}),
    ("a.png", "RGB", {}),
]


@pytest.mark.parametrize("seed", range(sample(12, 50)))
def test_a_mutated_file_is_read_or_refused(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    name, mode, options = SOURCES[seed % 6]
    first, *others = (page(mark).convert(mode) for mark in range(3 if name == "a.tif" else 1))
    source = saved(first, tmp_path / name, *others, **options)
    data = bytearray(source.read_bytes())
    where = 600 if seed % 2 else len(data)  # every second one at the head, where the structure of files is
    for _ in range(chance.choice((1, 5, 40))):
        data[chance.randrange(8, min(where, len(data)))] = chance.randrange(256)
    source.write_bytes(data)
    try:
        to_pdf(source, tmp_path / "a.pdf")
    except FileRefused as refused:
        assert refused.title and refused.remedy
    else:
        assert extract(tmp_path / "a.pdf"), "what was made can be read"


def test_more_pages_than_a_document_may_have_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "MAX_PAGES", 2)
    source = saved(page(), tmp_path / "a.tif", page(), page())
    with pytest.raises(TooLarge, match="more than 2 pages"):
        to_pdf(source, tmp_path / "a.pdf")


def test_a_page_of_too_many_pixels_is_blank_in_its_place_and_refused_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    huge = Image.new("1", (2000, 2000))
    source = saved(page(1), tmp_path / "a.tif", huge, page(2))
    alone = saved(huge, tmp_path / "b.tif")
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", SIZE[0] * SIZE[1])
    assert not to_pdf(source, tmp_path / "a.pdf").whole
    assert drawn(tmp_path / "a.pdf", 1).getextrema() == ((255, 255),) * 3
    assert difference(drawn(tmp_path / "a.pdf", 2), page(2)) < 4
    with pytest.raises(TooLarge):
        to_pdf(alone, tmp_path / "b.pdf")


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    """A picture of 16 thousand million pixels in 20 kB."""
    source = tmp_path / "bomb.png"
    Image.new("1", (64, 64)).save(source)
    data = bytearray(source.read_bytes())
    data[16:24] = (125_000).to_bytes(4, "big") * 2
    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    source.write_bytes(data)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(TooLarge):
        to_pdf(source, tmp_path / "a.pdf")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + 100_000


@pytest.mark.parametrize(
    ("size", "may_be"), [((1000, 1000), True), ((999, 5000), False), ((5000, 999), False), ((64, 64), False)]
)
@pytest.mark.parametrize("name", ["a.jpg", "a.png"])
def test_a_picture_with_enough_pixels_on_both_sides_may_be_a_page(
    tmp_path: Path, name: str, size: tuple[int, int], may_be: bool
) -> None:
    assert picture.may_be_page(saved(Image.new("L", size), tmp_path / name)) is may_be
