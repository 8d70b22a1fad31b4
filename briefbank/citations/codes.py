"""The names of codes and constitutions, each in one form, after the Bluebook's tables T1, T6 and T10.

"Pub. Resources Code", "California Public Resources Code" and "Cal. Pub. Res. Code" are one code, and so are
"RCW" and "Wash. Rev. Code". A name is read word by word, because the states' codes follow a few patterns: the
state, an optional subject, then Code, Laws or Statutes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from briefbank.citations.mentions import Mention, unbroken
from briefbank.domain.authorities import CitationKind
from briefbank.text.case_names import STATES

_SHORT_WORDS = {
    full: entry.split("=")[0]
    for entry in str.split(
        "Pub.=public; Res.=resources resource; Gov't=government gov govt gov't gov’t; Proc.=procedure "
        "procedures; Crim.=criminal; Civ.=civil; Penal=pen; Saf.=safety; Welf.=welfare; Inst.=institutions; "
        "Bus.=business; Prof.=professions; Veh.=vehicle; Evid.=evidence; Lab.=labor; Fam.=family; "
        "Ins.=insurance; Corp.=corporations; Rev.=revised revenue; Tax.=taxation; Educ.=education ed; "
        "Elec.=elections election; Prob.=probate; Prac.=practice; Rem.=remedies; Transp.=transportation; "
        "Parks=parks; Est.=estates; Prop.=property; Com.=commercial; Exec.=executive; Mun.=municipal; "
        "Ann.=annotated ann; Stat.=statutes statute stat stats; Gen.=general; Comp.=compiled; "
        "Cons.=consolidated; Admin.=administrative; Regs.=regulations; &=and; Cent.=century; Health=health",
        "; ",
    )
    for full in entry.split("=")[1].split()
}
_CODE_WORDS = frozenset(
    ("Code", "Codes", "Law", "Laws", "Stat.", "Regs.", "C.S.", "C.P.L.", "Codified", "Ordinance")
)
"""Words of which a name must hold one to be the name of a code."""
_CALIFORNIAN = frozenset(
    str.split(
        "Pub.Res. Civ.Proc. Civ. Gov't Penal Health&Saf. Welf.&Inst. Bus.&Prof. Veh. Evid. Lab. Fam. Ins. "
        "Corp.Rev.&Tax. Educ. Elec. Prob. Water Fish&Game Com. Harb.&Nav. Food&Agric. Pub.Cont. Pub.Util."
    )
)
"""The subjects of the California codes."""
_ANNOTATED = frozenset(("Tenn.", "Ark.", "Ga.", "Miss.", "Mont.", "S.C.", "Utah", "Va.", "W. Va."))
"""States whose only code is called "Code Ann."; elsewhere "Ann." names an edition."""
_NEW_JERSEY = {"N.J. Stat.": "NJSA", "N.J. Rev. Stat.": "NJSA", "N.J. Admin. Code": "NJAC"}
"""Names of codes that have initials, by which their sections are cited."""
_FEDERAL_REGULATIONS = "CodeofFederalRegulations"
_FEDERAL = re.compile(r"(?:\bUnited States Code|\bU\. ?S\. Code|\bCode of Federal Regulations),?\s*$")
"""Codes of which a section cannot be told without its title."""
_CALIFORNIA_STYLE = re.compile(
    r"Pub\. ?(?:Res|Util|Contract)|Code (?:of )?Civ|(?:Pen|Evid|Veh|Fam|Prob|Gov|Lab|Elec|Ed|Ins|Civ|Corp)\."
    r" ?Code|Health & Saf|Welf\. & Inst|Bus\. & Prof|Rev\. & Tax"
)
"""Names abbreviated as in the California Style Manual, which no other state's courts follow."""
_LEAD_IN_WORDS = frozenset(
    str.split(
        "see in under of the and with by to is from this that accord but cf at eg also title section "
        "statutesstatutory provisions regulations rules codes cases constitutional other authorities "
        "authority"
    )
)


_LEVELS = {"tit.": "tit.", "title": "tit.", "ch.": "ch.", "chapter": "ch.", "c.": "ch.", "art.": "art."}
_LEVELS |= {"article": "art.", "pt.": "pt.", "part": "pt."}


