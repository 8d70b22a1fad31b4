"""Decides whether a page's text layer is usable, or text recognition has to read the page again.

A scan may have no text, only the court's filing stamp, or the garbled output of an old recognition program. A
font without a mapping gives garbage that looks like text. The tests are cheap counts that need no dictionary:
unmapped characters, words that no language has, and, for English, the most frequent small words. Text in
another script is kept unless its characters show that nobody wrote it. A page without an image behind its
text keeps its text unless it is plainly garbage.

The share of a page that images cover distinguishes a scan from a digital page. Adjacent images count
together, because scanners cut pages into strips. On a page without any text, drawings count too: text that
was converted to outlines needs text recognition like a scan.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from briefbank.domain.pages import HIDDEN_MARK, Box, PageSource, RawPage
from briefbank.extraction.hidden import DrawnObject
from briefbank.extraction.pdfium import Display, bounding_box

STAMP = 200
"""The number of characters below which a page may have only a filing stamp, so that all its objects count."""
OUTLINES = 300
"""The number of drawn shapes, on a page with only a stamp's text, that are letters and not rules and
frames."""
LEAST = 0.001
"""The minimum share of a page on which anything is drawn, so that it never counts as empty."""


def picture_share(drawn: Sequence[DrawnObject], shown: Display, characters: int, *, annotated: bool) -> float:
    """Return the share, 0 to 1, of the displayed page that images cover.

    On a page with next to no ``characters`` of text, drawings count when there are enough of them to be text
    converted to outlines. ``drawn`` holds all objects of a page with fewer than ``STAMP`` characters, and the
    images of any other.
    """
    area = shown.width * shown.height
    if area <= 0:
        return 0.0

    def size(box: Box) -> float:
        return (box.x1 - box.x0) * (box.y1 - box.y0)

    boxes = [shown.clipped(shown.box(*item.corners)) for item in drawn]
    pictures = (size(box) for item, box in zip(drawn, boxes, strict=True) if item.kind == "image")
    share = min(1.0, sum(pictures) / area)
    if characters == 0 and (drawn or annotated):
        return max(share, LEAST, size(bounding_box(boxes)) / area if boxes else 0.0)
    if characters < STAMP and sum(item.kind == "path" for item in drawn) >= OUTLINES:
        return max(share, size(bounding_box(boxes)) / area)
    return share


SCAN_COVER = 0.5
"""The image share from which a page may be a scan."""
MOST_UNMAPPED = 0.05
"""The share of unmapped characters from which a text layer is unusable."""
MOST_BROKEN_SCAN = 0.08
"""The share of broken words from which a scan is recognised again; clean pages stay under 0.03."""
MOST_BROKEN = 0.35
"""The same share for text that was never scanned: tables and citations must pass."""
STAMP_WORDS = 20
"""The number of words that a filing stamp stays below."""
FEWEST_WORDS = 15
"""The minimum words of a scan; with fewer it is recognised again, because nothing is lost."""
EDGE = 0.12
"""The share of the page's height or width along an edge where stamps stand."""
RARE_HAN = 0.08
"""The share of very rare ideographs from which Chinese characters come from a wrong mapping; real text of any
kind stays under 0.01, and a single rare name never counts."""
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_HAN_RARE = re.compile("[\u3400-\u4dbf\U00020000-\U0003ffff]")
_HAN_COMMON = frozenset(
    "的一是不了在人有我他大来中上个国到说时要就出会可也你对生能而子那得于着下自之年过后作里用"
    "來個國說時會對過後這这為为與与及其以所不無无者年月日第本法院"
)
_KANA_OR_HANGUL = re.compile("[\u3040-\u30ff\uac00-\ud7af]")
_ENOUGH_HAN = 60
_LONE_MARKS = frozenset(".,-–—_|*·•()[]$§¶/:'’ ")
"""Marks around a page number, an amount or a signature; many other marks without letters are garbage."""
_ENOUGH_WORDS = 30
_FEWEST_COMMON = 0.02
_VOWEL_SHARES = (0.18, 0.60)
_FREQUENT = "etaoinsr"
_MIN_FREQUENT_SHARE = 0.46
"""The minimum share of these letters: 0.64 in English and Spanish, 0.56 in Polish and in Vietnamese without
accents; 0.44 and less in English that is shifted along the alphabet."""
_ENOUGH_LETTERS = 200
_COMMON = frozenset(
    [
        *("the", "of", "and", "to", "in", "a", "that", "is", "for", "on", "as", "by", "was", "with", "be"),
        *("not", "or", "it", "at", "from", "this", "his", "an", "which", "have", "has", "had", "were", "but"),
        *("he", "they", "its", "any", "no", "under", "if", "been", "such", "their", "who", "may", "shall"),
        *("all", "her", "she", "we", "our", "will"),
    ]
)
_CONFUSIONS = {
    "a": ("u", "o"),
    "d": ("cl",),
    "e": ("c", "o"),
    "h": ("b", "n", "li"),
    "i": ("l", "t", "1", "!"),
    "l": ("1", "i", "!"),
    "m": ("rn", "in"),
    "n": ("u", "r", "ii"),
    "o": ("c", "0"),
    "r": ("t", "i"),
    "s": ("a", "5", "8"),
    "t": ("l", "f", "i"),
    "w": ("vv",),
}
"""The characters that poor recognition reads in place of a letter."""
_LONG_COMMON = frozenset(word for word in _COMMON if len(word) > 2)
_AMBIGUOUS_WORDS = frozenset(
    str.split("aid air bad bet but cur het hit hut ill ils ita lot nol out oui und wore")
)
"""Words, of English and of its neighbours, that are also a misread common one."""
_MISREAD = (
    frozenset(
        word[:at] + shape + word[at + 1 :]
        for word in _LONG_COMMON
        for at, letter in enumerate(word)
        for shape in _CONFUSIONS.get(letter, ())
    )
    - _COMMON
    - _AMBIGUOUS_WORDS
)
"""The common words with one letter misread. A third of any English page is common words, so they show the
quality of its recognition; good pages have hardly a misread one."""
MOST_MISREAD = 0.04
"""The share of misread ones among the common words of a scan from which it is recognised again."""
_FEWEST_MISREAD = 3
_LEADERS = re.compile(r"[._\-–—·…]{2,}")
_NOT_PLAIN = re.compile(r"[^\x20-\x7e]")
_EDGE_MARKS = ".,;:()[]\"'“”‘’—–-?!*§¶$%/&#"
_MIXED_CASE = re.compile(r"[a-z][A-Z]")
_NAME_PREFIX = re.compile(
    r"^(?:Mc|Mac|De|Di|Du|La|Le|Van|O['’])[A-Z]|[a-z]{3}[A-Z][a-z]{2}|^[A-Z]+s$|^(?:[A-Z][a-z]{2,})+(?:[A-Z]{2})?$"
)
_INNER_SYMBOL = re.compile(r"[A-Za-z][!|~^*{}<>\\=+\"“”:;•■_#%£¥€¿¡]+[A-Za-z]")
_INNER_DIGIT = re.compile(r"[a-z]\d+[a-z]")
_REPEATED = re.compile(r"([a-z])\1\1")
_ROMAN = re.compile(r"[ivxlcdm]+")
_VOWEL = re.compile(r"[aeiouy]")
_SYMBOLS_ALONE = re.compile(r"[^\w\s.,;:()\[\]\"'“”‘’—–\-?!*§¶$%/&#•…]")


