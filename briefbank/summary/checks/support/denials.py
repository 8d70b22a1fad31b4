"""What a "not" reaches: which words of a sentence are denied where they stand.

There is no parser here. The first weighty word behind a denial is surely denied, a few more of its clause may
be, and all others are not; where a word may be denied, nobody is told that it contradicts anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

from briefbank.summary.checks.support.lexicon import Stems

Span = tuple[int, int, Stems, float]
"""A content word: half-open range of tokens, stems, weight."""
_LEAST_HEAD = 0.5
"""Weight of a word that a denial surely denies: "no such claim was made" denies the making of nothing."""
NEGATORS = frozenset(
    str.split(
        "not never no neither nor without cannot none nothing nobody hardly scarcely n't lack lacked "
        "lacks lacking unable absent absence omitted omitting omission omits missing missed"
    )
)
DENYING = frozenset(
    str.split(
        "deny denies denied denying dispute disputes disputed doubt doubts doubted disagree disagrees "
        "disagreed"
    )
)
"""Before "that" or "any": what follows is denied."""
_REQUESTS = frozenset(str.split("motion application request petition motions requests"))
_TURNED_DOWN = frozenset(
    str.split("denied denies denying denial rejected rejects rejecting rejection refused")
)
_VERB_REACH = 6
"""Tokens before what is asked for in which its refusal stands."""
_FAILING = frozenset(
    str.split(
        "fail failed fails failing failure refuse refused refuses refusing refusal decline declined "
        "declines declining neglect neglected omit omitted"
    )
)
"""With "to" and what should have been done: a denial of it."""
_LEAVING = frozenset(str.split("leave leaves leaving left"))
"""With "out"."""
_NOT_DENYING = (
    "not only",
    "not just",
    "not merely",
    "not simply",
    "no doubt",
    "no longer than",
    "whether or not",
)
_REACH, _FAR = 4, 8
"""Content words that a denial may reach within its clause; the first of them it surely does. "Nothing in the
record shows" reaches farther."""
_BEHIND = frozenset(str.split("not never absent missing"))
"""Denials that stand behind the word which they deny."""
_NOTHING = frozenset(str.split("nothing nobody none neither nor"))


class Denied(Enum):
    """Whether a word is denied where it stands."""

    NO = 0
    PERHAPS = 1
    """In reach of a denial that surely denies another word."""
    YES = 2


def reached_by_denials(
    lowered: Sequence[str], clauses: Sequence[int], spans: Sequence[Span]
) -> tuple[dict[int, Denied], list[tuple[int, int | None]]]:
    """By the place of a word whether it is denied, and each denial's place with that of its head."""
    denied = dict(_requested(lowered, spans))
    heads: list[tuple[int, int | None]] = []
    joined = {place for start, end, *_ in spans if end - start > 1 for place in range(start, end)}
    for at in range(len(lowered)):
        if at in joined or not _denies(lowered, at):
            continue
        reached = _reached(at, clauses, spans, lowered)
        heads.append((at, reached[0] if reached else None))
        for rank, place in enumerate(reached):
            before = denied.get(place, Denied.NO)
            if rank == 0:
                denied[place] = Denied.NO if before is Denied.YES else Denied.YES
            elif rank:
                denied[place] = Denied.PERHAPS
        if lowered[at] in _BEHIND:
            denied.update(dict.fromkeys(_subject(at, clauses, spans, denied), Denied.PERHAPS))
    return denied, heads


def _requested(lowered: Sequence[str], spans: Sequence[Span]) -> Iterator[tuple[int, Denied]]:
    """What is asked for in "motion to suppress": not done before it is granted, denied if it was."""
    for start, *_ in spans:
        if start > 1 and lowered[start - 1] == "to" and lowered[start - 2] in _REQUESTS:
            refused = not _TURNED_DOWN.isdisjoint(lowered[max(0, start - _VERB_REACH) : start - 2])
            yield start, Denied.YES if refused else Denied.PERHAPS


def _subject(
    at: int, clauses: Sequence[int], spans: Sequence[Span], denied: Mapping[int, Denied]
) -> list[int]:
    """The word before a denial, which may be what is denied: "quotas are not used"."""
    before = [span[0] for span in spans if span[0] < at and clauses[span[0]] == clauses[at]]
    return [place for place in before[-1:] if place not in denied]


def _denies(lowered: Sequence[str], at: int) -> bool:
    word = lowered[at]
    if word in NEGATORS:
        said = " ".join(lowered[max(0, at - 2) : at + 3])
        return not any(word in phrase.split() and phrase in said for phrase in _NOT_DENYING)
    following = lowered[at + 1] if at + 1 < len(lowered) else ""
    if word in DENYING:
        return following in ("that", "any")
    return (word in _FAILING and following == "to") or (word in _LEAVING and following == "out")


def _reached(at: int, clauses: Sequence[int], spans: Sequence[Span], lowered: Sequence[str]) -> list[int]:
    """Places of the content words that a denial reaches, the head first: no adverb, no light word."""
    clause = clauses[at + 1] if lowered[at] in DENYING else clauses[at]
    inside = [span for span in spans if span[0] > at and clauses[span[0]] == clause]
    inside = [span for span in inside if lowered[span[0]] not in _FAILING]
    inside = inside[: _FAR if lowered[at] in _NOTHING else _REACH]
    strong = [span for span in inside if not lowered[span[0]].endswith("ly") and span[3] >= _LEAST_HEAD]
    ordered = [*strong[:1], *(span for span in inside if span not in strong[:1])]
    return [span[0] for span in ordered]
