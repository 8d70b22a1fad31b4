"""Tests of both indexes when a program is killed during a change, or another program changes them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from briefbank.embedding.dense import DenseIndex, DenseRow, place_of
from briefbank.errors import IndexFault, StoreBusy
from briefbank.index import segments
from briefbank.index.lexical import LexicalIndex
from briefbank.storage import generations
from briefbank.text.characters import text_hash
from tests.index.factory import build_document, build_passages

PROJECT = Path(__file__).resolve().parents[2]
OPENING = """
import os, sys
from pathlib import Path
import numpy as np
from briefbank.text.characters import text_hash
from briefbank.storage import generations
from briefbank.embedding.dense import DenseIndex, DenseRow, place_of
from briefbank.index.lexical import LexicalIndex
from tests.index.factory import build_document, build_passages
def rows(number, count=1):
    vector = np.eye(4, dtype=np.float32)[number % 4]
    return [DenseRow(1000 * number + at, number, text_hash(str(at)), vector) for at in range(count)]
def die(*_, **__):
    os._exit(9)
folder = Path(sys.argv[1])
"""


def run(folder: Path, code: str) -> int:
    """Run code in another process; return its exit status."""
    return subprocess.run([sys.executable, "-c", OPENING + code, str(folder)], cwd=PROJECT).returncode


def inside(folder: Path, kind: Kind) -> list[Path]:
    """Return the content of the index's own folder."""
    return sorted((folder if kind is lexical else place_of(folder, "model")).iterdir())


def lexical(folder: Path) -> set[int]:
    index = LexicalIndex(folder)
    ids = index.ids()
    index.add(build_document(9), build_passages(9, ["still works"]))
    assert index.ids() == ids | {9000}
    index.close()
    return ids


def dense(folder: Path) -> set[int]:
    index = DenseIndex(folder, "model", 4)
    ids = index.ids()
    index.add([DenseRow(9000, 9, text_hash("x"), np.eye(4, dtype=np.float32)[0])])
    assert index.ids() == ids | {9000}
    index.close()
    return ids


ADDED = {
    lexical: "index = LexicalIndex(folder); index.add(build_document(1), build_passages(1, ['zebra']))\n",
    dense: "index = DenseIndex(folder, 'model', 4); index.add(rows(1))\n",
}
REBUILDS = {
    lexical: "index.rebuild([(build_document(2), build_passages(2, ['x']))] * 3, lambda: None)\n",
    dense: "index.rebuild([rows(2)], lambda: None)\n",
}
Kind = Callable[[Path], set[int]]


BOTH = [lexical, pytest.param(dense, marks=pytest.mark.nightly)]
"""The index of meaning keeps its generations by the same code, and takes seconds to open in a program."""
BEFORE = "generations.json = type('Json', (), {'dumps': die})\n"
WHILE_THE_SENTINEL_IS_WRITTEN = "Path.replace = die\n"
AFTER = (
    "real = generations.files.write_out\n"
    "def write_out(target, content):\n"
    "    real(target, content)\n"
    "    if target.name == 'index.json': die()\n"
    "generations.files.write_out = write_out\n"
)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize(
    ("fault", "ids"), [(BEFORE, {1000}), (WHILE_THE_SENTINEL_IS_WRITTEN, {1000}), (AFTER, {2000})]
)
def test_a_kill_during_a_rebuild_leaves_the_old_index_or_the_new_one(
    tmp_path: Path, kind: Kind, fault: str, ids: set[int]
) -> None:
    assert run(tmp_path, ADDED[kind] + fault + REBUILDS[kind]) == 9
    assert kind(tmp_path) == ids
    assert sum(path.is_dir() for path in inside(tmp_path, kind)) == 1, "leftovers are deleted"


@pytest.mark.parametrize("kind", BOTH)
def test_a_kill_before_the_first_index_is_complete_is_damage_and_not_an_empty_index(
    tmp_path: Path, kind: Kind
) -> None:
    assert run(tmp_path, "generations.json = type('Json', (), {'dumps': die})\n" + ADDED[kind]) == 9
    with pytest.raises(IndexFault):
        kind(tmp_path)


def test_a_kill_between_adding_and_committing_leaves_what_was_committed(tmp_path: Path) -> None:
    code = ADDED[lexical] + (
        "with index.batch():\n"
        "    index.add(build_document(2), build_passages(2, ['zebra ' * 200] * 2000))\n"
        "    index.remove(1); die()\n"
    )
    assert run(tmp_path, code) == 9
    assert lexical(tmp_path) == {1000}


PURGED = "index.purge(lambda ids: [(build_document(n), build_passages(n, [f'word{n}'])) for n in ids])\n"


