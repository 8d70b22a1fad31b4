"""Libraries that earlier releases wrote, opened with today's code: nothing is lost and all of it works."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from briefbank.catalogue import schema
from briefbank.domain.alerts import AlertKind
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.collections import EntryState
from briefbank.domain.feedback import Verdict
from briefbank.domain.ingest import FileStatus
from briefbank.domain.passages import Passage
from briefbank.domain.searches import SearchRequest
from briefbank.errors import StoreTooNew
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.fixtures.kept import ALL, FIRST, originals, unpack, unpack_personal
from tests.fixtures.make import COLLECTION, CORRECTED, JUVENILE, MARKED, NOTE, SAVED, SCAN
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.reporters import RecordingReporter

QUERIES = ("motor vehicle stop", "consent to search", "plea withdrawal", "170 N.J. 632", "juvenile waiver")
TABLES = ("document", "page", "passage", "feedback", "intake")
SEARCHED = "SELECT count(*) FROM passage WHERE searchable"
UNCORRECTED = (FIRST, "0002")
"""Releases in which captions could not be corrected yet."""


def counts(catalogue: Path) -> dict[str, int]:
    """The rows of each table, and the passages that searches look through."""
    asked = {table: f"SELECT count(*) FROM {table}" for table in TABLES} | {"searched": SEARCHED}
    with closing(sqlite3.connect(catalogue)) as connection:
        return {name: connection.execute(query).fetchone()[0] for name, query in asked.items()}


def texts(catalogue: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(catalogue)) as connection:
        return connection.execute("SELECT id, document_id, text_hash FROM passage ORDER BY id").fetchall()


def found(library: Library) -> list[list[tuple[str, str]]]:
    """Return for each query the files found, in their order, each with its passage's words."""
    answers = [library.search(SearchRequest(query)).hits for query in QUERIES]
    return [[(hit.document.file_name, words_of(hit.passage)) for hit in hits] for hits in answers]


def words_of(passage: Passage) -> str:
    return " ".join(passage.text.split())


@pytest.mark.parametrize("name", ALL)
def test_a_library_of_an_earlier_release_keeps_all_that_was_in_it(name: str, tmp_path: Path) -> None:
    folder = unpack(name, tmp_path / "library")
    before, words = counts(folder / "catalogue.sqlite"), texts(folder / "catalogue.sqlite")
    encoder = Buckets()
    with Library.open(folder, encoder=encoder) as library:
        assert counts(folder / "catalogue.sqlite") == before
        assert texts(folder / "catalogue.sqlite") == words
        assert {mark.query: mark.verdict for mark in library.feedback.all()} == {
            "motor vehicle stop": Verdict.UP,
            "prosecutor summation": Verdict.DOWN,
        }
        titles = {document.file_name: document.title for document in library.documents.each()}
        assert titles[JUVENILE] == ("In the Interest of T.J." if name in UNCORRECTED else CORRECTED)
        scan = next(document for document in library.documents.each() if document.file_name == SCAN)
        sources = {entry.field: entry.source for entry in library.documents.caption(scan.id)}
        assert sources[CaptionField.TITLE] == "caption"
        with closing(library.reader.open_pages(scan.id)) as pages:
            assert len(pages.sizes()) == scan.pages
        assert [hit.document.file_name for hit in library.search(SearchRequest("motor vehicle stop")).hits]
        library.warm()
        library.maintenance.read_authorities(QuietReporter())
        library.embedding.embed_pending(QuietReporter())
        assert library.maintenance.check(thorough=True).problems == (), "documents get their checksums"
        report = library.maintenance.check(thorough=True)
        assert (report.problems, report.waiting_for_meaning) == ((), 0)
        assert report.dense_passages == report.lexical_passages == before["searched"]
        assert encoder.passages <= before["passage"] // 2, "vectors are used again but for long passages"
        assert library.authorities.find("170 N.J. 632"), "the page of authorities is filled"


def test_what_a_person_kept_beside_an_earlier_release_s_library_is_there_and_leads_into_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = 0
    for name in ALL:
        monkeypatch.setenv("BRIEFBANK_HOME", str(tmp_path / name / "home"))
        if unpack_personal(name, tmp_path / name / "home"):
            with Library.open(unpack(name, tmp_path / name / "library"), encoder=Buckets()) as library:
                assert_kept(library)
            opened += 1
    assert opened


def assert_kept(library: Library) -> None:
    """Check that the data stored by ``tests.fixtures.make.keep`` is still there."""
    query, personal = MARKED[0][0], library.userdata
    assert [each.request.text for each in personal.history.newest()] == [query]
    assert [(each.name, each.request.text) for each in personal.saved.all()] == [(SAVED, query)]
    (collection,) = personal.collections.all()
    (gathered,) = library.collection_resolver.show(collection.id)
    (recent,) = personal.recent.newest()
    assert (collection.name, gathered.entry.note) == (COLLECTION, NOTE)
    assert gathered.found is EntryState.AS_IT_WAS
    assert gathered.hit is not None and gathered.hit.document == recent.document


