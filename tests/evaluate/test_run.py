"""Tests of a whole evaluation on a small set, and of saving and comparing runs."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from briefbank.cli.evaluate import view_evaluation
from briefbank.domain.searches import Order, SearchRequest
from briefbank.errors import Cancelled
from briefbank.evaluate import data_sets, metrics, runs
from briefbank.evaluate.data_sets import PartNames, SearchParts, collection
from briefbank.evaluate.runs import FUSED, REFUSED, ChannelResult, Run, SavedRunError, evaluate, ways
from briefbank.jobs import QuietReporter
from briefbank.search import channels
from tests.evaluate import sets
from tests.stand_ins.encoders import Buckets
from tests.support import command


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIEFBANK_MODELS", str(tmp_path / "models"))


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return sets.write(tmp_path / "set")


def measured(folder: Path, **options: object) -> Run:
    return evaluate(folder, SearchParts(Buckets()), reporter=QuietReporter(), **options)  # type: ignore[arg-type]


def rendered(document: runs.Json) -> str:
    return command.drawn(view_evaluation, document)


def test_the_figures_have_the_shape_and_the_values_of_the_contract(small: Path) -> None:
    shown = ("words", "meaning", "fused")
    document = runs.of_run(measured(small, channels=shown), shown)
    contract = ["documents", "queries", "metrics", "latency_ms", "by_channel"]
    assert list(document)[:5] == contract
    assert (document["documents"], document["queries"]) == (4, 3)
    assert list(document["metrics"]) == list(metrics.NAMES)
    assert list(document["by_channel"]) == list(shown)
    assert document["by_channel"]["fused"] == document["metrics"]
    assert document["metrics"]["recall@1"] == pytest.approx((1 + 1 / 2 + 0) / 3, abs=1e-4)
    assert 0 < document["latency_ms"]["p50"] <= document["latency_ms"]["p95"]


def test_the_figures_name_the_model_the_thesaurus_and_any_reranker(small: Path) -> None:
    document = runs.of_run(measured(small), (FUSED,))
    assert (document["encoder"], document["reranker"]) == (Buckets.name, None)
    assert document["thesaurus"]["built_in"] > 100 and document["thesaurus"]["own"] == 0
    output = " ".join(rendered(document).split())
    assert f"Model for meaning: {Buckets.name}. Model for comparing results: none." in output


def test_every_figure_is_in_its_interval_and_the_classes_add_up(small: Path) -> None:
    document = runs.of_run(measured(small), tuple(ways()))
    parts = [
        (document["metrics"], document["intervals"]),
        *((figures_, document["intervals_by_channel"][c]) for c, figures_ in document["by_channel"].items()),
        *((item["metrics"], item["intervals"]) for item in document["by_class"].values()),
    ]
    for values, intervals in parts:
        for name, value in values.items():
            low, high = intervals[name]
            assert low <= value <= high
    classes = document["by_class"].values()
    assert sum(class_["queries"] for class_ in classes) == document["queries"]
    whole = sum(class_["queries"] * class_["metrics"]["mrr@10"] for class_ in classes) / document["queries"]
    assert whole == pytest.approx(document["metrics"]["mrr@10"], abs=1e-3)


def test_a_text_that_is_no_query_counts_as_one_that_found_nothing(small: Path) -> None:
    run = measured(small)
    assert run.fused.queries == ("q1", "q2", "q3")
    assert run.fused.classes[2] == REFUSED and run.fused.classes[0] != REFUSED
    assert not np.nan_to_num(run.fused.values[2]).any()


def test_every_channel_is_measured_alone_and_with_the_others(small: Path) -> None:
    assert list(measured(small).by_channel) == [FUSED, *channels.names()]
    assert list(measured(small, channels=("words",)).by_channel) == [FUSED, "words"]


def test_a_channel_that_is_turned_off_takes_no_part(small: Path) -> None:
    everything = measured(small, channels=("meaning",))
    run = measured(small, channels=("meaning",), without=("words", "numbers", "citations"))
    np.testing.assert_array_equal(run.fused.values, everything.by_channel["meaning"].values)
    assert run.without == ("words", "numbers", "citations")
    nothing = measured(small, channels=("words",), without=("words",)).by_channel["words"].values
    assert not np.nan_to_num(nothing).any()


def test_ablations_take_each_part_out_and_show_what_is_lost(small: Path) -> None:
    run = measured(small, ablations=True, channels=(FUSED,), without=("spelling",))
    assert list(run.ablations) == [name for name in channels.part_names() if name != "spelling"]
    document = runs.of_run(run, (FUSED,))
    lost = document["ablations"]["thesaurus"]["differences"]["recall@5"]
    assert set(lost) == {"difference", "interval", "p"}
    alone = measured(small, channels=(FUSED,), without=("spelling", "words"))
    assert document["ablations"]["words"]["metrics"] == runs.of_run(alone, (FUSED,))["metrics"]
    assert "thesaurus" in rendered(document) and "Turned off: spelling." in rendered(document)


def test_a_row_has_the_rank_of_its_best_passage_and_a_hundred_rows_are_ranked(tmp_path: Path) -> None:
    """Three rows of many passages each would fill the application's depth by themselves."""
    long = " ".join(f"The warrant clause number{n} binds every officer of the county." for n in range(2000))
    rows = [{"_id": f"long{n}", "text": f"{long} {n}"} for n in range(3)]
    rows += [
        {"_id": f"d{n}", "text": f"A warrant for the house at number{n + 5000} Elm Street."}
        for n in range(120)
    ]
    judgements = [f"q1\t{row['_id']}\t1" for row in rows]
    folder = sets.write(tmp_path / "set", rows, [{"_id": "q1", "text": "warrant"}], judgements)
    values = dict(zip(metrics.NAMES, measured(folder, channels=("words",)).fused.values[0], strict=True))
    assert values["recall@40"] == pytest.approx(40 / 123)
    assert values["map@100"] == pytest.approx(100 / 123)


