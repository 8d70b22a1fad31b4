"""Converts a caption's blocks of names to parties with their roles, and to the names for a title.

A title names the first party of each side, without its role and its description. A name in capitals gets the
case that the document itself uses in its running text. A list of names is split only where the end of each
name is clear: a company's name has commas and "and" of its own.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from briefbank.domain.documents import Party
from briefbank.extraction.roles import SPANISH_ROLE, split_role

_ROLE = re.compile(
    r"[,;]?\s*\(?\b(?:and |cross-?\s?|third-party |counter-?|proposed |real |nominal )*"
    r"(?:plaintiffs?|defendants?|petitioners?|respondents?|appellants?|appellees?|movants?|intervenors?"
    r"|applicants?|claimants?"
    r"|cross-\w+|relators?|part(?:y|ies)[- ]in[- ]interest|complainants?|juvenile|debtors?|employees?"
    rf"|employers?|{SPANISH_ROLE}s?)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
_DESCRIPTION = re.compile(
    r",?\s+(?:\(?(?:a/k/a|aka|d/b/a|dba|f/k/a|fka|n/k/a|nka|formerly known|now known|also known)\b"
    r"|an? (?:individual|corporation|municipal|public|california|delaware|new|nevada|texas|florida"
    r"|[a-z]+ (?:corporation|limited|non-?profit|company|public|agency))\b"
    r"|individually\b|on behalf of\b|in (?:his|her|its|their) (?:official|capacity|individual)"
    r"|as (?:trustee|administrat|executor|guardian|next friend|personal rep)"
    r"|by (?:and through|his|her|its)\b|and on behalf|et\.? ?al\b|acting\b|through\b|warden\b"
    r"|superintendent\b|commissioner\b|secretary\b|acting\b|attorney general\b|in his\b|director\b).*$",
    re.IGNORECASE | re.DOTALL,
)
_SUFFIX = re.compile(
    r"^(?:[ivxl]+|inc|llc|l\.l\.c|llp|l\.?p|ltd|corp|co|jr|sr|n\.?a|p\.?c|p\.?a|plc|pllc|incorporated"
    r"|company|corporation|l\.?l\.?p|s\.?a|ag|gmbh)\b",
    re.IGNORECASE,
)
_COMPANY = re.compile(
    r"\b(?:inc|llc|llp|corp|company|co|ltd|bank|sons|associat\w+|holdings|partners|group|services|university|board|department"
    r"|city|county|township|borough|committee|commission|union|trust|fund|church|school|insurance|division|bureau)\b",
    re.IGNORECASE,
)
_SOVEREIGNS = (
    (re.compile(r"^(?:the )?state of [a-z .]+$", re.IGNORECASE), "State"),
    (
        re.compile(
            r"^(?:the )?people of (?:the )?(?:state|territory) of [a-z .]+$|^the people$", re.IGNORECASE
        ),
        "People",
    ),
    (re.compile(r"^(?:the )?commonwealth of [a-z .]+$", re.IGNORECASE), "Commonwealth"),
    (re.compile(r"^(?:the )?united states of america$", re.IGNORECASE), "United States"),
)
_LOWERCASE_WORDS = frozenset(
    str.split("of the and for in a an on by at to de del von van ex rel et al or with y")
)
_AFTER_DE = frozenset(("la", "las", "los"))
"""Articles in small letters behind "de": "Juan de la Cruz", but "City of La Mesa" and "of Los Angeles"."""
_INITIAL = re.compile(r"\(?[A-XZ]\.?[,;)]*|[A-Z]\.,?")
_BEFORE_ARTICLE = re.compile(r"[,;:]$|^(?:of|in|for|on|by|to|at|and|or|with|re|as|v\.?)$", re.IGNORECASE)
"""What "A" follows where it is no initial of a person."""
_ALWAYS_UPPER = re.compile(
    r"(?:llc|llp|pllc|plc|lp|usa|us|aclu|naacp|ucla|ii|iii|iv|vi|vii|viii|ix|na|pc|nj|ny|[bcdfghjklmnpqrstvwxz]{2,5}"
    r"|(?:[a-z]\.)+[a-z]?\.?)",
    re.IGNORECASE,
)
_CAPITALIZED_RUN = re.compile(r"\b[A-Z][A-Z’'&.,-]*[A-Z.,](?: [A-Z][A-Z’'&.,-]*[A-Z.,])+(?=\W|$)")
"""Adjacent words in capitals: a name typeset so, which does not show the normal case of the words."""
_NOT_NAME = re.compile(
    r"\bcourt\b|\bdocket\b|\bappeal\b|\bdivision\b(?! of\b)|\bcase no|\bcivil action|\bon (?:writ|petition)|@"
    r"|\d{3}[-.]\d{4}|\bbrief\b|\battorney for\b|\bfiled\b",
    re.IGNORECASE,
)


_MAX_PARTIES = 40
"""The maximum number of parties; a caption with more names is a list of something else."""
_PLACEHOLDER = re.compile(r"(?:and )?(?:john |jane )?does?\s+\d", re.IGNORECASE)


def parties(blocks: Sequence[str], words: CaseWords) -> tuple[Party, ...]:
    """Return the parties of a caption's blocks in order, each once; 'Does 1 through 20' are left out."""
    found: list[Party] = []
    last: list[Party] = []
    for block in blocks:
        names, role = split_role(" ".join(block.split()))
        if role and not names.strip(" ,;:)(_|*") and last:  # a second role of the same parties
            found[-len(last) :] = last = [Party(each.name, f"{each.role}/{role}") for each in last]
            continue
        last = [Party(in_title_case(name, words), role) for name in _names(names)]
        found += last
    return tuple(dict.fromkeys(found))[:_MAX_PARTIES]


