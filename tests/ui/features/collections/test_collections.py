"""Collections by keyboard and mouse: putting in, order, notes, undo, reading, deleting; and what fails."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from briefbank.domain.office import OfficeRole, Person
from briefbank.domain.userdata import Collection, CollectionEntry, EntryState, Reference, SharedCollection
from briefbank.errors import ServerAway, StoreReadOnly
from briefbank.text.characters import text_hash
from tests.stand_ins.hooked_library import HookedLibrary
from tests.stand_ins.office import ADA, WHEN, StubOffice, join
from tests.ui.conftest import answer_questions, search, shown, shown_page
from ui.features.collections import page as page_module
from ui.features.collections.page import CollectionsPage
from ui.features.collections.parts import CollectionChooser
from ui.jobs import Lane
from ui.main_window import MainWindow
from ui.shared.pages import COLLECTIONS
from ui.shared.passages import PassageTarget, hit_of

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
FRIDAY = "For the hearing on Friday"


def stored(library: HookedLibrary) -> list[Collection]:
    return list(library.userdata.collections.all())


def entries(library: HookedLibrary) -> list[CollectionEntry]:
    """What is in the first collection, in its order."""
    return list(library.userdata.collections.entries(stored(library)[0].id))


def some_passages(library: HookedLibrary, number: int) -> list[int]:
    """The ids of passages of different briefs."""
    documents = list(library.documents.each())[:number]
    return [next(iter(library.documents.passages(document.id))).id for document in documents]


def made_page(qtbot: QtBot, library: HookedLibrary) -> Iterator[CollectionsPage]:
    with shown_page(qtbot, partial(CollectionsPage, library), 934, 640) as page:
        read(qtbot, page)
        yield page
        library.let_go()


def read(qtbot: QtBot, page: CollectionsPage) -> None:
    """Let the page read all that it shows."""
    page.refresh()
    qtbot.waitUntil(lambda: not (page.jobs.busy("collections", page) or page.jobs.busy("entries", page)))


@pytest.fixture
def bare(qtbot: QtBot, sample_library: HookedLibrary) -> Iterator[CollectionsPage]:
    """The page without a collection, and without a window around it."""
    yield from made_page(qtbot, sample_library)


@pytest.fixture
def page(qtbot: QtBot, sample_library: HookedLibrary) -> Iterator[CollectionsPage]:
    """The page with three passages in one collection, the first of them chosen."""
    made = sample_library.userdata.collections.make(FRIDAY)
    sample_library.collection_resolver.add_passages(made.id, some_passages(sample_library, 3))
    for page in made_page(qtbot, sample_library):
        page.entries.setFocus()
        yield page


@pytest.fixture
def with_results(qtbot: QtBot, sample_window: MainWindow) -> MainWindow:
    """Results on the screen, the first of them chosen."""
    sample_window.activateWindow()
    search(qtbot, sample_window)
    sample_window.search_page.focus_results()
    return sample_window


def the_chooser(qtbot: QtBot, window: MainWindow) -> CollectionChooser:
    qtbot.waitUntil(lambda: window.collections_page.chooser is not None)
    chooser = window.collections_page.chooser
    assert chooser is not None
    return chooser


def put(qtbot: QtBot, window: MainWindow, name: str = "") -> None:
    """Ctrl+D, a name or none, Enter."""
    qtbot.keyClick(window, Qt.Key.Key_D, CTRL)
    chooser = the_chooser(qtbot, window)
    qtbot.keyClicks(chooser.field, name)
    window.status.text.set_whole("")
    qtbot.keyClick(chooser.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: FRIDAY in window.status.text.whole())


def test_ctrl_d_and_a_name_put_the_chosen_result_into_a_new_collection_and_once_only(
    qtbot: QtBot, sample_library: HookedLibrary, with_results: MainWindow
) -> None:
    put(qtbot, with_results, FRIDAY)
    assert [collection.name for collection in stored(sample_library)] == [FRIDAY]
    [entry] = entries(sample_library)
    assert entry.reference.page == shown(with_results)[0].passage.first_page
    put(qtbot, with_results)
    assert "already" in with_results.status.text.whole() and len(entries(sample_library)) == 1


def test_text_selected_in_either_reader_opens_one_chooser(qtbot: QtBot, with_results: MainWindow) -> None:
    readers, item = with_results.search_page.readers, with_results.search_page.to_collect()
    readers.toggle()
    assert len(readers.readers) == 2
    for reader in readers.readers:
        reader.collect_wanted.emit(item)
        chooser = the_chooser(qtbot, with_results)
        qtbot.waitUntil(lambda: not with_results.jobs.engaged(Lane.NOTES))
        assert with_results.findChildren(CollectionChooser) == [chooser]
        qtbot.keyClick(chooser.field, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: with_results.collections_page.chooser is None)


def test_escape_puts_nothing_anywhere_and_a_file_that_cannot_be_written_is_told_in_a_sentence(
    qtbot: QtBot, sample_library: HookedLibrary, with_results: MainWindow
) -> None:
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        qtbot.keyClick(with_results, Qt.Key.Key_D, CTRL)
        chooser = the_chooser(qtbot, with_results)
        qtbot.keyClicks(chooser.field, FRIDAY)
        sample_library.fail("userdata.collections.make", StoreReadOnly())
        qtbot.keyClick(chooser.field if key == Qt.Key.Key_Return else chooser, key)
        qtbot.waitUntil(lambda: with_results.collections_page.chooser is None)
    qtbot.waitUntil(lambda: StoreReadOnly.default_title in with_results.status.text.whole())
    assert stored(sample_library) == [] and len(sample_library.called("userdata.collections.make")) == 1


def test_the_page_says_how_to_begin_and_a_new_collection_is_named_at_once(
    qtbot: QtBot, sample_library: HookedLibrary, bare: CollectionsPage
) -> None:
    assert "Ctrl+D" in bare.message.words() and bare.message.isVisible()
    qtbot.mouseClick(bare.new, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(bare.name.hasFocus)
    qtbot.keyClicks(bare.name, FRIDAY)
    qtbot.waitUntil(lambda: bare.collections.row_model.rowCount() == 1)
    assert bare.name.text() == FRIDAY
    qtbot.keyClick(bare.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: [item.name for item in stored(sample_library)] == [FRIDAY])


@pytest.mark.parametrize(
    ("key", "start", "order", "by_mouse"),
    [("Down", 0, [1, 0, 2], False), ("Up", 2, [0, 2, 1], False), ("Down", 0, [1, 0, 2], True)],
)
def test_a_passage_is_moved_by_keys_and_by_buttons_and_the_order_is_kept(
    qtbot: QtBot,
    sample_library: HookedLibrary,
    page: CollectionsPage,
    key: str,
    start: int,
    order: list[int],
    by_mouse: bool,
) -> None:
    before = [entry.id for entry in entries(sample_library)]
    page.entries.choose(start)
    if by_mouse:
        qtbot.mouseClick(page.down, Qt.MouseButton.LeftButton)
    else:
        qtbot.keyClick(page.entries, getattr(Qt.Key, f"Key_{key}"), ALT)
    expected = [before[number] for number in order]
    qtbot.waitUntil(lambda: [entry.id for entry in entries(sample_library)] == expected)
    assert page.entries.currentIndex().row() == order.index(start)


def test_delete_removes_and_ctrl_z_puts_back_with_the_note(
    qtbot: QtBot, sample_library: HookedLibrary, page: CollectionsPage
) -> None:
    before = entries(sample_library)
    sample_library.userdata.collections.write_note(before[1].id, "keep me")
    page.entries.choose(1)
    qtbot.keyClick(page.entries, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: len(page.resolved) == 2)
    assert "Undo" in [button.text() for button in page.notice.findChildren(QPushButton)]
    qtbot.keyClick(page.entries, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: len(page.resolved) == 3)
    assert [entry.id for entry in entries(sample_library)] == [entry.id for entry in before]
    assert entries(sample_library)[1].note == "keep me" and page.entries.currentIndex().row() == 1


@pytest.mark.parametrize("waits", [False, True], ids=["being typed", "waits behind other work"])
def test_a_note_that_is_not_written_yet_is_kept_when_the_window_closes(
    sample_library: HookedLibrary, page: CollectionsPage, waits: bool
) -> None:
    gate = sample_library.hold("search")
    if waits:
        page.jobs.run(page.jobs, lambda _reporter: gate.wait(20), lane=Lane.NOTES)
    page.note.setFocus()
    page.note.setPlainText("typed last")
    if waits:
        page.entries.setFocus()
    page.finish()
    gate.set()
    page.jobs.close()
    assert entries(sample_library)[0].note == "typed last"


def test_f6_goes_through_the_parts_of_the_page_and_enter_opens_a_passage_in_the_reader(
    qtbot: QtBot, sample_library: HookedLibrary, sample_window: MainWindow
) -> None:
    [passage_id] = some_passages(sample_library, 1)
    made = sample_library.userdata.collections.make(FRIDAY)
    sample_library.collection_resolver.add_passages(made.id, [passage_id])
    sample_window.activateWindow()
    qtbot.keyClick(sample_window, Qt.Key.Key_5, CTRL)
    assert sample_window.pages.currentIndex() == COLLECTIONS
    page, reader = sample_window.collections_page, sample_window.search_page.reader
    qtbot.waitUntil(lambda: len(page.resolved) == 1)
    page.collections.setFocus()
    for part in (page.entries, page.preview.text, page.note, page.collections):
        sample_window.next_pane()
        qtbot.waitUntil(part.hasFocus)
    page.entries.setFocus()
    with qtbot.waitSignal(reader.opened):
        qtbot.keyClick(page.entries, Qt.Key.Key_Return)
    assert reader.hit is not None and reader.hit.passage.id == passage_id


def test_a_click_previews_a_passage_a_double_click_opens_it_and_ctrl_c_copies_it_with_its_citation(
    qtbot: QtBot, page: CollectionsPage
) -> None:
    place = page.entries.visualRect(page.entries.row_model.index(1)).center()
    viewport, left = page.entries.viewport(), Qt.MouseButton.LeftButton
    with qtbot.assertNotEmitted(page.hit_wanted):
        qtbot.mouseClick(viewport, left, pos=place)
    hit = page.resolved[1].hit
    assert hit is not None and page.preview.text.toPlainText() == hit.passage.text
    with qtbot.waitSignal(page.hit_wanted) as opened:
        qtbot.mouseDClick(viewport, left, pos=place)
    assert opened.args == [hit]
    qtbot.keyClick(page.entries, Qt.Key.Key_C, CTRL)
    assert hit.citation in QGuiApplication.clipboard().text()


def test_a_passage_of_a_removed_document_keeps_its_line_and_note(
    qtbot: QtBot, sample_library: HookedLibrary, page: CollectionsPage
) -> None:
    first = page.resolved[0]
    assert first.hit is not None
    sample_library.userdata.collections.write_note(first.entry.id, "keep me")
    sample_library.documents.remove(first.hit.document.id)
    page.refresh()
    qtbot.waitUntil(lambda: page.resolved[0].state is EntryState.GONE)
    row = page.entries.row_model.row(0)
    assert "not in the library now" in row.title and "keep me" in row.detail
    assert not page.preview.open.isEnabled()
    with qtbot.assertNotEmitted(page.hit_wanted):
        qtbot.keyClick(page.entries, Qt.Key.Key_Return)


def test_the_name_and_the_hearing_are_changed_in_place_and_what_is_no_day_is_said(
    qtbot: QtBot, sample_library: HookedLibrary, page: CollectionsPage
) -> None:
    page.name.setFocus()
    page.name.selectAll()
    qtbot.keyClicks(page.name, "Monday")
    qtbot.keyClick(page.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: stored(sample_library)[0].name == "Monday")
    page.hearing.setFocus()
    qtbot.keyClicks(page.hearing, "next Friday")
    qtbot.keyClick(page.hearing, Qt.Key.Key_Return)
    assert "December 4, 2026" in page.problem.text() and stored(sample_library)[0].hearing is None
    page.hearing.selectAll()
    qtbot.keyClicks(page.hearing, "4 December 2026")
    qtbot.keyClick(page.hearing, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: stored(sample_library)[0].hearing == date(2026, 12, 4))
    assert not page.problem.isVisible()


@pytest.fixture
def office(sample_library: HookedLibrary) -> StubOffice:
    made = StubOffice()
    join(sample_library, made)
    return made


@pytest.fixture
def agreed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The meanings of what a person was asked and agreed to."""
    return answer_questions(monkeypatch, page_module, lambda question, meaning: f"{question} {meaning}")


