"""Tests of the measures against a small library judged by hand and plain counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.searches import Order
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.evaluate.defenders.collection import Document
from tests.evaluate.defenders.judged import Judged, Search, SearchKind, plain
from tests.evaluate.defenders.library import judged_library
from tests.evaluate.defenders.measures import (
    JudgedPassages,
    Outcome,
    Shown,
    ask,
    figures,
    holds,
    outcomes,
    worst,
)
from tests.stand_ins.encoders import Buckets
from tests.support.library_factory import library_of

WIRETAP = "The wiretap order named no crime, and nothing that was heard on that wiretap may be used at trial."
JURY = "A juror who slept while the witness was heard must be excused before the verdict of the jury."
TEXTS = {
    "older.txt": f"ARGUMENT\n\n{WIRETAP}\n",
    "newer.txt": f"ARGUMENT\n\n{WIRETAP}\n\nCONCLUSION\n\n{JURY}\n",
    "other.txt": "ARGUMENT\n\nThe wiretap order named the crime, and the wiretap was heard by day.\n",
}
DAYS = {"older.txt": "2001-01-01", "newer.txt": "2010-01-01", "other.txt": "2020-01-01"}


@pytest.fixture(scope="module")
def briefs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with library_of(tmp_path_factory.mktemp("shelf"), TEXTS, Buckets(), meaning=True) as library:
        for document in library.documents.each():
            library.documents.correct(document.id, CaptionField.FILED, DAYS[document.file_name])
        yield library


def names(library: Library) -> dict[str, int]:
    return {Path(document.file_name).stem: document.id for document in library.documents.each()}


def search(kind: SearchKind = SearchKind.TERMS, query: str = "wiretap", *right: Judged) -> Search:
    return Search(f"{kind}-{query}", kind, query, right, (), "")


def test_a_passage_that_is_folded_behind_a_newer_one_is_right_at_its_place(briefs: Library) -> None:
    """The other brief is newer than both that have the judged words, and the older of these is not shown."""
    judged = Judged("older", "the wiretap order named no crime and nothing")
    (outcome,) = outcomes(
        briefs, JudgedPassages(briefs, names(briefs)), [search(SearchKind.TERMS, "wiretap", judged)]
    )
    shown = outcome.shown[Order.NEWEST]
    assert [len(result) for result in shown.results[:2]] == [1, 2]
    assert outcome.first_right_rank(Order.NEWEST) == 2
    assert outcome.precision(Order.NEWEST) == pytest.approx(1 / 3)


def test_search_words_that_no_passage_contains_are_reported(briefs: Library) -> None:
    passages = JudgedPassages(briefs, names(briefs))
    there = Judged("newer", "A juror who slept while the witness was")
    gone = Judged("older", "A juror who slept while the witness was")
    assert passages.lacking([there, gone]) == [gone]
    assert len(passages.of([there, gone])) == 1


def test_a_text_that_is_no_query_and_a_subject_that_is_not_there_find_nothing(briefs: Library) -> None:
    assert ask(briefs, "the of and", Order.NEWEST) == Shown()
    answer = ask(briefs, "zygote", Order.BEST)
    assert answer.close == set() and answer.documents > 0


WORDS = st.lists(st.sampled_from("abcd"), max_size=9)


@given(WORDS, st.lists(st.sampled_from("abcd"), min_size=1, max_size=6))
def test_a_text_contains_a_quote_or_more_than_half_of_it_at_one_end(
    text: list[str], quote: list[str]
) -> None:
    def stands(words: list[str]) -> bool:
        return any(text[at : at + len(words)] == words for at in range(len(text)))

    size = len(quote)
    cut = [n for n in range(1, size) if 2 * n > size and len(text) >= n]
    expected = (
        stands(quote)
        or any(text[len(text) - n :] == quote[:n] for n in cut)
        or any(text[:n] == quote[size - n :] for n in cut)
    )
    assert holds(plain(" ".join(text)), plain(" ".join(quote))) == expected


RIGHT = frozenset({1, 2, 3})
RESULTS = st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=3).map(tuple), max_size=14).map(tuple)
CLOSE = 3  # The results of a drawn list that are close, or fewer


@given(st.lists(st.tuples(RESULTS, RESULTS), min_size=1, max_size=6), st.sampled_from(Order))
def test_figures_agree_with_a_count_over_the_results(
    drawn: list[tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]], order: Order
) -> None:
    outcomes = [
        Outcome(
            search(),
            RIGHT,
            {
                order: Shown(results, total=min(CLOSE, len(results)), documents=len(results))
                for order, results in ((Order.NEWEST, newest), (Order.BEST, best))
            },
        )
        for newest, best in drawn
    ]
    shown = [newest if order is Order.NEWEST else best for newest, best in drawn]

    def has_right(results: tuple[tuple[int, ...], ...]) -> bool:
        return any(passage in RIGHT for result in results for passage in result)

    values = figures(outcomes, order)
    for k in (1, 5, 10):
        assert values[f"success@{k}"] == pytest.approx(sum(has_right(r[:k]) for r in shown) / len(shown))
    best_right = [has_right(best[:10]) for _, best in drawn]
    assert values["best_success@10"] == pytest.approx(sum(best_right) / len(drawn))
    lost = [best and not has_right(newest) for best, (newest, _) in zip(best_right, drawn, strict=True)]
    assert values["missing"] == sum(lost)
    assert values["short"] == sum(len(results) < 10 for results in shown)
    sets = [{passage for result in results[:CLOSE] for passage in result} for results in shown]
    precisions = [len(set_ & RIGHT) / len(set_) for set_ in sets if set_]
    if precisions:
        assert values["precision"] == pytest.approx(sum(precisions) / len(precisions))
    else:
        assert values["precision"] is None
    assert values["nothing_close"] is None


def test_an_absent_subject_counts_only_for_nothing_close_and_the_worst_searches_come_first() -> None:
    def outcome(kind: SearchKind, name: str, *results: tuple[int, ...]) -> Outcome:
        shown = Shown(results, total=len(results))
        return Outcome(replace(search(kind), id=name), RIGHT, dict.fromkeys(Order, shown))

    outcomes = [
        outcome(SearchKind.TERMS, "first", (1,)),
        outcome(SearchKind.TERMS, "third", (8,), (9,), (1,)),
        outcome(SearchKind.TERMS, "never", (8,)),
        outcome(SearchKind.ABSENT, "answered", (7,), (8,)),
        outcome(SearchKind.ABSENT, "nothing"),
    ]
    values = figures(outcomes, Order.NEWEST)
    assert values["success@1"] == pytest.approx(1 / 3) and values["success@5"] == pytest.approx(2 / 3)
    assert values["nothing_close"] == 0.5 and values["precision"] == pytest.approx((1 + 1 / 3 + 0) / 3)
    assert [item.search.id for item in worst(outcomes, Order.NEWEST)] == [
        "answered",
        "never",
        "third",
        "first",
        "nothing",
    ]


def test_the_library_is_made_once_with_the_known_kinds_and_days(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"MEMORANDUM\n\nDATE: May 4, 2001\n\n{WIRETAP}\n"
    known = {
        "memo": Document("memo", Kind.MEMO, date(2001, 5, 4), text),
        "order": Document("order", Kind.OPINION, date(1999, 2, 3), JURY),
    }
    for _ in range(2):
        with judged_library(known, tmp_path, QuietReporter()) as (library, ids):
            assert ids.keys() == known.keys()
            documents = {name: library.documents.get(ids[name]) for name in ids}
            assert {name: (document.kind, document.filed) for name, document in documents.items()} == {
                name: (document.kind, document.filed) for name, document in known.items()
            }
            assert ask(library, "juror", Order.NEWEST).results
        monkeypatch.setattr("tests.evaluate.defenders.library.files", None)  # nothing is written again
