"""What may be searched for of that which a model wrote.

A model makes up authorities. A made-up number in a search would bring what happens to have it to the top and
tell a lawyer that the question has to do with it. So every number, citation and name of a case that the
question itself has not is taken out of the words before they are searched for. What is left must be words
about the question: an answer that shares no word with it is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from briefbank.aids.asking import NoHelp
from briefbank.authority import citations
from briefbank.search import identifiers
from briefbank.search.query import ParsedQuery
from briefbank.search.wording import STOP_WORDS, word_set

MOST_WORDS = 25
LEAST_WORDS = 2
"""Different words that say something: a single one, or one over and over, is no question."""
_STEM = 6
"""Letters that count: "reverse", "reversed" and "reversal" are one word."""

NOTHING_LEFT = "The local model wrote nothing about your question that could be searched for."

_SPELLED = word_set(
    """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand
    i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx a b c d
    """
)
"""What stands for a number behind "section" or "rule"."""


def searchable(texts: Sequence[str], parsed: ParsedQuery) -> tuple[str, ...]:
    """Those of the texts that may be searched for beside a question, each once and cleaned, in their order.

    Raises NoHelp when none is left, and when all of them together share no word with the question.
    """
    cleaned = [own_words(text, parsed.text) for text in texts]
    found = tuple(dict.fromkeys(text for text in cleaned if len(set(_content(text))) >= LEAST_WORDS))
    asked = {word[:_STEM] for word in parsed.words}
    if not asked.intersection(word[:_STEM] for text in found for word in _content(text)):
        raise NoHelp(NOTHING_LEFT)
    return found


def own_words(text: str, asked: str) -> str:
    """A text without the authorities and numbers that ``asked``, the question, lacks; at most MOST_WORDS."""
    own = {each.canonical for each in citations.find(asked)}
    for each in reversed(citations.find(text)):
        if each.canonical not in own:
            text = f"{text[: each.start]} {text[each.end :]}"
    kept = _known_pieces(text.split(), asked.split())
    return " ".join(list(kept)[:MOST_WORDS]).strip(" ,-'")


def _known_pieces(pieces: Sequence[str], asked: Sequence[str]) -> Iterator[str]:
    numbers = {identifiers.bare(piece).casefold() for piece in asked}
    cases = set(identifiers.case_names(asked))
    for at, piece in enumerate(pieces):
        core = identifiers.bare(piece).casefold()
        before = pieces[at - 1] if at else ""
        a_number = any(sign.isnumeric() for sign in piece) or "§" in piece
        spelled = identifiers.is_marker(before) and not set(core.split("-")).isdisjoint(_SPELLED)
        if (a_number or spelled) and core not in numbers:
            continue
        if not _foreign_case(pieces, at, cases):
            yield piece


def _foreign_case(pieces: Sequence[str], at: int, known: set[str]) -> bool:
    """Whether a piece is the "v." of a case that the question does not name, or stands beside it."""
    versus = [place for place in (at - 1, at, at + 1) if 0 < place < len(pieces) - 1]
    named = [identifiers.case_names(pieces[place - 1 : place + 2]) for place in versus]
    return any(name not in known for names in named for name in names)


def _content(text: str) -> list[str]:
    words = (identifiers.bare(piece).lower() for piece in text.split())
    return [word for word in words if len(word) > 1 and word not in STOP_WORDS]
