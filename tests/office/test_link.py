"""Tests that a client continues or reports the problem when a file or the server changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from briefbank.errors import NotReadable
from briefbank.jobs import QuietReporter
from briefbank.office.link import PIECE, Credentials, Link
from briefbank.office.wire import AddUpload, UploadState, encode

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