def test_a_second_run_encodes_no_document_again_and_a_limit_takes_the_first_queries(small: Path) -> None:
    inner = Buckets()
    evaluate(small, SearchParts(inner), reporter=QuietReporter())
    encoded = inner.passages
    run = evaluate(small, SearchParts(inner), limit=1, reporter=QuietReporter())
    assert inner.passages == encoded == 4
    assert run.fused.queries == ("q1",)
    assert metrics.means(run.fused.values)["recall@1"] == 1.0
    assert run.fingerprint != measured(small).fingerprint


def test_the_cut_of_the_relevant_set_does_not_shorten_the_measured_ranking(tmp_path: Path) -> None:
    rows = [{"_id": f"d{n}", "text": f"warrant {'clause ' * n}number{n}"} for n in range(60)]
    judgements = [f"q1\td{n}\t1" for n in range(60)]
    folder = sets.write(tmp_path / "set", rows, [{"_id": "q1", "text": "warrant"}], judgements)
    means = metrics.means(measured(folder).fused.values)
    assert means["recall@40"] == pytest.approx(40 / 60, abs=1e-3)
    assert means["map@100"] == 1.0


CLAUSE = "The barrel warrant is void; no barrel was named in that warrant by the officer of the county."
DATED: list[dict[str, object]] = [
    {"_id": "exact", "text": CLAUSE, "metadata": {"filed": "2001-01-01"}},
    {"_id": "copy", "text": CLAUSE, "metadata": {"filed": "2009-01-01"}},
    {"_id": "newest", "text": "The barrel of the warrant was found.", "metadata": {"filed": "2020-01-01"}},
    {"_id": "middle", "text": "A warrant for the barrel was read.", "metadata": {"filed": "2012-01-01"}},
    {"_id": "undated", "text": "Nothing else is told of the jury."},
]
"""Two rows with the same text, of which the newer one is shown, and three others."""


@pytest.fixture
def dated(tmp_path: Path) -> Path:
    queries = [{"_id": "q1", "text": "barrel warrant"}, {"_id": "q2", "text": "zebra"}]
    return sets.write(tmp_path / "dated", DATED, queries, ["q1\texact\t1", "q1\tgone\t1", "q2\tnewest\t1"])


def test_newest_first_measures_the_results_in_the_order_in_which_they_are_shown(dated: Path) -> None:
    """Against the search itself: the row judged is folded behind its newer copy, at the third place."""
    run = measured(dated, order=Order.NEWEST, channels=(FUSED,))
    with collection(data_sets.load(dated), SearchParts(Buckets()), QuietReporter(), dated=True) as indexed:
        answer = indexed.searcher.search(SearchRequest("barrel warrant"))
        shown = [indexed.ids[hit.passage.id] for hit in answer.hits]
        folded = [[indexed.ids[copy.passage_id] for copy in hit.copies] for hit in answer.hits]
    assert (shown, folded) == (["newest", "middle", "copy", "undated"], [[], [], ["exact"], []])
    values = dict(zip(metrics.NAMES, run.fused.values[0], strict=True))
    assert (values["success@1"], values["success@5"], values["mrr@10"]) == (0, 1, pytest.approx(1 / 3))
    assert (values["recall@1"], values["recall@5"]) == (0, 0.5)
    assert (values["precision"], values["cut_loss"]) == (1 / 4, 0)


