"""The whole provision that a citation belongs to: "N.J.S.A. 2C:44-1" for "N.J.S.A. 2C:44-1(a)(3)"."""

from __future__ import annotations

import re

from briefbank.citations.sections import of_code
from briefbank.domain.citations import CODIFIED, CitationKind

_BELOW = re.compile(r"(?: ?\([A-Za-z0-9]{1,5}\))+$")
"""Subsections, as all citation finders write them."""
_SUFFIXES = (" et seq.", " note")


def whole_of(canonical: str, kind: CitationKind) -> str:
    """Return a provision's canonical name without subsections, "et seq." and "note"; other names unchanged.

    "§§ 1983 et seq." becomes the section that it begins with. Any thread; never raises; linear time.
    """
    if kind not in CODIFIED:
        return canonical
    name = canonical
    for more in _SUFFIXES:
        name = name.removesuffix(more)
    if name != canonical and "§§ " in name:
        prefix, _, number = name.partition("§§ ")
        name = of_code(f"{prefix}§", number)
    return _BELOW.sub("", name).rstrip() or canonical
