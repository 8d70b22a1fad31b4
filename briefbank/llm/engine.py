"""llama.cpp with one model, in a process of its own: loading it and answering one question at a time.

The file is untrusted and so is everything the model writes. Native code that fails takes the process with it,
and the parent is told (``llm.running``). The same question has the same answer: decoding is greedy, and
nothing is kept of the question before.

*The prompt.* A question is put to a model in the form that it was trained on: its own chat template, in
tokens. Text of a brief is data. A template is filled in with placeholders and cut at them, and only its own
parts are tokenized with special tokens such as "<|im_end|>". A message's text is tokenized as plain text, so
that a brief that contains a special token neither ends its turn nor begins another.

*The grammar.* The next token is the likeliest one that the grammar allows. llama-cpp-python's own sampler
applies the grammar to the whole vocabulary for each token, which takes 7 ms for 49,000 words; and where the
grammar allows none, the process is aborted. Here the grammar is applied to the likeliest token first, and to
the others only where that one is not allowed, as llama.cpp's own programs do.
"""

from __future__ import annotations

import codecs
import ctypes
import datetime
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from briefbank.domain.summaries import Ending, Prompt
from briefbank.errors import ModelRefused, TooLong
from briefbank.sandbox.guard import processors
from briefbank.text.messages import Message

DAMAGED = Message("This model’s file is damaged.")
FETCH_AGAIN = Message("Copy or fetch it again, whole, and choose it again.")
NOT_OPENED = Message("The model’s file could not be opened.")
LOOK_FOR_IT = Message("Check that it still exists and that you may read it.")
NOT_INSTALLED = Message("What runs local models is not installed, or is still being built.")
SET_UP_AGAIN = Message(
    "Set-up builds it on a computer that has a C++ compiler, in five to fifteen minutes; start BriefBank "
    "again after that. Everything else works without."
)
DOES_NOT_START = Message("What runs local models does not start on this computer.")
BUILD_AGAIN = Message(
    "Set BriefBank up again on this computer: that builds it anew. Everything else works without."
)
CRASHED = Message("This model’s file is damaged, or what runs local models does not work on this computer.")
TRY_ANOTHER = Message(
    "Copy or fetch it again, whole, or choose another model. If none can be used, set BriefBank up again."
)
NOT_UNDERSTOOD = Message("How instructions are put to this model could not be understood.")


class NotNow(ModelRefused):
    """Raised when the model can be used, but not just now: loading is tried again at the next question."""


class ModelShortOfMemory(NotNow):
    """Raised when other programs take the memory that the model needs."""

    default_title = Message("There was not enough memory to load the model.")
    default_remedy = Message("Close other programs and try again, or choose a smaller model.")


_CRASHES = frozenset(
    -int(getattr(signal, name))
    for name in ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE")
    if hasattr(signal, name)
)
_LARGEST_CHOSEN = 255  # The largest exit code that a program gives itself; Windows' own codes are larger


def crashed(exit_code: int | None) -> bool:
    """Tell whether a process with this exit code, negative for a signal, crashed by itself. False where a
    person or the system, for want of memory, ended it, and where that is not known."""
    return exit_code is not None and (exit_code in _CRASHES or exit_code > _LARGEST_CHOSEN)


CONTEXT = 3072
"""The greatest context of a model in tokens: a prompt of 1,000, the same once more for a correction with its
findings, and an answer of 480, with room for languages and names that take more tokens a word."""
BATCH = 128
"""The tokens of a prompt that are read at once. llama-cpp-python keeps a number for each of them and each
word of the vocabulary, so that 512 would take 260 MB with a vocabulary of 128,000 words."""
ENVIRONMENT = {
    "GGML_NO_BACKTRACE": "1",  # an assertion that fails would start a debugger
    "OPENBLAS_NUM_THREADS": "1",  # numpy's own threads reserve addresses and are never used here
}
"""The environment of a process that runs llama.cpp."""
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
    prompt_s: float  # Seconds until the first token of the answer
    seconds: float
    memory_bytes: int  # The memory of the process at the end


