"""The whole provision that a citation is of: "N.J.S.A. 2C:44-1(a)(3)" is of "N.J.S.A. 2C:44-1"."""

from __future__ import annotations

import re

from briefbank.authority.sections import of_code

_BELOW = re.compile(r"(?:\([A-Za-z0-9]{1,5}\))+$")
"""Subsections, as all finders of citations write them."""
_MORE = (" et seq.", " note")
_IN_PARTS = frozenset(("statute", "regulation", "rule"))


def whole_of(canonical: str, sort: str) -> str:
    """The canonical name without subsections, "et seq." and "note"; of all but provisions unchanged.

    "§§ 1983 et seq." is counted to the section that it begins with. ``sort`` as ``Citation.sort``. Any
    thread; never raises; linear time.
    """
    if sort not in _IN_PARTS:
        return canonical
    name = canonical
    for more in _MORE:
        name = name.removesuffix(more)
    if name != canonical and "§§ " in name:
        prefix, _, number = name.partition("§§ ")
        name = of_code(f"{prefix}§", number)
    return _BELOW.sub("", name).rstrip() or canonical
