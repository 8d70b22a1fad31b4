"""Builds the request for one page to an olmOCR server and reads the answer, inside the OCR child.

The image and the prompt are those of the ``olmocr`` package, which the model was trained with; the package
renders with poppler's ``pdftoppm``.
"""

from __future__ import annotations

import base64
import io
import json
from dataclasses import dataclass
from pathlib import Path

from briefbank.domain.pages import OcrWord, PageOrder, RecognisedPage
from briefbank.ocr import olmocr_answer, picture
from briefbank.ocr.alignment import Disagreement, aligned

LONGEST_SIDE = 1288
"""The longest side in pixels; like the rest of the request as in build_page_query of ``olmocr.pipeline`` and
its defaults."""

_MAX_TOKENS = 8000


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


def build_request(source: Path, index: int, rotation: int, model: str, temperature: float) -> bytes:
    """Return the chat request for a page; ``rotation`` turns its image counter-clockwise, as olmOCR does."""
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


def read_answer(source: Path, order: PageOrder, page: RecognisedPage, untrusted_body: bytes) -> ServerReading:
    """Return the words of an answer at the positions where Tesseract, in ``page``, found words."""
    try:
        answer = olmocr_answer.parse(untrusted_body)
    except olmocr_answer.WrongAnswer:
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
