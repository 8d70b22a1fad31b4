"""Finds limits of the source that a claim leaves out.

A limit counts only where the claim uses the words that it limits: "granted in part" limits "granted", and a
condition limits the clause to which it belongs. A contrast ("but", "however") limits nothing by itself,
because a summary may leave out the other side. Negations are compared elsewhere, for the claim as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks import conditions, restrictions
from briefbank.summary.checks.plain import PlainClaim, stems
from briefbank.text.stemming import stem


class _Limit(NamedTuple):
    """The wording of a limit, the wording by which a claim keeps it, and the name shown for it."""

    written: re.Pattern[str]
    kept: re.Pattern[str]
    called: str


def _limit(written: str, kept: str, called: str) -> _Limit:
    return _Limit(re.compile(written, re.IGNORECASE), re.compile(kept, re.IGNORECASE), called)


_PROVISIONALLY = r"(?:tentatively|temporarily|preliminarily|conditionally|provisionally)"
_PROVISIONAL = r"\b(?:tentativ|temporar|preliminar|condition|provision)\w*"
_NOT_OF_CAUSES = r"(?! (?:because|due|by|on|upon|from|through|for|of|as|since)\b)"
_WORD_LIMITS = (
    _limit(
        rf"\b(\w+(?: \w+)?),? (?:only )?in part\b{_NOT_OF_CAUSES}", r"\b(?:part\w*|some|only)\b", "in part"
    ),
    _limit(r"\b(\w+(?: \w+){0,3}),? without prejudice\b", r"\bprejudice\b", "without prejudice"),
    _limit(rf"\b{_PROVISIONALLY} (\w+)\b", _PROVISIONAL, "for a time or on a condition"),
    _limit(rf"\b(\w+) {_PROVISIONALLY}\b", _PROVISIONAL, "for a time or on a condition"),
    _limit(
        r"\b(\w+) (?:but|though|although) (?:only|not)\b", r"\b(?:but|only|not|al?though)\b|n't\b", "but not"
    ),
    _limit(r"\b(\w+),? but \w+(?=[.,;]|$)", r"\b(?:but|(?:al)?though|however|not|harmless)\b|n't\b", "but"),
)
"""The limits of the word before or behind them."""
_FOR_ARGUMENT = r"\barguendo\b|\bfor the sake of argument\b"
_SENTENCE_LIMITS = (
    _limit(r"\bdissent\w*\b", r"\bdissent\w*|\bdisagree\w*", "from a dissent"),
    _limit(r"\bunpublished\b", r"\bunpublished\b", "unpublished"),
    _limit(r"\bdict(?:a|um)\b", r"\bdict(?:a|um)\b", "only said in passing"),
    _limit(_FOR_ARGUMENT, r"\b(?:assum\w*|arguendo|if|argument)\b", "assumed for the sake of argument"),
    _limit(r"^(?:On|After) remand\b|, on remand,", r"\bremand\w*", "on remand"),
    _limit(
        r"\bpreliminary (?:finding|ruling|conclusion|estimate|result|view|report)s?\b",
        _PROVISIONAL,
        "preliminary",
    ),
)
"""The limits of the whole sentence in which they stand."""
_UNSURE = re.compile(
    r"\b(?:percent|%|not|n't|less than|un|fairly|pretty|somewhat|reasonably|almost|only) ?(?:\w+ ){0,2}?"
    r"(?:sure|certain|confident|positive)\b|\b(?:unsure|uncertain|tentative\w*|hesitant\w*|hesitat(?:ed|ion)|resembl\w+"
    r"|look(?:s|ed) (?:\w+ )?like)\b",
    re.IGNORECASE,
)
_IDENTIFIES = re.compile(
    r"\b(?:identif\w+|pick(?:s|ed)\b.{0,20}\bout|select(?:s|ed)|recogni[sz]\w+)\b", re.IGNORECASE
)
_AS_UNSURE = re.compile(
    rf"{_UNSURE.pattern}|\b(?:sure|certain\w*|confiden\w+|doubt\w*|possibl\w+|likely|may|might|could|thought|believed)\b",
    re.IGNORECASE,
)
"""The words that keep a witness's doubt. Mistaken identification is the commonest cause of wrong convictions
(State v. Henderson, 208 N.J. 208, 231 (2011))."""
_LEAST_USED_SHARE = 0.5
"""The share of a claim's words that must come from a sentence for the claim to use it."""


def find(compared: PlainClaim) -> Iterator[ClaimFinding]:
    """Yield the limits of the source that the claim leaves out."""
    claim_stems = set(stems(compared.claim))
    for source in compared.sources:
        yield from _dropped_word_limits(source, compared.claim, claim_stems)
        if _share(claim_stems, stems(source)) >= _LEAST_USED_SHARE:
            yield from _dropped_sentence_limits(source, compared.claim)
    yield from _doubtful_identifications(compared)
    for called in (
        *conditions.left_out(compared.claim, compared.sources, claim_stems),
        *restrictions.left_out(compared.claim, compared.sources),
    ):
        yield _finding(called)


def _finding(called: str) -> ClaimFinding:
    words = f"The source limits this (“{called}”), and the claim leaves the limit out."
    return ClaimFinding(ClaimFault.CAVEAT, words, f"Say that the source limits this: “{called}”.")


def _dropped_word_limits(source: str, claim: str, claim_stems: set[str]) -> Iterator[ClaimFinding]:
    for limit in _WORD_LIMITS:
        limited = (stem(word) for match in limit.written.finditer(source) for word in match[1].split())
        if not limit.kept.search(claim) and any(each in claim_stems for each in limited):
            yield _finding(limit.called)


def _dropped_sentence_limits(source: str, claim: str) -> Iterator[ClaimFinding]:
    for limit in _SENTENCE_LIMITS:
        if limit.written.search(source) and not limit.kept.search(claim):
            yield _finding(limit.called)


def _doubtful_identifications(compared: PlainClaim) -> Iterator[ClaimFinding]:
    """Yield an identification reported without the doubt with which the witness made it."""
    unsure = next((match for source in compared.sources if (match := _UNSURE.search(source))), None)
    if unsure and _IDENTIFIES.search(compared.claim) and not _AS_UNSURE.search(compared.claim):
        yield _finding(unsure.group().lower())


def _share(claim_stems: set[str], source: Sequence[str]) -> float:
    """Return the share of a claim's words that a source has."""
    return len(claim_stems & set(source)) / len(claim_stems) if claim_stems else 0.0
