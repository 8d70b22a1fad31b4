"""Tests of a real model in its own process: answered, stopped, killed, unloaded, refused."""

from __future__ import annotations

import logging
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from briefbank.domain.summaries import Ending, Prompt
from briefbank.errors import Cancelled, ModelFault, ModelRefused, TooLong
from briefbank.llm import engine
from briefbank.llm.engine import (
    DOES_NOT_START,
    NOT_INSTALLED,
    BadGrammarError,
    ModelShortOfMemory,
    NotNow,
    crashed,
)
from briefbank.llm.running import LocalModel
from briefbank.sandbox import guard
from briefbank.sandbox.child import Child
from tests.llm import tiny
from tests.llm.conftest import described, model_of

pytestmark = tiny.needs_llama
has_signals = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")

ENDLESS = Prompt("Summarise the text.", "The court held that the search was lawful.", most_tokens=100_000)
SHORT = Prompt("Summarise the text.", "The court held that the search was lawful.", most_tokens=5)
FORM = Prompt(
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


def test_a_grammar_is_followed_by_a_model_that_knows_nothing(model: LocalModel) -> None:
    answer = model.ask(FORM)
    assert answer.ending is Ending.COMPLETE
    assert re.fullmatch(r'\{"issue": "[a-z ]{3,30}", "page": [1-9]\}', answer.text)


def test_an_invalid_grammar_is_a_programming_error_and_stops_no_later_prompt(model: LocalModel) -> None:
    model.load()
    pid = model.pid
    with pytest.raises(BadGrammarError):
        model.ask(Prompt("a", "b", grammar="root ::= nowhere"))
    assert model.ask(SHORT).tokens == 5 and model.pid == pid


def test_a_time_limit_reached_before_the_first_token_gives_an_empty_answer(model: LocalModel) -> None:
    answer = model.ask(Prompt("Go on.", "word " * 300, limit_s=0.0))
    assert (answer.ending, answer.text, answer.tokens) == (Ending.TIME, "", 0)


def test_a_full_context_ends_the_answer(tmp_path: Path) -> None:
    small = model_of(tiny.write(tmp_path / "small.gguf", context=2048))
    answer = small.ask(ENDLESS)
    assert answer.ending is Ending.LENGTH
    assert answer.prompt_tokens + answer.tokens == 2048
    small.close()


@pytest.mark.parametrize("words", [4_000, 400_000])
def test_a_text_too_long_for_the_model_is_refused_at_no_cost(model: LocalModel, words: int) -> None:
    model.load()
    pid = model.pid
    with pytest.raises(TooLong, match="longer than the model can look at"):
        model.ask(Prompt("Summarise.", "word " * words))
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


def test_a_killed_model_process_is_noticed_and_restarted_for_the_next_prompt(model: LocalModel) -> None:
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
def test_a_model_killed_while_idle_does_not_fail_the_next_prompt(model: LocalModel) -> None:
    model.load()
    pid = model.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)  # it has ended; its parent does not know yet
    assert model.ask(SHORT).tokens == 5
    assert model.pid != pid


@pytest.mark.nightly
def test_an_idle_model_is_unloaded_and_loaded_again_for_the_next_prompt(tiny_path: Path) -> None:
    model = model_of(tiny_path, idle_s=0.2)
    assert model.ask(SHORT).tokens == 5
    assert model.pid is not None
    for timer in [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]:
        timer.join(20)
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


@has_signals
def test_closing_during_loading_is_never_reported_as_a_damaged_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[ModelRefused | None] = []
    monkeypatch.setattr(Child, "kill", lambda child: os.kill(child.pid, signal.SIGSEGV))
    path = tiny.write(tmp_path / "a.gguf", template=tiny.ENDLESS_TEMPLATE)
    model = model_of(path, on_refused=heard.append)
    closers: list[threading.Thread] = []

    def close_once() -> None:
        if model.pid is not None and not closers:
            closers.append(threading.Thread(target=model.close))
            closers[0].start()

    with pytest.raises(Cancelled):
        model.ask(SHORT, check=close_once)
    closers[0].join(20)
    assert heard == [] and model.pid is None


def end_over_the_file(code: signal.Signals) -> None:
    """End the process as native code does that fails on the file's content."""
    import llama_cpp

    llama_cpp.Llama = lambda path, **named: os.kill(os.getpid(), code)


