"""The single hierarchy of errors that BriefBank reports to its users.

Every error has a ``title`` (what happened) and a ``remedy`` (what to do next), both whole sentences for a
lawyer, and a ``detail`` for the log, which must never hold brief text, a query, a party or a file name. Any
other exception is a fault of BriefBank itself. Errors are translated at the border to a library or the
system, and only there.
"""

from __future__ import annotations

from briefbank.text.messages import NO_MESSAGE, Message, joined


class BriefBankError(Exception):
    """The base class of all errors; ``str(error)`` is the title and the remedy."""

    default_title = Message("BriefBank could not do this.")
    default_remedy = Message("Try again.")

    def __init__(
        self, title: Message = NO_MESSAGE, remedy: Message = NO_MESSAGE, *, detail: str = ""
    ) -> None:
        self.title = title or self.default_title
        self.remedy = remedy or self.default_remedy
        self.detail = detail
        super().__init__(f"{self.title} {self.remedy}".strip())

    @property
    def message(self) -> Message:
        return joined((self.title, self.remedy))


class ChildMistake(Exception):
    """Raised when a child process made a mistake: a fault of BriefBank itself.

    ``detail`` has the class of the child's exception and where it was raised, for the log.
    """

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__(detail)


class FileRefused(BriefBankError):
    default_title = Message("The file could not be added.")
    default_remedy = Message("Open it in another program to see whether it is whole, then add it again.")


class NotReadable(FileRefused):
    default_title = Message("The file could not be opened.")
    default_remedy = Message("Check that it still exists and that you may read it, then add it again.")


class UnknownFormat(FileRefused):
    default_title = Message(
        "This is not a PDF, Word, WordPerfect, OpenDocument, RTF, HTML or text file, nor a mail, nor a "
        "picture of pages."
    )
    default_remedy = Message("Save or print it as PDF and add that.")


class NeedsLibreOffice(FileRefused):
    """Raised for a file that only LibreOffice, which is missing, can read. It is not refused: it waits."""

    default_title = Message("This file needs LibreOffice, which is not installed on this computer.")
    default_remedy = Message("It waits. Install LibreOffice Writer, and BriefBank adds it the next time.")


class Encrypted(FileRefused):
    default_title = Message("The file is protected by a password.")
    default_remedy = Message("Add it again with its password. BriefBank asks once and does not keep it.")


class Damaged(FileRefused):
    default_title = Message("The file is damaged and no page of it could be read.")
    default_remedy = Message(
        "Ask for a new copy, or print it to PDF in a program that can open it, and add that."
    )


class Crashed(Damaged):
    """Raised when the reader's process died on the file."""


class TooLarge(FileRefused):
    default_title = Message("The file is larger than BriefBank can read.")
    default_remedy = Message("Split it into parts and add those.")


class OutOfMemory(TooLarge):
    default_title = Message("Reading the file needs more memory than there is.")


class TooSlow(FileRefused):
    default_title = Message("Reading the file took too long and was stopped.")
    default_remedy = Message("Print it to PDF in a program that can open it, and add that.")


class NoText(FileRefused):
    default_title = Message("No text was found on any page.")
    default_remedy = Message("If you can read its pages, scan them again at 300 dpi and add the new scan.")


class OcrError(BriefBankError):
    default_title = Message("The scanned pages could not be read.")
    default_remedy = Message(
        "Check with Help, Self-test that text recognition works, then add the file again."
    )


class NeedsPyTorch(BriefBankError):
    default_title = Message("This model needs PyTorch, which does not come with BriefBank.")
    default_remedy = Message(
        "Ask whoever looks after your computers to add it with “sudo apt install ./briefbank-pytorch_*.deb”, "
        "the file beside BriefBank’s own. Then choose the model again."
    )


class StoreError(BriefBankError):
    default_title = Message("The library could not be used.")
    default_remedy = Message("Check the disk that holds it.")


