"""What BriefBank asks of a text recognition engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from briefbank.models import PageOrder, RecognisedPage


class OcrEngine(Protocol):
    """Turns pages without good text into words with places. Any thread, several at once."""

    name: str
    """For people, for the record of how a page was read and for ``PageOrder.engine`` ('Tesseract')."""

    @property
    def names(self) -> tuple[str, ...]:
        """What a page can be ordered from, the usual engine first."""
        return (self.name,)

    def problem(self) -> str:
        """Empty when the engine can be used, else a sentence that says what is missing and what to do."""

    def recognise(
        self,
        source: Path,
        orders: Sequence[PageOrder],
        work: Path,
        *,
        on_page: Callable[[RecognisedPage], None],
        check: Callable[[], None],
    ) -> None:
        """Recognise pages of the PDF ``source``, each on its own; blocks.

        ``on_page`` is called in this thread as soon as a page is finished, once for each order and in any
        order; a page that no way can read comes with ``problem`` set, and so do the rest when such pages
        take too long. ``check`` is called a few times a second; what it or ``on_page`` raises ends the work
        at once. Temporary files lie in the folder ``work`` and are gone afterwards. Raises OcrError only when
        the engine cannot run at all, and StoreError when the disk is full or cannot be written to, or the
        computer starts no more programs: the pages that have not come are then still to be read.
        """

    def close(self) -> None:
        """End the engine's processes once no call is in progress. May be called twice."""
