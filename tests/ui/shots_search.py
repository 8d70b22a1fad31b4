"""Screenshots of the search: parts of a query, wider searches, copies, factors, selection, marks and help."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from briefbank.domain.documents import Version
from briefbank.domain.searches import PartRole, QueryPart, Verdict, WiderQuery
from briefbank.errors import QueryError, StoreDamaged
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.search import FACTORS
from tests.ui.camera import Camera, search, settle
from ui.main_window import MainWindow

QUERY = '"traffic stop" AND nervous! NOT juvenile find me briefs about suspicoin 2C:44-1'
SHORT = tuple(
    QueryPart(role, text, text and "traffic stop" if removable else "")
    for role, text, removable in (
        (PartRole.REQUIRED, "“traffic stop” in the same paragraph as words that begin with nervous", True),
        (PartRole.EXCLUDED, "juvenile", True),
        (PartRole.NUMBER, "2C:44-1", True),
        (PartRole.CORRECTED, "suspicion, typed as “suspicoin”", True),
        (PartRole.RANKED, "suspicion", True),
        (PartRole.RANKED, "roadside", True),
        (PartRole.RELATED, "car", True),
        (PartRole.RELATED, "motor vehicle", True),
        (PartRole.ASIDE, "find me briefs about", False),
    )
)
LONG = SHORT + tuple(QueryPart(PartRole.RANKED, f"word{n} of the facts", "x") for n in range(18))
WIDER = (
    WiderQuery("without “plain error”", "traffic stop", 14),
    WiderQuery("with “plain error” anywhere in the passage, not in one sentence with summation", "stop", 3),
    WiderQuery("without the dates and the kind", QUERY, 1, True),
)


def query(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.parts = {"stop": SHORT, "traffic": LONG}
    library.factors = dict.fromkeys(range(1, 7), FACTORS)
    copy = Version(2, 3, "State v. Imogen Pell, Reply Brief", date(2014, 1, 12))
    library.copies = {1: (copy,) * 7, 2: (copy,)}
    library.other_versions = {1: (copy,)}
    library.loosenings = {"zebra": WIDER, "checkpoint": WIDER, "zebras": WIDER}
    window = camera.window(library, size)
    search(window, "stop")
    camera.shoot(window, f"chips-{tag}")
    window.search_page.focus_results()
    window.search_page.results.list.expand(0, True)
    search(window, "traffic")
    camera.shoot(window, f"chips-many-{tag}")
    window.search_page.bar.understood.chips.more.click()
    window.search_page.results.list.expand(0, True)
    window.search_page.bar.understood.chips.chips[2].setFocus()
    camera.shoot(window, f"chips-opened-{tag}")
    search(window, "zebra")
    camera.shoot(window, f"zero-wider-{tag}")
    search(window, "checkpoint")
    camera.shoot(window, f"few-wider-{tag}")
    library.faults["search"] = QueryError(
        "There is nothing after “w/5”.", "Type the word that is to be near, or take “w/5” out.", position=20
    )
    search(window, "suppress! AND stop w/5")
    camera.shoot(window, f"query-error-{tag}")
    library.faults.clear()
    _selected(camera, window, tag)
    window.close()


def _selected(camera: Camera, window: MainWindow, tag: str) -> None:
    search(window, "traffic stop suspicion")
    window.search_page.open_row(0)
    settle(camera.app, 1.0)
    canvas = window.search_page.reader.canvas
    view, none = canvas.viewport(), Qt.KeyboardModifier.NoModifier
    QTest.mouseMove(view, QPoint(160, 160))
    settle(camera.app)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, none, QPoint(160, 160))
    canvas.selector.drag(canvas._spot(QPoint(300, 260).toPointF()))
    camera.shoot(window, f"selected-{tag}")
    QTest.mouseRelease(canvas.viewport(), Qt.MouseButton.LeftButton, none, QPoint(300, 260))
    menu = canvas.menu()
    menu.ensurePolished()
    menu.resize(menu.sizeHint())
    camera.shoot(menu, f"selected-menu-{tag}")
    menu.deleteLater()
    canvas.like_wanted.emit()
    camera.shoot(window, f"like-{tag}")


def marks(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    window = camera.window(library, size)
    window.search_page.menu.show_marks()
    camera.shoot(window.search_page.menu.marks, f"marks-none-{tag}")
    long = "a driver who was stopped for a broken tail light and kept at the roadside until a dog came"
    library.feedback.verdicts = {
        ("traffic stop suspicion", 1): Verdict.UP,
        (long, 3): Verdict.DOWN,
        ("nervousness", 99): Verdict.UP,
    }
    window.search_page.menu.show_marks()
    window.search_page.menu.marks.table.selectRow(1)
    window.search_page.menu.marks.notice.say("2 marks were taken in.")
    camera.shoot(window.search_page.menu.marks, f"marks-{tag}")
    library.faults["marks"] = StoreDamaged()
    window.search_page.menu.show_marks()
    window.search_page.menu.marks.notice.say("The marks could not be exported. The disk is full.", bad=True)
    camera.shoot(window.search_page.menu.marks, f"marks-failed-{tag}")
    window.search_page.menu.marks.close()
    window.close()
