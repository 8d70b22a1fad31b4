"""The state of encryption of the disk that holds a library, and of the swap space."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class EncryptionState(Enum):
    """The state of encryption as the system reports it, never guessed."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
    NOTHING = "nothing"
    """The system puts no memory on a disk. Used for ``DiskEncryption.memory`` only."""


_DISK_SENTENCES = {
    EncryptionState.YES: "The disk with the library is encrypted by the system.",
    EncryptionState.NO: (
        "The system does not encrypt the disk with the library. Whoever has the computer or the disk can "
        "read the briefs. Ask whoever looks after this computer to switch on its disk encryption."
    ),
    EncryptionState.UNKNOWN: (
        "BriefBank cannot tell whether the disk with the library is encrypted. "
        "Ask whoever looks after this computer."
    ),
}
_STATEMENTS = {
    EncryptionState.YES: (
        "The system encrypts the disk with the library; BriefBank itself does not encrypt it."
    ),
    EncryptionState.NO: (
        "Neither the system nor BriefBank encrypts the library, so whoever has this computer or its disk can "
        "read the briefs; the system’s disk encryption can be switched on."
    ),
    EncryptionState.UNKNOWN: (
        "BriefBank does not encrypt the library itself and cannot tell whether the system encrypts its disk; "
        "whoever looks after this computer can."
    ),
}
OF_ITSELF = (
    "BriefBank does not encrypt the library itself. Where the system encrypts the whole disk, the library is "
    "encrypted with it, and whoever takes the computer or the disk can read nothing."
)
"""The statement that holds on every computer."""
_SWAP_SENTENCES = {
    EncryptionState.NO: (
        "The system may put memory aside on a disk without encryption (swap), "
        "and words of briefs that were open may stay there."
    ),
    EncryptionState.UNKNOWN: (
        "BriefBank cannot tell whether memory that the system puts aside on a disk (swap) is encrypted."
    ),
}


@dataclass(frozen=True, slots=True)
class DiskEncryption:
    """The system's own encryption. A disk that encrypts itself, unseen by the system, counts as unknown."""

    state: EncryptionState
    """The state of the disk with the library."""
    memory: EncryptionState
    """The state of the swap space."""
    by: str = ""
    """The name of the means, such as LUKS, FileVault or BitLocker; empty where it is not known."""

    @property
    def statement(self) -> str:
        """Return one sentence on who encrypts the library, for places with room for one."""
        return _STATEMENTS[self.state]

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the sentences that a person should read, the library first; swap is mentioned only as a
        problem."""
        on_swap = _SWAP_SENTENCES.get(self.memory)
        return (_DISK_SENTENCES[self.state], on_swap) if on_swap else (_DISK_SENTENCES[self.state],)
