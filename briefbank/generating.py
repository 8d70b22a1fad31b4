"""The local model that the settings name: looked at, tried, loaded when asked, let go when idle."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Lock

from briefbank import paths
from briefbank.closed import confinement
from briefbank.errors import Cancelled, ModelRefused, StoreBusy, StoreError
from briefbank.jobs import QuietReporter, Reporter
from briefbank.local_model.facts_kept import FactsKept, Sign, sign_of
from briefbank.local_model.inspecting import NOT_INSTALLED, SET_UP_AGAIN, inspect
from briefbank.local_model.refusals import NotNow
from briefbank.local_model.running import LocalModel
from briefbank.local_model.trial import MESSAGE, judged
from briefbank.local_models import Fitness, Generator, ModelFile, ModelTrial
from briefbank.locks import ProcessLock
from briefbank.model_files import ModelNotes
from briefbank.summary.checks.second_reader import examined, questions_version

_PACKAGES = ("llama_cpp", "gguf")
BEING_BUILT = "What runs local models is being built on this computer since BriefBank was set up."
START_AGAIN = "That takes five to fifteen minutes; start BriefBank again after that."
_BUILD_LOCK = "llm-build.lock"
"""In the program's environment; the set-up (installer/common.sh) holds it while it builds."""
_NONE_CHOSEN = "No local model is chosen. Settings has a page on which models suit which computer."
_CHANGED = "This file was changed while it was looked at."
_CHANGED_REMEDY = "Choose it again once it is complete."
_GONE = "The local model’s file is not where it was. Choose it again in Settings."


class _Checking(QuietReporter):
    """Whoever waits for a file to be looked at may still change their mind."""

    def __init__(self, check: Callable[[], None]) -> None:
        super().__init__()
        self._check = check

    def check(self) -> None:
        self._check()


