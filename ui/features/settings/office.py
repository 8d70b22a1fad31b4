"""The panels on the office's library: joining it, who is signed in, and what was taken along from it; for
whoever looks after its server, also its walls and the computers that help it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit

from briefbank.domain.office import (
    Action,
    ClusterStatus,
    ComputerReport,
    ComputerState,
    Matter,
    OfflineReport,
    OfflineState,
    WalledMatter,
)
from briefbank.errors import BriefBankError
from briefbank.jobs import Reporter
from ui.features.settings.panel import EntryList, SettingsPanel
from ui.i18n.translate import tr, translate_core
from ui.jobs import Lane
from ui.kit.controls import label, push_button
from ui.kit.dialogs import chosen_file, confirmed, forget_when_closed
from ui.kit.layout import DIALOG, STRETCH, add, column, form, row
from ui.shared import wording
from ui.shared.actions import chosen_invitation, joining
from ui.shared.forms import MatterDialog
from ui.shared.wording import ROLE_WORDS, count, counted, day

if TYPE_CHECKING:
    from briefbank.api.library import OfficeApi
    from ui.features.settings.page import SettingsPage

ALONE = tr(
    "This computer works alone: the library is on its own disk. An office with a server has one library for "
    "all its desks. Whoever looks after the server gives you an invitation file."
)
LEAVES = tr(
    "In an office, searches and added files go to the office server over your office’s network, encrypted, "
    "and to nothing else. Lists, collections and settings of your own stay on this computer."
)
MEANING = tr(
    "These documents can be searched and read on this computer while the office server is away. Each time "
    "BriefBank opens with the server, it brings them up to date and sends what was done with them."
)
LOOKING = tr("BriefBank looks what is on this computer…")
NOTHING = tr("Nothing of the office’s library is on this computer any more.")
BRINGING = tr("Bringing it up to date…")
UP_TO_DATE = tr("It is up to date, and nothing is left to send.")
LOST = tr("That is lost.")
_NAMED = 12  # The docket numbers that are named


class OfficePanel(SettingsPanel):
    """The office of this computer, or that it works alone."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__(tr("One library for the whole office"), page)
        self._office = page.library.office
        self.state = label(ALONE, wrap=True)
        self.join = push_button(tr("Join your office…"))
        self.sign_out = push_button(tr("Sign out"))
        self.password = push_button(tr("Change the password…"))
        self.leave = push_button(tr("Leave the office…"))
        self.dialog: PasswordDialog | None = None
        add(
            self.inside,
            self.state,
            label(LEAVES, role="muted", wrap=True),
            row(self.join, self.sign_out, self.password, self.leave, STRETCH),
            self.message,
        )
        self.join.clicked.connect(self._join)
        self.sign_out.clicked.connect(self._sign_out)
        self.password.clicked.connect(self._ask_password)
        self.leave.clicked.connect(self._leave)
        self.refresh()

    def refresh(self) -> None:
        """Show the office, and who is signed in."""
        office = self._office
        self.join.setVisible(office is None)
        for button in (self.sign_out, self.password):
            button.setVisible(office is not None and office.person is not None)
        self.leave.setVisible(office is not None)
        if office is not None:
            self.state.setText(_described_office(office))

    def _join(self) -> None:
        library, invitation = self.library, chosen_invitation(self)
        if invitation is not None:
            self.run(
                lambda _reporter: library.installation.join_office(invitation),
                lambda office: self.say(f"{joining(office)} {wording.NEXT_TIME}"),
            )

    def _sign_out(self) -> None:
        office = self._office
        assert office is not None
        self.run(lambda _reporter: office.sign_out(), self._signed_out)

    def _signed_out(self, _nothing: object) -> None:
        self.refresh()
        self.say(tr("You are signed out."))

    def _ask_password(self) -> None:
        assert self._office is not None
        self.dialog = PasswordDialog(self, self._office)
        forget_when_closed(self, "dialog", self.dialog)
        self.dialog.accepted.connect(lambda: self.say(tr("Your password was changed.")))
        self.dialog.open()

    def _leave(self) -> None:
        library = self.library
        if confirmed(
            self,
            tr("Leave the office"),
            tr("Leave the office’s library on this computer?"),
            tr(
                "Pages that were kept here and what was taken along are deleted from this computer. Marks "
                "and corrections that are not at the office yet are lost. Your own lists, collections and "
                "settings stay."
            ),
            yes=tr("Leave the office"),
            no=tr("Stay"),
        ):
            self.run(
                lambda _reporter: library.installation.leave_office(unsent_too=True),
                lambda _nothing: self.say(wording.NEXT_TIME),
            )


