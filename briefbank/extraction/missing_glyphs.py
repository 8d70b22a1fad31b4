"""Restores a ligature that a font does not map to letters: "O\\ufffdce" can only be "Office".

Some PDFs draw "ff", "fi", "fl", "ffi" and "ffl" as one glyph without saying which letters it stands for, and
PDFium returns U+FFFD. A word is restored only where exactly one ligature makes it a word that occurs
elsewhere in the document or that begins like one of the common words below; otherwise it is left unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

MISSING = "\ufffd"
_LIGATURES = ("ff", "fi", "fl", "ffi", "ffl")
_WORD = re.compile(r"[A-Za-z]*(?:\ufffd[A-Za-z]*)+")
_STEMS = tuple(
    str.split(
        "offic offer offen offset affect affid affirm afford affair effect effic effort efface differ diffic "
        "suffer suffic staff sheriff plaintiff traffic"
        " tariff proffer first find fine final file fili filed fire firm fifth fifty five field fight figur "
        "fiduciar fiscal finan finger fit five"
        " defin defici beneficia benefi specif specifi signifi identif justif testif certif verif notif "
        "modif "
        "clarif classif satisf qualif confirm confid confin"
        " config conflict inflict reflect flag flat flaw flee fled flexib flight floor flow fluid influen "
        "affluent artific sacrific profit magnif ratif"
        " rectif amplif simplif unif confl cliff buff cuff stuff bailiff pontiff baffl shuffl waffl scuffl "
        "muffl snif riff raffl fulfil fulfill"
        " undefin indefin infinit superfic edific pacif scientif terrif horrif mollif nullif codif stratif "
        "gratif fortif falsif exemplif disqualif unspecif insuffic inefficien"
        " coeffic deficien deficit disaffect reaffirm reaffirm unaffect ineffect cost-effect"
    )
)


def restored_letters(word: str, known: frozenset[str]) -> list[str] | None:
    """Return the letters for each missing glyph of a word, or None when they are not certain.

    ``known`` are the document's whole words in lower case; they take precedence over the common ones.
    """
    count = word.count(MISSING)
    if count > 2 or len(word) < 3:
        return None
    choices = [[a, b][:count] for a in _LIGATURES for b in (_LIGATURES if count == 2 else ("",))]
    written = [(letters, _with_letters(word, letters)) for letters in choices]
    for fits in (
        [letters for letters, text in written if text in known],
        [letters for letters, text in written if _has_known_stem(text, _glyphs_end(word, letters))],
    ):
        if fits:
            return fits[0] if len(fits) == 1 else None
    return None


def _has_known_stem(text: str, end: int) -> bool:
    """Tell whether a common beginning covers the word as far as its last ligature."""
    return any(len(stem) >= end and text.startswith(stem) for stem in _STEMS)


def _glyphs_end(word: str, letters: list[str]) -> int:
    return word.rindex(MISSING) + 1 + sum(len(letter) - 1 for letter in letters)


def _with_letters(word: str, letters: list[str]) -> str:
    for letter in letters:
        word = word.replace(MISSING, letter, 1)
    return word.lower()


def with_glyphs(text: str, known: frozenset[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the ranges of missing glyphs in a text that can be restored, and their letters."""
    for match in _WORD.finditer(text):
        letters = restored_letters(match.group(), known)
        if letters:
            places = [at for at in range(match.start(), match.end()) if text[at] == MISSING]
            for at, letter in zip(places, letters, strict=True):
                yield at, at + 1, letter


def whole_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the longer words of texts that have missing glyphs; empty, and quick, for all others."""
    texts = list(texts)
    if not any(MISSING in text for text in texts):
        return frozenset()
    return frozenset(
        word.lower()
        for text in texts
        for word in re.findall(r"(?<!\ufffd)\b[A-Za-z]{4,40}\b(?!\ufffd)", text)
    )
