"""Provisions: their versions, and the one in force on a day.

*Differences* between two texts are found clause by clause, and word by word in clauses that differ, so that
two texts of 20,000 words take well under a second however little they have in common.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from difflib import SequenceMatcher
from itertools import chain

from briefbank.api.law import ValidityApi
from briefbank.catalogue import authority_rows, law_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.citations.citations import find
from briefbank.citations.provisions import settled, whole_of
from briefbank.citator.good_law_list import describe_entry
from briefbank.domain.authorities import (
    ALWAYS,
    Authority,
    Change,
    GoodLawEntry,
    LawAsOf,
    Provision,
    Standing,
    Window,
)
from briefbank.domain.authority_reports import Difference
from briefbank.domain.documents import Document
from briefbank.errors import WindowRefused
from briefbank.index.occurrences import citation_key
from briefbank.text.dates import format_date
from briefbank.text.messages import Message, listed

_WORD = re.compile(r"\S+\s*")
_MOST_COMPARISONS = 500_000
"""The largest product of the word counts of both sides for which every word is compared with every other."""


def differences(before: str, after: str) -> list[Difference]:
    """Return the runs of words that stayed, were removed or were added, in order. The runs that were not
    removed make up all of ``after`` with its spaces. A different line break is no difference. Clauses are
    compared first, and words only in clauses that differ. Pure; any thread."""
    old, new = _clauses(before), _clauses(after)
    runs: list[Difference] = []

    def add(change: str, words: Sequence[str]) -> None:
        text = "".join(words)
        if text and runs and runs[-1].change == change:
            text = runs.pop().text + text
        if text:
            runs.append(Difference(change, text))

    plain_old, plain_new = (["".join(clause).split() for clause in clauses] for clauses in (old, new))
    clauses = SequenceMatcher(None, list(map(tuple, plain_old)), list(map(tuple, plain_new)))
    for change, i, j, k, m in clauses.get_opcodes():
        gone, come = list(chain.from_iterable(old[i:j])), list(chain.from_iterable(new[k:m]))
        opcodes = [(change, 0, len(gone), 0, len(come))]
        if change == "replace" and len(gone) * len(come) <= _MOST_COMPARISONS:
            words_gone, words_come = [word.rstrip() for word in gone], [word.rstrip() for word in come]
            opcodes = SequenceMatcher(None, words_gone, words_come, autojunk=False).get_opcodes()
        for word_change, a, b, c, d in opcodes:
            if word_change == "equal":
                add("same", come[c:d])
            else:
                add("removed", gone[a:b])
                add("added", come[c:d])
    return runs


def _clauses(text: str) -> list[list[str]]:
    """Return the words of a text with the white space behind them, clause by clause."""
    clauses: list[list[str]] = [[]]
    for word in _WORD.findall(text):
        clauses[-1].append(word)
        if word.rstrip()[-1] in ".;:":
            clauses.append([])
    return clauses


_NUMBER = re.compile(r"\d{1,6}[A-Za-z]{0,3}(?:[.:\-–]\d{1,6}[A-Za-z]{0,3}){0,5}")
_HEADING_WITHIN = 12  # leading lines of a section's text that are searched for its heading


class Validity(ValidityApi):
    """The versions of provisions and their windows. Any thread."""

    def __init__(
        self,
        catalogue: Database,
        entries: Callable[[], Sequence[GoodLawEntry]] = tuple,
        today: Callable[[], date] = date.today,
    ) -> None:
        """Create a reader. ``entries`` are the lines of the office's good-law list."""
        self._catalogue, self._entries, self._today = catalogue, entries, today

    def versions(self, authority: int | str) -> list[Provision]:
        id_ = authority if isinstance(authority, int) else self._named(authority)
        return self._versions_of([id_]).get(id_, []) if id_ else []

    def provision(self, provision_id: int) -> Provision:
        """Return one version of a provision. Raises NotInLibrary."""
        known = law_rows.get_provision(self._catalogue, provision_id)
        return self._settled([known]).get(provision_id, known)

    def of_passages(self, passage_ids: Collection[int]) -> dict[int, Provision]:
        provisions = law_rows.provisions_of_passages(self._catalogue, passage_ids)
        known = self._settled(provisions.values()) if provisions else {}
        return {passage_id: known[provision.id] for passage_id, provision in provisions.items()}

    def in_force(self, authority: int | str, day: date) -> list[Provision]:
        """Return the versions in force on a day: usually one, several if their windows overlap."""
        return [version for version in self.versions(authority) if version.window.holds(day)]

    def text(self, provision_id: int) -> str:
        return self._texts([law_rows.get_provision(self._catalogue, provision_id)])[provision_id]

    def differences(self, before: int, after: int) -> list[Difference]:
        return differences(self.text(before), self.text(after))

    def set_window(self, provision_id: int, window: Window | None) -> Provision:
        if window is None:
            law_rows.clear_window(self._catalogue, provision_id)
        elif window.first and window.last and window.last < window.first:
            raise WindowRefused
        else:
            law_rows.set_window(self._catalogue, provision_id, window)
        return self.provision(provision_id)

    def problems(self, authority: int | str) -> list[Message]:
        versions = self.versions(authority)
        windows = sorted(
            (version.window for version in versions if version.window != ALWAYS),
            key=lambda window: (window.first or date.min, window.last or date.max),
        )
        problems: list[Message] = []
        for at, window in enumerate(windows[1:], 1):
            first, last = window.first, max(former.last or date.max for former in windows[:at])
            if first is None or last >= first:
                problems.append(
                    Message(
                        "Two versions are in force at once on {day}. Set the days of one of them.",
                        day=format_date(first or window.last or last),
                    )
                )
            elif (first - last).days > 1:
                problems.append(
                    Message(
                        "No version covers the days from {next} to {next2}.",
                        next=format_date(last + timedelta(days=1)),
                        next2=format_date(first - timedelta(days=1)),
                    )
                )
        if (undated := len(versions) - len(windows)) and len(versions) > 1:
            problems.append(
                Message(
                    "Versions without days: {number}. Set the days on which they are in force.",
                    number=undated,
                )
            )
        return problems

    def windows(self, passage_ids: Collection[int]) -> dict[int, Window]:
        """Return the windows of passages that have one, by passage id."""
        provisions = self.of_passages(passage_ids)
        return {id_: known.window for id_, known in provisions.items() if known.window != ALWAYS}

    def law_of(self, document: Document) -> LawAsOf:
        if (day := document.filed) is None:
            return LawAsOf(None, ())
        cited = self._cited(document)
        changes = [*self._changed_versions(cited, day), *self._changes_on_list(cited, day)]
        in_order = (change for id_ in cited for change in changes if change.authority.id == id_)
        return LawAsOf(day, tuple(in_order))

    def _cited(self, document: Document) -> dict[int, Authority]:
        """Return the authorities that a document cites, in the order of their first citation."""
        names = dict.fromkeys(
            whole_of(citation.canonical, citation.kind)
            for passage in passage_rows.of_document(self._catalogue, document.id)
            for citation in passage.citations
            if citation.canonical
        )
        ids = authority_rows.ids_of(self._catalogue, list(names))
        known = authority_rows.by_ids(self._catalogue, set(ids.values()))
        return {ids[name]: known[ids[name]] for name in names if name in ids}

    def _changed_versions(self, cited: Mapping[int, Authority], day: date) -> Iterator[Change]:
        today = self._today()
        for id_, versions in self._versions_of(list(cited)).items():
            firsts = (version.window.first for version in versions)
            begun = sorted({first for first in firsts if first and day < first <= today})
            now = next((version.id for version in versions if version.window.holds(today)), 0)
            if begun:
                days = listed([format_date(day) for day in begun])
                amended = Message("Amended on {days}: the library has the later text.", days=days)
                yield Change(cited[id_], amended, now)
                continue
            lasts = [version.window.last or date.max for version in versions if version.window.holds(day)]
            if lasts and max(lasts) < today:
                ended = format_date(max(lasts) + timedelta(days=1))
                yield Change(cited[id_], Message("No longer in force since {ended}.", ended=ended), now)

    def _changes_on_list(self, cited: Mapping[int, Authority], day: date) -> Iterator[Change]:
        later = [e for e in self._entries() if e.standing is not Standing.GOOD and e.since and e.since > day]
        ids = authority_rows.ids_of(self._catalogue, [form for entry in later for form in entry.forms])
        for entry in sorted(later, key=lambda entry: (entry.since or day, entry.id)):
            id_ = next((ids[form] for form in entry.forms if ids.get(form) in cited), 0)
            if id_ and entry.since:
                text = Message("{entry:^}, your good-law list says.", entry=describe_entry(entry))
                yield Change(cited[id_], text)

    def _named(self, text: str) -> int:
        """Return the authority that a person means, preferably one whose text the library has; 0 for none."""
        for citation in find(text)[:1]:
            name = whole_of(citation.canonical, citation.kind)
            ids = authority_rows.ids_by_key(self._catalogue, [citation_key(name)])
            known = [id_ for same_key in ids.values() for id_ in same_key]
            with_text = law_rows.versions_of_authorities(self._catalogue, known)
            if known:
                return next((id_ for id_ in known if id_ in with_text), known[0])
        # the only provision that the library has under the first number of the text
        numbers = _NUMBER.findall(text)
        numbered = law_rows.with_number(self._catalogue, numbers[0].replace("–", "-")) if numbers else []
        return numbered[0] if len(numbered) == 1 else 0

    def _versions_of(self, ids: Collection[int]) -> dict[int, list[Provision]]:
        """Return the settled versions of authorities, without copies, the newest window first."""
        return {
            id_: sorted(self._without_copies(_settle(versions)), key=_newest)
            for id_, versions in law_rows.versions_of_authorities(self._catalogue, ids).items()
        }

    def _settled(self, provisions: Iterable[Provision]) -> dict[int, Provision]:
        """Return all versions of these provisions' authorities, by id, settled among each other."""
        ids = {provision.authority.id for provision in provisions}
        groups = law_rows.versions_of_authorities(self._catalogue, ids).values()
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
                lines = "\n".join(words).split("\n")
                plain = [line.replace("–", "-") for line in lines[:_HEADING_WITHIN]]
                # without the names of the code, title and chapter above the section's own heading
                head = next((at for at, line in enumerate(plain) if version.number in line), 0)
                texts[version.id] = "\n".join(lines[head:])
        return texts


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
