"""Citations, and authorities: what is cited, what still stands, and what is in force when.

The terms are the field's: an *authority* is what is cited; a *treatment* is what a later authority did to an
earlier one; a *provision* is one section of a code, one rule or one directive; a *window* is the period in
which it is in force.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple, Self

from briefbank.text.messages import Message, filled, template


class Span(NamedTuple):  # a search makes thousands; a dataclass takes five times as long
    """A run of a passage's text and the characters of the page that it came from.

    ``passage.text[at : at + size]`` came from ``page.raw[start:end]``. When ``size == end - start`` the run
    maps character by character; otherwise (a ligature written out) it maps only as a whole. Text between two
    spans (a space in place of a line end) has no counterpart on the page. A passage's spans are in order of
    ``at`` and do not overlap.
    """

    page: int
    start: int
    end: int
    at: int
    size: int


class CitationKind(StrEnum):
    CASE = "case"
    STATUTE = "statute"
    REGULATION = "regulation"
    RULE = "rule"
    CONSTITUTION = "constitution"
    DIRECTIVE = "directive"
    JOURNAL = "journal"
    DOCKET = "docket"  # a number cited for an unpublished decision
    RECORD = "record"  # transcripts and appendices, which are no authority
    OTHER = "other"


CODIFIED = frozenset((CitationKind.STATUTE, CitationKind.REGULATION, CitationKind.RULE))
"""The kinds of provisions that are numbered in a code or a book of rules, and have subsections."""


class CitationForm(StrEnum):
    """The forms of a citation: in full, or referring to a fuller one before it."""

    FULL = "full"
    SHORT = "short"  # a short form, such as "550 U.S. at 556" or "§ 5".
    ID = "id"
    SUPRA = "supra"


@dataclass(frozen=True, slots=True)
class Citation:
    """One citation of an authority, or of the record, in a passage's text."""

    start: int
    end: int
    canonical: str
    """The authority's canonical name, also for "id." and other short forms. Empty where it cannot be known,
    and for the record."""
    kind: CitationKind
    form: CitationForm = CitationForm.FULL
    pin: str = ""  # the pin cite: the pages or paragraphs pointed at, as written
    signal: str = ""  # the signal, such as 'see', 'see also', 'cf.' or 'but see', in lower case
    certain: bool = True
    """False where a letter was read as a digit: a person should compare the number with the page."""


class Extent(StrEnum):
    WHOLE = ""
    IN_PART = "in part"
    ON_OTHER_GROUNDS = "on other grounds"
    """On grounds other than the point for which the authority is cited, which may therefore still stand."""


class _Extended(StrEnum):
    """Names of treatments, in which the extent comes last: 'reversed', 'reversed on other grounds'."""

    @property
    def extent(self) -> Extent:
        return next((extent for extent in Extent if extent and self.endswith(extent)), Extent.WHOLE)

    @property
    def whole(self) -> Self:
        return type(self)(self.removesuffix(self.extent).rstrip())

    def with_extent(self, extent: Extent) -> Self:
        """Return the treatment to this extent; as a whole where it has no such extent."""
        extended = f"{self.whole} {extent}"
        return next((member for member in type(self) if member == extended), self.whole)


