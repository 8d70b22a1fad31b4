"""Whether a claim drops a small word that narrows what its source says: "only for impeachment", "generally".

Such a word narrows the words next to it, its focus. A claim that uses the focus without any word that narrows
as much, besides those that the source has elsewhere, says it for more cases than the source does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from briefbank.summary.checks.plain import FUNCTION_WORDS, WORD, stem, stems


class _Narrow(NamedTuple):
    """How a narrowing word is written, and by which words a claim may narrow as much."""

    written: re.Pattern[str]
    kept: re.Pattern[str]


_JOINS = (
    r"as|at|by|for|from|in(?! passing)|into|on|to|under|upon|with|within|through|because|during|against"
    r"|those|so far"
)
_EXCLUSIVE = r"(?:only|solely|exclusively|merely|purely)"
_EXCLUDES = (
    r"only|sole|solely|exclusiv\w*|alone|merely|purely|simply|just|limit\w*|restrict\w*|confin\w*"
    r"|nothing|no other"
    r"|no more|unless|until|except\w*|other than|single|but|rather than|nobody|none|narrow\w*|mere"
    r"|most|best|least"
    r"|need\w*|requir\w*|necess\w*|must|depend\w*"
)
_MOSTLY = (
    r"generally|ordinarily|usually|typically|normally|presumptively|presumably|largely|mainly"
    r"|primarily|mostly"
    r"|partly|partially|somewhat|in general|in most cases|as a (?:general )?rule|for the most part"
)
_AS_MOSTLY = (
    rf"{_MOSTLY}|general|ordinar\w*|usual|typical\w*|normal\w*|presum\w*|large|main|primar\w*|most"
    rf"|many|often|some"
    r"|sometimes|frequent\w*|part|parts|partial\w*|chief\w*|principal\w*|majority|may|can|might|could|tend\w*"
    r"|predominant\w*|rule|almost|nearly|likely|rarely|seldom|especially|mixed|unless|except\w*"
)
_FACTS = r"(?:facts|record|circumstances|evidence)"
_SCOPED = (
    rf"(?:on|under|in light of) (?:this|these|the (?:present|particular|specific|unusual|unique"
    rf"|limited)) {_FACTS}"
    rf"|on the (?:record|facts) (?:before|of)|at this stage|as applied(?! to the statute)"
    r"|for (?:the|a) (?:limited|sole|narrow|single) purpose"
)
_SCOPES = (
    rf"{_FACTS}|fact|here|case|stage|appl\w*|these|this|present|particular|specific|now|yet|unusual|unique"
    r"|limited|narrow|only|solely|alone|purpose"
)


def _narrow(written: str, kept: str) -> _Narrow:
    return _Narrow(re.compile(written, re.IGNORECASE), re.compile(rf"\b(?:{kept})\b", re.IGNORECASE))


_BEFORE = (
    _narrow(rf"(?<!not )(?<!nor )(?<!if )(?<!the )\b{_EXCLUSIVE}(?= (?:{_JOINS})\b)", _EXCLUDES),
    _narrow(r"\b(?:may|can|could|must|shall|should|is|are|was|were) only\b", _EXCLUDES),
    _narrow(r"\bat (?:most|best)\b(?! \$?\d)", _EXCLUDES),
    _narrow(rf"(?<!not )(?<!more )\b(?:{_MOSTLY})\b", _AS_MOSTLY),
    _narrow(r"\bin part(?= (?:on|upon|by)\b)", _AS_MOSTLY),
)
"""Their focus stands behind them."""
_BEHIND = (
    _narrow(rf"(?<!not )\b{_EXCLUSIVE}(?=[.,;]|$)", _EXCLUDES),
    _narrow(rf"\b(?:{_SCOPED})\b", _SCOPES),
)
"""Their focus stands before them, or it is the whole clause."""
_OTHER_WAY = re.compile(r"\b(?:not|no|cannot|never)\b|n't\b", re.IGNORECASE)
_REACH, _FOCUS = 60, 2
"""Characters, and words with a meaning, next to a narrowing word that are its focus."""


def left_out(claim: str, sources: Sequence[str]) -> Iterator[str]:
    """The narrowing words of the sources that a claim drops, with what they narrow kept."""
    told = set(stems(claim))
    for source in sources:
        if _OTHER_WAY.search(claim) and not _OTHER_WAY.search(source):
            continue
        for narrow in (*_BEFORE, *_BEHIND):
            found = [m.group().lower() for m in narrow.written.finditer(source) if _is_used(m, narrow, told)]
            if found and not _is_kept(claim, source, narrow, len(found)):
                yield found[0]


def _is_used(match: re.Match[str], narrow: _Narrow, told: set[str]) -> bool:
    """Whether a claim has the focus and, of words before it, something of the other side."""
    before = _meaning(match.string[max(0, match.start() - _REACH) : match.start()])[-_FOCUS:]
    after = _meaning(match.string[match.end() : match.end() + _REACH])[:_FOCUS]
    if narrow in _BEHIND:
        focus = before or after
        return bool(focus) and all(each in told for each in focus)
    near = not before or any(each in told for each in before)
    return bool(after) and near and all(each in told for each in after)


def _meaning(text: str) -> list[str]:
    """The stems of words with a meaning, cut words at either end included; they only fail to be found."""
    return [stem(m.group()) for m in WORD.finditer(text) if m.group().lower() not in FUNCTION_WORDS]


def _is_kept(claim: str, source: str, narrow: _Narrow, dropped: int) -> bool:
    """Whether a claim has more narrowing words than the source has beside those that count here."""
    return len(narrow.kept.findall(claim)) > len(narrow.kept.findall(source)) - dropped
