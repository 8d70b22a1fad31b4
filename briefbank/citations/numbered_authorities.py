"""Authorities numbered by themselves: New Jersey statutes, rules, directives, public laws.

Each pattern is a single scan of the text, and none backtracks over what it has read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from briefbank.citations.code_tables import STATES
from briefbank.citations.mention import Mention, plain_number
from briefbank.citations.spacing import DASH
from briefbank.domain.citations import CitationKind

_SUBS = r"(?P<subs>(?: ?\((?:[A-Za-z]{1,4}|\d{1,3})\)){0,8})"
Naming = Callable[[re.Match[str]], str]


class _Numbering(NamedTuple):
    """Authorities of one kind that are numbered alike.

    ``needed`` are words of which every text that the pattern can match holds one. ``name`` turns a match into
    a canonical form. ``prefix`` is the name of a code, to which other sections may refer.
    """

    kind: CitationKind
    needed: tuple[str, ...]
    pattern: re.Pattern[str]
    name: Naming
    prefix: str = ""


def _subs(match: re.Match[str]) -> str:
    return (match.group("subs") or "").replace(" ", "")


def _number(match: re.Match[str]) -> str:
    return plain_number(match.group("number")).rstrip(".")


def _numbered(prefix: str) -> Naming:
    return lambda match: f"{prefix} {_number(match)}{_subs(match)}"


# --- statutes and regulations of New Jersey --------------------------------------------------------

_NEW_JERSEY_NUMBER = (
    rf"(?P<number>\d{{1,2}}[A-Z]? ?: ?\d{{1,4}}[A-Z]{{0,3}} ?[{DASH}]{{1,2}} ?\d{{1,4}}(?:\.\d{{1,3}})?)"
    r"(?P<letter>[a-z](?![a-z]))?"
)
_LETTERED_TITLES = frozenset(
    str.split("2A 2B 2C 3B 8A 11A 12A 14A 15A 17B 18A 22A 36A 38A 40A 42A 46A 46B 54A")
)
_BOTH = frozenset(str.split("1 2 3 4 5 6 7 8 10 11 12 12A 13 14 14A 15 15A 16 17 18 19"))
"""Titles of the statutes and of the Administrative Code. Only a regulation's number always has a decimal."""
_LAST_TITLE = 59
_FIRST_NO_HOUR = 24
"""The first title that is no hour of a day."""
_REGULATIONS_ALONE = frozenset(str.split("3A 4A 5A 6A 9A 10A"))
_COLON = re.compile(":")
_TITLE = re.compile(rf"(?:(?<![\w:./])\d{{1,2}}[A-Z]|(?<![\w:./{DASH}])\d{{1,2}}) ?$")
_ALONE = re.compile(rf"{_NEW_JERSEY_NUMBER}{_SUBS}(?![\w:])")
_SECTION = re.compile(
    rf"(?:§ )?{_NEW_JERSEY_NUMBER}(?P<subs>(?:\([A-Za-z0-9]{{1,5}}\))*)(?P<more> et seq\.| note)?"
)


def _new_jersey(match: re.Match[str]) -> str:
    """Return one name for '2C:44-1a(3)' and '2C:44-1(a)(3)', which are one provision.

    Outside the criminal code, "30:4-123.51b" is a section of its own.
    """
    number, letter = _number(match), match.group("letter") or ""
    part = letter if "." in number and not number.startswith("2C:") else f"({letter})" if letter else ""
    return f"N.J.S.A. {number}{part}{_subs(match)}"


def new_jersey_section(key: str, prefix: str = "") -> tuple[str, str, CitationKind] | None:
    """Return prefix, number and kind of a section that is New Jersey's by its number, such as "2C:44-1".

    None if the number may be another code's. ``prefix`` is that of the code which the text names, if any.
    """
    match = _SECTION.fullmatch(key)
    if match is None:
        return None
    number = match.group("number")
    title, decimal = number.partition(":")[0], "." in number
    if title in _REGULATIONS_ALONE and decimal and not prefix:
        return "N.J.A.C.", key, CitationKind.REGULATION
    known = title in _LETTERED_TITLES or (
        title.isdecimal() and 0 < int(title) <= _LAST_TITLE and title != "3"
    )
    alone = known and not (decimal and title in _BOTH)
    if prefix == "N.J.S.A." or (alone and not prefix) or title == "2C":
        canonical = _new_jersey(match) + (match.group("more") or "")
        return "N.J.S.A.", canonical.removeprefix("N.J.S.A. "), CitationKind.STATUTE
    return None


