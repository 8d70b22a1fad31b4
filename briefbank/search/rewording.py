"""Other wordings of a query: with its slips corrected before it is searched, and wider where it found little.

*Spelling.* A slip is a letter missing, added or wrong, or two swapped. A word that no passage has is
corrected at one slip, a longer one at two if the correction goes with the query's other words. A word that
some passage has is corrected only where no passage has it with any of the others, and a word at one slip is
far more frequent and goes with them ("waver of counsel"). Two words go together where more passages have both
than chance would give. (Kernighan, Church and Gale 1990, "A Spelling Correction Program Based on a Noisy
Channel Model"; Church and Hanks 1990, "Word Association Norms, Mutual Information, and Lexicography".)
Numbers, citations and quoted text are never corrected, and a name or another word with a capital only at one
slip and if no passage has it. ``tests/evaluate/README.md`` has the figures.

*Wider searches* are offered with the number of results that each has: without a word or number that no
passage has, without the last part of such a number, without the filters; and of a search with operators each
part removed in turn, and all of it as plain words. A form that finds no more than before is not offered. Each
offer costs a search, so there are few of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from briefbank.catalogue import passage_rows
from briefbank.domain.searches import (
    And,
    Expression,
    Field,
    FieldName,
    Filters,
    LexicalQuery,
    Near,
    Not,
    Phrase,
    Term,
    WiderQuery,
    conjuncts,
    terms_of,
)
from briefbank.errors import QueryError
from briefbank.search import typed_text
from briefbank.search.operators.fields import described, inside
from briefbank.search.operators.grammar import without
from briefbank.search.query import Correction, ParsedQuery, QueryClass, Subquery
from briefbank.text.language import TextLanguage
from briefbank.text.messages import Message, listed

if TYPE_CHECKING:
    from briefbank.catalogue.database import Database
    from briefbank.index.lexical import LexicalReader

SHORTEST = 5  # The shortest word that is corrected; shorter ones have too many neighbours
LONGEST = 20
SHORTEST_FOR_TWO = 7  # The shortest word in which two slips are corrected
SHORTEST_ALONE = 9  # The shortest word in which two slips are corrected without another word to judge by
TYPED_WORDS = 12
"""The most words of a typed text. A longer one was pasted, in which a name that no passage has is no
error."""
WORDS_LIMIT = 3  # The most unknown words, and the most of the others, that are looked up, to bound the time
MINIMUM_PASSAGES = 2
"""The fewest passages with a correction; a neighbour in a single passage may itself be an error."""
MINIMUM_TOGETHER = 3
"""The fewest passages with a correction and another word of the query that show that the two go together."""
MINIMUM_LIFT = 2.0  # How many times as many passages must have both as chance would give
MORE_FREQUENT = 10  # How many times as many passages must have the correction of a word that some passage has
CANDIDATES_CHECKED = 12
PASSAGES_READ = 5


class _Candidate(NamedTuple):
    """A word that may have been meant."""

    share: float
    """The sum, over the query's other words, of the share of their passages that also have this one."""
    passages: int  # The number of passages with a form of it
    word: str
    fits: bool  # Whether more passages have it with another word than chance would give


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
        if candidates:
            meant = max(candidates, key=lambda candidate: candidate[:2]).word
            made.append(Correction(word, meant))
            known.append(meant)
    doubtful = [word for word in ordinary if counts[word] and word not in names]
    for word in sorted(doubtful, key=lambda word: counts[word])[:WORDS_LIMIT]:
        others = [other for other in known if other != word]
        if not others or any(index.frequencies([word], beside=other)[0] for other in others):
            continue  # it goes with the others, or nothing says that it does not
        near = _candidates(word, 1, others, index)
        near = [other for other in near if other.fits and other.passages >= MORE_FREQUENT * counts[word]]
        if near and not _is_name(word, index, store):
            return (*made, Correction(word, max(near, key=lambda other: other[:2]).word, known=True))
    return tuple(made)


def _is_ordinary(word: str) -> bool:
    return SHORTEST <= len(word) <= LONGEST and word.isascii() and word.isalpha()


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
    fits = [lift >= MINIMUM_LIFT for lift in lifts]
    candidates = map(_Candidate, shares, counts, words, fits)
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


MOST = 5
CUT_LETTERS = 2_000  # The longest text of which parts are removed: a longer one was pasted
TELLING = 3
"""The fewest characters of a part of a number that is searched for as a word: the 07 of A-9213-07 is any."""
_OF_DOCUMENTS = frozenset(FieldName) - {FieldName.CITES, FieldName.RULE, FieldName.HEADING}
"""The fields that are conditions on a document."""
_SUBSECTION = re.compile(r"\([^()]*\)$")
_SECTION = re.compile(r"(?<=\d)[:.-]\d+[A-Za-z]{0,2}$")


