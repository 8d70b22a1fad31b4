"""Files that others could open are closed, and disk encryption is reported as the system reports it."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from briefbank.domain.maintenance import DiskEncryption, EncryptionState
from briefbank.embedding.encoders import Encoder
from briefbank.files import delete_tree
from briefbank.library import Library
from briefbank.maintenance import disks
from briefbank.maintenance import disks as disk_encryption
from tests.support.trees import nest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other means than these bits")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "in").mkdir(parents=True)
    (root / "in" / "file").touch()
    for path, mode in ((root / "in" / "file", 0o644), (root / "in", 0o755), (root, 0o700)):
        path.chmod(mode)
    return root


def test_files_in_a_closed_folder_are_listed_as_open_only_on_request(tree: Path) -> None:
    assert disks.open_to_others([tree]) == []
    assert set(disks.open_to_others([tree], into_closed=True)) == {tree / "in", tree / "in" / "file"}


def test_a_link_to_what_others_may_read_is_no_finding_and_is_not_followed(tree: Path, tmp_path: Path) -> None:
    disks.close_to_others([tree])
    (tmp_path / "outside").touch()
    (tmp_path / "outside").chmod(0o644)
    (tree / "link").symlink_to(tmp_path / "outside")
    assert disks.open_to_others([tree], into_closed=True) == []
    disks.close_to_others([tree])
    assert (tmp_path / "outside").stat().st_mode & 0o044


def test_a_file_with_a_hard_link_elsewhere_keeps_its_permissions(tree: Path, tmp_path: Path) -> None:
    disks.close_to_others([tree])
    (tmp_path / "outside").touch()
    (tmp_path / "outside").chmod(0o644)
    os.link(tmp_path / "outside", tree / "file")
    disks.close_to_others([tree])
    assert (
        disks.open_to_others([tree], into_closed=True) == [] and (tmp_path / "outside").stat().st_mode & 0o044
    )


@pytest.mark.nightly
def test_folders_nested_without_end_are_looked_through(tree: Path) -> None:
    nest(tree / "in", 3000)
    disks.close_to_others([tree])
    assert disks.open_to_others([tree], into_closed=True) == []
    delete_tree(tree / "in")


def test_mending_closes_a_library_to_others_and_says_so(tmp_path: Path, encoder: Encoder) -> None:
    with Library.open(tmp_path / "library", encoder=encoder) as library:
        library.folder.chmod(0o755)
        (library.folder / "files").chmod(0o777)
        assert disks.open_to_others([library.folder])
        report = library.maintenance.check()
        assert any("can open" in problem for problem in report.problems)
        assert library.maintenance.check(repair=True).healthy
        assert disks.open_to_others([library.folder]) == []
        everything = [library.folder, *library.folder.rglob("*")]
    assert [path for path in everything if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077] == []


def test_opening_closes_what_a_copy_left_open(
    tmp_path: Path, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    monkeypatch.setattr("briefbank.maintenance.health.data_folder", lambda: data)
    with Library.open(tmp_path / "library", encoder=encoder):
        pass
    for folder in (data, tmp_path / "library"):
        folder.chmod(0o755)
    with Library.open(tmp_path / "library", encoder=encoder) as library:
        assert disks.open_to_others([data, library.folder]) == []
        assert library.maintenance.check().healthy


YES, NO, UNKNOWN, NOTHING = (
    EncryptionState.YES,
    EncryptionState.NO,
    EncryptionState.UNKNOWN,
    EncryptionState.NOTHING,
)
SWAPS = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"


def lsblk(*devices: object) -> str:
    return json.dumps({"blockdevices": devices})


def device(name: str, kind: str, *below: object) -> dict[str, object]:
    return {"name": name, "type": kind} | ({"children": below} if below else {})


SDA, SDB = (device(f"{disk}2", "part", device(disk, "disk")) for disk in ("sda", "sdb"))
PLAIN = lsblk(SDA)
LUKS = lsblk(device("vg-root", "lvm", device("sda3_crypt", "crypt", SDA)))
RAID = lsblk(device("md0", "raid1", device("a", "crypt", SDA), device("b", "crypt", SDB)))
HALF = lsblk(device("md0", "raid1", device("a", "crypt", SDA), SDB))


def encryption_of(tmp_path: Path, mount: str, devices: Mapping[str, str], swaps: str = "") -> DiskEncryption:
    """Return the state that is reported for these answers of findmnt and lsblk."""
    (tmp_path / "swaps").write_text(SWAPS + swaps)

    def ask(command: Sequence[str]) -> str:
        return mount if command[0] == "findmnt" else devices.get(command[-1], "")

    return disk_encryption.of_linux(Path("/home/a/library"), ask, tmp_path / "swaps")


@pytest.mark.parametrize(
    ("devices", "state", "by"),
    [
        (PLAIN, NO, ""),
        (LUKS, YES, "dm-crypt"),
        (RAID, YES, "dm-crypt"),
        (HALF, NO, ""),
        (lsblk(device("vda1", "part", device("vda", "disk"))), UNKNOWN, ""),
        (lsblk(device("loop0", "loop")), UNKNOWN, ""),
        (lsblk(), UNKNOWN, ""),
        ("no JSON", UNKNOWN, ""),
        ("", UNKNOWN, ""),
    ],
)
def test_a_disk_is_encrypted_if_all_its_devices_are_and_a_host_disk_stays_unknown(
    tmp_path: Path, devices: str, state: EncryptionState, by: str
) -> None:
    answer = encryption_of(tmp_path, "ext4   /dev/sda2\n", {"/dev/sda2": devices})
    assert answer == DiskEncryption(state, NOTHING, by)


@pytest.mark.parametrize(
    ("attributes", "state", "by"), [("----E-----e-------", YES, "fscrypt"), ("----------e-------", NO, "")]
)
def test_a_folder_that_ext4_encrypts_is_encrypted_on_a_plain_disk(
    tmp_path: Path, attributes: str, state: EncryptionState, by: str
) -> None:
    answers = {"/dev/sda2": PLAIN, "/home/a/library": f"{attributes} /home/a/E\n"}
    assert encryption_of(tmp_path, "ext4 /dev/sda2\n", answers) == DiskEncryption(state, NOTHING, by)


@pytest.mark.parametrize(
    "mount",
    ["ecryptfs /home/.ecryptfs/a\n", "nfs4 server:/home\n", "zfs rpool/home\n", "btrfs /dev/sda2\n", ""],
)
def test_a_file_system_without_one_device_is_unknown(tmp_path: Path, mount: str) -> None:
    assert encryption_of(tmp_path, mount, {"/dev/sda2": PLAIN}) == DiskEncryption(UNKNOWN, NOTHING, "")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("/dev/zram0  partition\t4194300\t0\t100\n", NOTHING),
        ("/swapfile  file\t4194300\t0\t-2\n", NO),
        ("/dev/sda2  partition\t4194300\t0\t-2\n", NO),
        ("/dev/dm-1  partition\t4194300\t0\t-2\n", YES),
        ("/dev/dm-1  partition\t1\t0\t-2\n/dev/sda2  partition\t1\t0\t-3\n", NO),
        ("/dev/gone  partition\t4194300\t0\t-2\n", UNKNOWN),
    ],
)
def test_swap_is_checked_for_encryption(tmp_path: Path, line: str, expected: EncryptionState) -> None:
    devices = {"/dev/sda2": PLAIN, "/dev/dm-1": LUKS}
    assert encryption_of(tmp_path, "ext4 /dev/sda2\n", devices, line).memory is expected


@pytest.mark.parametrize(
    ("written", "state"),
    [
        *(("1\r\n", YES), ("2\r\n", NO), ("5\r\n", NO), ("8\r\n", NO)),
        *(("0\r\n", UNKNOWN), ("3\r\n", UNKNOWN), ("\r\n", UNKNOWN), ("", UNKNOWN), ("Fehler\r\n", UNKNOWN)),
    ],
)
def test_bitlocker(written: str, state: EncryptionState) -> None:
    commands: list[Sequence[str]] = []

    def ask(command: Sequence[str]) -> str:
        commands.append(command)
        return written

    assert disk_encryption.of_windows("c:\\Users\\a", ask).state is state
    assert "NameSpace('C:')" in commands[0][-1]


@pytest.mark.parametrize("command", [["/no/such/program"], ["false"], ["sh", "-c", "printf '\\377'"]])
def test_a_program_that_is_missing_fails_or_writes_nonsense_has_no_answer(command: list[str]) -> None:
    assert disk_encryption.ask(command) == ""


def test_this_computer_answers_also_for_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    encryption = disk_encryption.encryption_of(tmp_path / "not" / "there")
    assert encryption == disk_encryption.encryption_of(tmp_path) and encryption.sentences
