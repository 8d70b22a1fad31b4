"""Tests that files are processed by as many workers as there are, here and elsewhere."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from briefbank.domain.ingest import FileStatus
from briefbank.ingest.ingestion import WRITING
from briefbank.ingest.progress import WorkSpread
from briefbank.jobs import QuietReporter
from briefbank.ocr.engines import OcrEngine
from briefbank.office.library import OfficeLibrary
from briefbank.text.messages import Message
from tests.stand_ins.encoders import Buckets


class GrowingSpread(WorkSpread):
    """Workers that increase only when more files are in progress than one computer has threads: then another
    computer joins."""

    def __init__(self) -> None:
        self.now, self.waiting, self.lock = 1, 0, threading.Lock()
        self.enough = threading.Barrier(WRITING + 3)

    def places(self, here: int) -> int:
        return self.now

    def engine(self, local: OcrEngine) -> OcrEngine:
        return WaitingEngine(self, local)


class WaitingEngine(OcrEngine):
    """An engine that waits for the other files before it says whether it can be used."""

    def __init__(self, spread: GrowingSpread, local: OcrEngine) -> None:
        self.name, self._spread, self._local = local.name, spread, local

    def problem(self) -> Message:
        spread = self._spread
        if threading.current_thread() is not threading.main_thread():
            with spread.lock:
                spread.waiting += 1
                if spread.waiting == WRITING + 1:
                    spread.now = 4
            if not spread.enough.broken:
                try:
                    spread.enough.wait(60)
                except threading.BrokenBarrierError:
                    pass
        return self._local.problem()

    def recognise(self, source: Path, *args: Any, **kwargs: Any) -> None:
        raise AssertionError("texts have no page to recognise")

    def close(self) -> None:
        self._local.close()


def test_files_are_taken_for_a_computer_that_joins_meanwhile(tmp_path: Path) -> None:
    paths = []
    for number in range(WRITING + 3):
        paths.append(tmp_path / f"{number}.txt")
        paths[-1].write_text(f"POINT I\n\nTHE HERON\n\nHeron number {number} stood in the wagon.\n")
    spread = GrowingSpread()
    with OfficeLibrary.open(tmp_path / "library", encoder=Buckets(), spread=spread) as library:
        outcomes = library.ingest.add(paths, QuietReporter())
    assert [outcome.status for outcome in outcomes] == [FileStatus.ADDED] * len(paths)
    assert not spread.enough.broken
