"""Documents of a library, their captions, versions and names, lists of documents, and gaps in annotations.

Annotations (caption, headings, citations) are added to a text that can be read and searched without them. An
internal error in one of them must not cost the page, the file or the search: ``AnnotationGaps`` leaves out,
counts and logs what fails.

A title is often the name of a case, which all its papers have. A document with such a title is shown with a
few facts: "State v. Doe · Reply Brief of Appellant". ``distinctions`` chooses them from all documents with
that title; the window and ``worded`` put them into words.
"""

from __future__ import annotations

import logging
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from itertools import combinations
from pathlib import Path, PurePath
from typing import ParamSpec, TypeVar

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.pages import Page, Passage
from briefbank.errors import BriefBankError
from briefbank.text.characters import without_accents
from briefbank.text.dates import format_date
from briefbank.text.file_names import VersionState, VersionWords, version_words

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

_NO_MISTAKE = (BriefBankError, MemoryError, OSError, ImportError)
"""Errors that are no internal errors: a refusal, a stop, a lack of memory, a bad disk."""
_MOST_FRAMES = 20


class Annotation(StrEnum):
    """A kind of annotation; the catalogue uses these values."""

    CAPTION = "caption"
    HEADINGS = "headings"
    CITATIONS = "citations"
    TREATMENTS = "treatments"
    """What a document says of the authorities that it cites: their names and treatments."""
    DATES = "dates"  # the periods in which provisions are in force


OF_READING = frozenset({Annotation.CAPTION, Annotation.HEADINGS, Annotation.CITATIONS})
"""The annotations that reading a file makes."""
OF_GRAPH = frozenset({Annotation.TREATMENTS, Annotation.DATES})
"""The annotations that the graph of authorities is made of."""


@dataclass(frozen=True, slots=True)
class AnnotationGap:
    """How often one annotation of a text failed."""

    annotation: Annotation
    count: int
    fault: str = ""  # the first exception, for the log: its class and stack frames, never its message


