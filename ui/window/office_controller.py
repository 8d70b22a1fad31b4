"""Shows whose library a window is on, and says when the office server is away or nobody is signed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from briefbank.domain.office import Action, Person
from briefbank.errors import BriefBankError
from ui.i18n.translate import tr, translate_core
from ui.jobs import Jobs, Lane
from ui.kit.confirmation import confirmed
from ui.kit.controls import Notice
from ui.shared.wording import ROLE_WORDS
from ui.window.sign_in import SignInForm

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi, OfficeApi
    from ui.main_window import MainWindow
    from ui.window.auditor import AuditorWindow

LOOK_MS = 15_000  # The time between two looks at the server
AWAY_LOOK_MS = 3_000  # The same while it is away
GO_ON = tr("Go on with what was taken along")
SIGNED_OUT = tr("Nobody is signed in to the office’s library any more. Sign in to go on where you were.")


class OfficeController(QObject):
    """The controller of one window on an office's library; on one of this computer it does nothing."""

    came_back = Signal()  # Emitted when the server answers again, or a person signed in again
    other_window_wanted = Signal()
    """Emitted when a person signed in for whom this is not the window: it searches, and they may only read
    the record, or the other way round."""

    offline_wanted = Signal()
    """Emitted when a person goes on with what was taken along, while the server is away."""

    def __init__(self, library: LibraryApi, jobs: Jobs, window: MainWindow | AuditorWindow) -> None:
        super().__init__(window)
        self._office, self._jobs, self._window = library.office, jobs, window
        self._may_search = may_search(library.office)
        self.band = Notice()
        self._is_told = self._is_away = False
        self.dialog: SignInDialog | None = None
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
        job = self._jobs.start(Lane.NOTES, lambda _reporter: office.look(), topic="office")
        job.done.connect(self._answered)
        job.failed.connect(self._failed)

    def may_add(self) -> bool:
        """Tell whether files may be added: in an office a person agrees once that colleagues find them."""
        if self._office is None or self._is_told:
            return True
        self._is_told = confirmed(
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
        return self._is_told

    def _answered(self, person: Person | None) -> None:
        was_away, self._is_away = not self.band.isHidden(), False
        self._show_person(person)
        if person is not None and person.may(Action.READ) is not self._may_search:
            self.other_window_wanted.emit()
            return
        if person is None:
            self.band.say(SIGNED_OUT, tr("Sign in"), bad=True)
        elif was_away:
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
        if self._is_away:
            self.offline_wanted.emit()
        else:
            self._ask_sign_in()

    def _ask_sign_in(self) -> None:
        office = self._office
        assert office is not None
        self.dialog = SignInDialog(office, self._jobs, self._window)
        self.dialog.accepted.connect(self.look)
        self.dialog.open()


def may_search(office: OfficeApi | None) -> bool:
    """Tell whether whoever sits here may search the library. Whoever is not signed in yet counts as one who
    may."""
    person = office.person if office is not None else None
    return person is None or person.may(Action.READ)


class SignInDialog(QDialog):
    """The form above a window whose person was signed out."""

    def __init__(self, office: OfficeApi, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self.setWindowTitle(tr("Sign in"))
        self.form = SignInForm(office.name)
        self.setMinimumWidth(460)
        self._office, self._jobs = office, jobs
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(self.form)
        self.form.wanted.connect(self._sign_in)
        self.form.name.setFocus()

    def _sign_in(self, name: str, password: str) -> None:
        office = self._office
        job = self._jobs.start(Lane.NOTES, lambda _reporter: office.sign_in(name, password), topic="sign in")
        job.done.connect(self.accept)
        job.failed.connect(lambda error: self.form.show_refusal(translate_core(error.message)))


def _described(person: Person | None) -> str:
    if person is None:
        return tr("nobody signed in")
    return tr("{name}, {role}").format(name=person.name, role=ROLE_WORDS[person.role])
