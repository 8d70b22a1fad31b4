"""The running application: opens a library, shows the window on it or why it did not open, and shuts down.

The window is on the screen before the slow parts (encoder, LanceDB) are loaded; a lane loads those
afterwards.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from briefbank import logs, paths, settings
from briefbank.errors import BriefBankError
from briefbank.paths import LibraryPaths
from ui.features.settings import settings_changes
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core
from ui.jobs import Fault, JobReporter, Jobs, Lane
from ui.kit import qt_settings
from ui.kit.garbage import Collector
from ui.shared import window_state
from ui.shared.office_joining import joining
from ui.style import appearance, icons, theme
from ui.window.opening import OpeningWindow
from ui.window.typing_handover import Handover

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from briefbank.library import Library
    from ui.main_window import MainWindow
    from ui.window.auditor import AuditorWindow
    from ui.window.failure import FailureWindow
    from ui.window.sign_in import SignInWindow

log = logging.getLogger(__name__)

OPEN, SIGN_IN, JOIN = "open", "sign in", "join"
"""The topics of the jobs that open a library, sign a person in to an office's, and have this computer join
one."""
SWITCH_S = 0.0005
"""The time for which a lane goes on while the window's thread wants the interpreter. That thread gives it up
and takes it again many times for one picture: with Python's own 5 ms a picture beside a busy lane takes a
tenth of a second."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the application until its last window is closed; return the exit status. Main thread."""
    options = _parser().parse_args(arguments)
    logs.start()
    app = make_application()
    collector = Collector(app)
    program = Program(options.library, options.files)
    program.loaded.connect(collector.freeze)
    faults = Faults(app)
    faults.status.connect(program.tell)
    faults.install()
    program.begin(try_sample=options.try_sample)
    status = app.exec()
    if not program.close():
        # Leaving in the ordinary way while native code runs in a thread would abort the process. Stored data
        # is safe: every change to the library is complete or absent.
        logging.shutdown()
        os._exit(status)
    collector.stop()
    return status


def make_application() -> QApplication:
    """Return the QApplication with BriefBank's name, icon and colours."""
    sys.setswitchinterval(SWITCH_S)
    qt_settings.discard_qt_settings()
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("BriefBank")
    app.setApplicationDisplayName("BriefBank")
    app.setDesktopFileName("briefbank")
    translate.install_language(app)
    appearance.start_following(app)
    app.setWindowIcon(icons.icon("briefbank", theme.colours().accent, size=64))
    return app


def make_window(library: LibraryApi) -> MainWindow:
    """Return the window on a library, with all parts that would take long to make once it is in use."""
    from ui.main_window import MainWindow

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    with appearance.styled_at_once(app):
        window = MainWindow(library)
        window.search.readers.prepare_second()
    return window


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="briefbank-window", description="The window of BriefBank.")
    parser.add_argument("--library", type=Path, metavar="DIR", help="the folder of the library to open")
    parser.add_argument(
        "--try-sample", action="store_true", help="open the made-up sample while there is no library"
    )
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help="files and folders to add")
    return parser


