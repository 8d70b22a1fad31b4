"""olmOCR, the better engine for old scans: a language model on a server of the office.

Every page is first read by Tesseract, for the positions of the words and as a fallback: a page without a
credible answer of the server stays as Tesseract read it. The image and the prompt are those of the ``olmocr``
package, which the model was trained with; the package renders with poppler's ``pdftoppm``. The answer is
untrusted: a server may be wrong, cut short, or another program altogether. Requests are built and answers
read in the OCR child.

Both texts are then aligned word by word. Where they agree, the word has Tesseract's position and a high
confidence. Where they differ between two agreements, the server's words replace Tesseract's. Lines that the
server left out (olmOCR drops running heads and page numbers) stay as Tesseract read them. A language model
can invent text: the server's text is refused as a whole when Tesseract was sure of the page and the two
hardly agree.
"""

from __future__ import annotations

import base64
import html
import io
import json
import re
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.domain.pages import Box, OcrWord, PageOrder, RecognisedPage
from briefbank.jobs import POLL_S
from briefbank.ocr import picture
from briefbank.ocr.engines import OcrEngine, OcrWorkers, TimeBudget, WorkError
from briefbank.ocr.tesseract import Tesseract
from briefbank.sandbox.confinement import InputFile
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.network.egress_client import EgressClient

IN_FLIGHT = 4  # The maximum number of concurrent requests to the server

AWAY_S = 60.0  # The time in seconds for which an absent server is not asked again

PAUSES_S = (1.0, 4.0)  # The pauses in seconds before the second and the third attempt

_BATCH = 8
ENGINE = "olmOCR"

REQUEST_S = 60.0
PAGE_S = 90.0  # The time limit of all attempts of one page together

TEMPERATURES = (0.1, 0.2, 0.5)
"""The temperature of each attempt, higher against repetition (TEMPERATURE_BY_ATTEMPT of ``olmocr``)."""

_CHILD_S = 30.0
_NO_ANSWER, _OK = 0, 200
_RETRY_STATUSES = frozenset({_NO_ANSWER, _OK, 408, 425, 429, 500, 502, 503, 504})
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


class OlmOcr(OcrEngine):
    """Asks ``server`` for the model called ``model``; ``pauses_s`` has one entry for each further attempt.

    Pages that are ordered from the engine ``usual``, and all while the server cannot be used, are read by
    that. ``tesseract`` is closed with it; ``work``: see OcrWorkers.
    """

    name = ENGINE

    def __init__(
        self,
        server: EgressClient,
        model: str,
        tesseract: Tesseract,
        usual: OcrEngine,
        pauses_s: Sequence[float] = PAUSES_S,
        work: Path | None = None,
    ) -> None:
        self._server, self._model, self._pauses_s, self._tesseract = server, model, pauses_s, tesseract
        self._usual, self._workers = usual, OcrWorkers(IN_FLIGHT, work)
        self._away_until = 0.0

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, self._usual.name)

    def problem(self) -> Message:
        return self._usual.problem()

    def recognise(
        self,
        source: Path,
        orders: Sequence[PageOrder],
        work: Path,
        *,
        on_page: Callable[[RecognisedPage], None],
        check: Callable[[], None],
    ) -> None:
        draws = shutil.which("pdftoppm") and shutil.which("pdfinfo")
        can_ask = bool(draws) and not self._server.problem()
        for_server = [order for order in orders if can_ask and order.engine != self._usual.name]
        by_index, patience = {order.index: order for order in for_server}, TimeBudget()
        if others := [order for order in orders if order.index not in by_index]:
            self._usual.recognise(source, others, work, on_page=on_page, check=check)
        for start in range(0, len(for_server), _BATCH):
            read: list[RecognisedPage] = []
            batch = for_server[start : start + _BATCH]
            self._tesseract.recognise(
                source, batch, work, on_page=read.append, check=check, patience=patience
            )
            pairs = [(by_index[page.index], page) for page in read]
            self._workers.work(partial(self._page, source), pairs, on_page, check)

    def close(self) -> None:
        self._workers.close()
        self._usual.close()

    def _page(
        self, source: Path, pair: tuple[PageOrder, RecognisedPage], check: Callable[[], None]
    ) -> RecognisedPage:
        """Return the page as the server reads it, or as Tesseract did."""
        order, page = pair
        if page.problem or order.stamps_only or time.monotonic() < self._away_until:
            return page
        deadline, is_absent = time.monotonic() + PAGE_S, False
        words: tuple[OcrWord, ...] | None = None
        try:
            for temperature, pause_s in zip(TEMPERATURES, (*self._pauses_s, 0.0), strict=False):
                request = InputFile(source), order.index, page.turn, self._model, temperature
                body = self._workers.run(build_request, *request, limit_s=_CHILD_S, check=check)
                seconds = min(REQUEST_S, max(1.0, deadline - time.monotonic()))
                status, answer, is_absent = _NO_ANSWER, b"", False
                try:
                    status, answer = self._server.post("/chat/completions", body, seconds, check)
                except OSError as error:
                    is_absent = isinstance(error, ConnectionError)
                if status == _OK:
                    given = InputFile(source), order, page, answer
                    words = self._workers.run(read_answer, *given, limit_s=_CHILD_S, check=check)
                if words is not None or status not in _RETRY_STATUSES or time.monotonic() > deadline:
                    break
                ends = time.monotonic() + pause_s
                while (left := ends - time.monotonic()) > 0:
                    check()
                    time.sleep(min(POLL_S, left))
        except WorkError:
            return page
        finally:
            if is_absent:
                self._away_until = time.monotonic() + AWAY_S
        return page if words is None else replace(page, engine=ENGINE, words=words)


