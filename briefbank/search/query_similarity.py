"""The similarity of two searches, from 0 (unrelated) to 1 (the same): it decides whether feedback given in
one says something about the other.

*By vectors*, where both searches have one. All searches are about law, and some models put all texts near
each other, so the mean cosine of ten searches that have nothing in common (``UNRELATED``) is measured with
each model and counts as 0. On that scale the same question in other words lies mostly between ``FLOOR`` and
``FULL``, and of searches on different points hardly one in a hundred reaches past ``FLOOR``
(``tests/search/test_query_similarity.py``). *By words* otherwise: the share of common words among all words
of both (Jaccard), endings aside.

Searches with different numbers are never similar: "404(b)" and "404(a)" are nearly the same text. A search
without any word of its own ("2C:44-1") is similar to no other and learns nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from briefbank.catalogue.feedback_rows import normalised
from briefbank.search import identifiers, typed_text
from briefbank.search.operators.lexing import sign_of

READ_LIMIT = 4_000
"""The characters of a search that are read, to bound the time: more than a model reads."""

FLOOR, FULL = 0.40, 0.88
"""The values on the scale of cosines that count as 0 and as 1."""

WORDS_FLOOR = 0.4
"""The share of common words that counts as 0: two words of three are something, one of two is nothing."""

STEM_LETTERS = 7
SHORTEST_STEM = 3
_ENDINGS = ("ing", "es", "ed", "s")
_QUOTES = '"“”„‟'

UNRELATED = (
    "consent to search a car was coerced",
    "prosecutor's remarks in summation",
    "suggestive photo array",
    "excessive sentence for burglary",
    "jury instruction on self-defense",
    "juror slept during the testimony",
    "custody of the child after divorce",
    "expert witness on handwriting",
    "speedy trial delay",
    "interpreter at the plea hearing",
)
"""Searches that have nothing in common but the law."""


@dataclass(frozen=True, slots=True)
class ComparableQuery:
    """A search in the form in which it is compared with others."""

    text: str
    """The text as feedback stores it: without regard to capitals and spaces."""
    words: frozenset[str]
    """The content words, cut to what their forms have in common."""
    numbers: frozenset[str]
    """The pieces with a digit."""
    sentence: str
    """The text for the encoder."""


def asked(untrusted_text: str) -> ComparableQuery:
    """Read a search. Any text; linear in its length. Any thread."""
    text = typed_text.clean(untrusted_text[:READ_LIMIT])
    tokens = [token for token in text.split() if sign_of(token) is None]
    tokens = tokens[typed_text.opening_length([typed_text.without_punctuation(token) for token in tokens]) :]
    cores = [identifiers.bare(token.strip(_QUOTES)).lower() for token in tokens]
    words = [word for core in cores if not _has_digit(core) for word in typed_text.words_in(core)]
    return ComparableQuery(
        text=normalised(untrusted_text),
        words=frozenset(_stem(word) for word in words if word not in typed_text.STOP_WORDS),
        numbers=frozenset(core for core in cores if _has_digit(core)),
        sentence=" ".join(tokens),
    )


def comparable(one: ComparableQuery, other: ComparableQuery) -> bool:
    """Tell whether two searches can be similar at all: both have words, and the same numbers."""
    return bool(one.words and other.words) and one.numbers == other.numbers


def by_words(one: ComparableQuery, other: ComparableQuery) -> float:
    """Return the similarity by words, 0 to 1, of two comparable searches."""
    common = len(one.words & other.words) / len(one.words | other.words)
    return _rescaled(common, WORDS_FLOOR, 1.0)


def by_vectors(
    vector: NDArray[np.float32], others: NDArray[np.float32], unrelated: float
) -> NDArray[np.float32]:
    """Return 0 to 1 for each row of ``others`` (n, dimensions); all vectors of length one, of one model.

    ``unrelated``: the cosine that counts as nothing in common (``base``), below 1.
    """
    scale = (others @ vector - unrelated) / (1.0 - unrelated)
    return np.asarray(np.clip((scale - FLOOR) / (FULL - FLOOR), 0.0, 1.0), np.float32)


def base(vectors: Sequence[NDArray[np.float32]]) -> float:
    """Return the mean cosine of the vectors of UNRELATED with each other, from 0 to 0.95."""
    matrix = np.stack(vectors)
    above = np.triu_indices(len(vectors), 1)
    return min(0.95, max(0.0, float((matrix @ matrix.T)[above].mean())))


def _rescaled(value: float, floor: float, full: float) -> float:
    return min(1.0, max(0.0, (value - floor) / (full - floor)))


def _has_digit(core: str) -> bool:
    return any(letter.isdigit() for letter in core)


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            word = word.removesuffix(ending)
            break
    return word[:STEM_LETTERS]
