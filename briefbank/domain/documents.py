"""What is added to a text that can be read and searched without it: its caption, headings, citations.

A mistake of BriefBank in one place of these must not cost the page, the file or the search.
``AnnotationGaps`` stands where they are made: what fails is left out, counted and logged, and all else goes
on.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import ParamSpec, TypeVar

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.document_names import Facts
from briefbank.domain.pages import Page, Passage
from briefbank.errors import BriefBankError
from briefbank.text.file_names import VersionState, VersionWords, version_words

# --- annotations -----------------------------------------------------------------------------------------

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

_NO_MISTAKE = (BriefBankError, MemoryError, OSError, ImportError)
"""Errors that mean something else than a mistake in one place: a refusal, a stop, a lack of memory, a bad
disk."""
_MOST_FRAMES = 20


class Annotation(StrEnum):
    """A kind of annotation; the catalogue uses these values."""

    CAPTION = "caption"
    HEADINGS = "headings"
    CITATIONS = "citations"
    TREATMENTS = "treatments"
    """What a document says of the authorities that it cites: their names, and what became of them."""
    DATES = "dates"
    """The periods in which provisions are in force."""


OF_READING = frozenset({Annotation.CAPTION, Annotation.HEADINGS, Annotation.CITATIONS})
"""The annotations that reading a file makes."""
OF_GRAPH = frozenset({Annotation.TREATMENTS, Annotation.DATES})
"""The annotations that the graph of authorities is made of."""


@dataclass(frozen=True, slots=True)
class AnnotationGap:
    """The places in which one annotation of a text failed."""

    annotation: Annotation
    places: int
    fault: str = ""
    """The first exception, for the log: its class and stack frames, never its message."""


class AnnotationGaps:
    """The gaps in the annotation of one text, as they come up. One thread at a time."""

    def __init__(self) -> None:
        self._gaps: dict[Annotation, AnnotationGap] = {}

    def attempt(
        self,
        annotation: Annotation,
        default: T,
        function: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Return ``function(*args, **kwargs)``, or ``default`` where it fails by a mistake of ours."""
        try:
            return function(*args, **kwargs)
        except _NO_MISTAKE:
            raise
        except Exception as error:  # noqa: BLE001 - counted and logged
            self._add(annotation, error)
            return default

    def found(self) -> tuple[AnnotationGap, ...]:
        """Return the gaps, one for each annotation that has any."""
        return tuple(self._gaps.values())

    def _add(self, annotation: Annotation, error: Exception) -> None:
        known = self._gaps.get(annotation)
        if known is None:
            known = AnnotationGap(annotation, 0, _described(error))
            log_gaps([known])
        self._gaps[annotation] = replace(known, places=known.places + 1)


def log_gaps(gaps: Iterable[AnnotationGap]) -> None:
    """Log gaps, those of a child process too, which does not log."""
    for gap in gaps:
        log.error("mistake in the %s of a text: %s", gap.annotation, gap.fault)


def _described(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)[-_MOST_FRAMES:]
    places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return "\n".join([type(error).__qualname__, *places])


# --- documents -------------------------------------------------------------------------------------------
# Documents of a library, their kinds and captions, and the result of reading one.


@dataclass(frozen=True, slots=True)
class CaptionEntry:
    """One field of a caption as text, with its source. Value and source are empty when nothing is known."""

    field: CaptionField
    value: str
    """The value: an ISO date for FILED, a value of Kind for KIND. Several dockets, judges or parties are
    joined with '; '."""
    source: str
    """The source: 'caption', 'stamp', 'signature', 'service', 'file', 'folder' or 'person'."""
    confidence: float
    """The confidence, 0 to 1; 1 for a person's entry, 0 where nothing is known."""
    page: int | None = None
    """The page where the value stands, from 0; None where it stands on no page."""


@dataclass(frozen=True, slots=True)
class Party:
    """A party of a case: 'John Doe' and the caption's role for it, 'Defendant-Appellant' (or empty)."""

    name: str
    role: str

    def __str__(self) -> str:
        return f"{self.name} ({self.role})" if self.role else self.name