def loosenings(
    parsed: ParsedQuery,
    total: int,
    nowhere: Sequence[str],
    *,
    filtered: bool,
    count: Callable[[str, bool], int],
) -> tuple[WiderQuery, ...]:
    """Return wider searches with how many close results each finds, most first. ``total``: the number that
    the search itself has; ``nowhere``: the words and numbers of the search that no passage has; ``count``
    counts the close results of a text, with the filters of the search (True) or without."""
    searches: Iterator[tuple[Message, str]] = iter(())
    if len(parsed.text) <= CUT_LETTERS:
        searches = _without_unknown(parsed, nowhere)
        if parsed.required is not None:
            searches = chain(searches, _wider_operators(parsed, parsed.required))
    offered: list[WiderQuery] = []
    for text, query in searches:
        try:
            results = count(query, True)
        except QueryError:  # nothing is left that can be searched for
            results = 0
        if results > total and query not in (wider.query for wider in offered):
            offered.append(WiderQuery(text, query, results))
        if len(offered) == MOST:
            break
    if filtered and (results := count(parsed.text, False)) > total:
        offered.append(WiderQuery(Message("without any filter"), parsed.text, results, clears_filters=True))
    return tuple(sorted(offered, key=lambda wider: -wider.total))


def widened(parsed: ParsedQuery) -> ParsedQuery | None:
    """Return the search for passages that have only some of what was asked for: the words of operators as
    plain words, numbers without their last part, no condition on the document. What is excluded is left to
    the caller. None where only conditions were asked for."""
    required = conjuncts(parsed.required)
    typed: list[str] = []
    for part in required:
        if not isinstance(part, Field):
            typed += [term.pattern.rstrip("*") for term in terms_of(part)]
        elif part.name not in _OF_DOCUMENTS:
            typed.append(part.value)
    sentence = " ".join([*typed, parsed.plain]).strip() if required else parsed.text
    every = tuple(dict.fromkeys(typed_text.words_in(sentence)))
    words = every if required else tuple(word for word in every if len(word) >= TELLING) or every
    if not words:
        return None
    numbers = dict.fromkeys(filter(None, map(without_last_part, parsed.identifiers)))
    return replace(
        parsed.with_required(None),
        parts=(Subquery(words, sentence, words),),
        context=None,
        identifiers=tuple(numbers),
        query_class=QueryClass.TOPIC,
    )


def without_last_part(number: str) -> str:
    """Return a rule or section without its last part, as "803(c)" for "803(c)(27)"; empty for a number that
    has one part only, or none that is part of another, as that of a docket."""
    if not number[:1].isdigit():
        return ""
    match = _SUBSECTION.search(number) or _SECTION.search(number)
    return number[: match.start()] if match else ""


def _without_unknown(parsed: ParsedQuery, nowhere: Sequence[str]) -> Iterator[tuple[Message, str]]:
    """Yield the search without the last part of each unknown number, and without what is unknown."""
    unknown = [
        typed
        for typed in parsed.typed
        if typed.number in nowhere or (typed.words and all(word in nowhere for word in typed.words))
    ]
    for typed in unknown[:MOST]:  # each is a search of its own, and a pasted text can have hundreds
        if shorter := without_last_part(typed.number):
            text = f"{parsed.text[: typed.start]}{shorter}{parsed.text[typed.end :]}"
            said = Message("{shorter} in place of {number}", shorter=shorter, number=typed.number)
            yield said, " ".join(text.split())
    rest = list(parsed.text)
    for typed in unknown:
        rest[typed.start : typed.end] = " " * (typed.end - typed.start)
    if unknown and (text := " ".join("".join(rest).split())):
        named = [typed.number or f"“{' '.join(typed.words)}”" for typed in unknown]
        yield Message("without {named}", named=listed(named, "and")), text


def _wider_operators(parsed: ParsedQuery, required: Expression) -> Iterator[tuple[Message, str]]:
    plain = parsed.plain
    alone = len(conjuncts(required)) == 1 and not parsed.words and not parsed.identifiers
    for part in () if alone else sorted(conjuncts(required), key=lambda part: part.start):
        if left := without(parsed.text, parsed.read, part.start, part.end):
            if not isinstance(part, Not):
                yield Message("without {text}", text=described(part)), left
            elif isinstance(part.part, Field):
                yield Message("also {left_out}", left_out=inside(part.part)), left
            else:
                yield Message("also with {left_out}", left_out=inside(part.part)), left
    if plain or isinstance(required, Phrase | Near | And):
        words = " ".join(term.pattern.rstrip("*") for term in terms_of(required))
        yield Message("as plain words"), f"{words} {plain}".strip()
