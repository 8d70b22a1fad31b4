"""The window of a person of an office who may read the record of what was done, and no brief."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from briefbank.errors import BriefBankError
from ui.features.maintenance.audit_record_controller import RecordController
from ui.features.maintenance.audit_record_view import RecordDialog
from ui.i18n.translate import tr, translate_core
from ui.jobs import Jobs, Lane
from ui.kit.controls import label, push_button
from ui.kit.restyle import restyle
from ui.window.office_controller import OfficeController

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

NOT_ADDED = tr("Nothing was added: your role in the office’s library does not include it.")


class AuditorWindow(RecordDialog):
    """A window with the record alone: every other page would only refuse, and each refusal be on record."""

    signed_out = Signal()

    def __init__(self, library: LibraryApi) -> None:
        super().__init__(of_office=True)
        assert library.office is not None
        self._office = library.office
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)  # the program deletes its windows
        self.setWindowTitle("BriefBank")
        self.jobs = Jobs(self)
        self.finished.connect(lambda _result: self.jobs.close())
        self.who = label("", role="muted")
        self.sign_out = push_button(tr("Sign out"))
        self.sign_out.clicked.connect(self._sign_out)
        self.refresh = push_button(tr("Look again"), tip=tr("Show what was done since"))
        self.add_below(self.who)
        self.add_button(self.refresh)
        self.add_button(self.sign_out)
        self.closing.setText(tr("Quit"))
        self.closing.setAccessibleName(tr("Quit"))
        restyle(self.closing, role="")
        restyle(self.export, role="main")
        self.office = OfficeController(library, self.jobs, self)
        self.record = RecordController(library, self.jobs, self)
        self.record.fill(self)
        self.refresh.clicked.connect(self.record.refresh)
        self.office.came_back.connect(self.record.refresh)

    def put_above(self, band: QWidget) -> None:
        """Put a band above the list."""
        self.add_above(band)

    def show_office(self, text: str) -> None:
        """Show the office whose record this is, and who is signed in."""
        self.who.setText(text)

    def tell(self, text: str) -> None:
        """Show a remark."""
        self.state.say(text)

    def add(self, paths: Sequence[Path]) -> None:
        """Say that files cannot be added."""
        if paths:
            self.tell(NOT_ADDED)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass all keys on but Escape, which would end the program here."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)

    def _sign_out(self) -> None:
        office = self._office
        job = self.jobs.start(Lane.NOTES, lambda _reporter: office.sign_out(), topic="sign out")
        job.done.connect(lambda _nothing: self.signed_out.emit())
        job.failed.connect(self._failed)

    def _failed(self, error: BriefBankError) -> None:
        self.state.say(translate_core(error.message), bad=True)
