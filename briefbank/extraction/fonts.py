"""The fonts of reading copies, the signs of symbol fonts, and the order of text from right to left.

A symbol font has signs at the codes of letters. Word processors store them as private-use characters, U+F000
and the font's code, or as the code alone. Only the font's name tells which sign a code is:

- Symbol: Adobe's Symbol encoding and glyph list, which reportlab has.
- WP TypographicSymbols: WordPerfect's character set 4, from code 0x21 on (libwpd, ``libwpd_internal.cpp``).
- Wingdings and Webdings: what a brief or a mail can contain, after mammoth (``docx/dingbats.py``).

A sign without a mapping is ``UNKNOWN``, which a person can see. On a page that BriefBank sets, a character
that no font has is drawn as □ too; every font says which text its glyphs stand for. ``reportlab`` is imported
inside the functions because it is slow to load.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from briefbank.paths import resources_folder

UNKNOWN = "□"  # The substitute for a sign that no table here has
PRIVATE = re.compile("[\uf020-\uf0ff]")  # A sign of a symbol font, as word processors store it
_WORDPERFECT = "wptypographicsymbol"
_TYPOGRAPHIC = "●○■•*¶§¡¿«»£¥₧ƒªº½¼¢²ⁿ®©¤¾³‛’‘‟”“–—‹›○□†‡™℠℞●◦■▪□▫‒ﬀﬃﬄﬁﬂ…$₣₢₠₤‚„⅓⅔⅛⅜⅝⅞ⓂⓅ€℅℆‰№\0¹␉␌␍␊␤␋\0₩₦₨"
_WINGDINGS = {
    **dict(zip(range(0x81, 0x8B), "①②③④⑤⑥⑦⑧⑨⑩", strict=True)),
    **dict(zip(range(0x8C, 0x96), "❶❷❸❹❺❻❼❽❾❿", strict=True)),
    **dict(zip(range(0xDF, 0xE8), "←→↑↓↖↗↙↘←", strict=True)),
    **dict(zip(range(0xE8, 0xF7), "→↑↓↖↗↙↘⇦⇨⇧⇩⬄⇳⬁⬀", strict=True)),
    **dict(zip((0x20, 0x22, 0x28, 0x2A, 0x3F, 0x45, 0x46, 0x47, 0x48), " ✂☎✉✍☜☞☝☟", strict=True)),
    **dict(zip((0x41, 0x49, 0x4A, 0x4C, 0x6A, 0x6B), "✌✋☺☹&&", strict=True)),
    **dict(zip((0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74), "●❍■□◻❑❒⬧⧫", strict=True)),
    **dict(zip((0x75, 0x76, 0x77, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA4), "◆❖⬩·•▪○○◉", strict=True)),
    **dict(zip((0xA7, 0xA8, 0xAA, 0xAB, 0xD8, 0xFB, 0xFC, 0xFD, 0xFE), "▪◻✦★➢✗✓☒☑", strict=True)),
}
_WINGDINGS_2 = dict(zip((0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x97, 0x98, 0xA3), "✗✓☒☑☒☒●●□", strict=True))
_BULLETS = dict(zip((0x2D, 0x76, 0xA7, 0xA8, 0xB7, 0xD8, 0xFC), "−❖▪◻•➢✓", strict=True))
"""The bullets of lists, which LibreOffice draws with its own font by the codes of Symbol and Wingdings."""
_ANY_FONT = {0xB7: "•"}  # The bullet of Symbol, which programs write with the name of any font
_WEBDINGS = dict(zip((0x3D, 0x61, 0x63, 0x67, 0x6E, 0x72), "⬤✓□■●✗", strict=True))


def is_symbol_font(font: str) -> bool:
    """Tell whether the letters of a font are signs. ``font`` may begin with the tag of a subset in a PDF."""
    return _table(font) is not None


def is_wordperfect_font(font: str) -> bool:
    return _plain_name(font).startswith(_WORDPERFECT)


def sign(font: str, code: int) -> str:
    """Return the sign at a code of a font, with or without 0xF000; UNKNOWN where no table has it."""
    if 0xF000 <= code <= 0xF0FF:
        code -= 0xF000
    table = _table(font)
    return (_ANY_FONT if table is None else table).get(code, UNKNOWN)


def shown_text(text: str, font: str) -> str:
    """Return the text that a font shows. Of another font, private-use characters alone change."""
    if not is_symbol_font(font):
        return PRIVATE.sub(lambda match: sign(font, ord(match.group())), text)
    return "".join(
        sign(font, ord(letter)) if "!" <= letter <= "ÿ" or PRIVATE.match(letter) else letter
        for letter in text
    )


def _plain_name(font: str) -> str:
    return re.sub(r"^[A-Z]{6}\+|[\s_-]|,.*", "", font).casefold()


@lru_cache(maxsize=256)
def _table(font: str) -> dict[int, str] | None:
    """Return the signs of a font by code; empty for a symbol font that is not known, None for any other."""
    name = _plain_name(font).removesuffix("regular")
    if name in tables():
        return tables()[name]
    unknown = ("wingdings", "wpiconicsymbols", "wpmath", "zapfdingbats", "monotypesorts", "marlett")
    return {} if name.startswith(unknown) else None


@lru_cache(maxsize=1)
def tables() -> dict[str, dict[int, str]]:
    """Return the signs of each known font by code. Fonts are named in lower case, without spaces."""
    from reportlab.pdfbase import _fontdata, _glyphlist

    adobe = {}
    for code, name in enumerate(_fontdata.encodings["SymbolEncoding"]):
        unicode = _glyphlist._glyphname2unicode.get(name) if name else None
        if unicode and not 0xE000 <= unicode < 0xF900:
            adobe[code] = chr(unicode)
    adobe |= dict(zip((0x20, 0xD2, 0xD3, 0xD4, 0xE2, 0xE3, 0xE4), " ®©™®©™", strict=True))
    wordperfect = {0x21 + i: letter for i, letter in enumerate(_TYPOGRAPHIC) if letter != "\0"} | {0x20: " "}
    return {
        **dict.fromkeys(("symbol", "symbolmt", "symbolps", "standardsymbolsps", "standardsymbolsl"), adobe),
        **dict.fromkeys((_WORDPERFECT, f"{_WORDPERFECT}s"), wordperfect),
        "wingdings": _WINGDINGS,
        "wingdings2": _WINGDINGS_2,
        "webdings": _WEBDINGS,
        "opensymbol": _BULLETS,
    }


_RIGHT, _WEAK = frozenset({"R", "AL"}), frozenset({"AN", "EN", "NSM", "CS", "ES", "ET", "BN"})
_SWAPPED = {"LEFT": "RIGHT", "RIGHT": "LEFT", "LESS-THAN": "GREATER-THAN", "GREATER-THAN": "LESS-THAN"}
_TO_RIGHT = "\u200e"  # An invisible left-to-right character


def visual_order(line: str) -> str:
    """Return the characters of a line from left to right. Arabic letters stand unjoined."""
    if line.isascii() or "right" not in map(_direction, line):
        return line
    segments = [(kind, "".join(group)) for kind, group in itertools.groupby(line, _direction)]
    kinds = [kind for kind, _ in segments]
    to_left = kinds.count("right") > kinds.count("left")
    current, parts = "right" if to_left else "left", []
    for (kind, text), following in zip(segments, [*kinds[1:], ""], strict=True):
        if kind == "neutral" and not to_left and current == "right" and following != "right":
            current, text = "left", _TO_RIGHT + text  # else a bracket after the words would be mirrored
        if kind == "right" or (kind == "neutral" and current == "right"):
            current, text = "right", "".join(map(_mirrored, reversed(text)))
        elif kind != "weak":
            current = "left"
        parts.append(text)
    return "".join(reversed(parts) if to_left else parts)


@lru_cache(maxsize=4096)
def _direction(character: str) -> str:
    kind = unicodedata.bidirectional(character)
    if kind == "L":
        return "left"
    return "right" if kind in _RIGHT else "weak" if kind in _WEAK else "neutral"


@lru_cache(maxsize=512)
def _mirrored(character: str) -> str:
    name = unicodedata.name(character, "") if unicodedata.mirrored(character) else ""
    word = next((word for word in _SWAPPED if word in name), "")
    try:
        return unicodedata.lookup(name.replace(word, _SWAPPED[word])) if word else character
    except KeyError:
        return character


REGULAR, BOLD, SILENT = "BriefBankSerif", "BriefBankSerif-Bold", "BriefBankNote"
"""The serif, and a font whose text is not read back, for what BriefBank adds to a page."""
_MISSING = "BriefBankMissing"
_FILES = {REGULAR: "DejaVuSerifCondensed.ttf", BOLD: "DejaVuSerifCondensed-Bold.ttf"}

_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")
_SCRIPT_FAMILIES = ("NotoSerif{}", "NotoNaskh{}", "NotoSans{}")  # With the script's name, serif first
_FAMILIES = ("NotoSerif", "NotoSans", "NotoSansSymbols", "NotoSansSymbols2", "NotoSansMath", "DejaVuSans")
_CJK_FAMILIES = ("DroidSansFallbackFull", "NanumMyeongjo", "NanumGothic")
"""The families for Chinese, Japanese and Korean. Noto's have outlines that reportlab does not embed."""
_ORDINARY = re.compile(r"[\s!-~¡-ſ‐-…‰-›□]*")  # A text that the serif has as a whole
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
    """Yield the parts of a text and the registered font of each; ``font`` where it has them. A space is part
    of the word before it where that font has one: PDFium passes over spaces drawn alone."""
    _font(font)
    if _ORDINARY.fullmatch(text):
        yield font, text
        return
    parts: list[tuple[str, str]] = []
    for name, group in itertools.groupby(text, lambda character: _font_for(character, font)):
        part = "".join(group)
        before, above = parts[-1] if parts else ("", "")
        if above and (name == before or (part.isspace() and _has(before, " "))):
            parts[-1] = before, above + part
        else:
            parts.append((name, part))
    yield from parts


