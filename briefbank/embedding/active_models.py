"""The model that an office chose and the one that searches use.

A model and the index of its vectors go together as an ``ActiveModel``. When another model is chosen, its
vectors take hours for a large library. Until they are complete, searches use the legacy model, also after
BriefBank was closed in between, and then switch to the new one in one step. A small file in the library's
folder of vectors records the model in use. A model's folder in it counts only with the keyed hash of this
user, who chose it once: a model can hold code, and a library may come from somebody else.
"""

from __future__ import annotations

import json
import logging
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from briefbank.embedding.dense import IN_USE, MEMORY_BYTES, DenseIndex, forget_all_but, place_of, stored
from briefbank.embedding.encoders import Encoder
from briefbank.embedding.lance import require_processor
from briefbank.errors import BriefBankError, IndexFault, StoreError
from briefbank.files import read_json, write_atomically
from briefbank.storage.secrets import is_keyed_hash, keyed_hash

log = logging.getLogger(__name__)

_LARGEST_BYTES = 1 << 16  # The largest record of the model in use
_PURPOSE = "model folder"


@dataclass(frozen=True, slots=True)
class ActiveModel:
    """A model and the index of its vectors; a search needs both."""

    encoder: Encoder
    dense: DenseIndex

    @property
    def name(self) -> str:
        """The encoder's name, which marks in the catalogue and folders of vectors go by."""
        return self.encoder.name


