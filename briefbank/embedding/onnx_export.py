"""Exports a model's graphs for ONNX Runtime, by PyTorch: in a confined child (``torch_child``), because
PyTorch would otherwise not give back its memory, and when a package is built."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from briefbank.embedding.exported_model import TOKENIZER, complete
from briefbank.embedding.precision import COMPACT_GRAPH, GRAPH, MEASURED_MODELS, make_compact


def export(source: Path, target: Path) -> None:
    """Export the model in a sentence-transformers folder to ``target``, which is named by the content hash:
    the graph and the tokenizer, and the compact graph of a model that may have one.

    A confined process may not move files between folders, so they are copied. Raises what
    sentence-transformers, optimum and ONNX Runtime raise; then ``target`` may be incomplete.
    """
    from sentence_transformers import SentenceTransformer

    with tempfile.TemporaryDirectory(dir=target.parent) as work:
        whole = Path(work)
        model = SentenceTransformer(
            str(source),
            device="cpu",
            backend="onnx",
            local_files_only=True,
            trust_remote_code=False,
            model_kwargs={"export": True},
        )
        model.save_pretrained(str(whole))
        target.mkdir(mode=0o700, exist_ok=True)
        for path in (*sorted((whole / "onnx").glob("*")), whole / TOKENIZER):
            shutil.copyfile(path, target / path.name)
    if target.name in MEASURED_MODELS:
        make_compact(target / GRAPH, target / COMPACT_GRAPH)
    if not complete(target, target.name):
        raise FileNotFoundError(GRAPH)
