"""Provisions by number: sections of codes, New Jersey statutes, rules, directives, public laws.

Sections are numbers after "§", "section" or a code's initials, each of a list by itself. A section's code is
read backwards from its number ("Cal. Penal Code § 187") or forwards ("section 30260 of the Public Resources
Code"). A number without a code refers to a code that the document named before; the resolver decides which.
For authorities that are numbered by themselves each pattern is a single scan of the text, and none backtracks
over what it has read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from briefbank.citations.codes import (
    INITIALS,
    TITLED,
    CodeName,
    code_at_end,
    initials,
    is_lead_in,
    state_named,
    titled,
)
from briefbank.citations.mentions import ACT, DASH, OTHER, SOFT, Mention, plain_number, unbroken
from briefbank.domain.authorities import CitationForm, CitationKind

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
_GOES_ON = re.compile(rf"[§{DASH}]")  # what continues a list that has begun with a single section
_SIGNS = (
    re.compile(r"(?P<sign>§{1,3}) ?(?=\d)"),
    re.compile(r"(?P<sign>ec(?:tions?|s?\.)) ?(?=\d)"),
    re.compile(r"(?P<sign>ECTIONS?) ?(?=\d)"),
    re.compile(rf"Stat(?:utes|s?\.)(?: Ann\.)?,?(?P<sign>) (?=\d{{1,6}}[A-Z]?[.:{DASH}]\d)"),
    re.compile(rf"Code(?: Ann\.)?,?(?P<sign>) (?=\d{{1,6}}[A-Z]?[.:{DASH}]\d)"),
    re.compile(rf"Laws?,?(?P<sign>) (?=\d{{1,6}}[A-Z]?[.:{DASH}]\d)"),
)
"""Signs that announce a section. Each pattern begins with letters of its own, which a scan finds quickly; the
first letter of "section" is checked afterwards."""
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
_BACK = 110  # characters before a number that are searched for the name of its code
_NEAR = 24  # characters before a section that hold the words right before it


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
            key = initials(match["titled"] or match["plain"])
            code = titled(unbroken(match["title"] or ""), key, match.start())
            plural = _is_plural(match["sign"] or "")
            yield from _provisions_of_list(text, match.end(), match.start(), code, plural)
    for pattern in _SIGNS:
        end = 0
        for match in pattern.finditer(text):
            if match.start() >= end:  # the list before it has consumed the signs inside it
                for mention in _with_sign(text, match):
                    end = mention.end
                    yield mention


def _is_plural(sign: str) -> bool:
    return sign in ("§§", "§§§") or sign.lower().rstrip(".").endswith("s")


def _with_sign(text: str, match: re.Match[str]) -> Iterator[Mention]:
    """Yield the sections after one sign; none for a reference within the document ("supra § 2")."""
    sign, begin = match["sign"], match.start()
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
    for mention in _provisions_of_list(text, match.end(), start, code, _is_plural(sign), source):
        if mention.canonical or not internal:
            yield mention


def _provisions_of_list(
    text: str, at: int, start: int, code: CodeName | None, plural: bool, source: str = ""
) -> Iterator[Mention]:
    """Yield the provisions of a list that begins at a number; the first mention begins at ``start``.
    ``source`` is what the text before the list says that it is of, if that is no code."""
    mentions: list[Mention] = []
    signed = 0
    while provision := _PROVISION.match(text, at):
        mention = _mention(provision, start, plural)
        cut = text[provision.end("number") - 1].isalpha() and text[provision.end() :][:1].isdigit()
        prefix = code.prefix if code else ""
        other = mentions and not alike(mentions[0].key, mention.key, prefix)
        if cut or other or (mentions and _NEW_VOLUME.match(text, provision.end())):
            break
        mentions.append(mention)
        following = _NEXT.match(text, provision.end())
        if following is None or not (plural or _GOES_ON.search(following.group())):
            break
        if "§" in following.group():
            signed = len(mentions)
        at = start = following.end()
    signed = min(signed, len(mentions) - 1)
    code_after, source_after = None, ""
    if mentions and (code is None or signed):
        title = source if source.isdecimal() and not signed else ""
        code_after, source_after, mentions[-1].end = _source_after(text, mentions[-1].end, title)
    if source == OTHER and not signed:
        code_after, source_after = None, ""
    for index, mention in enumerate(mentions):
        of_after = (code_after or source_after) and (code is None or index >= signed)
        mention.source = source_after if of_after else source
        yield _of_code(mention, code_after if of_after else code)


def _source_before(before: str) -> str:
    """Return the source that the words before a section name; empty for none. A word with a capital is a
    name, unless it is a signal, a possessive or the first word of its sentence."""
    near = before[-_NEAR:]
    if title := _TITLE_BEFORE.search(near):
        return title["title"]
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
    The end is that of the code's name, if only it follows. ``title`` was named before the section."""
    more = _MORE.match(text, end)
    at = more.end() if more else end
    if not _AFTER.match(text, at):
        return None, "", end
    match = _TITLE_AFTER.match(text, at)
    if match and not match["of"]:
        return None, match["title"], end
    title = match["title"] if match else title
    match = match or _CODE_AFTER.match(text, at)
    code = _code_after(match, title) if match and match["name"] else None
    if match and code:
        return code, "", match.end() if at == end else end
    if _STATUTE_AFTER.match(text, at):
        return None, ACT, end
    return None, OTHER if _SOURCE_AFTER.match(text, at) else "", end


