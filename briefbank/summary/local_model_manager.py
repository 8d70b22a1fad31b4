"""The local model that the settings name: inspected, tried out, loaded on demand and unloaded when idle."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Lock

from briefbank import paths
from briefbank.api.generated import LocalModelApi
from briefbank.domain.local_models import Fitness, Generator, ModelFile, ModelTrial
from briefbank.errors import Cancelled, ModelRefused, StoreBusy, StoreError
from briefbank.jobs import QuietReporter, Reporter
from briefbank.llm.inspection_process import NOT_INSTALLED, SET_UP_AGAIN, inspect
from briefbank.llm.model_facts import ModelFacts, Sign, sign_of
from briefbank.llm.refusals import NotNow
from briefbank.llm.running import LocalModel
from briefbank.llm.trial import MESSAGE, judged
from briefbank.sandbox import confinement
from briefbank.storage.locks import ProcessLock
from briefbank.storage.model_files import ModelNotes
from briefbank.summary.checks.second_reader import examine, questions_version

_PACKAGES = ("llama_cpp", "gguf")
BEING_BUILT = "What runs local models is being built on this computer since BriefBank was set up."
START_AGAIN = "That takes five to fifteen minutes; start BriefBank again after that."
_BUILD_LOCK = "llm-build.lock"
"""The lock in the program's environment that the set-up (installer/common.sh) holds while it builds."""
_NO_MODEL_CHOSEN = "No local model is chosen. Settings has a page on which models suit which computer."
_CHANGED = "This file was changed while it was looked at."
_CHANGED_REMEDY = "Choose it again once it is complete."
_GONE = "The local model’s file is not where it was. Choose it again in Settings."


class _CancellableReporter(QuietReporter):
    """A reporter without progress through which a wait for the inspection of a file can be cancelled."""

    def __init__(self, check: Callable[[], None]) -> None:
        super().__init__()
        self._check = check

    def check(self) -> None:
        self._check()


class LocalModelManager(LocalModelApi):
    """Gives the chosen local model. Any thread. Nothing is loaded until the model is asked for the first
    time."""

    def __init__(self, chosen: Callable[[], Path | None]) -> None:
        """``chosen`` returns the file that the settings name, or None."""
        self._chosen = chosen
        self._facts = ModelFacts(paths.data_folder() / "local-models.json")
        self._lock = Lock()
        self._seen: dict[Sign, ModelFile | str] = {}
        """The result of each file's last inspection, or the reason why it cannot be used, in sentences."""
        self._model: LocalModel | None = None
        self._model_of: Sign | None = None
        self._refused: ModelRefused | None = None

    def missing(self) -> str:
        return " ".join(_missing_packages())

    def inspect(self, path: Path, reporter: Reporter) -> ModelFile:
        if problem := _missing_packages():
            raise ModelRefused(*problem, detail="not installed")
        sign = sign_of(path)
        try:
            file = self._inspected(path, sign, reporter)
        except NotNow:
            raise
        except ModelRefused as refused:
            self._remember(sign, str(refused))
            raise
        self._remember(sign, file)
        return replace(file, second_reader=self.fitness(file.sha256))

    def fitness(self, fingerprint: str) -> Fitness | None:
        """Return how the model of that hash did as a second reader; None until a trial found out.

        Takes milliseconds. The fitness is never found out on the way to a summary, which would wait minutes
        for it.
        """
        return self._facts.fitness(fingerprint, questions_version())

    def try_out(self, path: Path, reporter: Reporter) -> ModelTrial:
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
        import psutil

        return int(psutil.virtual_memory().total)

    def changed(self) -> None:
        with self._lock:
            former, self._model, self._model_of, self._refused = self._model, None, None, None
        if former is not None:
            former.close()

    def trouble(self) -> str:
        path = self._chosen()
        if path is None:
            return _NO_MODEL_CHOSEN
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
        """Return the chosen model, loaded on first use; None where none is chosen or what runs it is missing.

        Takes milliseconds. The model's fingerprint and name take as long as ``inspect`` where this file was
        never inspected on this computer; afterwards they are stored.
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

    def inspected_model(self) -> Generator | None:
        """Return the chosen model only if its unchanged file was inspected before, so that the hash is
        known."""
        path = self._chosen()
        return self.if_ready() if path is not None and self._facts.sha256(sign_of(path)) else None

    def close(self) -> None:
        """End the model's process."""
        self.changed()

    def _inspected(self, path: Path, sign: Sign | None, reporter: Reporter) -> ModelFile:
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

    def _remember(self, sign: Sign | None, seen: ModelFile | str) -> None:
        with self._lock:
            if sign is not None:
                self._seen[sign] = seen

    def _tried(self, model: LocalModel, reporter: Reporter) -> ModelTrial:
        reporter.progress("Loading the model", 0, 0)
        load_s = model.load(reporter.check)
        timed = model.ask_timed(
            MESSAGE,
            on_written=lambda tokens: reporter.progress("Trying the model", tokens, MESSAGE.most_tokens),
            check=reporter.check,
        )
        return judged(timed, load_s)

    def _examined(self, model: LocalModel, reporter: Reporter) -> Fitness | None:
        """Return the examination's result; None when it was stopped: half an examination is no verdict."""
        try:
            found = examine(model, reporter)
        except Cancelled:
            return None
        self._facts.keep_fitness(model.fingerprint, questions_version(), found)
        return found

    def _lazy_model(self, path: Path, sign: Sign) -> LocalModel:
        def describe(check: Callable[[], None]) -> ModelFile:
            seen = self._seen.get(sign)
            return seen if isinstance(seen, ModelFile) else self.inspect(path, _CancellableReporter(check))

        def on_refused(refused: ModelRefused | None) -> None:
            if self._model_of == sign:
                self._refused = refused

        return LocalModel(
            describe,
            initializer=confinement.begin,
            confine=confinement.to_one_file,
            on_refused=on_refused,
        )


def _missing_packages() -> tuple[str, ...]:
    """Return title and remedy where something that local models need is not installed; else nothing."""
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
