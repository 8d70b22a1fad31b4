"""How long documents take into an offline copy by the office's feed, beside adding them where the office is.

The files are PDFs with text of 12 pages each. Adding them ends when all can be searched by words and by
meaning; so does taking them along. The server is a program of its own, asked over HTTPS on the loopback
through an egress worker, as clients do. A second exchange finds nothing new. There is a ratio by the clock,
and one of processor time, of all processes that have a part in it, which other work of the computer does not
change. Both begin warm: the library is open, and the offline copy has one document.

Bare, in the same run: the adding itself.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import psutil

from briefbank import paths as places
from briefbank.domain.maintenance import EncryptionState
from briefbank.domain.office import OfflineChoice
from briefbank.jobs import QuietReporter
from briefbank.office.library import OfficeLibrary
from briefbank.office.offline_matters import OfflineMatters, opened
from tests.benchmarks.file_factory import write_files
from tests.benchmarks.office import enrolled_links
from tests.office.program import ServerProgram

FILES, PAGES = 1_000, 12
QUIET = QuietReporter()


def measure(files: int = FILES) -> dict[str, object]:
    """Four minutes on an idle computer, nearly all of them for adding the files."""
    os.environ.setdefault("BRIEFBANK_MODELS", str(places.models_folder()))
    with tempfile.TemporaryDirectory() as temporary, ExitStack() as stack:
        folder = Path(temporary)
        write_files(folder / "briefs", files, PAGES)
        with OfficeLibrary.open(folder / "library") as library:
            library.embedding.warm()
            words = _spent(lambda: library.ingest.add([folder / "briefs"], QUIET))
            embedding = _spent(lambda: library.embedding.embed_pending(QUIET))
            choice = OfflineChoice(documents=tuple(document.sha256 for document in library.documents.each()))
            documents, passages = library.documents.totals()
        server = ServerProgram(folder / "server", folder / "library")
        server.prepare(folder / "invitation.json")
        stack.callback(server.stop)
        (link, *_) = enrolled_links(server, folder / "invitation.json", stack)
        offline = OfflineMatters(link, folder / "offline", opened, lambda _place: EncryptionState.YES)
        offline.take(OfflineChoice(documents=choice.documents[:1]), QUIET)
        taken = _spent(lambda: offline.take(choice, QUIET))
        again = _spent(lambda: offline.sync(QUIET))
        with opened(folder / "offline", QUIET) as library:
            assert library.documents.totals() == (documents, passages)
            assert library.embedding.waiting() == 0
        return {
            "documents": documents,
            "passages": passages,
            "adding_words": words.figures(),
            "adding_meaning": embedding.figures(),
            "taking_along": taken.figures(),
            "nothing_new": again.figures(),
            "times_adding": {
                "seconds": round((words.seconds + embedding.seconds) / taken.seconds, 1),
                "processor_s": round((words.processor_s + embedding.processor_s) / taken.processor_s, 1),
            },
        }


@dataclass(frozen=True, slots=True)
class _Spent:
    """The time that some work took by the clock, and of processors."""

    seconds: float
    processor_s: float

    def figures(self) -> dict[str, float]:
        return {"seconds": round(self.seconds, 1), "processor_s": round(self.processor_s, 1)}


def _spent(work: Callable[[], object]) -> _Spent:
    before, began = _processor_times(), time.perf_counter()
    work()
    took, after = time.perf_counter() - began, _processor_times()
    return _Spent(took, sum(after.values()) - sum(before.get(pid, 0.0) for pid in after))


def _processor_times() -> dict[int, float]:
    """The processor time of this process and of all that it started: readers, also those that ended, the
    egress worker, the server and its own."""
    own = psutil.Process()
    result = {}
    for item in (own, *own.children(recursive=True)):
        times = item.cpu_times()
        result[item.pid] = times.user + times.system + times.children_user + times.children_system
    return result
