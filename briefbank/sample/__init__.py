"""The made-up briefs by which BriefBank can be tried, in a library of their own.

Their words are kept in ``resources/sample/*.toml``; the PDFs are set from them on this computer, one of them
as a scan without text. Each page says that it is a sample. They are added to their library once, when it
is new and empty: whoever removes them does not get them back.
"""

from __future__ import annotations

from pathlib import Path

from briefbank import paths as places
from briefbank.api.library import LibraryApi
from briefbank.domain.ingest import FileOutcome
from briefbank.jobs import Reporter
from briefbank.sample.typesetting import LABEL, read_all

__all__ = [
    "LABEL",
    "MARKER",
    "ensure_sample",
    "sample_folder",
    "was_offered",
    "write_sample",
]

MARKER = "sample.txt"
"""The name of a file in the library's folder that says how far adding went, so that a crash in the middle is
made good."""

_STARTED = "The sample is being added.\n"
_OFFERED = "The sample was added once and is not added again.\n"


def sample_folder() -> Path:
    """Return where the PDFs are kept: outside the library, because an interrupted intake reads them again."""
    return places.data_folder() / "sample"


def write_sample(folder: Path) -> list[Path]:
    """Typeset all sample briefs as PDFs in ``folder`` and return their paths, oldest brief first.

    The same words give the same bytes, so writing twice changes nothing. Takes seconds. Must not run while
    another thread of this process uses PDFium. Raises OSError when the folder cannot be written to.
    """
    from briefbank.sample.typesetting import as_scan, set_brief

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for brief in read_all():
        pdf = set_brief(brief)
        path = folder / f"{brief.name}.pdf"
        path.write_bytes(as_scan(pdf, title=brief.pdf_title) if brief.scan else pdf)
        written.append(path)
    return written


def was_offered(folder: Path) -> bool:
    """Tell whether the library in ``folder`` was given the sample to the end, once. False for no such
    library."""
    return _mark(folder) == _OFFERED


def ensure_sample(library: LibraryApi, reporter: Reporter) -> list[FileOutcome]:
    """Add the sample to a library that is new and empty; otherwise do nothing and return an empty list.

    Blocks, and writes to the library: call it from the one thread that may. Raises what ``add`` raises.
    """
    marker = library.folder / MARKER
    mark = _mark(library.folder)
    if mark != _STARTED and (mark or library.documents.totals()[0]):
        return []
    marker.write_text(_STARTED, encoding="utf-8")
    outcomes = library.ingest.add(write_sample(sample_folder()), reporter, sample=True)
    marker.write_text(_OFFERED, encoding="utf-8")
    return outcomes


def _mark(folder: Path) -> str:
    try:
        return (folder / MARKER).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return ""
