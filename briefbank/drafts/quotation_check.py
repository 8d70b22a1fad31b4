"""A draft's quotations compared with the library's text of the same source.

A first-hand text is the source itself: the opinion, the section of a code. If the library has none,
second-hand texts are what other documents quote from the same source. If it has none of these either, as for
an opinion that the draft cites by its name alone or by another reporter, the passages that have most of the
words are compared. The report states which.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from briefbank.catalogue.store import Catalogue
from briefbank.citations.quotations import all_quotations, quotations
from briefbank.citations.whole_provision import whole_of
from briefbank.domain.annotations import Annotation, AnnotationGaps
from briefbank.domain.authorities import Authority
from briefbank.domain.authority_reports import QuotationCheck
from briefbank.domain.citations import Citation, CitationKind
from briefbank.domain.documents import Document
from briefbank.domain.passages import UNSEARCHED_ROLES, Passage
from briefbank.domain.searches import SearchRequest
from briefbank.drafts.alignment import QuotationMatch, SourceText
from briefbank.drafts.places import place_of
from briefbank.drafts.progress import QUOTATIONS, DraftProgress
from briefbank.drafts.reading import ReadDraft
from briefbank.errors import QueryError
from briefbank.search.channels.words import WORDS
from briefbank.search.searcher import Searcher

MOST = 400
"""The most quotations compared for one draft."""
CITING = 300
"""The most passages, the latest added, that are searched for quotations of one source."""
TEXTS = 8
"""The most documents compared that contain one authority: versions of a provision, copies of an opinion."""
NEAREST = 12
"""The passages, those that share most words, that are compared where no text is known by its citation."""
LEAST_WORDS, LEAST_WORDS_SHARE = 8, 0.75
"""The fewest words of a quotation whose text is found by its words, and the share of them that this text must
have. With fewer it may be another sentence on the same point."""
_OMITTED = re.compile(r"(?:citations?|footnotes?|quotations?(?: marks)?|quotes) omitted")
_AFTER_LENGTH = 260
"""The number of characters after a quotation that may state that citations are left out."""


@dataclass(frozen=True, slots=True)
class _Text:
    """A text to compare with, the ids of its passages, and where each begins in it."""

    source: SourceText
    document_id: int
    passages: tuple[int, ...]
    begins: tuple[int, ...]

    def passage_at(self, at: int) -> int:
        return max(zip(self.begins, self.passages, strict=True), key=lambda each: (each[0] <= at, each[0]))[1]


@dataclass(frozen=True, slots=True)
class _LibraryTexts:
    """The texts that the library has for one authority."""

    authority: Authority | None
    first_hand: tuple[_Text, ...]
    second_hand: tuple[_Text, ...]


@dataclass(frozen=True, slots=True)
class _DraftQuotation:
    """One quotation of the draft."""

    passage: Passage
    start: int
    end: int
    source: Citation | None

    @property
    def whole(self) -> str:
        """The canonical name of the whole authority; empty where it is not known."""
        return whole_of(self.source.canonical, self.source.kind) if self.source else ""

    @property
    def text(self) -> str:
        return self.passage.text[self.start : self.end]

    @property
    def omits(self) -> bool:
        return _OMITTED.search(self.passage.text, self.end, self.end + _AFTER_LENGTH) is not None


@dataclass(frozen=True, slots=True)
class CheckedQuotations:
    """The quotations of a draft, as many as are compared, in order."""

    checks: tuple[QuotationCheck, ...]
    left_out: int
    """The number of quotations beyond ``MOST``."""
    of_record: int
    """The number of quotations of the record, which are not compared."""


class QuotationChecker:
    """The comparison of quotations. Any thread."""

    def __init__(self, catalogue: Catalogue, searcher: Searcher) -> None:
        self._catalogue, self._searcher = catalogue, searcher

    def checked(
        self, draft: ReadDraft, barred: Collection[int], reporter: DraftProgress, gaps: AnnotationGaps
    ) -> CheckedQuotations:
        """Compare the quotations of a draft, but for those of passages in which finding them fails.

        Documents ``barred`` are the draft itself. Raises Cancelled, IndexFault and StoreError.
        """
        quoted, of_record = _draft_quotations(draft, gaps)
        ids = self._catalogue.authorities.ids_of(list({each.whole for each in quoted if each.whole}))
        kept: dict[int, _LibraryTexts] = {}
        found = []
        for number, each in enumerate(quoted[:MOST]):
            reporter.check()
            reporter.progress(QUOTATIONS, number, min(len(quoted), MOST))
            id_ = ids.get(each.whole)
            if id_ is not None and id_ not in kept:
                kept[id_] = self._library_texts(id_, barred)
            known = kept[id_] if id_ is not None else _unknown(each)
            found.append(self._check(draft, each, known, barred))
        return CheckedQuotations(tuple(found), len(quoted) - len(found), of_record)

    def _check(
        self, draft: ReadDraft, each: _DraftQuotation, known: _LibraryTexts, barred: Collection[int]
    ) -> QuotationCheck:
        place = place_of(draft, each.passage, each.start, each.end)
        best, first_hand, by_words = _best(known.first_hand, each, whole=False), True, False
        if best is None:
            best, first_hand = _best(known.second_hand, each, whole=True), False
        if best is None and not known.first_hand:
            best, by_words = self._found_by_words(each, barred), True
        if best is not None:
            text, match = best
            return QuotationCheck(
                place,
                place.text,
                known.authority,
                "same" if match.same else "differs",
                first_hand,
                match.differences,
                text.passage_at(match.start),
                self._document(text.document_id),
                by_words,
            )
        here = known.first_hand[:1]
        document = self._document(here[0].document_id) if here else None
        passage = here[0].passages[0] if here else 0
        return QuotationCheck(
            place, place.text, known.authority, "not here", bool(here), (), passage, document
        )

    def _document(self, document_id: int) -> Document | None:
        return self._catalogue.documents_by_id([document_id]).get(document_id)

    def _found_by_words(
        self, each: _DraftQuotation, barred: Collection[int]
    ) -> tuple[_Text, QuotationMatch] | None:
        """Return the passage of the library that has most of the quoted words; None where none has enough."""
        if len(each.text.split()) < LEAST_WORDS:
            return None
        request = SearchRequest(each.text, literal=True, excluded_documents=frozenset(barred))
        try:
            ranked = self._searcher.rank(request, NEAREST, frozenset({WORDS}))
        except QueryError:  # the words are all too common
            return None
        passages = self._catalogue.passages_by_id([hit.passage_id for hit in ranked.candidates[:NEAREST]])
        texts = [_text(passage.document_id, [(passage, passage.text)]) for passage in passages.values()]
        best = _best(texts, each, whole=True)
        return best if best is not None and _same_share(best[1]) >= LEAST_WORDS_SHARE else None

    # --- the library's texts ---------------------------------------------------------------------

    def _library_texts(self, authority_id: int, barred: Collection[int]) -> _LibraryTexts:
        authority = self._catalogue.authorities.by_ids([authority_id])[authority_id]
        names = set(self._catalogue.authorities.names_of(authority_id))
        first = self._first_hand(authority_id, barred)
        return _LibraryTexts(authority, first, self._second_hand(authority_id, names, barred))

    def _first_hand(self, authority_id: int, barred: Collection[int]) -> tuple[_Text, ...]:
        provisions = self._catalogue.provisions.of_authority(authority_id)
        runs = [(each.document_id, each.first, each.last) for each in provisions]
        parted = {document_id for document_id, _, _ in runs}
        others = [id_ for id_ in self._catalogue.authority_pages.texts(authority_id) if id_ not in parted]
        runs += [(id_, 0, 10**9) for id_ in others]
        texts = []
        for document_id, first, last in [run for run in runs if run[0] not in barred][-TEXTS:]:
            passages = [
                each
                for each in self._catalogue.passages_of(document_id)
                if first <= each.ordinal <= last and each.role not in UNSEARCHED_ROLES
            ]
            if passages:
                texts.append(_text(document_id, [(each, each.text) for each in passages]))
        return tuple(texts)

    def _second_hand(
        self, authority_id: int, names: Collection[str], barred: Collection[int]
    ) -> tuple[_Text, ...]:
        citing = self._catalogue.authorities.passages_citing([authority_id])
        wanted = [passage_id for document_id, passage_id in citing if document_id not in barred][-CITING:]
        passages = self._catalogue.passages_by_id(wanted)
        texts = []
        for passage_id in wanted:
            passage = passages.get(passage_id)
            if passage is None:
                continue
            for start, end, at in quotations(passage.text, passage.citations):
                cited = passage.citations[at]
                if whole_of(cited.canonical, cited.kind) in names:
                    texts.append(_text(passage.document_id, [(passage, passage.text[start:end])]))
        return tuple(texts)


def _unknown(each: _DraftQuotation) -> _LibraryTexts:
    """Return the texts of a source that the library does not have, or that the draft does not name."""
    source = each.source
    return _LibraryTexts(Authority(0, each.whole, source.kind) if source and each.whole else None, (), ())


def _draft_quotations(draft: ReadDraft, gaps: AnnotationGaps) -> tuple[list[_DraftQuotation], int]:
    """Return the quotations of a draft, and the number of those of the record, which are not among them."""
    found, of_record = [], 0
    for passage in draft.reading.passages:
        if passage.role in UNSEARCHED_ROLES:
            continue
        quoted = gaps.attempt(Annotation.CITATIONS, [], all_quotations, passage.text, passage.citations)
        for start, end, at in quoted:
            source = passage.citations[at] if at is not None else None
            if source is not None and source.kind is CitationKind.RECORD:
                of_record += 1
            else:
                found.append(_DraftQuotation(passage, start, end, source))
    return found, of_record


def _best(
    texts: Sequence[_Text], each: _DraftQuotation, *, whole: bool
) -> tuple[_Text, QuotationMatch] | None:
    """Return the text with the fewest changed characters.

    With ``whole`` only texts that have the beginning and the end count, because what others quote may begin
    or end elsewhere.
    """
    best: tuple[_Text, QuotationMatch] | None = None
    for text in texts:
        match = text.source.find(each.text, omits=each.omits)
        if match is None or (whole and not (match.starts_whole and match.ends_whole)):
            continue
        if best is None or _changed_length(match) < _changed_length(best[1]):
            best = text, match
        if match.same:
            break
    return best


def _same_share(match: QuotationMatch) -> float:
    """Return the share of the quoted words that the source has in the same order."""
    count = {"same": 0, "added": 0, "removed": 0}
    for each in match.differences:
        count[each.change] += len(each.text.split())
    return count["same"] / max(1, count["same"] + count["added"])


def _changed_length(match: QuotationMatch) -> int:
    return sum(len(each.text) for each in match.differences if each.change != "same")


def _text(document_id: int, parts: Sequence[tuple[Passage, str]]) -> _Text:
    begins, length = [], 0
    for _, text in parts:
        begins.append(length)
        length += len(text) + 1
    joined = "\n".join(text for _, text in parts)
    return _Text(SourceText(joined), document_id, tuple(each.id for each, _ in parts), tuple(begins))
