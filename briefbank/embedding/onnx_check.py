"""Checks an exported graph before ONNX Runtime loads it: a regular file, self-contained, of known operations.

ONNX Runtime reads weights from other files by the names that a graph gives, and a graph may ask for
operations of a custom library. No graph that BriefBank makes does either.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from briefbank.embedding.model_config import NotCoveredError

_DOMAINS = frozenset({"", "ai.onnx", "ai.onnx.ml", "com.microsoft"})
"""The domains of operations that are built into ONNX Runtime."""


def check_graph(path: Path) -> None:
    """Raise NotCoveredError for a graph that refers to anything outside its file. Reads it whole: a second
    for a gigabyte."""
    if path.is_symlink() or not path.is_file():
        raise NotCoveredError("export made something that is no file")
    if path.suffix != ".onnx":
        return
    import onnx
    from google.protobuf.message import DecodeError

    try:
        model = onnx.load(str(path), load_external_data=False)
    except (DecodeError, ValueError, OSError) as error:
        raise NotCoveredError(f"export: {type(error).__name__}") from error
    if model.functions or any(each.domain not in _DOMAINS for each in model.opset_import):
        raise NotCoveredError("graph with operations of its own")
    if any(tensor.external_data or tensor.data_location for tensor in _tensors(model.graph)):
        raise NotCoveredError("graph with weights in other files")


def _tensors(graph: Any) -> Iterator[Any]:
    """Yield the tensors of a graph and of the graphs inside it."""
    yield from graph.initializer
    for sparse in graph.sparse_initializer:
        yield from (sparse.values, sparse.indices)
    for node in graph.node:
        for attribute in node.attribute:
            yield from (attribute.t, *attribute.tensors)
            for sparse in (attribute.sparse_tensor, *attribute.sparse_tensors):
                yield from (sparse.values, sparse.indices)
            for inner in (attribute.g, *attribute.graphs):
                yield from _tensors(inner) if inner.ByteSize() else ()
