"""What distinguishes documents with equal titles: the few facts that are shown after the title.

A title is often the name of a case, which all its papers have. A document with such a title is shown as
"State v. Doe · Reply Brief of Appellant". The facts are decided here, from the documents with one title; how
they are worded is up to the window and to ``worded``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import combinations
from pathlib import PurePath
from typing import TYPE_CHECKING

from briefbank.text.characters import without_accents
from briefbank.text.dates import format_date

if TYPE_CHECKING:
    from briefbank.domain.documents import Document

_MOST_FACTS = 3
"""The most facts, beside the number of pages, before the name of the file is shown instead."""
_LONGEST = 80
"""The characters shown of a fact."""


class NamePart(StrEnum):
    """The facts that may follow a title."""

    KIND = "kind"
    PAPER = "paper"
    """The name by which it calls itself, in place of its kind."""
    SIDE = "side"
    """The party it speaks for; follows KIND or PAPER."""
    PARTIES = "parties"
    OFFICE = "office"
    FILED = "filed"
    VERSION = "version"
    DOCKET = "docket"
    COURT = "court"
    PAGES = "pages"
    FILE_NAME = "file_name"
    FOLDER = "folder"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Distinction:
    """One fact after a title. The value of KIND is a ``Kind``, that of FILED an ISO date, those of PAGES and
    NUMBER are numbers."""

    part: NamePart
    value: str


Facts = tuple[Distinction, ...]


def distinctions(group: Sequence[Document], ids: Collection[int]) -> dict[int, Facts]:
    """Return for the documents with these ids the fewest facts that no other of the group has.

    ``group``: all documents with one title. The number of pages is a fact where the others do not suffice,
    and the name of the file where that does not either.
    """
    facts = {document.id: _facts(document) for document in group}
    compared = {
        id_: {
            part: without_accents("\n".join(fact.value for fact in values)) for part, values in parts.items()
        }
        for id_, parts in facts.items()
    }
    missing = {id_ for id_ in facts if id_ in ids}
    result: dict[int, Facts] = {}
    for parts in _choices(list(compared.values())):
        if not missing:
            break
        chosen = {id_: tuple(known.get(part, "") for part in parts) for id_, known in compared.items()}
        counts = Counter(chosen.values())
        for id_ in tuple(missing):
            if all(chosen[id_]) and counts[chosen[id_]] == 1:
                result[id_] = sum((facts[id_][part] for part in parts), ())
                missing.discard(id_)
    last = (*_different(_FILE, list(compared.values())), NamePart.NUMBER)
    for id_ in missing:
        result[id_] = sum((facts[id_].get(part, ()) for part in last), ())
    return result


_KIND_AND_SIDE = NamePart.KIND
_FIRST = (
    _KIND_AND_SIDE,
    NamePart.PARTIES,
    NamePart.OFFICE,
    NamePart.FILED,
    NamePart.VERSION,
    NamePart.DOCKET,
    NamePart.COURT,
)
_FILE = (NamePart.FILE_NAME, NamePart.FOLDER)


def _choices(compared: Sequence[Mapping[NamePart, str]]) -> Iterator[tuple[NamePart, ...]]:
    """Yield the combinations of facts that differ within the group, in the order in which they are tried."""
    different = _different(_FIRST, compared)
    chosen = [parts for size in range(_MOST_FACTS + 1) for parts in combinations(different, size)]
    yield from chosen[1:]
    yield from ((*parts, NamePart.PAGES) for parts in chosen)
    yield from ((NamePart.FILE_NAME,), (NamePart.FOLDER,), _FILE)


def _different(parts: Sequence[NamePart], compared: Sequence[Mapping[NamePart, str]]) -> list[NamePart]:
    """Return those of the parts that are not the same in all documents."""
    return [part for part in parts if len({known.get(part, "") for known in compared}) > 1]


def _facts(document: Document) -> dict[NamePart, Facts]:
    """Return the facts of a document that are known, with what is shown of each."""
    paper = (NamePart.PAPER, document.paper) if document.paper else (NamePart.KIND, document.kind.value)
    parties = "; ".join(party.split(" (")[0] for party in document.parties.split("; "))
    titled_by_file = document.title in ("", PurePath(document.file_name).name)
    values = {
        NamePart.PARTIES: parties,
        NamePart.OFFICE: document.office,
        NamePart.FILED: document.filed.isoformat() if document.filed else "",
        NamePart.VERSION: document.version,
        NamePart.DOCKET: document.docket,
        NamePart.COURT: document.court,
        NamePart.PAGES: str(document.pages),
        NamePart.FILE_NAME: "" if titled_by_file else document.file_name,
        NamePart.FOLDER: document.folder,
        NamePart.NUMBER: str(document.id),
    }
    facts = {part: (Distinction(part, _shortened(value)),) for part, value in values.items() if value}
    # The name of a paper may name the side already, as that of an amicus brief does.
    name, side = (f" {text} ".casefold().replace("amici", "amicus") for text in (paper[1], document.side))
    what = [paper] if not document.side or side in name else [paper, (NamePart.SIDE, document.side)]
    return {_KIND_AND_SIDE: tuple(Distinction(part, _shortened(value)) for part, value in what), **facts}


def _shortened(value: str) -> str:
    return value if len(value) <= _LONGEST else f"{value[: _LONGEST - 1].rstrip()}…"


def full_title(document: Document) -> str:
    """Return a document's title, or the name of its file, with the facts that distinguish it, in English."""
    return " · ".join((document.title or document.file_name, *worded(document.distinctions)))


def worded(facts: Facts) -> list[str]:
    """Return the facts in English: 'Brief of Petitioner', 'March 3, 2015', '12 pages'."""
    words: list[str] = []
    for fact in facts:
        match fact.part:
            case NamePart.SIDE:
                words[-1] += f" of {fact.value}"
            case NamePart.KIND:
                words.append(fact.value.capitalize())
            case NamePart.FILED:
                words.append(format_date(date.fromisoformat(fact.value)))
            case NamePart.PAGES:
                words.append(f"{fact.value} page{'' if fact.value == '1' else 's'}")
            case NamePart.NUMBER:
                words.append(f"document {fact.value}")
            case _:
                words.append(fact.value)
    return words
