"""What the parts say to each other about authorities: what is cited, what stands, what is in force when.

Frozen values like those in ``models``, which uses them, under the same conventions. The words are the
field's: an *authority* is what is cited; a *treatment* is what a later authority did to an earlier one; a
*provision* is one section of a code, one rule or one directive; a *window* is when it is in force.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum


class Standing(StrEnum):
    """Where an authority stands, as the office's list says it."""

    GOOD = "good"
    QUESTIONED = "questioned"
    LIMITED = "limited"
    OVERRULED = "overruled"
    SUPERSEDED = "superseded"
    AMENDED = "amended"


class RelationKind(StrEnum):
    """What one authority does to another, as a text says."""

    CITES = "cites"
    INTERPRETS = "interprets"
    IMPLEMENTS = "implements"
    AMENDS = "amends"
    OVERRULES = "overrules"
    SUPERSEDES = "supersedes"
    LIMITS = "limits"
    QUESTIONS = "questions"


TREATED_AS = {
    RelationKind.OVERRULES: Standing.OVERRULED,
    RelationKind.SUPERSEDES: Standing.SUPERSEDED,
    RelationKind.AMENDS: Standing.AMENDED,
    RelationKind.LIMITS: Standing.LIMITED,
    RelationKind.QUESTIONS: Standing.QUESTIONED,
}
"""The standing that each treatment would give to the authority that it is done to."""


@dataclass(frozen=True, slots=True)
class Authority:
    """Something that documents of the library cite, or are."""

    id: int
    canonical: str
    """Its one name: '170 N.J. 632', 'N.J.S.A. 2C:44-1'; of a provision without subsections."""
    sort: str
    """As ``Citation.sort``."""
    name: str = ""
    """Of a case, 'State v. Carty'; of a provision its catchline; empty where no text says it."""

    def __str__(self) -> str:
        return f"{self.name}, {self.canonical}" if self.name and self.sort == "case" else self.canonical


@dataclass(frozen=True, slots=True)
class Relation:
    """That one authority does something to another, with the sentence that says so."""

    id: int
    kind: RelationKind
    source: Authority | None
    """Who does it; None where the sentence names nobody."""
    target: Authority
    passage_id: int
    document_id: int
    start: int
    end: int
    """The sentence in the passage's text."""
    words: str
    """What in the sentence says so, as written."""


@dataclass(frozen=True, slots=True)
class Window:
    """When something is in force: both days inclusive, None for no limit known on that side."""

    first: date | None = None
    last: date | None = None

    def holds(self, day: date) -> bool:
        """Whether it is in force on a day."""
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)

    def meets(self, first: date, last: date) -> bool:
        """Whether it is in force on any of these days."""
        return (self.first is None or self.first <= last) and (self.last is None or first <= self.last)


ALWAYS = Window()


@dataclass(frozen=True, slots=True)
class Provision:
    """One version of a section, rule or directive, as a document of the library has it."""

    id: int
    authority: Authority
    document_id: int
    first: int
    last: int
    """Ordinals of its first and last passage."""
    path: tuple[str, ...]
    """'Title 2C …', 'Chapter 44 …', without the section itself; may be empty."""
    number: str
    """'2C:44-1'."""
    catchline: str
    window: Window
    """In force: what a person said, or else what was read, or else what other versions leave."""
    source: str = ""
    """Where the window comes from: 'person', 'text', 'date' (the document's own), 'next' (the next version
    begins) or '' for none."""


@dataclass(frozen=True, slots=True)
class ReadProvision:
    """A provision as its document’s passages give it, before the catalogue knows it; as Provision."""

    canonical: str
    sort: str
    """As ``Citation.sort``."""
    path: tuple[str, ...]
    number: str
    catchline: str
    first: int
    last: int
    window: Window
    """As its own text says."""


@dataclass(frozen=True, slots=True)
class GoodLawEntry:
    """A line of the office's list of what still holds."""

    id: int
    canonical: str
    name: str
    standing: Standing
    by: str
    """What did it, as typed; may be empty."""
    since: date | None
    note: str
    entered_by: str
    entered_at: datetime
    """UTC, aware."""
    also: tuple[str, ...] = ()
    """Parallel citations of the case that were typed with it; canonical names."""

    @property
    def forms(self) -> tuple[str, ...]:
        """Every name under which the line has its authority."""
        return self.canonical, *self.also


@dataclass(frozen=True, slots=True)
class Change:
    """Something that happened to an authority after a document was filed."""

    authority: Authority
    since: date | None
    text: str
    """For a person: 'Amended on 1 July 2013: the library has the later text.'"""
    provision_id: int = 0
    """The version that is in force now; 0 where the library has none."""


@dataclass(frozen=True, slots=True)
class LawAsOf:
    """The law as of the day on which a document was filed, and what changed since."""

    day: date | None
    """None where the filing date is not known."""
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class AuthorityNote:
    """What to know of an authority that a search names."""

    authority: Authority
    passages: int
    """That cite it."""
    documents: int
    last_cited: date | None
    """When the newest of those documents was filed."""
    alerts: tuple[str, ...]
    """A sentence for each line of the office's list that speaks against it."""
    text: str
    """The answer for a person: 'Not on your office's list. Cited in 12 documents, last on 3 March 2021.'"""
    proposals: int = 0
    """Sentences of the library that speak against it and that nobody has decided on."""
