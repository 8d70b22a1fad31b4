"""Says by brute force whether an expression holds for a passage: slow, short, and written on its own.

Straight from the docstrings of ``briefbank.domain.searches``. Every occurrence is enumerated and every pair
of occurrences compared, so that nothing here is clever enough to be wrong in the same way as the real
matching.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fnmatch import fnmatchcase, translate
from functools import lru_cache
from itertools import pairwise

from briefbank.domain.authorities import Citation
from briefbank.domain.documents import Document
from briefbank.domain.searches import And, Expression, Field, FieldName, Near, Not, Or, Phrase, Term, Unit
from briefbank.text.language import sentence_ends

_WORD = re.compile(r"[\u3041-\u30ff\u3400-\u9fff]|(?:(?![\u3041-\u30ff\u3400-\u9fff])[^\W_])+")
"""A Chinese or Japanese character, or a run of other letters and digits."""
Run = tuple[int, int]  # The first and the last word of an occurrence, by their numbers in the text
BEFORE_A_CITATION = 100  # Characters before a citation in which the name of its case is looked for
SPELLED_OUT = 4  # A part of a citation with this many letters and digits is enough to name it


@dataclass(frozen=True)
class Word:
    """A word of the text, folded, with its paragraph and sentence."""

    text: str
    paragraph: int
    sentence: int


@dataclass(frozen=True)
class Subject:
    """A passage with its known fields."""

    words: Sequence[Word]
    text: str
    headings: Sequence[str]
    citations: Sequence[Citation]
    document: Document | None


def holds(
    expression: Expression,
    text: str,
    *,
    headings: Sequence[str] = (),
    citations: Sequence[Citation] = (),
    document: Document | None = None,
) -> bool:
    """Tell whether the passage ``text`` is found."""
    judged = subject(text, headings=headings, citations=citations, document=document)
    return holds_for(expression, judged)


def subject(
    text: str,
    *,
    headings: Sequence[str] = (),
    citations: Sequence[Citation] = (),
    document: Document | None = None,
) -> Subject:
    """Return a passage in the form that ``holds`` takes, for many calls."""
    return Subject(list(words(text)), text, headings, citations, document)


def holds_for(expression: Expression, subject: Subject) -> bool:
    """Tell whether the passage is found."""
    return _holds(expression, subject)


@lru_cache(maxsize=10_000)
def fold(text: str) -> str:
    """Remove capitals, accents and invisible characters."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in parts if unicodedata.category(c) not in {"Mn", "Me", "Cf", "Cs"})


def plain(text: str) -> list[str]:
    """The words alone."""
    return _WORD.findall(fold(text))


def words(text: str) -> Iterator[Word]:
    """Return all words of a text with their places."""
    for number, paragraph in enumerate(text.split("\n")):
        ends = [0, *sentence_ends(paragraph), len(paragraph)]
        for sentence, (start, end) in enumerate(pairwise(ends)):
            for word in plain(paragraph[start:end]):
                yield Word(word, number, sentence)


def occurrences(expression: Expression, words: Sequence[Word]) -> list[Run]:
    """Return every occurrence, in any order; And, Not and Field have none."""
    match expression:
        case Term():
            matches = _matcher(expression.pattern)
            return [(at, at) for at, word in enumerate(words) if matches(word.text)]
        case Phrase():
            first, *others = (_matcher(term.pattern) for term in expression.terms)
            return [
                (at, at + len(others))
                for at in range(len(words) - len(others))
                if first(words[at].text)
                and all(matches(words[at + step].text) for step, matches in enumerate(others, start=1))
            ]
        case Or():
            return list(dict.fromkeys(run for part in expression.parts for run in occurrences(part, words)))
        case Near():
            return _near_runs(expression, words)
        case _:
            raise ValueError(f"a {type(expression).__name__} has no occurrences")