class Standing(_Extended):
    """The standing of an authority according to the office's list, the gravest first.

    The words are those of the Bluebook's table T8 and rules 10.7 and 12.7; 'in part' is graver than 'on other
    grounds'.
    """

    OVERRULED = template("overruled")
    REVERSED = template("reversed")
    VACATED = template("vacated")
    ABROGATED = template("abrogated")
    INVALIDATED = template("invalidated")
    REPEALED = template("repealed")
    SUPERSEDED = template("superseded")
    DISAPPROVED = template("disapproved")
    OVERRULED_IN_PART = template("overruled in part")
    REVERSED_IN_PART = template("reversed in part")
    VACATED_IN_PART = template("vacated in part")
    ABROGATED_IN_PART = template("abrogated in part")
    INVALIDATED_IN_PART = template("invalidated in part")
    REPEALED_IN_PART = template("repealed in part")
    SUPERSEDED_IN_PART = template("superseded in part")
    DISAPPROVED_IN_PART = template("disapproved in part")
    AMENDED = template("amended")
    MODIFIED = template("modified")
    LIMITED = template("limited")
    QUESTIONED = template("questioned")
    LIMITED_IN_PART = template("limited in part")
    QUESTIONED_IN_PART = template("questioned in part")
    OVERRULED_ON_OTHER_GROUNDS = template("overruled on other grounds")
    REVERSED_ON_OTHER_GROUNDS = template("reversed on other grounds")
    VACATED_ON_OTHER_GROUNDS = template("vacated on other grounds")
    ABROGATED_ON_OTHER_GROUNDS = template("abrogated on other grounds")
    SUPERSEDED_ON_OTHER_GROUNDS = template("superseded on other grounds")
    DISAPPROVED_ON_OTHER_GROUNDS = template("disapproved on other grounds")
    LIMITED_ON_OTHER_GROUNDS = template("limited on other grounds")
    QUESTIONED_ON_OTHER_GROUNDS = template("questioned on other grounds")
    GOOD = template("good")


STANDING_NAMES = {standing: filled(standing.value, {}) for standing in Standing}  # As words of a sentence
GRAVEST_FIRST = tuple(Standing)
GONE = frozenset(GRAVEST_FIRST[: GRAVEST_FIRST.index(Standing.OVERRULED_IN_PART)])
"""The standings of which nothing holds any more."""


class RelationKind(_Extended):
    """The kinds of relation between two authorities in a text: what one does to the other."""

    CITES = "cites"
    INTERPRETS = "interprets"
    IMPLEMENTS = "implements"
    AMENDS = "amends"
    MODIFIES = "modifies"
    OVERRULES = "overrules"
    OVERRULES_IN_PART = "overrules in part"
    OVERRULES_ON_OTHER_GROUNDS = "overrules on other grounds"
    REVERSES = "reverses"
    REVERSES_IN_PART = "reverses in part"
    REVERSES_ON_OTHER_GROUNDS = "reverses on other grounds"
    VACATES = "vacates"
    VACATES_IN_PART = "vacates in part"
    VACATES_ON_OTHER_GROUNDS = "vacates on other grounds"
    ABROGATES = "abrogates"
    ABROGATES_IN_PART = "abrogates in part"
    ABROGATES_ON_OTHER_GROUNDS = "abrogates on other grounds"
    INVALIDATES = "invalidates"
    INVALIDATES_IN_PART = "invalidates in part"
    REPEALS = "repeals"
    REPEALS_IN_PART = "repeals in part"
    SUPERSEDES = "supersedes"
    SUPERSEDES_IN_PART = "supersedes in part"
    SUPERSEDES_ON_OTHER_GROUNDS = "supersedes on other grounds"
    DISAPPROVES = "disapproves"
    DISAPPROVES_IN_PART = "disapproves in part"
    DISAPPROVES_ON_OTHER_GROUNDS = "disapproves on other grounds"
    LIMITS = "limits"
    LIMITS_IN_PART = "limits in part"
    LIMITS_ON_OTHER_GROUNDS = "limits on other grounds"
    QUESTIONS = "questions"
    QUESTIONS_IN_PART = "questions in part"
    QUESTIONS_ON_OTHER_GROUNDS = "questions on other grounds"


_STANDING_OF = {
    RelationKind.OVERRULES: Standing.OVERRULED,
    RelationKind.REVERSES: Standing.REVERSED,
    RelationKind.VACATES: Standing.VACATED,
    RelationKind.ABROGATES: Standing.ABROGATED,
    RelationKind.INVALIDATES: Standing.INVALIDATED,
    RelationKind.REPEALS: Standing.REPEALED,
    RelationKind.SUPERSEDES: Standing.SUPERSEDED,
    RelationKind.DISAPPROVES: Standing.DISAPPROVED,
    RelationKind.AMENDS: Standing.AMENDED,
    RelationKind.MODIFIES: Standing.MODIFIED,
    RelationKind.LIMITS: Standing.LIMITED,
    RelationKind.QUESTIONS: Standing.QUESTIONED,
}
TREATED_AS = {
    kind: _STANDING_OF[kind.whole].with_extent(kind.extent)
    for kind in RelationKind
    if kind.whole in _STANDING_OF
}
"""The standing that each treatment gives to the authority that is treated."""


