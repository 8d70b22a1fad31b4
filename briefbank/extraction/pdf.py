"""Extracts the pages of a PDF with PDFium, and decides whether their text layers are usable.

Runs inside a child process. One bad page becomes a gap, never an exception. Costs a few calls per line.

A scan may have no text, only the court's filing stamp, or the garbled output of an old recognition program. A
font without a mapping gives garbage that looks like text. ``assess`` needs no dictionary, only cheap counts:
unmapped characters, words that no language has, and, for English, the most frequent small words. Text in
another script is kept unless its characters show that nobody wrote it.

The share of a page that images cover distinguishes a scan from a digital page; scanners cut pages into
strips. On a page without any text, drawings count too, because text may have been converted to outlines.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, TypeVar

from briefbank.domain.pages import HIDDEN_MARK, Box, PageSource, RawLine, RawPage
from briefbank.extraction.columns import in_reading_order, joined_letters
from briefbank.extraction.hidden import (
    DrawnObject,
    ObjectWalker,
    covers,
    hidden_ranges,
    ranges_of,
    unseen_characters,
)
from briefbank.extraction.page_annotations import (
    AnnotationArea,
    annotation_ranges,
    draw_into_content,
    picture_stamps,
    unread,
    with_annotations,
    without_comb_gaps,
)
from briefbank.extraction.pdfium import (
    Characters,
    Display,
    PageText,
    bounding_box,
    display,
    load_page,
    page_text,
    subtypes,
)
from briefbank.text.messages import Message

STAMP = 200  # Fewer characters may be only a filing stamp, so that all objects count
OUTLINES = 300  # Drawn shapes, beside only a stamp's text, that are letters and no rules and frames
LEAST = 0.001  # The minimum share of a page on which anything is drawn, so that it never counts as empty


def picture_share(drawn: Sequence[DrawnObject], shown: Display, characters: int, *, annotated: bool) -> float:
    """Return the share, 0 to 1, of the displayed page that images cover, or drawings on a page with next to
    no ``characters`` where they may be text converted to outlines. ``drawn`` holds all objects of a page with
    fewer than ``STAMP`` characters, and the images of any other."""
    area = shown.width * shown.height
    if area <= 0:
        return 0.0

    def share_of(box: Box) -> float:
        return (box.x1 - box.x0) * (box.y1 - box.y0) / area

    share = min(1.0, sum((share_of(item.box) for item in drawn if item.kind == "image"), 0.0))
    whole = share_of(bounding_box(item.box for item in drawn)) if drawn else 0.0
    if characters == 0 and (drawn or annotated):
        return max(share, LEAST, whole)
    if characters < STAMP and sum(item.kind == "path" for item in drawn) >= OUTLINES:
        return max(share, whole)
    return share


SCAN_COVER = 0.5
MOST_UNMAPPED = 0.05
MOST_BROKEN_SCAN = 0.08  # From which a scan is recognised again; clean pages stay under 0.03
MOST_BROKEN = 0.35  # The same share for text that was never scanned: tables and citations must pass
STAMP_WORDS = 20
FEWEST_WORDS = 15  # The minimum words of a scan; with fewer it is recognised again, because nothing is lost
EDGE = 0.12  # The share of the page's height or width along an edge where stamps stand
RARE_HAN = 0.08  # The share of rare ideographs of a wrong mapping; real text stays under 0.01
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_HAN_RARE = re.compile("[\u3400-\u4dbf\U00020000-\U0003ffff]")
_HAN_COMMON = frozenset(
    "的一是不了在人有我他大来中上个国到说时要就出会可也你对生能而子那得于着下自之年过后作里用"
    "來個國說時會對過後這这為为與与及其以所不無无者年月日第本法院"
)
_KANA_OR_HANGUL = re.compile("[\u3040-\u30ff\uac00-\ud7af]")
_ENOUGH_HAN = 60
_LONE_MARKS = frozenset(".,-–—_|*·•()[]$§¶/:'’ ")  # Marks around a page number, an amount or a signature
_ENOUGH_WORDS = 30
_FEWEST_COMMON = 0.02
_VOWEL_SHARES = (0.18, 0.60)
_FREQUENT = "etaoinsr"
_MIN_FREQUENT_SHARE = 0.46  # English and Spanish have 0.64, Polish 0.56, shifted English 0.44
_ENOUGH_LETTERS = 200
_COMMON = frozenset(
    str.split(
        "the of and to in a that is for on as by was with be not or it at from this his an which have has "
        "had were but he they its any no under if been such their who may shall all her she we our will"
    )
)
_CONFUSIONS = {
    entry[0]: entry[1:].split()
    for entry in (
        *("a u o", "d cl", "e c o", "h b n li", "i l t 1 !", "l 1 i !", "m rn in", "n u r ii", "o c 0"),
        *("r t i", "s a 5 8", "t l f i", "w vv"),
    )
}
"""The characters that poor recognition reads in place of a letter."""
_LONG_COMMON = frozenset(word for word in _COMMON if len(word) > 2)
_AMBIGUOUS = frozenset(str.split("aid air bad bet but cur het hit hut ill ils ita lot nol out oui und wore"))
"""Words, of English and of its neighbours, that are also a misread common one."""
_MISREAD = (
    frozenset(
        word[:at] + shape + word[at + 1 :]
        for word in _LONG_COMMON
        for at, letter in enumerate(word)
        for shape in _CONFUSIONS.get(letter, ())
    )
    - _COMMON
    - _AMBIGUOUS
)
"""The common words with one letter misread: good pages have hardly one."""
MOST_MISREAD = 0.04  # The share among the common words from which a scan is recognised again
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
    """``verdict`` is 'good', 'bad', 'missing', 'blank', or 'stamped': good but for a stamp of a picture."""

    verdict: str
    reason: str


def assess(page: RawPage) -> TextLayer:
    """Return the verdict on a page's own text, without annotations: a form may be filled in over a scan."""
    if page.source is PageSource.GAP:
        return TextLayer("missing", "the page could not be read")
    words = _words(page.raw[: page.annotations_at])
    scan = page.image_cover >= SCAN_COVER
    if not words:
        noted = page.annotations_at is not None and _words(page.raw[page.annotations_at :])
        if page.image_cover > (LEAST if noted else 0):
            return TextLayer("missing", "a picture without text")
        return TextLayer("good", "") if noted else TextLayer("blank", "empty")
    if scan and _is_only_stamp(page, words):
        return TextLayer("missing", "a picture with no more than a stamp")
    if reason := _fault(words, scan=scan):
        return TextLayer("bad", reason)
    return TextLayer("stamped", "a stamp without text") if page.picture_stamp else TextLayer("good", "")


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


