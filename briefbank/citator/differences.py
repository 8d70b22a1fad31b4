"""How the words of two texts differ.

Runs of three words that each text has once, and in the same order, hold the texts together (patience
diff, Bram Cohen: "unique lines first"); only what lies between them is compared word by word, so that two
texts of 20,000 words take well under a second however little they have in common.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from briefbank.law_reports import Difference

_WORD = re.compile(r"\S+\s*")
_RUN = 3
"""Words; fewer are often chance, more are torn by every change."""
_CLOSELY = 250_000
"""Product of the words on either side up to which every word is compared with every other."""


def differences(before: str, after: str) -> list[Difference]:
    """How one text became the other, in order: runs of words that stayed, went or came. The runs that did not
    go are all of ``after``, with its spaces; where a line breaks is no difference. Pure; any thread."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    runs: list[Difference] = []
    a = c = 0
    plain_old, plain_new = [word.rstrip() for word in old], [word.rstrip() for word in new]
    for b, d in (*_anchors(plain_old, plain_new), (len(old), len(new))):
        for change, i, j, k, m in _between(plain_old[a:b], plain_new[c:d]):
            if change == "equal":
                _add(runs, "same", "".join(new[c + k : c + m]))
            else:
                _add(runs, "removed", "".join(old[a + i : a + j]))
                _add(runs, "added", "".join(new[c + k : c + m]))
        a, c = b, d
    return runs


def _add(runs: list[Difference], change: str, text: str) -> None:
    if not text:
        return
    if runs and runs[-1].change == change:
        text = runs.pop().text + text
    runs.append(Difference(change, text))


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Where runs of words begin that both texts have once, the most of them that are in the same order."""
    places = _single_runs(new)
    pairs = [(at, places[run]) for run, at in _single_runs(old).items() if run in places]
    return list(_rising(pairs))


def _single_runs(words: Sequence[str]) -> dict[tuple[str, ...], int]:
    """The runs of words that stand in a text once, in order, and where."""
    runs = list(zip(*(words[shift:] for shift in range(_RUN)), strict=False))
    counted = Counter(runs)
    return {run: at for at, run in enumerate(runs) if counted[run] == 1}


def _rising(pairs: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The longest part of the pairs, whose first places rise, in which the second rise too."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for at, (_, place) in enumerate(pairs):
        size = bisect_left(ends, place)
        before.append(last[size - 1] if size else -1)
        ends[size:] = [place, *ends[size + 1 :]]
        last[size:] = [at, *last[size + 1 :]]
    chain: list[int] = []
    at = last[-1] if last else -1
    while at >= 0:
        chain.append(at)
        at = before[at]
    yield from (pairs[each] for each in reversed(chain))


def _between(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """As ``difflib``'s opcodes; what is long and has no run in common is not looked into."""
    if old == new:
        yield "equal", 0, len(old), 0, len(new)
    elif len(old) * len(new) > _CLOSELY:
        yield "replace", 0, len(old), 0, len(new)
    else:
        yield from difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
