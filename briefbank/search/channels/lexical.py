"""The lexical channel: BM25 over text, headings and title.

Several paragraphs without a final question are ranked one by one, and the relative scores are averaged. A
long paragraph then does not drown a short one.
"""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.domain.searches import LexicalQuery
from briefbank.search.channels.channel import Channel, ExplainedResult, average
from briefbank.search.interpretation import quoted
from briefbank.search.query import Parameters
from briefbank.search.search_types import Query, Scored
from briefbank.text.messages import Message, listed

FORMS_SHOWN = 6
RELATED_SHOWN = 3
SHORTEST_STEM = 4


class Lexical(Channel):
    """The channel of words. Exact search for quoted text and operators is apart from it."""

    name = "words"
    factor = Message("Words of the search")
    verbatim = True
    graded = True

    def weight(self, parameters: Parameters) -> float:
        return 1.0 - parameters.semantic

    def applies(self, query: Query) -> bool:
        return bool(query.parsed.words)

    def ask(self, query: Query) -> Scored:
        paragraphs = query.parsed.parts if len(query.parsed.parts) > 1 else (None,)
        return average([query.search(query.lexical(part)) for part in paragraphs])[: query.depth]

    def reasons(self, result: ExplainedResult) -> list[Message]:
        """Return reasons for the typed words in the forms in which they stand in the text, for words of the
        thesaurus, and for the innermost heading with a word of the query."""
        passage, parsed, match_ranges = result.passage, result.parsed, result.match_ranges
        lines = []
        is_exact = parsed.required is not None or parsed.asks_numbers or parsed.related
        ranges = match_ranges(passage.text, LexicalQuery(parsed.words)) if is_exact else result.marked
        if forms := word_forms(passage.text, ranges):
            more: list[str] = (
                [Message("{forms} more", forms=len(forms) - FORMS_SHOWN)] if len(forms) > FORMS_SHOWN else []
            )
            lines.append(Message("Contains {value}", value=listed([*quoted(forms[:FORMS_SHOWN]), *more])))
        if parsed.related:
            forms = word_forms(passage.text, match_ranges(passage.text, LexicalQuery(related=parsed.related)))
            present = [
                related for related in parsed.related if any(same_word(form, related.text) for form in forms)
            ]
            named = [
                Message("“{text}” (for “{of}”)", text=related.text, of=related.of)
                for related in present[:RELATED_SHOWN]
            ]
            lines += [Message("Contains {named}", named=listed(named))] if named else []
        query = parsed.lexical()
        matching = [heading for heading in passage.heading_path if match_ranges(heading, query)]
        return [*lines, Message("Heading: {matching}", matching=matching[-1])] if matching else lines


LEXICAL = Lexical()


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
