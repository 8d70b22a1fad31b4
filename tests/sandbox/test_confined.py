"""Tests that a child that somebody took over reaches nothing but its workspace."""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import signal
import socket
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from briefbank import errors
from briefbank.catalogue import ingest_ledger
from briefbank.catalogue.ingest_ledger import NewFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.errors import Damaged, OutOfMemory, TooSlow
from briefbank.extraction import archives, sniff
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest.originals import take_original
from briefbank.ingest.progress import Progress
from briefbank.jobs import QuietReporter
from briefbank.ocr.engines import OcrWorkers, WorkError
from briefbank.paths import LibraryPaths
from briefbank.sandbox import confinement, kernel
from briefbank.sandbox.child import Child, ChildEndedError
from briefbank.sandbox.confinement import InputFile, OpenedFile, OutputFile, ReceivedFile, Workspace
from tests.extraction.remote_calls import call_in, call_received

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the rules are those of the Linux kernel")

MANY = 100_000
HUGE = 100 << 30


def ending(attempt: Callable[[], object]) -> str:
    """Return the name of an attempt's error number, or its result."""
    try:
        return f"went through: {attempt()!r}"
    except OSError as error:
        return errno.errorcode[error.errno or 0]


def connected(family: socket.AddressFamily, address: object) -> None:
    with socket.socket(family) as connection:
        connection.connect(address)


def opened_many(path: Path) -> None:
    kept = []
    try:
        for _ in range(MANY):
            kept.append(os.open(path, os.O_RDONLY))
    finally:
        for item in kept:
            os.close(item)


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.seek(HUGE)
        file.write(b"x")


