"""Cases and journals by volume, reporter and page, what points back to them, dockets and cites to a record.

In full ("170 N.J. 632") and short ("170 N.J. at 640"), with pin cite and signal (Bluebook rules 1.2 and
3.2). Parallel citations cite one decision in several reporters: "170 N.J. 632, 790 A.2d
903". The citation of the official reporter, or the neutral one, comes first and names the case (Bluebook rule
10.3 and table T1): of the Supreme Court's decisions the United States Reports, then S. Ct., then L. Ed.

*Reporters.* eyecite (https://github.com/freelawproject/eyecite) has one pattern for each spelling of each
reporter. Those that are cited as "volume, name, page" are a table here, keyed by the name without spaces, so
that one scan of the text and one lookup replace 2,700 patterns. Of 58,000 citations of briefs and notes its
other patterns found 3 more ("2005 Ky. Acts 173"). eyecite is imported for the first text that has a number
where a citation could be, which takes a third of a second.

*Records and dockets.* Cites to the record of a case (transcripts, appendices, filings) and docket numbers are
no authorities, but "id." may follow them. The forms are those of the Bluebook's rule B17, the
federal circuits' rules on record cites, California Rules of Court, rule 8.204, and New Jersey's R. 2:6-8
("2T13-12 to 20" is a transcript, "Da45" an appendix).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import IntEnum, auto
from functools import lru_cache, partial
from typing import Any, NamedTuple

from briefbank.citations.mentions import DASH, DASHES, NAMED_KINDS, SOFT, Mention, plain_number, unbroken
from briefbank.domain.authorities import Citation, CitationForm, CitationKind

_NOTE = rf"(?: ?&? ?(?:nn?\.|fn\.) ?\d{{1,3}}+(?:[{DASH}]\d{{1,3}}+)?)?"
_PAGE = rf"\*?\d{{1,6}}+[a-z]?(?:[{DASH}]\*?\d{{1,6}}+)?{_NOTE}"
_ENDS = rf"(?![\w§]|[.{DASH}]\w| [A-Z§])"
_PIN = re.compile(
    r"(?:,? at (?:pp?\. ?|¶¶? ?)?|, (?:pp?\. ?|¶¶? ?)?|,? ¶¶? ?)"
    rf"(?P<pin>{_PAGE}{_ENDS}(?:, {_PAGE}{_ENDS}){{0,8}})"
)
_PIN_INSIDE = re.compile(rf"(?: at|,? pp?\.| ¶¶?) ?(?:pp?\. ?)?(?P<pin>{_PAGE}(?:, ?{_PAGE})*)$")
_SIGNAL = re.compile(
    r"(?:(?<=[;,(] )|(?<=[(\[])|(?=[ABCES])\b)"
    r"(?P<signal>(?:[Ss]ee also|[Ss]ee generally|[Ss]ee,? e\. ?g\.|[Bb]ut see"
    r"|[Bb]ut cf\.|[Ss]ee|[Cc]f\.|[Aa]ccord|[Cc]ompare|[Cc]ontra|[Ee]\. ?g\.)),? (?=[A-Z§\d])"
)
_BREAK = re.compile(r"[;)]|[a-z]{3}[.?!]”? [A-Z]")
_BACK = 160


def pin(text: str, mention: Mention) -> str:
    """Return the pin cite as written; empty without one."""
    full = mention.form is CitationForm.FULL
    if not full and (inside := _PIN_INSIDE.search(text, max(mention.start, mention.end - 60), mention.end)):
        return inside["pin"]
    after = None if full and mention.kind not in NAMED_KINDS else _PIN.match(text, mention.end)
    return after["pin"] if after else ""


def signal(text: str, start: int, floor: int) -> str:
    """Return the signal that introduces the citation at ``start``, not before ``floor``; empty for none."""
    signals = list(_SIGNAL.finditer(text, max(floor, start - _BACK), start))
    if not signals or _BREAK.search(text, signals[-1].end(), start):
        return ""
    return signals[-1]["signal"].lower().replace("e. g.", "e.g.")


_PAGES = (
    rf"\*?(?!\d{{1,2}}[A-Z]:)\d{{1,6}}[a-z]?(?:[{DASH}]\*?\d{{1,6}}[a-z]?)?"
    rf"(?:, ?\*?\d{{1,6}}(?:[{DASH}]\d{{1,6}})?(?![\w.]| ?[A-Z(]))*"
)
_AT = (
    rf"(?:,? at (?:pp?\. ?|¶¶? ?)?(?P<pin>{_PAGES})|,? (?:pp?\. ?|¶¶? ?)(?P<par>{_PAGES})"
    rf"|,? §§? ?(?P<section>\d(?:[\w.:{DASH}]*\w)?(?:\([A-Za-z0-9]{{1,4}}\))*))?(?: ?&? ?nn?\. ?\d{{1,3}})?"
)
_ID = re.compile(rf"[Ii](?<![\w.].)(?:d\.|bid\.?|(?<=I)[Dd](?=,? at \d|[,;)])|d(?=,? at \d)){_AT}")
_SUPRA = re.compile(
    rf"\b[Ss]upra(?P<note>,? (?:note|n\.) ?\d{{1,3}})?(?P<at>,? at (?:pp?\. ?)?{_PAGES}|,? ¶ ?\d{{1,4}})?"
    r"(?P<else>,? (?:\d{1,4} [A-Z]|§|Part|Section|[IVX]{1,4}\b|text|Point))?"
)
_NAMED = re.compile(
    r"(?:(?:[A-Z][\w.'’&-]*|of|and|the|v\.|&|in|re|ex|rel\.|de|la),? ){1,8}$|[A-Z][\w.'’&-]*,? ?$"
)
_RULE = re.compile(
    r"\bRules? (?P<number>\d{1,3}(?:\.\d{1,3})?)(?P<subs>(?: ?\((?:[A-Za-z]{1,4}|\d{1,2})\)){0,6})(?![\w:])"
)


def find_leaning(text: str) -> Iterator[Mention]:
    """Find every "id.", every "supra" after a name, and rules without the name of their book. Linear time."""
    other = CitationKind.OTHER
    for match in _ID.finditer(text):
        section, page = match["section"] or "", match["pin"] or ""
        yield Mention(*match.span(), "", other, CitationForm.ID, key=section, points_at=page)
    if "upra" in text:
        for match in _SUPRA.finditer(text):
            name = _NAMED.search(text[max(0, match.start() - 80) : match.start()])
            key = name.group().strip(" ,") if name else ""
            if key and not match["else"]:
                yield Mention(*match.span(), "", other, CitationForm.SUPRA, key=key)
    if "Rule" in text:
        for match in _RULE.finditer(text):
            key = match["number"] + match["subs"].replace(" ", "")
            yield Mention(*match.span(), "", CitationKind.RULE, CitationForm.SHORT, key=key)


class Rank(IntEnum):
    """The rank of a citation as a name; an authority goes by the form of the lowest rank."""

    UNITED_STATES_REPORTS = auto()
    OFFICIAL = auto()
    """The official or neutral citation of any other court, and whatever is in no other class."""
    REGIONAL = auto()
    SUPREME_COURT_REPORTER = auto()
    LAWYERS_EDITION = auto()
    PRIVATE = auto()
    UNREPORTED = auto()
    DOCKET = auto()
    ANNOTATION = auto()  # American Law Reports, which reprint decisions beside an annotation


_REGIONAL = re.compile(r"(?:A|N\.E|N\.W|P|S\.E|S\.W|So)\.(?: ?\dd)?")
_PRIVATE = re.compile(
    r"Cal\. Rptr\.(?: \dd)?|N\.Y\.S\.(?: ?\dd)?|Ill\. Dec\.|Fed\. Appx\.|F\. App[’']x|U\.S\.L\.W\."
    r"|Fed\. R\. Serv\..*|Ohio (?:Op|Misc|Law Abs|Law\. Abs)\.(?: ?\dd)?|Ohio B\.|Am\. (?:Dec|Rep|St\. Rep)\."
    r"|(?:Am\. )?Ann\. Cas\."
)
_ANNOTATION = re.compile(r"(?:A\.L\.R\.|L\.R\.A\.?).*")
_SUPREME_COURT = {
    "U.S.": Rank.UNITED_STATES_REPORTS,
    "S. Ct.": Rank.SUPREME_COURT_REPORTER,
    "L. Ed.": Rank.LAWYERS_EDITION,
    "L. Ed. 2d": Rank.LAWYERS_EDITION,
}
_BETWEEN = re.compile(r"(?:, (?:at )?\*?\d{1,5}(?:[-–]\d{1,5})?(?: ?n\.\d{1,3})?){0,4}(?:, ?| ?\[| ?= ?)")
"""Text allowed between parallel citations: pin cites, a comma, California's bracket."""
_FARTHEST = 60  # the most characters between two parallel citations