class Engine:
    """One loaded model, for one thread."""

    def __init__(self, path: Path, context: int, is_wished_to_stop: Callable[[], bool]) -> None:
        """Load the model, which takes seconds. ``context`` in tokens. Raises ModelRefused."""
        silence()
        self.llama = _loaded(path, context)
        self._stop_requested, self._deadline = is_wished_to_stop, 0.0
        import llama_cpp

        # It ends a computation between any two steps, so that a long prompt stops too.
        self._abort = llama_cpp.ggml_abort_callback(lambda data: self._must_stop())
        llama_cpp.llama_set_abort_callback(self.llama.ctx, self._abort, None)

    def take_template(self) -> None:
        """Read the chat template from the model's file. Raises ModelRefused."""
        self._turns = PromptFormat(self.llama)

    def answer(self, message: Prompt, say: Callable[[str], None]) -> GenerationEnd:
        """Write an answer. ``say`` gets the text as it comes, in pieces that are never half a character.

        Raises TooLong and BadGrammarError.
        """
        import llama_cpp
        import psutil

        began = time.monotonic()
        self._deadline = began + message.limit_s
        prompt = self._turns.tokens(message)
        most = min(message.most_tokens, self.llama.n_ctx() - len(prompt))
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        tokens, prompt_s, ending = 0, 0.0, Ending.TIME
        with closing(TokenSampler(self.llama, message.grammar)) as choice:
            for token in self._generated(prompt, choice):
                prompt_s = prompt_s or time.monotonic() - began
                if token is None or llama_cpp.llama_vocab_is_eog(self.llama._model.vocab, token):
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
        memory = int(psutil.Process().memory_info().rss)
        return GenerationEnd(ending, len(prompt), tokens, prompt_s or took, took, memory)

    def _generated(self, prompt: list[int], choice: TokenSampler) -> Iterator[int | None]:
        """Yield tokens until the caller has enough, and None where no token is allowed. Generation ends early
        when it is stopped or takes too long."""
        self.llama.reset()
        new = prompt
        while not self._must_stop():
            try:
                self.llama.eval(new)
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

    def _piece(self, token: int) -> bytes:
        """Return a token's bytes; llama-cpp-python's own function cuts off long ones."""
        import llama_cpp

        size = _PIECE_BYTES
        while True:
            buffer = ctypes.create_string_buffer(size)
            length = llama_cpp.llama_token_to_piece(self.llama._model.vocab, token, buffer, size, 0, False)
            if length >= 0:
                return buffer.raw[:length]
            size = -length


def usable_context(trained: int) -> int:
    """Return the context, in tokens, that a model is loaded with: CONTEXT, or what it was trained with if
    that is less (0: not known)."""
    return min(CONTEXT, trained or CONTEXT)


def threads() -> int:
    return max(1, processors() - 1)  # one processor is left to the window


def load_library() -> None:
    """Import llama.cpp, which may be installed and yet not load: for want of another library, or because it
    was built elsewhere. Raises ModelRefused."""
    try:
        import llama_cpp  # noqa: F401
    except ModuleNotFoundError as error:
        raise ModelRefused(NOT_INSTALLED, SET_UP_AGAIN, detail="engine: not installed") from error
    except (ImportError, OSError, RuntimeError) as error:
        raise ModelRefused(DOES_NOT_START, BUILD_AGAIN, detail=f"engine: {type(error).__name__}") from error


def silence() -> None:
    """Switch off llama.cpp's log, which contains what is in a file."""
    import llama_cpp

    llama_cpp.llama_log_set(_silent_log(), ctypes.c_void_p(0))


