"""Citations that cannot be right as written, each with a sentence that says why.

Only certain mistakes are reported, because a false alarm in a list that a lawyer reads before filing costs
more than a missed slip. The forms are those of the Bluebook (rules 4, 10 and 12) and of New Jersey's Manual
on Style. Citations that depend on the rest of a document ("Id.", short forms, "supra") are judged only if the
whole document is given.

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
from typing import NamedTuple

from briefbank.citations.cases import reporter
from briefbank.citations.mentions import DASH, single_spaced
from briefbank.domain.authorities import CODIFIED, Citation, CitationForm, CitationKind
from briefbank.domain.pages import Role
from briefbank.text.messages import NO_MESSAGE, Message, joined


class Life(NamedTuple):
    """The years of the first and the last decision in a reporter, and its last volume. The last year and
    volume are 0 if the reporter continues or they are unknown."""

    first_year: int
    last_year: int = 0
    last_volume: int = 0


LIVES = {
    name: Life(*map(int, years.split()))
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
"""The run of each reporter, by the canonical name that ``cases.reporter`` returns."""

SLACK = 2  # the tolerance in years, because volumes also hold decisions from just before or after a series


LAST_USC_TITLE, LAST_CFR_TITLE = 54, 50

_HALF_DOTTED = re.compile(
    r"(?<![\w.])(?P<written>(?:N\.J\.S\.A|N\.J\.SA\.|NJ\.S\.A\.|N\.JS\.A\.)) ?(?=\d{1,2}[A-Z]?:)"
)
_HALF_DOTTED_RULE = re.compile(r"(?<![\w.])(?P<written>(?:N\.J\.R\.E|N\.J\.RE\.|NJ\.R\.E\.)) (?=\d{3})")
_NEW_JERSEY = re.compile(
    rf"\bN\.? ?J\.? ?S\.? ?A?\.? ?(?:§ ?)?(?P<number>(?P<title>\d{{1,2}}[A-Z]?)(?:"
    rf"[{DASH}](?P<a>\d{{1,3}})[:{DASH}](?P<b>\d{{1,4}})|:(?P<c>\d{{1,3}}):(?P<d>\d{{1,4}})))(?![\d:{DASH}])"
)
_COURT_RULE = re.compile(
    rf"(?<![\w.])R\. (?P<number>(?P<a>[1-8])(?::(?P<b>\d{{1,3}}):|[{DASH}](?P<c>\d{{1,3}})[:{DASH}])"
    rf"(?P<d>\d{{1,2}}))(?![\d:.{DASH}])"
)
_EVIDENCE = re.compile(r"\bN\.J\.R\.E\. (?P<number>\d{1,2}|[2-9]\d{3}|\d{5,})(?![\d:])")
_USC_ALONE = re.compile(r"\bU\. ?S\. ?C\.(?: ?A\.)? §{1,2} ?\d{1,5}[a-z]?")
_TITLED = re.compile(
    r"(?<![\w.\-–])(?P<title>\d{1,4}) (?P<code>U\. ?S\. ?C\.(?: ?A\.)?|C\. ?F\. ?R\.) (?:§{1,2} ?)?\d{1,5}"
)
_HAS_TITLE = re.compile(r"\d|[Tt]itle|[lIO] ?$|\b(?:the|of) ?$")
_TENNESSEE = re.compile(
    rf"\bTenn(?:\.|essee) Code Ann(?:\.|otated) §{{1,2}} ?"
    rf"(?P<a>\d{{1,2}})(?P<first>[.:{DASH}])(?P<b>\d{{1,3}})(?P<second>[.:{DASH}])(?P<c>\d{{3,4}})(?!\d)"
)


def _wrong_numbers(text: str) -> Iterator[tuple[int, int, Message]]:
    """Yield the range and message of each number of a statute or rule in a form that its code does not have
    ("2C-44:1"), in a text with single spaces. Linear time."""
    for pattern, right in ((_HALF_DOTTED, "N.J.S.A."), (_HALF_DOTTED_RULE, "N.J.R.E.")):
        for match in pattern.finditer(text):
            words = Message("A full stop is missing. It is usually written “{right}”.", right=right)
            yield *match.span("written"), words
    for match in _NEW_JERSEY.finditer(text):
        words = Message(
            "“{group}” is no number of a New Jersey statute. It is usually written “{right}”.",
            group=match["number"],
            right=f"N.J.S.A. {match['title']}:{match['a'] or match['c']}-{match['b'] or match['d']}",
        )
        yield *match.span(), words
    for match in _COURT_RULE.finditer(text):
        words = Message(
            "“{group}” is no number of a rule of court. It is usually written “{right}”.",
            group=match["number"],
            right=f"R. {match['a']}:{match['b'] or match['c']}-{match['d']}",
        )
        yield *match.span(), words
    for match in _EVIDENCE.finditer(text):
        words = Message(
            "There is no rule of evidence {group}; they are numbered 101 to 1103. It is usually "
            "written “N.J.R.E. 403”.",
            group=match["number"],
        )
        yield *match.span(), words
    for match in _TITLED.finditer(text):
        federal = match["code"].startswith("C")
        last = LAST_CFR_TITLE if federal else LAST_USC_TITLE
        if not 1 <= int(match["title"]) <= last:
            words = Message(
                "The {name} has {last} titles; there is no title {group}.",
                name="Code of Federal Regulations" if federal else "United States Code",
                last=last,
                group=match["title"],
            )
            yield *match.span(), words
    for match in _TENNESSEE.finditer(text):
        if match["first"] in ".:" or match["second"] in ".:":
            words = Message(
                "Sections of the Tennessee Code have hyphens. It is usually written “Tenn. Code Ann. § "
                "{right}”.",
                right=f"{match['a']}-{match['b']}-{match['c']}",
            )
            yield *match.span(), words
    for match in _USC_ALONE.finditer(text):
        if not _HAS_TITLE.search(text, max(0, match.start() - 30), match.start()):
            words = Message("The title is missing before it. It is usually written “42 U.S.C. § 1983”.")
            yield *match.span(), words


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
lookahead reads the pin cites, and a backreference consumes them, so that no other way to read them is
tried."""
_ANY_YEAR = re.compile(r"[(\[][^()]{0,80}\b(?:1[6-9]|20)\d\d\b|\b(?:1[6-9]|20)\d\d\)")
_AFTER_YEAR = re.compile(r"\)[.;] ")
_ENDS = re.compile(r"\.[”\"]?\s+[A-Z][a-z]+ [a-z]|\.[”\"]?\s*$|;")
_NAME_BEFORE = re.compile(r"\bv\. [A-Z][^()\d;]{1,80},? $")
_HISTORY = re.compile(
    r"\b(?:aff|rev|cert|certif|den|vacat|remand|appeal|reh|modif|quot|cit|superse|overru)", re.I
)
_UNCLOSED = re.compile(
    r"(?:, \d[\d\-–, ]{0,30})? \((?:[A-Z][A-Za-z.’' ]{0,40}|\d{1,2}(?:d|st|nd|rd|th) Cir\. )?"
    r"(?:1[89]|20)\d\d(?=[.;] [A-Z]|[.;]?$)"
)
_OPEN_PART = re.compile(r"\((?:[a-z]{1,3}|\d{1,2})(?=[\s.,;]|$)(?![^()]{0,40}\))")
_SUPPOSED_REPORTER = re.compile(
    r"\bv\. [A-Z][\w.’'& -]{1,60}, (?P<cited>(?P<volume>\d{1,4}) "
    r"(?P<name>[A-Z][A-Za-z.’']{0,12}\.(?: ?[A-Z\d][A-Za-z\d.’']{0,12}){0,4})"
    r" (?P<page>\d{1,5}))(?:, \d{1,5}(?:[-–]\d{1,4})?)? \([^()]{0,50}(?:1[89]|20)\d\d\)"
)
"""A supposed reporter: words after a case's name, between two numbers, before a court and year."""
_SHORT_PAGE = re.compile(r",? at .*$")
_NAME = re.compile(r"[A-Z][a-zA-Z’'-]{2,}+(?!,? ?supra)")
_SUPRA_NAME = re.compile(r"(?P<name>[A-Z][a-zA-Z’'-]{2,}),? ?$")
_SOURCE = re.compile(r"[(\[][^()]{0,80}(?:1[6-9]|20)\d\d|https?:|www\.|§|¶|\bat \d|\b(?:Br|Ex|App|Tr)\b")
"""A sign of some source before "Id.", including sources that no finder knows."""


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
    checker = _DocumentChecker(texts, citations, list(roles) or [Role.BODY] * len(texts), today)
    reported: set[str] = set()
    kept: list[CitationFault] = []
    for number, role in enumerate(checker.roles):
        for fault in checker.in_text(number, whole=whole) if role is not Role.CONTENTS else ():
            written = " ".join(texts[number][fault.start : fault.end].split())
            short = _SHORT_PAGE.search(written)
            mark = _SHORT_PAGE.sub("", written) if short else f"{written}: {fault.words}"
            if mark not in reported:
                reported.add(mark)
                kept.append(fault)
    return kept[:MOST]


