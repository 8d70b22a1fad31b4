"""Tests that the skew of a page is measured to half a degree."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from briefbank.ocr.picture import skew_degrees


def lines(turn: float, *, sideways: bool = False) -> np.ndarray:
    image = Image.new("L", (540, 700), 255)
    draw = ImageDraw.Draw(image)
    for y in range(80, 620, 14):
        for x in range(60, 470, 9):
            draw.rectangle((x, y, x + 5 + (x * y) % 3, y + 6), fill=0)
    if sideways:
        image = image.transpose(Image.Transpose.ROTATE_90)
    return np.asarray(image.rotate(turn, fillcolor=255, resample=Image.Resampling.BILINEAR))


@pytest.mark.parametrize("turn", [-4.0, 0.0, 2.0])
@pytest.mark.parametrize("sideways", [False, True])
def test_the_angle_is_found(turn: float, sideways: bool) -> None:
    assert abs(skew_degrees(lines(turn, sideways=sideways))) == pytest.approx(abs(turn), abs=0.5)


def test_blank_and_noisy_pages_are_level() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (500, 400)).astype(np.uint8)
    assert skew_degrees(np.full((500, 400), 255, np.uint8)) == 0.0
    assert skew_degrees(noise) == 0.0
