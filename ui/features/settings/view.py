"""The settings page: the panels of the registry, one below the other."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QWidget

from ui.features.settings import registry
from ui.i18n.translate import tr
from ui.kit.controls import label
from ui.kit.page_parts import page_body, page_head, scrolled

W = TypeVar("W", bound=QWidget)


class SettingsView(QWidget):
    """A page that knows none of its panels by name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.panels: tuple[QWidget, ...] = tuple(panel_type.widget() for panel_type in registry.PANELS)
        head, inside = page_head()
        inside.addWidget(label(tr("Settings"), scale=1.5, bold=True))
        page_body(self, head, scrolled(*self.panels))

    def panel(self, kind: type[W]) -> W:
        """Return the panel of a class."""
        return next(panel for panel in self.panels if isinstance(panel, kind))
