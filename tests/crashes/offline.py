"""An office and an offline copy of it, between which documents are exchanged."""

from __future__ import annotations

from pathlib import Path

from briefbank.cli.output import DONE, FAULT
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.maintenance import EncryptionState
from briefbank.domain.office import OfficeRole, OfflineChoice
from briefbank.errors import BriefBankError
from briefbank.office.accounts import Accounts
from briefbank.office.application import OfficeServer
from briefbank.office.library import OfficeLibrary
from briefbank.office.link import Credentials, Link
from briefbank.office.offline_feed import OfflineGrants
from briefbank.office.offline_matters import OfflineMatters, opened
from briefbank.office.walls import Walls
from briefbank.storage import secrets
from tests.crashes import office
from tests.crashes.office import QUIET
from tests.office.asgi import AsgiExchange
from tests.office.program import PASSWORD


def make(folder: Path) -> None:
    """``office``, a library of two briefs, and ``library``, an offline copy with one of them as it was before
    a correction."""
    office.make(folder)
    (folder / "library").rename(folder / "office")
    with OfficeLibrary.open(folder / "office") as library:
        first = next(iter(library.documents.each()))
    _exchange(folder / "office", folder / "library", OfflineChoice(documents=(first.sha256,)))
    with OfficeLibrary.open(folder / "office") as library:
        library.documents.correct(first.id, CaptionField.TITLE, "State v. Anybody")


def taken_along(office_folder: Path, offline_folder: Path) -> int:
    """Take all documents of the office along; return the exit status that the command would have."""
    with OfficeLibrary.open(office_folder) as library:
        choice = OfflineChoice(documents=tuple(document.sha256 for document in library.documents.each()))
    try:
        _exchange(office_folder, offline_folder, choice)
    except BriefBankError as error:
        print(error)
        return FAULT
    return DONE


def _exchange(office_folder: Path, offline_folder: Path, choice: OfflineChoice) -> None:
    """Have a server of the office in this process, and exchange with it as the laptop that joined it."""
    beside = office_folder.with_name("server")
    with OfficeLibrary.open(office_folder) as library:
        accounts = Accounts(beside / "accounts.sqlite")
        walls = Walls(beside / "walls.sqlite", library)
        accounts.set_person("Ada", OfficeRole.EDITOR, PASSWORD)
        grants = OfflineGrants(beside / "offline.sqlite", "Test office", accounts.secret_hash)
        server = OfficeServer(library, accounts, walls, grants, beside / "uploads")
        server.start()
        try:
            link = Link(AsgiExchange(server.application()), Credentials())
            if not secrets.kept(secrets.DEVICE):
                secrets.keep(secrets.DEVICE, link.enrol(accounts.invite(), "laptop"))
            link.credentials.device = secrets.kept(secrets.DEVICE)
            link.sign_in("Ada", PASSWORD)
            OfflineMatters(link, offline_folder, opened, lambda _place: EncryptionState.YES).take(
                choice, QUIET
            )
        finally:
            server.close()