class ActiveModels:
    """The chosen and the active model of one library. Any thread; ``ready`` never waits.

    Two locks, always taken in this order: serving, choosing. A search that waits for the active model
    therefore does not wait for the first use of a new model, which takes half a minute.
    """

    def __init__(
        self,
        folder: Path,
        load: Callable[[], Encoder],
        load_from: Callable[[Path | None], Encoder] | None,
        chosen_folder: Callable[[], Path | None],
    ) -> None:
        """``folder`` holds the library's vectors; for the others see ``EmbeddingIndexer``."""
        self._folder = folder
        self._load, self._load_from, self._chosen_folder = load, load_from, chosen_folder
        self._serving, self._choosing = threading.RLock(), threading.RLock()
        self._encoder: Encoder | None = None
        self._encoder_folder: Path | None = None
        self._dense: DenseIndex | None = None
        self._is_beside_active = False
        """Whether the chosen model's vectors are made beside others that searches use."""
        self._active: ActiveModel | None = None

    def close(self) -> None:
        """Release tables and memory. Not while another call runs."""
        if self._dense is not None:
            self._dense.close()
        if self._active is not None:
            self._active.dense.close()

    def encoder(self) -> Encoder:
        """Return the chosen model, loaded on the first call. Raises BriefBankError."""
        with self._choosing:
            if self._encoder is None:
                require_processor()
                folder = self._chosen_folder()
                self._encoder = self._load_from(folder) if self._load_from else self._load()
                self._encoder_folder = folder
            return self._encoder

    def chosen(self) -> ActiveModel:
        """Return the chosen model and its index, made if missing. Raises BriefBankError, IndexFault."""
        with self._choosing:
            encoder = self.encoder()
            if self._dense is None:
                used, name = read_in_use(self._folder), encoder.name
                self._is_beside_active = (
                    used is not None and used.name != name and place_of(self._folder, used.name).exists()
                )
                room = 0 if self._is_beside_active else MEMORY_BYTES
                self._dense = DenseIndex(self._folder, name, encoder.dimensions, memory_bytes=room)
                if used is None:  # otherwise a later choice would not know of the first model
                    with suppress(StoreError):
                        write_in_use(self._folder, self._as_in_use(encoder))
            return ActiveModel(encoder, self._dense)

    def is_chosen(self, model: ActiveModel) -> bool:
        """Tell whether no other model was chosen since ``model`` was requested."""
        return model.encoder is self._encoder

    def choose_again(self) -> None:
        """Forget the chosen model: another was chosen, to be loaded when needed. The active model stays."""
        with self._choosing:
            self._encoder, self._dense = None, None

    def emptied(self) -> ActiveModel:
        """Return the chosen model with an empty index in place of one that cannot be read."""
        with self._serving, self._choosing:
            if self._active is not None and self._active.encoder is self._encoder:
                self._active = None
            shutil.rmtree(place_of(self._folder, self.encoder().name), ignore_errors=True)
            self._dense = None
            return self.chosen()

    def ready(self) -> ActiveModel | None:
        """Return the active model; None until ``serving`` has loaded it. Never waits."""
        return self._active

    def serving(self) -> ActiveModel:
        """Return the active model, loaded on the first call: seconds. Raises BriefBankError, IndexFault."""
        with self._serving:
            if self._active is None:
                self._active = self._load_legacy() or self.chosen()
            return self._active

    def legacy(self) -> ActiveModel | None:
        """Return the legacy model while the chosen one is incomplete or does not load; None otherwise."""
        try:
            serving = self.serving()
        except BriefBankError:
            return None
        chosen = self._encoder
        return None if chosen is not None and chosen.name == serving.name else serving

    def settled(self) -> bool:
        """Tell whether ``switch`` has nothing to do for the chosen model, and its index nothing to tidy."""
        encoder, dense, served = self.encoder(), self._dense, self._active
        return (
            (served is None or served.encoder is encoder)
            and read_in_use(self._folder) == self._as_in_use(encoder)
            and stored(self._folder).keys() == {encoder.name}
            and (dense is None or not dense.behind())
        )

    def switch(self, model: ActiveModel) -> ActiveModel | None:
        """Make ``model`` the active model and delete all other vectors; return it as it is now.

        None, and nothing is done, when another model was chosen meanwhile. The caller holds the library's
        lock. Raises StoreError and IndexFault.
        """
        with self._serving, self._choosing:
            if not self.is_chosen(model):
                return None
            in_use = self._as_in_use(model.encoder)
            if read_in_use(self._folder) != in_use:
                write_in_use(self._folder, in_use)
            if self._is_beside_active:
                self._dense, self._is_beside_active = None, False
            now = self.chosen()
            if self._active is not None:
                self._active = now
        forget_all_but(self._folder, [model.name])
        return now

    def index_of(self, name: str, dimensions: int) -> DenseIndex:
        """Return the index of a model's vectors: an open one, or else one that keeps none of them in memory.

        Never waits for a model. Raises IndexFault.
        """
        served, encoder, dense = self._active, self._encoder, self._dense
        if served is not None and served.name == name:
            return served.dense
        if dense is not None and encoder is not None and encoder.name == name:
            return dense
        return DenseIndex(self._folder, name, dimensions, memory_bytes=0)

    def discard(self) -> None:
        """Delete all vectors of all models. The caller holds the library's lock. Raises StoreError."""
        with self._serving, self._choosing:
            self.close()
            self._active = self._dense = None
            if self._folder.exists():
                forget_all_but(self._folder, [])

    def _load_legacy(self) -> ActiveModel | None:
        """Load the model in use if another folder was chosen since; None where it is gone or does not
        load."""
        kept = read_in_use(self._folder)
        if kept is None or self._load_from is None or kept.folder == self._chosen_folder():
            return None
        if not place_of(self._folder, kept.name).exists():
            return None
        try:
            require_processor()
            encoder = self._load_from(kept.folder)
            if (encoder.name, encoder.dimensions) != (kept.name, kept.dimensions):
                raise IndexFault(detail="model changed in its folder")
            return ActiveModel(encoder, DenseIndex(self._folder, kept.name, kept.dimensions))
        except BriefBankError as error:
            log.warning("legacy model cannot be used meanwhile: %s", error.detail)
            return None

    def _as_in_use(self, encoder: Encoder) -> InUse:
        return InUse(encoder.name, encoder.dimensions, self._encoder_folder)


@dataclass(frozen=True, slots=True)
class InUse:
    """The model in use, and where it can be loaded from."""

    name: str  # The encoder's name
    dimensions: int
    folder: Path | None  # The model's folder; None: the one that comes with BriefBank


def read_in_use(dense: Path) -> InUse | None:
    """Return the model in use of a library's folder of vectors; None where none is legibly recorded."""
    try:
        record = read_json(dense / IN_USE, _LARGEST_BYTES)
        name, dimensions, folder = record["name"], int(record["dimensions"]), record["folder"]
        if folder is not None and not is_keyed_hash(str(record.get("mark", "")), _PURPOSE, str(folder)):
            raise ValueError("another user's")
        return InUse(str(name), dimensions, None if folder is None else Path(folder))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
        log.warning("note of the model in use not legible: %s", type(error).__name__)
        return None


def write_in_use(dense: Path, in_use: InUse) -> None:
    """Record another model as the one in use, in one step. Raises StoreError."""
    folder = None if in_use.folder is None else str(in_use.folder)
    mark = "" if folder is None else keyed_hash(_PURPOSE, folder)
    values = {"name": in_use.name, "dimensions": in_use.dimensions, "folder": folder, "mark": mark}
    write_atomically(dense / IN_USE, json.dumps(values, indent=1).encode())
