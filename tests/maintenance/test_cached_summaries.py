"""Tests that cached summaries are deleted with their document and are in no backup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.catalogue import document_rows
from briefbank.domain.documents import Document
from briefbank.domain.summaries import (
    CheckedClaim,
    Claim,
    ClaimOutcome,
    GeneratedSummary,
    SummaryPart,
    SummarySource,
)
from briefbank.maintenance import documents
from briefbank.summary import cache
from briefbank.summary.cache import PROMPT_VERSION
from tests.maintenance.library_parts import QUIET, OpenParts, opened

MODEL = "cd" * 32
GENERATED = "The wagon was giraffe-coloured."


@pytest.fixture
def library(tmp_path: Path) -> Iterator[OpenParts]:
    with opened(tmp_path / "library") as opened_library:
        for document in (
            opened_library.add("zebra stop", "the wagon was searched"),
            opened_library.add("heron plea", "the plea"),
        ):
            keep(opened_library, document)
        opened_library.embed()
        yield opened_library


def keep(library: OpenParts, document: Document) -> None:
    claim = CheckedClaim(Claim(GENERATED, (1,), SummaryPart.FACTS), ClaimOutcome.SHOWN)
    summary = GeneratedSummary(document.id, "A Model", MODEL, PROMPT_VERSION, (claim,))
    source = SummarySource(document.id, document.title, ())
    cache.write(library.paths, document.sha256, summary, source, list_version=0)


def documents_with_summary(library: OpenParts) -> list[str]:
    return sorted(path.name.split("-")[0] for path in library.paths.summaries.iterdir())


def test_summaries_go_with_their_document_and_leftovers_are_deleted_but_no_file_of_a_user(
    library: OpenParts,
) -> None:
    first, second = list(document_rows.iterate(library.parts.catalogue))
    assert library.health.check(QUIET).problems == ()
    documents.remove(library.parts, library.health, [first.id], QUIET)
    assert documents_with_summary(library) == [second.sha256]
    gone = library.paths.kept_summary("ab" * 32, MODEL, PROMPT_VERSION)
    gone.write_bytes(b"of a document that was removed")
    assert "One file of the library belongs to no document." in library.health.check(QUIET).problems
    assert library.health.check(QUIET, repair=True).problems == ()
    assert documents_with_summary(library) == [second.sha256]
    own = library.paths.summaries / "notes.txt"
    own.write_text("mine")
    assert "did not put there" in " ".join(library.health.check(QUIET, repair=True).problems)
    assert own.read_text() == "mine"


def test_a_backup_holds_no_generated_word_and_a_restored_library_works_without(
    library: OpenParts, tmp_path: Path
) -> None:
    library.backup.make(tmp_path / "backup", QUIET)
    everything = [path for path in (tmp_path / "backup").rglob("*") if path.is_file()]
    summaries = [path.read_bytes() for path in library.paths.summaries.iterdir()]
    assert everything and summaries
    assert not [path for path in everything if MODEL in path.name or path.read_bytes() in summaries]
    assert not [path for path in everything if b"giraffe" in path.read_bytes()]
    with opened(tmp_path / "other") as other:
        other.restore.restore(tmp_path / "backup", QUIET)
        assert not other.paths.summaries.exists()
        assert other.health.check(QUIET).problems == ()
