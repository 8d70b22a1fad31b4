"""Every disagreement of catalogue, files, indexes and citation graph is reported and repaired."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import delete

from briefbank.catalogue import (
    authority_rows,
    document_rows,
    graph_rows,
    ingest_ledger,
    library_facts,
    passage_rows,
)
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.tables import CitedRow, GraphedRow
from briefbank.citator.graph import SCHEME
from briefbank.cli import commands
from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.embedding import encoders
from briefbank.embedding.dense import DenseIndex, DenseRow
from briefbank.index.lexical import LexicalIndex
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.maintenance import disks, documents
from tests.index.factory import build_document, build_passages, bytes_on_disk
from tests.maintenance.library_parts import QUIET, OpenParts, opened
from tests.stand_ins.encoders import Buckets
from tests.support.database_files import content
from tests.support.library_factory import library_of

PROJECT = Path(__file__).resolve().parents[2]


def problems(library: OpenParts, **how: bool) -> tuple[str, ...]:
    return library.health.check(QUIET, **how).problems


def lose_words(library: OpenParts) -> None:
    library.parts.lexical.remove(1)


def leave_words(library: OpenParts) -> None:
    library.parts.lexical.add(build_document(99), build_passages(99, ["left over"]))


def lose_vectors(library: OpenParts) -> None:
    library.parts.meaning.model().dense.remove(1)


def leave_vectors(library: OpenParts) -> None:
    vector = library.encoder.encode_query("left over")
    library.parts.meaning.model().dense.add([DenseRow(9999, 99, "ab", vector)])


def lose_marks(library: OpenParts) -> None:
    passage_rows.clear_embedded(library.parts.catalogue)


def lose_the_meaning_index(library: OpenParts) -> None:
    library.parts.meaning.close()
    shutil.rmtree(library.paths.dense)


def lose_a_reading_copy(library: OpenParts) -> None:
    next(library.paths.reading.iterdir()).unlink()


def leave_an_original(library: OpenParts) -> None:
    library.paths.original("ab" * 32, ".pdf").write_text("of a document that was removed")


def leave_a_reading_copy(library: OpenParts) -> None:
    document = document_rows.get(library.parts.catalogue, 1)
    library.paths.reading_copy(document.sha256).write_text("not known to the catalogue")


MENDED: dict[Callable[[OpenParts], None], str] = {
    lose_words: "2 passages cannot be found by words.",
    leave_words: "The index of words still holds 1 passage of documents that were removed.",
    lose_vectors: "2 passages cannot be found by meaning.",
    leave_vectors: "The index of meaning still holds 1 passage of documents that were removed.",
    lose_marks: "The index of meaning is ahead of the catalogue.",
    lose_the_meaning_index: "4 passages cannot be found by meaning.",
    lose_a_reading_copy: "The searchable copy of “State v. Heron” (document 2) is missing.",
    leave_an_original: "One file of the library belongs to no document.",
    leave_a_reading_copy: "One file of the library belongs to no document.",
}


@pytest.mark.parametrize("break_it", MENDED, ids=lambda break_it: break_it.__name__)
def test_an_inconsistency_is_reported_and_repaired(
    library: OpenParts, break_it: Callable[[OpenParts], None]
) -> None:
    before = library.state()
    assert problems(library) == ()
    break_it(library)
    (problem,) = problems(library)
    assert problem.startswith(MENDED[break_it])
    report = library.health.check(QUIET, repair=True)
    assert report.healthy and report.repaired == (f"Repaired: {problem}",)
    assert problems(library) == () and library.state() == before


def test_vectors_that_are_still_there_are_not_made_again(library: OpenParts) -> None:
    encoded_before = library.encoder.passages
    lose_marks(library)
    library.health.check(QUIET, repair=True)
    assert library.encoder.passages == encoded_before
    lose_vectors(library)
    library.health.check(QUIET, repair=True)
    assert library.encoder.passages == encoded_before + 2


@pytest.mark.parametrize("repair", [False, True])
def test_a_missing_original_is_reported_with_a_remedy_and_not_as_repaired(
    library: OpenParts, repair: bool
) -> None:
    document = document_rows.get(library.parts.catalogue, 1)
    library.paths.original(document.sha256, ".txt").unlink()
    report = library.health.check(QUIET, repair=repair)
    assert report.problems == (
        "The stored file of “State v. Zebra” (document 1) is missing. Add the file again.",
    )
    assert report.repaired == ()


def test_a_changed_original_is_found_by_its_size_or_by_reading_it(library: OpenParts) -> None:
    path = library.paths.original(document_rows.get(library.parts.catalogue, 1).sha256, ".txt")
    content = path.read_bytes()
    path.write_bytes(content[::-1])
    assert problems(library) == ()
    (problem,) = problems(library, thorough=True)
    assert "was changed or damaged" in problem
    path.write_bytes(content + b"more")
    assert len(problems(library)) == 1


def test_files_waiting_in_the_intake_are_not_reported_as_foreign(library: OpenParts) -> None:
    leave_an_original(library)
    library.waiting.add("ab" * 32)
    assert library.health.check(QUIET, repair=True).problems == ()
    assert library.paths.original("ab" * 32, ".pdf").exists()


def test_nothing_is_deleted_while_files_are_added(library: OpenParts) -> None:
    leave_an_original(library)
    code = (
        "import sys; from pathlib import Path; from briefbank.storage.lease import ProcessLock\n"
        "with ProcessLock(Path(sys.argv[1]), wait_s=0)():\n    print(flush=True); sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", code, str(library.paths.intake_lock)]
    with subprocess.Popen(command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as adding:
        assert adding.stdout is not None
        adding.stdout.readline()
        assert library.health.check(QUIET, repair=True).problems == (MENDED[leave_an_original],)
        adding.communicate()
    assert library.health.check(QUIET, repair=True).healthy


def test_a_file_that_a_user_put_there_is_reported_and_kept(library: OpenParts) -> None:
    note = library.paths.files / "My notes.docx"
    note.write_text("mine")
    (problem,) = problems(library, repair=True)
    assert "one file that BriefBank did not put there" in problem and note.read_text() == "mine"


@pytest.mark.parametrize("gone", [True, False])
def test_an_interruption_between_catalogue_and_lexical_index_is_repaired_at_the_next_opening(
    tmp_path: Path, gone: bool
) -> None:
    with opened(tmp_path / "library") as library:
        library.add("zebra stop")
        document = library.add("heron plea")
        if gone:
            ingest_ledger.remove_documents(library.parts.catalogue, document.id)
        else:
            library.parts.lexical.remove(document.id)
    with opened(tmp_path / "library") as library:
        assert library.parts.lexical.ids() == passage_rows.all_ids(
            library.parts.catalogue, searchable_only=True
        )


def test_many_removals_leave_no_trace_and_rewrite_the_index_once(
    library: OpenParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    with library.parts.lexical.batch():
        gone = [library.add(f"quagga{number} removed", "common words", scanned=True) for number in range(6)]
    library.embed()
    rewritten: list[str] = []
    for kind, name in ((LexicalIndex, "purge"), (DenseIndex, "remove"), (library_facts, "erase")):
        real = getattr(kind, name)
        monkeypatch.setattr(
            kind, name, lambda *given, name=name, real=real: (rewritten.append(name), real(*given))
        )
    documents.remove(library.parts, library.health, [document.id for document in gone], QUIET)
    assert rewritten == ["remove", "purge", "erase"]
    assert b"quagga" not in content(library.paths.root)
    assert library.parts.lexical.search(LexicalQuery(("quagga1",)), Filters(), 5) == []
    assert problems(library) == () and document_rows.totals(library.parts.catalogue)[0] == 2


def test_sizes_are_those_on_the_disk_and_know_the_last_check(library: OpenParts) -> None:
    before = disks.sizes(library.paths, library.parts.catalogue)
    assert before.last_check is None and before.last_backup is None
    library.health.check(QUIET)
    after = disks.sizes(library.paths, library.parts.catalogue)
    assert after.last_check is not None
    assert (after.documents, after.passages) == (2, 4)
    assert after.originals == bytes_on_disk(library.paths.files) > 0
    assert after.reading_copies == bytes_on_disk(library.paths.reading) > 0
    assert after.word_index == bytes_on_disk(library.paths.lexical) > 0
    assert after.meaning_index == bytes_on_disk(library.paths.dense) > 0
    assert after.catalogue > 0 and after.free > 0


def bring_up(library: OpenParts) -> None:
    documents.bring_words_up(library.parts.lexical, library.parts.catalogue, library.parts.lock, QUIET)


def bring_up_without_making_anew(library: OpenParts, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(LexicalIndex, "rebuild", lambda *_: pytest.fail("made anew"))
        bring_up(library)


def agrees(library: OpenParts) -> bool:
    return library.parts.lexical.ids() == passage_rows.all_ids(library.parts.catalogue, searchable_only=True)


def test_documents_missing_from_the_index_after_a_stop_are_added_without_a_rebuild(
    library: OpenParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.add("the officer saw a zebra")
    missing = [library.add(f"the judge saw {number}", "and said so") for number in range(3)]
    library.parts.lexical.remove(*(document.id for document in missing))
    bring_up_without_making_anew(library, monkeypatch)
    assert agrees(library)


def test_an_index_that_lacks_many_documents_is_rebuilt(
    library: OpenParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MOST_MISSING", 2)
    missing = [library.add(f"the judge saw {number}") for number in range(3)]
    library.parts.lexical.remove(*(document.id for document in missing))
    bring_up(library)
    assert agrees(library)


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


def test_the_first_question_on_an_authority_reads_what_was_never_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(encoders, "load_encoder", lambda _folder: Buckets())
    brief = "BRIEF FOR APPELLANT\n\nThe rule is that of State v. Carty, 170 N.J. 632 (2002).\n"
    with (
        library_of(tmp_path, {"brief.txt": brief}, Buckets()) as opened,
        opened.catalogue.writing() as connection,
    ):
        connection.execute(delete(CitedRow))
        connection.execute(delete(GraphedRow))
    status = commands.run(["--library", str(tmp_path / "library"), "authority", "170 N.J. 632", "--json"])
    assert status == 0
    assert json.loads(capsys.readouterr().out)["passages"] == 1
    with Library.open(tmp_path / "library", encoder=Buckets()) as opened:
        assert opened.maintenance.read_authorities(QuietReporter()) == 0
