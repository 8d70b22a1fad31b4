"""The catalogue's tables as typed SQLAlchemy classes.

They describe the newest revision; ``migrations`` brings any older file there, and a test compares the two.
Queries are written against these classes with SQLAlchemy Core: rows become ``briefbank.models`` values at
once, so no session or identity map is kept and every thread may hold what it got.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import CheckConstraint, ForeignKey, Index, MetaData, UniqueConstraint, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from briefbank.catalogue.columns import (
    ENGINE,
    KEYED_HASH,
    SHA256,
    SHA256_OR_NONE,
    SUFFIX,
    SUFFIX_OR_NONE,
    AnyText,
    CaptionFields,
    CompressedText,
    Count,
    Day,
    Moment,
    Number,
    OneOf,
    Packed,
    Share,
    Words,
    require_values,
)
from briefbank.models import CaptionField, FileStatus, Kind, OcrSetting, PageSource, Role, Stage, Verdict

_HASH = "typeof({0}) = 'text' AND length({0}) = 64 AND {0} NOT GLOB '*[^0-9a-f]*'"
_SUFFIX = "typeof(suffix) = 'text' AND suffix GLOB '.[a-z0-9]*' AND substr(suffix, 2) NOT GLOB '*[^a-z0-9]*'"
"""What becomes part of a path is checked where it is written, too, whoever writes it."""


class Base(DeclarativeBase):
    """Constraint names are fixed, so that a later migration can name them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {str: Words, int: Number, bytes: Packed}

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        require_values(cls.__table__.columns)


