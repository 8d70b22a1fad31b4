"""The results: their number, notices, the cards, advice when there are none, and news of the library."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QSizePolicy, QStackedWidget, QVBoxLayout

from briefbank.domain.documents import LibraryChange
from briefbank.domain.searches import Order, SearchAnswer
from briefbank.errors import BriefBankError, QueryError
from briefbank.paths import data_folder
from ui.features.search import result_texts
from ui.features.search.around import AuthorityNotes, LooseningList, NotInForceBlock
from ui.features.search.deeper import DeeperBar
from ui.features.search.history import ListPosition, Question
from ui.features.search.model import NOTHING, HitModel
from ui.features.search.result_list import ResultList
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import ElidedLabel, IconButton, Notice, link_button, push_button
from ui.kit.keyboard import announce
from ui.kit.layout import column, row
from ui.page import Page
from ui.shared import wording
from ui.shared.notices import MessagePane
from ui.shared.window_state import FILE

if TYPE_CHECKING:
    from ui.features.search.page import SearchPage

GROUPING = "results/grouping"  # The name of the choice among the window's settings
WORDS_ONLY = tr("Searching by words; meaning is being prepared.")
WORDS_ALONE = tr("Searching by words only: meaning could not be prepared. Help, Self-test says why.")
MORE_BY_MEANING = tr("More passages can be found by meaning now.")
NOTHING_MATCHES = tr("Nothing in the library matches this search.")


class ResultsPane(QFrame):
    """Shows an answer or a failure."""

    def __init__(self, page: Page, deeper: DeeperBar) -> None:
        super().__init__()
        self.setObjectName("results")
        self._settings = QSettings(str(data_folder() / FILE), QSettings.Format.IniFormat)
        self.deeper = deeper
        self.model = HitModel(page)
        self.list = ResultList(self.model)
        self.model.visible_rows = self.list.visible_rows
        self.list.verticalScrollBar().valueChanged.connect(lambda _value: self.model.read_missing())
        self.count = ElidedLabel()
        font = QFont(self.count.font())
        font.setWeight(QFont.Weight.DemiBold)
        self.count.setFont(font)
        self.better = link_button(tr("Show"))
        self.better.setAccessibleName(tr("Show the better order"))
        self.better.setToolTip(tr("Show the better order (F5)"))
        self.grouping = IconButton("group", tr("Group by brief"), tr("Group by brief (Ctrl+Shift+G)"))
        self.grouping.setCheckable(True)
        self.notice = Notice(left=18)
        self.authorities, self.outside = AuthorityNotes(), NotInForceBlock()
        self.message = MessagePane()
        self.instead, self.wider = LooseningList(), LooseningList(framed=True)
        self.message.add_below(self.instead)
        self.show_files, self.again = link_button(tr("Show the files")), push_button(tr("Search again"))
        for button in (self.show_files, self.again):
            button.hide()
            self.message.add_below(button, narrow=True)
        self._words_only_notice = WORDS_ONLY
        self._count_text = self._advice = ""
        self._position_when_shown = (0, -1)
        """The scroll position and the selected row when the answer was shown."""
        self._lay_out()
        self.grouping.toggled.connect(self._group)
        self.grouping.setChecked(str(self._settings.value(GROUPING, True)).lower() == "true")
        self.outside.opened.connect(self._share_height)

    def _lay_out(self) -> None:
        self.head = QFrame()
        self.head.setObjectName("listHead")
        row((self.count, 1), self.better, self.grouping, on=self.head, margins=(18, 5, 10, 5), spacing=6)
        self.head.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy = self.better.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # nothing moves when it comes
        self.better.setSizePolicy(policy)
        self.better.hide()
        self.head.hide()
        self._pages = QStackedWidget()
        self._pages.addWidget(self.message)
        self._pages.addWidget(self.list)
        above = self.head, self.notice, self.deeper, self.authorities
        column(*above, (self._pages, 1), self.outside, self.wider, on=self, spacing=0)

    def _group(self, on: bool) -> None:
        """Group the results by brief or not; the choice is kept with the window's state."""
        self.model.set_grouping(on)
        self._settings.setValue(GROUPING, on)
        self.list.scrollTo(self.list.currentIndex())

    # --- what is shown ---

    def searching(self) -> None:
        """Say that a search is taking long; the results found before stay."""
        self.head.show()
        self.count.set_whole(tr("Searching …"))

    def search_dropped(self, *, answered: bool) -> None:
        """Show the number of results again, where an answer is on the screen, instead of a search that was
        dropped."""
        self.count.set_whole(self._count_text)
        self.head.setVisible(answered)

    def show_answer(
        self, answer: SearchAnswer, order: Order, position: ListPosition | None, *, whole: bool
    ) -> None:
        """Show an answer; ``position`` restores the selection and the scroll position. Around an answer by
        words alone (not ``whole``) nothing is shown: the full answer follows."""
        kept = position or ListPosition(0, 0)
        self.model.show(answer, kept.unfolded, kept.less_close_shown, kept.rows)
        self.head.show()
        self._show_count(answer, order)
        if answer.hits:
            self._pages.setCurrentWidget(self.list)
            self.list.go_to(position)
        # At once: else a passage could be among the results and, from the answer before, also set apart.
        self.outside.show_answer(answer)
        self.release()
        if whole:
            self._show_around(answer)
        else:
            if self.notice.property("bad") or self.notice.text() == self._advice:
                self.notice.say("")
            self.authorities.show_notes(())
            for panel in (self.instead, self.wider):
                panel.show_loosenings(())

    def settle(self, answer: SearchAnswer, order: Order) -> bool:
        """Adopt the full answer if it has the same passages in the same order, so that nothing moves; tell
        whether it has."""
        if not answer.hits or not self.model.better(answer):
            return False
        self._show_count(answer, order)
        self.outside.show_answer(answer)
        self._show_around(answer)
        return True

    def recount(self, answer: SearchAnswer, order: Order) -> None:
        """Show a number of results that differs from the first count. It is not announced: nobody asked
        anything."""
        self._show_count(answer, order)
        self.count.setAccessibleName(self._count_text)

    def say_unread(self, text: str) -> None:
        """Say above results of which none is close that files are still to be read; with an empty text, show
        their number again."""
        self.count.set_whole(text or self._count_text)
        if text and self.notice.text() == self._advice:
            self.notice.say("")

    def _show_around(self, answer: SearchAnswer) -> None:
        """Show notices and wider searches, and announce what was found."""
        self.instead.show_loosenings(() if answer.hits else answer.loosenings)
        self.wider.show_loosenings(answer.loosenings if answer.hits else ())
        self._advice = translate_core(answer.advice) if answer.nothing_close else ""
        self.notice.say(self._advice if answer.meaning_used else self._words_only_notice)
        self.authorities.show_notes(answer.authorities)
        if not answer.hits:
            self.message.say("search", NOTHING_MATCHES, translate_core(answer.advice))
            self._pages.setCurrentWidget(self.message)
        advice = translate_core(answer.advice) if answer.nothing_close or not answer.hits else ""
        parts = (self._count_text, advice, self.authorities.spoken())
        self._announce(". ".join(part for part in parts if part))

    def _show_count(self, answer: SearchAnswer, order: Order) -> None:
        self._count_text = (
            tr("Nothing is close")
            if answer.nothing_close
            else result_texts.result_count(answer.total, order, at_least=answer.total_is_least)
        )
        self.count.set_whole(self._count_text)

    def show_failure(self, error: BriefBankError, query: str = "") -> None:
        """Show what happened and what to do; for a query that could not be parsed also where."""
        self.clear()
        self.message.say("warning", error.title, error.remedy)
        if isinstance(error, QueryError) and error.position >= 0:
            self.message.point_at(query, error.position)
        self.again.setVisible(not isinstance(error, QueryError))
        self._pages.setCurrentWidget(self.message)
        self._announce(str(error))

    def unfinished(self, error: QueryError, query: str) -> None:
        """Show that the query being typed cannot be parsed yet; the results found before stay."""
        self.count.set_whole(self._count_text)
        _before, at, _after = wording.piece(query, error.position) if error.position >= 0 else ("", "", "")
        about = tr("It is about “{piece}”.").format(piece=at) if at.strip() else ""
        self.notice.say(f"{error.title} {about}".rstrip(), bad=True)

    def clear(self) -> None:
        self.model.show(NOTHING)
        self.head.hide()
        self.notice.say("")
        self.again.hide()
        self.authorities.show_notes(())
        self.outside.clear()
        for panel in (self.instead, self.wider):
            panel.show_loosenings(())

    def meaning_is_ready(self) -> None:
        """Offer to search again with embeddings; what is on the screen does not move by itself."""
        self._words_only_notice = WORDS_ONLY
        if self.notice.text() in (WORDS_ONLY, WORDS_ALONE) and not self.notice.isHidden():
            self.notice.say(MORE_BY_MEANING, tr("Search again"))

    def meaning_failed(self) -> None:
        """Say from now on that only words are searched, and no longer that this is temporary."""
        self._words_only_notice = WORDS_ALONE
        if self.notice.text() == WORDS_ONLY:
            self.notice.say(WORDS_ALONE)

    def _share_height(self, opened: bool) -> None:
        """Give the results set apart half of the room while they are unfolded."""
        layout = self.layout()
        if isinstance(layout, QVBoxLayout):
            layout.setStretchFactor(self.outside, 1 if opened else 0)

    def _announce(self, text: str) -> None:
        """Have a screen reader say what was found."""
        self.count.setAccessibleName(text)
        announce(self, text)

    # --- a better order ---

    def release(self) -> None:
        """Let the next answer replace this one until someone begins to use the list."""
        self._position_when_shown = self._list_position()
        self.list.release()

    def _list_position(self) -> tuple[int, int]:
        return self.list.verticalScrollBar().value(), self.list.current_row()

    def in_use(self) -> bool:
        """Tell whether someone is about to click on a result, or has begun to go through them."""
        return self.list.in_use or self._list_position() != self._position_when_shown

    def offer(self, answer: SearchAnswer) -> None:
        """Offer a better order; what is on the screen stays until it is asked for."""
        many = wording.passages(answer.total)
        self.count.set_whole(tr("{passages}, better order ready").format(passages=many))
        self.better.show()
        self._announce(tr("{passages}, better order ready. F5 shows it.").format(passages=many))

    def withdraw_offer(self) -> None:
        if not self.better.isHidden():
            self.better.hide()
            self.count.set_whole(self._count_text)