def _code_after(match: re.Match[str], title: str) -> CodeName | None:
    """Return the code that a match names, with the title where sections of that code are cited by title."""
    name, place = match["name"], match["place"]
    if place:
        if not state_named(place):
            return None
        name = f"{place} {name}"
    code = code_at_end(f"{title} {name}") if title else None
    by_title = code and ("tit." in code.prefix or code.prefix.removeprefix(f"{title} ") in TITLED.values())
    return code if by_title else code_at_end(name)


def _mention(provision: re.Match[str], start: int, plural: bool) -> Mention:
    """Return a provision without a code; its key is its number in normalized form."""
    number = plain_number(provision["number"])
    below = re.sub("and|&|,| ", "", provision["below"] or "")
    more = provision["more"] or ""
    tail = "" if not more else " note" if "note" in more else " et seq."
    first, dash, last = number.partition("-")
    low, high = first.partition(".")[0], last.partition(".")[0]
    # "30220-30224" is two sections, "40-35-113" is one
    is_range = dash and low.isdigit() and high.isdigit() and len(low) == len(high) > 2 and low <= high
    several = "§ " if (plural and is_range) or tail == " et seq." else ""
    key = f"{several}{number}{provision['subs'].replace(' ', '')}{below}{tail}"
    return Mention(start, provision.end(), "", CitationKind.STATUTE, CitationForm.SHORT, key=key)


def alike(one: str, other: str, prefix: str) -> bool:
    """Tell whether two sections may be of one code by the form of their numbers ("2C:44-1", "40-35-113").
    ``prefix`` is the code of the first. No section of the United States Code has a decimal."""
    first, second = section_alone(one), section_alone(other)
    if prefix.endswith("U.S.C. §") and "." in second:
        return False
    return (":" in first) == (":" in second) and (first.count("-") > 1) == (second.count("-") > 1)


def section_alone(number: str) -> str:
    """Return a provision's section without what is below it: "30260" for "30260(a)"."""
    return number.removeprefix("§ ").partition("(")[0].partition(" ")[0]


def _of_code(mention: Mention, code: CodeName | None) -> Mention:
    """Give a provision its code. A section of a named act remains a short form."""
    lettered = mention.key.partition(":")[0][-1:].isalpha()
    may_be_new_jersey = lettered or mention.source not in (ACT, OTHER)
    if may_be_new_jersey and (named := new_jersey_section(mention.key, code.prefix if code else "")):
        mention.prefix, mention.key, mention.kind = named
        mention.form, mention.canonical = CitationForm.FULL, f"{mention.prefix} {mention.key}"
    elif code:
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


Naming = Callable[[re.Match[str]], str]
_SUBS = r"(?P<subs>(?: ?\((?:[A-Za-z]{1,4}|\d{1,3})\)){0,8})"


def _section(match: re.Match[str]) -> str:
    return plain_number(match["number"]).rstrip(".")


def _numbered(match: re.Match[str]) -> str:
    """Return the number of an authority with its subsections."""
    return _section(match) + (match.groupdict().get("subs") or "").replace(" ", "")


