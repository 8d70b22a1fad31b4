"""The queue of files that a client sends, and what becomes of one that changes on its way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from briefbank.api.documents import IngestApi
from briefbank.domain.ingest import FileOutcome, FileProgress, FileStatus, Refusal, Stage
from briefbank.errors import NotReadable
from briefbank.jobs import QuietReporter
from briefbank.office.link import PIECE, Credentials, Link
from briefbank.office.remote_library import ClientIngest
from briefbank.office.wire import AddUpload, UploadState, encode


class HoldsMembers:
    """A link to a server that accepts an archive and adds its files."""

    def add(self, path: Path, *_: Any) -> list[FileOutcome]:
        ends = (FileStatus.ADDED, FileStatus.REFUSED)
        return [FileOutcome(path / f"{status}.pdf", status) for status in ends]


class Heard(QuietReporter):
    """Keeps the last event of each file."""

    def __init__(self) -> None:
        super().__init__()
        self.last: dict[Path, FileProgress] = {}

    def file(self, event: FileProgress) -> None:
        self.last[event.path] = event


def test_members_replace_an_archive_and_count_once_however_often_it_is_added(tmp_path: Path) -> None:
    archive, heard = tmp_path / "many.zip", Heard()
    archive.touch()
    queue = ClientIngest(cast(Link, HoldsMembers()), cast(IngestApi, None), tuple)
    for _attempt in range(3):
        queue.add([archive], heard)
    assert heard.last[archive] == FileProgress(archive, Stage.DONE)
    assert {outcome.path: outcome.status for outcome in queue.history()} == {
        archive / "added.pdf": FileStatus.ADDED,
        archive / "refused.pdf": FileStatus.REFUSED,
    }
    assert len(queue.history()) == len(queue.reported_files()) == 2


class Refuses:
    """A link to a server that refuses each file."""

    def add(self, path: Path, *_: Any) -> list[FileOutcome]:
        return [FileOutcome(path, FileStatus.REFUSED, None, "It is damaged.", Refusal.DAMAGED)]


def test_a_client_reports_what_became_of_its_own_files(tmp_path: Path) -> None:
    for number in range(2):
        (tmp_path / f"{number}.txt").touch()
    queue = ClientIngest(cast(Link, Refuses()), cast(IngestApi, None), tuple)
    queue.add([tmp_path], QuietReporter())
    (tmp_path / "2.txt").touch()
    queue.enqueue([tmp_path / "2.txt"], QuietReporter())
    queue.cancel()
    report = queue.report()
    assert (report.files, report.taken_off, report.refusals) == (3, 1, (("It is damaged.", 2),))


MOST_ASKED = 50


@dataclass
class Server:
    """A server that has as much of an upload as it says."""

    received: Callable[[int, bytes], int] = lambda offset, piece: offset + len(piece)
    begun: Callable[[], object] = lambda: None
    requests: int = 0

    def __call__(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str], *_: object
    ) -> tuple[int, bytes]:
        self.requests += 1
        assert self.requests < MOST_ASKED, "asked without end"
        if method == "PUT":
            return 200, encode(UploadState("upload", self.received(int(path.rpartition("/")[2]), body)))
        self.begun()
        return 200, encode(UploadState("upload", 0))


def add(server: Server, path: Path) -> None:
    Link(server, Credentials()).add(path, AddUpload(), QuietReporter())


def test_a_file_that_becomes_shorter_while_it_is_sent_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "brief.pdf"
    path.write_bytes(bytes(PIECE + 10))
    with pytest.raises(NotReadable):
        add(Server(begun=lambda: path.write_bytes(bytes(PIECE))), path)


@pytest.mark.parametrize("received", [0, -1])
def test_a_server_that_takes_nothing_is_not_sent_the_same_without_end(tmp_path: Path, received: int) -> None:
    path = tmp_path / "brief.pdf"
    path.write_bytes(bytes(10))
    with pytest.raises(NotReadable):
        add(Server(received=lambda offset, piece: received), path)
