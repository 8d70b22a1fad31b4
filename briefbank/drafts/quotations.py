"""A draft's quotations compared word by word with the library's text of the same source.

Both texts become words without regard to capitals, punctuation, quotation marks, white space, footnote marks
and star pages. A change that a quotation shows as such is no difference: an ellipsis stands for any words,
and square brackets mark alterations (Bluebook rule 5.2). The place is found by seeds: pairs of words that the
quotation shares with the text vote for the position of its beginning, rare pairs with more weight (seed and
extend, as in BLAST: Altschul et al. 1990). ``difflib`` then compares only a window around the best position.
The time is linear in the text once, for its table of pairs, and then in the quotation.

A first-hand text is the source itself: the opinion, the section of a code. If the library has none,
second-hand texts are what other documents quote from the same source. If it has none of these either, as for
an opinion that the draft cites by its name alone or by another reporter, the passages that have most of the
words are compared. The report states which.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate, groupby, pairwise

from briefbank.catalogue import authority_rows, document_rows, law_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.citations.provisions import whole_of
from briefbank.citations.quotations import all_quotations, quotations
from briefbank.domain.authorities import Authority, Citation, CitationKind
from briefbank.domain.authority_reports import Difference, QuotationCheck
from briefbank.domain.documents import Annotation, AnnotationGaps
from briefbank.domain.pages import UNSEARCHED_ROLES, Passage
from briefbank.domain.searches import SearchRequest
from briefbank.drafts.reading import QUOTATIONS, DraftProgress, ReadDraft, place_of
from briefbank.errors import QueryError
from briefbank.search.channels import LEXICAL
from briefbank.search.searcher import Searcher

_MOST_OCCURRENCES = 200  # the most occurrences of a pair that serves as a seed; "of the" marks no position
_SLACK = 12  # words around the expected position in which the quotation is searched
_EDGE = 3  # words around the quotation once its first and last certain words are known
_BUCKET = 8  # words by which omissions may shift a position that still counts as the same
_LONGEST_OMISSION = 3000  # the most words between the text before an ellipsis and the text after it
LEAST_SHARE = 0.6
"""The share of the quoted words that must be found in order; with fewer it is another sentence."""

_WORD = (
    r"(?P<star>\[\*{1,3}\d{1,5}\])|(?P<note>(?<=[.,;:”’\")])\d{1,3}(?!\w|[.,]\d))"
    r"|(?P<word>[^\W_]+(?:(?:[’']|[-‐\u00ad]\n\s{0,8})[^\W_]+)*)"
)
_SOURCE_TOKEN = re.compile(_WORD)
_QUOTED_TOKEN = re.compile(
    r"(?P<dots>…|\.(?: ?\.){2,3}|\*(?: \*){2})"
    rf"|(?!\[\*)(?P<altered>[^\W_]*\[[^\[\]\n]{{0,300}}\][^\W_]*)|{_WORD}"
)
_BRACKET = re.compile(r"\[([^\[\]]*)\]")
_LETTERS = re.compile(r"[\W_]+")
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class AlignedWord:
    """A word at its place. ``key`` is what is compared; an ``altered`` one matches any other words."""

    start: int
    end: int
    key: str
    altered: bool = False


def words_of(text: str, *, quoted: bool = False) -> list[AlignedWord]:
    """Return the words in order; if ``quoted``, ellipses and alterations are words of their own. The
    alteration "[t]he" is "the"; "[the defendant]", "convict[ed]" and "[]" match anything."""
    words = []
    for match in (_QUOTED_TOKEN if quoted else _SOURCE_TOKEN).finditer(text):
        written, span = match.group(), match.span()
        if match.lastgroup == "word":
            words.append(AlignedWord(*span, _key(written)))
        elif match.lastgroup == "dots":
            words.append(AlignedWord(*span, ELLIPSIS))
        elif match.lastgroup == "altered":
            inside = _BRACKET.search(written)
            letter = inside is not None and len(inside[1]) == 1 and len(written) > 3
            key = _key(_BRACKET.sub(r"\1" if letter else "", written))
            words.append(AlignedWord(*span, key, altered=not letter))
    return words


def _key(word: str) -> str:
    return _LETTERS.sub("", word).casefold()


@dataclass(frozen=True, slots=True)
class QuotationMatch:
    """The place of quoted words in a source, and their differences from it."""

    start: int
    end: int  # The end of the range in the source's text
    differences: tuple[Difference, ...]
    """The changes from the source's words to the quoted ones, in the quotation's wording."""
    starts_whole: bool  # True if the first quoted words were found; otherwise the source may break off there
    ends_whole: bool  # True if the last quoted words were found

    @property
    def same(self) -> bool:
        return all(difference.change == "same" for difference in self.differences)


Step = tuple[str, int, int, int, int]
"""An opcode of ``difflib`` from the source to a segment between two ellipses, with ranges of words."""


class SourceText:
    """A text that quotations are compared with; builds its table of pairs once. Any thread."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = words_of(text)
        self._keys = [word.key for word in self.words]
        self._pairs: dict[tuple[str, str], list[int]] = defaultdict(list)
        for at, pair in enumerate(pairwise(self._keys)):
            self._pairs[pair].append(at)

    def find(
        self, quoted: str, *, omits: bool = False, least_share: float = LEAST_SHARE
    ) -> QuotationMatch | None:
        """Return the place of the quoted words and their differences; None if they are not in this text.
        ``omits`` says that the quotation is marked as leaving citations out, and ``least_share`` how many of
        its words must be there in order."""
        by_ellipsis = groupby(words_of(quoted, quoted=True), key=lambda word: word.key == ELLIPSIS)
        segments = [list(words) for is_ellipsis, words in by_ellipsis if not is_ellipsis]
        pieces: list[tuple[list[AlignedWord], list[Step]]] = []
        low = 0
        for segment in segments:
            steps = self._steps(segment, low, len(self.words) if not pieces else low + _LONGEST_OMISSION)
            if steps:
                low = max(i2 for _, _, i2, _, _ in steps)
            pieces.append((segment, steps))
        sought = sum(not word.altered for segment in segments for word in segment)
        equal = sum(j2 - j1 for _, steps in pieces for tag, _, _, j1, j2 in steps if tag == "equal")
        if not sought or equal < least_share * sought:
            return None
        changes: list[Difference] = []

        def add(change: str, text: str) -> None:
            if text and changes and changes[-1].change == change:
                changes[-1] = Difference(change, f"{changes[-1].text} {text}")
            elif text:
                changes.append(Difference(change, text))

        places: list[int] = []
        for number, (segment, steps) in enumerate(pieces):
            if number:
                add("same", ELLIPSIS)
            if not steps:
                add("added", quoted[segment[0].start : segment[-1].end])
            for tag, i1, i2, j1, j2 in steps:
                source_words, quoted_words = self.words[i1:i2], segment[j1:j2]
                written = quoted[quoted_words[0].start : quoted_words[-1].end] if quoted_words else ""
                stands = self.text[source_words[0].start : source_words[-1].end] if source_words else ""
                places += [source_words[0].start, source_words[-1].end] if source_words else []
                if tag == "equal" or _allowed(source_words, quoted_words):
                    add("same", written)
                    continue
                if not (omits and not quoted_words and any(map(str.isdigit, stands))):
                    add("removed", stands)
                add("added", written)
        first, last = pieces[0][1][:1], pieces[-1][1][-1:]
        starts, ends = bool(first) and first[0][0] != "insert", bool(last) and last[0][0] != "insert"
        return QuotationMatch(min(places, default=0), max(places, default=0), tuple(changes), starts, ends)

    def _steps(self, segment: Sequence[AlignedWord], low: int, high: int) -> list[Step]:
        """Align a segment at its best place in a range of the source; without steps if it has none."""
        position = self._position(segment, low, high)
        if position is None:
            return []
        keys = [ELLIPSIS if word.altered else word.key for word in segment]
        begin = max(low, position - _SLACK)
        end = min(len(self._keys), position + len(keys) + _BUCKET + _SLACK)
        blocks = [b for b in _matcher(self._keys[begin:end], keys).get_matching_blocks() if b.size]
        sure = [b for b in blocks if b.size > 1] or blocks
        if not sure:
            return []
        first, last = sure[0], sure[-1]
        end = min(end, begin + last.a + len(keys) - last.b + _EDGE)
        begin = max(begin, begin + first.a - first.b - _EDGE)
        steps = list(_matcher(self._keys[begin:end], keys).get_opcodes())
        # without the source's words before and after what was quoted
        while steps and steps[0][0] == "delete":
            steps.pop(0)
        while steps and steps[-1][0] == "delete":
            steps.pop()
        if steps and steps[0][0] == "replace":
            tag, i1, i2, j1, j2 = steps[0]
            steps[0] = (tag, max(i1, i2 - (j2 - j1)), i2, j1, j2)
        if steps and steps[-1][0] == "replace":
            tag, i1, i2, j1, j2 = steps[-1]
            steps[-1] = (tag, i1, min(i2, i1 + j2 - j1), j1, j2)
        return [(tag, i1 + begin, i2 + begin, j1, j2) for tag, i1, i2, j1, j2 in steps]

    def _position(self, segment: Sequence[AlignedWord], low: int, high: int) -> int | None:
        """Return the likely position of a segment's first word; None if none of its pairs occurs."""
        votes: dict[int, float] = defaultdict(float)
        for offset, (one, two) in enumerate(pairwise(segment)):
            positions = self._pairs.get((one.key, two.key), ()) if not one.altered and not two.altered else ()
            if len(positions) <= _MOST_OCCURRENCES:
                for at in positions:
                    if low <= at < high:
                        votes[(at - offset) // _BUCKET] += 1 / len(positions)
        if votes:
            best = max(sorted(votes), key=lambda bucket: votes[bucket] + votes.get(bucket + 1, 0.0))
            return best * _BUCKET
        if len(segment) != 1 or low == 0:
            return None
        near = self._keys[low : low + _LONGEST_OMISSION]  # a single word after an ellipsis
        return low + near.index(segment[0].key) if segment[0].key in near else None


def _matcher(source: Sequence[str], quoted: Sequence[str]) -> SequenceMatcher[str]:
    return SequenceMatcher(None, source, quoted, autojunk=False)


def _allowed(source_words: Sequence[AlignedWord], quoted_words: Sequence[AlignedWord]) -> bool:
    """Tell whether words differ only by a marked alteration or by where a word is divided."""
    if quoted_words and all(word.altered for word in quoted_words):
        several = len(quoted_words) > 1
        return several or not source_words or source_words[0].key.startswith(quoted_words[0].key)
    return "".join(word.key for word in source_words) == "".join(word.key for word in quoted_words)


MOST = 400  # the most quotations compared for one draft
CITING = 300  # the most passages, the latest added, that are searched for quotations of one source
TEXTS = 8
"""The most documents compared that contain one authority: versions of a provision, copies of an opinion."""
NEAREST = 12
"""The passages, those that share most words, that are compared where no text is known by its citation."""
LEAST_WORDS, LEAST_WORDS_SHARE = 8, 0.75
"""The fewest words of a quotation whose text is found by its words, and the share of them that this text must
have. With fewer it may be another sentence on the same point."""
_OMITTED = re.compile(r"(?:citations?|footnotes?|quotations?(?: marks)?|quotes) omitted")
_AFTER_LENGTH = 260  # characters after a quotation that may state that citations are left out


@dataclass(frozen=True, slots=True)
class _Text:
    """A text to compare with, the ids of its passages, and where each begins in it."""

    source: SourceText
    document_id: int
    passages: tuple[int, ...]
    begins: tuple[int, ...]

    def passage_at(self, at: int) -> int:
        return max(zip(self.begins, self.passages, strict=True), key=lambda pair: (pair[0] <= at, pair[0]))[1]


@dataclass(frozen=True, slots=True)
class _LibraryTexts:
    authority: Authority | None
    first_hand: tuple[_Text, ...]
    second_hand: tuple[_Text, ...]


@dataclass(frozen=True, slots=True)
class _DraftQuotation:
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
    checks: tuple[QuotationCheck, ...]
    left_out: int  # The number of quotations beyond ``MOST``
    of_record: int  # The number of quotations of the record, which are not compared


def checked_quotations(
    catalogue: Database,
    searcher: Searcher,
    draft: ReadDraft,
    barred: Collection[int],
    reporter: DraftProgress,
    gaps: AnnotationGaps,
) -> CheckedQuotations:
    """Compare the quotations of a draft, but for those of passages in which finding them fails. Documents
    ``barred`` are the draft itself. Any thread. Raises Cancelled, IndexFault and StoreError."""
    quoted, of_record = _draft_quotations(draft, gaps)
    ids = authority_rows.ids_of(catalogue, list({quotation.whole for quotation in quoted if quotation.whole}))
    by_authority: dict[int, _LibraryTexts] = {}
    checks = []
    for number, quotation in enumerate(quoted[:MOST]):
        reporter.check()
        reporter.progress(QUOTATIONS, number, min(len(quoted), MOST))
        id_, source = ids.get(quotation.whole), quotation.source
        if id_ is not None:
            if id_ not in by_authority:
                by_authority[id_] = _library_texts(catalogue, id_, barred)
            known = by_authority[id_]
        else:
            unknown = Authority(0, quotation.whole, source.kind) if source and quotation.whole else None
            known = _LibraryTexts(unknown, (), ())
        checks.append(_check(catalogue, searcher, draft, quotation, known, barred))
    return CheckedQuotations(tuple(checks), len(quoted) - len(checks), of_record)


def _check(
    catalogue: Database,
    searcher: Searcher,
    draft: ReadDraft,
    quotation: _DraftQuotation,
    known: _LibraryTexts,
    barred: Collection[int],
) -> QuotationCheck:
    place = place_of(draft, quotation.passage, quotation.start, quotation.end)
    differences: tuple[Difference, ...] = ()
    best, first_hand, by_words = _best(known.first_hand, quotation, whole=False), True, False
    if best is None:
        best, first_hand = _best(known.second_hand, quotation, whole=True), False
    if best is None and not known.first_hand:
        best, by_words = _best_by_words(catalogue, searcher, quotation, barred), True
    if best is None:
        state, first_hand, by_words = "not here", bool(known.first_hand), False
        text = known.first_hand[0] if known.first_hand else None
        passage_id = text.passages[0] if text else 0
    else:
        text, match = best
        state, differences = "same" if match.same else "differs", match.differences
        passage_id = text.passage_at(match.start)
    document = document_rows.get_many(catalogue, [text.document_id]).get(text.document_id) if text else None
    return QuotationCheck(
        place, place.text, known.authority, state, first_hand, differences, passage_id, document, by_words
    )


def _best_by_words(
    catalogue: Database, searcher: Searcher, quotation: _DraftQuotation, barred: Collection[int]
) -> tuple[_Text, QuotationMatch] | None:
    """Return the passage of the library that has most of the quoted words; None where none has enough."""
    if len(quotation.text.split()) < LEAST_WORDS:
        return None
    request = SearchRequest(quotation.text, literal=True, excluded_documents=frozenset(barred))
    try:
        ranked = searcher.rank(request, NEAREST, frozenset({LEXICAL}))
    except QueryError:  # the words are all too common
        return None
    passages = passage_rows.by_ids(catalogue, [hit.passage_id for hit in ranked.candidates[:NEAREST]])
    texts = [_text(passage.document_id, [(passage, passage.text)]) for passage in passages.values()]
    return _best(texts, quotation, whole=True, least_share=LEAST_WORDS_SHARE)


def _library_texts(catalogue: Database, authority_id: int, barred: Collection[int]) -> _LibraryTexts:
    authority = authority_rows.by_ids(catalogue, [authority_id])[authority_id]
    names = set(authority_rows.names_of(catalogue, authority_id))
    provisions = law_rows.versions_of_authorities(catalogue, [authority_id]).get(authority_id, [])
    runs = [(provision.document_id, provision.first, provision.last) for provision in provisions]
    parted = {document_id for document_id, _, _ in runs}
    opinions = authority_rows.texts(catalogue, authority_id)
    runs += [(id_, 0, 10**9) for id_ in opinions if id_ not in parted]
    first_hand = []
    for document_id, first, last in [run for run in runs if run[0] not in barred][-TEXTS:]:
        own = [
            (passage, passage.text)
            for passage in passage_rows.of_document(catalogue, document_id)
            if first <= passage.ordinal <= last and passage.role not in UNSEARCHED_ROLES
        ]
        if own:
            first_hand.append(_text(document_id, own))
    citing = authority_rows.passages_citing(catalogue, [authority_id])
    newest = [passage_id for document_id, passage_id in citing if document_id not in barred][-CITING:]
    passages = passage_rows.by_ids(catalogue, newest)
    second_hand = []
    for passage in (passages[passage_id] for passage_id in newest if passage_id in passages):
        for start, end, at in quotations(passage.text, passage.citations):
            cited = passage.citations[at]
            if whole_of(cited.canonical, cited.kind) in names:
                second_hand.append(_text(passage.document_id, [(passage, passage.text[start:end])]))
    return _LibraryTexts(authority, tuple(first_hand), tuple(second_hand))


def _draft_quotations(draft: ReadDraft, gaps: AnnotationGaps) -> tuple[list[_DraftQuotation], int]:
    """Return the quotations of a draft, and the number of those of the record, which are not among them."""
    kept, of_record = [], 0
    for passage in draft.reading.passages:
        if passage.role in UNSEARCHED_ROLES:
            continue
        quoted = gaps.attempt(Annotation.CITATIONS, [], all_quotations, passage.text, passage.citations)
        for start, end, at in quoted:
            source = passage.citations[at] if at is not None else None
            if source is not None and source.kind is CitationKind.RECORD:
                of_record += 1
            else:
                kept.append(_DraftQuotation(passage, start, end, source))
    return kept, of_record


def _best(
    texts: Sequence[_Text], quotation: _DraftQuotation, *, whole: bool, least_share: float = LEAST_SHARE
) -> tuple[_Text, QuotationMatch] | None:
    """Return the text with the fewest changed characters. With ``whole`` only texts that have the beginning
    and the end count, because what others quote may begin or end elsewhere."""
    best: tuple[_Text, QuotationMatch] | None = None
    for text in texts:
        match = text.source.find(quotation.text, omits=quotation.omits, least_share=least_share)
        if match is None or (whole and not (match.starts_whole and match.ends_whole)):
            continue
        if best is None or _changed_length(match) < _changed_length(best[1]):
            best = text, match
        if match.same:
            break
    return best


def _changed_length(match: QuotationMatch) -> int:
    return sum(len(difference.text) for difference in match.differences if difference.change != "same")


def _text(document_id: int, parts: Sequence[tuple[Passage, str]]) -> _Text:
    begins = accumulate((len(text) + 1 for _, text in parts[:-1]), initial=0)
    joined = "\n".join(text for _, text in parts)
    return _Text(SourceText(joined), document_id, tuple(passage.id for passage, _ in parts), tuple(begins))
