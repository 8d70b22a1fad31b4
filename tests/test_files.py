"""Tests that originals are stored whole or not at all and that dropped folders are read safely."""

import errno
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank import files
from briefbank.errors import Cancelled, NotReadable, ShortOfMemory, StoreError, StoreFull, StoreReadOnly
from briefbank.paths import LibraryPaths


def raising(number: int) -> Callable[..., Any]:
    def fail(*_args: object, **_named: object) -> Any:
        raise OSError(number, "secret path")

    return fail


def leftovers(paths: LibraryPaths) -> list[Path]:
    return [*paths.work.iterdir(), *paths.files.iterdir()]


@pytest.mark.parametrize("size", [0, 1, 1 << 20, (1 << 20) + 1, 3_000_000])
def test_a_copy_is_whole_private_and_named_by_its_hash(
    library_paths: LibraryPaths, tmp_path: Path, size: int
) -> None:
    source = tmp_path / "brief.pdf"
    source.write_bytes(os.urandom(size))
    before = (source.stat().st_mtime_ns, source.read_bytes())
    sha256, copied, target = files.copy_in(source, library_paths, ".pdf")
    assert (copied, target) == (size, library_paths.original(sha256, ".pdf"))
    assert sha256 == hashlib.sha256(source.read_bytes()).hexdigest() == files.hash_file(target)
    assert target.stat().st_mode & 0o777 == 0o600
    assert (source.stat().st_mtime_ns, source.read_bytes()) == before
    assert leftovers(library_paths) == [target]


def test_the_same_contents_are_kept_once_and_not_written_again(
    library_paths: LibraryPaths, tmp_path: Path
) -> None:
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    one.write_bytes(b"same")
    two.write_bytes(b"same")
    target = files.copy_in(one, library_paths, ".pdf")[2]
    number = target.stat().st_ino
    assert files.copy_in(two, library_paths, ".pdf")[2] == target
    assert target.stat().st_ino == number
    assert leftovers(library_paths) == [target]


@pytest.mark.parametrize("damage", [b"sam", b"sama"])
def test_a_damaged_copy_is_written_again(library_paths: LibraryPaths, tmp_path: Path, damage: bytes) -> None:
    source = tmp_path / "one.pdf"
    source.write_bytes(b"same")
    target = files.copy_in(source, library_paths, ".pdf")[2]
    target.write_bytes(damage)
    files.copy_in(source, library_paths, ".pdf")
    assert target.read_bytes() == b"same"


def test_a_file_that_grows_while_it_is_copied_is_refused(library_paths: LibraryPaths, tmp_path: Path) -> None:
    source = tmp_path / "scan.pdf"
    source.write_bytes(bytes(3_000_000))

    def scan_another_page() -> None:
        if source.stat().st_size == 3_000_000:
            source.write_bytes(bytes(3_000_100))

    with pytest.raises(NotReadable, match="changed while"):
        files.copy_in(source, library_paths, ".pdf", check=scan_another_page)
    assert leftovers(library_paths) == []


def test_a_missing_path_or_a_folder_is_not_readable(library_paths: LibraryPaths, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for source in (tmp_path / "missing.pdf", tmp_path, tmp_path / "pipe"):
        with pytest.raises(NotReadable):
            files.copy_in(source, library_paths, ".pdf")
    with pytest.raises(NotReadable):
        files.hash_file(tmp_path / "missing.pdf")
    assert leftovers(library_paths) == []


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, StoreFull),
        (errno.EDQUOT, StoreFull),
        (errno.EROFS, StoreReadOnly),
        (errno.EACCES, StoreReadOnly),
        (errno.EIO, StoreError),
    ],
)
@pytest.mark.parametrize("step", ["tempfile.mkstemp", "os.fsync", "pathlib.Path.replace"])
def test_trouble_with_the_library_says_which_and_leaves_nothing(
    library_paths: LibraryPaths,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    number: int,
    kind: type[StoreError],
) -> None:
    source = tmp_path / "brief.pdf"
    source.write_bytes(b"text")
    with monkeypatch.context() as patch, pytest.raises(StoreError) as caught:
        patch.setattr(step, raising(number))
        files.copy_in(source, library_paths, ".pdf")
    assert type(caught.value) is kind
    assert "secret" not in str(caught.value) + caught.value.detail
    assert leftovers(library_paths) == []


def test_a_copy_can_be_stopped_between_two_blocks_and_leaves_nothing(
    library_paths: LibraryPaths, tmp_path: Path
) -> None:
    source, written = tmp_path / "brief.pdf", []
    source.write_bytes(os.urandom(5 << 20))

    def pause() -> None:
        written.append(sum(path.stat().st_size for path in library_paths.work.iterdir()))
        if len(written) == 3:
            raise Cancelled()

    with pytest.raises(Cancelled):
        files.copy_in(source, library_paths, ".pdf", check=pause)
    assert written[0] == 0 and 0 < written[1] < written[2] < source.stat().st_size
    assert leftovers(library_paths) == []


@pytest.mark.parametrize("number", [errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE])
def test_a_computer_short_of_memory_is_not_a_bad_disk(number: int) -> None:
    error = files.store_error(OSError(number, "secret path"))
    assert type(error) is ShortOfMemory
    assert "memory" in str(error) and "disk" not in str(error)


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
def test_a_disk_that_fills_while_copying_is_the_librarys_trouble(
    library_paths: LibraryPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def on_a_full_disk(dir: Path, prefix: str, suffix: str) -> tuple[int, str]:
        return os.open("/dev/full", os.O_WRONLY), str(dir / prefix)

    monkeypatch.setattr(tempfile, "mkstemp", on_a_full_disk)
    source = tmp_path / "brief.pdf"
    source.write_bytes(b"text")
    with pytest.raises(StoreFull):
        files.copy_in(source, library_paths, ".pdf")
    assert leftovers(library_paths) == []


def test_an_unreadable_original_is_not_the_librarys_trouble(
    library_paths: LibraryPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "brief.pdf"
    source.write_bytes(b"text")
    with monkeypatch.context() as patch, pytest.raises(NotReadable):
        patch.setattr(Path, "open", raising(errno.EACCES))
        files.copy_in(source, library_paths, ".pdf")


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "new" / "settings.json"
    files.write_atomically(target, b"old")
    with monkeypatch.context() as patch, pytest.raises(StoreError):
        patch.setattr(Path, "replace", raising(errno.EIO))
        files.write_atomically(target, b"new")
    assert target.read_bytes() == b"old"
    assert list(target.parent.iterdir()) == [target]
    assert target.stat().st_mode & 0o777 == 0o600


@given(contents=st.lists(st.binary(max_size=40), max_size=8))
def test_any_files_end_as_one_copy_for_each_contents(
    contents: list[bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    paths = LibraryPaths(tmp_path_factory.mktemp("library"))
    paths.create()
    for content in contents:
        source = paths.root / "source"
        source.write_bytes(content)
        files.copy_in(source, paths, ".pdf")
    stored = {path.name: path.read_bytes() for path in paths.files.iterdir()}
    assert stored == {f"{hashlib.sha256(content).hexdigest()}.pdf": content for content in contents}
