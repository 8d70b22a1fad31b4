"""Opening a PDF of 300 pages at a client: until the first bytes are there, and until the first page is drawn.

The server is a program of its own, asked over HTTPS on the loopback through an egress worker, as clients do.
Nothing of the PDF is on the client yet, which fetches all of it before it draws. One PDF has text alone, the
other a picture on each page, as a scan has.

Bare, in the same run: the same bytes from a small HTTPS server of Python's own, and the first page drawn by
the library itself, in this process.
"""

from __future__ import annotations

import http.client
import os
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from briefbank import paths as places
from briefbank.api.documents import ReaderApi
from briefbank.jobs import QuietReporter
from briefbank.network import membership
from briefbank.network.egress_client import EgressClient
from briefbank.office.library import OfficeLibrary
from briefbank.office.link import CALL_S, Credentials, Link
from briefbank.office.remote_library import RemoteLibrary
from briefbank.office.wire import DEVICE, SESSION
from tests.benchmarks.file_factory import PARAGRAPHS_ON_A_PAGE, draw
from tests.benchmarks.machine import paragraphs
from tests.benchmarks.office import wait_for_meaning
from tests.office.program import ADDRESS, PASSWORD, ServerProgram
from tests.office.slapd import free_port

PAGES, OPENINGS = 300, 20
PICTURE, QUALITY = (440, 570), 50
"""The pixels and the JPEG quality of a picture: some 60 kB, as much as a page of a fax-like scan."""
FIRST = 64 * 1024
"""The bytes of the first range; those of the first piece that a client asks for are ``link.PIECE``."""
SCALE = 1.5  # Pixels per point, as the window draws a page
REST_S = 1.0
"""The time between two openings, in which the next process for pages is made ready, as at a client."""
_BARE = """
import ssl, sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
class Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    def log_message(self, *words): pass
server = ThreadingHTTPServer((sys.argv[1], int(sys.argv[2])), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[3], sys.argv[4])
server.socket = context.wrap_socket(server.socket, server_side=True)
print("ready", flush=True)
server.serve_forever()
"""


def measure() -> dict[str, object]:
    """Two minutes."""
    os.environ.setdefault("BRIEFBANK_MODELS", str(places.models_folder()))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        os.environ["BRIEFBANK_HOME"] = str(root / "desk")
        return {
            "pages": PAGES,
            "load": round(os.getloadavg()[0], 1),
            "text": _measured(root / "text", pictures=False),
            "pictures": _measured(root / "pictures", pictures=True),
        }


def _measured(folder: Path, *, pictures: bool) -> dict[str, object]:
    folder.mkdir()
    file = folder / "brief.pdf"
    _write(file, pictures=pictures)
    result: dict[str, object] = {"mib": round(file.stat().st_size / 2**20, 1)}
    with OfficeLibrary.open(folder / "library") as library:
        (outcome,) = library.ingest.add([file], QuietReporter())
        assert outcome.document is not None, outcome
        number = outcome.document.id
        library.embedding.embed_pending(QuietReporter())  # else the server would, during the measurement
        library.reader.prepare_pages()
        result["local_ms"] = {"first_page": _repeated(lambda: _first_page(library.reader, number))}
    server = ServerProgram(folder / "server", folder / "library")
    server.prepare(folder / "invitation.json")
    server.start()
    try:
        with _bare_server(server, folder) as port:
            result["bare_ms"] = _bare(port, file.name)
        result["desk_ms"] = _client(folder, number)
    finally:
        server.stop()
    return result


def _write(file: Path, *, pictures: bool) -> None:
    texts, canvas = iter(paragraphs(PAGES * PARAGRAPHS_ON_A_PAGE)), Canvas(str(file))
    for _ in range(PAGES):
        if pictures:
            drawn = BytesIO()
            Image.effect_noise(PICTURE, 40).save(drawn, "JPEG", quality=QUALITY)
            canvas.drawImage(ImageReader(drawn), 0, 0, 595, 842)
        draw(canvas, " ".join(next(texts) for _ in range(PARAGRAPHS_ON_A_PAGE)).split())
    canvas.save()


def _client(folder: Path, number: int) -> dict[str, object]:
    """Return the figures of a client that joins."""
    read, cache = membership.read_invitation(folder / "invitation.json"), folder / "cache"
    membership.join(read)
    with ExitStack() as stack:
        client = EgressClient(read.address, read.pin)
        stack.callback(client.close)
        here = OfficeLibrary.open(folder / "desk")
        library = RemoteLibrary.join(Link(client.exchange, Credentials()), here, cache)
        stack.callback(library.close)
        library.office.sign_in("Ada", PASSWORD)
        library.reader.prepare_pages()
        wait_for_meaning(library.link)

        shown = {DEVICE: library.link.credentials.device, SESSION: library.link.credentials.session}

        def first_bytes() -> None:
            library.link.stored_pdf(number)
            headers = {**shown, "Range": f"bytes=0-{FIRST - 1}"}
            _status, answer = client.exchange("GET", f"/v1/pdf/{number}", b"", headers, CALL_S)
            assert len(answer) == FIRST

        def first_piece() -> None:
            library.link.stored_pdf(number)
            library.link.piece_of_pdf(number, 0)

        def first_page() -> float:
            for kept in cache.iterdir():
                kept.unlink()
            return _first_page(library.reader, number)

        return {
            "first_bytes": _repeated(lambda: _timed(first_bytes)),
            "first_piece": _repeated(lambda: _timed(first_piece)),
            "first_page": _repeated(first_page),
            "first_page_kept_here": _repeated(lambda: _first_page(library.reader, number)),
        }


@contextmanager
def _bare_server(server: ServerProgram, folder: Path) -> Iterator[int]:
    own, port = server.home / "office-server", free_port()
    places_ = (own / "certificate.pem", own / "key.pem")
    command = [sys.executable, "-c", _BARE, ADDRESS, str(port), *map(str, places_)]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE) as program:
        try:
            assert program.stdout is not None and program.stdout.readline()
            yield port
        finally:
            program.terminate()


def _bare(port: int, name: str) -> dict[str, object]:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    connection = http.client.HTTPSConnection(ADDRESS, port, context=context)
    first, whole = [], []
    for _ in range(OPENINGS):
        began = time.perf_counter()
        connection.request("GET", f"/{name}")
        answer = connection.getresponse()
        answer.read(1)
        first.append(time.perf_counter() - began)
        answer.read()
        whole.append(time.perf_counter() - began)
    connection.close()
    return {"first_bytes": _quantiles(first), "whole": _quantiles(whole)}


def _first_page(reader: ReaderApi, number: int) -> float:
    """Return the seconds until the first page is drawn."""
    began = time.perf_counter()
    pages = reader.open_pages(number)
    pages.sizes()
    pages.render(0, SCALE)
    took = time.perf_counter() - began
    pages.close()
    time.sleep(REST_S)
    return took


def _timed(act: Callable[[], None]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def _repeated(act: Callable[[], float]) -> dict[str, float]:
    act()  # the first one finds nothing ready
    return _quantiles([act() for _ in range(OPENINGS)])


def _quantiles(seconds: list[float]) -> dict[str, float]:
    """Return the middle and the 95th percentile, in milliseconds."""
    cuts = statistics.quantiles(seconds, n=20)
    return {"p50": round(1000 * statistics.median(seconds), 1), "p95": round(1000 * cuts[-1], 1)}
