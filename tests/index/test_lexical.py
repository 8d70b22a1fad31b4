"""Tests of the lexical index against plain descriptions of what it must find."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
import tantivy
from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue.passage_rows import IdTotals
from briefbank.domain.authorities import Citation, CitationKind
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage, Role
from briefbank.domain.searches import Expression, Filters, LexicalQuery, Phrase, Related, Term
from briefbank.errors import Cancelled, IndexFault
from briefbank.index import segments
from briefbank.index.analyzer import plain_tokens, query_terms, stemmed_tokens
from briefbank.index.lexical import LexicalIndex
from briefbank.index.operator_matching import match_ranges
from tests.index.factory import build_document, build_passages
from tests.support.profile import sample

NO_FILTER = Filters()
WORDS = (
    "search",
    "searches",
    "searching",
    "car",
    "cars",
    "the",
    "of",
    "plain",
    "error",
    "803",
    "c",
    "27",
    "2C",
    "44",
)
TEXTS = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)


@pytest.fixture
def index(tmp_path: Path) -> Iterator[LexicalIndex]:
    opened = LexicalIndex(tmp_path / "lexical")
    yield opened
    opened.close()


def matching_ids(index: LexicalIndex, query: LexicalQuery, filters: Filters = NO_FILTER) -> set[int]:
    return {passage_id for passage_id, _ in index.search(query, filters, 10_000)}


def words(*given_words: str) -> LexicalQuery:
    return LexicalQuery(given_words, sequences=(given_words,))


def beside(text: str) -> Expression:
    """The words of a text side by side; it has one at least."""
    terms = tuple(Term(token.term, 0, 0) for token in plain_tokens(text))
    return Phrase(terms, 0, 0) if len(terms) > 1 else terms[0]


def requiring(text: str) -> LexicalQuery:
    return LexicalQuery(required=beside(text))


def test_documents_are_searchable_once_they_are_added_and_gone_once_removed(index: LexicalIndex) -> None:
    index.add(build_document(1), build_passages(1, ["The zebra was stopped.", "A wagon."]))
    assert matching_ids(index, words("zebras")) == {1000}
    assert index.ids() == {1000, 1001}
    index.remove(1)
    assert matching_ids(index, words("zebra")) == set() and index.ids() == set()
    assert index.id_totals() == IdTotals(0, 0, 0)
    with index.batch():
        for number in range(1, 6):
            index.add(build_document(number, docket=f"A-123{number}-20"), build_passages(number, ["zebra"]))
    index.remove(1, 4, 99)
    assert index.ids() == {2000, 3000, 5000} and index.id_totals() == IdTotals(3, 10_000, 5000)
    assert matching_ids(index, LexicalQuery(identifiers=("A-1235-20",))) == {5000}


@pytest.mark.parametrize("role", [Role.CONTENTS, Role.AUTHORITIES, Role.SERVICE])
def test_lists_of_points_authorities_and_addressees_stay_out(index: LexicalIndex, role: Role) -> None:
    index.add(build_document(1), build_passages(1, ["zebra"], role=role))
    assert index.ids() == set()


def test_headings_and_titles_rank_but_less_than_the_text(index: LexicalIndex) -> None:
    filler = "the wagon was stopped on the road and nothing else happened there that day"
    index.add(build_document(1), build_passages(1, [f"zebra {filler}"]))
    index.add(build_document(2), build_passages(2, [f"{filler} anyway"], headings=("POINT I", "THE ZEBRA")))
    index.add(build_document(3, title="State v. Zebra"), build_passages(3, [f"{filler} anyway"]))
    with index.batch():
        for number in range(4, 30):
            index.add(build_document(number), build_passages(number, [filler]))
    hits = index.search(words("zebra"), NO_FILTER, 10)
    assert [passage_id for passage_id, _ in hits] == [1000, 2000, 3000]
    assert all(score > 0 for _, score in hits)


def test_required_parts_are_searched_in_the_text_and_not_in_headings_or_titles(index: LexicalIndex) -> None:
    """A heading's words stand in the text of the first passage below it."""
    headings = ("THE STOP WAS UNLAWFUL",)
    index.add(build_document(1, title="THE STOP"), build_passages(1, ["Text of it."], headings=headings))
    assert (
        matching_ids(index, requiring("stop was unlawful")) == matching_ids(index, requiring("stop")) == set()
    )
    assert matching_ids(index, requiring("text of")) == {1000}


