"""Chooses, among the candidates of a search, the one text that governs a statement.

A provision governs by one of its sentences: the condition meets "An executor must be eighteen years of age",
whatever else its section says. A passage's vector blurs that sentence with its neighbours. So each candidate
is read once more, sentence by sentence, and the similarity of its nearest sentence to the question itself is
added to the search's relevance. The question of one governing provision among 20 candidates is that of "A
Framework to Retrieve Relevant Laws for Will Execution", which leaves the choice to a large model.

*The measure.* ``python -m tests.evaluate.provisions`` prints it: the first of 20 candidates is right for 46.4
% of the statements about wills, by the search alone for 42.3 % (16 better, 2 worse, p 0.001). The share is on
a plateau (0.5 to 0.8 gain the same in both halves of the queries). Similarity of the title, of the context's
sentences, of three sentences instead of one, and how often a section is cited add nothing to it.

*How sure it is.* More firsts are wrong than right, so the answer says when the first is no better than the
others: when the next reaches ``CLEAR_SHARE`` of its worth. The same command prints the figures. The share was
chosen on every second statement (182 queries): the highest, in steps of 0.01, at which three of four firsts
without the warning are right. On the other statements (154 queries) 71 of 77 wrong firsts are flagged, and 31
of 77 right ones are not; 31 of 37 firsts without the warning are right (84 %), and 46 of 117 with it (39 %).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from briefbank.text.sentences import sentence_ends

if TYPE_CHECKING:
    from briefbank.embedding.encoders import Encoder

Vectors = NDArray[np.float32]

NEAREST_SHARE = 0.6
"""The weight of the cosine of the nearest sentence, where the highest relevance of the candidates has 1."""
CLEAR_SHARE = 0.85
"""The share of the first candidate's worth below which all others stay where the first is clearly better."""
MOST_SENTENCES = 60
"""The most sentences of one text that are read."""
LEAST_WORDS = 4
"""The fewest words of a piece; a shorter one ("(a) Repealed.") says nothing."""

_CLAUSE = re.compile(r"(?<=;)\s")


def worths(
    relevances: Sequence[float], texts: Sequence[str], point: Sequence[str], encoder: Encoder
) -> NDArray[np.float64]:
    """Return the worth of each text, the highest for the one that governs; comparable within one answer only.

    ``relevances``: of the search, as many as ``texts``; ``point``: the sentences of the question. About 5 ms
    for each sentence of the texts. Any thread.
    """
    if len(texts) < 2 or not any(point):
        return np.asarray(relevances, np.float64)
    pieces = [clauses(text) for text in texts]
    vectors = encoder.encode_passages([piece for some in pieces for piece in some])
    asked = np.mean([encoder.encode_query(each) for each in point], axis=0)
    borders = np.cumsum([0, *map(len, pieces)])
    nearest = np.maximum.reduceat(vectors @ asked, borders[:-1])
    found: NDArray[np.float64] = np.asarray(relevances) / (max(relevances) or 1.0) + NEAREST_SHARE * nearest
    return found


def best_first(scores: NDArray[np.floating[Any]]) -> list[int]:
    """Return the places of the scores, the highest first; ties in the order given."""
    return [int(at) for at in np.argsort(-scores, kind="stable")]


def closeness(worth: NDArray[np.float64], first: int) -> list[float]:
    """Return how near each text comes to the worth of the chosen one, from 0 to 1; the chosen one has 1."""
    top = max(float(worth[first]), 1e-9)
    return [min(1.0, max(0.0, float(each) / top)) for each in worth]


def clauses(text: str) -> list[str]:
    """Return the sentences of a text, cut at semicolons too, as in lists of provisions. At least one
    piece."""
    ends = [0, *sentence_ends(text), len(text)]
    found = [
        piece.strip()
        for start, end in pairwise(ends)
        for piece in _CLAUSE.split(text[start:end])
        if len(piece.split()) >= LEAST_WORDS
    ]
    return found[:MOST_SENTENCES] or [text]
