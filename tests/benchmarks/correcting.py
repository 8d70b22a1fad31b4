"""One field of 500 documents, 40 passages each, corrected at once: the kind, the court, and the client.

Bare, in the same run: tantivy-py writing the same texts, as one stemmed field, in one commit.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path

from briefbank.catalogue import document_rows
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.citator.graph import Graph
from briefbank.domain.caption_fields import CaptionField
from briefbank.index.lexical import LexicalIndex
from briefbank.ingest.document_writer import Corrections
from briefbank.jobs import QuietReporter
from briefbank.paths import LibraryPaths
from briefbank.storage.lease import ProcessLock
from tests.benchmarks.indexing import bare, texts_of_200k
from tests.benchmarks.library_factory import PASSAGES_EACH, fill

DOCUMENTS = 500
CHANGES = {
    "kind": (CaptionField.KIND, "memo"),
    "court": (CaptionField.COURT, "Superior Court of New Jersey"),
    "client": (CaptionField.CLIENT, "Smith, John"),
}


def measure() -> dict[str, object]:
    """Measure each change once, which takes some minutes."""
    texts = texts_of_200k()[: DOCUMENTS * PASSAGES_EACH]
    with tempfile.TemporaryDirectory() as folder:
        bare_s, _ = bare(Path(folder) / "bare", texts)
        paths = LibraryPaths(Path(folder) / "library")
        paths.create()
        with ExitStack() as stack:
            catalogue = stack.enter_context(closing(open_catalogue(paths.catalogue)))
            lexical = stack.enter_context(closing(LexicalIndex(paths.lexical)))
            fill(catalogue, lexical, texts, cited=True)
            graph = Graph(catalogue)
            corrections = Corrections(catalogue, lexical, graph, ProcessLock(paths.lock, wait_s=10.0))
            graph.rebuild(ProcessLock(paths.lock, wait_s=10.0), lambda: None)
            taken = {name: _seconds(corrections, catalogue, *change) for name, change in CHANGES.items()}
    return {
        "documents": DOCUMENTS,
        **{f"{name}_s": round(seconds, 2) for name, seconds in taken.items()},
        "bare_tantivy_s": round(bare_s, 2),
        "ratio_of_court_to_bare": round(bare_s / taken["court"], 3),
    }


def _seconds(corrections: Corrections, catalogue: Database, field: CaptionField, value: str) -> float:
    ids = [document.id for document in document_rows.iterate(catalogue)]
    started = time.perf_counter()
    corrections.correct_many(ids, field, value, QuietReporter())
    return time.perf_counter() - started