class _DocumentChecker:
    """The passages of a document, and what was cited before the passage being checked."""

    def __init__(
        self,
        texts: Sequence[str],
        citations: Sequence[Sequence[Citation]],
        roles: Sequence[Role],
        today: date,
    ) -> None:
        self.texts, self.citations, self.roles, self.today = texts, citations, roles, today
        self._named = {_bare(name) for text in texts for name in _NAME.findall(text)}
        """Names that occur somewhere other than before "supra"."""
        self._dated = {
            citation.canonical
            for text, cited in zip(texts, citations, strict=True)
            for citation in cited
            if citation.form is CitationForm.FULL and citation.kind is CitationKind.CASE
            if year_of(text, citation)
            or _ANY_YEAR.search(_lead_in(text, citation)[-40:])
            or _ANY_YEAR.search(_after(text, citation)[:200])
        }
        """Authorities cited with a year at least once."""
        self._sourced: set[bool] = set()
        """Whether some source has been named so far in the text (False) and in the notes (True)."""

    def in_text(self, number: int, *, whole: bool) -> list[CitationFault]:
        """Return the findings of one text, in order."""
        text, cited = self.texts[number], self.citations[number]
        in_notes = self.roles[number] is Role.FOOTNOTE
        faults = list(_shape_faults(text, cited))
        for citation in cited:
            words = self._citation_fault(text, citation)
            if not words and whole:
                words = self._back_reference_fault(number, text, citation)
            if words:
                pin, end = citation.pin, citation.end
                at = text.find(pin, end, end + 40) if pin else -1
                faults.append((citation.start, at + len(pin) if at >= 0 else end, words))
            self._sourced.add(in_notes)
        if _SOURCE.search(text):
            self._sourced.add(in_notes)
        return [CitationFault(number, start, end, words) for start, end, words in sorted(faults)]

    def _citation_fault(self, text: str, citation: Citation) -> Message:
        """Return what is wrong with one citation by itself."""
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
        life, year = LIVES.get(name, Life(0)), year_of(text, citation)
        if year > self.today.year:
            return Message("The year {year} is still to come.", year=year)
        if year and year < life.first_year - SLACK:
            return Message(
                "{name} begins with decisions of {first_year}; a decision of {year} cannot stand in it.",
                name=name,
                first_year=life.first_year,
                year=year,
            )
        if life.last_year and year > life.last_year + SLACK:
            return Message(
                "{name} ends with decisions of {last_year}; a decision of {year} cannot stand in it.",
                name=name,
                last_year=life.last_year,
                year=year,
            )
        if life.last_volume and volume > life.last_volume:
            return Message(
                "{name} has {last_volume} volumes; there is no volume {volume}.",
                name=name,
                last_volume=life.last_volume,
                volume=volume,
            )
        pinned = _PIN_GAP.match(_after(text, citation))  # of several pages only the first is compared
        if pinned and citation.pin.startswith(pinned["pin"]) and int(pinned["pin"]) < page:
            return Message(
                "Page {pin} is pointed at, but the decision begins on page {page}.",
                pin=int(pinned["pin"]),
                page=page,
            )
        start, after = citation.start, text[citation.end : citation.end + 240]
        end = _ENDS.search(after)
        named = _NAME_BEFORE.search(text, max(0, start - 100), start)
        if end is None or named is None or citation.canonical in self._dated:
            return NO_MESSAGE
        sentence = after[: end.end()]
        if any(map(_ANY_YEAR.search, (sentence, _lead_in(text, citation)))) or _HISTORY.search(sentence):
            return NO_MESSAGE
        self._dated.add(citation.canonical)
        return Message(
            "The year of the decision is missing everywhere in the draft. A full citation ends with the "
            "court and the year in parentheses: “170 N.J. 632 (2002)”."
        )

    def _back_reference_fault(self, number: int, text: str, citation: Citation) -> Message:
        """Return what is wrong with a citation that refers back to an earlier one."""
        role, form = self.roles[number], citation.form
        if form is CitationForm.SHORT and citation.kind is CitationKind.CASE and role is not Role.AUTHORITIES:
            return _wrong_short(text, citation)
        if citation.canonical or citation.kind is CitationKind.RECORD:
            return NO_MESSAGE
        if form is CitationForm.ID:
            known = (role is Role.FOOTNOTE) in self._sourced or _SOURCE.search(text, 0, citation.start)
            if known:
                return NO_MESSAGE
            return Message(
                "Nothing is cited before this “Id.”, which points at the citation right before it."
            )
        before = _SUPRA_NAME.search(text, max(0, citation.start - 60), citation.start)
        if form is not CitationForm.SUPRA or before is None or _bare(before["name"]) in self._named:
            return NO_MESSAGE
        return Message(
            "“Supra” points back, but “{name}” is named nowhere else. Cite it in full the first time.",
            name=before["name"],
        )


