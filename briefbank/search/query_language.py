"""The language of a query, of which a few words may be all there is.

A sentence tells its language by its small words. Of "registro vehículo" the word index knows it: more of the
words stand in passages of the one language alone than in those of the other.
"""

from __future__ import annotations

from briefbank.search.dependencies import WordIndex
from briefbank.search.query import ParsedQuery
from briefbank.text.language import Language, language_of

TYPED_WORDS = 12
"""The most words that are looked up."""


def query_language(parsed: ParsedQuery, index: WordIndex) -> Language:
    """Return the language of a query; English where nothing speaks for another."""
    found = language_of(parsed.plain)
    if found is not Language.ENGLISH or len(parsed.words) > TYPED_WORDS:
        return found
    english = index.frequencies(parsed.words, language=Language.ENGLISH)
    spanish = index.frequencies(parsed.words, language=Language.SPANISH)
    alone = [bool(there) - bool(here) for here, there in zip(english, spanish, strict=True)]
    return Language.SPANISH if sum(alone) > 0 else Language.ENGLISH
