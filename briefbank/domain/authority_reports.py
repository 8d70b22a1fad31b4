"""Reports on authorities and drafts, with the documents and passages concerned."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from briefbank.domain.authorities import Authority, GoodLawEntry, Provision, Relation, Standing
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.domain.searches import Hit
from briefbank.text.messages import NO_MESSAGE, Message


@dataclass(frozen=True, slots=True)
class CitingPassage:
    passage: Passage
    document: Document
    citation: int  # the index into ``passage.citations``
    treatment: str = ""
    """The words around the citation that state the treatment, as written: 'overruled by'; empty for none."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A sentence that may mean that an authority no longer holds; a person decides."""

    key: str  # the key by which a person's decision confirms or dismisses it
    authority: Authority
    standing: Standing
    by: str  # the authority that acts, where the sentence names it
    sentence: str
    words: str
    passage_id: int
    document: Document


@dataclass(frozen=True, slots=True)
class AuthorityCount:
    authority: Authority
    passages: int
    documents: int
    last_cited: date | None
    standing: Standing | None = None
    """The gravest standing on the office's list; None where the authority is not listed."""


@dataclass(frozen=True, slots=True)
class CitingDocument:
    """A document that cites an authority, with the first passage that does."""

    document: Document
    passages: int
    passage_id: int


@dataclass(frozen=True, slots=True)
class CitingHeading:
    text: str
    passages: int
    documents: int
    passage_id: int


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words that passages quote from an authority."""

    text: str
    passages: int
    passage_id: int
    document: Document
    start: int
    end: int  # the end of the range in the text of the passage ``passage_id``


@dataclass(frozen=True, slots=True)
class AuthorityPage:
    authority: Authority
    also: tuple[str, ...]  # parallel citations and other forms of its citation
    passages: int
    mentions: int
    years: tuple[tuple[int, int], ...]
    """Pairs of filing year and number of passages, in order; years without passages are left out."""
    undated: int  # the number of passages of documents without a date
    documents: tuple[CitingDocument, ...]
    """The citing documents, newest first; at most ``AuthorityDirectory.LISTED``."""
    documents_total: int
    points: tuple[CitingHeading, ...]
    quotations: tuple[Quotation, ...]
    together: tuple[tuple[Authority, int], ...]
    """Authorities cited in the same passages, each with the number of passages; most significant first."""
    done_to: tuple[Relation, ...]  # relations in which other authorities act on this one
    does: tuple[Relation, ...]
    limiting: tuple[CitingDocument, ...]
    texts: tuple[Document, ...]
    versions: tuple[Provision, ...]
    entries: tuple[GoodLawEntry, ...]
    proposals: tuple[Proposal, ...]
    standing: Standing | None = None
    """The standing that lists of authorities show, too: that of the line in force; None without a line."""
    passages_read: int = 0
    """The number of newest passages from which ``points`` and ``together`` were computed."""


@dataclass(frozen=True, slots=True)
class SameAuthorities:
    """A document that cites the same authorities as another one."""

    document: Document
    score: float  # the similarity, 0 to 1; authorities that few documents cite count more
    shared: tuple[Authority, ...]  # the shared authorities, most significant first
    passage_id: int  # the passage that cites the first of them


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The result of an import of the office's list. It succeeds or fails as a whole, except for rows that an
    internal error left out."""

    added: int
    changed: int
    unchanged: int
    unread: tuple[int, ...] = ()  # the numbers of the rows left out


@dataclass(frozen=True, slots=True)
class Reliance:
    document: Document
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A run of words in a comparison of two texts: 'same', 'removed' or 'added'."""

    change: str
    text: str


@dataclass(frozen=True, slots=True)
class ProvisionCandidate:
    """A provision that may govern, with the passage by which it was found."""

    provision: Provision | None  # None where the passage belongs to no provision in the catalogue
    passage: Passage
    document: Document
    path: tuple[str, ...]  # the headings, outermost first: 'Title 2C …', 'Chapter 44 …', '2C:44-1. …'.
    score: float  # the relevance in the search, 0 to 1; comparable within one answer only
    citation: str
    closeness: float | None = None
    """The score relative to the first candidate's, 0 to 1; None where it is unknown."""


