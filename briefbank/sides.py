"""The model that the office chose and the one that searches use: mostly one, two while a change is under way.

A model and the index of its vectors go together as a ``Side``. When another model is chosen, its vectors take
hours for a large library; until they are complete, searches go on with the former side, also after BriefBank
was closed in between (``index/in_use`` remembers it), and then change to the new one in one step.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from briefbank.errors import BriefBankError, IndexFault, StoreError
from briefbank.index import in_use, processor
from briefbank.index.dense import MEMORY_BYTES, DenseIndex, forget_all_but, place_of, stored
from briefbank.index.embedding import Encoder
from briefbank.index.in_use import InUse

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Side:
    """A model and the index of its vectors: only together do they answer anything."""

    encoder: Encoder
    dense: DenseIndex

    @property
    def name(self) -> str:
        """The encoder's: what marks in the catalogue and folders of vectors go by."""
        return self.encoder.name


class Sides:
    """Both sides of one library. Any thread; ``ready`` never waits.

    Two locks, always taken in this order: serving, choosing. So a search that waits for the side in use does
    not wait for the first use of a new model, which takes half a minute.
    """

    def __init__(
        self,
        folder: Path,
        load: Callable[[], Encoder],
        load_from: Callable[[Path | None], Encoder] | None,
        chosen_folder: Callable[[], Path | None],
    ) -> None:
        """``folder`` holds the library's vectors. ``load_from`` loads a model from its folder, None for the
        one that comes along, and ``chosen_folder`` says which; without ``load_from`` there is no former, and
        ``load`` loads the one and only.
        """
        self._folder = folder
        self._load, self._load_from, self._chosen_folder = load, load_from, chosen_folder
        self._serving, self._choosing = threading.RLock(), threading.RLock()
        self._encoder: Encoder | None = None
        self._encoder_folder: Path | None = None
        self._dense: DenseIndex | None = None
        self._aside = False
        """Whether the chosen side's vectors are made beside others that searches use."""
        self._served: Side | None = None

    def close(self) -> None:
        """Let go of tables and memory. Not while another call runs."""
        if self._dense is not None:
            self._dense.close()
        if self._served is not None:
            self._served.dense.close()

    # --- the chosen one --------------------------------------------------------------------------

    def encoder(self) -> Encoder:
        """The chosen model, loaded on the first call. Raises BriefBankError."""
        with self._choosing:
            if self._encoder is None:
                processor.require()
                folder = self._chosen_folder()
                self._encoder = self._load_from(folder) if self._load_from else self._load()
                self._encoder_folder = folder
            return self._encoder

    def chosen(self) -> Side:
        """The chosen model and its index, made when there is none. Raises BriefBankError, IndexFault."""
        with self._choosing:
            encoder = self.encoder()
            if self._dense is None:
                self._aside = self._others_are_used(encoder.name)
                room = 0 if self._aside else MEMORY_BYTES
                self._dense = DenseIndex(self._folder, encoder.name, encoder.dimensions, memory_bytes=room)
                self._note_first(encoder)
            return Side(encoder, self._dense)

    def is_chosen(self, side: Side) -> bool:
        """Whether no other model was chosen since ``side`` was asked for."""
        return side.encoder is self._encoder

    def choose_again(self) -> None:
        """Another model was chosen: it is loaded when it is next needed. What searches use stays."""
        with self._choosing:
            self._encoder, self._dense = None, None

    def emptied(self) -> Side:
        """The chosen side with an empty index in place of one that cannot be read."""
        with self._serving, self._choosing:
            if self._served is not None and self._served.encoder is self._encoder:
                self._served = None
            shutil.rmtree(place_of(self._folder, self.encoder().name), ignore_errors=True)
            self._dense = None
            return self.chosen()

    # --- the one that searches use ---------------------------------------------------------------

    def ready(self) -> Side | None:
        """What searches use; None until ``serving`` has loaded it. Never waits."""
        return self._served

    def serving(self) -> Side:
        """What searches use, loaded on the first call: seconds. Raises BriefBankError, IndexFault."""
        with self._serving:
            if self._served is None:
                self._served = self._former() or self.chosen()
            return self._served

    def former(self) -> Side | None:
        """What searches use while the chosen side is not complete or does not load; None otherwise."""
        try:
            serving = self.serving()
        except BriefBankError:
            return None
        known = self._encoder
        return None if known is not None and known.name == serving.name else serving

    def settled(self) -> bool:
        """Whether ``switch`` has nothing to do for the chosen model, and its index nothing to tidy."""
        encoder, dense, served = self.encoder(), self._dense, self._served
        return (
            (served is None or served.encoder is encoder)
            and in_use.read(self._folder) == self._as_in_use(encoder)
            and stored(self._folder).keys() == {encoder.name}
            and (dense is None or not dense.behind())
        )

    def switch(self, side: Side) -> Side | None:
        """Let searches use ``side`` from now on and delete all others: the side as it is now held.

        None, and nothing is done, when another model was chosen meanwhile. The caller holds the library's
        lock. Raises StoreError and IndexFault.
        """
        with self._serving, self._choosing:
            if not self.is_chosen(side):
                return None
            wanted = self._as_in_use(side.encoder)
            if in_use.read(self._folder) != wanted:
                in_use.write(self._folder, wanted)
            if self._aside:
                self._dense, self._aside = None, False
            now = self.chosen()
            if self._served is not None:
                self._served = now
        forget_all_but(self._folder, [side.name])
        return now

    def index_of(self, name: str, dimensions: int) -> DenseIndex:
        """The index of a model's vectors: an open one, or else one that keeps none of them in memory.

        Never waits for a model. Raises IndexFault.
        """
        served, encoder, dense = self._served, self._encoder, self._dense
        if served is not None and served.name == name:
            return served.dense
        if dense is not None and encoder is not None and encoder.name == name:
            return dense
        return DenseIndex(self._folder, name, dimensions, memory_bytes=0)

    def discard(self) -> None:
        """Delete all vectors of all models. The caller holds the library's lock. Raises StoreError."""
        with self._serving, self._choosing:
            self.close()
            self._served = self._dense = None
            if self._folder.exists():
                forget_all_but(self._folder, [])

    # --- inside ----------------------------------------------------------------------------------

    def _former(self) -> Side | None:
        """The side in use where another folder was chosen since; None where it is gone or does not load."""
        kept = in_use.read(self._folder)
        if kept is None or self._load_from is None or kept.folder == self._chosen_folder():
            return None
        if not place_of(self._folder, kept.name).exists():
            return None
        try:
            processor.require()
            encoder = self._load_from(kept.folder)
            if (encoder.name, encoder.dimensions) != (kept.name, kept.dimensions):
                raise IndexFault(detail="model changed in its folder")
            return Side(encoder, DenseIndex(self._folder, kept.name, kept.dimensions))
        except BriefBankError as error:
            log.warning("former model cannot be used meanwhile: %s", error.detail)
            return None

    def _others_are_used(self, name: str) -> bool:
        kept = in_use.read(self._folder)
        return kept is not None and kept.name != name and place_of(self._folder, kept.name).exists()

    def _note_first(self, encoder: Encoder) -> None:
        """Without it a later choice would not know of this one."""
        if in_use.read(self._folder) is None:
            with suppress(StoreError):
                in_use.write(self._folder, self._as_in_use(encoder))

    def _as_in_use(self, encoder: Encoder) -> InUse:
        return InUse(encoder.name, encoder.dimensions, self._encoder_folder)