def _bare(name: str) -> str:
    return name.removesuffix("’s").removesuffix("'s").casefold()


def _after(text: str, citation: Citation) -> str:
    return single_spaced(text[citation.end : citation.end + 260])[0]


def year_of(text: str, citation: Citation) -> int:
    """Return the year of decision that follows a citation; 0 for none."""
    decided = _ITS_DATE.match(_after(text, citation))
    return int(decided["year"]) if decided and decided["after"] in (")", "]", "") else 0


def _lead_in(text: str, citation: Citation) -> str:
    """Return the text before a citation that may belong to it, which begins after another citation's year."""
    return _AFTER_YEAR.split(text[max(0, citation.start - 200) : citation.start])[-1]


def _wrong_short(text: str, citation: Citation) -> Message:
    """Report a short form whose volume is never cited in full or whose page precedes the decision."""
    written = text[citation.start : citation.end]
    at = re.search(r" at (?:pp?\. ?)?(?P<page>\d{1,5})", written)
    if at is None or _UNPAGED.search(citation.canonical or written):
        return NO_MESSAGE
    if not citation.canonical:
        return Message(
            "This short form leans on a full citation of the same volume, but the draft has none. "
            "Cite the decision in full the first time."
        )
    parts = _PARTS.match(citation.canonical)
    first = int(parts["page"].replace(",", "")) if parts else 0
    if int(at["page"]) >= first:
        return NO_MESSAGE
    return Message(
        "Page {group} is pointed at, but {canonical}, the decision of this volume that is "
        "cited before, begins on page {first}.",
        group=at["page"],
        canonical=citation.canonical,
        first=first,
    )


