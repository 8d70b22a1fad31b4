"""Recognises web pages that were saved in one file with their frames, pictures and style sheets (MHTML)."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urljoin

from briefbank.errors import NotReadable
from briefbank.extraction.formats import html
from briefbank.extraction.formats.format import FileHead, TextBlock
from briefbank.extraction.mail import internet
from briefbank.extraction.mail.internet import SavedPage
from briefbank.extraction.mail.message import MAX_BYTES


class WebArchive:
    """A web page as browsers save it in one file, and Word as a single file web page."""

    suffix = ".mhtml"
    paged = False
    max_bytes = MAX_BYTES

    def recognises(self, head: FileHead) -> bool:
        return internet.is_saved_page(head.data)

    def read_blocks(self, path: Path) -> list[TextBlock]:
        """Return all blocks of the page, and after them those of the pages in its frames.

        Raises NotReadable, TooLarge and Damaged, and FileRefused where the page shows no text.
        """
        try:
            pages = internet.saved_pages(path.read_bytes())
        except OSError as error:
            raise NotReadable(detail=type(error).__name__) from error
        by_address = {page.address: page for page in reversed(pages) if page.address}
        by_address |= {f"cid:{page.content_id}": page for page in reversed(pages) if page.content_id}
        blocks: list[TextBlock] = []
        shown = pages[:1]
        contents = set(map(id, shown))
        for page in shown:
            own, frames = html.page_of(page.text)
            blocks += own
            for address in frames:
                framed = _framed(by_address, page, address)
                if framed is not None and id(framed) not in contents:
                    contents.add(id(framed))
                    shown.append(framed)
        return html.shown(blocks)


def _framed(by_address: dict[str, SavedPage], page: SavedPage, address: str) -> SavedPage | None:
    try:
        written = address.strip()
        names = (written, unquote(written), urljoin(page.address, written))
    except ValueError:  # no address at all
        return None
    return next((by_address[name] for name in names if name in by_address), None)
