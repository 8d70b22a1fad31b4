"""Rules by which documents are hidden from somebody, and the documents that they hide."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, String, or_, select

from briefbank.catalogue.columns import GIVEN_IDS, given_ids
from briefbank.catalogue.dialect import given
from briefbank.catalogue.document_lists import folded
from briefbank.catalogue.tables import AttachmentRow, DocumentRow
from briefbank.text.docket_numbers import keys_of, typed_docket

_FOUND = (DocumentRow.id, DocumentRow.sha256)
_NAMED = select(*_FOUND).where(
    or_(
        DocumentRow.sha256.in_(given("hashes", String())),
        DocumentRow.docket_key.in_(given("dockets", String())),
    )
)
_DOCKET_KEYS = select(DocumentRow.id, DocumentRow.docket_key).where(DocumentRow.docket_key != "")
_DOCKETS = select(*_FOUND, DocumentRow.docket).where(DocumentRow.id.in_(GIVEN_IDS))
_NUMBER = re.compile(r"[1-9]\d*")
_ATTACHED = (
    select(*_FOUND)
    .join(AttachmentRow, AttachmentRow.document_id == DocumentRow.id)
    .where(AttachmentRow.container.in_(given("hashes", String())))
)
_INNER = DocumentRow.__table__.alias()
_AROUND = (
    select(*_FOUND)
    .join(AttachmentRow, AttachmentRow.container == DocumentRow.sha256)
    .join(_INNER, _INNER.c.id == AttachmentRow.document_id)
    .where(_INNER.c.sha256.in_(given("hashes", String())))
)


@dataclass(frozen=True, slots=True)
class HidingRules:
    """What hides documents from somebody: what is named, what is attached to it, and the mails and PDFs in
    whose own bytes one of these stands."""

    hashes: frozenset[str] = frozenset()
    """The SHA-256 of documents."""
    dockets: frozenset[str] = frozenset()
    """Docket numbers as ``document_lists.folded`` returns them, in any of their forms
    (``text.docket_numbers``). One without letters hides those of all kinds; a document may have several."""

    @classmethod
    def of(cls, hashes: Iterable[str], dockets: Iterable[str]) -> HidingRules:
        """Return the rules for docket numbers as people write them, several in one text, too."""
        written = (" ".join(number.split()) for each in dockets for number in each.split(";"))
        return cls(frozenset(hashes), frozenset(folded(each) for each in written if each))

    def __bool__(self) -> bool:
        return bool(self.hashes or self.dockets)

    def __or__(self, other: HidingRules) -> HidingRules:
        return HidingRules(self.hashes | other.hashes, self.dockets | other.dockets)


def documents(connection: Connection, rules: HidingRules) -> dict[int, str]:
    """Return the documents that rules hide, among those that the connection sees, with their hashes."""
    found = with_attached(connection, rules)
    return _followed(connection, _AROUND, found, found.values())


def with_attached(connection: Connection, rules: HidingRules) -> dict[int, str]:
    """Return the documents that rules name, and what is attached to these, with their hashes."""
    found = dict(_named(connection, rules))
    return _followed(connection, _ATTACHED, found, {*rules.hashes, *found.values()})


def _followed(
    connection: Connection, step: Select[int, str], found: dict[int, str], new: Collection[str]
) -> dict[int, str]:
    """Return ``found`` and what further ``step`` finds from ``new``, and from what that finds, to the end."""
    while new:
        rows = connection.execute(step, {"hashes": json.dumps(sorted(new))}).all()
        more = {id_: sha256 for id_, sha256 in rows if id_ not in found}
        found, new = found | more, more.values()
    return found


def _named(connection: Connection, rules: HidingRules) -> Iterator[tuple[int, str]]:
    values = {"hashes": json.dumps(sorted(rules.hashes)), "dockets": json.dumps(sorted(rules.dockets))}
    yield from connection.execute(_NAMED, values)
    if rules.dockets:
        yield from _with_dockets(connection, rules.dockets)


def _with_dockets(connection: Connection, written: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Yield the documents with a docket number in any of its forms, or as it is written.

    Of all documents only the key of the docket is read, from an index; those with the greatest number of a
    docket, or with several dockets, are compared.
    """
    dockets = [docket for number in written if (docket := typed_docket(number))]
    keys = frozenset(key for docket in dockets for key in docket.query_keys())
    greatest = {max(docket.numbers) for docket in dockets}
    numbers = {form for number in greatest for form in (f"{number}", f"19{number:02}", f"20{number:02}")}
    rows: Any = connection.execute(_DOCKET_KEYS).cursor  # SQLAlchemy's own rows take twice as long
    near = [id_ for id_, key in rows if ";" in key or not numbers.isdisjoint(_NUMBER.findall(key))]
    for id_, sha256, numbered in connection.execute(_DOCKETS, given_ids(near)):
        parts = (part.strip() for part in folded(numbered).split(";"))
        if not (keys.isdisjoint(keys_of(numbered)) and written.isdisjoint(parts)):
            yield id_, sha256
