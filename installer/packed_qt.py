"""Selects the parts of Qt in a package: what the window imports, its plugins, and their libraries."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

MODULES = frozenset(
    (
        *("Core", "Gui", "Widgets", "PrintSupport", "Svg", "DBus", "XcbQpa", "OpenGL"),
        *("WaylandClient", "WlShellIntegration"),
    )
)
"""Qt's libraries; the last ones are for the plugins of X11 and Wayland. Libraries that draw through OpenGL
are left out, because the window draws in memory.
"""

PLUGINS = {
    "platforms": r"q?(xcb|wayland.*|offscreen|windows|cocoa)",
    "platformthemes": r".*",
    "platforminputcontexts": r"(compose|ibus).*",
    "imageformats": r"q(svg|jpeg|ico|gif)",
    "iconengines": r"qsvgicon",
    "printsupport": r".*",
    "styles": r".*",
    "wayland-decoration-client": r".*",
    "wayland-shell-integration": r".*",
}
"""Folders of plugins, and the names in them without "lib" and ending; all others are left out."""

LANGUAGES = ("es",)  # Languages of Qt's own texts, which are those of the window

UNUSED_MODULES = (
    *("PySide6.QtNetwork", "PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtPdf", "PySide6.QtOpenGL"),
    *("PySide6.QtWebEngineCore", "PySide6.QtMultimedia", "PySide6.QtTest", "PySide6.QtAsyncio"),
)
"""Modules that the window never imports; PyInstaller's analysis must not include them."""


def is_kept(place: str) -> bool:
    """Tell whether a file that PyInstaller found goes into the package; files that are not Qt's all do."""
    path = PurePosixPath(place.replace("\\", "/"))
    if "plugins" in path.parts:
        return _is_plugin(path)
    if "translations" in path.parts and "PySide6" in path.parts:
        return path.stem in {f"qtbase_{language}" for language in LANGUAGES}
    library = re.match(r"(?:lib)?Qt6?([A-Z]\w*?)(?:\.|$)", path.name)
    return library is None or library[1] in MODULES


def _is_plugin(path: PurePosixPath) -> bool:
    pattern = PLUGINS.get(path.parent.name)
    name = path.name.split(".")[0].removeprefix("lib")
    return pattern is not None and re.fullmatch(pattern, name) is not None
