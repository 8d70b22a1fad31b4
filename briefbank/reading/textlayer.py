"""Whether the text that a page carries can be trusted, or text recognition has to read the page anew.

A scan may carry no text, only the court's filing stamp, or the garbled work of an old recognition program;
a font without a mapping gives garbage that looks like text. The tests are cheap counts that need no
dictionary: unmapped characters, words that no language writes, and, for English, the most frequent small
words. Text in another script is kept unless its characters show that nobody wrote it. A page without a
picture behind its text keeps its text unless it is plainly garbage.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from briefbank.models import HIDDEN_MARK, PageSource, RawLine, RawPage

SCAN_COVER = 0.5
"""A page with so much picture may be a scan."""

MOST_UNMAPPED = 0.05
"""Share of characters without a meaning from which a text layer is unusable."""

MOST_BROKEN_SCAN = 0.08
"""Share of broken words from which an old recognition is worth doing again; clean pages stay under 0.03."""

MOST_BROKEN = 0.35
"""The same for text that was never scanned: tables and citations must pass."""

STAMP_WORDS = 20
"""A filing stamp has fewer words than this."""

FEWEST_WORDS = 15
"""A scan with fewer words anywhere is read anew: nothing is lost by it."""

EDGE = 0.12
"""Stamps stand in this share of the page's height or width along an edge."""

RARE_HAN = 0.08
"""Share of ideographs that hardly any text uses from which Chinese characters are a wrong mapping's; real
text of any kind stays under 0.01, and a single rare name never counts."""

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_HAN_RARE = re.compile("[\u3400-\u4dbf\U00020000-\U0003ffff]")
_HAN_COMMON = frozenset(
    "的一是不了在人有我他大来中上个国到说时要就出会可也你对生能而子那得于着下自之年过后作里用"
    "來個國說時會對過後這这為为與与及其以所不無无者年月日第本法院"
)
_KANA_OR_HANGUL = re.compile("[\u3040-\u30ff\uac00-\ud7af]")
_ENOUGH_HAN = 60
_LONE_MARKS = frozenset(".,-–—_|*·•()[]$§¶/:'’ ")
"""What stands around a page number, an amount or a signature; many other marks without letters are none."""
_ENOUGH_WORDS = 30
_FEWEST_COMMON = 0.02
_VOWELS = (0.18, 0.60)
_FREQUENT = "etaoinsr"
_LEAST_FREQUENT = 0.46
"""The share of these letters: 0.64 in English and Spanish, 0.56 in Polish and in Vietnamese without accents;
0.44 and less in English that is shifted along the alphabet."""
_ENOUGH_LETTERS = 200

_COMMON = frozenset(
    [
        *("the", "of", "and", "to", "in", "a", "that", "is", "for", "on", "as", "by", "was", "with", "be"),
        *("not", "or", "it", "at", "from", "this", "his", "an", "which", "have", "has", "had", "were", "but"),
        *("he", "they", "its", "any", "no", "under", "if", "been", "such", "their", "who", "may", "shall"),
        *("all", "her", "she", "we", "our", "will"),
    ]
)

