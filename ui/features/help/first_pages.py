"""The three pages of the first steps: the library's place, what happens on this computer, the first
briefs.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from briefbank.domain.maintenance import Caution, DiskEncryption, EncryptionState, Equipment, LibraryPlace
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import Notice, label, push_button
from ui.shared import wording
from ui.shared.office_joining import chosen_invitation
from ui.style.icons import pixmap
from ui.style.theme import colours

WIDTH = 640  # The width of lines in pixels, about eighty characters
KEPT = (
    tr("Copies are made of the files that you add. Your own stay where they are and as they are."),
    tr("Nothing leaves this computer. BriefBank opens no network connection."),
    tr("Text is read page by page. The text of scans is recognised; that takes some seconds a page."),
    tr(
        "Two indexes are made, one of words and one of meaning. The library takes as much room as your "
        "files, twice that for scans, and a little more for the indexes."
    ),
)
OFFICE = tr(
    "If your office has one library for all its desks, whoever looks after its server gives you an "
    "invitation file. Without one this computer works alone."
)
SERVER = tr(
    "Pictures of scanned pages go to your office’s server for text recognition at {address}. Nothing else "
    "leaves this computer."
)
CAUTIONS = {
    Caution.SYNCHRONISED: tr(
        "{program} copies this folder to other computers. Choose a folder that stays on this one, so that no "
        "brief leaves it."
    ),
    Caution.NETWORK: tr(
        "This folder is on another computer. BriefBank would be slow, and stop when the connection does; a "
        "disk of this computer is better."
    ),
}
TIGHT = tr(
    "There is little room on this disk. A library of scanned briefs soon needs more; choose another disk."
)


class StepPage(QWidget):
    """A page with a title and a sentence; subclasses add the rest to ``column``."""

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(12)
        self.column.addWidget(label(title, scale=1.6, bold=True, wrap=True))
        self.text = label(text, role="muted", wrap=True)
        self.column.addWidget(self.text)
        self.column.addSpacing(4)


class PlacePage(StepPage):
    """The library's place. Another folder can be chosen; it is examined, and used once that is confirmed."""

    looked_for = Signal(object)  # A folder (Path) that was chosen and is to be examined
    wanted = Signal(object)  # The folder (Path) for the library from now on
    joining_wanted = Signal(object)
    """The invitation file (Path) of an office whose library is to be used in place of one's own."""
    decided = Signal()  # Emitted when a chosen folder begins or stops waiting for a confirmation

    def __init__(self) -> None:
        super().__init__(
            tr("Where your briefs are kept"),
            tr("BriefBank keeps its copies in one folder, the library. Only you can open it."),
        )
        self._own: LibraryPlace | None = None
        self._chosen: LibraryPlace | None = None
        frame = QFrame()
        frame.setObjectName("panel")
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(18, 14, 18, 14)
        self.folder = label("", bold=True, wrap=True)
        self.folder.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.room = label("", role="muted", wrap=True)
        inside.addWidget(self.folder)
        inside.addWidget(self.room)
        self.caution = Notice(inset=True)
        self.choose = push_button(tr("Choose another folder…"))
        self.use = push_button(tr("Use this folder"), main=True)
        self.keep = push_button(tr("Keep the one before"))
        row = QHBoxLayout()
        row.setSpacing(10)
        for button in (self.use, self.keep, self.choose):
            row.addWidget(button)
        row.addStretch(1)
        for widget in (frame, self.caution):
            self.column.addWidget(widget)
        self.column.addLayout(row)
        self.column.addSpacing(10)
        self.office = label(OFFICE, role="muted", wrap=True)
        self.join = push_button(tr("Join your office…"))
        self.column.addWidget(self.office)
        self.column.addWidget(self.join, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addStretch(1)
        self.join.clicked.connect(self._join)
        self.choose.clicked.connect(self._choose)
        self.keep.clicked.connect(self._forget)
        self.use.clicked.connect(self._use)
        self.say()

    def show_own(self, place: LibraryPlace) -> None:
        """Show where the library is now."""
        self._own = place
        self.say()

    def show_chosen(self, place: LibraryPlace) -> None:
        """Show the findings on a folder that was chosen; the present one needs no decision."""
        own = self._own is not None and self._own.folder == place.folder
        self._chosen = None if own else place
        self.say()
        if self.deciding:
            self.use.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def deciding(self) -> bool:
        """True while a folder that was chosen is neither used nor given up."""
        return self._chosen is not None

    def say(self) -> None:
        place = self._chosen or self._own
        self.folder.setText(str(place.folder) if place else "")
        self.room.setText(_room(place, chosen=self.deciding) if place else tr("Looking …"))
        self.caution.say(_caution(place) if place else "", bad=True)
        for button in (self.use, self.keep):
            button.setVisible(self.deciding)
        self.decided.emit()

    def offer_office(self, offered: bool) -> None:
        """Offer to join an office, or not."""
        self.office.setVisible(offered)
        self.join.setVisible(offered)

    def show_office(self, text: str) -> None:
        """Say what came of joining an office."""
        self.office.setText(text)

    def _join(self) -> None:
        if path := chosen_invitation(self):
            self.joining_wanted.emit(path)

    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, tr("Choose a folder for the library"))
        if folder:
            self.looked_for.emit(Path(folder))

    def _forget(self) -> None:
        self._chosen = None
        self.say()
        self.choose.setFocus(Qt.FocusReason.OtherFocusReason)

    def _use(self) -> None:
        if self._chosen is not None:
            self.wanted.emit(self._chosen.folder)


