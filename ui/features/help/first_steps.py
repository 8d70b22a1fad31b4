"""The first steps: where the library is, what happens on this computer, the first briefs.

They are shown instead of the results while the library is empty, and when Help asks for them. In a library
without documents they begin at the first step once only.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QPushButton, QStackedWidget, QWidget

from briefbank import settings
from briefbank.domain.maintenance import Caution, DiskEncryption, EncryptionState, Equipment, LibraryPlace
from briefbank.errors import BriefBankError
from briefbank.paths import sample_library
from ui.i18n.translate import tr, translate_core
from ui.jobs import Jobs, Lane
from ui.kit.controls import IconLabel, SegmentedControl, label, push_button, scroll_area
from ui.kit.dialogs import confirmed
from ui.kit.layout import LEFT, STRETCH, TOP, Item, column, grid, holder, row
from ui.page import Page
from ui.shared import wording
from ui.shared.actions import chosen_invitation, joining
from ui.shared.window_state import window_settings

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

PLACE, WORK, BRIEFS = range(3)
KEY = "first steps"
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


class FirstSteps(Page):
    """Three steps that a person can go through forwards, backwards, by their names, or not at all."""

    files_wanted = Signal()
    folder_wanted = Signal()
    sample_wanted = Signal()
    library_chosen = Signal(object)  # The folder (Path) for the library from now on
    left = Signal()  # The steps had been asked for and are to be closed

    def __init__(self, library: LibraryApi, jobs: Jobs) -> None:
        super().__init__(library, jobs)
        self._library_empty = True
        self.steps = SegmentedControl(
            tr("First steps"),
            [
                (PLACE, tr("1  Where they are kept"), ""),
                (WORK, tr("2  What happens"), ""),
                (BRIEFS, tr("3  Your first briefs"), ""),
            ],
        )
        self.back = push_button(tr("Back"))
        self.skip = push_button(tr("Skip these steps"))
        self.next = push_button(tr("Continue"), main=True)
        self._pages = QStackedWidget()
        for page in (self._place_page(), self._work_page(), self._briefs_page()):
            self._pages.addWidget(page)
        top = row(IconLabel(40, "briefbank", "accent"), self.steps, STRETCH, spacing=14)
        foot = row(self.back, STRETCH, self.skip, self.next)
        middle = holder(column(top, 26, self._pages, 20, foot, STRETCH, spacing=0))
        middle.setMaximumWidth(WIDTH)
        inside = row(STRETCH, (middle, 1000), STRETCH, margins=(24, 40, 24, 24))
        area = scroll_area(holder(inside, "page"))
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setProperty("reads", False)
        column(area, on=self)
        self.steps.changed.connect(self.show_step)
        self.back.clicked.connect(lambda: self.show_step(self.step - 1))
        self.next.clicked.connect(self._go_on)
        self.skip.clicked.connect(self._skip)
        is_known = window_settings().value(KEY) == "done" or library.office is not None
        self.show_step(BRIEFS if is_known else PLACE)

    def _place_page(self) -> QWidget:
        self.folder = label("", bold=True, wrap=True)
        self.folder.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.room = label(tr("Looking …"), role="muted", wrap=True)
        self.choose = push_button(tr("Choose another folder…"))
        self.office = label(OFFICE, role="muted", wrap=True)
        self.join = push_button(tr("Join your office…"))
        if self.library.office is not None:
            self.office.hide()
            self.join.hide()
        self.choose.clicked.connect(self._choose)
        self.join.clicked.connect(self._join)
        return _step_page(
            tr("Where your briefs are kept"),
            tr("BriefBank keeps its copies in one folder, the library. Only you can open it."),
            holder(column(self.folder, self.room, margins=(18, 14)), "panel"),
            (self.choose, LEFT),
            10,
            self.office,
            (self.join, LEFT),
        )

    def _work_page(self) -> QWidget:
        address = settings.load().ocr_address
        self.texts = [label(text, wrap=True) for text in KEPT]
        if address:
            self.texts[1].setText(SERVER.format(address=address))
        self.checks = [label(tr("Looking …"), wrap=True) for _ in range(3)]
        """Text recognition, search by meaning, and the encryption of the disk."""
        self._marks = [IconLabel(18, "waiting", "edge") for _ in self.checks]
        self.again = push_button(tr("Look again"))
        self.again.clicked.connect(self._look)
        self.again.hide()
        return _step_page(
            tr("What happens on this computer"),
            tr("All of it happens here, while you go on working."),
            *(row((IconLabel(18, "done", "good"), TOP), (text, 1), spacing=12) for text in self.texts),
            6,
            label(tr("Is everything there?"), scale=1.1, bold=True),
            grid(zip(self._marks, self.checks, strict=True), spacing=(12, 8)),
            (self.again, LEFT),
        )

    def _briefs_page(self) -> QWidget:
        self.add_files = push_button(tr("Add files…"), main=True, tip="Ctrl+O")
        self.add_folder = push_button(tr("Add a folder…"), tip="Ctrl+Shift+O")
        self.sample = push_button(tr("Try it with the sample library"))
        about = tr("Eight made-up briefs stand in a library of their own. You can leave it at any time.")
        sample = holder(
            column(
                label(tr("No brief at hand?"), scale=1.1, bold=True),
                label(about, role="muted", wrap=True),
                (self.sample, LEFT),
                spacing=12,
            )
        )
        if self.library.folder == sample_library():
            sample.hide()
        self.add_files.clicked.connect(self.files_wanted)
        self.add_folder.clicked.connect(self.folder_wanted)
        self.sample.clicked.connect(self.sample_wanted)
        return _step_page(
            tr("Your first briefs"),
            tr(
                "Drop files or folders anywhere on this window: PDF, Word of any year, WordPerfect, text, "
                "web pages, mails and scans. What is read first can be searched first."
            ),
            row(self.add_files, self.add_folder, STRETCH),
            18,
            sample,
        )

    # --- steps ---

    @property
    def step(self) -> int:
        return self._pages.currentIndex()

    def show_step(self, step: int) -> None:
        if step == BRIEFS:
            window_settings().setValue(KEY, "done")
        inside = self.isAncestorOf(QApplication.focusWidget() or self)
        self._pages.setCurrentIndex(step)
        blocked = self.steps.blockSignals(True)
        self.steps.choose(step)
        self.steps.blockSignals(blocked)
        self.back.setVisible(step > PLACE)
        self._update_buttons()
        if inside and not self.isAncestorOf(QApplication.focusWidget() or self):
            # The widget that had the focus is hidden now.
            self.main_button().setFocus(Qt.FocusReason.OtherFocusReason)

    def set_empty(self, empty: bool) -> None:
        """Set whether the library has no document yet. Then there is nothing behind the steps to return
        to."""
        self._library_empty = empty
        self._update_buttons()

    def _update_buttons(self) -> None:
        is_last = self.step == BRIEFS
        self.skip.setVisible(not is_last)
        self.skip.setText(tr("Skip these steps") if self._library_empty else tr("Close"))
        self.next.setVisible(not (is_last and self._library_empty))
        self.next.setText(tr("Done") if is_last else tr("Continue"))
        for button in (self.skip, self.next):
            button.setAccessibleName(button.text())

    def _go_on(self) -> None:
        if self.step == BRIEFS:
            self.left.emit()
        else:
            self.show_step(self.step + 1)
            self.main_button().setFocus(Qt.FocusReason.OtherFocusReason)

    def _skip(self) -> None:
        """Go to the last step in an empty library; close the steps in another."""
        if self._library_empty:
            self.show_step(BRIEFS)
            self.main_button().setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.left.emit()

    def main_button(self) -> QPushButton:
        """Return the button that Enter most likely means."""
        return self.add_files if self.step == BRIEFS else self.next

    def showEvent(self, event: QShowEvent) -> None:
        """Look at this computer. Let Enter continue the steps, unless somebody is already typing in the
        search box."""
        super().showEvent(event)
        focus = QApplication.focusWidget()
        if focus is None or (isinstance(focus, QLineEdit) and not focus.text()):
            self.main_button().setFocus(Qt.FocusReason.OtherFocusReason)
        if not event.spontaneous():
            installation = self.library.installation
            self.run(lambda _reporter: installation.place(), then=self.show_place, topic="place")
            self._look()

    # --- the library's place ---

    def show_place(self, place: LibraryPlace) -> None:
        """Show where the library is."""
        self.folder.setText(str(place.folder))
        free = place.free_bytes
        room = tr("{size} are free on this disk.").format(size=wording.size(free)) if free is not None else ""
        self.room.setText(" ".join(filter(None, (room, _caution(place)))))

    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, tr("Choose a folder for the library"))
        if folder:
            installation, path = self.library.installation, Path(folder)
            self.run(
                lambda _reporter: (installation.place(), installation.place_for(path)),
                then=self._use,
                topic="place for",
            )

    def _use(self, places: tuple[LibraryPlace, LibraryPlace]) -> None:
        """Use the second of two places, after a question where there is a reason for caution."""
        before, place = places
        caution = _caution(place)
        if place.folder != before.folder and (
            not caution
            or confirmed(
                self,
                tr("Choose a folder for the library"),
                tr("Keep the library in {folder}?").format(folder=place.folder),
                caution,
                yes=tr("Use this folder"),
                no=tr("Keep the one before"),
            )
        ):
            self.library_chosen.emit(place.folder)

    def _join(self) -> None:
        if path := chosen_invitation(self):
            installation = self.library.installation
            self.run(
                lambda _reporter: installation.join_office(path),
                then=lambda office: self.office.setText(f"{joining(office)} {wording.NEXT_TIME}"),
                failed=self._join_failed,
                lane=Lane.NOTES,
            )

    def _join_failed(self, error: BriefBankError) -> None:
        self.office.setText(translate_core(error.message))

    # --- this computer ---

    def _look(self) -> None:
        installation = self.library.installation
        self.run(
            lambda _reporter: (installation.equipment(), installation.disk_encryption()),
            then=lambda result: self.show_computer(*result),
            topic="computer",
        )

    def show_computer(self, equipment: Equipment, encryption: DiskEncryption) -> None:
        """Show each part with a mark and a sentence, which says what to do where something is missing.
        Whatever encrypts the library, nobody is kept from going on."""
        encrypted = encryption.state is EncryptionState.YES
        scans = tr("Text recognition is there: scans can be searched.")
        meaning = tr("Search by meaning is there: passages are found that say the same in other words.")
        results = (
            (not equipment.recognition, translate_core(equipment.recognition) or scans, tr("Missing")),
            (not equipment.meaning, translate_core(equipment.meaning) or meaning, tr("Missing")),
            (encrypted, translate_core(encryption.sentences[0]), tr("To be looked at")),
        )
        for mark, check, (well, text, trouble) in zip(self._marks, self.checks, results, strict=True):
            check.setText(text)
            mark.show_icon(*(("done", "good") if well else ("warning", "warn")))
            mark.setAccessibleName(tr("Ready") if well else trouble)
        self.again.setVisible(bool(equipment.recognition or equipment.meaning))


def _step_page(title: str, text: str, *items: Item) -> QWidget:
    heading = label(title, scale=1.6, bold=True, wrap=True)
    return holder(column(heading, label(text, role="muted", wrap=True), 4, *items, STRETCH, spacing=12))


def _caution(place: LibraryPlace) -> str:
    """Return the gravest caution alone: one sentence is read, three are not."""
    if place.caution is not Caution.NONE:
        return CAUTIONS[place.caution].format(program=place.by)
    return TIGHT if place.is_tight else ""
