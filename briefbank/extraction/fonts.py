"""The fonts of reading copies: BriefBank's own serif, the fonts of the system for other scripts, and a sign.

A character that no font has is drawn as □. Every font says which text its glyphs stand for, and so does that
sign: the text of a page is the text of the source, whatever could be drawn. ``reportlab`` is imported inside
the functions because it is slow to load.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from briefbank.extraction.right_to_left import source_text
from briefbank.paths import resources_folder

REGULAR, BOLD, SILENT = "BriefBankSerif", "BriefBankSerif-Bold", "BriefBankNote"
"""The serif, and a font whose text is not read back, for what BriefBank adds to a page."""

_MISSING = "BriefBankMissing"
_FILES = {REGULAR: "DejaVuSerifCondensed.ttf", BOLD: "DejaVuSerifCondensed-Bold.ttf"}
_SIGN = "□"
_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")
_SCRIPT_FAMILIES = ("NotoSerif{}", "NotoNaskh{}", "NotoSans{}")
"""Noto's families for a script, with the script's name, serif first."""
_FAMILIES = ("NotoSerif", "NotoSans", "NotoSansSymbols", "NotoSansSymbols2", "NotoSansMath", "DejaVuSans")
_CJK_FAMILIES = ("DroidSansFallbackFull", "NanumMyeongjo", "NanumGothic")
"""The families for Chinese, Japanese and Korean. Noto's have outlines that reportlab does not embed."""
_ORDINARY = re.compile(r"[\s!-~¡-ſ‐-…‰-›□]*")
"""A text that the serif has as a whole; others are asked for character by character."""
_INVISIBLE = ("Cc", "Cf", "Zs", "Zl", "Zp")
_MAX_LISTED = 8


def measure(font: str) -> Callable[[str], float]:
    """Return the function that measures a text in points at a size of one point."""
    plain = _font(font).stringWidth

    def width(text: str) -> float:
        if _ORDINARY.fullmatch(text):
            return float(plain(text, 1))
        return float(sum(_font(name).stringWidth(part, 1) for name, part in runs(text, font)))

    return width


