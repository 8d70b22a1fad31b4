"""Finds small restrictive words of the source that a claim drops: "only for impeachment", "generally".

Such a word restricts the words next to it, its focus. A claim that uses the focus without an equally
restrictive word, beside those that the source has elsewhere, covers more cases than the source does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from briefbank.summary.checks.plain import FUNCTION_WORDS, WORD, stems
from briefbank.text.stemming import stem


class _Restriction(NamedTuple):
    """The wording of a restriction, and the words by which a claim may restrict as much."""

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
_LIKE_MOSTLY = (
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


def _restriction(written: str, kept: str) -> _Restriction:
    return _Restriction(re.compile(written, re.IGNORECASE), re.compile(rf"\b(?:{kept})\b", re.IGNORECASE))


_LEADING = (
    _restriction(rf"(?<!not )(?<!nor )(?<!if )(?<!the )\b{_EXCLUSIVE}(?= (?:{_JOINS})\b)", _EXCLUDES),
    _restriction(r"\b(?:may|can|could|must|shall|should|is|are|was|were) only\b", _EXCLUDES),
    _restriction(r"\bat (?:most|best)\b(?! \$?\d)", _EXCLUDES),
    _restriction(rf"(?<!not )(?<!more )\b(?:{_MOSTLY})\b", _LIKE_MOSTLY),
    _restriction(r"\bin part(?= (?:on|upon|by)\b)", _LIKE_MOSTLY),
)
"""Restrictive words whose focus follows them."""
_TRAILING = (
    _restriction(rf"(?<!not )\b{_EXCLUSIVE}(?=[.,;]|$)", _EXCLUDES),
    _restriction(rf"\b(?:{_SCOPED})\b", _SCOPES),
)
"""Restrictive words whose focus precedes them, or is the whole clause."""
_NEGATION = re.compile(r"\b(?:not|no|cannot|never)\b|n't\b", re.IGNORECASE)
_REACH, _FOCUS = 60, 2
"""The number of characters next to a restrictive word that are searched for its focus, and the number of
content words of the focus."""


def left_out(claim: str, sources: Sequence[str]) -> Iterator[str]:
    """Yield the restrictive words of the sources that a claim drops while it keeps their focus."""
    claim_stems = set(stems(claim))
    for source in sources:
        if _NEGATION.search(claim) and not _NEGATION.search(source):
            continue
        for restriction in (*_LEADING, *_TRAILING):
            found = [
                m.group().lower()
                for m in restriction.written.finditer(source)
                if _is_used(m, restriction, claim_stems)
            ]
            if found and not _is_kept(claim, source, restriction, len(found)):
                yield found[0]


def _is_used(match: re.Match[str], restriction: _Restriction, claim_stems: set[str]) -> bool:
    """Tell whether a claim has the focus and, where words precede the restrictive word, one of those."""
    before = _content_stems(match.string[max(0, match.start() - _REACH) : match.start()])[-_FOCUS:]
    after = _content_stems(match.string[match.end() : match.end() + _REACH])[:_FOCUS]
    if restriction in _TRAILING:
        focus = before or after
        return bool(focus) and all(each in claim_stems for each in focus)
    near = not before or any(each in claim_stems for each in before)
    return bool(after) and near and all(each in claim_stems for each in after)


def _content_stems(text: str) -> list[str]:
    """Return the stems of content words, words cut at either end included; those only fail to match."""
    return [stem(m.group()) for m in WORD.finditer(text) if m.group().lower() not in FUNCTION_WORDS]


def _is_kept(claim: str, source: str, restriction: _Restriction, dropped: int) -> bool:
    """Tell whether a claim has more restrictive words than the source has beside those in question."""
    return len(restriction.kept.findall(claim)) > len(restriction.kept.findall(source)) - dropped