def rank(canonical: str, kind: CitationKind) -> Rank:
    if kind is CitationKind.DOCKET:
        return Rank.DOCKET
    name = reporter_of(canonical)
    if name in _SUPREME_COURT:
        return _SUPREME_COURT[name]
    if name == "WL" or name.endswith("LEXIS"):
        return Rank.UNREPORTED
    series = (_ANNOTATION, Rank.ANNOTATION), (_PRIVATE, Rank.PRIVATE), (_REGIONAL, Rank.REGIONAL)
    return next((its_rank for pattern, its_rank in series if pattern.fullmatch(name)), Rank.OFFICIAL)


def reporter_of(canonical: str) -> str:
    """Return the reporter of a canonical name: 'N.J.' for '170 N.J. 632'."""
    return canonical.partition(" ")[2].rpartition(" ")[0]


def leaders(text: str, citations: Sequence[Citation]) -> dict[int, int]:
    """Map each parallel citation to the first citation of its case. Keys and values are indexes into
    ``citations``. Any thread; never raises; linear time."""
    first: dict[int, int] = {}
    for at in range(1, len(citations)):
        if _are_parallel(text, citations[at - 1], citations[at]):
            first[at] = first.get(at - 1, at - 1)
    return first


def _are_parallel(text: str, first: Citation, second: Citation) -> bool:
    for citation in (first, second):
        full_case = citation.kind is CitationKind.CASE and citation.form is CitationForm.FULL
        if not full_case or not citation.canonical or not citation.certain:
            return False
    between = text[first.end : second.start]
    if len(between) > _FARTHEST or reporter_of(first.canonical) == reporter_of(second.canonical):
        return False
    official = (Rank.UNITED_STATES_REPORTS, Rank.OFFICIAL)
    both_official = all(rank(case.canonical, case.kind) in official for case in (first, second))
    return not both_official and _BETWEEN.fullmatch(" ".join(f"|{between}|".split())[1:-1]) is not None


