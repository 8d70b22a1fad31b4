"""Inspects a model's file: llama.cpp opens it in a confined child, and the child says what it is.

The file is untrusted, so nothing but the child reads it, within limits on time and memory. llama.cpp reads
the header and the vocabulary and checks that all weights lie within the file; it does not load them, which
takes a fraction of a second whatever the file's size. Its error messages become sentences for a person. What
only the weights can tell is found out when the model is loaded (``llm.running``), in a child of its own.
"""

from __future__ import annotations

import ctypes
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from briefbank.domain.summaries import WORDS_PER_TOKEN, ModelFile
from briefbank.errors import ModelRefused
from briefbank.files import hash_blocks
from briefbank.jobs import Reporter
from briefbank.llm import engine
from briefbank.llm.refusals import (
    BUILD_AGAIN,
    DAMAGED,
    DOES_NOT_START,
    FETCH_AGAIN,
    LOOK_FOR_IT,
    NOT_OPENED,
    OTHER_PROCESSOR,
    ModelShortOfMemory,
    NotNow,
    crashed,
)
from briefbank.sandbox.child import Child, ChildEndedError, ChildSilentError, Tell
from briefbank.sandbox.guard import be_quiet, limit_memory, lower_priority
from briefbank.sandbox.messages import ParentPipe
from briefbank.text.messages import Message

MEMORY_BYTES = 2 << 30
"""The child's limit of addresses: llama.cpp, a vocabulary of 260,000 words, and the measurement of memory
speed."""
SILENCE_S = 60.0
"""The longest time without news: a slow disk still gives a mebibyte, and a busy computer still starts a
program."""
NOT_SEEN = Message("The model’s file could not be looked at.")
ONCE_MORE = Message("Try again. If it happens each time, copy or fetch the file again, whole.")
NO_MEMORY = Message("There was not enough memory to look at the model’s file.")
CLOSE_OTHERS = Message("Close other programs and try again.")
NOT_WHOLE = Message("This model’s file is not whole: its end is missing.")
NOT_GENERATIVE = Message("This model compares texts or reads pictures; it does not write.")
CHOOSE_ANOTHER = Message("Choose a model that follows instructions, in the GGUF format.")
_BLOCK = 1 << 20
_GIB = 1 << 30

Initializer = Callable[[], None]
"""A function that runs first in a child, before anything untrusted is touched; picklable."""
ToOneFile = Callable[[Path], Initializer]
"""Makes the initializer that confines a child to one file from its first moment on."""


@dataclass(frozen=True, slots=True)
class InspectionRequest:
    """A file to be inspected, and its SHA-256 where that is known."""

    path: Path
    known_sha256: str


def inspect(
    path: Path,
    reporter: Reporter,
    *,
    initializer: Initializer,
    confine: ToOneFile | None = None,
    known_sha256: str = "",
) -> ModelFile:
    """Return what the file is; ``known_sha256`` spares the hash where the file was inspected before.

    Calls ``reporter.progress("Looking at the model", mebibytes, all)`` while it is hashed. Raises
    ModelRefused, NotNow where the file itself may be in order (it could not be read, memory was short, the
    child was ended), and what ``reporter.check`` raises.
    """
    child = Child(_serve, initializer, confine=confine(path) if confine is not None else None)
    try:
        return _ask_child(child, path, known_sha256, reporter)
    finally:
        child.stop()


def _ask_child(child: Child, path: Path, known: str, reporter: Reporter) -> ModelFile:
    started = False

    def on_progress(done: int, total: int) -> None:
        nonlocal started
        started = True
        reporter.progress(Message("Looking at the model"), done, total)

    try:
        request = InspectionRequest(path, known)
        file: ModelFile = child.ask(
            request,
            ModelFile,
            SILENCE_S,
            errors=(ModelRefused,),
            on_progress=on_progress,
            check=reporter.check,
        )
        return file
    except ChildEndedError as ended:
        raise _refusal_for_exit(ended.exit_code, started=started) from ended
    except ChildSilentError as error:
        raise NotNow(NOT_SEEN, ONCE_MORE, detail="inspection: silent") from error


def _refusal_for_exit(exit_code: int | None, *, started: bool) -> ModelRefused:
    """Return the refusal for a child that ended. The file is blamed only where llama.cpp had been started and
    the child was not ended from outside, as for want of memory."""
    detail = f"inspection ended with {exit_code}"
    if not crashed(exit_code):
        return NotNow(NOT_SEEN, ONCE_MORE, detail=detail)
    if not started or exit_code in OTHER_PROCESSOR:
        return ModelRefused(DOES_NOT_START, BUILD_AGAIN, detail=detail)
    return ModelRefused(DAMAGED, FETCH_AGAIN, detail=detail)


