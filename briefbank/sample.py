"""The made-up briefs by which BriefBank can be tried, in a library of their own.

``resources/sample/briefs.zip`` has them as PDFs, one as a scan without text; ``installer.sample_briefs``
makes it from their words. They are added to their library once, when it is new and empty: whoever removes
them does not get them back. ``python -m briefbank.sample`` makes that library; the set-up script runs it, so
that the sample opens at once. Once the library is made it ends at once.
"""

from __future__ import annotations

import sys
from pathlib import Path
from zipfile import ZipFile

from briefbank import paths as places
from briefbank.api.library import LibraryApi
from briefbank.domain.ingest import FileOutcome
from briefbank.errors import BriefBankError
from briefbank.jobs import Reporter
from briefbank.sandbox import environment, guard

MARKER = "sample.txt"
"""The name of a library's file that says how far adding went, so that a crash meanwhile is made good."""
ARCHIVE = "briefs.zip"

_STARTED = "The sample is being added.\n"
_OFFERED = "The sample was added once and is not added again.\n"


def write_sample(folder: Path) -> list[Path]:
    """Write all sample briefs into ``folder`` and return their paths, oldest brief first. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    with ZipFile(places.resources_folder() / "sample" / ARCHIVE) as archive:
        return [Path(archive.extract(name, folder)) for name in archive.namelist()]


def was_offered(folder: Path) -> bool:
    """Tell whether the library in ``folder`` once got the whole sample. False for no such library."""
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
    # Outside the library, because an interrupted intake reads the files again.
    briefs = write_sample(places.data_folder() / "sample")
    outcomes = library.ingest.add(briefs, reporter, sample=True)
    marker.write_text(_OFFERED, encoding="utf-8")
    return outcomes


def _mark(folder: Path) -> str:
    try:
        return (folder / MARKER).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return ""


def main() -> int:
    """Return exit status 0, or 1 when the sample could not be added."""
    if was_offered(places.sample_library()):
        return 0
    environment.make_safe()
    guard.engage()
    # Imported here, because the library's parts take seconds to import, and most starts do not need them.
    from briefbank.cli.output import Output
    from briefbank.library import Library

    output = Output(as_json=False)
    try:
        with output.progress() as reporter, Library.open_sample(reporter) as library:
            library.embedding.embed_pending(reporter)
    except BriefBankError as error:
        output.error(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
