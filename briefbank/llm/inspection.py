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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from briefbank.domain.summaries import ModelFile
from briefbank.errors import ModelRefused
from briefbank.llm import engine
from briefbank.llm.engine import (
    CRASHED,
    DAMAGED,
    FETCH_AGAIN,
    LOOK_FOR_IT,
    NOT_OPENED,
    TRY_ANOTHER,
    ModelShortOfMemory,
    NotNow,
    crashed,
)
from briefbank.sandbox import confinement
from briefbank.sandbox.child import Child, ChildEndedError, ChildSilentError, Tell
from briefbank.sandbox.guard import be_quiet, limit_memory, lower_priority
from briefbank.sandbox.messages import ParentPipe
from briefbank.text.messages import Message

MEMORY_BYTES = 2 << 30  # The child's limit of addresses: llama.cpp and a vocabulary of 260,000 words
SILENCE_S = 60.0  # The longest time for an answer: a busy computer still starts a program
NOT_SEEN = Message("The model’s file could not be looked at.")
ONCE_MORE = Message("Try again. If it happens each time, copy or fetch the file again, whole.")
NO_MEMORY = Message("There was not enough memory to look at the model’s file.")
NOT_GENERATIVE = Message("This file is no model that writes.")
NOT_INSTRUCTED = Message("This model was not made to follow instructions.")
CHOOSE_ANOTHER = Message("Choose a model that follows instructions, in the GGUF format.")


def inspect(
    path: Path,
    check: Callable[[], None],
    *,
    initializer: Callable[[], None] = confinement.begin,
    confine: Callable[[Path], Callable[[], None]] | None = confinement.to_one_file,
) -> ModelFile:
    """Return what the file is. ``initializer`` is picklable and runs first in the child, which ``confine``
    confines to the file.

    Raises ModelRefused, NotNow where the file itself may be in order (it could not be read, memory was short,
    the child was ended), and what ``check`` raises.
    """
    child = Child(_serve, initializer, confine=confine and confine(path))
    try:
        file: ModelFile = child.ask(path, ModelFile, SILENCE_S, errors=(ModelRefused,), check=check)
        return file
    except ChildEndedError as ended:
        detail = f"inspection ended with {ended.exit_code}"
        if not crashed(ended.exit_code):
            raise NotNow(NOT_SEEN, ONCE_MORE, detail=detail) from ended
        raise ModelRefused(CRASHED, TRY_ANOTHER, detail=detail) from ended
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
    pipe.answer_all(Path, answer)


def answer(path: Path) -> ModelFile:
    """Return what the file is, in the child. Raises ModelRefused."""
    try:
        engine.load_library()
        limit_memory(MEMORY_BYTES)
        if not path.is_file():  # a pipe or a folder under a model's name
            raise FileNotFoundError
        return describe(path)
    except OSError as error:
        raise NotNow(NOT_OPENED, LOOK_FOR_IT, detail=f"errno {error.errno}") from error
    except MemoryError as error:
        remedy = Message("Close other programs and try again.")
        raise ModelShortOfMemory(NO_MEMORY, remedy, detail="inspection") from error


_LEAST_CONTEXT = 2048  # Tokens for a prompt of about 1,000 tokens, the answer, and one correction
PROGRAM_BYTES = 300 << 20
"""The memory of the interpreter, numpy, llama.cpp and its buffers for one batch and a large vocabulary."""


def describe(path: Path) -> ModelFile:
    """Return what llama.cpp reads in a file. Only for a child process: the file is untrusted. Raises
    ModelRefused, and OSError."""
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
            and (text("general.type") or "model").lower() == "model"  # else "adapter", "mmproj"
        )
        parameters, context = int(llama_cpp.llama_model_n_params(model)), number("context_length")
        if not writes or not parameters:
            raise ModelRefused(NOT_GENERATIVE, CHOOSE_ANOTHER, detail=f"{architecture} does not write")
        if 0 < context < _LEAST_CONTEXT:
            short = Message("This model can look at too little text at once.")
            raise ModelRefused(short, CHOOSE_ANOTHER, detail=f"context {context}")
        if not text("tokenizer.chat_template"):
            raise ModelRefused(NOT_INSTRUCTED, CHOOSE_ANOTHER, detail="no template")

        # The key-value cache: two matrices of 16 bits for each layer.
        heads = number("attention.head_count")
        head_size = number("embedding_length") // max(1, heads)
        sizes = [number(f"attention.{name}_length") or head_size for name in ("key", "value")]
        cached = number("block_count") * (number("attention.head_count_kv") or heads) * sum(sizes)
        file_bytes, memory = path.stat().st_size, psutil.virtual_memory()
        needed = file_bytes + 2 * cached * engine.usable_context(context) + PROGRAM_BYTES
        if needed > memory.total:
            too_large = Message(
                "This model needs about {gib:.1f} GB of memory; this computer has {gib2:.1f} GB.",
                gib=needed / (1 << 30),
                gib2=memory.total / (1 << 30),
            )
            raise ModelRefused(too_large, Message("Choose a smaller one."), detail=f"{needed} bytes")
        kind = text("general.file_type")
        return ModelFile(
            path=path,
            name=text("general.name") or path.stem,
            parameters=parameters,
            precision=llama_cpp.llama_ftype_name(int(kind)).decode() if kind.isdecimal() else "",
            context=context,
            licence=text("general.license") or text("general.license.name"),
            file_bytes=file_bytes,
            memory_bytes=needed,
            memory_free=memory.available,
        )


def _text(model: Any, key: str) -> str:
    """Return a value that can be shown in one line; empty where it is missing."""
    import llama_cpp

    buffer = ctypes.create_string_buffer(480)
    llama_cpp.llama_model_meta_val_str(model, key.encode(), buffer, len(buffer))
    value = buffer.value.decode("utf-8", "replace")
    return " ".join("".join(sign if sign.isprintable() else " " for sign in value).split())[:120]


_REFUSALS = (
    ("invalid magic", Message("This is not a model in the GGUF format."), CHOOSE_ANOTHER),
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
)
"""Patterns of llama.cpp's error messages, with the sentences for a person. Any other means a damaged file."""
_ERROR_LEVEL = 4  # GGML_LOG_LEVEL_ERROR


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """Open a file without loading its weights. Raises ModelRefused and OSError."""
    import llama_cpp

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
        model = llama_cpp.llama_model_load_from_file(os.fsencode(path), parameters)
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
