"""Tests that a new channel in the registry takes part in searches and evaluations."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from briefbank.domain.searches import LexicalQuery, Order, SearchAnswer, SearchRequest
from briefbank.evaluate import runs
from briefbank.evaluate.runs import FUSED, ways
from briefbank.search import channels
from briefbank.search.channel import Channel, ExplainedResult
from briefbank.search.query import Parameters
from briefbank.search.search_types import Query, Scored
from tests.evaluate import sets
from tests.evaluate.test_run import measured
from tests.search.fakes import Memory

BEFORE = channels.names()
DISSENT = "The dissent read the consent to search a car, voluntary or not, otherwise than the majority did."


class Dissents(Channel):
    """Finds the passages that speak of a dissent, whatever was typed."""

    name = "dissents"
    factor = "Speaks of a dissent"

    def weight(self, parameters: Parameters) -> float:
        return 0.6

    def ask(self, question: Query) -> Scored:
        return question.search(LexicalQuery(("dissent",)))

    def reasons(self, result: ExplainedResult) -> list[str]:
        return ["Speaks of a dissent"] if result.candidate.shares.get(self.name) else []


@pytest.fixture
def dissents(monkeypatch: pytest.MonkeyPatch) -> Dissents:
    channel = Dissents()
    monkeypatch.setattr(channels, "CHANNELS", (*channels.CHANNELS, channel))
    return channel


def answer(without: Sequence[str] = ()) -> SearchAnswer:
    memory = Memory()
    memory.add(1, "Consent to search a car.", vector=(1.0, 0.0, 0.0))
    memory.add(2, "Consent to search a car, with a dissent.", vector=(1.0, 0.0, 0.0))
    memory.directions["consent to search"] = (1.0, 0.0, 0.0)
    searcher, request = memory.searcher(), SearchRequest("consent to search", order=Order.BEST)
    ranking = searcher.rank(request, without=without)
    return searcher.answer(request, searcher.results(ranking, request.order))


def shares(answer: SearchAnswer) -> dict[int, list[str]]:
    """Return the channels that gave a share to each result, best first."""
    return {
        hit.passage.id: [factor.name for factor in hit.factors if factor.name in channels.names()]
        for hit in answer.hits
    }


def test_a_channel_that_is_added_lifts_its_passages_and_says_so(dissents: Dissents) -> None:
    first, second = answer().hits
    assert (first.passage.id, second.passage.id) == (2, 1)
    assert dissents.name in shares(answer())[2] and dissents.name not in shares(answer())[1]
    assert dissents.factor in [factor.text for factor in first.factors]
    assert first.reasons[0] == "Speaks of a dissent" and "Speaks of a dissent" not in second.reasons


def test_a_channel_is_measured_alone_with_the_others_and_by_its_absence(
    dissents: Dissents, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRIEFBANK_MODELS", str(tmp_path / "models"))
    rows = [*sets.ROWS, {"_id": "s5", "text": DISSENT}]
    folder = sets.write(tmp_path / "set", rows, judgements=("query-id\tcorpus-id\tscore", "q1\ts5\t1"))
    shown = (FUSED, dissents.name)
    document = runs.of_run(measured(folder, channels=shown, ablations=True), shown)
    assert list(ways()) == [FUSED, *BEFORE, dissents.name]
    assert document["by_channel"][dissents.name]["recall@1"] == 1.0
    assert document["ablations"][dissents.name]["differences"]["recall@1"]["difference"] == -1.0
