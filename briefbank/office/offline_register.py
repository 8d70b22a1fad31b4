"""The offline copies of an office: who took which documents along, at which computer, and until when.

They are in a file of the server's own user, as its walls are. What an offline copy gets, the feed decides for
each request by what its person sees at that moment.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, DateTime, Integer, MetaData, String, Table, delete, select
from sqlalchemy.dialects.sqlite import insert

from briefbank.api.documents import OfflineGrantsApi
from briefbank.audit.chain import fits
from briefbank.domain.maintenance import AuditEvent, EncryptionState
from briefbank.domain.office import LEASE, OfflineChoice, OfflineGrant, OfflineLease, Person, current_person
from briefbank.errors import OfflineRefused
from briefbank.office import accounts
from briefbank.office.feed import FeedEntry

if TYPE_CHECKING:
    from briefbank.office.library import OfficeLibrary


_TABLES = MetaData()
_OFFLINE = Table(
    "offline",
    _TABLES,
    Column("person", String, primary_key=True),
    Column("device", String, primary_key=True),
    Column("matters", String, nullable=False),
    Column("documents", Integer, nullable=False),
    Column("taken", DateTime, nullable=False),
    Column("until", DateTime, nullable=False),
)


class OfflineGrants:
    """The offline copies in one file. Any thread."""

    def __init__(self, file: Path, office: str, *, any_disk: bool = False) -> None:
        """Open the file, or create it for this user alone. ``office`` is its name for people; with
        ``any_disk`` offline copies may be on disks without encryption."""
        self.office, self._any_disk = office, any_disk
        self._engine = accounts.opened(file, _TABLES)

    def close(self) -> None:
        self._engine.dispose()

    def seen_by(self, seen: OfficeLibrary) -> OfflineGrantsApi:
        """Return the offline copies for the person who asks now and sees this much of the library."""
        return _Asked(self, seen)

    def require_disk(self, disk: EncryptionState) -> None:
        """Raise OfflineRefused for a disk on which no offline copy may be."""
        if disk is not EncryptionState.YES and not self._any_disk:
            raise OfflineRefused(detail=disk.value)

    def give(self, person: Person, choice: OfflineChoice, documents: int) -> OfflineLease:
        """Give a person an offline copy at their computer, or renew it."""
        now = datetime.now(UTC)
        values = {
            "matters": json.dumps(choice.matters),
            "documents": documents,
            "until": _stored(now + LEASE),
        }
        given = insert(_OFFLINE).values(
            person=person.name, device=person.device, taken=_stored(now), **values
        )
        with self._engine.begin() as connection:
            connection.execute(given.on_conflict_do_update(index_elements=["person", "device"], set_=values))
        return OfflineLease(self.office, person.name, now + LEASE, choice)

    def end(self, person: Person) -> None:
        """Forget the offline copy of a person at their computer."""
        mine = (_OFFLINE.c.person == person.name, _OFFLINE.c.device == person.device)
        with self._engine.begin() as connection:
            connection.execute(delete(_OFFLINE).where(*mine))

    def given(self) -> list[OfflineGrant]:
        """Return all offline copies, those whose time ends last first."""
        query = select(_OFFLINE).order_by(_OFFLINE.c.until.desc(), _OFFLINE.c.person, _OFFLINE.c.device)
        with self._engine.connect() as connection:
            return [_given(row) for row in connection.execute(query)]


@dataclass(frozen=True, slots=True)
class _Asked(OfflineGrantsApi):
    """The offline copies as one person asks for them, who sees this much of the library."""

    grants: OfflineGrants
    seen: OfficeLibrary

    def take(self, choice: OfflineChoice, disk: EncryptionState) -> OfflineLease:
        self.grants.require_disk(disk)
        lease = self.grants.give(_person(), choice, len(entries := self.seen.feed.entries(choice)))
        self._note(choice, entries)
        return replace(lease, library=self.seen.records.library_id())

    def returned(self) -> None:
        self.grants.end(_person())
        self.seen.audit.note(AuditEvent.TAKEN_ALONG, change="removed")

    def given(self) -> list[OfflineGrant]:
        return self.grants.given()

    def _note(self, choice: OfflineChoice, entries: list[FeedEntry]) -> None:
        """Write down how many documents of which matters are taken along."""
        count, known = len(entries), [docket for docket in choice.matters if fits("matter", docket)]
        if known and fits("matter", named := "; ".join(known)):
            self.seen.audit.note(AuditEvent.TAKEN_ALONG, documents=count, matter=named)
            return
        self.seen.audit.note(AuditEvent.TAKEN_ALONG, documents=count)
        for matter in known:
            self.seen.audit.note(AuditEvent.TAKEN_ALONG, matter=matter)


def _person() -> Person:
    person = current_person()
    assert person is not None, "clients ask for a person"
    return person


def _stored(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(tzinfo=None)


def _given(row: Any) -> OfflineGrant:
    matters = tuple(json.loads(row.matters))
    taken, until = (moment.replace(tzinfo=UTC) for moment in (row.taken, row.until))
    return OfflineGrant(row.person, row.device, matters, row.documents, taken, until)
