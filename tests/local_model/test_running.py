"""A real model in a process of its own: asked, stopped, killed, let go, and what cannot be loaded."""

from __future__ import annotations

import logging
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from briefbank.closed import guard
from briefbank.errors import Cancelled, ModelFault, ModelRefused
from briefbank.local_model import cost, running
from briefbank.local_model.choosing import BadGrammarError
from briefbank.local_model.engine import ShortOfMemory
from briefbank.local_model.running import Limits, LocalModel
from briefbank.local_models import Ending, Message
from tests.local_model import tiny
from tests.local_model.conftest import described, model_of

pytestmark = tiny.needs_llama

ENDLESS = Message("Summarise the text.", "The court held that the search was lawful.", most_tokens=100_000)
SHORT = Message("Summarise the text.", "The court held that the search was lawful.", most_tokens=5)
FORM = Message(
    "Summarise the text.",
    "The court held that the search was lawful.",
    grammar=r'root ::= "{\"issue\": \"" [a-z ]{3,30} "\", \"page\": " [1-9] "}"',
)


class StopWhenWriting:
    """Hears that tokens are written and then no longer wants the answer."""

    def __init__(self, error: Exception, after: int = 3) -> None:
        self._error, self._after, self.written = error, after, 0

    def on_written(self, tokens: int) -> None:
        self.written = tokens

    def check(self) -> None:
        if self.written >= self._after:
            raise self._error


def test_an_answer_comes_token_by_token_and_ends_at_its_length(model: LocalModel) -> None:
    written: list[int] = []
    answer = model.ask(SHORT, on_written=written.append)
    assert answer.ending is Ending.LENGTH
    assert answer.tokens == 5
    assert written == [1, 2, 3, 4, 5]
    assert len(answer.text.split()) == 5
    assert answer.prompt_tokens > 20 and answer.seconds > 0


def test_the_same_question_has_the_same_answer_whatever_was_asked_before(model: LocalModel) -> None:
    first = model.ask(SHORT).text
    model.ask(Message("Something else.", "Other text entirely.", most_tokens=3))
    assert model.ask(SHORT).text == first
    assert model.ask(SHORT).text == first


def test_a_grammar_is_followed_by_a_model_that_knows_nothing(model: LocalModel) -> None:
    answer = model.ask(FORM)
    assert answer.ending is Ending.COMPLETE
    assert re.fullmatch(r'\{"issue": "[a-z ]{3,30}", "page": [1-9]\}', answer.text)


def test_a_grammar_that_cannot_be_read_is_a_fault_of_ours_and_costs_nothing(model: LocalModel) -> None:
    model.load()
    pid = model.pid
    with pytest.raises(BadGrammarError):
        model.ask(Message("a", "b", grammar="root ::= nowhere"))
    assert model.ask(SHORT).tokens == 5 and model.pid == pid


def test_endless_text_ends_at_its_time_limit(model: LocalModel) -> None:
    answer = model.ask(Message("Go on.", "a", most_tokens=100_000, limit_s=0.3))
    assert answer.ending in (Ending.TIME, Ending.LENGTH)
    assert answer.tokens <= 3072


def test_a_limit_that_is_over_before_the_first_token_gives_an_empty_answer(model: LocalModel) -> None:
    answer = model.ask(Message("Go on.", "word " * 300, limit_s=0.0))
    assert (answer.ending, answer.text, answer.tokens) == (Ending.TIME, "", 0)


def test_a_full_context_ends_the_answer(tmp_path: Path) -> None:
    small = model_of(tiny.write(tmp_path / "small.gguf", context=256))
    answer = small.ask(ENDLESS)
    assert answer.ending is Ending.LENGTH
    assert answer.prompt_tokens + answer.tokens == 256
    small.close()


@pytest.mark.parametrize("words", [4_000, 400_000])
def test_a_text_longer_than_the_model_can_look_at_is_refused_and_costs_nothing(
    model: LocalModel, words: int
) -> None:
    model.load()
    pid = model.pid
    with pytest.raises(ModelRefused, match="longer than the model can look at"):
        model.ask(Message("Summarise.", "word " * words))
    assert model.ask(SHORT).tokens == 5 and model.pid == pid


