"""Validates the answer of an olmOCR server and converts it to plain words.

The answer is untrusted: a server may be wrong, cut short, or another program altogether. Runs in the OCR
child.
"""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass

MAX_TEXT = 60_000
"""The maximum characters of one page; olmOCR's own limit of 8,000 tokens is about half of it."""

_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_ROW_END = re.compile(r"</(?:tr|p|div|h\d|li|table)>|<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>]{0,200}>", re.IGNORECASE)
_MATHS = re.compile(r"\\[()\[\]]|\\(?:text|textbf|textit|mathrm|mathbf|S)\b|[\^_](?=\{)|[{}]")
_BLOCK_MARKS = re.compile(r"^\s{0,3}(?:#{1,6}\s+|>\s?|[*+]\s+|[-*_]{3,}\s*$)|\|", re.MULTILINE)
_EMPHASIS = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)")


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
    lines = (_printable(html.unescape(line)).split() for line in text.split("\n"))
    return tuple(tuple(line) for line in lines if line)


def _printable(line: str) -> str:
    return "".join(c if c.isprintable() else " " for c in line)
