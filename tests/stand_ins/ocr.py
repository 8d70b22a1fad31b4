"""Text recognition that reads empty pages, or that cannot be used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from briefbank.domain.pages import OcrSetting, PageOrder, RecognisedPage
from briefbank.errors import OcrError
from briefbank.ocr.engines import OcrEngine
from briefbank.text.messages import Message, as_message


class NamedEngine(OcrEngine):
    """An engine of this name, or of a computer on which it has this problem."""

    def __init__(self, name: str, problem: str = "") -> None:
        self.name, self._problem, self.closed = name, as_message(problem), False
        self.sources: list[Path] = []  # The files that it was to read

    def problem(self) -> Message:
        return self._problem

    def recognise(
        self,
        source: Path,
        orders: Sequence[PageOrder],
        work: Path,
        *,
        on_page: Callable[[RecognisedPage], None],
        check: Callable[[], None],
    ) -> None:
        self.sources.append(source)
        if self._problem:
            raise OcrError(self._problem)
        for order in orders:
            on_page(RecognisedPage(order.index, self.name, OcrSetting.STANDARD, ()))

    def close(self) -> None:
        self.closed = True
