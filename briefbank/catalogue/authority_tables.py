"""The catalogue's tables of authorities: citations, relations, provisions, and the office's list of good law.

They follow the conventions of ``tables``. All but the last three are computed from the passages.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from sqlalchemy import ForeignKey, Index, UniqueConstraint

from briefbank.catalogue.columns import (
    AnyText,
    Count,
    Day,
    InternalText,
    Moment,
    Number,
    OneOf,
)
from briefbank.catalogue.tables import Base, document_key
from briefbank.catalogue.typed_table import optional, required
from briefbank.domain.authorities import RelationKind, Standing
from briefbank.domain.citations import CitationKind

if TYPE_CHECKING:
    from sqlalchemy.orm import Mapped


class AuthorityRow(Base):
    """An authority that is cited, or that a document is. Only whole provisions have rows: "2C:44-1(a)"
    belongs to "2C:44-1".

    Ids are never reused, because an open page refers to them.
    """

    __tablename__ = "authority"
    __table_args__ = (UniqueConstraint("canonical"), {"sqlite_autoincrement": True})

    id: Mapped[int] = required(Number, primary_key=True)
    canonical: Mapped[str] = required(AnyText)
    sort: Mapped[CitationKind] = required(OneOf(CitationKind))
    name: Mapped[str] = required(AnyText)


class AuthorityNameRow(Base):
    """A form of an authority's citation: its canonical name, a subsection of it, or a parallel citation."""

    __tablename__ = "authority_name"
    __table_args__ = (Index(None, "key"), Index(None, "authority_id"))

    canonical: Mapped[str] = required(AnyText, primary_key=True)
    key: Mapped[str] = required(AnyText)
    """The key shared by all spellings; see ``index.field_matching.citation_key``."""
    authority_id: Mapped[int] = required(Number, ForeignKey("authority.id", ondelete="CASCADE"))


class FormRow(Base):
    """A form of citation in a document, with what the document says of it. The merging of forms into
    authorities and the names of cases are computed from these rows."""

    __tablename__ = "form"
    __table_args__ = (
        Index(None, "canonical", "rank", "beside", "name"),
        Index(None, "beside"),
        {"sqlite_with_rowid": False},
    )

    document_id: Mapped[int] = document_key()
    canonical: Mapped[str] = required(AnyText, primary_key=True)
    key: Mapped[str] = required(AnyText)
    """The key, as in AuthorityNameRow."""
    sort: Mapped[CitationKind] = required(OneOf(CitationKind))
    rank: Mapped[int] = required(Number)
    """The rank; the form with the lowest rank names its authority."""
    beside: Mapped[str] = required(AnyText)
    """The form of the same authority to which it is linked: the whole provision, or the first of parallel
    citations; empty for none."""
    name: Mapped[str] = required(AnyText)
    """The name that the document gives the case; empty where it gives none."""


class CitedRow(Base):
    """One citation of an authority in a passage, with the words of its treatment."""

    __tablename__ = "cited"
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


class RelationRow(Base):
    """A relation between two authorities in a sentence of a passage."""

    __tablename__ = "relation"
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


class IdentityRow(Base):
    """A document that is the text of an authority, such as the opinion of a case."""

    __tablename__ = "identity"
    __table_args__ = (Index(None, "authority_id"), {"sqlite_with_rowid": False})

    document_id: Mapped[int] = document_key()
    authority_id: Mapped[int] = required(Number, ForeignKey("authority.id"), primary_key=True)


class ProvisionRow(Base):
    """One version of a section, rule or directive: a run of a document's passages."""

    __tablename__ = "provision"
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
    path: Mapped[str] = required(InternalText)
    """The headings in the form of ``columns.pack_headings``."""
    number: Mapped[str] = required(AnyText)
    catchline: Mapped[str] = required(AnyText)
    valid_from: Mapped[date | None] = optional(Day)
    """The first day in force according to the text; a person's entry is in WindowRow."""
    valid_to: Mapped[date | None] = optional(Day)


class GraphedRow(Base):
    """A document whose authorities were read, with the scheme used."""

    __tablename__ = "graphed"

    document_id: Mapped[int] = document_key()
    scheme: Mapped[str] = required(InternalText)


class WindowRow(Base):
    """The period in which a provision of a document is in force, as a person entered it. It is keyed by name,
    so that it outlives reading the document again."""

    __tablename__ = "window"

    document_id: Mapped[int] = document_key()
    canonical: Mapped[str] = required(AnyText, primary_key=True)
    valid_from: Mapped[date | None] = optional(Day)
    valid_to: Mapped[date | None] = optional(Day)
    set_at: Mapped[datetime] = required(Moment)


class GoodLawRow(Base):
    """One line of the office's list of what still holds. It does not reference an authority, because the list
    outlives them."""

    __tablename__ = "good_law"
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


class DismissedRow(Base):
    """A proposal for the list that a person decided on, by its key; it is not made again."""

    __tablename__ = "dismissed"

    key: Mapped[str] = required(InternalText, primary_key=True)
    dismissed_at: Mapped[datetime] = required(Moment)