class Unimportable:
    """llama_cpp is there, and fails when it is imported."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def find_spec(self, name: str, *others: object) -> None:
        if name == "llama_cpp":
            raise self._error


def refused(path: Path, initializer: Callable[[], None] = guard.engage, **named: Any) -> ModelRefused:
    heard: list[ModelRefused | None] = []
    file = described(path)
    model = LocalModel(
        lambda check: file, initializer=initializer, confine=None, on_refused=heard.append, **named
    )
    with pytest.raises(ModelRefused) as error:
        model.ask(SHORT)
    assert heard == ([] if isinstance(error.value, NotNow) else [error.value])
    assert model.pid is None
    model.close()
    return error.value


def spoilt(path: Path) -> Path:
    """Write a file whose header is in order and whose layers are missing."""
    whole = tiny.write(path).read_bytes()
    path.write_bytes(whole.replace(b"blk.1.attn_q.weight", b"blk.7.attn_q.weight"))
    return path


def test_a_file_that_only_llama_cpp_finds_wrong_is_refused(tmp_path: Path) -> None:
    assert "damaged" in refused(spoilt(tmp_path / "spoilt.gguf")).title


@has_signals
def test_a_file_that_crashes_llama_cpp_is_refused_and_not_retried_forever(tiny_path: Path) -> None:
    assert "damaged" in refused(tiny_path, partial(end_over_the_file, signal.SIGSEGV)).title


@pytest.mark.parametrize("code", [None, 0, 1, 3, -9, -15, -2, -1])
def test_a_process_that_was_ended_did_not_crash(code: int | None) -> None:
    assert not crashed(code)


@has_signals
def test_a_model_that_is_ended_while_it_loads_is_a_fault_and_no_fault_of_the_file(tiny_path: Path) -> None:
    heard: list[ModelRefused | None] = []
    file, end = described(tiny_path), partial(end_over_the_file, signal.SIGTERM)
    model = LocalModel(lambda check: file, initializer=end, confine=None, on_refused=heard.append)
    with pytest.raises(ModelFault):
        model.ask(SHORT)
    assert heard == []
    model.close()


@pytest.mark.parametrize(
    ("error", "title"),
    [
        (RuntimeError("no shared library"), DOES_NOT_START),
        (FileNotFoundError(), DOES_NOT_START),
        (ImportError(), DOES_NOT_START),
        (ModuleNotFoundError(), NOT_INSTALLED),
    ],
)
def test_each_reason_why_the_model_runner_does_not_start_has_its_message(
    error: Exception, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "llama_cpp", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Unimportable(error), *sys.meta_path])
    with pytest.raises(ModelRefused) as caught:
        engine.load_library()
    assert caught.value.title == title


def test_a_file_that_went_away_and_came_back_is_used_again(tmp_path: Path) -> None:
    path = tiny.write(tmp_path / "a.gguf")
    model = model_of(path)
    path.rename(tmp_path / "away.gguf")
    with pytest.raises(NotNow, match="could not be opened"):
        model.ask(SHORT)
    (tmp_path / "away.gguf").rename(path)
    assert model.ask(SHORT).tokens == 5
    model.close()


@pytest.mark.parametrize(
    ("template", "words"),
    [("{% for %}", "damaged"), ("Nothing of what it is given.", "could not be understood")],
)
def test_a_template_that_is_no_use_is_refused(template: str, words: str, tmp_path: Path) -> None:
    assert words in refused(tiny.write(tmp_path / "a.gguf", template=template)).title


def test_a_template_that_never_ends_is_ended_and_refused(tmp_path: Path) -> None:
    path = tiny.write(tmp_path / "a.gguf", template=tiny.ENDLESS_TEMPLATE)
    assert "could not be understood" in refused(path, template_s=0.5).title


def test_a_model_is_not_loaded_into_memory_that_is_not_there(
    tiny_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, memory = model_of(tiny_path), psutil.virtual_memory()
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory._replace(available=1 << 20))
    with pytest.raises(ModelShortOfMemory, match="Close other programs"):
        model.ask(SHORT)
    assert model.pid is None
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory)
    assert model.ask(SHORT).tokens == 5
    model.close()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_the_models_process_has_no_network_and_stands_back(model: LocalModel) -> None:
    model.load()
    status = Path(f"/proc/{model.pid}/status").read_text()
    assert re.search(r"^Seccomp:\s+2$", status, re.MULTILINE)
    assert psutil.Process(model.pid).nice() > os.nice(0)


def test_no_part_of_prompt_or_answer_is_printed_or_logged(
    tiny_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    model = model_of(tiny_path)
    model.ask(FORM)
    with pytest.raises(ModelRefused):
        model.ask(Prompt("Summarise.", "Jane Roe " * 5000))
    with pytest.raises(BadGrammarError) as fault:
        model.ask(Prompt("Summarise.", "Jane Roe", grammar="root ::= Jane"))
    model.close()
    captured = capfd.readouterr()
    assert (captured.out, captured.err, caplog.text) == ("", "", "")
    assert "Jane" not in str(fault.value)
