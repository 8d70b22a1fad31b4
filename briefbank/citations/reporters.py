"""The names of reporters and journals from eyecite's tables, and eyecite's patterns for unusual citations.

eyecite (https://github.com/freelawproject/eyecite) has one pattern for each spelling of each reporter, 3,500
in all. Four in five of them match only "volume, this name, page". Those are a table here, keyed by the name
without spaces, so that one scan of the text and one lookup replace them. The others (neutral citations,
session laws, "5 U.S. (1 Cranch) 137") are matched by eyecite's tokenizer. Only patterns of whole citations
are used: what ``get_citations`` adds took most of the time and logs the text that it reads. eyecite is
imported for the first text that has a number where a citation could be, which takes a third of a second.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import Any, NamedTuple

from briefbank.domain.authorities import CitationKind

joined = partial(re.compile(r"\s+").sub, "")
"""Removes white space; the names of reporters are compared without it."""

_PLAIN_PAGE = re.escape(r"),? (?P<page>(?:\d+|c?")
_PLAIN_PATTERN = re.compile(
    re.escape("(?:^|[^a-zA-Z0-9])((?P<volume>")
    + r"[^()]*\) "
    + re.escape("(?P<reporter>")
    + r".*"
    + _PLAIN_PAGE,
    re.DOTALL,
)
_POSTAL = re.compile(re.escape("(?P<reporter>") + r"[A-Z]{2}\)")
"""A state's neutral citations, such as "2010 ND 5"; the table holds them all."""
_JOURNAL = re.compile(r"L\.(?:Rev|J|Q)\.|LawReview|LawJournal|J\.L\.|Rev\.L\.")
_YEARBOOK = re.compile(r"[A-Z]{2}")
_WORDS = frozenset(("Or", "SO", "Mt", "Day", "Me", "So", "At", "In", "No", "P", "A", "F"))
"""Spellings in eyecite's tables that are more often ordinary words."""
_NEUTRAL = frozenset(str.split("AZ CO DE GU IL ME MO MS MT ND NH NM OH OK PA SD UT VI VT WI WY"))


class ReporterName(NamedTuple):
    """The canonical name of a reporter or journal, and the kind of authority that it holds."""

    name: str
    kind: CitationKind


_ADDED = {
    "Fed.Reg.": ReporterName("Fed. Reg.", CitationKind.REGULATION),
    "N.J.Reg.": ReporterName("N.J. Reg.", CitationKind.REGULATION),
    "N.J.R.": ReporterName("N.J. Reg.", CitationKind.REGULATION),
    "Stat.": ReporterName("Stat.", CitationKind.STATUTE),
    "Cong.Rec.": ReporterName("Cong. Rec.", CitationKind.OTHER),
    "CONG.REC.": ReporterName("Cong. Rec.", CitationKind.OTHER),
    "WL": ReporterName("WL", CitationKind.CASE),
}
"""Reporters missing from eyecite's tables of plain names, or present there as something else."""


def reporter(written: str, volume: str) -> ReporterName | None:
    """Return the reporter named between a volume and a page, however spaced; None for no reporter."""
    key = joined(written).replace("’", "'")
    if key in _ADDED:
        return _ADDED[key]
    if key in _WORDS or (_YEARBOOK.fullmatch(key) and len(volume) != 4 and key not in ("US", "NE", "NW")):
        return None
    if key in _NEUTRAL:
        return ReporterName(key, CitationKind.CASE)
    if known := _table().get(key) or _table().get(key.replace(",", ".")):
        return known
    spaced = " ".join(written.split())
    if key.endswith("LEXIS"):
        return ReporterName(spaced, CitationKind.CASE)
    return ReporterName(spaced, CitationKind.JOURNAL) if _JOURNAL.search(key) and "(" not in key else None


def in_table(written: str) -> bool:
    """Tell whether :func:`reporter` knows a name better than eyecite's patterns do."""
    return joined(written) in _ADDED


@lru_cache(maxsize=1)
def _table() -> dict[str, ReporterName]:
    """Return each reporter that is cited as volume, name and page, by its name without spaces."""
    editions: dict[str, dict[str, list[Any]]] = {}
    for pattern in _patterns()[0]:
        for name in pattern.strings:
            by_use = editions.setdefault(joined(name), {"exact_editions": [], "variation_editions": []})
            for use, some in by_use.items():
                some += pattern.extra[use]
    table: dict[str, ReporterName] = {}
    for key, by_use in editions.items():
        if not key[0].isupper() and key[0] != "(":
            continue
        some = by_use["exact_editions"] or by_use["variation_editions"]
        names = {edition.short_name for edition in some}
        sources = {edition.reporter.source for edition in some}
        other = CitationKind.STATUTE if "laws" in sources else CitationKind.JOURNAL
        kind = CitationKind.CASE if "reporters" in sources else other
        table[key] = ReporterName(str(names.pop()) if len(names) == 1 else key, kind)
    return table


@lru_cache(maxsize=1)
def _patterns() -> tuple[list[Any], list[Any]]:
    """Return eyecite's patterns of whole citations: the plain ones, which the table replaces, and the others.

    Patterns for sections of codes are left out; ``statutes`` finds those.
    """
    from eyecite.models import CitationToken
    from eyecite.tokenizers import EXTRACTORS

    whole = [e for e in EXTRACTORS if e.constructor == CitationToken.from_match and not e.extra["short"]]
    plain = [e for e in whole if e.strings and _PLAIN_PATTERN.match(e.regex)]
    done = {id(e) for e in plain}
    odd = [e for e in whole if e.strings and id(e) not in done and "§" not in e.regex]
    return plain, [e for e in odd if not _POSTAL.search(e.regex)]


def eyecite_tokens(text: str) -> list[Any]:
    """Return eyecite's tokens for the patterns that the table does not replace. Linear time."""
    return [token for _, token in _eyecite_tokenizer().tokenize(text)[1]]


@lru_cache(maxsize=1)
def _eyecite_tokenizer() -> Any:
    """Return eyecite's tokenizer with the patterns that the table does not replace. It is built once.

    eyecite's own one tries all patterns and hashes the whole text of each again and again.
    """
    from eyecite.tokenizers import AhocorasickTokenizer

    odd = _patterns()[1]

    class Tokenizer(AhocorasickTokenizer):  # type: ignore[misc] # eyecite has no types
        def __post_init__(self) -> None:
            named = ((joined(name), number) for number, pattern in enumerate(odd) for name in pattern.strings)
            self.by_name = self.make_ahocorasick_filter(named)

        def get_extractors(self, text: str) -> list[Any]:
            numbers = {number for _, some in self.by_name.iter(joined(text)) for number in some}
            return [odd[number] for number in sorted(numbers)]

        @staticmethod
        def append_text(tokens: list[Any], text: str) -> None:
            """Leave out the words between citations."""

    return Tokenizer()
