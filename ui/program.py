"""The running application: opens a library, shows the window on it or why it did not open, and shuts down.

The window is on the screen before the slow parts (encoder, LanceDB) are loaded; a lane loads those
afterwards.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSettings, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from briefbank import logs, paths, settings
from briefbank.errors import BriefBankError
from briefbank.paths import LibraryPaths
from ui.i18n import translate
from ui.i18n.translate import tr, translate_error
from ui.jobs import Fault, JobReporter, Jobs, Lane
from ui.kit.dialogs import confirmed
from ui.kit.garbage import Collector
from ui.shared import window_state, wording
from ui.shared.actions import joining
from ui.style import theme
from ui.window.opening import FailureWindow, Handover, OpeningWindow

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from briefbank.library import Library
    from ui.main_window import MainWindow
    from ui.window.office import AuditorWindow

log = logging.getLogger(__name__)

OPEN, JOIN = "open", "join"  # Topics of jobs
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
    ended = program.close()
    if program.restarts:
        command = sys.orig_argv[1 : len(sys.orig_argv) - len(sys.argv[1:])]
        subprocess.Popen([sys.executable, *command, *program.arguments_anew()])
    if not ended:
        # Leaving in the ordinary way while native code runs in a thread would abort the process. Stored data
        # is safe: every change to the library is complete or absent.
        logging.shutdown()
        os._exit(status)
    collector.stop()
    return status


def make_application() -> QApplication:
    """Return the QApplication with BriefBank's name, icon and colours."""
    sys.setswitchinterval(SWITCH_S)
    # Qt's own file dialog records folders, which may bear a client's name, in a file that is not BriefBank's.
    # Windows, macOS and desktops have dialogs of their own; the guide says what those record.
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, os.devnull)
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("BriefBank")
    app.setApplicationDisplayName("BriefBank")
    app.setDesktopFileName("briefbank")
    translate.install_language(app)
    theme.start_following(app)
    app.setWindowIcon(theme.icon("briefbank", theme.colours().accent, size=64))
    return app


def make_window(library: LibraryApi) -> MainWindow:
    """Return the window on a library, with all parts that would take long to make once it is in use."""
    from ui.main_window import MainWindow

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    with theme.styled_at_once(app):
        return MainWindow(library)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="briefbank-window", description="The window of BriefBank.")
    parser.add_argument("--library", type=Path, metavar="DIR", help="the folder of the library to open")
    parser.add_argument(
        "--try-sample", action="store_true", help="open the made-up sample while there is no library"
    )
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help="files and folders to add")
    return parser


