"""The outline by which one finds one's way in a document: its detected headings, and where they stand.

It is worked out from the passages, which keep their heading paths; so it is there for every document,
whatever file it came from, and says what results say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from briefbank.models import OutlineEntry, Passage, Role


def outline(passages: Iterable[Passage]) -> tuple[OutlineEntry, ...]:
    """The headings of a document in its order, from its passages in theirs.

    A heading stands where the first passage below it begins. Footnotes are left out: they come after the
    section that they belong to, and would name it again.
    """
    return tuple(_entries(each for each in passages if each.role is not Role.FOOTNOTE))


def _entries(passages: Iterable[Passage]) -> Iterator[OutlineEntry]:
    path: tuple[str, ...] = ()
    for passage in passages:
        shared = _shared(path, passage.heading_path)
        for level in range(shared, len(passage.heading_path)):
            text = " ".join(passage.heading_path[level].split())
            if text and passage.spans:
                first = passage.spans[0]
                yield OutlineEntry(text, level, first.page, passage.page_label, first.start, first.end)
        path = passage.heading_path


def _shared(before: tuple[str, ...], after: tuple[str, ...]) -> int:
    """How many headings two paths begin with alike."""
    pairs = zip(before, after, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(before), len(after)))