@dataclass(frozen=True, slots=True)
class ProvisionAnswer:
    """The provision that is likeliest to govern a statement, and the other candidates."""

    chosen: ProvisionCandidate | None
    candidates: tuple[ProvisionCandidate, ...]  # the candidates, best first; ``chosen`` is the first of them
    chosen_by: str  # 'rule' or 'model'; empty without candidates
    reason: Message
    advice: Message = NO_MESSAGE
    doubt: Message = NO_MESSAGE
    """A sentence for people when the first candidate may not be the one that governs; empty otherwise."""


@dataclass(frozen=True, slots=True)
class DraftPlace:
    page: int  # the page, from 0; 0 for pasted text
    label: str  # the printed page label, or empty
    text: str


@dataclass(frozen=True, slots=True)
class DraftSection:
    """One section of a draft, and the office's passages that argue the same."""

    heading_path: tuple[str, ...]
    place: DraftPlace
    words: int
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class ForgottenAuthority:
    """An authority that passages on the draft's points cite and the draft does not."""

    authority: Authority
    passages: int  # the number of those passages that cite it
    heading_path: tuple[str, ...]  # the headings of the draft's section in which it belongs
    hit: Hit


@dataclass(frozen=True, slots=True)
class ReliedOn:
    authority: Authority
    standing: Standing
    alert: Message
    places: tuple[DraftPlace, ...]


@dataclass(frozen=True, slots=True)
class QuotationCheck:
    """A quotation in a draft, compared with the library's text of the same source."""

    place: DraftPlace
    quoted: str
    authority: Authority | None
    """The source that the draft names; None where it names none that is known by its form."""
    verdict: str  # 'same', 'differs', or 'not here' when the library has no text of the source
    at_first_hand: bool
    """True when the library's text is the source itself, not another document that has its words."""
    differences: tuple[Difference, ...]
    """The changes from the source's words to the draft's; empty for 'not here'."""
    passage_id: int = 0
    document: Document | None = None
    by_words: bool = False
    """True when the library has no text under the draft's citation, and this one was found by its words."""


@dataclass(frozen=True, slots=True)
class DraftCoverage:
    """How much of a draft was compared, and how much was not."""

    unread_pages: int
    sections_left_out: int
    quotations_left_out: int
    record_quotations: int  # the quotations of transcripts and appendices, which are not compared
    list_entries: int
    unread_citations: int = 0  # the passages whose citations or quotations an internal error left unread


@dataclass(frozen=True, slots=True)
class MalformedCitation:
    place: DraftPlace
    written: str
    text: Message  # a sentence for people: what is wrong and how the citation is usually written


@dataclass(frozen=True, slots=True)
class MiscitedCase:
    """A case that a draft cites and that the library has under a slightly different citation."""

    place: DraftPlace
    written: str  # the case's name, its citation and year as the draft has them
    text: Message  # a sentence for people: how the library cites it, and what to check
    authority: Authority
    documents: tuple[CitingDocument, ...]
    """The newest documents that cite it that way, each with such a passage."""


@dataclass(frozen=True, slots=True)
class DraftReport:
    """The findings of a check of a draft. No part of the draft is stored."""

    title: str
    pages: int
    words: int
    sections: tuple[DraftSection, ...]
    forgotten: tuple[ForgottenAuthority, ...]
    relied_on: tuple[ReliedOn, ...]
    quotations: tuple[QuotationCheck, ...]
    malformed: tuple[MalformedCitation, ...]
    miscited: tuple[MiscitedCase, ...]
    cited: tuple[Authority, ...]
    coverage: DraftCoverage
    notes: tuple[Message, ...]
    """One sentence for each thing that could not be checked: unread pages, a draft without citations."""
