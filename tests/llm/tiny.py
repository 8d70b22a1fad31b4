"""Writes tiny language models, and files that only look like one, for tests of everything that asks a model.

``write(path)`` gives a GGUF of about half a megabyte that llama.cpp loads in some milliseconds: the llama
architecture, two layers of random numbers, a chat template. What it answers is garbage, the same every time.
It never ends an answer by itself, so an answer ends with ``most_tokens``, ``limit_s`` or what a grammar
allows. The vocabulary has every byte, so that any grammar can be followed.

Tests that load or inspect one are marked with ``needs_llama``. The format:
https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

from __future__ import annotations

import importlib.util
import struct
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

needs_llama = pytest.mark.skipif(
    importlib.util.find_spec("llama_cpp") is None,
    reason="what local models need is not installed (extra llm)",
)

TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
"""ChatML."""
NO_SYSTEM_TEMPLATE = (
    "{{ bos_token }}{% if messages[0]['role'] == 'system' %}"
    "{{ raise_exception('System role not supported') }}{% endif %}"
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{{ message['content'] | trim }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>model\n{% endif %}"
)
"""A template that refuses system messages, as Gemma's does."""
ENDLESS_TEMPLATE = "{% for a in range(99999) %}{% for b in range(99999) %}{{ a * b }}{% endfor %}{% endfor %}"
"""A template made to keep a computer busy."""

CONTROL = ["<unk>", "<s>", "</s>", "<|im_start|>", "<|im_end|>"]
"""The first tokens of the vocabulary; the fifth ends a turn, the third an answer."""
WORDS = [
    "court",
    "held",
    "motion",
    "suppress",
    "denied",
    "officer",
    "warrant",
    "search",
    "defendant",
    "State",
]
_NORMAL, _UNKNOWN, _CONTROL, _BYTE = 1, 2, 3, 6  # Token types of a GGUF
_UINT16, _UINT32, _INT32, _FLOAT32, _BOOLEAN, _STRING, _ARRAY = 2, 4, 5, 6, 7, 8, 9  # Value types of a GGUF
_ALIGNMENT = 32
_SIZE, _HEADS, _KV_HEADS, _WIDTH = 64, 4, 2, 128

Emits = Literal["words", "bytes", "anything", "nothing"]


def write(
    path: Path,
    *,
    seed: int = 0,
    template: str | None = TEMPLATE,
    architecture: str = "llama",
    emits: Emits = "words",
    context: int = 4096,
    layers: int = 2,
    name: str = "Tiny Test",
    licence: str = "apache-2.0",
    split: int = 0,
    control_kind: int = _CONTROL,
    long_word: str = "",
    kind: str = "",
    causal: bool = True,
    blocks: int = 0,
) -> Path:
    """Write a model and return ``path``.

    ``emits``: what its garbage is made of; "bytes" are such as are never UTF-8; "nothing": its
    weights are no numbers. ``template`` None: no
    instruct model. ``architecture`` "made-up" is nobody's; ``causal`` False is an encoder's. ``split``: that
    many files
    belong to it, of which this is the first. ``control_kind``: the type of token as which signs of turns are
    marked. ``long_word``: one word of the vocabulary. ``kind``: what the file says that it is, "adapter" for
    an addition to a model. ``blocks``: the number of layers that the header claims, where it is another.
    """
    values = _header(architecture, context, blocks or layers, name, licence)
    if template is not None:
        values["tokenizer.chat_template"] = (_STRING, template)
    if kind:
        values["general.type"] = (_STRING, kind)
    if split:
        values |= {"split.no": (_UINT16, 0), "split.count": (_UINT16, split)}
    if not causal:
        values[f"{architecture}.attention.causal"] = (_BOOLEAN, False)
    words, pieces = _vocabulary(control_kind, long_word)
    weights = dict(_weights(np.random.default_rng(seed), pieces, layers, emits))
    return _written(path, {**values, **words}, weights)


def vocabulary_only(path: Path) -> Path:
    """Words and no weights, as llama.cpp's own tests of tokenizers use."""
    return _written(path, {**_header("llama", 4096, 2, "Tiny Words", ""), **_vocabulary()[0]}, {})


def truncated(path: Path, *, keep: float = 0.6) -> Path:
    """Write the file of an interrupted download: the header is complete, the weights are not."""
    whole = write(path).read_bytes()
    path.write_bytes(whole[: int(len(whole) * keep)])
    return path


def damaged(path: Path) -> Path:
    """Lengths in the header that make no sense."""
    whole = bytearray(write(path).read_bytes())
    whole[24:2000] = b"\xff" * 1976
    path.write_bytes(whole)
    return path


def huge_counts(path: Path, *, tensors: int = 2**62, keys: int = 2**62) -> Path:
    """A header of 24 bytes that promises more than any memory holds."""
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, tensors, keys) + bytes(4096))
    return path


def huge_array(path: Path, *, length: int = 2**60) -> Path:
    """One key whose list of numbers would be larger than any disk."""
    key = b"tokenizer.ggml.tokens"
    header = b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", len(key)) + key
    path.write_bytes(header + struct.pack("<IIQ", 9, 8, length) + bytes(4096))
    return path


def many_empty_strings(path: Path, *, length: int = 1_000_000) -> Path:
    """A list of empty words that is as long as it says: the slowest thing to read for its bytes."""
    key = b"tokenizer.ggml.tokens"
    header = b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", len(key)) + key
    path.write_bytes(header + struct.pack("<IIQ", 9, 8, length) + bytes(8 * length))
    return path


def big_endian(path: Path) -> Path:
    """Write a file as for a big-endian processor."""
    path.write_bytes(b"GGUF" + struct.pack(">IQQ", 3, 0, 0) + bytes(4096))
    return path


