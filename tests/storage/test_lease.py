"""One computer at a time writes to a library, and others learn which; private folders; locks on a share."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from briefbank.errors import StoreAway, StoreError, StoreFull, StoreReadOnly
from briefbank.storage.lease import (
    DEAD_S,
    FILE,
    SILENT_S,
    Lease,
    ProcessLock,
    clear_unless_held,
    private_folder,
)

Client = Callable[..., Lease]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """A program on a computer of a name."""
    leases: list[Lease] = []

    def client(name: str, folder: Path = tmp_path) -> Lease:
        leases.append(Lease(folder, name))
        return leases[-1]

    yield client
    for lease in leases:
        lease.release()


def aged(folder: Path, seconds: float) -> None:
    """Age the lease as if nobody had renewed it for so long."""
    then = time.time() - seconds
    os.utime(folder / FILE, (then, then))


def fails(number: int) -> Callable[..., object]:
    def fail(*_: object) -> object:
        raise OSError(number, "")

    return fail


def slept(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Set the clock as if the computer had slept for so long."""
    awake = time.clock_gettime
    monkeypatch.setattr(time, "clock_gettime", lambda clock: awake(clock) + seconds)


def test_the_lease_stays_until_the_last_program_of_a_computer_has_ended(
    tmp_path: Path, client: Client
) -> None:
    first, second, third = client("desk-1"), client("desk-1"), client("desk-1")
    assert first.take() is None and second.take() is None
    first.release()
    holder = client("desk-2").take()
    assert holder is not None and holder.name == "desk-1", "the first one took it away from the second"
    assert third.take() is None
    second.release()
    assert client("desk-2").take() is not None
    third.release()
    assert list(tmp_path.iterdir()) == []
    assert client("desk-2").take() is None


def test_programs_that_open_and_close_at_the_same_time_never_leave_one_of_them_without(
    tmp_path: Path, client: Client
) -> None:
    for _ in range(50):
        leaving, coming = client("desk-1"), client("desk-1")
        leaving.take()
        start = threading.Barrier(2)
        taken: list[object] = []

        def take(
            lease: Lease = coming, start: threading.Barrier = start, taken: list[object] = taken
        ) -> None:
            start.wait()
            taken.append(lease.take())

        thread = threading.Thread(target=take)
        thread.start()
        start.wait()
        leaving.release()
        thread.join()
        assert taken == [None] and client("desk-2").take() is not None
        coming.release()
        assert list(tmp_path.iterdir()) == []


def test_after_the_kill_of_one_program_the_other_one_keeps_it(tmp_path: Path, client: Client) -> None:
    killed, window = client("desk-1"), client("desk-1")
    killed.take()
    window.take()
    aged(tmp_path, SILENT_S - 20)
    window.renew()
    assert time.time() - (tmp_path / FILE).stat().st_mtime < SILENT_S - 20
    assert client("desk-2").take() is not None


@pytest.mark.parametrize(
    ("seconds", "taken"), [(DEAD_S - 20, False), (DEAD_S + 20, True), (-DEAD_S * 9, True)]
)
def test_a_lease_that_nobody_renews_is_taken_over(
    tmp_path: Path, client: Client, seconds: float, taken: bool
) -> None:
    client("desk-1").take()
    aged(tmp_path, seconds)
    assert (client("desk-2").take() is None) is taken


