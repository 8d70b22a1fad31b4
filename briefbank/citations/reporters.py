"""The names of reporters and journals from eyecite's tables, and eyecite's patterns for unusual citations.

eyecite (https://github.com/freelawproject/eyecite) has one pattern for each spelling of each reporter, 3,500
in all. Four in five of them match only "volume, this name, page". Those are a table here, keyed by the name
without spaces, so that one scan of the text and one lookup replace them. The others (neutral citations,
session laws, "5 U.S. (1 Cranch) 137") are matched by eyecite's tokenizer. Only patterns of whole citations
are used: what ``get_citations`` adds took most of the time and logs the text that it reads.

To import eyecite takes a third of a second, more than most searches. The table therefore comes with BriefBank
in a file that ``python -m installer.reporters`` makes of the installed eyecite, together with the beginnings
of the other patterns; eyecite is imported for the first text in which one of them may match.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from briefbank.domain.citations import CitationKind
from briefbank.paths import resources_folder

joined = partial(re.compile(r"\s+").sub, "")
"""Removes white space; the names of reporters are compared without it."""

_AFTER_NUMBER = re.compile(r"\d (\D)")
_VOLUME_FIRST = re.compile(
    re.escape(r"(?:^|[^a-zA-Z0-9])((?P<volume>[1-9]\d*) (?P<reporter>") + r"(?P<letter>[A-Za-z(])"
)
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
FILE = "reporters.json"
_BRACKET = "("
_NOMINATIVE = "(?P<reporter_nominative>"
_AFTER_BRACKET = re.compile(r"\) ?\d")
"""The end of a nominative reporter and the page: ") 137" in "5 U.S. (1 Cranch) 137"."""
_JOURNAL = re.compile(r"L\.(?:Rev|J|Q)\.|LawReview|LawJournal|J\.L\.|Rev\.L\.")
_YEARBOOK = re.compile(r"[A-Z]{2}")
_WORDS = frozenset(("Or", "SO", "Mt", "Day", "Me", "So", "At", "In", "No", "P", "A", "F"))
"""Spellings in eyecite's tables that are more often ordinary words."""
_NEUTRAL = frozenset(
    [
        "AZ",
        "CO",
        "DE",
        "GU",
        "IL",
        "ME",
        "MO",
        "MS",
        "MT",
        "ND",
        "NH",
        "NM",
        "OH",
        "OK",
        "PA",
        "SD",
        "UT",
        "VI",
        "VT",
        "WI",
        "WY",
    ]
)


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
    if found := _table().get(key) or _table().get(key.replace(",", ".")):
        return found
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
    return {key: ReporterName(name, CitationKind(kind)) for key, (name, kind) in _prepared()["plain"].items()}


@lru_cache(maxsize=1)
def _prepared() -> dict[str, Any]:
    return dict(json.loads((resources_folder() / FILE).read_text("utf-8")))


def tables_of_eyecite() -> dict[str, Any]:
    """Return the content of ``FILE`` for the installed eyecite: the reporters of plain patterns by name, and
    the beginnings and names of the other patterns."""
    plain, odd = _patterns()
    found: dict[str, dict[str, list[Any]]] = {}
    for pattern in plain:
        for name in pattern.strings:
            kinds = found.setdefault(joined(name), {"exact_editions": [], "variation_editions": []})
            for kind, editions in kinds.items():
                editions += pattern.extra[kind]
    named = {
        key: _named(kinds["exact_editions"] or kinds["variation_editions"], key)
        for key, kinds in found.items()
        if key[0].isupper() or key[0] == "("
    }
    beginnings: dict[str, set[str]] = {}
    for each in odd:
        beginnings.setdefault(_beginning(each.regex, each.strings), set()).update(map(joined, each.strings))
    return {
        "plain": {key: [each.name, each.kind.value] for key, each in sorted(named.items())},
        "odd": {beginning: sorted(names) for beginning, names in sorted(beginnings.items())},
    }


