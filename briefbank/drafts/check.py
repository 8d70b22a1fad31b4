"""The check of a draft against what the office has argued. Keeps nothing of the draft.

The draft is read like a file of the ingest, in a child process and a private folder that is deleted at the
end (``folder``, ``reading``). The catalogue and the indexes are only read.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

from briefbank.api.law import DraftsApi
from briefbank.catalogue.store import Catalogue
from briefbank.citations.malformed import find_faults
from briefbank.citator.good_law import GoodLaw
from briefbank.domain.annotations import Annotation, AnnotationGaps
from briefbank.domain.authorities import Authority
from briefbank.domain.authority_reports import DraftCoverage, DraftReport, MalformedCitation
from briefbank.domain.documents import Document
from briefbank.drafts import coverage_notes
from briefbank.drafts.argument_search import ArgumentSearch, parts_of, searched, section_of
from briefbank.drafts.cited import authorities, cited_in, key_of
from briefbank.drafts.doubtful_authorities import relied_on
from briefbank.drafts.miscited_cases import MiscitedFinder
from briefbank.drafts.places import place_of
from briefbank.drafts.progress import DraftProgress
from briefbank.drafts.quotation_check import QuotationChecker
from briefbank.drafts.reading import DraftReader, ReadDraft
from briefbank.drafts.uncited_authorities import ForgottenFinder
from briefbank.errors import QueryError
from briefbank.ingest.families import Families
from briefbank.jobs import Reporter
from briefbank.paths import LibraryPaths
from briefbank.search.searcher import Searcher
from briefbank.storage.locks import private_folder

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
        catalogue: Catalogue,
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
        return self._report(read, _title(read, draft), progress)

    def _report(self, draft: ReadDraft, title: str, progress: DraftProgress) -> DraftReport:
        itself = self._itself(draft)
        barred = {document.id for document in itself}
        parts = parts_of(draft)
        asked = searched(parts)
        argued = self._arguments.on(asked, barred, progress)
        gaps = AnnotationGaps()
        quoted = self._quotations.checked(draft, barred, progress, gaps)
        malformed = gaps.attempt(Annotation.CITATIONS, (), _malformed, draft)
        cited = self._cited(draft)
        coverage = DraftCoverage(
            unread_pages=len(draft.unread),
            sections_left_out=len(parts) - len(asked),
            quotations_left_out=quoted.left_out,
            record_quotations=quoted.of_record,
            list_entries=len(self._good_law.entries()),
            unread_citations=sum(
                gap.places
                for gap in (*draft.reading.gaps, *gaps.found())
                if gap.annotation is Annotation.CITATIONS
            ),
        )
        return DraftReport(
            title=title,
            pages=0 if draft.pasted else len(draft.reading.pages),
            words=sum(len(passage.text.split()) for passage in draft.reading.passages),
            sections=tuple(section_of(each, draft) for each in argued),
            forgotten=tuple(self._forgotten.of(draft, argued)),
            relied_on=tuple(relied_on(draft, self._catalogue, self._good_law)),
            quotations=quoted.checks,
            malformed=malformed,
            miscited=self._miscited.of(draft, barred),
            cited=cited,
            coverage=coverage,
            notes=tuple(coverage_notes.of(draft, itself, coverage, sections=len(parts), cited=len(cited))),
        )

    def _itself(self, draft: ReadDraft) -> list[Document]:
        """Return the documents of the library that are the draft or versions of it.

        Pasted text has none: it is part of some document, and it is worth knowing where it already stands.
        """
        if draft.pasted:
            return []
        alike = self._families.versions_of(draft.signature)
        same = self._catalogue.find_by_hash(draft.sha256)
        found = self._catalogue.documents_by_id(alike | ({same.id} if same else set()))
        return [found[id_] for id_ in sorted(found)]

    def _cited(self, draft: ReadDraft) -> tuple[Authority, ...]:
        """Return the authorities that the draft cites, each once, in order."""
        keys = list(dict.fromkeys(key_of(citation) for _, citation in cited_in(draft)))
        return tuple(dict.fromkeys(authorities(self._catalogue, keys).values()))


def _require_words(text: str) -> None:
    if not any(map(str.isalnum, text)):
        raise QueryError("There is no text to check.", "Paste a paragraph of your draft, or choose its file.")
    if len(text) > LONGEST_PASTED:
        raise QueryError("This is more text than can be pasted.", "Save it as a file and check that.")


def _title(read: ReadDraft, draft: Path | str) -> str:
    if isinstance(draft, Path):
        return read.reading.caption.title or draft.name
    return PASTED


def _malformed(draft: ReadDraft) -> tuple[MalformedCitation, ...]:
    passages = draft.reading.passages
    found = find_faults(
        [passage.text for passage in passages],
        [passage.citations for passage in passages],
        date.today(),
        [passage.role for passage in passages],
        whole=not draft.pasted,
    )
    malformed_citations = []
    for each in found:
        place = place_of(draft, passages[each.text], each.start, each.end)
        malformed_citations.append(MalformedCitation(place, place.text, each.words))
    return tuple(malformed_citations)
