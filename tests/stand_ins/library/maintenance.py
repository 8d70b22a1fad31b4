"""Upkeep, computer and models of the stand-in library."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from briefbank.api.library import EmbeddingApi, InstallationApi, MaintenanceApi, RerankerApi
from briefbank.domain.maintenance import (
    BackupReport,
    Caution,
    CheckResult,
    DiskEncryption,
    EncryptionState,
    Equipment,
    HealthReport,
    KnownBackup,
    LibraryAlert,
    LibraryPlace,
    LibrarySizes,
    RestoreReport,
)
from briefbank.jobs import Reporter
from briefbank.text.messages import NO_MESSAGE, Message
from tests.stand_ins.library.calls import StubCalls


class StubMaintenance(MaintenanceApi):
    """Everything is well, but the word index lacks two passages until it is mended."""

    def __init__(self, calls: StubCalls) -> None:
        self._calls = calls
        self.worries: tuple[LibraryAlert, ...] = ()
        """Matters that deserve a look."""

    def alerts(self) -> tuple[LibraryAlert, ...]:
        self._calls._call("concerns")
        return self.worries

    def check(
        self, repair: bool = False, reporter: Reporter | None = None, *, thorough: bool = False
    ) -> HealthReport:
        self._calls._call("check", (repair, thorough))
        mended = (Message("Repaired: The word index lacks 2 passages."),) if repair else ()
        return HealthReport(
            5, 6, 6, 4, 2, () if repair else (Message("The word index lacks 2 passages."),), mended
        )

    def rebuild(self, reporter: Reporter) -> HealthReport:
        self._calls._call("rebuild")
        return HealthReport(5, 6, 6, 6, 0, ())

    def read_authorities(self, reporter: Reporter) -> int:
        return 0

    def sizes(self) -> LibrarySizes:
        self._calls._call("sizes")
        return LibrarySizes(
            412_345_678, 88_000_000, 41_200_000, 12_600_000, 30_100_000, 128_400_000_000, 5, 6,
            datetime(2026, 3, 3, 12, 0, tzinfo=UTC), None,
        )  # fmt: skip

    def backup(self, folder: Path, reporter: Reporter, *, keep_days: int = 0) -> BackupReport:
        reporter.progress(Message("Backing up"), 3, 12)
        self._calls._call("backup", folder)
        reporter.check()
        return BackupReport(folder, 5, 12, 412_345_678, 8.5)

    def restore(self, folder: Path, reporter: Reporter) -> RestoreReport:
        reporter.progress(Message("Checking the backup"), 3, 12)
        self._calls._call("restore", folder)
        reporter.check()
        return RestoreReport(4, Path("/made-up/library before 3 March"))

    def backups(self) -> tuple[KnownBackup, ...]:
        return ()

    def backups_with(self, document_id: int) -> tuple[KnownBackup, ...]:
        return ()


class StubInstallation(InstallationApi):
    """A computer with everything but text recognition."""

    def __init__(self, calls: StubCalls) -> None:
        self._calls = calls
        self.encryption = DiskEncryption(EncryptionState.YES, EncryptionState.NOTHING, "LUKS")
        """The system's answer about the encryption of the library's disk."""
        self.tested: Sequence[CheckResult] = (
            CheckResult(Message("Catalogue"), True, Message("The catalogue answers and is whole.")),
            CheckResult(
                Message("Text recognition"),
                False,
                Message("Tesseract was not found. Install it, then try again."),
            ),
            CheckResult(Message("Network"), True, Message("A connection was tried and refused.")),
        )
        """The results of the self-test."""

    def place(self) -> LibraryPlace:
        self._calls._call("place")
        return LibraryPlace(Path("/made-up/library"), 118 * 1024**3, Caution.NONE)

    def place_for(self, chosen: Path) -> LibraryPlace:
        self._calls._call("place_for", chosen)
        return LibraryPlace(chosen, 300 * 1024**3, Caution.NONE)

    def join_office(self, invitation: Path) -> str:
        self._calls._call("join_office", invitation)
        return "Made-up office"

    def leave_office(self, *, unsent_too: bool = False) -> None:
        self._calls._call("leave_office", unsent_too)

    def disk_encryption(self) -> DiskEncryption:
        self._calls._call("disk_encryption")
        return self.encryption

    def equipment(self) -> Equipment:
        self._calls._call("equipment")
        return Equipment(NO_MESSAGE, NO_MESSAGE)

    def ocr_engines(self) -> list[str]:
        self._calls._call("ocr_engines")
        return ["Tesseract", "olmOCR"]

    def ocr_address_problem(self, address: str) -> str:
        self._calls._call("ocr_address_problem", address)
        return "" if address.startswith("http://") else "The address must begin with http:// or https://."

    def self_test(self) -> list[CheckResult]:
        self._calls._call("self_test")
        return list(self.tested)

    def self_test_report(self, results: Sequence[CheckResult]) -> str:
        return "\n".join(f"{result.name}: {result.detail}" for result in results)

    def save_self_test(self, report: str, target: Path) -> None:
        self._calls._call("save_self_test", target)


class StubEmbedding(EmbeddingApi):
    """An embedding model that has nothing to do."""

    def __init__(self, calls: StubCalls) -> None:
        self._calls = calls

    def model_name(self) -> str:
        self._calls._call("model_name")
        return "all-MiniLM-L6-v2"

    def try_out(self, folder: Path) -> None:
        self._calls._call("try_encoder", folder)

    def choose_again(self) -> None:
        self._calls._call("encoder_changed")

    def embed_pending(self, reporter: Reporter) -> int:
        self._calls._call("embed_pending")
        reporter.progress(Message("meaning"), 120, 560)
        return 0


class StubReranker(RerankerApi):
    """A reranker that every folder holds."""

    def __init__(self, calls: StubCalls) -> None:
        self._calls = calls

    def try_out(self, folder: Path) -> None:
        self._calls._call("try_reranker", folder)

    def warm(self) -> None:
        self._calls._call("reranker_changed")

    def trouble(self) -> Message:
        self._calls._call("reranker_note")
        return NO_MESSAGE
