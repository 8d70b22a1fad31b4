"""Collections that an office shares: shown in a group of their own, only read, and copied."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import partial

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.office import OfficeRole, Person
from briefbank.domain.userdata import Collection, Reference, SharedCollection
from briefbank.errors import ServerAway
from briefbank.text.characters import text_hash
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.collections import WHEN
from tests.stand_ins.library.office import StubOffice
from tests.ui.conftest import answer_questions, shown_page
from ui.features.collections import page as page_module
from ui.features.collections.page import CollectionsPage
from ui.kit.text import isolated

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")
ALT, NONE = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.NoModifier
FRIDAY = "For the hearing on Friday"


def stored(library: StubLibrary) -> list[Collection]:
    return library.userdata.collections.all()


def quiet(page: CollectionsPage) -> bool:
    return not (page.jobs.busy("collections", page) or page.jobs.busy("entries", page))


@pytest.fixture
def bare(qtbot: QtBot, library: StubLibrary) -> Iterator[CollectionsPage]:
    """The page of collections without a window around it, before it is read."""
    with shown_page(qtbot, partial(CollectionsPage, library), 934, 640) as page:
        yield page


def show(qtbot: QtBot, page: CollectionsPage) -> CollectionsPage:
    page.refresh()
    qtbot.waitUntil(lambda: quiet(page))
    return page


@pytest.fixture
def page(qtbot: QtBot, library: StubLibrary, bare: CollectionsPage) -> CollectionsPage:
    """Three passages in one collection, the first of them chosen."""
    made = library.userdata.collections.make(FRIDAY)
    library.collection_resolver.add_passages(made.id, [1, 2, 3])
    view = show(qtbot, bare)
    qtbot.waitUntil(lambda: len(view.resolved) == 3)
    view.entries.setFocus()
    return view


@pytest.fixture
def office(library: StubLibrary) -> StubOffice:
    library.office = made = StubOffice()
    return made


@pytest.fixture
def agreed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The meanings of what a person was asked and agreed to."""
    return answer_questions(monkeypatch, page_module, lambda question, meaning: f"{question} {meaning}")


def a_colleague_shares(library: StubLibrary, *, may_withdraw: bool = False) -> SharedCollection:
    references = [
        Reference(document.sha256, text_hash(passage.text), passage.first_page)
        for passage, document in library.documents.all_passages()
    ][:2]
    made = SharedCollection(7, "Stops", date(2026, 12, 4), "Olga", WHEN, 0, may_withdraw)
    library.shared_collections.put(made, references, "Lead with this.")
    return library.shared_collections.get(7)


def titles(view: CollectionsPage) -> list[str]:
    return [row.title or row.detail for row in view.collections.row_model.rows()]


def test_a_collection_is_shared_with_its_notes_and_stands_in_a_group_of_its_own(
    qtbot: QtBot,
    library: StubLibrary,
    office: StubOffice,
    page: CollectionsPage,
    bare: CollectionsPage,
    agreed: list[str],
) -> None:
    page.note.setFocus()
    qtbot.keyClicks(page.note, "Ask for the log.")
    assert titles(page) == [FRIDAY]
    with qtbot.waitSignal(page.status) as status:
        page.share.click()
    assert status.args == [f"“{FRIDAY}” is shared with the office."]
    qtbot.waitUntil(lambda: titles(page) == ["Your collections", FRIDAY, "Shared with the office", FRIDAY])
    (shared,) = library.shared_collections.all()
    assert [entry.note for entry in library.shared_collections.entries(shared.id)] == [
        "Ask for the log.",
        "",
        "",
    ]
    assert "your notes" in agreed[0] and "takes the place" not in agreed[0]
    page.share.click()
    assert "takes the place of what you shared" in agreed[1]


def test_nothing_is_shared_without_the_owners_word(
    library: StubLibrary, office: StubOffice, page: CollectionsPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_module, "confirmed", lambda *_question, **_answers: False)
    page.share.click()
    assert library.called("share") == []


