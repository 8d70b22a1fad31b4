"""What a draft forgot, beside what the office has argued. Nothing of the draft is kept.

The draft is read like a file of the intake, in a child process and a private folder that is gone at the end
(``folder``, ``reading``); the catalogue and the indexes are only read.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from briefbank.authority.malformed import malformed
from briefbank.catalogue.store import Catalogue
from briefbank.citator.good_law import GoodLaw
from briefbank.drafts import notes
from briefbank.drafts.cited import authorities, cited_in, key_of
from briefbank.drafts.folder import private_folder
from briefbank.drafts.forgotten import Forgotten
from briefbank.drafts.places import place_of
from briefbank.drafts.quoted import Quotations
from briefbank.drafts.reading import DraftReader, ReadDraft
from briefbank.drafts.relied import relied_on
from briefbank.drafts.sections import Arguments, parts_of, searched, section_of
from briefbank.drafts.telling import Telling
from briefbank.errors import QueryError
from briefbank.families import Families
from briefbank.jobs import Reporter
from briefbank.law import Authority
from briefbank.law_reports import DraftReport, MalformedCitation
from briefbank.models import Document
from briefbank.paths import LibraryPaths
from briefbank.search.searcher import Searcher

PASTED = "Pasted text"
LONGEST_PASTED = 5_000_000
"""Characters; more than any brief has, and it is set as a PDF to be read."""


class Drafts:
    """Any thread; one check takes seconds, of 300 pages half a minute, and of scans seconds a page more."""

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
        self._arguments = Arguments(searcher)
        self._forgotten = Forgotten(catalogue, good_law)
        self._quotations = Quotations(catalogue)

    def check(self, draft: Path | str, reporter: Reporter) -> DraftReport:
        """``draft``: a PDF, Word, text or HTML file, or pasted text. Raises FileRefused (not readable, no
        text), QueryError (pasted text without words, or too much of it), StoreError and Cancelled."""
        telling = Telling(reporter)
        telling.check()
        if isinstance(draft, str):
            _require_words(draft)
        with private_folder(self._paths.work) as folder:
            read = self._reader.read(draft, folder, telling)
        return self._report(read, _title(read, draft), telling)

    def _report(self, draft: ReadDraft, title: str, telling: Telling) -> DraftReport:
        itself = self._itself(draft)
        barred = {document.id for document in itself}
        parts = parts_of(draft)
        asked = searched(parts)
        argued = self._arguments.on(asked, barred, telling)
        quoted, uncompared = self._quotations.checked(draft, barred, telling)
        cited = self._cited(draft)
        told = notes.of(
            draft, itself, sections=len(parts), searched=len(asked), cited=len(cited), uncompared=uncompared
        )
        return DraftReport(
            title=title,
            pages=0 if draft.pasted else len(draft.reading.pages),
            words=sum(len(passage.text.split()) for passage in draft.reading.passages),
            sections=tuple(section_of(each, draft) for each in argued),
            forgotten=tuple(self._forgotten.of(draft, argued)),
            relied_on=tuple(relied_on(draft, self._catalogue, self._good_law)),
            quotations=tuple(quoted),
            malformed=tuple(_malformed(draft)),
            cited=cited,
            notes=tuple(told),
        )

    def _itself(self, draft: ReadDraft) -> list[Document]:
        """The documents of the library that are the draft, or versions of it. A pasted text is none: it is
        part of something, and where it stands already is worth knowing."""
        if draft.pasted:
            return []
        alike = self._families.versions_of(draft.signature)
        same = self._catalogue.find_by_hash(draft.sha256)
        found = self._catalogue.documents_by_id(alike | ({same.id} if same else set()))
        return [found[id_] for id_ in sorted(found)]

    def _cited(self, draft: ReadDraft) -> tuple[Authority, ...]:
        """What the draft cites, each once, in its order."""
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


def _malformed(draft: ReadDraft) -> Sequence[MalformedCitation]:
    passages = draft.reading.passages
    found = malformed(
        [passage.text for passage in passages],
        [passage.citations for passage in passages],
        date.today(),
        [passage.role for passage in passages],
        whole=not draft.pasted,
    )
    told = []
    for each in found:
        place = place_of(draft, passages[each.text], each.start, each.end)
        told.append(MalformedCitation(place, place.text, each.words))
    return told