class DocumentRow(Base):
    """One file of the library. Numbers are never used twice: the indexes refer to them."""

    __tablename__ = "document"
    __table_args__ = (
        UniqueConstraint("sha256"),
        CheckConstraint(_HASH.format("sha256"), name="sha256"),
        CheckConstraint(_SUFFIX, name="suffix"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(Count, primary_key=True)
    sha256: Mapped[str] = mapped_column(SHA256)
    kind: Mapped[str] = mapped_column(OneOf(Kind))
    title: Mapped[str] = mapped_column(AnyText)
    court: Mapped[str] = mapped_column(AnyText)
    docket: Mapped[str] = mapped_column(AnyText)
    filed: Mapped[date | None] = mapped_column(Day)
    filed_source: Mapped[str]
    pages: Mapped[int] = mapped_column(Count)
    ocr_pages: Mapped[int] = mapped_column(Count)
    passages: Mapped[int] = mapped_column(Count)
    gaps: Mapped[int] = mapped_column(Count)
    file_name: Mapped[str] = mapped_column(AnyText)
    suffix: Mapped[str] = mapped_column(SUFFIX)
    size: Mapped[int] = mapped_column(Count)
    added_at: Mapped[datetime] = mapped_column(Moment)
    has_reading_copy: Mapped[bool]
    sample: Mapped[bool]
    doubtful_pages: Mapped[int] = mapped_column(Count)
    hidden_pages: Mapped[int] = mapped_column(Count)
    family: Mapped[int]
    parties: Mapped[str] = mapped_column(AnyText)
    side: Mapped[str] = mapped_column(AnyText)
    office: Mapped[str] = mapped_column(AnyText)
    corrected: Mapped[frozenset[CaptionField]] = mapped_column(CaptionFields)
    judge: Mapped[str] = mapped_column(AnyText)


class CaptionRow(Base):
    """What was read of one field of a document's caption; a field that was not found has no row."""

    __tablename__ = "caption"

    document_id: Mapped[int] = mapped_column(ForeignKey("document.id", ondelete="CASCADE"), primary_key=True)
    field: Mapped[str] = mapped_column(OneOf(CaptionField), primary_key=True)
    value: Mapped[str] = mapped_column(AnyText)
    source: Mapped[str]
    confidence: Mapped[float] = mapped_column(Share)
    page: Mapped[int | None]


class ChecksumRow(Base):
    """What all that is shown of a document is compared with (``checksums``)."""

    __tablename__ = "checksum"

    document_id: Mapped[int] = mapped_column(ForeignKey("document.id", ondelete="CASCADE"), primary_key=True)
    read: Mapped[str]
    """The hash of what was read of it."""
    copy: Mapped[str]
    """The SHA-256 of its reading copy; empty for none."""
    sha256: Mapped[str] = mapped_column(SHA256)
    """Of its file, once more."""
    entry: Mapped[str]
    """What else no reading gives again, once more."""
    entry_hash: Mapped[str]
    """The hash of both."""


class CorrectionRow(Base):
    """What a person put right in a caption; an empty value says that the document says nothing."""

    __tablename__ = "correction"

    document_id: Mapped[int] = mapped_column(ForeignKey("document.id", ondelete="CASCADE"), primary_key=True)
    field: Mapped[str] = mapped_column(OneOf(CaptionField), primary_key=True)
    value: Mapped[str] = mapped_column(AnyText)
    corrected_at: Mapped[datetime] = mapped_column(Moment)


class RecaptionedRow(Base):
    """A document whose caption changed and whose words are not indexed anew yet: there after a stop only."""

    __tablename__ = "recaptioned"

    document_id: Mapped[int] = mapped_column(ForeignKey("document.id", ondelete="CASCADE"), primary_key=True)


class PageRow(Base):
    """One page of a document, as it was read."""

    __tablename__ = "page"

    document_id: Mapped[int] = mapped_column(ForeignKey("document.id", ondelete="CASCADE"), primary_key=True)
    index: Mapped[int] = mapped_column(Count, primary_key=True)
    label: Mapped[str] = mapped_column(AnyText)
    source: Mapped[str] = mapped_column(OneOf(PageSource))
    gap_reason: Mapped[str] = mapped_column(AnyText)
    raw: Mapped[str] = mapped_column(CompressedText)
    engine: Mapped[str]
    confidence: Mapped[float | None] = mapped_column(Share)
    hidden: Mapped[int]


class PassageRow(Base):
    """One passage. The long columns stand last, so that reading the others does not touch overflow pages."""

    __tablename__ = "passage"
    __table_args__ = (
        UniqueConstraint("document_id", "ordinal"),
        Index(None, "searchable"),
        Index(None, "document_id", "text_hash"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(Count, primary_key=True)
    document_id: Mapped[int] = mapped_column(Count, ForeignKey("document.id", ondelete="CASCADE"))
    ordinal: Mapped[int] = mapped_column(Count)
    role: Mapped[str] = mapped_column(OneOf(Role))
    searchable: Mapped[bool]
    """Whether its role lets it appear in results; indexed, because both indexes ask for just these."""
    text_hash: Mapped[bytes]
    page_label: Mapped[str] = mapped_column(AnyText)
    heading_path: Mapped[str]
    spans: Mapped[bytes]
    citations: Mapped[str]
    text: Mapped[str] = mapped_column(AnyText)
    section: Mapped[int]
    runs_on: Mapped[bool]


class EmbeddedRow(Base):
    """That the dense index holds a passage's vector, and of which model."""

    __tablename__ = "embedded"

    passage_id: Mapped[int] = mapped_column(ForeignKey("passage.id", ondelete="CASCADE"), primary_key=True)
    model: Mapped[str]


class FeedbackRow(Base):
    """A thumb. Keyed by contents and not by number, so that it outlives removing and adding the same file."""

    __tablename__ = "feedback"
    __table_args__ = (CheckConstraint("verdict IN ('up', 'down')", name="verdict"),)

    query: Mapped[str] = mapped_column(AnyText, primary_key=True)
    document_sha256: Mapped[str] = mapped_column(SHA256, primary_key=True)
    text_hash: Mapped[bytes] = mapped_column(primary_key=True)
    verdict: Mapped[str] = mapped_column(OneOf(Verdict))
    given_at: Mapped[datetime] = mapped_column(Moment)


class IntakeRow(Base):
    """One file of an intake. Removing a document removes its rows too: its name must not stay behind."""

    __tablename__ = "intake"
    __table_args__ = (
        Index(None, "document_id"),
        CheckConstraint(f"sha256 = '' OR {_HASH.format('sha256')}", name="sha256"),
        CheckConstraint(f"suffix = '' OR {_SUFFIX}", name="suffix"),
        Index("ix_intake_open", "id", sqlite_where=text("status IS NULL")),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    path: Mapped[str] = mapped_column(AnyText)
    """What people are shown; of a file in an archive, the archive's path and the name inside it."""
    started_at: Mapped[datetime] = mapped_column(Moment)
    finished_at: Mapped[datetime | None] = mapped_column(Moment)
    stage: Mapped[str] = mapped_column(OneOf(Stage))
    status: Mapped[str | None] = mapped_column(OneOf(FileStatus))
    """None until the file has ended."""
    reason: Mapped[str] = mapped_column(AnyText)
    document_id: Mapped[int | None] = mapped_column(ForeignKey("document.id", ondelete="CASCADE"))
    """The document it became; while the row is open, the document that is being read again."""
    archive: Mapped[str] = mapped_column(AnyText)
    """The path of the archive that holds the file; empty for a file of its own."""
    member: Mapped[str] = mapped_column(AnyText)
    """Its name inside the archive."""
    sha256: Mapped[str] = mapped_column(SHA256_OR_NONE)
    """Of the copy in the library; empty until there is one."""
    suffix: Mapped[str] = mapped_column(SUFFIX_OR_NONE)
    size: Mapped[int] = mapped_column(Count)
    attempts: Mapped[int] = mapped_column(Count)
    """Starts of work on it since it last moved on."""
    sample: Mapped[bool]
    needs_password: Mapped[bool]
    agreed: Mapped[str] = mapped_column(KEYED_HASH, server_default="")
    """That this user wants the file to be read (``agreed.file``); nothing is read without."""


class OcrOrderRow(Base):
    """A page that waits for text recognition."""

    __tablename__ = "ocr_order"
    __table_args__ = (CheckConstraint(_HASH.format("sha256"), name="sha256"),)

    sha256: Mapped[str] = mapped_column(SHA256, primary_key=True)
    page: Mapped[int] = mapped_column(Count, primary_key=True)
    replace_text: Mapped[bool]
    setting: Mapped[str] = mapped_column(OneOf(OcrSetting))
    engine: Mapped[str] = mapped_column(ENGINE)


class RecognisedRow(Base):
    """What text recognition made of a page: kept, because it is dear and the reading copy is made of it."""

    __tablename__ = "recognised"
    __table_args__ = (CheckConstraint(_HASH.format("sha256"), name="sha256"),)

    sha256: Mapped[str] = mapped_column(SHA256, primary_key=True)
    page: Mapped[int] = mapped_column(Count, primary_key=True)
    finished_at: Mapped[datetime] = mapped_column(Moment)
    packed: Mapped[bytes]


class SignatureRow(Base):
    """What near-duplicates are found by; ``scheme`` says how it was made."""

    __tablename__ = "signature"

    document_id: Mapped[int] = mapped_column(ForeignKey("document.id", ondelete="CASCADE"), primary_key=True)
    scheme: Mapped[str]
    minhash: Mapped[bytes]


class WatchedRow(Base):
    """A folder whose new files are added by themselves."""

    __tablename__ = "watched"

    path: Mapped[str] = mapped_column(AnyText, primary_key=True)
    since: Mapped[datetime] = mapped_column(Moment)
    agreed: Mapped[str] = mapped_column(KEYED_HASH, server_default="")
    """That this user wants the folder to be watched (``agreed.folder``); it is not looked at without."""


class SeenRow(Base):
    """A file of a watched folder, as it was when the ledger took it, without its name (``watched.key``)."""

    __tablename__ = "seen"
    __table_args__ = (Index(None, "folder"),)

    key: Mapped[str] = mapped_column(primary_key=True)
    folder: Mapped[str] = mapped_column(AnyText, ForeignKey("watched.path", ondelete="CASCADE"))


class StateRow(Base):
    """Small facts on the library itself: whether the intake is paused, when it was last checked."""

    __tablename__ = "state"

    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str] = mapped_column(AnyText)