def native(name: str, *arguments: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def with_another_mode(path: Path) -> None:
    """Change the mode. The call is answered as if that were done; what matters is that it is not."""
    before = path.stat().st_mode
    path.chmod(before ^ 0o777)
    descriptor = os.open(path, os.O_RDONLY)
    os.fchmod(descriptor, before ^ 0o777)
    os.close(descriptor)
    if path.stat().st_mode == before:
        raise PermissionError(errno.EACCES, "mode")


def every_escape(given: Path, workspace: Path, secret: Path, home: Path) -> dict[str, str]:
    """Return the result of each attempt. ``secret`` is another document; ``home`` another place of the
    user's.
    """
    parent, own = os.getppid(), workspace / "own"
    attempts: dict[str, Callable[[], object]] = {
        "another document": lambda: secret.read_bytes(),
        "its folder": lambda: list(secret.parent.iterdir()),
        "home": lambda: list(home.iterdir()),
        "passwords": lambda: Path("/etc/passwd").read_bytes(),
        "another process": lambda: Path(f"/proc/{parent}/environ").read_bytes(),
        "write at home": lambda: (home / "x").write_bytes(b"x"),
        "write in /tmp": lambda: Path("/tmp/briefbank-escape").write_bytes(b"x"),
        "write into what it reads": lambda: given.open("r+b"),
        "cut short what it reads": lambda: os.truncate(given, 0),
        "remove what it reads": given.unlink,
        "change its mode": lambda: with_another_mode(given),
        "change its date": lambda: os.utime(given, (0, 0)),
        "remove another document": secret.unlink,
        "link": lambda: (workspace / "link").symlink_to(secret),
        "second name": lambda: os.link(given, workspace / "second"),
        "pipe": lambda: os.mkfifo(workspace / "pipe"),
        "IPv4": lambda: connected(socket.AF_INET, ("127.0.0.1", 9)),
        "IPv6": lambda: connected(socket.AF_INET6, ("::1", 9)),
        "session bus": lambda: connected(socket.AF_UNIX, str(home / "bus")),
        "signal": lambda: os.kill(parent, signal.SIGTERM),
        "limits of another": lambda: resource.prlimit(parent, resource.RLIMIT_CPU, (1, 1)),
        "trace": lambda: native("ptrace", 16, parent, 0, 0),
        "program": lambda: os.execv("/bin/sh", ["sh", "-c", "true"]),
        "program beside": lambda: subprocess.run(["/bin/sh", "-c", "true"], check=True),
        "program through the loader": lambda: os.execv("/bin/cat", ["cat", str(secret)]),
        "nameless file": lambda: os.memfd_create("x"),
        "many files": lambda: opened_many(given),
        "huge file": lambda: sparse(own),
    }
    return {name: ending(attempt) for name, attempt in attempts.items()}


def forked() -> str:
    return ending(os.fork)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    folder = tmp_path / "library" / "files"
    folder.mkdir(parents=True)
    (folder / "secret.pdf").write_bytes(b"%PDF of another client")
    return folder / "secret.pdf"


@pytest.fixture
def work(tmp_path: Path, secret: Path) -> Path:
    (tmp_path / "library" / "work").mkdir()
    return tmp_path / "library" / "work"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def own(secret: Path) -> Path:
    path = secret.with_name("own.pdf")
    path.write_bytes(b"%PDF of this client")
    return path


@pytest.fixture
def readers(work: Path) -> Iterator[WorkerPool]:
    workspace = confinement.workspace_place(work, confinement.confine_to_workspace)
    with WorkerPool(1, 1 << 30, 30.0, initializer=confinement.begin, place=workspace) as pool:
        yield pool


REFUSED = {"EACCES", "EPERM", "EXDEV", "EMFILE", "EFBIG"}


def went_through(endings: dict[str, str]) -> dict[str, str]:
    return {name: ended for name, ended in endings.items() if ended not in REFUSED}


def test_this_kernel_holds_readers_to_their_files() -> None:
    assert confinement.level() == "files", "Landlock is off on this computer: boot with lsm=landlock,…"


def test_a_reader_reaches_nothing_but_its_client(work: Path, own: Path, secret: Path, home: Path) -> None:
    workspace = Workspace(work)
    given = workspace.lay(own)
    child = Child(call_received, confine=confinement.confine_to_workspace(workspace.given, workspace.made))
    try:
        endings = call_in(child, every_escape, given, workspace.made, secret, home)
        assert went_through(endings) == {}
        assert endings["many files"] == "EMFILE" and endings["huge file"] == "EFBIG"
        assert call_in(child, forked) == "EACCES"
        assert call_in(child, len, [1, 2]) == 2  # and it still answers
    finally:
        child.stop()
        workspace.close()
    assert own.read_bytes() == b"%PDF of this client" and secret.is_file() and list(home.iterdir()) == []
    assert list(work.iterdir()) == []


def test_text_recognition_may_start_its_own_programs_only(
    work: Path, own: Path, secret: Path, home: Path
) -> None:
    workspace = Workspace(work)
    given = workspace.lay(own)
    child = Child(call_received, confine=confinement.confine_recognition(workspace.given, workspace.made))
    try:
        assert went_through(call_in(child, every_escape, given, workspace.made, secret, home)) == {}
        assert call_in(child, program_version) == 0
        assert call_in(child, program_reads, secret) != 0
    finally:
        child.stop()
        workspace.close()


def program_version() -> int:
    return subprocess.run(["tesseract", "--version"], capture_output=True, check=False).returncode


def program_reads(path: Path) -> int:
    """A picture that Tesseract would read, were it let."""
    return subprocess.run(["tesseract", str(path), "stdout"], capture_output=True, check=False).returncode


def test_processes_for_pages_and_models_open_their_one_file_alone(
    own: Path, secret: Path, home: Path, tmp_path: Path
) -> None:
    child = Child(call_received, confine=confinement.to_one_file(own))
    try:
        assert went_through(call_in(child, every_escape, own, tmp_path, secret, home)) == {}
        assert call_in(child, Path.read_bytes, own) == own.read_bytes()
    finally:
        child.stop()


def size(path: Path) -> int:
    return len(path.read_bytes())


def test_a_reader_that_eats_memory_or_spins_costs_its_file_alone(readers: WorkerPool, own: Path) -> None:
    with pytest.raises(OutOfMemory):
        readers.call(eat, InputFile(own))
    with pytest.raises(TooSlow):
        readers.call(spin, InputFile(own), timeout_s=0.3)
    assert readers.call(size, InputFile(own)) == own.stat().st_size


def eat(_: Path) -> int:
    return len(bytearray(8 << 30))


def spin(_: Path) -> None:
    while True:
        pass


def test_only_the_expected_output_of_a_reader_is_moved_to_its_target(
    readers: WorkerPool, own: Path, work: Path, tmp_path: Path
) -> None:
    target = tmp_path / "library" / "made.pdf"
    readers.call(copied, InputFile(own), OutputFile(target))
    assert target.read_bytes() == own.read_bytes()
    target.unlink()
    with pytest.raises(Damaged):
        readers.call(half_made, InputFile(own), OutputFile(target))
    assert not target.exists()
    assert [path for path in work.rglob("*") if path.is_file() and path.name != "lock"] == []


def copied(source: Path, target: Path) -> None:
    target.write_bytes(source.read_bytes())
    target.with_name("another").write_bytes(b"unasked")


def half_made(_: Path, target: Path) -> None:
    target.write_bytes(b"half")
    raise Damaged(detail="on purpose")


def test_a_file_outside_the_library_is_read_without_its_folder_being_seen(
    readers: WorkerPool, home: Path
) -> None:
    archive = home / "briefs.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("a.txt", "A brief.")
    before = archive.stat()
    assert readers.call(archives.list_entries, OpenedFile(archive)) == ["a.txt"]
    assert readers.call(sniff.file_type, OpenedFile(own_text(home))) == ".txt"
    assert readers.call(beside, OpenedFile(archive), home) == "EACCES"
    assert archive.stat().st_ctime_ns == before.st_ctime_ns and archive.stat().st_nlink == 1


def own_text(home: Path) -> Path:
    (home / "a.txt").write_text("A brief.")
    return home / "a.txt"


def beside(_: ReceivedFile, folder: Path) -> str:
    return ending(lambda: list(folder.iterdir()))


def test_a_library_where_no_second_names_are_known_is_read_by_copies(
    monkeypatch: pytest.MonkeyPatch, readers: WorkerPool, own: Path
) -> None:
    def refused(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", refused)
    assert readers.call(size, InputFile(own)) == own.stat().st_size


def test_a_failing_recognition_process_keeps_its_workspace_and_continues(work: Path, own: Path) -> None:
    worker = OcrWorkers(1, work)
    try:
        with pytest.raises(WorkError):
            worker.run(size, own, limit_s=30.0, check=lambda: None)  # not given to it
        assert worker.run(size, InputFile(own), limit_s=30.0, check=lambda: None) == own.stat().st_size
    finally:
        worker.close()
    assert list(work.iterdir()) == []


def test_a_child_whose_kernel_knows_no_rules_for_files_loses_its_calls_all_the_same(
    monkeypatch: pytest.MonkeyPatch, work: Path
) -> None:
    monkeypatch.setattr(kernel, "version", lambda: 0)
    assert (
        confinement.level() == "calls"
        and confinement.workspace_place(work, confinement.confine_to_workspace) is None
    )


def test_a_child_that_was_killed_leaves_no_image_of_its_memory(tmp_path: Path, own: Path) -> None:
    child = Child(call_received, confine=confinement.to_one_file(own))
    assert call_in(child, resource.getrlimit, resource.RLIMIT_CORE) == (0, 0)
    with pytest.raises(ChildEndedError):
        call_in(child, ctypes.string_at, 0)


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
def test_a_child_does_not_end_its_parent_by_cutting_short_the_memory_that_both_see(taken_over: Child) -> None:
    """The parent would end by a bus error at its next look there, which is within this call."""
    assert call_in(taken_over, cut_short) == []
    assert call_in(taken_over, max, 1, 2) == 2


def pipes() -> int:
    return sum(entry.is_fifo() for entry in Path("/proc/self/fd").iterdir())


@linux_only
def test_a_child_has_no_pipe_to_what_removes_shared_memory(taken_over: Child) -> None:
    """The two remaining pipes are the one it was started with and its sign of being alive."""
    assert call_in(taken_over, pipes) == 2


def native_call(number: int, *arguments: int) -> str:
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
    assert call_in(taken_over, native_call, number, *arguments) == "EACCES"


def giving_up() -> None:
    raise errors.Cancelled()


@pytest.mark.nightly
def test_a_reader_that_says_it_was_cancelled_has_crashed() -> None:
    with WorkerPool(1, 2**30, 60.0) as processes, pytest.raises(errors.Crashed):
        processes.call(giving_up)
