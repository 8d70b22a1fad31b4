"""Chooses the sentences of a document that a local model reads, and that its summary is checked against.

They are the document's own, verbatim: questions presented, point headings and facts, each with a share of
the room; what one does not need the others get. A document that tells no facts is told by its opening.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from briefbank.claims import Material, SourceKind, SourceSentence
from briefbank.errors import SummaryError
from briefbank.models import HIDDEN_MARK, Document, Passage
from briefbank.summary import structure
from briefbank.summary.cited import cited
from briefbank.summary.structure import Statement
from briefbank.summary.telling import tells

MOST_TOKENS = 700
"""Of all sentences, by ``tokens``: with the instructions the prompt then has about 1,000."""
SHARES = {SourceKind.QUESTION: 0.25, SourceKind.POINT: 0.3, SourceKind.FACT: 0.45, SourceKind.OTHER: 0.45}
"""Of the room; a kind takes more when others need less."""
_NUMBERING = 3
"""Tokens before each sentence: its number, and the line's end."""
_WORDS = re.compile(r"[A-Za-z]+|\S")
_LETTERS_LOWER, _LETTERS_CAPITAL = 6, 3
"""Letters that one token holds at the most that is counted on."""

_Statements = Iterator[Statement]


def material(document: Document, passages: Sequence[Passage]) -> Material:
    """What a summary of a document is made from, from its passages in any order.

    Tens of milliseconds for 900 pages: beside their citations only as much is looked at as has room.
    Sentences under a dark box and such as speak to their reader are left out. Any thread. Raises SummaryError
    when there is nothing.
    """
    ordered = sorted(passages, key=lambda passage: passage.ordinal)
    found = {
        SourceKind.QUESTION: _readable(structure.questions(ordered)),
        SourceKind.POINT: _readable(structure.points(document.kind, ordered)),
        **_happened(ordered),
    }
    chosen, shortened = _shared_out(found)
    if not chosen:
        raise SummaryError(
            "No sentence for a summary could be found in this document.", detail=f"document {document.id}"
        )
    sentences = _numbered(chosen)
    return Material(document.id, document.title, sentences, shortened, cited(ordered, sentences))


def tokens(text: str) -> int:
    """About how many tokens a model's vocabulary makes of a text; in doubt too many.

    Of 660 sentences and headings of amicus briefs SmolLM2's vocabulary (49,000 pieces, small among today's)
    needs 0.84 of this, and 1.1 of it or less for 95 % of them: pieces of words of six letters, of capitals
    and names three, and a token for each byte of any other sign but the first two of three.
    """
    return sum(_pieces(found[0]) for found in _WORDS.finditer(text))


def _pieces(word: str) -> int:
    if not word.isascii():
        return max(1, len(word.encode()) - 1)
    if not word.isalpha():
        return 1
    letters = _LETTERS_LOWER if len(word) == 1 or word[1:].islower() else _LETTERS_CAPITAL
    return -(-len(word) // letters)


def _happened(passages: Sequence[Passage]) -> dict[SourceKind, _Statements]:
    """The facts; where no part tells them, what happened in the courts; else how the document begins."""
    for statements in (structure.facts(passages), structure.procedure(passages)):
        readable = _readable(statements)
        first = next(readable, None)
        if first is not None:
            return {SourceKind.FACT: chain([first], readable)}
    return {SourceKind.OTHER: _readable(structure.opening(passages))}


def _readable(statements: Iterable[Statement]) -> _Statements:
    """Without what stands under a dark box, and what speaks to its reader instead of telling of the case."""
    return (each for each in statements if HIDDEN_MARK not in each.text and tells(each.text))


_Chosen = list[tuple[SourceKind, Statement]]


def _shared_out(found: dict[SourceKind, _Statements]) -> tuple[_Chosen, bool]:
    """The first statements of each kind that fit, kind by kind, and whether any was left out."""
    piles = {kind: _Pile(each) for kind, each in found.items()}
    room = MOST_TOKENS
    for kind, pile in piles.items():
        room -= pile.take(int(MOST_TOKENS * SHARES[kind]))
    for kind in sorted(piles, key=lambda each: SHARES[each], reverse=True):
        room -= piles[kind].take(room)
    chosen = [(kind, each) for kind, pile in piles.items() for each in pile.taken]
    return chosen, any(pile.has_more() for pile in piles.values())


class _Pile:
    """The statements of one kind, from which the first are taken while they fit."""

    def __init__(self, statements: _Statements) -> None:
        self.taken: list[Statement] = []
        self._rest = statements
        self._next = next(statements, None)
        self._left_out = False

    def take(self, room: int) -> int:
        """Take what fits into ``room`` tokens; how many it took. Nothing is taken past a gap, but a statement
        that would fit into no prompt is passed over."""
        used = 0
        while self._next is not None:
            cost = tokens(self._next.text) + _NUMBERING
            too_long = cost > MOST_TOKENS
            if not too_long and used + cost > room:
                break
            self._left_out |= too_long
            if not too_long:
                self.taken.append(self._next)
                used += cost
            self._next = next(self._rest, None)
        return used

    def has_more(self) -> bool:
        return self._left_out or self._next is not None


def _numbered(chosen: _Chosen) -> tuple[SourceSentence, ...]:
    return tuple(
        SourceSentence(number, each.text, kind, each.page, each.passage_id, each.start, each.end)
        for number, (kind, each) in enumerate(chosen, 1)
    )
