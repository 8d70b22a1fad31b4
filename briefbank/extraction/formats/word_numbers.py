"""Counts what Word numbers by itself: the items of lists, and footnotes and endnotes.

Word stores no number. It counts in reading order, by the formats of a list's levels (``Lists``) or of a
section's notes (``Notes``). The ids in the file are internal and appear on no page.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

from briefbank.extraction.formats.word_package import attribute, child_of, descendants, name, value
from briefbank.extraction.list_numbers import figure

_BULLET = "• "
_LEVELS = 9


class Lists:
    """Counts list items: lists of one definition go on with its count, and deeper levels restart below a
    higher one."""

    def __init__(self, root: Any) -> None:
        """``root`` is that of the numbering part, or None where there is none."""
        self._levels: dict[tuple[str, int], Any] = {}
        self._lists: dict[str, str] = {}
        self._restarts: dict[tuple[str, int], int] = {}
        self._begun: set[str] = set()
        self._own: dict[tuple[str, int], Any] = {}
        self._counts: dict[str, list[int]] = defaultdict(lambda: [0] * _LEVELS)
        if root is not None:
            self._read(root)

    def label(self, number: str, level: int) -> str:
        """Count an item of the list ``number`` at a level from 0 to 8. Return "IV. " or the like, a bullet
        for bullets, and nothing for a list that has no numbers."""
        definition = self._lists.get(number, "")
        layout = self._layout(number, level)
        kind = value(layout, "numFmt") or "decimal" if layout is not None else "none"
        if not definition or kind == "none":
            return ""
        counts = self._counts[definition]
        if number not in self._begun:
            self._begun.add(number)
            restarted = [at for at in range(_LEVELS) if (number, at) in self._restarts]
            counts[min(restarted, default=_LEVELS) :] = [0] * (_LEVELS - min(restarted, default=_LEVELS))
        counts[level] = counts[level] + 1 if counts[level] else self._start(number, level)
        counts[level + 1 :] = [0] * (_LEVELS - 1 - level)
        if kind == "bullet":
            return _BULLET
        legal = child_of(layout, "isLgl") is not None
        text = value(layout, "lvlText")
        label = re.sub(r"%([1-9])", lambda m: self._figure(number, counts, int(m[1]) - 1, legal=legal), text)
        return f"{label} " if label else ""

    def _layout(self, number: str, level: int) -> Any:
        own = self._own.get((number, level))
        return own if own is not None else self._levels.get((self._lists.get(number, ""), level))

    def _figure(self, number: str, counts: list[int], level: int, *, legal: bool) -> str:
        layout = self._layout(number, level)
        kind = value(layout, "numFmt") if layout is not None and not legal else "decimal"
        return figure(kind or "decimal", counts[level] or self._start(number, level))

    def _start(self, number: str, level: int) -> int:
        if (number, level) in self._restarts:
            return self._restarts[number, level]
        layout = self._layout(number, level)
        return whole_number(value(layout, "start"), 1) if layout is not None else 1

    def _read(self, root: Any) -> None:
        linked: dict[str, str] = {}
        styles: dict[str, str] = {}
        for definition in (child for child in root if name(child) == "abstractNum"):
            key = attribute(definition, "abstractNumId")
            if style := value(definition, "styleLink"):
                styles[style] = key
            if style := value(definition, "numStyleLink"):
                linked[key] = style
            for layout in (child for child in definition if name(child) == "lvl"):
                self._levels[key, _level(layout)] = layout
        for number in (child for child in root if name(child) == "num"):
            key, definition = attribute(number, "numId"), value(number, "abstractNumId")
            self._lists[key] = styles.get(linked.get(definition, ""), definition)
            for override in descendants(number, "lvlOverride"):
                if child_of(override, "startOverride") is not None:
                    self._restarts[key, _level(override)] = whole_number(value(override, "startOverride"), 1)
                if (layout := child_of(override, "lvl")) is not None:
                    self._own[key, _level(override)] = layout


class Notes:
    """Counts the notes of one kind."""

    def __init__(self, kind: str, default_format: str) -> None:
        """``kind`` is "footnote" or "endnote"."""
        self._kind, self._default = kind, default_format
        self._format, self._restart, self._start = default_format, "", 1
        self._count = 0
        self._first = True

    def begin_section(self, section: Any, settings: Any) -> None:
        """Take the format of a section, or else that of the whole document; both may be None."""
        holders = [child_of(part, f"{self._kind}Pr") for part in (section, settings) if part is not None]
        properties = [holder for holder in holders if holder is not None]

        def first(local: str) -> str:
            return next((text for holder in properties if (text := value(holder, local))), "")

        self._format = first("numFmt") or self._default
        self._restart = first("numRestart")
        self._start = whole_number(first("numStart"), 1)
        if self._first or self._restart == "eachSect":
            self._count = self._start - 1
        self._first = False

    def begin_page(self) -> None:
        """Restart the count where it restarts on each page."""
        if self._restart == "eachPage":
            self._count = self._start - 1

    def next(self) -> str:
        """Return the mark of the next note."""
        self._count += 1
        return figure(self._format, self._count)


def _level(element: Any) -> int:
    return min(_LEVELS - 1, whole_number(attribute(element, "ilvl"), 0))


def whole_number(text: str, otherwise: int) -> int:
    """Return a number of at most nine digits, or ``otherwise`` where the text is none."""
    return int(text) if text.isdecimal() and len(text) < 10 else otherwise
