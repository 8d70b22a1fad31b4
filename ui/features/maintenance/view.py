"""The page on which the library is maintained: its sizes, its health, its backups."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from briefbank.domain.maintenance import DiskEncryption, HealthReport, LibrarySizes
from briefbank.errors import BriefBankError
from briefbank.text.characters import escape_hidden
from ui.i18n.translate import tr, translate_core
from ui.kit.confirmation import confirmed
from ui.kit.controls import ElidedLabel, Notice, label, push_button
from ui.kit.page_parts import clear_layout, page_body, page_head, panel, scrolled
from ui.shared import wording
from ui.shared.check_results import FindingsList, of_health

IN_ORDER = tr("The library is in order.")
NOT_IN_ORDER = tr("Some things do not agree. Mending loses no document.")
AMOUNT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
"""The alignment of an amount, so that amounts can be compared."""


class MaintenanceView(QWidget):
    """A view of maintenance, whose buttons request tasks, and which shows their progress in words."""

    backup_wanted = Signal(object)  # The folder (Path) for the backup
    restore_wanted = Signal(object)  # The folder (Path) of a backup

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.where = ElidedLabel(escape_hidden(str(folder)))
        self.where.setProperty("role", "muted")
        self.check = push_button(
            tr("Check"), main=True, tip=tr("Look whether everything in the library agrees")
        )
        self.repair = push_button(
            tr("Mend it"), tip=tr("Put right what can be put right. No document is lost by it.")
        )
        self.thorough = QCheckBox(tr("Also read every file and passage, which takes minutes"))
        self.thorough.setToolTip(
            tr("Compare all that is shown of each document with what was read from its original")
        )
        self.rebuild = push_button(
            tr("Rebuild indexes"), tip=tr("Make both search indexes anew. Takes a while.")
        )
        self.back_up = push_button(
            tr("Back up…"), tip=tr("Copy the whole library into a folder of your choice")
        )
        self.restore = push_button(tr("Restore…"), tip=tr("Put a backup in the place of this library"))
        self.record = push_button(
            tr("Show the record…"), tip=tr("Read what was done with this library, and whether that is whole")
        )
        self.self_test = push_button(
            tr("Self-test"), tip=tr("Try every part of BriefBank, and that the network is refused")
        )
        self._buttons = (self.check, self.thorough, self.repair, self.rebuild, self.back_up, self.restore)
        self.result = Notice()
        self._make_progress()
        self._lay_out()
        self._connect()
        self.repair.hide()
        self.show_idle()

    # --- parts ---

    def _make_progress(self) -> None:
        self.doing = ElidedLabel()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress"))
        self.stop = push_button(tr("Stop"))
        self.progress = QWidget()
        row = QHBoxLayout(self.progress)
        row.setContentsMargins(20, 8, 18, 8)
        row.setSpacing(14)
        lines = QVBoxLayout()
        lines.addWidget(self.doing)
        lines.addWidget(self.bar)
        row.addLayout(lines, 1)
        row.addWidget(self.stop)

    def _lay_out(self) -> None:
        head, inside = page_head()
        inside.addWidget(label(tr("Library care"), scale=1.5, bold=True))
        inside.addWidget(self.where)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.progress)
        column.addWidget(self.result)
        column.addWidget(scrolled(*self._panels()), 1)
        page_body(self, head, body)

    def _panels(self) -> tuple[QWidget, ...]:
        return (
            *(self._size_panel(), self._order_panel(), self._backup_panel()),
            *(self._disk_panel(), self._record_panel()),
        )

    def _size_panel(self) -> QWidget:
        made, inside = panel(tr("What it takes up"))
        self._sizes = QGridLayout()
        self._sizes.setHorizontalSpacing(10)
        self._sizes.setVerticalSpacing(4)
        self._sizes.setColumnStretch(1, 1)
        self.extent = label("", role="muted", wrap=True)
        inside.addLayout(self._sizes)
        inside.addWidget(self.extent)
        return made

    def _order_panel(self) -> QWidget:
        made, inside = panel(tr("Is it in order?"))
        self.last_check = label("")
        inside.addWidget(self.last_check)
        self._health = QVBoxLayout()
        inside.addLayout(self._health)
        inside.addWidget(self.thorough)
        inside.addLayout(_row(self.check, self.repair, self.rebuild, self.self_test))
        return made

    def _backup_panel(self) -> QWidget:
        made, inside = panel(tr("Backup"))
        self.last_backup = label("")
        inside.addWidget(self.last_backup)
        text = tr(
            "A backup holds the originals and all that BriefBank knows of them. Choose a folder on another "
            "disk. A later backup in the same folder copies only what is new."
        )
        inside.addWidget(label(text, role="muted", wrap=True))
        inside.addLayout(_row(self.back_up, self.restore))
        return made

    def _disk_panel(self) -> QWidget:
        made, inside = panel(tr("Encryption of the disk"))
        self.encryption = label("", wrap=True)
        inside.addWidget(self.encryption)
        return made

    def _record_panel(self) -> QWidget:
        made, inside = panel(tr("What was done"))
        text = tr(
            "BriefBank keeps a record of what is added, removed, corrected, exported and changed in this "
            "library, without any content. Each entry is bound to the one before it, so that a change in the "
            "record can be told."
        )
        inside.addWidget(label(text, role="muted", wrap=True))
        inside.addLayout(_row(self.record))
        return made

    def _connect(self) -> None:
        self.back_up.clicked.connect(self._choose_backup)
        self.restore.clicked.connect(self._choose_restore)

    # --- display ---

    def show_sizes(self, sizes: LibrarySizes) -> None:
        lines = (
            (sizes.originals, tr("of originals")),
            (sizes.reading_copies, tr("of reading copies of scans, Word, text and HTML files")),
            (sizes.catalogue, tr("in the catalogue")),
            (sizes.word_index, tr("in the index of words")),
            (sizes.meaning_index, tr("in the index of meaning")),
            (sizes.free, tr("free on this disk")),
        )
        clear_layout(self._sizes)
        for row, (bytes_, name) in enumerate(lines):
            self._sizes.addWidget(label(wording.size(bytes_)), row, 0, AMOUNT)
            self._sizes.addWidget(label(name, wrap=True), row, 1)
        self.extent.setText(wording.library_size(sizes.documents, sizes.passages))
        self.last_check.setText(tr("Last check: {moment}").format(moment=wording.moment(sizes.last_check)))
        self.last_backup.setText(tr("Last backup: {moment}").format(moment=wording.moment(sizes.last_backup)))

    def show_encryption(self, encryption: DiskEncryption) -> None:
        self.encryption.setText("\n\n".join(translate_core(sentence) for sentence in encryption.sentences))

    def show_busy(self, text: str, done: int = 0, total: int = 0) -> None:
        """Show that a task runs; ``total`` is 0 when nobody knows how long it takes."""
        self.result.say("")
        self.doing.set_whole(text)
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.progress.show()
        if any(button.hasFocus() for button in self._buttons):
            self.stop.setFocus()  # disabling the pressed button would move the focus off the page
        self._enable(False)

    def show_idle(self) -> None:
        has_focus = self.stop.hasFocus()
        self._enable(True)
        if has_focus:
            self.check.setFocus()
        self.progress.hide()

    def show_health(self, report: HealthReport) -> None:
        self.show_idle()
        self.result.say(IN_ORDER if report.healthy else NOT_IN_ORDER)
        clear_layout(self._health)
        self._health.addWidget(FindingsList(of_health(report)))
        self.repair.setVisible(not report.healthy)

    def show_result(self, text: str) -> None:
        self.show_idle()
        self.result.say(text)

    def show_failure(self, error: BriefBankError) -> None:
        self.show_idle()
        self.result.say(str(error), bad=True)

    def _enable(self, enabled: bool) -> None:
        for button in self._buttons:
            button.setEnabled(enabled)

    # --- backup ---

    def _choose_backup(self) -> None:
        if folder := QFileDialog.getExistingDirectory(self, tr("Choose a folder for the backup")):
            self.backup_wanted.emit(Path(folder))

    def _choose_restore(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, tr("Choose the folder of the backup"))
        if folder and self.confirm_restore(Path(folder)):
            self.restore_wanted.emit(Path(folder))

    def confirm_restore(self, folder: Path) -> bool:
        """Ask for confirmation, and say what becomes of the present state."""
        return confirmed(
            self,
            tr("Restore the library"),
            tr("Put the backup in {folder} in the place of this library?").format(folder=folder),
            tr(
                "The library as it is now is kept as a backup first, so that you can go back to it. "
                "Adding files rests meanwhile."
            ),
            yes=tr("Restore"),
            no=tr("Leave it as it is"),
        )


def _row(*buttons: QPushButton) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(10)
    for button in buttons:
        row.addWidget(button)
    row.addStretch(1)
    return row