_SHAPES = {
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
"""What poor recognition makes of a letter."""
_LONG_COMMON = frozenset(word for word in _COMMON if len(word) > 2)
_WORDS_TOO = frozenset(str.split("aid air bad bet but cur het hit hut ill ils ita lot nol out oui und wore"))
"""Words, of English and of its neighbours, that are also a misread common one."""
_MISREAD = (
    frozenset(
        word[:at] + shape + word[at + 1 :]
        for word in _LONG_COMMON
        for at, letter in enumerate(word)
        for shape in _SHAPES.get(letter, ())
    )
    - _COMMON
    - _WORDS_TOO
)
"""The common words with one letter misread. A third of any English page is common words, so that they tell
how good its recognition was; good pages have hardly one."""
MOST_MISREAD = 0.04
"""Share of misread ones among the common words of a scan from which it is read anew."""
_FEWEST_MISREAD = 3

_LEADERS = re.compile(r"[._\-–—·…]{2,}")
_NOT_PLAIN = re.compile(r"[^\x20-\x7e]")
_EDGES = ".,;:()[]\"'“”‘’—–-?!*§¶$%/&#"
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
    """``verdict`` is 'good', 'bad', 'missing' or 'blank'; ``reason`` says why in a few plain words."""

    verdict: str
    reason: str


def assess(page: RawPage) -> TextLayer:
    """Judge one page's own text. Pure; a page that is a gap already has no text to be had: 'missing'."""
    if page.source is PageSource.GAP:
        return TextLayer("missing", "the page could not be read")
    words = _words(page.raw)
    if not words:
        drawn = page.image_cover > 0
        return TextLayer("missing", "a picture without text") if drawn else TextLayer("blank", "empty")
    if page.image_cover >= SCAN_COVER and _only_stamp(page, words):
        return TextLayer("missing", "a picture with no more than a stamp")
    return _judged(words, scan=page.image_cover >= SCAN_COVER)


def _words(raw: str) -> list[str]:
    """Runs of visible characters without the leaders of a table of contents, and without what is hidden."""
    return _LEADERS.sub(" ", raw.replace(HIDDEN_MARK, " ")).split()


def _only_stamp(page: RawPage, words: list[str]) -> bool:
    if len(words) < FEWEST_WORDS:
        return True
    inner = (page.raw[line.start : line.end] for line in page.lines if not _at_edge(line, page))
    return len(words) < 3 * STAMP_WORDS and sum(len(_words(text)) for text in inner) < FEWEST_WORDS


def _at_edge(line: RawLine, page: RawPage) -> bool:
    x, y = EDGE * page.width, EDGE * page.height
    box = line.box
    return box.y1 <= y or box.y0 >= page.height - y or box.x1 <= x or box.x0 >= page.width - x


def _judged(words: list[str], *, scan: bool) -> TextLayer:
    if _unmapped_share(words) >= MOST_UNMAPPED:
        return TextLayer("bad", "its fonts do not say which letters they show")
    share = _broken_share(words, scan=scan)
    if share > (MOST_BROKEN_SCAN if scan else MOST_BROKEN) and len(words) >= FEWEST_WORDS:
        return TextLayer("bad", "many of its words are garbled")
    if scan and _misread(words):
        return TextLayer("bad", "many of its words are misread")
    if _gibberish(words):
        return TextLayer("bad", "its letters do not form words")
    if _only_marks(words):
        return TextLayer("bad", "it is all marks and hardly a letter")
    if _false_ideographs("".join(words)):
        return TextLayer("bad", "its characters are ones that no text is written in")
    return TextLayer("good", "")


def _only_marks(words: list[str]) -> bool:
    """Few characters, most of them marks of several sorts: '"7+%-', and not '- 12 -', '$1,200' or '* * *'."""
    text = "".join(words)
    if len(words) >= FEWEST_WORDS or 2 * sum(c.isalnum() for c in text) >= len(text):
        return False
    return len({c for c in text if not c.isalnum()} - _LONE_MARKS) >= 3


def _false_ideographs(text: str) -> bool:
    """Chinese characters that a wrong mapping gives: rare ones throughout, or a long text without one of
    the commonest. Japanese and Korean show themselves by their own letters, and are left alone."""
    han = _HAN.findall(text)
    if 2 * len(han) < len(text) or _KANA_OR_HANGUL.search(text):
        return False
    rare = len(_HAN_RARE.findall(text))
    if rare >= 2 and rare >= RARE_HAN * len(han):
        return True
    return len(han) >= _ENOUGH_HAN and not any(c in _HAN_COMMON for c in han)


def _unmapped_share(words: list[str]) -> float:
    text = "".join(words)
    return sum(map(_unmapped, _NOT_PLAIN.findall(text))) / len(text)


@lru_cache(maxsize=4096)
def _unmapped(character: str) -> bool:
    if character.isascii():
        return not character.isprintable()
    return character == "\ufffd" or unicodedata.category(character) in ("Co", "Cn", "Cs", "Cc")


def _broken_share(words: list[str], *, scan: bool) -> float:
    """Of the words with a letter."""
    judged = [verdict for word in words if (verdict := _broken(word, scan)) is not None]
    return sum(judged) / len(judged) if judged else 0.0


@lru_cache(maxsize=32768)
def _broken(word: str, scan: bool) -> bool | None:
    """Whether no language writes this; None for what is no word (numbers, lone punctuation).

    In a ``scan`` marks that stand alone count too.
    """
    core = word.strip(_EDGES)
    if not any(c.isalpha() for c in core):
        return True if scan and _SYMBOLS_ALONE.search(word) else None
    if "@" in core or "/" in core:
        return False
    if _INNER_SYMBOL.search(core) or _INNER_DIGIT.search(core):
        return True
    if _MIXED_CASE.search(core) and not _NAME_PREFIX.search(core):
        return True
    return core.isalpha() and core.isascii() and _broken_letters(core)


def _broken_letters(core: str) -> bool:
    lower = core.lower()
    if len(core) == 1:
        return core.islower() and core not in "aivx"
    if _REPEATED.search(lower) and not _ROMAN.fullmatch(lower):
        return True
    return len(core) >= 4 and not core.isupper() and not _VOWEL.search(lower)


def _misread(words: list[str]) -> bool:
    """Whether common words are misread so often that the others must be, too."""
    cores = [word.strip(_EDGES).lower() for word in words]
    misread = sum(core in _MISREAD for core in cores)
    common = sum(core in _LONG_COMMON for core in cores)
    return misread >= _FEWEST_MISREAD and misread >= MOST_MISREAD * (misread + common)


def _gibberish(words: list[str]) -> bool:
    """Letters in a wrong mapping: hardly a common word, and letters as no language has them."""
    plain = [core for word in words if (core := _plain(word))]
    if len(plain) < _ENOUGH_WORDS or sum(word in _COMMON for word in plain) / len(plain) >= _FEWEST_COMMON:
        return False
    letters = "".join(plain)
    vowels = sum(map(letters.count, "aeiouy")) / len(letters)
    if not _VOWELS[0] <= vowels <= _VOWELS[1]:
        return True
    return len(letters) >= _ENOUGH_LETTERS and sum(map(letters.count, _FREQUENT)) < _LEAST_FREQUENT * len(
        letters
    )


@lru_cache(maxsize=32768)
def _plain(word: str) -> str:
    """A word of two and more letters of the English alphabet in lower case; empty for any other."""
    core = word.strip(_EDGES).lower()
    return core if len(core) > 1 and core.isalpha() and core.isascii() else ""
