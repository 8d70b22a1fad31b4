"""Tables of SQLAlchemy Core as classes, whose attributes are their columns.

They are annotated as SQLAlchemy annotates those of its ORM (``Mapped``), so that mypy knows the types of what
a statement selects. The ORM is not used: to import it and to map every table took a quarter of the time in
which a command lists the documents.
"""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import Column, MetaData, Table


def required(kind: Any, *arguments: Any, **options: Any) -> Any:
    """Return a column of this type that always has a value."""
    return Column(kind, *arguments, nullable=False, **options)


def optional(kind: Any, *arguments: Any, **options: Any) -> Any:
    """Return a column of this type that may be NULL."""
    return Column(kind, *arguments, nullable=True, **options)


class TypedTable:
    """The base of such classes. One with a ``__tablename__`` is a table of ``metadata``."""

    metadata: ClassVar[MetaData]
    __tablename__: ClassVar[str]
    __table_args__: ClassVar[tuple[Any, ...]] = ()
    """Constraints and indexes, and last, if need be, a dictionary of the table's options."""
    __table__: ClassVar[Table]

    def __init_subclass__(cls) -> None:
        if "__tablename__" not in vars(cls):
            return
        columns = [(name, each) for name, each in vars(cls).items() if isinstance(each, Column)]
        for name, column in columns:
            column.name = column.key = name
        options = [each for each in cls.__table_args__ if isinstance(each, dict)]
        others = [each for each in cls.__table_args__ if not isinstance(each, dict)]
        parts = (*(column for _, column in columns), *others)
        cls.__table__ = Table(cls.__tablename__, cls.metadata, *parts, **dict(*options))

    @classmethod
    def __clause_element__(cls) -> Table:
        """Return the table where SQLAlchemy finds the class in a statement."""
        return cls.__table__
