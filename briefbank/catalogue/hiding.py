"""Rules by which documents are hidden from somebody, and the documents that they hide."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, String, or_, select

from briefbank.catalogue.dialect import given
from briefbank.catalogue.document_lists import ORDERED, folded
from briefbank.catalogue.tables import AttachmentRow, DocumentRow

_FOUND = (DocumentRow.id, DocumentRow.sha256)
_NAMED = select(*_FOUND).where(
    or_(
        DocumentRow.sha256.in_(given("hashes", String())),
        DocumentRow.docket_key.in_(given("dockets", String())),
    )
)
_SEVERAL_DOCKETS = select(*_FOUND, DocumentRow.docket_key, DocumentRow.docket).where(
    DocumentRow.docket_key.contains(";")
)
_ATTACHED = (
    select(*_FOUND)
    .join(AttachmentRow, AttachmentRow.document_id == DocumentRow.id)
    .where(AttachmentRow.container.in_(given("hashes", String())))
)


@dataclass(frozen=True, slots=True)
class HidingRules:
    """What hides documents from somebody; what is attached to a hidden one is hidden, too."""

    hashes: frozenset[str] = frozenset()
    """The SHA-256 of documents."""
    dockets: frozenset[str] = frozenset()
    """Docket numbers as ``document_lists.folded`` returns them; a document may have several."""

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
    found = dict(_named(connection, rules))
    new = {*rules.hashes, *found.values()}
    while new:
        rows = connection.execute(_ATTACHED, {"hashes": json.dumps(sorted(new))}).all()
        attached = {id_: sha256 for id_, sha256 in rows if id_ not in found}
        found |= attached
        new = set(attached.values())
    return found


def _named(connection: Connection, rules: HidingRules) -> Iterator[tuple[int, str]]:
    values = {"hashes": json.dumps(sorted(rules.hashes)), "dockets": json.dumps(sorted(rules.dockets))}
    for id_, sha256 in connection.execute(_NAMED, values):
        yield id_, sha256
    if rules.dockets:
        for id_, sha256, key, docket in connection.execute(_SEVERAL_DOCKETS):
            dockets = key if len(key) < ORDERED else folded(docket)  # the key of many has but the first
            if not rules.dockets.isdisjoint(each.strip() for each in dockets.split(";")):
                yield id_, sha256
