"""The survey of a large drop, for tests.ui.screenshots."""

from __future__ import annotations

from pathlib import Path

from briefbank.domain.ingest import (
    NoUse,
    PassedOver,
    Survey,
    SurveyedFile,
)
from tests.stand_ins.library import StubLibrary
from tests.ui.camera import Camera, settle
from ui.features.library.survey import SurveyDialog
from ui.shared.pages import LIBRARY

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
    window.show_page(LIBRARY)
    for name, result, patterns in (
        ("huge", survey(), PATTERNS),
        ("small", small(), ()),
        ("full", survey(9_000_000_000), PATTERNS),
        ("useless", useless(), ()),
    ):
        dialog = SurveyDialog(window.jobs, [Path("/x/Appeals")], window)
        dialog.patterns.show_patterns(patterns)
        dialog.show_survey(result)
        dialog.show()
        settle(camera.app, 2.0)
        camera.shoot(dialog, f"survey-{name}-{tag}")
        if name == "huge":
            bar = dialog.findChild(type(dialog._body)).verticalScrollBar()
            bar.setValue(bar.maximum())
            camera.shoot(dialog, f"survey-choices-{tag}")
        dialog.reject()
    looking = SurveyDialog(window.jobs, [Path("/x/Appeals")], window)
    looking.show_looking(31_200, 50_000)
    looking.show()
    camera.shoot(looking, f"survey-looking-{tag}")
    looking.reject()
    window.close()
