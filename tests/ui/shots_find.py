"""Finding in a brief, two briefs beside each other, very long and right-to-left names, for the pictures."""

from __future__ import annotations

from datetime import date

from briefbank.domain.caption_fields import CaptionField
from tests.stand_ins.library import StubLibrary
from tests.ui.camera import Camera, search, settle
from ui.shared.pages import LIBRARY

LONG = (
    "State of New Jersey v. Bartholomew Aurelius Quintanilla-Featherstonehaugh and Eleven Other Named "
    "Defendants, Consolidated Brief and Appendix on Behalf of Defendant-Appellant in Support of the Appeal "
    "from the Denial of the Motion to Suppress Evidence Seized without a Warrant, and from the Judgment of "
    "Conviction and Sentence Imposed by the Superior Court, with a Table of Judgments and an Index"
)
"""Four hundred characters."""
ARABIC = "الدولة ضد سليمان بن عبد الرحمن — مذكرة الاستئناف (A-1234-22)"
HEBREW = "המדינה נ׳ אברהם בן־דוד, Reply Brief for Defendant"


def finding(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = camera.window(StubLibrary(), size)
    search(window)
    window.search_page.open_row(0)
    settle(camera.app, 1.0)
    reader = window.search_page.reader
    reader.find_bar.open_bar()
    reader.find_bar.field.setText("new hearing")
    settle(camera.app, 1.0)
    camera.shoot(window, f"find-{tag}")
    reader.find_bar.field.setText("checkpoint")
    settle(camera.app)
    camera.shoot(window, f"find-nothing-{tag}")
    window.close()


def beside(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = camera.window(StubLibrary(), size)
    search(window)
    window.search_page.open_row(0)
    settle(camera.app, 1.0)
    readers = window.search_page.readers
    window.toggle_second_reader()
    camera.shoot(window, f"beside-empty-{tag}")
    window.search_page.open_row(3)
    settle(camera.app, 1.0)
    readers.active.find_bar.open_bar()
    readers.active.find_bar.field.setText("new hearing")
    settle(camera.app, 1.0)
    camera.shoot(window, f"beside-{tag}")
    readers.readers[0].canvas.setFocus()
    readers.active.toggle_summary()
    camera.shoot(window, f"beside-summary-{tag}")
    window.close()


def names(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.documents.change(1, title=LONG)
    library.documents.change(2, title=ARABIC, court="محكمة الاستئناف", docket="م-٨٧١-١٩")
    library.documents.change(3, title=HEBREW, filed=date(2018, 6, 1))
    window = camera.window(library, size)
    search(window)
    window.search_page.focus_results()
    window.search_page.open_row(0)
    settle(camera.app, 1.0)
    camera.shoot(window, f"names-long-{tag}")
    window.search_page.open_row(2)
    settle(camera.app, 1.0)
    camera.shoot(window, f"names-arabic-{tag}")
    library.documents.correct(1, CaptionField.TITLE, LONG)
    library.documents.correct(2, CaptionField.TITLE, ARABIC)
    window.library_page.correction.open(1)
    settle(camera.app)
    if window.library_page.correction.dialog is not None:
        camera.shoot(window.library_page.correction.dialog, f"names-correction-{tag}")
        window.library_page.correction.dialog.close()
    window.library_page.correction.open(2)
    settle(camera.app)
    if window.library_page.correction.dialog is not None:
        camera.shoot(window.library_page.correction.dialog, f"names-correction-arabic-{tag}")
        window.library_page.correction.dialog.close()
    window.show_page(LIBRARY)
    camera.shoot(window, f"names-library-{tag}")
    window.close()
