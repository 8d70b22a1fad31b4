"""Colours: one restrained set for light, one for dark, and two of high contrast.

:mod:`ui.style.appearance` decides which of them is in use. Style rules stand in
``resources/style/briefbank.qss`` with the names of the colours in place of values; ``contrast.qss`` beside it
adds what high contrast draws thicker.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from enum import Enum

from PySide6.QtCore import QFile, QIODevice
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from briefbank.paths import resources_folder


@dataclass(frozen=True, slots=True)
class Colours:
    """Every colour of the window.

    Text on its background has a contrast of at least 4.5 to 1, in high contrast 7 to 1 (WCAG 2.2, criteria
    1.4.3 and 1.4.6); other visible parts have 3 to 1 (1.4.11).
    """

    window: str
    surface: str
    sunken: str
    text: str
    muted: str
    line: str
    edge: str  # The border of a control: 3 to 1 against its background
    accent: str
    on_accent: str
    accent_soft: str
    hover: str
    mark: str
    on_mark: str
    warn: str
    warn_soft: str
    good: str
    good_soft: str
    bad: str
    bad_soft: str
    faint: str  # The colour of disabled parts; it may be paler than text (an exception of criterion 1.4.3)
    contrast: bool = False
    """High contrast: lines are visible, the focus is thicker, nothing is shown by a soft background alone."""

    @property
    def focus(self) -> int:
        """The thickness of the focus frame, in logical pixels."""
        return 3 if self.contrast else 2


LIGHT = Colours(
    window="#f4f3f0",
    surface="#ffffff",
    sunken="#e9e7e2",
    text="#1b1f24",
    muted="#59616b",
    line="#dcd9d2",
    edge="#7c8087",
    accent="#1f4f87",
    on_accent="#ffffff",
    accent_soft="#e4edf7",
    hover="#f4f6f9",
    mark="#ffe38a",
    on_mark="#1b1f24",
    warn="#824600",
    warn_soft="#fdf1dc",
    good="#1b693a",
    good_soft="#e3f2e8",
    bad="#a1261b",
    bad_soft="#fbe8e5",
    faint="#85898f",
)

DARK = Colours(
    window="#1b1d20",
    surface="#232629",
    sunken="#151719",
    text="#e9e7e3",
    muted="#a9afb7",
    line="#393d42",
    edge="#868c94",
    accent="#8fbcf0",
    on_accent="#0f2238",
    accent_soft="#27384c",
    hover="#292d31",
    mark="#6d5612",
    on_mark="#fff4cf",
    warn="#f0b862",
    warn_soft="#3a2f1b",
    good="#80cd9a",
    good_soft="#1f3527",
    bad="#f49b90",
    bad_soft="#42231f",
    faint="#7a8088",
)

CONTRAST_LIGHT = Colours(
    window="#ffffff",
    surface="#fefefe",
    sunken="#f0f0f0",
    text="#000000",
    muted="#2b2b2b",
    line="#5c5c5c",
    edge="#000000",
    accent="#00357a",
    on_accent="#ffffff",
    accent_soft="#d6e6ff",
    hover="#eef4ff",
    mark="#ffdf3d",
    on_mark="#000000",
    warn="#5a2f00",
    warn_soft="#fff0d0",
    good="#00431c",
    good_soft="#d9f5e2",
    bad="#7a0b00",
    bad_soft="#ffe4df",
    faint="#6b6b6b",
    contrast=True,
)

CONTRAST_DARK = Colours(
    window="#000000",
    surface="#010101",
    sunken="#121212",
    text="#ffffff",
    muted="#e0e0e0",
    line="#9a9a9a",
    edge="#ffffff",
    accent="#7fd1ff",
    on_accent="#000000",
    accent_soft="#00304f",
    hover="#1c1c1c",
    mark="#ffeb3b",
    on_mark="#000000",
    warn="#ffc94d",
    warn_soft="#2e2000",
    good="#6df59a",
    good_soft="#002e12",
    bad="#ffa69a",
    bad_soft="#3a0600",
    faint="#9a9a9a",
    contrast=True,
)


class Theme(Enum):
    """The appearances of the window; the value is used in the names of its screenshots."""

    LIGHT = "light"
    DARK = "dark"
    CONTRAST_LIGHT = "contrast-light"
    CONTRAST_DARK = "contrast-dark"

    @property
    def colours(self) -> Colours:
        return SETS[self]

    @property
    def dark(self) -> bool:
        return self in (Theme.DARK, Theme.CONTRAST_DARK)


SETS = {
    Theme.LIGHT: LIGHT,
    Theme.DARK: DARK,
    Theme.CONTRAST_LIGHT: CONTRAST_LIGHT,
    Theme.CONTRAST_DARK: CONTRAST_DARK,
}
FOCUS_RULE = re.compile(r"([^{}]*:focus[^{}]*)\{([^}]*)\}")
PADDING = re.compile(r"padding[^;]*")
LENGTH = re.compile(r"(\d+)px")
_BY_WINDOW = {QColor(c.window).rgb(): theme for theme, c in SETS.items()}


def current() -> Theme:
    """Return the theme in use, recognised by the palette: no two themes have the same background."""
    ground = QGuiApplication.palette().color(QPalette.ColorRole.Window)
    return _BY_WINDOW.get(ground.rgb(), Theme.DARK if ground.lightness() < 128 else Theme.LIGHT)


def colours() -> Colours:
    """Return the colours in use."""
    return SETS[current()]


def palette(c: Colours) -> QPalette:
    """Return the palette from which Fusion draws every standard control."""
    role = QPalette.ColorRole
    made = QPalette(QColor(c.window))
    for name, value in (
        (role.Window, c.window),
        (role.WindowText, c.text),
        (role.Base, c.surface),
        (role.Text, c.text),
        (role.Button, c.surface),
        (role.ButtonText, c.text),
        (role.BrightText, c.text),
        (role.Light, c.surface),
        (role.Midlight, c.line),
        (role.Mid, c.line),
        (role.Dark, c.edge),
        (role.Shadow, c.edge),
        (role.Highlight, c.accent),
        (role.HighlightedText, c.on_accent),
        (role.Link, c.accent),
        (role.LinkVisited, c.accent),
        (role.PlaceholderText, c.muted),
        (role.AlternateBase, c.hover),
        (role.ToolTipBase, c.surface),
        (role.ToolTipText, c.text),
        (role.Accent, c.accent),
    ):
        made.setColor(name, QColor(value))
    for name in (role.Text, role.WindowText, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, name, QColor(c.faint))
    return made


def style_rules(c: Colours) -> str:
    """Return the style sheet with its colours filled in."""
    rules = _rules("briefbank")
    if c.contrast:
        rules = (rules + _rules("contrast")).replace("2px solid transparent", "3px solid transparent")
        rules = FOCUS_RULE.sub(_thicker_focus, rules)
    rules = rules.replace("@tick", _tick_file(c))
    names = sorted((field.name for field in fields(c)), key=len, reverse=True)
    for name in names:
        rules = rules.replace(f"@{name}", str(getattr(c, name)))
    return rules


def _tick_file(c: Colours) -> str:
    """Return the file with the tick of a checked box: style sheets take pictures from files, not tinted
    ones."""
    shade = "dark" if QColor(c.on_accent).lightness() < 128 else "white"
    return (resources_folder() / "icons" / f"tick-{shade}.svg").as_posix()


def _thicker_focus(rule: re.Match[str]) -> str:
    """Return a focus rule with more border and less padding, so that nothing moves."""
    selectors, body = rule.groups()
    body = body.replace("2px solid", "3px solid")
    return f"{selectors}{{{PADDING.sub(_narrower_padding, body)}}}"


def _narrower_padding(padding: re.Match[str]) -> str:
    return LENGTH.sub(lambda length: f"{max(0, int(length[1]) - 1)}px", padding[0])


def _rules(name: str) -> str:
    source = QFile(str(resources_folder() / "style" / f"{name}.qss"))
    if not source.open(QIODevice.OpenModeFlag.ReadOnly | QIODevice.OpenModeFlag.Text):
        return ""
    return bytes(source.readAll().data()).decode("utf-8")


def apply(app: QApplication, theme: Theme) -> None:
    """Set palette and style rules of the whole program. GUI thread."""
    app.setPalette(palette(theme.colours))
    app.setStyleSheet(style_rules(theme.colours))
