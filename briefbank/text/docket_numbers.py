"""Docket numbers as courts and lawyers write them, and whether two of them are one docket.

"A-3890-17", "A-003890-17T2" and "No. 3890-17" are one docket, and so are "17-11696", "1:17-cr-11696-ADB" and
"Crim. No. 17-11696". Both sides of a comparison are reduced to keys. What a document says has its
``document_keys``, and what is asked for its ``query_keys``; the docket is the same where they share one. The
rules:

- The numbers must be equal, in order. Leading zeros, the form of the dash, capitals, and the century of a
  year that comes first do not count.
- The letters of the court or the kind of case (the A of the Appellate Division, cr, KA, SJC) and the office
  of a federal court ("1:") must be equal where both sides have them. A side that omits them matches any. A
  number that stands alone needs its letters: "SJC-12345" is not "12345".
- What follows the numbers does not count: the team ("T2"), the judge's initials, the defendant's number. Only
  the last letter of an indictment (14-06-1234-I) counts, as its kind.

So "A-12-19" of a supreme court and "A-0012-19T1" of an appellate division cannot be told apart, and
"17-11696" finds both the criminal and the civil docket of this number. Other forms ("S-1-SC-12345") have no
keys.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, product

from briefbank.text.characters import is_hidden

DASHES = "-‐‑‒–—−\u00ad"
LONGEST = 60  # The characters of a docket number, or before one, that are looked at
_D = rf"[{DASHES}]\s?"
_TEAM = rf"(?:(?:{_D})?T\d[A-Z]?)"
_MONTHS = r"(?!(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\b)"
_CASE = r"crim|cr|civ|cv|mj|mc"


def _expression(glued: str, louisiana: str) -> re.Pattern[str]:
    """Return the expression of a docket number. ``glued`` matches letters without a dash before the number,
    and ``louisiana`` those between two blanks."""
    return re.compile(
        rf"""
        (?<!\w)(?<!\w[{DASHES}])(?<!\d[:.])
        (?P<written>
        (?:(?P<office>\d{{1,2}})(?::|{_D}))?(?P<year>\d{{4}}|\d\d)
          (?:{_D}{_MONTHS}(?P<dashed>[A-Z]{{1,4}}){_D}
            |\s(?:(?P<spaced>{_CASE})\.?|(?P<louisiana>{louisiana}))\s)
          (?P<serial>\d{{1,7}})
        |(?P<indicted>\d\d){_D}(?P<month>0[1-9]|1[0-2]){_D}(?P<indictment>\d{{3,5}})
          (?:(?:{_D})?(?P<charge>[A-Z])(?!\w))?
        |(?:(?P<letters>[A-Z]{{1,4}}){_D}|(?P<glued>{glued})|(?P<case>{_CASE})\.?\s)
          (?P<first>\d{{1,7}}){_D}(?P<second>\d{{1,7}}){_TEAM}?
        |(?:(?P<bare_office>\d{{1,2}}):)?(?P<number>\d{{2,7}}){_D}(?P<other>\d{{2,7}})(?P<team>{_TEAM})?
        |(?P<court>[A-Z]{{1,4}}){_D}(?P<alone>\d{{4,7}})
        |(?P<single>\d{{5,6}})
        )
        (?:{_D}[A-Z]{{1,4}}(?!\w)){{0,3}}(?:{_D}\d\d?(?!\w))?(?:\s?\([A-Z]{{1,4}}\)){{0,2}}
        (?!\w|[{DASHES}:.]\d)
        """,
        re.IGNORECASE | re.VERBOSE,
    )


_IN_TEXT = _expression("(?-i:[A-Z]{1,4}|[a-z]{2,4})", "(?-i:[CK][A-Z]?)")
"""In a text "Da12-15" is a page of an appendix, and "2019 ca 123" is no docket."""
_TYPED = _expression("[A-Z]{1,4}", "[CK][A-Z]?")
_ANNOUNCED = re.compile(
    r"""
    (?<!\w)
    (?:(?:superior\ court|supreme\ court|app(?:ellate)?|div(?:ision)?|docket|dkt|case|cause|action|criminal
        |crim|cr|civil|civ(?:\.\s?a)?|c\.\s?a|indictment|ind|accusation|numbers?|nos?)\b[.:,]{0,2}\s{0,2}
      |\#\s?){1,6}$
    """,
    re.IGNORECASE | re.VERBOSE,
)
_CRIMINAL, _CIVIL = re.compile(r"\bcr", re.IGNORECASE), re.compile(r"\b(?:civ|c\.\s?a)", re.IGNORECASE)
_LETTERS = str.split("dashed spaced louisiana charge letters glued case court")
_NUMBERS = str.split("year serial indicted month indictment first second number other alone single")
_SAME_LETTERS = {"crim": "cr", "civ": "cv"}
_YEAR = re.compile(r"(?:19|20)\d\d")
_ANY, _NONE = "*", "-"


_WRITTEN_OUT = re.compile(
    "⟨U\\+([0-9A-F]{4,5})⟩"
)  # What ``characters.escape_hidden`` made of such a character


def visible(text: str, soft_hyphen: str = "-") -> str:
    """Return a docket number in one line without characters that nobody sees, and with a dash for a soft
    hyphen, which some fonts draw."""
    text = _WRITTEN_OUT.sub(lambda match: chr(int(match[1], 16)), text)
    line = " ".join(text.replace("\u00ad", soft_hyphen).split())
    return line if line.isprintable() else "".join(sign for sign in line if not is_hidden(sign))


@dataclass(frozen=True, slots=True)
class DocketNumber:
    written: str  # The number without blanks, initials and what announces it
    letters: str  # The letters of the court or kind of case in small letters; empty where the text has none
    office: str  # The number of the office of a federal court; empty where the text has none
    numbers: tuple[int, ...]
    start: int
    end: int
    announced_from: int  # Where the words that announce it begin ("Docket No."); ``start`` without any

    def document_keys(self) -> Iterator[str]:
        """Yield the keys under which what a document says is found."""
        return self._keys({self.office or _NONE, _ANY}, {self.letters or _NONE, _ANY})

    def query_keys(self) -> Iterator[str]:
        """Yield the keys of the dockets that are asked for by this number."""
        offices, letters = ({own, _NONE} if own else {_ANY} for own in (self.office, self.letters))
        return self._keys(offices, letters)

    def near(self) -> re.Pattern[str]:
        """Return an expression that finds every form of this number, and others. Faster than keys."""
        numbers = r"\D{1,8}".join(f"0*{number}" for number in self.numbers)
        return re.compile(rf"(?<!\d)(?:19|20)?{numbers}(?!\d)")

    def _keys(self, offices: set[str], letters: set[str]) -> Iterator[str]:
        if len(self.numbers) == 1:
            letters = {self.letters or _NONE}
        numbers = " ".join(map(str, self.numbers))
        return (f"{office} {kind} {numbers}" for office, kind in product(offices, letters))


def find(text: str, *, typed: bool = False) -> Iterator[DocketNumber]:
    """Yield the docket numbers of a text in order, in linear time. Numbers without letters may be pages
    ("1210-17"): they count where a word such as "No." announces them, or where they are ``typed`` for a
    docket or stand in the field for one."""
    for match in (_TYPED if typed else _IN_TEXT).finditer(text):
        before = _ANNOUNCED.search(text[max(0, match.start() - LONGEST) : match.start()])
        announced = before.group() if before else ""
        bare = match["number"] or match["single"]
        if bare and not _counts(match, typed=typed, announced=bool(announced)):
            continue
        letters = next((match[name].lower() for name in _LETTERS if match[name]), "")
        office = match["office"] or match["bare_office"] or ""
        numbers = [match[name] for name in _NUMBERS if match[name]]
        # A year that comes first has its last two digits. Where no letters follow it, a number of four
        # digits is a year unless two digits follow, which are one.
        year_first = match["year"] or (len(numbers) == 2 and len(numbers[1]) != 2)
        if year_first and _YEAR.fullmatch(numbers[0]):
            numbers[0] = numbers[0][2:]
        written = re.sub(r"[\s.]+", "-", match["written"])
        kind = "cr" if _CRIMINAL.search(announced) else "cv" if _CIVIL.search(announced) else ""
        if match["number"] and kind:  # "Crim. No."
            letters = kind
            written = f"{match['number']}-{kind}-{match['other']}"
        letters, office = _SAME_LETTERS.get(letters, letters), office.lstrip("0")
        start, values = match.start(), tuple(map(int, numbers))
        yield DocketNumber(written, letters, office, values, start, match.end(), start - len(announced))


def keys_in(text: str) -> frozenset[str]:
    """Return the keys of the docket numbers that a text names."""
    return frozenset(key for docket in find(text) for key in docket.document_keys())


@lru_cache(maxsize=4096)
def keys_of(dockets: str) -> frozenset[str]:
    """Return the keys of the value of a field for docket numbers, or of a name that may have some."""
    numbers = find(dockets.replace("_", " "), typed=True)
    return frozenset(key for number in numbers for key in number.document_keys())


@lru_cache(maxsize=4096)
def typed_docket(text: str) -> DocketNumber | None:
    """Return the docket number that a text is, with what announces it; None for any other text."""
    docket = next(find(text[: 2 * LONGEST], typed=True), None)
    whole = docket is not None and docket.announced_from == 0 and docket.end == len(text)
    return docket if whole else None


def joined(pieces: Sequence[str]) -> list[str]:
    """Return the blank-separated pieces of a typed text, with "Docket No. A-3890-17" or "17 Cr. 11696 (ADB)"
    made one: the number alone. The pieces after the first are left empty."""
    result = list(pieces)
    starts = list(accumulate((len(piece) + 1 for piece in pieces), initial=0))
    for docket in find(" ".join(pieces), typed=True):
        first = bisect_right(starts, docket.announced_from) - 1
        last = bisect_right(starts, docket.end - 1) - 1
        if first < last and typed_docket(docket.written):
            result[first : last + 1] = [docket.written, *[""] * (last - first)]
    return result


def query_keys(text: str) -> frozenset[str]:
    """Return the keys of the dockets that are asked for; empty for a text that is no docket number."""
    docket = typed_docket(text)
    return frozenset(docket.query_keys()) if docket else frozenset()


def _counts(match: re.Match[str], *, typed: bool, announced: bool) -> bool:
    """Tell whether numbers without letters are a docket: a year and then a number, or the other way round."""
    if single := match["single"]:
        return announced or (typed and len(single) == 6 and single[0] == "0")
    number, other = match["number"], match["other"]
    if match["bare_office"]:  # N.J.S.A. 10:5-12 and R. 1:13-7 are none
        return len(number) == 2 and len(other) >= 5
    sure = typed or announced
    if len(other) == 2:
        return bool(match["team"]) or (sure and len(number) >= 3 and not _YEAR.fullmatch(number))
    dated = len(number) == 2 or _YEAR.fullmatch(number) is not None
    return dated and len(other) >= (3 if sure else 4)
