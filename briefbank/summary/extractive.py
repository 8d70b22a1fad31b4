"""Extractive summaries: the issue and the facts in the document's own sentences; and the sentences for a
local model.

The issue is given by the questions presented or, where there are none, by the point headings. The facts are
given by the first sentences of the statement of facts. Nothing is reworded, so each sentence can be found on
the page that is given with it. What a document lacks is said, not made up.

A local model reads more of them: questions presented, point headings and facts, each with a share of the
token budget. What one kind does not need goes to the others. Where no facts are stated, the opening of the
document takes their place. With them come the authorities that the whole document cites, their names, and the
sentences that cite them. When the document was read, its short forms were resolved to the authority that they
mean ("Carty, supra, 170 N.J. at 640", "id."), which cannot be done from a sentence alone. A bare name ("the
rule of Carty") is known from the full citation, wherever in the document that stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from briefbank.domain.authorities import Citation, CitationForm, CitationKind
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.pages import HIDDEN_MARK, Passage, Role
from briefbank.domain.summaries import (
    CitedAuthority,
    SourceKind,
    SourceSentence,
    Summary,
    SummarySentence,
    SummarySource,
)
from briefbank.errors import SummaryError
from briefbank.summary.prompt import is_usable_source
from briefbank.text.language import sentence_ranges
from briefbank.text.messages import NO_MESSAGE, Message, joined

DISCLAIMER = Message(
    "Written by a program. It may be incomplete or wrong. Do not rely on it: read the brief."
)
NO_ISSUE = Message("No questions presented and no point headings were found, so only the facts are shown.")
NO_FACTS = Message("No statement of facts was found, so only the issue is shown.")
OPENING = Message("Neither issues nor facts were found, so these are the first sentences of the document.")

MOST_WORDS = 120  # The word limit of the whole summary
ISSUE_WORDS = 75  # The word limit of the issue, so that room is left for the facts
ISSUE_WORDS_ALONE = 100  # The word limit of a single issue statement that exceeds ISSUE_WORDS


@dataclass(frozen=True, slots=True)
class SourceStatement:
    """A sentence or a heading, verbatim."""

    text: str
    page: int  # The 0-based page on which the statement begins
    passage_id: int
    start: int = 0
    end: int = 0  # The end of the half-open range in the passage's text; (0, 0) for a heading


def summarise(document: Document, passages: Sequence[Passage]) -> Summary:
    """Return the extractive summary of a document, from its passages in any order; at most MOST_WORDS words.

    Takes linear time, on any thread. Raises SummaryError when no whole sentence can be shown.
    """
    ordered = sorted(passages, key=lambda passage: passage.ordinal)
    issue = _issue(document, ordered)
    used = sum(len(sentence.text.split()) for sentence in issue)
    statements = _fitting(facts(ordered), MOST_WORDS - used, "facts")
    chosen = (*issue, *statements)
    note = NO_MESSAGE if issue and statements else NO_ISSUE if statements else NO_FACTS
    if not chosen:
        chosen, note = _fitting(opening(ordered), MOST_WORDS, "opening"), OPENING
    if not chosen:
        raise _no_sentence(document)
    return Summary(kind="extractive", disclaimer=joined((DISCLAIMER, note)), sentences=chosen)


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


_LEAST_POINT_WORDS = 5
"""The fewest words of a point; a shorter heading ('ARGUMENT', 'A. The Stop') only names a part."""
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
    """Yield the point headings, each once: the innermost in capitals or, where none is, the outermost.

    They stand under the argument's heading, or in the whole body where none says 'argument'.
    """
    body = [passage for passage in passages if passage.role is Role.BODY and kind in _KINDS_WITH_POINTS]
    under = [passage for passage in body if any(_is_argument(heading) for heading in passage.heading_path)]
    argued = under or body
    paths = [[heading for heading in passage.heading_path if _is_point(heading)] for passage in argued]
    capitals = any(_in_capitals(heading) for heading in chain.from_iterable(paths))
    seen: set[str] = set()
    for passage, path in zip(argued, paths, strict=True):
        fitting = [heading for heading in path if _in_capitals(heading)][-1:] if capitals else path[:1]
        for heading in fitting:
            if heading not in seen:
                seen.add(heading)
                # the page on which the heading begins, if the passage repeats it; else the passage's page
                begin = next((start for start, _ in heading_ranges(passage, heading)), 0)
                yield SourceStatement(heading, _page_at(passage, begin), passage.id)


def _is_argument(heading: str) -> bool:
    return any(_ARGUMENT.match(words) for words in (heading, _MARKER.sub("", heading, count=1)))


def _is_point(heading: str) -> bool:
    words = _MARKER.sub("", heading, count=1)
    long_enough = len(words.split()) >= _LEAST_POINT_WORDS and not heading.rstrip().endswith(":")
    return long_enough and not _SECTION.match(words) and not _is_argument(heading)


def _in_capitals(heading: str) -> bool:
    """Tell whether most letters are capitals: a point heading may have 'See' and a transcript page."""
    letters = [letter for letter in heading if letter.isalpha()]
    return sum(letter.isupper() for letter in letters) >= 0.7 * len(letters) > 0


def facts(passages: Sequence[Passage]) -> Iterator[SourceStatement]:
    """Yield the facts, preferably of parts headed 'fact': a statement of the case is often procedure."""
    stated = [passage for passage in passages if passage.role is Role.FACTS]
    named = [
        passage for passage in stated if any("fact" in heading.lower() for heading in passage.heading_path)
    ]
    return _sentences(named or stated)


def opening(passages: Sequence[Passage]) -> Iterator[SourceStatement]:
    """Yield the first sentences of a document, for one without the other parts."""
    opens = (Role.PRELIMINARY, Role.PROCEDURE, Role.BODY)
    return _sentences(passage for passage in passages if passage.role in opens)


def _sentences(passages: Iterable[Passage]) -> Iterator[SourceStatement]:
    """Yield the whole sentences of the passages; headings, fragments and bare cites are left out."""
    for passage in passages:
        headings = len(_heading_lines(passage))
        begin = sum(len(line) for line in passage.text.splitlines(keepends=True)[:headings])
        for start, end in sentence_ranges(passage.text):
            text = passage.text[start:end]
            words = text.split()
            lower = sum(word[0].islower() for word in words)
            long_enough = len(words) >= _LEAST_SENTENCE_WORDS and lower >= 2
            bare_cite = 3 * lower < len(words) and _REPORTER_CITE.search(text)
            whole = not text[:1].islower() and _SENTENCE_END.search(text)
            if start >= begin and long_enough and not bare_cite and whole:
                yield SourceStatement(text, _page_at(passage, start), passage.id, start, end)


def heading_ranges(passage: Passage, heading: str) -> list[tuple[int, int]]:
    """Return the lines, as ranges of the passage's text, that repeat a heading of its path, if any."""
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


