"""Ethical walls of an office: matters, and the persons from whom their documents are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum


class MatterPart(StrEnum):
    """What an entry says of a matter, in the order of the fields of Matter."""

    DOCKET = "docket"
    DOCUMENT = "document"
    """The SHA-256 of a document."""
    PERSON = "person"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Matter:
    """A matter whose documents are kept from some persons, as if they were not in the library.

    To it belong the documents with one of its docket numbers in any form (``text.docket_numbers``), those
    that are named, what is attached to either, and the mails and PDFs to which one of these is attached,
    since their own files hold it. What else is attached to such a mail or PDF does not.
    """

    name: str
    """The name by which those who look after walls know it."""
    dockets: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    """The SHA-256 of documents, of which some need not be in the library."""
    persons: tuple[str, ...] = ()
    """The persons from whom it is kept; neither capitals nor accents count."""
    groups: tuple[str, ...] = ()
    """The groups of the office's directory from whose members it is kept, as distinguished names."""

    def entries(self) -> Iterator[tuple[MatterPart, str]]:
        """Yield the entries of the matter, in order."""
        for part, values in zip(
            MatterPart, (self.dockets, self.documents, self.persons, self.groups), strict=True
        ):
            yield from ((part, each) for each in values)


def matters_of(entries: Iterable[tuple[str, MatterPart, str]]) -> list[Matter]:
    """Return the matters of entries, each with the name of its matter, in the order of the first of each."""
    found: dict[str, dict[MatterPart, list[str]]] = {}
    for name, part, value in entries:
        found.setdefault(name, {each: [] for each in MatterPart})[part].append(value)
    return [
        Matter(name, *(tuple(dict.fromkeys(values)) for values in parts.values()))
        for name, parts in found.items()
    ]


@dataclass(frozen=True, slots=True)
class WalledMatter:
    """A matter, and how many documents of the library belong to it now."""

    matter: Matter
    documents: int