class Generating:
    """Any thread. Nothing is loaded until the model is asked for the first time."""

    def __init__(self, chosen: Callable[[], Path | None]) -> None:
        """``chosen`` says which file the settings name; None: none."""
        self._chosen = chosen
        self._facts = FactsKept(paths.data_folder() / "local-models.json")
        self._lock = Lock()
        self._seen: dict[Sign, ModelFile | str] = {}
        """What looking at each file found last, or why it cannot be used, sentences."""
        self._model: LocalModel | None = None
        self._model_of: Sign | None = None
        self._refused: ModelRefused | None = None

    def missing(self) -> str:
        """What is not installed that local models need, and what to do, in sentences; empty when all is."""
        return " ".join(_lacking())

    def inspect(self, path: Path, reporter: Reporter) -> ModelFile:
        """Look at a model's file without loading it: seconds to a minute, most of it for the hash.

        In a child process. Raises ModelRefused (damaged, vocabulary only, an architecture that is not known,
        too large for this computer's memory, nothing installed to run it; NotNow where the next look may find
        it in order) and Cancelled.
        """
        if lacking := _lacking():
            raise ModelRefused(*lacking, detail="not installed")
        sign = sign_of(path)
        try:
            file = self._looked_at(path, sign, reporter)
        except NotNow:
            raise
        except ModelRefused as refused:
            self._keep(sign, str(refused))
            raise
        self._keep(sign, file)
        return replace(file, second_reader=self.fitness(file.sha256))

    def fitness(self, fingerprint: str) -> Fitness | None:
        """How the model of that hash did as a second reader; None until a test run found out.

        Milliseconds. It is never found out on the way to a summary, which would wait minutes for it.
        """
        return self._facts.fitness(fingerprint, questions_version())

    def try_out(self, path: Path, reporter: Reporter) -> ModelTrial:
        """Load a model, let it write a little, and find out once whether it is fit as a second reader: up to
        some minutes. Raises ModelRefused, ModelFault and Cancelled.

        The chosen model is let go first, so that memory has to hold one: a question to it is Cancelled. A
        stop while it is examined as a second reader ends only that: what was measured before is returned.
        """
        file = self.inspect(path, reporter)
        self.changed()
        model = LocalModel(lambda check: file, initializer=confinement.begin, confine=confinement.to_one_file)
        try:
            trial = self._tried(model, reporter)
            ModelNotes().forget(path)
            if not trial.follows_grammar:
                return trial
            return replace(trial, second_reader=file.second_reader or self._examined(model, reporter))
        finally:
            model.close()

    def memory_total(self) -> int:
        """The memory of this computer, in bytes."""
        import psutil

        return int(psutil.virtual_memory().total)

    def changed(self) -> None:
        """Another file stands in the settings: the former model is let go."""
        with self._lock:
            former, self._model, self._model_of, self._refused = self._model, None, None, None
        if former is not None:
            former.close()

    def trouble(self) -> str:
        """Why no summaries can be written now, sentences; empty when they can be or none was tried yet.

        Milliseconds: no model chosen, its file gone, nothing to run it, or what the last look at the file or
        its last start said. That it could not be read or memory was short is not kept: it may pass.
        """
        path = self._chosen()
        if path is None:
            return _NONE_CHOSEN
        if missing := self.missing():
            return missing
        sign = sign_of(path)
        if sign is None:
            return _GONE
        seen = self._seen.get(sign)
        if isinstance(seen, str):
            return seen
        refused = self._refused if sign == self._model_of else None
        return str(refused) if refused else ""

    def if_ready(self) -> Generator | None:
        """The chosen model; None where none is chosen or what runs it is missing. It is loaded when asked.

        Milliseconds. Its fingerprint and name take as long as ``inspect`` where this file was never looked
        at on this computer, and are at hand from then on.
        """
        path = self._chosen()
        sign = sign_of(path) if path is not None else None
        if path is None or sign is None or self.missing():
            return None
        with self._lock:
            former = self._model if sign != self._model_of else None
            if self._model is None or former is not None:
                self._model, self._model_of, self._refused = self._made(path, sign), sign, None
            model = self._model
        if former is not None:
            former.close()
        return model

    def if_known(self) -> Generator | None:
        """The same where its file was looked at before and has not changed: its fingerprint is at hand."""
        path = self._chosen()
        return self.if_ready() if path is not None and self._facts.sha256(sign_of(path)) else None

    def close(self) -> None:
        """End the model's process."""
        self.changed()

    def _looked_at(self, path: Path, sign: Sign | None, reporter: Reporter) -> ModelFile:
        known = self._facts.sha256(sign)
        file = inspect(
            path,
            reporter,
            initializer=confinement.begin,
            confine=confinement.to_one_file,
            known_sha256=known,
        )
        if sign is None or sign_of(path) != sign:
            raise NotNow(_CHANGED, _CHANGED_REMEDY, detail="changed while it was looked at")
        if not known:
            self._facts.keep_sha256(sign, file.sha256)
        return file

    def _keep(self, sign: Sign | None, seen: ModelFile | str) -> None:
        with self._lock:
            if sign is not None:
                self._seen[sign] = seen

    def _tried(self, model: LocalModel, reporter: Reporter) -> ModelTrial:
        reporter.progress("Loading the model", 0, 0)
        load_s = model.load(reporter.check)
        told = model.told(
            MESSAGE,
            on_written=lambda tokens: reporter.progress("Trying the model", tokens, MESSAGE.most_tokens),
            check=reporter.check,
        )
        return judged(told, load_s)

    def _examined(self, model: LocalModel, reporter: Reporter) -> Fitness | None:
        """None when it was stopped: half an examination is no verdict."""
        try:
            found = examined(model, reporter)
        except Cancelled:
            return None
        self._facts.keep_fitness(model.fingerprint, questions_version(), found)
        return found

    def _made(self, path: Path, sign: Sign) -> LocalModel:
        def describe(check: Callable[[], None]) -> ModelFile:
            seen = self._seen.get(sign)
            return seen if isinstance(seen, ModelFile) else self.inspect(path, _Checking(check))

        def on_refused(refused: ModelRefused | None) -> None:
            if self._model_of == sign:
                self._refused = refused

        return LocalModel(
            describe,
            initializer=confinement.begin,
            confine=confinement.to_one_file,
            on_refused=on_refused,
        )


def _lacking() -> tuple[str, ...]:
    """Title and remedy where not all that local models need is installed; none where it is."""
    if all(importlib.util.find_spec(package) is not None for package in _PACKAGES):
        return ()
    return (BEING_BUILT, START_AGAIN) if _is_being_built() else (NOT_INSTALLED, SET_UP_AGAIN)


def _is_being_built() -> bool:
    lock = Path(sys.prefix) / _BUILD_LOCK
    if not lock.is_file():
        return False
    try:
        with ProcessLock(lock, wait_s=0.0)():
            return False
    except StoreBusy:
        return True
    except StoreError:
        return False
