"""olmOCR, the better engine for old scans: a language model on a server of the office.

Every page is first read by Tesseract, for the positions of the words and as a fallback: a page without a
credible answer of the server stays as Tesseract read it. The image and the prompt are those of the ``olmocr``
package, which the model was trained with; the package renders with poppler's ``pdftoppm``. The answer is
untrusted: a server may be wrong, cut short, or another program altogether. Requests are built and answers
read in the OCR child.
"""

from __future__ import annotations

import base64
import html
import importlib.util
import io
import json
import re
import shutil
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol

from briefbank.domain.pages import OcrWord, PageOrder, RecognisedPage
from briefbank.jobs import POLL_S
from briefbank.ocr import picture
from briefbank.ocr.alignment import Disagreement, aligned
from briefbank.ocr.engines import OcrEngine, TimeBudget
from briefbank.ocr.tesseract import MEMORY_BYTES, Tesseract
from briefbank.ocr.worker import OcrWorker, OcrWorkerPool, WorkError
from briefbank.sandbox.confinement import InputFile, WorkspacePlace
from briefbank.text.messages import Message

IN_FLIGHT = 4
"""The maximum number of concurrent requests to the server."""

AWAY_S = 60.0
"""The time in seconds for which an absent server is not asked again."""

PAUSES_S = (1.0, 4.0)
"""The pauses in seconds before the second and the third attempt."""

_BATCH = 8
_NO_POPPLER = Message(
    "pdftoppm, which draws pages for the text recognition server, was not found on this computer. "
    "Install it (on Debian and Ubuntu the package is called poppler-utils) and start BriefBank again."
)
_NO_PACKAGE = Message("A part of BriefBank is missing (olmocr). Install BriefBank again.")
ENGINE = "olmOCR"

REQUEST_S = 60.0
PAGE_S = 90.0
"""The time limit of all attempts of one page together."""

TEMPERATURES = (0.1, 0.2, 0.5)
"""The temperature of each attempt: a model that repeats itself needs a higher one (TEMPERATURE_BY_ATTEMPT of
``olmocr``)."""

_CHILD_S = 30.0
_OK = 200
_RETRY_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})
LONGEST_SIDE = 1288
"""The longest side in pixels; like the rest of the request as in build_page_query of ``olmocr.pipeline`` and
its defaults."""

_MAX_TOKENS = 8000
MAX_TEXT = 60_000
"""The maximum characters of one page; olmOCR's own limit of 8,000 tokens is about half of it."""

_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_ROW_END = re.compile(r"</(?:tr|p|div|h\d|li|table)>|<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>]{0,200}>", re.IGNORECASE)
_MATHS = re.compile(r"\\[()\[\]]|\\(?:text|textbf|textit|mathrm|mathbf|S)\b|[\^_](?=\{)|[{}]")
_BLOCK_MARKS = re.compile(r"^\s{0,3}(?:#{1,6}\s+|>\s?|[*+]\s+|[-*_]{3,}\s*$)|\|", re.MULTILINE)
_EMPHASIS = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)")


class Server(Protocol):
    """The connection to the office's server. Any thread."""

    def problem(self) -> Message:
        """Return an empty text, or a sentence that says why the server cannot be used."""

    def post(self, path: str, body: bytes, timeout_s: float, check: Callable[[], None]) -> tuple[int, bytes]:
        """Return the status and the answer.

        Raises ConnectionError when no server responds, another OSError for other failures, and what ``check``
        raises.
        """


@dataclass(frozen=True, slots=True)
class OlmocrServer:
    """A server, a model on it, and the pauses before each further attempt."""

    server: Server
    model: str
    pauses_s: Sequence[float]


@dataclass(frozen=True, slots=True)
class ServerReading:
    """The result of one request.

    ``words`` are None when the answer cannot be used. ``final`` means that another request will not help.
    ``correction`` are the degrees by which the image should be rotated and sent again.
    """

    words: tuple[OcrWord, ...] | None
    final: bool = False
    correction: int = 0

    @property
    def settled(self) -> bool:
        return self.final or (self.words is not None and not self.correction)


_RETRY, _GIVE_UP = ServerReading(None), ServerReading(None, final=True)


