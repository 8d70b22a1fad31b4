"""The few things that SQLite and PostgreSQL write differently: some expressions, and how values are stored.

Modules that build statements take them from here and do not know which database will run them. Besides
this module, only the two databases themselves, their schemas and their errors know it.

PostgreSQL gets columns that hold what those of SQLite hold: whole numbers and fractions of 64 bits, and text
that is compared byte by byte (COLLATE "C"), as SQLite does, so that both give the same order.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, TypeVar

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Double,
    FromClause,
    Integer,
    LargeBinary,
    Select,
    String,
    Text,
    bindparam,
    cast,
    func,
    literal,
    literal_column,
    select,
)
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.dialects.sqlite.dml import OnConflictDoNothing, OnConflictDoUpdate
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import REAL, TypeDecorator, TypeEngine

__all__ = [
    "ESCAPE",
    "Condition",
    "as_bytes",
    "column_type",
    "given",
    "given_rows",
    "hexadecimal",
    "json_pairs",
    "place_of",
    "read_text",
    "storage_of",
    "stored_text",
    "total",
    "upsert",
]

T = TypeVar("T")

_POSTGRESQL = "postgresql"
ESCAPE = "\uffff"
"""A code point that hardly any text uses. Before four digits it stands for one that PostgreSQL refuses."""
_UNSTORABLE = re.compile(f"[\0\ud800-\udfff{ESCAPE}]")
_ESCAPED = re.compile(f"{ESCAPE}([0-9a-f]{{4}})")


# --- columns ---------------------------------------------------------------------------------------


def column_type(kind: TypeEngine[Any], dialect: Dialect) -> TypeEngine[Any]:
    """Return the type by which a database stores a column of this kind."""
    if dialect.name != _POSTGRESQL:
        return kind
    if isinstance(kind, Integer):
        return BigInteger()
    if isinstance(kind, REAL):
        return Double()
    return Text(collation="C") if isinstance(kind, String) else kind


def stored_text(text: str, dialect: Dialect) -> str | bytes:
    """Return what is stored of any text.

    SQLite's UTF-8 cannot represent lone surrogates: such a text is stored as bytes in the same column.
    PostgreSQL takes no bytes there, and refuses NUL too: these characters are written out.
    """
    if dialect.name == _POSTGRESQL:
        return _UNSTORABLE.sub(lambda found: f"{ESCAPE}{ord(found[0]):04x}", text)
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def read_text(stored: str, dialect: Dialect) -> str:
    """Return the text of which this was stored. Without ``ESCAPE`` in it, it is the same."""
    if dialect.name == _POSTGRESQL and ESCAPE in stored:
        return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), stored)
    return stored


class Condition(ColumnElement[bool]):
    """A condition of a table's constraint, written out for each database."""

    inherit_cache = False

    def __init__(self, *, sqlite: str, postgresql: str) -> None:
        self.sqlite, self.postgresql = sqlite, postgresql


@compiles(Condition)
def _sqlite_condition(condition: Condition, _compiler: SQLCompiler, **_options: Any) -> str:
    return condition.sqlite


@compiles(Condition, _POSTGRESQL)
def _postgresql_condition(condition: Condition, _compiler: SQLCompiler, **_options: Any) -> str:
    return condition.postgresql


# --- statements ------------------------------------------------------------------------------------


def total(column: Any) -> ColumnElement[int]:
    """Return the sum of a column, 0 for no rows. PostgreSQL's own is no whole number."""
    return cast(func.coalesce(func.sum(column), 0), BigInteger)


@compiles(OnConflictDoNothing, _POSTGRESQL)
@compiles(OnConflictDoUpdate, _POSTGRESQL)
def _on_conflict(clause: Any, compiler: SQLCompiler, **options: Any) -> str:
    """Render the clause of an ``upsert``, which SQLite took over from PostgreSQL. Of SQLAlchemy's two classes
    for it, only PostgreSQL's can name a constraint."""
    clause.constraint_target = None
    render = getattr(compiler, f"visit_{clause.__visit_name__}")
    return str(render(clause, **options))


