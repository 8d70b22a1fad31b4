"""Values for the creation of a library: a folder for it, and the components that this computer has."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

ENOUGH_BYTES = 2 * 1024**3
"""The least free space; less fills up with the first few hundred scanned briefs."""


class Caution(Enum):
    """The reason why a folder is unsuitable for a library."""

    NONE = "none"
    SYNCHRONISED = "synchronised"
    """A program copies the folder to other computers, so briefs would leave this one."""
    NETWORK = "network"
    """The folder is on another computer: slow, and gone when that computer is."""


@dataclass(frozen=True, slots=True)
class LibraryPlace:
    """A candidate folder for a library."""

    folder: Path
    free_bytes: int | None
    """The free space on its disk; None where the system does not say."""
    caution: Caution
    by: str = ""
    """The name of the program that synchronises the folder."""
    is_library: bool = False
    """True when the folder holds a library already."""

    @property
    def is_tight(self) -> bool:
        return self.free_bytes is not None and self.free_bytes < ENOUGH_BYTES


@dataclass(frozen=True, slots=True)
class Equipment:
    """The state of the components: for each a sentence on what is wrong, or empty."""

    recognition: str
    meaning: str
