"""Runs the ``tesseract`` program on one image and parses its output.

Runs in the OCR child; the program is a process of the same group, so that it ends with the child. Options and
the layout of the table are those of the manual page tesseract(1) and of Tesseract 5's TSV renderer.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from briefbank.files import SHORT_OF_MEMORY, store_error

ENGLISH, SPANISH = "eng", "spa"
_ORIENTATIONS = "osd"
"""Among the languages, but none."""
COLUMNS, ONE_BLOCK, ORIENTATION = 3, 6, 0
"""Page segmentation modes: detect columns; lines across the whole page; detect only the orientation."""

_LIST_TIMEOUT_S = 20.0
_WORD = "5"
_FEWEST_CHARACTERS = 10
"""The minimum characters by which Tesseract determines a page's orientation; its own default is 50, and title
sheets have fewer."""

_DATA_FOLDER = re.compile(r'"(.+)"')
_ROTATE = re.compile(r"^Rotate: (90|180|270)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TesseractWord:
    """A word in pixels of the image; ``confidence`` is 0 to 1, ``line`` counts in reading order."""

    text: str
    left: int
    top: int
    width: int
    height: int
    confidence: float
    line: int


def languages() -> frozenset[str] | None:
    """Return the languages that the program can read; None when it is missing or does not answer."""
    answer = _asked("--list-langs")
    return frozenset(answer.split()) - {_ORIENTATIONS} if answer else None


def fingerprint() -> str:
    """Return the program's version with a hash of the data of our languages: two computers on which it is
    equal recognise the same. Empty when the program is missing."""
    version, listed = _asked("--version"), _asked("--list-langs")
    folder = _DATA_FOLDER.search(listed)
    digest = hashlib.sha256()
    for language in (ENGLISH, SPANISH, _ORIENTATIONS):
        data = Path(folder[1] if folder else "") / f"{language}.traineddata"
        digest.update(data.read_bytes() if data.is_file() else b"none")
    return f"{version.partition(chr(10))[0]} {digest.hexdigest()[:16]}" if version else ""


def _asked(question: str) -> str:
    """Return what the program answers, to standard output; empty when it does not."""
    program = shutil.which("tesseract")
    if program is None:
        return ""
    try:
        answer = subprocess.run(
            [program, question], capture_output=True, timeout=_LIST_TIMEOUT_S, check=False, text=True
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stdout


def words(
    picture: Path, dpi: float, segmentation: int, seconds: float, spoken: Sequence[str] = (ENGLISH,)
) -> list[TesseractWord]:
    """Return the words of an image in reading order; ``spoken``: its languages, the main one first.

    Raises TimeoutError, OSError when the program failed, or StoreError when the computer is too short of
    memory to start it.
    """
    options = ("-l", "+".join(spoken), "--psm", str(segmentation), "-c", "tessedit_create_tsv=1")
    return list(_rows(_output(picture, dpi, seconds, *options)))


def turn_to_upright(picture: Path, dpi: float, seconds: float) -> int:
    """Return the clockwise degrees by which the image should be rotated; 0 also when Tesseract cannot
    tell."""
    options = ("--psm", str(ORIENTATION), "-c", f"min_characters_to_try={_FEWEST_CHARACTERS}")
    try:
        answer = _output(picture, dpi, seconds, *options)
    except OSError:
        return 0
    found = _ROTATE.search(answer)
    return int(found.group(1)) if found else 0


def _output(picture: Path, dpi: float, seconds: float, *options: str) -> str:
    command = ["tesseract", str(picture), "stdout", "--dpi", str(max(70, round(dpi))), *options]
    # Each program uses one thread, because as many programs run as there are processors.
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    try:
        done = subprocess.run(command, capture_output=True, timeout=max(0.1, seconds), env=environment)
    except subprocess.TimeoutExpired as error:
        raise TimeoutError from error
    except OSError as error:
        if error.errno in SHORT_OF_MEMORY:
            raise store_error(error) from error
        raise
    if done.returncode != 0:
        raise OSError(f"tesseract ended with {done.returncode}")
    return done.stdout.decode("utf-8", "replace")


def _rows(table: str) -> Iterator[TesseractWord]:
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
        left, top, width, height = (int(cell) for cell in cells[6:10])
        yield TesseractWord(
            text, left, top, width, height, min(1.0, max(0.0, float(cells[10]) / 100)), number
        )
