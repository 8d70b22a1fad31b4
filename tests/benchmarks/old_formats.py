"""Files per second of old office formats from drop to searchable words, against bare LibreOffice, and whether
the pages have all the text.

Both convert the same 100 briefs with the same number of processes: those of LibreOffice only write PDF. The
briefs are real texts of some ten pages, with a heading, a footnote and a list put in. A page has the text
that LibreOffice itself exports but for white space, page numbers, list labels and the place of footnotes.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from xml.sax.saxutils import escape

import psutil

from briefbank.domain.ingest import FileOutcome
from briefbank.extraction import convert
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.sandbox.guard import processors
from tests.benchmarks.machine import SHARED
from tests.benchmarks.recognition import cost
from tests.support.office_file_factory import note, open_document, wordperfect_file

COUNT = 100
KINDS = ("doc", "rtf", "odt", "doc", "rtf", "odt", "doc", "rtf", "odt", "wpd")
MOST_CHARACTERS = 60_000
LOOK_S = 0.2
EARLY = 20  # The files after which the memory of a converter is compared with that after all of them

_NOTE = "The note under page one of brief {} says no more than this."
_TEXT_EXPORT = "txt:Text (encoded):UTF8"
_NUMBER = re.compile(r"(?:\n|(?<=-))[ivxl]+\s*\Z")
"""The number at a page's foot; PDFium drops the end of a line behind a hyphen."""
_LABEL, _FOOTNOTE = (
    re.compile("[•\uf095]"),
    re.compile(r"1?Thenoteunderpageoneofbrief\d+saysnomorethanthis\."),
)


def measure() -> dict[str, object]:
    """LibreOffice alone runs before and after, so that a machine that slows down meanwhile harms both."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        files = _write_files(folder / "files")
        exported = _in_processes(files, _TEXT_EXPORT, folder / "text")
        before, cpu_before = cost(lambda: _in_processes(files, "pdf", folder / "before"))
        with Library.open(folder / "library") as library:
            library.ingest.add(_first(folder / "first"), QuietReporter())  # brings the child processes up
            outcomes = list[FileOutcome]()
            with _highest_memory() as highest:
                ours, our_cpu = cost(lambda: outcomes.extend(library.ingest.add(files, QuietReporter())))
            pages = {outcome.path.name: _pages(library, outcome) for outcome in outcomes}
        after, cpu_after = cost(lambda: _in_processes(files, "pdf", folder / "after"))
    equal = [path.name for path in files if _is_equal(pages[path.name], exported[path.stem])]
    bare = (before + after) / 2
    return {
        "files": len(files),
        "pages": sum(map(len, pages.values())),
        "processes": processors(),
        "files_per_s": round(len(files) / ours, 3),
        "libreoffice_files_per_s": round(len(files) / bare, 3),
        "throughput_ratio": round(bare / ours, 3),
        "processor_s_a_file": round(our_cpu / len(files), 3),
        "libreoffice_processor_s_a_file": round((cpu_before + cpu_after) / 2 / len(files), 3),
        "highest_memory_of_a_process_mib": round(max(highest) / 2**20),
        "memory_growth_ratio": round(max(highest) / max(highest[: len(highest) * EARLY // COUNT]), 3),
        "files_with_equal_text": len(equal),
    }


def _write_files(folder: Path) -> list[Path]:
    """Write the briefs in all formats; those that LibreOffice writes are made of flat OpenDocument files."""
    folder.mkdir()
    written = list[Path]()
    for number, (text, kind) in enumerate(zip(_texts(), cycle(KINDS), strict=False)):
        path = folder / f"{number:03}.{kind}"
        paragraphs = [line for line in text.splitlines() if line.strip()]
        if kind == "wpd":
            wordperfect_file(path, *(line.encode("ascii", "ignore").decode() for line in paragraphs))
        else:
            open_document(path.with_suffix(".fodt"), _body(paragraphs, number))
        written.append(path)
    for kind in sorted(set(KINDS) - {"wpd"}):
        sources = [path.with_suffix(".fodt") for path in written if path.suffix == f".{kind}"]
        _in_processes(sources, kind, folder)
    return written


def _first(folder: Path) -> list[Path]:
    folder.mkdir()
    return [wordperfect_file(folder / "first.wpd", "The motion to suppress is granted.")]


def _texts() -> Iterator[str]:
    with gzip.open(SHARED / "text" / "amicus-briefs.jsonl.gz", "rt") as lines:
        for line in islice(lines, COUNT):
            yield json.loads(line)["text"][:MOST_CHARACTERS]


def _body(paragraphs: Sequence[str], number: int) -> str:
    first, *others = paragraphs
    body = "".join(f"<text:p>{escape(_xml(other))}</text:p>" for other in others)
    return (
        '<text:h text:outline-level="1">POINT I</text:h>'
        f"<text:p>{escape(_xml(first))}{note(_NOTE.format(number))}</text:p>{body}"
        "<text:list><text:list-item><text:p>A first reason.</text:p></text:list-item><text:list-item>"
        "<text:p>A second reason.</text:p></text:list-item></text:list>"
    )


def _xml(text: str) -> str:
    """Return the text without characters that XML does not have."""
    return "".join(item for item in text if item.isprintable() or item == " ")


def _in_processes(files: Sequence[Path], kind: str, target: Path) -> dict[str, str]:
    """Convert with as many LibreOffices as there are processors; return the texts by name."""
    folder = convert.installed()
    assert folder is not None
    with tempfile.TemporaryDirectory() as profiles:
        running = [
            subprocess.Popen(
                [
                    str(folder / "soffice"),
                    f"-env:UserInstallation={(Path(profiles) / str(number)).as_uri()}",
                    *("--headless", "--convert-to", kind, "--outdir", str(target)),
                    *map(str, files[number :: processors()]),
                ],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for number in range(processors())
        ]
        for item in running:
            item.wait()
    converted = [target / f"{path.stem}.{kind.partition(':')[0]}" for path in files]
    return {item.stem: item.read_text("utf-8-sig") for item in converted if item.suffix == ".txt"}


def _pages(library: Library, outcome: FileOutcome) -> list[str]:
    assert outcome.document is not None, f"{outcome.path.name}: {outcome.reason}"
    return [page.raw for page in library.documents.pages(outcome.document.id)]


@contextmanager
def _highest_memory() -> Iterator[list[int]]:
    """Yield a list that gets the resident bytes of the largest child of this process, again and again."""
    seen, over = [0], threading.Event()

    def look() -> None:
        while not over.wait(LOOK_S):
            seen.append(max(map(_resident, psutil.Process().children(recursive=True)), default=0))

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield seen
    finally:
        over.set()
        looking.join()


def _resident(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.NoSuchProcess:  # it ended meanwhile
        return 0


def _is_equal(pages: Sequence[str], exported: str) -> bool:
    """Compare without the number at each page's foot."""
    return _compared("\n".join(_NUMBER.sub("", page) for page in pages)) == _compared(exported)


def _compared(text: str) -> str:
    """Return the text without labels, the footnote, its number and white space."""
    return _FOOTNOTE.sub("", _LABEL.sub("", "".join(text.split())), count=1)
