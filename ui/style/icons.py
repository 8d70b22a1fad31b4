"""The icons, drawn by us as outlines and tinted with the colours in use."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from briefbank.paths import resources_folder
from ui.style.theme import colours

SCALES = (1.0, 2.0, 3.0)


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
    return QSvgRenderer(QByteArray(_source(name).replace("currentColor", colour).encode()))


@lru_cache(maxsize=256)
def _source(name: str) -> str:
    """Return the SVG source, cached because each is needed in several colours and reading a file is the slow
    part."""
    return (resources_folder() / "icons" / f"{name}.svg").read_text(encoding="utf-8")


def icon(name: str, colour: str = "", checked: str = "", size: int = 20) -> QIcon:
    """Return an icon for a button; ``checked`` is its colour while the button is on."""
    c = colours()
    made = QIcon()
    for ratio in SCALES:
        made.addPixmap(pixmap(name, colour or c.text, size, ratio), QIcon.Mode.Normal, QIcon.State.Off)
        made.addPixmap(pixmap(name, c.faint, size, ratio), QIcon.Mode.Disabled, QIcon.State.Off)
        if checked:
            made.addPixmap(pixmap(name, checked, size, ratio), QIcon.Mode.Normal, QIcon.State.On)
    return made
