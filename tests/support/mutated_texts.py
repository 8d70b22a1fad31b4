"""Real texts with random misspellings, odd characters and pieces of citations."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path

_BRIEFS = Path(__file__).resolve().parents[3] / "shared" / "data" / "text" / "amicus-briefs.jsonl.gz"
_OWN = (
    "The Fourth Amendment forbids it. State v. Slockbower, 79 N.J. 1, 12-13 (1979); see N.J.S.A. "
    "2C:44-1(a)(3), R. 3:5-7(d), N.J.R.E. 803(c)(27), 42 U.S.C. §§ 1983, 1985(3) and Fed. R. Civ. P. "
    "30(d)(3), overruled on other grounds by Arizona v. Gant, 556 U.S. 332, 351 n.8 (2009) (“closely "
    "confined”). Id. at 352. Cf. U.S. Const. amend. XIV, § 1; Pub. L. No. 104-132; Tr. 45:3-10; Da12; In re "
    "Gault, supra, 387 U.S. at 27. "
)
"""The text that is changed where the shared data is not here."""
_PIECES = (
    *"§¶“”‘’—–-.,;:()[]{}\"'&*/\\%#@~!?^$|<>0123456789²½Ⅷ①\u00a0\u200b\u202e\u0301\x00\ud83d\n\t ",
    *(
        "F.R.Civ.P.",
        "N.J.S.A. 2C:",
        "U.S.C. §§ ",
        "et seq.",
        "Id. at",
        "supra",
        "art. XIV, § ",
        "Rule ",
        "R. ",
    ),
    *("Pub. L. No.", "overruled by", "(1999)", "State v. ", "In re ", "99999999999999999999", "٣", "Ⅻ"),
    *("February 30, 2021", "13/45/0000", "/s ", "/p ", "AND", "before:", "rule:", "(((((", '"', "!"),
)


def mutated_texts(seed: int, count: int) -> Iterator[str]:
    """Yield ``count`` changed pieces of briefs, of 1 to some 700 characters; the same ones for a seed."""
    chance = random.Random(seed)
    briefs = _briefs()
    for _ in range(count):
        brief = chance.choice(briefs)
        start = chance.randrange(max(1, len(brief) - 700))
        yield _mutated(brief[start : start + chance.randrange(1, 700)], chance)


def _briefs() -> list[str]:
    if not _BRIEFS.exists():
        return [_OWN]
    with gzip.open(_BRIEFS, "rt", encoding="utf-8") as lines:
        return [_OWN, *(json.loads(line)["text"] for line in lines)]


def _mutated(text: str, chance: random.Random) -> str:
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(text) + 1)
        before, after = text[:at], text[at:]
        other = chance.randrange(len(text) + 1)
        text = chance.choice(
            (
                before + chance.choice(_PIECES) + after,
                before + chance.choice(_PIECES) + after,
                before + after[chance.randrange(1, 8) :],
                before + after[:20].upper() + after[20:],
                before + after[:30].replace(" ", "") + after[30:],
                before + after[:40].replace(".", "") + after[40:],
                before + text[other : other + 25] + after,
                before + after[:15] * 2 + after[15:],
            )
        )
    return text
