"""Tests that a hostile child changes and ends nothing in its parent, by its messages or inherited handles."""

from __future__ import annotations

import ctypes
import errno
import multiprocessing
import os
import pathlib
import pickle
import signal
import struct
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from briefbank import errors
from briefbank.catalogue.ledger_statements import NewFile
from briefbank.catalogue.store import Catalogue
from briefbank.domain.kinds import Kind
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest.originals import Originals
from briefbank.ingest.progress import Progress
from briefbank.jobs import QuietReporter
from briefbank.paths import LibraryPaths
from briefbank.sandbox import confinement, restricted_unpickler
from briefbank.sandbox.child import Child, ChildEndedError
from tests.extraction.told import call_received

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the rules are those of the Linux kernel")
x86_64_only = pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine != "x86_64", reason="the numbers are this processor's"
)


def answered(data: bytes) -> Any:
    ours, theirs = multiprocessing.Pipe()
    theirs.send_bytes(data)
    return restricted_unpickler.received(ours)


def named(value: object) -> bytes:
    return pickle.dumps(value)[:-1]  # without the end


def with_attributes(what: bytes, **changes: object) -> bytes:
    """The opcode BUILD with attributes to be set, which ``pickle`` uses for slots."""
    return what + pickle.NONE + pickle.dumps(changes)[:-1] + pickle.TUPLE2 + pickle.BUILD + pickle.STOP


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (pathlib.PosixPath, "is_file"),
        (pathlib.PosixPath, "a_new_one"),
        (pathlib.PosixPath, "__qualname__"),
        (Kind, "BRIEF"),
        (Kind, "__doc__"),
    ],
)
def test_an_answer_changes_no_kind_of_value(kind: type, name: str) -> None:
    before = getattr(kind, name, None)
    with pytest.raises(restricted_unpickler.UntrustedAnswerError):
        answered(with_attributes(named(kind), **{name: "stolen"}))
    assert getattr(kind, name, None) == before


def test_an_answer_gives_no_kind_of_value_other_ancestors() -> None:
    before = pathlib.PosixPath.__bases__
    with pytest.raises(restricted_unpickler.UntrustedAnswerError):
        answered(with_attributes(named(pathlib.PosixPath), __bases__=(pathlib.PureWindowsPath,)))
    assert pathlib.PosixPath.__bases__ == before


def test_an_answer_changes_no_member_of_an_enumeration() -> None:
    state = pickle.dumps({"_value_": "stolen", "_name_": "STOLEN"})[:-1]
    with pytest.raises(restricted_unpickler.UntrustedAnswerError):
        answered(named(Kind.BRIEF) + state + pickle.BUILD + pickle.STOP)
    assert (Kind.BRIEF.value, Kind.BRIEF.name) == ("brief", "BRIEF")
    assert answered(pickle.dumps(Kind.BRIEF)) is Kind.BRIEF


class _ByAttribute:
    """Packs a member of an enumeration as Debian 12's Python 3.11.2 does, or any other attribute."""

    def __init__(self, of: object, name: str) -> None:
        self._made_of = of, name

    def __reduce__(self) -> tuple[object, tuple[object, str]]:
        return getattr, self._made_of


def test_a_member_of_an_enumeration_arrives_as_every_python_packs_it() -> None:
    assert answered(pickle.dumps(_ByAttribute(Kind, "BRIEF"))) is Kind.BRIEF


@pytest.mark.parametrize(
    ("of", "name"), [(Kind, "__class__"), (Kind, "mro"), (pathlib.PosixPath, "unlink"), ("text", "format")]
)
def test_no_other_attribute_is_taken_of_anything(of: object, name: str) -> None:
    with pytest.raises(restricted_unpickler.UntrustedAnswerError):
        answered(pickle.dumps(_ByAttribute(of, name)))


