"""Turns the operators that ask for a kind of document, a folder or days of filing into filters, which every
channel understands: words beside ``kind:brief after:2015`` then find what they find with these filters."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from briefbank.domain.expression import And, Expression, Field, FieldName, conjuncts
from briefbank.domain.kinds import Kind
from briefbank.domain.searches import Filters

_FILTERS = frozenset({FieldName.KIND, FieldName.PATH, FieldName.BEFORE, FieldName.AFTER})
_DAY = timedelta(days=1)


def filters_of(required: Expression, filters: Filters) -> tuple[Filters, Expression | None]:
    """Return ``filters`` narrowed by the conjuncts of a required part that are filters, and the other
    conjuncts; None where there are none."""
    parts = conjuncts(required)
    fields = [part for part in parts if isinstance(part, Field) and part.name in _FILTERS]
    others = tuple(part for part in parts if part not in fields)
    for each in fields:
        filters = _narrowed(filters, each)
    return filters, _joined(others, required)


def _narrowed(filters: Filters, field: Field) -> Filters:
    nothing = replace(filters, among=frozenset())
    if field.name is FieldName.KIND:
        kind = Kind(field.value)
        possible = not filters.kinds or kind in filters.kinds
        return replace(filters, kinds=frozenset({kind})) if possible else nothing
    if field.name is FieldName.PATH:
        return replace(filters, paths=filters.paths | {field.value})
    day = date.fromisoformat(field.value)
    if field.name is FieldName.AFTER:
        first = max(day, (filters.filed_from or date.min + _DAY) - _DAY)
        return replace(filters, filed_from=first + _DAY) if first < date.max else nothing
    last = min(day, (filters.filed_to or date.max - _DAY) + _DAY)
    return replace(filters, filed_to=last - _DAY) if last > date.min else nothing


def _joined(parts: tuple[Expression, ...], whole: Expression) -> Expression | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    return And(parts, whole.start, whole.end)
