"""Collections by keyboard and mouse: putting in, order, notes, undo, reading, deleting; and what fails."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent, QGuiApplication
from pytestqt.qtbot import QtBot

from briefbank.domain.office import OfficeRole, Person
from briefbank.domain.userdata import Collection, EntryState, Reference, SharedCollection
from briefbank.errors import ServerAway, StoreReadOnly
from briefbank.text.characters import text_hash
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.collections import WHEN
from tests.stand_ins.library.office import StubOffice
from tests.ui.conftest import search, shown
from ui.features.collections import view as view_module
from ui.features.collections.controller import CollectionController
from ui.features.collections.view import CollectionsView
from ui.jobs import Jobs, Lane
from ui.kit.directions import isolated
from ui.main_window import MainWindow
from ui.shared.pages import COLLECTIONS

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")

CTRL, ALT, NONE = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.NoModifier,
)
FRIDAY = "For the hearing on Friday"


def stored(library: StubLibrary) -> list[Collection]:
    return library.userdata.collections.all()


def numbers(library: StubLibrary) -> list[int]:
    """The pages of what is in the first collection, in its order."""
    [collection] = stored(library)
    return [entry.reference.page for entry in library.userdata.collections.entries(collection.id)]


@pytest.fixture
def found(qtbot: QtBot, window: MainWindow) -> MainWindow:
    """Results on the screen, the first of them chosen."""
    window.activateWindow()
    search(qtbot, window)
    window.search_page.focus_results()
    return window


def put(qtbot: QtBot, window: MainWindow, name: str = "") -> None:
    """Ctrl+D, a name or none, Enter."""
    text = window.status.text
    qtbot.keyClick(window, Qt.Key.Key_D, CTRL)
    qtbot.waitUntil(lambda: window.collection_chooser.chooser is not None)
    chooser = window.collection_chooser.chooser
    assert chooser is not None
    qtbot.keyClicks(chooser.field, name)
    with qtbot.waitSignal(window.collection_chooser.changed):
        qtbot.keyClick(chooser.field, Qt.Key.Key_Return)
    assert FRIDAY in text.whole()


@dataclass
class Bench:
    """The page of collections with what joins it to the library, without a window around it."""

    view: CollectionsView
    work: CollectionController
    jobs: Jobs

    def quiet(self) -> bool:
        return not (self.jobs.busy("collections shown") or self.jobs.busy("collected"))


@pytest.fixture
def bench(qtbot: QtBot, library: StubLibrary) -> Iterator[Bench]:
    jobs, view = Jobs(), CollectionsView()
    made = Bench(view, CollectionController(library, jobs, view), jobs)
    qtbot.addWidget(view)
    view.resize(934, 640)
    view.show()
    view.activateWindow()
    yield made
    jobs.close()


def show(qtbot: QtBot, bench: Bench) -> CollectionsView:
    bench.work.refresh()
    qtbot.waitUntil(bench.quiet)
    return bench.view


@pytest.fixture
def page(qtbot: QtBot, library: StubLibrary, bench: Bench) -> CollectionsView:
    """Three passages in one collection, the first of them chosen."""
    made = library.userdata.collections.make(FRIDAY)
    library.collection_resolver.add_passages(made.id, [1, 2, 3])
    view = show(qtbot, bench)
    qtbot.waitUntil(lambda: len(view.resolved()) == 3)
    view.entries.setFocus()
    return view


def test_ctrl_d_and_a_name_put_the_chosen_result_into_a_new_collection(
    qtbot: QtBot, library: StubLibrary, found: MainWindow
) -> None:
    put(qtbot, found, FRIDAY)
    assert [(collection.name, collection.size) for collection in stored(library)] == [(FRIDAY, 1)]
    assert numbers(library) == [shown(found)[0].passage.first_page]


def test_ctrl_d_and_enter_put_the_next_one_into_the_collection_used_last(
    qtbot: QtBot, library: StubLibrary, found: MainWindow
) -> None:
    library.userdata.collections.make("Another")
    put(qtbot, found, FRIDAY)
    library.userdata.collections.make("Newest")
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down):
        qtbot.keyClick(found.search_page.results.list, key)
    put(qtbot, found)
    assert {collection.name: collection.size for collection in stored(library)} == {
        FRIDAY: 2,
        "Another": 0,
        "Newest": 0,
    }


def test_the_same_passage_twice_stays_once_and_it_says_so(
    qtbot: QtBot, library: StubLibrary, found: MainWindow
) -> None:
    put(qtbot, found, FRIDAY)
    put(qtbot, found)
    assert "already" in found.status.text.whole()
    assert stored(library)[0].size == 1


def test_without_anything_to_put_nothing_opens_and_it_says_what_to_do(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_D, CTRL)
    assert "Choose a result" in window.status.text.whole()
    assert window.collection_chooser.chooser is None


def test_escape_puts_nothing_anywhere(qtbot: QtBot, library: StubLibrary, found: MainWindow) -> None:
    qtbot.keyClick(found, Qt.Key.Key_D, CTRL)
    qtbot.waitUntil(lambda: found.collection_chooser.chooser is not None)
    chooser = found.collection_chooser.chooser
    assert chooser is not None
    qtbot.keyClicks(chooser.field, FRIDAY)
    qtbot.keyClick(chooser, Qt.Key.Key_Escape)
    assert not chooser.isVisible()
    assert stored(library) == []


def test_a_file_that_cannot_be_written_is_told_in_a_sentence(
    qtbot: QtBot, library: StubLibrary, found: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object) -> None:
        raise StoreReadOnly("BriefBank may not write into your data folder.", "Ask for it.")

    monkeypatch.setattr(library.userdata.collections, "make", refuse)
    qtbot.keyClick(found, Qt.Key.Key_D, CTRL)
    qtbot.waitUntil(lambda: found.collection_chooser.chooser is not None)
    chooser = found.collection_chooser.chooser
    assert chooser is not None
    qtbot.keyClicks(chooser.field, FRIDAY)
    qtbot.keyClick(chooser.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "may not write" in found.status.text.whole())


def test_the_page_says_how_to_begin_while_there_is_no_collection(qtbot: QtBot, bench: Bench) -> None:
    view = show(qtbot, bench)
    assert "Ctrl+D" in view.message.words()
    assert view.message.isVisible()


def test_a_new_collection_is_named_at_once(qtbot: QtBot, library: StubLibrary, bench: Bench) -> None:
    view = show(qtbot, bench)
    qtbot.mouseClick(view.head.new, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.head.name.hasFocus())
    qtbot.keyClicks(view.head.name, FRIDAY)
    qtbot.waitUntil(lambda: bench.quiet() and view.collection() is not None)
    assert view.head.name.text() == FRIDAY
    qtbot.keyClick(view.head.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: [item.name for item in stored(library)] == [FRIDAY])


def test_rows_are_numbered_and_say_passage_citation_alerts_and_note(
    page: CollectionsView,
) -> None:
    first = page.entries.row_model.row(0)
    assert first.title.startswith("1. State v. Harlan Quill")
    assert "The stop should have ended" in first.text
    assert "at 12" in first.detail or "at 1" in first.detail
    assert "Harlan Quill" in first.spoken


@pytest.mark.parametrize(
    ("key", "start", "order"), [(Qt.Key.Key_Down, 0, [1, 0, 2]), (Qt.Key.Key_Up, 2, [0, 2, 1])]
)
def test_alt_and_arrows_move_a_passage_and_the_order_is_kept(
    qtbot: QtBot,
    library: StubLibrary,
    page: CollectionsView,
    key: Qt.Key,
    start: int,
    order: list[int],
) -> None:
    before = numbers(library)
    page.entries.choose(start)
    qtbot.keyClick(page.entries, key, ALT)
    qtbot.waitUntil(lambda: numbers(library) == [before[n] for n in order])
    assert page.entries.currentIndex().row() == order.index(start)


def test_a_passage_that_is_dragged_below_the_last_becomes_the_last(
    qtbot: QtBot, library: StubLibrary, page: CollectionsView
) -> None:
    before = numbers(library)
    page.entries.choose(0)
    spot = page.entries.visualRect(page.entries.row_model.index(2)).bottomLeft()
    event = QDropEvent(
        QPointF(spot.x() + 5, spot.y() - 1),
        Qt.DropAction.MoveAction,
        QMimeData(),
        Qt.MouseButton.LeftButton,
        NONE,
    )
    page.entries.dropEvent(event)
    qtbot.waitUntil(lambda: numbers(library) == [before[1], before[2], before[0]])


def test_delete_removes_and_ctrl_z_puts_back_with_the_note(
    qtbot: QtBot, library: StubLibrary, page: CollectionsView
) -> None:
    before, [collection] = numbers(library), stored(library)
    second = page.resolved()[1].entry.id
    library.userdata.collections.write_note(second, "keep me")
    page.entries.choose(1)
    qtbot.keyClick(page.entries, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: len(page.resolved()) == 2)
    assert "Undo" in page.notice._action.text()
    qtbot.keyClick(page.entries, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: len(page.resolved()) == 3)
    assert numbers(library) == before
    assert library.userdata.collections.entries(collection.id)[1].note == "keep me"
    assert page.entries.currentIndex().row() == 1


def test_a_note_is_kept_while_one_types_and_stands_in_its_row(
    qtbot: QtBot, library: StubLibrary, page: CollectionsView
) -> None:
    [collection] = stored(library)
    qtbot.keyClick(page.entries, Qt.Key.Key_N)
    assert page.note.hasFocus()
    qtbot.keyClicks(page.note, "Lead with this.")
    qtbot.waitUntil(
        lambda: library.userdata.collections.entries(collection.id)[0].note == "Lead with this.", timeout=5000
    )
    qtbot.waitUntil(lambda: "Your note: Lead with this." in page.entries.row_model.row(0).detail)
    assert page.note.hasFocus()


def test_a_note_belongs_to_its_passage_when_another_is_chosen_at_once(
    qtbot: QtBot, library: StubLibrary, page: CollectionsView
) -> None:
    [collection] = stored(library)
    page.note.setFocus()
    qtbot.keyClicks(page.note, "first")
    page.entries.setFocus()
    qtbot.keyClick(page.entries, Qt.Key.Key_Down)
    assert page.note.toPlainText() == ""
    qtbot.waitUntil(
        lambda: (
            [entry.note for entry in library.userdata.collections.entries(collection.id)] == ["first", "", ""]
        )
    )


def test_a_note_that_is_still_being_kept_stays_on_its_passage_when_that_is_moved(
    qtbot: QtBot, library: StubLibrary, page: CollectionsView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise text typed afterwards would replace the note."""
    [collection], gate = stored(library), threading.Event()
    kept, write = library.userdata.collections, library.userdata.collections.write_note
    monkeypatch.setattr(kept, "write_note", lambda *note: (gate.wait(20), write(*note)))
    page.note.setFocus()
    qtbot.keyClicks(page.note, "lead with this")
    page.entries.setFocus()
    qtbot.keyClick(page.entries, Qt.Key.Key_Down, ALT)
    assert page.entries.currentIndex().row() == 1
    assert page.note.toPlainText() == "lead with this"
    assert "lead with this" in page.entries.row_model.row(1).detail
    gate.set()
    qtbot.waitUntil(
        lambda: [entry.note for entry in kept.entries(collection.id)] == ["", "lead with this", ""]
    )