def _near_runs(near: Near, words: Sequence[Word]) -> list[Run]:
    left, right = occurrences(near.left, words), occurrences(near.right, words)
    pairs = [(one, other) for one in left for other in right if _close(near, one, other, words)]
    return list(dict.fromkeys((min(one[0], two[0]), max(one[1], two[1])) for one, two in pairs))


def _close(near: Near, left: Run, right: Run, words: Sequence[Word]) -> bool:
    if left[1] < right[0]:
        gap = right[0] - left[1]
    elif right[1] < left[0] and not near.ordered:
        gap = left[0] - right[1]
    else:
        return False
    if near.unit is Unit.WORDS:
        return gap <= near.distance
    inside = [words[at] for at in (*left, *right)]
    if near.unit is Unit.SENTENCE:
        return len({(word.paragraph, word.sentence) for word in inside}) == 1
    return len({word.paragraph for word in inside}) == 1


@lru_cache(maxsize=10_000)
def _matcher(pattern: str) -> Callable[[str], object]:
    """Return what tells whether a word is meant by a pattern."""
    return re.compile(translate(fold(pattern))).match


def _holds(expression: Expression, subject: Subject) -> bool:
    match expression:
        case And():
            return all(_holds(part, subject) for part in expression.parts)
        case Or():
            return any(_holds(part, subject) for part in expression.parts)
        case Not():
            return not _holds(expression.part, subject)
        case Field():
            return _field_holds(expression, subject)
        case _:
            return bool(occurrences(expression, subject.words))


def _field_holds(field: Field, subject: Subject) -> bool:
    if field.name is FieldName.CITES:
        return _cites(field.value, subject)
    if field.name is FieldName.RULE:
        return _names_rule(field.value, subject)
    if field.name is FieldName.HEADING:
        return any(_stands_in(plain_patterns(field.value), plain(heading)) for heading in subject.headings)
    document = subject.document
    return document is not None and _document_holds(field, document)


def _document_holds(field: Field, document: Document) -> bool:
    match field.name:
        case FieldName.COURT:
            return _one_blank(field.value) in _one_blank(document.court)
        case FieldName.JUDGE:
            return _one_blank(field.value) in _one_blank(document.judge)
        case FieldName.DOCKET:
            return _stands_in(plain(field.value), plain(document.docket))
        case FieldName.KIND:
            return field.value == document.kind.value
        case FieldName.BEFORE:
            return document.filed is not None and document.filed < date.fromisoformat(field.value)
        case _:
            return document.filed is not None and document.filed > date.fromisoformat(field.value)


def _cites(value: str, subject: Subject) -> bool:
    text = "".join(plain(value))
    for citation in subject.citations:
        key = "".join(plain(citation.canonical))
        named = subject.text[max(0, citation.start - BEFORE_A_CITATION) : citation.end]
        if key == text or (len(text) >= SPELLED_OUT and text in key):
            return True
        if _stands_in(plain(value), plain(named)):
            return True
    return False


def _names_rule(value: str, subject: Subject) -> bool:
    parts = plain(value)
    first = next((at for at, part in enumerate(parts) if any(c.isdigit() for c in part)), 0)
    number = parts[first:]
    texts = [word.text for word in subject.words]
    stands = any(texts[at : at + len(number)] == number for at in range(len(texts)))
    return stands or any(_stands_in(number, plain(c.canonical)) for c in subject.citations)


def plain_patterns(value: str) -> list[str]:
    """The words of a heading's value, which may have * and ? in them."""
    return re.findall(r"[^\W_](?:[^\W_]|[*?])*", fold(value).replace("!", "*"))


def _stands_in(texts: Sequence[str], words: Sequence[str]) -> bool:
    starts = range(len(words) - len(texts) + 1)
    return bool(texts) and any(
        all(fnmatchcase(words[at + step], part) for step, part in enumerate(texts)) for at in starts
    )


def _one_blank(text: str) -> str:
    return " ".join(fold(text).split())
