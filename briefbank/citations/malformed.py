"""Citations that cannot be right as written, each with a sentence that says why.

Only certain mistakes are reported, because a false alarm in a list that a lawyer reads before filing costs
more than a missed slip: years, volumes and pages that the reporter or the decision does not have, numbers in
a form that their code does not have, names that no reporter has, and short forms without a full citation. The
last are judged only if the whole document is given.

The runs of reporters are from the publishers' own series: West's National Reporter System (its regional and
federal series close with volume 999, its first ones closed at round numbers), the United States Reports, and
the official reports of New Jersey, New York and California. The table of reporters-db is wider, but a tenth
of its years is off by several ("F. Supp." ends there in 1988, "Ohio St. 3d" begins in 1991), too much to call
a citation wrong by.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from briefbank.citations.cases import reporter
from briefbank.citations.mentions import DASH, single_spaced
from briefbank.domain.authorities import Citation, CitationForm, CitationKind
from briefbank.domain.pages import Role
from briefbank.text.messages import NO_MESSAGE, Message, joined

LIVES = {
    name: tuple(map(int, years.split()))
    for name, years in (
        entry.split(": ")
        for entry in str.split(
            "U.S.: 1754; S. Ct.: 1882; L. Ed.: 1754 1956 100; L. Ed. 2d: 1956; F.: 1880 1924 300; F.2d: "
            "1924 1993 999; F.3d: 1993 2021 999; F.4th: 2021; F. Supp.: 1932 1998 999; F. Supp. 2d: 1997 "
            "2014 999; F. Supp. 3d: 2013; F. App'x: 2001 2021 861; F.R.D.: 1938; A.: 1885 1938 200; A.2d: "
            "1938 2010 999; A.3d: 2009; N.E.: 1884 1936 200; N.E.2d: 1936 2014 999; N.E.3d: 2013; N.W.: "
            "1879 1941 300; N.W.2d: 1941; P.: 1883 1931 300; P.2d: 1931 2000 999; P.3d: 1999; S.E.: 1887 "
            "1939 200; S.E.2d: 1939; So.: 1886 1941 200; So. 2d: 1940 2009 999; So. 3d: 2008; S.W.: 1886 "
            "1928 300; S.W.2d: 1927 1999 999; S.W.3d: 1999; N.J.: 1948; N.J. Super.: 1948; N.J.L.: 1789 "
            "1948 137; N.J. Eq.: 1830 1948 142; N.J. Tax: 1979; N.Y.2d: 1955 2003 100; N.Y.3d: 2003; "
            "A.D.2d: 1955 2004 309; A.D.3d: 2003; N.Y.S.2d: 1937 2015 999; N.Y.S.3d: 2014; Cal. 2d: 1934 "
            "1969 71; Cal. 3d: 1969 1991 54; Cal. 4th: 1991 2016 63; Cal. 5th: 2016; Cal. App. 2d: 1934 "
            "1969 276; Cal. App. 3d: 1969 1991 235; Cal. App. 4th: 1991 2016 248; Cal. App. 5th: 2016; Cal. "
            "Rptr.: 1959 1992 286; Cal. Rptr. 2d: 1991 2004 135; Cal. Rptr. 3d: 2003",
            "; ",
        )
    )
}
"""The years of the first and the last decision of each reporter, and its last volume, by the canonical name
that ``cases.reporter`` returns. A reporter that continues has the first alone."""
_SLACK = 2  # the tolerance in years, because volumes also hold decisions from just before or after a series
_LAST_TITLES = {"U": ("United States Code", 54), "C": ("Code of Federal Regulations", 50)}
_TITLED = re.compile(
    r"(?<![\w.\-–])(?P<title>\d{1,4}) (?P<code>U|C)\. ?(?:S\. ?C\.(?: ?A\.)?|F\. ?R\.) (?:§{1,2} ?)?\d{1,5}"
)
_NEW_JERSEY = re.compile(
    rf"\bN\.? ?J\.? ?S\.? ?A?\.? ?(?:§ ?)?(?P<number>(?P<title>\d{{1,2}}[A-Z]?)(?:"
    rf"[{DASH}](?P<a>\d{{1,3}})[:{DASH}](?P<b>\d{{1,4}})|:(?P<c>\d{{1,3}}):(?P<d>\d{{1,4}})))(?![\d:{DASH}])"
)
_COURT_RULE = re.compile(
    rf"(?<![\w.])R\. (?P<number>(?P<title>[1-8])(?::(?P<a>\d{{1,3}}):|[{DASH}](?P<c>\d{{1,3}})[:{DASH}])"
    rf"(?P<b>\d{{1,2}})(?P<d>))(?![\d:.{DASH}])"
)
MOST = 200  # the most findings of one document; a file full of numbers would bring thousands

_PARTS = re.compile(r"(?P<volume>\d{1,5}) (?P<name>\D.*?) (?P<page>[\d,]{1,9})$")
_UNPAGED = re.compile(r" (?:WL|[A-Z]{2}) | LEXIS |Slip|-| App \(")
"""The mark of a reporter that numbers decisions instead of pages."""
_PIN_GAP = re.compile(r",? (?:at )?(?:pp?\. ?)?(?P<pin>\d{1,5})(?![\w:*])")
_ITS_DATE = re.compile(
    r"(?:(?=(?P<pins>, \d{1,4} [A-Z][\w.’' ]{0,24} \d{1,5}(?!\w)|, (?:at )?[\d*][\d\-–*n. ]{0,20}))"
    r"(?P=pins)){0,9}"
    r" ?[(\[](?P<court>[^()\[\]\d]{0,60}(?:\d{1,2}(?:d|st|nd|rd|th)[^()\[\]\d]{0,40})?"
    r"(?:[A-Z][a-z]{2,8}\.? \d{1,2}, )?)(?P<year>1[6-9]\d\d|2\d\d\d)(?P<after>[^\d]|$)"
)
"""The text between a citation and the year of its decision: pin cites, parallel citations and the court. A
lookahead reads the pin cites, and a backreference consumes them, so that they are read in no other way."""
_SUPPOSED_REPORTER = re.compile(
    r"\bv\. [A-Z][\w.’'& -]{1,60}, (?P<cited>(?P<volume>\d{1,4}) "
    r"(?P<name>[A-Z][A-Za-z.’']{0,12}\.(?: ?[A-Z\d][A-Za-z\d.’']{0,12}){0,4})"
    r" (?P<page>\d{1,5}))(?:, \d{1,5}(?:[-–]\d{1,4})?)? \([^()]{0,50}(?:1[89]|20)\d\d\)"
)
"""A supposed reporter: words after a case's name, between two numbers, before a court and year."""
_SHORT_PAGE = re.compile(r",? at .*$")
_AT_PAGE = re.compile(r" at (?:pp?\. ?)?(?P<page>\d{1,5})")


