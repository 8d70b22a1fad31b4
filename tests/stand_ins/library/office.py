"""A stand-in for an office, to force a server that is away and sessions that end."""

from __future__ import annotations

from briefbank.domain.rights import Person, Role
from briefbank.errors import BriefBankError
from briefbank.wire.errors import SignInRefused

PASSWORD = "correct horse battery"
ADA = Person("Ada", Role.EDITOR)


class StubOffice:
    """An ``OfficeApi``. ``fault`` is raised by every call."""

    name, address = "Made-up office", "https://10.0.0.5:8443"

    def __init__(self, person: Person | None = ADA) -> None:
        self.person = person
        self.fault: BriefBankError | None = None

    def look(self) -> Person | None:
        self._fail()
        return self.person

    def sign_in(self, name: str, password: str) -> Person:
        self._fail()
        if password != PASSWORD:
            raise SignInRefused
        self.person = Person(name, Role.EDITOR)
        return self.person

    def sign_out(self) -> None:
        self._fail()
        self.person = None

    def _fail(self) -> None:
        if self.fault is not None:
            raise self.fault
