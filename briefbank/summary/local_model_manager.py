"""The local model that the settings name: inspected, tried out, loaded on demand and unloaded when idle; and
the same model as a second reader of claims.

What takes minutes to find out about models' files is cached in a small JSON file in the user's data folder:
the hash of each file that was inspected, and how the model of each hash did as a second reader. A hash counts
as long as the file's size and modification time are unchanged. What cannot be read of the list is found out
again; when two programs write at once, what one of them wrote is found out again too.

A second reader may withhold what the other checks let pass, never rescue. Small models answer such questions
little better than by chance. So when a model is tried out in Settings, it is first asked about made-up pairs
whose answers are known, which takes minutes on a plain computer. Its answers about a summary count only where
it did well enough on those pairs. A model that was never examined is not asked.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import logging
import math
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, TypedDict

import msgspec

from briefbank import paths
from briefbank.api.law import LocalModelApi
from briefbank.domain.summaries import (
    Claim,
    ClaimFault,
    ClaimFinding,
    Ending,
    Fitness,
    Generator,
    ModelFile,
    ModelTrial,
    Prompt,
    SourceSentence,
)
from briefbank.errors import Cancelled, ModelRefused, StoreBusy, StoreError
from briefbank.files import write_atomically
from briefbank.jobs import QuietReporter, Reporter
from briefbank.llm.engine import NOT_INSTALLED, SET_UP_AGAIN, NotNow
from briefbank.llm.inspection import inspect
from briefbank.llm.questions import DATA_RULE, NoHelp, ask, choice, fence_lines
from briefbank.llm.running import LocalModel, TimedAnswer
from briefbank.paths import resources_folder
from briefbank.storage.lease import ProcessLock
from briefbank.storage.model_files import ModelNotes
from briefbank.text.messages import NO_MESSAGE, Message, joined

log = logging.getLogger(__name__)

BEING_BUILT = Message("What runs local models is being built on this computer since BriefBank was set up.")
START_AGAIN = Message("That takes five to fifteen minutes; start BriefBank again after that.")
_BUILD_LOCK = "llm-build.lock"
"""The lock in the program's environment that the set-up (installer/common.sh) holds while it builds."""

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


class _CheckingReporter(QuietReporter):
    """A reporter through which a wait for the inspection of a file can be cancelled."""

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
        known = self._facts.sha256(sign)
        try:
            file = inspect(path, reporter, known_sha256=known)
            if sign is None or sign_of(path) != sign:
                title = Message("This file was changed while it was looked at.")
                remedy = Message("Choose it again once it is complete.")
                raise NotNow(title, remedy, detail="changed while it was looked at")
        except NotNow:
            raise
        except ModelRefused as refused:
            if sign is not None:
                self._seen[sign] = refused.message
            raise
        if not known:
            self._facts.keep_sha256(sign, file.sha256)
        self._seen[sign] = file
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
        model = LocalModel(lambda check: file)

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

    def _lazy_model(self, path: Path, sign: Sign) -> LocalModel:
        def describe(check: Callable[[], None]) -> ModelFile:
            seen = self._seen.get(sign)
            return seen if isinstance(seen, ModelFile) else self.inspect(path, _CheckingReporter(check))

        def on_refused(refused: ModelRefused | None) -> None:
            if self._model_of == sign:
                self._refused = refused

        return LocalModel(describe, on_refused=on_refused)


def _missing_packages() -> tuple[()] | tuple[Message, Message]:
    """Return title and remedy where something that local models need is not installed; else nothing."""
    if importlib.util.find_spec("llama_cpp") is not None:
        return ()
    lock = Path(sys.prefix) / _BUILD_LOCK
    try:
        if lock.is_file():
            with ProcessLock(lock, wait_s=0.0)():
                pass
    except StoreBusy:
        return BEING_BUILT, START_AGAIN
    except StoreError:
        pass
    return NOT_INSTALLED, SET_UP_AGAIN


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


_MOST_FACTS = 50  # The number of newest facts of each kind that the list holds
_SHA256 = re.compile(r"[0-9a-f]{64}")
_HASHES, _SECOND_READERS = "hashes", "second_readers"


class ModelFacts:
    """The cache, for any thread. A failed write is only logged: the next program finds out again."""

    def __init__(self, file: Path) -> None:
        self._file, self._lock = file, Lock()

    def sha256(self, sign: Sign | None) -> str:
        """Return the hash as 64 hexadecimal digits, or an empty string where it is not known."""
        known = self._all(_HASHES).get(_key(sign)) if sign else None
        return known if isinstance(known, str) and _SHA256.fullmatch(known) else ""

    def keep_sha256(self, sign: Sign, sha256: str) -> None:
        """Store a file's hash. A file that was moved is known by its new place alone."""
        self._keep(_HASHES, _key(sign), sha256, lambda _, known: known != sha256)

    def fitness(self, sha256: str, questions: str) -> Fitness | None:
        """Return how the model of that hash did on this version of the questions; None if unknown."""
        try:
            known = msgspec.convert(self._all(_SECOND_READERS).get(f"{sha256} {questions}"), Fitness)
        except msgspec.ValidationError:
            return None
        makes_sense = 0 <= known.caught <= known.wrong and 0 <= known.passed <= known.right
        return known if makes_sense else None

    def keep_fitness(self, sha256: str, questions: str, fitness: Fitness) -> None:
        """Store how a model did; results for other versions of the questions are dropped as obsolete."""
        value = msgspec.to_builtins(fitness)
        self._keep(_SECOND_READERS, f"{sha256} {questions}", value, lambda key, _: key[:64] != sha256)

    def _all(self, kind: str) -> dict[str, Any]:
        """Return one list, empty where there is none. Its values are not validated yet."""
        try:
            facts = msgspec.json.decode(self._file.read_bytes(), type=dict[str, Any]).get(kind)
        except (OSError, ValueError, RecursionError):
            facts = None
        return facts if isinstance(facts, dict) else {}

    def _keep(self, kind: str, key: str, value: object, stays: Callable[[str, object], bool]) -> None:
        """Store a fact as the newest of its kind, with those of the others that stay."""
        with self._lock:
            lists = {name: self._all(name) for name in (_HASHES, _SECOND_READERS)}
            facts = {name: fact for name, fact in lists[kind].items() if name != key and stays(name, fact)}
            lists[kind] = dict([*facts.items(), (key, value)][-_MOST_FACTS:])
            try:
                write_atomically(self._file, json.dumps(lists).encode())
            except StoreError as error:
                log.warning("facts about models not kept: %s", type(error).__name__)


