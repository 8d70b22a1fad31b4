"""The law in force on a day: versions of provisions, their differences, the law of a document's date.

Differences between the words of two texts: runs of three words that occur once in each text, and in the same
order, serve as anchors (patience diff, Bram Cohen: "unique lines first"). Only the words between anchors are
compared one by one, so that two texts of 20,000 words take well under a second however little they have in
common.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from briefbank.api.law import ValidityApi
from briefbank.catalogue import authority_rows, passage_rows, provision_rows
from briefbank.catalogue.database import Database
from briefbank.citations.citations import find
from briefbank.citations.provisions import settled, whole_of
from briefbank.citator.good_law_notes import Changes
from briefbank.domain.authorities import ALWAYS, GoodLawEntry, LawAsOf, Provision, Window
from briefbank.domain.authority_reports import Difference
from briefbank.domain.documents import Document
from briefbank.errors import WindowRefused
from briefbank.index.occurrences import citation_key
from briefbank.text.dates import format_date
from briefbank.text.messages import Message

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

    def add(change: str, words: Sequence[str]) -> None:
        text = "".join(words)
        if text and runs and runs[-1].change == change:
            text = runs.pop().text + text
        if text:
            runs.append(Difference(change, text))

    a = c = 0
    plain_old, plain_new = [word.rstrip() for word in old], [word.rstrip() for word in new]
    for b, d in (*_anchors(plain_old, plain_new), (len(old), len(new))):
        for change, i, j, k, m in _opcodes(plain_old[a:b], plain_new[c:d]):
            if change == "equal":
                add("same", new[c + k : c + m])
            else:
                add("removed", old[a + i : a + j])
                add("added", new[c + k : c + m])
        a, c = b, d
    return runs


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return where the anchors begin: the longest ordered list of runs that occur once in each text."""
    positions = _single_runs(new)
    pairs = [(at, positions[run]) for run, at in _single_runs(old).items() if run in positions]
    # the longest subsequence of pairs, ordered by first position, whose second positions rise too
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for at, (_, position) in enumerate(pairs):
        size = bisect_left(ends, position)
        before.append(last[size - 1] if size else -1)
        ends[size:] = [position, *ends[size + 1 :]]
        last[size:] = [at, *last[size + 1 :]]
    chain: list[tuple[int, int]] = []
    at = last[-1] if last else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _single_runs(words: Sequence[str]) -> dict[tuple[str, ...], int]:
    """Return the runs of words that occur once in a text, in order, with their positions."""
    runs = list(zip(*(words[shift:] for shift in range(_RUN_LENGTH)), strict=False))
    counted = Counter(runs)
    return {run: at for at, run in enumerate(runs) if counted[run] == 1}


