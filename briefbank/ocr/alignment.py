"""Aligns the words of a server's text with Tesseract's words on the same page.

Both texts are compared word by word. Where they agree, the word has Tesseract's position and a high
confidence. Where they differ between two agreements, the server's words replace Tesseract's. Lines that the
server left out (olmOCR drops running heads and page numbers) stay as Tesseract read them.

A language model can invent text. The server's text is therefore refused as a whole when Tesseract was sure of
the page and the two hardly agree.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import groupby

from briefbank.domain.pages import Box, OcrWord

AGREED = 0.98
"""The minimum confidence of a word that both engines read alike."""

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
        return [word for line in _by_line(left_out) if _is_certain(line) for word in line]
    if not replaced:
        return list(_placed_along(added, _gap(*around, size)))
    if left_out and otherwise and len(added) <= 2 * len(otherwise):
        return [*_placed_over(otherwise, added), *_between(left_out, (), around, size)]
    return list(_placed_over(replaced, added))


def _by_line(words: Sequence[OcrWord]) -> list[list[OcrWord]]:
    return [list(group) for _, group in groupby(words, key=lambda word: word.line)]


def _is_certain(line: Sequence[OcrWord]) -> bool:
    """Tell whether Tesseract read words in a line, and not a seal or a speck."""
    return sum(word.confidence for word in line) >= _CERTAIN * len(line)


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
