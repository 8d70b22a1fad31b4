"""Finds where a sentence of legal English ends.

"v.", "Id.", "U.S.", "N.J. Super.", "No." and initials have a full stop that ends no sentence; a cut after one
of them would tear a citation apart. This module therefore finds safe places to cut, and rejects a place in
doubt. ``summary.sentences`` decides what may be shown alone as a whole sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_END = re.compile(r"[.?!][\"”’')\]]{0,4}\d{0,3}(?=\s+[\"“‘'(\[]{0,3}[A-Z0-9§])")
_LINE_END = re.compile(r"[.?!:;][\"”’')\]]*\d{0,3}$")
_LAST_WORD = re.compile(r"[\w.&’'\-]*$")
_INITIAL = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]?|[A-Z]")
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
        " pub res gen att'y att’y"
    )
)
_MAY_END_SENTENCE = frozenset(str.split("inc co corp jr sr al id"))
_SENTENCE_STARTERS = frozenset(
    str.split(
        "The This That These Those In On At When While Although Because However He She It They We There Here "
        "As If But And Thus Moreover"
    )
)


def sentence_ends(text: str) -> Iterator[int]:
    """Yield the offset after each sentence's last character, except the end of the text. Linear time."""
    for match in _END.finditer(text):
        if text[match.start()] != "." or not _is_abbreviation(text, match.start(), match.end()):
            yield match.end()


def ends(line: str) -> bool:
    """Tell whether a line's end may end a sentence or a list item. An abbreviation ('Pub. Res.') does not."""
    tail = line[-48:]
    match = _LINE_END.search(tail)
    if match is None:
        return False
    return tail[match.start()] != "." or not _is_abbreviation(tail, match.start(), len(tail))


def _is_abbreviation(text: str, stop: int, end: int) -> bool:
    found = _LAST_WORD.search(text, max(0, stop - 30), stop)
    word = found.group().lstrip("(") if found else ""
    following = re.match(r"\s+[\"“‘'(\[]*(\w+)", text[end : end + 40])
    starts = following is not None and following.group(1) in _SENTENCE_STARTERS
    if _INITIAL.fullmatch(word):
        return len(word) == 1 or not starts
    return word.lower() in _ABBREVIATIONS and not (starts and word.lower() in _MAY_END_SENTENCE)