def test_a_note_that_was_being_typed_is_kept_when_the_window_closes(
    library: StubLibrary, bench: Bench, page: CollectionsView
) -> None:
    [collection] = stored(library)
    page.note.setFocus()
    page.note.setPlainText("typed last")
    bench.work.finish()
    bench.jobs.close()
    assert library.userdata.collections.entries(collection.id)[0].note == "typed last"


def test_a_note_that_waits_behind_other_work_is_kept_when_the_window_closes(
    library: StubLibrary, bench: Bench, page: CollectionsView
) -> None:
    [collection], gate = stored(library), threading.Event()
    bench.jobs.start(Lane.NOTES, lambda _reporter: gate.wait(20))
    page.note.setFocus()
    page.note.setPlainText("typed before the last")
    page.entries.setFocus()
    bench.work.finish()
    gate.set()
    bench.jobs.close()
    assert library.userdata.collections.entries(collection.id)[0].note == "typed before the last"


def test_enter_opens_the_passage_in_the_reader(
    qtbot: QtBot, library: StubLibrary, window: MainWindow
) -> None:
    library.collection_resolver.add_passages(library.userdata.collections.make(FRIDAY).id, [2])
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_6, CTRL)
    assert window.pages.currentIndex() == COLLECTIONS
    view = window.collections
    qtbot.waitUntil(lambda: len(view.resolved()) == 1)
    view.entries.setFocus()
    with qtbot.waitSignal(window.search.reader.opened):
        qtbot.keyClick(view.entries, Qt.Key.Key_Return)
    assert window.search.reader.hit is not None
    assert window.search.reader.hit.passage.id == 2