def build_request(source: Path, index: int, turn: int, model: str, temperature: float) -> bytes:
    """Return the chat request for a page, whose image is turned clockwise."""
    from olmocr.data.renderpdf import render_pdf_to_base64png
    from olmocr.prompts.prompts import build_no_anchoring_v4_yaml_prompt
    from PIL import Image

    png = render_pdf_to_base64png(str(source), index + 1, target_longest_image_dim=LONGEST_SIDE)
    if turn:
        turned = io.BytesIO()
        with Image.open(io.BytesIO(base64.b64decode(png))) as image:
            picture.turned(image, turn).save(turned, "PNG")
        png = base64.b64encode(turned.getvalue()).decode()
    content = [
        {"type": "text", "text": build_no_anchoring_v4_yaml_prompt()},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{png}"}},
    ]
    message = {"role": "user", "content": content}
    body = {"model": model, "messages": [message], "max_tokens": _MAX_TOKENS, "temperature": temperature}
    return json.dumps(body).encode()


def read_answer(
    source: Path, order: PageOrder, page: RecognisedPage, untrusted_body: bytes
) -> tuple[OcrWord, ...] | None:
    """Return the words of an answer at the positions where Tesseract, in ``page``, found words; None for an
    answer that is no page. Raises Disagreement."""
    try:
        lines = parse(untrusted_body)
    except WrongAnswer:
        return None
    with picture.opened(source, order.index) as shown:
        text = picture.visible_text(shown, order.index, own=not order.replace_text)
        width, height = shown.get_size()
    size = (height, width) if page.turn % 180 else (width, height)
    return tuple(aligned(page.words, lines, text.split(), size))


class WrongAnswer(ValueError):
    """Raised when the answer is not a page in olmOCR's format."""


