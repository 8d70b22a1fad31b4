"""The words of a typed piece as terms: cut where the index cuts, lower case, with wildcards.

"803(c)(27)" gives three terms and "self-incrim!" two, the second with a wildcard. A sign that leaves too
little of a word to search by ("a!", "5*3") is no wildcard: its word is taken as it stands. The same holds in
the address of a web page.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from briefbank.domain.expression import Phrase, Term
from briefbank.text.accents import without_accents

_LETTER = r"[^\W_][\u0300-\u036f]*"
_RUN = re.compile(rf"(?:{_LETTER})+(?:[*?]+(?:{_LETTER})+)*(?:\*+|!(?![\w!?*]))?")
_WORD = re.compile(r"[^\W_]+")
_OPEN_WORD = re.compile(r"[^\W_](?:[^\W_]|[*?])*")
_STARS = re.compile(r"\*+")
_SIGNS = re.compile(r"[*?!]")
LEAST_BEFORE_BANG, LEAST_WITH_STAR = 3, 2
"""The letters and digits that a word needs beside "!", and beside "*" or "?"."""


def terms(text: str, start: int) -> tuple[Term, ...]:
    """Return the words of ``text``, which stands at ``start`` of the typed text; none for punctuation."""
    can_open = "://" not in text and _has_letter(text)
    return tuple(term for run in _RUN.finditer(text) for term in _run_terms(run, start, can_open))


def unit(text: str, start: int, end: int) -> Term | Phrase | None:
    """Return the term or phrase of ``text`` (at ``start`` or later, inside ``start`` to ``end``), or None
    where there is no word. The range is that of the whole."""
    found = terms(text, start)
    if len(found) > 1:
        return Phrase(found, start, end)
    return Term(found[0].pattern, start, end) if found else None


def is_open(text: str) -> bool:
    """Tell whether one of the words has a wildcard."""
    return _SIGNS.search(text) is not None and any(term.open for term in terms(text, 0))


def too_short(text: str) -> bool:
    """Tell whether a wildcard was typed at a word that is too short for it."""
    if _SIGNS.search(text) is None:
        return False
    runs = [run.group() for run in _RUN.finditer(text) if _SIGNS.search(run.group())]
    return any(not _is_long_enough(run, _has_letter(text)) for run in runs)


def folded(text: str) -> str:
    """Return the text in lower case, without accents."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", without_accents(text))  # Korean syllables whole again.


def _run_terms(run: re.Match[str], start: int, can_open: bool) -> Iterator[Term]:
    typed = run.group()
    place = (start + run.start(), start + run.end())
    if _SIGNS.search(typed) and _is_long_enough(typed, can_open):
        pattern = _STARS.sub("*", folded(typed).replace("!", "*"))
        yield from (Term(word, *place) for word in _OPEN_WORD.findall(pattern))
    else:
        yield from (Term(word, *place) for word in _WORD.findall(folded(typed)))


def _is_long_enough(run: str, can_open: bool) -> bool:
    least = LEAST_BEFORE_BANG if run.endswith("!") else LEAST_WITH_STAR
    return can_open and sum(c.isalnum() for c in run) >= least


def _has_letter(text: str) -> bool:
    return any(c.isalpha() for c in text)
