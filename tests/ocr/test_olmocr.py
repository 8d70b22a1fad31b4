"""Tests that the server of the office improves pages and never worsens or blocks them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pypdfium2
import pytest

from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.errors import Cancelled
from briefbank.network.egress_client import EgressClient
from briefbank.ocr import olmocr
from briefbank.ocr.engines import TimeBudget
from briefbank.ocr.olmocr import OlmOcr
from briefbank.ocr.tesseract import Tesseract
from tests.extraction.pdfs import scan, stamped
from tests.ocr import pages
from tests.ocr.pages import recognised, recognised_text
from tests.ocr.server import OfficeServer, answer, office, send
from tests.stand_ins.ocr import NamedEngine

pytestmark = pytest.mark.skipif(
    not (shutil.which("tesseract") and shutil.which("pdftoppm")),
    reason="Tesseract or poppler-utils is not installed",
)

BODY = [
    "The officers had a warrant for the house",
    "and the jury heard evidence of another crime",
    "while the court denied the motion to suppress",
]
TEXT = "\n".join(BODY)
Say = Callable[[BaseHTTPRequestHandler, int], None]


@pytest.fixture(scope="module")
def tesseract() -> Iterator[Tesseract]:
    with pages.tesseract() as opened_tesseract:
        yield opened_tesseract


class CachingTesseract(Tesseract):
    """Reads the same pages of a file once: most tests here begin with them and are about what follows."""

    def __init__(self) -> None:
        super().__init__()
        self._read: dict[tuple[bytes, tuple[PageOrder, ...]], list[RecognisedPage]] = {}

    def recognise(
        self,
        source: Path,
        orders: Sequence[PageOrder],
        work: Path,
        *,
        on_page: Callable[[RecognisedPage], None],
        check: Callable[[], None],
        patience: TimeBudget | None = None,
    ) -> None:
        key = (source.read_bytes(), tuple(orders))
        if key not in self._read:
            result: list[RecognisedPage] = []
            super().recognise(source, orders, work, on_page=result.append, check=check, patience=patience)
            self._read[key] = result
        for item in self._read[key]:
            on_page(item)


@pytest.fixture(scope="module")
def once() -> Iterator[CachingTesseract]:
    caching = CachingTesseract()
    yield caching
    caching.close()


@pytest.fixture(scope="module")
def body(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return scan(tmp_path_factory.mktemp("body") / "a.pdf", [BODY])


@pytest.fixture
def ask(once: CachingTesseract, body: Path, tmp_path: Path):  # type: ignore[no-untyped-def]
    """Recognises the first page of a scan with a server that answers so; closes what it made."""
    opened: list[EgressClient | OlmOcr] = []

    def recognise(server: OfficeServer, source: Path | None = None, **more: object) -> RecognisedPage:
        client = EgressClient(server.address)
        engine = OlmOcr(client, "olmocr", once, NamedEngine("Tesseract"), pauses_s=(0.0, 0.0))
        opened.extend((engine, client))
        source = source or Path(shutil.copy(body, tmp_path / "a.pdf"))
        return recognised(engine, source, [PageOrder(0)], **more)[0]  # type: ignore[arg-type]

    yield recognise
    for item in opened:
        item.close()


def answering(body: bytes, status: int = 200) -> Say:
    return lambda handler, number: send(handler, body, status)


def test_the_servers_words_stand_where_tesseract_saw_them(ask, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    better = TEXT.replace("warrant", "warrent").replace("crime", "**crime**")
    with office(answering(answer(better))) as server:
        result = ask(server)
    assert recognised_text(result) == better.replace("\n", " ").replace("*", "")
    assert result.engine == "olmOCR" and result.confidence is not None and result.confidence > 0.9
    unsure = [word for word in result.words if word.confidence < 0.75]
    assert [word.text for word in unsure] == ["warrent"]
    assert [word.line for word in result.words] == [0] * 8 + [1] * 8 + [2] * 8
    assert result.words[0].box.x0 == pytest.approx(72, abs=2)
    request = server.bodies[0]
    assert server.paths == ["/v1/chat/completions"] and request["model"] == "olmocr"
    assert (
        max(server.picture(0).size) == 1288 and "front matter" in request["messages"][0]["content"][0]["text"]
    )


def test_a_stamp_is_not_read_twice(ask, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    source = stamped(scan(tmp_path / "s.pdf", [BODY]), tmp_path / "t.pdf", "Document 18 Filed 05/31/19")
    with office(answering(answer("Document 18 Filed 05/31/19\n\n" + TEXT))) as server:
        result = ask(server, source)
    assert result.engine == "olmOCR" and recognised_text(result) == " ".join(BODY)


def test_a_page_on_its_side_is_sent_upright(ask, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    with pypdfium2.PdfDocument(scan(tmp_path / "a.pdf", [BODY])) as document:
        upright = document[0].render(scale=150 / 72, grayscale=True).to_pil()
    upright.rotate(90, expand=True).save(tmp_path / "b.pdf", resolution=150)
    with office(answering(answer(TEXT))) as server:
        result = ask(server, tmp_path / "b.pdf")
        sent = server.picture(0)
    assert result.engine == "olmOCR" and result.turn == 90
    assert sent.height > sent.width


def breaking_off(handler: BaseHTTPRequestHandler, number: int) -> None:
    send(handler, answer(TEXT)[:100], length=10_000)
    handler.connection.close()


def endless(handler: BaseHTTPRequestHandler, number: int) -> None:
    send(handler, b"x" * (4 * 2**20))


TROUBLE: dict[str, tuple[Say, int]] = {
    "an error page": (answering(b"<html><h1>Not found</h1></html>", 404), 1),
    "no front matter": (answering(answer(TEXT).replace(b"---", b"")), 3),
    "a text that was cut short": (answering(answer(TEXT, finished="length")), 3),
    "overload": (answering(b"{}", 503), 3),
    "a connection that breaks off": (breaking_off, 3),
    "more than a page can hold": (endless, 3),
    "an invented text": (answering(answer("Once upon a time there was a king who had three sons " * 5)), 1),
}  # type: ignore[dict-item]


@pytest.mark.nightly
@pytest.mark.parametrize("say, attempts", TROUBLE.values(), ids=TROUBLE.keys())
def test_after_bounded_attempts_the_page_stays_as_tesseract_read_it(ask, say: Say, attempts: int) -> None:  # type: ignore[no-untyped-def]
    with office(say) as server:
        result = ask(server)
    assert len(server.bodies) == attempts
    assert result.engine == "Tesseract" and recognised_text(result) == " ".join(BODY)


def test_a_server_that_recovers_is_used(ask) -> None:  # type: ignore[no-untyped-def]
    def recovering(handler: BaseHTTPRequestHandler, number: int) -> None:
        send(handler, answer(TEXT), 503 if number < 3 else 200)

    with office(recovering) as server:
        assert ask(server).engine == "olmOCR"
        temperatures = [item["temperature"] for item in server.bodies]
    assert temperatures == sorted(temperatures) and temperatures[0] < temperatures[-1]


def test_a_slow_server_is_not_waited_for(ask, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(olmocr, "REQUEST_S", 0.3)
    with office(lambda handler, number: server.stopping.wait(30) and None) as server:
        assert ask(server).engine == "Tesseract"
        server.stopping.set()


def test_a_server_that_is_gone_is_left_alone_for_a_while(tesseract: Tesseract, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    with office(answering(answer(TEXT))) as server:
        pass
    source = scan(tmp_path / "a.pdf", [BODY] * 2)
    client = EgressClient(server.address)
    engine = OlmOcr(client, "olmocr", tesseract, NamedEngine("Tesseract"), pauses_s=())
    posts: list[str] = []
    post = client.post

    def counted(path: str, *rest: object) -> tuple[int, bytes]:
        posts.append(path)
        return post(path, *rest)  # type: ignore[arg-type]

    client.post = counted  # type: ignore[method-assign, assignment]
    try:
        for index in (0, 1):
            (result,) = recognised(engine, source, [PageOrder(index)])
            assert result.engine == "Tesseract" and recognised_text(result) == " ".join(BODY)
    finally:
        engine.close()
        client.close()
    assert len(posts) == 1


def test_cancelling_does_not_wait_for_the_server(ask) -> None:  # type: ignore[no-untyped-def]
    def check() -> None:
        if server.bodies:
            raise Cancelled()

    with office(lambda handler, number: server.stopping.wait(30) and None) as server:
        with pytest.raises(Cancelled):
            ask(server, check=check)
        server.stopping.set()


class UnusedServer:
    """A server that no page gets to."""

    def __init__(self, problem: str = "") -> None:
        self._problem = problem

    def problem(self) -> str:
        return self._problem

    def post(self, *_: object) -> tuple[int, bytes]:
        raise AssertionError


@pytest.mark.nightly
def test_the_usual_engine_reads_what_is_ordered_from_it_and_all_while_the_server_cannot_be_used(
    once: CachingTesseract, body: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def engines_of(server: UnusedServer, *names: str) -> list[str]:
        usual = NamedEngine("Usual")
        engine = OlmOcr(server, "olmocr", once, usual)
        assert (engine.names, engine.problem()) == (("olmOCR", "Usual"), "")
        orders = [PageOrder(0, engine=name) for name in names]
        pages = [page.engine for order in orders for page in recognised(engine, body, [order])]
        engine.close()
        assert usual.closed
        return pages

    assert engines_of(UnusedServer("The address cannot be used."), "", "olmOCR") == ["Usual", "Usual"]
    assert engines_of(UnusedServer(), "Usual") == ["Usual"]
    monkeypatch.setattr(olmocr.shutil, "which", lambda _: None)
    assert engines_of(UnusedServer(), "") == ["Usual"]
