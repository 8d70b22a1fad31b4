"""Tests that disk encryption is reported as the system reports it, on recorded answers, and never guessed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from briefbank.domain.maintenance import DiskEncryption, EncryptionState
from briefbank.maintenance import disks as disk_encryption
from briefbank.maintenance.disks import LinuxDisks

YES, NO, UNKNOWN, NOTHING = (
    EncryptionState.YES,
    EncryptionState.NO,
    EncryptionState.UNKNOWN,
    EncryptionState.NOTHING,
)
SWAPS = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"
PLAIN = "22 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw,errors=remount-ro\n"
ON_LUKS = "22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/mapper/vg-root rw\n"
LUKS = "CRYPT-LUKS2-6f1e9c30d8e54d0c9f2d0c1a2b3c4d5e-sda3_crypt\n"


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


class Computer:
    """The tables of a kernel, made up in a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "proc" / "self").mkdir(parents=True)
        (root / "sys" / "dev" / "block").mkdir(parents=True)
        (root / "sys" / "class" / "block").mkdir(parents=True)
        self.write("proc/swaps", SWAPS)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def device(self, name: str, number: str, *, uuid: str = "", below: Sequence[str] = ()) -> None:
        """A device, made of others that are there already."""
        place = self.root / "sys" / "devices" / name
        place.mkdir(parents=True)
        for path in (f"dev/block/{number}", f"class/block/{name}"):
            (self.root / "sys" / path).symlink_to(place)
        if uuid:
            self.write(f"sys/devices/{name}/dm/uuid", uuid)
        (place / "slaves").mkdir()
        for item in below:
            (place / "slaves" / item).symlink_to(self.root / "sys" / "devices" / item)

    def asked(
        self, folder: str = "/home/a/library", *, mounts: str, answers: Mapping[str, str] | None = None
    ) -> DiskEncryption:
        self.write("proc/self/mountinfo", mounts)
        told = answers or {}
        disks = LinuxDisks(lambda command: told.get(command[0], ""), self.root, lambda _: 0)
        return disks.encryption_of(Path(folder))


def test_a_partition_without_anything_above_it_is_not_encrypted(computer: Computer) -> None:
    computer.device("sda2", "8:2")
    assert computer.asked(mounts=PLAIN) == DiskEncryption(NO, NOTHING)


def test_a_volume_on_an_encrypted_partition_is_encrypted(computer: Computer) -> None:
    """Debian's installer makes it so: LVM on LUKS on a partition, the swap beside it."""
    computer.device("sda3", "8:3")
    computer.device("dm-0", "254:0", uuid=LUKS, below=["sda3"])
    computer.device("dm-1", "254:1", uuid="LVM-abc", below=["dm-0"])
    computer.device("dm-2", "254:2", uuid="LVM-def", below=["dm-0"])
    computer.write("proc/swaps", f"{SWAPS}/dev/dm-2  partition\t999420\t0\t-2\n")
    assert computer.asked(mounts=ON_LUKS) == DiskEncryption(YES, YES, "LUKS")


@pytest.mark.parametrize(("second", "expected"), [(LUKS, YES), ("", NO)])
def test_a_raid_is_encrypted_when_all_its_disks_are(
    computer: Computer, second: str, expected: EncryptionState
) -> None:
    computer.device("dm-0", "254:0", uuid=LUKS)
    computer.device("dm-1", "254:3", uuid=second)
    computer.device("md0", "254:1", below=["dm-0", "dm-1"])
    assert computer.asked(mounts=ON_LUKS).state is expected


def test_the_mount_nearest_to_the_library_counts_and_the_last_one_at_its_place(computer: Computer) -> None:
    computer.device("sda2", "8:2")
    computer.device("dm-1", "254:1", uuid=LUKS)
    home = "30 22 8:2 / /home rw - ext4 /dev/sda2 rw\n31 22 254:1 / /home rw - ext4 /dev/dm-1 rw\n"
    elsewhere = "32 22 8:2 / /home/a/lib rw - ext4 /dev/sda2 rw\n"
    assert computer.asked(mounts=PLAIN + home + elsewhere).state is YES


@pytest.mark.parametrize("device", ["vda1", "xvda1", "nbd0"])
def test_of_a_disk_that_a_host_gives_nothing_is_guessed(computer: Computer, device: str) -> None:
    computer.device(device, "8:2")
    assert computer.asked(mounts=PLAIN).state is UNKNOWN


@pytest.mark.parametrize(
    ("system", "state", "by"),
    [
        ("ecryptfs", YES, "eCryptfs"),
        ("fuse.gocryptfs", YES, "gocryptfs"),
        ("nfs4", UNKNOWN, ""),
        ("tmpfs", UNKNOWN, ""),
    ],
)
def test_file_systems_without_a_device(
    computer: Computer, system: str, state: EncryptionState, by: str
) -> None:
    mounts = f"{PLAIN}40 22 0:50 / /home/a rw - {system} somewhere rw\n"
    computer.device("sda2", "8:2")
    assert computer.asked(mounts=mounts) == DiskEncryption(state, NOTHING, by)


@pytest.mark.parametrize(("answer", "state"), [("aes-256-gcm\n", YES), ("off\n", UNKNOWN), ("", UNKNOWN)])
def test_zfs_is_asked_and_without_encryption_its_disks_are_not_known(
    computer: Computer, answer: str, state: EncryptionState
) -> None:
    result = computer.asked(mounts="22 1 0:30 / / rw - zfs rpool/home rw\n", answers={"zfs": answer})
    assert result.state is state


