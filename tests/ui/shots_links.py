"""Links in the reader, for tests.ui.screenshots: the question about an address, one that is disguised, and
one that does nothing; files that are attached."""

from __future__ import annotations

from briefbank.domain.pages import Box, PageLink
from tests.stand_ins.library import StubLibrary
from tests.ui.camera import Camera, search, settle
from ui.features.reader.notices import Note, NoteLink, Source
from ui.features.reader.outside import LinkDialog

PLACE = Box(92, 84, 300, 100)
ADDRESSES = {
    "plain": "https://www.njcourts.example/sites/default/files/rules/r2-6.pdf?edition=2024#page=3",
    "disguised": "https://courts.example@evil.example/\u202efdp.brief/" + "a-long-address-" * 14,
    "nothing": "",
}


def links(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    window = camera.window(library, size)
    search(window)
    window.search_page.open_row(0)
    settle(camera.app, 1.0)
    reader = window.search_page.reader
    attached = NoteLink("Add to the library", list)
    reader.notices.put(Source.ATTACHMENTS, Note("3 files are attached inside this PDF.", (attached,)))
    camera.shoot(window, f"links-attached-{tag}")
    for name, address in ADDRESSES.items():
        dialog = LinkDialog(PageLink(PLACE, None, address), reader)
        dialog.show()
        settle(camera.app)
        camera.shoot(dialog, f"links-{name}-{tag}")
        dialog.close()
    window.close()