def _key(sign: Sign) -> str:
    return "|".join(map(str, sign))


EXAMINING = Message("Asking the second reader")  # The progress stage of ``examine``
LEAST_CAUGHT, LEAST_PASSED = 0.8, 0.9
"""The least shares of unsupported pairs caught and of supported pairs passed that make a model fit."""
_INSTRUCTIONS = (
    "You compare a claim with a source. Answer yes if the source says everything that the claim says. Answer "
    "no if the claim adds something, leaves out a “not”, or changes who did what, what was decided, or how "
    f"many. {DATA_RULE} Answer with yes or no only."
)
_YES_OR_NO = choice(("yes", "no"))


class _Pair(TypedDict):
    source: str
    claim: str
    said: bool


class SecondReader:
    """Doubts claims, with a model that is known to read well enough; else never. Any thread."""

    def __init__(self, generator: Generator, known: Callable[[str], Fitness | None]) -> None:
        """``known`` returns within milliseconds the fitness found for the fingerprint of a model's file; None
        without an examination."""
        self._generator, self._known = generator, known

    def doubts(
        self, claim: Claim, sources: Sequence[SourceSentence], check: Callable[[], None]
    ) -> Iterator[ClaimFinding]:
        """Yield a finding when a fit model says that the sources do not say this; nothing from any other
        model.

        Raises what ``check`` raises, ModelFault and ModelRefused.
        """
        fitness = self._known(self._generator.fingerprint)
        if fitness is None or not fitness.fit:
            return
        if not _says(self._generator, question(claim.text, [source.text for source in sources]), check):
            yield ClaimFinding(
                ClaimFault.UNSUPPORTED,
                "The local model, asked again, did not find this in the source.",
                "Say only what the numbered sentences say, in words close to theirs.",
            )


def examine(generator: Generator, reporter: Reporter) -> Fitness:
    """Examine a model on the packaged pairs: forty questions, minutes on a plain computer.

    Stops early once the model can no longer be fit. Calls ``reporter.progress(EXAMINING, questions, all)``.
    Raises Cancelled, ModelFault and ModelRefused; the answers until then are no verdict.
    """
    correct: dict[bool, list[bool]] = {True: [], False: []}
    allowed_errors = {}
    for said, least in ((True, LEAST_PASSED), (False, LEAST_CAUGHT)):
        pairs = sum(pair["said"] is said for pair in _pairs())
        allowed_errors[said] = pairs - math.ceil(least * pairs - 1e-9)  # against errors of rounding
    fit = True
    for done, pair in enumerate(_pairs()):
        reporter.check()
        reporter.progress(EXAMINING, done, len(_pairs()))
        says = _says(generator, question(pair["claim"], [pair["source"]]), reporter.check)
        correct[pair["said"]].append(says is pair["said"])
        fit = all(answers.count(False) <= allowed_errors[said] for said, answers in correct.items())
        if not fit:
            break
    caught, passed = correct[False], correct[True]
    return Fitness(sum(caught), len(caught), sum(passed), len(passed), fit)


def question(claim: str, sources: Sequence[str]) -> Prompt:
    """Return the question whether the sources say the claim. Both are fenced as data: one is text of a brief,
    the other a model's."""
    material = fence_lines([f"Source: {' '.join(sources)}", f"Claim: {claim}"])
    data = f"{material}\nDoes the source say this?"
    return Prompt(_INSTRUCTIONS, data, _YES_OR_NO.grammar, most_tokens=3, limit_s=60.0)


@cache
def questions_version() -> str:
    """Return a hash that changes with the packaged pairs, the wording of the question or the thresholds,
    because a verdict holds only for these. Raises OSError when the pairs are missing."""
    questions = [(question(pair["claim"], [pair["source"]]), pair["said"]) for pair in _pairs()]
    return hashlib.sha256(repr((questions, LEAST_CAUGHT, LEAST_PASSED)).encode()).hexdigest()[:16]


def _says(generator: Generator, prompt: Prompt, check: Callable[[], None]) -> bool:
    """Tell whether the model answers yes; anything else, even an answer cut short, is a no."""
    try:
        return ask(generator, prompt, _YES_OR_NO.read, check) == "yes"
    except NoHelp:
        return False


@cache
def _pairs() -> tuple[_Pair, ...]:
    """Return the packaged pairs, in their order. Raises OSError when the file is missing."""
    text = (resources_folder() / "second_reader.json").read_text("utf-8")
    return tuple(json.loads(text)["pairs"])
