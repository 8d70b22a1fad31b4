"""Tests that the citation graph follows intake, corrections and removals, and is repaired."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from briefbank.catalogue import authority_rows, graph_rows
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.citator.graph import SCHEME
from briefbank.domain.caption_fields import CaptionField
from briefbank.ingest.document_writer import Corrections
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.maintenance import documents as removal
from tests.maintenance.library_parts import QUIET, OpenParts, opened
from tests.stand_ins.encoders import Buckets
from tests.support.library_factory import library_of

CARTY = "See State v. Carty, 170 N.J. 632 (2002)."


def cited(catalogue: Database, canonical: str = "170 N.J. 632") -> list[int]:
    """The documents that cite it."""
    ids = authority_rows.ids_of(catalogue, [canonical]).values()
    return [document_id for document_id, _ in authority_rows.passages_citing(catalogue, list(ids))]


def forget(library: OpenParts) -> None:
    """Bring about the state after a stop between catalogue and graph."""
    graph_rows.mark_all_unread(library.parts.catalogue)


def test_a_check_reports_unread_documents_and_a_repair_reads_them(tmp_path: Path) -> None:
    with opened(tmp_path) as library:
        library.add("one"), library.add("two")
        library.embed()
        assert library.health.check(QUIET).problems == ()
        forget(library)
        (problem,) = library.health.check(QUIET).problems
        assert problem == "It is not known yet which authorities 2 documents cite."
        assert library.health.check(QUIET, repair=True).repaired == (f"Repaired: {problem}",)
        assert library.parts.graph.unread() == []


def test_a_rebuild_reads_all_documents_again(tmp_path: Path) -> None:
    with opened(tmp_path) as library:
        library.add("one")
        forget(library)
        assert library.health.rebuild(QUIET).problems == ()


def test_a_correction_is_followed_at_once(tmp_path: Path) -> None:
    with opened(tmp_path) as library:
        document = library.add("one")
        parts = library.parts
        Corrections(parts.catalogue, parts.lexical, parts.graph, parts.lock).correct(
            document.id, CaptionField.KIND, "opinion"
        )
        assert parts.graph.unread() == []


def test_removing_documents_leaves_the_graph_in_step(tmp_path: Path) -> None:
    with opened(tmp_path) as library:
        documents = [library.add("one"), library.add("two")]
        forget(library)
        removal.remove(library.parts, library.health, [documents[0].id], QUIET)
        assert library.parts.graph.unread() == []


@pytest.mark.parametrize("stopped", [False, True])
def test_an_added_file_is_in_the_graph_and_after_a_stop_with_the_next_intake(
    tmp_path: Path, stopped: bool
) -> None:
    brief = f"ARGUMENT\n\nThe stop was unlawful and all that it led to must go. {CARTY}\n"
    with library_of(tmp_path, {"brief.txt": brief}, Buckets()) as library:
        (document,) = list(library.documents.each())
    with closing(open_catalogue(tmp_path / "library" / "catalogue.sqlite")) as catalogue:
        assert cited(catalogue) == [document.id]
        if stopped:
            graph_rows.mark_all_unread(catalogue)
    with Library.open(tmp_path / "library", encoder=Buckets()) as library:
        library.ingest.run(QuietReporter())
    with closing(open_catalogue(tmp_path / "library" / "catalogue.sqlite")) as catalogue:
        assert cited(catalogue) == [document.id]
        assert graph_rows.unread(catalogue, SCHEME) == []