def _fault(words: list[str], *, scan: bool) -> str:
    """Return why a text is unusable; empty where it is usable."""
    text = "".join(words)
    if sum(map(_is_unmapped, _NOT_PLAIN.findall(text))) / len(text) >= MOST_UNMAPPED:
        return "its fonts do not say which letters they show"
    broken = [verdict for word in words if (verdict := _is_broken(word, scan)) is not None]
    share = sum(broken) / len(broken) if broken else 0.0
    if share > (MOST_BROKEN_SCAN if scan else MOST_BROKEN) and len(words) >= FEWEST_WORDS:
        return "many of its words are garbled"
    if scan:
        cores = [word.strip(_EDGE_MARKS).lower() for word in words]
        misread = sum(core in _MISREAD for core in cores)
        common = sum(core in _LONG_COMMON for core in cores)
        if misread >= _FEWEST_MISREAD and misread >= MOST_MISREAD * (misread + common):
            return "many of its words are misread"
    if _is_gibberish(words):
        return "its letters do not form words"
    # Marks of several sorts: '"7+%-', but not '- 12 -', '$1,200' or '* * *'.
    marks = [sign for sign in text if not sign.isalnum()]
    if len(words) < FEWEST_WORDS and 2 * len(marks) > len(text) and len(set(marks) - _LONE_MARKS) >= 3:
        return "it is all marks and hardly a letter"
    if _has_false_ideographs(text):
        return "its characters are ones that no text is written in"
    return ""


def _has_false_ideographs(text: str) -> bool:
    """Tell whether Chinese characters come from a wrong mapping; Japanese and Korean never count."""
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
    """Tell whether a word occurs in no language; None for numbers and marks, but in a ``scan``."""
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


def _is_gibberish(words: list[str]) -> bool:
    """Tell whether the letters come from a wrong mapping, by common words and letter frequencies."""
    cores = (word.strip(_EDGE_MARKS).lower() for word in words)
    plain = [core for core in cores if len(core) > 1 and core.isalpha() and core.isascii()]
    if len(plain) < _ENOUGH_WORDS or sum(word in _COMMON for word in plain) / len(plain) >= _FEWEST_COMMON:
        return False
    letters = "".join(plain)
    if not _VOWEL_SHARES[0] <= sum(map(letters.count, "aeiouy")) / len(letters) <= _VOWEL_SHARES[1]:
        return True
    frequent = sum(map(letters.count, _FREQUENT))
    return len(letters) >= _ENOUGH_LETTERS and frequent < _MIN_FREQUENT_SHARE * len(letters)


