"""The page before a search, the list under the box, and what is remembered, for screenshots."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Filters, SearchRequest
from briefbank.paths import data_folder
from briefbank.userdata.userdata import FILE
from tests.stand_ins.library import StubLibrary
from tests.ui.camera import Camera, search, settle
from ui.features.settings.panel import RememberingPanel
from ui.main_window import MainWindow
from ui.shared.pages import SEARCH, SETTINGS

ASKED = (
    SearchRequest("miranda AND (custody w/10 station)", as_of=date(2019, 6, 30)),
    SearchRequest(
        "a driver who was stopped for a broken tail light and kept at the roadside until a dog came, "
        "although the officer had already handed back the license, the registration and the written warning"
    ),
    SearchRequest("חיפוש בלתי סביר ברכב"),
    SearchRequest("2C:44-1", filters=Filters(date(2015, 1, 1), None, frozenset({Kind.BRIEF}))),
    SearchRequest("excessive sentence aggravating factor three"),
    SearchRequest("officer extended traffic stop without reasonable suspicion"),
    SearchRequest("N.J.R.E. 803(c)(27) tender years"),
)
SAVED = (
    ("Consent at the roadside", SearchRequest("officer consent stop roadside")),
    (
        "Dog sniffs for the hearing on Friday",
        SearchRequest("traffic stop", filters=Filters(date(2015, 1, 1))),
    ),
    ("suspicion", SearchRequest("suspicion")),
)


def filled(*, news: bool = True) -> StubLibrary:
    """A library of which much is remembered."""
    library = StubLibrary()
    for request in reversed(ASKED):
        library.userdata.history.add(request)
    for name, request in reversed(SAVED):
        saved, keys = library.userdata.saved.save(name, request), library.relevant_keys(request)
        library.userdata.saved.look(saved.id, keys[:2] if news else keys)
        library.userdata.saved.count_news(saved.id, keys)
    for number, document in enumerate(list(library.documents.each())):
        library.userdata.recent.opened(document.sha256, 4 * number)
    return library


def personal(camera: Camera, size: tuple[int, int], tag: str) -> None:
    _forgotten()
    window = camera.window(StubLibrary(), size)
    window.show_page(SEARCH)
    camera.shoot(window, f"begin-nothing-yet-{tag}")
    window.close()
    window = camera.window(filled(), size)
    window.show_page(SEARCH)
    settle(camera.app, 0.5)
    window.search_page.begin.focus_first()
    camera.shoot(window, f"begin-remembered-{tag}")
    window.search_page.begin.forget(window.search_page.begin.now.saved[2])
    settle(camera.app, 0.3)
    camera.shoot(window, f"begin-removed-{tag}")
    _over_results(camera, window, tag)
    window.show_page(SETTINGS)
    window.settings_page.panel(RememberingPanel).forget_all()
    settle(camera.app, 0.3)
    panel = window.settings_page.panel(RememberingPanel)
    area = panel.parentWidget().parentWidget().parentWidget()
    area.ensureWidgetVisible(panel)
    panel.forget.setFocus()
    camera.shoot(window, f"remembering-{tag}")
    window.close()


def _over_results(camera: Camera, window: MainWindow, tag: str) -> None:
    search(window)
    window.search_page.begin.recall()
    camera.shoot(window, f"recall-over-results-{tag}")
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    window.search_page.begin.save()
    camera.shoot(window.search_page.begin.dialog, f"save-search-{tag}")
    window.search_page.begin.dialog.reject()
    window.search_page.begin.open_saved(window.search_page.begin.now.saved[0])
    camera.shoot(window, f"saved-opened-{tag}")


def _forgotten() -> None:
    """Each picture begins anew."""
    for left in data_folder().glob(f"{FILE.partition('.')[0]}*"):
        left.unlink()