@pytest.mark.parametrize(("second", "state"), [(LUKS, YES), ("LVM-x", NO)])
def test_all_devices_of_a_btrfs_count(computer: Computer, second: str, state: EncryptionState) -> None:
    computer.device("dm-0", "254:0", uuid=LUKS)
    computer.device("dm-1", "254:1", uuid=second)
    devices = computer.root / "sys" / "fs" / "btrfs" / "2d3c" / "devices"
    devices.mkdir(parents=True)
    for name in ("dm-0", "dm-1"):
        (devices / name).symlink_to(computer.root / "sys" / "devices" / name)
    assert computer.asked(mounts="22 1 0:25 /@ / rw - btrfs /dev/dm-0 rw,subvol=/@\n").state is state


def test_a_container_s_folder_is_followed_to_its_disk(computer: Computer) -> None:
    computer.device("dm-1", "254:1", uuid=LUKS)
    over = "50 1 0:60 / / rw - overlay overlay rw,lowerdir=/l,upperdir=/data/up,workdir=/data/w\n"
    assert computer.asked(mounts=f"{over}51 50 254:1 / /data rw - ext4 /dev/dm-1 rw\n").state is YES


def test_an_encrypted_file_behind_a_loop_device_is_followed(computer: Computer) -> None:
    computer.device("dm-1", "254:1", uuid=LUKS)
    computer.device("loop0", "7:0")
    computer.write("sys/devices/loop0/loop/backing_file", "/vault/disk.img\n")
    mounts = "22 1 7:0 / / rw - ext4 /dev/loop0 rw\n23 22 254:1 / /vault rw - ext4 /dev/dm-1 rw\n"
    assert computer.asked(mounts=mounts).state is YES


def test_a_folder_that_its_file_system_encrypts(computer: Computer) -> None:
    computer.device("sda2", "8:2")
    computer.write("proc/self/mountinfo", PLAIN)
    disks = LinuxDisks(lambda _: "", computer.root, lambda _: 0x800)
    assert disks.encryption_of(Path("/home/a")) == DiskEncryption(YES, NOTHING, "fscrypt")


@pytest.mark.parametrize(
    ("line", "behind", "expected"),
    [
        ("/dev/zram0  partition\t4194300\t0\t100\n", "none\n", NOTHING),
        ("/dev/zram0  partition\t4194300\t0\t100\n", "/dev/sdb1\n", UNKNOWN),
        ("/swap\\040file  file\t4194300\t0\t-2\n", "", NO),
        ("/dev/sda2  partition\t4194300\t0\t-2\n", "", NO),
        ("/dev/gone  partition\t4194300\t0\t-2\n", "", UNKNOWN),
    ],
)
def test_where_memory_is_put_aside(
    computer: Computer, line: str, behind: str, expected: EncryptionState
) -> None:
    computer.device("sda2", "8:2")
    computer.device("zram0", "252:0")
    computer.write("sys/devices/zram0/backing_dev", behind)
    computer.write("proc/swaps", SWAPS + line)
    assert computer.asked(mounts=PLAIN).memory is expected


@pytest.mark.parametrize("mounts", ["", "no table\n", "22 1 8:2 / / rw - ext4 /dev/gone rw\n"])
def test_without_an_answer_of_the_kernel_nothing_is_known(computer: Computer, mounts: str) -> None:
    (computer.root / "proc" / "swaps").unlink()
    assert computer.asked(mounts=mounts) == DiskEncryption(UNKNOWN, UNKNOWN)


@pytest.mark.parametrize(
    ("written", "state"),
    [
        ("FileVault is On.\n", YES),
        ("FileVault is Off.\n", NO),
        ("FileVault is Off, but needs to be restarted to finish.\n", NO),
        ("FileVault is On.\nEncryption in progress: Percent completed = 34.21\n", UNKNOWN),
        ("FileVault is Off.\nDecryption in progress: Percent completed = 5\n", UNKNOWN),
        ("Error: unexpected\n", UNKNOWN),
        ("", UNKNOWN),
    ],
)
def test_filevault(written: str, state: EncryptionState) -> None:
    of_macos = disk_encryption.of_macos(Path("/Users/a/Library"), lambda _: written)
    assert (of_macos.state, of_macos.memory) == (state, state)


def test_filevault_says_nothing_of_another_volume() -> None:
    of_macos = disk_encryption.of_macos(Path("/Volumes/Stick/library"), lambda _: "FileVault is On.\n")
    assert of_macos == DiskEncryption(UNKNOWN, YES)


@pytest.mark.parametrize(
    ("written", "state"),
    [
        *(("1\r\n", YES), ("2\r\n", NO), ("5\r\n", NO), ("8\r\n", NO)),
        *(("0\r\n", UNKNOWN), ("3\r\n", UNKNOWN), ("\r\n", UNKNOWN), ("", UNKNOWN), ("Fehler\r\n", UNKNOWN)),
    ],
)
def test_bitlocker(written: str, state: EncryptionState) -> None:
    asked: list[Sequence[str]] = []

    def ask(command: Sequence[str]) -> str:
        asked.append(command)
        return written

    assert disk_encryption.of_windows("c:\\Users\\a", ask).state is state
    assert "NameSpace('C:')" in asked[0][-1]


def test_a_share_of_another_computer_is_not_asked_about() -> None:
    assert disk_encryption.of_windows("\\\\server\\share\\library", lambda _: "1").state is UNKNOWN


@pytest.mark.parametrize("command", [["/no/such/program"], ["false"], ["sh", "-c", "printf '\\377'"]])
def test_a_program_that_is_missing_fails_or_writes_nonsense_has_no_answer(command: list[str]) -> None:
    assert disk_encryption.ask(command) == ""


def test_this_computer_answers_also_for_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    encryption = disk_encryption.encryption_of(tmp_path / "not" / "there")
    assert encryption == disk_encryption.encryption_of(tmp_path) and encryption.sentences
