"""Finds, or makes once, the exported form of a model: graphs for ONNX Runtime and its tokenizer.

The export needs torch and takes several seconds and a gigabyte of memory, so it runs in a child process that
gives all of it back. The result lies under the model's content hash, where all libraries of this user share
it; it is moved there in one step, so that a half-made one is never used.
"""

from __future__ import annotations

import logging
import subprocess
from pathlib import Path

from filelock import FileLock, Timeout

from briefbank import paths, programs
from briefbank.errors import StoreError
from briefbank.index.precision import COMPACT_GRAPH, MEASURED_MODELS
from briefbank.index.recipe import NotCoveredError
from briefbank.model_files import ModelNotes

log = logging.getLogger(__name__)

GRAPH, TOKENIZER = "model.onnx", "tokenizer.json"
EXPORT_LIMIT_S = 600.0


def prepared_model(source: Path, target: Path) -> Path:
    """The folder that holds ``GRAPH`` and ``TOKENIZER`` for a sentence-transformers folder.

    ``target`` is where it is made if it is not there, and named by the model's content hash. Raises
    NotCoveredError when it cannot be made.
    """
    if (ready := ready_model(target)) is not None:
        return ready
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with FileLock(str(target.with_name(f"{target.name}.lock")), timeout=EXPORT_LIMIT_S):
            if not complete(target, target.name):
                _export(source, target)
                ModelNotes().forget(*files_of(target))
    except (OSError, StoreError, Timeout, subprocess.SubprocessError) as error:
        raise NotCoveredError(f"export: {type(error).__name__}") from error
    if not complete(target, target.name):
        raise NotCoveredError("export left nothing")
    return target


def ready_model(target: Path) -> Path | None:
    """Where the prepared model lies: in the package, else at ``target``; None when it must be made."""
    places = (paths.shipped_models_folder() / target.name, target)
    return next((folder for folder in places if complete(folder, target.name)), None)


def files_of(prepared: Path) -> list[Path]:
    """What is loaded of a prepared model; beside it may lie what was measured with it."""
    return [path for name in (GRAPH, TOKENIZER, COMPACT_GRAPH) if (path := prepared / name).is_file()]


def complete(folder: Path, model: str) -> bool:
    """Whether all is there that belongs to the model with this content hash."""
    compact = (COMPACT_GRAPH,) if model in MEASURED_MODELS else ()
    return all((folder / name).is_file() for name in (GRAPH, TOKENIZER, *compact))


def _export(source: Path, target: Path) -> None:
    """Its output is kept out of ours: it is long, and names folders of this computer."""
    log.info("preparing model %s for this computer", target.name)
    subprocess.run(
        programs.command("briefbank.index.onnx_export", str(source), str(target)),
        check=True,
        timeout=EXPORT_LIMIT_S,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=programs.environment(),
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
