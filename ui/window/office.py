"""What a window shows of an office: whose library it is, who signs in, and whether the server answers; also
the bands above every page of a library that was taken along, or that can only be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from briefbank.domain.office import Action, Person
from briefbank.errors import BriefBankError
from briefbank.paths import sample_library
from ui.features.settings.activity_log import RecordDialog
from ui.i18n.translate import tr, translate_core
from ui.jobs import Jobs, Lane
from ui.kit.controls import Notice, label, push_button
from ui.kit.dialogs import confirmed
from ui.kit.layout import STRETCH, column, form, row
from ui.shared import wording
from ui.shared.wording import ROLE_WORDS
from ui.style.theme import restyle
from ui.window.opening import GO_ON

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi, OfficeApi
    from ui.main_window import MainWindow

LOOK_MS = 15_000  # The time between two looks at the server
AWAY_LOOK_MS = 3_000  # The same while it is away
LEASE_LOOK_MS = 60_000  # The time between two looks at the clock, for what was taken along
SIGNED_OUT = tr("Nobody is signed in to the office’s library any more. Sign in to go on where you were.")
PRIVATE = tr(
    "Your name and password go to the office server, encrypted, and nowhere else. You stay signed in for "
    "twelve hours."
)
IN_SAMPLE = tr("This is the sample library. Its briefs, people and docket numbers are made up.")
NOT_IN_SAMPLE = tr("This is the sample library. Leave it first; your files then go into your own.")
NOT_ADDED = tr("Nothing was added: your role in the office’s library does not include it.")


class OfficeController(QObject):
    """The controller of one window on an office's library; on one of this computer it does nothing."""

    came_back = Signal()
    """Emitted when the server answers again, and when somebody else or with another role is signed in."""

    other_window_wanted = Signal()
    """Emitted when a person signed in for whom this is not the window: it searches, and they may only read
    the record, or the other way round."""

    offline_wanted = Signal()
    """Emitted when a person goes on with what was taken along, while the server is away."""

    def __init__(self, library: LibraryApi, jobs: Jobs, window: MainWindow | AuditorWindow) -> None:
        super().__init__(window)
        self._office, self._jobs, self._window = library.office, jobs, window
        self._may_search = may_search(library.office)
        self._person = library.office.person if library.office is not None else None
        self.band = Notice()
        self._has_agreed = self._is_away = False
        self.dialog: SignIn | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.look)
        if self._office is None:
            return
        window.put_above(self.band)
        self.band.acted.connect(self._act)
        self._show_person(self._office.person)
        self._timer.start(LOOK_MS)

    def look(self) -> None:
        """Ask the server who is signed in. What comes of it is shown, and asked again after a while."""
        office = self._office
        assert office is not None
        self._jobs.run(
            self,
            lambda _reporter: office.look(),
            then=self._answered,
            failed=self._failed,
            lane=Lane.NOTES,
            topic="office",
        )

    def may_add(self) -> bool:
        """Tell whether files may be added: in an office a person agrees once that colleagues find them."""
        if self._office is None or self._has_agreed:
            return True
        person = self._office.person
        if person is not None and not person.may(Action.CONTRIBUTE):
            self._window.tell(NOT_ADDED)
            return False
        self._has_agreed = confirmed(
            self._window,
            tr("Add to the office’s library"),
            tr("Add to the library of {office}?").format(office=self._office.name),
            tr(
                "The files are sent to the office server, and everybody who may search its library finds "
                "them. Yours stay where they are."
            ),
            yes=tr("Add"),
            no=tr("Do not add"),
        )
        return self._has_agreed

    def _answered(self, person: Person | None) -> None:
        was_away, self._is_away = not self.band.isHidden(), False
        is_another, self._person = person != self._person, person
        self._show_person(person)
        if person is not None and person.may(Action.READ) is not self._may_search:
            self.other_window_wanted.emit()
            return
        if person is None:
            self.band.say(SIGNED_OUT, tr("Sign in"), bad=True)
        elif was_away or is_another:
            self.band.say("")
            self.came_back.emit()
        self._timer.start(LOOK_MS)

    def _failed(self, error: BriefBankError) -> None:
        assert self._office is not None
        lease = self._office.offline.lease()
        self._is_away = lease is not None and not lease.is_over()
        self.band.say(translate_core(error.message), GO_ON if self._is_away else "", bad=True)
        self._timer.start(AWAY_LOOK_MS)

    def _show_person(self, person: Person | None) -> None:
        assert self._office is not None
        self._window.show_office(
            tr("{office}: {person}").format(office=self._office.name, person=_described(person))
        )

    def _act(self) -> None:
        """Go on with what was taken along while the server is away; else sign in."""
        assert self._office is not None
        if self._is_away:
            self.offline_wanted.emit()
        else:
            self.dialog = SignIn(self._office, self._jobs, self._window)
            self.dialog.signed_in.connect(self.dialog.close)
            self.dialog.signed_in.connect(self.look)
            self.dialog.open()


def may_search(office: OfficeApi | None) -> bool:
    """Tell whether whoever sits here may search the library. Whoever is not signed in yet counts as one who
    may."""
    person = office.person if office is not None else None
    return person is None or person.may(Action.READ)


def _described(person: Person | None) -> str:
    if person is None:
        return tr("nobody signed in")
    return tr("{name}, {role}").format(name=person.name, role=ROLE_WORDS[person.role])


