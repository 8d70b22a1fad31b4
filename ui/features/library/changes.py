"""What is done with chosen documents: removing them, what only an office offers, cutting long sections, and
looking through them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QWidget

from briefbank.domain.documents import Document
from briefbank.domain.maintenance import KnownBackup
from briefbank.domain.office import (
    KEPT_AFTER,
    LEASE,
    Action,
    Matter,
    OfflineChoice,
    OfflineReport,
    WalledMatter,
)
from briefbank.domain.searches import AidStep
from briefbank.errors import BriefBankError, Cancelled, NotInLibrary
from briefbank.text.messages import Message
from ui.features.library.correction import OfferUndo, progress_text, too_many
from ui.i18n.translate import number, tr, translate_core, translate_error
from ui.jobs import Job, JobReporter, Lane
from ui.kit.controls import ElidedLabel, push_button
from ui.kit.dialogs import confirmed
from ui.kit.layout import row
from ui.page import Page
from ui.shared import wording
from ui.shared.forms import MatterDialog
from ui.shared.notices import JobProgress

MOST_NAMED = 4  # The number of backups that are named one by one; a longer dialog is not read
MOST_REMOVED = 5_000  # The number of documents that are removed at once: nobody else can write until all are
MOST_APART = 500  # The number of documents that are added to a matter at once: each is an entry of its own
MOST_ALONG = 500  # The documents that are chosen at once to be taken along
STOPPED = tr("Removing was stopped. The list shows what is still in the library.")


# --- removing ---


class Removal:
    """Removes documents, after a question that names their number and the backups that hold them."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def ask(self, document_ids: Sequence[int]) -> None:
        """Find out which backups hold these documents, ask, and remove them after a yes."""
        if too_many(self._page, document_ids, MOST_REMOVED):
            return
        library = self._page.library

        def look_up(reporter: JobReporter) -> tuple[list[Document], Sequence[KnownBackup]]:
            there = library.documents.some(document_ids)
            reporter.check()
            if not there:
                raise NotInLibrary
            oldest = min(there.values(), key=lambda document: document.added_at)
            backups = library.maintenance.backups_with(oldest.id)  # of all: others came into backups later
            return list(there.values()), backups

        self._page.run(look_up, then=lambda answer: self._ask(*answer), topic="backups")

    def _ask(self, documents: Sequence[Document], backups: Sequence[KnownBackup]) -> None:
        several, count = len(documents) > 1, number(len(documents))
        question = tr("Remove {number} documents from the library?").format(number=count)
        removed = tr("{number} documents were removed from the library.").format(number=count)
        if not several:
            title = wording.title(documents[0], 200)
            question = tr("Remove “{title}” from the library?").format(title=title)
            removed = tr("“{title}” was removed from the library.").format(title=wording.title(documents[0]))
        if not confirmed(
            self._page,
            tr("Remove from the library"),
            question,
            meaning(backups),
            yes=tr("Remove {number}").format(number=count) if several else tr("Remove"),
            no=tr("Keep them") if several else tr("Keep it"),
        ):
            return
        ids, library = [document.id for document in documents], self._page.library
        job = self._page.run(
            lambda reporter: library.documents.remove_many(ids, reporter),
            then=lambda _nothing: self._page.status.emit(removed),
            stopped=lambda: self._page.status.emit(STOPPED),
            lane=Lane.WRITER,
        )
        JobProgress(job, tr("Removing"), tr("Removing …"), progress_text, self._page.window())
        job.ended.connect(self._page.library_changed)  # some may be gone where it ended early


def meaning(backups: Sequence[KnownBackup]) -> str:
    """Return what a removal means. ``backups`` hold the documents, the newest first."""
    gone = tr(
        "This cannot be undone. The library’s copies and their words are deleted from this disk. The files "
        "that you added stay where they are."
    )
    stay = tr("Copies of backups, and files that were exported, stay; delete them where you keep them.")
    if not backups:
        return f"{gone}\n\n{tr('BriefBank knows of no backup with a copy.')} {stay}"
    lines = [tr("These backups hold copies, unless they were deleted since:")]
    lines += [_named(backup) for backup in backups[:MOST_NAMED]]
    if (more := len(backups) - MOST_NAMED) > 0:
        lines.append(tr("and {count:,} more").format(count=more))
    advice = tr(
        "Back the library up into the same folder again and the copies are gone from there too, or delete "
        "the folder."
    )
    if any(backup.until for backup in backups):
        dated = tr("Where a day stands behind it, a backup is deleted by the first one after that day.")
        advice = f"{dated} {advice}"
    return "\n\n".join((gone, "\n".join(lines), f"{advice} {stay}"))


def _named(backup: KnownBackup) -> str:
    moment, folder = wording.moment(backup.made), backup.folder
    if backup.until is None:
        return tr("• {moment}, in {folder}").format(moment=moment, folder=folder)
    until = wording.day(backup.until.astimezone().date())
    return tr("• {moment}, in {folder}, until {day}").format(moment=moment, folder=folder, day=until)


