"""What a document says of itself, found by its structure: questions presented, points, facts, opening.

Everything found is verbatim and knows where it stands. Both summaries are made of it: the extract shows some
of it as it is, the local model is given more of it to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from briefbank.models import Kind, Passage, Role
from briefbank.summary.sentences import sentence_ranges

_LEAST_POINT_WORDS = 5
"""A heading with fewer words ('ARGUMENT', 'A. The Stop') names a part and states no point."""
_LEAST_SENTENCE_WORDS = 4

_MARKER = re.compile(r"^(?:point\s+\w+|[ivxlc]+|[a-z]|\d{1,2})[.):]?(?=\s|$)\s*", re.IGNORECASE)
_SECTION = re.compile(
    r"(?:statement|summary|standards?|table|certificat(?:e|ion)|reasons?|interests?|identity|request)"
    r" (?:of|for|why|regarding|and)\b|(?:preliminary|introductory|jurisdictional) statement|procedural"
    r"|legal argument|questions?\b.{0,20}presented|conclusion",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"""[.?!]["”’')\]]*\d{0,2}(?:\s+[(\[][^)\]]*[)\]]\.?)?$""")
"""Ends as a sentence does; a note's number or a record cite may follow."""
_REPORTER_CITE = re.compile(r"\b\d{1,4} [A-Z][\w.]*(?: [\w.]+){0,3}? \d{1,5}\b")
_ARGUMENT = re.compile(
    r"(?:legal |the )?(?:arguments?|reply|discussion|analysis)\W*$|reasons? (?:for|why)\b", re.IGNORECASE
)
"""The heading that the points stand under, where a document has one."""
_ASKS = re.compile(r"\bwhether\b|\?[\"”’')\]]*$", re.IGNORECASE)
_POINTED = frozenset({Kind.BRIEF, Kind.MEMO})
"""Kinds whose headings are arguments; the headings of orders, rules and reports only name their parts."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence or a heading, verbatim."""

    text: str
    page: int
    """0-based; where it begins."""
    passage_id: int
    start: int = 0
    end: int = 0
    """Half-open range of the passage's text; (0, 0) for a heading."""


# --- what is at issue ----------------------------------------------------------------------------


def questions(passages: Sequence[Passage]) -> list[Statement]:
    """The sentences that ask, of the questions presented; the others of that part when none does."""
    stated = list(_sentences(passage for passage in passages if passage.role is Role.QUESTIONS))
    return [sentence for sentence in stated if _ASKS.search(sentence.text)] or stated


def points(kind: Kind, passages: Sequence[Passage]) -> Iterator[Statement]:
    """The point headings, each once: the innermost in capitals or, where none is, the outermost."""
    argued = _argued(passages) if kind in _POINTED else []
    paths = [[heading for heading in passage.heading_path if _is_point(heading)] for passage in argued]
    capitals = any(_in_capitals(heading) for heading in chain.from_iterable(paths))
    seen: set[str] = set()
    for passage, path in zip(argued, paths, strict=True):
        fitting = [heading for heading in path if _in_capitals(heading)][-1:] if capitals else path[:1]
        for heading in fitting:
            if heading not in seen:
                seen.add(heading)
                yield Statement(heading, _page_of_heading(passage, heading), passage.id)


def _argued(passages: Sequence[Passage]) -> list[Passage]:
    """The passages under the argument's heading, or the whole body where no heading says 'argument'."""
    body = [passage for passage in passages if passage.role is Role.BODY]
    under = [passage for passage in body if any(_is_argument(heading) for heading in passage.heading_path)]
    return under or body


def _is_argument(heading: str) -> bool:
    return any(_ARGUMENT.match(words) for words in (heading, _MARKER.sub("", heading, count=1)))


def _is_point(heading: str) -> bool:
    words = _MARKER.sub("", heading, count=1)
    long_enough = len(words.split()) >= _LEAST_POINT_WORDS and not heading.rstrip().endswith(":")
    return long_enough and not _SECTION.match(words) and not _is_argument(heading)


def _in_capitals(heading: str) -> bool:
    """Mostly capitals: 'See' and a transcript page in a point heading do not count against it."""
    letters = [letter for letter in heading if letter.isalpha()]
    return sum(letter.isupper() for letter in letters) >= 0.7 * len(letters) > 0


# --- what happened -------------------------------------------------------------------------------


def facts(passages: Sequence[Passage]) -> Iterator[Statement]:
    """From the parts that call themselves facts, if any do: a statement of the case is often procedure."""
    told = [passage for passage in passages if passage.role is Role.FACTS]
    named = [
        passage for passage in told if any("fact" in heading.lower() for heading in passage.heading_path)
    ]
    return _sentences(named or told)


def procedure(passages: Sequence[Passage]) -> Iterator[Statement]:
    """What happened in the courts."""
    return _sentences(passage for passage in passages if passage.role is Role.PROCEDURE)


def opening(passages: Sequence[Passage]) -> Iterator[Statement]:
    """The first sentences of a document, for one that has none of these."""
    opens = (Role.PRELIMINARY, Role.PROCEDURE, Role.BODY)
    return _sentences(passage for passage in passages if passage.role in opens)


# --- sentences -----------------------------------------------------------------------------------


def _sentences(passages: Iterable[Passage]) -> Iterator[Statement]:
    """The whole sentences of the passages; headings, fragments and bare cites left out."""
    for passage in passages:
        begin = _after_headings(passage)
        for start, end in sentence_ranges(passage.text):
            text = passage.text[start:end]
            if start >= begin and _is_sentence(text):
                yield Statement(text, _page_at(passage, start), passage.id, start, end)


def heading_ranges(passage: Passage, heading: str) -> list[tuple[int, int]]:
    """Where the passage's text repeats a heading of its path, line by line; empty where it does not."""
    words = " ".join(heading.split())
    return [(at, at + len(line)) for at, line in _heading_lines(passage) if line and line in words]


def _heading_lines(passage: Passage) -> list[tuple[int, str]]:
    """The lines at the head of a passage that repeat its headings: where each begins, and its words."""
    headings = " ".join(" ".join(passage.heading_path).split())
    found: list[tuple[int, str]] = []
    at = 0
    for line in passage.text.splitlines(keepends=True):
        words = " ".join(line.split())
        if words not in headings:
            break
        found.append((at, words))
        at += len(line)
    return found


def _after_headings(passage: Passage) -> int:
    lines = len(_heading_lines(passage))
    return sum(len(line) for line in passage.text.splitlines(keepends=True)[:lines])


def _page_of_heading(passage: Passage, heading: str) -> int:
    """The page on which the heading begins, where the passage holds its words; else the passage's own."""
    return _page_at(passage, next((start for start, _ in heading_ranges(passage, heading)), 0))


def _is_sentence(text: str) -> bool:
    words = text.split()
    lower = sum(word[0].islower() for word in words)
    long_enough = len(words) >= _LEAST_SENTENCE_WORDS and lower >= 2
    bare_cite = 3 * lower < len(words) and _REPORTER_CITE.search(text)
    return long_enough and not bare_cite and not text[0].islower() and _WHOLE.search(text) is not None


def _page_at(passage: Passage, position: int) -> int:
    """The page of the character at ``position``; between two spans, the page of the second."""
    for span in passage.spans:
        if position < span.at + span.size:
            return span.page
    return passage.last_page
