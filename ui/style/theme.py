"""Colours: one restrained set for light, one for dark, and two of high contrast.

:mod:`ui.style.theme` decides which of them is in use. Style rules stand in
``resources/style/briefbank.qss`` with the names of the colours in place of values; ``contrast.qss`` beside it
adds what high contrast draws thicker.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from enum import Enum
from functools import lru_cache

from PySide6.QtCore import QByteArray, QEvent, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPainter, QPalette, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QWidget

from briefbank import settings
from briefbank.paths import resources_folder
from briefbank.settings import Appearance


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
    """High contrast: lines are visible, nothing is shown by a soft background alone."""


VALUES = {
    "window": ("#f4f3f0", "#1b1d20", "#ffffff", "#000000"),
    "surface": ("#ffffff", "#232629", "#fefefe", "#010101"),
    "sunken": ("#e9e7e2", "#151719", "#f0f0f0", "#121212"),
    "text": ("#1b1f24", "#e9e7e3", "#000000", "#ffffff"),
    "muted": ("#59616b", "#a9afb7", "#2b2b2b", "#e0e0e0"),
    "line": ("#dcd9d2", "#393d42", "#5c5c5c", "#9a9a9a"),
    "edge": ("#7c8087", "#868c94", "#000000", "#ffffff"),
    "accent": ("#1f4f87", "#8fbcf0", "#00357a", "#7fd1ff"),
    "on_accent": ("#ffffff", "#0f2238", "#ffffff", "#000000"),
    "accent_soft": ("#e4edf7", "#27384c", "#d6e6ff", "#00304f"),
    "hover": ("#f4f6f9", "#292d31", "#eef4ff", "#1c1c1c"),
    "mark": ("#ffe38a", "#6d5612", "#ffdf3d", "#ffeb3b"),
    "on_mark": ("#1b1f24", "#fff4cf", "#000000", "#000000"),
    "warn": ("#824600", "#f0b862", "#5a2f00", "#ffc94d"),
    "warn_soft": ("#fdf1dc", "#3a2f1b", "#fff0d0", "#2e2000"),
    "good": ("#1b693a", "#80cd9a", "#00431c", "#6df59a"),
    "good_soft": ("#e3f2e8", "#1f3527", "#d9f5e2", "#002e12"),
    "bad": ("#a1261b", "#f49b90", "#7a0b00", "#ffa69a"),
    "bad_soft": ("#fbe8e5", "#42231f", "#ffe4df", "#3a0600"),
    "faint": ("#85898f", "#7a8088", "#6b6b6b", "#9a9a9a"),
}
"""The values in light, dark, and light and dark of high contrast."""
LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK = (
    Colours(**{name: values[number] for name, values in VALUES.items()}, contrast=number >= 2)
    for number in range(4)
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


SETS = dict(zip(Theme, (LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK), strict=True))
FOCUS = 2  # The thickness of the focus frame, in logical pixels
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
    result = QPalette(QColor(c.window))
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
        result.setColor(name, QColor(value))
    for name in (role.Text, role.WindowText, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, name, QColor(c.faint))
    return result


def style_rules(c: Colours) -> str:
    """Return the style sheet with its colours filled in. It takes pictures from files, not tinted ones."""
    folder = resources_folder()
    names = ("briefbank", "contrast") if c.contrast else ("briefbank",)
    rules = "".join((folder / "style" / f"{name}.qss").read_text(encoding="utf-8") for name in names)
    shade = "dark" if QColor(c.on_accent).lightness() < 128 else "white"
    rules = rules.replace("@tick", (folder / "icons" / f"tick-{shade}.svg").as_posix())
    for name in sorted((field.name for field in fields(c)), key=len, reverse=True):
        rules = rules.replace(f"@{name}", str(getattr(c, name)))
    return rules


def apply(app: QApplication, theme: Theme) -> None:
    """Set palette and style rules of the whole program. GUI thread."""
    app.setStyleSheet("")  # to replace one style sheet by another takes Qt five times as long
    app.setPalette(palette(theme.colours))
    app.setStyleSheet(style_rules(theme.colours))


def restyle(widget: QWidget, **properties: str | bool) -> None:
    """Set properties, such as ``role="bad"``, and apply the style sheet's rules for them."""
    for name, value in properties.items():
        widget.setProperty(name, value)
    widget.style().polish(widget)


def paint_focus(painter: QPainter, frame: QRect | QRectF, radius: float = 0.0) -> None:
    """Paint the frame of what has the focus just inside ``frame``; ``radius`` of its corners in pixels."""
    inset = FOCUS / 2
    painter.save()
    painter.setPen(QPen(QColor(colours().accent), FOCUS))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(frame).adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.restore()


@lru_cache(maxsize=256)
def pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    """Return one icon of ``size`` logical pixels, sharp at the device pixel ratio. GUI thread."""
    drawn = QPixmap(round(size * ratio), round(size * ratio))
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    _renderer(name, colour).render(painter, QRectF(0, 0, drawn.width(), drawn.height()))
    painter.end()
    drawn.setDevicePixelRatio(ratio)
    return drawn