def _new_jersey_alone(text: str) -> Iterator[Mention]:
    """Find sections of New Jersey by number alone where it can be no verse, time or page of a transcript."""
    for colon in _COLON.finditer(text):
        title = _TITLE.search(text, max(0, colon.start() - 4), colon.start())
        match = _ALONE.match(text, title.start()) if title else None
        if match and _is_no_time(_number(match)):
            named = new_jersey_section(f"{_number(match)}{match.group('letter') or ''}{_subs(match)}")
            if named:
                prefix, number, kind = named
                canonical = f"{prefix} {number}"
                yield Mention(match.start(), match.end(), canonical, kind, key=number, prefix=prefix)


def _is_no_time(number: str) -> bool:
    title, _, rest = number.partition(":")
    chapter, _, section = rest.partition("-")
    long = not chapter.isdecimal() or len(section) > 2
    return not title.isdecimal() or (int(title) >= _FIRST_NO_HOUR and long)


# --- rules of court -------------------------------------------------------------------------------

_CIRCUITS = {
    word: number
    for number, words in {
        "1st": "First 1st",
        "2d": "Second 2d 2nd",
        "3d": "Third 3d 3rd",
        "4th": "Fourth 4th",
        "5th": "Fifth 5th",
        "6th": "Sixth 6th",
        "7th": "Seventh 7th",
        "8th": "Eighth 8th",
        "9th": "Ninth 9th",
        "10th": "Tenth 10th",
        "11th": "Eleventh 11th",
        "D.C.": "D.C. DC",
        "Fed.": "Federal Fed.",
    }.items()
    for word in words.split()
}
_RULE_BOOKS = (
    (re.compile(r"E(?:vid|\.$|$)"), "Evid."),
    (re.compile(r"Crim"), "Crim. P."),
    (re.compile(r"Civ"), "Civ. P."),
    (re.compile(r"App|A\.? ?P"), "App. P."),
    (re.compile(r"Bankr"), "Bankr. P."),
    (re.compile(r"Prof"), "Prof'l Conduct"),
    (re.compile(r"Juv"), "Juv. P."),
)
_PLACES_BEFORE = re.compile(r"(?=(?P<place>[A-Z][A-Za-z. ]*$))")
"""Every capital letter from which a name may reach to the end."""
_PLACE_LENGTH = 28
_BOOK = (
    r"(?P<book>Evid(?:\.|ence)|E\.|(?:Crim|Civ|App|Juv|Bankr)\. ?P(?:roc)?\.?|A\. ?P\.|Prof['’]?l\.? Conduct"
    r"|(?:Criminal|Civil|Appellate|Juvenile|Bankruptcy|Professional) (?:Procedure|Conduct))"
)
_RULE_NUMBER = rf"(?P<number>\d{{1,4}}(?:[.:{DASH}] ?\d{{1,4}}){{0,3}})"
_RULE_WITH_BOOK = re.compile(rf"R(?:\. ?|ules? of ){_BOOK} ?(?:[Rr]ule )?{_RULE_NUMBER}{_SUBS}")
_FEDERAL_SHORT = {
    "FRE": "Evid.",
    "FRAP": "App. P.",
    "FRCP": "Civ. P.",
    "FRCivP": "Civ. P.",
    "FRCrP": "Crim. P.",
    "FRCrimP": "Crim. P.",
    "FREvid": "Evid.",
    "FRAppP": "App. P.",
    "FRBP": "Bankr. P.",
    "FRBankrP": "Bankr. P.",
}
"""Books by the letters of their abbreviation: the pattern is made from these and matches no others."""
_FEDERAL_SHORT_PATTERN = "|".join(
    r"F\.? ?R\.? ?" + r"\.? ?".join(re.findall("[A-Z][a-z]*", letters[2:]))
    for letters in sorted(_FEDERAL_SHORT, key=len, reverse=True)
)


def _circuit_rule(match: re.Match[str]) -> str:
    return f"{_CIRCUITS[match.group('circuit')]} Cir. R. {_number(match)}{_subs(match)}"


