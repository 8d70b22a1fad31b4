"""Reads the vectors of another release's index, so that they need not be made again."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from briefbank.embedding.lance_tables import LanceTables
from briefbank.errors import IndexFault
from briefbank.storage.generations import translate_errors

log = logging.getLogger(__name__)


class VectorSource(Protocol):
    """A source of vectors by the hash of the embedded text."""

    def vectors_by_hash(self, hashes: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        """Return the vectors that it has, each of shape (dimensions,)."""


class LegacyVectors:
    """The vectors of one generation on disk. A format that this release cannot read has none: they are made
    again, which takes time and loses nothing."""

    def __init__(self, generation: Path, dimensions: int) -> None:
        """Opens the files and writes nothing. Any thread."""
        self._dimensions = dimensions
        self._lance: LanceTables | None = None
        try:
            with translate_errors("legacy vectors"):
                if any(generation.iterdir()):
                    self._lance = LanceTables(generation, dimensions)
        except IndexFault as fault:
            log.warning("vectors of another release cannot be read: %s", fault.detail)

    def vectors_by_hash(self, hashes: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        if self._lance is None:
            return {}
        try:
            with translate_errors("legacy vectors"):
                found = self._lance.with_hashes(set(hashes))
        except IndexFault as fault:
            log.warning("vectors of another release cannot be read: %s", fault.detail)
            self._lance = None
            return {}
        return {key: vector for key, vector in found.items() if vector.shape == (self._dimensions,)}
