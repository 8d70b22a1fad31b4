"""Finds acts reported as done that the source only plans, tries, offers, requests or allows.

"The sergeant intended to tow the car" does not say whether he did. A verb that the source has only after such
a word ("to tow", "considered towing") must not be reported as done in the claim.
"""

from __future__ import annotations

from collections.abc import Iterator

from briefbank.summary.checks.support.aligning import KIN, SAME, Alignment, WordMatch
from briefbank.summary.checks.support.conflict import Conflict
from briefbank.summary.checks.support.denials import DenialDegree
from briefbank.summary.checks.support.sentence_words import ContentWord, Sentence
from briefbank.summary.checks.support.verbs import is_verb
from briefbank.text.stemming import stem

_INTENDING = frozenset(
    stem(word)
    for word in str.split(
        "plan intend intention try attempt effort threaten threat offer propose proposal promise want "
        "wish hope seek prepare aim vow volunteer agree arrange inclined ready willing about ask "
        "request motion move order direct tell instruct urge advise recommend invite encourage demand "
        "require need scheduled expected supposed right opportunity chance desire scheme conspire "
        "conspiracy beg"
    )
)
"""Stems of words before "to", after which nothing is said to have been done."""
_CONSIDERING = frozenset(stem(word) for word in str.split("consider contemplate propose recommend suggest"))
"""Stems of words before a form in -ing, with the same effect: "considered granting"."""
_DONE_AFTER_ALL = frozenset(
    str.split(
        "did so complied comply obeyed agreed granted accordingly succeeded successfully then thereafter"
    )
)
"""Words by which a source may say that it was done; where it has one, the claim is not faulted."""
_LEAVING_OPEN = frozenset(
    str.split(
        "to would could should might may can must will cannot if whether not never without ? before unless "
        "by for of"
    )
)
"""Words directly before a verb of the claim, or at the claim's head, that leave open whether it was done."""
_SUPPOSES = frozenset(
    str.split(
        "if when where once would could should may might can will unless whether any must whenever until on "
        "upon without had were assuming condition depends even"
    )
)
"""Words that show that a claim only supposes something."""
_REACH, _BEFORE = 7, 2
"""The number of tokens between such a word and its verb, and the number of tokens before a verb of the claim
that may leave it open."""
_LEAST_OVERLAP = 0.9
"""The context overlap of claim and source from which on a verb is taken to be about the same thing."""


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Yield the first verb that the claim has as done and its source only as intended or requested."""
    for word, matches in zip(alignment.claim.words, alignment.matches, strict=True):
        same = [match for match in matches if match.strength == SAME] or matches
        if same and _is_done(alignment.claim, word) and all(_is_left_open(alignment, each) for each in same):
            yield Conflict(
                f"It tells as done what its source only has as intended or asked for: “{word.written}”.",
                "Say that it was planned, tried, offered or asked for, as the numbered sentences do.",
            )
            return


def _is_left_open(alignment: Alignment, match: WordMatch) -> bool:
    sentence = alignment.sources[match.source.sentence]
    close = match.strength >= KIN and match.near >= _LEAST_OVERLAP
    done = not _DONE_AFTER_ALL.isdisjoint(sentence.lowered[match.source.place + 1 :])
    if done or not close:
        return False
    supposed = _SUPPOSES.isdisjoint(alignment.claim.lowered) and _is_supposed(sentence, match.source)
    return supposed or _is_intended(sentence, match.source)


def _is_done(claim: Sentence, word: ContentWord) -> bool:
    """Tell whether the claim has the verb as done: not denied, left open, or after a word of intending."""
    before = claim.lowered[: word.place]
    if word.denied is not DenialDegree.NO or word.written.lower().endswith("ing"):
        return False
    if not _LEAVING_OPEN.isdisjoint((*before[:1], *before[-_BEFORE:])):
        return False
    left_open = any(stem(each) in _INTENDING or stem(each) in _CONSIDERING for each in before[-_REACH:])
    return not left_open and is_verb(claim.tokens, word.place)


def _is_intended(sentence: Sentence, word: ContentWord) -> bool:
    """Tell whether the verb follows "to" and a word of intending or asking, or a word of considering."""
    tokens = sentence.lowered
    if tokens[word.place].endswith("ing"):
        return any(stem(each) in _CONSIDERING for each in tokens[max(0, word.place - 2) : word.place])
    start = word.place - 1
    while start > 0 and (tokens[start] in ("be", "not", "and", "or") or tokens[start].endswith("ly")):
        start -= 1
    if start < 1 or tokens[start] != "to":
        return False
    for place in range(start - 1, max(-1, start - 1 - _REACH), -1):
        if not tokens[place][0].isalpha() or tokens[place] in ("and", "but", "that"):
            return False
        if stem(tokens[place]) in _INTENDING:
            return True
    return False


def _is_supposed(sentence: Sentence, word: ContentWord) -> bool:
    """Tell whether the verb stands in a clause with "if" or "unless"."""
    tokens = sentence.lowered
    for place in range(word.place - 1, -1, -1):
        if not tokens[place][0].isalpha():
            return False
        if tokens[place] in ("if", "unless"):
            return tokens[place - 1 : place] not in (["even"], ["as"])
    return False