def test_ctrl_c_copies_a_passage_with_its_citation(qtbot: QtBot, page: CollectionsView) -> None:
    qtbot.keyClick(page.entries, Qt.Key.Key_C, CTRL)
    assert "State v. Quill, No. A-2214-22" in QGuiApplication.clipboard().text()


def test_a_passage_of_a_removed_document_keeps_its_line_and_note(
    qtbot: QtBot, library: StubLibrary, bench: Bench, page: CollectionsView
) -> None:
    library.userdata.collections.write_note(page.resolved()[0].entry.id, "keep me")
    library.documents.remove(1)
    bench.work.refresh()
    qtbot.waitUntil(lambda: page.resolved()[0].state is EntryState.GONE)
    row = page.entries.row_model.row(0)
    assert "not in the library now" in row.title
    assert "keep me" in row.detail
    assert not page.open.isEnabled()
    with qtbot.assertNotEmitted(page.opened):
        qtbot.keyClick(page.entries, Qt.Key.Key_Return)


def test_the_name_and_the_hearing_are_changed_in_place(
    qtbot: QtBot, library: StubLibrary, page: CollectionsView
) -> None:
    page.head.name.setFocus()
    page.head.name.selectAll()
    qtbot.keyClicks(page.head.name, "Monday")
    qtbot.keyClick(page.head.name, Qt.Key.Key_Return)
    page.head.hearing.setFocus()
    qtbot.keyClicks(page.head.hearing, "4 December 2026")
    qtbot.keyClick(page.head.hearing, Qt.Key.Key_Return)
    qtbot.waitUntil(
        lambda: (stored(library)[0].name, stored(library)[0].hearing) == ("Monday", date(2026, 12, 4))
    )


