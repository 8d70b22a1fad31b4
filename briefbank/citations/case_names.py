"""The case names that precede citations: "State v. Carty" before "170 N.J. 632".

The name is read backwards from its citation, word by word, as long as the words can belong to a party. It
follows Bluebook rule 10.2.1: no signals, no "The" and "et al.", and "State", "People" and "Commonwealth"
alone where the state is a party. A doubtful name is left empty, because other documents cite the case too.
"""

from __future__ import annotations

import re
from itertools import pairwise, zip_longest

from briefbank.text.case_names import SOVEREIGNS

LONGEST_NAME = 140
"""The most characters of a name; a longer run of capitalised words is a heading or a list of parties."""
_BACK = 260  # characters before a citation that are searched for its case's name
_VERSUS = re.compile(r"(?<=[\w.,’'&)]) (?:v|vs|V|VS)\. ?(?=\S)")
_YEAR = re.compile(r" ?\((?:[^()]{0,30} )?(?:1[6-9]|20)\d\d\)$")
"""The year, which California's style puts before the reporter."""
_ONE_PARTY = re.compile(
    r"(?<![\w’])(?:(?:State |People )?[Ii]n (?:the )?[Ii]nterests? of|(?:[Ii]n the )?[Mm]atter of"
    r"|In re(?: the)?|IN RE|[Ee]x [Pp]arte|Estate of) (?=[A-Z])"
)
_DOCKET = re.compile(r",? (?:(?:Docket|Dkt\.|Case|App\.|Appeal|Civ\.|Crim\.) )?(?:N[oO]s?\.|#).*$")
_ET_AL = re.compile(r",? et al\.?(?=,|$| v\.)")
_PARENTHESIS = re.compile(r" ?\([^()]{0,80}\)")
_WORD = re.compile(r"\S+")
_JOINING = frozenset(
    str.split(
        "of the and & for de la le del der den van von da du dos y ex rel. rel on behalf upon to by in re a "
        "an d/b/a t/a f/k/a a/k/a"
    )
)
"""Small words inside parties' names; never the first word."""
_AFTER_COMMA = re.compile(
    r"(?:Inc|Ltd|Co|Corp|LLC|L\.L\.C|LLP|L\.L\.P|LP|L\.P|P\.C|PC|P\.A|N\.A|S\.A|Jr|Sr|II|III|IV|U\.S\.A|Local|Dep[’']t"
    r"|Div|Bd|Comm[’']n|Office|Bureau|Dept|Department|Division|Board|Law)\b"
)
"""Words that may follow a comma within one party's name."""
_LEAD_IN_WORDS = frozenset(
    str.split(
        "See see In in Under Cf Cf. But Accord Compare Contra And As With Since While Citing Quoting Also "
        "Because Although Per From Following Unlike Like Both Thus Hence Only Even If When Where Here E.g. "
        "Relying Applying Then Moreover Further However Similarly Likewise Court Finally First Second Third "
        "Id Id. Ibid. At On For By After Before Before Through Through Until Nor Or So Yet Not That This "
        "Our Its The the Whether Additionally Later Recently Again Indeed Instead To Of overruling citing "
        "quoting Affirmed Reversed Overruling"
    )
)
"""Words before a name that are no part of it. Line numbers (``_LINE_NUMBER``) are dropped too."""
_SIGNALS = frozenset(str.split("See See, Cf Cf. Id. Ibid. E.g. E.g., Accord Compare Contra Quoting Citing"))
"""Signals that begin a citation. No party's name has one in its middle."""
_CITATION_END = re.compile(r"(?=\S*\d)\S*(?:[)\]]|\.$)|\S*[)\]][.;]+$|[IVXL]{2,6}\.$")
"""The last word of another citation: "(1963).", "345-46.", "(Pa.).", "IV."."""
_COURT = re.compile(r"^(?:(?:App\. Div|Ct\. (?:Crim\. |Civ\. )?App|\d{1,2}(?:st|d|nd|rd|th) Cir)\. )+")
"""The court that decided the case before, where no parenthesis closes it off."""
_NUMBERS = re.compile(r"(?:[ ,]*+[\d*–-]++(?=[ ,]))*")  # pages and a year right after a citation
_SHORT_NAME = re.compile(
    r"(?<![\w’'-])(?P<name>[A-Z][\w’'-]{2,}(?: [A-Z][\w’'-]{2,}){0,2}), "
    r"\d{1,4} [A-Z][A-Za-z0-9. ]{0,18} at \*?\d"
)
"""A short form of a case's citation, whose name has no small words."""
_VERSUS_WORDS = frozenset(("v.", "vs.", "V.", "VS."))
_NAME_END = re.compile(r"(?:[,;:?)”\"]|(?<=[a-z]{3})\.)+$")
"""The signs behind a name, and the full stop of a sentence."""
_LINE_NUMBER = re.compile(r"\d{1,3}$")
"""A number before a name: a line number of pleading paper, or a page number in a table."""
_FULL_STOP = re.compile(r"[.?][”\"’)\d]{0,3}$")
_WHOLE_WORDS = frozenset(
    str.split("State Court Judge Jury Rule Act Code Law Clause Brief Texas Idaho Maine Ohio Iowa Utah")
)
"""Short words that are no abbreviations, so that a full stop after them ends a sentence."""
_TRUNCATED_PARTY = re.compile(r"(?:Co|Inc|Corp|Ltd|LLC|LLP|L\.P|Bd|Comm[’']n|Dep[’']t|Ass[’']n)\.?,?$")
"""A party of which only the last word was read."""
_GOVERNMENT = re.compile(
    r"(?P<who>State|People|Commonwealth) of (?:the State of )?[A-Z][a-z]+(?: [A-Z][a-z]+){0,2}$"
)
_CAPITALS = re.compile(r"[A-Z]{4}")