@dataclass(frozen=True, slots=True)
class Authority:
    """Something that documents of the library cite, or are."""

    id: int
    canonical: str
    """The one canonical name: '170 N.J. 632', 'N.J.S.A. 2C:44-1'. A provision's name has no subsections."""
    kind: CitationKind
    name: str = ""
    """The name of a case ('State v. Carty') or a provision's catchline; empty where no text gives one."""

    def __str__(self) -> str:
        is_named_case = self.name and self.kind is CitationKind.CASE
        return f"{self.name}, {self.canonical}" if is_named_case else self.canonical


@dataclass(frozen=True, slots=True)
class Relation:
    """A statement that one authority does something to another, with the sentence that says so."""

    id: int
    kind: RelationKind
    source: Authority | None  # the authority that acts; None where the sentence names none
    target: Authority
    passage_id: int
    document_id: int
    start: int
    end: int  # the end of the sentence in the passage's text, which begins at ``start``
    words: str


@dataclass(frozen=True, slots=True)
class Window:
    """The period in which something is in force. Both days are inclusive; None means no known limit."""

    first: date | None = None
    last: date | None = None

    def holds(self, day: date) -> bool:
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)

    def meets(self, first: date, last: date) -> bool:
        """Return whether any of these days lies within the period."""
        return (self.first is None or self.first <= last) and (self.last is None or first <= self.last)


ALWAYS = Window()


@dataclass(frozen=True, slots=True)
class Provision:
    """One version of a section, rule or directive, as a document of the library has it."""

    id: int
    authority: Authority
    document_id: int
    first: int
    last: int  # the ordinal of the last passage; ``first`` is that of the first one
    path: tuple[str, ...]
    """The headings above, such as 'Title 2C …', 'Chapter 44 …', without the section itself; may be empty."""
    number: str  # the number, such as '2C:44-1'
    catchline: str
    window: Window
    """The period in force: as a person entered it, else as the text says, else as other versions imply."""
    source: str = ""
    """The source of the window: 'person', 'text', 'date' (the document's own date), 'next' (the next version
    begins) or '' for none."""


@dataclass(frozen=True, slots=True)
class ReadProvision:
    """A provision as its document's passages give it, before the catalogue has stored it."""

    canonical: str
    kind: CitationKind
    path: tuple[str, ...]
    number: str
    catchline: str
    first: int
    last: int
    window: Window


@dataclass(frozen=True, slots=True)
class GoodLawEntry:
    """One line of the office's list of what still holds."""

    id: int
    canonical: str
    name: str
    standing: Standing
    by: str  # the authority that changed the standing, as typed; may be empty
    since: date | None
    note: str
    entered_by: str
    entered_at: datetime
    also: tuple[str, ...] = ()  # parallel citations of the case that were typed with it, as canonical names

    @property
    def forms(self) -> tuple[str, ...]:
        return self.canonical, *self.also


@dataclass(frozen=True, slots=True)
class Change:
    """Something that happened to an authority after a document was filed."""

    authority: Authority
    text: Message
    """The change as a sentence for people: 'Amended on July 1, 2013: the library has the later text.'"""
    provision_id: int = 0  # the version that is in force now; 0 where the library has none


@dataclass(frozen=True, slots=True)
class LawAsOf:
    day: date | None  # the filing date; None where it is not known
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class AuthorityNote:
    """Facts for people about an authority that a search names."""

    authority: Authority
    passages: int
    documents: int
    last_cited: date | None  # the filing date of the newest of those documents
    alerts: tuple[Message, ...]  # one sentence for each line of the office's list that speaks against it
    text: Message
    """The answer for people: 'Not on your office's list. Cited in 12 documents, last on March 3, 2021.'"""
    proposals: int = 0  # the number of sentences of the library that speak against it and await a decision
