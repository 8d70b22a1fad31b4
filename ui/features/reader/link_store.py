"""Fetches the links of a document's pages through the page lane. Nothing in the window opens one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from briefbank.domain.pages import PageLink
from ui.jobs import Lane
from ui.shared.scoped_jobs import Lanes

if TYPE_CHECKING:
    from briefbank.api.documents import PageView


class LinkStore(QObject):
    """The links of one open document, page by page, for pages that were drawn."""

    def __init__(self, jobs: Lanes, view: PageView, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._view = jobs, view
        self._links: dict[int, list[PageLink]] = {}
        self._requested: set[int] = set()
        self._closed = False

    def on_page(self, page: int) -> list[PageLink]:
        """Return the links of a page; none until they have arrived."""
        return self._links.get(page, [])

    def at(self, page: int, x: float, y: float) -> PageLink | None:
        """Return the link under a point of a page's paper, the topmost of several."""
        links = (link for link in reversed(self.on_page(page)) if _contains(link, x, y))
        return next(links, None)

    def want(self, page: int) -> None:
        """Fetch a page's links unless they are here, on their way, or could not be read."""
        if self._closed or page in self._requested:
            return
        self._requested.add(page)
        view = self._view
        job = self._jobs.start(Lane.PAGES, lambda _reporter: view.links(page))
        job.done.connect(partial(self._links.__setitem__, page))

    def close(self) -> None:
        """Forget everything; the PageStore closes the view."""
        self._closed = True
        self._links.clear()
        self.deleteLater()


def _contains(link: PageLink, x: float, y: float) -> bool:
    return link.box.x0 <= x <= link.box.x1 and link.box.y0 <= y <= link.box.y1
