"""The names of codes: one form for each, after the Bluebook's tables T1, T6 and T10.

"Pub. Resources Code", "California Public Resources Code" and "Cal. Pub. Res. Code" are one code; so are
"RCW" and "Wash. Rev. Code". A name is read word by word, because states' codes follow a few plans: the state,
then a subject or not, then Code, Laws or Statutes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from briefbank.authority.code_tables import INITIALS, REGULATIONS, STATES, TITLED
from briefbank.authority.mention import unbroken

_SHORT_WORDS = {
    full: short
    for short, fulls in {
        "Pub.": "public",
        "Res.": "resources resource",
        "Gov't": "government gov govt gov't gov’t",
        "Proc.": "procedure procedures",
        "Crim.": "criminal",
        "Civ.": "civil",
        "Penal": "pen",
        "Saf.": "safety",
        "Welf.": "welfare",
        "Inst.": "institutions",
        "Bus.": "business",
        "Prof.": "professions",
        "Veh.": "vehicle",
        "Evid.": "evidence",
        "Lab.": "labor",
        "Fam.": "family",
        "Ins.": "insurance",
        "Corp.": "corporations",
        "Rev.": "revised revenue",
        "Tax.": "taxation",
        "Educ.": "education ed",
        "Elec.": "elections election",
        "Prob.": "probate",
        "Prac.": "practice",
        "Rem.": "remedies",
        "Transp.": "transportation",
        "Parks": "parks",
        "Est.": "estates",
        "Prop.": "property",
        "Com.": "commercial",
        "Exec.": "executive",
        "Mun.": "municipal",
        "Ann.": "annotated ann",
        "Stat.": "statutes statute stat stats",
        "Gen.": "general",
        "Comp.": "compiled",
        "Cons.": "consolidated",
        "Admin.": "administrative",
        "Regs.": "regulations",
        "&": "and",
        "Cent.": "century",
        "Health": "health",
    }.items()
    for full in fulls.split()
}
_HEADS = frozenset(
    ("Code", "Codes", "Law", "Laws", "Stat.", "Regs.", "C.S.", "C.P.L.", "Codified", "Ordinance")
)
"""One of these words makes a name that of a code."""
_CALIFORNIAN = frozenset(
    [
        "Pub.Res.",
        "Civ.Proc.",
        "Civ.",
        "Gov't",
        "Penal",
        "Health&Saf.",
        "Welf.&Inst.",
        "Bus.&Prof.",
        "Veh.",
        "Evid.",
        "Lab.",
        "Fam.",
        "Ins.",
        "Corp.",
        "Rev.&Tax.",
        "Educ.",
        "Elec.",
        "Prob.",
        "Water",
        "Fish&Game",
        "Com.",
        "Harb.&Nav.",
        "Food&Agric.",
        "Pub.Cont.",
        "Pub.Util.",
    ]
)
"""The subjects of the California codes."""
_ANNOTATED = frozenset("Tenn. Ark. Ga. Miss. Mont. S.C. Utah Va. W._Va.".replace("_", " ").split(" ")) | {
    "W. Va."
}
"""States whose one code is called "Code Ann."; elsewhere the word names only an edition."""
_CALIFORNIA_STYLE = re.compile(
    r"Pub\. ?(?:Res|Util|Contract)|Code (?:of )?Civ|(?:Pen|Evid|Veh|Fam|Prob|Gov|Lab|Elec|Ed|Ins|Civ|Corp)\."
    r" ?Code|Health & Saf|Welf\. & Inst|Bus\. & Prof|Rev\. & Tax"
)
"""Names shortened as the California Style Manual does, which no other state's courts follow."""
_STOPS = frozenset(
    [
        "see",
        "in",
        "under",
        "of",
        "the",
        "and",
        "with",
        "by",
        "to",
        "is",
        "from",
        "this",
        "that",
        "accord",
        "but",
        "cf",
        "at",
        "eg",
        "also",
        "title",
        "section",
        "statutes",
        "statutory",
        "provisions",
        "regulations",
        "rules",
        "codes",
        "cases",
        "constitutional",
        "other",
        "authorities",
        "authority",
    ]
)


_LEVELS = {
    word: short
    for short, words in {"tit.": "title", "ch.": "chapter c.", "art.": "article", "pt.": "part"}.items()
    for word in (short, *words.split())
}


class CodeName(NamedTuple):
    """A code: what stands before the number in its canonical form, its sort, and where its name begins in
    the words that it was read from. ``state`` is empty where the name leaves it open."""

    prefix: str
    sort: str
    start: int
    state: str
    is_act: bool = False
    """A named statute ("the Coastal Act"), whose sections stand in some code."""


def initials(written: str) -> str:
    """The letters of an abbreviation: "N.C. G.S." is NCGS."""
    return "".join(c for c in written if c.isalpha()).upper()


def code_at_end(words: str) -> CodeName | None:
    """The code whose name ends a text of at most some ten words: "as Pub. Resources Code,"; None for none."""
    tokens = _last_words(words)
    first = len(tokens)
    while first > 0 and _belongs(tokens[first - 1].group(), first == len(tokens)):
        first -= 1
    while first < len(tokens) and _only_leads(tokens[first].group()):
        first += 1
    return _read(tokens[first:]) if first < len(tokens) else None