@lru_cache(maxsize=256)
def _renderer(name: str, colour: str) -> QSvgRenderer:
    source = (resources_folder() / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    return QSvgRenderer(QByteArray(source.replace("currentColor", colour).encode()))


def icon(name: str, colour: str = "", checked: str = "", size: int = 20) -> QIcon:
    """Return an icon for a button; ``checked`` is its colour while the button is on."""
    c = colours()
    result = QIcon()
    for ratio in (1.0, 2.0, 3.0):
        result.addPixmap(pixmap(name, colour or c.text, size, ratio), QIcon.Mode.Normal, QIcon.State.Off)
        result.addPixmap(pixmap(name, c.faint, size, ratio), QIcon.Mode.Disabled, QIcon.State.Off)
        if checked:
            result.addPixmap(pixmap(name, checked, size, ratio), QIcon.Mode.Normal, QIcon.State.On)
    return result


SCHEMES = {
    Appearance.SYSTEM: Qt.ColorScheme.Unknown,
    Appearance.LIGHT: Qt.ColorScheme.Light,
    Appearance.DARK: Qt.ColorScheme.Dark,
    Appearance.CONTRAST: Qt.ColorScheme.Unknown,
}
"""The scheme set in Qt, so that title bars and the system's own dialogs match; Unknown: the system's."""


class _FontWatch(QWidget):
    """A hidden window that reports changes of the system's font. Widgets inside a window do not get them
    under a style sheet, and keep the font that they had when the sheet was set (as of Qt 6.11)."""

    changed = Signal()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.changed.emit()


class ThemeFollower(QObject):
    """Applies the theme and the size of text that follow from the choices and from the system, and again
    whenever one changes."""

    def __init__(self, app: QApplication, chosen: Appearance, text_size: int = 100) -> None:
        super().__init__(app)
        self._app, self._chosen = app, chosen
        self._applied: Theme | None = None
        self._font = self._system_font = app.font()
        self._text_size = 100
        self._font_watch = _FontWatch()
        # Later, because a style sheet that is in use at the moment must not be taken away.
        self._font_watch.changed.connect(self._follow_font, Qt.ConnectionType.QueuedConnection)
        hints = app.styleHints()
        hints.colorSchemeChanged.connect(self._apply_wanted)
        if hasattr(hints, "accessibility"):  # Qt 6.10 and later
            hints.accessibility().contrastPreferenceChanged.connect(self._apply_wanted)
        self.choose(chosen)
        self.resize_text(text_size)

    @property
    def chosen(self) -> Appearance:
        return self._chosen

    def choose(self, chosen: Appearance) -> None:
        """Set the choice at once, in all windows."""
        self._chosen = chosen
        self._app.styleHints().setColorScheme(SCHEMES[chosen])
        self._apply_wanted()

    def resize_text(self, percent: int) -> None:
        """Set the size of the text in percent of the system's, at once, in all windows."""
        if percent != self._text_size:
            self._text_size = percent
            self._set_font()

    def _apply_wanted(self) -> None:
        hints = self._app.styleHints()
        contrast = False
        if hasattr(hints, "accessibility"):  # Qt 6.10 and later
            contrast = hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast
        new_theme = wanted_theme(self._chosen, hints.colorScheme(), contrast)
        if new_theme is not self._applied:
            self._applied = new_theme
            apply(self._app, new_theme)

    def _follow_font(self) -> None:
        if self._app.font() != self._font:  # the system's font changed, not ours
            self._system_font = self._app.font()
            self._set_font()

    def _set_font(self) -> None:
        """Set the font, and the style sheet again: with it all widgets take that font."""
        self._font = QFont(self._system_font)
        self._font.setPointSizeF(self._font.pointSizeF() * self._text_size / 100)
        if self._app.font() != self._font:
            self._app.setFont(self._font)
        if self._applied is not None:
            apply(self._app, self._applied)


@contextmanager
def styled_at_once(app: QApplication) -> Iterator[None]:
    """Apply the style sheet to everything created within, in one go afterwards.

    A widget is otherwise styled anew with everything in it at each step up into its window, which takes three
    times as long as creating the window.
    """
    sheet = app.styleSheet()
    app.setStyleSheet("")
    try:
        yield
    finally:
        app.setStyleSheet(sheet)


def wanted_theme(chosen: Appearance, scheme: Qt.ColorScheme, contrast: bool) -> Theme:
    """Return the theme for a choice, the system's light or dark, and whether the system asks for high
    contrast.

    A person who chose light or dark on a system of high contrast sees high contrast: the system's wish is an
    accommodation, the choice is a taste.
    """
    dark = scheme == Qt.ColorScheme.Dark or chosen is Appearance.DARK
    dark = dark and chosen is not Appearance.LIGHT
    if contrast or chosen is Appearance.CONTRAST:
        return Theme.CONTRAST_DARK if dark else Theme.CONTRAST_LIGHT
    return Theme.DARK if dark else Theme.LIGHT


def start_following(app: QApplication) -> ThemeFollower:
    """Start to follow, before the first window, or return the follower that exists already. GUI thread.

    Two followers would style every widget twice at each change.
    """
    followers = app.findChildren(ThemeFollower)
    if followers:
        return followers[0]
    app.setStyle("Fusion")
    chosen = settings.load()
    return ThemeFollower(app, chosen.appearance, chosen.text_size)


def choose(chosen: Appearance) -> None:
    """Let the program look as chosen from now on; without effect where there is no follower."""
    for follower in _followers():
        follower.choose(chosen)


def resize_text(percent: int) -> None:
    """Show all text in a size from now on, in percent of the system's (``settings.TEXT_SIZES``)."""
    for follower in _followers():
        follower.resize_text(percent)


def _followers() -> list[ThemeFollower]:
    app = QGuiApplication.instance()
    return app.findChildren(ThemeFollower) if app is not None else []
