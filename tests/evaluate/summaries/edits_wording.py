"""Edits that say more than the source: hedges and limits left out, arguments stated as facts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.evaluate.summaries import tables
from tests.evaluate.summaries.edit_input import EditInput
from tests.evaluate.summaries.ranges import free, phrase, put, upper_first
from tests.evaluate.summaries.values import HonestRule

_MAY = re.compile(r"\b(?:may|might|could) (?=(?:well |also |even )?(?:be|have|[a-z]+) )(?!not\b)")
_ALLEGED = re.compile(r"\b(?:allegedly|purportedly|arguably|possibly|apparently|reportedly) ")
_SAYS_THAT = re.compile(
    r"^[^“”\";:]{2,70}? (?:argue[sd]?|contend(?:s|ed)?|claim(?:s|ed)?|allege[sd]?|assert(?:s|ed)?"
    r"|believe[sd]?|maintain(?:s|ed)?|suggest(?:s|ed)?|testified|submits?|submitted) that (?=[a-z])"
)
_FACT = re.compile(r"\b(?:is|are|was|were) (?=[a-z]+(?:ed|ful|al|ent|ant|ive|ic|able)\b)")
_LIMITED = re.compile(
    r",? (?:unless|except|only if|only when|provided that|so long as|as long as|if|absent|without prejudice) "
    r"[^,;:]+(?=\.$)"
)
_NO_LIMIT = re.compile(r"\b(?:as|even|few|little|ask(?:s|ed)?|know|determine|wonder|see|decide)[ ,]+$")
_CONDITION = re.compile(
    r"^(?:If|Unless|Absent|Assuming|Except|When|Where) [^,;:]+, (?=(?:the|a|an|it|they|he|she|this)\b)"
)
_ONLY = re.compile(
    r"\b(?:only|solely) (?=(?:to|by|in(?! passing)|for|on|with)\b)| in part\b|\bat least partly "
)
"""Restrictive words, except before "if", where the condition would stay when "only" goes."""
_CERTAIN = [(phrase(hedge), certain) for hedge, certain in tables.CERTAIN.items()]


def overclaims(base: EditInput) -> Iterator[str]:
    """Yield the text stating as certain what the source hedges, argues or asks."""
    yield from _unhedged(base)
    if base.statement.way is HonestRule.ARGUED:
        yield upper_first(base.text.removeprefix("The brief argues that "))
    elif base.statement.way is HonestRule.ASKED:
        yield upper_first(base.text.removeprefix("The question is whether "))
    elif result := _SAYS_THAT.match(base.text):
        yield upper_first(base.text[result.end() :])
    for word in ("clearly", "undoubtedly"):
        if not base.asks and not base.is_said(word):
            for result in free(_FACT, base.text, base.find):
                yield put(base.text, result.span(), f"{result[0]}{word} ")
                break


def caveats(base: EditInput) -> Iterator[str]:
    """Yield the text without the condition or the limit of the source."""
    if base.asks:
        return
    for match in free(_LIMITED, base.text, base.find):
        if (
            not _NO_LIMIT.search(base.text[: match.start() + 1])
            and len(base.text[: match.start()].split()) >= 5
        ):
            yield put(base.text, match.span(), "")
    condition = _CONDITION.match(base.text)
    if condition and base.text.count(",") == 1:
        yield upper_first(base.text[condition.end() :])
    for match in free(_ONLY, base.text, base.find):
        if not base.text[: match.start()].endswith("not "):
            yield put(base.text, match.span(), "")


def _unhedged(base: EditInput) -> Iterator[str]:
    for match in free(_MAY, base.text, base.find):
        yield put(base.text, match.span(), "will ")
    for match in free(_ALLEGED, base.text, base.find):
        yield put(base.text, match.span(), "")
    for pattern, certain in _CERTAIN:
        for match in free(pattern, base.text, base.find):
            if not base.is_said(certain):
                yield put(base.text, match.span(), certain)
