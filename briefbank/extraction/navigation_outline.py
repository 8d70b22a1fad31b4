"""The outline for navigating a document: its detected headings and their positions.

The outline is derived from the passages, which store their heading paths. Every document therefore has one,
whatever its file format, with the same headings as the results.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from briefbank.domain.pages import OutlineEntry
from briefbank.domain.passages import Passage, Role


def outline(passages: Iterable[Passage]) -> tuple[OutlineEntry, ...]:
    """Return the headings of a document in order, from its passages in order.

    A heading's position is that of the first passage below it. Footnotes are left out: they come after the
    section that they belong to, and would repeat its heading.
    """
    return tuple(_entries(each for each in passages if each.role is not Role.FOOTNOTE))


def _entries(passages: Iterable[Passage]) -> Iterator[OutlineEntry]:
    path: tuple[str, ...] = ()
    for passage in passages:
        shared = _common_prefix(path, passage.heading_path)
        for level in range(shared, len(passage.heading_path)):
            text = " ".join(passage.heading_path[level].split())
            if text and passage.spans:
                first = passage.spans[0]
                yield OutlineEntry(text, level, first.page, passage.page_label, first.start, first.end)
        path = passage.heading_path


def _common_prefix(before: tuple[str, ...], after: tuple[str, ...]) -> int:
    """Return the length of the common prefix of two heading paths."""
    pairs = zip(before, after, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(before), len(after)))
