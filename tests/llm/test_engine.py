"""Tests of the inside of a model's process: stopping in the middle of a computation, and pieces of text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.domain.summaries import Ending, Prompt
from briefbank.llm import engine as engine_module
from briefbank.llm.engine import Engine, NotNow, PromptFormat
from tests.llm import tiny

pytestmark = tiny.needs_llama

LONG = Prompt("Summarise.", "word " * 400, most_tokens=4)


class StopRequest:
    """Becomes true when it has been looked at so many times."""

    def __init__(self) -> None:
        self.looks, self.after = 0, 1 << 60

    def __call__(self) -> bool:
        self.looks += 1
        return self.looks > self.after


@pytest.fixture(scope="module")
def wish() -> StopRequest:
    return StopRequest()


@pytest.fixture(scope="module")
def engine(tiny_path: Path, wish: StopRequest) -> Iterator[Engine]:
    opened_engine = Engine(tiny_path, 3072, wish)
    opened_engine.take_template()
    yield opened_engine
    opened_engine.llama.close()


@pytest.mark.parametrize("after", [1, 2, 40, 300])
def test_reading_a_prompt_is_stopped_in_the_middle_and_leaves_nothing_behind(
    engine: Engine, wish: StopRequest, after: int
) -> None:
    pieces: list[str] = []
    whole = engine.answer(LONG, pieces.append)
    wish.looks, wish.after = 0, after
    stopped = engine.answer(LONG, lambda text: None)
    wish.after = 1 << 60
    assert (stopped.ending, stopped.tokens) == (Ending.TIME, 0)
    again: list[str] = []
    assert engine.answer(LONG, again.append).tokens == whole.tokens == 4
    assert again == pieces


class Clock:
    """A clock on which a second passes with each piece of an answer."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def say(self, text: str) -> None:
        self.now += 1.0


def test_endless_text_ends_at_its_time_limit(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(engine_module, "time", clock)
    done = engine.answer(Prompt("Go on.", "a", most_tokens=100_000, limit_s=10.0), clock.say)
    assert (done.ending, done.tokens, done.seconds) == (Ending.TIME, 11, 11.0)


def test_a_file_that_is_gone_is_not_called_damaged(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "gone.gguf"):
        with pytest.raises(NotNow, match="could not be opened"):
            Engine(path, 256, lambda: False)


@pytest.mark.parametrize("grammar", ["", 'root ::= "yes" | "no"'])
def test_weights_that_are_no_numbers_end_the_answer_and_not_the_process(tmp_path: Path, grammar: str) -> None:
    engine = Engine(tiny.write(tmp_path / "a.gguf", emits="nothing"), 256, lambda: False)
    engine.take_template()
    done = engine.answer(Prompt("a", "b", grammar=grammar), lambda text: None)
    assert (done.ending, done.tokens) == (Ending.LENGTH, 0)
    engine.llama.close()


@pytest.mark.parametrize(
    "grammar",
    [
        'root ::= "{\\"a\\": " [0-9]+ "}"',
        'root ::= [a-z ]{5,40} "." ("é" | "ü") "\\n"',
        'root ::= ("yes" | "no") " " word{3}\nword ::= [A-Z] [a-z]{0,9} "§"',
    ],
)
def test_the_sampler_chooses_as_the_one_of_llama_cpp_does(engine: Engine, grammar: str) -> None:
    from llama_cpp import LlamaGrammar

    pieces: list[str] = []
    message = Prompt("Summarise.", "The court held.", grammar=grammar, most_tokens=60)
    done = engine.answer(message, pieces.append)
    llama = engine.llama
    llama.reset()
    tokens, rules = PromptFormat(llama).tokens(message), LlamaGrammar.from_string(grammar, verbose=False)
    theirs = llama.generate(tokens, temp=0.0, grammar=rules)
    assert "".join(pieces) == b"".join(llama.detokenize([next(theirs)]) for _ in range(done.tokens)).decode()
