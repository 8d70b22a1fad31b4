"""The finders of caption fields that depend on no other field: a module for each, with its function ``find``.

They are called for a document that names a court or a case, and whose cover hides no older caption.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pkgutil import iter_modules

from briefbank.domain.documents import CaptionEntry
from briefbank.extraction.parties import CaseWords
from briefbank.extraction.text import Line

Finder = Callable[[Sequence[Line], CaseWords], CaptionEntry | None]
"""Returns the field's entry in the lines of the caption, which are in reading order; None where it is not
certain. Linear time; never raises because of the text."""

# Imported with the package: a confined child can open no module later.
FINDERS: tuple[Finder, ...] = tuple(
    import_module(f"{__name__}.{module.name}").find for module in iter_modules(__path__)
)
"""All of them: each module of this package is one."""