_NEW_JERSEY_NUMBER = (
    rf"(?P<number>\d{{1,2}}[A-Z]? ?: ?\d{{1,4}}[A-Z]{{0,3}} ?[{DASH}]{{1,2}} ?\d{{1,4}}(?:\.\d{{1,3}})?)"
    r"(?P<letter>[a-z](?![a-z]))?"
)
_LETTERED = frozenset(str.split("2A 2B 2C 3B 8A 11A 12A 14A 15A 17B 18A 22A 36A 38A 40A 42A 46A 46B 54A"))
_BOTH = frozenset(str.split("1 2 3 4 5 6 7 8 10 11 12 12A 13 14 14A 15 15A 16 17 18 19"))
"""Titles of the statutes and of the Administrative Code. Only a regulation's number always has a decimal."""
_LAST_TITLE = 59
_FIRST_NO_HOUR = 24  # the first title that is no hour of a day
_REGULATIONS_ALONE = frozenset(str.split("3A 4A 5A 6A 9A 10A"))
_COLON = re.compile(":")
_TITLE = re.compile(rf"(?:(?<![\w:./])\d{{1,2}}[A-Z]|(?<![\w:./{DASH}])\d{{1,2}}) ?$")
_ALONE = re.compile(rf"{_NEW_JERSEY_NUMBER}{_SUBS}(?![\w:])")
_WHOLE_SECTION = re.compile(
    rf"(?:§ )?{_NEW_JERSEY_NUMBER}(?P<subs>(?:\([A-Za-z0-9]{{1,5}}\))*)(?P<more> et seq\.| note)?"
)


def _new_jersey(match: re.Match[str]) -> str:
    """Return one name for '2C:44-1a(3)' and '2C:44-1(a)(3)', which are one provision. Outside the criminal
    code, "30:4-123.51b" is a section of its own."""
    number, letter = _section(match), match["letter"] or ""
    if letter and ("." not in number or number.startswith("2C:")):
        letter = f"({letter})"
    return f"N.J.S.A. {number}{letter}{_numbered(match).removeprefix(number)}"


def new_jersey_section(key: str, prefix: str = "") -> tuple[str, str, CitationKind] | None:
    """Return prefix, number and kind of a section that is New Jersey's by its number, such as "2C:44-1". None
    if the number may be another code's. ``prefix`` is that of the code which the text names, if any."""
    match = _WHOLE_SECTION.fullmatch(key)
    if match is None:
        return None
    number = match["number"]
    title, decimal = number.partition(":")[0], "." in number
    if title in _REGULATIONS_ALONE and decimal and not prefix:
        return "N.J.A.C.", key, CitationKind.REGULATION
    numbered = title.isdecimal() and 0 < int(title) <= _LAST_TITLE and title != "3"
    known = numbered or title in _LETTERED
    alone = known and not (decimal and title in _BOTH)
    if prefix == "N.J.S.A." or (alone and not prefix) or title == "2C":
        canonical = _new_jersey(match) + (match["more"] or "")
        return "N.J.S.A.", canonical.removeprefix("N.J.S.A. "), CitationKind.STATUTE
    return None


def _new_jersey_alone(text: str) -> Iterator[Mention]:
    """Find sections of New Jersey by number alone where it can be no verse, time or page of a transcript."""
    for colon in _COLON.finditer(text):
        before = _TITLE.search(text, max(0, colon.start() - 4), colon.start())
        match = _ALONE.match(text, before.start()) if before else None
        if match is None:
            continue
        number = _section(match)
        title, chapter, section = re.split("[:-]", number, maxsplit=2)
        long = not chapter.isdecimal() or len(section) > 2
        if title.isdecimal() and (int(title) < _FIRST_NO_HOUR or not long):
            continue  # a time of day
        written = f"{number}{match['letter'] or ''}{_numbered(match).removeprefix(number)}"
        if named := new_jersey_section(written):
            prefix, own, kind = named
            yield Mention(*match.span(), f"{prefix} {own}", kind, key=own, prefix=prefix)


