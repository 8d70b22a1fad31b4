"""Checks that a claim says of each name what its source says of that name.

"The judge sentenced Carter, and Poole was acquitted" has the same names as its reverse. So each name is read
with the word to which it relates, and with its role: who did it, to whom it was done, whose it is, or which
preposition governs it. Where the source has that word with other names alone, the claim has exchanged them.
"He" and "she" are read in the same way. Words that the source does not have, or has without a name, decide
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks.name_roles import NameRole, tokens_of, uses
from briefbank.summary.checks.plain import PlainClaim, in_capitals
from briefbank.text.stemming import stem

_REPAIR = "Say of each person and place only what the numbered sentences say of it."


def find(compared: PlainClaim) -> Iterator[ClaimFinding]:
    """Yield names and pronouns in places where the source has others."""
    yield from (
        ClaimFinding(ClaimFault.UNSUPPORTED, f"The source says this of another than {use.written}.", _REPAIR)
        for use in uses(compared.claim)
        if _is_about_another(use, compared.sources)
    )


def stands_for_another(small: str, claim: str, sources: Sequence[str]) -> bool:
    """Tell whether a word, read as a name, stands in a claim where the source has another name."""
    return any(small in use.names and _is_about_another(use, sources) for use in uses(claim, named=small))


def _is_about_another(claimed: NameRole, sources: Sequence[str]) -> bool:
    """Tell whether every occurrence of the word in the source has another name in that role, and none the
    same."""
    read = [(text, use) for text in sources if not in_capitals(text) for use in uses(text)]
    matching = [(text, use) for text, use in read if (use.part, use.word) == (claimed.part, claimed.word)]
    if not matching or any(use.pronoun is not claimed.pronoun for _, use in matching):
        return False
    claim_words = len({(text, use.at) for text, use in matching})
    if claim_words < sum(
        stem(token.lower()) == claimed.word for text in sources for token in tokens_of(text)
    ):
        return False
    return _belongs_to_others(claimed, [use for _, use in matching])


def _belongs_to_others(claimed: NameRole, matching: Sequence[NameRole]) -> bool:
    """Tell whether none of the matching uses has this name, or one does but the words with it in the claim
    belong to another name alone."""
    own = [use for use in matching if use.names <= claimed.names or claimed.names <= use.names]
    own_words = frozenset().union(*(use.with_it for use in own))
    others = frozenset().union(*(use.with_it for use in matching if use not in own))
    claim_words = claimed.with_it - claimed.names
    return not own or (bool(claim_words & others - own_words) and not claim_words & own_words - others)
