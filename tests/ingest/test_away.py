"""Tests of a library whose folder becomes unavailable while it is open, and returns."""

from __future__ import annotations

from pathlib import Path

import pytest

from briefbank.domain.ingest import FileProgress, FileStatus
from briefbank.domain.maintenance import AuditEvent
from briefbank.domain.searches import SearchRequest
from briefbank.errors import StoreAway
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.reporters import RecordingReporter

FILES = 6
TEXT = "POINT I\n\nThe police seized giraffe {} without a warrant. It should be returned to its owner.\n"


@pytest.fixture
def dropped(tmp_path: Path) -> Path:
    folder = tmp_path / "dropped"
    folder.mkdir()
    for number in range(FILES):
        (folder / f"brief {number}.txt").write_text(TEXT.format(number) * 3)
    return folder


def test_files_added_while_the_library_becomes_unavailable_wait_and_none_is_lost(
    tmp_path: Path, dropped: Path
) -> None:
    home, gone = tmp_path / "library", tmp_path / "elsewhere"
    ends: list[FileStatus] = []

    def leave(event: FileProgress) -> None:
        if event.outcome is not None:
            ends.append(event.outcome.status)
            if len(ends) == 1:
                home.rename(gone)

    with Library.open(home, encoder=Buckets()) as library:
        with pytest.raises(StoreAway):
            library.ingest.add([dropped], RecordingReporter(on_file=leave))
        assert set(ends) == {FileStatus.ADDED}
        with pytest.raises(StoreAway) as caught:
            library.search(SearchRequest("giraffe"))
        assert "try again" in caught.value.remedy
        assert not home.exists(), "a library that is away was begun anew in its place"
        gone.rename(home)
        library.ingest.run(QuietReporter())
        assert library.search(SearchRequest("giraffe")).total > 0
        assert library.documents.totals()[0] == FILES
        assert library.maintenance.check().problems == ()


def test_an_empty_folder_in_the_librarys_place_is_left_empty(tmp_path: Path, dropped: Path) -> None:
    """A computer shows an empty folder where a share was that went away."""
    home, gone = tmp_path / "library", tmp_path / "elsewhere"
    with Library.open(home, encoder=Buckets()) as library:
        library.ingest.add([dropped / "brief 0.txt"], QuietReporter())
        home.rename(gone)
        home.mkdir()
        with pytest.raises(StoreAway):
            library.ingest.add([dropped], QuietReporter())
        with pytest.raises(StoreAway):
            library.documents.remove(1)
        library.audit.note(AuditEvent.EXPORTED)
        assert list(home.iterdir()) == []
        home.rmdir()
        gone.rename(home)
        library.ingest.run(QuietReporter())
        assert library.maintenance.check().problems == ()
