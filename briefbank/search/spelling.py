"""Spelling correction: a word that is surely a slip is replaced by the nearest that passages have.

A slip is a letter missing, added or wrong, or two swapped. A word that no passage has is corrected at one
slip, a longer one at two if the correction goes with the query's other words. A word that some passage has is
corrected only where no passage has it with any of the others, and a word at one slip is far more frequent and
goes with them ("waver of counsel"). Two words go together where more passages have both than chance would
give. (Kernighan, Church and Gale 1990, "A Spelling Correction Program Based on a Noisy Channel Model"; Church
and Hanks 1990, "Word Association Norms, Mutual Information, and Lexicography".)

Numbers, citations and quoted text are never corrected, and a name or another word with a capital only at one
slip and if no passage has it. ``python -m tests.evaluate.spelling`` measures it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from briefbank.catalogue import passage_rows
from briefbank.domain.searches import Filters, LexicalQuery, Term
from briefbank.search.query import Correction, ParsedQuery
from briefbank.text.language import TextLanguage

if TYPE_CHECKING:
    from briefbank.catalogue.database import Database
    from briefbank.index.lexical_query import LexicalReader

SHORTEST = 5
"""The shortest word that is corrected; shorter ones have too many neighbours."""
LONGEST = 20
SHORTEST_FOR_TWO = 7
"""The shortest word in which two slips are corrected."""
SHORTEST_ALONE = 9
"""The shortest word in which two slips are corrected without another word to judge by."""
TYPED_WORDS = 12
"""The most words of a typed text. A longer one was pasted, in which a name that no passage has is no
error."""
WORDS_LIMIT = 3
"""The most unknown words, and the most of the others, that are looked up, to bound the time."""
MINIMUM_PASSAGES = 2
"""The fewest passages with a correction; a neighbour in a single passage may itself be an error."""
MINIMUM_TOGETHER = 3
"""The fewest passages with a correction and another word of the query that show that the two go together."""
MINIMUM_LIFT = 2.0
"""How many times as many passages must have both as chance would give."""
MORE_FREQUENT = 10
"""How many times as many passages must have the correction of a word that some passage has."""
CANDIDATES_CHECKED = 12
PASSAGES_READ = 5


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A word that may have been meant."""

    word: str
    passages: int
    """The number of passages with a form of it."""
    share: float
    """The sum, over the query's other words, of the share of their passages that also have this one."""
    lift: float
    """The most, over the other words, by which passages with both exceed what chance would give."""

    @property
    def fits(self) -> bool:
        return self.lift >= MINIMUM_LIFT


def corrections(parsed: ParsedQuery, index: LexicalReader, store: Database) -> tuple[Correction, ...]:
    """Return the corrections of a query's words; usually none, in microseconds, otherwise milliseconds. A
    Spanish word would become the English one beside it ("registro", "registry"), so a query in Spanish has
    none."""
    if len(parsed.words) > TYPED_WORDS or parsed.language is not TextLanguage.ENGLISH:
        return ()
    counts = dict(zip(parsed.words, index.frequencies(parsed.words), strict=True))
    ordinary = [word for word in counts if _is_ordinary(word)]
    names = set().union(*(case.split() for case in parsed.cases))  # and all words with a capital
    for typed in parsed.typed:
        text = parsed.text[typed.start : typed.end]
        names.update(typed.words if text != text.lower() else ())
    known = [word for word, passages in counts.items() if passages and word.isalpha()]
    made = []
    for word in [word for word in ordinary if not counts[word]][:WORDS_LIMIT]:
        candidates = _candidates(word, 1, known, index)
        longest_enough = len(word) >= (SHORTEST_FOR_TWO if known else SHORTEST_ALONE)
        if not candidates and word not in names and longest_enough:
            near = _candidates(word, 2, known, index)
            candidates = [candidate for candidate in near if candidate.fits or not known]
        if meant := _best(candidates):
            made.append(Correction(word, meant))
            known.append(meant)
    doubtful = [word for word in ordinary if counts[word] and word not in names]
    for word in sorted(doubtful, key=lambda word: counts[word])[:WORDS_LIMIT]:
        others = [other for other in known if other != word]
        if not others or any(index.frequencies([word], beside=other)[0] for other in others):
            continue  # it goes with the others, or nothing says that it does not
        least = MORE_FREQUENT * counts[word]
        near = _candidates(word, 1, others, index)
        meant = _best([candidate for candidate in near if candidate.fits and candidate.passages >= least])
        if meant and not _is_name(word, index, store):
            return (*made, Correction(word, meant, known=True))
    return tuple(made)


def _is_ordinary(word: str) -> bool:
    return SHORTEST <= len(word) <= LONGEST and word.isascii() and word.isalpha()


def _best(candidates: Collection[_Candidate]) -> str:
    """Return the word of the best candidate; empty for none."""
    best = max(candidates, key=lambda candidate: (candidate.share, candidate.passages), default=None)
    return best.word if best else ""


def _candidates(word: str, slips: int, others: Sequence[str], index: LexicalReader) -> list[_Candidate]:
    """Return the most frequent words within some slips of one, judged by the query's other words."""
    words = _neighbours(word, slips, index)
    size, counts = index.size(), index.frequencies(words)
    shares, lifts = [0.0] * len(words), [0.0] * len(words)
    for other, passages in zip(others, index.frequencies(others), strict=True):
        for at, together in enumerate(index.frequencies(words, beside=other)):
            shares[at] += together / passages
            if together >= MINIMUM_TOGETHER:
                lifts[at] = max(lifts[at], together * size / (counts[at] * passages))
    candidates = (_Candidate(*values) for values in zip(words, counts, shares, lifts, strict=True))
    return [candidate for candidate in candidates if candidate.passages >= MINIMUM_PASSAGES]


def _neighbours(word: str, slips: int, index: LexicalReader) -> list[str]:
    """Return the most frequent words within some slips of one; the first letter is right, or swapped."""
    third = len(word) // 3
    parts = (word[:third], word[third:-third], word[-third:])
    neighbours = {
        spelled: passages
        for first in dict.fromkeys(word[:2])
        for spelled, passages in index.words_beginning(first).items()
        if spelled != word
        and abs(len(spelled) - len(word)) <= slips
        and any(part in spelled for part in parts)  # Before the comparison, which takes longer.
        and _is_ordinary(spelled)
        and within(word, spelled, slips)
    }
    return sorted(neighbours, key=lambda spelled: -neighbours[spelled])[:CANDIDATES_CHECKED]


def within(one: str, other: str, slips: int) -> bool:
    """Tell whether at most ``slips`` slips make one word of the other."""
    unlike = (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    alike = next(unlike, min(len(one), len(other)))
    one, other = one[alike:], other[alike:]
    if not (one and other):
        return len(one) + len(other) <= slips
    if not slips:
        return False
    if one[:2] == other[1::-1] and within(one[2:], other[2:], slips - 1):
        return True
    shorter = ((one[1:], other[1:]), (one[1:], other), (one, other[1:]))
    return any(within(*pair, slips - 1) for pair in shorter)


def _is_name(word: str, index: LexicalReader, store: Database) -> bool:
    """Tell whether passages write the word with a capital only."""
    query = LexicalQuery(required=Term(word, 0, len(word)))
    ids = [passage_id for passage_id, _ in index.search(query, Filters(), PASSAGES_READ)]
    texts = [passage.text for passage in passage_rows.by_ids(store, ids).values()]
    return bool(texts) and not any(re.search(rf"\b{word}\b", text) for text in texts)