V = TypeVar("V", bound=float)
MAX_CHARACTERS = 400_000
_DAMAGED_PAGE = Message("This page is damaged and could not be opened.")
_OVERFULL_PAGE = Message("This page holds more text than a page can and was left out.")
_VISIBLE = re.compile(r"\S")
_LINE_END = re.compile(r"\r\n|\n|\r")


def read_page(document: Any, index: int, *, layered: bool, recognised: bool = False) -> RawPage:
    """Return one page of an opened document; a page that PDFium cannot open is a gap.

    ``layered`` says whether the file may have layers (``has_layers``), ``recognised`` that the page's
    invisible text was recognised. The page's annotations become part of its content in memory.
    """
    import pypdfium2

    try:
        with closing(load_page(document, index)) as page:
            read, raw, shown = _page(document, page, index, layered=layered, recognised=recognised)
            areas = () if read.source is PageSource.GAP else draw_into_content(document, page, shown)
    except pypdfium2.PdfiumError:
        return _gap(index, _DAMAGED_PAGE)
    if not areas:
        return read
    try:
        with closing(load_page(document, index)) as page:
            whole = _with_annotations(page, shown, read, raw, areas, layered=layered)
            return whole or _page(document, page, index, layered=layered, recognised=recognised)[0]
    except pypdfium2.PdfiumError:  # a fault in an annotation does not cost the page's own text
        return read


def _page(
    document: Any, page: Any, index: int, *, layered: bool, recognised: bool
) -> tuple[RawPage, str, Display]:
    """Return the page without annotations, its text with what is hidden, and its upright display."""
    shown = display(page)
    with closing(page.get_textpage()) as textpage:
        if textpage.count_chars() > MAX_CHARACTERS:
            return _gap(index, _OVERFULL_PAGE, shown.width, shown.height), "", shown
        text = page_text(textpage)
        characters = Characters(textpage, shown)
        samples = _visible_samples(text.raw, 0, len(text.raw))
        turns, count = Counter(map(characters.turns, samples)).most_common(1)[0] if samples else (0, 0)
        if turns and 2 * count > len(samples):  # most of its text is upright when the page is turned
            shown = shown.turned(turns)
            characters = Characters(textpage, shown)
        lines = tuple(_lines(text, characters))
        visible = sum(len(text.raw[line.start : line.end].strip()) for line in lines)
        walker = ObjectWalker(page)
        drawn = walker.drawn(shown, covering=visible >= STAMP)
        over = covers(page, drawn, shown)
        covered = hidden_ranges(page, text.raw, lines, over, characters)
        annotated = next(subtypes(page), None) is not None
        share = round(picture_share(drawn, shown, visible, annotated=annotated), 4)
        scanned = recognised or share >= SCAN_COVER
        hidden, seen = _hidden(
            page, walker, text.raw, lines, characters, covered, over, layered=layered, scanned=scanned
        )
        measure = partial(_line, text.raw, characters=characters)
        parts = [line for line in seen if line is not None]
        lines = tuple(in_reading_order(text.raw, parts, shown.width, characters.ends, measure))
        raw = _masked(joined_letters(text.raw, characters.advance), hidden)
    comments, undisplayed = unread(page)
    label = "".join(c for c in document.get_page_label(index) or "" if c.isprintable())
    read = RawPage(
        *(index, raw, lines, shown.width, shown.height),
        pdf_label=label.strip()[:64],
        image_cover=share,
        hidden=hidden,
        comments=comments,
        undisplayed=undisplayed,
    )
    return read, text.raw, shown


