"""Sections of codes: numbers after "§", "section" or a code's initials, each of a list by itself.

A section's code is read backwards from its number ("Cal. Penal Code § 187") or forwards ("section 30260 of
the Public Resources Code"). A number without a code refers to a code that the document named before;
``resolving`` decides which.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from briefbank.citations.code_names import CodeName, code_at_end, initials, titled
from briefbank.citations.code_tables import INITIALS, TITLED
from briefbank.citations.mention import Mention, plain_number, unbroken
from briefbank.citations.spacing import DASH, SOFT
from briefbank.domain.citations import CitationForm, CitationKind

_LETTERS = r"(?:[A-Za-z]{1,3}(?![A-Za-z]))?"
_NUMBER = (
    rf"\d{{1,6}}{_LETTERS}(?:(?:\.|[:/{DASH}] ?)\d{{1,6}}{_LETTERS}){{0,5}}"
    rf"(?:(?<=\d)[{DASH}][a-z](?![A-Za-z]))?"
)
_IN_PARENTHESES = r"\((?:[A-Za-z]{1,5}|\d{1,3})\)"
_PROVISION = re.compile(
    rf"(?P<number>{_NUMBER})(?P<subs>(?: ?{_IN_PARENTHESES}){{0,8}})"
    r"(?:,? (?:[Ss]ubds?\.|[Ss]ubdivisions?|[Ss]ubsections?|[Pp]ar(?:agraph|\.)) ?"
    rf"(?P<below>{_IN_PARENTHESES}(?:(?:, | & | and |, and )?{_IN_PARENTHESES}){{0,5}}))?"
    r"(?P<more>,? et\.? seq\.?| note\b)?"
)
_NEXT = re.compile(
    r"(?: ?\([^()]{1,80}\))?(?:, ?and |, ?or |,? ?& ?|, ?| and | or | to | through )(?:§+ ?)?(?=\d)"
)
_SIGNS = (
    re.compile(r"(?P<sign>§{1,3}) ?(?=\d)"),
    re.compile(r"(?P<sign>ec(?:tions?|s?\.)) ?(?=\d)"),
    re.compile(r"(?P<sign>ECTIONS?) ?(?=\d)"),
    re.compile(rf"Stat(?:utes|s?\.)(?: Ann\.)?,?(?P<sign>) (?=\d{{1,6}}[A-Z]?[.:{DASH}]\d)"),
    re.compile(rf"Code(?: Ann\.)?,?(?P<sign>) (?=\d{{1,6}}[A-Z]?[.:{DASH}]\d)"),
    re.compile(rf"Laws?,?(?P<sign>) (?=\d{{1,6}}[A-Z]?[.:{DASH}]\d)"),
)
"""Signs that announce a section.

Each pattern begins with letters of its own, which a scan finds quickly; the first letter of "section" is
checked afterwards.
"""
_CODE_AFTER = re.compile(
    r",? (?:of |of the )?(?P<name>(?:[A-Z][\w.’']*,? |& |and |of ){0,6}"
    r"(?:Code(?: of Civil Procedure)?|Statutes|Laws|Act)\b)"
)
_INTERNAL_REFERENCE = re.compile(
    r"(?:(?:supra|infra|ante|post|this|said|such)[,:]?"
    r"|(?:Title|Article|Art\.|Part|Chapter|Exhibit) [IVXLC\d]{1,6},) $",
    re.IGNORECASE,
)
"""Words before a section of something that is no code, such as the document itself or an act's title."""
_NEW_VOLUME = re.compile(r" ?[A-Z][A-Za-z]{0,4}\.")
_BACK = 110
"""The number of characters before a number that are searched for the name of its code."""


def _spelled(keys: Iterable[str]) -> str:
    """Return a pattern for the initials, longest first, with or without full stops and spaces."""
    return "|".join(r"\.? ?".join(key) for key in sorted(keys, key=len, reverse=True))


_INITIALS = re.compile(
    rf"(?<![\w.{SOFT}])(?:(?P<title>\d[\d{SOFT}]{{0,3}}) ?(?P<titled>{_spelled(TITLED)})"
    rf"|(?P<plain>{_spelled(INITIALS)}))"
    r"\.?,?(?: ?(?P<sign>§+|[Ss]ections?|[Ss]ec\.|pts?\.|[Pp]arts?))? ?(?=\d)"
)
_MAYBE_INITIALS = re.compile(r"[A-Z]\.?,? ?(?:[§\d]|[Ss]ec|pts?\.|[Pp]art)")
"""A cheap test that every text with a code's initials passes."""