# --- what an office offers ---


class OfficeActions:
    """Keeps documents from some persons, and takes them along on this computer. In a library of one computer
    it offers nothing."""

    def __init__(self, page: Page, offer_undo: OfferUndo) -> None:
        self._page, self._offer_undo = page, offer_undo
        self.dialog: MatterDialog | None = None

    def _may(self, action: Action) -> bool:
        office = self._page.library.office
        return office is not None and office.person is not None and office.person.may(action)

    @property
    def may_keep_apart(self) -> bool:
        return self._may(Action.SCREEN)

    @property
    def may_take_along(self) -> bool:
        return self._may(Action.TAKE)

    def keep_apart(self, document_ids: Sequence[int]) -> None:
        """Open the form in which these documents are added to a matter."""
        library, office = self._page.library, self._page.library.office
        assert office is not None
        if too_many(self._page, document_ids, MOST_APART):
            return
        self._page.run(
            lambda _reporter: (office.walls.matters(), library.documents.some(document_ids)),
            then=lambda answer: self._open(*answer),
            topic="matters",
        )

    def _open(self, matters: Sequence[WalledMatter], documents: dict[int, Document]) -> None:
        if not documents:
            return
        before = {walled.matter.name: walled.matter for walled in matters}
        dialog = self.dialog = MatterDialog(
            self._page.window(), others=list(before.values()), adding=list(documents.values())
        )
        dialog.wanted.connect(lambda matter: self._put(matter, before.get(matter.name)))
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self, _result: int) -> None:
        self.dialog = None

    def _put(self, matter: Matter, before: Matter | None) -> None:
        office = self._page.library.office
        assert office is not None
        walls = office.walls

        def undo(reporter: JobReporter) -> None:
            if before is None:
                walls.remove(matter.name, reporter)
            else:
                walls.put(before, reporter)

        def done(_nothing: None) -> None:
            names = ", ".join((*matter.persons, *matter.groups))
            text = tr("The documents of {matter} are kept from {names}.")
            text = text.format(matter=matter.name, names=names)
            self._page.status.emit(text)
            self._offer_undo(text, undo)

        self._page.status.emit(tr("Making the change…"))
        self._page.run(lambda reporter: walls.put(matter, reporter), then=done, lane=Lane.WRITER)

    # --- taking along ---

    def begin(self) -> None:
        """Bring what was taken along before up to date, and send what was done with it."""
        office = self._page.library.office
        if self.may_take_along and office is not None and office.offline.lease() is not None:
            self._exchange(office.offline.sync)

    def take_along(self, document_ids: Sequence[int]) -> None:
        """Ask whether the matters of these documents are to be taken along."""
        if too_many(self._page, document_ids, MOST_ALONG):
            return
        documents = self._page.library.documents
        self._page.run(
            lambda _reporter: documents.some(document_ids), then=lambda known: self._ask(known.values())
        )

    def _ask(self, documents: Iterable[Document]) -> None:
        choice = choice_of(documents)
        office = self._page.library.office
        if not choice or office is None:
            return
        single = wording.documents(len(choice.documents))
        named = ", ".join((*choice.matters, *([single] if choice.documents else ())))
        question = tr("Take along on this computer: {matters}?").format(matters=named)
        meaning = tr(
            "All documents of these docket numbers come along, to be searched and read while the office "
            "server is away, for {days} days. Each time BriefBank opens with the server, it brings them up "
            "to date, sends what was done with them, and renews that time. After it they do not open, and "
            "are deleted {more} days later."
        ).format(days=LEASE.days, more=KEPT_AFTER.days)
        title = tr("Take along to court")
        if confirmed(self._page, title, question, meaning, yes=tr("Take along"), no=tr("Cancel")):
            self._page.status.emit(tr("Taking documents along…"))
            self._exchange(lambda reporter: office.offline.take(choice, reporter))

    def _exchange(self, exchange: Callable[[JobReporter], OfflineReport]) -> None:
        self._page.run(exchange, then=self._exchanged, lane=Lane.OFFLINE, topic="offline")

    def _exchanged(self, report: OfflineReport) -> None:
        counted = wording.documents(report.documents)
        text = tr("Taken along on this computer: {documents}, until {day}.").format(
            documents=counted, day=wording.day(report.lease.last_day)
        )
        self._page.status.emit(" ".join((text, *map(translate_core, report.problems[:1]))))


def choice_of(documents: Iterable[Document]) -> OfflineChoice:
    """Return the matters of documents; those without a docket number are taken one by one."""
    choice = OfflineChoice()
    for document in documents:
        dockets = tuple(part for docket in document.docket.split(";") if (part := docket.strip()))
        choice |= OfflineChoice(matters=dockets) if dockets else OfflineChoice(documents=(document.sha256,))
    return choice


# --- cutting long sections ---


