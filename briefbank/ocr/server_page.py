"""One page for an olmOCR server and back, inside the OCR child.

The picture and the prompt are those of the ``olmocr`` package, which the model was trained with; the package
draws with poppler's ``pdftoppm``.
"""

from __future__ import annotations

import base64
import io
import json
from dataclasses import dataclass
from pathlib import Path

from briefbank.models import OcrWord, PageOrder, RecognisedPage
from briefbank.ocr import picture, server_answer
from briefbank.ocr.aligning import Disagreement, aligned

LONGEST_SIDE = 1288
"""Pixels, and the rest of the question: ``olmocr.pipeline``, build_page_query and its defaults."""

_MAX_TOKENS = 8000


@dataclass(frozen=True, slots=True)
class ServerReading:
    """``words`` are None when the answer cannot be used; ``final``: asking again will not help.
    ``correction``: the picture should be turned by so many degrees and sent again."""

    words: tuple[OcrWord, ...] | None
    final: bool = False
    correction: int = 0

    @property
    def settled(self) -> bool:
        return self.final or (self.words is not None and not self.correction)


def question(source: Path, index: int, rotation: int, model: str, temperature: float) -> bytes:
    """The chat request for a page, its picture turned counter-clockwise, as olmOCR does, by ``rotation``."""
    from olmocr.data.renderpdf import render_pdf_to_base64png
    from olmocr.prompts.prompts import build_no_anchoring_v4_yaml_prompt

    png = render_pdf_to_base64png(str(source), index + 1, target_longest_image_dim=LONGEST_SIDE)
    content = [
        {"type": "text", "text": build_no_anchoring_v4_yaml_prompt()},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{_turned(png, rotation)}"}},
    ]
    asked = {"role": "user", "content": content}
    body = {"model": model, "messages": [asked], "max_tokens": _MAX_TOKENS, "temperature": temperature}
    return json.dumps(body).encode()


def _turned(png: str, rotation: int) -> str:
    from PIL import Image

    if not rotation:
        return png
    turned = io.BytesIO()
    with Image.open(io.BytesIO(base64.b64decode(png))) as image:
        picture.turned(image, (360 - rotation) % 360).save(turned, "PNG")
    return base64.b64encode(turned.getvalue()).decode()


def read(source: Path, order: PageOrder, page: RecognisedPage, untrusted_body: bytes) -> ServerReading:
    """The words of an answer at the places where Tesseract, in ``page``, found words."""
    try:
        answer = server_answer.parse(untrusted_body)
    except server_answer.WrongAnswer:
        return ServerReading(None)
    with picture.opened(source, order.index) as shown:
        text = "" if order.replace_text else picture.visible_text(shown)
        width, height = shown.get_size()
    size = (height, width) if page.turn % 180 else (width, height)
    try:
        words = aligned(page.words, answer.lines, text.split(), size)
    except Disagreement:
        return ServerReading(None, final=not answer.correction, correction=answer.correction)
    return ServerReading(tuple(words), correction=answer.correction)
