"""Exports a model's graphs for ONNX Runtime, by PyTorch: in a confined child (``torch_child``), whose memory
PyTorch would otherwise not give back, and when a package is built."""

from __future__ import annotations

import tempfile
from pathlib import Path

from briefbank.index.precision import COMPACT_GRAPH, MEASURED_MODELS, make_compact
from briefbank.index.prepared import GRAPH, TOKENIZER, complete


def export(source: Path, target: Path) -> None:
    """Export the model in a sentence-transformers folder to ``target``, which is named by the content hash:
    the graph and the tokenizer, and the compact graph of a model that may have one.

    Raises what sentence-transformers, optimum and ONNX Runtime raise; then ``target`` is not there.
    """
    from sentence_transformers import SentenceTransformer

    with tempfile.TemporaryDirectory(dir=target.parent) as work:
        whole, wanted = Path(work) / "whole", Path(work) / "wanted"
        model = SentenceTransformer(
            str(source),
            device="cpu",
            backend="onnx",
            local_files_only=True,
            trust_remote_code=False,
            model_kwargs={"export": True, "use_safetensors": True},
        )
        model.save_pretrained(str(whole))
        wanted.mkdir(mode=0o700)
        graphs = sorted((whole / "onnx").glob("*"))
        for path in (*graphs, whole / TOKENIZER):
            path.replace(wanted / path.name)
        if target.name in MEASURED_MODELS:
            make_compact(wanted / GRAPH, wanted / COMPACT_GRAPH)
        if not complete(wanted, target.name):
            raise FileNotFoundError(GRAPH)
        wanted.replace(target)