def test_an_answer_changes_no_function() -> None:
    with pytest.raises(restricted_unpickler.UntrustedAnswerError):
        answered(with_attributes(named(errors._rebuilt), __kwdefaults__={"detail": "stolen"}))
    assert errors._rebuilt.__kwdefaults__ is None
    again = answered(pickle.dumps(errors.Damaged(detail="x")))
    assert (type(again), again.detail) == (errors.Damaged, "x")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x80\x04.",
        pickle.dumps([1, 2, 3])[:-4],
        pickle.PROTO + b"\x04" + pickle.BINUNICODE8 + struct.pack("<Q", 1 << 62),
        pickle.PROTO + b"\x04" + pickle.FRAME + struct.pack("<Q", (1 << 64) - 1),
        pickle.dumps(bytearray(b"x")),
        pickle.dumps(range(1 << 40)),
    ],
)
def test_bytes_that_are_no_answer_end_the_call_and_not_the_program(data: bytes) -> None:
    with pytest.raises((restricted_unpickler.UntrustedAnswerError, EOFError)):
        answered(data)


@pytest.mark.parametrize("kind", ["/../../escaped.desktop", ".exe", "", ".PDF", 7, None])
def test_a_kind_of_file_that_no_reader_answers_becomes_no_part_of_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: object
) -> None:
    paths = LibraryPaths(tmp_path / "library")
    paths.create()
    (tmp_path / "brief").write_text("A brief.")
    with WorkerPool(1, 0, 30.0) as processes:
        monkeypatch.setattr(processes, "call", lambda *_arguments, **_options: kind)
        catalogue = Catalogue.open(paths.catalogue)
        catalogue.intake.start([NewFile(tmp_path / "brief")])
        [file] = catalogue.intake.waiting()
        originals = Originals(paths, processes, catalogue)
        with pytest.raises(errors.Crashed):
            originals.take(file, None, Progress(file.path, QuietReporter(), lambda: None))
        catalogue.close()
    assert not list(paths.files.iterdir()) and not list(tmp_path.rglob("*escaped*"))


@pytest.fixture(scope="module")
def taken_over() -> Iterator[Child]:
    child = Child(call_received, confine=partial(confinement.confine, confinement.Permissions()))
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
    assert taken_over.ask((cut_short, ()), 30.0) == []
    assert taken_over.ask((max, (1, 2)), 30.0) == 2


def pipes() -> int:
    return sum(entry.is_fifo() for entry in Path("/proc/self/fd").iterdir())


@linux_only
def test_a_child_has_no_pipe_to_what_removes_shared_memory(taken_over: Child) -> None:
    """The two remaining pipes are the one it was started with and its sign of being alive."""
    assert taken_over.ask((pipes, ()), 30.0) == 2


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
    assert taken_over.ask((native, (number, *arguments)), 30.0) == "EACCES"


def still_its_own() -> tuple[str, str, str]:
    mine = os.getpid()
    return native(234, mine, mine, 0), native(72, 1, 3), native(302, 0, 7, 0, 0)


@x86_64_only
def test_a_child_may_signal_itself_and_ask_about_its_own_files_and_limits(taken_over: Child) -> None:
    assert taken_over.ask((still_its_own, ()), 30.0) == ("went through",) * 3


@linux_only
def test_a_child_that_gives_up_ends_as_aborted() -> None:
    """abort() signals its own thread; refused, it would end otherwise, and be told wrongly."""
    child = Child(call_received, confine=partial(confinement.confine, confinement.Permissions()))
    with pytest.raises(ChildEndedError) as ended:
        child.ask((os.abort, ()), 30.0)
    assert ended.value.exit_code == -signal.SIGABRT


def giving_up() -> None:
    raise errors.Cancelled()


def test_a_reader_that_says_it_was_cancelled_has_crashed() -> None:
    with WorkerPool(1, 2**30, 60.0) as processes, pytest.raises(errors.Crashed):
        processes.call(giving_up)