class StoreBusy(StoreError):
    default_title = Message("Another BriefBank window or command is changing this library.")
    default_remedy = Message("Wait until it has finished, or close it, and try again.")


class StoreFull(StoreError):
    default_title = Message("The disk that holds the library is full.")
    default_remedy = Message("Free some space and try again. Nothing that was added before is lost.")


class ShortOfMemory(StoreError):
    """Raised when memory does not suffice for another program, a thread or a library of native code."""

    default_title = Message("The computer is short of memory.")
    default_remedy = Message("Close other programs and try again. Nothing that was added before is lost.")


class StoreReadOnly(StoreError):
    default_title = Message("The library cannot be written to.")
    default_remedy = Message("Check that you may change its folder, or choose another library.")


class StoreAway(StoreError):
    """Raised when the library's folder is missing: its share or disk is disconnected, or it was moved."""

    default_title = Message("The library’s folder cannot be reached just now.")
    default_remedy = Message(
        "Connect its drive or share again, then try again. Nothing that was added before is lost."
    )


class FileAway(StoreError):
    """Raised when the library's copy of one file is missing or unreadable, though its folder is there."""

    default_title = Message("The library’s copy of this file cannot be reached just now.")
    default_remedy = Message(
        "Connect the drive or share that holds it and try again, or let “Check” in Settings look for it."
    )


class ExportRefused(BriefBankError):
    """Raised when a file for another program cannot be written; an existing file is left unchanged."""

    default_title = Message("The file could not be written there.")
    default_remedy = Message("Choose another folder.")


class OutsideRefused(BriefBankError):
    default_title = Message("BriefBank does not hand this file to another program.")
    default_remedy = Message("It hands over documents, mails and scans only, and no links.")


class OnlyServerOpens(StoreError):
    default_title = Message("This library belongs to an office server, and only the server opens it.")
    default_remedy = Message(
        "Search it through the server, as every computer of the office does: choose “Join your office…” in "
        "the window, with an invitation from whoever looks after the server. Or choose another library."
    )


class NotALibrary(StoreError):
    default_title = Message("This folder holds other files, and no BriefBank library.")
    default_remedy = Message(
        "Choose a new or empty folder, or the folder of a library. Nothing in it was changed."
    )


class StoreLinked(StoreError):
    """Raised for a library or backup with a link, a pipe or a device among its own files."""

    default_title = Message("This library holds a link to another place, and BriefBank follows none.")
    default_remedy = Message(
        "Copy the library again from the computer that it was made on. Nothing was changed."
    )


class StoreDamaged(StoreError):
    default_title = Message("The library’s catalogue is damaged.")
    default_remedy = Message(
        "Restore the library from a backup. The original files in its files folder are untouched."
    )


class StoreTooNew(StoreError):
    default_title = Message("This library was made by a newer version of BriefBank.")
    default_remedy = Message("Install that version on this computer to open it.")


class IndexFault(BriefBankError):
    """Raised when an index cannot be opened or disagrees with the catalogue; it can always be rebuilt."""

    default_title = Message("A search index is damaged.")
    default_remedy = Message("Choose Library, Rebuild indexes. No document is lost by it.")


class NotInLibrary(BriefBankError):
    default_title = Message("There is no such document in this library.")
    default_remedy = Message("It may have been removed. Look at the list of documents.")


class CorrectionRefused(BriefBankError):
    default_title = Message("This correction could not be understood.")
    default_remedy = Message("Type it as it should be shown.")


class WindowRefused(CorrectionRefused):
    default_title = Message("The last day is before the first.")
    default_remedy = Message(
        "Type the first and the last day on which this version is in force; leave a side open."
    )


class EntryRefused(BriefBankError):
    default_title = Message("This cannot be put on the list.")
    default_remedy = Message(
        "Type the citation as it is written in a brief, such as State v. Doe, 200 N.J. 1."
    )


