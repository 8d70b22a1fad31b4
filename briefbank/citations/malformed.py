"""Citations that cannot be right as written, each with a sentence that says why.

Only certain mistakes are reported, because a false alarm in a list that a lawyer reads before filing costs
more than a missed slip. The forms are those of the Bluebook (rules 4, 10 and 12) and of New Jersey's Manual
on Style. Citations that depend on the rest of a document ("Id.", short forms, "supra") are judged only if the
whole document is given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from briefbank.citations import malformed_numbers
from briefbank.citations.reporter_lives import LIVES, SLACK, Life
from briefbank.citations.reporters import reporter
from briefbank.citations.spacing import single_spaced
from briefbank.domain.citations import CODIFIED, Citation, CitationForm, CitationKind
from briefbank.domain.passages import Role

MOST = 200
"""The most findings of one document; a file full of numbers would bring thousands."""

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
"""The text between a citation and the year of its decision: pin cites, parallel citations and the court.

A lookahead reads the pin cites, and a backreference consumes them, so that no other way to read them is
tried.
"""
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
    words: str


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
    near-linear time.
    """
    paper = _DocumentChecker(texts, citations, list(roles) or [Role.BODY] * len(texts), today)
    found: list[CitationFault] = []
    for number in range(len(texts)):
        if paper.roles[number] is not Role.CONTENTS:
            found += paper.in_text(number, whole=whole)
    reported: set[str] = set()
    kept: list[CitationFault] = []
    for each in found:
        written = " ".join(texts[each.text][each.start : each.end].split())
        mark = _SHORT_PAGE.sub("", written) if _SHORT_PAGE.search(written) else f"{written}: {each.words}"
        if mark not in reported:
            reported.add(mark)
            kept.append(each)
    return kept[:MOST]


@dataclass(slots=True)
class _DocumentChecker:
    """The passages of a document, and what was cited before the passage being checked."""

    texts: Sequence[str]
    citations: Sequence[Sequence[Citation]]
    roles: Sequence[Role]
    today: date
    dated: set[str] = field(init=False)
    """Authorities cited with a year at least once."""
    named: set[str] = field(init=False)
    """Names that occur somewhere other than before "supra"."""
    sourced: set[Role] = field(default_factory=set)
    """The streams, text or notes, in which some source has been named so far."""

    def __post_init__(self) -> None:
        self.named = {_bare(name) for text in self.texts for name in _NAME.findall(text)}
        self.dated = {
            each.canonical
            for text, cited in zip(self.texts, self.citations, strict=True)
            for each in cited
            if each.form is CitationForm.FULL and each.kind is CitationKind.CASE and _has_year(text, each)
        }

    def in_text(self, number: int, *, whole: bool) -> Iterator[CitationFault]:
        """Yield the findings of one text, in order."""
        text, cited = self.texts[number], self.citations[number]
        found = [(start, end, words) for start, end, words in _shape_faults(text, cited)]
        for each in cited:
            words = self._citation_fault(text, each)
            if not words and whole:
                words = self._back_reference_fault(number, text, each)
            if words:
                found.append((each.start, _end(text, each), words))
            self.sourced.add(_stream(self.roles[number]))
        if _SOURCE.search(text):
            self.sourced.add(_stream(self.roles[number]))
        for start, end, words in sorted(found):
            yield CitationFault(number, start, end, words)

    def _citation_fault(self, text: str, each: Citation) -> str:
        """Return what is wrong with one citation by itself."""
        if not each.certain:
            return (
                f"A letter stands where a digit belongs; it was read as “{each.canonical}”. "
                "Compare the numbers with the source."
            )
        if each.kind is not CitationKind.CASE or each.form is not CitationForm.FULL:
            return ""
        parts = _PARTS.match(each.canonical)
        if parts is None or _UNPAGED.search(each.canonical):
            return ""
        year = year_of(text, each)
        life = LIVES.get(parts.group("name"))
        return (
            _wrong_year(parts.group("name"), year, life, self.today)
            or _wrong_volume(parts, life)
            or _wrong_pin(text, each, parts)
            or self._without_year(text, each)
        )

    def _without_year(self, text: str, each: Citation) -> str:
        if each.canonical in self.dated or not _NAME_BEFORE.search(
            text, max(0, each.start - 100), each.start
        ):
            return ""
        before, after = _lead_in(text, each), text[each.end : each.end + 240]
        end = _ENDS.search(after)
        sentence = after[: end.end()] if end else after
        if end is None or _ANY_YEAR.search(sentence) or _ANY_YEAR.search(before) or _HISTORY.search(sentence):
            return ""
        self.dated.add(each.canonical)
        return (
            "The year of the decision is missing everywhere in the draft. A full citation ends with the "
            "court and the year in parentheses: “170 N.J. 632 (2002)”."
        )

    def _back_reference_fault(self, number: int, text: str, each: Citation) -> str:
        """Return what is wrong with a citation that refers back to an earlier one."""
        if (
            each.form is CitationForm.SHORT
            and each.kind is CitationKind.CASE
            and self.roles[number] is not Role.AUTHORITIES
        ):
            return _wrong_short(text, each)
        if each.form is CitationForm.ID and not each.canonical and each.kind is not CitationKind.RECORD:
            return self._dangling_id(number, text, each)
        if each.form is CitationForm.SUPRA and not each.canonical:
            return self._dangling_supra(text, each)
        return ""

    def _dangling_id(self, number: int, text: str, each: Citation) -> str:
        if _stream(self.roles[number]) in self.sourced or _SOURCE.search(text, 0, each.start):
            return ""
        return "Nothing is cited before this “Id.”, which points at the citation right before it."

    def _dangling_supra(self, text: str, each: Citation) -> str:
        before = _SUPRA_NAME.search(text, max(0, each.start - 60), each.start)
        if before is None or _bare(before.group("name")) in self.named:
            return ""
        name = before.group("name")
        return f"“Supra” points back, but “{name}” is named nowhere else. Cite it in full the first time."


