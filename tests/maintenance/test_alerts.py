"""Tests of the alerts of a library: what counts, what does not, and their links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import update

from briefbank.catalogue import ingest_ledger, library_facts, passage_rows
from briefbank.catalogue.ingest_ledger import NewFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.tables import DocumentRow
from briefbank.citator.good_law import GoodLaw
from briefbank.domain.authorities import Standing
from briefbank.domain.caption_fields import Kind
from briefbank.domain.ingest import TAKEN_OFF, FileOutcome, FileStatus
from briefbank.domain.maintenance import AlertKind, LibraryAlert
from briefbank.errors import IndexFault
from briefbank.index.lexical import LexicalIndex
from briefbank.ingest.folder_watcher import FolderWatcher
from briefbank.maintenance import maintenance
from briefbank.maintenance.disks import LAST_BACKUP
from briefbank.maintenance.maintenance import AlertCollector
from briefbank.paths import LibraryPaths
from tests.citator.graphed import GraphedCatalogue, reading

CARTY, CITES = "State v. Carty, 170 N.J. 632 (2002)", "Consent needs suspicion. State v. Carty, 170 N.J. 632."
LEFT = 50 * maintenance.LEAST_FREE


class OverviewParts:
    """The parts of a library that the overview reads."""

    def __init__(self, paths: LibraryPaths, library: GraphedCatalogue) -> None:
        self.library, self.paths = library, paths
        self.good_law = GoodLaw(library.catalogue)
        self.lexical = LexicalIndex(paths.lexical)
        self.watching = FolderWatcher(library.catalogue, paths.root)
        self.overview = AlertCollector(paths, library.catalogue, self.lexical, self.good_law, self.watching)

    def alerts_by_kind(self) -> dict[AlertKind, LibraryAlert]:
        return {alert.kind: alert for alert in self.overview.collect()}


@pytest.fixture
def watched(
    library_paths: LibraryPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[OverviewParts]:
    monkeypatch.setattr("shutil.disk_usage", lambda _path: SimpleNamespace(free=LEFT))
    catalogue = open_catalogue(library_paths.catalogue)
    parts = OverviewParts(library_paths, GraphedCatalogue(catalogue))
    yield parts
    parts.lexical.close()
    catalogue.close()


def test_briefs_that_rely_on_bad_law_are_counted_and_listed_newest_first(watched: OverviewParts) -> None:
    old = watched.library.put(reading([CITES], filed=date(2010, 1, 1)))
    new = watched.library.put(reading([CITES], filed=date(2020, 1, 1)))
    watched.library.add("Something else.")
    watched.library.put(reading([CITES], kind=Kind.OPINION))
    watched.good_law.enter(CARTY, Standing.OVERRULED, since=date(2015, 3, 3))
    assert watched.alerts_by_kind() == {
        AlertKind.RELYING: LibraryAlert(AlertKind.RELYING, 2, (new.id, old.id), earlier=1)
    }


@pytest.mark.parametrize(
    "enter",
    [
        lambda law: law.enter(CARTY, Standing.GOOD),
        lambda law: law.enter(CARTY, Standing.OVERRULED, since=date.today() + timedelta(days=9)),
        lambda law: law.enter("State v. Other, 171 N.J. 1", Standing.OVERRULED),
    ],
    ids=["good law", "not yet", "another authority"],
)
def test_a_line_that_says_nothing_against_a_brief_today_is_no_concern(
    watched: OverviewParts, enter: Callable[[GoodLaw], object]
) -> None:
    watched.library.add(CITES)
    enter(watched.good_law)
    assert watched.alerts_by_kind() == {}


GONE_BY = "overruled by State v. Doe, 210 N.J. 1 (2012)"


@pytest.mark.parametrize(
    "texts",
    [
        (f"State v. Carty, 170 N.J. 632 (2002), {GONE_BY}.",),
        ("State v. Carty, 170 N.J. 632 (2002), asked for more.", f"Carty, 170 N.J. 632, was {GONE_BY}."),
        ("State v. Carty, 170 N.J. 632 (2002), was limited by State v. Doe, 210 N.J. 1 (2012).",),
    ],
    ids=["overruled", "in another passage", "limited"],
)
def test_a_brief_that_reports_what_was_done_to_an_authority_does_not_rely_on_it(
    watched: OverviewParts, texts: tuple[str, ...]
) -> None:
    relying = watched.library.add("The rule is settled. State v. Carty, 170 N.J. 632 (2002).")
    watched.library.add(*texts)
    watched.good_law.enter(CARTY, Standing.OVERRULED)
    assert watched.alerts_by_kind()[AlertKind.RELYING].documents == (relying.id,)
    assert [item.document.id for item in watched.good_law.relying("170 N.J. 632")] == [relying.id]


def test_counted_alerts_are_those_of_the_passages(watched: OverviewParts) -> None:
    """Alerts counted from the lines of the list are compared with those of passages in a search."""
    texts = ["State v. Carty, 170 N.J. 632.", "N.J.S.A. 2C:44-1(a)(3).", "N.J.S.A. 2C:44-1.", "R. 3:5-7."]
    documents = [watched.library.add(f"See {text}") for text in texts]
    for line in ("170 N.J. 632", "N.J.S.A. 2C:44-1(a)"):
        watched.good_law.enter(line, Standing.LIMITED)
    passages = [
        item
        for document in documents
        for item in passage_rows.of_document(watched.library.catalogue, document.id)
    ]
    alerted = {passage.document_id for passage in passages if passage.id in watched.good_law.alerts(passages)}
    assert set(watched.good_law.outdated_documents()) == alerted and alerted


def test_proposals_wait_until_they_are_decided(watched: OverviewParts) -> None:
    watched.library.add("State v. Doe, 210 N.J. 1 (2012), overruled State v. Carty, 170 N.J. 632 (2002).")
    assert watched.alerts_by_kind()[AlertKind.PROPOSED].number == 1
    watched.good_law.dismiss(watched.good_law.proposals()[0].key)
    assert AlertKind.PROPOSED not in watched.alerts_by_kind()


def test_refused_files_count_once_and_not_if_added_later_or_dismissed(watched: OverviewParts) -> None:
    catalogue = watched.library.catalogue
    for name, status, reason in (
        ("mended.pdf", FileStatus.REFUSED, "It is damaged."),
        ("bad.pdf", FileStatus.REFUSED, "It is damaged."),
        ("off.pdf", FileStatus.REFUSED, TAKEN_OFF),
        ("bad.pdf", FileStatus.REFUSED, "It is damaged."),
        ("mended.pdf", FileStatus.ADDED, ""),
    ):
        ingest_ledger.start(catalogue, [NewFile(Path("/briefs", name))])
        (file,) = ingest_ledger.waiting(catalogue)
        ingest_ledger.finish(catalogue, file.row, FileOutcome(file.path, status, None, reason))
    assert watched.alerts_by_kind() == {AlertKind.REFUSED: LibraryAlert(AlertKind.REFUSED, 1)}


def store_as(watched: OverviewParts, document_id: int, **values: object) -> None:
    """Change columns of a document, as a reading would have stored them."""
    with watched.library.catalogue.writing() as connection:
        connection.execute(update(DocumentRow).where(DocumentRow.id == document_id).values(values))


def test_pages_to_look_at_are_counted_with_the_documents_that_hold_them(watched: OverviewParts) -> None:
    first, second = watched.library.add("One."), watched.library.add("Two.")
    store_as(watched, first.id, doubtful_pages=3, hidden_pages=1)
    store_as(watched, second.id, doubtful_pages=2, gaps=4)
    results = watched.alerts_by_kind()
    assert results[AlertKind.DOUBTFUL] == LibraryAlert(AlertKind.DOUBTFUL, 2, (second.id, first.id), pages=5)
    assert results[AlertKind.HIDDEN] == LibraryAlert(AlertKind.HIDDEN, 1, (first.id,), pages=1)
    assert results[AlertKind.GAPS] == LibraryAlert(AlertKind.GAPS, 1, (second.id,), pages=4)
    assert list(results) == [AlertKind.HIDDEN, AlertKind.GAPS, AlertKind.DOUBTFUL]


@pytest.mark.parametrize(
    ("added", "last", "expected"),
    [(45, None, 0), (45, 31, 31), (45, 29, None), (29, None, None)],
    ids=["never", "long ago", "lately", "a new library"],
)
def test_a_backup_is_recommended_after_a_month(
    watched: OverviewParts, added: int, last: int | None, expected: int | None
) -> None:
    now = datetime.now(UTC)
    store_as(watched, watched.library.add("One.").id, added_at=now - timedelta(days=added))
    if last is not None:
        library_facts.put(watched.library.catalogue, LAST_BACKUP, (now - timedelta(days=last)).isoformat())
    result = watched.alerts_by_kind().get(AlertKind.BACKUP)
    assert (result.number if result else None) == expected


def test_a_library_of_the_sample_alone_needs_no_backup(watched: OverviewParts) -> None:
    long_ago = datetime.now(UTC) - timedelta(days=400)
    store_as(watched, watched.library.add("One.").id, added_at=long_ago, sample=True)
    assert watched.alerts_by_kind() == {}


def test_a_disk_that_is_nearly_full_comes_first(
    watched: OverviewParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.library.add(CITES)
    watched.good_law.enter(CARTY, Standing.OVERRULED)
    monkeypatch.setattr("shutil.disk_usage", lambda _path: SimpleNamespace(free=1_200_000_000))
    assert watched.overview.collect()[0] == LibraryAlert(AlertKind.DISK, 1, size=1_200_000_000)


def test_a_lexical_index_that_does_not_open_is_reported(
    watched: OverviewParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged() -> object:
        raise IndexFault()

    monkeypatch.setattr(watched.lexical, "id_totals", damaged)
    assert AlertKind.WORDS in watched.alerts_by_kind()


def test_only_an_unavailable_watched_folder_is_reported(watched: OverviewParts, tmp_path: Path) -> None:
    folder = tmp_path / "scans"
    folder.mkdir()
    watched.watching.watch(folder)
    watched.watching.new_files(0.0)
    assert watched.alerts_by_kind() == {}
    folder.rmdir()
    watched.watching.new_files(1.0)
    assert watched.alerts_by_kind() == {AlertKind.FOLDERS: LibraryAlert(AlertKind.FOLDERS, 1)}
