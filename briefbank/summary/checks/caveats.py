"""Whether a claim leaves out what limits it in its source.

A limit counts only where the claim uses the words that it limits: "granted in part" limits "granted", a
condition limits the clause that it stands with. A contrast ("but", "however") limits nothing by itself;
leaving the other side out is what a summary does. Words that deny are compared where the claim as a whole is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from briefbank.claims import Fault, Finding
from briefbank.summary.checks.plain import Compared, stem, stems


class _Limit(NamedTuple):
    """How a limit is written, how a claim may keep it, and what it is called."""

    written: re.Pattern[str]
    kept: re.Pattern[str]
    called: str


def _limit(written: str, kept: str, called: str) -> _Limit:
    return _Limit(re.compile(written, re.IGNORECASE), re.compile(kept, re.IGNORECASE), called)


_STRICT = re.compile(
    r"\b(?:only (?:if|when|where|after)|if and only if|unless|except(?: that| when| where| for| if| as| in)?"
    r"|provided that|so long as|as long as)\b|(?:^|, )(?:absent|subject to)\b",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:assuming(?: that)?|to the extent(?: that)?|(?<!even )(?<!as )(?<!only )if(?! any| not))\b",
    re.IGNORECASE,
)
_STRICTLY_KEPT = re.compile(
    r"\b(?:only|if|unless|except\w*|provided|so long as|as long as|extent|subject to|assum\w*|absent|until"
    r"|pending|when\w*|where|without|whether|depend\w*|condition\w*|once|before|after|limit\w*|even"
    r"|in the event|other than|apart from|but)\b",
    re.IGNORECASE,
)
_KEPT = re.compile(rf"{_STRICTLY_KEPT.pattern}|\b(?:would|could|may|might)\b", re.IGNORECASE)
"""Words by which a claim says that there is a condition."""
_DENIED = re.compile(r"\b(?:not|no|cannot|never)\b|n't\b", re.IGNORECASE)
"""Where the source has none, they may say the condition the other way round: "only if", "not without"."""
_FOR_A_TIME = r"(?:tentatively|temporarily|preliminarily|conditionally|provisionally)"
_SO = r"\b(?:tentativ|temporar|preliminar|condition|provision)\w*"
_NOT_OF_CAUSES = r"(?! (?:because|due|by|on|upon|from|through|for|of|as|since)\b)"
_ATTACHED = (
    _limit(
        rf"\b(\w+(?: \w+)?),? (?:only )?in part\b{_NOT_OF_CAUSES}", r"\b(?:part\w*|some|only)\b", "in part"
    ),
    _limit(r"\b(\w+(?: \w+){0,3}),? without prejudice\b", r"\bprejudice\b", "without prejudice"),
    _limit(rf"\b{_FOR_A_TIME} (\w+)\b", _SO, "for a time or on a condition"),
    _limit(rf"\b(\w+) {_FOR_A_TIME}\b", _SO, "for a time or on a condition"),
    _limit(
        r"\b(\w+) (?:but|though|although) (?:only|not)\b", r"\b(?:but|only|not|al?though)\b|n't\b", "but not"
    ),
    _limit(r"\b(\w+),? but \w+(?=[.,;]|$)", r"\b(?:but|(?:al)?though|however|not|harmless)\b|n't\b", "but"),
)
"""Limits of the word before or behind them."""
_FOR_ARGUMENT = r"\barguendo\b|\bfor the sake of argument\b"
_WHOLE = (
    _limit(r"\bdissent\w*\b", r"\bdissent\w*|\bdisagree\w*", "from a dissent"),
    _limit(r"\bunpublished\b", r"\bunpublished\b", "unpublished"),
    _limit(r"\bdict(?:a|um)\b", r"\bdict(?:a|um)\b", "only said in passing"),
    _limit(_FOR_ARGUMENT, r"\b(?:assum\w*|arguendo|if|argument)\b", "assumed for the sake of argument"),
    _limit(r"^(?:On|After) remand\b|, on remand,", r"\bremand\w*", "on remand"),
    _limit(
        r"\bpreliminary (?:finding|ruling|conclusion|estimate|result|view|report)s?\b", _SO, "preliminary"
    ),
)
"""Limits of the sentence in which they stand."""
_CLAUSE_ENDS = re.compile(r"[,;:]| and (?=the |it |he |she |they )|$")
_USES = 0.5
"""Share of a clause's words that a claim must have to be using the clause."""
_LEAVES = 0.3
"""Share of a condition's words below which a claim does not give the condition."""


def find(compared: Compared) -> Iterator[Finding]:
    """Limits of the source that the claim leaves out."""
    told = set(stems(compared.claim))
    for source in compared.sources:
        yield from _attached(source, compared.claim, told)
        if _share(told, stems(source), of_first=True) >= _USES:
            yield from _whole(source, compared.claim)
        yield from _conditions(source, compared.claim, told)


def _finding(called: str) -> Finding:
    words = f"The source limits this (“{called}”), and the claim leaves the limit out."
    return Finding(Fault.CAVEAT, words, f"Say that the source limits this: “{called}”.")


def _attached(source: str, claim: str, told: set[str]) -> Iterator[Finding]:
    for limit in _ATTACHED:
        limited = (stem(word) for match in limit.written.finditer(source) for word in match[1].split())
        if not limit.kept.search(claim) and any(each in told for each in limited):
            yield _finding(limit.called)


def _whole(source: str, claim: str) -> Iterator[Finding]:
    for limit in _WHOLE:
        if limit.written.search(source) and not limit.kept.search(claim):
            yield _finding(limit.called)


def _conditions(source: str, claim: str, told: set[str]) -> Iterator[Finding]:
    """Conditions whose main clause the claim has without them."""
    turned = _DENIED.search(claim) and not _DENIED.search(source)
    strict = () if turned or _STRICTLY_KEPT.search(claim) else _STRICT.finditer(source)
    supposed = () if turned or _KEPT.search(claim) else _SUPPOSED.finditer(source)
    for match in (*strict, *supposed):
        end = _CLAUSE_ENDS.search(source, match.end())
        stop = end.start() if end else len(source)
        condition, main = stems(source[match.end() : stop]), stems(_main(source, match.start(), stop))
        used = _share(told, main) >= _USES
        if condition and main and used and _share(told, condition) < _LEAVES:
            yield _finding(match.group().lower())
            return


def _main(source: str, start: int, stop: int) -> str:
    """The clause that a condition limits: the one after it where it opens the sentence, else that before."""
    before = source[:start].rstrip(" ,")
    if not stems(before) or source[start - 2 : start] in ("; ", ": ", ". "):
        after = source[stop:].lstrip(" ,")
        end = re.search(r"[;:]", after)
        return after[: end.start()] if end else after
    return re.split(r"[;:]|, (?:and|but) ", before)[-1]


def _share(told: set[str], words: list[str], of_first: bool = False) -> float:
    """Of these words, the share that the claim has; ``of_first``: of the claim's words, the share they
    hold."""
    known = set(words)
    whole = told if of_first else known
    return len(told & known) / len(whole) if whole else 0.0
