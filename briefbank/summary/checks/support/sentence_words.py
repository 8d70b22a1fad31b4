"""Sentences as the comparison reads them: content words with stems, weights, clauses and negation.

No parser is needed to tell which words carry the content, where a clause ends, and which words a "not"
reaches. The rules are few so that a wrong result can be understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from briefbank.summary.checks.support.denials import DenialDegree, Span, reached_by_denials
from briefbank.summary.checks.support.lexicon import Lexicon, Stems, lexicon
from briefbank.text.stemming import stem

_TOKEN = re.compile(r"[A-Za-zÀ-ÿ]+(?:['’](?!s\b)[a-z]+)?|\d[\d,.:/-]*\d|\d|[^\w\s]")
_FUNCTION_WORDS = frozenset(
    str.split(
        "a an the of to in on at by for from with into onto upon over under about against between among "
        "through within throughout toward towards per via this that these those it its he him his she "
        "her hers they them their theirs we us our you your i me my who whom whose which what where "
        "when how why there here is are was were be been being am do does did doing done has have had "
        "having will would shall should can could may might must and or but if then than as so such own "
        "same very too also just even still up out off down again further once both each any other "
        "another some s t ll ve re d m because since while during before after until although though "
        "whether himself herself itself themselves one ones only however therefore thus not no nor "
        "never neither without n't cannot none nothing nobody according well yet all every following "
        "rather instead like two three four five six seven eight nine ten eleven twelve thirteen "
        "fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy "
        "eighty ninety hundred thousand million anybody anyone somebody someone everybody everyone something "
        "anything everything else despite"
    )
)
"""Function words, whose effect is compared by the checks that need it. Number words are included, because
they are checked exactly elsewhere."""
_LIGHT = frozenset(
    stem(word)
    for word in str.split(
        "brief argue argues contend contends maintain claim claims assert say says state states issue "
        "question present presented presents case concern concerns matter regard regarding involve "
        "involves address discuss appeal court ask asks make made take took taken give gave given use "
        "way fact facts time person people several various many much more most part result related "
        "include includes including occur occurred certain particular specific general describe "
        "describes note notes explain explains point points raise raises mean come came go went get got "
        "point amicus amici support urge urges position view believe whether allege alleges alleged "
        "submit submits conclude seek seeks"
    )
)
"""Stems that a summary needs for its frame and adds without adding a fact."""
_REPORTING = frozenset(str.split("brief amici amicus"))
"""Nouns whose verb in a summary says that something is reported: "the brief stresses"."""
_LIGHT_WEIGHT, _ADVERB_WEIGHT = 0.25, 0.6

_LESS_ADJECTIVES = frozenset(
    str.split("warrantless suspicionless groundless baseless meritless factless valueless")
)
"""Adjectives that deny the noun in them."""
_CLAUSE_WORDS = frozenset(
    str.split(
        "because since while although though whereas unless until before after when where if whether "
        "that which who and but or so nor then as"
    )
)
_CLAUSE_SIGNS = frozenset(",;:.?!()[]—–")


@dataclass(frozen=True, slots=True)
class ContentWord:
    """One content word, or several that the lists name as one."""

    written: str
    stems: Stems
    weight: float
    """The weight of the word's content, 0 to 1."""
    place: int
    """The index of its first token in the sentence."""
    clause: int
    denied: DenialDegree
    sentence: int = 0
    """The index of the source sentence, from 0 in the order handed over."""


@dataclass(frozen=True, slots=True, eq=False)
class Sentence:
    """A parsed sentence. Each equals only itself, so that results can be cached by it."""

    tokens: tuple[str, ...]
    """The tokens as written, with punctuation."""
    words: tuple[ContentWord, ...]
    denials: tuple[Negation, ...] = ()
    text: str = ""

    @property
    def lowered(self) -> list[str]:
        """The tokens in lower case."""
        return [token.lower() for token in self.tokens]

    @property
    def spaced(self) -> str:
        """The tokens in lower case joined by single spaces, for patterns."""
        return " ".join(self.tokens).lower()


@dataclass(frozen=True, slots=True)
class Negation:
    """A negation and the word that it surely denies; None where it precedes none."""

    written: str
    place: int
    head: ContentWord | None


@lru_cache(maxsize=1024)
def read(text: str, sentence: int = 0) -> Sentence:
    """Parse a sentence in linear time. The last thousand are cached, as a source is asked for many claims."""
    written = text.encode("utf-8", "replace").decode().replace("’", "'")
    tokens = tuple(_split_negations(_TOKEN.findall(written)))
    lowered = [token.lower() for token in tokens]
    clauses = _clauses(lowered)
    spans = list(_content(tokens, lowered, lexicon()))
    denied, heads = reached_by_denials(lowered, clauses, spans)
    words = tuple(
        ContentWord(
            " ".join(tokens[a:b]), stems, weight, a, clauses[a], denied.get(a, DenialDegree.NO), sentence
        )
        for a, b, stems, weight in spans
    )
    at = {word.place: word for word in words}
    denials = tuple(Negation(lowered[n], n, at.get(head) if head is not None else None) for n, head in heads)
    return Sentence(tokens, words, denials, text)


def _split_negations(tokens: Sequence[str]) -> Iterator[str]:
    for token in tokens:
        if token.lower().endswith("n't") and len(token) > 3:
            yield from (token[:-3], "not")
        elif token.lower() in _LESS_ADJECTIVES:
            yield from ("without", token[: -len("less")])
        else:
            yield token


def _clauses(lowered: Sequence[str]) -> list[int]:
    """Return for each token the number of its clause: signs and joining words begin another."""
    clause, found = 0, []
    for token in lowered:
        clause += token in _CLAUSE_SIGNS or token in _CLAUSE_WORDS
        found.append(clause)
    return found


def _content(tokens: Sequence[str], lowered: Sequence[str], known: Lexicon) -> Iterator[Span]:
    """Yield content words as half-open ranges of tokens with stems and weight; the longest member wins."""
    stems = [stem(token) for token in lowered]
    at = 0
    while at < len(tokens):
        length = _member_length(stems, at, known)
        if length == 1 and (lowered[at] in _FUNCTION_WORDS or not tokens[at][0].isalpha()):
            at += 1
            continue
        found = tuple(stems[at : at + length])
        reports = at > 0 and lowered[at - 1] in _REPORTING
        yield at, at + length, found, _LIGHT_WEIGHT if reports else _weight(tokens[at], found)
        at += length


def _member_length(stems: Sequence[str], at: int, known: Lexicon) -> int:
    for length in range(known.longest, 1, -1):
        member = tuple(stems[at : at + length])
        if len(member) == length and (member in known.groups or member in known.opposed):
            return length
    return 1


def _weight(token: str, stems: Stems) -> float:
    if len(stems) == 1 and (stems[0] in _LIGHT or len(token) < 2):
        return _LIGHT_WEIGHT
    return _ADVERB_WEIGHT if token.endswith("ly") and token.islower() else 1.0
