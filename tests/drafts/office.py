"""A small office: three briefs, an opinion, and a draft that forgets, misquotes and misnumbers."""

from __future__ import annotations

SENTINEL = "quizzaciously vermilion ombudsman"  # Words that are in the draft and nowhere else
RULE = (
    "Police may ask for consent to search a stopped car only with reasonable suspicion that an errand into "
    "crime is under way"
)
HELD = (
    "Consent searches following a lawful stop of a motor vehicle shall not be deemed valid unless there is "
    "reasonable and articulable suspicion."
)
CONSENT = "CONSENT TO SEARCH THE STOPPED CAR WAS ASKED FOR WITHOUT SUSPICION"
SENTENCE = "THE SENTENCE IS EXCESSIVE"


def brief(title: str, *points: tuple[str, str]) -> str:
    """A brief with a caption, and its points."""
    numbers = ("I", "II", "III", "IV")
    argued = [
        f"POINT {number}\n\n{head}\n\n{text}" for number, (head, text) in zip(numbers, points, strict=False)
    ]
    head = f"SUPERIOR COURT OF NEW JERSEY\nAPPELLATE DIVISION\nDOCKET NO. A-1234-19\n\n{title}"
    return "\n\n".join([head, "LEGAL ARGUMENT", *argued]) + "\n"


FILES = {
    "first": brief(
        "STATE v. ALPHA",
        (
            "THE CONSENT SEARCH OF THE STOPPED CAR WAS UNLAWFUL",
            f"{RULE}. State v. Carty, 170 N.J. 632, 647 (2002). The driver did not know that he could "
            "refuse consent. State v. Johnson, 68 N.J. 349, 353 (1975). The search of the stopped car must "
            "be suppressed, because consent without suspicion is no consent. State v. Elders, 192 N.J. "
            "224, 240 (2007).",
        ),
    ),
    "second": brief(
        "STATE v. BETA",
        (
            CONSENT,
            "The trooper asked for consent to search the stopped car on a hunch. State v. Carty, 170 N.J. "
            "632, 647 (2002), requires suspicion first. The State must prove that the driver knew of the "
            "right to refuse consent. State v. Johnson, 68 N.J. 349, 354 (1975). Consent on the roadside "
            "is suspect. State v. Gone, 150 N.J. 1 (1997).",
        ),
    ),
    "third": brief(
        "STATE v. GAMMA",
        (
            SENTENCE,
            "The court double-counted the elements of the offence as aggravating factors when it sentenced "
            "the defendant to the longest term. State v. Yarbough, 100 N.J. 627, 633 (1985). The sentence "
            "must be vacated. N.J.S.A. 2C:44-1(a).",
        ),
    ),
    "opinion": (
        "170 N.J. 632 (2002)\n\nSUPREME COURT OF NEW JERSEY\n\nSTATE OF NEW JERSEY, Plaintiff-Appellant, "
        "v. STEVEN CARTY, Defendant-Respondent.\n\nArgued September 24, 2001. Decided March 4, "
        "2002.\n\nOPINION\n\nThe opinion of the Court was delivered by COLEMAN, J.\n\nWe hold as follows. "
        f"{RULE}. {HELD}\n"
    ),
}
DRAFT = brief(
    "STATE v. DELTA",
    (
        CONSENT,
        f"The trooper stopped the car of this {SENTINEL} and asked for consent to search the stopped car "
        f"without suspicion. The Court has held: “{RULE.replace('stopped', 'parked')}.” State v. Carty, 170 "
        f"N.J. 632, 530 (2002). It has also held that “{HELD}” State v. Carty, 170 N.J. at 647. The search "
        "was unlawful under State v. Elders, 192 N.J. 224 (2007).",
    ),
    (
        SENTENCE,
        "The court double-counted the elements of the offence as aggravating factors when it sentenced the "
        "defendant to the longest term there is, and gave no reason for it at all on the record of the "
        "hearing.",
    ),
)
