"""The documents that rely on authorities that the office's list speaks against, in the whole library.

A search asks the list about a few passages. Here the lines are few and the passages many. The check therefore
goes from each line to the documents that cite its authority, and reads passages only for lines about a part
of a provision.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date

from briefbank.catalogue.store import Catalogue
from briefbank.citations.typed_authority import TypedAuthority, subsection_levels
from briefbank.citations.whole_provision import whole_of
from briefbank.citator.alerts import GoodLawAlerts
from briefbank.citator.entry_validation import authorities_of, entered_of
from briefbank.citator.good_law_list import GoodLawList
from briefbank.domain.passages import Passage


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
            for document_id in self.citing(named):
                before = found.get(document_id)
                found[document_id] = max(filter(None, (before, since)), default=None)
        return found

    def citing(self, named: TypedAuthority) -> set[int]:
        """Return the documents that cite an authority, or the named part of it."""
        known = authorities_of(self._catalogue, self._listed, named)
        pairs = self._catalogue.authorities.passages_citing([each.id for each in known])
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
