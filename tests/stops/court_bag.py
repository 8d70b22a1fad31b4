"""An office and a court bag of it, between which documents are exchanged."""

from __future__ import annotations

import os
from pathlib import Path

from briefbank.cli.output import DONE, FAULT
from briefbank.domain.bags import BagChoice
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.encryption import EncryptionState
from briefbank.domain.rights import Role
from briefbank.errors import BriefBankError
from briefbank.library import Library
from briefbank.remote.court_bag import CourtBag, opened
from briefbank.remote.link import Credentials, Link
from briefbank.server.accounts import Accounts
from briefbank.server.application import OfficeServer
from briefbank.server.bags import Bags
from briefbank.server.walls import Walls
from tests.server.asgi import AsgiExchange
from tests.server.program import PASSWORD
from tests.stops import office
from tests.stops.office import QUIET


def make(folder: Path) -> None:
    """``office``, a library of two briefs, and ``library``, a bag with one of them as it was before a
    correction."""
    office.make(folder)
    (folder / "library").rename(folder / "office")
    with Library.open(folder / "office") as library:
        first = next(iter(library.documents.each()))
    _exchange(folder / "office", folder / "library", BagChoice(documents=(first.sha256,)))
    with Library.open(folder / "office") as library:
        library.documents.correct(first.id, CaptionField.TITLE, "State v. Anybody")


def taken_along(office_folder: Path, place: Path) -> int:
    """Take all documents of the office along; return the exit status that the command would have."""
    with Library.open(office_folder) as library:
        choice = BagChoice(documents=tuple(each.sha256 for each in library.documents.each()))
    try:
        _exchange(office_folder, place, choice)
    except BriefBankError as error:
        print(error)
        return FAULT
    return DONE


def _exchange(office_folder: Path, place: Path, choice: BagChoice) -> None:
    """Have a server of the office in this process, and exchange with it."""
    beside = office_folder.with_name(f"server-{os.getpid()}")
    with Library.open(office_folder) as library:
        accounts, walls = Accounts(beside / "accounts.sqlite"), Walls(beside / "walls.sqlite", library)
        accounts.set_person("Ada", Role.EDITOR, PASSWORD)
        bags = Bags(beside / "bags.sqlite", "Test office")
        server = OfficeServer(library, accounts, walls, bags, beside / "uploads")
        server.start()
        try:
            link = Link(AsgiExchange(server.application()), Credentials())
            link.credentials.device = link.enrol(accounts.invite(), "laptop")
            link.sign_in("Ada", PASSWORD)
            CourtBag(link, place, opened, lambda _place: EncryptionState.YES).take(choice, QUIET)
        finally:
            server.close()
