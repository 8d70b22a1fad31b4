"""A laptop of the office in this process, whose offline copy is in a folder of its own."""

from __future__ import annotations

from pathlib import Path

from briefbank.domain.maintenance import EncryptionState
from briefbank.domain.office import OfficeRole, OfflineChoice
from briefbank.jobs import QuietReporter, Reporter
from briefbank.office.library import OfficeLibrary
from briefbank.office.link import Link
from briefbank.office.offline_matters import OfflineMatters
from briefbank.storage import secrets
from tests.office.conftest import Office
from tests.stand_ins.encoders import Buckets

QUIET = QuietReporter()


_secrets: dict[Path, str] = {}
"""The secret of the computer that has its offline copy in a folder; the computers share this home."""


def opened(folder: Path, reporter: Reporter = QUIET) -> OfficeLibrary:
    """Open an offline copy at its computer, with the encoder of the tests."""
    if folder in _secrets:
        sit_at(folder)
    return OfficeLibrary.open(folder, encoder=Buckets(), reporter=reporter, tidy=False)


def sit_at(folder: Path) -> None:
    """Go on at the computer that has its offline copy in a folder."""
    secrets.keep(secrets.DEVICE, _secrets[folder])


def offline_of(link: Link, folder: Path, disk: EncryptionState = EncryptionState.YES) -> OfflineMatters:
    """Return the offline copy in a folder of a client, whose disk is as it says."""
    _secrets[folder] = link.credentials.device
    sit_at(folder)
    return OfflineMatters(link, folder, opened, lambda _place: disk)


def laptop(office: Office, folder: Path, role: OfficeRole = OfficeRole.EDITOR) -> OfflineMatters:
    """Return the offline copy of a new computer at which a person of a role is signed in."""
    return offline_of(office.signed_in(role), folder)


def all_of(office: Office, *without: int) -> OfflineChoice:
    """Return the choice of all documents of the office but some."""
    results = (document for document in office.library.documents.each() if document.id not in without)
    return OfflineChoice(documents=tuple(item.sha256 for item in results))
