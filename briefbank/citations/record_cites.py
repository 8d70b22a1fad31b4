"""Cites to the record of a case (transcripts, appendices, filings) and docket numbers of unreported cases.

None of these are authorities, but "id." may follow them. The forms are those of the Bluebook's rule B17, the
federal circuits' rules on record cites, California Rules of Court, rule 8.204, and New Jersey's R. 2:6-8
("2T13-12 to 20" is a transcript, "Da45" an appendix).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from briefbank.citations.mentions import DASH, DASHES, Mention, plain_number
from briefbank.domain.authorities import CitationForm, CitationKind

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
_AT = rf"(?:,? (?:at|pp?\.) ?(?:pp?\. ?)?{_PLACES}|,? ?¶{{1,2}} ?\d{{1,4}}(?:[{DASH}]\d{{1,4}})?)?"
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
_PAGES = re.compile(_PLACES + _AT)
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
    """Return the cite whose page is the number at a position; None if no record or filing is named before
    it."""
    from_ = max(0, at - _LONGEST_LEAD)
    if paper := _FILING.search(text, from_, at):
        start = max(0, paper.start() - 60)
        party = _PARTY.search(text[start : paper.start()])  # "RPI Opp."
        pages = _FILING_PAGES.match(text, at)
        return (start + party.start() if party else paper.start(), pages.end()) if pages else None
    lead, pages = _LEAD.search(text, from_, at), _PAGES.match(text, at)
    is_cite = lead and pages and not _ORDINAL.match(text, at) and _is_record(lead, pages)
    return (lead.start(), pages.end()) if lead and pages and is_cite else None


def _is_record(lead: re.Match[str], pages: re.Match[str]) -> bool:
    text, head, more = lead.string, lead.group("head").replace(".", ""), lead.group("more")
    if head in _ORDINARY_WORDS:
        return (
            "at" in more
            or bool(lead.group("whose"))
            or text[max(0, lead.start() - 1) : lead.start()] in ("(", "[")
        )
    if head in ("Docket", "DE"):
        return "Entr" in more or "." in lead.group("head")
    if head not in _HEADS:
        return False
    if head in ("App", "CR") and _YEAR.fullmatch(pages.group()) and text.startswith(")", pages.end()):
        return False  # a court and its year: "(Ky. Ct. App. 2019)"
    glued = not lead.group("space") and not more
    if head in _JOINED:
        return glued
    if head == "ER" and text.startswith("(", pages.end()):
        return False  # a rule of evidence of Washington
    before = text[max(0, lead.start("head") - 2) : lead.start("head")]
    address = head in ("AR", "CT", "PA") and before == ", " and len(pages.group()) >= 5
    return glued or not address  # "Little Rock, AR 72201"


def find_dockets(text: str) -> Iterator[Mention]:
    """Find every docket number that is announced as one, and "slip op." after one. Linear time."""
    end = 0
    for match in _DOCKET.finditer(text):
        start = match.start()
        if start < end or _OTHER_NUMBER.search(text, max(0, start - 12), start):
            continue
        announced = _ANNOUNCED.search(text, max(0, start - 16), start)
        start, end = announced.start() if announced else start, match.end()
        yield Mention(start, end, f"No. {plain_number(match.group('first'))}", CitationKind.DOCKET)
        while following := _NEXT_DOCKET.match(text, end):
            end = following.end()
            number = plain_number(following.group("number"))
            yield Mention(following.start("number"), end, f"No. {number}", CitationKind.DOCKET)
    if "slip op" in text:
        for match in _SLIP.finditer(text):
            yield Mention(*match.span(), "", CitationKind.DOCKET, CitationForm.SHORT, key="slip op.")
