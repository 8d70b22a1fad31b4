"""The one definition of how text becomes terms, for the word index, its queries and match ranges.

Words are runs of Unicode letters and digits; punctuation separates them, so that '803(c)(27)' and '2C:44-1'
are phrases of their pieces and the possessive 's stands alone. Terms are lower case and folded to ASCII
(accents, ligatures, full-width forms). The *plain* analysis ends there and keeps every word; the *stemmed*
one adds English stems. Both cut a text at the same places. No module outside this package turns text into
terms.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import tantivy

from briefbank.domain.searches import LexicalQuery, Related

ANALYZER_VERSION = 1
"""The version of the analysis. Raise it with every change of a text's terms: older indexes are rebuilt."""
PLAIN, STEMMED = "briefbank_plain", "briefbank_stemmed"
"""The names under which the two analyses are registered with an index."""
LONGEST_TERM_BYTES = 200
"""The longest term. Longer runs of letters are scanner noise; Tantivy itself refuses terms over 64 KiB."""

_STOP_WORDS_TEXT = """
    a about after all also am an and any are as at be because been before being between both but by can could
    d did do does doing done for from had has have having he her here hers him his how i if in into is it its
    just ll may me might my no nor not of off on or our ours out over re s same shall she should so some such
    t than that the their theirs them then there these they this those through to too under until up us ve
    very was we were what when where which while who whom whose why with would you your
"""
STOP_WORDS = frozenset(_STOP_WORDS_TEXT.split())
"""Words that rank only when a query has no others, with the ends that an apostrophe cuts off (s, t, ll)."""

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Token:
    """One term of a text: its position among the words, and its half-open range of characters."""

    term: str
    position: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TermPhrase:
    """Plain terms with their distance from the first one; never empty."""

    terms: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """A query in terms of the analysis."""

    stems: tuple[str, ...]
    identifiers: tuple[TermPhrase, ...]
    related: tuple[tuple[TermPhrase, float], ...] = ()
    """Related phrases with the weight of each; one of a single term is a stem."""
    context: tuple[str, ...] = ()
    """Stems of the words of the context, without those of ``stems``."""

    @property
    def empty(self) -> bool:
        return not (self.stems or self.context or self.identifiers or self.related)


class _InvisibleCharacters(dict[int, int | None]):
    """A table for str.translate that drops invisible characters, filled as characters turn up.

    It drops combining marks (é written as two characters), soft hyphens, joiners and lone surrogates; a word
    with one inside is the same word without it. Tantivy would split the word there, and cannot take a
    surrogate at all.
    """

    def __missing__(self, code: int) -> int | None:
        kept = None if unicodedata.category(chr(code)) in {"Mn", "Me", "Cf", "Cs"} else code
        self[code] = kept
        return kept


_INVISIBLE = _InvisibleCharacters()


def prepare(text: str) -> str:
    """Return the text as an index takes it; every text that is indexed or analysed passes here."""
    return text if text.isascii() else text.translate(_INVISIBLE)


def register(index: tantivy.Index) -> None:
    """Register both analyses with an index; needed each time that one is opened."""
    index.register_tokenizer(PLAIN, _PLAIN)
    index.register_tokenizer(STEMMED, _STEMMED)


def plain_tokens(text: str) -> list[Token]:
    """Return the words of ``text`` in order, with ranges of ``text`` itself."""
    return list(_tokens(_PLAIN, text))


def stemmed_tokens(text: str) -> list[Token]:
    """Return the stems of ``text`` in order; the positions and ranges are those of ``plain_tokens``."""
    return list(_tokens(_STEMMED, text))


@lru_cache(maxsize=50_000)
def stem_of(term: str) -> str:
    """Return the stem of one term of the plain analysis."""
    found = stemmed_tokens(term)
    return found[0].term if found else term


def word_stems(word: str) -> tuple[str, ...]:
    """Return the stems that ``query_terms`` gives for a query of this word alone."""
    if word.isascii() and word.isalnum():
        return (stem_of(word.lower()),)
    return query_terms(LexicalQuery((word,))).stems


@lru_cache(maxsize=256)
def query_terms(query: LexicalQuery) -> Terms:
    """Return the terms of a query, each once. Stop words are dropped unless there is nothing else."""
    identifiers = _phrases(query.identifiers)
    stems = tuple(dict.fromkeys(_stems(query.words, only_content=True)))
    if not (stems or identifiers):
        stems = tuple(dict.fromkeys(_stems(query.words, only_content=False)))
    context_stems = dict.fromkeys(_stems(query.context, only_content=True))
    context = tuple(stem for stem in context_stems if stem not in stems)
    return Terms(stems, identifiers, _related(query.related, (*stems, *context)), context)


def _analysis(*, stems: bool) -> tantivy.TextAnalyzer:
    """Build an analysis. Folding comes before and after lower case: İ folds only as a capital, the Ångström
    sign as small."""
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    for step in (
        tantivy.Filter.remove_long(LONGEST_TERM_BYTES),
        tantivy.Filter.ascii_fold(),
        tantivy.Filter.lowercase(),
        tantivy.Filter.ascii_fold(),
    ):
        builder = builder.filter(step)
    return (builder.filter(tantivy.Filter.stemmer("english")) if stems else builder).build()


_PLAIN, _STEMMED = _analysis(stems=False), _analysis(stems=True)


def _tokens(analysis: tantivy.TextAnalyzer, text: str) -> Iterator[Token]:
    prepared = prepare(text)
    found = analysis.pre_tokenize(prepared).tokens
    if prepared == text:
        return (Token(t.text, t.position, t.char_offset_from, t.char_offset_to) for t in found)
    at = _kept_offsets(text)
    return (Token(t.text, t.position, at[t.char_offset_from], at[t.char_offset_to]) for t in found)


def _kept_offsets(text: str) -> list[int]:
    """Return the offset in ``text`` of each character of ``prepare(text)``, and of its end."""
    kept = (index for index, character in enumerate(text) if _INVISIBLE[ord(character)] is not None)
    return [*kept, len(text)]


def _stems(words: Iterable[str], *, only_content: bool) -> Iterator[str]:
    for word in words:
        for plain, stemmed in zip(plain_tokens(word), stemmed_tokens(word), strict=True):
            if not (only_content and plain.term in STOP_WORDS):
                yield stemmed.term


def _phrases(texts: Sequence[str]) -> tuple[TermPhrase, ...]:
    """Return the phrases of those texts that have a word."""
    found = (plain_tokens(text) for text in texts)
    return tuple(dict.fromkeys(_phrase(tokens) for tokens in found if tokens))


def _related(related: Iterable[Related], stems: Sequence[str]) -> tuple[tuple[TermPhrase, float], ...]:
    """Return each related phrase once, with its highest weight, without what was typed itself."""
    weights: dict[TermPhrase, float] = {}
    for each in related:
        tokens = plain_tokens(each.text)
        tokens = stemmed_tokens(each.text) if len(tokens) == 1 else tokens
        if tokens and not (len(tokens) == 1 and tokens[0].term in stems):
            phrase = _phrase(tokens)
            weights[phrase] = max(each.weight, weights.get(phrase, 0.0))
    return tuple(weights.items())


def _phrase(tokens: Sequence[Token]) -> TermPhrase:
    return TermPhrase(tuple((token.position - tokens[0].position, token.term) for token in tokens))
