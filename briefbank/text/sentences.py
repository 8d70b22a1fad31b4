"""Finds where a sentence of legal English, or of Spanish, ends.

"v.", "Id.", "U.S.", "N.J. Super.", "No." and initials have a full stop that ends no sentence; a cut after one
of them would tear a citation apart. A place in doubt is no end.

``sentence_ends`` finds safe places to cut a text. ``sentence_ranges`` finds sentences that may be shown
alone, where half of one would mislead: a record cite belongs to the sentence before it, and a quotation of
several sentences or the number of a list entry to the sentence around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_END = re.compile(r"[.?!][\"”’»')\]]{0,4}\d{0,3}(?=\s+[\"“‘«'(\[¿¡]{0,3}[A-Z0-9§ÁÉÍÓÚÑ])")
_LINE_END = re.compile(r"[.?!:;][\"”’')\]]*\d{0,3}$")
_LAST_WORD = re.compile(r"[\w.&’'\-]*$")
_INITIAL = re.compile(r"(?:[^\W\d]{1,2}\.)+[^\W\d]{0,2}|[A-Za-z]")
_BEGINS = re.compile(r"\s+[\"“‘«'(\[¿¡]{0,3}[A-Z0-9§ÁÉÍÓÚÑ]|\s*$")
_RECORD_CITE = re.compile(r"\s+[(\[](?=[^)\]]{1,120}[)\]])[^)\]]*\d[^)\]]*[)\]]\.?")
_LIST_NUMBER = re.compile(r"[(\[]?(?:\d{1,2}|[A-Za-z]|[ivxIVX]{1,5})[.)\]]*")
_ELLIPSIS = re.compile(r"(?:^|\s)[.?!]+\s*$")
_ABBREVIATIONS = frozenset(
    str.split(
        "v vs id ibid cf no nos inc co corp ltd cir ct cts app div super supp ch sec stat rev art arts amend "
        "cl const pp p para paras"
        " ed eds vol fed ass'n comm'n dep't gov't int'l nat'l ass’n comm’n dep’t gov’t int’l nat’l mr mrs ms "
        "dr hon prof rev sr jr st ave blvd rd"
        " jan feb mar apr jun jul aug sept sep oct nov dec n.j u.s f cal ill mass pa tex fla ga va md conn "
        "del mich minn wis wash ore ariz colo"
        " ala ark neb nev okla tenn ky miss mo mont ind kan vt wyo idaho haw utah bros mfg dist cnty "
        "cty twp bd assoc assocs sch univ hosp"
        " ins ry r.r e.g i.e al et seq viz admin ann crim civ evid proc reg regs tit subd subds r ex exh exs "
        "app'x app’x op rptr a.2d a.3d"
        " aff'd rev'd aff’d rev’d certif den sgt det lt capt ptl tr da db sd pb pa eng mem jud prac info "
        "intern lit litig fin grp hldgs indus"
        " sra sres dra lic núm núms párr párrs pág págs apdo"
        " pub res gen att'y att’y messrs cpl col maj rep sen gov pres supt see secs rr def mt ft esq etc"
    )
)
_MAY_END_SENTENCE = frozenset(str.split("no inc co corp ltd bros jr sr esq etc al id ave rd blvd ft"))
_SENTENCE_STARTERS = frozenset(
    str.split(
        "The This That These Those In On At When While Although Because However He She It They We There Here "
        "As If But And Thus Moreover"
    )
)
_LONGEST_QUOTE = 400
"""The number of characters for which an open quotation mark holds a sentence together; past that, its closing
mark was lost."""


def sentence_ends(text: str) -> Iterator[int]:
    """Yield the offset after each sentence's last character, except the end of the text. Linear time."""
    for match in _END.finditer(text):
        if text[match.start()] != "." or not _is_abbreviation(text, match.start(), match.end()):
            yield match.end()


def sentence_ranges(text: str) -> Iterator[tuple[int, int]]:
    """Yield the half-open ranges of sentences that may be shown alone, in order, without the white space
    between them.

    A line end also ends a sentence. The ranges cover every character that is not white space. Linear time.
    """
    at = 0
    for line in text.splitlines(keepends=True):
        for start, end in _whole_sentences(line):
            yield at + start, at + end
        at += len(line)


def ends(line: str) -> bool:
    """Tell whether a line's end may end a sentence or a list item. An abbreviation ('Pub. Res.') does not."""
    tail = line[-48:]
    match = _LINE_END.search(tail)
    if match is None:
        return False
    return tail[match.start()] != "." or not _is_abbreviation(tail, match.start(), len(tail))


def _whole_sentences(line: str) -> Iterator[tuple[int, int]]:
    start = _next_word(line, 0)
    for end in sentence_ends(line):
        cite = _RECORD_CITE.match(line, end)
        if cite and _BEGINS.match(line, cite.end()):
            end = cite.end()
        elif cite:
            continue
        if end > start and _is_whole(line[start:end]):
            yield start, end
            start = _next_word(line, end)
    if line[start:].strip():
        yield start, len(line.rstrip())


def _is_whole(text: str) -> bool:
    """Tell whether a text up to the end of a sentence is more than the number of a list entry, leaves no
    quotation open and does not end in dots for omitted words."""
    quoted = text[-_LONGEST_QUOTE:]
    opened = max(quoted.rfind("“"), quoted.rfind('"') if quoted.count('"') % 2 else -1)
    return not (_LIST_NUMBER.fullmatch(text) or _ELLIPSIS.search(text[-8:]) or opened > quoted.rfind("”"))


def _next_word(line: str, at: int) -> int:
    return at + len(line[at:]) - len(line[at:].lstrip())


def _is_abbreviation(text: str, stop: int, end: int) -> bool:
    last_word = _LAST_WORD.search(text, max(0, stop - 30), stop)
    word = last_word.group().lstrip("(") if last_word else ""
    following = re.match(r"\s+[\"“‘'(\[]*(\w+)", text[end : end + 40])
    starts = following is not None and following.group(1) in _SENTENCE_STARTERS
    if _INITIAL.fullmatch(word):
        return len(word) == 1 or not starts
    return word.lower() in _ABBREVIATIONS and not (starts and word.lower() in _MAY_END_SENTENCE)
