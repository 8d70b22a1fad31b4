"""The catalogue's tables as classes of typed columns (``columns.TypedTable``).

They describe the newest revision. ``migrations`` make the tables of a file, and a test compares the two.
Queries use these classes with SQLAlchemy Core. Rows become values of ``briefbank.domain`` immediately, so
there is no session or identity map, and any thread may use the results.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any, ClassVar

from sqlalchemy import Boolean, CheckConstraint, ForeignKey, Index, MetaData, UniqueConstraint, text

from briefbank.catalogue.columns import (
    ENGINE,
    KEYED_HASH,
    SHA256,
    SHA256_OR_NONE,
    SUFFIX,
    SUFFIX_OR_NONE,
    TEXT_HASH,
    AnyText,
    CaptionFields,
    CompressedText,
    Count,
    Day,
    InternalText,
    Moment,
    Number,
    OneOf,
    Packed,
    PageRanges,
    Share,
    ShownName,
    StoredMessage,
    TypedTable,
    optional,
    required,
)
from briefbank.domain.authorities import CitationKind, RelationKind, Standing
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Annotation
from briefbank.domain.ingest import FileStatus, Refusal, Stage
from briefbank.domain.pages import OcrSetting, PageSource, Role
from briefbank.domain.searches import Verdict
from briefbank.domain.userdata import Ranges
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from sqlalchemy.orm import Mapped


def _is_hash(name: str, *, or_none: bool = False) -> CheckConstraint:
    """Return the constraint on a column of hashes. Like the next it holds for every writer, because these
    values become part of a path."""
    rule = f"length({name}) = 64 AND ltrim({name}, '0123456789abcdef') = ''"
    return CheckConstraint(f"{name} = '' OR {rule}" if or_none else rule, name=name)


def _is_suffix(*, or_none: bool = False) -> CheckConstraint:
    characters = "abcdefghijklmnopqrstuvwxyz0123456789"
    rule = (
        f"length(suffix) > 1 AND substr(suffix, 1, 1) = '.' AND ltrim(substr(suffix, 2), '{characters}') = ''"
    )
    return CheckConstraint(f"suffix = '' OR {rule}" if or_none else rule, name="suffix")


class Base(TypedTable):
    """The base of all tables. Constraint names are fixed, so that a later migration can name them."""

    metadata: ClassVar[MetaData] = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class DocumentRow(Base, table="document"):
    """One file of the library. Ids are never reused, because the indexes refer to them."""

    __table_args__ = (
        UniqueConstraint("sha256"),
        _is_hash("sha256"),
        _is_suffix(),
        Index(
            "ix_document_list",
            *("filed", "kind", "pages", "passages", "gaps", "doubtful_pages", "hidden_pages", "family"),
        ),
        Index("ix_document_title", "title_key", "filed"),
        Index("ix_document_court", "court_key", "filed"),
        Index("ix_document_docket", "docket_key", "filed"),
        Index(None, "folder"),
        Index(None, "family"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = required(Count, primary_key=True)
    sha256: Mapped[str] = required(SHA256)
    kind: Mapped[Kind] = required(OneOf(Kind))
    title: Mapped[str] = required(ShownName)
    court: Mapped[str] = required(ShownName)
    docket: Mapped[str] = required(ShownName)
    filed: Mapped[date | None] = optional(Day)
    filed_source: Mapped[str] = required(InternalText)
    pages: Mapped[int] = required(Count)
    ocr_pages: Mapped[int] = required(Count)
    passages: Mapped[int] = required(Count)
    gaps: Mapped[int] = required(Count)
    file_name: Mapped[str] = required(ShownName)
    suffix: Mapped[str] = required(SUFFIX)
    size: Mapped[int] = required(Count)
    added_at: Mapped[datetime] = required(Moment)
    has_reading_copy: Mapped[bool] = required(Boolean)
    sample: Mapped[bool] = required(Boolean)
    doubtful_pages: Mapped[int] = required(Count)
    hidden_pages: Mapped[int] = required(Count)
    family: Mapped[int] = required(Number)
    parties: Mapped[str] = required(ShownName)
    side: Mapped[str] = required(ShownName)
    office: Mapped[str] = required(ShownName)
    corrected: Mapped[frozenset[CaptionField]] = required(CaptionFields)
    judge: Mapped[str] = required(ShownName)
    folder: Mapped[str] = required(ShownName, server_default="")
    attached: Mapped[int] = required(Count, server_default="0")  # the number of files attached inside it
    title_key: Mapped[str] = required(InternalText, server_default="")
    """This and the next are what lists are ordered and narrowed by (``caption_rows.columns``)."""
    court_key: Mapped[str] = required(InternalText, server_default="")
    docket_key: Mapped[str] = required(InternalText, server_default="")
    titled: Mapped[bool] = required(Boolean, server_default="1")
    list_text: Mapped[str] = required(InternalText, server_default="")


def document_key() -> Any:
    return required(Number, ForeignKey("document.id", ondelete="CASCADE"), primary_key=True)


class AttachmentRow(Base, table="attachment"):
    """A document that is attached to another one, which need not be in the library any more."""

    __table_args__ = (Index(None, "container"), _is_hash("container"))

    document_id: Mapped[int] = document_key()
    container: Mapped[str] = required(SHA256, primary_key=True)  # the SHA-256 of the mail or PDF


class CaptionRow(Base, table="caption"):
    """One field of a document's caption as it was read; a field that was not found has no row."""

    document_id: Mapped[int] = document_key()
    field: Mapped[CaptionField] = required(OneOf(CaptionField), primary_key=True)
    value: Mapped[str] = required(ShownName)
    source: Mapped[str] = required(InternalText)
    confidence: Mapped[float] = required(Share)
    page: Mapped[int | None] = optional(Number)


