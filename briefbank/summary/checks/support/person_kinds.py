"""Kinds of persons and courts that are never one another in one case.

Names, pronouns and the parties' roles on appeal are not listed: who "Mr. Diaz" or "the appellant" is, only
the document says.
"""

from __future__ import annotations

from briefbank.summary.checks.support.lexicon import Stems, stems_of

_KINDS = (
    "state, government, prosecution, prosecutor, people, commonwealth",
    "police, officer, detective, trooper, policeman, sergeant, agent",
    "jury, juror, jurors",
    "victim, complainant",
    "witness, eyewitness, bystander",
    "plaintiff",
    "defendant, accused, suspect",
    "counsel, lawyer, attorney, defense counsel, defense attorney, defense lawyer, defense",
    "driver, motorist",
    "passenger",
    "mother",
    "father",
    "brother",
    "sister",
    "neighbor, neighbour",
    "landlord",
    "tenant",
    "clerk, cashier",
    "doctor, physician",
    "nurse",
    "informant, informer",
    "technician, analyst, chemist",
    "supervisor",
    "expert, psychologist, psychiatrist",
    "inspector",
    "interpreter, translator",
    "seller, vendor, dealer",
    "buyer, purchaser",
    "guard",
    "owner",
    "husband",
    "wife",
    "son",
    "daughter",
    "uncle",
    "aunt",
    "cousin",
    "grandmother",
    "grandfather",
    "girlfriend",
    "boyfriend",
    "roommate",
    "pedestrian",
    "cyclist",
    "parole board",
    "social worker",
    "paramedic",
    "reporter, journalist",
    "university",
    "agency",
    "caller",
    "dissent",
    "majority",
    "legislature, congress",
    "student",
    "teacher",
    "principal",
    "manager",
    "nephew",
    "niece",
    "stepfather",
    "stepmother",
    "employer",
    "employee",
    "court, tribunal, panel, bench",
    "judge, trial court, trial judge, motion judge, district court, lower court, court below",
    "appellate division, court of appeals, appellate court, court of appeal, circuit, appeals court",
    "supreme court, high court",
)
_KIND_OF = {stems_of(member): n for n, kind in enumerate(_KINDS) for member in kind.split(",")}

_OFFICIALS = frozenset(
    _KIND_OF[stems_of(word)]
    for word in (
        "state",
        "police",
        "jury",
        "legislature",
        "court",
        "judge",
        "appellate court",
        "supreme court",
    )
)
_ANY_COURT = _KIND_OF[stems_of("court")]
_COURTS = frozenset(_KIND_OF[stems_of(word)] for word in ("judge", "appellate court", "supreme court"))
PRIVATE = -1
"""The kind of a person whom the source calls "Mr." or "Ms.": no court and no officer, but perhaps anybody
else."""


def differ(one: int | None, other: int | None) -> bool:
    """Tell whether two kinds are surely not the same person or body."""
    if one is None or other is None or one == other:
        return False
    if PRIVATE in (one, other):
        return max(one, other) in _OFFICIALS
    return not (_ANY_COURT in (one, other) and not _COURTS.isdisjoint((one, other)))


def person_of(stems: Stems) -> int | None:
    """Return the number of the kind that these words name; None where they name none."""
    return _KIND_OF.get(stems)
