"""The PDFs that a desk keeps are those of the server, whatever else fetches them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from briefbank.remote.link import Credentials, Link
from briefbank.remote.pdf_cache import PdfCache
from briefbank.wire.encoding import encode
from briefbank.wire.messages import StoredPdf

CONTENT = bytes(range(200))
PIECE = 50


class Server:
    """A server with one PDF, of which it gives so many bytes at once."""

    def __init__(self) -> None:
        self.meanwhile: Callable[[], object] = lambda: None
        """What is done once, while the second piece is on its way."""

    def __call__(
        self, method: str, path: str, body: bytes, headers: dict[str, str], *_: object
    ) -> tuple[int, bytes]:
        if path.endswith("stored"):
            return 200, encode(StoredPdf(len(CONTENT), "1-c8"))
        start = int(headers["Range"].removeprefix("bytes=").partition("-")[0])
        if start == PIECE:
            do, self.meanwhile = self.meanwhile, lambda: None
            do()
        return 206, CONTENT[start : start + PIECE]


def test_two_programs_that_fetch_one_pdf_at_once_have_it_whole(tmp_path: Path) -> None:
    server = Server()
    window, command = (PdfCache(tmp_path, Link(server, Credentials())) for _ in range(2))
    fetched: list[bytes] = []
    server.meanwhile = lambda: fetched.append(command.path(1).read_bytes())
    assert window.path(1).read_bytes() == CONTENT
    assert fetched == [CONTENT]
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [CONTENT]


def test_a_fetch_that_was_interrupted_goes_on_where_it_stopped(tmp_path: Path) -> None:
    server = Server()
    (tmp_path / "1-1-c8.part").write_bytes(CONTENT[:PIECE])
    assert PdfCache(tmp_path, Link(server, Credentials())).path(1).read_bytes() == CONTENT
