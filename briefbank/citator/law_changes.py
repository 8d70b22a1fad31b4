"""The changes since a document was filed in the law that it cites.

They are limited to what the library knows: later versions of provisions that it holds, lines of the office's
list with a later day, and what documents filed later say of an amendment.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta

from briefbank.catalogue.store import Catalogue
from briefbank.citations.whole_provision import whole_of
from briefbank.citator.alerts import describe_entry
from briefbank.domain.authorities import (
    TREATED_AS,
    Authority,
    Change,
    GoodLawEntry,
    Provision,
    RelationKind,
    Standing,
)
from briefbank.domain.documents import Document
from briefbank.text.dates import format_date
from briefbank.text.listing import listed

Versions = Callable[[Collection[int]], dict[int, list[Provision]]]
_CHANGE_KINDS = tuple(
    kind
    for kind in TREATED_AS
    if kind.whole in (RelationKind.AMENDS, RelationKind.REPEALS, RelationKind.SUPERSEDES)
)


class Changes:
    """A reader of changes in the law. Any thread."""

    def __init__(
        self,
        catalogue: Catalogue,
        versions: Versions,
        entries: Callable[[], Sequence[GoodLawEntry]],
        today: Callable[[], date],
    ) -> None:
        """Create a reader.

        ``versions`` returns, by authority id, the settled versions of the authorities that have any.
        """
        self._catalogue, self._versions, self._entries, self._today = catalogue, versions, entries, today

    def since(self, document: Document) -> tuple[Change, ...]:
        """Return what changed since the document was filed, in citation order; empty without a date."""
        if document.filed is None:
            return ()
        cited = self._cited(document)
        found: dict[int, list[Change]] = {id_: [] for id_ in cited}
        for change in (
            *self._from_versions(cited, document.filed),
            *self._from_list(cited, document.filed),
            *self._from_later_documents(cited, document),
        ):
            found[change.authority.id].append(change)
        return tuple(change for changes in found.values() for change in changes)

    def _cited(self, document: Document) -> dict[int, Authority]:
        """Return the authorities that a document cites, in the order of their first citation."""
        names = dict.fromkeys(
            whole_of(citation.canonical, citation.kind)
            for passage in self._catalogue.passages_of(document.id)
            for citation in passage.citations
            if citation.canonical
        )
        ids = self._catalogue.authorities.ids_of(list(names))
        known = self._catalogue.authorities.by_ids(set(ids.values()))
        return {ids[name]: known[ids[name]] for name in names if name in ids}

    def _from_versions(self, cited: Mapping[int, Authority], day: date) -> Iterator[Change]:
        today = self._today()
        for id_, versions in self._versions(list(cited)).items():
            begun = sorted(
                {v.window.first for v in versions if v.window.first and day < v.window.first <= today}
            )
            now = next((version.id for version in versions if version.window.holds(today)), 0)
            if begun:
                yield Change(cited[id_], begun[-1], _amended(begun, now != 0), now)
            elif ended := _ended(versions, day, today):
                yield Change(cited[id_], ended, f"No longer in force since {format_date(ended)}.", now)

    def _from_list(self, cited: Mapping[int, Authority], day: date) -> Iterator[Change]:
        entries = [
            e for e in self._entries() if e.standing is not Standing.GOOD and e.since and e.since > day
        ]
        ids = self._catalogue.authorities.ids_of([form for entry in entries for form in entry.forms])
        for entry in sorted(entries, key=lambda each: (each.since or day, each.id)):
            id_ = next((ids[form] for form in entry.forms if ids.get(form) in cited), 0)
            if id_ and entry.since:
                said = describe_entry(entry)
                text = f"{said[0].upper()}{said[1:]}, your office’s list says."
                yield Change(cited[id_], entry.since, text)

    def _from_later_documents(self, cited: Mapping[int, Authority], document: Document) -> Iterator[Change]:
        """Yield what documents filed later say: the newest for each authority and kind."""
        relations = self._catalogue.authorities.relations(target_ids=list(cited), kinds=_CHANGE_KINDS)
        sayers = self._catalogue.documents_by_id({each.document_id for each in relations})
        newest: dict[tuple[int, RelationKind], Document] = {}
        for relation in relations:
            sayer, key = sayers.get(relation.document_id), (relation.target.id, relation.kind)
            if sayer and _later(sayer, document.filed) and _later(sayer, newest.get(key, document).filed):
                newest[key] = sayer
        for (id_, kind), sayer in newest.items():
            if sayer.filed:
                treatment = TREATED_AS[kind].value
                words = f"“{sayer.title}”, filed on {format_date(sayer.filed)}, speaks of it as {treatment}."
                yield Change(cited[id_], None, words)


def _later(document: Document, day: date | None) -> bool:
    return document.filed is not None and day is not None and document.filed > day


def _amended(begun: Sequence[date], here: bool) -> str:
    days = listed([format_date(day) for day in begun])
    return f"Amended on {days}: the library has the later text." if here else f"Amended on {days}."


def _ended(versions: Sequence[Provision], day: date, today: date) -> date | None:
    """Return the first day without any version that was in force on ``day``; None if one still is."""
    lasts = [version.window.last for version in versions if version.window.holds(day)]
    ends = [last for last in lasts if last is not None]
    if not ends or len(ends) < len(lasts) or max(ends) >= today:
        return None
    return max(ends) + timedelta(days=1)
