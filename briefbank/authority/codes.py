"""The authorities that have a number of their own kind: statutes, court rules, rules of evidence,
constitutions, directives. Each pattern is one scan of the text; none can run back over what it has read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Mention = tuple[int, int, str, str]

_SUBS = r"(?P<subs>(?:\s?\([A-Za-z0-9]{1,4}\))*)"
_DASH = "-–‑"


def _subs(match: re.Match[str]) -> str:
    return (match.group("subs") or "").replace(" ", "")


def _number(match: re.Match[str]) -> str:
    return match.group("number").replace("–", "-").replace("‑", "-").replace(" ", "").rstrip(".")


def _section(prefix: str) -> Callable[[re.Match[str]], str]:
    return lambda match: f"{prefix} {_number(match)}{_subs(match)}"


def _state_code(match: re.Match[str]) -> str:
    name = " ".join(match.group("code").replace("§", "").split())
    return f"{name} § {_number(match)}{_subs(match)}"


def _new_jersey_letter(match: re.Match[str]) -> str:
    """'2C:44-1a(3)' and '2C:44-1(a)(3)' are one provision."""
    letter = match.group("letter")
    return f"N.J.S.A. {_number(match)}{f'({letter})' if letter else ''}{_subs(match)}"


def _constitution(match: re.Match[str]) -> str:
    place = (
        "U.S."
        if match.group("place").replace(" ", "") in ("U.S.", "UnitedStates", "US")
        else match.group("place").strip()
    )
    amendment = match.group("amendment")
    article = match.group("article")
    part = f"amend. {amendment.upper()}" if amendment else f"art. {article.upper()}"
    section = f", § {match.group('section')}" if match.group("section") else ""
    paragraph = f", ¶ {match.group('paragraph')}" if match.group("paragraph") else ""
    return f"{place} Const. {part}{section}{paragraph}"


_ORDINALS = dict(
    zip(
        str.split(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
            "fourteenth fifteenth"
        ),
        str.split("I II III IV V VI VII VIII IX X XI XII XIII XIV XV"),
        strict=True,
    )
)


def _amendment(match: re.Match[str]) -> str:
    return f"U.S. Const. amend. {_ORDINALS[match.group('ordinal').lower()]}"


_PATTERNS: tuple[tuple[str, tuple[str, ...], re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (
        "statute",
        (":",),
        re.compile(
            rf"N\.?\s?J\.?\s?S\.?(?:\s?A\.?)?\s?(?:§+\s?)?"
            rf"(?P<number>\d{{1,2}}[A-Z]?:\s?\d{{1,4}}[A-Z]?[{_DASH}]\s?\d{{1,4}}(?:\.\d{{1,3}}[a-z]?)?)"
            rf"(?P<letter>[a-z](?![a-z]))?\.?{_SUBS}"
        ),
        _new_jersey_letter,
    ),
    (
        "statute",
        ("2C:",),
        re.compile(
            rf"(?<![\w:])(?P<number>2C:\s?\d{{1,3}}[A-Z]?[{_DASH}]\s?\d{{1,3}}(?:\.\d{{1,3}})?)"
            rf"(?P<letter>[a-z](?![a-z]))?{_SUBS}"
        ),
        _new_jersey_letter,
    ),
    (
        "statute",
        ("U",),
        re.compile(
            rf"\b(?P<number>\d{{1,2}}\s?U\.?\s?S\.?\s?C\.?\s?(?:A\.?)?\s?§{{0,2}}\s?\d{{1,5}}[a-z]{{0,2}}"
            rf"(?:[{_DASH}]\d{{1,3}}[a-z]?)?){_SUBS}(?!\s?U\.S\.)"
        ),
        lambda m: _federal(m),
    ),
    (
        "statute",
        ("Code", "Stat", "Laws"),
        re.compile(
            rf"\b(?P<code>(?:[A-Z][A-Za-z.&]{{0,14}}\s){{1,5}}?(?:Code(?:\sAnn\.?)?|Stat\.?(?:\sAnn\.?)?"
            rf"|Laws(?:\sAnn\.?)?|Rev\.\sStat\.)),?\s?§{{1,2}}\s?(?P<number>\d[\w.:{_DASH}]{{0,20}}\w"
            rf"|\d){_SUBS}"
        ),
        _state_code,
    ),
    (
        "rule",
        (":",),
        re.compile(
            rf"(?<![\w.])(?:Court\s)?R(?:ule"
            rf"|\.)\s?(?P<number>\d:\d{{1,3}}[A-Z]?(?:[{_DASH}]\d{{1,3}}[A-Z]?)?){_SUBS}"
        ),
        _section("R."),
    ),
    (
        "rule",
        ("N.J", "NJ", "N. J", "N J"),
        re.compile(rf"N\.?\s?J\.?\s?R\.?\s?E\.?\s?(?P<number>\d{{3,4}}){_SUBS}"),
        _section("N.J.R.E."),
    ),
    (
        "rule",
        ("Evid", "FR", "F.R"),
        re.compile(
            rf"(?:Fed\.\s?R\.\s?Evid\.|Federal\sRules?\sof\sEvidence"
            rf"|F\.?R\.?E\.)\s?(?P<number>\d{{3,4}}){_SUBS}"
        ),
        _section("Fed. R. Evid."),
    ),
    (
        "rule",
        ("Crim",),
        re.compile(
            rf"(?:Fed\.\s?R\.\s?Crim\.\s?P\."
            rf"|Federal\sRules?\sof\sCriminal\sProcedure)\s?(?P<number>\d{{1,2}}(?:\.\d)?){_SUBS}"
        ),
        _section("Fed. R. Crim. P."),
    ),
    (
        "rule",
        ("Civ",),
        re.compile(
            rf"(?:Fed\.\s?R\.\s?Civ\.\s?P\."
            rf"|Federal\sRules?\sof\sCivil\sProcedure)\s?(?P<number>\d{{1,2}}(?:\.\d)?){_SUBS}"
        ),
        _section("Fed. R. Civ. P."),
    ),
    (
        "rule",
        ("App",),
        re.compile(
            rf"(?:Fed\.\s?R\.\s?App\.\s?P\."
            rf"|Federal\sRules?\sof\sAppellate\sProcedure)\s?(?P<number>\d{{1,2}}(?:\.\d)?){_SUBS}"
        ),
        _section("Fed. R. App. P."),
    ),
    (
        "rule",
        ("Rule",),
        re.compile(rf"\bRule\s(?P<number>\d{{3,4}}){_SUBS}(?!\s?[:\d])"),
        _section("Evid. R."),
    ),
    (
        "rule",
        ("(",),
        re.compile(
            r"(?<![\w.:§\-])(?<!§ )(?<!ection )(?<!ec\. )(?P<number>(?:40[1-9]|41[0-5]|6[01]\d|70[1-6]"
            r"|80[1-7]|90[1-3]|100[1-8])|(?:404|609|803|804))(?P<subs>(?:\([a-z0-9]{1,3}\)){1,4})"
        ),
        _section("Evid. R."),
    ),
    (
        "constitution",
        ("Const",),
        re.compile(
            r"\b(?P<place>U\.\s?S\.|United States|US|N\.\s?J\.|New Jersey"
            r"|(?:[A-Z][a-z]{2,8}\.?\s){1,2}?)\s?Const(?:\.|itution),?\s?(?:\(\d{4}\),?\s?)?"
            r"(?:[Aa]mends?\.?\s?(?P<amendment>[IVXivx]{1,6}|\d{1,2})|[Aa]rt(?:\."
            r"|icle)?\s?(?P<article>[IVXivx]{1,6}|\d{1,2}))"
            r"(?:,?\s?(?:§|[Ss]ec(?:\.|tion))\s?(?P<section>\d{1,2}))?(?:,?\s?(?:¶|[Pp]ar(?:\.|a\."
            r"|agraph))\s?(?P<paragraph>\d{1,2}))?"
        ),
        _constitution,
    ),
    (
        "constitution",
        ("Amendment",),
        re.compile(rf"\b(?P<ordinal>{'|'.join(n.capitalize() for n in _ORDINALS)})\sAmendment\b"),
        _amendment,
    ),
    (
        "other",
        ("irective",),
        re.compile(
            r"\b(?:(?:AG|A\.G\.|Att(?:orne)?[’'.]?y\.?\s(?:Gen(?:eral"
            r"|\.)))\s)?(?:Law Enforcement\s)?[Dd]irective\s(?:[Nn]o\.\s?|[Nn]umber\s"
            r"|#)?(?P<number>\d{4}-\d{1,3}|#?\d{1,3}-\d{2,4})(?P<subs>)"
        ),
        lambda m: f"Directive {_number(m)}",
    ),
)
"""Sort; words of which one stands in every text that the pattern can match; pattern; canonical form."""


def _federal(match: re.Match[str]) -> str:
    title, section = re.findall(rf"\d+[a-z]{{0,2}}(?:[{_DASH}]\d+[a-z]?)?", match.group("number"))[:2]
    return f"{title} U.S.C. § {section.replace('–', '-')}{_subs(match)}"


def find_codes(text: str) -> Iterator[Mention]:
    """The mentions of numbered authorities in a text with single spaces. Linear time."""
    for sort, needed, pattern, canonical in _PATTERNS:
        if not any(word in text for word in needed):
            continue
        for match in pattern.finditer(text):
            yield match.start(), match.end(), canonical(match), sort