_MISREAD = str.maketrans("lIOoSB|", "1100581")
_DIGITS = rf"[0-9lIOoSB|{SOFT}]"
_CITED = re.compile(
    r"(?P<volume>[1-9lISB|](?<![\w.$§#/†‡★].)(?<!\d \*.)(?<!\[\*.)"
    rf"(?:(?<=\d)|(?=[lIOoSB|]{{0,2}}\d)){_DIGITS}{{0,5}}) ?"
    r"(?=(?P<reporter>[A-Z](?:[A-Za-z .,&'’)*-]|\((?!\d)|[2-9] ?(?:d|nd|rd|th)(?![a-z])){0,60}))(?P=reporter)"
    r"(?:\(\d{1,2} [A-Z][A-Za-z. &]{1,16}\) ?)?"
    rf"(?=(?P<page>\d{_DIGITS}{{0,8}}(?:,\d{{3}}(?!\d))?|_{{2,}}))"
)
"""A citation in full or short form, with the name of an early reporter left out: "5 U.S. (1 Cranch) 137".

A lookahead reads the page, because that number may be the volume of the next citation if the words before it
are no reporter.

A lookahead also reads the reporter, and a backreference then consumes it, so that no shorter reporter is
tried. Possessive repetition would do the same, but Python before 3.11.5 does not backtrack correctly over it
(https://github.com/python/cpython/issues/106052), and Debian 12 has 3.11.2.
"""
_HYPHENED = re.compile(
    rf"(?<![\w{DASH}])(?:19|20)\d\d[{DASH}] ?(?:Ohio|[A-Z]{{4,5}})[{DASH}] ?\d{{1,5}}(?!\w)"
)
"""Neutral citations of some states, such as "2003-Ohio-5" and "2022-NCSC-33"."""
_ILLINOIS = re.compile(r"\b20\d\d IL App \([1-5](?:st|d|nd|rd|th)\) \d{5,6}(?:-[A-Z])?")
_MISREAD_PAGE_START = re.compile(r"(?<=[ .])[lIOoSB|]{1,2}$")
"""Letters that OCR put in place of the first digits of a page."""
_SHORT = re.compile(r"(?:,|, supra,)? ?\bat (?:pp?\. ?)?\*?$")
_LAST_PAGE = re.compile(rf"[{DASH}]\d{{1,5}}")


