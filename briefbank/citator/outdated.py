"""Which documents rely on what the office's list speaks against: the whole library in one go.

A search asks the list about a few passages. Here it is the other way round: the lines are few and the
passages many, so it goes from each line to who cites its authority, and reads passages only for lines that
speak of a part of a provision.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date

from briefbank.authority.entered import Entered, levels
from briefbank.authority.whole import whole_of
from briefbank.catalogue.store import Catalogue
from briefbank.citator.alerts import Alerts
from briefbank.citator.entering import authorities_of, entered_of
from briefbank.citator.listed import Listed
from briefbank.models import Passage


class Outdated:
    """Any thread."""

    def __init__(self, catalogue: Catalogue, listed: Listed, alerts: Alerts) -> None:
        self._catalogue, self._listed, self._alerts = catalogue, listed, alerts

    def documents(self, as_of: date | None = None) -> dict[int, date | None]:
        """By number, every document that relies on an authority that the list speaks against on a day (None:
        today), with the newest day since when; None where no line says since when. Raises StoreError."""
        found: dict[int, date | None] = {}
        for named, since in self._against(as_of):
            for document_id in self.citing(named):
                before = found.get(document_id)
                found[document_id] = max(filter(None, (before, since)), default=None)
        return found

    def citing(self, named: Entered) -> set[int]:
        """The documents that cite an authority, or the part of it that is named."""
        known = authorities_of(self._catalogue, self._listed, named)
        pairs = self._catalogue.authorities.passages_citing([each.id for each in known])
        below = levels(named.canonical, named.sort)[-1]
        if not below:
            return {document_id for document_id, _ in pairs}
        wholes = self._listed.whole_names([named])[named]
        passages = self._catalogue.passages_by_id([passage_id for _, passage_id in pairs])
        return {each.document_id for each in passages.values() if cites(each, wholes, below)}

    def _against(self, as_of: date | None) -> Iterator[tuple[Entered, date | None]]:
        """The authorities of the list that do not hold, as its lines name them, and since when."""
        lines = {entry.canonical: entered_of(entry) for entry in self._alerts.entries()}
        said = self._alerts.said({name: line.sort for name, line in lines.items()}, as_of)
        for name, sayings in said.items():
            if against := [each.entry for each in sayings if each.against]:
                yield lines[name], max((each.since for each in against if each.since), default=None)


def cites(passage: Passage, wholes: Collection[str], below: str) -> bool:
    """Whether a passage cites a provision with these names, or (``below``) that part of it."""
    return any(
        whole_of(each.canonical, each.sort) in wholes and below in levels(each.canonical, each.sort)
        for each in passage.citations
        if each.canonical
    )
