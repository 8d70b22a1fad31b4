"""The citations of one authority, counted and in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from briefbank.catalogue.authority_pages import AuthorityQueries, PassagePlace
from briefbank.domain.kinds import SETTLED, Kind

_UNKNOWN_DOCUMENT = None, Kind.OTHER


@dataclass(frozen=True, slots=True)
class AuthorityCitations:
    """The citations of one authority by document and passage."""

    passages: Mapping[int, list[int]]
    """The citing passages in order, by document: the newest document first, undated ones last."""
    at: Mapping[int, list[int]]
    """The indexes of a passage's citations of the authority, by passage."""
    filed: Mapping[int, tuple[date | None, Kind]]
    """The filing date and the kind of each citing document."""

    @property
    def mentions(self) -> int:
        """The number of citations, counting each one within a passage."""
        return sum(map(len, self.at.values()))

    def age(self, document_id: int) -> tuple[int, int]:
        """Return a sort key that puts the newest document first and undated ones last."""
        day = self._day(document_id)
        return -day.toordinal() if day else 0, -document_id

    def newest(self, most: int) -> list[tuple[int, int]]:
        """Return the (document, passage) ids of the newest documents, each document's passages in order."""
        found: list[tuple[int, int]] = []
        for document_id, passages in self.passages.items():
            found += [(document_id, passage_id) for passage_id in passages]
            if len(found) >= most:
                break
        return found[:most]

    def years(self) -> tuple[tuple[int, int], ...]:
        """Return the number of citing passages by year of filing, in order."""
        counts: Counter[int] = Counter()
        for document_id, passages in self.passages.items():
            if day := self._day(document_id):
                counts[day.year] += len(passages)
        return tuple(sorted(counts.items()))

    def undated(self) -> int:
        """Return the number of citing passages of undated documents."""
        return sum(len(passages) for id_, passages in self.passages.items() if not self._day(id_))

    def arguing(
        self, places: Mapping[int, PassagePlace], passages: Iterable[tuple[int, int]]
    ) -> Iterator[tuple[str, int, int]]:
        """Yield those of the passages that argue a point, with packed heading path, document and passage.

        Statutes and rules argue none.
        """
        for document_id, passage_id in passages:
            if passage_id in places and self.filed.get(document_id, _UNKNOWN_DOCUMENT)[1] not in SETTLED:
                yield places[passage_id].headings, document_id, passage_id

    def _day(self, document_id: int) -> date | None:
        return self.filed.get(document_id, _UNKNOWN_DOCUMENT)[0]


def citing_of(pages: AuthorityQueries, authority_id: int) -> AuthorityCitations:
    """Read the citations of an authority. Thousands of citations take some milliseconds."""
    passages: dict[int, list[int]] = {}
    at: dict[int, list[int]] = {}
    for document_id, passage_id, number in pages.citing(authority_id):
        if passage_id not in at:
            passages.setdefault(document_id, []).append(passage_id)
        at.setdefault(passage_id, []).append(number)
    filed = pages.citing_documents(authority_id)
    return AuthorityCitations({id_: passages[id_] for id_ in filed if id_ in passages}, at, filed)
