"""Finds characters that only look like those of the source.

"Cаrter" with a Cyrillic letter is another word to every check and the same to every reader. So a claim may
have only letters and digits of the Latin script, or words of the source.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks.plain import PlainClaim

_ODD = re.compile(r"[^\x20-\x7e\u00a1-\u024f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf…§¶†‡•]")
"""Any character except Latin letters, their accents, and printed marks."""
_REPAIR = "Write it in plain letters, as the source does."


def find(compared: PlainClaim) -> Iterator[ClaimFinding]:
    """Yield words with characters of other scripts or invisible ones that the source does not have."""
    for word in compared.claim.split():
        if (odd := _ODD.search(word)) and not any(word in source.split() for source in compared.sources):
            name = unicodedata.name(odd.group(), "without a name").lower()
            yield ClaimFinding(
                ClaimFault.UNSUPPORTED, f"A sign does not stand in the source: {name}.", _REPAIR
            )
