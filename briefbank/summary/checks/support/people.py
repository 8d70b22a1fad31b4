"""Kinds of person and court that are never each other in one case.

Names, pronouns and the parties' places on appeal are not here: who "Mr. Diaz" or "the appellant" is, only the
document says.
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
    "counsel, lawyer, attorney, defense counsel, defense attorney, defense lawyer",
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
    "caller",
    "dissent",
    "majority",
    "legislature, congress",
    "student",
    "teacher",
    "employer",
    "employee",
    "judge, trial court, trial judge, motion judge, district court, lower court, court below",
    "appellate division, court of appeals, appellate court, court of appeal, circuit, appeals court",
    "supreme court, high court",
)
_KIND_OF = {stems_of(member): n for n, kind in enumerate(_KINDS) for member in kind.split(",")}


def person_of(stems: Stems) -> int | None:
    """The number of the kind that these words name; None where they name none."""
    return _KIND_OF.get(stems)
