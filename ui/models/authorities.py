"""The rows that lists of authorities and the page of one are made of, and what each row opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.law import Authority, GoodLawEntry, Provision, Relation, RelationKind
from briefbank.law_reports import (
    AuthorityCount,
    AuthorityPage,
    CitingDocument,
    Point,
    Proposal,
    Quotation,
    Reliance,
)
from briefbank.models import Document, Passage
from ui import law_words, words
from ui.models.rows import Row
from ui.tongue import tr

GRAVITY = (
    RelationKind.OVERRULES,
    RelationKind.SUPERSEDES,
    RelationKind.LIMITS,
    RelationKind.QUESTIONS,
    RelationKind.AMENDS,
    RelationKind.INTERPRETS,
    RelationKind.IMPLEMENTS,
)
"""What one authority does to another, the gravest first; that it is cited is told otherwise."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A passage to open, and what to mark in it: a range, a sentence, or the citations of an authority."""

    passage_id: int
    range: tuple[int, int] | None = None
    sentence: str = ""
    cites: tuple[str, ...] = ()
    """Canonical names; of a provision also its subsections are marked."""

    def marks(self, passage: Passage) -> tuple[tuple[int, int], ...]:
        """Half-open ranges of the passage's text; empty where the words are not there any more."""
        if self.range:
            return (self.range,)
        if self.sentence:
            at = passage.text.find(self.sentence)
            return ((at, at + len(self.sentence)),) if at >= 0 else ()
        return tuple((each.start, each.end) for each in passage.citations if self._cited(each.canonical))

    def _cited(self, canonical: str) -> bool:
        return any(canonical == name or canonical.startswith(f"{name}(") for name in self.cites)


@dataclass(frozen=True, slots=True)
class Told:
    """What one authority does to another, with the sentence that says so and the document it stands in."""

    relation: Relation
    sentence: str
    document: Document


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the page of an authority shows."""

    page: AuthorityPage
    done_to: tuple[Told, ...]
    does: tuple[Told, ...]
    texts: dict[int, Document]
    """The documents that hold its versions, by id."""


def names(page: AuthorityPage) -> tuple[str, ...]:
    """Every form under which a citation of the authority may stand in a passage."""
    return (page.authority.canonical, *page.also)


def treatments(relations: Sequence[Relation], most: int) -> list[Relation]:
    """Those that say more than that something is cited, gravest first, at most so many."""
    told = [each for each in relations if each.kind in GRAVITY]
    return sorted(told, key=lambda each: GRAVITY.index(each.kind))[:most]


def count_row(count: AuthorityCount) -> Row:
    """An authority in the list."""
    authority, name = count.authority, law_words.authority_name(count.authority)
    return Row(
        name,
        detail="\n".join(
            part for part in (law_words.authority_detail(authority), law_words.cited(count)) if part
        ),
        standing=count.standing,
        target=authority.id,
    )


def entry_row(entry: GoodLawEntry) -> Row:
    """A line of the office's list on the page of its authority."""
    title = law_words.stands(entry)
    return Row(title, entry.note, detail=law_words.entered(entry), standing=entry.standing, target=entry)


def point_row(point: Point, cites: tuple[str, ...]) -> Row:
    """A heading under which an authority is cited."""
    side = words.count(point.documents, tr("document"), tr("documents"))
    return Row(text=point.text, side=side, target=Spot(point.passage_id, cites=cites))


def quotation_row(quoted: Quotation) -> Row:
    """Words that are quoted from an authority."""
    spot = Spot(quoted.passage_id, (quoted.start, quoted.end))
    side = tr("in {count}").format(count=words.count(quoted.passages, tr("passage"), tr("passages")))
    detail = law_words.document(quoted.document)
    return Row(text=f"“{quoted.text}”", detail=detail, side=side, target=spot)


def together_row(authority: Authority, passages: int) -> Row:
    """What is cited in the same passages."""
    name, detail = law_words.authority_name(authority), law_words.authority_detail(authority)
    return Row(
        name,
        detail=detail,
        side=tr("in {count}").format(count=words.count(passages, tr("passage"), tr("passages"))),
        target=authority,
    )


def told_row(told: Told, *, to_it: bool) -> Row:
    """What another authority does to this one (``to_it``), or this one to another."""
    relation, deed = told.relation, law_words.DEEDS[told.relation.kind]
    if to_it:
        title = deed.format(one=relation.source or tr("A text"), other=tr("it"))
    else:
        title = deed.format(one=tr("It"), other=relation.target)
    at = told.sentence.find(relation.words) if relation.words else -1
    marks = ((at, at + len(relation.words)),) if at >= 0 else ()
    spot = Spot(relation.passage_id, (relation.start, relation.end))
    return Row(title, told.sentence, marks, law_words.document(told.document), target=spot)


def citing_row(citing: CitingDocument, cites: tuple[str, ...]) -> Row:
    """A document that cites the authority."""
    document = citing.document
    return Row(
        words.title(document),
        detail="  ·  ".join((words.KIND_WORDS[document.kind], words.day(document.filed))),
        side=tr("in {count}").format(count=words.count(citing.passages, tr("passage"), tr("passages"))),
        target=Spot(citing.passage_id, cites=cites),
    )


def text_row(document: Document) -> Row:
    """A document that is the text of the authority."""
    detail = "  ·  ".join((words.KIND_WORDS[document.kind], words.day(document.filed)))
    return Row(words.title(document), detail=detail, target=document)


def version_row(provision: Provision, texts: dict[int, Document]) -> Row:
    """A version of a provision."""
    held = texts.get(provision.document_id)
    parts = (law_words.version(provision), words.title(held) if held else "")
    detail = "  ·  ".join(part for part in parts if part)
    return Row(law_words.window(provision.window), detail=detail, target=provision)


def proposal_row(proposal: Proposal, *, named: bool) -> Row:
    """A sentence that waits for a person; ``named``: with the authority that it speaks of."""
    at = proposal.sentence.find(proposal.words) if proposal.words else -1
    marks = ((at, at + len(proposal.words)),) if at >= 0 else ()
    title = str(proposal.authority) if named else law_words.proposed(proposal)
    detail = law_words.document(proposal.document)
    return Row(title, proposal.sentence, marks, detail, standing=proposal.standing, target=proposal)


def reliance_row(reliance: Reliance, cites: tuple[str, ...]) -> Row:
    """A document that relies on an authority."""
    document, passages = reliance.document, reliance.passages
    pages = ", ".join(dict.fromkeys(words.page(each.page_label, each.first_page) for each in passages))
    return Row(
        words.title(document),
        pages[:1].upper() + pages[1:],
        detail="  ·  ".join(
            part for part in (words.day(document.filed), document.court, document.docket) if part
        ),
        side=words.count(len(passages), tr("passage"), tr("passages")),
        target=Spot(passages[0].id, cites=cites) if passages else document,
    )