def _serve(pipe: ParentPipe, tell: Tell, initializer: Initializer) -> None:
    """Inspect files in the child. An unforeseen error ends the child."""
    initializer()
    be_quiet()
    lower_priority()
    os.environ.update(engine.ENVIRONMENT)
    pipe.answer_all(InspectionRequest, lambda request: answer(request.path, request.known_sha256, tell))


def answer(path: Path, known_sha256: str, tell: Tell) -> ModelFile:
    """Return what the file is, in the child. ``tell`` receives the mebibytes that are hashed, of how many;
    the first time once llama.cpp is started. Raises ModelRefused."""
    try:
        engine.load_library()
        limit_memory(MEMORY_BYTES)
        if not path.is_file():  # a pipe or a folder under a model's name
            raise FileNotFoundError
        tell(0, _mebibytes(path))
        file = describe(path)
        return replace(file, sha256=known_sha256 or _sha256(path, tell))
    except OSError as error:
        raise NotNow(NOT_OPENED, LOOK_FOR_IT, detail=f"errno {error.errno}") from error
    except MemoryError as error:
        raise ModelShortOfMemory(NO_MEMORY, CLOSE_OTHERS, detail="inspection") from error


def _mebibytes(path: Path) -> int:
    return max(1, path.stat().st_size // _BLOCK)


def _sha256(path: Path, tell: Tell) -> str:
    total, done = _mebibytes(path), count(1)
    with path.open("rb") as file:
        return hash_blocks(partial(file.read, _BLOCK), lambda _block: tell(min(next(done), total), total))


def describe(path: Path) -> ModelFile:
    """Return what llama.cpp reads in a file, without its hash. Only for a child process: the file is
    untrusted. Raises ModelRefused, each reason in a sentence of its own, and OSError."""
    import psutil

    with _opened(path) as metadata:
        file_bytes = path.stat().st_size
        _check_use(metadata)
        memory = psutil.virtual_memory()
        needed = file_bytes + metadata.cache_bytes + metadata.buffer_bytes + PROGRAM_BYTES
        if needed > memory.total:
            too_large = Message(
                "This model needs about {gib} of memory; this computer has {gib2}.",
                gib=_gib(needed),
                gib2=_gib(memory.total),
            )
            raise ModelRefused(too_large, Message("Choose a smaller one."), detail=f"{needed} bytes")
        return ModelFile(
            path=path,
            name=metadata.text("general.name") or path.stem,
            architecture=metadata.architecture,
            parameters=metadata.parameters,
            precision=metadata.precision,
            context=metadata.context,
            licence=metadata.licence,
            file_bytes=file_bytes,
            sha256="",
            memory_bytes=needed,
            memory_free=memory.available,
            words_per_second=words_per_second(metadata.bytes_per_token, _weights_speed()),
            advice=tuple(_advice(metadata, needed, memory.available)),
        )


_REFUSALS = (
    (re.compile("invalid magic"), Message("This is not a model in the GGUF format."), CHOOSE_ANOTHER),
    (
        re.compile("endianness"),
        Message("This model was written for another kind of processor."),
        Message("Choose the file for little-endian computers."),
    ),
    (
        re.compile(r"GGUFv\d+ is no longer supported|bad GGUF version"),
        Message("This model is in an old version of the GGUF format."),
        Message("Choose a file that was made with a current program."),
    ),
    (
        re.compile(
            "unknown model architecture: '[^']|only supports up to version|unknown pre-tokenizer type"
        ),
        Message("This model is of a kind that is not known here."),
        Message("It may need a newer version of BriefBank. Or choose another model."),
    ),
    (re.compile("cannot be used as main model"), NOT_GENERATIVE, CHOOSE_ANOTHER),
    (
        re.compile("invalid split file|GGUF split|illegal split"),
        Message("This file is one of several parts of a model."),
        Message("Choose a model in one file, or join the parts with llama.cpp’s program gguf-split."),
    ),
    (re.compile("not within the file bounds"), NOT_WHOLE, FETCH_AGAIN),
)
"""Expressions for llama.cpp's error messages, with the sentences for a person. Any other means a damaged
file."""


def _refusal(path: Path, errors: list[str]) -> ModelRefused:
    text = "\n".join(errors).replace(str(path), "")  # a folder's name is no error message
    for pattern, title, remedy in _REFUSALS:
        if pattern.search(text):
            return ModelRefused(title, remedy, detail=f"llama.cpp: {pattern.pattern}")
    return ModelRefused(DAMAGED, FETCH_AGAIN, detail="llama.cpp does not open it")


@contextmanager
def _error_messages() -> Iterator[list[str]]:
    """Collect llama.cpp's error messages. They quote the file, so they are never logged or shown."""
    import llama_cpp

    errors: list[str] = []

    def collect(level: int, text: bytes, _data: object) -> None:
        if level == _ERROR_LEVEL and len(errors) < _MOST_ERRORS:
            errors.append(text[:_LONGEST_ERROR].decode("utf-8", "replace"))

    callback = llama_cpp.llama_log_callback(collect)
    llama_cpp.llama_log_set(callback, ctypes.c_void_p(0))
    try:
        yield errors
    finally:
        engine.silence()


_ERROR_LEVEL = 4
"""GGML_LOG_LEVEL_ERROR."""
_MOST_ERRORS, _LONGEST_ERROR = 20, 1000


@contextmanager
def _opened(path: Path) -> Iterator[_Metadata]:
    """Open a file without loading its weights. Raises ModelRefused and OSError."""
    import llama_cpp

    try:
        name = str(path).encode("utf-8")
    except UnicodeEncodeError as error:
        raise ModelRefused(
            Message("The name of this file, or of a folder that it lies in, has signs that cannot be read."),
            Message("Rename it and choose it again."),
            detail="name",
        ) from error
    path.open("rb").close()  # raises what llama.cpp would not tell from damage
    parameters = llama_cpp.llama_model_default_params()
    parameters.vocab_only = True
    with _error_messages() as errors:
        model = llama_cpp.llama_model_load_from_file(name, parameters)
    if not model:
        raise _refusal(path, errors)
    try:
        yield _Metadata(model)
    finally:
        llama_cpp.llama_model_free(model)


_SMALL_CONTEXT = 2048
"""Tokens for a prompt of about 1,000 tokens, the answer, and one correction."""
_LEAST_CONTEXT = 256
"""The smallest context. llama.cpp works in steps of this size; in less not even a question fits."""
_LONGEST_TEXT = 120
PROGRAM_BYTES = 110 << 20
"""The memory of the interpreter, numpy and llama.cpp, measured with a model of half a megabyte."""
_LOGIT_BYTES, _CACHE_NUMBER_BYTES = 4, 2


class _Metadata:
    """The metadata of a file that llama.cpp opened. Missing and malformed values are empty or 0."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self.architecture = self.text("general.architecture")

    def text(self, key: str) -> str:
        """Return a value that can be shown in one line."""
        import llama_cpp

        buffer = ctypes.create_string_buffer(4 * _LONGEST_TEXT)
        llama_cpp.llama_model_meta_val_str(self._model, key.encode(), buffer, len(buffer))
        value = buffer.value.decode("utf-8", "replace")
        printable = "".join(sign if sign.isprintable() else " " for sign in value)
        return " ".join(printable.split())[:_LONGEST_TEXT]

    def number(self, key: str) -> int:
        """Return a whole number of the architecture's own values, not negative."""
        value = self.text(f"{self.architecture}.{key}")
        return int(value) if value.isdecimal() else 0

    @property
    def parameters(self) -> int:
        import llama_cpp

        return int(llama_cpp.llama_model_n_params(self._model))

    @property
    def precision(self) -> str:
        """Return the precision as llama.cpp names it, "Q4_K - Medium"; empty where the file does not say."""
        import llama_cpp

        kind = self.text("general.file_type")
        return llama_cpp.llama_ftype_name(int(kind)).decode() if kind.isdecimal() else ""

    @property
    def context(self) -> int:
        return self.number("context_length")

    @property
    def licence(self) -> str:
        return self.text("general.license") or self.text("general.license.name")

    @property
    def writes(self) -> bool:
        """Tell whether the model can continue a text: its words see only those before them, and it neither
        pools them into a vector nor has an encoder."""
        import llama_cpp

        causal = self.text(f"{self.architecture}.attention.causal") != "false"
        pools = self.number("pooling_type") > 0
        return causal and not pools and not llama_cpp.llama_model_has_encoder(self._model)

    @property
    def cache_bytes(self) -> int:
        """Return the size of the key-value cache: two matrices of 16 bits for each layer. Where the layers
        differ in their heads, the most that they can have."""
        heads = self.number("attention.head_count")
        cache_heads = self.number("block_count") * (self.number("attention.head_count_kv") or heads)
        head_size = self.number("embedding_length") // max(1, heads)
        sizes = (self.number("attention.key_length") or head_size) + (
            self.number("attention.value_length") or head_size
        )
        return cache_heads * sizes * _CACHE_NUMBER_BYTES * engine.usable_context(self.context)

    @property
    def buffer_bytes(self) -> int:
        """Return the size of the buffers for one batch: the logits of the whole vocabulary, the widest layer
        a few times over, and the attention scores."""
        import llama_cpp

        vocabulary = llama_cpp.llama_vocab_n_tokens(llama_cpp.llama_model_get_vocab(self._model))
        width = 6 * self.number("embedding_length") + 3 * self.number("feed_forward_length")
        attention = self.number("attention.head_count") * engine.usable_context(self.context)
        return engine.BATCH * _LOGIT_BYTES * (int(vocabulary) + width + attention)

    @property
    def bytes_per_token(self) -> float:
        """Return the bytes of weights that are read for one token: all, or those of the experts in use."""
        import llama_cpp

        experts, used = self.number("expert_count"), self.number("expert_used_count")
        share = min(1.0, used / experts) if experts and used else 1.0
        return int(llama_cpp.llama_model_size(self._model)) * share


def _check_use(metadata: _Metadata) -> None:
    """Refuse what llama.cpp opens and what cannot answer questions."""
    if not metadata.writes:
        raise ModelRefused(NOT_GENERATIVE, CHOOSE_ANOTHER, detail=f"{metadata.architecture} does not write")
    if (metadata.text("general.type") or "model").lower() != "model":  # "adapter", "mmproj"
        addition = Message("This file holds an addition to a model and not the model itself.")
        raise ModelRefused(addition, CHOOSE_ANOTHER, detail="type")
    if not metadata.parameters:
        words = Message("This file holds the words of a model and not the model itself.")
        raise ModelRefused(words, CHOOSE_ANOTHER, detail="vocabulary")
    if 0 < metadata.context < _LEAST_CONTEXT:
        short = Message("This model can look at no more than a few words at once.")
        raise ModelRefused(short, CHOOSE_ANOTHER, detail=f"context {metadata.context}")


def _advice(metadata: _Metadata, needed: int, free: int) -> Iterator[Message]:
    if not metadata.text("tokenizer.chat_template"):
        yield (
            Message(
                "The file does not say how instructions are put to this model. It was probably not made to "
                "follow them, and little of what it writes will pass the checks."
            )
        )
    if not metadata.licence:
        yield Message("The file names no licence. Find out whether your office may use this model.")
    if needed > free:
        yield (
            Message(
                "It needs about {gib} of memory and {gib2} are free now. Close other programs before "
                "it is used, or choose a smaller one.",
                gib=_gib(needed),
                gib2=_gib(free),
            )
        )
    if 0 < metadata.context < _SMALL_CONTEXT:
        yield Message("It can look at little text at once. Summaries of most briefs will not be possible.")


def _gib(size: int) -> Message:
    return Message("{size:.1f} GB", size=size / _GIB)


_SHARE_OF_COPYING = 0.5
"""The highest speed at which weights are read, as a share of the speed at which memory is copied, read and
written."""
_BYTES_PER_PROCESSOR = 6.5e9
"""The bytes of weights a second of one processor: 65 tokens a second of SmolLM2 135M in Q4_1."""
_COPY_BYTES = 64 << 20


def words_per_second(bytes_per_token: float, bytes_per_second: float) -> float:
    """Return the speed of writing, for which the weights are read once for each token; 0 if not known."""
    return bytes_per_second / bytes_per_token * WORDS_PER_TOKEN if bytes_per_token else 0.0


def _weights_speed() -> float:
    """Measure the bytes of weights read a second: bounded by the memory, of which the best of three copies is
    measured in less than a tenth of a second, or by the processors where there are few."""
    import numpy as np

    source = np.ones(_COPY_BYTES, dtype=np.uint8)
    target = np.empty_like(source)
    copied = 0.0
    for _ in range(3):
        began = time.monotonic()
        np.copyto(target, source)
        copied = max(copied, 2 * _COPY_BYTES / max(time.monotonic() - began, 1e-9))
    return min(_SHARE_OF_COPYING * copied, engine.threads() * _BYTES_PER_PROCESSOR)
