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
from briefbank.llm.engine import (
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
from briefbank.sandbox import confinement
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
NOT_WHOLE = Message("This model’s file is not whole: its end is missing.")
NOT_GENERATIVE = Message("This model compares texts or reads pictures; it does not write.")
CHOOSE_ANOTHER = Message("Choose a model that follows instructions, in the GGUF format.")
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class InspectionRequest:
    """A file to be inspected, and its SHA-256 where that is known."""

    path: Path
    known_sha256: str


def inspect(
    path: Path,
    reporter: Reporter,
    *,
    known_sha256: str = "",
    initializer: Callable[[], None] = confinement.begin,
    confine: Callable[[Path], Callable[[], None]] | None = confinement.to_one_file,
) -> ModelFile:
    """Return what the file is; ``known_sha256`` spares the hash where the file was inspected before.
    ``initializer`` is picklable and runs first in the child,
    which ``confine`` confines to the file.

    Calls ``reporter.progress("Looking at the model", mebibytes, all)`` while it is hashed. Raises
    ModelRefused, NotNow where the file itself may be in order (it could not be read, memory was short, the
    child was ended), and what ``reporter.check`` raises.
    """
    is_started = False

    def on_progress(done: int, total: int) -> None:
        nonlocal is_started
        is_started = True
        reporter.progress(Message("Looking at the model"), done, total)

    child = Child(_serve, initializer, confine=confine and confine(path))
    try:
        file: ModelFile = child.ask(
            InspectionRequest(path, known_sha256),
            ModelFile,
            SILENCE_S,
            errors=(ModelRefused,),
            on_progress=on_progress,
            check=reporter.check,
        )
        return file
    except ChildEndedError as ended:
        # The file is blamed only where llama.cpp had started and nobody ended the child.
        detail = f"inspection ended with {ended.exit_code}"
        if not crashed(ended.exit_code):
            raise NotNow(NOT_SEEN, ONCE_MORE, detail=detail) from ended
        if not is_started or ended.exit_code in OTHER_PROCESSOR:
            raise ModelRefused(DOES_NOT_START, BUILD_AGAIN, detail=detail) from ended
        raise ModelRefused(DAMAGED, FETCH_AGAIN, detail=detail) from ended
    except ChildSilentError as error:
        raise NotNow(NOT_SEEN, ONCE_MORE, detail="inspection: silent") from error
    finally:
        child.stop()


def _serve(pipe: ParentPipe, tell: Tell, initializer: Callable[[], None]) -> None:
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
        total, done = max(1, path.stat().st_size // _BLOCK), count(1)
        tell(0, total)
        file = describe(path)
        if known_sha256:
            return replace(file, sha256=known_sha256)
        with path.open("rb") as blocks:
            sha256 = hash_blocks(
                partial(blocks.read, _BLOCK), lambda _block: tell(min(next(done), total), total)
            )
        return replace(file, sha256=sha256)
    except OSError as error:
        raise NotNow(NOT_OPENED, LOOK_FOR_IT, detail=f"errno {error.errno}") from error
    except MemoryError as error:
        remedy = Message("Close other programs and try again.")
        raise ModelShortOfMemory(NO_MEMORY, remedy, detail="inspection") from error


_SMALL_CONTEXT = 2048  # Tokens for a prompt of about 1,000 tokens, the answer, and one correction
_LEAST_CONTEXT = 256
"""The smallest context. llama.cpp works in steps of this size; in less not even a question fits."""
PROGRAM_BYTES = 110 << 20
"""The memory of the interpreter, numpy and llama.cpp, measured with a model of half a megabyte."""


def describe(path: Path) -> ModelFile:
    """Return what llama.cpp reads in a file, without its hash. Only for a child process: the file is
    untrusted. Raises ModelRefused, each reason in a sentence of its own, and OSError."""
    import llama_cpp
    import psutil

    with _opened(path) as model:
        text = partial(_text, model)
        architecture = text("general.architecture")

        def number(key: str) -> int:
            """Return a whole number of the architecture's own values; 0 for a missing or malformed one."""
            value = text(f"{architecture}.{key}")
            return int(value) if value.isdecimal() else 0

        # A model that writes sees only the words before a word; it neither pools words nor has an encoder.
        writes = (
            text(f"{architecture}.attention.causal") != "false"
            and not number("pooling_type")
            and not llama_cpp.llama_model_has_encoder(model)
        )
        is_addition = (text("general.type") or "model").lower() != "model"  # "adapter", "mmproj"
        parameters, context = int(llama_cpp.llama_model_n_params(model)), number("context_length")
        addition = Message("This file holds an addition to a model and not the model itself.")
        words = Message("This file holds the words of a model and not the model itself.")
        short = Message("This model can look at no more than a few words at once.")
        for is_of_no_use, title, detail in (
            (not writes, NOT_GENERATIVE, f"{architecture} does not write"),
            (is_addition, addition, "type"),
            (not parameters, words, "vocabulary"),
            (0 < context < _LEAST_CONTEXT, short, f"context {context}"),
        ):
            if is_of_no_use:
                raise ModelRefused(title, CHOOSE_ANOTHER, detail=detail)

        # The key-value cache: two matrices of 16 bits for each layer. Where the layers differ in their
        # heads, the most that they can have.
        heads, width, tokens = (
            number("attention.head_count"),
            number("embedding_length"),
            engine.usable_context(context),
        )
        cache_heads = number("block_count") * (number("attention.head_count_kv") or heads)
        head_size = width // max(1, heads)
        sizes = [number(f"attention.{name}_length") or head_size for name in ("key", "value")]
        cache_bytes = 2 * cache_heads * sum(sizes) * tokens
        # The buffers for one batch, of 32 bits: the logits of the whole vocabulary, the widest layer a few
        # times over, and the attention scores.
        vocabulary = int(llama_cpp.llama_vocab_n_tokens(llama_cpp.llama_model_get_vocab(model)))
        layer = 6 * width + 3 * number("feed_forward_length")
        buffer_bytes = 4 * engine.BATCH * (vocabulary + layer + heads * tokens)
        file_bytes, memory = path.stat().st_size, psutil.virtual_memory()
        needed = file_bytes + cache_bytes + buffer_bytes + PROGRAM_BYTES
        if needed > memory.total:
            too_large = Message(
                "This model needs about {gib} of memory; this computer has {gib2}.",
                gib=_gib(needed),
                gib2=_gib(memory.total),
            )
            raise ModelRefused(too_large, Message("Choose a smaller one."), detail=f"{needed} bytes")

        # All weights are read for one token, or those of the experts in use.
        experts, used = number("expert_count"), number("expert_used_count")
        share = min(1.0, used / experts) if experts and used else 1.0
        kind = text("general.file_type")
        licence = text("general.license") or text("general.license.name")
        return ModelFile(
            path=path,
            name=text("general.name") or path.stem,
            architecture=architecture,
            parameters=parameters,
            precision=llama_cpp.llama_ftype_name(int(kind)).decode() if kind.isdecimal() else "",
            context=context,
            licence=licence,
            file_bytes=file_bytes,
            sha256="",
            memory_bytes=needed,
            memory_free=memory.available,
            words_per_second=words_per_second(llama_cpp.llama_model_size(model) * share, _weights_speed()),
            advice=tuple(
                _advice(bool(text("tokenizer.chat_template")), licence, context, needed, memory.available)
            ),
        )


def _text(model: Any, key: str) -> str:
    """Return a value that can be shown in one line; empty where it is missing."""
    import llama_cpp

    buffer = ctypes.create_string_buffer(480)
    llama_cpp.llama_model_meta_val_str(model, key.encode(), buffer, len(buffer))
    value = buffer.value.decode("utf-8", "replace")
    return " ".join("".join(sign if sign.isprintable() else " " for sign in value).split())[:120]


def _advice(has_template: bool, licence: str, context: int, needed: int, free: int) -> Iterator[Message]:
    if not has_template:
        yield Message(
            "The file does not say how instructions are put to this model. It was probably not made to "
            "follow them, and little of what it writes will pass the checks."
        )
    if not licence:
        yield Message("The file names no licence. Find out whether your office may use this model.")
    if needed > free:
        yield Message(
            "It needs about {gib} of memory and {gib2} are free now. Close other programs before "
            "it is used, or choose a smaller one.",
            gib=_gib(needed),
            gib2=_gib(free),
        )
    if 0 < context < _SMALL_CONTEXT:
        yield Message("It can look at little text at once. Summaries of most briefs will not be possible.")


def _gib(size: int) -> Message:
    return Message("{size:.1f} GB", size=size / (1 << 30))


_REFUSALS = (
    ("invalid magic", Message("This is not a model in the GGUF format."), CHOOSE_ANOTHER),
    (
        "endianness",
        Message("This model was written for another kind of processor."),
        Message("Choose the file for little-endian computers."),
    ),
    (
        r"GGUFv\d+ is no longer supported|bad GGUF version",
        Message("This model is in an old version of the GGUF format."),
        Message("Choose a file that was made with a current program."),
    ),
    (
        "unknown model architecture: '[^']|only supports up to version|unknown pre-tokenizer type",
        Message("This model is of a kind that is not known here."),
        Message("It may need a newer version of BriefBank. Or choose another model."),
    ),
    ("cannot be used as main model", NOT_GENERATIVE, CHOOSE_ANOTHER),
    (
        "invalid split file|GGUF split|illegal split",
        Message("This file is one of several parts of a model."),
        Message("Choose a model in one file, or join the parts with llama.cpp’s program gguf-split."),
    ),
    ("not within the file bounds", NOT_WHOLE, FETCH_AGAIN),
)
"""Patterns of llama.cpp's error messages, with the sentences for a person. Any other means a damaged file."""
_ERROR_LEVEL = 4  # GGML_LOG_LEVEL_ERROR


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
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
    errors: list[str] = []  # they quote the file, so they are never logged or shown

    def collect(level: int, text: bytes, _data: object) -> None:
        if level == _ERROR_LEVEL and len(errors) < 20:
            errors.append(text[:1000].decode("utf-8", "replace"))

    parameters = llama_cpp.llama_model_default_params()
    parameters.vocab_only = True
    callback = llama_cpp.llama_log_callback(collect)
    llama_cpp.llama_log_set(callback, ctypes.c_void_p(0))
    try:
        model = llama_cpp.llama_model_load_from_file(name, parameters)
    finally:
        engine.silence()
    if not model:
        said = "\n".join(errors).replace(str(path), "")  # a folder's name is no error message
        for pattern, title, remedy in _REFUSALS:
            if re.search(pattern, said):
                raise ModelRefused(title, remedy, detail=f"llama.cpp: {pattern}")
        raise ModelRefused(DAMAGED, FETCH_AGAIN, detail="llama.cpp does not open it")
    try:
        yield model
    finally:
        llama_cpp.llama_model_free(model)


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
