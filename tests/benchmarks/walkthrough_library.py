"""The library of the walkthrough: 200,000 real paragraphs, and briefs on real pages among them.

It takes some minutes to make and is made once, in the user's cache folder; each walkthrough uses a copy.
Its vectors come from counts of words: they are searched like others, and preparing them takes seconds.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path

import platformdirs

from briefbank.domain.caption_fields import CaptionField
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import LibraryPaths
from tests.benchmarks import narrowing, opening
from tests.benchmarks.file_factory import write_files
from tests.benchmarks.searching import texts_of_all
from tests.stand_ins.encoders import Buckets

VERSION = 1  # The version of the library that is made here; raising it makes the library anew
BRIEFS, BRIEF_PAGES = 40, 12
LONG = "long"  # The name of the brief of many pages


@contextmanager
def copied() -> Iterator[Path]:
    """The folder of a library of one's own."""
    kept = _kept()
    with tempfile.TemporaryDirectory() as folder:
        yield Path(shutil.copytree(kept, Path(folder) / "library"))


@contextmanager
def opened() -> Iterator[Library]:
    """A copy, open."""
    with copied() as folder, Library.open(folder, encoder=Buckets()) as library:
        yield library


def _kept() -> Path:
    kept = Path(platformdirs.user_cache_dir("briefbank-tests")) / f"walkthrough-library-{VERSION}"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
            _build(Path(folder) / "library")
            (Path(folder) / "library").rename(kept)
    return kept


def _build(folder: Path) -> None:
    print("Making the library of the walkthrough: some minutes, this once.", flush=True)
    narrowing.build(LibraryPaths(folder), texts_of_all())
    _add_briefs(folder)


def _add_briefs(folder: Path) -> None:
    with Library.open(folder, encoder=Buckets()) as library, tempfile.TemporaryDirectory() as temporary:
        files = Path(temporary) / "briefs"
        write_files(files, BRIEFS, BRIEF_PAGES)
        opening.write(files / f"{LONG}.pdf")
        library.ingest.add([files], QuietReporter())
        _date(library)
        library.embedding.embed_pending(QuietReporter())


def _date(library: Library) -> None:
    """The briefs with pages are the newest, so that they are found first."""
    briefs = [document for document in library.documents.each() if document.suffix == ".pdf"]
    for number, brief in enumerate(briefs):
        filed = date(2020, 1, 6) + timedelta(weeks=number)
        library.documents.correct(brief.id, CaptionField.FILED, filed.isoformat())
