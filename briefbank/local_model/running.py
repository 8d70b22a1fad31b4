"""A local model: loaded when it is asked, let go when it is idle, started anew when it was killed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock, Timer

from briefbank.child import CHECK_S, Child, ChildEndedError, ChildSilentError, Halt
from briefbank.errors import Cancelled, ModelFault, ModelRefused
from briefbank.local_model.cost import usable_context
from briefbank.local_model.engine import Done
from briefbank.local_model.exits import OTHER_PROCESSOR, crashed
from briefbank.local_model.header import DAMAGED, FETCH_AGAIN
from briefbank.local_model.inspecting import Initializer, ToOneFile
from briefbank.local_model.refusals import NotNow, ShortOfMemory
from briefbank.local_model.serving import (
    BUILD_AGAIN,
    DOES_NOT_START,
    LIBRARY,
    ROOM,
    WEIGHTS,
    Load,
    Loaded,
    serve,
)
from briefbank.local_model.turns import NOT_UNDERSTOOD
from briefbank.local_models import Answer, Message, ModelFile

IDLE_S = 300.0
"""A person who reads results opens the next brief within minutes; a model takes gigabytes meanwhile."""
LOAD_S = 300.0
"""For the weights: 20 GB from a slow disk."""
TEMPLATE_S = 20.0
"""For the chat template, a small program in the file: milliseconds, unless it was made not to end."""
GRACE_S = 2.0
"""A model that was stopped ends between two steps of its computation; after this long it is killed."""
_OVER_S = 10.0
"""Past its limit, that long a model may take to end by itself."""
_ADDRESSES = 4 << 30
"""Addresses, not memory, that threads and the interpreter reserve."""


@dataclass(frozen=True, slots=True)
class Limits:
    """In seconds; tests have shorter ones."""

    idle_s: float = IDLE_S
    load_s: float = LOAD_S
    template_s: float = TEMPLATE_S
    grace_s: float = GRACE_S


@dataclass(frozen=True, slots=True)
class Told:
    """An answer and what a test run wants to know of it. ``memory_bytes``: of the process."""

    answer: Answer
    prompt_s: float
    memory_bytes: int


class LocalModel:
    """A Generator. Any thread; questions wait for one another."""

    def __init__(
        self,
        describe: Callable[[Callable[[], None]], ModelFile],
        *,
        initializer: Initializer,
        confine: ToOneFile | None = None,
        limits: Limits | None = None,
        on_refused: Callable[[ModelRefused | None], None] = lambda refused: None,
    ) -> None:
        """``describe`` says what the file is, quickly once it was looked at; it is handed a ``check`` to call
        meanwhile and may raise ModelRefused. ``initializer`` runs in each process before the file is touched,
        and ``confine`` holds it to that file. ``on_refused`` hears why the model cannot be loaded, and None
        once it was; that it cannot be just now (NotNow), and what ``describe`` raises, is raised alone."""
        self._describe, self._initializer, self._on_refused = describe, initializer, on_refused
        self._confine = confine
        self._limits = limits or Limits()
        self._one_question = Lock()
        self._child: Child | None = None
        self._halt = Halt(self._limits.grace_s)
        self._loaded: Loaded | None = None
        self._idle: Timer | None = None
        self._closed = False

    @property
    def name(self) -> str:
        return self._describe(self._check_open).name

    @property
    def fingerprint(self) -> str:
        return self._describe(self._check_open).sha256

    @property
    def pid(self) -> int | None:
        """The number of the model's process; None while there is none."""
        child = self._child
        return None if child is None or child.gone else child.pid

    def ask(
        self,
        message: Message,
        *,
        on_written: Callable[[int], None] = lambda tokens: None,
        check: Callable[[], None] = lambda: None,
    ) -> Answer:
        """As Generator. A text that is longer than the model can look at is TooLong: with another model
        it fits. After ``close``, and while it happens, Cancelled. What is loaded stays loaded when ``check``
        raises, and a model that is being loaded goes on being loaded for the next question."""
        return self.told(message, on_written=on_written, check=check).answer

    def told(
        self,
        message: Message,
        *,
        on_written: Callable[[int], None] = lambda tokens: None,
        check: Callable[[], None] = lambda: None,
    ) -> Told:
        """As ``ask``, with more about the answer."""
        check = self._wanted(check)
        with self._turn(check), self._faults():
            return self._answered(self._ready(check), message, on_written, check)

    def load(self, check: Callable[[], None] = lambda: None) -> float:
        """Bring it up without a question; the seconds that its loading took. Raises as ``ask``."""
        check = self._wanted(check)
        with self._turn(check), self._faults():
            self._ready(check)
            return self._loaded.load_s if self._loaded else 0.0

    def close(self) -> None:
        """End its process and whatever it was doing. May be called twice, from any thread."""
        self._closed = True
        child, idle = self._child, self._idle
        if child is not None:
            child.kill()
        if idle is not None:
            idle.cancel()
        with self._one_question:
            self._let_go()

    # --- one question at a time ------------------------------------------------------------------

    @contextmanager
    def _turn(self, check: Callable[[], None]) -> Iterator[None]:
        while not self._one_question.acquire(timeout=CHECK_S):
            check()
        try:
            self._check_open()
            if self._idle is not None:
                self._idle.cancel()
            yield
        finally:
            self._count_idle_time()
            self._one_question.release()

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except (ChildEndedError, ChildSilentError) as error:
            self._check_open()
            raise ModelFault(detail=f"model's process: {str(error) or type(error).__name__}") from error

    def _check_open(self) -> None:
        if self._closed:
            raise Cancelled()

    def _wanted(self, check: Callable[[], None]) -> Callable[[], None]:
        """``check``, and whether it was closed: that may come before there is a process to kill."""

        def still_wanted() -> None:
            self._check_open()
            check()

        return still_wanted

    def _count_idle_time(self) -> None:
        self._idle = None
        if self._child is not None and not self._closed:
            self._idle = Timer(self._limits.idle_s, self._idled)
            self._idle.daemon = True
            self._idle.start()

    def _idled(self) -> None:
        """In the timer's thread. A question that came in between has made another timer, or will."""
        if self._one_question.acquire(blocking=False):
            try:
                if self._idle is threading.current_thread():
                    self._let_go()
            finally:
                self._one_question.release()

    def _let_go(self) -> None:
        if self._child is not None:
            self._child.stop()
        self._child = self._loaded = None

    # --- starting ----------------------------------------------------------------------------------

    def _ready(self, check: Callable[[], None]) -> Child:
        """The child with the model loaded: started when there is none, or it was killed meanwhile."""
        if self._child is None or not self._child.is_running():
            self._let_go()
            self._child = self._start(check)
        if self._loaded is None:
            self._loaded = self._wait_until_loaded(self._child, check)
        return self._child

    def _start(self, check: Callable[[], None]) -> Child:
        file = self._describe(check)
        _check_memory(file)
        addresses = 2 * file.memory_bytes + _ADDRESSES
        load = Load(file.path, usable_context(file.context), file.memory_bytes, addresses)
        confine = self._confine(file.path) if self._confine is not None else None
        return Child(serve, load, self._halt, self._initializer, confine=confine)

    def _wait_until_loaded(self, child: Child, check: Callable[[], None]) -> Loaded:
        said = self._said(child, check)
        if isinstance(said, ModelRefused):
            self._let_go()
            if not isinstance(said, NotNow):
                self._on_refused(said)
            raise said
        self._on_refused(None)
        return said

    def _said(self, child: Child, check: Callable[[], None]) -> Loaded | ModelRefused:
        """A template that does not end is refused, and so is a file over which llama.cpp crashes: they would
        be tried again and again otherwise."""
        steps = 0

        def on_told(done: int, of: int) -> None:
            nonlocal steps
            steps = done

        def silence() -> float:
            return self._limits.template_s if steps >= WEIGHTS else self._limits.load_s

        try:
            said: Loaded | ModelRefused = child.hear(silence, on_told=on_told, check=check)
        except ChildSilentError:
            if steps < WEIGHTS:
                raise
            return ModelRefused(NOT_UNDERSTOOD, detail="its template does not end")
        except ChildEndedError as ended:
            self._check_open()
            if not crashed(ended.exit_code):
                raise
            return _blamed(steps, ended.exit_code)
        return said

    # --- asking ------------------------------------------------------------------------------------

    def _answered(
        self, child: Child, message: Message, on_written: Callable[[int], None], check: Callable[[], None]
    ) -> Told:
        pieces: list[str] = []
        over = time.monotonic() + message.limit_s + _OVER_S

        def on_part(piece: str) -> None:
            pieces.append(piece)
            on_written(min(len(pieces), message.most_tokens))

        def watched() -> None:
            if time.monotonic() > over:
                raise ModelFault(detail="did not end in time")
            check()

        done = child.ask(message, None, on_part=on_part, check=watched, halt=self._halt)
        if isinstance(done, Exception):
            raise done
        assert isinstance(done, Done)
        text = "".join(pieces)
        answer = Answer(text, done.ending, done.prompt_tokens, done.tokens, done.seconds)
        return Told(answer, done.prompt_s, done.memory_bytes)


def _blamed(steps: int, exit_code: int | None) -> ModelRefused:
    """For a crash while the model was loaded: the file only where nothing else can be the cause."""
    detail = f"loading ended with {exit_code}"
    if steps < LIBRARY or exit_code in OTHER_PROCESSOR:
        return ModelRefused(DOES_NOT_START, BUILD_AGAIN, detail=detail)
    if steps < ROOM:
        return ShortOfMemory(detail=detail)
    return ModelRefused(DAMAGED, FETCH_AGAIN, detail=detail)


def _check_memory(file: ModelFile) -> None:
    """Loading what does not fit would push everything else out of memory first, and then fail."""
    import psutil

    free = psutil.virtual_memory().available
    if file.memory_bytes > free:
        raise ShortOfMemory(
            "There is not enough memory free for the local model now.",
            "Close other programs and try again, or choose a smaller model.",
            detail=f"{file.memory_bytes} of {free} bytes",
        )