def case_name(text: str, start: int, floor: int = 0) -> str:
    """Return the name of the case whose citation begins at ``start``; empty if none precedes it. ``floor``:
    the previous citation's end. White space does not matter. Any thread; never raises; linear time."""
    head = " ".join(text[max(floor, start - _BACK) : start].replace("—", " — ").split())
    if floor > 0 and start - floor < _BACK:
        head = _NUMBERS.sub("", head, count=1)
    head = _DOCKET.sub("", _YEAR.sub("", head.rstrip(" ,[")).rstrip(" ,"))
    parted = list(_VERSUS.finditer(head))
    if parted:
        first, second = _first_party(head[: parted[-1].start()]), _second_party(head[parted[-1].end() :])
        return _normalized(f"{_government(first)} v. {_government(second)}") if first and second else ""
    for lead in _ONE_PARTY.finditer(head):
        if party := _second_party(head[lead.end() :]):
            words = lead.group().replace("IN RE", "In re").strip()
            return _normalized(f"{words[0].upper()}{words[1:]} {party}")
    return ""


def case_name_places(text: str) -> list[tuple[int, int]]:
    """Return the half-open ranges of case names in a text, in order: with both parties, of one party after
    "In re" and the like, and short ones before a citation ("Carty, 170 N.J. at 640"). Any thread; never
    raises; linear time."""
    names: list[tuple[int, int]] = []
    floor = 0
    for versus in _VERSUS.finditer(text):
        before = text[max(floor, versus.start() - _BACK) : versus.start()]
        words = _first_party(before).split()
        first = re.search(r"\s+".join(map(re.escape, words)) + "$", before) if words else None
        end = _party_end(text, versus.end())
        if first and end:
            names.append((versus.start() - len(before) + first.start(), end))
            floor = end
    for lead in _ONE_PARTY.finditer(text):
        if end := _party_end(text, lead.end()):
            names.append((lead.start(), end))
    for short in _SHORT_NAME.finditer(text):
        if name := " ".join(_without_lead(short["name"].split())):
            names.append((short.end("name") - len(name), short.end("name")))
    kept: list[tuple[int, int]] = []
    for start, end in sorted(names):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