class AnnotationGapRow(Base, table="annotation_gap"):
    """The places in which an annotation of a document failed, and the release of BriefBank that made it."""

    document_id: Mapped[int] = document_key()
    annotation: Mapped[Annotation] = required(OneOf(Annotation), primary_key=True)
    places: Mapped[int] = required(Count)
    release: Mapped[str] = required(InternalText)


class ChecksumRow(Base, table="checksum"):
    """The checksum of the displayed data of a document (``checksums``)."""

    document_id: Mapped[int] = document_key()
    read: Mapped[str] = required(InternalText)  # the hash of the data that were read
    copy: Mapped[str] = required(InternalText)  # the SHA-256 of its reading copy; empty for none
    sha256: Mapped[str] = required(SHA256)  # a second copy of the file's SHA-256
    entry: Mapped[str] = required(InternalText)  # a second copy of the other data that no reading can restore
    entry_hash: Mapped[str] = required(InternalText)  # the hash of both


class CorrectionRow(Base, table="correction"):
    """A person's correction of a caption field; an empty value means that the document has none."""

    document_id: Mapped[int] = document_key()
    field: Mapped[CaptionField] = required(OneOf(CaptionField), primary_key=True)
    value: Mapped[str] = required(ShownName)
    corrected_at: Mapped[datetime] = required(Moment)


class RecaptionedRow(Base, table="recaptioned"):
    """A recaptioned document whose words are not yet indexed again; remains only after an interruption."""

    document_id: Mapped[int] = document_key()


class PageRow(Base, table="page"):
    document_id: Mapped[int] = document_key()
    index: Mapped[int] = required(Count, primary_key=True)
    label: Mapped[str] = required(AnyText)
    source: Mapped[PageSource] = required(OneOf(PageSource))
    gap_reason: Mapped[Message] = required(StoredMessage)
    raw: Mapped[str] = required(CompressedText)
    engine: Mapped[str] = required(InternalText)
    confidence: Mapped[float | None] = optional(Share)
    hidden: Mapped[int] = required(Number)


