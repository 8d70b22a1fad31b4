"""The local model that the settings name: inspected, tried out, loaded on demand and unloaded when idle."""

from __future__ import annotations

import hashlib
import importlib.util
import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Lock

from briefbank.api.law import LocalModelApi
from briefbank.domain.summaries import Ending, Generator, ModelAnswer, ModelFile, ModelTrial, Prompt
from briefbank.errors import ModelRefused
from briefbank.jobs import Reporter
from briefbank.llm.engine import NOT_INSTALLED, SET_UP_AGAIN, NotNow
from briefbank.llm.inspection import inspect
from briefbank.llm.running import LocalModel
from briefbank.text.messages import NO_MESSAGE, Message, joined

Sign = tuple[Path, int, int]
"""A file's identity: its absolute path; its size in bytes and modification time stand for its contents."""


def sign_of(model: Path) -> Sign | None:
    """Return a file's identity; None where there is no such file."""
    try:
        status = model.stat()
    except OSError:
        return None
    return model.absolute(), status.st_size, status.st_mtime_ns


class LocalModelManager(LocalModelApi):
    """Gives the chosen local model. Any thread. Nothing is loaded until the model is first asked."""

    def __init__(self, chosen: Callable[[], Path | None]) -> None:
        """``chosen`` returns the file that the settings name, or None."""
        self._chosen = chosen
        self._lock = Lock()
        self._seen: dict[Sign, ModelFile | Message] = {}
        """What the last inspection said of each file: what it is, or why it cannot be used."""
        self._model: LocalModel | None = None
        self._model_of: Sign | None = None
        self._refused: ModelRefused | None = None

    def missing(self) -> Message:
        return joined(_missing_packages())

    def inspect(self, path: Path, reporter: Reporter) -> ModelFile:
        return self._inspected(path, reporter.check)

    def _inspected(self, path: Path, check: Callable[[], None]) -> ModelFile:
        if problem := _missing_packages():
            raise ModelRefused(*problem, detail="not installed")
        sign = sign_of(path)
        try:
            file = inspect(path, check)
        except NotNow:
            raise
        except ModelRefused as refused:
            if sign is not None:
                self._seen[sign] = refused.message
            raise
        if sign is not None:
            self._seen[sign] = file
        return file

    def try_out(self, path: Path, reporter: Reporter) -> ModelTrial:
        file = self.inspect(path, reporter)
        self.changed()

        def on_written(tokens: int) -> None:
            reporter.progress(Message("Trying the model"), tokens, TRIAL.most_tokens)

        with closing(LocalModel(lambda check: file)) as model:
            reporter.progress(Message("Loading the model"), 0, 0)
            load_s = model.load(reporter.check)
            return _judged(model.ask(TRIAL, on_written=on_written, check=reporter.check), load_s)

    def changed(self) -> None:
        """End the model's process."""
        with self._lock:
            former, self._model, self._model_of, self._refused = self._model, None, None, None
        if former is not None:
            former.close()

    close = changed

    def trouble(self) -> Message:
        path = self._chosen()
        if path is None:
            return Message(
                "No local model is chosen. Settings has a page on which models suit which computer."
            )
        if missing := self.missing():
            return missing
        sign = sign_of(path)
        if sign is None:
            return Message("The local model’s file is not where it was. Choose it again in Settings.")
        seen = self._seen.get(sign)
        if isinstance(seen, Message):
            return seen
        refused = self._refused if sign == self._model_of else None
        return refused.message if refused else NO_MESSAGE

    def if_ready(self) -> Generator | None:
        """Return the chosen model, loaded on first use; None where none is chosen or what runs it is missing.

        Takes milliseconds; its name takes as long as ``inspect`` where the file was not inspected yet.
        """
        path = self._chosen()
        sign = sign_of(path) if path is not None else None
        if path is None or sign is None or self.missing():
            return None
        with self._lock:
            former = self._model if sign != self._model_of else None
            if self._model is None or former is not None:
                self._model, self._model_of, self._refused = self._lazy_model(path, sign), sign, None
            model = self._model
        if former is not None:
            former.close()
        return model

    def _lazy_model(self, path: Path, sign: Sign) -> LocalModel:
        def describe(check: Callable[[], None]) -> ModelFile:
            seen = self._seen.get(sign)
            return seen if isinstance(seen, ModelFile) else self._inspected(path, check)

        def on_refused(refused: ModelRefused | None) -> None:
            if self._model_of == sign:
                self._refused = refused

        fingerprint = hashlib.sha256(repr(sign).encode()).hexdigest()
        return LocalModel(describe, fingerprint=fingerprint, on_refused=on_refused)


def _missing_packages() -> tuple[()] | tuple[Message, Message]:
    """Return title and remedy where something that local models need is not installed; else nothing."""
    return () if importlib.util.find_spec("llama_cpp") else (NOT_INSTALLED, SET_UP_AGAIN)


_CASE = (
    "An officer stopped a car for a broken light. He asked the driver to step out and searched the trunk, "
    "where he found a handgun.\nThe driver had not agreed to the search and the officer had no warrant. The "
    "trial court held that the search was lawful, because the officer smelled marijuana when he came near. "
)
TRIAL = Prompt(
    instructions="Say whether the officer had a warrant.\nGive the reason in one sentence.",
    data=_CASE * 5,
    grammar=(r'root ::= "{\"warrant\": \"" ("yes" | "no") "\", \"reason\": \"" [A-Za-z0-9 ,.]{20,160} "\"}"'),
    most_tokens=120,
    limit_s=120.0,
)
"""The question of the test run, about 350 tokens: long enough to measure the speed of reading."""
_FORM = re.compile(r'\{"warrant": "(yes|no)", "reason": "[A-Za-z0-9 ,.]{20,160}"\}')
_READ, _WRITTEN = 1000, 300  # The tokens of a summary's prompt and answer, when the answer is right at once


def _judged(answer: ModelAnswer, load_s: float) -> ModelTrial:
    """Return the verdict. Speeds are 0, and the time of a summary infinite, where the model wrote nothing."""
    reading = answer.prompt_tokens / answer.prompt_s if answer.prompt_s and answer.tokens else 0.0
    writing_s = answer.seconds - answer.prompt_s
    writing = (answer.tokens - 1) / writing_s if answer.tokens > 1 and writing_s > 0 else 0.0
    return ModelTrial(
        load_s=load_s,
        tokens_per_second=writing,
        memory_bytes=answer.memory_bytes,
        follows_grammar=answer.ending is Ending.COMPLETE and _FORM.fullmatch(answer.text) is not None,
        summary_s=_READ / reading + _WRITTEN / writing if reading and writing else float("inf"),
    )
