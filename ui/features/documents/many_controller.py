"""Corrects one field of several documents, as a job with its progress."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry
from briefbank.errors import BriefBankError, Cancelled, NotInLibrary
from briefbank.text.messages import Message
from ui.features.documents.many_view import ManyCorrection, ManyCorrectionDialog
from ui.features.documents.view import DocumentsView
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core
from ui.jobs import JobReporter, Jobs, Lane
from ui.shared import caption_texts, wording
from ui.shared.job_progress import JobProgress

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

TOPIC = "correct many"
NOT_CHANGED = tr("No document was changed.")
MOST = 10_000  # The number of documents that are corrected at once: nobody else can write until all are
NAMED = 3  # The number of documents that a sentence names


class ManyCorrectionController(QObject):
    """The controller of one dialog and of one change at a time."""

    status = Signal(str)
    library_changed = Signal()

    def __init__(self, library: LibraryApi, jobs: Jobs, documents: DocumentsView, window: QWidget) -> None:
        super().__init__(window)
        self._library, self._jobs, self._window = library, jobs, window
        self.dialog: ManyCorrectionDialog | None = None
        documents.many_wanted.connect(self.correct)

    def correct(self, document_ids: Sequence[int]) -> None:
        """Open the dialog for these documents."""
        if self._jobs.busy(TOPIC):
            self.status.emit(tr("Other documents are still being corrected. Wait until that is done."))
            return
        if len(document_ids) > MOST:
            said = tr("At most {number:,} documents are corrected at once. Narrow the list, or choose fewer.")
            self.status.emit(said.format(number=MOST))
            return
        work = partial(_captions, self._library, document_ids)
        job = self._jobs.start(Lane.READER, work, topic="captions")
        job.done.connect(self._open)
        job.failed.connect(lambda error: self.status.emit(str(error)))

    def _open(self, captions: dict[int, Sequence[CaptionEntry]]) -> None:
        self.dialog = dialog = ManyCorrectionDialog(captions, self._window)
        dialog.change_wanted.connect(partial(self._start, captions))
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self, _result: int) -> None:
        self.dialog = None

    def _start(self, captions: dict[int, Sequence[CaptionEntry]], change: ManyCorrection) -> None:
        library = self._library
        job = self._jobs.start(
            Lane.WRITER,
            lambda reporter: library.documents.correct_many(
                change.document_ids, change.field, change.value, reporter
            ),
            topic=TOPIC,
        )
        JobProgress(job, tr("Correcting"), tr("Correcting …"), _progress_text, self._window)
        job.done.connect(partial(self._done, captions, change))
        job.failed.connect(self._failed)
        job.ended.connect(self.library_changed)

    def _done(
        self, captions: dict[int, Sequence[CaptionEntry]], change: ManyCorrection, missing: Sequence[int]
    ) -> None:
        many = wording.count(len(change.document_ids) - len(missing), tr("document"), tr("documents"))
        name = caption_texts.FIELD_WORDS[change.field]
        said = [tr("{field} was corrected in {documents}.").format(field=name, documents=many)]
        if missing:
            named = ", ".join(f"“{_title(captions[id_])}”" for id_ in missing[:NAMED])
            named += " …" if len(missing) > NAMED else ""
            one = tr("{number} is no longer in the library: {titles}")
            more = tr("{number} are no longer in the library: {titles}")
            said.append(wording.counted(len(missing), one, more, titles=named))
        self.status.emit(" ".join(said))

    def _failed(self, error: BriefBankError) -> None:
        reason = "" if isinstance(error, Cancelled) else str(error)
        self.status.emit(f"{NOT_CHANGED} {reason}".strip())


def _title(caption: Sequence[CaptionEntry]) -> str:
    entry = next(entry for entry in caption if entry.field is CaptionField.TITLE)
    return entry.value or tr("Without a title")


def _captions(
    library: LibraryApi, document_ids: Sequence[int], reporter: JobReporter
) -> dict[int, Sequence[CaptionEntry]]:
    """Return the captions of those documents that are still there."""
    captions: dict[int, Sequence[CaptionEntry]] = {}
    for document_id in document_ids:
        reporter.check()
        with suppress(NotInLibrary):
            captions[document_id] = library.documents.caption(document_id)
    return captions


def _progress_text(stage: Message, done: int, total: int) -> str:
    if not total:
        return f"{translate_core(stage)} …"
    return tr("{stage}: {done} of {total}").format(
        stage=translate_core(stage), done=translate.number(done), total=translate.number(total)
    )
