"""Checks that every proper name of a claim stands in its source, letter for letter.

A name is a word with a capital that is no role, office or month. The first word of a sentence is one where a
name follows it, or what only a person or a case does. Two names that are adjacent in the claim must be so in
the source, so that no person is made of two. Letters of other scripts are compared, too: "Cаrter" with a
Cyrillic letter is another word to every check and the same to every reader.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks.compared import FUNCTION_WORDS, ComparedClaim, is_in_capitals
from briefbank.text.dates import month_number

_WORD = re.compile(r"[^\W\d_]+(?:['.-][^\W\d_]+)*\.?")
_ODD = re.compile(r"[^\x20-\x7e\u00a1-\u024f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf…§¶†‡•]")
"""Any character but Latin letters, their accents, and printed marks."""
_OFFICES = frozenset(
    str.split(
        "defendant defendants plaintiff plaintiffs petitioner petitioners respondent respondents appellant "
        "appellants appellee appellees movant claimant complainant amicus amici curiae brief briefs "
        "state states "
        "court courts trial judge judges jury juror jurors justice justices prosecution prosecutor "
        "prosecutors "
        "government counsel attorney attorneys defense police officer officers detective detectives witness "
        "witnesses victim victims party parties constitution constitutional statute statutes legislature "
        "congress "
        "motion order orders appeal appeals petition indictment complaint conviction sentence verdict "
        "judgment "
        "evidence count counts point points section sections rule rules article exhibit exhibits question "
        "questions issue issues part hearing suppression probation parole mr mrs ms dr miss sgt det capt "
        "ptl hon university college "
        "school board commission committee agency department county city town township village company act "
        "amendment amendments clause code division circuit panel president governor senator secretary mayor "
        "framers church hospital association district office bureau authority administration nation law "
        "supreme "
        "appellate federal directive sergeant trooper lieutenant captain officer agent deputy sheriff doctor "
        "professor english us united america american monday tuesday wednesday thursday friday saturday "
        "sunday"
    )
)
"""Capitalised words that name a role, an office or an institution in general."""
_PERSONAL = re.compile(
    r"'s\b|,? (?:v\.|was|is|had|has|did|does|said|told|testified|argues|argued|never|held|himself"
    r"|herself|[a-z]+ed) "
)
"""What follows a person's or a case's name at the head of a sentence."""
_MIDDLE_NAMES = 2
"""The number of words that may stand between two parts of a name."""
_REPAIR = "Use only names that stand in the source, written as there; or name the role instead."


def find(compared: ComparedClaim) -> Iterator[ClaimFinding]:
    """Yield names that the source does not have, and words with letters of other scripts."""
    known_words = set(compared.source.split())
    for word in compared.claim.split():
        if (odd := _ODD.search(word)) and word not in known_words:
            name = unicodedata.name(odd.group(), "without a name").lower()
            yield ClaimFinding(
                ClaimFault.UNSUPPORTED, f"A sign does not stand in the source: {name}.", _REPAIR
            )
    text = f"{compared.source} {compared.title}"
    words = [_bare(match.group()) for match in _WORD.finditer(text)]
    known = {*words, *(part for word in words for part in word.split("-")), *_initials(words)}
    names: list[tuple[int, int, str]] = []
    for start, end, word in _candidates(compared.uncited_claim):
        name = _bare(word)
        parts = {name, *name.split("-")}
        abbreviated = word.endswith(".") and any(w.startswith(name[:4]) for w in known)
        if (
            name in known
            or parts <= known
            or name.removesuffix("s") in known
            or f"{name}s" in known
            or abbreviated
            or _is_spelled(name, words)
        ):
            names.append((start, end, name))
        else:
            yield ClaimFinding(
                ClaimFault.UNSUPPORTED, f"The name {word} does not stand in the source.", _REPAIR
            )
    for (_, end, first), (start, _, last) in pairwise(names):
        if compared.claim[end:start] == " " and not _are_adjacent(first, last, words):
            written = f"The name {first.title()} {last.title()} does not stand in the source."
            yield ClaimFinding(ClaimFault.UNSUPPORTED, written, _REPAIR)


def _candidates(claim: str) -> Iterator[tuple[int, int, str]]:
    """Yield the range and the wording of each word that can only be a name."""
    if is_in_capitals(claim):
        return
    for match in _WORD.finditer(claim):
        word = match.group()
        name = _bare(word)
        if not word[0].isupper() or len(name) == 1 or name in FUNCTION_WORDS or name in _OFFICES:
            continue
        if month_number(name) and name not in ("may", "mar", "jan"):
            continue
        opens = not match.start() or claim[: match.start()].rstrip(' "(')[-1:] in tuple(".?!:")
        follows_title = re.search(r"\b(?:Mr|Mrs|Ms|Dr)\. $", claim[: match.start()])
        after = claim[match.end() :]
        before_name = re.match(r" [A-Z][a-z]+", after) and _bare(after.split()[0]) not in _OFFICES
        if opens and not follows_title and not before_name and not _PERSONAL.match(after):
            continue
        if opens and name.endswith("s") and not word.endswith("'s"):
            continue  # a plural at the head of a sentence: "Searches were made"
        yield match.start(), match.end(), word.removesuffix("'s")


def _bare(word: str) -> str:
    return word.casefold().removesuffix("'s").rstrip(".'")


def _initials(words: list[str]) -> Iterator[str]:
    """Yield the initials of each run of two to five words: "fbi", "n.j"."""
    for length in range(2, 6):
        for at in range(len(words) - length + 1):
            letters = [word[:1] for word in words[at : at + length]]
            yield "".join(letters)
            yield ".".join(letters)


def _is_spelled(name: str, words: list[str]) -> bool:
    """Return whether the source abbreviates a name: Massachusetts by "Mass", or a part of New Jersey by "
    ""n.j"."""
    short = [word for word in words if 3 <= len(word) < len(name)]
    letters = {part for word in words if "." in word for part in word.split(".") if len(part) == 1}
    return (
        any(name.startswith(word) for word in short if len(word) * 2 <= len(name) + 2) or name[:1] in letters
    )


def _are_adjacent(first: str, last: str, words: list[str]) -> bool:
    if first in _OFFICES or first not in words or last not in words:
        return True
    places = [at for at, word in enumerate(words) if word == first]
    return any(last in words[at + 1 : at + 2 + _MIDDLE_NAMES] for at in places)
