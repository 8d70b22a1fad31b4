"""The documents that rely on authorities that the office's list speaks against, in the whole library.

A search asks the list about a few passages. Here the lines are few and the passages many. The check therefore
goes from each line to the documents that cite its authority, and reads passages only for lines about a part
of a provision.

A passage that itself states what was done to the authority ("overruled by", "limited in", "repealed") does
not rely on it. A document that states of a case that nothing of it holds does not rely on it anywhere. What
was done on other grounds leaves the point standing. One part of a provision can be repealed while another
holds, so for provisions only the passage counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date

from briefbank.catalogue.store import Catalogue
from briefbank.citations.treatment_words import PROVISIONS
from briefbank.citations.typed_authority import TypedAuthority, subsection_levels
from briefbank.citations.whole_provision import whole_of
from briefbank.citator.alerts import GoodLawAlerts
from briefbank.citator.entry_validation import authorities_of, entered_of
from briefbank.citator.good_law_list import GoodLawList
from briefbank.domain.authorities import GONE, TREATED_AS, Extent
from briefbank.domain.passages import Passage

NEGATIVE = tuple(kind for kind in TREATED_AS if kind.extent is not Extent.ON_OTHER_GROUNDS)
"""The treatments that a passage reports instead of relying on the authority."""


class OutdatedFinder:
    """The finder of documents with outdated authorities. Any thread."""

    def __init__(self, catalogue: Catalogue, listed: GoodLawList, alerts: GoodLawAlerts) -> None:
        self._catalogue, self._listed, self._alerts = catalogue, listed, alerts

    def documents(self, as_of: date | None = None) -> dict[int, date | None]:
        """Return the documents that rely on authorities the list speaks against, by id.

        The value is the newest day from which such an authority does not hold, or None if no line gives one.
        ``as_of`` is the day of the check; None means today. Raises StoreError.
        """
        found: dict[int, date | None] = {}
        for named, since in self._against(as_of):
            for document_id in self._documents_relying(named):
                before = found.get(document_id)
                found[document_id] = max(filter(None, (before, since)), default=None)
        return found

    def relying(self, named: TypedAuthority) -> list[tuple[int, int]]:
        """Return the (document_id, passage_id) of the passages that rely on an authority, in order."""
        ids = [authority.id for authority in authorities_of(self._catalogue, self._listed, named)]
        relations = self._catalogue.authorities.relations(target_ids=ids, kinds=NEGATIVE)
        passages = {relation.passage_id for relation in relations}
        overturned = () if named.kind in PROVISIONS else relations
        documents = {relation.document_id for relation in overturned if TREATED_AS[relation.kind] in GONE}
        return [
            (document_id, passage_id)
            for document_id, passage_id in self._catalogue.authorities.passages_citing(ids)
            if document_id not in documents and passage_id not in passages
        ]

    def _documents_relying(self, named: TypedAuthority) -> set[int]:
        """Return the documents that rely on an authority, or on the named part of it."""
        pairs = self.relying(named)
        below = subsection_levels(named.canonical, named.kind)[-1]
        if not below:
            return {document_id for document_id, _ in pairs}
        wholes = self._listed.whole_names([named])[named]
        passages = self._catalogue.passages_by_id([passage_id for _, passage_id in pairs])
        return {each.document_id for each in passages.values() if cites(each, wholes, below)}

    def _against(self, as_of: date | None) -> Iterator[tuple[TypedAuthority, date | None]]:
        """Yield the listed authorities that do not hold, as their lines name them, and since when."""
        lines = {entry.canonical: entered_of(entry) for entry in self._alerts.entries()}
        statements = self._alerts.statements({name: line.kind for name, line in lines.items()}, as_of)
        for name, on_authority in statements.items():
            if against := [each.entry for each in on_authority if each.against]:
                yield lines[name], max((each.since for each in against if each.since), default=None)


def cites(passage: Passage, wholes: Collection[str], below: str) -> bool:
    """Tell whether a passage cites a provision of these names, or its part ``below``."""
    return any(
        whole_of(each.canonical, each.kind) in wholes
        and below in subsection_levels(each.canonical, each.kind)
        for each in passage.citations
        if each.canonical
    )