def runs(text: str, font: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text and the name of the registered font of each; ``font`` where it has them.

    A space is part of the word before it where that font has one: PDFium passes over spaces drawn alone.
    """
    _font(font)
    if _ORDINARY.fullmatch(text):
        yield font, text
        return
    drawable, pending = "".join(map(_drawable, text)), ("", "")
    for name, group in itertools.groupby(drawable, lambda character: _font_for(character, font)):
        part = "".join(group)
        if pending[1] and part.isspace() and _has(pending[0], " "):
            name, part = pending[0], pending[1] + part
        elif pending[1] and name == pending[0]:
            part = pending[1] + part
        elif pending[1]:
            yield pending
        pending = name, part
    if pending[1]:
        yield pending


def _drawable(character: str) -> str:
    """Return the character, or the Arabic letter where no font has that form of it."""
    return character if is_drawn(character) else source_text(character)


def is_drawn(character: str) -> bool:
    """Tell whether a font has the character."""
    return _font_for(character, REGULAR) != _MISSING


def in_serif(character: str) -> bool:
    """Tell whether both weights of the serif have the character."""
    return all(ord(character) in _font(name).face.charToGlyph for name in _FILES)


def undrawn(text: str) -> tuple[str, ...]:
    """Return what no font can draw of a text: the scripts of letters, the code points of other characters."""
    if _ORDINARY.fullmatch(text):
        return ()
    missing = (
        each for each in set(text) if not is_drawn(each) and unicodedata.category(each) not in _INVISIBLE
    )
    found = sorted(set(map(_description, missing)))
    return (*found[:_MAX_LISTED], "…") if len(found) > _MAX_LISTED else tuple(found)


def _description(character: str) -> str:
    letter = unicodedata.category(character)[0] in "LM"
    return _script(character) if letter and _script(character) else f"U+{ord(character):04X}"


def _script(character: str) -> str:
    """Return the first word of the character's Unicode name, which is its script for a letter."""
    word = unicodedata.name(character, "").partition(" ")[0]
    return word if word == "CJK" else word.capitalize()


@lru_cache(maxsize=65536)
def _font_for(character: str, font: str) -> str:
    if in_serif(character):
        return font
    return next(
        (name for name in _candidates(_script(character), font == BOLD) if _has(name, character)), _MISSING
    )


@lru_cache(maxsize=512)
def _candidates(script: str, bold: bool) -> tuple[str, ...]:
    """Return the system's fonts that may have a script, the best first."""
    families = [*(family.format(script) for family in _SCRIPT_FAMILIES if script), *_FAMILIES]
    styles = ("-Bold", "-Regular", "") if bold else ("-Regular", "")
    stems = [f"{family}{style}" for family in families for style in styles]
    return tuple(stem for stem in (*stems, *_CJK_FAMILIES) if stem in _system_fonts())


@lru_cache(maxsize=1)
def _system_fonts() -> dict[str, Path]:
    """Return the TrueType fonts of the system by the names of their files."""
    return {path.stem: path for folder in _FOLDERS for path in sorted(Path(folder).rglob("*.ttf"))}


def _has(name: str, character: str) -> bool:
    from reportlab.pdfbase.ttfonts import TTFError

    try:
        return ord(character) in _font(name).face.charToGlyph
    except (TTFError, OSError):
        return False


@lru_cache(maxsize=64)
def _font(name: str) -> Any:
    """Return a font by name, registered with reportlab. Raises TTFError and OSError."""
    from reportlab.pdfbase import pdfmetrics

    own = resources_folder() / "fonts" / _FILES.get(name, _FILES[REGULAR])
    font = _text_keeping_font(name, _system_fonts().get(name, own) if name not in _FILES else own)
    pdfmetrics.registerFont(font)
    return font


def _text_keeping_font(name: str, path: Path) -> Any:
    from reportlab.pdfbase.ttfonts import SUBSETN, TTFont

    class TextKeepingFont(TTFont):  # type: ignore[misc]
        """A font that maps its glyphs to the source's text, also beyond U+FFFF, as reportlab does not."""

        def addObjects(self, document: Any) -> None:
            subsets = self.state[document].subsets
            super().addObjects(document)
            for number, subset in enumerate(subsets):
                base = (SUBSETN(number) + b"+" + self.face.name + self.face.subfontNameX).decode("latin-1")
                stream = document.idToObject[f"toUnicodeCMap:{base}"]
                before, opening, rest = stream.content.partition("beginbfchar\n")
                lines = [f"<{n:02X}> <{self._hex(code)}>\n" for n, code in enumerate(subset)]
                stream.content = before + opening + "".join(lines) + rest[rest.index("endbfchar") :]

        def _hex(self, code: int) -> str:
            text = " " if self.fontName == SILENT else source_text(chr(code))
            return text.encode("utf-16-be").hex().upper()

    font = TextKeepingFont(name, str(path))
    if name in (SILENT, _MISSING):
        font.face.name = name.encode()
    if name == _MISSING:
        glyphs, widths, sign, space = font.face.charToGlyph, font.face.charWidths, ord(_SIGN), ord(" ")
        font.face.defaultWidth, font.face.charWidths = widths[sign], {space: widths[space]}
        font.face.charToGlyph = _EverySign({space: glyphs[space]}, glyphs[sign])
    return font


class _EverySign(dict[int, int]):
    """A font's map of characters to glyphs that has one glyph for all but those given."""

    def __init__(self, given: dict[int, int], glyph: int) -> None:
        super().__init__(given)
        self._glyph = glyph

    def __contains__(self, _: object) -> bool:
        return True

    def __missing__(self, _: int) -> int:
        return self._glyph