def test_a_hearing_that_is_no_day_is_not_kept_and_says_how_to_type_one(
    qtbot: QtBot, library: StubLibrary, page: CollectionsView
) -> None:
    page.head.hearing.setFocus()
    qtbot.keyClicks(page.head.hearing, "next Friday")
    qtbot.keyClick(page.head.hearing, Qt.Key.Key_Return)
    assert "December 4, 2026" in page.head.problem.text()
    assert stored(library)[0].hearing is None


def test_deleting_asks_first_and_takes_the_collection_away(
    qtbot: QtBot, library: StubLibrary, page: CollectionsView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "confirm_delete", lambda _collection: False)
    qtbot.mouseClick(page.head.delete, Qt.MouseButton.LeftButton)
    assert len(stored(library)) == 1
    monkeypatch.setattr(page, "confirm_delete", lambda _collection: True)
    qtbot.mouseClick(page.head.delete, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: stored(library) == [] and page.message.isVisible())


def test_collections_that_cannot_be_read_are_told_in_a_sentence(
    qtbot: QtBot, library: StubLibrary, bench: Bench
) -> None:
    library.userdata.collections.make(FRIDAY)
    library.faults["gathered"] = StoreReadOnly("It cannot be read.", "Look at the disk.")
    view = show(qtbot, bench)
    qtbot.waitUntil(lambda: "It cannot be read. Look at the disk." in view.message.words())


