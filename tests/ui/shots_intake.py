"""The page for adding files in its states, for tests.ui.screenshots."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from briefbank.domain.ingest import FileGroup, FileOutcome, FileProgress, FileStatus, Refusal, Stage
from briefbank.errors import Damaged, Encrypted, NoText, StoreFull, TooSlow, UnknownFormat
from briefbank.jobs import Reporter
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.invented import SOURCES, document
from tests.ui.camera import Camera, settle
from ui.features.library import files
from ui.shared.pages import LIBRARY

QUILL, BRANDT, PELL, SEALED, TRANSCRIPT, MOYER, HOLT = (
    Path("/x/Quill opening brief.pdf"),
    Path("/x/State v. Brandt (scan 1987).pdf"),
    Path("/x/Pell reply.pdf"),
    Path("/x/Sealed appendix.pdf"),
    Path("/x/Transcript of motion hearing, volume 3 of 7, 12 November 2019, certified.pdf"),
    Path("/x/Moyer sentencing memo.docx"),
    Path("/x/Holt appendix.pdf"),
)
MADE = document(1, SOURCES[0])
ENDS = {
    QUILL: FileOutcome(QUILL, FileStatus.ADDED, MADE),
    BRANDT: FileOutcome(
        BRANDT,
        FileStatus.ADDED_WITH_GAPS,
        MADE,
        "Pages 4, 9 and 10 of the file have no text that can be searched. Look at them in the reader.",
    ),
    PELL: FileOutcome(PELL, FileStatus.ALREADY_HERE, MADE, "The same file is already in the library."),
    SEALED: FileOutcome(
        SEALED,
        FileStatus.REFUSED,
        None,
        "The file is protected by a password. Add it again with its password. BriefBank asks once and does "
        "not keep it.",
        refusal=Refusal.PROTECTED,
    ),
    HOLT: FileOutcome(
        HOLT,
        FileStatus.ADDED,
        MADE,
        "Page 3 could not be read with certainty. Compare the text with the page. Page 7: text lies under "
        "black boxes, where anyone who has the file can still copy it. BriefBank left it out.",
    ),
}


def _work(path: Path, reporter: Reporter) -> FileOutcome | None:
    """The known ones end; others are being recognised until the run is cancelled."""
    if path in ENDS:
        return ENDS[path]
    reporter.file(FileProgress(TRANSCRIPT, Stage.OCR, 17, 48, 130.0))
    reporter.file(FileProgress(MOYER, Stage.READING, 3, 9))
    while True:
        time.sleep(0.02)
        reporter.check()


def _library() -> StubLibrary:
    files.source_of = lambda path: path  # the made-up files are where they were
    library = StubLibrary()
    library.ingest.script = _work
    library.ingest.ended = [
        FileOutcome(Path(__file__), FileStatus.REFUSED, None, "It was stopped. Add it again when you wish."),
        FileOutcome(Path("/x/Letter to the clerk.docx"), FileStatus.ADDED, MADE),
    ]
    return library


def intake(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = camera.window(_library(), size)
    window.show_page(LIBRARY)
    camera.shoot(window, f"intake-history-{tag}")
    names = [Path(f"/x/State v. Doe {number}.pdf") for number in range(1, 4)]
    window.add([*ENDS, TRANSCRIPT, MOYER, *names])
    settle(camera.app, 1)
    camera.shoot(window, f"intake-{tag}")
    window.library_page.show_files(FileGroup.OPEN)
    settle(camera.app, 0.5)
    camera.shoot(window, f"intake-files-{tag}")
    window.library_page.show_files(FileGroup.PROTECTED)
    settle(camera.app, 0.5)
    window.library_page.files.list.setCurrentIndex(window.library_page.files.model.index(1))
    camera.shoot(window, f"intake-protected-{tag}")
    QTest.keyClick(window.library_page.files.list, Qt.Key.Key_Return)
    settle(camera.app, 0.5)
    assert window.library_page.files.password is not None
    camera.shoot(window.library_page.files.password, f"password-{tag}")
    window.close()


def many(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = camera.window(_library(), size)
    window.add([QUILL, TRANSCRIPT, MOYER, *(Path(f"/x/Box 12/brief {n:05}.pdf") for n in range(20_000))])
    settle(camera.app, 4)
    camera.shoot(window, f"intake-many-{tag}")
    window.library_page.show_files(FileGroup.OPEN)
    settle(camera.app, 0.5)
    camera.shoot(window, f"intake-many-files-{tag}")
    window.close()


def finished(camera: Camera, size: tuple[int, int], tag: str) -> None:
    """Photograph the end of a round: hard-to-read files are offered, and only the refused ones are listed."""
    library = _library()
    scans = {Path(f"/x/Box 12/scan {n}.pdf"): replace(MADE, id=n, doubtful_pages=n + 1) for n in range(1, 4)}
    refused = [Path(f"/x/Box 12/letter {n}.pages") for n in range(1, 9)]
    why = str(UnknownFormat())

    def work(path: Path, _reporter: Reporter) -> FileOutcome:
        if path in scans:
            return FileOutcome(path, FileStatus.ADDED, scans[path], ENDS[HOLT].reason)
        return FileOutcome(path, FileStatus.REFUSED, None, why, Refusal.FORMAT)

    library.ingest.script = work
    window = camera.window(library, size)
    window.add([*scans, *refused])
    settle(camera.app, 1.5)
    camera.shoot(window, f"intake-finished-{tag}")
    window.library_page.show_files(FileGroup.REFUSED)
    settle(camera.app, 0.5)
    camera.shoot(window, f"intake-refused-{tag}")
    window.close()


REFUSALS = (
    ("Sealed appendix", Encrypted(), Refusal.PROTECTED, 3),
    ("Exhibit list", UnknownFormat(), Refusal.FORMAT, 2),
    ("Fax from 1998", Damaged(), Refusal.DAMAGED, 2),
    ("Blank pages", NoText(), Refusal.NO_TEXT, 1),
    ("Whole record", TooSlow(), Refusal.TOO_SLOW, 1),
)


def refusals(camera: Camera, size: tuple[int, int], tag: str) -> None:
    """Photograph refusals of several kinds with their next steps, singly and by reason."""
    library = _library()
    ends = {
        path: FileOutcome(path, FileStatus.REFUSED, None, str(error), refusal)
        for name, error, refusal, number in REFUSALS
        for path in (Path(f"/x/Appeals 2004/{name} {n}.pdf") for n in range(1, number + 1))
    }
    library.ingest.ended = []
    library.ingest.script = lambda path, _reporter: ends[path]
    window = camera.window(library, size)
    window.show_page(LIBRARY)
    window.add(list(ends))
    settle(camera.app, 1.5)
    camera.shoot(window, f"intake-refusals-{tag}")
    window.library_page.show_files(FileGroup.REFUSED)
    settle(camera.app, 0.5)
    camera.shoot(window, f"intake-refusals-grouped-{tag}")
    first = next(iter(ends))
    window.library_page.show_files(FileGroup.PROTECTED)
    settle(camera.app, 0.5)
    window.library_page.files.list.setCurrentIndex(window.library_page.files.model.index(1))
    QTest.keyClick(window.library_page.files.list, Qt.Key.Key_Return)
    settle(camera.app, 0.5)
    assert window.library_page.files.password is not None
    camera.shoot(window.library_page.files.password, f"password-several-{tag}")
    window.library_page.files.password.reject()
    window.library_page.adding.leave_out([first], True)
    window.library_page.show_files(FileGroup.LEFT_OUT)
    settle(camera.app, 0.5)
    camera.shoot(window, f"intake-left-out-{tag}")
    window.close()


def paused(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = camera.window(_library(), size)
    window.add([QUILL, TRANSCRIPT, MOYER])
    settle(camera.app, 1)
    window.library_page.adding.pause_button.click()
    settle(camera.app, 1)
    camera.shoot(window, f"intake-paused-{tag}")
    window.close()


def held(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = _library()
    library.faults["run_ingest"] = StoreFull()
    window = camera.window(library, size)
    window.add([QUILL, TRANSCRIPT, MOYER])
    settle(camera.app, 1)
    camera.shoot(window, f"intake-held-{tag}")
    window.close()
