"""The window's calls to ``Library.personal``, made in a lane."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from briefbank import settings
from briefbank.domain.searches import SearchRequest
from briefbank.domain.userdata import Forgotten, PastSearch, RecentDocument, RemovedSearch, SavedSearch
from ui.jobs import JobReporter
from ui.shared.recall_texts import Remembered

if TYPE_CHECKING:
    from briefbank.library import Library


def remembered(library: Library, _reporter: JobReporter) -> Remembered:
    kept, on = library.personal, settings.load().remember
    return Remembered(tuple(kept.saved.all()), tuple(kept.history.newest()), tuple(kept.recent.newest()), on)


def save(library: Library, name: str, request: SearchRequest, _reporter: JobReporter) -> SavedSearch:
    return library.personal.saved.save(name, request)


def rename(library: Library, saved_id: int, name: str, _reporter: JobReporter) -> None:
    library.personal.saved.rename(saved_id, name)


def arrange(library: Library, ids: Sequence[int], _reporter: JobReporter) -> None:
    library.personal.saved.arrange(ids)


def forget(
    library: Library, target: SavedSearch | PastSearch | RecentDocument, _reporter: JobReporter
) -> RemovedSearch | None:
    """Forget one of them; return what can be put back."""
    if isinstance(target, SavedSearch):
        return library.personal.saved.remove(target.id)
    if isinstance(target, PastSearch):
        library.personal.history.forget(target.id)
    else:
        library.personal.recent.forget(target.document.sha256)
    return None


def put_back(library: Library, removed: RemovedSearch, _reporter: JobReporter) -> None:
    library.personal.saved.put_back(removed)


def forget_all(library: Library, _reporter: JobReporter) -> Forgotten:
    return library.personal.forget()
