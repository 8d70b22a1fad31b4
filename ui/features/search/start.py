"""The page before a search: saved and earlier searches and opened briefs, and what is done with them.

All changes go through the notes lane in order, so that the lists always show what was stored. Two windows see
each other's changes when they next show a list.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QInputDialog, QLineEdit, QMenu, QWidget

from briefbank import settings
from briefbank.domain.searches import SearchRequest
from briefbank.domain.userdata import PastSearch, RecentDocument, RemovedSearch, SavedSearch, SeenResults
from briefbank.errors import BriefBankError, Cancelled
from ui.features.search.history import Question
from ui.features.search.result_texts import BETWEEN, narrowed
from ui.i18n.translate import tr
from ui.jobs import JobReporter, Lane, Work
from ui.kit.controls import IconLabel, Notice, label, scroll_area
from ui.kit.layout import CENTRE, Stretch, column, holder
from ui.shared import wording
from ui.shared.row_list import Row, RowSection

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.features.search.page import SearchPage

log = logging.getLogger(__name__)

LONGEST = 110  # The most characters of a search that a row shows; all of it is asked
LONGEST_NAME = 200  # The most characters of a name
TITLE = tr("Search your office’s briefs.")
TEXT = tr(
    "Type the issue as you would say it to a colleague. The newest of the relevant passages come first."
)
NOTHING_YET = tr(
    "The searches that you ask, those that you save with Ctrl+S, and the briefs that you open will stand "
    "here. They are kept on this computer, for you alone."
)
OFF = tr("Searches and opened briefs are not remembered on this computer; the settings say so.")
KEPT = tr(
    "It stands on the page before a search, and says how many results are new since you opened it last."
)
NOT_TYPED = tr("This list was made from a passage. A search that is typed can be saved.")
NOTHING_TYPED = tr("Type a search first, then save it with Ctrl+S.")
SHOWN = 5  # The rows of each list shown before somebody asks for all
MOST = 100  # The most recent searches listed
REST_MS = 3000  # The delay after a change of the library, which is usually followed by more changes


@dataclass(frozen=True, slots=True)
class Remembered:
    """The contents of the lists."""

    saved: Sequence[SavedSearch] = ()
    searches: Sequence[PastSearch] = ()
    documents: Sequence[RecentDocument] = ()
    on: bool = True  # True when searches and opened briefs are remembered at all

    @property
    def is_empty(self) -> bool:
        return not (self.saved or self.searches or self.documents)


def saved_row(saved: SavedSearch) -> Row:
    """Return a row with name and news, and below it the query, where the name does not say it."""
    query = wording.beginning(saved.request.text, LONGEST)
    about = narrowed(saved.request)
    detail = BETWEEN.join(part for part in ("" if query == saved.name else query, about) if part)
    return Row(title=wording.beginning(saved.name, LONGEST), detail=detail, side=news(saved), target=saved)


def search_row(past: PastSearch) -> Row:
    text = wording.beginning(past.request.text, LONGEST)
    return Row(text=text, detail=narrowed(past.request), side=when(past.searched_at), target=past)


def document_row(recent: RecentDocument) -> Row:
    document = recent.document
    filed = wording.day(document.filed) if document.filed else ""
    read = tr("read to file page {page:,} of {pages:,}").format(page=recent.page + 1, pages=document.pages)
    detail = BETWEEN.join(part for part in (filed, document.docket, read) if part)
    title = wording.title(document, LONGEST)
    return Row(text=title, detail=detail, side=when(recent.opened_at), target=recent)


def news(saved: SavedSearch) -> str:
    """Return text such as '3 new', or an empty one."""
    return wording.counted(saved.news, tr("{number} new"), tr("{number} new")) if saved.news else ""


def when(moment: datetime) -> str:
    """Return '14:05' for today by this computer's clock, 'yesterday', else the day."""
    here, now = moment.astimezone(), datetime.now().astimezone()
    days = (now.date() - here.date()).days
    if days == 0:
        return f"{here:%H:%M}"
    return tr("yesterday") if days == 1 else wording.day(here.date())


