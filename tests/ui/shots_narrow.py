"""Narrowing, results grouped by brief, remarks on cards, and a better order that waits, for screenshots."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import date

from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import FacetKind, Filters
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.search import FACTORS
from tests.ui.camera import Camera, search, settle
from ui.main_window import MainWindow

HEBREW = "מדינת ישראל נ. כהן, Brief and Appendix"
HEBREW_TEXT = (
    "בית המשפט קבע כי עיכוב הרכב נמשך מעבר לנדרש. stop of the vehicle השוטר לא הצביע על חשד סביר, "
    "ולא ניתן להצדיק את המשך העיכוב בדיעבד. על כן יש לפסול את הראיות שנתפסו בחיפוש."
)
YEARS = tuple((year, 3 + (year * 7) % 23) for year in range(1994, 2026) if year % 5)


def _narrowed(library: StubLibrary) -> None:
    named = {f"Ada Nyberg {number}, Assistant Deputy Public Defender": 40 - number for number in range(9)}
    library.signers = named
    library.forced_counts = {"years": YEARS, "undated": 12}


def _plain(camera: Camera, library: StubLibrary, size: tuple[int, int]) -> MainWindow:
    """A window whose list is as at first, whatever the one before it has left behind."""
    window = camera.window(library, size)
    window.search_page.results.grouping.setChecked(True)
    window.search_page.filters.button.setChecked(False)
    return window


def narrowing(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    _narrowed(library)
    window = _plain(camera, library, size)
    search(window, "traffic stop suspicion")
    window.search_page.filters.toggle()
    settle(camera.app)
    camera.shoot(window, f"narrow-{tag}")
    filters = Filters(
        filed_from=date(2012, 1, 1), filed_to=date(2023, 12, 31), kinds=frozenset({Kind.BRIEF, Kind.MEMO}),
        authors=frozenset({"J. Osei"}), authorities=frozenset({7}),
    )  # fmt: skip
    window.search_page.filters.narrow_to(filters)
    settle(camera.app)
    window.search_page.filters.facets[FacetKind.COURT].setFocus()
    camera.shoot(window, f"narrow-filters-{tag}")
    window.search_page.filters.button.click()
    camera.shoot(window, f"narrow-closed-{tag}")
    window.close()


def grouping(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.doubts, library.factors = {2: 0.62, 3: 0.71}, {1: FACTORS}
    window = _plain(camera, library, size)
    search(window, "traffic stop suspicion")
    window.search_page.focus_results()
    camera.shoot(window, f"remarks-{tag}")
    window.search_page.results.list.collapse(1, False)
    window.search_page.open_row(2)
    settle(camera.app, 1.0)
    camera.shoot(window, f"grouped-{tag}")
    window.close()


def odd_names(camera: Camera, size: tuple[int, int], tag: str) -> None:
    """A title of 400 characters, and names and text from right to left."""
    library = StubLibrary()
    library.documents.change(
        1, title="State v. " + "Quill and Other Defendants on Consolidated Appeals, " * 8
    )
    library.documents.change(2, title=HEBREW, court="בית המשפט העליון")
    all_passages = library.documents.all_passages

    def passages():  # type: ignore[no-untyped-def]
        texts = {3: HEBREW_TEXT}
        return [
            (replace(passage, text=texts.get(passage.id, passage.text)), doc)
            for passage, doc in all_passages()
        ]

    library.documents.all_passages = passages  # type: ignore[method-assign]
    window = _plain(camera, library, size)
    search(window, "traffic stop suspicion")
    camera.shoot(window, f"odd-names-{tag}")
    window.search_page.results.list.expand(0, True)
    camera.shoot(window, f"odd-names-whole-{tag}")
    window.close()


def better(camera: Camera, size: tuple[int, int], tag: str) -> None:
    """Words at once, and the whole answer that waits; results that are still to be read."""
    library = StubLibrary()
    library.quick, library.by_words = True, (5, 3, 1, 2)
    gate = library.gates["search"] = threading.Event()
    window = _plain(camera, library, size)
    search(window, "traffic stop suspicion")
    window.search_page.results.list.setFocus()
    gate.set()
    camera.shoot(window, f"better-{tag}")
    _far(camera, window, library, tag)
    window.close()


def _far(camera: Camera, window: MainWindow, library: StubLibrary, tag: str) -> None:
    library.many, library.gates["further"] = 10_000, threading.Event()
    search(window, "traffic stop")
    window.search_page.results.list.verticalScrollBar().setValue(60_000)
    camera.shoot(window, f"still-read-{tag}")
    library.gates["further"].set()
    camera.shoot(window, f"far-{tag}")


STATES = (narrowing, grouping, odd_names, better)