def test_best_first_gives_no_row_a_date_and_newest_first_every_row(dated: Path) -> None:
    best = runs.of_run(measured(dated, channels=(FUSED,)), (FUSED,))
    newest = runs.of_run(measured(dated, channels=(FUSED,), order=Order.NEWEST), (FUSED,))
    assert (best["order"], best["drawn_days"]) == ("best", 0)
    assert (newest["order"], newest["drawn_days"]) == ("newest", 1)
    note = "a day was drawn by the id: 1 of 5 documents"
    assert note in " ".join(rendered(newest).split()) and note not in " ".join(rendered(best).split())
    for is_dated in (False, True):
        data = data_sets.load(dated)
        with collection(data, SearchParts(Buckets()), QuietReporter(), dated=is_dated) as indexed:
            hits = indexed.searcher.search(SearchRequest("barrel jury", order=Order.BEST)).hits
            assert {hit.document.filed is not None for hit in hits} == {is_dated}


def test_the_loss_of_a_cut_is_what_the_uncut_ranking_has_and_neither_tier_lists(tmp_path: Path) -> None:
    """Rows with fewer and fewer of the words, and more of them than a list names at least."""
    words = ["barrel", "warrant", "officer", "county", "elm", "street", "house", "night"]
    rows = [
        {"_id": f"d{n}-{copy}", "text": f"{' '.join(words[n:])} {f'filler{copy} ' * (5 * n + 1)}."}
        for n in range(8)
        for copy in range(4)
    ]
    judgements = [f"q1\t{row['_id']}\t1" for row in rows]
    folder = sets.write(tmp_path / "set", rows, [{"_id": "q1", "text": " ".join(words)}], judgements)
    data = data_sets.load(folder)
    for order in Order:
        run = measured(folder, channels=("words",), order=order, without=("meaning",))
        with collection(
            data, SearchParts(Buckets()), QuietReporter(), dated=order is Order.NEWEST
        ) as indexed:
            ranking = indexed.searcher.rank(
                SearchRequest(" ".join(words), order=order), 200, None, ["meaning"]
            )
            results = indexed.searcher.results(ranking, order)
        uncut = {indexed.ids[candidate.passage_id] for candidate in ranking.candidates}
        listed = {indexed.ids[item.passage.id] for item in results.shown}
        listed |= {indexed.ids[copy.passage_id] for item in results.shown for copy in item.copies}
        values = metrics.means(run.fused.values)
        assert values["cut_loss"] == pytest.approx(len(uncut - listed) / len(rows))
        assert values["cut_loss"] > 0
        assert values["precision"] == 1


def test_a_person_reads_each_channel_and_class_in_eighty_columns(small: Path) -> None:
    text = rendered(runs.of_run(measured(small), tuple(ways())))
    assert all(name in text for name in (*ways(), f"{REFUSED} (1)", "3 queries over 4 documents"))
    assert max(map(len, text.splitlines())) <= 80 and "…" not in text


def test_an_unknown_channel_or_part_is_refused_and_a_stop_is_obeyed(small: Path) -> None:
    with pytest.raises(ValueError, match="unknown channels"):
        measured(small, channels=("guess",))
    with pytest.raises(ValueError, match="unknown parts"):
        measured(small, without=("guess",))
    reporter = QuietReporter()
    reporter.cancel()
    with pytest.raises(Cancelled):
        evaluate(small, SearchParts(Buckets()), reporter=reporter)


QUERIES = tuple(f"q{n}" for n in range(6))
COUNT = len(metrics.NAMES)


PARTS = PartNames("minilm@1234", "compare", {"built_in": 400, "own": 2})


def run_with(
    values: Sequence[float],
    *,
    fingerprint: str = "f",
    channels: tuple[str, ...] = (FUSED,),
    order: Order = Order.BEST,
) -> Run:
    table = np.broadcast_to(np.asarray(values, np.float64)[:, None], (len(values), COUNT))
    queries = QUERIES[: len(values)]
    measured = ChannelResult(queries, table, ("topic",) * len(values))
    by_channel = dict.fromkeys(channels, measured)
    return Run("set", 10, fingerprint, (), PARTS, order, 0, (1.0,), by_channel, {})


def save(path: Path, run: Run) -> Path:
    runs.write(path, run)
    return path


def test_a_run_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    run = run_with([0.1, 1 / 3, 0, 1], channels=(FUSED, "words"))
    again = runs.read(save(tmp_path / "run.json", run))
    assert (again.data_set, again.fingerprint, again.queries) == ("set", "f", QUERIES[:4])
    assert list(again.values) == [FUSED, "words"]
    np.testing.assert_array_equal(again.values["words"], run.fused.values)