class CodeName(NamedTuple):
    """A code as named in a text. ``prefix`` is what precedes the number in its canonical form; ``start`` is
    where the name begins in the words read. ``state`` is empty if the name does not tell it."""

    prefix: str
    kind: CitationKind
    start: int
    state: str
    is_act: bool = False
    """The code is a named statute ("the Coastal Act"), whose sections are codified elsewhere."""


def initials(written: str) -> str:
    """Return the letters of an abbreviation: "NCGS" for "N.C. G.S."."""
    return "".join(c for c in written if c.isalpha()).upper()


def code_at_end(words: str) -> CodeName | None:
    """Return the code whose name ends a text of about ten words ("as Pub. Resources Code,"), or None."""
    tokens = _last_words(words)
    first = len(tokens)
    while first > 0:
        token = tokens[first - 1].group()
        joining = token in ("of", "and", "the", "&")  # never the last word
        if first == len(tokens) if joining else not _NAME_WORD.fullmatch(token):
            break
        first -= 1
    while first < len(tokens) and is_lead_in(tokens[first].group()):
        first += 1
    # a name is read from the state or title number on, if it has one
    candidates = (_code_from(tokens[at:]) for at in range(max(first, len(tokens) - 9), len(tokens)))
    name = next((name for name in candidates if name), None)
    untitled = _FEDERAL.search(words) and name and not name.prefix.endswith(("U.S.C. §", "C.F.R. §"))
    return None if untitled else name


def _last_words(words: str) -> list[re.Match[str]]:
    """Return the words after an open bracket or a table's heading ("Statutes"), which no name spans."""
    opening = max(words.rfind(mark) for mark in "([“")
    closed = words.find(")", opening) >= 0 or words.startswith("(West", opening)
    tokens = list(_TOKEN.finditer(words, 0 if closed else opening + 1))
    for at in range(len(tokens) - 2, -1, -1):
        edition = tokens[at + 1].group().lower().startswith(("ann", "tit", "ch", "art"))
        if tokens[at].group().lower() in _HEADINGS and not edition:
            return tokens[at + 1 :]
    return tokens


_HEADINGS = frozenset(("statutes", "regulations", "rules", "codes", "authorities", "provisions"))
_TOKEN = re.compile(r"\(West\S*|[^\s([“\"]+?(?:(?<=[a-z]\.)(?=[A-Z][a-z])|(?=[\s([“\"]|$))")
"""A word. "Pub.Res.Code" counts as three."""
_NAME_WORD = re.compile(r"[A-Z][\w.'’]*,?|[\d\u00ad]{1,4}[A-Z]?,?|&|\(West(?:,?|\))|[a-z]{2,4}\.|of|and|the")


def is_lead_in(token: str) -> bool:
    """Tell whether a word such as "See" or "under" precedes a name without belonging to it."""
    return "".join(c for c in token.lower() if c.isalpha()) in _LEAD_IN_WORDS or token == "&"


def _code_from(tokens: list[re.Match[str]]) -> CodeName | None:
    start = tokens[0].start()
    words = [unbroken(token.group()).rstrip(",") for token in tokens]
    title = words.pop(0) if words[0].isdecimal() else ""
    rest = "".join(words)
    key = "CFR" if rest == _FEDERAL_REGULATIONS else initials(rest)
    if title and key in TITLED and rest[0].isalpha():
        return titled(title, key, start)
    state = ""
    for size in (1, 2, 3):
        named = state_named("".join(words[:size]))
        if named and len(words) > size and words[0][:1].isupper():
            state, words = named, words[size:]
            break
    if not state and (title or not words):
        return None
    level = ""
    for at in range(1, len(words) - 1):
        if (short := _LEVELS.get(words[at].lower())) and words[at + 1][:1].isdecimal():
            words, level = words[:at], f"{short} {words[at + 1]}"
            break
    shortened = [_SHORT_WORDS.get(word.lower().rstrip("."), word) for word in words]
    if len(words) > 1 and shortened[-1] == "Act":
        return CodeName(f"{' '.join(words)} §", CitationKind.STATUTE, start, state, is_act=True)
    if shortened[-3:] == ["Prac.", "&", "Proc."]:
        treatise = not {"Fed.", "Federal", "Wright"}.isdisjoint(words)
        kind = CitationKind.OTHER if treatise else CitationKind.RULE
        return CodeName(f"{' '.join(words)} §", kind, start, state)
    if _CODE_WORDS.isdisjoint(shortened) or not shortened[0][:1].isupper():
        return None
    return _named(state, title or level, shortened, " ".join(words), start)