@pytest.mark.parametrize(
    ("query_words", "together", "apart"),
    [
        (
            ("excited", "utterance"),
            "an excited utterance of the caller",
            "the excited caller and an utterance",
        ),
        (("assistance", "counsel"), "the assistance of counsel was weak", "counsel was weak in assistance"),
    ],
)
def test_neighbours_of_a_query_count_more_where_they_are_neighbours_in_the_text(
    index: LexicalIndex, query_words: tuple[str, str], together: str, apart: str
) -> None:
    index.add(build_document(1), build_passages(1, [apart, together]))
    index.add(build_document(2), build_passages(2, ["a wagon stood on the road that day"] * 28))
    assert [passage_id for passage_id, _ in index.search(words(*query_words), NO_FILTER, 10)] == [1001, 1000]


def test_context_words_rank_with_their_weight_and_a_word_of_both_counts_in_full(index: LexicalIndex) -> None:
    index.add(build_document(1), build_passages(1, ["zebra here", "wagon here", "zebra wagon", "nothing"]))
    alone, query = dict(index.search(words("wagon"), NO_FILTER, 9)), words("zebra")
    framed = index.search(replace(query, context=("wagons",), context_weight=0.25), NO_FILTER, 9)
    assert [passage_id for passage_id, _ in framed] == [1002, 1000, 1001]
    assert dict(framed)[1001] == pytest.approx(0.25 * alone[1001])
    both = replace(query, context=("zebras",), context_weight=0.25)
    assert index.search(both, NO_FILTER, 9) == index.search(query, NO_FILTER, 9)


def test_the_best_come_first_and_limit_holds(index: LexicalIndex) -> None:
    index.add(build_document(1), build_passages(1, ["zebra " * n + "wagon " * (9 - n) for n in range(1, 9)]))
    hits = index.search(words("zebra"), NO_FILTER, 3)
    assert [passage_id for passage_id, _ in hits] == [1007, 1006, 1005]
    assert index.search(words("zebra"), NO_FILTER, 0) == []


def test_related_words_widen_a_search_and_rank_below_what_was_typed(index: LexicalIndex) -> None:
    texts = [
        "The car was stopped.",
        "The automobile was stopped.",
        "A motor vehicle stop.",
        "A vehicle. A motor.",
    ]
    index.add(build_document(1), build_passages(1, texts))
    related = (
        Related("automobiles", 0.3, "car"),
        Related("motor vehicle", 0.1, "car"),
        Related("cars", 0.9, "car"),
    )
    query = LexicalQuery(("car",), related=related)
    assert [passage_id for passage_id, _ in index.search(query, NO_FILTER, 10)] == [1000, 1001, 1002]
    marked = [[text[start:end] for start, end in match_ranges(text, query)] for text in texts]
    assert marked == [["car"], ["automobile"], ["motor vehicle"], []]


def test_the_newest_come_first_and_those_without_a_date_last(index: LexicalIndex) -> None:
    days = [None, date(2001, 2, 3), date(2020, 1, 1), date(1890, 1, 1), date(2020, 1, 1)]
    for number, filed in enumerate(days, start=1):
        index.add(build_document(number, filed=filed), build_passages(number, ["zebra", "wagon"]))
    assert index.newest(words("zebra"), NO_FILTER, 10) == [3000, 5000, 2000, 4000, 1000]
    assert index.newest(words("zebra"), NO_FILTER, 3) == [3000, 5000, 2000]
    assert index.newest(words("zebra"), Filters(filed_to=date(2001, 12, 31)), 3) == [2000, 4000]
    assert index.newest(words(""), NO_FILTER, 3) == index.newest(words("zebra"), NO_FILTER, 0) == []


