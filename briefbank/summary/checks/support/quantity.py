"""Compares quantity and certainty: "all" for "most", "officers" for "an officer", "only", "must" for
"may"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from briefbank.summary.checks.support.aligning import Alignment, WordMatch
from briefbank.summary.checks.support.conflict import Conflict
from briefbank.summary.checks.support.sentence_words import ContentWord, Sentence

_QUANTITIES = {
    "all": "all every everyone everybody each entire always invariably universally uniformly whole",
    "nearly all": "nearly almost virtually",
    "most": "most majority mostly usually generally primarily",
    "some": "some several many few numerous certain sometimes often various multiple",
    "none": "no none nobody never neither",
}
_KIND_OF = {word: kind for kind, words in _QUANTITIES.items() for word in words.split()}
_REACH = 1
"""The most other words between a quantifier and what it counts; words of _SKIPPED do not count."""
_SKIPPED = frozenset(str.split("of the these those its their his her our one ones"))
_NEARLY = frozenset(str.split("nearly almost virtually"))
_NUMBERS = frozenset(str.split("two three four five six seven eight nine ten eleven twelve half"))
_COUNTS, _ARTICLES = _NUMBERS | {"one", "half"}, frozenset(str.split("the these those his her their its"))
_EVERY = frozenset({"all", "both", "each"})
_ANY = re.compile(r"(?<!\w)any(?= \w)(?! (?:more|longer|other|of)\b)")
_NO_ANY = re.compile(
    r"(?<!\w)(?:not|no|never|nor|without|before|rather|whether|if|than|every|\?|nothing|none|fail\w*|prohibit\w*)(?!\w)"
)
_UNIVERSAL = re.compile(
    r"(?<!\w)(?:any\w*|every\w*|all|each|no|none|whatever|whenever|wherever|either|always|never)(?!\w)"
)
_MORE, _LESS = frozenset(str.split("more most")), frozenset(str.split("less least fewer"))
_PARTS = frozenset({"some", "most", "nearly all", "none"})
_BROAD = frozenset({"all", "nearly all", "most"})
_ONLY = re.compile(r"(?<!\w)(?:only|solely|exclusively|sole|alone|nothing but)(?!\w)")
_LIMITS = re.compile(
    r"(?<!\w)(?:only|solely|exclusively|sole|alone|merely|just|except|but|unless|single|confined|limited"
    r"|other than|purely|one|no|not|never|any|without|necessary)(?!\w)"
)
_STRONG = frozenset(str.split("must shall required requires require mandatory"))
_WEAK = frozenset(str.split("may might could can permitted possible possibly perhaps"))
_CONDITIONAL_MODALS, _HYPOTHETICAL = frozenset(str.split("should could would might ought")), "unreal"
_LEAST_OVERLAP = 0.5
"""The context overlap from which on something undone in the source is taken to be the same thing."""
_MODAL_REACH = 3
_DETERMINERS = frozenset(str.split("a an the this that his her its their no any"))
_REPAIR = "Use the same words of quantity and of certainty as the numbered sentences."


def find(alignment: Alignment) -> Iterator[Conflict]:
    """Yield quantities and duties of the claim that differ from those of the same words in the source."""
    for at in range(len(alignment.claim.words)):
        match = alignment.best(at)
        if match is not None:
            yield from _counted(alignment, match, alignment.matches[at])
            yield from _modal(alignment, match)
            yield from _degree(alignment, match)
    yield from _only(alignment)
    yield from _any(alignment)


def _any(alignment: Alignment) -> Iterator[Conflict]:
    """Yield an "any" outside of a negation or a question, where the source has no sweeping word."""
    claim = alignment.claim.spaced
    swept = any(_UNIVERSAL.search(source.spaced) for source in alignment.sources)
    if _ANY.search(claim) and not _NO_ANY.search(claim) and not swept:
        yield Conflict("It speaks of “any” where its source does not.", _REPAIR)


def _counted(alignment: Alignment, match: WordMatch, others: Sequence[WordMatch]) -> Iterator[Conflict]:
    source = alignment.sources[match.source.sentence]
    claimed, said = _quantity(alignment.claim, match.word), _quantity(source, match.source)
    if any(_quantity(alignment.sources[each.source.sentence], each.source) == claimed for each in others):
        return
    if claimed == "all of a number":
        claimed = "all" if said in _PARTS else "a number"
    if claimed in (None, "none", "a number") or said == "none" or (said == "a number" and claimed == "some"):
        return
    if said is not None and claimed != said and not _weaker(claimed, said):
        yield Conflict(f"It counts otherwise than its source: “{claimed}” for “{said}”.", _REPAIR)
    elif said is None and claimed in _BROAD and not _anywhere(alignment, claimed):
        yield Conflict(f"It speaks of “{claimed}” where its source does not.", _REPAIR)


def _weaker(claimed: str, said: str) -> bool:
    """Tell whether the source says at least as much: what most did, many did."""
    return claimed == "some" and said in _BROAD


def _quantity(sentence: Sentence, word: ContentWord) -> str | None:
    """Return the kind of the nearest quantifier before a word, with at most one other word between."""
    others = 0
    for place in range(word.place - 1, -1, -1):
        token = sentence.tokens[place].lower()
        before = sentence.tokens[place - 1].lower() if place else ""
        if token in _KIND_OF and not (token == "all" and before == "at"):
            return _KIND_OF.get(before, _KIND_OF[token]) if before in _NEARLY else _KIND_OF[token]
        if token[0].isdigit() or token in _NUMBERS:
            return _counted_part(sentence, place)
        others += token not in _SKIPPED
        if not token[0].isalpha() or others > _REACH:
            return None
    return None


def _counted_part(sentence: Sentence, place: int) -> str:
    """Return the meaning of a number before a word: "one of the four" is some of them, "all four" is every
    one."""
    before = [token.lower() for token in sentence.tokens[max(0, place - 3) : place]]
    while before and before[-1] in _ARTICLES:
        before.pop()
    if before[-1:] == ["of"] and len(before) > 1:
        return _KIND_OF.get(
            before[-2], "some" if before[-2] in _COUNTS or before[-2].isdigit() else "a number"
        )
    return "all of a number" if before and before[-1] in _EVERY else "a number"


def _anywhere(alignment: Alignment, kind: str) -> bool:
    texts = (source.spaced.replace("at all", "") for source in alignment.sources)
    words = {word for text in texts for word in text.split()}
    if kind == "all" and not words.isdisjoint(("any", "none", "no", "both", "full", "only")):
        return True
    return any(_KIND_OF.get(word) == kind for word in words)


def _modal(alignment: Alignment, match: WordMatch) -> Iterator[Conflict]:
    claimed = _duty(alignment.claim, match.word)
    said = _duty(alignment.sources[match.source.sentence], match.source)
    as_verb = _before(alignment.claim, match.word) not in _DETERMINERS
    if said == _HYPOTHETICAL and not claimed and as_verb and match.near >= _LEAST_OVERLAP:
        yield Conflict(
            f"It reports as done what its source says could have been done: “{match.word.written}”.",
            _REPAIR,
        )
    elif claimed and said and claimed != said:
        yield Conflict(
            f"It says how certain or binding this is otherwise than its source: “{match.word.written}”.",
            _REPAIR,
        )


def _degree(alignment: Alignment, match: WordMatch) -> Iterator[Conflict]:
    claimed = _before(alignment.claim, match.word)
    said = _before(alignment.sources[match.source.sentence], match.source)
    if (claimed in _MORE and said in _LESS) or (claimed in _LESS and said in _MORE):
        yield Conflict(f"It says “{claimed}” where its source says “{said}”.", _REPAIR)


def _before(sentence: Sentence, word: ContentWord) -> str:
    return sentence.tokens[word.place - 1].lower() if word.place else ""


def _duty(sentence: Sentence, word: ContentWord) -> str:
    before = [token.lower() for token in sentence.tokens[max(0, word.place - _MODAL_REACH) : word.place]]
    if "have" in before and not _CONDITIONAL_MODALS.isdisjoint(before):
        return _HYPOTHETICAL
    for token in reversed(before):
        if token in _STRONG:
            return "must"
        if token in _WEAK:
            return "may"
        if not token[0].isalpha():
            return ""
    return ""


def _only(alignment: Alignment) -> Iterator[Conflict]:
    said = _ONLY.search(alignment.claim.spaced)
    if said and not any(_LIMITS.search(source.spaced) for source in alignment.sources):
        yield Conflict(f"It says “{said[0]}”, and its source does not limit this.", _REPAIR)
