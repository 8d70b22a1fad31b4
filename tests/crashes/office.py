"""A small library with a backup of another state of it, made by BriefBank, and all that is seen of one."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from briefbank.citations import citations
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.searches import SearchRequest, Verdict
from briefbank.embedding import encoders
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets

State = dict[str, Any]
"""Everything by which a person could tell two libraries apart, under names that say where they differ."""
PROBLEMS = "problems"
QUIET = QuietReporter()
QUERIES = ("motor vehicle stop", "juvenile waiver", "170 N.J. 632")


def load_dependencies() -> None:
    """Load what every child needs, and let vectors be computed without a model."""
    from alembic import migration, operations, script

    assert migration and operations and script
    import lancedb  # noqa: F401

    encoders.load_encoder = lambda _folder=None: Buckets()
    citations.find("170 N.J. 632")


def make(folder: Path) -> None:
    """``library`` with two of three briefs, and ``backup``, made when it had another two of them.

    They also differ in a corrected title, in marks and in the office's thesaurus.
    """
    program = [sys.executable, "-m", "tests.support.reference_library", str(folder / "library")]
    subprocess.run(program, check=True)  # it starts threads and children, which a fork would not survive
    with Library.open(folder / "library") as library:
        library.records.library_id()  # the copy is of the same library
        first, _, last = sorted(document.id for document in library.documents.each())
    shutil.copytree(folder / "library", folder / "earlier")
    with Library.open(folder / "earlier") as library:
        library.documents.remove(first)
        library.thesaurus.path().write_text("stop = halt\n")
        library.maintenance.backup(folder / "backup", QUIET)
    shutil.rmtree(folder / "earlier")
    with Library.open(folder / "library") as library:
        library.documents.remove(last)
        library.documents.correct(first, CaptionField.TITLE, "State v. Somebody")
        library.thesaurus.path().write_text("waiver = transfer\n")
        hit = library.search(SearchRequest("waiver")).hits[0]
        library.feedback.give(hit.passage.id, "waiver", Verdict.UP)
        library.maintenance.rebuild(QUIET)


def seen(folder: Path) -> State:
    """Return what a person sees of a library after opening it and after the window's own tasks.

    Raises whatever keeps it from being opened.
    """
    with Library.open(folder) as library:
        library.maintenance.read_authorities(QUIET)
        library.embedding.embed_pending(QUIET)
        library.warm_search()
        result = _seen(library, folder)
        for query in QUERIES:
            hits = library.search(SearchRequest(query)).hits
            result[f"found for {query}"] = {hit.document.file_name for hit in hits}
        report = library.maintenance.check(thorough=True)
        result[PROBLEMS] = {*report.problems}
        result["searched by meaning"] = report.dense_passages == report.lexical_passages
    return result


def restored(backup: Path, elsewhere: Path) -> State:
    """Return what a person sees of a new library after a restore."""
    with Library.open(elsewhere) as library:
        library.maintenance.restore(backup, QUIET)
    result = seen(elsewhere)
    shutil.rmtree(elsewhere)
    return result


def _seen(library: Library, folder: Path) -> State:
    result: State = {}
    for document in library.documents.each():
        name = document.file_name
        result[name] = document
        result[f"caption of {name}"] = library.documents.caption(document.id)
        result[f"pages of {name}"] = library.documents.pages(document.id)
        result[f"passages of {name}"] = library.documents.passages(document.id)
    result["marks"] = library.feedback.all()
    result["good law"] = library.good_law.entries()
    result["waiting"] = library.ingest.waiting()
    result["watched"] = library.watched.folders()
    for path in (*(folder / "files").iterdir(), *(folder / "reading").iterdir(), folder / "thesaurus.txt"):
        if path.exists():
            result[path.relative_to(folder).as_posix()] = hashlib.sha256(path.read_bytes()).hexdigest()
    return result