def _named(editions: Sequence[Any], key: str) -> ReporterName:
    names = {edition.short_name for edition in editions}
    sources = {edition.reporter.source for edition in editions}
    name = str(names.pop()) if len(names) == 1 else key
    if "reporters" in sources:
        return ReporterName(name, CitationKind.CASE)
    return ReporterName(name, CitationKind.STATUTE if "laws" in sources else CitationKind.JOURNAL)


@lru_cache(maxsize=1)
def _patterns() -> tuple[list[Any], list[Any]]:
    """Return eyecite's patterns of whole citations: the plain ones, which the table replaces, and the others.

    Patterns for sections of codes are left out; the module ``sections`` finds those.
    """
    from eyecite.models import CitationToken
    from eyecite.tokenizers import EXTRACTORS

    whole = [e for e in EXTRACTORS if e.constructor == CitationToken.from_match and not e.extra["short"]]
    plain = [e for e in whole if e.strings and _PLAIN_PATTERN.match(e.regex)]
    done = {id(e) for e in plain}
    odd = [e for e in whole if e.strings and id(e) not in done and "§" not in e.regex]
    return plain, [e for e in odd if not _POSTAL.search(e.regex)]


def _beginning(pattern: str, names: Sequence[str]) -> str:
    """Return how one of eyecite's patterns can begin, for ``_may_begin``."""
    if _NOMINATIVE in pattern:
        return _BRACKET
    if found := _VOLUME_FIRST.match(pattern):
        return "".join(sorted({name[0] for name in names} or {found.group("letter")}))
    return ""


def _may_begin(beginning: str, text: str, letters: Collection[str]) -> bool:
    """Tell whether a pattern with this beginning can match in a text. ``letters`` are those in it that follow
    a number and a space."""
    if beginning == _BRACKET:
        return _AFTER_BRACKET.search(text) is not None
    return not beginning or any(letter in letters for letter in beginning)


def eyecite_tokens(text: str) -> list[Any]:
    """Return eyecite's tokens for the patterns that the table does not replace. Linear time."""
    if not _eyecite_tokenizer.cache_info().currsize and not _may_hold_odd(text):
        return []
    return _eyecite_tokenizer()(text)


def _may_hold_odd(text: str) -> bool:
    """Tell whether a text has the beginning and the name of one of eyecite's patterns."""
    letters, without_spaces = set(_AFTER_NUMBER.findall(text)), joined(text)
    return any(
        _may_begin(beginning, text, letters) and any(name in without_spaces for name in names)
        for beginning, names in _prepared()["odd"].items()
    )


@lru_cache(maxsize=1)
def _eyecite_tokenizer() -> Callable[[str], list[Any]]:
    """Return eyecite's tokenizer with the patterns that the table does not replace. It is built once.

    A pattern is identified by its number, where eyecite hashes its whole text again and again. It is tried
    only if its beginning can be in the text. The words between citations are not collected.
    """
    from eyecite.tokenizers import AhocorasickTokenizer

    odd = _patterns()[1]
    beginnings = [_beginning(e.regex, e.strings) for e in odd]

    class Tokenizer(AhocorasickTokenizer):  # type: ignore[misc] # eyecite has no types
        def __post_init__(self) -> None:
            named = ((joined(s), number) for number, e in enumerate(odd) for s in e.strings)
            self.by_name = self.make_ahocorasick_filter(named)

        def get_extractors(self, text: str) -> list[Any]:
            wanted = {number for _, found in self.by_name.iter(joined(text)) for number in found}
            letters = set(_AFTER_NUMBER.findall(text))
            return [odd[number] for number in sorted(wanted) if _may_begin(beginnings[number], text, letters)]

        @staticmethod
        def append_text(tokens: list[Any], text: str) -> None:
            pass

    tokenizer = Tokenizer()
    return lambda text: [token for _, token in tokenizer.tokenize(text)[1]]
