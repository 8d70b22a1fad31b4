"""Rows of the lists of authorities and of the page of one, with what each row opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.domain.authorities import (
    GRAVEST_FIRST,
    TREATED_AS,
    Authority,
    GoodLawEntry,
    Provision,
    Relation,
    RelationKind,
)
from briefbank.domain.authority_reports import (
    AuthorityCount,
    AuthorityPage,
    CitingDocument,
    CitingHeading,
    Proposal,
    Quotation,
    Reliance,
)
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from ui.i18n.translate import tr
from ui.shared import law_texts, wording
from ui.shared.row_model import Row

GRAVITY = (
    *sorted(TREATED_AS, key=lambda kind: GRAVEST_FIRST.index(TREATED_AS[kind])),
    RelationKind.INTERPRETS,
    RelationKind.IMPLEMENTS,
)
"""Kinds of what one authority does to another, the gravest first; mere citations are reported elsewhere."""


@dataclass(frozen=True, slots=True)
class PassageTarget:
    """A passage to open, with what to mark in it: a range, a sentence, or the citations of an authority."""

    passage_id: int
    range: tuple[int, int] | None = None
    sentence: str = ""
    cites: tuple[str, ...] = ()  # Canonical forms; for a provision its subsections are marked, too

    def marks(self, passage: Passage) -> tuple[tuple[int, int], ...]:
        """Return half-open ranges of the passage's text; empty where the words are no longer there."""
        if self.range:
            return (self.range,)
        if self.sentence:
            at = passage.text.find(self.sentence)
            return ((at, at + len(self.sentence)),) if at >= 0 else ()
        return tuple(
            (citation.start, citation.end)
            for citation in passage.citations
            if self._cited(citation.canonical)
        )

    def _cited(self, canonical: str) -> bool:
        return any(canonical == name or canonical.startswith(f"{name}(") for name in self.cites)


@dataclass(frozen=True, slots=True)
class ShownRelation:
    """A relation of one authority to another, with the sentence that states it and the document that holds
    it."""

    relation: Relation
    sentence: str
    document: Document


@dataclass(frozen=True, slots=True)
class AuthorityPageContents:
    """The contents of the page of an authority."""

    page: AuthorityPage
    done_to: tuple[ShownRelation, ...]
    does: tuple[ShownRelation, ...]
    texts: dict[int, Document]  # The documents that hold its versions, by id


def names(page: AuthorityPage) -> tuple[str, ...]:
    """Return every form under which a citation of the authority may stand in a passage."""
    return (page.authority.canonical, *page.also)


def treatments(relations: Sequence[Relation], most: int) -> list[Relation]:
    """Return relations other than citations, the gravest first, at most so many."""
    treating = [relation for relation in relations if relation.kind in GRAVITY]
    return sorted(treating, key=lambda relation: GRAVITY.index(relation.kind))[:most]


def count_row(count: AuthorityCount) -> Row:
    """Return the row of an authority in the list."""
    authority, name = count.authority, law_texts.authority_name(count.authority)
    return Row(
        name,
        detail="\n".join(
            part for part in (law_texts.authority_detail(authority), law_texts.cited(count)) if part
        ),
        standing=count.standing,
        target=authority.id,
    )


def entry_row(entry: GoodLawEntry) -> Row:
    """Return the row of a line of the office's list on the page of its authority."""
    title = law_texts.stands(entry)
    return Row(title, entry.note, detail=law_texts.entered(entry), standing=entry.standing, target=entry)


def point_row(point: CitingHeading, cites: tuple[str, ...]) -> Row:
    """Return the row of a heading under which an authority is cited."""
    side = wording.count(point.documents, tr("document"), tr("documents"))
    return Row(text=point.text, side=side, target=PassageTarget(point.passage_id, cites=cites))


def quotation_row(quoted: Quotation) -> Row:
    """Return the row of words that are quoted from an authority."""
    spot = PassageTarget(quoted.passage_id, (quoted.start, quoted.end))
    side = tr("in {count}").format(count=wording.count(quoted.passages, tr("passage"), tr("passages")))
    detail = law_texts.document(quoted.document)
    return Row(text=f"“{quoted.text}”", detail=detail, side=side, target=spot)


def together_row(authority: Authority, passages: int) -> Row:
    """Return the row of an authority that is cited in the same passages."""
    name, detail = law_texts.authority_name(authority), law_texts.authority_detail(authority)
    return Row(
        name,
        detail=detail,
        side=tr("in {count}").format(count=wording.count(passages, tr("passage"), tr("passages"))),
        target=authority,
    )


def relation_row(stated: ShownRelation, *, to_it: bool) -> Row:
    """Return the row of what another authority does to this one (``to_it``), or this one to another."""
    relation = stated.relation
    if to_it:
        title = law_texts.deed(relation.kind, relation.source or tr("A text"), tr("it"))
    else:
        title = law_texts.deed(relation.kind, tr("It"), relation.target)
    at = stated.sentence.find(relation.words) if relation.words else -1
    marks = ((at, at + len(relation.words)),) if at >= 0 else ()
    spot = PassageTarget(relation.passage_id, (relation.start, relation.end))
    return Row(title, stated.sentence, marks, law_texts.document(stated.document), target=spot)


def citing_row(citing: CitingDocument, cites: tuple[str, ...]) -> Row:
    """Return the row of a document that cites the authority."""
    document = citing.document
    return Row(
        wording.title(document),
        detail="  ·  ".join((wording.KIND_WORDS[document.kind], wording.day(document.filed))),
        side=tr("in {count}").format(count=wording.count(citing.passages, tr("passage"), tr("passages"))),
        target=PassageTarget(citing.passage_id, cites=cites),
    )


def text_row(document: Document) -> Row:
    """Return the row of a document that is the text of the authority."""
    detail = "  ·  ".join((wording.KIND_WORDS[document.kind], wording.day(document.filed)))
    return Row(wording.title(document), detail=detail, target=document)


def version_row(provision: Provision, texts: dict[int, Document]) -> Row:
    """Return the row of a version of a provision."""
    document = texts.get(provision.document_id)
    parts = (law_texts.version(provision), wording.title(document) if document else "")
    detail = "  ·  ".join(part for part in parts if part)
    return Row(law_texts.window(provision.window), detail=detail, target=provision)


def proposal_row(proposal: Proposal, *, named: bool) -> Row:
    """Return the row of a sentence that waits for a decision; ``named`` adds the authority."""
    at = proposal.sentence.find(proposal.words) if proposal.words else -1
    marks = ((at, at + len(proposal.words)),) if at >= 0 else ()
    title = str(proposal.authority) if named else law_texts.proposed(proposal)
    detail = law_texts.document(proposal.document)
    return Row(title, proposal.sentence, marks, detail, standing=proposal.standing, target=proposal)


def reliance_row(reliance: Reliance, cites: tuple[str, ...]) -> Row:
    """Return the row of a document that relies on an authority."""
    document, passages = reliance.document, reliance.passages
    pages = ", ".join(
        dict.fromkeys(wording.page(passage.page_label, passage.first_page) for passage in passages)
    )
    return Row(
        wording.title(document),
        pages[:1].upper() + pages[1:],
        detail="  ·  ".join(
            part for part in (wording.day(document.filed), document.court, document.docket) if part
        ),
        side=wording.count(len(passages), tr("passage"), tr("passages")),
        target=PassageTarget(passages[0].id, cites=cites) if passages else document,
    )
