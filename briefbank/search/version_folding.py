"""Folds versions of one document: the passage of the first one is shown, with those of nearly the same text
in the others behind it. The first is the filed one and the newest (``domain.version_order``).

Documents of one family (the same ``Document.family``) repeat each other's passages, but not to the letter: a
scan has misread words, and an added paragraph moves the borders of all passages after it. So a passage says
nearly the same as that of an earlier version in this order when that one has most of its pairs of words
(``NEARLY``). The later passage must be covered and not the other way round: a passage that only it has must
not disappear.

``NEARLY`` by measure (``python -m tests.near_duplicates``): of 99 passages in 100, 10 % of whose words were
misread, 0.71 of the pairs are left, with borders moved by 20 words as well 0.63; the nearest other passage of
the same brief stays below 0.33, and below 0.45 in 999 of 1,000.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from briefbank.domain.documents import Version
from briefbank.domain.version_order import version_of, version_order
from briefbank.search.candidate import Candidate, Found
from briefbank.search.word_pairs import word_pairs

NEARLY = 0.6


@dataclass(slots=True)
class _Shown:
    """A passage that is shown, and the nearest passage of each other version, with its share of pairs."""

    found: Found
    best: Candidate
    """The candidate of the highest relevance among them all."""
    behind: dict[int, tuple[float, Found]] = field(default_factory=dict)


def named_version(item: Found) -> Version:
    """Return the reference by which a result names a passage folded into it."""
    document = item.document
    return Version(document.id, item.passage.id, document.title, document.filed, str(version_of(document)))


def collapsed(found: Sequence[Found]) -> list[Found]:
    """Return the same passages, but of nearly the same ones in a family only the first, naming the others.

    It takes the best relevance of its group. The order stays as it is, each at the place of the one shown.
    """
    families: dict[int, list[Found]] = {}
    for item in found:
        if item.document.family:
            families.setdefault(item.document.family, []).append(item)
    if not families:
        return list(found)
    shown = [each for items in families.values() for each in _first(items)]
    named = {each.found.passage.id: _with_versions(each) for each in shown}
    return [
        named.get(item.passage.id, item)
        for item in found
        if not item.document.family or item.passage.id in named
    ]


def _first(items: Sequence[Found]) -> list[_Shown]:
    """Return what is shown of one family. Only shared pairs are compared, so that it takes linear time."""
    shown: list[_Shown] = []
    having: dict[tuple[str, ...], list[int]] = {}
    for item in sorted(items, key=lambda each: (version_order(each.document), each.passage.ordinal)):
        pairs = word_pairs(item.passage.text)
        counts = Counter(at for pair in pairs for at in having.get(pair, ()))
        place, share = _nearest(item, counts, shown)
        if share >= NEARLY * len(pairs):
            _fold_into(shown[place], item, share / len(pairs))
            continue
        shown.append(_Shown(item, item.candidate))
        for pair in pairs:
            having.setdefault(pair, []).append(len(shown) - 1)
    return shown


def _nearest(item: Found, counts: Counter[int], shown: Sequence[_Shown]) -> tuple[int, int]:
    """Return the shown passage of another document with most of the pairs, the first of equals, and the
    number."""
    others = ((at, n) for at, n in counts.items() if shown[at].found.document.id != item.document.id)
    return max(others, key=lambda each: (each[1], -each[0]), default=(-1, 0))


def _fold_into(shown: _Shown, item: Found, share: float) -> None:
    known = shown.behind.get(item.document.id)
    if known is None or share > known[0]:
        shown.behind[item.document.id] = (share, item)
    shown.best = max(shown.best, item.candidate, key=lambda each: each.relevance)


def _with_versions(shown: _Shown) -> Found:
    others = [item for _, item in shown.behind.values()]
    versions = tuple(map(named_version, others))
    best = shown.best
    candidate = replace(
        shown.found.candidate, relevance=best.relevance, shares=best.shares, compared=best.compared
    )
    return replace(shown.found, candidate=candidate, versions=versions)
