"""Maps ranges of a passage's clean text to ranges of raw characters on its pages.

Pure functions over :class:`briefbank.domain.citations.Span`. A span of equal lengths maps character by
character, any other maps only as a whole, and text between spans has no position on a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from briefbank.domain.citations import Span
from briefbank.domain.pages import PageHighlight
from briefbank.domain.passages import Passage
from briefbank.text import page_numbers

_Range = tuple[int, int]


def highlights(passage: Passage, marks: Sequence[tuple[int, int]]) -> list[PageHighlight]:
    """Return the highlights of each page of the passage, pages in order: the whole passage and the ``marks``.

    ``marks`` are half-open ranges of ``passage.text``; parts outside the text are ignored. Ranges of one page
    that touch or overlap are merged and sorted.
    """
    pages = sorted({span.page for span in passage.spans})
    return [_on_page([s for s in passage.spans if s.page == page], page, marks) for page in pages]


def with_labels(highlight: PageHighlight, raw: str, labels: Iterable[str]) -> PageHighlight:
    """Return a page's highlight with the places in its raw text at which one of these labels is printed."""
    places = [match.span() for label in labels for match in page_numbers.pattern(label).finditer(raw)]
    return replace(highlight, words=_merged([*highlight.words, *places]))


def _on_page(spans: Sequence[Span], page: int, marks: Sequence[tuple[int, int]]) -> PageHighlight:
    whole = _merged((span.start, span.end) for span in spans)
    words = _merged(found for mark in marks for span in spans for found in _within(span, mark))
    return PageHighlight(page, whole, words)


def _within(span: Span, mark: tuple[int, int]) -> Iterator[_Range]:
    """Yield the raw range of the part of ``mark`` that lies in ``span``."""
    start, end = max(mark[0], span.at), min(mark[1], span.at + span.size)
    if start >= end:
        return
    if span.size != span.end - span.start:
        yield span.start, span.end
    else:
        yield span.start + start - span.at, span.start + end - span.at


def _merged(ranges: Iterable[_Range]) -> tuple[_Range, ...]:
    merged: list[_Range] = []
    for start, end in sorted(r for r in ranges if r[0] < r[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return tuple(merged)
