"""The channel of exact identifiers: rules, statutes, dockets, and citations in any of their forms."""

from __future__ import annotations

from briefbank.domain.searches import LexicalQuery
from briefbank.search.channels.channel import Channel, ExplainedResult, average
from briefbank.search.identifiers import written_case
from briefbank.search.query import Parameters
from briefbank.search.search_types import Query, Scored
from briefbank.text.messages import Message, listed

NUMBERS_WEIGHT = 0.6
"""The weight of passages with a rule, docket or citation that was asked for, where the lexical and the
semantic channel together have 1: more than all that words alone can give."""


class Numbers(Channel):
    """The channel of exact identifiers."""

    name = "numbers"
    factor = Message("Numbers and citations asked for")
    verbatim = True

    def weight(self, parameters: Parameters) -> float:
        return NUMBERS_WEIGHT

    def applies(self, query: Query) -> bool:
        return query.parsed.asks_numbers and query.like is None

    def ask(self, query: Query) -> Scored:
        """Return passages with the numbers or cases word for word, or that cite the authorities in any
        form."""
        parsed, lists = query.parsed, []
        if names := (*parsed.identifiers, *parsed.cases):
            lists.append(query.search(LexicalQuery(identifiers=names)))
        if parsed.cited:
            lists.append(query.citing_any(dict.fromkeys(parsed.cited, 1.0)))
        return average([scored for scored in lists if scored] or [[]])

    def reasons(self, result: ExplainedResult) -> list[Message]:
        """Return reasons for the numbers, cases and citations that the text has."""
        present = [
            name
            for name in (*result.parsed.identifiers, *result.parsed.cases)
            if result.match_ranges(result.passage.text, LexicalQuery(identifiers=(name,)))
        ]
        numbers = [name for name in present if " " not in name]
        cited = [written_case(name) for name in present if " " in name]
        lines = []
        if numbers:
            lines.append(
                Message("Contains the numbers {listed}", listed=listed(numbers))
                if len(numbers) > 1
                else Message("Contains the number {listed}", listed=listed(numbers))
            )
        return [*lines, Message("Cites {cited}", cited=listed(cited))] if cited else lines


NUMBERS = Numbers()
