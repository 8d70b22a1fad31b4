"""The upkeep of a library, and the computer that it is on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from briefbank.domain.alerts import LibraryAlert
from briefbank.domain.encryption import DiskEncryption
from briefbank.domain.maintenance import (
    BackupReport,
    CheckResult,
    HealthReport,
    KnownBackup,
    LibrarySizes,
    RestoreReport,
)
from briefbank.domain.new_library import Equipment, LibraryPlace
from briefbank.jobs import Reporter


class MaintenanceApi(Protocol):
    """Checks, repairs and backups."""

    def alerts(self) -> tuple[LibraryAlert, ...]:
        """Return the matters that deserve a person's attention, gravest first. Reads only the documents that
        they concern. Raises StoreError."""

    def check(
        self, repair: bool = False, reporter: Reporter | None = None, *, thorough: bool = False
    ) -> HealthReport:
        """Compare both indexes and the files with the catalogue; with ``repair`` correct what disagrees.

        ``thorough`` reads every original: minutes for a large library.
        """

    def rebuild(self, reporter: Reporter) -> HealthReport:
        """Rebuild both indexes from the catalogue; embeddings that still fit are reused."""

    def read_authorities(self, reporter: Reporter) -> int:
        """Read the citations of documents whose citations were read by other rules, or left unread by an
        interruption; return how many.

        Milliseconds when there are none, minutes for a large library; none in a read-only one. Raises
        Cancelled and StoreError.
        """

    def sizes(self) -> LibrarySizes:
        """Return the sizes of the library, and the times of its last check and backup."""

    def backup(self, folder: Path, reporter: Reporter, *, keep_days: int = 0) -> BackupReport:
        """Back the library up into a new folder, or update the backup there.

        With ``keep_days`` the backups of so many days stay beside each other, in folders of their own in this
        one. Raises StoreError.
        """

    def restore(self, folder: Path, reporter: Reporter) -> RestoreReport:
        """Restore the library from a backup; its present state is kept as a backup. Raises StoreError."""

    def backups(self) -> tuple[KnownBackup, ...]:
        """Return the backups that are known, newest first. What was removed after one was made is still in
        it. No disk but the library's is accessed."""

    def backups_with(self, document_id: int) -> tuple[KnownBackup, ...]:
        """Return the known backups that hold a document, newest first. Microseconds; no disk but the
        library's is accessed. Raises NotInLibrary."""


class InstallationApi(Protocol):
    """The computer: its disks, what is installed on it, and the self-test."""

    def place(self) -> LibraryPlace:
        """Describe the place of the library. Asks the disk; never raises."""

    def place_for(self, chosen: Path) -> LibraryPlace:
        """Return the candidate folder for a library where a person chose ``chosen``. Asks the disk; never
        raises."""

    def disk_encryption(self) -> DiskEncryption:
        """Tell whether the system encrypts the disk with the library: milliseconds, on Windows seconds."""

    def equipment(self) -> Equipment:
        """Check whether text recognition and the embedding model are available. Loads no model; under a
        second."""

    def ocr_engines(self) -> list[str]:
        """Return the engines that can recognise scanned pages now, the default one first."""

    def ocr_address_problem(self, address: str) -> str:
        """Return a sentence on what is wrong with the address of a text recognition server; empty when it is
        fine."""

    def join_office(self, invitation: Path) -> str:
        """Have this computer belong to the office of an invitation file from the next start on; return the
        name of the office. Raises WrongInvitation and StoreError."""

    def leave_office(self) -> None:
        """Have this computer work alone from the next start on. Raises StoreError."""

    def self_test(self) -> list[CheckResult]:
        """Test every part for real, including the refusal of network connections. Takes some seconds."""

    def self_test_report(self, results: Sequence[CheckResult]) -> str:
        """Return the results of ``self_test`` as a text for the ethics file."""

    def save_self_test(self, report: str, target: Path) -> None:
        """Write such a text as a file. Raises ExportRefused."""