def find_sections(text: str) -> Iterator[Mention]:
    """Find every section cited, with its code or as a short form of one. Linear time."""
    if _MAYBE_INITIALS.search(text):
        for match in _INITIALS.finditer(text):
            yield from _provisions_of_list(
                text, match.end(), match.start(), _by_initials(match), _plural(match.group("sign"))
            )
    for pattern in _SIGNS:
        done = 0
        for match in pattern.finditer(text):
            if match.start() >= done:  # the list before it has consumed the signs inside it
                for mention in _with_sign(text, match):
                    done = mention.end
                    yield mention


def _by_initials(match: re.Match[str]) -> CodeName:
    key = initials(match.group("titled") or match.group("plain"))
    return titled(unbroken(match.group("title") or ""), key, match.start())


def _plural(sign: str | None) -> bool:
    return sign is not None and (sign in ("§§", "§§§") or sign.lower().rstrip(".").endswith("s"))


def _with_sign(text: str, match: re.Match[str]) -> Iterator[Mention]:
    """Yield the sections after one sign; none for a reference within the document ("supra § 2")."""
    sign, begin = match.group("sign"), match.start()
    if sign[:1] in ("e", "E"):
        begin -= 1
        if text[max(0, begin - 1) : begin].isalnum() or text[begin : begin + 1] not in ("S", "s"):
            return
    if sign and _INTERNAL_REFERENCE.search(text[max(0, begin - 18) : begin]):
        return
    from_ = max(0, begin - _BACK)
    code = code_at_end(text[from_ : begin if sign else match.end() - 1])
    if code or sign:
        start = from_ + code.start if code else begin
        yield from _provisions_of_list(text, match.end(), start, code, _plural(sign))


def _provisions_of_list(
    text: str, at: int, start: int, code: CodeName | None, plural: bool
) -> Iterator[Mention]:
    """Yield the provisions of a list that begins at a number; the first mention begins at ``start``."""
    found: list[Mention] = []
    while provision := _PROVISION.match(text, at):
        if found and _NEW_VOLUME.match(text, provision.end()):
            break
        found.append(_mention(provision, start, plural))
        following = _NEXT.match(text, provision.end())
        if following is None or not (plural or "§" in following.group()):
            break
        at = start = following.end()
    if code is None and found:
        code, found[-1].end = _code_after(text, found[-1].end)
    for mention in found:
        yield _of_code(mention, code)


def _code_after(text: str, end: int) -> tuple[CodeName | None, int]:
    """Return the code named after a section ("of the Penal Code"), and where its name ends."""
    match = _CODE_AFTER.match(text, end)
    code = code_at_end(match.group("name")) if match else None
    return (code, match.end()) if match and code else (None, end)


def _mention(provision: re.Match[str], start: int, plural: bool) -> Mention:
    """Return a provision without a code; its key is its number in normalized form."""
    number = plain_number(provision.group("number"))
    below = provision.group("below") or ""
    for joint in ("and", "&", ",", " "):
        below = below.replace(joint, "")
    more = provision.group("more") or ""
    tail = "" if not more else " note" if "note" in more else " et seq."
    several = "§ " if (plural and _is_range(number)) or tail == " et seq." else ""
    key = f"{several}{number}{provision.group('subs').replace(' ', '')}{below}{tail}"
    return Mention(start, provision.end(), "", CitationKind.STATUTE, CitationForm.SHORT, key=key)


def _is_range(number: str) -> bool:
    """Tell whether a number is a range: "30220-30224" is two sections, "40-35-113" is one."""
    first, dash, last = number.partition("-")
    whole = (first.partition(".")[0], last.partition(".")[0])
    return (
        bool(dash)
        and all(map(str.isdigit, whole))
        and len(whole[0]) == len(whole[1]) > 2
        and whole[0] <= whole[1]
    )


def _of_code(mention: Mention, code: CodeName | None) -> Mention:
    """Give a provision its code. A section of a named act remains a short form."""
    if code is None:
        return mention
    mention.kind, mention.prefix = code.kind, code.prefix
    if not code.is_act:
        mention.form, mention.canonical = CitationForm.FULL, of_code(code.prefix, mention.key)
    return mention


def of_code(prefix: str, key: str) -> str:
    """Return a provision's canonical form: a code's prefix and number, with "§§" for several sections."""
    return f"{prefix}{key}" if key.startswith("§") else f"{prefix} {key}"