@dataclass(frozen=True, slots=True)
class TextLayer:
    """``verdict`` is 'good', 'bad', 'missing', 'blank', or 'stamped': good but for a stamp that may be a
    picture. ``reason`` gives the reason in a few plain words."""

    verdict: str
    reason: str


def assess(page: RawPage) -> TextLayer:
    """Return the verdict on one page's own text, without that of annotations: a form may be filled in over a
    scan. Pure. A page that is a gap already is 'missing'."""
    if page.source is PageSource.GAP:
        return TextLayer("missing", "the page could not be read")
    words = _words(page.raw[: page.annotations_at])
    if not words:
        noted = page.annotations_at is not None and _words(page.raw[page.annotations_at :])
        drawn = page.image_cover > LEAST if noted else page.image_cover > 0
        if noted and not drawn:
            return TextLayer("good", "")
        return TextLayer("missing", "a picture without text") if drawn else TextLayer("blank", "empty")
    if page.image_cover >= SCAN_COVER and _is_only_stamp(page, words):
        return TextLayer("missing", "a picture with no more than a stamp")
    layer = _verdict_on(words, scan=page.image_cover >= SCAN_COVER)
    if page.picture_stamp and layer.verdict == "good":
        return TextLayer("stamped", "a stamp without text")
    return layer


def _words(raw: str) -> list[str]:
    """Return the runs of visible characters, without the leaders of a table of contents and hidden text."""
    return _LEADERS.sub(" ", raw.replace(HIDDEN_MARK, " ")).split()


def _is_only_stamp(page: RawPage, words: list[str]) -> bool:
    if len(words) < FEWEST_WORDS:
        return True
    x, y = EDGE * page.width, EDGE * page.height
    inner = 0
    for line in page.lines:
        own = page.annotations_at is None or line.end <= page.annotations_at
        box = line.box
        at_edge = box.y1 <= y or box.y0 >= page.height - y or box.x1 <= x or box.x0 >= page.width - x
        if own and not at_edge:
            inner += len(_words(page.raw[line.start : line.end]))
    return len(words) < 3 * STAMP_WORDS and inner < FEWEST_WORDS


