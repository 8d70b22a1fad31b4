"""Compares denials and opposites: a "not" that was dropped or added, granted for denied.

No parser is used. A word counts as denied where a negation stands at most five words before it in its clause.
Only a word that all mentions in the source contradict counts, so that most paraphrases pass; how many errors
of meaning are caught all the same is printed by ``python -m tests.evaluate.claims``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks.compared import FUNCTION_WORDS, ComparedClaim
from briefbank.summary.checks.lexicon import Lexicon, lexicon
from briefbank.text.stemming import stem

_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|[,;:.?!()]|\"")
_NOT = frozenset(str.split("not never no neither nor without cannot none nothing nobody"))
_DENYING = re.compile(
    r"\b(?:un(?!der|it|ion|iv|iq|less|til)|non-?|in(?=suff|adeq|valid|admiss|applic|cap|competen"
    r"|consist)|im(?=proper|permiss|possib)|dis(?=agree|favor|miss|put|approv|allow|claim))\w+"
    r"|\b\w+less\b|\b(?:only|except|unless|until|too|bar(?:red|s)?|forbid\w*|prohibit\w*|prevent\w*"
    r"|preclu\w+|exclu\w+"
    r"|suppress\w*|reject\w*|revers\w*|vacat\w*|overrul\w*|wrong\w*|err(?:ed|or|s)?|doubt\w*|contrary"
    r"|unlike|against"
    r"|miss(?:ed|ing)|omit\w*|oppos\w+|few|expired?|ceas\w+|problematic|whether|acquit\w*"
    r"|hardly|scarcely|barely|seldom|rarely|little|rather|instead|lack\w*|unable|absen\w+|fail\w*"
    r"|refus\w+|declin\w+|den(?:y|ies|ied|ial)"
    r"|acquit\w*|cost|loss|lost|withheld|withhold\w*|free (?:of|from)|before|must|need\w*|requir\w*|if)\b",
    re.IGNORECASE,
)
"""Other words by which a text may deny something; where one stands, a missing "not" says nothing."""
_UNSURE = re.compile(
    r"\b(?:not|never|no|without|cannot|only|if|unless|whether|challeng\w+|question\w*|claims?|issue\w*"
    r"|rather|less)\b|n't\b",
    re.IGNORECASE,
)
"""Words beside which "lawful" and "unlawful" may say the same."""
_REACH = 5
_LEAST_SHARED = 2
"""The number of other words that claim and source must share for an opposite to be about the same thing."""
_REPAIR = "Say exactly what the numbered sentences say, with the same “not” and the same outcome."


@dataclass(frozen=True, slots=True)
class _Word:
    stem: str
    written: str
    denied: bool
    clause: int


def find(compared: ComparedClaim) -> Iterator[ClaimFinding]:
    """Yield at most one contradiction between a claim and its source."""
    if compared.is_verbatim:
        return
    words = _read(compared.claim)
    source = [word for number, text in enumerate(compared.sources) for word in _read(text, 1000 * number)]
    lists = lexicon()
    opposite = _opposite(words, source, lists, compared.claim, compared.source)
    if opposite:
        said, other = opposite
        yield _finding(f"It says “{said}” where the source says “{other}”.")
    elif (denied := next((word.written for word in words if word.denied), "")) and not _denies(
        compared.source
    ):
        yield _finding(f"It denies “{denied}”, and its source denies nothing.")
    elif (word := _denied_alone(source, words)) and not _denies(compared.claim):
        yield _finding(f"It leaves out that its source denies “{word}”.")


def _read(text: str, first_clause: int = 0) -> list[_Word]:
    """Return the content words of a text, in order."""
    words: list[_Word] = []
    clause, negation = first_clause, -_REACH - 1
    for place, match in enumerate(_TOKEN.finditer(text)):
        token = match.group().lower()
        if not token[0].isalpha():
            clause, negation = clause + 1, -_REACH - 1
        elif token in _NOT or token.endswith("n't"):
            negation = place
        elif token not in FUNCTION_WORDS:
            words.append(_Word(stem(token), match.group(), place - negation <= _REACH, clause))
    return words


def _opposite(
    words: Sequence[_Word], source: Sequence[_Word], lists: Lexicon, claim: str, said: str
) -> tuple[str, str] | None:
    """Return a word of the claim and its opposite in the source, where the source nowhere says the word."""
    known = {word.stem for word in source}
    shared = {word.stem for word in words} & known
    if len(shared) < _LEAST_SHARED:
        return None
    for word in words:
        if word.denied or any(lists.same((word.stem,), (stem_,)) for stem_ in known):
            continue
        contrary = [other for other in source if lists.opposite((word.stem,), (other.stem,))]
        near = [other for other in contrary if _shares(word, words, other, source)]
        if near and _is_prefixed(word.stem, near[0].stem) and (_UNSURE.search(claim) or _UNSURE.search(said)):
            continue
        if near and not any(other.denied for other in near):
            return word.written, near[0].written
    return None


def _is_prefixed(one: str, other: str) -> bool:
    """Return whether two words differ by a prefix alone: lawful, unlawful."""
    return one.endswith(other) or other.endswith(one)


def _shares(word: _Word, words: Sequence[_Word], other: _Word, source: Sequence[_Word]) -> bool:
    """Return whether the clauses of two words have another word in common."""
    one = {near_word.stem for near_word in words if near_word.clause == word.clause} - {word.stem}
    return bool(one & {near_word.stem for near_word in source if near_word.clause == other.clause})


def _denied_alone(words: Sequence[_Word], others: Sequence[_Word]) -> str | None:
    """Return a word that ``words`` deny and ``others`` say without a denial, each time that they have it."""
    for place, word in enumerate(words):
        if not word.denied or (place and words[place - 1].denied and words[place - 1].clause == word.clause):
            continue  # only the first word behind a negation is surely denied
        same = [other for other in others if other.stem == word.stem]
        contradicted = same and not any(other.denied for other in same)
        if contradicted and any(_shares(word, words, other, others) for other in same):
            return word.written
    return None


def _denies(text: str) -> bool:
    """Return whether a text denies anything at all, in whatever way."""
    tokens = (match.group().lower() for match in _TOKEN.finditer(text))
    return bool(_DENYING.search(text)) or any(token in _NOT or token.endswith("n't") for token in tokens)


def _finding(words: str) -> ClaimFinding:
    return ClaimFinding(ClaimFault.UNSUPPORTED, words, _REPAIR)
