"""What BriefBank asks of a text recognition engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol


class OcrEngine(Protocol):
    """Turns pages without good text into pages with text. Used from one worker thread at a time."""

    name: str
    """For people and for the record of how a page was read ('Tesseract')."""

    def problem(self) -> str:
        """Empty when the engine can be used, else a sentence that says what is missing and what to do."""

    def recognise(
        self,
        source: Path,
        target: Path,
        pages: Sequence[int],
        *,
        replace_text: bool,
        on_page: Callable[[int, int], None],
        check: Callable[[], None],
    ) -> tuple[int, ...]:
        """Write a searchable copy of the whole PDF ``source`` at ``target``, other pages unchanged.

        ``pages`` (0-based) are recognised. Text that they show already (a filing stamp) stays and the rest
        of the page is recognised, unless ``replace_text``: then whatever text they carry is thrown away and
        the page is read from its picture. ``on_page(done, total)`` is called in this thread as pages are
        finished, ``check`` a few times a second; what it raises ends the work. Temporary files lie in
        ``target``'s folder and are gone afterwards. Returns the pages that could not be recognised, in
        order; they are in the copy as they were. Raises OcrError when not one page could be, and then
        leaves no ``target``.
        """