class OlmOcr(OcrEngine):
    """Asks ``office`` for the model called ``model``; ``pauses_s`` has one entry for each further attempt.

    ``tesseract`` is shared with others and not closed here; ``initializer`` and ``place`` are as for
    Tesseract.
    """

    name = ENGINE

    def __init__(
        self,
        server: Server,
        model: str,
        tesseract: Tesseract,
        initializer: Callable[[], None] | None = None,
        pauses_s: Sequence[float] = PAUSES_S,
        place: WorkspacePlace | None = None,
    ) -> None:
        self._office, self._tesseract = OlmocrServer(server, model, pauses_s), tesseract
        self._pool = OcrWorkerPool(IN_FLIGHT, partial(OcrWorker, MEMORY_BYTES, initializer, place))
        self._away_until = 0.0

    def problem(self) -> Message:
        """See OcrEngine.problem."""
        if importlib.util.find_spec("olmocr") is None:
            return _NO_PACKAGE
        if not (shutil.which("pdftoppm") and shutil.which("pdfinfo")):
            return _NO_POPPLER
        return self._tesseract.problem() or self._office.server.problem()

    def recognise(
        self,
        source: Path,
        orders: Sequence[PageOrder],
        work: Path,
        *,
        on_page: Callable[[RecognisedPage], None],
        check: Callable[[], None],
    ) -> None:
        """See OcrEngine.recognise."""
        by_index, patience = {order.index: order for order in orders}, TimeBudget()
        for start in range(0, len(orders), _BATCH):
            read: list[RecognisedPage] = []
            batch = orders[start : start + _BATCH]
            self._tesseract.recognise(
                source, batch, work, on_page=read.append, check=check, patience=patience
            )
            pairs = [(by_index[page.index], page) for page in read]
            self._pool.work(partial(self._page, source), pairs, on_page, check)

    def close(self) -> None:
        """See OcrEngine.close."""
        self._pool.close()

    def _page(
        self,
        source: Path,
        worker: OcrWorker,
        pair: tuple[PageOrder, RecognisedPage],
        check: Callable[[], None],
    ) -> RecognisedPage:
        """Return the page as the server reads it, or as Tesseract did."""
        order, page = pair
        if page.problem or order.stamps_only or time.monotonic() < self._away_until:
            return page
        exchange = PageExchange(self._office, worker, source, order, page, check)
        try:
            return exchange.result()
        except WorkError:
            return page
        finally:
            if exchange.absent:
                self._away_until = time.monotonic() + AWAY_S


class PageExchange:
    """The attempts for one page.

    ``page`` is Tesseract's reading of the page of ``order``; ``worker`` opens the file.
    """

    def __init__(
        self,
        office: OlmocrServer,
        worker: OcrWorker,
        source: Path,
        order: PageOrder,
        page: RecognisedPage,
        check: Callable[[], None],
    ) -> None:
        self._office, self._worker, self._check = office, worker, check
        self._source, self._order, self._page = source, order, page
        self._deadline = time.monotonic() + PAGE_S
        self.absent = False
        """The last attempt found no server at the address."""

    def result(self) -> RecognisedPage:
        """Return the page as the server reads it, or as Tesseract did. Raises WorkError, and what ``check``
        does."""
        best, rotation = self._page, (360 - self._page.turn) % 360
        for attempt, pause in enumerate((*self._office.pauses_s, None)):
            reading = self._attempt(attempt, rotation)
            if reading.words is not None:
                best = self._with_words(reading.words, rotation)
            if pause is None or reading.settled or time.monotonic() > self._deadline:
                break
            rotation = (rotation + reading.correction) % 360
            if reading.words is None and not reading.correction:
                ends, never = time.monotonic() + pause, threading.Event()
                while (left := ends - time.monotonic()) > 0:
                    self._check()
                    never.wait(min(POLL_S, left))
        return best

    def _attempt(self, attempt: int, rotation: int) -> ServerReading:
        body = self._worker.run(
            build_request,
            InputFile(self._source),
            self._order.index,
            rotation,
            self._office.model,
            TEMPERATURES[min(attempt, len(TEMPERATURES) - 1)],
            limit_s=_CHILD_S,
            check=self._check,
        )
        seconds = min(REQUEST_S, max(1.0, self._deadline - time.monotonic()))
        try:
            status, answer = self._office.server.post("/chat/completions", body, seconds, self._check)
        except OSError as error:
            self.absent = isinstance(error, ConnectionError)
            return _RETRY
        self.absent = False
        if status != _OK:
            return _RETRY if status in _RETRY_STATUSES else _GIVE_UP
        before = self._with_words((), rotation) if not self._page.words else self._page
        return self._worker.run(
            read_answer,
            InputFile(self._source),
            self._order,
            before,
            answer,
            limit_s=_CHILD_S,
            check=self._check,
        )

    def _with_words(self, words: tuple[OcrWord, ...], rotation: int) -> RecognisedPage:
        """Return the page with the server's words.

        Tesseract determines the orientation where it found words, because their positions are its own.
        """
        turn = self._page.turn if self._page.words else (360 - rotation) % 360
        return replace(self._page, engine=ENGINE, words=words, turn=turn)


