"""Documents of a library, their kinds and captions, and the result of reading one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from briefbank.domain.annotations import AnnotationGap
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.document_names import Facts
from briefbank.domain.kinds import Kind
from briefbank.domain.pages import Page
from briefbank.domain.passages import Passage


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
    file that was dropped by itself it is the name of its folder (``text.folders``)."""
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