def citing(document_id: int, *names: Sequence[str]) -> list[Passage]:
    """A passage for each list of authorities that it cites."""
    passages = build_passages(document_id, ["text"] * len(names))
    cited = [tuple(Citation(0, 1, name, CitationKind.CASE) for name in item) for item in names]
    return [replace(passage, citations=citations) for passage, citations in zip(passages, cited, strict=True)]


def equal_weights(*names: str) -> dict[str, float]:
    """Authorities of which none weighs more than another."""
    return dict.fromkeys(names, 1.0)


def test_passages_that_cite_an_authority_are_found_by_any_spelling_the_rare_ones_first(
    index: LexicalIndex,
) -> None:
    common, rare, other = "170 N.J. 632", "N.J.S.A. 2C:44-1", "1 U.S. 1"
    index.add(build_document(1), citing(1, [common], [common, common], [rare], [other, ""], [common, rare]))
    index.add(build_document(2, kind=Kind.MEMO), citing(2, [common]))
    hits = index.citing(equal_weights("170 NJ 632", "NJSA 2C:44-1", "170 N.J. 632"), NO_FILTER, 10)
    assert [passage_id for passage_id, _ in hits] == [1004, 1002, 1000, 1001, 2000]
    assert hits[0][1] == pytest.approx(hits[1][1] + hits[2][1]) and hits[-1][1] > 0
    memos = index.citing(equal_weights(common), Filters(kinds=frozenset({Kind.MEMO})), 10)
    assert memos == [(2000, pytest.approx(hits[-1][1]))]
    assert index.citing(equal_weights(common), NO_FILTER, 2) == hits[2:4]
    assert (
        index.citing(equal_weights("70 N.J. 632", ""), NO_FILTER, 10) == index.citing({}, NO_FILTER, 10) == []
    )


def test_an_authority_counts_by_its_weight_and_of_two_spellings_by_the_greater(index: LexicalIndex) -> None:
    first, second = "170 N.J. 632", "1 U.S. 1"
    index.add(build_document(1), citing(1, [first], [second], []))
    even = dict(index.citing({first: 1.0, second: 1.0}, NO_FILTER, 10))
    assert even[1000] == even[1001] > 0
    hits = index.citing({first: 0.5, second: 1.0, "1 US 1": 3.0}, NO_FILTER, 10)
    assert hits == [(1001, pytest.approx(3.0 * even[1001])), (1000, pytest.approx(0.5 * even[1000]))]


def holds(text: str, phrase: str) -> bool:
    """Tell whether a text holds a phrase, by comparing lists of terms."""
    have, want = ([token.term for token in plain_tokens(item)] for item in (text, phrase))
    return any(have[at : at + len(want)] == want for at in range(len(have) - len(want) + 1))


def matches(text: str, query: LexicalQuery) -> bool:
    """Tell whether ``LexicalIndex.search`` must find a passage without headings, title and docket."""
    terms = query_terms(query)
    if isinstance(query.required, Term | Phrase):
        required = (query.required,) if isinstance(query.required, Term) else query.required.terms
        return holds(text, " ".join(term.pattern for term in required))
    by_word = bool({token.term for token in stemmed_tokens(text)} & {*terms.stems, *terms.context})
    return by_word or any(holds(text, number) for number in query.identifiers if plain_tokens(number))


