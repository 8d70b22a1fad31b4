"""The settings: the panels of the registry one below the other, what everybody needs first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from briefbank.settings import Appearance
from ui.features.settings.activity_log import RecordPanel
from ui.features.settings.care import CarePanel
from ui.features.settings.folders import LeftOutPanel, LibraryPanel, WatchedFoldersPanel
from ui.features.settings.local_model import LocalModelPanel
from ui.features.settings.models import EncoderPanel, OcrServerPanel, RerankerPanel
from ui.features.settings.office import ClusterPanel, OfficePanel, OfflinePanel, WallsPanel
from ui.features.settings.panel import Choice, ChoicesPanel, RememberingPanel, SettingsPanel
from ui.i18n.translate import LANGUAGES, tr
from ui.jobs import Jobs
from ui.kit.controls import PANEL_WIDTH, label, link_button, page_body, page_head, scrolled
from ui.kit.keyboard import first_stop
from ui.kit.layout import STRETCH, column, holder, row
from ui.page import Page
from ui.style import theme

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.features.library.adding import Adding
    from ui.features.library.background import Embedding, FolderWatch

SETTLED_MS = 250  # The time after which the panels above know what they show, and so their heights
BESIDE = 60  # The room beside a panel, in pixels
P = TypeVar("P", bound=SettingsPanel)
Maker = Callable[["SettingsPage"], SettingsPanel]

OF_SYSTEM = tr("In relation to the size that is set for the whole system")
APPEARANCE: Maker = partial(
    ChoicesPanel,
    tr("Appearance"),
    tr("Changes show at once, in all windows of BriefBank."),
    (
        Choice(
            "appearance",
            tr("Colours"),
            (
                (
                    Appearance.SYSTEM,
                    tr("As the system"),
                    tr("Light, dark or high contrast, as the system is set"),
                ),
                (Appearance.LIGHT, tr("Light"), ""),
                (Appearance.DARK, tr("Dark"), ""),
                (Appearance.CONTRAST, tr("High contrast"), tr("Black and white, with strong lines")),
            ),
            at_once=theme.choose,
        ),
        Choice(
            "text_size",
            tr("Text size"),
            tuple((percent, f"{percent} %", OF_SYSTEM) for percent in (90, 100, 115, 130, 150)),
            at_once=theme.resize_text,
        ),
    ),
)
LANGUAGE: Maker = partial(
    ChoicesPanel,
    tr("Language"),
    tr("The language of the window. What stands in your documents, and what you copy, stays as it is."),
    (
        Choice(
            "language",
            tr("Language"),
            (
                (
                    "",
                    tr("As the system"),
                    tr("The system’s language where the window speaks it, else English"),
                ),
                *((language, name, "") for language, name in LANGUAGES.items()),
            ),
            at_next_start=True,
        ),
    ),
)
PANELS: tuple[Maker, ...] = (
    *(APPEARANCE, LANGUAGE),
    *(WatchedFoldersPanel, LeftOutPanel, RememberingPanel),
    *(LibraryPanel, CarePanel, RecordPanel),
    *(OfficePanel, OfflinePanel),
)
TECHNICAL_PANELS: tuple[Maker, ...] = (
    *(WallsPanel, ClusterPanel),
    *(EncoderPanel, RerankerPanel, LocalModelPanel, OcrServerPanel),
)
"""The panels in the order in which they stand on the page and Tab goes through them, the technical ones under
a heading. A new one is a class and its place here."""


class SettingsPage(Page):
    """A page that knows none of its panels by name."""

    restart_wanted = Signal()  # BriefBank is to be closed and opened again
    restored = Signal()  # A backup was put in the place of the library
    self_test_wanted = Signal()
    guide_wanted = Signal(str)  # A page of the guide
    encoder_changed = Signal()  # All passages have to be prepared with another model
    model_changed = Signal()  # Another language model is used, or none, or how it may be read aloud changed
    aids_changed = Signal()  # Another use of the language model was switched on or off
    remembering_changed = Signal()  # What is remembered of searches changed, or whether anything is

    def __init__(
        self, library: LibraryApi, jobs: Jobs, adding: Adding, embedding: Embedding, folder_watch: FolderWatch
    ) -> None:
        super().__init__(library, jobs)
        self.setObjectName("page")
        self.adding, self.embedding, self.folder_watch = adding, embedding, folder_watch
        self.panels = tuple(make(self) for make in (*PANELS, *TECHNICAL_PANELS))
        technical = label(tr("For whoever looks after this computer"), scale=1.25, bold=True)
        technical.setContentsMargins(4, 16, 0, 0)
        head, inside = page_head()
        inside.addWidget(label(tr("Settings"), scale=1.5, bold=True))
        self._area = scrolled(*self.panels[: len(PANELS)], technical, *self.panels[len(PANELS) :])
        self._links = {panel: link_button(panel.title) for panel in self.panels}
        for panel, link in self._links.items():
            link.setProperty("left", True)
            link.clicked.connect(partial(self._show, panel))
        self._contents = holder(column(*self._links.values(), STRETCH, margins=(14, 18, 0, 10), spacing=2))
        self._contents.setAccessibleName(tr("Contents of the settings"))
        page_body(self, head, holder(row(self._contents, (self._area, 1), spacing=0)))

    def refresh(self) -> None:
        for panel in self.panels:
            panel.refresh()
            self._links[panel].setVisible(not panel.isHidden())

    def first_field(self) -> QWidget:
        return first_stop(self._area)

    def parts(self) -> Sequence[QWidget]:
        return (self._area, self._contents)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the contents where there is room for them beside the panels."""
        super().resizeEvent(event)
        needed = self._contents.sizeHint().width() + PANEL_WIDTH + BESIDE
        self._contents.setVisible(self.width() >= needed)

    def panel(self, kind: type[P]) -> P:
        """Return the panel of a class."""
        return next(panel for panel in self.panels if isinstance(panel, kind))

    def choices(self, field: str) -> ChoicesPanel:
        """Return the panel on which a field of Settings is chosen."""
        panels = (panel for panel in self.panels if isinstance(panel, ChoicesPanel))
        return next(panel for panel in panels if field in panel.switches)

    def show_panel(self, kind: type[SettingsPanel]) -> None:
        """Bring a panel into view, with the keyboard in it."""
        self._show(self.panel(kind))

    def _scroll_to(self, panel: SettingsPanel) -> None:
        self._area.verticalScrollBar().setValue(panel.pos().y() - 10)

    def _show(self, panel: SettingsPanel) -> None:
        self._scroll_to(panel)
        QTimer.singleShot(SETTLED_MS, self, partial(self._scroll_to, panel))
        first_stop(panel).setFocus(Qt.FocusReason.ShortcutFocusReason)
