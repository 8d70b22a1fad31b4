"""Asks the office's directory of persons, through the directory worker."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from briefbank.network.directory_access import (
    AWAY,
    FOUND,
    LOOK_UP,
    OTHER_DIRECTORY,
    READER_REFUSED,
    SIGN_IN,
    DirectoryAccess,
)
from briefbank.network.egress_messages import Request
from briefbank.network.worker_client import NoAnswer, NotThere, WorkerClient

_WORKER = "briefbank.network.directory_worker"
WITHIN_S = 15.0
"""The time within which the directory must have answered."""


class ReaderRefused(NoAnswer):
    """Raised when the directory refuses the account that looks for persons."""


class OtherDirectory(NoAnswer):
    """Raised when what answers cannot show that it is the office's directory."""


class NotUnderstood(NoAnswer):
    """Raised when the directory does not answer one question as it should; its text is for the log."""


_FAILURES: Mapping[bytes, type[NoAnswer]] = {
    AWAY: NotThere,
    READER_REFUSED: ReaderRefused,
    OTHER_DIRECTORY: OtherDirectory,
}


@dataclass(frozen=True, slots=True)
class DirectoryPerson:
    """A person as the directory has them."""

    name: str
    """The name as it stands in the directory, however it was typed."""
    groups: tuple[str, ...]
    """The DNs of their groups."""


class DirectoryClient(WorkerClient):
    """The client of the directory worker. Any thread, several at once."""

    NOT_YET = "The office’s directory has not been found yet."
    STOPPED = GONE = "The part of BriefBank that asks the office’s directory has stopped."
    START_AGAIN = "Start the server again."

    def __init__(self, access: DirectoryAccess, password: str, authority: str) -> None:
        """Start the worker. ``password`` is the reading account's, ``authority`` the certificate in PEM of
        whoever vouches for the directory's, or empty for the system's own list. Call before
        ``guard.engage``. Raises BriefBankError."""
        access.check()
        self.where, self.can_look_up = access.address, bool(access.reader)
        start = {"access": asdict(access), "password": password, "authority": authority}
        super().__init__(_WORKER, Request(0, 0.0, "", json.dumps(start).encode()))

    def sign_in(self, untrusted_name: str, password: str) -> DirectoryPerson | None:
        """Return the person with a name and password; None where the directory refuses them. Blocks. Raises
        NoAnswer."""
        return self._asked(SIGN_IN, untrusted_name, password)

    def look_up(self, name: str) -> DirectoryPerson | None:
        """Return the person with a name; None where there is none any more. Blocks. Raises NoAnswer."""
        return self._asked(LOOK_UP, name)

    def _asked(self, question: str, *arguments: str) -> DirectoryPerson | None:
        reply = self.ask(Request(0, WITHIN_S, question, json.dumps(arguments).encode()))
        if reply.status == 0:
            raise _FAILURES.get(reply.body, NotUnderstood)(reply.body.decode())
        if reply.status != FOUND:
            return None
        name, groups = json.loads(reply.body)
        return DirectoryPerson(name, tuple(groups))
