"""Contrast, computed from the colours: inks on grounds, edges, focus; and which theme is in use."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication

from briefbank.domain.pages import Box
from briefbank.settings import Appearance
from ui.features.reader import painting
from ui.features.reader.page_cache import LIGHTEST, Marks
from ui.style import theme
from ui.style.theme import Colours, Theme, ThemeFollower, wanted_theme

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
UI = Path(theme.__file__).parents[1]
INKS = ("text", "muted", "accent", "warn", "good", "bad")
GROUNDS = ("window", "surface", "sunken", "hover", "accent_soft", "warn_soft", "good_soft", "bad_soft")
FILLS = {("on_accent", "accent"), ("on_mark", "mark"), ("surface", "bad")}
"""Ink and ground that belong together: the main button, marked words, the number on the rail."""
PRESSED = {("text", "line"), ("accent", "line")}
"""Colours while a button is held down or on; high contrast has other grounds for it."""
EVERY = pytest.mark.parametrize("look", list(Theme), ids=lambda look: look.value)


def light(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in QColor(colour).getRgbF()[:3]
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def between(c: Colours, ink: str, ground: str) -> float:
    return contrast(getattr(c, ink), getattr(c, ground))


def rules(c: Colours) -> dict[str, dict[str, str]]:
    """Selector → its declarations, with names of colours, the later ones over the earlier."""
    result: dict[str, dict[str, str]] = {}
    names = {field.name: f"@{field.name}" for field in fields(c) if field.type == "str"}
    text = re.sub(r"/\*.*?\*/", "", theme.style_rules(replace(c, **names)), flags=re.S)
    for selectors, body in re.findall(r"([^{}]+)\{([^}]*)\}", text):
        said = dict(re.findall(r"([\w-]+)\s*:\s*([^;]+)", body))
        for selector in selectors.split(","):
            result.setdefault(selector.strip(), {}).update(said)
    return result


def named(value: str) -> str:
    """The colour in '1px solid @edge'; empty for none."""
    match = re.search(r"@(\w+)", value)
    return match[1] if match else ""


@EVERY
def test_every_ink_can_be_read_on_every_ground(look: Theme) -> None:
    c, least = look.colours, 7 if look.colours.contrast else 4.5
    expected = {*product(INKS, GROUNDS), *FILLS, *(set() if c.contrast else PRESSED)}
    assert {pair for pair in expected if between(c, *pair) < least} == set()


@EVERY
def test_the_edges_of_controls_and_the_line_of_the_focus_are_seen_on_every_ground(look: Theme) -> None:
    c = look.colours
    lines = ("edge", "accent", "bad") + (("line", "faint") if c.contrast else ())
    assert {pair for pair in product(lines, GROUNDS[:5]) if between(c, *pair) < 3} == set()


def test_words_stay_readable_under_what_is_laid_over_a_page() -> None:
    c = painting.WHITE_PAPER
    laid_over = (c.band, c.words, c.selected, c.match, c.current)
    assert all(contrast("#000000", over.name()) >= 7 for over in laid_over)


def test_words_on_dark_pages_stay_readable_under_what_is_laid_over_them() -> None:
    ink, marks = (
        f"#{LIGHTEST:02x}{LIGHTEST:02x}{LIGHTEST:02x}",
        Marks((Box(10, 10, 50, 30),), (Box(10, 10, 50, 30),)),
    )
    for paint in (
        lambda painter: painting.paint_marks(painter, marks, 1.0, painting.DARK_PAPER),
        lambda painter: painting.paint_found(painter, marks.words, True, 1.0, painting.DARK_PAPER),
        lambda painter: painting.paint_selection(painter, marks.words, 1.0, painting.DARK_PAPER),
    ):
        seen = []
        for ground in (painting.DARK_PAPER.paper, QColor(ink)):
            page = QImage(60, 40, QImage.Format.Format_RGB32)
            page.fill(ground)
            painter = QPainter(page)
            paint(painter)
            painter.end()
            seen.append(page.pixelColor(30, 20).name())
        assert contrast(*seen) >= 4.5 and seen[0] != painting.DARK_PAPER.paper.name()


@pytest.mark.parametrize("look", [Theme.LIGHT, Theme.CONTRAST_LIGHT])
def test_in_high_contrast_a_passage_on_a_page_has_an_outline_beside_its_colour(
    qapp: QApplication, follower: ThemeFollower, look: Theme
) -> None:
    theme.apply(qapp, look)
    page = QImage(60, 40, QImage.Format.Format_RGB32)
    page.fill(painting.WHITE_PAPER.paper)
    painter = QPainter(page)
    painting.paint_marks(painter, Marks((Box(10, 10, 50, 30),), ()), 1.0)
    painter.end()
    darkest = min(light(page.pixelColor(30, y).name()) for y in range(40))
    assert (contrast("#ffffff", page.pixelColor(30, 20).name()) < 1.5) and (
        darkest < 0.3
    ) is look.colours.contrast


@EVERY
def test_the_style_rules_join_only_inks_and_grounds_that_were_measured(look: Theme) -> None:
    c = look.colours
    measured = {*product(INKS, (*GROUNDS, "transparent", "")), *FILLS, *(set() if c.contrast else PRESSED)}
    for selector, said in rules(c).items():
        ink = named(said.get("color", ""))
        ground = named(said.get("background", "")) or said.get("background", "")
        if not ink or ":disabled" in selector:
            continue
        assert (ink, ground) in measured, selector


@EVERY
def test_the_palette_of_standard_controls_is_as_readable_as_our_own(look: Theme) -> None:
    made, role = theme.palette(look.colours), QPalette.ColorRole
    for ink, ground in (
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.ButtonText, role.Button),
        (role.HighlightedText, role.Highlight),
        (role.ToolTipText, role.ToolTipBase),
        (role.PlaceholderText, role.Base),
        (role.Link, role.Window),
    ):
        result = contrast(made.color(ink).name(), made.color(ground).name())
        assert result >= (7 if look.colours.contrast else 4.5), (ink, ground)


def test_painters_take_their_colours_from_the_theme() -> None:
    on_paper = {"theme.py", "painting.py", "canvas.py"}  # a page is paper in any theme
    for module in (module for module in UI.rglob("*.py") if module.name not in on_paper):
        assert not re.search(r"[\"']#[0-9a-fA-F]{3,8}[\"']", module.read_text(encoding="utf-8")), module.name


@pytest.mark.parametrize(
    ("chosen", "scheme", "high", "wanted"),
    [
        (Appearance.SYSTEM, Qt.ColorScheme.Unknown, False, Theme.LIGHT),
        (Appearance.SYSTEM, Qt.ColorScheme.Dark, False, Theme.DARK),
        (Appearance.SYSTEM, Qt.ColorScheme.Light, True, Theme.CONTRAST_LIGHT),
        (Appearance.SYSTEM, Qt.ColorScheme.Dark, True, Theme.CONTRAST_DARK),
        (Appearance.LIGHT, Qt.ColorScheme.Dark, False, Theme.LIGHT),
        (Appearance.DARK, Qt.ColorScheme.Light, False, Theme.DARK),
        (Appearance.DARK, Qt.ColorScheme.Light, True, Theme.CONTRAST_DARK),
        (Appearance.CONTRAST, Qt.ColorScheme.Dark, False, Theme.CONTRAST_DARK),
        (Appearance.CONTRAST, Qt.ColorScheme.Unknown, False, Theme.CONTRAST_LIGHT),
    ],
)
def test_the_theme_follows_from_the_choice_and_the_system(
    chosen: Appearance, scheme: Qt.ColorScheme, high: bool, wanted: Theme
) -> None:
    assert wanted_theme(chosen, scheme, high) is wanted
