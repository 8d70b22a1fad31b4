"""Combines several engines: each page goes to the engine that it was ordered from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.ocr.engine import OcrEngine


class Engines(OcrEngine):
    """Several engines as one.

    ``default`` reads pages that name no engine, or one that is missing or has a problem. When the default has
    a problem itself, the first of ``others`` without one replaces it.
    """

    def __init__(self, default: OcrEngine, others: Sequence[OcrEngine] = ()) -> None:
        self.name = default.name
        self._engines = (default, *others)

    @property
    def names(self) -> tuple[str, ...]:
        """The engines that a page can be ordered from, the default first."""
        return tuple(engine.name for engine in self._engines)

    def problem(self) -> str:
        """See OcrEngine.problem: the default's, when no engine can be used."""
        problems = [engine.problem() for engine in self._engines]
        return "" if "" in problems else problems[0]

    def recognise(
        self,
        source: Path,
        orders: Sequence[PageOrder],
        work: Path,
        *,
        on_page: Callable[[RecognisedPage], None],
        check: Callable[[], None],
    ) -> None:
        """See OcrEngine.recognise."""
        by_name = sorted(orders, key=lambda order: order.engine)
        for name, group in groupby(by_name, key=lambda order: order.engine):
            self._engine(name).recognise(source, list(group), work, on_page=on_page, check=check)

    def close(self) -> None:
        """See OcrEngine.close."""
        for engine in self._engines:
            engine.close()

    def _engine(self, name: str) -> OcrEngine:
        """Return the first usable engine; the default, which describes its problem, when none works."""
        asked = [engine for engine in self._engines if engine.name == name]
        usable = (engine for engine in (*asked, *self._engines) if not engine.problem())
        return next(usable, self._engines[0])
