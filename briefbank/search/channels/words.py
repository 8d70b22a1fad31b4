"""The channel of words: BM25 over text, headings and title.

Several paragraphs without a final question are ranked one by one, and the relative scores are averaged. A
long paragraph then does not drown a short one.
"""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.domain.pages import Passage
from briefbank.domain.searches import LexicalQuery
from briefbank.search.channels.channel import Channel, ExplainedResult, average
from briefbank.search.dependencies import MatchRanges, Scored
from briefbank.search.interpretation import quoted
from briefbank.search.query import Parameters, ParsedQuery
from briefbank.search.search_types import Query
from briefbank.text.characters import listed

FORMS_SHOWN = 6
RELATED_SHOWN = 3
SHORTEST_STEM = 4


class Words(Channel):
    """The channel of words (BM25). Exact search for quoted text and operators is apart from it."""

    name = "words"
    factor = "Words of the search"
    verbatim = True
    graded = True

    def weight(self, parameters: Parameters) -> float:
        return 1.0 - parameters.meaning

    def applies(self, query: Query) -> bool:
        return bool(query.parsed.words)

    def ask(self, query: Query) -> Scored:
        lists = [
            query.index.search(lexical, query.filters, query.depth) for lexical in query.lexical_queries()
        ]
        return average(lists)[: query.depth]

    def reasons(self, result: ExplainedResult) -> list[str]:
        return [
            *_forms(result),
            *_related(result.passage.text, result.parsed, result.match_ranges),
            *_heading(result.passage, result.parsed, result.match_ranges),
        ]


WORDS = Words()


def _forms(result: ExplainedResult) -> list[str]:
    """Return a reason for the words typed, in the forms in which they stand in the text."""
    text, parsed = result.passage.text, result.parsed
    exact = parsed.required is not None or parsed.asks_numbers or parsed.related
    ranges = result.match_ranges(text, LexicalQuery(parsed.words)) if exact else result.marked
    forms = word_forms(text, ranges)
    if not forms:
        return []
    more = [f"{len(forms) - FORMS_SHOWN} more"] if len(forms) > FORMS_SHOWN else []
    return [f"Contains {listed([*quoted(forms[:FORMS_SHOWN]), *more])}"]


def _related(text: str, parsed: ParsedQuery, match_ranges: MatchRanges) -> list[str]:
    """Return a reason for words of the thesaurus in the text, each with the typed word that it stands for."""
    if not parsed.related:
        return []
    forms = word_forms(text, match_ranges(text, LexicalQuery(related=parsed.related)))
    present = [related for related in parsed.related if any(same_word(form, related.text) for form in forms)]
    named = [f"“{related.text}” (for “{related.of}”)" for related in present[:RELATED_SHOWN]]
    return [f"Contains {listed(named)}"] if named else []


def _heading(passage: Passage, parsed: ParsedQuery, match_ranges: MatchRanges) -> list[str]:
    """Return the innermost heading with a word of the query."""
    query = parsed.lexical()
    matching = [heading for heading in passage.heading_path if match_ranges(heading, query)]
    return [f"Heading: {matching[-1]}"] if matching else []


def word_forms(text: str, ranges: Sequence[tuple[int, int]]) -> list[str]:
    """Return the words at the ranges, each once, in small letters; "searches" not beside "search"."""
    forms: list[str] = []
    for start, end in ranges:
        form = text[start:end].lower()
        if not any(same_word(form, known) for known in forms):
            forms.append(form)
    return forms


def same_word(one: str, other: str) -> bool:
    """Tell whether two words seem to be forms of one: more than three quarters of their beginnings agree."""
    least = max(SHORTEST_STEM, 3 * min(len(one), len(other)) // 4 + 1)
    return one[:least] == other[:least]
