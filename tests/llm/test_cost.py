"""Tests of the cost of a model, estimated from its header alone."""

from __future__ import annotations

from typing import Any

import pytest

from briefbank.llm import cost
from briefbank.llm.header import Header, Tensor

LLAMA_8B = {
    "general.architecture": "llama",
    "llama.block_count": 32,
    "llama.embedding_length": 4096,
    "llama.feed_forward_length": 14336,
    "llama.attention.head_count": 32,
    "llama.attention.head_count_kv": 8,
    "llama.context_length": 131072,
}
WORDS = Tensor("token_embd.weight", (4096, 128256), 14, 0)
FILE = 4_900_000_000


def header(*tensors: Tensor, **changes: Any) -> Header:
    return Header({**LLAMA_8B, **{f"llama.{key}": value for key, value in changes.items()}}, tensors, 0)


def test_the_memory_of_the_text_is_that_of_all_layers_heads_and_tokens() -> None:
    one, half = header(WORDS), header(WORDS, **{"attention.head_count_kv": 4})
    kept = 32 * 8 * 2 * 128 * 2 * cost.CONTEXT
    assert cost.memory_bytes(one, FILE) - cost.memory_bytes(half, FILE) == kept // 2
    assert FILE + kept < cost.memory_bytes(one, FILE) < FILE + kept + 400_000_000


def test_layers_that_keep_nothing_of_the_text_cost_nothing_for_it() -> None:
    every = header(WORDS, **{"attention.head_count_kv": [8] * 32})
    half = header(WORDS, **{"attention.head_count_kv": [8, 0] * 16})
    assert cost.memory_bytes(every, FILE) == cost.memory_bytes(header(WORDS), FILE)
    assert cost.memory_bytes(every, FILE) - cost.memory_bytes(half, FILE) == 16 * 8 * 256 * 2 * cost.CONTEXT


def test_a_model_trained_on_less_text_is_loaded_with_less() -> None:
    short = header(WORDS, context_length=512)
    assert (cost.usable_context(512), cost.usable_context(0)) == (512, cost.CONTEXT)
    assert cost.memory_bytes(short, FILE) < cost.memory_bytes(header(WORDS), FILE)


@pytest.mark.parametrize("wrong", [0, -3, "many", None, [None]])
def test_nonsense_in_the_header_gives_a_number_and_no_error(wrong: object) -> None:
    odd = {key: wrong for key in LLAMA_8B if key != "general.architecture"}
    assert cost.memory_bytes(Header({**LLAMA_8B, **odd}, (WORDS,), 0), FILE) >= FILE
    assert cost.words_per_second(Header(odd, (), 0), {}, 1e10) == 0.0


def test_speed_falls_with_the_weights_that_a_token_needs() -> None:
    layer = Tensor("blk.0.ffn_up.weight", (4096, 14336), 14, 0)
    output, expert = (
        Tensor("output.weight", (4096, 128256), 14, 0),
        Tensor("blk.0.ffn_up_exps.weight", (1,), 0, 0),
    )
    sizes = {WORDS.name: 500, output.name: 500, layer.name: 4000, expert.name: 8000}
    tied = cost.words_per_second(header(WORDS, layer), sizes, 4500.0)
    assert tied == pytest.approx(0.7)
    assert cost.words_per_second(header(WORDS, output, layer), sizes, 4500.0) == pytest.approx(tied)
    some = header(output, expert, expert_count=8, expert_used_count=2)
    assert cost.words_per_second(some, sizes, 5000.0) == pytest.approx(1.4)
    assert cost.words_per_second(header(WORDS, layer), sizes, 0.0) == 0.0


def test_many_processors_are_bound_by_memory_and_few_by_themselves() -> None:
    assert cost.weights_speed(40e9, 64) == 20e9
    assert cost.weights_speed(40e9, 2) == 2 * cost.weights_speed(40e9, 1) < 20e9


def test_the_speed_of_memory_is_the_best_of_its_copies() -> None:
    ticks = iter([0.0, 2.0, 2.0, 3.0, 3.0, 7.0])
    assert cost.copy_speed(lambda: next(ticks)) == 2 * (64 << 20)
