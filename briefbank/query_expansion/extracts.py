"""Short extracts of passages for a local model to read: the sentences that share most words with the
question.

A model on an office's computer reads 20 to 200 words a second, so that each word it is shown costs time.
"""

from __future__ import annotations

import re
from itertools import pairwise

from briefbank.text.sentences import sentence_ends

_WORD = re.compile(r"[^\W\d_]{3,}")
_STEM = 6
"""The letters of a word that count."""


def extract(text: str, asked: str, most_words: int) -> str:
    """Return the sentences of ``text`` that share the most words with ``asked``, in their order, in one line.

    At most ``most_words``; a sentence that is longer is cut. Of equal sentences the first counts.
    """
    wanted = _stems(asked)
    sentences = [text[start:end].split() for start, end in pairwise([0, *sentence_ends(text), len(text)])]
    shared = [len(wanted & _stems(" ".join(words))) for words in sentences]
    kept: dict[int, list[str]] = {}
    left = most_words
    for at in sorted(range(len(sentences)), key=lambda place: (-shared[place], place)):
        if left <= 0:
            break
        kept[at] = sentences[at][:left]
        left -= len(kept[at])
    return " ".join(word for at in sorted(kept) for word in kept[at])


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in _WORD.findall(text.lower())}