def _page_at(passage: Passage, position: int) -> int:
    """Return the page of the character at ``position``; between two spans, the page of the second."""
    for span in passage.spans:
        if position < span.at + span.size:
            return span.page
    return passage.last_page


MOST_TOKENS = 700
"""The token budget of all sentences (``estimate_tokens``); with the instructions a prompt has about 1,000."""
SHARES = {SourceKind.QUESTION: 0.25, SourceKind.POINT: 0.3, SourceKind.FACT: 0.45, SourceKind.OTHER: 0.45}
"""The share of each kind in the budget; a kind takes more when others need less."""
_NUMBERING = 3  # The number of tokens added to each sentence for its number and the line end
_WORDS = re.compile(r"[A-Za-z]+|\S")
_LETTERS_PER_TOKEN, _CAPITALS_PER_TOKEN = 6, 3
"""The number of letters that one token is assumed to hold: in a lower-case word, and in capitals or a name.
"""

_Statements = Iterator[SourceStatement]


def select_material(document: Document, passages: Sequence[Passage]) -> SummarySource:
    """Return the material for a summary of a document, from its passages in any order.

    Takes tens of milliseconds for 900 pages: apart from the citations, only as much is read as the budget
    holds. Left out are sentences under a redaction and sentences that speak to their reader. Any thread.
    Raises SummaryError when there is no sentence.
    """
    ordered = sorted(passages, key=lambda passage: passage.ordinal)
    statements = {
        SourceKind.QUESTION: _readable(questions(ordered)),
        SourceKind.POINT: _readable(points(document.kind, ordered)),
    }
    history = (passage for passage in ordered if passage.role is Role.PROCEDURE)
    for narrative in (facts(ordered), _sentences(history)):  # the history where no part states facts
        readable = _readable(narrative)
        if first := next(readable, None):
            statements[SourceKind.FACT] = chain([first], readable)
            break
    else:
        statements[SourceKind.OTHER] = _readable(opening(ordered))
    sentences = tuple(
        SourceSentence(number, chosen.text, kind, chosen.page, chosen.passage_id, chosen.start, chosen.end)
        for number, (kind, chosen) in enumerate(_allocated(statements), 1)
    )
    if not sentences:
        raise _no_sentence(document)
    return SummarySource(document.id, document.title, sentences, find_cited_authorities(ordered, sentences))


