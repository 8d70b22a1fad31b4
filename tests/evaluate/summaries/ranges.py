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
    return [(and_.start, _end(text, and_.end)) for and_ in find(text)]


def kept(text: str, find: FindCitations) -> list[Range]:
    """Return the half-open ranges of quotations and citations."""
    return [*(match.span() for match in QUOTED.finditer(text)), *cited(text, find)]


def free(pattern: re.Pattern[str], text: str, find: FindCitations) -> Iterator[re.Match[str]]:
    """Yield the matches that touch neither a quotation nor a citation."""
    taken = kept(text, find)
    for match in pattern.finditer(text):
        if all(match.end() <= start or end <= match.start() for start, end in taken):
            yield match


def phrase(text: str) -> re.Pattern[str]:
    """Return a pattern that matches the words as whole words."""
    return re.compile(rf"(?<![\w-]){text}(?![\w’'-])")


def put(text: str, span: Range, words: str) -> str:
    """Return the text with ``words`` in place of a range."""
    return text[: span[0]] + words + text[span[1] :]


def balanced(text: str) -> bool:
    """Tell whether all brackets and quotation marks that open also close."""
    return text.count('"') % 2 == 0 and all(text.count(first) == text.count(last) for first, last in _PAIRS)


def upper_first(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def words(text: str) -> list[str]:
    """Return the words in lower case, without signs around them."""
    return [match.lower() for match in re.findall(r"[\w’'-]+", text)]


def _end(text: str, at: int) -> int:
    match = _AFTER_CITE.match(text, at)
    return match.end() if match else at