def _described_office(office: OfficeApi) -> str:
    belongs = tr("This computer uses the library of {office}, at {address}.").format(
        office=office.name, address=office.address
    )
    person = office.person
    if person is None:
        return f"{belongs} {tr('Nobody is signed in.')}"
    who = tr("You are signed in as {name}, {role}.").format(name=person.name, role=ROLE_WORDS[person.role])
    return f"{belongs} {who}"


class PasswordDialog(QDialog):
    """Three fields: the password as it is, and the new one twice."""

    def __init__(self, panel: SettingsPanel, office: OfficeApi) -> None:
        super().__init__(panel)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Change the password"))
        self.setMinimumWidth(460)
        self._office, self._jobs = office, panel.jobs
        self.old, self.new, self.again = fields = QLineEdit(), QLineEdit(), QLineEdit()
        self.message = label("", role="bad", wrap=True)
        self.save = push_button(tr("Change the password"), main=True)
        cancel = push_button(tr("Cancel"))
        labels = tr("Your password now"), tr("The new password"), tr("The new password again")
        column(
            form(*zip(labels, fields, strict=True)),
            self.message,
            row(STRETCH, cancel, self.save),
            on=self,
            margins=DIALOG,
        )
        for field in fields:
            field.setEchoMode(QLineEdit.EchoMode.Password)
            field.textChanged.connect(self._typed)
        self.save.clicked.connect(self._save)
        cancel.clicked.connect(self.reject)
        self._typed()

    def _typed(self) -> None:
        new, again = self.new.text(), self.again.text()
        self.save.setEnabled(bool(self.old.text() and new and new == again))
        self.message.setText("" if new.startswith(again) else tr("The new passwords differ."))

    def _save(self) -> None:
        office, old, new = self._office, self.old.text(), self.new.text()
        self.setEnabled(False)
        self._jobs.run(
            self,
            lambda _reporter: office.change_password(old, new),
            then=lambda _nothing: self.accept(),
            failed=self.show_refusal,
            lane=Lane.NOTES,
        )

    def reject(self) -> None:
        """Close, but not while the password is being changed, which may be refused."""
        if self.isEnabled():
            super().reject()

    def show_refusal(self, error: BriefBankError) -> None:
        """Say why the password was not changed, and let it be typed again."""
        self.setEnabled(True)
        self.message.setText(str(error))
        self.old.setFocus()


