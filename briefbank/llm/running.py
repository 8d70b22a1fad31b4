"""The local model's lifecycle and its process: loaded at the first question, unloaded when idle, restarted
when its process was killed."""

from __future__ import annotations

import gc
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from threading import Lock, Timer

from briefbank.domain.summaries import ModelAnswer, ModelFile, Prompt
from briefbank.errors import Cancelled, ModelFault, ModelRefused
from briefbank.llm.engine import (
    CRASHED,
    ENVIRONMENT,
    NOT_UNDERSTOOD,
    TRY_ANOTHER,
    BadGrammarError,
    Engine,
    GenerationEnd,
    ModelShortOfMemory,
    NotNow,
    crashed,
    load_library,
    usable_context,
)
from briefbank.sandbox import confinement
from briefbank.sandbox.child import CHECK_S, Child, ChildEndedError, ChildSilentError, Halt, Tell
from briefbank.sandbox.guard import be_quiet, limit_memory, lower_priority
from briefbank.sandbox.messages import ParentPipe
from briefbank.text.messages import Message

WEIGHTS, TEMPLATE = 1, 2
"""The steps of loading, of which the last that is done is reported."""


def serve(
    pipe: ParentPipe,
    tell: Tell,
    path: Path,
    context: int,
    address_bytes: int,
    halt: Halt,
    initializer: Callable[[], None],
) -> None:
    """Run in the child: load the model with a ``context`` in tokens and within ``address_bytes`` of
    addresses, report in how many seconds, answer until the pipe is closed. An unforeseen error ends the
    process, and the parent is told."""
    initializer()
    be_quiet()
    lower_priority()
    os.environ.update(ENVIRONMENT)
    began = time.monotonic()
    try:
        load_library()
        limit_memory(address_bytes)
        engine = Engine(path, context, halt.is_wished)
        tell(WEIGHTS, TEMPLATE)
        engine.take_template()
    except ModelRefused as refused:
        return pipe.send_failure(refused)
    gc.freeze()
    pipe.send(time.monotonic() - began)

    def answer(message: Prompt) -> GenerationEnd | None:
        """Send the text in parts, and return its end; None for a grammar that cannot be read."""
        try:
            return engine.answer(message, pipe.send_part)
        except BadGrammarError:
            return None

    return pipe.answer_all(Prompt, answer)


IDLE_S = 300.0
"""Seconds that an idle model stays loaded. A person who reads results opens the next brief within minutes; a
model takes gigabytes meanwhile."""
TEMPLATE_S = 20.0
"""The limit for the file's chat template, a small program that takes milliseconds unless made not to end."""
LOAD_S = 300.0  # The limit for loading the weights: 20 GB from a slow disk
GRACE_S = 2.0
"""Seconds in which a stopped model may end between two steps of its computation before it is killed."""
_OVERTIME_S = 10.0  # Seconds past its limit in which a model may end by itself
_RESERVED_ADDRESSES = 4 << 30  # Addresses, not memory, that threads and the interpreter reserve