@pytest.fixture
def of_colleague(sample_library: HookedLibrary, office: StubOffice) -> SharedCollection:
    """What Olga shares: two passages, with a note on the first."""
    items = []
    for passage_id in some_passages(sample_library, 2):
        hit = hit_of(sample_library, PassageTarget(passage_id))
        reference = Reference(hit.document.sha256, text_hash(hit.passage.text), hit.passage.first_page)
        items.append(CollectionEntry(0, reference, note="" if items else "Lead with this."))
    made = SharedCollection(7, "Stops", date(2026, 12, 4), "Olga", WHEN, 0, may_withdraw=True)
    office.shared_collections.put(made, items)
    return office.shared_collections.get(7)


def titles(page: CollectionsPage) -> list[str]:
    return [row.title or row.detail for row in page.collections.row_model.rows()]


def test_a_collection_is_shared_with_its_notes_after_a_question_and_stands_in_a_group_of_its_own(
    qtbot: QtBot, office: StubOffice, page: CollectionsPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    read(qtbot, page)
    page.note.setFocus()
    qtbot.keyClicks(page.note, "Ask for the log.")
    refused = answer_questions(monkeypatch, page_module, lambda _question, meaning: meaning, agrees=False)
    page.share.click()
    assert len(refused) == 1 and office.shared_collections.calls.count("share") == 0
    agreed = answer_questions(monkeypatch, page_module, lambda _question, meaning: meaning)
    with qtbot.waitSignal(page.status) as status:
        page.share.click()
    assert status.args == [f"“{FRIDAY}” is shared with the office."]
    qtbot.waitUntil(lambda: titles(page) == ["Your collections", FRIDAY, "Shared with the office", FRIDAY])
    (shared,) = office.shared_collections.all()
    notes = [entry.note for entry in office.shared_collections.entries(shared.id)]
    assert notes == ["Ask for the log.", "", ""]
    assert "your notes" in agreed[0] and "takes the place" not in agreed[0]
    page.share.click()
    assert "takes the place of what you shared" in agreed[1]


def test_a_shared_collection_is_read_and_copied_and_nothing_of_it_changed(
    qtbot: QtBot, sample_library: HookedLibrary, of_colleague: SharedCollection, bare: CollectionsPage
) -> None:
    read(qtbot, bare)
    qtbot.waitUntil(lambda: len(bare.resolved) == 2)
    assert (bare.name.text(), bare.sharer.text()) == ("Stops", "Shared by Olga, November 3, 2026")
    assert bare.name.isReadOnly() and bare.hearing.isReadOnly() and bare.note.isReadOnly()
    assert bare.note.toPlainText() == "Lead with this."
    hidden = (bare.delete, bare.share, bare.up, bare.down, bare.remove)
    assert not any(item.isVisible() for item in hidden)
    bare.entries.setFocus()
    for key, modifier in ((Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier), (Qt.Key.Key_Down, ALT)):
        qtbot.keyClick(bare.entries, key, modifier)
    with qtbot.waitSignal(bare.hit_wanted) as opened:
        qtbot.keyClick(bare.entries, Qt.Key.Key_Return)
    assert opened.args[0] == bare.resolved[0].hit
    with qtbot.waitSignal(bare.export_wanted) as exported:
        bare.export.click()
    assert exported.args == [of_colleague]
    assert [item.entry.id for item in bare.resolved] == [1, 2]
    with qtbot.waitSignal(bare.status):
        bare.copy.click()
    qtbot.waitUntil(lambda: isinstance(bare.collection, Collection))
    [own] = stored(sample_library)
    assert (own.name, own.hearing, own.size) == ("Stops", of_colleague.hearing, 2)
    assert entries(sample_library)[0].note == "Lead with this."


def test_sharing_is_stopped_by_those_who_may(
    qtbot: QtBot, office: StubOffice, of_colleague: SharedCollection, bare: CollectionsPage, agreed: list[str]
) -> None:
    read(qtbot, bare)
    bare.withdraw.click()
    qtbot.waitUntil(lambda: office.shared_collections.all() == [] and titles(bare) == [])
    assert "Copies that they made of it stay theirs" in agreed[0]


def test_without_the_server_own_collections_stay_and_it_says_so(
    qtbot: QtBot, sample_library: HookedLibrary, office: StubOffice, page: CollectionsPage, agreed: list[str]
) -> None:
    office.shared_collections.fault = ServerAway()
    read(qtbot, page)
    assert titles(page) == ["Your collections", FRIDAY, "Shared with the office"]
    assert "does not answer" in page.collections.row_model.row(2).warning
    page.notice.say("")
    page.share.click()
    qtbot.waitUntil(lambda: "does not answer" in page.notice.text())
    office.person = Person("Ada", OfficeRole.AUDITOR)
    page.notice.say("")
    read(qtbot, page)
    assert titles(page) == [FRIDAY] and not page.notice.isVisible(), "an auditor may not read them"
    office.person = ADA
    sample_library.userdata.collections.delete(stored(sample_library)[0].id)
    read(qtbot, page)
    assert page.message.isVisible() and "does not answer" in page.message.words()


def test_deleting_asks_first_and_takes_the_collection_away(
    qtbot: QtBot, sample_library: HookedLibrary, page: CollectionsPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_module, "confirmed", lambda *_question, **_answers: False)
    qtbot.mouseClick(page.delete, Qt.MouseButton.LeftButton)
    assert not sample_library.called("userdata.collections.delete")
    monkeypatch.setattr(page_module, "confirmed", lambda *_question, **_answers: True)
    qtbot.mouseClick(page.delete, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: stored(sample_library) == [] and page.message.isVisible())


def test_a_note_belongs_to_its_passage_when_another_is_chosen_at_once(
    qtbot: QtBot, sample_library: HookedLibrary, page: CollectionsPage
) -> None:
    page.note.setFocus()
    qtbot.keyClicks(page.note, "first")
    page.entries.setFocus()
    qtbot.keyClick(page.entries, Qt.Key.Key_Down)
    assert page.note.toPlainText() == ""
    qtbot.waitUntil(lambda: [entry.note for entry in entries(sample_library)] == ["first", "", ""])
