"""The queue of files that a desk sends to its office."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from briefbank.api.ingest import IngestApi
from briefbank.domain.ingest import FileOutcome, FileStatus
from briefbank.jobs import QuietReporter
from briefbank.remote.ingest import DeskIngest
from briefbank.remote.link import Link
from tests.growth import grows_linearly


class AnswersAtOnce:
    """A link to a server that has added each file as soon as it has it."""

    def add(self, path: Path, *_: Any) -> list[FileOutcome]:
        return [FileOutcome(path, FileStatus.ADDED)]


def test_a_drop_of_thousands_of_files_is_queued_and_sent_in_linear_time(tmp_path: Path) -> None:
    def dropped(count: int) -> Path:
        folder = tmp_path / f"{count}"
        folder.mkdir()
        for number in range(count):
            (folder / f"{number}.txt").touch()
        return folder

    def add(folder: Path) -> None:
        queue = DeskIngest(cast(Link, AnswersAtOnce()), cast(IngestApi, None), tuple)
        outcomes = queue.add([folder], QuietReporter())
        assert len(outcomes) == int(folder.name) and not queue.waiting()

    def cancel_and_add(folder: Path) -> None:
        queue = DeskIngest(cast(Link, AnswersAtOnce()), cast(IngestApi, None), tuple)
        queue.enqueue([folder], QuietReporter())
        assert len(queue.cancel()) == int(folder.name)
        queue.add([folder], QuietReporter())
        assert {each.status for each in queue.history()} == {FileStatus.ADDED}

    assert grows_linearly(add, dropped, 4000)
    assert grows_linearly(cancel_and_add, lambda count: tmp_path / f"{count}", 4000)
