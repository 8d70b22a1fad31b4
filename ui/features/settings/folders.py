"""The panels on folders: those that are watched, what is left out of them, and where the library is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from briefbank import settings
from briefbank.domain.ingest import WatchedFolder
from briefbank.domain.maintenance import DiskEncryption, LibrarySizes
from briefbank.errors import BriefBankError
from briefbank.text.characters import escape_hidden
from ui.features.settings.panel import EntryList, SettingsPanel
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import label, push_button
from ui.kit.layout import STRETCH, add, grid, row
from ui.shared import wording
from ui.shared.forms import PatternsField

if TYPE_CHECKING:
    from ui.features.settings.page import SettingsPage

NO_FOLDERS = tr("No folder is watched. Documents, mails and scans that appear in a watched folder are added.")
WATCHED = tr("New files in these folders are added by themselves.")
STAYS = tr("Nothing leaves this computer, unless your office has set a server for text recognition below.")
IN_OFFICE = tr(
    "What you search and the files that you add go to the office server. Pages that you opened stay on this "
    "computer, until you sign out if the system does not encrypt its disk."
)
SIZES = {
    "originals": tr("of originals"),
    "reading_copies": tr("of reading copies of scans, Word, text and HTML files"),
    "catalogue": tr("in the catalogue"),
    "word_index": tr("in the index of words"),
    "meaning_index": tr("in the index of meaning"),
    "free": tr("free on this disk"),
}
"""The words for the fields of LibrarySizes."""


class WatchedFoldersPanel(SettingsPanel):
    """The watched folders. They are looked at by the library's own watch, not by this panel."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__(tr("Watched folders"), page)
        self.folders = EntryList(tr("Watched folders"))
        self.add = push_button(tr("Add a folder…"))
        self.remove = push_button(
            tr("Stop watching"), tip=tr("The files that were added stay in the library")
        )
        add(self.inside, self.message, self.folders, row(self.add, self.remove, STRETCH))
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self.folders.delete_pressed.connect(self._remove)
        self.folders.currentRowChanged.connect(lambda number: self.remove.setEnabled(number >= 0))
        page.folder_watch.folders_changed.connect(self.show_folders)
        page.folder_watch.failed.connect(self.fail)
        page.folder_watch.refused.connect(self._refuse)
        self._is_refused = False
        """Whether the panel says why a change was not made. The next look at the folders leaves it."""
        self.show_folders([])

    def refresh(self) -> None:
        """List the folders again; one may have got into trouble since."""
        self._is_refused = False
        self.page.folder_watch.list_folders()

    def show_folders(self, folders: Sequence[WatchedFolder]) -> None:
        self.folders.show_entries([(_described(folder), folder.path) for folder in folders])
        self.remove.setVisible(bool(folders))
        self.remove.setEnabled(self.folders.chosen() is not None)
        if not self._is_refused:
            self.say(WATCHED if folders else NO_FOLDERS)

    def _refuse(self, error: BriefBankError) -> None:
        self._is_refused = True
        self.fail(error)

    def _add(self) -> None:
        if folder := QFileDialog.getExistingDirectory(self, tr("Choose a folder to watch")):
            self._is_refused = False
            self.page.folder_watch.watch(Path(folder))

    def _remove(self) -> None:
        if (folder := self.folders.chosen()) is not None:
            self._is_refused = False
            self.page.folder_watch.unwatch(folder)


def _described(folder: WatchedFolder) -> str:
    """Return its path, and below it why it cannot be read."""
    return f"{folder.path}\n{translate_core(folder.trouble)}" if folder.trouble else str(folder.path)


class LeftOutPanel(SettingsPanel):
    """The patterns of files that are left out of folders, which are kept as they are typed."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__(tr("Large folders"), page)
        self.patterns = PatternsField()
        add(self.inside, self.patterns, self.message)
        self.refresh()
        self.patterns.changed.connect(lambda patterns: self.keep(leave_out=patterns))

    def refresh(self) -> None:
        """Show what is kept: the survey of a large folder may have changed it."""
        self.patterns.show_patterns(settings.load().leave_out)


class LibraryPanel(SettingsPanel):
    """Where the library is, what encrypts it and what it takes up. The folder is chosen in the first steps,
    which Help shows again."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__(tr("Where your briefs are kept"), page)
        self.folder = label("", bold=True, wrap=True)
        self.folder.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.encryption = label(tr("Looking …"), wrap=True)
        self.stays = label(STAYS, role="muted", wrap=True)
        self.extent = label("…", role="muted", wrap=True)
        self._amounts = {field: label("…") for field in SIZES}
        rows = [(self._amounts[field], label(words, wrap=True)) for field, words in SIZES.items()]
        for amount in self._amounts.values():
            amount.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        add(
            self.inside,
            *(self.folder, self.encryption, self.stays),
            grid(rows, spacing=(10, 4)),
            *(self.extent, self.message),
        )
        office = page.library.office
        if office is None:
            self.folder.setText(escape_hidden(str(page.library.folder)))
        else:
            self.folder.setText(tr("On the server of {office}").format(office=escape_hidden(office.name)))
            self.encryption.hide()
            self.stays.setText(IN_OFFICE)

    def refresh(self) -> None:
        library = self.library
        self.ask(lambda _reporter: library.maintenance.sizes(), self._show_sizes, "sizes")
        if library.office is None:
            encryption = library.installation.disk_encryption
            self.ask(lambda _reporter: encryption(), self.show_encryption, "encryption")

    def show_encryption(self, encryption: DiskEncryption) -> None:
        self.encryption.setText("\n\n".join(translate_core(sentence) for sentence in encryption.sentences))

    def _show_sizes(self, sizes: LibrarySizes) -> None:
        for field, amount in self._amounts.items():
            amount.setText(wording.size(getattr(sizes, field)))
        self.extent.setText(wording.library_size(sizes.documents, sizes.passages))
