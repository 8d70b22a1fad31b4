"""The word index against plain descriptions of what it must find; crashes are in test_crashes."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path

import pytest
import tantivy
from hypothesis import given, settings
from hypothesis import strategies as st

from briefbank.errors import Cancelled, IndexFault
from briefbank.index.analyzer import match_ranges, plain_tokens, query_terms, stemmed_tokens
from briefbank.index.consistency import Extent
from briefbank.index.lexical import LexicalIndex
from briefbank.models import Document, Filters, Kind, LexicalQuery, Passage, Role
from tests.index.made import bytes_on_disk, made_document, made_passages

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


def found(index: LexicalIndex, query: LexicalQuery, filters: Filters = NO_FILTER) -> set[int]:
    return {passage_id for passage_id, _ in index.search(query, filters, 10_000)}


def words(*given_words: str) -> LexicalQuery:
    return LexicalQuery(given_words)


# --- what is found -------------------------------------------------------------------------------


def test_a_document_is_searchable_as_soon_as_it_is_added_and_gone_once_removed(index: LexicalIndex) -> None:
    index.add(made_document(1), made_passages(1, ["The zebra was stopped.", "A wagon."]))
    assert found(index, words("zebras")) == {1000}
    assert index.ids() == {1000, 1001}
    index.remove(1)
    assert found(index, words("zebra")) == set() and index.ids() == set()


def test_the_extent_is_that_of_the_passages(index: LexicalIndex) -> None:
    assert index.extent() == Extent.of(set())
    for number in (1, 2, 7):
        index.add(made_document(number), made_passages(number, ["zebra"] * number))
    index.remove(2)
    assert index.extent() == Extent.of(index.ids())


def test_many_documents_are_removed_in_one_step(index: LexicalIndex) -> None:
    for number in range(1, 6):
        index.add(made_document(number), made_passages(number, ["zebra"]))
    index.remove(1, 4, 99)
    assert index.ids() == {2000, 3000, 5000}


def test_adding_a_document_again_replaces_its_passages(index: LexicalIndex) -> None:
    index.add(made_document(1), made_passages(1, ["zebra", "wagon"]))
    index.add(made_document(1), made_passages(1, ["camel"]))
    assert index.ids() == {1000} and found(index, words("zebra")) == set()


@pytest.mark.parametrize("role", [Role.CONTENTS, Role.AUTHORITIES, Role.SERVICE])
def test_lists_of_points_authorities_and_addressees_stay_out(index: LexicalIndex, role: Role) -> None:
    index.add(made_document(1), made_passages(1, ["zebra"], role=role))
    assert index.ids() == set()


def test_headings_and_titles_rank_but_less_than_the_text(index: LexicalIndex) -> None:
    filler = "the wagon was stopped on the road and nothing else happened there that day"
    index.add(made_document(1), made_passages(1, [f"zebra {filler}"]))
    index.add(made_document(2), made_passages(2, [f"{filler} anyway"], headings=("POINT I", "THE ZEBRA")))
    index.add(made_document(3, title="State v. Zebra"), made_passages(3, [f"{filler} anyway"]))
    for number in range(4, 30):
        index.add(made_document(number), made_passages(number, [filler]))
    hits = index.search(words("zebra"), NO_FILTER, 10)
    assert [passage_id for passage_id, _ in hits] == [1000, 2000, 3000]
    assert all(score > 0 for _, score in hits)


def test_a_required_phrase_may_stand_in_a_heading_but_not_across_two(index: LexicalIndex) -> None:
    index.add(made_document(1), made_passages(1, ["Text."], headings=("POINT I", "THE STOP WAS UNLAWFUL")))
    assert found(index, LexicalQuery((), ("stop was unlawful",))) == {1000}
    assert found(index, LexicalQuery((), ("point i the stop",))) == set()


def test_a_docket_number_finds_the_brief_that_bears_it(index: LexicalIndex) -> None:
    index.add(made_document(1, docket="A-1234-20; A-99-21"), made_passages(1, ["Text."]))
    index.add(made_document(2, docket="A-20-1234"), made_passages(2, ["Text."]))
    assert found(index, LexicalQuery((), (), ("A-1234-20",))) == {1000}


def test_identifiers_rank_above_words(index: LexicalIndex) -> None:
    texts = ["hearsay hearsay testimony", "Under 803(c)(27) it came in.", "803 of 27 in c"]
    index.add(made_document(1), made_passages(1, texts))
    hits = index.search(LexicalQuery(("hearsay",), (), ("803(c)(27)",)), NO_FILTER, 10)
    assert [passage_id for passage_id, _ in hits] == [1001, 1000]


def test_the_best_come_first_and_limit_holds(index: LexicalIndex) -> None:
    index.add(made_document(1), made_passages(1, ["zebra " * n + "wagon " * (9 - n) for n in range(1, 9)]))
    hits = index.search(words("zebra"), NO_FILTER, 3)
    assert [passage_id for passage_id, _ in hits] == [1007, 1006, 1005]
    assert index.search(words("zebra"), NO_FILTER, 0) == []


# --- oracles -------------------------------------------------------------------------------------


def holds(text: str, phrase: str) -> bool:
    """By plain comparison of lists of terms."""
    have, want = ([token.term for token in plain_tokens(each)] for each in (text, phrase))
    return any(have[at : at + len(want)] == want for at in range(len(have) - len(want) + 1))


def matches(text: str, query: LexicalQuery) -> bool:
    """What ``LexicalIndex.search`` promises, for passages without headings, title and docket."""
    terms = query_terms(query)
    phrases = [phrase for phrase in query.phrases if plain_tokens(phrase)]
    if phrases:
        return all(holds(text, phrase) for phrase in phrases)
    by_word = bool({token.term for token in stemmed_tokens(text)} & set(terms.stems))
    return by_word or any(holds(text, number) for number in query.identifiers if plain_tokens(number))


@given(
    texts=st.lists(TEXTS, min_size=1, max_size=12),
    query=st.builds(
        LexicalQuery,
        st.lists(st.sampled_from(WORDS), max_size=3).map(tuple),
        st.lists(TEXTS.map(lambda text: text[:20]), max_size=2).map(tuple),
        st.lists(st.sampled_from(["803(c)(27)", "2C:44", "§", "27"]), max_size=2).map(tuple),
    ),
)
@settings(max_examples=80)
def test_words_phrases_and_identifiers_find_what_a_plain_reading_finds_and_all_of_it_is_marked(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], query: LexicalQuery
) -> None:
    index = LexicalIndex(tmp_path_factory.mktemp("lexical"))
    index.add(made_document(1), made_passages(1, texts))
    hits = found(index, query)
    assert hits == {1000 + at for at, text in enumerate(texts) if matches(text, query)}
    assert all(match_ranges(texts[passage_id - 1000], query) for passage_id in hits)
    index.close()


@given(texts=st.lists(st.text(alphabet=st.characters(), max_size=60), min_size=1, max_size=4), data=st.data())
@settings(max_examples=60)
def test_any_word_of_any_text_finds_it_and_is_marked(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], data: st.DataObject
) -> None:
    index = LexicalIndex(tmp_path_factory.mktemp("lexical"))
    index.add(made_document(1), made_passages(1, texts))
    text = data.draw(st.sampled_from(texts))
    for token in plain_tokens(text)[:5]:
        word = text[token.start : token.end]
        for query in (words(word), LexicalQuery((), (word,)), LexicalQuery((), (), (word,))):
            hits = found(index, query)
            assert 1000 + texts.index(text) in hits
            assert all(match_ranges(texts[passage_id - 1000], query) for passage_id in hits)
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
        made_document(
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
            index.add(document, made_passages(document.id, ["zebra"]))
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
    phrase=st.booleans(),
)
def test_filters_let_through_what_a_plain_reading_does(
    varied: tuple[LexicalIndex, list[Document]], filters: Filters, phrase: bool
) -> None:
    index, documents = varied
    query = LexicalQuery((), ("zebra",)) if phrase else words("zebra")
    assert found(index, query, filters) == {1000 * d.id for d in documents if passes(d, filters)}


def test_filters_do_not_change_scores(varied: tuple[LexicalIndex, list[Document]]) -> None:
    index, _ = varied
    free = dict(index.search(words("zebra"), NO_FILTER, 500))
    filtered = index.search(words("zebra"), Filters(kinds=frozenset({Kind.MEMO}), court="supreme"), 500)
    assert filtered and all(score == pytest.approx(free[passage_id]) for passage_id, score in filtered)


# --- bad input -----------------------------------------------------------------------------------

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
    index.add(made_document(1, title="\ud800", court="\ud800" * 5, docket="\x00"), made_passages(1, BAD))
    assert found(index, words("zebra")) == {1000 + at for at, text in enumerate(BAD) if "zebra" in text}
    assert found(index, words("the", "of")) == {1005}


@pytest.mark.parametrize("text", [*BAD, 'a" AND (b', "miranda*", "2C:44-1", "field:value^9", "\\"])
def test_any_text_can_be_asked(index: LexicalIndex, text: str) -> None:
    index.add(made_document(1), made_passages(1, ["zebra wagon"]))
    for query in (LexicalQuery(tuple(text.split())), LexicalQuery((text,), (text,), (text,))):
        hits = index.search(query, Filters(court=text), 10)
        assert all(score >= 0 for _, score in hits)


def test_of_a_pasted_page_the_rare_words_are_asked_for(index: LexicalIndex) -> None:
    common = [f"common{n}" for n in range(100)]
    index.add(made_document(1), made_passages(1, [" ".join(common)] * 20 + ["zebra"]))
    assert index.search(LexicalQuery((*common, "zebra")), NO_FILTER, 1)[0][0] == 1020


def test_frequency_counts_passages_with_any_form_of_a_word(index: LexicalIndex) -> None:
    index.add(made_document(1), made_passages(1, ["search", "searching the car", "wagon"]))
    asked = ("searches", "zebra", "", "the", "wagon’s")
    assert index.frequencies(asked) == [2, 0, 0, 1, 1]


def test_the_frequencies_of_many_words_are_of_one_state_that_is_looked_for_once(
    index: LexicalIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.add(made_document(1), made_passages(1, ["zebra"]))
    looked: list[int] = []
    refresh = index._refresh
    monkeypatch.setattr(index, "_refresh", lambda: (looked.append(1), refresh()))
    assert index.frequencies(["zebra"] * 300) == [1] * 300 and len(looked) == 1
    assert index.frequencies([]) == []


# --- batches, rebuild, what is on disk -----------------------------------------------------------


def test_a_batch_is_seen_as_a_whole_or_not_at_all(index: LexicalIndex) -> None:
    with index.batch():
        index.add(made_document(1), made_passages(1, ["zebra"]))
        assert index.ids() == set()
        index.add(made_document(2), made_passages(2, ["zebra"]))
    assert index.ids() == {1000, 2000}
    with pytest.raises(Cancelled), index.batch():
        index.remove(1)
        raise Cancelled
    assert index.ids() == {1000, 2000}
    index.remove(1)
    assert index.ids() == {2000}


def rows(numbers: Sequence[int], text: str) -> Iterator[tuple[Document, list[Passage]]]:
    for number in numbers:
        yield made_document(number), made_passages(number, [text])


def test_a_rebuild_replaces_everything_and_leaves_one_generation(index: LexicalIndex, tmp_path: Path) -> None:
    index.add(made_document(1), made_passages(1, ["zebra"]))
    other = LexicalIndex(tmp_path / "lexical")
    index.rebuild(rows([2, 3], "wagon"), lambda: None)
    assert index.ids() == {2000, 3000} and other.ids() == {2000, 3000}
    index.add(made_document(4), made_passages(4, ["zebra"]))
    assert found(other, words("zebra")) == {4000}
    assert sum(path.is_dir() for path in (tmp_path / "lexical").iterdir()) == 1


def test_a_rebuild_that_is_stopped_leaves_the_old_index(index: LexicalIndex, tmp_path: Path) -> None:
    index.add(made_document(1), made_passages(1, ["zebra"]))
    calls = iter([None, None])

    def stop() -> None:
        if next(calls, "stop") == "stop":
            raise Cancelled

    with pytest.raises(Cancelled):
        index.rebuild(rows(range(2, 9), "wagon"), stop)
    assert index.ids() == {1000}
    assert sum(path.is_dir() for path in (tmp_path / "lexical").iterdir()) == 1


def terms_on_disk(folder: Path) -> set[str]:
    """All words of all texts and headings that the files hold, deleted or not."""
    searcher = tantivy.Index.open(str(next(folder.glob("g-*")))).searcher()
    fields = ("text", "exact", "headings", "exact_headings", "title", "docket")
    return {term for name in fields for term, _ in searcher.terms_with_prefix(name, "")}


def test_a_document_that_is_alone_in_its_file_is_gone_from_the_disk_once_removed(
    index: LexicalIndex, tmp_path: Path
) -> None:
    index.add(made_document(1), made_passages(1, ["zebra"]))
    index.add(made_document(2), made_passages(2, ["qwvxyzzy"]))
    index.remove(2)
    assert not index.holds_deleted()
    assert terms_on_disk(tmp_path / "lexical") == {"zebra"}


def test_an_index_says_that_it_still_holds_words_of_a_removed_document_and_a_rebuild_ends_it(
    index: LexicalIndex, tmp_path: Path
) -> None:
    with index.batch():
        for number, text in enumerate(["zebra", "qwvxyzzy sealed", "wagon"], start=1):
            index.add(made_document(number, title=text), made_passages(number, [text], headings=(text,)))
    assert not index.holds_deleted()
    index.remove(2)
    assert index.holds_deleted() and "qwvxyzzy" in terms_on_disk(tmp_path / "lexical")
    index.rebuild([*rows([1], "zebra"), *rows([3], "wagon")], lambda: None)
    assert not index.holds_deleted()
    assert terms_on_disk(tmp_path / "lexical") == {"zebra", "wagon"}
    assert LexicalIndex(tmp_path / "lexical").frequencies(["qwvxyzzy", "sealed", "wagon"]) == [0, 0, 1]


def test_disk_use_stays_bounded_over_many_changes(index: LexicalIndex, tmp_path: Path) -> None:
    passages = made_passages(1, [f"zebra {n} wagon " * 40 for n in range(50)])
    index.add(made_document(1), passages)
    once = bytes_on_disk(tmp_path)
    for _ in range(40):
        index.add(made_document(1), passages)
        index.remove(1)
    index.add(made_document(1), passages)
    assert bytes_on_disk(tmp_path) < 3 * once + 50_000


def test_an_index_of_another_analysis_is_a_fault(index: LexicalIndex, tmp_path: Path) -> None:
    sentinel = tmp_path / "lexical" / "index.json"
    found_there = json.loads(sentinel.read_text())
    found_there["built_with"]["analyzer"] = 0
    sentinel.write_text(json.dumps(found_there))
    with pytest.raises(IndexFault):
        LexicalIndex(tmp_path / "lexical")


@pytest.mark.parametrize("damage", ["sentinel", "generation", "meta", "terms"])
def test_damage_is_a_fault_and_nothing_else(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "lexical"
    index = LexicalIndex(folder)
    index.add(made_document(1), made_passages(1, ["zebra wagon " * 50]))
    index.close()
    generation = next(path for path in folder.iterdir() if path.is_dir())
    if damage == "sentinel":
        (folder / "index.json").write_text("{")
    elif damage == "generation":
        generation.rename(folder / "elsewhere")
    else:
        path = generation / "meta.json" if damage == "meta" else next(generation.glob("*.term"))
        path.write_bytes(path.read_bytes()[:10])
    with pytest.raises(IndexFault):
        LexicalIndex(folder)


def test_threads_may_search_while_one_writes(index: LexicalIndex) -> None:
    index.add(made_document(1), made_passages(1, ["zebra"]))
    stop = threading.Event()

    def search() -> int:
        searches = 0
        while not stop.is_set():
            assert 1000 in found(index, words("zebra"))
            searches += 1
        return searches

    with ThreadPoolExecutor(3) as pool:
        searching = [pool.submit(search) for _ in range(3)]
        for number in range(2, 20):
            index.add(made_document(number), made_passages(number, ["zebra"] * 20))
            if number % 6 == 0:
                index.rebuild(rows([1], "zebra"), lambda: None)
        stop.set()
        assert all(each.result() > 0 for each in searching)
