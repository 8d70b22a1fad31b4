"""The files of the prepared encoder on this computer, for tests that run or pack them by themselves."""

from __future__ import annotations

from pathlib import Path

from briefbank import paths
from briefbank.embedding.encoders import default_model, files_of, ready_model
from briefbank.embedding.model_folder import remembered_hash


def prepared_files() -> list[Path]:
    """Return the graph and the tokenizer of the prepared default model; empty where it was not prepared."""
    models = paths.models_folder()
    ready = ready_model(models / remembered_hash(default_model(), models))
    return files_of(ready) if ready else []
