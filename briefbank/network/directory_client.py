"""Asks the office's directory of persons, through the directory worker."""

from __future__ import annotations

from collections.abc import Mapping

from briefbank.network.directory_access import (
    AWAY,
    OTHER_DIRECTORY,
    READER_REFUSED,
    DirectoryAccess,
    DirectoryPerson,
    DirectoryReply,
    DirectoryRequest,
    DirectoryStart,
)
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


_FAILURES: Mapping[str, type[NoAnswer]] = {
    AWAY: NotThere,
    READER_REFUSED: ReaderRefused,
    OTHER_DIRECTORY: OtherDirectory,
}


class DirectoryClient(WorkerClient[DirectoryRequest, DirectoryReply]):
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
        super().__init__(DirectoryReply, _WORKER, start=DirectoryStart(access, password, authority))

    def sign_in(self, untrusted_name: str, password: str) -> DirectoryPerson | None:
        """Return the person with a name and password; None where the directory refuses them. Blocks. Raises
        NoAnswer."""
        return self._person(DirectoryRequest(WITHIN_S, untrusted_name, password))

    def look_up(self, name: str) -> DirectoryPerson | None:
        """Return the person with a name; None where there is none any more. Blocks. Raises NoAnswer."""
        return self._person(DirectoryRequest(WITHIN_S, name))

    def _person(self, request: DirectoryRequest) -> DirectoryPerson | None:
        reply = self.ask(request, request.seconds)
        if reply.failure:
            raise _FAILURES.get(reply.failure, NotUnderstood)(reply.failure)
        return reply.person