def parse(body: bytes) -> tuple[tuple[str, ...], ...]:
    """Return the words of each line of the page in a chat completion. Raises WrongAnswer."""
    from olmocr.prompts.prompts import PageResponse
    from olmocr.train.front_matter import FrontMatterParser

    try:
        (choice, *_) = json.loads(body)["choices"]
        finished, content = choice["finish_reason"], choice["message"]["content"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise WrongAnswer("no chat completion") from error
    if finished != "stop":
        raise WrongAnswer("cut short")
    if not isinstance(content, str) or len(content) > MAX_TEXT:
        raise WrongAnswer("no text of a page")
    try:
        page = FrontMatterParser(PageResponse)({"markdown_content": content, "markdown_path": ""})
    except (ValueError, TypeError, RecursionError) as error:
        raise WrongAnswer("no front matter") from error
    # Without the markup of Markdown, HTML tables and LaTeX.
    text = page["page_data"].natural_text or ""
    text = _TAG.sub(" ", _ROW_END.sub("\n", _PICTURE.sub(" ", text)))
    text = _MATHS.sub("", text.replace("\\S ", "§ ").replace("\\%", "%").replace("\\$", "$"))
    text = _EMPHASIS.sub("", _BLOCK_MARKS.sub(" ", text))
    lines = (
        "".join(letter if letter.isprintable() else " " for letter in html.unescape(line)).split()
        for line in text.split("\n")
    )
    return tuple(tuple(line) for line in lines if line)


AGREED = 0.98  # The minimum confidence of a word that both engines read alike

SERVER_ALONE = 0.7
"""The confidence of a word that Tesseract read otherwise or not at all; below DOUBTFUL, so that a page that
relies on the server alone is shown to a person."""

_SURE = 0.85
_CERTAIN = 0.6
_ENOUGH_SURE_WORDS = 12
_MIN_REORDERED = 3
_MIN_AGREEMENT = 0.5
_MAX_ADDED = 0.5
_LINE_HEIGHT = 12.0
_MARGIN = 72.0
_LETTERS = re.compile(r"[^\W_]+")

Lines = Sequence[Sequence[str]]
Blocks = Sequence[tuple[int, int, int]]
"""Matching blocks: the index of the first word on either side and the number of words."""


class Disagreement(Exception):
    """Raised when the server's text is not the text of the page."""


def aligned(
    read: Sequence[OcrWord], lines: Lines, shown: Sequence[str], size: tuple[float, float]
) -> list[OcrWord]:
    """Return the server's ``lines`` as words with positions, from left to right in Tesseract's lines,
    which are renumbered from 0.

    ``read`` are Tesseract's words, ``shown`` words that the page shows as text and that need no recognition,
    ``size`` the page's width and height in points. Raises Disagreement.
    """
    if not read:
        return list(_placed_evenly(lines, size))
    texts = [text for line in lines for text in line]
    ours, theirs = [_comparison_key(word.text) for word in read], [_comparison_key(text) for text in texts]
    blocks = _matching_blocks(ours, theirs)
    moved = _match_reordered(ours, theirs, blocks)
    _refuse_disagreement(read, len(texts), _first_of(blocks) | moved.keys())
    merged = [_agreed(read[i], texts[k]) for i, k in moved.items()]
    left_over, taken = Counter(map(_comparison_key, shown)), set(moved.values())
    i = k = 0  # where both texts differ before the next block
    for a, b, agreeing in blocks:
        replaced = [read[n] for n in range(i, a) if n not in moved]
        added = _without_shown([texts[n] for n in range(k, b) if n not in taken], left_over)
        around = (read[i - 1] if i else None, read[a] if a < len(read) else None)
        merged += _between(replaced, added, around, size)
        merged += [_agreed(read[a + n], texts[b + n]) for n in range(agreeing)]
        i, k = a + agreeing, b + agreeing
    ordered = sorted(merged, key=lambda word: (word.line, word.box.x0))
    return [replace(word, line=n) for n, line in enumerate(_by_line(ordered)) for word in line]


def _comparison_key(text: str) -> str:
    """Return the part of a word that two readings must share; marks alone are compared as they are."""
    return "".join(_LETTERS.findall(text.casefold())) or text


def _matching_blocks(ours: Sequence[str], theirs: Sequence[str]) -> Blocks:
    """Return the matching blocks; the last one is empty, at the end of both."""
    return [(m.a, m.b, m.size) for m in SequenceMatcher(None, ours, theirs, False).get_matching_blocks()]


def _match_reordered(ours: Sequence[str], theirs: Sequence[str], blocks: Blocks) -> dict[int, int]:
    """Return the matches of words in another order, as in columns and notes: our index to theirs."""
    left = [i for i in range(len(ours)) if i not in _first_of(blocks)]
    seconds = {b + n for _, b, size in blocks for n in range(size)}
    right = [k for k in range(len(theirs)) if k not in seconds]
    again = _matching_blocks([ours[i] for i in left], [theirs[k] for k in right])
    long = [block for block in again if block[2] >= _MIN_REORDERED]
    return {left[a + n]: right[b + n] for a, b, size in long for n in range(size)}


def _first_of(blocks: Blocks) -> set[int]:
    return {a + n for a, _, size in blocks for n in range(size)}


def _refuse_disagreement(read: Sequence[OcrWord], texts: int, agreeing: set[int]) -> None:
    sure = {
        i for i, word in enumerate(read) if word.confidence >= _SURE and len(_comparison_key(word.text)) > 2
    }
    if len(sure) < max(_ENOUGH_SURE_WORDS, len(read) / 4):
        return
    if len(agreeing & sure) < _MIN_AGREEMENT * len(sure):
        raise Disagreement("little of what Tesseract is sure of")
    if texts - len(agreeing) > _MAX_ADDED * texts:
        raise Disagreement("more than half is new")


def _agreed(word: OcrWord, text: str) -> OcrWord:
    return replace(word, text=text, confidence=max(word.confidence, AGREED))


def _without_shown(texts: Sequence[str], left_over: Counter[str]) -> list[str]:
    """Return the words that the page does not show as text already, each counted off once."""
    kept = []
    for text in texts:
        if left_over[_comparison_key(text)] > 0:
            left_over[_comparison_key(text)] -= 1
        else:
            kept.append(text)
    return kept


def _between(
    replaced: Sequence[OcrWord],
    added: Sequence[str],
    around: tuple[OcrWord | None, OcrWord | None],
    size: tuple[float, float],
) -> list[OcrWord]:
    """Return the words between the two matching words ``around``: the added words at the positions of those
    that Tesseract read otherwise, and the lines that the server left out."""
    edges = {word.line for word in around if word is not None}
    left_out = [word for word in replaced if word.line not in edges]
    otherwise = [word for word in replaced if word.line in edges]
    if not added:
        # A line of which Tesseract is unsure may be a seal or a speck.
        lines = _by_line(left_out)
        certain = [line for line in lines if sum(w.confidence for w in line) >= _CERTAIN * len(line)]
        return [word for line in certain for word in line]
    if not replaced:
        return list(_placed_along(added, _gap(*around, size)))
    if left_out and otherwise and len(added) <= 2 * len(otherwise):
        return [*_placed_over(otherwise, added), *_between(left_out, (), around, size)]
    return list(_placed_over(replaced, added))


def _by_line(words: Sequence[OcrWord]) -> list[list[OcrWord]]:
    return [list(group) for _, group in groupby(words, key=lambda word: word.line)]


def _placed_over(replaced: Sequence[OcrWord], added: Sequence[str]) -> Iterator[OcrWord]:
    """Yield the added words at the positions of the replaced ones, by their share of the letters."""
    letters = sum(len(text) for text in added)
    step, at = len(replaced) / max(1, letters), 0
    shares: list[list[str]] = [[] for _ in replaced]
    for text in added:
        shares[min(len(replaced) - 1, int(at * step))].append(text)
        at += len(text)
    for word, texts in zip(replaced, shares, strict=True):
        yield from _placed_along(texts, replace(word, confidence=SERVER_ALONE))


def _placed_along(texts: Sequence[str], around: OcrWord) -> Iterator[OcrWord]:
    """Yield the words side by side in one box, with widths by their number of letters."""
    letters = sum(len(text) + 1 for text in texts)
    width, at = around.box.x1 - around.box.x0, 0
    for text in texts:
        left = around.box.x0 + width * at / letters
        right = around.box.x0 + width * (at + len(text)) / letters
        box = Box(left, around.box.y0, right, around.box.y1)
        yield OcrWord(text, box, SERVER_ALONE, around.line)
        at += len(text) + 1


def _gap(before: OcrWord | None, after: OcrWord | None, size: tuple[float, float]) -> OcrWord:
    """Return the empty space between two words: on their line, or from one to the end of its line."""
    near = before or after
    assert near is not None
    top, bottom, right = near.box.y0, near.box.y1, size[0] - _MARGIN / 2
    left = before.box.x1 if before else 0.0
    if after is not None and (before is None or after.line == before.line):
        right = after.box.x0
    return OcrWord("", Box(left, top, max(left + 1.0, right), bottom), SERVER_ALONE, near.line)


def _placed_evenly(lines: Lines, size: tuple[float, float]) -> Iterator[OcrWord]:
    """Yield the words of a page on which Tesseract read nothing, in approximate lines from top to bottom."""
    width, height = size
    step = min(2 * _LINE_HEIGHT, max(1.0, height - 2 * _MARGIN) / max(1, len(lines)))
    for number, texts in enumerate(lines):
        top = min(_MARGIN, height / 4) + number * step
        box = Box(min(_MARGIN, width / 4), top, width - min(_MARGIN, width / 4), top + step / 2)
        yield from _placed_along(texts, OcrWord("", box, SERVER_ALONE, number))