@dataclass(frozen=True, slots=True)
class Caption:
    """The caption that was read from the first pages. A field that was not found is empty, never guessed."""

    title: str = ""
    court: str = ""
    docket: str = ""
    """The docket number; several are joined with '; '."""
    filed: date | None = None
    filed_source: str = ""
    """The place of the date: 'caption', 'stamp', 'signature' or 'service'; empty when there is none."""
    parties: tuple[Party, ...] = ()
    side: str = ""
    """The party it speaks for: 'Appellant', 'Respondent', 'Petitioner', 'amicus curiae', …; empty when
    unknown."""
    office: str = ""
    """The office whose lawyers wrote it."""
    judge: str = ""
    """The judge below or the members of the bench, without titles; several are joined with '; '."""
    entries: tuple[CaptionEntry, ...] = ()
    """Source, confidence and page of every field that was found, in order of CaptionField, KIND included."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that reading extracted from one document."""

    kind: Kind
    caption: Caption
    pages: tuple[Page, ...]
    passages: tuple[Passage, ...]
    gaps: tuple[AnnotationGap, ...] = ()
    """What could not be read of caption, headings and citations."""
    attached: int = 0
    """The number of files attached inside it."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the library."""

    id: int
    sha256: str
    kind: Kind
    title: str
    court: str
    docket: str
    filed: date | None
    filed_source: str
    """The place of the date, as in Caption, or 'person'; empty when there is none."""
    pages: int
    ocr_pages: int
    passages: int
    gaps: int
    file_name: str
    suffix: str
    """The suffix of the stored original with its dot, in lower case, such as '.docx'."""
    size: int
    """The size of the original in bytes."""
    added_at: datetime
    """The time in UTC, timezone-aware."""
    has_reading_copy: bool
    sample: bool = False
    """True for the made-up sample that comes with BriefBank."""
    doubtful_pages: int = 0
    """The number of pages recognised with low confidence."""
    hidden_pages: int = 0
    """The number of pages with text that cannot be seen, such as a redaction that can be undone."""
    family: int = 0
    """The same number for all versions of one document; 0 for a document without another version."""
    parties: str = ""
    """The parties, such as 'John Doe (Defendant-Appellant); State of New Jersey (Plaintiff-Respondent)'."""
    side: str = ""
    """The party it speaks for; see Caption."""
    office: str = ""
    corrected: frozenset[CaptionField] = frozenset()
    """The fields that a person has corrected; a correction wins over what was read."""
    judge: str = ""
    """The judge below or the members of the bench; see Caption."""
    folder: str = ""
    """The folder in which it was found first, from the dropped one down: 'Appeals/2010/Smith, John'. For a
    file that was dropped by itself it is the name of its folder (``text.file_names``)."""
    attached: int = 0
    """The number of files attached inside it: to a mail, or in a PDF."""
    paper: str = ""
    """The name by which it calls itself, such as 'Reply Brief', where that says more than its kind."""
    version: str = ""
    """The version that its file's name or a person says it is, such as 'Draft 2'."""
    distinctions: Facts = ()
    """What distinguishes it from the other documents with its title; empty where its title is unique, and
    where nobody needs it."""


@dataclass(frozen=True, slots=True)
class Attachments:
    """How a document hangs together with others of the library by attachment."""

    attached_to: tuple[Document, ...]
    """The mails and PDFs that it is attached to, newest first."""
    no_longer_here: int
    """The number of mails and PDFs that it was attached to and that were removed."""
    files: tuple[Document, ...]
    """The files attached to it that are documents of the library, in order of name."""

    def __bool__(self) -> bool:
        return bool(self.attached_to or self.no_longer_here or self.files)


@dataclass(frozen=True, slots=True)
class Version:
    """The same or nearly the same passage in another document."""

    document_id: int
    passage_id: int
    title: str
    filed: date | None
    version: str = ""
    """The version that its file's name or a person says it is."""
    distinctions: Facts = ()
    """See Document."""


@dataclass(frozen=True, slots=True)
class LibraryState:
    """What distinguishes the documents of a library at one moment from those of a later one."""

    documents: int
    newest_document: int
    """The highest id of a document, 0 for none. Ids are never reused."""
    newest_passage: int
    corrections: int
    last_correction: datetime | None
    indexed: int = 0
    """The number of passages in the word index, which gets a document a moment after it is stored."""