class SignIn(QDialog):
    """Two fields and a button: a window of its own while there is no other, or a dialog above one whose
    person was signed out."""

    signed_in = Signal()

    def __init__(self, office: OfficeApi, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=parent is not None)
        self._office, self._jobs = office, jobs
        self.setObjectName("page")
        self.setWindowTitle(tr("Sign in") if parent else "BriefBank")
        self.setMinimumSize(560, 340)
        self.name, self.password = QLineEdit(), QLineEdit()
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.name.setAccessibleName(tr("Your name"))
        self.password.setAccessibleName(tr("Your password"))
        self.message = label("", role="bad", wrap=True)
        self.enter = push_button(tr("Sign in"), main=True)
        leave = push_button(tr("Cancel") if parent else tr("Quit"))
        column(
            label(tr("The library of {office}").format(office=office.name), scale=1.45, bold=True, wrap=True),
            label(PRIVATE, role="muted", wrap=True),
            form((tr("Name"), self.name), (tr("Password"), self.password), spacing=10),
            self.message,
            STRETCH,
            row(leave, STRETCH, self.enter),
            on=self,
            margins=(34, 30, 34, 26),
            spacing=14,
        )
        for button in (leave, self.enter):
            button.setAutoDefault(False)
        self.name.returnPressed.connect(self.password.setFocus)
        self.password.returnPressed.connect(self.enter.click)
        self.enter.clicked.connect(self._sign_in)
        leave.clicked.connect(self.close)
        for field in (self.name, self.password):
            field.textChanged.connect(self._typed)
        self._typed()
        self.name.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass all keys on but Escape where it would end the program."""
        if event.key() != Qt.Key.Key_Escape or self.parent():
            super().keyPressEvent(event)

    def _typed(self) -> None:
        self.enter.setEnabled(bool(self.name.text().strip() and self.password.text()))
        if self.password.text():
            self.message.clear()

    def _sign_in(self) -> None:
        office, name, password = self._office, self.name.text().strip(), self.password.text()
        self.setEnabled(False)
        self._jobs.run(
            self,
            lambda _reporter: office.sign_in(name, password),
            then=lambda _person: self.signed_in.emit(),
            failed=self._refuse,
            lane=Lane.NOTES,
        )

    def _refuse(self, error: BriefBankError) -> None:
        """Say why nobody was signed in, and let the password be typed again."""
        self.setEnabled(True)
        self.password.clear()
        self.message.setText(translate_core(error.message))
        self.password.setFocus()


class SampleBand(Notice):
    """A band above every page of the sample, so that nobody takes a made-up brief for one of the office's."""

    def __init__(self, library: LibraryApi, window: MainWindow) -> None:
        super().__init__()
        window.put_above(self)
        if library.folder == sample_library():
            self.say(IN_SAMPLE, tr("Leave the sample"))


class ReadOnlyBand(Notice):
    """A band above every page of a library that can only be read. Its window updates it whenever it becomes
    the active one: another computer may have taken the library over while this one slept."""

    def __init__(self, library: LibraryApi, window: MainWindow) -> None:
        super().__init__()
        self._library = library
        window.put_above(self)
        self.update_words()

    def update_words(self) -> None:
        """Show the band where it is needed. Takes no time."""
        if why := self._library.read_only():
            self.say(translate_core(why), tr("Open it again"))


class TakenAlongBand(Notice):
    """A band above every page of what was taken along from an office, which says until when. Its link leads
    to the office's own library. On any other library it stays hidden."""

    ended = Signal()  # Emitted when the time is over, and the library must be closed

    def __init__(self, library: LibraryApi, window: MainWindow) -> None:
        super().__init__()
        self._lease = library.taken_along()
        self._timer = QTimer(self, interval=LEASE_LOOK_MS)
        self._timer.timeout.connect(self.look)
        window.put_above(self)
        if self._lease is None:
            return
        text = tr(
            "Taken along from {office}, until {day}: you see these documents alone. What you do with them "
            "goes to the office when BriefBank opens with its server."
        )
        text = text.format(office=self._lease.office, day=wording.day(self._lease.last_day))
        self.say(text, tr("Open the office’s library"))
        window.show_office(tr("{office}: taken along").format(office=self._lease.office))
        self._timer.start()

    def look(self) -> None:
        """Close the library if its time is over."""
        if self._lease is not None and self._lease.is_over():
            self._timer.stop()
            self.ended.emit()


class AuditorWindow(RecordDialog):
    """A window with the record alone: every other page would only refuse, and each refusal be on record."""

    signed_out = Signal()

    def __init__(self, library: LibraryApi) -> None:
        super().__init__(library, Jobs())
        assert library.office is not None
        self._office = library.office
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)  # the program deletes its windows
        self.setWindowTitle("BriefBank")
        self.jobs.setParent(self)
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
        self.refresh.clicked.connect(self.read_again)
        self.office.came_back.connect(self.read_again)

    def put_above(self, band: QWidget) -> None:
        self.add_above(band)

    def show_office(self, text: str) -> None:
        self.who.setText(text)

    def tell(self, text: str) -> None:
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
        self.jobs.run(
            self,
            lambda _reporter: office.sign_out(),
            then=lambda _nothing: self.signed_out.emit(),
            failed=self._failed,
            lane=Lane.NOTES,
        )
