"""The stored form of a search, which keeps its meaning when the library is moved or rebuilt.

Authorities are stored by canonical name, because their ids are valid in one catalogue only.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import date
from typing import Any, Protocol

from briefbank.domain.authorities import Authority
from briefbank.domain.kinds import Kind
from briefbank.domain.searches import Filters, Order, SearchRequest
from briefbank.text.hashes import text_hash

UNKNOWN_AUTHORITY = 0
"""The id of no authority. A filter by an authority that is gone finds nothing instead of everything."""


class AuthorityNames(Protocol):
    """The ids and names of authorities in the open library."""

    def by_ids(self, ids: Iterable[int]) -> dict[int, Authority]:
        """Return the authorities that exist."""

    def ids_of(self, canonicals: Collection[str]) -> dict[str, int]:
        """Return the ids of the names that are known."""


def is_typed(request: SearchRequest) -> bool:
    """Tell whether a search can be repeated from its words; one from a passage or selection cannot."""
    return bool(request.text.strip()) and not request.like and not request.literal


def to_json(request: SearchRequest, names: AuthorityNames) -> str:
    """Return a search as JSON."""
    filters = request.filters
    known = names.by_ids(filters.authorities) if filters.authorities else {}
    values = {
        "text": request.text.strip(),
        "order": request.order,
        "as_of": _day(request.as_of),
        "from": _day(filters.filed_from),
        "to": _day(filters.filed_to),
        "written_by": _day(filters.written_by),
        "kinds": sorted(filters.kinds),
        "court": filters.court,
        "courts": sorted(filters.courts),
        "authors": sorted(filters.authors),
        "folders": sorted(filters.folders),
        "paths": sorted(filters.paths),
        "authorities": sorted(authority.canonical for authority in known.values()),
    }
    return json.dumps({name: value for name, value in values.items() if value})


def key_of(request: SearchRequest, names: AuthorityNames) -> str:
    """Return a key that ignores capitals, white space and the order of results."""
    plain = " ".join(request.text.split()).casefold()
    return text_hash(to_json(replace(request, text=plain, order=Order.NEWEST), names))


def from_json(text: str, names: AuthorityNames) -> SearchRequest:
    """Return the search that :func:`to_json` stored; fields of newer versions are ignored."""
    values: dict[str, Any] = json.loads(text)
    filters = Filters(
        filed_from=_read_day(values.get("from")),
        filed_to=_read_day(values.get("to")),
        kinds=frozenset(map(Kind, values.get("kinds", ()))),
        court=values.get("court", ""),
        written_by=_read_day(values.get("written_by")),
        courts=frozenset(values.get("courts", ())),
        authors=frozenset(values.get("authors", ())),
        folders=frozenset(values.get("folders", ())),
        paths=frozenset(values.get("paths", ())),
        authorities=_numbers(values.get("authorities", ()), names),
    )
    order, as_of = Order(values.get("order", Order.NEWEST)), _read_day(values.get("as_of"))
    return SearchRequest(values["text"], order=order, filters=filters, as_of=as_of)


def _numbers(canonicals: Collection[str], names: AuthorityNames) -> frozenset[int]:
    known = names.ids_of(canonicals) if canonicals else {}
    return frozenset(known.get(canonical, UNKNOWN_AUTHORITY) for canonical in canonicals)


def _day(day: date | None) -> str:
    return day.isoformat() if day else ""


def _read_day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
