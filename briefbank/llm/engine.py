"""llama.cpp with one model, in a process of its own: loading it and answering one question at a time.

The file is untrusted and so is everything the model writes. Native code that fails takes the process with it,
and the parent is told (``llm.running``). The same question has the same answer: decoding is greedy, and
nothing is kept of the question before.
"""

from __future__ import annotations

import codecs
import ctypes
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from briefbank.domain.local_models import Ending, Message
from briefbank.llm.cost import BATCH, threads
from briefbank.llm.header import LOOK_FOR_IT, NOT_OPENED
from briefbank.llm.prompt_format import PromptFormat
from briefbank.llm.refusals import ModelShortOfMemory, NotNow, Unloadable
from briefbank.llm.token_sampler import TokenSampler

_SEED = 1
_ABORTED = "llama_decode returned 2"
"""The message that llama-cpp-python raises when the abort callback ended a computation."""
_PIECE_BYTES = 64


@dataclass(frozen=True, slots=True)
class GenerationEnd:
    """The end of an answer with its measurements; the text itself was sent piece by piece."""

    ending: Ending
    prompt_tokens: int
    tokens: int
    prompt_s: float
    """Seconds until the first token of the answer."""
    seconds: float
    memory_bytes: int
    """The memory of the process at the end."""


class Engine:
    """One loaded model, for one thread."""

    def __init__(self, path: Path, context: int, is_wished_to_stop: Callable[[], bool]) -> None:
        """Load the model, which takes seconds. ``context`` in tokens. Raises NotNow and Unloadable."""
        _silence()
        self._llama = _loaded(path, context)
        self._stop_requested, self._deadline = is_wished_to_stop, 0.0
        self._set_abort_callback()

    def take_template(self) -> None:
        """Read the chat template from the model's file. Raises ModelRefused."""
        self._turns = PromptFormat(self._llama)

    def answer(self, message: Message, say: Callable[[str], None]) -> GenerationEnd:
        """Write an answer. ``say`` gets the text as it comes, in pieces that are never half a character.

        Raises TooLong and BadGrammarError.
        """
        began = time.monotonic()
        self._deadline = began + message.limit_s
        prompt = self._turns.tokens(message)
        most = min(message.most_tokens, self._llama.n_ctx() - len(prompt))
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        tokens, prompt_s, ending = 0, 0.0, Ending.TIME
        with closing(TokenSampler(self._llama, message.grammar)) as choice:
            for token in self._generated(prompt, choice):
                prompt_s = prompt_s or time.monotonic() - began
                if token is None or self._ends(token):
                    ending = Ending.LENGTH if token is None else Ending.COMPLETE
                    break
                tokens += 1
                say(decoder.decode(self._piece(token)))
                if tokens >= most:
                    ending = Ending.LENGTH
                    break
        if rest := decoder.decode(b"", final=True):
            say(rest)
        took = time.monotonic() - began
        return GenerationEnd(ending, len(prompt), tokens, prompt_s or took, took, _memory())

    def _generated(self, prompt: list[int], choice: TokenSampler) -> Iterator[int | None]:
        """Yield tokens until the caller has enough, and None where no token is allowed. Generation ends early
        when it is stopped or takes too long."""
        self._llama.reset()
        new = prompt
        while not self._must_stop():
            try:
                self._llama.eval(new)
            except RuntimeError as error:
                if str(error) == _ABORTED and self._must_stop():
                    return
                raise
            token = choice.next()
            yield token
            if token is None:
                return
            choice.take(token)
            new = [token]

    def _must_stop(self) -> bool:
        return self._stop_requested() or time.monotonic() > self._deadline

    def _ends(self, token: int) -> bool:
        import llama_cpp

        return bool(llama_cpp.llama_vocab_is_eog(self._llama._model.vocab, token))

    def _piece(self, token: int) -> bytes:
        """Return a token's bytes; llama-cpp-python's own function cuts off long ones."""
        import llama_cpp

        size = _PIECE_BYTES
        while True:
            buffer = ctypes.create_string_buffer(size)
            length = llama_cpp.llama_token_to_piece(self._llama._model.vocab, token, buffer, size, 0, False)
            if length >= 0:
                return buffer.raw[:length]
            size = -length

    def _set_abort_callback(self) -> None:
        """Let ``_must_stop`` end a computation between any two steps, so that a long prompt stops too."""
        import llama_cpp

        self._abort = llama_cpp.ggml_abort_callback(lambda data: self._must_stop())
        llama_cpp.llama_set_abort_callback(self._llama.ctx, self._abort, None)


def has_room(memory_bytes: int) -> bool:
    """Tell whether this process can get so much memory now: it is free, and neither the process's own limit
    nor the system's forbids it. The memory is reserved for a moment and never touched, which costs
    nothing."""
    import numpy as np
    import psutil

    try:
        np.empty(memory_bytes, np.uint8)
    except MemoryError:
        return False
    return bool(psutil.virtual_memory().available >= memory_bytes)


@cache
def _silence() -> object:
    """Switch off llama.cpp's log, which contains what is in a file. The function must live as long as the
    library, so it is cached."""
    import llama_cpp

    silent = llama_cpp.llama_log_callback(lambda level, text, data: None)
    llama_cpp.llama_log_set(silent, ctypes.c_void_p(0))
    return silent


def _loaded(path: Path, context: int) -> Any:
    from jinja2.exceptions import TemplateError
    from llama_cpp import Llama

    _check_readable(path)
    try:
        return Llama(
            str(path),
            n_ctx=context,
            n_batch=BATCH,
            n_ubatch=BATCH,
            n_threads=threads(),
            n_threads_batch=threads(),
            seed=_SEED,
            verbose=False,
        )
    except (MemoryError, OSError) as error:
        raise ModelShortOfMemory(detail=type(error).__name__) from error
    except (ValueError, RuntimeError, AssertionError, TemplateError) as error:
        if "llama_context" in str(error):
            raise ModelShortOfMemory(detail="context") from error
        raise Unloadable(detail=f"llama.cpp does not load it: {type(error).__name__}") from error


def _check_readable(path: Path) -> None:
    """Check that the file can be read: a drive may have been unplugged since the file was inspected."""
    try:
        if not path.is_file():
            raise FileNotFoundError
        path.open("rb").close()
    except OSError as error:
        raise NotNow(NOT_OPENED, LOOK_FOR_IT, detail=type(error).__name__) from error


def _memory() -> int:
    import psutil

    return int(psutil.Process().memory_info().rss)
