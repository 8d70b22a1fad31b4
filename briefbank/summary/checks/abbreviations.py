"""The words for which abbreviations in citations stand (the common ones of Bluebook tables T6 and T10)."""

from __future__ import annotations

import re

from briefbank.summary.checks.plain import in_capitals

_NAMES = re.compile(r"\b[A-Z][\w']*(?:(?: | (?:of|the|and|for|&) |, |-)[A-Z][\w']*)*")

LONG = {
    short: long
    for long, shorts in {
        "united states": "us usa",
        "new jersey": "nj",
        "new york": "ny",
        "university": "univ",
        "california": "cal",
        "massachusetts": "mass",
        "pennsylvania": "pa penn",
        "connecticut": "conn",
        "florida": "fla",
        "illinois": "ill",
        "michigan": "mich",
        "minnesota": "minn",
        "texas": "tex",
        "virginia": "va",
        "washington": "wash",
        "wisconsin": "wis",
        "arizona": "ariz",
        "oklahoma": "okla",
        "oregon": "or ore",
        "tennessee": "tenn",
        "georgia": "ga",
        "maryland": "md",
        "delaware": "del",
        "colorado": "colo",
        "indiana": "ind",
        "kentucky": "ky",
        "louisiana": "la",
        "mississippi": "miss",
        "nebraska": "neb",
        "alabama": "ala",
        "board": "bd",
        "education": "educ",
        "department": "dept",
        "commission": "commn",
        "commissioner": "commr",
        "association": "assn",
        "government": "govt",
        "national": "natl",
        "international": "intl",
        "corporation": "corp",
        "company": "co",
        "county": "cnty",
        "division": "div",
        "district": "dist",
        "circuit": "cir",
        "constitution": "const",
        "amendment": "amend",
        "appellate": "app",
        "superior": "super",
        "supreme": "sup",
        "federal": "fed",
        "criminal": "crim",
        "procedure": "proc",
        "evidence": "evid",
        "township": "twp",
        "borough": "boro",
        "brothers": "bros",
        "incorporated": "inc",
        "society": "socy",
        "secretary": "secy",
        "school": "sch",
        "schools": "schs",
        "hospital": "hosp",
        "institute": "inst",
        "saint": "st",
        "january": "jan",
        "february": "feb",
        "august": "aug",
        "september": "sept sep",
        "october": "oct",
        "november": "nov",
        "december": "dec",
    }.items()
    for short in shorts.split()
}


def long(word: str) -> str:
    """Return the word for which a lower-case abbreviation stands; any other word unchanged."""
    return LONG.get(word.replace(".", "").replace("'", ""), word.rstrip("."))


def begin_names(letters: str, text: str) -> bool:
    """Tell whether letters are the initials of adjacent names: "dea" for "Drug Enforcement Administration",
    "us" for "United States". Capitals in an all-capitals heading are no evidence of initials."""
    if in_capitals(text):
        return False
    return any(letters in "".join(re.findall(r"\b[A-Z]", run)).casefold() for run in _NAMES.findall(text))
