"""Measures how much of a claim its source covers: by words that can replace each other, and by meaning.

The share of the claim's content words that the source has, and the cosine with the nearest of its sentences,
are averaged and compared with one threshold. It was set on the half "fit" of the gold file of claims, so low
that reworded claims pass: what it finds are sentences about something else.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks.compared import ComparedClaim, stems
from briefbank.summary.checks.lexicon import lexicon
from briefbank.summary.checks.types import Embed

THRESHOLD = 0.5
"""The least mean of word share and cosine, 0 to 1, of a claim that is shown."""
_FRAME = frozenset(
    str.split(
        "brief argu contend claim assert say state issu question present case concern address discuss "
        "ask amicus "
        "amici support urg posit view note explain point rais accord court maintain"
    )
)
"""Stems by which a summary only says who says it."""
_REPAIR = "Say only what the numbered sentences say, in words close to theirs, and name these sentences."


def find(compared: ComparedClaim, embed: Embed | None) -> Iterator[ClaimFinding]:
    """Yield a finding where the source covers too little; ``embed`` is None where no encoder can be
    loaded."""
    said = [word for word in stems(compared.claim) if word not in _FRAME]
    known, lists = stems(compared.source), lexicon()
    missing = [word for word in said if not any(lists.same((word,), (other,)) for other in known)]
    share = 1 - len(missing) / len(said) if said else 0.0
    cosine = share
    if embed is not None:
        vectors = embed([compared.claim, *compared.sources, compared.source])
        cosine = float(np.clip(np.max(vectors[1:] @ vectors[0]), 0.0, 1.0))
    if (share + cosine) / 2 < THRESHOLD:
        words = f"Its source does not say this: “{max(missing, key=len)}”." if missing else "It says nothing."
        yield ClaimFinding(ClaimFault.UNSUPPORTED, words, _REPAIR)
