"""Extractive summaries: the issue and the facts in the document's own sentences.

The issue is given by the questions presented or, where there are none, by the point headings. The facts are
given by the first sentences of the statement of facts. Nothing is reworded, so each sentence can be found on
the page that is given with it. What a document lacks is said, not made up.

The parts of a document are found by its structure: questions, points, facts, opening. Everything in them is
verbatim and has its position in the document. The local model is given more of them to read
(``source_selection``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from briefbank.domain.documents import Document
from briefbank.domain.kinds import Kind
from briefbank.domain.passages import Passage, Role
from briefbank.domain.summaries import Summary, SummarySentence
from briefbank.errors import SummaryError
from briefbank.text.sentences import sentence_ranges

DISCLAIMER = "Written by a program. It may be incomplete or wrong. Do not rely on it: read the brief."
NO_ISSUE = "No questions presented and no point headings were found, so only the facts are shown."
NO_FACTS = "No statement of facts was found, so only the issue is shown."
OPENING = "Neither issues nor facts were found, so these are the first sentences of the document."

MOST_WORDS = 120
"""The word limit of the whole summary."""
ISSUE_WORDS = 75
"""The word limit of the issue, so that room is left for the facts."""
ISSUE_WORDS_ALONE = 100
"""The word limit of a single issue statement that exceeds ISSUE_WORDS."""


@dataclass(frozen=True, slots=True)
class SourceStatement:
    """A sentence or a heading, verbatim."""

    text: str
    page: int
    """The 0-based page on which the statement begins."""
    passage_id: int
    start: int = 0
    end: int = 0
    """The end of the half-open range in the passage's text; (0, 0) for a heading."""


def summarise(document: Document, passages: Sequence[Passage]) -> Summary:
    """Return the extractive summary of a document, from its passages in any order; at most MOST_WORDS words.

    Takes linear time, on any thread. Raises SummaryError when no whole sentence can be shown.
    """
    ordered = sorted(passages, key=lambda passage: passage.ordinal)
    issue = _issue(document, ordered)
    statements = _fitting(facts(ordered), MOST_WORDS - _word_count(issue), "facts")
    chosen, note = (*issue, *statements), "" if issue and statements else NO_ISSUE if statements else NO_FACTS
    if not chosen:
        chosen, note = _fitting(opening(ordered), MOST_WORDS, "opening"), OPENING
    if not chosen:
        raise SummaryError(
            "No sentence for a summary could be found in this document.", detail=f"document {document.id}"
        )
    return Summary(kind="extractive", disclaimer=f"{DISCLAIMER} {note}".strip(), sentences=chosen)


def _issue(document: Document, passages: Sequence[Passage]) -> tuple[SummarySentence, ...]:
    for source in (questions(passages), points(document.kind, passages)):
        statements = list(source)
        taken = _fitting(statements, ISSUE_WORDS, "issue")
        taken = taken or _fitting(statements, ISSUE_WORDS_ALONE, "issue")[:1]
        if taken:
            return taken
    return ()


def _fitting(statements: Iterable[SourceStatement], room: int, part: str) -> tuple[SummarySentence, ...]:
    """Return the first statements that fit into ``room`` words; skip those at the start that do not fit."""
    taken: list[SummarySentence] = []
    for statement in statements:
        words = len(statement.text.split())
        if words <= room:
            taken.append(SummarySentence(statement.text, statement.page, True, part))
            room -= words
        elif taken:
            break
    return tuple(taken)


def _word_count(sentences: Iterable[SummarySentence]) -> int:
    return sum(len(sentence.text.split()) for sentence in sentences)


# --- questions and points ------------------------------------------------------------------------

_LEAST_POINT_WORDS = 5
"""The fewest words of a point; a shorter heading ('ARGUMENT', 'A. The Stop') names a part and states no
point."""
_LEAST_SENTENCE_WORDS = 4

_MARKER = re.compile(r"^(?:point\s+\w+|[ivxlc]+|[a-z]|\d{1,2})[.):]?(?=\s|$)\s*", re.IGNORECASE)
_SECTION = re.compile(
    r"(?:statement|summary|standards?|table|certificat(?:e|ion)|reasons?|interests?|identity|request)"
    r" (?:of|for|why|regarding|and)\b|(?:preliminary|introductory|jurisdictional) statement|procedural"
    r"|legal argument|questions?\b.{0,20}presented|conclusion",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"""[.?!]["”’')\]]*\d{0,2}(?:\s+[(\[][^)\]]*[)\]]\.?)?$""")
"""The end of a whole sentence; a footnote number or a record cite may follow."""
_REPORTER_CITE = re.compile(r"\b\d{1,4} [A-Z][\w.]*(?: [\w.]+){0,3}? \d{1,5}\b")
_ARGUMENT = re.compile(
    r"(?:legal |the )?(?:arguments?|reply|discussion|analysis)\W*$|reasons? (?:for|why)\b", re.IGNORECASE
)
"""The heading under which the points stand, where a document has one."""
_ASKS = re.compile(r"\bwhether\b|\?[\"”’')\]]*$", re.IGNORECASE)
_KINDS_WITH_POINTS = frozenset({Kind.BRIEF, Kind.MEMO})
"""The kinds of document whose headings are arguments; headings of orders, rules and reports only name parts.
"""


