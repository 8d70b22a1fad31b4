"""Pictures of the collections: the chooser over the results, the page empty, filled and with what is gone."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from briefbank.domain.pages import Page, PageSource
from briefbank.domain.userdata import Reference, SharedCollection
from briefbank.errors import ServerAway
from briefbank.text.characters import text_hash
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.office import StubOffice
from tests.ui.camera import Camera, search, settle
from ui.features.collections.parts import CollectionKey
from ui.shared.pages import COLLECTIONS

if TYPE_CHECKING:
    from ui.main_window import MainWindow

NOTE = (
    "Lead with this: the nineteen minutes are on the recording.\n"
    "Ask Vance for the dispatch log, and compare it with the warning's time stamp."
)


def collections(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    kept = library.userdata.collections
    for item in kept.all():
        kept.delete(item.id)
    window = camera.window(library, size)
    window.show_page(COLLECTIONS)
    settle(camera.app)
    camera.shoot(window, f"collections-empty-{tag}")
    friday = _fill(library)
    window.show_page(0)
    search(window)
    window.search_page.focus_results()
    _choose(camera, window, f"chooser-{tag}")
    library.documents.remove(4)
    window.collections_page.shown = CollectionKey(friday)
    window.show_page(COLLECTIONS)
    settle(camera.app)
    window.collections_page.entries.setFocus()
    window.collections_page.entries.choose(0)
    settle(camera.app)
    camera.shoot(window, f"collections-{tag}")
    window.close()
    _shared(camera, size, tag)


def _shared(camera: Camera, size: tuple[int, int], tag: str) -> None:
    """Photograph what an office shares: an own collection, one of a colleague, and without the server."""
    library = StubLibrary()
    library.office = StubOffice()
    shared = library.shared_collections
    references = [
        Reference(document.sha256, text_hash(passage.text), passage.first_page)
        for passage, document in library.documents.all_passages()
    ]
    for number, (name, person) in enumerate((("Stops on the road", "Olga Reyes"), ("שימוע " * 9, "Ada")), 1):
        when = datetime(2026, 11, number, 9, tzinfo=UTC)
        day = date(2026, 12, 4) if number == 1 else None
        made = SharedCollection(number, name, day, person, when, 0, may_withdraw=person == "Ada")
        shared.put(made, references[: number + 1], NOTE)
    window = camera.window(library, size)
    window.show_page(COLLECTIONS)
    settle(camera.app)
    camera.shoot(window, f"collections-shared-only-{tag}")
    window.collections_page.shown = CollectionKey(_fill(library))
    for name in ("own", "shared", "mine", "away"):
        if name == "away":
            library.faults["shared_collections"] = ServerAway()
        window.show_page(COLLECTIONS)
        settle(camera.app)
        if name in ("shared", "mine"):
            window.collections_page.collections.choose(6 if name == "shared" else 5)
            settle(camera.app)
        camera.shoot(window, f"collections-office-{name}-{tag}")
    window.close()


def _fill(library: StubLibrary) -> int:
    """Collections of several sizes; the number of the fullest."""
    kept = library.userdata.collections
    kept.make("Reply brief, Point II")
    long = kept.make("שימוע בבית המשפט לערעורים " * 8)
    friday = kept.make("For the hearing on Friday")
    kept.set_hearing(friday.id, date(2026, 12, 4))
    library.documents.noted[6] = Page(6, "4", "words", PageSource.OCR, "", "tesseract", 0.617)
    entries = library.collection_resolver.add_passages(friday.id, [1, 3, 5, 4])
    library.collection_resolver.add_passages(long.id, [2])
    kept.write_note(entries[0].id, NOTE)
    kept.write_note(entries[2].id, "Only if they raise the checkpoint.")
    return friday.id


def _choose(camera: Camera, window: MainWindow, name: str) -> None:
    window.collect()
    settle(camera.app)
    chooser = window.collections_page.chooser
    assert chooser is not None
    camera.shoot(chooser, name)
    chooser.field.setText("For the")
    QApplication.processEvents()
    camera.shoot(chooser, f"{name}-typed")
    chooser.close()
