"""A small library: three briefs, one of them a scan, and what a person added to them.

It is made once in each process and copied after that; ``python -m tests.support.reference_library FOLDER``
writes one. Vectors are those of ``Buckets``; the scan is read by Tesseract.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from io import BytesIO
from pathlib import Path

import pikepdf

from briefbank.domain.authorities import Standing
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.searches import SearchRequest, Verdict
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from installer.sample_briefs import as_scan, read_all, set_brief
from tests.stand_ins.encoders import Buckets

SCAN, JUVENILE = "State v. Ravenel.pdf", "State in Interest of T.J.pdf"
BRIEFS = (JUVENILE, "State v. Okonjo.pdf", SCAN)
MARKED = (("motor vehicle stop", Verdict.UP), ("prosecutor summation", Verdict.DOWN))
CORRECTED = "In the Interest of T.J., a juvenile"
LISTED = "State v. Carty, 170 N.J. 632 (2002)"

_made: list[tempfile.TemporaryDirectory[str]] = []


def copy_reference_library(folder: Path) -> Path:
    """Write the library into a new folder and return that folder."""
    if not _made:
        _made.append(tempfile.TemporaryDirectory(prefix="reference-"))
        _make(Path(_made[0].name))
    return shutil.copytree(
        Path(_made[0].name) / "library", folder, ignore=shutil.ignore_patterns("*.lock", "lease.json")
    )


def _make(folder: Path) -> None:
    with _own_home(folder / "home"), Library.open(folder / "library", encoder=Buckets()) as library:
        for path in _briefs(folder / "briefs"):
            library.ingest.add([path], QuietReporter())
        library.embedding.embed_pending(QuietReporter())
        for query, verdict in MARKED:
            best = library.search(SearchRequest(query)).hits[0]
            library.feedback.give(best.passage.id, query, verdict)
        juvenile = next(document for document in library.documents.each() if document.file_name == JUVENILE)
        library.documents.correct(juvenile.id, CaptionField.TITLE, CORRECTED)
        library.good_law.enter(
            LISTED, Standing.LIMITED, by="the Supreme Court", since=date(2009, 6, 1), entered_by="A. Clerk"
        )


def _briefs(folder: Path) -> Iterator[Path]:
    """Yield the files of the briefs in their order; the scan has its first two pages alone."""
    folder.mkdir()
    sample = {f"{brief.name.removeprefix('Sample - ')}.pdf": brief for brief in read_all()}
    for name in BRIEFS:
        pdf = set_brief(sample[name])
        if name == SCAN:
            pdf = as_scan(_first_pages(pdf), title=sample[name].pdf_title)
        (folder / name).write_bytes(pdf)
        yield folder / name


def _first_pages(pdf: bytes) -> bytes:
    with pikepdf.open(BytesIO(pdf)) as document, BytesIO() as shorter:
        del document.pages[2:]
        document.save(shorter, deterministic_id=True)
        return shorter.getvalue()


@contextmanager
def _own_home(folder: Path) -> Iterator[None]:
    """Keep user data out of the home of the first test."""
    before = os.environ.get("BRIEFBANK_HOME")
    folder.mkdir(mode=0o700)
    os.environ["BRIEFBANK_HOME"] = str(folder)
    yield
    if before is None:
        del os.environ["BRIEFBANK_HOME"]
    else:
        os.environ["BRIEFBANK_HOME"] = before


if __name__ == "__main__":
    copy_reference_library(Path(sys.argv[1]))