def asks_same(request: SearchRequest, saved: SearchRequest) -> bool:
    """Tell whether a search that was asked is the one that was saved, whatever its length and order."""
    mine, other = request.text.strip(), saved.text.strip()
    return (mine, request.filters, request.as_of) == (other, saved.filters, saved.as_of)


def new_results(number: int, moment: datetime) -> str:
    """Return the remark that new results of a saved search are marked."""
    one, many = tr("{number} result is new since {day}."), tr("{number} results are new since {day}.")
    return wording.counted(number, one, many, day=wording.day(moment.astimezone().date()))


class StartView(QFrame):
    """Explains how to begin, lists earlier searches and briefs, and opens, names, arranges and removes them.

    Up on the first row moves to the box; Esc goes back to the results where there are any.
    """

    counted = Signal()  # The numbers of new results may have changed: the bell shows them too

    def __init__(self, page: SearchPage) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setMinimumWidth(340)
        self._page = page
        self.now = Remembered()
        self.removed: RemovedSearch | None = None
        """The search removed last, which can be restored."""
        self._reported: set[str] = set()
        self._opened: SavedSearch | None = None
        """The saved search whose new results are marked while its answer is on the screen, in any order."""
        self._announced = False
        self.dialog: QInputDialog | None = None
        self._count_timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._count_timer.timeout.connect(self.count)
        self._icon = IconLabel(44, "search", "edge")
        self._title = label(TITLE, scale=1.2, bold=True, wrap=True)
        self._text = label(TEXT, role="muted", wrap=True)
        self.remark = label("", role="muted", wrap=True)
        self.notice = Notice()
        self.notice.acted.connect(self.undo)
        self.saved = RowSection(tr("Saved searches"), first=SHOWN, one_click=True)
        self.searches = RowSection(tr("Recent searches"), first=SHOWN, one_click=True)
        self.documents = RowSection(tr("Recently opened briefs"), first=SHOWN, one_click=True)
        self.sections = self.saved, self.searches, self.documents
        self._lay_out()
        for section in self.sections:
            self._connect(section)
        page.answered.connect(self._answered)
        self._show(self.now)
        self.refresh()

    def _lay_out(self) -> None:
        self._top_spacer = QWidget()
        words = self._icon, self._title, self._text, self.remark
        for part in words:
            part.setAlignment(CENTRE)
        parts = (self._top_spacer, 2), *words, 6, *self.sections, Stretch(3)
        area = scroll_area(holder(column(*parts, margins=(18, 26, 18, 18), spacing=12), "page"))
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column(self.notice, (area, 1), on=self, spacing=0)

    def _connect(self, section: RowSection) -> None:
        rows = section.list
        rows.opened.connect(self.open)
        rows.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        rows.customContextMenuRequested.connect(partial(self._show_menu, section))
        rows.on_key("Delete", lambda: self.forget(rows.current()))
        rows.on_key("F2", lambda: self.rename(rows.current()))
        rows.on_key("Alt+Up", lambda: self.arrange(rows.current(), -1))
        rows.on_key("Alt+Down", lambda: self.arrange(rows.current(), 1))
        rows.on_key("Up", partial(self._step, section, -1))
        rows.on_key("Down", partial(self._step, section, 1))
        rows.on_key("Ctrl+Z", self.undo)
        rows.on_key("Esc", self._leave)

    def _show_menu(self, section: RowSection, point: QPoint) -> None:
        """Show the menu of the row at a point, which is the selected row when the keyboard asks for it."""
        index = section.list.indexAt(point)
        if index.isValid():
            section.list.choose(index.row())
            self.menu(section).popup(section.list.viewport().mapToGlobal(point))

    def menu(self, section: RowSection) -> QMenu:
        """Return the menu of the selected row; it deletes itself when closed."""
        target, menu = section.list.current(), QMenu(section.list)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Open"), lambda: self.open(target))
        if isinstance(target, SavedSearch):
            menu.addAction(tr("Rename…"), lambda: self.rename(target))
            menu.addAction(tr("Move up"), lambda: self.arrange(target, -1))
            menu.addAction(tr("Move down"), lambda: self.arrange(target, 1))
            menu.addAction(tr("Remove"), lambda: self.forget(target))
        else:
            menu.addAction(tr("Forget this"), lambda: self.forget(target))
        return menu

    # --- the lists ---

    def refresh(self) -> None:
        """Show what is stored now."""
        work = partial(_remembered, self._page.library)
        self._page.run(work, then=self._show, failed=self.report_once, lane=Lane.NOTES, topic="remembered")

    def _show(self, remembered: Remembered) -> None:
        """Show these lists. A list that had the focus keeps it, on the same row."""
        self.now = remembered
        focused = next((section for section in self.sections if section.list.hasFocus()), None)
        row, target = (focused.list.currentIndex().row(), focused.list.current()) if focused else (-1, None)
        self._show_section(self.saved, list(map(saved_row, remembered.saved)))
        self._show_section(self.searches, list(map(search_row, remembered.searches[:MOST])))
        self._show_section(self.documents, list(map(document_row, remembered.documents)))
        self.remark.setText(OFF if not remembered.on else NOTHING_YET if remembered.is_empty else "")
        self.remark.setVisible(bool(self.remark.text()))
        self._icon.setVisible(remembered.is_empty)
        self._top_spacer.setVisible(remembered.is_empty)
        if focused is not None and (count := focused.list.row_model.rowCount()):
            now = focused.list.row_model.place_of(lambda other: _key(other) == _key(target))
            focused.list.choose(now if now >= 0 else min(max(row, 0), count - 1))
        elif focused is not None and not self.focus_first():
            self._page.focus_search()

    def _show_section(self, section: RowSection, rows: list[Row]) -> None:
        """Show the rows of a section if they changed. A list that was fully unfolded stays so."""
        whole = section.list.row_model.rowCount() > SHOWN
        section.show_rows(rows)
        if whole and section.list.row_model.rowCount() < len(rows):
            section.list.show_rows(rows)
            section.more.hide()

    def recall(self) -> None:
        """Show the lists, also in place of results, with the keyboard in them (Ctrl+H)."""
        self._page.focus_search()
        self._page.show_results(False)
        self.focus_first()
        self.refresh()

    def focus_first(self) -> bool:
        """Move the focus to the first list that has rows; tell whether there is one."""
        return self._focus_next(1, self.sections)

    def _step(self, section: RowSection, by: int) -> None:
        """Move to the next row or the one before, on to the next list, or from the first one up to the
        box."""
        row = section.list.currentIndex().row() + by
        if 0 <= row < section.list.row_model.rowCount():
            section.list.choose(row)
            return
        index = self.sections.index(section)
        remaining = self.sections[index + 1 :] if by > 0 else self.sections[:index][::-1]
        if not self._focus_next(by, remaining) and by < 0:
            self._page.focus_search()

    def _focus_next(self, by: int, sections: Sequence[RowSection]) -> bool:
        section = next((section for section in sections if not section.isHidden()), None)
        if section is not None:
            section.list.setFocus(Qt.FocusReason.OtherFocusReason)
            section.list.choose(0 if by > 0 else section.list.row_model.rowCount() - 1)
        return section is not None

    def _leave(self) -> None:
        if self._page.answering is not None:
            self._page.show_results()
            self._page.focus_results()
        else:
            self._page.focus_search()

    def everything_forgotten(self) -> None:
        """Follow a change of what is remembered, made in the settings."""
        self._page.recorder.forget()
        self.refresh()

    # --- new results ---

    def count_soon(self) -> None:
        """Count new results, because the library may have changed."""
        self._count_timer.start()

    def count(self) -> None:
        """Count after the preparations in the same lane, so that the embedding model is available if it can
        be."""

        def show(changed: bool) -> None:
            if changed:
                self.counted.emit()
                self.refresh()

        self._page.run(
            partial(_count_news, self._page.library),
            then=show,
            failed=lambda _error: None,
            lane=Lane.READY,
            topic="news",
        )

    def open_saved(self, saved: SavedSearch) -> None:
        """Ask a saved search, mark what is new since it was last looked at, and count that as seen."""
        self._opened, self._announced = saved, False
        self._page.results.model.mark_new(None)
        self._page.focus_search()
        self._page.ask_saved(saved.request)

        def mark(seen: SeenResults) -> None:
            if self._opened is saved and seen.hashes:
                self._page.results.model.mark_new(seen)
                self._announce_new()
            self.refresh()

        work = partial(_mark_seen, self._page.library, saved)
        self._page.run(work, then=mark, failed=self.report_once, topic="look")

    def _answered(self, question: Question | None) -> None:
        opened = self._opened
        if opened is not None and not (question and asks_same(question.request, opened.request)):
            self._opened = None
            self._page.results.model.mark_new(None)
        self._announce_new()

    def _announce_new(self) -> None:
        """Say once how many results of a saved search are new, of those read so far."""
        model = self._page.results.model
        new = sum(map(model.is_new, model.hits()))
        if self._opened is not None and model.seen is not None and new and not self._announced:
            self._announced = True
            self._page.status.emit(new_results(new, model.seen.since))

    # --- opening, saving and naming ---

    def open(self, target: Any) -> None:
        """Repeat a search as it was asked, or open a document where it was left."""
        if isinstance(target, RecentDocument):
            self._page.reader.show_page(target.document, target.page)
            self._page.reader.canvas.setFocus()
        elif isinstance(target, SavedSearch):
            self.open_saved(target)
        elif isinstance(target, PastSearch):
            self._page.focus_search()
            self._page.ask_saved(target.request)

    def save(self) -> None:
        """Ask for a name and save the search in the box with its filters."""
        request = self._page.bar.request()
        if request.like or request.literal or not request.text:
            self._page.status.emit(NOT_TYPED if request.like or request.literal else NOTHING_TYPED)
            return
        self._ask_name(tr("Save this search"), request.text, request, partial(self._save, request))

    def rename(self, target: Any) -> None:
        """Rename a saved search; save a recent search under a name."""
        if isinstance(target, SavedSearch):
            rename = partial(self._rename, target)
            self._ask_name(tr("Rename the saved search"), target.name, target.request, rename)
        elif isinstance(target, PastSearch):
            save = partial(self._save, target.request)
            self._ask_name(tr("Save this search"), target.request.text, target.request, save)

    def _ask_name(
        self, title: str, name: str, request: SearchRequest, named: Callable[[str], object]
    ) -> None:
        dialog = self.dialog = QInputDialog(self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.destroyed.connect(self._dialog_closed)
        dialog.setWindowTitle(title)
        dialog.setLabelText("\n".join(filter(None, (narrowed(request), KEPT))))
        dialog.setTextValue(" ".join(wording.beginning(name, 100).split()))
        dialog.setOkButtonText(tr("Save"))
        dialog.setCancelButtonText(tr("Cancel"))
        field = dialog.findChild(QLineEdit)
        assert isinstance(field, QLineEdit)
        field.setAccessibleName(tr("Name of the search"))
        field.setMaxLength(LONGEST_NAME)
        dialog.textValueSelected.connect(lambda text: named(text) if text.strip() else None)
        dialog.open()

    def _dialog_closed(self) -> None:
        self.dialog = None

    def _save(self, request: SearchRequest, name: str) -> None:
        library = self._page.library
        self._store(lambda _reporter: library.userdata.saved.save(name, request), self._saved)

    def _saved(self, saved: SavedSearch) -> None:
        """Report the saved search and count its present results as seen, so that only later ones are new."""
        self._page.status.emit(tr("The search was saved as “{name}”.").format(name=saved.name))
        work = partial(_mark_seen, self._page.library, saved)
        self._page.run(work, failed=self.report_once, lane=Lane.READY)

    def _rename(self, saved: SavedSearch, name: str) -> None:
        library = self._page.library
        self._store(lambda _reporter: library.userdata.saved.rename(saved.id, name))

    # --- arranging and removing ---

    def arrange(self, target: Any, by: int) -> None:
        """Move a saved search one place up (-1) or down (1)."""
        ids = [saved.id for saved in self.now.saved]
        if isinstance(target, SavedSearch) and target.id in ids:
            index, library = ids.index(target.id), self._page.library
            ids.insert(max(0, index + by), ids.pop(index))
            self._store(lambda _reporter: library.userdata.saved.arrange(ids))

    def forget(self, target: Any) -> None:
        """Remove a saved search, which can be undone, or forget a recent search or document."""
        if isinstance(target, SavedSearch):
            self._store(partial(_forget, self._page.library, target), self._removed)
        elif target is not None:
            self._store(partial(_forget, self._page.library, target))
            self._page.recorder.forget()

    def _removed(self, removed: RemovedSearch) -> None:
        self.removed = removed
        text = tr("“{name}” was removed.").format(name=wording.beginning(removed.saved.name, 60))
        self.notice.say(text, tr("Undo"))

    def undo(self) -> None:
        """Restore the search removed last."""
        removed, self.removed = self.removed, None
        self.notice.say("")
        if removed is not None:
            library = self._page.library
            self._store(lambda _reporter: library.userdata.saved.put_back(removed))

    def _store(self, work: Work, then: Callable[[Any], object] | None = None) -> None:
        """Store a change, and refresh the lists after it."""

        def stored(answer: Any) -> None:
            if then is not None:
                then(answer)
            self.refresh()

        self._page.run(work, then=stored, lane=Lane.NOTES)

    def report_once(self, error: BriefBankError) -> None:
        """Report a failure in the background once, since searching goes on without it."""
        if error.title not in self._reported:
            self._reported.add(error.title)
            self._page.status.emit(str(error))


def _key(target: Any) -> tuple[type, int]:
    """Return what stays the same of a search or document, whatever has changed about it."""
    document = target.document if isinstance(target, RecentDocument) else target
    return type(target), getattr(document, "id", 0)


def _remembered(library: LibraryApi, _reporter: JobReporter) -> Remembered:
    kept, on = library.userdata, settings.load().remember
    return Remembered(tuple(kept.saved.all()), tuple(kept.history.newest()), tuple(kept.recent.newest()), on)


def _forget(
    library: LibraryApi, target: SavedSearch | PastSearch | RecentDocument, _reporter: JobReporter
) -> RemovedSearch | None:
    """Forget one of them; return what can be put back."""
    if isinstance(target, SavedSearch):
        return library.userdata.saved.remove(target.id)
    if isinstance(target, PastSearch):
        library.userdata.history.forget(target.id)
    else:
        library.userdata.recent.forget(target.document.sha256)
    return None


def _count_news(library: LibraryApi, reporter: JobReporter) -> bool:
    """Count the new results of every saved search and tell whether any number changed. A search that cannot
    be run keeps its number."""
    saved, changed = library.userdata.saved, False
    for search in saved.all():
        reporter.check()
        try:
            changed |= saved.count_news(search.id, library.relevant_keys(search.request)) != search.news
        except Cancelled:
            raise
        except BriefBankError as error:
            log.info("news of a saved search not counted: %s", type(error).__name__)
    return changed


def _mark_seen(library: LibraryApi, search: SavedSearch, _reporter: JobReporter) -> SeenResults:
    """Return what a saved search had shown before, and count its present results as seen."""
    seen = library.userdata.saved.seen(search.id)
    library.userdata.saved.look(search.id, library.relevant_keys(search.request))
    return seen
