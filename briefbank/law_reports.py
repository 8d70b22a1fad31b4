"""Reports on authorities and drafts, with the documents and passages they speak of: values, as ``models``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from briefbank.law import Authority, GoodLawEntry, Provision, Relation, Standing
from briefbank.models import Document, Hit, Passage


@dataclass(frozen=True, slots=True)
class Mentioned:
    """One citation of an authority, with the passage that it stands in."""

    passage: Passage
    document: Document
    citation: int
    """Which of ``passage.citations``."""
    treatment: str = ""
    """The words around it that say what is done to it, as written: 'overruled by'; empty for none."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A sentence of the library that may mean that an authority no longer holds; a person decides."""

    key: str
    """Names it, to confirm or to dismiss it."""
    authority: Authority
    standing: Standing
    by: str
    """What did it, where the sentence names it."""
    sentence: str
    words: str
    passage_id: int
    document: Document


@dataclass(frozen=True, slots=True)
class AuthorityCount:
    """An authority in a list, and how much it is cited."""

    authority: Authority
    passages: int
    documents: int
    last_cited: date | None
    """When the newest document that cites it was filed."""
    standing: Standing | None = None
    """The gravest that the office's list gives it; None where it is not on the list."""


@dataclass(frozen=True, slots=True)
class CitingDocument:
    """A document that cites an authority, and where first."""

    document: Document
    passages: int
    passage_id: int


@dataclass(frozen=True, slots=True)
class Point:
    """A heading under which an authority is cited."""

    text: str
    passages: int
    documents: int
    passage_id: int
    """The newest of them."""


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words that passages quote from an authority."""

    text: str
    passages: int
    passage_id: int
    document: Document
    start: int
    end: int
    """In the text of the passage ``passage_id``."""


@dataclass(frozen=True, slots=True)
class AuthorityPage:
    """All that the library knows of an authority."""

    authority: Authority
    also: tuple[str, ...]
    """Other forms in which it is cited."""
    passages: int
    mentions: int
    years: tuple[tuple[int, int], ...]
    """Year of filing and number of passages, in order, without the years that have none."""
    undated: int
    """Passages of documents without a date."""
    documents: tuple[CitingDocument, ...]
    """Newest first; at most as many as ``Authorities.LISTED``."""
    documents_total: int
    points: tuple[Point, ...]
    quotations: tuple[Quotation, ...]
    together: tuple[tuple[Authority, int], ...]
    """What is cited in the same passages, and in how many; the most telling first."""
    done_to: tuple[Relation, ...]
    """What others do to it."""
    does: tuple[Relation, ...]
    """What it does to others."""
    limiting: tuple[CitingDocument, ...]
    """Documents of the office that interpret or limit it."""
    texts: tuple[Document, ...]
    """Documents that are its text."""
    versions: tuple[Provision, ...]
    entries: tuple[GoodLawEntry, ...]
    proposals: tuple[Proposal, ...]
    looked_at: int = 0
    """How many passages, the newest, points and ``together`` are taken from."""


@dataclass(frozen=True, slots=True)
class SameAuthorities:
    """A document that cites what another one cites."""

    document: Document
    score: float
    """0 to 1; authorities that few documents cite count more."""
    shared: tuple[Authority, ...]
    """The most telling first."""
    passage_id: int
    """Where it cites the first of them."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import of the office's list did; all or nothing."""

    added: int
    changed: int
    unchanged: int


@dataclass(frozen=True, slots=True)
class Reliance:
    """A document that relies on a listed authority, with the passages that do."""

    document: Document
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A run of words when two texts are compared: 'same', 'removed' or 'added'."""

    change: str
    text: str


# --- provisions ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProvisionCandidate:
    """A provision that may govern, with the passage by which it was found."""

    provision: Provision | None
    """None where the passage belongs to no provision that the catalogue knows."""
    passage: Passage
    document: Document
    path: tuple[str, ...]
    """'Title 2C …', 'Chapter 44 …', '2C:44-1. …'."""
    score: float
    """The search's own relevance, 0 to 1; comparable within one answer only."""
    citation: str
    """How to cite the passage."""


@dataclass(frozen=True, slots=True)
class ProvisionAnswer:
    """The one provision that governs a statement, and the others that were looked at."""

    chosen: ProvisionCandidate | None
    candidates: tuple[ProvisionCandidate, ...]
    """Best first; ``chosen`` is the first of them."""
    chosen_by: str
    """'rule' or 'model'; empty without candidates."""
    reason: str
    """For a person: why this one."""
    advice: str = ""
    """What to do when nothing was found."""


# --- drafts --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a draft."""

    page: int
    """From 0; 0 for pasted text."""
    label: str
    """The printed page label, or empty."""
    text: str
    """The sentence or words, as they stand there."""


@dataclass(frozen=True, slots=True)
class DraftSection:
    """One section of a draft, and the office's passages that argued the same."""

    heading_path: tuple[str, ...]
    place: Place
    words: int
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class ForgottenAuthority:
    """An authority that passages on the draft's points cite and the draft does not."""

    authority: Authority
    passages: int
    """Of those that argued the same."""
    heading_path: tuple[str, ...]
    """The draft's section that it would belong to."""
    hit: Hit
    """One of the passages."""


@dataclass(frozen=True, slots=True)
class ReliedOn:
    """A listed authority that a draft cites."""

    authority: Authority
    standing: Standing
    alert: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class QuotationCheck:
    """A quotation of a draft beside the library's text of the same source."""

    place: Place
    quoted: str
    authority: Authority | None
    verdict: str
    """'same', 'differs', or 'not here': the library has no text of the source to compare with."""
    at_first_hand: bool
    """The library's text is the source itself, and not another document that quotes it."""
    differences: tuple[Difference, ...]
    """From the source's words to the draft's; empty for 'not here'."""
    passage_id: int = 0
    document: Document | None = None


@dataclass(frozen=True, slots=True)
class MalformedCitation:
    """A citation that cannot be right as it is written."""

    place: Place
    written: str
    text: str
    """For a person: what is wrong and how it is usually written."""


@dataclass(frozen=True, slots=True)
class DraftReport:
    """What a check of a draft found. Nothing of the draft is kept."""

    title: str
    pages: int
    words: int
    sections: tuple[DraftSection, ...]
    forgotten: tuple[ForgottenAuthority, ...]
    relied_on: tuple[ReliedOn, ...]
    quotations: tuple[QuotationCheck, ...]
    malformed: tuple[MalformedCitation, ...]
    cited: tuple[Authority, ...]
    """What the draft cites."""
    notes: tuple[str, ...]
    """What could not be looked at, a sentence each: unread pages, a draft without citations."""