def _with_annotations(
    page: Any, shown: Display, read: RawPage, raw: str, areas: Sequence[AnnotationArea], *, layered: bool
) -> RawPage | None:
    """Return the page with the text of its annotations, which ``page`` has in its content, at the end; None
    where PDFium reads the page's own text ``raw`` otherwise beside them."""
    with closing(page.get_textpage()) as textpage:
        if textpage.count_chars() > MAX_CHARACTERS:
            return read
        text = page_text(textpage).raw
        if not text.startswith(raw):
            return None
        characters = Characters(textpage, shown)
        noted = [
            (area, line)
            for area, start, end in annotation_ranges(text, len(raw), areas, characters)
            if (line := _line(text, start, end, characters)) is not None
        ]
        # A field shows more of a long value to whoever clicks in it.
        fields = [(area, line) for area, line in noted if area is not None and area.field]
        notes = [(area, line) for area, line in noted if area is None or not area.field]
        drawn = [line for _, line in notes]
        hidden, seen = _hidden(
            page, ObjectWalker(page), text, drawn, characters, read.hidden, (), layered=layered, scanned=False
        )
        kept = [(area, line) for (area, _), line in zip(notes, seen, strict=True) if line is not None]
        noted = [*fields, *kept]
        lines = with_annotations(read.lines, noted)
        text = without_comb_gaps(read.raw + text[len(raw) :], noted, characters.ends)
        text = joined_letters(text, characters.advance, len(raw))
    stamp = bool(picture_stamps(areas, (area for area, _ in noted)))
    masked = _masked(text, hidden)
    return replace(read, raw=masked, lines=lines, hidden=hidden, annotations_at=len(raw), picture_stamp=stamp)


def _hidden(
    page: Any,
    walker: ObjectWalker,
    raw: str,
    lines: Sequence[RawLine],
    characters: Characters,
    covered: Sequence[tuple[int, int]],
    over: Sequence[DrawnObject],
    *,
    layered: bool,
    scanned: bool,
) -> tuple[tuple[tuple[int, int], ...], Sequence[RawLine | None]]:
    """Return the ranges that are covered or that the page does not show for another reason, and what is left
    of each line without the latter: the page shows nothing there, not even a box."""
    boxed = {index for span in covered for index in range(*span)}
    unseen = unseen_characters(page, walker, raw, lines, characters, over, layered=layered, scanned=scanned)
    unseen -= boxed
    if not unseen:
        return tuple(covered), lines
    parts: list[RawLine | None] = []
    for line in lines:
        indexes = range(line.start, line.end)
        seen = [at for at in indexes if at not in unseen and not raw[at].isspace()]
        whole = unseen.isdisjoint(indexes)
        parts.append(line if whole else _line(raw, seen[0], seen[-1] + 1, characters) if seen else None)
    return tuple(ranges_of(raw, sorted(unseen | boxed))), parts


def _masked(raw: str, hidden: Sequence[tuple[int, int]]) -> str:
    for start, end in hidden:
        raw = raw[:start] + _VISIBLE.sub(HIDDEN_MARK, raw[start:end]) + raw[end:]
    return raw


def _gap(index: int, reason: Message, width: float = 0.0, height: float = 0.0) -> RawPage:
    return RawPage(index, "", (), width, height, PageSource.GAP, gap_reason=reason)


def _lines(text: PageText, characters: Characters) -> Iterator[RawLine]:
    """Yield the lines between line ends; a hyphen whose line end PDFium dropped ends a line too."""
    ends = [match.span() for match in _LINE_END.finditer(text.raw)]
    ends += [(i + 1, i + 1) for i in text.hyphens]
    start = 0
    for end, following in [*sorted(ends), (len(text.raw), len(text.raw))]:
        line = _line(text.raw, start, end, characters) if end > start else None
        if line is not None:
            yield line
        start = max(start, following)


def _line(raw: str, start: int, end: int, characters: Characters) -> RawLine | None:
    """Return the line, measured at a few of its visible characters; None when it has none."""
    samples = _visible_samples(raw, start, end)
    if not samples:
        return None
    inner = samples[1:-1] if len(samples) > 2 else samples
    size = _median(inner, characters.size)
    ends = {samples[0], samples[len(samples) // 2], samples[-1]}
    box = characters.around(ends, size) or Box(0.0, 0.0, 0.0, 0.0)
    return RawLine(start, end, box, round(size, 2), _median(inner[::-1], characters.bold))


def _visible_samples(raw: str, start: int, end: int) -> list[int]:
    """Return up to five visible characters spread over a range, including the first and the last."""
    line = raw[start:end].rstrip()
    last = start + len(line) - 1
    first = last + 1 - len(line.lstrip())
    if last < first:
        return []
    samples = {first, last}
    for share in (0.25, 0.5, 0.75):
        index = first + round((last - first) * share)
        while raw[index].isspace():  # the last character is visible
            index += 1
        samples.add(index)
    return sorted(samples)


def _median(samples: Sequence[int], ask: Callable[[int], V]) -> V:
    """Return the median of up to three answers; the third is not requested when the others agree."""
    answers = [ask(index) for index in samples[:2]]
    if answers[0] == answers[-1]:
        return answers[0]
    answers += [ask(index) for index in samples[2:]]
    return sorted(answers)[len(answers) // 2]
