"""What is known of the encryption of the disk that a library lies on, and of where memory is put aside."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Encrypted(Enum):
    """Told by the system, never guessed."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
    NOTHING = "nothing"
    """Of the memory that is put aside only: the system puts none on a disk."""


_LIBRARY = {
    Encrypted.YES: "The disk with the library is encrypted by the system.",
    Encrypted.NO: (
        "The system does not encrypt the disk with the library. Whoever has the computer or the disk can "
        "read the briefs. Ask whoever looks after this computer to switch on its disk encryption."
    ),
    Encrypted.UNKNOWN: (
        "BriefBank cannot tell whether the disk with the library is encrypted. "
        "Ask whoever looks after this computer."
    ),
}
_STATEMENT = {
    Encrypted.YES: "The system encrypts the disk with the library; BriefBank itself does not encrypt it.",
    Encrypted.NO: (
        "Neither the system nor BriefBank encrypts the library, so whoever has this computer or its disk can "
        "read the briefs; the system’s disk encryption can be switched on."
    ),
    Encrypted.UNKNOWN: (
        "BriefBank does not encrypt the library itself and cannot tell whether the system encrypts its disk; "
        "whoever looks after this computer can."
    ),
}
OF_ITSELF = (
    "BriefBank does not encrypt the library itself. Where the system encrypts the whole disk, the library is "
    "encrypted with it, and whoever takes the computer or the disk can read nothing."
)
"""What holds on every computer."""
_MEMORY = {
    Encrypted.NO: (
        "The system may put memory aside on a disk without encryption (swap), "
        "and words of briefs that were open may stay there."
    ),
    Encrypted.UNKNOWN: (
        "BriefBank cannot tell whether memory that the system puts aside on a disk (swap) is encrypted."
    ),
}


@dataclass(frozen=True, slots=True)
class DiskEncryption:
    """Of the system's own encryption; a disk that encrypts by itself, unseen by the system, is not known."""

    state: Encrypted
    """Of the disk with the library."""
    memory: Encrypted
    """Of where the system puts memory aside."""
    by: str = ""
    """The means by its own name, such as LUKS, FileVault or BitLocker; empty where it is not known."""

    @property
    def statement(self) -> str:
        """One sentence on who encrypts the library, where there is room for one."""
        return _STATEMENT[self.state]

    @property
    def sentences(self) -> tuple[str, ...]:
        """What a person should know, the library first; nothing is said of what is well about memory."""
        of_memory = _MEMORY.get(self.memory)
        return (_LIBRARY[self.state], of_memory) if of_memory else (_LIBRARY[self.state],)
