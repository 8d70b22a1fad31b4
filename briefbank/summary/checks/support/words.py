"""A sentence as the comparison sees it: content words with stems, weights, clauses and what is denied.

No parser is needed for what is asked of it: which words carry the sense, where a clause ends, and which of
them a "not" reaches. The rules are few so that a wrong answer can be understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from briefbank.summary.checks.support.denials import Denied, Span, reached_by_denials
from briefbank.summary.checks.support.lexicon import Lexicon, Stems, lexicon, stem_of

_TOKEN = re.compile(r"[A-Za-zÀ-ÿ]+(?:['’](?!s\b)[a-z]+)?|\d[\d,.:/-]*\d|\d|[^\w\s]")
_SMALL = frozenset(
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
"""Words that say how the others hang together; what they add is looked at by the checks that need it.
Numbers are among them: they are checked exactly elsewhere."""
_LIGHT = frozenset(
    stem_of(word)
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
"""What stands behind these in a summary says that something is reported: "the brief stresses"."""
_LIGHT_WEIGHT, _ADVERB_WEIGHT = 0.25, 0.6

_LACKING = frozenset(str.split("warrantless suspicionless groundless baseless meritless factless valueless"))
"""Adjectives that deny the noun in them."""
_CLAUSE_WORDS = frozenset(
    str.split(
        "because since while although though whereas unless until before after when where if whether "
        "that which who and but or so nor then as"
    )
)
_CLAUSE_SIGNS = frozenset(",;:.?!()[]—–")


@dataclass(frozen=True, slots=True)
class Word:
    """One content word, or several that the lists name as one."""

    written: str
    stems: Stems
    weight: float
    """How much it says, 0 to 1."""
    place: int
    """Its place among the sentence's tokens."""
    clause: int
    denied: Denied
    sentence: int = 0
    """Of the source, from 0 in the order handed over."""


@dataclass(frozen=True, slots=True, eq=False)
class Sentence:
    """A sentence that was read; each is itself alone, so that what is read of it can be kept by it."""

    tokens: tuple[str, ...]
    """As written, signs too."""
    words: tuple[Word, ...]
    denials: tuple[Denial, ...] = ()
    text: str = ""

    @property
    def lowered(self) -> list[str]:
        """Its tokens in small letters."""
        return [token.lower() for token in self.tokens]

    @property
    def spaced(self) -> str:
        """Its tokens in small letters with one blank between them, for patterns."""
        return " ".join(self.tokens).lower()


@dataclass(frozen=True, slots=True)
class Denial:
    """A "not" and the word that it surely denies; None where it stands before none."""

    written: str
    place: int
    head: Word | None


@lru_cache(maxsize=1024)
def read(text: str, sentence: int = 0) -> Sentence:
    """The sentence's words; linear time. The last thousand are kept, as a source is asked for many claims."""
    written = text.encode("utf-8", "replace").decode().replace("’", "'")
    tokens = tuple(_parted(_TOKEN.findall(written)))
    lowered = [token.lower() for token in tokens]
    clauses = _clauses(lowered)
    spans = list(_content(tokens, lowered, lexicon()))
    denied, heads = reached_by_denials(lowered, clauses, spans)
    words = tuple(
        Word(" ".join(tokens[a:b]), stems, weight, a, clauses[a], denied.get(a, Denied.NO), sentence)
        for a, b, stems, weight in spans
    )
    at = {word.place: word for word in words}
    denials = tuple(Denial(lowered[n], n, at.get(head) if head is not None else None) for n, head in heads)
    return Sentence(tokens, words, denials, text)


def _parted(tokens: Sequence[str]) -> Iterator[str]:
    for token in tokens:
        if token.lower().endswith("n't") and len(token) > 3:
            yield from (token[:-3], "not")
        elif token.lower() in _LACKING:
            yield from ("without", token[: -len("less")])
        else:
            yield token


def _clauses(lowered: Sequence[str]) -> list[int]:
    """For each token the number of its clause: signs and joining words begin another."""
    clause, found = 0, []
    for token in lowered:
        clause += token in _CLAUSE_SIGNS or token in _CLAUSE_WORDS
        found.append(clause)
    return found


def _content(tokens: Sequence[str], lowered: Sequence[str], known: Lexicon) -> Iterator[Span]:
    """Content words as half-open ranges of tokens with stems and weight; the longest member wins."""
    stems = [stem_of(token) for token in lowered]
    at = 0
    while at < len(tokens):
        length = _member(stems, at, known)
        if length == 1 and (lowered[at] in _SMALL or not tokens[at][0].isalpha()):
            at += 1
            continue
        found = tuple(stems[at : at + length])
        reports = at > 0 and lowered[at - 1] in _REPORTING
        yield at, at + length, found, _LIGHT_WEIGHT if reports else _weight(tokens[at], found)
        at += length


def _member(stems: Sequence[str], at: int, known: Lexicon) -> int:
    for length in range(known.longest, 1, -1):
        member = tuple(stems[at : at + length])
        if len(member) == length and (member in known.groups or member in known.opposed):
            return length
    return 1


def _weight(token: str, stems: Stems) -> float:
    if len(stems) == 1 and (stems[0] in _LIGHT or len(token) < 2):
        return _LIGHT_WEIGHT
    return _ADVERB_WEIGHT if token.endswith("ly") and token.islower() else 1.0
