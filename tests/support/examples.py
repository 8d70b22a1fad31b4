"""Reads examples from a text file: headings after ``#``, and under each a line for each example.

A line is a text, or a text and what is expected of it with ``⇒`` between them. Escapes are those of Python.
"""

from __future__ import annotations

import re
from pathlib import Path

_ESCAPE = re.compile(r"\\(u[0-9a-f]{4}|x[0-9a-f]{2}|[nrtf\\])")
_SIMPLE = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "\\": "\\"}


class Examples:
    """The examples of one file."""

    def __init__(self, file: Path) -> None:
        self._sections: dict[str, list[str]] = {}
        lines: list[str] = []
        for line in file.read_text("utf-8").splitlines():
            if line.startswith("# "):
                lines = self._sections[line.removeprefix("# ")] = []
            elif line.strip():
                lines.append(line)

    def texts(self, heading: str) -> list[str]:
        """Return the lines under a heading, which must be there."""
        return [_plain(line) for line in self._sections[heading]]

    def pairs(self, *headings: str) -> list[tuple[str, str]]:
        """Return the texts under headings with what is expected of them; nothing may be expected."""
        lines = (line for heading in headings for line in self._sections[heading])
        parts = (f"{line} ".split(" ⇒ ", 1) for line in lines)
        return [(_plain(text), _plain(expected.rstrip())) for text, expected in parts]


def _plain(text: str) -> str:
    return _ESCAPE.sub(lambda code: _SIMPLE.get(code[1]) or chr(int(code[1][1:], 16)), text)
