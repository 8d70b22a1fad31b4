"""Finds, or makes once, the exported form of a model: graphs for ONNX Runtime and its tokenizer.

The export needs torch and takes several seconds and a gigabyte of memory, so it runs in a child process that
gives all of it back, and that can write only to a folder of its own (``torch_child``). Its output is checked
(``onnx_check``) before it is moved in one step to where all libraries of this user share it, under the
model's content hash; so an incomplete export, or one that refers to other files, is never used.
"""

from __future__ import annotations

import logging
import shutil
import tempfile
from pathlib import Path

from filelock import FileLock, Timeout

from briefbank import paths
from briefbank.embedding.model_config import LoadingError, NotCoveredError
from briefbank.embedding.onnx_check import check_graph
from briefbank.embedding.precision import COMPACT_GRAPH, GRAPH, MEASURED_MODELS
from briefbank.errors import StoreError
from briefbank.storage.model_files import ModelNotes

log = logging.getLogger(__name__)

TOKENIZER = "tokenizer.json"
DRAFT = ".draft"


def prepared_model(source: Path, target: Path) -> Path:
    """Return the folder that holds the graphs and ``TOKENIZER`` for a sentence-transformers folder.

    ``target`` is where it is made if it does not exist, and named by the model's content hash. Raises
    NotCoveredError when it cannot be made, and NeedsPyTorch where nothing can be.
    """
    if (ready := ready_model(target)) is not None:
        return ready
    from briefbank.embedding import torch_child

    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with FileLock(str(target.with_name(f"{target.name}.lock")), timeout=torch_child.LIMIT_S):
            if not complete(target, target.name):
                _export(source, target)
                ModelNotes().forget(*files_of(target))
    except (OSError, StoreError, Timeout, LoadingError) as error:
        raise NotCoveredError(f"export: {type(error).__name__}") from error
    if not complete(target, target.name):
        raise NotCoveredError("export left nothing")
    return target


def ready_model(target: Path) -> Path | None:
    """Return the folder of the prepared model: in the package, else ``target``; None when it must be made."""
    places = (paths.shipped_models_folder() / target.name, target)
    return next((folder for folder in places if complete(folder, target.name)), None)


def files_of(prepared: Path) -> list[Path]:
    """Return the files that are loaded of a prepared model; measurements may be stored beside them."""
    return [path for name in (GRAPH, TOKENIZER, COMPACT_GRAPH) if (path := prepared / name).is_file()]


def complete(folder: Path, model: str) -> bool:
    """Tell whether the files exist without which the model with this content hash is not used."""
    graph = COMPACT_GRAPH if model in MEASURED_MODELS else GRAPH
    return all((folder / name).is_file() for name in (graph, TOKENIZER))


def _export(source: Path, target: Path) -> None:
    """Export the model. Raises NotCoveredError, LoadingError and OSError; then nothing is left behind."""
    from briefbank.embedding import torch_child

    log.info("preparing model %s for this computer", target.name)
    for leftover in target.parent.glob(f"{target.name}.*{DRAFT}"):
        shutil.rmtree(leftover)  # left by an export that was killed; the caller holds the lock
    with tempfile.TemporaryDirectory(
        prefix=f"{target.name}.", suffix=DRAFT, dir=target.parent.resolve()
    ) as draft:
        made = torch_child.export(source, Path(draft), target.name)
        for path in made.iterdir():
            check_graph(path)
        if target.exists():
            shutil.rmtree(target)  # an incomplete one
        made.replace(target)