class LocalModel:
    """A Generator. Any thread; questions wait for one another."""

    def __init__(
        self,
        describe: Callable[[Callable[[], None]], ModelFile],
        *,
        fingerprint: str = "",
        initializer: Callable[[], None] = confinement.begin,
        confine: Callable[[Path], Callable[[], None]] | None = confinement.to_one_file,
        idle_s: float = IDLE_S,
        template_s: float = TEMPLATE_S,
        on_refused: Callable[[ModelRefused | None], None] = lambda refused: None,
    ) -> None:
        """``describe`` returns what the file is, quickly once it was inspected; it is handed a ``check`` to
        call meanwhile and may raise ModelRefused. ``fingerprint`` identifies the file. ``initializer`` runs
        in each process before the file is touched, and ``confine`` confines it to that file. ``on_refused``
        is called with the reason why the model cannot be loaded, and with None once it was loaded. A model
        that cannot be loaded just now (NotNow) and what ``describe`` raises are only raised."""
        self._describe, self._initializer, self._on_refused = describe, initializer, on_refused
        self.fingerprint = fingerprint
        self._idle_s, self._template_s, self._confine = idle_s, template_s, confine
        self._one_question = Lock()
        self._child: Child | None = None
        self._halt = Halt(GRACE_S)
        self._load_s: float | None = None
        self._idle: Timer | None = None
        self._closed = False

    @property
    def name(self) -> str:
        return self._describe(self._check_open).name

    @property
    def pid(self) -> int | None:
        """The process id of the model's process; None while there is none."""
        child = self._child
        return None if child is None or child.gone else child.pid

    def ask(
        self,
        message: Prompt,
        *,
        on_written: Callable[[int], None] = lambda tokens: None,
        check: Callable[[], None] = lambda: None,
    ) -> ModelAnswer:
        """Answer as ``Generator.ask`` does. Raises TooLong for a text that is longer than this model's
        context, which may fit another model, and Cancelled after ``close`` and while it happens. What is
        loaded stays loaded when ``check`` raises, and a model that is being loaded goes on being loaded for
        the next question."""
        check = self._check_with_close(check)
        pieces: list[str] = []
        deadline = float("inf")

        def on_part(piece: str) -> None:
            pieces.append(piece)
            on_written(min(len(pieces), message.most_tokens))

        def check_in_time() -> None:
            if time.monotonic() > deadline:
                raise ModelFault(detail="did not end in time")
            check()

        with self._exclusive(check):
            child = self._ready(check)
            deadline = time.monotonic() + message.limit_s + _OVERTIME_S
            end: GenerationEnd | None = child.ask(
                message,
                GenerationEnd | None,
                None,
                part=str,
                errors=(ModelRefused,),
                on_part=on_part,
                check=check_in_time,
                halt=self._halt,
            )
        if end is None:
            raise BadGrammarError("the grammar of a question cannot be read")
        return ModelAnswer("".join(pieces), **asdict(end))

    def load(self, check: Callable[[], None] = lambda: None) -> float:
        """Load the model without a question and return the seconds that it took. Raises as ``ask``."""
        check = self._check_with_close(check)
        with self._exclusive(check):
            self._ready(check)
            return self._load_s or 0.0

    def close(self) -> None:
        """End the model's process and whatever it was doing. May be called twice, from any thread."""
        self._closed = True
        child, idle = self._child, self._idle
        if child is not None:
            child.kill()
        if idle is not None:
            idle.cancel()
        with self._one_question:
            self._unload()

    @contextmanager
    def _exclusive(self, check: Callable[[], None]) -> Iterator[None]:
        """Wait for other questions; raise the child's faults as ModelFault, or Cancelled after ``close``."""
        while not self._one_question.acquire(timeout=CHECK_S):
            check()
        try:
            self._check_open()
            if self._idle is not None:
                self._idle.cancel()
            yield
        except (ChildEndedError, ChildSilentError) as error:
            self._check_open()
            raise ModelFault(detail=f"model's process: {str(error) or type(error).__name__}") from error
        finally:
            self._idle = None
            if self._child is not None and not self._closed:
                self._idle = Timer(self._idle_s, self._unload_if_idle)
                self._idle.daemon = True
                self._idle.start()
            self._one_question.release()

    def _check_open(self) -> None:
        if self._closed:
            raise Cancelled()

    def _check_with_close(self, check: Callable[[], None]) -> Callable[[], None]:
        """Return a check that also raises once the model is closed, maybe before there is a process."""

        def check_both() -> None:
            self._check_open()
            check()

        return check_both

    def _unload_if_idle(self) -> None:
        """Unload in the timer's thread. A question that came in between has made another timer, or will."""
        if self._one_question.acquire(blocking=False):
            try:
                if self._idle is threading.current_thread():
                    self._unload()
            finally:
                self._one_question.release()

    def _unload(self) -> None:
        if self._child is not None:
            self._child.stop()
        self._child = self._load_s = None

    def _ready(self, check: Callable[[], None]) -> Child:
        """Return the child with the model loaded; start it when there is none or it was killed meanwhile."""
        if self._child is None or not self._child.is_running():
            self._unload()
            self._child = self._start(check)
        if self._load_s is None:
            try:
                self._load_s = self._loading_time(self._child, check)
            except ModelRefused as refused:
                self._unload()
                if not isinstance(refused, NotNow):
                    self._on_refused(refused)
                raise
            self._on_refused(None)
        return self._child

    def _start(self, check: Callable[[], None]) -> Child:
        """Start the child, unless the model does not fit into memory: loading it would push everything else
        out of memory first, and then fail."""
        import psutil

        file, free = self._describe(check), psutil.virtual_memory().available
        if file.memory_bytes > free:
            raise ModelShortOfMemory(
                Message("There is not enough memory free for the local model now."),
                Message("Close other programs and try again, or choose a smaller model."),
                detail=f"{file.memory_bytes} of {free} bytes",
            )
        addresses = 2 * file.memory_bytes + _RESERVED_ADDRESSES
        model = file.path, usable_context(file.context), addresses
        confine = self._confine and self._confine(file.path)
        return Child(serve, *model, self._halt, self._initializer, confine=confine)

    def _loading_time(self, child: Child, check: Callable[[], None]) -> float:
        """Wait for the model and return the seconds that it took. Raises ModelRefused: a template that does
        not end is refused, and so is a file over which llama.cpp crashes, since both would be tried again and
        again otherwise."""
        steps = 0

        def on_progress(done: int, of: int) -> None:
            nonlocal steps
            steps = done

        def silence() -> float:
            return self._template_s if steps >= WEIGHTS else LOAD_S

        try:
            load_s: float = child.receive(
                float, silence, errors=(ModelRefused,), on_progress=on_progress, check=check
            )
            return load_s
        except ChildSilentError as silent:
            if steps < WEIGHTS:
                raise
            raise ModelRefused(NOT_UNDERSTOOD, detail="its template does not end") from silent
        except ChildEndedError as ended:
            self._check_open()
            if not crashed(ended.exit_code):
                raise
            detail = f"loading ended with {ended.exit_code}"
            raise ModelRefused(CRASHED, TRY_ANOTHER, detail=detail) from ended
