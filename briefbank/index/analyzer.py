"""The one definition of how text becomes terms, for the lexical index, its queries and match ranges.

Words are runs of Unicode letters and digits; punctuation separates them, so that '803(c)(27)' and '2C:44-1'
are phrases of their pieces and the possessive 's stands alone. Terms are lower case and folded to ASCII
(accents, ligatures, full-width forms). The *plain* analysis ends there and keeps every word; the *stemmed*
one adds stems, those of the language of the text: English ones, or Spanish ones behind ``SPANISH_MARK``, so
that a word of one language is never a word of the other ("son", "once"). A word of a query is searched by its
stem in either, because a passage has the stems of one of them only; a name is found in both. All analyses cut
a text at the same places. No module outside this package turns text into terms.

Chinese and Japanese are written without blanks, so each of their characters is a word, and what is typed is a
phrase of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import tantivy

from briefbank.domain.searches import LexicalQuery, Related
from briefbank.text import page_numbers
from briefbank.text.characters import without_accents
from briefbank.text.docket_numbers import query_keys
from briefbank.text.language import ENGLISH_STOP_WORDS, SPANISH_STOP_WORDS, TextLanguage

ANALYZER_VERSION = 2
"""The version of the analysis. Raise it with every change of a text's terms: older indexes are rebuilt."""
PLAIN, STEMMED = "briefbank_plain", "briefbank_stemmed"
"""The names under which the two analyses are registered with an index."""
SPANISH_MARK = "es:"  # The beginning of a Spanish stem among the terms; the colon stands in no other term
LONGEST_TERM_BYTES = 200
"""The longest term. Longer runs of letters are scanner noise; Tantivy itself refuses terms over 64 KiB."""

STOP_WORDS = ENGLISH_STOP_WORDS - {"will"} | set(str.split("d done ll re s t ve"))
"""Words that rank only when a query has no others, with the ends that an apostrophe cuts off (s, t, ll). A
"will" is a testament, too."""
_STOP_WORDS_IN = {
    TextLanguage.ENGLISH: STOP_WORDS,
    TextLanguage.SPANISH: STOP_WORDS.union(map(without_accents, SPANISH_STOP_WORDS)),
}

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
    stems: tuple[str, ...]
    identifiers: tuple[TermPhrase, ...]
    related: tuple[tuple[TermPhrase, float], ...] = ()
    """Related phrases with the weight of each; one of a single term is a stem."""
    context: tuple[str, ...] = ()  # Stems of the words of the context, without those of ``stems``
    dockets: tuple[str, ...] = ()  # The keys of the dockets among the identifiers (``text.docket_numbers``)
    pages: tuple[str, ...] = ()  # The keys of the identifiers as labels of pages (``text.page_numbers``)

    @property
    def empty(self) -> bool:
        return not (self.stems or self.context or self.identifiers or self.related)


class _PreparedCharacters(dict[int, str]):
    """A table for str.translate that drops invisible characters and accents, also of Greek and Cyrillic, and
    sets characters of scripts without blanks apart. It is filled as characters turn up.

    It drops combining marks (é written as two characters), soft hyphens, joiners and lone surrogates; a word
    with one inside is the same word without it. Tantivy would split the word there, and cannot take a
    surrogate at all.
    """

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if unicodedata.category(character) in _UNSEEN:
            self[code] = ""
        else:
            plain = _without_accents(character)
            self[code] = f" {plain} " if _WITHOUT_BLANKS.match(plain) else plain
        return self[code]