def _bare(name: str) -> str:
    return name.removesuffix("’s").removesuffix("'s").casefold()


def _stream(role: Role) -> Role:
    return Role.FOOTNOTE if role is Role.FOOTNOTE else Role.BODY


def _end(text: str, each: Citation) -> int:
    """Return where a citation with its pin cite ends."""
    at = text.find(each.pin, each.end, each.end + 40) if each.pin else -1
    return at + len(each.pin) if at >= 0 else each.end


# --- cases ----------------------------------------------------------------------------------------


def _after(text: str, each: Citation) -> str:
    return single_spaced(text[each.end : each.end + 260])[0]


def year_of(text: str, citation: Citation) -> int:
    """Return the year of decision that follows a citation; 0 for none."""
    decided = _ITS_DATE.match(_after(text, citation))
    return int(decided.group("year")) if decided and decided.group("after") in (")", "]", "") else 0


def _lead_in(text: str, each: Citation) -> str:
    """Return the text before a citation that may belong to it, which begins after another citation's year."""
    return _AFTER_YEAR.split(text[max(0, each.start - 200) : each.start])[-1]


def _has_year(text: str, each: Citation) -> bool:
    return bool(
        year_of(text, each)
        or _ANY_YEAR.search(_lead_in(text, each)[-40:])
        or _ANY_YEAR.search(_after(text, each)[:200])
    )


def _wrong_year(name: str, year: int, life: Life | None, today: date) -> str:
    if not year:
        return ""
    if year > today.year:
        return f"The year {year} is still to come."
    if life is None:
        return ""
    if year < life.first_year - SLACK:
        return f"{name} begins with decisions of {life.first_year}; a decision of {year} cannot stand in it."
    if life.last_year and year > life.last_year + SLACK:
        return f"{name} ends with decisions of {life.last_year}; a decision of {year} cannot stand in it."
    return ""


def _wrong_volume(parts: re.Match[str], life: Life | None) -> str:
    volume, name = int(parts.group("volume")), parts.group("name")
    if life and life.last_volume and volume > life.last_volume:
        return f"{name} has {life.last_volume} volumes; there is no volume {volume}."
    return ""


def _wrong_pin(text: str, each: Citation, parts: re.Match[str]) -> str:
    """Report a pin cite before the first page. Of several pages only the first is compared."""
    after = _PIN_GAP.match(_after(text, each))
    page = int(parts.group("page").replace(",", ""))
    if after is None or not each.pin.startswith(after.group("pin")) or each.kind is not CitationKind.CASE:
        return ""
    pin = int(after.group("pin"))
    if pin >= page:
        return ""
    return f"Page {pin} is pointed at, but the decision begins on page {page}."


def _wrong_short(text: str, each: Citation) -> str:
    """Report a short form whose volume is never cited in full or whose page precedes the decision."""
    at = re.search(r" at (?:pp?\. ?)?(?P<page>\d{1,5})", text[each.start : each.end])
    parts = _PARTS.match(each.canonical)
    if at is None:
        return ""
    if not each.canonical:
        if _UNPAGED.search(text[each.start : each.end]):
            return ""
        return (
            "This short form leans on a full citation of the same volume, but the draft has none. "
            "Cite the decision in full the first time."
        )
    if parts is None or _UNPAGED.search(each.canonical):
        return ""
    first = int(parts.group("page").replace(",", ""))
    if int(at.group("page")) >= first:
        return ""
    return (
        f"Page {at.group('page')} is pointed at, but {each.canonical}, the decision of this volume that is "
        f"cited before, begins on page {first}."
    )


# --- shapes ---------------------------------------------------------------------------------------


def _shape_faults(text: str, cited: Sequence[Citation]) -> Iterator[tuple[int, int, str]]:
    """Find misshapen text, whether or not it was recognized as a citation."""
    plain, back = single_spaced(text)
    for start, end, words in malformed_numbers.wrong_numbers(plain):
        yield back(start), back(end - 1) + 1, words
    yield from _unknown_reporters(plain, back, cited)
    for each in cited:
        yield from _unclosed(text, each)


def _unknown_reporters(
    plain: str, back: Callable[[int], int], cited: Collection[Citation]
) -> Iterator[tuple[int, int, str]]:
    for match in _SUPPOSED_REPORTER.finditer(plain):
        start, end = back(match.start("cited")), back(match.end("cited") - 1) + 1
        known = any(each.start < end and start < each.end for each in cited)
        if not known and reporter(match.group("name"), match.group("volume")) is None:
            yield start, end, _unknown(match.group("name"), match.group("volume"))


def _unknown(name: str, volume: str) -> str:
    right = reporter(name.rstrip("."), volume)
    known = f"It is usually written “{right.name}”." if right else "Compare the name with the source."
    return f"No reporter is called “{name}”. {known}"


def _unclosed(text: str, each: Citation) -> Iterator[tuple[int, int, str]]:
    """Find a parenthesis that opens after a citation and does not close."""
    if each.form is not CitationForm.FULL:
        return
    if each.kind is CitationKind.CASE and (match := _UNCLOSED.match(text, each.end)):
        yield each.start, match.end(), "The parenthesis with court and year is not closed."
    if each.kind in CODIFIED and (match := _OPEN_PART.match(text, each.end)):
        yield each.start, match.end(), "The parenthesis around the subsection is not closed."
