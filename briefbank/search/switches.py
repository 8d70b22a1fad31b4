"""Switches for the parts of searching: all are on, except in ablation measurements.

The application never turns one off. ``briefbank evaluate --without …`` and ``--ablations`` do, so that every
part has to show by figures that it belongs there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from briefbank.search.channels import registry


class SearchPart(StrEnum):
    """A part of searching beside the channels."""

    THESAURUS = "thesaurus"
    """Related words beside those typed."""
    SPLITTING = "splitting"
    """Long queries searched part by part."""
    ADAPTIVE = "adaptive"
    """Weights, depths and cuts by the class of the query; otherwise the same for all."""
    FEEDBACK = "feedback"
    """The effect of feedback on earlier searches."""
    SPELLING = "spelling"
    """Spelling correction."""


@dataclass(frozen=True, slots=True)
class Switches:
    """The channels and other parts that take part in a search."""

    off: frozenset[str] = frozenset()
    """The names of those that do not."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return all switches in order."""
        return (*registry.names(), *(part.value for part in SearchPart))

    @classmethod
    def without(cls, names: Iterable[str]) -> Switches:
        """Return everything on but these. Raises ValueError for an unknown name."""
        off = list(names)
        if unknown := [name for name in off if name not in cls.names()]:
            raise ValueError(f"unknown switches: {', '.join(unknown)}")
        return cls(frozenset(off))

    def on(self, name: str) -> bool:
        """Tell whether the part of this name takes part."""
        return name not in self.off


ALL_ON = Switches()