def titled(title: str, key: str, start: int) -> CodeName:
    """Return the code with these initials, with or without the number of a title before them."""
    prefix = f"{title} {TITLED[key]}" if title else INITIALS[key]
    kind = CitationKind.REGULATION if key in REGULATIONS else CitationKind.STATUTE
    return CodeName(prefix, kind, start, "")


def _named(state: str, level: str, words: list[str], written: str, start: int) -> CodeName | None:
    if "Code" in words and words[-2:] == ["Civ.", "Proc."]:
        words = ["Civ.", "Proc.", "Code"]
    words = [word for word in words if word not in ("of", "the", "Ann.") and not word.startswith("(West")]
    if words == ["Code"] and state in _ANNOTATED:
        words = ["Code", "Ann."]
    subject = "".join(word for word in words if word not in ("Code", "Ann."))
    if not state and "Code" in words and subject in _CALIFORNIAN and _CALIFORNIA_STYLE.search(written):
        state = "Cal."
    if not state and len(words) < 2:
        return None
    if state == "U.S." and words == ["Code"] and level:
        return titled(level, "USC", start)
    name = " ".join(part for part in (state, *words) if part)
    if name in _NEW_JERSEY and not level:
        return titled("", _NEW_JERSEY[name], start)
    is_regulation = "Regs." in words or "Admin." in words
    kind = CitationKind.REGULATION if is_regulation else CitationKind.STATUTE
    if "Code" in words and "Regs." in words:
        name = f"{state or 'Cal.'} Code Regs."
    if level.isdecimal():
        name = f"{name} tit. {level}," if "Regs." in words else f"{level} {name}"
    elif level:
        name = f"{name} {level},"
    return CodeName(f"{name} §", kind, start, state)


def in_state(prefix: str, state: str) -> str:
    """Return a code that names no state as the given state's code: "Penal Code §" in California."""
    subject = prefix.removesuffix(" Code §").replace(" ", "")
    return f"{state} {prefix}" if state == "Cal." and subject in _CALIFORNIAN else prefix


_STATES = {
    name.replace(" ", "").replace(".", "").lower(): short
    for full, short in (
        *((full, short) for full, short in STATES.items() if short != "P.R."),
        *(("calif", "Cal."), ("penna", "Pa."), ("united states", "U.S.")),
    )
    for name in (full, short)
}
"""The Bluebook's abbreviation of each state, by lower-case name without spaces and full stops."""


def state_named(name: str) -> str | None:
    """Return the Bluebook's abbreviation of a state, however its name is written and spaced."""
    return _STATES.get("".join(name.split()).replace(".", "").lower())


INITIALS = dict(
    entry.split("=")
    for entry in str.split(
        "NJSA=N.J.S.A.; NJS=N.J.S.A.; RCW=Wash. Rev. Code §; WAC=Wash. Admin. Code §; MCL=Mich. Comp. Laws "
        "§; MCLA=Mich. Comp. Laws §; NCGS=N.C. Gen. Stat. §; GS=N.C. Gen. Stat. §; CPL=N.Y. Crim. Proc. Law "
        "§; CPLR=N.Y. C.P.L.R.; ARS=Ariz. Rev. Stat. §; KSA=Kan. Stat. §; OCGA=Ga. Code Ann. §; ORS=Or. "
        "Rev. Stat. §; NRS=Nev. Rev. Stat. §; HRS=Haw. Rev. Stat. §; TCA=Tenn. Code Ann. §; ACA=Ark. Code "
        "Ann. §; KRS=Ky. Rev. Stat. §; RSMO=Mo. Rev. Stat. §; CRS=Colo. Rev. Stat. §; NMSA=N.M. Stat. §; "
        "SDCL=S.D. Codified Laws §; NDCC=N.D. Cent. Code §; RSA=N.H. Rev. Stat. §; NJAC=N.J.A.C.; OAR=Or. "
        "Admin. R.; COMAR=Md. Code Regs.",
        "; ",
    )
)
"""Codes known by their initials. A full stop may follow each letter."""

