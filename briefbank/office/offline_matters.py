"""The offline copy of this client: fills it from the office server, and brings back what was done in it.

Nothing is kept of an exchange but what the offline copy holds: what is missing, changed or gone is found by
comparing it with the office's list, so that an exchange that stopped at any byte is continued by the next.
What goes back is done by the operations of a client, and judged by the server as such.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from briefbank import errors, files
from briefbank.domain.documents import Document
from briefbank.domain.maintenance import EncryptionState
from briefbank.domain.office import OfflineChoice, OfflineLease, OfflineMark, OfflineReport, OfflineState
from briefbank.jobs import QuietReporter, Reporter
from briefbank.maintenance.disks import encryption_of
from briefbank.office.library import OfficeLibrary
from briefbank.office.link import Link, call
from briefbank.office.offline_feed import (
    MOST_DOCUMENTS,
    REVISION,
    FeedDocument,
    FeedEntry,
    FeedPortion,
    OfflineCorrection,
    portions,
)
from briefbank.office.offline_library import Arrived, ArrivedPdf, OfflineLibrary
from briefbank.office.wire import AddUpload
from briefbank.storage import library_folder
from briefbank.text.messages import Message, joined

log = logging.getLogger(__name__)

TAKING, SENDING = Message("Taking documents along"), Message("Sending to the office")
PDFS_AT_ONCE = 4
_NOT_REFUSALS = (errors.StoreError, errors.Cancelled, errors.NotEnrolled, errors.NotSignedIn)
"""Errors that end an exchange; others are the office's answers to what was sent."""

Opened = Callable[[Path, Reporter], OfficeLibrary]


def opened(folder: Path, reporter: Reporter) -> OfficeLibrary:
    return OfficeLibrary.open(folder, reporter=reporter, tidy=False)


def state(folder: Path, open_library: Opened = opened) -> OfflineState | None:
    """Return what is in an offline copy; None where there is none. Raises StoreError."""
    lease = _lease(folder)
    if lease is None:
        return None
    if lease.is_over():
        return OfflineState(lease, 0, 0)
    with open_library(folder, QuietReporter()) as library:
        return OfflineState(lease, len(library.offline.stamps()), library.offline.unsent())


def delete(folder: Path, open_library: Opened = opened, *, unsent_too: bool) -> None:
    """Delete an offline copy. Raises NothingOffline, OfflineNotSent, OfflineEnded where it is not known what
    was not sent, and StoreBusy while it is exchanged."""
    lease = _lease(folder)
    if lease is None:
        raise errors.NothingOffline
    if lease.is_over() and not unsent_too:
        raise errors.OfflineEnded(detail="not sent")
    if not lease.is_over():
        try:
            with open_library(folder, QuietReporter()) as library, library.offline.exchange():
                unsent = library.offline.unsent()
            if unsent and not unsent_too:
                raise errors.OfflineNotSent(detail=f"{unsent}")
        except errors.StoreBusy:
            raise
        except errors.StoreError:
            if not unsent_too:  # else it cannot be opened, and is deleted all the same
                raise
    delete_folder(folder)


def delete_forfeited(folder: Path, open_library: Opened = opened) -> None:
    """Delete what belongs to the office from an offline copy whose time is long over; the offline copy
    itself, where nothing was added in it. Raises StoreError."""
    lease = _lease(folder)
    if lease is None or not lease.is_forfeited():
        return
    with open_library(folder, QuietReporter()) as library:  # which deletes it
        is_empty = not library.documents.totals()[0]
    if is_empty:
        delete_folder(folder)


def forfeit(folder: Path, open_library: Opened = opened) -> None:
    """Delete what belongs to the office from an offline copy whose computer is not part of it any more.

    Files that were added in it stay there. Raises StoreError.
    """
    lease = _lease(folder)
    if lease is not None:
        library_folder.forfeit_offline_lease(folder, lease)
        delete_forfeited(folder, open_library)


