"""The panel of the settings page on where the library is, and whether anything encrypts it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from briefbank.domain.maintenance import DiskEncryption
from briefbank.text.characters import escape_hidden
from ui.features.settings.settings_panel import PanelContext, PanelController
from ui.i18n.translate import tr, translate_core
from ui.jobs import Lane
from ui.kit.controls import label
from ui.kit.page_parts import Panel

STAYS = tr("Nothing leaves this computer, unless your office has set a server for text recognition below.")

IN_OFFICE = tr(
    "What you search and the files that you add go to the office server. Pages that you opened stay on this "
    "computer, until you sign out if the system does not encrypt its disk."
)


class LibraryPanel(Panel):
    """A panel without choices. The folder is chosen in the first steps, which Help shows again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Where your briefs are kept"), parent)
        self.folder = label("", bold=True, wrap=True)
        self.folder.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.encryption = label(tr("Looking …"), wrap=True)
        self.inside.addWidget(self.folder)
        self.inside.addWidget(self.encryption)
        self.stays = label(STAYS, role="muted", wrap=True)
        self.inside.addWidget(self.stays)

    def show_folder(self, folder: Path) -> None:
        self.folder.setText(escape_hidden(str(folder)))

    def show_office(self, office: str) -> None:
        """Show that the briefs are on the server of an office, and only copies of some pages here."""
        self.folder.setText(tr("On the server of {office}").format(office=escape_hidden(office)))
        self.encryption.hide()
        self.stays.setText(IN_OFFICE)

    def show_encryption(self, encryption: DiskEncryption) -> None:
        self.encryption.setText(translate_core(encryption.sentences[0]))


class LibraryController(PanelController):
    """The controller of the panel."""

    def __init__(self, panel: LibraryPanel, context: PanelContext) -> None:
        super().__init__(panel, context)
        self._panel = panel
        self._office = office = context.library.office
        if office is None:
            panel.show_folder(context.library.folder)
        else:
            panel.show_office(office.name)

    def refresh(self) -> None:
        """Ask again who encrypts the folder, where the library is on this computer."""
        if self._office is not None:
            return
        library = self._library
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.installation.disk_encryption(), topic="who-encrypts"
        )
        job.done.connect(self._panel.show_encryption)