@pytest.mark.parametrize("error", [Cancelled(), KeyError("of the caller")])
def test_stopping_a_question_keeps_the_model_loaded(model: LocalModel, error: Exception) -> None:
    model.load()
    pid, stopper = model.pid, StopWhenWriting(error)
    with pytest.raises(type(error)):
        model.ask(ENDLESS, on_written=stopper.on_written, check=stopper.check)
    assert 3 <= stopper.written < 3000
    assert model.ask(SHORT).tokens == 5
    assert model.pid == pid is not None


def test_a_question_waits_for_another_and_can_be_given_up_while_it_waits(model: LocalModel) -> None:
    begun, enough = threading.Event(), threading.Event()

    def check() -> None:
        if enough.is_set():
            raise Cancelled()

    def keep_busy() -> None:
        with pytest.raises(Cancelled):
            while True:
                model.ask(ENDLESS, on_written=lambda tokens: begun.set(), check=check)

    def not_any_more() -> None:
        raise Cancelled()

    busy = threading.Thread(target=keep_busy)
    busy.start()
    assert begun.wait(20)
    with pytest.raises(Cancelled):
        model.ask(SHORT, check=not_any_more)
    enough.set()
    assert model.ask(SHORT).tokens == 5
    busy.join(20)


def test_a_killed_model_is_noticed_and_started_anew_at_the_next_question(model: LocalModel) -> None:
    model.load()
    pid = model.pid
    killed: list[float] = []

    def kill(tokens: int) -> None:
        if tokens == 3 and pid is not None:
            psutil.Process(pid).kill()
            killed.append(time.monotonic())

    with pytest.raises(ModelFault):
        model.ask(ENDLESS, on_written=kill)
    assert len(killed) == 1 and model.pid is None
    assert model.ask(SHORT).tokens == 5
    assert model.pid not in (None, pid)


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="waits for a process as POSIX does")
def test_a_model_that_was_killed_while_idle_costs_the_next_question_nothing(model: LocalModel) -> None:
    model.load()
    pid = model.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)  # it has ended; its parent does not know yet
    assert model.ask(SHORT).tokens == 5
    assert model.pid != pid


def test_an_idle_model_is_let_go_and_loaded_again_when_asked(tiny_path: Path) -> None:
    model = model_of(tiny_path, limits=Limits(idle_s=0.2))
    assert model.ask(SHORT).tokens == 5
    assert model.pid is not None and model._idle is not None
    model._idle.join(20)
    assert model.pid is None
    assert model.ask(SHORT).tokens == 5
    model.close()


def test_closing_ends_the_process_and_the_question_that_runs(tiny_path: Path) -> None:
    model, closers = model_of(tiny_path), []

    def close(tokens: int) -> None:
        if tokens == 3:
            closers.append(threading.Thread(target=model.close))
            closers[0].start()

    with pytest.raises(Cancelled):
        while True:
            model.ask(ENDLESS, on_written=close)
    closers[0].join(20)
    assert model.pid is None
    with pytest.raises(Cancelled):
        model.ask(SHORT)
    model.close()


def test_giving_up_while_it_loads_does_not_cost_the_loading(tiny_path: Path) -> None:
    model = model_of(tiny_path)

    def not_any_more() -> None:
        raise Cancelled()

    with pytest.raises(Cancelled):
        model.ask(SHORT, check=not_any_more)
    pid = model.pid
    assert model.ask(SHORT).tokens == 5
    assert model.pid == pid is not None
    model.close()


def test_bytes_that_are_no_text_become_the_sign_for_that(tmp_path: Path) -> None:
    model = model_of(tiny.write(tmp_path / "bytes.gguf", emits="bytes"))
    answer = model.ask(SHORT)
    assert answer.text == "�" * 5
    model.close()


def kill_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refused(path: Path, **named: object) -> ModelRefused:
    heard: list[ModelRefused | None] = []
    model = model_of(path, on_refused=heard.append, **named)
    with pytest.raises(ModelRefused) as error:
        model.ask(SHORT)
    assert heard == [error.value]
    assert model.pid is None
    model.close()
    return error.value