@dataclass(frozen=True, slots=True)
class CitationFault:
    """One finding: the index of the text, the range in it, and a sentence for a person on what is wrong."""

    text: int
    start: int
    end: int
    words: Message


def find_faults(
    texts: Sequence[str],
    citations: Sequence[Sequence[Citation]],
    today: date,
    roles: Sequence[Role] = (),
    *,
    whole: bool = True,
) -> list[CitationFault]:
    """Find what is certainly wrong in a document's passages, in order. The same slip is reported once.
    ``citations`` holds those of each text. ``whole`` says that the texts are all of a document, so that a
    short form without its full form is a slip. Returns at most ``MOST``. Any thread; never raises;
    near-linear time."""
    reported: set[str] = set()
    kept: list[CitationFault] = []
    for number, (text, cited) in enumerate(zip(texts, citations, strict=True)):
        role = roles[number] if roles else Role.BODY
        if role is Role.CONTENTS:
            continue
        faults = list(_shape_faults(text, cited))
        for citation in cited:
            words = _full_fault(text, citation, today.year)
            if not words and whole and role is not Role.AUTHORITIES:
                words = _short_fault(text, citation)
            if words:
                at = text.find(citation.pin, citation.end, citation.end + 40) if citation.pin else -1
                end = at + len(citation.pin) if at >= 0 else citation.end
                faults.append((citation.start, end, words))
        for start, end, words in sorted(faults):
            written = " ".join(text[start:end].split())
            short = _SHORT_PAGE.search(written)
            mark = _SHORT_PAGE.sub("", written) if short else f"{written}: {words}"
            if mark not in reported:
                reported.add(mark)
                kept.append(CitationFault(number, start, end, words))
    return kept[:MOST]