def test_five_hundred_passages_with_long_and_right_to_left_names_are_listed(
    qtbot: QtBot, library: StubLibrary, bench: Bench
) -> None:
    made = library.userdata.collections.make("שימוע " * 60)
    sha256 = next(library.documents.each()).sha256
    library.userdata.collections.add(made.id, [Reference(sha256, f"{n:032x}", 14) for n in range(500)])
    width = bench.view.width()
    view = show(qtbot, bench)
    qtbot.waitUntil(lambda: len(view.resolved()) == 500)
    view.entries.setFocus()
    last = view.entries.row_model.index(499)
    qtbot.waitUntil(lambda: view.entries.visualRect(last).isValid())
    qtbot.keyClick(view.entries, Qt.Key.Key_End)
    assert view.entries.currentIndex().row() == 499
    assert view.width() == width


# --- what an office shares --------------------------------------------------------------------------


@pytest.fixture
def office(library: StubLibrary) -> StubOffice:
    library.office = made = StubOffice()
    return made


@pytest.fixture
def agreed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The meanings of what a person was asked and agreed to."""
    asked: list[str] = []

    def agree(_parent: object, _title: str, question: str, meaning: str, **_answers: str) -> bool:
        asked.append(f"{question} {meaning}")
        return True

    monkeypatch.setattr(view_module, "confirmed", agree)
    return asked


def a_colleague_shares(library: StubLibrary, *, may_withdraw: bool = False) -> SharedCollection:
    references = [
        Reference(document.sha256, text_hash(passage.text), passage.first_page)
        for passage, document in library.documents.all_passages()
    ][:2]
    made = SharedCollection(7, "Stops", date(2026, 12, 4), "Olga", WHEN, 0, may_withdraw)
    library.shared_collections.put(made, references, "Lead with this.")
    return library.shared_collections.get(7)


def titles(view: CollectionsView) -> list[str]:
    return [row.title or row.detail for row in view.collections.row_model.rows()]


def test_a_collection_is_shared_with_its_notes_and_stands_in_a_group_of_its_own(
    qtbot: QtBot,
    library: StubLibrary,
    office: StubOffice,
    page: CollectionsView,
    bench: Bench,
    agreed: list[str],
) -> None:
    page.note.setFocus()
    qtbot.keyClicks(page.note, "Ask for the log.")
    assert titles(page) == [FRIDAY]
    with qtbot.waitSignal(bench.work.status) as told:
        page.head.share.click()
    assert told.args == [f"“{FRIDAY}” is shared with the office."]
    qtbot.waitUntil(lambda: titles(page) == ["Your collections", FRIDAY, "Shared with the office", FRIDAY])
    (shared,) = library.shared_collections.all()
    assert [entry.note for entry in library.shared_collections.entries(shared.id)] == [
        "Ask for the log.",
        "",
        "",
    ]
    assert "your notes" in agreed[0] and "takes the place" not in agreed[0]
    page.head.share.click()
    assert "takes the place of what you shared" in agreed[1]


def test_nothing_is_shared_without_the_owners_word(
    library: StubLibrary, office: StubOffice, page: CollectionsView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_module, "confirmed", lambda *_asked, **_answers: False)
    page.head.share.click()
    assert library.called("share") == []


def test_a_shared_collection_is_read_and_nothing_of_it_changed(
    qtbot: QtBot, library: StubLibrary, office: StubOffice, bench: Bench
) -> None:
    a_colleague_shares(library)
    view = show(qtbot, bench)
    qtbot.waitUntil(lambda: len(view.resolved()) == 2)
    head = view.head
    assert (head.name.text(), head.sharer.text()) == (
        "Stops",
        f"Shared by {isolated('Olga')}, November 3, 2026",
    )
    assert head.name.isReadOnly() and head.hearing.isReadOnly() and view.note.isReadOnly()
    assert view.note.toPlainText() == "Lead with this."
    hidden = (head.delete, head.share, head.withdraw, view.up, view.down, view.remove)
    assert not any(item.isVisible() for item in hidden)
    view.entries.setFocus()
    for key, modifier in ((Qt.Key.Key_Delete, NONE), (Qt.Key.Key_Down, ALT)):
        qtbot.keyClick(view.entries, key, modifier)
    with qtbot.waitSignal(view.opened) as opened:
        qtbot.keyClick(view.entries, Qt.Key.Key_Return)
    assert opened.args[0] == view.resolved()[0].hit
    with qtbot.waitSignal(view.export_wanted) as exported:
        head.export.click()
    assert exported.args == [library.shared_collections.get(7)]
    assert [item.entry.id for item in view.resolved()] == [1, 2]


def test_own_ones_can_be_changed_again_after_a_shared_one_was_shown(
    qtbot: QtBot, library: StubLibrary, office: StubOffice, page: CollectionsView, bench: Bench
) -> None:
    a_colleague_shares(library)
    show(qtbot, bench)
    page.collections.choose(3)
    qtbot.waitUntil(lambda: len(page.resolved()) == 2)
    page.collections.setFocus()
    qtbot.keyClick(page.collections, Qt.Key.Key_Up)  # over the heading
    qtbot.waitUntil(lambda: len(page.resolved()) == 3)
    assert page.remove.isVisible() and not page.note.isReadOnly() and not page.head.name.isReadOnly()
    page.note.setFocus()
    qtbot.keyClicks(page.note, "mine")
    page.note.keep()
    [own] = stored(library)
    qtbot.waitUntil(lambda: library.userdata.collections.entries(own.id)[0].note == "mine")
    for key in (Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
        qtbot.keyClick(page.collections, key)
        assert page.collection() is not None


def test_a_shared_collection_is_copied_to_the_own_ones(
    qtbot: QtBot, library: StubLibrary, office: StubOffice, bench: Bench
) -> None:
    shared = a_colleague_shares(library)
    view = show(qtbot, bench)
    with qtbot.waitSignal(bench.work.status):
        view.head.copy.click()
    qtbot.waitUntil(lambda: isinstance(view.collection(), Collection))
    [own] = stored(library)
    assert (own.name, own.hearing, own.size) == ("Stops", shared.hearing, 2)
    assert library.userdata.collections.entries(own.id)[0].note == "Lead with this."


def test_sharing_is_stopped_by_those_who_may(
    qtbot: QtBot, library: StubLibrary, office: StubOffice, bench: Bench, agreed: list[str]
) -> None:
    a_colleague_shares(library, may_withdraw=True)
    view = show(qtbot, bench)
    view.head.withdraw.click()
    qtbot.waitUntil(lambda: library.shared_collections.all() == [])
    qtbot.waitUntil(lambda: titles(view) == [])
    assert "Copies that they made of it stay theirs" in agreed[0]


def test_without_the_server_own_collections_stay_and_it_says_so(
    qtbot: QtBot,
    library: StubLibrary,
    office: StubOffice,
    page: CollectionsView,
    bench: Bench,
    agreed: list[str],
) -> None:
    library.faults["shared_collections"] = ServerAway()
    show(qtbot, bench)
    assert titles(page) == [FRIDAY]
    assert "does not answer" in page.notice.text()
    library.faults["share"] = ServerAway()
    page.notice.say("")
    page.head.share.click()
    qtbot.waitUntil(lambda: "does not answer" in page.notice.text())
    for item in stored(library):
        library.userdata.collections.delete(item.id)
    show(qtbot, bench)
    assert page.message.isVisible() and "does not answer" in page.message.words()


def test_an_auditor_is_not_asked_for_what_they_may_not_read(
    qtbot: QtBot, library: StubLibrary, office: StubOffice, page: CollectionsView, bench: Bench
) -> None:
    office.person = Person("Ada", OfficeRole.AUDITOR)
    library.faults["shared_collections"] = ServerAway()
    show(qtbot, bench)
    assert titles(page) == [FRIDAY] and not page.notice.isVisible()


def test_a_computer_that_belongs_to_no_office_shares_nothing(
    library: StubLibrary, page: CollectionsView
) -> None:
    assert not page.head.share.isVisible()
    assert library.called("shared_collections") == []
