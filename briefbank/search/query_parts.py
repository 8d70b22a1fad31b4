"""The parts of a query as it was read, each with the query that remains when it is removed."""

from __future__ import annotations

from collections.abc import Callable

from briefbank.domain.expression import Phrase, Term, conjuncts
from briefbank.domain.searches import PartRole, QueryPart
from briefbank.search import typed_pieces
from briefbank.search.identifiers import written_case
from briefbank.search.interpretation import period, quoted
from briefbank.search.operators import descriptions, read
from briefbank.search.operators.reading import keeps_required, without
from briefbank.search.parsing import PASTED_WORDS, QUOTE_MARKS, QUOTES
from briefbank.search.query import ParsedQuery, Typed
from briefbank.text.listing import listed

MOST_PARTS = 10
"""The most words, or numbers, that are parts of their own; more are one part, since a pasted text is not read
word by word."""
CUT_LETTERS = 2_000
"""The longest text from which a part can be removed by a click."""
RELATED_SHOWN = 4
_NOT_ASKED = (PartRole.LAW, PartRole.ASIDE, PartRole.RELATED, PartRole.CORRECTED)
_NO_QUOTES = str.maketrans(dict.fromkeys(QUOTE_MARKS, " "))


def parts_of(parsed: ParsedQuery) -> tuple[QueryPart, ...]:
    """Return the parts, required ones first; empty ``without`` where nothing would be left to search."""
    found = [*_required(parsed), *_plain(parsed), *_corrected(parsed), *_related(parsed), *_aside(parsed)]
    asked = [part for part in found if part.role not in _NOT_ASKED]
    if len(asked) == 1:
        return tuple(part if part is not asked[0] else QueryPart(part.role, part.text, "") for part in found)
    return tuple(found)


def _required(parsed: ParsedQuery) -> list[QueryPart]:
    if parsed.required is None:
        return []
    roles = {"required": PartRole.REQUIRED, "excluded": PartRole.EXCLUDED}
    return [
        QueryPart(roles[part.role], _without_role_word(part.text), _without_part(parsed, part))
        for part in descriptions.parts(parsed.required)
    ]


def _without_part(parsed: ParsedQuery, part: descriptions.DescribedPart) -> str:
    """Return the text without a part; in one paragraph, where only that keeps its quotation marks in force.
    Empty where nothing would."""
    left = without(parsed.text, parsed.read, part.start, part.end)
    kept = [each for each in conjuncts(parsed.required) if (each.start, each.end) != (part.start, part.end)]
    quoted = all(isinstance(each, Term | Phrase) and parsed.text[each.start] in QUOTE_MARKS for each in kept)
    if kept and quoted:
        left = typed_pieces.BLANK_LINE.sub(" ", left)
        return left if len(left.split()) <= PASTED_WORDS else ""
    return left


def _without_role_word(text: str) -> str:
    """Return the text without the word that the part's role implies."""
    return text.removeprefix("without ").removeprefix("not ")


def _plain(parsed: ParsedQuery) -> list[QueryPart]:
    """Return numbers and words in the order typed; of many only their count."""
    numbers = [each for each in parsed.typed if each.number]
    worded = [each for each in parsed.typed if each.words]
    apart = [each for some in (numbers, worded) if len(some) <= MOST_PARTS for each in some]
    parts = [
        QueryPart(PartRole.NUMBER, each.number, _cut(parsed, each))
        if each.number
        else QueryPart(PartRole.RANKED, " ".join(each.words), _cut(parsed, each))
        for each in sorted(apart, key=lambda each: each.start)
    ]
    if len(numbers) > MOST_PARTS:
        parts.append(QueryPart(PartRole.NUMBER, f"{len(parsed.identifiers)} numbers", ""))
    if len(worded) > MOST_PARTS:
        parts.append(QueryPart(PartRole.RANKED, f"{len(parsed.words)} words", ""))
    return parts + [QueryPart(PartRole.NUMBER, written_case(case), "") for case in parsed.cases[:MOST_PARTS]]


def _corrected(parsed: ParsedQuery) -> list[QueryPart]:
    """Return the corrected words. What keeps a word as it was typed is a capital where some passage has it,
    which requires nothing, otherwise quotation marks."""
    return [
        QueryPart(
            PartRole.CORRECTED,
            f"“{each.used}” for “{each.typed}”",
            _with_word(parsed, each.typed, str.capitalize if each.known else _in_quotes),
        )
        for each in parsed.corrections
    ]


def _related(parsed: ParsedQuery) -> list[QueryPart]:
    """Return the thesaurus's additions by the typed word they belong to."""
    added: dict[str, list[str]] = {}
    for each in parsed.related:
        added.setdefault(each.of, []).append(each.text)
    parts = []
    for typed, others in added.items():
        more = len(others) - RELATED_SHOWN
        shown = listed([*quoted(others[:RELATED_SHOWN]), *([f"{more} more"] if more > 0 else [])])
        parts.append(
            QueryPart(PartRole.RELATED, f"{shown} for “{typed}”", _with_word(parsed, typed, _in_quotes))
        )
    return parts


def _aside(parsed: ParsedQuery) -> list[QueryPart]:
    typed = [QueryPart(PartRole.ASIDE, parsed.set_aside, "")] if parsed.set_aside else []
    return [*typed, *_law_day(parsed), *(QueryPart(PartRole.ASIDE, text, "") for text in parsed.dates)]


def _law_day(parsed: ParsedQuery) -> list[QueryPart]:
    asked = parsed.law_day
    if asked is None:
        return []
    text = period(asked.first, asked.last)
    return [QueryPart(PartRole.LAW, text, _cut(parsed, Typed(asked.start, asked.end)))]


def _cut(parsed: ParsedQuery, typed: Typed) -> str:
    """Return the text without one piece; a colon behind it stays, because it ends the context. Empty where
    the required part would be read in another way.

    Quotation marks that do not limit, as in a pasted text, are removed too: they would limit in a shorter
    one.
    """
    text = parsed.text
    end = typed.end - text[typed.start : typed.end].endswith(":")
    if len(text) > CUT_LETTERS or not keeps_required(parsed.read, typed.start, end):
        return ""
    left = _joined(text[: typed.start], text[end:])
    if QUOTES in parsed.read.notes:
        left = left.translate(_NO_QUOTES).strip()
    only_words = not parsed.read.lexemes  # of a selected, pasted or broken text
    return "" if only_words and read(left).operators else left


def _with_word(parsed: ParsedQuery, typed: str, rewrite: Callable[[str], str]) -> str:
    """Return the text with a word of it written anew; empty where it does not stand there by itself."""
    for each in parsed.typed:
        if " ".join(each.words) == typed:
            inner = parsed.text[each.start : each.end].strip(".,;:?!")
            return f"{parsed.text[: each.start]}{rewrite(inner)}{parsed.text[each.end :]}"
    return ""


def _in_quotes(word: str) -> str:
    return f"“{word}”"


def _joined(left: str, right: str) -> str:
    """Join the two sides with a blank, or with the blank line that separates two paragraphs."""
    before, behind = left.rstrip(), right.lstrip()
    gap = left[len(before) :] + right[: len(right) - len(behind)]
    between = "\n\n" if typed_pieces.BLANK_LINE.search(gap) else " "
    return f"{before}{between}{behind}" if before and behind else before + behind
