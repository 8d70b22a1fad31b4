"""The authorities that are characteristically cited together with another one.

Authorities that are cited everywhere are cited together with any other. Each one is therefore weighed by the
number of passages that cite both, times its excess over chance: n log(1 + n N / (a b)) for n shared of a and
b in N passages, after the local mutual information of Evert, "The Statistics of Word Cooccurrences" (2005).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log

from briefbank.catalogue.authority_pages import AuthorityQueries

MOST = 20
"""The most co-cited authorities that a page names."""
_WEIGHED = 50
"""The number of authorities that are weighed: those that share the most passages."""


def most_cocited(shared: Mapping[int, int], passages: int, pages: AuthorityQueries) -> list[int]:
    """Return the most characteristic authorities of ``shared``, best first.

    ``shared`` maps each authority to how many of the ``passages`` that cite the authority in question cite it
    too.
    """
    often = sorted(shared, key=lambda id_: (-shared[id_], id_))[:_WEIGHED]
    cited = pages.citations(often)
    everywhere = max(1, pages.size()[1])

    def weight(id_: int) -> float:
        number = shared[id_]
        return number * log(1 + number * everywhere / (passages * max(number, cited.get(id_, 0))))

    return sorted(often, key=lambda id_: (-weight(id_), id_))[:MOST]
