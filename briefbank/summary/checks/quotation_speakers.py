"""Checks who said a quotation according to the source, and that it is complete.

Words of the source are no quotation of a witness unless the source has them between marks of its own; else
the brief's words would be put into the witness's mouth. What the brief itself says may be quoted from its
text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks.plain import ONE_SIDED, WORD, PlainClaim

_SAYING = (
    r"(?:testif(?:y|ies|ied)|sa(?:y|ys|id)|stat(?:e|es|ed)|t(?:ell|ells|old)|ask(?:s|ed)?|repl(?:y|ies|ied)"
    r"|answer(?:s|ed)?|shout(?:s|ed)?|yell(?:s|ed)?|wr(?:ite|ites|ote)|claim(?:s|ed)?|admit(?:s|ted)?"
    r"|explain(?:s|ed)?|report(?:s|ed)?|recall(?:s|ed)?|whisper(?:s|ed)?|scream(?:s|ed)?|confess(?:es|ed)?"
    r"|respond(?:s|ed)?|remark(?:s|ed)?|warn(?:s|ed)?|threaten(?:s|ed)?|declar(?:e|es|ed)|announc(?:e|es|ed))"
)
_BEFORE = re.compile(
    rf"(?:\b(?P<who>[\w.']+)(?: (?:had|has|also|then|later|further|only))* )?\b{_SAYING}\b"
    r"(?P<between>[^\"',;.?!]{0,40})[,:]? ?$",
    re.IGNORECASE,
)
_AFTER = re.compile(rf"^[,.?!]?[\"'] ?(?:\w+ ){{0,2}}{_SAYING}\b", re.IGNORECASE)
_BRIEFS_OWN = re.compile(
    r"\b(?:brief|amic[iu]s?|curiae|heading|point|petition|question|issue|memorandum|filing|document"
    r"|appellants?|appellees?|petitioners?|respondents?|movants?)\b",
    re.IGNORECASE,
)
_OPEN_ENDED = frozenset(
    str.split(
        "a an the his its their my your our is are was were be been am not no very to of and or that than"
    )
)
"""Words that end no phrase: what follows them in the source is part of it."""
_PRONOUN_OF = {"he": "he", "him": "he", "she": "she", "her": "she"}
_REPAIR = "Use no quotation marks; say it in your own words."


def find(compared: PlainClaim, quoted: Sequence[str]) -> Iterator[ClaimFinding]:
    """Yield quotations that the source does not quote, gives to another speaker, or continues."""
    for text in quoted:
        at = compared.claim.find(text)
        containing = [
            n for n, source in enumerate(compared.sources) if _normalized(text) in _normalized(source)
        ]
        if not containing or not _words(text):
            continue
        speaker = _BEFORE.search(compared.claim[: max(0, at - 1)])
        if speaker or _AFTER.search(compared.claim[at + len(text) :]):
            yield from _attributed(speaker, text, compared, containing)
        if all(
            _is_cut_short(text, compared.claim[at + len(text) :], compared.sources[n]) for n in containing
        ):
            yield ClaimFinding(ClaimFault.MISQUOTATION, "A quotation ends where its source goes on.", _REPAIR)


def _attributed(
    speaker: re.Match[str] | None, text: str, compared: PlainClaim, containing: Sequence[int]
) -> Iterator[ClaimFinding]:
    """Yield faults of a quotation that is attributed to a speaker."""
    if _BRIEFS_OWN.search(compared.claim[: compared.claim.find(text)]):
        return
    if any(compared.kinds[n] in ONE_SIDED for n in containing):
        return
    marked = [(before, inside) for n in containing for before, inside in _quotations_in(compared.sources[n])]
    same = [before for before, inside in marked if _normalized(text) in _normalized(inside)]
    if not same:
        words = "What the source only reports is put between quotation marks."
        yield ClaimFinding(ClaimFault.MISQUOTATION, words, _REPAIR)
    elif speaker and speaker["who"] and not any(_may_be(speaker["who"], before) for before in same):
        yield ClaimFinding(ClaimFault.MISQUOTATION, "The source has another say the quoted words.", _REPAIR)


def _may_be(who: str, before: str) -> bool:
    """Tell whether the words before a quotation in the source may name the same speaker. Only two different
    names, or "he" and "she", are surely not the same."""
    said = _BEFORE.search(before)
    if said is None or not said["who"]:
        return True
    one, other = who, said["who"]
    if one.lower() in _PRONOUN_OF and other.lower() in _PRONOUN_OF:
        return _PRONOUN_OF[one.lower()] == _PRONOUN_OF[other.lower()]
    named = one[0].isupper() and other[0].isupper() and {one.lower(), other.lower()}.isdisjoint(_PRONOUN_OF)
    return not named or one == other or not before.rstrip().endswith(said.group().rstrip())


def _quotations_in(source: str) -> Iterator[tuple[str, str]]:
    """Yield the quoted texts, each with what stands before it. A mark at the source's edge may be matched in
    the sentence next to it."""
    parts = source.split('"')
    for number, part in enumerate(parts):
        if number % 2 or len(parts) % 2 == 0:
            yield '"'.join(parts[:number]), part
    for match in re.finditer(r"(?<![\w.,!?%])'(?=[\w\[(\"$§.])(.+?)(?<=[\w.,!?\])\"…%])'(?!\w)", source):
        yield source[: match.start()], match.group(1)


def _is_cut_short(text: str, behind: str, source: str) -> bool:
    """Tell whether a quotation ends within a phrase of its source that the claim does not continue alike."""
    said, last = _words(source), _words(text)
    if last[-1] not in _OPEN_ENDED or text.rstrip().endswith(("...", "…", ". .", "-", "]")):
        return False
    ends = [n + len(last) for n in range(len(said) - len(last) + 1) if said[n : n + len(last)] == last]
    following = _words(behind)[:1]
    return bool(ends) and all(
        end < len(said) and following != said[end : end + 1] and _is_followed_directly(source, end)
        for end in ends
    )


def _is_followed_directly(source: str, end: int) -> bool:
    """Tell whether only a space follows that many words."""
    found = list(WORD.finditer(source))
    return source[found[end - 1].end() : found[end].start()] == " "


def _words(text: str) -> list[str]:
    return [found.group().lower() for found in WORD.finditer(text)]


def _normalized(text: str) -> str:
    return f" {' '.join(_words(text))} "
