"""Tests that garbage of a real llama.cpp with a random model leaves every search unharmed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from briefbank.domain.searches import Order, SearchRequest
from briefbank.domain.summaries import Generator
from briefbank.jobs import QuietReporter
from briefbank.llm.questions import NoHelp
from briefbank.query_expansion.expansion import SEARCH_AIDS, Aids
from briefbank.summary.local_model_manager import LocalModelManager
from tests.llm import tiny
from tests.query_expansion.test_expansion import LONG, library
from tests.query_expansion.test_topic_shifts import PIECES
from tests.stand_ins.models import ScriptedModel


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generator]:
    path = tiny.write(tmp_path_factory.mktemp("model") / "tiny.gguf")
    with closing(LocalModelManager(lambda: path)) as generating:
        ready = generating.if_ready()
        assert ready is not None, generating.trouble()
        yield ready


@tiny.needs_llama
@pytest.mark.nightly
def test_garbage_adds_and_takes_nothing(model: Generator) -> None:
    searcher, request = library().searcher(semantic=False), SearchRequest(LONG, order=Order.BEST)
    aids = Aids(searcher, lambda: frozenset(SEARCH_AIDS), lambda: model, lambda: None)
    results = aids.search(request, QuietReporter())
    plain = [hit.passage.id for hit in searcher.search(request).hits]
    assert sorted(hit.passage.id for hit in results.answer.hits) == sorted(plain)
    assert {step.aid for step in results.steps} == set(SEARCH_AIDS)
    assert all(step.failed or step.said for step in results.steps)


@tiny.needs_llama
def test_every_requested_answer_format_can_be_followed() -> None:
    """llama.cpp refuses a grammar that it cannot read, and a refused grammar would be no grammar."""
    from llama_cpp import LlamaGrammar

    from briefbank.query_expansion.expansion import ProvisionChooser, turns

    model = ScriptedModel(reply=lambda message: "1. permission vehicle jury dog")
    aids = Aids(library().searcher(), lambda: frozenset(SEARCH_AIDS), lambda: model, lambda: None)
    aids.search(SearchRequest(LONG), QuietReporter())
    aids.search(SearchRequest(f"{LONG} after 404(b)"), QuietReporter())
    ProvisionChooser(model).score("age", ["one", "two"], limit_s=1)
    with pytest.raises(NoHelp):
        turns(PIECES, model, lambda: None)
    grammars = {message.grammar for message in model.asked}
    assert len(grammars) >= 8
    for grammar in sorted(grammars):
        LlamaGrammar.from_string(grammar, verbose=False)
