"""The reader: one document with its marks, outline, notices and summary, and what is done with it.

A document is opened in the page lane. Everything around its pages (the law, attachments, the summary) is
looked up once they are on the screen. There may be two readers beside each other (``pair``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from briefbank.domain.authorities import LawAsOf
from briefbank.domain.caption_fields import LAW, Kind
from briefbank.domain.documents import Attachments, Document, DocumentList
from briefbank.domain.pages import PageHighlight
from briefbank.domain.searches import Hit
from briefbank.errors import BriefBankError, FileAway, NotInLibrary, StoreAway
from briefbank.exports.quotations import CitedQuotation
from briefbank.text.messages import Message, as_message
from ui.features.reader.canvas import PageCanvas
from ui.features.reader.find import FindBar
from ui.features.reader.notices import (
    Note,
    NoteLink,
    Notices,
    OpenLaw,
    PageRemarks,
    Source,
    alert_notes,
    attachment_notes,
    law_notes,
)
from ui.features.reader.outside import (
    LinkDialog,
    PrintOrder,
    ask_what_to_print,
    look_up_viewer,
    open_in_viewer,
    print_pages,
    printed,
)
from ui.features.reader.outside import progress_text as printing_progress
from ui.features.reader.page_cache import OpenedDocument, PageCache, open_pages
from ui.features.reader.side import ReaderSide
from ui.features.reader.summary import SummaryPanel
from ui.features.reader.text import quoted_selection
from ui.features.reader.tools import ReaderTools, page_for
from ui.i18n.translate import tr, translate_core
from ui.jobs import JobReporter, Jobs, Lane
from ui.kit.controls import push_button
from ui.kit.keyboard import announce, set_tab_order_of_parts
from ui.kit.layout import column, holder
from ui.page import Page
from ui.shared import wording
from ui.shared.actions import ReadAgainMenus, copy_quotation
from ui.shared.notices import JobProgress, MessagePane
from ui.shared.passages import CollectionItem
from ui.shared.row_list import Row, RowSection

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

PAGE_HEIGHT = 240  # The height that an open summary leaves to the pages below; in a low window both have half
SPOKEN_MS = 600  # The time after which the page in view is read aloud; pages scrolled past are not
NEWEST = 6  # The briefs that are offered while nothing is open
BRIEFS = DocumentList(kinds=(Kind.BRIEF,))  # The newest filed first
AT_WORDS = -1  # In place of a page: where the words of the open result stand
NOTHING_OPEN = (
    "document",
    tr("Choose a passage to read it here."),
    tr("It opens at the page, with the words marked."),
)
REMOVED = (
    tr("This brief is no longer in the library."),
    tr("It was removed, here or by another program. Search again to see what the library holds now."),
)


class Reader(Page):
    """A reader of one document at a time."""

    hit_changed = Signal(int)  # The passage id of the open result; 0 when no result is open
    opened = Signal(int)  # The id of a document whose pages are now on the screen
    search_wanted = Signal()  # What is shown is no longer in the library: the search should be repeated
    collect_wanted = Signal(object)  # Selected text, as a CollectionItem
    like_wanted = Signal(str, str)  # Selected text and its position: passages like it are wanted
    library_wanted = Signal(str)  # Words for which the whole library is to be searched
    attached_wanted = Signal(int)  # The id of a PDF whose attached files are to be added
    versions_wanted = Signal(int)  # The id of the authority whose versions are to be shown
    changes_wanted = Signal(object, object)  # A Document and the LawAsOf whose changes are to be shown
    correct_wanted = Signal(int)  # The id of a document whose caption is to be corrected
    second_wanted = Signal()  # A second reader is to be opened beside this one, or closed
    dark_wanted = Signal(bool)  # Pages are to be shown dark, or white, from now on
    alone_wanted = Signal()  # The reader is to be shown alone, or no longer

    def __init__(self, library: LibraryApi, jobs: Jobs, reading_again: ReadAgainMenus) -> None:
        super().__init__(library, jobs)
        self.reading_again = reading_again
        self.document: Document | None = None
        """The document that is open or being opened."""
        self.hit: Hit | None = None
        """The open result, whose words are marked."""
        self._opened: OpenedDocument | None = None
        """The document on the screen; None while it is being opened."""
        self._remarks = PageRemarks()
        self._law = OpenLaw()
        self._button_action: Callable[[], object] | None = None
        """The action of the button below a message."""
        self.speak_timer = QTimer(self)
        self.speak_timer.setSingleShot(True)
        self.speak_timer.setInterval(SPOKEN_MS)
        self._make_parts()
        self._lay_out()
        self._connect()
        self.close_document()

    # --- parts ---

    def _make_parts(self) -> None:
        self.setObjectName("reader")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(360)
        self.canvas, self.notices = PageCanvas(), Notices()
        self.tools = ReaderTools(self.canvas)
        self.side = ReaderSide(self, self.canvas, self.tools.side)
        self.middle = self.side.splitter
        self.summary = SummaryPanel(self, self.tools.summary, self.canvas.jump, self.canvas.highlight)
        self.find_bar = FindBar(self, self.canvas)
        self.message = MessagePane()
        self.act = push_button("")
        self.message.add_below(self.act, narrow=True)
        self.newest = RowSection(tr("Newest briefs of the library"), first=NEWEST, one_click=True)
        self._newest: list[Row] = []
        self.message.add_below(self.newest)

    def _lay_out(self) -> None:
        self._states = QStackedWidget()
        self._states.addWidget(self.message)
        bands = (self.tools, self.notices, self.summary, self.find_bar)
        self._states.addWidget(holder(column(*bands, (self.middle, 1), spacing=0)))
        column(self._states, on=self)
        set_tab_order_of_parts(*bands, self.middle)

    def _connect(self) -> None:
        tools, canvas = self.tools, self.canvas
        tools.place.page_wanted.connect(self._go_to_typed)
        tools.title.clicked.connect(self._correct)
        tools.place.left.connect(self._focus_pages)
        canvas.page_changed.connect(self._page_changed)
        canvas.copy_wanted.connect(self.copy_selected)
        canvas.collect_wanted.connect(self.collect_selected)
        canvas.like_wanted.connect(self.find_like_selected)
        canvas.failed.connect(lambda _page: self._check_file())
        canvas.link_wanted.connect(lambda link: LinkDialog(link, self).open())
        self.newest.list.opened.connect(self.document_wanted)
        self.act.clicked.connect(lambda: self._button_action and self._button_action())
        self.find_bar.library_wanted.connect(self.library_wanted)
        self.speak_timer.timeout.connect(self._speak_page)
        self.middle.installEventFilter(self)
        self._fill_menu()

    def _fill_menu(self) -> None:
        """Fill the menu "More" of the row of tools."""
        add, separate = self.tools.add_action, self.tools.more.menu().addSeparator
        add(tr("Find in this brief…"), "Ctrl+F", self.find_bar.open_bar)
        add(tr("Go to a page…"), "Ctrl+Shift+P", self.type_page)
        separate()
        self.dark_pages = add(
            tr("Dark pages"), "", lambda: self.dark_wanted.emit(self.dark_pages.isChecked())
        )
        self.dark_pages.setCheckable(True)
        add(tr("Second brief beside"), "F8", self.second_wanted.emit)
        add(tr("Reader alone"), "F11", self.alone_wanted.emit)
        separate()
        add(tr("Correct the caption…"), "F2", self._correct)
        add(tr("Read again…"), "Ctrl+R", self.read_again)
        separate()
        add(tr("Print…"), "Ctrl+P", self.print_pages)
        add(tr("Print with the marks…"), "", partial(self.print_pages, marked=True))
        add(tr("Open in the system’s viewer"), "Ctrl+E", self.open_outside)

    def _show_message(
        self, icon: str, title: str, text: str, button: str = "", action: Callable[[], object] | None = None
    ) -> None:
        """Show a message in place of the pages, with a button for its action."""
        self.message.say(icon, title, text)
        self.act.setText(button)
        self.act.setAccessibleName(button)
        self.act.setVisible(bool(button))
        self._button_action = action
        self.newest.show_rows(() if button else self._newest)
        self._states.setCurrentIndex(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Share the height anew when that of the pages changed, with the window or with the bands."""
        if event.type() == QEvent.Type.Resize and watched is self.middle:
            self._share_height()
        return super().eventFilter(watched, event)

    def _share_height(self) -> None:
        """Share the height between the summary and the pages; their total depends on neither."""
        body = self.summary.body
        both = self.middle.height() + (body.height() if self.summary.is_open else 0)
        self.summary.set_room(min(self.height() // 2, max(both // 2, both - PAGE_HEIGHT)))

    def first_field(self) -> QWidget:
        return self.canvas

    # --- opening ---

    def _shows(self, document: Document) -> bool:
        """Tell whether the pages of a document are on the screen."""
        return self._opened is not None and self.document is not None and self.document.id == document.id

    def open_hit(self, hit: Hit) -> None:
        """Show a result's page with its passage and words marked."""
        same = self._shows(hit.document)
        self._set_hit(hit)
        if not same:
            self._open(hit.document, hit, AT_WORDS)
            return
        library = self.library
        self.run(
            lambda _reporter: library.reader.highlights(hit),
            then=self._mark,
            failed=self._marking_failed,
            topic="open",
        )

    def open_document(self, document: Document, *, at_remark: bool = False) -> None:
        """Show a document from its first page, or from the first page with a remark."""
        self.open_page(document, None if at_remark else 0)

    def show_page(self, document: Document, page: int) -> None:
        """Show one page (0-based) of a document, which may be open already."""
        if self._shows(document):
            self.canvas.jump(page)
        else:
            self.open_page(document, page)

    def open_page(self, document: Document, page: int | None, hit: Hit | None = None) -> None:
        """Open a document, or open it anew, at a page (0-based), or for None at the first with a remark. The
        words of a result are marked."""
        self._set_hit(hit)
        self._open(document, hit, page)

    def show_anew(self, document: Document) -> None:
        """Show the open document, which was read again, as it is now, at the same page."""
        self.open_page(document, max(0, self.canvas.page))

    def show_again(self) -> None:
        """Open the open document once more, at the page being read."""
        if self.document is not None:
            self.open_page(self.document, max(0, self.canvas.page), self.hit)

    def follow(self, present: Mapping[int, Document | None]) -> None:
        """Update to documents as the library has them now, by id, None for one that is gone; another one that
        is open stays as it is."""
        if self.document is None:
            self._look_up_newest()
        if self.document is None or self.document.id not in present:
            return
        document = present[self.document.id]
        if document is None:
            self._show_removed()
        else:
            self.document = document
            self.tools.show_caption(document)
            self._look_up_attachments()

    def _look_up_newest(self) -> None:
        library = self.library
        self.run(
            lambda _reporter: list(islice(library.documents.each(BRIEFS), NEWEST)),
            then=self._show_newest,
            failed=_pass_over,
            topic="newest",
        )

    def _show_newest(self, documents: Sequence[Document]) -> None:
        self._newest = list(map(_newest_row, documents))
        if self.document is None and self.act.isHidden():
            self.newest.show_rows(self._newest)

    def _set_hit(self, hit: Hit | None) -> None:
        """Take the result that is open from now on, and follow it to another passage of the open document."""
        self.hit = hit
        if self.document is None:
            self.jobs.drop("law", self)
            self.notices.clear()
        elif hit is not None and hit.document.id == self.document.id:
            self._show_law(replace(self._law, alerts=hit.alerts, provision=None))
            self.refresh_law()
        self.hit_changed.emit(hit.passage.id if hit else 0)

    def close_document(self) -> None:
        self.jobs.drop("open", self)
        self._clear_screen()
        self.document = None
        self._set_hit(None)
        self.summary.begin(0)
        self._show_message(*NOTHING_OPEN)

    def _clear_screen(self) -> None:
        self._opened = None
        for topic in ("file", "law", "attachments"):
            self.jobs.drop(topic, self)
        self.find_bar.begin(0)
        self.side.end()
        self.notices.clear()
        self.canvas.clear()

    def _show_removed(self) -> None:
        self.close_document()
        self._show_message("warning", *REMOVED, tr("Search again"), self.search_wanted.emit)

    def _open(self, document: Document, hit: Hit | None, page: int | None) -> None:
        """Open at a page, at the words of a hit for AT_WORDS, or at the first page with a remark for None."""
        self._clear_screen()
        self.document = document
        self.summary.begin(document.id)
        self.tools.show_document(document)
        self._remarks = PageRemarks()
        self._show_law(OpenLaw(hit.alerts if hit else ()))
        self._states.setCurrentIndex(1)
        self.run(
            partial(open_pages, self.library, document.id, hit),
            then=partial(self._show, page),
            failed=partial(self._opening_failed, document, hit, page),
            lane=Lane.PAGES,
            topic="open",
            discard=lambda opened: opened.view.close(),
        )

    def _show(self, page: int | None, opened: OpenedDocument) -> None:
        self._opened, self.document = opened, opened.document
        document_id = opened.document.id
        self.tools.show_caption(opened.document)
        dark = self.dark_pages.isChecked()
        cache = PageCache(self, opened.view, opened.sizes, opened.raws, dark=dark)
        self._remarks = PageRemarks(opened.pages)
        self.canvas.show_pages(cache, opened.sizes, opened.gaps, opened.text_block)
        self.find_bar.begin(document_id)
        if self.hit is not None:
            self._mark(opened.highlights)
        if page != AT_WORDS:
            remarks = (*self._remarks.by_page, *opened.gaps)
            self.canvas.jump(min(remarks, default=0) if page is None else min(page, len(opened.sizes) - 1))
        self.side.begin(document_id, cache, opened.sizes, opened.labels)
        self.summary.name_pages(opened.labels)
        self.tools.place.fit(max(map(len, opened.labels)), len(opened.labels))
        self.refresh_law()
        self._look_up_attachments()
        self.opened.emit(document_id)

    def _mark(self, highlights: Sequence[PageHighlight]) -> None:
        if self.hit is not None:
            self.canvas.highlight(highlights, self.hit.passage.first_page)

    def _marking_failed(self, error: BriefBankError) -> None:
        if self.hit is not None:
            self.canvas.jump(self.hit.passage.first_page)
            self.status.emit(tr("The words could not be marked on this page."))
            self._consider(error)

    def _opening_failed(
        self, document: Document, hit: Hit | None, page: int | None, error: BriefBankError
    ) -> None:
        if isinstance(error, NotInLibrary):
            self._show_removed()
            return
        self.document = None
        self._set_hit(None)
        again = partial(self.open_page, document, page, hit)
        self._show_message("warning", error.title, error.remedy, tr("Try again"), again)

    # --- a document or file that is gone ---

    def _check_file(self) -> None:
        """Check whether the file is there: a page that cannot be drawn may be damaged, or the share with the
        library may be away. What is on the screen stays."""
        if self._opened is None or self.document is None or self.jobs.busy("file", self):
            return
        library, document_id = self.library, self.document.id
        self.run(
            lambda _reporter: library.reader.readable_pdf_path(document_id),
            failed=self._consider,
            topic="file",
        )

    def _consider(self, error: BriefBankError) -> None:
        """Report what an error means for the open document, if anything."""
        if isinstance(error, NotInLibrary):
            self._show_removed()
        elif isinstance(error, StoreAway | FileAway):
            again = NoteLink(tr("Try again"), self.show_again)
            self.notices.put(Source.FILE, Note(str(error), (again,), "bad"))

    # --- the law on it, and its attachments ---

    def refresh_law(self) -> None:
        """Look up the alerts and the law of the open document; a failed look-up shows nothing."""
        hit, document = self.hit, self.document
        if document is None:
            return
        passage, known = (hit.passage.id, hit.alerts) if hit else (0, ())
        self.run(
            partial(_look_up_law, self.library, document, passage, known),
            then=self._show_law,
            failed=_pass_over,
            topic="law",
        )

    def _show_law(self, law: OpenLaw) -> None:
        self._law = law
        self.notices.put(Source.ALERTS, *alert_notes(law.alerts))
        changes = partial(self.changes_wanted.emit, self.document)
        self.notices.put(Source.LAW, *law_notes(law, self.versions_wanted.emit, changes))

    def _look_up_attachments(self) -> None:
        if self.document is None:
            return
        library, document_id = self.library, self.document.id
        self.run(
            lambda _reporter: library.documents.attachments(document_id),
            then=self._show_attachments,
            failed=_pass_over,
            topic="attachments",
        )

    def _show_attachments(self, attachments: Attachments) -> None:
        if self.document is not None:
            add = partial(self.attached_wanted.emit, self.document.id)
            notes = attachment_notes(self.document, attachments, self.open_document, add)
            self.notices.put(Source.ATTACHMENTS, *notes)

    # --- around the pages ---

    def _page_changed(self, page: int) -> None:
        if self._opened is None or self.document is None:
            return
        label, count = self._opened.labels[page], len(self._opened.labels)
        text = wording.page_of(label, page, count)
        words = text[0].upper() + text[1:]
        short = tr("{label} ({number} of {count})") if label else tr("{number} of {count}")
        self.tools.place.show_page(short.format(label=label, number=page + 1, count=count))
        self.notices.put(Source.PAGE, *self._remarks.notes(page, self.canvas.jump, self.read_again))
        remarks = (self._opened.gaps.get(page, ""), self._remarks.by_page.get(page, ""))
        spoken = " ".join(remark for remark in remarks if remark)
        self.canvas.setAccessibleDescription(f"{words}. {spoken}" if spoken else words)
        self.speak_timer.start()

    def _speak_page(self) -> None:
        """Have the page in view read aloud to a person who is on it, and not beside each preview."""
        if self.canvas.hasFocus():
            announce(self.canvas, self.canvas.accessibleDescription())

    def _focus_pages(self) -> None:
        self.canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def type_page(self) -> None:
        """Let the page to go to be typed."""
        if self._opened is not None:
            self.tools.place.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _go_to_typed(self, typed: str) -> None:
        labels = self._opened.labels if self._opened is not None else []
        page = page_for(typed, labels, self.canvas.page)
        if page is None:
            self.tools.place.refuse()
            message = tr("This document has no page “{typed}”. Its file has pages #1 to #{last}.")
            self.status.emit(message.format(typed=typed.strip(), last=len(labels)))
            return
        self.canvas.jump(page)
        self._focus_pages()

    # --- what is done with the document ---

    def set_dark(self, dark: bool) -> None:
        """Show light letters on dark paper from now on, or the pages as they are."""
        self.dark_pages.setChecked(dark)
        self.canvas.set_dark(dark)
        self.side.pages.viewport().update()

    def _correct(self) -> None:
        if self.document is not None:
            self.correct_wanted.emit(self.document.id)

    def toggle_summary(self) -> None:
        if self.document is not None:
            self.summary.toggle.toggle()

    def _has_whole_selection(self) -> bool:
        """Tell whether text is selected and all of it is here; say so where a part is missing."""
        if self.canvas.selector.lacks_text():
            self.status.emit(tr("The selected text is still being read. Try again in a moment."))
            return False
        return not self.canvas.selector.is_empty

    def copy_selected(self) -> None:
        """Copy the selected text of the document itself, with its citation, to the clipboard."""
        selector = self.canvas.selector
        if self.document is not None and self._has_whole_selection():
            ranges, text = selector.ranges(), selector.text()
            work = partial(quoted_selection, self.library, self.document.id, ranges, text)
            self.run(work, then=self._copied, failed=self._copying_failed, topic="citation")

    def _copied(self, quoted: CitedQuotation) -> None:
        copy_quotation(quoted)
        self.status.emit(tr("The selected text was copied with its citation."))

    def _copying_failed(self, error: BriefBankError) -> None:
        self.status.emit(tr("Nothing was copied. {reason}").format(reason=error))
        self._consider(error)

    def collect_selected(self) -> None:
        if self.document is not None and self._has_whole_selection():
            ranges = tuple(self.canvas.selector.ranges())
            self.collect_wanted.emit(CollectionItem(self.document.id, ranges=ranges))

    def find_like_selected(self) -> None:
        selector = self.canvas.selector
        if self.document is None or self._opened is None or not self._has_whole_selection():
            return
        label = self._opened.labels[selector.page]
        self.like_wanted.emit(selector.text(), wording.location(self.document.kind, label, selector.page))

    def read_again(self) -> None:
        """Offer to recognise the text of the page in view, or of the document, once more."""
        if self.document is None or self._opened is None:
            return
        page = self.canvas.page
        if page not in self._opened.scanned:
            self.status.emit(tr("This page has text of its own; there is nothing to recognise."))
            return
        menu = self.reading_again.menu(self, self.document, page)
        corner = self.tools.more if self.tools.isVisible() else self
        menu.popup(corner.mapToGlobal(corner.rect().bottomLeft()))

    def print_pages(self, *, marked: bool = False) -> None:
        """Print pages of the open document's file, as they are or with what is ``marked`` on them; nothing
        that a model wrote. Blocks while it asks what to print."""
        marks = self.canvas.marks() if marked else {}
        if self.document is None or self._opened is None:
            self.status.emit(tr("Open a document first: its pages are printed."))
        elif marked and not marks:
            self.status.emit(tr("Nothing is marked in this document."))
        elif self.jobs.busy("print", self):
            self.status.emit(tr("Pages are still being printed. Wait until that is done, or stop it."))
        else:
            page = max(0, self.canvas.page)
            order = ask_what_to_print(self, self.document, self._opened.sizes, page, marks)
            if order is not None:
                self._print(self.document, order)

    def _print(self, document: Document, order: PrintOrder) -> None:
        job = self.run(
            partial(print_pages, self.library, document.id, order),
            then=lambda failed: self.status.emit(printed(order, failed)),
            lane=Lane.LONG,
            topic="print",
        )
        JobProgress(job, tr("Printing"), tr("Opening …"), printing_progress, self)
        job.stopped.connect(lambda: self.status.emit(tr("Printing was stopped.")))

    def open_outside(self) -> None:
        """Open the file in the system's own viewer, at the page being read."""
        if self.document is None:
            return
        view = self._opened.view if self._opened is not None else None
        page = max(0, self.canvas.page)
        self.run(
            partial(look_up_viewer, self.library, self.document.id, page, view),
            then=lambda viewer: self.status.emit(open_in_viewer(self, page, viewer)),
            failed=self._not_opened_outside,
            lane=Lane.PAGES,
            topic="outside",
        )

    def _not_opened_outside(self, error: BriefBankError) -> None:
        self.show_error(error)
        self._consider(error)


def _newest_row(document: Document) -> Row:
    filed = wording.day(document.filed) if document.filed else ""
    detail = "  ·  ".join(part for part in (filed, document.docket, document.court) if part)
    return Row(text=wording.title(document), detail=detail, target=document)


def _pass_over(_error: BriefBankError) -> None:
    """Show nothing where a look-up beside the pages failed."""


def _look_up_law(
    library: LibraryApi,
    document: Document,
    passage_id: int,
    known: tuple[Message, ...],
    reporter: JobReporter,
) -> OpenLaw:
    """Return the alerts of the passage first, then those of the document's other passages, and the law."""
    passages = library.documents.passages(document.id)
    reporter.check()
    alerts = library.good_law.alerts(passages)
    here = dict.fromkeys((*known, *alerts.get(passage_id, ())))
    others = dict.fromkeys(
        text for passage in passages for text in alerts.get(passage.id, ()) if text not in here
    )
    elsewhere: Iterable[Message] = others
    if passage_id:
        framed = tr("Elsewhere in it: {text}")
        elsewhere = [as_message(framed.format(text=translate_core(text))) for text in others]
    reporter.check()
    provision = library.validity.of_passages([passage_id]).get(passage_id) if passage_id else None
    law: LawAsOf | None = None
    if document.kind not in LAW and document.filed:
        law = library.validity.law_of(document)
    return OpenLaw((*here, *elsewhere), provision, law)
