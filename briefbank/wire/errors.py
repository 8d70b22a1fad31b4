"""The errors of an office server that a single computer's library does not have."""

from __future__ import annotations

from briefbank.errors import BriefBankError, StoreError


class NotEnrolled(BriefBankError):
    """Raised for a computer that the server does not know, or does not know any more."""

    default_title = "This computer does not belong to the office’s library."
    default_remedy = "Ask whoever looks after the server for an invitation, and join with it."


class NotSignedIn(BriefBankError):
    """Raised where nobody is signed in, or was signed in too long ago."""

    default_title = "You are not signed in."
    default_remedy = "Sign in, and try again."


class SignInRefused(BriefBankError):
    """Raised for a wrong name or password; which of the two is not said."""

    default_title = "This name and password do not belong together."
    default_remedy = "Type both again. Whoever looks after the server can give you a new password."


class SignInLocked(SignInRefused):
    """Raised after too many wrong passwords, right or wrong ones alike."""

    default_title = "This name cannot sign in for now, because too many wrong passwords were typed."
    default_remedy = "Wait a quarter of an hour, and try again."


class InNoGroup(SignInRefused):
    """Raised for a person of the office's directory who is in none of the groups that may use the library."""

    default_title = "Your account does not belong to a group that may use the office’s library."
    default_remedy = "Ask whoever looks after the server, who can put you into one."


class DirectoryAway(BriefBankError):
    """Raised when the office's directory cannot say who signs in."""

    default_title = "The office’s directory of persons does not answer, so nobody can sign in by it just now."
    default_remedy = "Try again in a few minutes, or tell whoever looks after the server."


class AccountRefused(BriefBankError):
    """Raised for a person who cannot be added as asked."""


class NotAllowed(BriefBankError):
    """Raised for an operation that the person's role does not include."""

    default_title = "Your role in the office’s library does not include this."
    default_remedy = "Ask whoever looks after the server, who can change your role."


class KeptFromYou(NotAllowed):
    """Raised for an operation on all documents, for a person from whom some are kept."""

    default_title = "This concerns all documents of the office, of which some are kept from you."
    default_remedy = "Ask a colleague who may see all of them."


class WallRefused(BriefBankError):
    """Raised for a matter that cannot be kept from persons as asked."""


class NotFromHere(BriefBankError):
    """Raised for what is done at the server alone."""

    default_title = "This is done at the office server, not from here."
    default_remedy = "Ask whoever looks after the server."


class ServerAway(StoreError):
    """Raised when the office server does not answer."""

    default_title = "The office server does not answer."
    default_remedy = "BriefBank tries again by itself. Documents that you opened lately can still be read."


class AnswerTooLong(StoreError):
    """Raised when the office server's answer is longer than a desk takes."""

    default_title = "The office server’s answer is too long for this computer."
    default_remedy = "Ask for less at once."


class OtherServer(StoreError):
    """Raised when another server answers in place of the office's."""

    default_title = "What answers at the office server’s address is not the office server."
    default_remedy = "Nothing was sent to it. Tell whoever looks after the server, before you join again."


class CertificateEnded(StoreError):
    """Raised when the time of the office server's certificate is over."""

    default_title = "The certificate by which the office server is known is not good today."
    default_remedy = (
        "Nothing was sent. If this computer’s date is right, tell whoever looks after the server: it needs a "
        "new certificate, and this computer a new invitation."
    )


class OtherRelease(StoreError):
    """Raised when desk and server cannot understand each other."""

    default_title = "This BriefBank and the office server are of releases that do not fit together."
    default_remedy = "Ask whoever looks after your computers to install the same release on both."


class WrongInvitation(BriefBankError):
    """Raised for a file that is no invitation to an office's library."""

    default_title = "This file is no invitation to an office’s library."
    default_remedy = "Ask whoever looks after the server for an invitation, and choose the file as it is."
