"""Which of the authorities that are cited beside one tell something of it.

What is cited everywhere is cited beside anything. So each is weighed by how many passages cite both, times
how much that is above what chance alone would give: n log(1 + n N / (a b)) for n shared of a and b in N
passages, after the local mutual information of Evert, "The Statistics of Word Cooccurrences" (2005).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log

from briefbank.catalogue.authority_pages import AuthorityPages

MOST = 20
"""Authorities that a page names."""
_WEIGHED = 50
"""Those that share most passages are weighed; fewer than these share less."""


def telling(shared: Mapping[int, int], passages: int, pages: AuthorityPages) -> list[int]:
    """The authorities of ``shared`` that tell most, first; ``shared``: by authority, how many of ``passages``
    that cite the one in question cite it too."""
    often = sorted(shared, key=lambda id_: (-shared[id_], id_))[:_WEIGHED]
    cited = pages.citations(often)
    everywhere = max(1, pages.size()[1])

    def weight(id_: int) -> float:
        number = shared[id_]
        return number * log(1 + number * everywhere / (passages * max(number, cited.get(id_, 0))))

    return sorted(often, key=lambda id_: (-weight(id_), id_))[:MOST]
