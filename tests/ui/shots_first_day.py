"""The survey of a large drop and the report of what became of it, for tests.ui.screenshots."""

from __future__ import annotations

from datetime import UTC, datetime

from briefbank.domain.ingest import (
    FileStatus,
    IngestReport,
    NoUse,
    PassedOver,
    Searchable,
    Survey,
    SurveyedFile,
)
from briefbank.text.file_names import LeaveOut
from tests.stand_ins.library import StubLibrary
from tests.ui.camera import Camera
from ui.features.intake.report_dialog import ReportDialog
from ui.features.intake.survey_dialog import SurveyDialog
from ui.shared.pages import INTAKE

_KINDS: tuple[tuple[str, NoUse | None, int, int, int, int], ...] = (
    (".pdf", None, 21_400, 1_900_000, 24, 0),
    (".doc", None, 9_800, 60_000, 12, 0),
    (".docx", None, 7_100, 45_000, 14, 0),
    (".tif", None, 3_200, 600_000, 15, 15),
    (".txt", None, 1_300, 20_000, 8, 0),
    ("", NoUse.SPREADSHEET, 2_900, 120_000, 0, 0),
    ("", NoUse.PROGRAM, 740, 900_000, 0, 0),
    ("", NoUse.SMALL_PICTURE, 510, 9_000, 0, 0),
    ("", NoUse.UNREADABLE, 12, 70_000, 0, 0),
)
_PLACES = ("Appeals/2010/Smith", "Appeals/2009/Brandt", "Appeals/Billing", "Appeals/Old network drive")
PATTERNS = ("*.wbk", "~$*", "*/Billing/*")


def survey(free_bytes: int = 900_000_000_000) -> Survey:
    files = tuple(
        SurveyedFile(
            f"{_PLACES[number % 97 % 4]}/{number}", size, suffix, reason, pages, scans, copy=number % 20 == 0
        )
        for suffix, reason, count, size, pages, scans in _KINDS
        for number in range(count)
    )
    return Survey(files, PassedOver(left_behind=226, links=3), free_bytes, 2, ("Appeals/Sealed",))


def small() -> Survey:
    files = tuple(SurveyedFile(f"Memos/{n}.docx", 40_000, ".docx", None, 9) for n in range(230))
    return Survey(files, free_bytes=900_000_000_000, processors=2)


def useless() -> Survey:
    files = tuple(SurveyedFile(f"Setup/{n}", 90_000, no_use=NoUse.PROGRAM) for n in range(640))
    return Survey(files, free_bytes=900_000_000_000, processors=2)


def first_day(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = camera.window(StubLibrary(), size)
    window.show_page(INTAKE)
    for name, result, patterns in (
        ("huge", survey(), PATTERNS),
        ("small", small(), ()),
        ("full", survey(9_000_000_000), PATTERNS),
        ("useless", useless(), ()),
    ):
        dialog = SurveyDialog("Appeals", window)
        dialog.patterns.show_patterns(patterns)
        dialog.show_survey(result, result.totals(LeaveOut(patterns)))
        dialog.show()
        camera.shoot(dialog, f"survey-{name}-{tag}")
        if name == "huge":
            bar = dialog.findChild(type(dialog._body)).verticalScrollBar()
            bar.setValue(bar.maximum())
            camera.shoot(dialog, f"survey-choices-{tag}")
        dialog.reject()
    looking = SurveyDialog("Appeals", window)
    looking.show_looking(31_200, 50_000)
    looking.show()
    camera.shoot(looking, f"survey-looking-{tag}")
    looking.reject()
    _report(camera, tag)
    window.close()


def _report(camera: Camera, tag: str) -> None:
    ended = {
        FileStatus.ADDED: 38_120,
        FileStatus.ADDED_WITH_GAPS: 212,
        FileStatus.ALREADY_HERE: 2_405,
        FileStatus.REFUSED: 4_163,
    }
    reasons = (
        (
            "This is not a PDF, Word, HTML or text file, nor a scan in TIFF, JPEG or PNG. Save or print it "
            "as PDF and add that.",
            4_101,
        ),
        ("The file is empty. Ask for a new copy and add that.", 48),
        (
            "The file is protected by a password. Add it again with its password. BriefBank asks once and "
            "does not keep it.",
            14,
        ),
    )
    report = IngestReport(ended, 1_900, 3_200, reasons, 212, 1_877, 611_300)
    part = Searchable(43_432, 38_332, 31_000, datetime(2014, 3, 2, tzinfo=UTC))
    for name, shown, searchable in (
        ("report", report, part),
        ("report-empty", IngestReport({}, 0, 0, (), 0, 0, 0), Searchable(0, 0, 0)),
    ):
        dialog = ReportDialog()
        dialog.show_report(shown, searchable)
        dialog.show()
        camera.shoot(dialog, f"{name}-{tag}")
        dialog.reject()
