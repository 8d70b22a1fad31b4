"""Starting a library in a folder, what is said of the folder before, and leaving other files alone."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path, PurePosixPath, PureWindowsPath
from types import SimpleNamespace

import psutil
import pytest

from briefbank.domain.maintenance import Caution
from briefbank.errors import FileAway, NotALibrary, StoreAway, StoreError, StoreLinked
from briefbank.files import delete, delete_tree
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import LibraryPaths
from briefbank.storage import library_folder
from briefbank.storage.lease import clear_unless_held
from briefbank.storage.library_folder import SENTINEL, is_library, require_readable
from tests.support import command
from tests.support.reference_library import copy_reference_library
from tests.support.trees import nest, tree
from tests.untrusted_input.tables import write_naming_journal

OWN_FOLDERS = ("files", "reading", "lexical", "dense", "work", "summaries", "restoring")


def opened_once(folder: Path) -> Path:
    Library.open(folder).close()
    return folder


@pytest.fixture
def home_of_a_person(tmp_path: Path) -> Path:
    """A folder that happens to hold names that a library has, too."""
    folder = tmp_path / "library"
    for name in (*OWN_FOLDERS, "before-restore-notes", "Pictures"):
        (folder / name).mkdir(parents=True)
        (folder / name / "mine.txt").write_text("mine")
        (folder / name / ("a" * 64 + ".pdf")).write_text("mine, too")
    (folder / "new-house").write_text("mine")
    folder.chmod(0o755)
    return folder


@pytest.mark.parametrize("arguments", [("list",), ("check", "--repair"), ("remove", "1")])
def test_a_folder_with_other_files_stays_as_it_is(
    home_of_a_person: Path, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    before = tree(home_of_a_person)
    result = command.run(tmp_path, *arguments)
    assert result.status == 3
    assert "holds other files" in result.errors and "mistake" not in result.errors
    assert tree(home_of_a_person) == before


@pytest.mark.parametrize("content", [b"", b"notes", b"SQLite format 3\0" + bytes(84)])
def test_another_program_s_catalogue_makes_no_library(home_of_a_person: Path, content: bytes) -> None:
    (home_of_a_person / "catalogue.sqlite").write_bytes(content)
    before = tree(home_of_a_person)
    with pytest.raises(NotALibrary):
        Library.open(home_of_a_person)
    assert tree(home_of_a_person) == before


def test_a_folder_with_other_files_is_not_set_aside_for_a_backup(
    home_of_a_person: Path, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "other") as library:
        library.maintenance.backup(tmp_path / "backup", QuietReporter())
    before = tree(home_of_a_person)
    with pytest.raises(NotALibrary):
        Library.make_room_for(tmp_path / "backup", home_of_a_person)
    assert tree(home_of_a_person) == before


@pytest.mark.parametrize("clutter", ["", ".DS_Store", "Thumbs.db", "lost+found", ".Trash-1000"])
def test_a_library_begins_in_a_new_or_an_empty_folder(tmp_path: Path, clutter: str) -> None:
    folder = tmp_path / "library"
    if clutter:
        folder.mkdir()
        (folder / clutter).touch()
    opened_once(folder)
    assert is_library(LibraryPaths(folder)) and folder.stat().st_mode & 0o077 == 0


def test_a_library_that_lost_its_sentinel_is_known_and_marked_again(tmp_path: Path) -> None:
    folder = opened_once(tmp_path / "library")
    (folder / "notes of the office.txt").write_text("mine")
    (folder / SENTINEL).unlink()
    opened_once(folder)
    assert (folder / SENTINEL).is_file()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"other": 1}', b"\xff", b"{" * 5000])
def test_a_sentinel_that_is_not_ours_makes_no_library(home_of_a_person: Path, content: bytes) -> None:
    (home_of_a_person / SENTINEL).write_bytes(content)
    with pytest.raises(NotALibrary):
        Library.open(home_of_a_person)


@pytest.mark.parametrize("name", OWN_FOLDERS)
def test_a_library_s_folder_that_is_a_link_is_not_followed(tmp_path: Path, name: str) -> None:
    folder, documents = opened_once(tmp_path / "library"), tmp_path / "Documents"
    documents.mkdir()
    (documents / "mine.txt").write_text("mine")
    (documents / ("b" * 64 + ".pdf")).write_text("mine, too")
    (documents / "new-1").write_text("mine, three")
    delete(folder / name)
    (folder / name).symlink_to(documents)
    before = tree(documents)
    with pytest.raises(StoreLinked):
        Library.open(folder)
    assert tree(documents) == before


FILES = (
    *("catalogue.sqlite", "thesaurus.txt", "audit.log", "writer.lock", "backups.json", SENTINEL),
    *(
        "files/" + "c" * 64 + ".pdf",
        "reading/" + "c" * 64 + ".pdf",
        "lexical/index.json",
        "lexical/write.lock",
    ),
    *("work/" + "c" * 64 + "/unlocked.pdf", "lexical/g-0123456789ab/meta.json"),
)


@pytest.mark.parametrize("name", FILES)
def test_a_library_s_file_that_is_a_link_is_not_followed(tmp_path: Path, name: str) -> None:
    folder, victim = opened_once(tmp_path / "library"), tmp_path / "victim"
    victim.write_text("mine")
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    delete(path)
    path.symlink_to(victim)
    before = tree(tmp_path)
    with pytest.raises((StoreLinked, NotALibrary)):
        Library.open(folder)
    assert tree(tmp_path) == before


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # names of sockets are short
    try:
        with socket.socket(socket.AF_UNIX) as unix_socket:
            unix_socket.bind(path.name)
    finally:
        os.chdir(here)


@pytest.mark.parametrize("make", [_pipe, _socket])
@pytest.mark.parametrize("name", ["catalogue.sqlite", "files/x.pdf", "audit.log", SENTINEL])
def test_a_pipe_or_socket_is_not_opened(tmp_path: Path, make: Callable[[Path], None], name: str) -> None:
    folder = opened_once(tmp_path / "library")
    (folder / name).unlink(missing_ok=True)
    make(folder / name)
    with pytest.raises((StoreLinked, NotALibrary)):
        Library.open(folder)


@pytest.mark.parametrize("name", ["catalogue.sqlite", "audit.log", "intake.lock"])
def test_a_file_that_has_a_second_name_elsewhere_is_not_changed(tmp_path: Path, name: str) -> None:
    folder = opened_once(tmp_path / "library")
    (folder / name).rename(tmp_path / "mine")
    before = (tmp_path / "mine").read_bytes()
    os.link(tmp_path / "mine", folder / name)
    with pytest.raises(StoreLinked):
        Library.open(folder)
    assert (tmp_path / "mine").read_bytes() == before


@pytest.mark.nightly
def test_a_hard_link_to_an_original_left_for_a_child_does_not_block_the_library(tmp_path: Path) -> None:
    folder = copy_reference_library(tmp_path / "library")
    os.link(next(path for path in (folder / "files").rglob("*") if path.is_file()), tmp_path / "elsewhere")
    (folder / "work" / ("e" * 64)).mkdir(parents=True)
    (folder / "work" / ("e" * 64) / "read.pdf").write_text("half")
    os.link(folder / "work" / ("e" * 64) / "read.pdf", tmp_path / "handed")
    opened_once(folder)


def test_a_link_to_a_library_may_be_chosen(tmp_path: Path) -> None:
    opened_once(tmp_path / "library")
    (tmp_path / "link").symlink_to(tmp_path / "library")
    opened_once(tmp_path / "link")


def test_a_link_that_a_child_left_on_its_workspace_does_not_block_the_library(tmp_path: Path) -> None:
    client = opened_once(tmp_path / "library") / "work" / ("desk-" + "d" * 32)
    (client / "made").mkdir(parents=True)
    (client / "made" / "link").symlink_to(tmp_path)
    opened_once(tmp_path / "library")
    assert not client.exists() and tmp_path.exists()


@pytest.mark.parametrize("name", ["new-x", "desk-" + "d" * 32, "draft-" + "d" * 32, "e" * 64, "mine"])
def test_a_link_among_unfinished_work_is_refused_and_what_it_leads_to_stays(
    tmp_path: Path, name: str
) -> None:
    folder = opened_once(tmp_path / "library")
    (tmp_path / "mine" / "deeper").mkdir(parents=True)
    (tmp_path / "mine" / "deeper" / "brief.docx").write_text("mine")
    before = tree(tmp_path / "mine")
    (folder / "work" / name).symlink_to(tmp_path / "mine")
    with pytest.raises(StoreLinked):
        Library.open(folder)
    assert tree(tmp_path / "mine") == before


def test_a_folder_is_not_emptied_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "mine" / "deeper").mkdir(parents=True)
    (tmp_path / "mine" / "deeper" / "brief.docx").write_text("mine")
    before = tree(tmp_path / "mine")
    (tmp_path / "link").symlink_to(tmp_path / "mine")
    with pytest.raises(OSError):
        delete_tree(tmp_path / "link")
    clear_unless_held(tmp_path / "link")
    assert tree(tmp_path / "mine") == before and not (tmp_path / "link").exists()


@pytest.mark.nightly
def test_folders_nested_by_a_stopped_child_are_cleared_away(tmp_path: Path) -> None:
    client = opened_once(tmp_path / "library") / "work" / ("desk-" + "d" * 32)
    (client / "made").mkdir(parents=True)
    nest(client / "made", 3000)
    opened_once(tmp_path / "library")
    assert not client.exists()


@pytest.mark.parametrize("name", ["files", "lexical"])
@pytest.mark.nightly
def test_a_library_of_folders_without_end_is_refused_and_left_alone(tmp_path: Path, name: str) -> None:
    folder = opened_once(tmp_path / "library")
    (folder / name).mkdir(exist_ok=True)
    nest(folder / name, 3000)
    with pytest.raises(StoreError, match="folders in folders"):
        Library.open(folder)
    delete_tree(folder / name)
    opened_once(folder)


def test_a_journal_that_names_another_file_deletes_nothing(tmp_path: Path) -> None:
    """SQLite would delete that file once it had rolled the journal back."""
    folder, victim = opened_once(tmp_path / "library"), tmp_path / "victim.txt"
    victim.write_text("mine")
    write_naming_journal(folder / "catalogue.sqlite", victim)
    before = tree(tmp_path)
    with pytest.raises(StoreLinked):
        Library.open(folder)
    assert tree(tmp_path) == before


def test_a_journal_that_a_stop_left_is_rolled_back(tmp_path: Path) -> None:
    folder = opened_once(tmp_path / "library")
    write_naming_journal(folder / "catalogue.sqlite", tmp_path / "none")
    journal = folder / "catalogue.sqlite-journal"
    journal.write_bytes(journal.read_bytes()[:512])
    opened_once(folder)
    assert not journal.exists()


def test_user_files_in_the_folder_of_a_library_stay(tmp_path: Path) -> None:
    folder = opened_once(tmp_path / "library")
    mine = [folder / name / "holiday.pdf" for name in OWN_FOLDERS if name != "restoring"]
    mine += [
        folder / "holiday.pdf",
        folder / "before-upgrade-notes.sqlite",
        folder / "work" / "desk" / "a.txt",
    ]
    for path in mine:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine")
    assert command.run(tmp_path, "check", "--repair").status in (0, 1)
    command.run(tmp_path, "rebuild")
    (folder / "lexical" / "index.json").write_text("damaged")
    opened_once(folder)
    assert [path for path in mine if not path.exists()] == []


def test_leftovers_of_an_interruption_are_removed(tmp_path: Path) -> None:
    folder = opened_once(tmp_path / "library")
    left = [
        folder / "work" / name
        for name in ("e" * 64, "draft-" + "e" * 32, "briefbank_unfinished_abc_1234.tmp")
    ]
    left += [folder / "lexical" / "g-0123456789ab"]
    for path in left:
        path.mkdir()
    opened_once(folder)
    assert [path for path in left if path.exists()] == []


def test_a_lost_file_is_distinguished_from_a_library_that_is_away(tmp_path: Path) -> None:
    paths = LibraryPaths(opened_once(tmp_path / "library"))
    (paths.root / "brief.pdf").write_bytes(b"%PDF-1.7")
    assert require_readable(paths.root / "brief.pdf", paths) == paths.root / "brief.pdf"
    for path in (paths.root / "gone.pdf", paths.root):
        with pytest.raises(FileAway):
            require_readable(path, paths)
    paths.root.rename(tmp_path / "elsewhere")
    with pytest.raises(StoreAway):
        require_readable(paths.root / "brief.pdf", paths)


@pytest.mark.parametrize(
    ("folder", "program"),
    [
        (PureWindowsPath(r"C:\Users\Ann\OneDrive - County of Essex\Briefs"), "OneDrive"),
        (PurePosixPath("/home/ann/Dropbox (Personal)/library"), "Dropbox"),
        (PurePosixPath("/Users/ann/Library/Mobile Documents/com~apple~CloudDocs/b"), "iCloud Drive"),
        (PurePosixPath("/Users/ann/Library/CloudStorage/GoogleDrive-ann@example.org/x"), "Google Drive"),
        (PurePosixPath("/home/ann/Nextcloud2"), "Nextcloud"),
        (PurePosixPath("/home/ann/Box Sync/x"), "Box"),
    ],
)
def test_a_synchronised_folder_is_recognised_by_its_names(
    folder: PurePosixPath | PureWindowsPath, program: str
) -> None:
    assert library_folder.synchroniser(folder) == program


def mounts(monkeypatch: pytest.MonkeyPatch, *disks: tuple[str, str, str]) -> None:
    partitions = [
        SimpleNamespace(mountpoint=mountpoint, fstype=kind, opts=opts) for mountpoint, kind, opts in disks
    ]
    monkeypatch.setattr(psutil, "disk_partitions", lambda all: partitions)


def test_a_network_share_is_recognised_by_the_innermost_mount_of_the_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    inside = tmp_path / "local"
    mounts(monkeypatch, ("/", "ext4", "rw"), (str(tmp_path), "nfs4", "rw"), (str(inside), "ext4", "rw"))
    assert library_folder.describe_folder(tmp_path / "library").caution is Caution.NETWORK
    assert library_folder.describe_folder(inside / "library").caution is Caution.NONE


def test_a_disk_that_does_not_answer_is_no_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(_path: object) -> object:
        raise OSError(5, "input/output error")

    monkeypatch.setattr(shutil, "disk_usage", broken)
    assert library_folder.describe_folder(tmp_path).free_bytes is None
    assert not library_folder.describe_folder(tmp_path).is_tight


def test_a_library_is_begun_in_an_empty_folder_or_in_one_of_its_own(tmp_path: Path) -> None:
    assert library_folder.place_for(tmp_path / "new").folder == tmp_path / "new"
    assert library_folder.place_for(tmp_path).folder == tmp_path
    (tmp_path / "photographs").mkdir()
    inside = library_folder.place_for(tmp_path)
    assert inside.folder.parent == tmp_path and not inside.folder.exists()


def test_a_network_share_behind_a_link_or_mounted_below_a_disk_is_recognised(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    share, link = tmp_path / "share", tmp_path / "office"
    share.mkdir()
    link.symlink_to(share)
    mounts(monkeypatch, ("/", "ext4", "rw"), (str(share), "ext4", "rw"), (str(share), "fuse.glusterfs", "rw"))
    assert library_folder.on_network(link / "library")
    assert not library_folder.on_network(tmp_path)
    mounts(monkeypatch, ("/", "ext4", "rw"), (str(share), "fuse.gocryptfs", "rw"))
    assert not library_folder.on_network(link)