class WorkPage(StepPage):
    """A page on what will happen on this computer, and whether it has what is needed."""

    again_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(
            tr("What happens on this computer"), tr("All of it happens here, while you go on working.")
        )
        self.texts = [label(text, wrap=True) for text in KEPT]
        for text in self.texts:
            self.column.addLayout(_line("done", colours().good, text))
        self.column.addSpacing(6)
        self.column.addWidget(label(tr("Is everything there?"), scale=1.1, bold=True))
        self._checks = QGridLayout()
        self._checks.setHorizontalSpacing(12)
        self._checks.setVerticalSpacing(8)
        self._checks.setColumnStretch(1, 1)
        self.again = push_button(tr("Look again"))
        self.again.clicked.connect(self.again_wanted)
        self.checks = [label(tr("Looking …"), wrap=True) for _ in range(2)]
        self._marks = [label("") for _ in self.checks]
        self._encrypted, self.encryption = label(""), label(tr("Looking …"), wrap=True)
        lines = (*zip(self._marks, self.checks, strict=True), (self._encrypted, self.encryption))
        for row, (mark, check) in enumerate(lines):
            mark.setFixedWidth(20)
            self._checks.addWidget(mark, row, 0, Qt.AlignmentFlag.AlignTop)
            self._checks.addWidget(check, row, 1)
        self.column.addLayout(self._checks)
        self.column.addWidget(self.again, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addStretch(1)
        self.again.hide()

    def name_server(self, address: str) -> None:
        """Say what leaves this computer where the office has set a server for text recognition."""
        self.texts[1].setText(SERVER.format(address=address) if address else KEPT[1])

    def show_equipment(self, equipment: Equipment) -> None:
        """Show each part with a mark and a sentence, which says what to do where something is missing."""
        ready = (
            (equipment.recognition, tr("Text recognition is there: scans can be searched.")),
            (
                equipment.meaning,
                tr("Search by meaning is there: passages are found that say the same in other words."),
            ),
        )
        for mark, check, (problem, well) in zip(self._marks, self.checks, ready, strict=True):
            check.setText(problem or well)
            self._mark(mark, well=not problem)
            mark.setAccessibleName(tr("Missing") if problem else tr("Ready"))
        self.again.setVisible(bool(equipment.recognition or equipment.meaning))

    def show_encryption(self, encryption: DiskEncryption) -> None:
        """Show what encrypts the library; whatever it is, nobody is kept from going on."""
        self.encryption.setText(translate_core(encryption.sentences[0]))
        well = encryption.state is EncryptionState.YES
        self._mark(self._encrypted, well=well)
        self._encrypted.setAccessibleName(tr("Ready") if well else tr("To be looked at"))

    def _mark(self, mark: QLabel, *, well: bool) -> None:
        name, colour = ("done", colours().good) if well else ("warning", colours().warn)
        mark.setPixmap(pixmap(name, colour, 18, self.devicePixelRatioF()))


class BriefsPage(StepPage):
    """A page for the first files, or for a look around with made-up ones."""

    def __init__(self) -> None:
        super().__init__(
            tr("Your first briefs"),
            tr(
                "Drop files or folders anywhere on this window: PDF, Word of any year, WordPerfect, text, "
                "web pages, mails and scans. What is read first can be searched first."
            ),
        )
        self.add_files = push_button(tr("Add files…"), main=True, tip="Ctrl+O")
        self.add_folder = push_button(tr("Add a folder…"), tip="Ctrl+Shift+O")
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self.add_files)
        row.addWidget(self.add_folder)
        row.addStretch(1)
        self.column.addLayout(row)
        self.column.addSpacing(18)
        self._sample_title = label(tr("No brief at hand?"), scale=1.1, bold=True)
        self._sample_text = label(
            tr("Eight made-up briefs stand in a library of their own. You can leave it at any time."),
            role="muted",
            wrap=True,
        )
        self.sample = push_button(tr("Try it with the sample library"))
        for widget in (self._sample_title, self._sample_text):
            self.column.addWidget(widget)
        self.column.addWidget(self.sample, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addStretch(1)

    def offer_sample(self, offered: bool) -> None:
        for widget in (self._sample_title, self._sample_text, self.sample):
            widget.setVisible(offered)


def _line(icon_name: str, colour: str, text: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(12)
    mark = label("")
    mark.setFixedWidth(20)
    mark.setPixmap(pixmap(icon_name, colour, 18, text.devicePixelRatioF()))
    row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(text, 1)
    return row


def _room(place: LibraryPlace, *, chosen: bool) -> str:
    """Return what to know of a folder; the one in use holds a library in any case."""
    said = [tr("A library is there already.")] if chosen and place.is_library else []
    if place.free_bytes is not None:
        said.append(tr("{size} are free on this disk.").format(size=wording.size(place.free_bytes)))
    return " ".join(said)


def _caution(place: LibraryPlace) -> str:
    """Return the gravest caution alone: one sentence is read, three are not."""
    if place.caution is not Caution.NONE:
        return CAUTIONS[place.caution].format(program=place.by)
    return TIGHT if place.is_tight else ""
