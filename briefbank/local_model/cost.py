"""What a model will cost on this computer: memory, and words a second, before it is loaded.

Pure but for ``copy_speed``. The memory of the text is computed as llama.cpp allocates it (two matrices of 16
bits for each layer); the rest was measured and is given with each number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from briefbank.limits import processors
from briefbank.local_model.header import Header, Tensor
from briefbank.local_models import WORDS_PER_TOKEN

CONTEXT = 3072
"""Tokens that a loaded model can look at: a prompt of 1,000, the same once more for a correction with its
findings, and an answer of 480, with room for languages and names that take more tokens a word."""
BATCH = 128
"""Tokens of a prompt that are read at once: llama-cpp-python keeps a number for each of them and each word of
the vocabulary, so that 512 would take 260 MB with a vocabulary of 128,000 words."""

PROGRAM_BYTES = 110 << 20
"""The interpreter, numpy and llama.cpp, measured with a model of half a megabyte."""
_SHARE_OF_COPYING = 0.5
"""Of the speed at which memory is copied, read and written, that at which weights are read at most."""
_OF_A_PROCESSOR = 6.5e9
"""Bytes of weights a second that one processor gets through: 65 tokens a second of SmolLM2 135M in Q4_1."""
_NUMBER_BYTES = 4
_KEPT_BYTES = 2


def usable_context(trained: int) -> int:
    """Tokens that a model will be loaded with: fewer where it was trained with fewer; 0: not known."""
    return min(CONTEXT, trained or CONTEXT)


def memory_bytes(header: Header, file_bytes: int) -> int:
    """Weights, the memory of the text, buffers for one batch, and the program itself."""
    return file_bytes + _text_memory(header) + _buffers(header) + PROGRAM_BYTES


def _text_memory(header: Header) -> int:
    layers, heads = _of(header, "block_count"), _of(header, "attention.head_count")
    listed = header.values.get(_key(header, "attention.head_count_kv"))
    if isinstance(listed, list) and all(isinstance(each, int) for each in listed):
        keeping = sum(listed)
    else:
        keeping = layers * (_of(header, "attention.head_count_kv") or heads)
    of_a_head = _of(header, "embedding_length") // max(1, heads)
    sizes = (_of(header, "attention.key_length") or of_a_head) + (
        _of(header, "attention.value_length") or of_a_head
    )
    return keeping * sizes * _KEPT_BYTES * usable_context(_of(header, "context_length"))


def _buffers(header: Header) -> int:
    """For one batch: a number for each word of the vocabulary, the widest layer a few times over, and how
    much each token looks at each."""
    vocabulary = max((each.dimensions[-1] for each in header.tensors if each.name == EMBEDDING), default=0)
    width = 6 * _of(header, "embedding_length") + 3 * _of(header, "feed_forward_length")
    looking = _of(header, "attention.head_count") * usable_context(_of(header, "context_length"))
    return BATCH * _NUMBER_BYTES * (vocabulary + width + looking)


EMBEDDING = "token_embd.weight"
_OUTPUT = "output.weight"
_OF_EXPERTS = "_exps."


def threads() -> int:
    """With which a model runs: one processor is left to the window."""
    return max(1, processors() - 1)


def weights_speed(copied_per_second: float, threads: int) -> float:
    """Bytes of weights a second: memory bounds it, or processors where there are few."""
    return min(_SHARE_OF_COPYING * copied_per_second, threads * _OF_A_PROCESSOR)


def words_per_second(header: Header, sizes: Mapping[str, int], bytes_per_second: float) -> float:
    """Estimated; 0 where the speed is not known. ``sizes``: bytes of each tensor.

    To write one token, all weights are read once, but for the table of words, of which one row is, and for
    those of a mixture of experts, of which a few are.
    """
    share = _experts_used(header)
    has_output = any(each.name == _OUTPUT for each in header.tensors)
    each_token = sum(_read(each, sizes[each.name], share, has_output) for each in header.tensors)
    return bytes_per_second / each_token * WORDS_PER_TOKEN if each_token else 0.0


def _read(tensor: Tensor, size: int, share: float, has_output: bool) -> float:
    if tensor.name == EMBEDDING and has_output:
        return 0.0
    return size * share if _OF_EXPERTS in tensor.name else float(size)


def _experts_used(header: Header) -> float:
    experts, used = _of(header, "expert_count"), _of(header, "expert_used_count")
    return min(1.0, used / experts) if experts and used else 1.0


def copy_speed(clock: Callable[[], float]) -> float:
    """Bytes a second that this computer copies in memory, read and written counted once each: the best of
    three copies of 64 MiB, less than a tenth of a second. ``clock`` gives seconds."""
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


def _of(header: Header, name: str) -> int:
    return header.number(_key(header, name))
