"""Whether a claim says of each name what its source says of that name, and of no other.

"The judge sentenced Carter, and Poole was acquitted" has the same names as its reverse. So each name is read
with the word that it stands to, as who did it, to whom it was done, whose it is, or behind which preposition;
and where the source has that word with other names alone, the claim has exchanged them. "He" and "she" are
read in the same way. Words that the source does not have, or has without a name, decide nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from briefbank.claims import Fault, Finding
from briefbank.summary.checks.name_places import Use, tokens_of, uses
from briefbank.summary.checks.plain import Compared, in_capitals
from briefbank.summary.checks.support.lexicon import stem_of

_REPAIR = "Say of each person and place only what the numbered sentences say of it."


def find(compared: Compared) -> Iterator[Finding]:
    """Names and pronouns that stand where the source has others."""
    yield from (
        Finding(Fault.UNSUPPORTED, f"The source says this of another than {use.written}.", _REPAIR)
        for use in uses(compared.claim)
        if _is_anothers(use, compared.sources)
    )


def stands_for_another(small: str, claim: str, sources: Sequence[str]) -> bool:
    """Whether a word, if it is a name, stands in a claim where the source has another name."""
    return any(small in use.names and _is_anothers(use, sources) for use in uses(claim, named=small))


def _is_anothers(claimed: Use, sources: Sequence[str]) -> bool:
    """Whether every place of the source with this word has another name in that part, and none the same."""
    read = [(text, use) for text in sources if not in_capitals(text) for use in uses(text)]
    alike = [(text, use) for text, use in read if (use.part, use.word) == (claimed.part, claimed.word)]
    if not alike or any(use.pronoun is not claimed.pronoun for _, use in alike):
        return False
    told = len({(text, use.at) for text, use in alike})
    if told < sum(stem_of(token.lower()) == claimed.word for text in sources for token in tokens_of(text)):
        return False
    return _tells_of_others(claimed, [use for _, use in alike])


def _tells_of_others(claimed: Use, alike: Sequence[Use]) -> bool:
    """Whether none of the same places is of this name; or one is, but what stands with it in the claim stands
    with another's alone."""
    own = [use for use in alike if use.names <= claimed.names or claimed.names <= use.names]
    its = frozenset().union(*(use.with_it for use in own))
    others = frozenset().union(*(use.with_it for use in alike if use not in own))
    told = claimed.with_it - claimed.names
    return not own or (bool(told & others - its) and not told & its - others)