def build_request(source: Path, index: int, rotation: int, model: str, temperature: float) -> bytes:
    """Return the chat request for a page; ``rotation`` turns its image counter-clockwise, as olmOCR does."""
    from olmocr.data.renderpdf import render_pdf_to_base64png
    from olmocr.prompts.prompts import build_no_anchoring_v4_yaml_prompt
    from PIL import Image

    png = render_pdf_to_base64png(str(source), index + 1, target_longest_image_dim=LONGEST_SIDE)
    if rotation:
        turned = io.BytesIO()
        with Image.open(io.BytesIO(base64.b64decode(png))) as image:
            picture.turned(image, (360 - rotation) % 360).save(turned, "PNG")
        png = base64.b64encode(turned.getvalue()).decode()
    content = [
        {"type": "text", "text": build_no_anchoring_v4_yaml_prompt()},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{png}"}},
    ]
    message = {"role": "user", "content": content}
    body = {"model": model, "messages": [message], "max_tokens": _MAX_TOKENS, "temperature": temperature}
    return json.dumps(body).encode()


def read_answer(source: Path, order: PageOrder, page: RecognisedPage, untrusted_body: bytes) -> ServerReading:
    """Return the words of an answer at the positions where Tesseract, in ``page``, found words."""
    try:
        answer = parse(untrusted_body)
    except WrongAnswer:
        return ServerReading(None)
    with picture.opened(source, order.index) as shown:
        text = picture.visible_text(shown, order.index, own=not order.replace_text)
        width, height = shown.get_size()
    size = (height, width) if page.turn % 180 else (width, height)
    try:
        words = aligned(page.words, answer.lines, text.split(), size)
    except Disagreement:
        return ServerReading(None, final=not answer.correction, correction=answer.correction)
    return ServerReading(tuple(words), correction=answer.correction)


class WrongAnswer(ValueError):
    """Raised when the answer is not a page in olmOCR's format."""


@dataclass(frozen=True, slots=True)
class ServerPage:
    """The text of a page.

    ``lines`` are the words of each line. ``correction`` is the rotation, in olmOCR's convention, with which
    the image should be sent again; 0 for none.
    """

    lines: tuple[tuple[str, ...], ...]
    correction: int


def parse(body: bytes) -> ServerPage:
    """Return the page in a chat completion. Raises WrongAnswer."""
    from olmocr.prompts.prompts import PageResponse
    from olmocr.train.front_matter import FrontMatterParser

    content = _content(body)
    try:
        page = FrontMatterParser(PageResponse)({"markdown_content": content, "markdown_path": ""})
    except (ValueError, TypeError, RecursionError) as error:
        raise WrongAnswer("no front matter") from error
    response = page["page_data"]
    correction = 0 if response.is_rotation_valid else response.rotation_correction
    return ServerPage(_plain(response.natural_text or ""), correction)


def _content(body: bytes) -> str:
    try:
        (choice, *_) = json.loads(body)["choices"]
        finished, content = choice["finish_reason"], choice["message"]["content"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise WrongAnswer("no chat completion") from error
    if finished != "stop":
        raise WrongAnswer("cut short")
    if not isinstance(content, str) or len(content) > MAX_TEXT:
        raise WrongAnswer("no text of a page")
    return content


def _plain(markdown: str) -> tuple[tuple[str, ...], ...]:
    """Return the words without the markup of Markdown, HTML tables and LaTeX."""
    text = _TAG.sub(" ", _ROW_END.sub("\n", _PICTURE.sub(" ", markdown)))
    text = _MATHS.sub("", text.replace("\\S ", "§ ").replace("\\%", "%").replace("\\$", "$"))
    text = _EMPHASIS.sub("", _BLOCK_MARKS.sub(" ", text))
    lines = (
        "".join(letter if letter.isprintable() else " " for letter in html.unescape(line)).split()
        for line in text.split("\n")
    )
    return tuple(tuple(line) for line in lines if line)