def _last_words(words: str) -> list[re.Match[str]]:
    """The words behind an open bracket and behind a table's heading ("Statutes"); no name goes over them."""
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
"""A word; "Pub.Res.Code" is three."""
_NAME_WORD = re.compile(r"[A-Z][\w.'’]*,?|[\d\u00ad]{1,4}[A-Z]?,?|&|\(West(?:,?|\))|[a-z]{2,4}\.|of|and|the")


def _belongs(token: str, last: bool) -> bool:
    if token in ("of", "and", "the", "&"):
        return not last
    return _NAME_WORD.fullmatch(token) is not None


def _only_leads(token: str) -> bool:
    """Whether a word stands before a name and is no part of it: "See", "under"."""
    return "".join(c for c in token.lower() if c.isalpha()) in _STOPS or token == "&"


def _read(tokens: list[re.Match[str]]) -> CodeName | None:
    """The name that these words are, from the state or title's number on if there is one."""
    for at in range(max(0, len(tokens) - 9), len(tokens)):
        if name := _from(tokens[at:]):
            return name
    return None


def _from(tokens: list[re.Match[str]]) -> CodeName | None:
    start = tokens[0].start()
    words = [unbroken(token.group()).rstrip(",") for token in tokens]
    title = words.pop(0) if words[0].isdigit() else ""
    if title and (key := initials("".join(words))) in TITLED:
        return titled(title, key, start)
    state, words = _state(words)
    if not state and (title or not words):
        return None
    words, level = _level(words)
    shortened = [_shortened(word) for word in words]
    if shortened and shortened[-1] == "Act":
        return CodeName(f"{' '.join(words)} §", "statute", start, state, is_act=True)
    if shortened[-3:] == ["Prac.", "&", "Proc."]:
        treatise = not {"Fed.", "Federal", "Wright"}.isdisjoint(words)
        return CodeName(f"{' '.join(words)} §", "other" if treatise else "rule", start, state)
    if _HEADS.isdisjoint(shortened) or not shortened[0][:1].isupper():
        return None
    return _named(state, title or level, shortened, " ".join(words), start)


def titled(title: str, key: str, start: int) -> CodeName:
    """The code of some initials, with the number of a title before them or without."""
    prefix = f"{title} {TITLED[key]}" if title else INITIALS[key]
    return CodeName(prefix, "regulation" if key in REGULATIONS else "statute", start, "")


def _state(words: list[str]) -> tuple[str, list[str]]:
    """The state that a name begins with, and the other words."""
    for size in (1, 2, 3):
        key = "".join(words[:size]).replace(".", "").lower()
        if len(words) > size and key in STATES and words[0][0].isupper():
            return STATES[key], words[size:]
    return "", words


def _level(words: list[str]) -> tuple[list[str], str]:
    """The words without a title, chapter or article that follows them, and it: "tit. 14"."""
    for at in range(1, len(words) - 1):
        if (level := _LEVELS.get(words[at].lower())) and words[at + 1][:1].isdigit():
            return words[:at], f"{level} {words[at + 1]}"
    return words, ""


def _shortened(word: str) -> str:
    return _SHORT_WORDS.get(word.lower().rstrip("."), word)


def _named(state: str, level: str, words: list[str], written: str, start: int) -> CodeName | None:
    if "Code" in words and words[-2:] == ["Civ.", "Proc."]:
        words = ["Civ.", "Proc.", "Code"]
    words = _without_edition(state, [word for word in words if word not in ("of", "the")])
    subject = "".join(word for word in words if word not in ("Code", "Ann."))
    if not state and "Code" in words and subject in _CALIFORNIAN and _CALIFORNIA_STYLE.search(written):
        state = "Cal."
    if not state and len(words) < 2:
        return None
    if state == "U.S." and words == ["Code"] and level:
        return titled(level, "USC", start)
    name = " ".join(part for part in (state, *words) if part)
    sort = "regulation" if "Regs." in words or "Admin." in words else "statute"
    if "Code" in words and "Regs." in words:
        name = f"{state or 'Cal.'} Code Regs."
    if level.isdigit():
        name = f"{name} tit. {level}," if "Regs." in words else f"{level} {name}"
    elif level:
        name = f"{name} {level},"
    return CodeName(f"{name} §", sort, start, state)


def _without_edition(state: str, words: list[str]) -> list[str]:
    """Without "Ann.", except where it is part of the code's one name."""
    plain = [word for word in words if word != "Ann." and not word.startswith("(West")]
    return ["Code", "Ann."] if plain == ["Code"] and state in _ANNOTATED else plain


def in_state(prefix: str, state: str) -> str:
    """A code of which the state was left open, as that state's: "Penal Code §" in California."""
    subject = prefix.removesuffix(" Code §").replace(" ", "")
    return f"{state} {prefix}" if state == "Cal." and subject in _CALIFORNIAN else prefix
