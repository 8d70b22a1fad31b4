"""How long documents take into a court bag by the office's feed, beside adding them where the office is.

The files are PDFs with text of 12 pages each. Adding them ends when all can be searched by words and by
meaning; so does taking them along. The server is a program of its own, asked over HTTPS on the loopback
through an egress worker, as desks do. A second exchange finds nothing new.

Bare, in the same run: the adding itself.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from briefbank import paths as places
from briefbank.domain.bags import BagChoice
from briefbank.domain.encryption import EncryptionState
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.remote.court_bag import CourtBag, opened
from tests.benchmarks.made_files import write_files
from tests.benchmarks.office import enrolled_links
from tests.server.program import ServerProgram

FILES, PAGES = 300, 12
QUIET = QuietReporter()


def measure(files: int = FILES) -> dict[str, object]:
    """Five minutes, nearly all of them for adding the files. A thousand files take the same for each."""
    os.environ.setdefault("BRIEFBANK_MODELS", str(places.models_folder()))
    with tempfile.TemporaryDirectory() as temporary, ExitStack() as stack:
        folder = Path(temporary)
        write_files(folder / "briefs", files, PAGES)
        with Library.open(folder / "library") as library:
            library.embedding.warm()
            words = _seconds(lambda: library.ingest.add([folder / "briefs"], QUIET))
            meaning = _seconds(lambda: library.embedding.embed_pending(QUIET))
            choice = BagChoice(documents=tuple(each.sha256 for each in library.documents.each()))
            documents, passages = library.documents.totals()
        server = ServerProgram(folder / "server", folder / "library")
        server.prepare(folder / "invitation.json")
        stack.callback(server.stop)
        (link, *_) = enrolled_links(server, folder / "invitation.json", stack)
        bag = CourtBag(link, folder / "bag", opened, lambda _place: EncryptionState.YES)
        taken = _seconds(lambda: bag.take(choice, QUIET))
        again = _seconds(lambda: bag.sync(QUIET))
        with opened(folder / "bag", QUIET) as library:
            assert library.documents.totals() == (documents, passages)
            assert library.embedding.waiting() == 0
        return {
            "documents": documents,
            "passages": passages,
            "adding": {"words_s": round(words, 1), "meaning_s": round(meaning, 1)},
            "taking_along_s": round(taken, 1),
            "nothing_new_s": round(again, 1),
            "times_adding": round((words + meaning) / taken, 1),
            "times_adding_for_words_alone": round(words / taken, 1),
        }


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