_WITHOUT_BLANKS = re.compile(
    "[\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""Chinese characters, hiragana and katakana."""
_PREPARED = _PreparedCharacters()
_UNSEEN = frozenset({"Mn", "Me", "Cf", "Cs"})


def _without_accents(character: str) -> str:
    """Return a letter in lower case and without accents, where that is one character; any other as it is."""
    parts = unicodedata.normalize("NFD", character)
    base, accents = parts[0], parts[1:]
    if any(unicodedata.category(accent) not in _UNSEEN for accent in accents):
        return character
    small = base.casefold()
    return small if len(small) == 1 else base


@lru_cache(maxsize=16)
def prepare(text: str) -> str:
    """Return the text as an index takes it; every text that is indexed or analysed passes here.

    The last ones are kept, because a passage's text goes into three fields.
    """
    return text if text.isascii() else text.translate(_PREPARED)


def stemmed_text(text: str, language: TextLanguage) -> str | tantivy.PreTokenizedString:
    """Return a text as a field with stems takes it: English as it stands, since the field's own analysis is
    English, and Spanish with its terms."""
    prepared = prepare(text)
    if language is TextLanguage.ENGLISH:
        return prepared
    tokens = [
        tantivy.Token(SPANISH_MARK + token.text, token.position, token.char_offset_from, token.char_offset_to)
        for token in _SPANISH_STEMMED.pre_tokenize(prepared).tokens
    ]
    return tantivy.PreTokenizedString(prepared, tokens)


def register(index: tantivy.Index) -> None:
    """Register the analyses of fields with an index; needed each time that one is opened."""
    index.register_tokenizer(PLAIN, _PLAIN)
    index.register_tokenizer(STEMMED, _STEMMED)


def plain_tokens(text: str) -> list[Token]:
    """Return the words of ``text`` in order, with ranges of ``text`` itself."""
    return list(_tokens(_PLAIN, text))


def stemmed_tokens(text: str, language: TextLanguage = TextLanguage.ENGLISH) -> list[Token]:
    """Return the stems of ``text`` in order; the positions and ranges are those of ``plain_tokens``."""
    if language is TextLanguage.ENGLISH:
        return list(_tokens(_STEMMED, text))
    return [
        Token(SPANISH_MARK + token.term, token.position, token.start, token.end)
        for token in _tokens(_SPANISH_STEMMED, text)
    ]


@lru_cache(maxsize=50_000)
def stem_of(term: str, language: TextLanguage = TextLanguage.ENGLISH) -> str:
    """Return the stem of one term of the plain analysis in a text of a language."""
    tokens = stemmed_tokens(term, language)
    return tokens[0].term if tokens else term


def word_stems(word: str, language: TextLanguage | None = None) -> list[tuple[str, ...]]:
    """Return the stems of a word of a query: for each of its parts the stem in each language, or in one."""
    plain = word.isascii() and word.isalnum()
    terms = [word.lower()] if plain else [token.term for token in plain_tokens(word)]
    content = [] if plain else [term for term in terms if term not in STOP_WORDS]
    languages = (language,) if language else tuple(TextLanguage)
    return [tuple(stem_of(term, known) for known in languages) for term in content or terms]


@lru_cache(maxsize=256)
def query_terms(query: LexicalQuery) -> Terms:
    """Return the terms of a query, each once. Stop words are dropped unless there is nothing else."""
    tokenised = [plain_tokens(text) for text in query.identifiers]
    identifiers = tuple(dict.fromkeys(_phrase(tokens) for tokens in tokenised if tokens))
    stems = tuple(dict.fromkeys(_stems(query.words, only_content=True)))
    if not (stems or identifiers):
        stems = tuple(dict.fromkeys(_stems(query.words, only_content=False)))
    context_stems = dict.fromkeys(_stems(query.context, only_content=True))
    context = tuple(stem for stem in context_stems if stem not in stems)
    dockets = dict.fromkeys(key for text in query.identifiers for key in sorted(query_keys(text)))
    pages = dict.fromkeys(filter(None, map(page_numbers.key, query.identifiers)))
    related = _related(query.related, (*stems, *context))
    return Terms(stems, identifiers, related, context, tuple(dockets), tuple(pages))


def _analysis(stems: str = "") -> tantivy.TextAnalyzer:
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
    return (builder.filter(tantivy.Filter.stemmer(stems)) if stems else builder).build()


_PLAIN, _STEMMED, _SPANISH_STEMMED = _analysis(), _analysis("english"), _analysis("spanish")


def _tokens(analysis: tantivy.TextAnalyzer, text: str) -> Iterator[Token]:
    prepared = prepare(text)
    tokens = analysis.pre_tokenize(prepared).tokens
    if prepared == text:
        return (Token(t.text, t.position, t.char_offset_from, t.char_offset_to) for t in tokens)
    # The offset in the text of each prepared character. A blank that was put behind a character stands for
    # the place behind it.
    offsets: list[int] = []
    for index, character in enumerate(text):
        kept = len(_PREPARED[ord(character)])
        offsets += [index] * kept if kept < 2 else (index, index, index + 1)
    offsets.append(len(text))
    return (Token(t.text, t.position, offsets[t.char_offset_from], offsets[t.char_offset_to]) for t in tokens)


def _stems(words: Iterable[str], *, only_content: bool) -> Iterator[str]:
    for word in words:
        for token in plain_tokens(word):
            yield from _either_stems(token.term, only_content=only_content)


def _either_stems(term: str, *, only_content: bool) -> tuple[str, ...]:
    """Return the stems of a word of a query, for passages in each language in which it says something."""
    return tuple(
        stem_of(term, language)
        for language, stop_words in _STOP_WORDS_IN.items()
        if not (only_content and term in stop_words)
    )


def _related(related: Iterable[Related], stems: Sequence[str]) -> tuple[tuple[TermPhrase, float], ...]:
    """Return each related phrase once, with its highest weight, without what was typed itself."""
    weights: dict[TermPhrase, float] = {}
    for addition in related:
        tokens = plain_tokens(addition.text)
        if len(tokens) == 1:
            alone = _either_stems(tokens[0].term, only_content=False)
            phrases = [TermPhrase(((0, stem),)) for stem in alone if stem not in stems]
        else:
            phrases = [_phrase(tokens)] if tokens else []
        for phrase in phrases:
            weights[phrase] = max(addition.weight, weights.get(phrase, 0.0))
    return tuple(weights.items())


def _phrase(tokens: Sequence[Token]) -> TermPhrase:
    return TermPhrase(tuple((token.position - tokens[0].position, token.term) for token in tokens))