def questions(passages: Sequence[Passage]) -> list[SourceStatement]:
    """Return the questions among the questions presented; all sentences of that part when none asks."""
    stated = list(_sentences(passage for passage in passages if passage.role is Role.QUESTIONS))
    return [sentence for sentence in stated if _ASKS.search(sentence.text)] or stated


def points(kind: Kind, passages: Sequence[Passage]) -> Iterator[SourceStatement]:
    """Yield the point headings, each once: the innermost in capitals or, where none is, the outermost."""
    argued = _argued(passages) if kind in _KINDS_WITH_POINTS else []
    paths = [[heading for heading in passage.heading_path if _is_point(heading)] for passage in argued]
    capitals = any(_in_capitals(heading) for heading in chain.from_iterable(paths))
    seen: set[str] = set()
    for passage, path in zip(argued, paths, strict=True):
        fitting = [heading for heading in path if _in_capitals(heading)][-1:] if capitals else path[:1]
        for heading in fitting:
            if heading not in seen:
                seen.add(heading)
                yield SourceStatement(heading, _page_of_heading(passage, heading), passage.id)


def _argued(passages: Sequence[Passage]) -> list[Passage]:
    """Return the passages under the argument's heading, or the whole body where none says 'argument'."""
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
    """Tell whether most letters are capitals: 'See' and a transcript page do not count against a point
    heading."""
    letters = [letter for letter in heading if letter.isalpha()]
    return sum(letter.isupper() for letter in letters) >= 0.7 * len(letters) > 0


# --- facts and procedure -------------------------------------------------------------------------


def facts(passages: Sequence[Passage]) -> Iterator[SourceStatement]:
    """Yield the facts, preferring parts whose heading says 'fact': a statement of the case is often
    procedure."""
    stated = [passage for passage in passages if passage.role is Role.FACTS]
    named = [
        passage for passage in stated if any("fact" in heading.lower() for heading in passage.heading_path)
    ]
    return _sentences(named or stated)


def procedure(passages: Sequence[Passage]) -> Iterator[SourceStatement]:
    """Yield the sentences of the procedural history."""
    return _sentences(passage for passage in passages if passage.role is Role.PROCEDURE)


def opening(passages: Sequence[Passage]) -> Iterator[SourceStatement]:
    """Yield the first sentences of a document, for one without the other parts."""
    opens = (Role.PRELIMINARY, Role.PROCEDURE, Role.BODY)
    return _sentences(passage for passage in passages if passage.role in opens)


# --- sentences -----------------------------------------------------------------------------------


def _sentences(passages: Iterable[Passage]) -> Iterator[SourceStatement]:
    """Yield the whole sentences of the passages; headings, fragments and bare cites are left out."""
    for passage in passages:
        begin = _after_headings(passage)
        for start, end in sentence_ranges(passage.text):
            text = passage.text[start:end]
            if start >= begin and _is_sentence(text):
                yield SourceStatement(text, _page_at(passage, start), passage.id, start, end)


def heading_ranges(passage: Passage, heading: str) -> list[tuple[int, int]]:
    """Return the lines, as ranges of the passage's text, that repeat a heading of its path; empty if none
    does."""
    words = " ".join(heading.split())
    return [(at, at + len(line)) for at, line in _heading_lines(passage) if line and line in words]


def _heading_lines(passage: Passage) -> list[tuple[int, str]]:
    """Return the position and the words of each line at the head of a passage that repeats its headings."""
    headings = " ".join(" ".join(passage.heading_path).split())
    lines: list[tuple[int, str]] = []
    at = 0
    for line in passage.text.splitlines(keepends=True):
        words = " ".join(line.split())
        if words not in headings:
            break
        lines.append((at, words))
        at += len(line)
    return lines


def _after_headings(passage: Passage) -> int:
    lines = len(_heading_lines(passage))
    return sum(len(line) for line in passage.text.splitlines(keepends=True)[:lines])


def _page_of_heading(passage: Passage, heading: str) -> int:
    """Return the page on which the heading begins, if the passage repeats it; else the passage's page."""
    return _page_at(passage, next((start for start, _ in heading_ranges(passage, heading)), 0))


def _is_sentence(text: str) -> bool:
    words = text.split()
    lower = sum(word[0].islower() for word in words)
    long_enough = len(words) >= _LEAST_SENTENCE_WORDS and lower >= 2
    bare_cite = 3 * lower < len(words) and _REPORTER_CITE.search(text)
    return long_enough and not bare_cite and not text[0].islower() and _SENTENCE_END.search(text) is not None


def _page_at(passage: Passage, position: int) -> int:
    """Return the page of the character at ``position``; between two spans, the page of the second."""
    for span in passage.spans:
        if position < span.at + span.size:
            return span.page
    return passage.last_page