def find_cases(text: str) -> Iterator[Mention]:
    """Find every citation by volume, reporter and page. Linear time."""
    for match in _CITED.finditer(text):
        if mention := _cited(match):
            yield mention
    for match in _HYPHENED.finditer(text):
        yield Mention(*match.span(), plain_number(match.group()), CitationKind.CASE)
    for match in _ILLINOIS.finditer(text):
        yield Mention(*match.span(), match.group(), CitationKind.CASE)


def _cited(match: re.Match[str]) -> Mention | None:
    """Return the citation that a match makes up, or None if its words name no reporter."""
    text, written, page, end = match.string, match["reporter"], match["page"], match.end("page")
    if letters := _MISREAD_PAGE_START.search(written):
        written, page = written[: letters.start()], letters.group() + page
    volume, sure = _number(match["volume"])
    short = _SHORT.search(written)
    name = reporter((written[: short.start()] if short else written).rstrip(" ,"), volume)
    # the page may be the beginning of a word, a decimal or a date
    after = text[end : end + 2]
    runs_on = page and (after[:1].isalpha() or (after[:1] == "." and after[1:].isdigit()))
    if name is None or not volume or runs_on:
        return None
    page, page_sure = (page, True) if name.name == "Cong. Rec." else _number(page)
    certain = sure and page_sure
    if not short:
        canonical = f"{volume} {name.name} {page}"
        return Mention(match.start(), end, canonical, name.kind, certain=certain)
    last = _LAST_PAGE.match(text, end)  # "-36" in "at 635-36"
    end = last.end() if last else end
    key, at = f"{volume} {name.name}", int(page) if page.isdecimal() else 0
    return Mention(match.start(), end, "", name.kind, CitationForm.SHORT, certain, key, page=at)


def _number(written: str) -> tuple[str, bool]:
    """Return a volume or page in digits, and whether every character was a digit as written."""
    digits = unbroken(written)
    if digits.replace(",", "").isdigit() or digits.startswith("_"):
        return digits.replace("_", "") or "___", True
    return digits.translate(_MISREAD), False


joined = partial(re.compile(r"\s+").sub, "")
"""Removes white space; the names of reporters are compared without it."""

_VOLUME_FIRST = re.compile(
    re.escape("(?:^|[^a-zA-Z0-9])((?P<volume>") + r"[^()]*\) " + re.escape("(?P<reporter>")
)
_JOURNAL = re.compile(r"L\.(?:Rev|J|Q)\.|LawReview|LawJournal|J\.L\.|Rev\.L\.")
_YEARBOOK = re.compile(r"[A-Z]{2}")
_WORDS = frozenset(("Or", "SO", "Mt", "Day", "Me", "So", "At", "In", "No", "P", "A", "F"))
"""Spellings in eyecite's tables that are more often ordinary words."""
_NEUTRAL = frozenset(str.split("AZ CO DE GU IL ME MO MS MT ND NH NM OH OK PA SD UT VI VT WI WY"))