def test_a_measure_that_a_query_lacks_is_kept_as_null_and_left_out_of_the_comparison(tmp_path: Path) -> None:
    """Two queries have a difference of 1/2 each; of the third one run has nothing."""
    first = save(tmp_path / "a.json", run_with([0.0, 0.0, math.nan]))
    second = save(tmp_path / "b.json", run_with([0.5, 0.5, 1.0]))
    assert "NaN" not in first.read_text()
    compared = runs.of_comparison(runs.read(first), runs.read(second))
    result = compared["differences"][FUSED]["precision"]
    assert result["difference"] == 0.5 and result["p"] == pytest.approx(0.5, abs=0.03)


def test_two_runs_are_compared_by_the_channels_that_both_have(tmp_path: Path) -> None:
    first = save(tmp_path / "a.json", run_with([0.0, 0.5, 0.5, 0.0, 1.0, 0.25], channels=(FUSED, "words")))
    second = save(tmp_path / "b.json", run_with([0.5, 1.0, 1.0, 0.5, 1.0, 0.75], channels=(FUSED, "meaning")))
    compared = runs.of_comparison(runs.read(first), runs.read(second))
    assert list(compared["differences"]) == [FUSED]
    assert list(compared["differences"][FUSED]) == list(metrics.NAMES)
    result = compared["differences"][FUSED]["recall@5"]
    assert result["difference"] == pytest.approx(2.5 / 6, abs=1e-4)
    assert result["p"] == pytest.approx(2 / 2**5, abs=0.01)
    assert result["interval"][0] > 0


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (run_with([1, 0]), run_with([1, 0, 1]), "did not ask the same queries: 2 of set and 3 of set"),
        (run_with([1, 0]), run_with([1, 0], fingerprint="g"), "same --limit"),
        (run_with([]), run_with([]), "asked no query"),
    ],
)
def test_runs_over_other_queries_or_none_are_not_compared(
    tmp_path: Path, first: Run, second: Run, expected: str
) -> None:
    kept = [runs.read(save(tmp_path / f"{n}.json", run)) for n, run in enumerate((first, second))]
    with pytest.raises(SavedRunError, match=expected):
        runs.compare(kept[0], kept[1])


def _without(key: str) -> str:
    document = {"version": 1, "data_set": "s", "fingerprint": "f", "without": [], "classes": {"q": "topic"}}
    document |= {"measures": list(metrics.NAMES), "channels": {FUSED: {"q": [0.0] * COUNT}}}
    del document[key]
    return json.dumps(document)


def _with(**values: object) -> str:
    document = json.loads(_without("data_set")) | {"data_set": "s", **values}
    return json.dumps(document)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "7",
        '{"version": 2}',
        "\udcff",
        _without("channels"),
        _without("measures"),
        _without("classes"),
        _with(order="oldest"),
        _with(measures=["recall@1"]),
        _with(measures=["recall@1"] * COUNT),
    ],
)
def test_a_file_that_is_no_saved_run_is_refused_by_name(tmp_path: Path, content: str) -> None:
    path = tmp_path / "figures.json"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(SavedRunError, match=r"figures\.json is not a saved run"):
        runs.read(path)


def test_a_file_that_cannot_be_written_is_reported_before_measuring_and_when_writing(tmp_path: Path) -> None:
    for path in (tmp_path / "none" / "run.json", tmp_path):
        with pytest.raises(SavedRunError, match="could not be written"):
            runs.require_place(path)
        with pytest.raises(SavedRunError, match="could not be written"):
            runs.write(path, run_with([1.0]))
    runs.require_place(tmp_path / "run.json")


def test_the_command_line_compares_kept_runs_and_says_what_it_cannot_compare(tmp_path: Path) -> None:
    first = save(tmp_path / "a.json", run_with([0.0, 0.5, 0.5]))
    second = save(tmp_path / "b.json", run_with([0.5, 1.0, 1.0]))
    command_result = command.run(tmp_path, "evaluate", "--compare", str(first), str(second))
    assert command_result.status == 0
    assert json.loads(command_result.output)["differences"][FUSED]["mrr@10"]["difference"] == 0.5
    result = command.run(tmp_path, "evaluate", "--compare", str(first), str(second), as_json=False)
    assert result.status == 0 and "+0.5000" in result.output and "3 queries of set" in result.output
    assert "Second run: minilm@1234, reranker compare." in " ".join(result.output.split())
    missing = command.run(tmp_path, "evaluate", "--compare", str(first), str(tmp_path / "c.json"))
    assert missing.status == 2 and "c.json" in missing.errors
    nothing = command.run(tmp_path, "evaluate")
    assert nothing.status == 2 and "Name a data set" in nothing.errors
