"""The panel of the settings page on the office's library: joining it, who is signed in, working alone."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from briefbank.errors import BriefBankError
from ui.features.settings import settings_changes
from ui.features.settings.settings_panel import PanelContext, PanelController
from ui.i18n.translate import tr, translate_core
from ui.jobs import Lane
from ui.kit.controls import label, push_button
from ui.kit.page_parts import Panel
from ui.kit.restyle import restyle
from ui.shared.office_joining import chosen_invitation, joining
from ui.shared.wording import ROLE_WORDS

if TYPE_CHECKING:
    from briefbank.api.library import OfficeApi

ALONE = tr(
    "This computer works alone: the library is on its own disk. An office with a server has one library for "
    "all its desks. Whoever looks after the server gives you an invitation file."
)
LEAVES = tr(
    "In an office, searches and added files go to the office server over your office’s network, encrypted, "
    "and to nothing else. Lists, collections and settings of your own stay on this computer."
)


class OfficePanel(Panel):
    """A panel that requests changes by its signals, and shows their outcome."""

    invitation_chosen = Signal(object)  # The path of an invitation file
    sign_out_wanted = Signal()
    leave_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("One library for the whole office"), parent)
        self.state = label(ALONE, wrap=True)
        self.join = push_button(tr("Join your office…"))
        self.sign_out = push_button(tr("Sign out"))
        self.leave = push_button(tr("Work alone"))
        self.message = label("", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(10)
        for button in (self.join, self.sign_out, self.leave):
            row.addWidget(button)
        row.addWidget(self.message, 1)
        self.inside.addWidget(self.state)
        self.inside.addWidget(label(LEAVES, role="muted", wrap=True))
        self.inside.addLayout(row)
        self.join.clicked.connect(self._choose)
        self.sign_out.clicked.connect(self.sign_out_wanted)
        self.leave.clicked.connect(self.leave_wanted)

    def show_office(self, office: OfficeApi | None) -> None:
        """Show the office of this computer, or that it works alone."""
        self.join.setVisible(office is None)
        self.sign_out.setVisible(office is not None and office.person is not None)
        self.leave.setVisible(office is not None)
        if office is None:
            self.state.setText(ALONE)
            return
        belongs = tr("This computer uses the library of {office}, at {address}.").format(
            office=office.name, address=office.address
        )
        person = office.person
        who = (
            tr("You are signed in as {name}, {role}.").format(name=person.name, role=ROLE_WORDS[person.role])
            if person is not None
            else tr("Nobody is signed in.")
        )
        self.state.setText(f"{belongs} {who}")

    def say(self, text: str, *, bad: bool = False) -> None:
        restyle(self.message, role="bad" if bad else "")
        self.message.setText(text)

    def _choose(self) -> None:
        if path := chosen_invitation(self):
            self.invitation_chosen.emit(path)


class OfficePanelController(PanelController):
    """The controller of the panel."""

    def __init__(self, panel: OfficePanel, context: PanelContext) -> None:
        super().__init__(panel, context)
        self.panel, self._office = panel, context.library.office
        panel.show_office(self._office)
        panel.invitation_chosen.connect(self._join)
        panel.sign_out_wanted.connect(self._sign_out)
        panel.leave_wanted.connect(self._leave)

    def refresh(self) -> None:
        self.panel.show_office(self._office)

    def _join(self, invitation: Path) -> None:
        library = self._library
        job = self._jobs.start(Lane.NOTES, lambda _reporter: library.installation.join_office(invitation))
        job.done.connect(self._joined)
        job.failed.connect(self._failed)

    def _joined(self, office: str) -> None:
        self.panel.say(f"{joining(office)} {settings_changes.NEXT_TIME}")

    def _sign_out(self) -> None:
        office = self._office
        assert office is not None
        job = self._jobs.start(Lane.NOTES, lambda _reporter: office.sign_out())
        job.done.connect(partial(self._signed_out, office))
        job.failed.connect(self._failed)

    def _signed_out(self, office: OfficeApi, _nothing: object) -> None:
        self.panel.show_office(office)
        self.panel.say(tr("You are signed out."))

    def _leave(self) -> None:
        library = self._library
        job = self._jobs.start(Lane.NOTES, lambda _reporter: library.installation.leave_office())
        job.done.connect(lambda _nothing: self.panel.say(settings_changes.NEXT_TIME))
        job.failed.connect(self._failed)

    def _failed(self, error: BriefBankError) -> None:
        self.panel.say(translate_core(error.message), bad=True)