class Recutting:
    """Lets the local model cut the long sections of a document, with its progress in the status line."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.possible = False
        self._job: Job | None = None

    @property
    def under_way(self) -> bool:
        return self._job is not None

    def refresh(self) -> None:
        """Ask again whether cutting is possible, after a model was chosen or unloaded, or an aid switched."""
        expansion = self._page.library.query_expansion
        self._page.run(
            lambda _reporter: expansion.may_cut(),
            then=self._set_possible,
            failed=lambda _error: self._set_possible(False),
            topic="may cut",
        )

    def _set_possible(self, possible: bool) -> None:
        self.possible = possible

    def cut(self, document: Document) -> None:
        if self._job is not None:
            text = tr("The sections of another document are being cut. Wait until that is done.")
            self._page.status.emit(text)
            return
        reads = tr("The language model reads “{title}”. That takes minutes.")
        self._page.status.emit(reads.format(title=wording.title(document)))
        expansion, id_ = self._page.library.query_expansion, document.id
        job = self._job = self._page.run(
            lambda reporter: expansion.recut(id_, reporter),
            then=self._done,
            stopped=lambda: self._page.show_error(translate_error(Cancelled())),
            progress=self._show_progress,
            lane=Lane.MODEL,
        )
        job.ended.connect(self._ended)

    def stop(self) -> None:
        """Request a stop. The answer is still waited for, because the document may have been cut just now."""
        if self._job is not None:
            self._job.cancel()
            self._page.status.emit(tr("Cutting is being stopped."))

    def _ended(self) -> None:
        self._job = None

    def _show_progress(self, stage: Message, done: int, total: int) -> None:
        words = translate_core(stage)
        amount = tr("{stage}: {done:,} of {total:,}.").format(stage=words, done=done, total=total)
        self._page.status.emit(amount if total else f"{words} …")

    def _done(self, step: AidStep) -> None:
        self._page.status.emit(translate_core(step.failed or step.said))
        if not step.failed:
            self._page.library_changed.emit()


# --- looking through documents ---

NEXT, PREVIOUS = "Ctrl+PgDown", "Ctrl+PgUp"


class Review(QFrame):
    """The bar and its queue. Documents that were removed meanwhile are passed over. The bar is hidden until
    there is a queue; its keys count only while it is seen."""

    document_wanted = Signal(object)  # A Document that is to be opened at its first page with a remark

    def __init__(self, page: Page, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self._ids: list[int] = []
        self._position = 0
        self.setObjectName("notice")
        self.text = ElidedLabel()
        self.previous = push_button(
            tr("Previous"), tip=tr("The document before ({keys})").format(keys=PREVIOUS)
        )
        self.next = push_button(tr("Next"), tip=tr("The next document ({keys})").format(keys=NEXT))
        self.close_button = push_button(tr("Done"), tip=tr("Look at no more of them"))
        self.previous.setAccessibleName(tr("Previous document to look at"))
        self.next.setAccessibleName(tr("Next document to look at"))
        buttons = self.previous, self.next, self.close_button
        row((self.text, 1), *buttons, on=self, margins=(18, 6, 12, 6), spacing=8)
        self.previous.clicked.connect(lambda: self.step(-1))
        self.next.clicked.connect(lambda: self.step(1))
        for keys, step in ((NEXT, 1), (PREVIOUS, -1)):
            QShortcut(QKeySequence(keys), self, partial(self.step, step))
        self.close_button.clicked.connect(self.stop)
        self.hide()

    def begin(self, document_ids: Sequence[int]) -> None:
        """Open the first of these documents."""
        self._ids, self._position = list(document_ids), 0
        self._open()

    def step(self, by: int) -> None:
        """Go to the next document, or (-1) the one before; stay where there is none."""
        if 0 <= self._position + by < len(self._ids):
            self._position += by
            self._open()

    def stop(self) -> None:
        self._ids = []
        self._page.jobs.drop("look through", self._page)
        self.hide()

    def _open(self) -> None:
        if not self._ids:
            self.stop()
            self._page.status.emit(tr("Nothing is left of them to look at."))
            return
        id_, documents = self._ids[self._position], self._page.library.documents
        self._page.run(
            lambda _reporter: documents.get(id_),
            then=self._show,
            failed=partial(self._failed, id_),
            topic="look through",
        )

    def _show(self, document: Document) -> None:
        at, total, title = self._position + 1, len(self._ids), wording.title(document)
        text = tr("Document {number:,} of {total:,} to look at: {title}")
        self.text.set_whole(text.format(number=at, total=total, title=title))
        self.previous.setEnabled(at > 1)
        self.next.setEnabled(at < total)
        self.show()
        self.document_wanted.emit(document)

    def _failed(self, document_id: int, error: BriefBankError) -> None:
        if isinstance(error, NotInLibrary) and document_id in self._ids:
            self._ids.remove(document_id)
            self._position = min(self._position, max(0, len(self._ids) - 1))
            self._open()
        else:
            self._page.show_error(error)
