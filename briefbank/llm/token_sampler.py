"""Greedy decoding under a grammar: the next token is the likeliest one that the grammar allows.

llama-cpp-python's own sampler applies the grammar to the whole vocabulary for each token, which takes 7 ms
for 49,000 words; and where the grammar allows none, the process is aborted. Here the grammar is applied to
the likeliest token first, and to the others only where that one is not allowed, as llama.cpp's own programs
do.
"""

from __future__ import annotations

import ctypes
from typing import Any


class BadGrammarError(ValueError):
    """Raised for a grammar that llama.cpp cannot read: a fault of BriefBank's, not of the model."""


class TokenSampler:
    """The token sampler of one answer; ``close`` it. Without a grammar every token is allowed."""

    def __init__(self, llama: Any, grammar: str) -> None:
        """Raises BadGrammarError."""
        import llama_cpp

        self._llama, self._grammar = llama, None
        if grammar:
            vocabulary = llama_cpp.llama_model_get_vocab(llama.model)
            self._grammar = llama_cpp.llama_sampler_init_grammar(vocabulary, grammar.encode(), b"root")
            if not self._grammar:
                raise BadGrammarError("the grammar of a question cannot be read")

    def next(self) -> int | None:
        """Return the next token; None where no token is allowed or the logits are not finite."""
        import llama_cpp
        import numpy as np

        size = self._llama.n_vocab()
        logits = np.ctypeslib.as_array(llama_cpp.llama_get_logits_ith(self._llama.ctx, -1), (size,))
        best = int(np.argmax(logits))
        if self._grammar is None:
            return best if np.isfinite(logits[best]) else None
        allowed = self._masked_logits(np.array([best]), logits)
        if not np.isfinite(allowed[0]):
            allowed = self._masked_logits(np.arange(size), logits)
            best = int(np.argmax(allowed))
        return best if np.isfinite(allowed).any() else None

    def take(self, token: int) -> None:
        """Accept ``token`` as written and advance the grammar behind it."""
        import llama_cpp

        if self._grammar is not None:
            llama_cpp.llama_sampler_accept(self._grammar, token)

    def close(self) -> None:
        import llama_cpp

        if self._grammar is not None:
            llama_cpp.llama_sampler_free(self._grammar)
            self._grammar = None

    def _masked_logits(self, tokens: Any, logits: Any) -> Any:
        """Return the logits of ``tokens``, minus infinity for those that the grammar does not allow."""
        import llama_cpp
        import numpy as np

        kind = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])  # llama_token_data
        data = np.zeros(len(tokens), kind)
        data["id"], data["logit"] = tokens, np.nan_to_num(logits[tokens], nan=-np.inf)
        each = data.ctypes.data_as(ctypes.POINTER(llama_cpp.llama_token_data))
        listed = llama_cpp.llama_token_data_array(each, len(tokens), -1, False)
        llama_cpp.llama_sampler_apply(self._grammar, ctypes.byref(listed))
        return data["logit"]
