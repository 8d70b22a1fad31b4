"""A laptop of the office in this process, whose court bag is in a folder of its own."""

from __future__ import annotations

from pathlib import Path

from briefbank.domain.bags import BagChoice
from briefbank.domain.encryption import EncryptionState
from briefbank.domain.rights import Role
from briefbank.jobs import QuietReporter, Reporter
from briefbank.library import Library
from briefbank.remote.court_bag import CourtBag
from briefbank.remote.link import Link
from tests.server.conftest import Office
from tests.stand_ins.encoders import Buckets

QUIET = QuietReporter()


def opened(place: Path, reporter: Reporter = QUIET) -> Library:
    """Open a bag with the encoder of the tests."""
    return Library.open(place, encoder=Buckets(), reporter=reporter, tidy=False)


def bag_of(link: Link, place: Path, disk: EncryptionState = EncryptionState.YES) -> CourtBag:
    """Return the bag in a folder of a desk, whose disk is as it says."""
    return CourtBag(link, place, opened, lambda _place: disk)


def laptop(office: Office, place: Path, role: Role = Role.EDITOR) -> CourtBag:
    """Return the bag of a new computer at which a person of a role is signed in."""
    return bag_of(office.signed_in(role), place)


def all_of(office: Office, *without: int) -> BagChoice:
    """Return the choice of all documents of the office but some."""
    found = (each for each in office.library.documents.each() if each.id not in without)
    return BagChoice(documents=tuple(each.sha256 for each in found))
