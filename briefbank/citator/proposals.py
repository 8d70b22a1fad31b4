"""Lines for the office's list, proposed from sentences of the library; a person decides on each.

What is proposed is a statement: that one authority did something to another. Any number of documents may say
it, and the best of them is shown: an opinion before a directive or a text of the law, those before a brief,
and of the same kind the newest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from briefbank.catalogue.store import Catalogue
from briefbank.citator.alerts import Alerts
from briefbank.citator.listed import GRAVEST_FIRST
from briefbank.errors import NotInLibrary
from briefbank.hashes import text_hash
from briefbank.law import TREATED_AS, Relation, Standing
from briefbank.law_reports import Proposal
from briefbank.models import Document, Kind, Passage

_BEST_FIRST = {Kind.OPINION: 0, Kind.DIRECTIVE: 1, Kind.STATUTE: 1, Kind.RULE: 1, Kind.BRIEF: 2, Kind.MEMO: 3}
_LAST = 4


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One place where a statement stands."""

    relation: Relation
    key: str
    words: str
    document: Document

    def order(self) -> tuple[int, int, int]:
        filed = self.document.filed or date.min
        return _BEST_FIRST.get(self.document.kind, _LAST), -filed.toordinal(), self.relation.id


Statement = tuple[int, Standing, str]
"""To which authority, what was done, and by what ('' where nobody is named)."""


class Proposals:
    """Any thread."""

    def __init__(self, catalogue: Catalogue, alerts: Alerts) -> None:
        self._catalogue, self._alerts = catalogue, alerts

    def waiting(self, authority_id: int = 0) -> list[Proposal]:
        """What nobody has decided on yet, of one authority or (0) of all; the best sources first, then the
        gravest, then the newest."""
        return _proposals(self._statements(authority_id, decided=False))

    def decided(self) -> list[Proposal]:
        """What somebody has decided on and the list does not say; in the same order."""
        return _proposals(self._statements(0, decided=True))

    def with_key(self, key: str, *, decided: bool = False) -> tuple[Proposal, list[str]]:
        """A proposal that waits, or that is ``decided`` on, and the keys of all sentences that say the same.
        Raises NotInLibrary."""
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
        """Without those whose target is on the list with that standing."""
        on_list = self._alerts.on({each.target.canonical: each.target.sort for each in relations})
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
    """None for a document that was removed meanwhile."""
    passage, document = passages.get(relation.passage_id), documents.get(relation.document_id)
    if passage is None or document is None:
        return None
    words = " ".join(passage.text[relation.start : relation.end].split())
    return _Sentence(relation, _key(relation, words), words, document)


def _key(relation: Relation, sentence: str) -> str:
    """16 hexadecimal digits, the same when the document is read again or another one says it: of whom, what
    and by whom, and of the sentence where it names nobody. Short enough to type."""
    by = relation.source.canonical if relation.source else ""
    parts = (relation.target.canonical, TREATED_AS[relation.kind].value, by, "" if by else sentence)
    return text_hash("\n".join(parts))[:16]


def _statement(relation: Relation) -> Statement:
    source = relation.source.canonical if relation.source else ""
    return relation.target.id, TREATED_AS[relation.kind], source


def _place(sentence: _Sentence) -> tuple[int, int, int, str]:
    kind, newest, _ = sentence.order()
    gravity = GRAVEST_FIRST.index(TREATED_AS[sentence.relation.kind])
    return kind, gravity, newest, sentence.relation.target.canonical


def _proposals(statements: Mapping[Statement, Sequence[_Sentence]]) -> list[Proposal]:
    best = [min(sentences, key=_Sentence.order) for sentences in statements.values()]
    return [_proposal(sentence) for sentence in sorted(best, key=_place)]


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
