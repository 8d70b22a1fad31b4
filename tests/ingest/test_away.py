"""Tests of a library whose folder becomes unavailable while it is open, and returns."""

from __future__ import annotations

from pathlib import Path

import pytest

from briefbank.domain.ingest import FileProgress, FileStatus
from briefbank.domain.maintenance import AuditEvent
from briefbank.domain.searches import SearchRequest
from briefbank.embedding.encoders import Encoder
from briefbank.errors import StoreAway
from briefbank.jobs import QuietReporter
from briefbank.library import Library
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
    tmp_path: Path, dropped: Path, encoder: Encoder
) -> None:
    home, gone = tmp_path / "library", tmp_path / "elsewhere"
    ends: list[FileStatus] = []

    def leave(event: FileProgress) -> None:
        if event.outcome is not None:
            ends.append(event.outcome.status)
            if len(ends) == 1:
                home.rename(gone)

    with Library.open(home, encoder=encoder) as library:
        with pytest.raises(StoreAway):
            library.ingest.add([dropped], RecordingReporter(on_file=leave))
        assert set(ends) == {FileStatus.ADDED}
        assert not home.exists(), "a library that is away was begun anew in its place"
        gone.rename(home)
        library.ingest.run(QuietReporter())
        assert library.documents.totals()[0] == FILES
        assert library.maintenance.check().problems == ()


def test_a_search_of_an_unavailable_library_says_so_and_works_when_it_returns(
    tmp_path: Path, dropped: Path, encoder: Encoder
) -> None:
    home, gone = tmp_path / "library", tmp_path / "elsewhere"
    with Library.open(home, encoder=encoder) as library:
        library.ingest.add([dropped], QuietReporter())
        home.rename(gone)
        with pytest.raises(StoreAway) as caught:
            library.search(SearchRequest("giraffe"))
        assert "try again" in caught.value.remedy
        gone.rename(home)
        assert library.search(SearchRequest("giraffe")).total > 0


def test_files_dropped_while_the_library_is_unavailable_leave_no_trace(
    tmp_path: Path, dropped: Path, encoder: Encoder
) -> None:
    home, gone = tmp_path / "library", tmp_path / "elsewhere"
    with Library.open(home, encoder=encoder) as library:
        home.rename(gone)
        with pytest.raises(StoreAway):
            library.ingest.add([dropped], QuietReporter())
        assert not home.exists()
        gone.rename(home)


def test_an_empty_folder_in_the_librarys_place_is_left_empty(
    tmp_path: Path, dropped: Path, encoder: Encoder
) -> None:
    """A computer shows an empty folder where a share was that went away."""
    home, gone = tmp_path / "library", tmp_path / "elsewhere"
    with Library.open(home, encoder=encoder) as library:
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