class Program(QObject):
    """Opens a library and shows the window on it, or the window that says why it did not open."""

    loaded = Signal()  # Emitted when all that is slow to load is loaded

    def __init__(self, folder: Path | None, files: Sequence[Path]) -> None:
        super().__init__()
        self._settings = settings.load()
        self._folder = folder or self._settings.library or paths.default_library()
        self._is_in_office = bool(self._settings.office_address) and folder is None
        self._files: list[Sequence[Path]] = [files] if files else []
        """Files to be added to the office's own library, in the order in which they were named or dropped."""
        self._in_sample = False
        self.restarts = False  # True when the program is to be started again after its end
        self._ended = True  # All work of earlier libraries has ended
        self._sample_error: BriefBankError | None = None  # Shown when the office's own library is back
        self._jobs = Jobs(self)
        self._library: LibraryApi | None = None
        self.window: QWidget | None = None  # The window on the screen
        self._main: MainWindow | AuditorWindow | None = None  # The same, where it is the one on a library

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
        self._jobs.run(
            self,
            partial(_open_after_closing, before, opening),
            then=self._opened,
            failed=self._show_failure,
            progress=self._first.show_progress,
            lane=Lane.READY,
            topic=OPEN,
            discard=lambda library: library.close(),
        )

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
            self._jobs.drop(OPEN, self)

    def _dropped(self, files: Sequence[Path]) -> None:
        self._files.append(files)
        if self._main is not None:
            self._add_files(self._main)

    def _restart(self, window: MainWindow) -> None:
        """Close the window, the last one, and with it the program, which is then started again. The files
        that wait to be sent to an office are forgotten at the end, so that comes after a question."""
        is_office = self._library is not None and self._library.office is not None
        waiting = window.library_page.adding.waiting if is_office else 0
        if waiting and not _is_agreed(window, waiting):
            return
        self.restarts = True
        window.close()

    def arguments_anew(self) -> list[str]:
        """Return the arguments of a start that opens the present library, and adds what waits for it."""
        waiting = [str(file.absolute()) for files in self._files for file in files]
        own = self._settings.library or paths.default_library()
        is_own = self._folder == own and not self._settings.office_address
        library = [] if self._is_in_office or is_own else ["--library", str(self._folder.absolute())]
        sample = ["--try-sample"] if self._in_sample and not waiting else []
        return [*library, *sample, *waiting]

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
        from ui.window.office import SignIn

        window = SignIn(library.office, self._jobs)
        window.signed_in.connect(partial(self._signed_in, library))
        self._replace(window)

    def _signed_in(self, library: LibraryApi) -> None:
        self._replace(self._first_window(None))
        self._show_window(library)

    def _show_window(self, library: LibraryApi) -> None:
        from ui.window.office import may_search

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
        window.search_page.first_use.library_chosen.connect(self._open_other)
        window.search_page.first_use.sample_wanted.connect(self._open_sample)
        window.sample.acted.connect(self.open)
        window.restart_wanted.connect(partial(self._restart, window))
        window.read_only.acted.connect(self.open)
        window.office.other_window_wanted.connect(self.open)
        window.office.offline_wanted.connect(self._open_offline)
        window.taken_along.acted.connect(self._leave_offline)
        window.taken_along.ended.connect(self.open)
        QTimer.singleShot(0, window, partial(self._add_files, window))

    def _show_record(self, library: LibraryApi) -> None:
        """Show the window of a person who may read the record and nothing else."""
        from ui.window.office import AuditorWindow

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

        has_offline = self._is_in_office and Library.offline_lease() is not None
        address = self._settings.office_address if self._is_in_office else ""
        window = FailureWindow(error, self._folder, office=address, has_offline=has_offline)
        window.offline_wanted.connect(self._open_offline)
        window.again.clicked.connect(self.open)
        window.library_chosen.connect(self._open_other)
        window.backup_chosen.connect(self._open_restored)
        window.invitation_chosen.connect(partial(self._join, window))
        self._replace(window)

    def _join(self, window: FailureWindow, invitation: Path) -> None:
        self._jobs.run(
            window,
            partial(_join_office, invitation),
            then=lambda office: window.say(f"{joining(office)} {wording.NEXT_TIME}"),
            failed=lambda error: window.say(str(error), bad=True),
            lane=Lane.READY,
            topic=JOIN,
        )

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
            settings.change(**changes)
        except BriefBankError as error:
            self.tell(wording.not_kept(translate_error(error)))

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


def _is_agreed(window: QWidget, waiting: int) -> bool:
    """Tell whether BriefBank may be started again although files wait to be sent to the office. Blocks."""
    meaning = wording.counted(
        waiting,
        tr("{number} file is not sent yet. BriefBank forgets it when it closes; add it again afterwards."),
        tr("{number} files are not sent yet. BriefBank forgets them when it closes; add them again later."),
    )
    return confirmed(
        window,
        tr("Restart BriefBank"),
        tr("Restart BriefBank before all files are sent to the office?"),
        meaning,
        yes=tr("Restart now"),
        no=tr("Restart later"),
    )


def _open_library(folder: Path, reporter: JobReporter) -> Library:
    from briefbank.library import Library

    return Library.open(folder, reporter=reporter)


def _open_office(_reporter: JobReporter) -> LibraryApi:
    from briefbank.office.remote_library import RemoteLibrary

    return RemoteLibrary.open()


def _join_office(invitation: Path, _reporter: JobReporter) -> str:
    from briefbank.network import membership

    return membership.join_with(invitation)


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
