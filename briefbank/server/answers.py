"""What a request is answered with: a status and bytes, an error as a fault in the words of its class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from briefbank.errors import BriefBankError, NotInLibrary, TooLarge
from briefbank.server.jobs import TooBusy
from briefbank.wire.encoding import Malformed, encode
from briefbank.wire.errors import NotAllowed, NotEnrolled, NotSignedIn
from briefbank.wire.messages import Fault, fault_of

BAD_REQUEST = Fault(
    BriefBankError.__name__,
    "The office server did not understand what BriefBank asked.",
    "Ask whoever looks after your computers whether both are of the same release.",
)
_STATUS: Mapping[type[BriefBankError], int] = {
    NotEnrolled: 401,
    NotSignedIn: 401,
    NotAllowed: 403,
    NotInLibrary: 404,
    TooLarge: 413,
    TooBusy: 503,
}


REFUSED = (BriefBankError, Malformed)
"""What a request raises that cannot be done as asked; anything else is a mistake of ours."""


class Answer(NamedTuple):
    """The answer to one request."""

    body: bytes
    """An encoded value; a Fault where the status is none of success."""
    status: int = 200


def answer_of(value: object, status: int = 200) -> Answer:
    """Return the answer with a value."""
    return Answer(encode(value), status)


def refusal_for(error: Exception) -> Answer:
    """Return the answer to a request that raised one of REFUSED."""
    if isinstance(error, BriefBankError):
        return answer_of(fault_of(error), _STATUS.get(type(error), 409))
    return answer_of(BAD_REQUEST, 400)
