"""The lease file of an offline copy, which says until when the library may be opened.

Every opening of the library checks it. After the lease an offline copy stays closed; some days later the next
opening begins by deleting what belongs to the office (``assembly``).
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from briefbank.domain.office import OfflineChoice, OfflineLease
from briefbank.errors import OfflineEnded
from briefbank.files import read_json, write_atomically

FILE = "offline.json"
_LARGEST = 1 << 20
_BEGINNING, _LAST_YEAR = datetime(1970, 1, 2, tzinfo=UTC), 9000
_DAMAGED = OfflineLease("", "", _BEGINNING, OfflineChoice())
"""The lease for a damaged file: it is over, and the documents are to be deleted."""


def kept(root: Path) -> OfflineLease | None:
    """Return the lease of an offline copy; None for any other library. Raises OSError."""
    try:
        untrusted = read_json(root / FILE, _LARGEST)
        until = datetime.fromisoformat(untrusted["until"])
        if not is_possible(until):
            raise ValueError("no such time")
        choice = OfflineChoice(*(tuple(map(str, untrusted[name])) for name in ("matters", "documents")))
        office, person = str(untrusted["office"]), str(untrusted["person"])
        return OfflineLease(office, person, until, choice, str(untrusted.get("library", "")))
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError):
        return _DAMAGED


def is_possible(until: datetime) -> bool:
    """Return whether a lease can end at this time."""
    return until.tzinfo is not None and until >= _BEGINNING and until.year <= _LAST_YEAR


def keep(root: Path, lease: OfflineLease) -> None:
    """Write the lease, before anything of the office is in the library. Raises StoreError."""
    content = {
        "office": lease.office,
        "person": lease.person,
        "until": lease.until.isoformat(),
        "library": lease.library,
        "matters": lease.choice.matters,
        "documents": lease.choice.documents,
    }
    write_atomically(root / FILE, json.dumps(content, indent=2).encode())


def forfeit(root: Path, lease: OfflineLease) -> None:
    """Make the next opening delete what belongs to the office. Raises StoreError."""
    keep(root, replace(lease, until=_BEGINNING))


def require_in_force(root: Path) -> None:
    """Raise OfflineEnded for an offline copy whose lease is over, unless this opening deletes what belongs to
    the office. Raises OSError."""
    lease = kept(root)
    if lease is not None and lease.is_over() and not lease.is_forfeited():
        raise OfflineEnded(detail="lease")
