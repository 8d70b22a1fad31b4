"""The base class of the window's places: a widget that runs jobs on the library and shows their answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from briefbank.domain.ingest import FileProgress
from briefbank.errors import BriefBankError
from briefbank.text.messages import Message
from ui.jobs import Job, Jobs, Lane, Work

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.shared.passages import CollectionItem


class Page(QWidget):
    """A place of the window. It owns its widgets, its state and its jobs; its signals are for the window."""

    status = Signal(str)  # A passing remark for the status line
    library_changed = Signal()  # Documents were added, changed or removed
    document_wanted = Signal(object)  # A Document to open in the reader
    hit_wanted = Signal(object)  # A Hit to open in the reader, with its words marked
    authority_wanted = Signal(int)  # The id of an authority to show
    collect_wanted = Signal(object)  # A CollectionItem to put into a collection

    def __init__(self, library: LibraryApi, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.library = library
        self.jobs = jobs

    def run(
        self,
        work: Work,
        *,
        then: Callable[[Any], object] | None = None,
        failed: Callable[[BriefBankError], object] | None = None,
        stopped: Callable[[], object] | None = None,
        progress: Callable[[Message, int, int], object] | None = None,
        lane: Lane = Lane.READER,
        topic: str = "",
        discard: Callable[[Any], None] | None = None,
        files: Callable[[FileProgress], None] | None = None,
    ) -> Job:
        """Run ``work(reporter)`` in a lane; ``then`` shows its answer. See ``Jobs.run``.

        An error goes to the status line unless ``failed`` takes it. ``work`` must hold no widget.
        """
        return self.jobs.run(
            self,
            work,
            then=then,
            failed=failed or self.show_error,
            stopped=stopped,
            progress=progress,
            lane=lane,
            topic=topic,
            discard=discard,
            files=files,
        )

    def show_error(self, error: BriefBankError) -> None:
        self.status.emit(str(error))

    # --- what the window asks of each page ---

    def refresh(self) -> None:
        """Read again what is shown. Called each time the page is shown and after the library changed."""

    def first_field(self) -> QWidget:
        """Return the widget that gets the keyboard when the page is shown."""
        return self

    def parts(self) -> Sequence[QWidget]:
        """Return the parts of the page through which F6 moves the keyboard, in order. Hidden ones are passed
        over."""
        return (self.first_field(),)

    def steps_back(self) -> int:
        """Return the number of steps that ``go_back`` can take now.

        The window compares it with the number at the time when the page was opened from another one: once
        the steps made since are undone, Alt+Left returns to that other page.
        """
        return 0

    def go_back(self) -> bool:
        """Go back one step within the page (Alt+Left); False where there is none."""
        return False

    def go_forward(self) -> bool:
        """Take again the step that ``go_back`` undid (Alt+Right); False where there is none."""
        return False

    def to_collect(self) -> CollectionItem | None:
        """Return what Ctrl+D puts into a collection; None where nothing is chosen."""
        return None