def delete_folder(folder: Path) -> None:
    """Delete a folder with what the office gave. Raises StoreError."""
    try:
        files.delete_tree(folder)
    except OSError as error:
        raise files.store_error(error) from error


def _lease(folder: Path) -> OfflineLease | None:
    try:
        return library_folder.offline_lease(folder)
    except OSError as error:
        raise files.store_error(error) from error


class OfflineMatters:
    """The offline copy in a folder of this client. One exchange at a time. It fulfils
    :class:`~briefbank.api.documents.OfflineMattersApi`."""

    def __init__(
        self,
        link: Link,
        folder: Path,
        open_library: Opened = opened,
        disk: Callable[[Path], EncryptionState] = lambda folder: encryption_of(folder).state,
    ) -> None:
        self.folder = folder
        self._link, self._open, self._disk = link, open_library, disk

    def lease(self) -> OfflineLease | None:
        return _lease(self.folder)

    def state(self) -> OfflineState | None:
        return state(self.folder, self._open)

    def take(self, choice: OfflineChoice, reporter: Reporter) -> OfflineReport:
        known = _lease(self.folder)
        return self._exchanged(known.choice | choice if known else choice, reporter)

    def sync(self, reporter: Reporter) -> OfflineReport:
        known = _lease(self.folder)
        if known is None:
            raise errors.NothingOffline
        return self._exchanged(known.choice, reporter)

    def leave(self, reporter: Reporter, *, unsent_too: bool = False) -> None:
        delete(self.folder, self._open, unsent_too=unsent_too)
        with suppress(errors.BriefBankError):  # the offline copy is gone in any case
            call(self._link, "offline.returned")

    def _exchanged(self, choice: OfflineChoice, reporter: Reporter) -> OfflineReport:
        started = time.monotonic()
        delete_forfeited(self.folder, self._open)
        lease = self._renewed(choice)
        if _lease(self.folder) is not None:
            library_folder.keep_offline_lease(self.folder, lease)  # first: an ended one does not open
        with self._open(self.folder, reporter) as library, library.offline.exchange():
            library_folder.keep_offline_lease(self.folder, lease)
            exchange = _Exchange(self._link, library.offline, lease, self.folder, reporter)
            exchange.carry_out()
            documents = len(library.offline.stamps())
        counts = documents, exchange.brought, exchange.removed, exchange.sent
        seconds = time.monotonic() - started
        return OfflineReport(exchange.lease, *counts, seconds, tuple(exchange.problems))

    def _require_own(self) -> None:
        """Raise OfflineOfAnother where another person than the one who is signed in took the offline copy
        along, or from another office than this one."""
        known = _lease(self.folder)
        if known is None:
            return
        is_of_office = known.library in ("", call(self._link, "records.library_id"))
        if not is_of_office or known.person not in ("", self._link.signed_in().name):
            raise errors.OfflineOfAnother(
                Message(
                    "The documents on this computer were taken along by {person} from {office}.",
                    person=known.person,
                    office=known.office,
                ),
                Message(
                    "Have them sign in there and bring the documents up to date, or delete the documents "
                    "before you take some along yourself."
                ),
            )

    def _renewed(self, choice: OfflineChoice) -> OfflineLease:
        """Return the lease that the office gives. A computer that it let go loses what it has of
        the office."""
        try:
            self._require_own()
            given: OfflineLease = call(self._link, "offline.take", choice, self._disk(self.folder))
        except errors.Revoked:
            forfeit(self.folder, self._open)
            raise
        if not library_folder.is_possible_end(given.until):
            raise errors.OtherRelease(detail="lease")
        return replace(given, choice=choice)


