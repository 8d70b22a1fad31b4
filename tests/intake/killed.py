"""A program that adds files to a library, for tests that kill it; and what a library holds, for comparing.

Run as ``python -m tests.intake.killed LIBRARY FILE…``; it says 'working' once the library is open.
"""

from __future__ import annotations

import hashlib
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from briefbank.intake import crew
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import LibraryPaths

DIMENSIONS = 16


class QuickEncoder:
    """Vectors made of hashes: the index that they go into is the real one."""

    name = "hashes"
    dimensions = DIMENSIONS

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.stack([_vector(text) for text in texts]) if texts else np.zeros((0, DIMENSIONS), np.float32)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        return _vector(text)


def _vector(text: str) -> NDArray[np.float32]:
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:DIMENSIONS]
    raw = np.frombuffer(digest, np.uint8).astype(np.float32) - 127.5
    return raw / np.linalg.norm(raw)


def work(folder: Path, files: Sequence[Path]) -> None:
    with Library.open(folder, encoder=QuickEncoder()) as library:
        print("working", flush=True)
        library.add(files, QuietReporter())
        library.embed_pending(QuietReporter())


def contents(folder: Path) -> dict[str, Any]:
    """All rows of the catalogue without the numbers and times that depend on order, what both indexes hold,
    and every stored file with its hash (a reading copy, whose bytes differ from run to run, without)."""
    paths = LibraryPaths(folder)
    with Library.open(folder, encoder=QuickEncoder()) as library:
        library.warm()
        report = library.check()
        held: dict[str, Any] = {
            "problems": report.problems,
            "counts": (report.documents, report.passages, report.lexical_passages, report.dense_passages),
            "waiting": library.waiting_files(),
        }
    held |= _rows(paths.catalogue)
    held["originals"] = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in _in(paths.files)
    }
    held["reading copies"] = [path.name for path in _in(paths.reading)]
    held["work"] = [path.name for path in _in(paths.work)]
    return held


def differences(one: dict[str, Any], other: dict[str, Any]) -> dict[str, list[str]]:
    """What is not alike, with the first few values of each side that the other lacks."""
    found = {}
    for name in one:
        if one[name] != other[name]:
            mine, theirs = (
                list(each) if isinstance(each, list) else [each] for each in (one[name], other[name])
            )
            lacking = [f"+ {value!r:.300}" for value in mine if value not in theirs]
            found[name] = [*lacking[:4], *[f"- {value!r:.300}" for value in theirs if value not in mine][:4]]
    return found


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
            "ledger": "SELECT path, stage, status, reason, needs_password, "
            "(SELECT sha256 FROM document d WHERE d.id = document_id) FROM intake WHERE status = 'refused'",
            "recognised": "SELECT sha256, page, packed FROM recognised",
            "orders": "SELECT * FROM ocr_order",
        }
        return {
            name: sorted(connection.execute(query).fetchall(), key=repr) for name, query in queries.items()
        }


if __name__ == "__main__":
    # The limit on starts stands against a file that brings the program down. Here the test does, and on a
    # busy computer twenty times in a row before a long file is read.
    crew.MOST_ATTEMPTS = sys.maxsize
    work(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
