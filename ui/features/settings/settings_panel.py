"""The parts of every panel of the settings page: a widget, and a controller that connects it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ui.features.intake.folder_watch_controller import FolderWatchController
from ui.jobs import Jobs

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

W = TypeVar("W", bound=QWidget)


@dataclass(frozen=True, slots=True)
class PanelContext:
    """The parts of the program to which a controller may connect its panel."""

    library: LibraryApi
    jobs: Jobs
    folder_watch: FolderWatchController


class PanelController(QObject):
    """The base of the controllers. Each shows what is kept when it is made, and lives as long as its
    widget."""

    def __init__(self, panel: QWidget, context: PanelContext) -> None:
        super().__init__(panel)
        self._library, self._jobs = context.library, context.jobs

    def refresh(self) -> None:
        """Show what may have changed since the page was last shown. Most panels have nothing of that kind."""


@dataclass(frozen=True, slots=True)
class SettingsPanel(Generic[W]):
    """One panel. The widget is made with the page, the controller when there is a library."""

    widget: Callable[[], W]
    controller: Callable[[W, PanelContext], PanelController]
