"""The interface of a text recognition engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from briefbank.domain.pages import PageOrder, RecognisedPage


class OcrEngine(Protocol):
    """Recognises words and their positions on pages without good text. Any thread, several at once."""

    name: str
    """The name for people, for the record of how a page was read and for ``PageOrder.engine``
    ('Tesseract')."""

    @property
    def names(self) -> tuple[str, ...]:
        """The engines that a page can be ordered from, the usual one first."""
        return (self.name,)

    def problem(self) -> str:
        """Return an empty text when the engine can be used, else a sentence with the problem and the
        remedy."""

    def recognise(
        self,
        source: Path,
        orders: Sequence[PageOrder],
        work: Path,
        *,
        on_page: Callable[[RecognisedPage], None],
        check: Callable[[], None],
    ) -> None:
        """Recognise pages of the PDF ``source``, each by itself; blocks.

        ``on_page`` is called in this thread as soon as a page is finished, once for each order and in any
        order. An unreadable page comes with ``problem`` set, and so do the remaining pages when such pages
        take too long. ``check`` is called a few times a second; an exception from it or ``on_page`` ends the
        work at once. Temporary files are in the folder ``work`` and are deleted afterwards. Raises OcrError
        only when the engine cannot run at all, and StoreError when the disk is full or cannot be written to,
        or the computer starts no more programs: the pages without a result are then still to be read.
        """

    def close(self) -> None:
        """End the engine's processes once no call is in progress. May be called twice."""