@dataclass(frozen=True, slots=True)
class LibraryChange:
    """What became of the documents of a library since a ``LibraryState``."""

    added: int = 0
    """The number of documents added since that are still there."""
    otherwise: bool = False
    """Whether documents were removed or their captions corrected; where none was added also whether any was
    read or divided into passages again, or came into the word index."""
    files_left: int = 0
    """The number of files that still wait to become documents."""


# --- version order ---------------------------------------------------------------------------------------
# The order of the versions of one document: the filed one first, drafts last.
#
# A draft never comes before a version that is none. Among the others the newest filed is first; of those
# filed on one day, or on no known day, the one with the court's stamp, then one whose name says that it was
# filed, then one with a date at its signature. Then a PDF goes before what a word processor can still
# change, a final version before others, a higher number before a lower one, and the latest added first.

VersionKey = tuple[bool, int, int, bool, bool, tuple[int, ...], float, int]
_HIGHEST = 1_000
"""More than any part of a version's number, which is subtracted so that higher ones come first."""


def version_order(document: Document) -> VersionKey:
    """Return the sort key among the versions of a document. No two documents of a library have the same."""
    words = version_of(document)
    filed = document.filed.toordinal() if document.filed else 0
    counted = (*(_HIGHEST - part for part in words.counted), _HIGHEST)
    return (
        words.standing is VersionState.DRAFT and document.filed_source != "stamp",
        -filed,
        -_evidence(document, words),
        document.suffix != ".pdf",
        words.standing is not VersionState.FINAL,
        counted,
        -document.added_at.timestamp(),
        -document.id,
    )


def version_of(document: Document) -> VersionWords:
    """Return what is known of a document's version; by the name of its file where it was read before names
    counted."""
    return version_words(document.version or document.file_name.rpartition(".")[0])


def _evidence(document: Document, words: VersionWords) -> int:
    """Return how sure it is that this very version was filed, from 0 to 3."""
    if document.filed_source == "stamp":
        return 3
    if words.standing is VersionState.FILED:
        return 2
    return int(document.filed_source == "signature")


# --- document lists --------------------------------------------------------------------------------------
# A list of documents as a person asks for it: narrowed, and in an order.


class ListColumn(StrEnum):
    """The values by which a list of documents is ordered."""

    TITLE = "title"
    """The title, or the name of the file of a document without one."""
    FILED = "filed"
    KIND = "kind"
    COURT = "court"
    DOCKET = "docket"
    PAGES = "pages"
    REMARKS = "remarks"
    """The number of remarks: gaps, doubtful pages, covered text, other versions."""


@dataclass(frozen=True, slots=True)
class TypedWord:
    """A word by which a list is narrowed, and what it stands for in the language of the person.

    It is sought, without regard to capitals and accents, within title, version, court, docket, name of the
    file, folder, and day of filing as 2015-03-01. A docket number is sought in any of its forms
    (``text.docket_numbers``).
    """

    text: str
    kinds: frozenset[Kind] = frozenset()
    """The kinds of which it is the name, or a part of it."""
    months: frozenset[int] = frozenset()
    """The months, 1 to 12, of which it is the name, or a part of it."""


@dataclass(frozen=True, slots=True)
class DocumentList:
    """A selection of documents and its order. Of equal documents the newest filed comes first, those without
    a date last; of one day, the one that was added first."""

    words: tuple[TypedWord, ...] = ()
    """The words of which each must occur."""
    lacking: frozenset[CaptionField] = frozenset()
    """Fields of EXPECTED of which one must be missing: the name of its file is no title, and a mail needs no
    court. None asks for nothing."""
    folder: str = ""
    """The folder in which they lie, or in one in it; empty for any."""
    column: ListColumn = ListColumn.FILED
    descending: bool = True
    kinds: tuple[Kind, ...] = tuple(Kind)
    """All kinds, in the order of their names."""


ALL = DocumentList()
"""All documents, the newest filed first."""


@dataclass(frozen=True, slots=True)
class ListedDocument:
    """A document as a row of a list."""

    document: Document
    others: tuple[Document, ...] = ()
    """Its other versions, the filed and newest first."""
