"""Documents are chosen in the Library and taken along on this computer, and kept up to date."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from briefbank.domain.office import OfficeRole, OfflineChoice, OfflineLease, Person
from briefbank.errors import OfflineRefused
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.office import UNTIL, StubOffice
from tests.ui.conftest import OpenWindow, show_library
from ui.features.documents import taking_along_controller
from ui.features.documents.taking_along_controller import choice_of
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
TAKE = "Take along to court…"
LEASE = OfflineLease("Made-up office", "Ada", UNTIL, OfflineChoice(("A-1-20",)))


@pytest.fixture
def office(library: StubLibrary) -> StubOffice:
    library.office = made = StubOffice()
    return made


@pytest.fixture
def window(qtbot: QtBot, office: StubOffice, library: StubLibrary, open_window: OpenWindow) -> MainWindow:
    window = open_window(library)
    show_library(qtbot, window)
    return window


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions that were asked, each answered with yes."""
    questions = list[str]()

    def answer(_parent: object, _title: str, question: str, _meaning: str, **_buttons: str) -> bool:
        questions.append(question)
        return True

    monkeypatch.setattr(taking_along_controller, "confirmed", answer)
    return questions


def menu_of(window: MainWindow) -> QMenu:
    document = window.documents.current()
    assert document is not None
    return window.documents.menu(document)


def offered(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text() == TAKE]


def take(window: MainWindow) -> None:
    next(action for action in menu_of(window).actions() if action.text() == TAKE).trigger()


def test_the_matter_of_a_chosen_document_is_taken_along_after_a_question(
    qtbot: QtBot, window: MainWindow, office: StubOffice, asked: list[str]
) -> None:
    document = window.documents.current()
    assert document is not None
    take(window)
    qtbot.waitUntil(lambda: "Taken along on this computer: 3 documents" in window.status.text.text())
    assert office.offline.given is not None
    assert office.offline.given.choice == choice_of([document])
    (question,) = asked
    assert all(matter in question for matter in office.offline.given.choice.matters)


def test_documents_without_a_docket_number_are_taken_one_by_one(window: MainWindow) -> None:
    document = window.documents.current()
    assert document is not None
    several = replace(document, docket="A-1-20; A-2-20")
    none = replace(document, docket="", sha256="f" * 64)
    assert choice_of([several, none]) == OfflineChoice(("A-1-20", "A-2-20"), ("f" * 64,))


def test_what_the_office_refuses_is_said(
    qtbot: QtBot, window: MainWindow, office: StubOffice, asked: list[str]
) -> None:
    office.offline.fault = OfflineRefused()
    take(window)
    qtbot.waitUntil(lambda: "encrypted" in window.status.text.text())
    assert office.offline.given is None


@pytest.mark.parametrize("person", [None, Person("Ann", OfficeRole.AUDITOR)])
def test_it_is_offered_only_to_those_who_may(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow, person: Person | None
) -> None:
    window = open_window(library)
    show_library(qtbot, window)
    assert offered(menu_of(window)) == [], "a library of one computer"
    library.office = StubOffice(person)
    window.taking_along._offer()
    assert offered(menu_of(window)) == []
    library.office = StubOffice()
    window.taking_along._offer()
    assert offered(menu_of(window)) == [TAKE]


def test_too_many_at_once_are_refused_before_anything_is_asked(
    qtbot: QtBot, window: MainWindow, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taking_along_controller, "MOST", 1)
    window.documents.take_along_wanted.emit([1, 2])
    assert "At most 1" in window.status.text.text()
    assert asked == []


def test_what_was_taken_along_before_is_brought_up_to_date_when_the_window_opens(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    library.office = office = StubOffice()
    office.offline.given = LEASE
    office.offline.problems = ("A mark was not taken.",)
    window = open_window(library)
    qtbot.waitUntil(lambda: office.offline.exchanges == 1)
    qtbot.waitUntil(lambda: window.status.text.text().endswith("A mark was not taken."))
