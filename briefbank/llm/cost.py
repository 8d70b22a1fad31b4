"""Estimates of what a model costs on this computer before it is loaded: memory, and words a second.

Pure but for ``copy_speed``. The key-value cache is computed as llama.cpp allocates it (two matrices of 16
bits for each layer); the other figures were measured and stand with their constants.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from briefbank.domain.local_models import WORDS_PER_TOKEN
from briefbank.llm.header import Header, Tensor
from briefbank.sandbox.limits import processors

CONTEXT = 3072
"""The context, in tokens, that a model is loaded with at most: a prompt of 1,000, the same once more for a
correction with its findings, and an answer of 480, with room for languages and names that take more tokens a
word."""
BATCH = 128
"""The tokens of a prompt that are read at once. llama-cpp-python keeps a number for each of them and each
word of the vocabulary, so that 512 would take 260 MB with a vocabulary of 128,000 words."""

PROGRAM_BYTES = 110 << 20
"""The memory of the interpreter, numpy and llama.cpp, measured with a model of half a megabyte."""
_SHARE_OF_COPYING = 0.5
"""The highest speed at which weights are read, as a share of the speed at which memory is copied, read and
written."""
_BYTES_PER_PROCESSOR = 6.5e9
"""The bytes of weights a second of one processor: 65 tokens a second of SmolLM2 135M in Q4_1."""
_NUMBER_BYTES = 4
_CACHE_NUMBER_BYTES = 2


def usable_context(trained: int) -> int:
    """Return the context, in tokens, that a model is loaded with: CONTEXT, or what it was trained with if
    that is less (0: not known)."""
    return min(CONTEXT, trained or CONTEXT)


def memory_bytes(header: Header, file_bytes: int) -> int:
    """Return a model's memory: weights, key-value cache, buffers for one batch, and the program itself."""
    return file_bytes + _cache_bytes(header) + _buffer_bytes(header) + PROGRAM_BYTES


def _cache_bytes(header: Header) -> int:
    layers, heads = _number(header, "block_count"), _number(header, "attention.head_count")
    listed = header.values.get(_key(header, "attention.head_count_kv"))
    if isinstance(listed, list) and all(isinstance(each, int) for each in listed):
        cache_heads = sum(listed)
    else:
        cache_heads = layers * (_number(header, "attention.head_count_kv") or heads)
    head_size = _number(header, "embedding_length") // max(1, heads)
    sizes = (_number(header, "attention.key_length") or head_size) + (
        _number(header, "attention.value_length") or head_size
    )
    return cache_heads * sizes * _CACHE_NUMBER_BYTES * usable_context(_number(header, "context_length"))


def _buffer_bytes(header: Header) -> int:
    """Return the size of the buffers for one batch: the logits of the whole vocabulary, the widest layer a
    few times over, and the attention scores."""
    vocabulary = max((each.dimensions[-1] for each in header.tensors if each.name == EMBEDDING), default=0)
    width = 6 * _number(header, "embedding_length") + 3 * _number(header, "feed_forward_length")
    attention = _number(header, "attention.head_count") * usable_context(_number(header, "context_length"))
    return BATCH * _NUMBER_BYTES * (vocabulary + width + attention)


EMBEDDING = "token_embd.weight"
_OUTPUT = "output.weight"
_EXPERTS_PART = "_exps."


def threads() -> int:
    """Return the number of threads that a model runs with: one processor is left to the window."""
    return max(1, processors() - 1)


def weights_speed(copied_per_second: float, threads: int) -> float:
    """Return the bytes of weights read a second: bounded by memory, or by processors where there are few."""
    return min(_SHARE_OF_COPYING * copied_per_second, threads * _BYTES_PER_PROCESSOR)


def words_per_second(header: Header, sizes: Mapping[str, int], bytes_per_second: float) -> float:
    """Estimate the speed of writing; 0 where the memory speed is not known. ``sizes``: bytes of each tensor.

    To write one token, all weights are read once, except the embedding table, of which one row is read, and
    the tensors of a mixture of experts, of which a few are read.
    """
    share = _experts_used(header)
    has_output = any(each.name == _OUTPUT for each in header.tensors)
    each_token = sum(_bytes_read(each, sizes[each.name], share, has_output) for each in header.tensors)
    return bytes_per_second / each_token * WORDS_PER_TOKEN if each_token else 0.0


def _bytes_read(tensor: Tensor, size: int, share: float, has_output: bool) -> float:
    if tensor.name == EMBEDDING and has_output:
        return 0.0
    return size * share if _EXPERTS_PART in tensor.name else float(size)


def _experts_used(header: Header) -> float:
    experts, used = _number(header, "expert_count"), _number(header, "expert_used_count")
    return min(1.0, used / experts) if experts and used else 1.0


def copy_speed(clock: Callable[[], float]) -> float:
    """Measure the bytes a second that this computer copies in memory, read and written counted once each: the
    best of three copies of 64 MiB, less than a tenth of a second. ``clock`` gives seconds."""
    import numpy as np

    source = np.ones(64 << 20, dtype=np.uint8)
    target = np.empty_like(source)
    best = 0.0
    for _ in range(3):
        began = clock()
        np.copyto(target, source)
        best = max(best, 2 * source.nbytes / max(clock() - began, 1e-9))
    return best


def _key(header: Header, name: str) -> str:
    return f"{header.values.get('general.architecture', '')}.{name}"


def _number(header: Header, name: str) -> int:
    return header.number(_key(header, name))