class SharingRefused(BriefBankError):
    default_title = Message("This collection cannot be shared with the office.")
    default_remedy = Message(
        "Put passages of documents into it that are in the office’s library, and share it again."
    )


class ListFileError(BriefBankError):
    """Raised when a file with the office's list cannot be read, written or understood.

    ``row`` is the row as a spreadsheet numbers it, from 1, where row 1 has the column names, and ``column``
    is the column's name. They are 0 and empty where the whole file is meant.
    """

    default_title = Message("This file is no list of what still holds.")
    default_remedy = Message(
        "Choose a CSV file with the columns “authority” and “status”. Nothing was imported."
    )

    def __init__(
        self,
        title: Message = NO_MESSAGE,
        remedy: Message = NO_MESSAGE,
        *,
        detail: str = "",
        row: int = 0,
        column: str = "",
    ) -> None:
        super().__init__(title, remedy, detail=detail)
        self.row, self.column = row, column


class QueryError(BriefBankError):
    """Raised for a query that cannot be understood; ``position`` is the 0-based character, or -1."""

    default_title = Message("This search could not be understood.")
    default_remedy = Message("Type what you are looking for in plain words.")

    def __init__(
        self,
        title: Message = NO_MESSAGE,
        remedy: Message = NO_MESSAGE,
        *,
        detail: str = "",
        position: int = -1,
    ) -> None:
        super().__init__(title, remedy, detail=detail)
        self.position = position


class SummaryError(BriefBankError):
    default_title = Message("There is no summary for this document.")
    default_remedy = Message("Open the document and read it there.")


class ModelRefused(BriefBankError):
    """Raised when a local model's file cannot be used here: it is damaged, of an unknown kind or too large,
    or the software that runs such models is not installed."""

    default_title = Message("This model cannot be used.")
    default_remedy = Message("Choose another file. Settings has a page on which models suit which computer.")


class TooLong(ModelRefused):
    """Raised when one question exceeds a local model's context; other questions may fit."""

    default_title = Message("This text is longer than the model can look at.")
    default_remedy = Message("Choose a model that can look at more text at once.")


class ModelFault(BriefBankError):
    """Raised when a local model stopped, or was stopped, at work; the next question starts it anew."""

    default_title = Message("The local model stopped before it was done.")
    default_remedy = Message("Nothing of what it wrote is shown. Try again.")


class NetworkRefused(BriefBankError):
    default_title = Message("A network connection was refused.")
    default_remedy = Message("BriefBank works on this computer alone. Nothing was sent.")


class Cancelled(BriefBankError):
    """Raised when the user stopped a job; not a failure."""

    default_title = Message("Stopped.")
    default_remedy = Message("What was finished before is kept.")


class OfflineEnded(StoreError):
    default_title = Message("The time for which these documents were taken along is over.")
    default_remedy = Message(
        "When the office server can be reached, “briefbank offline sync” brings them up to date and renews "
        "the time. If it is not renewed within a week, they are deleted from this computer."
    )


class NothingOffline(BriefBankError):
    default_title = Message("No documents of the office were taken along on this computer.")
    default_remedy = Message("Take some along with “briefbank offline take” and a docket number.")


class OfflineChoiceRefused(BriefBankError):
    """Raised if documents are chosen for what concerns the whole offline copy, or none where some must be."""


class OfflineOfAnother(BriefBankError):
    """Raised where the documents on this computer were taken along by another person than the one who is
    signed in, or from another office: what was done in them would be sent as theirs, or there."""


class OfflineNotSent(BriefBankError):
    default_title = Message(
        "Something was done with the documents taken along that the office does not have yet."
    )
    default_remedy = Message(
        "“briefbank offline sync” sends it. To delete it together with the documents, see the options of "
        "“briefbank offline”."
    )


class OfflineRefused(BriefBankError):
    default_title = Message(
        "The office lets documents be taken along only on a computer whose disk is encrypted, and this "
        "computer cannot say that its disk is."
    )
    default_remedy = Message(
        "Ask whoever looks after this computer to switch on its disk encryption, or whoever looks after the "
        "office server to allow other disks."
    )


