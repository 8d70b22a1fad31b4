"""Looks up what the reader says of the law: once a document is on the screen, and never before."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from briefbank.models import LAW, Document
from ui.jobs import JobReporter, Lane
from ui.own_topics import Lanes
from ui.tongue import tr
from ui.views.law_line import OpenLaw
from ui.views.reader import Reader

if TYPE_CHECKING:
    from briefbank.library import Library

TOPIC = "law of the reader"


class ReaderLaw(QObject):
    """Fills the line of the reader; what cannot be looked up is not said."""

    def __init__(self, library: Library, jobs: Lanes, reader: Reader) -> None:
        super().__init__(reader)
        self._library, self._jobs, self._reader = library, jobs, reader
        reader.opened.connect(lambda _document_id: self.look())
        reader.hit_changed.connect(lambda _passage_id: self._moved())

    def _moved(self) -> None:
        """Another passage of the document that is open, or nothing any more."""
        hit, document = self._reader.hit, self._reader.document
        if document is None:
            self._jobs.drop(TOPIC)
            self._reader.law.forget()
        elif hit is not None and hit.document.id == document.id:
            self._reader.law.show_alerts(hit.alerts)
            self.look()

    def look(self) -> None:
        """What is open may stand otherwise now."""
        hit, document = self._reader.hit, self._reader.document
        if document is None:
            return
        if hit is not None and not self._reader.law.shown.alerts:
            self._reader.law.show_alerts(hit.alerts)
        passage, known = (hit.passage.id, hit.alerts) if hit else (0, ())
        work = partial(_law, self._library, document, passage, known)
        job = self._jobs.start(Lane.READER, work, topic=TOPIC)
        job.done.connect(partial(self._show, document.id, passage))

    def _show(self, document_id: int, passage_id: int, found: OpenLaw) -> None:
        hit, document = self._reader.hit, self._reader.document
        now = (document.id if document else 0, hit.passage.id if hit else 0)
        if now == (document_id, passage_id):
            self._reader.law.show_law(found)


def _law(
    library: Library, document: Document, passage_id: int, known: tuple[str, ...], reporter: JobReporter
) -> OpenLaw:
    """What speaks against the passage comes first, then what speaks against others of the document."""
    passages = library.passages(document.id)
    reporter.check()
    said = library.good_law.alerts(passages)
    here = dict.fromkeys((*known, *said.get(passage_id, ())))
    there = dict.fromkeys(text for each in passages for text in said.get(each.id, ()) if text not in here)
    elsewhere = [tr("Elsewhere in it: {text}").format(text=text) if passage_id else text for text in there]
    reporter.check()
    provision = library.validity.of_passages([passage_id]).get(passage_id) if passage_id else None
    law = library.validity.law_of(document) if document.kind not in LAW and document.filed else None
    return OpenLaw((*here, *elsewhere), provision, law)
