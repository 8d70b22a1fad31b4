"""``python -m briefbank.index.onnx_export SOURCE TARGET``: export a model's graphs for ONNX Runtime.

SOURCE is a sentence-transformers folder; TARGET, named by its content hash, becomes a folder with the graph
and the tokenizer, in one step at the end, and the compact graph of a model that may have one. Run as a
program of its own by ``prepared``, because torch does not give its memory back.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from briefbank.closed import guard
from briefbank.index.precision import COMPACT_GRAPH, MEASURED_MODELS, make_compact
from briefbank.index.prepared import GRAPH, TOKENIZER, complete

DRAFT = ".draft"


def export(source: Path, target: Path) -> None:
    """Raises what sentence-transformers, optimum and ONNX Runtime raise; then TARGET is not there."""
    from sentence_transformers import SentenceTransformer

    for leftover in target.parent.glob(f"{target.name}.*{DRAFT}"):
        shutil.rmtree(leftover)  # of an export that was killed; the caller holds the lock
    with tempfile.TemporaryDirectory(prefix=f"{target.name}.", suffix=DRAFT, dir=target.parent) as work:
        whole, wanted = Path(work) / "whole", Path(work) / "wanted"
        model = SentenceTransformer(
            str(source), device="cpu", backend="onnx", local_files_only=True, model_kwargs={"export": True}
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
        if target.exists():
            shutil.rmtree(target)  # an incomplete one
        wanted.replace(target)


def main() -> None:
    guard.engage()
    source, target = map(Path, sys.argv[1:])
    export(source, target)


if __name__ == "__main__":
    main()
