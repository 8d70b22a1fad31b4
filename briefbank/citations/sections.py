"""Sections of codes: numbers after "§", "section" or a code's initials, each of a list by itself.

A section's code is read backwards from its number ("Cal. Penal Code § 187") or forwards ("section 30260 of
the Public Resources Code"). A number without a code refers to a code that the document named before;
the resolver decides which.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from briefbank.citations.code_names import CodeName, code_at_end, initials, is_lead_in, titled
from briefbank.citations.code_tables import INITIALS, STATES, TITLED
from briefbank.citations.mention import ACT, OTHER, Mention, plain_number, unbroken
from briefbank.citations.numbered_authorities import new_jersey_section
from briefbank.citations.spacing import DASH, SOFT
from briefbank.domain.citations import CitationForm, CitationKind

_LETTERS = r"(?:[A-Za-z]{1,3}(?![A-Za-z]))?"
_PART = rf"\d{{1,6}}{_LETTERS}"
_WITH_COLON = (
    rf"{_PART}(?:[{DASH}][A-Z]{{1,2}})?: ?{_PART}(?:\.{_PART})?"
    rf"(?:[{DASH}]{{1,2}} ?(?!{_PART}:){_PART}(?:\.{_PART}){{0,2}})?(?!:\d)"
)
"""A number such as "2C:44-1" or "632-A:2". A second hyphen behind the colon begins the end of a range."""
_NUMBER = (
    rf"(?:{_WITH_COLON}|{_PART}(?:(?:\.|[:/{DASH}] ?){_PART}){{0,5}})"
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
    r"(?: ?\([^()]{1,80}\))?(?:(?:, ?and |, ?or |,? ?& ?|, ?| and | or | to | through )(?:§+ ?)?(?=\d)"
    rf"| ?[{DASH}]{{1,2}} ?(?={_PART}:))"
)
_GOES_ON = re.compile(rf"[§{DASH}]")
"""What continues a list that has begun with a single section."""
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
_MORE = re.compile(
    r"(?:(?:,? (?:and|or|&|to|through) |, ?| )?(?:§+ ?)?"
    rf"(?:{_NUMBER}|{_IN_PARENTHESES}|\([^()]{{1,60}}\))){{0,8}}"
)
"""Further numbers and parts after a section, or words about it in parentheses."""
_NAME = (
    r"(?P<name>(?:[A-Z][\w.’']*,? |& |and |of ){0,6}"
    r"(?:Code(?: of (?:Civil Procedure|(?:Federal )?Regulations))?|Statutes|Laws?|Act)\b(?! (?:No\b|\d))"
    r"|U\. ?S\. ?C\.)(?: of (?:the State of )?(?P<place>[A-Z][a-z]+(?: [A-Z][a-z]+)?))?"
)
_CODE_AFTER = re.compile(rf",? (?:of |of the )?{_NAME}")
_TITLE_AFTER = re.compile(
    r",? (?:(?:of|in|under) )?(?:the )?[Tt]itle (?P<title>\d{1,2})(?!\w)"
    rf"(?P<of>(?:,| of(?: the)?) {_NAME}| of )?"
)
_STATUTE_AFTER = re.compile(
    r",? (?:of|in|under) (?:the(?: same)?|this|that|said|such) (?:[Aa]ct|[Cc]ode|[Ss]tatute|[Ll]aw)\b"
)
_AFTER = re.compile(r",? (?:(?:t?here)?of|in|under|the|title|chapter|article|part|[A-Z])")
"""A quick test that every text with a source after its section passes."""
_SOURCE_AFTER = re.compile(
    r",? (?:of (?!course\b|which\b|whom\b|whose\b)|(?:there|here)of\b"
    r"|(?:in |under )?(?:[Tt]itle|[Cc]hapter|[Aa]rticle|[Pp]art) [\dIVXLC])"
)
_TITLE_BEFORE = re.compile(r"\b[Tt]itle (?P<title>\d{1,2}),? $")
_PART_BEFORE = re.compile(
    r"\b(?i:title|article|art\.|part|pt\.|chapter|ch\.|c\.|exhibit|schedule|appendix|annex) "
    r"(?:\d\w{0,4}|[IVXLC]{1,6}|[A-H]),? $"
)
_ARTICLE_BEFORE = re.compile(r"\b(?i:article|art\.) [IVXLC\d]{1,6},? $")
_POSSESSIVE = re.compile(r"(?:[’']s|s[’'])$")
_POSSESSIVE_SOURCE = re.compile(
    r"(?:Act|Code|Statute|Law|Title|Constitution|Rules?|Guidelines|Restatement)[’']"
)
_ABBREVIATION = re.compile(r"\S*\.\S+\.,?$|[A-Z][a-z]{1,3}\.,?$")
_INTERNAL_REFERENCE = re.compile(r"(?:supra|infra|ante|post|this|said|such)[,:]? $", re.IGNORECASE)
"""Words before a section of the document itself."""
_NEW_VOLUME = re.compile(r" ?[A-Z][A-Za-z]{0,4}\.")
_BACK = 110
"""The number of characters before a number that are searched for the name of its code."""
_NEAR = 24
"""The number of characters before a section that hold the words right before it."""


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
    from_ = max(0, begin - _BACK)
    code = code_at_end(text[from_ : begin if sign else match.end() - 1])
    if not code and not sign:
        return
    before = text[from_:begin]
    if code and not code.state and _ARTICLE_BEFORE.search(before[-_NEAR:]):
        code = None  # a part of a constitution: "the Law of the Land Clause of Art. I, § 19"
    internal = code is None and _INTERNAL_REFERENCE.search(before[-_NEAR:])
    source = "" if code else _source_before(before)
    start = from_ + code.start if code else begin
    for mention in _provisions_of_list(text, match.end(), start, code, _plural(sign), source):
        if mention.canonical or not internal:
            yield mention


def _provisions_of_list(
    text: str, at: int, start: int, code: CodeName | None, plural: bool, source: str = ""
) -> Iterator[Mention]:
    """Yield the provisions of a list that begins at a number; the first mention begins at ``start``.

    ``source`` is what the text before the list says that it is of, if that is no code.
    """
    found: list[Mention] = []
    signed = 0
    while provision := _PROVISION.match(text, at):
        mention = _mention(provision, start, plural)
        cut = text[provision.end("number") - 1].isalpha() and text[provision.end() :][:1].isdigit()
        prefix = code.prefix if code else ""
        other = found and not alike(found[0].key, mention.key, prefix)
        if cut or other or (found and _NEW_VOLUME.match(text, provision.end())):
            break
        found.append(mention)
        following = _NEXT.match(text, provision.end())
        if following is None or not (plural or _GOES_ON.search(following.group())):
            break
        if "§" in following.group():
            signed = len(found)
        at = start = following.end()
    signed = min(signed, len(found) - 1)
    code_after, source_after = None, ""
    if found and (code is None or signed):
        title = source if source.isdecimal() and not signed else ""
        code_after, source_after, found[-1].end = _source_after(text, found[-1].end, title)
    if source == OTHER and not signed:
        code_after, source_after = None, ""
    for index, mention in enumerate(found):
        if (code_after or source_after) and (code is None or index >= signed):
            mention.source = source_after
            yield _of_code(mention, code_after)
        else:
            mention.source = source
            yield _of_code(mention, code)


def _source_before(before: str) -> str:
    """Return the source that the words before a section name; empty for none.

    A word with a capital is a name, unless it is a signal, a possessive or the first word of its sentence.
    """
    near = before[-_NEAR:]
    if title := _TITLE_BEFORE.search(near):
        return title.group("title")
    if _PART_BEFORE.search(near):
        return OTHER
    words = before.split()[-3:] if before.endswith(" ") else []
    if len(words) > 1 and words[-1][0].isdigit() and words[-2][0].isupper():
        words.pop()  # the number of a paper: "Standing Order 5"
    if not words or words[-1].islower() or not words[-1][0].isupper():
        return ""
    word = words[-1]
    first = (len(words) < 2 or _ends_sentence(words[-2])) and "." not in word
    possessive = _POSSESSIVE.search(word) and not _POSSESSIVE_SOURCE.match(word)
    signal = is_lead_in(word) or possessive or word.rstrip(",") in ("A", "An")
    return "" if first or _ends_sentence(word) or signal else ACT


def _ends_sentence(word: str) -> bool:
    return word[-1] in ".;:?!)”" and not _ABBREVIATION.match(word)


def _source_after(text: str, end: int, title: str = "") -> tuple[CodeName | None, str, int]:
    """Return the code named after a section ("of the Penal Code"), or another source, and the section's end.

    The end is that of the code's name, if only that name follows. ``title`` is that named before the section.
    """
    more = _MORE.match(text, end)
    at = more.end() if more else end
    if not _AFTER.match(text, at):
        return None, "", end
    match = _TITLE_AFTER.match(text, at)
    if match and not match.group("of"):
        return None, match.group("title"), end
    title = match.group("title") if match else title
    match = match or _CODE_AFTER.match(text, at)
    code = _code_after(match, title) if match and match.group("name") else None
    if match and code:
        return code, "", match.end() if at == end else end
    if _STATUTE_AFTER.match(text, at):
        return None, ACT, end
    return None, OTHER if _SOURCE_AFTER.match(text, at) else "", end


def _code_after(match: re.Match[str], title: str) -> CodeName | None:
    """Return the code that a match names, with the title where sections of that code are cited by title."""
    name, place = match.group("name"), match.group("place")
    if place:
        if place.replace(" ", "").lower() not in STATES:
            return None
        name = f"{place} {name}"
    code = code_at_end(f"{title} {name}") if title else None
    by_title = code and ("tit." in code.prefix or code.prefix.removeprefix(f"{title} ") in TITLED.values())
    return code if by_title else code_at_end(name)


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


def alike(one: str, other: str, prefix: str) -> bool:
    """Tell whether two sections may be of one code by the form of their numbers ("2C:44-1", "40-35-113").

    ``prefix`` is the code of the first. No section of the United States Code has a decimal.
    """
    decimal = prefix.endswith("U.S.C. §") and "." in _number(other)
    return not decimal and _form(one) == _form(other)


def _number(key: str) -> str:
    return key.removeprefix("§ ").partition("(")[0].partition(" ")[0]


def _form(key: str) -> tuple[bool, bool]:
    number = _number(key)
    return ":" in number, number.count("-") > 1


def _of_code(mention: Mention, code: CodeName | None) -> Mention:
    """Give a provision its code. A section of a named act remains a short form."""
    lettered = mention.key.partition(":")[0][-1:].isalpha()
    if lettered or mention.source not in (ACT, OTHER):
        named = new_jersey_section(mention.key, code.prefix if code else "")
        if named:
            mention.prefix, mention.key, mention.kind = named
            mention.form, mention.canonical = CitationForm.FULL, f"{mention.prefix} {mention.key}"
            return mention
    if code is None:
        return mention
    mention.kind, mention.prefix = code.kind, code.prefix
    if not code.is_act:
        mention.form, mention.canonical = CitationForm.FULL, of_code(code.prefix, mention.key)
    return mention


def of_code(prefix: str, key: str) -> str:
    """Return a provision's canonical form: a code's prefix and number, with "§§" for several sections."""
    if named := new_jersey_section(key, prefix):
        return f"{named[0]} {named[1]}"
    if not prefix.endswith("§"):
        return f"{prefix} {key.removeprefix('§ ')}"
    return f"{prefix}{key}" if key.startswith("§") else f"{prefix} {key}"