def _opcodes(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield opcodes like those of ``difflib``. Long stretches without a common run are not compared."""
    if old == new:
        yield "equal", 0, len(old), 0, len(new)
    elif len(old) * len(new) > _MOST_COMPARISONS:
        yield "replace", 0, len(old), 0, len(new)
    else:
        yield from difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()


_NUMBER = re.compile(r"\d{1,6}[A-Za-z]{0,3}(?:[.:\-–]\d{1,6}[A-Za-z]{0,3}){0,5}")
_HEADING_WITHIN = 12
"""The number of leading lines of a section's text that are searched for its heading."""


class Validity(ValidityApi):
    """The versions of provisions and their windows. Any thread."""

    def __init__(
        self,
        catalogue: Database,
        entries: Callable[[], Sequence[GoodLawEntry]] = tuple,
        today: Callable[[], date] = date.today,
    ) -> None:
        """Create a reader. ``entries`` are the lines of the office's good-law list."""
        self._catalogue = catalogue
        self._changes = Changes(catalogue, self._versions_of, entries, today)

    def versions(self, authority: int | str) -> list[Provision]:
        id_ = authority if isinstance(authority, int) else self._named(authority)
        return self._versions_of([id_]).get(id_, []) if id_ else []

    def provision(self, provision_id: int) -> Provision:
        """Return one version of a provision. Raises NotInLibrary."""
        known = provision_rows.by_id(self._catalogue, provision_id)
        return self._settled([known]).get(provision_id, known)

    def of_passages(self, passage_ids: Collection[int]) -> dict[int, Provision]:
        provisions = provision_rows.of_passages(self._catalogue, passage_ids)
        known = self._settled(provisions.values()) if provisions else {}
        return {passage_id: known[provision.id] for passage_id, provision in provisions.items()}

    def in_force(self, authority: int | str, day: date) -> list[Provision]:
        """Return the versions in force on a day: usually one, several if their windows overlap."""
        return [version for version in self.versions(authority) if version.window.holds(day)]

    def text(self, provision_id: int) -> str:
        return self._texts([provision_rows.by_id(self._catalogue, provision_id)])[provision_id]

    def differences(self, before: int, after: int) -> list[Difference]:
        return differences(self.text(before), self.text(after))

    def set_window(self, provision_id: int, window: Window | None) -> Provision:
        if window is None:
            provision_rows.clear_window(self._catalogue, provision_id)
        elif window.first and window.last and window.last < window.first:
            raise WindowRefused
        else:
            provision_rows.set_window(self._catalogue, provision_id, window)
        return self.provision(provision_id)

    def problems(self, authority: int | str) -> list[Message]:
        versions = self.versions(authority)
        undated = sum(version.window == ALWAYS for version in versions)
        dated = sorted(
            (version for version in versions if version.window != ALWAYS),
            key=lambda version: (
                version.window.first or date.min,
                version.window.last or date.max,
                version.id,
            ),
        )
        problems: list[Message] = []
        for at, version in enumerate(dated[1:], 1):
            # the earlier one that reaches furthest
            before = max((former.window for former in dated[:at]), key=lambda window: window.last or date.max)
            problems += _pair_problem(before, version.window)
        if undated and len(versions) > 1:
            problems.append(_undated(undated))
        return problems

    def windows(self, passage_ids: Collection[int]) -> dict[int, Window]:
        """Return the windows of passages that have one, by passage id."""
        if not provision_rows.has_any(self._catalogue):
            return {}
        provisions = self.of_passages(passage_ids)
        return {id_: known.window for id_, known in provisions.items() if known.window != ALWAYS}

    def law_of(self, document: Document) -> LawAsOf:
        return LawAsOf(document.filed, self._changes.since(document) if document.filed else ())

    def _named(self, text: str) -> int:
        """Return the authority that a person means, preferably one whose text the library has; 0 for none."""
        for citation in find(text)[:1]:
            name = whole_of(citation.canonical, citation.kind)
            ids = authority_rows.ids_by_key(self._catalogue, [citation_key(name)])
            known = [id_ for same_key in ids.values() for id_ in same_key]
            with_text = provision_rows.of_authorities(self._catalogue, known)
            if known:
                return next((id_ for id_ in known if id_ in with_text), known[0])
        # the only provision that the library has under the first number of the text
        numbers = _NUMBER.findall(text)
        numbered = (
            provision_rows.with_number(self._catalogue, numbers[0].replace("–", "-")) if numbers else []
        )
        return numbered[0] if len(numbered) == 1 else 0

    def _versions_of(self, ids: Collection[int]) -> dict[int, list[Provision]]:
        """Return the settled versions of authorities, without copies, the newest window first."""
        return {
            id_: sorted(self._without_copies(_settle(versions)), key=_newest)
            for id_, versions in provision_rows.of_authorities(self._catalogue, ids).items()
        }

    def _settled(self, provisions: Iterable[Provision]) -> dict[int, Provision]:
        """Return all versions of these provisions' authorities, by id, settled among each other."""
        ids = {provision.authority.id for provision in provisions}
        groups = provision_rows.of_authorities(self._catalogue, ids).values()
        return {version.id: version for group in groups for version in _settle(group)}

    def _without_copies(self, versions: Sequence[Provision]) -> list[Provision]:
        """Drop copies: of versions with the same words and window, the one of the newest document stays."""
        if len(versions) < 2:
            return list(versions)
        texts = self._texts(versions)
        kept: dict[tuple[str, Window], Provision] = {}
        for version in sorted(versions, key=lambda version: (version.document_id, version.first)):
            kept[" ".join(texts[version.id].split()), version.window] = version
        return list(kept.values())

    def _texts(self, versions: Iterable[Provision]) -> dict[int, str]:
        """Return the text of each version by id; each document is read once."""
        texts: dict[int, str] = {}
        by_document: dict[int, list[Provision]] = {}
        for version in versions:
            by_document.setdefault(version.document_id, []).append(version)
        for document_id, own in by_document.items():
            passages = passage_rows.of_document(self._catalogue, document_id)
            for version in own:
                words = [p.text for p in passages if version.first <= p.ordinal <= version.last]
                texts[version.id] = _from_heading("\n".join(words), version.number)
        return texts


def _from_heading(text: str, number: str) -> str:
    """Drop the names of the code, title and chapter above a section's own heading."""
    lines = text.split("\n")
    head = next(
        (at for at, line in enumerate(lines[:_HEADING_WITHIN]) if number in line.replace("–", "-")), 0
    )
    return "\n".join(lines[head:])


def _settle(versions: Sequence[Provision]) -> list[Provision]:
    """Return the versions with the ends that the beginnings of the next versions give."""
    windows = settled([version.window for version in versions])
    return [
        version
        if window == version.window
        else replace(version, window=window, source=version.source or "next")
        for version, window in zip(versions, windows, strict=True)
    ]


def _newest(version: Provision) -> tuple[int, int, int]:
    """Return a sort key: the latest beginning first, then versions without one by latest end."""
    first, last = version.window.first, version.window.last
    ends = (last or date.max).toordinal()
    return (-first.toordinal() if first else 0, -ends, -version.document_id)


def _pair_problem(before: Window, after: Window) -> Iterator[Message]:
    """Yield the problem of two windows of which the second begins no sooner."""
    if before.last is None or after.first is None or before.last >= after.first:
        day = after.first or after.last or before.last
        yield (
            Message(
                "Two versions are in force at once on {day}. Set the days of one of them.",
                day=format_date(day),
            )
            if day
            else Message("Two versions are in force at once. Set the days of one of them.")
        )
    elif (after.first - before.last).days > 1:
        yield Message(
            "No version covers the days from {next} to {next2}.",
            next=_next(before.last, 1),
            next2=_next(after.first, -1),
        )


def _next(day: date, step: int) -> Message:
    return format_date(date.fromordinal(day.toordinal() + step))


def _undated(number: int) -> Message:
    if number == 1:
        return Message("One version does not say when it is in force. Set its days.")
    return Message("{number} versions do not say when they are in force. Set their days.", number=number)
