"""Tests that one computer at a time writes to a library and that others learn which."""

from __future__ import annotations

import errno
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from briefbank.errors import StoreAway, StoreFull, StoreReadOnly
from briefbank.storage.lease import DEAD_S, FILE, SILENT_S, Lease

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
    from briefbank.storage import lease as module

    awake = module._now
    monkeypatch.setattr(module, "_now", lambda: awake() + seconds)


def test_another_computer_learns_who_has_the_library_open(tmp_path: Path, client: Client) -> None:
    assert client("desk-1").take() is None
    holder = client("desk-2").take()
    assert holder is not None and holder.name == "desk-1"


def test_programs_of_one_computer_share_it(tmp_path: Path, client: Client) -> None:
    window, command = client("desk-1"), client("desk-1")
    assert window.take() is None and command.take() is None
    command.release()
    assert client("desk-2").take() is not None
    window.release()
    assert list(tmp_path.iterdir()) == []


def test_the_lease_stays_until_the_last_program_of_a_computer_has_ended(
    tmp_path: Path, client: Client
) -> None:
    first, second, third = client("desk-1"), client("desk-1"), client("desk-1")
    first.take()
    second.take()
    first.release()
    assert client("desk-2").take() is not None, "the first one took it away from the second"
    third.take()
    second.release()
    assert client("desk-2").take() is not None
    third.release()
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


def test_after_its_release_another_computer_may_write(tmp_path: Path, client: Client) -> None:
    first, second = client("desk-1"), client("desk-2")
    first.take()
    first.release()
    assert second.take() is None


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


def test_the_same_computer_goes_on_after_a_kill_at_once(tmp_path: Path, client: Client) -> None:
    client("desk-1").take()
    after = client("desk-1")
    assert after.take() is None
    after.require()


def test_renewing_keeps_it(tmp_path: Path, client: Client) -> None:
    first = client("desk-1")
    first.take()
    aged(tmp_path, SILENT_S - 20)
    first.renew()
    aged_by = time.time() - (tmp_path / FILE).stat().st_mtime
    assert aged_by < SILENT_S - 20
    first.require()


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


def test_a_computer_that_slept_goes_on_where_nobody_else_came(
    tmp_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = client("desk-1")
    first.take()
    aged(tmp_path, 9 * DEAD_S)
    slept(monkeypatch, 9 * DEAD_S)
    first.require()
    assert client("desk-2").take() is not None


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


def test_an_empty_lease_belongs_to_nobody(tmp_path: Path, client: Client) -> None:
    (tmp_path / FILE).touch()
    assert client("desk-1").take() is None
    assert client("desk-2").take() is not None


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


def test_a_folder_in_its_place_keeps_a_library_closed_for_two_minutes_at_most(
    tmp_path: Path, client: Client
) -> None:
    (tmp_path / FILE / "deeper").mkdir(parents=True)
    holder = client("desk-1").take()
    assert holder is not None and holder.name == ""
    aged(tmp_path, DEAD_S + 1)
    assert client("desk-1").take() is None


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
    "content",
    [
        b" ",
        b"{",
        b"[]",
        b'{"host": 1}',
        b"[" * 1000,
        b"\xff" * 100,
        b'{"host": {}, "programs": 1, "name": 1}',
    ],
)
def test_an_invalid_lease_keeps_a_library_closed_for_two_minutes_at_most(
    tmp_path: Path, client: Client, content: bytes
) -> None:
    (tmp_path / FILE).write_bytes(content)
    holder = client("desk-1").take()
    assert holder is not None and holder.name == ""
    aged(tmp_path, DEAD_S + 1)
    assert client("desk-1").take() is None


def test_an_untrusted_name_can_appear_in_a_message(tmp_path: Path, client: Client) -> None:
    client("desk\x1b[2J\u202e\n-1" + "x" * 500).take()
    holder = client("desk-2").take()
    assert holder is not None and holder.name.startswith("desk[2J-1x") and len(holder.name) == 64
