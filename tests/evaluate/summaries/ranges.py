"""The ranges of a sentence that may be edited: quotations and citations have edits of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from briefbank.summary.checks.plain_form import FindCitations

QUOTED = re.compile(r"“([^“”]+)”|\"([^\"]+)\"")
_AFTER_CITE = re.compile(r"(?:, ?\d+(?:-\d+)?)*(?: ?\([^()]*\))?")
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"))

Range = tuple[int, int]


def cited(text: str, find: FindCitations) -> list[Range]:
    """Return the half-open ranges of the citations, with their pin cites and the parenthesis that follows."""
    return [(each.start, _end(text, each.end)) for each in find(text)]


def kept(text: str, find: FindCitations) -> list[Range]:
    """Return the half-open ranges of quotations and citations."""
    return [*(found.span() for found in QUOTED.finditer(text)), *cited(text, find)]


def free(pattern: re.Pattern[str], text: str, find: FindCitations) -> Iterator[re.Match[str]]:
    """Yield the matches that touch neither a quotation nor a citation."""
    taken = kept(text, find)
    for found in pattern.finditer(text):
        if all(found.end() <= start or end <= found.start() for start, end in taken):
            yield found


def phrase(text: str) -> re.Pattern[str]:
    """Return a pattern of the words as whole words."""
    return re.compile(rf"(?<![\w-]){text}(?![\w’'-])")


def put(text: str, place: Range, words: str) -> str:
    """Return the text with ``words`` in place of a range."""
    return text[: place[0]] + words + text[place[1] :]


def balanced(text: str) -> bool:
    """Tell whether all brackets and quotation marks that open also close."""
    return text.count('"') % 2 == 0 and all(text.count(first) == text.count(last) for first, last in _PAIRS)


def upper_first(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def words(text: str) -> list[str]:
    """Return the words in lower case, without signs around them."""
    return [found.lower() for found in re.findall(r"[\w’'-]+", text)]


def _end(text: str, at: int) -> int:
    found = _AFTER_CITE.match(text, at)
    return found.end() if found else at