def test_a_shared_collection_is_read_and_nothing_of_it_changed(
    qtbot: QtBot, library: StubLibrary, office: StubOffice, bare: CollectionsPage
) -> None:
    a_colleague_shares(library)
    view = show(qtbot, bare)
    qtbot.waitUntil(lambda: len(view.resolved) == 2)
    assert (view.name.text(), view.sharer.text()) == (
        "Stops",
        f"Shared by {isolated('Olga')}, November 3, 2026",
    )
    assert view.name.isReadOnly() and view.hearing.isReadOnly() and view.note.isReadOnly()
    assert view.note.toPlainText() == "Lead with this."
    hidden = (view.delete, view.share, view.withdraw, view.up, view.down, view.remove)
    assert not any(item.isVisible() for item in hidden)
    view.entries.setFocus()
    for key, modifier in ((Qt.Key.Key_Delete, NONE), (Qt.Key.Key_Down, ALT)):
        qtbot.keyClick(view.entries, key, modifier)
    with qtbot.waitSignal(view.hit_wanted) as opened:
        qtbot.keyClick(view.entries, Qt.Key.Key_Return)
    assert opened.args[0] == view.resolved[0].hit
    with qtbot.waitSignal(view.export_wanted) as exported:
        view.export.click()
    assert exported.args == [library.shared_collections.get(7)]
    assert [item.entry.id for item in view.resolved] == [1, 2]


def test_own_ones_can_be_changed_again_after_a_shared_one_was_shown(
    qtbot: QtBot, library: StubLibrary, office: StubOffice, page: CollectionsPage
) -> None:
    a_colleague_shares(library)
    show(qtbot, page)
    page.collections.choose(3)
    qtbot.waitUntil(lambda: len(page.resolved) == 2)
    page.collections.setFocus()
    qtbot.keyClick(page.collections, Qt.Key.Key_Up)  # over the heading
    qtbot.waitUntil(lambda: len(page.resolved) == 3)
    assert page.remove.isVisible() and not page.note.isReadOnly() and not page.name.isReadOnly()
    page.note.setFocus()
    qtbot.keyClicks(page.note, "mine")
    page.note.keep()
    [own] = stored(library)
    qtbot.waitUntil(lambda: library.userdata.collections.entries(own.id)[0].note == "mine")
    for key in (Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
        qtbot.keyClick(page.collections, key)
        assert page.collection is not None


def test_a_shared_collection_is_copied_to_the_own_ones(
    qtbot: QtBot, library: StubLibrary, office: StubOffice, bare: CollectionsPage
) -> None:
    shared = a_colleague_shares(library)
    view = show(qtbot, bare)
    with qtbot.waitSignal(bare.status):
        view.copy.click()
    qtbot.waitUntil(lambda: isinstance(view.collection, Collection))
    [own] = stored(library)
    assert (own.name, own.hearing, own.size) == ("Stops", shared.hearing, 2)
    assert library.userdata.collections.entries(own.id)[0].note == "Lead with this."


def test_sharing_is_stopped_by_those_who_may(
    qtbot: QtBot, library: StubLibrary, office: StubOffice, bare: CollectionsPage, agreed: list[str]
) -> None:
    a_colleague_shares(library, may_withdraw=True)
    view = show(qtbot, bare)
    view.withdraw.click()
    qtbot.waitUntil(lambda: library.shared_collections.all() == [])
    qtbot.waitUntil(lambda: titles(view) == [])
    assert "Copies that they made of it stay theirs" in agreed[0]


def test_without_the_server_own_collections_stay_and_it_says_so(
    qtbot: QtBot,
    library: StubLibrary,
    office: StubOffice,
    page: CollectionsPage,
    bare: CollectionsPage,
    agreed: list[str],
) -> None:
    library.faults["shared_collections"] = ServerAway()
    show(qtbot, bare)
    assert titles(page) == ["Your collections", FRIDAY, "Shared with the office"]
    assert "does not answer" in page.collections.row_model.row(2).warning
    library.faults["share"] = ServerAway()
    page.notice.say("")
    page.share.click()
    qtbot.waitUntil(lambda: "does not answer" in page.notice.text())
    for item in stored(library):
        library.userdata.collections.delete(item.id)
    show(qtbot, bare)
    assert page.message.isVisible() and "does not answer" in page.message.words()


def test_an_auditor_is_not_asked_for_what_they_may_not_read(
    qtbot: QtBot, library: StubLibrary, office: StubOffice, page: CollectionsPage
) -> None:
    office.person = Person("Ada", OfficeRole.AUDITOR)
    library.faults["shared_collections"] = ServerAway()
    show(qtbot, page)
    assert titles(page) == [FRIDAY] and not page.notice.isVisible()


def test_a_computer_that_belongs_to_no_office_shares_nothing(
    library: StubLibrary, page: CollectionsPage
) -> None:
    assert not page.share.isVisible()
    assert library.called("shared_collections") == []