_CIRCUITS = {
    word: entry.split()[0]
    for entry in str.split(
        "1st First, 2d Second 2nd, 3d Third 3rd, 4th Fourth, 5th Fifth, 6th Sixth, 7th Seventh, 8th Eighth, "
        "9th Ninth, 10th Tenth, 11th Eleventh, D.C. DC, Fed. Federal",
        ", ",
    )
    for word in entry.split()
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
_RULE_NUMBER = rf"(?P<number>\d{{1,4}}(?:[.:{DASH}] ?\d{{1,4}}){{0,3}}){_SUBS}"
_RULE_WITH_BOOK = re.compile(rf"R(?:\. ?|ules? of ){_BOOK} ?(?:[Rr]ule )?{_RULE_NUMBER}")
_FEDERAL_SHORT = dict(
    entry.split("=")
    for entry in str.split(
        "FRE=Evid.; FRAP=App. P.; FRCP=Civ. P.; FRCivP=Civ. P.; FRCrP=Crim. P.; FRCrimP=Crim. P.; "
        "FREvid=Evid.; FRAppP=App. P.; FRBP=Bankr. P.; FRBankrP=Bankr. P.",
        "; ",
    )
)
"""Books by the letters of their abbreviation: the pattern is made from these and matches no others."""
_INITIALS_OF_BOOKS = "|".join(
    r"F\.? ?R\.? ?" + r"\.? ?".join(re.findall("[A-Z][a-z]*", letters[2:]))
    for letters in sorted(_FEDERAL_SHORT, key=len, reverse=True)
)


def _place_before(text: str, at: int) -> tuple[str, int] | None:
    """Return the state (or "Fed.") named right before ``at``, and where it begins; None for none."""
    for match in _PLACES_BEFORE.finditer(text, max(0, at - _PLACE_LENGTH), at):
        written = match["place"]
        federal = "".join(written.split()).replace(".", "").lower() in ("fed", "federal", "f")
        state = "Fed." if federal else state_named(written)
        if state and not text[match.start() - 1 : match.start()].isalnum():
            return state, match.start()
    return None


def _rule_of_place(match: re.Match[str], state: str) -> str:
    written = match["book"]
    book = next((short for pattern, short in _RULE_BOOKS if pattern.match(written)), written)
    if state == "N.J." and book == "Evid.":
        return f"N.J.R.E. {_numbered(match)}"
    return f"{state} R. {book} {_numbered(match)}"


def _federal_short(match: re.Match[str]) -> str:
    letters = "".join(c for c in match["book"] if c.isalpha())
    return f"Fed. R. {_FEDERAL_SHORT[letters]} {_numbered(match)}"


def _circuit_rule(match: re.Match[str]) -> str:
    return f"{_CIRCUITS[match['circuit']]} Cir. R. {_numbered(match)}"


def _report(match: re.Match[str]) -> str:
    return f"{match['house'].replace(' ', '')}. {match['paper']}. No. {_section(match)}"


_CIRCUIT = "|".join(map(re.escape, sorted(_CIRCUITS, key=len, reverse=True)))
_OF_COURT = r"\bS(?:up(?:reme|\.)|\.) ?C(?:our)?t\.? ?R(?:ule|\.)"
_DIRECTIVE = (
    r"\b(?:(?:AG|A\. ?G\.|AOC|Att(?:orne)?[’'.]?y\.? (?:Gen(?:eral|\.))(?:['’]s)?|Administrative) )?"
    r"(?:Law Enforcement )?[Dd]irective (?:[Nn]o\. ?|[Nn]umber |# ?)?"
    rf"(?P<number>\d{{1,4}} ?[{DASH}] ?\d{{1,4}}(?:[{DASH}]\d{{1,3}})?)"
)
_EVIDENCE_ALONE = (
    r"(?<![\w.:§\-])(?<!§ )(?<!ection )(?<!ec\. )(?P<number>40[1-9]|41[0-5]|6[01]\d|70[1-6]|80[1-7]|90[1-3]"
    r"|100[1-8])(?P<subs>(?:\([a-z0-9]{1,3}\)){1,4})"
)
_HOUSE = r"\b(?P<house>S|H\. ?R|H|Sen|House)\.? (?P<paper>Rep|Doc|Conf\. Rep)\. (?:No\. )?"
_LOCAL = r"(?<![\w.])(?:Local |L\. ?|Civ\. ?L\. ?|D\. ?)R(?:ule|\.)"
_NEW_JERSEY_RULE = (
    rf"R(?<![\w.]R)(?:ule|\.) ?(?P<number>\d ?: ?\d{{1,3}}[A-Z]?(?: ?[{DASH}] ?\d{{1,3}}[A-Z]?)?){_SUBS}"
)
_Row = tuple[str, str, str | Naming]
_FEDERAL_RULE = rf"(?<![\w.])(?P<book>{_INITIALS_OF_BOOKS})\.? ?(?:Rule )?{_RULE_NUMBER}"
_CIRCUIT_RULE = rf"\b(?P<circuit>{_CIRCUIT}) ?Cir(?:cuit|\.) ?(?:L(?:ocal|\.) ?)?R(?:ule|\.) ?{_RULE_NUMBER}"
_CALIFORNIA_RULE = rf"(?:Cal(?:ifornia|\.) )?Rules of Court,? [Rr]ules? {_RULE_NUMBER}"
_PUBLIC_LAW = rf"\bP(?:ub(?:lic|\.)|\.) ?L(?:aw|\.) (?:No\. )?(?P<number>\d{{2,3}}[{DASH}] ?\d{{1,3}})"
_RULES: tuple[_Row, ...] = (
    (":", _NEW_JERSEY_RULE, "R."),
    ("N.J|NJ|N. J|N J", rf"N\.? ?J\.? ?R\.? ?E\.? ?(?P<number>\d{{3,4}}){_SUBS}", "N.J.R.E."),
    ("FR|F.R|F. R", _FEDERAL_RULE, _federal_short),
    ("Cir", _CIRCUIT_RULE, _circuit_rule),
    ("of Court", _CALIFORNIA_RULE, "Cal. Rules of Court, rule"),
    ("Ct. R|Ct.R|Ct R|Court R", rf"{_OF_COURT} ?{_RULE_NUMBER}", "Sup. Ct. R."),
    ("Local R|L. R|L.R", rf"{_LOCAL} ?{_RULE_NUMBER}", "Local R."),
    ("Rule", rf"\bRule (?P<number>\d{{3,4}}){_SUBS}(?! ?[:.\d]\d)", "Evid. R."),
    ("0(|1(|2(|3(|4(|5(|6(|7(|8(|9(", _EVIDENCE_ALONE, "Evid. R."),
)
_STATUTES: tuple[_Row, ...] = (
    (":", rf"N\.? ?J\.? ?S\.?(?: ?A\.?)? ?(?:§+ ?)?{_NEW_JERSEY_NUMBER}(?:\.(?= ?\())?{_SUBS}", _new_jersey),
    ("Pub|P.L", _PUBLIC_LAW, "Pub. L. No."),
)
_DIRECTIVES: tuple[_Row, ...] = (("irective|DIRECTIVE", _DIRECTIVE, "Directive"),)
_REPORTS: tuple[_Row, ...] = (("Rep.|Doc.", rf"{_HOUSE}(?P<number>\d{{2,3}}[{DASH}] ?\d{{1,4}})", _report),)
_NUMBERINGS = [
    (kind, needed.split("|"), re.compile(pattern), name)
    for kind, rows in (
        (CitationKind.STATUTE, _STATUTES),
        (CitationKind.RULE, _RULES),
        (CitationKind.DIRECTIVE, _DIRECTIVES),
        (CitationKind.OTHER, _REPORTS),
    )
    for needed, pattern, name in rows
]
"""Authorities that are numbered by themselves: the kind, words of which every text that the pattern can match
holds one, the pattern, and what stands before the number in the canonical form or names a match."""
_NEXT_RULE = re.compile(
    r"(?:, and |, or |, | and | or | & )(?P<number>\d{1,4}(?:[.:-]\d{1,4}){0,3}(?:\([A-Za-z0-9]{1,4}\)){1,6})"
)


def find_numbered(text: str) -> Iterator[Mention]:
    """Find the numbered authorities in a text with single spaces. Linear time."""
    for kind, needed, pattern, name in _NUMBERINGS:
        if not any(word in text for word in needed):
            continue
        done = 0
        for match in pattern.finditer(text):
            canonical = f"{name} {_numbered(match)}" if isinstance(name, str) else name(match)
            first = Mention(*match.span(), canonical, kind)
            if name is _new_jersey:
                first.prefix, first.key = "N.J.S.A.", canonical.removeprefix("N.J.S.A. ")
            yield first
            if kind is CitationKind.RULE and match.start() >= done:
                for mention in _more_rules(text, first, _numbered(match)):
                    done = mention.end
                    yield mention
    for match in _RULE_WITH_BOOK.finditer(text):  # "Fed. R. Evid. 404", "Pa.R.A.P. 1925(b)"
        if place := _place_before(text, match.start()):
            first = Mention(place[1], match.end(), _rule_of_place(match, place[0]), CitationKind.RULE)
            yield first
            yield from _more_rules(text, first, _numbered(match))
    yield from _new_jersey_alone(text)


def _more_rules(text: str, first: Mention, number: str) -> Iterator[Mention]:
    """Yield the second and later rules of a list such as "Fed. R. Civ. P. 12(b)(1) and 12(b)(6)"."""
    book, end = first.canonical.removesuffix(number), first.end
    while match := _NEXT_RULE.match(text, end):
        end = match.end()
        yield Mention(match.start("number"), end, book + match["number"], CitationKind.RULE)