def spoilt(path: Path) -> Path:
    """Its header is in order and the layers that it counts are not there."""
    whole = tiny.write(path).read_bytes()
    path.write_bytes(whole.replace(b"blk.1.attn_q.weight", b"blk.7.attn_q.weight"))
    return path


def test_a_file_that_only_llama_cpp_finds_wrong_is_refused(tmp_path: Path) -> None:
    assert "damaged" in refused(spoilt(tmp_path / "spoilt.gguf")).title


def test_a_file_over_which_llama_cpp_crashes_is_refused_and_not_tried_for_ever(tiny_path: Path) -> None:
    heard: list[ModelRefused | None] = []
    file = described(tiny_path)
    model = LocalModel(lambda check: file, initializer=os.abort, on_refused=heard.append)
    with pytest.raises(ModelRefused, match="damaged") as error:
        model.ask(SHORT)
    assert heard == [error.value]
    model.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_model_that_is_killed_while_it_loads_is_a_fault_and_no_fault_of_the_file(tiny_path: Path) -> None:
    heard: list[ModelRefused | None] = []
    file = described(tiny_path)
    model = LocalModel(lambda check: file, initializer=kill_itself, on_refused=heard.append)
    with pytest.raises(ModelFault):
        model.ask(SHORT)
    assert heard == []
    model.close()


@pytest.mark.parametrize(
    ("template", "words"),
    [("{% for %}", "damaged"), ("Nothing of what it is given.", "could not be understood")],
)
def test_a_template_that_is_no_use_is_refused(template: str, words: str, tmp_path: Path) -> None:
    assert words in refused(tiny.write(tmp_path / "a.gguf", template=template)).title


def test_a_template_that_never_ends_is_ended_and_refused(tmp_path: Path) -> None:
    path = tiny.write(tmp_path / "a.gguf", template=tiny.ENDLESS_TEMPLATE)
    assert "could not be understood" in refused(path, limits=Limits(template_s=0.5)).title


def test_a_model_is_not_loaded_into_memory_that_is_not_there(
    tiny_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, memory = model_of(tiny_path), psutil.virtual_memory()
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory._replace(available=1 << 20))
    with pytest.raises(ShortOfMemory, match="Close other programs"):
        model.ask(SHORT)
    assert model.pid is None
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory)
    assert model.ask(SHORT).tokens == 5
    model.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_model_that_takes_more_than_was_estimated_is_refused(
    tiny_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_ADDRESSES", 1 << 30)
    monkeypatch.setattr(cost, "CONTEXT", 8_000_000)
    file = replace(described(tiny_path), context=8_000_000)
    model = LocalModel(lambda check: file, initializer=guard.engage)
    with pytest.raises(ShortOfMemory):
        model.ask(SHORT)
    model.close()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_the_models_process_has_no_network_and_stands_back(model: LocalModel) -> None:
    model.load()
    status = Path(f"/proc/{model.pid}/status").read_text()
    assert re.search(r"^Seccomp:\s+2$", status, re.MULTILINE)
    assert psutil.Process(model.pid).nice() > os.nice(0)


def test_nothing_of_question_or_answer_is_said_or_logged(
    tiny_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    model = model_of(tiny_path)
    model.ask(FORM)
    with pytest.raises(ModelRefused):
        model.ask(Message("Summarise.", "Jane Roe " * 5000))
    with pytest.raises(BadGrammarError) as fault:
        model.ask(Message("Summarise.", "Jane Roe", grammar="root ::= Jane"))
    model.close()
    said = capfd.readouterr()
    assert (said.out, said.err, caplog.text) == ("", "", "")
    assert "Jane" not in str(fault.value)


def test_name_and_fingerprint_are_those_of_the_file(model: LocalModel) -> None:
    assert (model.name, model.fingerprint) == ("Tiny Test", "0" * 64)


def test_a_description_that_is_refused_reaches_whoever_asks() -> None:
    def describe(check: Callable[[], None]) -> object:
        raise ModelRefused(detail="gone")

    model = LocalModel(describe, initializer=int)  # type: ignore[arg-type]
    with pytest.raises(ModelRefused):
        model.ask(SHORT)
    with pytest.raises(ModelRefused):
        assert model.fingerprint
