"""The citations of one authority, counted and in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from briefbank.catalogue.authority_pages import AuthorityPages, Place
from briefbank.models import Kind
from briefbank.search.factors import SETTLED

_UNKNOWN = None, Kind.OTHER


@dataclass(frozen=True, slots=True)
class Citings:
    """Who cites an authority, and where."""

    passages: Mapping[int, list[int]]
    """By document, newest first and those without a date last, its passages that cite the authority, in
    order."""
    at: Mapping[int, list[int]]
    """By passage, which of its citations are of the authority."""
    filed: Mapping[int, tuple[date | None, Kind]]
    """Of each document that cites it: when it was filed, and what it is."""

    @property
    def mentions(self) -> int:
        """How often it is cited, several times in a passage included."""
        return sum(map(len, self.at.values()))

    def age(self, document_id: int) -> tuple[int, int]:
        """To sort documents by, newest first, those without a date last."""
        day = self._day(document_id)
        return -day.toordinal() if day else 0, -document_id

    def newest(self, most: int) -> list[tuple[int, int]]:
        """(Document, passage) of the newest documents, each document's in its order."""
        found: list[tuple[int, int]] = []
        for document_id, passages in self.passages.items():
            found += [(document_id, passage_id) for passage_id in passages]
            if len(found) >= most:
                break
        return found[:most]

    def years(self) -> tuple[tuple[int, int], ...]:
        """Year of filing and number of passages, in order."""
        counts: Counter[int] = Counter()
        for document_id, passages in self.passages.items():
            if day := self._day(document_id):
                counts[day.year] += len(passages)
        return tuple(sorted(counts.items()))

    def undated(self) -> int:
        """Passages of documents without a date."""
        return sum(len(passages) for id_, passages in self.passages.items() if not self._day(id_))

    def arguing(
        self, places: Mapping[int, Place], passages: Iterable[tuple[int, int]]
    ) -> Iterator[tuple[str, int, int]]:
        """(Packed heading path, document, passage) of those of these that argue a point: statutes and rules
        do not."""
        for document_id, passage_id in passages:
            if passage_id in places and self.filed.get(document_id, _UNKNOWN)[1] not in SETTLED:
                yield places[passage_id].headings, document_id, passage_id

    def _day(self, document_id: int) -> date | None:
        return self.filed.get(document_id, _UNKNOWN)[0]


def citing_of(pages: AuthorityPages, authority_id: int) -> Citings:
    """Some milliseconds for thousands of citations."""
    passages: dict[int, list[int]] = {}
    at: dict[int, list[int]] = {}
    for document_id, passage_id, number in pages.citing(authority_id):
        if passage_id not in at:
            passages.setdefault(document_id, []).append(passage_id)
        at.setdefault(passage_id, []).append(number)
    filed = pages.citing_documents(authority_id)
    return Citings({id_: passages[id_] for id_ in filed if id_ in passages}, at, filed)
