"""Maps the characters of symbol fonts to Unicode.

A symbol font has signs at the codes of letters. Word processors store them as private-use characters, U+F000
and the font's code, or as the code alone. Only the font's name tells which sign a code is:

- Symbol: Adobe's Symbol encoding and glyph list, which reportlab has.
- WP TypographicSymbols: WordPerfect's character set 4, from code 0x21 on (libwpd, ``libwpd_internal.cpp``).
- Wingdings and Webdings: what a brief or a mail can contain, compared with the table in the package mammoth
  (``docx/dingbats.py``). Where the exact shape has a rare character, the common one of that shape is used.

A sign without a mapping is ``UNKNOWN``, which a person can see, and never another letter.
"""

from __future__ import annotations

import re
from functools import lru_cache

UNKNOWN = "□"
"""The substitute for a sign that no table here has."""

PRIVATE = re.compile("[\uf020-\uf0ff]")
"""A sign of a symbol font, as word processors store it."""

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
_ANY_FONT = {0xB7: "•"}
"""The bullet of Symbol, which programs write with the name of any font."""
_WEBDINGS = dict(zip((0x3D, 0x61, 0x63, 0x67, 0x6E, 0x72), "⬤✓□■●✗", strict=True))


def is_symbol_font(font: str) -> bool:
    """Tell whether the letters of a font are signs. ``font`` may begin with the tag of a subset in a PDF."""
    return _table(font) is not None


def is_wordperfect_font(font: str) -> bool:
    """Tell whether a font is WP TypographicSymbols."""
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
    adobe = _adobe_symbol()
    wordperfect = {0x21 + i: letter for i, letter in enumerate(_TYPOGRAPHIC) if letter != "\0"} | {0x20: " "}
    return {
        **dict.fromkeys(("symbol", "symbolmt", "symbolps", "standardsymbolsps", "standardsymbolsl"), adobe),
        **dict.fromkeys((_WORDPERFECT, f"{_WORDPERFECT}s"), wordperfect),
        "wingdings": _WINGDINGS,
        "wingdings2": _WINGDINGS_2,
        "webdings": _WEBDINGS,
        "opensymbol": _BULLETS,
    }


def _adobe_symbol() -> dict[int, str]:
    from reportlab.pdfbase import _fontdata, _glyphlist

    names = enumerate(_fontdata.encodings["SymbolEncoding"])
    codes = {code: _glyphlist._glyphname2unicode.get(name) for code, name in names if name}
    signs = {
        code: chr(unicode) for code, unicode in codes.items() if unicode and not 0xE000 <= unicode < 0xF900
    }
    return signs | dict(zip((0x20, 0xD2, 0xD3, 0xD4, 0xE2, 0xE3, 0xE4), " ®©™®©™", strict=True))