def estimate_tokens(text: str) -> int:
    """Estimate how many tokens a model's vocabulary makes of a text, rather too many than too few.

    For 660 sentences and headings of amicus briefs SmolLM2's vocabulary (49,000 pieces, small among today's)
    needs 0.84 of the estimate, and at most 1.1 of it for 95 % of them. The estimate counts pieces of six
    letters for lower-case words and of three for capitals and names. Any other ASCII sign counts as one
    token, any other character as one for each byte but the first, and at least one.
    """
    tokens = 0
    for match in _WORDS.finditer(text):
        word = match[0]
        if not word.isascii():
            tokens += max(1, len(word.encode()) - 1)
        elif not word.isalpha():
            tokens += 1
        else:
            lower = len(word) == 1 or word[1:].islower()
            tokens += -(-len(word) // (_LETTERS_PER_TOKEN if lower else _CAPITALS_PER_TOKEN))
    return tokens


def _readable(statements: Iterable[SourceStatement]) -> _Statements:
    """Leave out statements under a redaction and those addressed to their reader, not about the case."""
    return (
        statement
        for statement in statements
        if HIDDEN_MARK not in statement.text and is_usable_source(statement.text)
    )


def _allocated(statements: Mapping[SourceKind, _Statements]) -> list[tuple[SourceKind, SourceStatement]]:
    """Return the first statements of each kind that fit, kind by kind.

    Nothing after the first statement that does not fit is taken, except that one too long for any prompt is
    skipped.
    """
    taken: dict[SourceKind, list[SourceStatement]] = {kind: [] for kind in statements}
    following = {kind: next(rest, None) for kind, rest in statements.items()}

    def take(kind: SourceKind, room: int) -> int:
        """Take what fits into ``room`` tokens and return the tokens used."""
        used = 0
        while (statement := following[kind]) is not None:
            cost = estimate_tokens(statement.text) + _NUMBERING
            if cost <= MOST_TOKENS:
                if used + cost > room:
                    break
                taken[kind].append(statement)
                used += cost
            following[kind] = next(statements[kind], None)
        return used

    room = MOST_TOKENS - sum(take(kind, int(MOST_TOKENS * SHARES[kind])) for kind in statements)
    for kind in sorted(statements, key=lambda kind: SHARES[kind], reverse=True):
        room -= take(kind, room)
    return [(kind, statement) for kind, chosen in taken.items() for statement in chosen]


def find_cited_authorities(
    passages: Sequence[Passage], sentences: Sequence[SourceSentence]
) -> tuple[CitedAuthority, ...]:
    """Return the cited authorities in order of first citation. Takes tens of milliseconds for 900 pages."""
    by_passage: dict[int, list[SourceSentence]] = {}
    for sentence in sentences:
        by_passage.setdefault(sentence.passage_id, []).append(sentence)
    names: dict[tuple[str, CitationKind], tuple[str, ...]] = {}
    numbers: dict[tuple[str, CitationKind], dict[int, None]] = {}
    for passage in passages:
        for citation in passage.citations:
            if not citation.canonical or citation.kind in NO_AUTHORITY:
                continue
            key = citation.canonical, citation.kind
            own = numbers.setdefault(key, {})
            for sentence in by_passage.get(passage.id, ()):
                if citation.start < sentence.end and citation.end > sentence.start:
                    own[sentence.number] = None
            if citation.form is CitationForm.FULL and not names.get(key):
                names[key] = name_before(passage.text, citation)
    return tuple(
        CitedAuthority(canonical, kind, names.get((canonical, kind), ()), tuple(own))
        for (canonical, kind), own in numbers.items()
    )


NO_AUTHORITY = frozenset((CitationKind.RECORD, CitationKind.DOCKET))
"""The kinds of citations on which no list says anything."""
_NAME = re.compile(
    r"(?P<first>[A-Z][\w.'&-]*(?: (?:[A-Z&][\w.'-]*|of|the|and|for|ex|rel\.|de|la)){0,12}),? (?:v\.?"
    r"|vs\.?|versus) "
    r"(?P<second>[A-Z][\w.'&-]*(?:,? (?:[A-Z&][\w.'-]*|of|the|and|for|ex|rel\.|de|la))*)"
)
_IN_RE = re.compile(r"\b(?:In re|Matter of|Ex parte|In the Matter of) ([A-Z][\w'&.-]*)")
_BEFORE = 120  # The number of characters before a citation that are searched for its name
NOT_NAMES = frozenset(
    str.split(
        "state people commonwealth united states in re ex parte matter of the and city county township "
        "borough board department dept new jersey u.s co inc corp v vs america comm'n commission division"
    )
)
"""Words that do not distinguish one case from another."""


def name_before(text: str, citation: Citation) -> tuple[str, ...]:
    """Return the distinctive words of the case name before a citation, in lower case; empty without one."""
    before = text[max(0, citation.start - _BEFORE) : citation.start]
    last = next(reversed([*_NAME.finditer(before)]), None)
    if last is None or before[last.end() :].strip(" ,"):
        matches = list(_IN_RE.finditer(before))
        return (
            (matches[-1][1].casefold(),) if matches and not before[matches[-1].end() :].strip(" ,.") else ()
        )
    words = re.findall(r"[^\W_]+(?:['.-][^\W_]+)*\.?", f"{last['first']} {last['second']}".casefold())
    return tuple(
        word for word in (word.removesuffix("'s").rstrip(".") for word in words) if word not in NOT_NAMES
    )


def _no_sentence(document: Document) -> SummaryError:
    return SummaryError(
        Message("No sentence for a summary could be found in this document."),
        detail=f"document {document.id}",
    )
