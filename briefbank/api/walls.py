"""The ethical walls of an office's library."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from briefbank.domain.walls import Matter, WalledMatter
from briefbank.jobs import Reporter


class WallsApi(Protocol):
    """The matters that are kept from some persons. A change counts from the next request of each person on.

    A matter that is kept from the asking person is not among them. Changes rewrite parts of the word index:
    seconds for the documents of a case, minutes for most of a large library.
    """

    def matters(self) -> list[WalledMatter]:
        """Return the matters by name."""

    def put(self, matter: Matter, reporter: Reporter) -> None:
        """Add a matter, or change the one of this name. Raises WallRefused for one without documents, and for
        one that would be kept from the asking person."""

    def remove(self, name: str, reporter: Reporter) -> None:
        """Keep a matter from nobody any more. Raises NotInLibrary."""

    def export(self, path: Path) -> int:
        """Write the matters as CSV, and return how many. Raises BriefBankError."""

    def import_from(self, path: Path, reporter: Reporter) -> int:
        """Add or change the matters of a CSV file, all or none, and return how many. Matters that it does not
        name stay. Every file that ``export`` wrote can be imported. Raises ListFileError and WallRefused."""
