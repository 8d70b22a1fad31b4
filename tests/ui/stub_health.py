"""Meaning, health, backup and settings of the stand-in library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from briefbank.domain.alerts import LibraryAlert
from briefbank.domain.encryption import DiskEncryption, EncryptionState
from briefbank.domain.maintenance import (
    BackupReport,
    CheckResult,
    EncoderChoice,
    HealthReport,
    LibrarySizes,
    RestoreReport,
)
from briefbank.domain.new_library import Caution, Equipment, LibraryPlace
from briefbank.jobs import Reporter
from tests.ui.stub_calls import StubCalls

REASON = "This form is the fastest that loses nothing to speak of on this processor."


class StubHealth(StubCalls):
    """Everything is well, but the word index lacks two passages until it is mended."""

    worries: tuple[LibraryAlert, ...] = ()
    """Concerns that deserve a look."""
    place_ = LibraryPlace(Path("/made-up/library"), 118 * 1024**3, Caution.NONE)
    places: Mapping[Path, LibraryPlace] = MappingProxyType({})
    """Remarks on chosen folders."""
    equipment_ = Equipment("", "")

    encryption = DiskEncryption(EncryptionState.YES, EncryptionState.NOTHING, "LUKS")
    """The system's answer about the encryption of the library's disk."""

    tested: Sequence[CheckResult] = (
        CheckResult("Catalogue", True, "The catalogue answers and is whole."),
        CheckResult("Text recognition", False, "Tesseract was not found. Install it, then try again."),
        CheckResult("Network", True, "A connection was tried and refused."),
    )
    """The results of the self-test."""

    def disk_encryption(self) -> DiskEncryption:
        self._call("disk_encryption")
        return self.encryption

    def concerns(self) -> tuple[LibraryAlert, ...]:
        self._call("concerns")
        return self.worries

    def read_authorities(self, reporter: Reporter) -> int:
        return 0

    def embed_pending(self, reporter: Reporter) -> int:
        self._call("embed_pending")
        reporter.progress("meaning", 120, 560)
        return 0

    def check(self, repair: bool, reporter: Reporter, *, thorough: bool) -> HealthReport:
        self._call("check", (repair, thorough))
        mended = ("Mended: The word index lacks 2 passages.",) if repair else ()
        return HealthReport(5, 6, 6, 4, 2, () if repair else ("The word index lacks 2 passages.",), mended)

    def rebuild(self, reporter: Reporter) -> HealthReport:
        self._call("rebuild")
        return HealthReport(5, 6, 6, 6, 0, ())

    def self_test(self) -> list[CheckResult]:
        self._call("self_test")
        return list(self.tested)

    def save_self_test(self, results: Sequence[CheckResult], target: Path) -> None:
        self._call("save_self_test", target)

    def place(self) -> LibraryPlace:
        self._call("place")
        return self.place_

    def place_for(self, chosen: Path) -> LibraryPlace:
        self._call("place_for", chosen)
        return self.places.get(chosen, LibraryPlace(chosen, 300 * 1024**3, Caution.NONE))

    def equipment(self) -> Equipment:
        self._call("equipment")
        return self.equipment_

    def sizes(self) -> LibrarySizes:
        self._call("sizes")
        return LibrarySizes(
            412_345_678, 88_000_000, 41_200_000, 12_600_000, 30_100_000, 0, 128_400_000_000, 5, 6,
            datetime(2026, 3, 3, 12, 0, tzinfo=UTC), None,
        )  # fmt: skip

    def backup(self, folder: Path, reporter: Reporter) -> BackupReport:
        reporter.progress("Backing up", 3, 12)
        self._call("backup", folder)
        reporter.check()
        return BackupReport(folder, 5, 12, 412_345_678, 8.5)

    def restore(self, folder: Path, reporter: Reporter) -> RestoreReport:
        reporter.progress("Checking the backup", 3, 12)
        self._call("restore", folder)
        reporter.check()
        return RestoreReport(4, Path("/made-up/library before 3 March"))

    def encoder_choice(self) -> EncoderChoice:
        self._call("encoder_choice")
        return EncoderChoice("all-MiniLM-L6-v2", "int8", 76.0, REASON)

    def try_encoder(self, folder: Path) -> None:
        self._call("try_encoder", folder)

    def encoder_changed(self) -> None:
        self._call("encoder_changed")

    def encoder_note(self) -> str:
        self._call("encoder_note")
        return ""

    def try_reranker(self, folder: Path) -> float:
        self._call("try_reranker", folder)
        return 640.0

    def reranker_changed(self) -> None:
        self._call("reranker_changed")

    def reranker_note(self) -> str:
        self._call("reranker_note")
        return ""

    def ocr_address_problem(self, address: str) -> str:
        self._call("ocr_address_problem", address)
        return "" if address.startswith("http://") else "The address must begin with http:// or https://."
