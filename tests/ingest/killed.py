"""A program that adds files to a library, for tests that kill it; and what a library holds, for comparing."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import Any

from briefbank.domain.ingest import FileProgress
from briefbank.ingest import file_reading, ingestion
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import LibraryPaths
from briefbank.text.messages import Message
from tests.stand_ins.encoders import Buckets

BUSY_S = 600.0


class SignallingReporter(QuietReporter):
    """Sends a byte whenever the work has moved on, from whichever thread."""

    def __init__(self, pipe: Connection) -> None:
        super().__init__()
        self._pipe, self._one_at_a_time = pipe, Lock()

    def progress(self, stage: Message, done: int, total: int) -> None:
        with self._one_at_a_time:
            self._pipe.send_bytes(b".")

    def file(self, event: FileProgress) -> None:
        self.progress(event.stage.value, event.done, event.total)


def run_ingest(folder: Path, files: Sequence[Path], pipe: Connection) -> None:
    """The whole of it, in a process forked from one that has imported all of this already.

    The limits on starts and on silence stand against a file that brings the program down or never ends. Here
    the test does, twenty times in a row, and on a busy computer a child alone takes long to come up.
    """
    ingestion.MOST_ATTEMPTS = sys.maxsize
    file_reading.PAGE_SILENCE_S = file_reading.TROUBLE_S = BUSY_S
    os.environ["BRIEFBANK_HOME"] = str(folder.with_name("home"))  # not of the test that forked first
    signs = SignallingReporter(pipe)
    with Library.open(folder, encoder=Buckets()) as library:
        library.ingest.add(files, signs)
        library.embedding.embed_pending(signs)


def contents(folder: Path) -> dict[str, Any]:
    """Return the whole content of a library: the catalogue's rows, both indexes and the stored files.

    Numbers and times that depend on order are left out of the rows. Every stored file comes with its hash,
    except for a reading copy, whose bytes differ from run to run.
    """
    paths = LibraryPaths(folder)
    with Library.open(folder, encoder=Buckets()) as library:
        library.warm()
        report = library.maintenance.check()
        result: dict[str, Any] = {
            "problems": report.problems,
            "counts": (report.documents, report.passages, report.lexical_passages, report.dense_passages),
            "waiting": library.ingest.waiting(),
        }
    result |= _rows(paths.catalogue)
    result["originals"] = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in _in(paths.files)
    }
    result["reading copies"] = [path.name for path in _in(paths.reading)]
    result["work"] = [path.name for path in _in(paths.work)]
    return result


def differences(one: dict[str, Any], other: dict[str, Any]) -> dict[str, list[str]]:
    """Return what differs, with the first few values of each side that the other lacks."""
    result = {}
    for name in one:
        if one[name] != other[name]:
            mine, theirs = (
                list(item) if isinstance(item, list) else [item] for item in (one[name], other[name])
            )
            lacking = [f"+ {value!r:.300}" for value in mine if value not in theirs]
            result[name] = [*lacking[:4], *[f"- {value!r:.300}" for value in theirs if value not in mine][:4]]
    return result


def _in(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def _rows(catalogue: Path) -> dict[str, Any]:
    with sqlite3.connect(f"file:{catalogue}?mode=ro", uri=True) as connection:
        connection.text_factory = bytes
        families = "(SELECT min(m.sha256) FROM document m WHERE m.family = d.family AND d.family > 0)"
        queries = {
            "documents": "SELECT d.sha256, kind, title, court, docket, filed, filed_source, pages, "
            "ocr_pages, passages, gaps, file_name, suffix, size, has_reading_copy, doubtful_pages, "
            f"hidden_pages, {families} FROM document d",
            "pages": 'SELECT d.sha256, p."index", p.label, p.source, p.gap_reason, p.raw, p.engine, '
            "p.confidence, p.hidden FROM page p JOIN document d ON d.id = p.document_id",
            "passages": "SELECT d.sha256, ordinal, role, searchable, text_hash, page_label, heading_path, "
            "spans, citations, text FROM passage p JOIN document d ON d.id = p.document_id",
            # Once only: a start that is given a file that was refused before refuses it again.
            "ledger": "SELECT DISTINCT path, stage, status, reason, refusal, "
            "(SELECT sha256 FROM document d WHERE d.id = document_id) FROM intake WHERE status = 'refused'",
            "recognised": "SELECT sha256, page, packed FROM recognised",
            "orders": "SELECT * FROM ocr_order",
        }
        return {
            name: sorted(connection.execute(query).fetchall(), key=repr) for name, query in queries.items()
        }