def not_a_model(path: Path) -> Path:
    """A file of another kind under a model's name."""
    path.write_bytes(b"%PDF-1.7\n" + bytes(4096))
    return path


Values = dict[str, tuple[int, Any]]
"""Metadata by their keys, each with its value type; a list with the type of its items."""


def _header(architecture: str, context: int, layers: int, name: str, licence: str) -> Values:
    sizes = {
        "context_length": context,
        "embedding_length": _SIZE,
        "block_count": layers,
        "feed_forward_length": _WIDTH,
        "attention.head_count": _HEADS,
        "attention.head_count_kv": _KV_HEADS,
        "rope.dimension_count": _SIZE // _HEADS,
    }
    return {
        "general.architecture": (_STRING, architecture),
        "general.name": (_STRING, name),
        **({"general.license": (_STRING, licence)} if licence else {}),
        **{f"{architecture}.{key}": (_UINT32, value) for key, value in sizes.items()},
        f"{architecture}.attention.layer_norm_rms_epsilon": (_FLOAT32, 1e-5),
        "general.file_type": (_UINT32, 1),
    }


def _vocabulary(control_kind: int = _CONTROL, long_word: str = "") -> tuple[Values, list[str]]:
    pieces, kinds = list(CONTROL), [_UNKNOWN, _CONTROL, _CONTROL, control_kind, control_kind]
    pieces += [f"<0x{byte:02X}>" for byte in range(256)]
    kinds += [_BYTE] * 256
    normal = ["▁"] + [chr(code) for code in range(33, 127)] + ["▁" + word for word in WORDS]
    normal += [f"▁word{number}" for number in range(1000 - len(pieces) - len(normal))]
    if long_word:
        normal[-1] = "▁" + long_word
    pieces += normal
    kinds += [_NORMAL] * len(normal)
    scores = [-float(number) for number in range(len(pieces))]
    values: Values = {
        "tokenizer.ggml.model": (_STRING, "llama"),
        "tokenizer.ggml.tokens": (_STRING, pieces),
        "tokenizer.ggml.scores": (_FLOAT32, scores),
        "tokenizer.ggml.token_type": (_INT32, kinds),
        "tokenizer.ggml.unknown_token_id": (_UINT32, 0),
        "tokenizer.ggml.bos_token_id": (_UINT32, 1),
        "tokenizer.ggml.eos_token_id": (_UINT32, 2),
    }
    return values, pieces


def _weights(random: np.random.Generator, pieces: list[str], layers: int, emits: Emits) -> Any:
    def matrix(rows: int, columns: int) -> np.ndarray[Any, Any]:
        return random.normal(0.0, 0.1, (rows, columns)).astype(np.float16)

    ones = np.ones(_SIZE, dtype=np.float32)
    narrow = _SIZE * _KV_HEADS // _HEADS
    yield "token_embd.weight", matrix(len(pieces), _SIZE)
    yield "output_norm.weight", ones
    yield "output.weight", (matrix(len(pieces), _SIZE) * _loudness(pieces, emits)[:, None]).astype(np.float16)
    for layer in range(layers):
        for part, shape in {
            "attn_q": (_SIZE, _SIZE),
            "attn_k": (narrow, _SIZE),
            "attn_v": (narrow, _SIZE),
            "attn_output": (_SIZE, _SIZE),
            "ffn_gate": (_WIDTH, _SIZE),
            "ffn_up": (_WIDTH, _SIZE),
            "ffn_down": (_SIZE, _WIDTH),
        }.items():
            yield f"blk.{layer}.{part}.weight", matrix(*shape)
        yield f"blk.{layer}.attn_norm.weight", ones
        yield f"blk.{layer}.ffn_norm.weight", ones


def _loudness(pieces: list[str], emits: Emits) -> np.ndarray[Any, Any]:
    """Return the factor of each piece's row of the output.

    Control tokens get zero, below the best of the others, which is always more than zero.
    """
    loud = np.full(len(pieces), 1.0 if emits == "anything" else 0.05)
    if emits == "words":
        loud[[number for number, piece in enumerate(pieces) if len(piece) > 1 and piece[0] == "▁"]] = 1.0
    if emits == "bytes":
        loud[len(CONTROL) + 0x80 : len(CONTROL) + 0xC0] = 1.0  # such bytes never begin a character
    loud[: len(CONTROL)] = 0.0
    if emits == "nothing":
        loud[:] = np.nan
    return loud


def _written(path: Path, values: Values, weights: dict[str, np.ndarray[Any, Any]]) -> Path:
    head = b"GGUF" + struct.pack("<IQQ", 3, len(weights), len(values))
    head += b"".join(_packed(key) + _value(kind, value) for key, (kind, value) in values.items())
    data = b""
    for name, matrix in weights.items():
        shape = matrix.shape[::-1]
        head += _packed(name) + struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
        head += struct.pack("<IQ", matrix.dtype == np.float16, len(data))
        data += _padded(matrix.tobytes())
    path.write_bytes(_padded(head) + data)
    return path


def _value(kind: int, value: Any) -> bytes:
    if not isinstance(value, list):
        return struct.pack("<I", kind) + _packed(value, kind)
    items = b"".join(_packed(item, kind) for item in value)
    return struct.pack("<IIQ", _ARRAY, kind, len(value)) + items


def _packed(value: Any, kind: int = _STRING) -> bytes:
    if kind == _STRING:
        return struct.pack("<Q", len(value.encode())) + value.encode()
    return struct.pack(
        "<" + {_UINT16: "H", _UINT32: "I", _INT32: "i", _FLOAT32: "f", _BOOLEAN: "?"}[kind], value
    )


def _padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % _ALIGNMENT)
