"""Tests that cached PDFs of a client are those of the office."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from briefbank.errors import FileAway, ServerAway
from briefbank.network.egress_client import NoAnswer
from briefbank.office.link import Link
from briefbank.office.remote_library import PdfCache
from tests.office.conftest import Office


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("briefbank.office.link.PIECE", 1_000)


@pytest.fixture
def original(office: Office) -> bytes:
    return office.library.reader.readable_pdf_path(1).read_bytes()


class Watched:
    """An exchange that does something before the answer to the request of a piece of that number."""

    def __init__(self, office: Office, at: int, act: Callable[[], object]) -> None:
        self._exchange, self._left, self._act = office.exchange, at, act

    def __call__(self, *request: Any) -> tuple[int, bytes]:
        if request[1] == "/v1/pdf/1":
            self._left -= 1
            if self._left == 0:
                self._act()
        return self._exchange(*request)


def lost() -> None:
    raise NoAnswer("lost")


def test_an_interrupted_download_continues_and_the_pdf_is_available_offline(
    office: Office, tmp_path: Path, original: bytes
) -> None:
    link = office.signed_in()
    with pytest.raises(ServerAway):
        PdfCache(tmp_path / "cache", Link(Watched(office, 3, lost), link.credentials)).path(1)
    cache = PdfCache(tmp_path / "cache", link)
    assert cache.path(1).read_bytes() == original
    office.exchange.away = NoAnswer("away")
    assert cache.path(1).read_bytes() == original


@pytest.mark.parametrize("at", [1, 3])
def test_two_programs_that_fetch_one_pdf_at_once_have_it_whole(
    office: Office, tmp_path: Path, original: bytes, at: int
) -> None:
    link, folder = office.signed_in(), tmp_path / "cache"
    other = PdfCache(folder, link)
    watched = Watched(office, at, lambda: other.path(1))
    path = PdfCache(folder, Link(watched, link.credentials)).path(1)
    assert path.read_bytes() == original
    assert other.path(1) == path
    assert [item.name for item in folder.iterdir()] == [path.name]


def test_a_pdf_of_another_length_than_announced_is_not_cached(
    office: Office, tmp_path: Path, original: bytes
) -> None:
    link, folder = office.signed_in(), tmp_path / "cache"

    def longer(*request: Any) -> tuple[int, bytes]:
        status, body = office.exchange(*request)
        return status, body + b"more" if request[1] == "/v1/pdf/1" else body

    with pytest.raises(FileAway):
        PdfCache(folder, Link(longer, link.credentials)).path(1)
    assert PdfCache(folder, link).path(1).read_bytes() == original