class ReporterName(NamedTuple):
    """The canonical name of a reporter or journal, and the kind of authority that it holds."""

    name: str
    kind: CitationKind


_ADDED = {
    "Fed.Reg.": ReporterName("Fed. Reg.", CitationKind.REGULATION),
    "N.J.Reg.": ReporterName("N.J. Reg.", CitationKind.REGULATION),
    "N.J.R.": ReporterName("N.J. Reg.", CitationKind.REGULATION),
    "Stat.": ReporterName("Stat.", CitationKind.STATUTE),
    "Cong.Rec.": ReporterName("Cong. Rec.", CitationKind.OTHER),
    "CONG.REC.": ReporterName("Cong. Rec.", CitationKind.OTHER),
    "WL": ReporterName("WL", CitationKind.CASE),
}
"""Reporters missing from eyecite's tables of plain names, or present there as something else."""


def reporter(written: str, volume: str) -> ReporterName | None:
    """Return the reporter named between a volume and a page, however spaced; None for no reporter."""
    key = joined(written).replace("’", "'")
    if key in _ADDED:
        return _ADDED[key]
    if key in _WORDS or (_YEARBOOK.fullmatch(key) and len(volume) != 4 and key not in ("US", "NE", "NW")):
        return None
    if key in _NEUTRAL:
        return ReporterName(key, CitationKind.CASE)
    if known := _table().get(key) or _table().get(key.replace(",", ".")):
        return known
    spaced = " ".join(written.split())
    if key.endswith("LEXIS"):
        return ReporterName(spaced, CitationKind.CASE)
    return ReporterName(spaced, CitationKind.JOURNAL) if _JOURNAL.search(key) and "(" not in key else None


@lru_cache(maxsize=1)
def _table() -> dict[str, ReporterName]:
    """Return each reporter that is cited as volume, name and page, by its name without spaces."""
    from eyecite.models import CitationToken
    from eyecite.tokenizers import EXTRACTORS

    editions: dict[str, dict[str, list[Any]]] = {}
    for pattern in EXTRACTORS:
        whole = pattern.constructor == CitationToken.from_match and not pattern.extra["short"]
        for name in pattern.strings if whole and _VOLUME_FIRST.match(pattern.regex) else ():
            by_use = editions.setdefault(joined(name), {"exact_editions": [], "variation_editions": []})
            for use, some in by_use.items():
                some += pattern.extra[use]
    table: dict[str, ReporterName] = {}
    for key, by_use in editions.items():
        if not key[0].isupper() and key[0] != "(":
            continue
        some = by_use["exact_editions"] or by_use["variation_editions"]
        names = {edition.short_name for edition in some}
        sources = {edition.reporter.source for edition in some}
        other = CitationKind.STATUTE if "laws" in sources else CitationKind.JOURNAL
        kind = CitationKind.CASE if "reporters" in sources else other
        table[key] = ReporterName(str(names.pop()) if len(names) == 1 else key, kind)
    return table


_PARTY_APPENDICES = frozenset(
    str.split("Da Db Pa Pb Ra Rb Aa Ab Ja Sa Dra Drb Pra Prb Dsa Dsb Psa Psb Dca Pca")
)
"""New Jersey's abbreviations of a party and the appendix or brief that it filed."""
_HEADS = _PARTY_APPENDICES | frozenset(
    str.split(
        "AR CAR ER SER FER JA App Appx APPX APP SA RA AA PA RT CT RR CR Tr TR Dkt DKT ECF Doc ROA AOB ARB "
        "RB SR TT VRP RP CP SJA"
    )
)
"""Abbreviations, without full stops, before the page or entry of a record, appendix or transcript."""
_JOINED = _PARTY_APPENDICES | {"PA", "SA", "RA"}
"""Abbreviations that are joined to their number; set apart, they mean something else ("Pa. 12")."""
_ORDINARY_WORDS = frozenset(("R", "Record", "Appendix", "Transcript", "T"))
"""Abbreviations that may be ordinary words unless a page follows: "R. at 45", "(R. 45)"."""