class TooMuchOffline(BriefBankError):
    default_title = Message("This is more than can be taken along at once.")
    default_remedy = Message("Choose fewer docket numbers or documents.")


class OfflineStays(StoreError):
    default_title = Message("These documents were taken along for a time, and no copies are made of them.")
    default_remedy = Message(
        "The office server has backups of them. What was added here goes there with the next sync."
    )


class NotEnrolled(BriefBankError):
    default_title = Message("This computer does not belong to the office’s library.")
    default_remedy = Message("Ask whoever looks after the server for an invitation, and join with it.")


class Revoked(NotEnrolled):
    """Raised for a computer that the office let go: it deletes what it has of the office."""


class NotSignedIn(BriefBankError):
    default_title = Message("You are not signed in.")
    default_remedy = Message("Open BriefBank, sign in, and try again.")


class SignInRefused(BriefBankError):
    """Raised for a wrong name or password; which of the two is not said."""

    default_title = Message("This name and password do not belong together.")
    default_remedy = Message("Type both again. Whoever looks after the server can give you a new password.")


class SignInLocked(SignInRefused):
    """Raised after too many wrong passwords, right or wrong ones alike."""

    default_title = Message("This name cannot sign in for now, because too many wrong passwords were typed.")
    default_remedy = Message("Wait a quarter of an hour, and try again.")


class InNoGroup(SignInRefused):
    default_title = Message("Your account does not belong to a group that may use the office’s library.")
    default_remedy = Message("Ask whoever looks after the server, who can put you into one.")


class DirectoryAway(BriefBankError):
    default_title = Message(
        "The office’s directory of persons does not answer, so nobody can sign in by it just now."
    )
    default_remedy = Message("Try again in a few minutes, or tell whoever looks after the server.")


class AccountRefused(BriefBankError):
    """Raised for a person who cannot be added as asked."""


class NotAllowed(BriefBankError):
    default_title = Message("Your role in the office’s library does not include this.")
    default_remedy = Message("Ask whoever looks after the server, who can change your role.")


class KeptFromYou(NotAllowed):
    """Raised for an operation on all documents, for a person from whom some are kept."""

    default_title = Message("This concerns all documents of the office, of which some are kept from you.")
    default_remedy = Message("Ask a colleague who may see all of them.")


class WallRefused(BriefBankError):
    """Raised for a matter that cannot be kept from persons as asked."""


class NotFromHere(BriefBankError):
    default_title = Message("This is done at the office server, not from here.")
    default_remedy = Message("Ask whoever looks after the server.")


class ServerAway(StoreError):
    default_title = Message("The office server does not answer.")
    default_remedy = Message(
        "BriefBank tries again by itself. Documents that you opened lately can still be read."
    )


class AnswerTooLong(StoreError):
    default_title = Message("The office server’s answer is too long for this computer.")
    default_remedy = Message("Ask for less at once.")


class OtherServer(StoreError):
    default_title = Message("What answers at the office server’s address is not the office server.")
    default_remedy = Message(
        "Nothing was sent to it. Tell whoever looks after the server, before you join again."
    )


class CertificateEnded(StoreError):
    default_title = Message("The certificate by which the office server is known is not good today.")
    default_remedy = Message(
        "Nothing was sent. If this computer’s date is right, tell whoever looks after the server: it needs a "
        "new certificate, and this computer a new invitation."
    )


class OtherRelease(StoreError):
    default_title = Message("This BriefBank and the office server are of releases that do not fit together.")
    default_remedy = Message("Ask whoever looks after your computers to install the same release on both.")


class WrongInvitation(BriefBankError):
    default_title = Message("This file is no invitation to an office’s library.")
    default_remedy = Message(
        "Ask whoever looks after the server for an invitation, and choose the file as it is."
    )
