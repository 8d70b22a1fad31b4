"""Edits that keep every name and number, but make a sentence say what its sources do not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from briefbank.domain.summaries import SourceKind
from tests.evaluate.summaries import honest, tables
from tests.evaluate.summaries.edit_input import EditInput
from tests.evaluate.summaries.ranges import QUOTED, cited, free, phrase, put, words

_AUXILIARY = (
    "is|are|was|were|has|have|had|does|did|do|should|would|could|must|will|shall|can|may"  # before "not"
)
_NOT = re.compile(
    rf"\b({_AUXILIARY}) not (?!only\b|merely\b|simply\b|just\b|necessarily\b|yet\b)|\bcan(not) |(\bnever )"
)
_NEGATABLE = re.compile(
    r"\b(?:is|are|was|were|should|must|will|would|could|can) (?!not\b|never\b|no\b|only\b|neither\b|nothing\b"
    r"|no longer\b|hardly\b|the (?:one|only)\b)(?=[a-z])"
)
_WHOLE_NOT = re.compile(r"\b(?:whether|nor|neither|rather than|but)\b")
_NO_SUBJECT = (
    "It|They|He|She|There|This|These|Those|That|We|I|What|Who|Nor|In|On|At|By|For|As|With|Under|If|When|While|Such"
    "|Their|Its|His|Her|Both|Neither|Yet|But|And|So|Thus|Here|Nothing|To|Where|Since|Although|Because"
)
_SPLIT = re.compile(
    rf"^((?!(?:{_NO_SUBJECT})\b)[A-Z][\w’'-]*(?: [\w’'-]+){{0,5}}?)"
    r" ((?:(was|is|has|had)|(were|are|have)) (?!that\b|whether\b)[^;:]+\.)$"
)
_CLAUSE = re.compile(r"\b(?:that|which|who|whom|when|if|because|whether|while|as|than|to|not)\b")
_ACTOR = re.compile(r"(?:^|\b(?:the|an?|this|that|each|if|when) )$", re.IGNORECASE)
_PREDICATE = re.compile(
    r"^ (?:\w+ly )?(?:has|had|have|was|were|is|are|may|did|does|do|told|saw|struck|took|hit|shot"
    r"|gave|[a-z]+(?:ed|s))\b"
)
_WORDS = {word: phrase(word) for pair in (*tables.OPPOSITES, *tables.ROLES) for word in pair}
_COORDINATION = re.compile(r"\b(?:and|or|between|versus|nor)\b")


def holdings(base: EditInput) -> Iterator[str]:
    """Yield the text with one word replaced by its contrary, where the sources have no such word."""
    for pair in tables.OPPOSITES:
        for word, other in (pair, pair[::-1]):
            if base.is_said(other):
                continue
            for match in free(_WORDS[word], base.text, base.find):
                yield _with_article(put(base.text, match.span(), other), match.start())


def dropped_not(base: EditInput) -> Iterator[str]:
    """Yield a negative sentence without its "not"."""
    if base.asks or _WHOLE_NOT.search(base.text):
        return
    for match in free(_NOT, base.text, base.find):
        kept = f"{match[1]} " if match[1] else "can " if match[2] else ""
        yield put(base.text, match.span(), kept)


def added_not(base: EditInput) -> Iterator[str]:
    """Yield a positive sentence with its first verb negated, which governs the rest."""
    if base.asks or _WHOLE_NOT.search(base.text) or re.search(r"\b(?:not|never|no)\b", base.text):
        return
    for match in free(_NEGATABLE, base.text, base.find):
        yield put(base.text, match.span(), match[0] + "not ")
        return


def roles(base: EditInput) -> Iterator[str]:
    """Yield the text with agent and patient exchanged, unless both acted together."""
    for first, second in tables.ROLES:
        places = [list(free(_WORDS[role], base.text, base.find)) for role in (first, second)]
        if [len(matches) for matches in places] != [1, 1]:
            continue
        one, other = sorted((matches[0] for matches in places), key=lambda result: result.start())
        between = base.text[one.end() : other.start()]
        acts = _ACTOR.search(base.text[: one.start()]) and _PREDICATE.match(between)
        if acts and not _COORDINATION.search(between) and len(between.split()) >= 2:
            yield put(put(base.text, other.span(), one[0]), one.span(), other[0])


def invented(base: EditInput) -> Iterator[str]:
    """Yield a sentence that the brief does not hold, in place of the text or appended to it."""
    whole, added = base.chance.choice(tables.INVENTED), base.chance.choice(tables.ADDED)
    if not base.mostly_said(whole):
        yield whole
    short = len(base.text.split()) + len(added.split()) <= honest.MOST
    if short and base.text.endswith(".") and not base.asks and not base.mostly_said(added):
        yield base.text[:-1] + added + "."


def merged(base: EditInput) -> Iterator[str]:
    """Yield sentences that say of one subject what another named sentence says of another.

    Only plain subjects without a word in common are exchanged, one thing for one and several for several.
    """
    texts = [
        honest.plain(source) for source in base.sources if source.kind in (SourceKind.FACT, SourceKind.OTHER)
    ]
    results = [results for text in texts if not QUOTED.search(text) and (results := _SPLIT.match(text))]
    if len(results) != 2 or bool(results[0][3]) != bool(results[1][3]) or cited(base.source_text, base.find):
        return
    subjects = [item[1] for item in results]
    unrelated = set(words(subjects[0])) & set(words(subjects[1])) <= {"the", "a", "an", "of", "and"}
    if unrelated and not any(_CLAUSE.search(subject) for subject in subjects):
        yield f"{subjects[0]} {results[1][2]}"
        yield f"{subjects[1]} {results[0][2]}"


def _with_article(text: str, at: int) -> str:
    """Adapt the article before a word that was exchanged."""
    vowel = text[at : at + 1].lower() in "aeiou"
    before = re.sub(r"\b([Aa])n? $", lambda result: f"{result[1]}{'n' if vowel else ''} ", text[:at])
    return before + text[at:]
