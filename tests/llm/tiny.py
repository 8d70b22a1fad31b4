"""Writes tiny language models, and files that only look like one, for tests of everything that asks a model.

``write(path)`` gives a GGUF of about half a megabyte that llama.cpp loads in some milliseconds: the llama
architecture, two layers of random numbers, a chat template. What it answers is garbage, the same every time.
It never ends an answer by itself, so an answer ends with ``most_tokens``, ``limit_s`` or what a grammar
allows. The vocabulary has every byte, so that any grammar can be followed.

Tests that load one are marked with ``needs_llama``; those that only write or inspect one,
with ``needs_gguf``.
"""

from __future__ import annotations

import importlib.util
import struct
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

needs_gguf = pytest.mark.skipif(
    importlib.util.find_spec("gguf") is None, reason="what local models need is not installed (extra llm)"
)
needs_llama = pytest.mark.skipif(
    importlib.util.find_spec("llama_cpp") is None or importlib.util.find_spec("gguf") is None,
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
_NORMAL, _UNKNOWN, _CONTROL, _BYTE = 1, 2, 3, 6
"""Token types of a GGUF (gguf.TokenType)."""
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
) -> Path:
    """Write a model and return ``path``.

    ``emits``: what its garbage is made of; "bytes" are such as are never UTF-8; "nothing": its
    weights are no numbers. ``template`` None: no
    instruct model. ``architecture`` "bert" is an encoder's, "made-up" nobody's. ``split``: that many files
    belong to it, of which this is the first. ``control_kind``: the type of token as which signs of turns are
    marked. ``long_word``: one word of the vocabulary. ``kind``: what the file says that it is, "adapter" for
    an addition to a model.
    """
    writer = _header(path, architecture, context, layers, name, licence)
    if template is not None:
        writer.add_chat_template(template)
    if kind:
        writer.add_type(kind)
    if split:
        writer.add_uint16("split.no", 0)
        writer.add_uint16("split.count", split)
    pieces = _vocabulary(writer, control_kind, long_word)
    for tensor, values in _weights(np.random.default_rng(seed), pieces, layers, emits):
        writer.add_tensor(tensor, values)
    return _written(writer, path)


def vocabulary_only(path: Path) -> Path:
    """Words and no weights, as llama.cpp's own tests of tokenizers use."""
    writer = _header(path, "llama", 4096, 2, "Tiny Words", "")
    _vocabulary(writer)
    return _written(writer, path)


def truncated(path: Path, *, keep: float = 0.6) -> Path:
    """A download that broke off: the header is whole, the weights are not."""
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


def _header(path: Path, architecture: str, context: int, layers: int, name: str, licence: str) -> Any:
    import gguf

    writer = gguf.GGUFWriter(path, architecture)
    writer.add_name(name)
    if licence:
        writer.add_license(licence)
    writer.add_context_length(context)
    writer.add_embedding_length(_SIZE)
    writer.add_block_count(layers)
    writer.add_feed_forward_length(_WIDTH)
    writer.add_head_count(_HEADS)
    writer.add_head_count_kv(_KV_HEADS)
    writer.add_rope_dimension_count(_SIZE // _HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_file_type(1)
    return writer


def _vocabulary(writer: Any, control_kind: int = _CONTROL, long_word: str = "") -> list[str]:
    pieces, kinds = list(CONTROL), [_UNKNOWN, _CONTROL, _CONTROL, control_kind, control_kind]
    pieces += [f"<0x{byte:02X}>" for byte in range(256)]
    kinds += [_BYTE] * 256
    normal = ["▁"] + [chr(code) for code in range(33, 127)] + ["▁" + word for word in WORDS]
    normal += [f"▁word{number}" for number in range(1000 - len(pieces) - len(normal))]
    if long_word:
        normal[-1] = "▁" + long_word
    pieces += normal
    kinds += [_NORMAL] * len(normal)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(pieces)
    writer.add_token_scores([-float(number) for number in range(len(pieces))])
    writer.add_token_types(kinds)
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    return pieces


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


def _written(writer: Any, path: Path) -> Path:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