def _party_end(text: str, start: int) -> int:
    """Return where the party's name that begins at ``start`` ends; 0 where none begins there."""
    words = list(_WORD.finditer(text, start, start + _BACK))
    end = 0
    for match, following in zip_longest(words, words[1:]):
        word, after = match.group(), following.group() if following else ""
        if word[0] in "([" or not _belongs(word) or word in _SIGNALS or after in _VERSUS_WORDS:
            break
        name = _NAME_END.sub("", word)
        if word not in _JOINING and name:
            end = match.start() + len(name)
        full_stop = word.endswith((".", ".”"))
        if full_stop and (after in _LEAD_IN_WORDS or _ends_sentence(word, after or "a")):
            break
        if word[-1] in ',;:)”"?' and not (word[-1] == "," and _AFTER_COMMA.match(after)):
            break
    return end


def _first_party(before: str) -> str:
    """Return the words at the end that can be one party's name."""
    party_words: list[str] = []  # the last one first
    for match in reversed(list(_WORD.finditer(before))):
        word = match.group()
        if not _belongs(word) or word in _SIGNALS or _CITATION_END.match(word):
            break
        if party_words:
            goes_on = word[-1] == "," and _AFTER_COMMA.match(party_words[-1])
            alone = " ".join(party_words[::-1]).rstrip(",") in SOVEREIGNS
            ended = _ends_sentence(word, party_words[-1]) or (alone and _FULL_STOP.search(word))
            if ended or (word[-1] in ',;:”"' and not goes_on):
                break
        opened = word[0] in "(["
        if opened and word.rstrip(",")[-1] in ")]":
            if party_words:
                break
            continue  # "Bank of America (N.A.) v. Smith"
        party_words.append(word.lstrip("([“\"‘'"))
        if opened:
            break
    party = _COURT.sub("", " ".join(_without_lead(party_words[::-1])).strip(" ,"), count=1)
    return "" if _TRUNCATED_PARTY.match(party) else party


def _second_party(behind: str) -> str:
    """Return the whole text if it can be one party's name; otherwise an empty text."""
    words = _PARENTHESIS.sub("", _ET_AL.sub("", behind)).strip(" ,").split()
    fits = all(_belongs(word) and word[-1] not in ";:" for word in words)
    torn = any(one[-1] == "," and not _AFTER_COMMA.match(two) for one, two in pairwise(words))
    return " ".join(words) if words and fits and not torn and words[0][0].isupper() else ""


def _belongs(word: str) -> bool:
    bare = word.lstrip("([“\"‘'").rstrip(",")
    return bool(bare) and (bare[0].isupper() or bare[0].isdigit() or bare in _JOINING)


def _ends_sentence(word: str, following: str) -> bool:
    """Tell whether the full stop after a word ends a sentence: the word is long and no abbreviation."""
    plain = word.rstrip('”"’)')
    whole = len(plain) > 6 or plain[:-1] in _WHOLE_WORDS
    return plain.endswith((".", "?")) and whole and plain[:-1].isalpha() and following[0].isupper()


def _without_lead(words: list[str]) -> list[str]:
    """Drop signals, beginnings of sentences, line numbers and small words from the start; "In re" stays."""
    while words and words[:2] != ["In", "re"]:
        word = words[0]
        if word.rstrip(",") not in _LEAD_IN_WORDS and word not in _JOINING and not _LINE_NUMBER.match(word):
            break
        words = words[1:]
    return words


def _government(party: str) -> str:
    state = _GOVERNMENT.match(party)
    return state["who"] if state else party


def _normalized(name: str) -> str:
    """Unify what differs between documents: apostrophes, "et al." and names in capitals."""
    plain = _ET_AL.sub("", name.replace("'", "’")).strip(" ,")
    if len(plain) > LONGEST_NAME or len(plain) < 5:
        return ""
    letters = "".join(c for c in plain.replace(" v. ", "") if c.isalpha())
    if not letters.isupper() or not _CAPITALS.search(plain):
        return plain
    small = ("OF", "THE", "AND", "FOR", "V.", "EX", "REL.", "IN", "RE", "ON")
    return " ".join(word.lower() if word.upper() in small else word.title() for word in plain.split())
