"""The computer that one library is on: its disks, what is installed on it, and the self-test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank import settings
from briefbank.api.maintenance import InstallationApi
from briefbank.audit.audit import AuditLog
from briefbank.domain.audit_events import AuditEvent
from briefbank.domain.encryption import DiskEncryption
from briefbank.domain.maintenance import CheckResult
from briefbank.domain.new_library import Equipment, LibraryPlace
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.embedding.encoders import default_model, prepared_files
from briefbank.errors import BriefBankError
from briefbank.maintenance.health import Health
from briefbank.network.address import parse_address
from briefbank.ocr.engine import OcrEngine
from briefbank.storage import new_library
from briefbank.storage.write_access import Access

if TYPE_CHECKING:
    from briefbank.maintenance.self_test import ChosenModel


class Installation(InstallationApi):
    """The computer that one library is on. Any thread."""

    def __init__(
        self,
        access: Access,
        health: Health,
        audit: AuditLog,
        ocr: OcrEngine,
        embedding: EmbeddingIndexer,
        local_model: Callable[[], ChosenModel],
        write_file: Callable[[Path, bytes], None],
    ) -> None:
        """``write_file`` raises ExportRefused."""
        self._access, self._health, self._audit = access, health, audit
        self._ocr, self._embedding, self._local_model = ocr, embedding, local_model
        self._root, self._write_file = access.paths.root, write_file

    def place(self) -> LibraryPlace:
        return new_library.describe_folder(self._root)

    def place_for(self, chosen: Path) -> LibraryPlace:
        return new_library.place_for(chosen)

    def disk_encryption(self) -> DiskEncryption:
        from briefbank.maintenance import disk_encryption

        return disk_encryption.encryption_of(self._root)

    def equipment(self) -> Equipment:
        return new_library.check_equipment(self._ocr.problem, self._embedding.model_name)

    def ocr_engines(self) -> list[str]:
        return [] if self._ocr.problem() else list(self._ocr.names)

    def ocr_address_problem(self, address: str) -> str:
        try:
            parse_address(address)
        except BriefBankError as error:
            return str(error)
        return ""

    def join_office(self, invitation: Path) -> str:
        from briefbank.network import membership

        return membership.join_with(invitation)

    def leave_office(self) -> None:
        from briefbank.network import membership

        membership.leave()

    def self_test(self) -> list[CheckResult]:
        from briefbank.maintenance import self_test

        tested = self_test.TestedLibrary(self._root, self._access.why_not(), self._audit, self._health)
        model = self._local_model() if settings.load().local_model else None
        models = self_test.ModelPlaces(default_model, _models_in_use)
        results = self_test.run(tested, self._ocr, self._embedding.encoder, model, models)
        passed = sum(result.passed for result in results)
        self._audit.note(AuditEvent.SELF_TEST, passed=passed, failed=len(results) - passed)
        return results

    def self_test_report(self, results: Sequence[CheckResult]) -> str:
        from briefbank.maintenance import self_test_report

        head = self._audit.head()
        record = f"number {head.number}, {head.hash}" if head else ""
        said = self.disk_encryption().sentences
        circumstances = self_test_report.Circumstances(datetime.now().astimezone(), said, record)
        return self_test_report.report(results, circumstances)

    def save_self_test(self, report: str, target: Path) -> None:
        self._write_file(target, report.encode())


def _models_in_use() -> list[Path]:
    """Return the folders and files of the chosen models, and of those that were prepared here."""
    chosen = settings.load()
    named = (chosen.encoder, chosen.reranker, chosen.local_model)
    return [*(model for model in named if model is not None), *prepared_files(chosen.encoder)]
