"""Recognises one page with Tesseract, inside the OCR child.

A page is read in its stored orientation. Only when the result is poor does Tesseract detect the orientation:
the detection takes almost as long as the recognition, and hardly any page needs it. Upside down or sideways,
real pages have a confidence of about 0.25, or words that are taller than wide; upright, about 0.95.

Each page is read as English first, and an English one is done with that. One with a passage of Spanish is
read once more as Spanish with English, for its accents and ñ; one that seems to be neither, with every other
language that is installed. On pages of Spanish briefs, with and without English ones between, the first
reading has 7 to 16 wrong words of a hundred and the second none.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.domain.pages import Box, OcrSetting, OcrWord, PageOrder, RecognisedPage
from briefbank.ocr import picture, tesseract_program
from briefbank.ocr.tesseract_program import ENGLISH, SPANISH, TesseractWord
from briefbank.text.language import Language, language_of_words, seems_english

if TYPE_CHECKING:
    from PIL.Image import Image

ENGINE = "Tesseract"

DPI = {OcrSetting.STANDARD: 300.0, OcrSetting.CAREFUL: 400.0, OcrSetting.ONE_COLUMN: 300.0}
"""The resolution that Tesseract was trained for; small print benefits from more."""

_POOR_CONFIDENCE = 0.6
_POOR_LETTERS = 40
_LONG_WORD = 3
_COVERED_SHARE = 0.5
_PART_WORDS = 40
"""The words that are judged together: a Spanish paragraph of an English page is found."""
_FEWEST_WORDS = 12
_MARKS = ".,;:()[]\"'“”‘’«»¿¡?!—–-"


@dataclass(frozen=True, slots=True)
class PageLimits:
    """The limits for reading a page: seconds, and at most ``dpi`` (0: the setting's own)."""

    seconds: float
    dpi: float = 0.0


def recognise(source: Path, order: PageOrder, folder: Path, limits: PageLimits) -> RecognisedPage:
    """Read the page.

    Raises TimeoutError, OSError, ValueError or MemoryError when it cannot be read so, and StoreError when the
    computer starts no more programs.
    """
    deadline = time.monotonic() + limits.seconds
    with picture.opened(source, order.index) as page:
        drawn = picture.draw(page, order.index, limits.dpi or DPI[order.setting])
    keep = drawn.shows_text and not order.replace_text
    skew = 0.0 if keep else picture.skew_of(drawn.grey)
    grey = picture.straightened(drawn.grey, skew)
    if order.setting is OcrSetting.CAREFUL:
        grey = picture.evened_out(grey)
    reading = _Reading(grey, drawn.dpi, folder / f"{order.index}.pnm", _segmentation(order), deadline)
    turn, words = reading.best()
    words = reading.in_its_languages(turn, words)
    mask = drawn.mask if keep else drawn.annotation_mask
    if order.stamps_only:
        # A signature is a stamp, too, and makes no words.
        words = [] if turn else [word for word in words if word.confidence >= _POOR_CONFIDENCE]
        mask = drawn.mask_but_for_stamps()
    if mask is not None:
        mask = picture.straightened(mask, skew, picture.UNCOVERED)
        words = _without_covered(words, picture.turned(mask, turn))
    return RecognisedPage(
        index=order.index,
        engine=ENGINE,
        setting=order.setting,
        words=tuple(_word(each, 72.0 / drawn.dpi) for each in words),
        turn=turn,
        redraw=bool(skew) or (drawn.shows_text and order.replace_text),
        skew=skew,
    )


def _segmentation(order: PageOrder) -> int:
    return (
        tesseract_program.ONE_BLOCK if order.setting is OcrSetting.ONE_COLUMN else tesseract_program.COLUMNS
    )


@dataclass(frozen=True, slots=True)
class _Reading:
    """The recognition of one image in several orientations."""

    grey: Image
    dpi: float
    file: Path
    segmentation: int
    deadline: float

    def best(self) -> tuple[int, list[TesseractWord]]:
        """Return the clockwise turn in degrees with the best result, and the words."""
        found = self._words(0)
        if not _is_poor(found):
            return 0, found
        try:
            turn = tesseract_program.turn_to_upright(self.file, self.dpi, self._seconds_left())
            again = self._words(turn) if turn else []
        except TimeoutError:
            return 0, found
        return (turn, again) if _quality(again) > _quality(found) else (0, found)

    def in_its_languages(self, turn: int, found: list[TesseractWord]) -> list[TesseractWord]:
        """Return the words read in the page's own languages: ``found``, which was read as English, or better
        ones."""
        spoken = _spoken(found)
        try:
            again = self._words(turn, spoken) if spoken else []
        except TimeoutError:
            return found
        return again if _quality(again) > _quality(found) else found

    def _words(self, turn: int, spoken: Sequence[str] = (ENGLISH,)) -> list[TesseractWord]:
        # A map of pixels is written and read in milliseconds; PNG would cost a tenth of the recognition. The
        # file is written at once from memory, because on a full disk Pillow may truncate it without an error.
        made = BytesIO()
        picture.bilevel_if_possible(picture.turned(self.grey, turn)).save(made, "PPM")
        self.file.write_bytes(made.getbuffer())
        return tesseract_program.words(self.file, self.dpi, self.segmentation, self._seconds_left(), spoken)

    def _seconds_left(self) -> float:
        return self.deadline - time.monotonic()


def _spoken(found: Sequence[TesseractWord]) -> Sequence[str]:
    """Return the languages in which a page that was read as English is to be read again, the main one
    first."""
    words = [word.text.strip(_MARKS) for word in found]
    parts = (words[at : at + _PART_WORDS] for at in range(0, len(words), _PART_WORDS))
    if any(len(part) >= _FEWEST_WORDS and language_of_words(part) is Language.SPANISH for part in parts):
        return (SPANISH, ENGLISH) if SPANISH in _installed() else ()
    if len(words) < _FEWEST_WORDS or seems_english(words):
        return ()
    others = sorted(_installed() - {ENGLISH, SPANISH})
    return (*others, ENGLISH) if others else ()


@cache
def _installed() -> frozenset[str]:
    return tesseract_program.languages() or frozenset()


def _is_poor(found: Sequence[TesseractWord]) -> bool:
    """Tell whether the page may be sideways or upside down."""
    letters = sum(len(word.text) for word in found)
    if letters < _POOR_LETTERS or _quality(found) < _POOR_CONFIDENCE * letters:
        return True
    return _tall_share(found) > 0.5


def _quality(found: Sequence[TesseractWord]) -> float:
    """Return the sum of letters times confidence; 0 for a page of mostly vertical words."""
    return 0.0 if _tall_share(found) > 0.5 else sum(word.confidence * len(word.text) for word in found)


def _tall_share(found: Sequence[TesseractWord]) -> float:
    """Return the share of the longer words that are taller than wide."""
    shapes = [word.height > word.width for word in found if len(word.text) >= _LONG_WORD]
    return sum(shapes) / len(shapes) if shapes else 0.0


def _without_covered(found: Sequence[TesseractWord], mask: Image) -> list[TesseractWord]:
    """Return the words that do not overlap the page's own text."""
    return [word for word in found if _covered_share(word, mask) < _COVERED_SHARE]


def _covered_share(word: TesseractWord, mask: Image) -> float:
    area = mask.crop((word.left, word.top, word.left + word.width, word.top + word.height))
    return area.histogram()[-1] / max(1, word.width * word.height)


def _word(found: TesseractWord, points: float) -> OcrWord:
    left, top = found.left * points, found.top * points
    box = Box(left, top, left + found.width * points, top + found.height * points)
    return OcrWord(found.text, box, found.confidence, found.line)
