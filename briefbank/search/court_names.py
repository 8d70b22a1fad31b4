"""The names of courts as a citation abbreviates them: "N.J. Super. Ct. App. Div.", "3d Cir.", "D.N.J.".

The rules are those of The Bluebook: rule 10.4 with tables T1 (which court of a state is its highest, named by
the state alone), T7 (words of courts' names) and T10 (states), and rule 6.1(a) for the spaces between them.
Department, district and county of a state's court are left out (rule 10.4(b)), but the division of New
Jersey's Superior Court is not. A court that these rules do not know keeps its name.
"""

from __future__ import annotations

import re
from functools import lru_cache

_STATES = {
    "alabama": "Ala.",
    "alaska": "Alaska",
    "arizona": "Ariz.",
    "arkansas": "Ark.",
    "california": "Cal.",
    "colorado": "Colo.",
    "connecticut": "Conn.",
    "delaware": "Del.",
    "district of columbia": "D.C.",
    "florida": "Fla.",
    "georgia": "Ga.",
    "hawaii": "Haw.",
    "idaho": "Idaho",
    "illinois": "Ill.",
    "indiana": "Ind.",
    "iowa": "Iowa",
    "kansas": "Kan.",
    "kentucky": "Ky.",
    "louisiana": "La.",
    "maine": "Me.",
    "maryland": "Md.",
    "massachusetts": "Mass.",
    "michigan": "Mich.",
    "minnesota": "Minn.",
    "mississippi": "Miss.",
    "missouri": "Mo.",
    "montana": "Mont.",
    "nebraska": "Neb.",
    "nevada": "Nev.",
    "new hampshire": "N.H.",
    "new jersey": "N.J.",
    "new mexico": "N.M.",
    "new york": "N.Y.",
    "north carolina": "N.C.",
    "north dakota": "N.D.",
    "ohio": "Ohio",
    "oklahoma": "Okla.",
    "oregon": "Or.",
    "pennsylvania": "Pa.",
    "puerto rico": "P.R.",
    "rhode island": "R.I.",
    "south carolina": "S.C.",
    "south dakota": "S.D.",
    "tennessee": "Tenn.",
    "texas": "Tex.",
    "utah": "Utah",
    "vermont": "Vt.",
    "virginia": "Va.",
    "washington": "Wash.",
    "west virginia": "W. Va.",
    "wisconsin": "Wis.",
    "wyoming": "Wyo.",
}
_STATE = re.compile(rf"\b(?:{'|'.join(sorted(_STATES, key=len, reverse=True))})\b(?! county)")
_HIGHEST = (
    "supreme judicial court",
    "supreme court of appeals",
)
"""The highest courts of the states that name them so (Maine, Massachusetts, West Virginia)."""
_COURTS = (
    ("court of criminal appeals", "Crim. App."),
    ("court of civil appeals", "Civ. App."),
    ("court of special appeals", "Ct. Spec. App."),
    ("district court of appeal", "Dist. Ct. App."),
    ("court of appeal", "Ct. App."),
    ("appellate court", "App. Ct."),
    ("appeals court", "App. Ct."),
    ("superior court", "Super. Ct."),
    ("commonwealth court", "Commw. Ct."),
    ("court of common pleas", "Ct. Com. Pl."),
    ("court of chancery", "Ch."),
    ("circuit court", "Cir. Ct."),
    ("district court", "Dist. Ct."),
    ("county court", "Cnty. Ct."),
    ("family court", "Fam. Ct."),
    ("municipal court", "Mun. Ct."),
    ("tax court", "Tax Ct."),
    ("court of claims", "Ct. Cl."),
)
"""Courts below the highest; a longer name stands before one that it contains."""
_DIVISIONS = (
    ("appellate division", "App. Div."),
    ("law division", "Law Div."),
    ("chancery division", "Ch. Div."),
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_CIRCUITS = {
    **{
        f"{word} circuit": f"{number}{end} Cir."
        for number, (word, end) in enumerate(
            zip((*_ORDINALS, "eleventh"), ("st", "d", "d", *("th",) * 8), strict=True), start=1
        )
    },
    "district of columbia circuit": "D.C. Cir.",
    "federal circuit": "Fed. Cir.",
}
_QUARTERS = {
    "northern": "N.D.",
    "southern": "S.D.",
    "eastern": "E.D.",
    "western": "W.D.",
    "middle": "M.D.",
    "central": "C.D.",
}


@lru_cache(maxsize=1024)
def abbreviated(court: str) -> str:
    """Return a court's name as a citation gives it; an unknown or already abbreviated one stays as it is."""
    name = " ".join(court.lower().replace("’", "'").split())
    if "united states" in name or name.startswith("u.s. "):
        return _federal_court(name) or court
    found = _STATE.search(name)
    return (_state_court(name, _STATES[found.group()]) if found else "") or court


def _federal_court(name: str) -> str:
    if "supreme court" in name:
        return "U.S."
    if "court of appeals" in name:
        return next((short for long, short in _CIRCUITS.items() if long in name), "")
    if name.endswith("district of columbia"):
        return "D.D.C."
    district = re.search(r"\b(?:(?P<quarter>\w+) )?district of (?P<state>[a-z ]+)", name)
    state = _STATE.match(district["state"]) if district else None
    if district is None or state is None:
        return ""
    short = f"{_QUARTERS.get(district['quarter'] or '', 'D.')} {_STATES[state.group()]}"
    return _without_spaces(f"Bankr. {short}" if "bankruptcy" in name else short)


def _state_court(name: str, state: str) -> str:
    new_york = state == "N.Y."
    if new_york and "appellate division" in name:
        return "N.Y. App. Div."
    if any(highest in name for highest in _HIGHEST):
        return state
    if "supreme court" in name:
        return "N.Y. Sup. Ct." if new_york else state
    if "court of appeals" in name and state in ("N.Y.", "Md.", "D.C."):
        return state
    short = next((short for long, short in _COURTS if long in name), "")
    division = next((short for long, short in _DIVISIONS if long in name), "")
    return " ".join(part for part in (state, short, division) if part) if short else ""


def _without_spaces(name: str) -> str:
    """Remove spaces between single capitals, but not before longer abbreviations: 'S.D.N.Y.', 'E.D. Pa.'."""
    return re.sub(r"(?<=\b[A-Z]\.) (?=(?:[A-Z]\.)+(?:$| ))", "", name)