def _names(text: str) -> list[str]:
    parts = [part for part in re.split(r";\s*(?:and\s+)?", text) if not _PLACEHOLDER.match(part.strip())]
    if len(parts) == 1 and not _DESCRIPTION.search(parts[0]):
        parts = _split_list(parts[0])
    return [name for name in map(first_party, parts) if name]


def _split_list(text: str) -> list[str]:
    """Split 'A, B, and C', or two persons joined by 'and'; otherwise return the text as it is."""
    if re.search(r",\s+and\s", text, re.IGNORECASE):
        parts: list[str] = []
        for part in re.split(r",\s+(?:and\s+)?", text.strip(" ,"), flags=re.IGNORECASE):
            if parts and _SUFFIX.match(part):
                parts[-1] += f", {part}"
            else:
                parts.append(part)
        return parts if all(map(_is_name, parts)) else [text]
    first, _, second = re.sub(r" AND ", " and ", text).partition(" and ")
    return [first, second] if second and _first_person(text) != text else [text]


def first_party(text: str) -> str:
    """Return the first party's name in a side of a caption, or '' where that is not a name."""
    text = " ".join(text.split()).strip(" ,;:)(_|*")
    text = _ROLE.sub("", text)
    text = _DESCRIPTION.sub("", text).strip(" ,;:.-–—_*")
    parts = re.split(r"[,;]\s*", text)
    name = parts[0]
    for part in itertools.takewhile(_SUFFIX.match, parts[1:]):
        name += f", {part}"
    name = _first_person(name)
    name = re.sub(r"[\s,]+and$", "", name, flags=re.IGNORECASE).strip(" ,;")
    if re.search(r"(?:^|\W)(?:inc|corp|co|ltd|jr|sr)$", name, re.IGNORECASE) or re.search(
        r"\b[A-Z]\.[A-Z]$", name
    ):
        name += "."
    return name if _is_name(name) else ""


def _first_person(name: str) -> str:
    """Return 'John Doe' for 'John Doe and Jane Doe'; a company's name may have an 'and' of its own."""
    first, found, second = name.partition(" and ") if " and " in name else name.partition(" AND ")
    people = 2 <= len(first.split()) <= 4 and 2 <= len(second.split()) <= 4
    return first if found and people and not _COMPANY.search(name) else name


def _is_name(name: str) -> bool:
    letters = sum(1 for c in name if c.isalpha())
    if (
        letters < 2
        or len(name) > 120
        or len(name.split()) > 14
        or _NOT_NAME.search(name)
        or re.search(r"[\\{}<>=~^|%$]", name)
    ):
        return False
    counted = letters + sum(name.count(c) for c in ".,&-’'")
    return counted >= 0.75 * len(name.replace(" ", "")) and name[0].isupper()


def sovereign(name: str) -> str:
    """Return 'State' for 'State of New Jersey', as case names are cited; other names unchanged."""
    for pattern, short in _SOVEREIGNS:
        if pattern.match(name):
            return short
    return name


class CaseWords:
    """The written forms of words in running text: 'CORECIVIC' in a caption is 'CoreCivic' below."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._forms: dict[str, dict[str, int]] = {}
        for text in texts:
            if text.isupper():
                continue
            for word in re.findall(r"[A-Z][\w’']*", _CAPITALIZED_RUN.sub(" ", text[:2000])):
                forms = self._forms.setdefault(word.lower(), {})
                forms[word] = forms.get(word, 0) + 1

    def knows(self, word: str) -> bool:
        return word.lower() in self._forms

    def form(self, word: str) -> str:
        """Return the most frequent written form of the word, or ''."""
        forms = self._forms.get(word.lower())
        if not forms:
            return ""
        mixed = {form: count for form, count in forms.items() if not form.isupper() or len(form) == 1}
        if mixed and sum(mixed.values()) * 2 >= sum(forms.values()):
            return max(mixed, key=lambda form: mixed[form])
        return max(forms, key=lambda form: forms[form]) if len(word) <= 5 else ""


def in_title_case(name: str, words: CaseWords) -> str:
    """Return the name in normal capitalization; a name that is not in capitals is left as it is."""
    letters = [c for c in name if c.isalpha()]
    if sum(1 for c in letters if c.isupper()) < 0.8 * len(letters):
        return name
    parts = name.split(" ")
    return " ".join(_cased(part, before, words) for before, part in pairwise(["", *parts]))


def _cased(part: str, before: str, words: CaseWords) -> str:
    bare = part.strip("(),;.’'“”\"")
    lower = part.lower()
    if _INITIAL.fullmatch(part) and not (part.strip("(,;)") == "A" and _BEFORE_ARTICLE.search(before)):
        return part
    small = bare.lower()
    if before and (small in _LOWERCASE_WORDS or (small in _AFTER_DE and before.lower() == "de")):
        return lower
    if bare.lower() in ("jr", "sr", "st", "dr"):
        return part.replace(bare, bare.capitalize(), 1)
    known = words.form(bare)
    if known and known.lower() == bare.lower():
        return part.replace(bare, known, 1)
    if _ALWAYS_UPPER.fullmatch(bare) or _ALWAYS_UPPER.fullmatch(part) or "&" in bare:
        return part
    return "-".join(_capital(piece) for piece in lower.split("-"))


def _capital(word: str) -> str:
    match = re.match(r"(\W*)(mc|o['’]|d['’])?(\w?)(.*)", word, re.DOTALL)
    if not match:
        return word
    lead, prefix, first, rest = match.groups()
    return f"{lead}{(prefix or '').capitalize()}{first.upper()}{rest}"
