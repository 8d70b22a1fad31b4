"""Tests that a hostile child changes and ends nothing in its parent, by its messages or inherited handles."""

from __future__ import annotations

import ctypes
import errno
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank import errors
from briefbank.catalogue import ingest_ledger
from briefbank.catalogue.ingest_ledger import NewFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest.originals import take_original
from briefbank.ingest.progress import Progress
from briefbank.jobs import QuietReporter
from briefbank.paths import LibraryPaths
from briefbank.sandbox import confinement
from briefbank.sandbox.child import Child, ChildEndedError
from tests.extraction.remote_calls import call_in, call_received

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the rules are those of the Linux kernel")
x86_64_only = pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine != "x86_64", reason="the numbers are this processor's"
)


@pytest.mark.parametrize("kind", ["/../../escaped.desktop", ".exe", "", ".PDF", 7, None])
def test_a_kind_of_file_that_no_reader_answers_becomes_no_part_of_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: object
) -> None:
    paths = LibraryPaths(tmp_path / "library")
    paths.create()
    (tmp_path / "brief").write_text("A brief.")
    with WorkerPool(1, 0, 30.0) as processes:
        monkeypatch.setattr(processes, "call", lambda *_arguments, **_options: kind)
        catalogue = open_catalogue(paths.catalogue)
        ingest_ledger.start(catalogue, [NewFile(tmp_path / "brief")])
        [file] = ingest_ledger.waiting(catalogue)
        progress = Progress(file.path, QuietReporter(), lambda: None)
        with pytest.raises(errors.Crashed):
            take_original(paths, catalogue, processes, file, None, progress)
        catalogue.close()
    assert not list(paths.files.iterdir()) and not list(tmp_path.rglob("*escaped*"))


@pytest.fixture(scope="module")
def taken_over() -> Iterator[Child]:
    child = Child(call_received, confine=confinement.confine)
    yield child
    child.stop()


def cut_short() -> list[str]:
    """Cuts every file that this process has open."""
    cut = []
    for number in map(int, os.listdir("/proc/self/fd")):  # noqa: PTH208
        try:
            os.ftruncate(number, 0)
            cut.append(str(Path(f"/proc/self/fd/{number}").readlink()))
        except OSError:
            continue
    return cut


@linux_only
def test_a_child_does_not_end_its_parent_by_cutting_short_the_memory_that_both_see(
    taken_over: Child,
) -> None:
    """The parent would end by a bus error at its next look there, which is within this call."""
    assert call_in(taken_over, cut_short) == []
    assert call_in(taken_over, max, 1, 2) == 2


def pipes() -> int:
    return sum(entry.is_fifo() for entry in Path("/proc/self/fd").iterdir())


@linux_only
def test_a_child_has_no_pipe_to_what_removes_shared_memory(taken_over: Child) -> None:
    """The two remaining pipes are the one it was started with and its sign of being alive."""
    assert call_in(taken_over, pipes) == 2


def native(number: int, *arguments: int) -> str:
    libc = ctypes.CDLL(None, use_errno=True)
    ended = libc.syscall(number, *arguments)
    return "went through" if ended >= 0 else errno.errorcode[ctypes.get_errno()]


@x86_64_only
@pytest.mark.parametrize(
    ("number", "arguments"),
    [
        pytest.param(234, (os.getpid(), os.getpid(), 0), id="tgkill"),
        pytest.param(29, (0, 4096, 0o1600), id="shmget"),
        pytest.param(30, (0, 0, 0), id="shmat"),
        pytest.param(31, (0, 13, 0), id="shmctl"),
        pytest.param(64, (0, 1, 0o1600), id="semget"),
        pytest.param(68, (0, 0o1600), id="msgget"),
        pytest.param(253, (), id="inotify_init"),
        pytest.param(294, (0,), id="inotify_init1"),
        pytest.param(300, (0x200, 0), id="fanotify_init"),
        pytest.param(72, (1, 8, os.getpid()), id="F_SETOWN"),
        pytest.param(72, (1, 10, signal.SIGKILL), id="F_SETSIG"),
        pytest.param(16, (1, 0x8901, 0), id="FIOSETOWN"),
    ],
)
def test_a_child_reaches_no_other_program_by_signals_memory_or_watching(
    taken_over: Child, number: int, arguments: tuple[int, ...]
) -> None:
    """Landlock refuses only some of it, and signals since Linux 6.12 alone; the error is the filter's own."""
    assert call_in(taken_over, native, number, *arguments) == "EACCES"


def still_its_own() -> tuple[str, str, str]:
    mine = os.getpid()
    return native(234, mine, mine, 0), native(72, 1, 3), native(302, 0, 7, 0, 0)


@x86_64_only
def test_a_child_may_signal_itself_and_ask_about_its_own_files_and_limits(taken_over: Child) -> None:
    assert call_in(taken_over, still_its_own) == ("went through",) * 3


@linux_only
def test_a_child_that_gives_up_ends_as_aborted() -> None:
    """abort() signals its own thread; if that is refused, the child would end otherwise and be reported
    wrongly."""
    child = Child(call_received, confine=confinement.confine)
    with pytest.raises(ChildEndedError) as ended:
        call_in(child, os.abort)
    assert ended.value.exit_code == -signal.SIGABRT


def giving_up() -> None:
    raise errors.Cancelled()


def test_a_reader_that_says_it_was_cancelled_has_crashed() -> None:
    with WorkerPool(1, 2**30, 60.0) as processes, pytest.raises(errors.Crashed):
        processes.call(giving_up)
