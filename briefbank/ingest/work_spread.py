"""The border between the work on files and the computers that do it: this one alone, or others with it.

What is done is the same wherever it is done. Light: a library imports it when it opens.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from briefbank.embedding.encoders import Encoder
    from briefbank.ingest.progress import Progress
    from briefbank.ocr.engine import OcrEngine


class PdfReader(Protocol):
    """Reads one PDF in a child, as ``child_reading.read_in_child`` does."""

    def __call__(self, path: Path, progress: Progress, function: Callable[..., Any], /, *args: Any) -> Any:
        """Call ``function(tell, path, skipped, *args)``. Raises FileRefused, and what ``progress`` raises."""


class WorkSpread(Protocol):
    """Decides where work on files is done. Any thread."""

    def places(self, here: int) -> int:
        """Return how many files can be worked on at once, of which this computer alone would do ``here``."""

    def reader(self, local: PdfReader) -> PdfReader:
        """Return what reads files, by ``local`` where no other computer does."""

    def engine(self, local: OcrEngine) -> OcrEngine:
        """Return what recognises text, by ``local`` where no other computer does."""

    def embedding(self, local: Encoder) -> Encoder:
        """Return what embeds passages, by ``local`` where no other computer does."""


class _OnThisComputer(WorkSpread):
    def places(self, here: int) -> int:
        return here

    def reader(self, local: PdfReader) -> PdfReader:
        return local

    def engine(self, local: OcrEngine) -> OcrEngine:
        return local

    def embedding(self, local: Encoder) -> Encoder:
        return local


ON_THIS_COMPUTER: WorkSpread = _OnThisComputer()
"""Does all work on this computer."""
