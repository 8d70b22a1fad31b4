"""What only an office offers for chosen documents: keeping them from some persons, taking them along."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from briefbank.domain.office import Matter, OfficeRole, OfflineChoice, OfflineLease, Person
from briefbank.errors import NotAllowed
from briefbank.jobs import QuietReporter
from tests.stand_ins.hooked_library import HookedLibrary
from tests.stand_ins.office import ADA, OLGA, UNTIL, StubOffice, join
from tests.ui.conftest import answer_questions, real_window, show_library
from ui.features.library import changes
from ui.features.library.changes import choice_of
from ui.main_window import MainWindow
from ui.shared.forms import MatterDialog
from ui.window.office import NOT_ADDED

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
LEFT = Qt.MouseButton.LeftButton
KEEP, TAKE = "Keep from some persons…", "Take along to court…"
NAMED = "0" * 64
DOE = Matter("State v. Doe", ("A-1-20",), (NAMED,), persons=("Ben",))
LEASE = OfflineLease("Made-up office", "Ada", UNTIL, OfflineChoice(("A-1-20",)))
OpenOffice = Callable[[StubOffice | None], MainWindow]


@pytest.fixture
def open_office(qtbot: QtBot, sample_library: HookedLibrary) -> Iterator[OpenOffice]:
    """Makes a window on the eight briefs as a person of an office sees them."""
    with ExitStack() as stack:

        def open_(office: StubOffice | None) -> MainWindow:
            join(sample_library, office)
            window = stack.enter_context(real_window(qtbot, sample_library))
            show_library(qtbot, window)
            return window

        yield open_


@pytest.fixture
def office() -> StubOffice:
    """An office as Olga sees it, who looks after its walls."""
    return StubOffice(OLGA)


@pytest.fixture
def window(open_office: OpenOffice, office: StubOffice) -> MainWindow:
    return open_office(office)


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions that were asked, each answered with yes."""
    return answer_questions(monkeypatch, changes, lambda question, _meaning: question)


def menu_of(window: MainWindow) -> QMenu:
    document = window.library_page.current()
    assert document is not None
    return window.library_page.menu(document)


def offered(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text() in (KEEP, TAKE)]


def trigger(menu: QMenu, words: str) -> None:
    next(action for action in menu.actions() if action.text() == words).trigger()


@pytest.mark.parametrize(
    ("office", "entries"),
    [
        (None, []),
        (StubOffice(None), []),
        (StubOffice(Person("Ann", OfficeRole.AUDITOR)), []),
        (StubOffice(ADA), [TAKE]),
    ],
)
def test_each_is_offered_to_those_alone_who_may(
    open_office: OpenOffice, office: StubOffice | None, entries: list[str]
) -> None:
    window = open_office(office)
    assert offered(menu_of(window)) == entries
    assert offered(window.library_page.menu_of_many(2)) == entries


def test_a_reader_is_offered_no_change_and_told_at_once_that_the_role_does_not_include_it(
    qtbot: QtBot, open_office: OpenOffice, sample_library: HookedLibrary, tmp_path: Path
) -> None:
    window = open_office(StubOffice(Person("Ben", OfficeRole.READER)))
    page, said = window.library_page, window.status.text
    assert window.focusWidget() is page.table, "the keyboard is in the list"
    for menu in (menu_of(window), page.menu_of_many(2)):
        words = " ".join(action.text() for action in menu.actions())
        assert not any(offer in words for offer in ("Correct", "Remove", "Read again"))
    for key in (Qt.Key.Key_F2, Qt.Key.Key_Delete):
        window.tell("")
        qtbot.keyClick(page.table, key)
        assert said.whole().startswith(NotAllowed.default_title)
    window.open_document(sample_library.documents.get(1))
    qtbot.waitUntil(lambda: window.search_page.reader.document is not None)
    window.tell("")
    window.search_page.reader.tools.title.clicked.emit()
    assert said.whole().startswith(NotAllowed.default_title)
    window.add([tmp_path])
    assert said.whole() == NOT_ADDED
    assert not window.jobs.busy("caption") and not window.jobs.busy("backups")


def opened(qtbot: QtBot, window: MainWindow, menu: QMenu) -> MatterDialog:
    trigger(menu, KEEP)
    qtbot.waitUntil(lambda: window.library_page.office.dialog is not None)
    assert window.library_page.office.dialog is not None
    return window.library_page.office.dialog


def test_a_chosen_document_is_kept_from_a_person_in_a_matter_of_its_own(
    qtbot: QtBot, window: MainWindow, office: StubOffice
) -> None:
    document = window.library_page.current()
    assert document is not None
    dialog = opened(qtbot, window, menu_of(window))
    assert document.title in dialog.named.text()
    qtbot.keyClicks(dialog.name, "State v. Roe")
    assert not dialog.save.isEnabled()
    dialog.persons.setPlainText("Carl")
    qtbot.mouseClick(dialog.save, LEFT)
    text = "The documents of State v. Roe are kept from Carl."
    qtbot.waitUntil(lambda: text in window.status.text.text())
    assert office.walls.kept == {
        "State v. Roe": Matter("State v. Roe", documents=(document.sha256,), persons=("Carl",))
    }
    qtbot.waitUntil(lambda: window.library_page.notice.text() == text)
    window.library_page.undo()
    qtbot.waitUntil(lambda: office.walls.kept == {})


def test_documents_that_a_matter_names_are_taken_out_of_it(
    qtbot: QtBot, window: MainWindow, office: StubOffice
) -> None:
    office.walls.put(DOE, QuietReporter())
    dialog = opened(qtbot, window, menu_of(window))
    dialog.choice.setCurrentText("State v. Doe")
    qtbot.mouseClick(dialog.unname, LEFT)
    assert NAMED not in dialog.matter().documents
    assert len(dialog.matter().documents) == 1


def test_the_matter_of_a_chosen_document_is_taken_along_after_a_question(
    qtbot: QtBot, window: MainWindow, office: StubOffice, questions: list[str]
) -> None:
    document = window.library_page.current()
    assert document is not None
    trigger(menu_of(window), TAKE)
    qtbot.waitUntil(lambda: "Taken along on this computer: 3 documents" in window.status.text.text())
    assert office.offline.given is not None
    assert office.offline.given.choice == choice_of([document])
    (question,) = questions
    assert all(matter in question for matter in office.offline.given.choice.matters)


def test_documents_without_a_docket_number_are_taken_one_by_one(window: MainWindow) -> None:
    document = window.library_page.current()
    assert document is not None
    several = replace(document, docket="A-1-20; A-2-20")
    none = replace(document, docket="", sha256="f" * 64)
    assert choice_of([several, none]) == OfflineChoice(("A-1-20", "A-2-20"), ("f" * 64,))


def test_what_was_taken_along_before_is_brought_up_to_date_when_the_window_opens(
    qtbot: QtBot, open_office: OpenOffice, office: StubOffice
) -> None:
    office.offline.given = LEASE
    office.offline.problems = ("A mark was not taken.",)
    window = open_office(office)
    qtbot.waitUntil(lambda: office.offline.exchanges == 1)
    qtbot.waitUntil(lambda: window.status.text.text().endswith("A mark was not taken."))
