"""Finds rulings that the source does not report: it asks, argues or requests what the claim says was
decided."""

from __future__ import annotations

import re
from collections.abc import Iterator

from briefbank.summary.checks.support.aligning import Alignment
from briefbank.summary.checks.support.conflict import Conflict
from briefbank.summary.checks.support.lexicon import stem_of

_COURTS = r"(?:courts?|judge|justices?|tribunal|division|circuit|panel|jury|magistrate|commission|board)"
_DONE = r"granted|denied|affirmed|reversed|rejected|convicted|acquitted|ordered|held|ruled|decided"
_RULED = re.compile(
    rf"\b{_COURTS}\b(?: \w+){{0,3}}? (?:{_DONE}|holds|rules|found|finds|decides|concluded|concludes"
    r"|determined|determines|agreed|agrees)\b"
    rf"|\b(?:was|were|has been|had been) (?:{_DONE}|vacated|overruled)\b"
)
_DECIDED = re.compile(
    r"\b(?:h[eo]ld(?:s|ing|ings)?|rul(?:ed|es|ing|ings)|f[io](?:u?)nd(?:s|ing|ings)?"
    r"|deci(?:ded|des|sion|sions|ding)|conclu\w+|determin\w+|agreed|grant\w*|den(?:ied|ies|ying|ial)"
    r"|affirm\w*|revers\w*|reject\w*|convict\w*|acquit\w*|order\w*|vacat\w*|sustain\w*|overrul\w*"
    r"|upheld|uphold\w*|admitted|admission|suppress\w*|exclu\w+|dismiss\w*|sentence\w*|impos\w+"
    r"|instruct\w*|allow\w*|permit\w*|refus\w*|declin\w*|str(?:uck|ike)\w*|judgment|opinion"
    r"|invalidat\w*|credit\w*|recogni\w+|explain\w*|said|stated|wrote|noted|defer\w*|accept\w*"
    r"|remand\w*|made clear|err\w*|adopt\w*)\b"
)

_DISPOSITIONS = frozenset(
    stem_of(word)
    for word in str.split(
        "affirm reverse vacate remand overturn uphold overrule acquit convict dismiss reinstate resentence"
    )
)
_REPAIR = "Say that it is asked or argued; report a ruling only where the numbered sentences do."


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Yield the claim's ruling, where no sentence of its source has a word of deciding."""
    said = _RULED.search(alignment.claim.spaced)
    if said and not any(_DECIDED.search(source.spaced) for source in alignment.sources):
        yield Conflict("It reports a ruling, and its source reports none.", _REPAIR)
    yield from _invented_disposition(alignment)


def _invented_disposition(alignment: Alignment) -> Iterator[Conflict]:
    """Yield the disposition of a case, in words of which the source has neither the same nor the opposite."""
    for word, matches in zip(alignment.claim.words, alignment.matches, strict=True):
        if not matches and word.stems[0] in _DISPOSITIONS:
            yield Conflict(f"It reports an outcome that its source does not: “{word.written}”.", _REPAIR)
            return