def test_a_computer_that_slept_learns_that_it_lost_the_library(
    tmp_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = client("desk-1"), client("desk-2")
    first.take()
    aged(tmp_path, DEAD_S + 1)
    assert second.take() is None
    first.require()  # by its own clock no time has passed
    slept(monkeypatch, SILENT_S + 1)
    with pytest.raises(StoreReadOnly, match="desk-2"):
        first.require()
    first.release()
    assert client("desk-3").take() is not None, "the release took the other one's lease away"


def test_nothing_is_written_while_the_share_is_away(
    tmp_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    share = tmp_path / "share"
    share.mkdir()
    first = client("desk-1", share)
    first.take()
    share.rename(tmp_path / "away")
    slept(monkeypatch, SILENT_S + 1)
    with pytest.raises(StoreAway):
        first.require()


def test_only_one_of_many_computers_takes_over_a_lease(tmp_path: Path, client: Client) -> None:
    for _ in range(4):
        client("desk-0").take()
        aged(tmp_path, DEAD_S + 1)
        winners: list[int] = []
        start = threading.Barrier(8)

        def take(number: int, winners: list[int] = winners, start: threading.Barrier = start) -> None:
            lease = client(f"desk-{number}")
            start.wait()
            if lease.take() is None:
                winners.append(number)

        threads = [threading.Thread(target=take, args=(number,)) for number in range(1, 9)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(winners) <= 1
        (tmp_path / FILE).unlink(missing_ok=True)
        assert list(tmp_path.iterdir()) == []


def test_a_lease_removed_before_it_is_written_is_not_held(
    tmp_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The creation pauses for so long that another computer takes the file for a leftover."""
    slow, quick = client("desk-1"), client("desk-2")
    write = os.write

    def taken_away(descriptor: int, content: bytes) -> int:
        monkeypatch.setattr(os, "write", write)
        assert quick.take() is None
        return write(descriptor, content)

    monkeypatch.setattr(os, "write", taken_away)
    holder = slow.take()
    assert holder is not None and holder.name == "desk-2"


def test_a_full_share_is_called_full(tmp_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    first = client("desk-1")
    first.take()
    monkeypatch.setattr(os, "write", fails(errno.ENOSPC))
    slept(monkeypatch, SILENT_S + 1)
    with pytest.raises(StoreFull):
        first.require()


def test_an_unreadable_lease_belongs_to_another_user(
    tmp_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client("desk-1").take()
    monkeypatch.setattr("briefbank.storage.lease.read_json", fails(errno.EACCES))
    holder = client("desk-1").take()
    assert holder is not None and holder.name == ""


def test_untrusted_entries_about_programs_do_not_make_the_lease_unreadable(
    tmp_path: Path, client: Client
) -> None:
    first, second = client("desk-1"), client("desk-1")
    first.take()
    content = json.loads((tmp_path / FILE).read_bytes())
    programs = [*("x" * 1500, None, 1), *(f"{number:016x}" for number in range(100))]
    (tmp_path / FILE).write_text(json.dumps(content | {"programs": programs}))
    assert second.take() is None
    holder = client("desk-2").take()
    assert holder is not None and holder.name == "desk-1"


@pytest.mark.parametrize(
    "content", [None, b" ", b"[]", b"[" * 1000, b"\xff" * 100, b'{"host": {}, "programs": 1, "name": 1}']
)
def test_an_invalid_lease_keeps_a_library_closed_for_two_minutes_at_most(
    tmp_path: Path, client: Client, content: bytes | None
) -> None:
    if content is None:
        (tmp_path / FILE / "deeper").mkdir(parents=True)
    else:
        (tmp_path / FILE).write_bytes(content)
    holder = client("desk-1").take()
    assert holder is not None and holder.name == ""
    aged(tmp_path, DEAD_S + 1)
    assert client("desk-1").take() is None


def test_an_untrusted_name_can_appear_in_a_message(tmp_path: Path, client: Client) -> None:
    client("desk\x1b[2J\u202e\n-1" + "x" * 500).take()
    holder = client("desk-2").take()
    assert holder is not None and holder.name.startswith("desk[2J-1x") and len(holder.name) == 64


def test_after_the_kill_of_one_program_others_of_its_computer_go_on(tmp_path: Path, client: Client) -> None:
    killed, window = client("desk-1"), client("desk-1")
    killed.take()
    assert window.take() is None
    window.require()
    aged(tmp_path, SILENT_S - 20)
    window.renew()
    assert time.time() - (tmp_path / FILE).stat().st_mtime < SILENT_S - 20
    assert client("desk-2").take() is not None


def test_a_computer_that_slept_goes_on_where_nobody_else_came(
    tmp_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / FILE).touch()  # an empty lease belongs to nobody
    first = client("desk-1")
    assert first.take() is None
    aged(tmp_path, 9 * DEAD_S)
    slept(monkeypatch, 9 * DEAD_S)
    first.require()
    assert client("desk-2").take() is not None


def test_a_missing_folder_is_not_created(tmp_path: Path) -> None:
    lock = ProcessLock(tmp_path / "library" / "lock", wait_s=0.0)
    with pytest.raises(StoreAway), lock():
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_private_folder_is_deleted_afterwards_even_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), private_folder(tmp_path, "draft-") as folder:
        assert folder.stat().st_mode & 0o077 == 0
        (folder / "words.txt").write_text("words")
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_a_program_that_is_just_opened_leaves_it_alone_while_it_is_needed(tmp_path: Path) -> None:
    with private_folder(tmp_path, "draft-") as folder:
        program = (
            "from pathlib import Path\nfrom briefbank.storage.lease import clear_unless_held\n"
            f"clear_unless_held(Path({str(folder)!r}))\n"
        )
        subprocess.run([sys.executable, "-c", program], check=True)
        assert folder.is_dir()


def test_folders_left_by_a_killed_program_are_deleted(tmp_path: Path) -> None:
    program = (
        "import os, signal\nfrom pathlib import Path\nfrom briefbank.storage.lease import private_folder\n"
        f"with private_folder(Path({str(tmp_path)!r}), 'draft-') as folder:\n"
        "    (folder / 'words.txt').write_text('words')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=False)
    [left] = tmp_path.iterdir()
    clear_unless_held(left)
    assert not left.exists()


def test_a_folder_that_cannot_be_made_is_a_fault_of_the_library(tmp_path: Path) -> None:
    with pytest.raises(StoreError), private_folder(tmp_path / "nowhere", "draft-"):
        pass
