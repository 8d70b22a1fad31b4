"""The local model that the settings name: inspected, tried out, loaded on demand and unloaded when idle.

What takes minutes to find out about models' files is cached in a small JSON file in the user's data folder:
the hash of each file that was inspected, and how the model of each hash did as a second reader. A hash counts
as long as the file's size and modification time are unchanged. What cannot be read of the list is found out
again; when two programs write at once, what one of them wrote is found out again too.
"""

from __future__ import annotations

import importlib.util
import json
import logging
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, fields, replace
from pathlib import Path
from threading import Lock
from typing import Any

from briefbank import paths
from briefbank.api.law import LocalModelApi
from briefbank.domain.summaries import Ending, Fitness, Generator, ModelFile, ModelTrial, Prompt
from briefbank.errors import Cancelled, ModelRefused, StoreBusy, StoreError
from briefbank.files import write_atomically
from briefbank.jobs import QuietReporter, Reporter
from briefbank.llm.inspection import inspect
from briefbank.llm.refusals import NOT_INSTALLED, SET_UP_AGAIN, NotNow
from briefbank.llm.running import LocalModel, TimedAnswer
from briefbank.sandbox import confinement
from briefbank.storage.lease import ProcessLock
from briefbank.storage.model_files import ModelNotes
from briefbank.summary.checks.second_reader import examine, questions_version
from briefbank.text.messages import NO_MESSAGE, Message, joined

log = logging.getLogger(__name__)

BEING_BUILT = Message("What runs local models is being built on this computer since BriefBank was set up.")
START_AGAIN = Message("That takes five to fifteen minutes; start BriefBank again after that.")
_BUILD_LOCK = "llm-build.lock"
"""The lock in the program's environment that the set-up (installer/common.sh) holds while it builds."""
_NO_MODEL_CHOSEN = Message(
    "No local model is chosen. Settings has a page on which models suit which computer."
)
_CHANGED = Message("This file was changed while it was looked at.")
_CHANGED_REMEDY = Message("Choose it again once it is complete.")
_GONE = Message("The local model’s file is not where it was. Choose it again in Settings.")


Sign = tuple[Path, int, int]
"""The identity of a file: its absolute path, and its size in bytes and modification time, which stand for its
contents."""


def sign_of(model: Path) -> Sign | None:
    """Return a file's identity; None where there is no such file."""
    try:
        status = model.stat()
    except OSError:
        return None
    return model.absolute(), status.st_size, status.st_mtime_ns


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
        self._seen: dict[Sign, ModelFile | Message] = {}
        """The result of each file's last inspection, or the reason why it cannot be used, in sentences."""
        self._model: LocalModel | None = None
        self._model_of: Sign | None = None
        self._refused: ModelRefused | None = None

    def missing(self) -> Message:
        return joined(_missing_packages())

    def inspect(self, path: Path, reporter: Reporter) -> ModelFile:
        if problem := _missing_packages():
            raise ModelRefused(*problem, detail="not installed")
        sign = sign_of(path)
        try:
            file = self._inspected(path, sign, reporter)
        except NotNow:
            raise
        except ModelRefused as refused:
            self._remember(sign, refused.message)
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

        def on_written(tokens: int) -> None:
            reporter.progress(Message("Trying the model"), tokens, TRIAL.most_tokens)

        try:
            reporter.progress(Message("Loading the model"), 0, 0)
            load_s = model.load(reporter.check)
            trial = _judged(model.ask_timed(TRIAL, on_written=on_written, check=reporter.check), load_s)
            ModelNotes().forget(path)
            if not trial.follows_grammar:
                return trial
            fitness = file.second_reader
            if fitness is None:
                with suppress(Cancelled):  # half an examination is no verdict
                    fitness = examine(model, reporter)
                    self._facts.keep_fitness(model.fingerprint, questions_version(), fitness)
            return replace(trial, second_reader=fitness)
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

    def trouble(self) -> Message:
        path = self._chosen()
        if path is None:
            return _NO_MODEL_CHOSEN
        if missing := self.missing():
            return missing
        sign = sign_of(path)
        if sign is None:
            return _GONE
        seen = self._seen.get(sign)
        if isinstance(seen, Message):
            return seen
        refused = self._refused if sign == self._model_of else None
        return refused.message if refused else NO_MESSAGE

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

    def _remember(self, sign: Sign | None, seen: ModelFile | Message) -> None:
        with self._lock:
            if sign is not None:
                self._seen[sign] = seen

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


