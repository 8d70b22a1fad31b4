"""Colours: one restrained set for light and one for dark.

The system decides which; :func:`follow_system` applies it and keeps following. Style rules stand in
``resources/style/briefbank.qss`` with the names of the colours in place of values.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from PySide6.QtCore import QFile, QIODevice, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from briefbank.paths import resources_folder


@dataclass(frozen=True, slots=True)
class Colours:
    """Every colour of the window. Text on its ground has a contrast of at least 4.5 to 1."""

    window: str
    surface: str
    sunken: str
    text: str
    muted: str
    line: str
    edge: str
    """The border of a control: 3 to 1 against its ground."""
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


LIGHT = Colours(
    window="#f4f3f0",
    surface="#ffffff",
    sunken="#e9e7e2",
    text="#1b1f24",
    muted="#59616b",
    line="#dcd9d2",
    edge="#85898f",
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
)

DARK = Colours(
    window="#1b1d20",
    surface="#232629",
    sunken="#151719",
    text="#e9e7e3",
    muted="#a9afb7",
    line="#393d42",
    edge="#7a8088",
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
)


def colours() -> Colours:
    """The set that is in use now, by what the palette says."""
    dark = QGuiApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128
    return DARK if dark else LIGHT


def palette(c: Colours) -> QPalette:
    """The palette from which Fusion draws every standard control."""
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
        made.setColor(QPalette.ColorGroup.Disabled, name, QColor(c.edge))
    return made


def style_rules(c: Colours) -> str:
    """The style sheet with its colours filled in."""
    source = QFile(str(resources_folder() / "style" / "briefbank.qss"))
    if not source.open(QIODevice.OpenModeFlag.ReadOnly | QIODevice.OpenModeFlag.Text):
        return ""
    rules = bytes(source.readAll().data()).decode("utf-8")
    for name, value in sorted(asdict(c).items(), key=lambda pair: -len(pair[0])):
        rules = rules.replace(f"@{name}", value)
    return rules


def apply(app: QApplication, dark: bool) -> None:
    base = DARK if dark else LIGHT
    app.setPalette(palette(base))
    app.setStyleSheet(style_rules(base))


def follow_system(app: QApplication) -> None:
    """Take the system's light or dark now and whenever it changes."""
    app.setStyle("Fusion")
    hints = app.styleHints()
    apply(app, hints.colorScheme() == Qt.ColorScheme.Dark)
    hints.colorSchemeChanged.connect(lambda scheme: apply(app, scheme == Qt.ColorScheme.Dark))