@cache
def _silent_log() -> Any:
    """Return a log that drops everything. It must live as long as the library, so it is cached."""
    import llama_cpp

    return llama_cpp.llama_log_callback(lambda level, text, data: None)


def _loaded(path: Path, context: int) -> Any:
    from jinja2.exceptions import TemplateError
    from llama_cpp import Llama

    try:  # a drive may have been unplugged since the file was inspected
        if not path.is_file():
            raise FileNotFoundError
        path.open("rb").close()
    except OSError as error:
        raise NotNow(NOT_OPENED, LOOK_FOR_IT, detail=type(error).__name__) from error
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
        detail = f"llama.cpp does not load it: {type(error).__name__}"
        raise ModelRefused(DAMAGED, FETCH_AGAIN, detail=detail) from error


_INSTRUCTIONS, _DATA = "BRIEFBANKINSTRUCTIONSSTANDHERE", "BRIEFBANKDATASTANDHERE"
"""Placeholders of letters only, so that no template changes them."""
_PARTS = re.compile(f"({_INSTRUCTIONS}|{_DATA})")
_ANY_DAY = datetime.date(2024, 7, 26)
"""A fixed day for templates that name today's date: the same question has the same answer on every day."""
_MOST_CHARACTERS_A_TOKEN = 40
"""Characters for each token that fits; a longer text is refused without counting its tokens."""
_WORD = re.compile(r"\w")


class PromptFormat:
    """The prompt format of one loaded model, in its process."""

    def __init__(self, llama: Any) -> None:
        """Raises ModelRefused for a template that cannot be understood or leaves out what it is given."""
        self._llama = llama
        template = llama.metadata.get("tokenizer.chat_template", "")
        self._parts = _PARTS.split(_rendered(llama, template))
        self._special_tokens = self._find_special_tokens()

    def tokens(self, message: Prompt) -> list[int]:
        """Return the whole prompt. Raises TooLong where no room is left for an answer."""
        room = self._llama.n_ctx()
        if len(message.instructions) + len(message.data) > room * _MOST_CHARACTERS_A_TOKEN:
            raise TooLong(detail="by characters")
        tokens = list[int]()
        for part in filter(None, self._parts):
            if part in (_INSTRUCTIONS, _DATA):
                tokens += self._plain_tokens(message.instructions if part == _INSTRUCTIONS else message.data)
            else:
                tokens += self._llama.tokenize(part.encode(), add_bos=False, special=True)
        if len(tokens) >= room:
            raise TooLong(detail=f"{len(tokens)} of {room} tokens")
        return tokens

    def _plain_tokens(self, text: str) -> Iterator[int]:
        """Tokenize plain text. Some files mark special tokens as user-defined words, which llama.cpp finds in
        any text: such a token is spelt out, letter by letter."""
        for token in self._llama.tokenize(text.encode("utf-8", "replace"), add_bos=False, special=False):
            if token in self._special_tokens:
                for letter in self._llama._model.token_get_text(token):
                    yield from self._llama.tokenize(letter.encode(), add_bos=False, special=False)
            else:
                yield token

    def _find_special_tokens(self) -> frozenset[int]:
        """Return the template's tokens that mean more than their letters, and those that end an answer."""
        import llama_cpp

        model, ends = self._llama._model, {self._llama.token_eos(), self._llama._model.token_eot()}
        used = {
            token
            for part in self._parts
            for token in self._llama.tokenize(part.encode(), add_bos=False, special=True)
        }
        special = (
            llama_cpp.LLAMA_TOKEN_ATTR_CONTROL
            | llama_cpp.LLAMA_TOKEN_ATTR_UNKNOWN
            | llama_cpp.LLAMA_TOKEN_ATTR_USER_DEFINED
        )
        named = {
            token
            for token in used
            if model.token_get_attr(token) & special and _WORD.search(model.token_get_text(token))
        }
        return frozenset((named | ends) - {-1})


