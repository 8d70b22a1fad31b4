"""Runs a model's graph on a graphics card, where ONNX Runtime is installed with support for one.

Only the full form of a graph runs there: cards have no 8-bit products of this kind. Passages are embedded on
the card; a single query is answered sooner by the processor. Whether a card is used is measured
(``precision``), and its vectors must be the processor's (``AGREEMENT``), since both stand in one index.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

log = logging.getLogger(__name__)

PROVIDERS = (
    *("CUDAExecutionProvider", "MIGraphXExecutionProvider", "ROCMExecutionProvider"),
    *("DmlExecutionProvider", "CoreMLExecutionProvider"),
)
"""ONNX Runtime's names for what runs a graph on a card: Nvidia's, AMD's two, Windows' and macOS's."""
BATCH_TOKENS = 16_384
"""The most tokens of a batch, padding included; a card is slow on small ones."""
AGREEMENT = 0.999
"""The least cosine between a card's vector of a text and the processor's."""

Encode = Callable[[Any, Sequence[str]], NDArray[np.float32]]
"""A function that encodes texts with a session."""


def provider() -> str:
    """Return the first of ``PROVIDERS`` that ONNX Runtime has; empty without one. Imports ONNX Runtime."""
    import onnxruntime

    offered = onnxruntime.get_available_providers()
    return next((each for each in PROVIDERS if each in offered), "")


def faults() -> tuple[type[Exception], ...]:
    """Return what ONNX Runtime raises where a card, its driver or its memory fails."""
    from onnxruntime.capi import onnxruntime_pybind11_state as native

    own = (native.Fail, native.RuntimeException, native.EPFail, native.InvalidArgument, native.NotImplemented)
    return (RuntimeError, ValueError, *own)  # its own have no base in common


def agreeing_session(
    graph: Path, options: Any, processor: Any, encode: Encode, texts: Sequence[str]
) -> Any | None:
    """Return a session on the card whose vectors of ``texts`` are those of the session on the processor; None
    where there is none, the reason for which is logged."""
    import onnxruntime

    name = provider()
    if not name:
        return None
    try:
        session = onnxruntime.InferenceSession(str(graph), options, providers=[name, "CPUExecutionProvider"])
        if name not in session.get_providers():
            log.warning("graphics card is not used: %s does not start", name)
            return None
        cosines = (encode(session, texts) * encode(processor, texts)).sum(axis=1)
    except faults() as error:
        log.warning("graphics card is not used: %s %s", name, type(error).__name__)
        return None
    if not cosines.min() >= AGREEMENT:
        log.warning("graphics card is not used: %s gives other vectors, cosine %.4f", name, cosines.min())
        return None
    return session