def _place_before(text: str, at: int) -> tuple[str, int] | None:
    """Return the state (or "Fed.") named right before ``at``, and where it begins; None for none."""
    for match in _PLACES_BEFORE.finditer(text, max(0, at - _PLACE_LENGTH), at):
        key = "".join(match.group("place").split()).replace(".", "").lower()
        state = "Fed." if key in ("fed", "federal", "f") else STATES.get(key)
        if state and not text[match.start() - 1 : match.start()].isalnum():
            return state, match.start()
    return None


def _rule_of_place(match: re.Match[str], state: str) -> str:
    written = match.group("book")
    book = next((short for pattern, short in _RULE_BOOKS if pattern.match(written)), written)
    if state == "N.J." and book == "Evid.":
        return f"N.J.R.E. {_number(match)}{_subs(match)}"
    return f"{state} R. {book} {_number(match)}{_subs(match)}"


def _federal_short(match: re.Match[str]) -> str:
    letters = "".join(c for c in match.group("book") if c.isalpha())
    return f"Fed. R. {_FEDERAL_SHORT[letters]} {_number(match)}{_subs(match)}"


def _rule_of_court(match: re.Match[str]) -> str:
    return f"Cal. Rules of Court, rule {_number(match)}{_subs(match)}"


# --- all of them ----------------------------------------------------------------------------------

_NUMBERINGS: tuple[_Numbering, ...] = (
    _Numbering(
        CitationKind.STATUTE,
        (":",),
        re.compile(rf"N\.? ?J\.? ?S\.?(?: ?A\.?)? ?(?:§+ ?)?{_NEW_JERSEY_NUMBER}(?:\.(?= ?\())?{_SUBS}"),
        _new_jersey,
        "N.J.S.A.",
    ),
    _Numbering(
        CitationKind.RULE,
        (":",),
        re.compile(
            rf"R(?<![\w.]R)(?:ule|\.) ?"
            rf"(?P<number>\d ?: ?\d{{1,3}}[A-Z]?(?: ?[{DASH}] ?\d{{1,3}}[A-Z]?)?){_SUBS}"
        ),
        _numbered("R."),
    ),
    _Numbering(
        CitationKind.RULE,
        ("N.J", "NJ", "N. J", "N J"),
        re.compile(rf"N\.? ?J\.? ?R\.? ?E\.? ?(?P<number>\d{{3,4}}){_SUBS}"),
        _numbered("N.J.R.E."),
    ),
    _Numbering(
        CitationKind.RULE,
        ("FR", "F.R", "F. R"),
        re.compile(rf"(?<![\w.])(?P<book>{_FEDERAL_SHORT_PATTERN})\.? ?(?:Rule )?{_RULE_NUMBER}{_SUBS}"),
        _federal_short,
    ),
    _Numbering(
        CitationKind.RULE,
        ("Cir",),
        re.compile(
            rf"\b(?P<circuit>{'|'.join(map(re.escape, sorted(_CIRCUITS, key=len, reverse=True)))}) ?"
            rf"Cir(?:cuit|\.) ?(?:L(?:ocal|\.) ?)?R(?:ule|\.) ?{_RULE_NUMBER}{_SUBS}"
        ),
        _circuit_rule,
    ),
    _Numbering(
        CitationKind.RULE,
        ("of Court",),
        re.compile(rf"(?:Cal(?:ifornia|\.) )?Rules of Court,? [Rr]ules? {_RULE_NUMBER}{_SUBS}"),
        _rule_of_court,
    ),
    _Numbering(
        CitationKind.RULE,
        ("Ct. R", "Ct.R", "Ct R", "Court R"),
        re.compile(rf"\bS(?:up(?:reme|\.)|\.) ?C(?:our)?t\.? ?R(?:ule|\.) ?{_RULE_NUMBER}{_SUBS}"),
        _numbered("Sup. Ct. R."),
    ),
    _Numbering(
        CitationKind.RULE,
        ("Local R", "L. R", "L.R"),
        re.compile(rf"(?<![\w.])(?:Local |L\. ?|Civ\. ?L\. ?|D\. ?)R(?:ule|\.) ?{_RULE_NUMBER}{_SUBS}"),
        _numbered("Local R."),
    ),
    _Numbering(
        CitationKind.RULE,
        ("Rule",),
        re.compile(rf"\bRule (?P<number>\d{{3,4}}){_SUBS}(?! ?[:.\d]\d)"),
        _numbered("Evid. R."),
    ),
    _Numbering(
        CitationKind.RULE,
        tuple(f"{digit}(" for digit in range(10)),
        re.compile(
            r"(?<![\w.:§\-])(?<!§ )(?<!ection )(?<!ec\. )(?P<number>(?:40[1-9]|41[0-5]|6[01]\d|70[1-6]"
            r"|80[1-7]|90[1-3]|100[1-8])|(?:404|609|803|804))(?P<subs>(?:\([a-z0-9]{1,3}\)){1,4})"
        ),
        _numbered("Evid. R."),
    ),
    _Numbering(
        CitationKind.DIRECTIVE,
        ("irective", "DIRECTIVE"),
        re.compile(
            r"\b(?:(?:AG|A\. ?G\.|AOC|Att(?:orne)?[’'.]?y\.? (?:Gen(?:eral|\.))(?:['’]s)?|Administrative) )?"
            r"(?:Law Enforcement )?[Dd]irective (?:[Nn]o\. ?|[Nn]umber |# ?)?"
            rf"(?P<number>\d{{1,4}} ?[{DASH}] ?\d{{1,4}}(?:[{DASH}]\d{{1,3}})?)(?P<subs>)"
        ),
        _numbered("Directive"),
    ),
    _Numbering(
        CitationKind.STATUTE,
        ("Pub", "P.L"),
        re.compile(
            r"\bP(?:ub(?:lic|\.)|\.) ?L(?:aw|\.) (?:No\. )?"
            rf"(?P<number>\d{{2,3}}[{DASH}] ?\d{{1,3}})(?P<subs>)"
        ),
        _numbered("Pub. L. No."),
    ),
    _Numbering(
        CitationKind.OTHER,
        ("Rep.", "Doc."),
        re.compile(
            rf"\b(?P<house>S|H\. ?R|H|Sen|House)\.? (?P<paper>Rep|Doc|Conf\. Rep)\. (?:No\. )?"
            rf"(?P<number>\d{{2,3}}[{DASH}] ?\d{{1,4}})"
        ),
        lambda m: f"{m.group('house').replace(' ', '')}. {m.group('paper')}. No. {_number(m)}",
    ),
)