class AnnotationGaps:
    """Collects the gaps in the annotations of one text. One thread at a time."""

    def __init__(self) -> None:
        self._gaps: dict[Annotation, AnnotationGap] = {}

    def attempt(
        self, annotation: Annotation, default: T, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return ``function(*args, **kwargs)``, or ``default`` after an internal error."""
        try:
            return function(*args, **kwargs)
        except _NO_MISTAKE:
            raise
        except Exception as error:  # noqa: BLE001 - counted and logged
            gap = self._gaps.get(annotation)
            if gap is None:
                frames = traceback.extract_tb(error.__traceback__)[-_MOST_FRAMES:]
                lines = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
                gap = AnnotationGap(annotation, 0, "\n".join([type(error).__qualname__, *lines]))
                log_gaps([gap])
            self._gaps[annotation] = replace(gap, count=gap.count + 1)
            return default

    def all(self) -> tuple[AnnotationGap, ...]:
        return tuple(self._gaps.values())


def log_gaps(gaps: Iterable[AnnotationGap]) -> None:
    """Log gaps. A child process does not log, so its parent logs those that it returns."""
    for gap in gaps:
        log.error("mistake in the %s of a text: %s", gap.annotation, gap.fault)


@dataclass(frozen=True, slots=True)
class CaptionEntry:
    """One field of a caption as text, with its source. Value and source are empty when nothing is known."""

    field: CaptionField
    value: str
    """An ISO date for FILED, a value of Kind for KIND. Dockets, judges or parties are joined with '; '."""
    source: str  # 'caption', 'stamp', 'signature', 'service', 'file', 'folder' or 'person'
    confidence: float  # 0 to 1; 1 for a person's entry, 0 where nothing is known
    page: int | None = None  # the page where it was read, from 0; None where it was read on no page


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
    docket: str = ""  # the docket number; several are joined with '; '
    filed: date | None = None
    filed_source: str = ""
    """Where the date was read: 'caption', 'stamp', 'signature' or 'service'; empty without a date."""
    parties: tuple[Party, ...] = ()
    side: str = ""
    """The party that it is filed for: 'Appellant', 'Respondent', 'Petitioner', 'amicus curiae', …"""
    office: str = ""  # the office whose lawyers wrote it
    judge: str = ""
    """The judge below or the members of the bench, without titles; several are joined with '; '."""
    entries: tuple[CaptionEntry, ...] = ()
    """Source, confidence and page of every field that was found, in order of CaptionField, KIND included."""


@dataclass(frozen=True, slots=True)
class Reading:
    kind: Kind
    caption: Caption
    pages: tuple[Page, ...]
    passages: tuple[Passage, ...]
    gaps: tuple[AnnotationGap, ...] = ()
    attached: int = 0  # the number of files attached inside it


@dataclass(frozen=True, slots=True)
class Document:
    id: int
    sha256: str
    kind: Kind
    title: str
    court: str
    docket: str
    filed: date | None
    filed_source: str  # where the date was read, as in Caption, or 'person'; empty without a date
    pages: int
    ocr_pages: int
    passages: int
    gaps: int
    file_name: str
    suffix: str  # the suffix of the stored original with its dot, in lower case, such as '.docx'
    size: int  # the size of the original in bytes
    added_at: datetime
    has_reading_copy: bool
    sample: bool = False  # True for the made-up sample that comes with BriefBank
    doubtful_pages: int = 0
    hidden_pages: int = 0
    """The number of pages with text that cannot be seen, such as a redaction that can be undone."""
    family: int = 0
    """The same number for all versions of one document; 0 for a document without another version."""
    parties: str = ""
    """The parties, such as 'John Doe (Defendant-Appellant); State of New Jersey (Plaintiff-Respondent)'."""
    side: str = ""
    office: str = ""
    corrected: frozenset[CaptionField] = frozenset()
    """The fields that a person has corrected; a correction wins over what was read."""
    judge: str = ""
    folder: str = ""
    """The folder it was first added from, from the dropped one down: 'Appeals/2010/Smith, John'. For a file
    that was dropped by itself, the name of its folder (``text.file_names``)."""
    attached: int = 0
    paper: str = ""
    """The name by which it calls itself, such as 'Reply Brief', where that says more than its kind."""
    version: str = ""  # the version that its file's name or a person says it is, such as 'Draft 2'
    distinctions: Facts = ()
    """What distinguishes it from others with its title; empty for a unique title, and where not asked for."""


@dataclass(frozen=True, slots=True)
class Attachments:
    """The documents of the library that a document is attached to, or that are attached to it."""

    attached_to: tuple[Document, ...]  # mails and PDFs, newest first
    no_longer_here: int  # the number of mails and PDFs that it was attached to and that were removed
    files: tuple[Document, ...]

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
    distinctions: Facts = ()


@dataclass(frozen=True, slots=True)
class LibraryState:
    documents: int
    newest_document: int  # the highest id of a document, 0 for none. Ids are never reused.
    newest_passage: int
    corrections: int
    last_correction: datetime | None
    indexed: int = 0
    """The number of passages in the lexical index, which gets a document a moment after it is stored."""


@dataclass(frozen=True, slots=True)
class LibraryChange:
    added: int = 0
    otherwise: bool = False
    """Whether documents were removed or their captions corrected; where none was added, also whether any was
    read or divided into passages again, or reached the lexical index."""
    files_left: int = 0


VersionKey = tuple[bool, int, int, bool, bool, tuple[int, ...], float, int]
_HIGHEST = 1_000
"""More than any part of a version's number, which is subtracted so that higher ones come first."""


def version_order(document: Document) -> VersionKey:
    """Return the sort key among the versions of a document, unique in a library: the filed one first, drafts
    last.

    A draft never comes before a version that is none. Among the others the newest filed is first; of those
    filed on one day, or on no known day, the one with the court's stamp, then one whose name says that it was
    filed, then one with a date at its signature. Then a PDF goes before what a word processor can still
    change, a final version before others, a higher number before a lower one, and the latest added first.
    """
    words = version_of(document)
    if document.filed_source == "stamp":
        evidence = 3
    elif words.state is VersionState.FILED:
        evidence = 2
    else:
        evidence = int(document.filed_source == "signature")
    return (
        words.state is VersionState.DRAFT and document.filed_source != "stamp",
        -(document.filed.toordinal() if document.filed else 0),
        -evidence,
        document.suffix != ".pdf",
        words.state is not VersionState.FINAL,
        (*(_HIGHEST - part for part in words.counted), _HIGHEST),
        -document.added_at.timestamp(),
        -document.id,
    )


def version_of(document: Document) -> VersionWords:
    """Return a document's version, as a person or the caption says, or else by its file's name."""
    return version_words(document.version or document.file_name.rpartition(".")[0])


class ListColumn(StrEnum):
    """The values by which a list of documents is ordered."""

    TITLE = "title"  # the title, or the name of the file of a document without one
    FILED = "filed"
    KIND = "kind"
    COURT = "court"
    DOCKET = "docket"
    PAGES = "pages"
    FILE_NAME = "file_name"
    REMARKS = "remarks"  # the number of remarks: gaps, doubtful pages, hidden text, other versions


@dataclass(frozen=True, slots=True)
class TypedWord:
    """A word by which a list is filtered, and what it means in the language of the person.

    It is matched, ignoring capitals and accents, within title, version, court, docket, file name, folder, and
    day of filing as 2015-03-01. A docket number matches in any of its forms (``text.docket_numbers``).
    """

    text: str
    kinds: frozenset[Kind] = frozenset()  # the kinds of which it is the name, or a part of it
    months: frozenset[int] = frozenset()  # the months, 1 to 12, of which it is the name, or a part of it


@dataclass(frozen=True, slots=True)
class DocumentList:
    """A selection of documents and its order. Of equal ones the newest filed comes first and those without a
    date last; of one day, the one that was added first."""

    words: tuple[TypedWord, ...] = ()  # each must match; of a pasted page the first 150 different ones count
    lacking: frozenset[CaptionField] = frozenset()
    """Fields of EXPECTED, one of which must be missing: a file name is no title, and a mail needs no court.
    Empty for no condition."""
    folder: str = ""  # the folder, subfolders included; empty for any
    column: ListColumn = ListColumn.FILED
    descending: bool = True
    kinds: tuple[Kind, ...] = tuple(Kind)  # all kinds, in the order of their names


ALL = DocumentList()  # All documents, the newest filed first


@dataclass(frozen=True, slots=True)
class ListedDocument:
    document: Document
    others: tuple[Document, ...] = ()  # its other versions, the filed and newest first


_MOST_FACTS = 3  # The most facts, beside the number of pages, before the name of the file is shown instead
_LONGEST = 80  # The characters shown of a fact


class NamePart(StrEnum):
    """The facts that may follow a title."""

    KIND = "kind"
    PAPER = "paper"  # the name by which it calls itself, in place of its kind
    SIDE = "side"  # the party it speaks for; follows KIND or PAPER
    PARTIES = "parties"
    OFFICE = "office"
    FILED = "filed"
    VERSION = "version"
    DOCKET = "docket"
    COURT = "court"
    PAGES = "pages"
    FILE_NAME = "file_name"
    FOLDER = "folder"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Distinction:
    """One fact after a title. The value of KIND is a ``Kind``, that of FILED an ISO date, those of PAGES and
    NUMBER are numbers."""

    part: NamePart
    value: str


Facts = tuple[Distinction, ...]


def distinctions(group: Sequence[Document], ids: Collection[int]) -> dict[int, Facts]:
    """Return for the documents with these ids the fewest facts that no other of the group has.

    ``group``: all documents with one title. The number of pages is a fact where the others do not suffice,
    and the name of the file where that does not either.
    """
    facts = {document.id: _facts(document) for document in group}
    compared = {
        id_: {
            part: without_accents("\n".join(fact.value for fact in values)) for part, values in parts.items()
        }
        for id_, parts in facts.items()
    }
    missing = {id_ for id_ in facts if id_ in ids}
    result: dict[int, Facts] = {}
    for parts in _choices(list(compared.values())):
        if not missing:
            break
        chosen = {id_: tuple(known.get(part, "") for part in parts) for id_, known in compared.items()}
        counts = Counter(chosen.values())
        for id_ in tuple(missing):
            if all(chosen[id_]) and counts[chosen[id_]] == 1:
                result[id_] = sum((facts[id_][part] for part in parts), ())
                missing.discard(id_)
    last = (*_different(_FILE, list(compared.values())), NamePart.NUMBER)
    for id_ in missing:
        result[id_] = sum((facts[id_].get(part, ()) for part in last), ())
    return result


_KIND_AND_SIDE = NamePart.KIND
_FIRST = tuple(map(NamePart, ("kind", "parties", "office", "filed", "version", "docket", "court")))
_FILE = (NamePart.FILE_NAME, NamePart.FOLDER)


def _choices(compared: Sequence[Mapping[NamePart, str]]) -> Iterator[tuple[NamePart, ...]]:
    """Yield the combinations of facts that differ within the group, in the order in which they are tried."""
    different = _different(_FIRST, compared)
    chosen = [parts for size in range(_MOST_FACTS + 1) for parts in combinations(different, size)]
    yield from chosen[1:]
    yield from ((*parts, NamePart.PAGES) for parts in chosen)
    yield from ((NamePart.FILE_NAME,), (NamePart.FOLDER,), _FILE)


def _different(parts: Sequence[NamePart], compared: Sequence[Mapping[NamePart, str]]) -> list[NamePart]:
    """Return those of the parts that are not the same in all documents."""
    return [part for part in parts if len({known.get(part, "") for known in compared}) > 1]


def _facts(document: Document) -> dict[NamePart, Facts]:
    """Return the facts of a document that are known, with what is shown of each."""
    paper = (NamePart.PAPER, document.paper) if document.paper else (NamePart.KIND, document.kind.value)
    parties = "; ".join(party.split(" (")[0] for party in document.parties.split("; "))
    titled_by_file = document.title in ("", PurePath(document.file_name).name)
    values = {
        NamePart.PARTIES: parties,
        NamePart.OFFICE: document.office,
        NamePart.FILED: document.filed.isoformat() if document.filed else "",
        NamePart.VERSION: document.version,
        NamePart.DOCKET: document.docket,
        NamePart.COURT: document.court,
        NamePart.PAGES: str(document.pages),
        NamePart.FILE_NAME: "" if titled_by_file else document.file_name,
        NamePart.FOLDER: document.folder,
        NamePart.NUMBER: str(document.id),
    }
    facts = {part: (Distinction(part, _shortened(value)),) for part, value in values.items() if value}
    # The name of a paper may name the side already, as that of an amicus brief does.
    name, side = (f" {text} ".casefold().replace("amici", "amicus") for text in (paper[1], document.side))
    what = [paper] if not document.side or side in name else [paper, (NamePart.SIDE, document.side)]
    return {_KIND_AND_SIDE: tuple(Distinction(part, _shortened(value)) for part, value in what), **facts}


def _shortened(value: str) -> str:
    return value if len(value) <= _LONGEST else f"{value[: _LONGEST - 1].rstrip()}…"


def full_title(document: Document) -> str:
    return " · ".join((document.title or document.file_name, *worded(document.distinctions)))


def worded(facts: Facts) -> list[str]:
    """Return the facts in English: 'Brief of Petitioner', 'March 3, 2015', '12 pages'."""
    words: list[str] = []
    for fact in facts:
        match fact.part:
            case NamePart.SIDE:
                words[-1] += f" of {fact.value}"
            case NamePart.KIND:
                words.append(fact.value.capitalize())
            case NamePart.FILED:
                words.append(format_date(date.fromisoformat(fact.value)))
            case NamePart.PAGES:
                words.append(f"{fact.value} page{'' if fact.value == '1' else 's'}")
            case NamePart.NUMBER:
                words.append(f"document {fact.value}")
            case _:
                words.append(fact.value)
    return words
