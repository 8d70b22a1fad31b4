"""Chooses the theme: the one that the system asks for, or the one that a person chose in the settings.

The size of text is always the system's, also when it is changed there while the window is open.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QStyleHints
from PySide6.QtWidgets import QApplication, QWidget

from briefbank import settings
from briefbank.settings import Appearance
from ui.style import theme
from ui.style.theme import Theme

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
    """Applies the theme that follows from the choice and from the system, and again whenever one changes."""

    def __init__(self, app: QApplication, chosen: Appearance) -> None:
        super().__init__(app)
        self._app, self._chosen = app, chosen
        self._applied: Theme | None = None
        self._font = app.font()
        self._font_watch = _FontWatch()
        self._font_watch.changed.connect(self._follow_font)
        hints = app.styleHints()
        hints.colorSchemeChanged.connect(self._apply_wanted)
        if hasattr(hints, "accessibility"):  # Qt 6.10 and later
            hints.accessibility().contrastPreferenceChanged.connect(self._apply_wanted)
        self.choose(chosen)

    @property
    def chosen(self) -> Appearance:
        return self._chosen

    def choose(self, chosen: Appearance) -> None:
        """Set the choice at once, in all windows."""
        self._chosen = chosen
        self._app.styleHints().setColorScheme(SCHEMES[chosen])
        self._apply_wanted()

    def _apply_wanted(self) -> None:
        hints = self._app.styleHints()
        new_theme = wanted_theme(self._chosen, hints.colorScheme(), high_contrast(hints))
        if new_theme is not self._applied:
            self._applied = new_theme
            theme.apply(self._app, new_theme)

    def _follow_font(self) -> None:
        """Set the style sheet again: with it all widgets take the present font of the system."""
        font = self._app.font()
        if font != self._font and self._applied is not None:
            self._font = font
            theme.apply(self._app, self._applied)


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


def high_contrast(hints: QStyleHints) -> bool:
    """Tell whether the system asks for it: contrast themes of Windows, a switch of macOS and GNOME (Qt
    6.10)."""
    if not hasattr(hints, "accessibility"):
        return False
    return bool(hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast)


def start_following(app: QApplication) -> ThemeFollower:
    """Start to follow, before the first window, or return the follower that exists already. GUI thread.

    Two followers would style every widget twice at each change.
    """
    followers = app.findChildren(ThemeFollower)
    if followers:
        return followers[0]
    app.setStyle("Fusion")
    return ThemeFollower(app, settings.load().appearance)


def choose(chosen: Appearance) -> None:
    """Let the program look as chosen from now on; without effect where there is no follower."""
    app = QGuiApplication.instance()
    for follower in app.findChildren(ThemeFollower) if app is not None else ():
        follower.choose(chosen)
