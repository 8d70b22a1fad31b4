"""Inspection of a model's file by its header: whether the model can be used here, and its description."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from briefbank.domain.local_models import ModelFile
from briefbank.errors import ModelRefused
from briefbank.llm import cost
from briefbank.llm.header import DAMAGED, FETCH_AGAIN, Header, Tensor, read_header

TEMPLATE = "tokenizer.chat_template"
_COMPLETE_MODEL = "model"
"""The ``general.type`` of a complete model. Older files have no such key; other types are an adapter or a
projector of pictures."""
_NOT_GENERATIVE = frozenset(
    {
        *(
            "bert",
            "eurobert",
            "gemma-embedding",
            "jina-bert-v2",
            "jina-bert-v3",
            "llama-embed",
            "modern-bert",
        ),
        *("neo-bert", "nomic-bert", "nomic-bert-moe", "t5encoder"),  # encoders: vectors of texts
        *("clip", "wavtokenizer-dec"),  # pictures, sounds
        *("t5", "dream", "llada", "llada-moe", "rnd1"),  # text, but not from left to right
    }
)
"""Architectures that llama.cpp loads but that cannot continue a text."""
_SMALL_CONTEXT = 2048
"""Tokens for a prompt of about 1,000 tokens, the answer, and one correction."""
_LEAST_CONTEXT = 256
"""The smallest context. llama.cpp works in steps of this size; in less not even a question fits."""
_GIB = 1 << 30
_SIZES = {"S": "Small", "M": "Medium", "L": "Large"}
_CHOOSE_ANOTHER_KIND = "Choose a model that follows instructions, in the GGUF format."


def look(path: Path, sha256: Callable[[], str]) -> ModelFile:
    """Judge a file. ``sha256`` is called once the file is known to be of use, since it takes the longest.

    Runs in a child process. Raises ModelRefused, each reason in a sentence of its own, and OSError.
    """
    import psutil

    _check_name(path)
    file_bytes = path.stat().st_size
    header = read_header(path)
    architecture = _architecture(header)
    _check_use(header, architecture)
    sizes = _sizes(header, file_bytes)
    memory = psutil.virtual_memory()
    needed = cost.memory_bytes(header, file_bytes)
    if needed > memory.total:
        raise ModelRefused(
            _too_large(needed, memory.total), "Choose a smaller one.", detail=f"{needed} bytes"
        )
    return ModelFile(
        path=path,
        name=header.words("general.name") or path.stem,
        architecture=architecture,
        parameters=sum(each.elements for each in header.tensors),
        precision=_precision(header, sizes),
        context=header.number(f"{architecture}.context_length"),
        licence=header.words("general.license") or header.words("general.license.name"),
        file_bytes=file_bytes,
        sha256=sha256(),
        memory_bytes=needed,
        memory_free=memory.available,
        words_per_second=cost.words_per_second(header, sizes, _weights_speed()),
        advice=tuple(_advice(header, architecture, needed, memory.available)),
    )


def _weights_speed() -> float:
    return cost.weights_speed(cost.copy_speed(time.perf_counter), cost.threads())


def _check_name(path: Path) -> None:
    try:
        str(path).encode("utf-8")
    except UnicodeEncodeError as error:
        raise ModelRefused(
            "The name of this file, or of a folder that it lies in, has signs that cannot be read.",
            "Rename it and choose it again.",
            detail="name",
        ) from error


def _architecture(header: Header) -> str:
    from gguf.constants import MODEL_ARCH_NAMES

    architecture = header.words("general.architecture")
    if header.number("split.count") > 1:
        raise ModelRefused(
            "This file is one of several parts of a model.",
            "Choose a model in one file, or join the parts with llama.cpp’s program gguf-split.",
            detail="split",
        )
    if architecture not in MODEL_ARCH_NAMES.values():
        raise ModelRefused(
            "This model is of a kind that is not known here.", _CHOOSE_ANOTHER_KIND, detail="architecture"
        )
    if architecture in _NOT_GENERATIVE or header.number(f"{architecture}.pooling_type"):
        raise ModelRefused(
            "This model compares texts or reads pictures; it does not write.",
            _CHOOSE_ANOTHER_KIND,
            detail=f"{architecture} does not write",
        )
    return architecture


def _check_use(header: Header, architecture: str) -> None:
    """Refuse a file of the right architecture that is an addition to a model, or whose context is tiny."""
    if (header.words("general.type") or _COMPLETE_MODEL).lower() != _COMPLETE_MODEL:
        raise ModelRefused(
            "This file holds an addition to a model and not the model itself.",
            _CHOOSE_ANOTHER_KIND,
            detail="type",
        )
    context = header.number(f"{architecture}.context_length")
    if 0 < context < _LEAST_CONTEXT:
        raise ModelRefused(
            "This model can look at no more than a few words at once.",
            _CHOOSE_ANOTHER_KIND,
            detail=f"context {context}",
        )


def _sizes(header: Header, file_bytes: int) -> dict[str, int]:
    """Return the bytes of each tensor. Raises ModelRefused unless all of them lie within the file."""
    if not any(each.name == cost.EMBEDDING for each in header.tensors):
        raise ModelRefused(
            "This file holds the words of a model and not the model itself.",
            _CHOOSE_ANOTHER_KIND,
            detail="vocabulary",
        )
    sizes = {each.name: _size(each) for each in header.tensors}
    end = header.data_start + max(each.offset + sizes[each.name] for each in header.tensors)
    if end > file_bytes:
        raise ModelRefused(
            "This model’s file is not whole: its end is missing.",
            FETCH_AGAIN,
            detail=f"{end - file_bytes} short",
        )
    return sizes


def _size(tensor: Tensor) -> int:
    from gguf.constants import GGML_QUANT_SIZES

    for kind, (block, size) in GGML_QUANT_SIZES.items():
        if kind == tensor.kind and tensor.dimensions and tensor.dimensions[0] % block == 0:
            return tensor.elements // int(block) * int(size)
    raise ModelRefused(DAMAGED, FETCH_AGAIN, detail=f"tensor of type {tensor.kind}")


def _precision(header: Header, sizes: dict[str, int]) -> str:
    """Return the precision as llama.cpp names it, 'Q4_K - Medium'; where the file does not say, that of most
    of its bytes."""
    from gguf.constants import GGMLQuantizationType, LlamaFileType

    said = header.values.get("general.file_type")
    known = {each.value: each.name for each in LlamaFileType if each is not LlamaFileType.GUESSED}
    if said in known:
        words = known[said].removeprefix("MOSTLY_").removeprefix("ALL_")
        kind, _, letter = words.rpartition("_")
        return f"{kind} - {_SIZES[letter]}" if letter in _SIZES and kind else words
    by_kind: dict[int, int] = {}
    for tensor in header.tensors:
        by_kind[tensor.kind] = by_kind.get(tensor.kind, 0) + sizes[tensor.name]
    return str(GGMLQuantizationType(max(by_kind, key=lambda kind: by_kind[kind])).name)


def _advice(header: Header, architecture: str, needed: int, free: int) -> list[str]:
    advice = []
    if not header.words(TEMPLATE):
        advice.append(
            "The file does not say how instructions are put to this model. It was probably not made to "
            "follow them, and little of what it writes will pass the checks."
        )
    if not (header.words("general.license") or header.words("general.license.name")):
        advice.append("The file names no licence. Find out whether your office may use this model.")
    if needed > free:
        advice.append(
            f"It needs about {_gib(needed)} of memory and {_gib(free)} are free now. Close other programs "
            "before it is used, or choose a smaller one."
        )
    if header.number(f"{architecture}.context_length", _SMALL_CONTEXT) < _SMALL_CONTEXT:
        advice.append("It can look at little text at once. Summaries of most briefs will not be possible.")
    return advice


def _too_large(needed: int, there: int) -> str:
    return f"This model needs about {_gib(needed)} of memory; this computer has {_gib(there)}."


def _gib(size: int) -> str:
    return f"{size / _GIB:.1f} GB"