def _full_fault(text: str, citation: Citation, this_year: int) -> Message:
    """Return what is wrong with the numbers of a full citation."""
    if not citation.certain:
        return Message(
            "A letter stands where a digit belongs; it was read as “{canonical}”. Compare the "
            "numbers with the source.",
            canonical=citation.canonical,
        )
    parts = _PARTS.match(citation.canonical)
    full_case = citation.kind is CitationKind.CASE and citation.form is CitationForm.FULL
    if parts is None or not full_case or _UNPAGED.search(citation.canonical):
        return NO_MESSAGE
    name, volume, page = parts["name"], int(parts["volume"]), int(parts["page"].replace(",", ""))
    year = year_of(text, citation)
    if year > this_year:
        return Message("The year {year} is still to come.", year=year)
    # a reporter that continues has neither a last year nor a last volume
    first_year, last_year, last_volume = (*LIVES.get(name, (0,)), this_year, volume)[:3]
    if year and not first_year - _SLACK <= year <= last_year + _SLACK:
        return Message(
            "{name} has decisions of {first_year} to {last_year}; one of {year} cannot stand in it.",
            name=name,
            first_year=first_year,
            last_year=last_year,
            year=year,
        )
    if volume > last_volume:
        return Message(
            "{name} has {last_volume} volumes; there is no volume {volume}.",
            name=name,
            last_volume=last_volume,
            volume=volume,
        )
    pinned = _PIN_GAP.match(_after(text, citation))  # of several pages only the first is compared
    if pinned and citation.pin.startswith(pinned["pin"]) and int(pinned["pin"]) < page:
        return _before_first_page(int(pinned["pin"]), citation.canonical, page)
    return NO_MESSAGE


def _short_fault(text: str, citation: Citation) -> Message:
    """Report a short form whose volume is never cited in full or whose page precedes the decision."""
    written = text[citation.start : citation.end]
    at = _AT_PAGE.search(written)
    short_case = citation.kind is CitationKind.CASE and citation.form is CitationForm.SHORT
    if at is None or not short_case or _UNPAGED.search(citation.canonical or written):
        return NO_MESSAGE
    if not citation.canonical:
        return Message(
            "This short form leans on a full citation of the same volume, but the draft has none. "
            "Cite the decision in full the first time."
        )
    parts = _PARTS.match(citation.canonical)
    first = int(parts["page"].replace(",", "")) if parts else 0
    page = int(at["page"])
    return _before_first_page(page, citation.canonical, first) if page < first else NO_MESSAGE


def _before_first_page(page: int, canonical: str, first: int) -> Message:
    return Message(
        "Page {page} is pointed at, but {canonical} begins on page {first}.",
        page=page,
        canonical=canonical,
        first=first,
    )


def _after(text: str, citation: Citation) -> str:
    return single_spaced(text[citation.end : citation.end + 260])[0]


def year_of(text: str, citation: Citation) -> int:
    """Return the year of decision that follows a citation; 0 for none."""
    decided = _ITS_DATE.match(_after(text, citation))
    return int(decided["year"]) if decided and decided["after"] in (")", "]", "") else 0


def _shape_faults(text: str, cited: Sequence[Citation]) -> Iterator[tuple[int, int, Message]]:
    """Yield the range and message of misshapen text, whether or not it was recognized as a citation."""
    plain, back = single_spaced(text)
    faults: list[tuple[int, int, Message]] = []
    for pattern, code in ((_NEW_JERSEY, "N.J.S.A."), (_COURT_RULE, "R.")):
        for match in pattern.finditer(plain):
            words = Message(
                "“{number}” is no number of this code. It is usually written “{right}”.",
                number=match["number"],
                right=f"{code} {match['title']}:{match['a'] or match['c']}-{match['b'] or match['d']}",
            )
            faults.append((*match.span(), words))
    for match in _TITLED.finditer(plain):
        name, last = _LAST_TITLES[match["code"]]
        if not 1 <= int(match["title"]) <= last:
            words = Message(
                "The {name} has {last} titles; there is no title {group}.",
                name=name,
                last=last,
                group=match["title"],
            )
            faults.append((*match.span(), words))
    for match in _SUPPOSED_REPORTER.finditer(plain):
        start, end = match.span("cited")
        known = any(one.start <= back(end - 1) and back(start) < one.end for one in cited)
        name, volume = match["name"], match["volume"]
        if not known and reporter(name, volume) is None:
            right = reporter(name.rstrip("."), volume)
            words = Message("No reporter is called “{name}”.", name=name)
            advice = Message("Compare the name with the source.")
            if right:
                advice = Message("It is usually written “{name}”.", name=right.name)
            faults.append((start, end, joined((words, advice))))
    for start, end, words in faults:
        yield back(start), back(end - 1) + 1, words