_TO = rf"(?: ?[{DASH}] ?| to )"
_PLACES = (
    rf"\d{{1,6}}[a-z]?(?:[:{DASH}]\d{{1,6}}[a-z]?){{0,2}}(?:{_TO}(?:[A-Z][A-Za-z]{{1,2}})?\d{{1,6}}[a-z]?(?::\d{{1,3}})?)?"
    rf"(?:, ?\d{{1,6}}[a-z]?(?:[{DASH}]\d{{1,6}}[a-z]?)?(?![\w.]| ?[A-Z(¶])){{0,8}}"
)
_RECORD_AT = rf"(?:,? (?:at|pp?\.) ?(?:pp?\. ?)?{_PLACES}|,? ?¶{{1,2}} ?\d{{1,4}}(?:[{DASH}]\d{{1,4}})?)?"
_NUMBER = re.compile(r"(?<![\d§])\d+")
_LEAD = re.compile(
    rf"(?<![\w./])(?:\d{{1,3}}[ {DASH}]?)?(?:(?P<whose>Pet|Supp|Joint|Jt|Cir|Resp|Pet’r)\.? )?"
    r"(?P<head>[A-Z][A-Za-z.]{0,9}+)"
    rf"(?P<more>(?: Entr(?:y|ies))?(?: ?N[oO]s?\.)?(?: ?#)?(?: at| pp?\.| ¶{{1,2}})?)(?P<space>[ {DASH}]?)$"
)
_LEAD_ENDS = frozenset("ABCDEFJKPRSTVXabrtx.#¶" + DASHES)
"""The last characters of everything that may precede the number of a record cite."""
_LONGEST_LEAD = 40
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_ORDINAL = re.compile(r"\d{1,4} ?(?:d|nd|rd|th)\b")
_RECORD_PAGES = re.compile(_PLACES + _RECORD_AT)
_TRANSCRIPT = re.compile(
    rf"(?<![\w.])\d{{1,2}}T\.? ?\d{{1,4}} ?[:{DASH}] ?\d{{1,4}}(?:{_TO}\d{{1,4}}(?: ?[:{DASH}] ?\d{{1,3}})?)?"
)
_FILING = re.compile(
    r"\b(?:Opp(?:\.|osition)|Br(?:\.|ief)|Mot(?:\.|ion)|Mem(?:\.|o\.|orandum)|Compl(?:\.|aint)|Decl(?:\.|aration)"
    r"|Aff(?:\.|idavit)|Pet(?:\.|ition)|Demurrer|Ans(?:\.|wer)|Reply|Dep\.|Stip\.|Resp(?:\.|onse)|Order|PSR|PSI"
    r"|Indictment|Judgment|Tr\.),? ?(?:(?:at|pp?\.) ?(?:pp?\. ?)?|¶{1,2} ?)$"
)
_FILING_PAGES = re.compile(rf"{_PLACES}(?: ?(?:FN|n\.|fn\.) ?\d{{1,3}})?")
_PARTY = re.compile(r"(?:[A-Z][\w.’']{0,15} ){1,5}$")

_DOCKET_NUMBER = (
    rf"(?:(?:\d{{1,2}}:)?\d{{2,4}}[{DASH}][A-Za-z]{{1,4}}[{DASH}]\d{{1,7}}(?:[{DASH}][A-Za-z0-9]{{1,6}}){{0,3}}"
    rf"|[A-Z]{{1,3}}[{DASH}]\d{{1,7}}[{DASH}]\d{{1,7}}(?:[{DASH}]\d{{1,4}})?(?:T\d)?|\d{{2,4}}[{DASH}]\d{{1,6}}(?:[{DASH}][A-Z0-9]{{1,4}})?"
    rf"|[A-Z]\d{{4}}[{DASH}]\d{{3,6}}(?:[{DASH}][A-Z0-9]{{1,4}}){{0,4}}|[A-Z]{{1,2}}\d{{5,7}}|\d{{2,3}},\d{{3}})"
)
_DOCKET = re.compile(rf"N[oO][sS]?\. ?(?P<first>{_DOCKET_NUMBER})(?![\w{DASH}]| \) )")
"""A docket number. One beside a caption's column of parentheses is the document's own and is left out."""
_ANNOUNCED = re.compile(
    r"\b(?:Case|CASE|Docket|DOCKET|Civil Action|Civ\.(?: A\.)?|Crim\.(?: A\.)?|Cause|Index|Appeal) $"
)
_OTHER_NUMBER = re.compile(
    r"(?:\b(?:Rep|Doc|Res|L|Order|Directive|Op|Bull|Rel|Reg|Pat|Entry|Entries|Dkt|ECF|Chapter)\.? |[\w.])$"
)
"""Words before the number of something that is no case."""
_NEXT_DOCKET = re.compile(rf"(?:, and |, | and |, & | & |/)(?:Nos?\. ?)?(?P<number>{_DOCKET_NUMBER})(?![\w])")
_SLIP = re.compile(rf"\bslip op\.(?: at {_PLACES})?")


