"""The check of a draft against what the office has argued. Keeps nothing of the draft.

The draft is read like a file of the ingest, in a child process and a private folder that is deleted at the
end (``reading``). The catalogue and the indexes are only read.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from briefbank.api.law import DraftsApi
from briefbank.catalogue import document_rows
from briefbank.catalogue.database import Database
from briefbank.citations.malformed import find_faults
from briefbank.citator.good_law_editing import GoodLaw
from briefbank.domain.authorities import Authority
from briefbank.domain.authority_reports import DraftCoverage, DraftReport, MalformedCitation
from briefbank.domain.document_names import full_title
from briefbank.domain.documents import Annotation, AnnotationGaps, Document
from briefbank.drafts.arguments import (
    MOST_SECTIONS,
    ArgumentSearch,
    ForgottenFinder,
    authorities,
    cited_in,
    key_of,
    parts_of,
    searched,
    section_of,
)
from briefbank.drafts.authorities import MiscitedFinder, relied_on
from briefbank.drafts.quotations import QuotationChecker
from briefbank.drafts.reading import DraftProgress, DraftReader, ReadDraft, place_of
from briefbank.errors import QueryError
from briefbank.ingest.families import Families
from briefbank.jobs import Reporter
from briefbank.paths import LibraryPaths
from briefbank.search.searcher import Searcher
from briefbank.storage.lease import private_folder
from briefbank.text.messages import NO_MESSAGE, Message, joined, plural

_SHOWN = 12


def of(
    draft: ReadDraft, itself: Sequence[Document], coverage: DraftCoverage, *, sections: int, cited: int
) -> list[Message]:
    """Return the notes of one check, the most important first."""
    sentences = [
        _unread(draft),
        _unread_citations(coverage.unread_citations),
        _doubtful(draft),
        _itself(itself),
        _nothing_argued(draft) if not sections else NO_MESSAGE,
        _left_out(coverage.sections_left_out),
        _uncompared(coverage.quotations_left_out),
        NO_MESSAGE if cited else Message("The draft cites no authority that BriefBank knows by its form."),
    ]
    return [sentence for sentence in sentences if sentence]


def _unread(draft: ReadDraft) -> Message:
    if not draft.unread:
        return NO_MESSAGE
    pages = _pages(draft.unread)
    said = (
        Message("{pages} has no text that could be read and was not checked.", pages=pages)
        if len(draft.unread) == 1
        else Message("{pages} have no text that could be read and were not checked.", pages=pages)
    )
    return joined((said, draft.trouble))


def _unread_citations(passages: int) -> Message:
    if not passages:
        return NO_MESSAGE
    return plural(
        passages,
        "BriefBank made a mistake: citations of 1 passage could not be read and were not compared.",
        "BriefBank made a mistake: citations of {number} passages could not be read and were not compared.",
    )


def _doubtful(draft: ReadDraft) -> Message:
    doubtful = [page.index for page in draft.reading.pages if page.doubtful]
    if not doubtful:
        return NO_MESSAGE
    return Message(
        "{pages} could not be read with certainty. Differences found there may be misreadings.",
        pages=_pages(doubtful),
    )


def _pages(numbers: Sequence[int]) -> Message:
    named = ", ".join(str(number + 1) for number in numbers[:_SHOWN])
    if len(numbers) == 1:
        return Message("Page {named} of the file", named=named)
    if len(numbers) > _SHOWN:
        return Message("Pages {named} and others of the file", named=named)
    return Message("Pages {named} of the file", named=named)


def _itself(documents: Sequence[Document]) -> Message:
    if not documents:
        return NO_MESSAGE
    names, more = "; ".join(f"“{full_title(document)}”" for document in documents[:3]), len(documents) - 3
    if more > 0:
        return Message(
            "The library has this draft, or a version of it: {names} and {more} more. "
            "What stands there was left out.",
            names=names,
            more=more,
        )
    return Message(
        "The library has this draft, or a version of it: {names}. What stands there was left out.",
        names=names,
    )


def _nothing_argued(draft: ReadDraft) -> Message:
    if draft.pasted:
        return Message("The pasted text has no words to compare.")
    return Message(
        "No part that argues was found in the draft, so it was not compared with what your office argued."
    )


def _left_out(sections: int) -> Message:
    if sections < 1:
        return NO_MESSAGE
    return plural(
        sections,
        "The draft is long: 1 shorter section was not compared. The {most_sections} longest were.",
        "The draft is long: {number} shorter sections were not compared. The {most_sections} longest were.",
        most_sections=MOST_SECTIONS,
    )


def _uncompared(quotations: int) -> Message:
    if not quotations:
        return NO_MESSAGE
    return Message(
        "{quotations} more quotations were not compared. Check the draft in parts to compare all.",
        quotations=quotations,
    )


PASTED = "Pasted text"
LONGEST_PASTED = 5_000_000
"""The most characters of pasted text: more than any brief has. The text is set as a PDF to be read."""


class DraftChecker(DraftsApi):
    """The draft checker. Any thread.

    A check takes seconds, half a minute for 300 pages, and seconds more for each scanned page.
    """

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Database,
        families: Families,
        good_law: GoodLaw,
        searcher: Searcher,
        reader: DraftReader,
    ) -> None:
        self._paths, self._catalogue, self._families = paths, catalogue, families
        self._good_law, self._reader = good_law, reader
        self._arguments = ArgumentSearch(searcher)
        self._forgotten = ForgottenFinder(catalogue, good_law)
        self._miscited = MiscitedFinder(catalogue)
        self._quotations = QuotationChecker(catalogue, searcher)

    def check(self, draft: Path | str, reporter: Reporter) -> DraftReport:
        progress = DraftProgress(reporter)
        progress.check()
        if isinstance(draft, str):
            _require_words(draft)
        with private_folder(self._paths.work, "draft-") as folder:
            read = self._reader.read(draft, folder, progress)
        title = PASTED if isinstance(draft, str) else read.reading.caption.title or draft.name
        return self._report(read, title, progress)

    def _report(self, draft: ReadDraft, title: str, progress: DraftProgress) -> DraftReport:
        itself = self._itself(draft)
        barred = {document.id for document in itself}
        parts = parts_of(draft)
        searched_parts = searched(parts)
        argued = self._arguments.on(searched_parts, barred, progress)
        gaps = AnnotationGaps()
        quoted = self._quotations.checked(draft, barred, progress, gaps)
        malformed = gaps.attempt(Annotation.CITATIONS, (), _malformed, draft)
        cited = self._cited(draft)
        coverage = DraftCoverage(
            unread_pages=len(draft.unread),
            sections_left_out=len(parts) - len(searched_parts),
            quotations_left_out=quoted.left_out,
            record_quotations=quoted.of_record,
            list_entries=len(self._good_law.entries()),
            unread_citations=sum(
                gap.count
                for gap in (*draft.reading.gaps, *gaps.all())
                if gap.annotation is Annotation.CITATIONS
            ),
        )
        return DraftReport(
            title=title,
            pages=0 if draft.pasted else len(draft.reading.pages),
            words=sum(len(passage.text.split()) for passage in draft.reading.passages),
            sections=tuple(section_of(argued_part, draft) for argued_part in argued),
            forgotten=tuple(self._forgotten.of(draft, argued)),
            relied_on=tuple(relied_on(draft, self._catalogue, self._good_law)),
            quotations=quoted.checks,
            malformed=malformed,
            miscited=self._miscited.of(draft, barred),
            cited=cited,
            coverage=coverage,
            notes=tuple(of(draft, itself, coverage, sections=len(parts), cited=len(cited))),
        )

    def _itself(self, draft: ReadDraft) -> list[Document]:
        """Return the documents of the library that are the draft or versions of it.

        Pasted text has none: it is part of some document, and it is worth knowing where it already stands.
        """
        if draft.pasted:
            return []
        alike = self._families.versions_of(draft.signature)
        same = document_rows.find_by_hash(self._catalogue, draft.sha256)
        documents = document_rows.get_many(self._catalogue, alike | ({same.id} if same else set()))
        return [documents[id_] for id_ in sorted(documents)]

    def _cited(self, draft: ReadDraft) -> tuple[Authority, ...]:
        """Return the authorities that the draft cites, each once, in order."""
        keys = list(dict.fromkeys(key_of(citation) for _, citation in cited_in(draft)))
        return tuple(dict.fromkeys(authorities(self._catalogue, keys).values()))


def _require_words(text: str) -> None:
    if not any(map(str.isalnum, text)):
        raise QueryError(
            Message("There is no text to check."),
            Message("Paste a paragraph of your draft, or choose its file."),
        )
    if len(text) > LONGEST_PASTED:
        raise QueryError(
            Message("This is more text than can be pasted."), Message("Save it as a file and check that.")
        )


def _malformed(draft: ReadDraft) -> tuple[MalformedCitation, ...]:
    passages = draft.reading.passages
    faults = find_faults(
        [passage.text for passage in passages],
        [passage.citations for passage in passages],
        date.today(),
        [passage.role for passage in passages],
        whole=not draft.pasted,
    )
    placed = ((place_of(draft, passages[fault.text], fault.start, fault.end), fault) for fault in faults)
    return tuple(MalformedCitation(place, place.text, fault.words) for place, fault in placed)
