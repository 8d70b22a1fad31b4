"""A summary made of the document's own sentences: what is at issue, and what happened.

The issue is told by the questions presented or, where there are none, by the point headings; the facts by
the first sentences of the statement of facts. Nothing is reworded, so each sentence can be found on the page
that is given with it. What is missing in a document is said, not made up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from briefbank.errors import SummaryError
from briefbank.models import Document, Kind, Passage, Role, Summary, SummarySentence
from briefbank.summary.sentences import sentence_ranges

DISCLAIMER = "Written by a program. It may be incomplete or wrong. Do not rely on it: read the brief."
NO_ISSUE = "No questions presented and no point headings were found, so only the facts are shown."
NO_FACTS = "No statement of facts was found, so only the issue is shown."
OPENING = "Neither issues nor facts were found, so these are the first sentences of the document."

MOST_WORDS = 120
"""In the whole summary."""
ISSUE_WORDS = 75
"""Of them for the issue, so that room is left for the facts."""
ISSUE_WORDS_ALONE = 100
"""For one issue statement that does not fit the share above."""
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


def summarise(document: Document, passages: Sequence[Passage]) -> Summary:
    """The extractive summary of a document, from its passages in any order; at most MOST_WORDS words.

    Linear time, any thread. Raises SummaryError when no whole sentence can be shown.
    """
    ordered = sorted(passages, key=lambda passage: passage.ordinal)
    issue = _issue(ordered, points=document.kind in _POINTED)
    facts = _taken(_facts(ordered), MOST_WORDS - _words(issue))
    told, note = (*issue, *facts), "" if issue and facts else NO_ISSUE if facts else NO_FACTS
    if not told:
        told, note = _taken(_opening(ordered), MOST_WORDS), OPENING
    if not told:
        raise SummaryError(
            "No sentence for a summary could be found in this document.", detail=f"document {document.id}"
        )
    return Summary(kind="extractive", disclaimer=f"{DISCLAIMER} {note}".strip(), sentences=told)


# --- what is at issue ----------------------------------------------------------------------------


def _issue(passages: Sequence[Passage], *, points: bool) -> tuple[SummarySentence, ...]:
    for source in (_questions(passages), _points(passages) if points else ()):
        statements = list(source)
        taken = _taken(statements, ISSUE_WORDS) or _taken(statements, ISSUE_WORDS_ALONE)[:1]
        if taken:
            return taken
    return ()


def _questions(passages: Sequence[Passage]) -> list[SummarySentence]:
    """The sentences that ask; the others of the same part when none does."""
    stated = list(_sentences((passage for passage in passages if passage.role is Role.QUESTIONS), "issue"))
    return [sentence for sentence in stated if _ASKS.search(sentence.text)] or stated


def _points(passages: Sequence[Passage]) -> Iterator[SummarySentence]:
    """The point headings, each once: the innermost in capitals or, where none is, the outermost."""
    argued = _argued(passages)
    paths = [[heading for heading in passage.heading_path if _is_point(heading)] for passage in argued]
    capitals = any(_in_capitals(heading) for heading in chain.from_iterable(paths))
    seen: set[str] = set()
    for passage, path in zip(argued, paths, strict=True):
        fitting = [heading for heading in path if _in_capitals(heading)][-1:] if capitals else path[:1]
        for heading in fitting:
            if heading not in seen:
                seen.add(heading)
                yield SummarySentence(heading, _page_of_heading(passage, heading), True, "issue")


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


def _facts(passages: Sequence[Passage]) -> Iterator[SummarySentence]:
    """From the parts that call themselves facts, if any do: a statement of the case is often procedure."""
    told = [passage for passage in passages if passage.role is Role.FACTS]
    named = [
        passage for passage in told if any("fact" in heading.lower() for heading in passage.heading_path)
    ]
    return _sentences(named or told, "facts")


def _opening(passages: Sequence[Passage]) -> Iterator[SummarySentence]:
    opens = (Role.PRELIMINARY, Role.PROCEDURE, Role.BODY)
    return _sentences([passage for passage in passages if passage.role in opens], "opening")


# --- sentences -----------------------------------------------------------------------------------


def _sentences(passages: Iterable[Passage], part: str) -> Iterator[SummarySentence]:
    """The whole sentences of the passages; headings, fragments and bare cites left out."""
    for passage in passages:
        begin = _after_headings(passage)
        for start, end in sentence_ranges(passage.text):
            text = passage.text[start:end]
            if start >= begin and _is_sentence(text):
                yield SummarySentence(text, _page_at(passage, start), True, part)


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
    words = " ".join(heading.split())
    places = (at for at, line in _heading_lines(passage) if line and line in words)
    return _page_at(passage, next(places, 0))


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


def _taken(sentences: Iterable[SummarySentence], room: int) -> tuple[SummarySentence, ...]:
    """The first sentences that fit into ``room`` words; a first one that does not fit is passed over."""
    taken: list[SummarySentence] = []
    for sentence in sentences:
        words = len(sentence.text.split())
        if words <= room:
            taken.append(sentence)
            room -= words
        elif taken:
            break
    return tuple(taken)


def _words(sentences: Iterable[SummarySentence]) -> int:
    return sum(len(sentence.text.split()) for sentence in sentences)