class _Function(FunctionElement[Any]):
    """The base of functions that each database has in its own way, with the SQL of a call in both."""

    sqlite: ClassVar[str]
    postgresql: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.inherit_cache = True  # two calls differ by their class and arguments alone
        super().__init_subclass__()


@compiles(_Function)
def _sqlite_function(call: _Function, compiler: SQLCompiler, **options: Any) -> str:
    return _written(call, call.sqlite, compiler, options)


@compiles(_Function, _POSTGRESQL)
def _postgresql_function(call: _Function, compiler: SQLCompiler, **options: Any) -> str:
    return _written(call, call.postgresql, compiler, options)


def _written(call: _Function, pattern: str, compiler: SQLCompiler, options: dict[str, Any]) -> str:
    arguments = [compiler.process(each, **options) for each in call.clauses]
    return pattern.format(*arguments)


class _Elements(_Function):
    """The elements of a JSON list, a row for each."""

    sqlite = "json_each({0})"
    postgresql = "jsonb_array_elements(CAST({0} AS JSONB))"


class _Element(_Function):
    """An element of such a list as a value of SQL."""

    sqlite = "{0}"
    postgresql = "({0} #>> '{{}}')"


class _Field(_Function):
    """A field, by its number, of an element that is itself a list."""

    sqlite = "json_extract({0}, '$[' || {1} || ']')"
    postgresql = "({0} ->> {1})"


def given(parameter: str, kind: TypeEngine[T]) -> Select[tuple[T]]:
    """Select the values that are given as one parameter, a JSON list.

    The statement stays the same for any number of them, and is prepared once.
    """
    each = _Elements(bindparam(parameter)).table_valued("value")
    return select(cast(_Element(each.c.value), kind))


def given_rows(parameter: str, **columns: TypeEngine[Any]) -> FromClause:
    """Return a table of the rows that are given as one parameter, a JSON list of lists."""
    each = _Elements(bindparam(parameter)).table_valued("value")
    fields = (
        cast(_Field(each.c.value, literal_column(str(number))), kind).label(name)
        for number, (name, kind) in enumerate(columns.items())
    )
    return select(*fields).subquery(parameter)


class json_pairs(_Function):  # noqa: N801 (a function of SQL, as SQLAlchemy's own)
    """The two values of all rows as one JSON list of pairs."""

    type = Text()
    sqlite = "json_group_array(json_array({0}, {1}))"
    postgresql = "CAST(coalesce(json_agg(json_build_array({0}, {1})), '[]') AS TEXT)"


class storage_of(_Function):  # noqa: N801
    """The word 'text' for a text that is stored as it is, else another (``stored_text``)."""

    type = Text()
    sqlite = "typeof({0})"
    postgresql = f"CASE strpos({{0}}, U&'\\{ord(ESCAPE):04X}') WHEN 0 THEN 'text' ELSE 'escaped' END"


class _Place(_Function):
    type = Integer()
    sqlite = "instr({0}, {1})"
    postgresql = "strpos({0}, {1})"


def place_of(text: Any, part: str) -> ColumnElement[int]:
    """Return where a part begins in a text, from 1; 0 where it is not in it. Case matters."""
    return _Place(text, literal(part, text.type))


class hexadecimal(_Function):  # noqa: N801
    """The bytes of a column as digits, in lower case."""

    type = Text()
    sqlite = "lower(hex({0}))"
    postgresql = "encode({0}, 'hex')"


class _WrittenBytes(TypeDecorator[bytes]):
    """The bytes of a text, the same in both databases."""

    impl = LargeBinary
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        if dialect.name != _POSTGRESQL:
            return None

        def unescaped(stored: bytes | None) -> bytes | None:
            if stored is None or ESCAPE.encode() not in stored:
                return stored
            return read_text(stored.decode(), dialect).encode("utf-8", "surrogatepass")

        return unescaped


class as_bytes(_Function):  # noqa: N801
    """The bytes of a text, which may be damaged and no text at all."""

    type = _WrittenBytes()
    sqlite = "CAST({0} AS BLOB)"
    postgresql = "convert_to({0}, 'UTF8')"
