"""Switches for the parts of searching: all are on, except in ablation measurements.

The application never turns one off. ``briefbank evaluate --without …`` and ``--ablations`` do, so that every
part has to show by figures that it belongs there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields


@dataclass(frozen=True, slots=True)
class Switches:
    """One field for each part of searching; True: it takes part."""

    words: bool = True
    """The channel of words (BM25). Exact search for quoted text and operators stays."""
    meaning: bool = True
    """The channel of sentence vectors."""
    numbers: bool = True
    """The channel of exact identifiers: rules, sections, dockets, citations."""
    citations: bool = True
    """The channel of neighbours in the citation graph."""
    thesaurus: bool = True
    """Related words beside those typed."""
    splitting: bool = True
    """Long queries searched part by part."""
    adaptive: bool = True
    """Weights, depths and cuts by the class of the query; otherwise the same for all."""
    feedback: bool = True
    """The effect of feedback on earlier searches."""
    spelling: bool = True
    """Spelling correction."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return all switches in order."""
        return tuple(field.name for field in fields(cls))

    @classmethod
    def without(cls, names: Iterable[str]) -> Switches:
        """Return everything on but these. Raises ValueError for an unknown name."""
        off = list(names)
        if unknown := [name for name in off if name not in cls.names()]:
            raise ValueError(f"unknown switches: {', '.join(unknown)}")
        return cls(**dict.fromkeys(off, False))

    def on(self, name: str) -> bool:
        """Tell whether the part of this name takes part."""
        return bool(asdict(self)[name])


ALL_ON = Switches()
