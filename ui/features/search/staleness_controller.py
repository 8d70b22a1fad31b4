"""Says on the search page that the library changed since the search, and offers to search again.

Documents may have been added, removed or changed, or have become searchable by meaning. Where nothing was
found while files wait to be read, the page says so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from briefbank.domain.documents import LibraryChange
from ui.features.search.controller import SearchController
from ui.features.search.navigation_history import Question
from ui.features.search.results_view import MEANING_READY, NOTHING_MATCHES
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane
from ui.kit.announce import announce
from ui.shared import wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

TOPIC = "staleness"
NO_CHANGE = LibraryChange()
CHANGED = tr("The library changed since.")
ALL_READ = tr("All files have been read since.")
MORE_BY_MEANING = tr("More passages can be found by meaning now.")
NOTHING_MATCHED = tr("Nothing in the library matched this search.")


class StalenessController(QObject):
    """Follows the answer of one search page. A change while a search runs is looked for once its answer is
    shown."""

    def __init__(self, library: LibraryApi, jobs: Jobs, search: SearchController) -> None:
        super().__init__(search)
        self._library, self._jobs, self._search = library, jobs, search
        self._view = search.view.results
        self._change, self._more_by_meaning = NO_CHANGE, False
        self._offer = ""
        """What the notice says of a change since the search; empty when it does not."""
        self._look_wanted = False
        """The library may have changed and was not compared since."""
        self._files_left, self._reading = 0, False
        """The files that this window adds."""
        self._files_said = 0
        """The number of files of which the page says that they are not read yet."""
        self._found_nothing = self._all_read = False
        search.answered.connect(self._answered)

    def look(self) -> None:
        """Find out whether the library changed since the search whose answer is on the screen."""
        state = self._search.searched_state
        self._look_wanted = self._search.runner.question is not None or state is None
        if state is not None and not self._look_wanted:
            library = self._library
            job = self._jobs.start(
                Lane.READER, lambda _reporter: library.documents.change_since(state), topic=TOPIC
            )
            job.done.connect(self._changed)

    def more_by_meaning(self) -> None:
        """Passages were embedded."""
        if self._search.searched_state is not None and self._view.notice.text() != MEANING_READY:
            self._more_by_meaning = True
            self._show()

    def show_files_left(self, files: int, *, reading: bool) -> None:
        """Follow the number of files that have not ended; ``reading``: they are being worked on now."""
        if (files, reading) != (self._files_left, self._reading):
            self._files_left, self._reading = files, reading
            self._change = replace(self._change, files_left=0)  # counted these, too, and is older
            self._search.view.set_files_left(files)
            self._show()

    def _answered(self, _question: Question | None) -> None:
        self._jobs.drop(TOPIC)
        self._change, self._more_by_meaning, self._all_read = NO_CHANGE, False, False
        if self._view.notice.text() == self._offer:  # an answer by words alone leaves the notice as it was
            self._view.notice.say("")
        self._offer = ""
        whole = self._search.searched_state is not None
        self._found_nothing = whole and not self._view.model.close
        self._show_nothing()
        if self._files_said:
            announce(self._view, self._nothing())
        if whole and (self._look_wanted or self._found_nothing):
            self.look()

    def _changed(self, change: LibraryChange) -> None:
        self._change = change
        self._show()

    def _show(self) -> None:
        self._all_read = not self._unread() and (self._all_read or self._files_said > 0)
        offer, notice = self._offer_text(), self._view.notice
        if offer != self._offer and not notice.property("bad"):
            notice.say(offer, tr("Search again"))
            if not self._offer:
                announce(self._view, offer)
            self._offer = offer
        self._show_nothing()

    def _offer_text(self) -> str:
        added = self._change.added
        if self._change.otherwise:
            return CHANGED
        if added:
            one = tr("{number} document was added since.")
            return wording.counted(added, one, tr("{number} documents were added since."))
        return ALL_READ if self._all_read else MORE_BY_MEANING if self._more_by_meaning else ""

    def _unread(self) -> int:
        """Return how many files wait: of this window, whose number is the newest, else of anybody."""
        return self._files_left or self._change.files_left

    def _show_nothing(self) -> None:
        """Say of an answer without close results whether there may be more to find. Then its advice is
        void."""
        before, self._files_said = self._files_said, self._unread() if self._found_nothing else 0
        if self._found_nothing and self._view.model.rowCount():
            if before or self._files_said:
                self._view.say_unread(self._nothing() if self._files_said else "")
        elif self._found_nothing:
            title = self._nothing()
            self._view.message.retitle(title)
            if title != NOTHING_MATCHES:
                self._view.message.go_on("")
        self._view.show_files.setVisible(self._files_said > 0 and self._files_left > 0)

    def _nothing(self) -> str:
        files = self._files_said
        if not files:
            return NOTHING_MATCHED if self._offer else NOTHING_MATCHES
        if self._files_left and not self._reading:
            one = tr("Nothing yet; {number} file waits to be read.")
            return wording.counted(files, one, tr("Nothing yet; {number} files wait to be read."))
        one = tr("Nothing yet; {number} file is still being read.")
        return wording.counted(files, one, tr("Nothing yet; {number} files are still being read."))
