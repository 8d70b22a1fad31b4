"""Rules by which documents are hidden from somebody, and the documents that they hide."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from briefbank.catalogue.document_lists import folded

_DOCUMENTS = """
    WITH RECURSIVE
    wanted_hash(sha256) AS (SELECT value FROM json_each(:hashes)),
    wanted_docket(docket) AS (SELECT value FROM json_each(:dockets)),
    found(id, sha256) AS (
        SELECT id, sha256 FROM main.document
        WHERE sha256 IN (SELECT sha256 FROM wanted_hash)
            OR docket_key IN (SELECT docket FROM wanted_docket)
            OR docket_key LIKE '%;%' AND EXISTS (
                SELECT 1 FROM wanted_docket
                WHERE instr('; ' || docket_key || ';', '; ' || docket || ';') > 0
            )
        UNION
        SELECT document.id, document.sha256 FROM main.attachment
        JOIN main.document ON document.id = attachment.document_id
        WHERE attachment.container IN (SELECT sha256 FROM wanted_hash)
        UNION
        SELECT document.id, document.sha256 FROM found
        JOIN main.attachment ON attachment.container = found.sha256
        JOIN main.document ON document.id = attachment.document_id
    )
    SELECT id FROM found"""


@dataclass(frozen=True, slots=True)
class HidingRules:
    """What hides documents from somebody; what is attached to a hidden one is hidden, too."""

    hashes: frozenset[str] = frozenset()
    """The SHA-256 of documents."""
    dockets: frozenset[str] = frozenset()
    """Docket numbers as ``document_lists.folded`` returns them; a document may have several."""

    @classmethod
    def of(cls, hashes: Iterable[str], dockets: Iterable[str]) -> HidingRules:
        """Return the rules for docket numbers as people write them."""
        written = (" ".join(each.split()) for each in dockets)
        return cls(frozenset(hashes), frozenset(folded(each) for each in written if each))

    def __bool__(self) -> bool:
        return bool(self.hashes or self.dockets)

    def __or__(self, other: HidingRules) -> HidingRules:
        return HidingRules(self.hashes | other.hashes, self.dockets | other.dockets)


def documents(connection: Connection, rules: HidingRules) -> list[int]:
    """Return the documents that rules hide, among all of the catalogue's."""
    values = {"hashes": json.dumps(sorted(rules.hashes)), "dockets": json.dumps(sorted(rules.dockets))}
    return list(connection.exec_driver_sql(_DOCUMENTS, values).scalars())
