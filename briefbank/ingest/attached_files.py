"""Finds the files that are attached to mails: a confined child tells what a mail holds when it is read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from briefbank.catalogue.ledger_statements import NewFile, OpenFile
from briefbank.extraction import containers
from briefbank.extraction.containers import ARCHIVE_DEPTH, MAX_DEPTH
from briefbank.extraction.mail import messages
from briefbank.extraction.mail.messages import MailSummary
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest.originals import Original
from briefbank.ingest.progress import Progress
from briefbank.sandbox.workspace import InputFile


def attached_to(file: NewFile, names: Iterable[str]) -> list[NewFile]:
    """Return the files with these names that are attached to a mail or PDF; each stands beneath ``file.path``
    and is as deep as it is in there."""
    members = map(containers.attached_member, names)
    return [
        replace(file, path=file.path / each.name, member=each.place, depth=file.depth + each.depth)
        for each in members
    ]


@dataclass(frozen=True, slots=True)
class QueuedMembers:
    """The files attached to a document that are to be queued, and the number of those in too many others."""

    files: tuple[NewFile, ...]
    too_deep: int = 0


class AttachedFiles:
    """Finds what is attached to mails. Any thread."""

    def __init__(self, processes: WorkerPool) -> None:
        self._processes = processes

    def summary(self, file: OpenFile, original: Original, progress: Progress) -> MailSummary | None:
        """Return what is known of a mail besides its text; None for any other file. Raises FileRefused."""
        if original.suffix not in messages.READERS:
            return None
        with_archives = file.depth + ARCHIVE_DEPTH <= MAX_DEPTH
        source = InputFile(original.path)
        return self._processes.call(messages.summarise, source, with_archives, check=progress.check)

    @staticmethod
    def members(file: OpenFile, sha256: str, mail: MailSummary | None) -> QueuedMembers:
        """Return what is to be queued of a mail with this SHA-256; nothing of one that is only read again."""
        if mail is None or file.document_id is not None:
            return QueuedMembers(())
        around = NewFile(file.path, container=sha256, depth=file.depth, folder=file.folder, turn=file.turn)
        found = attached_to(around, mail.members)
        near = tuple(each for each in found if each.depth <= MAX_DEPTH)
        return QueuedMembers(near, len(found) - len(near))