class OfflinePanel(SettingsPanel):
    """What was taken along from the office. It is hidden where nothing was."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__(tr("Taken along to court"), page)
        self._offline = page.library.office.offline if page.library.office is not None else None
        self._state: OfflineState | None = None
        self.state = label(LOOKING, wrap=True)
        self.sync = push_button(tr("Bring up to date"))
        self.delete = push_button(tr("Delete from this computer…"))
        add(
            self.inside,
            self.state,
            label(MEANING, role="muted", wrap=True),
            row(self.sync, self.delete, STRETCH),
            self.message,
        )
        self.sync.clicked.connect(self._sync)
        self.delete.clicked.connect(self._delete)
        self.hide()

    def refresh(self) -> None:
        """Look what is there, where something is."""
        offline = self._offline
        self.setVisible(offline is not None and offline.lease() is not None)
        if offline is not None and not self.isHidden():
            self.say("")
            self.run(lambda _reporter: offline.state(), self.show_state, lane=Lane.OFFLINE)

    def show_state(self, state: OfflineState | None) -> None:
        self._state = state
        self.state.setText(_described(state) if state else NOTHING)
        for button in (self.sync, self.delete):
            button.setEnabled(state is not None)

    def _sync(self) -> None:
        offline = self._offline
        assert offline is not None
        self.say(BRINGING)
        self.run(lambda reporter: (offline.sync(reporter), offline.state()), self._synced, lane=Lane.OFFLINE)

    def _synced(self, result: tuple[OfflineReport, OfflineState | None]) -> None:
        report, state = result
        self.show_state(state)
        problem = translate_core(report.problems[0]) if report.problems else ""
        self.say(problem or UP_TO_DATE, bad=bool(problem))

    def _delete(self) -> None:
        offline, state = self._offline, self._state
        assert offline is not None and state is not None
        lost = _lost(state)
        if confirmed(
            self,
            tr("Delete what was taken along"),
            tr("Delete the documents that were taken along from this computer?"),
            " ".join(filter(None, (tr("The office’s library keeps them."), lost))),
            yes=tr("Delete"),
            no=tr("Cancel"),
        ):
            work = partial(offline.leave, unsent_too=bool(lost))
            self.run(work, self._deleted, lane=Lane.OFFLINE)

    def _deleted(self, _nothing: object) -> None:
        self.show_state(None)
        self.say("")


def _described(state: OfflineState) -> str:
    """Return what is there, until when, and what the office lacks of it."""
    lease = state.lease
    until = day(lease.last_day)
    if lease.is_over():
        return tr("The time for which documents were taken along ended on {day}.").format(day=until)
    documents = wording.documents(state.documents)
    sentence = tr("{documents} until {day}.").format(documents=documents, day=until)
    return " ".join(filter(None, (sentence, _matters(lease.choice.matters), _unsent(state))))


def _matters(matters: Sequence[str]) -> str:
    """Return a sentence with the first docket numbers."""
    named, more = ", ".join(matters[:_NAMED]), len(matters) - _NAMED
    if more > 0:
        return tr("Docket numbers: {named}, and {number} more.").format(named=named, number=more)
    return tr("Docket numbers: {named}.").format(named=named) if named else ""


def _unsent(state: OfflineState) -> str:
    """Return a sentence on what the office does not have; empty where there is nothing."""
    if not state.unsent:
        return ""
    return counted(
        state.unsent,
        tr("One mark, correction or new file is not at the office yet."),
        tr("{number} marks, corrections and new files are not at the office yet."),
    )


def _lost(state: OfflineState) -> str:
    """Return a sentence on what would be lost; empty where nothing would be."""
    if state.lease.is_over():
        return tr("What was done with them and is not at the office yet is lost.")
    return f"{_unsent(state)} {LOST}" if state.unsent else ""


# --- for whoever looks after the server ---

WALLS = tr(
    "The documents of these matters are kept from the persons named, as if they were not in the library: no "
    "search, list, count or copy tells of them. A change counts at once."
)
NO_MATTERS = tr("No matter is kept from anybody.")
FILES = tr("Lists of matters (*.csv)")
HELPERS = tr(
    "These computers recognise the text of the office’s scans while nobody needs them. Whoever looks after "
    "the server invites more of them."
)
SERVER_ALONE = tr("The office’s server works on files by itself.")
NONE_HERE = tr("No computer works for the office now. The server works on files by itself meanwhile.")
NOTHING_WAITS = tr("No file waits.")
LOOK_MS = 5_000  # The time between two looks while the panel can be seen

STATES: Mapping[ComputerState, str] = {
    ComputerState.WORKS: tr("ready"),
    ComputerState.RESTS: tr("does not work now"),
    ComputerState.OTHER_RELEASE: tr("does nothing: it has another release of BriefBank than the server"),
    ComputerState.OTHER_ENGINE: tr("recognises nothing: it has no Tesseract, or another one than the server"),
    ComputerState.NO_MESSAGES: tr("does nothing: the broker’s messages do not reach it"),
    ComputerState.NO_ROOM: tr("does nothing: its disk or memory is full"),
    ComputerState.FAULT: tr("does nothing: BriefBank made a mistake there, which its log describes"),
}


class WallsPanel(SettingsPanel):
    """Matters that are kept from some persons. It is hidden from all who do not look after walls."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__(tr("Matters that are kept from some persons"), page)
        self._office = page.library.office
        self.matters = EntryList(tr("Matters"))
        self._by_name: dict[str, Matter] = {}
        self.add = push_button(tr("Add a matter…"))
        self.change = push_button(tr("Change…"))
        self.remove = push_button(tr("Open to everybody"))
        self.bring = push_button(tr("Import a list…"))
        self.write = push_button(tr("Export the list…"))
        self.dialog: MatterDialog | None = None
        add(
            self.inside,
            label(WALLS, role="muted", wrap=True),
            self.matters,
            row(self.add, self.change, self.remove, self.bring, self.write, STRETCH),
            self.message,
        )
        self.add.clicked.connect(lambda: self._edit(None))
        self.change.clicked.connect(lambda: self._edit(self.chosen()))
        self.matters.itemActivated.connect(lambda _item: self._edit(self.chosen()))
        self.remove.clicked.connect(self._remove)
        self.bring.clicked.connect(self._import)
        self.write.clicked.connect(self._export)
        self.matters.currentRowChanged.connect(lambda _row: self._enable())
        self.show_matters([])
        self.hide()

    def refresh(self) -> None:
        """List the matters again, for a person who looks after them."""
        person = self._office.person if self._office is not None else None
        self.setVisible(person is not None and person.may(Action.SCREEN))
        if not self.isHidden():
            walls = self._walls()
            self.run(lambda _reporter: walls.matters(), self.show_matters)

    def show_matters(self, matters: Sequence[WalledMatter]) -> None:
        self._by_name = {walled.matter.name: walled.matter for walled in matters}
        self.matters.show_entries([(_described_matter(walled), walled.matter.name) for walled in matters])
        self._enable()
        self.say("" if matters else NO_MATTERS)

    def chosen(self) -> Matter | None:
        return self._by_name.get(self.matters.chosen())

    def _enable(self) -> None:
        for button in (self.change, self.remove):
            button.setEnabled(self.chosen() is not None)
        self.write.setEnabled(self.matters.count() > 0)

    def _walls(self) -> Any:
        assert self._office is not None
        return self._office.walls

    # --- changes ---

    def _change(self, change: Callable[[Reporter], Any]) -> None:
        self.say(tr("Making the change…"))
        self.run(change, lambda _nothing: self.refresh())

    def _edit(self, matter: Matter | None) -> None:
        self.dialog = MatterDialog(self, matter)
        self.dialog.wanted.connect(lambda changed: self._change(partial(self._walls().put, changed)))
        self.dialog.open()

    def _remove(self) -> None:
        matter = self.chosen()
        if matter is not None and confirmed(
            self,
            tr("Open to everybody"),
            tr("Open the documents of {matter} to everybody?").format(matter=matter.name),
            tr("Everybody who may search the office’s library finds them then."),
            yes=tr("Open to everybody"),
            no=tr("Change nothing"),
        ):
            self._change(partial(self._walls().remove, matter.name))

    def _import(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(self, tr("Import a list"), "", FILES)
        if path:
            self._change(partial(self._walls().import_from, Path(path)))

    def _export(self) -> None:
        path = chosen_file(self, tr("Export the list"), "matters", {"csv": tr("Table")})
        if path is not None:
            walls = self._walls()
            self.run(lambda _reporter: walls.export(path), partial(self._written, path))

    def _written(self, path: Path, matters: int) -> None:
        number = count(matters, tr("matter"), tr("matters"))
        self.say(tr("{number} written to {file}.").format(number=number, file=path.name))


def _described_matter(walled: WalledMatter) -> str:
    """Return what the list says of a matter, in two lines, and of what may be a mistake in a third."""
    matter, doubts = walled.matter, list[str]()
    if walled.unknown:
        doubts.append(tr("Nobody here is called {names}.").format(names=", ".join(walled.unknown)))
    if walled.empty:
        doubts.append(tr("No document has the number {dockets}.").format(dockets=", ".join(walled.empty)))
    if walled.near:
        doubts.append(tr("Looks alike and is open: {dockets}.").format(dockets=", ".join(walled.near)))
    kept = tr("kept from {names}").format(names=", ".join((*matter.persons, *matter.groups)))
    dockets = " · ".join(matter.dockets)
    number = wording.documents(walled.documents)
    facts = " · ".join(filter(None, (dockets, number, kept)))
    return "\n".join(filter(None, (matter.name, facts, " ".join(doubts))))


class ClusterPanel(SettingsPanel):
    """The computers that work on files, hidden from all who do not look after the server. It is asked as long
    as the panel can be seen."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__(tr("Computers that work on files"), page)
        self._office, self._asking = page.library.office, False
        self.computers = EntryList(tr("Computers"))
        self.progress = label("", wrap=True)
        self.timer = QTimer(self, interval=LOOK_MS)
        about = label(HELPERS, role="muted", wrap=True)
        add(self.inside, about, self.computers, self.message, self.progress)
        self.timer.timeout.connect(self.refresh)
        self.show_status(ClusterStatus(None, 0))
        self.hide()

    def refresh(self) -> None:
        """Ask anew, for a person who looks after the server."""
        office = self._office
        person = office.person if office is not None else None
        self.setVisible(person is not None and person.may(Action.ADMINISTER))
        if office is not None and not self.isHidden() and not self._asking:
            self._asking = True
            self.run(lambda _reporter: office.cluster.status(), self.show_status)

    def show_status(self, status: ClusterStatus) -> None:
        self._asking = False
        computers = status.report.computers if status.report else ()
        self.computers.show_entries(
            [(_described_computer(computer), computer.name) for computer in computers]
        )
        waiting = tr("{files} waiting").format(files=wording.files(status.files_waiting))
        self.progress.setText(waiting if status.files_waiting else NOTHING_WAITS)
        if status.report is None:
            self.say(SERVER_ALONE)
        elif status.report.trouble:
            self.say(translate_core(status.report.trouble), bad=True)
        else:
            self.say("" if computers else NONE_HERE)

    def fail(self, error: BriefBankError) -> None:
        self._asking = False
        super().fail(error)

    def showEvent(self, event: QShowEvent) -> None:
        self.timer.start()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.timer.stop()
        super().hideEvent(event)


def _described_computer(computer: ComputerReport) -> str:
    """Return what the list says of a computer, in two lines."""
    state = STATES[computer.state]
    if computer.doing:
        state = tr("recognises text")
    if computer.doing > 1:
        state += f" ({computer.doing})"
    return f"{computer.name}\n{state}"
