"""The differences between the words of two texts.

Runs of three words that occur once in each text, and in the same order, serve as anchors (patience diff, Bram
Cohen: "unique lines first"). Only the words between anchors are compared one by one, so that two texts of
20,000 words take well under a second however little they have in common.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from briefbank.domain.authority_reports import Difference

_WORD = re.compile(r"\S+\s*")
_RUN_LENGTH = 3
"""The number of words in a run. Shorter runs match by chance; every change breaks longer ones."""
_MOST_COMPARISONS = 250_000
"""The largest product of the word counts of both sides for which every word is compared with every other."""


def differences(before: str, after: str) -> list[Difference]:
    """Return the runs of words that stayed, were removed or were added, in order.

    The runs that were not removed make up all of ``after`` with its spaces. A different line break is no
    difference. Pure; any thread.
    """
    old, new = _WORD.findall(before), _WORD.findall(after)
    runs: list[Difference] = []
    a = c = 0
    plain_old, plain_new = [word.rstrip() for word in old], [word.rstrip() for word in new]
    for b, d in (*_anchors(plain_old, plain_new), (len(old), len(new))):
        for change, i, j, k, m in _opcodes(plain_old[a:b], plain_new[c:d]):
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
    """Return where the anchors begin: the longest ordered list of runs that occur once in each text."""
    places = _single_runs(new)
    pairs = [(at, places[run]) for run, at in _single_runs(old).items() if run in places]
    return list(_longest_rising(pairs))


def _single_runs(words: Sequence[str]) -> dict[tuple[str, ...], int]:
    """Return the runs of words that occur once in a text, in order, with their positions."""
    runs = list(zip(*(words[shift:] for shift in range(_RUN_LENGTH)), strict=False))
    counted = Counter(runs)
    return {run: at for at, run in enumerate(runs) if counted[run] == 1}


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the longest subsequence of pairs, ordered by first position, whose second positions rise too."""
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


def _opcodes(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield opcodes like those of ``difflib``. Long stretches without a common run are not compared."""
    if old == new:
        yield "equal", 0, len(old), 0, len(new)
    elif len(old) * len(new) > _MOST_COMPARISONS:
        yield "replace", 0, len(old), 0, len(new)
    else:
        yield from difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
