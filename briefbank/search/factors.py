"""The ranking factors beside relevance, a result's date and kind; and all of them in words.

In "best match", of passages that are about equally relevant the newer should stand first, and binding texts
before persuasive ones. Both factors are small on purpose: a passage is never put above one that is clearly
more relevant (``RECENCY_SHARE``, ``AUTHORITY_SHARE``: at most a tenth of its relevance each). In "newest
first" the date is the order itself, so only relevance is shown.

Authority by kind is that of the law itself: statute 1.0, rule 0.9, opinion 0.8, advisory texts 0.7, after the
weights in "Hybrid Agentic GraphRAG" (Florida tax law). Briefs are what users search for: all have the same
weight as the opinions that they argue from. A statute, rule or constitution in force does not age.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from briefbank.domain.kinds import SETTLED, Kind
from briefbank.domain.searches import Factor, FactorName, Order
from briefbank.search.candidate import Found
from briefbank.search.channels import registry
from briefbank.search.feedback import Adjustment
from briefbank.text.dates import format_date

AUTHORITY: Mapping[Kind, float] = {
    Kind.STATUTE: 1.0,
    Kind.RULE: 0.9,
    Kind.OPINION: 0.8,
    Kind.BRIEF: 0.8,
    Kind.DIRECTIVE: 0.7,
    Kind.MEMO: 0.7,
    Kind.MAIL: 0.7,
    Kind.OTHER: 0.7,
}
AUTHORITY_SHARE = 0.1
RECENCY_SHARE = 0.1
HALF_LIFE_DAYS = 3652
"""The days after which half of the recency bonus is gone: ten years."""


def weighed(found: Sequence[Found], order: Order) -> list[Found]:
    """Return the same passages with the factors of their dates and kinds; 1 for both when ordered by date.

    Recency is measured from the newest of them, so that the same search shows the same list any day.
    """
    if order is not Order.BEST:
        return list(found)
    newest = max((item.document.filed for item in found if item.document.filed), default=None)
    return [
        replace(item, recency=_recency(item, newest), authority=_authority(item.document.kind))
        for item in found
    ]


def factors_of(found: Found, nudge: Adjustment | None, why_nudged: str) -> tuple[Factor, ...]:
    """Return the factors of a result's place, the largest share of relevance first."""
    shares = sorted(found.candidate.shares.items(), key=lambda item: -item[1])
    said = {channel.name: channel.factor for channel in registry.CHANNELS}
    factors = [Factor(name, round(value, 4), said[name]) for name, value in shares if value]
    if compared := round(found.candidate.compared, 4):
        read_beside = "Read beside the search by a model of this computer"
        factors.append(Factor(FactorName.COMPARISON, compared, read_beside))
    if found.recency != 1.0:
        day = found.document.filed
        filed = f"Filed {format_date(day)}" if day else "No filing date is known"
        factors.append(Factor(FactorName.RECENCY, round(found.recency, 4), filed))
    if found.authority != 1.0:
        kind = f"Kind: {found.document.kind.value}"
        factors.append(Factor(FactorName.AUTHORITY, round(found.authority, 4), kind))
    if nudge is not None:
        factors.append(Factor(FactorName.FEEDBACK, round(nudge.amount, 4), why_nudged))
    return tuple(factors)


def _recency(found: Found, newest: date | None) -> float:
    if found.document.kind in SETTLED or newest is None:
        return 1.0
    if found.document.filed is None:
        return 1.0 - RECENCY_SHARE
    age = (newest - found.document.filed).days
    return 1.0 - RECENCY_SHARE * (1.0 - math.exp2(-age / HALF_LIFE_DAYS))


def _authority(kind: Kind) -> float:
    return 1.0 - AUTHORITY_SHARE * (1.0 - AUTHORITY[kind])
