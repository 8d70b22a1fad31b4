"""Mistakes forced into annotations, here or in reading processes: a function fails for texts with a word."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from briefbank.citations import cases
from briefbank.extraction import document, sections
from briefbank.sandbox import confinement
from tests.support.cached_readers import CachedReaders

WORD = "zebra"
READING: tuple[tuple[Any, str], ...] = ((cases, "pin"), (sections, "signs"), (document, "court"))
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


class MistakenReaders(CachedReaders):
    """A worker pool whose processes make the forced mistakes; it replaces ``WorkerPool``."""

    def __init__(self, *args: Any, initializer: Callable[[], None] | None = None, **others: Any) -> None:
        begin = initializer if "main" in others else begin_with_mistakes  # text recognition makes none
        super().__init__(*args, initializer=begin, **others)