@given(
    texts=st.lists(TEXTS, min_size=1, max_size=12),
    query=st.builds(
        LexicalQuery,
        st.lists(st.sampled_from(WORDS), max_size=3).map(tuple),
        st.lists(st.sampled_from(["803(c)(27)", "2C:44", "§", "27"]), max_size=2).map(tuple),
        st.none() | TEXTS.map(lambda text: text[:20]).filter(plain_tokens).map(beside),
        context=st.lists(st.sampled_from(WORDS), max_size=2).map(tuple),
    ),
)
def test_words_required_texts_and_identifiers_find_what_a_plain_reading_finds_and_all_of_it_is_marked(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], query: LexicalQuery
) -> None:
    index = LexicalIndex(tmp_path_factory.mktemp("lexical"))
    with index.batch():
        for number, text in enumerate(texts, start=1):
            index.add(build_document(number), build_passages(number, [text]))
    hits = matching_ids(index, query)
    assert hits == {1000 * number for number, text in enumerate(texts, start=1) if matches(text, query)}
    assert all(match_ranges(texts[passage_id // 1000 - 1], query) for passage_id in hits)
    index.close()


@given(texts=st.lists(st.text(alphabet=st.characters(), max_size=60), min_size=1, max_size=4), data=st.data())
def test_any_word_of_any_text_finds_it_and_is_marked(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], data: st.DataObject
) -> None:
    index = LexicalIndex(tmp_path_factory.mktemp("lexical"))
    with index.batch():
        for number, text in enumerate(texts, start=1):
            index.add(build_document(number), build_passages(number, [text]))
    text = data.draw(st.sampled_from(texts))
    for token in plain_tokens(text)[:5]:
        word = text[token.start : token.end]
        for query in (words(word), requiring(word), LexicalQuery(identifiers=(word,))):
            hits = matching_ids(index, query)
            assert 1000 * (1 + texts.index(text)) in hits
            assert all(match_ranges(texts[passage_id // 1000 - 1], query) for passage_id in hits)
    index.close()


COURTS = (
    "",
    "Superior Court of New Jersey, Appellate Division",
    "Supreme Court of New Jersey",
    "Cour d’Éxample",
)
DAY = date(2020, 1, 1)


@pytest.fixture(scope="module")
def varied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LexicalIndex, list[Document]]]:
    """Two hundred documents of all kinds, courts and dates, a fifth of them without a date."""
    documents = [
        build_document(
            number,
            kind=list(Kind)[number % len(Kind)],
            court=COURTS[number % 3] if number % 11 else COURTS[3],
            filed=DAY + timedelta(days=(number * 37) % 400) if number % 5 else None,
        )
        for number in range(1, 201)
    ]
    index = LexicalIndex(tmp_path_factory.mktemp("varied"))
    with index.batch():
        for document in documents:
            index.add(document, build_passages(document.id, ["zebra"]))
    yield index, documents
    index.close()


def passes(document: Document, filters: Filters) -> bool:
    if filters.kinds and document.kind not in filters.kinds:
        return False
    if filters.court.strip().casefold() not in document.court.casefold():
        return False
    if (filters.filed_from or filters.filed_to) and document.filed is None:
        return False
    first, last = filters.filed_from or date.min, filters.filed_to or date.max
    return document.filed is None or first <= document.filed <= last


@given(
    filters=st.builds(
        Filters,
        st.none() | st.integers(-20, 420).map(lambda days: DAY + timedelta(days=days)),
        st.none() | st.integers(-20, 420).map(lambda days: DAY + timedelta(days=days)),
        st.frozensets(st.sampled_from(list(Kind)), max_size=3),
        st.sampled_from(["", " ", "appellate", "SUPREME", "new jersey", "éxample", "martian"]),
    ),
    required=st.booleans(),
)
def test_filters_let_through_what_a_plain_reading_does(
    varied: tuple[LexicalIndex, list[Document]], filters: Filters, required: bool
) -> None:
    index, documents = varied
    query = requiring("zebra") if required else words("zebra")
    assert matching_ids(index, query, filters) == {1000 * d.id for d in documents if passes(d, filters)}


BAD = [
    "\U0001f600" * 50,
    "\x00\x01\x02 \x1b[31m zebra",
    "\ud800 zebra \udfff",
    "word " * 10_000 + "zebra",
    "x" * 100_000 + " zebra",
    "the of and to",
    "",
    "zebra\u202e\u200b \ufeff\u0300\u0300",
]


def test_any_text_can_be_indexed_and_the_word_in_it_found(index: LexicalIndex) -> None:
    index.add(build_document(1, title="\ud800", court="\ud800" * 5, docket="\x00"), build_passages(1, BAD))
    assert matching_ids(index, words("zebra")) == {
        1000 + at for at, text in enumerate(BAD) if "zebra" in text
    }
    assert matching_ids(index, words("the", "of")) == {1005}


def test_any_text_can_be_searched_for(index: LexicalIndex) -> None:
    index.add(build_document(1), build_passages(1, ["zebra wagon"]))
    for text in (*BAD, 'a" AND (b', "miranda*", "2C:44-1", "field:value^9", "\\"):
        phrase = Phrase((Term(text, 0, 0), Term(text[:3], 0, 0)), 0, 0)
        everything = LexicalQuery((text,), (text,), phrase, (Related(text, 0.3, text),), (text,), 0.3)
        for query in (LexicalQuery(tuple(text.split())), everything, replace(everything, required=None)):
            hits = index.search(query, Filters(court=text), 10)
            assert all(score >= 0 for _, score in hits), text[:60]


def test_the_rare_words_of_a_pasted_page_are_searched(index: LexicalIndex) -> None:
    common = [f"common{n}" for n in range(100)]
    index.add(build_document(1), build_passages(1, [" ".join(common)] * 20 + ["zebra"]))
    assert index.search(LexicalQuery((*common, "zebra")), NO_FILTER, 1)[0][0] == 1020


def test_frequency_counts_passages_with_any_form_of_a_word(index: LexicalIndex) -> None:
    index.add(build_document(1), build_passages(1, ["search", "searching the car", "wagon"]))
    words = ("searches", "zebra", "", "the", "wagon’s")
    assert index.frequencies(words) == [2, 0, 0, 1, 1]
    assert index.frequencies(["search", "zebra"], beside="cars") == [1, 0] and index.frequencies([]) == []


def test_words_are_listed_by_their_beginning_as_they_are_spelled(index: LexicalIndex) -> None:
    index.add(build_document(1), build_passages(1, ["Search a car", "searching", "search the seat", "case"]))
    assert index.words_beginning("sea") == {"search": 2, "searching": 1, "seat": 1}
    assert index.words_beginning("z") == {}


def test_a_batch_is_seen_as_a_whole_or_not_at_all(index: LexicalIndex) -> None:
    with index.batch():
        index.add(build_document(1), build_passages(1, ["zebra"]))
        assert index.ids() == set()
        index.add(build_document(2), build_passages(2, ["zebra"]))
    assert index.ids() == {1000, 2000}
    with pytest.raises(Cancelled), index.batch():
        index.remove(1)
        raise Cancelled
    assert index.ids() == {1000, 2000}
    index.remove(1)
    assert index.ids() == {2000}


def rows(numbers: Sequence[int], text: str) -> Iterator[tuple[Document, list[Passage]]]:
    for number in numbers:
        yield build_document(number), build_passages(number, [text])


def test_a_rebuild_replaces_everything_and_leaves_one_generation(index: LexicalIndex, tmp_path: Path) -> None:
    index.add(build_document(1), build_passages(1, ["zebra"]))
    other = LexicalIndex(tmp_path / "lexical")
    index.rebuild(rows([2, 3], "wagon"), lambda: None)
    assert index.ids() == {2000, 3000} and other.ids() == {2000, 3000}
    index.add(build_document(4), build_passages(4, ["zebra"]))
    assert matching_ids(other, words("zebra")) == {4000}
    assert sum(path.is_dir() for path in (tmp_path / "lexical").iterdir()) == 1


def test_a_rebuild_that_is_stopped_leaves_the_old_index(index: LexicalIndex, tmp_path: Path) -> None:
    index.add(build_document(1), build_passages(1, ["zebra"]))
    calls = iter([None, None])

    def stop() -> None:
        if next(calls, "stop") == "stop":
            raise Cancelled

    with pytest.raises(Cancelled):
        index.rebuild(rows(range(2, 9), "wagon"), stop)
    assert index.ids() == {1000}
    assert sum(path.is_dir() for path in (tmp_path / "lexical").iterdir()) == 1


def terms_on_disk(folder: Path) -> set[str]:
    """Return all terms of texts and headings in the files, deleted or not."""
    searcher = tantivy.Index.open(str(next(folder.glob("g-*")))).searcher()
    fields = ("text", "exact", "headings", "exact_headings", "title", CitationKind.DOCKET)
    return {term for name in fields for term, _ in searcher.terms_with_prefix(name, "")}


def test_an_index_reports_remaining_words_of_a_removed_document_and_a_rebuild_removes_them(
    index: LexicalIndex, tmp_path: Path
) -> None:
    with index.batch():
        for number, text in enumerate(["zebra", "qwvxyzzy sealed", "wagon"], start=1):
            index.add(build_document(number, title=text), build_passages(number, [text], headings=(text,)))
    assert not index.holds_deleted()
    index.remove(2)
    assert index.holds_deleted() and "qwvxyzzy" in terms_on_disk(tmp_path / "lexical")
    index.rebuild([*rows([1], "zebra"), *rows([3], "wagon")], lambda: None)
    assert not index.holds_deleted()
    assert terms_on_disk(tmp_path / "lexical") == {"zebra", "wagon"}
    assert LexicalIndex(tmp_path / "lexical").frequencies(["qwvxyzzy", "sealed", "wagon"]) == [0, 0, 1]


def documents(numbers: Iterable[int]) -> Iterator[tuple[Document, list[Passage]]]:
    """Documents with three passages and a word of their own each."""
    for number in numbers:
        yield build_document(number), build_passages(number, [f"zebra word{number}", "wagon zebra", "plea"])


def add_at_once(index: LexicalIndex, numbers: Iterable[int]) -> None:
    with index.batch():
        for document in documents(numbers):
            index.add(*document)


def segment_sizes(folder: Path) -> list[int]:
    (listed,) = folder.glob("lexical/g-*/meta.json")
    return sorted(segment["max_doc"] for segment in json.loads(listed.read_text())["segments"])


@pytest.mark.parametrize("kept", [3, 40])
def test_a_purge_removes_all_words_of_a_removed_document_and_keeps_the_others(
    index: LexicalIndex, tmp_path: Path, kept: int
) -> None:
    add_at_once(index, range(1, kept + 2))
    index.remove(2)
    assert index.holds_deleted() and "word2" in terms_on_disk(tmp_path / "lexical")
    index.purge(documents)
    assert not index.holds_deleted() and "word2" not in terms_on_disk(tmp_path / "lexical")
    fresh = LexicalIndex(tmp_path / "fresh")
    add_at_once(fresh, {*range(1, kept + 2)} - {2})
    for query in (words("zebra"), words("wagon", "word3"), words("word2")):
        assert index.search(query, Filters(), 500) == fresh.search(query, Filters(), 500)


def test_a_purge_writes_only_the_segments_of_removed_documents(
    index: LexicalIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(segments, "MOST_PASSAGES", 60)
    add_at_once(index, range(1, 101))
    assert segment_sizes(tmp_path) == [60] * 5
    before = {path.name for path in tmp_path.glob("lexical/g-*/*.term")}
    index.remove(30, 31, 90)
    index.purge(documents)
    assert len(before & {path.name for path in tmp_path.glob("lexical/g-*/*.term")}) == 3
    assert index.size() == 97 * 3 and segment_sizes(tmp_path) == [54, 57, 60, 60, 60]


def test_a_document_added_twice_in_a_batch_is_stored_once_in_its_last_form(
    index: LexicalIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(segments, "MOST_PASSAGES", 3)
    with index.batch():
        for number in (2, 3, 4):
            index.add(build_document(number), build_passages(number, ["former"] * 3))
        for number in (4, 2):
            index.add(build_document(number), build_passages(number, ["latter"]))
    assert matching_ids(index, words("former")) == {3000, 3001, 3002}
    assert matching_ids(index, words("latter")) == {2000, 4000}
    assert index.ids() == {2000, 3000, 3001, 3002, 4000}


def test_segments_are_merged_while_they_are_small_and_never_beyond_the_bound(
    index: LexicalIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(segments, "MOST_PASSAGES", 30)
    for document in documents(range(1, 21)):
        index.add(*document)
    sizes = segment_sizes(tmp_path)
    assert sum(sizes) == 60 and max(sizes) <= 30 and len(sizes) < 8


@pytest.mark.parametrize(
    "damage", ["sentinel", "endless sentinel", "endless meta", "generation", "meta", "terms", "fields"]
)
def test_damage_is_a_fault_and_nothing_else(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "lexical"
    index = LexicalIndex(folder)
    index.add(build_document(1), build_passages(1, ["zebra wagon " * 50]))
    index.close()
    generation = next(path for path in folder.iterdir() if path.is_dir())
    if damage == "sentinel":
        (folder / "index.json").write_text("{")
    elif damage.startswith("endless"):
        os.truncate(generation / "meta.json" if "meta" in damage else folder / "index.json", 1 << 42)
    elif damage == "generation":
        generation.rename(folder / "elsewhere")
    elif damage == "fields":
        meta = generation / "meta.json"
        loads = json.loads(meta.read_text())
        loads["schema"][0]["name"] = "passages"
        meta.write_text(json.dumps(loads))
    else:
        path = generation / "meta.json" if damage == "meta" else next(generation.glob("*.term"))
        path.write_bytes(path.read_bytes()[:10])
    with pytest.raises(IndexFault):
        LexicalIndex(folder)


def test_a_list_of_other_files_beside_the_index_deletes_none_of_them(tmp_path: Path) -> None:
    """Tantivy's writer deletes the files in ``.managed.json`` that the index does not need, wherever they
    are."""
    index = LexicalIndex(tmp_path / "lexical")
    index.add(build_document(1), build_passages(1, ["zebra"]))
    (victim := tmp_path / "victim.txt").write_text("stays")
    (listed,) = (tmp_path / "lexical").glob("g-*/.managed.json")
    (beside := listed.with_name("notes.txt")).write_text("stays")
    names = [str(victim), "../../victim.txt", "notes.txt", 7]
    listed.write_text(json.dumps([*json.loads(listed.read_text()), *names]))
    index.remove(1)
    index.add(build_document(2), build_passages(2, ["zebra"]))
    assert victim.exists() and beside.exists()


@pytest.mark.parametrize("segment_id", ["../../victim", 7, "0" * 32])
def test_a_list_of_segments_elsewhere_is_damage(tmp_path: Path, segment_id: str | int) -> None:
    index = LexicalIndex(tmp_path / "lexical")
    index.add(build_document(1), build_passages(1, ["zebra"]))
    (listed,) = (tmp_path / "lexical").glob("g-*/meta.json")
    found_there = json.loads(listed.read_text())
    found_there["segments"][0]["segment_id"] = segment_id
    listed.write_text(json.dumps(found_there))
    for change in (index.close, lambda: index.remove(1), lambda: LexicalIndex(tmp_path / "lexical")):
        with suppress(IndexFault):
            change()
    with pytest.raises(IndexFault):
        index.ids()


def test_threads_may_search_while_one_writes(index: LexicalIndex) -> None:
    index.add(build_document(1), build_passages(1, ["zebra"]))
    stop = threading.Event()

    def search() -> int:
        searches = 0
        while not stop.is_set():
            assert 1000 in matching_ids(index, words("zebra"))
            searches += 1
        return searches

    with ThreadPoolExecutor(3) as pool:
        searching = [pool.submit(search) for _ in range(3)]
        for number in range(2, sample(6, 20)):
            index.add(build_document(number), build_passages(number, ["zebra"] * 20))
            if number % 4 == 0:
                index.rebuild(rows([1], "zebra"), lambda: None)
        stop.set()
        assert all(item.result() > 0 for item in searching)
