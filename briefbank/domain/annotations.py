"""What is added to a text that can be read and searched without it: its caption, headings, citations.

A mistake of BriefBank in one place of these must not cost the page, the file or the search.
``AnnotationGaps`` stands where they are made: what fails is left out, counted and logged, and all else goes
on.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import ParamSpec, TypeVar

from briefbank.errors import BriefBankError

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

_NO_MISTAKE = (BriefBankError, MemoryError, OSError, ImportError)
"""Errors that mean something else than a mistake in one place: a refusal, a stop, a lack of memory, a bad
disk."""
_MOST_FRAMES = 20


class Annotation(StrEnum):
    """A kind of annotation; the catalogue uses these values."""

    CAPTION = "caption"
    HEADINGS = "headings"
    CITATIONS = "citations"
    TREATMENTS = "treatments"
    """What a document says of the authorities that it cites: their names, and what became of them."""
    DATES = "dates"
    """The periods in which provisions are in force."""


OF_READING = frozenset({Annotation.CAPTION, Annotation.HEADINGS, Annotation.CITATIONS})
"""The annotations that reading a file makes."""
OF_GRAPH = frozenset({Annotation.TREATMENTS, Annotation.DATES})
"""The annotations that the graph of authorities is made of."""


@dataclass(frozen=True, slots=True)
class AnnotationGap:
    """The places in which one annotation of a text failed."""

    annotation: Annotation
    places: int
    fault: str = ""
    """The first exception, for the log: its class and stack frames, never its message."""


class AnnotationGaps:
    """The gaps in the annotation of one text, as they come up. One thread at a time."""

    def __init__(self) -> None:
        self._gaps: dict[Annotation, AnnotationGap] = {}

    def attempt(
        self,
        annotation: Annotation,
        default: T,
        function: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Return ``function(*args, **kwargs)``, or ``default`` where it fails by a mistake of ours."""
        try:
            return function(*args, **kwargs)
        except _NO_MISTAKE:
            raise
        except Exception as error:  # noqa: BLE001 - counted and logged
            self._add(annotation, error)
            return default

    def found(self) -> tuple[AnnotationGap, ...]:
        """Return the gaps, one for each annotation that has any."""
        return tuple(self._gaps.values())

    def _add(self, annotation: Annotation, error: Exception) -> None:
        known = self._gaps.get(annotation)
        if known is None:
            known = AnnotationGap(annotation, 0, _described(error))
            log_gaps([known])
        self._gaps[annotation] = replace(known, places=known.places + 1)


def log_gaps(gaps: Iterable[AnnotationGap]) -> None:
    """Log gaps, those of a child process too, which does not log."""
    for gap in gaps:
        log.error("mistake in the %s of a text: %s", gap.annotation, gap.fault)


def _described(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)[-_MOST_FRAMES:]
    places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return "\n".join([type(error).__qualname__, *places])