@pytest.mark.parametrize(
    "fault",
    [
        "segments.files.sync_folder = die",
        "segments.files.write_out = die",
        "real = segments.files.write_out\nsegments.files.write_out = lambda *given: (real(*given), die())",
    ],
    ids=["files in place", "list not written", "list written"],
)
def test_a_purge_interrupted_by_a_kill_is_completed_by_the_next(tmp_path: Path, fault: str) -> None:
    code = ADDED[lexical] + (
        "from briefbank.index import segments\n"
        "with index.batch():\n"
        "    for n in range(2, 12): index.add(build_document(n), build_passages(n, [f'word{n}']))\n"
        "index.remove(7)\n"
    )
    assert run(tmp_path, code + f"{fault}\n{PURGED}") == 9
    index = LexicalIndex(tmp_path)
    assert index.ids() == {1000 * n for n in range(1, 12) if n != 7}
    index.purge(lambda ids: [(build_document(n), build_passages(n, [f"word{n}"])) for n in ids])
    assert not index.holds_deleted()
    (generation,) = tmp_path.glob("g-*")
    listed = {
        segment["segment_id"].replace("-", "") for segment in segments.read_list(generation)["segments"]
    }
    assert {path.stem for path in generation.glob("*.term")} == listed
    assert not (generation / "change").exists()
    index.close()


@pytest.mark.parametrize("delay_ms", [20])
@pytest.mark.parametrize("kind", BOTH)
def test_a_kill_at_any_moment_of_writing_leaves_complete_documents(
    tmp_path: Path, kind: Kind, delay_ms: int
) -> None:
    change = {
        lexical: "index.add(build_document(n), build_passages(n, ['zebra'] * 50)); index.remove(n - 2)",
        dense: "index.add(rows(n, 50)); index.remove(n - 2); index.optimise()",
    }[kind]
    code = ADDED[kind] + (
        f"import threading; threading.Timer({delay_ms} / 1000, die).start()\n"
        f"for n in range(2, 10_000):\n    {change}\n"
    )
    assert run(tmp_path, code) == 9
    results = kind(tmp_path)
    counts = {
        number: sum(id_ // 1000 == number for id_ in results) for number in {id_ // 1000 for id_ in results}
    }
    assert counts and all(count == (1 if number == 1 else 50) for number, count in counts.items())


HOLDS_THE_LOCK = (
    "with generations.Generations({}, {{}}).writing():\n    print(flush=True); sys.stdin.read()\n"
)
WRITES = {lexical: HOLDS_THE_LOCK.format("folder"), dense: HOLDS_THE_LOCK.format("place_of(folder, 'model')")}
REBUILDS_SLOWLY = (
    "def stop():\n    print(flush=True); sys.stdin.read()\n"
    "index.rebuild([(build_document(1), build_passages(1, ['x'])) if isinstance(index, LexicalIndex) "
    "else rows(1)], stop)\n"
)


@contextmanager
def held_by_another_program(
    folder: Path, kind: Kind, write_code: str, then: str = ""
) -> Iterator[Callable[[], None]]:
    """Keep the index locked by another program; the function lets it continue and waits for its end."""
    code = OPENING + ADDED[kind] + write_code + then
    with subprocess.Popen(
        [sys.executable, "-c", code, str(folder)], cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holding:
        assert holding.stdout is not None
        holding.stdout.readline()

        def let_go() -> None:
            holding.communicate()
            assert holding.returncode == 0

        yield let_go


def opened_as(kind: Kind, folder: Path) -> LexicalIndex | DenseIndex:
    return LexicalIndex(folder) if kind is lexical else DenseIndex(folder, "model", 4)


@pytest.mark.parametrize("kind", [lexical, dense])
@pytest.mark.nightly
def test_a_long_write_of_another_program_makes_the_index_busy_and_is_seen_afterwards(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generations, "WRITER_WAIT_S", 0.2)
    third = ADDED[kind].replace("(1", "(3").replace("build_document(1)", "build_document(3)")
    with held_by_another_program(tmp_path, kind, WRITES[kind], third) as let_go:
        opened = opened_as(kind, tmp_path)
        assert opened.ids() == {1000}, "reading goes on"
        with pytest.raises(StoreBusy):
            opened.remove(1)
        let_go()
    assert opened.ids() == {1000, 3000}
    opened.remove(1)
    assert opened.ids() == {3000}
    opened.close()


@pytest.mark.parametrize("kind", BOTH)
def test_a_write_waits_for_another_program_that_is_soon_done(tmp_path: Path, kind: Kind) -> None:
    with held_by_another_program(tmp_path, kind, WRITES[kind]) as let_go, ThreadPoolExecutor(1) as pool:
        opened = opened_as(kind, tmp_path)
        removing = pool.submit(opened.remove, 1)
        assert not wait([removing], timeout=0.2).done
        let_go()
        removing.result()
    assert opened.ids() == set()
    opened.close()


@pytest.mark.parametrize("kind", BOTH)
def test_opening_beside_a_rebuild_does_not_wait_and_leaves_its_files_alone(
    tmp_path: Path, kind: Kind
) -> None:
    with held_by_another_program(tmp_path, kind, REBUILDS_SLOWLY) as let_go:
        before = inside(tmp_path, kind)
        opened = opened_as(kind, tmp_path)
        assert inside(tmp_path, kind) == before and len(before) == 4
        let_go()
    assert opened.ids() == {1000}
    opened.close()


@pytest.mark.parametrize("kind", [lexical, dense])
def test_opening_takes_no_lock_when_nothing_is_left_over(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened_as(kind, tmp_path).close()
    monkeypatch.setattr(generations.Generations, "writing", None)
    opened_as(kind, tmp_path).close()
