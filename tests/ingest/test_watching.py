"""Tests that files of watched folders are offered once complete, until they are added."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.errors import NotReadable
from briefbank.ingest import folder_watcher
from briefbank.ingest.dropped_files import DroppedFiles
from briefbank.ingest.folder_watcher import SETTLE_S, FolderWatcher, NotWatchable


@dataclass
class Office:
    """A library, a share beside it, and the clock of the poller."""

    root: Path
    watching: FolderWatcher
    now: float = 1000.0

    @property
    def share(self) -> Path:
        return self.root / "share"

    def write(self, name: str, content: str = "brief") -> Path:
        path = self.share / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        return path

    def look(self, later: float = SETTLE_S) -> list[Path]:
        self.now += later
        return self.watching.new_files(self.now)

    def folders(self) -> list[Path]:
        return [folder.path for folder in self.watching.folders()]

    def troubles(self) -> list[str]:
        return [folder.trouble for folder in self.watching.folders()]


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Database]:
    (tmp_path / "library").mkdir()
    with closing(open_catalogue(tmp_path / "library" / "catalogue.sqlite")) as opened:
        yield opened


@pytest.fixture
def office(tmp_path: Path, catalogue: Database) -> Office:
    (tmp_path / "share").mkdir()
    return Office(tmp_path, FolderWatcher(catalogue, tmp_path / "library"))


def restarted(office: Office, catalogue: Database) -> Office:
    return Office(office.root, FolderWatcher(catalogue, office.root / "library"), now=5.0)


def test_existing_files_are_added_once_they_have_settled(office: Office) -> None:
    one, two = office.write("b.pdf"), office.write("2019/a.docx")
    office.watching.watch(office.share)
    assert office.look() == []
    assert office.look(SETTLE_S - 1) == []
    assert office.look(1) == [two, one]
    office.watching.accepted([one, two])
    assert office.look() == []


def test_a_file_is_offered_until_the_ledger_has_it_and_again_after_a_kill(
    office: Office, catalogue: Database
) -> None:
    office.watching.watch(office.share)
    path = office.write("a.pdf")
    office.look()
    assert office.look() == office.look() == [path]
    after = restarted(office, catalogue)
    after.look()
    assert after.look() == [path]
    after.watching.accepted([path])
    third = restarted(office, catalogue)
    third.look()
    assert third.look() == []


def test_a_change_between_offer_and_acceptance_is_not_lost(office: Office) -> None:
    office.watching.watch(office.share)
    path = office.write("a.pdf")
    office.look()
    offered = office.look()
    office.write("a.pdf", "changed meanwhile")
    office.watching.accepted(offered)
    office.look()
    assert office.look() == [path]


def test_unwatching_forgets_and_watching_again_offers_all(office: Office) -> None:
    office.watching.watch(office.share)
    path = office.write("a.pdf")
    office.look()
    office.watching.accepted(office.look())
    office.watching.unwatch(office.share)
    assert office.folders() == []
    assert office.look() == []
    office.watching.accepted([path])
    office.watching.watch(office.share)
    office.look()
    assert office.look() == [path]


@pytest.mark.parametrize("mount_point", [False, True])
def test_an_unavailable_share_or_an_empty_mount_point_loses_no_file(
    office: Office, mount_point: bool
) -> None:
    office.watching.watch(office.share)
    taken, waiting = office.write("a.pdf"), office.write("b.pdf")
    office.look()
    office.look()
    office.watching.accepted([taken])
    office.share.rename(office.root / "away")
    if mount_point:
        office.share.mkdir()
    assert office.look() == []
    if mount_point:
        office.share.rmdir()
    else:
        assert "stays in the library" in office.troubles()[0]
    (office.root / "away").rename(office.share)
    office.look()
    assert office.look() == [waiting]
    assert office.troubles() == [""]


def test_a_subfolder_that_cannot_be_opened_is_reported_and_the_others_continue(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed, path = office.write("closed/a.pdf").parent, office.write("open/b.pdf")
    office.watching.watch(office.share)
    scandir = os.scandir

    def refusing(folder: Path) -> object:
        if folder == closed:
            raise PermissionError(13, "no")
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", refusing)
    office.look()
    assert office.look() == [path]
    assert office.troubles() == [
        f"The folder “{closed}” cannot be opened. Check that you may read what is in it."
    ]


def test_a_share_that_does_not_answer_blocks_only_the_scan(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.watching.watch(office.share)
    office.write("a.pdf")
    office.look()
    walking, answers = threading.Event(), threading.Event()

    def slow(dropped: Iterable[Path], _left_out: object = None) -> Iterator[Path]:
        walking.set()
        assert answers.wait(30)
        return iter(DroppedFiles(dropped))

    monkeypatch.setattr(folder_watcher, "DroppedFiles", slow)
    with ThreadPoolExecutor(1) as pool:
        look = pool.submit(office.look)
        assert walking.wait(30)
        assert office.folders() == [office.share]
        office.watching.accepted([])
        office.watching.unwatch(office.share)
        answers.set()
        assert look.result() == []


@pytest.mark.parametrize("where", ["library", "library/files", ".", "link"])
def test_the_library_itself_and_what_is_around_it_may_not_be_watched(office: Office, where: str) -> None:
    (office.root / "library" / "files").mkdir()
    (office.root / "link").symlink_to(office.root / "library")
    with pytest.raises(NotWatchable, match="own folder"):
        office.watching.watch(office.root / where)
    assert office.folders() == []


def test_a_link_into_the_library_inside_a_watched_folder_brings_no_copies_of_copies(office: Office) -> None:
    (office.root / "library" / "reading").mkdir()
    (office.root / "library" / "reading" / "copy.pdf").write_text("copy")
    (office.share / "shortcut").symlink_to(office.root / "library")
    path = office.write("a.pdf")
    office.watching.watch(office.share)
    office.look()
    assert office.look() == [path]


def test_folders_may_not_overlap_and_the_reason_names_the_other(office: Office) -> None:
    (office.share / "2019").mkdir()
    office.watching.watch(office.share / "2019")
    with pytest.raises(NotWatchable, match="is watched already") as raised:
        office.watching.watch(office.share)
    assert str(office.share / "2019") in str(raised.value)
    with pytest.raises(NotWatchable, match="watched already"):
        office.watching.watch(office.share / "." / "2019")
    office.watching.unwatch(office.share / "2019")
    office.watching.watch(office.share)
    with pytest.raises(NotWatchable, match="is watched already"):
        office.watching.watch(office.share / "2019")
    (office.root / "share2").mkdir()
    office.watching.watch(office.root / "share2")
    assert office.folders() == [office.share, office.root / "share2"]


@pytest.mark.parametrize("where", ["missing", "file.pdf"])
def test_a_path_that_is_no_folder_is_refused(office: Office, where: str) -> None:
    (office.root / "file.pdf").write_text("x")
    with pytest.raises(NotReadable, match="folder cannot be opened"):
        office.watching.watch(office.root / where)


@given(data=st.data())
def test_each_settled_state_of_a_file_is_added_exactly_once(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    root = tmp_path_factory.mktemp("office")
    (root / "library").mkdir()
    (root / "share").mkdir()
    with closing(open_catalogue(root / "library" / "catalogue.sqlite")) as catalogue:
        office = Office(root, FolderWatcher(catalogue, root / "library"))
        office.watching.watch(office.share)
        taken: list[tuple[str, str]] = []
        written = 0
        for _ in range(data.draw(st.integers(1, 25))):
            what = data.draw(st.sampled_from(["write", "look", "look", "take", "remove", "kill"]))
            name = data.draw(st.sampled_from("abc"))
            if what == "write":
                written += 1
                office.write(name, "x" * written)
            elif what == "remove":
                (office.share / name).unlink(missing_ok=True)
            elif what == "kill":
                office = restarted(office, catalogue)
            else:
                results = office.look(data.draw(st.sampled_from([1.0, SETTLE_S])))
                if what == "take":
                    taken += [(path.name, path.read_text()) for path in results]
                    office.watching.accepted(results)
        office.look()
        taken += [(path.name, path.read_text()) for path in office.look()]
        assert len(taken) == len(set(taken))
        present = {(path.name, path.read_text()) for path in office.share.iterdir()}
        assert present <= set(taken)
