"""Alerts, the law of a day, versions and what cites the same, in their states, for tests.ui.screenshots."""

from __future__ import annotations

from datetime import date

from briefbank.domain.authorities import AuthorityNote, Window
from briefbank.domain.authority_reports import SameAuthorities
from briefbank.domain.searches import OutsideHit, SearchRequest
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.law import HOLLIS, LONG, MARLOW, SENTENCING
from tests.stand_ins.library.validity import change
from tests.ui.camera import Camera, search, settle
from ui.shared.pages import SEARCH

GRAVE = "State v. Marlow, 170 N.J. 640: overruled by State v. Hollis, 221 N.J. 118, since March 12, 2015."
OTHER = "N.J.S.A. 2C:44-1: amended since January 21, 2020."
WHY = "In force from July 1, 2013 to June 30, 2016."


def _library() -> StubLibrary:
    library = StubLibrary()
    library.alerts = {1: (GRAVE, OTHER, "R. 3:5-7: questioned."), 3: (OTHER,)}
    library.law.said = {1: (GRAVE,), 2: (OTHER,)}
    library.validity.changed = (change(SENTENCING, 11), change(HOLLIS))
    library.law.near = [
        SameAuthorities(library.documents.get(2), 0.8, (MARLOW, HOLLIS), 3),
        SameAuthorities(library.documents.get(4), 0.4, (MARLOW, SENTENCING, LONG), 5),
    ]
    return library


def law(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = _library()
    listed = "On your office’s list. Cited in 31 documents, last on March 3, 2021."
    library.forced = {
        "authorities": (
            AuthorityNote(MARLOW, 62, 31, date(2021, 3, 3), (GRAVE,), listed, 2),
            AuthorityNote(HOLLIS, 4, 3, date(2020, 1, 1), (), f"Not o{listed[1:]}"),
            AuthorityNote(LONG, 4, 3, None, (), "Cited in 3 documents."),
        )
    }
    window = camera.window(library, size)
    search(window)
    page = window.search_page
    window.search_page.open_row(0)
    settle(camera.app, 1.0)
    camera.shoot(window, f"law-notes-{tag}")
    hits = library.search(SearchRequest("nervousness")).hits
    outside = tuple(OutsideHit(hit, Window(date(2013, 7, 1), date(2016, 6, 30)), WHY) for hit in hits)
    library.forced = {"outside": outside, "outside_total": 14}
    page.ask_as_of(date(2015, 3, 3))
    settle(camera.app)
    camera.shoot(window, f"law-as-of-{tag}")
    page.results.outside.toggle.click()
    page.results.list.expand(0, True)
    camera.shoot(window, f"law-outside-{tag}")
    page.filters.law.setText("some day")
    page.filters.law.editingFinished.emit()
    library.validity.of = {4: 12}
    window.search_page.open_row(page.results.model.row_of(4))
    settle(camera.app, 1.0)
    camera.shoot(window, f"law-provision-{tag}")
    window.close()


def law_dialogs(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = _library()
    library.validity.odd = ["Two versions are in force at once on July 1, 2013. Set the days of one of them."]
    window = camera.window(library, size)
    window.show_page(SEARCH)
    aids = window.authorities_page
    aids.show_versions(SENTENCING.id)
    settle(camera.app)
    aids.versions.next.click()
    camera.shoot(aids.versions, f"versions-{tag}")
    aids.versions.dates.click()
    aids.window_form.last.setText("some day")
    camera.shoot(aids.window_form, f"window-form-{tag}")
    aids.window_form.close()
    aids.versions.close()
    aids.show_same(library.documents.get(1))
    settle(camera.app)
    camera.shoot(aids.same, f"same-{tag}")
    aids.same.close()
    aids.show_changes(library.documents.get(1), library.validity.law_of(library.documents.get(1)))
    camera.shoot(aids.changes, f"changes-{tag}")
    aids.changes.close()
    window.close()
