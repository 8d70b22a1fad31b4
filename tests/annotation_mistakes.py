"""Mistakes forced into annotations, here or in reading processes: a function fails for texts with a word."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from briefbank.citations import citations
from briefbank.extraction import document, sections
from briefbank.sandbox import confinement
from briefbank.sandbox.confinement import WorkspacePlace
from tests.kept_readers import KeptReaders

WORD = "zebra"
READING: tuple[tuple[Any, str], ...] = (
    (citations, "_find_with"),
    (sections, "signs"),
    (document, "court"),
)
"""One finder of each annotation that reading makes."""


def failing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, which raises an error with words of the text where an argument has the word."""

    @wraps(function)
    def fails(*args: Any, **kwargs: Any) -> Any:
        for text in _texts(args):
            if WORD in text.lower():
                raise KeyError(text)
        return function(*args, **kwargs)

    return fails


def always_fails(*_args: Any, **_kwargs: Any) -> Any:
    """Stand for a function that fails whatever it is given."""
    raise KeyError(WORD)


def _texts(values: Iterable[Any]) -> Iterable[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list | tuple):
            yield from _texts(value)
        elif isinstance(text := getattr(value, "text", None), str):
            yield text


def begin_with_mistakes() -> None:
    """Begin a reading process whose finders fail. Each starts once, so nothing is put back."""
    confinement.begin()
    for owner, name in READING:
        setattr(owner, name, failing(getattr(owner, name)))


class MistakenReaders(KeptReaders):
    """Reading processes that make the mistakes; they stand for ``extraction.worker_pool.WorkerPool``."""

    def __init__(
        self,
        workers: int,
        memory_bytes: int,
        timeout_s: float,
        *,
        initializer: Callable[[], None] | None = None,
        place: WorkspacePlace | None = None,
        most_calls: int = 0,
    ) -> None:
        super().__init__(
            workers,
            memory_bytes,
            timeout_s,
            initializer=begin_with_mistakes,
            place=place,
            most_calls=most_calls,
        )