def is_drawn(character: str) -> bool:
    return _font_for(character, REGULAR) != _MISSING


def in_serif(character: str) -> bool:
    return all(ord(character) in _font(name).face.charToGlyph for name in _FILES)


def undrawn(text: str) -> tuple[str, ...]:
    """Return what no font can draw of a text: the scripts of letters, the code points of other characters."""
    missing = set()
    for character in set(text) if not _ORDINARY.fullmatch(text) else ():
        category = unicodedata.category(character)
        if category not in _INVISIBLE and not is_drawn(character):
            script = _script(character) if category[0] in "LM" else ""
            missing.add(script or f"U+{ord(character):04X}")
    names = sorted(missing)
    return (*names[:_MAX_LISTED], "…") if len(names) > _MAX_LISTED else tuple(names)


def _script(character: str) -> str:
    """Return the first word of the character's Unicode name: the script of a letter."""
    word = unicodedata.name(character, "").partition(" ")[0]
    return word if word == "CJK" else word.capitalize()


@lru_cache(maxsize=65536)
def _font_for(character: str, font: str) -> str:
    if in_serif(character):
        return font
    candidates = _candidates(_script(character), font == BOLD)
    return next((name for name in candidates if _has(name, character)), _MISSING)


@lru_cache(maxsize=512)
def _candidates(script: str, bold: bool) -> tuple[str, ...]:
    families = [*(family.format(script) for family in _SCRIPT_FAMILIES if script), *_FAMILIES]
    styles = ("-Bold", "-Regular", "") if bold else ("-Regular", "")
    stems = [f"{family}{style}" for family in families for style in styles]
    return tuple(stem for stem in (*stems, *_CJK_FAMILIES) if stem in _system_fonts())


@lru_cache(maxsize=1)
def _system_fonts() -> dict[str, Path]:
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
                texts = [" " if self.fontName == SILENT else chr(code) for code in subset]
                codes = [text.encode("utf-16-be").hex().upper() for text in texts]
                lines = [f"<{n:02X}> <{code}>\n" for n, code in enumerate(codes)]
                stream.content = before + opening + "".join(lines) + rest[rest.index("endbfchar") :]

    font = TextKeepingFont(name, str(path))
    if name in (SILENT, _MISSING):
        font.face.name = name.encode()
    if name == _MISSING:
        glyphs, widths, sign, space = font.face.charToGlyph, font.face.charWidths, ord(UNKNOWN), ord(" ")
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
