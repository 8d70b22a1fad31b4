"""Lines for the office's list that sentences of the library suggest, and that a person decides on.

A proposal is a statement that one authority treated another. Any number of documents may make it, and the
best source is shown: an opinion before a directive or statute, those before a brief, and of the same kind the
newest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from briefbank.catalogue.store import Catalogue
from briefbank.citator.alerts import GoodLawAlerts
from briefbank.domain.authorities import GRAVEST_FIRST, TREATED_AS, Relation, Standing
from briefbank.domain.authority_reports import Proposal
from briefbank.domain.documents import Document
from briefbank.domain.kinds import Kind
from briefbank.domain.passages import Passage
from briefbank.errors import NotInLibrary
from briefbank.text.hashes import text_hash

_SOURCE_ORDER = {
    Kind.OPINION: 0,
    Kind.DIRECTIVE: 1,
    Kind.STATUTE: 1,
    Kind.RULE: 1,
    Kind.BRIEF: 2,
    Kind.MEMO: 3,
}
_OTHER_SOURCES = 4


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One sentence that makes a statement."""

    relation: Relation
    key: str
    words: str
    document: Document

    def order(self) -> tuple[int, int, int]:
        filed = self.document.filed or date.min
        return _SOURCE_ORDER.get(self.document.kind, _OTHER_SOURCES), -filed.toordinal(), self.relation.id


Statement = tuple[int, Standing, str]
"""The id of the treated authority, its standing, and the treating authority ('' if none is named)."""


class Proposals:
    """The proposals for the list. Any thread."""

    def __init__(self, catalogue: Catalogue, alerts: GoodLawAlerts) -> None:
        self._catalogue, self._alerts = catalogue, alerts

    def waiting(self, authority_id: int = 0) -> list[Proposal]:
        """Return the undecided proposals on one authority, or on all (0).

        The best sources come first, then the gravest proposals, then the newest.
        """
        return _proposals(self._statements(authority_id, decided=False))

    def decided(self) -> list[Proposal]:
        """Return the decided proposals that the list does not contain, in the same order."""
        return _proposals(self._statements(0, decided=True))

    def with_key(self, key: str, *, decided: bool = False) -> tuple[Proposal, list[str]]:
        """Return an undecided or ``decided`` proposal, and the keys of all its sentences.

        Raises NotInLibrary.
        """
        for sentences in self._statements(0, decided=decided).values():
            keys = list(dict.fromkeys(each.key for each in sentences))
            if key in keys:
                return _proposal(min(sentences, key=_Sentence.order)), keys
        raise NotInLibrary(
            "There is no such proposal.",
            "It may wait already. Look at the proposals."
            if decided
            else "It may have been decided on. Look at the proposals again.",
        )

    def _statements(self, authority_id: int, *, decided: bool) -> dict[Statement, list[_Sentence]]:
        targets = [authority_id] if authority_id else None
        relations = [
            relation
            for relation in self._catalogue.authorities.relations(target_ids=targets, kinds=list(TREATED_AS))
            if relation.source is None or relation.source.id != relation.target.id
        ]
        found: dict[Statement, list[_Sentence]] = {}
        keys = self._catalogue.good_law.decided()
        for sentence in self._sentences(self._not_listed(relations)):
            if (sentence.key in keys) is decided:
                found.setdefault(_statement(sentence.relation), []).append(sentence)
        return found

    def _not_listed(self, relations: Sequence[Relation]) -> list[Relation]:
        """Return the relations whose target is not yet listed with that standing."""
        on_list = self._alerts.on({each.target.canonical: each.target.kind for each in relations})
        listed = {(name, entry.standing) for name, entries in on_list.items() for entry in entries}
        return [each for each in relations if (each.target.canonical, TREATED_AS[each.kind]) not in listed]

    def _sentences(self, relations: Sequence[Relation]) -> list[_Sentence]:
        passages = self._catalogue.passages_by_id({each.passage_id for each in relations})
        documents = self._catalogue.documents_by_id({each.document_id for each in relations})
        found = (_sentence(each, passages, documents) for each in relations)
        return [each for each in found if each is not None]


def _sentence(
    relation: Relation, passages: Mapping[int, Passage], documents: Mapping[int, Document]
) -> _Sentence | None:
    """Return the sentence of a relation, or None if its document was removed meanwhile."""
    passage, document = passages.get(relation.passage_id), documents.get(relation.document_id)
    if passage is None or document is None:
        return None
    words = " ".join(passage.text[relation.start : relation.end].split())
    return _Sentence(relation, _key(relation, words), words, document)


def _key(relation: Relation, sentence: str) -> str:
    """Return the key of a proposal: 16 hexadecimal digits, short enough to type.

    It depends on the treated authority, the standing and the treating authority, and on the sentence if that
    names none. It therefore stays the same when the document is read again or another one makes the
    statement.
    """
    by = relation.source.canonical if relation.source else ""
    parts = (relation.target.canonical, TREATED_AS[relation.kind].value, by, "" if by else sentence)
    return text_hash("\n".join(parts))[:16]


def _statement(relation: Relation) -> Statement:
    source = relation.source.canonical if relation.source else ""
    return relation.target.id, TREATED_AS[relation.kind], source


def _sort_key(sentence: _Sentence) -> tuple[int, int, int, str]:
    kind, newest, _ = sentence.order()
    gravity = GRAVEST_FIRST.index(TREATED_AS[sentence.relation.kind])
    return kind, gravity, newest, sentence.relation.target.canonical


def _proposals(statements: Mapping[Statement, Sequence[_Sentence]]) -> list[Proposal]:
    best = [min(sentences, key=_Sentence.order) for sentences in statements.values()]
    return [_proposal(sentence) for sentence in sorted(best, key=_sort_key)]


def _proposal(sentence: _Sentence) -> Proposal:
    relation = sentence.relation
    return Proposal(
        key=sentence.key,
        authority=relation.target,
        standing=TREATED_AS[relation.kind],
        by=str(relation.source) if relation.source else "",
        sentence=sentence.words,
        words=" ".join(relation.words.split()),
        passage_id=relation.passage_id,
        document=sentence.document,
    )