class PassageRow(Base, table="passage"):
    """One passage. The long columns stand last, so that reading the others does not touch overflow pages."""

    __table_args__ = (
        UniqueConstraint("document_id", "ordinal"),
        Index(None, "searchable"),
        Index(None, "document_id", "text_hash"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = required(Count, primary_key=True)
    document_id: Mapped[int] = required(Count, ForeignKey("document.id", ondelete="CASCADE"))
    ordinal: Mapped[int] = required(Count)
    role: Mapped[Role] = required(OneOf(Role))
    searchable: Mapped[bool] = required(Boolean)
    """True when its role lets it appear in results; indexed, because both indexes select by it."""
    text_hash: Mapped[bytes] = required(Packed)
    section: Mapped[int] = required(Number)
    page_label: Mapped[str] = required(AnyText)  # the labels of its pages, one a line
    heading_path: Mapped[str] = required(InternalText)
    spans: Mapped[bytes] = required(Packed)
    citations: Mapped[str] = required(InternalText)
    text: Mapped[str] = required(AnyText)


class EmbeddedRow(Base, table="embedded"):
    """A passage whose vector the dense index holds, with the model's name."""

    passage_id: Mapped[int] = required(Number, ForeignKey("passage.id", ondelete="CASCADE"), primary_key=True)
    model: Mapped[str] = required(InternalText)


class FeedbackRow(Base, table="feedback"):
    """One verdict, keyed by contents rather than by id, so that it outlives removing and re-adding a file."""

    __table_args__ = (CheckConstraint("verdict IN ('up', 'down')", name="verdict"),)

    person: Mapped[str] = required(AnyText, primary_key=True, server_default="")
    """For whom it counts; empty for all."""
    query: Mapped[str] = required(AnyText, primary_key=True)
    document_sha256: Mapped[str] = required(SHA256, primary_key=True)
    text_hash: Mapped[bytes] = required(Packed, primary_key=True)
    verdict: Mapped[Verdict] = required(OneOf(Verdict))
    given_at: Mapped[datetime] = required(Moment)


class SharedCollectionRow(Base, table="shared_collection"):
    """A collection that somebody shared with the office. A person has one of each name."""

    __table_args__ = (UniqueConstraint("shared_by", "name"), {"sqlite_autoincrement": True})

    id: Mapped[int] = required(Count, primary_key=True)
    shared_by: Mapped[str] = required(AnyText)
    name: Mapped[str] = required(ShownName)
    hearing: Mapped[date | None] = optional(Day)
    shared_at: Mapped[datetime] = required(Moment)


class SharedEntryRow(Base, table="shared_entry"):
    """A passage of a shared collection. It is keyed by contents, as feedback is, and outlives its document
    in the same way."""

    collection_id: Mapped[int] = required(
        Count, ForeignKey("shared_collection.id", ondelete="CASCADE"), primary_key=True
    )
    place: Mapped[int] = required(Count, primary_key=True)
    document_sha256: Mapped[str] = required(SHA256)
    words: Mapped[str] = required(TEXT_HASH)
    page: Mapped[int] = required(Count)
    ranges: Mapped[Ranges] = required(PageRanges)
    note: Mapped[str] = required(AnyText)


class IntakeRow(Base, table="intake"):
    """One file of an ingest. Removing a document removes its rows too, because its name must not remain."""

    __table_args__ = (
        Index(None, "document_id"),
        _is_hash("sha256", or_none=True),
        _is_suffix(or_none=True),
        Index("ix_intake_open", "id", sqlite_where=text("status IS NULL")),
        Index("ix_intake_next", "turn", "id", "stage", sqlite_where=text("status IS NULL")),
        Index(None, "path"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = required(Number, primary_key=True)
    path: Mapped[str] = required(AnyText)
    """The path for display; for a file in an archive, the archive's path and the name inside it."""
    started_at: Mapped[datetime] = required(Moment)
    finished_at: Mapped[datetime | None] = optional(Moment)
    stage: Mapped[Stage] = required(OneOf(Stage))
    status: Mapped[FileStatus | None] = optional(OneOf(FileStatus))
    """The outcome; None until the file has ended."""
    reason: Mapped[Message] = required(StoredMessage)
    document_id: Mapped[int | None] = optional(Number, ForeignKey("document.id", ondelete="CASCADE"))
    """The resulting document; while the row is open, the document that is being read again."""
    archive: Mapped[str] = required(AnyText)
    """The path of the archive that holds the file; empty for a file outside archives."""
    member: Mapped[str] = required(AnyText)
    """The position inside the archive or the container by which the file is found (``containers.Member``)."""
    sha256: Mapped[str] = required(SHA256_OR_NONE)
    """The hash of the copy in the library; empty until there is one."""
    suffix: Mapped[str] = required(SUFFIX_OR_NONE)
    size: Mapped[int] = required(Count)
    attempts: Mapped[int] = required(Count)  # the number of starts of work on it since its last progress
    sample: Mapped[bool] = required(Boolean)
    refusal: Mapped[Refusal | None] = optional(OneOf(Refusal))
    """The kind of reason of a refused file; None for any other."""
    left_out: Mapped[bool] = required(Boolean, server_default="0")
    """A person decided to leave the refused file out."""
    agreed: Mapped[str] = required(KEYED_HASH, server_default="")
    """The mark that this user wants the file read (``library_facts.FILE``); without it nothing is read."""
    folder: Mapped[str] = required(ShownName, server_default="")
    """The folder that the document gets; see Document."""
    container: Mapped[str] = required(SHA256_OR_NONE, server_default="")
    """The SHA-256 of the library's mail or PDF to which the file is attached; empty for none."""
    depth: Mapped[int] = required(Count, server_default="0")
    """The depth of the containers in which it was found (``containers.MAX_DEPTH``)."""
    turn: Mapped[int] = required(Count, server_default="0")
    """Its place in the queue: the smallest number is read first, and of the same the first row."""
    base_state: Mapped[str] = required(AnyText, server_default="")
    """What is known of the PDF that is read in place of the file, as JSON (``ingest.originals``)."""


class OcrOrderRow(Base, table="ocr_order"):
    __table_args__ = (_is_hash("sha256"),)

    sha256: Mapped[str] = required(SHA256, primary_key=True)
    page: Mapped[int] = required(Count, primary_key=True)
    replace_text: Mapped[bool] = required(Boolean)
    setting: Mapped[OcrSetting] = required(OneOf(OcrSetting))
    engine: Mapped[str] = required(ENGINE)


class RecognisedRow(Base, table="recognised"):
    """A page's text recognition result; stored as it is expensive and the reading copy is made from it."""

    __table_args__ = (_is_hash("sha256"),)

    sha256: Mapped[str] = required(SHA256, primary_key=True)
    page: Mapped[int] = required(Count, primary_key=True)
    packed: Mapped[bytes] = required(Packed)


class SignatureRow(Base, table="signature"):
    """A document's MinHash signature, for finding near-duplicates; ``scheme`` tells how it was made."""

    document_id: Mapped[int] = document_key()
    scheme: Mapped[str] = required(InternalText)
    minhash: Mapped[bytes] = required(Packed)


class WatchedRow(Base, table="watched"):
    path: Mapped[str] = required(AnyText, primary_key=True)
    since: Mapped[datetime] = required(Moment)
    agreed: Mapped[str] = required(KEYED_HASH, server_default="")
    """The mark that this user wants the folder to be watched (``library_facts.FOLDER``); without it the
    folder is not read."""


class SeenRow(Base, table="seen"):
    """A file of a watched folder, as it was when it was queued, without its name
    (``intake_notes.file_key``)."""

    __table_args__ = (Index(None, "folder"),)

    key: Mapped[str] = required(InternalText, primary_key=True)
    folder: Mapped[str] = required(AnyText, ForeignKey("watched.path", ondelete="CASCADE"))


class StateRow(Base, table="state"):
    """Small facts about the library itself, such as a paused ingest or the time of the last check."""

    key: Mapped[str] = required(InternalText, primary_key=True)
    value: Mapped[str] = required(AnyText)


# The catalogue's tables of authorities: citations, relations, provisions, and the office's list of good law.
#
# They follow the conventions of ``tables``. All but the last three are computed from the passages.


class AuthorityRow(Base, table="authority"):
    """An authority that is cited, or that a document is. Only whole provisions have rows: "2C:44-1(a)"
    belongs to "2C:44-1".

    Ids are never reused, because an open page refers to them.
    """

    __table_args__ = (UniqueConstraint("canonical"), {"sqlite_autoincrement": True})

    id: Mapped[int] = required(Number, primary_key=True)
    canonical: Mapped[str] = required(AnyText)
    sort: Mapped[CitationKind] = required(OneOf(CitationKind))
    name: Mapped[str] = required(AnyText)


class AuthorityNameRow(Base, table="authority_name"):
    """A form of an authority's citation: its canonical name, a subsection of it, or a parallel citation."""

    __table_args__ = (Index(None, "key"), Index(None, "authority_id"))

    canonical: Mapped[str] = required(AnyText, primary_key=True)
    key: Mapped[str] = required(AnyText)
    """The key shared by all spellings; see ``index.occurrences.citation_key``."""
    authority_id: Mapped[int] = required(Number, ForeignKey("authority.id", ondelete="CASCADE"))


class FormRow(Base, table="form"):
    """A form of citation in a document, with what the document says of it. The merging of forms into
    authorities and the names of cases are computed from these rows."""

    __table_args__ = (
        Index(None, "canonical", "rank", "beside", "name"),
        Index(None, "beside"),
        {"sqlite_with_rowid": False},
    )

    document_id: Mapped[int] = document_key()
    canonical: Mapped[str] = required(AnyText, primary_key=True)
    key: Mapped[str] = required(AnyText)  # the key, as in AuthorityNameRow
    sort: Mapped[CitationKind] = required(OneOf(CitationKind))
    rank: Mapped[int] = required(Number)  # the rank; the form with the lowest rank names its authority
    beside: Mapped[str] = required(AnyText)
    """The form of the same authority to which it is linked: the whole provision, or the first of parallel
    citations; empty for none."""
    name: Mapped[str] = required(AnyText)
    """The name that the document gives the case; empty where it gives none."""


class CitedRow(Base, table="cited"):
    """One citation of an authority in a passage, with the words of its treatment."""

    __table_args__ = (
        Index(None, "authority_id", "document_id"),
        Index(None, "document_id"),
        {"sqlite_with_rowid": False},
    )

    passage_id: Mapped[int] = required(Number, ForeignKey("passage.id", ondelete="CASCADE"), primary_key=True)
    at: Mapped[int] = required(Number, primary_key=True)
    authority_id: Mapped[int] = required(Number, ForeignKey("authority.id"))
    document_id: Mapped[int] = required(Number, ForeignKey("document.id", ondelete="CASCADE"))
    treatment: Mapped[str] = required(AnyText)


class RelationRow(Base, table="relation"):
    """A relation between two authorities in a sentence of a passage."""

    __table_args__ = (
        Index(None, "source_id"),
        Index(None, "target_id"),
        Index(None, "passage_id"),
        Index(None, "document_id"),
    )

    id: Mapped[int] = required(Number, primary_key=True)
    kind: Mapped[RelationKind] = required(OneOf(RelationKind))
    source_id: Mapped[int | None] = optional(Number, ForeignKey("authority.id"))
    target_id: Mapped[int] = required(Number, ForeignKey("authority.id"))
    passage_id: Mapped[int] = required(Number, ForeignKey("passage.id", ondelete="CASCADE"))
    document_id: Mapped[int] = required(Number, ForeignKey("document.id", ondelete="CASCADE"))
    start: Mapped[int] = required(Count)
    end: Mapped[int] = required(Count)
    words: Mapped[str] = required(AnyText)


class IdentityRow(Base, table="identity"):
    """A document that is the text of an authority, such as the opinion of a case."""

    __table_args__ = (Index(None, "authority_id"), {"sqlite_with_rowid": False})

    document_id: Mapped[int] = document_key()
    authority_id: Mapped[int] = required(Number, ForeignKey("authority.id"), primary_key=True)


class ProvisionRow(Base, table="provision"):
    """One version of a section, rule or directive: a run of a document's passages."""

    __table_args__ = (
        UniqueConstraint("document_id", "first"),
        Index(None, "authority_id"),
        Index(None, "number"),
    )

    id: Mapped[int] = required(Number, primary_key=True)
    document_id: Mapped[int] = required(Number, ForeignKey("document.id", ondelete="CASCADE"))
    authority_id: Mapped[int] = required(Number, ForeignKey("authority.id"))
    first: Mapped[int] = required(Number)
    last: Mapped[int] = required(Number)
    path: Mapped[str] = required(InternalText)  # the headings in the form of ``columns.pack_headings``
    number: Mapped[str] = required(AnyText)
    catchline: Mapped[str] = required(AnyText)
    valid_from: Mapped[date | None] = optional(Day)
    """The first day in force according to the text; a person's entry is in WindowRow."""
    valid_to: Mapped[date | None] = optional(Day)


class GraphedRow(Base, table="graphed"):
    """A document whose authorities were read, with the scheme used."""

    document_id: Mapped[int] = document_key()
    scheme: Mapped[str] = required(InternalText)


class WindowRow(Base, table="window"):
    """The period in which a provision of a document is in force, as a person entered it. It is keyed by name,
    so that it outlives reading the document again."""

    document_id: Mapped[int] = document_key()
    canonical: Mapped[str] = required(AnyText, primary_key=True)
    valid_from: Mapped[date | None] = optional(Day)
    valid_to: Mapped[date | None] = optional(Day)


class GoodLawRow(Base, table="good_law"):
    """A line of the office's list of what still holds. It references no authority: the list outlives them."""

    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = required(Number, primary_key=True)
    canonical: Mapped[str] = required(AnyText)
    also: Mapped[str] = required(InternalText)
    """Parallel citations that were typed with it, in the form of ``columns.pack_headings``."""
    name: Mapped[str] = required(AnyText)
    standing: Mapped[Standing] = required(OneOf(Standing))
    by: Mapped[str] = required(AnyText)
    since: Mapped[date | None] = optional(Day)
    note: Mapped[str] = required(AnyText)
    entered_by: Mapped[str] = required(AnyText)
    entered_at: Mapped[datetime] = required(Moment)


class DismissedRow(Base, table="dismissed"):
    """A proposal for the list that a person decided on, by its key; it is not made again."""

    key: Mapped[str] = required(InternalText, primary_key=True)