class Program(QObject):
    """The controller that opens a library and shows the window on it, or the window that says why it did not
    open."""

    loaded = Signal()  # Emitted when all that is slow to load is loaded

    def __init__(self, folder: Path | None, files: Sequence[Path]) -> None:
        super().__init__()
        self._settings = settings.load()
        self._folder = folder or self._settings.library or paths.default_library()
        self._is_in_office = bool(self._settings.office_address) and folder is None
        self._files: list[Sequence[Path]] = [files] if files else []
        """Files to be added to the office's own library, in the order in which they were named or dropped."""
        self._in_sample = False
        self._ended = True
        """True when all work of earlier libraries has ended."""
        self._sample_error: BriefBankError | None = None
        """The error with the sample; shown when the office's own library is back."""
        self._jobs = Jobs(self)
        self._library: LibraryApi | None = None
        self.window: QWidget | None = None
        """The window on the screen."""
        self._main: MainWindow | AuditorWindow | None = None
        """The same window, where it is the one on a library."""

    def begin(self, *, try_sample: bool) -> None:
        """Open the chosen library; or the sample, where there is no library yet and nothing to add to it."""
        new = not self._files and not LibraryPaths(self._folder).catalogue.exists()
        if try_sample and new and not self._is_in_office:
            self._open_sample()
        else:
            self.open()

    def open(self) -> None:
        """Open the chosen library in a lane; meanwhile a window says so."""
        self._in_sample = False
        self._start(_open_office if self._is_in_office else partial(_open_library, self._folder))

    def _open_sample(self) -> None:
        """Open the made-up briefs, until they are left again; the settings' library stays the same."""
        self._in_sample = True
        self._start(_open_sample)

    def _start(self, opening: Callable[[JobReporter], LibraryApi]) -> None:
        """Open a library. The one that is open is closed first, unless its window's jobs could not be
        ended."""
        window = self._main
        self._replace(self._first_window(window))
        before, self._library = self._library, None
        if window is not None and not window.jobs.close():
            before, self._ended = None, False
        job = self._jobs.start(
            Lane.READY, partial(_open_after_closing, before, opening), topic=OPEN, discard=_close
        )
        job.progressed.connect(self._first.show_progress)
        job.done.connect(self._opened)
        job.failed.connect(self._show_failure)

    def _first_window(self, before: QWidget | None) -> OpeningWindow:
        """Return the first window, in the place of the window before, if there is one."""
        self._first = first = OpeningWindow(self._settings.order)
        if before is not None:
            window_state.stand_alike(first, before)
        first.row.order.changed.connect(lambda order: self._keep(order=order))
        first.files_dropped.connect(self._dropped)
        first.closed.connect(partial(self._first_window_closed, first))
        return first

    def _first_window_closed(self, first: OpeningWindow) -> None:
        """Stop opening, because the person closed the window."""
        if self.window is first:
            self._jobs.drop(OPEN)

    def _dropped(self, files: Sequence[Path]) -> None:
        self._files.append(files)
        if self._main is not None:
            self._add_files(self._main)

    def _add_files(self, window: MainWindow | AuditorWindow) -> None:
        """Add waiting files. Those for the office's own library wait while the sample is open."""
        if self._in_sample:
            return
        waiting, self._files = self._files, []
        for files in waiting:
            window.add(files)

    def _open_restored(self, backup: Path) -> None:
        """Restore a backup in place of a library that is damaged, whose remains are put aside."""
        self._start(partial(_restore_library, self._folder, backup))

    def _replace(self, window: QWidget) -> None:
        """Show a window and close the one before; in this order, since the last to close ends the program."""
        before, self.window, self._main = self.window, window, None
        window.show()
        if before is not None:
            before.close()
            before.deleteLater()

    def _opened(self, library: LibraryApi) -> None:
        """Show the window on the library, after a person has signed in where that is needed."""
        self._library = library
        if library.office is None or library.office.person is not None:
            self._show_window(library)
            return
        from ui.window.sign_in import SignInWindow

        window = SignInWindow(library.office.name)
        window.wanted.connect(partial(self._sign_in, library, window))
        self._replace(window)

    def _sign_in(self, library: LibraryApi, window: SignInWindow, name: str, password: str) -> None:
        office = library.office
        assert office is not None
        job = self._jobs.start(Lane.READY, lambda _reporter: office.sign_in(name, password), topic=SIGN_IN)
        job.done.connect(lambda _person: self._signed_in(library))
        job.failed.connect(lambda error: window.show_refusal(translate_core(error.message)))

    def _signed_in(self, library: LibraryApi) -> None:
        self._replace(self._first_window(None))
        self._show_window(library)

    def _show_window(self, library: LibraryApi) -> None:
        from ui.window.office_controller import may_search

        if not may_search(library.office):
            self._show_record(library)
            return
        window = make_window(library)
        window.warmed.connect(self.loaded)
        window.search_page.bar.order.choose(self._settings.order)
        window.search_page.bar.order.changed.connect(lambda order: self._keep(order=order))
        self.window = self._main = window
        Handover(self._first, window)
        QTimer.singleShot(0, window, window.warm_up)
        if self._sample_error is not None:
            window.tell_error(self._sample_error)
            self._sample_error = None
        window.first_run.steps.place.wanted.connect(self._open_other)
        window.first_run.steps.sample_wanted.connect(self._open_sample)
        window.first_run.band.acted.connect(self.open)
        window.read_only.band.acted.connect(self.open)
        window.office.other_window_wanted.connect(self.open)
        window.office.offline_wanted.connect(self._open_offline)
        window.taken_along.office_wanted.connect(self._leave_offline)
        window.taken_along.ended.connect(self.open)
        QTimer.singleShot(0, window, partial(self._add_files, window))

    def _show_record(self, library: LibraryApi) -> None:
        """Show the window of a person who may read the record and nothing else."""
        from ui.window.auditor import AuditorWindow

        window = AuditorWindow(library)
        window.office.other_window_wanted.connect(self.open)
        window.signed_out.connect(self.open)
        self._replace(window)
        self._main = window
        self.loaded.emit()
        self._add_files(window)

    def _show_failure(self, error: BriefBankError) -> None:
        if self._in_sample:
            self._sample_error = error
            self.open()
            return
        from briefbank.library import Library
        from ui.window.failure import FailureWindow

        has_offline = self._is_in_office and Library.offline_lease() is not None
        window = FailureWindow(error, self._folder, has_offline=has_offline)
        window.offline_wanted.connect(self._open_offline)
        window.again.clicked.connect(self.open)
        window.library_chosen.connect(self._open_other)
        window.backup_chosen.connect(self._open_restored)
        window.invitation_chosen.connect(partial(self._join, window))
        self._replace(window)

    def _join(self, window: FailureWindow, invitation: Path) -> None:
        job = self._jobs.start(Lane.READY, partial(_join_office, invitation), topic=JOIN)
        job.done.connect(lambda office: window.say(f"{joining(office)} {settings_changes.NEXT_TIME}"))
        job.failed.connect(lambda error: window.say(str(error), bad=True))

    def _open_offline(self) -> None:
        """Open what was taken along from the office, until its own library is asked for again."""
        self._folder, self._is_in_office = paths.offline_folder(), False
        self.open()

    def _leave_offline(self) -> None:
        self._folder = self._settings.library or paths.default_library()
        self._is_in_office = bool(self._settings.office_address)
        self.open()

    def _open_other(self, folder: Path) -> None:
        self._folder = folder
        self._keep(library=folder)
        self.open()

    def _keep(self, **changes: Any) -> None:
        self._settings = replace(self._settings, **changes)
        try:
            settings_changes.change(**changes)
        except BriefBankError as error:
            self.tell(
                tr("The choice could not be kept. {remedy}").format(remedy=translate_core(error.remedy))
            )

    def tell(self, text: str) -> None:
        if self._main is not None:
            self._main.tell(text)

    def close(self) -> bool:
        """End all jobs, after the event loop, then close the library. False when a job does not end."""
        ended = self._jobs.close() and self._ended
        if self._main is not None:
            ended = self._main.jobs.close() and ended
        if ended and self._library is not None:
            self._library.close()
        return ended


