"""Files are worked on at as many places as there are now, here and elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from briefbank.domain.ingest import FileStatus
from briefbank.ingest.ingestion import WRITING
from briefbank.ingest.progress import PdfReader, Progress
from briefbank.jobs import QuietReporter
from briefbank.office.library import OfficeLibrary
from tests.stand_ins.encoders import Buckets


class GrowingSpread:
    """Work that goes on only when more files are under way than one place has threads for: another computer
    joins once all of these are busy."""

    def __init__(self) -> None:
        self.now, self._waiting, self._lock = 1, 0, threading.Lock()
        self._enough = threading.Barrier(WRITING + 3)

    def places(self, here: int) -> int:
        return self.now

    def reader(self, local: PdfReader) -> PdfReader:
        def read(path: Path, progress: Progress, function: Callable[..., Any], /, *args: Any) -> Any:
            with self._lock:
                self._waiting += 1
                if self._waiting == WRITING + 1:
                    self.now = 4
            if not self._enough.broken:
                try:
                    self._enough.wait(60)
                except threading.BrokenBarrierError:
                    pass
            return local(path, progress, function, *args)

        return read

    def engine(self, local: Any) -> Any:
        return local


def test_files_are_taken_for_a_computer_that_joins_meanwhile(tmp_path: Path) -> None:
    paths = []
    for number in range(WRITING + 3):
        paths.append(tmp_path / f"{number}.txt")
        paths[-1].write_text(f"POINT I\n\nTHE HERON\n\nHeron number {number} stood in the wagon.\n")
    spread = GrowingSpread()
    with OfficeLibrary.open(tmp_path / "library", encoder=Buckets(), spread=spread) as library:
        outcomes = library.ingest.add(paths, QuietReporter())
    assert [outcome.status for outcome in outcomes] == [FileStatus.ADDED] * len(paths)
    assert not spread._enough.broken