_NEXT_RULE = re.compile(
    r"(?:, and |, or |, | and | or | & )(?P<number>\d{1,4}(?:[.:-]\d{1,4}){0,3}(?:\([A-Za-z0-9]{1,4}\)){1,6})"
)


def find_numbered(text: str) -> Iterator[Mention]:
    """Find the numbered authorities in a text with single spaces. Linear time."""
    for numbering in _NUMBERINGS:
        if any(word in text for word in numbering.needed):
            yield from _mentions(text, numbering)
    yield from _rules_of_places(text)
    yield from _new_jersey_alone(text)


def _rules_of_places(text: str) -> Iterator[Mention]:
    """Find rules of federal and state courts by their book: "Fed. R. Evid. 404", "Pa.R.A.P. 1925(b)"."""
    for match in _RULE_WITH_BOOK.finditer(text):
        if place := _place_before(text, match.start()):
            mention = Mention(place[1], match.end(), _rule_of_place(match, place[0]), CitationKind.RULE)
            yield mention
            yield from _more_rules(text, mention, _number(match) + _subs(match))


def _mentions(text: str, numbering: _Numbering) -> Iterator[Mention]:
    done = 0
    for match in numbering.pattern.finditer(text):
        first = Mention(match.start(), match.end(), numbering.name(match), numbering.kind)
        if numbering.prefix:
            first.prefix, first.key = numbering.prefix, first.canonical.removeprefix(f"{numbering.prefix} ")
        yield first
        if numbering.kind is CitationKind.RULE and match.start() >= done:
            for mention in _more_rules(text, first, _number(match) + _subs(match)):
                done = mention.end
                yield mention


def _more_rules(text: str, first: Mention, number: str) -> Iterator[Mention]:
    """Yield the second and later rules of a list such as "Fed. R. Civ. P. 12(b)(1) and 12(b)(6)"."""
    book, end = first.canonical.removesuffix(number), first.end
    while match := _NEXT_RULE.match(text, end):
        end = match.end()
        yield Mention(match.start("number"), end, book + match.group("number"), CitationKind.RULE)
