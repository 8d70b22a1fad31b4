"""The text of a passage that is embedded: the one place that decides it.

A passage is embedded by its text alone. Headings put before it were measured on a collection with headings
(wills-tn, 336 queries, the default model, embeddings alone): recall@10 0.411 for the text, 0.384 with the
heading's words before it, 0.378 with the heading as it stands, and between 0.34 and 0.42 for a weighted mean
of both vectors, which is within chance of the text alone at its best. The word index has the headings, so a
search does not miss them.

A model reads only so much of a text: the default one 256 word pieces, and 60 of 100 passages of 102 amicus
briefs are longer. So a long passage is given in **windows**, each with a vector of its own, and is as near to
a query as the nearest of them. On the same collection that raised recall@10 from 0.41 to 0.51. A mean of the
windows' vectors gained nothing, and neither did windows that overlap.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from briefbank.domain.passages import Passage
from briefbank.text.hashes import text_hash
from briefbank.text.sentences import sentence_ends

WINDOW_PARTS = 210
"""The most words and punctuation marks in a window; about 160 words of a brief.

Marks count because each is a word piece, and citations are full of them: in briefs a word has 1.37 pieces in
the middle and up to 1.8, a word or mark 1.08 and up to 1.18, so that 210 of them are within 256.
"""
NEAR_PARTS = 16
"""The distance from the even place at which a window may end for the sake of a sentence. With 8 to 16 recall
is as without sentences (recall@10 0.51 to 0.52), with 24 and more it falls (0.49), because windows become too
unlike."""

_PART = re.compile(r"\w+|[^\w\s]")


def embedded_texts(passage: Passage) -> tuple[str, ...]:
    """Return the texts that the passage's vectors are made of, in reading order and each once: the whole
    text, or its windows.

    A text of up to ``WINDOW_PARTS``, also an empty one, is one window and stays as it is. A longer one is cut
    into as few windows as will do, of nearly the same length. Linear time. Any thread.
    """
    text = passage.text
    starts = [match.start() for match in _PART.finditer(text)]
    if len(starts) <= WINDOW_PARTS:
        return (text,)
    places = [0, *(starts[cut] for cut in _cuts(text, starts)), len(text)]
    return tuple(dict.fromkeys(text[start:end].strip() for start, end in pairwise(places)))


def embedded_windows(passage: Passage) -> dict[str, str]:
    """Return its ``embedded_texts`` by the hashes under which their vectors are kept, here and in backups:
    equal texts, equal vectors."""
    return {text_hash(text): text for text in embedded_texts(passage)}


def marked_as(encoder_name: str) -> str:
    """Return the mark of a passage in the catalogue once all its windows are stored. Windows of another size
    have another mark."""
    return f"{encoder_name}, windows of {WINDOW_PARTS}"


def _cuts(text: str, starts: Sequence[int]) -> Iterator[int]:
    """Yield the words or marks with which another window begins."""
    total, begin = len(starts), 0
    sentences = {bisect_left(starts, end) for end in sentence_ends(text)}

    def follows_space(at: int) -> bool:
        return 0 < at < total and text[starts[at] - 1].isspace()

    for windows in range(-(-total // WINDOW_PARTS), 1, -1):
        even = begin + round((total - begin) / windows)
        least, most = total - (windows - 1) * WINDOW_PARTS, begin + WINDOW_PARTS
        near = range(max(least, even - NEAR_PARTS), min(most, even + NEAR_PARTS) + 1)
        begin = (
            _nearest(even, near, sentences.__contains__)
            or _nearest(even, range(least, most + 1), follows_space)
            or even
        )
        yield begin


def _nearest(even: int, allowed: range, is_place: Callable[[int], bool]) -> int:
    """Return the place that is nearest to the even one; 0 where none is allowed."""
    return min(filter(is_place, allowed), key=lambda at: (abs(at - even), at), default=0)