def find_record(text: str) -> Iterator[Mention]:
    """Find every cite to a record, transcript, appendix or filing. Linear time."""
    for number in _NUMBER.finditer(text):
        at = number.start()
        if text.startswith("T", number.end()) and (match := _TRANSCRIPT.match(text, at)):
            yield Mention(at, match.end(), "", CitationKind.RECORD)
            continue
        before = text[at - (2 if text.startswith(" ", at - 1) else 1) : at].rstrip()
        if before in _LEAD_ENDS and (span := _cite_of_page(text, at)):
            yield Mention(*span, "", CitationKind.RECORD)


def _cite_of_page(text: str, at: int) -> tuple[int, int] | None:
    """Return the cite whose page is the number at a position; None without a record or filing before it."""
    from_ = max(0, at - _LONGEST_LEAD)
    if paper := _FILING.search(text, from_, at):
        start = max(0, paper.start() - 60)
        party = _PARTY.search(text[start : paper.start()])  # "RPI Opp."
        pages = _FILING_PAGES.match(text, at)
        return (start + party.start() if party else paper.start(), pages.end()) if pages else None
    lead, pages = _LEAD.search(text, from_, at), _RECORD_PAGES.match(text, at)
    is_cite = lead and pages and not _ORDINAL.match(text, at) and _is_record(lead, pages)
    return (lead.start(), pages.end()) if lead and pages and is_cite else None


def _is_record(lead: re.Match[str], pages: re.Match[str]) -> bool:
    text, head, more = lead.string, lead["head"].replace(".", ""), lead["more"]
    if head in _ORDINARY_WORDS:
        bracketed = text[max(0, lead.start() - 1) : lead.start()] in ("(", "[")
        return "at" in more or bool(lead["whose"]) or bracketed
    if head in ("Docket", "DE"):
        return "Entr" in more or "." in lead["head"]
    if head not in _HEADS:
        return False
    if head in ("App", "CR") and _YEAR.fullmatch(pages.group()) and text.startswith(")", pages.end()):
        return False  # a court and its year: "(Ky. Ct. App. 2019)"
    return head not in _JOINED or not (lead["space"] or more)


def find_dockets(text: str) -> Iterator[Mention]:
    """Find every docket number that is announced as one, and "slip op." after one. Linear time."""
    end = 0
    for match in _DOCKET.finditer(text):
        start = match.start()
        if start < end or _OTHER_NUMBER.search(text, max(0, start - 12), start):
            continue
        announced = _ANNOUNCED.search(text, max(0, start - 16), start)
        start, end = announced.start() if announced else start, match.end()
        yield Mention(start, end, f"No. {plain_number(match['first'])}", CitationKind.DOCKET)
        while following := _NEXT_DOCKET.match(text, end):
            end = following.end()
            number = plain_number(following["number"])
            yield Mention(following.start("number"), end, f"No. {number}", CitationKind.DOCKET)
    if "slip op" in text:
        for match in _SLIP.finditer(text):
            yield Mention(*match.span(), "", CitationKind.DOCKET, CitationForm.SHORT, key="slip op.")