def _open_library(folder: Path, reporter: JobReporter) -> Library:
    from briefbank.library import Library

    return Library.open(folder, reporter=reporter)


def _open_office(_reporter: JobReporter) -> LibraryApi:
    from briefbank.office.remote_library import RemoteLibrary

    return RemoteLibrary.open()


def _join_office(invitation: Path, _reporter: JobReporter) -> str:
    from briefbank.network import membership

    return membership.join_with(invitation)


def _close(library: LibraryApi) -> None:
    library.close()


def _open_sample(reporter: JobReporter) -> Library:
    from briefbank.library import Library

    return Library.open_sample(reporter)


def _open_after_closing(
    before: LibraryApi | None, opening: Callable[[JobReporter], LibraryApi], reporter: JobReporter
) -> LibraryApi:
    if before is not None:
        before.close()
    importlib.import_module("ui.main_window")  # half of the start, while the first window is on the screen
    return opening(reporter)


def _restore_library(folder: Path, backup: Path, reporter: JobReporter) -> Library:
    from briefbank.library import Library

    Library.make_room_for(backup, folder)
    library = Library.open(folder)
    try:
        library.maintenance.restore(backup, reporter)
    except BaseException:
        library.close()
        raise
    return library


class Faults(QObject):
    """A handler of our own errors that nothing caught: they are logged, and one sentence is shown."""

    status = Signal(str)

    def install(self) -> None:
        sys.excepthook = self._caught
        threading.excepthook = lambda raised: self._caught(
            raised.exc_type, raised.exc_value or raised.exc_type(), raised.exc_traceback
        )

    def _caught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        log.error("A fault that nothing caught", exc_info=(kind, error, trace))
        self.status.emit(str(Fault()))
