"""The Tesseract engine, page by page, in child processes that can be cancelled.

A page that crashes, hangs or fills the memory of its child is tried once more with a lower resolution, and
then given up. It costs no other page, and its own time is limited. So is the time of all such pages of a file
together (``TimeBudget``). A problem of the computer itself, such as a full disk, ends the call.

In the child a page is read in its stored orientation. Only when the result is poor does Tesseract detect the
orientation: the detection takes almost as long as the recognition, and hardly any page needs it. Upside down
or sideways, real pages have a confidence of about 0.25, or words that are taller than wide; upright, about
0.95.

Each page is read as English first, and an English one is done with that. One with a passage of Spanish is
read once more as Spanish with English, for its accents and ñ; one that seems to be neither, with every other
language that is installed. On pages of Spanish briefs, with and without English ones between, the first
reading has 7 to 16 wrong words of a hundred and the second none.

The program ``tesseract`` is a process of the child's group, so that it ends with the child. Options and the
layout of the table are those of the manual page tesseract(1) and of Tesseract 5's TSV renderer.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.domain.pages import Box, OcrSetting, OcrWord, PageOrder, RecognisedPage
from briefbank.errors import OcrError
from briefbank.files import SHORT_OF_MEMORY, store_error
from briefbank.ocr import picture
from briefbank.ocr.engines import OcrEngine, OcrWorkers, TimeBudget, WorkError
from briefbank.sandbox.confinement import InputFile, ScratchFolder
from briefbank.sandbox.guard import NO_WINDOW
from briefbank.text.language import TextLanguage, language_of_words
from briefbank.text.messages import NO_MESSAGE, Message

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class PageLimits:
    """The limits for reading a page: seconds, and at most ``dpi`` (0: the setting's own)."""

    seconds: float
    dpi: float = 0.0


ENGINE = "Tesseract"

DPI = {OcrSetting.STANDARD: 300.0, OcrSetting.CAREFUL: 400.0, OcrSetting.ONE_COLUMN: 300.0}
"""The resolution that Tesseract was trained for; small print benefits from more."""

_POOR_CONFIDENCE = 0.6
_POOR_LETTERS = 40
_LONG_WORD = 3
_COVERED_SHARE = 0.5
_PART_WORDS = 40  # The words that are judged together: a Spanish paragraph of an English page is found
_FEWEST_WORDS = 12
_MARKS = ".,;:()[]\"'“”‘’«»¿¡?!—–-"
ATTEMPTS = (PageLimits(seconds=25.0), PageLimits(seconds=12.0, dpi=150.0))
"""The limits of each attempt: a page of small print takes about three seconds; the second attempt has a
quarter of the pixels."""

GRACE_S = 3.0  # The seconds beyond its limit in which a child may report the timeout; after that it is killed

UNREADABLE = Message("This page is a scan and could not be read. Look at the page itself.")
GIVEN_UP = Message(
    "This page is a scan and was not read, because other pages of the file took too long. "
    "Look at the page itself, or have it read again."
)

_MISSING = Message(
    "Tesseract, the program that reads scanned pages, was not found on this computer. "
    "Install it (on Debian and Ubuntu the package is called tesseract-ocr) and start BriefBank again."
)
_NO_ENGLISH = Message(
    "Tesseract has no English language data. "
    "Install it (on Debian and Ubuntu the package is called tesseract-ocr-eng) and start BriefBank again."
)
ENGLISH, SPANISH = "eng", "spa"
_ORIENTATIONS = "osd"  # Among the languages, but none
COLUMNS, ONE_BLOCK, ORIENTATION = 3, 6, 0
"""Page segmentation modes: detect columns; lines across the whole page; detect only the orientation."""

_LIST_TIMEOUT_S = 20.0
_WORD = "5"
_FEWEST_CHARACTERS = 10
"""The minimum characters by which Tesseract determines a page's orientation; its own default is 50, and title
sheets have fewer."""

_DATA_FOLDER = re.compile(r'"(.+)"')
_ROTATE = re.compile(r"^Rotate: (90|180|270)$", re.MULTILINE)


class Tesseract(OcrEngine):
    """The default engine.

    At most ``jobs`` pages are read at a time over all calls (None: one per processor). ``work``: see
    OcrWorkers.
    """

    name = ENGINE

    def __init__(self, jobs: int | None = None, work: Path | None = None) -> None:
        self._workers = OcrWorkers(jobs or os.cpu_count() or 1, work)
        self._available = False

    def problem(self) -> Message:
        """See OcrEngine.problem. Tesseract is looked for at each call until it is found."""
        if self._available:
            return NO_MESSAGE
        languages = installed_languages()
        if languages is None:
            return _MISSING
        self._available = ENGLISH in languages
        return NO_MESSAGE if self._available else _NO_ENGLISH

    def recognise(
        self,
        source: Path,
        orders: Sequence[PageOrder],
        work: Path,
        *,
        on_page: Callable[[RecognisedPage], None],
        check: Callable[[], None],
        patience: TimeBudget | None = None,
    ) -> None:
        """See OcrEngine.recognise. ``patience`` is the whole file's where these are some of its pages."""
        if problem := self.problem():
            raise OcrError(Message("Scanned pages cannot be read yet."), problem)
        try:
            folder = tempfile.TemporaryDirectory(dir=work, prefix="ocr-", ignore_cleanup_errors=True)
        except OSError as error:
            raise store_error(error) from error
        with folder:
            task = partial(_page, self._workers, source, Path(folder.name), patience or TimeBudget())
            self._workers.work(task, orders, on_page, check)

    def close(self) -> None:
        self._workers.close()


def _page(
    workers: OcrWorkers,
    source: Path,
    folder: Path,
    patience: TimeBudget,
    order: PageOrder,
    check: Callable[[], None],
) -> RecognisedPage:
    """Return the page from the first attempt that succeeds, or with a problem; it is not tried when the time
    budget is used up."""
    given_up = RecognisedPage(order.index, ENGINE, order.setting, (), problem=GIVEN_UP)
    if patience.is_out:
        return given_up
    started = time.monotonic()
    for limits in ATTEMPTS:
        with suppress(WorkError):
            given = InputFile(source), order, ScratchFolder(folder), limits
            page = workers.run(recognise, *given, limit_s=limits.seconds + GRACE_S, check=check)
            break
    else:
        page = replace(given_up, problem=UNREADABLE)
    patience.record_page(time.monotonic() - started, was_read=not page.problem)
    return page


def recognise(source: Path, order: PageOrder, folder: Path, limits: PageLimits) -> RecognisedPage:
    """Read the page.

    Raises TimeoutError, OSError, ValueError or MemoryError when it cannot be read so, and StoreError when the
    computer starts no more programs.
    """
    deadline = time.monotonic() + limits.seconds
    with picture.opened(source, order.index) as page:
        drawn = picture.draw(page, order, limits.dpi or DPI[order.setting])
    keep = drawn.shows_text and not order.replace_text
    skew = 0.0 if keep else picture.skew_of(drawn.grey)
    grey = picture.straightened(drawn.grey, skew)
    if order.setting is OcrSetting.CAREFUL:
        grey = picture.evened_out(grey)
    segmentation = ONE_BLOCK if order.setting is OcrSetting.ONE_COLUMN else COLUMNS
    reading = _Reading(grey, drawn.dpi, folder / f"{order.index}.pnm", segmentation, deadline)
    turn, words = reading.best()
    words = reading.in_its_languages(turn, words)
    if order.stamps_only:
        # A signature is a stamp, too, and makes no words.
        words = [] if turn else [word for word in words if word.confidence >= _POOR_CONFIDENCE]
    if drawn.mask is not None:
        mask = picture.straightened(drawn.mask, skew, picture.UNCOVERED)
        words = _without_covered(words, picture.turned(mask, turn))
    return RecognisedPage(
        index=order.index,
        engine=ENGINE,
        setting=order.setting,
        words=tuple(replace(word, box=_scaled(word.box, 72.0 / drawn.dpi)) for word in words),
        turn=turn,
        redraw=bool(skew) or (drawn.shows_text and order.replace_text),
        skew=skew,
    )


@dataclass(frozen=True, slots=True)
class _Reading:
    grey: Image
    dpi: float
    file: Path
    segmentation: int
    deadline: float

    def best(self) -> tuple[int, list[OcrWord]]:
        """Return the clockwise turn in degrees with the best result, and the words."""
        words = self._words(0)
        if not _is_poor(words):
            return 0, words
        try:
            turn = turn_to_upright(self.file, self.dpi, self._seconds_left())
            again = self._words(turn) if turn else []
        except TimeoutError:
            return 0, words
        return (turn, again) if _quality(again) > _quality(words) else (0, words)

    def in_its_languages(self, turn: int, words: list[OcrWord]) -> list[OcrWord]:
        """Return the words read in the page's own languages: ``words``, read as English, or better ones."""
        spoken = _spoken(words)
        try:
            again = self._words(turn, spoken) if spoken else []
        except TimeoutError:
            return words
        return again if _quality(again) > _quality(words) else words

    def _words(self, turn: int, spoken: Sequence[str] = (ENGLISH,)) -> list[OcrWord]:
        # A map of pixels is written and read in milliseconds; PNG would cost a tenth of the recognition. The
        # file is written at once from memory, because on a full disk Pillow may truncate it without an error.
        buffer = BytesIO()
        picture.bilevel_if_possible(picture.turned(self.grey, turn)).save(buffer, "PPM")
        self.file.write_bytes(buffer.getbuffer())
        return words(self.file, self.dpi, self.segmentation, self._seconds_left(), spoken)

    def _seconds_left(self) -> float:
        return self.deadline - time.monotonic()


def _spoken(page_words: Sequence[OcrWord]) -> Sequence[str]:
    """Return the languages in which a page that was read as English is to be read again: Spanish where a part
    of it is, else none."""
    words = [word.text.strip(_MARKS) for word in page_words]
    parts = (words[at : at + _PART_WORDS] for at in range(0, len(words), _PART_WORDS))
    if any(len(part) >= _FEWEST_WORDS and language_of_words(part) is TextLanguage.SPANISH for part in parts):
        return (SPANISH, ENGLISH) if SPANISH in _installed() else ()
    return ()


@cache
def _installed() -> frozenset[str]:
    return installed_languages() or frozenset()


def _is_poor(words: Sequence[OcrWord]) -> bool:
    """Tell whether the page may be sideways or upside down."""
    letters = sum(len(word.text) for word in words)
    if letters < _POOR_LETTERS or _quality(words) < _POOR_CONFIDENCE * letters:
        return True
    return _tall_share(words) > 0.5


def _quality(words: Sequence[OcrWord]) -> float:
    """Return the sum of letters times confidence; 0 for a page of mostly vertical words."""
    return 0.0 if _tall_share(words) > 0.5 else sum(word.confidence * len(word.text) for word in words)


def _tall_share(words: Sequence[OcrWord]) -> float:
    shapes = [_height(word) > _width(word) for word in words if len(word.text) >= _LONG_WORD]
    return sum(shapes) / len(shapes) if shapes else 0.0


def _without_covered(words: Sequence[OcrWord], mask: Image) -> list[OcrWord]:
    """Return the words that do not overlap the page's own text."""

    def covered_share(word: OcrWord) -> float:
        area = mask.crop((round(word.box.x0), round(word.box.y0), round(word.box.x1), round(word.box.y1)))
        return area.histogram()[-1] / max(1.0, _width(word) * _height(word))

    return [word for word in words if covered_share(word) < _COVERED_SHARE]


def _width(word: OcrWord) -> float:
    return word.box.x1 - word.box.x0


def _height(word: OcrWord) -> float:
    return word.box.y1 - word.box.y0


def _scaled(box: Box, factor: float) -> Box:
    return Box(box.x0 * factor, box.y0 * factor, box.x1 * factor, box.y1 * factor)


def installed_languages() -> frozenset[str] | None:
    """Return the languages that the program can read; None when it is missing or does not answer."""
    answer = _answer("--list-langs")
    names = (line.strip() for line in answer.splitlines() if not line.rstrip().endswith(":"))  # its heading
    return frozenset(names) - {_ORIENTATIONS, ""} if answer else None


def fingerprint() -> str:
    """Return the program's version with a hash of the data of our languages: two computers on which it is
    equal recognise the same. Empty when the program is missing."""
    version, listed = _answer("--version"), _answer("--list-langs")
    folder = _DATA_FOLDER.search(listed)
    digest = hashlib.sha256()
    for language in (ENGLISH, SPANISH, _ORIENTATIONS):
        data = Path(folder[1] if folder else "") / f"{language}.traineddata"
        digest.update(data.read_bytes() if data.is_file() else b"none")
    return f"{version.partition(chr(10))[0]} {digest.hexdigest()[:16]}" if version else ""


def _answer(question: str) -> str:
    """Return what the program answers, to standard output; empty when it does not."""
    program = shutil.which("tesseract")
    if program is None:
        return ""
    try:
        answer = subprocess.run(
            [program, question],
            capture_output=True,
            timeout=_LIST_TIMEOUT_S,
            check=False,
            encoding="utf-8",
            creationflags=NO_WINDOW,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stdout


def words(
    picture: Path, dpi: float, segmentation: int, seconds: float, spoken: Sequence[str] = (ENGLISH,)
) -> list[OcrWord]:
    """Return the words of an image in reading order, with boxes in its pixels; ``spoken``: its languages, the
    main one first.

    Raises TimeoutError, OSError when the program failed, or StoreError when the computer is too short of
    memory to start it.
    """
    options = ("-l", "+".join(spoken), "--psm", str(segmentation), "-c", "tessedit_create_tsv=1")
    return list(_rows(_output(picture, dpi, seconds, *options)))


def turn_to_upright(picture: Path, dpi: float, seconds: float) -> int:
    """Return the clockwise degrees by which to rotate the image; 0 also when Tesseract cannot tell."""
    options = ("--psm", str(ORIENTATION), "-c", f"min_characters_to_try={_FEWEST_CHARACTERS}")
    try:
        answer = _output(picture, dpi, seconds, *options)
    except OSError:
        return 0
    match = _ROTATE.search(answer)
    return int(match.group(1)) if match else 0


def _output(picture: Path, dpi: float, seconds: float, *options: str) -> str:
    command = ["tesseract", str(picture), "stdout", "--dpi", str(max(70, round(dpi))), *options]
    # Each program uses one thread, because as many programs run as there are processors.
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    try:
        limit_s = max(0.1, seconds)
        done = subprocess.run(
            command, capture_output=True, timeout=limit_s, env=environment, creationflags=NO_WINDOW
        )
    except subprocess.TimeoutExpired as error:
        raise TimeoutError from error
    except OSError as error:
        if error.errno in SHORT_OF_MEMORY:
            raise store_error(error) from error
        raise
    if done.returncode != 0:
        raise OSError(f"tesseract ended with {done.returncode}")
    return done.stdout.decode("utf-8", "replace")


def _rows(table: str) -> Iterator[OcrWord]:
    """Yield the words of a table with these columns: level, page, block, paragraph, line, word, left, top,
    width, height, confidence, text."""
    line, number = None, -1
    # Rows end only at line feeds: Tesseract's text may have characters that str.splitlines takes for line
    # ends.
    for row in table.split("\n")[1:]:
        cells = row.rstrip("\r").split("\t")
        if len(cells) != 12 or cells[0] != _WORD:
            continue
        text = "".join(c for c in cells[11] if c.isprintable()).strip()
        if not text:
            continue
        if cells[2:5] != line:
            line, number = cells[2:5], number + 1
        left, top, width, height = map(int, cells[6:10])
        box = Box(left, top, left + width, top + height)
        yield OcrWord(text, box, min(1.0, max(0.0, float(cells[10]) / 100)), number)
