"""The office whose library a desk uses, and who is signed in."""

from __future__ import annotations

from typing import Protocol

from briefbank.api.cluster import ClusterApi
from briefbank.api.offline import OfflineMattersApi
from briefbank.api.walls import WallsApi
from briefbank.domain.rights import Person


class OfficeApi(Protocol):
    """An office with a server. Methods raise ServerAway, OtherServer and NotEnrolled."""

    @property
    def name(self) -> str:
        """Return the name of the office. Immediate."""

    @property
    def address(self) -> str:
        """Return the address of its server. Immediate."""

    @property
    def person(self) -> Person | None:
        """Return who is signed in, as far as this desk knows; None where nobody is. Immediate."""

    @property
    def walls(self) -> WallsApi:
        """Return the matters that are kept from some persons, for those who look after them. Immediate."""

    @property
    def offline(self) -> OfflineMattersApi:
        """Return the documents that were taken along on this computer. Immediate."""

    @property
    def cluster(self) -> ClusterApi:
        """Return the computers that work on files, for those who look after the server. Immediate."""

    def look(self) -> Person | None:
        """Ask the server who is signed in here, and return that; None where nobody is any more."""

    def sign_in(self, name: str, password: str) -> Person:
        """Sign a person in, also for the next start of the program. Raises SignInRefused."""

    def sign_out(self) -> None:
        """Sign the person out, and delete cached pages unless the system encrypts the disk."""
