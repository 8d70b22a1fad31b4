"""Documents of the stand-in library, and their captions: what was read, and what a person put right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import count
from typing import Any

from briefbank.api.documents import DocumentsApi
from briefbank.domain.authorities import Citation, CitationKind
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import (
    ALL,
    Attachments,
    CaptionEntry,
    Document,
    DocumentList,
    LibraryChange,
    LibraryState,
    ListedDocument,
)
from briefbank.domain.pages import Page, PageSource, Passage
from briefbank.errors import CorrectionRefused, NotInLibrary
from briefbank.jobs import Reporter
from briefbank.text.file_names import levels
from briefbank.text.messages import Message, as_message
from tests.stand_ins.library import lists
from tests.stand_ins.library.calls import StubCalls
from tests.stand_ins.library.invented import FIRST_NUMBERED, PAGES, SOURCES, document, page_lines, passage
from tests.stand_ins.library.law import MARLOW
from ui.shared.wording import typed_range

READ = {
    CaptionField.PARTIES: CaptionEntry(
        CaptionField.PARTIES,
        "Harlan Quill (Defendant-Appellant); State of New Jersey (Plaintiff-Respondent)",
        "caption",
        0.9,
        0,
    ),
    CaptionField.SIDE: CaptionEntry(CaptionField.SIDE, "Appelant", "caption", 0.6, 1),
    CaptionField.OFFICE: CaptionEntry(CaptionField.OFFICE, "", "", 0.0),
}
"""Caption entries that the made-up documents lack; the side was misread."""


class StubDocuments(DocumentsApi):
    """SOURCES, or none. The filing date of every document is on a stamp on its third page, all else on the
    cover."""

    def __init__(self, calls: StubCalls, *, empty: bool) -> None:
        self._calls = calls
        self.stored = [] if empty else [document(n, s) for n, s in enumerate(SOURCES, start=1)]
        self.gaps: dict[int, str] = {}
        """Reasons why pages of every document have no text, by page index."""
        self.noted: dict[int, Page] = {}
        """Pages that take the place of every document's, by page index."""
        self.attached: dict[int, Attachments] = {}
        """What hangs together by attachment, by document id."""
        """The number of files that somebody else adds."""
        self._corrections: dict[tuple[int, CaptionField], str] = {}

    def each(self, selection: DocumentList = ALL) -> Iterator[Document]:
        return iter(lists.narrowed(self.stored, selection))

    def ids(self, selection: DocumentList) -> Sequence[int]:
        self._calls._call("documents", selection)
        return [item.id for item in lists.narrowed(self.stored, selection)]

    def listed(self, document_ids: Iterable[int]) -> dict[int, ListedDocument]:
        self._calls._call("listed", list(document_ids))
        items = self.some(document_ids).items()
        return {id_: ListedDocument(document, lists.others(self.stored, document)) for id_, document in items}

    def folders(self, most: int, also: str = "") -> dict[str, int]:
        self._calls._call("folders", also)
        counts = Counter(level for item in self.stored for level in levels(item.folder))
        return {folder: count for folder, count in counts.most_common(most) if folder}

    def totals(self) -> tuple[int, int]:
        self._calls._call("totals")
        return len(self.stored), sum(item.passages for item in self.stored)

    def state(self) -> LibraryState:
        newest = max((item.id for item in self.stored), default=0)
        return LibraryState(len(self.stored), newest, 0, 0, None)

    def change_since(self, before: LibraryState) -> LibraryChange:
        kept = sum(item.id <= before.newest_document for item in self.stored)
        return LibraryChange(len(self.stored) - kept, kept != before.documents)

    def some(self, document_ids: Iterable[int]) -> dict[int, Document]:
        expected = set(document_ids)
        return {item.id: item for item in self.stored if item.id in expected}

    def get(self, document_id: int) -> Document:
        for result in self.stored:
            if result.id == document_id:
                return result
        raise NotInLibrary()

    def pages(self, document_id: int) -> list[Page]:
        source = SOURCES[document_id - 1]
        return [
            self.noted.get(n)
            or Page(
                n,
                str(n - FIRST_NUMBERED + 1) if n >= FIRST_NUMBERED else "",
                "\n".join(page_lines(source, n)),
                PageSource.GAP if n in self.gaps else PageSource.TEXT,
                as_message(self.gaps.get(n, "")),
            )
            for n in range(PAGES)
        ]

    def passages(self, document_id: int) -> list[Passage]:
        return [result for result, document_ in self.all_passages() if document_.id == document_id]

    def all_passages(self) -> list[tuple[Passage, Document]]:
        """Return every passage with its document, numbered from 1."""
        numbers = count(1)
        return [
            (passage(next(numbers), document_.id, source, which), document_)
            for document_ in self.stored
            for source in (SOURCES[document_.id - 1],)
            for which in range(len(source.passages))
        ]

    def surroundings(self, passage_id: int) -> list[Passage]:
        """Return the passage alone; it cites Marlow."""
        passages = [passage for passage, _ in self.all_passages() if passage.id == passage_id]
        if not passages:
            raise NotInLibrary
        at = passages[0].text.index(" ") + 1
        return [replace(passages[0], citations=(Citation(at, at + 12, MARLOW.canonical, CitationKind.CASE),))]

    def remove(self, document_id: int, reporter: Reporter | None = None) -> None:
        self._calls._call("remove", document_id)
        self.stored = [result for result in self.stored if result.id != document_id]

    def remove_many(self, document_ids: Sequence[int], reporter: Reporter) -> None:
        self._calls._call("remove_many", list(document_ids))
        self.stored = [item for item in self.stored if item.id not in set(document_ids)]

    def change(self, document_id: int, **fields: Any) -> Document:
        """Change the fields of a document from now on."""
        index = next(n for n, result in enumerate(self.stored) if result.id == document_id)
        self.stored[index] = replace(self.stored[index], **fields)
        return self.stored[index]

    def caption(self, document_id: int) -> tuple[CaptionEntry, ...]:
        self._calls._call("caption", document_id)
        result = self.get(document_id)
        return tuple(self._entry(result, field) for field in CaptionField)

    def attachments(self, document_id: int) -> Attachments:
        self._calls._call("attachments", document_id)
        return self.attached.get(document_id, Attachments((), 0, ()))

    def correct(self, document_id: int, field: CaptionField, value: str | None) -> Document:
        self._calls._call("correct", (document_id, field, value))
        if field is CaptionField.FILED and value:
            day = typed_range(value)
            if day is None or day[0] != day[1]:
                raise CorrectionRefused(
                    Message("“{typed}” is not a date.", typed=value), Message("Write it as March 5, 2021.")
                )
            value = day[0].isoformat()
        self.get(document_id)
        return self._correct(document_id, field, value)

    def correct_many(
        self, document_ids: Sequence[int], field: CaptionField, value: str | None, reporter: Reporter
    ) -> list[int]:
        self._calls._call("correct_many", (tuple(document_ids), field, value))
        reporter.check()
        known = [document_id for document_id in document_ids if any(d.id == document_id for d in self.stored)]
        for done, document_id in enumerate(known):
            reporter.progress(Message("Correcting"), done, len(document_ids))
            self._correct(document_id, field, value)
        return [document_id for document_id in document_ids if document_id not in known]

    def _correct(self, document_id: int, field: CaptionField, value: str | None) -> Document:
        self._corrections.pop((document_id, field), None)
        if value is not None:
            self._corrections[document_id, field] = value
        return self._stored(document_id)

    def _entry(self, document: Document, field: CaptionField) -> CaptionEntry:
        if (document.id, field) in self._corrections:
            return CaptionEntry(field, self._corrections[document.id, field], "person", 1.0)
        if field in READ:
            return READ[field]
        read = _as_read(document.id)
        source, page = ("stamp", 2) if field is CaptionField.FILED else ("caption", 0)
        value = str(getattr(read, field.value, "") or "")
        return CaptionEntry(field, value, source, 0.9, page) if value else CaptionEntry(field, "", "", 0.0)

    def _stored(self, document_id: int) -> Document:
        read = _as_read(document_id)
        values = {entry.field: entry.value for entry in self.caption(document_id)}
        filed = values[CaptionField.FILED]
        now = replace(
            read,
            title=values[CaptionField.TITLE],
            court=values[CaptionField.COURT],
            docket=values[CaptionField.DOCKET],
            kind=Kind(values[CaptionField.KIND]),
            filed=date.fromisoformat(filed) if filed else None,
            corrected=frozenset(field for number, field in self._corrections if number == document_id),
        )
        self.stored[[item.id for item in self.stored].index(document_id)] = now
        return now


def _as_read(document_id: int) -> Document:
    return document(document_id, SOURCES[document_id - 1])