TOPIC = "staleness"
NO_CHANGE = LibraryChange()
CHANGED = tr("The library changed since.")


class Staleness(QObject):
    """Says that the library changed since the search whose answer is on the screen, and offers to search
    again. A change while a search runs is looked for once its answer is shown."""

    def __init__(self, page: SearchPage) -> None:
        super().__init__(page)
        self._page, self._view = page, page.results
        self._change = NO_CHANGE
        self._more_by_meaning = self._all_read = False
        self._offer = ""
        """What the notice says of a change since the search; empty when it does not."""
        self._look_wanted = False
        """The library may have changed and was not compared since."""
        self._files_left = 0
        """The files that this window adds."""
        self._unread_files = 0
        """The number of files of which the page says that they are not read yet."""
        self._found_nothing = False
        page.answered.connect(self._answered)

    def look(self) -> None:
        """Find out whether the library changed since the search whose answer is on the screen."""
        state = self._page.searched_state
        self._look_wanted = self._page.question is not None or state is None
        if state is not None and not self._look_wanted:
            library = self._page.library
            self._page.run(
                lambda _reporter: library.documents.change_since(state),
                then=self._changed,
                failed=lambda _error: None,
                topic=TOPIC,
            )

    def more_by_meaning(self) -> None:
        """Passages were embedded."""
        if self._page.searched_state is not None and self._view.notice.text() != MORE_BY_MEANING:
            self._more_by_meaning = True
            self._show()

    def show_files_left(self, files: int) -> None:
        """Follow the number of files that have not ended."""
        if files != self._files_left:
            self._files_left = files
            self._change = replace(self._change, files_left=0)  # counted these, too, and is older
            self._page.set_files_left(files)
            self._show()

    def _answered(self, _question: Question | None) -> None:
        self._page.jobs.drop(TOPIC, self._page)
        self._change, self._more_by_meaning, self._all_read = NO_CHANGE, False, False
        if self._view.notice.text() == self._offer:  # an answer by words alone leaves the notice as it was
            self._view.notice.say("")
        self._offer = ""
        whole = self._page.searched_state is not None
        self._found_nothing = whole and not self._view.model.close
        self._show_nothing()
        if self._unread_files:
            announce(self._view, self._nothing())
        if whole and (self._look_wanted or self._found_nothing):
            self.look()

    def _changed(self, change: LibraryChange) -> None:
        self._change = change
        self._show()

    def _show(self) -> None:
        unread, added = self._unread(), self._change.added
        self._all_read = not unread and (self._all_read or self._unread_files > 0)
        offer = MORE_BY_MEANING if self._more_by_meaning else ""
        if self._change.otherwise or (self._all_read and not added):
            offer = CHANGED
        elif added:
            one = tr("{number} document was added since.")
            offer = wording.counted(added, one, tr("{number} documents were added since."))
        notice = self._view.notice
        if offer != self._offer and not notice.property("bad"):
            notice.say(offer, tr("Search again"))
            if not self._offer:
                announce(self._view, offer)
            self._offer = offer
        self._show_nothing()

    def _unread(self) -> int:
        """Return how many files wait: of this window, whose number is the newest, else of anybody."""
        return self._files_left or self._change.files_left

    def _show_nothing(self) -> None:
        """Say of an answer without close results whether there may be more to find. Then its advice is
        void."""
        before, self._unread_files = self._unread_files, self._unread() if self._found_nothing else 0
        if self._found_nothing and self._view.model.rowCount():
            if before or self._unread_files:
                self._view.say_unread(self._nothing() if self._unread_files else "")
        elif self._found_nothing:
            self._view.message.retitle(self._nothing())
            if self._unread_files:
                self._view.message.go_on("")
        self._view.show_files.setVisible(self._unread_files > 0 and self._files_left > 0)

    def _nothing(self) -> str:
        if not self._unread_files:
            return NOTHING_MATCHES
        one = tr("Nothing yet; {number} file is still being read.")
        return wording.counted(
            self._unread_files, one, tr("Nothing yet; {number} files are still being read.")
        )
