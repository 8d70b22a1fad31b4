"""Tests that disk encryption is reported as the system reports it, on recorded answers, and never guessed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from briefbank.domain.maintenance import DiskEncryption, EncryptionState
from briefbank.maintenance import disks as disk_encryption

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


def test_encryption_of_a_network_share_is_not_checked() -> None:
    assert disk_encryption.of_windows("\\\\server\\share\\library", lambda _: "1").state is UNKNOWN


@pytest.mark.parametrize("command", [["/no/such/program"], ["false"], ["sh", "-c", "printf '\\377'"]])
def test_a_program_that_is_missing_fails_or_writes_nonsense_has_no_answer(command: list[str]) -> None:
    assert disk_encryption.ask(command) == ""


def test_this_computer_answers_also_for_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    encryption = disk_encryption.encryption_of(tmp_path / "not" / "there")
    assert encryption == disk_encryption.encryption_of(tmp_path) and encryption.sentences