def _verdict_on(words: list[str], *, scan: bool) -> TextLayer:
    text = "".join(words)
    if sum(map(_is_unmapped, _NOT_PLAIN.findall(text))) / len(text) >= MOST_UNMAPPED:
        return TextLayer("bad", "its fonts do not say which letters they show")
    broken = [verdict for word in words if (verdict := _is_broken(word, scan)) is not None]
    share = sum(broken) / len(broken) if broken else 0.0
    if share > (MOST_BROKEN_SCAN if scan else MOST_BROKEN) and len(words) >= FEWEST_WORDS:
        return TextLayer("bad", "many of its words are garbled")
    if scan and _is_misread(words):
        return TextLayer("bad", "many of its words are misread")
    if _is_gibberish(words):
        return TextLayer("bad", "its letters do not form words")
    if _is_only_marks(words):
        return TextLayer("bad", "it is all marks and hardly a letter")
    if _has_false_ideographs(text):
        return TextLayer("bad", "its characters are ones that no text is written in")
    return TextLayer("good", "")


def _is_only_marks(words: list[str]) -> bool:
    """Tell whether a short text is mostly marks of several sorts: '"7+%-', but not '- 12 -', '$1,200' or '* *
    *'."""
    text = "".join(words)
    if len(words) >= FEWEST_WORDS or 2 * sum(c.isalnum() for c in text) >= len(text):
        return False
    return len({c for c in text if not c.isalnum()} - _LONE_MARKS) >= 3


def _has_false_ideographs(text: str) -> bool:
    """Tell whether Chinese characters come from a wrong mapping: rare ones throughout, or a long text without
    one of the commonest. Japanese and Korean are recognised by their own letters and never count."""
    han = _HAN.findall(text)
    if 2 * len(han) < len(text) or _KANA_OR_HANGUL.search(text):
        return False
    rare = len(_HAN_RARE.findall(text))
    if rare >= 2 and rare >= RARE_HAN * len(han):
        return True
    return len(han) >= _ENOUGH_HAN and not any(c in _HAN_COMMON for c in han)


@lru_cache(maxsize=4096)
def _is_unmapped(character: str) -> bool:
    if character.isascii():
        return not character.isprintable()
    return character == "\ufffd" or unicodedata.category(character) in ("Co", "Cn", "Cs", "Cc")


@lru_cache(maxsize=32768)
def _is_broken(word: str, scan: bool) -> bool | None:
    """Tell whether a word occurs in no language; None for a non-word (numbers, lone punctuation).

    In a ``scan`` marks that stand alone count too.
    """
    core = word.strip(_EDGE_MARKS)
    if not any(c.isalpha() for c in core):
        return True if scan and _SYMBOLS_ALONE.search(word) else None
    if "@" in core or "/" in core:
        return False
    if _INNER_SYMBOL.search(core) or _INNER_DIGIT.search(core):
        return True
    if _MIXED_CASE.search(core) and not _NAME_PREFIX.search(core):
        return True
    if not (core.isalpha() and core.isascii()):
        return False
    lower = core.lower()
    if len(core) == 1:
        return core.islower() and core not in "aivx"
    if _REPEATED.search(lower) and not _ROMAN.fullmatch(lower):
        return True
    return len(core) >= 4 and not core.isupper() and not _VOWEL.search(lower)


def _is_misread(words: list[str]) -> bool:
    """Tell whether common words are misread so often that the others must be misread too."""
    cores = [word.strip(_EDGE_MARKS).lower() for word in words]
    misread = sum(core in _MISREAD for core in cores)
    common = sum(core in _LONG_COMMON for core in cores)
    return misread >= _FEWEST_MISREAD and misread >= MOST_MISREAD * (misread + common)


def _is_gibberish(words: list[str]) -> bool:
    """Tell whether the letters come from a wrong mapping: few common words, and unusual letter
    frequencies."""
    plain = [core for word in words if (core := _plain_word(word))]
    if len(plain) < _ENOUGH_WORDS or sum(word in _COMMON for word in plain) / len(plain) >= _FEWEST_COMMON:
        return False
    letters = "".join(plain)
    vowels = sum(map(letters.count, "aeiouy")) / len(letters)
    if not _VOWEL_SHARES[0] <= vowels <= _VOWEL_SHARES[1]:
        return True
    return len(letters) >= _ENOUGH_LETTERS and sum(map(letters.count, _FREQUENT)) < _MIN_FREQUENT_SHARE * len(
        letters
    )


@lru_cache(maxsize=32768)
def _plain_word(word: str) -> str:
    """Return a word of two or more letters of the English alphabet in lower case; empty for any other."""
    core = word.strip(_EDGE_MARKS).lower()
    return core if len(core) > 1 and core.isalpha() and core.isascii() else ""
