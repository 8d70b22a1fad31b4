"""Selects the sentences of a document that a local model reads and against which its summary is checked.

The sentences are verbatim: questions presented, point headings and facts, each with a share of the token
budget. What one kind does not need goes to the others. Where no facts are stated, the opening of the document
takes their place.

With them come the authorities that the whole document cites, their names, and the sentences that cite them.
When the document was read, its short forms were resolved to the authority that they mean ("Carty, supra, 170
N.J. at 640", "id."), which cannot be done from a sentence alone. A bare name ("the rule of Carty") is known
from the full citation, wherever in the document that stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from briefbank.domain.citations import Citation, CitationForm, CitationKind
from briefbank.domain.claims import CitedAuthority, SourceKind, SourceSentence, SummarySource
from briefbank.domain.documents import Document
from briefbank.domain.pages import HIDDEN_MARK
from briefbank.domain.passages import Passage
from briefbank.errors import SummaryError
from briefbank.summary import extractive
from briefbank.summary.checks.outdated import NO_AUTHORITY, name_before
from briefbank.summary.extractive import SourceStatement
from briefbank.summary.prompt import is_usable_source

MOST_TOKENS = 700
"""The token budget of all sentences (``estimate_tokens``); with the instructions a prompt has about 1,000."""
SHARES = {SourceKind.QUESTION: 0.25, SourceKind.POINT: 0.3, SourceKind.FACT: 0.45, SourceKind.OTHER: 0.45}
"""The share of each kind in the budget; a kind takes more when others need less."""
_NUMBERING = 3
"""The number of tokens added to each sentence for its number and the line end."""
_WORDS = re.compile(r"[A-Za-z]+|\S")
_LETTERS_PER_TOKEN, _CAPITALS_PER_TOKEN = 6, 3
"""The number of letters that one token is assumed to hold: in a lower-case word, and in capitals or a name.
"""

_Statements = Iterator[SourceStatement]


def select_material(document: Document, passages: Sequence[Passage]) -> SummarySource:
    """Return the material for a summary of a document, from its passages in any order.

    Takes tens of milliseconds for 900 pages: apart from the citations, only as much is read as the budget
    holds. Left out are sentences under a redaction and sentences that speak to their reader. Any thread.
    Raises SummaryError when there is no sentence.
    """
    ordered = sorted(passages, key=lambda passage: passage.ordinal)
    statements = {
        SourceKind.QUESTION: _readable(extractive.questions(ordered)),
        SourceKind.POINT: _readable(extractive.points(document.kind, ordered)),
        **_facts_or_opening(ordered),
    }
    chosen, shortened = _allocated(statements)
    if not chosen:
        raise SummaryError(
            "No sentence for a summary could be found in this document.", detail=f"document {document.id}"
        )
    sentences = _numbered(chosen)
    return SummarySource(
        document.id, document.title, sentences, shortened, find_cited_authorities(ordered, sentences)
    )


def estimate_tokens(text: str) -> int:
    """Estimate how many tokens a model's vocabulary makes of a text, rather too many than too few.

    For 660 sentences and headings of amicus briefs SmolLM2's vocabulary (49,000 pieces, small among today's)
    needs 0.84 of the estimate, and at most 1.1 of it for 95 % of them. The estimate counts pieces of six
    letters for lower-case words and of three for capitals and names. Any other ASCII sign counts as one
    token, any other character as one for each byte but the first, and at least one.
    """
    return sum(_token_count(match[0]) for match in _WORDS.finditer(text))


def _token_count(word: str) -> int:
    if not word.isascii():
        return max(1, len(word.encode()) - 1)
    if not word.isalpha():
        return 1
    letters = _LETTERS_PER_TOKEN if len(word) == 1 or word[1:].islower() else _CAPITALS_PER_TOKEN
    return -(-len(word) // letters)


def _facts_or_opening(passages: Sequence[Passage]) -> dict[SourceKind, _Statements]:
    """Return the facts; where no part states them, the procedural history; else the document's opening."""
    for statements in (extractive.facts(passages), extractive.procedure(passages)):
        readable = _readable(statements)
        first = next(readable, None)
        if first is not None:
            return {SourceKind.FACT: chain([first], readable)}
    return {SourceKind.OTHER: _readable(extractive.opening(passages))}


def _readable(statements: Iterable[SourceStatement]) -> _Statements:
    """Leave out statements under a redaction and those that speak to their reader instead of stating the
    case."""
    return (
        statement
        for statement in statements
        if HIDDEN_MARK not in statement.text and is_usable_source(statement.text)
    )


_Chosen = list[tuple[SourceKind, SourceStatement]]


def _allocated(statements: dict[SourceKind, _Statements]) -> tuple[_Chosen, bool]:
    """Return the first statements of each kind that fit, kind by kind, and whether any was left out."""
    queues = {kind: _Queue(statement) for kind, statement in statements.items()}
    room = MOST_TOKENS
    for kind, queue in queues.items():
        room -= queue.take(int(MOST_TOKENS * SHARES[kind]))
    for kind in sorted(queues, key=lambda statement: SHARES[statement], reverse=True):
        room -= queues[kind].take(room)
    chosen = [(kind, statement) for kind, queue in queues.items() for statement in queue.taken]
    return chosen, any(queue.has_more() for queue in queues.values())


class _Queue:
    """The statements of one kind, from which the first are taken while they fit."""

    def __init__(self, statements: _Statements) -> None:
        self.taken: list[SourceStatement] = []
        self._rest = statements
        self._next = next(statements, None)
        self._left_out = False

    def take(self, room: int) -> int:
        """Take what fits into ``room`` tokens and return the tokens used. Nothing after the first statement
        that does not fit is taken, except that one too long for any prompt is skipped."""
        used = 0
        while self._next is not None:
            cost = estimate_tokens(self._next.text) + _NUMBERING
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
        SourceSentence(
            number, statement.text, kind, statement.page, statement.passage_id, statement.start, statement.end
        )
        for number, (kind, statement) in enumerate(chosen, 1)
    )


# --- cited authorities -------------------------------------------------------------------------------


@dataclass(slots=True)
class _Mentions:
    names: list[str] = field(default_factory=list)
    sentences: list[int] = field(default_factory=list)


def find_cited_authorities(
    passages: Sequence[Passage], sentences: Sequence[SourceSentence]
) -> tuple[CitedAuthority, ...]:
    """Return the cited authorities in the order of their first citation. Takes tens of milliseconds for 900
    pages."""
    by_passage: dict[int, list[SourceSentence]] = {}
    for sentence in sentences:
        by_passage.setdefault(sentence.passage_id, []).append(sentence)
    mentions: dict[tuple[str, CitationKind], _Mentions] = {}
    for passage in passages:
        for citation in passage.citations:
            if citation.canonical and citation.kind not in NO_AUTHORITY:
                known = mentions.setdefault((citation.canonical, citation.kind), _Mentions())
                known.sentences += [
                    n.number for n in by_passage.get(passage.id, ()) if _overlaps(citation, n)
                ]
                if citation.form is CitationForm.FULL and not known.names:
                    known.names += name_before(passage.text, citation)
    return tuple(
        CitedAuthority(canonical, kind, tuple(known.names), tuple(dict.fromkeys(known.sentences)))
        for (canonical, kind), known in mentions.items()
    )


def _overlaps(citation: Citation, sentence: SourceSentence) -> bool:
    return citation.start < sentence.end and citation.end > sentence.start
