"""Looks up the reader's information on the law, only once a document is on the screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from briefbank.domain.caption_fields import LAW
from briefbank.domain.documents import Document
from briefbank.text.messages import Message, as_message
from ui.features.reader.law_line import OpenLaw
from ui.i18n.translate import tr, translate_core
from ui.jobs import JobReporter, Lane
from ui.shared.scoped_jobs import Lanes

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.features.reader.controller import ReaderController

TOPIC = "law of the reader"


class LawLookupController(QObject):
    """Fills the law line of a reader; a failed look-up shows nothing."""

    def __init__(self, library: LibraryApi, jobs: Lanes, reader: ReaderController) -> None:
        super().__init__(reader)
        self._library, self._jobs, self._reader = library, jobs, reader
        reader.opened.connect(lambda _document_id: self.refresh())
        reader.hit_changed.connect(lambda _passage_id: self._hit_changed())

    def _hit_changed(self) -> None:
        """Follow a change to another passage of the open document, or to no document."""
        hit, document = self._reader.hit, self._reader.document
        if document is None:
            self._jobs.drop(TOPIC)
            self._reader.view.law.forget()
        elif hit is not None and hit.document.id == document.id:
            self._reader.view.law.show_alerts(hit.alerts)
            self.refresh()

    def refresh(self) -> None:
        """Look up again, because the information may have changed."""
        hit, document = self._reader.hit, self._reader.document
        if document is None:
            return
        if hit is not None and not self._reader.view.law.shown.alerts:
            self._reader.view.law.show_alerts(hit.alerts)
        passage, known = (hit.passage.id, hit.alerts) if hit else (0, ())
        work = partial(_look_up, self._library, document, passage, known)
        job = self._jobs.start(Lane.READER, work, topic=TOPIC)
        job.done.connect(partial(self._show, document.id, passage))

    def _show(self, document_id: int, passage_id: int, law: OpenLaw) -> None:
        hit, document = self._reader.hit, self._reader.document
        now = (document.id if document else 0, hit.passage.id if hit else 0)
        if now == (document_id, passage_id):
            self._reader.view.law.show_law(law)


def _look_up(
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
    elsewhere: list[Message] = list(others)
    if passage_id:
        framed = tr("Elsewhere in it: {text}")
        elsewhere = [as_message(framed.format(text=translate_core(text))) for text in others]
    reporter.check()
    provision = library.validity.of_passages([passage_id]).get(passage_id) if passage_id else None
    law = library.validity.law_of(document) if document.kind not in LAW and document.filed else None
    return OpenLaw((*here, *elsewhere), provision, law)