@dataclass
class _Exchange:
    """One exchange with the office. One thread, which has helpers that fetch."""

    link: Link
    offline: OfflineLibrary
    lease: OfflineLease
    folder: Path
    reporter: Reporter
    brought: int = 0
    removed: int = 0
    sent: int = 0
    problems: list[Message] = field(default_factory=list)
    entries: dict[str, FeedEntry] = field(default_factory=dict)
    """The documents that the office gives, by hash."""

    def carry_out(self) -> None:
        """Do everything in the order in which an interruption does the least harm: what is kept from the
        person now goes first."""
        self._list()
        self.removed = self.offline.remove_all_but(self.entries.keys(), self.reporter)
        if self._send():
            self._list()
        self._fetch()
        try:
            self.offline.finish_vectors(self.reporter)
        except _NOT_REFUSALS:
            raise
        except errors.BriefBankError as error:
            log.warning("taken along without vectors: %s", error.detail)
            self.problems.append(
                Message("It can be searched by words only: this computer cannot prepare its meaning.")
            )
        self.offline.take_marks(self._ask("feed.marks", [entry.id for entry in self.entries.values()]))
        self.offline.take_lists(self._ask("feed.lists"), self.lease.library)
        self.offline.finish(self.reporter)

    def _ask(self, name: str, *values: Any) -> Any:
        self.reporter.check()
        return call(self.link, name, *values)

    def _list(self) -> None:
        entries: list[FeedEntry] = self._ask("feed.entries", self.lease.choice)
        self.entries = {entry.sha256: entry for entry in entries}

    def _send(self) -> int:
        """Send new files, then corrections, then marks; return how many were taken."""
        for document, path in self.offline.own():
            refusal = Message("“{title}” was not taken by the office and stays here.", title=document.title)
            self._try(document, refusal, partial(self._send_file, document, path))
        if self.sent:
            self._list()
        for correction in self.offline.corrections():
            title = self.offline.title_of(correction.sha256)
            refusal = Message(
                "The correction of “{title}” was not taken by the office and stays here.", title=title
            )
            self._try(correction, refusal, partial(self._send_correction, correction))
        for mark in self.offline.marks():
            title = self.offline.title_of(mark.document_sha256)
            refusal = Message("A mark on “{title}” was not taken by the office and stays here.", title=title)
            self._try(mark, refusal, partial(self._send_mark, mark))
        return self.sent

    def _try(
        self, sent: Document | OfflineCorrection | OfflineMark, refusal: Message, send: Callable[[], None]
    ) -> None:
        """Send one thing and note that; or say what the office answered, and keep it for the next time."""
        self.reporter.check()
        try:
            send()
        except _NOT_REFUSALS:
            raise
        except errors.BriefBankError as error:
            self.problems.append(joined((refusal, error.message)))
            return
        self.offline.note_sent(sent)
        self.sent += 1

    def _send_correction(self, correction: OfflineCorrection) -> None:
        document_id = self._id(correction.sha256)
        self._ask("documents.correct", document_id, correction.field, correction.value)

    def _send_file(self, document: Document, path: Path) -> None:
        self.reporter.progress(SENDING, 0, 0)
        if self._ask("records.find_by_hash", document.sha256) is None:
            outcomes = self.link.add(path, AddUpload(), self.reporter, name=document.file_name)
            if self._ask("records.find_by_hash", document.sha256) is None:
                reasons = joined([outcome.reason for outcome in outcomes])
                raise errors.BriefBankError(Message("The file was refused."), reasons)
        choice = self.lease.choice | OfflineChoice(documents=(document.sha256,))
        if len(choice.documents) > MOST_DOCUMENTS:
            self.problems.append(
                Message(
                    "“{title}” is at the office now, and not taken along any more: no more single "
                    "documents can be chosen.",
                    title=document.title,
                )
            )
            return
        self.lease = replace(self.lease, choice=choice)
        library_folder.keep_offline_lease(self.folder, self.lease)  # so that it stays in the offline copy

    def _send_mark(self, mark: OfflineMark) -> None:
        key = self._id(mark.document_sha256), mark.text_hash
        passages: dict[tuple[int, str], int] = self._ask("records.passages_with_words", [key])
        if key not in passages:
            raise errors.NotInLibrary
        self._ask("feedback.give", passages[key], mark.query, mark.verdict)

    def _id(self, sha256: str) -> int:
        """Return the id of a document at the office. Raises NotInLibrary."""
        if sha256 not in self.entries:
            raise errors.NotInLibrary
        return self.entries[sha256].id

    def _fetch(self) -> None:
        stamps = self.offline.stamps()
        changed = [entry for entry in self.entries.values() if stamps.get(entry.sha256) != entry.stamp]
        encoder, done = self.offline.encoder_name() if changed else "", 0
        with ThreadPoolExecutor(PDFS_AT_ONCE, thread_name_prefix="pdfs") as pool:
            for portion in portions(changed):
                self.reporter.progress(TAKING, done, len(changed))
                arrived, vectors = self._fetched(portion, encoder, pool)
                refused = self.offline.store(arrived)
                for sha256 in refused:
                    self._left_out(sha256)
                self.offline.add_vectors(vectors, [document.sha256 for document in arrived], self.reporter)
                self.brought += len(arrived) - len(refused)
                done += len(portion)

    def _fetched(
        self, portion: list[FeedEntry], encoder: str, pdfs: ThreadPoolExecutor
    ) -> tuple[list[Arrived], dict[str, bytes]]:
        """Return the documents of a portion that are there, with their PDFs in their places, and their
        vectors; of one that is too long each by itself."""
        try:
            untrusted: FeedPortion = self._ask("feed.portion", [entry.id for entry in portion], encoder)
        except errors.AnswerTooLong:
            if len(portion) == 1:
                self.problems.append(Message("A document was not taken along: it is too large."))
                return [], {}
            documents, vectors = list[Arrived](), dict[str, bytes]()
            for entry in portion:
                whole, theirs = self._fetched([entry], encoder, pdfs)
                documents += whole
                vectors |= theirs
            return documents, vectors
        if untrusted.revision != REVISION:
            raise errors.OtherRelease(detail="feed")
        given = {sent.sha256: sent for sent in untrusted.documents}
        pairs = [(entry, given[entry.sha256]) for entry in portion if entry.sha256 in given]
        arrived = [
            Arrived(entry.sha256, entry.stamp, document.rows, pdf_sha256)
            for (entry, document), pdf_sha256 in zip(pairs, pdfs.map(self._pdf, pairs), strict=True)
            if pdf_sha256 is not None
        ]
        return arrived, untrusted.vectors

    def _pdf(self, pair: tuple[FeedEntry, FeedDocument]) -> str | None:
        """Fetch the PDF of a document, unless it is here, and return its hash; empty for a document without
        one, and None where the office lacks it or it is another one."""
        entry, document = pair
        try:
            pdf = self.offline.pdf_of(document, entry.sha256)
            if pdf is None:
                return ""
            if pdf.is_here():
                return pdf.expected
            self._download(entry.id, document.pdf_bytes, pdf)
            return pdf.publish()
        except (errors.StoreDamaged, errors.FileAway, errors.NotInLibrary) as error:
            log.warning("not taken along: %s", error.detail)
            self._left_out(entry.sha256)
            return None

    def _download(self, document_id: int, size: int, pdf: ArrivedPdf) -> None:
        """Fetch what is missing of a PDF. What an earlier exchange left of it is continued where its hash is
        known. Raises FileAway and StoreError."""
        if not size:
            raise errors.FileAway(detail="feed: no PDF")
        try:
            with pdf.draft.open("ab" if pdf.expected else "wb") as file:
                if file.tell() > size:
                    file.seek(0)
                    file.truncate()
                self.link.fetch_pdf(document_id, size, file, self.reporter.check)
        except OSError as error:
            raise files.store_error(error) from error

    def _left_out(self, sha256: str) -> None:
        problem = Message("A document was not taken along: at the office it is damaged, or its PDF missing.")
        if named := self.offline.title_of(sha256):
            problem = Message(
                "“{named}” was not brought up to date: at the office it is damaged, or its PDF missing.",
                named=named,
            )
        self.problems.append(problem)
