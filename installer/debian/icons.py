"""Draws the program's icon in the sizes of the hicolor theme, from the icon that the window uses."""

from __future__ import annotations

from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "resources/icons/briefbank.svg"
PIXELS = (16, 24, 32, 48, 64, 128, 256)
INK, PAPER = "#1f4e79", "#ffffff"
"""The accent of the light colours, and a paper colour that shows on dark desktops too."""


def scalable_icon() -> str:
    """Return the icon with a background of its own, because desktops show it on any colour."""
    drawing = SOURCE.read_text("utf-8")
    start = drawing.index(">") + 1
    head = drawing[:start].replace("currentColor", INK)
    ground = (
        f'<rect x="1" y="1" width="22" height="22" rx="5" fill="{PAPER}" stroke="{INK}" stroke-width="1"/>'
    )
    moved = '<g transform="translate(3 3) scale(.75)">'
    return f"{head}{ground}{moved}{drawing[start:].replace('</svg>', '')}</g></svg>\n"


def draw_icons(theme: Path) -> None:
    """Write ``scalable/apps/briefbank.svg`` and a PNG for each of ``PIXELS`` below ``theme``."""
    from PySide6.QtCore import QByteArray
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    drawing = scalable_icon()
    svg = theme / "scalable/apps/briefbank.svg"
    svg.parent.mkdir(parents=True, exist_ok=True)
    svg.write_text(drawing, "utf-8")
    renderer = QSvgRenderer(QByteArray(drawing.encode()))
    for size in PIXELS:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(0)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        file = theme / f"{size}x{size}/apps/briefbank.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        image.save(str(file))
