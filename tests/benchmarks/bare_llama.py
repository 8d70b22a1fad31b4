"""llama.cpp through llama-cpp-python alone, as little as one can write: what ``generating`` compares with.

    python -m tests.benchmarks.bare_llama MODEL < QUESTIONS

Reads questions, each a line of JSON with the fields of a ``Message``. Prints a line of JSON once the model is
loaded, and then one for each answer: ``first_s`` until its first token, ``tokens``, and ``rest_s`` for all
after the first. The process has the same rank, threads, batches and context as the application's own.
"""

from __future__ import annotations

import itertools
import json
import sys
import time
from typing import Any

from briefbank.domain.summaries import Prompt
from briefbank.llm.engine import BATCH, CONTEXT, PromptFormat, threads
from briefbank.sandbox.guard import lower_priority


def main() -> None:
    lower_priority()
    from llama_cpp import Llama

    llama = Llama(
        sys.argv[1],
        n_ctx=CONTEXT,
        n_batch=BATCH,
        n_ubatch=BATCH,
        n_threads=threads(),
        n_threads_batch=threads(),
        verbose=False,
    )
    print(json.dumps({"loaded": True}), flush=True)
    turns = PromptFormat(llama)
    for line in sys.stdin:
        message = Prompt(**json.loads(line))
        print(json.dumps(_answered(llama, turns.tokens(message), message)), flush=True)


def _answered(llama: Any, tokens: list[int], message: Prompt) -> dict[str, float]:
    from llama_cpp import LlamaGrammar

    grammar = LlamaGrammar.from_string(message.grammar, verbose=False) if message.grammar else None
    llama.reset()
    began, times = time.perf_counter(), list[float]()
    for token in itertools.islice(llama.generate(tokens, temp=0.0, grammar=grammar), message.most_tokens):
        if token == llama.token_eos():
            break
        llama.detokenize([token])
        times.append(time.perf_counter())
    return {"first_s": times[0] - began, "tokens": len(times), "rest_s": times[-1] - times[0]}


if __name__ == "__main__":
    main()
