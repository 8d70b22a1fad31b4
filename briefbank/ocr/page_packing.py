"""Serializes a recognised page to a few kilobytes for the catalogue, and back.

The format is compressed JSON with the words in columns, which compress better than rows. The layout has a
number, so that a later BriefBank can recognise an older one's pages.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

from briefbank.domain.pages import Box, OcrSetting, OcrWord, RecognisedPage

LAYOUT = 1
"""The version of the format; it is incremented when the columns change."""

MAX_BYTES = 64 * 2**20
"""The maximum bytes of one unpacked page; a full page has about 40,000."""

_BOX_STEPS = 10
_CONFIDENCE_STEPS = 100


def pack(page: RecognisedPage) -> bytes:
    """Return the packed page, boxes to a tenth of a point and confidences to a hundredth."""
    columns = {
        "layout": LAYOUT,
        "page": _head(page),
        "texts": [word.text for word in page.words],
        "boxes": [_in_steps(value) for word in page.words for value in _edges(word.box)],
        "confidences": [round(word.confidence * _CONFIDENCE_STEPS) for word in page.words],
        "lines": [word.line for word in page.words],
    }
    return zlib.compress(json.dumps(columns, separators=(",", ":")).encode())


def unpack(packed: bytes) -> RecognisedPage:
    """Return the page that ``pack`` was given. Raises ValueError for any other bytes."""
    try:
        columns = json.loads(_inflated(packed))
        if columns["layout"] != LAYOUT:
            raise ValueError("another layout")
        index, engine, setting, turn, redraw, skew, problem = columns["page"]
        return RecognisedPage(
            index, engine, OcrSetting(setting), _words(columns), turn, redraw, skew, problem
        )
    except (zlib.error, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"not a packed page: {type(error).__name__}") from error


def _inflated(packed: bytes) -> bytes:
    inflating = zlib.decompressobj()
    data = inflating.decompress(packed, MAX_BYTES)
    if not inflating.eof:
        raise ValueError("not a packed page: cut short or too long")
    return data


def _head(page: RecognisedPage) -> list[object]:
    return [page.index, page.engine, page.setting.value, page.turn, page.redraw, page.skew, page.problem]


def _words(columns: dict[str, Any]) -> tuple[OcrWord, ...]:
    edges = [value / _BOX_STEPS for value in columns["boxes"]]
    boxes = [Box(*edges[i : i + 4]) for i in range(0, len(edges), 4)]
    confidences = [value / _CONFIDENCE_STEPS for value in columns["confidences"]]
    rows = zip(columns["texts"], boxes, confidences, columns["lines"], strict=True)
    return tuple(OcrWord(*row) for row in rows)


def _edges(box: Box) -> tuple[float, float, float, float]:
    return box.x0, box.y0, box.x1, box.y1


def _in_steps(value: float) -> int:
    return round(value * _BOX_STEPS)
