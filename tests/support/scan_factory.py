"""Scans of made-up pages as pictures, for tests that read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from briefbank.paths import resources_folder

LINES = (
    "POINT I",
    "",
    "The trial court erred because the officer had no reasonable",
    "suspicion when he stopped the wagon. A {0} is no ground",
    "for a stop, and a hunch is not reasonable suspicion either.",
    "The evidence about the {0} should have been suppressed, and",
    "the order below should be reversed.",
)
SIZE = (1700, 2200)
LEFT, TOP, LEADING = 200, 300, 60
FONT = ImageFont.truetype(resources_folder() / "fonts" / "DejaVuSerifCondensed.ttf", 34)


def scan(word: str) -> Image.Image:
    """A sheet of Letter at 200 dpi with a paragraph about the word."""
    image = Image.new("L", SIZE, 255)
    pencil = ImageDraw.Draw(image)
    for number, line in enumerate(LINES):
        pencil.text((LEFT, TOP + LEADING * number), line.format(word), fill=0, font=FONT)
    return image


def tiff(path: Path, *words: str, **options: Any) -> Path:
    first, *others = (scan(word).convert("1") for word in words)
    how: dict[str, Any] = {"compression": "group4", "dpi": (200, 200), **options}
    first.save(path, save_all=True, append_images=others, **how)
    return path


def place_of(width: float, height: float) -> tuple[float, float]:
    """Return the left and upper edge of the first occurrence of the word on a page of this size."""
    number, line = next((number, line) for number, line in enumerate(LINES) if "{0}" in line)
    before = FONT.getlength(line[: line.index("{0}")])
    return (LEFT + before) / SIZE[0] * width, (TOP + LEADING * number) / SIZE[1] * height


def pdf(path: Path, *words: str) -> Path:
    """Write a PDF with a scanned page about each word."""
    first, *others = (scan(word) for word in words)
    first.save(path, "PDF", save_all=True, append_images=others, resolution=200.0)
    return path
