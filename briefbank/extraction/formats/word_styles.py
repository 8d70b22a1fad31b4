"""Styles and sections of Word files: hidden text, fonts, and headers and footers of pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from briefbank.extraction.formats.word_package import attribute, child_of, descendants, name, value

_MAX_STYLES = 20
"""The maximum number of styles of which one is based on another."""


@dataclass(frozen=True, slots=True)
class Run:
    """What formats the text of a run."""

    paragraph_style: str = ""
    properties: Mapping[str, Any] = field(default_factory=dict)
    """The elements of the run's own properties by their local names."""

    @property
    def style(self) -> str:
        """The id of its character style, or empty."""
        return attribute(self.properties["rStyle"], "val") if "rStyle" in self.properties else ""


class Styles:
    """The styles of a document by id; none where the part is missing."""

    def __init__(self, root: Any) -> None:
        styles = [] if root is None else [child for child in root if name(child) == "style"]
        self._styles = {attribute(style, "styleId"): style for style in styles}
        self._default = next(
            (key for key, style in self._styles.items() if _is_default_paragraph_style(style)), ""
        )
        self._hiding: dict[str, bool] = {}
        self._fonts: dict[tuple[str, str], str] = {}

    def chain(self, style_id: str) -> list[Any]:
        """Return a style and those that it is based on."""
        styles: list[Any] = []
        while style_id in self._styles and len(styles) < _MAX_STYLES:
            styles.append(self._styles[style_id])
            style_id = value(styles[-1], "basedOn")
        return styles

    def of_paragraph(self, paragraph: Any) -> str:
        return value(paragraph, "pPr", "pStyle") or self._default

    def hides(self, style_id: str) -> bool:
        """Tell whether a style hides its text."""
        if style_id not in self._hiding:
            toggles = (child_of(style, "rPr", "vanish") for style in self.chain(style_id))
            self._hiding[style_id] = is_on(next((toggle for toggle in toggles if toggle is not None), None))
        return self._hiding[style_id]

    def font(self, run: Run, kind: str) -> str:
        """Return the font of a run for characters of a kind, "ascii" or "hAnsi"; empty if none is named."""
        own = attribute(run.properties["rFonts"], kind) if "rFonts" in run.properties else ""
        return own or self._font_of(run.style, kind) or self._font_of(run.paragraph_style, kind)

    def _font_of(self, style_id: str, kind: str) -> str:
        if (style_id, kind) not in self._fonts:
            fonts = (_named_font(child_of(style, "rPr"), kind) for style in self.chain(style_id))
            self._fonts[style_id, kind] = next(filter(None, fonts), "")
        return self._fonts[style_id, kind]


def _named_font(properties: Any, kind: str) -> str:
    fonts = child_of(properties, "rFonts") if properties is not None else None
    return attribute(fonts, kind) if fonts is not None else ""


def _is_default_paragraph_style(style: Any) -> bool:
    return attribute(style, "default") in ("1", "true", "on") and attribute(style, "type") == "paragraph"


def is_on(toggle: Any) -> bool:
    return toggle is not None and (attribute(toggle, "val") or "1") not in ("0", "false", "off")


@dataclass(frozen=True, slots=True)
class Section:
    """A section's properties, and its headers and footers with those that it takes from earlier sections."""

    properties: Any
    references: dict[tuple[str, str], str]

    @property
    def first_kind(self) -> str:
        """The kind of the headers on the section's first page."""
        return "first" if is_on(child_of(self.properties, "titlePg")) else "default"

    def header(self, kind: str) -> str:
        return self.references.get(("headerReference", kind), "")

    def footer(self, kind: str) -> str:
        return self.references.get(("footerReference", kind), "")


def sections_of(root: Any) -> list[Section]:
    """Return the sections of a document in order."""
    sections: list[Section] = []
    references: dict[tuple[str, str], str] = {}
    for properties in descendants(root, "sectPr"):
        if name(properties.getparent()) == "sectPrChange":
            continue
        own = [child for child in properties if name(child) in ("headerReference", "footerReference")]
        references = references | {
            (name(child), attribute(child, "type") or "default"): attribute(child, "id") for child in own
        }
        sections.append(Section(properties, references))
    return sections