def _shape_faults(text: str, cited: Sequence[Citation]) -> Iterator[tuple[int, int, Message]]:
    """Find misshapen text, whether or not it was recognized as a citation."""
    plain, back = single_spaced(text)
    for start, end, words in _wrong_numbers(plain):
        yield back(start), back(end - 1) + 1, words
    for match in _SUPPOSED_REPORTER.finditer(plain):
        start, end = back(match.start("cited")), back(match.end("cited") - 1) + 1
        known = any(citation.start < end and start < citation.end for citation in cited)
        name, volume = match["name"], match["volume"]
        if not known and reporter(name, volume) is None:
            right = reporter(name.rstrip("."), volume)
            advice = (
                Message("It is usually written “{name}”.", name=right.name)
                if right
                else Message("Compare the name with the source.")
            )
            yield start, end, joined((Message("No reporter is called “{name}”.", name=name), advice))
    for citation in cited:
        if citation.form is not CitationForm.FULL:
            continue
        if citation.kind is CitationKind.CASE and (opened := _UNCLOSED.match(text, citation.end)):
            words = Message("The parenthesis with court and year is not closed.")
            yield citation.start, opened.end(), words
        if citation.kind in CODIFIED and (opened := _OPEN_PART.match(text, citation.end)):
            words = Message("The parenthesis around the subsection is not closed.")
            yield citation.start, opened.end(), words
