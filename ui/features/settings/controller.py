"""Connects the panels of the settings page to the settings file, the library and the watched folders."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject

from ui.features.intake.folder_watch_controller import FolderWatchController
from ui.features.settings import registry
from ui.features.settings.settings_panel import PanelContext, PanelController
from ui.features.settings.view import SettingsView
from ui.jobs import Jobs

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

C = TypeVar("C", bound=PanelController)


class SettingsController(QObject):
    """The controller of the page: it makes those of the panels."""

    def __init__(
        self, library: LibraryApi, jobs: Jobs, folder_watch: FolderWatchController, page: SettingsView
    ) -> None:
        super().__init__(page)
        context = PanelContext(library, jobs, folder_watch)
        self._controllers = tuple(
            panel_type.controller(panel, context)
            for panel_type, panel in zip(registry.PANELS, page.panels, strict=True)
        )

    def of(self, kind: type[C]) -> C:
        """Return the controller of a class."""
        return next(controller for controller in self._controllers if isinstance(controller, kind))

    def refresh(self) -> None:
        """Show on each panel what may have changed since the page was last shown."""
        for controller in self._controllers:
            controller.refresh()