TITLED = dict(
    entry.split("=")
    for entry in str.split(
        "USC=U.S.C. §; USCA=U.S.C. §; USCS=U.S.C. §; CFR=C.F.R. §; ILCS=Ill. Comp. Stat.; PACS=Pa. Cons. "
        "Stat. §; PACSA=Pa. Cons. Stat. §; VSA=Vt. Stat. §; DELC=Del. Code §; OS=Okla. Stat. §; NYCRR=N.Y. "
        "Comp. Codes R. & Regs. §; CCR=C.C.R. §",
        "; ",
    )
)
"""Codes known by their initials that follow the number of a title: "18 U.S.C. § 924"."""

REGULATIONS = frozenset(("NJAC", "WAC", "OAR", "COMAR", "CFR", "NYCRR", "CCR"))


_ORDINALS = {
    word: entry.split()[0]
    for entry in str.split(
        "I First 1st, II Second 2d 2nd, III Third 3d 3rd, IV Fourth 4th, V Fifth 5th, VI Sixth 6th, VII "
        "Seventh 7th, VIII Eighth 8th, IX Ninth 9th, X Tenth 10th, XI Eleventh 11th, XII Twelfth 12th, XIII "
        "Thirteenth 13th, XIV Fourteenth 14th, XV Fifteenth 15th, XVI Sixteenth 16th, XVII Seventeenth "
        "17th, XVIII Eighteenth 18th, XIX Nineteenth 19th",
        ", ",
    )
    for word in entry.split()[1:]
}
"""The numbers of the amendments to the United States Constitution, by their ordinals."""
_ORDINAL = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_ONE_ORDINAL = re.compile(rf"\b(?:{_ORDINAL})\b")
_AMENDMENTS = re.compile(
    rf"\b(?:(?:{_ORDINAL})(?:, and |, or |, | and | or | & )){{0,5}}(?:{_ORDINAL}) [Aa]mend(?:ments?\b|\.)"
    r"(?! (?:Coalition|Foundation|Center|Project|Alliance|Institute"
    r"|Clinic|Society|Committee|Council|Lawyers)\b)"
)


_WRITTEN = re.compile(
    r"\b(?P<place>U\. ?S\.|United States|US|N\. ?J\.|New Jersey|[NSWRD]\. ?[A-Z][a-z]?\."
    r"|(?:New|North|South|West|Rhode) [A-Z][a-z]{3,9}|[A-Z][a-z]{1,12}\.?) ?"
    r"C(?:onst|ONST)(?:\.|itution),? ?(?:\(\d{4}\),? ?)?"
    r"(?:(?:[Aa]mends?|AMEND)\.? ?(?P<amendment>[IVXivx]{1,6}|\d{1,2})|(?:[Aa]rt|ART)(?:\.|icle)? ?"
    r"(?P<article>[IVXivx]{1,6}|\d{1,2}))"
    r"(?:,? ?(?:§|[Ss]ec(?:\.|tion)) ?(?P<section>\d{1,2}))?(?:,? ?(?:¶|[Pp]ar(?:\.|a\.|agraph)) ?"
    r"(?P<paragraph>\d{1,2}))?(?:,? ?cl(?:\.|ause) ?(?P<clause>\d{1,2}))?"
)


def find_constitutions(text: str) -> Iterator[Mention]:
    """Find every article or amendment of a constitution, as "U.S. Const. amend. IV" or as "the Fifth and
    Fourteenth Amendments". Linear time."""
    kind = CitationKind.CONSTITUTION
    if "Const" in text or "CONST" in text:
        for match in _WRITTEN.finditer(text):
            jurisdiction = state_named(match["place"]) or match["place"].strip()
            amendment = match["amendment"]
            part = f"amend. {amendment.upper()}" if amendment else f"art. {match['article'].upper()}"
            below = (("§", match["section"]), ("¶", match["paragraph"]), ("cl.", match["clause"]))
            parts = "".join(f", {sign} {written}" for sign, written in below if written)
            yield Mention(*match.span(), f"{jurisdiction} Const. {part}{parts}", kind)
    for match in _AMENDMENTS.finditer(text) if "mend" in text else ():
        ordinals = list(_ONE_ORDINAL.finditer(text, match.start(), match.end()))
        for ordinal in ordinals:
            end = match.end() if ordinal is ordinals[-1] else ordinal.end()
            name = f"U.S. Const. amend. {_ORDINALS[ordinal.group()]}"
            yield Mention(ordinal.start(), end, name, kind, prose=True)