def _rendered(llama: Any, template: str) -> str:
    """Return the template filled in with the placeholders; instructions go into the user's turn where the
    model has no system turn for them.

    It runs in Jinja's sandbox, in this child. Its output need not be valid text in any encoding.
    """
    from jinja2.exceptions import TemplateError
    from llama_cpp.llama_chat_format import Jinja2ChatFormatter

    end, begin = (
        "" if token == -1 else str(llama._model.token_get_text(token))
        for token in (llama.token_eos(), llama.token_bos())
    )
    formatter = Jinja2ChatFormatter(template, end, begin)
    formatter.strftime_now = _ANY_DAY.strftime
    apart = [{"role": "system", "content": _INSTRUCTIONS}, {"role": "user", "content": _DATA}]
    together = [{"role": "user", "content": f"{_INSTRUCTIONS}\n\n{_DATA}"}]
    for turns in (apart, together):
        try:
            prompt = str(formatter(messages=turns, enable_thinking=False).prompt)
        except (
            *(TemplateError, RuntimeError, MemoryError),
            *(ValueError, TypeError, ArithmeticError, LookupError, AttributeError),
        ):
            continue  # it refuses these turns, calls itself without end or asks for too much memory
        if _INSTRUCTIONS in prompt and _DATA in prompt:
            return prompt.encode("utf-8", "replace").decode("utf-8")
    raise ModelRefused(NOT_UNDERSTOOD, detail="its template leaves text out")


class BadGrammarError(ValueError):
    """Raised for a grammar that llama.cpp cannot read: a fault of BriefBank's, not of the model."""


class TokenSampler:
    """The token sampler of one answer; ``close`` it. Without a grammar every token is allowed."""

    def __init__(self, llama: Any, grammar: str) -> None:
        """Raises BadGrammarError."""
        import llama_cpp

        self._llama, self._grammar = llama, None
        if grammar:
            vocabulary = llama_cpp.llama_model_get_vocab(llama.model)
            self._grammar = llama_cpp.llama_sampler_init_grammar(vocabulary, grammar.encode(), b"root")
            if not self._grammar:
                raise BadGrammarError("the grammar of a question cannot be read")

    def next(self) -> int | None:
        """Return the next token; None where no token is allowed or the logits are not finite."""
        import llama_cpp
        import numpy as np

        size = self._llama.n_vocab()
        logits = np.ctypeslib.as_array(llama_cpp.llama_get_logits_ith(self._llama.ctx, -1), (size,))
        best = int(np.argmax(logits))
        if self._grammar is None:
            return best if np.isfinite(logits[best]) else None
        allowed = self._masked_logits(np.array([best]), logits)
        if not np.isfinite(allowed[0]):
            allowed = self._masked_logits(np.arange(size), logits)
            best = int(np.argmax(allowed))
        return best if np.isfinite(allowed).any() else None

    def take(self, token: int) -> None:
        """Accept ``token`` as written and advance the grammar behind it."""
        import llama_cpp

        if self._grammar is not None:
            llama_cpp.llama_sampler_accept(self._grammar, token)

    def close(self) -> None:
        import llama_cpp

        if self._grammar is not None:
            llama_cpp.llama_sampler_free(self._grammar)
            self._grammar = None

    def _masked_logits(self, tokens: Any, logits: Any) -> Any:
        """Return the logits of ``tokens``, minus infinity for those that the grammar does not allow."""
        import llama_cpp
        import numpy as np

        kind = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])  # llama_token_data
        data = np.zeros(len(tokens), kind)
        data["id"], data["logit"] = tokens, np.nan_to_num(logits[tokens], nan=-np.inf)
        pointer = data.ctypes.data_as(ctypes.POINTER(llama_cpp.llama_token_data))
        listed = llama_cpp.llama_token_data_array(pointer, len(tokens), -1, False)
        llama_cpp.llama_sampler_apply(self._grammar, ctypes.byref(listed))
        return data["logit"]