def _missing_packages() -> tuple[()] | tuple[Message, Message]:
    """Return title and remedy where something that local models need is not installed; else nothing."""
    if importlib.util.find_spec("llama_cpp") is not None:
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
_READ, _WRITTEN = 1000, 300
"""The tokens of a summary's prompt and answer, when the answer is right at once and nothing is read a second
time."""


def _judged(timed: TimedAnswer, load_s: float) -> ModelTrial:
    """Return the verdict. Speeds are 0, and the time of a summary infinite, where the model wrote nothing."""
    answer = timed.answer
    reading = answer.prompt_tokens / timed.prompt_s if timed.prompt_s and answer.tokens else 0.0
    writing_s = answer.seconds - timed.prompt_s
    writing = (answer.tokens - 1) / writing_s if answer.tokens > 1 and writing_s > 0 else 0.0
    return ModelTrial(
        load_s=load_s,
        tokens_per_second=writing,
        memory_bytes=timed.memory_bytes,
        follows_grammar=answer.ending is Ending.COMPLETE and _FORM.fullmatch(answer.text) is not None,
        summary_s=_READ / reading + _WRITTEN / writing if reading and writing else float("inf"),
    )


_MOST_FACTS = 50
"""The number of newest facts of each kind that the list holds."""
_SHA256 = re.compile(r"[0-9a-f]{64}")
_HASHES, _SECOND_READERS = "hashes", "second_readers"
_COUNTS = tuple(field.name for field in fields(Fitness) if field.name != "fit")


class ModelFacts:
    """The cache, for any thread. A failed write is only logged: the next program finds out again."""

    def __init__(self, file: Path) -> None:
        self._file, self._lock = file, Lock()

    def sha256(self, sign: Sign | None) -> str:
        """Return the hash as 64 hexadecimal digits, or an empty string where it is not known."""
        known = self._all()[_HASHES].get(_key(sign)) if sign else None
        return known if isinstance(known, str) and _SHA256.fullmatch(known) else ""

    def keep_sha256(self, sign: Sign, sha256: str) -> None:
        """Store a file's hash. A file that was moved is known by its new place alone."""
        with self._lock:
            known = self._all()
            hashes = {key: known_hash for key, known_hash in known[_HASHES].items() if known_hash != sha256}
            self._write(known | {_HASHES: _with(hashes, _key(sign), sha256)})

    def fitness(self, sha256: str, questions: str) -> Fitness | None:
        """Return how the model of that hash did on this version of the questions; None if unknown."""
        return _fitness(self._all()[_SECOND_READERS].get(f"{sha256} {questions}"))

    def keep_fitness(self, sha256: str, questions: str, fitness: Fitness) -> None:
        """Store how a model did; results for other versions of the questions are dropped as obsolete."""
        with self._lock:
            known = self._all()
            others = {key: verdict for key, verdict in known[_SECOND_READERS].items() if key[:64] != sha256}
            kept = _with(others, f"{sha256} {questions}", asdict(fitness))
            self._write(known | {_SECOND_READERS: kept})

    def _all(self) -> dict[str, dict[str, Any]]:
        """Return both lists, empty where there is none. Their values are not validated yet."""
        try:
            read = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            read = None
        whole = read if isinstance(read, dict) else {}
        lists = {kind: whole.get(kind) for kind in (_HASHES, _SECOND_READERS)}
        return {kind: facts if isinstance(facts, dict) else {} for kind, facts in lists.items()}

    def _write(self, known: dict[str, dict[str, Any]]) -> None:
        try:
            write_atomically(self._file, json.dumps(known).encode())
        except StoreError as error:
            log.warning("facts about models not kept: %s", type(error).__name__)


def _with(facts: dict[str, Any], key: str, fact: object) -> dict[str, Any]:
    """Return ``facts`` with one more, which is the newest."""
    others = {former: value for former, value in facts.items() if former != key}
    return dict([*others.items(), (key, fact)][-_MOST_FACTS:])


def _fitness(kept: object) -> Fitness | None:
    """Return the stored result, or None for one that makes no sense."""
    if not isinstance(kept, dict) or type(kept.get("fit")) is not bool:
        return None
    counts: dict[str, Any] = {name: kept.get(name) for name in _COUNTS}
    if any(type(count) is not int or count < 0 for count in counts.values()):
        return None
    fitness = Fitness(**counts, fit=kept["fit"])
    return fitness if fitness.caught <= fitness.wrong and fitness.passed <= fitness.right else None


def _key(sign: Sign) -> str:
    path, size, changed = sign
    return f"{path}|{size}|{changed}"