def test_searches_in_the_first_release_s_library_find_what_a_library_made_today_finds(tmp_path: Path) -> None:
    files = [path for path in originals(FIRST, tmp_path) if path.name != SCAN]
    with Library.open(tmp_path / "new", encoder=Buckets()) as library:
        library.ingest.add(files, QuietReporter())
        library.embedding.embed_pending(QuietReporter())
        library.warm()
        today = found(library)
    with Library.open(unpack(FIRST, tmp_path / "old"), encoder=Buckets()) as library:
        for document in library.documents.each():
            if document.file_name == SCAN:
                library.documents.remove(document.id)
        library.feedback.forget(None)
        library.maintenance.read_authorities(QuietReporter())
        library.embedding.embed_pending(QuietReporter())
        library.warm()
        then = found(library)
    assert [{name for name, _ in hits} for hits in then] == [{name for name, _ in hits} for hits in today]
    assert [hits[:1] for hits in then] == [hits[:1] for hits in today]


def test_an_upgrade_is_told_and_leaves_a_private_copy_of_what_was_there(tmp_path: Path) -> None:
    folder = unpack(FIRST, tmp_path / "library")
    before = counts(folder / "catalogue.sqlite")
    reporter = RecordingReporter()
    with Library.open(folder, encoder=Buckets(), reporter=reporter):
        copy = folder / "before-upgrade-0001.sqlite"
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        assert counts(copy) == before
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    assert list(dict.fromkeys(reporter.stages))[:2] == [
        "Keeping a copy of the library as it was",
        "Bringing the library up to date",
    ]
    assert [path.name for path in folder.glob("before-upgrade-*")] == [copy.name]


def test_a_library_that_is_up_to_date_is_not_copied(tmp_path: Path) -> None:
    for _ in range(2):
        Library.open(tmp_path / "library", encoder=Buckets()).close()
    assert not list((tmp_path / "library").glob("before-upgrade-*"))


def test_removing_a_document_deletes_the_copy_that_holds_its_text(tmp_path: Path) -> None:
    folder = unpack("0007", tmp_path / "library")
    with Library.open(folder, encoder=Buckets()) as library:
        assert library.maintenance.sizes().before_upgrade > 100_000
        library.documents.remove(next(library.documents.each()).id)
        assert library.maintenance.sizes().before_upgrade == 0
    assert not list(folder.glob("before-upgrade-*"))


def test_a_newer_library_is_refused_and_every_byte_of_it_stays(tmp_path: Path) -> None:
    folder = unpack("0008", tmp_path / "library")
    with closing(sqlite3.connect(folder / "catalogue.sqlite")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0999'")
        connection.commit()
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(StoreTooNew) as raised:
        Library.open(folder, encoder=Buckets())
    assert "newer version" in raised.value.title
    assert {path: path.read_bytes() for path in before} == before
    assert not list(folder.glob("before-upgrade-*"))


def test_every_change_of_the_catalogue_has_its_library_among_the_kept_ones(tmp_path: Path) -> None:
    kept = set()
    for name in ALL:
        with closing(sqlite3.connect(unpack(name, tmp_path / name) / "catalogue.sqlite")) as connection:
            kept |= set(connection.execute("SELECT version_num FROM alembic_version").fetchone())
    assert schema.KNOWN - kept <= {"0003", "0005", "0006", schema.HEAD}


def test_documents_of_an_older_release_are_told_and_one_action_reads_them_as_today(tmp_path: Path) -> None:
    with Library.open(unpack("0002", tmp_path / "library"), encoder=Buckets()) as library:
        older = {each.matter: each for each in library.maintenance.alerts()}[AlertKind.OLDER]
        assert (older.number, len(older.documents)) == (3, 3)
        assert not any(document.judge or document.office for document in library.documents.each())
        assert library.ingest.read_older_again() == 3
        assert all(each.status is FileStatus.ADDED for each in library.ingest.run(QuietReporter()))
        assert {each.judge for each in library.documents.each()} == {
            "Beatrix L. Thorne",
            "Adaline R. Prewitt",
            "Winthrop E. Gadd",
        }
        assert len(library.feedback.all()) == 2
        assert AlertKind.OLDER not in {each.matter for each in library.maintenance.alerts()}
        assert library.ingest.read_older_again() == 0


def test_a_library_of_a_release_that_reads_as_today_says_nothing_of_it(tmp_path: Path) -> None:
    with Library.open(unpack("0007", tmp_path / "library"), encoder=Buckets()) as library:
        assert AlertKind.OLDER not in {each.matter for each in library.maintenance.alerts()}
