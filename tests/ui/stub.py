"""A stand-in for Library with made-up briefs, kept in memory, to force states and faults upon the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from briefbank.errors import NotInLibrary, SummaryError
from briefbank.models import (
    Document,
    Hit,
    Order,
    Page,
    PageHighlight,
    PageSource,
    Passage,
    SearchAnswer,
    SearchRequest,
    Summary,
    SummarySentence,
    Verdict,
    Version,
)
from briefbank.reading.highlight import highlights
from tests.ui.made_up import FIRST_NUMBERED, PAGES, SOURCES, StubPages, document, page_lines, passage
from tests.ui.stub_captions import StubCaptions
from tests.ui.stub_health import StubHealth
from tests.ui.stub_intake import StubIntake

DISCLAIMER = (
    "This summary was put together by a program. It may be incomplete or wrong. "
    "Read the brief before you rely on it."
)


class StubLibrary(StubIntake, StubHealth, StubCaptions):
    """The façade's methods over SOURCES. ``faults`` maps a method's name to what it should raise."""

    def __init__(self, *, empty: bool = False) -> None:
        self.folder = Path("/made-up/library")
        super().__init__()
        self.feedback: dict[tuple[str, int], Verdict] = {}
        self.meaning = True
        self.views: list[StubPages] = []
        self.broken_pages: frozenset[int] = frozenset()
        self.gaps: dict[int, str] = {}
        """Why pages of every document have no text, by page index."""
        self.summaries: dict[int, Summary] = {}
        self.noted: dict[int, Page] = {}
        """Pages that take the place of every document's, by page index."""
        self.other_versions: dict[int, tuple[Version, ...]] = {}
        """Of hits, by passage id."""
        self._documents = [] if empty else [document(n, s) for n, s in enumerate(SOURCES, start=1)]

    # --- search ---

    def _passages(self) -> list[tuple[Passage, Document]]:
        found, number = [], 0
        for document_ in self._documents:
            source = SOURCES[document_.id - 1]
            for which in range(len(source.passages)):
                number += 1
                found.append((passage(number, document_.id, source, which), document_))
        return found

    def search(self, request: SearchRequest) -> SearchAnswer:
        self._call("search", request)
        typed = [word.strip('"').casefold() for word in request.text.split()]
        hits = []
        for found, document_ in self._passages():
            marks = _marks(found.text, typed)
            if not marks or not _passes(document_, request):
                continue
            reasons = (f"matches {len(marks)} of your words", "close in meaning")
            alerts = ("Later history unknown: check before you cite.",) if document_.id == 4 else ()
            citation = f"{document_.title}, {document_.docket}, at {found.page_label or '?'}"
            verdict = self.feedback.get((request.text.casefold(), found.id))
            others = self.other_versions.get(found.id, ())
            score = len(marks) / 20
            hits.append(Hit(0, found, document_, score, marks, reasons, alerts, citation, verdict, others))
        key = (
            (lambda h: -h.score)
            if request.order is Order.BEST
            else (lambda h: -(h.document.filed or date.min).toordinal())
        )
        hits = [replace(hit, rank=rank) for rank, hit in enumerate(sorted(hits, key=key), start=1)]
        advice = (
            ""
            if hits
            else "Try fewer or more usual words, or clear the dates. The library holds 5 documents."
        )
        said = "Passages about: " + ", ".join(typed)
        return SearchAnswer(said, 12.0, len(hits), tuple(hits[: request.limit]), advice, self.meaning)

    def give_feedback(self, passage_id: int, query: str, verdict: Verdict | None) -> None:
        self._call("give_feedback", (passage_id, query, verdict))
        if verdict is None:
            self.feedback.pop((query.casefold(), passage_id), None)
        else:
            self.feedback[(query.casefold(), passage_id)] = verdict

    # --- documents ---

    def documents(self) -> list[Document]:
        self._call("documents")
        return list(self._documents)

    def document(self, document_id: int) -> Document:
        for found in self._documents:
            if found.id == document_id:
                return found
        raise NotInLibrary()

    def _as_read(self, document_id: int) -> Document:
        return document(document_id, SOURCES[document_id - 1])

    def pages(self, document_id: int) -> list[Page]:
        source = SOURCES[document_id - 1]
        return [
            self.noted.get(n)
            or Page(
                n,
                str(n - FIRST_NUMBERED + 1) if n >= FIRST_NUMBERED else "",
                "\n".join(page_lines(source, n)),
                PageSource.GAP if n in self.gaps else PageSource.TEXT,
                self.gaps.get(n, ""),
            )
            for n in range(PAGES)
        ]

    def passages(self, document_id: int) -> list[Passage]:
        return [found for found, document_ in self._passages() if document_.id == document_id]

    def change(self, document_id: int, **fields: Any) -> Document:
        """Let a document be otherwise from now on."""
        place = next(n for n, found in enumerate(self._documents) if found.id == document_id)
        self._documents[place] = replace(self._documents[place], **fields)
        return self._documents[place]

    def remove(self, document_id: int) -> None:
        self._call("remove", document_id)
        self._documents = [found for found in self._documents if found.id != document_id]

    def summary(self, document_id: int) -> Summary:
        self._call("summary", document_id)
        if document_id == 5:
            raise SummaryError()
        if document_id in self.summaries:
            return self.summaries[document_id]
        sentences = (
            SummarySentence(
                "The stop was prolonged beyond its mission without reasonable suspicion.", 14, True, "issue"
            ),
            SummarySentence(
                "Consent given during an unlawful detention is not voluntary.", 17, True, "issue"
            ),
            SummarySentence(
                "On the evening of 4 May the defendant was stopped for a broken tail light.", 5, True, "facts"
            ),
            SummarySentence(
                "The trooper wrote a warning, handed back the papers, and then told him to wait.",
                6,
                True,
                "facts",
            ),
            SummarySentence("Nineteen minutes later a dog was led around the car.", 6, True, "facts"),
        )
        return Summary("extractive", DISCLAIMER, sentences, 1)

    # --- reader ---

    def highlights(self, hit: Hit) -> list[PageHighlight]:
        self._call("highlights", hit.passage.id)
        return highlights(hit.passage, hit.marks)

    def open_pages(self, document_id: int) -> StubPages:
        self._call("open_pages", document_id)
        view = StubPages(SOURCES[document_id - 1], self.broken_pages)
        self.views.append(view)
        return view

    def pdf_path(self, document_id: int) -> Path:
        return self.folder / f"{document_id}.pdf"

    def warm(self) -> None:
        self._call("warm")

    def close(self) -> None:
        self._call("close")


def _marks(text: str, typed: Sequence[str]) -> tuple[tuple[int, int], ...]:
    marks, at = [], 0
    for word in text.split(" "):
        bare = word.strip(".,;:").casefold()
        if any(
            len(part) > 2 and (bare == part or (len(part) > 4 and bare.startswith(part[:6])))
            for part in typed
        ):
            marks.append((at, at + len(word.rstrip(".,;:"))))
        at += len(word) + 1
    return tuple(marks)


def _passes(found: Document, request: SearchRequest) -> bool:
    filters = request.filters
    if filters.kinds and found.kind not in filters.kinds:
        return False
    if filters.filed_from and (found.filed is None or found.filed < filters.filed_from):
        return False
    return not (filters.filed_to and (found.filed is None or found.filed > filters.filed_to))
