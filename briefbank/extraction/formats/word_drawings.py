"""Drawings and old forms of Word files: what of them a page shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from briefbank.extraction.formats.word_numbers import whole_number
from briefbank.extraction.formats.word_package import attribute, child_of, descendants, name, value
from briefbank.extraction.formats.word_styles import is_on

_POINTS = re.compile(r"(?:^|;)\s*(width|height)\s*:\s*([\d.]{1,8})(pt|in)")
_EMU_PER_POINT = 12_700
BOXES = frozenset(("txbxContent", "txBody"))
EMBEDDED = frozenset(str.split("contentPart control OLEObject"))


def choice_of(alternatives: Any) -> Any:
    """Return the first alternative that has something to show."""
    choices = [child for child in alternatives if name(child) in ("Choice", "Fallback")]
    return next((choice for choice in choices if _shows_something(choice)), ())


def _shows_something(element: Any) -> bool:
    shown = str.split("t sym txbxContent txBody blip imagedata chart relIds textpath")
    return next(descendants(element, *shown, *EMBEDDED), None) is not None


def outside_fallbacks(drawing: Any) -> Iterator[Any]:
    """Yield the elements of a drawing outside the text of its boxes, of alternatives one alone."""
    for child in drawing:
        if name(child) == "AlternateContent":
            yield from outside_fallbacks(choice_of(child))
            continue
        yield child
        if name(child) not in BOXES:
            yield from outside_fallbacks(child)


def area_of(picture: Any) -> float:
    """Return the area of a picture in square points, by what is around it; 0 where it is not stated."""
    for around in picture.iterancestors():
        if name(around) in ("inline", "anchor") and (extent := child_of(around, "extent")) is not None:
            width, height = (whole_number(attribute(extent, side), 0) for side in ("cx", "cy"))
            return width / _EMU_PER_POINT * height / _EMU_PER_POINT
        if name(around) == "shape":
            sides = {side: float(size) * (72 if unit == "in" else 1) for side, size, unit in _sides(around)}
            return sides.get("width", 0.0) * sides.get("height", 0.0)
    return 0.0


def _sides(shape: Any) -> Iterator[tuple[str, str, str]]:
    for side, size, unit in _POINTS.findall(attribute(shape, "style")[:1000]):
        if size.count(".") <= 1 and size.strip("."):
            yield side, size, unit


def form_field(data: Any) -> str:
    """Return what a check box or a list of an old form shows; a text field has a result."""
    if (box := child_of(data, "checkBox")) is not None:
        checked = child_of(box, "checked")
        return "☒" if is_on(checked if checked is not None else child_of(box, "default")) else "☐"
    if (choices := child_of(data, "ddList")) is not None:
        entries = [attribute(entry, "val") for entry in choices if name(entry) == "listEntry"]
        chosen = whole_number(value(choices, "result") or value(choices, "default"), 0)
        return entries[chosen] if chosen < len(entries) else ""
    return ""
